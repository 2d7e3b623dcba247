//! 3.2 Bridges over the Marne.

use crate::common::{Setting, Table, cited, flipped, game, hex, on, phase, piece, whereabouts};
use engine::{Habit, Hope, Viewer, Wish, shows};
use rock_of_the_marne::RockOfTheMarne;
use rock_of_the_marne::pieces::{ALLIED, GERMAN};
use rock_of_the_marne::sequence::Phase;
use serde_json::json;

type Game = Table<RockOfTheMarne>;

/// Germans at 19.13 on the north bank, with an HQ behind them; the bridge of Dormans is blown, or they would use it.
fn north_bank(name: &str) -> Setting {
    phase(name, 2).option("blown-bridges=on").unit("G-HQ-4Res", "19.15").unit("G-33", "19.13")
}

/// The hexsides with a bridge, whole or not.
fn bridges(table: &Game) -> Vec<(String, bool)> {
    let lying = table.state().bridges.iter().filter(|bridge| bridge.lies());
    let mut found: Vec<(String, bool)> = lying
        .map(|bridge| {
            let crossing = &game().ground.crossings()[usize::from(bridge.crossing)];
            let mut banks = [crossing.from, crossing.to].map(|bank| game().ground.label(bank));
            banks.sort();
            (banks.join("-"), bridge.intact)
        })
        .collect();
    found.sort();
    found
}

fn bridge(at: &str, intact: bool) -> Vec<(String, bool)> {
    vec![(at.to_string(), intact)]
}

fn told(table: &Game, start: &str) -> String {
    let told = table.told(Viewer::Side(GERMAN));
    told.into_iter().rev().find(|text| text.starts_with(start)).unwrap_or_default()
}

#[test]
fn nobody_crosses_the_marne_without_a_bridge() {
    shows!["3.2a-1", "chart/terrain-marne", "scs/3.2m"];
    let mut table = on(north_bank("movement"));
    table.play(&["pick G-33"]);
    assert!(!table.offers("to 19.12"));
    assert_eq!(table.refused_by("to 19.12"), "3.2a-1");
    // Nor does an overrun, or an attack without a Stormtrooper.
    let weak = json!({ "piece": "F-Rgt-1", "hex": "19.12", "steps": 1 });
    let mut table = on(phase("movement", 2)
        .option("blown-bridges=on")
        .unit("G-HQ-4Res", "19.15")
        .unit("G-Storm-1", "19.14")
        .piece(weak.clone()));
    table.play(&["pick G-Storm-1"]);
    assert!(!table.offers("overrun 19.12"));
    let table = on(north_bank("combat").piece(weak));
    assert_eq!(table.refused_by("target 19.12"), "3.2a-2");
}

#[test]
fn an_assault_bridge_carries_movement() {
    shows!["chart/terrain-assault-bridge"];
    let mut table = on(north_bank("movement").mark("bridges", "19.12-19.13"));
    table.play(&["pick G-33"]);
    assert!(table.offers("to 19.12") && table.offers("to 19.11"));
    // Entering costs what the ground costs, as if there were no river.
    let cost = table.forecast("to 19.12").sum.value.clone();
    let ground = game().ground.effects(hex("19.12")).halves / 2;
    assert!(cost.starts_with(&ground.to_string()), "{cost}");
    // The Allies use it too, unless the switch forbids it (ruling 57).
    let allied = |option: &str| {
        let setting = phase("movement", 9)
            .mark("side", "allied")
            .mark("bridges", "19.12-19.13")
            .unit("F-55", "19.12")
            .option("blown-bridges=on");
        let mut table = on(setting.option(option));
        table.play(&["pick F-55"]);
        table.offers("to 19.13")
    };
    assert!(allied("german-bridges=off") && !allied("german-bridges=on"));
    // A destroyed one carries nobody.
    let mut table = on(north_bank("movement").mark("destroyed", "19.12-19.13"));
    table.play(&["pick G-33"]);
    assert!(!table.offers("to 19.12"));
}

