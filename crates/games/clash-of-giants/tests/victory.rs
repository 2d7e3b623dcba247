//! 4.0 How to Win.

use crate::common::{Ask, Labels, Lay, game, marches, marne, moves, phase};
use clash_of_giants::ClashOfGiants;
use clash_of_giants::pieces::{ALLIED, GERMAN};
use clash_of_giants::state::Owner;
use clash_of_giants::tables::Worth;
use engine::laws::{Setting, Table};
use engine::shows;
use serde_json::json;

/// Who scores a victory hex.
fn owner(table: &Table<ClashOfGiants>, hex: &str) -> Owner {
    let theatre = game().theatre_of(table.state().campaign);
    table.state().owners[theatre.prize(theatre.hex(hex)).unwrap()]
}

/// A unit of an army goes into a hex next to it; who scores the hex then.
fn entered(setting: Setting, unit: &str, hex: &str) -> Owner {
    let mut table = setting.table(game());
    table.play(&[&format!("pick {unit}"), &format!("to {hex}")]);
    owner(&table, hex)
}

/// Ends the last turn with these owners.
fn last_turn(owners: &str) -> Table<ClashOfGiants> {
    let mut table =
        phase("german-combat", 15).unit("G-41", "3821").unit("R-1", "3822").mark("owners", owners).table(game());
    table.play(&["done"]);
    table
}

/// How the game ends with these owners.
fn ended(owners: &str) -> engine::Outcome {
    last_turn(owners).outcome().unwrap()
}

/// The sentence with which a game is over.
fn last_words(table: &Table<ClashOfGiants>) -> String {
    table.view(engine::Viewer::All).result.unwrap().text
}

#[test]
fn the_most_points_win_after_turn_fifteen_and_a_tie_is_russian() {
    shows!["tannenberg/4.1a", "tannenberg/4.1b", "tannenberg/4.1c", "tannenberg/4.1d", "tannenberg/5.36b"];
    let outcome = ended("2316=german");
    assert_eq!((outcome.winner, outcome.clause.0, outcome.margin), (Some(GERMAN), "tannenberg/4.1b", 15));
    // All red hexes, and black ones spoiled until the Russian is ahead or level.
    let red = |wanted: &dyn Fn(u8) -> bool| {
        let mut sum = 0;
        let mut owners = Vec::new();
        for &(hex, worth) in &crate::common::east().tables.victory {
            let Worth::Points(_, russian) = worth else { panic!("points on the Marne") };
            if russian > 0 && wanted(sum + russian) {
                sum += russian;
                owners.push(format!("{}=allied", crate::common::east().ground.label(hex)));
            }
        }
        (sum, owners.join(" "))
    };
    let (level, owners) = red(&|sum| sum <= 13);
    let outcome = ended(&format!("{owners} 2222=nobody 2024=nobody"));
    assert_eq!(level, 13);
    assert_eq!((outcome.winner, outcome.clause.0, outcome.margin), (Some(ALLIED), "tannenberg/4.1c", 0));
    let table = last_turn(&format!("{owners} 2222=nobody 2024=nobody"));
    assert_eq!(last_words(&table), "Russian victory: victory points are level.");
    assert_eq!(last_words(&last_turn("2316=german")), "German victory: 15 victory points ahead.");
    let outcome = ended(&format!("{owners} 2316=nobody"));
    assert_eq!((outcome.winner, outcome.clause.0, outcome.margin), (Some(ALLIED), "tannenberg/4.1b", 1));
    // A hex counts for its own side alone: a Russian in Allenstein scores nothing for it.
    let outcome = ended("2316=allied");
    assert_eq!((outcome.winner, outcome.margin), (Some(GERMAN), 12));
    // Before the last turn is over nothing is decided.
    let mut table = phase("german-combat", 14).unit("G-41", "3821").unit("R-1", "3822").table(game());
    table.play(&["done"]);
    assert!(table.outcome().is_none());
}

