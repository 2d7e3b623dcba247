//! The charts: movement costs, strength factors, odds, combat results and effects, fatigue.

use crate::ground::Terrain;
use engine::data::{DataError, DataFile, Datum, Printed, Provenance, Provenances, Taker, Unchecked};
use serde::Deserialize;
use serde_spanned::Spanned;
use std::fmt;
use std::str::FromStr;

engine::named! {
    /// Who pays for movement: foot, horse, or a leader with his staff.
    pub enum Mover {
        /// Infantry and detachments.
        Foot = "foot",
        /// Cavalry.
        Horse = "horse",
        /// Leaders.
        Leader = "leader",
    }
}

/// A factor of the Combat Strength Modifier chart, as an exact fraction.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Factor {
    /// Above the line.
    pub over: u8,
    /// Below the line.
    pub under: u8,
}

impl Factor {
    /// No change.
    pub const ONE: Factor = Factor { over: 1, under: 1 };
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.under == 1 { write!(f, "x{}", self.over) } else { write!(f, "x{}/{}", self.over, self.under) }
    }
}

impl FromStr for Factor {
    type Err = String;

    fn from_str(text: &str) -> Result<Factor, String> {
        let wrong = || format!("\"{text}\" is no factor, expected a number or a fraction such as 3/4");
        let (over, under) = text.split_once('/').unwrap_or((text, "1"));
        let number = |text: &str| text.parse::<u8>().ok().filter(|number| (1..=MOST_FACTOR).contains(number));
        Ok(Factor { over: number(over).ok_or_else(wrong)?, under: number(under).ok_or_else(wrong)? })
    }
}

impl Printed for Factor {
    type Written = String;
    type Limits = ();

    fn check(written: String, (): ()) -> Result<Factor, String> {
        written.parse()
    }

    fn words(&self) -> String {
        self.to_string()
    }
}

/// The highest number above or below the line of a factor, so that products stay exact.
const MOST_FACTOR: u8 = 8;
/// The most points that anything costs.
const MOST_POINTS: u8 = 30;

engine::named! {
    /// A column of the Combat Effects Table.
    pub enum Column {
        /// Nobody gave way.
        Engaged = "engaged": "Engaged",
        /// For a stack that gives way.
        Retreat = "retreat": "Retreat",
        /// For a stack that gains ground.
        Advance = "advance": "Advance",
    }
}

/// Who is disorganized by an outcome [7.3.D, 7.3.D#, 7.3.D#L].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Disorder {
    /// Nobody.
    None,
    /// Every unit of the stack.
    All,
    /// Every unit with this morale or less.
    UpTo(u8),
    /// Every unit with this morale or less; the rest of the stack loses a step to casualties.
    OrLoss(u8),
}

/// An outcome of the Combat Effects Table [7.3a].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Effect {
    /// Steps lost for good [7.3.#c].
    pub casualties: u8,
    /// Whether one more is lost for good if the other side had higher morale [7.3.ic].
    pub inferior_casualty: bool,
    /// Steps lost to stragglers [7.3.#s].
    pub stragglers: u8,
    /// Whether one more straggles if the other side had higher morale [7.3.is].
    pub inferior_straggler: bool,
    /// Who is disorganized.
    pub disorder: Disorder,
    /// Levels of fatigue for every unit of the stack [7.3.#F, 11.0d].
    pub fatigue: u8,
    /// Whether a level of supply is used, which no battle here keeps [12.0].
    pub supply: bool,
}

impl Effect {
    /// Nothing happens.
    pub const NONE: Effect = Effect {
        casualties: 0,
        inferior_casualty: false,
        stragglers: 0,
        inferior_straggler: false,
        disorder: Disorder::None,
        fatigue: 0,
        supply: false,
    };
}

