//! 5.0 to 7.0 The scenarios: who stands where, who comes when, what is at stake.

use crate::ground::{Ground, Hexes};
use crate::pieces::{ALLIED, Class, GERMAN, Piece, Pieces};
use crate::tables::Tables;
use engine::Side;
use engine::data::{DataError, DataFile, Datum, Provenance, Provenances};
use hexboard::Hex;
use serde::Deserialize;
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
    /// What one die must exceed to replenish a Corps HQ, in place of the numbers of the Turn Record Track [5.0d-2].
    pub replenish: Option<[u8; 2]>,
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
#[derive(Copy, Clone, Debug)]
pub struct QuietFront {
    /// The easternmost column of the front.
    pub column: u8,
    /// The turn in whose Refit Phase Corps HQs there may roll again [6.1/note3-a].
    pub until: u8,
    /// The turn with whose start all of it ends [6.1/note3-d].
    pub ends: u8,
}

/// When Allied HQs in the west are replenished without a roll [6.1/note4-a].
#[derive(Copy, Clone, Debug)]
pub struct Awakening {
    /// The turn at whose beginning it happens.
    pub turn: u8,
    /// The easternmost column of those HQs.
    pub column: u8,
}

/// A hex that is worth points.
#[derive(Copy, Clone, Debug)]
pub struct Prize {
    /// The hex.
    pub hex: Hex,
    /// The side that scores it; `None` for whoever holds it.
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ScenarioFile {
    title: String,
    source: Provenance,
    turns: Spanned<[u8; 2]>,
    area: Vec<Spanned<String>>,
    bridges: Option<Datum<String>>,
    reassembly: Option<Datum<bool>>,
    supply: SupplyTable,
    held: HeldTable,
    replacements: Option<ReplacementsTable>,
    replenish: Option<ReplacementsTable>,
    quiet_front: Option<QuietFrontTable>,
    awakening: Option<AwakeningTable>,
    #[serde(default)]
    no_shift: Vec<UnitsOnTurn>,
    #[serde(default)]
    prize: Vec<PrizeTable>,
    trenches: Option<PointsTable>,
    crossing: Option<PointsTable>,
    levels: Option<LevelsTable>,
    german: SideTable,
    allied: SideTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SupplyTable {
    german: Vec<Spanned<String>>,
    allied: Vec<Spanned<String>>,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HeldTable {
    german: Vec<Spanned<String>>,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReplacementsTable {
    value: [u8; 2],
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QuietFrontTable {
    column: u8,
    until: u8,
    ends: u8,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AwakeningTable {
    turn: u8,
    column: u8,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitsOnTurn {
    turn: u8,
    units: Spanned<String>,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PrizeTable {
    hex: Spanned<String>,
    side: Owner,
    points: u8,
    source: Provenance,
}

#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Owner {
    German,
    Allied,
    Either,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PointsTable {
    points: Datum<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelsTable {
    german: Datum<Vec<u8>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideTable {
    pool: Datum<u8>,
    /// Airplanes in the Ready Box.
    ready: Option<Datum<String>>,
    /// Airplanes on CAP, as `47.22=A-Air-1`.
    cap: Option<Datum<String>>,
    /// Units in the dead pile.
    dead: Option<Datum<String>>,
    setup: Vec<SetupTable>,
    #[serde(default)]
    arrival: Vec<ArrivalTable>,
    #[serde(default)]
    removal: Vec<UnitsOnTurn>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupTable {
    /// A hex and the units in it, as `03.31 G-11Bav G-HQ-39Res:d`.
    units: Vec<Spanned<String>>,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArrivalTable {
    turn: u8,
    at: Spanned<String>,
    otherwise: Option<Spanned<String>>,
    units: Spanned<String>,
    option: Option<ArrivalOption>,
    source: Provenance,
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
        let table: ScenarioFile = file.parse()?;
        table.note(provenance);
        let reader = Reader { file, ground, pieces };
        let turns = *table.turns.as_ref();
        if turns[0] < 1 || turns[0] > turns[1] || turns[1] > tables.turns() {
            let message = format!("found turns {} to {}, expected some of 1 to {}", turns[0], turns[1], tables.turns());
            return Err(file.error_with(&table.turns, message));
        }
        let whole: Hexes = ground.board().sheet().collect();
        let area = reader.hexes(&table.area, &whole)?;
        let mut scenario = Scenario {
            id,
            title: table.title.clone(),
            turns: (turns[0], turns[1]),
            sources: [reader.hexes(&table.supply.german, &area)?, reader.hexes(&table.supply.allied, &area)?],
            held: reader.hexes(&table.held.german, &area)?,
            road_exits: road_exits(ground, &area),
            area,
            replacements: table.replacements.as_ref().map(|table| table.value),
            replenish: table.replenish.as_ref().map(|table| table.value),
            quiet_front: table.quiet_front.as_ref().map(|table| QuietFront {
                column: table.column,
                until: table.until,
                ends: table.ends,
            }),
            awakening: table.awakening.as_ref().map(|table| Awakening { turn: table.turn, column: table.column }),
            no_shift: reader.on_turns(&table.no_shift)?,
            no_reassembly: table.reassembly.as_ref().is_some_and(|reassembly| !reassembly.value),
            prizes: Vec::new(),
            trench_points: table.trenches.as_ref().map_or(0, |table| table.points.value),
            crossing_points: table.crossing.as_ref().map_or(0, |table| table.points.value),
            levels: table.levels.as_ref().map_or(Vec::new(), |table| table.german.value.clone()),
            setup: Vec::new(),
            cap: Vec::new(),
            ready: Vec::new(),
            dead: Vec::new(),
            pools: [table.german.pool.value, table.allied.pool.value],
            bridges: Vec::new(),
            arrivals: Vec::new(),
            removals: Vec::new(),
        };
        for prize in &table.prize {
            let side = match prize.side {
                Owner::German => Some(GERMAN),
                Owner::Allied => Some(ALLIED),
                Owner::Either => None,
            };
            let hex = reader.hex_in(&scenario.area, &prize.hex.span(), prize.hex.as_ref())?;
            scenario.prizes.push(Prize { hex, side, points: prize.points });
        }
        if let Some(bridges) = &table.bridges {
            scenario.bridges = reader.bridges(bridges, tables.bridges)?;
        }
        for (side, table) in [(GERMAN, &table.german), (ALLIED, &table.allied)] {
            scenario.read_side(&reader, side, table)?;
        }
        scenario.arrivals.sort_by_key(|arrival| arrival.turn);
        scenario.check_once(&reader, &table)?;
        Ok(scenario)
    }

    fn read_side(&mut self, reader: &Reader, side: Side, table: &SideTable) -> Result<(), DataError> {
        let (class, most) = (pool_class(side), reader.pieces.of_class(pool_class(side)).count());
        if usize::from(table.pool.value) > most {
            let message = format!("found a pool of {}, expected {most} at most", table.pool.value);
            return Err(reader.file.error_at(table.pool.span(), message));
        }
        for line in table.setup.iter().flat_map(|group| &group.units) {
            let (hex, units) = line.as_ref().split_once(' ').unwrap_or((line.as_ref(), ""));
            let hex = reader.hex_in(&self.area, &line.span(), hex)?;
            for unit in reader.units(&line.span(), units, side)? {
                self.setup.push(Standing { piece: unit.piece, hex, back: unit.back });
            }
        }
        if let Some(ready) = &table.ready {
            self.ready.extend(reader.airplanes(ready, &ready.value, side)?);
        }
        if let Some(cap) = &table.cap {
            for word in cap.value.split_whitespace() {
                let wrong = || reader.file.error_at(cap.span(), format!("found \"{word}\", expected HEX=AIRPLANE"));
                let (hex, name) = word.split_once('=').ok_or_else(wrong)?;
                let hex = reader.hex_in(&self.area, &cap.span(), hex)?;
                let flying = reader.airplanes(cap, name, side)?.into_iter();
                self.cap.extend(flying.map(|unit| Standing { piece: unit.piece, hex, back: unit.back }));
            }
        }
        if let Some(dead) = &table.dead {
            self.dead.extend(reader.units(&dead.span(), &dead.value, side)?.iter().map(|unit| unit.piece));
        }
        for arrival in &table.arrival {
            let entry = match arrival.at.as_ref().as_str() {
                "north-roads" => Entry::NorthRoads,
                "ready" => Entry::Ready,
                hex => Entry::Hex(reader.hex_in(&self.area, &arrival.at.span(), hex)?),
            };
            let otherwise = arrival.otherwise.as_ref();
            let otherwise = otherwise.map(|hex| reader.hex_in(&self.area, &hex.span(), hex.as_ref())).transpose()?;
            let ersatz = arrival.option == Some(ArrivalOption::Ersatz);
            for unit in reader.units(&arrival.units.span(), arrival.units.as_ref(), side)? {
                let flies = reader.pieces.class(unit.piece) == Class::Airplane;
                if flies != (entry == Entry::Ready) {
                    let message = "airplanes, and nothing else, arrive in the Ready Box";
                    return Err(reader.file.error_with(&arrival.at, message));
                }
                self.arrivals.push(Arrival { turn: arrival.turn, unit, entry, otherwise, ersatz });
            }
        }
        self.removals.extend(reader.on_turns(&table.removal)?);
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
    fn check_once(&self, reader: &Reader, table: &ScenarioFile) -> Result<(), DataError> {
        let mut all: Vec<Piece> = self.pieces().collect();
        all.sort_unstable();
        match all.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(twice) => {
                let name = reader.pieces.name_of(twice[0]);
                Err(reader.file.error_with(&table.turns, format!("the unit {name} stands in the lists twice")))
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

    fn on_turns(&self, rows: &[UnitsOnTurn]) -> Result<Vec<(u8, Piece)>, DataError> {
        let mut all = Vec::new();
        for row in rows {
            for name in row.units.as_ref().split_whitespace() {
                let missing = || self.file.error_with(&row.units, format!("there is no unit \"{name}\""));
                all.push((row.turn, self.pieces.named(name).ok_or_else(missing)?));
            }
        }
        Ok(all)
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

impl ScenarioFile {
    fn note(&self, provenance: &mut Provenances) {
        let mut note = |what: &str, source: &Provenance| provenance.note(format!("{}: {what}", self.title), source);
        note("turns and area", &self.source);
        note("supply sources", &self.supply.source);
        note("ground held at the start", &self.held.source);
        if let Some(bridges) = &self.bridges {
            note("bridges", &bridges.source);
        }
        if let Some(reassembly) = &self.reassembly {
            note("reassembly", &reassembly.source);
        }
        if let Some(replacements) = &self.replacements {
            note("replacements", &replacements.source);
        }
        if let Some(replenish) = &self.replenish {
            note("replenishment", &replenish.source);
        }
        if let Some(quiet) = &self.quiet_front {
            note("quiet front", &quiet.source);
        }
        if let Some(awakening) = &self.awakening {
            note("replenished HQs", &awakening.source);
        }
        for row in &self.no_shift {
            note("HQs without shift", &row.source);
        }
        for prize in &self.prize {
            note(&format!("points for {}", prize.hex.as_ref()), &prize.source);
        }
        for (what, table) in [("points for trenches", &self.trenches), ("points for crossing", &self.crossing)] {
            if let Some(table) = table {
                note(what, &table.points.source);
            }
        }
        if let Some(levels) = &self.levels {
            note("levels of victory", &levels.german.source);
        }
        for (side, table) in [("German", &self.german), ("Allied", &self.allied)] {
            note(&format!("{side} pool"), &table.pool.source);
            let boxes = [("Ready Box", &table.ready), ("CAP", &table.cap), ("dead pile", &table.dead)];
            for (what, datum) in boxes {
                if let Some(datum) = datum {
                    note(&format!("{side} {what}"), &datum.source);
                }
            }
            for group in &table.setup {
                note(&format!("{side} set-up"), &group.source);
            }
            for arrival in &table.arrival {
                note(&format!("{side} reinforcements of turn {}", arrival.turn), &arrival.source);
            }
            for row in &table.removal {
                note(&format!("{side} removals"), &row.source);
            }
        }
    }
}
