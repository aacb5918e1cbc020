//! How text from a contract enters a TypeScript document without leaving its place in it.

use std::fmt::Write;

/// A documentation comment of one or more lines; nothing where there is nothing to say.
///
/// The text cannot end the comment, and cannot hide or reorder what follows.
pub fn doc_comment(lines: &[String], indent: &str) -> String {
    let lines: Vec<String> =
        lines.iter().flat_map(|it| it.trim().split('\n')).map(in_comment).collect();
    match lines.as_slice() {
        [] => String::new(),
        [only] if only.is_empty() => String::new(),
        [only] => format!("{indent}/** {only} */\n"),
        _ => {
            let mut comment = format!("{indent}/**\n");
            for line in &lines {
                let gap = if line.is_empty() { "" } else { " " };
                let _ = writeln!(comment, "{indent} *{gap}{line}");
            }
            comment.push_str(indent);
            comment.push_str(" */\n");
            comment
        }
    }
}

/// One line of a comment.
pub(super) fn in_comment(line: &str) -> String {
    let mut safe = String::with_capacity(line.len());
    for character in line.trim_end().chars() {
        if character == '\t' {
            safe.push(' ');
        } else if acts(character) {
            safe.extend(character.escape_unicode());
        } else {
            safe.push(character);
        }
    }
    safe.replace("*/", "*\\/")
}

/// Characters that end a line, move a cursor or change the direction of text.
fn acts(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{2028}' | '\u{2029}' | '\u{200e}' | '\u{200f}' | '\u{061c}'
                | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// A string literal.
pub fn string_literal(text: &str) -> String {
    let mut literal = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => literal.push_str("\\\""),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            plain if !acts(plain) => literal.push(plain),
            acting => {
                let _ = write!(literal, "\\u{{{:x}}}", u32::from(acting));
            }
        }
    }
    literal.push('"');
    literal
}

/// Whether a name can stand where an identifier does as a member's name.
pub fn is_identifier(name: &str) -> bool {
    let begins = |it: char| it.is_ascii_alphabetic() || it == '_' || it == '$';
    name.starts_with(begins) && name.chars().all(|it| begins(it) || it.is_ascii_digit())
}
