//! 11 Supply, and 15.4.1.

use crate::common::*;
use engine::{Viewer, shows};
use miracle_on_the_marne::ground::Terrain;
use serde_json::json;

/// The last phase of turn 3; three words end it and determine supply.
fn dusk() -> Setting {
    phase("D3", 3).mark("phasing", "german").mark("german", "defensive").mark("allied", "defensive")
}

fn after(setting: Setting) -> Table {
    let mut table = table(setting);
    table.play(&["done"]);
    table
}

fn is_supplied(table: &Table, name: &str) -> bool {
    !table.state().unsupplied.contains(piece(name))
}

#[test]
fn a_unit_is_supplied_within_eight_points_of_its_hq() {
    shows!["4.E", "11.1.1", "11.1.2", "11.1.5a", "11.1.5c", "11.2.1a"];
    // X19: eight points, the HQ's hex counted and the unit's not, are in supply; half a point more is not.
    let ground = &game().ground;
    let mut reach = hexboard::Reach::new(ground.board());
    reach.explore(&ground.supply_back[0], hex("0124"), 17, |_| hexboard::Entry::Free, |_| 0);
    let at = |halves: u16| {
        let found = reach.reached().iter().find(|&&hex| reach.cost(hex) == Some(halves));
        ground.label(*found.unwrap())
    };
    let far = |hex: &str| after(dusk().unit("Vautier", "0124").unit("27Bde", hex));
    assert!(is_supplied(&far(&at(16)), "27Bde"));
    let distant = at(17);
    assert!(!is_supplied(&far(&distant), "27Bde"));
    assert!(far(&distant).told(Viewer::Side(GERMAN)).iter().any(|text| text.contains("is out of supply")));
    // Before that, nobody loses supply, wherever he stands.
    let early = table(dusk().unit("Vautier", "0124").unit("27Bde", &distant));
    assert!(is_supplied(&early, "27Bde"));
}

#[test]
fn its_own_hq_or_any_with_the_switch() {
    let setting = dusk().unit("Vautier", "0124").unit("109Bde", "0125");
    assert!(!is_supplied(&after(setting.clone()), "109Bde"), "its HQ is not on the map");
    assert!(is_supplied(&after(setting.option("any-hq")), "109Bde"));
}

#[test]
fn roads_and_railroads_are_cheap_for_all() {
    shows!["11.1.5b"];
    // From Versailles along the railroad and roads farther than eight hexes, in any mode.
    let along = |unit: &str, mode: &str| {
        is_supplied(&after(dusk().mark("allied", mode).unit("Vautier", "0124").unit("27Bde", unit)), "27Bde")
    };
    let far = game().ground.network.iter().find(|&at| {
        let mut reach = hexboard::Reach::new(game().ground.board());
        let enter = |_| hexboard::Entry::Free;
        reach.explore(&game().ground.supply_back[0], hex("0124"), 16, enter, |_| 0);
        game().ground.board().distance(hex("0124"), at) > 8 && reach.cost(at).is_some()
    });
    let far = game().ground.label(far.unwrap());
    for mode in ["offensive", "defensive", "regroup", "transfer"] {
        assert!(along(&far, mode), "{far} in {mode} mode");
    }
}

#[test]
fn enemies_and_their_zones_cut_lines_unless_friends_are_there() {
    shows!["11.1.4a", "11.1.4b"];
    // 27 Bde is shut into the corner 0136 by a German in 0134, whose zone covers the way out.
    let shut = || dusk().unit("Vautier", "0131").unit("27Bde", "0136").unit("IR42", "0233").unit("IR48", "0235");
    let cut = after(shut());
    assert!(!is_supplied(&cut, "27Bde"));
    let opened = after(shut().unit("28Bde", "0134").unit("125Bde", "0135").unit("126Bde", "0133"));
    assert!(is_supplied(&opened, "27Bde"));
}

#[test]
fn a_hq_needs_a_road_off_a_friendly_edge() {
    shows!["11.1.3", "11.1.6a", "11.1.6b", "11.1.7a", "11.1.7b", "11.2.1b"];
    // Allied edges are west, south and east; German is the north alone.
    for (hq, at) in
        [("Vautier", "0124"), ("Vautier", "0836"), ("Vautier", "5014"), ("Linsingen", "2101"), ("Linsingen", "3701")]
    {
        assert!(is_supplied(&after(dusk().unit(hq, at)), hq), "{hq} in {at}");
    }
    // Far from any free road to its own edge: Germans hold the roads around Versailles and Paris.
    let held = dusk()
        .unit("Vautier", "0124")
        .unit("27Bde", "0125")
        .unit("IR42", "0223")
        .unit("IR48", "0122")
        .unit("IR24", "0225");
    let cut = after(held.unit("IR20", "0126"));
    assert!(!is_supplied(&cut, "Vautier"));
    assert!(!is_supplied(&cut, "27Bde"), "its units with it, although they reach it");
    // A German HQ in the far south-west finds no way north through Allied zones.
    let german = dusk()
        .unit("Linsingen", "0134")
        .unit("27Bde", "0132")
        .unit("28Bde", "0332")
        .unit("125Bde", "0334")
        .unit("126Bde", "0336");
    assert!(!is_supplied(&after(german), "Linsingen"));
}