impl Effect {
    /// The outcome as players say it.
    pub fn words(&self) -> String {
        let counted = |count: u8, one: &str, many: &str| match count {
            0 => None,
            1 => Some(one.to_string()),
            _ => Some(many.replace('#', &count.to_string())),
        };
        let when = |holds: bool, words: &str| holds.then(|| words.to_string());
        let disorder = match self.disorder {
            Disorder::None => None,
            Disorder::All => Some("every unit is disorganized".to_string()),
            Disorder::UpTo(morale) => Some(format!("units with a morale up to {morale} are disorganized")),
            Disorder::OrLoss(morale) => Some(format!(
                "units with a morale up to {morale} are disorganized, and the others lose a step for good instead"
            )),
        };
        let words = [
            counted(self.casualties, "the stack loses 1 step for good", "the stack loses # steps for good"),
            when(self.inferior_casualty, "it loses 1 more if the other side had higher morale"),
            counted(self.stragglers, "1 step straggles", "# steps straggle"),
            when(self.inferior_straggler, "1 more straggles if the other side had higher morale"),
            disorder,
            counted(self.fatigue, "1 level of fatigue", "# levels of fatigue"),
            when(self.supply, "a level of supply is used, which no battle here keeps"),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        if words.is_empty() { "nothing happens".into() } else { words.join("; ") }
    }
}

impl FromStr for Effect {
    type Err = String;

    fn from_str(text: &str) -> Result<Effect, String> {
        let mut effect = Effect::NONE;
        for code in text.split_whitespace() {
            let wrong = || format!("\"{code}\" is no outcome, expected one of #c, ic, #s, is, D, D#, D#L, #F, S");
            let number = |text: &str| text.parse::<u8>().ok().filter(|n| (1..=6).contains(n)).ok_or_else(wrong);
            match code {
                "ic" => effect.inferior_casualty = true,
                "is" => effect.inferior_straggler = true,
                "D" => effect.disorder = Disorder::All,
                "S" => effect.supply = true,
                _ => {
                    if let Some(rest) = code.strip_prefix('D') {
                        effect.disorder = match rest.strip_suffix('L') {
                            Some(morale) => Disorder::OrLoss(number(morale)?),
                            None => Disorder::UpTo(number(rest)?),
                        };
                    } else if let Some(count) = code.strip_suffix('c') {
                        effect.casualties = number(count)?;
                    } else if let Some(count) = code.strip_suffix('s') {
                        effect.stragglers = number(count)?;
                    } else if let Some(count) = code.strip_suffix('F') {
                        effect.fatigue = number(count)?;
                    } else {
                        return Err(wrong());
                    }
                }
            }
        }
        Ok(effect)
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words: Vec<String> = Vec::new();
        if self.casualties > 0 {
            words.push(format!("{}c", self.casualties));
        }
        if self.inferior_casualty {
            words.push("ic".into());
        }
        if self.stragglers > 0 {
            words.push(format!("{}s", self.stragglers));
        }
        if self.inferior_straggler {
            words.push("is".into());
        }
        match self.disorder {
            Disorder::None => {}
            Disorder::All => words.push("D".into()),
            Disorder::UpTo(morale) => words.push(format!("D{morale}")),
            Disorder::OrLoss(morale) => words.push(format!("D{morale}L")),
        }
        if self.fatigue > 0 {
            words.push(format!("{}F", self.fatigue));
        }
        if self.supply {
            words.push("S".into());
        }
        if words.is_empty() { f.write_str("no effect") } else { f.write_str(&words.join(" ")) }
    }
}

/// A line of the Combat Results Table [7.1.6a, 7.1.6b]: "Engaged +1" for the defender is a line without retreat and a
/// `defender` of 1 [7.1.7b].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Line {
    /// The modified roll.
    pub roll: i8,
    /// Hexes that the defender retreats and the attacker may advance; 0 if both are engaged.
    pub retreat: u8,
    /// What defending stacks add on the Combat Effects Table.
    pub defender: i8,
    /// What attacking stacks add there.
    pub attacker: i8,
}

