//! 1.7 Replacements, and reinforcements.

use crate::common::{Setting, Table, cited, cut_off, flipped, game, hex, new, on, phase, piece, whereabouts};
use engine::shows;
use rock_of_the_marne::RockOfTheMarne;
use rock_of_the_marne::pieces::{ALLIED, GERMAN};
use serde_json::json;

type Game = Table<RockOfTheMarne>;

fn dead(name: &str) -> serde_json::Value {
    json!({ "piece": name, "place": "dead" })
}

fn reduced(name: &str, hex: &str) -> serde_json::Value {
    json!({ "piece": name, "hex": hex, "steps": 1 })
}

/// The German Replacement Phase of a turn, with an HQ in 46.30 and the points that the track gives.
fn by_the_track(turn: u32) -> Setting {
    phase("replacement", turn).unit("G-HQ-13", "46.30")
}

/// The same with a Replacement Point.
fn german(turn: u32) -> Setting {
    by_the_track(turn).mark("points", "1")
}

/// Plays on with as little as possible until it is a side's turn.
fn pass_to(table: &mut Game, turn: u8, side: engine::Side) {
    while (table.state().turn, table.state().side) != (turn, side) {
        let options = table.options();
        let next = options.iter().find(|option| *option == "done").unwrap_or(&options[0]).clone();
        table.play(&[&next]);
    }
}

#[test]
fn points_come_from_the_track_or_from_the_scenario() {
    shows!["1.7a-1", "5.0d-2"];
    assert_eq!(on(by_the_track(1).piece(dead("G-10"))).state().points, 0);
    assert_eq!(on(by_the_track(9).piece(dead("G-10"))).state().points, 0);
    let allied = phase("replacement", 9).mark("side", "allied").unit("F-HQ-1", "46.05").piece(dead("F-55"));
    assert_eq!(on(allied).state().points, 4);
    let gouraud = |side: &str| on(phase("replacement", 2).scenario("gouraud").mark("side", side)).state().points;
    assert_eq!((gouraud("german"), gouraud("allied")), (1, 1));
    // 7.2 prints no line and uses the track.
    let rock = |side: &str| on(phase("replacement", 2).scenario("rock-of-the-marne").mark("side", side)).state().points;
    assert_eq!((rock("german"), rock("allied")), (0, 3));
}

#[test]
fn every_scenario_has_the_numbers_of_the_turn_record_track() {
    shows!["1.2a-3", "5.0d-1", "7.2/repl"];
    for (scenario, turn) in [("gouraud", 2), ("rock-of-the-marne", 8), ("tenth-army", 8)] {
        let table = on(phase("replacement", turn).scenario(scenario));
        for side in engine::Side::BOTH {
            let track = game().tables.replenish(table.state().turn, side);
            assert_eq!(game().replenish_number(table.state(), side), track, "{scenario}");
        }
    }
}

#[test]
fn a_dead_unit_is_rebuilt_reduced_with_a_corps_hq() {
    shows!["1.7c-1", "1.7a-5", "1.7b-1"];
    let setting = german(9).piece(dead("G-10")).unit("G-HQ-8", "20.30").unit("G-Army-9", "30.30").unit("F-55", "46.05");
    let mut table = on(setting);
    table.play(&["pick G-10"]);
    // Any Corps HQ, no Army HQ.
    assert_eq!(table.options().len(), 2);
    assert_eq!(table.refused_by("to 30.30"), "1.7c-1");
    table.play(&["to 20.30"]);
    assert_eq!(whereabouts(&table, "G-10").as_deref(), Some("20.30"));
    assert!(flipped(&table, "G-10"));
    assert_eq!(table.state().points, 0);
    // Whatever the HQ's state (ruling 101).
    let poor = json!({ "piece": "G-HQ-13", "hex": "46.30", "marks": ["depleted", "out-of-supply"] });
    let mut table =
        on(phase("replacement", 9).mark("points", "1").piece(poor).piece(dead("G-10")).unit("F-55", "46.29"));
    table.play(&["pick G-10"]);
    assert_eq!(whereabouts(&table, "G-10").as_deref(), Some("46.30"));
    assert!(!cut_off(&table, "G-10"));
    // Without a Corps HQ nobody comes (ruling 47).
    let point = || phase("replacement", 9).mark("points", "1").unit("G-Army-9", "46.30");
    let nobody = on(point().piece(dead("G-10")).unit("G-42", "46.30"));
    assert!(!nobody.offers("pick G-10"));
    // And the point goes to nobody else, for the dead pile is not empty [1.7b-1].
    let stuck = point().piece(reduced("G-42", "46.30"));
    let stuck = stuck.piece(json!({ "piece": "G-HQ-13", "place": "turn 9" }));
    assert!(on(stuck.clone()).offers("pick G-42"));
    let stuck = on(stuck.piece(dead("G-10")));
    assert!(!stuck.offers("pick G-42"));
    assert_eq!(stuck.refused_by("pick G-42"), "1.7b-1");
    // A tank comes back running (ruling 46).
    let mut table = on(german(9).piece(dead("G-TankBn")));
    table.play(&["pick G-TankBn"]);
    assert!(!flipped(&table, "G-TankBn"));
}

