//! Where does a page name others?

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::OnceLock;

use aho_corasick::{AhoCorasick, MatchKind};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use unicode_segmentation::UnicodeSegmentation;

use crate::{
    facts::Facts,
    fold::{folded, key_of},
    leaf::{Leaf, LeafKind, leaves_of},
    manuscript::Manuscript,
    sentence::{EXCERPT_CHARACTERS_MAX, Sentences},
};

/// Characters of a term; what is longer is a sentence.
const TERM_CHARACTERS_MAX: usize = 100;
/// Terms of one site.
const TERMS_MAX: usize = 200_000;
/// Pages that one page is found to name.
const TARGETS_MAX: usize = 500;
/// Places of one page that are looked at, those within each other too.
const PLACES_MAX: usize = 500_000;
/// Titles that every site has, and that mean no page where they stand in a text. Who wants one
/// linked writes it under `terms`.
const EVERYWHERE: &[&str] = &[
    "about",
    "appendix",
    "changelog",
    "conclusion",
    "contents",
    "contributing",
    "example",
    "examples",
    "faq",
    "foreword",
    "getting started",
    "glossary",
    "guide",
    "home",
    "index",
    "installation",
    "introduction",
    "license",
    "misc",
    "notes",
    "overview",
    "page",
    "preface",
    "readme",
    "reference",
    "references",
    "start",
    "start here",
    "summary",
    "table of contents",
    "the",
    "this",
    "todo",
    "usage",
    "what",
    "why",
    "how",
    "and",
    "for",
    "not",
    "you",
];

/// All terms of a site and the page that each means.
#[derive(Debug)]
pub struct Vocabulary {
    /// As they are compared, with the id of their page.
    terms: Vec<(String, String)>,
    digest: String,
    automaton: OnceLock<Option<AhoCorasick>>,
}

impl Vocabulary {
    /// The terms of all pages: titles, aliases that are words, and what is listed under `terms`.
    /// A term of two pages means neither.
    pub fn of(facts: &[Facts]) -> Vocabulary {
        let mut owners: BTreeMap<String, Option<&str>> = BTreeMap::new();
        for page in facts {
            let chosen = page.terms.iter().map(|it| (it.as_str(), true));
            let named = page.words().chain(page.heading.as_deref()).map(|it| (it, false));
            for (words, is_chosen) in chosen.chain(named) {
                let key = key_of(words);
                if !is_term(&key, is_chosen) || owners.len() >= TERMS_MAX {
                    continue;
                }
                let owner = owners.entry(key).or_insert(Some(&page.id));
                if owner.is_some_and(|it| it != page.id) {
                    *owner = None;
                }
            }
        }
        let terms: Vec<(String, String)> =
            owners.into_iter().filter_map(|(key, owner)| Some((key, owner?.to_owned()))).collect();
        let mut hasher = Sha256::new();
        for (key, page) in &terms {
            hasher.update(key.as_bytes());
            hasher.update([0]);
            hasher.update(page.as_bytes());
            hasher.update([0]);
        }
        let digest = hasher.finalize().iter().take(16).map(|it| format!("{it:02x}")).collect();
        Vocabulary { terms, digest, automaton: OnceLock::new() }
    }

    /// Changes with any term or the page that it means: what [`scan`] found under another digest
    /// must be found again.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Each term as it is compared, with the id of its page, in order.
    pub fn terms(&self) -> impl Iterator<Item = (&str, &str)> {
        self.terms.iter().map(|(key, page)| (key.as_str(), page.as_str()))
    }

    fn automaton(&self) -> Option<&AhoCorasick> {
        let made = self.automaton.get_or_init(|| {
            let keys = self.terms.iter().map(|it| it.0.as_bytes());
            AhoCorasick::builder().match_kind(MatchKind::Standard).build(keys).ok()
        });
        made.as_ref().filter(|_| !self.terms.is_empty())
    }
}

fn is_term(key: &str, is_chosen: bool) -> bool {
    let count = key.chars().count();
    let has_letter = key.chars().any(char::is_alphabetic);
    let is_ideographic = key.chars().all(|it| it > '\u{2E7F}');
    let least = if is_chosen || is_ideographic { 2 } else { 3 };
    has_letter
        && (least..=TERM_CHARACTERS_MAX).contains(&count)
        && (is_chosen || !EVERYWHERE.contains(&key))
}

