//! 2.2 to 2.4 The counters: divisions, leaders and chits.

use engine::Side;
use engine::data::{DataError, DataFile, Provenance, Provenances};
use serde::Deserialize;
use serde_spanned::Spanned;

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

/// What a unit is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arm {
    /// An infantry division [1a, 2.2.1a], of up to five steps [2.2.1b].
    Infantry,
    /// A cavalry division of light horse [2.2.2a], halved in defence [7.6b].
    LightCavalry,
    /// Another cavalry division.
    HeavyCavalry,
    /// A brigade or regiment detached from a division [10.3a].
    Detachment,
    /// Batteries drawn together [16.5b].
    Battery,
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

    /// Its name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Arm::Infantry => "infantry",
            Arm::LightCavalry => "light cavalry",
            Arm::HeavyCavalry => "heavy cavalry",
            Arm::Detachment => "detachment",
            Arm::Battery => "Grand Battery",
        }
    }
}

/// A combat unit as its counters and its line of the force chart say [2.2.1d, 7.9a, 7.14a].
#[derive(Clone, Debug)]
pub struct Unit {
    /// The word by which notation knows it.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// Its side.
    pub side: Side,
    /// Whose uniform it wears.
    pub nation: String,
    /// Its formation; `None` for a detachment that takes its parent's when it is made.
    pub formation: Option<u8>,
    /// What it is.
    pub arm: Arm,
    /// Its steps at the start; 0 for counters that come into play later.
    pub steps: u8,
    /// Its morale rating; the higher the better [2.2.1e].
    pub morale: u8,
    /// Its movement allowance [6.0a].
    pub movement: u8,
    /// Attached batteries.
    pub guns: u8,
    /// Whether they are horse artillery [7.12c].
    pub horse_guns: bool,
    /// Organic cavalry [7.14a].
    pub organic: u8,
    /// The division from which it is detached at the start.
    pub parent: Option<u8>,
    /// The corps whose detachment this is, or which may detach from it [10.3a].
    pub corps: Option<u8>,
    /// Whether its elimination is worth nothing beyond its steps: the Insurrection of Raab.
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
#[derive(Clone, Debug)]
pub struct Leader {
    /// The word by which notation knows him.
    pub id: String,
    /// His name.
    pub title: String,
    /// His side.
    pub side: Side,
    /// Whose uniform he wears.
    pub nation: String,
    /// The formation that he leads.
    pub formation: Option<u8>,
    /// Whether he commands the army [2.2.4a].
    pub commander: bool,
    /// Whether he commands it until the commander is on the map.
    pub deputy: bool,
    /// His rating: command range, and units of his corps in one attack [7.0h].
    pub rating: u8,
    /// His tactical bonus [2.2.4c].
    pub bonus: u8,
    /// His movement allowance.
    pub movement: u8,
}

/// A formation with a chit of its own [2.3a].
#[derive(Clone, Debug)]
pub struct Formation {
    /// The word on its chit.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// Its side.
    pub side: Side,
    /// Whether it is the Grand Battery [16.5e].
    pub battery: bool,
}

/// A corps that may detach [10.3a].
#[derive(Clone, Debug)]
pub struct Corps {
    /// Its name.
    pub id: String,
    /// Its side.
    pub side: Side,
    /// Its formations.
    pub formations: Vec<u8>,
    /// Its detachment counter [10.3b].
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PiecesFile {
    formation: Vec<FormationTable>,
    #[serde(default)]
    corps: Vec<CorpsTable>,
    unit: Vec<Spanned<UnitTable>>,
    leader: Vec<Spanned<LeaderTable>>,
}

/// A side as data files name it.
#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SideName {
    French,
    Coalition,
}

impl SideName {
    pub(crate) const fn side(self) -> Side {
        match self {
            SideName::French => FRENCH,
            SideName::Coalition => COALITION,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FormationTable {
    id: Spanned<String>,
    title: String,
    side: SideName,
    #[serde(default)]
    battery: bool,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CorpsTable {
    id: Spanned<String>,
    side: SideName,
    formations: Vec<Spanned<String>>,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitTable {
    id: Spanned<String>,
    title: String,
    side: SideName,
    nation: String,
    formation: Option<Spanned<String>>,
    arm: Arm,
    #[serde(default)]
    steps: u8,
    #[serde(default)]
    morale: u8,
    #[serde(default)]
    movement: u8,
    #[serde(default)]
    guns: u8,
    #[serde(default)]
    horse_guns: bool,
    #[serde(default)]
    cavalry: u8,
    parent: Option<Spanned<String>>,
    corps: Option<Spanned<String>>,
    #[serde(default)]
    insurrection: bool,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderTable {
    id: Spanned<String>,
    title: String,
    side: SideName,
    nation: String,
    formation: Option<Spanned<String>>,
    #[serde(default)]
    commander: bool,
    #[serde(default)]
    deputy: bool,
    rating: u8,
    #[serde(default)]
    bonus: u8,
    movement: u8,
    source: Provenance,
}

impl Pieces {
    /// Reads and checks the counters of a battle.
    pub fn read(file: &DataFile, provenance: &mut Provenances) -> Result<Pieces, DataError> {
        let table: PiecesFile = file.parse()?;
        let reader = Reader { file, table: &table };
        reader.check_counts()?;
        reader.check_names()?;
        let formations = reader.formations();
        let units = table.unit.iter().map(|unit| reader.unit(unit, &formations)).collect::<Result<Vec<_>, _>>()?;
        let leaders =
            table.leader.iter().map(|leader| reader.leader(leader, &formations)).collect::<Result<Vec<_>, _>>()?;
        let corps = table
            .corps
            .iter()
            .enumerate()
            .map(|(at, corps)| reader.corps(at as u8, corps, &units))
            .collect::<Result<Vec<_>, _>>()?;
        let units = joined_to_corps(units, &corps);
        table.note(provenance);
        Ok(Pieces { formations, corps, units, leaders })
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

struct Reader<'a> {
    file: &'a DataFile,
    table: &'a PiecesFile,
}

impl Reader<'_> {
    fn check_counts(&self) -> Result<(), DataError> {
        let table = self.table;
        for (what, count, most) in [
            ("units", table.unit.len(), UNITS),
            ("leaders", table.leader.len(), LEADERS),
            ("formations", table.formation.len(), FORMATIONS),
        ] {
            if count > most {
                let message = format!("found {count} {what}, expected no more than {most}");
                return Err(self.file.error_on_line(1, message));
            }
        }
        Ok(())
    }

    /// Names stand in notation and records, so each is one word of its own.
    fn check_names(&self) -> Result<(), DataError> {
        let units = self.table.unit.iter().map(|unit| &unit.as_ref().id);
        let leaders = self.table.leader.iter().map(|leader| &leader.as_ref().id);
        let formations = self.table.formation.iter().map(|formation| &formation.id);
        let mut known: Vec<&str> = Vec::new();
        for id in units.chain(leaders).chain(formations) {
            let name = id.as_ref().as_str();
            if name.is_empty() || name.contains([' ', '\t', '\n', '[', ']', '#']) || known.contains(&name) {
                return Err(self.file.error_with(id, format!("the name \"{name}\" is not one word of its own")));
            }
            known.push(name);
        }
        Ok(())
    }

    fn formations(&self) -> Vec<Formation> {
        let make = |table: &FormationTable| Formation {
            id: table.id.as_ref().clone(),
            title: table.title.clone(),
            side: table.side.side(),
            battery: table.battery,
        };
        self.table.formation.iter().map(make).collect()
    }

    fn formation(&self, name: &Spanned<String>, side: Side, known: &[Formation]) -> Result<u8, DataError> {
        let at = known.iter().position(|formation| formation.id == *name.as_ref() && formation.side == side);
        at.map(|at| at as u8).ok_or_else(|| {
            let known: Vec<_> = known.iter().filter(|one| one.side == side).map(|one| one.id.as_str()).collect();
            let message =
                format!("the side has no formation \"{}\", expected one of {}", name.as_ref(), known.join(", "));
            self.file.error_with(name, message)
        })
    }

    fn unit(&self, spanned: &Spanned<UnitTable>, formations: &[Formation]) -> Result<Unit, DataError> {
        let table = spanned.as_ref();
        let side = table.side.side();
        let formation = match &table.formation {
            Some(name) => Some(self.formation(name, side, formations)?),
            None => None,
        };
        let find = |name: &Spanned<String>, at: Option<usize>, what: &str| {
            let message = format!("no {what} is called \"{}\"", name.as_ref());
            at.map(|at| at as u8).ok_or_else(|| self.file.error_with(name, message))
        };
        let parent = match &table.parent {
            Some(name) => {
                let at = self.table.unit.iter().position(|unit| unit.as_ref().id.as_ref() == name.as_ref());
                Some(find(name, at, "unit")?)
            }
            None => None,
        };
        let corps = match &table.corps {
            Some(name) => {
                let at = self.table.corps.iter().position(|corps| corps.id.as_ref() == name.as_ref());
                Some(find(name, at, "corps")?)
            }
            None => None,
        };
        let unit = Unit {
            id: table.id.as_ref().clone(),
            title: table.title.clone(),
            side,
            nation: table.nation.clone(),
            formation,
            arm: table.arm,
            steps: table.steps,
            morale: table.morale,
            movement: table.movement,
            guns: table.guns,
            horse_guns: table.horse_guns,
            organic: table.cavalry,
            parent,
            corps,
            insurrection: table.insurrection,
        };
        self.check_unit(spanned, &unit)?;
        Ok(unit)
    }

    fn check_unit(&self, at: &Spanned<UnitTable>, unit: &Unit) -> Result<(), DataError> {
        let wrong = |message: String| Err(self.file.error_with(at, format!("{}: {message}", unit.id)));
        let wanted = match unit.arm {
            Arm::Battery => unit.formation.is_some() && unit.steps == 0,
            Arm::Detachment => unit.corps.is_some() && (unit.steps == 0 || unit.parent.is_some()),
            _ => unit.formation.is_some() && unit.steps > 0,
        };
        if !wanted {
            return wrong("a division needs a formation and steps, a detachment a corps, a battery a formation".into());
        }
        if unit.steps > 6 || unit.guns > 10 || unit.organic > 6 || unit.movement > 30 {
            return wrong("found more than 6 steps, 10 batteries, 6 organic cavalry or 30 movement points".into());
        }
        if unit.steps > 0 && !(1..=6).contains(&unit.morale) {
            return wrong(format!("found morale {}, expected 1 to 6", unit.morale));
        }
        Ok(())
    }

    fn leader(&self, spanned: &Spanned<LeaderTable>, formations: &[Formation]) -> Result<Leader, DataError> {
        let table = spanned.as_ref();
        let side = table.side.side();
        let formation = match &table.formation {
            Some(name) => Some(self.formation(name, side, formations)?),
            None => None,
        };
        if !(1..=6).contains(&table.rating) || table.bonus > 3 || table.movement > 30 {
            let message = "expected a rating of 1 to 6, a bonus up to 3 and up to 30 movement points";
            return Err(self.file.error_with(&table.id, message));
        }
        Ok(Leader {
            id: table.id.as_ref().clone(),
            title: table.title.clone(),
            side,
            nation: table.nation.clone(),
            formation,
            commander: table.commander,
            deputy: table.deputy,
            rating: table.rating,
            bonus: table.bonus,
            movement: table.movement,
        })
    }

    fn corps(&self, at: u8, table: &CorpsTable, units: &[Unit]) -> Result<Corps, DataError> {
        let side = table.side.side();
        let known = self.formations();
        let formations = table.formations.iter().map(|name| self.formation(name, side, &known));
        let counter = units.iter().position(|unit| unit.arm == Arm::Detachment && unit.corps == Some(at));
        let missing = || {
            self.file.error_with(&table.id, format!("the corps \"{}\" has no detachment counter", table.id.as_ref()))
        };
        Ok(Corps {
            id: table.id.as_ref().clone(),
            side,
            formations: formations.collect::<Result<_, _>>()?,
            counter: counter.ok_or_else(missing)? as u8,
        })
    }
}

impl PiecesFile {
    fn note(&self, provenance: &mut Provenances) {
        for formation in &self.formation {
            provenance.note(format!("chit {}", formation.title), &formation.source);
        }
        for corps in &self.corps {
            provenance.note(format!("detachments of {}", corps.id.as_ref()), &corps.source);
        }
        for unit in &self.unit {
            provenance.note(format!("counter {}", unit.as_ref().title), &unit.as_ref().source);
        }
        for leader in &self.leader {
            provenance.note(format!("leader {}", leader.as_ref().title), &leader.as_ref().source);
        }
    }
}