#[test]
fn supply_comes_back() {
    shows!["11.2.4"];
    let marked = json!({ "piece": "27Bde", "hex": "0125", "marks": ["out of supply"] });
    let table = after(dusk().unit("Vautier", "0124").piece(marked));
    assert!(is_supplied(&table, "27Bde"));
    assert!(table.told(Viewer::Side(ALLIED)).iter().any(|text| text.contains("in supply again")));
}

#[test]
fn a_hq_out_of_supply_leaves_offensive_mode() {
    shows!["5.1.1d", "11.2.3a", "11.2.3b"];
    let cut_off = |mode: &str| json!({ "piece": "Vautier", "hex": "0505", "marks": ["out of supply", mode] });
    let mut stuck = table(phase("A", 3).piece(cut_off("offensive")));
    assert_eq!(stuck.refused_by("done"), "11.2.3b");
    stuck.play(&["mode Vautier transfer", "done"]);
    let other = table(phase("A", 3).piece(cut_off("defensive")));
    assert_eq!(other.refused_by("mode Vautier offensive"), "11.2.3a");
    assert!(other.offers("done"));
}

#[test]
fn the_bef_is_supplied_from_the_west_with_its_option() {
    shows!["15.4.1"];
    let setting = dusk().unit("Haig", "5014").unit("Vautier", "5017");
    assert!(is_supplied(&after(setting.clone()), "Haig"));
    // Across the whole map the roads lead west; a wall of Germans shuts them.
    let mut wall = setting.option("bef");
    let units = ["Gren2", "Gren9", "Fus34", "IR42", "IR14", "IR149", "IR49", "IR140", "FA3", "FA4", "HvII", "GrenPf3"];
    let more = ["LeibGren8", "IR48", "Gren12", "IR52", "FA5", "IR20", "Fus35", "IR24", "IR64", "FA6", "HvIII", "Hus3"];
    for (row, unit) in units.iter().chain(&more).take(18).enumerate() {
        wall = wall.unit(unit, &format!("45{:02}", 2 * row + 1));
    }
    let table = after(wall);
    assert!(!is_supplied(&table, "Haig"));
    assert!(is_supplied(&table, "Vautier"), "the French draw from the east");
}

#[test]
fn road_and_railroad_hexes_cost_half_a_point() {
    shows!["11.1.5b"];
    // In half points: a clear hex 2, a forest 4, a hex with a road or railroad 1, and 4 more over a river that neither
    // crosses. Then as ruling R63 has it with the switch: the rate of 1 only along a road or railroad.
    let (ground, mut steps) = (&game().ground, [0; 3]);
    for from in ground.board().hexes() {
        for (way, to) in ground.board().neighbours(from) {
            let side = ground.hexside(from, way);
            let crossed = side.road || side.rail;
            let plain = if ground.terrain(to) == Terrain::Forest { 4 } else { 2 };
            let river = if side.river && !crossed { 4 } else { 0 };
            let half = ground.network.contains(to);
            let letter = if half { 1 + river } else { plain + river };
            let follow = if crossed { 1 } else { plain + river };
            assert_eq!(ground.supply[0].step(from, way), Some(letter), "{from:?} to {to:?}");
            assert_eq!(ground.supply[1].step(from, way), Some(follow), "{from:?} to {to:?}");
            assert_eq!(ground.supply_back[0].step(to, way.opposite()), Some(letter), "{from:?} from {to:?}");
            steps[0] += usize::from(half && !crossed && river == 0);
            steps[1] += usize::from(half && river > 0);
            steps[2] += usize::from(side.rail && side.river && !side.road);
        }
    }
    assert!(steps.iter().all(|&count| count > 10), "the board shows all of them: {steps:?}");
    // Ten hexes from Hache, across the country: seven points, or ten along the roads alone.
    let setting = dusk().unit("Hache", "3320").unit("9Bde", "4428");
    assert!(is_supplied(&after(setting.clone()), "9Bde"));
    assert!(!is_supplied(&after(setting.option("follow-roads")), "9Bde"));
}
