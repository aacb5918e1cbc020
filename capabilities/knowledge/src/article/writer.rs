//! How do the events of a Markdown parser become markup?
//!
//! Invariant: whatever is opened is closed where its Markdown ends, an author's tags too; so an
//! unclosed one reaches no further than its quotation, item or page.

mod callout;
mod cell;
mod html;
mod start;

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use pulldown_cmark::{Alignment, Event, Options, Parser};

use super::{
    Article, Complaint, DEPTH_MAX, HTML_BYTES_MAX, Pictures,
    code::{self, Info},
    escape::{MARK_END, MARK_START, push_attribute, push_text},
    footnote::Footnotes,
};
use crate::sanitise::sanitised;

/// Why a page cannot be shown as HTML of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refusal {
    TooDeep,
    TooLong,
    /// A finished part did not come back from the sanitiser where it was put.
    Lost,
}

/// What ends an element that Markdown began.
enum Close {
    Tag(&'static str),
    Heading {
        level: u8,
        id: Option<String>,
    },
    Footnote(String),
    Code {
        info: Info,
        id: Option<String>,
    },
    Html,
    Picture {
        url: String,
        title: String,
    },
    /// The first paragraph of a callout: it may end in the title, or after it.
    CalloutParagraph,
    Nothing,
}

/// An element that an author's HTML began.
struct Open {
    name: String,
    depth: usize,
    end: String,
}

/// A name of a block, and what spells it in the text.
pub(super) struct Named {
    pub(super) id: String,
    pub(super) marker: Option<Range<usize>>,
}

/// The names of a page's blocks, by where they start and what they are.
#[derive(Default)]
pub(super) struct Names {
    pub(super) blocks: BTreeMap<(usize, Kind), Named>,
    /// Names that tags of HTML have.
    pub(super) tags: BTreeSet<String>,
}

/// What can have a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Heading,
    Paragraph,
    Item,
    Code,
}

struct Writer<'b> {
    body: &'b str,
    pictures: &'b Pictures,
    names: Names,
    out: String,
    /// What is written around that which is gathered by itself: a heading, a footnote.
    outer: Vec<String>,
    closes: Vec<Close>,
    open: Vec<Open>,
    /// A text that is gathered without markup: what a picture shows, how code reads.
    plain: Option<String>,
    /// Pictures within each other's description.
    pictures_open: usize,
    html: String,
    finished: Vec<String>,
    finished_bytes: usize,
    holds_html: bool,
    has_title: bool,
    footnotes: Footnotes,
    alignments: Vec<Alignment>,
    column: usize,
    is_head: bool,
    skip: Option<Range<usize>>,
    callout: Option<callout::State>,
    complaints: BTreeSet<Complaint>,
}

/// Writes a page.
pub(super) fn write(
    body: &str,
    options: Options,
    names: Names,
    pictures: &Pictures,
) -> Result<Article, Refusal> {
    let mut writer = Writer {
        body,
        pictures,
        names,
        out: String::with_capacity(body.len() * 3 / 2),
        outer: Vec::new(),
        closes: Vec::new(),
        open: Vec::new(),
        plain: None,
        pictures_open: 0,
        html: String::new(),
        finished: Vec::new(),
        finished_bytes: 0,
        holds_html: false,
        has_title: false,
        footnotes: Footnotes::default(),
        alignments: Vec::new(),
        column: 0,
        is_head: false,
        skip: None,
        callout: None,
        complaints: BTreeSet::new(),
    };
    let mut events = Parser::new_ext(body, options).into_offset_iter().peekable();
    while let Some((event, range)) = events.next() {
        writer.event(event, &range, events.peek())?;
    }
    writer.finish()
}

