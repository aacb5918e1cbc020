//! Which pages does an mdBook list, in which order and under which titles?

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use std::collections::BTreeMap;

use crate::{
    problem::Problem,
    source::{Lines, Sources, is_markdown, resolve, text_of},
};

/// The file that lists an mdBook's pages.
pub const SUMMARY: &str = "SUMMARY.md";

/// The pages that SUMMARY.md lists and that are there, in its order; none where there is none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Listing {
    /// Each page once.
    pub rows: Vec<Listed>,
    /// What is to be mended in SUMMARY.md.
    pub problems: Vec<Problem>,
    by_file: BTreeMap<String, usize>,
}

impl Listing {
    /// Reads the SUMMARY.md of a folder.
    pub fn of(sources: &Sources) -> Listing {
        let mut listing = Listing::default();
        let file = format!("{}{SUMMARY}", sources.base);
        let Some(bytes) = sources.files.get(&file) else { return listing };
        let text = text_of(&file, bytes, &mut listing.problems);
        for it in read(&file, &text, &mut listing.problems) {
            let is_page = sources.below_base(&it.file).is_some() && is_markdown(&it.file);
            if !is_page || !sources.files.contains_key(&it.file) {
                let message = format!("`{}` is listed, and there is no such page", it.file);
                let problem = Problem::new(&file, message, "add the file or remove the line");
                listing.problems.push(problem.at(it.line));
            } else if listing.by_file.contains_key(&it.file) {
                let message = format!("`{}` is listed twice", it.file);
                let problem = Problem::new(&file, message, "keep one of the two lines");
                listing.problems.push(problem.at(it.line));
            } else {
                listing.by_file.insert(it.file.clone(), listing.rows.len());
                listing.rows.push(it);
            }
        }
        listing
    }

    /// The row of a file.
    pub fn row(&self, file: &str) -> Option<&Listed> {
        self.by_file.get(file).map(|it| &self.rows[*it])
    }

    /// The place of a file in the order.
    pub(crate) fn position(&self, file: &str) -> Option<usize> {
        self.by_file.get(file).copied()
    }
}

/// One page that SUMMARY.md lists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The file, relative to the folder.
    pub file: String,
    /// Its title there.
    pub title: String,
    /// The file of the chapter it stands under.
    pub parent: Option<String>,
    /// The line of SUMMARY.md.
    pub line: usize,
}

/// Reads SUMMARY.md: its links, in order. A link that leaves the folder is a problem; a chapter
/// without a link (a draft, in mdBook's words) holds no page.
pub fn read(file: &str, text: &str, problems: &mut Vec<Problem>) -> Vec<Listed> {
    let mut listed: Vec<Listed> = Vec::new();
    let lines = Lines::of(text);
    // The file of the last chapter at each depth of nesting.
    let mut chapters: Vec<Option<String>> = Vec::new();
    let mut link: Option<(String, usize, String)> = None;
    for (event, range) in Parser::new(text).into_offset_iter() {
        match event {
            Event::Start(Tag::List(_)) => chapters.push(None),
            Event::End(TagEnd::List(_)) => {
                chapters.pop();
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                link = Some((dest_url.into_string(), lines.at(range.start), String::new()));
            }
            Event::Text(part) | Event::Code(part) => {
                if let Some((_, _, title)) = &mut link {
                    title.push_str(&part);
                }
            }
            Event::End(TagEnd::Link) => {
                let Some((target, line, title)) = link.take() else { continue };
                if target.is_empty() {
                    continue;
                }
                let target = percent_decoded(target.split('#').next().unwrap_or(&target));
                let Some(path) = resolve(file, &target) else {
                    let message = format!("`{target}` is outside the folder");
                    let suggestion = "list only files of this folder";
                    problems.push(Problem::new(file, message, suggestion).at(line));
                    continue;
                };
                let above = chapters.len().checked_sub(1).map_or(&[][..], |it| &chapters[..it]);
                let parent = above.iter().rev().find_map(Clone::clone);
                if let Some(own) = chapters.last_mut() {
                    *own = Some(path.clone());
                }
                listed.push(Listed { file: path, title: title.trim().to_owned(), parent, line });
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
    }
    listed
}

fn percent_decoded(text: &str) -> String {
    let decoded = percent_encoding::percent_decode_str(text).decode_utf8();
    decoded.map_or_else(|_| text.to_owned(), Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_come_in_order_with_their_parents() {
        let text = "# Summary\n\n[Preface](preface.md)\n\n# Part\n\n- [One](one.md)\n  - [Sub *x* `y`](one/sub%20x.md)\n    - [Deep](deep.md#a)\n- [Draft]()\n  - [Under](under.md)\n\n---\n[Out](../out.md)\n";
        let mut problems = Vec::new();
        let listed = read("SUMMARY.md", text, &mut problems);
        let rows: Vec<(&str, &str, Option<&str>, usize)> = listed
            .iter()
            .map(|it| (it.file.as_str(), it.title.as_str(), it.parent.as_deref(), it.line))
            .collect();
        assert_eq!(
            rows,
            [
                ("preface.md", "Preface", None, 3),
                ("one.md", "One", None, 7),
                ("one/sub x.md", "Sub x y", Some("one.md"), 8),
                ("deep.md", "Deep", Some("one/sub x.md"), 9),
                ("under.md", "Under", Some("one.md"), 11),
            ]
        );
        assert_eq!(
            problems[0].to_string(),
            "SUMMARY.md:14: `../out.md` is outside the folder; list only files of this folder"
        );
    }
}
