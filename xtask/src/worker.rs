//! How does the Worker get from Rust to what wrangler bundles?
//!
//! Cargo, wasm-bindgen and wrangler's own bundler, driven from here: `worker-build` would fetch
//! three programs from release pages and bundle a second time. What its shim gives, a fresh engine
//! after a trap, is in `worker/shim/entry.mjs`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::digest;
use crate::process::{program, run, run_quietly, timed};
use crate::project::Project;
use crate::setup;
use crate::trouble::{Outcome, Trouble};

/// Where the product's Worker goes.
pub(crate) const PRODUCT: &str = ".capstan/worker";

/// Which package clippy checks for WebAssembly, and how.
pub(crate) const LINTED: &[&str] = &["--package", "gateway", "--target", "wasm32-unknown-unknown"];

/// What WebAssembly may use beyond rustc's default.
const RUSTFLAGS: &str = "-C target-feature=+simd128";

/// A built Worker.
#[derive(Debug)]
pub(crate) struct Built {
    /// Bytes of WebAssembly, compressed as the platform counts them.
    pub(crate) gzip: u64,
}

impl std::fmt::Display for Built {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the Worker's WebAssembly is {:.1} KiB gzip", kib(self.gzip))
    }
}

/// What the Worker may weigh and take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Budget {
    gzip_kib: f64,
    startup_ms: f64,
}

impl Budget {
    pub(crate) fn read(project: &Project) -> Outcome<Budget> {
        let file = project.path("worker/budget.toml");
        let text = fs::read_to_string(&file).map_err(Trouble::file("read", &file))?;
        let number = |name: &str| {
            let mut lines = text.lines().filter_map(|line| line.split_once(" = "));
            let value = lines.find(|(key, _)| *key == name).and_then(|(_, it)| it.parse().ok());
            value.ok_or_else(|| {
                Trouble::new(format!("`{}` has no line `{name} = NUMBER`", file.display()))
            })
        };
        Ok(Budget { gzip_kib: number("gzip_kib")?, startup_ms: number("startup_ms")? })
    }

    pub(crate) fn check_size(self, gzip: u64) -> Outcome<String> {
        within(kib(gzip), self.gzip_kib, "KiB gzip")
    }

    pub(crate) fn check_startup(self, milliseconds: f64) -> Outcome<String> {
        within(milliseconds, self.startup_ms, "ms to the first answer")
    }
}

fn within(found: f64, budget: f64, unit: &str) -> Outcome<String> {
    let sentence = format!("{found:.1} {unit}, of {budget:.0}");
    if found <= budget {
        return Ok(sentence);
    }
    Err(Trouble::new(format!("{sentence}: above the budget in `worker/budget.toml`")))
}

#[expect(clippy::cast_precision_loss, reason = "a size for people")]
fn kib(bytes: u64) -> f64 {
    bytes as f64 / 1024.0
}

/// Builds the Worker with `features` into `folder`.
pub(crate) fn build(project: &Project, features: &[&str], folder: &str) -> Outcome<Built> {
    let wasm = timed("compiling the Worker", || compile(project, features))?;
    let folder = project.path(folder);
    let (written, note) = (folder.join("engine_bg.wasm"), folder.join("compiled"));
    let wanted = digest::of_file(&wasm)?;
    if !written.is_file() || fs::read_to_string(&note).ok().as_ref() != Some(&wanted) {
        bind(project, &wasm, &folder)?;
        fs::write(&note, wanted).map_err(Trouble::file("write", &note))?;
    }
    copy_shim(project, &folder)?;
    let gzip = gzip(project, &written)?;
    Ok(Built { gzip })
}

/// Names that only tests call; each stands in the Worker with fixtures, and in no other.
pub(crate) const OF_TESTS: [&str; 3] =
    ["fixture.fields", "test_simple_text", "test_input_required_result_prompt"];

/// Fails where the product's Worker holds what only tests call.
pub(crate) fn check_clean(project: &Project) -> Outcome<()> {
    match held_of_tests(&project.path(PRODUCT).join("engine_bg.wasm"))?.as_slice() {
        [] => Ok(()),
        held => Err(Trouble::new(format!(
            "the product's Worker holds {}: turn the feature `fixtures` off",
            held.join(", ")
        ))),
    }
}

