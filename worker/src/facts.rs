//! What is known of the built site at run time?

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde::{Deserialize, de::DeserializeOwned};

use crate::assets::{Assets, AssetsError};

const FACTS: &str = "_/site.json";
const REDIRECTS: &str = "_/redirects.json";

/// What a site says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Facts {
    /// Its name, for people.
    pub(crate) title: String,
    /// What it is about.
    pub(crate) description: Option<String>,
    /// Where it is served; where that is not known, its documents hold [`ORIGIN_MARKER`].
    pub(crate) base_url: Option<String>,
    /// The language of its pages.
    pub(crate) language: String,
    /// What agents may do, as a header says it.
    pub(crate) content_signal: String,
    /// The id of the page at `/`, where it is not `index`.
    pub(crate) home: Option<String>,
    /// Whether there is a feed of changes.
    pub(crate) has_feed: bool,
}

impl Default for Facts {
    fn default() -> Facts {
        Facts {
            title: "Pages".to_owned(),
            description: None,
            base_url: None,
            language: "en".to_owned(),
            content_signal: String::new(),
            home: None,
            has_feed: false,
        }
    }
}

/// Other paths, in lower case, with the routes of their pages.
pub(crate) type Redirects = BTreeMap<String, String>;

/// What was read of a file, with the version it was read from.
struct Kept<T> {
    version: String,
    read: Rc<T>,
}

/// Files that are read at the first request and kept.
#[derive(Default)]
pub(crate) struct KeptFiles {
    facts: RefCell<Option<Kept<Facts>>>,
    redirects: RefCell<Option<Kept<Redirects>>>,
}

impl KeptFiles {
    /// What the site says of itself.
    pub(crate) async fn facts(&self, assets: &dyn Assets) -> Result<Rc<Facts>, AssetsError> {
        kept(&self.facts, assets, FACTS).await
    }

    /// Under which other paths its pages are asked for.
    pub(crate) async fn redirects(
        &self,
        assets: &dyn Assets,
    ) -> Result<Rc<Redirects>, AssetsError> {
        kept(&self.redirects, assets, REDIRECTS).await
    }
}

/// Reads a file again only where it may have changed, and did. A file that is not there is as good
/// as one that says nothing.
async fn kept<T: DeserializeOwned + Default>(
    place: &RefCell<Option<Kept<T>>>,
    assets: &dyn Assets,
    path: &str,
) -> Result<Rc<T>, AssetsError> {
    let known = |version: Option<&str>| {
        let kept = place.borrow();
        let kept = kept.as_ref().filter(|it| version.is_none_or(|version| it.version == version));
        kept.map(|it| Rc::clone(&it.read))
    };
    if let Some(read) = known(None).filter(|_| assets.are_fixed()) {
        return Ok(read);
    }
    let Some(asset) = assets.open(path).await? else { return Ok(Rc::default()) };
    if let Some(read) = known(Some(&asset.version)) {
        return Ok(read);
    }
    let bytes = asset.bytes.await?;
    let read = serde_json::from_slice(&bytes).map_err(|error| AssetsError(Box::new(error)))?;
    let read: Rc<T> = Rc::new(read);
    *place.borrow_mut() = Some(Kept { version: asset.version, read: Rc::clone(&read) });
    Ok(read)
}
