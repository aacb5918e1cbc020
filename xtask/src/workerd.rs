//! Against what do tests on workerd run?

use std::fs;
use std::path::{Path, PathBuf};

use crate::database;
use crate::process::{program, run_quietly};
use crate::project::Project;
use crate::report::{Done, measured, tap};
use crate::server::{Instead, Served, Server, any_free};
use crate::site;
use crate::trouble::{Outcome, Trouble};
use crate::worker;

/// The Worker with the test-only capabilities.
const WORKER: &str = ".capstan/test/worker";
/// Its database and its log.
const STATE: &str = ".capstan/test/state";
/// The folder of Markdown that tests know.
pub(crate) const CONTENT: &str = "tests/site";
/// Where its site is built.
const SITE: &str = ".capstan/test/site";
/// The folder of all that.
const FOLDER: &str = ".capstan/test";

/// One `wrangler dev` over the site that tests know, with the native binary beside it.
#[derive(Debug)]
pub(crate) struct Stage<'a> {
    project: &'a Project,
    server: Server,
    capstan: PathBuf,
}

impl<'a> Stage<'a> {
    pub(crate) fn open(project: &'a Project) -> Outcome<Stage<'a>> {
        let folder = project.path(FOLDER);
        fs::create_dir_all(&folder).map_err(Trouble::file("create", &folder))?;
        // Answers name the generation of the site, so each stage begins with the first one.
        for left in [SITE, STATE] {
            let left = project.path(left);
            if left.exists() {
                fs::remove_dir_all(&left).map_err(Trouble::file("remove", &left))?;
            }
        }
        let capstan = site::compile(project, &["fixtures"])?;
        own_site(project, &capstan)?;
        let database = database::local(project, STATE)?;
        site::build(project, &capstan, &project.path(CONTENT), &project.path(SITE), &database)?;
        worker::build(project, &["fixtures"], WORKER)?;
        let held = worker::held_of_tests(&project.path(WORKER).join("engine_bg.wasm"))?;
        if held.len() < worker::OF_TESTS.len() {
            let message =
                format!("the Worker with fixtures holds {held:?} alone: the look is blind");
            return Err(Trouble::new(message));
        }
        let served = Served {
            instead: Some(Instead {
                entry: project.path(WORKER).join("entry.mjs"),
                assets: project.path(SITE).join("assets"),
                state: project.path(STATE),
                log: folder.join("wrangler.log"),
            }),
            port: any_free()?,
        };
        Ok(Stage { project, server: Server::start(project, &served)?, capstan })
    }

    pub(crate) fn url(&self) -> String {
        self.server.url()
    }

    /// The native binary.
    pub(crate) fn capstan(&self) -> &Path {
        &self.capstan
    }

    /// Runs the Node tests below a folder.
    pub(crate) fn run(&self, folder: &str) -> Outcome<Done> {
        self.run_with(folder, &[])
    }

    pub(crate) fn run_with(&self, folder: &str, more: &[(&str, PathBuf)]) -> Outcome<Done> {
        if !self.project.path(folder).is_dir() {
            return Ok(Done::Missing { what: format!("`{folder}`") });
        }
        let mut node = program(self.project, self.project.node());
        node.args(["--no-warnings", "--test", "--test-reporter=tap"])
            .arg(format!("{folder}/**/*.test.mjs"))
            .env("CAPSTAN_URL", self.url())
            .env("CAPSTAN_BIN", &self.capstan)
            .env("CAPSTAN_SITE", self.project.path(SITE))
            .envs(more.iter().map(|(name, value)| (name, value)));
        let output = run_quietly(&mut node, &format!("`node --test {folder}`"))?;
        measured(&output).for_each(|row| println!("{row}"));
        Ok(Done::Passed { tests: tap(&output), note: String::new() })
    }
}

/// Builds the product's own site where none was built yet, so that a plain `npx wrangler dev` has
/// something to serve; one that `dev` has built stays.
fn own_site(project: &Project, capstan: &Path) -> Outcome<()> {
    let site = project.path(site::SITE);
    if site.join("assets").is_dir() {
        return Ok(());
    }
    let database = database::local(project, database::STATE)?;
    site::build(project, capstan, &project.path("content"), &site, &database)
}