/// Which names of tests a module holds.
pub(crate) fn held_of_tests(module: &Path) -> Outcome<Vec<&'static str>> {
    let bytes = fs::read(module).map_err(Trouble::file("read", module))?;
    let holds = |name: &&str| bytes.windows(name.len()).any(|it| it == name.as_bytes());
    Ok(OF_TESTS.into_iter().filter(holds).collect())
}

fn compile(project: &Project, features: &[&str]) -> Outcome<PathBuf> {
    let target = project.path("target/worker");
    let mut cargo = program(project, "cargo");
    cargo
        .args(["build", "--package", "gateway", "--profile", "worker"])
        .args(["--target", "wasm32-unknown-unknown"])
        .arg("--target-dir")
        .arg(&target)
        .env("RUSTFLAGS", RUSTFLAGS);
    if !features.is_empty() {
        cargo.arg("--features").arg(features.join(","));
    }
    run(&mut cargo, "building the Worker")?;
    Ok(target.join("wasm32-unknown-unknown/worker/gateway.wasm"))
}

fn bind(project: &Project, wasm: &Path, folder: &Path) -> Outcome<()> {
    let staged = folder.with_extension("new");
    if staged.exists() {
        fs::remove_dir_all(&staged).map_err(Trouble::file("remove", &staged))?;
    }
    let mut bindgen = program(project, setup::bindgen(project)?);
    bindgen
        .arg(wasm)
        .args(["--target", "module", "--no-typescript", "--out-name", "engine"])
        .args(["--experimental-reset-state-function", "--force-enable-abort-handler"])
        .args(["--remove-producers-section", "--out-dir"])
        .arg(&staged);
    run_quietly(&mut bindgen, "`wasm-bindgen`")?;
    let script = staged.join("engine.js");
    let text = fs::read_to_string(&script).map_err(Trouble::file("read", &script))?;
    // A source-phase import is what wasm-bindgen writes and what wrangler's plain import means.
    let plain = text.replacen("import source wasmModule", "import wasmModule", 1);
    if plain == text {
        return Err(Trouble::new(
            "`wasm-bindgen` writes its import of the WebAssembly module in a new way: \
             `xtask/src/worker.rs` must follow it",
        ));
    }
    fs::write(&script, plain).map_err(Trouble::file("write", &script))?;
    replace(&staged, folder)
}

/// Moves every file of `from` over its like in `to`, the bindings last: wrangler watches them.
fn replace(from: &Path, to: &Path) -> Outcome<()> {
    fs::create_dir_all(to).map_err(Trouble::file("create", to))?;
    let entries = fs::read_dir(from).map_err(Trouble::file("read", from))?;
    let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
    names.sort_by_key(|name| name == "engine.js");
    for name in names {
        let (source, target) = (from.join(&name), to.join(&name));
        if target.is_dir() {
            fs::remove_dir_all(&target).map_err(Trouble::file("remove", &target))?;
        }
        fs::rename(&source, &target).map_err(Trouble::file("write", &target))?;
    }
    fs::remove_dir_all(from).map_err(Trouble::file("remove", from))
}

fn copy_shim(project: &Project, folder: &Path) -> Outcome<()> {
    let (source, target) = (project.path("worker/shim/entry.mjs"), folder.join("entry.mjs"));
    let wanted = fs::read(&source).map_err(Trouble::file("read", &source))?;
    if fs::read(&target).is_ok_and(|it| it == wanted) {
        return Ok(());
    }
    fs::write(&target, wanted).map_err(Trouble::file("write", &target))
}

fn gzip(project: &Project, file: &Path) -> Outcome<u64> {
    const SCRIPT: &str = "console.log(require('node:zlib')\
        .gzipSync(require('node:fs').readFileSync(process.argv[1]), { level: 9 }).length)";
    let mut node = program(project, project.node());
    let size = run_quietly(node.args(["-e", SCRIPT]).arg(file), "measuring the Worker")?;
    size.trim().parse().map_err(|_| Trouble::new(format!("`{}` is no size", size.trim())))
}
