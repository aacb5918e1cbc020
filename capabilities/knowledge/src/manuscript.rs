//! What does one file say, before any other is known?

use crate::{
    anchor::Anchor,
    facts::{Definition, Facts, Form, Written},
    front_matter,
    include::{Included, resolved},
    leaf::{Dialect, Leaf, LeafKind, walk},
    outline::{Heading, OUTLINE_BYTES_MAX},
    page::PageKind,
    problem::Problem,
    resolve::is_elsewhere,
    sentence::{CONTEXT_CHARACTERS_MAX, Sentences},
    source::{Lines, Sources, id_of, text_of},
    summary::Listing,
};

/// Characters of a title, an alias or a description.
const NAME_CHARACTERS_MAX: usize = 500;
/// Characters of a description made of a page's first paragraph.
const DESCRIPTION_CHARACTERS_MAX: usize = 200;
/// Links of one page that are followed.
const LINKS_MAX: usize = 100_000;

/// Characters that begin a block where they begin a line.
pub(crate) const MARKS: &[char] = &['#', '>', '-', '+', '=', ':'];

/// One page as its author wrote it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manuscript {
    /// What all other pages need of it.
    pub facts: Facts,
    /// Its Markdown, without front matter and with includes in place; links, `[[wikilinks]]` and
    /// embeds as written. [`crate::embed::body_of`] makes of it what is served.
    pub text: String,
    /// Its parts that can be linked to, in order; those that raw HTML names aside.
    pub anchors: Vec<Anchor>,
}

/// Reads one page. It depends on nothing but the file's bytes, the files in [`Facts::includes`]
/// and [`Listing::row`] of the file, so it can be kept while those stay the same.
///
/// `None` where the file is not there, lies beside the pages, or is a draft.
pub fn parse(file: &str, sources: &Sources, listing: &Listing) -> Option<Manuscript> {
    let bytes = sources.files.get(file)?;
    let own_path = sources.below_base(file)?;
    let row = listing.row(file);
    let mut problems = Vec::new();
    let whole = text_of(file, bytes, &mut problems);
    let (matter, body) = front_matter::split(file, &whole, &mut problems);
    if matter.draft {
        return None;
    }
    let body = body.trim_start_matches('\n');
    let lines_before =
        whole.as_bytes()[..whole.len() - body.len()].iter().filter(|it| **it == b'\n').count();
    let reported = problems.len();
    let included = resolved(file, body, sources, &mut problems);
    // What is found in the body is reported where it stands in the file.
    for problem in problems[reported..].iter_mut().filter(|it| it.file == file) {
        problem.line = problem.line.map(|it| it + lines_before);
    }
    let mut reading = Reading::default();
    let walked = walk(&included.text, Dialect::Written, &mut |leaf| reading.leaf(leaf));
    let place = Place { lines: Lines::of(&included.text), included: &included, lines_before };
    let Reading { mut links, sentences, opening, left_out } = reading;
    if left_out > 0 {
        let message =
            format!("it has {left_out} links more than the {LINKS_MAX} that are followed");
        problems.push(Problem::new(file, message, "split the page"));
    }
    for link in &mut links {
        link.line = place.line_of(link.range.0);
        link.is_alone &= stands_alone(&included.text, link.range);
        link.is_mark = included.text[link.inner.0..link.inner.1].starts_with(MARKS);
    }
    let definitions = walked.definitions.into_iter().filter(|it| !is_elsewhere(&it.target));
    let definitions = definitions.map(|it| Definition {
        range: (it.range.start + label_bytes(&included.text[it.range.clone()]), it.range.end),
        target: it.target,
        title: it.title,
    });
    let definitions = definitions.collect();
    let first_heading = walked.headings.first().map(|it| it.title.clone());
    let outline = outline_of(file, walked.headings, &mut problems);
    let id = id_of(own_path);
    let title = matter
        .title
        .or_else(|| row.map(|it| it.title.clone()))
        .or_else(|| first_heading.clone())
        .filter(|it| !it.is_empty())
        .unwrap_or_else(|| name_of(&id).to_owned());
    let title = bounded(title);
    let mut aliases: Vec<String> = matter.aliases.into_iter().map(bounded).collect();
    let heading = first_heading.filter(|it| *it != title && !it.is_empty());
    if is_folder_page(own_path) {
        aliases.push(format!("/{}", folder_of(own_path)));
    }
    let section = match row.and_then(|it| it.parent.as_deref()) {
        Some(parent) => id_of(sources.below_base(parent).unwrap_or(parent)),
        None => folder_of(own_path).to_owned(),
    };
    let mut anchors: Vec<String> = walked.anchors.iter().map(|it| it.anchor.clone()).collect();
    anchors.extend(walked.tags.into_iter().map(|it| it.anchor));
    let facts = Facts {
        id,
        file: file.to_owned(),
        kind: kind_of(own_path),
        title,
        heading,
        description: matter.description.map(bounded).or(opening),
        aliases,
        terms: matter.terms,
        tags: matter.tags,
        sources: matter.sources,
        section,
        date: matter.date,
        updated: matter.updated,
        weight: matter.weight,
        outline,
        anchors,
        links,
        definitions,
        sentences,
        includes: included.files,
        problems,
    };
    Some(Manuscript { facts, text: included.text, anchors: walked.anchors })
}

