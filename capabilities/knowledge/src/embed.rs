//! What is a page's Markdown once its links lead somewhere and its embeds stand in place?

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use pulldown_cmark::{Event, Parser, Tag};

use crate::{
    anchor::AnchorKind,
    block::options_as_written,
    facts::{Edit, Form, Replacement},
    leaf::leaves_of,
    link::edits::title,
    manuscript::Manuscript,
    resolve::is_elsewhere,
};

/// How deep an embedded page may embed others.
const DEPTH_MAX: usize = 5;
/// Embeds of one page, those of embedded pages too.
const EMBEDS_MAX: usize = 1_000;
/// Bytes that all embeds of one page may add.
const ADDED_BYTES_MAX: usize = 4 * 1024 * 1024;

/// A page that another shows a part of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Embedded {
    /// As it was written.
    pub manuscript: Arc<Manuscript>,
    /// What linking does to it: [`crate::link::Ties::edits`].
    pub edits: Vec<Edit>,
}

/// The body of a page: its Markdown with its edits done, ready to be served. `other` gives a page
/// by its id; it is asked for embedded ones alone ([`embeds_of`] says which those are).
///
/// A part of another page stands in a quotation under a link to it. A page that shows itself, and
/// one that is shown too deep or that would make the body too long, is a link instead.
pub fn body_of(
    manuscript: &Manuscript,
    edits: &[Edit],
    other: &dyn Fn(&str) -> Option<Embedded>,
) -> String {
    let mut work = Work {
        other,
        read: BTreeMap::new(),
        room: ADDED_BYTES_MAX,
        embeds: EMBEDS_MAX,
        above: vec![manuscript.facts.id.clone()],
    };
    work.spliced(&manuscript.text, edits, (0, manuscript.text.len()))
}

/// The ids of the pages that a page shows a part of, as its edits say; those may show more.
pub fn embeds_of(edits: &[Edit]) -> impl Iterator<Item = &str> {
    edits.iter().filter_map(|it| match &it.with {
        Replacement::Text(_) => None,
        Replacement::Embed { page, .. } => Some(page.as_str()),
    })
}

struct Work<'w> {
    other: &'w dyn Fn(&str) -> Option<Embedded>,
    /// The pages that were shown already.
    read: BTreeMap<String, Rc<Shown>>,
    room: usize,
    embeds: usize,
    /// The pages around what is being made, the outermost first.
    above: Vec<String>,
}

/// A page that parts are shown of.
struct Shown {
    manuscript: Arc<Manuscript>,
    edits: Vec<Edit>,
    /// The place of each anchor.
    places: BTreeMap<String, usize>,
    /// The level of each heading at the top of the page.
    levels: BTreeMap<String, u8>,
}

impl Shown {
    fn of(embedded: Embedded) -> Shown {
        let Embedded { manuscript, edits } = embedded;
        let edits = with_references(&manuscript, edits);
        let anchors = manuscript.anchors.iter().enumerate();
        let places = anchors.map(|(at, it)| (it.anchor.clone(), at)).collect();
        let headings = manuscript.facts.outline.iter();
        let levels = headings.map(|it| (it.anchor.clone(), it.level)).collect();
        Shown { manuscript, edits, places, levels }
    }

    /// The bytes that an anchor names: a heading with what stands under it, another part by
    /// itself, the whole page where there is none.
    fn part(&self, anchor: &str) -> (usize, usize) {
        let anchors = &self.manuscript.anchors;
        let end = self.manuscript.text.len();
        let Some(at) = self.places.get(anchor).copied() else { return (0, end) };
        let range = &anchors[at].range;
        let is_heading = anchors[at].kind == AnchorKind::Heading;
        let Some(level) = self.levels.get(anchor).filter(|_| is_heading) else {
            return (range.start, range.end);
        };
        let next = anchors[at + 1..].iter().find(|it| {
            it.kind == AnchorKind::Heading
                && self.levels.get(&it.anchor).is_some_and(|it| it <= level)
        });
        (range.start, next.map_or(end, |it| it.range.start))
    }
}

