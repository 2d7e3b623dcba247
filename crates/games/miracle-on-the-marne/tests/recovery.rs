//! 12 Recovery.

mod common;

use common::{Setting, Table, phase, piece, place, table};
use engine::shows;
use serde_json::json;

/// VII Corps in this mode on open ground, with a reduced brigade that bears these marks; Germans far away.
fn worn(mode: &str, marks: &[&str]) -> Setting {
    let unit = json!({"piece": "27Bde", "hex": "0330", "steps": 1, "marks": marks});
    let setting = phase("C1", 3).mark("phasing", "allied").mark("allied", mode).unit("Vautier", "0331");
    setting.piece(unit).unit("Gronau", "3411").unit("RIR27", "3511")
}

fn picked(setting: Setting, name: &str) -> Table {
    let mut table = table(setting);
    table.play(&[&format!("pick {name}")]);
    table
}

fn is_reduced(table: &Table, name: &str) -> bool {
    table.state().reduced.contains(piece(name))
}

#[test]
fn a_lost_step_comes_back_on_one_to_eight() {
    shows!["12.1.4", "5.1.4d", "12.1.2a", "4.C1b"];
    // X23.
    for (die, recovers) in [(1, true), (8, true), (9, false), (10, false)] {
        let mut table = picked(worn("regroup", &[]), "27Bde");
        table.rolls(&[die]).play(&["recover"]);
        assert_eq!(is_reduced(&table, "27Bde"), !recovers, "{die}");
    }
    // In the owner's Movement Phase, and in no other.
    for at in ["C2", "C3"] {
        let unit = json!({"piece": "27Bde", "hex": "0330", "steps": 1});
        let setting = phase(at, 3).mark("phasing", "allied").mark("allied", "regroup").unit("Vautier", "0331");
        let table = table(setting.piece(unit).unit("RIR27", "3511"));
        assert!(!table.offers("recover") && !table.offers("pick 27Bde"), "{at}");
    }
    // A unit with all its steps has nothing to recover.
    let whole = phase("C1", 3).mark("phasing", "allied").mark("allied", "regroup").unit("Vautier", "0331");
    assert_eq!(picked(whole.unit("28Bde", "0330"), "28Bde").refused_by("recover"), "12.1.4");
}

#[test]
fn only_in_regroup_mode() {
    shows!["12.1.1a", "5.1.1f", "5.1.2k", "5.1.3e"];
    for (mode, clause) in [("offensive", "5.1.1f"), ("defensive", "5.1.2k"), ("transfer", "5.1.3e")] {
        let refusal = picked(worn(mode, &[]), "27Bde").refusal("recover");
        assert_eq!(refusal.clauses.iter().map(|clause| clause.0).collect::<Vec<_>>(), ["12.1.1a", clause]);
    }
    assert!(picked(worn("regroup", &[]), "27Bde").offers("recover"));
}

#[test]
fn guns_never_recover() {
    shows!["12.1.1b"];
    let gun = json!({"piece": "AD14", "hex": "0330", "steps": 1});
    let setting = phase("C1", 3).mark("phasing", "allied").mark("allied", "regroup").unit("Vautier", "0331");
    assert_eq!(picked(setting.piece(gun).unit("RIR27", "3511"), "AD14").refused_by("recover"), "12.1.1b");
    let dead = json!({"piece": "AD14", "place": "eliminated"});
    let setting = phase("C1", 3).mark("phasing", "allied").mark("allied", "regroup").unit("Vautier", "0331");
    assert_eq!(picked(setting.piece(dead).unit("RIR27", "3511"), "Vautier").refused_by("return AD14"), "12.1.1b");
}

#[test]
fn not_in_zones_nor_disrupted_nor_out_of_supply() {
    shows!["12.1.2b", "12.1.2c", "10.1.2b", "12.1.2d", "11.2.2d"];
    assert_eq!(
        picked(worn("regroup", &[]).unit("RIR36", "0328").unit("RIR66", "0329"), "27Bde").refused_by("recover"),
        "12.1.2b"
    );
    let disrupted = picked(worn("regroup", &["disrupted"]), "27Bde");
    assert_eq!(disrupted.refused_by("recover"), "12.1.2c");
    // Once it has shed its Disruption it may roll (ruling R67).
    let mut rallied = disrupted.clone();
    rallied.play(&["rally"]);
    assert!(rallied.offers("recover"));
    let lost = picked(worn("regroup", &["out of supply"]), "27Bde").refusal("recover");
    assert_eq!(lost.clauses.iter().map(|clause| clause.0).collect::<Vec<_>>(), ["12.1.2d", "11.2.2d"]);
}

