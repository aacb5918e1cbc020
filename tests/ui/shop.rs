//! Which two capabilities do the other fixtures try to misuse?

use contract::{
    address::Name,
    authorized::Authorized,
    capability::{Capability, Example},
    effects::Effects,
    failure::NoFailure,
    reply::{Fault, Reply},
};
use serde_json::Value;

/// What handlers may reach.
pub struct Ports {
    /// Something only a decided call may see.
    pub till: u32,
}

/// A capability.
pub struct Look;

impl Capability<Ports> for Look {
    const NAME: Name = Name::new("shop.look");
    const TITLE: &'static str = "Look";
    const DESCRIPTION: &'static str = "Looks.";
    const EFFECTS: Effects = Effects::READ_ONLY;
    type Input = Value;
    type Output = Value;
    type Failure = NoFailure;

    fn examples() -> Vec<Example> {
        Vec::new()
    }

    async fn run(
        call: Authorized<'_, Self, Ports>,
        _: Value,
    ) -> Result<Reply<Value>, Fault<NoFailure>> {
        Ok(Value::from(call.ports().till).into())
    }
}
