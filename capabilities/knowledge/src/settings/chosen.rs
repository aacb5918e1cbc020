//! What did an author choose, and what stands where nothing was chosen?

use super::{Settings, read};
use crate::problem::Problem;

/// The settings as far as files choose them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chosen {
    pub(super) settings: Settings,
    pub(super) is_title_chosen: bool,
    /// Routes that moved, as mdBook's `[output.html.redirect]` lists them: from, to, each without
    /// extension.
    pub redirects: Vec<(String, String)>,
}

impl Chosen {
    /// Reads the two files that may choose: mdBook's first, so that the site's own has the last
    /// word. Whatever is wrong in either is a problem, and chooses nothing.
    pub fn read(
        book: Option<(&str, &str)>,
        own: Option<(&str, &str)>,
        problems: &mut Vec<Problem>,
    ) -> Chosen {
        let mut chosen = Chosen::default();
        if let Some((file, text)) = book {
            read::book(file, text, &mut chosen, problems);
        }
        if let Some((file, text)) = own {
            read::own(file, text, &mut chosen, problems);
        }
        chosen
    }

    /// The settings, with the given title where none was chosen: the first that says something.
    pub fn complete<'t>(mut self, titles: impl IntoIterator<Item = Option<&'t str>>) -> Settings {
        if !self.is_title_chosen {
            let title = titles.into_iter().flatten().map(str::trim).find(|it| !it.is_empty());
            if let Some(title) = title {
                self.settings.title = title.to_owned();
            }
        }
        self.settings
    }
}
