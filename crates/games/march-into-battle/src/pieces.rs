//! 2.2 to 2.4 The counters: divisions, leaders and chits.

use engine::Side;
use engine::data::{self, DataError, DataFile, Glossary, Provenances, Sourced, Taker};
use serde::{Deserialize, Deserializer};
use std::ops::Range;

/// The side of the French and their allies.
pub const FRENCH: Side = Side::First;
/// The side of the Austrians or Russians.
pub const COALITION: Side = Side::Second;

/// The most units of a battle, detachments and Grand Batteries included.
pub const UNITS: usize = 40;
/// The most leaders of a battle.
pub const LEADERS: usize = 16;
/// The most formations of a battle.
pub const FORMATIONS: usize = 16;

engine::named! {
    /// What a unit is.
    pub enum Arm {
        /// An infantry division [1a, 2.2.1a], of up to five steps [2.2.1b].
        Infantry = "infantry",
        /// A cavalry division of light horse [2.2.2a], halved in defence [7.6b].
        LightCavalry = "light-cavalry": "light cavalry",
        /// Another cavalry division.
        HeavyCavalry = "heavy-cavalry": "heavy cavalry",
        /// A brigade or regiment detached from a division [10.3a].
        Detachment = "detachment",
        /// Batteries drawn together [16.5b].
        Battery = "battery": "Grand Battery",
    }
}

impl Arm {
    /// Whether it is cavalry of either kind.
    pub const fn is_cavalry(self) -> bool {
        matches!(self, Arm::LightCavalry | Arm::HeavyCavalry)
    }

    /// Whether it is infantry, detached or not.
    pub const fn is_infantry(self) -> bool {
        matches!(self, Arm::Infantry | Arm::Detachment)
    }

    /// Whether it is a division, whose loss counts as such.
    pub const fn is_division(self) -> bool {
        matches!(self, Arm::Infantry | Arm::LightCavalry | Arm::HeavyCavalry)
    }

    /// Its symbol on the page.
    pub const fn symbol(self) -> &'static str {
        match self {
            Arm::Infantry | Arm::Detachment => "infantry",
            Arm::LightCavalry | Arm::HeavyCavalry => "cavalry",
            Arm::Battery => "artillery",
        }
    }
}

/// A combat unit as its counters and its line of the force chart say [2.2.1d, 7.9a, 7.14a].
#[derive(Clone, Debug, Deserialize)]
pub struct Unit {
    /// The word by which notation knows it.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// Its side.
    #[serde(deserialize_with = "side")]
    pub side: Side,
    /// Whose uniform it wears.
    pub nation: String,
    /// Its formation; `None` for a detachment that takes its parent's when it is made.
    #[serde(default, deserialize_with = "some_formation")]
    pub formation: Option<u8>,
    /// What it is.
    pub arm: Arm,
    /// Its steps at the start; 0 for counters that come into play later.
    #[serde(default, deserialize_with = "data::limited::<0, 6, _, _>")]
    pub steps: u8,
    /// Its morale rating; the higher the better [2.2.1e].
    #[serde(default)]
    pub morale: u8,
    /// Its movement allowance [6.0a].
    #[serde(default, deserialize_with = "data::limited::<0, 30, _, _>")]
    pub movement: u8,
    /// Attached batteries.
    #[serde(default, deserialize_with = "data::limited::<0, 10, _, _>")]
    pub guns: u8,
    /// Whether they are horse artillery [7.12c].
    #[serde(default)]
    pub horse_guns: bool,
    /// Organic cavalry [7.14a].
    #[serde(default, rename = "cavalry", deserialize_with = "data::limited::<0, 6, _, _>")]
    pub organic: u8,
    /// The division from which it is detached at the start.
    #[serde(default, deserialize_with = "some_unit")]
    pub parent: Option<u8>,
    /// The corps whose detachment this is, or which may detach from it [10.3a].
    #[serde(default, deserialize_with = "some_corps")]
    pub corps: Option<u8>,
    /// Whether its elimination is worth nothing beyond its steps: the Insurrection of Raab.
    #[serde(default)]
    pub insurrection: bool,
}

#[engine::by_the_book]
impl Unit {
    /// Its values as its full counter prints them [2.2.1d].
    pub fn values(&self, strength_per_step: u8) -> String {
        format!("{}-{}-{}", self.steps * strength_per_step, self.morale, self.movement)
    }
}

