//! What a build writes, what it leaves alone, and what a reader sees meanwhile.

pub(in crate::build) mod asked;
mod asking;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use rusqlite::Connection;

use super::*;

mod incremental;

/// A folder of its own for one test, removed with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("capstan-build-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(folder.join("from")).unwrap();
        Scratch(folder)
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let file = self.0.join("from").join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn remove(&self, path: &str) {
        fs::remove_file(self.0.join("from").join(path)).unwrap();
    }

    fn site(&self) -> PathBuf {
        self.0.join("site")
    }

    fn build(&self) -> Report {
        build(&self.0.join("from"), &self.site(), Strictness::Lenient, &Progress::silent()).unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What readers of a database can see: every page and every block found by a word.
fn visible(file: &Path) -> Vec<String> {
    let connection = Connection::open(file).unwrap();
    let generation = "(SELECT CAST(value AS INTEGER) FROM site WHERE name = 'generation')";
    let query = format!(
        "SELECT p.position || ' ' || p.id || ' ' || p.title || ': ' || b.text FROM block_search \
         JOIN block b ON b.key = block_search.rowid JOIN page p ON p.key = b.page \
         WHERE block_search MATCH 'word' AND p.born <= {generation} \
         AND (p.died IS NULL OR p.died > {generation}) ORDER BY p.position, b.ordinal"
    );
    let mut statement = connection.prepare(&query).unwrap();
    let rows = statement.query_map([], |row| row.get(0)).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

#[test]
fn a_build_writes_what_is_there_and_then_only_what_changed() {
    let scratch = Scratch::new();
    scratch.write("a.md", "# A\nword");
    scratch.write("deep/b c.md", "# B\nword");
    let report = scratch.build();
    assert_eq!((report.generation, report.pages, report.changed, report.removed), (1, 2, 2, 0));
    let db = scratch.site().join("site.db");
    assert_eq!(visible(&db), ["0 a A: # A\nword", "1 deep/b c B: # B\nword"]);
    let asset = |path: &str| fs::read_to_string(scratch.site().join("assets").join(path)).unwrap();
    assert!(asset("deep/b c.md").contains("\n# B\n\nword\n"), "{}", asset("deep/b c.md"));
    assert!(asset("deep/b c.html").contains("word</p>"), "{}", asset("deep/b c.html"));
    assert!(asset("llms.txt").contains("/deep/b%20c"), "{}", asset("llms.txt"));

    let report = scratch.build();
    assert_eq!((report.generation, report.changed, report.removed), (1, 0, 0));

    scratch.write("a.md", "# A\nnew word");
    scratch.remove("deep/b c.md");
    scratch.write("0.md", "word");
    let report = scratch.build();
    assert_eq!((report.generation, report.changed, report.removed), (2, 2, 1));
    assert_eq!(visible(&db), ["0 0 0: word", "1 a A: # A\nnew word"]);
    assert!(!scratch.site().join("assets/deep").exists());
    let delta = fs::read_to_string(scratch.site().join("delta.sql")).unwrap();
    assert!(!delta.contains("# B"), "{delta}");
}

#[test]
fn another_database_follows_by_the_delta_and_else_as_a_whole() {
    let scratch = Scratch::new();
    let other = scratch.0.join("other.sqlite");
    let db = scratch.site().join("site.db");
    scratch.write("a.md", "# A\nword it's; -- quoted 'x'");
    scratch.build();
    assert_eq!(apply(&scratch.site(), &other).unwrap(), Applied::Whole);
    assert_eq!(apply(&scratch.site(), &other).unwrap(), Applied::Nothing);
    assert_eq!(visible(&other), visible(&db));

    scratch.write("b.md", "# B\nword");
    scratch.build();
    assert_eq!(apply(&scratch.site(), &other).unwrap(), Applied::Delta);
    assert_eq!(visible(&other), visible(&db));

    scratch.write("b.md", "# B\nword 2");
    scratch.build();
    scratch.write("b.md", "# B\nword 3");
    scratch.build();
    assert_eq!(apply(&scratch.site(), &other).unwrap(), Applied::Whole);
    assert_eq!(visible(&other), visible(&db));

    // A site that was built anew counts its generations anew, and is another site all the same.
    fs::remove_dir_all(scratch.site()).unwrap();
    scratch.write("b.md", "# B\nword 4");
    scratch.build();
    assert_eq!(apply(&scratch.site(), &other).unwrap(), Applied::Whole);
    assert_eq!(visible(&other), visible(&db));
}

#[test]
fn a_delta_that_stops_anywhere_leaves_the_old_site_or_the_new_one() {
    let scratch = Scratch::new();
    scratch.write("a.md", "# A\nword");
    scratch.write("b.md", "# B\nword");
    scratch.build();
    let db = scratch.site().join("site.db");
    let before_file = scratch.0.join("before.sqlite");
    apply(&scratch.site(), &before_file).unwrap();
    let before = visible(&before_file);
    scratch.write("a.md", "# A\nanother word");
    scratch.remove("b.md");
    scratch.build();
    let after = visible(&db);
    let delta = fs::read_to_string(scratch.site().join("delta.sql")).unwrap();
    let statements: Vec<&str> = delta.split_inclusive(";\n").collect();
    for stop in 0..=statements.len() {
        let copy = scratch.0.join("copy.sqlite");
        fs::copy(&before_file, &copy).unwrap();
        let mut connection = Connection::open(&copy).unwrap();
        let transaction = connection.transaction().unwrap();
        transaction.execute_batch(&statements[..stop].concat()).unwrap();
        if stop == statements.len() {
            transaction.commit().unwrap();
        } else {
            drop(transaction);
        }
        let expected = if stop == statements.len() { &after } else { &before };
        assert_eq!(&visible(&copy), expected, "stopped after {stop} statements");
    }
}

#[test]
fn problems_are_fatal_only_where_strictness_says_so() {
    let scratch = Scratch::new();
    scratch.write("a.md", "{{#include none.rs}}");
    let from = scratch.0.join("from");
    let refused =
        build(&from, &scratch.site(), Strictness::Strict, &Progress::silent()).unwrap_err();
    assert!(matches!(&refused, BuildError::Strict(problems) if problems.len() == 1), "{refused:?}");
    assert!(!scratch.site().exists());
    let checked = check(&from, &Progress::silent()).unwrap();
    assert!(!scratch.site().exists());
    assert_eq!(scratch.build().problems, checked.problems);
    assert_eq!(checked.problems.len(), 1);
    // What only rendering finds counts too.
    scratch.write("a.md", format!("{}deep", "> ".repeat(200)));
    let deep = check(&from, &Progress::silent()).unwrap().problems;
    assert_eq!(deep.len(), 1, "{deep:?}");
    assert_eq!(scratch.build().problems, deep);
}

#[test]
fn a_folder_is_read_as_it_is_found() {
    let scratch = Scratch::new();
    scratch.write("latin.md", b"caf\xe9 word");
    scratch.write(".hidden/x.md", "word");
    scratch.write("node_modules/x.md", "word");
    scratch.write("image.png", b"\x89PNG");
    let outside = scratch.0.join("outside.md");
    fs::write(&outside, "secret word").unwrap();
    std::os::unix::fs::symlink(&outside, scratch.0.join("from/link.md")).unwrap();
    std::os::unix::fs::symlink(scratch.0.join("from"), scratch.0.join("from/loop")).unwrap();
    let report = scratch.build();
    let said: Vec<String> = report.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "latin.md:1: it is not UTF-8, so it was read as Windows-1252; save it as UTF-8",
            "link.md: it is a link to something that is not in the folder; copy the file into the folder",
        ]
    );
    assert_eq!(visible(&scratch.site().join("site.db")), ["0 latin latin: café word"]);
}

