//! What the maps print beside the ground: victory hexes, Entry Hexes, Start Hexes, Retreat Compasses, the turns.

use crate::ClashOfGiants;
use crate::ground::{LETTERS, has};
use crate::pieces::{ALLIED, Army, Campaign, GERMAN, Nation};
use crate::theatre::{Prize, Theatre};
use engine::overprint::{Compass, MapMark, MapMarkKind, Overprint};
use hexboard::Direction;

const GOLD: &str = "#f0c23c";
const RED: &str = "#a8281c";
const BLACK: &str = "#2e261c";

const fn ink(nation: Nation) -> &'static str {
    match nation {
        Nation::German => "#4a5259",
        Nation::Russian => "#3f6b35",
        Nation::French => "#2c4f86",
        Nation::British => "#8a6a1f",
    }
}

impl ClashOfGiants {
    /// What is printed on the map of a campaign.
    pub(crate) fn printed_marks(&self, campaign: Campaign) -> Overprint {
        let theatre = self.theatre_of(campaign);
        let mut marks = starts(theatre);
        marks.extend(theatre.prizes.iter().map(|prize| worth(prize, campaign)));
        let letters = theatre.ground.entries.iter().zip(LETTERS);
        marks.extend(
            letters.map(|(&hex, letter)| {
                MapMark::new(MapMarkKind::Entry, [hex], letter.to_string(), ink(Nation::Russian))
            }),
        );
        let compass = |side, title: &str, nation| Compass {
            title: title.into(),
            colour: ink(nation).into(),
            ways: Direction::ALL.into_iter().filter(|&way| has(theatre.tables.compass(side), way)).collect(),
        };
        let (others, title) = match campaign {
            Campaign::Tannenberg => (Nation::Russian, "Russian retreat"),
            Campaign::Marne => (Nation::French, "Allied retreat"),
        };
        let dates = theatre.tables.dates.iter().enumerate();
        Overprint {
            marks,
            compasses: vec![compass(GERMAN, "German retreat", Nation::German), compass(ALLIED, title, others)],
            turns: dates.map(|(at, date)| format!("{}: {date}", at + 1)).collect(),
        }
    }
}

/// The Start Hexes of each army.
fn starts(theatre: &Theatre) -> Vec<MapMark> {
    let armies = Army::ALL.into_iter().filter(|army| !theatre.ground.starts[army.index()].is_empty());
    armies
        .map(|army| {
            let hexes = theatre.ground.starts[army.index()].iter();
            MapMark::new(MapMarkKind::Zone, hexes, army.title().trim_end_matches(" Army"), ink(army.nation()))
        })
        .collect()
}

/// What a victory hex is worth: to the Germans and to the Russians, or Primary in red and Secondary in black.
fn worth(prize: &Prize, campaign: Campaign) -> MapMark {
    let [german, russian] = prize.worth;
    let (text, colour) = match campaign {
        Campaign::Marne if prize.primary => ("P".to_string(), RED),
        Campaign::Marne => ("S".to_string(), BLACK),
        Campaign::Tannenberg if russian == 0 => (german.to_string(), GOLD),
        Campaign::Tannenberg if german == 0 || german == russian => (russian.to_string(), RED),
        Campaign::Tannenberg => (format!("{german}/{russian}"), RED),
    };
    MapMark::new(MapMarkKind::Victory, [prize.hex], text, colour)
}
