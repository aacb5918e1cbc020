//! What stands below an article: where to go on, what it rests on, and who speaks of it.

use super::{markup::Html, picture};
use crate::{
    settings::Settings,
    view::{PageRef, PageView, Reference, Source},
};

/// References that are shown before the rest is folded.
const REFERENCES_OPEN: usize = 6;
/// Characters of a context that are shown before the rest is folded.
const CONTEXT_CHARACTERS_OPEN: usize = 160;

/// Everything below the article.
pub(super) fn write(html: &mut Html, view: &PageView, settings: &Settings) {
    tags(html, &view.tags);
    turning(html, view);
    if !view.sources.is_empty() {
        section(html, "Site-sources", "Sources", |html| {
            html.element("ol", &[("class", "sources")], |html| {
                view.sources.iter().for_each(|it| source(html, it));
            });
        });
    }
    let stands_alone = view.linked_from.is_empty() && view.links_to.is_empty();
    if !stands_alone {
        section(html, "Site-around", "Around this page", |html| picture::draw(html, view));
    }
    references(html, "Site-linked", "Linked from", &view.linked_from);
    references(html, "Site-mentioned", "Mentioned without a link", &view.mentioned_in);
    foot(html, view, settings);
}

fn section(html: &mut Html, id: &'static str, title: &str, content: impl FnOnce(&mut Html)) {
    html.element("section", &[("class", "around"), ("aria-labelledby", id)], |html| {
        html.words("h2", &[("id", id)], title);
        content(html);
    });
    html.line();
}

fn tags(html: &mut Html, tags: &[String]) {
    if tags.is_empty() {
        return;
    }
    html.element("ul", &[("class", "tags"), ("aria-label", "Tags")], |html| {
        tags.iter().for_each(|it| html.words("li", &[], it));
    });
    html.line();
}

fn turning(html: &mut Html, view: &PageView) {
    if view.previous.is_none() && view.next.is_none() {
        return;
    }
    html.element("nav", &[("class", "turning"), ("aria-label", "Reading order")], |html| {
        let mut way = |page: &Option<PageRef>, rel: &'static str, word: &str| {
            let Some(PageRef { title, route }) = page else { return };
            html.element("a", &[("href", route), ("rel", rel), ("class", rel)], |html| {
                html.words("span", &[], word);
                html.text(" ");
                html.words("strong", &[], title);
            });
        };
        way(&view.previous, "prev", "Previous");
        way(&view.next, "next", "Next");
    });
    html.line();
}

fn source(html: &mut Html, source: &Source) {
    html.element("li", &[], |html| {
        match source.url.as_deref() {
            Some(url) => html.words("a", &[("href", url)], &source.title),
            None => html.words("cite", &[], &source.title),
        }
        for (before, said) in [(", ", &source.publisher), (": ", &source.note)] {
            if let Some(said) = said {
                html.text(before);
                html.text(said);
            }
        }
        if let Some(accessed) = &source.accessed {
            html.text(", read ");
            html.words("time", &[], accessed);
        }
    });
    html.line();
}

fn references(html: &mut Html, id: &'static str, title: &str, references: &[Reference]) {
    if references.is_empty() {
        return;
    }
    section(html, id, title, |html| {
        let open = references.len().min(REFERENCES_OPEN);
        list(html, &references[..open]);
        if references.len() > open {
            html.element("details", &[("class", "rest")], |html| {
                html.element("summary", &[], |html| {
                    html.number(references.len() - open);
                    html.text(" more");
                });
                list(html, &references[open..]);
            });
        }
    });
}

fn list(html: &mut Html, references: &[Reference]) {
    html.element("ul", &[("class", "references")], |html| {
        for Reference { page, anchor, context, kind: _ } in references {
            let place = if anchor.is_empty() {
                page.route.clone()
            } else {
                format!("{}#{anchor}", page.route)
            };
            html.element("li", &[], |html| {
                html.words("a", &[("href", &place)], &page.title);
                said(html, context);
            });
            html.line();
        }
    });
}

/// The words around a link; the rest of long ones is folded.
fn said(html: &mut Html, context: &str) {
    let context = context.trim();
    if context.is_empty() {
        return;
    }
    if context.chars().count() <= CONTEXT_CHARACTERS_OPEN {
        html.words("p", &[], context);
        return;
    }
    let cut = context.char_indices().nth(CONTEXT_CHARACTERS_OPEN).map_or(context.len(), |it| it.0);
    let cut = context[..cut].rfind(' ').filter(|it| *it > 0).unwrap_or(cut);
    html.element("details", &[("class", "context")], |html| {
        html.words("summary", &[], &format!("{} …", context[..cut].trim_end()));
        html.words("p", &[], &format!("… {}", context[cut..].trim_start()));
    });
}

fn foot(html: &mut Html, view: &PageView, settings: &Settings) {
    html.element("footer", &[("class", "foot")], |html| {
        if let Some(change) = &view.change {
            html.element("p", &[], |html| {
                html.text("Last changed on ");
                html.words("time", &[("datetime", &change.date)], &change.date);
                html.text(" in ");
                let short = change.commit.get(..8).unwrap_or(&change.commit);
                match change.url.as_deref() {
                    Some(url) => {
                        html.element("a", &[("href", url)], |it| it.words("code", &[], short))
                    }
                    None => html.words("code", &[], short),
                }
                html.text(": ");
                html.text(&change.subject);
            });
        } else if let Some(updated) = &view.updated {
            html.element("p", &[], |html| {
                html.text("Last changed on ");
                html.words("time", &[], updated);
            });
        }
        html.element("p", &[], |html| {
            let markdown = super::markdown_route(view);
            html.words("a", &[("href", &markdown), ("type", "text/markdown")], "View as Markdown");
            if let Some(repository) = settings.repository.as_deref() {
                html.text(" · ");
                html.words("a", &[("href", repository)], "Sources of the site");
            }
            if let Some(license) = settings.license.as_deref() {
                html.text(" · ");
                html.text(license);
            }
        });
    });
    html.line();
}
