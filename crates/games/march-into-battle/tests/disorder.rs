//! 9.0 Disorganization, 10.0 stragglers, 10.1 their recovery, 10.2 smashed units.

use crate::common::{chart, disorganized, game, hex, marked, raab, smashed, unit};
use engine::laws::Setting;
use engine::{Habit, Side, shows};

/// Seras with his general in the open, and an enemy far away.
fn seras(marks: &[&str]) -> Setting {
    let setting = marked(raab("GREN-C"), "seras", "0911", "N", marks).unit("grenier", "0911");
    unit(setting, "frimont", "1503", "S")
}

#[test]
fn disorganized_troops_move_half_as_far() {
    shows!["9.0c"];
    let reach = |marks: &[&str]| {
        let mut table = seras(marks).table(&game());
        table.play(&["pick seras"]);
        ["to 0908", "to 0909"].map(|option| table.offers(option))
    };
    assert_eq!(reach(&[]), [true, true]);
    // Four points: two road hexes and no more field beyond them.
    assert_eq!(reach(&["disorganized"]), [true, true]);
    let mut table = seras(&["disorganized"]).table(&game());
    table.play(&["pick seras"]);
    assert!(!table.offers("to 0907"));
    assert_eq!(table.refused_by("to 0907"), "6.0a");
}

#[test]
fn disorganized_troops_attack_nobody_and_lose_the_marker_in_their_activation() {
    shows!["9.0d", "9.0g"];
    let setting = marked(raab("GREN-C"), "seras", "1107", "N", &["disorganized"]).unit("grenier", "1107");
    let setting = marked(setting, "frimont", "1106", "N", &["guns=0"]);
    let mut table = unit(setting, "durutte", "0911", "N").table(&game());
    assert!(!table.offers("attack seras 1106"));
    table.play(&["pick seras", "stay", "pick durutte", "stay"]);
    assert!(!disorganized(&table, "seras"));
}

#[test]
fn who_begins_disorganized_enters_no_enemy_zone_and_makes_no_forced_march() {
    shows!["9.0e", "9.0f"];
    let setting = |marks: &[&str]| {
        let setting = marked(raab("GREN-C"), "seras", "1110", "N", marks).unit("grenier", "1110");
        marked(setting, "frelich", "1207", "S", &[])
    };
    let mut table = setting(&["disorganized"]).table(&game());
    table.play(&["pick seras"]);
    assert!(!table.offers("to 1108") && !table.offers("double"));
    assert_eq!(table.refused_by("double"), "9.0f");
    let mut table = setting(&[]).table(&game());
    table.play(&["pick seras"]);
    assert!(table.offers("to 1108") && table.offers("double"));
}

#[test]
fn disorganized_defenders_have_half_strength() {
    shows!["9.0b"];
    let setting = unit(raab("GREN-C"), "seras", "1009", "N").unit("grenier", "1009");
    let setting = marked(setting, "frimont", "1008", "S", &["disorganized", "guns=0"]);
    let mut table = setting.table(&game());
    table.play(&["pick seras", "stay", "attack seras 1008", "done"]);
    let sum = table.forecast("fight 1").sum.lines().join("\n");
    assert!(sum.contains("odds 6:4"), "{sum}");
}

#[test]
fn an_overstacked_hex_is_disorganized() {
    shows!["9.0a", "6.1e"];
    // A straggler step that comes back makes the hex too full.
    let setting = marked(raab("GREN-C"), "seras", "0911", "N", &["stragglers=1"]).unit("grenier", "0911");
    let setting = unit(setting, "severoli", "0911", "N");
    let mut table = marked(setting, "frimont", "1503", "S", &[]).table(&game());
    let steps = chart(&table, "seras").steps;
    assert_eq!(steps, 3);
    table.rolls(&[1]).play(&["pick seras", "recover"]);
    assert_eq!(table.misdeeds(&[], "done").units(Side::First, Habit::Crowding), 2, "both by their own side's doing");
    table.play(&["done"]);
    assert!(disorganized(&table, "seras") && disorganized(&table, "severoli"));
}