#[test]
fn a_stormtrooper_leads_an_attack_across_at_half_strength() {
    shows!["3.2a-2", "chart/terrain-marne-combat"];
    let defended = || north_bank("combat").unit("F-55", "19.12").unit("F-2", "19.08");
    assert!(!on(defended()).offers("target 19.12"));
    let mut table = on(defended().unit("G-Storm-1", "19.13"));
    table.play(&["target 19.12", "join all"]).rolls(&[3, 4]).play(&["fight"]);
    // (9 + 3) / 2 against 9.
    assert!(told(&table, "Attack on 19.12").contains("6 against 9"), "{}", told(&table, "Attack on 19.12"));
    // The Stormtrooper may attack from elsewhere, unless the switch forbids it (ruling 59).
    let helped = |option: &str| {
        let setting = defended().unit("G-Storm-1", "19.11").unit("G-HQ-8Res", "19.11").option(option);
        let mut table = on(setting);
        table.play(&["target 19.12", "join G-Storm-1"]);
        table.offers("join G-33")
    };
    assert!(helped("storm-across=off") && !helped("storm-across=on"));
}

#[test]
fn over_a_bridge_strength_is_halved_too_but_no_stormtrooper_is_needed() {
    shows!["chart/terrain-assault-bridge-combat", "chart/terrain-marne-combat"];
    let setting = north_bank("combat").unit("F-55", "19.12").mark("bridges", "19.12-19.13");
    let mut table = on(setting);
    table.play(&["target 19.12", "join G-33"]).rolls(&[3, 4]).play(&["fight"]);
    assert!(told(&table, "Attack on 19.12").contains("4 1/2 against 9"), "{}", told(&table, "Attack on 19.12"));
    // The same at the printed bridge of Dormans if it stands, for both sides (ruling 56).
    let dormans = phase("combat", 9).mark("side", "allied").unit("G-10", "21.15").unit("F-73", "21.14");
    let mut table = on(dormans.unit("F-HQ-5", "21.12").option("blown-bridges=off"));
    table.play(&["target 21.15", "join F-73"]).rolls(&[3, 4]).play(&["fight"]);
    let sentence = table.told(Viewer::Side(GERMAN)).join(" ");
    assert!(sentence.contains("3 against 9"), "{sentence}");
}

#[test]
fn the_allies_never_attack_across_an_unbridged_hexside() {
    shows!["3.2g"];
    let allied = || {
        phase("combat", 9).mark("side", "allied").unit("G-10", "19.13").unit("F-73", "19.12").unit("F-HQ-3", "19.10")
    };
    assert!(!on(allied()).offers("target 19.13"));
    assert_eq!(on(allied()).refused_by("target 19.13"), "3.2g");
    assert!(on(allied().mark("bridges", "19.12-19.13")).offers("target 19.13"));
    assert!(!on(allied().mark("destroyed", "19.12-19.13")).offers("target 19.13"));
    // Nor do they join an attack from the other bank, and an empty hex over the river is nothing to them.
    let mut table = on(allied().unit("F-14", "19.14").unit("F-HQ-5", "19.15"));
    table.play(&["target 19.13"]);
    assert!(table.offers("join F-14"));
    assert_eq!(table.refused_by("join F-73"), "3.2g");
    let empty = phase("combat", 9).mark("side", "allied").unit("G-10", "19.15").unit("F-73", "19.12");
    assert_eq!(on(empty.unit("F-HQ-3", "19.10")).refused_by("target 19.13"), "scs/7.0a");
}