#[test]
fn a_reduced_unit_on_the_map_is_made_whole() {
    shows!["1.7c-2", "1.7a-4", "1.7b-2"];
    // In an enemy zone and Out of Supply as well.
    let weak = json!({ "piece": "G-10", "hex": "59.06", "marks": ["reduced", "out-of-supply"] });
    let mut table = on(german(9).piece(weak).unit("F-55", "59.07"));
    assert!(flipped(&table, "G-10"));
    table.play(&["pick G-10"]);
    assert!(!flipped(&table, "G-10"));
    assert_eq!(table.state().points, 0);
}

#[test]
fn stormtroopers_regiments_and_hqs_take_no_points() {
    shows!["1.7a-2"];
    let table = on(german(9).piece(reduced("G-Storm-1", "46.30")).piece(reduced("G-10", "46.29")));
    assert_eq!(table.refused_by("pick G-Storm-1"), "1.7a-2");
    assert_eq!(table.refused_by("pick G-HQ-13"), "1.7a-2");
    assert!(table.offers("pick G-10"));
    let allied = phase("replacement", 9).mark("side", "allied").unit("F-HQ-1", "46.05");
    let table = on(allied.piece(reduced("F-Rgt-1", "46.05")).piece(reduced("US-5/3", "46.05")));
    assert_eq!(table.refused_by("pick F-Rgt-1"), "1.7a-2");
    assert!(table.offers("pick US-5/3"));
}

#[test]
fn a_unit_takes_one_point_a_turn() {
    shows!["1.7a-3"];
    // Two points: the rebuilt division cannot take the second.
    let mut table = on(by_the_track(1).mark("points", "2").piece(dead("G-10")).piece(reduced("G-33", "46.29")));
    table.play(&["pick G-10"]);
    assert_eq!(table.state().points, 1);
    assert_eq!(table.refused_by("pick G-10"), "1.7a-3");
    assert!(table.offers("pick G-33"));
}

#[test]
fn the_dead_come_first() {
    shows!["1.7b-1", "1.7b-3"];
    let table = on(german(9).piece(dead("G-10")).piece(reduced("G-33", "46.29")));
    assert!(table.offers("pick G-10") && !table.offers("pick G-33"));
    assert_eq!(table.refused_by("pick G-33"), "1.7b-1");
    // Whoever has lost nothing has nothing to wait for.
    let table = on(german(9).piece(dead("G-10")).unit("G-33", "46.29"));
    assert_eq!(table.refused_by("pick G-33"), "1.7c-1");
    // Divisions that were broken down count as dead, and may be rebuilt while their Stormtroopers live.
    let broken = json!({ "piece": "G-10", "place": "broken-down" });
    let mut table = on(german(9).piece(broken).unit("G-Storm-1", "46.29").piece(reduced("G-33", "46.29")));
    assert!(table.offers("pick G-10") && !table.offers("pick G-33"));
    table.play(&["pick G-10"]);
    assert_eq!(whereabouts(&table, "G-10").as_deref(), Some("46.30"));
    assert_eq!(whereabouts(&table, "G-Storm-1").as_deref(), Some("46.29"));
}

