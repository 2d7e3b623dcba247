//! The computer players at this game.

use crate::common::{Table, game, hex, phase, table};
use ai::{Bout, Player};
use engine::{Hints, Rules, Side, Temper, Viewer};
use miracle_on_the_marne::{Action, MiracleOnTheMarne, State};
use std::path::Path;

/// How many of so many games each side wins, with these options switched.
fn wins(players: [Player; 2], games: u64, options: &[&str]) -> [usize; 2] {
    let folder = std::env::var_os("GROGNARD_DATA");
    let game = MiracleOnTheMarne::load(folder.as_deref().map(Path::new)).unwrap();
    let options = game.about().switch(game.about().default_options(), options).unwrap();
    let bout = Bout { scenario: 0, options, players };
    let ends = bout.games(&game, games);
    let won = |side: Side| ends.iter().filter(|state| state.outcome.and_then(|end| end.winner) == Some(side)).count();
    println!("{players:?}: {:?}", Side::BOTH.map(won));
    // The Allied leads, for whoever tunes the handicap.
    let mut leads: Vec<i32> = ends.iter().map(|state| lead(&game, state)).collect();
    leads.sort_unstable();
    println!("{leads:?}");
    Side::BOTH.map(won)
}

/// By how many points the Allies lead.
fn lead(game: &MiracleOnTheMarne, state: &State) -> i32 {
    let facts = game.view(state, Viewer::All).facts;
    let points = |at: usize| -> i32 {
        let text = facts[at].text.split(" (").next().unwrap();
        text.rsplit(' ').next().unwrap().parse().unwrap()
    };
    points(0) - points(1)
}

/// By the book's count; Germans less surely, as the Allies need no skill to go by rail where they take towns.
#[test]
fn greedy_beats_random_from_either_side() {
    let games = std::env::var("GROGNARD_GAMES").map_or(10, |text| text.parse().unwrap());
    assert!(wins([Player::GREEDY, Player::RANDOM], games, &[])[0] as u64 * 100 >= 95 * games);
    assert!(wins([Player::RANDOM, Player::GREEDY], games, &[])[1] as u64 * 100 >= 50 * games);
}

#[test]
fn two_greedy_players_are_well_matched() {
    let games = std::env::var("GROGNARD_GAMES").map_or(100, |text| text.parse().unwrap());
    let won = wins([Player::GREEDY, Player::GREEDY], games, &[]);
    assert!(won.iter().all(|&won| won as u64 * 100 <= 70 * games), "{won:?}");
}

/// What a temper that knows of raids adds to the worth of an action.
fn added_by_raid(table: &Table, action: Action) -> f32 {
    let raid = MiracleOnTheMarne::CONCERNS.iter().position(|concern| concern.contains("last day")).unwrap();
    let mut weights = vec![1.0; MiracleOnTheMarne::CONCERNS.len()];
    weights[raid] = 2.0;
    let worth = |temper: &Temper| game().appraise(table.state(), action, temper);
    ((worth(&Temper::new(&weights)) - worth(&Temper::PLAIN)) * 100.0).round() / 100.0
}

#[test]
fn on_the_last_day_trains_take_what_they_pass() {
    let from_nanteuil = |turn: u32, to: &str, option: &str| {
        let setting = phase("C1", turn).mark("phasing", "german").mark("german", "transfer").option(option);
        let mut table = table(setting.unit("Armin", "1913").unit("IR26", "1814"));
        table.play(&["pick IR26"]);
        added_by_raid(&table, Action::Rail(hex(to)))
    };
    // Over Dammartin, a town, which is nothing more where the way ends in it.
    assert_eq!(from_nanteuil(8, "1616", "taxis"), 1.0);
    assert_eq!(from_nanteuil(8, "1715", "taxis"), 0.0);
    assert_eq!(from_nanteuil(7, "1616", "taxis"), 0.0);
    assert_eq!(from_nanteuil(8, "1616", "take-at-stops"), 0.0);
}

#[test]
fn on_the_last_day_who_knows_of_raids_goes_second() {
    let second = |turn: u32| {
        let mut table = table(phase("A", turn).unit("Haig", "0226").unit("Gronau", "3411"));
        table.rolls(&[9, 2]).play(&["done", "done"]);
        added_by_raid(&table, Action::Second) - added_by_raid(&table, Action::First)
    };
    assert_eq!([7, 8].map(second), [0.0, 2.0]);
}

#[test]
fn on_the_last_day_towns_on_railroads_are_guarded_however_far_the_enemy_is() {
    let beside_dammartin = |turn: u32, to: &str| {
        let setting = phase("C1", turn).mark("phasing", "allied").mark("allied", "transfer");
        let mut table = table(setting.unit("Haig", "1717").unit("1Br", "1716").unit("RIR27", "4601"));
        table.play(&["pick 1Br"]);
        added_by_raid(&table, Action::To(hex(to)))
    };
    assert!(beside_dammartin(8, "1715") > 1.0);
    assert_eq!(beside_dammartin(8, "1717"), 0.0);
    assert_eq!(beside_dammartin(7, "1715"), 0.0);
}

#[test]
fn a_corps_spreads_before_it_leaves_offensive_mode() {
    let best = |hexes: [&str; 4]| {
        let setting = phase("A", 3).mark("allied", "offensive").unit("Vautier", "0507");
        let units = ["27Bde", "28Bde", "125Bde", "126Bde"].into_iter().zip(hexes);
        let table = table(units.fold(setting, |setting, (unit, hex)| setting.unit(unit, hex)));
        let worth = |text: &String| {
            let action = game().parse(table.state(), text).unwrap();
            game().appraise(table.state(), action, &Temper::PLAIN)
        };
        let options = table.options();
        options.iter().max_by(|one, other| worth(one).total_cmp(&worth(other))).unwrap().clone()
    };
    assert_eq!(best(["0505"; 4]), "done", "sixteen points in a hex would all be disrupted");
    assert_eq!(best(["0505", "0505", "0505", "0506"]), "mode Vautier transfer", "twelve are in order");
}