#[test]
fn konigsbergs_works_are_a_russian_prize() {
    shows!["tannenberg/4.1e"];
    let setting = moves("russian-first", "4", 5).unit("R-25", "2905").unit("G-1", "1611");
    assert_eq!(entered(setting, "R-25", "2804"), Owner::Allied);
    assert_eq!(ended("2804=allied").margin, 11);
}

#[test]
fn russians_score_with_supplied_infantry_alone() {
    shows!["tannenberg/4.22a", "tannenberg/4.22c", "tannenberg/4.22d", "tannenberg/4.22e"];
    let enter = |unit: &str, marks: &[&str]| {
        let piece = json!({ "piece": unit, "hex": "3905", "marks": marks });
        entered(moves("russian-first", "4", 5).piece(piece).unit("G-1", "1611"), unit, "3904")
    };
    assert_eq!(enter("R-25", &[]), Owner::Allied);
    // Cavalry and units short of supply end the German hold and no more.
    assert_eq!(enter("R-1Cav", &[]), Owner::Nobody);
    assert_eq!(enter("R-25", &["attenuated"]), Owner::Nobody);
    assert_eq!(enter("R-25", &["unsupplied"]), Owner::Nobody);
    // As long as nobody enters it stays German.
    let table = moves("russian-first", "4", 5).unit("R-25", "3905").unit("G-1", "1611").table(game());
    assert_eq!(owner(&table, "3904"), Owner::German);
}

#[test]
fn germans_win_a_hex_back_with_any_supplied_unit() {
    shows!["tannenberg/4.22b", "tannenberg/4.22d"];
    let enter = |unit: &str, marks: &[&str]| {
        let piece = json!({ "piece": unit, "hex": "3905", "marks": marks });
        let setting = moves("eighth", "4", 5).piece(piece).unit("R-25", "5022").mark("owners", "3904=allied");
        entered(setting, unit, "3904")
    };
    assert_eq!(enter("G-41", &[]), Owner::German);
    assert_eq!(enter("G-1Cav", &[]), Owner::German);
    // Otherwise it is nobody's; and one's own hex is never lost by walking into it.
    assert_eq!(enter("G-41", &["attenuated"]), Owner::Nobody);
    let own = moves("russian-first", "4", 5).unit("R-1Cav", "3905").unit("G-1", "1611").mark("owners", "3904=allied");
    assert_eq!(entered(own, "R-1Cav", "3904"), Owner::Allied);
}

#[test]
fn a_hex_is_taken_in_passing() {
    let mut table = moves("russian-first", "4", 5).unit("R-25", "3905").unit("G-1", "1611").table(game());
    table.play(&["pick R-25"]);
    // Only what is worth taking is offered so, the town and two works, and not once it is taken.
    assert_eq!(table.hexes("through"), crate::common::words("3705 3706 3904"));
    let points = |table: &Table<ClashOfGiants>, action: &str| {
        let allowance = table.forecast(action).sum.parts.pop().unwrap();
        let spent = allowance.parts.into_iter().find(|part| part.label == "spent on the way").map(|part| part.value);
        (allowance.value, spent)
    };
    assert_eq!(points(&table, "to 3904"), ("4".into(), None));
    let words = table.choice("through 3904").text;
    assert!(words.starts_with("take ") && words.contains("Gumbinnen") && words.ends_with(" and go on"), "{words}");
    table.play(&["through 3904"]);
    assert!(table.at("R-25") == "3904" && !table.hexes("through").contains("3904"));
    // A town across a river costs two of the four.
    assert_eq!(points(&table, "to 3903"), ("2".into(), Some("2".into())));
    table.play(&["to 3903"]);
    assert_eq!((owner(&table, "3904"), table.at("R-25")), (Owner::Allied, "3903".into()));
}

