//! Who approves a call on this machine: the flag, the person at the terminal, or nobody.

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::rc::Rc;

use contract::{
    LocalFuture,
    approval::{ApprovalAnswer, ApprovalRequest, Approver, DenyAll},
};
use projections::cli::visible;

/// Bytes of an answer that are read before it counts as a no.
const ANSWER_BYTES_MAX: u64 = 64;

/// The approver of this process: `--yes`, else the person at the terminal, else nobody.
pub(crate) fn approver(yes: bool) -> Rc<dyn Approver> {
    if yes {
        return Rc::new(SaidYes);
    }
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        return Rc::new(Asked::new(io::stdin(), io::stderr()));
    }
    Rc::new(DenyAll)
}

/// The person who started this process said yes to its calls beforehand.
#[derive(Clone, Copy, Debug)]
struct SaidYes;

impl Approver for SaidYes {
    fn approve<'a>(&'a self, _: ApprovalRequest<'a>) -> LocalFuture<'a, ApprovalAnswer> {
        Box::pin(std::future::ready(ApprovalAnswer::Granted))
    }
}

/// Asks, and takes a typed `y` or `yes` for a yes; anything else is a no.
struct Asked<R, W> {
    answers: RefCell<BufReader<R>>,
    questions: RefCell<W>,
}

impl<R: Read, W: Write> Asked<R, W> {
    fn new(answers: R, questions: W) -> Asked<R, W> {
        Asked { answers: RefCell::new(BufReader::new(answers)), questions: RefCell::new(questions) }
    }

    fn ask(&self, request: &ApprovalRequest<'_>) -> io::Result<bool> {
        let input = serde_json::to_string_pretty(request.input)?;
        let question = format!(
            "{} (`{}`) needs your approval. It would run with\n{input}",
            request.title, request.capability
        );
        let mut questions = self.questions.borrow_mut();
        write!(questions, "{}\nApprove this call? [y/N] ", visible(&question))?;
        questions.flush()?;
        let mut line = String::new();
        let mut answers = self.answers.borrow_mut();
        let read = (&mut *answers).take(ANSWER_BYTES_MAX).read_line(&mut line)?;
        if read == 0 {
            writeln!(questions)?;
        }
        let answer = line.trim().to_ascii_lowercase();
        Ok(answer == "y" || answer == "yes")
    }
}

impl<R: Read, W: Write> Approver for Asked<R, W> {
    fn approve<'a>(&'a self, request: ApprovalRequest<'a>) -> LocalFuture<'a, ApprovalAnswer> {
        let answer = match self.ask(&request) {
            Ok(true) => ApprovalAnswer::Granted,
            Ok(false) => {
                let reason = "the person at the terminal said no".to_owned();
                ApprovalAnswer::Denied { reason }
            }
            Err(_) => {
                let reason = "the terminal could not be asked".to_owned();
                ApprovalAnswer::Denied { reason }
            }
        };
        Box::pin(std::future::ready(answer))
    }
}

#[cfg(test)]
mod tests {
    use contract::{address::Address, caller::Caller};
    use serde_json::json;

    use super::*;

    fn asked(typed: &str) -> (bool, String) {
        let approver = Asked::new(typed.as_bytes(), Vec::new());
        let (capability, caller) = (Address::parse("notes.erase").unwrap(), Caller::local());
        let input = json!({"id": "a\u{202e}\u{1b}[2J"});
        let granted = approver
            .ask(&ApprovalRequest {
                capability: &capability,
                title: "Erase a note",
                input: &input,
                caller: &caller,
            })
            .unwrap();
        (granted, String::from_utf8(approver.questions.into_inner()).unwrap())
    }

    #[test]
    fn only_a_typed_yes_is_a_yes() {
        for yes in ["y\n", "Y\n", "yes\n", " YES \r\n", "y"] {
            assert!(asked(yes).0, "{yes:?}");
        }
        for no in ["", "\n", "n\n", "yess\n", "yes please\n", "no\nyes\n", "1\n", "true\n"] {
            assert!(!asked(no).0, "{no:?}");
        }
        assert!(!asked(&format!("{}y\n", " ".repeat(100))).0);
    }

    #[test]
    fn the_question_says_what_would_run_and_moves_no_cursor() {
        let (_, question) = asked("n\n");
        assert_eq!(
            question,
            "Erase a note (`notes.erase`) needs your approval. It would run with\n{\n  \"id\": \
             \"a\\u{202e}\\u001b[2J\"\n}\nApprove this call? [y/N] "
        );
    }
}
