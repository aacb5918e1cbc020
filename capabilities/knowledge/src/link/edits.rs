//! How is one link written anew?

use super::replacement;
use crate::{
    facts::{Edit, Form, Written},
    leaf::shown_name,
    manuscript::MARKS,
};

/// The same link, to a route.
pub(super) fn leading_to(written: &Written, route: &str) -> Vec<Edit> {
    let (start, end) = written.range;
    let (inner_start, inner_end) = written.inner;
    match written.form {
        Form::Inline | Form::Image | Form::Reference | Form::ImageReference => {
            vec![replacement((inner_end, end), format!("]({route}{})", title(&written.title)))]
        }
        Form::HtmlLink | Form::HtmlImage => {
            let value = route.replace('&', "&amp;").replace('"', "&quot;");
            vec![replacement(written.range, value)]
        }
        Form::WikiWithText | Form::EmbedWithText => vec![
            replacement((start, inner_start), "["),
            replacement((inner_end, end), format!("]({route})")),
        ],
        Form::Wiki | Form::Embed => {
            vec![replacement(written.range, format!("[{}]({route})", shown(written)))]
        }
    }
}

/// An embedded picture.
pub(super) fn picture(written: &Written, route: &str) -> Vec<Edit> {
    let (start, end) = written.range;
    let (inner_start, inner_end) = written.inner;
    if written.form == Form::EmbedWithText {
        let tail = format!("]({route})");
        return vec![replacement((start, inner_start), "!["), replacement((inner_end, end), tail)];
    }
    vec![replacement(written.range, format!("![{}]({route})", shown(written)))]
}

/// The words of a link that leads nowhere.
pub(super) fn words_only(written: &Written) -> Vec<Edit> {
    let (start, end) = written.range;
    let (inner_start, inner_end) = written.inner;
    match written.form {
        Form::Inline
        | Form::Reference
        | Form::Image
        | Form::ImageReference
        | Form::WikiWithText
        | Form::EmbedWithText => {
            let guard = if written.is_mark { "\\" } else { "" };
            vec![replacement((start, inner_start), guard), replacement((inner_end, end), "")]
        }
        Form::HtmlLink => vec![replacement(written.range, "#")],
        Form::HtmlImage => vec![replacement(written.range, "data:,")],
        Form::Wiki | Form::Embed => vec![replacement(written.range, shown(written))],
    }
}

/// What a wikilink without words of its own shows, as Markdown.
pub(super) fn shown(written: &Written) -> String {
    escaped(&shown_name(&written.target))
}

/// Words as Markdown that shows just them.
fn escaped(words: &str) -> String {
    let mut escaped = String::with_capacity(words.len());
    for character in words.chars() {
        let is_first_mark = escaped.is_empty() && MARKS.contains(&character);
        if is_first_mark
            || character.is_ascii_punctuation() && !"-.,:;()/'\"%=+?>".contains(character)
        {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// The title of a link as it stands behind its target.
pub(crate) fn title(title: &str) -> String {
    if title.is_empty() {
        return String::new();
    }
    let words = title.split_whitespace().collect::<Vec<_>>().join(" ");
    format!(" \"{}\"", words.replace('\\', "\\\\").replace('"', "\\\"").replace('|', "\\|"))
}
