//! 14 Victory, and 15.4.2 the losses of the B.E.F.

mod common;

use common::{ALLIED, GERMAN, Setting, Table, hex, phase, table};
use engine::{Side, Viewer, shows};

/// The last phase of the game, with the towns and cities of this list changed over to the other side.
fn end(changed: &str) -> Setting {
    let setting = phase("D3", 8).mark("phasing", "german").mark("german", "defensive").unit("Armin", "0201");
    if changed.is_empty() { setting } else { setting.mark("control", changed) }
}

/// The winner and the points of Allies and Germans.
fn judged(setting: Setting) -> (Option<Side>, String) {
    let mut table = table(setting);
    table.play(&["done"]);
    let points = table.told(Viewer::All).pop().unwrap();
    assert_eq!(table.outcome().unwrap().clause.0, "14a");
    (table.outcome().unwrap().winner, points)
}

fn over(allied: u32, german: u32) -> String {
    format!("The battle is over: Allied {allied}, German {german} points.")
}

#[test]
fn the_larger_total_wins() {
    shows!["14a", "14c", "14d"];
    // 44 and 46 at the start; a city is worth 3, a town 1.
    let by_book = |changed: &str| judged(end(changed).option("handicap=off"));
    assert_eq!(by_book(""), (Some(GERMAN), over(44, 46)));
    assert_eq!(by_book("2101"), (Some(ALLIED), over(47, 43)));
    assert_eq!(by_book("2418"), (None, over(45, 45)));
    assert_eq!(by_book("2318 2823"), (Some(GERMAN), over(38, 52)));
}

#[test]
fn the_handicap_asks_the_allies_for_a_lead() {
    // Leads of 28, 30 and 32; on the 4th of September 6, 8 and 16.
    let with = |changed: &str| judged(end(changed));
    let cities = "1107 1408 2101 3503 3715";
    assert_eq!(with(cities), (Some(GERMAN), over(59, 31)));
    assert_eq!(with(&format!("{cities} 2418")), (None, over(60, 30)));
    assert_eq!(with(&format!("{cities} 2418 2511")), (Some(ALLIED), over(61, 29)));
    let fourth = |changed: &str| {
        let setting = phase("D3", 9).scenario("september-4").mark("phasing", "german").unit("Armin", "0201");
        judged(if changed.is_empty() { setting } else { setting.mark("control", changed) })
    };
    assert_eq!(fourth(""), (Some(ALLIED), over(53, 37)));
    assert_eq!(fourth("3018"), (None, over(52, 38)));
    assert_eq!(fourth("2318 3018 3222"), (Some(GERMAN), over(48, 42)));
}

/// German movement on the last turn with a regiment at this hex.
fn advancing(at: &str) -> Setting {
    let setting = phase("C1", 8).mark("phasing", "german").mark("german", "offensive").unit("Armin", "0201");
    setting.unit("IR26", at)
}

fn holds(table: &Table, label: &str) -> Side {
    let at = table.playing.rules().ground.objective_at(hex(label)).unwrap();
    if table.state().german >> at & 1 == 1 { GERMAN } else { ALLIED }
}

#[test]
fn who_entered_last_controls_a_hex() {
    shows!["14e", "14f", "14h"];
    let mut table = table(advancing("2822").unit("Linsingen", "2622"));
    assert_eq!(holds(&table, "2823"), ALLIED);
    // A zone over Coulommiers is not control, and a HQ takes nothing.
    table.play(&["pick IR26", "to 2722"]);
    assert_eq!(holds(&table, "2823"), ALLIED);
    table.play(&["pick Linsingen", "to 2723"]);
    assert_eq!(holds(&table, "2823"), ALLIED);
    // Through Lizy and on: it stays German without a garrison.
    let mut table = common::table(advancing("2823").mark("control", "2615"));
    assert_eq!(holds(&table, "2615"), ALLIED);
    table.play(&["pick IR26", "stay"]);
    let mut through = common::table(advancing("2514").mark("control", "2615"));
    through.play(&["pick IR26", "to 2615", "pick IR26", "to 2514"]);
    assert_eq!(holds(&through, "2615"), GERMAN);
}

#[test]
fn paris_belongs_to_who_has_more_than_half_of_it() {
    shows!["14b", "14g"];
    let all = "0621 0622 0721 0722 0723 0821 0822";
    let setting = |held: &str| advancing("0820").mark("fallen", all).mark("control", held);
    // With the fourth of seven hexes it is German, and worth 10 points once.
    let mut table = table(setting("0621 0622 0721").option("handicap=off"));
    assert_eq!(table.state().paris, ALLIED);
    table.play(&["pick IR26", "to 0821"]);
    assert_eq!(table.state().paris, GERMAN);
    let points = |table: &mut Table| {
        while table.outcome().is_none() {
            let option = if table.offers("done") { "done".into() } else { table.options()[0].clone() };
            table.play(&[&option]);
        }
        table.told(Viewer::All).pop().unwrap()
    };
    assert_eq!(points(&mut table), over(34, 56));
    let mut three = common::table(setting("0621 0622").option("handicap=off"));
    three.play(&["pick IR26", "to 0821"]);
    assert_eq!(points(&mut three), over(44, 46));
    // With the switch each hex counts (ruling R91).
    let mut each = common::table(setting("0621 0622").option("handicap=off").option("paris-each"));
    each.play(&["pick IR26", "to 0821"]);
    assert_eq!(points(&mut each), over(34 + 4 * 10, 46 + 3 * 10));
}

#[test]
fn broken_british_corps_are_worth_two_points() {
    shows!["15.4.2a", "15.4.2b"];
    let british = |units: &[&str], options: &[&str]| {
        let mut setting = end("").option("handicap=off").unit("Haig", "0336");
        for option in options {
            setting = setting.option(option);
        }
        for (at, name) in units.iter().enumerate() {
            let (name, steps) = name.split_once('-').map_or((*name, 2), |(name, _)| (name, 1));
            let piece = serde_json::json!({"piece": name, "hex": format!("03{}", 27 + at / 2), "steps": steps});
            setting = setting.piece(piece);
        }
        judged(setting).1
    };
    // None of the three corps is on the map.
    assert_eq!(british(&[], &[]), over(44, 46));
    assert_eq!(british(&[], &["bef"]), over(44, 52));
    // I Corps has sixteen steps: eight left are half, seven are more than half lost. What was recovered is no loss.
    assert_eq!(british(&["1Br", "2Br", "3Br", "4Br"], &["bef"]), over(44, 50));
    assert_eq!(british(&["1Br", "2Br", "3Br", "4Br-"], &["bef"]), over(44, 52));
    // The Cavalry Division counts with the switch (ruling R86).
    assert_eq!(british(&[], &["bef", "bef-cavalry"]), over(44, 54));
}
