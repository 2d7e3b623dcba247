//! 9.3 Defense Fire.

use crate::common::*;
use engine::shows;
use serde_json::json;

fn combat() -> Setting {
    phase("C3", 3).mark("phasing", "german").mark("german", "offensive").mark("allied", "defensive")
}

/// An attack by IR42 from 0504 and Gren2 from 0604 on 0505, up to the choice of those who fire at 0504.
fn under_fire(setting: Setting) -> Table {
    let mut table = table(setting.unit("IR42", "0504").unit("Gren2", "0604"));
    table.play(&["target 0505", "join all", "done", "done", "target 0504"]);
    table
}

#[test]
fn targets_fire_with_their_defense_factors() {
    shows!["9.3.1a", "9.3.1b", "9.3.5a", "9.3.5b", "9.3.5c"];
    // 27 Bde defends with 7, AC 7 with 5.
    let mut table = under_fire(combat().unit("27Bde", "0505").unit("AC7", "0505"));
    table.play(&["aim all"]);
    let sum = table.forecast("fire").sum;
    assert_eq!((sum.value.as_str(), sum.parts[0].value.as_str()), ("column 9-14 on the Offensive line", "12"));
    assert_eq!(sum.clauses.iter().map(|clause| clause.0).collect::<Vec<_>>(), ["9.3.5a", "9.3.5b"]);
    table.rolls(&[3]).play(&["fire"]);
    assert!(table.state().reduced.contains(piece("IR42")), "the attackers in 0504 lose a step");
    assert!(!table.state().reduced.contains(piece("Gren2")));
    assert_eq!(table.refused_by("target 0504"), "9.3.5a", "each attacking hex is fired at once");
}

#[test]
fn nobody_but_units_of_the_defender_fires() {
    shows!["9.3.1a"];
    let setting = combat().unit("27Bde", "0505").unit("Vautier", "0505").unit("Gren9", "0605");
    let table = under_fire(setting.piece(json!({ "piece": "28Bde", "place": "eliminated" })));
    assert!(table.offers("aim 27Bde 7"));
    // Not the attackers themselves, nor their friends near by, nor a HQ, nor who is eliminated or never came.
    for action in ["aim IR42 5", "aim Gren2 5", "aim Gren9 2", "aim Vautier 1", "aim 28Bde 7", "aim 109Bde 2"] {
        assert_eq!(table.refused_by(action), "9.3.1a", "{action}");
    }
}

#[test]
fn attackers_of_any_mode_are_fired_at_on_the_offensive_line() {
    shows!["9.3.5b"];
    // Defensive-mode attackers, in reserve or Engaged, and with Offensive ones beside them.
    let defensive = |marks: &[&str]| json!({ "piece": "IR42", "hex": "0504", "marks": marks });
    let fired_at = |setting: Setting| {
        let mut table = table(setting);
        table.play(&["target 0505", "join IR42", "done", "done", "target 0504", "aim all"]);
        assert_eq!(table.state().mode(piece("IR42")).id(), "defensive");
        table.forecast("fire").sum.value
    };
    let reserve = combat().unit("27Bde", "0505").piece(defensive(&["defensive", "reserve"]));
    assert!(fired_at(reserve).ends_with("on the Offensive line"));
    let target = json!({ "piece": "27Bde", "hex": "0505", "marks": ["engaged 0504"] });
    let engaged = combat().piece(target).piece(defensive(&["defensive", "engaged 0505"]));
    assert!(fired_at(engaged).ends_with("on the Offensive line"));
}

