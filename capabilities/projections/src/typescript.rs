//! How schemas and contracts read as TypeScript.

mod declarations;
mod printer;
mod text;

pub use declarations::{Declared, about, declarations, declare, failure_kinds};
pub use printer::Printer;
pub use text::{doc_comment, is_identifier, string_literal};

#[cfg(test)]
mod tests;
