//! Which anchor does a heading get?

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization;

/// Gives each heading of a page its own anchor.
#[derive(Default)]
pub struct Slugs {
    taken: BTreeMap<String, usize>,
}

impl Slugs {
    /// The anchor of the next heading: the explicit one, else one made of its text as GitHub does;
    /// where it is taken, with `-1`, `-2` and so on.
    pub fn next(&mut self, explicit: Option<&str>, text: &str) -> String {
        let wanted = match explicit {
            Some(explicit) => explicit.nfc().collect(),
            None => slug_of(text),
        };
        let wanted = if wanted.is_empty() { "section".to_owned() } else { wanted };
        let mut anchor = wanted.clone();
        while self.taken.contains_key(&anchor) {
            let count = self.taken.entry(wanted.clone()).or_insert(0);
            *count += 1;
            anchor = format!("{wanted}-{count}");
        }
        self.taken.insert(anchor.clone(), 0);
        anchor
    }
}

/// Lower case, letters, digits, `-` and `_` kept, each space a `-`, the rest dropped.
pub fn slug_of(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for character in text.trim().nfc().flat_map(char::to_lowercase) {
        if character.is_alphanumeric() || character == '-' || character == '_' {
            slug.push(character);
        } else if character.is_whitespace() {
            slug.push('-');
        }
    }
    slug
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_gets_the_anchor_people_expect() {
        assert_eq!(slug_of("What Is Ownership?"), "what-is-ownership");
        assert_eq!(slug_of("Using `Box<T>` to Point"), "using-boxt-to-point");
        assert_eq!(slug_of("  Ünïcode  & more "), "ünïcode---more");
        assert_eq!(slug_of("e\u{301}"), slug_of("é"));
    }

    #[test]
    fn no_two_headings_share_one() {
        let mut slugs = Slugs::default();
        let mut next = |explicit: Option<&str>, text: &str| slugs.next(explicit, text);
        assert_eq!(next(None, "A"), "a");
        assert_eq!(next(None, "A"), "a-1");
        assert_eq!(next(None, "a 1"), "a-1-1");
        assert_eq!(next(None, "A"), "a-2");
        assert_eq!(next(Some("mine"), "A"), "mine");
        assert_eq!(next(Some("mine"), "A"), "mine-1");
        assert_eq!(next(None, "???"), "section");
    }
}
