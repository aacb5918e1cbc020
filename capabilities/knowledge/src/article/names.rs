//! Which name has each block of an article?

use super::{
    RESERVED_NAMES,
    writer::{Kind, Named, Names},
};
use crate::anchor::{AnchorKind, anchors_of};

/// The names of a page's blocks, by where their events start.
pub(super) fn names_of(body: &str) -> Names {
    let mut names = Names::default();
    for anchor in anchors_of(body) {
        if RESERVED_NAMES.iter().any(|it| anchor.anchor.starts_with(it)) {
            continue;
        }
        let kind = match anchor.kind {
            AnchorKind::Heading => Kind::Heading,
            AnchorKind::Paragraph => Kind::Paragraph,
            AnchorKind::Item => Kind::Item,
            AnchorKind::Code => Kind::Code,
            AnchorKind::Html => {
                names.tags.insert(anchor.anchor);
                continue;
            }
        };
        let named = Named { id: anchor.anchor, marker: anchor.marker };
        names.blocks.insert((anchor.range.start, kind), named);
    }
    names
}
