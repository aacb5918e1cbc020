//! What is wrong with a piece of HTML: could it run, and does it hold together?
//!
//! Written without a look at the code that makes it: it walks what a browser's parser (html5ever,
//! under `scraper`) makes of the HTML, and the tags as they are written.

use std::collections::BTreeSet;

use scraper::{Html, Node};

const ELEMENTS: &str = "a abbr b bdi bdo blockquote br caption center cite code col colgroup dd del \
    details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre \
    q rp rt ruby s samp section small span strong sub summary sup table tbody td tfoot th thead \
    time tr u ul var wbr html body head";

const ATTRIBUTES: &str = "align alt aria-hidden aria-label class colspan data-callout datetime \
    decoding dir height href id lang loading open rel reversed role rowspan scope span src start \
    tabindex title value width";

/// All that is wrong, as sentences.
pub(crate) fn faults_of(html: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let document = Html::parse_fragment(html);
    let mut names = BTreeSet::new();
    for node in document.tree.nodes() {
        match node.value() {
            Node::Element(element) => {
                if !ELEMENTS.split_whitespace().any(|it| it == element.name()) {
                    faults.push(format!("<{}> is there", element.name()));
                }
                for (name, value) in element.attrs() {
                    if !ATTRIBUTES.split_whitespace().any(|it| it == name) {
                        faults.push(format!("the attribute {name} is there"));
                    }
                    if name == "id" {
                        if value.starts_with("Site-") {
                            faults.push(format!("the name {value} is the site's"));
                        }
                        if !names.insert(value.to_owned()) {
                            faults.push(format!("the name {value} is given twice"));
                        }
                    }
                    if matches!(name, "href" | "src") {
                        faults.extend(fault_of_url(name, value));
                    }
                }
            }
            Node::Comment(_) => faults.push("a comment is there".to_owned()),
            Node::Doctype(_) | Node::ProcessingInstruction(_) => {
                faults.push("a declaration is there".to_owned());
            }
            Node::Document | Node::Fragment | Node::Text(_) => {}
        }
    }
    faults.extend(fault_of_tags(html));
    faults
}

fn fault_of_url(name: &str, value: &str) -> Option<String> {
    let dense: String =
        value.chars().filter(|it| !it.is_whitespace() && !it.is_control()).collect();
    let dense = dense.to_lowercase();
    let scheme = dense.split(['/', '?', '#']).next()?.split_once(':')?.0;
    let is_picture = name == "src"
        && ["png", "gif", "jpeg", "webp"]
            .iter()
            .any(|it| dense.starts_with(&format!("data:image/{it};base64,")));
    let is_fine = match name {
        "href" => matches!(scheme, "http" | "https" | "mailto" | "tel"),
        _ => matches!(scheme, "http" | "https") || is_picture,
    };
    (!is_fine).then(|| format!("the URL {value:?} is there"))
}

/// Whether each tag is ended, in order, by one of its own.
fn fault_of_tags(html: &str) -> Option<String> {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = html;
    while let Some((_, after)) = rest.split_once('<') {
        let Some((tag, after)) = after.split_once('>') else {
            return Some("it ends within a tag".to_owned());
        };
        rest = after;
        let name = tag.split_whitespace().next().unwrap_or_default();
        if let Some(ended) = name.strip_prefix('/') {
            match open.pop() {
                Some(begun) if begun == ended => {}
                begun => return Some(format!("</{ended}> ends what {begun:?} began")),
            }
        } else if !matches!(name, "br" | "hr" | "img" | "wbr" | "col") {
            open.push(name);
        }
    }
    open.pop().map(|it| format!("it ends within <{it}>"))
}
