//! 9.2 Attacker Declaration and 9.4 Regular Attacks.

use crate::common::*;
use engine::laws::assert_forecast_agrees;
use engine::{Rules, Viewer, shows};
use serde_json::json;

/// Germans in Offensive mode attack Allies in Defensive mode, in open country around 0505.
fn combat() -> Setting {
    phase("C3", 3).mark("phasing", "german").mark("german", "offensive").mark("allied", "defensive")
}

#[test]
fn an_attack_is_declared_fired_at_and_rolled_hex_by_hex() {
    shows!["4.C3", "4.C3x", "4.C3a", "4.C3b", "4.C3c", "9.2.1a", "9.4.4a", "9f"];
    let setting = combat().unit("IR42", "0504").unit("Gren2", "0504").unit("27Bde", "0505");
    let mut table = table(setting);
    assert_eq!(table.options(), ["target 0505", "done"]);
    table.play(&["target 0505"]);
    assert_eq!(table.options(), ["join Gren2", "join IR42", "join all"]);
    assert_eq!(table.refused_by("done"), "9.2.1a");
    table.play(&["join IR42", "join Gren2", "done"]);
    assert_eq!(table.chooser(), GERMAN);
    table.play(&["done"]);
    assert_eq!(table.chooser(), ALLIED, "Defense Fire comes before the attack");
    assert_eq!(table.options(), ["target 0504", "done"]);
    table.play(&["done"]);
    assert_eq!(table.chooser(), GERMAN);
    assert_eq!(table.options(), ["fire"]);
    let forecast = table.forecast("fire");
    assert_eq!(forecast.sum.value, "column 6-12 on the Defensive line");
    assert_eq!(forecast.sum.clauses.iter().map(|clause| clause.0).collect::<Vec<_>>(), ["9.4.4a"]);
    table.rolls(&[3]).play(&["fire"]);
    let told = "Attack on 0505 with 10 factors on the Defensive line: the die shows 3: both sides are Engaged.";
    assert!(table.told(Viewer::All).iter().any(|text| text == told), "{:?}", table.told(Viewer::All));
}

#[test]
fn attack_factors_are_added_up() {
    shows!["9e", "9.4.8", "9.1.3c"];
    let setting = combat().unit("IR42", "0504").unit("FA3", "0504").unit("Gren2", "0604").unit("27Bde", "0505");
    let mut table = table(setting);
    table.play(&["target 0505", "join all", "done", "done", "done"]);
    // 5 + 8 (a gun attacks with its bombardment factor, though it stands in an enemy zone) + 5.
    let factors = &table.forecast("fire").sum.parts[0];
    assert_eq!((factors.label.as_str(), factors.value.as_str()), ("Factors", "18"));
}

#[test]
fn forecasts_of_attacks_agree_with_real_rolls() {
    let setting = combat().unit("IR42", "0504").unit("FA3", "0504").unit("27Bde", "0505").unit("28Bde", "0505");
    let mut table = table(setting);
    table.play(&["target 0505", "join all", "done", "done", "target 0504", "aim all"]);
    let fire = game().parse(table.state(), "fire").unwrap();
    assert_forecast_agrees(&**game(), table.state(), fire, 20_000, 3);
    table.rolls(&[10]).play(&["fire", "done"]);
    assert_forecast_agrees(&**game(), table.state(), fire, 20_000, 4);
}

#[test]
fn units_of_one_hex_may_attack_different_hexes() {
    shows!["9d", "9.2.1b"];
    let setting = combat()
        .unit("IR42", "0504")
        .unit("Gren2", "0504")
        .unit("27Bde", "0505")
        .unit("28Bde", "0404")
        .unit("Gren9", "0403");
    let mut table = table(setting);
    table.play(&["target 0505", "join IR42", "done"]);
    table.play(&["target 0404"]);
    assert_eq!(table.refused_by("join IR42"), "9.2.1b", "it is committed to the other attack");
    table.play(&["join Gren2", "done", "done"]);
    assert_eq!(table.options(), ["target 0404", "target 0505"], "the attacker chooses the order");
}

