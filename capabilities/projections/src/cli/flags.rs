//! Which flag each field of an input has.

use std::collections::BTreeSet;

use contract::{contract::Contract, schema::Schema};

use crate::field::{Field, Form, Scalar, fields};

/// Flags that every capability's command keeps for itself.
pub const OWN_FLAGS: &[&str] = &["help", "input", "json", "site", "url", "version", "yes"];

/// What a field's flag begins with where its own name is taken.
const PREFIX: &str = "input-";

/// A field with its flag.
#[derive(Clone, PartialEq, Debug)]
pub struct Flag<'c> {
    /// The field.
    pub field: Field<'c>,
    /// The flag's name without its dashes. A field whose name leaves no free flag has none, and is
    /// given with `--input`.
    pub long: Option<String>,
    /// Whether the field may also be given without its flag.
    pub positional: bool,
}

/// The flags of a capability, in the order of its fields.
///
/// A field is named in kebab case: `maxItems` is `--max-items`. Where that is one of
/// [`OWN_FLAGS`], or an earlier field's flag, it is `--input-max-items`.
pub fn flags(contract: &Contract) -> Vec<Flag<'_>> {
    named(&contract.input)
}

fn named(input: &Schema) -> Vec<Flag<'_>> {
    let fields = fields(input);
    let alone = alone(&fields);
    let mut taken: BTreeSet<String> = OWN_FLAGS.iter().map(|it| (*it).to_owned()).collect();
    let mut take = |name: String| taken.insert(name.clone()).then_some(name);
    let plain: Vec<Option<String>> =
        fields.iter().map(|it| kebab(it.name).and_then(&mut take)).collect();
    let longs: Vec<Option<String>> = fields
        .iter()
        .zip(plain)
        .map(|(field, plain)| {
            plain.or_else(|| kebab(field.name).and_then(|it| take(format!("{PREFIX}{it}"))))
        })
        .collect();
    let flags = fields.into_iter().zip(longs).enumerate();
    flags
        .map(|(index, (field, long))| {
            let positional = alone == Some(index) && long.is_some();
            Flag { field, long, positional }
        })
        .collect()
}

/// The one required field, where it is plain text.
fn alone(fields: &[Field<'_>]) -> Option<usize> {
    let mut required = fields.iter().enumerate().filter(|(_, it)| it.required);
    match (required.next(), required.next()) {
        (Some((index, only)), None) => (only.form == Form::Scalar(Scalar::Text)).then_some(index),
        _ => None,
    }
}

/// `maxItems`, `max_items` and `max.items` are `max-items`; `maxURLLength` is `max-url-length`.
/// `None` where no word of letters and digits is left.
fn kebab(name: &str) -> Option<String> {
    let characters: Vec<char> = name.chars().collect();
    let mut kebab = String::new();
    for (index, character) in characters.iter().enumerate() {
        if !character.is_ascii_alphanumeric() {
            if !matches!(character, '_' | '-' | '.' | '$' | '@' | ' ' | '/' | ':') {
                return None;
            }
            if !kebab.is_empty() && !kebab.ends_with('-') {
                kebab.push('-');
            }
            continue;
        }
        let before = index.checked_sub(1).and_then(|it| characters.get(it));
        let after = characters.get(index + 1);
        let begins_word = character.is_ascii_uppercase()
            && before.is_some_and(|it| {
                it.is_ascii_lowercase()
                    || it.is_ascii_digit()
                    || it.is_ascii_uppercase() && after.is_some_and(char::is_ascii_lowercase)
            });
        if begins_word {
            kebab.push('-');
        }
        kebab.push(character.to_ascii_lowercase());
    }
    let kebab = kebab.trim_end_matches('-');
    (!kebab.is_empty()).then(|| kebab.to_owned())
}
