//! Where do the words, texts and remarks of a program stand?

use super::{
    Class, Tokens,
    languages::{Habit, Language, Quote},
};

/// Names of constants that most languages share.
const CONSTANTS: &[&str] =
    &["true", "false", "null", "nil", "None", "True", "False", "undefined", "NULL", "nullptr"];

/// Adds the parts of `text`, which begins at `offset` of the whole.
pub(super) fn scan(language: &Language, text: &str, offset: usize, tokens: &mut Tokens) {
    let mut scan = Scan { language, text, at: 0, offset, tokens, line_start: 0 };
    while scan.at < text.len() {
        scan.step();
    }
}

struct Scan<'t> {
    language: &'t Language,
    text: &'t str,
    at: usize,
    offset: usize,
    tokens: &'t mut Tokens,
    line_start: usize,
}

impl Scan<'_> {
    fn does(&self, habit: Habit) -> bool {
        self.language.habits.contains(&habit)
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// Passes over some bytes, as one part.
    fn take(&mut self, bytes: usize, class: Class) {
        let start = self.at + self.offset;
        self.at += bytes;
        self.tokens.push(start..start + bytes, class);
    }

    /// Whether only white space stands before on this line.
    fn begins_line(&self) -> bool {
        self.text[self.line_start..self.at]
            .bytes()
            .all(|it| it == b' ' || it == b'\t' || it == b'-')
    }

    fn step(&mut self) {
        let Some(next) = self.rest().chars().next() else { return };
        if next == '\n' {
            self.at += 1;
            self.line_start = self.at;
            return;
        }
        if next.is_whitespace() {
            self.at += next.len_utf8();
            return;
        }
        if self.comment() || self.text_in_quotes() {
            return;
        }
        if self.marked(next) {
            return;
        }
        if next.is_ascii_digit() {
            let bytes = number_bytes(self.rest());
            return self.take(bytes, Class::Number);
        }
        if next.is_alphabetic() || next == '_' {
            return self.word();
        }
        self.at += next.len_utf8();
    }

    fn comment(&mut self) -> bool {
        let rest = self.rest();
        if let Some((open, close)) = self.language.block_comment
            && rest.starts_with(open)
        {
            let bytes = comment_bytes(rest, open, close, self.does(Habit::Nested));
            self.take(bytes, Class::Comment);
            return true;
        }
        let found = self.language.line_comments.iter().find(|it| rest.starts_with(**it));
        let Some(mark) = found else { return false };
        // In a shell `a#b` is a word, and in CSS `//` may stand in a URL.
        let before = self.text[..self.at].chars().next_back();
        let is_apart = before.is_none_or(|it| it.is_whitespace() || ";,(){}".contains(it));
        if (mark.len() == 1 || self.does(Habit::Property)) && !is_apart {
            return false;
        }
        let bytes = rest.find('\n').unwrap_or(rest.len());
        self.take(bytes, Class::Comment);
        true
    }

    fn text_in_quotes(&mut self) -> bool {
        let rest = self.rest();
        if self.does(Habit::Rust)
            && let Some(bytes) = rust_text_bytes(rest)
        {
            self.take(bytes, Class::Text);
            return true;
        }
        let Some(quote) = self.language.quotes.iter().find(|it| rest.starts_with(it.mark)) else {
            return false;
        };
        let bytes = quote_bytes(rest, quote);
        let is_key = self.does(Habit::QuotedKey) && rest[bytes..].trim_start().starts_with(':');
        self.take(bytes, if is_key { Class::Meta } else { Class::Text });
        true
    }

    /// What a sign before it makes special.
    fn marked(&mut self, next: char) -> bool {
        let rest = self.rest();
        let after = &rest[next.len_utf8()..];
        let name = name_bytes(after, self.does(Habit::Dash));
        match next {
            '\'' if self.does(Habit::Rust) && name > 0 => self.take(1 + name, Class::Variable),
            '#' if self.does(Habit::Rust)
                && (after.starts_with('[') || after.starts_with("![")) =>
            {
                let bytes = bracket_bytes(rest);
                self.take(bytes, Class::Meta);
            }
            '#' if self.does(Habit::Preprocessor) && self.begins_line() => {
                let word = after.len() - after.trim_start_matches([' ', '\t']).len();
                let bytes = 1 + word + name_bytes(&after[word..], false);
                self.take(bytes, Class::Meta);
            }
            '@' if self.does(Habit::At) && name > 0 => self.take(1 + name, Class::Meta),
            '$' if self.does(Habit::Dollar) && name > 0 => self.take(1 + name, Class::Variable),
            '[' if self.does(Habit::Key) && !self.does(Habit::Dash) && self.begins_line() => {
                let line = rest.lines().next().unwrap_or_default();
                let end = line.find(" #").unwrap_or(line.len());
                let table = line[..end].trim_end();
                let is_table = table.ends_with(']') && !table.contains([',', '"']);
                if !is_table {
                    return false;
                }
                let bytes = table.len();
                self.take(bytes, Class::Meta);
            }
            _ => return false,
        }
        true
    }

    fn word(&mut self) {
        let rest = self.rest();
        let bytes = name_bytes(rest, self.does(Habit::Dash));
        let (word, after) = rest.split_at(bytes);
        let class = self.class_of(word, after);
        match class {
            Some(Class::Function) if after.starts_with('!') => {
                self.take(bytes + 1, Class::Function)
            }
            Some(class) => self.take(bytes, class),
            None => self.at += bytes,
        }
    }

    fn class_of(&self, word: &str, after: &str) -> Option<Class> {
        if self.does(Habit::Key) && self.begins_line() {
            let dotted =
                after.trim_start_matches(|it: char| it.is_alphanumeric() || "._- /".contains(it));
            if dotted.starts_with('=')
                || dotted.starts_with(": ")
                || dotted.starts_with(":\n")
                || dotted == ":"
            {
                return Some(Class::Meta);
            }
        }
        if CONSTANTS.contains(&word) {
            return Some(Class::Number);
        }
        let lower;
        let known = if self.does(Habit::AnyCase) {
            lower = word.to_ascii_lowercase();
            lower.as_str()
        } else {
            word
        };
        if self.language.keywords.contains(&known) {
            return Some(Class::Keyword);
        }
        if self.language.types.contains(&known) {
            return Some(Class::Type);
        }
        if self.does(Habit::Property) {
            let is_property = after.starts_with(": ") || after.starts_with(":\n");
            return match after.starts_with('(') {
                true => Some(Class::Function),
                false => is_property.then_some(Class::Meta),
            };
        }
        let is_macro = self.does(Habit::Rust) && after.starts_with('!') && !after.starts_with("!=");
        if is_macro || (self.does(Habit::Call) && after.starts_with('(')) {
            let is_capital = word.starts_with(char::is_uppercase) && self.does(Habit::Rust);
            return Some(if is_capital { Class::Type } else { Class::Function });
        }
        let is_type = self.does(Habit::CapitalType) && word.starts_with(char::is_uppercase);
        is_type.then_some(Class::Type)
    }
}

