//! Overruns (series chapter 3.2).

use crate::common::*;
use engine::{Rules, shows};
use serde_json::json;

/// A German division two hexes from a French HQ and regiment, with a Replenished HQ behind it.
fn open_field(unit: &str) -> Setting {
    phase("movement", 9).unit(unit, "62.03").unit("G-HQ-8", "62.05").unit("F-Rgt-1", "60.03")
}

#[test]
fn an_overrun_is_an_attack_while_moving() {
    shows!["scs/3.2a", "scs/3.2c", "scs/3.2d", "scs/3.2h", "scs/3.2j", "1.4f-1"];
    let mut table = on(open_field("G-10"));
    table.play(&["pick G-10"]);
    assert!(table.offers("overrun 60.03"));
    let from_61_04 = |table: &mut Table<rock_of_the_marne::RockOfTheMarne>| table.play(&["overrun 60.03"]).options();
    let sources = from_61_04(&mut table.clone());
    assert!(sources.contains(&"to 61.04".to_string()), "{sources:?}");
    let outlook = table.forecast("overrun 60.03").given;
    let first = sources[0].replace("to ", "from ");
    assert_eq!(outlook.as_deref(), Some(first.as_str()), "of several hexes the first is supposed");
    // 9 against 3 is 3 to 1; a 12 there is D4r2.
    table.play(&["overrun 60.03"]);
    table.rolls(&[6, 6]).play(&["to 61.04"]);
    assert_eq!(whereabouts(&table, "G-10").as_deref(), Some("60.03"), "the emptied hex must be entered");
    assert_eq!(whereabouts(&table, "F-Rgt-1"), None);
    assert!(!flipped(&table, "G-HQ-8"), "an overrun depletes no HQ");
    // One hex and its zone, one for the hex overrun and one for the overrun: one point is left.
    assert_eq!(table.forecast("to 59.04").sum.value.split(' ').nth(2), Some("1"));
    table.play(&["to 59.04"]);
    assert_eq!(table.refused_by("pick G-10"), "scs/3.1a2");
}

#[test]
fn an_overrun_that_fails_ends_the_move() {
    shows!["scs/3.2k", "scs/3.2d", "scs/3.2l"];
    let mut table = on(open_field("G-10").unit("G-33", "62.02").unit("F-73", "60.03"));
    table.play(&["pick G-10", "overrun 60.03"]);
    // 9 against 12 is 1 to 1; a 7 there is A3, D1: the division is gone, somebody in the hex loses a step.
    table.rolls(&[3, 4]).play(&["to 61.04"]);
    table.play(&["lose F-Rgt-1"]);
    assert_eq!(whereabouts(&table, "G-10"), None);
    // Another stack may overrun the same hex in the same phase.
    table.play(&["pick G-33"]);
    assert!(table.offers("overrun 60.03"));
}

#[test]
fn a_repulsed_stack_has_moved_and_may_attack_later() {
    shows!["scs/3.2k", "scs/3.2l"];
    let mut table = on(open_field("G-10").unit("G-33", "62.02").unit("F-73", "60.03"));
    table.play(&["pick G-10", "overrun 60.03"]);
    // 9 against 12 is 1 to 1; a 10 there is A2, D2: too much for one division. An 11 is A1, D2r1.
    table.rolls(&[5, 6]).play(&["to 61.04"]);
    // The defenders have lost two steps and retreat one hex; the hex falls and the division goes on.
    while table.chooser() == engine::Side::Second {
        let option = table.options()[0].clone();
        table.play(&[&option]);
    }
    assert_eq!(whereabouts(&table, "G-10").as_deref(), Some("60.03"));
    assert!(flipped(&table, "G-10"));
    table.play(&["stay", "pick G-33", "stay", "pick G-HQ-8", "stay"]);
    let told = table.told(engine::Viewer::All);
    assert!(told.iter().any(|text| text.contains("German Combat Phase")), "the Combat Phase comes after it");
}

#[test]
fn units_pinned_at_the_start_of_the_phase_do_not_overrun() {
    shows!["scs/3.2b"];
    let setting = phase("movement", 9).unit("G-10", "61.04").unit("G-HQ-8", "62.05").unit("F-Rgt-1", "60.03");
    let mut table = on(setting);
    table.play(&["pick G-10"]);
    assert_eq!(table.refused_by("overrun 60.03"), "scs/3.2b");
}

