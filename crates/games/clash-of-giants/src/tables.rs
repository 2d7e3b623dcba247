//! The charts: those that both campaigns share, and those of each.

use crate::ground::{Directions, Ground};
use crate::pieces::{ARMIES, Army, Campaign, MOST_ALLOWANCE};
use engine::Side;
use engine::data::{DataError, DataFile, Datum, Provenance, Provenances, Taker, Unchecked};
use hexboard::Hex;
use serde::Deserialize;
use serde_spanned::Spanned;

/// The columns of the combat table, from 1-3 to 5-1 [std/12.4].
pub const COLUMNS: usize = 7;
/// The column of even odds.
pub const EVEN: usize = 2;
/// The most columns by which anything shifts.
const MOST_SHIFT: u8 = COLUMNS as u8;
/// The last turn that a chart can name.
const LAST: u8 = 99;

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

engine::section! {
    /// Stacking.
    #[derive(Debug)]
    pub struct Stacking {
        /// How many units may stack [std/6.1a].
        pub units: u8 = "units in a hex" within 1..=9,
        /// How many units of one corps may stack [std/6.2a].
        pub corps: u8 = "units of one corps in a hex" within 1..=9,
    }

    /// What hexsides do.
    #[derive(Debug)]
    pub struct Hexsides {
        /// Movement points more to cross a river [std/11.3b].
        pub river_cost: u8 = "points to cross a river" within 0..=MOST_ALLOWANCE,
        /// Columns to the left if every attacker crosses a river [std/12.5b].
        pub river_shift: u8 = "columns for a river" within 0..=MOST_SHIFT,
    }

    /// What works do.
    #[derive(Debug)]
    pub struct Works {
        /// Columns to the left for a Fortified Zone [std/12.5a].
        pub zone_shift: u8 = "columns for a Fortified Zone" within 0..=MOST_SHIFT,
        /// Columns to the left for a fort [std/12.5a].
        pub fort_shift: u8 = "columns for a fort" within 0..=MOST_SHIFT,
        /// The most columns to the left [std/12.5c].
        pub most_shift: u8 = "columns at most" within 0..=MOST_SHIFT,
    }

    /// What weakens units in combat.
    #[derive(Debug)]
    pub struct Combat {
        /// What being out of supply takes off a TER [std/8.4b].
        pub out_of_supply_ter: u8 = "TER lost out of supply" within 0..=6,
        /// What cavalry loses of its TER when infantry attacks it [std/14.5b].
        pub cavalry_ter: u8 = "TER lost by cavalry" within 0..=6,
        /// How far cavalry retreats before combat [std/14.3b, std/14.4b].
        pub cavalry_retreat: u8 = "hexes of a retreat before combat" within 1..=4,
    }
}

/// The charts that both campaigns share.
#[derive(Debug)]
pub struct Standard {
    /// Stacking.
    pub stacking: Stacking,
    /// The combat table [std/12.4, std/12.7c, std/12.7d].
    pub columns: [Column; COLUMNS],
    terrain: Vec<(String, Effects)>,
    /// What hexsides do.
    pub hexsides: Hexsides,
    /// What works do.
    pub works: Works,
    /// What weakens units in combat.
    pub combat: Combat,
}

engine::named! {
    /// A line of a Command Track.
    #[repr(u8)]
    pub enum Line {
        /// The only one, or the one that holds when no other does.
        Normal = "normal",
        /// Of the Russian First Army after its first loss [tannenberg/10.41b].
        AfterLoss = "after-loss": "After loss",
        /// Of the Russian Second Army on turns 2 to 4 [tannenberg/10.42b].
        Early = "early": "turn 2-4",
        /// Of the Eighth Army under Hindenburg and Ludendorff [tannenberg/10.62].
        HindenburgLudendorff = "hindenburg-ludendorff": "H/L",
        /// Of an Allied army that is demoralized [marne/10.51a].
        Demoralized = "demoralized",
        /// Of an Allied army that has rallied [marne/10.52h].
        Rallied = "rallied",
    }
}

