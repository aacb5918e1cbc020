//! How documents read as resources.

use contract::{digest, limits};
use serde_json::{Map, Value, json};

use super::{
    envelope::Params,
    era::Era,
    library::{FixedDocument, Library, LibrarySilent, Listed},
    protocol_error::ProtocolError,
    uri::{GUIDE, PAGE_TEMPLATE, address_template, origin_of, page_of, uri_of},
};

/// One page of the list: the fixed documents, then the library's pages.
pub(super) async fn list(
    library: &dyn Library,
    fixed: &[FixedDocument],
    params: &Params,
    host: Option<&str>,
) -> Result<Map<String, Value>, ProtocolError> {
    let after = match params.get("cursor") {
        None | Some(Value::Null) => None,
        Some(cursor) => Some(cursor.as_str().and_then(place_of).ok_or_else(unknown_cursor)?),
    };
    let size = limits::LIST_PAGE_ITEMS_MAX;
    let mut pages = library.pages(after, size + 1).await.map_err(silent)?;
    let more = pages.len() > size;
    pages.truncate(size);
    let mut resources = Vec::new();
    if after.is_none() {
        resources.extend(guide(library, host).await?.map(|it| guide_entry(&it)));
        resources.extend(fixed.iter().map(fixed_entry));
    }
    resources.extend(pages.iter().map(page_entry));
    let mut result = Map::new();
    result.insert("resources".to_owned(), Value::Array(resources));
    // On the last page the member is absent: some clients take a null for one more page.
    if let (true, Some(last)) = (more, pages.last()) {
        result.insert("nextCursor".to_owned(), json!(cursor_of(last.place)));
    }
    Ok(result)
}

/// The patterns that resources fit.
pub(super) fn templates(host: Option<&str>) -> Map<String, Value> {
    let mut templates = vec![json!({
        "uriTemplate": PAGE_TEMPLATE,
        "name": "page",
        "title": "A page of this site",
        "description": "The Markdown of one page, by its id. Ids can be completed.",
        "mimeType": "text/markdown",
    })];
    if let Some(host) = host {
        templates.push(json!({
            "uriTemplate": address_template(host),
            "name": "page-address",
            "title": "A page of this site, by its address",
            "description": "The same page under the address that browsers and people use.",
            "mimeType": "text/markdown",
        }));
    }
    Map::from_iter([("resourceTemplates".to_owned(), Value::Array(templates))])
}

/// One resource with its text.
pub(super) async fn read(
    library: &dyn Library,
    fixed: &[FixedDocument],
    params: &Params,
    era: Era,
    host: Option<&str>,
) -> Result<Map<String, Value>, ProtocolError> {
    let Some(Value::String(uri)) = params.get("uri") else {
        let message = "`params.uri` must be a string: the resource to read";
        return Err(ProtocolError::answered(ProtocolError::INVALID_PARAMS, message));
    };
    if uri == GUIDE
        && let Some(guide) = guide(library, host).await?
    {
        return Ok(contents(uri, "text/markdown", &guide));
    }
    if let Some(document) = fixed.iter().find(|it| it.uri == *uri) {
        return Ok(contents(uri, &document.media_type, document.text.get()));
    }
    let Some(id) = page_of(uri, host) else {
        return Err(not_found(uri, era));
    };
    match library.page(&id).await.map_err(silent)? {
        Some(page) => Ok(contents(uri, "text/markdown", &page.text)),
        None => Err(not_found(uri, era)),
    }
}

async fn guide(library: &dyn Library, host: Option<&str>) -> Result<Option<String>, ProtocolError> {
    let origin = host.map(origin_of);
    library.guide(origin.as_deref()).await.map_err(silent)
}

fn contents(uri: &str, media_type: &str, text: &str) -> Map<String, Value> {
    let contents = json!([{"uri": uri, "mimeType": media_type, "text": text}]);
    Map::from_iter([("contents".to_owned(), contents)])
}

fn guide_entry(text: &str) -> Value {
    json!({
        "uri": GUIDE,
        "name": "guide",
        "title": "The guide to this site",
        "description": "What is here and where, as a map with links: llms.txt.",
        "mimeType": "text/markdown",
        "size": text.len(),
        "annotations": {"audience": ["assistant"], "priority": 1.0},
    })
}

fn fixed_entry(document: &FixedDocument) -> Value {
    json!({
        "uri": document.uri,
        "name": document.name,
        "title": document.title,
        "description": document.description,
        "mimeType": document.media_type,
        "size": document.text.get().len(),
        "annotations": {"audience": ["assistant"], "priority": 0.8},
    })
}

