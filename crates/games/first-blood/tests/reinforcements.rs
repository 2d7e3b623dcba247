//! 8.0 German Reinforcements.

use crate::common::{GERMAN, Setting, Table, US, game, new_game, phase};
use engine::{PlayError, Viewer, shows};
use first_blood::pieces::{PieceSet, units};

/// The last phase of the second turn: a US unit in 3228, a German in 3230, and these units to come.
fn evening(container: &str) -> Setting {
    phase("XII", 2).unit("1/A/38", "3228").unit("G110", "3230").mark("container", container).option("play-balance=off")
}

/// The next turn: US artillery problems, which change nothing here, and then these dice.
fn next_turn(table: &mut Table, dice: &[u16]) {
    while table.phase() != "XII" {
        table.play(&["done"]);
    }
    table.rolls(&[1, 1]).rolls(dice).play(&["done"]);
}

fn turn(container: &str, dice: &[u16]) -> Table {
    let mut table = evening(container).table();
    next_turn(&mut table, dice);
    table
}

/// The sides of the dice of the last action.
fn sides(table: &Table) -> Vec<u16> {
    table.playing.record().lines.last().unwrap().rolls.iter().map(|roll| roll.sides).collect()
}

#[test]
fn reinforcements_come_after_the_first_turn() {
    shows!["8.1a"];
    let mut table = new_game(&["play-balance=off"]);
    table.play(&["standard"]);
    let first: PieceSet = table.state().units(GERMAN);
    while table.state().turn == 1 {
        assert_eq!(table.state().units(GERMAN).without(first), PieceSet::EMPTY);
        assert_eq!(table.state().container.len(), 82);
        table.play(&["done"]);
    }
    // On the second turn they do: a unit that was not there before may be placed.
    let mut table = evening("G001").table();
    table.rolls(&[1, 1, 1, 1, 1, 1]).play(&["done"]);
    assert_eq!(table.state().turn, 3);
    table.play(&["place 4232"]);
    assert_eq!(table.hex_of("G001").as_deref(), Some("4232"));
    // A unit that has not come yet can do nothing.
    let table = phase("V", 3).unit("1/A/38", "3228").unit("G110", "3230").mark("container", "G001").table();
    let clauses: Vec<&str> = table.refusal("pick G001").clauses.iter().map(|clause| clause.0).collect();
    assert!(clauses.contains(&"8.1a"), "{clauses:?}");
}

#[test]
fn the_us_side_gets_no_reinforcements() {
    shows!["8.1b"];
    // Of 57 US units one is left; none of the others ever comes, whatever the dice say.
    let mut table = evening("G001").table();
    for dice in [[6, 6, 6, 6].as_slice(), &[], &[]] {
        next_turn(&mut table, dice);
        while table.phase() == "II" {
            assert_eq!(table.chooser(), GERMAN);
            table.play(&["place 4232"]);
        }
        assert_eq!(table.state().units(US).len(), 1);
    }
    // Who is not on the map does not come to it.
    let table = phase("VIII", 2).unit("1/A/38", "3228").unit("G110", "3231").table();
    let refusal = table.refusal("pick 2/A/38");
    assert!(refusal.clauses.iter().any(|clause| clause.0 == "8.1b"), "{refusal}");
    // The container holds Germans only.
    assert_eq!(new_game(&[]).state().container, units(GERMAN));
    assert!(matches!(phase_with_us_to_come(), Err(error) if error.contains("no German unit")));
}

fn phase_with_us_to_come() -> Result<(), String> {
    let json = r#"{ "pieces": [{ "piece": "1/A/38", "hex": "3228" }], "marks": { "container": "2/A/38" } }"#;
    let rules = new_game(&[]).playing.rules().clone();
    engine::Match::from_position(rules, json, 1.into()).map(|_| ()).map_err(|error| error.to_string())
}

#[test]
fn a_breakthrough_comes_on_top_of_the_regular_reinforcements() {
    shows!["8.2"];
    let mut table = evening("G001 G002 G003 G004 G005 G006").table();
    // Event 5 with one unit, then four dice of 1.
    table.rolls(&[1, 4, 1, 1]).play(&["done"]);
    assert_eq!(table.phase(), "I");
    table.rolls(&[1, 1, 1, 1]).play(&["place 4222"]);
    assert_eq!(table.phase(), "II");
    table.play(&["place 4232"; 4]);
    assert_eq!(table.phase(), "III");
    assert_eq!((table.stack("4222").len(), table.stack("4232").len(), table.state().container.len()), (1, 4, 1));
}

