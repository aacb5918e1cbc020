//! Does each element of Markdown become the markup that is meant?

use super::*;

#[test]
fn headings_have_anchors() {
    check(
        "# A *b*\n## A b",
        "<h1 id=\"a-b\">A <em>b</em> <a class=\"anchor\" href=\"#a-b\" aria-label=\"Link to this section\">#</a></h1>\n\
         <h2 id=\"a-b-1\">A b <a class=\"anchor\" href=\"#a-b-1\" aria-label=\"Link to this section\">#</a></h2>",
    );
    assert!(article_of("# A", &Pictures::default()).has_title);
    assert!(!article_of("## A", &Pictures::default()).has_title);
}

#[test]
fn lists_nest_and_tasks_are_marked() {
    check("1. a\n2. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>");
    check("3. a", "<ol start=\"3\">\n<li>a</li>\n</ol>");
    check("- a\n  - b", "<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>");
    check(
        "- [x] a\n- [ ] b",
        "<ul>\n<li><span class=\"task\" role=\"img\" aria-label=\"Done\">☑</span> a</li>\n\
         <li><span class=\"task\" role=\"img\" aria-label=\"Not done\">☐</span> b</li>\n</ul>",
    );
}

#[test]
fn links_say_where_they_lead() {
    let of = |inside: &str| format!("<p>{inside}</p>");
    check("[a](/b#c)", &of("<a href=\"/b#c\">a</a>"));
    check(
        "[a](https://x.example \"t\")",
        &of("<a href=\"https://x.example\" rel=\"noopener\" class=\"external\" title=\"t\">a</a>"),
    );
    check("[*a*](javascript:alert(1))", &of("<em>a</em>"));
    check("[a](java&#x0A;script:alert(1))", &of("a"));
    check("<javascript:alert(1)>", &of("javascript:alert(1)"));
    check("~~a~~", &of("<del>a</del>"));
}

#[test]
fn pictures_keep_their_place() {
    let sizes = BTreeMap::from([("/a.png".to_owned(), (30, 20))]);
    let article = article_of("![a *b* ![c](d)](/a.png) <img src=/a.png>", &Pictures { sizes });
    assert_eq!(
        without_names(&article.html),
        "<p><img src=\"/a.png\" alt=\"a b c\" width=\"30\" height=\"20\" loading=\"lazy\" decoding=\"async\"> \
         <img src=\"/a.png\" alt=\"\" width=\"30\" height=\"20\" loading=\"lazy\" decoding=\"async\"></p>\n"
    );
    check("![a](javascript:x)", "<p>a</p>");
}

#[test]
fn tables_scroll() {
    check(
        "| a | b |\n|---|:-:|\n| c | `d` |\n",
        "<div class=\"table\" tabindex=\"0\"><table>\n\
         <thead><tr><th scope=\"col\">a</th><th scope=\"col\" align=\"center\">b</th></tr></thead>\n<tbody>\n\
         <tr><td>c</td><td align=\"center\"><code>d</code></td></tr>\n</tbody></table></div>",
    );
}

#[test]
fn footnotes_lead_there_and_back() {
    check(
        "a[^x] b[^x]\n\n[^x]: n\n",
        "<p>a<sup class=\"footnote-reference\"><a href=\"#fn:1\" id=\"fnref:1\">1</a></sup> \
         b<sup class=\"footnote-reference\"><a href=\"#fn:1\" id=\"fnref:1-2\">1</a></sup></p>\n\
         <section class=\"footnotes\" aria-label=\"Footnotes\">\n<ol>\n<li id=\"fn:1\" value=\"1\">\n\
         <p>n <a class=\"footnote-back\" href=\"#fnref:1\" aria-label=\"Back to reference 1, 1\">↩</a> \
         <a class=\"footnote-back\" href=\"#fnref:1-2\" aria-label=\"Back to reference 1, 2\">↩</a></p>\n\
         </li>\n</ol>\n</section>",
    );
    // One that nothing refers to is shown too.
    assert!(html_of("[^x]: alone").contains("alone"));
}

