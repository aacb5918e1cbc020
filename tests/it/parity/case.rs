//! What a case says: one call, what every surface answers, and how each surface marks it.
//!
//! ```text
//! ## A title
//! fixture.fail
//!     {"how": "notFound"}
//! gives
//!     {"tag": "NothingThere", "message": "…"}
//! next fixture.fields
//! get 404
//! cli 4
//! ```
//!
//! In what it gives, `"*"` stands for anything and `…` in a text for any text.

use std::collections::BTreeMap;

use serde_json::Value;

use super::surface::Surface;

/// One case.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) title: String,
    pub(crate) capability: String,
    pub(crate) input: Value,
    pub(crate) gives: Value,
    pub(crate) next: Vec<String>,
    /// How each surface marks the answer: a status, a kind, an exit code.
    pub(crate) marks: BTreeMap<Surface, String>,
    /// Whether the command line passes the input whole, since no flag could spell it.
    pub(crate) whole: bool,
}

/// Every case of every file in `cases/`, in the order of their names.
pub(crate) fn all() -> Vec<Case> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let listing = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let mut files: Vec<_> =
        listing.filter(|it| it.extension().is_some_and(|it| it == "md")).collect();
    files.sort();
    let texts = files.iter().map(|it| std::fs::read_to_string(it).unwrap());
    texts.flat_map(|text| text.split("\n## ").skip(1).map(parse).collect::<Vec<_>>()).collect()
}

fn parse(text: &str) -> Case {
    let mut lines = text.lines().peekable();
    let title = lines.next().unwrap().to_owned();
    let json = |lines: &mut std::iter::Peekable<std::str::Lines<'_>>| {
        let mut json = String::new();
        while let Some(line) = lines.next_if(|it| it.starts_with("    ")) {
            json.push_str(line.trim_start());
        }
        serde_json::from_str::<Value>(&json)
            .unwrap_or_else(|error| panic!("{title}: {error}: {json}"))
    };
    let capability = lines.next().unwrap().to_owned();
    let input = json(&mut lines);
    assert_eq!(lines.next(), Some("gives"), "{title}");
    let gives = json(&mut lines);
    let (mut next, mut marks, mut whole) = (Vec::new(), BTreeMap::new(), false);
    for line in lines.filter(|it| !it.is_empty()) {
        match line.split_once(' ') {
            Some(("next", names)) => next = names.split(' ').map(str::to_owned).collect(),
            Some(("through", "--input")) => whole = true,
            Some((surface, mark)) => {
                let surface = Surface::named(surface).unwrap_or_else(|| panic!("{title}: {line}"));
                assert_eq!(marks.insert(surface, mark.to_owned()), None, "{title}: {line}");
            }
            None => panic!("{title}: {line}"),
        }
    }
    for surface in Surface::ALL {
        assert!(marks.contains_key(&surface), "{title}: nothing is expected of {surface:?}");
    }
    Case { title, capability, input, gives, next, marks, whole }
}

/// Whether an answer is what a case says it is.
pub(crate) fn fits(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::String(any), _) if any == "*" => true,
        (Value::String(pattern), Value::String(text)) => match pattern.split_once('…') {
            None => pattern == text,
            Some((before, after)) => {
                text.len() >= before.len() + after.len()
                    && text.starts_with(before)
                    && text.ends_with(after)
            }
        },
        (Value::Array(expected), Value::Array(found)) => {
            expected.len() == found.len() && expected.iter().zip(found).all(|(e, f)| fits(e, f))
        }
        (Value::Object(expected), Value::Object(found)) => {
            expected.len() == found.len()
                && expected.iter().all(|(name, e)| found.get(name).is_some_and(|f| fits(e, f)))
        }
        _ => expected == found,
    }
}

#[test]
fn a_case_is_matched_word_by_word() {
    use serde_json::json;
    for (expected, found, matches) in [
        (json!({"a": 1}), json!({"a": 1}), true),
        (json!({"a": 1}), json!({"a": 1, "b": 2}), false),
        (json!({"a": 1, "b": 2}), json!({"a": 1}), false),
        (json!({"a": "*"}), json!({"a": [1]}), true),
        (json!({"a": "*"}), json!({}), false),
        (json!("x…z"), json!("xyz"), true),
        (json!("x…z"), json!("x"), false),
        (json!("xy…yz"), json!("xyz"), false),
        (json!([1]), json!([1, 2]), false),
        (json!(null), json!({}), false),
    ] {
        assert_eq!(fits(&expected, &found), matches, "{expected} {found}");
    }
}
