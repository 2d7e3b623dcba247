//! 1.6 Airplanes.

use crate::common::{Setting, Table, cited, flipped, game, on, phase, piece};
use engine::{Rules, Side, Viewer, shows};
use rock_of_the_marne::RockOfTheMarne;
use rock_of_the_marne::pieces::{ALLIED, GERMAN};
use serde_json::json;

type Game = Table<RockOfTheMarne>;

fn boxed(plane: &str, place: &str, steps: u8) -> serde_json::Value {
    json!({ "piece": plane, "place": place, "steps": steps })
}

fn cap(plane: &str, hex: &str, steps: u8) -> serde_json::Value {
    json!({ "piece": plane, "hex": hex, "steps": steps, "marks": ["cap"] })
}

/// A German division attacks a French one at 59.07 at 1 to 1, with an airplane of two steps in the Ready Box. At 57.08
/// there is something else to do, so that the phase goes on.
fn attack() -> Setting {
    let setting = phase("combat", 9).unit("F-55", "59.07").unit("G-10", "59.06").unit("G-HQ-13", "59.04");
    setting.piece(boxed("G-Air-1", "ready", 2)).unit("F-33", "57.08").unit("G-33", "57.07")
}

/// The attack with the airplane, announced.
fn announced(setting: Setting) -> Game {
    let mut table = on(setting);
    table.play(&["target 59.07", "join G-10", "fly G-Air-1", "fight"]);
    table
}

/// The sentence that tells how the attack came out.
fn result(table: &Game) -> String {
    let told = table.told(Viewer::Side(GERMAN));
    told.into_iter().find(|text| text.starts_with("Attack on 59.07")).expect("an attack was fought")
}

fn is_in(table: &Game, plane: &str) -> &'static str {
    let (state, plane) = (table.state(), piece(plane));
    let boxes = [(state.ready, "ready"), (state.flown, "flown"), (state.patrol, "cap"), (state.dead, "dead")];
    let mut found = boxes.iter().filter(|(set, _)| set.contains(plane));
    let place = found.next().map_or("nowhere", |(_, name)| name);
    assert!(found.next().is_none(), "in two boxes");
    place
}

/// Ends what is left of the attack.
fn finish(table: &mut Game) {
    while table.options().iter().any(|option| option.starts_with("lose") || option.starts_with("advance")) {
        let options = table.options();
        let next = options.iter().find(|option| *option == "done").unwrap_or(&options[0]).clone();
        table.play(&[&next]);
    }
}

#[test]
fn ground_support_shifts_the_odds_by_the_airplanes_shift() {
    shows!["1.6a-1", "1.6a-2", "1.6a-3", "1.6a-4"];
    let mut table = on(attack().piece(boxed("G-Air-2", "ready", 1)));
    table.play(&["target 59.07", "join G-10", "fly G-Air-1"]);
    // One airplane for each attack.
    assert_eq!(table.refused_by("fly G-Air-2"), "1.6a-1");
    table.rolls(&[1, 1]).play(&["fight"]);
    assert!(
        result(&table).contains(
            "1:1, shifted +2 to 3:1. The dice show 2: the attacker loses 4 steps and retreats 2 hexes (A4r2)"
        ),
        "{}",
        result(&table)
    );
    finish(&mut table);
    // The worst result of the table does not touch it; it has flown.
    assert_eq!(is_in(&table, "G-Air-1"), "flown");
    assert!(!flipped(&table, "G-Air-1"));
    let mut table = on(attack().piece(boxed("G-Air-2", "ready", 1)));
    table.play(&["target 59.07", "join G-10", "fly G-Air-2"]).rolls(&[3, 4]).play(&["fight"]);
    assert!(result(&table).contains("1:1, shifted +1 to 2:1"), "{}", result(&table));
}