#[test]
fn airplanes_take_points_in_their_boxes_but_not_on_cap() {
    shows!["1.7b-2"];
    let plane = |place: &str| {
        let boxed = json!({ "piece": "G-Air-1", "place": place, "steps": 1 });
        on(german(9).piece(boxed).piece(reduced("G-33", "46.29")))
    };
    for place in ["ready", "flown"] {
        let mut table = plane(place);
        table.play(&["pick G-Air-1"]);
        assert!(!flipped(&table, "G-Air-1"), "{place}");
    }
    let flying = json!({ "piece": "G-Air-1", "hex": "46.28", "steps": 1, "marks": ["cap"] });
    let table = on(german(9).piece(flying).piece(reduced("G-33", "46.29")));
    assert_eq!(table.refused_by("pick G-Air-1"), "1.7b-2");
    // A dead one comes back with one step to the Flown Box (ruling 44).
    let mut table = on(german(9).piece(dead("G-Air-1")).unit("G-33", "46.29"));
    table.rolls(&[1, 1]).play(&["pick G-Air-1"]);
    assert!(flipped(&table, "G-Air-1"));
    assert!(table.state().flown.contains(piece("G-Air-1")) && !table.state().dead.contains(piece("G-Air-1")));
}

#[test]
fn points_that_are_left_are_lost() {
    shows!["1.7d"];
    let allied = phase("replacement", 1).mark("side", "allied").unit("F-HQ-1", "46.05");
    let mut table = on(allied.piece(dead("F-55")).unit("G-10", "46.30"));
    table.play(&["done"]);
    pass_to(&mut table, 2, ALLIED);
    // Three new points, none saved.
    assert_eq!(table.state().points, 3);
    table.play(&["pick F-55"]);
    assert_eq!(table.state().points, 2);
}

#[test]
fn destroyed_units_go_to_the_dead_pile_and_come_back_by_points_alone() {
    shows!["scs/15.0a"];
    // A reduced division dies in an attack; without points it stays where it is.
    let setting = phase("combat", 9).piece(reduced("F-55", "59.07")).unit("G-10", "59.06").unit("G-33", "58.06");
    let mut table = on(setting.unit("G-HQ-13", "59.04").unit("F-2", "46.05").unit("F-HQ-1", "46.05"));
    table.play(&["target 59.07", "join all"]).rolls(&[5, 5]).play(&["fight"]);
    assert!(table.state().dead.contains(piece("F-55")));
    assert_eq!(whereabouts(&table, "F-55"), None);
    pass_to(&mut table, 9, ALLIED);
    assert!(table.offers("pick F-55"));
}

#[test]
fn german_reinforcements_come_by_any_northern_road() {
    shows!["6.1/german-reinf-entry", "scs/14.0a"];
    let mut table = new("campaign", &[]);
    assert_eq!(table.options(), ["pick G-MG-1", "done"]);
    table.play(&["pick G-MG-1"]);
    let north: Vec<String> =
        game().ground.north_roads.iter().map(|at| format!("to {}", game().ground.label(at))).collect();
    assert_eq!(table.options(), north);
    assert_eq!(table.refused_by("to 14.34"), "scs/14.0a");
    table.play(&["to 15.35"]);
    // It stands there at no cost, and moves from there.
    assert_eq!(whereabouts(&table, "G-MG-1").as_deref(), Some("15.35"));
    table.play(&["pick G-MG-1"]);
    assert!(table.offers("to 13.34"));
}

/// A unit of the campaign's schedule that is due.
fn due(name: &str, turn: u32) -> serde_json::Value {
    json!({ "piece": name, "place": format!("turn {turn}") })
}