impl Line {
    /// The column for defending stacks.
    pub const fn defender_column(self) -> Column {
        if self.retreat == 0 { Column::Engaged } else { Column::Retreat }
    }

    /// The column for attacking stacks.
    pub const fn attacker_column(self) -> Column {
        if self.retreat == 0 { Column::Engaged } else { Column::Advance }
    }
}

/// One kind of ground on the charts.
#[derive(Copy, Clone, Debug)]
pub struct TerrainRow {
    /// Points to enter, by [`Mover`], such as 3 for forest [6.0c]; `None` if it cannot be entered [8.4].
    pub movement: Option<[u8; 3]>,
    /// The factor of attacking foot and horse when the defender stands in it.
    pub attack: [Factor; 2],
}

/// Points for each [`Mover`].
pub type Points = [u8; 3];

engine::section! {
    /// Movement costs besides those of the ground.
    #[derive(Copy, Clone, Debug)]
    pub struct Movement {
        /// A hex entered by road, minor roads too [6.3a, 6.3b].
        pub road: Points = "road, for foot, horse and leaders" within 0..=MOST_POINTS,
        /// Over a creek without a bridge.
        pub creek: Points = "creek, for foot, horse and leaders" within 0..=MOST_POINTS,
        /// Over a stream without a bridge.
        pub stream: Points = "stream, for foot, horse and leaders" within 0..=MOST_POINTS,
        /// Over a ford of a river.
        pub ford: Points = "ford, for foot, horse and leaders" within 0..=MOST_POINTS,
        /// Up a slope.
        pub slope_up: Points = "up a slope, for foot, horse and leaders" within 0..=MOST_POINTS,
        /// Up a steep slope.
        pub steep_up: Points = "up a steep slope, for foot, horse and leaders" within 0..=MOST_POINTS,
        /// Down a slope.
        pub slope_down: Points = "down a slope, for foot, horse and leaders" within 0..=MOST_POINTS,
        /// Down a steep slope.
        pub steep_down: Points = "down a steep slope, for foot, horse and leaders" within 0..=MOST_POINTS,
        /// Leaving an enemy zone of control in which the movement began [6.2j].
        pub leave_zone: u8 = "leaving a zone of control" within 0..=MOST_POINTS,
        /// Another facing at the end [6.8c].
        pub facing: u8 = "another facing" within 0..=MOST_POINTS,
        /// An attack after moving [6.9a].
        pub attack: u8 = "attack after moving" within 0..=MOST_POINTS,
        /// Going on after cavalry has evaded [7.6g].
        pub pursue: u8 = "going on after an evasion" within 0..=MOST_POINTS,
        /// Leaving the map at an exit.
        pub exit: u8 = "leaving the map" within 0..=MOST_POINTS,
        /// The whole allowance of a Spent unit [11.1d].
        pub spent: u8 = "allowance of a Spent unit" within 0..=MOST_POINTS,
    }

    /// What multiplies strengths besides the ground of a hex.
    #[derive(Copy, Clone, Debug)]
    #[expect(missing_docs, reason = "each is named as in the chart")]
    pub struct Factors {
        pub creek: Factor = "attack over a creek",
        pub creek_bridge: Factor = "attack over a creek by a bridge",
        pub stream: Factor = "attack over a stream",
        pub stream_bridge: Factor = "attack over a stream by a bridge",
        pub river_bridge: Factor = "attack over a river bridge",
        pub ford: Factor = "attack over a ford",
        pub slope: Factor = "attack up a slope",
        pub steep: Factor = "attack up a steep slope",
        pub chateau_garrison: Factor = "attack on a detachment in a chateau",
        pub trench: Factor = "attack on trenches",
        pub night: Factor = "attack at night",
        pub rear: Factor = "attack through a rear hexside",
        pub disorganized: Factor = "disorganized",
        pub tired: Factor = "Tired",
        pub cavalry_with_infantry: Factor = "cavalry attacking with infantry",
        pub cavalry_no_charge: Factor = "cavalry attacking infantry without a charge",
        pub charge_met: Factor = "charge on infantry that holds",
        pub charge_on_broken: Factor = "charge on broken troops",
        pub light_cavalry_defends: Factor = "light cavalry defending",
        pub countercharge: Factor = "countercharge",
        pub battery_front: Factor = "Grand Battery attacked from the front",
    }

    /// Limits and small numbers of the rules.
    #[derive(Copy, Clone, Debug)]
    pub struct Limits {
        /// Strength points in a hex [6.1a].
        pub stacking: u8 = "strength points in a hex" within 1..=100,
        /// Strength points of a step [2.2.1c].
        pub strength_per_step: u8 = "strength points of a step" within 1..=10,
        /// Steps of a unit that may be missing as stragglers [10.0c].
        pub stragglers: u8 = "straggler steps of a unit" within 0..=6,
        /// Steps of a detachment [10.3c].
        pub detachment_steps: u8 = "steps of a detachment" within 1..=6,
        /// The largest morale difference that counts [7.1.3b].
        pub morale_difference: i8 = "largest morale modifier" within 0..=6,
        /// Hexes of a retreat before combat [7.6c].
        pub evasion: u8 = "hexes of a retreat before combat" within 1..=6,
        /// Hexes that a smashed unit retreats [10.2c, 10.2f].
        pub smashed_retreat: u8 = "hexes a smashed unit retreats" within 0..=6,
        /// Steps lost by a stack that cannot retreat [7.2j].
        pub blocked_casualties: u8 = "steps lost without a way out" within 0..=6,
        /// Steps lost by a stack that retreats over a river or through a swamp [7.2l, 7.2s].
        pub water_casualties: u8 = "steps lost over a river or in a swamp" within 0..=6,
        /// For an attack on one hex from three [7.1.4a].
        pub three_hexes: i8 = "modifier for three hexes" within 0..=6,
        /// What enfilading guns add [7.11d].
        pub enfilade: u8 = "what enfilading guns add" within 0..=6,
        /// For the weaker artillery under threat of cavalry [7.11e].
        pub square: i8 = "modifier for square under fire" within 0..=6,
        /// What cavalry adds to its morale to recover stragglers [10.1d].
        pub cavalry_recovery: u8 = "cavalry's help to recover" within 0..=6,
        /// What every unit adds at night [10.1e].
        pub night_recovery: u8 = "the night's help to recover" within 0..=6,
        /// Artillery points of a Grand Battery in a hex [16.5d].
        pub battery_points: u8 = "artillery points in a hex" within 1..=30,
        /// The least points of a Grand Battery.
        pub battery_least: u8 = "least artillery points of a Grand Battery" within 1..=30,
        /// Its range [16.5g].
        pub battery_range: u8 = "range of a Grand Battery" within 1..=2,
        /// The strength of its target [16.5h].
        pub bombarded_strength: u8 = "strength of a bombarded target" within 1..=100,
        /// The last box of the initiative track on either side of the middle.
        pub initiative_end: i8 = "end of the initiative track" within 1..=20,
    }

    /// The Fatigue Effects Table.
    #[derive(Copy, Clone, Debug)]
    pub struct Fatigue {
        /// Boxes ticked when a unit is Spent: all [11.1d].
        pub spent: u8 = "boxes ticked when Spent" within 1..=30,
        /// Boxes ticked when a unit is Tired [11.1b].
        pub tired: u8 = "boxes ticked when Tired" within 1..=spent,
        /// For moving at least a hex.
        pub march: u8 = "fatigue of a march" within 0..=9,
        /// More for Double Time [6.12b].
        pub double_time: u8 = "fatigue of Double Time" within 0..=9,
        /// More for cavalry after combat and evasion [7.6h, 7.6i].
        pub cavalry_combat: u8 = "fatigue of cavalry in combat" within 0..=9,
        /// For cavalry whose zone is retreated through [7.2h].
        pub cavalry_zone: u8 = "fatigue of cavalry that harries a retreat" within 0..=9,
        /// For being driven out of a Field of Fire [8.2k].
        pub field_of_fire: u8 = "fatigue of leaving a Field of Fire" within 0..=9,
        /// For a failed recovery while smashed [10.2f].
        pub failed_recovery: u8 = "fatigue of a failed recovery" within 0..=9,
        /// Taken off by rest.
        pub rest: u8 = "fatigue taken off by rest" within 0..=9,
        /// Taken off by rest next to an enemy.
        pub rest_near_enemy: u8 = "fatigue taken off by rest near the enemy" within 0..=9,
        /// Taken off by rest at night.
        pub rest_at_night: u8 = "fatigue taken off by rest at night" within 0..=9,
    }

    /// Victory points that all battles share.
    #[derive(Copy, Clone, Debug)]
    pub struct Spoils {
        /// For a step lost for good.
        pub step: i16 = "points for a step" within 0..=100,
        /// For a division smashed at the end.
        pub smashed: i16 = "points for a smashed division" within 0..=100,
        /// For a division eliminated.
        pub eliminated: i16 = "points for an eliminated division" within 0..=100,
        /// How many lost batteries make a point.
        pub batteries: i16 = "lost batteries for a point" within 1..=100,
    }
}

