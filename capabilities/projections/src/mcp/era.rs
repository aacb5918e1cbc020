//! Which era a message belongs to: its body decides, and the headers must agree.

use http::{HeaderMap, StatusCode};
use serde_json::{Value, json};

use super::{
    envelope::{Message, Params, Request},
    header::{self, Unusable},
    protocol_error::ProtocolError,
    revision::Revision,
};

/// The member of `_meta` that names the revision.
pub(super) const META_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// The member of `_meta` that says what the client can do.
pub(super) const META_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// The member of `_meta` that says who the server is.
pub(super) const META_SERVER: &str = "io.modelcontextprotocol/serverInfo";

/// What a message speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Era {
    /// It belongs to a conversation that began with `initialize`, or begins one.
    Handshake,
    /// It says itself what it speaks.
    Stateless,
}

/// Tells the era of a message, and refuses one whose headers say something else.
///
/// `headers` is `None` where the transport has none.
pub(super) fn era_of(message: &Message, headers: Option<&HeaderMap>) -> Result<Era, ProtocolError> {
    let version = headers.map(HeaderVersion::of).transpose()?.unwrap_or(HeaderVersion::Absent);
    match message {
        Message::Request(request) => of_request(request, headers, version),
        Message::Notification { params, .. } => match (claim(params), &version) {
            (Some(Value::String(claimed)), HeaderVersion::Spoken(spoken))
                if claimed != spoken.as_str() =>
            {
                Err(versions_differ(spoken.as_str(), claimed))
            }
            (Some(_), _) => Ok(Era::Stateless),
            (None, HeaderVersion::Spoken(it)) if it.is_stateless() => Ok(Era::Stateless),
            (None, _) => version.handshake(),
        },
        Message::Response => match version {
            HeaderVersion::Spoken(it) if it.is_stateless() => {
                let message = "an answer was sent, and nothing was asked";
                Err(ProtocolError::bad_request(ProtocolError::INVALID_REQUEST, message))
            }
            HeaderVersion::Absent | HeaderVersion::Spoken(_) | HeaderVersion::Unknown(_) => {
                version.handshake()
            }
        },
    }
}

fn of_request(
    request: &Request,
    headers: Option<&HeaderMap>,
    version: HeaderVersion,
) -> Result<Era, ProtocolError> {
    let claimed = claim(&request.params);
    let names_stateless = claimed
        .and_then(Value::as_str)
        .and_then(Revision::parse)
        .is_some_and(Revision::is_stateless);
    // Whatever else it carries, a handshake without a whole envelope is a handshake.
    if request.method == "initialize" && !(names_stateless && envelope(&request.params).is_ok()) {
        return match version {
            HeaderVersion::Spoken(it) if it.is_stateless() => Err(mismatch(format!(
                "`initialize` begins a handshake, and the MCP-Protocol-Version header names {}, \
                 which has none",
                it.as_str()
            ))),
            // The revision is being settled, so none can be wrong yet.
            HeaderVersion::Absent | HeaderVersion::Spoken(_) | HeaderVersion::Unknown(_) => {
                Ok(Era::Handshake)
            }
        };
    }
    if claimed.is_none() {
        return match version {
            HeaderVersion::Spoken(it) if it.is_stateless() => {
                envelope(&request.params)?;
                Ok(Era::Stateless)
            }
            HeaderVersion::Absent | HeaderVersion::Spoken(_) | HeaderVersion::Unknown(_) => {
                version.handshake()
            }
        };
    }
    let asked = envelope(&request.params)?;
    if let HeaderVersion::Spoken(_) | HeaderVersion::Unknown(_) = version {
        let named = version.text();
        if named != asked {
            return Err(versions_differ(&named, asked));
        }
    }
    if !names_stateless {
        return Err(unsupported(asked));
    }
    if let Some(headers) = headers {
        agree(request, headers, &version)?;
    }
    Ok(Era::Stateless)
}

/// What the version header says.
enum HeaderVersion {
    Absent,
    Spoken(Revision),
    Unknown(String),
}

impl HeaderVersion {
    fn of(headers: &HeaderMap) -> Result<HeaderVersion, ProtocolError> {
        let value = header::single(headers, header::PROTOCOL_VERSION)
            .map_err(|it| unusable("MCP-Protocol-Version", it))?;
        Ok(match value {
            None => HeaderVersion::Absent,
            Some(date) => match Revision::parse(date) {
                Some(revision) => HeaderVersion::Spoken(revision),
                None => HeaderVersion::Unknown(date.chars().take(64).collect()),
            },
        })
    }