#[test]
fn who_cannot_attack_does_not_overrun() {
    shows!["scs/7.0g", "scs/7.0f", "1.3f-1"];
    let mut table = on(open_field("G-10").unit("G-Army-7", "62.03"));
    table.play(&["pick G-10", "join G-Army-7"]);
    assert_eq!(table.refused_by("overrun 60.03"), "scs/7.0g");
    let mut table = on(open_field("G-MG-1"));
    table.play(&["pick G-MG-1"]);
    assert_eq!(table.refused_by("overrun 60.03"), "scs/7.0f");
    let cut_off = json!({ "piece": "G-10", "hex": "62.03", "marks": ["out-of-supply"] });
    let mut table = on(phase("movement", 9).piece(cut_off).unit("G-HQ-8", "62.05").unit("F-Rgt-1", "60.03"));
    table.play(&["pick G-10"]);
    assert_eq!(table.refused_by("overrun 60.03"), "1.3f-1");
}

#[test]
fn an_overrun_needs_a_replenished_corps_hq() {
    shows!["1.4f-2", "scs/3.2i"];
    let depleted = json!({ "piece": "G-HQ-8", "hex": "62.05", "marks": ["depleted"] });
    let mut table = on(phase("movement", 9)
        .unit("G-10", "62.03")
        .piece(depleted)
        .unit("G-Army-7", "62.06")
        .unit("F-Rgt-1", "60.03"));
    table.play(&["pick G-10"]);
    assert_eq!(table.refused_by("overrun 60.03"), "1.4f-2");
}

#[test]
fn stormtroopers_pay_only_for_the_hex() {
    shows!["scs/3.2e", "3.1-2"];
    // What is left of six points when the hex is taken from 61.04.
    let left = |units: &[&str]| {
        let others = units.iter().skip(1).fold(open_field(units[0]), |setting, unit| setting.unit(unit, "62.03"));
        let mut table = on(others);
        table.play(&[&format!("pick {}", units[0])]);
        units.iter().skip(1).for_each(|unit| {
            table.play(&[&format!("join {unit}")]);
        });
        table.play(&["overrun 60.03"]);
        table.rolls(&[6, 6]).play(&["to 61.04"]);
        assert_eq!(whereabouts(&table, units[0]).as_deref(), Some("60.03"));
        let cost = table.forecast("to 59.04").sum.value;
        cost.rsplit(' ').next().unwrap().to_string()
    };
    // 61.04 and its zone cost a Stormtrooper two points, the hex overrun one, and the overrun itself nothing.
    assert_eq!(left(&["G-Storm-1"]), "3");
    assert_eq!(left(&["G-Storm-1", "G-Storm-2"]), "3");
    // A division pays three for 61.04, one for the hex and one for the overrun; so do Stormtroopers who go with it.
    assert_eq!(left(&["G-10"]), "1");
    assert_eq!(left(&["G-Storm-1", "G-10"]), "1");
}

#[test]
fn a_mixed_stack_pays_for_the_overrun() {
    shows!["scs/3.2e"];
    let near = || phase("movement", 9).unit("G-HQ-8", "62.05").unit("F-Rgt-1", "59.03");
    // Three hexes to 60.03: 62.05 is out; from 62.03 over 61.04 into the zone of 60.03 costs 1 + 3 of 6 points.
    let mut storm = on(near().unit("G-Storm-1", "62.03"));
    storm.play(&["pick G-Storm-1"]);
    assert!(storm.offers("overrun 59.03"));
    let mut mixed = on(near().unit("G-Storm-1", "62.03").unit("G-33", "62.03"));
    mixed.play(&["pick G-Storm-1", "join G-33"]);
    // 1 + 1 + 2 for the way, 1 for the hex and 1 for the overrun: just enough, where the Stormtrooper has two to spare.
    assert!(mixed.offers("overrun 59.03"));
    storm.play(&["overrun 59.03"]);
    mixed.play(&["overrun 59.03"]);
    assert!(storm.options().len() >= mixed.options().len());
}

