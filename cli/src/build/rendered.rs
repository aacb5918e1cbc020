//! Which pages must be written again, and what is written of them?

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use knowledge::{
    article::{Article, Pictures, article_of},
    embed::{Embedded, body_of, embeds_of},
    link::Ties,
    markdown_form::markdown_of,
    page::Page,
    problem::Problem,
    reader::Reader,
    view::{NavigationEntry, PageView},
    views::{self, Views},
};

use super::{
    BuildError,
    assets::{Assets, write_file},
    cache::Output,
    gathered::Gathered,
    links, parallel,
    progress::Progress,
};

/// All pages as they are served.
pub(super) struct Rendered {
    /// What stands around each, without navigation.
    pub(super) views: Vec<PageView>,
    /// The navigation of a page that nobody wrote.
    pub(super) top: Vec<NavigationEntry>,
    pub(super) pages: Vec<Made>,
}

/// One page as it is served.
pub(super) struct Made {
    pub(super) output: Output,
    /// Its rows, where it was made again.
    pub(super) fresh: Option<Fresh>,
}

/// What rows are made of.
pub(super) struct Fresh {
    pub(super) page: Page,
    pub(super) anchors: Vec<(String, Range<usize>)>,
}

/// A picture's route, with its width and height.
type Picture<'s> = (&'s String, &'s (u32, u32));

/// What does not change from page to page.
struct Shared<'s> {
    gathered: &'s Gathered,
    views: Views<'s>,
    reader: &'s Reader<'s>,
    pictures: &'s Pictures,
    /// The pictures by the last part of their path.
    pictures_by_name: BTreeMap<&'s str, Vec<Picture<'s>>>,
    places: BTreeMap<&'s str, usize>,
    /// Of the settings and everything else that all pages show.
    digest: String,
}

/// Writes the pages whose key changed. `held` are the digests of the rows that the database has.
pub(super) fn render(
    gathered: &Gathered,
    reader: &Reader<'_>,
    pictures: &Pictures,
    held: &BTreeMap<String, String>,
    assets: &mut Assets,
    progress: &Progress,
) -> Result<Rendered, BuildError> {
    let count = gathered.facts.len();
    let views = views_of(gathered);
    let places = gathered.facts.iter().enumerate().map(|(at, it)| (it.id.as_str(), at)).collect();
    let digest = shared_digest(gathered, reader);
    let mut pictures_by_name: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for (path, size) in &pictures.sizes {
        pictures_by_name.entry(last_of(path)).or_default().push((path, size));
    }
    let shared = Shared { gathered, views, reader, pictures, pictures_by_name, places, digest };
    progress.begins("rendering", count);
    let written: &Assets = assets;
    let made = parallel::each(count, |page| {
        progress.step();
        shared.page(page, held, written)
    });
    let top = shared.views.top_navigation();
    let mut rendered = Rendered { views: Vec::with_capacity(count), top, pages: Vec::new() };
    for (facts, it) in gathered.facts.iter().zip(made) {
        let (view, made) = it?;
        for form in ["md", "html"] {
            assets.keep(&format!("{}.{form}", facts.id));
        }
        rendered.views.push(view);
        rendered.pages.push(made);
    }
    Ok(rendered)
}

/// What could not be shown as it was written, of all pages; nothing is written.
pub(super) fn complaints(gathered: &Gathered) -> Vec<Problem> {
    let places: BTreeMap<&str, usize> =
        gathered.facts.iter().enumerate().map(|(at, it)| (it.id.as_str(), at)).collect();
    let found = parallel::each(gathered.facts.len(), |page| {
        let body = body_at(gathered, &places, page);
        complaints_of(&gathered.facts[page].file, &article_of(&body, &Pictures::default()))
    });
    found.into_iter().flatten().collect()
}

fn complaints_of(file: &str, article: &Article) -> Vec<Problem> {
    let complaints = article.complaints.iter();
    complaints.map(|it| Problem::new(file, it.message.clone(), it.suggestion.clone())).collect()
}

