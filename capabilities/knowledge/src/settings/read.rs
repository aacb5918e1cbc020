//! What do `capstan.toml` and `book.toml` say, and what is wrong in them?

use std::fmt;

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::Chosen;
use crate::{problem::Problem, source::Lines};

/// Characters of one value.
const VALUE_CHARACTERS_MAX: usize = 500;
/// The most links on one page that terms may become.
const TERM_LINKS_MAX: usize = 200;
/// Routes that one book may say have moved.
const REDIRECTS_MAX: usize = 2_000;

/// Takes one value, or says what would be right.
type Take = fn(&mut Chosen, &DeValue<'_>) -> Result<(), &'static str>;

/// Everything that can be chosen, by table and key.
const KEYS: &[(&str, &str, Take)] = &[
    ("site", "title", |chosen, value| {
        chosen.settings.title = text(value)?;
        chosen.is_title_chosen = true;
        Ok(())
    }),
    ("site", "description", |chosen, value| {
        text(value).map(|it| chosen.settings.description = Some(it))
    }),
    ("site", "base_url", |chosen, value| {
        origin(value).map(|it| chosen.settings.base_url = Some(it))
    }),
    ("site", "language", |chosen, value| language(value).map(|it| chosen.settings.language = it)),
    ("site", "contact", |chosen, value| {
        let right = "a URL such as `\"mailto:you@example.org\"` or `\"https://example.org\"`";
        url(value, &["mailto:", "https://"], right).map(|it| chosen.settings.contact = Some(it))
    }),
    ("site", "license", |chosen, value| {
        license(value).map(|it| chosen.settings.license = Some(it))
    }),
    ("site", "repository", |chosen, value| {
        repository(value).map(|it| chosen.settings.repository = Some(it))
    }),
    ("theme", "accent", |chosen, value| colour(value).map(|it| chosen.settings.theme.accent = it)),
    ("theme", "accent_dark", |chosen, value| {
        colour(value).map(|it| chosen.settings.theme.accent_dark = it)
    }),
    ("links", "terms", |chosen, value| flag(value).map(|it| chosen.settings.terms.linked = it)),
    ("links", "terms_max", |chosen, value| {
        links_max(value).map(|it| chosen.settings.terms.links_max = it)
    }),
    ("agents", "search", |chosen, value| flag(value).map(|it| chosen.settings.signals.search = it)),
    ("agents", "ai_input", |chosen, value| {
        flag(value).map(|it| chosen.settings.signals.ai_input = it)
    }),
    ("agents", "ai_train", |chosen, value| {
        flag(value).map(|it| chosen.settings.signals.ai_train = it)
    }),
];

/// A file of settings that is being read.
struct File<'t> {
    name: &'t str,
    text: &'t str,
}

impl File<'_> {
    fn problem(&self, at: usize, message: String, suggestion: impl fmt::Display) -> Problem {
        Problem::new(self.name, message, suggestion.to_string()).at(Lines::of(self.text).at(at))
    }

    fn table<'t>(&'t self, problems: &mut Vec<Problem>) -> DeTable<'t> {
        match DeTable::parse(self.text) {
            Ok(table) => table.into_inner(),
            Err(error) => {
                let at = error.span().map_or(0, |it| it.start);
                let message = format!("it is not TOML: {}", error.message());
                problems.push(self.problem(at, message, "write tables of `key = value` lines"));
                DeTable::new()
            }
        }
    }
}

