//! The charts and the Turn Record Track.

use engine::Side;
use engine::data::{DataError, DataFile, Datum, Provenance, Provenances, TerrainKind, within};
use serde::Deserialize;
use serde_spanned::Spanned;
use std::fmt;
use std::ops::RangeInclusive;

/// The columns of the Combat Table, from 1 to 2 up to 6 to 1.
pub const COLUMNS: usize = 7;

/// What a kind of ground does to movement and combat: clear [chart/terrain-clear], rough [chart/terrain-rough]
/// [chart/terrain-rough-combat], woods [chart/terrain-woods, chart/terrain-woods-combat], rough woods
/// [chart/terrain-rough-woods, chart/terrain-rough-woods-combat], cities [chart/terrain-city]
/// [chart/terrain-city-combat], lakes [chart/terrain-lakes, chart/terrain-lakes-combat] and trenches
/// [chart/terrain-trench, chart/terrain-trench-combat]. Points of interest, nations and victory points on the map do
/// nothing [chart/terrain-point-of-interest, chart/terrain-nation-hex, chart/terrain-vp].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Effects {
    /// Half movement points to enter.
    pub halves: u8,
    /// Columns to the left for attacks on a unit there.
    pub left: u8,
    /// Whether attacks into it have half strength.
    pub halves_attack: bool,
}

/// Steps that a side loses, and hexes that it retreats.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Harm {
    /// Steps.
    pub steps: u8,
    /// Hexes.
    pub retreat: u8,
}

/// A cell of the Combat Table [chart/crt].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CombatResult {
    /// What befalls the attacker.
    pub attacker: Harm,
    /// What befalls the defender.
    pub defender: Harm,
}

impl Harm {
    /// What befalls somebody, as players say it; nothing where nothing does.
    fn words(self, who: &str) -> Option<String> {
        let count = |number: u8, one: &str, several: &str| match number {
            1 => format!("1 {one}"),
            _ => format!("{number} {several}"),
        };
        let steps = (self.steps > 0).then(|| format!("loses {}", count(self.steps, "step", "steps")));
        let retreat = (self.retreat > 0).then(|| format!("retreats {}", count(self.retreat, "hex", "hexes")));
        let what: Vec<String> = steps.into_iter().chain(retreat).collect();
        (!what.is_empty()).then(|| format!("the {who} {}", what.join(" and ")))
    }
}

impl CombatResult {
    /// Reads a cell: `A3r1,D1`.
    fn parse(text: &str) -> Option<CombatResult> {
        let mut result = CombatResult::default();
        for part in text.split(',') {
            let (harm, numbers) = match part.split_at_checked(1)? {
                ("A", numbers) => (&mut result.attacker, numbers),
                ("D", numbers) => (&mut result.defender, numbers),
                _ => return None,
            };
            let (steps, retreat) = numbers.split_once('r').unwrap_or((numbers, "0"));
            let read = |digits: &str| digits.parse::<u8>().ok().filter(|number| *number <= 9);
            *harm = Harm { steps: read(steps)?, retreat: read(retreat)? };
        }
        Some(result)
    }
}

impl fmt::Display for CombatResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut comma = "";
        for (letter, harm) in [("A", self.attacker), ("D", self.defender)] {
            if harm == Harm::default() {
                continue;
            }
            write!(f, "{comma}{letter}{}", harm.steps)?;
            if harm.retreat > 0 {
                write!(f, "r{}", harm.retreat)?;
            }
            comma = ",";
        }
        Ok(())
    }
}

impl CombatResult {
    /// The result as players say it, with the code of the chart.
    pub fn words(&self) -> String {
        if *self == CombatResult::default() { self.meaning() } else { format!("{} ({self})", self.meaning()) }
    }

    /// The result as players say it.
    pub fn meaning(&self) -> String {
        let told = [("attacker", self.attacker), ("defender", self.defender)];
        let told: Vec<String> = told.into_iter().filter_map(|(who, harm)| harm.words(who)).collect();
        if told.is_empty() { "no effect".into() } else { told.join(", ") }
    }
}

/// What becomes of an interception [1.6d-7].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
pub enum Interception {
    /// The interceptor loses a step and has flown; the mission goes on.
    #[serde(rename = "Int-1")]
    InterceptorHit,
    /// The interceptor has flown; the mission goes on.
    #[serde(rename = "Int")]
    InterceptorGone,
    /// The mission fails; its airplane has flown.
    #[serde(rename = "M")]
    MissionGone,
    /// The mission fails; its airplane loses a step and has flown.
    #[serde(rename = "M-1")]
    MissionHit,
}

