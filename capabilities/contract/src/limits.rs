//! How big anything may be: every bound that a caller can meet, in one place.

/// Bytes of an address.
pub const ADDRESS_BYTES_MAX: usize = 128;
/// Segments of an address.
pub const ADDRESS_SEGMENTS_MAX: usize = 8;
/// Characters of the flat form of an address; hosts cut or refuse longer ones.
pub const FLAT_NAME_CHARACTERS_MAX: usize = 40;
/// Bytes of a request's body.
pub const BODY_BYTES_MAX: usize = 2 * 1024 * 1024;
/// Bytes of a request's path and query together.
pub const URL_BYTES_MAX: usize = 16 * 1024;
/// Bytes of the query alone.
pub const QUERY_BYTES_MAX: usize = 12 * 1024;
/// Parameters in a query.
pub const QUERY_PARAMETERS_MAX: usize = 200;
/// Bytes of all header names and values together.
pub const HEADERS_BYTES_MAX: usize = 32 * 1024;
/// Header fields of a request.
pub const HEADERS_MAX: usize = 100;
/// How deep arrays and objects may nest in an input.
pub const JSON_DEPTH_MAX: usize = 64;
/// How deep a message of a protocol that carries inputs may nest; the JSON reader knows 127.
pub const MESSAGE_DEPTH_MAX: usize = 100;
/// How deep a schema may nest, its references followed.
pub const SCHEMA_DEPTH_MAX: usize = 64;
/// Schemas that may come of writing out the references of one; a larger one keeps them.
pub const INLINED_SCHEMAS_MAX: usize = 2000;
/// Bytes of a JSON Pointer in an answer; a longer one is cut.
pub const POINTER_BYTES_MAX: usize = 1024;
/// Entries of one page of a list that has pages.
pub const LIST_PAGE_ITEMS_MAX: usize = 100;
/// Values suggested for an argument.
pub const COMPLETIONS_MAX: usize = 100;
/// Names suggested for an unknown one.
pub const NEAREST_MAX: usize = 5;
/// Next actions in one answer.
pub const NEXT_ACTIONS_MAX: usize = 10;

/// A bound as people and documents state it.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// What is bounded.
    pub what: &'static str,
    /// The largest value allowed.
    pub max: usize,
    /// The unit of `max`.
    pub unit: &'static str,
}

/// Every bound of this module, for the documentation and the test that compares the two.
pub const ALL: &[Limit] = &[
    Limit { what: "address", max: ADDRESS_BYTES_MAX, unit: "bytes" },
    Limit { what: "segments of an address", max: ADDRESS_SEGMENTS_MAX, unit: "segments" },
    Limit { what: "flat name", max: FLAT_NAME_CHARACTERS_MAX, unit: "characters" },
    Limit { what: "request body", max: BODY_BYTES_MAX, unit: "bytes" },
    Limit { what: "path and query", max: URL_BYTES_MAX, unit: "bytes" },
    Limit { what: "query", max: QUERY_BYTES_MAX, unit: "bytes" },
    Limit { what: "query parameters", max: QUERY_PARAMETERS_MAX, unit: "parameters" },
    Limit { what: "request headers", max: HEADERS_BYTES_MAX, unit: "bytes" },
    Limit { what: "header fields", max: HEADERS_MAX, unit: "fields" },
    Limit { what: "depth of an input", max: JSON_DEPTH_MAX, unit: "levels" },
    Limit { what: "depth of a message", max: MESSAGE_DEPTH_MAX, unit: "levels" },
    Limit { what: "depth of a schema", max: SCHEMA_DEPTH_MAX, unit: "levels" },
    Limit { what: "schemas written out", max: INLINED_SCHEMAS_MAX, unit: "schemas" },
    Limit { what: "pointer in an answer", max: POINTER_BYTES_MAX, unit: "bytes" },
    Limit { what: "page of a list", max: LIST_PAGE_ITEMS_MAX, unit: "entries" },
    Limit { what: "completions", max: COMPLETIONS_MAX, unit: "values" },
    Limit { what: "suggested names", max: NEAREST_MAX, unit: "names" },
    Limit { what: "next actions", max: NEXT_ACTIONS_MAX, unit: "actions" },
];
