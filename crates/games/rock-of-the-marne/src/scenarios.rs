//! 5.0 to 7.0 The scenarios: who stands where, who comes when, what is at stake.

use crate::ground::{Ground, Hexes};
use crate::pieces::{ALLIED, Class, GERMAN, Piece, Pieces};
use crate::tables::Tables;
use engine::Side;
use engine::data::{self, DataError, DataFile, Datum, Glossary, Provenance, Provenances, Sourced, Taker};
use hexboard::Hex;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny};
use serde_spanned::Spanned;

/// A scenario.
#[derive(Debug)]
pub struct Scenario {
    /// The word that stands for it.
    pub id: &'static str,
    /// Its name for people.
    pub title: String,
    /// Its first and its last turn.
    pub turns: (u8, u8),
    /// The hexes in play [6.1/general, 7.1/general, 7.2/general, 7.3/general, 7.4/general].
    pub area: Hexes,
    /// Supply sources of the Germans and of the Allies [1.3b-1, 1.3b-2].
    pub sources: [Hexes; 2],
    /// What lies behind the German line when play begins (ruling 36).
    pub held: Hexes,
    /// Hexes of the area where a road leaves it.
    pub road_exits: Hexes,
    /// Replacement Points that override the Turn Record Track [5.0d-2, 7.1/german-repl, 7.1/allied-repl, 7.2/repl]
    /// [7.3/german-repl, 7.3/allied-repl, 7.4/german-repl, 7.4/allied-repl].
    pub replacements: Option<[u8; 2]>,
    /// Whether regiments may not reassemble [7.4/note].
    pub no_reassembly: bool,
    /// Note 3 of the campaign.
    pub quiet_front: Option<QuietFront>,
    /// Note 4 of the campaign, note 1 of 7.3 [6.1/note4-a, 7.3/note1].
    pub awakening: Option<Awakening>,
    /// HQs that may not give their shift on a turn [6.1/note2-a, 6.1/note2-b, 7.1/note1].
    pub no_shift: Vec<(u8, Piece)>,
    /// Hexes that are worth points [6.1/vp-a, 7.1/vp-a, 7.1/vp-a2, 7.3/vp, 7.4/vp].
    pub prizes: Vec<Prize>,
    /// Points for each French trench hex [7.1/vp-a3].
    pub trench_points: u8,
    /// Points for each German division across the Marne [7.2/vp-a].
    pub crossing_points: u8,
    /// The German points from which each level of victory begins [7.1/vp-b, 7.2/vp-b].
    pub levels: Vec<u8>,
    /// Who stands where [6.1/german-setup, 6.1/german-depleted, 6.1/allied-setup, 6.1/allied-depleted]
    /// [7.1/german-setup, 7.1/allied-setup, 7.2/german-setup, 7.2/allied-setup, 7.3/german-setup, 7.3/german-flags]
    /// [7.3/allied-setup, 7.3/allied-flags, 7.4/german-setup, 7.4/allied-setup].
    pub setup: Vec<Standing>,
    /// Airplanes on CAP [6.1/allied-air, 7.1/allied-air, 7.4/german-air].
    pub cap: Vec<Standing>,
    /// Airplanes in the Ready Boxes [6.1/german-air, 7.1/german-air, 7.2/german-air, 7.2/allied-air, 7.3/german-air]
    /// [7.3/allied-air].
    pub ready: Vec<Newcomer>,
    /// Units in the dead piles: divisions that start broken down [6.1/note1, 7.1/note2, 7.2/note].
    pub dead: Vec<Piece>,
    /// Stormtroopers and French regiments that there are, those on the map included [5.0e-1, 5.0e-2, 7.1/german-pool]
    /// [7.1/allied-pool, 7.2/german-pool, 7.2/allied-pool, 7.3/german-pool, 7.3/allied-pool].
    pub pools: [u8; 2],
    /// Assault bridges on the map, by both banks.
    pub bridges: Vec<(Hex, Hex)>,
    /// Reinforcements, in order of turns.
    pub arrivals: Vec<Arrival>,
    /// Units taken off the map at the start of their side's turn [6.1/allied-remove-t15].
    pub removals: Vec<(u8, Piece)>,
}

/// The quiet front of note 3.
#[derive(Copy, Clone, Debug, Deserialize)]
pub struct QuietFront {
    /// The easternmost column of the front.
    pub column: u8,
    /// The turn in whose Refit Phase Corps HQs there may roll again [6.1/note3-a].
    pub until: u8,
    /// The turn with whose start all of it ends [6.1/note3-d].
    pub ends: u8,
}

