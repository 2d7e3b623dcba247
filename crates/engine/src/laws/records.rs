//! Finished games that are replayed for ever. A change of rules or data either replays them, or raises the version of the
//! rules and says so; then new ones take their place.

use crate::{Match, Record, Rules};
use std::path::Path;
use std::sync::Arc;

/// Replays every record kept in a folder, and gives their results by the names of the files.
///
/// # Panics
/// If one cannot be read, is not finished, or does not replay to the same record.
pub fn assert_records_replay<R: Rules>(game: &Arc<R>, folder: &Path) -> Vec<(String, Match<R>)> {
    let files = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = files.map(|entry| entry.expect("the folder can be read").path()).collect();
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