/// Where one page names others.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Occurrences {
    /// [`Vocabulary::digest`] of the terms that were looked for.
    pub vocabulary: String,
    /// At most one for each page that is named, in order.
    pub found: Vec<Occurrence>,
}

/// Words that name a page, outside of code, headings, links and raw HTML: the first that can
/// become a link, or the first where none can.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Occurrence {
    /// The id of the page.
    pub page: String,
    /// The bytes of the Markdown.
    pub range: (usize, usize),
    /// Whether the words can become a link where they stand.
    pub is_linkable: bool,
    /// The part they stand in, in [`Facts::anchors`].
    pub part: Option<usize>,
    /// The sentence around them.
    pub excerpt: String,
}

/// Finds where a page names others: whole words, in any case; of terms that overlap the one that
/// begins first counts, then the longer.
pub fn scan(manuscript: &Manuscript, vocabulary: &Vocabulary) -> Occurrences {
    let mut occurrences = Occurrences { vocabulary: vocabulary.digest.clone(), found: Vec::new() };
    let Some(automaton) = vocabulary.automaton() else { return occurrences };
    let mut search = Search {
        text: &manuscript.text,
        own: &manuscript.facts.id,
        vocabulary,
        automaton,
        places: 0,
        linkable: BTreeSet::new(),
        at: BTreeMap::new(),
        found: Vec::new(),
    };
    leaves_of(&manuscript.text, &mut |leaf| search.leaf(&leaf));
    let mut found = search.found;
    found.sort_by_key(|it| it.range);
    occurrences.found = found;
    occurrences
}

struct Search<'s> {
    text: &'s str,
    own: &'s str,
    vocabulary: &'s Vocabulary,
    automaton: &'s AhoCorasick,
    places: usize,
    linkable: BTreeSet<&'s str>,
    at: BTreeMap<&'s str, usize>,
    found: Vec<Occurrence>,
}

impl<'s> Search<'s> {
    fn leaf(&mut self, leaf: &Leaf) {
        if leaf.kind != LeafKind::Prose {
            return;
        }
        let mut sentences = None;
        let mut first = 0;
        while first < leaf.pieces.len() {
            if !leaf.pieces[first].is_prose {
                first += 1;
                continue;
            }
            let mut last = first;
            while leaf.pieces.get(last + 1).is_some_and(|it| it.is_prose && it.joins) {
                last += 1;
            }
            let end = leaf.pieces.get(last + 1).map_or(leaf.plain.len(), |it| it.at);
            self.run(leaf, leaf.pieces[first].at..end, &mut sentences);
            first = last + 1;
        }
    }

    fn run(&mut self, leaf: &Leaf, run: Range<usize>, sentences: &mut Option<Sentences>) {
        let words = &leaf.plain[run.clone()];
        let (compared, bounds) = compared(words);
        let mut places: Vec<(usize, std::cmp::Reverse<usize>, usize)> = Vec::new();
        for it in self.automaton.find_overlapping_iter(&compared) {
            self.places += 1;
            if self.places > PLACES_MAX {
                break;
            }
            places.push((it.start(), std::cmp::Reverse(it.end()), it.pattern().as_usize()));
        }
        if places.is_empty() {
            return;
        }
        let bounds = bounds.unwrap_or_else(|| {
            let mut bounds: Vec<(usize, usize)> =
                words.split_word_bound_indices().map(|(at, _)| (at, at)).collect();
            bounds.push((words.len(), words.len()));
            bounds
        });
        let bound = |at: usize| {
            let found = bounds.binary_search_by_key(&at, |it| it.0);
            found.ok().map(|it| bounds[it].1)
        };
        places.sort_unstable();
        let mut free = 0;
        for (start, std::cmp::Reverse(end), term) in places {
            if start < free {
                continue;
            }
            let (Some(from), Some(to)) = (bound(start), bound(end)) else { continue };
            free = end;
            let page: &'s str = &self.vocabulary.terms[term].1;
            if page == self.own || self.linkable.contains(page) {
                continue;
            }
            let words = run.start + from..run.start + to;
            if is_in_url(&leaf.plain, &words) {
                continue;
            }
            let source = source_of(leaf, &words);
            let is_linkable = is_linkable(self.text, &source);
            if !is_linkable && self.at.contains_key(page) {
                continue;
            }
            let sentences = sentences.get_or_insert_with(|| Sentences::of(&leaf.plain));
            let occurrence = Occurrence {
                page: page.to_owned(),
                range: (source.start, source.end),
                is_linkable,
                part: leaf.holder,
                excerpt: sentences.around(&leaf.plain, &words, EXCERPT_CHARACTERS_MAX),
            };
            if is_linkable {
                self.linkable.insert(page);
            }
            match self.at.get(page) {
                Some(at) => self.found[*at] = occurrence,
                None if self.found.len() < TARGETS_MAX => {
                    self.at.insert(page, self.found.len());
                    self.found.push(occurrence);
                }
                None => {}
            }
        }
    }
}

