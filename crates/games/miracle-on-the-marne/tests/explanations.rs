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
    // From afar and out of a zone, with roads and without them.
    for (mode, at) in [("transfer", "1107"), ("transfer", "1110"), ("offensive", "1107"), ("offensive", "1110")] {
        let setting = phase("C1", 3).mark("phasing", "german").mark("german", mode).mark("allied", "defensive");
        let mut table = table(setting.unit("IR42", at).unit("27Bde", "1111"));
        table.play(&["pick IR42"]);
        let mut checked = 0;
        for option in table.options().into_iter().filter(|option| option.starts_with("to ")) {
            let sum = table.forecast(&option).sum;
            let step = |label: &str| !["of the points it has", "takes"].contains(&label);
            let steps = sum.parts.iter().filter(|part| step(&part.label));
            let total: u32 = steps.map(|part| halves(&part.value)).sum();
            assert_eq!(total, halves(&sum.value), "{mode} {option}: {}", sum.lines().join("; "));
            checked += 1;
        }
        assert!(checked > 20, "{mode} {at}: {checked}");
    }
}

#[test]
fn a_march_is_offered_with_its_cost_and_what_was_spent_before() {
    let cost = |table: &Table, to: &str| {
        let action = game().parse(table.state(), to).unwrap();
        game().choice(table.state(), action).cost
    };
    let points = |table: &Table, to: &str| {
        let has = table.forecast(to).sum.parts.into_iter().find(|part| part.label == "of the points it has").unwrap();
        has.lines().join("; ")
    };
    let setting = || phase("C1", 3).mark("phasing", "german").mark("german", "offensive").unit("Armin", "3411");
    let mut table = table(setting().unit("IR26", "0330"));
    table.play(&["pick IR26"]);
    assert_eq!(cost(&table, "to 0333").as_deref(), Some("3 MP"));
    assert!(!points(&table, "to 0333").contains("spent before"), "{}", points(&table, "to 0333"));
    table.play(&["to 0332", "pick IR26"]);
    let left = "of the points it has: 4  [7a];   printed: 6  [2c];   all of them in Offensive mode:   [5.1.1a]";
    assert_eq!(points(&table, "to 0333"), format!("{left};   spent before: 2  [7a]"));
    // A howitzer battalion in Defensive mode has two and a half points for a river and the forest behind it.
    let mut guns = crate::common::table(setting().mark("german", "defensive").unit("HvIV", "4021"));
    guns.play(&["pick HvIV"]);
    assert_eq!(cost(&guns, "to 3922").as_deref(), Some("all"));
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
