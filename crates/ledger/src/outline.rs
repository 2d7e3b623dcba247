//! The functions and constants of a file: where clauses can be named so that it counts.

use crate::source::Source;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Block, ImplItemConst, ImplItemFn, ItemConst, ItemFn, ItemImpl, ItemStatic, ItemTrait, Signature,
    TraitItemConst, TraitItemFn,
};

/// A function, by what the ledger needs of it. Places are byte offsets in the file.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    /// The line of its name, from 1, by which claims know it.
    pub(crate) line: usize,
    pub(crate) watched: Watched,
    doc: Vec<Range<usize>>,
    body: Range<usize>,
}

/// Whether a claim can know that a function ran.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Watched {
    Yes,
    /// Neither it nor its block bears the attribute.
    Unmarked,
    /// It is a `const fn`.
    Constant,
    /// It is declared by a trait and has no body.
    Bodiless,
}

/// A constant or static item.
#[derive(Debug)]
pub(crate) struct Constant {
    pub(crate) name: String,
    range: Range<usize>,
}

/// The functions and constants of one file.
#[derive(Default)]
pub(crate) struct Outline {
    functions: Vec<Function>,
    constants: Vec<Constant>,
    /// Whether the block being read bears the attribute.
    marked: bool,
}

impl Outline {
    pub(crate) fn of(source: &Source) -> Outline {
        let mut outline = Outline::default();
        outline.visit_file(&source.syntax);
        outline
    }

    /// The function in whose body a place lies, the innermost if one is inside another.
    pub(crate) fn body_at(&self, offset: usize) -> Option<&Function> {
        let around = self.functions.iter().filter(|function| function.body.contains(&offset));
        around.min_by_key(|function| function.body.len())
    }

    /// The function to whose doc comment a place belongs.
    pub(crate) fn doc_at(&self, offset: usize) -> Option<&Function> {
        self.functions.iter().find(|function| function.doc.iter().any(|doc| doc.contains(&offset)))
    }

    /// The constant in which a place lies.
    pub(crate) fn constant_at(&self, offset: usize) -> Option<&Constant> {
        self.constants.iter().find(|constant| constant.range.contains(&offset))
    }

    fn add_function(&mut self, attributes: &[Attribute], signature: &Signature, body: Option<&Block>) {
        let watched = if body.is_none() {
            Watched::Bodiless
        } else if signature.constness.is_some() {
            Watched::Constant
        } else if self.marked || is_marked(attributes) {
            Watched::Yes
        } else {
            Watched::Unmarked
        };
        let docs = attributes.iter().filter(|attribute| attribute.path().is_ident("doc"));
        self.functions.push(Function {
            name: signature.ident.to_string(),
            line: signature.ident.span().start().line,
            watched,
            doc: docs.map(|attribute| attribute.span().byte_range()).collect(),
            body: body.map(|body| body.span().byte_range()).unwrap_or_default(),
        });
    }

    fn add_constant(&mut self, name: &syn::Ident, item: &impl Spanned) {
        self.constants.push(Constant { name: name.to_string(), range: item.span().byte_range() });
    }

    fn within(&mut self, marked: bool, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.marked, marked);
        visit(self);
        self.marked = outer;
    }
}

fn is_marked(attributes: &[Attribute]) -> bool {
    attributes
        .iter()
        .any(|attribute| attribute.path().segments.last().is_some_and(|segment| segment.ident == "by_the_book"))
}

impl<'a> Visit<'a> for Outline {
    fn visit_item_impl(&mut self, block: &'a ItemImpl) {
        self.within(is_marked(&block.attrs), |outline| visit::visit_item_impl(outline, block));
    }

    fn visit_item_trait(&mut self, block: &'a ItemTrait) {
        self.within(is_marked(&block.attrs), |outline| visit::visit_item_trait(outline, block));
    }

    fn visit_item_fn(&mut self, function: &'a ItemFn) {
        self.within(false, |outline| {
            outline.add_function(&function.attrs, &function.sig, Some(&function.block));
            visit::visit_item_fn(outline, function);
        });
    }

    fn visit_impl_item_fn(&mut self, function: &'a ImplItemFn) {
        self.add_function(&function.attrs, &function.sig, Some(&function.block));
        self.within(false, |outline| visit::visit_impl_item_fn(outline, function));
    }

    fn visit_trait_item_fn(&mut self, function: &'a TraitItemFn) {
        self.add_function(&function.attrs, &function.sig, function.default.as_ref());
        self.within(false, |outline| visit::visit_trait_item_fn(outline, function));
    }

    fn visit_item_const(&mut self, item: &'a ItemConst) {
        self.add_constant(&item.ident, item);
        visit::visit_item_const(self, item);
    }

    fn visit_item_static(&mut self, item: &'a ItemStatic) {
        self.add_constant(&item.ident, item);
        visit::visit_item_static(self, item);
    }

    fn visit_impl_item_const(&mut self, item: &'a ImplItemConst) {
        self.add_constant(&item.ident, item);
        visit::visit_impl_item_const(self, item);
    }

    fn visit_trait_item_const(&mut self, item: &'a TraitItemConst) {
        self.add_constant(&item.ident, item);
        visit::visit_trait_item_const(self, item);
    }
}
