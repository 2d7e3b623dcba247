//! The tests of a file and the clauses they say they show.

use crate::Finding;
use crate::assertions::Helpers;
use crate::claims::{Claims, Ran};
use crate::ids::Ids;
use crate::source::Source;
use crate::test_code::is_test;
use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, ItemFn, LitStr, Macro, ReturnType, Stmt, Token};

/// A `shows![...]`.
pub(crate) struct Shows {
    span: Span,
    ids: Vec<String>,
}

impl Shows {
    /// Reads a macro call, if it is a `shows!`.
    fn read(call: &Macro) -> Option<Shows> {
        if call.path.segments.last()?.ident != "shows" {
            return None;
        }
        let literals = call.parse_body_with(Punctuated::<LitStr, Token![,]>::parse_terminated).ok()?;
        Some(Shows { span: call.path.span(), ids: literals.iter().map(LitStr::value).collect() })
    }

    /// The line that the compiler gives for the call, from 1.
    pub(crate) fn line(&self) -> usize {
        self.span.start().line
    }
}

/// A test function.
pub(crate) struct TestCase<'a> {
    function: &'a ItemFn,
    shows: Vec<Shows>,
}

/// The tests of one file, and every `shows!` in it.
#[derive(Default)]
pub(crate) struct TestCases<'a> {
    cases: Vec<TestCase<'a>>,
    all_shows: Vec<Shows>,
}

impl<'a> TestCases<'a> {
    pub(crate) fn of(source: &'a Source) -> TestCases<'a> {
        let mut cases = TestCases::default();
        cases.visit_file(&source.syntax);
        cases
    }

    /// The lines on which a `shows!` stands.
    pub(crate) fn lines(&self) -> impl Iterator<Item = usize> {
        self.all_shows.iter().map(Shows::line)
    }

    /// The claims that hold, and why the others do not.
    pub(crate) fn judge(&self, judge: &Judge) -> (Vec<Shown>, Vec<Finding>) {
        let (mut shown, mut findings) = (Vec::new(), Vec::new());
        let find = |line, message| Finding { file: judge.source.name.clone(), line, message };
        for case in &self.cases {
            for shows in &case.shows {
                let unknown = shows.ids.iter().filter(|id| !judge.ids.knows(id));
                findings.extend(unknown.map(|id| find(shows.line(), format!("{id:?} is not a clause of this game"))));
                match judge.objection(case, shows) {
                    Some(objection) => findings.push(find(shows.line(), format!("{} {objection}", case.name()))),
                    None => shown.push(judge.shown(case, shows)),
                }
            }
        }
        let message = "shows! counts only as a statement of a test's own body, where it lives as long as the test";
        findings.extend(self.misplaced().map(|shows| find(shows.line(), message.into())));
        (shown, findings)
    }

    /// Every `shows!` that is not a statement of a test's own body.
    fn misplaced(&self) -> impl Iterator<Item = &Shows> {
        let placed = |shows: &Shows| {
            let start = |shows: &Shows| shows.span.byte_range().start;
            self.cases.iter().flat_map(|case| &case.shows).any(|of_case| start(of_case) == start(shows))
        };
        self.all_shows.iter().filter(move |shows| !placed(shows))
    }
}

impl<'a> Visit<'a> for TestCases<'a> {
    fn visit_item_fn(&mut self, function: &'a ItemFn) {
        if is_test(&function.attrs) {
            let statements = function.block.stmts.iter();
            let shows = statements.filter_map(|statement| match statement {
                Stmt::Macro(call) => Shows::read(&call.mac),
                _ => None,
            });
            self.cases.push(TestCase { function, shows: shows.collect() });
        }
        visit::visit_item_fn(self, function);
    }

    fn visit_macro(&mut self, call: &'a Macro) {
        self.all_shows.extend(Shows::read(call));
    }
}

impl TestCase<'_> {
    fn name(&self) -> String {
        self.function.sig.ident.to_string()
    }

    fn is_ignored(&self) -> bool {
        self.function.attrs.iter().map(Attribute::path).any(|path| path.is_ident("ignore"))
    }

    fn returns_nothing(&self) -> bool {
        matches!(self.function.sig.output, ReturnType::Default)
    }
}

/// A claim that holds.
pub(crate) struct Shown {
    pub(crate) ids: Vec<String>,
    /// The test's file and name.
    pub(crate) test: String,
    /// The functions that ran in the test and cite one of the clauses.
    pub(crate) ran: Vec<Ran>,
}

/// All that is needed to tell whether the claims of one file hold.
pub(crate) struct Judge<'a> {
    pub(crate) source: &'a Source,
    pub(crate) ids: &'a Ids<'a>,
    pub(crate) helpers: &'a Helpers<'a>,
    pub(crate) claims: &'a Claims,
}

impl Judge<'_> {
    /// Why a test's claim does not count.
    fn objection(&self, case: &TestCase, shows: &Shows) -> Option<&'static str> {
        if case.is_ignored() {
            return Some("shows nothing: it is ignored");
        }
        if !case.returns_nothing() {
            return Some("shows nothing: a test that returns a value can fail after its claim was written");
        }
        if !self.helpers.assert_in(&case.function.block) {
            return Some("shows nothing: it has no assertion that can fail");
        }
        let mut claims = self.claims.at(self.source, shows.line()).peekable();
        if claims.peek().is_none() {
            return Some("shows nothing: it left no claim, so it did not run or did not pass");
        }
        let agrees = claims.all(|claim| claim.ids == shows.ids);
        (!agrees).then_some("shows nothing: its claim is of other clauses, so it was collected before a change")
    }

    fn shown(&self, case: &TestCase, shows: &Shows) -> Shown {
        let ids = shows.ids.iter().filter(|id| self.ids.knows(id)).cloned();
        let claims = self.claims.at(self.source, shows.line());
        Shown { ids: ids.collect(), test: self.label(case), ran: claims.flat_map(|claim| claim.ran.clone()).collect() }
    }

    fn label(&self, case: &TestCase) -> String {
        format!("{}::{}", self.source.name, case.name())
    }
}
