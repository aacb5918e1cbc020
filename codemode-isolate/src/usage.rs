//! Which calls of a program certainly fail, and which reads find nothing?

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the syntax tree names everything that the language has, and a part of it matters here"
)]

use std::collections::BTreeMap;

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;

use crate::{
    diagnostic::Kind,
    known::Known,
    literal::{Constants, Reader, Spans},
    rule::Survey,
    tools::{Misfit, MisfitKind, Tools},
};

/// Something wrong with a use of a tool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Finding {
    pub(crate) at: u32,
    /// Whether the program cannot get around it.
    pub(crate) certain: bool,
    pub(crate) kind: Kind,
    pub(crate) message: String,
    pub(crate) hint: String,
}

/// Members that every object has.
const OBJECT_MEMBERS: &[&str] = &[
    "toString",
    "valueOf",
    "toJSON",
    "hasOwnProperty",
    "toLocaleString",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "constructor",
    "then",
];
/// Members that every function has.
const FUNCTION_MEMBERS: &[&str] = &["call", "apply", "bind"];

/// Looks at every use of a tool.
pub(crate) fn findings(program: &Program<'_>, survey: &Survey, tools: &dyn Tools) -> Vec<Finding> {
    if survey.bound.contains_key("tools") {
        // Another value may go by the name.
        return Vec::new();
    }
    let mut names = Names { survey, constants: Constants::new(), aliases: BTreeMap::new() };
    names.visit_program(program);
    let Names { constants, aliases, .. } = names;
    let mut uses = Uses {
        survey,
        tools,
        constants,
        aliases,
        outputs: BTreeMap::new(),
        maybe: 0,
        functions: 0,
        findings: Vec::new(),
    };
    uses.visit_program(program);
    uses.findings.sort_by_key(|it| it.at);
    uses.findings
}

/// Names that stand for a known value, or for a part of `tools`.
struct Names<'s> {
    survey: &'s Survey,
    constants: Constants,
    aliases: BTreeMap<String, Vec<String>>,
}

impl Names<'_> {
    fn is_bound_once(&self, name: &str) -> bool {
        self.survey.bound.get(name) == Some(&1)
    }
}

impl<'a> Visit<'a> for Names<'_> {
    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if it.kind == VariableDeclarationKind::Const {
            for declarator in &it.declarations {
                self.declare(declarator);
            }
        }
        walk::walk_variable_declaration(self, it);
    }
}

impl Names<'_> {
    fn declare(&mut self, it: &VariableDeclarator<'_>) {
        let Some(init) = &it.init else { return };
        let path = path_of(init, &self.aliases).map(|it| it.segments);
        match &it.id {
            BindingPattern::BindingIdentifier(id) if self.is_bound_once(&id.name) => {
                if let Some(path) = path {
                    self.aliases.insert(id.name.to_string(), path);
                    return;
                }
                let mut reader = Reader { constants: &self.constants, spans: Spans::new() };
                let known = reader.read(init, "");
                let scalar = matches!(
                    known,
                    Known::Text
                        | Known::Whole(
                            serde_json::Value::Null
                                | serde_json::Value::Bool(_)
                                | serde_json::Value::Number(_)
                                | serde_json::Value::String(_)
                        )
                );
                // An object that is used once cannot have been changed in between.
                if scalar || self.survey.referred.get(id.name.as_str()) == Some(&1) {
                    self.constants.insert(id.name.to_string(), known);
                }
            }
            BindingPattern::ObjectPattern(pattern) => {
                let Some(path) = path else { return };
                for property in &pattern.properties {
                    if let (Some(key), BindingPattern::BindingIdentifier(id)) =
                        (property.key.static_name(), &property.value)
                        && self.is_bound_once(&id.name)
                    {
                        let mut path = path.clone();
                        path.push(key.into_owned());
                        self.aliases.insert(id.name.to_string(), path);
                    }
                }
            }
            _ => {}
        }
    }
}

/// A chain of members that begins at `tools`.
struct Path {
    segments: Vec<String>,
}

fn path_of(expression: &Expression<'_>, aliases: &BTreeMap<String, Vec<String>>) -> Option<Path> {
    match expression.get_inner_expression() {
        Expression::Identifier(it) if it.name == "tools" => Some(Path { segments: Vec::new() }),
        Expression::Identifier(it) => {
            let segments = aliases.get(it.name.as_str())?.clone();
            Some(Path { segments })
        }
        Expression::StaticMemberExpression(it) => {
            let mut path = path_of(&it.object, aliases)?;
            path.segments.push(it.property.name.to_string());
            Some(path)
        }
        Expression::ComputedMemberExpression(it) => {
            let mut path = path_of(&it.object, aliases)?;
            let Expression::StringLiteral(name) = it.expression.get_inner_expression() else {
                return None;
            };
            path.segments.extend(name.value.split('.').map(str::to_owned));
            Some(path)
        }
        _ => None,
    }
}

