//! Is a block quote a callout, and which?

use std::ops::Range;

/// What stands at the start of a callout: `[!kind]`, a sign for folding, and a title.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Callout {
    /// Its kind in lower case, such as `note`.
    pub kind: String,
    /// Whether it folds, and then whether it is open at first.
    pub fold: Option<bool>,
    /// Where its title stands in the text; empty where it has none of its own.
    pub title: Range<usize>,
}

/// Characters of a kind.
const KIND_CHARACTERS_MAX: usize = 32;

/// The callout that a block quote is, told by the text its first paragraph begins with.
pub fn callout_of(text: &str) -> Option<Callout> {
    let inside = text.strip_prefix("[!")?;
    let end = inside.find([']', '\n'])?;
    let kind = inside[..end].split('|').next().unwrap_or_default().trim();
    let is_word = |it: char| it.is_alphanumeric() || it == '-' || it == '_';
    let is_kind = !kind.is_empty()
        && kind.chars().count() <= KIND_CHARACTERS_MAX
        && kind.chars().all(is_word);
    if !is_kind || !inside[end..].starts_with(']') {
        return None;
    }
    let mut start = 2 + end + 1;
    let fold = match text.as_bytes().get(start) {
        Some(b'-') => Some(false),
        Some(b'+') => Some(true),
        _ => None,
    };
    if fold.is_some() {
        start += 1;
    }
    let line = text[start..].lines().next().unwrap_or_default();
    let title = start + (line.len() - line.trim_start().len())..start + line.trim_end().len();
    let title = title.start.min(title.end)..title.end;
    Some(Callout { kind: kind.to_lowercase(), fold, title })
}

/// What a callout without a title of its own is headed: its kind, as a word.
pub fn heading_of(kind: &str) -> String {
    let words = kind.replace(['-', '_'], " ");
    let mut characters = words.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => String::new(),
    }
}

/// The five looks that the many kinds have.
pub fn look_of(kind: &str) -> &'static str {
    match kind {
        "tip" | "hint" | "success" | "check" | "done" => "tip",
        "important" | "question" | "help" | "faq" | "example" => "important",
        "warning" | "attention" => "warning",
        "caution" | "danger" | "error" | "failure" | "fail" | "missing" | "bug" => "caution",
        _ => "note",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<(&str, Option<bool>, &str)>) {
        let found = callout_of(text);
        let found = found.as_ref().map(|it| (it.kind.as_str(), it.fold, &text[it.title.clone()]));
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn a_callout_is_told_by_its_first_line() {
        check("[!note]", Some(("note", None, "")));
        check("[!NOTE]\ntext", Some(("note", None, "")));
        check("[!faq]- Is it *so*? \ntext", Some(("faq", Some(false), "Is it *so*?")));
        check("[!tip]+", Some(("tip", Some(true), "")));
        check("[!tip|wide] A", Some(("tip", None, "A")));
        check("[!a b]", None);
        check("[!]", None);
        check("[!note", None);
        check("[!no\nte]", None);
        check("note", None);
    }

    #[test]
    fn a_kind_is_a_heading_and_a_look() {
        assert_eq!(heading_of("my-kind"), "My kind");
        assert_eq!((look_of("bug"), look_of("mine")), ("caution", "note"));
    }
}
