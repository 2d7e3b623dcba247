//! 2 The charts: what they print, checked and ready to be read.

use crate::pieces::{Class, Group};
use engine::data::{DataError, DataFile, Provenance, Provenances, Taker, Unchecked};
use serde::Deserialize;
use serde_spanned::Spanned;

/// A result on the combat results table [9.6.2.EN-a, 9.6.2.N-RAa].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum CombatResult {
    /// EN.
    Engaged,
    /// A number of steps and hexes.
    Loss(u8),
}

/// A result on the bombardment table.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum BombardmentResult {
    /// -
    Nothing,
    /// d: one unit is disrupted.
    One,
    /// D, D1, D2, D3: all units are disrupted, and so many steps are lost.
    All(u8),
}

engine::named! {
    /// A mode of a HQ and all its units, in the order in which they favour a target, worst first.
    #[repr(u8)]
    pub enum Mode {
        /// On the march.
        Transfer = "transfer": "Transfer",
        /// Resting and refilling.
        Regroup = "regroup": "Regroup",
        /// Attacking.
        Offensive = "offensive": "Offensive",
        /// Dug in.
        Defensive = "defensive": "Defensive",
    }
}

/// What the command and control table may say [15.3.1b, 15.3.1c, 15.3.1d, 15.3.1e, 15.3.1f].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Command {
    /// The HQ must go to Regroup.
    MustRegroup,
    /// The HQ must go to Defensive.
    MustDefensive,
    /// The HQ stays as it is.
    NoChange,
    /// The owner chooses.
    ChangeNormally,
    /// The HQ must go to Offensive.
    MustOffensive,
}

/// A row of the variable reinforcement table [15.2.2a].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The first day in the row.
    pub from: u8,
    /// The highest die that brings the group on that day and on each day after it.
    pub dice: Vec<u8>,
}

#[engine::by_the_book]
impl Variable {
    /// The highest die that brings the group on a day of September; 0 while the row has not begun. The last column
    /// serves for ever [15.2.3].
    pub fn needed(&self, day: u8) -> u8 {
        let column = day.checked_sub(self.from).map(usize::from);
        column.map_or(0, |at| self.dice[at.min(self.dice.len() - 1)])
    }
}

/// Columns of the combat results table.
pub const COLUMNS: usize = 10;
/// Columns of the bombardment table.
pub const GUN_COLUMNS: usize = 7;
/// Sides of the die.
pub const DIE: usize = 10;

