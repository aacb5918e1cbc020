//! What does a page's Markdown look like as HTML?
//!
//! The markup is made here, element by element, so only what an author wrote as HTML needs to be
//! made safe. What a stylesheet may rely on: `pre > code.language-…` in `.code`, `.table` around a
//! table, `.callout` with its kind, `.footnotes`, `.math`, `a.anchor`, `a.external`, `.task`.

mod code;
pub(crate) mod escape;
mod footnote;
mod names;
pub(crate) mod url;
mod writer;

use std::collections::BTreeMap;

use self::{escape::push_text, writer::Refusal};
use crate::block::options;

/// Bytes of Markdown that are made into HTML; a longer page is shown as it was written.
pub const BODY_BYTES_MAX: usize = 8 * 1024 * 1024;
/// Bytes of one article: Cloudflare serves no asset over 25 MiB, and the page around it needs room.
pub const HTML_BYTES_MAX: usize = 20 * 1024 * 1024;
/// Elements within each other, as the Markdown nests them.
pub const DEPTH_MAX: usize = 100;

/// What names begin with that the page around an article gives its own parts, and the article its
/// footnotes. No heading comes by one from its words, which are in lower case and without signs; a
/// name that an author spells so is left out.
pub const RESERVED_NAMES: &[&str] = &["Site-", "fn:", "fnref:"];

/// The HTML of one page's Markdown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Article {
    /// What goes into `<article>`: well-formed, and nothing in it runs.
    pub html: String,
    /// Whether it has a heading of the first level.
    pub has_title: bool,
    /// What could not be shown as it was written.
    pub complaints: Vec<Complaint>,
}

/// One thing that is not shown as it was written.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Complaint {
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub suggestion: String,
}

/// How large the site's pictures are, in pixels: by the URL that the Markdown names them by.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pictures {
    /// Width and height.
    pub sizes: BTreeMap<String, (u32, u32)>,
}

/// The article of a page whose links already lead to routes of the site.
pub fn article_of(body: &str, pictures: &Pictures) -> Article {
    if body.len() > BODY_BYTES_MAX {
        return plain(body, &format!("it is longer than {BODY_BYTES_MAX} bytes"));
    }
    match writer::write(body, options(), names::names_of(body), pictures) {
        Ok(article) => article,
        Err(Refusal::TooDeep) => plain(body, &format!("it nests more than {DEPTH_MAX} deep")),
        Err(Refusal::TooLong) => {
            plain(body, &format!("as HTML it is longer than {HTML_BYTES_MAX} bytes"))
        }
        Err(Refusal::Lost) => plain(body, "its HTML does not fit together"),
    }
}

/// The Markdown as it was written, with a note that says why.
fn plain(body: &str, reason: &str) -> Article {
    let mut text = String::new();
    push_text(&mut text, body);
    let end = text.floor_char_boundary(HTML_BYTES_MAX.min(text.len()));
    let is_cut = end < text.len();
    text.truncate(end);
    let rest = if is_cut { " Its end is left out: see its Markdown." } else { "" };
    let html = format!(
        "<p class=\"notice\" role=\"note\">This page is shown as it was written, because {reason}.{rest}</p>\n\
         <pre class=\"plain\" tabindex=\"0\">{text}</pre>\n"
    );
    let complaint = Complaint {
        message: format!("the page is shown as plain text, because {reason}"),
        suggestion: "make several pages of it, or write it more simply".to_owned(),
    };
    Article { html, has_title: false, complaints: vec![complaint] }
}

#[cfg(test)]
mod tests;
