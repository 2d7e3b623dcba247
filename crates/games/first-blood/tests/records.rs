//! Finished games that are replayed for ever. A change of rules or data either replays them, or raises the version of
//! the rules and says so; then new ones take their place (`GROGNARD_BLESS=1` plays them anew), and the old ones are kept
//! under `older`.

use ai::{Bout, Player};
use engine::laws::{assert_older_records_read, assert_records_replay, assert_sample_game};
use engine::{Rules, shows};
use first_blood::FirstBlood;
use std::path::{Path, PathBuf};
use std::sync::Arc;

type Kept = (&'static str, &'static [&'static str], [Player; 2], u64);

/// The games that are kept: a name, what is switched, the players (German first) and the seed.
const KEPT: [Kept; 6] = [
    ("balanced-greedy", BALANCED, [Player::GREEDY, Player::GREEDY], 1),
    ("basic-greedy", &["play-balance=off"], [Player::GREEDY, Player::GREEDY], 2),
    ("german-random", BALANCED, [Player::RANDOM, Player::GREEDY], 3),
    ("us-random", BALANCED, [Player::GREEDY, Player::RANDOM], 4),
    ("balanced-greedy-2", BALANCED, [Player::GREEDY, Player::GREEDY], 5),
    ("all-switches", SWITCHED, [Player::GREEDY, Player::GREEDY], 6),
];

/// Section 13.
const BALANCED: &[&str] = &["play-balance=on"];

/// Everything that is not the default.
const SWITCHED: &[&str] =
    &["play-balance=on", "separate-markers=on", "show-counts=on", "hide-draws=on", "hide-firers=off", "strict-fog=on"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records")
}

/// Plays the kept games anew if that is wanted.
fn bless(game: &Arc<FirstBlood>) {
    if std::env::var_os("GROGNARD_BLESS").is_none() {
        return;
    }
    for (name, switches, players, seed) in KEPT {
        let options = game.about().switch(game.about().default_options(), switches).unwrap();
        let playing = Bout { scenario: 0, options, players }.recorded(game, seed);
        std::fs::write(folder().join(format!("{name}.record")), playing.record().to_string()).unwrap();
    }
}

#[test]
fn kept_records_replay_to_their_end() {
    shows!["4.6"];
    let game = Arc::new(FirstBlood::load(None).unwrap());
    bless(&game);
    let replayed = assert_records_replay(&game, &folder());
    for (name, playing) in &replayed {
        let record = playing.record();
        let result = record.result.unwrap();
        assert!(result.starts_with("german by ") || result.starts_with("us by "), "{name}: {result}");
        assert_eq!(record.head.scenario, game.about().scenarios[0].id);
    }
    assert_eq!(replayed.len(), KEPT.len());
}

#[test]
fn the_sample_game_on_the_games_page_is_a_kept_record() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/first-blood.md");
    let record = folder().join("balanced-greedy.record");
    let game = Arc::new(FirstBlood::load(None).unwrap());
    assert_sample_game(&page, &record, &game, 10);
}

#[test]
fn records_of_older_rules_are_still_read() {
    assert_older_records_read(&Arc::new(FirstBlood::load(None).unwrap()), &folder().join("older"));
}
