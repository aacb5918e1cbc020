//! Into which parts does a page's Markdown fall?

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::{
    leaf::{Dialect, walk},
    outline::Heading,
};

/// Bytes after which a section goes on in another block, at the next element.
const BLOCK_BYTES: usize = 4_000;
/// Bytes of one block, whatever it holds. Spelt as SQL and split for the index a text grows up to
/// fourfold, and must still fit a statement of 100 KB.
pub const BLOCK_BYTES_MAX: usize = 12 * 1024;

/// A part of a page: a heading with what follows it, or a part of that. All blocks of a page
/// together are its Markdown, byte for byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The heading it begins with or stands under.
    pub heading: Option<Heading>,
    /// Whether it begins with the heading.
    pub begins: bool,
    /// Which part of its section it is, from 0.
    pub part: usize,
    /// Its own Markdown.
    pub text: String,
    /// What follows the heading, without markup.
    pub plain: String,
}

/// What Markdown is taken to hold beyond CommonMark.
pub fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_GFM
        | Options::ENABLE_DEFINITION_LIST
        | Options::ENABLE_MATH
}

/// The same, and the `[[wikilinks]]` that authors write and no served page holds.
pub(crate) fn options_as_written() -> Options {
    options() | Options::ENABLE_WIKILINKS
}

/// One element at the top of a page: where it begins, and its text without markup.
struct Element {
    start: usize,
    heading: Option<Heading>,
    plain: String,
}

/// Splits a page's Markdown into blocks.
pub fn blocks_of(text: &str) -> Vec<Block> {
    let elements = elements_of(text);
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = Open::default();
    for (index, element) in elements.iter().enumerate() {
        // Everything between two elements belongs to the first; before all of them, to it too.
        let start = if index == 0 { 0 } else { element.start };
        let end = elements.get(index + 1).map_or(text.len(), |it| it.start);
        // A comment or an anchor alone says nothing, so it begins no part.
        let is_full = open.range.len() >= BLOCK_BYTES && !element.plain.is_empty();
        if element.heading.is_some() || is_full {
            open.close(text, &mut blocks);
        }
        if let Some(heading) = &element.heading {
            open =
                Open { heading: Some(heading.clone()), part: 0, begins: true, ..Open::default() };
        }
        if open.range.is_empty() {
            open.range = start..start;
        }
        open.range.end = end;
        if element.heading.is_some() {
            continue;
        }
        if !open.plain.is_empty() && !element.plain.is_empty() {
            open.plain.push('\n');
        }
        open.plain.push_str(&element.plain);
    }
    open.close(text, &mut blocks);
    if blocks.is_empty() && !text.is_empty() {
        let mut rest = Open { range: 0..text.len(), ..Open::default() };
        rest.close(text, &mut blocks);
    }
    blocks
}

/// A block that is being gathered.
#[derive(Default)]
struct Open {
    heading: Option<Heading>,
    begins: bool,
    part: usize,
    range: Range<usize>,
    plain: String,
}

impl Open {
    /// Adds what was gathered, cut where it passes the bound, and goes on in the same section.
    fn close(&mut self, text: &str, blocks: &mut Vec<Block>) {
        let range = std::mem::take(&mut self.range);
        let mut plain = std::mem::take(&mut self.plain);
        let mut rest = &text[range];
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(cut(rest));
            let keep = if after.is_empty() { plain.len() } else { cut(&plain) };
            let later = plain.split_off(keep);
            blocks.push(Block {
                heading: self.heading.clone(),
                begins: self.begins,
                part: self.part,
                text: piece.to_owned(),
                plain: std::mem::replace(&mut plain, later),
            });
            self.begins = false;
            self.part += 1;
            rest = after;
        }
    }
}

/// Where to cut a text that passes the bound: after a line if there is one, else anywhere.
fn cut(text: &str) -> usize {
    if text.len() <= BLOCK_BYTES_MAX {
        return text.len();
    }
    let mut end = BLOCK_BYTES_MAX;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].rfind('\n').map_or(end, |it| it + 1)
}

fn elements_of(text: &str) -> Vec<Element> {
    let mut elements = Vec::new();
    let mut headings = walk(text, Dialect::Plain, &mut |_| {}).headings.into_iter();
    let mut depth = 0_usize;
    let mut current: Option<Element> = None;
    let mut is_heading = false;
    for (event, range) in Parser::new_ext(text, options()).into_offset_iter() {
        match event {
            Event::Start(tag) => {
                if depth == 0 {
                    current =
                        Some(Element { start: range.start, heading: None, plain: String::new() });
                    is_heading = matches!(tag, Tag::Heading { .. });
                }
                depth += 1;
            }
            Event::End(tag) => {
                depth = depth.saturating_sub(1);
                if let Some(element) = &mut current
                    && tag == TagEnd::TableCell
                {
                    // Words of two cells are not one.
                    element.plain.push(' ');
                }
                if let Some(element) = &mut current
                    && ends_line(tag)
                    && !element.plain.ends_with('\n')
                {
                    element.plain.push('\n');
                }
                if depth == 0
                    && let Some(mut element) = current.take()
                {
                    element.plain.truncate(element.plain.trim_end().len());
                    if std::mem::take(&mut is_heading) {
                        element.heading = headings.next();
                    }
                    elements.push(element);
                }
            }
            Event::Text(it) | Event::Code(it) | Event::InlineMath(it) | Event::DisplayMath(it) => {
                if let Some(element) = &mut current {
                    element.plain.push_str(&it);
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some(element) = &mut current {
                    element.plain.push('\n');
                }
            }
            Event::Rule => {
                elements.push(Element { start: range.start, heading: None, plain: String::new() });
            }
            Event::Html(_)
            | Event::InlineHtml(_)
            | Event::FootnoteReference(_)
            | Event::TaskListMarker(_) => {}
        }
    }
    elements
}

fn ends_line(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Paragraph
            | TagEnd::Heading(_)
            | TagEnd::Item
            | TagEnd::CodeBlock
            | TagEnd::TableRow
            | TagEnd::TableHead
            | TagEnd::BlockQuote(_)
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
    )
}

#[cfg(test)]
mod tests;
