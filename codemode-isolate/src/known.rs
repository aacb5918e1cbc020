//! How much of an argument is known before the program runs?

use serde_json::{Map, Value};

/// An argument, as far as it can be read from the text.
#[derive(Clone, PartialEq, Debug)]
pub enum Known {
    /// Nothing is known of it.
    Unknown,
    /// Known to be text, but not which.
    Text,
    /// Known to the last part.
    Whole(Value),
    /// An object of which some members are known.
    Object {
        /// The known members, in order.
        members: Vec<(String, Known)>,
        /// Whether other members may be there too.
        open: bool,
    },
    /// An array of which each item is known in part.
    Array(Vec<Known>),
}

impl Known {
    /// The value, where every part of it is known.
    pub fn whole(&self) -> Option<Value> {
        match self {
            Known::Unknown | Known::Text | Known::Object { open: true, .. } => None,
            Known::Whole(value) => Some(value.clone()),
            Known::Object { members, open: false } => {
                let mut object = Map::new();
                for (name, member) in members {
                    object.insert(name.clone(), member.whole()?);
                }
                Some(Value::Object(object))
            }
            Known::Array(items) => items.iter().map(Known::whole).collect::<Option<_>>(),
        }
    }
}
