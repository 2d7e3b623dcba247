//! The rulings: what the rulebook leaves open and how it is played here, one test for each that can be observed.
//!
//! Shown elsewhere: R1 (half-blocked example), R13 (corners) and R14 (off the map) in `line_of_fire.rs`; R28 (no US
//! advance onto the riverbank) and R30 (who may advance) in `advance.rs`; R37 and R38 in `play_balance.rs`. Nothing to
//! observe: R41 (no halves), R43 (which villages a tip means), R44 (numbers that are not printed), R7 (an emplacement is
//! always alone).

use crate::common::overlay::overlay;
use crate::common::{GERMAN, Table, US, game, new_game, phase};
use engine::view::Covered;
use engine::{Rules, Viewer, shows};

/// The offers that begin with a word.
fn offers(table: &Table, word: &str) -> Vec<String> {
    table.options().into_iter().filter(|option| option.starts_with(word)).collect()
}

/// What a picked unit pays to go to a hex.
fn cost(table: &Table, hex: &str) -> String {
    table.forecast(&format!("to {hex}")).sum.value
}

/// The names of the pieces that a viewer sees in a hex.
fn seen(table: &Table, viewer: Viewer, hex: &str) -> Vec<(String, Option<Covered>)> {
    let view = table.view(viewer);
    let here = engine::view::Place::Hexes(vec![hex.to_string()]);
    let pieces = view.pieces.into_iter().filter(|piece| piece.place == here);
    pieces.map(|piece| (piece.id.unwrap_or_default(), piece.covers)).collect()
}

#[test]
fn r2_north_of_the_road_is_counted_column_by_column() {
    // The road passes 2227 and 2228 in column 22, and 4222 in column 42.
    let table = new_game(&[]);
    for (hex, forward) in
        [("2229", true), ("2226", false), ("4223", true), ("4221", false), ("1033", true), ("1031", false)]
    {
        assert_eq!(table.offers(&format!("place {hex}")), forward, "{hex}");
    }
}

/// The turn after a quiet position: random event, reinforcements and draws by the rolls laid down.
fn next_turn(container: &str, rolls: &[u16]) -> Table {
    let setting = phase("XII", 2).unit("1/A/38", "1000").unit("G112", "4232").mark("container", container);
    let mut table = setting.table();
    table.rolls(rolls).play(&["done"]);
    table
}

#[test]
fn r3_the_east_edge_turns_the_corner() {
    // Event 8, two dice, two units.
    let mut table = next_turn("G001 G002", &[4, 4, 1, 1, 1, 1]);
    table.play(&["pick G001"]);
    let entries = offers(&table, "place");
    assert_eq!(entries.len(), 24);
    for hex in ["2242", "2142", "1142", "1042", "1041", "1031"] {
        assert!(entries.contains(&format!("place {hex}")), "{hex}");
    }
    for hex in ["2342", "1030", "1141"] {
        assert_eq!(table.refused_by(&format!("place {hex}")), "7.7b");
    }
}

#[test]
fn r4_reinforcements_arrive_on_any_riverbank_hex() {
    // Event 3, then four dice for the one unit that is left.
    let table = next_turn("G001", &[1, 2, 1, 1, 1, 1, 1]);
    assert_eq!((table.phase(), table.chooser()), ("II", GERMAN));
    let bank: Vec<String> =
        game().ground.bank.iter().map(|&hex| format!("place {}", game().ground.label(hex))).collect();
    let mut entries = offers(&table, "place");
    entries.sort();
    let mut expected = bank;
    expected.sort();
    assert_eq!((entries.len(), entries), (30, expected));
}

