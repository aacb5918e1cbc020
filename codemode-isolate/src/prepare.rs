//! How does the text that was sent become a module that a sandbox runs?

use oxc_allocator::Allocator;
use oxc_ast_visit::Visit;
use oxc_parser::ParserReturn;

use crate::{
    diagnostic::{Diagnostic, Kind},
    edit::Edits,
    parse::{Reading, nests_too_deep, parse, readings},
    place::Sent,
    rule::Survey,
    shape::shape_of,
    splice::SpliceTable,
    tools::{Tools, Warning},
    typescript::Rewriter,
    usage::{Finding, findings},
};

/// What a run gives its program, each by name. No statement of a program sees another run's.
pub const RUN_NAMES: &[&str] = &[
    "tools",
    "params",
    "console",
    "Date",
    "Math",
    "crypto",
    "setTimeout",
    "clearTimeout",
    "queueMicrotask",
    "globalThis",
];

/// A program that may run.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The module's text, and where its parts come from.
    pub module: SpliceTable,
    /// What is likely a mistake.
    pub warnings: Vec<Warning>,
}

/// Makes a program ready: a module whose default export takes the guard and what the run gives,
/// and answers with the program's async function.
///
/// # Errors
/// Why the program cannot run, or would certainly fail.
pub fn prepare(text: &str, tools: &dyn Tools) -> Result<Prepared, Diagnostic> {
    let sent = Sent::new(text);
    let mut complaint = None;
    for reading in readings(text) {
        if let Some(at) = nests_too_deep(&reading.source) {
            complaint.get_or_insert_with(|| too_deep(&sent, reading.sent_offset(at)));
            continue;
        }
        let allocator = Allocator::default();
        let parsed = parse(&allocator, &reading.source, false);
        if !parsed.panicked && parsed.diagnostics.is_empty() {
            return finish(&sent, &reading, &parsed, tools);
        }
        if let Some(diagnostic) = markup(&sent, &reading) {
            complaint.get_or_insert(diagnostic);
        }
        // The first reading's complaint is about the text as its author meant it.
        complaint.get_or_insert_with(|| syntax_error(&sent, &reading, &parsed));
    }
    Err(complaint.unwrap_or_else(|| Diagnostic::new(Kind::ParseError, "There is no program")))
}

/// Whether the text is only no program because it holds JSX.
fn markup(sent: &Sent<'_>, reading: &Reading) -> Option<Diagnostic> {
    if !reading.source.contains("</") && !reading.source.contains("/>") {
        return None;
    }
    let allocator = Allocator::default();
    let parsed = parse(&allocator, &reading.source, true);
    if parsed.panicked || !parsed.diagnostics.is_empty() {
        return None;
    }
    let survey = Survey::of(&parsed.program);
    survey
        .breach
        .map(|it| forbidden(sent, reading.sent_offset(it.at as usize), &it.what, it.instead))
}

fn forbidden(sent: &Sent<'_>, at: usize, what: &str, instead: &str) -> Diagnostic {
    Diagnostic::new(Kind::ForbiddenConstruct, format!("A program cannot use {what}"))
        .at(sent, sent.place(at))
        .hint(instead)
}

fn too_deep(sent: &Sent<'_>, at: usize) -> Diagnostic {
    Diagnostic::new(Kind::ParseError, "The program nests too deep")
        .at(sent, sent.place(at))
        .hint("Use a loop, or name the parts.")
}

fn syntax_error(sent: &Sent<'_>, reading: &Reading, parsed: &ParserReturn<'_>) -> Diagnostic {
    let Some(first) = parsed.diagnostics.first() else {
        return Diagnostic::new(Kind::ParseError, "The program has invalid syntax");
    };
    let at = first.labels.first().map_or(0, |it| it.offset() as usize);
    let said = first.message.trim_end_matches('.').to_owned();
    let diagnostic =
        Diagnostic::new(Kind::ParseError, said).at(sent, sent.place(reading.sent_offset(at)));
    match &first.help {
        Some(help) => diagnostic.hint(help.to_string()),
        None => diagnostic,
    }
}

fn finish(
    sent: &Sent<'_>,
    reading: &Reading,
    parsed: &ParserReturn<'_>,
    tools: &dyn Tools,
) -> Result<Prepared, Diagnostic> {
    let program = &parsed.program;
    let survey = Survey::of(program);
    if let Some(at) = survey.too_deep {
        return Err(too_deep(sent, reading.sent_offset(at as usize)));
    }
    if let Some(breach) = &survey.breach {
        let at = reading.sent_offset(breach.at as usize);
        return Err(forbidden(sent, at, &breach.what, breach.instead));
    }
    let found = findings(program, &survey, tools);
    if let Some(first) = found.iter().find(|it| it.certain) {
        return Err(failure(sent, reading, first));
    }
    let mut warnings: Vec<Warning> = found.iter().map(|it| warning(sent, reading, it)).collect();

    let guard = survey.fresh_name(&reading.source, "step");
    let value = survey.fresh_name(&reading.source, "value");
    let mut edits = Edits::default();
    let shape = shape_of(program, &survey, &value, &mut edits);
    let mut rewriter = Rewriter {
        source: &reading.source,
        guard: &guard,
        edits,
        closed_by_hand: shape.closings.last().map(|it| it.0),
    };
    rewriter.visit_program(program);
    let mut edits = rewriter.edits;
    for (at, text) in shape.closings {
        edits.close(at, text);
    }
    if let Some(message) = shape.warning {
        warnings.push(Warning { message, line: None, column: None });
    }
    let names = RUN_NAMES.join(", ");
    let head = format!("export default ({guard}, {{ {names} }}) => async function program() {{\n");
    let tail = format!("\n{}\n}};\n", shape.tail);
    let offset = |it: usize| reading.sent_offset(it);
    let module = SpliceTable::apply(&head, &reading.source, &edits.in_order(), &tail, offset);
    Ok(Prepared { module, warnings })
}

fn failure(sent: &Sent<'_>, reading: &Reading, finding: &Finding) -> Diagnostic {
    let unknown = finding.kind == Kind::UnknownTool;
    let tag = if unknown { "UnknownCapability" } else { "InvalidInput" };
    Diagnostic::new(finding.kind, &finding.message)
        .at(sent, sent.place(reading.sent_offset(finding.at as usize)))
        .hint(&finding.hint)
        .tag(tag)
}

fn warning(sent: &Sent<'_>, reading: &Reading, finding: &Finding) -> Warning {
    let place = sent.place(reading.sent_offset(finding.at as usize));
    let message = format!("{}. {}", finding.message, finding.hint);
    Warning { message, line: Some(place.line), column: Some(place.column) }
}
