//! What a capability is, and the one way to run one.
