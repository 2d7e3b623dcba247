//! The battles: where everybody begins, who comes when, and what counts.

use crate::ground::{Ground, Hexes};
use crate::pieces::{Arm, COALITION, Corps, FRENCH, Formation, Leader, Pieces, Unit, formation, formations, side};
pub use crate::stakes::{Bands, Cut, EachTurn, Objective, Saved};
use crate::starts::{Edge, Muster, StartRow, Starts, to_edge};
pub use crate::starts::{Entry, Start};
use crate::tables::Tables;
use engine::Side;
use engine::data::{self, DataError, DataFile, Files, Glossary, Map, Provenances, Sourced, Taker};
use hexboard::Hex;
use serde::{Deserialize, Deserializer};
use serde_spanned::Spanned;

/// The battles, in their order.
pub const BATTLES: [&str; 3] = ["teugn-hausen", "raab", "friedland"];

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

/// Hexes by which a side may leave the map.
#[derive(Clone, Debug, Deserialize)]
pub struct Exit {
    /// The side.
    #[serde(deserialize_with = "side")]
    pub side: Side,
    /// The hexes.
    #[serde(deserialize_with = "data::hexes")]
    pub hexes: Hexes,
    /// From this turn on.
    pub from_turn: u8,
}

/// A formation held back until a roll sets it free.
#[derive(Clone, Debug, Deserialize)]
pub struct Release {
    /// The formation.
    #[serde(deserialize_with = "formation")]
    pub formation: u8,
    /// Where it may not go before.
    #[serde(deserialize_with = "data::region")]
    pub barred: Hexes,
    /// The first turn with a roll.
    pub from_turn: u8,
    /// The highest roll that sets it free.
    pub roll: u8,
}

/// A formation that never leaves some hexes.
#[derive(Clone, Debug, Deserialize)]
pub struct Confined {
    /// The formation.
    #[serde(deserialize_with = "formation")]
    pub formation: u8,
    /// Its hexes.
    #[serde(deserialize_with = "data::hexes")]
    pub hexes: Hexes,
}

/// Who may form a Grand Battery [16.5a].
#[derive(Clone, Debug, Deserialize)]
pub struct GrandBattery {
    /// The side.
    #[serde(deserialize_with = "side")]
    pub side: Side,
    /// The leaders who may form it, a bit each.
    #[serde(deserialize_with = "leaders")]
    pub leaders: u16,
    /// From this turn on.
    pub from_turn: u8,
    /// Its most points.
    pub most: u8,
    /// The formations that may give batteries, a bit each.
    #[serde(default = "everybody", deserialize_with = "formations")]
    pub givers: u16,
    /// Its chit.
    #[serde(skip)]
    pub formation: u8,
    /// Its counters.
    #[serde(skip)]
    pub counters: Vec<u8>,
}

const fn everybody() -> u16 {
    u16::MAX
}

/// Leaders, a bit each.
fn leaders<'de, D: Deserializer<'de>>(from: D) -> Result<u16, D::Error> {
    Ok(data::numbers(from, "leader")?.into_iter().fold(0, |bits, leader| bits | 1 << leader))
}

/// Bridges that may be destroyed [6.10].
#[derive(Clone, Debug, Deserialize)]
pub struct Bridges {
    /// By whom.
    #[serde(deserialize_with = "side")]
    pub side: Side,
    /// From which hex: its bridges over rivers.
    #[serde(deserialize_with = "data::hex")]
    pub hex: Hex,
}

/// A ford and who may use it.
#[derive(Clone, Debug, Deserialize)]
pub struct Ford {
    /// By whom.
    #[serde(deserialize_with = "side")]
    pub side: Side,
    /// From this turn on.
    pub from_turn: u8,
}