#[test]
fn r5_leaving_the_map_costs_one_point_in_the_german_movement_phase() {
    let exits = |hex: &str| {
        let mut table = phase("V", 3).unit("1/A/38", "1000").unit("G001", hex).table();
        table.play(&["pick G001"]);
        table.offers("exit")
    };
    // Three open hexes and one point to leave make four; four and one are too many.
    assert!(exits("3103"));
    assert!(!exits("3104"));
    // No road rate: 2605 is six road hexes (three points) from 2300, 2606 seven.
    assert!(exits("2605"));
    assert!(!exits("2606"));
    // The south edge beside the exit hexes is no way out, nor is any other edge.
    assert!(!exits("3700"));
    assert!(!exits("4210"));
    // An advance stops in the hex that was emptied.
    let mut table = phase("VII", 3).unit("1/A/38", "3000").unit("2/A/38", "1000").unit("G112", "3001").table();
    table.play(&["target 3000", "join G112", "fire", "advance G112"]);
    assert_eq!((table.hex_of("G112").as_deref(), table.outcome()), (Some("3000"), None));
}

#[test]
fn r6_a_rally_does_not_count_against_the_stacking_limit() {
    // Three platoons with five factors each in a rally: the fourth still fits, by what is printed.
    let three = phase("VIII", 3).unit("1/A/38", "3013").unit("2/A/38", "3013").unit("3/A/38", "3013");
    let mut table = three.unit("4/A/38", "3014").unit("G001", "2342").mark("event", "us-rally").table();
    table.play(&["pick 4/A/38", "to 3013"]);
    assert_eq!(table.stack("3013").len(), 4);
}

#[test]
fn r8_a_full_hex_is_not_even_passed() {
    shows!["9.4"];
    // Sixteen German factors in 3014; fifteen leave room for one to pass.
    let way = |full: &[&str]| {
        let setting = phase("V", 3).unit("1/A/38", "1000").unit("G001", "3013");
        let setting = full.iter().fold(setting, |setting, piece| setting.unit(piece, "3014"));
        let mut table = setting.table();
        table.play(&["pick G001"]);
        cost(&table, "3015")
    };
    assert_eq!(way(&["G111", "G112"]), "3");
    assert_eq!(way(&["G105", "G112"]), "2");
    // US infantry passes an emplacement.
    let mut table = phase("VIII", 3).unit("1/A/38", "3013").unit("HW1", "3014").unit("G001", "2342").table();
    table.play(&["pick 1/A/38"]);
    assert_eq!(cost(&table, "3015"), "2");
    assert!(!table.offers("to 3014"));
}

#[test]
fn r9_a_prepared_position_costs_one_point() {
    let mut table = phase("VIII", 3).unit("1/A/38", "2423").unit("G001", "2342").table();
    table.play(&["pick 1/A/38"]);
    assert_eq!(cost(&table, "2323"), "1");
}

#[test]
fn r10_the_road_rate_holds_through_towns() {
    shows!["9.5c"];
    // The valley road runs through Crezancy (3820, 3819) and Paroy (3011).
    for (from, to) in [("3821", "3820"), ("3820", "3819"), ("3111", "3011"), ("3011", "2910")] {
        let mut table = phase("VIII", 3).unit("1/A/38", from).unit("G001", "2342").table();
        table.play(&["pick 1/A/38"]);
        assert_eq!(cost(&table, to), "1/2", "{to}");
    }
}

#[test]
fn r11_there_is_no_minimum_move() {
    shows!["9.2"];
    // With wooded hills of five points a platoon beside one cannot enter it, not even as its whole move.
    let hills = "id = \"wooded-hills\"\nhalves = { value = 4";
    let steep = overlay().change("tables.toml", hills, "id = \"wooded-hills\"\nhalves = { value = 10").game();
    let mut table = phase("VIII", 3).unit("1/A/38", "2717").unit("G001", "2342").table_of(&steep);
    table.play(&["pick 1/A/38"]);
    assert_eq!(table.refusal("to 2618").reason, "2618 costs 1/A/38 5 MP, and it has 4");
}

#[test]
fn r12_each_unit_of_a_group_needs_its_own_line() {
    shows!["10.4"];
    // 2717 does not see 2518 through 2618; 2618 does, and cannot bring its neighbour along.
    let setting = phase("VI", 3).unit("1/A/38", "2717").unit("2/A/38", "2618").unit("G001", "2518");
    let mut table = setting.table();
    table.play(&["target 2518"]);
    assert_eq!(offers(&table, "join"), ["join 2/A/38"]);
    assert_eq!(table.refused_by("join 1/A/38"), "10.7b");
}

