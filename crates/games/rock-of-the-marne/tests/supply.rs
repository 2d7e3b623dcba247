//! 1.3 Supply and 1.4 Attack Supply.

use crate::common::{Setting, Table, cited, cut_off, flipped, game, new, on, phase, piece, whereabouts};
use engine::shows;
use rock_of_the_marne::RockOfTheMarne;
use serde_json::json;

type Game = Table<RockOfTheMarne>;

/// The end of a German player turn: only its Supply Phase is left.
fn evening() -> Setting {
    phase("exploitation", 9)
}

/// Plays the phase to its end, and with it the Supply Phase.
fn checked(setting: Setting) -> Game {
    let mut table = on(setting);
    let (side, turn) = (table.state().side, table.state().turn);
    while (table.state().side, table.state().turn) == (side, turn) && table.offers("done") {
        table.play(&["done"]);
    }
    table
}

/// A German attack at 59.06 on a French division in 59.07.
fn attack() -> Setting {
    phase("combat", 9).unit("F-55", "59.07")
}

#[test]
fn an_hq_supplies_units_within_its_range() {
    shows!["1.3-2", "1.3d-1", "1.1a-2", "1.1a-3", "1.3a-1"];
    let table = checked(
        evening()
            .unit("G-HQ-13", "46.30")
            .unit("G-42", "46.24")
            .unit("G-10", "46.25")
            .unit("G-241", "46.30")
            .unit("G-53Res", "46.23")
            .unit("G-Army-9", "20.32")
            .unit("G-87", "20.22")
            .unit("G-201", "20.21"),
    );
    // Six hexes from a Corps HQ, ten from an Army HQ.
    assert!(["G-HQ-13", "G-42", "G-10", "G-241", "G-Army-9", "G-87"].iter().all(|name| !cut_off(&table, name)));
    assert!(cut_off(&table, "G-53Res") && cut_off(&table, "G-201"));
    assert_eq!(cited(&table, "G-53Res, G-201 are Out of Supply"), ["1.3a-1"]);
}

#[test]
fn enemy_zones_and_units_block_lines_and_friends_open_them() {
    shows!["1.3-1", "1.3-3", "scs/12.0b", "scs/4.0e"];
    let line = || evening().unit("G-HQ-13", "62.26").unit("G-42", "62.22");
    assert!(!cut_off(&checked(line()), "G-42"));
    // The zone of 61.24 lies over the way along the edge, and around it the way is too long.
    let zone = || line().unit("F-55", "61.24");
    assert!(cut_off(&checked(zone()), "G-42"));
    assert!(!cut_off(&checked(zone().unit("G-10", "62.24").unit("G-23", "62.23")), "G-42"));
    // One of the two hexes is not enough.
    assert!(cut_off(&checked(zone().unit("G-10", "62.24")), "G-42"));
    // An HQ or a machine gun is a friend as well.
    assert!(!cut_off(&checked(zone().unit("G-MG-1", "62.24").unit("G-HQ-8", "62.23")), "G-42"));
    // A unit without a zone blocks its own hex only.
    let wall = line().unit("F-HQ-1", "62.24");
    assert!(!cut_off(&checked(wall.clone()), "G-42"));
    assert!(cut_off(&checked(wall.unit("F-HQ-2", "61.25").unit("F-HQ-3", "61.24").unit("F-HQ-4", "60.24")), "G-42"));
}

/// A wall of French divisions through the valley of the Ardre, and Germans east of it.
fn pocket() -> Setting {
    let wall = ["31.17", "31.18", "31.19", "31.20", "31.21", "31.22"];
    let french = ["F-55", "F-162", "F-33", "F-2", "F-47", "F-164"];
    let setting = phase("exploitation", 9).scenario("ardre").unit("G-HQ-13", "33.18").unit("G-10", "33.17");
    french.iter().zip(wall).fold(setting, |setting, (unit, hex)| setting.unit(unit, hex))
}