/// Reads the site's own settings.
pub(super) fn own(name: &str, text: &str, chosen: &mut Chosen, problems: &mut Vec<Problem>) {
    let file = File { name, text };
    for (table, value) in &file.table(problems) {
        let known = |name: &&(&str, &str, Take)| name.0 == table.get_ref().as_ref();
        let keys: Vec<_> = KEYS.iter().filter(known).collect();
        if keys.is_empty() {
            problems.push(unknown(&file, "table", table, KEYS.iter().map(|it| it.0)));
            continue;
        }
        let Some(members) = value.get_ref().as_table() else {
            let message = format!("`{}` is no table", table.get_ref());
            let right = format!("write `[{}]` on a line of its own", table.get_ref());
            problems.push(file.problem(table.span().start, message, right));
            continue;
        };
        for (key, value) in members {
            match keys.iter().find(|it| it.1 == key.get_ref().as_ref()) {
                None => problems.push(unknown(&file, "key", key, keys.iter().map(|it| it.1))),
                Some((_, _, take)) => {
                    if let Err(right) = take(chosen, value.get_ref()) {
                        let message = format!("`{}` cannot be that", key.get_ref());
                        problems.push(file.problem(
                            value.span().start,
                            message,
                            format_args!("it is {right}"),
                        ));
                    }
                }
            }
        }
    }
}

/// Names what is unknown beside the known name that is nearest to it.
fn unknown<'k>(
    file: &File<'_>,
    what: &str,
    found: &Spanned<std::borrow::Cow<'_, str>>,
    known: impl Iterator<Item = &'k str> + Clone,
) -> Problem {
    let name: String = found.get_ref().chars().take(100).collect();
    let distance = |known: &str| strsim::damerau_levenshtein(&name, known);
    let nearest = known.clone().min_by_key(|it| distance(it));
    let right = match nearest.filter(|it| distance(it) <= it.len().div_ceil(3)) {
        Some(nearest) => format!("the nearest is `{nearest}`"),
        None => {
            let mut names: Vec<String> = known.map(|it| format!("`{it}`")).collect();
            names.dedup();
            format!("it can be one of {}", names.join(", "))
        }
    };
    file.problem(found.span().start, format!("there is no {what} `{name}`"), right)
}

/// Reads of an mdBook's settings what a site has use for; all else is mdBook's own.
pub(super) fn book(name: &str, text: &str, chosen: &mut Chosen, problems: &mut Vec<Problem>) {
    let file = File { name, text };
    let table = file.table(problems);
    let member = |path: &[&str]| {
        let mut value = table.get(*path.first()?)?;
        for key in &path[1..] {
            value = value.get_ref().as_table()?.get(*key)?;
        }
        Some(value)
    };
    let taken: &[(&[&str], Take)] = &[
        (&["book", "title"], key("site", "title")),
        (&["book", "description"], key("site", "description")),
        (&["book", "language"], key("site", "language")),
        (&["output", "html", "git-repository-url"], key("site", "repository")),
    ];
    for (path, take) in taken {
        let Some(value) = member(path) else { continue };
        if let Err(right) = take(chosen, value.get_ref()) {
            let message = format!("`{}` cannot be that", path.join("."));
            let right = format_args!("it is {right}");
            problems.push(file.problem(value.span().start, message, right));
        }
    }
    let redirects = member(&["output", "html", "redirect"]).and_then(|it| it.get_ref().as_table());
    for (from, to) in redirects.into_iter().flatten().take(REDIRECTS_MAX) {
        let Some(to) = to.get_ref().as_str() else { continue };
        let route = |path: &str| {
            let path = path.trim_start_matches('/');
            path.strip_suffix(".html").unwrap_or(path).to_owned()
        };
        chosen.redirects.push((route(from.get_ref()), route(to)));
    }
}

/// The way to take what stands under a key of the site's own settings.
fn key(table: &str, name: &str) -> Take {
    let found = KEYS.iter().find(|it| (it.0, it.1) == (table, name));
    found.map_or(|_, _| Ok(()), |it| it.2)
}