/// How long the name is that a text begins with.
fn name_bytes(text: &str, has_dash: bool) -> usize {
    let is_in = |it: char| it.is_alphanumeric() || it == '_' || (has_dash && it == '-');
    text.find(|it| !is_in(it)).unwrap_or(text.len())
}

fn number_bytes(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let next_is_digit = bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        let is_in = byte.is_ascii_alphanumeric()
            || *byte == b'_'
            || (*byte == b'.' && next_is_digit)
            || (matches!(byte, b'+' | b'-')
                && next_is_digit
                && matches!(bytes[at - 1], b'e' | b'E'));
        if !is_in {
            break;
        }
        at += 1;
    }
    at
}

fn comment_bytes(text: &str, open: &str, close: &str, nests: bool) -> usize {
    let mut depth = 1_usize;
    let mut at = open.len();
    while depth > 0 {
        let rest = &text[at..];
        let Some(end) = rest.find(close) else { return text.len() };
        match rest[..end].find(open).filter(|_| nests) {
            Some(inner) => {
                depth += 1;
                at += inner + open.len();
            }
            None => {
                depth -= 1;
                at += end + close.len();
            }
        }
    }
    at
}

fn quote_bytes(text: &str, quote: &Quote) -> usize {
    let mut at = quote.mark.len();
    while let Some(next) = text[at..].chars().next() {
        if text[at..].starts_with(quote.mark) {
            return at + quote.mark.len();
        }
        if next == '\n' && !quote.is_long {
            // It was an apostrophe, or is unfinished: the line alone is meant.
            return if quote.mark == "'" { 1 } else { at };
        }
        at += next.len_utf8();
        if next == '\\' && quote.escapes {
            at += text[at..].chars().next().map_or(0, char::len_utf8);
        }
    }
    at
}

/// The texts of Rust that begin otherwise than with `"`: raw ones, bytes and characters.
fn rust_text_bytes(text: &str) -> Option<usize> {
    let after = text.trim_start_matches(['b', 'c']);
    let prefix = text.len() - after.len();
    if prefix > 1 {
        return None;
    }
    if let Some(raw) = after.strip_prefix('r') {
        let inside = raw.trim_start_matches('#');
        let hashes = raw.len() - inside.len();
        if hashes < 256 && inside.starts_with('"') {
            let close = format!("\"{}", "#".repeat(hashes));
            let start = text.len() - inside.len() + 1;
            return Some(
                text[start..].find(&close).map_or(text.len(), |it| start + it + close.len()),
            );
        }
    }
    if prefix == 1 && after.starts_with('"') {
        let quote = Quote { mark: "\"", escapes: true, is_long: true };
        return Some(prefix + quote_bytes(after, &quote));
    }
    let inside = after.strip_prefix('\'')?;
    let mut characters = inside.chars();
    let first = characters.next()?;
    if first == '\\' {
        // An escape is short: `\u{10FFFF}`.
        let end = inside.bytes().skip(2).take(10).position(|it| it == b'\'')?;
        return Some(prefix + 1 + 2 + end + 1);
    }
    (first != '\'' && first != '\n' && characters.next() == Some('\''))
        .then_some(prefix + 1 + first.len_utf8() + 1)
}

/// How long an attribute is, to the bracket that ends it; not over line ends without one.
fn bracket_bytes(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate().take(2_000) {
        match byte {
            b'[' => depth += 1,
            b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    1
}
