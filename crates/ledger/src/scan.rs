//! Makes a ledger from a game's sources.

use crate::assertions::Helpers;
use crate::citations::{By, Citations, Citing, Mention};
use crate::claims::{Claim, Claims, Ran};
use crate::data::DataSources;
use crate::explained::Explained;
use crate::ids::Ids;
use crate::outline::Watched;
use crate::source::Source;
use crate::test_cases::{Judge, TestCases};
use crate::test_code::{TestCode, made_once};
use crate::{Entry, Finding, Ledger, LedgerError};
use engine::ClauseBook;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A ledger as the sources give it, and what in them does not count.
#[derive(Clone, Debug)]
pub struct Scan {
    /// The ledger.
    pub ledger: Ledger,
    /// Unknown ids, claims that do not hold, and needless explanations, by file and line.
    pub findings: Vec<Finding>,
    /// The places that name a clause and do not carry it, by clause. A clause may be carried elsewhere.
    pub idle: BTreeMap<String, Vec<Finding>>,
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
        let mut shown = read_claims(&code, &tests, &ids, &claims, &mut findings);
        let mut named = Named::default();
        named.read_code(&code, &ids, &shown.ran, &mut findings);
        named.read_data(&DataSources::all(&folder, &ids)?);
        let explained = Explained::read(&folder, &ids, &mut findings)?;

        let list = |names: Option<BTreeSet<String>>| names.unwrap_or_default().into_iter().collect();
        let entries = clauses.iter().filter(|clause| !clause.is_note()).map(|clause| Entry {
            id: clause.id.clone(),
            kind: clause.kind.clone(),
            carried: list(named.carried.remove(&clause.id)),
            cited: list(named.cited.remove(&clause.id)),
            tests: list(shown.tests.remove(&clause.id)),
            explained: explained.sentence(&clause.id),
        });
        let entries: Vec<Entry> = entries.collect();
        findings.extend(explained.needless(&entries));
        findings.sort();
        Ok(Scan { ledger: Ledger { game, entries }, findings, idle: named.idle })
    }
}

/// Where clauses are named, and whether that carries them.
#[derive(Default)]
struct Named {
    /// The files.
    cited: NamesByClause,
    /// The functions, constants and data files that carry them.
    carried: NamesByClause,
    idle: BTreeMap<String, Vec<Finding>>,
}

impl Named {
    fn read_code(&mut self, code: &[Source], ids: &Ids, ran: &[Ran], findings: &mut Vec<Finding>) {
        let test_code = TestCode::of(code);
        let files: Vec<_> =
            code.iter().map(|source| (source, Citations::of(source, &test_code.ranges(source), ids))).collect();
        let is_spoken = |name: &str| files.iter().any(|(_, citations)| citations.spoken.contains(name));
        for (source, citations) in &files {
            findings.extend(citations.findings.iter().cloned());
            for mention in &citations.mentions {
                let ran = |line| ran.iter().any(|ran| ran.is(&mention.id, source, line));
                self.add(source, mention, carrier(mention, is_spoken, ran));
            }
        }
    }

    fn read_data(&mut self, data: &[DataSources]) {
        for DataSources { name, ids } in data {
            for id in ids {
                self.cited.entry(id.clone()).or_default().insert(name.clone());
                self.carried.entry(id.clone()).or_default().insert(name.clone());
            }
        }
    }

    /// Adds a mention, with what carries the clause or the reason why nothing does.
    fn add(&mut self, source: &Source, Mention { id, line, .. }: &Mention, carrier: Result<String, String>) {
        self.cited.entry(id.clone()).or_default().insert(source.name.clone());
        match carrier {
            Ok(name) => {
                self.carried.entry(id.clone()).or_default().insert(format!("{}::{name}", source.name));
            }
            Err(message) => {
                let idle = Finding { file: source.name.clone(), line: *line, message };
                self.idle.entry(id.clone()).or_default().push(idle);
            }
        }
    }
}

/// The name of the function or constant that carries a clause by a mention, or why it does not.
fn carrier(mention: &Mention, is_spoken: impl Fn(&str) -> bool, ran: impl Fn(usize) -> bool) -> Result<String, String> {
    match &mention.by {
        By::Body(citing) => {
            seen_running(citing, ran).map_err(|why| format!("a value in the body of {}, {why}", citing.function))?;
            Ok(citing.function.clone())
        }
        By::Doc(citing) => {
            seen_running(citing, ran).map_err(|why| format!("the doc comment of {}, {why}", citing.function))?;
            Ok(format!("{} (ran)", citing.function))
        }
        By::Constant(constant) if is_spoken(constant) => Ok(constant.clone()),
        By::Constant(constant) => Err(format!("a value of {constant}, which no function uses")),
        By::Value => Err("a value outside functions and constants".into()),
        By::Comment { inside: Some(function) } => Err(format!("a comment in the body of {function}")),
        By::Comment { inside: None } => Err("a comment that is not a function's own".into()),
    }
}

/// Whether a test that claims the clause ran the function, or why nobody can say so.
fn seen_running(citing: &Citing, ran: impl Fn(usize) -> bool) -> Result<(), &'static str> {
    match citing.watched {
        Watched::Yes if ran(citing.line) => Ok(()),
        Watched::Yes => Err("which no test ran that claims the clause"),
        Watched::Unmarked => Err("which is not marked by_the_book"),
        Watched::Constant => Err("a const fn, of which no test can tell that it ran"),
        Watched::Bodiless => Err("which has no body"),
    }
}

/// What the claims that hold say.
#[derive(Default)]
struct Showings {
    tests: NamesByClause,
    ran: Vec<Ran>,
}

fn read_claims(code: &[Source], tests: &[Source], ids: &Ids, claims: &Claims, findings: &mut Vec<Finding>) -> Showings {
    let mut showings = Showings::default();
    let mut places = Vec::new();
    for source in code.iter().chain(tests) {
        let helpers = Helpers::of(source, tests.iter().filter(|test| is_shared(test) && test.name != source.name));
        let cases = TestCases::of(source);
        let (shown, objections) = cases.judge(&Judge { source, ids, helpers: &helpers, claims });
        findings.extend(objections);
        for claim in shown {
            for id in claim.ids {
                showings.tests.entry(id).or_default().insert(claim.test.clone());
            }
            showings.ran.extend(claim.ran);
        }
        if is_shared(source) || cases.lines().next().is_some() {
            findings.extend(made_once(source));
        }
        places.extend(cases.lines().map(|line| (source, line)));
    }
    let placed: Vec<&Claim> = places.iter().flat_map(|(source, line)| claims.at(source, *line)).collect();
    findings.extend(claims.iter().filter(|claim| !placed.contains(claim)).map(Claim::out_of_date));
    showings
}

/// Whether a file of the tests holds helpers for all of them.
fn is_shared(test: &Source) -> bool {
    test.name == "tests/common.rs" || test.name.starts_with("tests/common/")
}
