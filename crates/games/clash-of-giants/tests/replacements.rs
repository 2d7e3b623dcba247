//! 9.3 Replacements, and the Paris taxis.

use crate::common::{Ask, Lay, game, marches, phase, words};
use engine::laws::Setting;
use engine::shows;
use serde_json::json;

fn russians() -> Setting {
    phase("allied-reinforcement", 6)
        .reduced("R-25", "3822")
        .reduced("R-27", "3823")
        .reduced("R-28", "3922")
        .reduced("R-1", "3024")
        .reduced("R-2", "2924")
        .unit("G-41", "1513")
}

#[test]
fn each_army_rebuilds_so_many_steps_a_turn() {
    shows!["tannenberg/5.321d", "tannenberg/5.321e", "tannenberg/5.321f", "tannenberg/9.3a", "tannenberg/9.3b"];
    shows!["tannenberg/9.3d", "tannenberg/9.3e", "std/9.3a"];
    let mut table = russians().table(game());
    assert_eq!(table.hexes("rebuild"), words("R-25 R-27 R-28 R-1 R-2"));
    table.play(&["rebuild R-25", "rebuild R-1"]);
    assert_eq!((table.steps("R-25"), table.steps("R-1")), (2, 2));
    // The Second Army has had its one step; the First has another, and lends none.
    assert_eq!(table.refused_by("rebuild R-2"), "tannenberg/5.321f");
    table.play(&["rebuild R-27"]);
    assert_eq!((table.steps("R-28"), table.steps("R-2")), (1, 1));
    assert!(!table.offers("rebuild R-28"), "the phase is over");
    // Nor does the Second lend one to the First.
    let mut table = russians().table(game());
    table.play(&["rebuild R-25", "rebuild R-27"]);
    assert_eq!(table.refused_by("rebuild R-28"), "tannenberg/5.321e");
    // Nor does the Second lend one to the First.
    let mut table = russians().table(game());
    table.play(&["rebuild R-25", "rebuild R-27"]);
    assert_eq!(table.refused_by("rebuild R-28"), "tannenberg/5.321e");
    // Unused steps are not saved: next turn there are two again, not three.
    let mut table = russians().table(game());
    table.play(&["done"]);
    assert!(!table.offers("rebuild R-25") && table.offers("activate russian-first"), "{:?}", table.options());
    assert!(table.state().steps_left.iter().sum::<u8>() <= 3);
}

#[test]
fn the_germans_rebuild_one_step() {
    shows!["tannenberg/5.322d"];
    let mut table = phase("german-reinforcement", 6)
        .reduced("G-1", "1611")
        .reduced("G-41", "1612")
        .unit("R-25", "5022")
        .table(game());
    assert_eq!(table.hexes("rebuild"), words("G-1 G-41"));
    table.play(&["rebuild G-1"]);
    assert_eq!((table.steps("G-1"), table.steps("G-41")), (2, 1));
}

#[test]
fn a_rebuilt_unit_is_done() {
    shows!["tannenberg/9.3c", "tannenberg/5.321d", "std/9.3c"];
    let mut table =
        phase("german-reinforcement", 6).reduced("G-41", "3821").unit("G-35", "3821").unit("R-1", "3822").table(game());
    table.play(&["rebuild G-41"]);
    table.rolls(&[3]).play(&["roll"]);
    assert_eq!(table.refused_by("pick G-41"), "std/9.3c");
    table.play(&["done", "target 3822"]);
    assert_eq!(table.refused_by("join G-41"), "std/12.1d");
}

#[test]
fn replacements_need_supply_from_the_map_edge_and_go_to_infantry() {
    shows!["tannenberg/9.31", "std/9.3b"];
    let offered = |marks: &[&str]| {
        let piece = json!({ "piece": "G-41", "hex": "1611", "steps": 1, "marks": marks });
        let table =
            phase("german-reinforcement", 6).piece(piece).reduced("G-35", "1612").unit("R-25", "5022").table(game());
        assert!(table.offers("rebuild G-35"));
        table.offers("rebuild G-41")
    };
    assert!(offered(&[]));
    for mark in ["attenuated", "unsupplied", "inland"] {
        assert!(!offered(&[mark]), "{mark}");
    }
}

fn french(points: &str, turn: u32) -> Setting {
    marches("french-fifth", points, turn)
        .reduced("F-5", "2820")
        .reduced("F-1", "2821")
        .unit("F-6", "2822")
        .unit("F-4Cav", "2922")
        .unit("G-1G", "3604")
        .mark("rallied", "french-fifth")
}

#[test]
fn only_a_2_star_lets_units_try() {
    shows!["marne/9.3", "marne/9.31a", "marne/9.31b", "std/9.3b", "std/9.3e", "std/10.1c"];
    let table = french("2*", 7).table(game());
    assert_eq!(table.hexes("rebuild"), words("F-5 F-1"));
    assert_eq!(table.refused_by("rebuild F-6"), "marne/9.31b");
    assert_eq!(french("3", 7).table(game()).refused_by("rebuild F-5"), "marne/9.31a");
    // Before it moves, and not after.
    let mut table = french("2*", 7).table(game());
    table.play(&["pick F-5", "stay"]);
    assert_eq!(table.refused_by("rebuild F-5"), "marne/9.3");
}

