//! What a request's headers say, read strictly where they must agree with the body.

use base64::{Engine, engine::general_purpose::STANDARD};
use http::HeaderMap;

/// The revision that a request speaks.
pub(super) const PROTOCOL_VERSION: &str = "mcp-protocol-version";
/// The method of the message in the body.
pub(super) const METHOD: &str = "mcp-method";
/// What the message in the body names.
pub(super) const NAME: &str = "mcp-name";

/// Why a header cannot be compared with the body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unusable {
    /// It stands there more than once.
    Repeated,
    /// It holds bytes that no header may.
    NotText,
    /// It begins and ends like an encoded value, and is none.
    NotBase64,
}

impl Unusable {
    /// What is wrong, as the end of a sentence.
    pub(super) fn reason(self) -> &'static str {
        match self {
            Unusable::Repeated => "is sent more than once",
            Unusable::NotText => "holds bytes that a header may not hold",
            Unusable::NotBase64 => "is not valid base64 between `=?base64?` and `?=`",
        }
    }
}

/// The one value of a header, blanks around it removed.
pub(super) fn single<'h>(headers: &'h HeaderMap, name: &str) -> Result<Option<&'h str>, Unusable> {
    let mut values = headers.get_all(name).iter();
    let Some(value) = values.next() else {
        return Ok(None);
    };
    if values.next().is_some() {
        return Err(Unusable::Repeated);
    }
    let text = value.to_str().map_err(|_| Unusable::NotText)?;
    Ok(Some(text.trim_matches([' ', '\t'])))
}

/// The value of a header that may be encoded, decoded.
pub(super) fn decoded(headers: &HeaderMap, name: &str) -> Result<Option<String>, Unusable> {
    let Some(value) = single(headers, name)? else {
        return Ok(None);
    };
    let encoded = value.strip_prefix("=?base64?").and_then(|it| it.strip_suffix("?="));
    let Some(encoded) = encoded else {
        return Ok(Some(value.to_owned()));
    };
    // The standard alphabet with full padding, and no bits left over: one text for each value.
    let bytes = STANDARD.decode(encoded).map_err(|_| Unusable::NotBase64)?;
    String::from_utf8(bytes).map(Some).map_err(|_| Unusable::NotBase64)
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, HeaderValue};

    use super::{NAME, Unusable, decoded};

    fn read(values: &[&[u8]]) -> Result<Option<String>, Unusable> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(NAME, HeaderValue::from_bytes(value).unwrap());
        }
        decoded(&headers, NAME)
    }

    fn text(value: &str) -> Result<Option<String>, Unusable> {
        Ok(Some(value.to_owned()))
    }

    #[test]
    fn a_value_is_taken_as_it_stands_or_decoded_strictly() {
        type Row = (&'static [&'static [u8]], Result<Option<String>, Unusable>);
        let table: &[Row] = &[
            (&[], Ok(None)),
            (&[b"search"], text("search")),
            (&[b" \tsearch "], text("search")),
            (&[b"=?base64?SGVsbG8sIOS4lueVjA==?="], text("Hello, 世界")),
            (&[b"=?base64?IHBhZGRlZCA=?="], text(" padded ")),
            (&[b"=?base64?bGluZTEKbGluZTI=?="], text("line1\nline2")),
            (&[b"=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="], text("=?base64?literal?=")),
            (&[b"=?base64??="], text("")),
            (&[b"=?base64?SGVsbG8"], text("=?base64?SGVsbG8")),
            (&[b"SGVsbG8=?="], text("SGVsbG8=?=")),
            (&[b"=?BASE64?SGVsbG8=?="], text("=?BASE64?SGVsbG8=?=")),
            (&[b"=?base64?SGVsbG8?="], Err(Unusable::NotBase64)),
            (&[b"=?base64?SGVs!G8=?="], Err(Unusable::NotBase64)),
            (&[b"=?base64?SGVsbG9=?="], Err(Unusable::NotBase64)),
            (&[b"=?base64?SGV=bG8=?="], Err(Unusable::NotBase64)),
            (&[b"=?base64?====?="], Err(Unusable::NotBase64)),
            (&[b"=?base64?/w==?="], Err(Unusable::NotBase64)),
            (&[b"a", b"a"], Err(Unusable::Repeated)),
            (&[b"caf\xc3\xa9"], Err(Unusable::NotText)),
        ];
        for (values, expected) in table {
            assert_eq!(read(values), *expected, "{values:?}");
        }
    }
}
