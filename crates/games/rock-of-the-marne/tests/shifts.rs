//! 1.8 Tanks, 1.9 Combat Shifts, 2.1 divisional integrity, 3.3 machine guns, and the attacks of the Combat Phase.

use crate::common::{Setting, Table, flipped, game, hex, on, phase, whereabouts};
use engine::{EventKind, Side, Viewer, shows};
use rock_of_the_marne::RockOfTheMarne;
use rock_of_the_marne::pieces::{ALLIED, GERMAN};
use serde_json::json;

type Game = Table<RockOfTheMarne>;

fn reduced(name: &str, hex: &str) -> serde_json::Value {
    json!({ "piece": name, "hex": hex, "steps": 1 })
}

fn broken(name: &str, hex: &str) -> serde_json::Value {
    json!({ "piece": name, "hex": hex, "marks": ["broken-down"] })
}

/// A German Combat Phase with an HQ in reach of 59.07.
fn german() -> Setting {
    phase("combat", 9).unit("G-HQ-13", "58.04")
}

/// An Allied Combat Phase with an HQ in reach of 59.07.
fn allied() -> Setting {
    phase("combat", 9).mark("side", "allied").unit("F-HQ-20", "58.04")
}

/// Attacks 59.07 with everybody who can, and tells strengths, basic odds, shift and column.
fn odds(setting: Setting, more: &[&str]) -> String {
    let mut table = on(setting);
    table.play(&["target 59.07"]);
    let join = if table.offers("join all") { "join all".to_string() } else { table.options()[0].clone() };
    table.play(&[&join]).play(more).rolls(&[3, 4]).play(&["fight"]);
    fought(&table)
}

/// The sentence of the last attack on 59.07, up to the dice.
fn fought(table: &Game) -> String {
    let told = table.told(Viewer::Side(GERMAN));
    let text = told.into_iter().rev().find(|text| text.starts_with("Attack on 59.07")).expect("an attack was fought");
    let text = text.trim_start_matches("Attack on 59.07: ");
    text.split(". The dice").next().unwrap_or_default().to_string()
}

/// Plays the Combat Phase to its end.
fn end(table: &mut Game) {
    while table.state().phase == rock_of_the_marne::sequence::Phase::Combat {
        let options = table.options();
        let next = options.iter().find(|option| *option == "done").unwrap_or(&options[0]).clone();
        table.play(&[&next]);
    }
}

#[test]
fn odds_are_rounded_to_the_nearest_whole_number() {
    shows!["scs/7.2a", "scs/0.5", "1.9d-4"];
    // 14 against 4, 13 against 9, 6 against 9.
    let first = german().unit("G-10", "59.06").piece(reduced("G-28Res", "58.06")).unit("US-5/3", "59.07");
    assert_eq!(odds(first, &[]), "14 against 4 is 4:1");
    let second = german().unit("G-10", "59.06").piece(reduced("G-45Res", "58.06")).unit("F-55", "59.07");
    assert_eq!(odds(second, &[]), "13 against 9 is 1:1");
    let third = german().piece(reduced("G-10", "59.06")).unit("F-55", "59.07");
    assert_eq!(odds(third, &[]), "6 against 9 is 1:2");
}

#[test]
fn the_table_is_cut_after_the_shifts() {
    shows!["scs/7.2b", "scs/7.2c", "1.9d-5", "1.9d-3", "1.9b-1"];
    // One column right of 1 to 3 is 1 to 2: the ladder goes on below the table.
    let weak = || german().unit("G-Storm-1", "59.06").unit("F-55", "59.07");
    assert_eq!(odds(weak(), &[]), "3 against 9 is 1:3, the column 1:2");
    assert_eq!(odds(weak(), &["shift G-HQ-13"]), "3 against 9 is 1:3, shifted +1 to 1:2");
    // Above it too: left shifts are taken from 9 to 1, not from 6 to 1.
    let strong = || german().unit("G-10", "59.06");
    let gun = json!({ "piece": "G-MG-1", "hex": "59.07" });
    assert_eq!(odds(strong().unit("F-HQ-1", "59.07"), &[]), "9 against 1 is 9:1, the column 6:1");
    let allied = allied().unit("F-Tank-1", "59.06").unit("F-Tank-4", "58.06").piece(gun.clone());
    // Two tanks right, a machine gun left: opposite shifts cancel.
    assert_eq!(odds(allied, &[]), "12 against 1 is 12:1, shifted +3 to 6:1");
}

