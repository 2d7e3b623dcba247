//! 1.5 Steps and Step Losses, retreats (series chapter 8) and advances (series chapter 9).

use crate::common::*;
use engine::{Side, Viewer, shows};
use rock_of_the_marne::pieces::{Class, Piece};
use rock_of_the_marne::state::Step;
use serde_json::json;

/// Two German divisions next to a French division and a regiment on open ground.
fn field() -> Setting {
    phase("combat", 9)
        .unit("G-10", "60.03")
        .unit("G-33", "60.02")
        .unit("G-HQ-8", "60.05")
        .unit("F-73", "59.03")
        .unit("F-Rgt-1", "59.03")
}

fn attack(setting: Setting, dice: &[u16]) -> Table<rock_of_the_marne::RockOfTheMarne> {
    let mut table = on(setting);
    table.play(&["target 59.03", "join all"]);
    table.rolls(dice).play(&["fight"]);
    table
}

#[test]
fn a_tank_has_one_step_and_two_printed_sides() {
    shows!["1.8a", "1.5-2"];
    let pieces = &game().pieces;
    let tanks: Vec<_> = Piece::all().filter(|&unit| pieces.class(unit) == Class::Tank).collect();
    assert!(tanks.len() > 3);
    for tank in tanks {
        let [front, back] = pieces.counter(tank).faces;
        let name = pieces.name_of(tank);
        assert_eq!(pieces.counter(tank).steps, 1, "{name}");
        assert!(front.attack > 0 && back.attack > 0, "{name} fights on both sides");
        assert!(front.shift > 0 && back.shift == 0, "{name} shifts while it runs");
        assert!(front.exploits && !back.exploits, "{name} exploits while it runs");
    }
    // One loss destroys it, whichever side is up: it is never turned over for one.
    for marks in [&[][..], &["broken-down"]] {
        let tank = json!({ "piece": "F-Tank-3", "hex": "59.07", "marks": marks });
        let mut table = on(phase("combat", 9).piece(tank).unit("G-10", "59.06").unit("G-HQ-13", "59.04"));
        let shown = table.view(Viewer::All).pieces;
        assert!(shown.iter().any(|unit| unit.id.as_deref() == Some("F-Tank-3") && unit.steps == 1), "{marks:?}");
        // 9 against 3 is 3 to 1, where a 7 costs the defender two steps, and he has one.
        table.play(&["target 59.07", "join G-10"]).rolls(&[3, 4]).play(&["fight"]);
        assert!(table.state().dead.contains(piece("F-Tank-3")), "{marks:?}");
        assert!(!table.state().on_map.contains(piece("F-Tank-3")));
    }
    // Running, it shifts an attack; Broken Down it lends its strength alone.
    let told = |marks: &[&str]| {
        let tank = json!({ "piece": "F-Tank-3", "hex": "59.06", "marks": marks });
        let setting = phase("combat", 9).mark("side", "allied").piece(tank).unit("F-73", "59.06").unit("G-10", "59.07");
        let mut table = on(setting.unit("F-HQ-1", "59.04"));
        table.play(&["target 59.07", "join all"]).rolls(&[3, 4]).play(&["fight"]);
        let told = table.told(engine::Viewer::All).into_iter();
        told.rev().find(|text| text.starts_with("Attack on 59.07")).unwrap()
    };
    assert!(told(&[]).contains("12 against 9 is 1:1, shifted +2 to 3:1"), "{}", told(&[]));
    assert!(told(&["broken-down"]).contains("8 against 9 is 1:1. The dice"), "{}", told(&["broken-down"]));
}

#[test]
fn owners_choose_who_loses_and_may_put_all_on_one() {
    shows!["scs/7.3c", "scs/7.3d", "scs/7.3b", "notes/loss-choice"];
    // 18 against 12 is 2 to 1; a 7 there is A3, D2.
    let mut table = attack(field(), &[3, 4]);
    assert_eq!(table.chooser(), Side::First, "the attacker first");
    table.play(&["lose G-10"]);
    assert!(flipped(&table, "G-10"), "a first loss turns the counter over");
    table.play(&["lose G-10"]);
    assert_eq!(whereabouts(&table, "G-10"), None, "a second destroys it");
    assert!(table.state().dead.contains(piece("G-10")));
    assert!(flipped(&table, "G-33"), "the third leaves no choice");
    assert_eq!(table.chooser(), Side::Second);
    table.play(&["lose F-Rgt-1", "lose F-Rgt-1"]);
    assert!(!flipped(&table, "F-73") && whereabouts(&table, "F-Rgt-1").is_none());
    // The division takes the hit for the tank.
    let mut table = on(phase("combat", 9)
        .mark("side", "allied")
        .unit("F-73", "60.03")
        .unit("F-Tank-3", "60.03")
        .unit("F-HQ-3", "60.05")
        .unit("G-10", "59.03"));
    table.play(&["target 59.03", "join all"]);
    // 12 against 9 and two columns: 3 to 1; a 9 there is A1, D3r1.
    table.rolls(&[4, 5]).play(&["fight"]);
    assert_eq!(table.options(), ["lose F-73", "lose F-Tank-3"]);
    table.play(&["lose F-73"]);
    assert_eq!(whereabouts(&table, "F-Tank-3").as_deref(), Some("60.03"));
}

