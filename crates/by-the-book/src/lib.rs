//! The attribute `#[engine::by_the_book]`: a function that cites clauses, in its doc comment or in its body, says so when it
//! runs.

use proc_macro::{Delimiter, Group, Span, TokenStream, TokenTree};
use std::iter::Peekable;

/// Stands on an `impl` block, a trait or a function. Every function there whose doc comment has something in square
/// brackets, or whose body has `clauses![...]` or `Clause("...")`, gets a first statement, `engine::ran!`, that tells an open
/// claim where it stands and what it cites. Only builds with assertions and the feature `laws` make anything of it.
///
/// A `const fn` is left as it is: it cannot tell anybody. So is a function without a body.
#[proc_macro_attribute]
pub fn by_the_book(_: TokenStream, item: TokenStream) -> TokenStream {
    items(item, true)
}

type Tokens = Peekable<proc_macro::token_stream::IntoIter>;

/// Copies items, with the statement in every function that cites. The outer item may be a block of functions.
fn items(stream: TokenStream, outer: bool) -> TokenStream {
    let mut tokens = stream.into_iter().peekable();
    let mut out = TokenStream::new();
    while tokens.peek().is_some() {
        let doc = attributes(&mut tokens, &mut out);
        match head(&mut tokens, &mut out) {
            Head::Function { name, constant } => body(&mut tokens, &mut out, |group| {
                let mut said = doc;
                said.extend(spoken(group.stream()));
                if constant || said.is_empty() { group } else { opened(group, name, &said) }
            }),
            Head::Block if outer => body(&mut tokens, &mut out, within),
            Head::Block | Head::Other => rest(&mut tokens, &mut out),
        }
    }
    out
}

/// The functions of an `impl` block or a trait.
fn within(block: Group) -> Group {
    respanned(Group::new(block.delimiter(), items(block.stream(), false)), block.span())
}

/// Copies the attributes before an item and returns the lines of its doc comment that may cite something, as literals.
fn attributes(tokens: &mut Tokens, out: &mut TokenStream) -> Vec<String> {
    let mut doc = Vec::new();
    while tokens.peek().is_some_and(|token| is_mark(token, '#')) {
        out.extend(tokens.next());
        if let Some(token) = tokens.next() {
            if let TokenTree::Group(group) = &token {
                doc.extend(doc_of(group.stream()).filter(|line| line.contains('[')));
            }
            out.extend([token]);
        }
    }
    doc
}

/// The clauses that a body names as values, as the literal of one more line: `"[9.5c, 9.6b]"`.
fn spoken(body: TokenStream) -> Option<String> {
    let mut ids = Vec::new();
    collect(body, &mut ids);
    (!ids.is_empty()).then(|| format!("\"[{}]\"", ids.join(", ")))
}

/// Adds what stands between quotes in every `clauses![...]` and `Clause(...)`.
fn collect(stream: TokenStream, ids: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        if is_citation(&tokens[..at], group.delimiter()) {
            let texts = group.stream().into_iter().map(|token| token.to_string());
            ids.extend(texts.filter_map(|text| Some(text.strip_prefix('"')?.strip_suffix('"')?.to_string())));
        } else {
            collect(group.stream(), ids);
        }
    }
}

/// Whether the tokens before a group make it a citation. The ledger reads sources by the same measure.
fn is_citation(before: &[TokenTree], delimiter: Delimiter) -> bool {
    match before {
        [.., TokenTree::Ident(name), mark] if is_mark(mark, '!') => name.to_string() == "clauses",
        [.., TokenTree::Ident(name)] => name.to_string() == "Clause" && delimiter == Delimiter::Parenthesis,
        _ => false,
    }
}

/// The text of `doc = "..."`.
fn doc_of(attribute: TokenStream) -> Option<String> {
    let tokens: Vec<TokenTree> = attribute.into_iter().collect();
    match &tokens[..] {
        [TokenTree::Ident(name), _, TokenTree::Literal(text)] if name.to_string() == "doc" => Some(text.to_string()),
        _ => None,
    }
}

/// What an item begins with.
enum Head {
    Function {
        name: Span,
        constant: bool,
    },
    /// An `impl` block or a trait.
    Block,
    Other,
}

/// Copies the first words of an item, for a function up to its name.
fn head(tokens: &mut Tokens, out: &mut TokenStream) -> Head {
    let mut constant = false;
    while let Some(token) = tokens.peek() {
        let word = match token {
            TokenTree::Ident(word) => word.to_string(),
            // `pub(crate)` and `extern "C"`.
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => String::from("pub"),
            TokenTree::Literal(_) => String::from("extern"),
            _ => return Head::Other,
        };
        match word.as_str() {
            "fn" => {
                out.extend(tokens.next());
                let name = tokens.peek().map_or_else(Span::call_site, TokenTree::span);
                return Head::Function { name, constant };
            }
            "impl" | "trait" => return Head::Block,
            "const" => constant = true,
            "pub" | "async" | "unsafe" | "safe" | "extern" | "default" => {}
            _ => return Head::Other,
        }
        out.extend(tokens.next());
    }
    Head::Other
}

/// Copies what is left of an item that ends in a block, with another block in its place; or all up to a semicolon, where
/// there is none.
fn body(tokens: &mut Tokens, out: &mut TokenStream, change: impl FnOnce(Group) -> Group) {
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace && !is_argument(tokens) => {
                out.extend([TokenTree::Group(change(group))]);
                return;
            }
            token => {
                let ends = is_mark(&token, ';');
                out.extend([token]);
                if ends {
                    return;
                }
            }
        }
    }
}

/// Whether what follows shows that the braces before it were an argument, as in `Grid<{ N }>`.
fn is_argument(tokens: &mut Tokens) -> bool {
    tokens.peek().is_some_and(|next| is_mark(next, '>') || is_mark(next, ','))
}

/// Copies an item that is no function: up to a semicolon, or to the braces of a macro call.
fn rest(tokens: &mut Tokens, out: &mut TokenStream) {
    let mut called = false;
    for token in tokens {
        let in_braces = matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        let ends = is_mark(&token, ';') || called && in_braces;
        called |= is_mark(&token, '!');
        out.extend([token]);
        if ends {
            return;
        }
    }
}

/// A function's body with the statement put first, after the body's own attributes.
fn opened(body: Group, name: Span, doc: &[String]) -> Group {
    let tokens: Vec<TokenTree> = body.stream().into_iter().collect();
    let is_inner = |at: usize| matches!(&tokens[at..], [a, b, _, ..] if is_mark(a, '#') && is_mark(b, '!'));
    let start = (0..).step_by(3).find(|&at| !is_inner(at)).unwrap_or_default();
    let mut stream = TokenStream::new();
    stream.extend(tokens[..start].iter().cloned());
    stream.extend(statement(name, doc));
    stream.extend(tokens[start..].iter().cloned());
    respanned(Group::new(Delimiter::Brace, stream), body.span())
}

/// `::engine::ran!(LINE, "doc", "doc");`
fn statement(name: Span, doc: &[String]) -> TokenStream {
    format!("::engine::ran!({}, {});", name.line(), doc.join(", ")).parse().unwrap_or_default()
}

fn respanned(mut group: Group, span: Span) -> Group {
    group.set_span(span);
    group
}

fn is_mark(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}