#[test]
fn one_hq_shifts_a_combat_and_an_hq_shifts_once() {
    shows!["1.9c-1", "1.9e-b", "1.9e-c", "1.9b-2"];
    let setting = german()
        .unit("G-10", "59.06")
        .unit("F-55", "59.07")
        .unit("G-33", "57.07")
        .unit("F-33", "57.08")
        .unit("G-HQ-8", "59.03")
        .unit("G-HQ-6Res", "50.04")
        .unit("F-HQ-1", "59.09")
        .unit("G-Army-9", "50.05");
    let mut table = on(setting);
    table.play(&["target 59.07", "join G-10", "supply G-HQ-13"]);
    // Out of the range of six; an Army HQ reaches ten.
    assert_eq!(table.refused_by("shift G-HQ-6Res"), "1.9c-1");
    assert!(table.refusal("shift G-HQ-6Res").reason.contains("too far away"));
    assert!(table.offers("shift G-Army-9"));
    // Neither an enemy HQ in range, nor a division, nor an HQ that is not on the map.
    for other in ["shift F-HQ-1", "shift G-10", "shift G-HQ-15"] {
        assert!(table.refusal(other).reason.contains("is no HQ of yours on the map"), "{other}");
    }
    table.play(&["shift G-HQ-13"]);
    assert_eq!(table.refused_by("shift G-HQ-8"), "1.9e-b");
    table.rolls(&[3, 4]).play(&["fight"]);
    while !table.offers("target 57.08") {
        let next = table.options()[0].clone();
        table.play(&[&next]);
    }
    table.play(&["target 57.08", "join G-33"]);
    assert_eq!(table.refused_by("shift G-HQ-13"), "1.9e-c");
    assert!(table.offers("shift G-HQ-8"));
}

#[test]
fn an_out_of_supply_hq_may_shift() {
    // Ruling 99.
    let lost = json!({ "piece": "G-HQ-8", "hex": "59.03", "marks": ["out-of-supply"] });
    let mut table = on(german().unit("G-10", "59.06").unit("F-55", "59.07").piece(lost));
    table.play(&["target 59.07", "join G-10", "supply G-HQ-13"]);
    assert!(table.offers("shift G-HQ-8"));
}

#[test]
fn two_tanks_shift_an_attack() {
    shows!["1.8b-1", "1.8b-2", "1.9e-a", "1.9a-1"];
    // The worked example: two divisions in different hexes, each with a tank of shift 2.
    let pair = || {
        let infantry = allied().unit("F-73", "59.06").unit("F-18", "58.06").unit("G-10", "59.07");
        infantry.unit("F-Tank-1", "59.06").unit("F-Tank-4", "58.06")
    };
    assert_eq!(odds(pair(), &[]), "24 against 9 is 3:1, shifted +4 to 6:1");
    // More tanks add strength alone, and of unequal ones the best two shift.
    assert_eq!(odds(pair().unit("F-TankBn-1", "60.06"), &[]), "27 against 9 is 3:1, shifted +4 to 6:1");
    assert_eq!(
        odds(allied().unit("F-Tank-1", "59.06").unit("F-TankBn-1", "58.06").unit("G-10", "59.07"), &[]),
        "9 against 9 is 1:1, shifted +3 to 4:1"
    );
    // A Broken Down one adds what its back prints.
    let wreck = allied().unit("F-73", "59.06").piece(broken("F-Tank-1", "59.06")).unit("G-10", "59.07");
    assert_eq!(odds(wreck, &[]), "8 against 9 is 1:1");
}