/// When Allied HQs in the west are replenished without a roll [6.1/note4-a].
#[derive(Copy, Clone, Debug, Deserialize)]
pub struct Awakening {
    /// The turn at whose beginning it happens.
    pub turn: u8,
    /// The easternmost column of those HQs.
    pub column: u8,
}

/// A hex that is worth points.
#[derive(Copy, Clone, Debug, Deserialize)]
pub struct Prize {
    /// The hex.
    #[serde(deserialize_with = "data::hex")]
    pub hex: Hex,
    /// The side that scores it; `None` for whoever holds it.
    #[serde(deserialize_with = "owner")]
    pub side: Option<Side>,
    /// The points.
    pub points: u8,
}

/// A unit in its place.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The unit.
    pub piece: Piece,
    /// Where it stands: one hex; no list of this game leaves a choice within some distance [scs/0.3].
    pub hex: Hex,
    /// Whether its back is up: reduced [5.0c-1] or Depleted [5.0c-2].
    pub back: bool,
}

/// A unit that comes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Newcomer {
    /// The unit.
    pub piece: Piece,
    /// Whether its back is up.
    pub back: bool,
}

/// Where reinforcements come.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// On this hex.
    Hex(Hex),
    /// On any road hex of the north edge, for each unit anew [6.1/german-reinf-entry].
    NorthRoads,
    /// In the Ready Box.
    Ready,
}

/// A reinforcement.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// The turn.
    pub turn: u8,
    /// The unit.
    pub unit: Newcomer,
    /// Where it comes.
    pub entry: Entry,
    /// Where it comes if the enemy holds that hex, where the lists have no road to go on along (ruling 5).
    pub otherwise: Option<Hex>,
    /// Whether it comes only with the Ersatz HQ option [4.0b-1].
    pub ersatz: bool,
}

/// The scenario as it is written.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct ScenarioFile {
    title: String,
    source: Provenance,
    turns: Spanned<[u8; 2]>,
    #[serde(rename = "area")]
    _area: IgnoredAny,
    bridges: Option<Datum<String>>,
    reassembly: Option<Datum<bool>>,
    supply: Sourced<Supply>,
    held: Sourced<Held>,
    replacements: Option<Datum<[u8; 2]>>,
    quiet_front: Option<Sourced<QuietFront>>,
    awakening: Option<Sourced<Awakening>>,
    #[serde(default)]
    no_shift: Vec<Sourced<UnitsOnTurn>>,
    #[serde(default)]
    prize: Vec<Sourced<Prize>>,
    trenches: Option<Points>,
    crossing: Option<Points>,
    levels: Option<Levels>,
    german: SideTable,
    allied: SideTable,
}

