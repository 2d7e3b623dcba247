//! What carries a clause, and what only names it.

use crate::common::{Repository, carriers, cited, entry, findings, idle};

/// What carries 9.5c in a `src/lib.rs`; nothing there looks like a failed citation.
#[track_caller]
fn assert_carried(code: &str, by: &[&str]) {
    let scan = Repository::with_code(code).scan();
    assert_eq!(findings(&scan), [""; 0]);
    assert_eq!(carriers(&scan, "9.5c"), by);
    assert!(!entry(&scan, "9.5c").is_named_only());
}

/// Why a `src/lib.rs` that names 9.5c does not carry it.
#[track_caller]
fn assert_named_only(repository: Repository, reason: &str) {
    let scan = repository.scan();
    assert_eq!(carriers(&scan, "9.5c"), [""; 0]);
    assert_eq!(cited(&scan), ["9.5c"]);
    assert!(entry(&scan, "9.5c").is_named_only());
    assert_eq!(idle(&scan, "9.5c"), [reason]);
}

/// A marked function that cites 9.5c, its name on line 3.
const FIRE: &str = "/// Fires [9.5c].\n#[engine::by_the_book]\nfn fire() {}\n";

#[test]
fn a_value_in_a_body_that_ran_carries() {
    for (code, line) in [
        ("#[by_the_book]\nfn fire() { refuse(clauses![\"9.5c\"]); }\n", 2),
        ("#[by_the_book]\nfn fire() -> Clause {\n    Clause(\"9.5c\")\n}\n", 2),
        ("#[by_the_book]\nimpl A {\n    fn fire() { [1].map(|_| clauses![\"9.5c\"]); }\n}\n", 3),
        ("#[by_the_book]\ntrait A {\n    fn fire() { said!(\"{}\", Clause(\"9.5c\")) }\n}\n", 3),
    ] {
        let scan = Repository::with_code(code).ran(&format!("9.5c@src/lib.rs:{line}")).scan();
        assert_eq!(carriers(&scan, "9.5c"), ["src/lib.rs::fire"], "{code}");
        assert_eq!(findings(&scan), [""; 0]);
    }
}

#[test]
fn a_value_in_a_body_that_nobody_saw_run_does_not_carry() {
    let marked = "#[by_the_book]\nfn fire() { clauses![\"9.5c\"]; }\n";
    let reason = "src/lib.rs:2: a value in the body of fire, which no test ran that claims the clause";
    assert_named_only(Repository::with_code(marked), reason);
    assert_named_only(Repository::with_code(marked).ran("9.6b@src/lib.rs:2"), reason);
    assert_named_only(Repository::with_code(marked).ran("9.5c@src/lib.rs:9"), reason);
    let plain = Repository::with_code("fn fire() { clauses![\"9.5c\"]; }\n").ran("9.5c@src/lib.rs:1");
    assert_named_only(plain, "src/lib.rs:1: a value in the body of fire, which is not marked by_the_book");
    let constant = "#[by_the_book]\nconst fn fire() -> Clause { Clause(\"9.5c\") }\n";
    let reason = "src/lib.rs:2: a value in the body of fire, a const fn, of which no test can tell that it ran";
    assert_named_only(Repository::with_code(constant), reason);
    // The innermost function is the one that must have run.
    let nested = "#[by_the_book]\nfn outer() {\n    fn inner() { clauses![\"9.5c\"]; }\n}\n";
    let reason = "src/lib.rs:3: a value in the body of inner, which is not marked by_the_book";
    assert_named_only(Repository::with_code(nested).ran("9.5c@src/lib.rs:2"), reason);
}

#[test]
fn a_constant_carries_if_a_body_speaks_of_it() {
    assert_carried("const FIRE: Clause = Clause(\"9.5c\");\nfn fire() { refuse(FIRE); }\n", &["src/lib.rs::FIRE"]);
    assert_carried("static FIRE: Clause = Clause(\"9.5c\");\nfn fire() { said!(FIRE); }\n", &["src/lib.rs::FIRE"]);
    let of_type = "impl A { const FIRE: Clause = Clause(\"9.5c\"); }\nfn fire() { A::FIRE; }\n";
    assert_carried(of_type, &["src/lib.rs::FIRE"]);
    let scan = Repository::with_code("const FIRE: Clause = Clause(\"9.5c\");\n")
        .file("src/fire.rs", "fn fire() { crate::FIRE; }\n")
        .scan();
    assert_eq!(carriers(&scan, "9.5c"), ["src/lib.rs::FIRE"]);
}

