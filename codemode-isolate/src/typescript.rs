//! Which parts of a program are TypeScript only, and what stands in their place?

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the syntax tree names everything that the language has, and a part of it matters here"
)]

use oxc_ast::{AstKind, ast::*};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};

use crate::{edit::Edits, guard};

/// Makes the edits that turn TypeScript into JavaScript and put the guards in.
pub(crate) struct Rewriter<'s> {
    pub(crate) source: &'s str,
    pub(crate) guard: &'s str,
    pub(crate) edits: Edits,
    /// An expression that other text will close: no semicolon belongs after it.
    pub(crate) closed_by_hand: Option<u32>,
}

impl Rewriter<'_> {
    fn blank(&mut self, span: Span) {
        self.edits.blank(self.source, span.start, span.end);
    }

    fn blank_between(&mut self, start: u32, end: u32) {
        self.edits.blank(self.source, start, end);
    }

    /// Blanks one mark between two positions, white space and comments aside.
    fn blank_mark(&mut self, mark: char, from: u32, to: u32) {
        let text = &self.source[from as usize..(to as usize).max(from as usize)];
        if let Some(at) = text.find(mark) {
            let at = from + at as u32;
            self.edits.blank(self.source, at, at + 1);
        }
    }

    /// Blanks the words of TypeScript among the modifiers before a member's name.
    fn blank_modifiers(&mut self, from: u32, to: u32) {
        let text = &self.source[from as usize..to as usize];
        for word in ["public", "private", "protected", "readonly", "override", "abstract"] {
            for (at, _) in text.match_indices(word) {
                let before = text[..at].chars().next_back();
                let after = text[at + word.len()..].chars().next();
                let part =
                    |it: Option<char>| it.is_some_and(|it| it.is_alphanumeric() || it == '_');
                if !part(before) && !part(after) {
                    let at = from + at as u32;
                    self.edits.blank(self.source, at, at + word.len() as u32);
                }
            }
        }
    }

    /// Where a type ended a statement that no semicolon ends, one stands in its place: the next
    /// line would otherwise go on with the expression.
    fn end_statement(&mut self, end: u32) {
        let ends = self.source.as_bytes().get(end as usize - 1) == Some(&b';');
        if ends || self.closed_by_hand == Some(end) {
            return;
        }
        if let Some(edit) = self.edits.replacement_ending_at(end) {
            let length = edit.text.chars().next().map_or(0, char::len_utf8);
            edit.text.replace_range(..length, ";");
        }
    }

    fn member(
        &mut self,
        span: Span,
        key: Span,
        computed: bool,
        value: Option<u32>,
        mark: Option<char>,
    ) {
        let key_start = if computed {
            let head = &self.source[span.start as usize..key.start as usize];
            head.rfind('[').map_or(key.start, |it| span.start + it as u32)
        } else {
            key.start
        };
        self.blank_modifiers(span.start, key_start);
        if let Some(mark) = mark {
            self.blank_mark(mark, key.end, value.unwrap_or(span.end));
        }
    }
}