/// The part of it by which the rest is checked.
#[derive(Deserialize)]
struct Area {
    area: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
struct Supply {
    german: Vec<Spanned<String>>,
    allied: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
struct Held {
    german: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
struct UnitsOnTurn {
    turn: u8,
    #[serde(deserialize_with = "units")]
    units: Vec<Piece>,
}

fn units<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Piece>, D::Error> {
    Ok(data::numbers(from, "unit")?.into_iter().map(|number| Piece(number as u16)).collect())
}

/// Each unit of such rows with its turn.
fn on_turns(rows: Vec<UnitsOnTurn>) -> impl Iterator<Item = (u8, Piece)> {
    rows.into_iter().flat_map(|row| row.units.into_iter().map(move |piece| (row.turn, piece)))
}

/// Who scores: one side, or either.
fn owner<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Side>, D::Error> {
    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Owner {
        German,
        Allied,
        Either,
    }
    Owner::deserialize(from).map(|owner| match owner {
        Owner::German => Some(GERMAN),
        Owner::Allied => Some(ALLIED),
        Owner::Either => None,
    })
}

#[derive(Deserialize)]
struct Points {
    points: Datum<u8>,
}

#[derive(Deserialize)]
struct Levels {
    german: Datum<Vec<u8>>,
}

#[derive(Deserialize)]
struct SideTable {
    pool: Datum<u8>,
    /// Airplanes in the Ready Box.
    ready: Option<Datum<String>>,
    /// Airplanes on CAP, as `47.22=A-Air-1`.
    cap: Option<Datum<String>>,
    /// Units in the dead pile.
    dead: Option<Datum<String>>,
    setup: Vec<Sourced<Setup>>,
    #[serde(default)]
    arrival: Vec<Sourced<ArrivalTable>>,
    #[serde(default)]
    removal: Vec<Sourced<UnitsOnTurn>>,
}

#[derive(Deserialize)]
struct Setup {
    /// A hex and the units in it, as `03.31 G-11Bav G-HQ-39Res:d`.
    units: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
struct ArrivalTable {
    turn: u8,
    at: Spanned<String>,
    #[serde(default, deserialize_with = "data::some_hex")]
    otherwise: Option<Hex>,
    units: Spanned<String>,
    option: Option<ArrivalOption>,
}

#[derive(Copy, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ArrivalOption {
    Ersatz,
}

impl Scenario {
    /// Reads and checks a scenario.
    pub fn read(
        id: &'static str,
        file: &DataFile,
        ground: &Ground,
        pieces: &Pieces,
        tables: &Tables,
        provenance: &mut Provenances,
    ) -> Result<Scenario, DataError> {
        let reader = Reader { file, ground, pieces };
        let Area { area } = file.parse_part()?;
        let area = reader.hexes(&area, &ground.board().sheet().collect())?;
        let glossary =
            Glossary::in_area(ground.board(), area).with("unit", |name| pieces.named(name).map(Piece::index));
        let table: ScenarioFile = file.parse_with(&glossary)?;
        let turns = *table.turns.as_ref();
        if turns[0] < 1 || turns[0] > turns[1] || turns[1] > tables.turns() {
            let message = format!("found turns {} to {}, expected some of 1 to {}", turns[0], turns[1], tables.turns());
            return Err(file.error_with(&table.turns, message));
        }
        let mut take = Taker { file, provenance };
        let title = table.title;
        let called = |what: &str| format!("{title}: {what}");
        take.note(called("turns and area"), &table.source);
        let supply = take.row(table.supply, |_| called("supply sources"));
        let held = take.row(table.held, |_| called("ground held at the start"));
        let no_shift = take.rows(table.no_shift, |_| called("HQs without shift"));
        let mut points =
            |what: &str, table: Option<Points>| table.map_or(0, |table| take.datum(called(what), table.points));
        let (trench_points, crossing_points) =
            (points("points for trenches", table.trenches), points("points for crossing", table.crossing));
        let bridges = table.bridges.map(|datum| {
            take.note(called("bridges"), &datum.source);
            reader.bridges(&datum, tables.bridges)
        });
        let mut scenario = Scenario {
            id,
            turns: (turns[0], turns[1]),
            sources: [reader.hexes(&supply.german, &area)?, reader.hexes(&supply.allied, &area)?],
            held: reader.hexes(&held.german, &area)?,
            road_exits: road_exits(ground, &area),
            area,
            replacements: table.replacements.map(|datum| take.datum(called("replacements"), datum)),
            quiet_front: table.quiet_front.map(|front| take.row(front, |_| called("quiet front"))),
            awakening: table.awakening.map(|row| take.row(row, |_| called("replenished HQs"))),
            no_shift: on_turns(no_shift).collect(),
            no_reassembly: table.reassembly.is_some_and(|datum| !take.datum(called("reassembly"), datum)),
            prizes: take.rows(table.prize, |prize| called(&format!("points for {}", ground.label(prize.hex)))),
            trench_points,
            crossing_points,
            levels: table.levels.map_or(Vec::new(), |levels| take.datum(called("levels of victory"), levels.german)),
            setup: Vec::new(),
            cap: Vec::new(),
            ready: Vec::new(),
            dead: Vec::new(),
            pools: [table.german.pool.value, table.allied.pool.value],
            bridges: bridges.transpose()?.unwrap_or_default(),
            arrivals: Vec::new(),
            removals: Vec::new(),
            title,
        };
        for (side, of_side) in [(GERMAN, table.german), (ALLIED, table.allied)] {
            scenario.read_side(&reader, &mut take, side, of_side)?;
        }
        scenario.arrivals.sort_by_key(|arrival| arrival.turn);
        scenario.check_once(&reader, &table.turns)?;
        Ok(scenario)
    }

