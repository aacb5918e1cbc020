//! Where does a link lead?

use percent_encoding::percent_decode_str;

use crate::{
    fold::{composed, key_of},
    manuscript::folder_of,
    names::Names,
    slug::slug_of,
    source,
};

/// Where a link leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Lead {
    /// To a page, and there to an anchor, which may be empty.
    Page {
        page: usize,
        anchor: String,
    },
    /// To a page that has no such anchor.
    NoAnchor {
        page: usize,
        wanted: String,
    },
    /// To another file, by its path, with the rest of the link.
    File {
        path: String,
        rest: String,
    },
    /// To another site, or to something that this site serves besides pages.
    Elsewhere,
    /// Out of the folder.
    Outside,
    /// To more than one page.
    Several(Vec<usize>),
    /// To a file of the folder that is no page of the site.
    Unpublished(String),
    Nowhere,
}

/// Whether a link says by itself that it leaves the site: it has a scheme, or names a host.
pub fn is_elsewhere(target: &str) -> bool {
    if target.starts_with("//") {
        return true;
    }
    let Some((scheme, _)) = target.split_once(':') else { return false };
    // One letter is a drive.
    let mut characters = scheme.chars();
    scheme.len() > 1
        && characters.next().is_some_and(|it| it.is_ascii_alphabetic())
        && characters.all(|it| it.is_ascii_alphanumeric() || "+-.".contains(it))
}

/// The route of a page or another file: `/` and its id or path, percent-encoded.
pub fn route_of(id: &str) -> String {
    let mut route = String::with_capacity(id.len() + 1);
    route.push('/');
    encode(id, b"-._~!$&'()*+,;=:@/", &mut route);
    route
}

fn encode(text: &str, plain: &[u8], into: &mut String) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || plain.contains(&byte) {
            into.push(char::from(byte));
        } else {
            const HEX: &[u8; 16] = b"0123456789ABCDEF";
            into.push('%');
            into.push(char::from(HEX[usize::from(byte >> 4)]));
            into.push(char::from(HEX[usize::from(byte & 15)]));
        }
    }
}

/// A route with an anchor, as a link of Markdown or HTML can hold it.
pub(crate) fn destination(route: &str, anchor: &str) -> String {
    let mut destination = route.replace('(', "%28").replace(')', "%29").replace('\'', "%27");
    if !anchor.is_empty() {
        destination.push('#');
        encode(anchor, b"-._~!$*+,;=:@/?", &mut destination);
    }
    destination
}

/// Where a link of Markdown or HTML on a page leads. `routes` are what the site serves besides;
/// one that ends in `/` stands for all below it.
pub(crate) fn written(names: &Names<'_>, from: usize, target: &str, routes: &[&str]) -> Lead {
    if is_elsewhere(target) {
        return Lead::Elsewhere;
    }
    let target = target.trim();
    let (path, fragment) = target.split_once('#').unwrap_or((target, ""));
    let path = path.split('?').next().unwrap_or(path);
    let rest = &target[path.len()..];
    if path.is_empty() {
        // `?query` alone is a page of the site asked in another way.
        return anchored(names, from, fragment);
    }
    let is_served = |it: &&str| if it.ends_with('/') { path.starts_with(*it) } else { path == *it };
    let mut outside = false;
    // `%20` stands for a space, and now and then for itself.
    for spelling in [decoded(path), path.to_owned()] {
        let spelling = composed(&spelling.replace('\\', "/"));
        let Some(resolved) = source::resolve(&names.facts[from].id, &spelling) else {
            outside = true;
            continue;
        };
        if let Some(file) = names.file_at(&resolved).filter(|it| !source::is_markdown(it)) {
            return Lead::File { path: file.to_owned(), rest: rest.to_owned() };
        }
        // The first page is served at `/` where no other is the folder's own.
        let first = || Some(0).filter(|_| resolved.is_empty());
        if let Some(page) = names.page_at(&resolved).or_else(first) {
            return anchored(names, page, fragment);
        }
        if let Some(file) = names.file_at(&resolved) {
            return Lead::Unpublished(file.to_owned());
        }
    }
    if routes.iter().any(is_served) {
        return Lead::Elsewhere;
    }
    if outside { Lead::Outside } else { Lead::Nowhere }
}

/// Where a wikilink on a page leads: to a path, to the end of one, or to a title, alias or term.
pub(crate) fn wiki(names: &Names<'_>, from: usize, target: &str) -> Lead {
    let target = target.trim().trim_end_matches('\\').trim_end();
    let (name, fragment) = target.split_once('#').unwrap_or((target, ""));
    // Of headings within headings the last is meant.
    let fragment = fragment.rsplit('#').next().unwrap_or(fragment);
    let name = name.trim();
    if name.is_empty() {
        return anchored(names, from, fragment);
    }
    let rest = if fragment.is_empty() { String::new() } else { format!("#{fragment}") };
    let own = source::resolve(&names.facts[from].id, name);
    let top = source::resolve("", name);
    for path in [own, top].into_iter().flatten() {
        if let Some(file) = names.file_at(&path).filter(|it| !source::is_markdown(it)) {
            return Lead::File { path: file.to_owned(), rest };
        }
        if let Some(page) = names.page_at(&path) {
            return anchored(names, page, fragment);
        }
    }
    let mut pages = names.pages_ending(name);
    if pages.is_empty() {
        pages = names.pages_called(name).to_vec();
    }
    match pages.as_slice() {
        [] => {}
        [page] => return anchored(names, *page, fragment),
        _ => {
            let folder = folder_of(&names.facts[from].id);
            let near: Vec<usize> = pages
                .iter()
                .copied()
                .filter(|it| folder_of(&names.facts[*it].id) == folder)
                .collect();
            return match near.as_slice() {
                [page] => anchored(names, *page, fragment),
                _ => Lead::Several(pages),
            };
        }
    }
    match names.files_named(name) {
        [] => Lead::Nowhere,
        // Notes name a picture wherever it lies; of several the first by path is as good.
        [file, ..] if !source::is_markdown(file) => Lead::File { path: (*file).to_owned(), rest },
        [file, ..] => Lead::Unpublished((*file).to_owned()),
    }
}

/// A page and the anchor that a fragment means there: as it stands, decoded, in other case, or
/// spelt as the heading is.
fn anchored(names: &Names<'_>, page: usize, fragment: &str) -> Lead {
    // What comes after `:~:` is for the browser.
    let fragment = fragment.split(":~:").next().unwrap_or(fragment);
    let wanted = decoded(fragment);
    let wanted = composed(wanted.trim().trim_start_matches('^'));
    let found = |anchor: &str| Lead::Page { page, anchor: anchor.to_owned() };
    if wanted.is_empty() || wanted == "top" || names.has_anchor(page, &wanted) {
        return found(if wanted == "top" && !names.has_anchor(page, "top") { "" } else { &wanted });
    }
    let slug = slug_of(&wanted);
    if names.has_anchor(page, &slug) {
        return found(&slug);
    }
    let key = key_of(&wanted);
    let facts = &names.facts[page];
    if let Some(heading) = facts.outline.iter().find(|it| key_of(&it.title) == key) {
        return found(&heading.anchor);
    }
    match facts.anchors.iter().find(|it| key_of(it) == key) {
        Some(anchor) => found(anchor),
        None => Lead::NoAnchor { page, wanted },
    }
}

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8().map_or_else(|_| text.to_owned(), Into::into)
}