struct Uses<'u> {
    survey: &'u Survey,
    tools: &'u dyn Tools,
    constants: Constants,
    aliases: BTreeMap<String, Vec<String>>,
    /// Constants that hold the output of a tool.
    outputs: BTreeMap<String, String>,
    /// How many branches and `try` blocks we are in that may keep a failure from counting.
    maybe: usize,
    functions: usize,
    findings: Vec<Finding>,
}

impl Uses<'_> {
    fn certain(&self) -> bool {
        self.maybe == 0 && !(self.survey.catches && self.functions > 0)
    }

    fn maybe(&mut self, look: impl FnOnce(&mut Self)) {
        self.maybe += 1;
        look(self);
        self.maybe -= 1;
    }

    fn call(&mut self, it: &CallExpression<'_>) {
        let Some(path) = path_of(&it.callee, &self.aliases) else { return };
        let Some(last) = path.segments.last() else { return };
        let dotted = path.segments.join(".");
        if self.tools.has(&dotted) {
            self.arguments(&dotted, it);
            return;
        }
        let before = path.segments[..path.segments.len() - 1].join(".");
        let on_tool = self.tools.has(&before) && FUNCTION_MEMBERS.contains(&last.as_str());
        if on_tool || OBJECT_MEMBERS.contains(&last.as_str()) {
            return;
        }
        let nearest: Vec<String> =
            self.tools.nearest(&dotted).iter().map(|it| format!("`tools.{it}`")).collect();
        let hint = if self.tools.has_namespace(&dotted) {
            format!("`tools.{dotted}` holds other tools: {}.", nearest.join(", "))
        } else if nearest.is_empty() {
            "Find tools with `await tools.$codemode.search({ query: \"...\" })`.".to_owned()
        } else {
            format!("Did you mean {}?", nearest.join(" or "))
        };
        let message = format!("There is no tool `tools.{dotted}`");
        let at = it.callee.span().start;
        let certain = self.certain();
        self.findings.push(Finding { at, certain, kind: Kind::UnknownTool, message, hint });
    }

    fn arguments(&mut self, tool: &str, it: &CallExpression<'_>) {
        let mut reader = Reader { constants: &self.constants, spans: Spans::new() };
        let known = match it.arguments.first() {
            None => Known::Object { members: Vec::new(), open: false },
            Some(first) => match first.as_expression() {
                Some(expression) => reader.read(expression, ""),
                None => return,
            },
        };
        let spans = reader.spans;
        let Some(misfit) = self.tools.misfit(tool, &known) else { return };
        let at = place_of(&spans, &misfit.pointer).unwrap_or(it.callee.span().start);
        let Misfit { pointer, kind, expected, example } = misfit;
        let message = match kind {
            MisfitKind::Missing => format!("`tools.{tool}` needs the field `{pointer}`"),
            MisfitKind::Unknown => format!("`tools.{tool}` has no field `{pointer}`"),
            MisfitKind::Wrong if pointer.is_empty() => {
                format!("`tools.{tool}` takes one object with named fields")
            }
            MisfitKind::Wrong => format!("`{pointer}` of `tools.{tool}` does not fit"),
        };
        let example = example.map(|it| format!(" For example `tools.{tool}({it})`."));
        let hint = format!("Expected {expected}.{}", example.unwrap_or_default());
        let certain = self.certain();
        self.findings.push(Finding { at, certain, kind: Kind::InvalidToolInput, message, hint });
    }

    fn read(&mut self, name: &str, members: &[(String, u32)]) {
        let Some(tool) = self.outputs.get(name) else { return };
        for length in 1..=members.len() {
            let path: Vec<&str> = members[..length].iter().map(|it| it.0.as_str()).collect();
            if let Some(has) = self.tools.lacks(tool, &path) {
                let (member, at) = &members[length - 1];
                let has: Vec<String> = has.iter().map(|it| format!("`{it}`")).collect();
                self.findings.push(Finding {
                    at: *at,
                    certain: false,
                    kind: Kind::InvalidToolOutput,
                    message: format!("What `tools.{tool}` returns has no `{member}` there"),
                    hint: format!("It has {}.", has.join(", ")),
                });
                return;
            }
        }
    }

    /// The tool whose output an initial value is.
    fn tool_of(&self, init: &Expression<'_>) -> Option<String> {
        let Expression::AwaitExpression(it) = init.get_inner_expression() else { return None };
        let Expression::CallExpression(call) = it.argument.get_inner_expression() else {
            return None;
        };
        let path = path_of(&call.callee, &self.aliases)?.segments.join(".");
        self.tools.has(&path).then_some(path)
    }
}

