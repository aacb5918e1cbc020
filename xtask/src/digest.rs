//! Has this file changed since it was last used?

use std::fs;
use std::path::Path;

use crate::trouble::{Outcome, Trouble};

/// A digest of a file, to compare with one that was kept.
pub(crate) fn of_file(path: &Path) -> Outcome<String> {
    fs::read(path).map(|it| of(&it)).map_err(Trouble::file("read", path))
}

/// FNV-1a over the bytes, and their number: enough against accident, and these files are our own.
fn of(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}-{}", bytes.len())
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn the_digest_is_that_of_the_published_vectors() {
        assert_eq!(of(b""), "cbf29ce484222325-0");
        assert_eq!(of(b"foobar"), "85944171f73967e8-6");
    }
}
