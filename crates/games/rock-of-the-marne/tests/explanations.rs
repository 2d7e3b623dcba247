//! Every number that matters opens into its parts, every refusal cites its rule, and every forecast is exact.

use crate::common::{Setting, Table, game, on, phase};
use engine::laws::assert_forecast_agrees;
use engine::{Derivation, Rules, Side, Viewer, shows};
use rock_of_the_marne::RockOfTheMarne;
use rock_of_the_marne::pieces::{ALLIED, GERMAN};
use serde_json::json;

type Game = Table<RockOfTheMarne>;

/// All parts of a number, itself included.
fn parts(sum: &Derivation) -> Vec<&Derivation> {
    std::iter::once(sum).chain(sum.parts.iter().flat_map(parts)).collect()
}

/// The value of the part with this label.
fn part<'a>(sum: &'a Derivation, label: &str) -> &'a Derivation {
    let found = parts(sum).into_iter().find(|part| part.label == label);
    found.unwrap_or_else(|| panic!("no part {label} in {:#?}", sum.lines()))
}

/// Whether a clause is cited anywhere in a number.
fn cites(sum: &Derivation, clause: &str) -> bool {
    parts(sum).iter().any(|part| part.clauses.iter().any(|cited| cited.0 == clause))
}

/// What moving a unit from a hex to another costs, opened.
fn way(setting: Setting, unit: &str, to: &str) -> Derivation {
    let mut table = on(setting);
    table.play(&[&format!("pick {unit}")]);
    table.forecast(&format!("to {to}")).sum
}

fn alone(unit: &str, from: &str) -> Setting {
    phase("movement", 9).unit(unit, from)
}

#[test]
fn a_way_opens_into_its_steps() {
    // Two hexes of open ground, the second next to an enemy.
    let sum = way(alone("G-10", "59.04").unit("F-55", "59.07"), "G-10", "59.06");
    assert_eq!(sum.value, "4 of 6");
    assert!(cites(&sum, "chart/terrain-clear") && cites(&sum, "scs/3.1e"));
    let storm = way(alone("G-Storm-1", "59.04").unit("F-55", "59.07"), "G-Storm-1", "59.06");
    assert_eq!(storm.value, "3 of 6");
    assert!(cites(&storm, "3.1-1") && !cites(&storm, "scs/3.1e"));
    // The parts add up to the whole: a point for each hex, and two for the zone, or one for a stormtrooper.
    let steps = |sum: &Derivation| sum.parts.iter().map(|step| step.value.clone()).collect::<Vec<_>>();
    assert_eq!((steps(&sum), steps(&storm)), (vec!["1".into(), "3".into()], vec!["1".into(), "2".into()]));
    let zone = |sum: &Derivation| part(&sum.parts[1], "enemy zone of control").value.clone();
    assert_eq!([zone(&sum), zone(&storm)], ["2", "1"]);
}

#[test]
fn each_kind_of_ground_is_cited_by_the_chart() {
    shows!["chart/terrain-lakes"];
    let ground = &game().ground;
    let mut seen = std::collections::BTreeSet::new();
    for to in ground.board().hexes().filter(|&at| ground.column(at) > 11) {
        let trench = ground.french_trench(to) || ground.german_trench(to);
        let clause = match (ground.terrain_title(to), trench) {
            ("Clear", true) => "chart/terrain-trench",
            ("Clear", false) => "chart/terrain-clear",
            ("Rough", _) => "chart/terrain-rough",
            ("Woods", _) => "chart/terrain-woods",
            ("Rough woods", _) => "chart/terrain-rough-woods",
            ("City", false) => "chart/terrain-city",
            ("City", true) => "chart/terrain-trench",
            _ => "chart/terrain-lakes",
        };
        if seen.contains(clause) {
            continue;
        }
        let dry = ground.board().neighbours(to).find_map(|(way, from)| {
            let back = ground.board().direction(from, to)?;
            let plain =
                !ground.road_between(to, way) && !ground.marne_between(to, way) && !ground.river_between(to, way);
            (plain && ground.costs().step(from, back).is_some()).then_some(from)
        });
        let Some(from) = dry else { continue };
        let (from, to) = (ground.label(from), ground.label(to));
        let sum = way(alone("G-10", &from), "G-10", &to);
        assert!(cites(&sum, clause), "{to}: {clause} in {:?}", sum.lines());
        seen.insert(clause);
    }
    assert_eq!(seen.len(), 7, "{seen:?}");
}