#[test]
fn a_folder_that_is_none_is_refused_in_one_sentence() {
    let scratch = Scratch::new();
    let from = scratch.0.join("from");
    let say = |folder: &Path| {
        build(folder, &scratch.site(), Strictness::Lenient, &Progress::silent())
            .unwrap_err()
            .to_string()
    };
    assert!(
        say(&scratch.0.join("none"))
            .ends_with("is not a folder: give the folder that holds the Markdown")
    );
    assert!(say(&from).ends_with("holds no Markdown file: give the folder that holds the pages"));
    scratch.write("book.toml", "[book");
    assert!(say(&from).contains("is no readable mdBook configuration"));
}

#[test]
fn a_database_of_another_layout_is_made_anew() {
    let scratch = Scratch::new();
    scratch.write("a.md", "word");
    scratch.build();
    let db = scratch.site().join("site.db");
    Connection::open(&db)
        .unwrap()
        .execute_batch("UPDATE site SET value = 'x' WHERE name = 'layout'")
        .unwrap();
    scratch.build();
    assert_eq!(visible(&db), ["0 a a: word"]);
    fs::write(&db, "no database").unwrap();
    scratch.build();
    assert_eq!(visible(&db), ["0 a a: word"]);
}

#[test]
fn no_statement_passes_the_bound_of_the_narrowest_database() {
    let scratch = Scratch::new();
    scratch.write(
        "headings.md",
        (0..4_000).map(|it| format!("# Heading {it}\n\nword\n\n")).collect::<String>(),
    );
    scratch.write("quotes.md", format!("```\n{}\n```\n", "'".repeat(200_000)));
    scratch.write("cjk.md", format!("- {}\n", "所有权".repeat(60_000)));
    scratch.write("camel.md", format!("```\n{}\n```\n", "someCamelCaseName ".repeat(12_000)));
    scratch.write("title.md", format!("# {}\n\nword\n", "long ".repeat(40_000)));
    scratch.write("matter.md", format!("---\ntitle: {}\n---\nword\n", "x".repeat(60_000)));
    let report = scratch.build();
    assert_eq!(report.pages, 6);
    for file in ["site.sql", "delta.sql"] {
        let sql = fs::read_to_string(scratch.site().join(file)).unwrap();
        let longest = sql.split_inclusive(";\n").map(str::len).max().unwrap();
        assert!(longest <= catalog::ports::sql::STATEMENT_BYTES_MAX, "{file}: {longest}");
    }
}