/// Ends the campaign in the west with these owners; all others Allied.
fn over(options: &[&str], german: &str) -> engine::Outcome {
    let setting = marne("german-combat", 12).unit("G-3", "2414").unit("F-1", "2415");
    let setting = options.iter().fold(setting, |setting, option| setting.option(option));
    let owners: Vec<String> = german.split_whitespace().map(|hex| format!("{hex}=german")).collect();
    let mut table = setting.mark("owners", &owners.join(" ")).table(game());
    table.play(&["done"]);
    table.outcome().unwrap()
}

const PRIMARY: [&str; 8] = ["2112", "2415", "2910", "3114", "3317", "3711", "3117", "4618"];
const SECONDARY: [&str; 9] = ["2512", "4313", "3716", "5216", "1820", "2720", "3022", "3321", "3921"];

#[test]
fn the_majority_of_the_primary_hexes_wins_then_of_the_secondary_ones() {
    shows!["marne/4.1a", "marne/4.1b", "marne/4.1c", "marne/4.1d", "marne/5.36b"];
    let german = |primary: usize, secondary: usize| {
        let hexes = PRIMARY[..primary].iter().chain(&SECONDARY[..secondary]);
        hexes.copied().collect::<Vec<&str>>().join(" ")
    };
    let outcome = over(&[], &german(5, 0));
    assert_eq!((outcome.winner, outcome.clause.0, outcome.margin), (Some(GERMAN), "marne/4.1b", 2));
    assert_eq!(over(&[], &german(3, 9)).winner, Some(ALLIED));
    // Four each: the Secondary hexes decide, and are odd.
    let outcome = over(&[], &german(4, 5));
    assert_eq!((outcome.winner, outcome.clause.0), (Some(GERMAN), "marne/4.1c"));
    assert_eq!(over(&[], &german(4, 4)).winner, Some(ALLIED));
    let owners = german(4, 5).split(' ').map(|hex| format!("{hex}=german ")).collect::<String>();
    let mut table =
        marne("german-combat", 12).unit("G-3", "2414").unit("F-1", "2415").mark("owners", &owners).table(game());
    table.play(&["done"]);
    let text = table.view(engine::Viewer::All).result.unwrap().text;
    assert_eq!(text, "German victory: 1 Secondary victory hexes ahead.");
}

#[test]
fn the_optional_corps_cost_two_secondary_hexes() {
    shows!["marne/16.2b"];
    // Worked example 15: five held count three; a Primary majority is not touched.
    let five = [&PRIMARY[..4], &SECONDARY[..5]].concat().join(" ");
    assert_eq!(over(&["optional-corps=on"], &five).winner, Some(ALLIED));
    let seven = [&PRIMARY[..4], &SECONDARY[..7]].concat().join(" ");
    assert_eq!(over(&["optional-corps=on"], &seven).winner, Some(GERMAN));
    assert_eq!(over(&["optional-corps=on"], &PRIMARY[..5].join(" ")).winner, Some(GERMAN));
}

#[test]
fn with_17_5_the_allies_win_by_primary_hexes_alone() {
    shows!["marne/17.5"];
    let four = PRIMARY[..4].join(" ");
    assert_eq!(over(&[], &four).winner, Some(ALLIED));
    let outcome = over(&["primary-only=on"], &four);
    assert_eq!((outcome.winner, outcome.clause.0), (None, "marne/17.5"));
    assert_eq!(over(&["primary-only=on"], &PRIMARY[..3].join(" ")).winner, Some(ALLIED));
    let with_secondary = [&PRIMARY[..4], &SECONDARY[..5]].concat().join(" ");
    assert_eq!(over(&["primary-only=on"], &with_secondary).winner, Some(GERMAN));
}