#[test]
fn tanks_and_machine_guns_shift_only_where_they_fight() {
    shows!["1.9c-2", "1.9e-e", "1.9e-f", "1.8b-3"];
    // A tank next to the target that does not attack shifts nothing.
    let setting = || allied().unit("F-73", "59.06").unit("F-Tank-1", "58.06").unit("G-10", "59.07");
    let mut table = on(setting());
    table.play(&["target 59.07", "join F-73"]).rolls(&[3, 4]).play(&["fight"]);
    assert_eq!(fought(&table), "6 against 9 is 1:2");
    // One that defends fights with its strength, and shifts nothing.
    let tank = german().unit("G-10", "59.06").unit("F-Tank-1", "59.07");
    assert_eq!(odds(tank, &[]), "9 against 3 is 3:1");
    // A machine gun that attacks shifts nothing either.
    let gun = german().unit("G-10", "59.06").unit("G-MG-1", "59.06").unit("F-55", "59.07");
    assert_eq!(odds(gun, &[]), "9 against 9 is 1:1");
    // Nor does an HQ for the defence.
    let mut table = on(allied().unit("F-73", "59.06").unit("G-10", "59.07").unit("G-HQ-13", "59.09"));
    table.play(&["target 59.07", "join F-73"]);
    assert_eq!(table.refused_by("shift G-HQ-13"), "1.9c-1");
}

#[test]
fn every_machine_gun_of_the_defence_shifts_and_defends() {
    shows!["3.3-1", "3.3-2"];
    let defended = |guns: &[&str]| {
        let start = allied().unit("F-73", "59.06").unit("F-18", "58.06").unit("G-Storm-1", "59.07");
        odds(guns.iter().fold(start, |setting, gun| setting.unit(gun, "59.07")), &[])
    };
    assert_eq!(defended(&[]), "12 against 3 is 4:1");
    assert_eq!(defended(&["G-MG-1"]), "12 against 4 is 3:1, shifted -1 to 2:1");
    assert_eq!(defended(&["G-MG-1", "G-MG-2"]), "12 against 5 is 2:1, shifted -2 to 1:2");
}

#[test]
fn tanks_that_attacked_break_down() {
    shows!["1.8c-1", "1.8d", "1.8d-2"];
    let mut table =
        on(allied().unit("F-73", "59.06").unit("F-Tank-1", "59.06").unit("F-Tank-4", "58.06").unit("G-10", "59.07"));
    table.play(&["target 59.07", "join F-73", "join F-Tank-1"]).rolls(&[6, 6]).play(&["fight"]);
    end(&mut table);
    // The one that stayed out still runs, and may exploit; the other may not.
    assert!(flipped(&table, "F-Tank-1") && !flipped(&table, "F-Tank-4"));
    assert!(table.offers("pick F-Tank-4"));
    assert_eq!(table.refused_by("pick F-Tank-1"), "scs/0.9");
    // It moves and fights with the values of its back.
    let mut table = on(phase("movement", 9).mark("side", "allied").piece(broken("F-Tank-1", "59.06")));
    table.play(&["pick F-Tank-1"]);
    assert!(table.offers("to 59.08"));
    let wreck = allied().piece(broken("F-Tank-1", "59.06")).unit("G-MG-1", "59.07");
    assert_eq!(odds(wreck, &[]), "2 against 1 is 2:1, shifted -1 to 1:1");
}

#[test]
fn a_tank_is_repaired_with_an_hq_in_supply() {
    shows!["1.8e-1", "1.8e-2", "1.8e-3", "1.8e-4"];
    let refit = |setting: Setting| {
        let mut table = on(setting.unit("F-2", "40.05"));
        table.rolls(&[1, 1]).play(&["done"]);
        assert_eq!(table.state().phase, rock_of_the_marne::sequence::Phase::Movement);
        !flipped(&table, "F-Tank-1")
    };
    let yard = || phase("replacement", 9).mark("side", "allied").piece(broken("F-Tank-1", "46.08"));
    assert!(!refit(yard()));
    assert!(refit(yard().unit("F-HQ-1", "46.08")) && refit(yard().unit("F-Army-6", "46.08")));
    // Depleted will do, Out of Supply will not, and the next hex is too far.
    assert!(refit(yard().piece(json!({ "piece": "F-HQ-1", "hex": "46.08", "marks": ["depleted"] }))));
    assert!(!refit(yard().piece(json!({ "piece": "F-HQ-1", "hex": "46.08", "marks": ["out-of-supply"] }))));
    assert!(!refit(yard().unit("F-HQ-1", "46.07")));
    // The tank's own supply and zones do not matter.
    let lost = json!({ "piece": "F-Tank-1", "hex": "46.08", "marks": ["broken-down", "out-of-supply"] });
    let near = phase("replacement", 9).mark("side", "allied").piece(lost).unit("F-HQ-1", "46.08").unit("G-10", "46.09");
    assert!(refit(near));
    // No Replacement Point does it.
    let table = on(yard().unit("F-HQ-1", "46.07").piece(reduced("F-2", "40.05")));
    assert!(!table.offers("pick F-Tank-1"));
    // It may break down again.
    let mut table = on(allied().unit("F-Tank-1", "59.06").unit("G-MG-1", "59.07"));
    table.play(&["target 59.07", "join F-Tank-1"]).rolls(&[6, 6]).play(&["fight"]);
    end(&mut table);
    assert!(flipped(&table, "F-Tank-1"));
}