#[test]
fn an_hq_without_a_line_supplies_nobody() {
    shows!["1.3-4", "1.3a-1"];
    let table = checked(pocket());
    assert!(cut_off(&table, "G-HQ-13") && cut_off(&table, "G-10"));
    // Another HQ in range does not help an HQ: it needs its own line to a source.
    let table = checked(pocket().unit("G-HQ-8", "30.19"));
    assert!(cut_off(&table, "G-HQ-13") && !cut_off(&table, "G-HQ-8"));
}

#[test]
fn a_marker_goes_in_the_next_own_supply_phase_alone() {
    shows!["1.3a-2", "scs/12.0a"];
    let marked = json!({ "piece": "G-42", "hex": "46.29", "marks": ["out-of-supply"] });
    let setting = |name: &str| phase(name, 9).unit("G-HQ-13", "46.30").piece(marked.clone()).unit("F-55", "46.10");
    let mut table = on(setting("movement"));
    assert!(cut_off(&table, "G-42"));
    table.play(&["pick G-42", "stay", "done"]);
    // The German player turn is over, supply checked, and the Allies move.
    assert!(!cut_off(&table, "G-42"));
    assert_eq!(cited(&table, "G-42 is in supply again"), ["1.3a-2"]);
    // The Allied Supply Phase is not the German one.
    let mut table = on(setting("movement").mark("side", "allied"));
    table.play(&["done"]);
    assert!(cut_off(&table, "G-42"));
}

#[test]
fn reinforcements_arrive_in_supply() {
    shows!["1.3c-1"];
    // An MG comes in farther than ten hexes from every HQ.
    let mut table = new("campaign", &[]);
    table.play(&["pick G-MG-1", "to 22.34"]);
    assert_eq!(whereabouts(&table, "G-MG-1").as_deref(), Some("22.34"));
    assert!(!cut_off(&table, "G-MG-1"));
    // It is checked in the next German Supply Phase like everybody.
    table.play(&["done", "done", "done"]);
    while table.state().side == rock_of_the_marne::pieces::GERMAN {
        table.play(&["done"]);
    }
    assert!(cut_off(&table, "G-MG-1"));
}

#[test]
fn units_set_up_without_a_line_start_out_of_supply() {
    shows!["1.3c-2"];
    for scenario in &game().scenarios {
        let table = new(scenario.id, &[]);
        let names: Vec<&str> = table.state().unsupplied.iter().map(|unit| game().pieces.name_of(unit)).collect();
        // The French 14 and 52 Divisions stand behind the front of the 4th Army (ruling 104).
        let expected: &[&str] = if ["campaign", "gouraud"].contains(&scenario.id) { &["F-52", "F-14"] } else { &[] };
        let mut sorted = names.clone();
        sorted.sort_unstable();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(sorted, expected, "{}", scenario.id);
    }
}

#[test]
fn any_allied_hq_serves_any_allied_unit_depleted_or_not() {
    shows!["1.3d-2", "1.3e", "1.1f-2"];
    let depleted = json!({ "piece": "IT-HQ-2", "hex": "46.08", "marks": ["depleted"] });
    // The British belong to the 22 Corps, the Americans to nobody.
    let setting = evening().mark("side", "allied").piece(depleted);
    let table = checked(setting.unit("BR-152/51", "46.10").unit("US-5/3", "46.12").unit("F-72", "46.06"));
    assert!(["BR-152/51", "US-5/3", "F-72", "IT-HQ-2"].iter().all(|name| !cut_off(&table, name)));
}

