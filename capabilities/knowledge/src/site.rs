//! How sources become a site.

use std::collections::BTreeMap;

use crate::{
    block::blocks_of,
    front_matter,
    include::resolved,
    page::{Page, PageKind, outline_of},
    problem::Problem,
    source::{Sources, id_of, is_markdown, line_at, text_of},
    summary::{self, Listed},
};

/// The file that lists an mdBook's pages.
const SUMMARY: &str = "SUMMARY.md";
/// Characters of a title, an alias or a description.
const NAME_CHARACTERS_MAX: usize = 500;
/// Characters of a description made of a page's first paragraph.
const DESCRIPTION_CHARACTERS_MAX: usize = 200;

/// A whole site.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Site {
    /// Every page, in reading order.
    pub pages: Vec<Page>,
    /// Everything to mend, in order of file and line.
    pub problems: Vec<Problem>,
}

/// Makes a site of sources: the pages that SUMMARY.md lists in its order, then all others by path.
pub fn site_of(sources: &Sources) -> Site {
    let mut problems = Vec::new();
    let listed = listed_pages(sources, &mut problems);
    let mut pages = Vec::new();
    let mut ids: BTreeMap<String, String> = BTreeMap::new();
    for file in in_order(sources, &listed) {
        let Some(bytes) = sources.files.get(file) else { continue };
        let listing = listed.iter().find(|it| it.file == file);
        let Some(page) = page_of(file, bytes, listing, sources, &mut problems) else { continue };
        let taken = ids.insert(page.id.to_lowercase(), page.file.clone());
        if let Some(first) = taken {
            let message = format!("its route is the same as that of `{first}`");
            problems.push(Problem::new(file, message, "rename one of the two"));
            ids.insert(page.id.to_lowercase(), first);
            // On a host that ignores case the two could not both be served.
            continue;
        }
        pages.push(page);
    }
    report_shared_titles(&pages, &mut problems);
    problems.sort();
    problems.dedup();
    Site { pages, problems }
}

fn listed_pages(sources: &Sources, problems: &mut Vec<Problem>) -> Vec<Listed> {
    let file = format!("{}{SUMMARY}", sources.base);
    let Some(bytes) = sources.files.get(&file) else { return Vec::new() };
    let text = text_of(&file, bytes, problems);
    let listed = summary::read(&file, &text, problems);
    let mut kept: Vec<Listed> = Vec::new();
    for it in listed {
        let is_page = sources.below_base(&it.file).is_some() && is_markdown(&it.file);
        if !is_page || !sources.files.contains_key(&it.file) {
            let message = format!("`{}` is listed, and there is no such page", it.file);
            problems
                .push(Problem::new(&file, message, "add the file or remove the line").at(it.line));
        } else if kept.iter().any(|other| other.file == it.file) {
            let message = format!("`{}` is listed twice", it.file);
            problems.push(Problem::new(&file, message, "keep one of the two lines").at(it.line));
        } else {
            kept.push(it);
        }
    }
    kept
}

fn in_order<'s>(sources: &'s Sources, listed: &'s [Listed]) -> Vec<&'s str> {
    let mut files: Vec<&str> = listed.iter().map(|it| it.file.as_str()).collect();
    let is_listed = |file: &str| listed.iter().any(|it| it.file == file);
    let is_page = |file: &str| {
        let own = sources.below_base(file);
        own.is_some_and(|it| is_markdown(it) && it != SUMMARY) && !is_listed(file)
    };
    let mut others: Vec<&str> =
        sources.files.keys().map(String::as_str).filter(|it| is_page(it)).collect();
    // A folder's own page comes before the pages in it.
    others.sort_by_key(|it| (folder_of(it), !is_folder_page(it), *it));
    files.extend(others);
    files
}