#[test]
fn functional_tanks_lie_on_top() {
    shows!["1.8f", "scs/5.5"];
    let top = |table: &Game| game().pieces.name_of(table.state().top(hex("46.08")).unwrap()).to_string();
    let stack = |tank: serde_json::Value| {
        on(phase("movement", 9).mark("side", "allied").piece(tank).unit("F-55", "46.08").unit("F-HQ-1", "40.08"))
    };
    let running = stack(json!({ "piece": "F-Tank-1", "hex": "46.08" }));
    assert_eq!(top(&running), "F-Tank-1");
    assert!(!running.offers("top F-55"));
    // A Broken Down one may be anywhere.
    let mut wreck = stack(broken("F-Tank-1", "46.08"));
    assert_eq!(top(&wreck), "F-55");
    wreck.play(&["top F-Tank-1"]);
    assert_eq!(top(&wreck), "F-Tank-1");
}

#[test]
fn both_brigades_of_an_american_division_are_stronger() {
    shows!["2.1-1", "2.1-2", "scs/7.1c"];
    // The worked example: 5-4-4 and 5-4-4 make 12-10.
    let attack = |pieces: &[serde_json::Value]| {
        odds(pieces.iter().fold(allied().unit("G-10", "59.07"), |setting, piece| setting.piece(piece.clone())), &[])
    };
    let full = |name: &str, hex: &str| json!({ "piece": name, "hex": hex });
    assert!(attack(&[full("US-5/3", "59.06"), full("US-6/3", "59.06")]).starts_with("12 against 9"));
    // Reduced ones too, but not one alone, not two of different divisions, not from two hexes.
    assert!(attack(&[reduced("US-5/3", "59.06"), reduced("US-6/3", "59.06")]).starts_with("6 against 9"));
    assert!(attack(&[full("US-5/3", "59.06")]).starts_with("5 against 9"));
    assert!(attack(&[full("US-5/3", "59.06"), full("US-7/4", "59.06")]).starts_with("10 against 9"));
    assert!(attack(&[full("US-5/3", "59.06"), full("US-6/3", "58.06")]).starts_with("10 against 9"));
    let defence = |pieces: &[serde_json::Value]| {
        let start = german().unit("G-10", "59.06");
        odds(pieces.iter().fold(start, |setting, piece| setting.piece(piece.clone())), &[])
    };
    assert!(defence(&[full("US-5/3", "59.07"), full("US-6/3", "59.07")]).starts_with("9 against 10"));
    assert!(defence(&[reduced("US-5/3", "59.07"), full("US-6/3", "59.07")]).starts_with("9 against 8"));
    assert!(defence(&[full("US-5/3", "59.07"), full("US-7/4", "59.07")]).starts_with("9 against 8"));
    // British brigades have no such bonus.
    assert!(defence(&[full("BR-44/15", "59.07"), full("BR-45/15", "59.07")]).starts_with("9 against 6"));
}

/// A hex of open ground and its neighbour across a river without a road.
fn river() -> (String, String) {
    let ground = &game().ground;
    let open = |at| ground.terrain_title(at) == "Clear" && ground.effects(at).left == 0;
    let pairs =
        ground.board().hexes().flat_map(|from| ground.board().neighbours(from).map(move |(way, to)| (from, way, to)));
    let mut dry = pairs.filter(|&(from, way, to)| {
        ground.column(from) > 40
            && open(from)
            && open(to)
            && ground.river_between(from, way)
            && !ground.road_between(from, way)
    });
    let (from, _, to) = dry.next().expect("the map has rivers");
    (ground.label(from), ground.label(to))
}