#[test]
fn r15_the_limits_of_darkness_and_gas_hold_for_spotting() {
    shows!["11.2a"];
    let spots = |turn: u32, event: &str, target: &str| {
        let setting = phase("IV", turn).unit("HW1", "3013").unit("G001", target).mark("event", event);
        setting.table().offers(&format!("light {target}"))
    };
    assert!(spots(1, "none", "3014") && spots(1, "none", "3015") && !spots(1, "none", "3016"));
    assert!(spots(3, "poison-gas", "3014") && spots(3, "poison-gas", "3017") && !spots(3, "poison-gas", "3018"));
    assert!(spots(3, "none", "3018"));
}

#[test]
fn r16_heavy_machineguns_are_named_at_any_moment_and_only_fire() {
    // G001 in 3020 and 1/A/38 in 3013 are seven hexes apart; G002 stands nearer.
    let setting = |id: &str| phase(id, 3).unit("1/A/38", "3013").unit("G001", "3020").unit("G002", "3018");
    let mut table = setting("VII").unit("2/A/38", "2918").mark("event", "machineguns").table();
    table.play(&["target 2918", "join G002"]);
    table.rolls(&[6]).play(&["fire"]);
    // After another fire, openly; a unit that has fired cannot have them.
    assert_eq!(table.refused_by("guns G002"), "7.8a");
    table.play(&["guns G001", "target 3013"]);
    assert_eq!(offers(&table, "join"), ["join G001"]);
    assert!(table.told(Viewer::Side(US)).contains(&"G001 has heavy machineguns in this phase.".to_string()));
    // The line must still be open.
    let hidden = phase("VII", 3).unit("1/A/38", "2518").unit("G001", "2717").mark("event", "machineguns");
    let mut table = hidden.unit("2/A/38", "1000").table();
    table.play(&["guns G001"]);
    assert!(offers(&table, "target").is_empty());
    // They do not help to spot.
    let table = phase("XI", 3).unit("1/A/38", "3013").unit("G001", "3020").mark("event", "machineguns").table();
    assert_eq!(table.refused_by("light 3013"), "11.2a");
}

#[test]
fn r17_a_thwarted_breakthrough_is_used_up() {
    // US platoons hold all ten entry hexes in the west when a five is rolled.
    let hexes = ["4222", "4223", "4224", "4225", "4226", "4227", "4228", "4229", "4230", "4231"];
    let platoons = ["1/A/38", "2/A/38", "3/A/38", "4/A/38", "1/B/38", "2/B/38", "3/B/38", "4/B/38", "1/C/38", "2/C/38"];
    let setting = phase("XII", 2).unit("G112", "2342").mark("container", "G001 G002 G003 G004 G005");
    let setting = platoons.iter().zip(hexes).fold(setting, |setting, (piece, hex)| setting.unit(piece, hex));
    let mut table = setting.table();
    // Four units come in phase II, one is left.
    table.rolls(&[2, 3, 1, 1, 1, 1, 1, 1, 1, 1]).play(&["done", "place 2342", "top G112"]);
    table.play(&["place 2342", "top G112", "place 2342", "top G112", "place 2342", "top G112"]);
    let thwarted =
        "Random event 5. A German breakthrough in the west is thwarted: US units hold every hex.".to_string();
    assert!(table.told(Viewer::All).contains(&thwarted));
    // One hex is free in the next turn; the event does not come again.
    table.play(&["done", "pick 1/A/38", "to 4122"]);
    table.rolls(&[2, 3, 1, 1, 1, 1, 1]).play(&["done"]);
    assert_eq!((table.state().turn, table.phase()), (4, "II"));
    let repeated = "Random event 5. No event: the Germans have broken through in the west before.".to_string();
    assert!(table.told(Viewer::All).contains(&repeated));
}

#[test]
fn r17_a_breakthrough_with_an_empty_container_is_used_up() {
    let table = next_turn("", &[2, 3, 4]);
    assert_eq!(table.state().broken_through, [true, false]);
}

