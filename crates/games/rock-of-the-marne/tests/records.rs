//! Finished games that are replayed for ever. A change of rules or data either replays them, or raises the version of
//! the rules and says so; then new ones take their place (`GROGNARD_BLESS=1` plays them anew).

use crate::common::game;
use ai::{Bout, Player};
use engine::Rules;
use engine::laws::{assert_older_records_read, assert_records_replay, assert_sample_game};
use std::path::{Path, PathBuf};

/// A kept game: who plays which scenario, with which options switched.
struct Kept {
    name: &'static str,
    scenario: &'static str,
    players: [Player; 2],
    options: &'static [&'static str],
    seed: u64,
}

/// A game between two greedy players.
const fn greedy(name: &'static str, scenario: &'static str, seed: u64) -> Kept {
    Kept { name, scenario, players: [Player::GREEDY; 2], options: &[], seed }
}

const KEPT: [Kept; 7] = [
    greedy("campaign-greedy", "campaign", 6),
    greedy("gouraud-greedy", "gouraud", 1),
    greedy("rock-of-the-marne-greedy", "rock-of-the-marne", 1),
    greedy("tenth-army-greedy", "tenth-army", 1),
    greedy("ardre-greedy", "ardre", 1),
    Kept { players: [Player::RANDOM, Player::GREEDY], ..greedy("gouraud-random", "gouraud", 2) },
    Kept { options: SWITCHED, ..greedy("tenth-army-switched", "tenth-army", 3) },
];

/// Every reading that is not the default.
const SWITCHED: &[&str] = &[
    "allied-any-hq=on",
    "german-any-hq=on",
    "early-breakdown=on",
    "one-number=off",
    "no-last-attack=on",
    "own-hq-overruns=on",
    "mild-three=on",
    "german-bridges=on",
    "storm-across=on",
    "lakes-both-ways=on",
    "only-broken-down=on",
    "stand-to-control=on",
    "no-first-recall=on",
    "excess-dies=off",
    "blown-bridges=off",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records")
}

/// Plays the kept games anew if that is wanted.
fn bless() {
    if std::env::var("GROGNARD_BLESS").is_err() {
        return;
    }
    let about = game().about();
    for Kept { name, scenario, players, options, seed } in KEPT {
        let scenario = about.scenario(scenario).unwrap();
        let options = about.switch(about.default_options(), options).unwrap();
        let played = Bout { scenario, options, players }.recorded(game(), seed);
        std::fs::create_dir_all(folder()).unwrap();
        std::fs::write(folder().join(format!("{name}.record")), played.record().to_string()).unwrap();
    }
}

#[test]
fn kept_records_replay_to_their_end() {
    bless();
    let replayed = assert_records_replay(game(), &folder());
    assert_eq!(replayed.len(), KEPT.len());
    for scenario in &game().about().scenarios {
        let of_it = replayed.iter().filter(|(_, playing)| playing.record().head.scenario == scenario.id);
        assert!(of_it.count() > 0, "no record of {}", scenario.id);
    }
    for (name, playing) in &replayed {
        let result = playing.record().result.unwrap();
        assert!(result.contains(" by "), "{name}: {result}");
    }
}

#[test]
fn the_sample_game_on_the_games_page_is_a_kept_record() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/rock-of-the-marne.md");
    let record = folder().join("ardre-greedy.record");
    assert_sample_game(&page, &record, game(), 10);
}

#[test]
fn records_of_older_rules_are_still_read() {
    assert_older_records_read(game(), &folder().join("older"));
}
