//! 9.0 Movement.

use crate::common::{GERMAN, Table, US, game, new_game, phase};
use engine::{Rules, shows};

/// The picked unit can go to a hex for so many points: so say the offer and the opened sum.
fn assert_cost(table: &Table, hex: &str, points: &str) {
    let action = game().parse(table.state(), &format!("to {hex}")).unwrap();
    assert_eq!(game().choice(table.state(), action).cost, Some(format!("{points} MP")), "{hex}");
    assert_eq!(table.forecast(&format!("to {hex}")).sum.value, points, "{hex}");
}

/// A US platoon in a hex, picked in its movement phase, with a German far away.
fn picked(hex: &str) -> Table {
    let mut table = phase("VIII", 3).unit("1/A/38", hex).unit("G001", "2342").table();
    table.play(&["pick 1/A/38"]);
    table
}

/// A German in a hex, picked in its movement phase, with an American far away.
fn picked_german(hex: &str) -> Table {
    let mut table = phase("V", 3).unit("G001", hex).unit("1/A/38", "1000").table();
    table.play(&["pick G001"]);
    table
}

#[test]
fn a_unit_goes_hex_by_hex_and_pays_for_each() {
    shows!["9.1a", "9.1f"];
    // Column 30 is open ground from 3013 to 3018: four points carry a platoon to 3017 and no farther.
    let table = picked("3013");
    for (hex, points) in [("3014", "1"), ("3015", "2"), ("3016", "3"), ("3017", "4")] {
        assert_cost(&table, hex, points);
    }
    assert!(!table.offers("to 3018"));
    let refusal = table.refusal("to 3018");
    assert_eq!(refusal.clauses[0].0, "9.1f");
    assert_eq!(refusal.reason, "3018 costs 1/A/38 5 MP, and it has 4");
    // It need not use them all.
    let mut table = table;
    table.play(&["to 3014"]);
    assert_eq!(table.hex_of("1/A/38").as_deref(), Some("3014"));
}

#[test]
fn a_hex_must_be_paid_in_full() {
    shows!["9.2"];
    // Two open hexes and the wooded hill 2614 make four points; from one hex farther away they make five, and the one
    // point that is left before the hill does not carry the unit into it.
    assert_cost(&picked("2914"), "2614", "4");
    let table = picked("3014");
    assert_cost(&table, "2714", "3");
    assert!(!table.offers("to 2614"));
    let refusal = table.refusal("to 2614");
    assert!(refusal.clauses.iter().any(|clause| clause.0 == "9.2"));
    assert_eq!(refusal.reason, "2614 costs 1/A/38 5 MP, and it has 4");
}

#[test]
fn points_are_neither_saved_nor_lent() {
    shows!["9.1b"];
    let mut table = phase("VIII", 3).unit("1/A/38", "3013").unit("2/A/38", "2913").unit("G001", "2342").table();
    // 1/A/38 stays, and 2/A/38 cannot have its points: 2918 is five open hexes away.
    table.play(&["pick 1/A/38", "stay", "pick 2/A/38"]);
    assert_eq!(table.refusal("to 2918").reason, "2918 costs 2/A/38 5 MP, and it has 4");
    // Nor does either have more in the next turn (event 3 does not touch movement).
    table.rolls(&[1, 2]).play(&["stay", "done"]);
    assert_eq!((table.phase(), table.state().turn, table.chooser()), ("VIII", 4, US));
    table.play(&["pick 1/A/38"]);
    assert_cost(&table, "3017", "4");
    assert_eq!(table.refusal("to 3018").reason, "3018 costs 1/A/38 5 MP, and it has 4");
}

#[test]
fn a_move_is_finished_before_the_next_and_not_made_again() {
    shows!["9.1c"];
    let mut table = phase("VIII", 3).unit("1/A/38", "3013").unit("2/A/38", "2913").unit("G001", "2342").table();
    table.play(&["pick 1/A/38"]);
    assert!(!table.offers("pick 2/A/38"));
    assert_eq!(table.refused_by("pick 2/A/38"), "5.1a");
    table.play(&["to 3014"]);
    assert!(!table.offers("pick 1/A/38"));
    let refusal = table.refusal("pick 1/A/38");
    assert_eq!((refusal.clauses[0].0, refusal.reason.as_str()), ("9.1c", "1/A/38 has moved in this phase"));
    assert!(table.offers("pick 2/A/38"));
}

#[test]
fn a_side_moves_its_own_units_in_its_own_movement_phase() {
    shows!["9.1d"];
    for (id, side, own, other) in [("V", GERMAN, "G001", "1/A/38"), ("VIII", US, "1/A/38", "G001")] {
        let table = phase(id, 3).unit("1/A/38", "3013").unit("G001", "2342").table();
        assert_eq!(table.chooser(), side);
        assert!(table.offers(&format!("pick {own}")));
        assert!(!table.offers(&format!("pick {other}")));
        assert_eq!(table.refused_by(&format!("pick {other}")), "9.1d");
    }
    for id in ["III", "IV", "VI", "VII", "IX", "X", "XI", "XII"] {
        let table = phase(id, 3).unit("1/A/38", "3013").unit("G001", "3014").table();
        assert!(table.options().iter().all(|option| !option.starts_with("pick")), "phase {id}");
        for piece in ["1/A/38", "G001"] {
            let refusal = table.refusal(&format!("pick {piece}"));
            assert!(refusal.clauses.iter().any(|clause| clause.0 == "9.1d"), "phase {id}: {refusal}");
        }
    }
}

