//! 12 Recovery.

use crate::common::*;
use engine::laws::assert_forecast_agrees;
use engine::{Rules, Viewer, shows};
use serde_json::json;

fn resting() -> Setting {
    phase("C1", 3).mark("phasing", "allied").mark("allied", "regroup").mark("german", "defensive")
}

fn reduced(name: &str, hex: &str, marks: &[&str]) -> serde_json::Value {
    json!({ "piece": name, "hex": hex, "steps": 1, "marks": marks })
}

#[test]
fn reduced_units_recover_on_eight_or_less() {
    shows!["5.1.4d", "12.1.1a", "12.1.2a", "12.1.3", "12.1.4"];
    // X23: 8 recovers, 9 does not; neither moves then.
    for (die, back) in [(8, true), (9, false)] {
        let mut table = table(resting().piece(reduced("27Bde", "0505", &[])));
        table.play(&["pick 27Bde"]);
        let recover = game().parse(table.state(), "recover").unwrap();
        assert_forecast_agrees(&**game(), table.state(), recover, 20_000, 2);
        table.rolls(&[die]).play(&["recover"]);
        assert_eq!(!table.state().reduced.contains(piece("27Bde")), back);
        assert_eq!(table.refused_by("pick 27Bde"), "7a");
        assert!(table.told(Viewer::Side(GERMAN)).is_empty(), "the enemy learns nothing of their mode");
    }
}

#[test]
fn who_may_not_recover() {
    shows!["12.1.1b", "12.1.2b", "12.1.2c", "12.1.2d", "10.1.2b", "11.2.2d", "5.1.1f", "5.1.2k", "5.1.3e"];
    let refused = |setting: Setting, name: &str| {
        let mut table = table(setting);
        table.play(&[&format!("pick {name}")]);
        table.refusal("recover").clauses.iter().map(|clause| clause.0).collect::<Vec<_>>()
    };
    for (mode, clause) in [("offensive", "5.1.1f"), ("defensive", "5.1.2k"), ("transfer", "5.1.3e")] {
        let found = refused(resting().piece(reduced("27Bde", "0505", &[mode])), "27Bde");
        assert_eq!(found, ["12.1.1a", clause]);
    }
    assert_eq!(refused(resting().piece(reduced("AC7", "0505", &[])), "AC7")[0], "12.1.1b");
    assert_eq!(refused(resting().piece(reduced("27Bde", "0505", &[])).unit("IR42", "0504"), "27Bde")[0], "12.1.2b");
    assert_eq!(refused(resting().piece(reduced("27Bde", "0505", &["disrupted"])), "27Bde"), ["12.1.2c", "10.1.2b"]);
    assert_eq!(refused(resting().piece(reduced("27Bde", "0505", &["out of supply"])), "27Bde"), ["12.1.2d", "11.2.2d"]);
    assert_eq!(refused(resting().unit("27Bde", "0505"), "27Bde")[0], "12.1.4");
    let mut moved = table(resting().piece(reduced("27Bde", "0505", &[])));
    moved.play(&["pick 27Bde", "to 0506", "pick 27Bde"]);
    assert_eq!(moved.refused_by("recover"), "12.1.3");
    // Shedding Disruption first is no hindrance.
    let mut rallied = table(resting().piece(reduced("27Bde", "0505", &["disrupted"])));
    rallied.play(&["pick 27Bde", "rally"]);
    assert!(rallied.offers("recover"));
}

#[test]
fn a_hq_brings_back_an_eliminated_unit() {
    shows!["12.1.5a", "12.1.5b", "12.1.5c", "12.1.5d"];
    let dead = |name: &str| json!({ "piece": name, "place": "eliminated" });
    let setting = || resting().unit("Vautier", "0505").piece(dead("27Bde")).piece(dead("28Bde")).piece(dead("109Bde"));
    for (die, back) in [(5, "0505"), (6, "")] {
        let mut table = table(setting());
        table.play(&["pick Vautier"]);
        let bring = game().parse(table.state(), "return 27Bde").unwrap();
        assert_forecast_agrees(&**game(), table.state(), bring, 20_000, 2);
        table.rolls(&[die]).play(&["return 27Bde"]);
        assert_eq!(place(&table, "27Bde"), back);
        assert_eq!(table.state().reduced.contains(piece("27Bde")), !back.is_empty());
        assert_eq!(table.refused_by("pick Vautier"), "7a");
        if !back.is_empty() {
            assert_eq!(table.refused_by("pick 27Bde"), "7a");
        }
        assert_eq!(table.state().returned.count_ones(), 1, "one try a corps");
    }
    // One-step units come back whole; artillery never does.
    let mut small =
        table(resting().unit("Vautier", "0505").piece(dead("11Ch")).piece(dead("AC7")).piece(dead("109Bde")));
    small.play(&["pick Vautier"]);
    assert_eq!(small.refused_by("return AC7"), "12.1.1b");
    small.rolls(&[1]).play(&["return 11Ch"]);
    assert!(!small.state().reduced.contains(piece("11Ch")));
    let mut busy = table(
        resting().piece(json!({ "piece": "Vautier", "hex": "0505", "marks": ["defensive"] })).piece(dead("27Bde")),
    );
    busy.play(&["pick Vautier"]);
    assert_eq!(busy.refused_by("return 27Bde"), "12.1.1a");
}

#[test]
fn a_hq_brings_back_any_unit_of_its_side() {
    shows!["12.1.5a", "12.1.5d"];
    let dead = |name: &str| json!({ "piece": name, "place": "eliminated" });
    let setting =
        || resting().unit("Vautier", "0505").unit("Lamaze", "0807").piece(dead("109Bde")).piece(dead("110Bde"));
    // 109 Bde belongs to Lamaze's divisions; its corps has had its try then, whoever made it.
    let mut any = table(setting().piece(dead("IR26")));
    any.play(&["pick Vautier"]);
    assert_eq!(any.refused_by("return IR26"), "12.1.5a", "an enemy");
    any.rolls(&[5]).play(&["return 109Bde", "pick Lamaze"]);
    assert_eq!(place(&any, "109Bde"), "0505");
    assert_eq!(any.refused_by("return 110Bde"), "12.1.5d");
    // With the switch each HQ looks after its own (ruling R68).
    let mut own = table(setting().option("return-own"));
    own.play(&["pick Vautier"]);
    assert_eq!(own.refused_by("return 109Bde"), "12.1.5a");
    own.play(&["stay", "pick Lamaze"]);
    assert!(own.offers("return 109Bde"));
}

#[test]
fn a_return_does_not_overstack() {
    shows!["12.1.5b2"];
    let setting = resting().unit("Vautier", "0505").unit("28Bde", "0505").unit("125Bde", "0505").unit("126Bde", "0505");
    let mut table = table(setting.piece(json!({ "piece": "27Bde", "place": "eliminated" })));
    table.play(&["pick Vautier"]);
    assert_eq!(table.refused_by("return 27Bde"), "12.1.5b2");
}

#[test]
fn by_the_switch_disruption_goes_before_a_move_or_not_at_all() {
    shows!["10.2.1"];
    let shaken = |option: &str| {
        let unit = json!({ "piece": "27Bde", "hex": "0505", "marks": ["disrupted"] });
        let mut table = table(resting().piece(unit).option(option));
        table.play(&["pick 27Bde"]);
        table
    };
    for (option, later) in [("rally-first=off", true), ("rally-first", false)] {
        let mut table = shaken(option);
        assert!(table.offers("rally"), "{option}");
        table.play(&["to 0506", "pick 27Bde"]);
        assert_eq!(table.offers("rally"), later, "{option}");
    }
}
