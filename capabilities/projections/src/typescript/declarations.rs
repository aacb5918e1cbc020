//! What a list of contracts declares in TypeScript: input, output and failure of each.

use std::fmt::Write;

use contract::{approval::Approval, contract::Contract, effects::Access, schema::Schema};
use serde_json::Value;

use super::{
    printer::{Printer, pascal},
    text::{doc_comment, string_literal},
};

/// The names of a capability's types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// What it takes.
    pub input: String,
    /// What it gives.
    pub output: String,
    /// How it fails, as it declares itself.
    pub failure: String,
}

/// Writes the types of one contract.
pub fn declare(printer: &mut Printer, contract: &Contract, document: &mut String) -> Declared {
    let stem = pascal(contract.address.as_str());
    let mut type_of = |part: &str, schema: &Schema, about: &str| {
        let name = printer.name(&format!("{stem}{part}"));
        let printed = printer.print(schema, &name, "");
        for (alias, printed) in printer.take_aliases() {
            let _ = write!(document, "export type {alias} = {printed};\n\n");
        }
        let comment = doc_comment(&[format!("{about} `{}`.", contract.address)], "");
        let _ = write!(document, "{comment}export type {name} = {printed};\n\n");
        name
    };
    let input = type_of("Input", &contract.input, "What to give to");
    let output = type_of("Output", &contract.output, "What comes of");
    let failure = failure(printer, contract, &stem, document);
    Declared { input, output, failure }
}

fn failure(
    printer: &mut Printer,
    contract: &Contract,
    stem: &str,
    document: &mut String,
) -> String {
    let name = printer.name(&format!("{stem}Failure"));
    let mut branches = Vec::new();
    for (tag, kind, schema) in contract.failure_variants() {
        let kind = match kind {
            Some(kind) => serde_json::json!(kind).as_str().map(string_literal),
            None => Some("\"approvalDenied\"".to_owned()),
        };
        let printed = match Schema::parse(schema) {
            Ok(schema) => printer.print(&schema, &format!("{name}{tag}"), "  "),
            Err(_) => format!("{{ tag: {}; message: string }}", string_literal(&tag)),
        };
        for (alias, printed) in printer.take_aliases() {
            let _ = write!(document, "export type {alias} = {printed};\n\n");
        }
        branches.push(format!("{{ kind: {} }} & {printed}", kind.unwrap_or("string".to_owned())));
    }
    let comment = doc_comment(&[format!("How `{}` itself may fail.", contract.address)], "");
    let printed = match branches.as_slice() {
        [] => " never".to_owned(),
        _ => branches.iter().map(|it| format!("\n  | ({it})")).collect(),
    };
    let _ = write!(document, "{comment}export type {name} ={printed};\n\n");
    name
}

/// What a documentation comment says about a capability.
pub fn about(contract: &Contract) -> Vec<String> {
    let mut lines = vec![contract.title.clone(), String::new(), contract.description.clone()];
    lines.push(String::new());
    lines.push(
        match contract.effects.access {
            Access::ReadOnly => "Changes nothing.",
            Access::Additive => "Adds, and destroys nothing.",
            Access::Destructive => "May change or remove what exists.",
        }
        .to_owned(),
    );
    if contract.approval == Approval::Required {
        lines.push("Needs a person's approval for each call.".to_owned());
    }
    for example in contract.examples.iter().take(1) {
        lines.push(format!("@example {}({})", contract.address, example.input));
    }
    lines
}

/// Every contract's types as one document, and the list that joins names and types.
pub fn declarations<'c>(contracts: impl IntoIterator<Item = &'c Contract>) -> String {
    let mut document = String::from(
        "// What each capability takes, gives and fails with. Generated from the contracts.\n\n",
    );
    let mut printer = Printer::new(["Capabilities"]);
    let mut members = String::new();
    for contract in contracts {
        let Declared { input, output, failure } = declare(&mut printer, contract, &mut document);
        members.push_str(&doc_comment(&about(contract), "  "));
        let name = string_literal(contract.address.as_str());
        let _ = writeln!(
            members,
            "  {name}: {{ input: {input}; output: {output}; failure: {failure} }};"
        );
    }
    let _ = write!(
        document,
        "/** Every capability by its name. */\nexport interface Capabilities {{\n{members}}}\n"
    );
    document
}

/// The union of what failures mean.
pub fn failure_kinds() -> String {
    let kinds = contract::invoke_error::ErrorKind::ALL;
    let kinds: Vec<String> = kinds
        .iter()
        .filter_map(|it| match serde_json::json!(it) {
            Value::String(kind) => Some(string_literal(&kind)),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Array(_)
            | Value::Object(_) => None,
        })
        .collect();
    kinds.join(" | ")
}