impl Work<'_> {
    /// A range of a text, with the edits in it done.
    fn spliced(&mut self, text: &str, edits: &[Edit], range: (usize, usize)) -> String {
        let (start, end) = range;
        let mut spliced = String::with_capacity(end - start);
        let mut at = start;
        let first = edits.partition_point(|it| it.range.0 < start);
        for edit in &edits[first..] {
            if edit.range.1 > end {
                break;
            }
            let Some(kept) = text.get(at..edit.range.0) else { continue };
            spliced.push_str(kept);
            match &edit.with {
                Replacement::Text(text) => spliced.push_str(text),
                Replacement::Embed { page, anchor, link } => {
                    match self.embedded(page, anchor, link) {
                        Ok(quotation) => {
                            spliced.push_str(&quotation);
                            // A quotation below would go on with this one.
                            let below = text[edit.range.1..end].trim_start_matches([' ', '\t']);
                            if below.starts_with("\n>") || below.starts_with("\n ") {
                                spliced.push('\n');
                            }
                        }
                        Err(note) => spliced.push_str(&format!("{link} ({note})")),
                    }
                }
            }
            at = edit.range.1;
        }
        spliced.push_str(&text[at..end]);
        spliced
    }

    fn embedded(&mut self, page: &str, anchor: &str, link: &str) -> Result<String, &'static str> {
        if self.above.iter().any(|it| it == page) {
            return Err("not shown here: it would show itself");
        }
        if self.above.len() > DEPTH_MAX {
            return Err("not shown here: too deep");
        }
        self.embeds =
            self.embeds.checked_sub(1).ok_or("not shown here: the page shows too many")?;
        let shown = match self.read.get(page) {
            Some(shown) => Rc::clone(shown),
            None => {
                let found = (self.other)(page).ok_or("not shown here: it cannot be read")?;
                let shown = Rc::new(Shown::of(found));
                self.read.insert(page.to_owned(), Rc::clone(&shown));
                shown
            }
        };
        let range = shown.part(anchor);
        let length = range.1 - range.0;
        self.room = self.room.checked_sub(length).ok_or("not shown here: the page is too long")?;
        self.above.push(page.to_owned());
        let text = &shown.manuscript.text;
        let body = self.spliced(text, &shown.edits, range);
        self.above.pop();
        let body = lifted(&body, line_before(text, range.0));
        let mut lines = String::with_capacity(body.len() + 64);
        let head = format!("**{link}**\n\n");
        for line in head.lines().chain(body.trim_matches('\n').lines()) {
            lines.push_str(if line.is_empty() { ">" } else { "> " });
            // A tab would reach less far behind the mark of the quotation.
            let rest = line.trim_start_matches([' ', '\t']);
            let mut column = 0;
            for character in line[..line.len() - rest.len()].chars() {
                column = if character == '\t' { (column / 4 + 1) * 4 } else { column + 1 };
            }
            lines.extend(std::iter::repeat_n(' ', column));
            lines.push_str(rest);
            lines.push('\n');
        }
        lines.pop();
        self.room = self.room.saturating_sub(lines.len().saturating_sub(length));
        Ok(lines)
    }
}

/// What stands on the line of a byte before it.
fn line_before(text: &str, at: usize) -> &str {
    let line = text[..at].rfind('\n').map_or(0, |it| it + 1);
    &text[line..at]
}

/// A part of a list or a quotation without what its lines begin with there.
fn lifted(body: &str, before: &str) -> String {
    if before.is_empty() {
        return body.to_owned();
    }
    let lift = |line: &str| -> String {
        if let Some(rest) = line.strip_prefix(before) {
            return rest.to_owned();
        }
        let spaces = line.bytes().take(before.len()).take_while(|it| *it == b' ').count();
        line[spaces..].to_owned()
    };
    let mut lines = body.lines();
    let first = lines.next().unwrap_or_default().to_owned();
    [first].into_iter().chain(lines.map(lift)).collect::<Vec<_>>().join("\n")
}

/// The edits of a page, and those that write out its reference links to other sites and give
/// other labels to definitions and footnotes: the page that shows it may define the same ones.
fn with_references(manuscript: &Manuscript, mut edits: Vec<Edit>) -> Vec<Edit> {
    let definitions = leaves_of(&manuscript.text, &mut |leaf| {
        let references = leaf.links.into_iter().filter(|it| {
            matches!(it.form, Form::Reference | Form::ImageReference) && is_elsewhere(&it.target)
        });
        edits.extend(references.map(|it| {
            let target = it.target.replace(['<', '>', '\n'], "");
            let text = format!("](<{target}>{})", title(&it.title));
            Edit { range: (it.inner.end, it.range.end), with: Replacement::Text(text) }
        }));
    });
    // Letters and digits alone end no label.
    let id = manuscript.facts.id.chars().filter(|it| it.is_alphanumeric()).take(100);
    let id: String = id.collect();
    let mut own = |at: usize| {
        edits.push(Edit { range: (at, at), with: Replacement::Text(format!("{id}-")) });
    };
    definitions.into_iter().for_each(|it| own(it.range.start + 1));
    let events = Parser::new_ext(&manuscript.text, options_as_written()).into_offset_iter();
    for (event, range) in events {
        let is_footnote =
            matches!(event, Event::FootnoteReference(_) | Event::Start(Tag::FootnoteDefinition(_)));
        if is_footnote && manuscript.text[range.start..].starts_with("[^") {
            own(range.start + 2);
        }
    }
    edits.sort_by_key(|it| it.range);
    edits
}

#[cfg(test)]
mod tests;