#[test]
fn callouts_have_a_title_and_fold() {
    check(
        "> [!NOTE]\n> a",
        "<div class=\"callout note\" role=\"note\" data-callout=\"note\">\n\
         <p class=\"callout-title\">Note</p>\n<p>a</p>\n</div>",
    );
    check(
        "> [!faq]- Is *it*?\n> yes\n> no\n>\n> b",
        "<details class=\"callout important\" data-callout=\"faq\">\n\
         <summary class=\"callout-title\">Is <em>it</em>?</summary>\n<p>yes\nno</p>\n<p>b</p>\n</details>",
    );
    check(
        "> [!tip]+ T",
        "<details class=\"callout tip\" data-callout=\"tip\" open=\"\">\n\
         <summary class=\"callout-title\">T</summary>\n</details>",
    );
    check(
        "> [!bug]\n> a\n\nb",
        "<div class=\"callout caution\" role=\"note\" data-callout=\"bug\">\n\
         <p class=\"callout-title\">Bug</p>\n<p>a</p>\n</div>\n<p>b</p>",
    );
    check(
        "> [!note] *a\n> b* c",
        "<div class=\"callout note\" role=\"note\" data-callout=\"note\">\n\
         <p class=\"callout-title\"><em>a\nb</em> c</p>\n</div>",
    );
    check("> a", "<blockquote>\n<p>a</p>\n</blockquote>");
}

#[test]
fn a_listing_is_a_figure() {
    check(
        "<Listing number=\"1-1\" file-name=\"a.rs\" caption=\"The `x` <b>\">\n\na\n\n</Listing>\n\nb",
        "<figure class=\"listing\">\n<span class=\"filename\">a.rs</span>\n\n<p>a</p>\n\
         <figcaption>Listing 1-1: The <code>x</code> &lt;b&gt;</figcaption></figure>\n\n<p>b</p>",
    );
    // Unclosed, it ends with the page, and the caption is there.
    assert!(html_of("<Listing number=\"1\">\n\na").contains("</p>\n<figcaption>Listing 1</fig"));
}

#[test]
fn code_says_what_it_is() {
    check("    a < b", "<div class=\"code\"><pre tabindex=\"0\"><code>a &lt; b</code></pre></div>");
    check(
        "~~~ {.js title=\"a.js\"}\n1\n~~~",
        "<div class=\"code\"><span class=\"filename\">a.js</span><span class=\"language\">js</span>\
         <pre tabindex=\"0\"><code class=\"language-js\"><span class=\"n\">1</span>\n</code></pre></div>",
    );
    check(
        "```\"><script>\na\n```",
        "<div class=\"code\"><pre tabindex=\"0\"><code>a\n</code></pre></div>",
    );
    let html = html_of("```rust,ignore,does_not_compile,should_panic,panics\n```");
    assert_eq!(html.matches("code-note").count(), 2, "{html}");
}

#[test]
fn hidden_lines_of_rust_are_there() {
    check(
        "```rust\n# /* a\n# b */ fn\nlet\n#[c]\n## d\n#\n# \"e\nf\"\n```",
        "<div class=\"code\"><span class=\"language\">rust</span>\
         <details class=\"more\"><summary>4 hidden lines</summary></details>\
         <pre tabindex=\"0\"><code class=\"language-rust\">\
         <span class=\"hidden\"><span class=\"c\">/* a\nb */</span> <span class=\"k\">fn</span>\n</span>\
         <span class=\"k\">let</span>\n<span class=\"m\">#[c]</span>\n# d\n\
         <span class=\"hidden\">\n<span class=\"s\">&quot;e\n</span></span>\
         <span class=\"s\">f&quot;</span>\n</code></pre></div>",
    );
}

#[test]
fn every_block_has_its_name() {
    let body =
        "# A\n\nb *c* {#mine}\n\n- d\n\n  e ^here\n- f\n\n```\ng\n```\n\n> h\n\n| i |\n|---|\n";
    let html = html_of(body);
    let names = crate::anchor::anchors_of(body);
    assert_eq!(names.len(), 9, "{names:?}");
    for name in names {
        assert_eq!(html.matches(&format!(" id=\"{}\"", name.anchor)).count(), 1, "{name:?} {html}");
    }
    assert!(html.contains("</a>b <em>c</em></p>"), "what spells a name is left out: {html}");
    assert!(html.contains("</a>e</p>"), "{html}");
}
