//! Does a build after an edit do little, and end where a build from nothing does?

use std::collections::BTreeMap;

use super::*;

/// Eight pages in two folders that link and name each other, with a picture.
fn garden() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("index.md", "# Garden\n\nSee [the rose](flowers/rose.md).\n");
    scratch.write("flowers/rose.md", "# Rose\n\nA word on thorns. Beside a Tulip.\n");
    scratch.write("flowers/tulip.md", "# Tulip\n\nA word on bulbs.\n");
    scratch.write("flowers/lily.md", "# Lily\n\nA word. See [tulip](tulip.md).\n");
    scratch.write("trees/oak.md", "# Oak\n\nA word on acorns. ![Oak](oak.png)\n");
    scratch.write("trees/elm.md", "# Elm\n\nA word.\n\n![[oak]]\n");
    scratch.write("trees/ash.md", "# Ash\n\nA word on keys.\n");
    scratch.write("trees/oak.png", b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x02\0\0\0\x03");
    scratch
}

/// Every file that is served, with what is in it.
fn assets(site: &Path) -> BTreeMap<String, String> {
    let root = site.join("assets");
    let mut found = BTreeMap::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
            found.insert(name, String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned());
        }
    }
    found
}

/// What readers see of the rows, whatever the keys are.
fn rows(file: &Path) -> Vec<String> {
    let connection = Connection::open(file).unwrap();
    let now = "(SELECT CAST(value AS INTEGER) FROM site WHERE name = 'generation')";
    let lives =
        |it: &str| format!("{it}.born <= {now} AND ({it}.died IS NULL OR {it}.died > {now})");
    let queries = [
        format!(
            "SELECT 'page ' || p.position || p.id || p.title || coalesce(p.description, '') \
             || p.section || p.digest || p.outline FROM page p WHERE {}",
            lives("p")
        ),
        format!(
            "SELECT 'name ' || n.folded || n.grade || p.id FROM page_name n \
             JOIN page p ON p.key = n.page WHERE {}",
            lives("p")
        ),
        format!(
            "SELECT 'block ' || p.id || b.ordinal || coalesce(b.anchors, '') || b.text || b.plain \
             FROM block b JOIN page p ON p.key = b.page WHERE {}",
            lives("p")
        ),
        format!(
            "SELECT 'edge ' || f.id || t.id || e.kind || e.anchor || e.context FROM edge e \
             JOIN node f ON f.key = e.from_node JOIN node t ON t.key = e.to_node WHERE {}",
            lives("e")
        ),
        "SELECT 'search ' || count(*) FROM block_search".to_owned(),
    ];
    let mut rows: Vec<String> = Vec::new();
    for query in queries {
        let mut statement = connection.prepare(&query).unwrap();
        let found = statement.query_map([], |row| row.get(0)).unwrap();
        rows.extend(found.collect::<Result<Vec<String>, _>>().unwrap());
    }
    rows.sort();
    rows
}

/// The pages whose rows a delta writes.
fn written(site: &Path) -> usize {
    let delta = fs::read_to_string(site.join("delta.sql")).unwrap();
    let pages = delta.lines().filter(|it| it.starts_with("INSERT INTO page ("));
    pages.map(|it| it.matches("), (").count() + 1).sum()
}

#[test]
fn an_edit_costs_its_page_and_those_that_show_it() {
    let scratch = garden();
    let report = scratch.build();
    assert_eq!((report.pages, report.rendered, report.generation), (7, 7, 1));
    assert_eq!(report.problems, []);
    let before = assets(&scratch.site());
    assert!(before.contains_key("trees/oak.png"));

    let report = scratch.build();
    assert_eq!((report.rendered, report.changed, report.generation), (0, 0, 1));
    assert_eq!(assets(&scratch.site()), before);

    for (file, text, rendered, rows) in [
        // Words alone.
        ("trees/ash.md", "# Ash\n\nAnother word on keys.\n", 1, 1),
        // A page that another shows.
        ("trees/oak.md", "# Oak\n\nNew word on acorns. ![Oak](oak.png)\n", 2, 2),
        // A link more: the page that it leads to shows it, and has other rows for nothing.
        ("trees/ash.md", "# Ash\n\nSee [lily](../flowers/lily.md), a word.\n", 2, 1),
    ] {
        scratch.write(file, text);
        let report = scratch.build();
        assert_eq!((report.rendered, report.changed), (rendered, rows), "{file}");
        assert_eq!(written(&scratch.site()), rows, "{file}");
    }
}

#[test]
fn a_title_costs_the_pages_that_show_it() {
    let scratch = garden();
    scratch.build();
    scratch.write("trees/ash.md", "# Rowan\n\nA word on keys.\n");
    let report = scratch.build();
    assert!(report.changed == 1 && report.rendered < 7, "{} rendered", report.rendered);
    assert!(assets(&scratch.site())["trees/elm.html"].contains("Rowan"));
}

