//! The charts: those that both campaigns share, and those of each.

use crate::ground::{Directions, Ground};
use crate::pieces::{ARMIES, Army, Campaign, MOST_ALLOWANCE};
use engine::Side;
use engine::data::{DataError, DataFile, Datum, Provenance, Provenances, within};
use hexboard::Hex;
use serde::Deserialize;
use serde_spanned::Spanned;
use std::ops::RangeInclusive;

/// The columns of the combat table, from 1-3 to 5-1 [std/12.4].
pub const COLUMNS: usize = 7;
/// The column of even odds.
pub const EVEN: usize = 2;

/// What a kind of ground does [std/11.3a, std/12.5a].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    /// Movement points to enter.
    pub cost: u8,
    /// Columns to the left against an attack.
    pub shift: u8,
    /// Whether it is a town.
    pub town: bool,
    /// Whether it is a city.
    pub city: bool,
    /// Whether it is woods or rough, where cavalry advances no further [std/12.92].
    pub close: bool,
}

/// A column of the combat table [std/12.7b].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its heading.
    pub odds: String,
    /// What is added to the dice of attackers.
    pub attacker: i8,
    /// What is added to the dice of defenders.
    pub defender: i8,
    /// How many attackers must check at most [std/12.7f].
    pub checks: u8,
}

/// The charts that both campaigns share.
#[derive(Debug)]
pub struct Standard {
    /// How many units may stack [std/6.1a].
    pub stack: u8,
    /// How many units of one corps may stack [std/6.2a].
    pub corps_stack: u8,
    /// The combat table [std/12.4, std/12.7c, std/12.7d].
    pub columns: [Column; COLUMNS],
    terrain: Vec<(String, Effects)>,
    /// Movement points more to cross a river [std/11.3b].
    pub river_cost: u8,
    /// Columns to the left if every attacker crosses a river [std/12.5b].
    pub river_shift: u8,
    /// Columns to the left for a Fortified Zone [std/12.5a].
    pub zone_shift: u8,
    /// Columns to the left for a fort [std/12.5a].
    pub fort_shift: u8,
    /// The most columns to the left [std/12.5c].
    pub most_shift: u8,
    /// What being out of supply takes off a TER [std/8.4b].
    pub out_of_supply_ter: u8,
    /// What cavalry loses of its TER when infantry attacks it [std/14.5b].
    pub cavalry_ter: u8,
    /// How far cavalry retreats before combat [std/14.3b, std/14.4b].
    pub cavalry_retreat: u8,
}

/// A line of a Command Track.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Line {
    /// The only one, or the one that holds when no other does.
    Normal = 0,
    /// Of the Russian First Army after its first loss [tannenberg/10.41b].
    AfterLoss,
    /// Of the Russian Second Army on turns 2 to 4 [tannenberg/10.42b].
    Early,
    /// Of the Eighth Army under Hindenburg and Ludendorff [tannenberg/10.62].
    HindenburgLudendorff,
    /// Of an Allied army that is demoralized [marne/10.51a].
    Demoralized,
    /// Of an Allied army that has rallied [marne/10.52h].
    Rallied,
}

impl Line {
    const COUNT: usize = 6;

    /// Its name.
    pub const fn title(self) -> &'static str {
        match self {
            Line::Normal => "normal",
            Line::AfterLoss => "After loss",
            Line::Early => "turn 2-4",
            Line::HindenburgLudendorff => "H/L",
            Line::Demoralized => "demoralized",
            Line::Rallied => "rallied",
        }
    }

    /// The lines that an army's track has.
    pub const fn of(army: Army) -> &'static [Line] {
        match army {
            Army::RussianFirst => &[Line::Normal, Line::AfterLoss],
            Army::RussianSecond => &[Line::Early, Line::Normal],
            Army::Eighth => &[Line::Normal, Line::HindenburgLudendorff],
            Army::FrenchSixth | Army::FrenchFifth | Army::FrenchNinth | Army::FrenchFourth | Army::Bef => {
                &[Line::Demoralized, Line::Rallied]
            }
            // The cavalry uses the First Army's track [marne/16.3c].
            Army::FirstCavalry => &[],
            _ => &[Line::Normal],
        }
    }
}

