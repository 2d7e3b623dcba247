//! Finished games that are replayed for ever. A change of rules or data either replays them, or raises the version of the
//! rules and says so; then new ones take their place.

use crate::{Match, Record, Rules};
use std::path::Path;
use std::sync::Arc;

/// Panics unless every line of a page's short game is one of a kept record or was told while it was played, and at
/// least so many are quoted.
pub fn assert_sample_game<R: Rules>(page: &Path, record: &Path, game: &Arc<R>, at_least: usize) {
    let read = |file: &Path| std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let (page, text) = (read(page), read(record));
    let kept = Record::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", record.display()));
    let again = Match::replay(game.clone(), &kept).unwrap_or_else(|error| panic!("{}: {error}", record.display()));
    let (_, sample) = page.split_once("## A short game").expect("the page has a short game");
    let blocks = sample.split("```").skip(1).step_by(2);
    let lines: Vec<_> = blocks.flat_map(str::lines).filter(|line| !line.is_empty()).collect();
    for line in &lines {
        let stands = match line.strip_prefix("  ").and_then(|told| told.split_once("  [")) {
            Some((told, _)) => again.log().iter().any(|(_, event)| event.text == told),
            None => text.lines().any(|kept| kept.strip_prefix(line).is_some_and(|seal| seal.starts_with(" #"))),
        };
        assert!(stands, "the game has no \"{line}\"");
    }
    assert!(lines.len() >= at_least, "only {} lines", lines.len());
}

/// Replays every record kept in a folder, and gives their results by the names of the files.
///
/// # Panics
/// If one cannot be read, is not finished, or does not replay to the same record.
pub fn assert_records_replay<R: Rules>(game: &Arc<R>, folder: &Path) -> Vec<(String, Match<R>)> {
    let files = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = files.map(|entry| entry.expect("the folder can be read").path()).collect();
    files.retain(|file| file.is_file());
    files.sort();
    files
        .iter()
        .map(|file| {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{name}: {error}"));
            let record = Record::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(record.result.is_some(), "{name} is not finished");
            let again = Match::replay(game.clone(), &record).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(again.record().to_string(), text, "{name}");
            (name, again)
        })
        .collect()
}
