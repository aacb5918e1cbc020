//! How do an author's own tags stand among those that Markdown makes?

use pulldown_cmark::{Event, Parser};

use super::{Close, Open, Writer, push_attribute, push_text};
use crate::{
    article::Complaint,
    sanitise::raw::{Element, Listing, Part, parts_of},
};

/// An author's elements within each other; the tags of more go, their content stays.
const OPEN_MAX: usize = 24;
/// Different complaints about one page.
const COMPLAINTS_MAX: usize = 20;

impl Writer<'_> {
    /// Writes a piece of HTML.
    pub(super) fn raw(&mut self, html: &str) {
        for part in parts_of(html) {
            match part {
                Part::Text(text) => self.push(&text),
                Part::Start(element) => self.element(element),
                Part::End(name) => self.element_ended(&name),
                Part::Listing(listing) => self.listing(&listing),
                Part::ListingEnd => self.element_ended("listing"),
                Part::Refused(name) => self.complain(&name),
            }
        }
    }

    fn complain(&mut self, name: &str) {
        if self.complaints.len() < COMPLAINTS_MAX {
            let name: String = name.chars().take(40).collect();
            self.complaints.insert(Complaint {
                message: format!("`<{name}>` is not shown: this site lets no such HTML through"),
                suggestion: "write it as Markdown, or leave it out".to_owned(),
            });
        }
    }

    fn element(&mut self, element: Element) {
        let is_link_in_link = element.name == "a" && self.is_in_link();
        if is_link_in_link || (!element.is_void && self.open.len() >= OPEN_MAX) {
            return;
        }
        let value = |wanted: &str| {
            element.attributes.iter().find(|(name, _)| *name == wanted).map(|(_, it)| it.clone())
        };
        if element.name == "img" && value("src").is_none() {
            return self.push(&value("alt").unwrap_or_default());
        }
        self.holds_html = true;
        self.has_title |= element.name == "h1";
        self.out.push('<');
        self.out.push_str(&element.name);
        if let Some(id) = element.id
            && self.names.tags.remove(&id)
        {
            push_attribute(&mut self.out, "id", &id);
        }
        for (name, it) in &element.attributes {
            push_attribute(&mut self.out, name, it);
            if *name == "href" && super::start::is_outside(it) {
                self.out.push_str(" rel=\"noopener\" class=\"external\"");
            }
        }
        if element.name == "img" {
            if value("alt").is_none() {
                self.out.push_str(" alt=\"\"");
            }
            if value("width").is_none()
                && value("height").is_none()
                && let Some((width, height)) =
                    value("src").and_then(|it| self.pictures.sizes.get(&it))
            {
                self.out.push_str(&format!(" width=\"{width}\" height=\"{height}\""));
            }
            self.out.push_str(" loading=\"lazy\" decoding=\"async\"");
        }
        self.out.push('>');
        if !element.is_void {
            let end = format!("</{}>", element.name);
            self.open.push(Open { name: element.name, depth: self.depth(), end });
        }
    }

    /// Whether a link is open, of either kind.
    pub(super) fn is_in_link(&self) -> bool {
        self.open.iter().any(|it| it.name == "a")
            || self.closes.iter().any(|it| matches!(it, Close::Tag("</a>")))
    }

    /// Ends the last element of that name which was begun at this depth, and all within it.
    fn element_ended(&mut self, name: &str) {
        let depth = self.depth();
        let here = |it: &&Open| it.depth == depth;
        let found = self.open.iter().rev().take_while(here).position(|it| it.name == name);
        for _ in 0..found.map_or(0, |it| it + 1) {
            if let Some(open) = self.open.pop() {
                self.out.push_str(&open.end);
            }
        }
    }

    /// Ends all that was begun at this depth or deeper.
    pub(super) fn close_html(&mut self, depth: usize) {
        while let Some(open) = self.open.pop_if(|it| it.depth >= depth) {
            self.out.push_str(&open.end);
        }
    }

    /// A listing of a book becomes a figure, with its caption at the end.
    fn listing(&mut self, listing: &Listing) {
        if self.open.len() >= OPEN_MAX {
            return;
        }
        self.holds_html = true;
        self.out.push_str("<figure class=\"listing\">\n");
        if !listing.file_name.is_empty() {
            self.out.push_str("<span class=\"filename\">");
            push_text(&mut self.out, &listing.file_name);
            self.out.push_str("</span>\n");
        }
        let mut end = String::new();
        if !listing.number.is_empty() || !listing.caption.is_empty() {
            end.push_str("<figcaption>");
            if !listing.number.is_empty() {
                end.push_str("Listing ");
                push_text(&mut end, &listing.number);
                end.push_str(if listing.caption.is_empty() { "" } else { ": " });
            }
            push_caption(&mut end, &listing.caption);
            end.push_str("</figcaption>");
        }
        end.push_str("</figure>\n");
        self.open.push(Open { name: "listing".to_owned(), depth: self.depth(), end });
    }
}

/// A caption is one line of Markdown, of which code alone is marked.
fn push_caption(out: &mut String, caption: &str) {
    for event in Parser::new(caption) {
        match event {
            Event::Text(text) => push_text(out, &text),
            Event::Code(text) => {
                out.push_str("<code>");
                push_text(out, &text);
                out.push_str("</code>");
            }
            Event::SoftBreak | Event::HardBreak => out.push(' '),
            Event::Html(text) | Event::InlineHtml(text) => push_text(out, &text),
            Event::Start(_)
            | Event::End(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::FootnoteReference(_)
            | Event::Rule
            | Event::TaskListMarker(_) => {}
        }
    }
}
