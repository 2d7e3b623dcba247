//! The ledger's text form, its totals and the difference of two ledgers.

use ledger::{Entry, Ledger};

const TEXT: &str = "clause of skirmish\tkind\tcited by code\tshown by tests\n\
    9.5c\tcombat\tsrc/a.rs, src/b.rs\ttests/a.rs::fires\n\
    9.6b\tcombat\tsrc/a.rs\t-\n\
    10.2\tmovement\t-\ttests/b.rs::walks, tests/b.rs::runs\n\
    10.3\tmovement\t-\t-\n";

fn ledger() -> Ledger {
    Ledger::parse(TEXT).unwrap()
}

fn changes(change: impl FnOnce(&mut Ledger)) -> Vec<String> {
    let mut later = ledger();
    change(&mut later);
    ledger().changes(&later).iter().map(ToString::to_string).collect()
}

#[test]
fn a_ledger_parses_and_prints_the_same() {
    assert_eq!(ledger().to_string(), TEXT);
    assert_eq!(ledger().game, "skirmish");
    assert_eq!(ledger().entries[0].cited, ["src/a.rs", "src/b.rs"]);
    assert_eq!(ledger().entries[3].tests, [""; 0]);
    assert_eq!(Ledger::parse(&TEXT.replace('\n', "\r\n")).unwrap(), ledger());
}

#[test]
fn a_damaged_ledger_is_refused_with_its_place() {
    let error = |text: &str| Ledger::parse(text).unwrap_err().to_string();
    assert!(error("").starts_with("ledger.tsv:1: expected the header"));
    assert!(error(&TEXT.replace("\tkind", "\tsort")).starts_with("ledger.tsv:1: expected the header"));
    assert!(error(&TEXT.replace("src/a.rs\t-", "src/a.rs")).starts_with("ledger.tsv:3: expected four fields"));
    assert_eq!(error(&TEXT.replace("10.3", "9.5c")), "ledger.tsv:5: clause 9.5c stands here a second time");
}

#[test]
fn the_summary_counts_and_names_what_lacks() {
    let json = serde_json::to_string(&ledger().summary()).unwrap();
    let expected = r#"{"game":"skirmish","total":4,"cited":2,"tested":2,"lacking":["9.6b","10.2","10.3"]}"#;
    assert_eq!(json, expected);
}

#[test]
fn the_report_says_what_each_clause_lacks() {
    let report = ledger().report().to_string();
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(lines[0], "9.5c  combat    src/a.rs, src/b.rs  shown by tests/a.rs::fires");
    assert_eq!(
        &lines[4..],
        [
            "skirmish: 4 clauses, 2 cited by code, 2 shown by a test, 3 lacking",
            "  9.6b  combat    no test",
            "  10.2  movement  no code",
            "  10.3  movement  no code, no test",
        ]
    );
}

#[test]
fn equal_ledgers_do_not_differ() {
    assert_eq!(changes(|_| ()), [""; 0]);
}

#[test]
fn lost_and_won_names_are_told() {
    let told = changes(|later| {
        later.entries[0].tests = vec!["tests/c.rs::fires".into()];
        later.entries[1].cited.clear();
        later.entries[2].kind = "zoc".into();
    });
    let expected = [
        "9.5c: shown by tests/c.rs::fires",
        "9.5c: no longer shown by tests/a.rs::fires",
        "9.6b: no longer cited by src/a.rs",
        "10.2: kind zoc, was movement",
    ];
    assert_eq!(told, expected);
}

#[test]
fn new_and_dropped_clauses_are_told() {
    let told = changes(|later| {
        let cited = vec!["src/c.rs".into()];
        later.entries[3] = Entry { id: "11.1".into(), kind: "zoc".into(), cited, tests: Vec::new() };
    });
    assert_eq!(told, ["11.1: a new clause (zoc)", "11.1: cited by src/c.rs", "10.3: no longer a clause of the list"]);
}

#[test]
fn a_change_of_order_or_game_is_told() {
    let order = "the order of the clauses or of their names differs";
    assert_eq!(changes(|later| later.entries.swap(0, 1)), [order]);
    assert_eq!(changes(|later| later.entries[0].cited.swap(0, 1)), [order]);
    assert_eq!(changes(|later| later.game = "battle".into()), ["of battle, was of skirmish"]);
}
