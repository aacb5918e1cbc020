//! What Cloudflare's bindings look like from here: only the methods that adapters call.

use js_sys::{Array, Promise};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// A D1 database.
    pub(crate) type D1Database;

    /// Takes one statement's text.
    #[wasm_bindgen(method, structural, catch)]
    pub(crate) fn prepare(this: &D1Database, query: &str) -> Result<D1Statement, JsValue>;

    /// Runs statements in one transaction: an array of `{results}`.
    #[wasm_bindgen(method, structural, catch)]
    pub(crate) fn batch(this: &D1Database, statements: &Array) -> Result<Promise, JsValue>;

    /// A statement of a D1 database.
    pub(crate) type D1Statement;

    /// The same statement with its parameters.
    #[wasm_bindgen(method, structural, catch, variadic)]
    pub(crate) fn bind(this: &D1Statement, parameters: &Array) -> Result<D1Statement, JsValue>;

    /// What came of one statement of a batch.
    pub(crate) type D1Answer;

    /// Its rows: an object each, with a member for each column in order.
    #[wasm_bindgen(method, structural, getter)]
    pub(crate) fn results(this: &D1Answer) -> Option<Array>;

    /// The binding to the static files.
    pub(crate) type Files;

    /// Fetches one of them.
    #[wasm_bindgen(method, structural, catch)]
    pub(crate) fn fetch(this: &Files, url: &str) -> Result<Promise, JsValue>;

    /// What the binding to the static files answers.
    pub(crate) type FileAnswer;

    /// The status of HTTP.
    #[wasm_bindgen(method, structural, getter)]
    pub(crate) fn status(this: &FileAnswer) -> u16;

    /// What it says of the file.
    #[wasm_bindgen(method, structural, getter)]
    pub(crate) fn headers(this: &FileAnswer) -> FileHeaders;

    /// Fields of HTTP.
    pub(crate) type FileHeaders;

    /// One of them.
    #[wasm_bindgen(method, structural)]
    pub(crate) fn get(this: &FileHeaders, name: &str) -> Option<String>;

    /// The whole file.
    #[wasm_bindgen(method, structural, catch, js_name = arrayBuffer)]
    pub(crate) fn array_buffer(this: &FileAnswer) -> Result<Promise, JsValue>;

    /// The reader of a body.
    pub(crate) type Reader;

    /// The next chunk: `{done, value}`.
    #[wasm_bindgen(method, structural, catch)]
    pub(crate) fn read(this: &Reader) -> Result<Promise, JsValue>;

    /// Says that the rest is not wanted.
    #[wasm_bindgen(method, structural, catch)]
    pub(crate) fn cancel(this: &Reader) -> Result<Promise, JsValue>;

    /// A random UUID.
    #[wasm_bindgen(js_namespace = crypto, js_name = randomUUID)]
    pub(crate) fn random_uuid() -> String;

    /// Writes to the log.
    #[wasm_bindgen(js_namespace = console, js_name = log)]
    pub(crate) fn log(line: &str);

    /// Writes to the log, as a warning.
    #[wasm_bindgen(js_namespace = console, js_name = warn)]
    pub(crate) fn log_warning(line: &str);

    /// Writes to the log, as an error.
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    pub(crate) fn log_error(line: &str);
}

/// What JavaScript threw, in its own words.
pub(crate) fn said(thrown: &JsValue) -> String {
    let error = thrown.dyn_ref::<js_sys::Error>();
    let text = error.map(|it| String::from(it.message())).or_else(|| thrown.as_string());
    text.unwrap_or_else(|| format!("{thrown:?}"))
}
