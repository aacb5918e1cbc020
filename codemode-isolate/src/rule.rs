//! What may no program use, and what does one write instead?

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the syntax tree names everything that the language has, and a part of it matters here"
)]

use std::collections::BTreeMap;

use oxc_ast::{AstKind, ast::*};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};

/// How deep expressions and statements may nest.
const DEPTH_MAX: usize = 500;

/// Something that no program may use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Breach {
    pub(crate) at: u32,
    pub(crate) what: String,
    pub(crate) instead: &'static str,
}

/// What a first look at a program tells.
#[derive(Default, Debug)]
pub(crate) struct Survey {
    /// The first breach.
    pub(crate) breach: Option<Breach>,
    /// Where it nests too deep, if anywhere.
    pub(crate) too_deep: Option<u32>,
    /// How often each name is bound.
    pub(crate) bound: BTreeMap<String, u32>,
    /// How often each name is referred to.
    pub(crate) referred: BTreeMap<String, u32>,
    /// Whether anything in it can catch a failure.
    pub(crate) catches: bool,
    /// Globals that were called or read, where no `try` would catch that they are missing.
    globals: Vec<(u32, String)>,
    depth: usize,
    tries: usize,
    probes: usize,
}

impl Survey {
    /// Looks at a program.
    pub(crate) fn of(program: &Program<'_>) -> Survey {
        let mut survey = Survey::default();
        survey.visit_program(program);
        let globals = std::mem::take(&mut survey.globals);
        let missing = globals.into_iter().find(|(_, name)| !survey.bound.contains_key(name));
        if let Some((at, name)) = missing
            && survey.breach.as_ref().is_none_or(|it| it.at > at)
            && let Some((_, instead)) = GLOBALS.iter().find(|it| it.0 == name)
        {
            survey.breach = Some(Breach { at, what: format!("`{name}`"), instead });
        }
        survey
    }

    /// A name that the program does not use.
    pub(crate) fn fresh_name(&self, source: &str, stem: &str) -> String {
        let taken = |it: &String| {
            source.contains(it.as_str())
                || self.bound.contains_key(it)
                || self.referred.contains_key(it)
        };
        let names = (0u32..).map(|it| format!("${stem}{it}"));
        names.into_iter().find(|it| !taken(it)).unwrap_or_else(|| format!("${stem}"))
    }

    fn breach(&mut self, span: Span, what: impl Into<String>, instead: &'static str) {
        if self.breach.as_ref().is_none_or(|it| it.at > span.start) {
            self.breach = Some(Breach { at: span.start, what: what.into(), instead });
        }
    }
}

/// Globals that other runtimes have, and what a program does instead.
const GLOBALS: &[(&str, &str)] = &[
    ("fetch", "A program has no network. Call a tool: `await tools.<name>(input)`."),
    ("XMLHttpRequest", "A program has no network. Call a tool: `await tools.<name>(input)`."),
    ("WebSocket", "A program has no network. Call a tool: `await tools.<name>(input)`."),
    ("EventSource", "A program has no network. Call a tool: `await tools.<name>(input)`."),
    (
        "require",
        "Nothing can be loaded. Everything a program has is in scope: `tools`, `params`, `console` and the standard library.",
    ),
    ("process", "There is no process. Pass what the program needs as `params`."),
    ("Deno", "There is no host API. Call a tool: `await tools.<name>(input)`."),
    ("Bun", "There is no host API. Call a tool: `await tools.<name>(input)`."),
    ("eval", "Text cannot be run. Write the code itself."),
    (
        "Function",
        "Text cannot be run: write the function itself. To ask what a value is: `typeof x === \"function\"`.",
    ),
    ("WebAssembly", "Text and bytes cannot be run. Write the code in the program itself."),
    ("setInterval", "Use a loop that awaits `new Promise(done => setTimeout(done, ms))`."),
    ("setImmediate", "Use `setTimeout(f, 0)` or `await`."),
    ("Worker", "There are no threads. Use `await Promise.all([...])`."),
    ("SharedArrayBuffer", "Use an `ArrayBuffer`."),
    ("Atomics", "There is no shared memory. Use ordinary values."),
    ("WeakRef", "Keep the value itself."),
    ("FinalizationRegistry", "Release things in a `finally` block."),
    ("localStorage", "Nothing is kept between runs. Return the value instead."),
    ("sessionStorage", "Nothing is kept between runs. Return the value instead."),
    ("document", "There is no page. Work with the data that tools return."),
    ("window", "There is no page. `globalThis` holds what is in scope."),
    ("alert", "Use `console.log`."),
    ("prompt", "A program cannot ask. Pass the answer as `params`."),
];

