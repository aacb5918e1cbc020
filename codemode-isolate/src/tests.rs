//! Does Prepare answer each program of the corpus as the corpus says?

use std::fmt::Write;

use serde_json::Value;

use crate::{
    Diagnostic, Misfit, MisfitKind, Prepared, Tools, known::Known, parse::parse, place::Sent,
    prepare,
};

/// Four tools, checked by hand: what a schema would say is written out.
struct Four;

const PATHS: &[&str] = &["search", "read", "notes.archive", "$codemode.search"];

impl Tools for Four {
    fn has(&self, path: &str) -> bool {
        PATHS.contains(&path)
    }

    fn has_namespace(&self, path: &str) -> bool {
        path == "notes" || path == "$codemode"
    }

    fn nearest(&self, path: &str) -> Vec<String> {
        let near = |it: &&&str| it.contains(path) || it.as_bytes()[0] == path.as_bytes()[0];
        PATHS.iter().filter(near).map(|it| (*it).to_owned()).collect()
    }

    fn misfit(&self, path: &str, argument: &Known) -> Option<Misfit> {
        let misfit = |pointer: &str, kind, expected: &str| {
            let (pointer, expected) = (pointer.to_owned(), expected.to_owned());
            Some(Misfit { pointer, kind, expected, example: None })
        };
        let object = match argument {
            Known::Object { members, open } => Some((members, *open)),
            Known::Unknown => return None,
            Known::Text | Known::Whole(_) | Known::Array(_) => None,
        };
        let Some((members, open)) = object else {
            return misfit("", MisfitKind::Wrong, "an object");
        };
        let (required, known) = match path {
            "search" => ("query", vec!["query", "limit", "options"]),
            "read" => ("page", vec!["page"]),
            "notes.archive" => ("id", vec!["id"]),
            _ => ("query", vec!["query"]),
        };
        if !open && !members.iter().any(|it| it.0 == required) {
            return misfit(&format!("/{required}"), MisfitKind::Missing, "a string");
        }
        for (name, value) in members {
            if !known.contains(&name.as_str()) {
                return misfit(&format!("/{name}"), MisfitKind::Unknown, "no other field");
            }
            if name == required && matches!(value, Known::Whole(it) if !it.is_string()) {
                return misfit(&format!("/{name}"), MisfitKind::Wrong, "a string");
            }
            let Known::Object { members: options, .. } = value else { continue };
            let deep = options.iter().find(|it| it.0 == "deep");
            if let Some((_, Known::Text | Known::Whole(Value::String(_)))) = deep {
                return misfit("/options/deep", MisfitKind::Wrong, "true or false");
            }
        }
        None
    }

    fn lacks(&self, path: &str, members: &[&str]) -> Option<Vec<String>> {
        let has = ["matches", "total"];
        let lacking = path == "search" && !has.contains(members.first()?);
        lacking.then(|| has.map(str::to_owned).to_vec())
    }
}

/// One program and what is expected of it.
struct Case {
    title: String,
    program: String,
    expected: String,
}

fn cases(text: &str) -> Vec<Case> {
    let parts = text.split("\n=== ").map(|it| it.trim_start_matches("=== "));
    let case = |part: &str| {
        let (title, rest) = part.split_once('\n')?;
        let (program, expected) = rest.split_once("\n--- ")?;
        let (title, program) = (title.to_owned(), program.to_owned());
        Some(Case { title, program, expected: expected.trim().to_owned() })
    };
    parts.filter_map(case).collect()
}

/// `ok`, with warnings; or the kind, the place and the words of the diagnostic.
fn outcome(program: &str) -> String {
    match prepare(program, &Four) {
        Ok(prepared) => {
            let mut said = "ok".to_owned();
            for it in &prepared.warnings {
                let line = it.line.map(|line| format!(" {line}:{}", it.column.unwrap_or(0)));
                write!(said, "\nwarns{} {}", line.unwrap_or_default(), it.message).unwrap();
            }
            said
        }
        Err(it) => {
            let Diagnostic { kind, message, line, column, hint, .. } = it;
            let place = line.map(|it| format!(" {it}:{}", column.unwrap_or(0)));
            let hint = hint.map(|it| format!("\nhint {it}"));
            format!("{kind:?}{} {message}{}", place.unwrap_or_default(), hint.unwrap_or_default())
        }
    }
}

fn corpus() -> Vec<(String, Case)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/prepare");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap()).collect();
    files.sort_by_key(std::fs::DirEntry::path);
    let mut found = Vec::new();
    for file in files {
        let name = file.file_name().into_string().unwrap();
        let text = std::fs::read_to_string(file.path()).unwrap();
        found.extend(cases(&text).into_iter().map(|it| (name.clone(), it)));
    }
    found
}

/// Whether what came is what was expected: kind and place to the letter, the words as a part.
fn agrees(came: &str, expected: &str) -> bool {
    let mut came = came.lines();
    let fits = |came: &str, expected: &str| {
        let head_is_place = expected.split(' ').nth(1).is_some_and(|it| it.contains(':'));
        let mut parts = expected.splitn(if head_is_place { 3 } else { 2 }, ' ');
        let head =
            parts.by_ref().take(1 + usize::from(head_is_place)).collect::<Vec<_>>().join(" ");
        came.starts_with(&head) && came.contains(parts.next().unwrap_or_default())
    };
    let all = expected.lines().all(|line| came.next().is_some_and(|it| fits(it, line.trim())));
    all && came.next().is_none_or(|it| it.starts_with("hint "))
}