#[test]
fn entering_ignores_zones_and_stacking_but_not_enemies() {
    shows!["scs/14.0b"];
    // 15.35 lies in a zone, 16.34 is held.
    let setting = phase("replacement", 11).piece(due("G-26", 11)).piece(due("G-1", 11)).unit("F-55", "16.34");
    let mut table = on(setting);
    table.play(&["pick G-26"]);
    assert!(table.offers("to 15.35") && !table.offers("to 16.34"));
    assert_eq!(table.refused_by("to 16.34"), "scs/14.0a");
    table.play(&["to 15.35", "pick G-1", "to 15.35"]);
    let together = table.state().stack(hex("15.35")).count();
    assert_eq!(together, 2);
}

#[test]
fn reinforcements_may_be_held_back() {
    shows!["scs/14.0c"];
    let mut table = new("campaign", &[]);
    table.play(&["done"]);
    pass_to(&mut table, 2, GERMAN);
    assert!(table.offers("pick G-MG-1") && table.offers("pick G-MG-2"));
    table.play(&["pick G-MG-1", "to 15.35"]);
    assert_eq!(whereabouts(&table, "G-MG-1").as_deref(), Some("15.35"));
    // Nobody comes early.
    assert_eq!(table.refused_by("pick G-MG-3"), "1.1d-2");
}

#[test]
fn a_blocked_allied_entry_hex_has_a_next_one() {
    shows!["6.1/allied-reinf-block"];
    let enters = |unit: &str, turn: u32, blocked: &[&str]| {
        let germans = ["G-10", "G-33", "G-9", "G-20", "G-26", "G-1", "G-50Res", "G-4Gd"];
        let start = phase("replacement", turn).mark("side", "allied").piece(due(unit, turn)).unit("F-162", "40.10");
        let setting = germans.iter().zip(blocked).fold(start, |setting, (german, hex)| setting.unit(german, hex));
        let mut table = on(setting);
        if !table.offers(&format!("pick {unit}")) {
            return None;
        }
        table.play(&[&format!("pick {unit}")]);
        whereabouts(&table, unit)
    };
    assert_eq!(enters("F-4", 3, &[]).as_deref(), Some("17.01"));
    // Along the south edge to the east.
    assert_eq!(enters("F-4", 3, &["17.01"]).as_deref(), Some("26.00"));
    assert_eq!(enters("F-4", 3, &["17.01", "26.00"]).as_deref(), Some("36.00"));
    // Down the west edge first, then from the corner to the east.
    assert_eq!(enters("F-72", 7, &["01.33"]).as_deref(), Some("01.30"));
    let west = ["01.33", "01.30", "01.27", "01.24", "01.20", "01.11", "01.06"];
    assert_eq!(enters("F-72", 7, &west).as_deref(), Some("07.01"));
    // From the east edge to the south.
    assert_eq!(enters("F-16", 5, &["62.15"]).as_deref(), Some("62.10"));
}

#[test]
fn allied_reinforcements_come_where_the_lists_say() {
    shows!["scs/14.0a"];
    // The first day of the 10th Army, unit by unit.
    let mut table = new("tenth-army", &[]);
    pass_to(&mut table, 7, ALLIED);
    for (unit, at) in
        [("F-72", "01.33"), ("US-1/1", "01.30"), ("F-Tank-10", "01.27"), ("F-5", "01.24"), ("F-TankBn-1", "17.01")]
    {
        table.play(&[&format!("pick {unit}")]);
        assert_eq!(whereabouts(&table, unit).as_deref(), Some(at), "{unit}");
    }
    // Reduced ones come reduced.
    let brigade = due("US-83/42", 10);
    let mut table = on(phase("replacement", 10).scenario("tenth-army").mark("side", "allied").piece(brigade));
    table.play(&["pick US-83/42"]);
    assert!(flipped(&table, "US-83/42"));
    assert_eq!(whereabouts(&table, "US-83/42").as_deref(), Some("26.00"));
}

#[test]
fn airplanes_of_the_schedule_are_ready_at_once() {
    shows!["6.1/allied-reinf-t7a"];
    let planes = ["A-Air-3", "A-Air-4", "A-Air-5"];
    let setting = phase("exploitation", 7).unit("F-55", "40.10").unit("G-10", "40.30");
    let mut table = on(planes.iter().fold(setting, |setting, plane| setting.piece(due(plane, 7))));
    table.play(&["done"]);
    assert_eq!((table.state().turn, table.state().side), (7, ALLIED));
    assert!(planes.iter().all(|plane| table.state().ready.contains(piece(plane)) && !flipped(&table, plane)));
}

