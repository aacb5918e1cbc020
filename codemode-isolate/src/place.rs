//! Where in the text as sent is something?

/// A place in a text, as people count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
}

/// The text as it was sent.
#[derive(Clone, Copy, Debug)]
pub struct Sent<'t> {
    text: &'t str,
}

/// Characters of one line in a frame.
const LINE_CHARACTERS_MAX: usize = 120;
/// Lines shown before and after the one that matters.
const LINES_AROUND: usize = 2;

impl<'t> Sent<'t> {
    /// Takes the text.
    pub fn new(text: &'t str) -> Sent<'t> {
        Sent { text }
    }

    /// The place of a byte.
    pub fn place(&self, offset: usize) -> Place {
        let end = (0..=offset.min(self.text.len()))
            .rev()
            .find(|it| self.text.is_char_boundary(*it))
            .unwrap_or(0);
        let before = &self.text[..end];
        let line_start = before.rfind('\n').map_or(0, |it| it + 1);
        let line = before.bytes().filter(|it| *it == b'\n').count();
        let column = before[line_start..].chars().count();
        Place { line: count(line + 1), column: count(column + 1) }
    }

    /// The lines around a place, with a mark under it.
    pub fn frame(&self, place: Place) -> String {
        let at = place.line as usize - 1;
        let first = at.saturating_sub(LINES_AROUND);
        let last = at + LINES_AROUND;
        let width = (last + 1).to_string().len();
        let mut frame = String::new();
        let lines = self.text.split('\n').enumerate().skip(first).take(last - first + 1);
        for (index, line) in lines {
            let line = line.trim_end_matches('\r');
            let (shown, shift) = window(line, if index == at { place.column as usize } else { 1 });
            let mark = if index == at { '>' } else { ' ' };
            let number = index + 1;
            frame.push_str(format!("{mark} {number:>width$} | {shown}").trim_end());
            frame.push('\n');
            if index == at {
                let column = (place.column as usize).saturating_sub(1 + shift);
                let indent: String = shown
                    .chars()
                    .map(|it| if it == '\t' { '\t' } else { ' ' })
                    .chain(std::iter::repeat(' '))
                    .take(column)
                    .collect();
                frame.push_str(&format!("  {:>width$} | {indent}^\n", ""));
            }
        }
        frame.pop();
        frame
    }
}

/// The part of a long line that shows a column, and how many characters of the line it leaves out.
fn window(line: &str, column: usize) -> (String, usize) {
    let shift = if column > LINE_CHARACTERS_MAX { column - LINE_CHARACTERS_MAX / 2 } else { 0 };
    (line.chars().skip(shift).take(LINE_CHARACTERS_MAX).collect(), shift)
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
