//! Which footnotes does a page show, and in which order?

use std::{collections::BTreeMap, fmt::Write};

/// Times that one footnote leads back to where it is referred to; later references have none.
const BACK_LINKS_MAX: usize = 20;

/// The footnotes of a page: numbered in the order in which the text refers to them.
#[derive(Default)]
pub(super) struct Footnotes {
    numbers: BTreeMap<String, usize>,
    /// Of each number, from 1, how often the text refers to it.
    references: Vec<usize>,
    /// The HTML of each, by its name.
    notes: BTreeMap<String, String>,
}

impl Footnotes {
    /// Writes a reference.
    pub(super) fn refer(&mut self, name: &str, out: &mut String) {
        let next = self.references.len() + 1;
        let number = *self.numbers.entry(name.to_owned()).or_insert(next);
        if number == next {
            self.references.push(0);
        }
        let count = self.references.get_mut(number - 1).map_or(0, |it| {
            *it += 1;
            *it
        });
        let id = if count <= BACK_LINKS_MAX {
            format!(" id=\"{}\"", reference_id(number, count))
        } else {
            String::new()
        };
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "<sup class=\"footnote-reference\"><a href=\"#fn:{number}\"{id}>{number}</a></sup>"
        );
    }

    /// Keeps what a footnote says; the first of a name counts.
    pub(super) fn define(&mut self, name: &str, html: String) {
        self.notes.entry(name.to_owned()).or_insert(html);
    }

    /// Writes them all. One that nothing refers to is shown too, after the others.
    pub(super) fn write(mut self, out: &mut String) {
        if self.notes.is_empty() {
            return;
        }
        let mut order: Vec<(usize, String)> = Vec::new();
        for name in self.notes.keys() {
            let next = self.references.len() + 1;
            let number = *self.numbers.entry(name.clone()).or_insert(next);
            if number == next {
                self.references.push(0);
            }
            order.push((number, name.clone()));
        }
        order.sort();
        out.push_str("<section class=\"footnotes\" aria-label=\"Footnotes\">\n<ol>\n");
        for (number, name) in order {
            let _ = writeln!(out, "<li id=\"fn:{number}\" value=\"{number}\">");
            let note = self.notes.remove(&name).unwrap_or_default();
            let times = self.references.get(number - 1).copied().unwrap_or(0);
            let links = back_links(number, times.min(BACK_LINKS_MAX));
            match note.strip_suffix("</p>\n") {
                Some(inside) => {
                    let _ = writeln!(out, "{inside}{links}</p>");
                }
                None => {
                    let _ = writeln!(out, "{note}<p>{links}</p>");
                }
            }
            out.push_str("</li>\n");
        }
        out.push_str("</ol>\n</section>\n");
    }
}

fn reference_id(number: usize, count: usize) -> String {
    match count {
        1 => format!("fnref:{number}"),
        _ => format!("fnref:{number}-{count}"),
    }
}

fn back_links(number: usize, times: usize) -> String {
    let mut out = String::new();
    for count in 1..=times {
        let id = reference_id(number, count);
        let mut label = format!("Back to reference {number}");
        if times > 1 {
            let _ = write!(label, ", {count}");
        }
        let _ =
            write!(out, " <a class=\"footnote-back\" href=\"#{id}\" aria-label=\"{label}\">↩</a>");
    }
    out
}
