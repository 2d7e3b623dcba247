//! What counts as a citation by code.

use crate::common::{Repository, cited, entry, findings};

/// The clauses that a `src/lib.rs` cites; it must hold nothing that looks like a failed citation.
#[track_caller]
fn assert_cites(code: &str, ids: &[&str]) {
    let scan = Repository::with_code(code).scan();
    assert_eq!(cited(&scan), ids);
    assert_eq!(findings(&scan), [""; 0]);
}

/// A `src/lib.rs` that cites nothing and has one finding.
#[track_caller]
fn assert_finds(code: &str, finding: &str) {
    let scan = Repository::with_code(code).scan();
    assert_eq!(findings(&scan), [finding]);
    assert_eq!(cited(&scan), [""; 0]);
}

#[test]
fn ids_in_brackets_in_comments_are_citations() {
    assert_cites("// Fires once [9.5c].\nfn fire() {}\n", &["9.5c"]);
    assert_cites("/// Fires [9.5c, 9.6b].\nfn fire() {}\n", &["9.5c", "9.6b"]);
    assert_cites("//! Fires [9.5c] and walks [ 10.2 ].\n", &["9.5c", "10.2"]);
    assert_cites("fn fire() { /* once [9.5c]\n and under cover [9.6b] */ }\n", &["9.5c", "9.6b"]);
    assert_cites("macro_rules! fire { () => { /* [9.5c] */ } }\n", &["9.5c"]);
}

#[test]
fn nested_comments_are_read_to_their_end() {
    assert_cites("/* a /* b */ [9.5c] */ fn fire() {}\n", &["9.5c"]);
    assert_cites("/* a /* b [9.5c] */ */ const A: &str = \"/* [9.6b] */\";\n", &["9.5c"]);
}

#[test]
fn ids_in_strings_are_not_citations() {
    assert_cites("const A: &str = \"// [9.5c]\";\n", &[]);
    assert_cites("const A: &str = r#\"\" // [9.5c]\"#;\n", &[]);
    assert_cites("const A: (char, &str) = ('\"', \"// [9.5c]\");\n", &[]);
    assert_cites("const A: &str = \"9.5c\";\n", &[]);
}

#[test]
fn ids_without_brackets_and_brackets_in_code_are_not_citations() {
    assert_cites("// As 9.5c says, and (9.6b).\nconst A: [f32; 1] = [10.2];\n", &[]);
}

#[test]
fn clause_values_are_citations() {
    assert_cites("fn f() -> Vec<Clause> { clauses![\"9.5c\", \"9.6b\"] }\n", &["9.5c", "9.6b"]);
    assert_cites("const FIRE: Clause = Clause(\"9.5c\");\n", &["9.5c"]);
    assert_cites("const FIRE: engine::Clause = engine::Clause(r\"9.5c\");\n", &["9.5c"]);
    assert_cites("fn f() { refuse!(engine::clauses![\"9.5c\"], vec![Clause(\"10.2\")]); }\n", &["9.5c", "10.2"]);
}

#[test]
fn a_note_may_be_cited_but_has_no_entry() {
    assert_cites("// [1.1]\nfn f() { clauses![\"1.1\"]; }\n", &[]);
}

#[test]
fn other_bracket_groups_are_left_alone() {
    assert_cites(
        "/// See [`Fire`], [the book](book.md), [1], [x, y], [v1.2] and `#[derive(Debug)]`.\nfn f() {}\n",
        &[],
    );
}

#[test]
fn unknown_ids_are_findings() {
    assert_finds("fn f() {}\n// [9.5d]\n", "src/lib.rs:2: [9.5d] is no list of clauses of this game");
    assert_finds("/*\n\n[9.5c, 9.5d] */\n", "src/lib.rs:3: [9.5c, 9.5d] is no list of clauses of this game");
    assert_finds("// [see 9.5c]\n", "src/lib.rs:1: [see 9.5c] is no list of clauses of this game");
    assert_finds("// [`9.5c`]\n", "src/lib.rs:1: [`9.5c`] is no list of clauses of this game");
    assert_finds("// [9.5c,\n// 9.6b]\n", "src/lib.rs:1: the bracket before \"9.5c,\" is not closed on its line");
    assert_finds("fn f() {\n    clauses![\"9.5d\"];\n}\n", "src/lib.rs:2: \"9.5d\" is not a clause of this game");
    assert_finds("const A: Clause = Clause(\"fire\");\n", "src/lib.rs:1: \"fire\" is not a clause of this game");
}

#[test]
fn test_code_cites_nothing() {
    assert_cites(
        "#[cfg(test)]\nmod tests {\n    // [9.5c]\n    fn f() { clauses![\"9.6b\"]; }\n}\n// [10.2]\n",
        &["10.2"],
    );
    assert_cites("#[cfg(all(test, unix))]\nmod tests { /* [9.5c] */ }\n", &[]);
    assert_cites("#[test]\nfn f() { /* [9.5c] */ }\n", &[]);
    assert_cites("struct A;\nimpl A {\n    #[cfg(test)]\n    fn f() { /* [9.5c] */ }\n}\n", &[]);
    assert_cites("#![cfg(test)]\n// [9.5c]\n", &[]);
    assert_cites("mod é { /* é [9.5c] é */ }\n#[cfg(test)]\nmod tests { /* é [9.6b] */ }\n", &["9.5c"]);
}

#[test]
fn code_that_is_not_only_for_tests_cites() {
    assert_cites("#[cfg(not(test))]\nmod a { /* [9.5c] */ }\n", &["9.5c"]);
    assert_cites("#[cfg(any(test, unix))]\nmod a { /* [9.5c] */ }\n", &["9.5c"]);
}

#[test]
fn the_files_of_test_modules_cite_nothing() {
    let modules = "#[cfg(test)]\nmod tests;\n#[cfg(test)]\n#[path = \"odd.rs\"]\nmod other;\nmod combat;\n";
    let scan = Repository::with_code(modules)
        .file("src/tests.rs", "// [9.5c]\n")
        .file("src/tests/deep.rs", "// [9.5c]\n")
        .file("src/odd.rs", "// [9.5c]\n")
        .file("src/combat.rs", "#[cfg(test)]\nmod checks;\n// [10.2]\n")
        .file("src/combat/checks.rs", "// [9.5c]\n")
        .scan();
    assert_eq!(cited(&scan), ["10.2"]);
}

#[test]
fn citations_are_listed_by_file_once_and_in_order() {
    let scan = Repository::with_code("// [9.5c]\n// [9.5c]\n").file("src/combat/fire.rs", "// [9.5c]\n").scan();
    assert_eq!(entry(&scan, "9.5c").cited, ["src/combat/fire.rs", "src/lib.rs"]);
}

#[test]
fn comments_of_tests_are_not_code() {
    let scan = Repository::new().file("tests/combat.rs", "// [9.5c]\n").scan();
    assert_eq!(cited(&scan), [""; 0]);
}

#[test]
fn a_byte_order_mark_and_carriage_returns_do_no_harm() {
    assert_finds("\u{feff}\r\n// [9.5d]\r\n", "src/lib.rs:2: [9.5d] is no list of clauses of this game");
}

#[test]
fn source_that_is_not_rust_is_an_error_with_its_place() {
    let error = |code| Repository::with_code(code).try_scan().unwrap_err().to_string();
    assert!(error("fn f() {}\nfn {\n").starts_with("src/lib.rs:2: not Rust source: "));
    assert!(error("fn f() {}\nfn g( {}\n").starts_with("src/lib.rs:2: not Rust source: "));
}
