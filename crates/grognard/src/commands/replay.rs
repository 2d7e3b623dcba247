//! `grognard replay`: a recorded game in words.

use crate::cli::ReplayArgs;
use crate::commands::map::keep_picture;
use crate::failure::Failure;
use crate::files::load_record;
use crate::seats::find_side;
use crate::terminal::{Paint, Window, draw, event_lines, room};
use engine::study::{Note, Study};
use engine::{Reread, Viewer};
use hexboard::Hex;
use std::io::Write;

/// Tells a recorded game.
pub fn run(args: ReplayArgs) -> Result<(), Failure> {
    let mut loaded = load_record(&args.file, args.data.folder.as_deref())?;
    let eyes = args.side.as_deref().map(|id| find_side(loaded.game.about(), id)).transpose()?;
    let viewer = eyes.map_or(Viewer::All, Viewer::Side);
    let branch = args.variation.unwrap_or(0);
    let way = loaded.study.way(branch).zip(loaded.study.branch(&loaded.record, branch));
    let (way, record) = way.ok_or_else(|| {
        let known = loaded.study.variations.len();
        Failure::said(format!("{}: there is no variation {branch} (there are {known})", args.file.display()))
    })?;
    if branch > 0 {
        loaded.verify_variations(&args.file)?;
    }
    loaded.record = record;
    if let Some(at) = args.at {
        let played = loaded.record.lines.len();
        if at > played {
            return Err(Failure::said(format!("{}: there are only {played} actions", args.file.display())));
        }
        if at < played {
            loaded.record = loaded.record.up_to(at);
        }
    }
    let Reread { game: table, parting } = loaded.read(&args.file)?;
    let paint = Paint::for_stdout();
    let mut out = std::io::stdout().lock();
    if loaded.is_older() {
        writeln!(out, "{}", loaded.game.about().told_older(&loaded.record))?;
    }
    if !loaded.study.title.is_empty() {
        writeln!(out, "{}", paint.bold(&loaded.study.title))?;
    }
    let first = args.at.map_or(0, |at| at.saturating_sub(1));
    for (index, line) in loaded.record.lines.iter().enumerate().skip(first) {
        if parting.is_some() && index == table.actions().max(first) {
            let from = table.actions() + 1;
            writeln!(out, "From action {from} on this program's rules go another way; the rest is as it was written.")?;
        }
        remarks(&mut out, &loaded.study, &way, index)?;
        writeln!(out, "{} {}", index + 1, paint.bold(&line.to_string()))?;
        let events = table.log().iter().filter(|(before, _)| *before == index).map(|(_, event)| event);
        for line in event_lines(events.filter(|event| event.is_for(viewer)), paint) {
            writeln!(out, "{line}")?;
        }
    }
    remarks(&mut out, &loaded.study, &way, loaded.record.lines.len())?;
    let view = table.view(viewer);
    if args.board {
        let last = table.log().iter().filter(|(before, _)| before + 1 == table.actions());
        let around: Vec<Hex> = last.flat_map(|(_, event)| event.hexes.iter().copied()).collect();
        let (wide, high) = room();
        let window = Window { around: &around, marked: &around, room: (wide, high.saturating_sub(6).max(12)) };
        for line in draw(table.map(), table.about(), &view, &window, paint) {
            writeln!(out, "{line}")?;
        }
    }
    if let Some(file) = &args.picture {
        let options = render::Options { legend: false, numbers: false, ..render::Options::default() };
        keep_picture(file, render::position(table.map(), table.about(), &view, &options)?, args.scale)?;
    }
    if parting.is_some() {
        let result = loaded.record.result.as_deref().unwrap_or("unfinished");
        writeln!(out, "{}", paint.bold(&format!("The record says: {result}")))?;
        return Ok(());
    }
    match view.result {
        Some(result) => writeln!(out, "{} ({})", paint.bold(&result.text), result.clause)?,
        None => writeln!(out, "{}", paint.bold(&table.prompt()))?,
    }
    Ok(())
}

/// What somebody has written to a place of the game, and what leaves it there.
fn remarks(out: &mut impl Write, study: &Study, way: &[(usize, usize)], after: usize) -> std::io::Result<()> {
    for (branch, _) in way.iter().filter(|(_, until)| after <= *until) {
        for Note { is_bookmark, text, .. } in study.notes_at(*branch, after) {
            let word = if *is_bookmark { "Bookmark" } else { "Note" };
            writeln!(out, "    {word}: {}", text.replace('\n', "\n    "))?;
        }
        for (number, variation) in study.variations_at(*branch, after) {
            writeln!(out, "    Variation {number} begins here: {}", variation.title.replace('\n', " "))?;
        }
    }
    Ok(())
}