#[test]
fn roads_rivers_and_bridges_are_told() {
    let ground = &game().ground;
    let mut steps =
        ground.board().hexes().flat_map(|from| ground.board().neighbours(from).map(move |(way, to)| (from, way, to)));
    let along = steps.find(|&(from, way, _)| ground.road_between(from, way)).unwrap();
    let sum = way(alone("G-10", &ground.label(along.0)), "G-10", &ground.label(along.2));
    assert!(cites(&sum, "chart/terrain-road"), "{:?}", sum.lines());
    let wet = steps.find(|&(from, way, to)| {
        ground.river_between(from, way) && !ground.road_between(from, way) && ground.terrain_title(to) == "Clear"
    });
    let (from, _, to) = wet.unwrap();
    let sum = way(alone("G-10", &ground.label(from)), "G-10", &ground.label(to));
    assert!(cites(&sum, "chart/terrain-river"), "{:?}", sum.lines());
    // Over an assault bridge the Marne is cancelled.
    let bridged = alone("G-10", "19.13").mark("bridges", "19.12-19.13");
    let sum = way(bridged, "G-10", "19.12");
    assert!(cites(&sum, "chart/terrain-assault-bridge"), "{:?}", sum.lines());
}

#[test]
fn the_way_itself_is_drawn() {
    let mut table = on(alone("G-10", "46.10"));
    table.play(&["pick G-10"]);
    let along = table.forecast("to 46.13").path;
    assert_eq!(along.first().map(String::as_str), Some("46.10"));
    assert_eq!(along.last().map(String::as_str), Some("46.13"));
}

/// An attack with everything: HQ, tanks, airplane, woods, a machine gun.
fn great_attack() -> Game {
    let setting = phase("combat", 9)
        .mark("side", "allied")
        .unit("F-HQ-20", "59.04")
        .unit("US-1/1", "59.06")
        .unit("US-2/1", "59.06")
        .unit("F-Tank-1", "58.06")
        .unit("G-10", "59.07")
        .piece(json!({ "piece": "A-Air-1", "place": "ready", "steps": 2 }));
    let mut table = on(setting);
    table.play(&["target 59.07", "join all", "shift F-HQ-20", "fly A-Air-1"]);
    table
}

#[test]
fn the_odds_open_into_strengths_and_shifts() {
    shows!["scs/0.4"];
    let table = great_attack();
    let sum = table.forecast("fight").sum;
    // (5 + 5 + 2 + 6) = 18 against 9, 2 to 1; tank 2, HQ 2, airplane 2.
    assert_eq!(part(&sum, "Attack strength").value, "18");
    assert_eq!(part(&sum, "Defence strength").value, "9");
    assert_eq!(part(&sum, "Basic odds").value, "2:1");
    assert_eq!(part(&sum, "Shifts").value, "+6");
    assert_eq!(sum.value, "6:1");
    assert_eq!(part(&sum, "F-HQ-20").value, "+2");
    assert_eq!(part(&sum, "A-Air-1").value, "+2");
    for clause in ["2.1-1", "1.8b-1", "1.9c-1", "1.6a-2", "scs/7.2a", "1.9d-5"] {
        assert!(cites(&sum, clause), "{clause}");
    }
    // Strengths of the units add up to the total.
    let units: u32 = part(&sum, "Attack strength").parts.iter().map(|part| part.value.parse::<u32>().unwrap()).sum();
    assert_eq!(units, 18);
}

#[test]
fn halving_and_terrain_are_told() {
    let marne = phase("combat", 2).unit("G-HQ-4Res", "19.15").unit("G-33", "19.13").unit("G-Storm-1", "19.13");
    let mut table = on(marne.unit("F-55", "19.12"));
    table.play(&["target 19.12", "join all"]);
    let sum = table.forecast("fight").sum;
    assert_eq!(part(&sum, "Attack strength").value, "6");
    assert!(cites(&sum, "3.2a-2") && cites(&sum, "chart/terrain-marne-combat"));
    // A trench in a city, and a defender Out of Supply.
    let lost = json!({ "piece": "F-55", "hex": "37.24", "marks": ["out-of-supply"] });
    let mut table = on(phase("combat", 9).unit("G-HQ-13", "37.26").unit("G-10", "37.25").piece(lost));
    table.play(&["target 37.24", "join G-10"]);
    let sum = table.forecast("fight").sum;
    assert_eq!(part(&sum, "Shifts").value, "-4");
    for clause in ["chart/terrain-city-combat", "chart/terrain-trench-combat", "GI/terrain-a", "1.3f-2"] {
        assert!(cites(&sum, clause), "{clause}: {:?}", sum.lines());
    }
}

/// An action forecast on a table agrees with real dice.
fn agrees(table: &Game, action: &str) {
    let rules = game();
    let read = rules.parse(table.state(), action).unwrap();
    let forecast = rules.forecast(table.state(), read).unwrap();
    assert!(!forecast.chances.is_empty() && forecast.given.is_none(), "{action}");
    assert_forecast_agrees(&**rules, table.state(), read, 3000, 7);
}

