//! `cards.toml`: what a designer calls the sheets of a game's data that make a scenario, and what is shown of them.

use engine::data::{DataError, Files};
use serde::Deserialize;
use wire::{Sheet, SheetCard, Titled};

const FILE: &str = "cards.toml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cards {
    card: Vec<Card>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Card {
    part: String,
    title: String,
    r#in: String,
    #[serde(default)]
    at: String,
    #[serde(default)]
    scenarios: String,
    #[serde(default)]
    columns: Vec<String>,
    #[serde(default)]
    rows: Vec<String>,
    only: Option<String>,
    begins: Option<String>,
    hexes: Option<String>,
}

/// Gives the sheets of a game their cards.
pub fn deal(shipped: &Files, sheets: &mut [Sheet]) -> Result<(), DataError> {
    if !shipped.names().any(|name| name == FILE) {
        return Ok(());
    }
    let Cards { card } = shipped.read(FILE)?.parse()?;
    for (order, card) in card.into_iter().enumerate() {
        let titled = |text: &String| {
            let (id, title) = text.split_once(' ').unwrap_or((text, text));
            Titled { id: id.into(), title: title.into() }
        };
        let Some(sheet) = sheets.iter_mut().find(|sheet| sheet.file == card.r#in && sheet.at == card.at) else {
            continue;
        };
        sheet.cards.push(SheetCard {
            order,
            part: card.part,
            title: card.title,
            scenarios: card.scenarios.split_whitespace().map(String::from).collect(),
            columns: card.columns.iter().map(titled).collect(),
            rows: card.rows.iter().map(titled).collect(),
            only: card.only,
            begins: card.begins,
            hexes: card.hexes,
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheets;
    use std::collections::BTreeSet;

    /// What a card names is there, and each scenario has its turns, its victory and the names on its map.
    #[test]
    fn cards_name_what_there_is() {
        for entry in catalogue::GAMES.iter().filter(|entry| entry.shipped().names().any(|name| name == FILE)) {
            let shipped = entry.shipped();
            let Cards { card } = shipped.read(FILE).unwrap().parse().unwrap();
            let all = sheets::of(shipped, shipped, &BTreeSet::new()).unwrap();
            let dealt: Vec<&SheetCard> = all.iter().flat_map(|sheet| &sheet.cards).collect();
            assert_eq!(dealt.len(), card.len(), "{}: each card has its sheet", entry.id);
            let game = entry.load(None).unwrap();
            let known: Vec<&str> = game.about().scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
            for sheet in &all {
                for card in &sheet.cards {
                    let told = format!("{}: {} {}: {}", entry.id, sheet.file, sheet.at, card.title);
                    assert!(
                        ["turns", "arrivals", "victory", "areas", "places"].contains(&card.part.as_str()),
                        "{told}"
                    );
                    let columns = card.columns.iter().map(|column| &column.id).chain(&card.only).chain(&card.hexes);
                    for column in columns {
                        assert!(sheet.columns.contains(column), "{told}: no column {column}");
                    }
                    let at = sheet.columns.iter().position(|column| card.only.as_ref() == Some(column));
                    let cell = |row: &wire::SheetRow| row.cells[at.expect("what begins so stands in a column")].clone();
                    let fits = |begins: &String| {
                        sheet.rows.iter().any(|row| cell(row).as_str().is_some_and(|text| text.starts_with(begins)))
                    };
                    assert!(card.begins.as_ref().is_none_or(fits), "{told}: nothing begins so");
                    for row in &card.rows {
                        assert!(sheet.rows.iter().any(|known| known.at == row.id), "{told}: no row {}", row.id);
                    }
                    assert!(card.scenarios.iter().all(|id| known.contains(&id.as_str())), "{told}: no such scenario");
                }
            }
            for &id in &known {
                for part in ["turns", "arrivals", "victory"] {
                    let has = |card: &&SheetCard| {
                        card.part == part && (card.scenarios.is_empty() || card.scenarios.iter().any(|of| of == id))
                    };
                    // The Marne's battle of September has nobody who comes.
                    assert!(
                        dealt.iter().any(has) || part == "arrivals" && id == "marne-battle",
                        "{}: {id} has no {part}",
                        entry.id
                    );
                }
            }
        }
    }
}
