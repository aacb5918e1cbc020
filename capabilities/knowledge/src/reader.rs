//! What does a person see of one page?
//!
//! Invariant: the same view, article and settings give the same bytes. The page works without a
//! script, and holds none: scripts and styles are files of the site.

mod around;
mod levels;
mod markup;
mod picture;

use sha2::{Digest, Sha256};

use self::{
    levels::levelled,
    markup::{Attributes, Html},
};
use crate::{
    publication::origin_of,
    settings::{Settings, Theme},
    view::{NavigationEntry, PageView},
};

/// Chooses the colours before anything is painted.
const SCHEME: &str = include_str!("reader/scheme.js");
/// Outline, copying and folds.
const READING: &str = include_str!("reader/reading.js");
/// Answers while somebody types.
const SEARCH: &str = include_str!("reader/search.js");
/// How it all looks.
const STYLE: &str = include_str!("reader/reader.css");

/// What a page of search results makes room for; the server fills it at a request.
const QUESTION: &str = "<!-- query -->";
const RESULTS: &str = "<!-- results -->";
/// The same for the page of those who asked for what is not there.
const SUGGESTIONS: &str = "<!-- suggestions -->";

/// Levels of headings below the title that the outline of a page lists.
const OUTLINE_DEPTH: usize = 2;
/// Headings that an outline lists; a longer one lists the first level alone.
const OUTLINE_DEEP_MAX: usize = 80;
/// Characters of a description in the head.
const DESCRIPTION_CHARACTERS_MAX: usize = 300;
/// Characters of a colour.
const COLOUR_CHARACTERS_MAX: usize = 64;

/// The reader of one site: what all its pages share.
pub struct Reader<'s> {
    settings: &'s Settings,
    files: Vec<(String, Vec<u8>)>,
    style: String,
    icon: String,
    scheme: String,
    reading: String,
    search: String,
}

