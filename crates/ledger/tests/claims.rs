//! What counts as a clause shown by a test.

mod common;

use common::{Repository, entry, findings, shown};

/// A test of this body, with a claim of 9.5c on its third line and helpers after it.
fn test_with(body: &str, helpers: &str) -> String {
    format!("#[test]\nfn fires() {{\n    shows![\"9.5c\"];\n    {body}\n}}\n{helpers}\n")
}

#[track_caller]
fn assert_counts(tests: &str) {
    let scan = Repository::with_tests(tests).scan();
    assert_eq!(findings(&scan), [""; 0]);
    assert_eq!(shown(&scan), ["9.5c"]);
}

#[track_caller]
fn assert_refused(tests: &str, reason: &str) {
    let scan = Repository::with_tests(tests).scan();
    assert_eq!(shown(&scan), [""; 0]);
    let findings = findings(&scan);
    assert!(findings.len() == 1 && findings[0].contains(reason), "{findings:?}");
}

const NO_ASSERTION: &str = "tests/combat.rs:3: fires shows nothing: it has no assertion that can fail";

#[test]
fn a_test_that_ran_and_asserts_shows_its_clauses() {
    let text = "#[test]\nfn fires() {\n    engine::shows![\"9.5c\", \"10.2\"];\n    assert_eq!(fire(), 3);\n}\n";
    let scan = Repository::with_tests(text).scan();
    assert_eq!(entry(&scan, "9.5c").tests, ["tests/combat.rs::fires"]);
    assert_eq!(entry(&scan, "10.2").tests, ["tests/combat.rs::fires"]);
    assert_eq!(entry(&scan, "9.6b").tests, [""; 0]);
    assert_eq!(findings(&scan), [""; 0]);
}

#[test]
fn tests_inside_the_code_count_too() {
    let text = format!("#[cfg(test)]\nmod tests {{\n{}}}\n", test_with("assert!(fire());", ""));
    let scan = Repository::with_code(&text).claims_of("src/lib.rs", &text).scan();
    assert_eq!(entry(&scan, "9.5c").tests, ["src/lib.rs::fires"]);
}

#[test]
fn other_test_attributes_count() {
    for attribute in ["tokio::test", "test_case(1)", "wasm_bindgen_test"] {
        assert_counts(&test_with("assert!(fire());", "").replace("#[test]", &format!("#[{attribute}]")));
    }
}

#[test]
fn a_claim_without_a_claim_file_does_not_count() {
    let scan = Repository::new().file("tests/combat.rs", &test_with("assert!(fire());", "")).scan();
    assert_eq!(shown(&scan), [""; 0]);
    let expected = "tests/combat.rs:3: fires shows nothing: it left no claim, so it did not run or did not pass";
    assert_eq!(findings(&scan), [expected]);
}

#[test]
fn a_claim_file_of_another_line_file_or_game_does_not_count() {
    let repository = || Repository::new().file("tests/combat.rs", &test_with("assert!(fire());", ""));
    for (game, file, line) in [
        ("skirmish", "crates/games/skirmish/tests/combat.rs", 4),
        ("skirmish", "crates/games/skirmish/tests/other.rs", 3),
        ("skirmish", "crates/games/battle/tests/combat.rs", 3),
        ("skirmish", "combat.rs", 3),
        ("battle", "crates/games/skirmish/tests/combat.rs", 3),
    ] {
        let scan = repository().claim_of(game, file, line, "9.5c").scan();
        assert_eq!(shown(&scan), [""; 0], "{game} {file} {line}");
    }
}

#[test]
fn a_claim_file_of_other_clauses_does_not_count() {
    let tests = test_with("assert!(fire());", "");
    let scan = Repository::new().file("tests/combat.rs", &tests).claim("tests/combat.rs", 3, "9.6b").scan();
    assert_eq!(shown(&scan), [""; 0]);
    assert!(findings(&scan)[0].contains("its claim is of other clauses"));
}

