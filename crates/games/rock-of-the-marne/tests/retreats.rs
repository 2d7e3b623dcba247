//! Step losses, retreats and advances (1.5 and series chapters 7 to 9).

use crate::common::{Setting, Table, flipped, game, hex, on, phase, piece, whereabouts};
use engine::{Viewer, shows};
use rock_of_the_marne::RockOfTheMarne;
use rock_of_the_marne::pieces::{ALLIED, GERMAN};
use serde_json::json;

type Game = Table<RockOfTheMarne>;

fn reduced(name: &str, hex: &str) -> serde_json::Value {
    json!({ "piece": name, "hex": hex, "steps": 1 })
}

/// A German Combat Phase: two divisions at 59.06 and 58.06, an HQ behind them.
fn attack() -> Setting {
    phase("combat", 9).unit("G-HQ-13", "58.04").unit("G-10", "59.06").unit("G-33", "58.06")
}

/// Attacks 59.07 with both divisions.
fn fight(setting: Setting, dice: [u16; 2]) -> Game {
    let mut table = on(setting);
    table.play(&["target 59.07", "join all"]).rolls(&dice).play(&["fight"]);
    table
}

fn told(table: &Game) -> Vec<String> {
    table.told(Viewer::Side(GERMAN))
}

fn place_of(table: &Game, start: &str) -> usize {
    told(table).iter().position(|text| text.starts_with(start)).unwrap_or_else(|| panic!("{start}: {:?}", told(table)))
}

#[test]
fn results_are_carried_out_in_order() {
    shows!["scs/7.3b", "scs/7.3e"];
    // 9 at 3 to 1: A1,D3r1. Attacker's loss, defender's losses, defender's retreat, advance.
    let setting = attack().unit("F-Rgt-1", "59.07").unit("F-Rgt-2", "59.07");
    let mut table = fight(setting, [4, 5]);
    assert_eq!(table.chooser(), GERMAN);
    table.play(&["lose G-10"]);
    assert_eq!(table.chooser(), ALLIED);
    table.play(&["lose F-Rgt-1", "lose F-Rgt-2", "lose F-Rgt-2"]);
    // The survivor must retreat: no step can be paid instead, and nobody stays.
    assert_eq!(table.chooser(), ALLIED);
    assert!(table.options().iter().all(|option| option.starts_with("to ")));
    table.play(&["to 59.08"]);
    assert!(table.offers("advance G-10"));
    let order = ["G-10 loses a step", "F-Rgt-1 loses a step", "F-Rgt-1 retreats"].map(|start| place_of(&table, start));
    assert!(order.is_sorted(), "{order:?}");
}

#[test]
fn each_owner_chooses_his_losses() {
    shows!["scs/7.3c", "notes/loss-choice"];
    // 7 at 2 to 1: A3,D2.
    let mut table = fight(attack().unit("F-55", "59.07"), [3, 4]);
    assert_eq!(table.options(), ["lose G-10", "lose G-33"]);
    assert_eq!(table.refused_by("lose F-55"), "scs/7.3c");
    // Several losses may fall on one unit.
    table.play(&["lose G-10", "lose G-10"]);
    assert_eq!(whereabouts(&table, "G-10"), None);
    assert!(flipped(&table, "G-33"));
    // Two losses are all that the French have: there is nothing to choose.
    assert_eq!(whereabouts(&table, "F-55"), None);
    // A division may take the loss so that the tank with it survives.
    let tanks = phase("combat", 9).mark("side", "allied").unit("F-HQ-20", "58.04").unit("F-73", "59.06");
    let mut table = fight(tanks.unit("F-Tank-1", "59.06").unit("G-Storm-1", "59.07"), [4, 4]);
    assert!(table.offers("lose F-73") && table.offers("lose F-Tank-1"));
    table.play(&["lose F-73"]);
    assert_eq!(whereabouts(&table, "F-Tank-1").as_deref(), Some("59.06"));
}

#[test]
fn losses_beyond_the_steps_present_are_ignored() {
    shows!["scs/7.3c"];
    // D3 against a single step.
    let table = fight(attack().piece(reduced("F-Rgt-1", "59.07")).unit("F-2", "59.12"), [5, 5]);
    assert_eq!(whereabouts(&table, "F-Rgt-1"), None);
    assert_eq!(whereabouts(&table, "F-2").as_deref(), Some("59.12"));
}