#[test]
fn an_empty_hex_across_the_marne_is_always_taken() {
    shows!["3.2b-1", "3.2b-2"];
    let crossing = |die: u16| {
        let mut table = on(north_bank("combat").unit("G-Storm-1", "19.13").unit("F-2", "19.08"));
        table.play(&["target 19.12", "join all"]).rolls(&[die]).play(&["fight"]);
        assert_eq!(table.last_rolls(), [die]);
        table
    };
    // 1 and 2 cost a step of the Germans' choice, 3 to 6 none.
    for die in [1, 2] {
        let mut table = crossing(die);
        assert_eq!(table.chooser(), GERMAN);
        assert!(table.offers("lose G-33") && table.offers("lose G-Storm-1"));
        table.play(&["lose G-33"]);
        assert!(flipped(&table, "G-33") && table.offers("advance G-33"));
    }
    for die in [3, 6] {
        assert!(crossing(die).offers("advance G-Storm-1"));
    }
    // So a 3 at least is what the Germans hope for.
    let table = crossing(6);
    let roll = table.playing.log().iter().flat_map(|(_, event)| &event.rolls).next().unwrap();
    assert_eq!(roll.hope, Some(Hope { side: GERMAN, wish: Wish::AtLeast(3) }));
    // Who then stays on his bank has attacked in vain; who goes over has not.
    assert_eq!(table.misdeeds(&[], "done").units(GERMAN, Habit::VainAttacks), 2);
    let mut over = crossing(6);
    over.play(&["advance G-Storm-1"]);
    assert_eq!(over.misdeeds(&[], "done").units(GERMAN, Habit::VainAttacks), 0);
    // It needs a Stormtrooper and Attack Supply, and depletes the HQ (ruling 60).
    assert!(!on(north_bank("combat").unit("F-2", "19.08")).offers("target 19.12"));
    assert!(!on(phase("combat", 2).unit("G-Storm-1", "19.13")).offers("target 19.12"));
    let mut table = crossing(6);
    while table.state().phase == rock_of_the_marne::sequence::Phase::Combat {
        table.play(&["done"]);
    }
    assert!(flipped(&table, "G-HQ-4Res"));
    // An empty hex on one's own bank is no target.
    let table = on(north_bank("combat").unit("G-Storm-1", "19.13").unit("F-2", "19.08"));
    assert_eq!(table.refused_by("target 19.14"), "3.2b-1");
    // Nor is a hex on the other bank that friends hold.
    let table = on(north_bank("combat").unit("G-Storm-1", "19.13").unit("G-10", "19.12"));
    assert!(!table.offers("target 19.12"));
    assert_eq!(table.refused_by("target 19.12"), "scs/7.0a");
}

#[test]
fn after_an_advance_a_bridge_may_be_laid_where_somebody_crossed() {
    shows!["3.2-1", "3.2c-1", "3.2c-2", "3.2c-3", "scs/9.0c"];
    // From 19.13 and from 20.13, both across from 20.12.
    let board = game().ground.board();
    for from in ["19.13", "20.13"] {
        let way = board.direction(hex("20.12"), hex(from)).unwrap();
        assert_eq!(game().ground.marne_between(hex("20.12"), way), from == "19.13");
    }
    let setting = || {
        let start = phase("combat", 2).unit("G-HQ-4Res", "19.15").unit("G-Storm-1", "19.13").unit("G-Storm-2", "18.14");
        start.unit("F-2", "19.08")
    };
    // 18.13 lies across from both 19.13 and 18.14.
    let mut table = on(setting());
    table.play(&["target 18.13", "join all"]).rolls(&[6]).play(&["fight"]);
    table.play(&["advance G-Storm-1"]);
    let mut one = table.clone();
    one.play(&["done"]);
    // Only where somebody has just crossed.
    assert_eq!(one.options(), ["span 18.13-19.13", "done"]);
    assert_eq!(one.refused_by("span 18.13-18.14"), "3.2c-2");
    table.play(&["advance G-Storm-2"]);
    let mut options = table.options();
    options.sort();
    assert_eq!(options, ["done", "span 18.13-18.14", "span 18.13-19.13"]);
    table.play(&["span 18.13-18.14"]);
    assert_eq!(bridges(&table), bridge("18.13-18.14", true));
    // Without an advance there is none (ruling 62).
    let mut table = on(setting());
    table.play(&["target 18.13", "join all"]).rolls(&[6]).play(&["fight", "done"]);
    assert!(!table.options().iter().any(|option| option.starts_with("span")));
    // Nor from an empty pool (ruling 63).
    let all = "19.12-19.13 24.13-24.14 22.14-22.15 27.14-27.15";
    let mut table = on(setting().mark("bridges", all));
    table.play(&["target 18.13", "join all"]).rolls(&[6]).play(&["fight", "advance G-Storm-1", "done"]);
    assert!(!table.options().iter().any(|option| option.starts_with("span")));
    assert_eq!(whereabouts(&table, "G-Storm-1").as_deref(), Some("18.13"));
    // But one that lies elsewhere may be taken back for it, for that is allowed at any point (ruling 64).
    assert_eq!(table.refused_by("span 18.13-19.13"), "3.2-1");
    table.play(&["remove 27.14-27.15", "span 18.13-19.13"]);
    assert!(bridges(&table).contains(&("18.13-19.13".to_string(), true)) && bridges(&table).len() == 4);
    // A destroyed one that lies in the way is taken back first.
    let mut table = on(setting().mark("destroyed", "18.13-19.13"));
    table.play(&["target 18.13", "join all"]).rolls(&[6]).play(&["fight", "advance G-Storm-1", "done"]);
    assert_eq!(table.refused_by("span 18.13-19.13"), "3.2d-1");
    table.play(&["remove 18.13-19.13", "span 18.13-19.13"]);
    assert_eq!(bridges(&table), bridge("18.13-19.13", true));
}

