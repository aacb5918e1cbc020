//! Which changes turn the text of a program into the text that runs?

/// One change. Positions are those of the text before any change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Edit {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) text: String,
    order: Order,
}

/// What comes first where several changes meet: what ends there, then what begins there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Order {
    Closing,
    Opening,
    Replacing,
}

/// The changes so far. Openings are added from the outside in, closings from the inside out.
#[derive(Default, Debug)]
pub(crate) struct Edits(Vec<Edit>);

impl Edits {
    /// Adds text before what begins at a position.
    pub(crate) fn open(&mut self, at: u32, text: impl Into<String>) {
        self.0.push(Edit { start: at, end: at, text: text.into(), order: Order::Opening });
    }

    /// Adds text after what ends at a position.
    pub(crate) fn close(&mut self, at: u32, text: impl Into<String>) {
        self.0.push(Edit { start: at, end: at, text: text.into(), order: Order::Closing });
    }

    /// Puts other text in the place of some.
    pub(crate) fn replace(&mut self, start: u32, end: u32, text: impl Into<String>) {
        if start < end {
            self.0.push(Edit { start, end, text: text.into(), order: Order::Replacing });
        }
    }

    /// Puts white space in the place of some text, line ends kept.
    pub(crate) fn blank(&mut self, source: &str, start: u32, end: u32) {
        self.replace(start, end, spaces(source, start, end, true));
    }

    /// Puts white space in the place of some text, on one line.
    pub(crate) fn blank_on_one_line(&mut self, source: &str, start: u32, end: u32) {
        self.replace(start, end, spaces(source, start, end, false));
    }

    /// The replacement that ends at a position, if any.
    pub(crate) fn replacement_ending_at(&mut self, end: u32) -> Option<&mut Edit> {
        self.0.iter_mut().rev().find(|it| it.order == Order::Replacing && it.end == end)
    }

    /// The changes in the order of the text. One inside another is left out.
    pub(crate) fn in_order(mut self) -> Vec<Edit> {
        self.0.sort_by_key(|it| (it.start, it.order, std::cmp::Reverse(it.end)));
        let mut reached = 0;
        self.0.retain(|it| {
            let outside = it.start >= reached;
            if outside {
                reached = it.end;
            }
            outside
        });
        self.0
    }
}

fn spaces(source: &str, start: u32, end: u32, keep_lines: bool) -> String {
    let kept = |it: char| if keep_lines && (it == '\n' || it == '\r') { it } else { ' ' };
    source[start as usize..end as usize].chars().map(kept).collect()
}
