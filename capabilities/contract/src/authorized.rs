//! The proof that a call was decided, without which no handler runs and no port is reached.

use std::marker::PhantomData;

use crate::caller::Caller;

/// Proof that the pipeline let this call of `C` through, and the only way to reach the ports.
///
/// Invariant: built on the path of [`crate::invoke::Invoker::invoke`] alone, after policy,
/// decoding and approval.
#[derive(Debug)]
pub struct Authorized<'a, C: ?Sized, P: ?Sized> {
    ports: &'a P,
    caller: &'a Caller,
    capability: PhantomData<fn(&C)>,
}

impl<'a, C: ?Sized, P: ?Sized> Authorized<'a, C, P> {
    pub(crate) fn new(ports: &'a P, caller: &'a Caller) -> Self {
        Authorized { ports, caller, capability: PhantomData }
    }

    /// What the handler may reach.
    pub fn ports(&self) -> &'a P {
        self.ports
    }

    /// Who is calling.
    pub fn caller(&self) -> &'a Caller {
        self.caller
    }
}
