//! What does a program return: which of its statements is the answer, or which function?

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the syntax tree names everything that the language has, and a part of it matters here"
)]

use oxc_ast::ast::*;
use oxc_span::{GetSpan, Span};

use crate::{edit::Edits, rule::Survey};

/// How a program answers.
#[derive(Default, Debug)]
pub(crate) struct Shape {
    /// What closes the answer, once the parts inside are edited.
    pub(crate) closings: Vec<(u32, String)>,
    /// Statements after the last.
    pub(crate) tail: String,
    /// Something the author may not have meant.
    pub(crate) warning: Option<String>,
}

/// Names of a function that is meant to be called, in order of preference.
const ENTRIES: &[&str] = &["main", "run", "execute", "program", "handler", "solve"];

const NOTHING: &str =
    "The program returns nothing, so its result is null. End it with `return value`.";

/// Finds the answer, and opens it.
pub(crate) fn shape_of(
    program: &Program<'_>,
    survey: &Survey,
    value: &str,
    edits: &mut Edits,
) -> Shape {
    let mut shape = Shape::default();
    for statement in &program.body {
        match statement {
            Statement::ExportDefaultDeclaration(it) => {
                export_default(it, value, edits, &mut shape);
            }
            Statement::ExportDeclaration(it) => {
                edits.replace(it.span.start, it.declaration.span().start, "");
            }
            Statement::ExportNamedDeclaration(it) => {
                let default = it.specifiers.iter().find(|it| it.exported.name() == "default");
                if let Some(it) = default {
                    let name = it.local.name();
                    let function = functions(program).into_iter().find(|it| it.0 == name.as_str());
                    let call = function.map(|it| format!("({})", arguments(it.1)));
                    shape.tail = format!("return {name}{};", call.unwrap_or_default());
                }
            }
            _ => {}
        }
    }
    if !shape.tail.is_empty() || program.body.iter().any(returns) {
        return shape;
    }
    last_statement(program, survey, edits, shape)
}

fn last_statement(
    program: &Program<'_>,
    survey: &Survey,
    edits: &mut Edits,
    mut shape: Shape,
) -> Shape {
    let runs: Vec<&Statement<'_>> = program.body.iter().filter(|it| does_something(it)).collect();
    let Some(last) = runs.last() else {
        if let Some(text) = program.directives.last() {
            edits.open(text.expression.span.start, "return (");
            shape.closings.push((text.expression.span.end, ")".to_owned()));
        } else {
            shape.warning = Some(NOTHING.to_owned());
        }
        return shape;
    };
    if let Statement::ExpressionStatement(it) = last {
        let span = it.expression.span();
        edits.open(span.start, "return (");
        let call = match parameters_of(&it.expression) {
            Some(parameters) => format!(")({})", arguments(parameters)),
            None => ")".to_owned(),
        };
        shape.closings.push((span.end, call));
        return shape;
    }
    let functions = functions(program);
    let uncalled: Vec<_> =
        functions.iter().filter(|it| !survey.referred.contains_key(it.0)).collect();
    let named = ENTRIES.iter().find_map(|name| uncalled.iter().find(|it| it.0 == *name));
    let ends_with_function = functions.iter().any(|it| last.span().contains_inclusive(it.2));
    let entry = named.or_else(|| uncalled.last().filter(|_| ends_with_function));
    match entry {
        Some((name, parameters, _)) => {
            if named.is_none() && uncalled.len() > 1 {
                shape.warning = Some(format!(
                    "Nothing calls the functions of this program, so `{name}` was called, the last \
                     one. Name the one to run `main`, or call it."
                ));
            }
            shape.tail = format!("return {name}({});", arguments(parameters));
        }
        None => {
            shape.warning = Some(NOTHING.to_owned());
        }
    }
    shape
}

fn export_default(
    export: &ExportDefaultDeclaration<'_>,
    value: &str,
    edits: &mut Edits,
    shape: &mut Shape,
) {
    let inner = export.declaration.span();
    match &export.declaration {
        ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
            let call = arguments(&function.params);
            if let Some(id) = &function.id {
                edits.replace(export.span.start, inner.start, "");
                shape.tail = format!("return {}({call});", id.name);
            } else {
                edits.replace(export.span.start, inner.start, format!("const {value} = "));
                shape.closings.push((inner.end, ";".to_owned()));
                shape.tail = format!("return {value}({call});");
            }
        }
        other => {
            let Some(expression) = other.as_expression() else { return };
            edits.replace(export.span.start, inner.start, format!("const {value} = ("));
            shape.closings.push((inner.end, ");".to_owned()));
            let call = parameters_of(expression).map(|it| format!("({})", arguments(it)));
            shape.tail = format!("return {value}{};", call.unwrap_or_default());
        }
    }
}

