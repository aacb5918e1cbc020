//! How a typed and a described handler become one thing that the pipeline can run.

use std::marker::PhantomData;

use serde_json::{Map, Value};

use crate::{
    LocalFuture,
    authorized::Authorized,
    caller::Caller,
    capability::Capability,
    contract::Contract,
    failure::{DescribedFailure, Failure},
    next_action::NextAction,
    pointer::Pointer,
    progress::Progress,
    reply::{Cause, Fault, Reply},
};

/// A decoded call, ready to run once approved.
pub(crate) type Prepared<'a, P> =
    Box<dyn FnOnce(Seat<'a, P>) -> LocalFuture<'a, Result<Reply<Value>, Ended>> + 'a>;

/// What a handler is given beside its input.
pub(crate) struct Seat<'a, P> {
    pub(crate) ports: &'a P,
    pub(crate) caller: &'a Caller,
    pub(crate) progress: &'a dyn Progress,
}

impl<'a, P> Seat<'a, P> {
    fn authorized<C: ?Sized>(self) -> Authorized<'a, C, P> {
        Authorized::new(self.ports, self.caller).reporting_to(self.progress)
    }
}

/// How a run ended without an output.
#[derive(Debug)]
pub(crate) enum Ended {
    Declared { tag: String, message: String, fields: Map<String, Value>, next: Vec<NextAction> },
    Internal(Cause),
}

/// The decoder refused what the schema admits.
#[derive(Debug)]
pub(crate) struct Undecodable {
    pub(crate) pointer: Pointer,
}

pub(crate) trait Handler<P> {
    fn prepare<'a>(&'a self, input: Value) -> Result<Prepared<'a, P>, Undecodable>;
}

/// The handler of a typed capability.
pub(crate) struct Typed<C>(PhantomData<fn(&C)>);

impl<C> Typed<C> {
    pub(crate) fn new() -> Typed<C> {
        Typed(PhantomData)
    }
}

impl<P: 'static, C: Capability<P>> Handler<P> for Typed<C> {
    fn prepare<'a>(&'a self, input: Value) -> Result<Prepared<'a, P>, Undecodable> {
        let input: C::Input = serde_path_to_error::deserialize(input)
            .map_err(|error| Undecodable { pointer: pointer_of(error.path()) })?;
        Ok(Box::new(move |seat| {
            Box::pin(async move {
                match C::run(seat.authorized::<C>(), input).await {
                    Ok(reply) => match serde_json::to_value(&reply.output) {
                        Ok(output) => Ok(Reply { output, next: reply.next }),
                        Err(error) => Err(Ended::Internal(Cause::new(error))),
                    },
                    Err(Fault::Internal(cause)) => Err(Ended::Internal(cause)),
                    Err(Fault::Declared { failure, next }) => Err(encoded(&failure, next)),
                }
            })
        }))
    }
}

fn encoded(failure: &impl Failure, next: Vec<NextAction>) -> Ended {
    let message = failure.to_string();
    let fields = match serde_json::to_value(failure) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) => return Ended::Internal(Cause::new(NotAnObject)),
        Err(error) => return Ended::Internal(Cause::new(error)),
    };
    let mut fields = fields;
    let Some(Value::String(tag)) = fields.shift_remove("tag") else {
        return Ended::Internal(Cause::new(NotAnObject));
    };
    Ended::Declared { tag, message, fields, next }
}

#[derive(Debug, thiserror::Error)]
#[error("a failure did not serialize as an object with a tag")]
struct NotAnObject;

fn pointer_of(path: &serde_path_to_error::Path) -> Pointer {
    use serde_path_to_error::Segment;
    path.iter().fold(Pointer::root(), |pointer, segment| match segment {
        Segment::Seq { index } => pointer.item(*index),
        Segment::Map { key } => pointer.child(key),
        Segment::Enum { .. } | Segment::Unknown => pointer,
    })
}

/// A handler over JSON, for a capability that is described by schemas alone.
pub trait DescribedHandler<P> {
    /// Does the work. The input fits the contract's schema.
    fn run<'a>(
        &'a self,
        call: Authorized<'a, Contract, P>,
        input: Value,
    ) -> LocalFuture<'a, Result<Reply<Value>, Fault<DescribedFailure>>>;
}

/// The handler of a described capability.
pub(crate) struct Described<P>(pub(crate) Box<dyn DescribedHandler<P>>);

impl<P: 'static> Handler<P> for Described<P> {
    fn prepare<'a>(&'a self, input: Value) -> Result<Prepared<'a, P>, Undecodable> {
        Ok(Box::new(move |seat| {
            Box::pin(async move {
                match self.0.run(seat.authorized(), input).await {
                    Ok(reply) => Ok(reply),
                    Err(Fault::Internal(cause)) => Err(Ended::Internal(cause)),
                    Err(Fault::Declared { failure, next }) => {
                        let DescribedFailure { tag, message, fields } = failure;
                        Err(Ended::Declared { tag, message, fields, next })
                    }
                }
            })
        }))
    }
}