#[test]
fn the_arrival_of_an_airplane_cites_its_own_schedule() {
    shows!["6.1/german-reinf-t10", "7.3/german-reinf-t10", "7.4/allied-reinf"];
    let schedule = |scenario: &str, turn: u32, side: &str, plane: &str| {
        let (before, turn_before) = if side == "german" { ("allied", turn - 1) } else { ("german", turn) };
        let inside = if scenario == "ardre" { ["34.16", "29.21"] } else { ["20.10", "20.30"] };
        let setting =
            phase("exploitation", turn_before).scenario(scenario).mark("side", before).piece(due(plane, turn));
        let mut table = on(setting.unit("F-55", inside[0]).unit("G-10", inside[1]));
        table.play(&["done"]);
        assert!(table.state().ready.contains(piece(plane)), "{plane}");
        cited(&table, &format!("{plane} comes to the Ready Box"))
    };
    assert_eq!(schedule("campaign", 7, "allied", "A-Air-3"), ["6.1/allied-reinf-t7a"]);
    assert_eq!(schedule("campaign", 10, "german", "G-Air-5"), ["6.1/german-reinf-t10"]);
    assert_eq!(schedule("tenth-army", 10, "german", "G-Air-5"), ["7.3/german-reinf-t10"]);
    assert_eq!(schedule("ardre", 13, "allied", "A-Air-1"), ["7.4/allied-reinf"]);
}

#[test]
fn a_german_entry_hex_in_enemy_hands_moves_along_the_edge() {
    // Ruling 102: 21.20 of 7.2 is held, so the machine gun comes in next to it.
    let setting = phase("replacement", 2).scenario("rock-of-the-marne").piece(due("G-MG-2", 2)).unit("F-55", "21.20");
    let mut table = on(setting.unit("G-10", "15.18"));
    table.play(&["pick G-MG-2"]);
    let next: Vec<String> = table.options();
    assert_eq!(next, ["to 20.20", "to 22.20"]);
    // 27.30 of 7.3 lies on the east edge, so they come in right above or below it; further away if those are held too.
    let bavarians = |held: &[&str]| {
        let start = phase("replacement", 13).scenario("tenth-army").piece(due("G-2Bav", 13)).unit("G-HQ-8Res", "20.30");
        let french = ["F-1", "F-2", "F-7"].iter().zip(held);
        let mut table = on(french.fold(start.unit("F-HQ-3", "20.05"), |setting, (unit, at)| setting.unit(unit, at)));
        table.play(&["pick G-2Bav"]);
        let mut offered = table.options();
        offered.sort();
        (offered, whereabouts(&table, "G-2Bav"))
    };
    assert_eq!(bavarians(&["27.30"]).0, ["to 27.29", "to 27.31"]);
    assert_eq!(bavarians(&["27.30", "27.31"]).1.as_deref(), Some("27.29"));
    assert_eq!(bavarians(&["27.30", "27.31", "27.29"]).0, ["to 27.28", "to 27.32"]);
    // In a corner both edges will do.
    let corner = |blocked: &str| {
        let start = phase("replacement", 11).scenario("ardre").piece(due("G-Storm-10", 11)).unit("G-HQ-6Res", "31.20");
        let mut table = on(start.unit("BR-152/51", blocked).unit("F-HQ-3", "34.16"));
        table.play(&["pick G-Storm-10"]);
        let mut offered = table.options();
        offered.sort();
        offered
    };
    assert_eq!(corner("29.21"), ["to 29.20", "to 29.22"]);
}