/// One box of a Command Track: a Movement Allowance [std/10.1a].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Allowance {
    /// Movement points.
    pub points: u8,
    /// Whether units may attempt replacements: 2* [std/10.1c].
    pub star: bool,
}

/// The boxes of a line, for each roll of the die.
pub type Track = [Allowance; 6];

/// What a victory hex is worth.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Worth {
    /// Victory points for the Germans, in yellow hexes, and for the Russians, in red ones [tannenberg/4.1d]
    /// [tannenberg/2.1-corr1].
    Points(u8, u8),
    /// A red Primary hex [marne/4.1b].
    Primary,
    /// A black Secondary hex [marne/4.1c].
    Secondary,
}

/// The most victory hexes on a board.
pub const VICTORY_HEXES: usize = 32;

/// What only Tannenberg counts.
#[derive(Copy, Clone, Debug, Default)]
pub struct East {
    /// The first turn on which the Second Army may move [tannenberg/10.42a].
    pub second_army_from: u8,
    /// The last turn of its "turn 2-4" line [tannenberg/10.42b].
    pub early_until: u8,
    /// The first turn with a Wireless Intercept Phase [tannenberg/10.5a].
    pub intercept_from: u8,
    /// The last turn for the Attack State [tannenberg/10.61a].
    pub attack_until: u8,
    /// The Movement Allowance in Attack State [tannenberg/10.61f].
    pub attack_allowance: u8,
    /// How near a Russian unit must be for it, in movement points [tannenberg/10.61c].
    pub attack_reach: u8,
    /// How far apart the two divisions may be for it [tannenberg/10.61d].
    pub attack_apart: u8,
    /// The first turn of the H/L line [tannenberg/10.62].
    pub new_command_from: u8,
    /// The longest supply line to Königsberg [tannenberg/8.221].
    pub konigsberg: u8,
    /// The column east of which the Second Army traces freely in Russia [tannenberg/8.32].
    pub free_east_of: u16,
    /// German replacement steps a turn [tannenberg/9.3b].
    pub german_replacements: u8,
    /// Replacement steps a turn of the Russian First and Second Army [tannenberg/9.3b].
    pub russian_replacements: [u8; 2],
    /// How far from any Russian unit German reinforcements must arrive [tannenberg/5.322a].
    pub arrival: u8,
    /// The first turn of Strategic Movement [tannenberg/15.1d].
    pub strategic_from: u8,
    /// How many units may use it in a game [tannenberg/15.1b].
    pub strategic_units: u8,
    /// After how many turns a unit may return [tannenberg/15.2d].
    pub strategic_away: u8,
    /// How many turns longer it may be held off the map [tannenberg/15.2e].
    pub strategic_held: u8,
}

/// What only the Marne counts.
#[derive(Copy, Clone, Debug, Default)]
pub struct West {
    /// The last turn of the Pursuit Rules [marne/10.3].
    pub pursuit_until: u8,
    /// What 2* stands for as long as they hold [marne/10.31].
    pub pursuit_star: u8,
    /// The last turn on which all Allied units must use their whole allowance [marne/10.33b].
    pub all_full_until: u8,
    /// The Movement Allowance within the Fortified Camp of Paris [marne/10.43b].
    pub camp_allowance: u8,
    /// The first turn with a rally [marne/10.52a].
    pub rally_from: u8,
    /// The row that the French Fourth Army must be south of to rally [marne/10.52d].
    pub fourth_army_row: u16,
    /// The turn of the option of 17.4 [marne/17.4].
    pub halted_turn: u8,
    /// The Movement Allowance of that option [marne/17.4].
    pub halted_allowance: u8,
    /// The highest roll with which a British unit gets a replacement [marne/9.32c].
    pub bef_replacement: u8,
    /// The longest way of the Paris Taxis [marne/9.33b].
    pub taxi_path: u8,
    /// How many detachments the Germans may form [marne/16.1a].
    pub detachments: u8,
    /// The Secondary hexes that the optional corps cost [marne/16.2b].
    pub option_price: u8,
}