impl Reader<'_> {
    /// The reader of a site with these settings.
    pub fn of(settings: &Settings) -> Reader<'_> {
        let mut files = Vec::new();
        let mut file = |name: &str, extension: &str, text: String| {
            let digest = Sha256::digest(text.as_bytes());
            let digest: String = digest.iter().take(6).map(|it| format!("{it:02x}")).collect();
            let path = format!("_/{name}.{digest}.{extension}");
            let route = format!("/{path}");
            files.push((path, text.into_bytes()));
            route
        };
        let style = file("reader", "css", format!("{}{STYLE}", colours(&settings.theme)));
        let icon = file("icon", "svg", icon(&settings.theme));
        let scheme = file("scheme", "js", SCHEME.to_owned());
        let reading = file("reading", "js", READING.to_owned());
        let search = file("search", "js", SEARCH.to_owned());
        let mut reader = Reader { settings, files, style, icon, scheme, reading, search };
        let search = reader.search_page().into_bytes();
        let missing = reader.missing_page().into_bytes();
        reader.files.push(("_/search.html".to_owned(), search));
        reader.files.push(("_/missing.html".to_owned(), missing));
        reader
    }

    /// What pages need beside themselves, as paths and bytes: style, scripts, and the two pages
    /// that the server fills.
    pub fn files(&self) -> &[(String, Vec<u8>)] {
        &self.files
    }

    /// A page as a whole. `article` is its Markdown as HTML that is safe already.
    pub fn page(&self, view: &PageView, article: &str) -> String {
        let levelled = levelled(article, view);
        let site = self.settings.title.as_str();
        let name =
            if view.title == site { site.to_owned() } else { format!("{} · {site}", view.title) };
        let head = |html: &mut Html| {
            let description = view.description.as_deref().or(self.settings.description.as_deref());
            let origin = origin_of(self.settings);
            let canonical = format!("{origin}{}", view.route);
            let mut property = |property: &'static str, content: &str| {
                html.void("meta", &[("property", property), ("content", content)]);
            };
            property("og:type", "article");
            property("og:title", &view.title);
            property("og:site_name", site);
            property("og:url", &canonical);
            if let Some(description) = description {
                let description: String =
                    description.chars().take(DESCRIPTION_CHARACTERS_MAX).collect();
                property("og:description", &description);
                html.void("meta", &[("name", "description"), ("content", &description)]);
            }
            html.line();
            html.void("link", &[("rel", "canonical"), ("href", &canonical)]);
            let markdown = markdown_route(view);
            let alternate = [
                ("rel", "alternate"),
                ("type", "text/markdown"),
                ("href", markdown.as_str()),
                ("title", "Markdown"),
            ];
            html.void("link", &alternate);
            for (rel, page) in [("prev", &view.previous), ("next", &view.next)] {
                if let Some(page) = page {
                    html.void("link", &[("rel", rel), ("href", &page.route)]);
                }
            }
        };
        self.document(&name, head, |html| {
            self.top(html);
            html.element("div", &[("class", "frame")], |html| {
                navigation(html, &view.navigation);
                html.element("main", &[("id", "Site-content"), ("tabindex", "-1")], |html| {
                    trail(html, view);
                    outline(html, view, levelled.title.as_deref());
                    html.element("article", &[], |html| {
                        if levelled.title.is_none() {
                            html.words("h1", &[], &view.title);
                        }
                        html.line();
                        html.article(&levelled.html);
                    });
                    html.line();
                    around::write(html, view, self.settings);
                });
            });
        })
    }

    fn search_page(&self) -> String {
        self.shell("Search", |html| {
            html.words("h1", &[], "Search");
            let attributes = [("class", "again"), ("action", "/search")];
            html.element("form", &attributes, |html| {
                html.element("label", &[], |html| {
                    html.words("span", &[], "Look for");
                    html.text(" ");
                    html.constant("<input type=\"search\" name=\"query\" value=\"");
                    html.constant(QUESTION);
                    html.constant("\" maxlength=\"500\" autocomplete=\"off\">");
                });
                html.text(" ");
                html.words("button", &[], "Search");
            });
            html.element("div", &[("class", "results")], |html| html.constant(RESULTS));
        })
    }

    fn missing_page(&self) -> String {
        self.shell("Not found", |html| {
            html.words("h1", &[], "Not found");
            html.element("div", &[("class", "results")], |html| html.constant(SUGGESTIONS));
        })
    }

    /// A page that stands for none of the site's own.
    fn shell(&self, title: &str, content: impl FnOnce(&mut Html)) -> String {
        let name = format!("{title} · {}", self.settings.title);
        let head = |html: &mut Html| {
            html.void("meta", &[("name", "robots"), ("content", "noindex")]);
            let description = format!("{title}: {}", self.settings.title);
            html.void("meta", &[("name", "description"), ("content", &description)]);
        };
        self.document(&name, head, |html| {
            self.top(html);
            html.element("div", &[("class", "frame alone")], |html| {
                let attributes = [("id", "Site-content"), ("tabindex", "-1")];
                html.element("main", &attributes, content);
            });
        })
    }

    fn document(
        &self,
        name: &str,
        head: impl FnOnce(&mut Html),
        body: impl FnOnce(&mut Html),
    ) -> String {
        let mut html = Html::default();
        html.constant("<!doctype html>\n");
        html.element("html", &[("lang", &self.settings.language)], |html| {
            html.element("head", &[], |html| {
                html.void("meta", &[("charset", "utf-8")]);
                html.words("title", &[], name);
                let viewport = "width=device-width, initial-scale=1";
                html.void("meta", &[("name", "viewport"), ("content", viewport)]);
                html.line();
                head(html);
                html.line();
                let feed = [
                    ("rel", "alternate"),
                    ("type", "application/atom+xml"),
                    ("href", "/feed.xml"),
                    ("title", self.settings.title.as_str()),
                ];
                html.void("link", &feed);
                for (media, colour) in [
                    ("(prefers-color-scheme: light)", "#ffffff"),
                    ("(prefers-color-scheme: dark)", "#16191d"),
                ] {
                    let attributes =
                        [("name", "theme-color"), ("content", colour), ("media", media)];
                    html.void("meta", &attributes);
                }
                html.void("meta", &[("name", "color-scheme"), ("content", "light dark")]);
                html.void(
                    "link",
                    &[("rel", "icon"), ("type", "image/svg+xml"), ("href", &self.icon)],
                );
                html.void("link", &[("rel", "stylesheet"), ("href", &self.style)]);
                html.words("script", &[("src", &self.scheme)], "");
                for source in [&self.reading, &self.search] {
                    html.words("script", &[("type", "module"), ("src", source)], "");
                }
            });
            html.line();
            html.element("body", &[], body);
        });
        html.line();
        html.finish()
    }

    fn top(&self, html: &mut Html) {
        html.words("a", &[("class", "skip"), ("href", "#Site-content")], "Skip to content");
        // For whoever reads the source: people have the page itself.
        html.element("p", &[("hidden", "")], |html| {
            html.text("For agents: ");
            html.words("a", &[("href", "/llms.txt")], "/llms.txt");
            html.text(" lists every page, and each page is Markdown at its path with .md.");
        });
        html.element("header", &[("class", "top")], |html| {
            html.words("a", &[("class", "home"), ("href", "/")], &self.settings.title);
            let form = [("id", "Site-search"), ("action", "/search"), ("role", "search")];
            html.element("form", &form, |html| {
                html.words("label", &[("for", "Site-query"), ("class", "unseen")], "Search");
                let query: Attributes<'_> = &[
                    ("id", "Site-query"),
                    ("type", "search"),
                    ("name", "query"),
                    ("placeholder", "Search"),
                    ("maxlength", "500"),
                    ("autocomplete", "off"),
                    ("spellcheck", "false"),
                    ("aria-keyshortcuts", "/ Control+K"),
                ];
                html.void("input", query);
                html.words("kbd", &[("aria-hidden", "true")], "/");
                html.words("button", &[("class", "unseen")], "Search");
            });
            let scheme = [
                ("id", "Site-scheme"),
                ("type", "button"),
                ("hidden", ""),
                ("aria-pressed", "false"),
            ];
            html.element("button", &scheme, |html| {
                html.words("span", &[("class", "unseen")], "Dark colours");
            });
        });
        html.line();
    }
}

