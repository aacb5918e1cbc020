//! What becomes of the links of one page?

use std::collections::BTreeSet;

use super::{edge, edits, insertion, replacement, suggestion::Suggestions};
use crate::{
    facts::{Edit, Form, Replacement, Written},
    graph::{Edge, LinkKind},
    names::Names,
    problem::Problem,
    resolve::{self, Lead, destination, is_elsewhere, route_of},
    term::Occurrences,
    view::Source,
};

/// Extensions of files that an embed shows as a picture.
const PICTURES: &[&str] = &["apng", "avif", "bmp", "gif", "jpeg", "jpg", "png", "svg", "webp"];

pub(super) struct PageLinks<'w, 'f> {
    pub(super) names: &'w Names<'f>,
    pub(super) routes: &'w [String],
    pub(super) served: &'w [&'w str],
    pub(super) suggestions: &'w mut Suggestions<'f>,
    pub(super) page: usize,
    pub(super) edits: Vec<Edit>,
    /// Pages that a link of this page leads to.
    pub(super) linked: BTreeSet<usize>,
    pub(super) embedded: BTreeSet<usize>,
    pub(super) edges: &'w mut Vec<Edge>,
    pub(super) problems: &'w mut Vec<Problem>,
}

impl PageLinks<'_, '_> {
    pub(super) fn links(&mut self) {
        let facts = self.names.facts;
        for written in &facts[self.page].links {
            let lead = self.lead_of(written);
            self.report(written, &lead);
            match lead {
                Lead::Page { page, anchor } => self.lead_to_page(written, page, &anchor),
                Lead::NoAnchor { page, .. } => self.lead_to_page(written, page, ""),
                Lead::File { path, rest } => self.lead_to_file(written, &path, &rest),
                Lead::Elsewhere => self.lead_to_route(written, &written.target),
                Lead::Outside | Lead::Several(_) | Lead::Unpublished(_) | Lead::Nowhere => {
                    self.edits.extend(edits::words_only(written));
                }
            }
        }
    }

    fn lead_of(&self, written: &Written) -> Lead {
        match written.form {
            Form::Wiki | Form::WikiWithText | Form::Embed | Form::EmbedWithText => {
                resolve::wiki(self.names, self.page, &written.target)
            }
            Form::Inline
            | Form::Reference
            | Form::Image
            | Form::ImageReference
            | Form::HtmlLink
            | Form::HtmlImage => {
                resolve::written(self.names, self.page, &written.target, self.served)
            }
        }
    }

    fn lead_to_page(&mut self, written: &Written, page: usize, anchor: &str) {
        let facts = self.names.facts;
        let route = destination(&self.routes[page], anchor);
        let route = if page == self.page && !anchor.is_empty() {
            route[route.find('#').unwrap_or(0)..].to_owned()
        } else {
            route
        };
        let context = facts[self.page].sentences.get(written.sentence).map_or("", String::as_str);
        let at = (written.part, context);
        let is_embed =
            matches!(written.form, Form::Embed | Form::EmbedWithText) && written.is_alone;
        if is_embed {
            let shown = edits::shown(written);
            self.edits.push(Edit {
                range: written.range,
                with: Replacement::Embed {
                    page: facts[page].id.clone(),
                    anchor: anchor.to_owned(),
                    link: format!("[{shown}]({})", destination(&self.routes[page], anchor)),
                },
            });
            if page != self.page && self.embedded.insert(page) {
                self.edges.push(edge(facts, self.page, page, LinkKind::Embed, at));
            }
            return;
        }
        self.lead_to_route(written, &route);
        if page != self.page && self.linked.insert(page) {
            self.edges.push(edge(facts, self.page, page, LinkKind::Link, at));
        }
    }

    fn lead_to_file(&mut self, written: &Written, path: &str, rest: &str) {
        let route = destination(&route_of(path), "") + rest;
        let extension = path.rsplit_once('.').map(|(_, it)| it.to_ascii_lowercase());
        let is_picture = extension.is_some_and(|it| PICTURES.contains(&it.as_str()));
        if matches!(written.form, Form::Embed | Form::EmbedWithText) && is_picture {
            self.edits.extend(edits::picture(written, &route));
            return;
        }
        self.lead_to_route(written, &route);
    }

    fn lead_to_route(&mut self, written: &Written, route: &str) {
        self.edits.extend(edits::leading_to(written, route));
    }

    /// The links that use these definitions are written out, but what stands around a definition
    /// would be read otherwise without it.
    pub(super) fn definitions(&mut self) {
        let facts = self.names.facts;
        for it in &facts[self.page].definitions {
            let route = match resolve::written(self.names, self.page, &it.target, self.served) {
                Lead::Page { page, anchor } => destination(&self.routes[page], &anchor),
                Lead::NoAnchor { page, .. } => self.routes[page].clone(),
                Lead::File { path, rest } => destination(&route_of(&path), "") + &rest,
                Lead::Elsewhere => continue,
                Lead::Outside | Lead::Several(_) | Lead::Unpublished(_) | Lead::Nowhere => {
                    "#".to_owned()
                }
            };
            let text = format!(" {route}{}", edits::title(&it.title));
            self.edits.push(replacement(it.range, text));
        }
    }

