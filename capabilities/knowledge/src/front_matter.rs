//! What does a page say about itself before it begins?

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::{problem::Problem, view::Source};

/// Bytes of front matter that are read.
const FRONT_MATTER_BYTES_MAX: usize = 64 * 1024;
/// Parts of front matter that stand there by an alias of YAML.
const REPEATED_MAX: usize = 10_000;
/// Entries of one list that are kept.
const ENTRIES_MAX: usize = 100;
/// Characters of one value that are kept.
const VALUE_CHARACTERS_MAX: usize = 500;

/// What a page says about itself. What is not listed here is left alone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FrontMatter {
    /// Its title.
    pub title: Option<String>,
    /// What it is about.
    pub description: Option<String>,
    /// Other names it goes by.
    pub aliases: Vec<String>,
    /// Words that mean it wherever they stand.
    pub terms: Vec<String>,
    /// What it is filed under.
    pub tags: Vec<String>,
    /// What it is based on.
    pub sources: Vec<Source>,
    /// Whether it is not to be published yet.
    pub draft: bool,
    /// When it was written, as it says.
    pub date: Option<String>,
    /// When it was last changed, or written, as it says.
    pub updated: Option<String>,
    /// Its place in its folder, in thousandths.
    pub weight: Option<i64>,
}

/// Members as they are found in the wild.
#[derive(Deserialize, Default)]
struct Found {
    title: Option<Loose>,
    name: Option<Loose>,
    description: Option<Loose>,
    summary: Option<Loose>,
    aliases: Option<Loose>,
    alias: Option<Loose>,
    terms: Option<Loose>,
    tags: Option<Loose>,
    keywords: Option<Loose>,
    sources: Option<Loose>,
    source: Option<Loose>,
    draft: Option<Loose>,
    updated: Option<Loose>,
    lastmod: Option<Loose>,
    date: Option<Loose>,
    weight: Option<Loose>,
    order: Option<Loose>,
    nav_order: Option<Loose>,
    sidebar_position: Option<Loose>,
}

/// A value of any type.
#[derive(Deserialize)]
#[serde(untagged)]
enum Loose {
    Bool(bool),
    Whole(i64),
    Number(f64),
    Text(String),
    Date(toml::value::Datetime),
    Many(Vec<Option<Loose>>),
    Named(BTreeMap<String, Option<Loose>>),
}

impl Loose {
    /// Words on one line, bounded; `None` for lists, tables and nothing.
    fn into_text(self) -> Option<String> {
        let text = match self {
            Loose::Bool(value) => value.to_string(),
            Loose::Whole(value) => value.to_string(),
            Loose::Number(value) => value.to_string(),
            Loose::Text(value) => value,
            Loose::Date(value) => value.to_string(),
            Loose::Many(_) | Loose::Named(_) => return None,
        };
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let kept: String = words.chars().take(VALUE_CHARACTERS_MAX).collect();
        (!kept.is_empty()).then_some(kept)
    }

    fn into_many(self) -> Vec<Loose> {
        if let Loose::Many(many) = self {
            return many.into_iter().flatten().take(ENTRIES_MAX).collect();
        }
        vec![self]
    }

    /// In thousandths.
    fn into_whole(self) -> Option<i64> {
        match self {
            Loose::Whole(value) => Some(value.saturating_mul(1_000)),
            Loose::Number(value) => {
                // A place between two others, such as 1.5, keeps its order.
                let thousandths = (value * 1_000.0).round();
                (thousandths.abs() < 1e12).then(|| format!("{thousandths}").parse().ok()).flatten()
            }
            Loose::Text(value) => {
                value.trim().parse::<i64>().ok().map(|it| it.saturating_mul(1_000))
            }
            Loose::Bool(_) | Loose::Date(_) | Loose::Many(_) | Loose::Named(_) => None,
        }
    }

    fn is_true(&self) -> bool {
        match self {
            Loose::Bool(value) => *value,
            Loose::Text(value) => {
                ["true", "yes", "on"].iter().any(|it| value.trim().eq_ignore_ascii_case(it))
            }
            Loose::Whole(value) => *value != 0,
            Loose::Number(_) | Loose::Date(_) | Loose::Many(_) | Loose::Named(_) => false,
        }
    }

    fn into_source(self) -> Option<Source> {
        let Loose::Named(mut members) = self else {
            let text = self.into_text()?;
            let is_url = text.starts_with("https://") || text.starts_with("http://");
            let url = is_url.then(|| text.clone());
            return Some(Source { title: text, url, ..Source::default() });
        };
        let mut text = |names: &[&str]| {
            names.iter().find_map(|it| members.remove(*it).flatten()).and_then(Loose::into_text)
        };
        let url = text(&["url", "href", "link", "page"]);
        let title = text(&["title", "name"]).or_else(|| url.clone())?;
        Some(Source {
            title,
            url,
            publisher: text(&["publisher", "author", "site"]),
            note: text(&["note", "description"]),
            accessed: text(&["accessed", "retrieved"]),
        })
    }
}