#[test]
fn a_unit_attacked_from_several_hexes_splits_its_factor() {
    shows!["9.3.4a", "9.3.4b"];
    let mut table = under_fire(combat().unit("27Bde", "0505"));
    assert_eq!(table.options().iter().filter(|option| option.starts_with("aim 27Bde")).count(), 7);
    assert_eq!(table.refused_by("aim 27Bde 8"), "9.3.4b");
    // Whichever hex was fired at is not fired at again.
    let mut other = under_fire(combat().unit("27Bde", "0505"));
    other.play(&["aim 27Bde 3"]).rolls(&[10, 10]).play(&["fire", "target 0604", "aim 27Bde 2", "fire"]);
    assert_eq!(other.options(), ["done"]);
    assert_eq!([other.refused_by("target 0504"), other.refused_by("target 0604")], ["9.3.5a"; 2]);
    table.play(&["aim 27Bde 3"]).rolls(&[10]).play(&["fire", "target 0604"]);
    assert_eq!(table.refused_by("aim 27Bde 5"), "9.3.4b");
    table.play(&["aim 27Bde 4"]);
    assert_eq!(table.forecast("fire").sum.parts[0].value, "4");
    // From one hex alone there is nothing to split.
    let mut single = crate::common::table(combat().unit("IR42", "0504").unit("27Bde", "0505"));
    single.play(&["target 0505", "join IR42", "done", "done", "target 0504"]);
    assert_eq!(single.options(), ["aim 27Bde 7", "aim all"]);
}

#[test]
fn neighbours_of_the_attackers_support_with_half() {
    shows!["9.3.2a", "9.3.2b", "9.3.2d"];
    // 109 Bde defends with 5, so it supports with 2 (X6); disrupted with 1 (X21).
    let fresh = under_fire(combat().unit("27Bde", "0505").unit("109Bde", "0404"));
    assert!(fresh.offers("aim 109Bde 2") && !fresh.offers("aim 109Bde 1"));
    assert_eq!(fresh.refused_by("aim 109Bde 5"), "9.3.4b");
    let shaken =
        combat().unit("27Bde", "0505").piece(json!({ "piece": "109Bde", "hex": "0404", "marks": ["disrupted"] }));
    assert!(under_fire(shaken).offers("aim 109Bde 1"));
    // In the same way as the target's own: its line, its modifiers, its losses.
    let mut table = under_fire(combat().unit("27Bde", "0505").unit("109Bde", "0404"));
    table.play(&["aim 109Bde 2"]);
    assert_eq!(table.forecast("fire").sum.value, "column 1-3 on the Offensive line");
    table.play(&["aim 27Bde 7"]);
    let sum = table.forecast("fire").sum;
    assert_eq!((sum.value.as_str(), sum.parts[0].value.as_str()), ("column 9-14 on the Offensive line", "9"));
    assert_eq!(sum.parts[1].parts[0].label, "units of different corps");
    table.rolls(&[1]).play(&["fire"]);
    assert!(table.state().reduced.contains(piece("IR42")));
    let far = under_fire(combat().unit("27Bde", "0505").unit("109Bde", "0406"));
    assert_eq!(far.refused_by("aim 109Bde 2"), "9.3.2a");
}

#[test]
fn targets_do_not_support() {
    shows!["9.3.2c"];
    // 28 Bde in 0404 is attacked too, by Gren9 from 0403: it cannot support 0505 against 0504.
    let setting = combat().unit("27Bde", "0505").unit("28Bde", "0404").unit("IR42", "0504").unit("Gren9", "0403");
    let mut declared = table(setting.clone());
    declared.play(&["target 0505", "join IR42", "done", "target 0404", "join Gren9", "done", "done", "target 0505"]);
    declared.play(&["target 0504"]);
    assert_eq!(declared.refused_by("aim 28Bde 3"), "9.3.2c");
    // Nor afterwards, when its own battle is over.
    let mut fought = table(setting.option("attack-supporters"));
    fought.play(&["target 0404", "join Gren9", "done", "done", "done"]).rolls(&[5]).play(&["fire", "done"]);
    fought.play(&["target 0505", "join IR42", "done", "done", "target 0504"]);
    assert_ne!(fought.refused_by("aim 28Bde 3"), "9.3.4b");
}

