//! How does work on many things use every core?

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Threads that work at once, at most: each holds what it works on in memory.
const THREADS_MAX: usize = 16;
/// Things that a thread takes at once.
const TAKEN: usize = 8;

/// What `make` makes of each place below `count`, in order.
pub(super) fn each<R: Send>(count: usize, make: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(THREADS_MAX);
    if threads == 1 || count <= TAKEN {
        return (0..count).map(make).collect();
    }
    let next = AtomicUsize::new(0);
    let made: Mutex<Vec<Option<R>>> = Mutex::new((0..count).map(|_| None).collect());
    let work = || loop {
        let first = next.fetch_add(TAKEN, Ordering::Relaxed);
        if first >= count {
            return;
        }
        let some: Vec<(usize, R)> =
            (first..count.min(first + TAKEN)).map(|it| (it, make(it))).collect();
        let mut made = made.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for (place, it) in some {
            made[place] = Some(it);
        }
    };
    // A thread that falls takes the whole build with it, as it would on one thread.
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let made = made.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    made.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::each;

    #[test]
    fn results_come_in_order() {
        for count in [0, 1, 8, 9, 1_000] {
            assert_eq!(each(count, |it| it * 2), (0..count).map(|it| it * 2).collect::<Vec<_>>());
        }
    }
}