#[test]
fn r18_units_that_fit_nowhere_go_back() {
    // In the west all hexes but 4231 are held by US platoons, and there sixteen German factors lie.
    let hexes = ["4222", "4223", "4224", "4225", "4226", "4227", "4228", "4229", "4230"];
    let platoons = ["1/A/38", "2/A/38", "3/A/38", "4/A/38", "1/B/38", "2/B/38", "3/B/38", "4/B/38", "1/C/38"];
    let setting = phase("XII", 2).unit("G110", "4231").unit("G111", "4231").mark("container", "G001");
    let setting = platoons.iter().zip(hexes).fold(setting, |setting, (piece, hex)| setting.unit(piece, hex));
    let mut table = setting.table();
    // Event 5 with a die of 3, but one unit is left to draw. It cannot enter, and comes in phase II instead.
    table.rolls(&[2, 3, 3, 1, 1, 1, 1, 1, 1]).play(&["done"]);
    assert_eq!((table.state().turn, table.phase()), (3, "II"));
    assert_eq!(table.state().broken_through, [true, false]);
    table.play(&["place 2342"]);
    assert_eq!(table.hex_of("G001").as_deref(), Some("2342"));
}

#[test]
fn r19_entry_hexes_may_hold_germans() {
    let setting = phase("XII", 2).unit("1/A/38", "1000").unit("G002", "4225").mark("container", "G001");
    let mut table = setting.table();
    table.rolls(&[2, 3, 1, 1]).play(&["done", "place 4225"]);
    assert_eq!(table.stack("4225"), ["G001", "G002"]);
}

#[test]
fn r20_the_rally_is_accepted_in_phase_i() {
    let mut table = next_turn("G001", &[3, 3]);
    assert_eq!((table.phase(), table.chooser()), ("I", US));
    assert_eq!(table.options(), ["accept", "decline"]);
    table.rolls(&[1, 1, 1, 1, 1]).play(&["accept"]);
    assert_eq!((table.phase(), table.state().rallied), ("II", true));
}

#[test]
fn r21_emplacements_fire_better_in_a_rally_but_stay() {
    shows!["9.3"];
    // 8 + 1 against the Surmelin's 3 is 3:1.
    let setting = phase("VI", 3).unit("HW1", "3413").unit("G001", "3415").mark("event", "us-rally");
    let mut table = setting.table();
    table.play(&["target 3415", "join HW1"]);
    assert_eq!(table.forecast("fire").sum.value, "3:1");
    let setting = phase("VIII", 3).unit("HW1", "3413").unit("G001", "3415").mark("event", "us-rally");
    assert_eq!(setting.table().refused_by("pick HW1"), "9.3");
}

#[test]
fn r22_one_die_says_whose_artillery_is_superb() {
    for (die, fact) in [
        (1, "Superb artillery spotting: German bombardments do not drift."),
        (4, "Superb artillery spotting: US bombardments do not drift."),
    ] {
        let table = next_turn("", &[6, 6, die]);
        assert!(table.view(Viewer::All).facts.iter().any(|told| told.text == fact), "{die}");
    }
}

#[test]
fn r23_markers_in_one_hex_attack_together_or_each_by_itself() {
    shows!["11.4a"];
    // Two light markers at a German on the embankment (4): 8 together, 2:1; each by itself 1:1, twice.
    let setting = || phase("IV", 3).unit("1/A/38", "2826").unit("G001", "2829").unit("G002", "3032");
    let fire = |option: &str, rolls: &[u16]| {
        let mut table = setting().option(option).table();
        table.rolls(rolls).play(&["light 2829", "light 2829", "done"]);
        (table.dice_rolled(), table.is_dead("G001"))
    };
    assert_eq!(fire("separate-markers=off", &[1, 1, 2]), (3, true));
    assert_eq!(fire("separate-markers=off", &[1, 1, 3]), (3, false));
    assert_eq!(fire("separate-markers=on", &[1, 1, 2, 2]), (4, false));
    assert_eq!(fire("separate-markers=on", &[1, 1, 2, 1]), (4, true));
    // The second attack finds nobody left.
    assert_eq!(fire("separate-markers=on", &[1, 1, 1]), (3, true));
    // The chances say so: 2/6, or 11/36.
    let eliminated = |option: &str| {
        let mut table = setting().unit("HW1", "2925").option(option).mark("event", "us-spotting").table();
        table.play(&["light 2829", "light 2829"]);
        table.forecast("done").chances.last().unwrap().probability
    };
    assert!((eliminated("separate-markers=off") - 2.0 / 6.0).abs() < 1e-12);
    assert!((eliminated("separate-markers=on") - 11.0 / 36.0).abs() < 1e-12);
}

