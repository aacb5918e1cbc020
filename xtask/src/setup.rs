//! What must be on this machine before anything is built, and how does it come there?

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{program, run, run_quietly, timed};
use crate::project::Project;
use crate::trouble::{Outcome, Trouble};

const TARGET: &str = "wasm32-unknown-unknown";

/// The compiler's target, wrangler and its Node, and the tool that writes the Worker's bindings.
pub(crate) fn toolchain(project: &Project) -> Outcome<()> {
    target(project)?;
    packages(project)?;
    bindgen(project).map(drop)
}

fn target(project: &Project) -> Outcome<()> {
    let mut rustc = program(project, "rustc");
    let sysroot = run_quietly(rustc.args(["--print", "sysroot"]), "asking rustc for its folder")?;
    if Path::new(sysroot.trim()).join("lib/rustlib").join(TARGET).is_dir() {
        return Ok(());
    }
    timed("adding the WebAssembly target to rustc", || {
        run(program(project, "rustup").args(["target", "add", TARGET]), "`rustup target add`")
    })
}

/// The packages of the lock file, installed where it has changed since.
fn packages(project: &Project) -> Outcome<()> {
    let lock = project.path("package-lock.json");
    let wanted = fs::read(&lock).map_err(Trouble::file("read", &lock))?;
    let installed = project.path("node_modules/.capstan-lock.json");
    if fs::read(&installed).is_ok_and(|it| it == wanted) && project.node().exists() {
        return Ok(());
    }
    timed("installing wrangler and Node from npm (about 100 MB, half a minute)", || {
        let mut npm = program(project, "npm");
        run(npm.args(["ci", "--no-fund", "--no-audit", "--loglevel=error"]), "`npm ci`")?;
        run_quietly(Command::new(project.node()).arg("--version"), "starting npm's Node")?;
        fs::write(&installed, &wanted).map_err(Trouble::file("write", &installed))
    })
}

/// The program that writes the Worker's JavaScript bindings, of the very version that the lock
/// file has for the library.
pub(crate) fn bindgen(project: &Project) -> Outcome<PathBuf> {
    let lock = project.path("Cargo.lock");
    let text = fs::read_to_string(&lock).map_err(Trouble::file("read", &lock))?;
    let version = locked(&text, "wasm-bindgen").ok_or_else(|| {
        Trouble::new("`Cargo.lock` names no `wasm-bindgen`: restore it from the repository")
    })?;
    let folder = project.cache(&format!("wasm-bindgen-{version}"));
    let binary = folder.join("bin/wasm-bindgen");
    if binary.is_file() {
        return Ok(binary);
    }
    let what = format!("building wasm-bindgen {version} once for this user (3 to 4 minutes)");
    timed(&what, || {
        let mut cargo = program(project, "cargo");
        cargo
            .args(["install", "wasm-bindgen-cli", "--no-track", "--bin", "wasm-bindgen"])
            .args(["--version", version])
            .arg("--root")
            .arg(&folder)
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_DEBUG", "false");
        for inherited in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET"] {
            cargo.env_remove(inherited);
        }
        run(&mut cargo, "`cargo install wasm-bindgen-cli`")
    })?;
    Ok(binary)
}

/// The version of a package in a lock file.
fn locked<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::locked;

    #[test]
    fn the_version_is_that_of_the_package_and_no_other() {
        let lock = "[[package]]\nname = \"wasm-bindgen-cli\"\nversion = \"9.9.9\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(locked(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(locked(lock, "walrus"), None);
    }
}