#[test]
fn an_airplane_flies_one_mission_and_a_flown_one_none() {
    shows!["1.6-1", "1.6-2"];
    let setting = attack().piece(boxed("G-Air-2", "flown", 2));
    let mut table = on(setting);
    table.play(&["target 59.07", "join G-10"]);
    assert_eq!(table.refused_by("fly G-Air-2"), "1.6-1");
    table.play(&["fly G-Air-1"]).rolls(&[3, 4]).play(&["fight"]);
    finish(&mut table);
    table.play(&["target 57.08", "join G-33"]);
    assert_eq!(table.refused_by("fly G-Air-1"), "1.6-1");
    // In the Exploitation Phase a flown airplane does nothing either.
    let table = on(phase("exploitation", 9).unit("G-HQ-13", "46.30").piece(boxed("G-Air-2", "flown", 2)));
    assert_eq!(table.refused_by("fly G-Air-2"), "1.6-1");
}

#[test]
fn an_interceptor_must_have_the_target_in_range() {
    shows!["1.6d-1", "1.6d-2", "1.9d-2"];
    // Five hexes from the defending hex, six, seven.
    let table = announced(attack().piece(cap("A-Air-1", "59.12", 2)));
    assert_eq!(table.chooser(), ALLIED);
    assert_eq!(table.options(), ["intercept A-Air-1", "decline"]);
    // Nothing is rolled before that.
    assert_eq!(table.last_rolls(), [0_u16; 0]);
    assert_eq!(announced(attack().piece(cap("A-Air-1", "59.13", 2))).options(), ["intercept A-Air-1", "decline"]);
    assert!(!announced(attack().piece(cap("A-Air-1", "59.14", 2))).offers("intercept A-Air-1"));
    // Airplanes that are not on CAP do not intercept.
    let idle = announced(attack().piece(boxed("A-Air-2", "ready", 2)).piece(cap("A-Air-1", "59.12", 2)));
    assert_eq!(idle.refused_by("intercept A-Air-2"), "1.6d-1");
    assert!(!announced(attack().piece(boxed("A-Air-2", "ready", 2))).offers("decline"));
}

#[test]
fn interception_is_optional_and_done_by_one_airplane_that_nobody_intercepts() {
    shows!["1.6d-3", "1.6d-4", "1.6d-5"];
    let two = || {
        let ours = attack().piece(cap("G-Air-2", "59.08", 2));
        ours.piece(cap("A-Air-1", "59.07", 2)).piece(cap("A-Air-2", "59.12", 2))
    };
    // Even over the attacked hex itself it may be declined.
    let mut table = announced(two());
    assert!(["decline", "intercept A-Air-1", "intercept A-Air-2"].iter().all(|choice| table.offers(choice)));
    table.rolls(&[3, 4]).play(&["decline"]);
    assert!(result(&table).contains("+2"));
    // One intercepts: then it is over, whatever comes out, and the German CAP has no part in it.
    let mut table = announced(two());
    table.rolls(&[2, 3, 3, 4]).play(&["intercept A-Air-1"]);
    assert!(result(&table).contains("+2"));
    assert!(!table.offers("intercept A-Air-2"));
    assert_eq!([is_in(&table, "A-Air-1"), is_in(&table, "A-Air-2"), is_in(&table, "G-Air-2")], ["flown", "cap", "cap"]);
}