#[test]
fn control_of_a_victory_hex_goes_to_whoever_enters_it_supplied() {
    shows!["marne/4.21", "marne/4.22a", "marne/4.22b", "marne/4.22c", "marne/4.22d", "marne/4.22e"];
    let table = Table::new(game(), 1, &[]);
    assert!(table.state().owners[..17].iter().all(|owner| *owner == Owner::Allied));
    let german = |unit: &str, marks: &[&str]| {
        let piece = json!({ "piece": unit, "hex": "2414", "marks": marks });
        let mut table = marches("german-first", "4", 6).piece(piece).unit("F-1", "3020").table(game());
        table.play(&[&format!("pick {unit}"), "to 2415"]);
        table
    };
    assert_eq!(owner(&german("G-3", &[]), "2415"), Owner::German);
    assert_eq!(owner(&german("G-4Cav", &[]), "2415"), Owner::German);
    assert_eq!(owner(&german("G-3", &["attenuated"]), "2415"), Owner::Allied);
    assert!(german("G-3", &[]).heard("is now German"));
    // And back again.
    let mut table = marches("french-fifth", "4", 7)
        .unit("F-1", "2416")
        .unit("G-1G", "3604")
        .mark("owners", "2415=german")
        .mark("rallied", "french-fifth")
        .table(game());
    table.play(&["pick F-1", "to 2415"]);
    assert_eq!(owner(&table, "2415"), Owner::Allied);
}

#[test]
fn any_german_unit_in_paris_ends_the_game() {
    shows!["marne/4.2"];
    for marks in [vec![], vec!["unsupplied"]] {
        let mut table =
            marches("german-first", "8", 6).marked("G-4Cav", "1411", &marks).unit("F-1", "3020").table(game());
        table.play(&["pick G-4Cav", "to 1412"]);
        assert!(table.outcome().is_none(), "Saint-Denis is not Paris");
        let mut table =
            marches("german-first", "2", 6).marked("G-4Cav", "1412", &marks).unit("F-1", "3020").table(game());
        table.play(&["pick G-4Cav", "to 1413"]);
        let outcome = table.outcome().unwrap();
        assert_eq!((outcome.winner, outcome.clause.0), (Some(GERMAN), "marne/4.2"));
        assert_eq!(last_words(&table), "German victory: German troops are in Paris.");
    }
    // By advance too.
    let mut table =
        marne("german-combat", 6).unit("G-3", "1412").unit("G-4", "1412").unit("F-FM", "1413").table(game());
    table.play(&["target 1413", "join all"]);
    table.rolls(&[1, 1, 6]).play(&["launch"]);
    table.play(&["advance G-3 1413"]);
    assert_eq!(table.outcome().unwrap().clause.0, "marne/4.2");
}

#[test]
fn the_battle_begins_with_every_victory_hex_in_allied_hands() {
    shows!["marne/4.21", "marne/17.2b"];
    let held = |table: &Table<ClashOfGiants>| {
        PRIMARY.iter().chain(&SECONDARY).filter(|hex| owner(table, hex) == Owner::German).count()
    };
    let facts = |table: &Table<ClashOfGiants>| {
        let facts = table.view(engine::Viewer::All).facts;
        facts.iter().filter(|fact| fact.text.contains("behind the German line")).count()
    };
    let table = Table::new(game(), 2, &[]);
    assert_eq!((held(&table), facts(&table)), (0, 0));
    // By the switch the hexes behind the German line are German (ruling M36), and everybody is told.
    let table = Table::new(game(), 2, &["german-prizes=on"]);
    assert_eq!((held(&table), facts(&table)), (8, 1));
    assert_eq!(owner(&table, "3317"), Owner::Allied);
    // It is for the battle alone.
    let table = Table::new(game(), 1, &["german-prizes=on"]);
    assert_eq!((held(&table), facts(&table)), (0, 0));
    // Positions made by hand begin in the same way, and a result says that the switch was on.
    let ending = |option: &str| {
        let setting = marne("german-combat", 12).scenario("marne-battle").option(option);
        let mut table = setting.unit("G-3", "2414").unit("F-1", "2415").table(game());
        assert_eq!(held(&table), if option.ends_with("on") { 8 } else { 0 });
        table.play(&["done"]);
        (table.outcome().unwrap().winner, table.view(engine::Viewer::All).result.unwrap().text)
    };
    let (winner, text) = ending("german-prizes=off");
    assert_eq!((winner, text.as_str()), (Some(ALLIED), "Allied victory: 8 Primary victory hexes ahead."));
    let (winner, text) = ending("german-prizes=on");
    assert_eq!(winner, Some(GERMAN));
    assert!(text.contains("behind the German line"), "{text}");
}