#[test]
fn guns_within_two_hexes_fire_with_all_they_have() {
    shows!["9.3.3a", "9.3.3b"];
    let gun = |hex: &str, mark: &str| match mark {
        "" => json!({ "piece": "AC7", "hex": hex }),
        _ => json!({ "piece": "AC7", "hex": hex, "marks": [mark] }),
    };
    for (hex, mark) in [("0506", ""), ("0404", ""), ("0506", "railed"), ("0506", "rallied")] {
        let table = under_fire(combat().unit("27Bde", "0505").piece(gun(hex, mark)));
        assert!(table.offers("aim AC7 5"), "{hex} {mark}");
    }
    let far = under_fire(combat().unit("27Bde", "0505").piece(gun("0507", "")));
    assert_eq!(far.refused_by("aim AC7 5"), "9.3.2a");
    // With the switch a gun next to the attackers supports like others.
    let setting = combat().unit("27Bde", "0505").piece(gun("0404", "")).option("guns-support");
    assert!(under_fire(setting).offers("aim AC7 2"));
    // A gun not in the target hex fires at one attacking hex in a combat.
    let mut once = under_fire(combat().unit("27Bde", "0505").piece(gun("0506", "")));
    once.play(&["aim AC7 5"]).rolls(&[10]).play(&["fire", "target 0604"]);
    assert_eq!(once.refused_by("aim AC7 5"), "9.3.4b");
}

#[test]
fn fire_once_is_a_switch() {
    let setting = combat().unit("27Bde", "0505").unit("28Bde", "0406").unit("AC7", "0405");
    let setting = setting.unit("IR42", "0504").unit("Gren2", "0506").option("attack-supporters").option("fire-once");
    let mut table = table(setting);
    table.play(&["target 0505", "join IR42", "done", "done", "target 0504", "aim AC7 5"]).rolls(&[10]);
    table.play(&["fire", "done"]).rolls(&[5]).play(&["fire", "done"]);
    table.play(&["target 0406", "join Gren2", "done", "done", "target 0506"]);
    assert_eq!(table.refused_by("aim AC7 5"), "9.3.2a");
}

#[test]
fn engaged_is_no_effect_in_defense_fire() {
    shows!["9.3.6", "9.7.2.2"];
    let mut table = under_fire(combat().unit("27Bde", "0505"));
    table.play(&["aim 27Bde 7"]).rolls(&[10]).play(&["fire"]);
    assert!(!table.state().is_locked(piece("IR42")) && !table.state().reduced.contains(piece("IR42")));
    assert!(table.offers("done"), "the defender goes on");
}

#[test]
fn rivers_and_bridges_expose_attackers_and_forests_do_not_help_them() {
    shows!["9.3.7a", "9.3.7b", "9.7.2E", "9.7.2F", "9.7.2.3"];
    let added = |from: &str, target: &str| {
        let mut table = table(combat().unit("IR42", from).unit("27Bde", target));
        table.play(&[
            &format!("target {target}"),
            "join IR42",
            "done",
            "done",
            &format!("target {from}"),
            "aim 27Bde 7",
        ]);
        table.forecast("fire").sum.parts[1].clone()
    };
    assert_eq!(added("0504", "0505").value, "+0");
    assert_eq!(added("0114", "0214").value, "-3");
    assert_eq!(added("3118", "3217").value, "-2");
    // 1111 is a forest, which is nothing to those who fire at attackers in it.
    assert_eq!(added("1111", "1112").value, "+0");
}

#[test]
fn disrupted_attackers_break_off_when_they_are_hit() {
    shows!["9.6.2.N-DFa", "9.6.2.N-DFb", "10.1.2c"];
    let setting = combat().unit("27Bde", "0505").unit("28Bde", "0505").unit("Gren9", "0504");
    let setting = setting.piece(json!({ "piece": "IR42", "hex": "0504", "marks": ["disrupted"] }));
    let mut table = table(setting);
    table.play(&["target 0505", "join all", "done", "done", "target 0504", "aim all"]).rolls(&[1]).play(&["fire"]);
    // 14 factors, a 1: two steps are lost where their owner likes, without retreat.
    assert_eq!(table.chooser(), GERMAN);
    table.play(&["lose Gren9", "lose IR42"]);
    assert_eq!((place(&table, "Gren9").as_str(), place(&table, "IR42").as_str()), ("0504", "0504"));
    table.play(&["done"]);
    // Only Gren9, reduced to 3, goes on.
    assert_eq!(table.forecast("fire").sum.parts[0].value, "3");
}