#[test]
fn who_recovers_does_not_move() {
    shows!["12.1.3"];
    for die in [2, 10] {
        let mut table = picked(worn("regroup", &[]), "27Bde");
        table.rolls(&[die]).play(&["recover"]);
        assert!(table.refusal("pick 27Bde").clauses.iter().any(|clause| clause.0 == "12.1.3"), "{die}");
    }
    let mut moved = picked(worn("regroup", &[]), "27Bde");
    moved.play(&["to 0329", "pick 27Bde"]);
    assert_eq!(moved.refused_by("recover"), "12.1.3");
}

/// VII Corps in Regroup mode with its HQ and an eliminated brigade.
fn bereft(name: &str) -> Setting {
    let dead = json!({"piece": name, "place": "eliminated"});
    let setting = phase("C1", 3).mark("phasing", "allied").mark("allied", "regroup").unit("Vautier", "0331");
    setting.piece(dead).unit("Gronau", "3411").unit("RIR27", "3511")
}

#[test]
fn a_hq_brings_an_eliminated_unit_back_on_one_to_five() {
    shows!["12.1.5a", "12.1.5b", "12.1.5c"];
    // X23.
    for (die, returns) in [(5, true), (6, false)] {
        let mut table = picked(bereft("27Bde"), "Vautier");
        table.rolls(&[die]).play(&["return 27Bde"]);
        assert_eq!(place(&table, "27Bde"), if returns { "0331" } else { "" }, "{die}");
        assert_eq!(is_reduced(&table, "27Bde"), returns);
        // Neither moves in this phase.
        assert!(!table.offers("pick Vautier") && !table.offers("pick 27Bde"));
    }
    // A unit of one step comes back as it was (ruling R69).
    let mut table = picked(bereft("11Ch"), "Vautier");
    table.rolls(&[1]).play(&["return 11Ch"]);
    assert!(place(&table, "11Ch") == "0331" && !is_reduced(&table, "11Ch"));
    // The HQ must qualify itself: in Regroup mode, in supply, and not have moved.
    let offensive = bereft("27Bde").mark("allied", "offensive");
    assert_eq!(picked(offensive, "Vautier").refused_by("return 27Bde"), "12.1.1a");
    let lost = json!({"piece": "Vautier", "hex": "0331", "marks": ["out of supply", "regroup"]});
    let dead = json!({"piece": "27Bde", "place": "eliminated"});
    let lost = phase("C1", 3).mark("phasing", "allied").piece(lost).piece(dead).unit("RIR27", "3511");
    assert_eq!(picked(lost, "Vautier").refused_by("return 27Bde"), "12.1.2d");
    let mut moved = picked(bereft("27Bde"), "Vautier");
    moved.play(&["to 0330", "pick Vautier"]);
    assert_eq!(moved.refused_by("return 27Bde"), "12.1.3");
}

#[test]
fn a_returning_unit_must_fit_in() {
    shows!["12.1.5b2"];
    let full = bereft("27Bde").unit("28Bde", "0331").unit("125Bde", "0331").unit("126Bde", "0331");
    assert_eq!(picked(full, "Vautier").refused_by("return 27Bde"), "12.1.5b2");
}

#[test]
fn one_try_a_corps_each_turn() {
    shows!["12.1.5d"];
    let dead = |name: &str| json!({"piece": name, "place": "eliminated"});
    let setting = bereft("27Bde").piece(dead("28Bde")).piece(dead("109Bde")).unit("Lamaze", "0333");
    // Of its own corps, or with the switch of its side (ruling R68).
    assert_eq!(picked(setting.clone(), "Vautier").refused_by("return 109Bde"), "12.1.5a");
    let mut table = picked(setting.option("return-any"), "Vautier");
    assert!(table.offers("return 109Bde"));
    table.rolls(&[9]).play(&["return 27Bde", "pick Lamaze"]);
    assert_eq!(table.refused_by("return 28Bde"), "12.1.5d");
    assert!(table.offers("return 109Bde"));
}
