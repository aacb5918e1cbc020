//! What does an agent read of one page?
//!
//! Invariant: the same view, Markdown and settings give the same bytes, with exactly one heading of
//! the first level, and nothing that the page leaves open swallows what stands after it.

mod absolute;
mod body;
mod spelling;

use crate::{
    publication::origin_of,
    settings::Settings,
    view::{Change, PageView, Reference, Source},
};

use body::Body;
pub(crate) use spelling::{escaped, link_of, one_line};

/// A page as Markdown: a pointer to the agent guide, its title, what it is about, its own words,
/// what it is based on, when it changed, and which pages speak of it. `body` is its Markdown with
/// every link resolved; links to the site itself name its origin, so that they still lead there
/// when the text is read somewhere else.
pub fn markdown_of(view: &PageView, body: &str, settings: &Settings) -> String {
    let body = Body::of(body, &view.title);
    let mut out = Parts::default();
    out.add(&pointer(settings));
    out.add(&format!("# {}", body.heading().unwrap_or_else(|| escaped(&view.title))));
    if let Some(description) = view.description.as_deref().filter(|it| !body.begins_with(it)) {
        out.add(&escaped(description));
    }
    out.add(body.text());
    out.add(&list("Sources", &view.sources, source_of));
    out.add(&changed(view));
    out.add(&list("Linked from", &view.linked_from, reference_of));
    out.add(&list("Unlinked mentions", &view.mentioned_in, reference_of));
    absolute::absolute(&out.0, origin_of(settings))
}

/// Blocks of Markdown with one empty line between two, and one line end at the end.
#[derive(Default)]
struct Parts(String);

impl Parts {
    fn add(&mut self, part: &str) {
        let part = part.trim_matches('\n').trim_end();
        if part.is_empty() {
            return;
        }
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(part);
        self.0.push('\n');
    }
}

fn pointer(settings: &Settings) -> String {
    format!(
        "> For agents: {} is described in [/llms.txt](/llms.txt). Its pages are Markdown, \
         and HTML where `Accept` asks for `text/html`.",
        escaped(&settings.title)
    )
}

fn list<T>(title: &str, entries: &[T], line_of: impl Fn(usize, &T) -> String) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let lines = entries.iter().enumerate().map(|(index, it)| line_of(index, it));
    format!("## {title}\n\n{}", lines.collect::<Vec<_>>().join("\n"))
}

fn source_of(index: usize, source: &Source) -> String {
    let title = match &source.url {
        Some(url) => link_of(&source.title, url),
        None => escaped(&source.title),
    };
    let mut line = format!("{}. {title}", index + 1);
    if let Some(publisher) = &source.publisher {
        line.push_str(&format!(", {}", escaped(publisher)));
    }
    if let Some(accessed) = &source.accessed {
        line.push_str(&format!(", read {}", escaped(accessed)));
    }
    if let Some(note) = &source.note {
        line.push_str(&format!(": {}", escaped(note)));
    }
    line
}

fn changed(view: &PageView) -> String {
    let line = match (&view.change, &view.updated) {
        (Some(change), _) => {
            let commit = commit_of(change);
            format!("Last changed in {commit} on {}: {}", change.date, escaped(&change.subject))
        }
        (None, Some(updated)) => format!("Last changed on {}", escaped(updated)),
        (None, None) => return String::new(),
    };
    format!("---\n\n{line}")
}

/// A change's commit, abbreviated, with where it can be seen.
pub(crate) fn commit_of(change: &Change) -> String {
    let short: String = change.commit.chars().take(10).collect();
    match &change.url {
        Some(url) => format!("[`{short}`]({})", spelling::destination(url)),
        None => format!("`{short}`"),
    }
}

fn reference_of(_: usize, reference: &Reference) -> String {
    let mut route = reference.page.route.clone();
    if !reference.anchor.is_empty() {
        route.push('#');
        route.push_str(&reference.anchor);
    }
    let link = link_of(&reference.page.title, &route);
    if reference.context.is_empty() {
        return format!("- {link}");
    }
    format!("- {link}: {}", escaped(&reference.context))
}

#[cfg(test)]
mod tests;
