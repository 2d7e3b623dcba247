//! What was measured of the levels.

use ai::Player;
use catalogue::{GAMES, told};

const MEASURED: &str = include_str!("../data/strength.tsv");

#[test]
fn every_line_is_of_a_game_a_scenario_and_two_levels_that_there_are() {
    let lines = MEASURED.lines().filter(|line| !line.starts_with('#')).count();
    let mut read = 0;
    for entry in GAMES {
        let game = entry.load(None).expect("its data are sound");
        for strength in told::about(&*game).strengths {
            let known = game.about().scenarios.iter().any(|scenario| scenario.id == strength.scenario);
            assert!(known, "{strength:?}");
            let levels = [&strength.level, &strength.below];
            assert!(levels.iter().all(|name| name.parse::<Player>().is_ok()), "{strength:?}");
            read += 1;
        }
    }
    assert_eq!(read, lines, "a line says nothing that can be read");
}