#[test]
fn a_constant_that_no_body_speaks_of_does_not_carry() {
    let reason = "src/lib.rs:1: a value of FIRE, which no function uses";
    let constant = "const FIRE: Clause = Clause(\"9.5c\");\n";
    assert_named_only(Repository::with_code(constant), reason);
    assert_named_only(Repository::with_code(&format!("{constant}const OTHER: Clause = FIRE;\n")), reason);
    assert_named_only(Repository::with_code(&format!("{constant}#[test]\nfn fires() {{ FIRE; }}\n")), reason);
}

#[test]
fn a_value_outside_functions_and_constants_does_not_carry() {
    let code = "table! { Clause(\"9.5c\") }\n";
    assert_named_only(Repository::with_code(code), "src/lib.rs:1: a value outside functions and constants");
}

#[test]
fn a_comment_does_not_carry() {
    let reason = "src/lib.rs:1: a comment that is not a function's own";
    for code in [
        "// [9.5c]\nfn fire() { }\n",
        "//! Of fire [9.5c].\n",
        "/// Of fire [9.5c].\nmod fire {}\n",
        "/// Fires [9.5c].\nstruct Gun;\n",
        "struct Gun { /** fires [9.5c] */ fire: u8 }\n",
        "enum Gun { /** fires [9.5c] */ Fire }\n",
        "/// Fires [9.5c].\nconst GUN: u8 = 1;\n",
        "/// Fires [9.5c].\n#[by_the_book]\nimpl Gun { fn fire() {} }\n",
        "/// Fires [9.5c].\ntrait Fire { fn fire() {} }\n",
    ] {
        assert_named_only(Repository::with_code(code).ran("9.5c@src/lib.rs:1"), reason);
    }
    let inside = "/// Fires.\n#[by_the_book]\nfn fire() {\n    // Once [9.5c].\n}\n";
    let reason = "src/lib.rs:4: a comment in the body of fire";
    assert_named_only(Repository::with_code(inside).ran("9.5c@src/lib.rs:3"), reason);
}

#[test]
fn the_doc_comment_of_a_function_that_ran_carries() {
    for (code, line) in [
        (FIRE.to_string(), 3),
        (FIRE.replace("engine::", ""), 3),
        ("#[by_the_book]\n/// Fires [9.6b, 9.5c].\npub fn fire(\n) {}\n".to_string(), 3),
        (
            "#[by_the_book]\nimpl Gun {\n    /// Fires\n    /// once [9.5c].\n    #[inline]\n    fn fire() {}\n}\n"
                .into(),
            6,
        ),
        ("#[by_the_book]\nimpl Fire for Gun {\n    /** Fires\n    [9.5c]. */\n    fn fire() {}\n}\n".into(), 5),
        ("#[by_the_book]\ntrait Fire {\n    /// Fires [9.5c].\n    fn fire() {}\n}\n".into(), 4),
    ] {
        let scan = Repository::with_code(&code).ran(&format!("9.5c@src/lib.rs:{line}")).scan();
        assert_eq!(carriers(&scan, "9.5c"), ["src/lib.rs::fire (ran)"], "{code}");
        assert_eq!(findings(&scan), [""; 0]);
    }
}

#[test]
fn a_function_that_did_not_run_does_not_carry() {
    let reason = "src/lib.rs:1: the doc comment of fire, which no test ran that claims the clause";
    assert_named_only(Repository::with_code(FIRE), reason);
    assert_named_only(Repository::with_code(FIRE).ran(""), reason);
    assert_named_only(Repository::with_code(FIRE).ran("9.5c@src/lib.rs:9"), reason);
    assert_named_only(Repository::with_code(FIRE).ran("9.5c@src/other.rs:3"), reason);
    assert_named_only(Repository::with_code(FIRE).ran("9.6b@src/lib.rs:3"), reason);
}

#[test]
fn a_function_that_ran_for_a_claim_that_does_not_hold_does_not_carry() {
    let repository = Repository::with_code(FIRE).ran("9.5c@src/lib.rs:3");
    let test = "#[test]\nfn runs() {\n    shows![\"9.5c\"];\n    fire();\n}\n";
    assert_named_only(
        repository.file("tests/ran.rs", test),
        "src/lib.rs:1: the doc comment of fire, which no test ran that claims the clause",
    );
}

