//! Finished games that are replayed for ever. A change of rules or data either replays them, or raises the version of
//! the rules and says so; then new ones take their place: `GROGNARD_BLESS=1 cargo test -p clash-of-giants --test
//! records`.

use crate::common::game;
use ai::{Bout, Player};
use engine::Rules;
use engine::laws::{assert_older_records_read, assert_records_replay, assert_sample_game};
use std::path::{Path, PathBuf};

/// The games that are kept: a name, a scenario, options and a seed.
const KEPT: [(&str, usize, &[&str], u64); 6] = [
    ("tannenberg", 0, &[], 1),
    ("tannenberg-switches", 0, &["held-towns", "intercept-line", "second-corps"], 2),
    ("marne", 1, &[], 3),
    ("marne-options", 1, &["optional-corps", "cavalry-command", "camp-halved", "bound-advance"], 4),
    ("marne-battle", 2, &[], 5),
    ("marne-battle-options", 2, &["slow-start", "primary-only", "german-prizes", "start-apart"], 6),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records")
}

/// Plays the games anew and keeps them.
fn bless() {
    let about = game().about();
    std::fs::create_dir_all(folder()).unwrap();
    for (name, scenario, options, seed) in KEPT {
        let options = about.switch(about.default_options(), options).unwrap();
        let bout = Bout { scenario, options, players: [Player::GREEDY, Player::GREEDY] };
        let playing = bout.recorded(game(), seed);
        std::fs::write(folder().join(format!("{name}.record")), playing.record().to_string()).unwrap();
    }
}

#[test]
fn kept_records_replay_to_their_end() {
    if std::env::var_os("GROGNARD_BLESS").is_some() {
        bless();
    }
    let kept = assert_records_replay(game(), &folder());
    for scenario in &game().about().scenarios {
        let finished = kept.iter().filter(|(_, playing)| playing.record().head.scenario == scenario.id);
        assert!(finished.count() >= 2, "{}", scenario.id);
    }
}

#[test]
fn the_sample_game_on_the_games_page_is_a_kept_record() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/clash-of-giants.md");
    let record = folder().join("tannenberg.record");
    assert_sample_game(&page, &record, game(), 15);
}

#[test]
fn records_of_older_rules_are_still_read() {
    assert_older_records_read(game(), &folder().join("older"));
}
