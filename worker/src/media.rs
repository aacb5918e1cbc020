//! What is in a file, by its name?

/// Extensions and their media types.
const TYPES: &[(&str, &str)] = &[
    ("md", "text/markdown; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("htm", "text/html; charset=utf-8"),
    ("txt", "text/plain; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("mjs", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("xml", "application/xml"),
    ("csv", "text/csv; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
    ("avif", "image/avif"),
    ("ico", "image/x-icon"),
    ("bmp", "image/bmp"),
    ("mp4", "video/mp4"),
    ("webm", "video/webm"),
    ("mov", "video/quicktime"),
    ("mp3", "audio/mpeg"),
    ("ogg", "audio/ogg"),
    ("wav", "audio/wav"),
    ("woff", "font/woff"),
    ("woff2", "font/woff2"),
    ("ttf", "font/ttf"),
    ("otf", "font/otf"),
    ("pdf", "application/pdf"),
    ("zip", "application/zip"),
    ("gz", "application/gzip"),
    ("wasm", "application/wasm"),
    ("webmanifest", "application/manifest+json"),
];

/// Documents whose type is not that of their extension, by path.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("feed.xml", "application/atom+xml; charset=utf-8"),
    (
        "_/well-known/api-catalog",
        "application/linkset+json; profile=\"https://www.rfc-editor.org/info/rfc9727\"",
    ),
    ("_/well-known/mcp/server-card", "application/mcp-server-card+json"),
    ("_/well-known/ai-catalog.json", "application/ai-catalog+json"),
];

/// The media type of a file; bytes where its name does not tell.
pub(crate) fn type_of(path: &str) -> &'static str {
    if let Some((_, media_type)) = EXCEPTIONS.iter().find(|(it, _)| *it == path) {
        return media_type;
    }
    by_extension(path).unwrap_or("application/octet-stream")
}

/// Whether a path's extension names a kind of file.
pub(crate) fn is_known(path: &str) -> bool {
    by_extension(path).is_some()
}

/// Whether what is in a file is text.
pub(crate) fn is_text(media_type: &str) -> bool {
    media_type.starts_with("text/") || media_type.contains("json") || media_type.contains("xml")
}

fn by_extension(path: &str) -> Option<&'static str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let (_, extension) = name.rsplit_once('.')?;
    let extension = extension.to_ascii_lowercase();
    TYPES.iter().find(|(it, _)| *it == extension).map(|(_, media_type)| *media_type)
}