#[test]
fn a_function_that_cannot_tell_does_not_carry() {
    let doc = "src/lib.rs:1: the doc comment of fire";
    for (code, reason) in [
        ("/// Fires [9.5c].\nfn fire() {}\n", ", which is not marked by_the_book"),
        (
            "/// Fires [9.5c].\n#[by_the_book]\nconst fn fire() {}\n",
            ", a const fn, of which no test can tell that it ran",
        ),
    ] {
        assert_named_only(Repository::with_code(code), &format!("{doc}{reason}"));
    }
    let bodiless = "#[by_the_book]\ntrait Gun {\n    /// Fires [9.5c].\n    fn fire();\n}\n";
    let reason = "src/lib.rs:3: the doc comment of fire, which has no body";
    assert_named_only(Repository::with_code(bodiless), reason);
    let nested = "#[by_the_book]\nfn outer() {\n    /// Fires [9.5c].\n    fn fire() {}\n}\n";
    let reason = "src/lib.rs:3: the doc comment of fire, which is not marked by_the_book";
    assert_named_only(Repository::with_code(nested), reason);
}

#[test]
fn a_datum_carries() {
    for source in [
        "rulebook 9.5c",
        "rulebook 9.5c, 9.6b",
        "rulebook 9.6b and 9.5c",
        "rulebook 9.5c (all guns)",
        "rulebook 9.5c; all guns",
        "rulebook 10.2 (see there); twice [9.5c]",
        "reconstruction the book says no number [9.5c, 9.6b]",
    ] {
        let data = format!("guns = [{{ value = 3, source = \"{source}\" }}]\n");
        let scan = Repository::new().file("data/deep/tables.toml", &data).scan();
        assert_eq!(carriers(&scan, "9.5c"), ["data/deep/tables.toml"], "{source}");
        assert_eq!(entry(&scan, "9.5c").cited, ["data/deep/tables.toml"]);
    }
}

#[test]
fn data_that_only_speak_of_a_clause_do_not_carry() {
    for data in [
        "# [9.5c]\na = 1\n",
        "source = \"reconstruction 9.5c has no number\"\n",
        "source = \"rulebook 10.2 (as 9.5c)\"\n",
        "source = \"rulebook 9.5\"\n",
        "source = \"rulebook 10.2 [9.5c, 9.9]\"\n",
        "text = \"rulebook 9.5c\"\n",
    ] {
        let scan = Repository::new().file("data/tables.toml", data).scan();
        assert_eq!(carriers(&scan, "9.5c"), [""; 0], "{data}");
    }
    let scan = Repository::new().file("data/tables.tsv", "source = \"rulebook 9.5c\"\n").scan();
    assert_eq!(carriers(&scan, "9.5c"), [""; 0]);
}

#[test]
fn damaged_data_are_an_error_with_their_place() {
    let error = Repository::new().file("data/tables.toml", "a = 1\nb =\n").try_scan().unwrap_err().to_string();
    assert!(error.contains("data/tables.toml:2: "), "{error}");
}

#[test]
fn an_explained_clause_asks_for_nothing() {
    let explained = "clause\twhy it asks for nothing\n9.5c\tPlayers choose their chairs.\n";
    let scan = Repository::with_code("// [9.5c]\n").file("explained.tsv", explained).scan();
    assert_eq!(entry(&scan, "9.5c").explained.as_deref(), Some("Players choose their chairs."));
    assert_eq!(entry(&scan, "9.5c").lack(), None);
    assert!(!entry(&scan, "9.5c").is_named_only());
    assert_eq!(findings(&scan), [""; 0]);
}

#[test]
fn a_needless_or_damaged_explanation_is_a_finding() {
    let explain = |lines: &str| {
        let scan = Repository::with_code("const WALK: Clause = Clause(\"10.2\");\nfn walk() { WALK; }\n")
            .file("explained.tsv", lines)
            .scan();
        findings(&scan)
    };
    let header = "clause\twhy it asks for nothing\n";
    for (line, finding) in [
        ("10.2\tNobody walks here.", "clause 10.2 needs no explanation: it is carried by src/lib.rs::WALK"),
        ("1.1\tIt is a note.", "clause 1.1 needs no explanation: it is a note"),
        ("9.9\tThere is none.", "\"9.9\" is not a clause of this game"),
        ("9.5c", "expected two fields: a clause and a sentence, with a tab between"),
        ("9.5c\tnothing", "expected two fields: a clause and a sentence, with a tab between"),
    ] {
        assert_eq!(explain(&format!("{header}{line}\n")), [format!("explained.tsv:2: {finding}")]);
    }
    let twice = format!("{header}9.5c\tIt is so.\n9.5c\tIt is so.\n");
    assert_eq!(explain(&twice), ["explained.tsv:3: clause 9.5c stands here a second time"]);
    assert_eq!(
        explain("9.5c\tIt is so.\n"),
        ["explained.tsv:1: expected the header \"clause <tab> why it asks for nothing\""]
    );
}
