//! Do the parts of a listing make up the whole, whatever happens in between?

use std::{
    cell::Cell,
    pin::pin,
    task::{Context, Poll, Waker},
};

use super::*;

const QUESTION: [u8; 8] = [7; 8];

fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("it waits for something"),
    }
}

fn mark(item: &u64) -> u64 {
    *item
}

/// One part of a listing over the given items, and which windows were fetched for it.
fn part(
    items: &[u64],
    edition: u64,
    cursor: Option<&str>,
    limit: u32,
) -> (Listed<u64>, Vec<Window>) {
    let windows = Cell::new(Vec::new());
    let fetch = |window: Window| {
        let mut seen = windows.take();
        seen.push(window);
        windows.set(seen);
        let (skip, take) = (window.offset as usize, window.limit as usize);
        let items = items.iter().copied().skip(skip).take(take).collect();
        std::future::ready(Ok::<_, SqlError>(Fetched { edition, total: 9, items }))
    };
    let listing = Listing::open(cursor, QUESTION, limit).unwrap();
    let listed = now(listing.fetch(fetch, mark)).unwrap();
    (listed, windows.into_inner())
}

#[test]
fn the_parts_are_the_whole_and_each_is_fetched_alone() {
    let items: Vec<u64> = (0..1_000).collect();
    for limit in [1, 7, 100, 999, 1_000] {
        let (mut given, mut cursor) = (Vec::new(), None);
        loop {
            let (listed, windows) = part(&items, 5, cursor.as_deref(), limit);
            let offset = u32::try_from(given.len()).unwrap();
            assert_eq!(windows, [Window { offset, limit: limit + 1 }]);
            assert_eq!((listed.total, listed.warnings.len()), (9, 0));
            given.extend(listed.items);
            let Some(next) = listed.next else { break };
            cursor = Some(next.encode());
        }
        assert_eq!(given, items, "{limit}");
    }
}

#[test]
fn after_a_change_nothing_repeats_and_it_is_said() {
    let before = [10, 20, 30, 40, 50];
    let after = [50, 45, 20, 10, 5];
    let (first, _) = part(&before, 5, None, 2);
    let cursor = first.next.unwrap().encode();
    let (second, _) = part(&after, 6, Some(&cursor), 2);
    assert_eq!(second.items, [50, 45]);
    assert_eq!(second.warnings, [INDEX_CHANGED]);
    let cursor = second.next.unwrap().encode();
    // What comes back to its first form is no longer what the parts began with.
    let (third, _) = part(&before, 5, Some(&cursor), 9);
    assert_eq!((third.items, third.next), (vec![30, 40], None));
    assert_eq!(third.warnings, [INDEX_CHANGED]);
}

#[test]
fn past_what_is_remembered_a_changed_listing_ends() {
    let items: Vec<u64> = (0..1_000).collect();
    let (first, _) = part(&items, 5, None, 401);
    let cursor = first.next.unwrap().encode();
    let (unchanged, _) = part(&items, 5, Some(&cursor), 10);
    assert_eq!(unchanged.items, (401..411).collect::<Vec<u64>>());
    let (changed, _) = part(&items, 6, Some(&cursor), 10);
    assert_eq!((changed.items.len(), changed.next, changed.warnings.len()), (0, None, 2));
}

#[test]
fn an_edition_is_never_the_one_that_stands_no_more() {
    assert_eq!(edition_of("").unwrap(), 1);
    assert_eq!(edition_of(&"0".repeat(64)).unwrap(), 1);
    assert_eq!(edition_of(&"00000000000000ff".repeat(4)).unwrap(), 255);
    assert!(edition_of("short").is_err());
    assert!(edition_of("no digest of a site").is_err());
}
