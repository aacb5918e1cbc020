//! Which known names someone may have meant.

use crate::limits;

/// The known names closest to the one given, best first, at most [`limits::NEAREST_MAX`].
///
/// A name counts when it is near in spelling, or when one contains the other.
pub fn nearest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = fold(wanted);
    let mut scored: Vec<(usize, &str)> = known
        .into_iter()
        .filter_map(|name| Some((distance(&wanted, &fold(name))?, name)))
        .collect();
    scored.sort();
    scored.dedup();
    scored.truncate(limits::NEAREST_MAX);
    scored.into_iter().map(|(_, name)| name).collect()
}

fn fold(text: &str) -> String {
    // Edit distance is quadratic, so only the beginning of a huge text is compared.
    text.chars().take(limits::ADDRESS_BYTES_MAX).flat_map(char::to_lowercase).collect()
}

fn distance(wanted: &str, known: &str) -> Option<usize> {
    let edits = strsim::damerau_levenshtein(wanted, known);
    let length = wanted.chars().count().max(known.chars().count());
    if edits <= length.div_ceil(3) {
        return Some(edits);
    }
    let contained =
        wanted.len() >= 3 && known.contains(wanted) || known.len() >= 3 && wanted.contains(known);
    contained.then_some(edits)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_finds_its_name_and_noise_finds_nothing() {
        let known = ["search", "read", "notes.archive", "notes.add"];
        assert_eq!(nearest("serach", known), ["search"]);
        assert_eq!(nearest("archive", known), ["notes.archive"]);
        assert_eq!(nearest("READ", known), ["read"]);
        assert!(nearest("zzzzzzzzzzzz", known).is_empty());
        assert!(nearest("", ["abc"]).is_empty());
    }
}
