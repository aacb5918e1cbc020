//! What do mdBook's `{{#include}}` and its relatives stand for?

use crate::{
    problem::Problem,
    source::{Lines, Sources, resolve, text_of},
};

/// How many includes one page may hold.
const INCLUDES_MAX: usize = 1_000;
/// How deep an included file may include others.
const DEPTH_MAX: usize = 8;
/// Bytes that all includes of one page may add.
const ADDED_BYTES_MAX: usize = 8 * 1024 * 1024;

/// Bytes of one directive.
const DIRECTIVE_BYTES_MAX: usize = 1_024;

/// A text with its includes in place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Included {
    /// The text.
    pub text: String,
    /// The files that were asked for, by whatever file, whether they are there or not.
    pub files: Vec<String>,
    /// Where its pieces begin, the line of the page that each begins on or stands for, and
    /// whether it is the page's own.
    spans: Vec<(usize, usize, bool)>,
}

impl Included {
    /// The line of the page that a byte of the text stands on, or that included it. The lines are
    /// those of the text.
    pub fn line_of(&self, lines: &Lines, offset: usize) -> usize {
        let after = self.spans.partition_point(|(start, ..)| *start <= offset);
        let Some((start, line, is_own)) = after.checked_sub(1).map(|it| self.spans[it]) else {
            return lines.at(offset);
        };
        if is_own { line + lines.at(offset) - lines.at(start) } else { line }
    }
}

/// Puts included files in their places. What cannot be had leaves a visible note, and is a problem.
pub fn resolved(
    file: &str,
    text: &str,
    sources: &Sources,
    problems: &mut Vec<Problem>,
) -> Included {
    let budget = Budget { includes: INCLUDES_MAX, bytes: ADDED_BYTES_MAX };
    let mut work = Work { sources, problems, budget, files: Vec::new() };
    let (text, spans) = work.expand(file, text, 0);
    let mut files = work.files;
    files.sort();
    files.dedup();
    Included { text, files, spans }
}

struct Budget {
    includes: usize,
    bytes: usize,
}

struct Work<'s, 'p> {
    sources: &'s Sources,
    problems: &'p mut Vec<Problem>,
    budget: Budget,
    files: Vec<String>,
}

impl Work<'_, '_> {
    fn expand(
        &mut self,
        file: &str,
        text: &str,
        depth: usize,
    ) -> (String, Vec<(usize, usize, bool)>) {
        let mut expanded = String::with_capacity(text.len());
        let mut spans = vec![(0, 1, true)];
        let lines = Lines::of(text);
        let mut from = 0;
        while let Some(found) = text[from..].find("{{#") {
            let start = from + found;
            let Some(directive) = Directive::at(&text[start..]) else {
                expanded.push_str(&text[from..start + 3]);
                from = start + 3;
                continue;
            };
            let end = start + directive.length;
            if text[from..start].ends_with('\\') {
                expanded.push_str(&text[from..start - 1]);
                expanded.push_str(&text[start..end]);
                from = end;
                continue;
            }
            expanded.push_str(&text[from..start]);
            spans.push((expanded.len(), lines.at(start), false));
            match self.included(file, &directive, depth) {
                Ok(content) => expanded.push_str(&content),
                Err(reason) => {
                    let target = directive.target;
                    expanded.push_str(&format!("(not included: {target})"));
                    let message = format!("`{target}` is not included: {reason}");
                    let suggestion = "put the file into the folder, or correct its path";
                    let problem = Problem::new(file, message, suggestion);
                    self.problems.push(problem.at(lines.at(start)));
                }
            }
            spans.push((expanded.len(), lines.at(end), true));
            from = end;
        }
        expanded.push_str(&text[from..]);
        (expanded, spans)
    }

    fn included(
        &mut self,
        file: &str,
        directive: &Directive<'_>,
        depth: usize,
    ) -> Result<String, &'static str> {
        let (path, part) = directive.path_and_part();
        let path = resolve(file, path).ok_or("it is outside the folder")?;
        let budget = &mut self.budget;
        budget.includes =
            budget.includes.checked_sub(1).ok_or("the page includes too many files")?;
        self.files.push(path.clone());
        let bytes = self.sources.files.get(&path).ok_or("there is no such file")?;
        if depth >= DEPTH_MAX {
            return Err("it is included too deep");
        }
        let text = text_of(&path, bytes, self.problems);
        let mut kept = part.of(&text).ok_or("it has no such part")?;
        if kept.ends_with('\n') {
            kept.pop();
        }
        let kept = match directive.kind {
            Kind::Text => self.expand(&path, &kept, depth + 1).0,
            Kind::Rust => kept,
        };
        let budget = &mut self.budget;
        budget.bytes = budget.bytes.checked_sub(kept.len()).ok_or("the page includes too much")?;
        Ok(kept)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Text, which may include more.
    Text,
    /// A Rust listing. Its hidden rest is for compiling; readers see the part alone.
    Rust,
}

/// One directive as written.
struct Directive<'t> {
    kind: Kind,
    target: &'t str,
    length: usize,
}

