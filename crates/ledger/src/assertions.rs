//! Tells whether a test can fail: whether it, or a helper that it calls, asserts something.

use crate::source::Source;
use std::collections::BTreeSet;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{
    Block, Expr, ExprMethodCall, ExprPath, Ident, ImplItemFn, Item, ItemFn, ItemImpl, ItemTrait, Macro, Token,
    TraitItemFn, Type,
};

/// The functions that a test may call to assert something for it.
#[derive(Default)]
pub(crate) struct Helpers<'a> {
    functions: Vec<Function<'a>>,
    owner: Option<String>,
    /// Whether the files name the engine's `laws`, whose functions `assert_...` lie outside the game's crate.
    use_laws: bool,
}

struct Function<'a> {
    /// The type or trait that it belongs to.
    owner: Option<String>,
    name: String,
    body: &'a Block,
}

impl<'a> Helpers<'a> {
    /// The functions of a test's own file and of those it shares with other tests.
    pub(crate) fn of(own: &'a Source, shared: impl Iterator<Item = &'a Source>) -> Helpers<'a> {
        let mut helpers = Helpers::default();
        helpers.visit_file(&own.syntax);
        shared.for_each(|source| helpers.visit_file(&source.syntax));
        helpers
    }

    /// Whether something asserts in this body or in a helper that it calls.
    pub(crate) fn assert_in(&self, body: &Block) -> bool {
        let mut seen = BTreeSet::new();
        let mut bodies = vec![body];
        while let Some(body) = bodies.pop() {
            let facts = Facts::of(body);
            if facts.asserts || facts.calls.iter().any(|call| self.vouch_for(call)) {
                return true;
            }
            let is_called = |helper: &Function| facts.calls.iter().any(|call| call.may_be(helper));
            for (number, helper) in self.functions.iter().enumerate().filter(|(_, helper)| is_called(helper)) {
                if seen.insert(number) {
                    bodies.push(helper.body);
                }
            }
        }
        false
    }

    /// Whether a call asserts by its name: that of a helper which does something, or of a law of the engine.
    fn vouch_for(&self, call: &Call) -> bool {
        let mut helpers = self.functions.iter().filter(|helper| call.may_be(helper)).peekable();
        call.name.starts_with("assert_")
            && match helpers.peek() {
                Some(_) => helpers.any(|helper| !helper.body.stmts.is_empty()),
                None => self.use_laws,
            }
    }

    fn add(&mut self, name: &Ident, body: &'a Block) {
        self.functions.push(Function { owner: self.owner.clone(), name: name.to_string(), body });
    }

    fn within(&mut self, owner: Option<String>, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.owner, owner);
        visit(self);
        self.owner = outer;
    }
}

impl<'a> Visit<'a> for Helpers<'a> {
    fn visit_item_fn(&mut self, function: &'a ItemFn) {
        self.within(None, |helpers| {
            helpers.add(&function.sig.ident, &function.block);
            visit::visit_item_fn(helpers, function);
        });
    }

    fn visit_item_impl(&mut self, block: &'a ItemImpl) {
        self.within(type_name(&block.self_ty), |helpers| visit::visit_item_impl(helpers, block));
    }

    fn visit_item_trait(&mut self, block: &'a ItemTrait) {
        self.within(Some(block.ident.to_string()), |helpers| visit::visit_item_trait(helpers, block));
    }

    fn visit_impl_item_fn(&mut self, function: &'a ImplItemFn) {
        self.add(&function.sig.ident, &function.block);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'a TraitItemFn) {
        if let Some(body) = &function.default {
            self.add(&function.sig.ident, body);
        }
        visit::visit_trait_item_fn(self, function);
    }

    fn visit_ident(&mut self, name: &'a Ident) {
        self.use_laws |= name == "laws";
    }
}

fn type_name(of: &Type) -> Option<String> {
    match of {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
        Type::Reference(reference) => type_name(&reference.elem),
        _ => Some(String::new()),
    }
}

/// What a body does itself.
#[derive(Default)]
struct Facts {
    asserts: bool,
    calls: Vec<Call>,
}

impl Facts {
    fn of(body: &Block) -> Facts {
        let mut facts = Facts::default();
        facts.visit_block(body);
        facts
    }
}

impl<'a> Visit<'a> for Facts {
    /// A function inside a body asserts only where it is called.
    fn visit_item(&mut self, _: &'a Item) {}

    fn visit_macro(&mut self, call: &'a Macro) {
        self.asserts |= can_fail(call);
    }

    fn visit_expr_method_call(&mut self, call: &'a ExprMethodCall) {
        self.asserts |= call.method == "unwrap_err" || call.method == "expect_err";
        self.calls.push(Call { name: call.method.to_string(), owner: Owner::AnyType });
        visit::visit_expr_method_call(self, call);
    }

    /// Functions are also passed on by name, so that every path may be a call.
    fn visit_expr_path(&mut self, path: &'a ExprPath) {
        let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let Some((name, before)) = names.split_last() else { return };
        let owner = match before.last() {
            Some(owner) if owner == "Self" => Owner::AnyType,
            Some(owner) if owner.starts_with(char::is_uppercase) => Owner::Type(owner.clone()),
            _ => Owner::Module,
        };
        self.calls.push(Call { name: name.clone(), owner });
    }
}

/// The call of a function, by what can be told of it without types.
struct Call {
    name: String,
    owner: Owner,
}

enum Owner {
    Module,
    Type(String),
    AnyType,
}

impl Call {
    fn may_be(&self, function: &Function) -> bool {
        let same_owner = match &self.owner {
            Owner::Module => function.owner.is_none(),
            Owner::Type(name) => function.owner.as_ref() == Some(name),
            Owner::AnyType => function.owner.is_some(),
        };
        same_owner && self.name == function.name
    }
}

/// Whether a macro call is an assertion whose outcome is not written into it, as in `assert!(true)`.
fn can_fail(call: &Macro) -> bool {
    let name = call.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
    if name != "assert" && !name.starts_with("assert_") {
        return false;
    }
    let Ok(arguments) = call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated) else {
        // Patterns are no expressions: `assert_matches!(outcome, Hit | Miss)`.
        return true;
    };
    let compared = match name.as_str() {
        "assert" => 1,
        "assert_eq" | "assert_ne" => 2,
        _ => arguments.len(),
    };
    arguments.iter().take(compared).any(|argument| !is_constant(argument))
}

/// Whether an expression is made of literals alone.
fn is_constant(expression: &Expr) -> bool {
    match expression {
        Expr::Lit(_) => true,
        Expr::Unary(unary) => is_constant(&unary.expr),
        Expr::Binary(binary) => is_constant(&binary.left) && is_constant(&binary.right),
        Expr::Paren(paren) => is_constant(&paren.expr),
        Expr::Group(group) => is_constant(&group.expr),
        Expr::Reference(reference) => is_constant(&reference.expr),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_constant),
        Expr::Array(array) => array.elems.iter().all(is_constant),
        _ => false,
    }
}
