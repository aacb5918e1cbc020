//! Which words and links stand in one run of inline Markdown?

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::LinkType;

use super::{Form, Leaf, LeafKind, LeafLink, Piece};
use crate::{fold::key_of, html};

/// A leaf that is being gathered.
pub(super) struct Inline {
    pub(super) kind: LeafKind,
    pub(super) links: Vec<LeafLink>,
    is_open: bool,
    plain: String,
    pieces: Vec<Piece>,
    open: Vec<OpenLink>,
    /// Tags of raw HTML that are open.
    tags: usize,
    /// Whether markup stands after the last piece.
    is_broken: bool,
    /// Where each label that has a definition leads, by the label as it is compared.
    labels: BTreeMap<String, String>,
}

struct OpenLink {
    form: Option<Form>,
    target: String,
    title: String,
    range: Range<usize>,
    inner: Option<Range<usize>>,
    words: usize,
    pieces: usize,
    /// Characters that Markdown without wikilinks would show around its words.
    brackets: bool,
}

impl Inline {
    pub(super) fn new(labels: BTreeMap<String, String>) -> Inline {
        Inline {
            kind: LeafKind::Prose,
            links: Vec::new(),
            is_open: false,
            plain: String::new(),
            pieces: Vec::new(),
            open: Vec::new(),
            tags: 0,
            is_broken: false,
            labels,
        }
    }

    pub(super) fn is_open(&self) -> bool {
        self.is_open
    }

    pub(super) fn plain_len(&self) -> usize {
        self.plain.len()
    }

    /// What was gathered, if anything.
    pub(super) fn take(&mut self) -> Option<Leaf> {
        let kind = std::mem::take(&mut self.kind);
        self.tags = 0;
        self.is_broken = false;
        self.open.clear();
        if !std::mem::take(&mut self.is_open) {
            return None;
        }
        let is_one = self.links.len() == 1;
        for link in &mut self.links {
            link.is_alone &= is_one && link.words.end == self.plain.len();
        }
        Some(Leaf {
            kind,
            holder: None,
            heading: None,
            is_top: false,
            plain: std::mem::take(&mut self.plain),
            pieces: std::mem::take(&mut self.pieces),
            links: std::mem::take(&mut self.links),
        })
    }

    pub(super) fn text(&mut self, words: &str, range: Range<usize>) {
        self.inside(&range);
        let is_prose = self.open.is_empty() && self.tags == 0 && self.kind == LeafKind::Prose;
        if let Some(OpenLink { form: Some(Form::Wiki | Form::Embed), .. }) = self.open.last()
            && self.kind != LeafKind::Code
        {
            let shown = shown_name(words);
            self.push(&shown, range, false);
            return;
        }
        self.push(words, range, is_prose);
    }

    /// Words that are set apart: code and formulas.
    pub(super) fn set_words(&mut self, words: &str, range: Range<usize>) {
        self.inside(&range);
        self.is_broken = true;
        self.push(words, range, false);
        self.is_broken = true;
    }

    pub(super) fn soft_break(&mut self, range: Range<usize>) {
        self.inside(&range);
        let is_prose = self.open.is_empty() && self.tags == 0 && self.kind == LeafKind::Prose;
        self.push(" ", range, is_prose);
    }

    pub(super) fn hard_break(&mut self, range: Range<usize>) {
        self.inside(&range);
        self.is_broken = true;
        self.push(" ", range, false);
        self.is_broken = true;
    }

    /// Something without words.
    pub(super) fn mark(&mut self, range: Range<usize>) {
        self.inside(&range);
        self.is_open = true;
        self.is_broken = true;
    }

    pub(super) fn open_markup(&mut self, range: Range<usize>) {
        self.mark(range);
    }

    pub(super) fn close_markup(&mut self, range: Range<usize>) {
        self.mark(range);
    }

    /// A tag of raw HTML: between it and its end nothing becomes a link.
    pub(super) fn tag(&mut self, tag: &str, range: Range<usize>) {
        self.mark(range);
        match html::side_of(tag) {
            html::Side::Opens => self.tags += 1,
            html::Side::Closes => self.tags = self.tags.saturating_sub(1),
            html::Side::Stands => {}
        }
    }

