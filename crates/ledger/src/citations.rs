//! The clauses that a file's code cites.

use crate::Finding;
use crate::comments::comment_lines;
use crate::ids::Ids;
use crate::source::Source;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::ops::Range;
use syn::{Lit, LitStr};

/// What one file cites, and what it tries to cite.
#[derive(Default)]
pub(crate) struct Citations {
    pub(crate) ids: BTreeSet<String>,
    pub(crate) findings: Vec<Finding>,
}

impl Citations {
    /// Reads a file's citations outside its test code.
    pub(crate) fn of(source: &Source, test_code: &[Range<usize>], ids: &Ids) -> Citations {
        let mut citations = Citations::default();
        let is_game_code = |offset: usize| !test_code.iter().any(|range| range.contains(&offset));
        for line in comment_lines(&source.text).iter().filter(|line| is_game_code(line.offset)) {
            for group in bracket_groups(line.text) {
                citations.read_group(source, line.offset, group, ids);
            }
        }
        let mut literals = Vec::new();
        collect_literals(&source.tokens, &mut literals);
        for literal in literals.iter().filter(|literal| is_game_code(literal.span().byte_range().start)) {
            citations.read_literal(source, literal, ids);
        }
        citations
    }

    fn read_group(&mut self, source: &Source, offset: usize, group: Group, ids: &Ids) {
        let words = || group.text.split(',').map(str::trim);
        if group.closed && words().all(|word| ids.knows(word)) {
            self.ids.extend(words().map(String::from));
        } else if group.text.split([',', ' ', '\t']).any(|word| ids.suspects(word)) {
            let message = if group.closed {
                format!("[{}] is no list of clauses of this game", group.text)
            } else {
                format!("the bracket before {:?} is not closed on its line", group.text.trim())
            };
            self.find(source, source.line_at(offset), message);
        }
    }

    fn read_literal(&mut self, source: &Source, literal: &LitStr, ids: &Ids) {
        let id = literal.value();
        if ids.knows(&id) {
            self.ids.insert(id);
        } else {
            let message = format!("{id:?} is not a clause of this game");
            self.find(source, literal.span().start().line, message);
        }
    }

    fn find(&mut self, source: &Source, line: usize, message: String) {
        self.findings.push(Finding { file: source.name.clone(), line, message });
    }
}

/// What stands between square brackets.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Group<'a> {
    text: &'a str,
    closed: bool,
}

/// The innermost bracket groups of a line, and the last one even if it is not closed.
fn bracket_groups(line: &str) -> Vec<Group<'_>> {
    let mut groups = Vec::new();
    let mut open = None;
    for (at, c) in line.char_indices() {
        match (c, open) {
            ('[', _) => open = Some(at + 1),
            (']', Some(start)) => {
                groups.push(Group { text: &line[start..at], closed: true });
                open = None;
            }
            _ => {}
        }
    }
    groups.extend(open.map(|start| Group { text: &line[start..], closed: false }));
    groups
}

/// The string literals of `clauses![...]` and `Clause("...")`. Tokens are read instead of the syntax tree, because
/// the tree does not look into the arguments of other macros.
fn collect_literals(tokens: &TokenStream, literals: &mut Vec<LitStr>) {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        if is_citation(&tokens[..at], group.delimiter()) {
            literals.extend(group.stream().into_iter().filter_map(string_literal));
        } else {
            collect_literals(&group.stream(), literals);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_groups_are_read_and_an_open_one_is_kept() {
        let closed = |text| Group { text, closed: true };
        assert_eq!(bracket_groups("[a] b [[c], d] [e]"), [closed("a"), closed("c"), closed("e")]);
        assert_eq!(bracket_groups("] x [9.5c,"), [Group { text: "9.5c,", closed: false }]);
        assert_eq!(bracket_groups("none"), []);
    }
}