#[test]
fn the_interception_table_decides() {
    shows!["1.6d-6", "1.6d-7", "1.6d-7b", "1.6d-7c", "1.6d-7d", "chart/interception"];
    // Both with two steps: no modifier.
    let intercepted = |dice: [u16; 2]| {
        let mut table = announced(attack().piece(cap("A-Air-1", "59.12", 2)));
        table.rolls(&[dice[0], dice[1], 3, 4]).play(&["intercept A-Air-1"]);
        table
    };
    // 3 and less: the interceptor loses a step and has flown, the mission goes on.
    for dice in [[1, 1], [1, 2]] {
        let table = intercepted(dice);
        assert!(flipped(&table, "A-Air-1") && result(&table).contains("+2"));
        assert_eq!(is_in(&table, "A-Air-1"), "flown");
    }
    // 4 to 6: no loss.
    for dice in [[1, 3], [3, 3]] {
        let table = intercepted(dice);
        assert!(!flipped(&table, "A-Air-1") && result(&table).contains("+2"));
        assert_eq!(is_in(&table, "A-Air-1"), "flown");
    }
    // 7 to 9: the mission fails; 10 and more: with a loss.
    for (dice, hit) in [([3, 4], false), ([4, 5], false), ([4, 6], true), ([6, 6], true)] {
        let mut table = intercepted(dice);
        assert_eq!(is_in(&table, "G-Air-1"), "flown");
        assert_eq!(flipped(&table, "G-Air-1"), hit);
        assert_eq!(table.options(), ["accept", "decline"]);
        table.play(&["decline"]);
        assert!(result(&table).contains("1:1"), "{}", result(&table));
    }
    // More steps than the mission add 1, fewer take 1: a 6 of two against one is a 7, a 7 of one against two a 6.
    let uneven = |mission: u8, interceptor: u8, dice: [u16; 2]| {
        let planes = [boxed("G-Air-2", "ready", mission), cap("A-Air-1", "59.12", interceptor)];
        let setting = planes.into_iter().fold(attack(), |setting, plane| setting.piece(plane));
        let mut table = on(setting);
        table.play(&["target 59.07", "join G-10", "fly G-Air-2", "fight"]);
        table.rolls(&[dice[0], dice[1], 3, 4]).play(&["intercept A-Air-1"]);
        is_in(&table, "G-Air-2") == "flown" && table.offers("accept")
    };
    assert!(uneven(1, 2, [3, 3]) && !uneven(2, 2, [3, 3]));
    assert!(!uneven(2, 1, [3, 4]) && uneven(1, 1, [3, 4]));
    // The switch reads a 3 as the next line (ruling 41).
    let mut table = announced(attack().piece(cap("A-Air-1", "59.12", 2)).option("mild-three=on"));
    table.rolls(&[1, 2, 3, 4]).play(&["intercept A-Air-1"]);
    assert!(!flipped(&table, "A-Air-1"));
}

#[test]
fn the_worked_example_of_interception() {
    shows!["1.6d-7d", "1.6d-8", "1.6d-9"];
    // A mission of two steps, an interceptor of one, dice of 12: the total is 11, M-1.
    let example = || {
        let mut table = announced(attack().piece(cap("A-Air-1", "59.12", 1)));
        table.rolls(&[6, 6]).play(&["intercept A-Air-1"]);
        assert!(flipped(&table, "G-Air-1"));
        assert_eq!(is_in(&table, "G-Air-1"), "flown");
        table
    };
    // It supports the defence, one column to the left, and has flown afterwards.
    let mut table = example();
    assert_eq!(table.chooser(), ALLIED);
    table.rolls(&[3, 4]).play(&["accept"]);
    assert!(result(&table).contains("1:1, shifted -1 to 1:2"), "{}", result(&table));
    finish(&mut table);
    assert_eq!(is_in(&table, "A-Air-1"), "flown");
    assert_eq!(cited(&table, "The interceptor supports the defence"), ["1.6d-8"]);
    // Or it stays on CAP and may intercept again.
    let mut table = example();
    table.rolls(&[3, 4]).play(&["decline"]);
    assert_eq!(cited(&table, "The interceptor stays on CAP"), ["1.6d-9"]);
    finish(&mut table);
    assert_eq!(is_in(&table, "A-Air-1"), "cap");
    let again = attack().piece(boxed("G-Air-2", "ready", 2));
    let mut table = announced(again.piece(cap("A-Air-1", "59.12", 2)));
    table.rolls(&[4, 4]).play(&["intercept A-Air-1"]).rolls(&[3, 4]).play(&["decline"]);
    finish(&mut table);
    table.play(&["target 57.08", "join G-33", "fly G-Air-2", "fight"]);
    assert!(table.offers("intercept A-Air-1"));
}

/// The Allied Combat Phase, with a bridge at 19.12-19.13 and an airplane of these steps.
fn raid(steps: u8) -> Setting {
    let setting = phase("combat", 9).mark("side", "allied").mark("bridges", "19.12-19.13");
    let setting = setting.piece(boxed("A-Air-1", "ready", steps)).unit("F-73", "59.06").unit("G-10", "59.07");
    setting.unit("F-HQ-1", "59.04")
}

fn stands(table: &Game) -> bool {
    table.state().bridges.iter().any(|bridge| bridge.lies() && bridge.intact)
}