#[test]
fn an_attack_on_defenders_opens_the_way_for_a_bridge_as_well() {
    shows!["3.2c-1"];
    let weak = json!({ "piece": "F-Rgt-1", "hex": "19.12", "steps": 1 });
    let mut table = on(north_bank("combat").unit("G-Storm-1", "19.13").piece(weak).unit("F-2", "19.05"));
    table.play(&["target 19.12", "join all"]).rolls(&[6, 5]).play(&["fight"]);
    assert_eq!(whereabouts(&table, "F-Rgt-1"), None);
    table.play(&["advance G-Storm-1", "done", "span 19.12-19.13"]);
    assert_eq!(bridges(&table), bridge("19.12-19.13", true));
    // The French cannot be chased without a Stormtrooper; over the bridge the division may follow.
    assert_eq!(whereabouts(&table, "G-Storm-1").as_deref(), Some("19.12"));
}

#[test]
fn the_german_takes_bridges_back_in_his_own_turn() {
    shows!["3.2d-1", "3.2f-1"];
    for name in ["replacement", "movement", "combat"] {
        let setting = phase(name, 9).unit("G-HQ-13", "40.30").piece(json!({ "piece": "G-10", "place": "dead" }));
        let setting = setting.unit("G-33", "40.30").unit("F-55", "40.31").mark("bridges", "19.12-19.13");
        let mut table = on(setting.mark("destroyed", "24.13-24.14"));
        assert_eq!(bridges(&table).len(), 2);
        table.play(&["remove 19.12-19.13"]);
        assert_eq!(cited(&table, "The bridge at 19.12-19.13 is taken back"), ["3.2f-1"]);
        table.play(&["remove 24.13-24.14"]);
        assert_eq!(cited(&table, "The bridge at 24.13-24.14 is taken back"), ["3.2d-1"]);
        assert_eq!(bridges(&table), []);
        assert_eq!(table.state().spare_bridges(), 4);
    }
    let allied = phase("movement", 9).mark("side", "allied").unit("F-55", "40.10").mark("bridges", "19.12-19.13");
    assert_eq!(on(allied).refused_by("remove 19.12-19.13"), "3.2f-1");
}

