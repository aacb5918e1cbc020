//! Where do links lead when a text is read far from the site?

use pulldown_cmark::{Event, LinkType, Parser, Tag, TagEnd};

use crate::block::options;

/// A link that is being read: how it is written, and where its words end so far.
struct Open {
    is_inline: bool,
    words_end: usize,
}

/// The Markdown with `origin` in front of every destination that is a path of the site.
pub(super) fn absolute(text: &str, origin: &str) -> String {
    let mut places = places_of(text);
    places.sort_unstable();
    places.dedup();
    let mut written = String::with_capacity(text.len() + places.len() * origin.len());
    let mut kept = 0;
    for place in places {
        written.push_str(&text[kept..place]);
        written.push_str(origin);
        kept = place;
    }
    written.push_str(&text[kept..]);
    written
}

/// Where the paths begin.
fn places_of(text: &str) -> Vec<usize> {
    let mut places = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let parser = Parser::new_ext(text, options());
    for (_, definition) in parser.reference_definitions().iter() {
        let span = definition.span.clone();
        places.extend(path_after(text, span.start, span.end, "]:"));
    }
    for (event, range) in parser.into_offset_iter() {
        if let Event::Start(Tag::Link { link_type, .. } | Tag::Image { link_type, .. }) = event {
            // The words begin after `[` or `![`.
            let words_end = range.start + 1;
            open.push(Open { is_inline: link_type == LinkType::Inline, words_end });
            continue;
        }
        if matches!(event, Event::End(TagEnd::Link | TagEnd::Image))
            && let Some(link) = open.pop()
            && link.is_inline
        {
            places.extend(path_after(text, link.words_end, range.end, "]("));
        }
        if let Some(link) = open.last_mut() {
            link.words_end = link.words_end.max(range.end);
        }
    }
    places
}

/// Where a path begins behind a mark, if one does.
fn path_after(text: &str, start: usize, end: usize, mark: &str) -> Option<usize> {
    let part = text.get(start..end)?;
    let behind = part.find(mark)? + mark.len();
    let rest = &part[behind..];
    let rest = rest.trim_start();
    let rest = rest.strip_prefix('<').unwrap_or(rest);
    let is_path = rest.starts_with('/') && !rest.starts_with("//");
    is_path.then(|| end - rest.len())
}

#[cfg(test)]
mod tests {
    use super::absolute;

    #[test]
    fn every_path_of_the_site_gets_its_origin() {
        let table = [
            ("[a](/b#c)", "[a](o:/b#c)"),
            ("![a](/b.png \"t\")", "![a](o:/b.png \"t\")"),
            ("[![a](/b.png)](/c)", "[![a](o:/b.png)](o:/c)"),
            ("[a]( </b c> )", "[a]( <o:/b c> )"),
            ("[`](/x)`](/b)", "[`](/x)`](o:/b)"),
            ("[a \\](/x) b](/c)", "[a \\](/x) b](o:/c)"),
            ("[a][b]\n\n[b]: /c\n", "[a][b]\n\n[b]: o:/c\n"),
            ("[b]\n\n[b]:\n  </c>\n", "[b]\n\n[b]:\n  <o:/c>\n"),
            ("[](/b)", "[](o:/b)"),
            ("[a](//b) [a](b) [a](#b) <https://b/> [a](https://b/c)", ""),
            ("`[a](/b)`\n\n    [a](/b)\n\n```\n[a](/b)\n```\n", ""),
        ];
        for (text, expected) in table {
            let expected = if expected.is_empty() { text } else { expected };
            assert_eq!(absolute(text, "o:"), expected);
        }
    }
}
