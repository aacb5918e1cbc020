//! What ran, what failed, and what could not run?

use std::time::Instant;

use crate::trouble::{Outcome, Trouble};

/// How a step ended that did not fail.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Done {
    /// So many tests passed; the note is for people.
    Passed { tests: usize, note: String },
    /// Something that it needs is not there.
    Missing { what: String },
}

impl Done {
    /// A step that is one test.
    pub(crate) fn one() -> Done {
        Done::Passed { tests: 1, note: String::new() }
    }
}

/// How a step ended, and after how long.
#[derive(Debug)]
struct Line {
    step: String,
    seconds: f32,
    end: Outcome<Done>,
}

/// The steps so far.
#[derive(Debug, Default)]
pub(crate) struct Report(Vec<Line>);

impl Report {
    /// Runs a step and notes how it ended; says whether what follows can rely on it.
    pub(crate) fn step(&mut self, step: &str, run: impl FnOnce() -> Outcome<Done>) -> bool {
        println!("── {step}");
        let start = Instant::now();
        let end = run();
        let line = Line { step: step.to_owned(), seconds: start.elapsed().as_secs_f32(), end };
        if let Err(trouble) = &line.end {
            println!("{trouble}");
        }
        println!("{line}");
        let relied_on = matches!(line.end, Ok(Done::Passed { .. }));
        self.0.push(line);
        relied_on
    }

    /// Notes a step that cannot run, and why.
    pub(crate) fn missing(&mut self, step: &str, why: &str) {
        self.step(step, || Ok(Done::Missing { what: why.to_owned() }));
    }

    /// Prints the summary; fails where a step failed, or where one is missing and may not be.
    pub(crate) fn finish(self, complete: bool) -> Outcome<()> {
        println!("\nsummary");
        self.0.iter().for_each(|line| println!("{line}"));
        let missing = self.0.iter().filter(|it| matches!(it.end, Ok(Done::Missing { .. }))).count();
        let failed = self.0.iter().filter(|it| it.end.is_err()).count();
        if missing > 0 {
            println!("{missing} did not run for want of something named above");
        }
        println!("{} passed, {failed} failed", self.passed());
        if failed > 0 {
            return Err(Trouble::new(format!("{failed} of {} steps failed", self.0.len())));
        }
        if complete && missing > 0 {
            return Err(Trouble::new(
                "every step must run with `--all`, and where the variable CI is set",
            ));
        }
        Ok(())
    }

    fn passed(&self) -> usize {
        let counts = self.0.iter().map(|line| match &line.end {
            Ok(Done::Passed { tests, .. }) => *tests,
            Ok(Done::Missing { .. }) | Err(_) => 0,
        });
        counts.sum()
    }
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (word, note) = match &self.end {
            Ok(Done::Passed { tests, note }) if *tests > 1 => {
                ("ok", format!("{tests} tests {note}"))
            }
            Ok(Done::Passed { note, .. }) => ("ok", note.clone()),
            Ok(Done::Missing { what }) => ("MISSING", what.clone()),
            Err(_) => ("FAILED", String::new()),
        };
        write!(f, "{word:>8} {:>7.1} s  {}  {note}", self.seconds, self.step)
    }
}

/// The number of passed tests that libtest's output names.
pub(crate) fn libtest(output: &str) -> usize {
    let counts = output.lines().filter_map(|line| {
        let rest = line.strip_prefix("test result: ")?;
        let (_, counts) = rest.split_once(". ")?;
        counts.split_once(" passed")?.0.parse::<usize>().ok()
    });
    counts.sum()
}

/// The number of passed tests that Node's TAP output names.
pub(crate) fn tap(output: &str) -> usize {
    let mut counts = output.lines().filter_map(|line| line.strip_prefix("# pass ")?.parse().ok());
    counts.next_back().unwrap_or(0)
}

/// The rows of tables in Node's TAP output: what tests measured.
pub(crate) fn measured(output: &str) -> impl Iterator<Item = &str> {
    output
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("# "))
        .filter(|it| it.starts_with("| "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_from_what_the_runners_print() {
        let rust = "running 3 tests\n...\ntest result: ok. 3 passed; 0 failed; 0 ignored; 0 measured\n\
                    \ntest result: ok. 12 passed; 0 failed; 0 ignored\n";
        assert_eq!(libtest(rust), 15);
        assert_eq!(tap("# tests 4\n# pass 4\n# fail 0\n"), 4);
        let rows: Vec<&str> =
            measured("ok 1 - a\n    # | a | 1 |\n# | b | 2 |\n# pass 4\n").collect();
        assert_eq!(rows, ["| a | 1 |", "| b | 2 |"]);
    }

    #[test]
    fn a_failed_step_fails_the_report_and_a_missing_one_only_where_all_must_run() {
        let report = |end: Outcome<Done>| {
            let mut report = Report::default();
            report.step("step", || end);
            report
        };
        let missing = || Ok(Done::Missing { what: "python3".to_owned() });
        assert!(report(Ok(Done::one())).finish(true).is_ok());
        assert!(report(missing()).finish(false).is_ok());
        assert!(report(missing()).finish(true).is_err());
        assert!(report(Err(Trouble::new("no"))).finish(false).is_err());
    }
}
