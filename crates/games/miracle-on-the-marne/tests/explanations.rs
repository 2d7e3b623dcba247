//! Every number that matters opens into its parts, and every part cites a clause of the book.

use crate::common::*;
use engine::dice::SeededDice;
use engine::laws::assert_forecast_agrees;
use engine::{Decision, Derivation, Rules, Silence, Viewer};
use hexboard::Hex;

fn assert_cited(sum: &Derivation) {
    assert!(!sum.label.is_empty());
    for clause in &sum.clauses {
        assert!(game().book().get(clause.0).is_some(), "{}: {clause} is no clause", sum.label);
    }
    assert!(!sum.clauses.is_empty(), "{} cites nothing", sum.label);
    sum.parts.iter().for_each(assert_cited);
}

/// Whole points and halves as they are written.
fn halves(text: &str) -> u32 {
    let mut words = text.split(' ');
    match (words.next(), words.next()) {
        (Some("1/2"), _) => 1,
        (Some(whole), None) => 2 * whole.parse::<u32>().unwrap(),
        (Some(whole), Some(_)) => 2 * whole.parse::<u32>().unwrap() + 1,
        _ => 0,
    }
}

#[test]
fn forecasts_in_whole_games_add_up_and_agree_with_dice() {
    let mut dice = SeededDice::new(21);
    let (mut opened, mut rolled) = (0, 0);
    for options in [vec![], vec!["taxis", "variable-reinforcements", "command-and-control", "bef", "massed-suffer"]] {
        let options = game().about().switch(game().about().default_options(), &options).unwrap();
        let mut state = game().set_up(0, options);
        let mut legal = Vec::new();
        let mut number = 0u64;
        while let Decision::Choose(_) = game().decision(&state) {
            legal.clear();
            game().legal(&state, &mut legal);
            number += 1;
            let action = legal[dice.below(legal.len())];
            if let Some(forecast) = game().forecast(&state, action) {
                assert_cited(&forecast.sum);
                opened += 1;
                if !forecast.chances.is_empty() && number.is_multiple_of(7) && rolled < 24 {
                    assert_forecast_agrees(&**game(), &state, action, 2_000, number);
                    rolled += 1;
                }
            }
            game().play(&mut state, action, &mut dice, &mut Silence);
        }
    }
    assert!(opened > 1000 && rolled > 10, "{opened} {rolled}");
}

#[test]
fn the_cost_of_a_march_is_the_sum_of_its_steps() {
    let setting = phase("C1", 3).mark("phasing", "german").mark("german", "transfer").mark("allied", "defensive");
    let mut table = table(setting.unit("IR42", "1107").unit("27Bde", "1111"));
    table.play(&["pick IR42"]);
    let mut checked = 0;
    for option in table.options().into_iter().filter(|option| option.starts_with("to ")) {
        let sum = table.forecast(&option).sum;
        let steps = sum.parts.iter().filter(|part| !["of the points it has", "takes"].contains(&part.label.as_str()));
        let total: u32 = steps.map(|part| halves(&part.value)).sum();
        assert_eq!(total, halves(&sum.value), "{option}: {}", sum.lines().join("; "));
        checked += 1;
    }
    assert!(checked > 30, "{checked}");
}

#[test]
fn pointing_at_a_hex_means_something_there() {
    let mut table = new_game(&[]);
    table.play(&["standard", "standard", "done", "done", "first"]);
    let state = table.state();
    let mut meant = Vec::new();
    let at: Hex = state.hex(piece("IR42"));
    game().pointing_at(state, at, &mut meant);
    assert!(meant.iter().any(|&action| game().notation(state, action) == "pick IR42"));
    // Nobody is offered what the enemy has there.
    meant.clear();
    game().pointing_at(state, state.hex(piece("27Bde")), &mut meant);
    assert!(meant.is_empty());
}

#[test]
fn the_view_of_a_new_game_holds_everybody() {
    let mut table = new_game(&[]);
    table.play(&["standard", "standard"]);
    let view = table.view(Viewer::All);
    assert_eq!(view.pieces.len(), game().pieces.all().count());
    assert!(
        view.markers.iter().filter(|marker| marker.kind.word() == "control").count() == game().ground.objectives.len()
    );
}