#[test]
fn r24_markers_are_placed_then_drift_then_are_resolved() {
    shows!["11.4d"];
    let mut table = phase("III", 3).unit("1/A/38", "3018").unit("2/A/38", "3016").unit("G001", "3020").table();
    table.play(&["heavy 3018", "heavy 3016"]);
    assert_eq!(table.dice_rolled(), 0, "nothing is rolled while markers are placed");
    table.rolls(&[6, 4]).play(&["done"]);
    assert!(table.is_dead("2/A/38") && !table.is_dead("1/A/38"), "both came down in 3016");
}

#[test]
fn r25_a_marker_that_drifts_from_the_riverbank_is_lost() {
    shows!["11.3f"];
    let mut table = phase("IV", 3).unit("1/A/38", "3030").unit("G001", "3032").table();
    table.rolls(&[6]).play(&["heavy 3032", "done"]);
    assert_eq!((table.dice_rolled(), table.is_dead("G001")), (1, false));
}

#[test]
fn r26_a_marker_that_drifts_into_an_empty_hex_does_nothing() {
    let mut table = phase("IV", 3).unit("1/A/38", "3013").unit("G001", "3016").table();
    table.rolls(&[6]).play(&["heavy 3016", "done"]);
    assert_eq!((table.dice_rolled(), table.is_dead("G001"), table.phase()), (1, false, "V"));
}

#[test]
fn r27_the_next_hex_may_be_bombarded() {
    let mut table = phase("IV", 3).unit("1/A/38", "3013").unit("G001", "3014").unit("G002", "3017").table();
    table.rolls(&[1, 4]).play(&["heavy 3014", "done"]);
    assert!(table.is_dead("G001"));
}

#[test]
fn r29_a_unit_that_advanced_does_not_fire_again_but_may_be_fired_at() {
    shows!["10.2a"];
    let setting =
        phase("VI", 3).unit("1/A/38", "3013").unit("2/A/38", "2913").unit("G001", "3014").unit("G002", "3015");
    let mut table = setting.table();
    table.rolls(&[1]).play(&["target 3014", "join 1/A/38", "fire", "advance 1/A/38", "target 3015"]);
    assert_eq!(offers(&table, "join"), ["join 2/A/38"]);
    assert_eq!(table.refused_by("join 1/A/38"), "10.2a");
    table.rolls(&[6]).play(&["join 2/A/38", "fire"]);
    assert_eq!(table.phase(), "VII");
    assert!(table.offers("target 3014"));
}

#[test]
fn r31_an_enemy_stack_shows_its_top_and_its_owner_chooses_it() {
    let stack = |option: &str| {
        let setting =
            phase("V", 3).unit("1/A/38", "3013").unit("G112", "3016").unit("G001", "3016").unit("G002", "3017");
        setting.option(option).table()
    };
    let table = stack("show-counts=off");
    assert_eq!(seen(&table, Viewer::Side(US), "3016"), [("G001".to_string(), Some(Covered { count: None }))]);
    let counted = stack("show-counts=on");
    assert_eq!(seen(&counted, Viewer::Side(US), "3016"), [("G001".to_string(), Some(Covered { count: Some(1) }))]);
    // The owner sees both; and when a unit comes he says which one is on top.
    let mut table = table;
    assert_eq!(seen(&table, Viewer::Side(GERMAN), "3016").len(), 2);
    table.play(&["pick G002", "to 3016"]);
    assert_eq!(table.chooser(), GERMAN);
    table.play(&["top G112"]);
    assert_eq!(seen(&table, Viewer::Side(US), "3016"), [("G112".to_string(), Some(Covered { count: None }))]);
    // The same when one leaves a stack of different faces.
    table.play(&["pick G001", "to 3017", "top G002"]);
    assert_eq!(seen(&table, Viewer::Side(US), "3016"), [("G002".to_string(), Some(Covered { count: None }))]);
}

