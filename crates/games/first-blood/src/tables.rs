//! The charts printed on the map sheet.

use crate::events::RandomEvent;
use crate::ground::LONGEST;
use crate::pieces::MOST_MOVEMENT;
use engine::data::{DataError, DataFile, Datum, Provenance, Provenances, within};
use serde::Deserialize;
use serde_spanned::Spanned;

/// The most fire factors on a counter or in a hex: two digits.
pub(crate) const MOST_FACTORS: u8 = 99;
/// The most dice for units that enter; there are not half as many counters as they can come to.
pub(crate) const MOST_DICE: u8 = 40;

/// What a kind of ground, natural or made, does to movement and combat.
#[derive(Copy, Clone, Debug)]
pub struct Effects {
    /// Half movement points to enter [9.5a, 9.5b].
    pub halves: u8,
    /// Whether it blocks lines of fire that run through it [10.8a]; Hill 231 does, and is clear in all else [10.8b].
    pub blocks: bool,
    /// The strength by which fire into it is divided [10.1b]; the rules print only that of the Surmelin [10.3b].
    pub defense: u8,
}

/// The charts.
#[derive(Debug)]
pub struct Tables {
    /// Infantry fire factors that a side may have in a hex [6.1a].
    pub stacking: u8,
    /// Half points for a step along a road [9.5c].
    pub road: u8,
    /// Half points to leave the map from an exit hex (ruling R5).
    pub exit: u8,
    /// What each kind of ground does, in the board's order; `None` for ground that is not in play.
    pub terrain: Vec<Option<Effects>>,
    /// Odds at which fire needs no die [10.10d].
    pub automatic: u8,
    /// By how much fire at an adjacent hex counts more [10.11a].
    pub close_assault: u8,
    /// The longest line of fire on the first turn [5.2b].
    pub first_turn_limit: u8,
    /// The longest line of fire under gas [7.4b].
    pub gas_limit: u8,
    /// The range of a unit with heavy machineguns [7.8a].
    pub machinegun_range: u8,
    /// What the German and the US side take off the drift die [11.3a].
    pub drift: [u8; 2],
    /// The same when their artillery has problems [7.2a, 7.3a].
    pub drift_problems: [u8; 2],
    /// Dice for the units of phase II [8.3a].
    pub reinforcement_dice: u8,
    /// Dice for the units of a breakthrough in the west and in the east [7.5a, 7.7a].
    pub breakthrough_dice: [u8; 2],
    /// The event for each total of two dice, from 2 to 12 [7.1a].
    pub events: [RandomEvent; 11],
    /// The last turn with the option of section 13 [13.2].
    pub last_turn: u16,
    /// The first turn of German bombardment deterioration [13.4a].
    pub deterioration_from: u16,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct TablesFile {
    stacking: StackingTable,
    movement: MovementTable,
    terrain: Vec<TerrainTable>,
    fire: FireTable,
    drift: DriftTable,
    entry: EntryTable,
    events: EventsTable,
    play_balance: PlayBalanceTable,
}

#[derive(Deserialize)]
struct StackingTable {
    factors: Datum<u8>,
}

#[derive(Deserialize)]
struct MovementTable {
    road_halves: Datum<u8>,
    exit_halves: Datum<u8>,
}

#[derive(Deserialize)]
struct TerrainTable {
    id: Spanned<String>,
    halves: Datum<u8>,
    blocks: Datum<bool>,
    defense: Datum<u8>,
}

#[derive(Deserialize)]
struct FireTable {
    automatic: Datum<u8>,
    close_assault: Datum<u8>,
    first_turn_limit: Datum<u8>,
    gas_limit: Datum<u8>,
    machinegun_range: Datum<u8>,
}

#[derive(Deserialize)]
struct DriftTable {
    us: Datum<u8>,
    german: Datum<u8>,
    us_problems: Datum<u8>,
    german_problems: Datum<u8>,
}

#[derive(Deserialize)]
struct EntryTable {
    reinforcement_dice: Datum<u8>,
    west_dice: Datum<u8>,
    east_dice: Datum<u8>,
}

#[derive(Deserialize)]
struct EventsTable {
    source: Provenance,
    table: Spanned<Vec<EventRow>>,
}

#[derive(Deserialize)]
struct EventRow {
    rolls: Spanned<Vec<u8>>,
    event: RandomEvent,
}

#[derive(Deserialize)]
struct PlayBalanceTable {
    last_turn: Datum<u16>,
    deterioration_from: Datum<u16>,
}

impl Tables {
    /// Reads and checks the charts for a board with these kinds of ground.
    pub fn read(
        file: &DataFile,
        ground: &[engine::data::TerrainKind],
        provenance: &mut Provenances,
    ) -> Result<Tables, DataError> {
        let table: TablesFile = file.parse()?;
        table.check(file)?;
        let mut take = Taker(provenance);
        Ok(Tables {
            stacking: take.datum("fire factors in a hex", &table.stacking.factors),
            road: take.datum("half points for a step along a road", &table.movement.road_halves),
            exit: take.datum("half points to leave the map", &table.movement.exit_halves),
            terrain: terrain(file, &table.terrain, ground, &mut take)?,
            automatic: take.datum("automatic odds", &table.fire.automatic),
            close_assault: take.datum("close assault factor", &table.fire.close_assault),
            first_turn_limit: take.datum("longest line of fire on turn 1", &table.fire.first_turn_limit),
            gas_limit: take.datum("longest line of fire under gas", &table.fire.gas_limit),
            machinegun_range: take.datum("range with heavy machineguns", &table.fire.machinegun_range),
            drift: [
                take.datum("German drift modifier", &table.drift.german),
                take.datum("US drift modifier", &table.drift.us),
            ],
            drift_problems: [
                take.datum("German drift modifier with problems", &table.drift.german_problems),
                take.datum("US drift modifier with problems", &table.drift.us_problems),
            ],
            reinforcement_dice: take.datum("dice for reinforcements", &table.entry.reinforcement_dice),
            breakthrough_dice: [
                take.datum("dice for a breakthrough in the west", &table.entry.west_dice),
                take.datum("dice for a breakthrough in the east", &table.entry.east_dice),
            ],
            events: events(file, &table.events, &mut take)?,
            last_turn: take.datum("last turn with section 13", &table.play_balance.last_turn),
            deterioration_from: take.datum("first turn of deterioration", &table.play_balance.deterioration_from),
        })
    }
}

impl TablesFile {
    /// Checks the values that the rules count with.
    fn check(&self, file: &DataFile) -> Result<(), DataError> {
        let (fire, entry) = (&self.fire, &self.entry);
        for (datum, limits) in [
            (&self.stacking.factors, 1..=MOST_FACTORS),
            (&self.movement.exit_halves, 0..=2 * MOST_MOVEMENT),
            (&fire.automatic, 1..=MOST_FACTORS),
            (&fire.first_turn_limit, 1..=LONGEST as u8),
            (&fire.gas_limit, 1..=LONGEST as u8),
            (&fire.machinegun_range, 1..=LONGEST as u8),
            (&entry.reinforcement_dice, 1..=MOST_DICE),
            (&entry.west_dice, 1..=MOST_DICE),
            (&entry.east_dice, 1..=MOST_DICE),
        ] {
            within(file, datum, limits)?;
        }
        within(file, &self.play_balance.last_turn, 1..=u16::MAX)?;
        Ok(())
    }
}

/// Takes values out of the file and notes where they come from.
struct Taker<'a>(&'a mut Provenances);