#[test]
fn steps_are_lost_one_by_one() {
    shows!["scs/7.3d", "1.5-3", "1.5-2"];
    // 18 against 12 is 2 to 1, and 8 there A2,D2.
    let mut table = fight(attack().unit("F-55", "59.07").unit("F-Rgt-1", "59.07"), [4, 4]);
    table.play(&["lose G-10", "lose G-10"]);
    // The division is dead, and lies in the dead pile with its front up.
    assert!(table.state().dead.contains(piece("G-10")) && !flipped(&table, "G-10"));
    table.play(&["lose F-55", "lose F-Rgt-1"]);
    assert!(flipped(&table, "F-55") && flipped(&table, "F-Rgt-1"));
    // Regiments and Stormtroopers go back to their pools at once.
    let setting = attack().piece(reduced("F-Rgt-1", "59.07")).unit("F-2", "59.12").mark("pool-allied", "0");
    let table = fight(setting, [5, 5]);
    assert!(table.state().pool.contains(piece("F-Rgt-1")) && !table.state().dead.contains(piece("F-Rgt-1")));
    // A tank has one step, whichever side is up.
    let tank = json!({ "piece": "F-Tank-1", "hex": "59.07", "marks": ["broken-down"] });
    for unit in [tank, json!({ "piece": "F-Tank-1", "hex": "59.07" })] {
        let table = fight(attack().piece(unit).unit("F-2", "59.12"), [5, 5]);
        assert!(table.state().dead.contains(piece("F-Tank-1")));
    }
}

/// A French regiment in 59.07 that loses no step but retreats: 11 at 2 to 1 is D2r1, so a division of two with another.
fn driven(setting: Setting) -> Game {
    let mut table = fight(setting, [5, 6]);
    while table.chooser() == ALLIED && table.options().iter().all(|option| option.starts_with("lose")) {
        let next = table.options()[0].clone();
        table.play(&[&next]);
    }
    table
}

#[test]
fn a_retreat_goes_so_many_hexes_away_by_the_owners_choice() {
    shows!["scs/8.0a"];
    // 18 against 9: 11 at 2 to 1 is D2r1.
    let table = driven(attack().unit("F-55", "59.07").unit("F-Rgt-1", "59.07"));
    assert_eq!(table.chooser(), ALLIED);
    // All free neighbours of 59.07, those in German zones as well.
    let ring = game().ground.board().neighbours(hex("59.07")).map(|(_, at)| game().ground.label(at));
    let mut free: Vec<String> = ring.filter(|at| at != "59.06" && at != "58.06").map(|at| format!("to {at}")).collect();
    let mut options: Vec<String> = table.options().into_iter().filter(|option| option.starts_with("to ")).collect();
    free.sort();
    options.sort();
    assert_eq!(options, free);
    assert_eq!(table.refused_by("to 59.09"), "scs/8.0a");
    // Two hexes: 12 at 2 to 1 is D3r2, and each ends exactly two hexes away.
    let mut table = fight(attack().unit("F-55", "59.07").unit("F-Rgt-1", "59.07"), [6, 6]);
    while table.options().iter().all(|option| option.starts_with("lose")) {
        let next = table.options()[0].clone();
        table.play(&[&next]);
    }
    let far = |option: &String| {
        let at = option.trim_start_matches("to ");
        game().ground.board().distance(hex("59.07"), hex(at)) == 2
    };
    assert!(table.options().iter().filter(|option| option.starts_with("to ")).all(far));
}

#[test]
fn retreating_units_may_split_up() {
    shows!["scs/8.0b"];
    let setting = attack().unit("F-55", "59.07").unit("F-Rgt-1", "59.07");
    let mut table = fight(setting, [5, 6]);
    table.play(&["lose F-55", "lose F-Rgt-1"]);
    let mut together = table.clone();
    together.play(&["to 59.08"]);
    assert_eq!(
        [whereabouts(&together, "F-55"), whereabouts(&together, "F-Rgt-1")],
        [Some("59.08".into()), Some("59.08".into())]
    );
    table.play(&["pick F-55", "to 59.08", "to 60.07"]);
    assert_eq!([whereabouts(&table, "F-55"), whereabouts(&table, "F-Rgt-1")].map(|at| at.is_some()), [true, true]);
    assert_eq!(whereabouts(&table, "F-55").as_deref(), Some("59.08"));
    assert_ne!(whereabouts(&table, "F-Rgt-1").as_deref(), Some("59.08"));
}