    fn read_side(&mut self, reader: &Reader, take: &mut Taker, side: Side, table: SideTable) -> Result<(), DataError> {
        let whose = ["German", "Allied"][side.index()];
        let title = self.title.clone();
        let called = |what: &str| format!("{title}: {whose} {what}");
        let (class, most) = (pool_class(side), reader.pieces.of_class(pool_class(side)).count());
        if usize::from(table.pool.value) > most {
            let message = format!("found a pool of {}, expected {most} at most", table.pool.value);
            return Err(reader.file.error_at(table.pool.span(), message));
        }
        take.note(called("pool"), &table.pool.source);
        let groups = take.rows(table.setup, |_| called("set-up"));
        for line in groups.iter().flat_map(|group| &group.units) {
            let (hex, units) = line.as_ref().split_once(' ').unwrap_or((line.as_ref(), ""));
            let hex = reader.hex_in(&self.area, &line.span(), hex)?;
            for unit in reader.units(&line.span(), units, side)? {
                self.setup.push(Standing { piece: unit.piece, hex, back: unit.back });
            }
        }
        if let Some(ready) = &table.ready {
            take.note(called("Ready Box"), &ready.source);
            self.ready.extend(reader.airplanes(ready, &ready.value, side)?);
        }
        if let Some(cap) = &table.cap {
            take.note(called("CAP"), &cap.source);
            for word in cap.value.split_whitespace() {
                let wrong = || reader.file.error_at(cap.span(), format!("found \"{word}\", expected HEX=AIRPLANE"));
                let (hex, name) = word.split_once('=').ok_or_else(wrong)?;
                let hex = reader.hex_in(&self.area, &cap.span(), hex)?;
                let flying = reader.airplanes(cap, name, side)?.into_iter();
                self.cap.extend(flying.map(|unit| Standing { piece: unit.piece, hex, back: unit.back }));
            }
        }
        if let Some(dead) = &table.dead {
            take.note(called("dead pile"), &dead.source);
            self.dead.extend(reader.units(&dead.span(), &dead.value, side)?.iter().map(|unit| unit.piece));
        }
        let arrivals = take.rows(table.arrival, |arrival| called(&format!("reinforcements of turn {}", arrival.turn)));
        for arrival in arrivals {
            let entry = match arrival.at.as_ref().as_str() {
                "north-roads" => Entry::NorthRoads,
                "ready" => Entry::Ready,
                hex => Entry::Hex(reader.hex_in(&self.area, &arrival.at.span(), hex)?),
            };
            let ersatz = arrival.option == Some(ArrivalOption::Ersatz);
            for unit in reader.units(&arrival.units.span(), arrival.units.as_ref(), side)? {
                let flies = reader.pieces.class(unit.piece) == Class::Airplane;
                if flies != (entry == Entry::Ready) {
                    let message = "airplanes, and nothing else, arrive in the Ready Box";
                    return Err(reader.file.error_with(&arrival.at, message));
                }
                let otherwise = arrival.otherwise;
                self.arrivals.push(Arrival { turn: arrival.turn, unit, entry, otherwise, ersatz });
            }
        }
        self.removals.extend(on_turns(take.rows(table.removal, |_| called("removals"))));
        let used = self.pieces().filter(|&piece| reader.pieces.class(piece) == class).count();
        if used > usize::from(table.pool.value) {
            let message = format!("the pool of {} does not cover the {used} units in the lists", table.pool.value);
            return Err(reader.file.error_at(table.pool.span(), message));
        }
        Ok(())
    }

    /// Every unit that the lists name.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> {
        let standing = self.setup.iter().chain(&self.cap).map(|standing| standing.piece);
        let waiting = self.ready.iter().map(|unit| unit.piece).chain(self.dead.iter().copied());
        standing.chain(waiting).chain(self.arrivals.iter().map(|arrival| arrival.unit.piece))
    }

    /// A counter is in one place only.
    fn check_once(&self, reader: &Reader, place: &Spanned<[u8; 2]>) -> Result<(), DataError> {
        let mut all: Vec<Piece> = self.pieces().collect();
        all.sort_unstable();
        match all.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(twice) => {
                let name = reader.pieces.name_of(twice[0]);
                Err(reader.file.error_with(place, format!("the unit {name} stands in the lists twice")))
            }
            None => Ok(()),
        }
    }
}

/// The units that a side takes from its pool: Stormtroopers or French regiments.
pub const fn pool_class(side: Side) -> Class {
    match side {
        GERMAN => Class::Stormtrooper,
        ALLIED => Class::Regiment,
    }
}

/// Where roads leave an area: off the map or into hexes that are not in play.
fn road_exits(ground: &Ground, area: &Hexes) -> Hexes {
    let leaves = |hex: Hex| {
        let outside = |&(_, to): &(_, Hex)| !area.contains(to);
        let mut out = ground.board().neighbours(hex).filter(outside);
        ground.road_exits.contains(hex) || out.any(|(direction, _)| ground.road_between(hex, direction))
    };
    area.iter().filter(|&hex| leaves(hex)).collect()
}

/// Reads words of a scenario file.
struct Reader<'a> {
    file: &'a DataFile,
    ground: &'a Ground,
    pieces: &'a Pieces,
}

type Span = std::ops::Range<usize>;

