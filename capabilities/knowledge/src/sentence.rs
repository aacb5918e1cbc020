//! Which sentence stands around a word?

use std::ops::Range;

use crate::fold::collapsed;

/// Characters of the sentence around a link.
pub(crate) const CONTEXT_CHARACTERS_MAX: usize = 480;
/// Characters of the excerpt around a mention.
pub(crate) const EXCERPT_CHARACTERS_MAX: usize = 320;

/// The sentences of a text of one paragraph, in order.
pub(crate) struct Sentences {
    ends: Vec<usize>,
}

impl Sentences {
    pub(crate) fn of(plain: &str) -> Sentences {
        let mut ends = Vec::new();
        let mut characters = plain.char_indices().peekable();
        while let Some((_, character)) = characters.next() {
            let is_full_width = matches!(character, '。' | '！' | '？');
            if !is_full_width && !matches!(character, '.' | '!' | '?' | '…') {
                continue;
            }
            let closes =
                |it: char| matches!(it, '.' | '!' | '?' | '"' | '\'' | '”' | '’' | ')' | ']' | '»');
            while characters.next_if(|(_, it)| closes(*it)).is_some() {}
            let Some(&(at, next)) = characters.peek() else { break };
            if is_full_width {
                ends.push(at);
                continue;
            }
            if !next.is_whitespace() {
                continue;
            }
            while characters.next_if(|(_, it)| it.is_whitespace()).is_some() {}
            // `e.g. this` and `v. 2` go on.
            if let Some(&(at, next)) = characters.peek()
                && !next.is_lowercase()
                && !next.is_ascii_digit()
            {
                ends.push(at);
            }
        }
        ends.push(plain.len());
        Sentences { ends }
    }

    /// The sentence that begins before the words do and goes on to where they end, with white
    /// space collapsed; where it is too long, what stands next to the words.
    pub(crate) fn around(
        &self,
        plain: &str,
        words: &Range<usize>,
        characters_max: usize,
    ) -> String {
        let first = self.ends.partition_point(|it| *it <= words.start);
        let start = if first == 0 { 0 } else { self.ends[first - 1] };
        let last = self.ends.partition_point(|it| *it < words.end);
        let end = self.ends.get(last).copied().unwrap_or(plain.len());
        let sentence = start.min(words.start)..end.max(words.end);
        // A character has at most four bytes, so no more than this can be needed.
        let before = clipped_start(plain, sentence.start, words.start, characters_max);
        let after = clipped_end(plain, words.end, sentence.end, characters_max);
        let (is_cut_before, is_cut_after) = (before > sentence.start, after < sentence.end);
        let shown = collapsed(&plain[before..after]);
        let marks = usize::from(is_cut_before) + usize::from(is_cut_after);
        if shown.chars().count() + 2 * marks <= characters_max && marks == 0 {
            return shown;
        }
        let lead = collapsed(&plain[before..words.start]);
        let own: String =
            collapsed(&plain[words.clone()]).chars().take(characters_max / 2).collect();
        let trail = collapsed(&plain[words.end..after]);
        let room = characters_max.saturating_sub(own.chars().count() + 4);
        let (lead_count, trail_count) = (lead.chars().count(), trail.chars().count());
        let lead_kept = lead_count.min((room / 2).max(room.saturating_sub(trail_count)));
        let trail_kept = trail_count.min(room - lead_kept);
        let lead_shown: String = lead.chars().skip(lead_count - lead_kept).collect();
        let trail_shown: String = trail.chars().take(trail_kept).collect();
        let mut shown = String::new();
        if lead_kept < lead_count || is_cut_before {
            shown.push('…');
            shown.push_str(
                lead_shown.find(' ').map_or(lead_shown.as_str(), |it| &lead_shown[it + 1..]),
            );
        } else {
            shown.push_str(&lead_shown);
        }
        let gap = |at: usize| plain[..at].ends_with(char::is_whitespace);
        if gap(words.start) && !shown.is_empty() {
            shown.push(' ');
        }
        shown.push_str(&own);
        if plain[words.end..].starts_with(char::is_whitespace) {
            shown.push(' ');
        }
        if trail_kept < trail_count || is_cut_after {
            shown.push_str(
                trail_shown.rfind(' ').map_or(trail_shown.as_str(), |it| &trail_shown[..it]),
            );
            shown.push('…');
        } else {
            shown.push_str(&trail_shown);
        }
        shown
    }
}

fn clipped_start(plain: &str, from: usize, to: usize, characters: usize) -> usize {
    let mut at = from.max(to.saturating_sub(characters * 4));
    while !plain.is_char_boundary(at) {
        at += 1;
    }
    at
}

fn clipped_end(plain: &str, from: usize, to: usize, characters: usize) -> usize {
    let mut at = to.min(from + characters * 4);
    while !plain.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(plain: &str, words: &str, expected: &str) {
        let start = plain.find(words).unwrap();
        let range = start..start + words.len();
        assert_eq!(Sentences::of(plain).around(plain, &range, 60), expected);
    }

    #[test]
    fn a_sentence_ends_where_a_reader_says() {
        let plain = "One here. Two, e.g. this one, is \"said.\" Three in v. 2 is 3.5 long! 四。五";
        check(plain, "One", "One here.");
        check(plain, "this", "Two, e.g. this one, is \"said.\"");
        check(plain, "3.5", "Three in v. 2 is 3.5 long!");
        check(plain, "四", "四。");
        check(plain, "五", "五");
        check("here. Two", "here. Two", "here. Two");
    }

    #[test]
    fn a_long_sentence_is_cut_at_words_around_the_link() {
        let plain = format!("{}the link {}", "before ".repeat(40), "after ".repeat(40));
        check(&plain, "link", "…before before before the link after after after after…");
        let all = "x".repeat(1_000);
        assert!(Sentences::of(&all).around(&all, &(0..1_000), 60).chars().count() <= 60);
    }
}
