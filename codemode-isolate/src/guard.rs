//! Which calls of the guard does a program need, so that nothing in it runs without end?
//!
//! A loop, a function and a catch clause each call the guard first: it spends a step, and throws
//! once the budget is spent, so what swallows one throw meets the next.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the syntax tree names everything that the language has, and a part of it matters here"
)]

use oxc_ast::{
    AstKind,
    ast::{ArrowFunctionBody, Statement},
};
use oxc_span::GetSpan;

use crate::edit::Edits;

/// Adds what must stand before the inner parts of a node.
pub(crate) fn enter(kind: AstKind<'_>, guard: &str, edits: &mut Edits) {
    if let Some(body) = loop_body(kind) {
        open_statement(body, guard, edits);
    }
    match kind {
        AstKind::FunctionBody(body) => {
            edits.open(body.span.start + 1, format!("{guard}();"));
        }
        AstKind::ArrowFunctionExpression(arrow) => {
            if let Some(body) = arrow.body.as_expression() {
                edits.open(body.span().start, format!("({guard}(),"));
            }
        }
        AstKind::CatchClause(clause) => {
            edits.open(clause.body.span.start + 1, format!("{guard}();"));
        }
        _ => {}
    }
}

/// Adds what must stand after the inner parts of a node.
pub(crate) fn leave(kind: AstKind<'_>, edits: &mut Edits) {
    if let Some(body) = loop_body(kind)
        && !matches!(body, Statement::BlockStatement(_))
    {
        edits.close(body.span().end, "}");
    }
    if let AstKind::ArrowFunctionExpression(arrow) = kind
        && !matches!(arrow.body, ArrowFunctionBody::FunctionBody(_))
    {
        edits.close(arrow.body.span().end, ")");
    }
}

fn open_statement(body: &Statement<'_>, guard: &str, edits: &mut Edits) {
    match body {
        Statement::BlockStatement(block) => {
            edits.open(block.span.start + 1, format!("{guard}();"));
        }
        other => edits.open(other.span().start, format!("{{{guard}();")),
    }
}

fn loop_body<'a>(kind: AstKind<'a>) -> Option<&'a Statement<'a>> {
    match kind {
        AstKind::WhileStatement(it) => Some(&it.body),
        AstKind::DoWhileStatement(it) => Some(&it.body),
        AstKind::ForStatement(it) => Some(&it.body),
        AstKind::ForInStatement(it) => Some(&it.body),
        AstKind::ForOfStatement(it) => Some(&it.body),
        _ => None,
    }
}
