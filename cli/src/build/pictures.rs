//! How large are the pictures of a site?

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use knowledge::{article::Pictures, resolve::route_of};

use super::{folder::Copied, parallel};

/// Bytes at the beginning of a picture in which its size is looked for.
const BEGINNING_BYTES: u64 = 64 * 1024;

/// The size of every picture whose beginning tells it, by its route.
pub(super) fn sizes_of(copied: &BTreeMap<String, Copied>) -> Pictures {
    let pictures: Vec<(&String, &Copied)> =
        copied.iter().filter(|(path, _)| is_picture(path)).collect();
    let sizes = parallel::each(pictures.len(), |it| {
        let (path, copied) = pictures[it];
        Some((route_of(path), size_of(&beginning(&copied.file)?)?))
    });
    Pictures { sizes: sizes.into_iter().flatten().collect() }
}

fn is_picture(path: &str) -> bool {
    let extension = path.rsplit_once('.').map(|(_, it)| it.to_ascii_lowercase());
    matches!(extension.as_deref(), Some("png" | "gif" | "jpg" | "jpeg" | "webp"))
}

/// A picture that cannot be read is shown without its size; copying it tells why.
fn beginning(file: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(file).ok()?.take(BEGINNING_BYTES).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn size_of(bytes: &[u8]) -> Option<(u32, u32)> {
    let big = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let big_16 = |at: usize| Some(u32::from(*bytes.get(at)?) << 8 | u32::from(*bytes.get(at + 1)?));
    let little_16 =
        |at: usize| Some(u32::from(*bytes.get(at + 1)?) << 8 | u32::from(*bytes.get(at)?));
    let little_24 = |at: usize| Some(little_16(at)? | u32::from(*bytes.get(at + 2)?) << 16);
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Some((big(16)?, big(20)?));
    }
    if bytes.starts_with(b"GIF8") {
        return Some((little_16(6)?, little_16(8)?));
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return match bytes.get(12..16)? {
            b"VP8X" => Some((little_24(24)? + 1, little_24(27)? + 1)),
            b"VP8 " => Some((little_16(26)? & 0x3fff, little_16(28)? & 0x3fff)),
            b"VP8L" => {
                let bits = little_24(21)? | u32::from(*bytes.get(24)?) << 24;
                Some(((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1))
            }
            _ => None,
        };
    }
    if !bytes.starts_with(b"\xff\xd8") {
        return None;
    }
    let mut at = 2;
    while bytes.get(at) == Some(&0xff) {
        let marker = *bytes.get(at + 1)?;
        // A frame of any coding but the tables that share its numbers.
        if matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc) {
            return Some((big_16(at + 7)?, big_16(at + 5)?));
        }
        at += 2 + usize::try_from(big_16(at + 2)?).ok()?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::size_of;

    #[test]
    fn a_beginning_tells_the_size() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x01\x02\0\0\0\x30";
        let gif = b"GIF89a\x02\x01\x03\0";
        let jpeg = b"\xff\xd8\xff\xe0\0\x04ab\xff\xc2\0\x11\x08\0\x20\x01\0";
        let extended = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x0f\0\0\x1f\x01\0";
        let lossless = b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x0f\xc0\x07\0";
        for (bytes, size) in [
            (&png[..], Some((258, 48))),
            (gif, Some((258, 3))),
            (jpeg, Some((256, 32))),
            (extended, Some((16, 288))),
            (lossless, Some((16, 32))),
            (b"\x89PNG\r\n\x1a\n\0", None),
            (b"\xff\xd8\xff\xc2\0", None),
            (b"<svg/>", None),
            (b"", None),
        ] {
            assert_eq!(size_of(bytes), size, "{bytes:?}");
        }
    }
}
