//! What is tested, in which order?

use std::process::Stdio;

use crate::process::{program, run, run_quietly};
use crate::project::Project;
use crate::report::{Done, Report, libtest};
use crate::trouble::{Outcome, Trouble};
use crate::worker::Budget;
use crate::{browser, cuts, peers, setup, startup, worker, workerd};

/// Every package, with the capabilities that only tests call.
const WHOLE: &[&str] = &["--workspace", "--features", "tests/fixtures"];

/// Tests everything that one machine with the basic tools can; `all` adds the rest.
pub(crate) fn test(project: &Project, all: bool) -> Outcome<()> {
    let mut report = Report::default();
    let ready = report.step("tools", || setup::toolchain(project).map(|()| Done::one()));
    report.step("format", || format(project));
    let native_lints = [WHOLE, &["--all-targets"]].concat();
    report.step("lints, native", || lint(project, &native_lints));
    if ready {
        report.step("lints, WebAssembly", || lint(project, worker::LINTED));
    } else {
        report.missing("lints, WebAssembly", "the tools");
    }
    report.step("native tests", || native(project));
    if ready {
        on_workerd(project, &mut report, all);
    } else {
        report.missing("the Worker and its tests", "the tools");
    }
    if all {
        cuts::test(project, &mut report);
    }
    report.finish(all || std::env::var_os("CI").is_some())
}

fn on_workerd(project: &Project, report: &mut Report, all: bool) {
    let product = report.step("the Worker's size", || {
        let budget = Budget::read(project)?;
        let built = worker::build(project, &[], worker::PRODUCT)?;
        budget.check_size(built.gzip).map(noted)
    });
    if product {
        report.step("the Worker's start-up", || {
            let budget = Budget::read(project)?;
            budget.check_startup(startup::measure(project)?).map(noted)
        });
    } else {
        report.missing("the Worker's start-up", "the Worker");
    }
    if product {
        report.step("nothing of tests in the Worker", || {
            worker::check_clean(project).map(|()| Done::one())
        });
    }
    let mut stage = None;
    report.step("the Worker with the test-only capabilities", || {
        stage = Some(workerd::Stage::open(project)?);
        Ok(Done::one())
    });
    let Some(stage) = stage else {
        report.missing("tests on workerd", "the Worker with the test-only capabilities");
        return;
    };
    report.step("tests on workerd", || stage.run("tests/workerd"));
    report.step("parity with the Worker", || parity(project, &stage));
    if all {
        peers::test(project, &stage, report);
        browser::test(project, &stage, report);
    }
}

fn noted(note: String) -> Done {
    Done::Passed { tests: 1, note }
}

fn format(project: &Project) -> Outcome<Done> {
    let mut cargo = program(project, "cargo");
    run(cargo.args(["fmt", "--all", "--check"]), "`cargo fmt --check`").map(|()| Done::one())
}

/// Clippy over some packages, with every warning an error.
pub(crate) fn lint(project: &Project, which: &[&str]) -> Outcome<Done> {
    let mut cargo = program(project, "cargo");
    cargo.arg("clippy").args(which).args(["--", "-D", "warnings"]);
    run(&mut cargo, "clippy").map(|()| Done::one())
}

/// The native tests that ask a served site, now that there is one.
fn parity(project: &Project, stage: &workerd::Stage<'_>) -> Outcome<Done> {
    let mut cargo = program(project, "cargo");
    cargo.args(["test", "--quiet"]).args(WHOLE).args([
        "--test",
        "it",
        "--",
        "parity",
        "--nocapture",
    ]);
    // The table of answers goes to standard error, for whoever runs this.
    cargo.env("CAPSTAN_URL", stage.url()).stderr(Stdio::inherit());
    let tests = libtest(&run_quietly(&mut cargo, "`cargo test -- parity`")?);
    if tests == 0 {
        return Err(Trouble::new("no test of parity ran: `tests/it/main.rs` must hold them"));
    }
    Ok(Done::Passed { tests, note: String::new() })
}

fn native(project: &Project) -> Outcome<Done> {
    tests(project, WHOLE)
}

/// Cargo's tests of some packages. What they print is shown where one fails.
pub(crate) fn tests(project: &Project, which: &[&str]) -> Outcome<Done> {
    let mut build = program(project, "cargo");
    run(build.args(["test", "--no-run"]).args(which), "compiling the tests")?;
    let mut cargo = program(project, "cargo");
    cargo.args(["test", "--quiet", "--no-fail-fast"]).args(which);
    let output = run_quietly(&mut cargo, "`cargo test`")?;
    Ok(Done::Passed { tests: libtest(&output), note: String::new() })
}
