//! The ledger of one game, without building the program: what is not carried, with every place that names it.
//!
//! ```text
//! GROGNARD_CLAIMS=/tmp/claims cargo test -p first-blood -- --skip laws:: --skip players::
//! cargo run -p ledger --example ledger -- first-blood /tmp/claims [--bless]
//! ```

use engine::ClauseBook;
use engine::data::DataFile;
use ledger::{Finding, Ledger, Scan, verify};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (game, claims, bless) = match &words[..] {
        [game, claims] => (game, Path::new(claims), false),
        [game, claims, word] if word == "--bless" => (game, Path::new(claims), true),
        _ => return Err("expected a game, a folder of claims and perhaps --bless".into()),
    };
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = repository.join("crates/games").join(game);
    let text = std::fs::read_to_string(folder.join("data/clauses.tsv"))?;
    let book = ClauseBook::parse(&DataFile::new("clauses.tsv", text))?;
    print(&Ledger::scan(&folder, &book, claims)?, &book);
    if bless {
        verify(&repository, claims, &[(game, &book)], true)?;
    }
    Ok(())
}

fn print(Scan { ledger, findings, idle }: &Scan, book: &ClauseBook) {
    let summary = ledger.summary();
    for entry in ledger.entries.iter().filter(|entry| entry.lack().is_some()) {
        let text = book.get(&entry.id).map_or("", |clause| &clause.text);
        println!("{} ({}): {}", entry.id, entry.lack().unwrap_or_default(), text);
        if entry.carried.is_empty() {
            idle.get(&entry.id).into_iter().flatten().for_each(|place| println!("    {place}"));
        }
    }
    findings.iter().for_each(|finding: &Finding| println!("finding: {finding}"));
    let (named_only, lacking) = (summary.named_only.len(), summary.lacking.len());
    println!(
        "{}: {} clauses, {} carried, {} explained, {named_only} named only, {} shown by a test, {lacking} lacking",
        summary.game, summary.total, summary.carried, summary.explained, summary.tested
    );
}