#[test]
fn four_dice_say_how_many_units_come() {
    shows!["8.3a"];
    let mut table = turn("rest", &[2, 1, 3, 1, 111]);
    // Two dice for the event, four that make 7, and one of the 111 that are left: the last, G112.
    assert_eq!(sides(&table), [6, 6, 6, 6, 6, 6, 111]);
    assert_eq!(table.state().hand.iter().map(|unit| game().pieces.name(unit)).collect::<Vec<_>>(), ["G112"]);
    // Seven in all, each where nothing lies yet, drawn from 111, 110, ... units.
    for (at, hex) in ["4232", "4131", "4032", "3931", "3832", "3731", "3632"].iter().enumerate() {
        assert_eq!(table.phase(), "II");
        table.rolls(if at < 6 { &[1] } else { &[] }).play(&[&format!("place {hex}")]);
        assert_eq!(sides(&table), if at < 6 { vec![110 - at as u16] } else { vec![] });
    }
    assert_eq!(table.phase(), "III");
    assert_eq!(table.state().container.len(), 104);
    // The least is 4, the most 24.
    for (die, expected) in [(1, 4), (6, 24)] {
        let table = turn("rest", &[die; 4]);
        assert_eq!(usize::from(table.state().to_draw) + table.state().hand.len(), expected);
    }
}

#[test]
fn units_are_drawn_and_placed_one_at_a_time() {
    shows!["8.3b"];
    let mut table = turn("G001 G019 G043 G067 G111", &[1, 1, 1, 1, 5]);
    // G111 is drawn and seen before its hex is chosen; the next is drawn when it stands.
    assert!(table.told(Viewer::Side(GERMAN)).contains(&"G111 (8-6-4) is drawn.".to_string()));
    assert_eq!((table.state().hand.len(), table.state().container.len()), (1, 4));
    assert_eq!(table.options().len(), 30, "any hex of the bank");
    table.rolls(&[3]).play(&["place 2342"]);
    assert_eq!(table.hex_of("G111").as_deref(), Some("2342"));
    assert!(table.told(Viewer::Side(GERMAN)).contains(&"G043 (3-6-4) is drawn.".to_string()));
    assert_eq!((table.state().hand.len(), table.state().container.len()), (1, 3));
    // It need not go to the next hex in the order of set-up, nor to another.
    table.play(&["place 2342"]);
    assert_eq!(table.stack("2342").len(), 2);
}

#[test]
fn they_arrive_on_the_riverbank() {
    shows!["8.3c"];
    let setting = evening("G001 G002").unit("G111", "4232").unit("G105", "4232");
    let mut table = setting.unit("G112", "4131").unit("G109", "4131").unit("G003", "4131").table();
    next_turn(&mut table, &[1, 1, 1, 1, 1]);
    // 30 hexes, but one holds 16 factors; the other with 15 takes the 1.
    let mut expected: Vec<String> = "4232 4032 3931 3832 3731 3632 3531 3432 3331 3232 3131 3032 2931 2832 2731 2632 \
        2633 2634 2534 2434 2334 2335 2336 2337 2338 2339 2340 2341 2342"
        .split_whitespace()
        .map(|hex| format!("place {hex}"))
        .collect();
    let mut offered = table.options();
    expected.sort();
    offered.sort();
    assert_eq!(offered, expected);
    assert_eq!(table.refused_by("place 4131"), "6.1a");
    // Neither beside the bank nor at the map edges of the breakthroughs.
    for hex in ["4231", "3230", "2242", "4222", "1042"] {
        assert_eq!(table.refused_by(&format!("place {hex}")), "8.3c", "{hex}");
    }
    table.play(&["place 4232"]);
    // 16 are there now: the second 1 does not fit any more.
    let top = table.options()[0].clone();
    table.play(&[&top]);
    assert_eq!(table.refused_by("place 4232"), "6.1a");
}

#[test]
fn draws_go_on_until_the_container_is_empty() {
    shows!["8.4"];
    // 24 are rolled, six are left: all of them come.
    let mut table = turn("G001 G002 G003 G004 G005 G006", &[6, 6, 6, 6]);
    table.play(&["place 4232"; 6]);
    assert_eq!(table.stack("4232").len(), 6);
    assert_eq!((table.phase(), table.state().container.len()), ("III", 0));
    // From then on nothing is rolled in phase II.
    next_turn(&mut table, &[]);
    assert_eq!(sides(&table), [6, 6]);
    assert_eq!(table.phase(), "III");
    // As long as some are left, each turn has its draw.
    let mut table = turn("G001 G002 G003 G004 G005 G006 G007 G008 G009", &[1, 1, 1, 1]);
    table.play(&["place 4232"; 4]);
    next_turn(&mut table, &[1, 1, 1, 1]);
    table.play(&["place 4232"; 4]);
    next_turn(&mut table, &[1, 1, 1, 1]);
    table.play(&["place 4232"]);
    assert_eq!((table.phase(), table.stack("4232").len()), ("III", 9));
}

