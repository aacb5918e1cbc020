//! What was asked for on the command line?

use std::path::PathBuf;

use crate::trouble::{Outcome, Trouble};

pub(crate) const HELP: &str = "\
cargo xtask dev [--content DIR] [--port N]   serve a folder of Markdown with wrangler (content/, 8787)
cargo xtask test [--all]                     test everything; --all adds the cuts and the peers
cargo xtask bench build                      print how long sites take to build, beside mdBook
cargo xtask build-worker                     build the Worker into .capstan/worker

They set up what is missing. Tools go to $XDG_CACHE_HOME/capstan, else ~/.cache/capstan.";

/// What to do.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Help,
    Bench,
    BuildWorker,
    Dev(Dev),
    Test { all: bool },
}

/// What to serve, and where.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Dev {
    /// As it was written; the project's own `content` where nothing was.
    pub(crate) content: Option<PathBuf>,
    pub(crate) port: u16,
}

const PORT: u16 = 8787;

impl Command {
    pub(crate) fn parse(mut arguments: impl Iterator<Item = String>) -> Outcome<Command> {
        let Some(name) = arguments.next() else { return Ok(Command::Help) };
        let mut rest = Rest(arguments);
        match name.as_str() {
            "help" | "--help" | "-h" => Ok(Command::Help),
            "build-worker" => rest.end().map(|()| Command::BuildWorker),
            "bench" => rest.bench(),
            "dev" => rest.dev().map(Command::Dev),
            "test" => rest.test(),
            other => Err(Trouble::new(format!(
                "`{other}` is no command of `cargo xtask`: it has `dev`, `test`, `bench` and `build-worker`"
            ))),
        }
    }
}

struct Rest<I>(I);

impl<I: Iterator<Item = String>> Rest<I> {
    fn end(&mut self) -> Outcome<()> {
        self.0.next().map_or(Ok(()), |extra| {
            Err(Trouble::new(format!("`{extra}` is not an option of this command")))
        })
    }

    fn bench(&mut self) -> Outcome<Command> {
        match self.0.next().as_deref() {
            Some("build") => self.end().map(|()| Command::Bench),
            other => Err(Trouble::new(format!(
                "`{}` is nothing that `bench` measures: it has `build`",
                other.unwrap_or_default()
            ))),
        }
    }

    fn test(&mut self) -> Outcome<Command> {
        match self.0.next().as_deref() {
            None => Ok(Command::Test { all: false }),
            Some("--all") => self.end().map(|()| Command::Test { all: true }),
            Some(other) => {
                Err(Trouble::new(format!("`{other}` is not an option of `test`: it has `--all`")))
            }
        }
    }

    fn dev(&mut self) -> Outcome<Dev> {
        let mut dev = Dev { content: None, port: PORT };
        while let Some(option) = self.0.next() {
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
                None => (option, None),
            };
            if name != "--content" && name != "--port" {
                return Err(Trouble::new(format!(
                    "`{name}` is not an option of `dev`: it has `--content DIR` and `--port N`"
                )));
            }
            let value = value.or_else(|| self.0.next());
            let value = value.ok_or_else(|| Trouble::new(format!("`{name}` needs a value")))?;
            if name == "--content" {
                dev.content = Some(PathBuf::from(value));
            } else {
                dev.port = port(&value)?;
            }
        }
        Ok(dev)
    }
}

fn port(value: &str) -> Outcome<u16> {
    value.parse().ok().filter(|port| *port != 0).ok_or_else(|| {
        Trouble::new(format!("`--port {value}`: a port is a whole number from 1 to 65535"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Command, String> {
        Command::parse(line.split_whitespace().map(str::to_owned)).map_err(|it| it.to_string())
    }

    #[test]
    fn dev_takes_a_folder_and_a_port_in_either_spelling() {
        let expected = Command::Dev(Dev { content: Some(PathBuf::from("book/src")), port: 9000 });
        assert_eq!(parse("dev --content book/src --port 9000").as_ref(), Ok(&expected));
        assert_eq!(parse("dev --port=9000 --content=book/src").as_ref(), Ok(&expected));
        assert_eq!(parse("dev"), Ok(Command::Dev(Dev { content: None, port: 8787 })));
    }

    #[test]
    fn a_wrong_word_is_named_beside_what_would_be_right() {
        for (line, sentence) in [
            ("dev --port 70000", "`--port 70000`: a port is a whole number from 1 to 65535"),
            ("dev --port", "`--port` needs a value"),
            ("test --most", "`--most` is not an option of `test`: it has `--all`"),
            ("bench all", "`all` is nothing that `bench` measures: it has `build`"),
            ("build-worker now", "`now` is not an option of this command"),
        ] {
            assert_eq!(parse(line), Err(sentence.to_owned()), "{line}");
        }
    }
}
