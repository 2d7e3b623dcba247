//! Finished games that are replayed for ever. A change of rules or data either replays them, or raises the version of
//! the rules and says so; then new ones take their place.

use engine::{Match, Record, Rules, shows};
use first_blood::FirstBlood;
use std::path::Path;
use std::sync::Arc;

#[test]
fn kept_records_replay_to_their_end() {
    shows!["4.6"];
    let game = Arc::new(FirstBlood::load(None).unwrap());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records");
    let mut replayed = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let text = std::fs::read_to_string(&file).unwrap();
        let record = Record::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let result = record.result.clone().unwrap();
        assert!(result.starts_with("german by ") || result.starts_with("us by "), "{}", file.display());
        let again = Match::replay(game.clone(), &record).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert_eq!(again.record().to_string(), text, "{}", file.display());
        assert_eq!(record.head.scenario, game.about().scenarios[0].id);
        replayed += 1;
    }
    assert!(replayed >= 5, "only {replayed} records are kept");
}