/// The site's colours, as the style names them.
fn colours(theme: &Theme) -> String {
    let (light, dark) = accents(theme);
    format!(":root{{--accent-light:{light};--accent-dark:{dark}}}\n")
}

/// A page with lines on it, in the site's colour.
fn icon(theme: &Theme) -> String {
    let (light, _) = accents(theme);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\">\
         <rect x=\"1\" y=\"1\" width=\"14\" height=\"14\" rx=\"3\" fill=\"{light}\"/>\
         <path d=\"M4 5h8M4 8h8M4 11h5\" stroke=\"#fff\" stroke-width=\"1.6\"/></svg>\n"
    )
}

/// The accent colours. What is no colour is the default.
fn accents(theme: &Theme) -> (String, String) {
    let colour = |wanted: &str| {
        let is_colour = wanted.len() <= COLOUR_CHARACTERS_MAX
            && !wanted.trim().is_empty()
            && wanted.chars().all(|it| it.is_ascii_alphanumeric() || "#(),.%/ -".contains(it));
        is_colour.then(|| wanted.trim().to_owned())
    };
    let plain = Settings::default().theme;
    let light = colour(&theme.accent).unwrap_or(plain.accent);
    let dark = colour(&theme.accent_dark).unwrap_or(plain.accent_dark);
    (light, dark)
}

/// Where a page's Markdown always is.
fn markdown_route(view: &PageView) -> String {
    match view.route.as_str() {
        "/" => "/index.md".to_owned(),
        route => format!("{route}.md"),
    }
}

fn navigation(html: &mut Html, entries: &[NavigationEntry]) {
    html.element("details", &[("class", "side")], |html| {
        html.words("summary", &[], "Pages");
        html.element("nav", &[("aria-label", "Pages")], |html| level(html, entries));
    });
    html.line();
}

fn level(html: &mut Html, entries: &[NavigationEntry]) {
    html.element("ul", &[], |html| {
        for NavigationEntry { title, route, is_current, children } in entries {
            html.element("li", &[], |html| {
                match route.as_deref() {
                    Some(route) if *is_current => {
                        html.words("a", &[("href", route), ("aria-current", "page")], title);
                    }
                    Some(route) => html.words("a", &[("href", route)], title),
                    None => html.words("span", &[], title),
                }
                if !children.is_empty() {
                    level(html, children);
                }
            });
            html.line();
        }
    });
}

fn trail(html: &mut Html, view: &PageView) {
    if view.trail.is_empty() {
        return;
    }
    html.element("nav", &[("class", "trail"), ("aria-label", "Where this page stands")], |html| {
        html.element("ol", &[], |html| {
            for page in &view.trail {
                html.element("li", &[], |html| {
                    html.words("a", &[("href", &page.route)], &page.title)
                });
            }
        });
    });
    html.line();
}

/// The headings below the title, where there is more than one to choose from.
fn outline(html: &mut Html, view: &PageView, title: Option<&str>) {
    let mut above: Vec<u8> = Vec::new();
    let mut lines: Vec<(usize, &str, &str)> = Vec::new();
    for heading in view.outline.iter().filter(|it| Some(it.anchor.as_str()) != title) {
        above.retain(|it| *it < heading.level);
        above.push(heading.level);
        lines.push((above.len(), &heading.title, &heading.anchor));
    }
    let depth = if lines.len() > OUTLINE_DEEP_MAX { 1 } else { OUTLINE_DEPTH };
    lines.retain(|(level, title, _)| *level <= depth && !title.is_empty());
    if lines.len() < 2 {
        return;
    }
    html.element("details", &[("class", "outline")], |html| {
        html.words("summary", &[], "On this page");
        html.element("nav", &[("aria-label", "On this page")], |html| {
            html.element("ul", &[], |html| {
                for (level, title, anchor) in lines {
                    let attributes: Attributes<'_> =
                        if level == 1 { &[] } else { &[("class", "deeper")] };
                    let place = format!("#{anchor}");
                    html.element("li", attributes, |html| {
                        html.words("a", &[("href", &place)], title);
                    });
                }
            });
        });
    });
    html.line();
}

#[cfg(test)]
mod tests;