#[test]
fn r31_a_stack_is_open_to_both_while_it_is_resolved() {
    let setting = phase("VI", 3).unit("1/A/38", "3013").unit("G112", "3016").unit("G001", "3016");
    let mut table = setting.table();
    // 4 against 2 is 2:1; the first die is for G001, the second for G112.
    table.rolls(&[6, 2]).play(&["target 3016", "join 1/A/38", "fire"]);
    for side in [US, GERMAN] {
        assert!(
            table
                .told(Viewer::Side(side))
                .contains(&"G112 in 3016 is eliminated. The dice show 6 for G001, 2 for G112.".to_string())
        );
    }
}

#[test]
fn r32_draws_after_set_up_are_open_or_hidden() {
    let drawn = |option: &str, side| {
        let setting = phase("XII", 2).unit("1/A/38", "1000").unit("G112", "4232").mark("container", "G001");
        let mut table = setting.option(option).table();
        table.rolls(&[1, 2, 1, 1, 1, 1, 1]).play(&["done"]);
        let told = table.told(Viewer::Side(side)).into_iter().find(|text| text.ends_with("is drawn."));
        let box_shown = table.view(Viewer::Side(side)).pieces.iter().any(|piece| piece.id.as_deref() == Some("G001"));
        (told.unwrap(), box_shown)
    };
    for side in [US, GERMAN] {
        assert_eq!(drawn("hide-draws=off", side), ("G001 (1-6-4) is drawn.".to_string(), true));
    }
    assert_eq!(drawn("hide-draws=on", GERMAN), ("G001 (1-6-4) is drawn.".to_string(), true));
    assert_eq!(drawn("hide-draws=on", US), ("A German unit is drawn.".to_string(), false));
}

#[test]
fn r33_mezy_and_moulins_belong_to_the_forward_zone() {
    let table = new_game(&[]);
    for hex in ["4028", "4029", "3928", "3929", "3024", "2924", "2925"] {
        assert!(table.offers(&format!("place {hex}")), "{hex}");
    }
    assert!(!table.offers("place 2039"), "Varennes does not");
}

#[test]
fn r34_a_wooded_hill_north_of_the_road_is_in_both_zones() {
    // None is on the board; put one in 3025, and it takes forward and rear units alike.
    assert!(game().ground.forward.iter().all(|hex| !game().ground.rear.contains(hex)));
    let wood = overlay().ground("3025", 'w').game();
    let hex = wood.ground.board().parse("3025").unwrap();
    assert!(wood.ground.forward.contains(&hex) && wood.ground.rear.contains(&hex));
}

#[test]
fn r35_no_us_units_are_a_german_win_whatever_is_to_come() {
    let setting = phase("VII", 3).unit("1/A/38", "3013").unit("G112", "3014").mark("container", "rest");
    let mut table = setting.table();
    table.play(&["target 3013", "join G112", "fire"]);
    let outcome = table.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.clause.0), (Some(GERMAN), "4.3b"));
}

#[test]
fn r36_nothing_ends_a_basic_game_in_which_both_sides_sit_still() {
    shows!["13.1"];
    let mut table = phase("V", 2).unit("1/A/38", "1000").unit("G001", "4232").option("play-balance=off").table();
    for turn in 2..40 {
        assert_eq!((table.state().turn, table.phase()), (turn, "V"));
        table.rolls(&[1, 2]).play(&["done", "done"]);
    }
    assert_eq!(table.outcome(), None);
}

