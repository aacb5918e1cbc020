//! Does a built folder of hostile pages hold every page, and nothing of what is around it?

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use scraper::{Html, Selector};

use super::corpus;

const GOOD: &str = "# A good page\n\nIt says *what* it says, and [leads](script.md) on.\n";

/// A folder beside which lies what no page may show, and its site once built.
fn built(name: &str, pages: &[(String, String)]) -> PathBuf {
    let around = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("hostile-{name}-{}", std::process::id()));
    let folder = around.join("pages");
    fs::create_dir_all(&folder).unwrap();
    for name in ["outside-the-folder.txt", "outside-the-folder.md", "outside-the-folder.png"] {
        fs::write(around.join(name), corpus::SECRET).unwrap();
    }
    #[cfg(unix)]
    for name in ["led-outside.md", "led-outside.png"] {
        let _ = fs::remove_file(folder.join(name));
        std::os::unix::fs::symlink("../outside-the-folder.txt", folder.join(name)).unwrap();
    }
    for (file, text) in pages {
        fs::write(folder.join(file), text).unwrap();
    }
    let ended = Command::new(env!("CARGO_BIN_EXE_capstan-under-test"))
        .args(["build", "pages"])
        .current_dir(&around)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{said}");
    around
}

/// Every file below a folder.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files
}

fn article_in(html: &str) -> String {
    let document = Html::parse_document(html);
    let mut articles = document.select(&Selector::parse("article").unwrap()).collect::<Vec<_>>();
    assert_eq!(articles.len(), 1, "articles in {html}");
    articles.remove(0).inner_html()
}

/// What of a whole document could run, its own few files aside.
fn runs(html: &str) -> Vec<String> {
    let document = Html::parse_document(html);
    let mut faults = Vec::new();
    for element in document.select(&Selector::parse("*").unwrap()) {
        let (name, value) = (element.value().name(), element.value());
        let text: String = element.text().collect();
        let is_own = value.attr("src").is_some_and(|it| it.starts_with("/_/")) && text.is_empty();
        let is_data = value.attr("type") == Some("application/ld+json");
        match name {
            "script" if !is_own && !is_data => faults.push(format!("a script: {text}")),
            "iframe" | "object" | "embed" | "base" | "frame" | "style" => {
                faults.push(format!("<{name}>"));
            }
            _ => {}
        }
        for (attribute, value) in value.attrs() {
            let dense: String = value.chars().filter(|it| *it > ' ').collect();
            let dense = dense.to_lowercase();
            let runs = attribute.starts_with("on")
                || attribute == "srcdoc"
                || ["javascript:", "vbscript:", "data:text"].iter().any(|it| dense.starts_with(it));
            if runs {
                faults.push(format!("{attribute}={value:?} of <{name}>"));
            }
        }
    }
    faults
}

#[test]
fn a_folder_of_hostile_pages_becomes_a_whole_site() {
    let mut pages: Vec<(String, String)> =
        corpus::pages().into_iter().map(|it| (it.file, it.text)).collect();
    pages.push(("good.md".to_owned(), GOOD.to_owned()));
    let around = built("all", &pages);
    let site = around.join("pages/.capstan/site");
    let site = if site.exists() { site } else { around.join(".capstan/site") };
    let assets = site.join("assets");
    let mut faults: Vec<String> = Vec::new();
    for (file, _) in &pages {
        let id = file.strip_suffix(".md").unwrap();
        assert!(assets.join(format!("{id}.md")).exists(), "{file} is lost as Markdown");
        let html = fs::read_to_string(assets.join(format!("{id}.html")))
            .unwrap_or_else(|_| panic!("{file} is lost as HTML"));
        faults.extend(runs(&html).into_iter().map(|it| format!("{file}: {it}")));
        assert!(article_in(&html).len() > 1, "{file}");
    }
    assert_eq!(faults, [""; 0]);
    for file in files_below(&site) {
        let bytes = fs::read(&file).unwrap();
        let is_there =
            bytes.windows(corpus::SECRET.len()).any(|it| it == corpus::SECRET.as_bytes());
        assert!(!is_there, "{} holds what is not of the folder", file.display());
    }
    // The good page reads as in a folder of its own with the one it leads to.
    let script = pages.iter().find(|it| it.0 == "script.md").unwrap().clone();
    let alone = built("alone", &[script, ("good.md".to_owned(), GOOD.to_owned())]);
    let alone = if alone.join("pages/.capstan/site").exists() {
        alone.join("pages/.capstan/site")
    } else {
        alone.join(".capstan/site")
    };
    let read = |site: &Path| fs::read_to_string(site.join("assets/good.html")).unwrap();
    let (among, alone) = (article_in(&read(&site)), article_in(&read(&alone)));
    assert!(among.contains("It says <em>what</em> it says"), "{among}");
    assert_eq!(among, alone);
}