#[test]
fn the_allies_bomb_german_bridges() {
    shows!["1.6b-1", "1.6b-2", "1.6b-3", "chart/bridge-bombing"];
    let bombed = |steps: u8, dice: [u16; 2]| {
        let mut table = on(raid(steps));
        table.play(&["bomb 19.12-19.13"]).rolls(&dice).play(&["fly A-Air-1"]);
        // It has flown either way.
        assert_eq!(is_in(&table, "A-Air-1"), "flown");
        !stands(&table)
    };
    assert!(!bombed(1, [3, 3]) && bombed(1, [3, 4]));
    assert!(!bombed(2, [2, 3]) && bombed(2, [3, 3]));
    // The marker lies there still, destroyed.
    let mut table = on(raid(2));
    table.play(&["bomb 19.12-19.13"]).rolls(&[6, 6]).play(&["fly A-Air-1"]);
    assert_eq!(table.state().bridges.iter().filter(|bridge| bridge.lies()).count(), 1);
}

#[test]
fn a_bridge_is_bombed_once_a_turn_and_never_a_printed_one_or_by_germans() {
    shows!["1.6b-4", "1.6b-5", "1.6b-6"];
    let mut table = on(raid(2).piece(boxed("A-Air-2", "ready", 2)).mark("bridges", "19.12-19.13 24.13-24.14"));
    table.play(&["bomb 19.12-19.13"]).rolls(&[1, 1]).play(&["fly A-Air-1"]);
    assert!(stands(&table));
    assert_eq!(table.refused_by("bomb 19.12-19.13"), "1.6b-4");
    assert!(table.offers("bomb 24.13-24.14"));
    assert_eq!(on(raid(2)).refused_by("bomb 21.14-21.15"), "1.6b-1");
    let german = phase("combat", 9).mark("bridges", "19.12-19.13").piece(boxed("G-Air-1", "ready", 2));
    assert_eq!(on(german).refused_by("bomb 19.12-19.13"), "1.6b-6");
}

#[test]
fn bombers_are_intercepted_too() {
    shows!["1.6d-1", "1.6d-8"];
    // Six hexes from the nearer bank are in range (ruling 40).
    let hunted = |hex: &str| {
        let mut table = on(raid(2).piece(cap("G-Air-1", hex, 2)));
        table.play(&["bomb 19.12-19.13", "fly A-Air-1"]);
        table
    };
    assert!(hunted("19.19").offers("intercept G-Air-1"));
    assert!(!hunted("19.20").offers("intercept G-Air-1"));
    let mut table = hunted("19.19");
    assert_eq!(table.chooser(), GERMAN);
    table.rolls(&[4, 4]).play(&["intercept G-Air-1"]);
    // Driven off: no bombs, and no defence to support (ruling 42).
    assert!(stands(&table));
    assert_eq!(is_in(&table, "A-Air-1"), "flown");
    assert_eq!(is_in(&table, "G-Air-1"), "cap");
    assert!(!table.offers("accept"));
    assert_eq!(table.refused_by("bomb 19.12-19.13"), "1.6b-1");
}

#[test]
fn ready_airplanes_go_on_cap_near_an_hq() {
    shows!["1.6c-1", "1.6c-2", "1.6c-3"];
    let evening = || phase("exploitation", 9).piece(boxed("G-Air-1", "ready", 2)).piece(boxed("G-Air-2", "ready", 2));
    // Depleted and Out of Supply HQs serve as well.
    let poor = json!({ "piece": "G-HQ-13", "hex": "46.30", "marks": ["depleted", "out-of-supply"] });
    let mut table = on(evening().piece(poor).unit("F-55", "46.05"));
    table.play(&["done"]);
    assert_eq!(table.options(), ["fly G-Air-1", "fly G-Air-2", "done"]);
    assert!(table.choice("done").leaves.is_some_and(|left| left.starts_with("2 ")));
    table.play(&["fly G-Air-1"]);
    assert!(table.offers("to 46.24"));
    assert_eq!(table.refused_by("to 46.23"), "1.6c-2");
    table.play(&["to 46.24"]);
    assert_eq!(is_in(&table, "G-Air-1"), "cap");
    table.play(&["fly G-Air-2"]);
    assert_eq!(table.refused_by("to 46.24"), "1.6c-3");
    table.play(&["to 46.25"]);
    assert_eq!(is_in(&table, "G-Air-2"), "cap");
    // Without an HQ there is nowhere to go.
    assert_eq!(on(evening().unit("G-Storm-1", "46.30")).refused_by("fly G-Air-1"), "1.6-1");
}

