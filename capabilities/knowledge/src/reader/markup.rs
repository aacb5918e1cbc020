//! How is HTML written so that no text is ever taken for markup?
//!
//! Invariant: markup comes of elements alone, whose names are constants of the program; every text
//! and every value of an attribute is escaped; an attribute that leads somewhere leads to a place
//! of the site or to an address that runs nothing.

use std::fmt::Write;

/// Attributes of an element: names, and values as they are meant.
pub(super) type Attributes<'a> = &'a [(&'static str, &'a str)];

/// A piece of HTML.
#[derive(Default)]
pub(super) struct Html(String);

impl Html {
    /// An element with what is in it.
    pub(super) fn element(
        &mut self,
        tag: &'static str,
        attributes: Attributes<'_>,
        content: impl FnOnce(&mut Html),
    ) {
        self.void(tag, attributes);
        content(self);
        self.0.push_str("</");
        self.0.push_str(tag);
        self.0.push('>');
    }

    /// An element that holds a text.
    pub(super) fn words(&mut self, tag: &'static str, attributes: Attributes<'_>, words: &str) {
        self.element(tag, attributes, |it| it.text(words));
    }

    /// An element that has no end, such as `link`.
    pub(super) fn void(&mut self, tag: &'static str, attributes: Attributes<'_>) {
        self.0.push('<');
        self.0.push_str(tag);
        for (name, value) in attributes {
            if matches!(*name, "href" | "src" | "action") && !leads_somewhere_safe(value) {
                continue;
            }
            self.0.push(' ');
            self.0.push_str(name);
            if !value.is_empty() || matches!(*name, "value" | "alt" | "href") {
                self.0.push_str("=\"");
                self.text(value);
                self.0.push('"');
            }
        }
        self.0.push('>');
    }

    /// A text.
    pub(super) fn text(&mut self, text: &str) {
        for character in text.chars() {
            match character {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                other => self.0.push(other),
            }
        }
    }

    /// A number.
    pub(super) fn number(&mut self, number: usize) {
        // Writing to a String cannot fail.
        let _ = write!(self.0, "{number}");
    }

    /// Nothing to see, for who reads the source.
    pub(super) fn line(&mut self) {
        self.0.push('\n');
    }

    /// The article of a page, which its own writer has made safe.
    pub(super) fn article(&mut self, article: &str) {
        self.0.push_str(article);
    }

    /// A constant of the program: the beginning of a document, a place that is filled later.
    pub(super) fn constant(&mut self, constant: &'static str) {
        self.0.push_str(constant);
    }

    pub(super) fn finish(self) -> String {
        self.0
    }
}

/// A route of the site, a place on the page, or an address that a browser only goes to.
fn leads_somewhere_safe(url: &str) -> bool {
    let begins =
        |scheme: &str| url.get(..scheme.len()).is_some_and(|it| it.eq_ignore_ascii_case(scheme));
    let is_route = url.starts_with('/') && !url.starts_with("//") && !url.starts_with("/\\");
    is_route || url.starts_with('#') || ["https://", "http://", "mailto:"].into_iter().any(begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text_wherever_it_stands() {
        let mut html = Html::default();
        html.element("p", &[("title", "\"><script>"), ("hidden", "")], |it| it.text("a<b>&'\""));
        assert_eq!(
            html.finish(),
            "<p title=\"&quot;&gt;&lt;script&gt;\" hidden>a&lt;b&gt;&amp;&#39;&quot;</p>"
        );
    }

    #[test]
    fn no_link_leads_where_something_runs() {
        for (url, is_kept) in [
            ("/a#b", true),
            ("#b", true),
            ("https://example.org", true),
            ("HTTP://example.org", true),
            ("mailto:a@example.org", true),
            ("//example.org", false),
            ("/\\example.org", false),
            ("javascript:alert(1)", false),
            (" javascript:alert(1)", false),
            ("java\tscript:alert(1)", false),
            ("data:text/html,x", false),
            ("é", false),
            ("", false),
        ] {
            let mut html = Html::default();
            html.words("a", &[("href", url)], "x");
            assert_eq!(html.finish().contains("href"), is_kept, "{url:?}");
        }
    }
}
