//! Tells test code from the code of the game: what only tests compile cites nothing.

use crate::Finding;
use crate::source::Source;
use std::ops::Range;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprLit, ImplItemFn, ItemFn, ItemImpl, ItemMod, ItemStatic, Lit, Meta, Token, Type};

/// The parts of a crate's `src/` that only tests compile.
pub(crate) struct TestCode {
    /// Files, and folders with a slash at the end.
    files: Vec<String>,
}

impl TestCode {
    /// Finds the files of `#[cfg(test)] mod name;`.
    pub(crate) fn of(sources: &[Source]) -> TestCode {
        let files = sources.iter().flat_map(|source| Regions::of(source).files).collect();
        TestCode { files }
    }

    /// The byte ranges of a file that are test code.
    pub(crate) fn ranges(&self, source: &Source) -> Vec<Range<usize>> {
        let is_test_file = |file: &String| {
            if file.ends_with('/') { source.name.starts_with(file) } else { source.name == *file }
        };
        if self.files.iter().any(is_test_file) || is_test_only(&source.syntax.attrs) {
            return vec![Range { start: 0, end: source.text.len() }];
        }
        Regions::of(source).ranges
    }
}

/// Whether a function is a test: `#[test]`, `#[tokio::test]`, `#[test_case(...)]`.
pub(crate) fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let name = attribute.path().segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        name.ends_with("test") || name == "test_case"
    })
}

/// The findings that something is made by whichever test comes first, so that what runs meanwhile would count for that
/// test alone.
pub(crate) fn made_once(source: &Source) -> Vec<Finding> {
    let mut statics = Statics::default();
    statics.visit_file(&source.syntax);
    let message = "what is made once for many tests is an engine::laws::Shared, so that all of them count as making it";
    let finding = |line| Finding { file: source.name.clone(), line, message: message.into() };
    statics.lines.into_iter().map(finding).collect()
}

/// The lines of statics that are made when they are first used.
#[derive(Default)]
struct Statics {
    lines: Vec<usize>,
}

impl<'a> Visit<'a> for Statics {
    fn visit_item_static(&mut self, item: &'a ItemStatic) {
        let Type::Path(of) = &*item.ty else { return };
        let name = of.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        if name == "LazyLock" || name == "OnceLock" {
            self.lines.push(item.ident.span().start().line);
        }
    }
}

fn is_test_only(attributes: &[Attribute]) -> bool {
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("cfg"))
        .any(|attribute| attribute.parse_args().is_ok_and(|condition: Meta| needs_test(&condition)))
}

/// Whether a condition holds only when tests are compiled.
fn needs_test(condition: &Meta) -> bool {
    let Meta::List(list) = condition else { return condition.path().is_ident("test") };
    let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).unwrap_or_default();
    if list.path.is_ident("all") {
        parts.iter().any(needs_test)
    } else {
        list.path.is_ident("any") && !parts.is_empty() && parts.iter().all(needs_test)
    }
}

/// Gathers the test code that one file holds or names.
struct Regions {
    ranges: Vec<Range<usize>>,
    files: Vec<String>,
    /// The folder of the file, for `#[path]`.
    file_folder: String,
    /// The folder in which the current module's own modules lie.
    module_folder: String,
}

impl Regions {
    fn of(source: &Source) -> Regions {
        let (folder, file) = source.name.rsplit_once('/').unwrap_or(("", &source.name));
        let module_folder = match file {
            "lib.rs" | "main.rs" | "mod.rs" => folder.to_string(),
            _ => source.name.trim_end_matches(".rs").to_string(),
        };
        let mut regions =
            Regions { ranges: Vec::new(), files: Vec::new(), file_folder: folder.to_string(), module_folder };
        regions.visit_file(&source.syntax);
        regions
    }

    fn add(&mut self, item: &impl Spanned) {
        self.ranges.push(item.span().byte_range());
    }

    fn add_file_of(&mut self, module: &ItemMod) {
        match path_attribute(&module.attrs) {
            Some(path) => self.files.push(format!("{}/{path}", self.file_folder)),
            None => {
                let name = format!("{}/{}", self.module_folder, module.ident);
                self.files.extend([format!("{name}.rs"), format!("{name}/")]);
            }
        }
    }
}

fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().find_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(path), .. }) => Some(path.value()),
            _ => None,
        },
        _ => None,
    })
}

impl<'a> Visit<'a> for Regions {
    fn visit_item_mod(&mut self, module: &'a ItemMod) {
        if is_test_only(&module.attrs) {
            self.add(module);
            if module.content.is_none() {
                self.add_file_of(module);
            }
            return;
        }
        let outer = self.module_folder.clone();
        self.module_folder = format!("{outer}/{}", module.ident);
        visit::visit_item_mod(self, module);
        self.module_folder = outer;
    }

    fn visit_item_fn(&mut self, function: &'a ItemFn) {
        if is_test_only(&function.attrs) || is_test(&function.attrs) {
            self.add(function);
        } else {
            visit::visit_item_fn(self, function);
        }
    }

    fn visit_item_impl(&mut self, block: &'a ItemImpl) {
        if is_test_only(&block.attrs) {
            self.add(block);
        } else {
            visit::visit_item_impl(self, block);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'a ImplItemFn) {
        if is_test_only(&function.attrs) {
            self.add(function);
        }
    }
}