/// Batteries beyond a river that fire for defenders on this side.
#[derive(Clone, Debug, Deserialize)]
pub struct FarGuns {
    /// Whose.
    #[serde(deserialize_with = "side")]
    pub side: Side,
    /// The least batteries of a unit that can.
    pub least: u8,
    /// Where the unit stands.
    #[serde(deserialize_with = "data::hexes")]
    pub guns: Hexes,
    /// Where the defender stands.
    #[serde(rename = "for", deserialize_with = "data::hexes")]
    pub target: Hexes,
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

/// The instructions as they are written.
#[derive(Deserialize)]
struct ScenarioFile {
    title: String,
    sides: [String; 2],
    turns: Sourced<Turns>,
    edges: Sourced<Edges>,
    initiative: Sourced<Initiative>,
    entry: Vec<Sourced<Entry>>,
    start: Vec<Sourced<StartRow>>,
    lite: Sourced<Lite>,
    control: Sourced<Control>,
    objective: Vec<Sourced<Objective>>,
    #[serde(default)]
    saved: Vec<Sourced<Saved>>,
    #[serde(default)]
    cut: Vec<Sourced<Cut>>,
    #[serde(default)]
    each_turn: Vec<Sourced<EachTurn>>,
    #[serde(default)]
    exit: Vec<Sourced<Exit>>,
    release: Option<Sourced<Release>>,
    #[serde(default)]
    confined: Vec<Sourced<Confined>>,
    grand_battery: Option<Sourced<GrandBattery>>,
    bridges: Option<Sourced<Bridges>>,
    ford: Option<Sourced<Ford>>,
    far_guns: Option<Sourced<FarGuns>>,
    victory: Sourced<Bands>,
}

#[derive(Deserialize)]
struct Turns {
    begin: Vec<Spanned<Hour>>,
    #[serde(default)]
    night: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
struct Edges {
    french: Vec<Edge>,
    coalition: Vec<Edge>,
}

#[derive(Deserialize)]
struct Initiative {
    in_play: bool,
    #[serde(deserialize_with = "side")]
    first_holder: Side,
}

#[derive(Deserialize)]
struct Lite {
    french: Level,
    coalition: Level,
}

#[derive(Deserialize)]
struct Control {
    #[serde(deserialize_with = "data::hexes")]
    french: Hexes,
    #[serde(deserialize_with = "data::hexes")]
    coalition: Hexes,
}

/// An hour of the day, such as 06:30.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Hour {
    text: String,
    minute: u16,
}

impl TryFrom<String> for Hour {
    type Error = String;

    fn try_from(text: String) -> Result<Hour, String> {
        let number = |text: &str, below: u16| text.parse::<u16>().ok().filter(|number| *number < below);
        let clock = text.split_once(':').and_then(|(hour, minute)| Some((number(hour, 24)?, number(minute, 60)?)));
        let (hour, minute) = clock.ok_or_else(|| format!("\"{text}\" is no hour such as 06:30"))?;
        Ok(Hour { text, minute: hour * 60 + minute })
    }
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
        let file = &files.read(&format!("{id}/scenario.toml"))?;
        let glossary = Glossary::of(ground.board())
            .with("formation", |name| pieces.formation_named(name).map(usize::from))
            .with("leader", |name| pieces.leader_named(name).map(usize::from));
        let table: ScenarioFile = file.parse_with(&glossary)?;
        drop(glossary);
        table.check(file, &ground)?;
        Self::begun(id, table, Taker { file, provenance }, (ground, pieces), tables)
    }