#[test]
fn each_hex_is_attacked_once_and_each_unit_attacks_once() {
    shows!["9.2.2a", "9.4.5"];
    let setting = combat().unit("IR42", "0504").unit("Gren2", "0506").unit("27Bde", "0505").option("attack-supporters");
    let mut table = table(setting);
    table.play(&["target 0505", "join IR42", "done", "done", "done"]).rolls(&[10]).play(&["fire", "done"]);
    assert_eq!(table.options(), ["done"], "after its result is known, nobody attacks 0505 again");
    assert_eq!(table.refused_by("target 0505"), "9e");
}

#[test]
fn hexes_that_could_support_are_declared_together_or_never() {
    shows!["9.2.2b", "4.C3x"];
    let setting = |option: &str| {
        let units = combat().unit("IR42", "0504").unit("Gren2", "0504").unit("27Bde", "0505").unit("28Bde", "0404");
        if option.is_empty() { table(units) } else { table(units.option(option)) }
    };
    let first = ["target 0505", "join IR42", "done", "done", "done"];
    let mut strict = setting("");
    strict.play(&first).rolls(&[10]).play(&["fire", "done"]);
    assert_eq!(strict.refused_by("target 0404"), "9.2.2b");
    // Declared together they are fought one after the other, and nothing else is.
    let mut both = setting("");
    both.play(&["target 0505", "join IR42", "done", "target 0404", "join Gren2", "done", "done"]);
    assert_eq!(both.options(), ["target 0404", "target 0505"]);
    let refusal = both.refusal("target 0604");
    assert!(refusal.clauses.iter().any(|clause| clause.0 == "4.C3x"), "{refusal}");
    let mut free = setting("attack-supporters");
    free.play(&first).rolls(&[10]).play(&["fire", "done"]);
    assert!(free.offers("target 0404"));
}

#[test]
fn who_may_attack_depends_on_the_mode() {
    shows!["5.1.1b", "9.4.1a", "5.1.3c", "5.1.4b", "5.1.2e", "9.4.2", "9c"];
    let with = |mode: &str| {
        let setting = phase("C3", 3).mark("phasing", "german").mark("german", mode).mark("allied", "defensive");
        table(setting.unit("IR42", "0504").unit("27Bde", "0505").unit("Gren2", "0503"))
    };
    let mut offensive = with("offensive");
    assert!(offensive.offers("target 0505") && offensive.offers("done"));
    // Nobody need attack.
    let mut peaceful = offensive.clone();
    peaceful.play(&["done"]);
    assert_eq!(peaceful.state().phase_id(), "D1");
    offensive.play(&["target 0505"]);
    assert_eq!(offensive.refused_by("join Gren2"), "9.4.2", "it is not next to the target");
    for (mode, clause) in [("transfer", "9.4.2"), ("regroup", "9.4.2"), ("defensive", "9.4.2")] {
        let table = with(mode);
        assert_eq!(table.options(), ["done"], "{mode}");
        assert_eq!(table.refused_by("target 0505"), clause);
    }
    // Beside an Offensive unit of another corps the reason of each is told.
    for (mode, clause) in [("transfer", "5.1.3c"), ("regroup", "5.1.4b"), ("defensive", "5.1.2e")] {
        let setting = combat().unit("IR42", "0504").unit("27Bde", "0505");
        let other = serde_json::json!({ "piece": "IR48", "hex": "0504", "marks": [mode] });
        let mut table = table(setting.piece(other));
        table.play(&["target 0505"]);
        assert_eq!(table.refused_by("join IR48"), clause);
    }
}