/// Where a pointer stands, or else what holds it.
fn place_of(spans: &Spans, pointer: &str) -> Option<u32> {
    let mut pointer = pointer;
    loop {
        if let Some(at) = spans.get(pointer) {
            return Some(*at);
        }
        pointer = &pointer[..pointer.rfind('/')?];
    }
}

/// The constant that a chain of members begins at, and the members.
fn chain(it: &StaticMemberExpression<'_>) -> Option<(String, Vec<(String, u32)>)> {
    let own = (it.property.name.to_string(), it.property.span.start);
    match it.object.get_inner_expression() {
        Expression::Identifier(id) => Some((id.name.to_string(), vec![own])),
        Expression::StaticMemberExpression(inner) => {
            let (name, mut members) = chain(inner)?;
            members.push(own);
            Some((name, members))
        }
        _ => None,
    }
}

impl<'a> Visit<'a> for Uses<'_> {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.call(it);
        // What is called on a promise may handle its failure.
        let handled = it.callee.as_member_expression().and_then(|it| it.static_property_name());
        let handles = match handled {
            Some("catch" | "allSettled" | "any") => true,
            Some("then") => it.arguments.len() > 1,
            _ => false,
        };
        self.maybe += usize::from(handles);
        walk::walk_call_expression(self, it);
        self.maybe -= usize::from(handles);
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        if let Some((name, members)) = chain(it) {
            self.read(&name, &members);
        } else {
            walk::walk_static_member_expression(self, it);
        }
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        walk::walk_variable_declaration(self, it);
        for declarator in &it.declarations {
            let Some(tool) = declarator.init.as_ref().and_then(|it| self.tool_of(it)) else {
                continue;
            };
            match &declarator.id {
                BindingPattern::BindingIdentifier(id)
                    if it.kind == VariableDeclarationKind::Const
                        && self.survey.bound.get(id.name.as_str()) == Some(&1) =>
                {
                    self.outputs.insert(id.name.to_string(), tool);
                }
                BindingPattern::ObjectPattern(pattern) => {
                    let name = "\0destructured";
                    self.outputs.insert(name.to_owned(), tool);
                    for property in &pattern.properties {
                        let defaulted =
                            matches!(property.value, BindingPattern::AssignmentPattern(_));
                        if let Some(key) = property.key.static_name().filter(|_| !defaulted) {
                            self.read(name, &[(key.into_owned(), property.span.start)]);
                        }
                    }
                    self.outputs.remove(name);
                }
                _ => {}
            }
        }
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        self.visit_expression(&it.test);
        self.maybe(|it_self| {
            it_self.visit_statement(&it.consequent);
            if let Some(alternate) = &it.alternate {
                it_self.visit_statement(alternate);
            }
        });
    }

    fn visit_switch_case(&mut self, it: &SwitchCase<'a>) {
        self.maybe(|it_self| walk::walk_switch_case(it_self, it));
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        self.visit_expression(&it.test);
        self.maybe(|it_self| {
            it_self.visit_expression(&it.consequent);
            it_self.visit_expression(&it.alternate);
        });
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        self.visit_expression(&it.left);
        self.maybe(|it_self| it_self.visit_expression(&it.right));
    }

    fn visit_try_statement(&mut self, it: &TryStatement<'a>) {
        let caught = usize::from(it.handler.is_some());
        self.maybe += caught;
        self.visit_block_statement(&it.block);
        self.maybe -= caught;
        if let Some(handler) = &it.handler {
            self.maybe(|it_self| it_self.visit_catch_clause(handler));
        }
        if let Some(finalizer) = &it.finalizer {
            self.visit_block_statement(finalizer);
        }
    }

    fn visit_function_body(&mut self, it: &FunctionBody<'a>) {
        self.functions += 1;
        walk::walk_function_body(self, it);
        self.functions -= 1;
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.functions += 1;
        walk::walk_arrow_function_expression(self, it);
        self.functions -= 1;
    }
}