#[test]
fn the_file_of_a_claim_may_be_named_from_the_crate_and_with_backslashes() {
    for file in ["tests/combat.rs", r"crates\games\skirmish\tests\combat.rs"] {
        let repository = Repository::new().file("tests/combat.rs", &test_with("assert!(fire());", ""));
        let claim = format!("skirmish\t{file}\t3\t9.5c\t\n");
        std::fs::write(repository.claims().join("a.claim"), claim).unwrap();
        assert_eq!(shown(&repository.scan()), ["9.5c"], "{file}");
    }
}

#[test]
fn a_claim_where_nothing_is_shown_is_a_finding() {
    let scan = Repository::new().claim("tests/gone.rs", 7, "9.5c").scan();
    assert!(findings(&scan)[0].starts_with("crates/games/skirmish/tests/gone.rs:7: a claim was collected here"));
}

#[test]
fn an_ignored_test_shows_nothing() {
    let tests = test_with("assert!(fire());", "");
    assert_refused(&tests.replace("#[test]", "#[test] #[ignore]"), "fires shows nothing: it is ignored");
    assert_refused(&tests.replace("#[test]", "#[ignore = \"slow\"] #[test]"), "fires shows nothing: it is ignored");
}

#[test]
fn a_test_without_assertion_shows_nothing() {
    for body in
        ["fire();", "fire().unwrap();", "if fire() { panic!() }", "let _ = \"assert!(fire())\"; // assert!(fire())"]
    {
        assert_refused(&test_with(body, ""), NO_ASSERTION);
    }
}

#[test]
fn an_assertion_of_literals_cannot_fail() {
    for body in [
        "assert!(true);",
        "assert!(!false, \"{}\", fire());",
        "assert_eq!(1 + 1, 2, \"{}\", fire());",
        "assert_ne!((1, &[2]), (2, &[1]));",
        "assert!((1 < 2));",
    ] {
        assert_refused(&test_with(body, ""), NO_ASSERTION);
    }
}

#[test]
fn all_kinds_of_assertion_count() {
    for body in [
        "assert!(fire());",
        "assert_eq!(1, fire());",
        "assert_ne!(fire(), 1);",
        "assert_matches!(fire(), Hit | Miss if true);",
        "check().unwrap_err();",
        "check().expect_err(\"out of range\");",
        "for unit in units { if unit.fires() { assert!(unit.hits()); } }",
        "units.iter().for_each(|unit| assert!(unit.hits()));",
    ] {
        assert_counts(&test_with(body, ""));
    }
}

#[test]
fn an_assertion_in_a_helper_counts() {
    assert_counts(&test_with("hits();", "fn hits() { assert!(fire()); }"));
    assert_counts(&test_with("Table::new().hits();", "impl Table { fn hits(&self) { assert!(self.fire()); } }"));
    assert_counts(&test_with("Table::hits();", "impl Table { fn hits() { assert!(fire()); } }"));
    assert_counts(&test_with("table.hits();", "trait Hits { fn hits(&self) { assert!(fire()); } }"));
    assert_counts(&test_with("units.for_each(hits);", "fn hits(unit: Unit) { assert!(unit.fire()); }"));
    assert_counts(&test_with("hits();\n    fn hits() { assert!(fire()); }", ""));
}

#[test]
fn a_helper_named_assert_counts_if_it_does_something() {
    assert_counts(&test_with("assert_hit();", "fn assert_hit() { let Hit = fire() else { panic!() }; }"));
    assert_refused(&test_with("assert_hit();", "fn assert_hit() {}"), NO_ASSERTION);
    assert_refused(&test_with("other::assert_hit();", ""), NO_ASSERTION);
}

#[test]
fn helpers_are_followed_through_other_helpers() {
    assert_counts(&test_with("a();", "fn a() { b(); }\nfn b() { a(); c(); }\nfn c() { assert!(fire()); }"));
    assert_refused(&test_with("a();", "fn a() { b(); }\nfn b() { a(); }"), NO_ASSERTION);
}

#[test]
fn helpers_of_the_common_folder_are_followed() {
    for (file, helper) in [
        ("tests/common/mod.rs", "pub fn hits() { deep(); }\nfn deep() { assert!(fire()); }"),
        ("tests/common.rs", "pub fn hits() { assert!(fire()); }"),
        ("tests/common/deep/table.rs", "pub fn hits() { check().unwrap_err(); }"),
    ] {
        let repository = Repository::with_tests(&test_with("common::hits();", "mod common;")).file(file, helper);
        assert_eq!(shown(&repository.scan()), ["9.5c"], "{file}");
    }
}