fn text(value: &DeValue<'_>) -> Result<String, &'static str> {
    let text = value.as_str().map(str::trim).unwrap_or_default();
    let is_right = !text.is_empty()
        && text.chars().count() <= VALUE_CHARACTERS_MAX
        && !text.contains(char::is_control);
    is_right.then(|| text.to_owned()).ok_or("a line of text in quotes, 500 characters at most")
}

fn url(value: &DeValue<'_>, schemes: &[&str], right: &'static str) -> Result<String, &'static str> {
    let text = text(value).map_err(|_| right)?;
    let rest = schemes.iter().find_map(|it| text.strip_prefix(it));
    let allowed = |it: char| it.is_ascii_graphic() && !"<>\"'`\\{}|^".contains(it);
    let is_right = rest.is_some_and(|it| !it.is_empty()) && text.chars().all(allowed);
    is_right.then_some(text).ok_or(right)
}

fn origin(value: &DeValue<'_>) -> Result<String, &'static str> {
    let right = "an origin such as `\"https://docs.example.org\"`: a scheme and a host";
    let text = url(value, &["https://", "http://"], right)?;
    let text = text.trim_end_matches('/');
    let host = text.split_once("://").map(|it| it.1).ok_or(right)?;
    let is_right = !host.is_empty() && !host.contains(['/', '?', '#', '@']);
    is_right.then(|| text.to_ascii_lowercase()).ok_or(right)
}

fn repository(value: &DeValue<'_>) -> Result<String, &'static str> {
    let right = "a URL such as `\"https://github.com/owner/name\"`";
    let text = url(value, &["https://"], right)?;
    let text = text.trim_end_matches('/');
    Ok(text.strip_suffix(".git").unwrap_or(text).to_owned())
}

fn language(value: &DeValue<'_>) -> Result<String, &'static str> {
    let right = "a language tag such as `\"en\"` or `\"pt-BR\"`";
    let text = text(value).map_err(|_| right)?;
    let mut parts = text.split('-');
    let is_word = |it: &str, least: usize| {
        (least..=8).contains(&it.len()) && it.bytes().all(|it| it.is_ascii_alphanumeric())
    };
    let first = parts.next().unwrap_or_default();
    let is_right = is_word(first, 2)
        && first.bytes().all(|it| it.is_ascii_alphabetic())
        && parts.all(|it| is_word(it, 1));
    is_right.then_some(text).ok_or(right)
}

fn license(value: &DeValue<'_>) -> Result<String, &'static str> {
    let right = "an SPDX expression such as `\"CC-BY-4.0\"` or `\"MIT OR Apache-2.0\"`";
    let text = text(value).map_err(|_| right)?;
    let allowed = |it: char| it.is_ascii_alphanumeric() || " .-+()".contains(it);
    text.chars().all(allowed).then_some(text).ok_or(right)
}

fn colour(value: &DeValue<'_>) -> Result<String, &'static str> {
    let right = "a colour such as `\"#0b5cad\"` or `\"rebeccapurple\"`";
    let text = text(value).map_err(|_| right)?;
    let is_right = match text.strip_prefix('#') {
        Some(digits) => {
            matches!(digits.len(), 3 | 6) && digits.bytes().all(|it| it.is_ascii_hexdigit())
        }
        None => text.len() <= 30 && text.bytes().all(|it| it.is_ascii_alphabetic()),
    };
    is_right.then_some(text).ok_or(right)
}

fn flag(value: &DeValue<'_>) -> Result<bool, &'static str> {
    value.as_bool().ok_or("`true` or `false`")
}

fn links_max(value: &DeValue<'_>) -> Result<usize, &'static str> {
    let right = "a whole number from 0 to 200";
    let number = value.as_integer().ok_or(right)?;
    let number = usize::from_str_radix(&number.as_str().replace('_', ""), number.radix());
    number.ok().filter(|it| *it <= TERM_LINKS_MAX).ok_or(right)
}

/// Every key with its table, in order.
#[cfg(test)]
pub(super) fn keys() -> impl Iterator<Item = (&'static str, &'static str)> {
    KEYS.iter().map(|it| (it.0, it.1))
}
