//! What does whoever serves the site need to know of it at run time?

use serde::Serialize;

use super::{Publication, Published, day_of, published};
use crate::settings::Signals;

/// Where the facts lie.
pub const SITE_FACTS: &str = "_/site.json";

/// The facts, as they are read by whoever serves the site.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SiteFacts<'s> {
    title: &'s str,
    description: Option<&'s str>,
    base_url: Option<&'s str>,
    language: &'s str,
    content_signal: String,
    home: Option<&'s str>,
    has_feed: bool,
}

impl Publication<'_> {
    pub(super) fn facts(&self) -> Published {
        let home = self.views().find(|it| it.route == "/");
        let facts = SiteFacts {
            title: &self.settings.title,
            description: self.settings.description.as_deref(),
            base_url: self.settings.base_url.as_deref(),
            language: &self.settings.language,
            content_signal: signal_of(self.settings.signals),
            home: home.map(|it| it.id.as_str()),
            has_feed: self.views().any(|it| day_of(it).is_some()),
        };
        // A struct of strings is always JSON.
        let json = serde_json::to_string(&facts).unwrap_or_default();
        published(SITE_FACTS, json + "\n")
    }
}

/// What agents may do, as the header and robots.txt say it.
pub(super) fn signal_of(signals: Signals) -> String {
    let word = |may: bool| if may { "yes" } else { "no" };
    format!(
        "search={}, ai-input={}, ai-train={}",
        word(signals.search),
        word(signals.ai_input),
        word(signals.ai_train)
    )
}
