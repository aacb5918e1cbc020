//! How far is a build, for somebody who waits at a terminal?

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use contract::watch::Clock;

use crate::engine::SystemClock;

/// A build that takes less says nothing.
const QUIET_MS: u64 = 500;
/// How often the line is written again.
const PAUSE_MS: u64 = 100;

/// One line that says what is being done.
pub struct Progress {
    is_shown: bool,
    began_ms: u64,
    line: Mutex<Line>,
    done: AtomicUsize,
}

#[derive(Default)]
struct Line {
    what: &'static str,
    count: usize,
    is_written: bool,
    written_ms: u64,
}

impl Progress {
    /// Shown where standard error is a terminal.
    pub fn of_process() -> Progress {
        Progress::new(io::stderr().is_terminal())
    }

    /// Never shown.
    pub fn silent() -> Progress {
        Progress::new(false)
    }

    fn new(is_shown: bool) -> Progress {
        let began_ms = SystemClock.now_ms();
        Progress { is_shown, began_ms, line: Mutex::default(), done: AtomicUsize::new(0) }
    }

    /// Something else is done now, on so many things; none where that is not known.
    pub(super) fn begins(&self, what: &'static str, count: usize) {
        self.done.store(0, Ordering::Relaxed);
        let mut line = self.line.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        (line.what, line.count, line.written_ms) = (what, count, 0);
        drop(line);
        self.show();
    }

    /// One of them is done.
    pub(super) fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed);
        if done.is_multiple_of(16) {
            self.show();
        }
    }

    fn show(&self) {
        if !self.is_shown {
            return;
        }
        let now_ms = SystemClock.now_ms();
        let Ok(mut line) = self.line.try_lock() else { return };
        if now_ms < self.began_ms + QUIET_MS || now_ms < line.written_ms + PAUSE_MS {
            return;
        }
        (line.is_written, line.written_ms) = (true, now_ms);
        let done = self.done.load(Ordering::Relaxed);
        let count =
            if line.count > 0 { format!(" {done} of {}", line.count) } else { String::new() };
        // Where it cannot be shown, nobody waits for it.
        let _ = write!(io::stderr().lock(), "\r\x1b[K{}{count}", line.what);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let line = self.line.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        if line.is_written {
            let _ = write!(io::stderr().lock(), "\r\x1b[K");
        }
    }
}