impl Interception {
    /// What it means.
    pub const fn words(self) -> &'static str {
        match self {
            Interception::InterceptorHit => "the interceptor fails and loses a step",
            Interception::InterceptorGone => "the interceptor fails",
            Interception::MissionGone => "the mission fails",
            Interception::MissionHit => "the mission fails and its airplane loses a step",
        }
    }

    /// That, with the code of the chart.
    pub fn label(self) -> String {
        format!("{} ({self})", self.words())
    }
}

impl fmt::Display for Interception {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Interception::InterceptorHit => "Int-1",
            Interception::InterceptorGone => "Int",
            Interception::MissionGone => "M",
            Interception::MissionHit => "M-1",
        })
    }
}

/// One turn of the Turn Record Track; the Germans' numbers come first [5.0d-1].
#[derive(Clone, Debug)]
pub struct Turn {
    /// Its date [GI/scale-a].
    pub date: String,
    /// Replacement Points.
    pub replacements: [u8; 2],
    /// What one die must exceed to replenish a Corps HQ [1.2a-3].
    pub replenish: [u8; 2],
    /// What two dice must reach to refit an airplane [1.6e-2].
    pub refit: [u8; 2],
}

/// The charts.
#[derive(Debug)]
pub struct Tables {
    /// Half Stacking Points that a hex holds [GI/stack-c].
    pub stacking: u8,
    /// Half points for a step along a road [chart/terrain-road].
    pub road: u8,
    /// Half points more for crossing a river [chart/terrain-river].
    pub river: u8,
    /// Half points more for entering an enemy zone of control [scs/3.1e].
    pub enemy_zone: u8,
    /// The same for Stormtroopers: the game's rule wins over that of the series [3.1-1, scs/0.2].
    pub stormtrooper_zone: u8,
    /// Half points more for an overrun [scs/3.2d].
    pub overrun: u8,
    /// What each kind of ground does, in the board's order.
    pub terrain: Vec<Effects>,
    /// What a trench on top of it does.
    pub trench: Effects,
    /// The Combat Table: two dice from 2, then the column [chart/crt].
    combat: [[CombatResult; COLUMNS]; 11],
    /// Tanks that may shift one combat [1.9e-a].
    pub tank_shifts: u8,
    /// What both brigades of an American division add [2.1-1].
    pub integrity: u8,
    /// The Interception Table, totals from 1 to 13 [chart/interception].
    interception: [Interception; 13],
    /// What 3 reads under the switch (ruling 41).
    three: Interception,
    /// Assault bridges [3.2-1].
    pub bridges: u8,
    /// The least total that destroys a bridge [1.6b-2, chart/bridge-bombing].
    pub bombed_from: u8,
    /// What two steps add to it.
    pub two_step_bonus: u8,
    /// The highest die that costs a step when crossing to an empty hex [3.2b-2].
    pub crossing_loss_to: u8,
    /// The least die that repairs a bridge [3.2e-3].
    pub repaired_from: u8,
    track: Vec<Turn>,
}

#[derive(Deserialize)]
struct TablesFile {
    stacking: StackingTable,
    movement: MovementTable,
    terrain: Vec<TerrainTable>,
    trench: TrenchTable,
    combat: CombatTable,
    interception: InterceptionTable,
    bridges: BridgesTable,
    track: TrackTable,
}

#[derive(Deserialize)]
struct StackingTable {
    halves: Datum<u8>,
}

#[derive(Deserialize)]
struct MovementTable {
    road_halves: Datum<u8>,
    river_halves: Datum<u8>,
    enemy_zone_halves: Datum<u8>,
    stormtrooper_zone_halves: Datum<u8>,
    overrun_halves: Datum<u8>,
}

#[derive(Deserialize)]
struct TerrainTable {
    id: Spanned<String>,
    halves: Datum<u8>,
    left: Datum<u8>,
    halves_attack: Datum<bool>,
}

#[derive(Deserialize)]
struct TrenchTable {
    halves: Datum<u8>,
    left: Datum<u8>,
}

#[derive(Deserialize)]
struct CombatTable {
    source: Provenance,
    results: Spanned<Vec<Spanned<Vec<Spanned<String>>>>>,
    tank_shifts: Datum<u8>,
    integrity: Datum<u8>,
}

#[derive(Deserialize)]
struct InterceptionTable {
    source: Provenance,
    results: Spanned<Vec<Interception>>,
    three: Datum<Interception>,
}

#[derive(Deserialize)]
struct BridgesTable {
    number: Datum<u8>,
    bombed_from: Datum<u8>,
    two_step_bonus: Datum<u8>,
    crossing_loss_to: Datum<u8>,
    repaired_from: Datum<u8>,
}

#[derive(Deserialize)]
struct TrackTable {
    source: Provenance,
    turns: Spanned<Vec<Spanned<TurnTable>>>,
}

