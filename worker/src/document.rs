//! How a document that was made ahead is answered.

use base64::{Engine, engine::general_purpose::STANDARD};
use contract::digest::sha256;
use http::{HeaderValue, Method, Request, Response, StatusCode, header};
use projections::{etag, problem::Refusal};

use crate::cors::{READING, expose, preflight};

/// A document with its validator, made once for each process.
pub(crate) struct Document {
    bytes: Vec<u8>,
    etag: String,
    media_type: &'static str,
    policy: Option<HeaderValue>,
}

impl Document {
    pub(crate) fn new(text: String, media_type: &'static str) -> Document {
        let bytes = text.into_bytes();
        Document { etag: etag::etag_of(&bytes), bytes, media_type, policy: None }
    }

    /// An HTML document that holds one style and no script; its policy names the style by hash.
    pub(crate) fn html(text: String, style: &str) -> Document {
        let hash = STANDARD.encode(sha256(style.as_bytes()));
        let policy = format!(
            "default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'; \
             frame-ancestors 'none'"
        );
        let policy = HeaderValue::from_str(&policy).ok();
        Document { policy, ..Document::new(text, "text/html; charset=utf-8") }
    }

    pub(crate) fn answer(&self, request: &Request<Vec<u8>>, request_id: &str) -> Response<Vec<u8>> {
        let mut response = match *request.method() {
            Method::GET | Method::HEAD => self.read(request),
            Method::OPTIONS => preflight(),
            _ => Refusal::method(READING).response(request_id),
        };
        expose(response.headers_mut());
        response
    }

    fn read(&self, request: &Request<Vec<u8>>) -> Response<Vec<u8>> {
        let mut response =
            etag::revalidated(request.headers(), &self.etag, self.media_type, || {
                self.bytes.clone()
            });
        if let Some(policy) = &self.policy
            && response.status() == StatusCode::OK
        {
            let policy = policy.clone();
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        response
    }
}
