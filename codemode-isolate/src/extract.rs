//! Which part of the text as sent is the program?

use std::ops::Range;

/// Where a program may stand, the likeliest first. At least one.
pub(crate) fn candidates(sent: &str) -> Vec<Range<usize>> {
    let fenced: Vec<_> = preferred(&blocks(sent)).collect();
    let whole = 0..sent.len();
    // A fence at the start of a line is no JavaScript, save in a comment: read as such, prose and
    // fences would be labels and tagged templates.
    if fenced.is_empty() {
        vec![whole]
    } else if sent.contains("/*") {
        fenced.into_iter().chain([whole]).collect()
    } else {
        fenced
    }
}

/// A fenced block.
struct Block<'t> {
    language: &'t str,
    content: Range<usize>,
}

/// Names that a block of a program goes by.
const LANGUAGES: &[&str] =
    &["js", "javascript", "ts", "typescript", "jsx", "tsx", "mjs", "mts", "node", "ecmascript"];

fn preferred(blocks: &[Block<'_>]) -> impl Iterator<Item = Range<usize>> {
    let named =
        |it: &&Block<'_>| LANGUAGES.iter().any(|name| it.language.eq_ignore_ascii_case(name));
    let named_ones = blocks.iter().filter(named);
    let nameless = blocks.iter().filter(|it| it.language.is_empty());
    named_ones.chain(nameless).map(|it| it.content.clone())
}

fn blocks(sent: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let mut open: Option<(&str, &str, usize)> = None;
    let mut at = 0;
    for line in sent.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let text = line.trim();
        match open {
            None => {
                let fence = fence_of(text);
                if !fence.is_empty() {
                    let info = text[fence.len()..].split([' ', '{', ',']).next();
                    open = Some((fence, info.unwrap_or_default(), at));
                }
            }
            Some((fence, language, from)) => {
                if fence_of(text).len() >= fence.len() && fence_of(text) == text {
                    found.push(Block { language, content: from..start });
                    open = None;
                }
            }
        }
    }
    if let Some((_, language, from)) = open {
        found.push(Block { language, content: from..sent.len() });
    }
    found
}

/// The run of at least three marks that a line starts with.
fn fence_of(line: &str) -> &str {
    let Some(mark) = line.chars().next().filter(|it| matches!(it, '`' | '~')) else {
        return "";
    };
    let length = line.chars().take_while(|it| *it == mark).count();
    if length >= 3 { &line[..length] } else { "" }
}