/// A leader [2.2.4b].
#[derive(Clone, Debug, Deserialize)]
pub struct Leader {
    /// The word by which notation knows him.
    pub id: String,
    /// His name.
    pub title: String,
    /// His side.
    #[serde(deserialize_with = "side")]
    pub side: Side,
    /// Whose uniform he wears.
    pub nation: String,
    /// The formation that he leads.
    #[serde(default, deserialize_with = "some_formation")]
    pub formation: Option<u8>,
    /// Whether he commands the army [2.2.4a].
    #[serde(default)]
    pub commander: bool,
    /// Whether he commands it until the commander is on the map.
    #[serde(default)]
    pub deputy: bool,
    /// His rating: command range, and units of his corps in one attack [7.0h].
    #[serde(deserialize_with = "data::limited::<1, 6, _, _>")]
    pub rating: u8,
    /// His tactical bonus [2.2.4c].
    #[serde(default, deserialize_with = "data::limited::<0, 3, _, _>")]
    pub bonus: u8,
    /// His movement allowance.
    #[serde(deserialize_with = "data::limited::<0, 30, _, _>")]
    pub movement: u8,
}

/// A formation with a chit of its own [2.3a].
#[derive(Clone, Debug, Deserialize)]
pub struct Formation {
    /// The word on its chit.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// Its side.
    #[serde(deserialize_with = "side")]
    pub side: Side,
    /// Whether it is the Grand Battery [16.5e].
    #[serde(default)]
    pub battery: bool,
}

/// A corps that may detach [10.3a].
#[derive(Clone, Debug, Deserialize)]
pub struct Corps {
    /// Its name.
    pub id: String,
    /// Its side.
    #[serde(deserialize_with = "side")]
    pub side: Side,
    /// Its formations.
    #[serde(deserialize_with = "listed_formations")]
    pub formations: Vec<u8>,
    /// Its detachment counter [10.3b].
    #[serde(skip)]
    pub counter: u8,
}

/// The counters of a battle.
#[derive(Debug)]
pub struct Pieces {
    /// The chits.
    pub formations: Vec<Formation>,
    /// The corps that may detach.
    pub corps: Vec<Corps>,
    /// The units.
    pub units: Vec<Unit>,
    /// The leaders.
    pub leaders: Vec<Leader>,
}

/// The counters as they are written.
#[derive(Deserialize)]
struct PiecesFile {
    formation: Vec<Sourced<Formation>>,
    #[serde(default)]
    corps: Vec<Sourced<Corps>>,
    unit: Vec<Sourced<Unit>>,
    leader: Vec<Sourced<Leader>>,
}

/// The names in the file, in their order: its own lines speak of them.
#[derive(Deserialize)]
struct Names {
    formation: Vec<Name>,
    #[serde(default)]
    corps: Vec<Name>,
    unit: Vec<Name>,
}

#[derive(Deserialize)]
struct Name {
    id: String,
}

/// A side as data files name it.
#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SideName {
    French,
    Coalition,
}

/// A side, by its name.
pub(crate) fn side<'de, D: Deserializer<'de>>(from: D) -> Result<Side, D::Error> {
    SideName::deserialize(from).map(|name| match name {
        SideName::French => FRENCH,
        SideName::Coalition => COALITION,
    })
}

/// A formation, by the word on its chit.
pub(crate) fn formation<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    data::number(from, "formation").map(|number| number as u8)
}

/// Formations, a bit each.
pub(crate) fn formations<'de, D: Deserializer<'de>>(from: D) -> Result<u16, D::Error> {
    Ok(data::numbers(from, "formation")?.into_iter().fold(0, |bits, formation| bits | 1 << formation))
}

fn listed_formations<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
    Ok(data::numbers(from, "formation")?.into_iter().map(|number| number as u8).collect())
}

fn some_formation<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u8>, D::Error> {
    formation(from).map(Some)
}

fn some_unit<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u8>, D::Error> {
    data::number(from, "unit").map(|number| Some(number as u8))
}

fn some_corps<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u8>, D::Error> {
    data::number(from, "corps").map(|number| Some(number as u8))
}