#[test]
fn the_french_9_army_hq_leaves_on_turn_15() {
    shows!["6.1/allied-remove-t15"];
    let setting = phase("exploitation", 15).unit("F-Army-9", "17.05").unit("F-55", "17.05").unit("G-10", "17.30");
    let mut table = on(setting);
    assert_eq!(whereabouts(&table, "F-Army-9").as_deref(), Some("17.05"));
    table.play(&["done"]);
    assert_eq!((table.state().turn, table.state().side), (15, ALLIED));
    assert_eq!(whereabouts(&table, "F-Army-9"), None);
    assert!(!table.state().waiting.contains(piece("F-Army-9")));
}

#[test]
fn a_unit_that_is_due_now_but_has_nowhere_to_come_in_is_told_so() {
    shows!["1.1e-1", "1.1e-3", "1.1d-2"];
    let all: Vec<String> = crate::common::scenario("ardre").area.iter().map(|at| game().ground.label(at)).collect();
    let waiting = |turn: &str| {
        let setting = phase("replacement", 9).mark("side", "allied").scenario("ardre").unit("BR-152/51", "33.18");
        let setting = setting.mark("ground", &all.join(" "));
        on(setting.piece(json!({ "piece": "F-HQ-2", "place": format!("turn {turn}") })))
    };
    assert_eq!(waiting("9").refused_by("pick F-HQ-2"), "1.1e-1");
    assert_eq!(waiting("10").refused_by("pick F-HQ-2"), "1.1d-2");
}

#[test]
fn airplanes_of_the_schedule_come_on_their_turn_to_their_side() {
    shows!["6.1/allied-reinf-t7a", "6.1/german-reinf-t10"];
    // The Allies get three in turn 7, in their own player turn; the Germans one in turn 10.
    let mut table = new("campaign", &[]);
    let ready =
        |table: &Table<rock_of_the_marne::RockOfTheMarne>, name: &str| !table.state().waiting.contains(piece(name));
    let next = |table: &mut Table<rock_of_the_marne::RockOfTheMarne>| {
        let options = table.options();
        let safe = ["done", "stay", "decline"].iter().find(|word| options.iter().any(|option| option == *word));
        let option = safe.map_or_else(|| options[0].clone(), |word| word.to_string());
        table.play(&[&option]);
    };
    while table.state().turn < 7 {
        assert!(!ready(&table, "A-Air-3") && !ready(&table, "G-Air-5"));
        next(&mut table);
    }
    while table.state().side == GERMAN {
        assert!(!ready(&table, "A-Air-3"));
        next(&mut table);
    }
    while table.state().turn < 10 {
        assert!(ready(&table, "A-Air-3") && ready(&table, "A-Air-4") && ready(&table, "A-Air-5"));
        assert!(!ready(&table, "G-Air-5"));
        next(&mut table);
    }
    assert!(ready(&table, "G-Air-5"));
}

#[test]
fn the_ninth_army_leaves_in_the_allied_turn_15() {
    shows!["6.1/allied-remove-t15"];
    let stays = |side: &str, turn: u32| {
        let setting = phase("exploitation", turn).mark("side", side).unit("F-Army-9", "40.05").unit("F-HQ-2", "40.06");
        let mut table = on(setting.unit("G-HQ-13", "46.30").unit("G-10", "46.30"));
        let now = |table: &Table<rock_of_the_marne::RockOfTheMarne>| (table.state().turn, table.state().side);
        let before = now(&table);
        while now(&table) == before {
            table.play(&["done"]);
        }
        table.state().on_map.contains(piece("F-Army-9"))
    };
    assert!(stays("allied", 14), "not when the Germans begin turn 15");
    assert!(!stays("german", 15));
    assert!(stays("german", 14));
}

#[test]
fn a_rebuilt_division_is_told_as_one() {
    shows!["1.7c-1"];
    let dead = json!({ "piece": "G-10", "place": "dead" });
    let setting = phase("replacement", 9).mark("points", "1").piece(dead).unit("G-HQ-13", "20.30");
    let mut table = on(setting.unit("F-2", "20.05"));
    table.play(&["pick G-10"]);
    assert_eq!(whereabouts(&table, "G-10").as_deref(), Some("20.30"));
    assert!(flipped(&table, "G-10"), "at reduced strength");
    assert_eq!(cited(&table, "G-10 is rebuilt in 20.30"), ["1.7c-1"]);
}
