//! 10.12 Advance After Combat.

use crate::common::{Setting, Table, phase};
use engine::shows;

/// The advances that may be chosen now.
fn advances(table: &Table) -> Vec<String> {
    table.options().into_iter().filter(|option| option.starts_with("advance")).collect()
}

/// The US first fire phase: two Germans in 3014, one more in 3018.
fn assault() -> Setting {
    phase("VI", 3).unit("G001", "3014").unit("G002", "3014").unit("G003", "3018")
}

#[test]
fn assaulting_infantry_may_enter_the_emptied_hex() {
    shows!["10.12a"];
    // Two platoons, doubled: 16 against 2 eliminates both Germans.
    let mut table = assault().unit("1/A/38", "3013").unit("2/A/38", "3113").table();
    table.play(&["target 3014", "join all", "fire"]);
    assert_eq!(advances(&table), ["advance 1/A/38", "advance 2/A/38"]);
    table.play(&["advance 1/A/38", "advance 2/A/38"]);
    assert_eq!(table.stack("3014"), ["2/A/38", "1/A/38"]);
}

#[test]
fn while_a_defender_is_left_nobody_advances() {
    shows!["10.12a"];
    // One platoon, doubled: 8 against 2 is 4:1. The second German survives a five.
    let mut table = assault().unit("1/A/38", "3013").unit("2/A/38", "3013").table();
    table.rolls(&[4, 5]).play(&["target 3014", "join 1/A/38", "fire"]);
    assert!(table.is_dead("G001") && !table.is_dead("G002"));
    assert!(advances(&table).is_empty());
    assert_eq!(table.refused_by("advance 1/A/38"), "5.1a");
    assert_eq!(table.hex_of("1/A/38").as_deref(), Some("3013"));
}

#[test]
fn only_those_who_took_part_may_advance() {
    shows!["10.12a"];
    let mut table = assault().unit("1/A/38", "3013").unit("2/A/38", "3013").table();
    table.rolls(&[4, 4]).play(&["target 3014", "join 1/A/38", "fire"]);
    assert_eq!(advances(&table), ["advance 1/A/38"]);
    assert_eq!(table.refused_by("advance 2/A/38"), "10.12a");
}

#[test]
fn advance_is_decided_before_the_next_fire() {
    shows!["10.12b"];
    let setting = || assault().unit("1/A/38", "3013").unit("2/A/38", "3013").unit("3/A/38", "3013");
    let mut table = setting().table();
    table.rolls(&[1, 1]).play(&["target 3014", "join 1/A/38", "fire"]);
    // The next fire has to wait.
    assert!(!table.offers("target 3018"));
    let refusal = table.refusal("target 3018");
    assert_eq!(refusal.reason, "this is not the moment when units fire (Choose units to advance into 3014.)");
    // He stays, and then it is too late.
    table.play(&["done"]);
    assert_eq!(table.hex_of("1/A/38").as_deref(), Some("3013"));
    assert!(table.offers("target 3018"));
    let refusal = table.refusal("advance 1/A/38");
    assert!(refusal.clauses.iter().any(|clause| clause.0 == "10.12b"), "{refusal}");
}

#[test]
fn those_who_fired_from_afar_stay() {
    shows!["10.12c"];
    // 1/A/38 assaults from 3013, 2/A/38 fires from 3012, two hexes away.
    let mut table = assault().unit("1/A/38", "3013").unit("2/A/38", "3012").table();
    table.play(&["target 3014", "join all", "fire"]);
    assert_eq!(advances(&table), ["advance 1/A/38"]);
    let refusal = table.refusal("advance 2/A/38");
    assert!(refusal.clauses.iter().any(|clause| clause.0 == "10.12c"), "{refusal}");
    // Where all fired from afar there is nothing to decide.
    let mut table = assault().unit("1/A/38", "3012").unit("2/A/38", "3012").unit("3/A/38", "3012").table();
    table.play(&["target 3014", "join all", "fire"]);
    assert_eq!((table.stack("3014").len(), table.phase()), (0, "VII"));
}

#[test]
fn emplacements_stay() {
    shows!["10.12d"];
    // HW1 is close by and doubled, but only the platoon beside it can go.
    let mut table = assault().unit("HW1", "3013").unit("1/A/38", "3113").table();
    table.play(&["target 3014", "join all", "fire"]);
    assert_eq!(advances(&table), ["advance 1/A/38"]);
    let refusal = table.refusal("advance HW1");
    assert_eq!((refusal.clauses[0].0, refusal.reason.as_str()), ("10.12d", "HW1 is an emplacement and never advances"));
    // Alone it clears the hex (16 against 2) and nothing is to be decided.
    let mut table = assault().unit("HW1", "3013").table();
    table.play(&["target 3014", "join HW1", "fire"]);
    assert_eq!((table.stack("3014").len(), table.hex_of("HW1").as_deref()), (0, Some("3013")));
    assert_eq!(table.phase(), "VII");
}

