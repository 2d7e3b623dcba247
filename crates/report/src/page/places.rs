//! Where on the board it happened.

use super::{Section, Studies, Study};
use crate::heat::{Board, Spot, scale};
use crate::words;
use hexboard::Hex;
use maud::{Markup, html};
use sim::HexRow;
use std::collections::BTreeMap;

/// What is shown of a hex: title, what a number means, and the number of a row.
struct Shown {
    title: String,
    unit: &'static str,
    side: Option<usize>,
    value: fn(&HexRow) -> u64,
}

/// The maps, if anything happened on the board.
pub fn section(studies: &Studies, board: &mut Board) -> Option<Section> {
    if studies.each().all(|(study, _)| study.exhibit.run.hexes.iter().all(|row| row.died + row.front == 0)) {
        return None;
    }
    let died = |side: usize| Shown {
        title: format!("Where the {} side lost strength", studies.side(side)),
        unit: "strength lost a game",
        side: Some(side),
        value: |row| row.died,
    };
    let front = Shown {
        title: "Where the front stood".into(),
        unit: "turns a game with units next to the enemy",
        side: None,
        value: |row| row.front,
    };
    let shown = [died(0), died(1), front];
    let compared = studies.other.is_some();
    let body = html! {
        p {
            "Darker hexes saw more; point at one to read it. "
            @if compared { "The third map of each row shows where the two runs differ. " }
            "The shades of a map are its own: compare numbers, not colours, between maps."
        }
        @if compared {
            @for shown in &shown { h3 { (shown.title) } div.maps.three { (maps(studies, board, shown)) } }
        } @else {
            div.maps { @for shown in &shown { (maps(studies, board, shown)) } }
        }
    };
    Some(Section { id: "places", title: "On the board", body })
}

fn maps(studies: &Studies, board: &mut Board, shown: &Shown) -> Markup {
    let mut heats: Vec<(&Study, BTreeMap<Hex, [f64; 2]>)> = Vec::new();
    for (study, _) in studies.each() {
        heats.push((study, heat(study, shown)));
    }
    html! {
        @for (study, heat) in &heats { (map(studies, board, shown, heat, study)) }
        @if let [(_, before), (_, after)] = heats.as_slice() { (difference(board, shown, before, after)) }
    }
}

/// What each hex saw in a game, by side.
fn heat(study: &Study, shown: &Shown) -> BTreeMap<Hex, [f64; 2]> {
    let games = study.summary.games.max(1) as f64;
    let mut heat: BTreeMap<Hex, [f64; 2]> = BTreeMap::new();
    for row in &study.exhibit.run.hexes {
        let side = usize::from(row.side.min(1));
        let wanted = shown.side.is_none_or(|wanted| wanted == side) && (shown.value)(row) > 0;
        if let (true, Ok(hex)) = (wanted, study.exhibit.map.board.parse(&row.hex)) {
            heat.entry(hex).or_default()[side] += (shown.value)(row) as f64 / games;
        }
    }
    heat
}

fn map(studies: &Studies, board: &mut Board, shown: &Shown, heat: &BTreeMap<Hex, [f64; 2]>, study: &Study) -> Markup {
    let spots: Vec<Spot> = heat.iter().map(|(&hex, &values)| spot(studies, shown, hex, values)).collect();
    let strongest = spots.iter().map(|spot| spot.heat).fold(0.0, f64::max);
    let hottest = board.hottest(&spots, 3);
    html! {
        figure {
            figcaption {
                @if studies.other.is_some() { p { (study.exhibit.name) } } @else { h3 { (shown.title) } }
            }
            (board.heat(&format!("{}, {}", shown.title, study.exhibit.name), &hottest, &spots))
            @match shown.side {
                Some(side) => (scale(&format!("s{side}"), strongest, shown.unit)),
                None => p.key {
                    span.s0 { span.swatch aria-hidden="true" {} "mostly " (studies.side(0)) }
                    span.mixed { span.swatch aria-hidden="true" {} "both" }
                    span.s1 { span.swatch aria-hidden="true" {} "mostly " (studies.side(1)) }
                    span { "up to " (words::number(strongest)) " " (shown.unit) }
                },
            }
            @if !hottest.is_empty() { p.small { "Most: " (hottest) "." } }
        }
    }
}

fn spot(studies: &Studies, shown: &Shown, hex: Hex, [one, two]: [f64; 2]) -> Spot {
    let heat = one + two;
    if let Some(side) = shown.side {
        return Spot { hex, class: ["s0", "s1"][side], heat, says: words::number(heat) };
    }
    let class = match one / heat {
        share if share >= 2.0 / 3.0 => "s0",
        share if share <= 1.0 / 3.0 => "s1",
        _ => "mixed",
    };
    let says = format!("{} {}, {} {}", studies.side(0), words::number(one), studies.side(1), words::number(two));
    Spot { hex, class, heat, says }
}

/// Where a run saw more than another, and where less.
fn difference(
    board: &mut Board,
    shown: &Shown,
    before: &BTreeMap<Hex, [f64; 2]>,
    after: &BTreeMap<Hex, [f64; 2]>,
) -> Markup {
    let sum = |heat: &BTreeMap<Hex, [f64; 2]>, hex: &Hex| heat.get(hex).map_or(0.0, |[one, two]| one + two);
    let hexes = after.keys().chain(before.keys().filter(|hex| !after.contains_key(hex)));
    let spots: Vec<Spot> = hexes
        .map(|hex| {
            let by = sum(after, hex) - sum(before, hex);
            Spot { hex: *hex, class: if by > 0.0 { "more" } else { "less" }, heat: by.abs(), says: words::signed(by) }
        })
        .collect();
    let strongest = spots.iter().map(|spot| spot.heat).fold(0.0, f64::max);
    let hottest = board.hottest(&spots, 3);
    html! {
        figure {
            figcaption { p { "the difference" } }
            (board.heat(&format!("{}: the difference", shown.title), &hottest, &spots))
            p.key {
                span.more { span.swatch aria-hidden="true" {} "more" }
                span.less { span.swatch aria-hidden="true" {} "less" }
                span { "up to " (words::number(strongest)) " " (shown.unit) }
            }
            @if !hottest.is_empty() { p.small { "Most: " (hottest) "." } }
        }
    }
}
