//! Where the program's words go: answers to standard output, complaints to standard error.

use std::io::{self, IsTerminal, Write};

use clap::builder::StyledStr;

/// The two streams of this process.
pub(super) struct Output {
    styled_answers: bool,
    styled_complaints: bool,
}

impl Output {
    /// The streams as this process has them. Colours only on a terminal that wants them.
    pub(super) fn of_process() -> Output {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty());
        Output {
            styled_answers: wanted && io::stdout().is_terminal(),
            styled_complaints: wanted && io::stderr().is_terminal(),
        }
    }

    /// Whether a person sees the answer as it comes.
    #[cfg(not(feature = "no-cli"))]
    pub(super) fn answers_on_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// Answers with text, and ends well. A reader that has left is no failure.
    pub(super) fn print(&self, text: &str) -> u8 {
        let mut stdout = io::stdout().lock();
        let end = if text.ends_with('\n') { "" } else { "\n" };
        match write!(stdout, "{text}{end}").and_then(|()| stdout.flush()) {
            Ok(()) => 0,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Err(error) => self.complain(&format!("the answer cannot be written: {error}"), 1),
        }
    }

    /// Answers with help.
    pub(super) fn print_styled(&self, text: &StyledStr) -> u8 {
        self.print(&plain_unless(self.styled_answers, text))
    }

    /// Complains, and gives the exit code back.
    pub(super) fn complain(&self, text: &str, code: u8) -> u8 {
        self.complain_as_is(&format!("error: {text}"), code)
    }

    /// Complains in the parser's words.
    pub(super) fn complain_styled(&self, text: &StyledStr, code: u8) -> u8 {
        self.complain_as_is(&plain_unless(self.styled_complaints, text), code)
    }

    /// Complains in words that need no introduction.
    pub(super) fn complain_as_is(&self, text: &str, code: u8) -> u8 {
        let mut stderr = io::stderr().lock();
        // Where even this cannot be written, the exit code is all there is.
        let _ = writeln!(stderr, "{}", text.trim_end());
        code
    }
}

fn plain_unless(styled: bool, text: &StyledStr) -> String {
    if styled { text.ansi().to_string() } else { text.to_string() }
}