#[test]
fn a_river_halves_attackers_once_and_each_by_itself() {
    shows!["chart/terrain-river-combat", "scs/7.1a", "scs/7.1c"];
    let (from, to) = river();
    let mut table = on(phase("combat", 9).unit("G-10", &from).unit("G-HQ-13", &from).unit("F-55", &to));
    table.play(&[&format!("target {to}"), "join G-10"]).rolls(&[3, 4]).play(&["fight"]);
    let told = table.told(Viewer::Side(GERMAN)).join(" ");
    assert!(told.contains("4 1/2 against 9 is 1:2"), "{told}");
    // The American bonus is added before halving: (5 + 5 + 2) / 2.
    let setting = phase("combat", 9).mark("side", "allied").unit("US-5/3", &from).unit("US-6/3", &from);
    let mut table = on(setting.unit("F-HQ-1", &from).unit("G-10", &to));
    table.play(&[&format!("target {to}"), "join all"]).rolls(&[3, 4]).play(&["fight"]);
    let told = table.told(Viewer::Side(GERMAN)).join(" ");
    assert!(told.contains("6 against 9"), "{told}");
}

#[test]
fn a_lakes_hex_halves_attacks_into_it() {
    shows!["chart/terrain-lakes-combat"];
    // The marshes of Saint-Gond, and open ground beside them.
    let ground = &game().ground;
    let lakes = ground.board().hexes().filter(|&at| ground.terrain_title(at) == "Lakes");
    let shores = lakes.flat_map(|lake| ground.board().neighbours(lake).map(move |(_, shore)| (lake, shore)));
    let mut open = shores.filter(|&(_, shore)| ground.terrain_title(shore) == "Clear");
    let (lake, shore) = open.next().map(|(lake, shore)| (ground.label(lake), ground.label(shore))).unwrap();
    let into = |option: &str, from: &str, to: &str| {
        let mut table = on(phase("combat", 9).unit("G-10", from).unit("G-HQ-13", from).unit("F-55", to).option(option));
        table.play(&[&format!("target {to}"), "join G-10"]).rolls(&[3, 4]).play(&["fight"]);
        table.told(Viewer::Side(GERMAN)).join(" ")
    };
    assert!(into("lakes-both-ways=off", &shore, &lake).contains("4 1/2 against 9"));
    // Out of it only with the switch (ruling 67).
    assert!(into("lakes-both-ways=off", &lake, &shore).contains(" 9 against 9"));
    assert!(into("lakes-both-ways=on", &lake, &shore).contains("4 1/2 against 9"));
}

#[test]
fn terrain_shifts_to_the_left() {
    shows!["chart/terrain-rough-combat", "chart/terrain-city-combat", "chart/terrain-trench-combat", "GI/terrain-a"];
    // A city, the Montagne de Reims, a French trench, a trench in a city.
    for (target, left) in [("52.07", 2), ("38.16", 2), ("55.18", 2), ("37.24", 4)] {
        assert_eq!(game().ground.effects(hex(target)).left, left, "{target}");
        let from = game().ground.board().neighbours(hex(target)).map(|(_, at)| at);
        let dry = from.filter(|&at| {
            let way = game().ground.board().direction(at, hex(target)).unwrap();
            !game().ground.river_between(at, way) && !game().ground.marne_between(at, way)
        });
        let from = dry.map(|at| game().ground.label(at)).next().unwrap();
        let mut table = on(phase("combat", 9).unit("G-10", &from).unit("G-HQ-13", &from).unit("F-55", target));
        table.play(&[&format!("target {target}"), "join G-10"]).rolls(&[3, 4]).play(&["fight"]);
        let told = table.told(Viewer::Side(GERMAN)).join(" ");
        assert!(told.contains(&format!("1:1, shifted -{left} to 1:2")), "{target}: {told}");
    }
}

