//! How long does the product take for its work, beside others that do the same?

use std::path::PathBuf;

use crate::process::{program, run, timed};
use crate::project::Project;
use crate::setup;
use crate::trouble::Outcome;

/// The version of mdBook that is measured beside the product, as it is published.
const MDBOOK: &str = "0.5.4";

/// Prints how long sites take to build.
pub(crate) fn build(project: &Project) -> Outcome<()> {
    setup::toolchain(project)?;
    timed("compiling the native binary for release", || {
        let mut cargo = program(project, "cargo");
        cargo.args(["build", "--release", "--package", "capstan", "--bin", "capstan"]);
        cargo.arg("--target-dir").arg(project.path("target"));
        run(&mut cargo, "building `capstan`")
    })?;
    let mdbook = mdbook(project)?;
    let mut node = program(project, project.node());
    node.arg("bench/build/run.mjs").arg("--mdbook").arg(mdbook);
    run(&mut node, "`bench/build/run.mjs`")
}

/// mdBook, installed once for this user.
fn mdbook(project: &Project) -> Outcome<PathBuf> {
    let folder = project.cache(&format!("mdbook-{MDBOOK}"));
    let binary = folder.join("bin/mdbook");
    if binary.is_file() {
        return Ok(binary);
    }
    timed(&format!("building mdBook {MDBOOK} once for this user"), || {
        let mut cargo = program(project, "cargo");
        cargo.args(["install", "mdbook", "--no-track", "--locked", "--version", MDBOOK]);
        cargo.arg("--root").arg(&folder);
        for inherited in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET"] {
            cargo.env_remove(inherited);
        }
        run(&mut cargo, "`cargo install mdbook`")
    })?;
    Ok(binary)
}
