//! expect: nothing

#[path = "shop.rs"]
mod shop;

use std::rc::Rc;

use contract::{invoke::Invoker, invoke_error::InvokeError, registry::Entry};
use serde_json::Value;

fn main() {
    drop(Entry::typed::<shop::Look>());
    drop(call);
}

async fn call(invoker: Rc<Invoker<shop::Ports>>) -> Result<Value, InvokeError> {
    Ok(invoker.invoke("shop.look", Value::Null).await?.output)
}
