//! 3.0 Game setup: what each scenario begins with.

use crate::ground::{Ground, Hexes};
use crate::pieces::{Campaign, Corps, Nation, Piece, Pieces, Size};
use crate::tables::Tables;
use engine::data::{DataError, DataFile, Datum, Provenance, Provenances};
use hexboard::Hex;
use serde::Deserialize;
use serde_spanned::Spanned;

/// A scenario: a campaign, or the battle of 17.0, which has its own turns and set-up and otherwise all the normal rules
/// [marne/3.2, marne/17.1, marne/17.2b].
#[derive(Debug)]
pub struct Scenario {
    /// The word that stands for it.
    pub id: &'static str,
    /// Its name.
    pub title: String,
    /// The campaign it is fought in.
    pub campaign: Campaign,
    /// Its first turn [marne/17.2a].
    pub first_turn: u8,
    /// Its last turn [marne/17.2c].
    pub last_turn: u8,
    /// The hex of each unit that begins on the map, if the scenario lists them [marne/17.3a, marne/17.3-german].
    pub setup: Option<Vec<(Piece, Hex)>>,
    /// How far from its hex a German unit may be placed [marne/17.3c].
    pub shift: u8,
    /// The victory hexes that the Germans hold at the start on the Marne (ruling M36).
    pub german_held: Hexes,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct ScenarioFile {
    title: String,
    #[serde(rename = "first_turn")]
    first_turn: Datum<u8>,
    #[serde(rename = "last_turn")]
    last_turn: Datum<u8>,
    shift: Option<Datum<u8>>,
    #[serde(default)]
    setup: Vec<SetupTable>,
    german_held: Option<HeldTable>,
}

#[derive(Deserialize)]
struct SetupTable {
    nation: Nation,
    source: Provenance,
    units: Vec<EntryTable>,
}

#[derive(Deserialize)]
struct EntryTable {
    unit: Spanned<String>,
    size: EntrySize,
    hex: Spanned<String>,
}

/// The size of what a line of a set-up names: a unit, or a corps with both its units [marne/17.3b].
#[derive(Copy, Clone, PartialEq, Eq, Deserialize)]
enum EntrySize {
    #[serde(rename = "X")]
    Brigade,
    #[serde(rename = "XX")]
    Division,
    #[serde(rename = "XXX")]
    Corps,
}

#[derive(Deserialize)]
struct HeldTable {
    source: Provenance,
    hexes: Spanned<String>,
}

impl Scenario {
    /// Reads and checks a scenario.
    pub fn read(
        id: &'static str,
        file: &DataFile,
        campaign: Campaign,
        parts: (&Ground, &Pieces, &Tables),
        provenance: &mut Provenances,
    ) -> Result<Scenario, DataError> {
        let table: ScenarioFile = file.parse()?;
        let (ground, pieces, tables) = parts;
        let (first, last) = (&table.first_turn, &table.last_turn);
        let turns = tables.dates.len();
        if !(1..=turns).contains(&usize::from(last.value)) {
            return Err(file.error_at(last.span(), format!("found turn {}, expected 1 to {turns}", last.value)));
        }
        if !(1..=last.value).contains(&first.value) {
            let message = format!("found turn {}, expected 1 to {}", first.value, last.value);
            return Err(file.error_at(first.span(), message));
        }
        provenance.note(format!("{}: turns {} to {}", table.title, first.value, last.value), &last.source);
        let mut placed = Vec::new();
        for list in &table.setup {
            provenance.note(format!("{}: {} set-up", table.title, list.nation.title()), &list.source);
            place(file, list, (ground, pieces), &mut placed)?;
        }
        if let Some(shift) = &table.shift {
            provenance.note(format!("{}: German units placed within {}", table.title, shift.value), &shift.source);
        }
        Ok(Scenario {
            id,
            campaign,
            first_turn: first.value,
            last_turn: last.value,
            setup: (!table.setup.is_empty()).then_some(placed),
            shift: table.shift.map_or(0, |shift| shift.value),
            german_held: held(file, table.german_held.as_ref(), (ground, tables), &table.title, provenance)?,
            title: table.title,
        })
    }
}

/// Finds the units of one nation's list and their hexes.
fn place(
    file: &DataFile,
    list: &SetupTable,
    (ground, pieces): (&Ground, &Pieces),
    placed: &mut Vec<(Piece, Hex)>,
) -> Result<(), DataError> {
    let of_nation = || pieces.all().filter(|&piece| pieces.unit(piece).nation == list.nation);
    let single = |entry: &EntryTable| {
        let size = match entry.size {
            EntrySize::Brigade => Size::Brigade,
            EntrySize::Division => Size::Division,
            EntrySize::Corps => return None,
        };
        of_nation().find(|&piece| {
            let unit = pieces.unit(piece);
            unit.name == *entry.unit.as_ref() && unit.size == size
        })
    };
    // Units named by themselves are not placed with their corps a second time.
    let singles: Vec<Piece> = list.units.iter().filter_map(single).collect();
    let members = |corps: Corps| {
        of_nation().filter(|piece| pieces.unit(*piece).corps == Some(corps) && !singles.contains(piece)).collect()
    };
    for entry in &list.units {
        let hex = ground.board().parse(entry.hex.as_ref());
        let hex = hex.map_err(|error| file.error_with(&entry.hex, error.to_string()))?;
        let name = entry.unit.as_ref();
        let units: Vec<Piece> = match entry.size {
            EntrySize::Corps => pieces.corps_named(list.nation, name).map(members).unwrap_or_default(),
            _ => single(entry).into_iter().collect(),
        };
        let expected = if entry.size == EntrySize::Corps { 2 } else { 1 };
        if units.len() != expected {
            let message =
                format!("found {} {} units for \"{name}\", expected {expected}", units.len(), list.nation.title());
            return Err(file.error_with(&entry.unit, message));
        }
        for unit in units {
            if placed.iter().any(|(known, _)| *known == unit) {
                return Err(file.error_with(&entry.unit, format!("\"{name}\" is placed a second time")));
            }
            placed.push((unit, hex));
        }
    }
    Ok(())
}

/// The victory hexes in German hands.
fn held(
    file: &DataFile,
    table: Option<&HeldTable>,
    (ground, tables): (&Ground, &Tables),
    title: &str,
    provenance: &mut Provenances,
) -> Result<Hexes, DataError> {
    let Some(table) = table else { return Ok(Hexes::EMPTY) };
    provenance.note(format!("{title}: victory hexes in German hands"), &table.source);
    let mut held = Hexes::EMPTY;
    for word in table.hexes.as_ref().split_whitespace() {
        let hex = ground.board().parse(word).map_err(|error| file.error_with(&table.hexes, error.to_string()))?;
        if tables.worth(hex).is_none() {
            return Err(file.error_with(&table.hexes, format!("hex {word} is no victory hex")));
        }
        held.insert(hex);
    }
    Ok(held)
}
