//! How is a block of code shown?

use std::{borrow::Cow, ops::Range};

use super::escape::{push_attribute, push_text};
use crate::highlight::{Token, tokens_of};

/// What the line that opens a fenced block says: the language first, then flags.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Info {
    /// The language as written, in lower case; empty where none is.
    pub(super) language: String,
    /// What a reader should know of the code, as words.
    notes: Vec<&'static str>,
    /// The file it is from.
    title: Option<String>,
}

/// Flags of mdBook and rustdoc that a reader should see.
const NOTES: &[(&str, &str)] = &[
    ("compile_fail", "does not compile"),
    ("does_not_compile", "does not compile"),
    ("not_desired_behavior", "does not do what is wanted"),
    ("panics", "panics"),
    ("should_panic", "panics"),
];

/// Characters of a language's name.
const LANGUAGE_CHARACTERS_MAX: usize = 24;

/// Reads such as `rust,ignore,does_not_compile`, `{.python}` and `js title="a.js"`.
pub(super) fn info_of(text: &str) -> Info {
    let (before, title) = match text.split_once("title=\"") {
        Some((before, after)) => (before, after.split('"').next().map(str::to_owned)),
        None => (text, None),
    };
    let mut words = before
        .split(|it: char| it.is_whitespace() || matches!(it, ',' | '{' | '}'))
        .filter(|it| !it.is_empty());
    let is_name = |it: &&str| {
        it.chars().count() <= LANGUAGE_CHARACTERS_MAX
            && it.chars().all(|it| it.is_alphanumeric() || matches!(it, '+' | '-' | '#' | '_'))
    };
    let language = words.next().unwrap_or_default();
    let language =
        Some(language.trim_start_matches(['.', '='])).filter(is_name).unwrap_or_default();
    let mut notes: Vec<&str> = Vec::new();
    for word in words {
        let note = NOTES.iter().find(|(flag, _)| *flag == word).map(|(_, note)| *note);
        notes.extend(note.filter(|it| !notes.contains(it)));
    }
    Info { language: language.to_lowercase(), notes, title }
}

/// One line of a Rust block, as mdBook shows it: those that begin with `# ` are there to make it
/// compile, `##` stands for `#`.
enum Line<'t> {
    Shown(&'t str, &'t str),
    Hidden(&'t str, &'t str),
}

fn line_of(line: &str) -> Line<'_> {
    let inside = line.trim_start_matches([' ', '\t']);
    let indent = &line[..line.len() - inside.len()];
    let Some(rest) = inside.strip_prefix('#') else { return Line::Shown("", line) };
    if rest.starts_with('#') {
        return Line::Shown(indent, rest);
    }
    match rest.strip_prefix(' ') {
        Some(rest) => Line::Hidden(indent, rest),
        None if rest.trim_end().is_empty() => Line::Hidden(indent, rest),
        None => Line::Shown("", line),
    }
}

/// The block around the code, up to the code: what it is, above it.
pub(super) fn open(out: &mut String, info: &Info, id: Option<&str>, hidden: usize) {
    out.push_str("<div class=\"code\"");
    if let Some(id) = id {
        push_attribute(out, "id", id);
    }
    out.push('>');
    if let Some(title) = &info.title {
        out.push_str("<span class=\"filename\">");
        push_text(out, title);
        out.push_str("</span>");
    }
    if !info.language.is_empty() {
        out.push_str("<span class=\"language\">");
        push_text(out, &info.language);
        out.push_str("</span>");
    }
    for note in &info.notes {
        out.push_str("<span class=\"code-note\">");
        out.push_str(note);
        out.push_str("</span>");
    }
    match hidden {
        0 => {}
        1 => out.push_str("<details class=\"more\"><summary>1 hidden line</summary></details>"),
        _ => out.push_str(&format!(
            "<details class=\"more\"><summary>{hidden} hidden lines</summary></details>"
        )),
    }
    out.push_str("<pre tabindex=\"0\">");
}

/// Ends what [`open`] began.
pub(super) fn close(out: &mut String) {
    out.push_str("</pre></div>\n");
}

/// What stands within `<pre>`, and how many lines of it are hidden.
pub(super) fn inside(info: &Info, text: &str) -> (String, usize) {
    let mut out = String::with_capacity(text.len() * 2);
    out.push_str("<code");
    if !info.language.is_empty() {
        push_attribute(&mut out, "class", &format!("language-{}", info.language));
    }
    out.push('>');
    let shown = if info.language == "rust" && text.contains('#') {
        without_signs(text)
    } else {
        Code { text: Cow::Borrowed(text), hidden: Vec::new() }
    };
    push_code(&mut out, &info.language, &shown);
    out.push_str("</code>");
    (out, shown.hidden.iter().map(|it| it.lines).sum())
}

/// Code as it is shown.
struct Code<'t> {
    text: Cow<'t, str>,
    hidden: Vec<Hidden>,
}

/// Lines that are hidden at first, one after the other.
struct Hidden {
    range: Range<usize>,
    lines: usize,
}

fn without_signs(text: &str) -> Code<'_> {
    let mut shown = String::with_capacity(text.len());
    let mut hidden: Vec<Hidden> = Vec::new();
    for line in text.split_inclusive('\n') {
        let start = shown.len();
        let (is_hidden, before, rest) = match line_of(line) {
            Line::Shown(before, rest) => (false, before, rest),
            Line::Hidden(before, rest) => (true, before, rest),
        };
        shown.push_str(before);
        shown.push_str(rest);
        match hidden.last_mut().filter(|it| it.range.end == start) {
            _ if !is_hidden => {}
            Some(last) => {
                last.range.end = shown.len();
                last.lines += 1;
            }
            None => hidden.push(Hidden { range: start..shown.len(), lines: 1 }),
        }
    }
    Code { text: Cow::Owned(shown), hidden }
}

/// Writes code with the classes of its parts, and hidden lines in an element of their own: a part
/// that goes on over its edge is written in two.
fn push_code(out: &mut String, language: &str, code: &Code<'_>) {
    let tokens = tokens_of(language, &code.text);
    let mut next = 0;
    let mut at = 0;
    for hidden in &code.hidden {
        push_tokens(out, &code.text, at..hidden.range.start, &tokens, &mut next);
        out.push_str("<span class=\"hidden\">");
        push_tokens(out, &code.text, hidden.range.clone(), &tokens, &mut next);
        out.push_str("</span>");
        at = hidden.range.end;
    }
    push_tokens(out, &code.text, at..code.text.len(), &tokens, &mut next);
}

/// Writes a range of a code. `next` is the first part that may reach into it.
fn push_tokens(
    out: &mut String,
    text: &str,
    range: Range<usize>,
    tokens: &[Token],
    next: &mut usize,
) {
    let mut at = range.start;
    while let Some((token, class)) = tokens.get(*next) {
        if token.start >= range.end {
            break;
        }
        let (start, end) = (token.start.max(at), token.end.min(range.end));
        push_text(out, &text[at..start]);
        out.push_str("<span class=\"");
        out.push_str(class.as_str());
        out.push_str("\">");
        push_text(out, &text[start..end]);
        out.push_str("</span>");
        at = end;
        if token.end > range.end {
            break;
        }
        *next += 1;
    }
    push_text(out, &text[at..range.end]);
}
