//! 3 Initial deployment: zones, first owners of towns, and when reinforcements come.

use crate::ground::{Ground, Hexes};
use crate::pieces::{Corps, GERMAN, Group, Pieces};
use engine::data::{DataError, DataFile, Datum, Provenance, Provenances, within};
use hexboard::{Board, Hex};
use serde::Deserialize;
use serde_spanned::Spanned;

/// Where a group of reinforcements comes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entrance {
    /// Any hex of Paris.
    Paris,
    /// Entry hex 1, the Allies'.
    #[serde(rename = "entry-1")]
    Entry1,
    /// Entry hex 2, the Germans'.
    #[serde(rename = "entry-2")]
    Entry2,
}

/// When and where a group comes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// The day of September.
    pub day: u8,
    /// The place.
    pub at: Entrance,
}

/// The leads that the Allies need with the handicap on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Handicap {
    /// A lead below this is a German victory.
    pub draw: u8,
    /// A lead below this, but not below the other, is a draw.
    pub win: u8,
}

/// One start of the battle.
#[derive(Debug)]
pub struct Scenario {
    /// The word that stands for it.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// The day of September of turn 1.
    pub first_day: u8,
    /// The last turn.
    pub turns: u8,
    /// Towns and cities that the Germans hold at first; the Allies hold the others.
    pub german_control: Hexes,
    /// For each corps, where it sets up; empty for reinforcements [3c, 3j].
    pub zones: Vec<Hexes>,
    /// When and where each group of reinforcements comes.
    pub arrivals: [Arrival; Group::ALL.len()],
    /// The handicap, where the scenario has one.
    pub handicap: Option<Handicap>,
}

#[derive(Deserialize)]
struct ScenarioFile {
    title: String,
    first_day: Datum<u8>,
    last_day: Datum<u8>,
    control: ControlTable,
    handicap: Option<HandicapTable>,
    arrival: Vec<ArrivalTable>,
    zone: Vec<ZoneTable>,
    guest: Vec<GuestTable>,
}

#[derive(Deserialize)]
struct ControlTable {
    source: Provenance,
    german: Spanned<String>,
}

#[derive(Deserialize)]
struct HandicapTable {
    draw: Datum<u8>,
    win: Datum<u8>,
}

#[derive(Deserialize)]
struct ArrivalTable {
    group: Spanned<Group>,
    day: u8,
    at: Spanned<Entrance>,
    source: Provenance,
}

#[derive(Deserialize)]
struct ZoneTable {
    corps: Spanned<String>,
    hexes: Spanned<String>,
    source: Provenance,
}

#[derive(Deserialize)]
struct GuestTable {
    corps: Spanned<String>,
    zones: Vec<Spanned<String>>,
    source: Provenance,
}

impl Scenario {
    /// Reads and checks a scenario.
    pub fn read(
        id: &str,
        file: &DataFile,
        ground: &Ground,
        pieces: &Pieces,
        provenance: &mut Provenances,
    ) -> Result<Scenario, DataError> {
        let table: ScenarioFile = file.parse()?;
        let title = &table.title;
        within(file, &table.first_day, 1..=30)?;
        within(file, &table.last_day, table.first_day.value..=30)?;
        provenance.note(format!("{title}: first day {}", table.first_day.value), &table.first_day.source);
        provenance.note(format!("{title}: last day {}", table.last_day.value), &table.last_day.source);
        provenance.note(format!("{title}: first owners of towns and cities"), &table.control.source);
        let zones = zones(&table, file, ground.board(), pieces, provenance)?;
        check_apart(&table, file, ground.board(), pieces, &zones)?;
        Ok(Scenario {
            id: id.to_string(),
            first_day: table.first_day.value,
            turns: table.last_day.value - table.first_day.value + 1,
            german_control: control(&table.control, file, ground)?,
            zones,
            arrivals: arrivals(&table, file, provenance)?,
            handicap: handicap(&table, file, provenance)?,
            title: table.title,
        })
    }

    /// The day of September of a turn.
    pub const fn day(&self, turn: u8) -> u8 {
        self.first_day + turn - 1
    }
}

/// The hexes of a list.
fn hexes(list: &Spanned<String>, file: &DataFile, board: &Board) -> Result<Vec<Hex>, DataError> {
    let words = list.as_ref().split_whitespace();
    words.map(|word| board.parse(word).map_err(|error| file.error_with(list, error.to_string()))).collect()
}

fn control(table: &ControlTable, file: &DataFile, ground: &Ground) -> Result<Hexes, DataError> {
    let held = hexes(&table.german, file, ground.board())?;
    match held.iter().find(|&&hex| ground.objective_at(hex).is_none()) {
        Some(&hex) => Err(file.error_with(&table.german, format!("{} is neither town nor city", ground.label(hex)))),
        None => Ok(held.into_iter().collect()),
    }
}

fn corps_named(name: &Spanned<String>, file: &DataFile, pieces: &Pieces) -> Result<Corps, DataError> {
    pieces.corps_named(name.as_ref()).ok_or_else(|| {
        let known: Vec<_> = pieces.corps.iter().map(|corps| corps.id.as_str()).collect();
        let message = format!("unknown corps \"{}\", expected one of {}", name.as_ref(), known.join(", "));
        file.error_with(name, message)
    })
}

