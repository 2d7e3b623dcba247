//! Movement and exploitation (series chapters 3.1, 4 and 11), on the open ground of the south-east unless the ground
//! matters.

use crate::common::*;
use engine::{Rules, Viewer, shows};
use rock_of_the_marne::pieces::{ALLIED, GERMAN};

/// The value of a derivation's part, however deep.
fn part(derivation: &engine::Derivation, label: &str) -> Option<String> {
    if derivation.label == label {
        return Some(derivation.value.clone());
    }
    derivation.parts.iter().find_map(|inner| part(inner, label))
}

#[test]
fn a_unit_spends_no_more_than_its_allowance() {
    shows!["scs/3.1a", "scs/3.1c", "chart/terrain-clear"];
    let mut table = on(phase("movement", 9).unit("G-10", "62.03"));
    table.play(&["pick G-10"]);
    assert!(table.offers("to 56.03"), "six clear hexes cost six points");
    let cost = |to: &str| {
        let action = game().parse(table.state(), to).unwrap();
        game().choice(table.state(), action).cost
    };
    assert_eq!([cost("to 56.03"), cost("to 61.03"), cost("stay")], [Some("6 MP".into()), Some("1 MP".into()), None]);
    let mut slow = on(phase("movement", 9).unit("G-Army-7", "62.03"));
    slow.play(&["pick G-Army-7"]);
    assert!(slow.offers("to 60.03"), "an Army HQ has two points");
    assert_eq!(slow.refused_by("to 59.03"), "scs/3.1a");
    let forecast = table.forecast("to 61.04");
    assert_eq!(forecast.sum.value, "1 of 6");
    assert_eq!(part(&forecast.sum, "clear").as_deref(), Some("1"));
}

#[test]
fn each_unit_moves_once_and_need_not_move() {
    shows!["scs/3.1a2"];
    let mut table = on(phase("movement", 9).unit("G-10", "62.03").unit("G-33", "62.05"));
    table.play(&["pick G-10", "to 62.04"]);
    assert_eq!(table.refused_by("pick G-10"), "scs/3.1a2");
    table.play(&["pick G-33", "stay"]);
    assert_eq!(whereabouts(&table, "G-33").as_deref(), Some("62.05"));
}

#[test]
fn a_move_is_told_with_its_way() {
    shows!["scs/3.1a"];
    let mut table = on(phase("movement", 9).unit("G-10", "62.03").unit("G-33", "62.03").unit("G-9", "62.06"));
    table.play(&["pick G-10", "join G-33", "to 62.05", "pick G-9", "to 62.07"]);
    let told = ["G-10, G-33 move from 62.03 to 62.05.", "G-9 moves from 62.06 to 62.07."];
    assert_eq!(table.told(Viewer::Side(GERMAN)), told);
    // The enemy sees a unit go.
    assert!(table.told(Viewer::Side(ALLIED)).contains(&told[1].to_string()));
    let (_, event) = &table.playing.log()[0];
    let way: Vec<String> = event.hexes.iter().map(|&hex| game().ground.label(hex)).collect();
    assert_eq!((event.kind, way), (engine::EventKind::Move, vec!["62.03".into(), "62.04".into(), "62.05".into()]));
}

#[test]
fn a_stack_goes_at_the_pace_of_its_slowest_and_picks_nobody_up() {
    shows!["scs/3.1b"];
    let mut table = on(phase("movement", 9)
        .mark("side", "allied")
        .unit("F-Rgt-1", "62.03")
        .unit("F-Rgt-2", "62.03")
        .unit("F-Army-6", "62.03")
        .unit("F-Rgt-3", "61.04"));
    table.play(&["pick F-Rgt-1"]);
    assert!(table.offers("to 56.03"), "a regiment alone has six points");
    assert_eq!(table.refused_by("join F-Rgt-3"), "scs/3.1b");
    assert!(table.offers("join all"));
    table.play(&["join F-Army-6"]);
    assert!(table.offers("join F-Rgt-2") && !table.offers("join all"), "one is no crowd");
    assert!(!table.offers("to 56.03") && table.offers("to 60.03"), "with an Army HQ it has two");
    table.play(&["to 60.03"]);
    assert_eq!(whereabouts(&table, "F-Army-6").as_deref(), Some("60.03"));
    assert_eq!(whereabouts(&table, "F-Rgt-2").as_deref(), Some("62.03"), "those not picked are left behind");
    assert_eq!(table.refused_by("pick F-Rgt-1"), "scs/3.1a2");
}