    /// The battle of some instructions.
    fn begun(
        id: &'static str,
        table: ScenarioFile,
        mut take: Taker,
        (ground, pieces): (Ground, Pieces),
        tables: &Tables,
    ) -> Result<Scenario, DataError> {
        let (title, file) = (table.title, take.file);
        let called = |what: &str| format!("{title}: {what}");
        let formation_id = |at: u8| &pieces.formations[usize::from(at)].id;
        let listed = |hexes: Hexes| hexes.iter().map(|hex| ground.label(hex)).collect::<Vec<_>>().join(" ");

        let turns = take.row(table.turns, |_| called("turns"));
        let entries = take.rows(table.entry, |entry| called(&format!("entry {}", entry.id)));
        let rows = take.rows(table.start, |start| called(&format!("start of {}", start.piece.as_ref())));
        let muster = Muster { file, ground: &ground, pieces: &pieces, entries: &entries, turns: turns.begin.len() };
        let Starts { units: unit_starts, leaders: leader_starts, fatigue } = muster.starts(&rows, tables)?;
        let objectives = take.rows(table.objective, |one| called(&format!("objective {}", ground.label(one.hex))));
        let places = places(file, &table.control, &objectives, &ground)?;
        take.note(called("control at the start"), &table.control.source);
        let battery = table.grand_battery.map(|battery| chit_of(file, battery, &pieces)).transpose()?;
        let edges = take.row(table.edges, |_| called("friendly edges"));
        let to_edge =
            [edges.french, edges.coalition].map(|edges| edges.into_iter().map(|edge| to_edge(&ground, edge)).collect());
        let initiative = take.row(table.initiative, |_| called("initiative"));
        let lite = take.row(table.lite, |_| called("levels of fatigue"));
        Ok(Scenario {
            id,
            sides: table.sides,
            minutes: turns.begin.iter().map(|begin| begin.as_ref().minute).collect(),
            nights: turns.begin.iter().map(|begin| turns.is_night(begin.as_ref())).collect(),
            turns: turns.begin.into_iter().map(|begin| begin.into_inner().text).collect(),
            unit_starts,
            leader_starts,
            fatigue,
            lite: [lite.french, lite.coalition],
            to_edge,
            initiative: initiative.in_play,
            first_holder: initiative.first_holder,
            places,
            saved: take.rows(table.saved, |_| called("divisions saved")),
            cuts: take.rows(table.cut, |cut| called(&format!("cutting {}", listed(cut.hexes)))),
            each_turn: take
                .rows(table.each_turn, |each| called(&format!("points turn by turn for {}", listed(each.hexes)))),
            exits: take.rows(table.exit, |exit| called(&format!("exit {}", listed(exit.hexes)))),
            release: table
                .release
                .map(|row| take.row(row, |held| called(&format!("{} is held back", formation_id(held.formation))))),
            confined: take.rows(table.confined, |one| called(&format!("{} stays", formation_id(one.formation)))),
            grand_battery: battery.map(|row| take.row(row, |_| called("Grand Battery"))),
            bridges: table.bridges.map(|row| take.row(row, |_| called("bridges that may be destroyed"))),
            ford: table.ford.map(|row| take.row(row, |_| called("ford"))),
            far_guns: table.far_guns.map(|row| take.row(row, |_| called("batteries beyond the river"))),
            bands: take.row(table.victory, |_| called("victory")),
            objectives,
            entries,
            title,
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

impl Turns {
    /// Whether the turn that begins at an hour is named as a night turn [1c].
    fn is_night(&self, hour: &Hour) -> bool {
        self.night.iter().any(|night| *night.as_ref() == hour.text)
    }

    /// The turns come one after the other, and who names a night turn names one of them.
    fn check(&self, file: &DataFile) -> Result<(), DataError> {
        for pair in self.begin.windows(2) {
            if pair[0].as_ref().minute >= pair[1].as_ref().minute {
                let message = format!("{} is not after the turn before", pair[1].as_ref().text);
                return Err(file.error_with(&pair[1], message));
            }
        }
        let count = self.begin.len();
        if !(1..=20).contains(&count) {
            return Err(file.error_on_line(1, format!("found {count} turns, expected 1 to 20")));
        }
        let begins = |night: &Spanned<String>| self.begin.iter().any(|begin| begin.as_ref().text == *night.as_ref());
        match self.night.iter().find(|night| !begins(night)) {
            Some(night) => Err(file.error_with(night, format!("no turn begins at {}", night.as_ref()))),
            None => Ok(()),
        }
    }
}

impl ScenarioFile {
    /// What no line tells by itself: the order of turns and results, and that a road runs off the map at each exit.
    fn check(&self, file: &DataFile, ground: &Ground) -> Result<(), DataError> {
        self.turns.value.check(file)?;
        for exit in &self.exit {
            if let Some(hex) = (exit.value.hexes - ground.road_off).iter().next() {
                let message = format!("no road runs off the map at {}", ground.label(hex));
                return Err(file.error_at(exit.span(), message));
            }
        }
        match self.victory.value.fall() {
            true => Ok(()),
            false => {
                let message = "the results do not fall from french_major to coalition_minor";
                Err(file.error_at(self.victory.span(), message))
            }
        }
    }
}

/// Every named place with who controls it at the start.
fn places(
    file: &DataFile,
    control: &Sourced<Control>,
    objectives: &[Objective],
    ground: &Ground,
) -> Result<Vec<(Hex, Option<Side>)>, DataError> {
    let Control { french, coalition } = control.value;
    if let Some(hex) = (french & coalition).iter().next() {
        let message = format!("the place {} is controlled by both sides", ground.label(hex));
        return Err(file.error_at(control.span(), message));
    }
    let known = objectives.iter().map(|objective| objective.hex).collect::<Hexes>() | french | coalition;
    let holder = |hex: Hex| {
        let holders = [(french, FRENCH), (coalition, COALITION)];
        holders.into_iter().find(|(held, _)| held.contains(hex)).map(|(_, side)| side)
    };
    Ok(known.iter().map(|hex| (hex, holder(hex))).collect())
}

/// Finds the chit and the counters of the Grand Battery.
fn chit_of(
    file: &DataFile,
    mut battery: Sourced<GrandBattery>,
    pieces: &Pieces,
) -> Result<Sourced<GrandBattery>, DataError> {
    let side = battery.value.side;
    let missing = "the counters have no chit for a Grand Battery of that side";
    let chit = pieces.formations.iter().position(|one| one.battery && one.side == side);
    let formation = chit.ok_or_else(|| file.error_at(battery.span(), missing))? as u8;
    let own = |unit: &Unit| unit.arm == Arm::Battery && unit.formation == Some(formation);
    battery.value.formation = formation;
    battery.value.counters = (0..).zip(&pieces.units).filter(|(_, unit)| own(unit)).map(|(at, _)| at).collect();
    Ok(battery)
}