/// What the map, the track and the counters stand for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scale {
    /// How far a hex measures across [tannenberg/2.11a, marne/2.11a].
    pub hex: String,
    /// How long a turn lasts [tannenberg/2.11b, tannenberg/5.1b, marne/2.11b].
    pub turn: String,
    /// What a counter stands for [tannenberg/2.11c, marne/2.11c].
    pub unit: String,
}

/// The charts of one campaign.
#[derive(Debug)]
pub struct Tables {
    /// What everything stands for.
    pub scale: Scale,
    /// The date of each turn, from turn 1.
    pub dates: Vec<String>,
    compass: [Directions; 2],
    tracks: [[Option<Track>; Line::COUNT]; ARMIES],
    /// The victory hexes and what each is worth.
    pub victory: Vec<(Hex, Worth)>,
    /// What only Tannenberg counts.
    pub east: East,
    /// What only the Marne counts.
    pub west: West,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StandardFile {
    stacking: StackingTable,
    odds: OddsTable,
    terrain: Vec<TerrainTable>,
    hexsides: HexsidesTable,
    works: WorksTable,
    combat: CombatTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StackingTable {
    units: Datum<u8>,
    corps: Datum<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OddsTable {
    source: Provenance,
    columns: Spanned<Vec<ColumnTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ColumnTable {
    odds: String,
    attacker: Spanned<i8>,
    defender: Spanned<i8>,
    checks: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainTable {
    id: Spanned<String>,
    #[serde(default)]
    town: bool,
    #[serde(default)]
    city: bool,
    #[serde(default)]
    close: bool,
    cost: Datum<u8>,
    shift: Datum<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HexsidesTable {
    river_cost: Datum<u8>,
    river_shift: Datum<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WorksTable {
    zone_shift: Datum<u8>,
    fort_shift: Datum<u8>,
    most_shift: Datum<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CombatTable {
    out_of_supply_ter: Datum<u8>,
    cavalry_ter: Datum<u8>,
    cavalry_retreat: Datum<u8>,
}

impl Standard {
    /// Reads and checks the charts that both campaigns share.
    pub fn read(file: &DataFile, provenance: &mut Provenances) -> Result<Standard, DataError> {
        let table: StandardFile = file.parse()?;
        let mut take = Taker { file, provenance };
        let shift = 0..=COLUMNS as u8;
        Ok(Standard {
            stack: take.within("units in a hex", &table.stacking.units, 1..=9)?,
            corps_stack: take.within("units of one corps in a hex", &table.stacking.corps, 1..=9)?,
            columns: take.columns(&table.odds)?,
            terrain: take.terrain(&table.terrain)?,
            river_cost: take.within("points to cross a river", &table.hexsides.river_cost, 0..=MOST_ALLOWANCE)?,
            river_shift: take.within("columns for a river", &table.hexsides.river_shift, shift.clone())?,
            zone_shift: take.within("columns for a Fortified Zone", &table.works.zone_shift, shift.clone())?,
            fort_shift: take.within("columns for a fort", &table.works.fort_shift, shift.clone())?,
            most_shift: take.within("columns at most", &table.works.most_shift, shift)?,
            out_of_supply_ter: take.within("TER lost out of supply", &table.combat.out_of_supply_ter, 0..=6)?,
            cavalry_ter: take.within("TER lost by cavalry", &table.combat.cavalry_ter, 0..=6)?,
            cavalry_retreat: take.within("hexes of a retreat before combat", &table.combat.cavalry_retreat, 1..=4)?,
        })
    }

    /// What a kind of ground does.
    pub fn effects(&self, terrain: &str) -> Option<Effects> {
        self.terrain.iter().find(|(id, _)| id == terrain).map(|(_, effects)| *effects)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EastFile {
    scale: ScaleTable,
    turns: TurnsTable,
    compass: CompassTable,
    track: Vec<TrackTable>,
    victory: Vec<PointsTable>,
    command: EastCommandTable,
    supply: EastSupplyTable,
    replacements: EastReplacementsTable,
    arrival: ArrivalTable,
    strategic: StrategicTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WestFile {
    scale: ScaleTable,
    turns: TurnsTable,
    compass: CompassTable,
    track: Vec<TrackTable>,
    victory: Vec<RankTable>,
    command: WestCommandTable,
    replacements: WestReplacementsTable,
    special: SpecialTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScaleTable {
    hex: Datum<String>,
    turn: Datum<String>,
    unit: Datum<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnsTable {
    source: Provenance,
    dates: Spanned<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CompassTable {
    german: Datum<String>,
    allied: Datum<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrackTable {
    army: Spanned<Army>,
    line: Spanned<Line>,
    boxes: Spanned<String>,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PointsTable {
    hex: Spanned<String>,
    german: Option<Datum<u8>>,
    allied: Option<Datum<u8>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RankTable {
    hex: Spanned<String>,
    rank: Datum<Rank>,
}

#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Rank {
    Primary,
    Secondary,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EastCommandTable {
    second_army_from: Datum<u8>,
    early_until: Datum<u8>,
    intercept_from: Datum<u8>,
    attack_until: Datum<u8>,
    attack_allowance: Datum<u8>,
    attack_reach: Datum<u8>,
    attack_apart: Datum<u8>,
    new_command_from: Datum<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EastSupplyTable {
    konigsberg: Datum<u8>,
    free_east_of: Datum<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EastReplacementsTable {
    german: Datum<u8>,
    first: Datum<u8>,
    second: Datum<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArrivalTable {
    distance: Datum<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StrategicTable {
    from: Datum<u8>,
    units: Datum<u8>,
    away: Datum<u8>,
    held: Datum<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WestCommandTable {
    pursuit_until: Datum<u8>,
    pursuit_star: Datum<u8>,
    all_full_until: Datum<u8>,
    camp_allowance: Datum<u8>,
    rally_from: Datum<u8>,
    fourth_army_row: Datum<u8>,
    halted_turn: Datum<u8>,
    halted_allowance: Datum<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WestReplacementsTable {
    bef: Datum<u8>,
    taxi_path: Datum<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpecialTable {
    detachments: Datum<u8>,
    option_price: Datum<u8>,
}

#[engine::by_the_book]
impl Tables {
    /// Reads and checks the charts of a campaign.
    pub fn read(
        file: &DataFile,
        campaign: Campaign,
        ground: &Ground,
        provenance: &mut Provenances,
    ) -> Result<Tables, DataError> {
        let mut take = Taker { file, provenance };
        match campaign {
            Campaign::Tannenberg => take.tannenberg(ground),
            Campaign::Marne => take.marne(ground),
        }
    }

    /// The directions of a side's Retreat Compass [std/2.12, tannenberg/2.12a, tannenberg/2.12b, marne/2.12a]
    /// [marne/2.12b].
    #[inline]
    pub fn compass(&self, side: Side) -> Directions {
        self.compass[side.index()]
    }

    /// A line of an army's Command Track. The First Army's cavalry uses the track of its army [marne/16.3c].
    #[inline]
    pub fn track(&self, army: Army, line: Line) -> Option<&Track> {
        let army = if army == Army::FirstCavalry { Army::GermanFirst } else { army };
        self.tracks[army.index()][line as usize].as_ref()
    }

    /// What a hex is worth, if it is a victory hex.
    pub fn worth(&self, hex: Hex) -> Option<Worth> {
        self.victory.iter().find(|(known, _)| *known == hex).map(|(_, worth)| *worth)
    }
}

/// Takes values out of a file and notes where they come from.
struct Taker<'a> {
    file: &'a DataFile,
    provenance: &'a mut Provenances,
}

impl Taker<'_> {
    /// A number within its limits.
    fn within(&mut self, what: &str, datum: &Datum<u8>, limits: RangeInclusive<u8>) -> Result<u8, DataError> {
        let value = within(self.file, datum, limits)?;
        self.provenance.note(format!("{what}: {value}"), &datum.source);
        Ok(value)
    }

    /// The number of a turn.
    fn turn(&mut self, what: &str, datum: &Datum<u8>) -> Result<u8, DataError> {
        self.within(what, datum, 1..=99)
    }

    fn columns(&mut self, table: &OddsTable) -> Result<[Column; COLUMNS], DataError> {
        self.provenance.note("combat table", &table.source);
        for column in table.columns.as_ref() {
            for modifier in [&column.attacker, &column.defender] {
                if !(-6..=6).contains(modifier.as_ref()) {
                    let message = format!("found {}, expected -6 to 6", modifier.as_ref());
                    return Err(self.file.error_with(modifier, message));
                }
            }
        }
        let columns: Vec<Column> = table
            .columns
            .as_ref()
            .iter()
            .map(|column| Column {
                odds: column.odds.clone(),
                attacker: *column.attacker.as_ref(),
                defender: *column.defender.as_ref(),
                checks: column.checks.unwrap_or(u8::MAX),
            })
            .collect();
        columns.try_into().map_err(|columns: Vec<Column>| {
            let message = format!("found {} columns, expected {COLUMNS} from 1-3 to 5-1", columns.len());
            self.file.error_with(&table.columns, message)
        })
    }

    fn terrain(&mut self, rows: &[TerrainTable]) -> Result<Vec<(String, Effects)>, DataError> {
        let mut terrain: Vec<(String, Effects)> = Vec::new();
        for row in rows {
            let id = row.id.as_ref();
            if terrain.iter().any(|(known, _)| known == id) {
                return Err(self.file.error_with(&row.id, format!("the terrain \"{id}\" stands here a second time")));
            }
            let cost = self.within(&format!("{id}: points to enter"), &row.cost, 1..=MOST_ALLOWANCE)?;
            let shift = self.within(&format!("{id}: columns"), &row.shift, 0..=COLUMNS as u8)?;
            terrain.push((id.clone(), Effects { cost, shift, town: row.town, city: row.city, close: row.close }));
        }
        Ok(terrain)
    }

    fn scale(&mut self, table: ScaleTable) -> Scale {
        for (what, datum) in [("hex", &table.hex), ("turn", &table.turn), ("unit", &table.unit)] {
            self.provenance.note(format!("scale of a {what}: {}", datum.value), &datum.source);
        }
        Scale { hex: table.hex.value, turn: table.turn.value, unit: table.unit.value }
    }

    fn dates(&mut self, turns: TurnsTable) -> Result<Vec<String>, DataError> {
        self.provenance.note("dates of the turns", &turns.source);
        if turns.dates.as_ref().is_empty() {
            return Err(self.file.error_with(&turns.dates, "expected a date for each turn"));
        }
        Ok(turns.dates.into_inner())
    }

    fn compass(&mut self, table: &CompassTable, ground: &Ground) -> Result<[Directions; 2], DataError> {
        let mut both = [0; 2];
        for (compass, (side, datum)) in both.iter_mut().zip([("German", &table.german), ("Allied", &table.allied)]) {
            for word in datum.value.split_whitespace() {
                let direction = ground.board().direction_named(word).ok_or_else(|| {
                    let message = format!("unknown direction \"{word}\", expected N, NE, SE, S, SW or NW");
                    self.file.error_at(datum.span(), message)
                })?;
                *compass |= 1 << direction.index();
            }
            self.provenance.note(format!("{side} Retreat Compass: {}", datum.value), &datum.source);
        }
        Ok(both)
    }

    fn tracks(
        &mut self,
        rows: &[TrackTable],
        campaign: Campaign,
    ) -> Result<[[Option<Track>; Line::COUNT]; ARMIES], DataError> {
        let mut tracks = [[None; Line::COUNT]; ARMIES];
        for row in rows {
            let (army, line) = (*row.army.as_ref(), *row.line.as_ref());
            if army.campaign() != campaign || !Line::of(army).contains(&line) {
                let message = format!("the {} has no line \"{}\" in this campaign", army.title(), line.title());
                return Err(self.file.error_with(&row.line, message));
            }
            let track = self.boxes(&row.boxes)?;
            if tracks[army.index()][line as usize].replace(track).is_some() {
                let message = format!("the line \"{}\" of the {} is here a second time", line.title(), army.title());
                return Err(self.file.error_with(&row.line, message));
            }
            self.provenance.note(format!("{}: Command Track, {}", army.title(), line.title()), &row.source);
        }
        for army in Army::ALL.into_iter().filter(|army| army.campaign() == campaign) {
            for line in Line::of(army) {
                if tracks[army.index()][*line as usize].is_none() {
                    let message = format!("the {} lacks the line \"{}\" of its track", army.title(), line.title());
                    return Err(self.file.error_on_line(1, message));
                }
            }
        }
        Ok(tracks)
    }

    /// Six boxes as `2* 3 3 4 4 5`.
    fn boxes(&self, text: &Spanned<String>) -> Result<Track, DataError> {
        let wrong = || {
            let message = format!("found \"{}\", expected six boxes such as 2* 3 3 4 4 5", text.as_ref());
            self.file.error_with(text, message)
        };
        let allowance = |word: &str| {
            let star = word.ends_with('*');
            let points = word.trim_end_matches('*').parse().ok().filter(|points| (1..=MOST_ALLOWANCE).contains(points));
            points.map(|points| Allowance { points, star }).ok_or_else(wrong)
        };
        let boxes = text.as_ref().split_whitespace().map(allowance).collect::<Result<Vec<_>, _>>()?;
        boxes.try_into().map_err(|_| wrong())
    }

    /// A victory hex, which must be new.
    fn victory_hex(&self, text: &Spanned<String>, ground: &Ground, known: &[(Hex, Worth)]) -> Result<Hex, DataError> {
        let hex = ground.board().parse(text.as_ref()).map_err(|error| self.file.error_with(text, error.to_string()))?;
        if known.iter().any(|(other, _)| *other == hex) {
            return Err(self.file.error_with(text, format!("hex {} stands here a second time", text.as_ref())));
        }
        if known.len() == VICTORY_HEXES {
            return Err(self.file.error_with(text, format!("one victory hex too many, expected {VICTORY_HEXES}")));
        }
        Ok(hex)
    }

    fn tannenberg(&mut self, ground: &Ground) -> Result<Tables, DataError> {
        let table: EastFile = self.file.parse()?;
        let mut victory = Vec::new();
        for row in &table.victory {
            let hex = self.victory_hex(&row.hex, ground, &victory)?;
            let mut points = |whose: &str, datum: &Option<Datum<u8>>| match datum {
                Some(datum) => self.within(&format!("{whose} victory points for {}", row.hex.as_ref()), datum, 0..=20),
                None => Ok(0),
            };
            let worth = Worth::Points(points("German", &row.german)?, points("Russian", &row.allied)?);
            victory.push((hex, worth));
        }
        let (command, strategic) = (&table.command, &table.strategic);
        let east = East {
            second_army_from: self.turn("first turn of the Second Army", &command.second_army_from)?,
            early_until: self.turn("last turn of the turn 2-4 line", &command.early_until)?,
            intercept_from: self.turn("first turn of the wireless intercept", &command.intercept_from)?,
            attack_until: self.turn("last turn for the Attack State", &command.attack_until)?,
            attack_allowance: self.within(
                "allowance in Attack State",
                &command.attack_allowance,
                1..=MOST_ALLOWANCE,
            )?,
            attack_reach: self.within("points to a Russian unit", &command.attack_reach, 1..=MOST_ALLOWANCE)?,
            attack_apart: self.within("distance of the two divisions", &command.attack_apart, 1..=20)?,
            new_command_from: self.turn("first turn of the H/L line", &command.new_command_from)?,
            konigsberg: self.within("line to Königsberg", &table.supply.konigsberg, 1..=20)?,
            free_east_of: self.within("column of free tracing", &table.supply.free_east_of, 10..=52)?.into(),
            german_replacements: self.within("German replacements", &table.replacements.german, 0..=9)?,
            russian_replacements: [
                self.within("First Army replacements", &table.replacements.first, 0..=9)?,
                self.within("Second Army replacements", &table.replacements.second, 0..=9)?,
            ],
            arrival: self.within("distance of German arrivals", &table.arrival.distance, 0..=50)?,
            strategic_from: self.turn("first turn of Strategic Movement", &strategic.from)?,
            strategic_units: self.within("Strategic Movement markers", &strategic.units, 0..=9)?,
            strategic_away: self.within("turns away", &strategic.away, 1..=9)?,
            strategic_held: self.within("turns held", &strategic.held, 0..=9)?,
        };
        Ok(Tables {
            scale: self.scale(table.scale),
            dates: self.dates(table.turns)?,
            compass: self.compass(&table.compass, ground)?,
            tracks: self.tracks(&table.track, Campaign::Tannenberg)?,
            victory,
            east,
            west: West::default(),
        })
    }

    fn marne(&mut self, ground: &Ground) -> Result<Tables, DataError> {
        let table: WestFile = self.file.parse()?;
        let mut victory = Vec::new();
        for row in &table.victory {
            let hex = self.victory_hex(&row.hex, ground, &victory)?;
            let (worth, name) = match row.rank.value {
                Rank::Primary => (Worth::Primary, "Primary"),
                Rank::Secondary => (Worth::Secondary, "Secondary"),
            };
            self.provenance.note(format!("{name} victory hex {}", row.hex.as_ref()), &row.rank.source);
            victory.push((hex, worth));
        }
        let command = &table.command;
        let west = West {
            pursuit_until: self.turn("last turn of the pursuit", &command.pursuit_until)?,
            pursuit_star: self.within("2* in the pursuit", &command.pursuit_star, 1..=MOST_ALLOWANCE)?,
            all_full_until: self.turn("last turn of full moves", &command.all_full_until)?,
            camp_allowance: self.within("allowance in the camp", &command.camp_allowance, 1..=MOST_ALLOWANCE)?,
            rally_from: self.turn("first turn of a rally", &command.rally_from)?,
            fourth_army_row: self.within("rally row of the Fourth Army", &command.fourth_army_row, 1..=25)?.into(),
            halted_turn: self.turn("turn of the fixed allowance", &command.halted_turn)?,
            halted_allowance: self.within("fixed allowance", &command.halted_allowance, 1..=MOST_ALLOWANCE)?,
            bef_replacement: self.within("British replacement roll", &table.replacements.bef, 0..=6)?,
            taxi_path: self.within("way of the Paris Taxis", &table.replacements.taxi_path, 1..=50)?,
            detachments: self.within("German detachments", &table.special.detachments, 0..=2)?,
            option_price: self.within("price of the optional corps", &table.special.option_price, 0..=20)?,
        };
        Ok(Tables {
            scale: self.scale(table.scale),
            dates: self.dates(table.turns)?,
            compass: self.compass(&table.compass, ground)?,
            tracks: self.tracks(&table.track, Campaign::Marne)?,
            victory,
            east: East::default(),
            west,
        })
    }
}
