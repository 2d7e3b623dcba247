//! The committed ledgers against the sources.

use crate::common::{GAME, Repository, book};
use ledger::{Difference, verify};
use std::fs;

const TESTS: &str = "#[test]\nfn fires() {\n    shows![\"9.5c\"];\n    assert!(fire());\n}\n";
const LEDGER: &str = "clause of skirmish\tkind\tcarried by\tnamed in\tshown by tests\texplained\n\
    9.5c\tcombat\t-\tsrc/lib.rs\ttests/combat.rs::fires\t-\n\
    9.6b\tcombat\t-\t-\t-\t-\n\
    10.2\tmovement\tsrc/lib.rs::WALK\tsrc/lib.rs\t-\t-\n";

fn repository() -> Repository {
    Repository::with_tests(TESTS)
        .file("src/lib.rs", "// [9.5c]\nconst WALK: Clause = Clause(\"10.2\");\nfn walk() { WALK }\n")
}

fn check(repository: &Repository, bless: bool) -> Vec<Difference> {
    verify(&repository.root, &repository.claims(), &[(GAME, &book())], bless).unwrap()
}

fn committed(repository: &Repository) -> Option<String> {
    fs::read_to_string(repository.game().join("ledger.tsv")).ok()
}

#[test]
fn a_ledger_that_agrees_has_no_difference() {
    assert_eq!(check(&repository().file("ledger.tsv", LEDGER), false), []);
}

#[test]
fn a_ledger_that_disagrees_is_told_and_left() {
    let old = LEDGER.replace("10.2\tmovement\tsrc/lib.rs::WALK", "10.2\tmovement\tsrc/walk.rs::WALK");
    let repository = repository().file("ledger.tsv", &old);
    let differences = check(&repository, false);
    let expected = "crates/games/skirmish/ledger.tsv does not say what the sources say:\n  \
        10.2: carried by src/lib.rs::WALK\n  \
        10.2: no longer carried by src/walk.rs::WALK\n";
    assert_eq!(differences[0].to_string(), expected);
    assert_eq!(differences.len(), 1);
    assert_eq!(committed(&repository), Some(old));
}

#[test]
fn a_missing_ledger_is_a_difference() {
    let differences = check(&repository(), false);
    assert!(differences[0].to_string().ends_with("there is no such file yet\n"));
}

#[test]
fn blessing_writes_the_ledger() {
    for old in ["", "damaged", LEDGER] {
        let repository = repository().file("ledger.tsv", old);
        assert_eq!(check(&repository, true), []);
        assert_eq!(committed(&repository).as_deref(), Some(LEDGER));
        assert_eq!(check(&repository, false), []);
    }
}

#[test]
fn findings_remain_even_if_the_ledger_is_blessed() {
    let repository = repository().file("src/walk.rs", "// [10.9]\n");
    let differences = check(&repository, true);
    let expected = "crates/games/skirmish has citations or claims that do not count:\n  \
        src/walk.rs:1: [10.9] is no list of clauses of this game\n";
    assert_eq!(differences[0].to_string(), expected);
    assert_eq!(committed(&repository).as_deref(), Some(LEDGER));
}

#[test]
fn a_damaged_ledger_is_an_error_with_its_place() {
    let repository = repository().file("ledger.tsv", "damaged\n");
    let error = verify(&repository.root, &repository.claims(), &[(GAME, &book())], false).unwrap_err();
    assert!(error.to_string().contains("crates/games/skirmish/ledger.tsv:1: expected the header"), "{error}");
}

#[test]
fn nothing_is_blessed_if_a_game_cannot_be_scanned() {
    let repository = repository();
    let games = [(GAME, &book()), ("nowhere", &book())];
    assert!(verify(&repository.root, &repository.claims(), &games, true).is_err());
    assert_eq!(committed(&repository), None);
}