/// The charts.
#[derive(Debug)]
pub struct Tables {
    /// Limits and small numbers.
    pub limits: Limits,
    /// Movement costs besides the ground.
    pub movement: Movement,
    /// The kinds of ground, by [`Terrain`].
    pub terrain: [TerrainRow; Terrain::ALL.len()],
    /// What multiplies strengths.
    pub factors: Factors,
    /// The Fatigue Effects Table.
    pub fatigue: Fatigue,
    /// Victory points that all battles share.
    pub victory: Spoils,
    above: Vec<(u16, i8)>,
    below: Vec<(u16, i8)>,
    crt: Vec<Line>,
    cet: Vec<[Effect; 3]>,
    cet_first: i8,
}

#[derive(Deserialize)]
struct TablesFile {
    limits: Unchecked<Limits>,
    movement: Unchecked<Movement>,
    terrain: Vec<TerrainTable>,
    factors: Unchecked<Factors>,
    odds: OddsTable,
    crt: Vec<Spanned<CrtRow>>,
    cet: Vec<Spanned<CetRow>>,
    fatigue: Unchecked<Fatigue>,
    victory: Unchecked<Spoils>,
}

#[derive(Deserialize)]
struct TerrainTable {
    id: Spanned<String>,
    movement: Datum<Vec<u8>>,
    attack: Datum<[String; 2]>,
}