#[test]
fn none_some_or_all_units_move() {
    shows!["9.1e"];
    let setting = || phase("VIII", 3).unit("1/A/38", "3013").unit("2/A/38", "2913").unit("G001", "2342").table();
    // None: the phase can be ended at once.
    let mut table = setting();
    table.rolls(&[1, 2]).play(&["done"]);
    assert_eq!((table.phase(), table.hex_of("1/A/38").as_deref()), ("V", Some("3013")));
    // One of two.
    let mut table = setting();
    table.rolls(&[1, 2]).play(&["pick 1/A/38", "to 3014", "done"]);
    assert_eq!((table.phase(), table.hex_of("2/A/38").as_deref()), ("V", Some("2913")));
    // Both.
    let mut table = setting();
    table.rolls(&[1, 2]).play(&["pick 1/A/38", "to 3014", "pick 2/A/38", "to 2914"]);
    assert_eq!((table.phase(), table.hex_of("2/A/38").as_deref()), ("V", Some("2914")));
}

#[test]
fn emplacements_never_move() {
    shows!["9.3"];
    // Not even when every US movement factor is raised by a rally.
    for event in ["none", "us-rally"] {
        let setting = phase("VIII", 3).unit("HW1", "3013").unit("1/A/38", "3113").unit("G001", "2342");
        let table = setting.mark("event", event).table();
        assert!(!table.offers("pick HW1"), "{event}");
        let refusal = table.refusal("pick HW1");
        assert_eq!((refusal.clauses[0].0, refusal.reason.as_str()), ("9.3", "HW1 is an emplacement and never moves"));
    }
}

#[test]
fn units_of_a_stack_move_one_at_a_time() {
    shows!["9.4"];
    let mut table = phase("V", 3).unit("G001", "3013").unit("G002", "3013").unit("1/A/38", "1000").table();
    table.play(&["pick G001", "to 3014"]);
    assert_eq!(table.stack("3013"), ["G002"]);
    assert_eq!(table.stack("3014"), ["G001"]);
    // Stacking holds while units move: 3015 is full with sixteen factors, to end in and to pass through. The way
    // around it is one hex longer.
    let full = phase("V", 3).unit("G110", "3015").unit("G111", "3015").unit("G003", "3014");
    let mut table = full.unit("1/A/38", "1000").table();
    table.play(&["pick G003"]);
    assert_eq!(table.refused_by("to 3015"), "6.1a");
    assert!(!table.offers("to 3015"));
    assert_cost(&table, "3016", "3");
}

#[test]
fn open_ground_towns_railroads_and_the_surmelin_cost_one() {
    shows!["9.5a"];
    assert_cost(&picked("2825"), "2826", "1"); // clear
    assert_cost(&picked("2825"), "2925", "1"); // Moulins
    assert_cost(&picked("2828"), "2829", "1"); // the embankment
    assert_cost(&picked("3315"), "3415", "1"); // the Surmelin
}

#[test]
fn the_riverbank_and_wooded_hills_cost_two() {
    shows!["9.5b"];
    assert_cost(&picked("2717"), "2618", "2"); // wooded hills
    assert_cost(&picked_german("3031"), "3032", "2"); // from open ground to the bank
    assert_cost(&picked_german("3032"), "2931", "2"); // along the bank
}

#[test]
fn a_road_step_costs_half_a_point_along_the_road_only() {
    shows!["9.5c", "9.5d"];
    // The Paris-Metz Road runs from 2824 to 2724 and 2625; 2823 lies beside it.
    let table = picked("2824");
    assert_cost(&table, "2724", "1/2");
    assert_cost(&table, "2625", "1");
    assert_cost(&table, "2823", "1");
    // Four points are eight hexes of road, 2128 the last of them.
    assert_cost(&table, "2128", "4");
    assert!(!table.offers("to 2029"), "half a point too far");
    assert_eq!(table.refusal("to 2029").reason, "2029 costs 1/A/38 4 1/2 MP, and it has 4");
    // From beside the road its hexes cost what else is there: open ground, or a town of Crezancy.
    assert_cost(&picked("2823"), "2824", "1");
    assert_cost(&picked("3919"), "3820", "1");
    // 3921 and 3821 both have a road, but none crosses the side between them; nor that between 3821 and 3721.
    assert_cost(&picked("3921"), "3821", "1");
    assert_cost(&picked("3821"), "3721", "1");
    // The rate is for entering along the road, not for starting on it.
    assert_cost(&picked("2824"), "2825", "1");
}