/// Splits a text into what it says about itself and its body. Front matter that cannot be read is
/// a problem, and not part of the body.
pub fn split<'t>(file: &str, text: &'t str, problems: &mut Vec<Problem>) -> (FrontMatter, &'t str) {
    for (fence, language) in [("---", Language::Yaml), ("+++", Language::Toml)] {
        let Some((matter, body)) = fenced(text, fence) else { continue };
        return match language.read(matter) {
            Ok(found) => (said(found), body),
            Err(reason) => {
                let name = language.name();
                let problem = Problem::new(
                    file,
                    format!("its front matter is not {name}: {reason}"),
                    format!(
                        "write `key: value` lines of valid {name} between the two `{fence}` lines"
                    ),
                );
                problems.push(problem.at(1));
                (FrontMatter::default(), body)
            }
        };
    }
    (FrontMatter::default(), text)
}

#[derive(Clone, Copy)]
enum Language {
    Yaml,
    Toml,
}

impl Language {
    fn name(self) -> &'static str {
        match self {
            Language::Yaml => "YAML",
            Language::Toml => "TOML",
        }
    }

    fn read(self, matter: &str) -> Result<Found, String> {
        if matter.trim().is_empty() {
            return Ok(Found::default());
        }
        let first_line = |it: String| it.lines().next().unwrap_or_default().to_owned();
        match self {
            Language::Yaml => {
                // `no` is a word as often as not; only `true` and `false` are no words.
                // What an alias stands for counts each time, so that a few lines cannot be millions.
                let options = serde_saphyr::options! {
                    strict_booleans: true,
                    alias_limits: serde_saphyr::alias_limits! {
                        max_total_replayed_events: REPEATED_MAX,
                    },
                };
                let found = serde_saphyr::from_str_with_options(matter, options);
                found.map_err(|it| first_line(it.to_string()))
            }
            Language::Toml => toml::from_str(matter).map_err(|it| first_line(it.to_string())),
        }
    }
}

/// A block between two fence lines at the very start.
fn fenced<'t>(text: &'t str, fence: &str) -> Option<(&'t str, &'t str)> {
    let rest = text.strip_prefix(fence)?;
    let rest = rest.trim_start_matches([' ', '\t']).strip_prefix('\n')?;
    let mut offset = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == fence || (fence == "---" && line.trim_end() == "...") {
            return Some((&rest[..offset], &rest[offset + line.len()..]));
        }
        offset += line.len();
        if offset > FRONT_MATTER_BYTES_MAX {
            return None;
        }
    }
    None
}