#[test]
fn without_enough_points_a_hex_is_not_entered() {
    shows!["scs/3.1c", "chart/terrain-rough-woods", "chart/terrain-rough"];
    // An Army HQ has two points; rough woods cost three, rough two.
    let mut table = on(phase("movement", 9).mark("side", "allied").unit("F-Army-6", "19.10"));
    table.play(&["pick F-Army-6"]);
    let dear: Vec<String> = table.options();
    for option in &dear {
        let Some(label) = option.strip_prefix("to ") else { continue };
        let forecast = table.forecast(option);
        let spent = forecast.sum.value.split(' ').next().unwrap().to_string();
        assert!(
            ["1/2", "1", "2"].contains(&spent.as_str()) || spent == "1 1/2" || spent == "0",
            "{label} costs {spent}"
        );
    }
    let rough_woods = game().ground.board().hexes().find(|&hex| {
        let board = game().ground.board();
        board.terrain_name(board.terrain(hex)) == "rough-woods"
    });
    assert_eq!(game().ground.effects(rough_woods.unwrap()).halves, 6);
}

#[test]
fn roads_have_a_rate_of_their_own_and_cross_rivers() {
    shows!["scs/3.1d", "chart/terrain-road"];
    let mut table = on(phase("movement", 9).unit("G-10", "60.34"));
    table.play(&["pick G-10"]);
    let forecast = table.forecast("to 60.22");
    assert_eq!(forecast.sum.value, "6 of 6", "twelve hexes along the road");
    assert_eq!(forecast.path.len(), 13);
    assert!(forecast.sum.parts.iter().all(|step| part(step, "along the road").as_deref() == Some("1/2")));
    assert_eq!(table.refused_by("to 60.21"), "scs/3.1a");
    // The road from Soissons leads over the Aisne at the road rate.
    let mut table = on(phase("movement", 9).unit("G-10", "08.30"));
    table.play(&["pick G-10"]);
    assert_eq!(table.forecast("to 09.31").sum.value, "1/2 of 6");
}

#[test]
fn rivers_cost_a_point_more() {
    shows!["chart/terrain-river", "GI/terrain-b"];
    let mut table = on(phase("movement", 9).unit("G-10", "45.19"));
    table.play(&["pick G-10"]);
    let forecast = table.forecast("to 44.18");
    assert_eq!(part(&forecast.sum, "river").as_deref(), Some("1"));
    assert_eq!(forecast.sum.value, "2 of 6", "a clear trench hex costs one, the Vesle one more");
    // Into rough ground it is two and one.
    let mut table = on(phase("movement", 9).unit("G-10", "02.31"));
    table.play(&["pick G-10"]);
    let forecast = table.forecast("to 02.32");
    assert_eq!(part(&forecast.sum, "river").as_deref(), Some("1"));
    assert_eq!(forecast.sum.value, "3 of 6");
}