#[derive(Deserialize)]
struct TurnTable {
    date: String,
    replacements: [u8; 2],
    replenish: [u8; 2],
    refit: [u8; 2],
}

/// The most assault bridges that the state keeps.
pub const MOST_BRIDGES: usize = 8;
/// The most turns of the track.
const MOST_TURNS: usize = 30;
/// The most half points for one step.
const DEAREST: u8 = 40;

#[engine::by_the_book]
impl Tables {
    /// Reads and checks the charts, for ground of these kinds.
    pub fn read(file: &DataFile, kinds: &[TerrainKind], provenance: &mut Provenances) -> Result<Tables, DataError> {
        let table: TablesFile = file.parse()?;
        table.note(provenance);
        let within = |datum: &Datum<u8>, range: RangeInclusive<u8>| within(file, datum, range);
        let step = 0..=DEAREST;
        let movement = &table.movement;
        let bridges = &table.bridges;
        Ok(Tables {
            stacking: within(&table.stacking.halves, 1..=100)?,
            road: within(&movement.road_halves, 1..=DEAREST)?,
            river: within(&movement.river_halves, step.clone())?,
            enemy_zone: within(&movement.enemy_zone_halves, step.clone())?,
            stormtrooper_zone: within(&movement.stormtrooper_zone_halves, step.clone())?,
            overrun: within(&movement.overrun_halves, step.clone())?,
            terrain: terrain(file, &table.terrain, kinds)?,
            trench: Effects {
                halves: within(&table.trench.halves, 1..=DEAREST)?,
                left: within(&table.trench.left, 0..=9)?,
                halves_attack: false,
            },
            combat: combat(file, &table.combat.results)?,
            tank_shifts: within(&table.combat.tank_shifts, 0..=9)?,
            integrity: within(&table.combat.integrity, 0..=9)?,
            interception: interception(file, &table.interception.results)?,
            three: table.interception.three.value,
            bridges: within(&bridges.number, 0..=MOST_BRIDGES as u8)?,
            bombed_from: within(&bridges.bombed_from, 2..=14)?,
            two_step_bonus: within(&bridges.two_step_bonus, 0..=9)?,
            crossing_loss_to: within(&bridges.crossing_loss_to, 0..=6)?,
            repaired_from: within(&bridges.repaired_from, 1..=7)?,
            track: track(file, table.track.turns)?,
        })
    }

    /// The result for a total of two dice in a column from 0 (1 to 2) to 6 (6 to 1).
    #[inline]
    pub fn combat(&self, total: u8, column: usize) -> CombatResult {
        self.combat[usize::from(total - 2)][column]
    }

    /// The result for a total from 1 to 13; `three` takes the other reading of the missing 3 (ruling 41).
    pub fn interception(&self, total: u8, three: bool) -> Interception {
        if three && total == 3 { self.three } else { self.interception[usize::from(total - 1)] }
    }

    /// A turn of the track, from 1.
    pub fn turn(&self, number: u8) -> &Turn {
        &self.track[usize::from(number) - 1]
    }

    /// How many turns the track has.
    pub fn turns(&self) -> u8 {
        self.track.len() as u8
    }

    /// What one die must exceed to replenish a side's Corps HQ [1.2a-3].
    pub fn replenish(&self, turn: u8, side: Side) -> u8 {
        self.turn(turn).replenish[side.index()]
    }

    /// What two dice must reach to refit a side's airplane [1.6e-2].
    pub fn refit(&self, turn: u8, side: Side) -> u8 {
        self.turn(turn).refit[side.index()]
    }
}

/// The effects of each kind of ground on the map, each given once.
fn terrain(file: &DataFile, rows: &[TerrainTable], kinds: &[TerrainKind]) -> Result<Vec<Effects>, DataError> {
    for (at, row) in rows.iter().enumerate() {
        let id = row.id.as_ref();
        if !kinds.iter().any(|kind| kind.id == *id) {
            return Err(file.error_with(&row.id, format!("the map has no terrain \"{id}\"")));
        }
        if rows[..at].iter().any(|before| before.id.as_ref() == id) {
            return Err(file.error_with(&row.id, format!("terrain \"{id}\" stands here twice")));
        }
    }
    let effects = kinds.iter().map(|kind| {
        let row = rows.iter().find(|row| *row.id.as_ref() == kind.id);
        let row =
            row.ok_or_else(|| file.error_on_line(1, format!("the terrain \"{}\" of the map is missing", kind.id)))?;
        Ok(Effects {
            halves: within(file, &row.halves, 1..=DEAREST)?,
            left: within(file, &row.left, 0..=9)?,
            halves_attack: row.halves_attack.value,
        })
    });
    effects.collect()
}