#[test]
fn the_german_can_take_bridges_back_to_the_end_of_his_turn() {
    shows!["3.2f-1"];
    // After the only attack of the phase nothing else is left to do: no airplanes, nobody who exploits.
    let setting = || {
        let attack = phase("combat", 9).unit("G-HQ-13", "40.30").unit("G-33", "40.30").unit("F-55", "40.31");
        attack.mark("bridges", "19.12-19.13").unit("G-10", "19.15")
    };
    let fought = |setting: Setting| {
        let mut table = on(setting);
        table.play(&["target 40.31", "join G-33"]).rolls(&[3, 3]).play(&["fight"]);
        while table.options().iter().all(|option| option.starts_with("lose")) {
            let next = table.options()[0].clone();
            table.play(&[&next]);
        }
        table
    };
    let mut table = fought(setting());
    assert_eq!(table.state().side, GERMAN);
    assert!(table.offers("remove 19.12-19.13"), "{:?}", table.options());
    // The Supply Phase was before; whoever has no use for it goes on.
    assert_eq!(table.state().phase, Phase::Supply);
    let mut kept = table.clone();
    kept.play(&["done"]);
    assert_eq!((kept.state().side, bridges(&kept).len()), (ALLIED, 1));
    // The markers of that phase stand, and where no bridge is left there is nothing more to ask.
    table.play(&["remove 19.12-19.13"]);
    assert_eq!((table.state().side, bridges(&table).len()), (ALLIED, 0));
}

/// The end of a German Exploitation Phase, with a destroyed bridge.
fn ruins() -> Setting {
    phase("exploitation", 9).mark("destroyed", "19.12-19.13").unit("F-2", "19.05")
}

#[test]
fn a_stormtrooper_repairs_a_destroyed_bridge() {
    shows!["3.2e-1", "3.2e-2", "3.2e-3", "3.2d-2"];
    let repaired = |die: u16| {
        let mut table = on(ruins().unit("G-Storm-1", "19.13"));
        table.play(&["done"]).rolls(&[die]).play(&["repair 19.12-19.13"]);
        // One roll in a phase.
        assert!(!table.offers("repair 19.12-19.13"));
        bridges(&table)
    };
    assert_eq!(repaired(2), bridge("19.12-19.13", false));
    assert_eq!(repaired(3), bridge("19.12-19.13", true));
    // From either bank, but not by others, and not under the enemy's eyes.
    let can = |setting: Setting| {
        let mut table = on(setting);
        if table.offers("done") && !table.offers("repair 19.12-19.13") {
            table.play(&["done"]);
        }
        table.offers("repair 19.12-19.13")
    };
    assert!(can(ruins().unit("G-Storm-1", "19.12")));
    assert!(!can(ruins().unit("G-Storm-1", "19.14")));
    assert!(!can(ruins().unit("G-33", "19.13")));
    assert!(!can(ruins().unit("G-Storm-1", "19.13").unit("F-55", "19.12")));
    assert!(!can(ruins().unit("G-Storm-1", "19.13").unit("F-55", "19.11")));
    let mut table = on(ruins()
        .unit("G-Storm-1", "19.14")
        .unit("G-HQ-13", "20.15")
        .piece(json!({ "piece": "G-Air-1", "place": "ready" })));
    table.play(&["done"]);
    assert_eq!(table.refused_by("repair 19.12-19.13"), "3.2e-1");
    let mut twice = on(ruins()
        .unit("G-Storm-1", "19.13")
        .unit("G-HQ-13", "20.15")
        .piece(json!({ "piece": "G-Air-1", "place": "ready" })));
    twice.play(&["done"]).rolls(&[1]).play(&["repair 19.12-19.13"]);
    assert_eq!(twice.refused_by("repair 19.12-19.13"), "3.2e-2");
}

