//! What of a page's own Markdown is kept as it is, and what must give way to what stands around it?

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

use super::one_line;
use crate::block::options;

/// What may end an element that a page leaves open, the likeliest first.
const CLOSERS: [&str; 12] = [
    "```",
    "~~~",
    "-->",
    "````",
    "~~~~",
    "?>",
    "]]>",
    ">",
    "</script>",
    "</style>",
    "</pre>",
    "</textarea>",
];
/// The end of a heading of the first level.
const TOP_END: TagEnd = TagEnd::Heading(HeadingLevel::H1);
/// The longest fence that is looked for.
const FENCE_MAX: usize = 64;

/// A page's Markdown below its title.
pub(super) struct Body {
    heading: Option<String>,
    text: String,
    beginning: String,
}

/// A heading of the first level.
struct Top {
    range: Range<usize>,
    words: String,
    inline: Option<Range<usize>>,
    anchor: Option<String>,
    leads: bool,
}

impl Body {
    /// Takes a page's Markdown: a heading at its beginning that says the title becomes the title;
    /// every other one of the first level goes a level down; what is left open is closed.
    pub(super) fn of(source: &str, title: &str) -> Body {
        let closed = closed(source);
        let source = closed.as_str();
        let Read { tops, beginning } = read(source);
        let mut text = String::with_capacity(source.len());
        let mut kept = 0;
        let mut heading = None;
        for top in tops {
            text.push_str(&source[kept..top.range.start]);
            kept = top.range.end;
            let inline = top.inline.clone().map_or("", |it| &source[it]);
            if top.leads && is_same(&top.words, title) && !inline.trim().is_empty() {
                let anchor = top.anchor.map(|it| format!(" {{#{it}}}")).unwrap_or_default();
                heading = Some(one_line(inline) + &anchor);
                continue;
            }
            text.push_str(&lowered(&source[top.range]));
        }
        text.push_str(&source[kept..]);
        Body { heading, text, beginning }
    }

    /// The title with the markup that the page itself gives it, on one line.
    pub(super) fn heading(&self) -> Option<String> {
        self.heading.clone()
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether its first paragraph says this already.
    pub(super) fn begins_with(&self, description: &str) -> bool {
        let said = one_line(description);
        let said = said.trim_end_matches(['…', '.']).trim_end();
        !said.is_empty() && self.beginning.starts_with(said)
    }
}

fn is_same(words: &str, title: &str) -> bool {
    one_line(words).to_lowercase() == one_line(title).to_lowercase()
}

struct Read {
    tops: Vec<Top>,
    beginning: String,
}

fn read(source: &str) -> Read {
    let mut tops: Vec<Top> = Vec::new();
    let mut open: Option<Top> = None;
    let mut beginning: Option<String> = None;
    let mut is_beginning = false;
    let mut has_begun = false;
    let mut depth = 0_usize;
    for (event, range) in Parser::new_ext(source, options()).into_offset_iter() {
        if let (Some(top), true) = (&mut open, event != Event::End(TOP_END)) {
            let inline = top.inline.get_or_insert(range.clone());
            inline.end = inline.end.max(range.end);
        }
        let words = words_of(&event);
        if let (Some(top), Some(words)) = (&mut open, words) {
            top.words.push_str(words);
        }
        if let (true, Some(beginning), Some(words)) = (is_beginning, &mut beginning, words) {
            beginning.push_str(words);
        }
        match event {
            Event::Start(tag) => {
                if let Tag::Heading { level: HeadingLevel::H1, id, .. } = &tag {
                    open = Some(Top {
                        range,
                        words: String::new(),
                        inline: None,
                        anchor: id.as_ref().map(ToString::to_string),
                        leads: depth == 0 && !has_begun,
                    });
                }
                if tag == Tag::Paragraph && beginning.is_none() {
                    is_beginning = true;
                    beginning = Some(String::new());
                }
                // Comments and anchors alone say nothing.
                has_begun |= tag != Tag::HtmlBlock;
                depth += 1;
            }
            Event::End(tag) => {
                if tag == TOP_END {
                    tops.extend(open.take());
                }
                is_beginning &= tag != TagEnd::Paragraph;
                depth = depth.saturating_sub(1);
            }
            Event::Text(_)
            | Event::Code(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::Html(_)
            | Event::InlineHtml(_)
            | Event::FootnoteReference(_)
            | Event::SoftBreak
            | Event::HardBreak
            | Event::Rule
            | Event::TaskListMarker(_) => {}
        }
    }
    Read { tops, beginning: one_line(&beginning.unwrap_or_default()) }
}

fn words_of<'e>(event: &'e Event<'_>) -> Option<&'e str> {
    match event {
        Event::Text(it) | Event::Code(it) | Event::InlineMath(it) | Event::DisplayMath(it) => {
            Some(it)
        }
        Event::SoftBreak | Event::HardBreak => Some(" "),
        Event::Start(_)
        | Event::End(_)
        | Event::Html(_)
        | Event::InlineHtml(_)
        | Event::FootnoteReference(_)
        | Event::Rule
        | Event::TaskListMarker(_) => None,
    }
}

/// A heading of the first level as one of the second.
fn lowered(heading: &str) -> String {
    let indent = heading.len() - heading.trim_start().len();
    if heading[indent..].starts_with('#') {
        return format!("{}#{}", &heading[..indent], &heading[indent..]);
    }
    // It is underlined.
    let mut lines: Vec<String> = heading.lines().map(str::to_owned).collect();
    if let Some(last) = lines.iter_mut().rfind(|it| it.contains('=')) {
        *last = last.replace('=', "-");
    }
    let end = if heading.ends_with('\n') { "\n" } else { "" };
    lines.join("\n") + end
}

/// The Markdown with whatever it leaves open closed.
fn closed(source: &str) -> String {
    if holds_nothing_open(source) {
        return source.to_owned();
    }
    let fences = (5..=FENCE_MAX).flat_map(|it| ["`".repeat(it), "~".repeat(it)]);
    let closers = CLOSERS.iter().map(|it| (*it).to_owned()).chain(fences);
    let tried = closers.map(|it| format!("{}\n{it}\n", source.trim_end_matches('\n')));
    // What no closer ends ends nothing else either: it is shown as text.
    tried.into_iter().find(|it| holds_nothing_open(it)).unwrap_or_else(|| indented(source))
}

fn holds_nothing_open(source: &str) -> bool {
    let probe = format!("{source}\n\n# end\n");
    let mut depth = 0_usize;
    let mut is_seen = false;
    for (event, range) in Parser::new_ext(&probe, options()).into_offset_iter() {
        if let Event::Start(tag) = &event {
            let is_heading = matches!(tag, Tag::Heading { level: HeadingLevel::H1, .. });
            is_seen |= is_heading && depth == 0 && range.start >= source.len();
            depth += 1;
        } else if matches!(event, Event::End(_)) {
            depth = depth.saturating_sub(1);
        }
    }
    is_seen
}

fn indented(source: &str) -> String {
    source.lines().map(|it| format!("    {it}\n")).collect()
}