/// The zone of each corps: its own [3c, 3j], or for cavalry those of others [3e, 3f, 3g, 3k]. Corps that come as
/// reinforcements have none [3b].
#[engine::by_the_book]
fn zones(
    table: &ScenarioFile,
    file: &DataFile,
    board: &Board,
    pieces: &Pieces,
    provenance: &mut Provenances,
) -> Result<Vec<Hexes>, DataError> {
    let mut zones = vec![Hexes::EMPTY; pieces.corps.len()];
    for zone in &table.zone {
        let corps = corps_named(&zone.corps, file, pieces)?;
        if !zones[corps.index()].is_empty() {
            return Err(
                file.error_with(&zone.corps, format!("the zone of \"{}\" stands here twice", zone.corps.as_ref()))
            );
        }
        zones[corps.index()] = hexes(&zone.hexes, file, board)?.into_iter().collect();
        provenance.note(format!("{}: zone of {}", table.title, pieces.corps_title(corps)), &zone.source);
    }
    for guest in &table.guest {
        let corps = corps_named(&guest.corps, file, pieces)?;
        let mut zone = Hexes::EMPTY;
        for host in &guest.zones {
            zone = zone.union(zones[corps_named(host, file, pieces)?.index()]);
        }
        zones[corps.index()] = zone;
        provenance.note(format!("{}: zones of {}", table.title, pieces.corps_title(corps)), &guest.source);
    }
    for corps in pieces.all_corps() {
        let info = pieces.corps_info(corps);
        if info.group.is_none() && zones[corps.index()].is_empty() {
            return Err(file.error_on_line(1, format!("the corps \"{}\" has no zone", info.id)));
        }
    }
    Ok(zones)
}

/// Nobody sets up in an enemy zone of control, so no zones of the two sides may touch (ruling R72).
fn check_apart(
    table: &ScenarioFile,
    file: &DataFile,
    board: &Board,
    pieces: &Pieces,
    zones: &[Hexes],
) -> Result<(), DataError> {
    let of = |side| {
        let own = pieces.all_corps().filter(|corps| pieces.corps_info(*corps).nation.side() == side);
        own.fold(Hexes::EMPTY, |all, corps| all.union(zones[corps.index()]))
    };
    let german = of(GERMAN);
    for hex in of(GERMAN.other()).iter() {
        if let Some(enemy) = board.within(hex, 1).find(|&hex| german.contains(hex)) {
            let (hex, enemy) = (board.label(hex), board.label(enemy));
            let message =
                format!("{hex} is in an Allied zone and touches {enemy} in a German one, expected a hex between");
            let zone = table.zone.iter().find(|zone| zone.hexes.as_ref().contains(&hex.to_string()));
            return Err(zone.map_or_else(
                || file.error_on_line(1, message.clone()),
                |zone| file.error_with(&zone.hexes, message.clone()),
            ));
        }
    }
    Ok(())
}

fn arrivals(
    table: &ScenarioFile,
    file: &DataFile,
    provenance: &mut Provenances,
) -> Result<[Arrival; Group::ALL.len()], DataError> {
    let mut found = [None; Group::ALL.len()];
    for row in &table.arrival {
        let group = *row.group.as_ref();
        let fits = match row.at.as_ref() {
            Entrance::Paris => group == Group::IvCorps,
            Entrance::Entry1 => group != Group::Lepel && group != Group::IvCorps,
            Entrance::Entry2 => group == Group::Lepel,
        };
        if !fits {
            return Err(file.error_with(&row.at, format!("the rules have no way in there for \"{}\"", group.id())));
        }
        if found[group.index()].is_some() {
            return Err(file.error_with(&row.group, format!("the group \"{}\" stands here twice", group.id())));
        }
        found[group.index()] = Some(Arrival { day: row.day, at: *row.at.as_ref() });
        provenance.note(format!("{}: arrival of {}", table.title, group.title()), &row.source);
    }
    let mut arrivals = [Arrival { day: 0, at: Entrance::Paris }; Group::ALL.len()];
    for (group, arrival) in Group::ALL.into_iter().zip(found) {
        let missing = || file.error_on_line(1, format!("no arrival for the group \"{}\"", group.id()));
        arrivals[group.index()] = arrival.ok_or_else(missing)?;
    }
    Ok(arrivals)
}

fn handicap(
    table: &ScenarioFile,
    file: &DataFile,
    provenance: &mut Provenances,
) -> Result<Option<Handicap>, DataError> {
    let Some(handicap) = &table.handicap else { return Ok(None) };
    within(file, &handicap.draw, 0..=200)?;
    within(file, &handicap.win, handicap.draw.value..=200)?;
    provenance.note(format!("{}: lead for a draw {}", table.title, handicap.draw.value), &handicap.draw.source);
    provenance.note(format!("{}: lead for a victory {}", table.title, handicap.win.value), &handicap.win.source);
    Ok(Some(Handicap { draw: handicap.draw.value, win: handicap.win.value }))
}
