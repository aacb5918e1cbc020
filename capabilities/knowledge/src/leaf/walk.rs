//! In which order do the leaves of a page come, and to which part does each belong?

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Parser, Tag, TagEnd};

use super::{
    Dialect, Form, HEADING_CHARACTERS_MAX, Leaf, LeafKind, LeafLink, Walked, WrittenDefinition,
    inline::Inline,
    marker::{braced, marker_of},
};
use crate::{
    anchor::{AnchorKind, Standing, Unnamed, digest_of_words, named},
    block::{options, options_as_written},
    fold::key_of,
    html::{self, Attribute},
    outline::Heading,
};

/// Hands over each leaf of a page as it was written, in order, and names nothing; gives the
/// definitions of its reference links.
pub(crate) fn leaves_of(text: &str, on_leaf: &mut dyn FnMut(Leaf)) -> Vec<WrittenDefinition> {
    walked(text, Dialect::Written, false, on_leaf).definitions
}

/// Walks a page, and hands over each leaf when it is complete, in order.
pub(crate) fn walk(text: &str, dialect: Dialect, on_leaf: &mut dyn FnMut(Leaf)) -> Walked {
    walked(text, dialect, true, on_leaf)
}

fn walked(text: &str, dialect: Dialect, is_naming: bool, on_leaf: &mut dyn FnMut(Leaf)) -> Walked {
    let parser = Parser::new_ext(
        text,
        match dialect {
            Dialect::Written => options_as_written(),
            Dialect::Plain => options(),
        },
    );
    let mut definitions: Vec<WrittenDefinition> = Vec::new();
    let mut labels = BTreeMap::new();
    for (label, definition) in parser.reference_definitions().iter() {
        if dialect == Dialect::Written {
            labels.insert(key_of(label), definition.dest.to_string());
        }
        definitions.push(WrittenDefinition {
            range: definition.span.clone(),
            target: definition.dest.to_string(),
            title: definition.title.as_deref().unwrap_or_default().to_owned(),
        });
    }
    definitions.sort_by_key(|it| it.range.start);
    let mut walk = Walk {
        text,
        is_naming,
        on_leaf,
        parts: Vec::new(),
        tags: Vec::new(),
        frames: Vec::new(),
        items: Vec::new(),
        tops: Vec::new(),
        heading: None,
        quotes: 0,
        depth: 0,
        head_cells: false,
        html_block: None,
        inline: Inline::new(labels),
    };
    for (event, range) in parser.into_offset_iter() {
        walk.event(event, range);
    }
    walk.close_leaf();
    let Walk { parts, tags, tops, .. } = walk;
    let count = parts.len();
    if !is_naming {
        let (anchors, tags, headings) = Default::default();
        return Walked { anchors, tags, headings, definitions };
    }
    let mut all = parts;
    all.extend(tags);
    let words: Vec<(u8, usize, String)> =
        tops.into_iter().map(|(level, part)| (level, part, all[part].words.clone())).collect();
    let mut anchors = named(all);
    let mut tags = anchors.split_off(count);
    tags.retain(|it| !it.anchor.is_empty());
    let headings = words.into_iter().map(|(level, part, title)| Heading {
        level,
        title,
        anchor: anchors[part].anchor.clone(),
    });
    let headings = headings.collect();
    Walked { anchors, tags, headings, definitions }
}

struct Walk<'t, 'f> {
    text: &'t str,
    /// Whether parts get their names.
    is_naming: bool,
    on_leaf: &'f mut dyn FnMut(Leaf),
    parts: Vec<Unnamed>,
    tags: Vec<Unnamed>,
    /// The parts that are open.
    frames: Vec<Frame>,
    /// Those of `frames` that are items.
    items: Vec<usize>,
    /// Level and part of each heading at the top of the page.
    tops: Vec<(u8, usize)>,
    /// The last heading.
    heading: Option<usize>,
    quotes: usize,
    /// Blocks that are open.
    depth: usize,
    head_cells: bool,
    html_block: Option<Range<usize>>,
    inline: Inline,
}

struct Frame {
    part: usize,
    plain: String,
}