#[derive(Deserialize)]
struct OddsTable {
    above: Spanned<Vec<(f64, i8)>>,
    below: Spanned<Vec<(f64, i8)>>,
    source: Provenance,
}

#[derive(Deserialize)]
struct CrtRow {
    roll: i8,
    retreat: u8,
    defender: i8,
    attacker: i8,
    source: Provenance,
}

#[derive(Deserialize)]
struct CetRow {
    roll: i8,
    engaged: Spanned<String>,
    retreat: Spanned<String>,
    advance: Spanned<String>,
    source: Provenance,
}

#[engine::by_the_book]
impl Tables {
    /// Reads and checks the charts.
    pub fn read(file: &DataFile, provenance: &mut Provenances) -> Result<Tables, DataError> {
        let table: TablesFile = file.parse()?;
        let mut take = Taker { file, provenance };
        let odds = |steps: &Spanned<Vec<(f64, i8)>>| hundredths(file, steps);
        let (above, below) = (odds(&table.odds.above)?, odds(&table.odds.below)?);
        take.provenance.note("odds", &table.odds.source);
        Ok(Tables {
            limits: take.section(table.limits)?,
            movement: take.section(table.movement)?,
            terrain: terrain(&table.terrain, &mut take)?,
            factors: take.section(table.factors)?,
            fatigue: take.section(table.fatigue)?,
            victory: take.section(table.victory)?,
            above,
            below,
            crt: crt(&table.crt, &mut take)?,
            cet_first: table.cet.first().map_or(0, |row| row.as_ref().roll),
            cet: cet(&table.cet, &mut take)?,
        })
    }

