//! Which revisions of the protocol are spoken.

/// A revision of the protocol, named by its date.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Revision {
    /// 2024-11-05.
    Nov2024,
    /// 2025-03-26.
    Mar2025,
    /// 2025-06-18.
    Jun2025,
    /// 2025-11-25, the last one that begins with a handshake.
    Nov2025,
    /// 2026-07-28, the first without one.
    Jul2026,
}

impl Revision {
    /// Those that begin with `initialize`, newest first.
    pub const HANDSHAKE: [Revision; 4] =
        [Revision::Nov2025, Revision::Jun2025, Revision::Mar2025, Revision::Nov2024];
    /// Those in which every request says what it speaks, newest first.
    pub const STATELESS: [Revision; 1] = [Revision::Jul2026];

    /// The date, as it stands in messages and headers.
    pub fn as_str(self) -> &'static str {
        match self {
            Revision::Nov2024 => "2024-11-05",
            Revision::Mar2025 => "2025-03-26",
            Revision::Jun2025 => "2025-06-18",
            Revision::Nov2025 => "2025-11-25",
            Revision::Jul2026 => "2026-07-28",
        }
    }

    /// The revision with this date, where it is spoken.
    pub fn parse(date: &str) -> Option<Revision> {
        let mut spoken = Revision::HANDSHAKE.into_iter().chain(Revision::STATELESS);
        spoken.find(|it| it.as_str() == date)
    }

    /// Whether it has no handshake.
    pub fn is_stateless(self) -> bool {
        Revision::STATELESS.contains(&self)
    }

    /// What a handshake settles on: the revision asked for, else the newest that has one.
    pub(super) fn settled(asked: &str) -> Revision {
        Revision::parse(asked).filter(|it| !it.is_stateless()).unwrap_or(Revision::Nov2025)
    }
}
