//! Finished games that are replayed for ever. A change of rules or data either replays them, or raises the version of
//! the rules and says so; then new ones take their place.

use engine::laws::{assert_records_replay, assert_sample_game};
use engine::{Rules, shows};
use first_blood::FirstBlood;
use std::path::Path;
use std::sync::Arc;

#[test]
fn kept_records_replay_to_their_end() {
    shows!["4.6"];
    let game = Arc::new(FirstBlood::load(None).unwrap());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records");
    let replayed = assert_records_replay(&game, &folder);
    for (name, playing) in &replayed {
        let record = playing.record();
        let result = record.result.unwrap();
        assert!(result.starts_with("german by ") || result.starts_with("us by "), "{name}: {result}");
        assert_eq!(record.head.scenario, game.about().scenarios[0].id);
    }
    assert!(replayed.len() >= 5, "only {} records are kept", replayed.len());
}

#[test]
fn the_sample_game_on_the_games_page_is_a_kept_record() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let game = Arc::new(FirstBlood::load(None).unwrap());
    let (page, record) =
        (folder.join("../../../docs/first-blood.md"), folder.join("tests/records/balanced-greedy.record"));
    assert_sample_game(&page, &record, &game, 10);
}