fn combat(
    file: &DataFile,
    rows: &Spanned<Vec<Spanned<Vec<Spanned<String>>>>>,
) -> Result<[[CombatResult; COLUMNS]; 11], DataError> {
    let found = rows.as_ref().len();
    if found != 11 {
        return Err(file.error_with(rows, format!("found {found} rows, expected 11 (two dice, 2 to 12)")));
    }
    let mut results = [[CombatResult::default(); COLUMNS]; 11];
    for (row, cells) in results.iter_mut().zip(rows.as_ref()) {
        let found = cells.as_ref().len();
        if found != COLUMNS {
            return Err(
                file.error_with(cells, format!("found {found} columns, expected {COLUMNS} (1 to 2 up to 6 to 1)"))
            );
        }
        for (result, cell) in row.iter_mut().zip(cells.as_ref()) {
            let wrong =
                || file.error_with(cell, format!("found \"{}\", expected a result like A3r1,D1", cell.as_ref()));
            *result = CombatResult::parse(cell.as_ref()).ok_or_else(wrong)?;
        }
    }
    Ok(results)
}

fn interception(file: &DataFile, results: &Spanned<Vec<Interception>>) -> Result<[Interception; 13], DataError> {
    let found = results.as_ref().len();
    let wrong = |_| file.error_with(results, format!("found {found} results, expected 13 (totals from 1 to 13)"));
    <[Interception; 13]>::try_from(results.as_ref().as_slice()).map_err(wrong)
}

fn track(file: &DataFile, turns: Spanned<Vec<Spanned<TurnTable>>>) -> Result<Vec<Turn>, DataError> {
    let found = turns.as_ref().len();
    if !(1..=MOST_TURNS).contains(&found) {
        return Err(file.error_with(&turns, format!("found {found} turns, expected 1 to {MOST_TURNS}")));
    }
    for turn in turns.as_ref() {
        let row = turn.as_ref();
        if let Some(number) = row.replenish.iter().find(|number| **number > 6) {
            return Err(file.error_with(turn, format!("found {number} to replenish, expected 0 to 6")));
        }
        if let Some(number) = row.refit.iter().find(|number| **number > 13) {
            return Err(file.error_with(turn, format!("found {number} to refit, expected 0 to 13")));
        }
        if let Some(number) = row.replacements.iter().find(|number| **number > 20) {
            return Err(file.error_with(turn, format!("found {number} replacements, expected 0 to 20")));
        }
    }
    let turns = turns.into_inner().into_iter().map(Spanned::into_inner);
    Ok(turns
        .map(|row| Turn { date: row.date, replacements: row.replacements, replenish: row.replenish, refit: row.refit })
        .collect())
}

impl TablesFile {
    fn note(&self, provenance: &mut Provenances) {
        provenance.note("stacking limit", &self.stacking.halves.source);
        let movement = &self.movement;
        for (what, datum) in [
            ("movement along a road", &movement.road_halves),
            ("movement across a river", &movement.river_halves),
            ("movement into a zone of control", &movement.enemy_zone_halves),
            ("movement of Stormtroopers into a zone of control", &movement.stormtrooper_zone_halves),
            ("cost of an overrun", &movement.overrun_halves),
            ("trench: movement", &self.trench.halves),
            ("trench: combat", &self.trench.left),
            ("tanks that may shift a combat", &self.combat.tank_shifts),
            ("divisional integrity", &self.combat.integrity),
            ("number of assault bridges", &self.bridges.number),
            ("bridge bombing", &self.bridges.bombed_from),
            ("bridge bombing by two steps", &self.bridges.two_step_bonus),
            ("crossing to an empty hex", &self.bridges.crossing_loss_to),
            ("repair of bridges", &self.bridges.repaired_from),
        ] {
            provenance.note(what, &datum.source);
        }
        for row in &self.terrain {
            provenance.note(format!("{}: movement", row.id.as_ref()), &row.halves.source);
            provenance.note(format!("{}: combat", row.id.as_ref()), &row.left.source);
            provenance.note(format!("{}: attacks into it", row.id.as_ref()), &row.halves_attack.source);
        }
        provenance.note("Combat Table", &self.combat.source);
        provenance.note("Interception Table", &self.interception.source);
        provenance.note("Interception Table: 3 under the switch", &self.interception.three.source);
        provenance.note("Turn Record Track", &self.track.source);
    }
}

/// Where the odds stand on the ladder: N for N to 1, 2 - N for 1 to N.
pub fn ladder(attack: u16, defence: u16) -> i16 {
    let rounded = |large: u16, small: u16| ((2 * large + small) / (2 * small.max(1))) as i16;
    if attack >= defence { rounded(attack, defence) } else { 2 - rounded(defence, attack) }
}