    pub(super) fn open_link(
        &mut self,
        is_image: bool,
        link_type: LinkType,
        target: &str,
        title: &str,
        range: Range<usize>,
    ) {
        self.mark(range.clone());
        let form = match (link_type, is_image) {
            (LinkType::Inline, false) => Some(Form::Inline),
            (LinkType::Inline, true) => Some(Form::Image),
            (LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut, false) => {
                Some(Form::Reference)
            }
            (LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut, true) => {
                Some(Form::ImageReference)
            }
            (LinkType::WikiLink { has_pothole: true }, true) => Some(Form::EmbedWithText),
            (LinkType::WikiLink { has_pothole: false }, true) => Some(Form::Embed),
            (LinkType::WikiLink { has_pothole: true }, false) => Some(Form::WikiWithText),
            (LinkType::WikiLink { has_pothole: false }, false) => Some(Form::Wiki),
            (
                LinkType::ReferenceUnknown
                | LinkType::CollapsedUnknown
                | LinkType::ShortcutUnknown
                | LinkType::Autolink
                | LinkType::Email,
                _,
            ) => None,
        };
        // `[[1]]` with a definition of `1` is a reference in brackets, not a page.
        let defined = match form {
            Some(Form::Wiki) => self.labels.get(&key_of(target)).cloned(),
            _ => None,
        };
        let brackets = defined.is_some();
        if brackets {
            self.push("[", range.start..range.start + 1, false);
        }
        self.open.push(OpenLink {
            form: if brackets { Some(Form::Reference) } else { form },
            target: defined.unwrap_or_else(|| target.to_owned()),
            title: title.to_owned(),
            range: if brackets { range.start + 1..range.end - 1 } else { range },
            inner: None,
            words: self.plain.len(),
            pieces: self.pieces.len(),
            brackets,
        });
    }

    pub(super) fn close_link(&mut self, range: Range<usize>) {
        let Some(link) = self.open.pop() else { return };
        self.mark(range.clone());
        let mut form = link.form;
        if form == Some(Form::EmbedWithText) && is_size(&self.plain[link.words..]) {
            form = Some(Form::Embed);
            self.plain.truncate(link.words);
            self.pieces.truncate(link.pieces);
            self.push(&shown_name(&link.target), range.clone(), false);
        }
        let words = link.words..self.plain.len();
        if link.brackets {
            self.push("]", range.end - 1..range.end, false);
        }
        let Some(form) = form else { return };
        let opening = match form {
            Form::Image | Form::ImageReference => 2,
            Form::Embed | Form::EmbedWithText => 3,
            Form::Wiki | Form::WikiWithText => 2,
            Form::Inline | Form::Reference | Form::HtmlLink | Form::HtmlImage => 1,
        };
        let empty = link.range.start + opening;
        self.links.push(LeafLink {
            form,
            target: link.target,
            title: link.title,
            range: link.range,
            // An escape at the beginning is not part of the first words.
            inner: match (link.inner, form) {
                (Some(inner), Form::WikiWithText | Form::EmbedWithText) => inner,
                (Some(inner), _) => empty..inner.end.max(empty),
                (None, _) => empty..empty,
            },
            words,
            is_alone: link.pieces == 0 && link.words == 0,
        });
    }

    /// Says of the open link that something stands in it.
    fn inside(&mut self, range: &Range<usize>) {
        let Some(link) = self.open.last_mut() else { return };
        link.inner = Some(match &link.inner {
            None => range.clone(),
            Some(inner) => inner.start.min(range.start)..inner.end.max(range.end),
        });
    }

    fn push(&mut self, words: &str, source: Range<usize>, is_prose: bool) {
        self.is_open = true;
        let joins = !std::mem::take(&mut self.is_broken) && !self.pieces.is_empty();
        self.pieces.push(Piece { at: self.plain.len(), source, is_prose, joins });
        self.plain.push_str(words);
    }
}

/// What a wikilink without words of its own shows.
pub(crate) fn shown_name(target: &str) -> String {
    let target = target.trim();
    let (page, fragment) = target.split_once('#').unwrap_or((target, ""));
    let fragment = fragment.trim();
    match (page.trim(), fragment) {
        (page, "") => page.to_owned(),
        (page, fragment) if fragment.starts_with('^') && !page.is_empty() => page.to_owned(),
        ("", fragment) => fragment.trim_start_matches('^').replace('#', " > "),
        (page, fragment) => format!("{page} > {}", fragment.replace('#', " > ")),
    }
}

/// Whether the words of an embedded picture are its size, as Obsidian has it: `300` or `300x200`.
fn is_size(words: &str) -> bool {
    !words.is_empty() && words.bytes().all(|it| it.is_ascii_digit() || it == b'x')
}
