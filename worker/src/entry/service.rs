//! How does another Worker call the engine over a service binding?

use contract::limits::BODY_BYTES_MAX;
use js_sys::Reflect;
use projections::rpc::{self, Called};
use serde_json::{Value, json};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use crate::bindings::said;

/// Makes one call: the envelope of `POST /rpc`.
///
/// # Errors
/// Where the Worker is not set up to answer.
#[wasm_bindgen(wasm_bindgen_futures = worker::wasm_bindgen_futures)]
pub async fn call(env: JsValue, name: JsValue, input: JsValue) -> Result<JsValue, JsValue> {
    let invoker = super::site(&env)?.invoker(super::visit(&env)?);
    let asked = js_sys::Object::new();
    Reflect::set(&asked, &"name".into(), &name)?;
    Reflect::set(&asked, &"input".into(), &input)?;
    let envelope = match parsed(&asked) {
        Ok(called) => rpc::call(&invoker, &called.name, called.input).await,
        Err(message) => {
            let failure = json!({"kind": "invalidInput", "tag": "NotACall", "message": message});
            json!({"ok": false, "failure": failure})
        }
    };
    js_sys::JSON::parse(&envelope.to_string())
}

/// Reads a call from JavaScript's values, by way of the JSON that they stand for.
fn parsed(asked: &JsValue) -> Result<Called, String> {
    let text = js_sys::JSON::stringify(asked)
        .map(String::from)
        .map_err(|thrown| format!("the input is no JSON: {}", said(&thrown)))?;
    if text.len() > BODY_BYTES_MAX {
        return Err(format!("the input is larger than {BODY_BYTES_MAX} bytes: send less"));
    }
    let json: Value =
        serde_json::from_str(&text).map_err(|error| format!("the input is no JSON: {error}"))?;
    rpc::parse(json).map_err(|error| error.to_string())
}