#[test]
fn a_retreating_stack_pays_a_step_for_each_enemy_zone() {
    shows!["scs/8.0c", "scs/4.0d", "scs/4.0e"];
    let start = || attack().unit("F-55", "59.07").unit("F-Rgt-1", "59.07");
    let fled = |setting: Setting, to: &str| {
        let mut table = fight(setting, [5, 6]);
        table.play(&["lose F-55", "lose F-Rgt-1", to]);
        table
    };
    // 58.07 lies next to 58.06: one step for the two of them together.
    assert!(on(start()).state().zoc[GERMAN.index()].contains(hex("58.07")));
    let mut table = fled(start(), "to 58.07");
    assert_eq!(table.chooser(), ALLIED);
    assert_eq!(table.options(), ["lose F-55", "lose F-Rgt-1"]);
    table.play(&["lose F-Rgt-1"]);
    assert_eq!([whereabouts(&table, "F-55"), whereabouts(&table, "F-Rgt-1")], [Some("58.07".into()), None]);
    // A friend in the hex cancels it; open ground costs nothing.
    let free = |table: &Game| !table.options().iter().any(|option| option.starts_with("lose"));
    assert!(free(&fled(start().unit("F-2", "58.07"), "to 58.07")));
    assert!(free(&fled(start(), "to 59.08")));
}

#[test]
fn a_retreat_keeps_clear_of_enemies_edges_and_the_river() {
    shows!["scs/8.0d", "scs/8.0f"];
    // 61.07 is held by Germans, 62.06 and 62.07 are the last column; a full hex of friends does not matter.
    let setting = phase("combat", 9)
        .unit("G-HQ-13", "60.04")
        .unit("G-10", "62.05")
        .unit("G-33", "61.06")
        .unit("G-9", "61.07")
        .unit("F-55", "62.06")
        .unit("F-Rgt-1", "62.06")
        .unit("F-2", "62.07")
        .unit("F-HQ-2", "62.07");
    let mut table = on(setting);
    table.play(&["target 62.06", "join G-10", "join G-33"]).rolls(&[5, 6]).play(&[
        "fight",
        "lose F-55",
        "lose F-Rgt-1",
    ]);
    // 62.07 is the only way: they go there by themselves, and overstack.
    assert_eq!(whereabouts(&table, "F-55").as_deref(), Some("62.07"));
    assert_eq!(whereabouts(&table, "F-Rgt-1").as_deref(), Some("62.07"));
    assert_eq!(table.state().stack(hex("62.07")).count(), 4);
}

#[test]
fn units_without_a_way_are_destroyed() {
    shows!["scs/8.0e"];
    // 19.13 is a spur in a bend of the Marne: with Germans in 19.14 nothing is left for the French.
    let spur = game().ground.board().neighbours(hex("19.13"));
    let dry = spur.filter(|&(way, _)| !game().ground.marne_between(hex("19.13"), way)).map(|(_, at)| at);
    assert_eq!(dry.collect::<Vec<_>>(), [hex("19.14")]);
    let setting = phase("combat", 9).unit("G-HQ-13", "19.16").unit("F-55", "19.13").unit("F-Rgt-1", "19.13");
    let mut table = on(setting.unit("G-10", "19.14").unit("F-2", "40.10"));
    table.play(&["target 19.13", "join G-10"]).rolls(&[6, 6]).play(&["fight", "lose F-55", "lose F-Rgt-1"]);
    assert_eq!([whereabouts(&table, "F-55"), whereabouts(&table, "F-Rgt-1")], [None, None]);
    // If a way lets the units survive they must take it: 58.07 would cost the last step, 59.08 nothing.
    let weak = attack().piece(reduced("F-Rgt-1", "59.07")).unit("F-55", "59.07");
    let mut table = fight(weak, [5, 6]);
    table.play(&["lose F-55", "lose F-55"]);
    assert!(table.offers("to 59.08") && !table.offers("to 58.07"));
    assert_eq!(table.refused_by("to 58.07"), "scs/8.0a");
    // If none does they retreat all the same, and are lost where they come to.
    let surrounded = attack().piece(reduced("F-Rgt-1", "59.07")).unit("F-55", "59.07").unit("G-9", "60.08");
    let mut table = fight(surrounded, [5, 6]);
    table.play(&["lose F-55", "lose F-55"]);
    assert!(table.offers("to 59.08") && table.offers("to 58.07"));
    table.play(&["to 59.08"]);
    assert!(place_of(&table, "F-Rgt-1 retreats to 59.08") < place_of(&table, "F-Rgt-1 is destroyed"));
    assert_eq!(whereabouts(&table, "F-Rgt-1"), None);
}

