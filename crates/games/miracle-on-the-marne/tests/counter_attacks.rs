//! 9.5 Counter Attacks.

use crate::common::*;
use engine::laws::assert_forecast_agrees;
use engine::{Rules, shows};
use serde_json::json;

fn combat() -> Setting {
    phase("C3", 3).mark("phasing", "german").mark("german", "offensive").mark("allied", "defensive")
}

/// An attack on 0505 by these units that ends Engaged.
fn engaged(setting: Setting) -> Table {
    let mut table = table(setting);
    table.play(&["target 0505", "join all", "done", "done", "done"]).rolls(&[10]).play(&["fire"]);
    table
}

#[test]
fn engaged_defenders_may_strike_back() {
    shows!["4.C3d", "5.1.2c", "9.5.1b", "9.5.2", "9.5.3", "9.5.4", "9.5.6", "9.5.7", "9.6.2.EN-e", "9.6.2.EN-g"];
    let setting = combat().unit("27Bde", "0505").unit("AC7", "0505").unit("IR42", "0504").unit("Gren2", "0604");
    let mut table = engaged(setting);
    assert_eq!(table.chooser(), ALLIED);
    assert_eq!(table.options(), ["target 0504", "target 0604", "done"]);
    assert_eq!(table.refused_by("target 0405"), "9.5.2", "nobody attacked from there");
    table.play(&["target 0504", "join all"]);
    // 7 + 6: the gun strikes with its bombardment factor. The Germans are Offensive.
    let sum = table.forecast("fire").sum;
    assert_eq!((sum.value.as_str(), sum.parts[0].value.as_str()), ("column 9-14 on the Offensive line", "13"));
    assert_eq!(sum.clauses.iter().map(|clause| clause.0).collect::<Vec<_>>(), ["9.5.4"]);
    let fire = game().parse(table.state(), "fire").unwrap();
    assert_forecast_agrees(&**game(), table.state(), fire, 20_000, 9);
    table.rolls(&[3]).play(&["fire"]);
    // No Defense Fire: the owner of the struck unit divides the result at once.
    assert_eq!(table.chooser(), GERMAN);
    table.play(&["take 1"]);
    assert!(table.state().reduced.contains(piece("IR42")));
    assert!(!table.state().reduced.contains(piece("Gren2")), "one hex alone was struck");
    // And nobody advances.
    assert_eq!((place(&table, "27Bde").as_str(), table.options()), ("0505", vec!["done".to_string()]));
}

#[test]
fn nobody_need_counter_attack() {
    let mut table = engaged(combat().unit("27Bde", "0505").unit("IR42", "0504"));
    table.play(&["done"]);
    assert_eq!(table.chooser(), GERMAN);
}

#[test]
fn only_defensive_units_in_supply_counter_attack() {
    shows!["9.5.1a", "5.1.1b2", "9.5.8"];
    for mode in ["offensive", "transfer", "regroup"] {
        let setting = combat().mark("allied", mode).unit("27Bde", "0505").unit("IR42", "0504");
        assert_eq!(engaged(setting).chooser(), GERMAN, "{mode}");
    }
    let cut_off = combat().piece(json!({ "piece": "27Bde", "hex": "0505", "marks": ["out of supply"] }));
    assert_eq!(engaged(cut_off.unit("IR42", "0504")).chooser(), GERMAN);
    // Beside a unit that may, the reason is told.
    let other = json!({ "piece": "109Bde", "hex": "0505", "marks": ["offensive"] });
    let mut mixed = engaged(combat().unit("27Bde", "0505").unit("28Bde", "0505").piece(other).unit("IR42", "0504"));
    mixed.play(&["target 0504"]);
    assert_eq!(mixed.refused_by("join 109Bde"), "9.5.1a");
}

