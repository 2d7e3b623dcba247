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
        for line in lines(&**game) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

fn lines(game: &dyn Game) -> Vec<String> {
    let about = game.about();
    let mut lines = vec![format!("{}  {}", about.id, about.title)];
    lines.extend(about.sides.iter().map(|side| format!("  side {:20} {}", side.id, side.title)));
    for scenario in &about.scenarios {
        let turns = scenario.turns.map_or("to a decision".to_string(), |turns| format!("{turns} turns"));
        lines.push(format!("  scenario {:16} {}, {turns}", scenario.id, scenario.title));
    }
    for option in &about.options {
        let default = if option.default { "on" } else { "off" };
        lines.push(format!("  option {:18} {} (default {default})", option.id, option.title));
    }
    let all = game.provenance().iter().count();
    let ours: Vec<_> = game.provenance().iter().filter(|entry| entry.source.origin == Origin::Reconstruction).collect();
    lines.push(format!("  reconstruction: {} of {all} data", ours.len()));
    lines.extend(ours.iter().map(|entry| format!("    {}: {}", entry.what, entry.source.detail)));
    lines
}
