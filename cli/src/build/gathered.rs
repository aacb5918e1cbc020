//! What does a folder say, read only where it changed, and linked?

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use knowledge::{
    contents::{Line, contents_of},
    facts::Facts,
    link::{Linked, Surroundings, link},
    manuscript::{Manuscript, parse},
    problem::Problem,
    publication::is_taken,
    settings::{Chosen, Settings},
    site::{Arranged, arrange, page_files},
    source::Sources,
    summary::Listing,
    term::{Occurrences, Vocabulary, scan},
    view::Change,
};

use super::{
    FolderError,
    cache::{Cache, Head, Kept, Output},
    folder::{self, Copied, Found},
    history, parallel,
    progress::Progress,
};

/// What a site serves beside its pages and files, below `/`.
const SERVED: &[&str] = &[
    "api/",
    "mcp",
    "rpc",
    "docs",
    "openapi.json",
    "catalog.json",
    "llms.txt",
    "llms-full.txt",
    "robots.txt",
    "sitemap.xml",
    "feed.xml",
    "search",
    "glossary",
    "changes",
    ".well-known/",
];

/// A folder, read and linked.
pub(super) struct Gathered {
    pub(super) settings: Settings,
    /// Old paths and the routes that took their place.
    pub(super) moved: Vec<(String, String)>,
    pub(super) sources: Sources,
    pub(super) copied: BTreeMap<String, Copied>,
    pub(super) listing: Listing,
    pub(super) contents: Vec<Line>,
    pub(super) changes: BTreeMap<String, Change>,
    /// The pages in reading order: what all others need of each, and the rest.
    pub(super) facts: Vec<Facts>,
    pub(super) pages: Vec<Gleaned>,
    pub(super) linked: Linked,
    pub(super) problems: Vec<Problem>,
    /// What the last build left beside the pages.
    pub(super) head: Head,
}

/// One page, beside its facts.
pub(super) struct Gleaned {
    pub(super) stamp: String,
    pub(super) occurrences: Occurrences,
    /// What was written of it last.
    pub(super) output: Option<Output>,
    /// The page as it was written, where it had to be read.
    manuscript: OnceLock<Option<Arc<Manuscript>>>,
}

/// A page that was read, before its place is known.
struct Read {
    facts: Facts,
    stamp: String,
    occurrences: Occurrences,
    output: Option<Output>,
    manuscript: Option<Arc<Manuscript>>,
}

impl Gathered {
    /// Reads and links a folder, with what the last build kept of it.
    pub(super) fn of(
        folder: &Path,
        cache: Cache,
        progress: &Progress,
    ) -> Result<Gathered, FolderError> {
        progress.begins("reading", 0);
        let Found { root, sources, copied, book, own, mut problems } = folder::read(folder)?;
        let chosen = Chosen::read(
            book.as_ref().map(|(name, text)| (name.as_str(), text.as_str())),
            own.as_ref().map(|(name, text)| (name.as_str(), text.as_str())),
            &mut problems,
        );
        let listing = Listing::of(&sources);
        let contents = contents_of(&sources);
        let Cache { mut head, pages: mut kept } = cache;
        let mut read = read_pages(&sources, &listing, &mut kept, progress);
        let facts: Vec<&Facts> = read.iter().map(|it| &it.facts).collect();
        let Arranged { order, problems: more } = arrange(&facts, &listing);
        problems.extend(more);
        let mut taken: Vec<Option<Read>> = read.drain(..).map(Some).collect();
        let mut facts = Vec::with_capacity(order.len());
        let mut pages = Vec::with_capacity(order.len());
        for it in order {
            let Some(Read { facts: own, stamp, occurrences, output, manuscript }) =
                taken.get_mut(it).and_then(Option::take)
            else {
                continue;
            };
            if is_taken(&own.id) {
                let message = format!("`/{}` is a path of the site's own", own.id);
                problems.push(Problem::new(&own.file, message, "rename the file"));
            }
            facts.push(own);
            let manuscript = manuscript.map_or_else(OnceLock::new, |it| OnceLock::from(Some(it)));
            pages.push(Gleaned { stamp, occurrences, output, manuscript });
        }
        let moved = chosen.redirects.clone();
        let settings = chosen.complete([facts.first().map(|it| it.title.as_str())]);
        let changes = history::changes_of(&root, &settings, &mut head.history);
        let mut gathered = Gathered {
            settings,
            moved,
            sources,
            copied,
            listing,
            contents,
            changes,
            facts,
            pages,
            linked: Linked::default(),
            problems,
            head,
        };
        gathered.link(progress);
        Ok(gathered)
    }

