//! Makes a ledger from a game's sources.

use crate::assertions::Helpers;
use crate::citations::Citations;
use crate::claims::{Claim, Claims};
use crate::ids::Ids;
use crate::source::Source;
use crate::test_cases::{Judge, TestCases};
use crate::test_code::TestCode;
use crate::{Entry, Finding, Ledger, LedgerError};
use engine::ClauseBook;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A ledger as the sources give it, and what in them does not count.
#[derive(Clone, Debug)]
pub struct Scan {
    /// The ledger.
    pub ledger: Ledger,
    /// Unknown ids, and claims that do not hold, by file and line.
    pub findings: Vec<Finding>,
}

type NamesByClause = BTreeMap<String, BTreeSet<String>>;

impl Ledger {
    /// Makes the ledger of the game whose crate lies in a folder of the game's name, with the claims that its tests
    /// left in another folder.
    pub fn scan(game_crate_dir: &Path, clauses: &ClauseBook, claims: &Path) -> Result<Scan, LedgerError> {
        let folder = game_crate_dir.canonicalize().map_err(|error| LedgerError::io(game_crate_dir, error))?;
        let game = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let claims = Claims::read(claims, &game)?;
        let ids = Ids::of(clauses);
        let (code, tests) = (Source::all_below(&folder, "src")?, Source::all_below(&folder, "tests")?);

        let mut findings = Vec::new();
        let mut cited = read_citations(&code, &ids, &mut findings);
        let mut shown = read_claims(&code, &tests, &ids, &claims, &mut findings);
        findings.sort();

        let entries = clauses.iter().filter(|clause| !clause.is_note()).map(|clause| Entry {
            id: clause.id.clone(),
            kind: clause.kind.clone(),
            cited: cited.remove(&clause.id).unwrap_or_default().into_iter().collect(),
            tests: shown.remove(&clause.id).unwrap_or_default().into_iter().collect(),
        });
        Ok(Scan { ledger: Ledger { game, entries: entries.collect() }, findings })
    }
}

fn read_citations(code: &[Source], ids: &Ids, findings: &mut Vec<Finding>) -> NamesByClause {
    let test_code = TestCode::of(code);
    let mut cited = NamesByClause::new();
    for source in code {
        let citations = Citations::of(source, &test_code.ranges(source), ids);
        findings.extend(citations.findings);
        for id in citations.ids {
            cited.entry(id).or_default().insert(source.name.clone());
        }
    }
    cited
}

fn read_claims(
    code: &[Source],
    tests: &[Source],
    ids: &Ids,
    claims: &Claims,
    findings: &mut Vec<Finding>,
) -> NamesByClause {
    let mut shown = NamesByClause::new();
    let mut places = Vec::new();
    for source in code.iter().chain(tests) {
        let helpers = Helpers::of(source, tests.iter().filter(|test| is_shared(test) && test.name != source.name));
        let cases = TestCases::of(source);
        let (pairs, objections) = cases.judge(&Judge { source, ids, helpers: &helpers, claims });
        findings.extend(objections);
        for (id, test) in pairs {
            shown.entry(id).or_default().insert(test);
        }
        places.extend(cases.lines().map(|line| (source, line)));
    }
    let placed: Vec<&Claim> = places.iter().flat_map(|(source, line)| claims.at(source, *line)).collect();
    findings.extend(claims.iter().filter(|claim| !placed.contains(claim)).map(Claim::out_of_date));
    shown
}

/// Whether a file of the tests holds helpers for all of them.
fn is_shared(test: &Source) -> bool {
    test.name == "tests/common.rs" || test.name.starts_with("tests/common/")
}
