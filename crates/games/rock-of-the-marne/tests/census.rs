//! What the game tells those who study it.

use crate::common::*;
use ai::{Limits, Player};
use engine::dice::SeededDice;
use engine::laws::{Overlay, assert_census_agrees, assert_feeding_agrees, strengths};
use engine::view::Place;
use engine::{Census, Rules, Side, Viewer};
use rock_of_the_marne::pieces::GERMAN;
use rock_of_the_marne::{FILES, RockOfTheMarne};

#[test]
fn a_breakdown_keeps_the_strength_that_regiments_can_take() {
    let setting = phase("movement", 9).mark("side", "allied").unit("F-73", "62.03").unit("F-HQ-3", "62.05");
    let mut table = on(setting);
    // F-73 is a 6-9-4, and an HQ has no attack strength; regiments have 2 or 1.
    assert_eq!(strengths(&**game(), table.state()), [0, 6]);
    let seen = |table: &Table<RockOfTheMarne>, viewer: Viewer| {
        let pieces = table.view(viewer).pieces;
        pieces.into_iter().find(|piece| piece.id.as_deref() == Some("F-73")).unwrap().place
    };
    table.play(&["break F-73"]);
    assert_eq!(strengths(&**game(), table.state()), [0, 6]);
    // It was alone: its own side sees it there until its regiments are, the enemy in the dead pile.
    let (there, pile) = (Place::Hexes(vec!["62.03".into()]), Place::Box("allied-dead".into()));
    assert_eq!((seen(&table, Viewer::All), seen(&table, Viewer::Side(GERMAN))), (there, pile.clone()));
    table.play(&["raise full", "raise reduced", "raise reduced"]);
    assert_eq!(strengths(&**game(), table.state()), [0, 6]);
    table.play(&["done"]);
    assert_eq!(strengths(&**game(), table.state()), [0, 4]);
    assert_eq!(seen(&table, Viewer::All), pile);
    assert_eq!((game().turn(table.state()), game().points(table.state())[0]), (9, 0));
}

#[test]
fn what_is_known_of_one_copy_of_the_game_is_not_said_of_another() {
    let six = "range = { value = 6, source = \"rulebook 1.1a-5\" }";
    let overlay = Overlay::of(FILES);
    let text = overlay.text("pieces.toml").replace(six, &six.replace("value = 6", "value = 1"));
    let overlay = overlay.write("pieces.toml", &text);
    let changed = RockOfTheMarne::load(Some(overlay.folder())).unwrap();
    // A Corps HQ serves six hexes, and one in the changed copy.
    let table = on(phase("exploitation", 9).unit("G-HQ-13", "46.30").unit("G-42", "46.24"));
    let is_fed = |game: &RockOfTheMarne| game.is_fed_at(table.state(), piece("G-42").0, hex("46.24"));
    assert_eq!([is_fed(game()), is_fed(&changed), is_fed(game())], [true, false, true]);
}

#[test]
fn the_census_agrees_with_views() {
    for scenario in 0..game().about().scenarios.len() {
        assert_census_agrees(&**game(), scenario, game().about().default_options(), 18);
    }
}

/// The Allies are last to have their supply checked in a turn: each unit of theirs is fed where it stands then, or else it is marked.
#[test]
fn who_would_be_fed_where_he_stands_is_in_supply() {
    let (rules, mut dice) = (&**game(), SeededDice::new(8));
    assert_feeding_agrees(rules, Some(Side::Second), 4, |state, legal| {
        Player::REGULAR.choose(rules, state, legal, &mut dice, &Limits::default())
    });
}
