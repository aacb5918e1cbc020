//! What changed lately, for feed readers?

use super::{Publication, Published, day_of, published, xml::escaped};
use crate::view::PageView;

/// Where the feed lies: Atom (RFC 4287).
pub const FEED: &str = "feed.xml";

/// The day of a feed in which nothing happened yet.
const BEGINNING: &str = "1970-01-01";
/// Entries, at most.
const ENTRIES_MAX: usize = 50;

impl Publication<'_> {
    /// The pages that changed last. Where no page says when it changed the feed is empty, for those
    /// who subscribed while one did.
    pub(super) fn feed(&self) -> Published {
        let mut dated: Vec<(&str, &PageView)> =
            self.views().filter_map(|it| Some((day_of(it)?, it))).collect();
        // Pages of one day stay in reading order.
        dated.sort_by(|(one, _), (other, _)| other.cmp(one));
        dated.truncate(ENTRIES_MAX);
        let newest = dated.first().map_or(BEGINNING, |(day, _)| day);
        let origin = self.origin();
        let title = escaped(&self.settings.title);
        let language = escaped(&self.settings.language);
        let mut text = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{language}\">\n\
             <title>{title}</title>\n\
             <id>{origin}/{FEED}</id>\n\
             <link rel=\"self\" type=\"application/atom+xml\" href=\"{origin}/{FEED}\"/>\n\
             <link rel=\"alternate\" type=\"text/html\" href=\"{origin}/\"/>\n\
             <updated>{newest}T00:00:00Z</updated>\n\
             <author><name>{title}</name></author>\n"
        );
        for (day, view) in dated {
            text.push_str(&entry(origin, day, view));
        }
        published(FEED, text + "</feed>\n")
    }
}

fn entry(origin: &str, day: &str, view: &PageView) -> String {
    let place = escaped(&format!("{origin}{}", view.route));
    let version = view.change.as_ref().map_or(day, |it| it.commit.as_str());
    let said = view.change.as_ref().map(|it| it.subject.as_str());
    let summary = said.or(view.description.as_deref()).unwrap_or(&view.title);
    format!(
        "<entry>\n<title>{}</title>\n<id>{place}#changed-{}</id>\n\
         <link rel=\"alternate\" type=\"text/html\" href=\"{place}\"/>\n\
         <updated>{day}T00:00:00Z</updated>\n<summary>{}</summary>\n</entry>\n",
        escaped(&view.title),
        escaped(version),
        escaped(summary)
    )
}
