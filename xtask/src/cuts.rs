//! Does the product build and pass without each surface?

use crate::project::Project;
use crate::report::Report;
use crate::test::{lint, tests};
use crate::worker;

/// The features that cut a surface.
const CUTS: [&str; 4] = ["no-http", "no-mcp", "no-rpc", "no-cli"];

/// The packages that have them.
const PACKAGES: [&str; 8] = [
    "--package",
    "projections",
    "--package",
    "gateway",
    "--package",
    "capstan",
    "--package",
    "tests",
];

pub(crate) fn test(project: &Project, report: &mut Report) {
    for cut in CUTS {
        let features = format!("{cut},tests/fixtures");
        let native = [&PACKAGES[..], &["--features", &features]].concat();
        let linted = [&native[..], &["--all-targets"]].concat();
        let wasm = [worker::LINTED, &["--features", cut]].concat();
        report.step(&format!("lints, {cut}"), || lint(project, &linted));
        report.step(&format!("lints, {cut}, WebAssembly"), || lint(project, &wasm));
        report.step(&format!("tests, {cut}"), || tests(project, &native));
    }
}