engine::section! {
    /// What a step costs, in half points, and how reinforcements enter.
    #[derive(Clone, Debug)]
    pub struct Movement {
        /// Clear ground [7.1.2a].
        pub clear: u8 = "half points for clear ground" within 0..=100,
        /// Forest [7.1.2b].
        pub forest: u8 = "half points for forest" within 0..=100,
        /// A town.
        pub town: u8 = "half points for a town" within 0..=100,
        /// A city.
        pub city: u8 = "half points for a city" within 0..=100,
        /// Crossing a river, on top [7.1.2c].
        pub river: u8 = "half points to cross a river" within 0..=50,
        /// A step along a road [7.1.2e].
        pub road: u8 = "half points for a step along a road" within 0..=100,
        /// Entering an enemy zone of control, on top [7.1.3.1a].
        pub enter_zone: u8 = "half points to enter a zone of control" within 0..=50,
        /// Leaving one, on top [7.1.3.1b].
        pub leave_zone: u8 = "half points to leave a zone of control" within 0..=50,
        /// Each later stack at an entry hex, on top [7.3.6b].
        pub entry_surcharge: u8 = "half points more for each later stack at an entry hex" within 0..=50,
        /// How many hexes a blocked entry may go aside [7.3.5a].
        pub entry_distance: u8 = "hexes aside for a blocked entry" within 0..=50,
    }

    /// Units that may go by rail in a phase.
    #[derive(Clone, Debug)]
    pub struct Rail {
        /// German units [7.2.6].
        pub german: u8 = "German units by rail" within 0..=99,
        /// British units alone [7.2.7].
        pub british: u8 = "British units by rail" within 0..=99,
        /// French units alone [7.2.7].
        pub french: u8 = "French units by rail" within 0..=99,
        /// Of each nation, if both go [7.2.7].
        pub mixed: u8 = "Allied units of each nation by rail" within 0..=99,
    }

    /// Who chooses who goes first.
    #[derive(Clone, Debug)]
    pub struct Initiative {
        /// The turns from the first on which the Germans have it [6.2d].
        pub german_turns: u8 = "turns of German initiative" within 0..=99,
        /// Offensive HQs for each point [6.1a].
        pub hqs: u8 = "Offensive HQs for a point of initiative" within 1..=99,
    }

    /// Numbers of the combat rules.
    #[derive(Clone, Debug)]
    pub struct Combat {
        /// Range of artillery [9.1.2a]; whoever looks for guns looks two hexes far.
        pub range: u8 = "range of artillery" within 1..=2,
        /// What the defense of supporting units is divided by [9.3.2b].
        pub support_divisor: u8 = "divisor of supporting fire" within 1..=99,
        /// The ratio above which no die is needed [9.6.5].
        pub automatic: u8 = "automatic ratio" within 1..=99,
        /// What disruption takes from the factors [10.1.2a].
        pub disruption: u8 = "factors lost to disruption" within 0..=99,
    }

    /// What is added to a combat die [9.7.1].
    #[derive(Clone, Debug)]
    pub struct Modifiers {
        /// Target in forest [9.7.2A].
        pub forest: i8 = "modifier for forest" within -20..=20,
        /// Target in a town [9.7.2B].
        pub town: i8 = "modifier for a town" within -20..=20,
        /// Target in a city [9.7.2C].
        pub city: i8 = "modifier for a city" within -20..=20,
        /// Massed target [9.7.2D].
        pub massed: i8 = "modifier for a massed target" within -20..=20,
        /// The stacking points that make one [9.7.2D].
        pub massed_from: i8 = "stacking points of a massed target" within 1..=99,
        /// Defense fire at an attack over a bridge [9.7.2E].
        pub bridge: i8 = "modifier for a bridge" within -20..=20,
        /// Defense fire at an attack over a river [9.7.2F].
        pub river: i8 = "modifier for a river" within -20..=20,
        /// Units of different corps [9.7.2G].
        pub corps: i8 = "modifier for different corps" within -20..=20,
        /// Units of different Armies [9.7.2H].
        pub armies: i8 = "modifier for different Armies" within -20..=20,
    }

    /// Lines of supply, in half points.
    #[derive(Clone, Debug)]
    pub struct Supply {
        /// The longest line [11.1.5a].
        pub length: u8 = "half points of the longest line of supply" within 0..=99,
        /// A step along a road or railroad [11.1.5b].
        pub road: u8 = "half points for a step of supply along a road or railroad" within 0..=100,
    }

    /// The highest dice that succeed.
    #[derive(Clone, Debug)]
    pub struct Recovery {
        /// For a lost step [12.1.4].
        pub step: u8 = "highest die that recovers a step" within 0..=10,
        /// For an eliminated unit [12.1.5a].
        pub eliminated: u8 = "highest die that returns a unit" within 0..=10,
    }

    /// The garrison.
    #[derive(Clone, Debug)]
    pub struct Paris {
        /// Defense factors of an unoccupied hex [13.1.1a].
        pub defense: u8 = "defense of a Paris hex" within 0..=99,
    }

    /// Victory points.
    #[derive(Clone, Debug)]
    pub struct Victory {
        /// For Paris [14b].
        pub paris: u8 = "points for Paris" within 0..=99,
        /// For a city [14c].
        pub city: u8 = "points for a city" within 0..=99,
        /// For a town [14d].
        pub town: u8 = "points for a town" within 0..=99,
        /// To the Germans for a British corps that lost more than half [15.4.2a].
        pub british_corps: u8 = "points for a broken British corps" within 0..=99,
    }

    /// The taxicabs of Paris.
    #[derive(Clone, Debug)]
    pub struct Taxis {
        /// The last turn on which they cannot be used yet [15.1.1a].
        pub after_turn: u8 = "last turn without taxis" within 0..=99,
        /// How many units they carry [15.1.2a].
        pub units: u8 = "units in taxis" within 2..=2,
    }

    /// Stacking points: what hexes hold, and what each class counts.
    struct Stacking {
        offensive: u8 = "stacking points, Offensive" within 1..=99,
        other: u8 = "stacking points, other modes" within 1..=99,
        french_infantry_brigade: u8 = "stacking points of a French infantry brigade" within 0..=99,
        british_infantry_brigade: u8 = "stacking points of a British infantry brigade" within 0..=99,
        german_infantry_regiment: u8 = "stacking points of a German infantry regiment" within 0..=99,
        cavalry_brigade: u8 = "stacking points of a cavalry brigade" within 0..=99,
        cavalry_regiment: u8 = "stacking points of a cavalry regiment" within 0..=99,
        artillery: u8 = "stacking points of artillery" within 0..=99,
        hq: u8 = "stacking points of a HQ" within 0..=0,
    }
}