#[test]
fn out_of_supply_units_move_but_do_not_attack() {
    shows!["1.3f-1"];
    let marked = json!({ "piece": "G-42", "hex": "59.06", "marks": ["out-of-supply"] });
    let setting = |name: &str| phase(name, 9).unit("F-55", "59.07").unit("G-HQ-13", "59.04").piece(marked.clone());
    let mut table = on(setting("movement"));
    table.play(&["pick G-42"]);
    assert!(table.offers("to 59.05"));
    assert!(!table.offers("overrun 59.07"));
    let mut table = on(setting("combat").unit("G-10", "58.06"));
    table.play(&["target 59.07", "join G-10"]);
    assert_eq!(table.refused_by("join G-42"), "1.3f-1");
    // So it is with the Allies, and with Germans who would come over the Marne.
    let allied = json!({ "piece": "F-73", "hex": "59.06", "marks": ["out-of-supply"] });
    let french = phase("combat", 9).mark("side", "allied").unit("G-10", "59.07").unit("F-HQ-1", "59.04");
    let mut table = on(french.piece(allied).unit("F-18", "58.06"));
    table.play(&["target 59.07", "join F-18"]);
    assert_eq!(table.refused_by("join F-73"), "1.3f-1");
    let bank = json!({ "piece": "G-33", "hex": "19.13", "marks": ["out-of-supply"] });
    let north = phase("combat", 2).option("blown-bridges=on").unit("G-HQ-4Res", "19.15").piece(bank);
    let mut table = on(north.unit("G-Storm-1", "19.13").unit("F-55", "19.12"));
    table.play(&["target 19.12", "join G-Storm-1"]);
    assert_eq!(table.refused_by("join G-33"), "1.3f-1");
    // Alone it has no attack at all.
    let table = on(setting("combat"));
    assert_eq!(table.refused_by("target 59.07"), "1.4-1");
}

#[test]
fn out_of_supply_units_defend_at_half_strength() {
    shows!["1.3f-2"];
    let defended = |marks: &[&str]| {
        let defender = json!({ "piece": "F-55", "hex": "59.07", "marks": marks });
        let setting = phase("combat", 9).unit("G-10", "59.06").unit("G-HQ-13", "59.04").piece(defender);
        let mut table = on(setting);
        table.play(&["target 59.07", "join G-10"]).rolls(&[3, 4]).play(&["fight"]);
        let told = table.told(engine::Viewer::Side(engine::Side::First));
        told.into_iter().find(|text| text.starts_with("Attack on 59.07")).unwrap()
    };
    assert!(defended(&[]).contains("9 against 9 is 1:1"), "{}", defended(&[]));
    assert!(defended(&["out-of-supply"]).contains("9 against 4 1/2 is 2:1"), "{}", defended(&["out-of-supply"]));
}

#[test]
fn out_of_supply_units_keep_their_zones_and_lose_exploitation() {
    shows!["1.3f-3", "1.3f-4"];
    let cost = |marks: &[&str]| {
        let enemy = json!({ "piece": "F-55", "hex": "59.07", "marks": marks });
        let mut table = on(phase("movement", 9).unit("G-10", "59.04").piece(enemy));
        table.play(&["pick G-10"]);
        table.forecast("to 59.06").sum.value.clone()
    };
    assert_eq!(cost(&[]), cost(&["out-of-supply"]));
    let exploiting = |marks: &[&str]| {
        let storm = json!({ "piece": "G-Storm-1", "hex": "59.04", "marks": marks });
        on(phase("exploitation", 9).piece(storm).unit("G-Storm-2", "58.04"))
    };
    assert!(exploiting(&[]).offers("pick G-Storm-1"));
    assert_eq!(exploiting(&["out-of-supply"]).refused_by("pick G-Storm-1"), "1.3f-4");
}

/// A pocket of one hex south of the Marne, 19.12, with Allied zones all around it.
fn bridgehead() -> Setting {
    let guards = evening().unit("F-55", "17.12").unit("F-162", "21.12").unit("F-33", "19.10");
    guards.unit("G-HQ-8Res", "19.12").unit("G-Storm-1", "19.12")
}

#[test]
fn a_german_hq_south_of_the_marne_needs_a_bridge() {
    shows!["1.3g-1"];
    assert!(cut_off(&checked(bridgehead()), "G-HQ-8Res"));
    assert!(!cut_off(&checked(bridgehead().mark("bridges", "19.12-19.13")), "G-HQ-8Res"));
    // A destroyed one is none.
    assert!(cut_off(&checked(bridgehead().mark("destroyed", "19.12-19.13")), "G-HQ-8Res"));
    // A printed bridge will do: Dormans, from a pocket in front of it.
    let dormans = || {
        let guards = evening().unit("F-55", "19.14").unit("F-162", "23.14").unit("F-33", "21.12");
        guards.unit("G-HQ-8Res", "21.14")
    };
    assert!(!cut_off(&checked(dormans().option("blown-bridges=off")), "G-HQ-8Res"));
    assert!(cut_off(&checked(dormans()), "G-HQ-8Res"));
    // Units may be served from the other bank without one, and so may Allied HQs north of the river (rulings 29, 30).
    let served = bridgehead().unit("G-HQ-4Res", "19.14");
    let table = checked(served);
    assert!(cut_off(&table, "G-HQ-8Res") && !cut_off(&table, "G-Storm-1"));
    let north = evening().mark("side", "allied").unit("F-HQ-5", "26.15");
    assert!(!cut_off(&checked(north), "F-HQ-5"));
}

