//! 14 Victory, and 15.4 The B.E.F.

use crate::common::*;
use engine::{Viewer, shows};
use serde_json::json;

/// The last phase of the game.
fn last() -> Setting {
    phase("D3", 8)
        .mark("phasing", "german")
        .mark("german", "defensive")
        .mark("allied", "defensive")
        .option("handicap=off")
}

fn ended(setting: Setting) -> Table {
    let mut table = table(setting);
    table.play(&["done"]);
    table
}

fn points(table: &Table) -> String {
    let facts = table.view(Viewer::Spectator).facts;
    facts.iter().take(2).map(|fact| fact.text.split(" (").next().unwrap().to_string()).collect::<Vec<_>>().join(", ")
}

#[test]
fn the_larger_total_wins() {
    shows!["14a", "14b", "14c", "14d", "14h"];
    // At the start of 5 September, with nobody on the map: control needs no garrison.
    let start = ended(last());
    let text = points(&start);
    let outcome = start.outcome().unwrap();
    let number = |side: &str| -> i32 {
        let at = text.split(", ").find(|part| part.starts_with(side)).unwrap();
        at.rsplit(' ').next().unwrap().parse().unwrap()
    };
    let lead = number("Allied") - number("German");
    assert_eq!(outcome.margin, lead.abs());
    let winner = match lead {
        0 => None,
        lead if lead > 0 => Some(ALLIED),
        _ => Some(GERMAN),
    };
    assert_eq!(outcome.winner, winner);
    // A city is three points, a town one: six and two of difference.
    let lead_with = |hex: &str| {
        let outcome = ended(last().mark("control", hex)).outcome().unwrap();
        if outcome.winner == Some(GERMAN) { -outcome.margin } else { outcome.margin }
    };
    assert_eq!(lead_with("2318") - lead, -6, "Meaux to the Germans");
    assert_eq!(lead_with("1214") - lead, -2, "Louvres to the Germans");
    assert_eq!(lead_with("2308") - lead, 2, "Crépy to the Allies");
}

#[test]
fn paris_goes_to_whom_most_of_it_belongs() {
    shows!["14g", "14e", "14f"];
    let walk = |hexes: &[&str], fallen: &str| {
        let setting = phase("C1", 3).mark("phasing", "german").mark("german", "offensive").mark("fallen", fallen);
        let units = ["IR42", "Gren2", "Gren9", "Fus34"];
        let setting = units.iter().zip(hexes).fold(setting, |setting, (unit, _)| setting.unit(unit, "0820"));
        let mut table = table(setting);
        for (unit, hex) in units.iter().zip(hexes) {
            table.play(&[&format!("pick {unit}"), &format!("to {hex}")]);
        }
        table
    };
    // 0721 and 0821 touch 0820; two of seven hexes are not most of Paris, and zones count for nothing.
    let some = walk(&["0721", "0821"], "0721 0821");
    assert_eq!(some.state().paris, ALLIED);
    assert!(some.state().zones[GERMAN.index()].contains(hex("0722")));
    let fallen = "0721 0821 0722 0822";
    let most = walk(&["0722", "0822"], fallen);
    // They went through 0721 and 0821 on their way: four hexes entered.
    assert_eq!(most.state().paris, GERMAN);
    assert!(most.told(Viewer::Spectator).iter().any(|text| text.contains("Paris is under German control")));
}

#[test]
fn each_paris_hex_counts_with_the_switch() {
    let lead = |option: &str| {
        let outcome = ended(last().option(option)).outcome().unwrap();
        if outcome.winner == Some(GERMAN) { -outcome.margin } else { outcome.margin }
    };
    assert_eq!(lead("paris-each") - lead("handicap=off"), 60);
}

#[test]
fn units_take_places_by_entering_them() {
    let setting = phase("C1", 3)
        .mark("phasing", "german")
        .mark("german", "offensive")
        .unit("IR42", "1213")
        .unit("Linsingen", "1212");
    let mut table = table(setting);
    let louvres = game().ground.objective_at(hex("1214")).unwrap();
    assert_eq!(table.state().german >> louvres & 1, 0, "a zone over it is not enough");
    table.play(&["pick Linsingen", "to 1214"]);
    assert_eq!(table.state().german >> louvres & 1, 0, "a HQ is no combat unit");
    table.play(&["pick IR42", "to 1215"]);
    assert_eq!(table.state().german >> louvres & 1, 1, "it went through");
}

#[test]
fn the_handicap_of_a_scenario_asks_for_a_lead() {
    let handicapped = |options: &[&str]| {
        let setting = phase("D3", 8).mark("phasing", "german");
        let setting = options.iter().fold(setting, |setting, option| setting.option(option));
        ended(setting).outcome().unwrap().winner
    };
    assert_eq!(handicapped(&[]), Some(GERMAN), "the Allies have no lead");
}

#[test]
fn broken_british_corps_score_for_the_germans() {
    shows!["15.4.2a", "15.4.2b"];
    let lead = |setting: Setting| {
        let outcome = ended(setting).outcome().unwrap();
        if outcome.winner == Some(GERMAN) { -outcome.margin } else { outcome.margin }
    };
    let corps = ["10Br", "11Br", "12Br", "4DivArt", "19Br"];
    let with = |option: &str, left: &[(&str, u8)]| {
        let mut setting = last().option(option);
        for (number, (name, steps)) in left.iter().enumerate() {
            setting = setting.piece(json!({ "piece": name, "hex": format!("04{}", 28 + number), "steps": steps }));
        }
        // The other corps stand whole.
        let others = ["1Br", "2Br", "3Br", "1DivArt", "4Br", "5Br", "6Br", "2DivArt"];
        let more = ["7Br", "8Br", "9Br", "3DivArt", "13Br", "14Br", "15Br", "5DivArt"];
        for (number, name) in others.iter().chain(&more).enumerate() {
            setting = setting.unit(name, &format!("{:02}33", 4 + number / 4));
        }
        lead(setting)
    };
    let half: Vec<(&str, u8)> = corps.iter().map(|&name| (name, 1)).collect();
    let whole: Vec<(&str, u8)> = corps.iter().map(|&name| (name, 2)).collect();
    // Half of ten steps is not more than half; one more is.
    assert_eq!(with("bef", &half), with("bef", &whole));
    assert_eq!(with("bef", &half[..4]), with("bef", &whole) - 2);
    assert_eq!(with("bef=off", &half[..4]), with("bef", &whole), "without the option losses do not count");
}
