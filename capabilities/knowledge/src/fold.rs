//! When are two names the same?

use unicase::UniCase;
use unicode_normalization::{UnicodeNormalization, is_nfc_quick};

/// A name as it is compared: normal form C, full case folding, white space collapsed.
pub(crate) fn key_of(name: &str) -> String {
    folded(&collapsed(name))
}

/// A text in normal form C with its case folded; white space stays.
pub(crate) fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let composed: String = composed(text);
    // Folding may leave the normal form (a capital with a dot above, say).
    let folded = UniCase::unicode(composed.as_str()).to_folded_case();
    if is_nfc_quick(folded.chars()) == unicode_normalization::IsNormalized::Yes {
        return folded;
    }
    folded.nfc().collect()
}

/// A text with each run of white space made one space, and none at its ends.
pub(crate) fn collapsed(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    let mut push = |word: &str| {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    };
    if text.is_ascii() {
        text.split_ascii_whitespace().for_each(&mut push);
    } else {
        text.split_whitespace().for_each(&mut push);
    }
    collapsed
}

/// A text in normal form C.
pub(crate) fn composed(text: &str) -> String {
    if is_nfc_quick(text.chars()) == unicode_normalization::IsNormalized::Yes {
        return text.to_owned();
    }
    text.nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_same_whatever_their_case_and_normal_form() {
        for (one, other) in [
            ("What Is  Ownership?", "what is ownership?"),
            ("CAFE\u{301}", "café"),
            ("STRASSE", "straße"),
            ("ΣΊΣΥΦΟΣ", "σίσυφος"),
            ("ﬁle", "FILE"),
            (" a\tb\n", "A B"),
        ] {
            assert_eq!(key_of(one), key_of(other), "{one} {other}");
        }
        assert_ne!(key_of("a b"), key_of("ab"));
        assert_ne!(key_of("i"), key_of("ı"));
    }
}
