//! Which capabilities are shown and run under one of the endpoint's names.

use contract::effects::Access;

/// A choice of capabilities. It takes away from what policy lets a caller do, and never gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Profile {
    /// All of them.
    Full,
    /// Those that change nothing.
    Read,
}

impl Profile {
    /// All profiles, in the order in which they are offered.
    pub const ALL: [Profile; 2] = [Profile::Full, Profile::Read];

    /// Its name, as a word of a command line.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Full => "full",
            Profile::Read => "read",
        }
    }

    /// The path at which a site serves it.
    pub fn path(self) -> &'static str {
        match self {
            Profile::Full => "/mcp",
            Profile::Read => "/mcp/read",
        }
    }

    /// The profile with this name.
    pub fn named(name: &str) -> Option<Profile> {
        Profile::ALL.into_iter().find(|it| it.name() == name)
    }

    /// The profile at this path.
    pub fn at(path: &str) -> Option<Profile> {
        Profile::ALL.into_iter().find(|it| it.path() == path)
    }

    /// How far what it has may change things.
    pub(super) fn access_max(self) -> Access {
        match self {
            Profile::Full => Access::Destructive,
            Profile::Read => Access::ReadOnly,
        }
    }
}
