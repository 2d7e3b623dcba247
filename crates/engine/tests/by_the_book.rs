//! What claims learn of functions marked by `by_the_book`.

use engine::laws::{Claim, Shared};
use engine::{Clause, Refusal, by_the_book, clauses, shows};
use std::process::Command;

struct Battle;

#[by_the_book]
impl Battle {
    /// A number of the class, `[1.1]`, that is no function.
    const GUNS: [u8; 2] = [1, 2];

    /// Fires [9.5c, 9.6b].
    #[must_use]
    pub(crate) fn fires(&self) -> u8 {
        Battle::GUNS[0]
    }

    /// Never called [9.5c].
    fn rests(&self) -> u8 {
        0
    }

    /// Known when compiled [9.5c].
    const fn guns() -> u8 {
        2
    }

    /// Of any type [9.6b].
    fn any<T>(of: T) -> T
    where
        T: Copy,
    {
        #![allow(unused_variables)]
        of
    }
}

trait Walks {
    fn walks(&self) -> u8;
}

#[by_the_book]
impl Walks for Battle {
    /// Walks [10.2].
    fn walks(&self) -> u8 {
        march(3)
    }
}

/// Marches [10.2],
/// and more [1.1].
#[by_the_book]
fn march(hexes: u8) -> u8 {
    #[cfg(true)]
    let hexes = hexes + 1;
    hexes
}

#[by_the_book]
fn refuses(hexes: u8) -> Result<u8, Refusal> {
    let reasons = || Refusal { reason: "too far".into(), clauses: clauses!["10.4", "10.5"] };
    if hexes > 3 { Err(reasons()) } else { Ok(hexes) }
}

#[by_the_book]
fn cites() -> Clause {
    Clause("10.6")
}

/// Read once [10.3].
#[by_the_book]
fn read() -> u8 {
    7
}

static READ: Shared<u8> = Shared::new(read);

#[test]
fn claimant() {
    shows!["9.5c", "10.2"];
    assert_eq!((Battle.fires(), Battle.walks(), Battle::guns()), (1, 4, 2));
}

#[test]
fn claimant_of_what_a_body_says() {
    shows!["10.5", "10.6"];
    assert_eq!((refuses(3), cites()), (Ok(3), Clause("10.6")));
}

#[test]
fn claimant_of_something_shared() {
    let _earlier = *READ;
    shows!["10.3"];
    assert_eq!(*READ, 7);
}

#[test]
fn claimant_of_nothing_that_runs() {
    shows!["9.5c"];
    assert_eq!(Battle::any(1), 1);
    let _not_called = Battle::rests;
}

#[test]
fn claimants_that_overlap() {
    shows!["9.6b"];
    let inner = Claim::new("engine", "inner", 1, &["1.1"]);
    assert_eq!(march(1), 2);
    drop(inner);
    assert_eq!(Battle.fires(), 1);
}

/// The functions that a test's claims tell, by their text after the last slash.
fn told_by(test: &str) -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{}", std::process::id()));
    let run = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", &format!("by_the_book::{test}")])
        .env("GROGNARD_CLAIMS", &folder)
        .output()
        .unwrap();
    assert!(run.status.success());
    let mut claims: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
        .map(|text| text.trim_end_matches('\n').rsplit('\t').next().unwrap_or_default().to_string())
        .collect();
    claims.sort();
    std::fs::remove_dir_all(&folder).unwrap();
    claims
}

/// The clause, and the place of the function of this name in this file.
fn place(clause: &str, function: &str) -> String {
    let found = include_str!("by_the_book.rs").lines().position(|line| line.contains(&format!("fn {function}")));
    format!("{clause}@{}:{}", file!(), found.unwrap() + 1)
}

#[test]
fn what_a_body_names_as_a_value_is_cited_too() {
    let told = [place("10.5", "refuses("), place("10.6", "cites()")];
    assert_eq!(told_by("claimant_of_what_a_body_says"), [told.join(" ")]);
}

#[test]
fn a_claim_names_the_functions_that_ran_and_cite_its_clauses() {
    let mut told = [place("9.5c", "fires("), place("10.2", "walks(&self) -> u8 {"), place("10.2", "march(")];
    told.sort();
    assert_eq!(told_by("claimant"), [told.join(" ")]);
}

#[test]
fn what_ran_for_something_shared_counts_for_all_who_use_it() {
    assert_eq!(told_by("claimant_of_something_shared"), [place("10.3", "read(")]);
}

#[test]
fn what_did_not_run_is_not_told() {
    assert_eq!(told_by("claimant_of_nothing_that_runs"), [""]);
}

#[test]
fn claims_may_overlap() {
    assert_eq!(told_by("claimants_that_overlap"), [place("1.1", "march("), place("9.6b", "fires(")]);
}