#[test]
fn each_nation_has_its_own_odds() {
    shows!["marne/9.32a", "marne/9.32b", "marne/9.32c", "marne/9.32d"];
    let attempt = |setting: Setting, unit: &str, roll: u16| {
        let mut table = setting.table(game());
        table.rolls(&[roll]).play(&[&format!("rebuild {unit}")]);
        assert_eq!(table.refused_by(&format!("pick {unit}")), "std/9.3c", "Done whatever came of it");
        table.steps(unit)
    };
    // Worked examples 8 to 10: French TER 3, German TER 4, British 1.
    assert_eq!([3, 4].map(|roll| attempt(french("2*", 7), "F-5", roll)), [2, 1]);
    let german = || marches("german-first", "2*", 7).reduced("G-3", "2414").unit("G-4", "2413").unit("F-1", "3020");
    assert_eq!([3, 4].map(|roll| attempt(german(), "G-3", roll)), [2, 1]);
    let british = || {
        marches("bef", "2*", 7).reduced("B-1", "2418").unit("B-2", "2419").unit("G-1G", "3604").mark("rallied", "bef")
    };
    assert_eq!([1, 2].map(|roll| attempt(british(), "B-1", roll)), [2, 1]);
    // A demoralized army outside the Camp has one less.
    let shaken = || marches("french-fifth", "2*", 7).reduced("F-5", "2820").unit("F-6", "2822").unit("G-1G", "3604");
    assert_eq!([2, 3].map(|roll| attempt(shaken(), "F-5", roll)), [2, 1]);
}

#[test]
fn attempts_need_full_supply_but_no_distance() {
    shows!["marne/9.31c", "marne/9.31d"];
    let attempt = |marks: &[&str]| {
        marches("french-fifth", "2*", 7)
            .piece(json!({ "piece": "F-5", "hex": "2820", "steps": 1, "marks": marks }))
            .unit("G-1G", "2819")
            .mark("rallied", "french-fifth")
            .table(game())
    };
    assert!(attempt(&[]).offers("rebuild F-5"), "in an enemy zone");
    assert_eq!(attempt(&["attenuated"]).refused_by("rebuild F-5"), "marne/9.31c");
    assert_eq!(attempt(&["unsupplied"]).refused_by("rebuild F-5"), "marne/9.31c");
}

#[test]
fn the_camp_tries_with_the_sixth_army() {
    shows!["marne/9.31e", "marne/10.43a"];
    let mut table = marches("french-sixth", "2*", 7)
        .reduced("F-62R", "1413")
        .unit("F-14", "1908")
        .unit("G-1G", "3604")
        .table(game());
    // TER 2, whole although the army is demoralized: the Camp ignores it.
    table.rolls(&[2]).play(&["rebuild F-62R"]);
    assert_eq!(table.steps("F-62R"), 2);
}

#[test]
fn in_the_pursuit_a_2_star_is_a_3() {
    shows!["marne/10.31"];
    let mut table = crate::common::marne("german-operational", 3)
        .reduced("G-3", "2414")
        .unit("F-1", "3020")
        .mark("activated", "german-second german-third german-fourth")
        .table(game());
    table.rolls(&[1, 1]).play(&["cup"]);
    assert_eq!((table.state().march.points, table.state().march.star), (3, false));
    assert_eq!(table.refused_by("rebuild G-3"), "marne/9.31a");
}

#[test]
fn the_paris_taxis_drive_once() {
    shows!["marne/9.33a", "marne/9.33b", "marne/9.33c", "marne/9.33d"];
    let setting = || {
        marches("french-sixth", "3", 7)
            .reduced("F-14", "1910")
            .reduced("F-55R", "1911")
            .reduced("F-5", "2820")
            .unit("F-CH", "1912")
            .unit("G-1G", "3604")
            .mark("rallied", "french-sixth french-fifth")
    };
    let mut table = setting().table(game());
    // Whatever the roll, any French unit within ten hexes, not reduced brigades of one step.
    assert_eq!(table.hexes("taxis"), words("F-14 F-55R"));
    assert_eq!(table.refused_by("taxis F-CH"), "marne/9.31b");
    assert_eq!(table.refused_by("taxis F-5"), "marne/9.33b");
    table.play(&["taxis F-14"]);
    assert_eq!(table.steps("F-14"), 2);
    assert!(table.offers("pick F-14"), "it is not Done");
    assert_eq!(table.refused_by("taxis F-55R"), "marne/9.33a");
    // They do not drive while the Germans move.
    let german = marches("german-first", "3", 7).reduced("F-14", "1910").unit("G-3", "2414");
    assert_eq!(german.table(game()).refused_by("taxis F-14"), "marne/9.33a");
    // It may be saved for another turn, not used twice.
    assert!(!setting().mark("taxis-used", "yes").table(game()).offers("taxis F-14"));
    // Ten hexes free of enemies and their zones, whoever stands there.
    let walled =
        setting().unit("G-3", "1710").unit("G-4", "1712").unit("G-5", "1714").unit("G-6", "1708").unit("G-7", "1716");
    assert_eq!(walled.table(game()).refused_by("taxis F-14"), "marne/9.33b");
}
