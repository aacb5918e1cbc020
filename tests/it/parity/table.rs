//! The parity table: every case on every surface, against what is written by hand.

use std::{fmt::Write as _, io::Write as _};

use catalog::fixture::fail::SECRET;
use serde_json::Value;

use super::{
    capstan::Serve,
    case::{self, Case},
    surface::{Reduced, Surface},
    wire::Address,
};
use crate::stage::Stage;

/// What a case may say of a surface that cannot spell its input.
const CANNOT: &str = "-";

/// Runs every case on one service, prints the table, and fails with every cell that is wrong.
fn hold(service: &Address, title: &str) {
    let surfaces: Vec<Surface> = Surface::ALL.into_iter().filter(|it| it.is_here()).collect();
    let mut rows = vec![vec![title.to_owned()]];
    rows[0].extend(surfaces.iter().map(|it| it.name().to_owned()));
    let mut wrong = Vec::new();
    for case in case::all() {
        let mut row = vec![case.title.clone()];
        let mut first: Option<(Surface, Value)> = None;
        for surface in &surfaces {
            let expected = case.marks[surface].as_str();
            if expected == CANNOT {
                row.push(CANNOT.to_owned());
                continue;
            }
            let found = surface.call(service, &case.capability, &case.input, case.whole);
            row.push(shown(&found));
            let mut complain = |what: String| {
                wrong.push(format!("{} on {}: {what}", case.title, surface.name()));
            };
            if found.mark != expected {
                complain(format!("{} instead of {expected}", found.mark));
            }
            check(&case, &found, &mut complain);
            if let Some(core) = found.core.map(|it| alike(&it)) {
                match &first {
                    None => first = Some((*surface, core)),
                    Some((other, same)) if *same != core => {
                        complain(format!("{core}\n  and on {}: {same}", other.name()));
                    }
                    Some(_) => {}
                }
            }
        }
        rows.push(row);
    }
    print(&rows);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn check(case: &Case, found: &Reduced, complain: &mut impl FnMut(String)) {
    if let Some(core) = &found.core
        && !case::fits(&case.gives, core)
    {
        complain(format!("{core}\n  instead of {}", case.gives));
    }
    if found.core.as_ref().is_some_and(|it| it.to_string().contains(SECRET)) {
        complain("tells the cause of an internal error".to_owned());
    }
    if let Some(next) = &found.next
        && *next != case.next
    {
        complain(format!("names {next:?} as next instead of {:?}", case.next));
    }
}

/// The answer without what differs from call to call: the id of the request.
fn alike(core: &Value) -> Value {
    let mut alike = core.clone();
    if core["tag"] == "InternalError" {
        for member in ["requestId", "message"] {
            assert!(core[member].is_string(), "{core}");
            alike[member] = Value::Null;
        }
    }
    alike
}

fn shown(found: &Reduced) -> String {
    let tag = found.core.as_ref().and_then(|it| it["tag"].as_str()).unwrap_or_default();
    format!("{} {tag}", found.mark).trim_end().to_owned()
}

/// Straight to standard error, so that the table is seen where the test passes too.
fn print(rows: &[Vec<String>]) {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap();
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let mut text = String::from("\n");
    for (index, row) in rows.iter().enumerate() {
        for (cell, width) in row.iter().zip(&widths) {
            write!(text, "| {cell:width$} ").unwrap();
        }
        text.push_str("|\n");
        if index == 0 {
            for width in &widths {
                write!(text, "|-{}-", "-".repeat(*width)).unwrap();
            }
            text.push_str("|\n");
        }
    }
    std::io::stderr().write_all(text.as_bytes()).unwrap();
}

#[test]
fn every_surface_of_the_binary_gives_the_same_answers() {
    let serve = Serve::start();
    hold(&serve.address, "capstan serve");
    // What went wrong inside is told to whoever runs the service, and to nobody else.
    let log = std::fs::read_to_string(&serve.log).unwrap();
    for told in [SECRET, "\"refused\"", "\"unknown\"", "\"approvalDenied\"", "\"invalidInput\""] {
        assert!(log.contains(told), "{told} is not in {}", serve.log.display());
    }
}

#[test]
fn every_surface_of_the_worker_gives_the_same_answers() {
    let Some((worker, _alone)) = super::reaching::worker() else { return };
    hold(&worker, "the Worker");
}

/// What has no case has no parity either.
#[test]
fn every_capability_and_every_failure_has_a_case() {
    let cases = case::all();
    let stage = Stage::open();
    let mut absent = Vec::new();
    for contract in stage.invoker.listed() {
        let name = contract.address.as_str();
        let about = || cases.iter().filter(|it| it.capability == name);
        if about().next().is_none() {
            absent.push(name.to_owned());
        }
        for (tag, _, _) in contract.failure_variants() {
            if !about().any(|it| it.gives["tag"] == tag.as_str()) {
                absent.push(format!("{name} {tag}"));
            }
        }
    }
    // It counts, so its answer differs from surface to surface; every other test asks it.
    assert_eq!(absent, ["fixture.runs"], "these have no case in tests/cases");
}