#[test]
fn airplanes_on_cap_come_back_and_all_try_to_refit() {
    shows!["1.6e-1", "1.6e-2", "1.6e-3"];
    // The Replenishment Numbers of turn 9: 5 for the Germans, 0 for the Allies. Two dice must reach them.
    let setting = |side: &str, planes: [&str; 2]| {
        let start = phase("replacement", 9).mark("side", side).unit("G-10", "46.30").unit("F-55", "46.05");
        start.piece(cap(planes[0], "46.20", 2)).piece(boxed(planes[1], "flown", 1))
    };
    let refit = |side: &str, planes: [&str; 2], dice: [u16; 4]| {
        let mut table = on(setting(side, planes));
        table.rolls(&dice).play(&["done"]);
        planes.map(|plane| is_in(&table, plane))
    };
    let numbers = &crate::common::game().tables;
    assert_eq!(Side::BOTH.map(|side| numbers.turn(9).replenish[side.index()]), [5, 0]);
    let german = ["G-Air-1", "G-Air-2"];
    assert_eq!(refit("german", german, [2, 3, 1, 3]), ["ready", "flown"]);
    assert_eq!(refit("german", german, [1, 1, 1, 4]), ["flown", "ready"]);
    let allied = ["A-Air-1", "A-Air-2"];
    assert_eq!(refit("allied", allied, [1, 1, 1, 1]), ["ready", "ready"]);
    // The other side's CAP stays up.
    let mut table = on(setting("german", german).piece(cap("A-Air-1", "46.10", 2)));
    table.rolls(&[1, 1, 1, 1]).play(&["done"]);
    assert_eq!(is_in(&table, "A-Air-1"), "cap");
    // With the switch off airplanes have numbers of their own: 8 for the Germans (ruling 15).
    let own = || setting("german", german).option("one-number=off");
    let mut table = on(own());
    table.rolls(&[4, 4, 3, 4]).play(&["done"]);
    assert_eq!(german.map(|plane| is_in(&table, plane)), ["ready", "flown"]);
    // The facts give the number that is in force.
    let told = |table: &Game| table.view(Viewer::Side(GERMAN)).facts[0].text.clone();
    assert_eq!(told(&on(own())), "German: HQs are Replenished above 5, airplanes refit from 8.");
    assert_eq!(told(&on(setting("german", german))), "German: HQs are Replenished above 5, airplanes refit from 5.");
}

/// Whose airplane it is and whatever the scenario: what tells of a refit names the rule of the refit, not a line of somebody's
/// schedule.
#[test]
fn a_refit_names_the_rule_of_the_refit_in_every_scenario() {
    shows!["1.6e-2"];
    let refit = |scenario: &str, turn: u32, side: &str, plane: &str, dice: [u16; 2]| {
        let inside = if scenario == "ardre" { ["34.16", "29.21"] } else { ["20.10", "20.30"] };
        let start = phase("replacement", turn).scenario(scenario).mark("side", side);
        let start = start.unit("F-55", inside[0]).unit("G-10", inside[1]).piece(boxed(plane, "flown", 1));
        let mut table = on(start);
        table.rolls(&dice).play(&["done"]);
        table
    };
    for (side, plane) in [("german", "G-Air-1"), ("allied", "A-Air-1")] {
        for (scenario, turn) in [("campaign", 7), ("tenth-army", 9), ("ardre", 13)] {
            let table = refit(scenario, turn, side, plane, [6, 6]);
            assert_eq!(cited(&table, &format!("{plane} is ready")), ["1.6e-2"], "{scenario}");
        }
    }
    let table = refit("tenth-army", 9, "german", "G-Air-1", [1, 1]);
    assert_eq!(cited(&table, "G-Air-1 waits"), ["1.6e-2"]);
}