    /// The modifier for the attacker's total against the defender's, both in the same unit [7.1.2a, 7.1.2b, 7.1.2c]:
    /// 12 to 8 is 2:1 [7.4a].
    pub fn odds(&self, attacker: u64, defender: u64) -> i8 {
        let step = |steps: &[(u16, i8)], more: u64, less: u64| {
            let reached = steps.iter().rev().find(|(ratio, _)| 100 * more >= u64::from(*ratio) * less);
            reached.map_or(0, |&(_, modifier)| modifier)
        };
        match attacker.cmp(&defender) {
            std::cmp::Ordering::Greater => step(&self.above, attacker, defender),
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Less => step(&self.below, defender, attacker),
        }
    }

    /// The line of the Combat Results Table for a modified roll [7.1.6a]; 5 is Retreat 1 [7.4c].
    pub fn result(&self, roll: i8) -> Line {
        let first = self.crt[0].roll;
        self.crt[usize::try_from(roll.saturating_sub(first)).unwrap_or(0).min(self.crt.len() - 1)]
    }

    /// All lines of the Combat Results Table.
    pub fn results(&self) -> impl Iterator<Item = Line> {
        self.crt.iter().copied()
    }

    /// The head of the line of the Combat Results Table for a modified roll.
    pub fn result_head(&self, roll: i8) -> String {
        line_head(roll, self.crt[0].roll, self.crt.len())
    }

    /// All lines of the Combat Effects Table, each with its roll.
    pub fn effects(&self) -> impl Iterator<Item = (i8, [Effect; 3])> {
        (self.cet_first..).zip(self.cet.iter().copied())
    }

    /// The head of the line of the Combat Effects Table for a modified roll.
    pub fn effect_head(&self, roll: i8) -> String {
        line_head(roll, self.cet_first, self.cet.len())
    }

    /// The least ratios for the stronger side in hundredths, each with its modifier: of the attacker, of the defender.
    pub fn odds_steps(&self) -> [&[(u16, i8)]; 2] {
        [&self.above, &self.below]
    }

    /// The outcome on the Combat Effects Table for a modified roll [7.1.7a], as in the example [7.4d].
    pub fn effect(&self, column: Column, roll: i8) -> Effect {
        let at = usize::try_from(roll.saturating_sub(self.cet_first)).unwrap_or(0).min(self.cet.len() - 1);
        self.cet[at][column as usize]
    }
}

/// The head of the line for a roll, where the first and the last line stand for everything beyond.
fn line_head(roll: i8, first: i8, lines: usize) -> String {
    let last = first + lines as i8 - 1;
    match roll {
        roll if roll <= first => format!("{first} or less"),
        roll if roll >= last => format!("{last} or more"),
        roll => roll.to_string(),
    }
}

/// Ratios in hundredths, growing.
fn hundredths(file: &DataFile, steps: &Spanned<Vec<(f64, i8)>>) -> Result<Vec<(u16, i8)>, DataError> {
    let ratios: Vec<(u16, i8)> =
        steps.as_ref().iter().map(|&(ratio, modifier)| ((ratio * 100.0).round() as u16, modifier)).collect();
    let grows = ratios.windows(2).all(|pair| pair[0].0 < pair[1].0) && ratios.first().is_some_and(|step| step.0 == 100);
    if grows { Ok(ratios) } else { Err(file.error_with(steps, "the ratios do not grow from 1.0")) }
}