fn said(found: Found) -> FrontMatter {
    let text = |values: [Option<Loose>; 2]| values.into_iter().flatten().find_map(Loose::into_text);
    let many = |values: [Option<Loose>; 2]| {
        values.into_iter().flatten().flat_map(Loose::into_many).take(ENTRIES_MAX)
    };
    // `tags: a, b` is found as often as a list.
    let words = |values: [Option<Loose>; 2]| -> Vec<String> {
        let mut words = Vec::new();
        for value in values.into_iter().flatten() {
            let is_one = !matches!(value, Loose::Many(_));
            for text in value.into_many().into_iter().filter_map(Loose::into_text) {
                if is_one {
                    let parts = text.split(',').map(str::trim).filter(|it| !it.is_empty());
                    words.extend(parts.map(str::to_owned));
                } else {
                    words.push(text);
                }
            }
        }
        words.truncate(ENTRIES_MAX);
        words
    };
    let date = text([found.date, None]);
    let weights = [found.weight, found.order, found.nav_order, found.sidebar_position];
    FrontMatter {
        title: text([found.title, found.name]),
        description: text([found.description, found.summary]),
        aliases: many([found.aliases, found.alias]).filter_map(Loose::into_text).collect(),
        terms: words([found.terms, None]),
        tags: words([found.tags, found.keywords]),
        sources: many([found.sources, found.source]).filter_map(Loose::into_source).collect(),
        draft: found.draft.is_some_and(|it| it.is_true()),
        updated: text([found.updated, found.lastmod]).or_else(|| date.clone()),
        date,
        weight: weights.into_iter().flatten().find_map(Loose::into_whole),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str) -> (FrontMatter, String, Vec<String>) {
        let mut problems = Vec::new();
        let (matter, body) = split("a.md", text, &mut problems);
        (matter, body.to_owned(), problems.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn yaml_and_toml_say_the_same() {
        let yaml = "---\ntitle: \"A: b\"\ndescription: Short.\naliases: [x, 2]\ndraft: true\nother: {a: 1}\n---\n# Hi\n";
        let toml = "+++\ntitle = \"A: b\"\ndescription = \"Short.\"\naliases = [\"x\", \"2\"]\ndraft = true\n[extra]\na = 1\n+++\n# Hi\n";
        let expected = FrontMatter {
            title: Some("A: b".to_owned()),
            description: Some("Short.".to_owned()),
            aliases: vec!["x".to_owned(), "2".to_owned()],
            draft: true,
            ..FrontMatter::default()
        };
        for text in [yaml, toml] {
            let (matter, body, problems) = check(text);
            assert_eq!(
                (&matter, body.as_str(), problems.len()),
                (&expected, "# Hi\n", 0),
                "{text}"
            );
        }
        assert_eq!(check("+++\ndate = 2026-01-02\n+++\n").0.updated.as_deref(), Some("2026-01-02"));
        assert_eq!(check("---\ndate: 2026-01-02\n---\n").0.updated.as_deref(), Some("2026-01-02"));
    }

    #[test]
    fn a_rule_is_no_front_matter() {
        for text in ["---\nno end", "text\n---\na: 1\n---\n", "----\na: 1\n----\n", "", "---"] {
            assert_eq!(check(text), (FrontMatter::default(), text.to_owned(), Vec::new()));
        }
        assert_eq!(check("---\n---\nbody").1, "body");
    }

    #[test]
    fn broken_front_matter_is_a_problem_and_loses_no_text() {
        let (matter, body, problems) = check("---\ntitle: [\n---\n# Hi\n");
        assert_eq!((matter, body.as_str()), (FrontMatter::default(), "# Hi\n"));
        assert!(problems[0].starts_with("a.md:1: its front matter is not YAML: "), "{problems:?}");
    }

    #[test]
    fn everything_that_a_page_may_say_is_read() {
        let yaml = "---\nterms: [a b, 2, [x], null, {y: z}]\ntags: one, two ,\nalias: solo\nnav_order: -3\nsources:\n  - https://example.org/\n  - A book\n  - {title: T, href: u, author: P, note: N, retrieved: 2026-01-02}\n  - {note: alone}\ndate: 2026-01-02\n---\n";
        let toml = "+++\nterms = [\"a b\", 2]\nkeywords = \"one, two\"\naliases = \"solo\"\nweight = -3\ndate = 2026-01-02\n[[sources]]\nurl = \"https://example.org/\"\n[[sources]]\ntitle = \"A book\"\n[[sources]]\ntitle = \"T\"\nurl = \"u\"\npublisher = \"P\"\nnote = \"N\"\naccessed = 2026-01-02\n+++\n";
        let source = |title: &str| Source { title: title.to_owned(), ..Source::default() };
        let some = |text: &str| Some(text.to_owned());
        let sources = vec![
            Source { url: some("https://example.org/"), ..source("https://example.org/") },
            source("A book"),
            Source {
                url: some("u"),
                publisher: some("P"),
                note: some("N"),
                accessed: some("2026-01-02"),
                ..source("T")
            },
        ];
        let expected = FrontMatter {
            terms: vec!["a b".to_owned(), "2".to_owned()],
            tags: vec!["one".to_owned(), "two".to_owned()],
            aliases: vec!["solo".to_owned()],
            weight: Some(-3_000),
            date: some("2026-01-02"),
            updated: some("2026-01-02"),
            sources,
            ..FrontMatter::default()
        };
        for text in [yaml, toml] {
            let (matter, _, problems) = check(text);
            assert_eq!((matter, problems), (expected.clone(), Vec::new()), "{text}");
        }
    }

    #[test]
    fn hostile_front_matter_is_bounded() {
        let long =
            format!("---\ntitle: {}\ntags: [{}]\n---\nx", "t".repeat(5_000), "a,".repeat(5_000));
        let (matter, ..) = check(&long);
        assert_eq!(matter.title.map(|it| it.len()), Some(VALUE_CHARACTERS_MAX));
        assert_eq!(matter.tags.len(), ENTRIES_MAX);
        let laughs: String = (1..30)
            .map(|it| format!("a{it}: &a{it} [{}]\n", format!("*a{},", it - 1).repeat(10)))
            .collect();
        let laughs = format!("---\na0: &a0 [x]\n{laughs}terms: *a29\n---\nbody");
        let deep = format!("---\nterms: {}\n---\nbody", "[".repeat(30_000));
        for text in [laughs, deep] {
            let (matter, body, problems) = check(&text);
            assert_eq!((matter.terms.len(), body.as_str(), problems.len()), (0, "body", 1));
        }
        for text in [
            "---\ndraft: [1]\nweight: {a: 1}\ntitle: {b: 2}\n---\n",
            "---\nweight: 1e300\ndate: []\n---\n",
        ] {
            assert_eq!(check(text), (FrontMatter::default(), String::new(), Vec::new()));
        }
    }

    #[test]
    fn aliases_of_yaml_cannot_grow_without_end() {
        let eightfold = |name: &str, of: &str| format!("{name}: &{name} [{}]\n", [of; 8].join(","));
        let mut lines = eightfold("a", "x");
        for pair in ["ab", "bc", "cd", "de", "ef", "fg", "gh"] {
            let (of, name) = pair.split_at(1);
            lines.push_str(&eightfold(name, &format!("*{of}")));
        }
        let mut problems = Vec::new();
        let text = format!("---\n{lines}tags: *h\n---\nwords");
        let (matter, body) = split("a.md", &text, &mut problems);
        assert_eq!((matter.tags.len(), body, problems.len()), (0, "words", 1));
    }
}