#[test]
fn stragglers_come_back_by_a_check_and_once_a_turn() {
    shows!["10.1a", "10.1c", "10.1g", "10.1h", "4.1.2", "4.1.3"];
    let mut table = marked(seras(&["stragglers=2"]), "durutte", "0910", "N", &["stragglers=1"]).table(&game());
    table.rolls(&[4]).play(&["pick seras", "recover"]);
    assert_eq!((chart(&table, "seras").steps, chart(&table, "seras").stragglers), (4, 1));
    assert!(!table.offers("recover"));
    assert_eq!(table.refused_by("recover"), "10.1c");
    table.play(&["done"]);
    table.rolls(&[5]).play(&["pick durutte", "rest", "recover"]);
    assert_eq!((chart(&table, "durutte").steps, chart(&table, "durutte").stragglers), (3, 1));
}

#[test]
fn a_higher_rating_is_better() {
    shows!["2.2.1e", "5.0a"];
    for (morale, left) in [("morale=3", 1), ("morale=4", 0)] {
        let mut table = seras(&["stragglers=1", morale]).table(&game());
        table.rolls(&[4]).play(&["pick seras", "recover"]);
        assert_eq!(chart(&table, "seras").stragglers, left);
    }
}

#[test]
fn who_moves_recovers_nobody() {
    shows!["10.1a", "4.1a", "4.1b"];
    let mut table = seras(&["stragglers=1"]).table(&game());
    table.play(&["pick seras", "to 0910", "stay"]);
    assert!(!table.offers("recover"));
    assert_eq!(table.refused_by("recover"), "10.1a");
}

#[test]
fn cavalry_recovers_more_easily() {
    shows!["10.1d"];
    let setting = marked(raab("GROU"), "montbrun", "0911", "N", &["stragglers=1"]).unit("grouchy", "0911");
    let mut table = unit(setting, "frimont", "1503", "S").table(&game());
    // Morale 5 and one more: nothing fails.
    table.rolls(&[6]).play(&["pick montbrun", "recover"]);
    assert_eq!(chart(&table, "montbrun").stragglers, 0);
}

#[test]
fn a_smashed_unit_does_nothing_but_recover() {
    shows!["10.2d", "10.2e", "10.2f", "10.2b"];
    let setting = || marked(raab("GREN-C"), "seras", "0911", "N", &["smashed", "fatigue=2"]).unit("grenier", "0911");
    let setting = || unit(unit(setting(), "durutte", "0711", "N"), "frimont", "1503", "S");
    let mut table = setting().table(&game());
    assert!(!table.offers("done"), "it must try");
    table.rolls(&[4]).play(&["pick seras"]);
    let seras = chart(&table, "seras");
    assert!(!smashed(&table, "seras"));
    assert_eq!((seras.steps, seras.stragglers, seras.fatigue), (1, 0, 2));
    assert!(!table.offers("pick seras"));
    // Failing, it tires and falls back two hexes towards its edge.
    let mut table = setting().table(&game());
    table.rolls(&[5]).play(&["pick seras"]);
    table.play(&["to 0912", "to 0913"]);
    assert!(smashed(&table, "seras"));
    assert_eq!(chart(&table, "seras").fatigue, 3);
    assert_eq!(hex(&table, "seras"), "0913");
}

/// Seras attacks Colloredo, who has one step on the map.
fn last_step(marks: &[&str]) -> engine::laws::Table<march_into_battle::MarchIntoBattle> {
    let setting = unit(raab("GREN-C"), "seras", "1009", "N").unit("grenier", "1009");
    let setting = setting.piece(serde_json::json!({
        "piece": "colloredo", "hex": "1008", "facing": "S", "steps": 1, "marks": marks
    }));
    let mut table = setting.table(&game());
    table.play(&["pick seras", "stay", "attack seras 1008", "done"]);
    table
}

#[test]
fn the_example_of_a_smashed_unit_comes_out() {
    shows!["10.2a", "10.2b", "10.2j", "10.2k", "7.3c"];
    // One step and one straggler; a casualty and a straggler are rolled: 6 against 2 is +3, morale +1, so a 1 is 5,
    // Retreat 1; an effects die of 1 on Retreat is 1c 1s D 2F.
    let mut table = last_step(&["stragglers=1", "guns=0"]);
    let total = table.forecast("fight 1").sum.value;
    assert_eq!(total, "+6");
    table.rolls(&[1, 1, 6]).play(&["fight 1"]);
    let colloredo = chart(&table, "colloredo");
    assert!(smashed(&table, "colloredo"));
    assert_eq!((colloredo.steps, colloredo.stragglers), (0, 1));
    assert_eq!(table.state().casualties, [0, 1]);
}