impl Writer<'_> {
    fn depth(&self) -> usize {
        self.closes.len()
    }

    fn event(
        &mut self,
        event: Event<'_>,
        range: &Range<usize>,
        next: Option<&(Event<'_>, Range<usize>)>,
    ) -> Result<(), Refusal> {
        match event {
            Event::Start(tag) => {
                if self.depth() >= DEPTH_MAX {
                    return Err(Refusal::TooDeep);
                }
                if self.out.len() + self.finished_bytes > HTML_BYTES_MAX {
                    return Err(Refusal::TooLong);
                }
                let close = self.start(tag, range, next);
                self.closes.push(close);
            }
            Event::End(_) => self.end(),
            Event::Text(text) => self.text(&text, range),
            Event::Code(text) => self.inline_code(&text, None),
            Event::InlineMath(text) => self.math(&text, range),
            Event::DisplayMath(text) => self.inline_code(&text, Some("math display")),
            Event::Html(text) => self.html.push_str(&text),
            Event::InlineHtml(text) => {
                if self.plain.is_none() {
                    self.raw(&text);
                }
            }
            Event::SoftBreak => self.line_break("\n", range),
            Event::HardBreak => self.line_break("<br>\n", range),
            Event::Rule => self.out.push_str("<hr>\n"),
            Event::FootnoteReference(name) => {
                if self.plain.is_none() && !self.is_in_link() {
                    self.footnotes.refer(&name, &mut self.out);
                }
            }
            Event::TaskListMarker(is_done) => self.out.push_str(if is_done {
                "<span class=\"task\" role=\"img\" aria-label=\"Done\">☑</span> "
            } else {
                "<span class=\"task\" role=\"img\" aria-label=\"Not done\">☐</span> "
            }),
        }
        Ok(())
    }

    fn text(&mut self, text: &str, range: &Range<usize>) {
        if let Some(skip) = &self.skip
            && range.start < skip.end
            && skip.start < range.end
        {
            let before = self.body.get(range.start..skip.start).unwrap_or_default();
            let after = self.body.get(skip.end..range.end).unwrap_or_default();
            let kept = format!("{before}{after}");
            return self.push(&kept);
        }
        self.push(text);
    }

    /// Adds a text where texts go at present.
    fn push(&mut self, text: &str) {
        match &mut self.plain {
            Some(plain) => plain.push_str(text),
            None => push_text(&mut self.out, text),
        }
    }

    fn inline_code(&mut self, text: &str, class: Option<&str>) {
        if let Some(plain) = &mut self.plain {
            return plain.push_str(text);
        }
        self.out.push_str("<code");
        if let Some(class) = class {
            push_attribute(&mut self.out, "class", class);
        }
        self.out.push('>');
        push_text(&mut self.out, text);
        self.out.push_str("</code>");
    }

    /// Mathematics stays as it was written. Two prices (`$5–$10`) are none: there a letter or digit
    /// follows.
    fn math(&mut self, text: &str, range: &Range<usize>) {
        let after = self.body.get(range.end..).and_then(|it| it.chars().next());
        if after.is_some_and(char::is_alphanumeric) {
            let written = self.body.get(range.clone()).unwrap_or_default().to_owned();
            return self.push(&written);
        }
        self.inline_code(text, Some("math"));
    }

    fn line_break(&mut self, markup: &str, range: &Range<usize>) {
        if self.skip.as_ref().is_some_and(|it| it.start <= range.start && range.end <= it.end) {
            return;
        }
        if self.ends_callout_title() {
            return;
        }
        match &mut self.plain {
            Some(plain) => plain.push(' '),
            None => self.out.push_str(markup),
        }
    }

    fn end(&mut self) {
        let Some(close) = self.closes.last() else { return };
        let is_block = !matches!(close, Close::Html | Close::Nothing | Close::Picture { .. });
        if is_block {
            self.close_html(self.depth());
        }
        match self.closes.pop() {
            None | Some(Close::Nothing) => {}
            Some(Close::Tag(end)) => {
                if self.plain.is_none() {
                    self.out.push_str(end);
                }
            }
            Some(Close::Heading { level, id }) => self.heading(level, id.as_deref()),
            Some(Close::Footnote(name)) => {
                let note = self.inner_ended();
                self.footnotes.define(&name, note);
            }
            Some(Close::Code { info, id }) => self.code(&info, id.as_deref()),
            Some(Close::Html) => {
                let html = std::mem::take(&mut self.html);
                self.raw(&html);
            }
            Some(Close::Picture { url, title }) => self.picture(&url, &title),
            Some(Close::CalloutParagraph) => self.callout_paragraph_ended(),
        }
    }

    /// Begins to gather what is written by itself.
    fn inner(&mut self) {
        let outer = std::mem::take(&mut self.out);
        self.outer.push(outer);
    }

    fn inner_ended(&mut self) -> String {
        let outer = self.outer.pop().unwrap_or_default();
        std::mem::replace(&mut self.out, outer)
    }

    fn heading(&mut self, level: u8, id: Option<&str>) {
        let inside = self.inner_ended();
        self.has_title |= level == 1;
        self.out.push_str(&format!("<h{level}"));
        if let Some(id) = id {
            push_attribute(&mut self.out, "id", id);
        }
        self.out.push('>');
        self.out.push_str(&inside);
        if let Some(id) = id.filter(|_| !self.is_in_link()) {
            self.out.push_str(" <a class=\"anchor\"");
            push_attribute(&mut self.out, "href", &anchor_url(id));
            push_attribute(&mut self.out, "aria-label", "Link to this section");
            self.out.push_str(">#</a>");
        }
        self.out.push_str(&format!("</h{level}>\n"));
    }

    fn code(&mut self, info: &Info, id: Option<&str>) {
        let text = self.plain.take().unwrap_or_default();
        let (inside, hidden) = code::inside(info, &text);
        code::open(&mut self.out, info, id, hidden);
        self.finished_bytes += inside.len();
        self.out.push(MARK_START);
        self.out.push_str(&self.finished.len().to_string());
        self.out.push(MARK_END);
        self.finished.push(inside);
        code::close(&mut self.out);
    }

    fn finish(mut self) -> Result<Article, Refusal> {
        self.close_html(0);
        let mut html = std::mem::take(&mut self.out);
        std::mem::take(&mut self.footnotes).write(&mut html);
        if self.holds_html {
            html = sanitised(&html);
        }
        Ok(Article {
            html: filled(&html, &self.finished)?,
            has_title: self.has_title,
            complaints: self.complaints.into_iter().collect(),
        })
    }
}

/// The link to an anchor of the page.
pub(super) fn anchor_url(id: &str) -> String {
    match super::url::link(&format!("#{id}")) {
        Some((url, _)) => url,
        None => "#".to_owned(),
    }
}

/// Puts the finished parts where their marks stand: each must stand there once, in order.
fn filled(html: &str, finished: &[String]) -> Result<String, Refusal> {
    let bytes = finished.iter().map(String::len).sum::<usize>();
    if html.len() + bytes > HTML_BYTES_MAX {
        return Err(Refusal::TooLong);
    }
    let mut out = String::with_capacity(html.len() + bytes);
    let mut seen = vec![false; finished.len()];
    let mut rest = html;
    while let Some((before, after)) = rest.split_once(MARK_START) {
        let (number, after) = after.split_once(MARK_END).ok_or(Refusal::Lost)?;
        let number: usize = number.parse().map_err(|_| Refusal::Lost)?;
        let part = finished.get(number).ok_or(Refusal::Lost)?;
        if std::mem::replace(&mut seen[number], true) {
            return Err(Refusal::Lost);
        }
        out.push_str(before);
        out.push_str(part);
        rest = after;
    }
    out.push_str(rest);
    if seen.contains(&false) { Err(Refusal::Lost) } else { Ok(out) }
}