impl Directive<'_> {
    fn at(text: &str) -> Option<Directive<'_>> {
        let mut near = text.as_bytes().iter().take(DIRECTIVE_BYTES_MAX);
        let line = near.position(|it| *it == b'\n').unwrap_or(DIRECTIVE_BYTES_MAX.min(text.len()));
        let end = text.as_bytes()[..line].windows(2).position(|it| it == b"}}")?;
        let inside = text.get(3..end)?;
        let (name, target) = inside.split_once(char::is_whitespace)?;
        let kind = match name {
            "include" => Kind::Text,
            "rustdoc_include" | "playground" | "playpen" => Kind::Rust,
            _ => return None,
        };
        let target = target.split_whitespace().next()?;
        Some(Directive { kind, target, length: end + 2 })
    }

    fn path_and_part(&self) -> (&str, Part<'_>) {
        let mut pieces = self.target.splitn(3, ':');
        let path = pieces.next().unwrap_or_default();
        let part = match (pieces.next(), pieces.next()) {
            (None, _) => Part::All,
            (Some(first), second) => Part::named(first, second),
        };
        (path, part)
    }
}

/// Which lines of a file are meant.
enum Part<'t> {
    All,
    /// Lines from 1, both ends included.
    Lines(usize, usize),
    Anchor(&'t str),
}

impl<'t> Part<'t> {
    fn named(first: &'t str, second: Option<&'t str>) -> Part<'t> {
        let line = |text: &str| text.parse::<usize>().ok();
        match (first, second) {
            ("", None | Some("")) => Part::All,
            ("", Some(end)) => line(end).map_or(Part::All, |end| Part::Lines(1, end)),
            (start, None) => line(start).map_or(Part::Anchor(start), |it| Part::Lines(it, it)),
            (start, Some("")) => {
                line(start).map_or(Part::Anchor(start), |it| Part::Lines(it, usize::MAX))
            }
            (start, Some(end)) => match (line(start), line(end)) {
                (Some(start), Some(end)) => Part::Lines(start, end),
                _ => Part::Anchor(start),
            },
        }
    }

    fn of(&self, text: &str) -> Option<String> {
        let is_mark = |line: &str| line.contains("ANCHOR:") || line.contains("ANCHOR_END:");
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        match self {
            Part::All => Some(lines.into_iter().filter(|it| !is_mark(it)).collect()),
            Part::Lines(start, end) => {
                let first = start.saturating_sub(1);
                if first > lines.len() {
                    return None;
                }
                let last = (*end).min(lines.len()).max(first);
                Some(lines[first..last].concat())
            }
            Part::Anchor(name) => {
                let named = |line: &str, mark: &str| {
                    line.split_once(mark)
                        .is_some_and(|(_, rest)| rest.split_whitespace().next() == Some(name))
                };
                let start = lines.iter().position(|it| named(it, "ANCHOR:"))?;
                let rest = &lines[start + 1..];
                let end = rest.iter().position(|it| named(it, "ANCHOR_END:")).unwrap_or(rest.len());
                let kept = rest[..end].iter().filter(|it| !is_mark(it)).copied();
                Some(kept.collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> (String, Vec<String>) {
        let rust = "// ANCHOR: all\nfn main() {\n    // ANCHOR: body\n    let x = 1;\n    // ANCHOR_END: body\n}\n// ANCHOR_END: all\n";
        let files = [
            ("lib/a.rs", rust),
            ("one.md", "[{{#include one.md}}]"),
            ("lines.txt", "1\n2\n3\n4\n"),
        ]
        .into_iter()
        .map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()))
        .collect();
        let sources = Sources { base: String::new(), files };
        let mut problems = Vec::new();
        let text = resolved("book/page.md", text, &sources, &mut problems).text;
        (text, problems.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_part_of_a_file_stands_in_its_place() {
        let whole = |text: &str| check(text).0;
        assert_eq!(whole("a {{#include ../lines.txt}} b"), "a 1\n2\n3\n4 b");
        assert_eq!(whole("{{#include ../lines.txt:2}}"), "2");
        assert_eq!(whole("{{#include ../lines.txt:2:3}}"), "2\n3");
        assert_eq!(whole("{{#include ../lines.txt:3:}}"), "3\n4");
        assert_eq!(whole("{{#include ../lines.txt::2}}"), "1\n2");
        assert_eq!(whole("{{#include ../lib/a.rs:body}}"), "    let x = 1;");
        assert_eq!(whole("{{#rustdoc_include ../lib/a.rs:all}}"), "fn main() {\n    let x = 1;\n}");
        assert_eq!(whole("{{#include ../lib/a.rs}}"), "fn main() {\n    let x = 1;\n}");
        assert_eq!(whole("\\{{#include ../lines.txt}}"), "{{#include ../lines.txt}}");
        assert_eq!(whole("{{#title x}} {{#include"), "{{#title x}} {{#include");
    }

    #[test]
    fn what_cannot_be_had_is_said_on_the_page_and_reported() {
        for (text, reason) in [
            ("x\n{{#include ../../etc/passwd}}", "it is outside the folder"),
            ("x\n{{#include none.rs}}", "there is no such file"),
            ("x\n{{#include ../lib/a.rs:nope}}", "it has no such part"),
            ("x\n{{#include ../lines.txt:9}}", "it has no such part"),
        ] {
            let (shown, problems) = check(text);
            assert!(shown.starts_with("x\n(not included: "), "{shown}");
            assert!(problems[0].starts_with("book/page.md:2: `"), "{problems:?}");
            assert!(problems[0].contains(reason), "{problems:?}");
        }
    }

    #[test]
    fn a_file_that_includes_itself_ends() {
        let (shown, problems) = check("{{#include ../one.md}}");
        assert!(shown.starts_with("[[[[") && shown.contains("(not included: one.md)"), "{shown}");
        assert_eq!(problems.len(), 1);
    }
}
