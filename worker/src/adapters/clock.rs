//! The Clock port over JavaScript's clock.

use contract::watch::Clock;

/// The clock of the runtime. It stands still while a request computes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuntimeClock;

impl Clock for RuntimeClock {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole milliseconds since 1970, far below 2^53"
    )]
    fn now_ms(&self) -> u64 {
        js_sys::Date::now() as u64
    }
}
