//! What do agents read first, and where is everything in one file?

use std::collections::{BTreeMap, BTreeSet};

use super::{
    FEED, Publication, Published, day_of,
    generated::{CHANGES, GLOSSARY},
    markdown_route, published,
};
use crate::{
    markdown_form::{escaped, link_of},
    page::PageKind,
    settings::Settings,
    view::PageView,
};

/// Characters of the guide. Agents cut longer ones.
const GUIDE_CHARACTERS_MAX: usize = 48_000;
/// Bytes of the whole text in one file.
const WHOLE_BYTES_MAX: usize = 4 * 1024 * 1024;
/// Characters of the note beside a link.
const NOTE_CHARACTERS_MAX: usize = 140;
/// The section of pages that stand under no other.
const TOP: &str = "Pages";
/// The section that readers in a hurry may skip.
const OPTIONAL: &str = "Optional";

/// How the sentence begins that says where all pages are.
const BELOW: &str = "The pages stand";

/// Pages under one heading.
struct Section<'s> {
    title: String,
    views: Vec<&'s PageView>,
}

/// How much is said of each page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    Notes,
    Titles,
    FirstOfSection,
}

impl Publication<'_> {
    /// `llms.txt`, as llmstxt.org describes it.
    pub(super) fn guide(&self) -> Published {
        let details = [Detail::Notes, Detail::Titles, Detail::FirstOfSection];
        let mut written = details.iter().map(|it| self.guide_with(*it));
        let fits = |it: &String| it.chars().count() <= GUIDE_CHARACTERS_MAX;
        let text = written.find(fits).unwrap_or_else(|| {
            let sparse = self.guide_with(Detail::FirstOfSection);
            let whole_lines = sparse.lines().scan(0, |characters, line| {
                *characters += line.chars().count() + 1;
                (*characters <= GUIDE_CHARACTERS_MAX).then_some(line)
            });
            whole_lines.map(|it| format!("{it}\n")).collect()
        });
        published("llms.txt", text)
    }

    fn guide_with(&self, detail: Detail) -> String {
        let head = self.head();
        let mut text = String::new();
        let mut left_out = 0;
        for section in self.sections() {
            let shown = match detail {
                Detail::Notes | Detail::Titles => section.views.len(),
                Detail::FirstOfSection => 1,
            };
            left_out += section.views.len() - shown;
            text.push_str(&format!("\n## {}\n\n", escaped(&section.title)));
            for view in &section.views[..shown] {
                text.push_str(&self.line(view, detail));
            }
        }
        if left_out > 0 {
            let line = "Of each section the first page is listed";
            let head =
                head.replace(BELOW, &format!("{line}, and {left_out} pages are not. {BELOW}"));
            return head + &text;
        }
        head + &text
    }

    fn head(&self) -> String {
        let origin = self.origin();
        let mut text = self.title();
        text.push_str(
            "\nEvery page answers with Markdown, and with HTML where `Accept` asks for \
             `text/html`; its path with `.md` is always Markdown.",
        );
        if self.surfaces.http {
            text.push_str(&format!(
                " To find something, GET `{origin}/api/search?query=…`; to read a page or one of \
                 its sections, GET `{origin}/api/read?page=…`."
            ));
        }
        if self.surfaces.mcp.is_some() {
            text.push_str(&format!(
                " The same is offered over MCP (streamable HTTP, no sign-in) at `{origin}/mcp`."
            ));
        }
        text.push_str(&format!(
            "\n\n{BELOW} in one file, up to a bound, at `{origin}/llms-full.txt`, and \
             with the day of their last change in `{origin}/sitemap.xml`."
        ));
        if self.views().any(|it| day_of(it).is_some()) {
            text.push_str(&format!(" `{origin}/{FEED}` is an Atom feed of changes."));
        }
        if self.surfaces.http {
            text.push_str(&format!(" `{origin}/openapi.json` says what can be called."));
        }
        if !self.skills.is_empty() {
            text.push_str(&format!(
                " Skills to install, with their digests, are listed in \
                 `{origin}/.well-known/agent-skills/index.json`."
            ));
        }
        text + "\n"
    }

    /// What the site is, in the two lines that readers of such files look for.
    fn title(&self) -> String {
        let Settings { title, description, .. } = self.settings;
        let said = match description {
            Some(description) => escaped(description),
            None => format!("{}, in {} pages.", escaped(title), self.pages.len()),
        };
        format!("# {}\n\n> {said}\n", escaped(title))
    }

    fn line(&self, view: &PageView, detail: Detail) -> String {
        let link = link_of(&view.title, &format!("{}{}", self.origin(), markdown_route(view)));
        let note = view.description.as_deref().filter(|_| detail != Detail::Titles);
        match note {
            Some(note) => format!("- {link}: {}\n", escaped(&cut(note))),
            None => format!("- {link}\n"),
        }
    }

    /// The pages by section, each section where its first page stands.
    fn sections(&self) -> Vec<Section<'_>> {
        let heads: BTreeSet<&str> =
            self.views().filter_map(|it| it.trail.first()).map(|it| it.route.as_str()).collect();
        let mut sections: Vec<Section<'_>> = Vec::new();
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        for view in self.views() {
            let title = match view.trail.first() {
                _ if view.kind == PageKind::Skill => "Skills".to_owned(),
                _ if [GLOSSARY, CHANGES].contains(&view.id.as_str()) => OPTIONAL.to_owned(),
                Some(head) => head.title.clone(),
                None if heads.contains(view.route.as_str()) => view.title.clone(),
                None => folder_of(view),
            };
            let place = *places.entry(title.clone()).or_insert_with(|| {
                sections.push(Section { title, views: Vec::new() });
                sections.len() - 1
            });
            sections[place].views.push(view);
        }
        sections.sort_by_key(|it| it.title == OPTIONAL);
        sections
    }

    /// `llms-full.txt`: every page after the other, up to a bound.
    pub(super) fn whole_text(&self) -> Published {
        let mut text = self.title();
        let mut left_out = Vec::new();
        for view in self.views() {
            let Some(page) = (self.markdown_of)(&view.id).filter(|_| left_out.is_empty()) else {
                left_out.push(view);
                continue;
            };
            let page = without_pointer(&page);
            if text.len() + page.len() > WHOLE_BYTES_MAX {
                left_out.push(view);
                continue;
            }
            text.push_str(&format!("\n---\n\n<{}{}>\n\n", self.origin(), view.route));
            text.push_str(page);
        }
        if !left_out.is_empty() {
            let count = left_out.len();
            let first = left_out.first().map(|it| markdown_route(it)).unwrap_or_default();
            text.push_str(&format!(
                "\n---\n\nThis file is bounded: {count} more pages follow, from <{}{first}> on. \
                 <{}/sitemap.xml> lists every page.\n",
                self.origin(),
                self.origin()
            ));
        }
        published("llms-full.txt", text)
    }
}

/// The folder of a page, as a title.
fn folder_of(view: &PageView) -> String {
    let Some((folder, _)) = view.id.split_once('/') else { return TOP.to_owned() };
    let words = folder.replace(['-', '_'], " ");
    let mut characters = words.chars();
    let first = characters.next().map(|it| it.to_uppercase().to_string()).unwrap_or_default();
    first + characters.as_str()
}

fn cut(note: &str) -> String {
    if note.chars().count() <= NOTE_CHARACTERS_MAX {
        return note.to_owned();
    }
    let kept: String = note.chars().take(NOTE_CHARACTERS_MAX).collect();
    let kept = kept.rsplit_once(char::is_whitespace).map_or(kept.as_str(), |(it, _)| it);
    format!("{}…", kept.trim_end_matches([',', '.', ';', ':']))
}

/// A page without the pointer to the guide, which stands in front of each.
fn without_pointer(page: &str) -> &str {
    match page.split_once("\n\n") {
        Some((pointer, rest)) if pointer.starts_with("> For agents:") => rest,
        Some(_) | None => page,
    }
}