#[test]
fn the_stacking_limit_counts_at_the_moment_of_an_overrun() {
    shows!["scs/3.2f", "scs/3.2g", "scs/5.4", "GI/stack-d"];
    let crowd = || open_field("G-10").unit("G-33", "61.04").unit("G-9", "61.03").unit("G-20", "62.03");
    // Each hex next to it would hold two divisions: the owner says which of them dies (ruling 105).
    let mut table = on(crowd());
    table.play(&["pick G-10", "overrun 60.03", "to 61.04"]);
    assert_eq!(table.options(), ["lose G-10", "lose G-33"]);
    assert_eq!(table.last_rolls(), [0_u16; 0], "before any dice fall");
    let mut other = table.clone();
    table.rolls(&[6, 6]).play(&["lose G-33"]);
    assert_eq!(whereabouts(&table, "G-10").as_deref(), Some("60.03"));
    assert_eq!(whereabouts(&table, "G-33"), None);
    // If it is the one that overruns, there is no overrun.
    other.play(&["lose G-10"]);
    assert_eq!((whereabouts(&other, "G-10"), whereabouts(&other, "F-Rgt-1").as_deref()), (None, Some("60.03")));
    assert_eq!(other.last_rolls(), [0_u16; 0]);
    // With the switch off the overrun is refused and nobody dies.
    let mut refused = on(crowd().option("excess-dies=off"));
    refused.play(&["pick G-10"]);
    assert_eq!(refused.refused_by("overrun 60.03"), "scs/5.4");
    assert_eq!(whereabouts(&refused, "G-10").as_deref(), Some("62.03"));
}

#[test]
fn dice_and_odds_of_an_overfull_overrun_wait_for_the_excess() {
    shows!["GI/stack-e"];
    let mut table = on(open_field("G-10").unit("G-33", "61.04"));
    table.play(&["pick G-10", "overrun 60.03"]);
    let rules = game();
    let choice = |table: &Table<rock_of_the_marne::RockOfTheMarne>, action: &str| {
        let read = rules.parse(table.state(), action).unwrap();
        (rules.choice(table.state(), read), rules.forecast(table.state(), read))
    };
    // From 61.04 somebody is too many, so nothing is rolled yet and no odds can be told; from elsewhere they can.
    let (crowded, odds) = choice(&table, "to 61.04");
    assert!(!crowded.rolls && odds.is_none());
    assert!(crowded.text.contains("some are too many and eliminated"), "{}", crowded.text);
    let (roomy, odds) = choice(&table, "to 61.03");
    assert!(roomy.rolls && odds.is_some());
    table.play(&["to 61.04"]);
    let (resolves, _) = choice(&table, "lose G-33");
    let (ends, _) = choice(&table, "lose G-10");
    assert!(resolves.rolls && !ends.rolls);
}

#[test]
fn bystanders_are_not_hurt() {
    shows!["scs/3.2f"];
    let mut table = on(open_field("G-Storm-1").unit("G-Storm-2", "61.04").unit("F-73", "60.03"));
    table.play(&["pick G-Storm-1", "overrun 60.03"]);
    // 3 against 12 is 1 to 4, the column 1 to 2: a 2 is A4r3.
    table.rolls(&[1, 1]).play(&["to 61.04"]);
    assert_eq!(whereabouts(&table, "G-Storm-1"), None);
    assert_eq!(whereabouts(&table, "G-Storm-2").as_deref(), Some("61.04"));
    assert!(!flipped(&table, "G-Storm-2"));
}

#[test]
fn permanently_assigned_units_need_their_own_hq_with_the_switch() {
    let field = || phase("movement", 9).unit("G-87", "62.03").unit("G-HQ-13", "62.05").unit("F-Rgt-1", "60.03");
    let mut table = on(field());
    table.play(&["pick G-87"]);
    assert!(table.offers("overrun 60.03"), "any Replenished Corps HQ will do");
    let mut strict = on(field().option("own-hq-overruns"));
    strict.play(&["pick G-87"]);
    assert_eq!(strict.refused_by("overrun 60.03"), "1.4f-2");
}

#[test]
fn an_overrun_that_can_come_from_one_hex_alone_is_rolled_at_once() {
    shows!["scs/3.2c"];
    // The Marne and an enemy zone leave a Stormtrooper with two points one way; a division two hexes away has several.
    let slow = || phase("movement", 9).unit("G-HQ-8", "62.05").unit("F-Rgt-1", "60.03").unit("G-10", "62.03");
    let guards = ["61.03", "61.02", "60.02", "59.03", "59.04", "60.04"];
    let blocked = guards.iter().zip(["F-HQ-1", "F-HQ-2", "F-HQ-3", "F-HQ-4", "F-Army-6", "F-Army-9"]);
    let mut many = on(slow());
    many.play(&["pick G-10"]);
    let several = many.clone().play(&["overrun 60.03"]).options();
    assert!(several.iter().filter(|option| option.starts_with("to ")).count() > 1, "{several:?}");
    assert!(!many.choice("overrun 60.03").rolls, "first the owner says from where");
    // Enemy HQs, which have no zone, in all hexes around 60.03 but 61.04.
    let around: Vec<String> =
        game().ground.board().neighbours(hex("60.03")).map(|(_, hex)| game().ground.label(hex)).collect();
    let free = blocked.filter(|(at, _)| around.contains(&at.to_string()));
    let mut one = on(free.fold(slow(), |setting, (at, unit)| setting.unit(unit, at)));
    one.play(&["pick G-10"]);
    let choice = one.choice("overrun 60.03");
    assert!(choice.rolls, "{}", choice.text);
    assert_eq!(one.forecast("overrun 60.03").given, None);
    one.rolls(&[6, 6]).play(&["overrun 60.03"]);
    assert_eq!(one.last_rolls(), [6, 6]);
    assert_eq!(whereabouts(&one, "G-10").as_deref(), Some("60.03"));
}