impl Reader<'_> {
    fn error<T>(&self, span: &Span, message: String) -> Result<T, DataError> {
        Err(self.file.error_at(span.clone(), message))
    }

    fn hex_in(&self, area: &Hexes, span: &Span, label: &str) -> Result<Hex, DataError> {
        let hex = self.ground.board().parse(label);
        let hex = hex.map_err(|error| self.file.error_at(span.clone(), error.to_string()))?;
        if area.contains(hex) {
            Ok(hex)
        } else {
            self.error(span, format!("hex {label} is outside the scenario's area"))
        }
    }

    /// Hexes written as lines of columns and their rows: `40-62: all`, `29: 18-23 25`, `01-62: top`.
    fn hexes(&self, lines: &[Spanned<String>], area: &Hexes) -> Result<Hexes, DataError> {
        let mut hexes = Hexes::default();
        for line in lines {
            let wrong = || {
                let expected = "expected columns and rows, as \"40-62: all\", \"29: 18-23\" or \"01-62: top\"";
                self.file.error_with(line, format!("found \"{}\", {expected}", line.as_ref()))
            };
            let (columns, rows) = line.as_ref().split_once(':').ok_or_else(wrong)?;
            let (first, last) = range(columns.trim()).ok_or_else(wrong)?;
            for column in first..=last {
                let own = area.iter().map(|hex| (self.ground.board().column_row(hex).1, hex));
                let own: Vec<_> = own.filter(|&(_, hex)| u16::from(self.ground.column(hex)) == column).collect();
                let (bottom, top) = (own.iter().min(), own.iter().max());
                for word in rows.split_whitespace() {
                    match word {
                        "all" => hexes.extend(own.iter().map(|&(_, hex)| hex)),
                        "top" => hexes.extend(top.map(|&(_, hex)| hex)),
                        "bottom" => hexes.extend(bottom.map(|&(_, hex)| hex)),
                        _ => {
                            let (low, high) = range(word).ok_or_else(wrong)?;
                            let rows = own.iter().filter(|(row, _)| (low..=high).contains(row));
                            hexes.extend(rows.map(|&(_, hex)| hex));
                        }
                    }
                }
            }
        }
        Ok(hexes)
    }

    /// Units by name, `:r` for reduced and `:d` for Depleted after it.
    fn units(&self, span: &Span, words: &str, side: Side) -> Result<Vec<Newcomer>, DataError> {
        let units = words.split_whitespace().map(|word| {
            let (name, flag) = word.split_once(':').unwrap_or((word, ""));
            let Some(piece) = self.pieces.named(name).filter(|&piece| self.pieces.side(piece) == side) else {
                return self.error(span, format!("the side has no unit \"{name}\""));
            };
            let counter = self.pieces.counter(piece);
            let back = match flag {
                "" => false,
                "d" if counter.class == Class::CorpsHq => true,
                "r" if counter.steps == 2 => true,
                _ => return self.error(span, format!("\"{name}\" cannot be \"{flag}\"")),
            };
            Ok(Newcomer { piece, back })
        });
        let units: Vec<Newcomer> = units.collect::<Result<_, _>>()?;
        if units.is_empty() { self.error(span, "found no units".to_string()) } else { Ok(units) }
    }

    fn airplanes(&self, datum: &Datum<String>, words: &str, side: Side) -> Result<Vec<Newcomer>, DataError> {
        let units = self.units(&datum.span(), words, side)?;
        match units.iter().find(|unit| self.pieces.class(unit.piece) != Class::Airplane) {
            Some(unit) => self.error(&datum.span(), format!("{} is no airplane", self.pieces.name_of(unit.piece))),
            None => Ok(units),
        }
    }

    fn bridges(&self, datum: &Datum<String>, most: u8) -> Result<Vec<(Hex, Hex)>, DataError> {
        let board = self.ground.board();
        let mut bridges = Vec::new();
        for pair in datum.value.split_whitespace() {
            let wrong = || self.file.error_at(datum.span(), format!("\"{pair}\" is no hexside of the Marne"));
            let (a, b) = pair.split_once('/').ok_or_else(wrong)?;
            let (a, b) = (board.parse(a).map_err(|_| wrong())?, board.parse(b).map_err(|_| wrong())?);
            let direction = board.direction(a, b).ok_or_else(wrong)?;
            self.ground.crossing(a, direction).ok_or_else(wrong)?;
            bridges.push((a, b));
        }
        if bridges.len() > usize::from(most) {
            return self.error(&datum.span(), format!("found {} bridges, expected {most} at most", bridges.len()));
        }
        Ok(bridges)
    }
}

/// A number, or two with a dash between them.
fn range(text: &str) -> Option<(u16, u16)> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    Some((low.parse().ok()?, high.parse().ok()?))
}