#[test]
fn a_bridge_taken_back_cannot_be_repaired() {
    shows!["3.2f-2"];
    let mut table = on(ruins()
        .unit("G-Storm-1", "19.13")
        .unit("G-HQ-13", "20.15")
        .piece(json!({ "piece": "G-Air-1", "place": "ready" })));
    table.play(&["done", "remove 19.12-19.13"]);
    let refusal = table.refusal("repair 19.12-19.13");
    assert!(refusal.clauses.iter().any(|clause| clause.0 == "3.2f-2"));
    assert_eq!(bridges(&table), []);
    assert!(table.state().on_map.contains(piece("G-Storm-1")));
    // A whole one that is taken back leaves nothing to be repaired, though everything for a repair is at hand; the same
    // place with the same bridge destroyed could be repaired.
    let evening = |mark: &str| phase("movement", 9).mark(mark, "19.12-19.13").unit("F-2", "19.05");
    let builders = |setting: Setting| setting.unit("G-Storm-1", "19.13").unit("G-HQ-13", "19.15");
    let plane = || json!({ "piece": "G-Air-1", "place": "ready" });
    let mut whole = on(builders(evening("bridges")).piece(plane()).option("blown-bridges=on"));
    whole.play(&["remove 19.12-19.13"]);
    assert_eq!((bridges(&whole).len(), whole.state().spare_bridges()), (0, 4));
    let mut scratch = whole.clone();
    let evenings = |table: &mut Game| {
        while table.state().phase < Phase::Exploitation || table.offers("pick G-Storm-1") {
            table.play(&["done"]);
        }
        table.options()
    };
    let repairs = |options: &[String]| options.iter().any(|option| option == "repair 19.12-19.13");
    assert!(!repairs(&evenings(&mut whole)));
    assert!(repairs(&evenings(&mut on(builders(evening("destroyed")).piece(plane()).option("blown-bridges=on")))));
    // It is built from scratch: a new attack over the hexside, an advance, and there it lies again, whole.
    scratch.play(&["done", "target 19.12", "join G-Storm-1"]).rolls(&[6]).play(&["fight", "advance G-Storm-1"]);
    scratch.play(&["span 19.12-19.13"]);
    assert_eq!(bridges(&scratch), bridge("19.12-19.13", true));
}

#[test]
fn zones_reach_over_bridges_only() {
    shows!["scs/4.0c"];
    let zone = |setting: Setting| on(setting).state().zoc[GERMAN.index()].contains(hex("19.12"));
    let germans = || phase("movement", 9).unit("G-33", "19.13");
    assert!(!zone(germans()));
    assert!(zone(germans().mark("bridges", "19.12-19.13")));
    assert!(!zone(germans().mark("destroyed", "19.12-19.13")));
}

#[test]
fn over_a_bridge_each_bank_costs_what_its_own_ground_costs() {
    shows!["chart/terrain-assault-bridge"];
    let ground = &game().ground;
    let halves = |hex| ground.effects(hex).halves;
    let hexside = ground
        .crossings()
        .iter()
        .find(|side| {
            let plain = !side.printed && !ground.road_between(side.from, side.direction);
            plain && halves(side.from) != halves(side.to) && halves(side.from).max(halves(side.to)) <= 6
        })
        .expect("banks of different ground");
    let [from, to] = [hexside.from, hexside.to].map(|bank| ground.label(bank));
    for (start, end, cost) in [(&from, &to, halves(hexside.to)), (&to, &from, halves(hexside.from))] {
        let setting = phase("movement", 2).mark("bridges", &format!("{from}-{to}")).unit("G-33", start);
        let mut table = on(setting.unit("F-2", "60.03"));
        table.play(&["pick G-33"]);
        let told = table.forecast(&format!("to {end}")).sum.value;
        assert_eq!(told, format!("{} of 6", engine::half_points(cost)), "from {start} to {end}");
    }
}

/// An enemy's zone reaches over an assault bridge; taken back in the Combat Phase it opens the line of an HQ again.
#[test]
fn a_bridge_taken_back_in_combat_lets_attack_supply_through() {
    shows!["scs/4.0c", "3.2f-1", "1.4a-2"];
    // The only way of six hexes from the HQ in 19.16 to 19.10 leads straight down, by 19.13 in front of the bridge.
    let start = phase("combat", 9).unit("G-HQ-8Res", "19.16").unit("G-10", "19.10").unit("F-162", "19.09");
    let mut table = on(start.unit("F-55", "20.13").mark("bridges", "19.13-20.13"));
    assert!(!table.offers("target 19.09"), "no Attack Supply over 19.13");
    table.play(&["remove 19.13-20.13"]);
    assert!(table.offers("target 19.09"));
}