/// Where the bytes of a page's Markdown stand in its file.
struct Place<'i> {
    lines: Lines,
    included: &'i Included,
    lines_before: usize,
}

impl Place<'_> {
    fn line_of(&self, offset: usize) -> usize {
        self.included.line_of(&self.lines, offset) + self.lines_before
    }
}

#[derive(Default)]
struct Reading {
    links: Vec<Written>,
    sentences: Vec<String>,
    /// The beginning of the first paragraph.
    opening: Option<String>,
    /// Links that are not followed.
    left_out: usize,
}

impl Reading {
    fn leaf(&mut self, leaf: Leaf) {
        if self.opening.is_none() && leaf.kind == LeafKind::Prose {
            self.opening = opening_of(&leaf.plain);
        }
        let mut ends: Option<Sentences> = None;
        for link in leaf.links {
            if is_elsewhere(&link.target) {
                continue;
            }
            if self.links.len() >= LINKS_MAX {
                self.left_out += 1;
                continue;
            }
            let ends = ends.get_or_insert_with(|| Sentences::of(&leaf.plain));
            let words =
                link.words.start.min(leaf.plain.len())..link.words.end.min(leaf.plain.len());
            let sentence = ends.around(&leaf.plain, &words, CONTEXT_CHARACTERS_MAX);
            if self.sentences.last() != Some(&sentence) {
                self.sentences.push(sentence);
            }
            self.links.push(Written {
                form: link.form,
                target: link.target,
                title: link.title,
                // The line is told once the page was walked.
                line: 0,
                range: (link.range.start, link.range.end),
                inner: (link.inner.start, link.inner.end),
                is_alone: link.is_alone && leaf.is_top,
                is_mark: false,
                sentence: self.sentences.len() - 1,
                part: if link.is_alone
                    && leaf.is_top
                    && matches!(link.form, Form::Embed | Form::EmbedWithText)
                {
                    // What is shown in its place is no part of this page.
                    leaf.heading
                } else {
                    leaf.holder
                },
            });
        }
    }
}

/// Whether nothing else stands on the lines of a link, not even white space before it.
fn stands_alone(text: &str, range: (usize, usize)) -> bool {
    let before = text[..range.0].chars().next_back();
    let after = text[range.1..].trim_start_matches([' ', '\t']).chars().next();
    before.is_none_or(|it| it == '\n') && after.is_none_or(|it| it == '\n')
}

/// The bytes of `[label]:` at the beginning of a definition.
fn label_bytes(definition: &str) -> usize {
    let mut is_escaped = false;
    for (at, character) in definition.char_indices() {
        match character {
            '\\' if !is_escaped => is_escaped = true,
            ']' if !is_escaped => return (at + 2).min(definition.len()),
            _ => is_escaped = false,
        }
    }
    definition.len()
}

fn outline_of(file: &str, headings: Vec<Heading>, problems: &mut Vec<Problem>) -> Vec<Heading> {
    let mut bytes = 0;
    let listed = headings.iter().take_while(|it| {
        bytes += it.title.len() + it.anchor.len() + 8;
        bytes <= OUTLINE_BYTES_MAX
    });
    let listed = listed.count();
    if headings.len() > listed {
        let message = format!("it has {} headings, and its outline lists {listed}", headings.len());
        problems.push(Problem::new(file, message, "split the page"));
    }
    let mut headings = headings;
    headings.truncate(listed);
    headings
}

/// What a page says of itself in a few words is kept to a few.
fn bounded(text: String) -> String {
    if text.len() <= NAME_CHARACTERS_MAX {
        return text;
    }
    text.chars().take(NAME_CHARACTERS_MAX).collect()
}

fn kind_of(file: &str) -> PageKind {
    let is_skill = file.starts_with("skills/") && file.ends_with("/SKILL.md");
    if is_skill { PageKind::Skill } else { PageKind::Page }
}

pub(crate) fn folder_of(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(folder, _)| folder)
}

pub(crate) fn name_of(id: &str) -> &str {
    id.rsplit_once('/').map_or(id, |(_, name)| name)
}

/// Whether a file is the page of its folder.
pub(crate) fn is_folder_page(file: &str) -> bool {
    let id = id_of(file);
    ["index", "readme", "_index"].iter().any(|it| name_of(&id).eq_ignore_ascii_case(it))
}

/// The beginning of a paragraph.
fn opening_of(plain: &str) -> Option<String> {
    // A word may be long, and there may be many; no more than this can be needed.
    let near: String = plain.chars().take(DESCRIPTION_CHARACTERS_MAX * 4).collect();
    let body = near.split_whitespace().collect::<Vec<_>>().join(" ");
    if body.is_empty() {
        return None;
    }
    if body.chars().count() <= DESCRIPTION_CHARACTERS_MAX {
        return Some(body);
    }
    let cut: String = body.chars().take(DESCRIPTION_CHARACTERS_MAX).collect();
    let end = cut.rfind(". ").map(|it| it + 1).or_else(|| cut.rfind(' ')).unwrap_or(cut.len());
    let kept = cut[..end].trim_end();
    Some(if kept.ends_with('.') { kept.to_owned() } else { format!("{kept} …") })
}
