//! Finished games that are replayed for ever. A change of rules or data either replays them, or raises the version of the
//! rules and says so; then new ones take their place.

use crate::{Match, Record, Rules};
use std::ffi::OsStr;
use std::ops::ControlFlow;
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
    let replayed = kept(folder).into_iter().map(|(name, text, record)| {
        assert!(record.result.is_some(), "{name} is not finished");
        let again = Match::replay(game.clone(), &record).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(again.record().to_string(), text, "{name}");
        (name, again)
    });
    replayed.collect()
}

/// Reads every record that older rules left in a folder, as far as the present ones agree with it.
///
/// # Panics
/// If one was not played by older rules, or is damaged, or cannot be begun.
pub fn assert_older_records_read<R: Rules>(game: &Arc<R>, folder: &Path) {
    let older = kept(folder);
    assert!(!older.is_empty(), "no older records in {}", folder.display());
    for (name, text, record) in older {
        assert!(game.about().is_newer_than(&record), "{name} is not of older rules");
        assert_eq!(record.to_string(), text, "{name}");
        let mut shown = 0;
        let reread = Match::reread_each(game.clone(), &record, &mut |_, actions| {
            shown = actions;
            ControlFlow::Continue(())
        });
        let reread = reread.unwrap_or_else(|error| panic!("{name}: {error}")).expect("nobody breaks it off");
        assert_eq!(reread.game.len(), shown, "{name}");
        assert_eq!(reread.game.lines(), &record.lines[..shown], "{name}");
        assert!(reread.parting.is_some() || shown == record.lines.len(), "{name} breaks off without a word");
    }
}

/// The records in a folder, by the names of their files, with their texts.
fn kept(folder: &Path) -> Vec<(String, String, Record)> {
    let files = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = files.map(|entry| entry.expect("the folder can be read").path()).collect();
    files.retain(|file| file.extension() == Some(OsStr::new("record")));
    files.sort();
    let read = files.iter().map(|file| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{name}: {error}"));
        let record = Record::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, text, record)
    });
    read.collect()
}