#[test]
fn attacks_go_into_one_adjacent_hex_and_hit_all_in_it() {
    shows!["scs/7.0a", "scs/7.0b", "scs/7.0e"];
    let setting = german().unit("G-10", "59.06").unit("G-33", "57.05").unit("F-55", "59.07").unit("US-5/3", "58.07");
    let mut table = on(setting.unit("F-HQ-1", "59.07").unit("F-2", "50.10"));
    assert_eq!(table.refused_by("target 50.10"), "scs/7.0a");
    table.play(&["target 59.07"]);
    // Not adjacent to the attacked hex.
    assert_eq!(table.refused_by("join G-33"), "scs/7.0a");
    assert_eq!(table.refused_by("target 58.07"), "scs/7.0a");
    table.play(&["join G-10"]).rolls(&[3, 4]).play(&["fight"]);
    // The division and the HQ defend together; the brigade beside them does not.
    assert_eq!(fought(&table), "9 against 10 is 1:1");
    // Attacks are voluntary.
    let mut table = on(german().unit("G-10", "59.06").unit("F-55", "59.07"));
    table.play(&["done"]);
    assert!(!table.told(Viewer::Side(GERMAN)).iter().any(|text| text.starts_with("Attack")));
}

#[test]
fn a_hex_is_attacked_once_and_a_unit_attacks_once() {
    shows!["scs/7.0c", "scs/7.0d"];
    let setting = german().unit("G-10", "59.06").unit("G-33", "58.05").unit("F-55", "59.07").unit("F-33", "58.06");
    let mut table = on(setting);
    table.play(&["target 59.07", "join G-10"]).rolls(&[5, 6]).play(&["fight"]);
    // Nobody advances into the emptied hex.
    table.play(&["done"]);
    assert_eq!(table.refused_by("target 59.07"), "scs/7.0c");
    table.play(&["target 58.06", "join G-33"]);
    assert_eq!(table.refused_by("join G-10"), "scs/7.0d");
    // Units of one hex may attack different hexes.
    let pair =
        german().unit("G-Storm-1", "59.06").unit("G-Storm-2", "59.06").unit("F-55", "59.07").unit("F-33", "58.06");
    let mut table = on(pair);
    table.play(&["target 59.07", "join G-Storm-1"]).rolls(&[6, 6]).play(&["fight"]);
    while !table.offers("target 58.06") {
        let next = table.options()[0].clone();
        table.play(&[&next]);
    }
    table.play(&["target 58.06"]);
    assert!(table.offers("join G-Storm-2") && !table.offers("join G-Storm-1"));
}

#[test]
fn a_unit_driven_into_a_hex_is_attacked_again_there() {
    shows!["scs/7.0c"];
    // The regiment of 59.07 retreats to 59.08, and defends there with the division.
    let setting = german()
        .unit("G-10", "59.06")
        .unit("G-33", "58.06")
        .unit("G-9", "60.08")
        .unit("F-Rgt-1", "59.07")
        .unit("F-Rgt-2", "59.07")
        .unit("F-55", "59.08");
    let mut table = on(setting);
    table.play(&["target 59.07", "join G-10", "join G-33"]).rolls(&[4, 5]).play(&["fight"]);
    while table.chooser() == GERMAN && table.offers("lose G-10") {
        table.play(&["lose G-10"]);
    }
    while table.chooser() == ALLIED {
        let options = table.options();
        let next = options.iter().find(|option| *option == "to 59.08").unwrap_or(&options[0]).clone();
        table.play(&[&next]);
    }
    let moved =
        ["F-Rgt-1", "F-Rgt-2"].iter().filter(|unit| whereabouts(&table, unit).as_deref() == Some("59.08")).count();
    assert_eq!(moved, 1);
    if !table.offers("target 59.08") {
        table.play(&["done"]);
    }
    table.play(&["target 59.08", "join G-9"]).rolls(&[3, 4]).play(&["fight"]);
    let told = table.told(Viewer::Side(GERMAN)).join(" ");
    // 9 of the division and 2 of the regiment that lost a step.
    assert!(told.contains("Attack on 59.08") && told.contains("against 11"), "{told}");
}

