//! How is a text written into HTML, so that it stays a text?

/// Marks where a finished part goes. No text of an author holds it: it is no character at all.
pub(crate) const MARK_START: char = '\u{FDD0}';
/// Ends such a mark.
pub(crate) const MARK_END: char = '\u{FDD1}';

/// Adds a text, in content or in a quoted attribute.
pub(crate) fn push_text(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>', '"', MARK_START, MARK_END, '\0']) {
        out.push_str(&rest[..at]);
        let mut characters = rest[at..].chars();
        out.push_str(match characters.next() {
            Some('&') => "&amp;",
            Some('<') => "&lt;",
            Some('>') => "&gt;",
            Some('"') => "&quot;",
            _ => "\u{FFFD}",
        });
        rest = characters.as_str();
    }
    out.push_str(rest);
}

/// Adds ` name="value"`.
pub(crate) fn push_attribute(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    push_text(out, value);
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_stays_a_text() {
        let mut out = String::new();
        push_text(&mut out, "<a b=\"c\"> & é \u{FDD0}1\u{FDD1}\0");
        assert_eq!(out, "&lt;a b=&quot;c&quot;&gt; &amp; é \u{FFFD}1\u{FFFD}\u{FFFD}");
    }
}