impl Walk<'_, '_> {
    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag, range),
            Event::Text(words) if self.html_block.is_none() => self.text(&words, range),
            Event::Html(_) | Event::Text(_) => {}
            Event::Code(words) | Event::InlineMath(words) | Event::DisplayMath(words) => {
                self.inline.set_words(&words, range);
            }
            Event::InlineHtml(_) => self.inline_html(range),
            Event::SoftBreak => self.inline.soft_break(range),
            Event::HardBreak => self.inline.hard_break(range),
            Event::Rule => self.close_leaf(),
            Event::FootnoteReference(_) | Event::TaskListMarker(_) => self.inline.mark(range),
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript => {
                self.inline.open_markup(range);
            }
            Tag::Link { link_type, dest_url, title, .. } => {
                let range = self.whole_link(link_type, range);
                self.inline.open_link(false, link_type, &dest_url, &title, range);
            }
            Tag::Image { link_type, dest_url, title, .. } => {
                let range = self.whole_link(link_type, range);
                self.inline.open_link(true, link_type, &dest_url, &title, range);
            }
            Tag::Heading { level, id, .. } => {
                self.open_block();
                let part = self.open_part(AnchorKind::Heading, range);
                let explicit = id.map(|it| it.chars().take(HEADING_CHARACTERS_MAX).collect());
                self.parts[part].explicit = explicit;
                if self.depth == 1 {
                    self.parts[part].standing = Standing::TopHeading;
                    self.tops.push((level as u8, part));
                }
                self.heading = Some(part);
                self.inline.kind = LeafKind::Heading;
            }
            Tag::Paragraph => {
                self.open_block();
                self.open_part(AnchorKind::Paragraph, range);
            }
            Tag::Item => {
                self.open_block();
                self.items.push(self.frames.len());
                self.open_part(AnchorKind::Item, range);
            }
            Tag::CodeBlock(kind) => {
                self.open_block();
                let part = self.open_part(AnchorKind::Code, range);
                if let CodeBlockKind::Fenced(info) = kind {
                    self.parts[part].explicit = braced(&info).map(|(name, _)| name.to_owned());
                }
                self.inline.kind = LeafKind::Code;
            }
            Tag::HtmlBlock => {
                self.open_block();
                self.html_block = Some(range);
            }
            Tag::BlockQuote(_) => {
                self.open_block();
                self.quotes += 1;
            }
            Tag::TableHead => {
                self.open_block();
                self.head_cells = true;
            }
            Tag::TableCell => {
                self.open_block();
                if self.head_cells {
                    self.inline.kind = LeafKind::TableHead;
                }
            }
            Tag::List(_)
            | Tag::FootnoteDefinition(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::Table(_)
            | Tag::TableRow
            | Tag::MetadataBlock(_) => self.open_block(),
        }
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>) {
        match tag {
            TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript => self.inline.close_markup(range),
            TagEnd::Link | TagEnd::Image => self.inline.close_link(range),
            TagEnd::Heading(_) | TagEnd::Paragraph | TagEnd::CodeBlock => {
                self.close_leaf();
                self.close_part();
                self.depth = self.depth.saturating_sub(1);
            }
            TagEnd::Item => {
                self.close_leaf();
                self.close_part();
                self.items.pop();
                self.depth = self.depth.saturating_sub(1);
            }
            TagEnd::HtmlBlock => {
                if let Some(range) = self.html_block.take() {
                    self.html(range, 0..0);
                }
                self.close_block();
            }
            TagEnd::BlockQuote(_) => {
                self.close_block();
                self.quotes = self.quotes.saturating_sub(1);
            }
            TagEnd::TableHead => {
                self.close_block();
                self.head_cells = false;
            }
            TagEnd::List(_)
            | TagEnd::FootnoteDefinition
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::Table
            | TagEnd::TableRow
            | TagEnd::TableCell
            | TagEnd::MetadataBlock(_) => self.close_block(),
        }
    }

    /// The range of `[label][]` is given without its last two brackets.
    fn whole_link(&self, link_type: LinkType, range: Range<usize>) -> Range<usize> {
        let is_cut = matches!(link_type, LinkType::Collapsed | LinkType::CollapsedUnknown)
            && !self.text[range.clone()].ends_with("[]")
            && self.text[range.end..].starts_with("[]");
        range.start..range.end + if is_cut { 2 } else { 0 }
    }

    fn open_block(&mut self) {
        self.close_leaf();
        self.depth += 1;
    }

    fn close_block(&mut self) {
        self.close_leaf();
        self.depth = self.depth.saturating_sub(1);
    }

    fn open_part(&mut self, kind: AnchorKind, range: Range<usize>) -> usize {
        let standing = if self.quotes > 0 { Standing::Quoted } else { Standing::Own };
        let part = self.parts.len();
        let words = String::new();
        self.parts.push(Unnamed { range, kind, marker: None, explicit: None, words, standing });
        self.frames.push(Frame { part, plain: String::new() });
        part
    }

    fn close_part(&mut self) {
        let Some(frame) = self.frames.pop().filter(|_| self.is_naming) else { return };
        let part = &mut self.parts[frame.part];
        part.words = match part.kind {
            AnchorKind::Heading => {
                let words = frame.plain.split_whitespace().collect::<Vec<_>>().join(" ");
                words.chars().take(HEADING_CHARACTERS_MAX).collect()
            }
            AnchorKind::Paragraph | AnchorKind::Item | AnchorKind::Code | AnchorKind::Html => {
                digest_of_words(&frame.plain)
            }
        };
    }

    fn text(&mut self, words: &str, range: Range<usize>) {
        self.inline.text(words, range);
    }

    fn inline_html(&mut self, range: Range<usize>) {
        let at = self.inline.plain_len();
        self.html(range.clone(), at..at);
        self.inline.tag(&self.text[range.clone()], range);
    }

    /// Takes links and names out of raw HTML.
    fn html(&mut self, range: Range<usize>, words: Range<usize>) {
        let is_block = words == (0..0) && !self.inline.is_open();
        let mut links = Vec::new();
        html::attributes(&self.text[range.clone()], &mut |it: Attribute<'_>| {
            let value = range.start + it.range.start..range.start + it.range.end;
            match it.meaning {
                html::Meaning::Name => {
                    let standing = if self.quotes > 0 { Standing::Quoted } else { Standing::Own };
                    self.tags.push(Unnamed {
                        range: value,
                        kind: AnchorKind::Html,
                        marker: None,
                        explicit: Some(it.value.into_owned()),
                        words: String::new(),
                        standing,
                    });
                }
                html::Meaning::Link | html::Meaning::Image => links.push(LeafLink {
                    form: if it.meaning == html::Meaning::Link {
                        Form::HtmlLink
                    } else {
                        Form::HtmlImage
                    },
                    target: it.value.into_owned(),
                    title: String::new(),
                    range: value.clone(),
                    inner: value,
                    words: words.clone(),
                    is_alone: false,
                }),
            }
        });
        if is_block && !links.is_empty() {
            let leaf =
                Leaf { kind: LeafKind::Code, holder: self.holder(), links, ..Leaf::default() };
            (self.on_leaf)(leaf);
        } else {
            self.inline.links.extend(links);
        }
    }

    fn holder(&self) -> Option<usize> {
        self.frames.last().map(|it| it.part).or(self.heading)
    }

    fn close_leaf(&mut self) {
        let Some(mut leaf) = self.inline.take() else { return };
        leaf.holder = self.holder();
        leaf.heading = self.heading;
        let own = self.frames.last().map(|it| self.parts[it.part].kind);
        leaf.is_top = self.depth == 1 && own == Some(AnchorKind::Paragraph);
        // What an embed stands for is quoted in its place.
        if let ([link], true) = (leaf.links.as_slice(), leaf.is_top)
            && link.is_alone
            && matches!(link.form, Form::Embed | Form::EmbedWithText)
            && let Some(frame) = self.frames.last()
        {
            self.parts[frame.part].standing = Standing::Shown;
        }
        if leaf.kind == LeafKind::Prose
            && let Some((name, marker)) = marker_of(self.text, &leaf)
            && let Some(frame) = self.frames.last()
        {
            let part = &mut self.parts[frame.part];
            let is_first = part.explicit.is_none() && part.kind != AnchorKind::Heading;
            if is_first {
                leaf.plain.truncate(leaf.plain.len() - marker.len());
                leaf.pieces.retain(|it| it.at < leaf.plain.len());
                if let Some(last) = leaf.pieces.last_mut() {
                    last.source.end = last.source.end.min(marker.start);
                }
                part.explicit = Some(name);
                part.marker = Some(marker);
            }
        }
        if !self.is_naming {
            return (self.on_leaf)(leaf);
        }
        let own = self.frames.len().checked_sub(1);
        let item = self.items.last().copied().filter(|it| Some(*it) != own);
        for frame in own.into_iter().chain(item) {
            let plain = &mut self.frames[frame].plain;
            if !plain.is_empty() {
                plain.push('\n');
            }
            plain.push_str(&leaf.plain);
        }
        (self.on_leaf)(leaf);
    }
}
