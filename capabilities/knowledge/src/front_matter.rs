//! What does a page say about itself before it begins?

use serde::Deserialize;

use crate::problem::Problem;

/// Bytes of front matter that are read.
const FRONT_MATTER_BYTES_MAX: usize = 64 * 1024;

/// What a page says about itself. What is not listed here is left alone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FrontMatter {
    /// Its title.
    pub title: Option<String>,
    /// What it is about.
    pub description: Option<String>,
    /// Other names it goes by.
    pub aliases: Vec<String>,
    /// Whether it is not to be published yet.
    pub draft: bool,
    /// When it was last changed, or written, as it says.
    pub updated: Option<String>,
}

/// Members as they are found in the wild.
#[derive(Deserialize, Default)]
struct Found {
    title: Option<Scalar>,
    name: Option<Scalar>,
    description: Option<Scalar>,
    summary: Option<Scalar>,
    aliases: Option<OneOrMany>,
    alias: Option<OneOrMany>,
    draft: Option<bool>,
    updated: Option<Scalar>,
    lastmod: Option<Scalar>,
    date: Option<Scalar>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    Many(Vec<Scalar>),
    One(Scalar),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Scalar {
    Bool(bool),
    Whole(i64),
    Number(f64),
    Text(String),
    Date(toml::value::Datetime),
}

impl Scalar {
    fn into_text(self) -> String {
        match self {
            Scalar::Bool(value) => value.to_string(),
            Scalar::Whole(value) => value.to_string(),
            Scalar::Number(value) => value.to_string(),
            Scalar::Text(value) => value,
            Scalar::Date(value) => value.to_string(),
        }
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
                serde_saphyr::from_str(matter).map_err(|it| first_line(it.to_string()))
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
    let text = |scalar: Option<Scalar>| {
        let text = scalar.map(Scalar::into_text).map(|it| it.trim().to_owned());
        text.filter(|it| !it.is_empty())
    };
    let listed = |names: Option<OneOrMany>| match names {
        None => Vec::new(),
        Some(OneOrMany::One(one)) => vec![one.into_text()],
        Some(OneOrMany::Many(many)) => many.into_iter().map(Scalar::into_text).collect(),
    };
    let mut aliases = listed(found.aliases);
    aliases.extend(listed(found.alias));
    FrontMatter {
        title: text(found.title).or_else(|| text(found.name)),
        description: text(found.description).or_else(|| text(found.summary)),
        aliases,
        draft: found.draft.unwrap_or(false),
        updated: text(found.updated).or_else(|| text(found.lastmod)).or_else(|| text(found.date)),
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
            updated: None,
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
}