impl<'a> Visit<'a> for Rewriter<'_> {
    fn enter_node(&mut self, kind: AstKind<'a>) {
        guard::enter(kind, self.guard, &mut self.edits);
    }

    fn leave_node(&mut self, kind: AstKind<'a>) {
        guard::leave(kind, &mut self.edits);
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        match it {
            Statement::TSTypeAliasDeclaration(_) | Statement::TSInterfaceDeclaration(_) => {
                self.blank(it.span());
                return;
            }
            Statement::VariableDeclaration(it) if it.declare => return self.blank(it.span),
            Statement::ClassDeclaration(it) if it.declare => return self.blank(it.span),
            Statement::FunctionDeclaration(it) if it.declare || it.body.is_none() => {
                return self.blank(it.span);
            }
            Statement::TSGlobalDeclaration(_) | Statement::ImportDeclaration(_) => {
                return self.blank(it.span());
            }
            Statement::ExportNamedDeclaration(it) => return self.blank(it.span),
            Statement::ExportDeclaration(export)
                if matches!(
                    export.declaration,
                    Declaration::TSTypeAliasDeclaration(_) | Declaration::TSInterfaceDeclaration(_)
                ) =>
            {
                return self.blank(export.span);
            }
            _ => {}
        }
        walk::walk_statement(self, it);
        if matches!(
            it,
            Statement::ExpressionStatement(_)
                | Statement::VariableDeclaration(_)
                | Statement::ReturnStatement(_)
                | Statement::ThrowStatement(_)
                | Statement::ExportDeclaration(_)
        ) {
            self.end_statement(it.span().end);
        }
    }

    fn visit_ts_type_annotation(&mut self, it: &TSTypeAnnotation<'a>) {
        self.blank(it.span);
    }

    fn visit_ts_type_parameter_declaration(&mut self, it: &TSTypeParameterDeclaration<'a>) {
        self.edits.blank_on_one_line(self.source, it.span.start, it.span.end);
    }

    fn visit_ts_type_parameter_instantiation(&mut self, it: &TSTypeParameterInstantiation<'a>) {
        self.edits.blank_on_one_line(self.source, it.span.start, it.span.end);
    }

    fn visit_ts_this_parameter(&mut self, it: &TSThisParameter<'a>) {
        self.blank(it.span);
        let rest = &self.source[it.span.end as usize..];
        let comma =
            rest.find(|it: char| !it.is_whitespace()).filter(|at| rest[*at..].starts_with(','));
        if let Some(at) = comma {
            let at = it.span.end + at as u32;
            self.blank_between(at, at + 1);
        }
    }

    fn visit_ts_as_expression(&mut self, it: &TSAsExpression<'a>) {
        self.visit_expression(&it.expression);
        self.blank_between(it.expression.span().end, it.span.end);
    }

    fn visit_ts_satisfies_expression(&mut self, it: &TSSatisfiesExpression<'a>) {
        self.visit_expression(&it.expression);
        self.blank_between(it.expression.span().end, it.span.end);
    }

    fn visit_ts_non_null_expression(&mut self, it: &TSNonNullExpression<'a>) {
        self.visit_expression(&it.expression);
        self.blank_mark('!', it.expression.span().end, it.span.end);
    }

    fn visit_ts_type_assertion(&mut self, it: &TSTypeAssertion<'a>) {
        self.edits.blank_on_one_line(self.source, it.span.start, it.expression.span().start);
        self.visit_expression(&it.expression);
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        if it.optional {
            let end = it.type_annotation.as_ref().map_or(it.span.end, |it| it.span.start);
            // The mark may stand inside either span.
            self.blank_mark('?', it.pattern.span().end, (end + 1).min(self.source.len() as u32));
        }
        walk::walk_formal_parameter(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if it.definite {
            self.blank_mark('!', it.id.span().end, it.span.end);
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        walk::walk_arrow_function_expression(self, it);
        // A line end before the arrow would be a syntax error.
        if let Some(annotation) = &it.return_type
            && let Some(edit) = self.edits.replacement_ending_at(annotation.span.end)
        {
            edit.text = edit.text.replace(['\n', '\r'], " ");
        }
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        if it.r#abstract {
            let head = it.id.as_ref().map_or(it.body.span.start, |it| it.span.start);
            self.blank_modifiers(it.span.start, head);
        }
        if let (Some(first), Some(last)) = (it.implements.first(), it.implements.last()) {
            let head = &self.source[it.span.start as usize..first.span.start as usize];
            if let Some(at) = head.rfind("implements") {
                self.blank_between(it.span.start + at as u32, last.span.end);
            }
        }
        for decorator in &it.decorators {
            self.visit_decorator(decorator);
        }
        if let Some(type_parameters) = &it.type_parameters {
            self.visit_ts_type_parameter_declaration(type_parameters);
        }
        if let Some(heritage) = &it.heritage {
            self.visit_class_heritage(heritage);
        }
        self.visit_class_body(&it.body);
    }

    fn visit_class_element(&mut self, it: &ClassElement<'a>) {
        match it {
            ClassElement::TSIndexSignature(signature) => self.blank(signature.span),
            ClassElement::MethodDefinition(method) if method.value.body.is_none() => {
                self.blank(method.span);
            }
            ClassElement::PropertyDefinition(property)
                if property.declare
                    || property.r#type == PropertyDefinitionType::TSAbstractPropertyDefinition =>
            {
                self.blank(property.span);
            }
            ClassElement::MethodDefinition(method) => {
                let mark = method.optional.then_some('?');
                let end = method.value.span.start + 1;
                self.member(method.span, method.key.span(), method.computed, Some(end), mark);
                walk::walk_class_element(self, it);
            }
            ClassElement::PropertyDefinition(property) => {
                let mark = match (property.optional, property.definite) {
                    (true, _) => Some('?'),
                    (_, true) => Some('!'),
                    _ => None,
                };
                let end = property.value.as_ref().map(|it| it.span().start);
                self.member(property.span, property.key.span(), property.computed, end, mark);
                walk::walk_class_element(self, it);
                self.end_statement(property.span.end);
            }
            ClassElement::StaticBlock(_) | ClassElement::AccessorProperty(_) => {
                walk::walk_class_element(self, it);
            }
        }
    }
}