#[test]
fn a_unit_without_stragglers_is_gone_with_its_last_step() {
    shows!["10.2a", "7.3.#c"];
    let mut table = last_step(&["guns=2"]);
    table.rolls(&[1, 1, 6]).play(&["fight 1"]);
    assert_eq!(hex(&table, "colloredo"), "Gone");
    assert_eq!((table.state().casualties, table.state().batteries, table.state().destroyed), ([0, 1], [0, 2], [0, 1]));
}

#[test]
fn a_smashed_unit_defends_with_one_point_and_falls_to_any_loss() {
    shows!["10.2g", "10.2h", "10.2l"];
    let setting = unit(raab("GREN-C"), "seras", "1009", "N").unit("grenier", "1009");
    let setting = marked(setting, "colloredo", "1008", "S", &["smashed", "stragglers=2", "guns=0"]);
    let mut table = setting.table(&game());
    table.play(&["pick seras", "stay", "attack seras 1008", "done"]);
    let sum = table.forecast("fight 1").sum.lines().join("\n");
    assert!(sum.contains("odds 6:1"), "{sum}");
    // The straggler of a 3 on Retreat ends it; its two straggler steps count as lost.
    table.rolls(&[1, 3, 6]).play(&["fight 1"]);
    assert_eq!(hex(&table, "colloredo"), "Gone");
    assert_eq!(table.state().casualties, [0, 2]);
}

#[test]
fn stragglers_end_smashed_cavalry_only_after_a_charge() {
    shows!["10.2i"];
    let setting = unit(raab("GREN-C"), "seras", "1009", "N").unit("grenier", "1009");
    let setting = marked(setting, "frelich", "1008", "S", &["smashed", "stragglers=1", "guns=0"]);
    let mut table = setting.table(&game());
    table.play(&["pick seras", "stay", "attack seras 1008", "done", "stand"]);
    table.rolls(&[1, 3, 6]).play(&["fight 1"]);
    assert!(smashed(&table, "frelich"));
    let setting = unit(raab("GROU"), "montbrun", "1009", "N").unit("grouchy", "1009");
    let setting = marked(setting, "frelich", "1008", "S", &["smashed", "stragglers=1", "guns=0"]);
    let mut table = setting.table(&game());
    table.play(&["pick montbrun", "stay", "attack montbrun 1008", "done"]);
    // Broken under a charge it rolls as engaged: with -2, a 6 is 4, a straggler if the morale is worse, as it is.
    table.rolls(&[6, 6, 6]).play(&["fight 1"]);
    assert_eq!(hex(&table, "frelich"), "Gone");
}

#[test]
fn more_than_two_stragglers_are_casualties() {
    shows!["10.0b", "10.0c", "10.0a", "7.3.#s"];
    let setting = unit(raab("GREN-C"), "seras", "1009", "N").unit("grenier", "1009");
    let setting = marked(setting, "colloredo", "1008", "S", &["stragglers=2", "guns=0"]);
    let mut table = setting.table(&game());
    table.play(&["pick seras", "stay", "attack seras 1008", "done"]);
    // 6 against 6, morale +1, guns +2: a 2 is 5; a 3 on Retreat is 1s D 2F.
    table.rolls(&[2, 3, 6]).play(&["fight 1"]);
    let colloredo = chart(&table, "colloredo");
    assert_eq!((colloredo.steps, colloredo.stragglers), (2, 2));
    assert_eq!(table.state().casualties, [0, 1]);
}

