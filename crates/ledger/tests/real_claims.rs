//! The claims that the engine's macro really writes: the scan of this very crate finds them where they stand.

use crate::common::{Repository, book, entry};
use engine::shows;
use ledger::Ledger;
use std::path::Path;
use std::process::Command;

#[test]
fn claimant() {
    shows!["9.5c", "9.6b"];
    assert_eq!(book().iter().count(), 4);
}

#[test]
fn a_claim_that_a_test_left_is_found_at_its_place() {
    let repository = Repository::new();
    let claims = repository.claims();
    let run = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "real_claims::claimant"])
        .env("GROGNARD_CLAIMS", &claims)
        .output()
        .unwrap();
    assert!(run.status.success());
    let scan = Ledger::scan(Path::new(env!("CARGO_MANIFEST_DIR")), &book(), &claims).unwrap();
    assert_eq!(entry(&scan, "9.5c").tests, ["tests/real_claims.rs::claimant"]);
    assert_eq!(entry(&scan, "9.6b").tests, ["tests/real_claims.rs::claimant"]);
    assert_eq!(entry(&scan, "10.2").tests, [""; 0]);
}