#[test]
fn defensive_units_in_reserve_may_attack() {
    shows!["5.1.2f", "5.1.2g", "5.1.2h", "5.1.2j"];
    // Gren2 begins the Movement Phase away from the enemy, IR42 in his zone.
    let setting = phase("C1", 3).mark("phasing", "german").mark("german", "defensive").mark("allied", "defensive");
    let mut table = table(setting.unit("IR42", "0504").unit("Gren2", "0502").unit("27Bde", "0505"));
    let view = table.view(Viewer::Side(GERMAN));
    let marked = |name: &str| {
        let piece = view.pieces.iter().find(|piece| piece.id.as_deref() == Some(name)).unwrap();
        piece.marks.iter().any(|mark| mark.word() == "reserve")
    };
    assert!(marked("Gren2") && !marked("IR42"));
    table.play(&["pick Gren2", "to 0504", "done", "done", "target 0505"]);
    assert_eq!(table.refused_by("join IR42"), "5.1.2e");
    table.play(&["join Gren2", "done", "done", "target 0504", "aim all"]);
    assert!(table.forecast("fire").sum.value.ends_with("on the Offensive line"));
}

#[test]
fn units_out_of_supply_or_from_the_train_do_not_attack() {
    shows!["9.4.1b", "9.4.9", "11.2.2a", "7.2.3c"];
    let piece = |name: &str, mark: &str| serde_json::json!({ "piece": name, "hex": "0504", "marks": [mark] });
    let setting = combat().unit("27Bde", "0505").unit("IR42", "0504");
    let mut table = table(setting.piece(piece("Gren2", "out of supply")).piece(piece("Gren9", "railed")));
    table.play(&["target 0505"]);
    assert_eq!(table.refused_by("join Gren2"), "9.4.9");
    assert_eq!(table.refused_by("join Gren9"), "7.2.3c");
}

#[test]
fn hqs_are_not_attacked_and_do_not_attack() {
    shows!["9.9a"];
    let table = table(combat().unit("IR42", "0504").unit("Vautier", "0507").unit("Linsingen", "0502"));
    assert_eq!(table.options(), ["done"]);
    assert_eq!(table.refused_by("target 0507"), "9.4.2");
}

#[test]
fn a_declared_attack_must_be_made() {
    shows!["9.4.3"];
    let setting = combat().unit("IR42", "0504").unit("27Bde", "0505").unit("28Bde", "0505");
    let mut table = table(setting);
    table.play(&["target 0505", "join IR42", "done", "done", "target 0504", "aim all"]).rolls(&[3]).play(&["fire"]);
    // One step is gone, and the attack goes on with what is left.
    assert!(table.state().reduced.contains(piece("IR42")));
    table.play(&["done"]);
    assert_eq!(table.options(), ["fire"]);
    assert_eq!(table.forecast("fire").sum.parts[0].value, "3");
}

#[test]
fn the_line_is_that_of_most_steps() {
    shows!["9.4.6a", "9.4.6b", "9b"];
    let target = |units: &[(&str, &str)], option: &str| {
        let mut setting = combat().unit("IR42", "0504");
        for (unit, mode) in units {
            setting = setting.piece(serde_json::json!({ "piece": unit, "hex": "0505", "marks": [mode] }));
        }
        if !option.is_empty() {
            setting = setting.option(option);
        }
        let mut table = table(setting);
        table.play(&["target 0505", "join IR42", "done", "done", "done"]);
        table.forecast("fire").sum.value
    };
    // VII Corps has four steps here, 5th GDR two.
    let most = [("27Bde", "defensive"), ("28Bde", "defensive"), ("109Bde", "transfer")];
    assert_eq!(target(&most, ""), "column 1-5 on the Defensive line");
    let equal = [("27Bde", "defensive"), ("109Bde", "transfer")];
    assert_eq!(target(&equal, ""), "column 3-5 on the Transfer line");
    assert_eq!(target(&equal, "tie-for-target"), "column 1-5 on the Defensive line");
    let equal = [("27Bde", "offensive"), ("109Bde", "regroup")];
    assert_eq!(target(&equal, ""), "column 4-7 on the Regroup line");
}

