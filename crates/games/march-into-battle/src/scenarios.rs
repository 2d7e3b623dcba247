//! The battles: where everybody begins, who comes when, and what counts.

use crate::ground::{Ground, Hexes};
use crate::pieces::{Arm, COALITION, Corps, FRENCH, Formation, Leader, Pieces, SideName, Unit};
use crate::tables::Tables;
use engine::Side;
use engine::data::{DataError, DataFile, Files, Map, Provenance, Provenances};
use hexboard::{Direction, Hex};
use serde::Deserialize;
use serde_spanned::Spanned;

/// The battles, in their order.
pub const BATTLES: [&str; 3] = ["teugn-hausen", "raab", "friedland"];

/// Where a piece begins.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// It is not in play at first.
    Nowhere,
    /// On the map. A leader has no facing, and the value means nothing.
    At(Hex, Direction),
    /// It arrives on a turn, from 1, at an entry.
    Arrives {
        /// The turn.
        turn: u8,
        /// Its place in [`Scenario::entries`].
        entry: u8,
    },
}

/// Levels of fatigue of a formation [11.2a].
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// No marker.
    Rested,
    /// On the march.
    Active,
    /// Near Tired.
    NearTired,
    /// Tired.
    Tired,
    /// Spent.
    Spent,
}

/// Hexes where reinforcements enter.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name.
    pub id: String,
    /// Its hexes.
    pub hexes: Vec<Hex>,
}

/// A place that is worth points at the end, by side.
#[derive(Copy, Clone, Debug)]
pub struct Objective {
    /// The place.
    pub hex: Hex,
    /// What it is worth to each side.
    pub points: [i16; 2],
}

/// Infantry divisions that come off whole are worth points to their own side at the end.
#[derive(Clone, Debug)]
pub struct Saved {
    /// Whose divisions.
    pub side: Side,
    /// Points for each.
    pub points: i16,
    /// How many count at most.
    pub most: u8,
    /// Hexes where those that did not leave the map count too.
    pub region: Hexes,
    /// Whether all on the map count, unless Tired.
    pub on_map: bool,
    /// Formations that do not count, a bit each.
    pub except: u16,
}

/// A road that is worth points once to the side whose infantry stands on it at the end of a turn.
#[derive(Clone, Debug)]
pub struct Cut {
    /// Who wants it cut.
    pub side: Side,
    /// Points, once.
    pub points: i16,
    /// The hexes of the road.
    pub hexes: Hexes,
    /// From this turn on.
    pub from_turn: u8,
}

/// Places that are worth points at the end of each of some turns.
#[derive(Clone, Debug)]
pub struct EachTurn {
    /// To whom.
    pub side: Side,
    /// Points for each place and turn.
    pub points: i16,
    /// The places.
    pub hexes: Hexes,
    /// The first and the last turn.
    pub turns: [u8; 2],
}

/// Hexes by which a side may leave the map.
#[derive(Clone, Debug)]
pub struct Exit {
    /// The side.
    pub side: Side,
    /// The hexes.
    pub hexes: Hexes,
    /// From this turn on.
    pub from_turn: u8,
}

/// A formation held back until a roll sets it free.
#[derive(Clone, Debug)]
pub struct Release {
    /// The formation.
    pub formation: u8,
    /// Where it may not go before.
    pub barred: Hexes,
    /// The first turn with a roll.
    pub from_turn: u8,
    /// The highest roll that sets it free.
    pub roll: u8,
}

/// A formation that never leaves some hexes.
#[derive(Clone, Debug)]
pub struct Confined {
    /// The formation.
    pub formation: u8,
    /// Its hexes.
    pub hexes: Hexes,
}

