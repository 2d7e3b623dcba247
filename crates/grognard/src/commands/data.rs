//! `grognard data check`: are the data files right?

use crate::cli::DataCheckArgs;
use crate::failure::Failure;
use catalogue::{Entry, GAMES, HEX_FIGHT, LoadError};
use engine::data::Origin;
use std::io::Write;
use std::path::Path;

/// Reads all data files, and says what is wrong with them.
pub fn check(args: DataCheckArgs) -> Result<(), Failure> {
    let entries = match &args.folder {
        None => GAMES.iter().chain([&HEX_FIGHT]).collect(),
        Some(folder) => entries_in(folder)?,
    };
    let mut out = std::io::stdout().lock();
    for entry in entries {
        writeln!(out, "{}", check_one(entry, args.folder.as_deref())?)?;
    }
    Ok(())
}

/// The games that a folder has data files for.
fn entries_in(folder: &Path) -> Result<Vec<&'static Entry>, Failure> {
    let wrong = |error: std::io::Error| Failure::said(format!("{}: {error}", folder.display()));
    let mut entries = Vec::new();
    for item in std::fs::read_dir(folder).map_err(wrong)? {
        let path = item.map_err(wrong)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') {
            continue;
        }
        let entry = catalogue::find(&name).map_err(|error| Failure::said(format!("{}: {error}", path.display())))?;
        entries.push(entry);
    }
    entries.sort_by_key(|entry| entry.id);
    if entries.is_empty() {
        return Err(Failure::said(format!("{}: expected a folder for each game in it", folder.display())));
    }
    Ok(entries)
}

fn check_one(entry: &Entry, folder: Option<&Path>) -> Result<String, LoadError> {
    let game = entry.load(folder)?;
    let of = |origin| game.provenance().iter().filter(|datum| datum.source.origin == origin).count();
    let (data, clauses) = (game.provenance().iter().count(), game.book().iter().count());
    Ok(format!(
        "{}: right. {clauses} clauses, {data} data: {} from the rulebook, {} published, {} history, {} reconstruction",
        entry.id,
        of(Origin::Rulebook),
        of(Origin::Published),
        of(Origin::History),
        of(Origin::Reconstruction),
    ))
}
