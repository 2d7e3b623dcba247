//! `grognard data`: are the data files right? And how they are packed into one file.

use crate::cli::{DataCheckArgs, DataPackArgs};
use crate::failure::Failure;
use catalogue::{Archive, Entry, GAMES, HEX_FIGHT, LoadError, archive};
use engine::data::Origin;
use std::collections::BTreeMap;
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

/// Packs what a folder has of a game.
pub fn pack(args: DataPackArgs) -> Result<(), Failure> {
    let DataPackArgs { folder, out, game } = args;
    let at = |path: &Path, message: String| Failure::said(format!("{}: {message}", path.display()));
    if out.extension().is_none_or(|ending| ending != archive::ENDING) {
        return Err(at(&out, format!("an archive is called something.{}", archive::ENDING)));
    }
    let entries = entries_in(&folder)?;
    let wanted = |entry: &&&Entry| game.as_deref().is_none_or(|game| entry.id == game);
    let entry = match entries.iter().filter(wanted).collect::<Vec<_>>()[..] {
        [entry] => *entry,
        [] => return Err(at(&folder, "there are no data files of that game".into())),
        _ => return Err(at(&folder, "there are data files of several games: say with --game which is packed".into())),
    };
    let overlay = entry.overlay(Some(&folder))?.ok_or_else(|| at(&folder, "there is nothing to pack".into()))?;
    let pictures = pictures_in(&folder.join(entry.id).join("pictures"))?;
    let packed = Archive::pack(entry, &overlay, &pictures).map_err(|error| Failure::said(error.to_string()))?;
    std::fs::write(&out, &packed).map_err(|error| at(&out, error.to_string()))?;
    writeln!(std::io::stdout(), "{}: {} bytes, for {}", out.display(), packed.len(), entry.id)?;
    Ok(())
}

/// The pictures in a folder, if there is one.
fn pictures_in(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, Failure> {
    let mut pictures = BTreeMap::new();
    let Ok(items) = std::fs::read_dir(folder) else { return Ok(pictures) };
    for item in items {
        let path = item?.path();
        let bytes = std::fs::read(&path).map_err(|error| Failure::said(format!("{}: {error}", path.display())))?;
        pictures.insert(path.file_name().unwrap_or_default().to_string_lossy().into_owned(), bytes);
    }
    Ok(pictures)
}

/// The games that a folder or an archive has data files for.
fn entries_in(folder: &Path) -> Result<Vec<&'static Entry>, Failure> {
    if folder.is_file() {
        return Ok(vec![catalogue::find(&catalogue::open_archive(folder)?.game)?]);
    }
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