/// The hexes of all roads that have this ground.
fn road_hexes_with(ground: &str) -> Vec<String> {
    let map = &game().ground.map;
    let roads = map.lines.iter().filter(|line| map.features[line.feature].id == "road");
    let mut hexes: Vec<String> = roads
        .flat_map(|road| road.hexes.iter())
        .filter(|&&hex| game().ground.terrain_title(hex) == ground)
        .map(|&hex| game().ground.label(hex))
        .collect();
    hexes.sort();
    hexes
}

#[test]
fn two_bridges_cross_the_surmelin() {
    shows!["9.6a", "9.6c"];
    assert_eq!(road_hexes_with("Surmelin River"), ["3311", "3520"]);
    // Along the road onto a bridge and off again.
    for (from, bridge, beyond) in [("3621", "3520", "3421"), ("3411", "3311", "3211")] {
        assert_cost(&picked(from), bridge, "1/2");
        assert_cost(&picked(from), beyond, "1");
        assert_cost(&picked(beyond), bridge, "1/2");
        assert_cost(&picked(beyond), from, "1");
    }
    // Any other way in, a bridge hex is a Surmelin hex.
    assert_cost(&picked("3620"), "3520", "1");
    assert_cost(&picked("3312"), "3311", "1");
}

#[test]
fn bridges_cannot_be_destroyed() {
    shows!["9.6a"];
    // All heavy guns hit the bridge 3520 and the German on it: 24 against 3 is 8:1.
    let setting = phase("IV", 3).unit("1/A/38", "3522").unit("G001", "3520").unit("G002", "3621");
    let mut table = setting.table();
    table.rolls(&[1, 1, 1]).play(&["heavy 3520", "heavy 3520", "heavy 3520", "done"]);
    assert!(table.is_dead("G001"));
    // The bridge stands: the next one goes over it by road.
    table.play(&["pick G002"]);
    assert_cost(&table, "3520", "1/2");
    assert_cost(&table, "3421", "1");
}

#[test]
fn road_movement_goes_on_over_rail_crossings() {
    shows!["9.6b"];
    assert_eq!(road_hexes_with("Railroad embankment"), ["3511", "3721"]);
    assert_cost(&picked("3822"), "3721", "1/2");
    assert_cost(&picked("3822"), "3621", "1");
    assert_cost(&picked("3612"), "3511", "1/2");
    assert_cost(&picked("3612"), "3411", "1");
    // Over crossing and bridge in one go.
    assert_cost(&picked("3822"), "3421", "2");
}

#[test]
fn enemy_hexes_are_never_entered() {
    shows!["9.7a"];
    let mut table = phase("VIII", 3).unit("1/A/38", "3013").unit("G001", "3014").table();
    table.play(&["pick 1/A/38"]);
    assert!(!table.offers("to 3014"));
    let refusal = table.refusal("to 3014");
    assert_eq!((refusal.clauses[0].0, refusal.reason.as_str()), ("9.7a", "the enemy holds 3014"));
    // Nor passed through: 3015, two hexes away, costs three.
    assert_cost(&table, "3015", "3");
    // The same for Germans.
    let mut table = phase("V", 3).unit("1/A/38", "3014").unit("G001", "3013").table();
    table.play(&["pick G001"]);
    assert_eq!(table.refused_by("to 3014"), "9.7a");
    assert_cost(&table, "3015", "3");
}

#[test]
fn bombardment_markers_go_where_units_cannot() {
    shows!["9.7b"];
    let mut table = phase("IV", 3).unit("1/A/38", "3013").unit("G001", "3014").table();
    table.play(&["light 3014", "heavy 3014"]);
    let at: Vec<String> = table.state().markers().iter().map(|marker| game().ground.label(marker.hex)).collect();
    assert_eq!(at, ["3014", "3014"]);
    assert_eq!(table.stack("3014"), ["G001"]);
}

#[test]
fn the_riverbank_is_closed_to_us_units() {
    shows!["9.8a"];
    let table = picked("3031");
    for bank in ["3032", "3131", "2931"] {
        assert!(!table.offers(&format!("to {bank}")));
        let refusal = table.refusal(&format!("to {bank}"));
        assert_eq!(refusal.clauses[0].0, "9.8a");
        assert_eq!(refusal.reason, format!("{bank} is a Marne riverbank hex, closed to US units"));
    }
    // Nor can they begin there.
    let table = new_game(&[]);
    assert!(!table.offers("place 3032"));
    let refusal = table.refusal("place 3032");
    assert!(refusal.clauses.iter().any(|clause| clause.0 == "9.8a"));
}

#[test]
fn us_units_fire_into_the_riverbank_and_through_it() {
    shows!["9.8b"];
    // Into 3032 from 3030, and through 2632 into 2633 from 2631.
    for (from, target) in [("3030", "3032"), ("2631", "2633")] {
        let mut table = phase("VI", 3).unit("HW1", from).unit("G001", target).table();
        // 8 against 3 is 2:1.
        table.rolls(&[2]).play(&[&format!("target {target}"), "join HW1", "fire"]);
        assert!(table.is_dead("G001"), "{target}");
    }
}