#[test]
fn a_bridge_carries_one_hq() {
    shows!["1.3g-2"];
    let two = bridgehead().unit("G-HQ-4Res", "19.12").mark("bridges", "19.12-19.13");
    let mut table = checked(two.clone());
    // The German says which one is served.
    assert_eq!(table.options(), ["pick G-HQ-8Res", "pick G-HQ-4Res"]);
    table.play(&["pick G-HQ-4Res"]);
    assert!(cut_off(&table, "G-HQ-8Res") && !cut_off(&table, "G-HQ-4Res"));
    let mut table = checked(two);
    table.play(&["pick G-HQ-8Res"]);
    assert!(!cut_off(&table, "G-HQ-8Res") && cut_off(&table, "G-HQ-4Res"));
}

/// Bridges of these hexsides, and an HQ on the spit of 19.13: the Marne is around it but for 19.14, where the French are.
fn spit(bridges: &str) -> Setting {
    evening().unit("G-HQ-8Res", "19.13").unit("F-55", "19.14").mark("bridges", bridges)
}

/// The French on the southern ends of the printed bridges that 7.2 has, but for Dormans, which stands.
fn without_other_bridges(setting: Setting) -> Setting {
    without_bridges(setting).option("blown-bridges=off")
}

/// The same, and Dormans is blown.
fn without_bridges(setting: Setting) -> Setting {
    let closed = setting.scenario("rock-of-the-marne").unit("F-39", "12.11").unit("F-51", "26.13");
    closed.unit("F-7", "32.12").unit("F-9", "35.12")
}

/// Ruling 31: a line may cross the Marne there and back.
#[test]
fn a_line_of_supply_may_cross_the_marne_more_than_once() {
    shows!["1.3g-1", "1.3g-2"];
    assert!(cut_off(&checked(without_other_bridges(spit(""))), "G-HQ-8Res"));
    // South over the assault bridge, and north again at Dormans.
    assert!(!cut_off(&checked(without_other_bridges(spit("19.12-19.13"))), "G-HQ-8Res"));
    assert!(cut_off(&checked(without_bridges(spit("19.12-19.13"))), "G-HQ-8Res"));
    let ruined = without_other_bridges(spit("")).mark("destroyed", "19.12-19.13");
    assert!(cut_off(&checked(ruined), "G-HQ-8Res"));
    // Three times: from a pocket on the south bank over the spit to the south bank again, and then north.
    let pocket = |bridges: &str| bridgehead().unit("F-2", "19.14").unit("G-33", "19.13").mark("bridges", bridges);
    assert!(cut_off(&checked(pocket("19.12-19.13")), "G-HQ-8Res"));
    assert!(cut_off(&checked(pocket("19.13-20.13")), "G-HQ-8Res"));
    assert!(!cut_off(&checked(pocket("19.12-19.13 19.13-20.13")), "G-HQ-8Res"));
}

