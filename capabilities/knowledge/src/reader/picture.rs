//! What do the pages around a page look like, as a picture?
//!
//! One line a page: those that lead here above it, those that it leads to below, each joined to it
//! by an arc with its head where the link leads. So names stay readable on a phone.

use std::collections::BTreeSet;

use super::markup::Html;
use crate::view::{PageRef, PageView};

/// Pages of a picture beside the page itself.
const PAGES_MAX: usize = 15;
/// Letters of a name; a wide one counts for two.
const NAME_LETTERS_MAX: usize = 40;
const WIDTH: usize = 420;
const ROW_HEIGHT: usize = 26;
/// How much wider each arc is than the one inside it.
const ARC_STEP: usize = 6;
/// Where the dots stand.
const DOT_X: usize = 120;

/// A page of the picture.
struct Node<'v> {
    page: &'v PageRef,
    leads_here: bool,
    is_led_to: bool,
}

/// Draws the pages around a page; nothing where it stands alone.
pub(super) fn draw(html: &mut Html, view: &PageView) {
    let incoming: Vec<&PageRef> = distinct(view.linked_from.iter().map(|it| &it.page), view);
    let outgoing: Vec<&PageRef> = distinct(view.links_to.iter(), view);
    if incoming.is_empty() && outgoing.is_empty() {
        return;
    }
    let below: Vec<&PageRef> =
        outgoing.iter().filter(|it| !incoming.contains(it)).copied().collect();
    let above_max = PAGES_MAX.saturating_sub(below.len()).max(PAGES_MAX / 2 + 1);
    let above: Vec<Node<'_>> = incoming
        .iter()
        .take(above_max)
        .map(|page| Node { page, leads_here: true, is_led_to: outgoing.contains(page) })
        .collect();
    let below: Vec<Node<'_>> = below
        .into_iter()
        .take(PAGES_MAX - above.len())
        .map(|page| Node { page, leads_here: false, is_led_to: true })
        .collect();
    let (come, go) = (incoming.len(), outgoing.len());
    let caption = caption_of(come, go, above.len() + below.len());
    html.element("figure", &[("class", "picture")], |html| {
        let height = ((above.len() + below.len() + 1) * ROW_HEIGHT).to_string();
        let left = DOT_X - 16 - reach_of(above.len().max(below.len()));
        let view_box = format!("{left} 0 {WIDTH} {height}");
        let attributes = [
            ("viewBox", view_box.as_str()),
            ("width", "420"),
            ("height", height.as_str()),
            ("role", "group"),
            ("aria-labelledby", "Site-picture"),
        ];
        html.element("svg", &attributes, |html| {
            let own = above.len();
            for (row, node) in above.iter().enumerate() {
                arc(html, row, own, node);
            }
            for (row, node) in below.iter().enumerate() {
                arc(html, own + 1 + row, own, node);
            }
            for (row, node) in above.iter().enumerate() {
                name(html, row, node.page);
            }
            own_name(html, own, &view.title);
            for (row, node) in below.iter().enumerate() {
                name(html, own + 1 + row, node.page);
            }
        });
        html.words("figcaption", &[("id", "Site-picture")], &caption);
    });
}

fn distinct<'v>(pages: impl Iterator<Item = &'v PageRef>, view: &PageView) -> Vec<&'v PageRef> {
    let mut seen = BTreeSet::new();
    pages.filter(|it| it.route != view.route && seen.insert(it.route.as_str())).collect()
}

fn caption_of(come: usize, go: usize, shown: usize) -> String {
    let pages = |count: usize| match count {
        0 => "no page".to_owned(),
        1 => "1 page".to_owned(),
        _ => format!("{count} pages"),
    };
    let leads = if come == 1 { "leads" } else { "lead" };
    let rest = if shown >= PAGES_MAX { format!(" {shown} are shown.") } else { String::new() };
    let (come, go) = (pages(come), pages(go));
    format!("The arrows are links: {come} {leads} here, and this one leads to {go}.{rest}")
}

/// How far an arc reaches beside the dots: the farther it leads, the wider it is.
fn reach_of(rows: usize) -> usize {
    6 + ARC_STEP * rows.min(PAGES_MAX)
}

fn middle_of(row: usize) -> usize {
    row * ROW_HEIGHT + ROW_HEIGHT / 2
}

fn arc(html: &mut Html, row: usize, own: usize, node: &Node<'_>) {
    let (there, here) = (middle_of(row), middle_of(own));
    let reach = reach_of(row.abs_diff(own));
    let from = DOT_X - 7;
    let (bend, radius) = (from - reach, 10.min(reach));
    let (edge, inner) = if there < here {
        (there + radius, here - radius)
    } else {
        (there - radius, here + radius)
    };
    let path = format!(
        "M{from} {there}H{}Q{bend} {there} {bend} {edge}V{inner}Q{bend} {here} {} {here}H{from}",
        bend + radius,
        bend + radius
    );
    let class = if node.leads_here { "arc in" } else { "arc out" };
    html.element("path", &[("class", class), ("d", &path)], |_| {});
    if node.leads_here {
        head(html, here);
    }
    if node.is_led_to {
        head(html, there);
    }
}

fn head(html: &mut Html, y: usize) {
    let (tip, back) = (DOT_X - 6, DOT_X - 12);
    let path = format!("M{tip} {y}L{back} {}V{}Z", y - 4, y + 4);
    html.element("path", &[("class", "head"), ("d", &path)], |_| {});
}

fn dot(html: &mut Html, y: usize, radius: &str) {
    let (x, y) = (DOT_X.to_string(), y.to_string());
    html.element("circle", &[("cx", &x), ("cy", &y), ("r", radius)], |_| {});
}

fn name(html: &mut Html, row: usize, page: &PageRef) {
    let y = middle_of(row);
    html.element("a", &[("href", &page.route)], |html| {
        dot(html, y, "4");
        label(html, y, &page.title);
    });
}

fn own_name(html: &mut Html, row: usize, title: &str) {
    let y = middle_of(row);
    html.element("g", &[("class", "own")], |html| {
        dot(html, y, "6");
        label(html, y, title);
    });
}

fn label(html: &mut Html, y: usize, title: &str) {
    let (x, y) = ((DOT_X + 14).to_string(), (y + 5).to_string());
    let shown = shortened(title);
    html.element("text", &[("x", &x), ("y", &y)], |html| {
        if shown != title {
            html.words("title", &[], title);
        }
        html.text(&shown);
    });
}

/// As much of a name as there is room for.
fn shortened(title: &str) -> String {
    let width = |it: char| if u32::from(it) >= 0x1100 { 2 } else { 1 };
    if title.chars().map(width).sum::<usize>() <= NAME_LETTERS_MAX {
        return title.to_owned();
    }
    let mut used = 1;
    let kept: String = title
        .chars()
        .take_while(|it| {
            used += width(*it);
            used <= NAME_LETTERS_MAX
        })
        .collect();
    format!("{}…", kept.trim_end())
}
