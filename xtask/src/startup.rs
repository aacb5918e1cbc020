//! How long does the Worker take to its first answer?

use crate::process::{program, run_quietly};
use crate::project::Project;
use crate::trouble::{Outcome, Trouble};
use crate::worker::PRODUCT;

/// Milliseconds that the Worker takes to its first answer above one that does nothing.
pub(crate) fn measure(project: &Project) -> Outcome<f64> {
    let mut node = program(project, project.node());
    node.arg("--no-warnings")
        .arg(project.path("xtask/js/startup.mjs"))
        .arg(project.path(PRODUCT))
        .arg(project.path(".capstan/startup"));
    let output = run_quietly(&mut node, "measuring the start-up")?;
    let time = output.trim();
    time.parse().map_err(|_| Trouble::new(format!("`{time}` is no number of milliseconds")))
}