#[test]
fn forecasts_are_what_dice_do() {
    agrees(&great_attack(), "fight");
    // Across the Marne to an empty hex.
    let setting = phase("combat", 2).unit("G-HQ-4Res", "19.15").unit("G-Storm-1", "19.13").unit("F-2", "19.05");
    let mut table = on(setting);
    table.play(&["target 19.12", "join G-Storm-1"]);
    agrees(&table, "fight");
    // An interception.
    let mut table = on(phase("combat", 9)
        .unit("F-55", "59.07")
        .unit("G-10", "59.06")
        .unit("G-HQ-13", "59.04")
        .piece(json!({ "piece": "G-Air-1", "place": "ready" }))
        .piece(json!({ "piece": "A-Air-1", "hex": "59.10", "steps": 1, "marks": ["cap"] })));
    table.play(&["target 59.07", "join G-10", "fly G-Air-1", "fight"]);
    agrees(&table, "intercept A-Air-1");
    // Bombs, and a repair.
    let raid = phase("combat", 9).mark("side", "allied").mark("bridges", "19.12-19.13").unit("F-55", "40.05");
    let mut table = on(raid.piece(json!({ "piece": "A-Air-1", "place": "ready" })));
    table.play(&["bomb 19.12-19.13"]);
    agrees(&table, "fly A-Air-1");
    let ruins = phase("exploitation", 9).mark("destroyed", "19.12-19.13").unit("G-Storm-1", "19.13");
    let mut table = on(ruins.unit("F-55", "40.05"));
    table.play(&["done"]);
    agrees(&table, "repair 19.12-19.13");
    // An overrun.
    let weak = json!({ "piece": "F-Rgt-1", "hex": "59.07", "steps": 1 });
    let mut table = on(phase("movement", 9).unit("G-HQ-13", "59.03").unit("G-Storm-1", "59.06").piece(weak));
    table.play(&["pick G-Storm-1"]);
    if table.offers("overrun 59.07") {
        agrees(&table, "overrun 59.07");
    }
}

#[test]
fn points_are_facts_with_their_clauses() {
    let facts = |setting: Setting, side: Side| on(setting).view(Viewer::Side(side)).facts;
    let campaign = facts(phase("movement", 9).unit("G-10", "17.01").unit("F-55", "16.20"), ALLIED);
    let told = |start: &str| campaign.iter().find(|fact| fact.text.starts_with(start)).unwrap();
    assert_eq!(told("German points").text, "German points: 3.");
    assert_eq!(told("Allied points").text, "Allied points: 2.");
    assert!(told("German points").clauses.iter().any(|clause| clause.0 == "6.1/vp-a"));
    // The numbers of the turn are told too.
    assert!(campaign.iter().any(|fact| fact.clauses.iter().any(|clause| clause.0 == "1.2a-3")));
    // Who is across the Marne under a stack is the Germans' secret.
    let marne = || phase("movement", 9).scenario("rock-of-the-marne").unit("G-10", "19.12").unit("G-HQ-8Res", "19.14");
    let tells = |side| facts(marne(), side).iter().any(|fact| fact.text.starts_with("German points"));
    assert!(tells(GERMAN) && !tells(ALLIED));
    // Each scenario cites what it counts: divisions across the Marne, or trench hexes, or neither.
    let counted = |setting: Setting| {
        let facts = facts(setting, GERMAN);
        let points = facts.iter().find(|fact| fact.text.starts_with("German points")).unwrap();
        ["1.3g-2", "7.1/vp-a3"].map(|id| points.clauses.iter().any(|clause| clause.0 == id))
    };
    assert_eq!(counted(marne()), [true, false]);
    let trenches = || phase("movement", 5).unit("G-10", "52.18").unit("F-2", "45.10");
    assert_eq!(counted(trenches().scenario("gouraud")), [false, true]);
    assert_eq!(counted(trenches()), [false, false]);
}

#[test]
fn refusals_give_facts_and_rules() {
    // Who, what and how much: not only no.
    let mut table = on(alone("G-HQ-13", "46.10"));
    table.play(&["pick G-HQ-13"]);
    let refusal = table.refusal("to 46.20");
    assert_eq!(refusal.clauses[0].0, "scs/3.1a");
    assert!(refusal.reason.contains("46.20") && refusal.reason.contains('3'), "{}", refusal.reason);
    // Every clause that a refusal cites is in the book.
    for action in ["target 46.20", "break G-HQ-13", "fight", "advance G-HQ-13", "span 19.12-19.13", "intercept A-Air-1"]
    {
        let refusal = table.refusal(action);
        assert!(refusal.clauses.iter().all(|clause| game().book().get(clause.0).is_some()), "{action}");
        assert!(!refusal.reason.is_empty());
    }
    // What cannot be read says how it is written.
    let error = game().parse(table.state(), "march").unwrap_err();
    assert!(error.contains("march"));
}