#[test]
fn the_point_for_an_overrun_comes_on_top_of_the_ground() {
    shows!["scs/3.2e", "scs/3.2d"];
    // One point to a clear hex and two for the zone there; two for rough ground and one for the overrun: all six.
    let (board, ground) = (game().ground.board(), &game().ground);
    let is = |hex, kind: &str| board.terrain_name(board.terrain(hex)) == kind;
    let open = |from, way| {
        let wet = ground.river_between(from, way) || ground.marne_between(from, way);
        !wet && !ground.road_between(from, way)
    };
    let steps = || {
        let clear = board.hexes().filter(|&hex| is(hex, "clear"));
        clear.flat_map(|from| {
            board.neighbours(from).filter(move |&(way, _)| open(from, way)).map(move |(_, to)| (from, to))
        })
    };
    let (start, _, rough) = steps()
        .filter(|&(_, rough)| is(rough, "rough"))
        .find_map(|(from, rough)| {
            let far = |&(start, to): &(_, _)| to == from && board.distance(start, rough) == 2;
            steps().find(far).map(|(start, _)| (start, from, rough))
        })
        .expect("two clear hexes in a row beside a rough one");
    let (start, target) = (ground.label(start), ground.label(rough));
    let mut table = on(phase("movement", 9).unit("G-10", &start).unit("G-HQ-8", &start).unit("F-Rgt-1", &target));
    table.play(&["pick G-10"]);
    assert!(table.offers(&format!("overrun {target}")), "{target} from {start}");
    table.play(&["stay", "pick G-HQ-8"]);
    assert_eq!(table.refused_by(&format!("overrun {target}")), "scs/7.0g");
}

#[test]
fn survivors_of_a_failed_overrun_stay_where_they_came_from() {
    shows!["scs/3.2j", "scs/3.2k"];
    // 9 and 3 against 12 is 1 to 1, where a 10 is A2, D2: nobody retreats, and both sides have somebody left.
    let mut table = on(open_field("G-10").unit("G-Storm-1", "62.03").unit("F-73", "60.03"));
    table.play(&["pick G-10", "join G-Storm-1", "overrun 60.03"]);
    table.rolls(&[5, 5]).play(&["to 61.04"]);
    while table.options().iter().any(|option| option.starts_with("lose ")) {
        let options = table.options();
        let other = options.iter().find(|option| *option != "lose G-10").unwrap_or(&options[0]).clone();
        table.play(&[&other]);
    }
    assert_eq!(whereabouts(&table, "G-10").as_deref(), Some("61.04"));
    assert!(table.state().holder(hex("60.03")).is_some_and(|side| side == engine::Side::Second));
    assert_eq!(table.refused_by("pick G-10"), "scs/3.1a2", "their move is over");
}

#[test]
fn dice_fall_after_the_excess_only_if_somebody_can_overrun_then() {
    shows!["GI/stack-e", "scs/3.2f"];
    // Three divisions: when one is gone two are too many still.
    let mut three = on(open_field("G-10").unit("G-33", "61.04").unit("G-9", "61.04"));
    three.play(&["pick G-10", "overrun 60.03", "to 61.04"]);
    assert_eq!(three.options(), ["lose G-10", "lose G-9", "lose G-33"]);
    assert!(three.options().iter().all(|option| !three.choice(option).rolls));
    // A division with machine guns: without it nobody is left who could attack.
    let mut guns = on(open_field("G-10").unit("G-MG-1", "62.03").unit("G-33", "61.04"));
    guns.play(&["pick G-10", "join G-MG-1", "overrun 60.03", "to 61.04"]);
    assert!(guns.choice("lose G-33").rolls);
    assert!(!guns.choice("lose G-10").rolls);
}