#[test]
fn machine_guns_do_not_attack_alone_and_hqs_not_at_all() {
    shows!["scs/7.0f", "scs/7.0g"];
    assert!(!on(german().unit("G-MG-1", "59.06").unit("F-55", "59.07")).offers("target 59.07"));
    let mut table =
        on(german().unit("G-MG-1", "59.06").unit("G-Storm-1", "58.06").unit("G-HQ-8", "60.06").unit("F-55", "59.07"));
    table.play(&["target 59.07"]);
    assert_eq!(table.refused_by("join G-HQ-8"), "scs/7.0g");
    table.play(&["join G-MG-1"]);
    if table.options().iter().any(|option| option.starts_with("supply")) {
        table.play(&["supply G-HQ-13"]);
    }
    assert!(!table.offers("fight"));
    assert_eq!(table.refused_by("fight"), "1.9d-1");
    // With others it may, and may take their losses.
    table.play(&["join G-Storm-1"]).rolls(&[6, 6]).play(&["fight"]);
    assert!(table.offers("lose G-MG-1"));
}

#[test]
fn everything_is_announced_before_the_defenders_are_seen() {
    shows!["1.9d-1", "scs/7.0h", "scs/10.0b", "notes/fog"];
    // A machine gun lies under a division.
    let setting = allied().unit("F-73", "59.06").unit("F-18", "58.06").unit("G-MG-1", "59.07").unit("G-10", "59.07");
    let mut table = on(setting.unit("F-HQ-1", "57.04"));
    table.play(&["target 59.07", "join F-73"]);
    if table.options().iter().any(|option| option.starts_with("supply")) {
        table.play(&["supply F-HQ-20"]);
    }
    // The forecast knows the top unit alone, and says so.
    let forecast = table.forecast("fight");
    assert!(forecast.given.is_some());
    assert!(forecast.sum.value.contains("1:2"), "{}", forecast.sum.value);
    table.play(&["shift F-HQ-1"]).rolls(&[3, 4]).play(&["fight"]);
    // Once it is announced, the total of the defence is told.
    assert_eq!(fought(&table), "6 against 10 is 1:2, shifted +1 to 1:1");
    // Nothing can be added any more.
    assert!(!table.offers("join F-18"));
}

#[test]
fn two_dice_give_the_result() {
    shows!["scs/7.3a", "chart/crt"];
    // At 1 to 1: 2 is A4r3, 12 is A1,D3r1.
    for (dice, result) in [
        ([1, 1], "show 2: the attacker loses 4 steps and retreats 3 hexes (A4r3)."),
        ([2, 3], "show 5: the attacker loses 3 steps and retreats 1 hex, the defender loses 1 step (A3r1,D1)."),
        ([4, 4], "show 8: the attacker loses 2 steps, the defender loses 1 step (A2,D1)."),
        ([6, 6], "show 12: the attacker loses 1 step, the defender loses 3 steps and retreats 1 hex (A1,D3r1)."),
    ] {
        let mut table = on(german().unit("G-10", "59.06").unit("F-55", "59.07"));
        table.play(&["target 59.07", "join G-10"]).rolls(&dice).play(&["fight"]);
        let told = table.told(Viewer::Side(GERMAN)).join(" ");
        assert!(told.contains(result), "{told}");
        // The same can be read from the fields: the dice, the place in the table, and who loses what.
        let mut log = table.playing.log().iter().map(|(_, event)| event);
        let event = log.find(|event| event.kind == EventKind::Combat).unwrap();
        let rolled: Vec<u16> = event.rolls[0].dice.iter().map(|die| die.value).collect();
        assert_eq!((rolled, event.rolls[0].total), (dice.to_vec(), (dice[0] + dice[1]) as i16));
        let read = event.rolls[0].table.as_ref().unwrap();
        assert_eq!((read.name.as_str(), read.column.as_deref()), ("Combat Results Table", Some("1:1")));
        assert_eq!(read.line, (dice[0] + dice[1]).to_string());
        assert!(result.ends_with(&format!("({}).", read.result)), "{read:?}");
        assert_eq!(event.side, Some(GERMAN));
        let lost =
            |side: Side| event.losses.iter().filter(|loss| loss.side == side).map(|loss| loss.steps).sum::<u16>();
        assert_eq!(read.result == "A3r1,D1", (lost(GERMAN), lost(GERMAN.other())) == (3, 1));
    }
}
