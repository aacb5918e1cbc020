//! What does the start of a line say of it, where that is what counts?

use super::{Class, Tokens, languages::LANGUAGES, scan};

/// Each line with where it begins.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let at = start;
        start += line.len();
        (at, line.trim_end_matches('\n'))
    })
}

/// What came and what went.
pub(super) fn diff(text: &str, tokens: &mut Tokens) {
    for (at, line) in lines(text) {
        let class = if line.starts_with("+++") || line.starts_with("---") || line.starts_with("@@")
        {
            Class::Meta
        } else if line.starts_with('+') {
            Class::Inserted
        } else if line.starts_with('-') {
            Class::Deleted
        } else if line.starts_with("diff ") || line.starts_with("index ") {
            Class::Meta
        } else {
            continue;
        };
        tokens.push(at..at + line.len(), class);
    }
}

/// Commands after a prompt; what they print is left as it is.
pub(super) fn console(text: &str, tokens: &mut Tokens) {
    let shell = LANGUAGES.iter().find(|it| it.names.contains(&"bash"));
    for (at, line) in lines(text) {
        let prompt = ["$ ", "% ", "# ", "PS> ", "> "].iter().find(|it| line.starts_with(**it));
        let Some(prompt) = prompt else { continue };
        tokens.push(at..at + prompt.len() - 1, Class::Prompt);
        if let Some(shell) = shell {
            scan::scan(shell, &line[prompt.len()..], at + prompt.len(), tokens);
        }
    }
}

/// Headings, fences, quotations and list marks.
pub(super) fn markdown(text: &str, tokens: &mut Tokens) {
    let mut fence: Option<&str> = None;
    for (at, line) in lines(text) {
        let inside = line.trim_start();
        let start = at + line.len() - inside.len();
        let mark = ["```", "~~~"].into_iter().find(|it| inside.starts_with(it));
        match (fence, mark) {
            (None, Some(mark)) => {
                fence = Some(mark);
                tokens.push(start..at + line.len(), Class::Meta);
            }
            (Some(open), Some(mark)) if open == mark => {
                fence = None;
                tokens.push(start..at + line.len(), Class::Meta);
            }
            (Some(_), _) => tokens.push(start..at + line.len(), Class::Text),
            (None, None) if inside.starts_with('#') => {
                tokens.push(start..at + line.len(), Class::Keyword);
            }
            (None, None) if inside.starts_with('>') => {
                tokens.push(start..at + line.len(), Class::Comment);
            }
            (None, None) => {
                if inside.starts_with("- ") || inside.starts_with("* ") || inside.starts_with("+ ")
                {
                    tokens.push(start..start + 1, Class::Meta);
                }
                spans(inside, start, tokens);
            }
        }
    }
}

/// Code within a line.
fn spans(line: &str, start: usize, tokens: &mut Tokens) {
    let mut at = 0;
    while let Some(open) = line[at..].find('`') {
        let from = at + open;
        let Some(close) = line[from + 1..].find('`') else { return };
        let to = from + 1 + close + 1;
        tokens.push(start + from..start + to, Class::Text);
        at = to;
    }
}
