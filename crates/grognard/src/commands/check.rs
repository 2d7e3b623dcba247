//! `grognard check`: is a record true?

use crate::cli::CheckArgs;
use crate::failure::Failure;
use crate::files::{Loaded, load_record};
use engine::dice::{Commitment, WITHDRAWN};
use engine::record::{Change, RecordError};
use engine::{Record, Study};
use std::io::Write;

/// Plays records again, and says of each that it is right; the first that is not ends it.
pub fn run(args: CheckArgs) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    for file in &args.files {
        let loaded = load_record(file, args.data.folder.as_deref())?;
        let parting = loaded.read(file)?.parting;
        loaded.verify_variations(file)?;
        let study = study(&loaded.study);
        if loaded.is_older() {
            writeln!(out, "{}: {}{study}", file.display(), told_older(&loaded, parting.as_ref()))?;
            continue;
        }
        let same = loaded.record.played_by().1 == loaded.game.provenance().digest();
        let data = if same { "" } else { " (played with other data files, which make no difference to it)" };
        writeln!(out, "{}: right. {}{data}{study}", file.display(), summary(&loaded.record))?;
    }
    Ok(())
}

/// What is written to the record, which nobody has sealed.
fn study(study: &Study) -> String {
    if study.is_empty() {
        return String::new();
    }
    let many = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    let bookmarks = study.notes.iter().filter(|note| note.is_bookmark).count();
    let [notes, bookmarks] = [many(study.notes.len() - bookmarks, "note"), many(bookmarks, "bookmark")];
    format!("; a study with {notes}, {bookmarks} and {} by the rules", many(study.variations.len(), "variation"))
}

/// What can be said of a record of older rules: seals and dice are verified, its actions as far as the rules agree.
fn told_older(loaded: &Loaded, parting: Option<&RecordError>) -> String {
    let agree = match parting {
        None => "both versions agree on all of it".into(),
        Some(error) => format!("both versions agree up to {error}"),
    };
    let (older, summary) = (loaded.game.about().told_older(&loaded.record), summary(&loaded.record));
    format!("sealed, and its dice are the seed's. {older} {summary}; {agree}")
}

fn summary(record: &Record) -> String {
    let rolls: usize = record.lines.iter().map(|line| line.rolls.len()).sum();
    let forced = record.lines.iter().filter(|line| line.forced).count();
    let by_hand = match forced {
        0 => String::new(),
        forced => format!(" ({forced} actions with dice laid down by hand)"),
    };
    let taken_back = match record.lines.iter().map(|line| line.again).max() {
        None | Some(0) => String::new(),
        Some(1) => " (some rolled again after a take-back)".into(),
        Some(tries) => format!(" (some rolled again after {tries} take-backs)"),
    };
    let committed = record.head.commitment.as_ref().map_or(String::new(), |commitment| {
        format!(", dice as committed before play (sha256 {}…{})", &commitment.digest()[..16], scheme(commitment))
    });
    let changed: String = record.changes.iter().map(told_change).collect();
    let result = record.result.as_deref().unwrap_or("unfinished");
    let head = &record.head;
    let (game, scenario, actions) = (&head.game, &head.scenario, record.lines.len());
    format!("{game}, {scenario}: {actions} actions, {rolls} dice{by_hand}{taken_back}{committed}{changed}, {result}")
}

/// By which scheme the dice were stirred: who pledged his salt before any was opened, and who did not.
fn scheme(dice: &Commitment) -> String {
    let salted = dice.salts().iter().map(|(side, _)| side);
    let pledged = |side: &String| dice.pledges().iter().any(|(pledging, _)| pledging == side);
    let plain: Vec<_> = salted.filter(|side| !pledged(side)).map(String::as_str).collect();
    let mut told = match (dice.scheme(), dice.salts().is_empty()) {
        (1, true) => "; nobody added a salt".to_string(),
        (1, false) => "; salts not pledged before they were opened".to_string(),
        (number, _) => format!("; scheme {number}, salts pledged before any was opened"),
    };
    if dice.scheme() > 1 && !plain.is_empty() {
        told += &format!(" but not that of {}", plain.join(" and "));
    }
    for (side, _) in dice.pledges().iter().filter(|(_, pledge)| pledge == WITHDRAWN) {
        told += &format!("; {side} took its pledge back and could choose between two seeds");
    }
    told
}

fn told_change(change: &Change) -> String {
    let Change { after, rules, data } = change;
    format!(", from action {} on by version {rules} of the rules with the data files {data}", after + 1)
}