    pub(super) fn sources(&mut self) -> Vec<Source> {
        let facts = self.names.facts;
        let own = &facts[self.page];
        let mut found = BTreeSet::new();
        let mut sources = Vec::new();
        for source in &own.sources {
            let mut source = source.clone();
            let target = source.url.clone().unwrap_or_else(|| source.title.clone());
            let target = target.trim().trim_start_matches("[[").trim_end_matches("]]").to_owned();
            if is_elsewhere(&target) {
                let is_web = target.starts_with("https://") || target.starts_with("http://");
                source.url = source.url.filter(|_| is_web);
                sources.push(source);
                continue;
            }
            let mut lead = resolve::written(self.names, self.page, &target, self.served);
            if lead == Lead::Nowhere || lead == Lead::Outside {
                lead = resolve::wiki(self.names, self.page, &target);
            }
            match lead {
                Lead::Page { page, anchor } => {
                    if source.title == target || source.title.starts_with("[[") {
                        source.title = facts[page].title.clone();
                    }
                    source.url = Some(destination(&self.routes[page], &anchor));
                    let note = source.note.clone().unwrap_or_else(|| source.title.clone());
                    if page != self.page && found.insert(page) {
                        let at = (None, note.as_str());
                        self.edges.push(edge(facts, self.page, page, LinkKind::Source, at));
                    }
                }
                Lead::File { path, .. } => source.url = Some(destination(&route_of(&path), "")),
                Lead::Elsewhere => {}
                Lead::NoAnchor { .. }
                | Lead::Outside
                | Lead::Several(_)
                | Lead::Unpublished(_)
                | Lead::Nowhere => {
                    // A title alone may be that of a book.
                    if source.url.take().is_some() {
                        let message = format!("its source `{target}` is no page of the site");
                        let suggestion = self.suggestions.near(&target);
                        self.problems.push(Problem::new(&own.file, message, suggestion).at(1));
                    }
                }
            }
            sources.push(source);
        }
        sources
    }

    /// Makes links of the first terms, and mentions of the others.
    pub(super) fn terms(&mut self, found: &Occurrences, links_max: usize, mentions_max: usize) {
        let facts = self.names.facts;
        let (mut links, mut mentions) = (0, 0);
        for it in &found.found {
            let Some(page) = self.names.page_with_id(&it.page) else { continue };
            if page == self.page || self.linked.contains(&page) {
                continue;
            }
            let at = (it.part, it.excerpt.as_str());
            if it.is_linkable && links < links_max {
                links += 1;
                self.linked.insert(page);
                self.edits.push(insertion(it.range.0, "["));
                let route = destination(&self.routes[page], "");
                self.edits.push(insertion(it.range.1, format!("]({route})")));
                self.edges.push(edge(facts, self.page, page, LinkKind::Link, at));
            } else if mentions < mentions_max {
                mentions += 1;
                self.edges.push(edge(facts, self.page, page, LinkKind::Mention, at));
            }
        }
    }

    fn report(&mut self, written: &Written, lead: &Lead) {
        let facts = self.names.facts;
        let target: String = written.target.chars().take(200).collect();
        let is_picture =
            matches!(written.form, Form::Image | Form::ImageReference | Form::HtmlImage);
        let what = if is_picture { "picture" } else { "link" };
        let (message, suggestion) = match lead {
            Lead::Page { .. } | Lead::File { .. } | Lead::Elsewhere => return,
            Lead::NoAnchor { page, wanted } => (
                format!("`{}` has no anchor `{wanted}`", facts[*page].file),
                self.suggestions.near_anchor(*page, wanted),
            ),
            Lead::Outside => (
                format!("the {what} `{target}` leads out of the folder"),
                "copy the file into the folder, or link to where it is published".to_owned(),
            ),
            Lead::Several(pages) => {
                let ids: Vec<String> =
                    pages.iter().take(3).map(|it| format!("`{}`", facts[*it].id)).collect();
                (
                    format!("the link `{target}` means {} pages", pages.len()),
                    format!("say which: {}", ids.join(", ")),
                )
            }
            Lead::Unpublished(file) => (
                format!("the link `{target}` leads to `{file}`, which is no page of the site"),
                "publish it, or remove the link".to_owned(),
            ),
            Lead::Nowhere if is_picture => {
                (format!("there is no picture `{target}`"), self.suggestions.near_file(&target))
            }
            Lead::Nowhere => {
                (format!("the link `{target}` leads nowhere"), self.suggestions.near(&target))
            }
        };
        let problem = Problem::new(&facts[self.page].file, message, suggestion);
        self.problems.push(problem.at(written.line));
    }
}