#[test]
fn regiments_and_stormtroopers_go_back_to_their_pools() {
    shows!["1.5-3", "2.2e-2", "scs/15.0a"];
    let mut table = attack(field(), &[3, 4]);
    table.play(&["lose G-10", "lose G-10", "lose F-Rgt-1", "lose F-Rgt-1"]);
    assert!(table.state().pool.contains(piece("F-Rgt-1")) && !table.state().dead.contains(piece("F-Rgt-1")));
    assert!(!flipped(&table, "F-Rgt-1"), "as good as new");
    assert!(table.state().dead.contains(piece("G-10")));
}

#[test]
fn losses_beyond_the_steps_present_are_ignored() {
    shows!["scs/7.3c", "scs/7.3e"];
    // One division against one regiment: 3 to 1; a 12 is D4r2, and two steps are all there are.
    let mut table = on(phase("combat", 9).unit("G-10", "60.03").unit("G-HQ-8", "60.05").unit("F-Rgt-1", "59.03"));
    table.play(&["target 59.03", "join G-10"]);
    table.rolls(&[6, 6]).play(&["fight"]);
    assert_eq!(whereabouts(&table, "F-Rgt-1"), None);
    assert!(table.offers("advance G-10"));
    assert!(!table.options().iter().any(|option| option.starts_with("to ")), "nobody is left to retreat");
}

#[test]
fn an_hq_loses_last() {
    shows!["1.1c"];
    let setting = phase("combat", 9)
        .unit("G-10", "60.03")
        .unit("G-33", "60.02")
        .unit("G-HQ-8", "60.05")
        .unit("F-73", "59.03")
        .unit("F-HQ-3", "59.03");
    // 18 against 10 is 2 to 1; a 7 is A3, D2.
    let mut table = attack(setting, &[3, 4]);
    table.play(&["lose G-10", "lose G-10"]);
    // The first loss fell on the division by itself; now all others in the hex have lost one.
    assert!(flipped(&table, "F-73"));
    assert_eq!(table.options(), ["lose F-73", "lose F-HQ-3"]);
    table.play(&["lose F-HQ-3"]);
    assert!(table.state().waiting.contains(piece("F-HQ-3")));
    assert_eq!(whereabouts(&table, "F-73").as_deref(), Some("59.03"));
}

#[test]
fn a_retreat_goes_so_many_hexes_away() {
    shows!["scs/8.0a", "scs/8.0b", "scs/8.0d", "scs/8.0h"];
    let mut table = on(field().unit("G-9", "59.04").unit("F-HQ-3", "59.03").unit("F-14", "58.01"));
    table.play(&["target 59.03", "join all", "shift G-HQ-8"]);
    // 27 against 13 is 2 to 1, and one is 3 to 1; a 12 is D4r2.
    table.rolls(&[6, 6]).play(&["fight", "lose F-Rgt-1", "lose F-Rgt-1"]);
    // The division has lost a step by the time the HQ could.
    while table.options().iter().any(|option| option.starts_with("lose")) {
        table.play(&["lose F-73"]);
    }
    assert_eq!(whereabouts(&table, "F-73"), None);
    // The HQ is left, and retreats two hexes.
    assert_eq!(table.chooser(), Side::Second);
    let board = game().ground.board();
    for option in table.options() {
        let to = hex(option.strip_prefix("to ").unwrap());
        assert_eq!(board.distance(hex("59.03"), to), 2, "{option}");
        assert!(table.state().holder(to) != Some(Side::First), "{option}");
    }
    assert_eq!(table.refused_by("to 58.03"), "scs/8.0a");
    assert!(table.offers("to 58.01"), "onto friends");
}

#[test]
fn parts_of_a_stack_may_retreat_by_themselves() {
    shows!["scs/8.0b", "scs/8.0c"];
    // 27 against 15 is 2 to 1; an 11 there is D2r1.
    let mut table = attack(field().unit("G-9", "59.04").unit("F-Rgt-2", "59.03"), &[5, 6]);
    table.play(&["lose F-Rgt-2", "lose F-Rgt-2"]);
    assert!(table.offers("pick F-Rgt-1") && table.offers("to 58.02"));
    table.play(&["pick F-Rgt-1"]);
    assert_eq!(table.refused_by("pick F-73"), "scs/8.0b");
    table.play(&["to 59.02"]);
    assert_eq!(whereabouts(&table, "F-Rgt-1").as_deref(), Some("59.02"));
    assert!(flipped(&table, "F-Rgt-1"), "59.02 is in the zone of G-33: it pays by itself");
    table.play(&["to 58.03"]);
    assert!(flipped(&table, "F-73"), "and so does the division in the zone of G-9");
}