#[test]
fn r39_remains_are_shown_and_change_nothing() {
    let setting =
        phase("VI", 3).unit("1/A/38", "3013").unit("2/A/38", "3013").unit("3/A/38", "3013").unit("G001", "3014");
    let mut table = setting.unit("G002", "2342").table();
    table.play(&["target 3014", "join all", "fire", "done"]);
    let markers = table.view(Viewer::Spectator).markers;
    let remains = markers.iter().find(|marker| marker.hexes == ["3014"]).unwrap();
    assert_eq!((remains.kind.word(), remains.count, remains.side.as_deref()), ("carnage", 1, Some("german")));
    table.play(&["pick 1/A/38"]);
    assert_eq!(cost(&table, "3014"), "1");
}

#[test]
fn r40_every_phase_may_be_passed() {
    shows!["9.1e", "10.2b"];
    for id in ["III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"] {
        let mut table = phase(id, 3).unit("1/A/38", "3013").unit("G001", "3014").table();
        assert_eq!(table.phase(), id);
        assert!(table.offers("done"), "{id}");
        table.rolls(&[1, 2]).play(&["done"]);
        assert_ne!(table.phase(), id);
    }
}

#[test]
fn r42_the_sides_share_one_pool_of_markers() {
    shows!["11.5"];
    let pool = |table: &Table| -> Vec<(String, usize)> {
        table.view(Viewer::All).boxes.into_iter().find(|holding| holding.id == "guns").unwrap().contents
    };
    let six = [("light bombardment".to_string(), 3), ("heavy bombardment".to_string(), 3)];
    let mut table = phase("III", 3).unit("1/A/38", "2223").unit("G001", "2323").table();
    assert_eq!(pool(&table), six);
    table.play(&["light 2223", "heavy 2223"]);
    assert_eq!(pool(&table), [("light bombardment".to_string(), 2), ("heavy bombardment".to_string(), 2)]);
    // 12 against 6 is 2:1; it misses, and the US side has all six.
    table.rolls(&[1, 1, 3]).play(&["done"]);
    assert_eq!((table.phase(), pool(&table)), ("IV", six.to_vec()));
}

#[test]
fn r45_gas_takes_one_point_off_whatever_is_printed() {
    // Germans with a movement of 5 have 4 in gas.
    let text = "movement = { value = 4, source = \"rulebook 7.4\" }\nnames = { value = \"GNUMBER\"";
    let fast = overlay().change("pieces.toml", text, &text.replacen('4', "5", 1)).game();
    let setting = phase("V", 3).unit("1/A/38", "1000").unit("G001", "3013").mark("event", "poison-gas");
    let mut table = setting.table_of(&fast);
    table.play(&["pick G001"]);
    assert!(table.offers("to 3017") && !table.offers("to 3018"));
}

#[test]
fn r46_fire_below_one_to_one_is_allowed_and_uses_the_unit_up() {
    shows!["10.10c"];
    let setting =
        phase("VI", 3).unit("1/A/38", "2927").unit("G001", "2925").unit("G002", "2930").unit("2/A/38", "2928");
    let mut table = setting.table();
    // 4 against the town's 5.
    table.play(&["target 2925", "join 1/A/38"]);
    assert_eq!(table.forecast("fire").sum.label, "Odds at 2925: no effect");
    table.play(&["fire"]);
    assert_eq!((table.dice_rolled(), table.is_dead("G001")), (0, false));
    assert_eq!(table.refused_by("target 2925"), "10.5");
    table.play(&["target 2930"]);
    assert_eq!(offers(&table, "join"), ["join 2/A/38"]);
}

#[test]
fn r47_a_hex_never_holds_both_sides() {
    let position =
        r#"{ "phase": "V", "pieces": [{ "piece": "1/A/38", "hex": "3013" }, { "piece": "G001", "hex": "3013" }] }"#;
    let position = serde_json::from_str(position).unwrap();
    assert_eq!(game().position(&position).unwrap_err().to_string(), "3013 holds units of both sides");
}

