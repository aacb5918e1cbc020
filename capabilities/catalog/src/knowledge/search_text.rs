//! Which words a text is found by: the same for what is indexed and for what is asked.
//!
//! The index splits at everything that is no letter or digit, folds case and diacritics, and stems
//! English. It takes no tokenizer of ours on every platform, so identifiers and scripts without
//! spaces are split here, on both sides.

use std::{borrow::Cow, collections::BTreeSet};

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Words of a query that are looked for; a longer query is cut there.
pub const TERMS_MAX: usize = 64;
/// Characters of one word that are looked for; of a longer one the beginning. The index stems no
/// word this long, so a beginning of it is a beginning of what was indexed.
const TERM_CHARACTERS_MAX: usize = 70;

/// Words too common to tell pages apart.
const STOP_WORDS: &[&str] = &[
    "a", "about", "an", "and", "are", "as", "at", "be", "by", "can", "do", "does", "for", "from",
    "had", "has", "have", "how", "i", "if", "in", "into", "is", "it", "its", "me", "my", "of",
    "on", "or", "our", "should", "so", "that", "the", "their", "them", "then", "there", "these",
    "they", "this", "to", "was", "we", "what", "when", "where", "which", "who", "why", "will",
    "with", "would", "you", "your",
];

/// What is written into the index for a text: the text, with the parts of identifiers and of
/// scripts without spaces added as words of their own.
pub fn indexed(text: &str) -> String {
    let text: &str = &composed(text);
    let mut indexed = String::with_capacity(text.len() + text.len() / 8);
    let mut rest = text;
    while let Some(start) = rest.find(char::is_alphanumeric) {
        indexed.push_str(&rest[..start]);
        let word_on = &rest[start..];
        let end = word_on.find(|it: char| !it.is_alphanumeric()).unwrap_or(word_on.len());
        let word = &word_on[..end];
        let terms = terms_of_word(word);
        if terms.len() == 1 {
            indexed.push_str(word);
        } else {
            indexed.push_str(&terms.join(" "));
        }
        rest = &word_on[end..];
    }
    indexed.push_str(rest);
    indexed
}

/// The words a query looks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Lower case, distinct, in the order of the query.
    pub terms: Vec<String>,
    /// Whether words were left out because there were too many.
    pub cut: bool,
}

/// Reads a query. Words too common to tell pages apart are left out, unless there are no others.
pub fn terms_of(query: &str) -> Terms {
    let query: &str = &composed(query);
    let mut seen = BTreeSet::new();
    let mut terms = Vec::new();
    let mut common = Vec::new();
    let mut cut = false;
    let words = query.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    for term in words.flat_map(terms_of_word) {
        let term: String =
            term.chars().take(TERM_CHARACTERS_MAX).collect::<String>().to_lowercase();
        if seen.contains(&term) {
            continue;
        }
        if terms.len() == TERMS_MAX {
            cut = true;
            break;
        }
        let list = if STOP_WORDS.contains(&term.as_str()) { &mut common } else { &mut terms };
        if list.len() < TERMS_MAX {
            list.push(term.clone());
            seen.insert(term);
        }
    }
    if terms.is_empty() {
        terms = common;
    }
    Terms { terms, cut }
}

impl Terms {
    /// The query in the index's own language: every word is quoted, so that none is an operator.
    /// `None` where there is nothing to look for.
    pub fn any_of(&self) -> Option<String> {
        let quoted = |it: &String| {
            let is_cut = it.chars().count() >= TERM_CHARACTERS_MAX;
            let star = if is_cut { "*" } else { "" };
            format!("\"{it}\"{star}")
        };
        let quoted: Vec<String> = self.terms.iter().map(quoted).collect();
        (!quoted.is_empty()).then(|| quoted.join(" OR "))
    }
}

/// A title or name as it is compared: in normal form C and lower case, white space folded.
pub fn folded(name: &str) -> String {
    let words = name.split_whitespace().collect::<Vec<_>>().join(" ");
    // Lower case may decompose again.
    composed(&composed(&words).to_lowercase()).into_owned()
}

/// Normal form C: an accent is a part of its letter, however it was typed.
fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || unicode_normalization::is_nfc(text) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.nfc().collect())
}

/// In lower case and without accents, as the index compares.
pub(super) fn bare(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let letters = text.to_lowercase();
    letters.nfd().filter(|it| !is_combining_mark(*it)).nfc().collect()
}

/// A word, and its parts where it is an identifier or has no spaces to part it.
fn terms_of_word(word: &str) -> Vec<String> {
    if word.chars().any(is_spaceless) {
        return spaceless_terms(word);
    }
    let parts = camel_parts(word);
    if parts.len() < 2 {
        return vec![word.to_owned()];
    }
    std::iter::once(word).chain(parts).map(str::to_owned).collect()
}

