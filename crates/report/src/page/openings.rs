//! How the games began: who stood where when all was set up and after the first turns, and what became of it.

use super::{Section, Studies, Study, figure};
use crate::heat::{Board, Spot, scale};
use crate::plot::{Rate, Whose, rates};
use crate::stats::{Difference, Share, holm};
use crate::words;
use maud::{Markup, html};
use sim::{GameRow, OpeningRow, Stage};
use std::collections::BTreeMap;

/// How many games there must be with a hex held, and without: fewer tell nothing.
const FEWEST: u64 = 10;
/// How many hexes a table has at most.
const LONGEST: usize = 8;
/// After how many turns ground is measured.
const FIRST_TURNS: usize = 2;

/// How the games began, if that was counted.
pub fn section(studies: &Studies, board: &mut Board) -> Option<Section> {
    if studies.each().all(|(study, _)| study.exhibit.run.openings.is_empty()) {
        return None;
    }
    let body = html! {
        p {
            "Where each side stood before the first counter on the board moved or the first die fell, and at the end of the second \
             turn. The tables have the hexes that are held in some games and not in others, with the share of games that the side \
             won; players who always begin alike leave nothing to compare."
        }
        @for (study, other) in studies.each() {
            @for stage in Stage::ALL {
                @for side in [0, 1] { (stood(studies, study, other, board, (stage, side))) }
            }
            (pressed(studies, study, other))
        }
    };
    Some(Section { id: "openings", title: "Openings", body })
}

fn titled(stage: Stage) -> &'static str {
    match stage {
        Stage::SetUp => "set up",
        Stage::FirstTurns => "after two turns",
    }
}

/// Where a side stood at a stage, and which of its hexes went with victory.
fn stood(studies: &Studies, study: &Study, other: bool, board: &mut Board, (stage, side): (Stage, usize)) -> Markup {
    let of_it = |row: &&OpeningRow| row.stage == stage && usize::from(row.side) == side;
    let rows: Vec<&OpeningRow> = study.exhibit.run.openings.iter().filter(of_it).collect();
    if rows.is_empty() {
        return html! {};
    }
    let games = study.summary.games.max(1) as f64;
    let spot = |row: &&OpeningRow| {
        let hex = study.exhibit.map.board.parse(&row.hex).ok()?;
        let heat = row.games as f64 / games;
        Some(Spot { hex, class: ["s0", "s1"][side], heat, says: words::percent(heat) })
    };
    let spots: Vec<Spot> = rows.iter().filter_map(spot).collect();
    let strongest = 100.0 * spots.iter().map(|spot| spot.heat).fold(0.0, f64::max);
    let title = studies.called(&format!("{}, {}", studies.side(side), titled(stage)), other);
    html! {
        div.pair {
            figure {
                figcaption { h3 { (title) } }
                (board.heat(&title, &board.hottest(&spots, 3), &spots))
                (scale(&format!("s{side}"), strongest, "% of the games"))
            }
            (choices(&choices_of(&rows, study.summary.wins[side], study.summary.games)))
        }
    }
}

/// A hex that is held in some games and not in others.
struct Held<'a> {
    hex: &'a str,
    with: Share,
    without: Share,
    difference: Difference,
    /// The p value, corrected for all hexes that were looked at.
    p: f64,
}

/// The hexes that are held in some games and not in others, those first that tell most.
fn choices_of<'a>(rows: &[&'a OpeningRow], wins: u64, games: u64) -> Vec<Held<'a>> {
    let held = |row: &&'a OpeningRow| {
        let with = Share::new(row.won, row.games);
        let without = Share::new(wins.checked_sub(row.won)?, games.checked_sub(row.games)?);
        let difference = without.compare(with)?;
        let told = with.of >= FEWEST && without.of >= FEWEST;
        told.then_some(Held { hex: &row.hex, with, without, difference, p: difference.p })
    };
    let mut found: Vec<Held> = rows.iter().filter_map(held).collect();
    let corrected = holm(&found.iter().map(|held| held.difference.p).collect::<Vec<_>>());
    found.iter_mut().zip(corrected).for_each(|(held, p)| held.p = p);
    found.sort_by(|one, other| one.difference.p.total_cmp(&other.difference.p).then(other.with.of.cmp(&one.with.of)));
    found
}