    fn text(&self) -> String {
        match self {
            HeaderVersion::Absent => String::new(),
            HeaderVersion::Spoken(it) => it.as_str().to_owned(),
            HeaderVersion::Unknown(it) => it.clone(),
        }
    }

    /// A message without an envelope: its header names a handshake revision or nothing.
    fn handshake(&self) -> Result<Era, ProtocolError> {
        match self {
            HeaderVersion::Absent | HeaderVersion::Spoken(_) => Ok(Era::Handshake),
            HeaderVersion::Unknown(date) => {
                let spoken: Vec<&str> = Revision::HANDSHAKE.map(Revision::as_str).to_vec();
                let message = format!(
                    "the MCP-Protocol-Version header names `{date}`, which is not spoken here; \
                     use one of {}",
                    spoken.join(", ")
                );
                Err(ProtocolError::bad_request(ProtocolError::INVALID_REQUEST, message))
            }
        }
    }
}

fn claim(params: &Params) -> Option<&Value> {
    params.get("_meta")?.get(META_VERSION)
}

/// Checks that a request says all it must about itself, and gives the revision it names.
fn envelope(params: &Params) -> Result<&str, ProtocolError> {
    let refuse = |member: &str, problem: &str| {
        let message = format!("`params._meta[\"{member}\"]` {problem}");
        let data = json!({"member": member});
        let error = ProtocolError::bad_request(ProtocolError::INVALID_PARAMS, message);
        Err(error.with_data(data))
    };
    let Some(Value::Object(meta)) = params.get("_meta") else {
        let message = "`params._meta` is missing: each request names its revision and what the \
                       client can do";
        return Err(ProtocolError::bad_request(ProtocolError::INVALID_PARAMS, message));
    };
    let version = match meta.get(META_VERSION) {
        None => return refuse(META_VERSION, "is missing"),
        Some(Value::String(version)) => version,
        Some(_) => return refuse(META_VERSION, "must be a string"),
    };
    match meta.get(META_CAPABILITIES) {
        None => refuse(META_CAPABILITIES, "is missing"),
        Some(Value::Object(_)) => Ok(version),
        Some(_) => refuse(META_CAPABILITIES, "must be an object"),
    }
}

/// Checks the headers that repeat what the body says.
fn agree(
    request: &Request,
    headers: &HeaderMap,
    version: &HeaderVersion,
) -> Result<(), ProtocolError> {
    if matches!(version, HeaderVersion::Absent) {
        return Err(mismatch("the MCP-Protocol-Version header is missing"));
    }
    let method =
        header::single(headers, header::METHOD).map_err(|it| unusable("Mcp-Method", it))?;
    match method {
        None => return Err(mismatch("the Mcp-Method header is missing")),
        Some(named) if named != request.method => {
            return Err(differs("Mcp-Method", named, &request.method));
        }
        Some(_) => {}
    }
    let source = match request.method.as_str() {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        _ => return Ok(()),
    };
    let named = header::decoded(headers, header::NAME).map_err(|it| unusable("Mcp-Name", it))?;
    let body = request.params.get(source).and_then(Value::as_str);
    match (named, body) {
        (None, Some(_)) => Err(mismatch("the Mcp-Name header is missing")),
        (Some(named), Some(body)) if named != body => Err(differs("Mcp-Name", &named, body)),
        // A body that names nothing is refused for that, where its parameters are read.
        (_, None) | (Some(_), Some(_)) => Ok(()),
    }
}

fn differs(name: &str, header: &str, body: &str) -> ProtocolError {
    let (header, body) = (shown(header), shown(body));
    mismatch(format!("the {name} header says `{header}`, and the body says `{body}`"))
}

fn shown(text: &str) -> String {
    text.chars().filter(|it| !it.is_control()).take(128).collect()
}

fn versions_differ(header: &str, body: &str) -> ProtocolError {
    differs("MCP-Protocol-Version", header, body)
}

fn unusable(name: &str, why: Unusable) -> ProtocolError {
    mismatch(format!("the {name} header {}", why.reason()))
}

fn mismatch(message: impl Into<String>) -> ProtocolError {
    ProtocolError::refused(StatusCode::BAD_REQUEST, ProtocolError::HEADER_MISMATCH, message)
}

fn unsupported(asked: &str) -> ProtocolError {
    let supported = Revision::STATELESS.map(Revision::as_str);
    let asked = shown(asked);
    let message = format!("the revision `{asked}` is not spoken without a handshake");
    ProtocolError::bad_request(ProtocolError::UNSUPPORTED_VERSION, message)
        .with_data(json!({"supported": supported, "requested": asked}))
}
