//! `grognard games`: what can be played.

use crate::cli::GamesArgs;
use crate::failure::Failure;
use catalogue::{Game, told};
use engine::data::Origin;
use std::io::Write;

/// Lists the games.
pub fn run(args: GamesArgs) -> Result<(), Failure> {
    let games = catalogue::load_all().into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut out = std::io::stdout().lock();
    if args.json {
        let games: Vec<_> = games.iter().map(|game| told::about(&**game)).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&games)?)?;
        return Ok(());
    }
    for game in &games {
        for line in lines(&**game, &args) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

fn lines(game: &dyn Game, args: &GamesArgs) -> Vec<String> {
    let about = game.about();
    let mut lines = vec![format!("{}  {}", about.id, about.title)];
    if let Some(door) = game.door() {
        let (made, long) = (&door.credits, &door.length);
        lines.push(format!("  by {}; {}", made.designer, made.publisher));
        lines.push(format!("  {} hours; how hard: {} of 5", long.hours, door.difficulty.level));
    }
    lines.extend(about.sides.iter().map(|side| format!("  side {:20} {}", side.id, side.title)));
    for scenario in &about.scenarios {
        let turns = scenario.turns.map_or("to a decision".to_string(), |turns| format!("{turns} turns"));
        lines.push(format!("  scenario {:16} {}, {turns}", scenario.id, scenario.title));
    }
    for option in about.options.iter().filter(|_| args.options) {
        let default = if option.default { "on" } else { "off" };
        let only = if option.only.is_empty() { String::new() } else { format!("; only in {}", option.only.join(", ")) };
        lines.push(format!("  option {:18} {} (default {default}; {}{only})", option.id, option.title, option.by));
    }
    let all = game.provenance().iter().count();
    let ours: Vec<_> = game.provenance().iter().filter(|entry| entry.source.origin == Origin::Reconstruction).collect();
    let more = if args.sources { "" } else { " (--sources lists them)" };
    lines.push(format!("  reconstruction: {} of {all} data{more}", ours.len()));
    if args.sources {
        lines.extend(ours.iter().map(|entry| format!("    {}: {}", entry.what, entry.source.detail)));
    }
    if !args.options {
        lines.push(format!("  options: {} (--options lists them)", about.options.len()));
    }
    lines
}