fn choices(found: &[Held]) -> Markup {
    if found.is_empty() {
        return html! { p.note { "No hex was held in some games and left in others often enough to be compared." } };
    }
    html! {
        div.scroll tabindex="0" role="region" aria-label="Hexes that were held or not" {
            table {
                thead {
                    tr {
                        th scope="col" { "hex" }
                        th.number scope="col" { "held" }
                        th.number scope="col" { "won with it" }
                        th.number scope="col" { "won without" }
                        th scope="col" { "of " (words::many(found.len() as u64, "hex", "hexes")) }
                    }
                }
                tbody {
                    @for held in found.iter().take(LONGEST) {
                        tr {
                            th scope="row" { (held.hex) }
                            td.number { (words::many(held.with.of, "game", "games")) }
                            td.number { (words::percent(held.with.value())) }
                            td.number { (words::percent(held.without.value())) }
                            td { (words::p_value(held.p)) }
                        }
                    }
                }
            }
        }
    }
}

/// How often a side won when it pressed forward in the first turns, and when it held back.
fn pressed(studies: &Studies, study: &Study, other: bool) -> Markup {
    let run = study.exhibit.run;
    let mut turns: BTreeMap<u64, Vec<[u32; 2]>> = BTreeMap::new();
    for row in &run.turns {
        turns.entry(row.game).or_default().push(row.ground);
    }
    let ground = |game: &GameRow| turns.get(&game.game).and_then(|turns| turns.get(FIRST_TURNS - 1)).copied();
    let mut seen: Vec<(i64, Option<u8>)> = run
        .games
        .iter()
        .filter_map(|game| Some((ground(game).map(|[one, two]| i64::from(one) - i64::from(two))?, game.winner)))
        .collect();
    seen.sort_unstable();
    let third = seen.len() / 3;
    if (third as u64) < FEWEST || seen[third - 1].0 == seen[seen.len() - third].0 {
        return html! {};
    }
    let rows: Vec<Rate> = [
        ("most", &seen[seen.len() - third..]),
        ("in between", &seen[third..seen.len() - third]),
        ("least", &seen[..third]),
    ]
    .into_iter()
    .map(|(name, games)| {
        let won = games.iter().filter(|(_, winner)| *winner == Some(0)).count() as u64;
        let whose = Whose { side: Some(0), other };
        Rate { name: format!("{name} ground"), whose, share: Share::new(won, games.len() as u64) }
    })
    .collect();
    let one = studies.side(0);
    let title = studies.called("The first two turns", other);
    let caption = format!(
        "The games in three thirds, by how much more ground {one} held than {} after two turns: the share that {one} won.",
        studies.side(1)
    );
    figure(&title, &caption, rates(&title, &rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hex_that_tells_most_comes_first_and_is_corrected_for_the_others() {
        let row = |hex: &str, games, won| OpeningRow { stage: Stage::SetUp, hex: hex.into(), side: 0, games, won };
        // Of 200 games 100 are won. Held in half of them, the first hex goes with 60 wins, the second with 55.
        let rows = [row("0101", 100, 55), row("0202", 100, 60), row("0303", 5, 5), row("0404", 200, 100)];
        let found = choices_of(&rows.iter().collect::<Vec<_>>(), 100, 200);
        let told: Vec<_> = found.iter().map(|held| (held.hex, held.with.hits, held.without.hits)).collect();
        assert_eq!(told, [("0202", 60, 40), ("0101", 55, 45)], "what is always or hardly ever held tells nothing");
        // 60 against 40 of 100 has p = 0.004678 alone, as in the tests of proportions; there are two hexes.
        assert!((found[0].p - 2.0 * 0.004_678).abs() < 1e-5, "{}", found[0].p);
    }
}