impl Taker<'_> {
    fn datum<T: Copy + std::fmt::Display>(&mut self, what: &str, datum: &Datum<T>) -> T {
        self.0.note(format!("{what}: {}", datum.value), &datum.source);
        datum.value
    }
}

fn terrain(
    file: &DataFile,
    rows: &[TerrainTable],
    ground: &[engine::data::TerrainKind],
    take: &mut Taker,
) -> Result<Vec<Option<Effects>>, DataError> {
    if let Some(row) = rows.iter().find(|row| !ground.iter().any(|kind| kind.id == *row.id.as_ref())) {
        let known: Vec<_> = ground.iter().map(|kind| kind.id.as_str()).collect();
        let message = format!("unknown terrain \"{}\", expected one of {}", row.id.as_ref(), known.join(", "));
        return Err(file.error_with(&row.id, message));
    }
    let mut effects = Vec::new();
    for kind in ground {
        let row = rows.iter().find(|row| *row.id.as_ref() == kind.id);
        match row {
            None if kind.void => effects.push(None),
            None => return Err(file.error_on_line(1, format!("the terrain \"{}\" of the map is missing", kind.id))),
            Some(row) => {
                if row.defense.value == 0 {
                    return Err(file.error_at(row.defense.span(), "a defense strength is 1 or more, found 0"));
                }
                effects.push(Some(Effects {
                    halves: take.datum(&format!("{}: half points to enter", kind.title), &row.halves),
                    blocks: take.datum(&format!("{}: blocks fire", kind.title), &row.blocks),
                    defense: take.datum(&format!("{}: defense strength", kind.title), &row.defense),
                }));
            }
        }
    }
    Ok(effects)
}

fn events(file: &DataFile, table: &EventsTable, take: &mut Taker) -> Result<[RandomEvent; 11], DataError> {
    take.0.note("random events table", &table.source);
    let mut events = [None; 11];
    for row in table.table.as_ref() {
        for roll in row.rolls.as_ref() {
            let place = roll.checked_sub(2).and_then(|at| events.get_mut(usize::from(at)));
            match place {
                Some(place @ None) => *place = Some(row.event),
                Some(Some(_)) => return Err(file.error_with(&row.rolls, format!("the roll {roll} stands here twice"))),
                None => return Err(file.error_with(&row.rolls, format!("two dice give 2 to 12, found {roll}"))),
            }
        }
    }
    let mut complete = [RandomEvent::PoisonGas; 11];
    for (at, event) in events.into_iter().enumerate() {
        let missing = || file.error_with(&table.table, format!("no event for a roll of {}", at + 2));
        complete[at] = event.ok_or_else(missing)?;
    }
    Ok(complete)
}