#[test]
fn attackers_advance_into_what_was_vacated() {
    shows!["9.4.7a", "7.1.1"];
    let setting = combat().unit("IR42", "0504").unit("Gren2", "0604").unit("27Bde", "0505").unit("Gren9", "0503");
    let mut table = table(setting);
    table.play(&["target 0505", "join all", "done", "done", "done"]).rolls(&[1]).play(&[
        "fire",
        "take 0",
        "retreat 0506",
    ]);
    assert_eq!(table.chooser(), GERMAN);
    assert_eq!(table.options(), ["advance Gren2 0505", "advance IR42 0505", "done"]);
    assert_eq!(table.refused_by("advance Gren9 0505"), "9.4.7a");
    table.play(&["advance IR42 0505"]);
    assert_eq!((place(&table, "IR42").as_str(), place(&table, "27Bde").as_str()), ("0505", "0506"));
    table.play(&["advance Gren2 0505"]);
    assert_eq!(place(&table, "Gren2"), "0505");
}

#[test]
fn an_advance_follows_the_retreat_and_stops_in_zones() {
    shows!["9.4.7b", "9.4.7c"];
    let attackers = ["IR42", "Gren2", "Gren9", "Fus34", "IR14", "IR149", "FA3", "FA4"];
    let mut setting = combat().unit("27Bde", "0505").unit("28Bde", "0505");
    for unit in attackers {
        setting = setting.unit(unit, "0504");
    }
    let retreat = ["target 0505", "join all", "done", "done", "done"];
    let mut open = table(setting.clone());
    // 46 factors on the Defensive line: a 1 gives 3, of which two hexes are retreated.
    open.play(&retreat).rolls(&[1]).play(&["fire", "take 1", "lose 27Bde", "retreat 0506", "retreat 0507"]);
    assert!(open.offers("advance IR42 0505") && open.offers("advance IR42 0506"));
    assert_eq!(open.refused_by("advance IR42 0507"), "9.4.7b", "the enemy stands there");
    assert_eq!(open.refused_by("advance IR42 0605"), "9.4.7b", "nobody retreated that way");
    // With another enemy beside 0505 the advance ends there.
    let mut near = table(setting.unit("109Bde", "0405"));
    near.play(&retreat).rolls(&[1]).play(&["fire", "take 1", "lose 27Bde"]);
    let way = near.options()[0].clone();
    near.play(&[&way]);
    while near.chooser() == ALLIED {
        let next = near.options()[0].clone();
        near.play(&[&next]);
    }
    assert!(near.offers("advance IR42 0505"));
    let further = way.replace("retreat", "advance IR42");
    assert_eq!(near.refused_by(&further), "9.4.7c");
}

#[test]
fn an_advance_does_not_overstack() {
    shows!["9.4.7a2"];
    let mut setting = combat().unit("11Ch", "0505");
    for unit in ["IR42", "Gren2", "Gren9", "Fus34", "IR14", "IR149", "IR49", "IR140"] {
        setting = setting.unit(unit, "0504");
    }
    let mut table = table(setting.unit("FA3", "0604"));
    table.play(&["target 0505", "join all", "done", "done", "done", "fire"]);
    for unit in ["IR42", "Gren2", "Gren9", "Fus34", "IR14", "IR149", "IR49", "IR140"] {
        table.play(&[&format!("advance {unit} 0505")]);
    }
    // Eight regiments are 16 stacking points, the most for units that are all Offensive: the gun cannot follow.
    assert_eq!(place(&table, "FA3"), "0604");
    assert_eq!(table.options(), ["done"], "the advance is over");
}