/// Ruling 107: to intercept is no mission, so that the airplane may fly one in its own player turn.
#[test]
fn an_interceptor_may_still_fly_its_mission_of_the_turn() {
    shows!["1.6-1", "1.6d-9"];
    // The Allied airplane drives a German one off and supports the defence.
    let mut table =
        announced(attack().piece(cap("A-Air-1", "59.12", 2)).unit("F-HQ-1", "59.10").unit("F-Rgt-9", "57.08"));
    table.rolls(&[4, 4]).play(&["intercept A-Air-1"]).rolls(&[3, 4]).play(&["accept"]);
    finish(&mut table);
    assert_eq!(is_in(&table, "A-Air-1"), "flown");
    while table.state().side == GERMAN {
        table.play(&["done"]);
    }
    // It refits, and supports an attack in the Allied player turn of the same game turn.
    table.rolls(&[6, 6]);
    while table.state().phase < rock_of_the_marne::sequence::Phase::Combat {
        table.play(&["done"]);
    }
    assert_eq!((table.state().turn, is_in(&table, "A-Air-1")), (9, "ready"));
    table.play(&["target 57.07", "join F-Rgt-9"]);
    assert!(table.offers("fly A-Air-1"));
}

#[test]
fn dice_are_told_with_what_is_added_to_them() {
    let told = |table: &Game, start: &str| {
        let told = table.told(Viewer::Side(GERMAN)).into_iter();
        told.rev().find(|text| text.contains(start)).unwrap()
    };
    let bombed = |steps: u8, dice: [u16; 2]| {
        let mut table = on(raid(steps));
        table.play(&["bomb 19.12-19.13"]).rolls(&dice).play(&["fly A-Air-1"]);
        told(&table, "Bombs on")
    };
    let at = "Bombs on the bridge at 19.12-19.13";
    assert_eq!(bombed(2, [3, 3]), format!("{at}: 6 +1 for two steps is 7, bridge destroyed."));
    assert_eq!(bombed(1, [3, 3]), format!("{at}: 6, no effect."));
    let intercepted = |steps: u8, dice: [u16; 2]| {
        let mut table = announced(attack().piece(cap("A-Air-1", "59.12", steps)));
        table.rolls(&dice).rolls(&[3, 4]).play(&["intercept A-Air-1"]);
        told(&table, "intercepts")
    };
    // The book's example: a 12 of one step against two is an 11, M-1.
    let start = "A-Air-1 intercepts G-Air-1";
    let lost = "M-1: the mission fails and its airplane loses a step";
    assert_eq!(intercepted(1, [6, 6]), format!("{start}: 12 -1 for fewer steps is 11, {lost}."));
    assert_eq!(intercepted(2, [4, 4]), format!("{start}: 8, M: the mission fails."));
    assert_eq!(intercepted(2, [2, 3]), format!("{start}: 5, Int: the interceptor fails."));
    assert_eq!(intercepted(2, [1, 1]), format!("{start}: 2, Int-1: the interceptor fails and loses a step."));
}

#[test]
fn the_first_recall_can_be_switched_off() {
    // Ruling 98: the German airplane of 7.4 would be recalled before it can act.
    let mut table = crate::common::new("ardre", &[]);
    table.rolls(&[1, 1]);
    while table.state().phase < rock_of_the_marne::sequence::Phase::Movement {
        table.play(&["done"]);
    }
    assert_eq!(is_in(&table, "G-Air-1"), "flown");
    let mut table = crate::common::new("ardre", &["no-first-recall=on"]);
    while table.state().phase < rock_of_the_marne::sequence::Phase::Movement {
        table.play(&["done"]);
    }
    assert_eq!(is_in(&table, "G-Air-1"), "cap");
}

#[test]
fn an_airplane_that_loses_its_last_step_is_dead() {
    // Ruling 44.
    let mut table = announced(attack().piece(cap("A-Air-1", "59.12", 1)));
    table.rolls(&[1, 1, 3, 4]).play(&["intercept A-Air-1"]);
    assert_eq!(is_in(&table, "A-Air-1"), "dead");
    assert_eq!(table.state().side, Side::First);
}