/// A text as it is compared, with the bounds of its words there and in the text; the bounds are
/// left out where they are the same in both.
fn compared(words: &str) -> (String, Option<Vec<(usize, usize)>>) {
    if words.is_ascii() && !words.contains("  ") {
        return (words.to_ascii_lowercase(), None);
    }
    let mut compared = String::with_capacity(words.len());
    let mut bounds = Vec::new();
    for (at, word) in words.split_word_bound_indices() {
        if word.starts_with(char::is_whitespace) {
            if compared.ends_with(' ') {
                continue;
            }
            bounds.push((compared.len(), at));
            compared.push(' ');
            continue;
        }
        bounds.push((compared.len(), at));
        compared.push_str(&folded(word));
    }
    bounds.push((compared.len(), words.len()));
    // A word that folds to nothing shares its place with the next; the first is the bound.
    bounds.dedup_by_key(|it| it.0);
    (compared, Some(bounds))
}

/// Where words stand in the source. What is written as an escape counts whole.
fn source_of(leaf: &Leaf, words: &Range<usize>) -> Range<usize> {
    let at = |offset: usize, is_end: bool| {
        let before = |it: usize| if is_end { it < offset } else { it <= offset };
        let index = leaf.pieces.partition_point(|it| before(it.at)).saturating_sub(1);
        let piece = &leaf.pieces[index];
        let end = leaf.pieces.get(index + 1).map_or(leaf.plain.len(), |it| it.at);
        if piece.source.len() == end - piece.at {
            return piece.source.start + offset - piece.at;
        }
        if is_end { piece.source.end } else { piece.source.start }
    };
    let start = at(words.start, false);
    start..at(words.end, true).max(start)
}

/// Whether words belong to a URL or an address that is written out.
fn is_in_url(plain: &str, words: &Range<usize>) -> bool {
    const NEAR: usize = 200;
    let before = plain[..words.start].char_indices().rev().take(NEAR);
    let start = before.take_while(|it| !it.1.is_whitespace()).last().map_or(words.start, |it| it.0);
    let after = plain[words.end..].char_indices().take(NEAR);
    let end = after
        .take_while(|it| !it.1.is_whitespace())
        .last()
        .map_or(words.end, |(at, it)| words.end + at + it.len_utf8());
    let token = &plain[start..end];
    token.contains("://") || token.contains("www.") || token.contains('@')
}

/// Whether brackets can be put around a part of the source without changing what stands there.
fn is_linkable(text: &str, source: &Range<usize>) -> bool {
    if source.is_empty() || text[source.clone()].contains(['[', ']', '`', '|']) {
        return false;
    }
    let before = text[..source.start].chars().next_back();
    let after = text[source.end..].chars().next();
    if before.is_some_and(|it| matches!(it, '!' | '[' | ']' | '\\' | '^'))
        || after.is_some_and(|it| matches!(it, ']' | '(' | '[' | '{'))
    {
        return false;
    }
    // Emphasis that touches a word on its other side would not end, or not begin.
    let is_mark = |it: char| matches!(it, '*' | '_' | '~');
    let outer_before = text[..source.start].trim_end_matches(is_mark);
    let outer_after = text[source.end..].trim_start_matches(is_mark);
    let touches = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
    let broken_before =
        outer_before.len() < source.start && touches(outer_before.chars().next_back());
    let broken_after =
        outer_after.len() < text.len() - source.end && touches(outer_after.chars().next());
    !broken_before && !broken_after
}

#[cfg(test)]
mod tests;
