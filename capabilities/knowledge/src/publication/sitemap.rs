//! Which pages are there, for search engines?

use super::{Publication, Published, day_of, published, xml::escaped};
use crate::view::PageView;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
/// Pages that one file may list.
const PAGES_MAX: usize = 50_000;

impl Publication<'_> {
    /// `sitemap.xml`; where there are more pages than one file may list, an index of
    /// `sitemap-1.xml` and so on.
    pub(super) fn sitemaps(&self) -> Vec<Published> {
        self.sitemaps_of(PAGES_MAX)
    }

    pub(super) fn sitemaps_of(&self, pages_max: usize) -> Vec<Published> {
        let views: Vec<&PageView> = self.views().collect();
        if views.len() <= pages_max {
            return vec![published("sitemap.xml", self.urls(&views))];
        }
        let mut files = Vec::new();
        let mut index = format!("{HEAD}<sitemapindex xmlns=\"{NAMESPACE}\">\n");
        for (number, part) in views.chunks(pages_max).enumerate() {
            let path = format!("sitemap-{}.xml", number + 1);
            let place = escaped(&format!("{}/{path}", self.origin()));
            index.push_str(&format!("<sitemap><loc>{place}</loc></sitemap>\n"));
            files.push(published(path, self.urls(part)));
        }
        index.push_str("</sitemapindex>\n");
        files.push(published("sitemap.xml", index));
        files
    }

    fn urls(&self, views: &[&PageView]) -> String {
        let mut text = format!("{HEAD}<urlset xmlns=\"{NAMESPACE}\">\n");
        for view in views {
            let place = escaped(&format!("{}{}", self.origin(), view.route));
            text.push_str(&format!("<url><loc>{place}</loc>"));
            if let Some(day) = day_of(view) {
                text.push_str(&format!("<lastmod>{day}</lastmod>"));
            }
            text.push_str("</url>\n");
        }
        text + "</urlset>\n"
    }
}
