//! Does the reader work in a real browser, and what do the browser's own checkers say of it?

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::peers;
use crate::process::{program, run, run_quietly, timed};
use crate::project::Project;
use crate::report::{Done, Report};
use crate::trouble::{Outcome, Trouble};
use crate::workerd::Stage;

/// Node tests that drive a browser.
const FOLDER: &str = "tests/browser";
/// What runs Lighthouse.
const LIGHTHOUSE: &str = "tests/browser/lighthouse.mjs";
/// Where Chromium and its relatives are, in the order in which they are taken.
const BROWSERS: &[&str] = &[
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome-stable",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
/// Names one that is somewhere else.
const VARIABLE: &str = "CAPSTAN_CHROMIUM";

pub(crate) fn test(project: &Project, stage: &Stage<'_>, report: &mut Report) {
    let mut found = None;
    report.step("a browser", || match chromium(project)? {
        Some(path) => {
            let note = path.display().to_string();
            found = Some(path);
            Ok(Done::Passed { tests: 1, note })
        }
        None => Ok(Done::Missing {
            what: format!("Chromium (on Debian: apt-get install chromium), or {VARIABLE}"),
        }),
    });
    let Some(chromium) = found else {
        report.missing("the reader in a browser", "Chromium");
        report.missing("Lighthouse", "Chromium");
        return;
    };
    if !report.step("the browser tests' packages", || {
        peers::packages(project, FOLDER).map(|()| Done::one())
    }) {
        report.missing("the reader in a browser", "its packages");
        report.missing("Lighthouse", "its packages");
        return;
    }
    report.step("the reader in a browser", || {
        stage.run_with(FOLDER, &[(VARIABLE, chromium.clone())])
    });
    report.step("Lighthouse", || lighthouse(project, stage.capstan(), &chromium));
}

/// The machine's Chromium; where there is none and this user may, Debian's is installed.
fn chromium(project: &Project) -> Outcome<Option<PathBuf>> {
    let named = std::env::var_os(VARIABLE).map(PathBuf::from);
    if let Some(named) = named {
        if named.is_file() {
            return Ok(Some(named));
        }
        return Err(Trouble::new(format!("{VARIABLE} names no file: `{}`", named.display())));
    }
    let installed = || BROWSERS.iter().map(PathBuf::from).find(|it| it.is_file());
    if let Some(found) = installed() {
        return Ok(Some(found));
    }
    if !may_install(project) {
        return Ok(None);
    }
    timed("installing Debian's Chromium (about 300 MB)", || {
        let apt = || -> Command {
            let mut apt = program(project, "apt-get");
            apt.env("DEBIAN_FRONTEND", "noninteractive");
            apt
        };
        run(apt().args(["update", "-q"]), "`apt-get update`")?;
        let install = ["install", "-q", "-y", "--no-install-recommends", "chromium"];
        run(apt().args(install), "`apt-get install chromium`")
    })?;
    Ok(installed())
}

fn may_install(project: &Project) -> bool {
    let user = run_quietly(program(project, "id").arg("-u"), "`id -u`");
    Path::new("/usr/bin/apt-get").is_file() && user.is_ok_and(|it| it.trim() == "0")
}

/// Prints what Lighthouse says; the scores of the first page stay in the summary.
fn lighthouse(project: &Project, capstan: &Path, chromium: &Path) -> Outcome<Done> {
    let mut node = program(project, project.node());
    node.arg(project.path(LIGHTHOUSE)).env("CAPSTAN_BIN", capstan).env(VARIABLE, chromium);
    let said = run_quietly(&mut node, "Lighthouse")?;
    print!("{said}");
    let pages = said.lines().filter(|it| it.starts_with('/')).count();
    Ok(Done::Passed { tests: pages, note: said.lines().next().unwrap_or_default().to_owned() })
}