const NO_IMPORT: &str = "Nothing can be imported. Everything a program has is in scope: `tools`, `params`, `console` and the standard library.";
const NO_NAMESPACE: &str = "Use an object: `const Name = { ... }`.";

impl<'a> Visit<'a> for Survey {
    fn visit_expression(&mut self, it: &Expression<'a>) {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            self.too_deep.get_or_insert(it.span().start);
        } else {
            walk::walk_expression(self, it);
        }
        self.depth -= 1;
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            self.too_deep.get_or_insert(it.span().start);
        } else {
            match it {
                Statement::TSNamespaceDeclaration(it) if it.declare => {}
                Statement::TSNamespaceDeclaration(_) => {
                    self.breach(it.span(), "a namespace", NO_NAMESPACE);
                }
                Statement::TSExternalModuleDeclaration(_) | Statement::TSGlobalDeclaration(_) => {
                    self.breach(it.span(), "a declared module", "Leave it out.");
                }
                Statement::TSTypeAliasDeclaration(_) | Statement::TSInterfaceDeclaration(_) => {}
                Statement::TSImportEqualsDeclaration(_) => {
                    self.breach(it.span(), "`import x = ...`", NO_IMPORT);
                }
                Statement::TSExportAssignment(_) => {
                    self.breach(it.span(), "`export = ...`", "Use `return`.");
                }
                Statement::TSNamespaceExportDeclaration(_) => {
                    self.breach(it.span(), "`export as namespace`", "Leave it out.");
                }
                Statement::WithStatement(_) => {
                    self.breach(it.span(), "`with`", "Name the object: `object.member`.");
                }
                _ => walk::walk_statement(self, it),
            }
        }
        self.depth -= 1;
    }

    fn visit_binding_pattern(&mut self, it: &BindingPattern<'a>) {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            self.too_deep.get_or_insert(it.span().start);
        } else {
            walk::walk_binding_pattern(self, it);
        }
        self.depth -= 1;
    }

    fn visit_ts_type_annotation(&mut self, _: &TSTypeAnnotation<'a>) {}
    fn visit_ts_type_parameter_declaration(&mut self, _: &TSTypeParameterDeclaration<'a>) {}
    fn visit_ts_type_parameter_instantiation(&mut self, _: &TSTypeParameterInstantiation<'a>) {}
    fn visit_ts_type(&mut self, _: &TSType<'a>) {}
    fn visit_ts_class_implements(&mut self, _: &TSClassImplements<'a>) {}

    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        *self.bound.entry(it.name.to_string()).or_default() += 1;
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        let name = it.name.as_str();
        *self.referred.entry(name.to_owned()).or_default() += 1;
        let forbidden = GLOBALS.iter().any(|it| it.0 == name);
        if forbidden && self.tries == 0 && self.probes == 0 {
            self.globals.push((it.span.start, name.to_owned()));
        }
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        let probe = usize::from(it.operator.is_typeof());
        self.probes += probe;
        walk::walk_unary_expression(self, it);
        self.probes -= probe;
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        self.visit_expression(&it.test);
        self.probes += 1;
        self.visit_statement(&it.consequent);
        if let Some(alternate) = &it.alternate {
            self.visit_statement(alternate);
        }
        self.probes -= 1;
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        self.visit_expression(&it.test);
        self.probes += 1;
        self.visit_expression(&it.consequent);
        self.visit_expression(&it.alternate);
        self.probes -= 1;
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        self.visit_expression(&it.left);
        self.probes += 1;
        self.visit_expression(&it.right);
        self.probes -= 1;
    }

    fn visit_try_statement(&mut self, it: &TryStatement<'a>) {
        let caught = usize::from(it.handler.is_some());
        self.catches |= caught > 0;
        self.tries += caught;
        self.visit_block_statement(&it.block);
        self.tries -= caught;
        // A handler may never run.
        self.probes += 1;
        if let Some(handler) = &it.handler {
            self.visit_catch_clause(handler);
        }
        self.probes -= 1;
        if let Some(finalizer) = &it.finalizer {
            self.visit_block_statement(finalizer);
        }
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        self.catches |= matches!(it.property.name.as_str(), "catch" | "allSettled" | "any");
        walk::walk_static_member_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let then = it.callee.as_member_expression().and_then(|it| it.static_property_name());
        self.catches |= then == Some("then") && it.arguments.len() > 1;
        walk::walk_call_expression(self, it);
    }

    fn enter_node(&mut self, kind: AstKind<'a>) {
        match kind {
            AstKind::ImportExpression(it) => self.breach(it.span, "`import(...)`", NO_IMPORT),
            AstKind::ImportMeta(it) => {
                self.breach(it.span, "`import.meta`", "A program has no address. Leave it out.");
            }
            AstKind::ImportDeclaration(it) if !is_type_only(it) => {
                self.breach(it.span, "`import`", NO_IMPORT);
            }
            AstKind::ExportAllDeclaration(it) if it.export_kind.is_value() => {
                self.breach(it.span, "`export ... from`", NO_IMPORT);
            }
            AstKind::ExportFromDeclaration(it) if it.export_kind.is_value() => {
                self.breach(it.span, "`export ... from`", NO_IMPORT);
            }
            AstKind::TSEnumDeclaration(it) if !it.declare => self.breach(
                it.span,
                "an enum",
                "Use an object: `const Name = { A: \"a\", B: \"b\" } as const`.",
            ),
            AstKind::Decorator(it) => {
                self.breach(it.span, "a decorator", "Call the function yourself: `f(value)`.");
            }
            AstKind::JSXElement(it) => {
                self.breach(it.span, "JSX", "Return data, or build text with a template string.");
            }
            AstKind::JSXFragment(it) => {
                self.breach(it.span, "JSX", "Return data, or build text with a template string.");
            }
            AstKind::AccessorProperty(it) => {
                self.breach(it.span, "an `accessor` field", "Write a `get` and a `set`.");
            }
            AstKind::FormalParameter(it)
                if it.accessibility.is_some() || it.readonly || it.r#override =>
            {
                self.breach(
                    it.span,
                    "a parameter property",
                    "Declare the field and assign it in the constructor: `this.x = x`.",
                );
            }
            AstKind::VariableDeclaration(it) if it.kind.is_using() || it.kind.is_await() => {
                self.breach(it.span, "`using`", "Use `const` with `try` and `finally`.");
            }
            AstKind::ExportDefaultDeclaration(it)
                if matches!(
                    it.declaration,
                    ExportDefaultDeclarationKind::ClassDeclaration(_)
                        | ExportDefaultDeclarationKind::TSInterfaceDeclaration(_)
                ) =>
            {
                self.breach(
                    it.span,
                    "`export default` of a class",
                    "Export the function to run: `export default async function () { ... }`.",
                );
            }
            _ => {}
        }
    }
}

fn is_type_only(it: &ImportDeclaration<'_>) -> bool {
    let only_types = it.specifiers.as_ref().is_some_and(|specifiers| {
        !specifiers.is_empty()
            && specifiers.iter().all(|it| {
                matches!(it, ImportDeclarationSpecifier::ImportSpecifier(it) if it.import_kind.is_type())
            })
    });
    it.import_kind.is_type() || only_types
}
