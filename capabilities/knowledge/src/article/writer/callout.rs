//! How is a callout written: its title, and what its first paragraph holds beside it?

use std::ops::Range;

use pulldown_cmark::{BlockQuoteKind, Event, Tag};

use super::{Close, Writer};
use crate::{
    article::escape::{push_attribute, push_text},
    callout::{Callout, callout_of, heading_of, look_of},
};

/// How far the first paragraph of a callout is written.
pub(super) struct State {
    /// The depth inside that paragraph.
    depth: usize,
    part: PartOf,
    title_end: &'static str,
}

enum PartOf {
    /// A title of the author's own is being written.
    Title,
    /// The title is done, and nothing stands after it yet.
    Between,
    /// The paragraph under the title is being written.
    Text,
}

impl Writer<'_> {
    pub(super) fn quotation(
        &mut self,
        kind: Option<BlockQuoteKind>,
        next: Option<&(Event<'_>, Range<usize>)>,
    ) -> Close {
        let kind = kind.map(|it| match it {
            BlockQuoteKind::Note => "note",
            BlockQuoteKind::Tip => "tip",
            BlockQuoteKind::Important => "important",
            BlockQuoteKind::Warning => "warning",
            BlockQuoteKind::Caution => "caution",
        });
        if let Some(kind) = kind {
            let callout = Callout { kind: kind.to_owned(), fold: None, title: 0..0 };
            return self.callout_box(&callout, None);
        }
        if let Some((Event::Start(Tag::Paragraph), range)) = next
            && let Some(text) = self.body.get(range.clone())
            && let Some(callout) = callout_of(text)
        {
            return self.callout_box(&callout, Some(range.start));
        }
        self.out.push_str("<blockquote>\n");
        Close::Tag("</blockquote>\n")
    }

    /// Begins the box. Where the title is still to come, it starts in the paragraph at `start`.
    fn callout_box(&mut self, callout: &Callout, start: Option<usize>) -> Close {
        let look = look_of(&callout.kind);
        let (open, end) = match callout.fold {
            None => (format!("<div class=\"callout {look}\" role=\"note\""), "</div>\n"),
            Some(_) => (format!("<details class=\"callout {look}\""), "</details>\n"),
        };
        self.out.push_str(&open);
        push_attribute(&mut self.out, "data-callout", &callout.kind);
        if callout.fold == Some(true) {
            push_attribute(&mut self.out, "open", "");
        }
        self.out.push_str(">\n");
        let (title_start, title_end) = match callout.fold {
            None => ("<p class=\"callout-title\">", "</p>\n"),
            Some(_) => ("<summary class=\"callout-title\">", "</summary>\n"),
        };
        self.out.push_str(title_start);
        let has_title = !callout.title.is_empty();
        if !has_title {
            push_text(&mut self.out, &heading_of(&callout.kind));
            self.out.push_str(title_end);
        }
        if let Some(start) = start {
            self.skip = Some(start..start + callout.title.start);
            // The box is one element, and the paragraph in it the next.
            self.callout = Some(State {
                depth: self.depth() + 2,
                part: if has_title { PartOf::Title } else { PartOf::Between },
                title_end,
            });
        }
        Close::Tag(end)
    }

    /// Whether the paragraph that begins is the first of a callout.
    pub(super) fn is_callout_paragraph(&self) -> bool {
        self.callout.as_ref().is_some_and(|it| it.depth == self.depth() + 1)
    }

    /// Ends the title, or the line that only names the kind; `false` where neither is being
    /// written.
    pub(super) fn ends_callout_title(&mut self) -> bool {
        let depth = self.depth();
        let Some(state) = &self.callout else { return false };
        if state.depth != depth || matches!(state.part, PartOf::Text) {
            return false;
        }
        self.end_title(true);
        true
    }

    fn end_title(&mut self, goes_on: bool) {
        let depth = self.depth();
        self.close_html(depth);
        let Some(state) = &mut self.callout else { return };
        if matches!(state.part, PartOf::Title) {
            self.out.push_str(state.title_end);
        }
        state.part = PartOf::Between;
        if goes_on {
            self.out.push_str("<p>");
            state.part = PartOf::Text;
        }
    }

    pub(super) fn callout_paragraph_ended(&mut self) {
        match self.callout.take().map(|it| (it.part, it.title_end)) {
            Some((PartOf::Title, end)) => self.out.push_str(end),
            Some((PartOf::Text, _)) => self.out.push_str("</p>\n"),
            Some((PartOf::Between, _)) | None => {}
        }
    }
}