#[test]
fn r48_a_hex_has_one_kind_of_ground() {
    shows!["10.8a"];
    // 3627, where the railroad crosses the Surmelin, is embankment: it blocks and has a strength of 4.
    let mut table = phase("VII", 3).unit("G112", "3629").unit("1/A/38", "3627").unit("2/A/38", "3626").table();
    assert_eq!(offers(&table, "target"), ["target 3627"]);
    table.play(&["target 3627", "join G112"]);
    assert_eq!(table.forecast("fire").sum.value, "2:1");
}

#[test]
fn r49_units_that_fire_from_under_a_top_stay_hidden_or_are_shown() {
    shows!["6.5a", "10.3a"];
    let told = |option: &str, side| {
        let setting = phase("VI", 3).unit("1/A/38", "3013").unit("2/A/38", "3013").unit("3/A/38", "3013");
        let mut table = setting.unit("G001", "3016").unit("G002", "3017").option(option).table();
        table.rolls(&[6]).play(&["target 3016", "join 1/A/38", "join 3/A/38", "fire"]);
        table.told(Viewer::Side(side)).into_iter().find(|text| text.contains("into 3016")).unwrap()
    };
    // 8 against 2. 3/A/38 is on top and can be seen, 1/A/38 lies under it.
    let whole = "1/A/38 (4), 3/A/38 (4) fire into 3016 with 8 factors, at 4:1.";
    assert_eq!(told("hide-firers=on", US), whole);
    assert_eq!(
        told("hide-firers=on", GERMAN),
        "3/A/38 (4), hidden units in 3013 fire into 3016 with 8 factors, at 4:1."
    );
    for side in [US, GERMAN] {
        assert_eq!(told("hide-firers=off", side), whole);
    }
    let about = game().about();
    assert!(about.default_options().has(about.options.iter().position(|info| info.id == "hide-firers").unwrap()));
}

#[test]
fn r50_a_moving_unit_is_seen_or_not() {
    let told = |option: &str, side| {
        let setting = phase("V", 3).unit("1/A/38", "1000").unit("G001", "3013").unit("G002", "4232").option(option);
        let mut table = setting.table();
        table.play(&["pick G001", "to 3014"]);
        table.told(Viewer::Side(side)).into_iter().find(|text| text.contains("moves from")).unwrap()
    };
    let whole = "G001 moves from 3013 to 3014.";
    for side in [US, GERMAN] {
        assert_eq!(told("strict-fog=off", side), whole);
    }
    assert_eq!(told("strict-fog=on", GERMAN), whole);
    assert_eq!(told("strict-fog=on", US), "A unit moves from 3013 to 3014.");
}

#[test]
fn r51_breakthroughs_are_drawn_at_once_and_reinforcements_one_by_one() {
    // Event 5 with a die of 2: both units are drawn before the first is placed, in any order.
    let mut table = next_turn("G001 G002", &[2, 3, 2, 1, 1]);
    assert_eq!(table.state().hand.len(), 2);
    assert_eq!(table.options(), ["pick G001", "pick G002"]);
    table.play(&["pick G002", "place 4222", "place 4223"]);
    assert_eq!((table.hex_of("G001").as_deref(), table.hex_of("G002").as_deref()), (Some("4223"), Some("4222")));
    // Phase II: one is drawn and placed, then the next.
    let mut table = next_turn("G001 G002", &[1, 2, 1, 1, 1, 1, 2, 1]);
    assert_eq!(table.state().hand.len(), 1);
    table.play(&["place 2342"]);
    assert_eq!((table.hex_of("G002").as_deref(), table.state().hand.len()), (Some("2342"), 1));
    table.play(&["place 2342"]);
    assert_eq!(table.hex_of("G001").as_deref(), Some("2342"));
}

#[test]
fn r52_no_us_unit_begins_in_a_rear_hex_on_the_road() {
    // None is on the board; make a wooded hill of the road hex 2824, and it is in neither zone.
    let wood = overlay().ground("2824", 'w').game();
    let hex = wood.ground.board().parse("2824").unwrap();
    assert!(!wood.ground.rear.contains(&hex) && !wood.ground.forward.contains(&hex));
}