    fn link(&mut self, progress: &Progress) {
        let vocabulary = Vocabulary::of(&self.facts);
        progress.begins("linking", self.facts.len());
        let found = parallel::each(self.facts.len(), |it| {
            progress.step();
            if self.pages[it].occurrences.vocabulary == vocabulary.digest() {
                return None;
            }
            Some(self.manuscript(it).map(|it| scan(&it, &vocabulary)).unwrap_or_default())
        });
        for (page, found) in self.pages.iter_mut().zip(found) {
            if let Some(found) = found {
                page.occurrences = found;
            }
        }
        let occurrences: Vec<Occurrences> =
            self.pages.iter_mut().map(|it| std::mem::take(&mut it.occurrences)).collect();
        let files = self.other_files();
        let routes: Vec<String> = SERVED.iter().map(|it| format!("/{it}")).collect();
        let routes: Vec<&str> = routes.iter().map(String::as_str).collect();
        let surroundings = Surroundings { files: &files, routes: &routes };
        self.linked = link(&self.facts, &occurrences, surroundings, &self.settings);
        for (page, it) in self.pages.iter_mut().zip(occurrences) {
            page.occurrences = it;
        }
        self.problems.append(&mut self.linked.problems);
    }

    /// The paths of all files that lie where pages do and are none.
    fn other_files(&self) -> BTreeSet<String> {
        let mut files = knowledge::site::other_files(&self.sources, &self.facts);
        files.extend(self.copied.keys().cloned());
        files
    }

    /// A page as it was written, read where it was not yet.
    pub(super) fn manuscript(&self, page: usize) -> Option<Arc<Manuscript>> {
        let read = || parse(&self.facts[page].file, &self.sources, &self.listing).map(Arc::new);
        self.pages[page].manuscript.get_or_init(read).clone()
    }

    /// Forgets how pages were written, and what else is needed no more once they are rendered.
    pub(super) fn into_kept(self, outputs: Vec<Output>) -> (Head, Vec<Kept>) {
        let pages = self.facts.into_iter().zip(self.pages).zip(outputs);
        let kept = pages.map(|((facts, page), output)| Kept {
            stamp: page.stamp,
            facts,
            occurrences: page.occurrences,
            output: Some(output),
        });
        (self.head, kept.collect())
    }
}

/// Reads every page whose file, includes or line in SUMMARY.md changed; takes the others as they
/// were kept.
fn read_pages(
    sources: &Sources,
    listing: &Listing,
    kept: &mut BTreeMap<String, Kept>,
    progress: &Progress,
) -> Vec<Read> {
    let files: Vec<&str> = page_files(sources).collect();
    progress.begins("parsing", files.len());
    let digests: Vec<String> = parallel::each(files.len(), |it| digest_at(files[it], sources));
    let fresh = parallel::each(files.len(), |it| {
        progress.step();
        let (file, digest) = (files[it], &digests[it]);
        let is_same = kept.get(file).is_some_and(|it| {
            it.stamp == stamp_of(digest, &it.facts.includes, sources, listing, file)
        });
        if is_same {
            return None;
        }
        Some(parse(file, sources, listing).map(|manuscript| {
            let facts = manuscript.facts.clone();
            let stamp = stamp_of(digest, &facts.includes, sources, listing, file);
            let occurrences = Occurrences::default();
            let manuscript = Some(Arc::new(manuscript));
            Read { facts, stamp, occurrences, output: None, manuscript }
        }))
    });
    let read = files.into_iter().zip(fresh).filter_map(|(file, fresh)| match fresh {
        Some(read) => {
            let mut read = read?;
            read.output = kept.remove(file).and_then(|it| it.output);
            Some(read)
        }
        None => {
            let Kept { stamp, facts, occurrences, output } = kept.remove(file)?;
            Some(Read { facts, stamp, occurrences, output, manuscript: None })
        }
    });
    read.collect()
}

fn digest_at(file: &str, sources: &Sources) -> String {
    sources.files.get(file).map_or_else(String::new, |it| contract::digest::sha256_hex(it))
}

/// Changes whenever what a page says by itself may have changed.
fn stamp_of(
    digest: &str,
    includes: &[String],
    sources: &Sources,
    listing: &Listing,
    file: &str,
) -> String {
    let mut text = format!("{digest} {:?}\n", listing.row(file).map(|it| (&it.title, &it.parent)));
    for include in includes {
        text.push_str(&format!("{} {include}\n", digest_at(include, sources)));
    }
    contract::digest::sha256_hex(text.as_bytes())
}
