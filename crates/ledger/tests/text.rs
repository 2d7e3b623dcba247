//! The ledger's text form, its totals and the difference of two ledgers.

use ledger::Ledger;

const TEXT: &str = "clause of skirmish\tkind\tcarried by\tnamed in\tshown by tests\texplained\n\
    9.5c\tcombat\tsrc/a.rs::fire, data/a.toml\tsrc/a.rs, data/a.toml\ttests/a.rs::fires\t-\n\
    9.6b\tcombat\tsrc/a.rs::hide (ran)\tsrc/a.rs\t-\t-\n\
    9.7\tcombat\t-\tsrc/a.rs, src/b.rs\ttests/a.rs::fires\t-\n\
    10.2\tmovement\t-\t-\ttests/b.rs::walks, tests/b.rs::runs\t-\n\
    10.3\tmovement\t-\t-\t-\t-\n\
    10.4\tmovement\t-\tsrc/b.rs\t-\tPlayers choose their chairs.\n";

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
    assert_eq!(ledger().entries[0].carried, ["src/a.rs::fire", "data/a.toml"]);
    assert_eq!(ledger().entries[2].cited, ["src/a.rs", "src/b.rs"]);
    assert_eq!(ledger().entries[4].tests, [""; 0]);
    assert_eq!(ledger().entries[5].explained.as_deref(), Some("Players choose their chairs."));
    assert_eq!(Ledger::parse(&TEXT.replace('\n', "\r\n")).unwrap(), ledger());
}

#[test]
fn a_damaged_ledger_is_refused_with_its_place() {
    let error = |text: &str| Ledger::parse(text).unwrap_err().to_string();
    assert!(error("").starts_with("ledger.tsv:1: expected the header"));
    assert!(error(&TEXT.replace("\tkind", "\tsort")).starts_with("ledger.tsv:1: expected the header"));
    assert!(error(&TEXT.replace("(ran)\t", "")).starts_with("ledger.tsv:3: expected six fields"));
    assert_eq!(error(&TEXT.replace("10.3", "9.5c")), "ledger.tsv:6: clause 9.5c stands here a second time");
}

#[test]
fn the_summary_counts_and_names_what_lacks() {
    let json = serde_json::to_string(&ledger().summary()).unwrap();
    let expected = concat!(
        r#"{"game":"skirmish","total":6,"cited":4,"tested":3,"lacking":["9.6b","9.7","10.2","10.3"],"#,
        r#""carried":2,"named_only":["9.7"],"explained":1}"#
    );
    assert_eq!(json, expected);
}

#[test]
fn the_report_says_what_each_clause_lacks() {
    let report = ledger().report().to_string();
    let lines: Vec<&str> = report.lines().collect();
    let expected = [
        "9.5c  combat    src/a.rs::fire, data/a.toml  shown by tests/a.rs::fires",
        "9.6b  combat    src/a.rs::hide (ran)  shown by -",
        "9.7   combat    named only in src/a.rs, src/b.rs  shown by tests/a.rs::fires",
        "10.2  movement  not named  shown by tests/b.rs::walks, tests/b.rs::runs",
        "10.3  movement  not named  shown by -",
        "10.4  movement  asks for nothing: Players choose their chairs.  shown by -",
        "skirmish: 6 clauses",
        "  2 carried by running code or data, 1 explained, 1 named only",
        "  3 shown by a test, 4 lacking:",
        "    9.6b  combat    no test",
        "    9.7   combat    named only (src/a.rs, src/b.rs)",
        "    10.2  movement  no code",
        "    10.3  movement  no code, no test",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn equal_ledgers_do_not_differ() {
    assert_eq!(changes(|_| ()), [""; 0]);
}

#[test]
fn lost_and_won_names_are_told() {
    let told = changes(|later| {
        later.entries[0].tests = vec!["tests/c.rs::fires".into()];
        later.entries[1].carried.clear();
        later.entries[1].cited.clear();
        later.entries[3].kind = "zoc".into();
        later.entries[4].explained = Some("It asks for nothing.".into());
        later.entries[5].explained = None;
    });
    let expected = [
        "9.5c: shown by tests/c.rs::fires",
        "9.5c: no longer shown by tests/a.rs::fires",
        "9.6b: no longer carried by src/a.rs::hide (ran)",
        "9.6b: no longer named in src/a.rs",
        "10.2: kind zoc, was movement",
        "10.3: explained: It asks for nothing.",
        "10.4: no longer explained",
    ];
    assert_eq!(told, expected);
}

#[test]
fn new_and_dropped_clauses_are_told() {
    let told = changes(|later| {
        let entry = &mut later.entries[0];
        entry.id = "11.1".into();
        entry.kind = "zoc".into();
        entry.explained = Some("It asks for nothing.".into());
    });
    let expected = [
        "11.1: a new clause (zoc)",
        "11.1: carried by src/a.rs::fire",
        "11.1: carried by data/a.toml",
        "11.1: named in src/a.rs",
        "11.1: named in data/a.toml",
        "11.1: shown by tests/a.rs::fires",
        "11.1: explained: It asks for nothing.",
        "9.5c: no longer a clause of the list",
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_change_of_order_or_game_is_told() {
    let order = "the order of the clauses or of their names differs";
    assert_eq!(changes(|later| later.entries.swap(0, 1)), [order]);
    assert_eq!(changes(|later| later.entries[0].cited.swap(0, 1)), [order]);
    assert_eq!(changes(|later| later.game = "battle".into()), ["of battle, was of skirmish"]);
}