/// Ruling 31: each bridge of such a line carries nobody else.
#[test]
fn every_bridge_that_a_line_crosses_is_taken() {
    shows!["1.3g-2"];
    let two = |bridges: &str| without_other_bridges(spit(bridges)).unit("G-HQ-4Res", "21.13");
    // The HQ on the south bank needs Dormans alone, but so does the line from the spit.
    let mut table = checked(two("19.12-19.13"));
    assert_eq!(table.options(), ["pick G-HQ-8Res", "pick G-HQ-4Res"]);
    table.play(&["pick G-HQ-8Res"]);
    assert!(!cut_off(&table, "G-HQ-8Res") && cut_off(&table, "G-HQ-4Res"));
    let mut table = checked(two("19.12-19.13"));
    table.play(&["pick G-HQ-4Res"]);
    assert!(cut_off(&table, "G-HQ-8Res") && !cut_off(&table, "G-HQ-4Res"));
    // A third bridge is enough for both, and there is nothing to choose.
    let table = checked(two("19.12-19.13 22.14-22.15"));
    assert!(!cut_off(&table, "G-HQ-8Res") && !cut_off(&table, "G-HQ-4Res"));
    // Two HQs on the spit have one way off it.
    let mut table = checked(without_other_bridges(spit("19.12-19.13 22.14-22.15")).unit("G-HQ-13", "19.13"));
    assert_eq!(table.options(), ["pick G-HQ-13", "pick G-HQ-8Res"]);
    table.play(&["pick G-HQ-13"]);
    assert!(cut_off(&table, "G-HQ-8Res") && !cut_off(&table, "G-HQ-13"));
    // With two ways off and two bridges home both are served.
    let table = checked(without_other_bridges(spit("19.12-19.13 19.13-20.12 22.14-22.15")).unit("G-HQ-13", "19.13"));
    assert!(!cut_off(&table, "G-HQ-8Res") && !cut_off(&table, "G-HQ-13"));
}

/// Rulings 31 and 34: where a lost HQ may come back, its line may cross more than once too.
#[test]
fn an_hq_comes_back_where_bridges_lead_home() {
    shows!["1.1e-1", "1.3g-1"];
    let offered = |setting: Setting, bridges: &str| {
        let lost = json!({ "piece": "G-HQ-8Res", "place": "turn 9" });
        let start = setting.piece(lost).unit("F-HQ-5", "19.14").unit("G-6BavR", "19.13");
        let mut table = on(start.mark("bridges", bridges));
        if table.offers("pick G-HQ-8Res") {
            table.play(&["pick G-HQ-8Res"]);
        }
        table.offers("to 19.13")
    };
    let replacement = || phase("replacement", 9);
    let standing = replacement().option("blown-bridges=off").unit("F-39", "12.11").unit("F-2", "26.05");
    assert!(!offered(standing.clone(), "") && offered(standing, "19.12-19.13"));
    // With the southern ends of all others in French hands it is Dormans that counts: as soon as nothing else has changed
    // but that it is blown, or that the assault bridge is gone, no line leads home.
    let dormans = || without_other_bridges(replacement());
    assert!(offered(dormans(), "19.12-19.13"));
    assert!(!offered(without_bridges(replacement()), "19.12-19.13"));
    assert!(offered(dormans(), "19.12-19.13") && !offered(dormans(), ""));
}

#[test]
fn an_attack_needs_attack_supply() {
    shows!["1.4-1", "1.4a-2", "1.4b"];
    let offered = |setting: Setting| on(setting).offers("target 59.07");
    // A Corps HQ in range, an Army HQ, none, a Corps HQ seven hexes away.
    assert!(offered(attack().unit("G-10", "59.06").unit("G-HQ-13", "59.01")));
    assert!(!offered(attack().unit("G-10", "59.06").unit("G-Army-9", "59.01")));
    assert!(!offered(attack().unit("G-10", "59.06")));
    assert!(!offered(attack().unit("G-10", "59.06").unit("G-HQ-13", "52.05")));
    // The 42nd belongs to the 13 Corps, the 10th to nobody.
    assert!(offered(attack().unit("G-42", "59.06").unit("G-HQ-13", "59.04")));
    assert!(!offered(attack().unit("G-42", "59.06").unit("G-HQ-8", "59.04")));
    assert!(offered(attack().unit("G-10", "59.06").unit("G-HQ-8", "59.04")));
    let lonely = on(attack().unit("G-42", "59.06").unit("G-HQ-8", "59.04"));
    assert_eq!(lonely.refused_by("target 59.07"), "1.4-1");
}

