//! What went wrong, in one sentence with its remedy?

/// A sentence for the person at the terminal.
#[derive(Debug)]
pub(crate) struct Trouble(String);

pub(crate) type Outcome<T> = Result<T, Trouble>;

impl Trouble {
    pub(crate) fn new(sentence: impl Into<String>) -> Trouble {
        Trouble(sentence.into())
    }

    /// Says what a file operation was about.
    pub(crate) fn file(
        what: &'static str,
        path: &std::path::Path,
    ) -> impl FnOnce(std::io::Error) -> Trouble {
        let path = path.to_owned();
        move |error| Trouble(format!("cannot {what} `{}`: {error}", path.display()))
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