#[test]
fn stragglers_of_this_turn_come_back_in_a_later_one() {
    shows!["10.1f", "10.1b", "12.0"];
    for (option, offered) in [("quick-recovery=off", false), ("quick-recovery=on", true)] {
        let setting = unit(raab("GREN-C").option(option), "seras", "1009", "N").unit("grenier", "1009");
        let setting = marked(setting, "colloredo", "1008", "S", &["guns=0"]).unit("general-colloredo", "1006");
        let mut table = setting.mark("cup", "COLL").table(&game());
        table.play(&["pick seras", "stay", "attack seras 1008", "done"]);
        // A straggler in the retreat, and supply that nobody counts; then Colloredo's own chit.
        table.rolls(&[2, 3, 6]).play(&["fight 1"]);
        while !table.offers("pick colloredo") {
            let first = table.options().into_iter().next_back().unwrap();
            table.play(&[&first]);
        }
        table.play(&["pick colloredo"]);
        assert!(chart(&table, "colloredo").stragglers > 0);
        assert_eq!(table.offers("recover"), offered);
        if !offered {
            assert_eq!(table.refused_by("recover"), "10.1f");
        }
    }
}

#[test]
fn who_recovers_in_a_place_takes_it() {
    shows!["10.2e"];
    // The manor of Kismegyer, which the Austrians held.
    let setting = raab("GREN-C").mark("control", "1007=coalition").unit("grenier", "1007");
    let setting = marked(setting, "seras", "1007", "N", &["smashed", "stragglers=1"]);
    let mut table = unit(setting, "frimont", "1503", "S").table(&game());
    let place = |table: &engine::laws::Table<march_into_battle::MarchIntoBattle>| {
        let battle = &table.playing.rules().scenarios[1];
        let hex = battle.ground.board().parse("1007").unwrap();
        table.state().control[battle.places.iter().position(|&(at, _)| at == hex).unwrap()]
    };
    assert_eq!(place(&table), 2);
    table.rolls(&[1]).play(&["pick seras"]);
    assert!(!smashed(&table, "seras"));
    assert_eq!(place(&table), 1);
}

#[test]
fn troops_that_remain_overstacked_remain_disorganized() {
    shows!["6.1e", "9.0g"];
    // Twelve points in one hex, and Seras begins his activation disorganized: his marker comes off, and the hex is found
    // too full after it.
    let setting = marked(raab("GREN-C"), "seras", "0911", "N", &["disorganized"]).unit("grenier", "0911");
    let setting = unit(setting, "severoli", "0911", "N");
    let mut table = marked(setting, "frimont", "1503", "S", &[]).table(&game());
    table.play(&["pick seras", "stay"]);
    assert!(disorganized(&table, "seras") && disorganized(&table, "severoli"));
}

#[test]
fn a_smashed_unit_keeps_its_zone_and_negates_others() {
    shows!["6.2a", "6.2c"];
    // Frelich is smashed, but each cavalry unit exerts a zone; a smashed friend beside him negates it for Seras.
    let leaving = |frelich: &[&str], friend: bool| {
        let mut setting = unit(raab("GREN-C"), "seras", "1612", "N").unit("grenier", "1612");
        setting = marked(setting, "frelich", "1611", "S", frelich);
        if friend {
            setting = marked(setting, "durutte", "1612", "N", &["smashed", "stragglers=1"]);
        }
        let mut table = setting.table(&game());
        table.play(&["pick seras"]);
        table.forecast("to 1613").sum.value
    };
    assert_eq!(leaving(&["smashed", "stragglers=1"], false), "4");
    assert_eq!(leaving(&[], true), "2");
}

#[test]
fn a_smashed_unit_that_fails_to_recover_survives_its_retreat() {
    shows!["10.2f", "10.2h"];
    // Back over the bridge of Raab, which costs a retreat two steps; but only a loss in combat ends a smashed unit.
    let setting = raab("MECS").unit("general-mecsery", "0602");
    let setting = marked(setting, "mecsery", "0602", "N", &["smashed", "stragglers=1", "guns=0"]);
    let mut table = unit(setting, "seras", "0911", "N").table(&game());
    table.rolls(&[6]).play(&["pick mecsery"]);
    for way in ["to 0703", "to 0803"] {
        if table.offers(way) {
            table.play(&[way]);
        }
    }
    assert_eq!(hex(&table, "mecsery"), "0803");
    assert!(smashed(&table, "mecsery"));
    assert_eq!(table.state().casualties[1], 0);
}
