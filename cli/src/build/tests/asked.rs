//! What do the capabilities answer about a site that a test has built?

use std::{
    future::Future,
    path::Path,
    pin::pin,
    rc::Rc,
    task::{Context, Poll, Waker},
};

use contract::{approval::DenyAll, caller::Caller, invoke_error::InvokeError, watch::Unwatched};
use serde_json::Value;

use crate::engine::{Call, Engine, SiteFolder};

/// A built site, opened to be asked.
pub(in crate::build) struct Asked(Engine);

impl Asked {
    pub(in crate::build) fn open(site: &Path) -> Asked {
        Asked(Engine::open(&SiteFolder::find(Some(site), site).unwrap()).unwrap())
    }

    /// The output, or the declared failure.
    pub(in crate::build) fn ask(&self, name: &str, input: Value) -> Result<Value, Value> {
        let (approver, watch) = (Rc::new(DenyAll), Rc::new(Unwatched));
        let call = Call { caller: Caller::anonymous(), approver, watch };
        match now(self.0.invoker(call).invoke(name, input.clone())) {
            Ok(outcome) => Ok(outcome.output),
            Err(failure @ InvokeError::Declared(_)) => Err(Value::Object(failure.to_json())),
            Err(other) => panic!("{name} {input}: {other:?}"),
        }
    }
}

/// A file answers at once, so one poll is enough.
fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("it waits for something"),
    }
}
