//! 14 Victory, and 15.4 The B.E.F.

use crate::common::*;
use engine::dice::SeededDice;
use engine::{Clause, Event, Rules, Side, Viewer, shows};
use miracle_on_the_marne::Action;
use serde_json::json;

/// The last phase of the game.
fn last() -> Setting {
    phase("D3", 8).mark("phasing", "german").mark("german", "defensive").mark("allied", "defensive")
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

/// Who wins, by what clause and in what words.
fn verdict(table: &Table) -> (Option<Side>, &'static str, String) {
    let outcome = table.outcome().unwrap();
    (outcome.winner, outcome.clause.0, table.view(Viewer::Spectator).result.unwrap().text)
}

#[test]
fn the_larger_total_wins() {
    shows!["14a", "14b", "14c", "14d", "14h"];
    // At the start of 5 September, with nobody on the map: control needs no garrison. Of 10 cities, 38 towns and Paris the
    // Germans hold 8 and 32: 56 points of 78.
    let mut start = table(last());
    assert_eq!(points(&start), "Allied points: 22, German points: 56");
    let facts = start.view(Viewer::Spectator).facts;
    assert!(facts[0].text.ends_with("(Paris 10, 2 cities 6, 6 towns 6)."), "{}", facts[0].text);
    assert!(facts[1].text.ends_with("(Paris 0, 8 cities 24, 32 towns 32)."), "{}", facts[1].text);
    start.play(&["done"]);
    assert_eq!(verdict(&start), (Some(GERMAN), "14a", "German victory: Allied 22, German 56 points".into()));
    assert_eq!(start.outcome().unwrap().margin, 34);
    let end = start.told(Viewer::Spectator).pop().unwrap();
    assert_eq!(end, "The battle is over. German victory: Allied 22, German 56 points.");
    let (_, event) = start.playing.log().iter().rev().find(|(_, event)| event.text == end).unwrap();
    assert_eq!(event.clauses.iter().map(|clause| clause.0).collect::<Vec<_>>(), ["14a", "14b", "14c", "14d"]);
    // A town is one point, a city three; a tie is a draw (ruling R80). Five cities and two towns are 17 points.
    let five = "1107 1408 2101 3503 3715";
    let town = ended(last().mark("control", &format!("{five} 1110 1505")));
    assert_eq!(verdict(&town), (None, "14a", "A draw: Allied 39, German 39 points".into()));
    let city = ended(last().mark("control", &format!("{five} 4505")));
    assert_eq!(verdict(&city), (Some(ALLIED), "14a", "Allied victory: Allied 40, German 38 points".into()));
    // Fismes, Fère and Braine too: the larger total, however small a lead somebody wishes for.
    let cities = last().mark("control", &format!("{five} 4505 4009 4104"));
    let cities = ended(cities.unit("27Bde", "0531").unit("IR26", "2510"));
    assert_eq!(verdict(&cities), (Some(ALLIED), "14a", "Allied victory: Allied 46, German 32 points".into()));
    assert_eq!(cities.outcome().unwrap().margin, 14);
    assert!(!cities.view(Viewer::Spectator).facts.iter().any(|fact| fact.text.contains("handicap")));
}

#[test]
fn a_handicap_is_a_switch_that_says_so() {
    let cities = "1107 1408 2101 3503 3715";
    let with = |control: &str| last().option("handicap").mark("control", control);
    let needed = "the Allies need a lead of 4 points to win and of 2 for a draw";
    let after = |control: String| verdict(&ended(with(&control)));
    let said = |who: &str, points: &str| format!("{who} by the handicap: {points} points, and {needed}");
    // Five cities and two, three or four towns more: leads of 0, 2 and 4.
    let draw = said("A draw", "Allied 40, German 38");
    assert_eq!(after(format!("{cities} 1110 1505 1805")), (None, "handicap", draw));
    let win = said("Allied victory", "Allied 41, German 37");
    assert_eq!(after(format!("{cities} 1110 1505 1805 2011")), (Some(ALLIED), "handicap", win));
    let loss = said("German victory", "Allied 39, German 39");
    assert_eq!(after(format!("{cities} 1110 1505")), (Some(GERMAN), "handicap", loss));
    // The view says it from the first turn on, and the end does not cite the clause that says otherwise.
    let table = table(with(cities));
    let facts = table.view(Viewer::Spectator).facts;
    let fact = facts.iter().find(|fact| fact.text.contains("handicap")).unwrap();
    assert_eq!(fact.text, format!("A handicap is in force: {needed}. By the book the larger total would win."));
    let mut events: Vec<Event> = Vec::new();
    game().play(&mut table.state().clone(), Action::Done, &mut SeededDice::new(1), &mut events);
    let end = events.iter().find(|event| event.kind.word() == "end").unwrap();
    assert!(end.text.contains("by the handicap") && !end.clauses.contains(&Clause("14a")), "{end:?}");
    // On 4 September 16 and 8.
    let fourth =
        crate::common::table(phase("D3", 5).scenario("september-4").mark("phasing", "german").option("handicap"));
    assert!(fourth.view(Viewer::Spectator).facts.iter().any(|fact| fact.text.contains("of 16 points to win and of 8")));
}

#[test]
fn who_gives_up_loses_whatever_the_points_are() {
    let table = table(last().mark("control", "1408"));
    let mut state = table.state().clone();
    game().concede(&mut state, ALLIED);
    let result = game().view(&state, Viewer::Spectator).result.unwrap();
    assert_eq!(result.winner.as_deref(), Some("german"));
    assert_eq!(result.text, "German victory: the Allied side gives up");
    assert!(game().book().get(result.clause.0).is_none(), "no clause of the book");
}

#[test]
fn a_position_judges_who_controls_paris() {
    shows!["14g"];
    let with = |hexes: &str| points(&table(last().mark("control", hexes).mark("fallen", hexes)));
    assert_eq!(with("0621 0622 0721 0722"), "Allied points: 12, German points: 66");
    assert_eq!(with("0621 0622 0721"), "Allied points: 22, German points: 56");
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
    assert_eq!(lead("paris-each") - lead("paris-each=off"), 60);
    // Neither the book's price of Paris nor its rule of the larger total is cited for it, and everybody can read so.
    let (_, clause, text) = verdict(&ended(last().option("paris-each")));
    assert_eq!(
        (clause, text.as_str()),
        ("paris-each", "Allied victory: Allied 82, German 56 points, each hex of Paris counted by itself")
    );
    let view = table(last().option("paris-each")).view(Viewer::Spectator);
    let fact = view.facts.iter().find(|fact| fact.text.starts_with("Each of the 7 hexes of Paris")).unwrap();
    assert!(fact.text.contains("is worth 10 points to whom it belongs. By the book Paris is worth 10 points, to"));
    assert!(view.facts.iter().all(|fact| !fact.clauses.contains(&Clause("14b"))));
}

#[test]
fn units_take_places_by_entering_them() {
    let setting = phase("C1", 3)
        .mark("phasing", "german")
        .mark("german", "offensive")
        .unit("IR42", "1714")
        .unit("Linsingen", "1713");
    let mut table = table(setting);
    let dammartin = game().ground.objective_at(hex("1715")).unwrap();
    assert_eq!(table.state().german >> dammartin & 1, 0, "a zone over it is not enough");
    table.play(&["pick Linsingen", "to 1715"]);
    assert_eq!(table.state().german >> dammartin & 1, 0, "a HQ is no combat unit");
    table.play(&["pick IR42"]);
    let through = table.forecast("to 1716").sum.parts;
    assert!(through.iter().any(|part| part.label == "takes" && part.value == "Dammartin-en-Goële"), "{through:?}");
    let action = game().parse(table.state(), "to 1716").unwrap();
    assert_eq!(game().choice(table.state(), action).text, "to 1716 (Juilly), clear, taking Dammartin-en-Goële");
    table.play(&["to 1716"]);
    assert_eq!(table.state().german >> dammartin & 1, 1, "it went through");
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
    // The Allies see what it costs them: one corps broken, two points.
    let setting = last().option("bef");
    let others = ["1Br", "2Br", "3Br", "1DivArt", "4Br", "5Br", "6Br", "2DivArt"];
    let more = ["7Br", "8Br", "9Br", "3DivArt", "13Br", "14Br", "15Br", "5DivArt"];
    let setting = others.iter().chain(&more).fold(setting, |setting, name| setting.unit(name, "0433"));
    let facts = table(setting).view(Viewer::Side(ALLIED)).facts;
    let broken = "1 British corps with more than half of their steps lost 2";
    assert!(facts.iter().any(|fact| fact.text.contains(broken)), "{facts:?}");
}

#[test]
fn paris_comes_back_with_most_of_its_hexes() {
    shows!["14g", "14e"];
    // Four of seven hexes are German, and nobody is in them; the Allies enter one.
    let hexes = "0621 0622 0721 0722";
    let setting = phase("C1", 3).mark("phasing", "allied").mark("allied", "offensive").mark("control", hexes);
    let mut table = table(setting.mark("fallen", hexes).unit("27Bde", "0723").unit("28Bde", "0822"));
    assert_eq!(table.state().paris, GERMAN);
    table.play(&["pick 28Bde", "to 0823"]);
    assert_eq!(table.state().paris, GERMAN, "four are left");
    table.play(&["pick 27Bde", "to 0722"]);
    assert_eq!(table.state().paris, ALLIED);
    assert!(table.told(Viewer::Spectator).contains(&"Paris is under Allied control.".to_string()));
}
