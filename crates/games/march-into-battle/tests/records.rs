//! Finished games that are replayed for ever. A change of rules or data either replays them, or raises the version of
//! the rules and says so; then new ones take their place (`GROGNARD_BLESS=1` writes them).

use crate::common::game;
use ai::{Bout, Player};
use engine::laws::{assert_older_records_read, assert_records_replay, assert_sample_game};
use engine::{Rules, shows};
use std::path::PathBuf;

type Kept = (&'static str, usize, &'static [&'static str], [Player; 2], u64);

/// The games that are kept: a name, the scenario, what is switched, the players and the seed.
const KEPT: [Kept; 6] = [
    ("teugn-hausen-greedy", 0, &[], [Player::GREEDY, Player::GREEDY], 1),
    ("raab-greedy", 1, &[], [Player::GREEDY, Player::GREEDY], 2),
    ("friedland-greedy", 2, &[], [Player::GREEDY, Player::GREEDY], 3),
    ("raab-lite", 1, &["lite", "everywhere"], [Player::GREEDY, Player::GREEDY], 4),
    ("friedland-mail", 2, &["pbem"], [Player::GREEDY, Player::GREEDY], 5),
    ("teugn-hausen-random", 0, &[], [Player::RANDOM, Player::RANDOM], 6),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/records")
}

#[test]
fn kept_records_replay_to_their_end() {
    shows!["3.IV"];
    let game = game();
    if std::env::var_os("GROGNARD_BLESS").is_some() {
        std::fs::create_dir_all(folder()).unwrap();
        for (name, scenario, switches, players, seed) in KEPT {
            let options = game.about().switch(game.about().default_options(), switches).unwrap();
            let playing = Bout { scenario, options, players }.recorded(&game, seed);
            std::fs::write(folder().join(format!("{name}.record")), playing.record().to_string()).unwrap();
        }
    }
    let replayed = assert_records_replay(&game, &folder());
    for (name, playing) in &replayed {
        let result = playing.record().result.unwrap();
        let known = ["french by ", "coalition by ", "draw by "];
        assert!(known.iter().any(|start| result.starts_with(start)), "{name}: {result}");
    }
    let scenarios = |id: &str| replayed.iter().filter(|(_, playing)| playing.record().head.scenario == id).count();
    assert!(game.about().scenarios.iter().all(|scenario| scenarios(&scenario.id) > 0), "each battle has a record");
}

#[test]
fn the_sample_game_on_the_games_page_is_a_kept_record() {
    let page = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../docs/march-into-battle.md");
    let record = folder().join("raab-greedy.record");
    assert_sample_game(&page, &record, &game(), 10);
}

#[test]
fn records_of_older_rules_are_still_read() {
    assert_older_records_read(&game(), &folder().join("older"));
}
