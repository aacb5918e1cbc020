//! The proof that a call was decided, without which no handler runs and no port is reached.

use std::marker::PhantomData;

use crate::{
    caller::Caller,
    progress::{Progress, Step, Unreported},
};

/// Proof that the pipeline let this call of `C` through, and the only way to reach the ports.
///
/// Invariant: built on the path of [`crate::invoke::Invoker::invoke`] alone, after policy,
/// decoding and approval.
pub struct Authorized<'a, C: ?Sized, P: ?Sized> {
    ports: &'a P,
    caller: &'a Caller,
    progress: &'a dyn Progress,
    capability: PhantomData<fn(&C)>,
}

impl<'a, C: ?Sized, P: ?Sized> Authorized<'a, C, P> {
    pub(crate) fn new(ports: &'a P, caller: &'a Caller) -> Self {
        Authorized { ports, caller, progress: &Unreported, capability: PhantomData }
    }

    pub(crate) fn reporting_to(mut self, progress: &'a dyn Progress) -> Self {
        self.progress = progress;
        self
    }

    /// What the handler may reach.
    pub fn ports(&self) -> &'a P {
        self.ports
    }

    /// Tells whoever waits how far the work has come.
    pub fn report(&self, step: Step) {
        self.progress.stepped(step);
    }

    /// Who is calling.
    pub fn caller(&self) -> &'a Caller {
        self.caller
    }
}
