//! The TypeScript client: types from the contracts around one hand-written runtime.

use std::collections::BTreeMap;
use std::fmt::Write;

use contract::contract::Contract;

use crate::typescript::{
    Declared, Printer, about, declare, doc_comment, failure_kinds, is_identifier, string_literal,
};

/// What the runtime exports, so no capability's type is called so.
const TAKEN: &[&str] = &[
    "Binding",
    "CallOptions",
    "CapstanFailure",
    "Client",
    "Envelope",
    "Failure",
    "FailureKind",
    "Transport",
    "TransportError",
    "call",
    "createClient",
    "isFailure",
    "overBinding",
    "overFetch",
];

/// The client's runtime, which knows no capability.
const RUNTIME: &str = include_str!("client/runtime.ts");

/// A place in the tree of namespaces.
enum Method {
    /// A namespace and what is in it.
    Namespace(BTreeMap<String, Method>),
    /// One capability's declaration.
    Capability(String),
}

/// The whole client for a list of contracts, as one module without imports.
pub fn typescript_client<'c>(contracts: impl IntoIterator<Item = &'c Contract>) -> String {
    let mut printer = Printer::new(TAKEN.iter().copied());
    let mut types = String::new();
    let mut names = Vec::new();
    let mut tree = BTreeMap::new();
    for contract in contracts {
        let declared = declare(&mut printer, contract, &mut types);
        names.push(contract.address.as_str());
        let segments: Vec<&str> = contract.address.segments().collect();
        place(&mut tree, &segments, contract, &declared);
    }
    let mut client = String::from(
        "// Calls a Capstan from TypeScript. Generated from the contracts; changes to it are lost.\n\n",
    );
    let _ = write!(
        client,
        "/** What a failure means. */\nexport type FailureKind = {};\n\n",
        failure_kinds()
    );
    client.push_str(RUNTIME);
    client.push('\n');
    client.push_str(&types);
    client.push_str("/** The capabilities, each at its name. */\nexport interface Client {\n");
    write_members(&tree, "  ", &mut client);
    client.push_str("}\n\nconst NAMES: readonly string[] = [\n");
    for name in names {
        let _ = writeln!(client, "  {},", string_literal(name));
    }
    client.push_str("];\n");
    client
}

fn place(
    tree: &mut BTreeMap<String, Method>,
    segments: &[&str],
    contract: &Contract,
    declared: &Declared,
) {
    match segments {
        [] => {}
        [last] => {
            tree.insert((*last).to_owned(), Method::Capability(method(last, contract, declared)));
        }
        [first, rest @ ..] => {
            let inner = tree
                .entry((*first).to_owned())
                .or_insert_with(|| Method::Namespace(BTreeMap::new()));
            // No address encloses another, so a capability is never in the way here.
            if let Method::Namespace(inner) = inner {
                place(inner, rest, contract, declared);
            }
        }
    }
}

fn method(name: &str, contract: &Contract, declared: &Declared) -> String {
    let mut lines = about(contract);
    lines.push(format!("@throws {{CapstanFailure}} with the fields of {}", declared.failure));
    let indent = "  ".repeat(contract.address.segments().count());
    let optional = contract.input.json().get("required").is_none();
    let mark = if optional { "?" } else { "" };
    let Declared { input, output, .. } = declared;
    format!(
        "{}{indent}{name}(input{mark}: {input}, options?: CallOptions): Promise<{output}>;\n",
        doc_comment(&lines, &indent)
    )
}

fn write_members(tree: &BTreeMap<String, Method>, indent: &str, client: &mut String) {
    for (name, method) in tree {
        match method {
            Method::Capability(declaration) => client.push_str(declaration),
            Method::Namespace(inner) => {
                let key = if is_identifier(name) { name.clone() } else { string_literal(name) };
                let _ = writeln!(client, "{indent}readonly {key}: {{");
                write_members(inner, &format!("{indent}  "), client);
                let _ = writeln!(client, "{indent}}};");
            }
        }
    }
}