#[test]
fn functions_that_a_test_does_not_reach_do_not_count() {
    assert_refused(&test_with("fire();", "fn hits() { assert!(fire()); }"), NO_ASSERTION);
    assert_refused(&test_with("fire();\n    fn hits() { assert!(fire()); }", ""), NO_ASSERTION);
    assert_refused(&test_with("Table::new();", "impl Other { fn new() { assert!(fire()); } }"), NO_ASSERTION);
    let elsewhere = Repository::with_tests(&test_with("hits();", "")).file("tests/b.rs", "fn hits() { assert!(f()); }");
    assert_eq!(shown(&elsewhere.scan()), [""; 0]);
}

#[test]
fn the_assertions_of_the_engines_laws_count() {
    assert_counts(&test_with("assert_no_leak(&rules);", "use engine::laws::assert_no_leak;"));
    assert_counts(&test_with("engine::laws::assert_no_leak(&rules);", ""));
    assert_counts(&test_with("Playouts::new().assert_record_replays(&rules);", "use engine::{laws::Playouts, Rules};"));
    assert_refused(&test_with("Playouts::new().play(&rules);", "use engine::laws::Playouts;"), NO_ASSERTION);
}

#[test]
fn unknown_ids_are_findings_and_the_others_count() {
    let scan =
        Repository::with_tests(&test_with("assert!(fire());", "").replace("\"9.5c\"", "\"9.5c\", \"9.5d\"")).scan();
    assert_eq!(findings(&scan), ["tests/combat.rs:3: \"9.5d\" is not a clause of this game"]);
    assert_eq!(shown(&scan), ["9.5c"]);
}

#[test]
fn shows_outside_a_tests_own_body_does_not_count() {
    let helper = "fn helper() {\n    shows![\"9.5c\"];\n    assert!(fire());\n}\n";
    assert_refused(helper, "tests/combat.rs:2: shows! counts only as a statement of a test's own body");
    let block = "#[test]\nfn fires() {\n    {\n        shows![\"9.5c\"];\n    }\n    assert!(fire());\n}\n";
    assert_refused(block, "tests/combat.rs:4: shows! counts only as a statement of a test's own body");
}

#[test]
fn a_test_that_returns_a_result_can_fail_after_its_claim() {
    let tests = test_with("assert!(fire()); Ok(())", "").replace("fires() {", "fires() -> Result<(), Error> {");
    assert_refused(&tests, "a test that returns a value can fail after its claim was written");
}

#[test]
fn a_damaged_claim_file_or_a_missing_folder_is_an_error() {
    let repository = Repository::new();
    std::fs::write(repository.claims().join("notes.txt"), "not a claim").unwrap();
    assert!(repository.try_scan().is_ok());
    for text in ["skirmish\tfile\n", "skirmish\tfile\tthree\t9.5c\t\n", "skirmish\tfile\t3\t9.5c\tsomewhere\n"] {
        std::fs::write(repository.claims().join("a.claim"), text).unwrap();
        assert!(repository.try_scan().unwrap_err().to_string().contains("a.claim:1: expected five fields"));
    }
    std::fs::remove_dir_all(repository.claims()).unwrap();
    assert!(repository.try_scan().unwrap_err().to_string().contains("claims: "));
}

#[test]
fn what_is_made_once_for_all_tests_is_shared() {
    let lock = "static GAME: std::sync::LazyLock<Game> = std::sync::LazyLock::new(load);\n";
    let reason = "what is made once for many tests is an engine::laws::Shared, so that all of them count as making it";
    let scan = Repository::with_tests(&test_with("assert!(fire());", lock)).scan();
    assert_eq!(findings(&scan), [format!("tests/combat.rs:6: {reason}")]);
    let scan = Repository::new().file("tests/common/mod.rs", &lock.replace("LazyLock", "OnceLock")).scan();
    assert_eq!(findings(&scan), [format!("tests/common/mod.rs:1: {reason}")]);
    let scan = Repository::new().file("tests/laws.rs", lock).scan();
    assert_eq!(findings(&scan), [""; 0]);
}