#[test]
fn every_program_of_the_corpus_is_answered_as_it_says() {
    let corpus = corpus();
    assert!(corpus.len() >= 100, "only {} programs", corpus.len());
    let mut wrong = String::new();
    for (file, case) in &corpus {
        let came = outcome(&case.program);
        if !agrees(&came, &case.expected) {
            let Case { title, expected, .. } = case;
            write!(wrong, "\n{file}: {title}\nexpected {expected}\ncame     {came}\n").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// What runs is plain JavaScript: TypeScript leaves no trace.
#[test]
fn what_comes_out_is_a_module_without_types() {
    for (file, case) in corpus() {
        let Ok(Prepared { module, .. }) = prepare(&case.program, &Four) else { continue };
        let allocator = oxc_allocator::Allocator::default();
        let kind = oxc_span::SourceType::mjs();
        let parsed = oxc_parser::Parser::new(&allocator, module.text(), kind).parse();
        let said: Vec<_> = parsed.diagnostics.iter().map(ToString::to_string).collect();
        assert!(said.is_empty(), "{file}: {}: {said:?}\n{}", case.title, module.text());
    }
}

#[test]
fn a_place_of_the_running_text_leads_back_to_the_text_as_sent() {
    let program = "Here:\n```ts\nconst é: string = 'x'; for (const c of é) throw c as any;\n```\n";
    let prepared = prepare(program, &Four).unwrap();
    let text = prepared.module.text();
    let at = text.find("throw").unwrap();
    let line = text[..at].matches('\n').count() as u32 + 1;
    let column = text[..at].rsplit('\n').next().unwrap().encode_utf16().count() as u32 + 1;
    let sent = Sent::new(program);
    let place = prepared.module.place(&sent, line, column).unwrap();
    assert_eq!((place.line, place.column), (3, 43));
}

#[test]
fn a_frame_shows_the_place() {
    let said = prepare("const a = 1;\nreturn a +;\n", &Four).unwrap_err();
    let expected = "  1 | const a = 1;\n> 2 | return a +;\n    |           ^\n  3 |";
    assert_eq!(said.frame.as_deref(), Some(expected));
}

#[test]
fn guards_stand_in_loops_functions_and_catch_clauses() {
    let text = |program: &str| prepare(program, &Four).unwrap().module.text().to_owned();
    let body = |program: &str| {
        let text = text(program);
        text.split("{\n").nth(1).unwrap().split("\n").next().unwrap().to_owned()
    };
    assert_eq!(body("while (a) b();return 1"), "while (a) {$step0();b();}return 1");
    assert_eq!(body("do ; while (a)\nreturn 1"), "do {$step0();;} while (a)");
    assert_eq!(body("for (;;) for (;;) ;"), "for (;;) {$step0();for (;;) {$step0();;}}");
    assert_eq!(
        body("return a.map(x => y => ({}))"),
        "return a.map(x => ($step0(),y => ($step0(),({}))))"
    );
    assert_eq!(body("return { get a() { return 1 } }"), "return { get a() {$step0(); return 1 } }");
    assert_eq!(
        body("try { a() } catch { b() } return 1"),
        "try { a() } catch {$step0(); b() } return 1"
    );
    assert_eq!(
        body("x: for (const a in b) continue x; return $step0"),
        "x: for (const a in b) {$step1();continue x;} return $step0"
    );
}

#[test]
fn text_that_nests_without_end_is_refused_and_not_followed() {
    let deep = [
        "(".repeat(200_000),
        "[".repeat(200_000),
        "!".repeat(200_000) + "1",
        "a=>".repeat(50_000) + "1",
        "a?b:".repeat(50_000) + "1",
        "if(1)".repeat(40_000) + ";",
        "1".to_owned() + &"+1".repeat(100_000),
        "a".to_owned() + &".b".repeat(100_000),
        "a".to_owned() + &"()".repeat(100_000),
        "new ".repeat(50_000) + "a",
        "x:".repeat(100_000) + ";",
        "`${".repeat(50_000),
        "let x: ".to_owned() + &"Array<".repeat(40_000),
        "let x: ".to_owned() + &"keyof ".repeat(40_000),
        "a\n**".repeat(50_000) + "1",
        "{".repeat(200_000),
    ];
    for program in deep {
        let said = prepare(&program, &Four).unwrap_err();
        assert_eq!(said.kind, crate::Kind::ParseError, "{}", &program[..12]);
    }
}

#[test]
fn the_parser_allows_what_a_function_body_allows() {
    let allocator = oxc_allocator::Allocator::default();
    assert!(parse(&allocator, "await 1; return 2", false).diagnostics.is_empty());
}

/// What Prepare names as a run's own is what the harness gives.
#[test]
fn a_run_gives_each_name_that_a_program_takes() {
    let realm = crate::harness::MODULES.iter().find(|it| it.0 == "realm.mjs").unwrap().1;
    let list = realm.split("OF_A_RUN = [").nth(1).unwrap().split(']').next().unwrap();
    let mut given: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    let mut taken = crate::RUN_NAMES.to_vec();
    given.sort_unstable();
    taken.sort_unstable();
    assert_eq!(taken, given);
}