fn terrain(rows: &[TerrainTable], take: &mut Taker) -> Result<[TerrainRow; Terrain::ALL.len()], DataError> {
    let mut table = [None; Terrain::ALL.len()];
    for row in rows {
        let terrain: Terrain =
            row.id.as_ref().parse().map_err(|message: String| take.file.error_with(&row.id, message))?;
        let movement = match row.movement.value.as_slice() {
            [] => None,
            &[foot, horse, leader] => Some([foot, horse, leader]),
            other => {
                let message =
                    format!("found {} costs, expected those of foot, horse and leaders, or none", other.len());
                return Err(take.file.error_at(row.movement.span(), message));
            }
        };
        if let Some(points) = row.movement.value.iter().find(|&&points| points > MOST_POINTS) {
            let message = format!("found {points}, expected 0 to {MOST_POINTS}");
            return Err(take.file.error_at(row.movement.span(), message));
        }
        let factor =
            |text: &String| text.parse().map_err(|message: String| take.file.error_at(row.attack.span(), message));
        let attack = [factor(&row.attack.value[0])?, factor(&row.attack.value[1])?];
        let title = terrain.title();
        take.provenance.note(format!("{title}: points to enter {:?}", row.movement.value), &row.movement.source);
        take.provenance
            .note(format!("{title}: attack {} on foot, {} mounted", attack[0], attack[1]), &row.attack.source);
        table[terrain as usize] = Some(TerrainRow { movement, attack });
    }
    let mut complete = [TerrainRow { movement: None, attack: [Factor::ONE; 2] }; Terrain::ALL.len()];
    for terrain in Terrain::ALL {
        let missing = || take.file.error_on_line(1, format!("the terrain \"{}\" is missing", terrain.id()));
        complete[terrain as usize] = table[terrain as usize].ok_or_else(missing)?;
    }
    Ok(complete)
}

fn crt(rows: &[Spanned<CrtRow>], take: &mut Taker) -> Result<Vec<Line>, DataError> {
    let mut lines: Vec<Line> = Vec::new();
    for spanned in rows {
        let row = spanned.as_ref();
        follows(take.file, spanned.span(), lines.last().map(|line| line.roll), row.roll)?;
        if row.retreat > 3 {
            return Err(take
                .file
                .error_at(spanned.span(), format!("found a retreat of {}, expected 0 to 3", row.retreat)));
        }
        take.provenance.note(format!("combat results for {}", row.roll), &row.source);
        lines.push(Line { roll: row.roll, retreat: row.retreat, defender: row.defender, attacker: row.attacker });
    }
    if lines.is_empty() { Err(take.file.error_on_line(1, "the Combat Results Table has no line")) } else { Ok(lines) }
}

fn cet(rows: &[Spanned<CetRow>], take: &mut Taker) -> Result<Vec<[Effect; 3]>, DataError> {
    let mut effects = Vec::new();
    let mut last = None;
    for spanned in rows {
        let row = spanned.as_ref();
        follows(take.file, spanned.span(), last, row.roll)?;
        last = Some(row.roll);
        let effect = |text: &Spanned<String>| {
            text.as_ref().parse::<Effect>().map_err(|message| take.file.error_with(text, message))
        };
        effects.push([effect(&row.engaged)?, effect(&row.retreat)?, effect(&row.advance)?]);
        take.provenance.note(format!("combat effects for {}", row.roll), &row.source);
    }
    if effects.is_empty() {
        Err(take.file.error_on_line(1, "the Combat Effects Table has no line"))
    } else {
        Ok(effects)
    }
}

/// Refuses a line that does not come right after the one before.
fn follows(file: &DataFile, span: std::ops::Range<usize>, before: Option<i8>, roll: i8) -> Result<(), DataError> {
    match before {
        Some(before) if roll != before + 1 => {
            Err(file.error_at(span, format!("found the line for {roll}, expected {}", before + 1)))
        }
        _ => Ok(()),
    }
}
