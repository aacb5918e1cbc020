//! What becomes of an author's HTML, alone and among Markdown?

use super::*;

#[test]
fn what_is_harmless_stays() {
    check("a <kbd>x</kbd><br>", "<p>a <kbd>x</kbd><br></p>");
    check(
        "<details open>\n<summary>S</summary>\n\n*a*\n\n</details>",
        "<details open=\"\">\n<summary>S</summary>\n<p><em>a</em></p>\n</details>",
    );
    check("<p align=\"center\" style=\"x\" onclick=y>a</p>", "<p align=\"center\">a</p>");
    check("<span class=\"filename search\">a</span>", "<p><span class=\"filename\">a</span></p>");
    check(
        "<a href=\"https://x.example\">a</a>",
        "<p><a href=\"https://x.example\" rel=\"noopener\" class=\"external\">a</a></p>",
    );
}

#[test]
fn every_element_of_the_first_list_passes_the_second() {
    for (name, _) in crate::sanitise::raw::ELEMENTS {
        let inside = match *name {
            "caption" | "colgroup" | "tbody" | "thead" | "tfoot" => format!("<table><{name}>"),
            "col" => "<table><colgroup><col>".to_owned(),
            "tr" => "<table><tbody><tr>".to_owned(),
            "td" | "th" => format!("<table><tbody><tr><{name}>"),
            "img" => "<img src=/a.png>".to_owned(),
            _ => format!("<{name}>"),
        };
        let html = html_of(&format!("<div>{inside}</div>"));
        assert!(html.contains(&format!("<{name}")), "{name}: {html}");
    }
}

#[test]
fn what_could_run_goes() {
    for body in [
        "<script>alert(1)</script>",
        "<style>p{}</style>",
        "<iframe srcdoc=\"<script>x</script>\"></iframe>",
        "<div><svg onload=alert(1)><a xlink:href=javascript:x></svg></div>",
        "<div><math><mtext><script>x</script></math></div>",
        "<textarea><script>x</script></textarea>",
    ] {
        assert!(["", "<div></div>"].contains(&html_of(body).trim()), "{body}");
        assert_eq!(complaints_of(body).len(), 1, "{body}");
    }
    check(
        "<img src=x onerror=alert(1)>",
        "<img src=\"x\" alt=\"\" loading=\"lazy\" decoding=\"async\">",
    );
    check("<a href=\"jav&#x09;ascript:x\">a</a>", "<p><a>a</a></p>");
    check("<form action=x><input><button>a</button></form>", "a");
    check("<meta http-equiv=refresh content=0><base href=x><link rel=x>", "<p></p>");
}

#[test]
fn a_tag_ends_where_its_markdown_does() {
    check("</article></body>a\n\nb", "a\n<p>b</p>");
    check("> <div>\n\na", "<blockquote>\n<div>\n</div></blockquote>\n<p>a</p>");
    check("a <b>b *c</b> d* e\n\nf", "<p>a <b>b <em>c d</em> e</b></p>\n<p>f</p>");
    check("- <i>a\n- b", "<ul>\n<li><i>a</i></li>\n<li>b</li>\n</ul>");
    check("<div>\n\n- a\n\n</div>b", "<div>\n<ul>\n<li>a</li>\n</ul>\n</div>b");
}

#[test]
fn no_link_stands_in_a_link() {
    // A browser would end the outer one there, and begin it again with the same name.
    check(
        "<a id=x href=\"/y\">\n\n# a\n\nb\n\n</a>",
        "<a id=\"x\" href=\"/y\">\n<h1 id=\"a\">a</h1>\n<p>b</p>\n</a>",
    );
}

#[test]
fn what_ends_within_a_tag_or_a_comment_is_shown() {
    check(
        "<div title=\"\n\n```\nx\n```\n\n\">",
        "&lt;div title=&quot;\n<div class=\"code\"><pre tabindex=\"0\"><code>x\n</code></pre></div>\n<p>&quot;&gt;</p>",
    );
    check("a\n\n<!-- b\n\nc", "<p>a</p>\n&lt;!-- b\n\nc");
    check("<!-- a --> b <!-->", "b");
    check("<script>a\n\nb", "a\n\nb");
}

#[test]
fn no_name_is_taken_from_the_site() {
    check("<div id=Site-search>a</div>", "<div>a</div>");
    check("<a name=Site-x>a</a>", "<p><a>a</a></p>");
    check(
        "# a {#fn:1}",
        "<h1 id=\"a\">a <a class=\"anchor\" href=\"#a\" aria-label=\"Link to this section\">#</a></h1>",
    );
    check("<i id=x>a</i><i id=x>b</i>", "<p><i id=\"x\">a</i><i>b</i></p>");
}

#[test]
fn no_text_stands_for_a_finished_part() {
    let mark = "\u{FDD0}0\u{FDD1}";
    check(
        &format!("{mark} &#xFDD0;0&#xFDD1;\n\n```\nx\n```\n\n<b title=\"{mark}\">{mark}</b>"),
        "<p>\u{FFFD}0\u{FFFD} \u{FFFD}0\u{FFFD}</p>\n\
         <div class=\"code\"><pre tabindex=\"0\"><code>x\n</code></pre></div>\n\
         <p><b title=\"\u{FFFD}0\u{FFFD}\">\u{FFFD}0\u{FFFD}</b></p>",
    );
}