#[test]
fn a_retreating_stack_pays_for_enemy_zones_unless_a_friend_is_there() {
    shows!["scs/8.0c", "scs/4.0e"];
    let mut table = attack(field().unit("G-9", "59.04").unit("F-14", "58.02"), &[5, 6]);
    table.play(&["lose F-Rgt-1", "lose F-Rgt-1"]);
    // 59.02 is in the zone of G-33, 58.03 in that of G-9; 58.02 is free.
    table.play(&["to 59.02"]);
    assert!(flipped(&table, "F-73"), "one step for the zone");
    let mut table = attack(field().unit("G-9", "59.04").unit("F-14", "59.02"), &[5, 6]);
    table.play(&["lose F-Rgt-1", "lose F-Rgt-1", "to 59.02"]);
    assert!(!flipped(&table, "F-73"), "the friend cancels it");
}

#[test]
fn who_has_no_way_is_destroyed_and_who_can_survive_must() {
    shows!["scs/8.0e", "scs/8.0d"];
    let ring = ["60.03", "60.02", "59.04", "58.03", "58.02", "59.02"];
    let names = ["G-10", "G-33", "G-9", "G-20", "G-1", "G-26"];
    let all = names
        .iter()
        .zip(ring)
        .fold(phase("combat", 9).unit("G-HQ-8", "60.05"), |setting, (name, at)| setting.unit(name, at));
    let mut table = on(all.unit("F-73", "59.03").unit("F-Rgt-1", "59.03"));
    table.play(&["target 59.03", "join G-10", "join G-33", "join G-9"]);
    // 27 against 12 is 2 to 1; an 11 is D2r1.
    table.rolls(&[5, 6]).play(&["fight", "lose F-Rgt-1", "lose F-Rgt-1"]);
    assert_eq!(whereabouts(&table, "F-73"), None);
    assert!(table.told(Viewer::All).iter().any(|text| text == "F-73 cannot retreat from 59.03 and is lost."));
    // A reduced division may not choose the zone that would kill it.
    let mut table = attack(field().unit("G-9", "59.04"), &[5, 6]);
    table.play(&["lose F-73", "lose F-Rgt-1"]);
    assert!(table.offers("to 59.02"), "together they can pay");
    table.play(&["pick F-73"]);
    assert_eq!(whereabouts(&table, "F-73").as_deref(), Some("58.02"), "alone it has one way");
}

#[test]
fn attackers_retreat_from_where_they_attacked() {
    shows!["scs/8.0g", "scs/8.0a", "scs/9.0a"];
    // 18 against 12 is 2 to 1; a 4 is A3r1: one step survives.
    let mut table = on(field().unit("G-9", "60.03").unit("F-14", "58.05"));
    table.play(&["target 59.03", "join G-10", "join G-33"]);
    table.rolls(&[1, 3]).play(&["fight", "lose G-10", "lose G-10"]);
    assert_eq!(table.chooser(), Side::First);
    let away: Vec<String> = table.options();
    assert!(!away.contains(&"to 59.03".to_string()), "{away:?}");
    let (dice_side, first) = (table.chooser(), away[0].clone());
    assert_eq!(dice_side, Side::First);
    table.play(&[&first]);
    assert_eq!(whereabouts(&table, "G-9").as_deref(), Some("60.03"), "who did not attack stays");
    assert_ne!(whereabouts(&table, "G-33").as_deref(), Some("60.02"));
    // Once is enough: the attack is over.
    assert!(!matches!(table.state().step, Step::Retreat(_)));
    let retreats = table
        .told(Viewer::All)
        .into_iter()
        .filter(|text| text.contains(" retreats to ") || text.contains(" retreat to "));
    assert_eq!(retreats.count(), 1);
}

#[test]
fn attackers_may_advance_into_the_emptied_hex() {
    shows!["scs/9.0a", "scs/9.0b"];
    let setting = || {
        phase("combat", 9)
            .unit("G-10", "60.03")
            .unit("G-Storm-1", "60.03")
            .unit("G-33", "60.02")
            .unit("G-HQ-8", "60.05")
            .unit("F-Rgt-1", "59.03")
            .unit("F-14", "58.05")
    };
    // 21 against 3 is 6 to 1; a 10 there is D3r2.
    let mut table = attack(setting(), &[5, 5]);
    assert!(table.offers("advance G-10") && table.offers("advance G-33") && table.offers("done"));
    table.play(&["advance G-10", "advance G-Storm-1"]);
    assert_eq!(whereabouts(&table, "G-Storm-1").as_deref(), Some("59.03"));
    assert_eq!(table.refused_by("advance G-10"), "scs/9.0a");
    table.play(&["done"]);
    assert_eq!(whereabouts(&table, "G-33").as_deref(), Some("60.02"), "nobody must");
}