#[test]
fn beaten_attackers_retreat_from_their_hexes_and_others_stay() {
    shows!["scs/8.0g"];
    // 3 at 2 to 1 is A3r2: what is left of the attackers goes back two hexes, the HQ in their hex stays.
    let setting = attack().unit("G-HQ-8", "59.06").unit("F-55", "59.07");
    let mut table = on(setting);
    table.play(&["target 59.07", "join G-10", "supply G-HQ-13", "join G-33"]).rolls(&[1, 2]).play(&["fight"]);
    table.play(&["lose G-10", "lose G-33"]);
    while table.chooser() == GERMAN && !table.options().iter().any(|option| option.starts_with("to ")) {
        table.play(&["lose G-10"]);
    }
    let next = table.options().into_iter().find(|option| option.starts_with("to ")).unwrap();
    table.play(&[&next]);
    assert_eq!(whereabouts(&table, "G-HQ-8").as_deref(), Some("59.06"));
    let distance = |unit: &str, from: &str| {
        let at = whereabouts(&table, unit).unwrap();
        game().ground.board().distance(hex(&at), hex(from))
    };
    assert_eq!(distance("G-33", "58.06"), 2);
    // They do not advance.
    assert!(!table.options().iter().any(|option| option.starts_with("advance")));
}

#[test]
fn attackers_may_advance_into_the_empty_hex_alone() {
    shows!["scs/9.0a", "scs/9.0b"];
    let won = || fight(attack().piece(reduced("F-Rgt-1", "59.07")).unit("F-2", "59.08"), [5, 5]);
    let mut table = won();
    assert_eq!(table.options(), ["advance G-10", "advance G-33", "done"]);
    // One goes, one stays: in an enemy zone, at no cost.
    table.play(&["advance G-33", "done"]);
    assert_eq!(
        [whereabouts(&table, "G-10"), whereabouts(&table, "G-33")],
        [Some("59.06".into()), Some("59.07".into())]
    );
    assert!(!flipped(&table, "G-33"));
    // Both may, though they are six points together; the limit waits for the end of the phase.
    let mut table = won();
    table.play(&["advance G-10", "advance G-33"]);
    assert!(table.state().stack(hex("59.07")).count() >= 1);
    // Nobody else, and nobody must.
    assert_eq!(won().refused_by("advance G-HQ-13"), "scs/9.0a");
    let mut table = won();
    table.play(&["done"]);
    assert_eq!(whereabouts(&table, "G-10").as_deref(), Some("59.06"));
    // A hex that is still held is not entered.
    let held = fight(attack().unit("F-55", "59.07"), [4, 4]);
    assert!(!held.options().iter().any(|option| option.starts_with("advance")));
}

/// Both sides are driven off: the hex lies empty, and whoever has retreated himself does not take it.
#[test]
fn attackers_that_retreat_do_not_advance() {
    shows!["scs/9.0a", "scs/8.0g"];
    // 2 at the best odds is A2r1,D1; 10 at the same odds D3r2, after which nobody stands in the way.
    let fought = |dice: [u16; 2]| {
        let weak = reduced("F-Rgt-1", "59.07");
        let mut table = fight(attack().piece(weak).unit("F-2", "59.12").unit("G-5Gd", "59.11"), dice);
        for unit in ["G-10", "G-33"] {
            if table.offers(&format!("lose {unit}")) {
                table.play(&[&format!("lose {unit}")]);
            }
        }
        table
    };
    let mut table = fought([1, 1]);
    assert!(flipped(&table, "G-10") && flipped(&table, "G-33"));
    assert_eq!(whereabouts(&table, "F-Rgt-1"), None);
    for _ in 0..2 {
        let options = table.options();
        let away =
            options.iter().find(|option| option.starts_with("to ")).unwrap_or_else(|| panic!("{options:?}")).clone();
        table.play(&[&away]);
    }
    assert!(table.state().holder(hex("59.07")).is_none());
    assert!(!table.options().iter().any(|option| option.starts_with("advance")), "{:?}", table.options());
    assert!(fought([4, 6]).offers("advance G-10"));
}

#[test]
fn nobody_is_asked_which_of_his_steps_die_when_all_do() {
    shows!["scs/7.3c"];
    // 12 at the best odds is D4r3, and 2 there A2r1,D1: two regiments of a step each die of the one, and have a choice in
    // the other.
    let two = || attack().piece(reduced("F-Rgt-1", "59.07")).piece(reduced("F-Rgt-2", "59.07")).unit("F-2", "59.12");
    let table = fight(two(), [6, 6]);
    assert_eq!(["F-Rgt-1", "F-Rgt-2"].map(|unit| whereabouts(&table, unit)), [None, None]);
    // Exactly as many as there are: 9 at 3 to 1 is A1,D3r1, and they have three steps.
    let three = attack().unit("F-Rgt-1", "59.07").piece(reduced("F-Rgt-2", "59.07")).unit("F-2", "59.12");
    let mut table = fight(three, [4, 5]);
    if table.offers("lose G-10") {
        table.play(&["lose G-10"]);
    }
    assert_eq!(["F-Rgt-1", "F-Rgt-2"].map(|unit| whereabouts(&table, unit)), [None, None]);
}