impl Line {
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

engine::section! {
    /// Who may move when, and how far, at Tannenberg.
    #[derive(Copy, Clone, Debug, Default)]
    pub struct EastCommand {
        /// The first turn on which the Second Army may move [tannenberg/10.42a].
        pub second_army_from: u8 = "first turn of the Second Army" within 1..=LAST,
        /// The last turn of its "turn 2-4" line [tannenberg/10.42b].
        pub early_until: u8 = "last turn of the turn 2-4 line" within 1..=LAST,
        /// The first turn with a Wireless Intercept Phase [tannenberg/10.5a].
        pub intercept_from: u8 = "first turn of the wireless intercept" within 1..=LAST,
        /// The last turn for the Attack State [tannenberg/10.61a].
        pub attack_until: u8 = "last turn for the Attack State" within 1..=LAST,
        /// The Movement Allowance in Attack State [tannenberg/10.61f].
        pub attack_allowance: u8 = "allowance in Attack State" within 1..=MOST_ALLOWANCE,
        /// How near a Russian unit must be for it, in movement points [tannenberg/10.61c].
        pub attack_reach: u8 = "points to a Russian unit" within 1..=MOST_ALLOWANCE,
        /// How far apart the two divisions may be for it [tannenberg/10.61d].
        pub attack_apart: u8 = "distance of the two divisions" within 1..=20,
        /// The first turn of the H/L line [tannenberg/10.62].
        pub new_command_from: u8 = "first turn of the H/L line" within 1..=LAST,
    }

    /// Lines of supply at Tannenberg.
    #[derive(Copy, Clone, Debug, Default)]
    pub struct EastSupply {
        /// The longest supply line to Königsberg [tannenberg/8.221].
        pub konigsberg: u8 = "line to Königsberg" within 1..=20,
        /// The column east of which the Second Army traces freely in Russia [tannenberg/8.32].
        pub free_east_of: u16 = "column of free tracing" within 10..=52,
    }

    /// Replacement steps a turn at Tannenberg [tannenberg/9.3b].
    #[derive(Copy, Clone, Debug, Default)]
    pub struct EastReplacements {
        /// Of the Germans.
        pub german: u8 = "German replacements" within 0..=9,
        /// Of the Russian First Army.
        pub first: u8 = "First Army replacements" within 0..=9,
        /// Of the Russian Second Army.
        pub second: u8 = "Second Army replacements" within 0..=9,
    }

    /// How German reinforcements arrive.
    #[derive(Copy, Clone, Debug, Default)]
    pub struct Arrival {
        /// How far from any Russian unit [tannenberg/5.322a].
        pub distance: u8 = "distance of German arrivals" within 0..=50,
    }

    /// Strategic Movement.
    #[derive(Copy, Clone, Debug, Default)]
    pub struct Strategic {
        /// Its first turn [tannenberg/15.1d].
        pub from: u8 = "first turn of Strategic Movement" within 1..=LAST,
        /// How many units may use it in a game [tannenberg/15.1b].
        pub units: u8 = "Strategic Movement markers" within 0..=9,
        /// After how many turns a unit may return [tannenberg/15.2d].
        pub away: u8 = "turns away" within 1..=9,
        /// How many turns longer it may be held off the map [tannenberg/15.2e].
        pub held: u8 = "turns held" within 0..=9,
    }

    /// Who may move when, and how far, on the Marne.
    #[derive(Copy, Clone, Debug, Default)]
    pub struct WestCommand {
        /// The last turn of the Pursuit Rules [marne/10.3].
        pub pursuit_until: u8 = "last turn of the pursuit" within 1..=LAST,
        /// What 2* stands for as long as they hold [marne/10.31].
        pub pursuit_star: u8 = "2* in the pursuit" within 1..=MOST_ALLOWANCE,
        /// The last turn on which all Allied units must use their whole allowance [marne/10.33b].
        pub all_full_until: u8 = "last turn of full moves" within 1..=LAST,
        /// The Movement Allowance within the Fortified Camp of Paris [marne/10.43b].
        pub camp_allowance: u8 = "allowance in the camp" within 1..=MOST_ALLOWANCE,
        /// The first turn with a rally [marne/10.52a].
        pub rally_from: u8 = "first turn of a rally" within 1..=LAST,
        /// The row that the French Fourth Army must be south of to rally [marne/10.52d].
        pub fourth_army_row: u16 = "rally row of the Fourth Army" within 1..=25,
        /// The turn of the option of 17.4 [marne/17.4].
        pub halted_turn: u8 = "turn of the fixed allowance" within 1..=LAST,
        /// The Movement Allowance of that option [marne/17.4].
        pub halted_allowance: u8 = "fixed allowance" within 1..=MOST_ALLOWANCE,
    }

    /// Replacements on the Marne.
    #[derive(Copy, Clone, Debug, Default)]
    pub struct WestReplacements {
        /// The highest roll with which a British unit gets one [marne/9.32c].
        pub bef: u8 = "British replacement roll" within 0..=6,
        /// The longest way of the Paris Taxis [marne/9.33b].
        pub taxi_path: u8 = "way of the Paris Taxis" within 1..=50,
    }

    /// Units out of the ordinary on the Marne.
    #[derive(Copy, Clone, Debug, Default)]
    pub struct Special {
        /// How many detachments the Germans may form [marne/16.1a].
        pub detachments: u8 = "German detachments" within 0..=2,
        /// The Secondary hexes that the optional corps cost [marne/16.2b].
        pub option_price: u8 = "price of the optional corps" within 0..=20,
    }

    /// What the map, the track and the counters stand for.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Scale {
        /// How far a hex measures across [tannenberg/2.11a, marne/2.11a].
        pub hex: String = "scale of a hex",
        /// How long a turn lasts [tannenberg/2.11b, tannenberg/5.1b, marne/2.11b].
        pub turn: String = "scale of a turn",
        /// What a counter stands for [tannenberg/2.11c, marne/2.11c].
        pub unit: String = "scale of a unit",
    }
}