/// Who may form a Grand Battery [16.5a].
#[derive(Clone, Debug)]
pub struct GrandBattery {
    /// The side.
    pub side: Side,
    /// The leaders who may form it, a bit each.
    pub leaders: u16,
    /// From this turn on.
    pub from_turn: u8,
    /// Its most points.
    pub most: u8,
    /// The formations that may give batteries, a bit each.
    pub givers: u16,
    /// Its chit.
    pub formation: u8,
    /// Its counters.
    pub counters: Vec<u8>,
}

/// Bridges that may be destroyed [6.10].
#[derive(Clone, Debug)]
pub struct Bridges {
    /// By whom.
    pub side: Side,
    /// From which hex: its bridges over rivers.
    pub hex: Hex,
}

/// A ford and who may use it.
#[derive(Clone, Debug)]
pub struct Ford {
    /// By whom.
    pub side: Side,
    /// From this turn on.
    pub from_turn: u8,
}

/// Batteries beyond a river that fire for defenders on this side.
#[derive(Clone, Debug)]
pub struct FarGuns {
    /// Whose.
    pub side: Side,
    /// The least batteries of a unit that can.
    pub least: u8,
    /// Where the unit stands.
    pub guns: Hexes,
    /// Where the defender stands.
    pub target: Hexes,
}

/// The least differences, French points less the others, for each result.
#[derive(Copy, Clone, Debug)]
pub struct Bands {
    /// A French major victory.
    pub french_major: i16,
    /// A French minor victory.
    pub french_minor: i16,
    /// A draw.
    pub draw: i16,
    /// A minor victory of the other side; less is its major victory.
    pub coalition_minor: i16,
}