#[test]
fn the_marne_is_crossed_only_at_bridges() {
    shows!["chart/terrain-marne", "chart/terrain-assault-bridge", "3.2a-1"];
    // An Army HQ has two points, which do not take it around by Dormans.
    let mut table = on(phase("movement", 9).unit("G-Army-7", "19.13"));
    table.play(&["pick G-Army-7"]);
    assert!(!table.offers("to 19.12"), "no bridge leads there");
    let mut table = on(phase("movement", 9).unit("G-Army-7", "19.13").mark("bridges", "19.12-19.13"));
    table.play(&["pick G-Army-7"]);
    let forecast = table.forecast("to 19.12");
    assert_eq!(forecast.sum.value, "2 of 2", "the bridge cancels the river, the woods cost two");
    let mut table = on(phase("movement", 9).unit("G-Army-7", "19.13").mark("destroyed", "19.12-19.13"));
    table.play(&["pick G-Army-7"]);
    assert!(!table.offers("to 19.12"), "a destroyed bridge is no bridge");
    let mut table = on(phase("movement", 9).unit("G-10", "21.15").option("blown-bridges=off"));
    table.play(&["pick G-10"]);
    assert_eq!(table.forecast("to 21.14").sum.value, "1/2 of 6", "the printed bridge of Dormans carries a road");
    let mut blown = on(phase("movement", 9).unit("G-10", "21.15"));
    blown.play(&["pick G-10"]);
    assert!(!blown.offers("to 21.14"), "it is blown unless somebody says otherwise");
}

#[test]
fn only_germans_use_assault_bridges_with_the_switch() {
    let bridge = |option: &str| {
        let mut table = on(phase("movement", 9)
            .mark("side", "allied")
            .unit("F-Army-6", "19.12")
            .mark("bridges", "19.12-19.13")
            .option(option));
        table.play(&["pick F-Army-6"]);
        table.offers("to 19.13")
    };
    assert!(bridge("german-bridges=off") && !bridge("german-bridges"));
}

/// What was possible a moment ago is asked anew when another bridge lies there, or none.
#[test]
fn a_bridge_counts_only_as_long_as_it_lies_where_it_is() {
    shows!["chart/terrain-assault-bridge"];
    let ways = |side: &str, unit: &str, from: &str, [mark, bridges]: [&str; 2]| {
        let start = phase("movement", 9).mark("side", side).unit(unit, from).option("german-bridges=off");
        let mut table = on(start.mark(mark, bridges));
        table.play(&[&format!("pick {unit}")]);
        ["19.12", "20.12", "19.13"].map(|to| table.offers(&format!("to {to}")))
    };
    let spit = |bridges: &str| ways("german", "G-HQ-8Res", "19.13", ["bridges", bridges]);
    // An HQ has three points: the woods of 19.12 cost two and the road on to 20.12 a half, rough woods in 20.12 all three.
    assert_eq!(spit("19.12-19.13"), [true, true, false]);
    assert_eq!(spit("19.13-20.12"), [false, true, false]);
    let bank = |mark: &str| ways("allied", "F-Army-6", "19.12", [mark, "19.12-19.13"])[2];
    assert!(bank("bridges") && !bank("destroyed"));
}

#[test]
fn enemy_zones_cost_two_points_and_do_not_stop() {
    shows!["scs/3.1e", "scs/3.1f", "scs/4.0a", "scs/4.0d"];
    let mut table = on(phase("movement", 9).unit("G-10", "62.03").unit("F-73", "59.03"));
    table.play(&["pick G-10"]);
    // 60.03 and 60.02 are next to the French division.
    let forecast = table.forecast("to 60.03");
    assert_eq!(part(&forecast.sum, "enemy zone of control").as_deref(), Some("2"));
    assert_eq!(forecast.sum.value, "4 of 6", "two clear hexes and one zone");
    // From one zone straight into the next it costs the same again, which six points do not cover.
    assert_eq!(table.refused_by("to 58.03"), "scs/3.1a");
    let mut table = on(phase("movement", 9).unit("G-10", "60.03").unit("F-73", "59.03"));
    table.play(&["pick G-10"]);
    assert_eq!(table.forecast("to 61.04").sum.value, "1 of 6", "leaving a zone is free");
    assert_eq!(table.forecast("to 60.02").sum.value, "3 of 6", "from zone to zone");
}

#[test]
fn friends_do_not_cancel_the_cost_of_a_zone() {
    shows!["scs/3.1g"];
    let setting = phase("movement", 9).unit("G-10", "62.03").unit("F-73", "59.03").unit("G-33", "60.03");
    let mut table = on(setting);
    table.play(&["pick G-10"]);
    assert_eq!(table.forecast("to 60.03").sum.value, "4 of 6");
}

