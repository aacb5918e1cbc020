//! What a client sees, message by message: expectations are written from the specification.

mod bug_reports;
mod documents;
mod handshake;
mod http_rules;
mod profiles;
mod progress;
mod shelf;
mod stage;
mod stateless;
mod tools;
mod wire;
