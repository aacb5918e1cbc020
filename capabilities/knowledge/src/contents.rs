//! How does SUMMARY.md nest its chapters, with its parts and those that have no page yet?

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::{
    source::{Sources, resolve, text_of},
    summary::SUMMARY,
};

/// Lines of one SUMMARY.md that are kept.
const LINES_MAX: usize = 20_000;
/// Characters of a title.
const TITLE_CHARACTERS_MAX: usize = 200;

/// One line of SUMMARY.md.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its words.
    pub title: String,
    /// How many chapters it stands under.
    pub depth: usize,
    /// The file it leads to; a part's title and a chapter that is not written yet have none.
    pub file: Option<String>,
}

/// The lines of a folder's SUMMARY.md, in order; none where there is none.
pub fn contents_of(sources: &Sources) -> Vec<Line> {
    let file = format!("{}{SUMMARY}", sources.base);
    let Some(bytes) = sources.files.get(&file) else { return Vec::new() };
    // What is wrong with it is told where its pages are listed.
    let text = text_of(&file, bytes, &mut Vec::new());
    read(&file, &text)
}

fn read(file: &str, text: &str) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut depth: usize = 0;
    let mut open: Option<(Option<String>, String)> = None;
    let mut is_first_heading = true;
    for event in Parser::new(text) {
        match event {
            Event::Start(Tag::List(_)) => depth += 1,
            Event::End(TagEnd::List(_)) => depth = depth.saturating_sub(1),
            Event::Start(Tag::Link { dest_url, .. }) => {
                open = Some((Some(dest_url.into_string()), String::new()));
            }
            Event::Start(Tag::Heading { .. }) => open = Some((None, String::new())),
            Event::Text(part) | Event::Code(part) => {
                if let Some((_, title)) = &mut open {
                    title.push_str(&part);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let Some((None, title)) = open.take() else { continue };
                // The first heading is the book's own, unless chapters stand before it.
                if !(std::mem::take(&mut is_first_heading) && lines.is_empty()) {
                    lines.push(Line { title: bounded(&title), depth: 0, file: None });
                }
            }
            Event::End(TagEnd::Link) => {
                let Some((Some(target), title)) = open.take() else { continue };
                let path = target.split('#').next().unwrap_or_default();
                let path = percent_encoding::percent_decode_str(path).decode_utf8_lossy();
                let leads = if path.is_empty() { None } else { resolve(file, &path) };
                let depth = depth.saturating_sub(1);
                lines.push(Line { title: bounded(&title), depth, file: leads });
            }
            Event::Start(_)
            | Event::End(_)
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
        if lines.len() >= LINES_MAX {
            break;
        }
    }
    lines
}

fn bounded(title: &str) -> String {
    title.trim().chars().take(TITLE_CHARACTERS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_unwritten_chapters_keep_their_places() {
        let text = "# Summary\n\n[Preface](preface.md)\n\n# Part *one*\n\n- [One](one.md)\n  \
                    - [Sub `x`](one/sub%20x.md#a)\n- [Draft]()\n  - [Under](under.md)\n\n---\n\
                    [Out](../out.md)\n";
        let lines = read("src/SUMMARY.md", text);
        let rows: Vec<(&str, usize, Option<&str>)> =
            lines.iter().map(|it| (it.title.as_str(), it.depth, it.file.as_deref())).collect();
        assert_eq!(
            rows,
            [
                ("Preface", 0, Some("src/preface.md")),
                ("Part one", 0, None),
                ("One", 0, Some("src/one.md")),
                ("Sub x", 1, Some("src/one/sub x.md")),
                ("Draft", 0, None),
                ("Under", 1, Some("src/under.md")),
                ("Out", 0, Some("out.md")),
            ]
        );
    }
}
