//! How is a folder served while it and the product are being edited?

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::arguments::Dev;
use crate::database::{self, STATE};
use crate::process::timed;
use crate::project::Project;
use crate::server::{self, Served, Server};
use crate::site::{self, SITE};
use crate::trouble::Outcome;
use crate::watch::Watched;
use crate::{setup, worker};

/// How often files are looked at, where looking is quick.
const PAUSE: Duration = Duration::from_millis(250);

/// What the Worker and the native binary are made of.
const SOURCES: [&str; 7] =
    ["Cargo.toml", "Cargo.lock", "capabilities", "cli", "codemode-isolate", "migrations", "worker"];

pub(crate) fn serve(project: &Project, wanted: &Dev) -> Outcome<()> {
    let content = site::content(project, wanted.content.as_deref())?;
    server::free(wanted.port)?;
    setup::toolchain(project)?;
    let mut sources = Watched::new(SOURCES.iter().map(|it| project.path(it)).collect());
    let mut pages = Watched::new(vec![content.clone()]);
    let mut session = Session {
        project,
        content,
        capstan: site::compile(project, &[])?,
        database: database::local(project, STATE)?,
    };
    timed("building the site", || session.pages())?;
    println!("{}", worker::build(project, &[], worker::PRODUCT)?);
    let mut server = timed("starting wrangler", || {
        Server::start(project, &Served { instead: None, port: wanted.port })
    })?;
    println!("\n{} is served on {}", session.content.display(), server.url());
    println!("Edits of Markdown and of Rust show by themselves; Ctrl-C stops.\n");
    loop {
        let look = Instant::now();
        if let Some((path, number)) = pages.changed() {
            session.told(&path, number, Session::pages);
        }
        if let Some((path, number)) = sources.changed() {
            session.told(&path, number, Session::sources);
        }
        server.check()?;
        std::thread::sleep(PAUSE.max(look.elapsed() * 2));
    }
}

struct Session<'a> {
    project: &'a Project,
    content: PathBuf,
    capstan: PathBuf,
    database: PathBuf,
}

impl Session<'_> {
    /// Acts on a change; a failure is said and the site stays as it was.
    fn told(&mut self, path: &Path, number: usize, act: fn(&mut Self) -> Outcome<()>) {
        let others = if number > 1 { format!(" and {} more", number - 1) } else { String::new() };
        println!("changed: {}{others}", path.display());
        let start = Instant::now();
        match act(self) {
            Ok(()) => println!("shown after {:.1} s", start.elapsed().as_secs_f32()),
            Err(trouble) => println!("not shown: {trouble}"),
        }
    }

    fn pages(&mut self) -> Outcome<()> {
        let site = self.project.path(SITE);
        site::build(self.project, &self.capstan, &self.content, &site, &self.database)
    }

    fn sources(&mut self) -> Outcome<()> {
        self.capstan = site::compile(self.project, &[])?;
        self.pages()?;
        println!("{}", worker::build(self.project, &[], worker::PRODUCT)?);
        Ok(())
    }
}
