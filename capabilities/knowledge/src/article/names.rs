//! Which name has each block of an article?

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::writer::{Kind, Named, Names};
use crate::{block::options, slug::Slugs};

/// The names of a page's headings.
pub(super) fn names_of(body: &str) -> Names {
    let mut names = Names::default();
    let mut slugs = Slugs::default();
    let mut heading: Option<(usize, Option<String>, String)> = None;
    for (event, range) in Parser::new_ext(body, options()).into_offset_iter() {
        match (event, &mut heading) {
            (Event::Start(Tag::Heading { id, .. }), _) => {
                heading = Some((range.start, id.map(|it| it.into_string()), String::new()));
            }
            (Event::End(TagEnd::Heading(_)), _) => {
                if let Some((start, explicit, title)) = heading.take() {
                    let words = title.split_whitespace().collect::<Vec<_>>().join(" ");
                    let id = slugs.next(explicit.as_deref(), &words);
                    names.blocks.insert((start, Kind::Heading), Named { id, marker: None });
                }
            }
            (Event::Text(text) | Event::Code(text), Some((_, _, title))) => title.push_str(&text),
            _ => {}
        }
    }
    names
}
