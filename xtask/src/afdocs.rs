//! Do agents find their way through served sites, as the checker of their own specification sees it?

use std::path::Path;

use crate::process::{program, run_quietly};
use crate::project::Project;
use crate::report::{Done, Report};
use crate::trouble::Outcome;

/// What runs the checker over one site.
const SCRIPT: &str = "tests/peers/afdocs/check.mjs";
/// Where the Rust book lies.
const BOOK: &str = "tests/corpora/rust-book";

pub(crate) fn test(project: &Project, capstan: &Path, report: &mut Report) {
    report.step("afdocs over the product's own pages", || {
        check(project, capstan, "the product's own pages", &project.path("content"))
    });
    let book = project.path(BOOK);
    if !book.is_dir() {
        report.missing("afdocs over the Rust book", &format!("`{BOOK}`"));
        return;
    }
    report.step("afdocs over the Rust book", || check(project, capstan, "the Rust book", &book));
}

/// Prints what the checker says; the score stays in the summary.
fn check(project: &Project, capstan: &Path, name: &str, content: &Path) -> Outcome<Done> {
    let mut node = program(project, project.node());
    node.arg(project.path(SCRIPT)).arg(name).arg(content).env("CAPSTAN_BIN", capstan);
    let said = run_quietly(&mut node, "afdocs")?;
    print!("{said}");
    let note = said.lines().next().and_then(|it| it.split_once(": ")).map(|(_, it)| it.to_owned());
    Ok(Done::Passed { tests: 1, note: note.unwrap_or_default() })
}