#[test]
fn more_than_seven_to_one_needs_no_die() {
    shows!["9.6.5"];
    // 11 Chasseurs defend with 1: 5 factors are not enough, 8 are.
    let fight = |attacker: &str| {
        let mut table = table(combat().unit(attacker, "0504").unit("11Ch", "0505"));
        table.play(&["target 0505", &format!("join {attacker}"), "done", "done", "done"]);
        table
    };
    let mut weak = fight("IR42");
    weak.rolls(&[10]).play(&["fire"]);
    assert_eq!(weak.last_rolls(), [10]);
    let mut strong = fight("FA3");
    assert_eq!(strong.forecast("fire").chances[0].outcome, "everybody there is eliminated");
    strong.play(&["fire"]);
    assert_eq!(strong.last_rolls(), [0u16; 0]);
    assert!(strong.state().dead.contains(piece("11Ch")));
    // Exactly seven to one is rolled: 7 against 1.
    let setting = phase("C3", 3).mark("phasing", "allied").mark("allied", "offensive").mark("german", "defensive");
    let mut exact = table_of(setting.unit("27Bde", "0504").unit("Hus10", "0505"));
    exact.play(&["target 0505", "join 27Bde", "done", "done", "done"]).rolls(&[10]).play(&["fire"]);
    assert_eq!(exact.last_rolls(), [10]);
}

fn table_of(setting: Setting) -> Table {
    table(setting)
}

#[test]
fn reserve_markers_lie_on_defensive_units() {
    shows!["5.1.2g"];
    let marked = |mode: &str| {
        let setting = phase("C1", 3).mark("phasing", "german").mark("german", mode);
        let view = table(setting.unit("IR42", "0502").unit("Gren2", "0504").unit("27Bde", "0505")).view(Viewer::All);
        let marked = view.pieces.iter().filter(|piece| piece.marks.contains(&engine::Mark::Reserve));
        marked.filter_map(|piece| piece.id.clone()).collect::<Vec<_>>()
    };
    // Not on Gren 2, which begins in a zone, and on nobody in another mode.
    assert_eq!(marked("defensive"), ["IR42"]);
    assert!(marked("offensive").is_empty());
}

#[test]
fn only_hexes_next_to_declared_attackers_are_closed() {
    shows!["9.2.2b"];
    let setting = combat().unit("IR42", "0504").unit("27Bde", "0505").unit("28Bde", "0404");
    let mut table = table(setting.unit("Gren2", "0909").unit("125Bde", "0910"));
    table.play(&["target 0505", "join IR42", "done", "done", "done"]).rolls(&[10]).play(&["fire", "done"]);
    assert_eq!(table.refused_by("target 0404"), "9.2.2b");
    // Far from there another attack may be declared afterwards, by units that waited.
    assert!(table.offers("target 0910"));
}

#[test]
fn only_own_units_on_the_map_attack() {
    shows!["9.4.2"];
    let dead = json!({ "piece": "Gren9", "place": "eliminated" });
    let mut table = table(combat().unit("IR42", "0504").unit("27Bde", "0505").unit("28Bde", "0404").piece(dead));
    table.play(&["target 0505"]);
    for name in ["28Bde", "Gren9"] {
        assert_eq!(table.refused_by(&format!("join {name}")), "4.C3", "{name}");
    }
}

#[test]
fn who_adds_no_factor_is_not_to_be_coordinated() {
    // Ruling R60: hussars of another corps with two factors, or none when they are disrupted.
    let added = |marks: &[&str]| {
        let hussars = json!({ "piece": "Hus3", "hex": "0504", "marks": marks });
        let mut table = table(combat().unit("IR42", "0504").piece(hussars).unit("27Bde", "0505"));
        table.play(&["target 0505", "join all", "done", "done", "done"]);
        table.forecast("fire").sum.parts[1].value.clone()
    };
    assert_eq!((added(&[]), added(&["disrupted"])), ("+1".into(), "+0".into()));
}

#[test]
fn the_end_of_the_declarations_says_how_many_could_still_attack() {
    shows!["9.2.1a", "9.4.1a"];
    let mut table =
        table(combat().unit("IR42", "0504").unit("Gren2", "0504").unit("FA3", "0501").unit("27Bde", "0505"));
    assert_eq!(table.choice("done").leaves.as_deref(), Some("2 units could still attack"), "the guns are far away");
    table.play(&["target 0505", "join IR42", "done"]);
    assert_eq!(table.choice("done").leaves.as_deref(), Some("1 unit could still attack"));
}
