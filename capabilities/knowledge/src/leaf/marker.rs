//! Which name does a block's last line give it?

use std::ops::Range;

use super::{HEADING_CHARACTERS_MAX, Leaf};

/// The name that a leaf ends in, and where the source spells it, white space before it too.
pub(super) fn marker_of(text: &str, leaf: &Leaf) -> Option<(String, Range<usize>)> {
    let last = leaf.pieces.last().filter(|it| it.is_prose)?;
    let plain = leaf.plain.as_str();
    let (name, length) = braced(plain).or_else(|| caret(plain))?;
    let start = last.source.end.checked_sub(length)?;
    let marker = start..last.source.end;
    let is_same = text
        .get(marker.clone())?
        .split_whitespace()
        .eq(plain.get(plain.len() - length..)?.split_whitespace());
    is_same.then(|| (name.to_owned(), marker))
}

/// `{#name}` at the end of a text: the name, and the bytes it takes with the white space before.
pub(super) fn braced(text: &str) -> Option<(&str, usize)> {
    let (before, name) = text.strip_suffix('}')?.rsplit_once("{#")?;
    let is_name = !name.is_empty()
        && name.len() <= HEADING_CHARACTERS_MAX
        && name.chars().all(|it| it.is_alphanumeric() || "-_.:".contains(it));
    let kept = before.trim_end();
    (is_name && (before.is_empty() || kept.len() < before.len()))
        .then(|| (name, text.len() - kept.len()))
}

/// `^name` at the end of a text, as Obsidian has it.
fn caret(text: &str) -> Option<(&str, usize)> {
    let (before, name) = text.rsplit_once('^')?;
    let is_name = !name.is_empty()
        && name.len() <= HEADING_CHARACTERS_MAX
        && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '-');
    let kept = before.trim_end();
    (is_name && (before.is_empty() || kept.len() < before.len()))
        .then(|| (name, text.len() - kept.len()))
}