/// `HashMap` is `Hash` and `Map`; `HTTPServer` is `HTTP` and `Server`.
fn camel_parts(word: &str) -> Vec<&str> {
    let characters: Vec<(usize, char)> = word.char_indices().collect();
    let mut starts = vec![0];
    for window in characters.windows(3) {
        let [(_, before), (at, this), (_, after)] = window else { continue };
        let rises = before.is_lowercase() && this.is_uppercase();
        let ends_run = before.is_uppercase() && this.is_uppercase() && after.is_lowercase();
        if rises || ends_run {
            starts.push(*at);
        }
    }
    if let [.., (_, before), (at, this)] = characters.as_slice()
        && before.is_lowercase()
        && this.is_uppercase()
    {
        starts.push(*at);
    }
    starts.push(word.len());
    starts.windows(2).map(|it| &word[it[0]..it[1]]).collect()
}

/// Pairs of neighbours, and each character alone, for scripts that part no words.
fn spaceless_terms(word: &str) -> Vec<String> {
    let mut terms = Vec::new();
    let mut plain = String::new();
    let mut previous: Option<char> = None;
    for character in word.chars() {
        if is_spaceless(character) {
            if !plain.is_empty() {
                terms.push(std::mem::take(&mut plain));
            }
            terms.push(character.to_string());
            if let Some(previous) = previous {
                terms.push(format!("{previous}{character}"));
            }
            previous = Some(character);
        } else {
            plain.push(character);
            previous = None;
        }
    }
    if !plain.is_empty() {
        terms.push(plain);
    }
    terms
}

/// Han, kana, Hangul, Thai, Lao, Khmer and Myanmar letters.
fn is_spaceless(character: char) -> bool {
    matches!(u32::from(character),
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF | 0x1100..=0x11FF
        | 0x3040..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7AF
        | 0xF900..=0xFAFF | 0xFF66..=0xFF9F | 0x20000..=0x323AF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(query: &str, expected: &[&str]) {
        assert_eq!(terms_of(query).terms, expected, "{query:?}");
    }

    #[test]
    fn a_query_is_its_words() {
        check("What is ownership?", &["ownership"]);
        check("the who", &["the", "who"]);
        check("HashMap::new_in", &["hashmap", "hash", "map", "new"]);
        check(
            "HTTPServer parseURL x",
            &["httpserver", "http", "server", "parseurl", "parse", "url", "x"],
        );
        check("\"a OR b\" NEAR(c) -d* title:e", &["b", "near", "c", "d", "title", "e"]);
        check("所有权", &["所", "有", "所有", "权", "有权"]);
        check("Rust所有", &["rust", "所", "有", "所有"]);
        check("🦀 ' ; -- \0", &[]);
        check("own own OWN", &["own"]);
    }

    #[test]
    fn a_query_without_words_looks_for_nothing() {
        assert_eq!(terms_of("***").any_of(), None);
        assert_eq!(terms_of("b or c").any_of().as_deref(), Some("\"b\" OR \"c\""));
    }

    #[test]
    fn a_query_of_noise_is_cut_and_says_so() {
        let noise: String = (0..5_000).map(|it| format!("w{it} ")).collect();
        let terms = terms_of(&noise);
        assert_eq!((terms.terms.len(), terms.cut), (TERMS_MAX, true));
        assert_eq!(terms_of(&"x".repeat(10_000)).terms, ["x".repeat(70)]);
    }

    #[test]
    fn a_long_word_is_found_by_its_beginning() {
        let any_of = |length: usize| terms_of(&"x".repeat(length)).any_of().unwrap();
        assert_eq!(any_of(69), format!("\"{}\"", "x".repeat(69)));
        assert_eq!(any_of(71), format!("\"{}\"*", "x".repeat(70)));
    }

    #[test]
    fn an_accent_is_a_part_of_its_letter_however_it_was_typed() {
        check("nai\u{308}ve cafe\u{301}", &["naïve", "café"]);
        assert_eq!(indexed("cafe\u{301}"), "café");
        assert_eq!(folded("  CAFE\u{301}\n x"), "café x");
        assert_eq!(bare("Na\u{ef}ve CAFE\u{301}"), "naive cafe");
        // Of Hangul the parts are letters, and of kana the marks are.
        check("\u{1100}\u{1161}", &["가"]);
        check("か\u{3099}", &["が"]);
    }

    #[test]
    fn what_is_indexed_holds_the_words_that_queries_look_for() {
        assert_eq!(indexed("a `HashMap`, plain"), "a `HashMap Hash Map`, plain");
        assert_eq!(indexed("所有"), "所 有 所有");
        assert_eq!(indexed("snake_case"), "snake_case");
    }
}