#[test]
fn advance_has_nothing_to_do_with_movement_points() {
    shows!["10.12e"];
    // A platoon advances onto a wooded hill, and in the movement phase it has its four points all the same: 2717 is
    // one, 2716 two, 2715 three and 2714 four.
    let setting =
        phase("VI", 3).unit("G001", "2618").unit("G002", "2342").unit("1/A/38", "2718").unit("2/A/38", "2717");
    let mut table = setting.table();
    table.play(&["target 2618", "join all"]);
    // 16 against 4 is 4:1.
    table.rolls(&[4]).play(&["fire", "advance 1/A/38", "done"]);
    assert_eq!((table.phase(), table.hex_of("1/A/38").as_deref()), ("VIII", Some("2618")));
    table.play(&["pick 1/A/38"]);
    assert_eq!(table.forecast("to 2714").sum.value, "4");
    // A German that has used all its points advances too.
    let mut table = phase("V", 3).unit("G112", "3019").unit("1/A/38", "3014").unit("2/A/38", "1000").table();
    table.play(&["pick G112", "to 3015", "done"]);
    assert_eq!(table.phase(), "VII");
    // 8 doubled against 2.
    table.play(&["target 3014", "join G112", "fire", "advance G112"]);
    assert_eq!(table.hex_of("G112").as_deref(), Some("3014"));
}

#[test]
fn stacking_limits_the_advance() {
    shows!["10.12f"];
    // Five platoons assault; four of them, sixteen factors, fill the hex. Another stands by.
    let setting = assault().unit("1/A/38", "3013").unit("2/A/38", "3013").unit("3/A/38", "3013").unit("4/A/38", "3013");
    let mut table = setting.unit("1/B/38", "3113").unit("1/C/38", "3016").table();
    table.play(&["target 3014", "join 1/A/38", "join 2/A/38", "join 3/A/38", "join 4/A/38", "join 1/B/38", "fire"]);
    let mut some = table.clone();
    table.play(&["advance 1/B/38", "advance 2/A/38", "advance 3/A/38", "advance 1/A/38"]);
    assert_eq!(table.stack("3014"), ["1/A/38", "3/A/38", "2/A/38", "1/B/38"]);
    assert!(!table.offers("advance 4/A/38"), "there is no room for it");
    assert_eq!(table.hex_of("4/A/38").as_deref(), Some("3013"));
    // Or only two of them go.
    some.play(&["advance 2/A/38", "advance 1/B/38", "done"]);
    assert_eq!(some.stack("3014"), ["1/B/38", "2/A/38"]);
}

#[test]
fn a_unit_too_big_is_refused_while_a_smaller_one_may_go() {
    shows!["10.12f"];
    // 8, 7 and 2 factors assault; with 8 and 7 in the hex the 2 do not fit.
    let setting =
        phase("VII", 3).unit("1/A/38", "3014").unit("2/A/38", "3011").unit("G112", "3015").unit("G105", "3015");
    let mut table = setting.unit("G019", "3114").unit("G001", "3114").table();
    table.play(&["target 3014", "join all", "fire", "advance G112", "advance G105"]);
    // 8 and 7 lie in 3014 now, and their owner says which is on top.
    table.play(&["top G112"]);
    assert_eq!(advances(&table), ["advance G001"]);
    let refusal = table.refusal("advance G019");
    assert_eq!(refusal.clauses[0].0, "6.1a");
    assert_eq!(refusal.reason, "3014 holds 15 factors; 2 more would pass the limit of 16");
}

#[test]
fn us_infantry_does_not_advance_onto_the_riverbank() {
    shows!["9.8c"];
    // 16 against 3 is 5:1.
    let setting =
        phase("VI", 3).unit("G001", "3032").unit("G002", "3131").unit("1/A/38", "3031").unit("2/A/38", "3031");
    let mut table = setting.unit("3/A/38", "3031").table();
    table.rolls(&[5]).play(&["target 3032", "join 1/A/38", "join 2/A/38", "fire"]);
    assert!(table.is_dead("G001"));
    assert!(advances(&table).is_empty());
    table.refusal("advance 1/A/38");
    assert!(table.offers("target 3131"), "nothing holds up the next fire");
    // Germans do: 4 doubled against 2.
    let mut table = phase("VII", 3).unit("G067", "3032").unit("1/A/38", "3031").unit("2/A/38", "3028").table();
    table.rolls(&[4]).play(&["target 3031", "join G067", "fire", "advance G067"]);
    assert_eq!(table.hex_of("G067").as_deref(), Some("3031"));
}
