//! Which few words of a block show why it was found?

use super::search_text::bare;

/// Characters of an excerpt, its dots aside.
const EXCERPT_CHARACTERS: usize = 240;

/// The stretch of a text around the place where most of the words stand, on one line.
pub fn excerpt_of(text: &str, terms: &[String]) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let stems: Vec<String> = terms.iter().map(|it| stem_of(it)).collect();
    let is_hit: Vec<bool> = words.iter().map(|it| holds_any(&bare(it), &stems)).collect();
    let best = best_start(&words, &is_hit);
    let mut excerpt = String::new();
    let mut end = best;
    let mut characters = 0;
    for word in &words[best..] {
        let length = word.chars().count() + 1;
        if characters + length > EXCERPT_CHARACTERS && end > best {
            break;
        }
        if end > best {
            excerpt.push(' ');
        }
        excerpt.extend(word.chars().take(EXCERPT_CHARACTERS));
        characters += length;
        end += 1;
    }
    let before = if best > 0 { "… " } else { "" };
    let after = if end < words.len() { " …" } else { "" };
    format!("{before}{excerpt}{after}")
}

/// The index stems its words and drops accents, so a shared beginning counts as a hit.
pub(super) fn stem_of(term: &str) -> String {
    let term = bare(term);
    let kept = term.chars().count().saturating_sub(1).max(3);
    term.chars().take(kept).collect()
}

fn holds_any(word: &str, stems: &[String]) -> bool {
    stems.iter().any(|it| word.contains(it.as_str()))
}

/// The word from which an excerpt holds the most hits; a little context goes before the first.
fn best_start(words: &[&str], is_hit: &[bool]) -> usize {
    const CONTEXT_WORDS: usize = 6;
    let mut best = (0, 0);
    for (index, _) in is_hit.iter().enumerate().filter(|(_, hit)| **hit) {
        let start = index.saturating_sub(CONTEXT_WORDS);
        let mut characters = 0;
        let mut hits = 0;
        for (word, hit) in words[start..].iter().zip(&is_hit[start..]) {
            characters += word.len() + 1;
            if characters > EXCERPT_CHARACTERS {
                break;
            }
            hits += usize::from(*hit);
        }
        if hits > best.1 {
            best = (start, hits);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::excerpt_of;

    fn terms(list: &[&str]) -> Vec<String> {
        list.iter().map(|it| (*it).to_owned()).collect()
    }

    #[test]
    fn it_shows_the_words_that_were_looked_for() {
        let text = format!("{} the owner drops the value {}", "so ".repeat(200), "so ".repeat(200));
        let excerpt = excerpt_of(&text, &terms(&["owner", "value"]));
        assert!(excerpt.contains("the owner drops the value"), "{excerpt}");
        assert!(excerpt.starts_with("… ") && excerpt.ends_with(" …"));
        assert!(excerpt.chars().count() < 260);
    }

    #[test]
    fn a_short_text_is_shown_whole_and_a_long_word_is_cut() {
        assert_eq!(excerpt_of("a\n b", &terms(&["zzz"])), "a b");
        assert_eq!(excerpt_of("", &terms(&["x"])), "");
        assert_eq!(excerpt_of(&"x".repeat(9_000), &terms(&["xxxx"])).chars().count(), 240);
    }
}