#[test]
fn counter_attacks_know_no_terrain() {
    shows!["9.5.5a", "9.5.5b"];
    // The attackers stand in the forest of 1111; units of two corps strike back at eleven points and more.
    let mut setting = combat().unit("27Bde", "1112").unit("109Bde", "1112");
    for unit in ["IR42", "Gren2", "Gren9", "Fus34", "IR14", "IR149"] {
        setting = setting.unit(unit, "1111");
    }
    let mut table = table(setting);
    table.play(&["target 1112", "join all", "done", "done", "done"]).rolls(&[10]).play(&[
        "fire",
        "target 1111",
        "join all",
    ]);
    let added = table.forecast("fire").sum.parts[1].clone();
    let labels: Vec<_> = added.parts.iter().map(|part| part.clauses[0].0).collect();
    assert_eq!((added.value.as_str(), labels), ("+2", vec!["9.7.2D", "9.7.2G"]));
}

#[test]
fn counter_attackers_advance_with_the_switch() {
    let setting = combat().unit("27Bde", "0505").unit("28Bde", "0505").unit("IR42", "0504").option("counter-advance");
    let mut table = engaged(setting);
    table.play(&["target 0504", "join all"]).rolls(&[1]).play(&["fire", "take 1"]);
    while table.chooser() == GERMAN {
        let first = table.options()[0].clone();
        table.play(&[&first]);
    }
    assert!(table.offers("advance 27Bde 0504"));
    table.play(&["advance 27Bde 0504"]);
    assert_eq!(place(&table, "27Bde"), "0504");
}

#[test]
fn there_are_four_types_of_combat() {
    shows!["9a"];
    let label = |table: &Table| table.forecast("fire").sum.label;
    let guns = phase("C2", 3).mark("phasing", "german").mark("german", "offensive");
    let mut bombardment = table(guns.unit("FA3", "0503").unit("27Bde", "0505"));
    bombardment.play(&["target 0505", "aim all"]);
    assert_eq!(label(&bombardment), "Bombardment of 0505");
    let mut attack = table(combat().unit("27Bde", "0505").unit("IR42", "0504"));
    attack.play(&["target 0505", "join all", "done", "done", "target 0504", "aim all"]);
    assert_eq!(label(&attack), "Defense Fire at 0504");
    attack.rolls(&[10]).play(&["fire", "done"]);
    assert_eq!(label(&attack), "Attack on 0505");
    attack.rolls(&[10]).play(&["fire", "target 0504", "join all"]);
    assert_eq!(label(&attack), "Counter Attack on 0504");
}

#[test]
fn nobody_from_elsewhere_counter_attacks() {
    shows!["9.5.1b"];
    let setting = combat().unit("27Bde", "0505").unit("28Bde", "0404").unit("IR42", "0504").unit("Vautier", "0508");
    let mut table = table(setting);
    table.play(&["target 0505", "join IR42", "done", "done", "done"]).rolls(&[10]).play(&["fire", "target 0504"]);
    for name in ["28Bde", "Vautier"] {
        assert_eq!(table.refused_by(&format!("join {name}")), "9.5.1b", "{name}");
    }
    table.play(&["join 27Bde"]);
    assert_eq!(table.refused_by("join 27Bde"), "9.5.1b", "it has joined");
}

#[test]
fn who_adds_no_factor_to_a_counter_attack_is_not_to_be_coordinated() {
    shows!["9.5.5b", "9.7.2G"];
    // Ruling R60: cuirassiers of the Cavalry Corps have two factors, or none when they are disrupted.
    let added = |marks: &[&str]| {
        let guest = json!({ "piece": "2Cuir", "hex": "0505", "marks": marks });
        let mut table = engaged(combat().unit("27Bde", "0505").piece(guest).unit("IR42", "0504"));
        table.play(&["target 0504", "join all"]);
        table.forecast("fire").sum.parts[1].value.clone()
    };
    assert_eq!((added(&[]), added(&["disrupted"])), ("+1".into(), "+0".into()));
}
