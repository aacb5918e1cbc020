//! How are plain words and addresses written in Markdown so that they stay what they are?

/// Words as Markdown that shows exactly them, on one line.
pub(crate) fn escaped(text: &str) -> String {
    let text = one_line(text);
    let mut escaped = String::with_capacity(text.len() + 8);
    for (index, character) in text.char_indices() {
        let begins = index == 0 && matches!(character, '#' | '>' | '-' | '+' | '=' | '~' | '|');
        if begins || matches!(character, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '&' | '$') {
            escaped.push('\\');
        }
        // A number with a dot at the start of a line would be a list.
        let is_numbered = matches!(character, '.' | ')')
            && index > 0
            && text[..index].bytes().all(|it| it.is_ascii_digit());
        if is_numbered {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    // The number signs at the end of a heading would close it.
    if escaped.ends_with('#') {
        escaped.insert(escaped.len() - 1, '\\');
    }
    escaped
}

/// The same words with every run of white space a single space.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A link with plain words.
pub(crate) fn link_of(words: &str, url: &str) -> String {
    format!("[{}]({})", escaped(words), destination(url))
}

/// An address as the destination of a link.
pub(crate) fn destination(url: &str) -> String {
    let mut spelt = String::with_capacity(url.len());
    for character in url.chars() {
        match character {
            '(' => spelt.push_str("%28"),
            ')' => spelt.push_str("%29"),
            '<' => spelt.push_str("%3C"),
            '>' => spelt.push_str("%3E"),
            '\\' => spelt.push_str("%5C"),
            it if it.is_ascii_control() || it == ' ' => {
                spelt.push_str(&format!("%{:02X}", u32::from(it)));
            }
            it => spelt.push(it),
        }
    }
    spelt
}
