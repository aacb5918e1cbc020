//! Which markup begins each element of Markdown?

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Tag};

use super::{Close, Kind, Writer, anchor_url, push_attribute};
use crate::article::{
    code::{Info, info_of},
    url::{self, Target},
};

impl Writer<'_> {
    pub(super) fn start(
        &mut self,
        tag: Tag<'_>,
        range: &Range<usize>,
        next: Option<&(Event<'_>, Range<usize>)>,
    ) -> Close {
        if self.pictures_open > 0 {
            // What describes a picture is a text.
            if matches!(tag, Tag::Image { .. }) {
                self.pictures_open += 1;
                return Close::Picture { url: String::new(), title: String::new() };
            }
            return Close::Nothing;
        }
        match tag {
            Tag::Paragraph => self.paragraph(range),
            Tag::Heading { level, .. } => {
                let id = self.named(range, Kind::Heading);
                self.inner();
                Close::Heading { level: level as u8, id }
            }
            Tag::BlockQuote(kind) => self.quotation(kind, next),
            Tag::CodeBlock(kind) => {
                let id = self.named(range, Kind::Code);
                let info = match kind {
                    CodeBlockKind::Fenced(info) => info_of(&info),
                    CodeBlockKind::Indented => Info::default(),
                };
                self.plain = Some(String::new());
                Close::Code { info, id }
            }
            Tag::HtmlBlock => Close::Html,
            Tag::List(None) => self.block("<ul>\n", "</ul>\n"),
            Tag::List(Some(1)) => self.block("<ol>\n", "</ol>\n"),
            Tag::List(Some(first)) => {
                self.out.push_str(&format!("<ol start=\"{first}\">\n"));
                Close::Tag("</ol>\n")
            }
            Tag::Item => {
                let holds_paragraph = matches!(next, Some((Event::Start(Tag::Paragraph), _)));
                let id = self.named(range, Kind::Item);
                self.named_element("<li", id.as_deref(), !holds_paragraph);
                Close::Tag("</li>\n")
            }
            Tag::FootnoteDefinition(name) => {
                self.inner();
                Close::Footnote(name.into_string())
            }
            Tag::DefinitionList => self.block("<dl>\n", "</dl>\n"),
            Tag::DefinitionListTitle => self.block("<dt>", "</dt>\n"),
            Tag::DefinitionListDefinition => self.block("<dd>", "</dd>\n"),
            Tag::Table(alignments) => self.table(alignments),
            Tag::TableHead => self.row(true),
            Tag::TableRow => self.row(false),
            Tag::TableCell => self.cell(),
            Tag::Emphasis => self.block("<em>", "</em>"),
            Tag::Strong => self.block("<strong>", "</strong>"),
            Tag::Strikethrough => self.block("<del>", "</del>"),
            Tag::Superscript => self.block("<sup>", "</sup>"),
            Tag::Subscript => self.block("<sub>", "</sub>"),
            Tag::Link { dest_url, title, .. } => self.link(&dest_url, &title),
            Tag::Image { dest_url, title, .. } => {
                self.pictures_open = 1;
                self.plain = Some(String::new());
                Close::Picture { url: dest_url.into_string(), title: title.into_string() }
            }
            Tag::MetadataBlock(_) => Close::Nothing,
        }
    }

    fn block(&mut self, start: &str, end: &'static str) -> Close {
        self.out.push_str(start);
        Close::Tag(end)
    }

    /// The name of a block; what spells it is left out.
    fn named(&mut self, range: &Range<usize>, kind: Kind) -> Option<String> {
        let named = self.names.blocks.remove(&(range.start, kind))?;
        if named.marker.is_some() {
            self.skip = named.marker;
        }
        Some(named.id)
    }

    fn paragraph(&mut self, range: &Range<usize>) -> Close {
        let id = self.named(range, Kind::Paragraph);
        if self.is_callout_paragraph() {
            return Close::CalloutParagraph;
        }
        self.named_element("<p", id.as_deref(), true);
        Close::Tag("</p>\n")
    }

    /// An element with its name, and a quiet link to itself: for the pointer alone, because a stop
    /// at every paragraph would make the keyboard useless.
    fn named_element(&mut self, start: &str, id: Option<&str>, is_linked: bool) {
        self.out.push_str(start);
        if let Some(id) = id {
            push_attribute(&mut self.out, "id", id);
        }
        self.out.push('>');
        if let Some(id) = id.filter(|_| is_linked && !self.is_in_link()) {
            self.out.push_str("<a class=\"anchor\"");
            push_attribute(&mut self.out, "href", &anchor_url(id));
            self.out.push_str(" tabindex=\"-1\" aria-hidden=\"true\"></a>");
        }
    }

    fn link(&mut self, destination: &str, title: &str) -> Close {
        let Some((url, target)) = url::link(destination).filter(|_| !self.is_in_link()) else {
            return Close::Nothing;
        };
        self.out.push_str("<a");
        push_attribute(&mut self.out, "href", &url);
        if target == Target::Outside {
            self.out.push_str(" rel=\"noopener\" class=\"external\"");
        }
        if !title.is_empty() {
            push_attribute(&mut self.out, "title", title);
        }
        self.out.push('>');
        Close::Tag("</a>")
    }

    /// Writes a picture, now that what describes it is known.
    pub(super) fn picture(&mut self, destination: &str, title: &str) {
        self.pictures_open -= 1;
        if self.pictures_open > 0 {
            return;
        }
        let alt = self.plain.take().unwrap_or_default();
        let Some(url) = url::picture(destination) else {
            return self.push(&alt);
        };
        self.out.push_str("<img");
        push_attribute(&mut self.out, "src", &url);
        push_attribute(&mut self.out, "alt", &alt);
        if !title.is_empty() {
            push_attribute(&mut self.out, "title", title);
        }
        if let Some((width, height)) = self.pictures.sizes.get(&url) {
            self.out.push_str(&format!(" width=\"{width}\" height=\"{height}\""));
        }
        self.out.push_str(" loading=\"lazy\" decoding=\"async\">");
    }
}

/// Whether a URL that may be linked to leads to another site.
pub(super) fn is_outside(written: &str) -> bool {
    url::link(written).is_some_and(|(_, target)| target == Target::Outside)
}