/// All charts.
#[derive(Debug)]
pub struct Tables {
    /// What a step costs, in half points, and how reinforcements enter.
    pub movement: Movement,
    /// Units that may go by rail in a phase.
    pub rail: Rail,
    /// Who chooses who goes first.
    pub initiative: Initiative,
    /// Numbers of the combat rules.
    pub combat: Combat,
    /// What is added to a combat die [9.7.1].
    pub modifiers: Modifiers,
    /// Lines of supply, in half points.
    pub supply: Supply,
    /// The highest dice that succeed.
    pub recovery: Recovery,
    /// The garrison.
    pub paris: Paris,
    /// Victory points.
    pub victory: Victory,
    /// The taxicabs of Paris.
    pub taxis: Taxis,
    /// The most stacking points in a hex whose units are all Offensive [8.1a].
    pub stacking_offensive: u8,
    /// The most stacking points in any other hex [8.1b].
    pub stacking_other: u8,
    /// The stacking points of each class.
    pub points: [u8; Class::COUNT],
    /// For each mode the most factors that use each column but the last of the combat results table [9.4.4a].
    crt_factors: [[u16; COLUMNS - 1]; 4],
    crt: [[CombatResult; COLUMNS]; DIE],
    gun_factors: [u16; GUN_COLUMNS - 1],
    guns: [[BombardmentResult; GUN_COLUMNS]; DIE],
    /// The variable reinforcement table, a row a group.
    pub variable: [Variable; Group::ALL.len()],
    /// The command and control table: for each Army, by its id, the highest dice for the first four results.
    command: Vec<(String, [u8; 4])>,
}

#[derive(Deserialize)]
struct TablesFile {
    movement: Unchecked<Movement>,
    rail: Unchecked<Rail>,
    initiative: Unchecked<Initiative>,
    combat: Unchecked<Combat>,
    modifiers: Unchecked<Modifiers>,
    supply: Unchecked<Supply>,
    recovery: Unchecked<Recovery>,
    paris: Unchecked<Paris>,
    victory: Unchecked<Victory>,
    taxis: Unchecked<Taxis>,
    stacking: Unchecked<Stacking>,
    crt: CrtTable,
    bombardment: BombardmentTable,
    variable: VariableTable,
    command: CommandTable,
}

#[derive(Deserialize)]
struct CrtTable {
    source: Provenance,
    transfer: Spanned<Vec<u16>>,
    regroup: Spanned<Vec<u16>>,
    offensive: Spanned<Vec<u16>>,
    defensive: Spanned<Vec<u16>>,
    results: Spanned<Vec<Spanned<String>>>,
}

#[derive(Deserialize)]
struct BombardmentTable {
    source: Provenance,
    factors: Spanned<Vec<u16>>,
    results: Spanned<Vec<Spanned<String>>>,
}

#[derive(Deserialize)]
struct VariableTable {
    source: Provenance,
    rows: Spanned<Vec<VariableRow>>,
}

#[derive(Deserialize)]
struct VariableRow {
    group: Spanned<Group>,
    from: u8,
    dice: Spanned<Vec<u8>>,
}

#[derive(Deserialize)]
struct CommandTable {
    source: Provenance,
    rows: Spanned<Vec<CommandRow>>,
}

#[derive(Deserialize)]
struct CommandRow {
    army: Spanned<String>,
    dice: Spanned<[u8; 4]>,
}

impl Stacking {
    /// The points of each class, in its order.
    fn points(&self) -> [u8; Class::COUNT] {
        [
            self.french_infantry_brigade,
            self.british_infantry_brigade,
            self.german_infantry_regiment,
            self.cavalry_brigade,
            self.cavalry_regiment,
            self.artillery,
            self.hq,
        ]
    }
}

