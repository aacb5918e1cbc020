//! How does one page lead to another, and how many are listed at once?

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ports::sql::SqlError;

/// How one page leads to another.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub enum LinkKind {
    /// A link in its text.
    Link,
    /// Words that name the other page, without a link.
    Mention,
    /// A source that it is based on.
    Source,
    /// A part of the other page, shown in its text.
    Embed,
}

impl LinkKind {
    /// Every kind, in the order in which answers prefer them.
    pub const ALL: [LinkKind; 4] =
        [LinkKind::Link, LinkKind::Mention, LinkKind::Source, LinkKind::Embed];

    /// Its number in rows: its place in the order.
    pub(super) fn number(self) -> u8 {
        match self {
            LinkKind::Link => 0,
            LinkKind::Mention => 1,
            LinkKind::Source => 2,
            LinkKind::Embed => 3,
        }
    }

    /// The kind of a row's number.
    pub(super) fn of(number: i64) -> Result<LinkKind, SqlError> {
        let wrong = SqlError::Column { column: 0, expected: "the number of a kind of link" };
        let place = usize::try_from(number).ok();
        place.and_then(|it| LinkKind::ALL.get(it).copied()).ok_or(wrong)
    }
}

/// Some kinds of link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kinds(u8);

impl Kinds {
    /// Those of a list; all where there is none.
    pub(super) fn of(list: Option<&[LinkKind]>) -> Kinds {
        Kinds(list.unwrap_or(&LinkKind::ALL).iter().fold(0, |set, it| set | 1 << it.number()))
    }

    pub(super) fn hold(self, kind: LinkKind) -> bool {
        self.0 & 1 << kind.number() != 0
    }

    /// As a question names them.
    pub(super) fn spelt(self) -> String {
        self.0.to_string()
    }
}
