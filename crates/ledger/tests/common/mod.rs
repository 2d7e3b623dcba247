//! Small made-up games, written to a folder that goes away with them.

// Each test file compiles this module for itself and uses a part of it.
#![allow(dead_code)]

use engine::ClauseBook;
use engine::data::DataFile;
use ledger::{Entry, Ledger, LedgerError, Scan};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The name of the made-up game.
pub const GAME: &str = "skirmish";

/// A checklist of three clauses and a note.
pub fn book() -> ClauseBook {
    let text =
        "id\tkind\tsummary\n1.1\tnote\tA note.\n9.5c\tcombat\tFire.\n9.6b\tcombat\tCover.\n10.2\tmovement\tWalk.\n";
    ClauseBook::parse(&DataFile::new("clauses.tsv", text)).unwrap()
}

/// A repository with one game in it, and a folder of claims.
pub struct Repository {
    pub root: PathBuf,
}

impl Repository {
    pub fn new() -> Repository {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("repository-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let repository = Repository { root: Path::new(env!("CARGO_TARGET_TMPDIR")).join(name) };
        fs::create_dir_all(repository.game().join("src")).unwrap();
        fs::create_dir_all(repository.claims()).unwrap();
        repository
    }

    /// A repository whose game has this `src/lib.rs`.
    pub fn with_code(text: &str) -> Repository {
        Repository::new().file("src/lib.rs", text)
    }

    /// A repository whose game has this `tests/combat.rs`, of which every `shows!` left its claim.
    pub fn with_tests(text: &str) -> Repository {
        Repository::new().file("tests/combat.rs", text).claims_of("tests/combat.rs", text)
    }

    pub fn game(&self) -> PathBuf {
        self.root.join("crates/games").join(GAME)
    }

    pub fn claims(&self) -> PathBuf {
        self.root.join("claims")
    }

    /// Writes a file of the game's crate.
    pub fn file(self, name: &str, text: &str) -> Repository {
        let path = self.game().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    /// Writes a claim as a passing test does.
    pub fn claim(self, file: &str, line: usize, ids: &str) -> Repository {
        self.claim_of(GAME, &format!("crates/games/{GAME}/{file}"), line, ids)
    }

    pub fn claim_of(self, game: &str, file: &str, line: usize, ids: &str) -> Repository {
        self.claim_that_ran(game, file, line, ids, "")
    }

    /// A test in `tests/ran.rs` that claims 9.5c and in which these functions ran: `9.5c@src/lib.rs:3`.
    pub fn ran(self, functions: &str) -> Repository {
        let test = "#[test]\nfn runs() {\n    shows![\"9.5c\"];\n    assert!(fire());\n}\n";
        let functions = functions.replace('@', &format!("@crates/games/{GAME}/"));
        let file = format!("crates/games/{GAME}/tests/ran.rs");
        self.file("tests/ran.rs", test).claim_that_ran(GAME, &file, 3, "9.5c", &functions)
    }

    fn claim_that_ran(self, game: &str, file: &str, line: usize, ids: &str, ran: &str) -> Repository {
        let name = format!("{game}-{}-{line}.claim", file.replace('/', "_"));
        fs::write(self.claims().join(name), format!("{game}\t{file}\t{line}\t{ids}\t{ran}\n")).unwrap();
        self
    }

    /// Writes the claims of a file in which each `shows!` has a line to itself.
    pub fn claims_of(self, file: &str, text: &str) -> Repository {
        text.lines().zip(1..).fold(self, |repository, (line, number)| match line.split_once("shows![") {
            Some((_, ids)) => {
                let ids: Vec<&str> = ids.split('"').skip(1).step_by(2).collect();
                repository.claim(file, number, &ids.join(" "))
            }
            None => repository,
        })
    }

    pub fn try_scan(&self) -> Result<Scan, LedgerError> {
        Ledger::scan(&self.game(), &book(), &self.claims())
    }

    pub fn scan(&self) -> Scan {
        self.try_scan().unwrap()
    }
}

impl Drop for Repository {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// A scan's entry for a clause.
pub fn entry<'a>(scan: &'a Scan, id: &str) -> &'a Entry {
    scan.ledger.entries.iter().find(|entry| entry.id == id).unwrap()
}

/// What carries a clause.
pub fn carriers<'a>(scan: &'a Scan, id: &str) -> &'a [String] {
    &entry(scan, id).carried
}

/// Why the places that name a clause do not carry it.
pub fn idle(scan: &Scan, id: &str) -> Vec<String> {
    scan.idle.get(id).into_iter().flatten().map(ToString::to_string).collect()
}

/// The ids of the clauses that some code cites.
pub fn cited(scan: &Scan) -> Vec<&str> {
    scan.ledger.entries.iter().filter(|entry| !entry.cited.is_empty()).map(|entry| entry.id.as_str()).collect()
}

/// The ids of the clauses that some test shows.
pub fn shown(scan: &Scan) -> Vec<&str> {
    scan.ledger.entries.iter().filter(|entry| !entry.tests.is_empty()).map(|entry| entry.id.as_str()).collect()
}

/// The findings, as they print.
pub fn findings(scan: &Scan) -> Vec<String> {
    scan.findings.iter().map(ToString::to_string).collect()
}