/// The functions that a program names at its top: name, parameters, and where.
fn functions<'p, 'a>(program: &'p Program<'a>) -> Vec<(&'p str, &'p FormalParameters<'a>, Span)> {
    let mut found = Vec::new();
    for statement in &program.body {
        let declaration = match statement {
            Statement::ExportDeclaration(it) => Some(&it.declaration),
            other => other.as_declaration(),
        };
        match declaration {
            Some(Declaration::FunctionDeclaration(it)) if it.body.is_some() => {
                if let Some(id) = &it.id {
                    found.push((id.name.as_str(), &*it.params, it.span));
                }
            }
            Some(Declaration::VariableDeclaration(it)) => {
                for declarator in &it.declarations {
                    if let BindingPattern::BindingIdentifier(id) = &declarator.id
                        && let Some(parameters) = declarator.init.as_ref().and_then(parameters_of)
                    {
                        found.push((id.name.as_str(), parameters, declarator.span));
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// The parameters of an expression that is a function.
fn parameters_of<'p, 'a>(expression: &'p Expression<'a>) -> Option<&'p FormalParameters<'a>> {
    match expression.get_inner_expression() {
        Expression::ArrowFunctionExpression(it) => Some(&it.params),
        Expression::FunctionExpression(it) => Some(&it.params),
        _ => None,
    }
}

/// What a function that is the program is called with: what its parameters ask for by name, and
/// the run's `params` where a name says nothing.
fn arguments(parameters: &FormalParameters<'_>) -> String {
    let argument = |it: &FormalParameter<'_>| match &it.pattern {
        BindingPattern::BindingIdentifier(id) => match id.name.as_str() {
            "tools" => "tools",
            "console" => "console",
            _ => "params",
        },
        BindingPattern::ObjectPattern(pattern) => {
            let names = |it: &BindingProperty<'_>| {
                it.key
                    .static_name()
                    .is_some_and(|it| it == "tools" || it == "params" || it == "console")
            };
            if pattern.properties.iter().any(names) {
                "{ tools, params, console }"
            } else {
                "params"
            }
        }
        BindingPattern::ArrayPattern(_) | BindingPattern::AssignmentPattern(_) => "params",
    };
    parameters.items.iter().map(argument).collect::<Vec<_>>().join(", ")
}

fn does_something(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::EmptyStatement(_)
        | Statement::TSTypeAliasDeclaration(_)
        | Statement::TSInterfaceDeclaration(_)
        | Statement::ImportDeclaration(_)
        | Statement::ExportNamedDeclaration(_) => false,
        Statement::FunctionDeclaration(it) => !it.declare && it.body.is_some(),
        Statement::VariableDeclaration(it) => !it.declare,
        Statement::ClassDeclaration(it) => !it.declare,
        _ => true,
    }
}

/// Whether a statement returns from the program itself.
fn returns(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::ReturnStatement(_) => true,
        Statement::BlockStatement(it) => it.body.iter().any(returns),
        Statement::IfStatement(it) => {
            returns(&it.consequent) || it.alternate.as_ref().is_some_and(returns)
        }
        Statement::ForStatement(it) => returns(&it.body),
        Statement::ForInStatement(it) => returns(&it.body),
        Statement::ForOfStatement(it) => returns(&it.body),
        Statement::WhileStatement(it) => returns(&it.body),
        Statement::DoWhileStatement(it) => returns(&it.body),
        Statement::LabeledStatement(it) => returns(&it.body),
        Statement::SwitchStatement(it) => {
            it.cases.iter().any(|it| it.consequent.iter().any(returns))
        }
        Statement::TryStatement(it) => {
            let handler = it.handler.as_ref().is_some_and(|it| it.body.body.iter().any(returns));
            let finalizer = it.finalizer.as_ref().is_some_and(|it| it.body.iter().any(returns));
            it.block.body.iter().any(returns) || handler || finalizer
        }
        _ => false,
    }
}
