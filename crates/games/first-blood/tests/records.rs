//! Finished games that are replayed for ever. A change of rules or data either replays them, or raises the version of
//! the rules and says so; then new ones take their place.

use engine::laws::assert_records_replay;
use engine::{Match, Record, Rules, shows};
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
    let page = std::fs::read_to_string(folder.join("../../../docs/first-blood.md")).unwrap();
    let text = std::fs::read_to_string(folder.join("tests/records/balanced-greedy.record")).unwrap();
    let game = Arc::new(FirstBlood::load(None).unwrap());
    let again = Match::replay(game, &Record::parse(&text).unwrap()).unwrap();
    let (_, sample) = page.split_once("## A short game").unwrap();
    let mut quoted = 0;
    for line in sample.split("```").skip(1).step_by(2).flat_map(str::lines).filter(|line| !line.is_empty()) {
        let stands = match line.strip_prefix("  ").and_then(|told| told.split_once("  [")) {
            Some((told, _)) => again.log().iter().any(|(_, event)| event.text == told),
            None => text.lines().any(|kept| kept.strip_prefix(line).is_some_and(|seal| seal.starts_with(" #"))),
        };
        assert!(stands, "the game has no \"{line}\"");
        quoted += 1;
    }
    assert!(quoted >= 10, "only {quoted} lines");
}