/// What only Tannenberg counts.
#[derive(Copy, Clone, Debug, Default)]
pub struct East {
    /// Who may move when, and how far.
    pub command: EastCommand,
    /// Lines of supply.
    pub supply: EastSupply,
    /// Replacement steps a turn.
    pub replacements: EastReplacements,
    /// How German reinforcements arrive.
    pub arrival: Arrival,
    /// Strategic Movement.
    pub strategic: Strategic,
}

/// What only the Marne counts.
#[derive(Copy, Clone, Debug, Default)]
pub struct West {
    /// Who may move when, and how far.
    pub command: WestCommand,
    /// Replacements.
    pub replacements: WestReplacements,
    /// Units out of the ordinary.
    pub special: Special,
}

/// The charts of one campaign.
#[derive(Debug)]
pub struct Tables {
    /// What everything stands for.
    pub scale: Scale,
    /// The date of each turn, from turn 1.
    pub dates: Vec<String>,
    compass: [Directions; 2],
    tracks: [[Option<Track>; Line::ALL.len()]; ARMIES],
    /// The victory hexes and what each is worth.
    pub victory: Vec<(Hex, Worth)>,
    /// What only Tannenberg counts.
    pub east: East,
    /// What only the Marne counts.
    pub west: West,
}

#[derive(Deserialize)]
struct StandardFile {
    stacking: Unchecked<Stacking>,
    odds: OddsTable,
    terrain: Vec<TerrainTable>,
    hexsides: Unchecked<Hexsides>,
    works: Unchecked<Works>,
    combat: Unchecked<Combat>,
}

#[derive(Deserialize)]
struct OddsTable {
    source: Provenance,
    columns: Spanned<Vec<ColumnTable>>,
}

#[derive(Deserialize)]
struct ColumnTable {
    odds: String,
    attacker: Spanned<i8>,
    defender: Spanned<i8>,
    checks: Option<u8>,
}

#[derive(Deserialize)]
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

impl Standard {
    /// Reads and checks the charts that both campaigns share.
    pub fn read(file: &DataFile, provenance: &mut Provenances) -> Result<Standard, DataError> {
        let table: StandardFile = file.parse()?;
        let mut take = Taker { file, provenance };
        Ok(Standard {
            stacking: take.section(table.stacking)?,
            columns: columns(&mut take, &table.odds)?,
            terrain: terrain(&mut take, table.terrain)?,
            hexsides: take.section(table.hexsides)?,
            works: take.section(table.works)?,
            combat: take.section(table.combat)?,
        })
    }

    /// What a kind of ground does.
    pub fn effects(&self, terrain: &str) -> Option<Effects> {
        self.terrain.iter().find(|(id, _)| id == terrain).map(|(_, effects)| *effects)
    }
}