fn page_entry(page: &Listed) -> Value {
    let mut entry = json!({
        "uri": uri_of(&page.id),
        "name": page.id,
        "title": page.title,
        "mimeType": "text/markdown",
        "size": page.bytes,
    });
    if let Some(members) = entry.as_object_mut() {
        if let Some(description) = &page.description {
            members.insert("description".to_owned(), json!(description));
        }
        if let Some(moment) = page.updated.as_deref().and_then(moment_of) {
            members.insert("annotations".to_owned(), json!({"lastModified": moment}));
        }
    }
    entry
}

/// A date as clients check it: a day becomes its first moment, and what is neither a day nor a
/// moment in UTC is left out, since one wrong date can cost a client the whole list.
fn moment_of(updated: &str) -> Option<String> {
    let (day, time) = match updated.split_once('T') {
        Some((day, time)) => (day, Some(time.strip_suffix('Z')?)),
        None => (updated, None),
    };
    let numbers = |text: &str, separator: char, widths: [usize; 3]| -> Option<[u32; 3]> {
        let mut parts = text.split(separator);
        let mut found = [0; 3];
        for (slot, width) in found.iter_mut().zip(widths) {
            let part = parts.next()?;
            let plain = part.len() == width && part.bytes().all(|it| it.is_ascii_digit());
            *slot = part.parse().ok().filter(|_| plain)?;
        }
        parts.next().is_none().then_some(found)
    };
    let [_, month, of_month] = numbers(day, '-', [4, 2, 2])?;
    if !(1..=12).contains(&month) || !(1..=31).contains(&of_month) {
        return None;
    }
    let Some(time) = time else {
        return Some(format!("{day}T00:00:00Z"));
    };
    let whole = time.split_once('.').map_or(time, |(whole, _)| whole);
    let [hour, minute, second] = numbers(whole, ':', [2, 2, 2])?;
    (hour < 24 && minute < 60 && second < 60).then(|| format!("{day}T{whole}Z"))
}

fn not_found(uri: &str, era: Era) -> ProtocolError {
    let shown: String = uri.chars().filter(|it| !it.is_control()).take(512).collect();
    let code = match era {
        Era::Handshake => ProtocolError::RESOURCE_NOT_FOUND,
        Era::Stateless => ProtocolError::INVALID_PARAMS,
    };
    let message = format!("there is no resource `{shown}`: `resources/list` gives them all");
    ProtocolError::answered(code, message).with_data(json!({"uri": uri}))
}

/// Where a list goes on. It says nothing to a client, and holds whatever changes between.
fn cursor_of(place: u64) -> String {
    format!("{place:x}-{}", check_of(place))
}

fn place_of(cursor: &str) -> Option<u64> {
    let (place, check) = cursor.split_once('-')?;
    let place = u64::from_str_radix(place, 16).ok()?;
    (check == check_of(place)).then_some(place)
}

fn check_of(place: u64) -> String {
    digest::sha256_hex(format!("resources after {place}").as_bytes()).chars().take(8).collect()
}

fn unknown_cursor() -> ProtocolError {
    let message = "`params.cursor` is not one that was given out: begin again without it";
    ProtocolError::answered(ProtocolError::INVALID_PARAMS, message)
}

/// What a caller learns of a library that does not answer.
pub(super) fn silent(_: LibrarySilent) -> ProtocolError {
    ProtocolError::answered(ProtocolError::INTERNAL, "the site's pages do not answer: try again")
}

#[cfg(test)]
mod tests {
    use super::{cursor_of, moment_of, place_of};

    #[test]
    fn a_date_is_a_moment_or_nothing() {
        let table = [
            ("2026-07-28", Some("2026-07-28T00:00:00Z")),
            ("2026-07-28T09:30:00Z", Some("2026-07-28T09:30:00Z")),
            ("2026-07-28T09:30:00.123Z", Some("2026-07-28T09:30:00Z")),
            ("2026-07-28T09:30:00+02:00", None),
            ("2026-13-01", None),
            ("28.7.2026", None),
            ("yesterday", None),
            ("2026-07-28T25:00:00Z", None),
            ("+026-07-28", None),
            ("", None),
        ];
        for (updated, moment) in table {
            assert_eq!(moment_of(updated).as_deref(), moment, "{updated}");
        }
    }

    #[test]
    fn only_a_cursor_that_was_given_out_leads_on() {
        for place in [0, 1, 99, u64::MAX] {
            assert_eq!(place_of(&cursor_of(place)), Some(place));
        }
        for cursor in ["", "0", "1-", "-", "1-00000000", "zz-12345678", "1"] {
            assert_eq!(place_of(cursor), None, "{cursor}");
        }
    }
}