#[test]
fn stormtroopers_pay_one_point_for_a_zone() {
    shows!["3.1-1"];
    let mut table = on(phase("movement", 9).unit("G-Storm-1", "62.03").unit("F-73", "59.03"));
    table.play(&["pick G-Storm-1"]);
    assert_eq!(table.forecast("to 60.03").sum.value, "3 of 6");
    // French regiments have no such privilege.
    let mut table = on(phase("movement", 9).mark("side", "allied").unit("F-Rgt-1", "62.03").unit("G-10", "59.03"));
    table.play(&["pick F-Rgt-1"]);
    assert_eq!(table.forecast("to 60.03").sum.value, "4 of 6");
}

#[test]
fn hqs_and_machine_guns_have_no_zone() {
    shows!["scs/4.0b"];
    for unit in ["G-HQ-8", "G-MG-1", "G-Army-7"] {
        let mut table = on(phase("movement", 9).mark("side", "allied").unit("F-Rgt-1", "62.03").unit(unit, "59.03"));
        table.play(&["pick F-Rgt-1"]);
        assert_eq!(table.forecast("to 60.03").sum.value, "2 of 6", "{unit}");
    }
}

#[test]
fn enemies_are_never_entered_and_friends_do_not_matter() {
    shows!["scs/3.1h", "scs/3.1j"];
    let setting = phase("movement", 9).unit("G-10", "62.03").unit("F-HQ-3", "60.03").unit("G-33", "61.03");
    let mut table = on(setting);
    table.play(&["pick G-10"]);
    assert_eq!(table.refused_by("to 60.03"), "scs/3.1h");
    assert_eq!(table.forecast("to 60.02").sum.value, "2 of 6", "through the hex of the own division");
    assert!(table.offers("to 61.03"), "even to end there, for the moment");
}

#[test]
fn nobody_leaves_the_area_of_a_scenario() {
    shows!["scs/3.1i"];
    let mut table = on(phase("movement", 2).scenario("gouraud").unit("G-10", "40.24"));
    table.play(&["pick G-10"]);
    assert_eq!(table.refused_by("to 39.25"), "scs/3.1i");
    assert!(table.offers("to 41.25"));
}

#[test]
fn exploiters_move_again_outside_enemy_zones() {
    shows!["scs/0.9", "scs/11.0a", "scs/11.0b", "1.8d-2", "scs/4.0d"];
    let setting = || {
        phase("exploitation", 9)
            .mark("side", "allied")
            .unit("F-Tank-3", "62.03")
            .piece(serde_json::json!({ "piece": "F-Tank-1", "hex": "62.04", "marks": ["broken-down"] }))
            .unit("F-Tank-4", "60.03")
            .piece(serde_json::json!({ "piece": "F-Tank-10", "hex": "62.05", "marks": ["out-of-supply"] }))
            .unit("F-73", "62.06")
            .unit("F-HQ-3", "62.02")
            .unit("G-10", "59.03")
    };
    let mut table = on(setting());
    assert_eq!(table.refused_by("pick F-73"), "scs/0.9");
    assert_eq!(table.refused_by("pick F-Tank-1"), "scs/0.9");
    assert_eq!(table.refused_by("pick F-Tank-4"), "scs/11.0a");
    assert_eq!(table.refused_by("pick F-Tank-10"), "1.3f-4");
    table.play(&["pick F-Tank-3"]);
    assert_eq!(table.forecast("to 61.04").sum.value, "1 of 4", "with its full allowance");
    table.play(&["stay"]);
}

#[test]
fn a_broken_down_tank_moves_by_its_back() {
    shows!["1.8d"];
    let broken = serde_json::json!({ "piece": "F-Tank-3", "hex": "62.03", "marks": ["broken-down"] });
    let mut table = on(phase("movement", 9).mark("side", "allied").piece(broken));
    table.play(&["pick F-Tank-3"]);
    assert!(table.offers("to 60.03"), "Broken Down does not mean that it cannot move");
}
