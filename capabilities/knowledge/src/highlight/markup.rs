//! Where do the tags of HTML and XML stand?

use super::{Class, Tokens};

/// Adds tags, their attributes and remarks.
pub(super) fn scan(text: &str, tokens: &mut Tokens) {
    let mut at = 0;
    while let Some(found) = text[at..].find(['<', '&']) {
        at += found;
        let rest = &text[at..];
        if rest.starts_with('&') {
            let end = rest.bytes().take(12).position(|it| it == b';').map_or(1, |it| it + 1);
            if end > 1 {
                tokens.push(at..at + end, Class::Number);
            }
            at += end;
        } else if rest.starts_with("<!--") {
            let end = rest.find("-->").map_or(rest.len(), |it| it + 3);
            tokens.push(at..at + end, Class::Comment);
            at += end;
        } else if rest[1..].starts_with(|it: char| it.is_ascii_alphabetic() || "/!?".contains(it)) {
            at = tag(text, at, tokens);
        } else {
            at += 1;
        }
    }
}

/// Adds one tag, and says where it ends.
fn tag(text: &str, start: usize, tokens: &mut Tokens) -> usize {
    let is_name = |it: char| it.is_alphanumeric() || "-_:.".contains(it);
    let name = start + 1 + text[start + 1..].len()
        - text[start + 1..].trim_start_matches(['/', '!', '?']).len();
    let name_end = text[name..].find(|it| !is_name(it)).map_or(text.len(), |it| name + it);
    tokens.push(start..name_end, Class::Keyword);
    let mut at = name_end;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        match next {
            '>' => {
                tokens.push(at..at + 1, Class::Keyword);
                return at + 1;
            }
            '<' => return at,
            '/' | '?' => {
                tokens.push(at..at + 1, Class::Keyword);
                at += 1;
            }
            '"' | '\'' => {
                let end = rest[1..].find(next).map_or(rest.len(), |it| it + 2);
                tokens.push(at..at + end, Class::Text);
                at += end;
            }
            it if is_name(it) => {
                let end = rest.find(|it| !is_name(it)).unwrap_or(rest.len());
                tokens.push(at..at + end, Class::Meta);
                at += end;
            }
            other => at += other.len_utf8(),
        }
    }
    at
}