#[engine::by_the_book]
impl Tables {
    /// Reads and checks the charts.
    pub fn read(file: &DataFile, provenance: &mut Provenances) -> Result<Tables, DataError> {
        let table: TablesFile = file.parse()?;
        let mut take = Taker { file, provenance };
        let stacking: Stacking = take.section(table.stacking)?;
        let crt = &table.crt;
        let lines = [&crt.transfer, &crt.regroup, &crt.offensive, &crt.defensive];
        let mut crt_factors = [[0; COLUMNS - 1]; 4];
        for (line, factors) in lines.iter().zip(&mut crt_factors) {
            *factors = columns(file, line)?;
        }
        take.provenance.note("combat results table", &crt.source);
        take.provenance.note("bombardment table", &table.bombardment.source);
        Ok(Tables {
            movement: take.section(table.movement)?,
            rail: take.section(table.rail)?,
            initiative: take.section(table.initiative)?,
            combat: take.section(table.combat)?,
            modifiers: take.section(table.modifiers)?,
            supply: take.section(table.supply)?,
            recovery: take.section(table.recovery)?,
            paris: take.section(table.paris)?,
            victory: take.section(table.victory)?,
            taxis: take.section(table.taxis)?,
            stacking_offensive: stacking.offensive,
            stacking_other: stacking.other,
            points: stacking.points(),
            crt_factors,
            crt: results(file, &crt.results, combat_result, "EN, 1, 2, 3 or 4")?,
            gun_factors: columns(file, &table.bombardment.factors)?,
            guns: results(file, &table.bombardment.results, bombardment_result, "-, d, D, D1, D2 or D3")?,
            variable: variable(&table.variable, &mut take)?,
            command: command(&table.command, &mut take)?,
        })
    }

    /// The column of the combat results table for so many factors on the line of a mode, from 0. Factors are 1 or
    /// more [9.4.4a].
    pub fn column(&self, line: Mode, factors: u16) -> usize {
        self.crt_factors[line.index()].iter().take_while(|&&most| factors > most).count()
    }

    /// The result for a modified die: below 1 counts as 1, above 10 is Engaged [9.7.2.2].
    pub fn combat(&self, column: usize, die: i16) -> CombatResult {
        row(die).map_or(CombatResult::Engaged, |row| self.crt[row][column])
    }

    /// The column of the bombardment table for so many factors, from 0 [9.1.5a].
    pub fn gun_column(&self, factors: u16) -> usize {
        self.gun_factors.iter().take_while(|&&most| factors > most).count()
    }

    /// The result for a modified die: below 1 counts as 1, above 10 is nothing [9.7.2.1].
    pub fn bombardment(&self, column: usize, die: i16) -> BombardmentResult {
        row(die).map_or(BombardmentResult::Nothing, |row| self.guns[row][column])
    }

    /// The factors of a column on the line of a mode, for people: `9-14`, `91+`.
    pub fn column_title(&self, line: Mode, column: usize) -> String {
        range_title(&self.crt_factors[line.index()], column)
    }

    /// The factors of a column of the bombardment table, for people.
    pub fn gun_column_title(&self, column: usize) -> String {
        range_title(&self.gun_factors, column)
    }

    /// What a die says on the line of an Army [15.3.1a].
    pub fn command(&self, army: &str, die: u8) -> Command {
        let line = self.command.iter().find(|(id, _)| id == army).map(|(_, line)| line);
        let at = line.map_or(3, |line| line.iter().take_while(|&&most| die > most).count());
        use Command::{ChangeNormally, MustDefensive, MustOffensive, MustRegroup, NoChange};
        [MustRegroup, MustDefensive, NoChange, ChangeNormally, MustOffensive][at]
    }

    /// The Armies that have a line on the command and control table.
    pub fn commanded(&self) -> impl Iterator<Item = &str> {
        self.command.iter().map(|(army, _)| army.as_str())
    }
}

/// The row of a table for a modified die, or none above its last.
fn row(die: i16) -> Option<usize> {
    let row = usize::try_from(die.max(1) - 1).ok()?;
    (row < DIE).then_some(row)
}