impl Pieces {
    /// Reads and checks the counters of a battle.
    pub fn read(file: &DataFile, provenance: &mut Provenances) -> Result<Pieces, DataError> {
        let names: Names = file.parse_part()?;
        let find = |names: &[Name], id: &str| names.iter().position(|name| name.id == id);
        let chits = names.formation.iter().map(|name| name.id.as_str());
        let glossary = Glossary::default()
            .one_of("formation", chits.collect())
            .with("corps", |id| find(&names.corps, id))
            .with("unit", |id| find(&names.unit, id));
        let table: PiecesFile = file.parse_with(&glossary)?;
        table.check_counts(file)?;
        table.check_names(file)?;
        table.unit.iter().try_for_each(|unit| table.check_unit(file, unit))?;
        table.leader.iter().try_for_each(|leader| {
            let Leader { side, formation, .. } = leader.value;
            table.check_formations(file, leader.span(), side, formation)
        })?;
        let mut take = Taker { file, provenance };
        let corps: Vec<Corps> =
            (0..).zip(&table.corps).map(|(at, row)| table.corps(file, at, row)).collect::<Result<_, _>>()?;
        for row in &table.corps {
            take.note(format!("detachments of {}", row.value.id), &row.source);
        }
        let units = take.rows(table.unit, |unit| format!("counter {}", unit.title));
        Ok(Pieces {
            units: joined_to_corps(units, &corps),
            formations: take.rows(table.formation, |formation| format!("chit {}", formation.title)),
            leaders: take.rows(table.leader, |leader| format!("leader {}", leader.title)),
            corps,
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
}

/// Infantry divisions of the formations of a corps may detach.
fn joined_to_corps(mut units: Vec<Unit>, corps: &[Corps]) -> Vec<Unit> {
    for unit in units.iter_mut().filter(|unit| unit.arm == Arm::Infantry) {
        let formation = unit.formation;
        let own = corps.iter().position(|corps| formation.is_some_and(|at| corps.formations.contains(&at)));
        unit.corps = own.map(|at| at as u8);
    }
    units
}

impl PiecesFile {
    fn check_counts(&self, file: &DataFile) -> Result<(), DataError> {
        for (what, count, most) in [
            ("units", self.unit.len(), UNITS),
            ("leaders", self.leader.len(), LEADERS),
            ("formations", self.formation.len(), FORMATIONS),
        ] {
            if count > most {
                let message = format!("found {count} {what}, expected no more than {most}");
                return Err(file.error_on_line(1, message));
            }
        }
        Ok(())
    }

    /// Names stand in notation and records, so each is one word of its own.
    fn check_names(&self, file: &DataFile) -> Result<(), DataError> {
        let units = self.unit.iter().map(|row| (&row.value.id, row.span()));
        let leaders = self.leader.iter().map(|row| (&row.value.id, row.span()));
        let formations = self.formation.iter().map(|row| (&row.value.id, row.span()));
        data::check_words(file, units.chain(leaders).chain(formations))
    }

    /// A counter belongs to formations of its own side.
    fn check_formations(
        &self,
        file: &DataFile,
        at: Range<usize>,
        side: Side,
        formations: impl IntoIterator<Item = u8>,
    ) -> Result<(), DataError> {
        let known = |formation: u8| &self.formation[usize::from(formation)].value;
        match formations.into_iter().map(known).find(|formation| formation.side != side) {
            Some(other) => Err(file.error_at(at, format!("the formation \"{}\" is of the other side", other.id))),
            None => Ok(()),
        }
    }

    fn check_unit(&self, file: &DataFile, row: &Sourced<Unit>) -> Result<(), DataError> {
        let unit = &row.value;
        self.check_formations(file, row.span(), unit.side, unit.formation)?;
        let wrong = |message: String| Err(file.error_at(row.span(), format!("{}: {message}", unit.id)));
        let wanted = match unit.arm {
            Arm::Battery => unit.formation.is_some() && unit.steps == 0,
            Arm::Detachment => unit.corps.is_some() && (unit.steps == 0 || unit.parent.is_some()),
            _ => unit.formation.is_some() && unit.steps > 0,
        };
        if !wanted {
            return wrong("a division needs a formation and steps, a detachment a corps, a battery a formation".into());
        }
        if unit.steps > 0 && !(1..=6).contains(&unit.morale) {
            return wrong(format!("found morale {}, expected 1 to 6", unit.morale));
        }
        Ok(())
    }

    /// A corps with its detachment counter.
    fn corps(&self, file: &DataFile, at: u8, row: &Sourced<Corps>) -> Result<Corps, DataError> {
        let corps = &row.value;
        self.check_formations(file, row.span(), corps.side, corps.formations.iter().copied())?;
        let detaches = |unit: &Sourced<Unit>| unit.value.arm == Arm::Detachment && unit.value.corps == Some(at);
        let missing = || file.error_at(row.span(), format!("the corps \"{}\" has no detachment counter", corps.id));
        let counter = self.unit.iter().position(detaches).ok_or_else(missing)? as u8;
        Ok(Corps { counter, ..corps.clone() })
    }
}