#[test]
fn an_empty_container_does_not_end_the_game() {
    shows!["8.4b"];
    let mut table = turn("G001", &[1, 1, 1, 1]);
    table.play(&["place 4232"]);
    assert!(table.state().container.is_empty());
    assert_eq!(table.outcome(), None);
    // It goes on into further turns.
    next_turn(&mut table, &[]);
    assert_eq!(table.outcome(), None);
}

#[test]
fn a_unit_that_has_just_entered_spots_moves_and_fires() {
    shows!["8.5a"];
    // No German but the one that comes: it enters at 3232, four hexes from the US unit in 3228.
    let setting = phase("XII", 2).unit("1/A/38", "3228").mark("container", "G085").option("play-balance=off");
    let mut table = setting.table();
    table.rolls(&[1, 1, 1, 1, 1, 1]).play(&["done", "place 3232"]);
    // In phase III of the same turn it spots.
    assert_eq!(table.phase(), "III");
    assert!(table.offers("heavy 3228"));
    table.play(&["done"]);
    // In phase V it has all its four points: 3231, 3230, 3229 and a hex beside the enemy.
    table.play(&["done", "pick G085"]);
    assert!(table.offers("to 3328"));
    table.play(&["to 3229"]);
    // And in phase VII it fires.
    while table.phase() != "VII" {
        table.play(&["done"]);
    }
    table.play(&["target 3228"]);
    assert!(table.offers("join G085"));
    // The same for a breakthrough in phase I: it enters at 4231 and fires at 4228.
    let setting = phase("XII", 2).unit("1/A/38", "4228").mark("container", "G085").option("play-balance=off");
    let mut table = setting.table();
    table.rolls(&[1, 4, 1, 1]).play(&["done", "place 4231"]);
    assert_eq!(table.phase(), "III");
    assert!(table.offers("heavy 4228"));
    table.play(&["done", "done", "pick G085"]);
    assert!(table.offers("to 4029"), "two hexes to the east and one to the south");
    table.play(&["stay", "done", "target 4228", "join G085"]);
    assert_eq!(table.phase(), "VII");
}

#[test]
fn no_german_goes_back_into_the_container() {
    shows!["8.5b"];
    // Only 4222 takes units, up to 16 factors: G111 and G112 are drawn, one of them enters, the other goes back.
    let platoons: Vec<String> = (0..9).map(|at| format!("{}/{}/38", at % 4 + 1, ["B", "C", "D"][at / 4])).collect();
    let setting = platoons
        .iter()
        .enumerate()
        .fold(evening("G111 G112"), |setting, (at, unit)| setting.unit(unit, &(4223 + at).to_string()));
    let mut table = setting.unit("G105", "4222").table();
    table.rolls(&[1, 4, 2, 1, 1]).play(&["done", "pick G111"]);
    table.rolls(&[1, 1, 1, 1, 1]).play(&["place 4222"]);
    let top = table.options()[0].clone();
    table.play(&[&top]);
    // The one that is on the map stays; the other, which never was, comes by the bank.
    assert_eq!(table.phase(), "II");
    assert_eq!(table.hex_of("G111").as_deref(), Some("4222"));
    table.play(&["place 4232"]);
    assert_eq!(table.hex_of("G112").as_deref(), Some("4232"));
    // Nobody who has been placed is ever in the container again: not those that die either.
    let mut table = phase("IV", 3)
        .unit("1/A/38", "3229")
        .unit("G110", "3230")
        .unit("G001", "2342")
        .mark("container", "G002")
        .table();
    table.rolls(&[1, 1, 1]).play(&["heavy 3230", "heavy 3230", "heavy 3230", "done"]);
    assert!(table.is_dead("G110"));
    assert_eq!(table.state().container.iter().map(|unit| game().pieces.name(unit)).collect::<Vec<_>>(), ["G002"]);
}

#[test]
fn a_drawn_unit_must_be_placed() {
    shows!["8.6"];
    let mut table = turn("G001 G002", &[1, 1, 1, 1]);
    for _ in 0..2 {
        assert!(table.options().iter().all(|option| option.starts_with("place ")));
        assert_eq!(table.refused_by("done"), "8.6");
        assert_eq!(table.playing.play(US, "done").map(|_| ()), Err(PlayError::NotYourChoice));
        table.play(&["place 4232"]);
    }
    assert_eq!(table.phase(), "III");
}
