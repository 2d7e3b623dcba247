//! Finished games that are replayed for ever. With GROGNARD_BLESS=1 they are played and written anew.

use crate::common::*;
use ai::{Bout, Player};
use engine::Rules;
use engine::laws::{assert_older_records_read, assert_records_replay, assert_sample_game};
use miracle_on_the_marne::state::option;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/records")
}

/// The games that are kept: a name, a scenario, the options that are on, and who plays.
fn kept() -> Vec<(&'static str, usize, Vec<usize>, [Player; 2])> {
    let optional = vec![option::TAXIS, option::VARIABLE, option::COMMAND, option::BEF];
    vec![
        ("september-5-greedy", 0, vec![], [Player::GREEDY, Player::GREEDY]),
        ("september-5-random", 0, vec![], [Player::RANDOM, Player::RANDOM]),
        ("september-4-greedy", 1, vec![], [Player::GREEDY, Player::GREEDY]),
        ("september-5-optional", 0, optional, [Player::GREEDY, Player::RANDOM]),
        ("september-4-everything", 1, (0..option::COUNT).collect(), [Player::RANDOM, Player::GREEDY]),
    ]
}

#[test]
fn kept_records_replay_to_their_end() {
    if std::env::var_os("GROGNARD_BLESS").is_some() {
        std::fs::create_dir_all(folder()).unwrap();
        for (seed, (name, scenario, switches, players)) in kept().into_iter().enumerate() {
            let options = switches.iter().fold(game().about().default_options(), |options, &at| options.with(at, true));
            let playing = Bout { scenario, options, players }.recorded(game(), 1914 + seed as u64);
            std::fs::write(folder().join(format!("{name}.record")), playing.record().to_string()).unwrap();
        }
    }
    let replayed = assert_records_replay(game(), &folder());
    let names: Vec<_> = replayed.iter().map(|(name, _)| name.as_str()).collect();
    for (name, ..) in kept() {
        assert!(names.contains(&name), "{name} is not kept");
    }
}

#[test]
fn the_short_game_of_the_page_is_one_that_was_played() {
    let page = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../docs/miracle-on-the-marne.md");
    assert_sample_game(&page, &folder().join("september-5-greedy.record"), game(), 20);
}

#[test]
fn records_of_older_rules_are_still_read() {
    assert_older_records_read(game(), &folder().join("older"));
}