#[test]
fn airplanes_on_cap_are_recalled_by_the_next_refit_of_their_side() {
    shows!["1.6e-1"];
    // With the switch those of the very first player turn stay (ruling 98), and nobody else.
    let recalled = |side: &str, plane: &str, turn: u32| {
        let setting = phase("replacement", turn).mark("side", side).option("no-first-recall=on");
        let mut table = on(setting.unit("G-HQ-13", "20.30").unit("F-HQ-2", "20.05").piece(cap(plane, "46.20", 2)));
        table.rolls(&[1, 1]).play(&["done"]);
        is_in(&table, plane) != "cap"
    };
    assert!(!recalled("german", "G-Air-1", 1));
    assert!(recalled("allied", "A-Air-1", 1));
    assert!(recalled("german", "G-Air-1", 2));
}

#[test]
fn who_has_more_steps_is_told_and_counted_in_an_interception() {
    shows!["1.6d-6"];
    let duel = |mission: u8, interceptor: u8| {
        let setting = phase("combat", 9).unit("F-55", "59.07").unit("G-10", "59.06").unit("G-HQ-13", "59.04");
        let setting = setting.piece(boxed("G-Air-1", "ready", mission)).piece(cap("A-Air-1", "59.12", interceptor));
        announced(setting)
    };
    let told = |mut table: Game| {
        let aim = &table.forecast("intercept A-Air-1").aims[0];
        let steps: Vec<(String, i16)> = aim.steps.iter().map(|step| (step.label.clone(), step.by)).collect();
        table.rolls(&[3, 4, 3, 4]).play(&["intercept A-Air-1"]);
        let told = table.told(Viewer::All).into_iter().find(|text| text.starts_with("A-Air-1 intercepts")).unwrap();
        (steps, told)
    };
    // One more for the interceptor, one less, none.
    let (steps, text) = told(duel(1, 2));
    assert_eq!(steps, [("the interceptor has more steps".to_string(), 1)]);
    assert!(text.contains("7 +1 for more steps is 8"), "{text}");
    let (steps, text) = told(duel(2, 1));
    assert_eq!(steps, [("the mission has more steps".to_string(), -1)]);
    assert!(text.contains("7 -1 for fewer steps is 6"), "{text}");
    let (steps, text) = told(duel(2, 2));
    assert!(steps.is_empty() && !text.contains("steps is"), "{text}");
}

#[test]
fn bombs_fall_on_the_bridge_that_was_named() {
    shows!["1.6b-1", "1.6b-2", "1.6b-4"];
    let two = || raid(2).mark("bridges", "19.12-19.13 24.13-24.14");
    let mut table = on(two());
    table.play(&["bomb 24.13-24.14"]).rolls(&[6, 6]).play(&["fly A-Air-1"]);
    let intact: Vec<bool> =
        table.state().bridges.iter().filter(|bridge| bridge.lies()).map(|bridge| bridge.intact).collect();
    assert_eq!(intact, [true, false]);
    // Who could intercept there makes the chances those of a raid that nobody meets; elsewhere he does not count.
    let given = |hex: &str| {
        let mut table = on(two().piece(cap("G-Air-1", hex, 2)));
        table.play(&["bomb 24.13-24.14"]);
        table.forecast("fly A-Air-1").given
    };
    assert_eq!(given("24.20").as_deref(), Some("nobody intercepts"), "six hexes from the nearer bank");
    assert_eq!(given("24.21"), None);
    // The owner of the airplane on CAP is not told what the bombs may do.
    let mut table = on(two().piece(cap("G-Air-1", "24.20", 2)));
    table.play(&["bomb 24.13-24.14", "fly A-Air-1"]);
    let decline = game().parse(table.state(), "decline").unwrap();
    assert!(game().forecast(table.state(), decline).is_none());
    // To let the support of an attack pass opens the odds of the attack.
    let table = announced(attack().piece(cap("A-Air-1", "59.12", 2)));
    let decline = game().parse(table.state(), "decline").unwrap();
    assert!(game().forecast(table.state(), decline).is_some());
}
