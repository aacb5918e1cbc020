//! What running a capability may change.

use serde::Serialize;

/// What a call may do to the world.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Effects {
    /// How far a call may change things.
    pub access: Access,
    /// Whether repeating a call changes anything more.
    pub repeat: Repeat,
    /// Whether a call reaches beyond this service.
    pub world: World,
}

/// How far a call may change things.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Access {
    /// Changes nothing.
    ReadOnly,
    /// Adds, and destroys nothing.
    Additive,
    /// May change or remove what exists.
    Destructive,
}

/// Whether repeating a call with the same input changes anything more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Repeat {
    /// A repeat changes nothing more.
    Idempotent,
    /// Each call counts.
    Counts,
}

/// Whether a call reaches beyond this service.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum World {
    /// Only what this service holds.
    Closed,
    /// Other systems too.
    Open,
}

impl Effects {
    /// Reads what this service holds.
    pub const READ_ONLY: Effects =
        Effects { access: Access::ReadOnly, repeat: Repeat::Idempotent, world: World::Closed };
    /// Adds something each time.
    pub const ADDITIVE: Effects =
        Effects { access: Access::Additive, repeat: Repeat::Counts, world: World::Closed };
    /// May remove or overwrite.
    pub const DESTRUCTIVE: Effects =
        Effects { access: Access::Destructive, repeat: Repeat::Counts, world: World::Closed };

    /// Whether an answer may be fetched again freely: it changes nothing, however often.
    pub fn is_safe_to_repeat(self) -> bool {
        self.access == Access::ReadOnly && self.repeat == Repeat::Idempotent
    }
}

/// Which rate limit a call counts against.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum RateClass {
    /// A look-up.
    Light,
    /// A query or a write.
    Standard,
    /// A program or a job.
    Heavy,
}
