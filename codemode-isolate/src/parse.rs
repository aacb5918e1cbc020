//! How is a text read: as statements, or as one expression?

use std::ops::Range;

use oxc_allocator::Allocator;
use oxc_parser::{ParseOptions, Parser, ParserReturn};
use oxc_span::SourceType;

use crate::extract::candidates;

/// One way to read a part of the text as sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reading {
    /// The text to parse.
    pub(crate) source: String,
    /// Where the part starts in the text as sent.
    from: usize,
    /// Bytes put before the part.
    before: usize,
    /// Bytes of the part.
    length: usize,
}

impl Reading {
    fn statements(sent: &str, part: Range<usize>) -> Reading {
        let source = sent[part.clone()].to_owned();
        Reading { from: part.start, before: 0, length: source.len(), source }
    }

    fn expression(sent: &str, part: Range<usize>) -> Reading {
        let text = sent[part.clone()].trim_end();
        let text = text.trim_end_matches(|it: char| it == ';' || it.is_whitespace());
        Reading { source: format!("({text}\n)"), from: part.start, before: 1, length: text.len() }
    }

    /// The position in the text as sent of a position in what was parsed.
    pub(crate) fn sent_offset(&self, offset: usize) -> usize {
        self.from + offset.saturating_sub(self.before).min(self.length)
    }
}

/// Every way to read the text, the likeliest first, and the one whose complaint is worth telling.
pub(crate) fn readings(sent: &str) -> Vec<Reading> {
    let mut readings = Vec::new();
    for part in candidates(sent) {
        let statements = Reading::statements(sent, part.clone());
        let expression = Reading::expression(sent, part.clone());
        // A text that opens with a brace is more likely an object than a block.
        if sent[part].trim_start().starts_with('{') {
            readings.extend([expression, statements]);
        } else {
            readings.extend([statements, expression]);
        }
    }
    readings
}

/// Parses TypeScript as the body of a module's async function.
pub(crate) fn parse<'a>(
    allocator: &'a Allocator,
    source: &'a str,
    markup: bool,
) -> ParserReturn<'a> {
    let kind = if markup { SourceType::tsx() } else { SourceType::ts() };
    let options = ParseOptions {
        allow_return_outside_function: true,
        parse_regular_expression: true,
        ..ParseOptions::default()
    };
    Parser::new(allocator, source, kind.with_module(true)).with_options(options).parse()
}

/// How deep brackets, and operators and statements that nest to the right, may go: a parser
/// follows them on its stack.
const NESTING_MAX: usize = 400;

/// Where a text nests too deep to be parsed, if anywhere.
pub(crate) fn nests_too_deep(source: &str) -> Option<usize> {
    let mut chains = vec![0usize];
    let mut nested = 0;
    let mut characters = source.char_indices().peekable();
    let mut word = String::new();
    while let Some((at, character)) = characters.next() {
        if character.is_alphanumeric() || character == '_' || character == '$' {
            word.push(character);
            continue;
        }
        let was_keyword = NESTING_WORDS.contains(&word.as_str());
        word.clear();
        let mut grows = usize::from(was_keyword);
        let next = characters.peek().map(|it| it.1);
        match character {
            '"' | '\'' => skip_string(&mut characters, character),
            '/' if next == Some('/') => while characters.next_if(|it| it.1 != '\n').is_some() {},
            '/' if next == Some('*') => {
                let mut last = ' ';
                for (_, it) in characters.by_ref() {
                    if last == '*' && it == '/' {
                        break;
                    }
                    last = it;
                }
            }
            '(' | '[' | '{' | '`' if character != '`' => {
                chains.push(0);
                grows += 1;
                if let Some(outer) = chains.len().checked_sub(2) {
                    chains[outer] += grows;
                    nested += grows;
                    grows = 0;
                }
            }
            ')' | ']' | '}' => {
                let inner = if chains.len() > 1 { chains.pop().unwrap_or(0) } else { 0 };
                nested -= inner;
                if let Some(last) = chains.last_mut()
                    && *last > 0
                {
                    *last -= 1;
                    nested -= 1;
                }
            }
            ';' | ',' => {
                if let Some(last) = chains.last_mut() {
                    nested -= *last;
                    *last = 0;
                }
            }
            '!' | '~' | '-' | '+' | '?' | '=' | '*' | '<' | ':' => grows += 1,
            _ => {}
        }
        if let Some(last) = chains.last_mut() {
            *last += grows;
            nested += grows;
        }
        if nested > NESTING_MAX {
            return Some(at);
        }
    }
    None
}

const NESTING_WORDS: &[&str] = &[
    "if", "else", "for", "while", "do", "new", "await", "typeof", "void", "delete", "yield",
    "keyof", "infer", "readonly", "async",
];

fn skip_string(characters: &mut std::iter::Peekable<std::str::CharIndices<'_>>, quote: char) {
    let mut escaped = false;
    for (_, it) in characters.by_ref() {
        if it == '\n' || (it == quote && !escaped) {
            break;
        }
        escaped = it == '\\' && !escaped;
    }
}
