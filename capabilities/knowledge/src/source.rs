//! What was found in the folder, and what text its bytes are.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization;

use crate::problem::Problem;

/// The files of a folder that can matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sources {
    /// The part of each path that is not part of an id: empty, or such as `src/` where the pages
    /// of an mdBook lie below its root.
    pub base: String,
    /// Each file's bytes by its path: relative, `/`-separated, as found.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Sources {
    /// A path as ids are made of it; `None` for a file beside the pages.
    pub fn below_base<'p>(&self, path: &'p str) -> Option<&'p str> {
        path.strip_prefix(self.base.as_str())
    }
}

/// The text of a file: UTF-8 with or without a byte order mark, UTF-16 with one, else
/// Windows-1252. Line ends become `\n`, NUL becomes U+FFFD (CommonMark 2.3).
pub fn text_of(file: &str, bytes: &[u8], problems: &mut Vec<Problem>) -> String {
    let (text, encoding, has_errors) = match encoding_rs::Encoding::for_bom(bytes) {
        Some((encoding, mark)) => {
            let (text, has_errors) = encoding.decode_without_bom_handling(&bytes[mark..]);
            (text, encoding, has_errors)
        }
        None => match encoding_rs::UTF_8.decode_without_bom_handling_and_without_replacement(bytes)
        {
            Some(text) => (text, encoding_rs::UTF_8, false),
            None => {
                let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes);
                let at = line_of_invalid_byte(bytes);
                let problem = Problem::new(
                    file,
                    "it is not UTF-8, so it was read as Windows-1252",
                    "save it as UTF-8",
                );
                problems.push(problem.at(at));
                (text, encoding_rs::WINDOWS_1252, false)
            }
        },
    };
    if has_errors {
        let message = format!("some bytes are not {}", encoding.name());
        problems.push(Problem::new(file, message, "save it as UTF-8"));
    }
    if !text.contains(['\r', '\0']) {
        return text.into_owned();
    }
    text.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{FFFD}")
}

fn line_of_invalid_byte(bytes: &[u8]) -> usize {
    let valid = std::str::from_utf8(bytes).map_or_else(|it| it.valid_up_to(), str::len);
    bytes[..valid].iter().filter(|it| **it == b'\n').count() + 1
}

/// Where the lines of a text begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    /// Finds the lines of a text.
    pub fn of(text: &str) -> Lines {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Lines { starts: [0].into_iter().chain(ends.map(|(at, _)| at + 1)).collect() }
    }

    /// The line of a byte, from 1.
    pub fn at(&self, offset: usize) -> usize {
        self.starts.partition_point(|it| *it <= offset)
    }
}

/// A path without its extension, in Unicode normal form C: the id of the page it holds.
pub fn id_of(path: &str) -> String {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    stem.nfc().collect()
}

/// Whether a file holds a page.
pub fn is_markdown(path: &str) -> bool {
    let extension = path.rsplit_once('.').map(|(_, it)| it.to_ascii_lowercase());
    matches!(extension.as_deref(), Some("md" | "markdown" | "mdown"))
}

/// Joins a relative reference to the folder of a file and walks `.` and `..`; `None` where it
/// leaves the folder.
pub fn resolve(file: &str, reference: &str) -> Option<String> {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    if reference.starts_with('/') {
        parts.clear();
    }
    for part in reference.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], text: &str, problem: Option<&str>) {
        let mut problems = Vec::new();
        assert_eq!(text_of("a.md", bytes, &mut problems), text);
        assert_eq!(problems.first().map(ToString::to_string).as_deref(), problem);
    }

    #[test]
    fn bytes_become_text() {
        check("é\n".as_bytes(), "é\n", None);
        check(b"\xEF\xBB\xBFa", "a", None);
        check(b"\xFF\xFEa\0\xe9\0", "aé", None);
        check(b"a\r\nb\rc\0", "a\nb\nc\u{FFFD}", None);
        check(b"", "", None);
        check(
            b"one\ncaf\xe9 \x93q\x94",
            "one\ncafé “q”",
            Some("a.md:2: it is not UTF-8, so it was read as Windows-1252; save it as UTF-8"),
        );
    }

    #[test]
    fn a_reference_cannot_leave_the_folder() {
        assert_eq!(resolve("a/b.md", "../c.rs").as_deref(), Some("c.rs"));
        assert_eq!(resolve("a/b.md", "./c/./d").as_deref(), Some("a/c/d"));
        assert_eq!(resolve("a/b.md", "/c").as_deref(), Some("c"));
        assert_eq!(resolve("a/b.md", "../../c"), None);
        assert_eq!(resolve("b.md", "x/../../etc/passwd"), None);
    }

    #[test]
    fn an_id_is_a_path_in_normal_form() {
        assert_eq!(id_of("a/b.c.md"), "a/b.c");
        assert_eq!(id_of("cafe\u{301}.md"), "café");
        assert!(is_markdown("A.MD") && is_markdown("a.markdown") && !is_markdown("a.rs"));
    }
}
