//! What does an expression say before it runs?

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the syntax tree names everything that the language has, and a part of it matters here"
)]

use std::collections::BTreeMap;

use oxc_ast::ast::*;
use oxc_span::GetSpan;
use serde_json::{Number, Value};

use crate::known::Known;

/// Constants of a program whose value is a known scalar.
pub(crate) type Constants = BTreeMap<String, Known>;

/// Where the parts of an argument stand: by JSON Pointer.
pub(crate) type Spans = BTreeMap<String, u32>;

/// Reads what is known of an expression, and where its parts stand.
pub(crate) struct Reader<'c> {
    pub(crate) constants: &'c Constants,
    pub(crate) spans: Spans,
}

impl Reader<'_> {
    /// Reads an expression that stands at a pointer of the argument.
    pub(crate) fn read(&mut self, expression: &Expression<'_>, pointer: &str) -> Known {
        let expression = expression.get_inner_expression();
        self.spans.entry(pointer.to_owned()).or_insert(expression.span().start);
        match expression {
            Expression::NullLiteral(_) => Known::Whole(Value::Null),
            Expression::BooleanLiteral(it) => Known::Whole(Value::Bool(it.value)),
            Expression::NumericLiteral(it) => number(it.value),
            Expression::StringLiteral(it) if !it.lone_surrogates => {
                Known::Whole(Value::String(it.value.to_string()))
            }
            Expression::StringLiteral(_) => Known::Text,
            Expression::TemplateLiteral(it) => match it.single_quasi() {
                Some(text) => Known::Whole(Value::String(text.to_string())),
                None => Known::Text,
            },
            Expression::UnaryExpression(it) if it.operator == UnaryOperator::UnaryNegation => {
                match &it.argument {
                    Expression::NumericLiteral(it) => number(-it.value),
                    _ => Known::Unknown,
                }
            }
            Expression::BinaryExpression(it) if it.operator == BinaryOperator::Addition => {
                let sides = [self.read(&it.left, pointer), self.read(&it.right, pointer)];
                let text = |it: &Known| matches!(it, Known::Text | Known::Whole(Value::String(_)));
                if sides.iter().any(text) { Known::Text } else { Known::Unknown }
            }
            Expression::Identifier(it) => {
                self.constants.get(it.name.as_str()).cloned().unwrap_or(Known::Unknown)
            }
            Expression::ObjectExpression(it) => self.object(it, pointer),
            Expression::ArrayExpression(it) => self.array(it, pointer),
            _ => Known::Unknown,
        }
    }

    fn object(&mut self, object: &ObjectExpression<'_>, pointer: &str) -> Known {
        let mut members: Vec<(String, Known)> = Vec::new();
        let mut open = false;
        for property in &object.properties {
            match property {
                ObjectPropertyKind::ObjectProperty(it) => {
                    let Some(name) = it.key.static_name() else {
                        forget(&mut members, &mut open);
                        continue;
                    };
                    if name == "__proto__" {
                        return Known::Unknown;
                    }
                    let inner = format!("{pointer}/{}", token(&name));
                    self.spans.insert(inner.clone(), it.span.start);
                    let known = if it.kind == PropertyKind::Init && !it.method {
                        self.read(&it.value, &inner)
                    } else {
                        Known::Unknown
                    };
                    set(&mut members, name.into_owned(), known);
                }
                ObjectPropertyKind::SpreadProperty(it) => match self.read(&it.argument, pointer) {
                    Known::Object { members: spread, open: more } => {
                        if more {
                            forget(&mut members, &mut open);
                        }
                        for (name, known) in spread {
                            set(&mut members, name, known);
                        }
                    }
                    _ => forget(&mut members, &mut open),
                },
            }
        }
        Known::Object { members, open }
    }

    fn array(&mut self, array: &ArrayExpression<'_>, pointer: &str) -> Known {
        let mut items = Vec::new();
        for element in &array.elements {
            let inner = format!("{pointer}/{}", items.len());
            match element {
                ArrayExpressionElement::SpreadElement(it) => {
                    match self.read(&it.argument, &format!("{inner}…")) {
                        Known::Array(spread) => items.extend(spread),
                        _ => return Known::Unknown,
                    }
                }
                ArrayExpressionElement::Elision(_) => items.push(Known::Unknown),
                other => match other.as_expression() {
                    Some(it) => {
                        let known = self.read(it, &inner);
                        items.push(known);
                    }
                    None => return Known::Unknown,
                },
            }
        }
        Known::Array(items)
    }
}

/// A token of a JSON Pointer.
fn token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn set(members: &mut Vec<(String, Known)>, name: String, known: Known) {
    match members.iter_mut().find(|it| it.0 == name) {
        Some(member) => member.1 = known,
        None => members.push((name, known)),
    }
}

/// After something unknown was put in, nothing said before is sure.
fn forget(members: &mut [(String, Known)], open: &mut bool) {
    *open = true;
    for member in members {
        member.1 = Known::Unknown;
    }
}

/// A number as JSON writes it: whole where it is whole.
fn number(value: f64) -> Known {
    const EXACT: f64 = 9_007_199_254_740_991.0;
    let number = if value.fract() == 0.0 && value.abs() <= EXACT {
        Some(Number::from(value as i64))
    } else {
        Number::from_f64(value)
    };
    number.map_or(Known::Unknown, |it| Known::Whole(Value::Number(it)))
}