#[test]
fn american_brigades_of_the_french_20_corps_wait_for_their_hq() {
    shows!["1.4a-2", "1.1f-2"];
    // The Designer's Notes: in range of other HQs but not of their own they may not attack.
    for brigade in ["US-1/1", "US-2/1", "US-3/2", "US-Mar/2"] {
        let setting = || phase("combat", 9).mark("side", "allied").unit("G-10", "59.07").unit(brigade, "59.06");
        let others = setting().unit("F-HQ-1", "59.04").unit("US-HQ-1", "58.04").unit("F-HQ-20", "50.04");
        assert!(!on(others).offers("target 59.07"), "{brigade}");
        assert!(on(setting().unit("F-HQ-20", "59.02")).offers("target 59.07"), "{brigade}");
    }
}

/// Plays an attack that kills the only defender: dice of 10 at odds of 3 to 1 and more.
fn destroy(table: &mut Game, target: &str, units: &[&str]) {
    table.play(&[target]);
    for unit in units {
        table.play(&[unit]);
    }
    table.rolls(&[5, 5]).play(&["fight"]);
    if table.options().iter().any(|option| option.starts_with("advance")) {
        table.play(&["done"]);
    }
}

#[test]
fn an_hq_serves_any_number_of_attacks_and_is_depleted_when_the_phase_ends() {
    shows!["1.2a-1", "1.4a-1", "1.4a-3", "1.4a-5", "1.4a-6"];
    let weak = |name: &str, hex: &str| json!({ "piece": name, "hex": hex, "steps": 1 });
    let setting = phase("combat", 9)
        .piece(weak("F-Rgt-1", "59.07"))
        .piece(weak("F-Rgt-2", "57.08"))
        .unit("F-HQ-1", "57.12")
        .unit("G-10", "59.06")
        .unit("G-33", "57.07")
        .unit("G-HQ-13", "58.04");
    let mut table = on(setting);
    destroy(&mut table, "target 59.07", &["join G-10"]);
    assert!(!flipped(&table, "G-HQ-13"));
    // The HQ gives more in the same phase.
    table.play(&["target 57.08", "join G-33"]).rolls(&[5, 5]).play(&["fight"]);
    assert!(!flipped(&table, "G-HQ-13"));
    table.play(&["done"]);
    assert!(flipped(&table, "G-HQ-13"));
    // The defender's HQ gave nothing.
    assert!(!flipped(&table, "F-HQ-1"));
}

#[test]
fn an_hq_that_only_shifts_is_not_depleted() {
    shows!["1.4g", "1.4e"];
    let setting =
        || attack().unit("G-10", "59.06").unit("G-HQ-13", "59.04").unit("G-HQ-8", "58.03").unit("F-2", "59.12");
    let mut table = on(setting());
    table.play(&["target 59.07", "join G-10", "supply G-HQ-13", "shift G-HQ-8"]).rolls(&[3, 4]).play(&["fight"]);
    assert_eq!(finish(&mut table), [true, false]);
    // One that supplies the attack may shift it too.
    let mut table = on(setting());
    table.play(&["target 59.07", "join G-10", "supply G-HQ-13", "shift G-HQ-13"]).rolls(&[3, 4]).play(&["fight"]);
    assert_eq!(finish(&mut table), [true, false]);
}

/// Ends the Combat Phase, and tells which of the HQs 13 and 8 are Depleted.
fn finish(table: &mut Game) -> [bool; 2] {
    while table.state().phase == rock_of_the_marne::sequence::Phase::Combat {
        let options = table.options();
        let next = if options.iter().any(|option| option == "done") { "done".to_string() } else { options[0].clone() };
        table.play(&[&next]);
    }
    [flipped(table, "G-HQ-13"), flipped(table, "G-HQ-8")]
}

#[test]
fn a_mixed_attack_depletes_every_hq_that_it_needs() {
    shows!["1.4a-4", "1.4c"];
    // The 42nd belongs to the 13 Corps, the 87th to the 8.
    let setting = attack().unit("G-42", "59.06").unit("G-87", "58.06").unit("G-HQ-13", "59.04").unit("G-HQ-8", "58.03");
    let mut table = on(setting.unit("F-2", "59.12"));
    table.play(&["target 59.07", "join all"]).rolls(&[3, 4]).play(&["fight"]);
    assert_eq!(finish(&mut table), [true, true]);
    // An HQ without any unit of its own left serves those that have none.
    let mut table = on(attack().unit("G-10", "59.06").unit("G-HQ-13", "59.04").unit("F-2", "59.12"));
    table.play(&["target 59.07", "join G-10"]).rolls(&[3, 4]).play(&["fight"]);
    assert_eq!(finish(&mut table), [true, false]);
}

