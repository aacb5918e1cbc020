//! Do other people's clients and tools find the product to be what it says?

use std::fs;
use std::path::PathBuf;

use crate::afdocs;
use crate::digest;
use crate::process::{program, run_quietly};
use crate::project::Project;
use crate::report::{Done, Report};
use crate::trouble::{Outcome, Trouble};
use crate::workerd::Stage;

/// Node tests that need packages of their own.
const FOLDER: &str = "tests/peers";

pub(crate) fn test(project: &Project, stage: &Stage<'_>, report: &mut Report) {
    let python = python(project);
    if !project.path(FOLDER).join("package.json").is_file() {
        report.missing("peers", &format!("`{FOLDER}/package.json`"));
        return;
    }
    let packages =
        report.step("the peers' packages", || packages(project, FOLDER).map(|()| Done::one()));
    if packages {
        let venv = python.as_ref().ok().cloned().flatten();
        let more: Vec<_> = venv.into_iter().map(|it| ("CAPSTAN_PYTHON", it)).collect();
        report.step("peers on Node", || stage.run_with(FOLDER, &more));
        afdocs::test(project, stage.capstan(), report);
    }
    report.step("schemathesis", || match python? {
        None => Ok(Done::Missing {
            what: "python3 with venv (on Debian: apt-get install python3-venv)".to_owned(),
        }),
        Some(python) => schemathesis(project, stage, &python),
    });
}

/// What a folder of Node tests needs, as its lock file has it.
pub(crate) fn packages(project: &Project, folder: &str) -> Outcome<()> {
    let folder = project.path(folder);
    let lock = folder.join("package-lock.json");
    let wanted = fs::read(&lock).map_err(Trouble::file("read", &lock))?;
    let installed = folder.join("node_modules/.capstan-lock.json");
    if fs::read(&installed).is_ok_and(|it| it == wanted) {
        return Ok(());
    }
    let mut npm = program(project, "npm");
    npm.args(["ci", "--no-fund", "--no-audit", "--loglevel=error"]).current_dir(&folder);
    run_quietly(&mut npm, "`npm ci` for tests on Node")?;
    fs::write(&installed, &wanted).map_err(Trouble::file("write", &installed))
}

/// The Python with the pinned packages, in the per-user cache; `None` where there is no Python.
fn python(project: &Project) -> Outcome<Option<PathBuf>> {
    let pins = project.path(FOLDER).join("requirements.txt");
    if !pins.is_file() {
        return Ok(None);
    }
    let folder = project.cache(&format!("python-{}", digest::of_file(&pins)?));
    let binary = folder.join("bin/python");
    let whole = folder.join("installed");
    if whole.is_file() {
        return Ok(Some(binary));
    }
    let mut venv = program(project, "python3");
    if run_quietly(venv.args(["-m", "venv", "--clear"]).arg(&folder), "`python3 -m venv`").is_err()
    {
        return Ok(None);
    }
    let mut pip = program(project, &binary);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]).arg(&pins);
    run_quietly(&mut pip, "`pip install` for the peers")?;
    fs::write(&whole, "").map_err(Trouble::file("write", &whole))?;
    Ok(Some(binary))
}

/// The product's own operations; the test-only ones are there to fail.
fn schemathesis(project: &Project, stage: &Stage<'_>, python: &PathBuf) -> Outcome<Done> {
    let mut run = program(project, python);
    run.args(["-m", "schemathesis.cli", "--config-file"])
        .arg(project.path(FOLDER).join("schemathesis.toml"))
        .arg("run")
        .arg(format!("{}/openapi.json", stage.url()))
        .args(["--exclude-path-regex", "^/api/fixture[.]"])
        .args(["--checks", "all", "--max-examples", "50", "--seed", "1", "--no-color"])
        .env("PYTHONDONTWRITEBYTECODE", "1")
        // It keeps what it found beside it.
        .current_dir(project.path(".capstan"));
    run_quietly(&mut run, "schemathesis").map(|_| Done::one())
}