#[derive(Deserialize)]
struct EastFile {
    scale: Unchecked<Scale>,
    turns: TurnsTable,
    compass: CompassTable,
    track: Vec<TrackTable>,
    victory: Vec<PointsTable>,
    command: Unchecked<EastCommand>,
    supply: Unchecked<EastSupply>,
    replacements: Unchecked<EastReplacements>,
    arrival: Unchecked<Arrival>,
    strategic: Unchecked<Strategic>,
}

#[derive(Deserialize)]
struct WestFile {
    scale: Unchecked<Scale>,
    turns: TurnsTable,
    compass: CompassTable,
    track: Vec<TrackTable>,
    victory: Vec<RankTable>,
    command: Unchecked<WestCommand>,
    replacements: Unchecked<WestReplacements>,
    special: Unchecked<Special>,
}

#[derive(Deserialize)]
struct TurnsTable {
    source: Provenance,
    dates: Spanned<Vec<String>>,
}

#[derive(Deserialize)]
struct CompassTable {
    german: Datum<String>,
    allied: Datum<String>,
}

#[derive(Deserialize)]
struct TrackTable {
    army: Spanned<Army>,
    line: Spanned<Line>,
    boxes: Spanned<String>,
    source: Provenance,
}

#[derive(Deserialize)]
struct PointsTable {
    hex: Spanned<String>,
    german: Option<Datum<u8>>,
    allied: Option<Datum<u8>>,
}

#[derive(Deserialize)]
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
            Campaign::Tannenberg => tannenberg(&mut take, ground),
            Campaign::Marne => marne(&mut take, ground),
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

