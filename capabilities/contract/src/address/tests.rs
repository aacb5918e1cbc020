//! Which texts are addresses, and how a long one becomes flat.

use super::*;

#[test]
fn the_form_is_kept_at_its_bounds() {
    let longest = format!("a{}", "b".repeat(127));
    for good in ["a", "search", "notes.archive", "A.b.c.d.e.f.g.h", "x_1.y2_", &longest] {
        assert_eq!(Address::parse(good).map(String::from), Ok(good.to_owned()));
    }
    let too_long = format!("a{}", "b".repeat(128));
    for bad in [
        "",
        ".",
        "a.",
        ".a",
        "a..b",
        "1a",
        "_a",
        "a-b",
        "a b",
        "a.1",
        "é",
        "a.b.c.d.e.f.g.h.i",
        "a\n",
        &too_long,
    ] {
        assert!(Address::parse(bad).is_err(), "{bad:?} must be refused");
    }
}

#[test]
fn a_flat_name_is_at_most_forty_characters_and_keeps_long_names_apart() {
    let flat = |text: &str| Address::parse(text).unwrap().flat();
    assert_eq!(flat("notes.archive"), "notes_archive");
    let forty = format!("a.{}", "b".repeat(38));
    assert_eq!(flat(&forty), format!("a_{}", "b".repeat(38)));
    let one = flat(&format!("ns.{}x", "b".repeat(60)));
    let two = flat(&format!("ns.{}y", "b".repeat(60)));
    assert_eq!((one.len(), two.len()), (40, 40));
    assert_ne!(one, two);
    assert!(one.starts_with("ns_bbbb"));
}

#[test]
fn a_prefix_ends_at_a_dot() {
    let address = |text: &str| Address::parse(text).unwrap();
    assert!(address("a.b").encloses(&address("a.b")));
    assert!(address("a.b").encloses(&address("a.b.c")));
    assert!(!address("a.b").encloses(&address("a.bc")));
    assert!(!address("a.b").encloses(&address("a")));
}