#[test]
fn a_depleted_hq_gives_neither_attack_supply_nor_a_shift() {
    shows!["1.2a-2"];
    let depleted = json!({ "piece": "G-HQ-13", "hex": "59.04", "marks": ["depleted"] });
    assert!(!on(attack().unit("G-10", "59.06").piece(depleted.clone())).offers("target 59.07"));
    let mut table = on(attack().unit("G-10", "59.06").piece(depleted).unit("G-HQ-8", "58.03"));
    table.play(&["target 59.07", "join G-10"]);
    assert_eq!(table.refused_by("shift G-HQ-13"), "1.2a-2");
    assert!(table.offers("shift G-HQ-8"));
}

#[test]
fn an_hq_that_is_cut_off_gives_attack_supply_one_last_time() {
    shows!["1.4d-1", "1.4d-2", "1.2b", "1.3f-5"];
    let lost = |name: &str, hex: &str| json!({ "piece": name, "hex": hex, "marks": ["out-of-supply"] });
    let setting = || attack().piece(lost("G-10", "59.06")).piece(lost("G-HQ-13", "59.04"));
    assert!(on(setting()).offers("target 59.07"));
    assert!(!on(setting().option("no-last-attack=on")).offers("target 59.07"));
    // An HQ in supply does not let units that are not attack (ruling 27).
    assert!(!on(attack().piece(lost("G-10", "59.06")).unit("G-HQ-13", "59.04")).offers("target 59.07"));
    // Afterwards it is Depleted, and cannot be replenished while it is cut off.
    let mut table = on(setting().unit("F-2", "59.12"));
    table.play(&["target 59.07", "join G-10"]).rolls(&[3, 4]).play(&["fight"]);
    assert_eq!(finish(&mut table), [true, false]);
    let refit = |marks: &[&str]| {
        let hq = json!({ "piece": "G-HQ-13", "hex": "59.04", "marks": marks });
        let mut table = on(phase("replacement", 9).piece(hq).unit("G-10", "59.02"));
        table.rolls(&[6]).play(&["done"]);
        flipped(&table, "G-HQ-13")
    };
    assert!(!refit(&["depleted"]));
    assert!(refit(&["depleted", "out-of-supply"]));
}

#[test]
fn overruns_need_a_replenished_corps_hq_and_cost_it_nothing() {
    shows!["1.4f-1", "1.4f-2", "scs/3.2i"];
    let weak = json!({ "piece": "F-Rgt-1", "hex": "59.07", "steps": 1 });
    let setting = || phase("movement", 9).piece(weak.clone()).unit("G-42", "59.05");
    let overruns = |setting: Setting| {
        let mut table = on(setting);
        table.play(&["pick G-42"]);
        table.offers("overrun 59.07")
    };
    // Any Corps HQ, not only its own 13; but no Army HQ and no Depleted one (ruling 37).
    assert!(overruns(setting().unit("G-HQ-13", "59.03")));
    assert!(overruns(setting().unit("G-HQ-8", "59.03")));
    assert!(!overruns(setting().unit("G-HQ-8", "59.03").option("own-hq-overruns=on")));
    assert!(overruns(setting().unit("G-HQ-13", "59.03").option("own-hq-overruns=on")));
    assert!(!overruns(setting().unit("G-Army-9", "59.03")));
    assert!(!overruns(setting().piece(json!({ "piece": "G-HQ-13", "hex": "59.03", "marks": ["depleted"] }))));
    assert!(!overruns(setting()));
    let mut table = on(setting());
    table.play(&["pick G-42"]);
    assert_eq!(table.refused_by("overrun 59.07"), "1.4f-2");
    // To trace supply to an HQ is to be given trace supply by it: one that is Out of Supply gives none (ruling 108), and
    // neither does one that is too far or behind the enemy when it comes to the overrun.
    let lost = json!({ "piece": "G-HQ-13", "hex": "59.03", "marks": ["out-of-supply"] });
    assert!(!overruns(setting().piece(lost.clone())));
    assert!(overruns(setting().piece(lost).unit("G-HQ-8", "58.03")));
    assert!(!overruns(setting().unit("G-HQ-13", "51.05")), "seven hexes from where it would overrun");
    let behind = ["58.03", "59.03", "60.03"].iter().zip(["F-HQ-1", "F-HQ-2", "F-HQ-3"]);
    let line = behind.fold(setting().unit("G-HQ-13", "59.01"), |setting, (at, hq)| setting.unit(hq, at));
    assert!(overruns(setting().unit("G-HQ-13", "59.01")));
    assert!(overruns(setting().unit("G-HQ-13", "59.01").unit("F-HQ-2", "59.03")), "around one it is short enough");
    assert!(!overruns(line), "around three it is not");
    // It never depletes anybody.
    let mut table = on(setting().unit("G-HQ-13", "59.03").unit("F-2", "40.02"));
    table.play(&["pick G-42"]).rolls(&[5, 5]).play(&["overrun 59.07"]);
    while table.state().side == rock_of_the_marne::pieces::GERMAN {
        let options = table.options();
        let next = options.iter().find(|option| *option == "done" || *option == "stay").unwrap_or(&options[0]).clone();
        table.play(&[&next]);
    }
    assert_eq!(whereabouts(&table, "F-Rgt-1"), None);
    assert!(!flipped(&table, "G-HQ-13"));
}