#[test]
fn germany_is_german_at_the_start() {
    shows!["tannenberg/4.21a"];
    let state = Table::new(game(), 0, &[]).state().clone();
    let prizes = &crate::common::east().prizes;
    let (german, other): (Vec<_>, Vec<_>) =
        prizes.iter().zip(state.owners).partition(|(_, owner)| *owner == Owner::German);
    assert_eq!((german.len(), other.len()), (prizes.len(), 0), "all victory hexes lie in Germany");
    // Units come back from the rails to German-controlled towns: at the start all of Germany is, and nothing of Russia.
    assert!(state.taken.is_empty());
    let back = |marks: &str| {
        phase("german-reinforcement", 7)
            .piece(json!({ "piece": "G-37", "hex": "", "place": "away" }))
            .unit("G-41", "1513")
            .unit("R-25", "5022")
            .mark("journeys", "G-37=7")
            .mark("taken", marks)
            .table(game())
            .hexes("place")
    };
    let germany = crate::common::east().ground.germany;
    let towns = back("");
    assert!(towns.contains("1817") && towns.iter().all(|hex| germany.contains(crate::common::east().hex(hex))));
    // A Russian takes a town from German control, and a German takes it back.
    let mut table = moves("russian-second", "4", 7).unit("R-1", "1818").unit("G-41", "1513").table(game());
    table.play(&["pick R-1", "to 1817"]);
    let taken = crate::common::east().labels(table.state().taken.iter());
    assert!(taken.contains("1817"), "{taken:?}");
    assert!(!back("1817").contains("1817"));
    let mut table =
        moves("eighth", "4", 7).unit("G-41", "1818").unit("R-1", "5022").mark("taken", "1817").table(game());
    table.play(&["pick G-41", "to 1817"]);
    assert!(table.state().taken.is_empty());
}

#[test]
fn works_fall_to_who_marches_or_advances_in_and_not_to_who_flees_there() {
    shows!["std/13.3", "std/11.3e"];
    // From whichever side R-25 is driven into the Fortified Zone of 3705, the works stand.
    let mut fled = 0;
    for from in ["3604", "3504", "3505", "3506"] {
        let mut table = phase("german-combat", 5).unit("G-41", from).unit("R-25", "3605").table(game());
        if !table.offers("target 3605") {
            continue;
        }
        table.play(&["target 3605", "join G-41"]).rolls(&[1, 4]).play(&["launch"]);
        if table.offers("to 3705") {
            table.play(&["to 3705"]);
            assert_eq!(table.at("R-25"), "3705");
            assert!(!table.heard("works in 3705 are destroyed"));
            fled += 1;
        }
    }
    assert!(fled > 0);
}

#[test]
fn the_price_of_the_optional_corps_is_shown_among_the_secondary_hexes() {
    shows!["marne/16.2b"];
    let table =
        marne("german-combat", 12).option("optional-corps").unit("G-3", "2414").unit("F-1", "2416").table(game());
    let facts = table.view(engine::Viewer::Spectator).facts;
    let fact = |start: &str| facts.iter().find(|fact| fact.text.starts_with(start)).unwrap().text.clone();
    assert!(fact("Secondary hexes").contains("the optional corps -2"), "{}", fact("Secondary hexes"));
    assert!(!fact("Primary hexes").contains("optional"));
}
