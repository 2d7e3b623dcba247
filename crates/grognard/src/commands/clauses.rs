//! `grognard clauses`: what carries each rule, which rules are only named, and which tests show them.

use crate::cli::ClausesArgs;
use crate::failure::Failure;
use catalogue::Entry;
use ledger::Ledger;
use std::io::Write;
use std::path::Path;

/// Prints the ledger of one game or of all, or compares it with the sources.
pub fn run(args: ClausesArgs) -> Result<(), Failure> {
    let entries: Vec<&Entry> = match &args.game {
        Some(id) => vec![catalogue::find(id)?],
        None => catalogue::GAMES.iter().collect(),
    };
    if let Some(claims) = &args.claims {
        return compare(&entries, claims, args.bless);
    }
    let ledgers: Vec<Ledger> = entries.iter().map(|entry| read(entry)).collect::<Result<_, _>>()?;
    let mut out = std::io::stdout().lock();
    if args.json {
        let summaries: Vec<_> = ledgers.iter().map(Ledger::summary).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&summaries)?)?;
    } else {
        ledgers.iter().try_for_each(|ledger| writeln!(out, "{}", ledger.report()))?;
    }
    Ok(())
}

fn read(entry: &Entry) -> Result<Ledger, Failure> {
    if entry.ledger.is_empty() {
        return Err(Failure::said(format!("no ledger of clauses is kept for {}", entry.id)));
    }
    Ok(Ledger::parse(entry.ledger)?)
}

/// Looks at the sources below this folder anew and says what differs from the ledgers that are kept.
fn compare(entries: &[&Entry], claims: &Path, bless: bool) -> Result<(), Failure> {
    let games = entries.iter().map(|entry| Ok((entry.id, entry.load(None)?))).collect::<Result<Vec<_>, Failure>>()?;
    let books: Vec<_> = games.iter().map(|(id, game)| (*id, game.book())).collect();
    let differences = ledger::verify(Path::new("."), claims, &books, bless)?;
    let lines: Vec<String> = differences.iter().map(ToString::to_string).collect();
    if lines.is_empty() { Ok(()) } else { Err(Failure::said(lines.join("\n"))) }
}