fn range_title(most: &[u16], column: usize) -> String {
    let from = column.checked_sub(1).map_or(1, |before| most[before] + 1);
    match most.get(column) {
        Some(to) if *to == from => from.to_string(),
        Some(to) => format!("{from}-{to}"),
        None => format!("{from}+"),
    }
}

/// The most factors for each column but the last, growing.
fn columns<const N: usize>(file: &DataFile, line: &Spanned<Vec<u16>>) -> Result<[u16; N], DataError> {
    let found = line.as_ref();
    let growing = found.first().is_some_and(|&first| first > 0) && found.windows(2).all(|pair| pair[0] < pair[1]);
    let wrong = || file.error_with(line, format!("expected {N} numbers that grow from 1 or more"));
    if growing { found.as_slice().try_into().map_err(|_| wrong()) } else { Err(wrong()) }
}

/// The cells of a table, a row a die.
fn results<T: Copy, const N: usize>(
    file: &DataFile,
    rows: &Spanned<Vec<Spanned<String>>>,
    cell: impl Fn(&str) -> Option<T>,
    known: &str,
) -> Result<[[T; N]; DIE], DataError> {
    let mut table = Vec::new();
    for row in rows.as_ref() {
        let mut cells = Vec::new();
        for word in row.as_ref().split_whitespace() {
            let wrong = || file.error_with(row, format!("unknown result \"{word}\", expected {known}"));
            cells.push(cell(word).ok_or_else(wrong)?);
        }
        let wrong = || file.error_with(row, format!("found {} results in the row, expected {N}", cells.len()));
        table.push(<[T; N]>::try_from(cells.as_slice()).map_err(|_| wrong())?);
    }
    let wrong = || file.error_with(rows, format!("found {} rows, expected {DIE}", table.len()));
    table.as_slice().try_into().map_err(|_| wrong())
}

fn combat_result(word: &str) -> Option<CombatResult> {
    match word {
        "EN" => Some(CombatResult::Engaged),
        "1" | "2" | "3" | "4" => word.parse().ok().map(CombatResult::Loss),
        _ => None,
    }
}

fn bombardment_result(word: &str) -> Option<BombardmentResult> {
    match word {
        "-" => Some(BombardmentResult::Nothing),
        "d" => Some(BombardmentResult::One),
        "D" => Some(BombardmentResult::All(0)),
        "D1" | "D2" | "D3" => word[1..].parse().ok().map(BombardmentResult::All),
        _ => None,
    }
}

fn variable(table: &VariableTable, take: &mut Taker) -> Result<[Variable; Group::ALL.len()], DataError> {
    take.provenance.note("variable reinforcement table", &table.source);
    let mut rows = [const { None }; Group::ALL.len()];
    for row in table.rows.as_ref() {
        if row.dice.as_ref().is_empty() || row.dice.as_ref().iter().any(|&die| usize::from(die) > DIE) {
            return Err(take.file.error_with(&row.dice, format!("expected one or more dice of 0 to {DIE}")));
        }
        let place = &mut rows[row.group.as_ref().index()];
        if place.is_some() {
            let message = format!("the group \"{}\" stands here twice", row.group.as_ref().id());
            return Err(take.file.error_with(&row.group, message));
        }
        *place = Some(Variable { from: row.from, dice: row.dice.as_ref().clone() });
    }
    for (group, row) in Group::ALL.iter().zip(&rows) {
        if row.is_none() {
            return Err(take.file.error_with(&table.rows, format!("the group \"{}\" is missing", group.id())));
        }
    }
    Ok(rows.map(|row| row.expect("no group is missing")))
}

fn command(table: &CommandTable, take: &mut Taker) -> Result<Vec<(String, [u8; 4])>, DataError> {
    take.provenance.note("command and control table", &table.source);
    let mut rows = Vec::new();
    for row in table.rows.as_ref() {
        let dice = *row.dice.as_ref();
        // Must Offensive and No Change are rolled again for some HQs, so another result must be possible.
        let lasting = dice.is_sorted() && usize::from(dice[3]) <= DIE && (dice[1] > 0 || dice[3] > dice[2]);
        if !lasting {
            let message = format!(
                "expected four dice of 0 to {DIE} that do not fall, with more than No Change and Must Offensive"
            );
            return Err(take.file.error_with(&row.dice, message));
        }
        rows.push((row.army.as_ref().clone(), dice));
    }
    Ok(rows)
}