#[test]
fn an_attack_with_nobody_left_ends() {
    let setting = combat().unit("27Bde", "0505").unit("28Bde", "0505");
    let setting = setting.piece(json!({ "piece": "IR42", "hex": "0504", "marks": ["disrupted"] }));
    let mut table = table(setting);
    table.play(&["target 0505", "join IR42", "done", "done", "target 0504", "aim all"]).rolls(&[3]).play(&["fire"]);
    assert_eq!(table.options(), ["done"], "the Combat Phase goes on without it");
    assert!(table.state().fought.contains(piece("IR42")));
}

#[test]
fn massed_attackers_and_mixed_defenders_count() {
    shows!["9.3.7c"];
    let mut setting = combat().unit("27Bde", "0505").unit("109Bde", "0505");
    for unit in ["IR42", "Gren2", "Gren9", "Fus34", "IR14", "IR149"] {
        setting = setting.unit(unit, "0504");
    }
    let mut table = table(setting);
    // Only one regiment attacks, but twelve points stand in its hex.
    table.play(&["target 0505", "join IR42", "done", "done", "target 0504", "aim all"]);
    let added = table.forecast("fire").sum.parts[1].clone();
    let clauses: Vec<_> = added.parts.iter().map(|part| part.clauses[0].0).collect();
    assert_eq!((added.value.as_str(), clauses), ("+2", vec!["9.7.2D", "9.7.2G"]));
}

#[test]
fn a_gun_that_retreated_onto_friends_still_fires_for_others() {
    shows!["9.8.3b", "9.3.3a"];
    // AC 7 is driven from 0505 onto 27 Bde in 0506; 28 Bde in 0608 is attacked next, from 0607, two hexes from the gun.
    let setting = combat().unit("AC7", "0505").unit("27Bde", "0506").unit("28Bde", "0608");
    let mut table = table(setting.unit("IR42", "0504").unit("Gren2", "0504").unit("IR20", "0607"));
    table.play(&["target 0505", "join IR42", "join Gren2", "done", "target 0608", "join IR20", "done", "done"]);
    table.play(&["target 0505", "done"]).rolls(&[1]).play(&["fire", "take 0"]);
    if table.offers("retreat 0506") {
        table.play(&["retreat 0506"]);
    }
    assert_eq!(place(&table, "AC7"), "0506");
    assert!(table.state().guests.contains(piece("AC7")));
    table.play(&["done", "target 0607"]);
    // Five factors, less two for its Disruption.
    assert!(table.offers("aim AC7 3"), "{:?}", table.options());
}

#[test]
fn a_supporter_next_to_two_attacking_hexes_fires_at_one_of_them() {
    shows!["9.3.4b", "9.3.2b"];
    // 109 Bde in 0605 stands next to 0604 and to 0506, from where 0505 is attacked; it supports once in the combat.
    let setting = combat().unit("27Bde", "0505").unit("28Bde", "0505").unit("109Bde", "0605");
    let mut table = table(setting.unit("IR42", "0506").unit("Gren2", "0604"));
    table.play(&["target 0505", "join all", "done", "done", "target 0604"]);
    assert!(table.offers("aim 109Bde 2"));
    table.play(&["aim 109Bde 2"]).rolls(&[10]).play(&["fire", "target 0506"]);
    assert_eq!(table.refused_by("aim 109Bde 2"), "9.3.4b");
    assert!(!table.options().iter().any(|option| option.starts_with("aim 109Bde")));
}

#[test]
fn half_of_one_factor_is_nothing_to_support_with() {
    shows!["9.3.2b"];
    let table = under_fire(combat().unit("27Bde", "0505").unit("11Ch", "0404"));
    assert!(!table.options().iter().any(|option| option.starts_with("aim 11Ch")));
    assert_eq!(table.refused_by("aim 11Ch 0"), "9.3.4b");
    assert_eq!(table.refused_by("aim 11Ch 1"), "9.3.4b");
}