fn columns(take: &mut Taker, table: &OddsTable) -> Result<[Column; COLUMNS], DataError> {
    take.provenance.note("combat table", &table.source);
    for column in table.columns.as_ref() {
        for modifier in [&column.attacker, &column.defender] {
            if !(-6..=6).contains(modifier.as_ref()) {
                let message = format!("found {}, expected -6 to 6", modifier.as_ref());
                return Err(take.file.error_with(modifier, message));
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
        take.file.error_with(&table.columns, message)
    })
}

fn terrain(take: &mut Taker, rows: Vec<TerrainTable>) -> Result<Vec<(String, Effects)>, DataError> {
    let mut terrain: Vec<(String, Effects)> = Vec::new();
    for row in rows {
        let id = row.id.as_ref();
        if terrain.iter().any(|(known, _)| known == id) {
            return Err(take.file.error_with(&row.id, format!("the terrain \"{id}\" stands here a second time")));
        }
        let cost = take.value(&format!("{id}: points to enter"), row.cost, 1..=MOST_ALLOWANCE)?;
        let shift = take.value(&format!("{id}: columns"), row.shift, 0..=MOST_SHIFT)?;
        terrain.push((id.clone(), Effects { cost, shift, town: row.town, city: row.city, close: row.close }));
    }
    Ok(terrain)
}

fn dates(take: &mut Taker, turns: TurnsTable) -> Result<Vec<String>, DataError> {
    take.provenance.note("dates of the turns", &turns.source);
    if turns.dates.as_ref().is_empty() {
        return Err(take.file.error_with(&turns.dates, "expected a date for each turn"));
    }
    Ok(turns.dates.into_inner())
}

fn compass(take: &mut Taker, table: &CompassTable, ground: &Ground) -> Result<[Directions; 2], DataError> {
    let mut both = [0; 2];
    for (compass, (side, datum)) in both.iter_mut().zip([("German", &table.german), ("Allied", &table.allied)]) {
        for word in datum.value.split_whitespace() {
            let direction = ground.board().direction_named(word).ok_or_else(|| {
                let message = format!("unknown direction \"{word}\", expected N, NE, SE, S, SW or NW");
                take.file.error_at(datum.span(), message)
            })?;
            *compass |= 1 << direction.index();
        }
        take.provenance.note(format!("{side} Retreat Compass: {}", datum.value), &datum.source);
    }
    Ok(both)
}

fn tracks(
    take: &mut Taker,
    rows: &[TrackTable],
    campaign: Campaign,
) -> Result<[[Option<Track>; Line::ALL.len()]; ARMIES], DataError> {
    let mut tracks = [[None; Line::ALL.len()]; ARMIES];
    for row in rows {
        let (army, line) = (*row.army.as_ref(), *row.line.as_ref());
        if army.campaign() != campaign || !Line::of(army).contains(&line) {
            let message = format!("the {} has no line \"{}\" in this campaign", army.title(), line.title());
            return Err(take.file.error_with(&row.line, message));
        }
        let track = boxes(take, &row.boxes)?;
        if tracks[army.index()][line as usize].replace(track).is_some() {
            let message = format!("the line \"{}\" of the {} is here a second time", line.title(), army.title());
            return Err(take.file.error_with(&row.line, message));
        }
        take.provenance.note(format!("{}: Command Track, {}", army.title(), line.title()), &row.source);
    }
    for army in Army::ALL.into_iter().filter(|army| army.campaign() == campaign) {
        for line in Line::of(army) {
            if tracks[army.index()][*line as usize].is_none() {
                let message = format!("the {} lacks the line \"{}\" of its track", army.title(), line.title());
                return Err(take.file.error_on_line(1, message));
            }
        }
    }
    Ok(tracks)
}

/// Six boxes as `2* 3 3 4 4 5`.
fn boxes(take: &Taker, text: &Spanned<String>) -> Result<Track, DataError> {
    let wrong = || {
        let message = format!("found \"{}\", expected six boxes such as 2* 3 3 4 4 5", text.as_ref());
        take.file.error_with(text, message)
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
fn victory_hex(
    take: &Taker,
    text: &Spanned<String>,
    ground: &Ground,
    known: &[(Hex, Worth)],
) -> Result<Hex, DataError> {
    let hex = ground.board().parse(text.as_ref()).map_err(|error| take.file.error_with(text, error.to_string()))?;
    if known.iter().any(|(other, _)| *other == hex) {
        return Err(take.file.error_with(text, format!("hex {} stands here a second time", text.as_ref())));
    }
    if known.len() == VICTORY_HEXES {
        return Err(take.file.error_with(text, format!("one victory hex too many, expected {VICTORY_HEXES}")));
    }
    Ok(hex)
}

fn tannenberg(take: &mut Taker, ground: &Ground) -> Result<Tables, DataError> {
    let table: EastFile = take.file.parse()?;
    let mut victory = Vec::new();
    for row in table.victory {
        let hex = victory_hex(take, &row.hex, ground, &victory)?;
        let mut points = |whose: &str, datum: Option<Datum<u8>>| match datum {
            Some(datum) => take.value(&format!("{whose} victory points for {}", row.hex.as_ref()), datum, 0..=20),
            None => Ok(0),
        };
        let worth = Worth::Points(points("German", row.german)?, points("Russian", row.allied)?);
        victory.push((hex, worth));
    }
    let east = East {
        command: take.section(table.command)?,
        supply: take.section(table.supply)?,
        replacements: take.section(table.replacements)?,
        arrival: take.section(table.arrival)?,
        strategic: take.section(table.strategic)?,
    };
    Ok(Tables {
        scale: take.section(table.scale)?,
        dates: dates(take, table.turns)?,
        compass: compass(take, &table.compass, ground)?,
        tracks: tracks(take, &table.track, Campaign::Tannenberg)?,
        victory,
        east,
        west: West::default(),
    })
}

fn marne(take: &mut Taker, ground: &Ground) -> Result<Tables, DataError> {
    let table: WestFile = take.file.parse()?;
    let mut victory = Vec::new();
    for row in &table.victory {
        let hex = victory_hex(take, &row.hex, ground, &victory)?;
        let (worth, name) = match row.rank.value {
            Rank::Primary => (Worth::Primary, "Primary"),
            Rank::Secondary => (Worth::Secondary, "Secondary"),
        };
        take.provenance.note(format!("{name} victory hex {}", row.hex.as_ref()), &row.rank.source);
        victory.push((hex, worth));
    }
    let west = West {
        command: take.section(table.command)?,
        replacements: take.section(table.replacements)?,
        special: take.section(table.special)?,
    };
    Ok(Tables {
        scale: take.section(table.scale)?,
        dates: dates(take, table.turns)?,
        compass: compass(take, &table.compass, ground)?,
        tracks: tracks(take, &table.track, Campaign::Marne)?,
        victory,
        east: East::default(),
        west,
    })
}
