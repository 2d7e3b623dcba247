//! The computer players at this game.

mod common;

use ai::Bout;
use ai::Player::{self, Greedy, Random};
use common::{game, hex, phase, table};
use engine::{Hints, Rules, Side, Temper, Viewer};
use miracle_on_the_marne::{Action, MiracleOnTheMarne, State};
use std::path::Path;

/// How many of so many games each side wins.
fn wins(players: [Player; 2], games: u64) -> [usize; 2] {
    let folder = std::env::var_os("GROGNARD_DATA");
    let game = MiracleOnTheMarne::load(folder.as_deref().map(Path::new)).unwrap();
    let bout = Bout { scenario: 0, options: game.about().default_options(), players };
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

#[test]
fn greedy_beats_random_from_either_side() {
    let games = std::env::var("GROGNARD_GAMES").map_or(10, |text| text.parse().unwrap());
    assert!(wins([Greedy, Random], games)[0] as u64 * 100 >= 95 * games);
    assert!(wins([Random, Greedy], games)[1] as u64 * 100 >= 95 * games);
}

#[test]
fn two_greedy_players_are_well_matched() {
    let games = std::env::var("GROGNARD_GAMES").map_or(10, |text| text.parse().unwrap());
    let won = wins([Greedy, Greedy], games);
    assert!(won.iter().all(|&won| won as u64 * 100 <= 70 * games), "{won:?}");
}

/// What a temper that knows of raids adds to going by rail from Chantilly to a hex.
fn added_by_raid(turn: u32, to: &str) -> f32 {
    let setting = phase("C1", turn).mark("phasing", "german").mark("german", "transfer");
    let mut table = table(setting.unit("Armin", "1109").unit("IR26", "1110"));
    table.play(&["pick IR26"]);
    let raid = MiracleOnTheMarne::CONCERNS.iter().position(|concern| concern.contains("last day")).unwrap();
    let mut weights = vec![1.0; MiracleOnTheMarne::CONCERNS.len()];
    weights[raid] = 2.0;
    let worth = |temper: &Temper| game().appraise(table.state(), Action::Rail(hex(to)), temper);
    (worth(&Temper::new(&weights)) - worth(&Temper::PLAIN)).round()
}

#[test]
fn on_the_last_day_trains_take_what_they_pass() {
    // Over Louvres, a town, which is nothing more where the way ends in it.
    assert_eq!(added_by_raid(8, "1115"), 1.0);
    assert_eq!(added_by_raid(8, "1214"), 0.0);
    assert_eq!(added_by_raid(7, "1115"), 0.0);
}