#[test]
fn a_killed_build_is_mended_by_the_next() {
    let scratch = garden();
    scratch.build();
    let whole = assets(&scratch.site());
    // It said that it writes, wrote half of a page, and was killed.
    fs::write(scratch.site().join("building"), "").unwrap();
    fs::write(scratch.site().join("assets/trees/ash.html"), "<p>half").unwrap();
    fs::write(scratch.site().join("assets/trees/oak.md.new"), "half").unwrap();
    fs::write(scratch.site().join("site.sql"), "INSERT INTO page VALU").unwrap();
    let report = scratch.build();
    assert_eq!((report.rendered, report.changed, report.generation), (7, 0, 1));
    assert_eq!(assets(&scratch.site()), whole);
    let other = scratch.0.join("other.sqlite");
    assert_eq!(apply(&scratch.site(), &other).unwrap(), Applied::Whole);
    assert_eq!(rows(&other), rows(&scratch.site().join("site.db")));
    assert_eq!(scratch.build().rendered, 0);
}

#[test]
fn a_damaged_or_older_cache_is_as_good_as_none() {
    let scratch = garden();
    scratch.build();
    let file = scratch.site().join("cache.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    let older = text.replacen("\"program\":\"", "\"program\":\"0", 1);
    let cut = text[..text.len() / 2].to_owned();
    for damaged in [String::new(), "{}".to_owned(), cut, older, text.replace("\"stamp\"", "\"s\"")]
    {
        fs::write(&file, damaged).unwrap();
        let report = scratch.build();
        assert_eq!((report.rendered, report.changed, report.generation), (7, 0, 1));
    }
}

#[test]
fn a_file_that_is_gone_is_written_again() {
    let scratch = garden();
    scratch.build();
    let whole = assets(&scratch.site());
    for gone in ["trees/ash.html", "flowers/rose.md", "trees/oak.png", "llms.txt"] {
        fs::remove_file(scratch.site().join("assets").join(gone)).unwrap();
        scratch.build();
        assert_eq!(assets(&scratch.site()), whole, "{gone}");
    }
    fs::remove_file(scratch.site().join("site.db")).unwrap();
    let report = scratch.build();
    assert_eq!((report.rendered, report.changed), (7, 7));
    assert_eq!(assets(&scratch.site()), whole);
}

/// Numbers that are the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % count
    }
}

#[test]
fn edits_one_after_the_other_end_where_a_build_from_nothing_does() {
    let names = ["index", "a", "b", "x/index", "x/c", "x/d", "y/e"];
    let texts = [
        "plain words",
        "see [a](/a.md) and [c](/x/c.md#deep)",
        "names Alpha and Beta",
        "![[x/c]]",
        "[[b]] and {{#include part.txt}}",
        "- one\n- two\n\n## Deep\n\nmore",
        "[none](nowhere.md)",
    ];
    let titles = ["Alpha", "Beta", "Gamma", "Delta"];
    let mut chance = Chance(7);
    let scratch = Scratch::new();
    scratch.write("index.md", "# Home");
    let other = scratch.0.join("other.sqlite");
    for step in 0..20 {
        for _ in 0..=chance.below(2) {
            let name = names[chance.below(names.len())];
            let file = format!("{name}.md");
            let is_there = scratch.0.join("from").join(&file).exists();
            if is_there && name != "index" && chance.below(4) == 0 {
                scratch.remove(&file);
                continue;
            }
            let title = titles[chance.below(titles.len())];
            let (one, two) = (texts[chance.below(texts.len())], texts[chance.below(texts.len())]);
            scratch.write(&file, format!("# {title} {name}\n\n{one}\n\n{two}\n"));
        }
        match chance.below(4) {
            0 => scratch.write("part.txt", format!("part {step}")),
            1 => scratch.write("picture.svg", format!("<svg>{step}</svg>")),
            2 => scratch.write("SUMMARY.md", format!("- [A{}](a.md)\n- [B](b.md)\n", step % 2)),
            _ => {}
        }
        let report = scratch.build();
        let fresh = scratch.0.join(format!("fresh-{step}"));
        let from = scratch.0.join("from");
        let silent = Progress::silent();
        let cold = build(&from, &fresh, Strictness::Lenient, &silent).unwrap();
        assert_eq!(report.problems, cold.problems, "step {step}");
        assert_eq!(assets(&scratch.site()), assets(&fresh), "step {step}");
        let wanted = rows(&fresh.join("site.db"));
        assert_eq!(rows(&scratch.site().join("site.db")), wanted, "step {step}");
        apply(&scratch.site(), &other).unwrap();
        assert_eq!(rows(&other), wanted, "step {step}");
        let loaded = scratch.0.join(format!("loaded-{step}.sqlite"));
        let sql = fs::read_to_string(scratch.site().join("site.sql")).unwrap();
        Connection::open(&loaded).unwrap().execute_batch(&sql).unwrap();
        assert_eq!(rows(&loaded), wanted, "step {step}");
        fs::remove_dir_all(&fresh).unwrap();
    }
}
