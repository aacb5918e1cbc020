//! What does Prepare ask its caller about the tools that a program may call?

use serde::Serialize;

use crate::known::Known;

/// The tools that a program may call, as far as Prepare has to know them.
pub trait Tools {
    /// Whether a dotted path names a tool.
    fn has(&self, path: &str) -> bool;

    /// Whether a dotted path names a namespace: the beginning of a tool's path.
    fn has_namespace(&self, path: &str) -> bool;

    /// The paths closest to one that names nothing, best first.
    fn nearest(&self, path: &str) -> Vec<String>;

    /// The first place where an argument certainly does not fit the tool's input. What is not
    /// known is never guessed.
    fn misfit(&self, path: &str, argument: &Known) -> Option<Misfit>;

    /// Where the output of a tool certainly has no such member: the members it has.
    fn lacks(&self, path: &str, members: &[&str]) -> Option<Vec<String>>;
}

/// A place where an argument does not fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// Where, as a JSON Pointer; for a missing member, where it should be.
    pub pointer: String,
    /// What is wrong there.
    pub kind: MisfitKind,
    /// What would fit there, as a phrase.
    pub expected: String,
    /// An input that fits, to copy from.
    pub example: Option<String>,
}

/// What is wrong at a place of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MisfitKind {
    /// A required member is not there.
    Missing,
    /// A member that nothing knows.
    Unknown,
    /// A value that does not fit.
    Wrong,
}

/// Something that is likely a mistake, and did not keep the program from running.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Warning {
    /// What is likely wrong.
    pub message: String,
    /// The line of the text as sent, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column in that line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}