/// A battle: its board, its counters and its instructions.
#[derive(Debug)]
pub struct Scenario {
    /// The word for it.
    pub id: &'static str,
    /// Its title.
    pub title: String,
    /// What each side is called.
    pub sides: [String; 2],
    /// The board.
    pub ground: Ground,
    /// The units.
    pub units: Vec<Unit>,
    /// The leaders.
    pub leaders: Vec<Leader>,
    /// The chits.
    pub formations: Vec<Formation>,
    /// The corps that may detach.
    pub corps: Vec<Corps>,
    /// The hour at which each turn begins.
    pub turns: Vec<String>,
    /// The minute of the day at which each turn begins.
    pub minutes: Vec<u16>,
    /// Which turns are night turns [1c]; none in the battles as they are [13.0].
    pub nights: Vec<bool>,
    /// Where each unit begins.
    pub unit_starts: Vec<Start>,
    /// Where each leader begins.
    pub leader_starts: Vec<Start>,
    /// The fatigue of each unit at its start.
    pub fatigue: Vec<u8>,
    /// The level of each side's formations at the start [11.2a].
    pub lite: [Level; 2],
    /// Where reinforcements enter.
    pub entries: Vec<Entry>,
    /// For each side, each of its friendly edges and each hex, how many steps the edge is away [7.2c].
    pub to_edge: [Vec<Vec<u8>>; 2],
    /// Whether Initiative is part of the battle.
    pub initiative: bool,
    /// Who begins with the initiative in play by mail [16.3d].
    pub first_holder: Side,
    /// The places, with who controls each at the start; `None` for nobody.
    pub places: Vec<(Hex, Option<Side>)>,
    /// Places worth points at the end.
    pub objectives: Vec<Objective>,
    /// Divisions that come off whole.
    pub saved: Vec<Saved>,
    /// Roads to cut.
    pub cuts: Vec<Cut>,
    /// Places worth points turn by turn.
    pub each_turn: Vec<EachTurn>,
    /// Ways off the map.
    pub exits: Vec<Exit>,
    /// A formation held back.
    pub release: Option<Release>,
    /// Formations that stay in some hexes.
    pub confined: Vec<Confined>,
    /// The Grand Battery.
    pub grand_battery: Option<GrandBattery>,
    /// Bridges to destroy.
    pub bridges: Option<Bridges>,
    /// Who may use the ford.
    pub ford: Option<Ford>,
    /// Batteries beyond the river.
    pub far_guns: Option<FarGuns>,
    /// What the difference of points means.
    pub bands: Bands,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    title: String,
    sides: [String; 2],
    turns: TurnsTable,
    edges: EdgesTable,
    initiative: InitiativeTable,
    entry: Vec<EntryTable>,
    start: Vec<StartTable>,
    lite: LiteTable,
    control: ControlTable,
    objective: Vec<ObjectiveTable>,
    #[serde(default)]
    saved: Vec<SavedTable>,
    #[serde(default)]
    cut: Vec<CutTable>,
    #[serde(default)]
    each_turn: Vec<EachTurnTable>,
    #[serde(default)]
    exit: Vec<ExitTable>,
    release: Option<ReleaseTable>,
    #[serde(default)]
    confined: Vec<ConfinedTable>,
    grand_battery: Option<GrandBatteryTable>,
    bridges: Option<BridgesTable>,
    ford: Option<FordTable>,
    far_guns: Option<FarGunsTable>,
    victory: VictoryTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnsTable {
    begin: Vec<Spanned<String>>,
    #[serde(default)]
    night: Vec<Spanned<String>>,
    source: Provenance,
}

#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Edge {
    North,
    East,
    South,
    West,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EdgesTable {
    french: Vec<Edge>,
    coalition: Vec<Edge>,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InitiativeTable {
    in_play: bool,
    first_holder: SideName,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryTable {
    id: String,
    hexes: Spanned<String>,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StartTable {
    piece: Spanned<String>,
    hex: Option<Spanned<String>>,
    facing: Option<Spanned<String>>,
    turn: Option<Spanned<u8>>,
    entry: Option<Spanned<String>>,
    #[serde(default)]
    fatigue: u8,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LiteTable {
    french: Level,
    coalition: Level,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ControlTable {
    french: Spanned<String>,
    coalition: Spanned<String>,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectiveTable {
    hex: Spanned<String>,
    french: i16,
    coalition: i16,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedTable {
    side: SideName,
    points: i16,
    most: Option<u8>,
    region: Option<Spanned<String>>,
    #[serde(default)]
    on_map: bool,
    #[serde(default)]
    except: Vec<Spanned<String>>,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CutTable {
    side: SideName,
    points: i16,
    region: Spanned<String>,
    from_turn: u8,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EachTurnTable {
    side: SideName,
    points: i16,
    hexes: Spanned<String>,
    turns: [u8; 2],
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExitTable {
    side: SideName,
    hexes: Spanned<String>,
    from_turn: u8,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReleaseTable {
    formation: Spanned<String>,
    barred: Spanned<String>,
    from_turn: u8,
    roll: u8,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfinedTable {
    formation: Spanned<String>,
    hexes: Spanned<String>,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GrandBatteryTable {
    side: SideName,
    leaders: Vec<Spanned<String>>,
    from_turn: u8,
    most: u8,
    #[serde(default)]
    givers: Vec<Spanned<String>>,
    source: Spanned<Provenance>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BridgesTable {
    side: SideName,
    hex: Spanned<String>,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FordTable {
    side: SideName,
    from_turn: u8,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FarGunsTable {
    side: SideName,
    least: u8,
    guns: Spanned<String>,
    #[serde(rename = "for")]
    target: Spanned<String>,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VictoryTable {
    french_major: i16,
    french_minor: i16,
    draw: i16,
    coalition_minor: i16,
    source: Spanned<Provenance>,
}

#[engine::by_the_book]
impl Scenario {
    /// Reads a battle: its map, its counters, its instructions.
    pub fn read(
        id: &'static str,
        files: &Files,
        tables: &Tables,
        provenance: &mut Provenances,
    ) -> Result<Scenario, DataError> {
        let map_file = files.read(&format!("{id}/map.toml"))?;
        let map = Map::read(&map_file, provenance)?;
        let ground = Ground::new(map, &map_file, tables)?;
        let pieces = Pieces::read(&files.read(&format!("{id}/pieces.toml"))?, provenance)?;
        let file = files.read(&format!("{id}/scenario.toml"))?;
        let table: ScenarioFile = file.parse()?;
        table.note(provenance);
        let reader = Reader { file: &file, table: &table, ground: &ground, pieces: &pieces };
        let (minutes, nights) = (reader.minutes()?, reader.nights()?);
        let entries = reader.entries()?;
        let starts = reader.starts(&entries, tables)?;
        let (saved, cuts, each_turn, exits) = (reader.saved()?, reader.cuts()?, reader.each_turn()?, reader.exits()?);
        let (release, confined) = (reader.release()?, reader.confined()?);
        let (bridges, far_guns) = (reader.bridges()?, reader.far_guns()?);
        let (grand_battery, places, objectives) = (reader.grand_battery()?, reader.places()?, reader.objectives()?);
        let bands = reader.bands()?;
        let to_edge = [&table.edges.french, &table.edges.coalition]
            .map(|edges| edges.iter().map(|&edge| to_edge(&ground, edge)).collect());
        Ok(Scenario {
            id,
            title: table.title.clone(),
            sides: table.sides.clone(),
            turns: table.turns.begin.iter().map(|begin| begin.as_ref().clone()).collect(),
            minutes,
            nights,
            unit_starts: starts.units,
            leader_starts: starts.leaders,
            fatigue: starts.fatigue,
            lite: [table.lite.french, table.lite.coalition],
            entries,
            to_edge,
            initiative: table.initiative.in_play,
            first_holder: table.initiative.first_holder.side(),
            places,
            objectives,
            saved,
            cuts,
            each_turn,
            exits,
            release,
            confined,
            grand_battery,
            bridges,
            ford: table.ford.as_ref().map(|ford| Ford { side: ford.side.side(), from_turn: ford.from_turn }),
            far_guns,
            bands,
            units: pieces.units,
            leaders: pieces.leaders,
            formations: pieces.formations,
            corps: pieces.corps,
            ground,
        })
    }

    /// The unit with this word.
    pub fn unit_named(&self, id: &str) -> Option<u8> {
        self.units.iter().position(|unit| unit.id == id).map(|at| at as u8)
    }

    /// The leader with this word.
    pub fn leader_named(&self, id: &str) -> Option<u8> {
        self.leaders.iter().position(|leader| leader.id == id).map(|at| at as u8)
    }

    /// The formation with this word.
    pub fn formation_named(&self, id: &str) -> Option<u8> {
        self.formations.iter().position(|formation| formation.id == id).map(|at| at as u8)
    }

    /// Whether a turn, from 1, begins before noon [11.2m].
    pub fn is_before_noon(&self, turn: u8) -> bool {
        self.minutes[usize::from(turn) - 1] < NOON
    }

    /// The first turn of the afternoon, from 1, if there is one [11.2c].
    pub fn first_afternoon_turn(&self) -> Option<u8> {
        self.minutes.iter().position(|&minute| minute >= NOON).map(|at| at as u8 + 1)
    }
}

const NOON: u16 = 12 * 60;

/// Where units and leaders begin, and how tired the units are.
struct Starts {
    units: Vec<Start>,
    leaders: Vec<Start>,
    fatigue: Vec<u8>,
}

struct Reader<'a> {
    file: &'a DataFile,
    table: &'a ScenarioFile,
    ground: &'a Ground,
    pieces: &'a Pieces,
}

#[engine::by_the_book]
impl Reader<'_> {
    fn hex(&self, text: &Spanned<String>) -> Result<Hex, DataError> {
        self.ground.board().parse(text.as_ref()).map_err(|error| self.file.error_with(text, error.to_string()))
    }

    fn list(&self, text: &Spanned<String>) -> Result<Vec<Hex>, DataError> {
        let board = self.ground.board();
        let words = text.as_ref().split_whitespace();
        words.map(|word| board.parse(word).map_err(|error| self.file.error_with(text, error.to_string()))).collect()
    }

    fn hexes(&self, text: &Spanned<String>) -> Result<Hexes, DataError> {
        Ok(self.list(text)?.into_iter().collect())
    }

    fn region(&self, name: &Spanned<String>) -> Result<Hexes, DataError> {
        let missing = || self.file.error_with(name, format!("the map has no region \"{}\"", name.as_ref()));
        Ok(self.ground.board().region(name.as_ref()).ok_or_else(missing)?.iter().copied().collect())
    }

    fn formation(&self, name: &Spanned<String>) -> Result<u8, DataError> {
        let missing = || self.file.error_with(name, format!("no formation is called \"{}\"", name.as_ref()));
        self.pieces.formation_named(name.as_ref()).ok_or_else(missing)
    }

    fn formations(&self, names: &[Spanned<String>]) -> Result<u16, DataError> {
        names.iter().try_fold(0, |bits, name| Ok(bits | 1 << self.formation(name)?))
    }

    fn minutes(&self) -> Result<Vec<u16>, DataError> {
        let mut minutes: Vec<u16> = Vec::new();
        for begin in &self.table.turns.begin {
            let text = begin.as_ref();
            let number = |text: &str, below: u16| text.parse::<u16>().ok().filter(|number| *number < below);
            let clock = text.split_once(':').and_then(|(hour, minute)| Some((number(hour, 24)?, number(minute, 60)?)));
            let (hour, minute) =
                clock.ok_or_else(|| self.file.error_with(begin, format!("\"{text}\" is no hour such as 06:30")))?;
            let at = hour * 60 + minute;
            if minutes.last().is_some_and(|&last| last >= at) {
                return Err(self.file.error_with(begin, format!("{text} is not after the turn before")));
            }
            minutes.push(at);
        }
        if minutes.is_empty() || minutes.len() > 20 {
            return Err(self.file.error_on_line(1, format!("found {} turns, expected 1 to 20", minutes.len())));
        }
        Ok(minutes)
    }

    /// Which turns are named as night turns [1c].
    fn nights(&self) -> Result<Vec<bool>, DataError> {
        let table = &self.table.turns;
        let is_turn = |night: &Spanned<String>| table.begin.iter().any(|begin| begin.as_ref() == night.as_ref());
        if let Some(night) = table.night.iter().find(|night| !is_turn(night)) {
            return Err(self.file.error_with(night, format!("no turn begins at {}", night.as_ref())));
        }
        let is_night = |begin: &Spanned<String>| table.night.iter().any(|night| night.as_ref() == begin.as_ref());
        Ok(table.begin.iter().map(is_night).collect())
    }

    fn entries(&self) -> Result<Vec<Entry>, DataError> {
        let entry = |table: &EntryTable| Ok(Entry { id: table.id.clone(), hexes: self.list(&table.hexes)? });
        self.table.entry.iter().map(entry).collect()
    }

    fn start(&self, table: &StartTable, entries: &[Entry], faces: bool) -> Result<Start, DataError> {
        let wrong = |message: &str| Err(self.file.error_with(&table.piece, message));
        match (&table.hex, &table.turn, &table.entry) {
            (Some(hex), None, None) => {
                let facing = match (&table.facing, faces) {
                    (Some(name), true) => {
                        let unknown = || self.file.error_with(name, format!("\"{}\" is no facing", name.as_ref()));
                        self.ground.board().direction_named(name.as_ref()).ok_or_else(unknown)?
                    }
                    (None, false) => Direction::ALL[0],
                    _ => return wrong("a unit on the map has a facing, a leader none"),
                };
                Ok(Start::At(self.hex(hex)?, facing))
            }
            (None, Some(turn), Some(name)) => {
                let turns = self.table.turns.begin.len();
                if !(1..=turns).contains(&usize::from(*turn.as_ref())) {
                    return Err(self
                        .file
                        .error_with(turn, format!("found turn {}, expected 1 to {turns}", turn.as_ref())));
                }
                let unknown = || self.file.error_with(name, format!("no entry is called \"{}\"", name.as_ref()));
                let entry = entries.iter().position(|entry| entry.id == *name.as_ref()).ok_or_else(unknown)?;
                Ok(Start::Arrives { turn: *turn.as_ref(), entry: entry as u8 })
            }
            _ => wrong("a piece starts in a hex, or on a turn at an entry"),
        }
    }

    /// Where units and leaders begin, and how tired the units are.
    fn starts(&self, entries: &[Entry], tables: &Tables) -> Result<Starts, DataError> {
        let mut units = vec![Start::Nowhere; self.pieces.units.len()];
        let mut leaders = vec![Start::Nowhere; self.pieces.leaders.len()];
        let mut fatigue = vec![0; units.len()];
        for table in &self.table.start {
            let name = table.piece.as_ref();
            if let Some(unit) = self.pieces.unit_named(name) {
                let at = usize::from(unit);
                units[at] = self.start(table, entries, true)?;
                if table.fatigue > tables.fatigue.spent {
                    let message = format!("found fatigue {}, expected 0 to {}", table.fatigue, tables.fatigue.spent);
                    return Err(self.file.error_with(&table.piece, message));
                }
                fatigue[at] = table.fatigue;
            } else if let Some(leader) = self.pieces.leader_named(name) {
                leaders[usize::from(leader)] = self.start(table, entries, false)?;
            } else {
                return Err(self.file.error_with(&table.piece, format!("no piece is called \"{name}\"")));
            }
        }
        let idle = self
            .pieces
            .units
            .iter()
            .zip(&units)
            .find(|(unit, start)| unit.steps > 0 && unit.arm != Arm::Battery && **start == Start::Nowhere);
        if let Some((unit, _)) = idle {
            return Err(self.file.error_on_line(1, format!("the unit \"{}\" has no start", unit.id)));
        }
        self.check_stacks(&units, tables)?;
        Ok(Starts { units, leaders, fatigue })
    }

    /// Stacks of the set-up keep the limit and face one way [6.1a, 6.1c].
    fn check_stacks(&self, starts: &[Start], tables: &Tables) -> Result<(), DataError> {
        for hex in self.ground.board().hexes() {
            let here = || {
                self.pieces.units.iter().zip(starts).filter_map(move |(unit, start)| match *start {
                    Start::At(at, facing) if at == hex => Some((unit, facing)),
                    _ => None,
                })
            };
            let strength: u8 = here().map(|(unit, _)| unit.steps * tables.limits.strength_per_step).sum();
            let one = here().next();
            let agree = here().all(|(unit, facing)| one.is_none_or(|(o, f)| o.side == unit.side && f == facing));
            if strength > tables.limits.stacking || !agree {
                let label = self.ground.label(hex);
                let message = format!("the stack in {label} has {strength} strength points, two sides or two facings");
                return Err(self.file.error_on_line(1, message));
            }
        }
        Ok(())
    }

    /// Every named place with who controls it at the start.
    fn places(&self) -> Result<Vec<(Hex, Option<Side>)>, DataError> {
        let french = self.hexes(&self.table.control.french)?;
        let coalition = self.hexes(&self.table.control.coalition)?;
        let mut places: Vec<(Hex, Option<Side>)> = french
            .iter()
            .map(|hex| (hex, Some(FRENCH)))
            .chain(coalition.iter().map(|hex| (hex, Some(COALITION))))
            .collect();
        for objective in &self.table.objective {
            let hex = self.hex(&objective.hex)?;
            if !places.iter().any(|(known, _)| *known == hex) {
                places.push((hex, None));
            }
        }
        places.sort_unstable_by_key(|(hex, _)| *hex);
        if places.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err(self.file.error_with(&self.table.control.french, "a place is controlled by both sides"));
        }
        Ok(places)
    }

    fn objectives(&self) -> Result<Vec<Objective>, DataError> {
        let make = |table: &ObjectiveTable| {
            Ok(Objective { hex: self.hex(&table.hex)?, points: [table.french, table.coalition] })
        };
        self.table.objective.iter().map(make).collect()
    }

    fn saved(&self) -> Result<Vec<Saved>, DataError> {
        let make = |table: &SavedTable| {
            let region = table.region.as_ref().map_or(Ok(Hexes::EMPTY), |name| self.region(name))?;
            Ok(Saved {
                side: table.side.side(),
                points: table.points,
                most: table.most.unwrap_or(u8::MAX),
                region,
                on_map: table.on_map,
                except: self.formations(&table.except)?,
            })
        };
        self.table.saved.iter().map(make).collect()
    }

    fn cuts(&self) -> Result<Vec<Cut>, DataError> {
        let make = |table: &CutTable| {
            let hexes = self.region(&table.region)?;
            Ok(Cut { side: table.side.side(), points: table.points, hexes, from_turn: table.from_turn })
        };
        self.table.cut.iter().map(make).collect()
    }

    fn each_turn(&self) -> Result<Vec<EachTurn>, DataError> {
        let make = |table: &EachTurnTable| {
            let hexes = self.hexes(&table.hexes)?;
            Ok(EachTurn { side: table.side.side(), points: table.points, hexes, turns: table.turns })
        };
        self.table.each_turn.iter().map(make).collect()
    }

    /// A road runs off the map at each exit.
    fn exits(&self) -> Result<Vec<Exit>, DataError> {
        let make = |table: &ExitTable| {
            let hexes = self.hexes(&table.hexes)?;
            if let Some(hex) = hexes.difference(self.ground.road_off).iter().next() {
                let message = format!("no road runs off the map at {}", self.ground.label(hex));
                return Err(self.file.error_with(&table.hexes, message));
            }
            Ok(Exit { side: table.side.side(), hexes, from_turn: table.from_turn })
        };
        self.table.exit.iter().map(make).collect()
    }

    fn release(&self) -> Result<Option<Release>, DataError> {
        let make = |table: &ReleaseTable| {
            Ok(Release {
                formation: self.formation(&table.formation)?,
                barred: self.region(&table.barred)?,
                from_turn: table.from_turn,
                roll: table.roll,
            })
        };
        self.table.release.as_ref().map(make).transpose()
    }

    fn confined(&self) -> Result<Vec<Confined>, DataError> {
        let make = |table: &ConfinedTable| {
            Ok(Confined { formation: self.formation(&table.formation)?, hexes: self.hexes(&table.hexes)? })
        };
        self.table.confined.iter().map(make).collect()
    }

    fn grand_battery(&self) -> Result<Option<GrandBattery>, DataError> {
        let Some(table) = &self.table.grand_battery else { return Ok(None) };
        let side = table.side.side();
        let mut leaders = 0;
        for name in &table.leaders {
            let unknown = || self.file.error_with(name, format!("no leader is called \"{}\"", name.as_ref()));
            leaders |= 1 << self.pieces.leader_named(name.as_ref()).ok_or_else(unknown)?;
        }
        let givers = if table.givers.is_empty() { u16::MAX } else { self.formations(&table.givers)? };
        let formation = self.pieces.formations.iter().position(|one| one.battery && one.side == side);
        let missing =
            || self.file.error_with(&table.source, "the counters have no chit for a Grand Battery of that side");
        let formation = formation.ok_or_else(missing)? as u8;
        let own = |(_, unit): &(usize, &Unit)| unit.arm == Arm::Battery && unit.formation == Some(formation);
        let counters = self.pieces.units.iter().enumerate().filter(own).map(|(at, _)| at as u8).collect();
        let (from_turn, most) = (table.from_turn, table.most);
        Ok(Some(GrandBattery { side, leaders, from_turn, most, givers, formation, counters }))
    }

    fn bridges(&self) -> Result<Option<Bridges>, DataError> {
        let make = |table: &BridgesTable| Ok(Bridges { side: table.side.side(), hex: self.hex(&table.hex)? });
        self.table.bridges.as_ref().map(make).transpose()
    }

    fn far_guns(&self) -> Result<Option<FarGuns>, DataError> {
        let make = |table: &FarGunsTable| {
            let (guns, target) = (self.hexes(&table.guns)?, self.hexes(&table.target)?);
            Ok(FarGuns { side: table.side.side(), least: table.least, guns, target })
        };
        self.table.far_guns.as_ref().map(make).transpose()
    }

    fn bands(&self) -> Result<Bands, DataError> {
        let VictoryTable { french_major, french_minor, draw, coalition_minor, source } = &self.table.victory;
        if !(french_major > french_minor && french_minor > draw && draw > coalition_minor) {
            return Err(self.file.error_with(source, "the results do not fall from french_major to coalition_minor"));
        }
        Ok(Bands {
            french_major: *french_major,
            french_minor: *french_minor,
            draw: *draw,
            coalition_minor: *coalition_minor,
        })
    }
}

/// How many steps each hex is from an edge of the sheet.
fn to_edge(ground: &Ground, edge: Edge) -> Vec<u8> {
    let board = ground.board();
    let numbering = board.numbering();
    let on_edge = |hex: &Hex| {
        let (column, row) = board.column_row(*hex);
        match edge {
            Edge::North => row == *numbering.rows.start(),
            Edge::South => row == *numbering.rows.end(),
            Edge::West => column == *numbering.columns.start(),
            Edge::East => column == *numbering.columns.end(),
        }
    };
    let edge: Vec<Hex> = board.sheet().filter(on_edge).collect();
    board.sheet().map(|hex| edge.iter().map(|&to| ground.distance(hex, to)).min().unwrap_or(u8::MAX)).collect()
}

impl ScenarioFile {
    fn note(&self, provenance: &mut Provenances) {
        let title = &self.title;
        let mut note = |what: &str, source: &Provenance| provenance.note(format!("{title}: {what}"), source);
        note("turns", &self.turns.source);
        note("friendly edges", &self.edges.source);
        note("initiative", &self.initiative.source);
        note("levels of fatigue", &self.lite.source);
        note("control at the start", &self.control.source);
        note("victory", self.victory.source.as_ref());
        for entry in &self.entry {
            note(&format!("entry {}", entry.id), &entry.source);
        }
        for start in &self.start {
            note(&format!("start of {}", start.piece.as_ref()), &start.source);
        }
        for objective in &self.objective {
            note(&format!("objective {}", objective.hex.as_ref()), &objective.source);
        }
        for saved in &self.saved {
            note("divisions saved", &saved.source);
        }
        for cut in &self.cut {
            note(&format!("cutting {}", cut.region.as_ref()), &cut.source);
        }
        for each in &self.each_turn {
            note(&format!("points turn by turn for {}", each.hexes.as_ref()), &each.source);
        }
        for exit in &self.exit {
            note(&format!("exit {}", exit.hexes.as_ref()), &exit.source);
        }
        for confined in &self.confined {
            note(&format!("{} stays", confined.formation.as_ref()), &confined.source);
        }
        if let Some(release) = &self.release {
            note(&format!("{} is held back", release.formation.as_ref()), &release.source);
        }
        if let Some(battery) = &self.grand_battery {
            note("Grand Battery", battery.source.as_ref());
        }
        if let Some(bridges) = &self.bridges {
            note("bridges that may be destroyed", &bridges.source);
        }
        if let Some(ford) = &self.ford {
            note("ford", &ford.source);
        }
        if let Some(guns) = &self.far_guns {
            note("batteries beyond the river", &guns.source);
        }
    }
}
