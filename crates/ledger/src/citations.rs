//! The clauses that a file's code names, and by what.

use crate::Finding;
use crate::comments::comment_lines;
use crate::ids::Ids;
use crate::outline::{Function, Outline, Watched};
use crate::source::Source;
use engine::clause::Brackets;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::ops::Range;
use syn::{Lit, LitStr};

/// A place that names a clause.
#[derive(Debug)]
pub(crate) struct Mention {
    pub(crate) id: String,
    /// From 1.
    pub(crate) line: usize,
    pub(crate) by: By,
}

/// What names a clause.
#[derive(Debug)]
pub(crate) enum By {
    /// A value in a function's body.
    Body(Citing),
    /// A value of the constant of this name.
    Constant(String),
    /// A value outside functions and constants.
    Value,
    /// A function's own doc comment.
    Doc(Citing),
    /// Any other comment, with the function in whose body it stands.
    Comment { inside: Option<String> },
}

/// A function that names a clause.
#[derive(Debug)]
pub(crate) struct Citing {
    pub(crate) function: String,
    /// The line of its name, from 1.
    pub(crate) line: usize,
    pub(crate) watched: Watched,
}

impl Citing {
    fn of(function: &Function) -> Citing {
        Citing { function: function.name.clone(), line: function.line, watched: function.watched }
    }
}

/// What one file names, and what it tries to name.
#[derive(Default)]
pub(crate) struct Citations {
    pub(crate) mentions: Vec<Mention>,
    pub(crate) findings: Vec<Finding>,
    /// Every word that stands in the body of a function.
    pub(crate) spoken: BTreeSet<String>,
}

impl Citations {
    /// Reads a file's citations outside its test code.
    pub(crate) fn of(source: &Source, test_code: &[Range<usize>], ids: &Ids) -> Citations {
        let mut citations = Citations::default();
        let outline = Outline::of(source);
        let is_game_code = |offset: usize| !test_code.iter().any(|range| range.contains(&offset));
        for line in comment_lines(&source.text).iter().filter(|line| is_game_code(line.offset)) {
            for brackets in Brackets::of(line.text) {
                citations.read_brackets(source, line.offset, brackets, &outline, ids);
            }
        }
        let mut words = Words::default();
        words.collect(&source.tokens);
        for literal in words.literals.iter().filter(|literal| is_game_code(literal.span().byte_range().start)) {
            citations.read_literal(source, literal, &outline, ids);
        }
        let is_spoken = |offset: usize| is_game_code(offset) && outline.body_at(offset).is_some();
        let spoken = words.names.into_iter().filter(|(offset, _)| is_spoken(*offset));
        citations.spoken = spoken.map(|(_, name)| name).collect();
        citations
    }

    fn read_brackets(&mut self, source: &Source, offset: usize, brackets: Brackets, outline: &Outline, ids: &Ids) {
        if brackets.closed && brackets.words().all(|word| ids.knows(word)) {
            let line = source.line_at(offset);
            self.mentions.extend(brackets.words().map(|id| {
                let by = match outline.doc_at(offset) {
                    Some(function) => By::Doc(Citing::of(function)),
                    None => By::Comment { inside: outline.body_at(offset).map(|function| function.name.clone()) },
                };
                Mention { id: id.into(), line, by }
            }));
        } else if brackets.text.split([',', ' ', '\t']).any(|word| ids.suspects(word)) {
            let message = if brackets.closed {
                format!("[{}] is no list of clauses of this game", brackets.text)
            } else {
                format!("the bracket before {:?} is not closed on its line", brackets.text.trim())
            };
            self.find(source, source.line_at(offset), message);
        }
    }

    fn read_literal(&mut self, source: &Source, literal: &LitStr, outline: &Outline, ids: &Ids) {
        let (id, line, offset) = (literal.value(), literal.span().start().line, literal.span().byte_range().start);
        if !ids.knows(&id) {
            let message = format!("{id:?} is not a clause of this game");
            return self.find(source, line, message);
        }
        let by = match (outline.body_at(offset), outline.constant_at(offset)) {
            (Some(function), _) => By::Body(Citing::of(function)),
            (None, Some(constant)) => By::Constant(constant.name.clone()),
            (None, None) => By::Value,
        };
        self.mentions.push(Mention { id, line, by });
    }

    fn find(&mut self, source: &Source, line: usize, message: String) {
        self.findings.push(Finding { file: source.name.clone(), line, message });
    }
}

/// What the tokens of a file say. Tokens are read instead of the syntax tree, because the tree does not look into the
/// arguments of macros.
#[derive(Default)]
struct Words {
    /// The string literals of `clauses![...]` and `Clause("...")`.
    literals: Vec<LitStr>,
    /// All identifiers and where they stand.
    names: Vec<(usize, String)>,
}

impl Words {
    fn collect(&mut self, tokens: &TokenStream) {
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) if is_citation(&tokens[..at], group.delimiter()) => {
                    self.literals.extend(group.stream().into_iter().filter_map(string_literal));
                }
                TokenTree::Group(group) => self.collect(&group.stream()),
                TokenTree::Ident(name) => self.names.push((name.span().byte_range().start, name.to_string())),
                _ => {}
            }
        }
    }
}

/// Whether the tokens before a group make it a citation.
fn is_citation(before: &[TokenTree], delimiter: Delimiter) -> bool {
    match before {
        [.., TokenTree::Ident(name), TokenTree::Punct(mark)] => name == "clauses" && mark.as_char() == '!',
        [.., TokenTree::Ident(name)] => name == "Clause" && delimiter == Delimiter::Parenthesis,
        _ => false,
    }
}

fn string_literal(token: TokenTree) -> Option<LitStr> {
    match token {
        TokenTree::Literal(literal) => match Lit::new(literal) {
            Lit::Str(string) => Some(string),
            _ => None,
        },
        _ => None,
    }
}