#[test]
fn an_option_lets_hqs_supply_everybody() {
    shows!["4.0a"];
    let foreign = || attack().unit("G-42", "59.06").unit("G-HQ-8", "59.04");
    assert!(!on(foreign()).offers("target 59.07"));
    assert!(on(foreign().option("german-any-hq=on")).offers("target 59.07"));
    // It is for one side or for both.
    assert!(!on(foreign().option("allied-any-hq=on")).offers("target 59.07"));
    // Army HQs still give none (ruling 92).
    let army = attack().unit("G-42", "59.06").unit("G-Army-9", "59.04").option("german-any-hq=on");
    assert!(!on(army).offers("target 59.07"));
    let allied = |option: &str| {
        let setting = phase("combat", 9).mark("side", "allied").unit("G-10", "59.07").unit("US-1/1", "59.06");
        on(setting.unit("F-HQ-1", "59.04").option(option)).offers("target 59.07")
    };
    assert!(allied("allied-any-hq=on") && !allied("german-any-hq=on"));
}

#[test]
fn the_ersatz_hq_comes_by_option_and_serves_all_germans() {
    shows!["4.0b-1", "4.0b-2"];
    let waits = |options: &[&str]| new("campaign", options).state().waiting.contains(piece("G-HQ-Ersatz"));
    assert!(!waits(&[]) && waits(&["ersatz=on"]));
    assert_eq!(new("campaign", &["ersatz=on"]).state().due[piece("G-HQ-Ersatz").index()], 7);
    for unit in ["G-42", "G-87", "G-10"] {
        let setting = attack().unit(unit, "59.06").unit("G-HQ-Ersatz", "59.04").option("ersatz=on");
        assert!(on(setting).offers("target 59.07"), "{unit}");
    }
}

#[test]
fn an_hq_that_cannot_supply_an_attack_is_refused() {
    shows!["1.4a-2", "1.4a-1", "1.2a-2"];
    // Two HQs could supply the division, so one is named; a Depleted one and one far away cannot be.
    let depleted = json!({ "piece": "G-HQ-25Res", "hex": "59.05", "marks": ["depleted"] });
    let setting = phase("combat", 9).unit("G-33", "59.06").unit("F-55", "59.07").piece(depleted);
    let mut table = on(setting.unit("G-HQ-13", "59.04").unit("G-HQ-8", "58.04").unit("G-HQ-23Res", "20.30"));
    table.play(&["target 59.07", "join G-33"]);
    assert_eq!(table.options(), ["supply G-HQ-13", "supply G-HQ-8"]);
    for hq in ["G-HQ-25Res", "G-HQ-23Res"] {
        assert_eq!(table.refused_by(&format!("supply {hq}")), "1.4a-1", "{hq}");
    }
}
