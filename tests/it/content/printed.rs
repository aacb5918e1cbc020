//! Is what a command printed what its page shows?

/// Whether lines fit a pattern of lines: `...` alone on a line stands for any lines, and within one
/// for any text.
pub(super) fn fits(pattern: &[String], printed: &[&str]) -> bool {
    let Some((first, rest)) = pattern.split_first() else { return printed.is_empty() };
    if first.trim() == "..." {
        return (0..=printed.len()).any(|skipped| fits(rest, &printed[skipped..]));
    }
    printed.split_first().is_some_and(|(line, others)| line_fits(first, line) && fits(rest, others))
}

fn line_fits(pattern: &str, line: &str) -> bool {
    let (pattern, line) = (pattern.trim_end(), line.trim_end());
    let Some((before, after)) = pattern.split_once("...") else { return pattern == line };
    let Some(rest) = line.strip_prefix(before) else { return false };
    rest.char_indices()
        .map(|(at, _)| at)
        .chain([rest.len()])
        .any(|at| line_fits(after, &rest[at..]))
}

#[test]
fn dots_stand_for_any_text_and_nothing_else_does() {
    let check = |pattern: &str, printed: &str| {
        let pattern: Vec<String> = pattern.lines().map(str::to_owned).collect();
        fits(&pattern, &printed.lines().collect::<Vec<_>>())
    };
    assert!(check("a\nb", "a\nb"));
    assert!(!check("a\nb", "a"));
    assert!(!check("a", "a\nb"));
    assert!(check("...\nb", "b"));
    assert!(check("a\n...\nc\n...", "a\nb\nb\nc\nd"));
    assert!(!check("a\n...\nc", "a\nb"));
    assert!(check("a ... c", "a b b c"));
    assert!(!check("a ... c", "a b b d"));
    assert!(check("a...", "a"));
    assert!(check("...é", "ééé"));
}