fn page_of(
    file: &str,
    bytes: &[u8],
    listing: Option<&Listed>,
    sources: &Sources,
    problems: &mut Vec<Problem>,
) -> Option<Page> {
    let whole = text_of(file, bytes, problems);
    let (matter, body) = front_matter::split(file, &whole, problems);
    if matter.draft {
        return None;
    }
    let body = body.trim_start_matches('\n');
    let lines_before = line_at(&whole, whole.len() - body.len()) - 1;
    let reported = problems.len();
    let text = resolved(file, body, sources, problems);
    // What is found in the body is reported where it stands in the file.
    for problem in problems[reported..].iter_mut().filter(|it| it.file == file) {
        problem.line = problem.line.map(|it| it + lines_before);
    }
    let blocks = blocks_of(&text);
    let headings = blocks.iter().filter(|it| it.begins && it.heading.is_some()).count();
    let listed = outline_of(&blocks).count();
    if headings > listed {
        let message = format!("it has {headings} headings, and its outline lists {listed}");
        problems.push(Problem::new(file, message, "split the page"));
    }
    let first_heading =
        blocks.iter().filter(|it| it.begins).find_map(|it| it.heading.as_ref()).map(|it| &it.title);
    let own_path = sources.below_base(file)?;
    let id = id_of(own_path);
    let title = matter
        .title
        .or_else(|| listing.map(|it| it.title.clone()))
        .or_else(|| first_heading.cloned())
        .filter(|it| !it.is_empty())
        .unwrap_or_else(|| name_of(&id).to_owned());
    let title = bounded(title);
    let mut aliases: Vec<String> = matter.aliases.into_iter().map(bounded).collect();
    if let Some(heading) = first_heading.filter(|it| **it != title && !it.is_empty()) {
        aliases.push(heading.clone());
    }
    if is_folder_page(own_path) && !folder_of(own_path).is_empty() {
        aliases.push(folder_of(own_path).to_owned());
    }
    let section = match listing.and_then(|it| it.parent.as_deref()) {
        Some(parent) => id_of(sources.below_base(parent).unwrap_or(parent)),
        None => folder_of(own_path).to_owned(),
    };
    let description = matter.description.map(bounded).or_else(|| first_sentences(&blocks));
    let kind = kind_of(own_path);
    let updated = matter.updated.map(bounded);
    let file = file.to_owned();
    Some(Page { id, file, kind, title, description, aliases, section, updated, text, blocks })
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

fn folder_of(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn name_of(id: &str) -> &str {
    id.rsplit_once('/').map_or(id, |(_, name)| name)
}

fn is_folder_page(file: &str) -> bool {
    matches!(name_of(&id_of(file)).to_lowercase().as_str(), "index" | "readme")
}

/// The beginning of the first text that is no heading.
fn first_sentences(blocks: &[crate::block::Block]) -> Option<String> {
    let body = blocks
        .iter()
        .map(|block| block.plain.split_whitespace().collect::<Vec<_>>().join(" "))
        .find(|it| !it.is_empty())?;
    if body.chars().count() <= DESCRIPTION_CHARACTERS_MAX {
        return Some(body);
    }
    let cut: String = body.chars().take(DESCRIPTION_CHARACTERS_MAX).collect();
    let end = cut.rfind(". ").map(|it| it + 1).or_else(|| cut.rfind(' ')).unwrap_or(cut.len());
    let kept = cut[..end].trim_end();
    Some(if kept.ends_with('.') { kept.to_owned() } else { format!("{kept} …") })
}

fn report_shared_titles(pages: &[Page], problems: &mut Vec<Problem>) {
    let mut first: BTreeMap<String, &str> = BTreeMap::new();
    for page in pages {
        let folded = page.title.to_lowercase();
        match first.get(folded.as_str()) {
            Some(other) => {
                let message = format!("its title `{}` is also that of `{other}`", page.title);
                let suggestion =
                    "give each page its own title, so that it can be asked for by name";
                problems.push(Problem::new(&page.file, message, suggestion));
            }
            None => {
                first.insert(folded, &page.file);
            }
        }
    }
}

#[cfg(test)]
mod tests;