fn body_at(gathered: &Gathered, places: &BTreeMap<&str, usize>, page: usize) -> String {
    let Some(manuscript) = gathered.manuscript(page) else { return String::new() };
    let edits = |page: usize| &gathered.linked.pages[page].edits;
    let other = |id: &str| {
        let place = *places.get(id)?;
        let manuscript = gathered.manuscript(place)?;
        Some(Embedded { manuscript, edits: edits(place).clone() })
    };
    body_of(&manuscript, edits(page), &other)
}

/// What stands around every page of a folder.
fn views_of(gathered: &Gathered) -> Views<'_> {
    Views::of(views::Site {
        facts: &gathered.facts,
        edges: &gathered.linked.edges,
        ties: &gathered.linked.pages,
        contents: &gathered.contents,
        changes: &gathered.changes,
    })
}

fn shared_digest(gathered: &Gathered, reader: &Reader<'_>) -> String {
    let mut text = format!("{:?}\n", gathered.settings);
    for (path, bytes) in reader.files() {
        text.push_str(&format!("{path} {}\n", contract::digest::sha256_hex(bytes)));
    }
    contract::digest::sha256_hex(text.as_bytes())
}

impl Shared<'_> {
    fn page(
        &self,
        page: usize,
        held: &BTreeMap<String, String>,
        assets: &Assets,
    ) -> Result<(PageView, Made), BuildError> {
        let id = &self.gathered.facts[page].id;
        let view = self.views.view(page);
        let key = self.key(page, &view);
        let (markdown, html) =
            (assets.place(&format!("{id}.md")), assets.place(&format!("{id}.html")));
        let known = self.gathered.pages[page].output.as_ref();
        let known = known.filter(|it| it.key == key && held.get(id) == Some(&it.digest));
        if let Some(output) = known.filter(|_| markdown.is_file() && html.is_file()) {
            return Ok((view, Made { output: output.clone(), fresh: None }));
        }
        let body = body_at(self.gathered, &self.places, page);
        write_file(&markdown, markdown_of(&view, &body, &self.gathered.settings).as_bytes())?;
        let article = article_of(&body, self.pictures);
        let mut whole = view.clone();
        whole.navigation = self.views.navigation(page);
        write_file(&html, self.reader.page(&whole, &article.html).as_bytes())?;
        let facts = &self.gathered.facts[page];
        let problems = complaints_of(&facts.file, &article);
        let made = Page::of(facts, body);
        let anchors = links::elements_of(&made.text);
        let output =
            Output { key, digest: digest_of(&made, &anchors), blocks: made.blocks.len(), problems };
        Ok((view, Made { output, fresh: Some(Fresh { page: made, anchors }) }))
    }

    fn ties(&self, page: usize) -> &Ties {
        &self.gathered.linked.pages[page]
    }

    /// Changes whenever anything does that the two forms of a page are made of.
    fn key(&self, page: usize, view: &PageView) -> String {
        let mut text = String::new();
        let mut add = |part: &str| text.push_str(&format!("{} {part}\n", part.len()));
        add(&self.digest);
        add(&format!("{view:?}"));
        add(&self.views.navigation_key(page));
        let mut shown = BTreeSet::from([page]);
        let mut next = vec![page];
        while let Some(page) = next.pop() {
            add(&self.gathered.pages[page].stamp);
            let edits = &self.ties(page).edits;
            add(&format!("{edits:?}"));
            let embedded = embeds_of(edits).filter_map(|it| self.places.get(it).copied());
            next.extend(embedded.filter(|it| shown.insert(*it)));
        }
        for (path, (width, height)) in self.pictures_on(page) {
            add(&format!("{path} {width} {height}"));
        }
        contract::digest::sha256_hex(text.as_bytes())
    }

    /// The pictures that a page may show, with their sizes.
    fn pictures_on(&self, page: usize) -> impl Iterator<Item = &Picture<'_>> {
        let written = self.gathered.facts[page].links.iter();
        let names: BTreeSet<&str> = written.map(|it| last_of(&it.target)).collect();
        names.into_iter().filter_map(|it| self.pictures_by_name.get(it)).flatten()
    }
}

fn last_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Changes whenever a row of the page does.
fn digest_of(page: &Page, anchors: &[(String, Range<usize>)]) -> String {
    let text = format!("{} {anchors:?}", page.digest());
    contract::digest::sha256_hex(text.as_bytes()).chars().take(32).collect()
}
