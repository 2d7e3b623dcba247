//! 2 The playing pieces: what the counter sheets hold: corps, their HQs and units, and what is printed on them.

use crate::tables::Tables;
use engine::Side;
use engine::data::{DataError, DataFile, Datum, Provenance, Provenances, within};
use serde::Deserialize;
use serde_spanned::Spanned;
use std::collections::BTreeMap;
use std::ops::Range;

/// France and Britain, who deploy first.
pub const ALLIED: Side = Side::First;
/// Germany.
pub const GERMAN: Side = Side::Second;

/// Room for combat units. The counter mix has fewer, so that changed data may add some.
pub const MOST_UNITS: usize = 288;
/// Room for corps, each with one HQ.
pub const MOST_CORPS: usize = 32;
/// Room for all pieces: units first, then a HQ for each corps.
pub const PIECES: usize = MOST_UNITS + MOST_CORPS;
/// Room for armies.
pub const MOST_ARMIES: usize = 8;
/// The highest factor on a counter.
const MOST_FACTORS: u8 = 99;
/// The highest movement allowance: its half points and the dearest step stay within what a search counts.
const MOST_MOVEMENT: u8 = 40;

engine::id! {
    /// A counter: a combat unit or, from [`MOST_UNITS`] on, the HQ of a corps.
    pub struct Piece(u16);
}

impl Piece {
    /// Whether it is a HQ and no combat unit.
    pub const fn is_hq(self) -> bool {
        self.index() >= MOST_UNITS
    }
}

engine::id! {
    /// A corps or what counts as one: whatever has a HQ of its own.
    pub struct Corps(u8);
}

impl Corps {
    /// Its HQ.
    pub const fn hq(self) -> Piece {
        Piece((MOST_UNITS + self.index()) as u16)
    }
}

engine::id! {
    /// An Army, to which corps belong.
    pub struct Army(u8);
}

engine::named! {
    /// Whose counters they are.
    pub enum Nation {
        /// French.
        French = "french": "French",
        /// British.
        British = "british": "British",
        /// German.
        German = "german": "German",
    }
}

#[engine::by_the_book]
impl Nation {
    /// The side it fights for: France and Britain, or Germany [1a].
    pub fn side(self) -> Side {
        match self {
            Nation::French | Nation::British => ALLIED,
            Nation::German => GERMAN,
        }
    }
}

/// The classes of units, by which they stack.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A French infantry brigade.
    FrenchInfantryBrigade,
    /// A British infantry brigade.
    BritishInfantryBrigade,
    /// A German infantry regiment.
    GermanInfantryRegiment,
    /// A cavalry brigade of any nation.
    CavalryBrigade,
    /// A cavalry regiment of any nation.
    CavalryRegiment,
    /// Artillery of any nation.
    Artillery,
    /// A HQ.
    Hq,
}

impl Class {
    /// Whether it is infantry.
    pub const fn is_infantry(self) -> bool {
        matches!(self, Class::FrenchInfantryBrigade | Class::BritishInfantryBrigade | Class::GermanInfantryRegiment)
    }

    /// Whether it is artillery.
    pub const fn is_artillery(self) -> bool {
        matches!(self, Class::Artillery)
    }

    /// How many classes there are.
    pub const COUNT: usize = 7;

    /// The word for its symbol.
    pub const fn symbol(self) -> &'static str {
        match self {
            Class::FrenchInfantryBrigade | Class::BritishInfantryBrigade | Class::GermanInfantryRegiment => "infantry",
            Class::CavalryBrigade | Class::CavalryRegiment => "cavalry",
            Class::Artillery => "artillery",
            Class::Hq => "headquarters",
        }
    }

    /// The size of formation, where the class says it.
    pub const fn size(self) -> Option<&'static str> {
        match self {
            Class::FrenchInfantryBrigade | Class::BritishInfantryBrigade | Class::CavalryBrigade => Some("brigade"),
            Class::GermanInfantryRegiment | Class::CavalryRegiment => Some("regiment"),
            Class::Artillery => None,
            Class::Hq => Some("corps"),
        }
    }
}

engine::named! {
    /// The groups that come as reinforcements [7.3.2a, 7.3.2b, 7.3.2f, 7.3.2g, 7.3.3].
    pub enum Group {
        /// The French IVth Corps.
        IvCorps = "iv-corps": "IV Corps",
        /// The Moroccan Division: the three units of IXth Corps marked M.
        Moroccan = "moroccan": "Moroccan Division",
        /// The French IXth Corps without them.
        IxCorps = "ix-corps": "IX Corps",
        /// The French XIth Corps.
        XiCorps = "xi-corps": "XI Corps",
        /// The Lepel Brigade: the two units of IVth Reserve Corps marked L.
        Lepel = "lepel": "Lepel Brigade",
    }
}

impl Group {
    /// The side that it reinforces.
    pub const fn side(self) -> Side {
        match self {
            Group::Lepel => GERMAN,
            _ => ALLIED,
        }
    }
}

/// One face of a counter.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Face {
    /// Attack factor; for artillery its bombardment factor, which serves in attacks too [9.4.8].
    pub attack: u8,
    /// Defense factor.
    pub defense: u8,
    /// Movement allowance, in points.
    pub movement: u8,
}

/// What is printed on a counter, both faces, and what it belongs to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// The full face, then the reduced one. One-step units and HQs have no second: it is all zero [9.6.4c].
    pub faces: [Face; 2],
    /// Steps at full strength: 2 or 1; none for a HQ.
    pub steps: u8,
    /// Stacking points; a HQ has none.
    pub points: u8,
    /// Its class.
    pub class: Class,
    /// Its nation.
    pub nation: Nation,
    /// The corps whose name it bears; reassignments are in the state [7.3.2d2, 15.1.3b].
    pub corps: Corps,
    /// The group of reinforcements it comes with.
    pub group: Option<Group>,
}

impl Counter {
    /// A blank counter, where there is no piece.
    const NONE: Counter = Counter {
        faces: [Face { attack: 0, defense: 0, movement: 0 }; 2],
        steps: 0,
        points: 0,
        class: Class::Hq,
        nation: Nation::French,
        corps: Corps(0),
        group: None,
    };

    /// The face with so many steps left.
    #[inline]
    pub const fn face(&self, steps: u8) -> Face {
        self.faces[if steps < self.steps { 1 } else { 0 }]
    }
}

/// What is fixed about a corps.
#[derive(Clone, Debug)]
pub struct CorpsInfo {
    /// The word that stands for it.
    pub id: String,
    /// Its name for people, without its nation.
    pub title: String,
    /// The general on the back of its HQ counters [5.2.5a].
    pub general: String,
    /// Its Army.
    pub army: Army,
    /// Its nation.
    pub nation: Nation,
    /// Its units by number.
    pub units: Range<u16>,
    /// The group of reinforcements that its HQ comes with.
    pub group: Option<Group>,
}

impl CorpsInfo {
    /// Its units.
    pub fn units(&self) -> impl Iterator<Item = Piece> + use<> {
        self.units.clone().map(Piece)
    }
}

/// What is fixed about an Army.
#[derive(Clone, Debug)]
pub struct ArmyInfo {
    /// The word that stands for it.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// Its side.
    pub side: Side,
}

/// Name and titles of a piece.
#[derive(Clone, Debug, Default)]
struct Words {
    id: String,
    title: String,
    of: String,
    kind: String,
}

/// All counters.
#[derive(Debug)]
pub struct Pieces {
    counters: Box<[Counter; PIECES]>,
    words: Vec<Words>,
    by_name: BTreeMap<String, Piece>,
    /// The corps.
    pub corps: Vec<CorpsInfo>,
    /// The Armies.
    pub armies: Vec<ArmyInfo>,
    units: u16,
}

#[derive(Deserialize)]
struct PiecesFile {
    hq: HqTable,
    kind: Vec<KindTable>,
    army: Vec<ArmyTable>,
    corps: Vec<CorpsTable>,
}

#[derive(Deserialize)]
struct HqTable {
    movement: Datum<u8>,
}

#[derive(Deserialize)]
struct KindTable {
    id: Spanned<String>,
    title: String,
    nation: Nation,
    class: Spanned<Class>,
    front: Spanned<[u8; 3]>,
    back: Option<Spanned<[u8; 3]>>,
    source: Provenance,
}

#[derive(Deserialize)]
struct ArmyTable {
    id: Spanned<String>,
    title: String,
    nation: Nation,
    source: Provenance,
}

#[derive(Deserialize)]
struct CorpsTable {
    id: Spanned<String>,
    title: String,
    army: Spanned<String>,
    hq: Spanned<String>,
    general: String,
    source: Provenance,
    group: Option<Group>,
    units: Vec<UnitTable>,
}

#[derive(Deserialize)]
struct UnitTable {
    id: Spanned<String>,
    title: String,
    of: String,
    kind: Spanned<String>,
    group: Option<Spanned<Group>>,
}

#[engine::by_the_book]
impl Pieces {
    /// Reads and checks the counters.
    pub fn read(file: &DataFile, tables: &Tables, provenance: &mut Provenances) -> Result<Pieces, DataError> {
        let table: PiecesFile = file.parse()?;
        within(file, &table.hq.movement, 1..=MOST_MOVEMENT)?;
        provenance.note(format!("HQ: movement {}", table.hq.movement.value), &table.hq.movement.source);
        for kind in &table.kind {
            kind.check(file)?;
            provenance.note(kind.title.clone(), &kind.source);
        }
        let mut pieces = Pieces {
            counters: Box::new([Counter::NONE; PIECES]),
            words: vec![Words::default(); PIECES],
            by_name: BTreeMap::new(),
            corps: Vec::new(),
            armies: Vec::new(),
            units: 0,
        };
        if table.army.len() > MOST_ARMIES {
            let message = format!("found {} armies, expected at most {MOST_ARMIES}", table.army.len());
            return Err(file.error_with(&table.army[MOST_ARMIES].id, message));
        }
        for army in &table.army {
            provenance.note(army.title.clone(), &army.source);
            let id = army.id.as_ref().clone();
            pieces.armies.push(ArmyInfo { id, title: army.title.clone(), side: army.nation.side() });
        }
        if let Some(corps) = table.corps.get(MOST_CORPS) {
            let message = format!("found {} corps, expected at most {MOST_CORPS}", table.corps.len());
            return Err(file.error_with(&corps.id, message));
        }
        for corps in &table.corps {
            provenance.note(format!("{} ({})", corps.title, corps.general), &corps.source);
            pieces.add_corps(file, &table, corps, tables)?;
        }
        pieces.check_groups(file, &table)?;
        Ok(pieces)
    }

    fn add_corps(
        &mut self,
        file: &DataFile,
        table: &PiecesFile,
        corps: &CorpsTable,
        tables: &Tables,
    ) -> Result<(), DataError> {
        let at = Corps(self.corps.len() as u8);
        let army = table.army_of(file, corps)?;
        if self.corps.iter().any(|other| other.id == *corps.id.as_ref()) {
            return Err(file.error_with(&corps.id, format!("the corps \"{}\" stands here twice", corps.id.as_ref())));
        }
        let nation = table.army[army].nation;
        let first = self.units;
        for unit in &corps.units {
            let kind = table.kind_of(file, unit, nation)?;
            let group = unit.group.as_ref().map(|group| *group.as_ref()).or(corps.group);
            self.add_unit(file, unit, kind, kind.counter(at, group, tables))?;
        }
        let movement = table.hq.movement.value;
        let hq = Counter {
            faces: [Face { attack: 0, defense: 0, movement }, Face::default()],
            steps: 0,
            points: tables.points[Class::Hq as usize],
            class: Class::Hq,
            nation,
            corps: at,
            group: corps.group,
        };
        let words = Words {
            id: corps.hq.as_ref().clone(),
            title: corps.general.clone(),
            of: corps.title.clone(),
            kind: "HQ".into(),
        };
        self.add(file, at.hq(), hq, words, &corps.hq)?;
        self.corps.push(CorpsInfo {
            id: corps.id.as_ref().clone(),
            title: corps.title.clone(),
            general: corps.general.clone(),
            army: Army(army as u8),
            nation,
            units: first..self.units,
            group: corps.group,
        });
        Ok(())
    }

    fn add_unit(
        &mut self,
        file: &DataFile,
        unit: &UnitTable,
        kind: &KindTable,
        counter: Counter,
    ) -> Result<(), DataError> {
        if usize::from(self.units) == MOST_UNITS {
            return Err(file.error_with(&unit.id, format!("found more units than {MOST_UNITS}")));
        }
        let words = Words {
            id: unit.id.as_ref().clone(),
            title: unit.title.clone(),
            of: unit.of.clone(),
            kind: kind.title.clone(),
        };
        self.add(file, Piece(self.units), counter, words, &unit.id)?;
        self.units += 1;
        Ok(())
    }

    /// Names stand in notation and records, so each is one word of its own.
    fn add(
        &mut self,
        file: &DataFile,
        piece: Piece,
        counter: Counter,
        words: Words,
        id: &Spanned<String>,
    ) -> Result<(), DataError> {
        let name = id.as_ref();
        let word = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '/');
        if !word || self.by_name.insert(name.clone(), piece).is_some() {
            let message = format!("the name \"{name}\" is not one word of its own, of letters, digits, - and /");
            return Err(file.error_with(id, message));
        }
        self.counters[piece.index()] = counter;
        self.words[piece.index()] = words;
        Ok(())
    }

    /// Three units are marked M, two L [7.3.2b, 7.3.3]; every group has somebody.
    fn check_groups(&self, file: &DataFile, table: &PiecesFile) -> Result<(), DataError> {
        for group in Group::ALL {
            let found = self.group(group).count();
            let expected = match group {
                Group::Moroccan => 3..=3,
                Group::Lepel => 2..=2,
                _ => 1..=MOST_UNITS,
            };
            if !expected.contains(&found) {
                let marked = table.corps.iter().flat_map(|corps| &corps.units);
                let marked = marked.filter_map(|unit| unit.group.as_ref()).find(|marked| *marked.as_ref() == group);
                let line = marked.map_or(0..0, Spanned::span);
                let message =
                    format!("found {found} units of the group \"{}\", expected {}", group.id(), expected.start());
                return Err(file.error_at(line, message));
            }
        }
        Ok(())
    }

    /// What is printed on a piece; a blank counter if there is no such piece.
    #[inline]
    pub fn counter(&self, piece: Piece) -> &Counter {
        &self.counters[piece.index()]
    }

    /// How many combat units there are; they are numbered from 0.
    pub fn unit_count(&self) -> usize {
        usize::from(self.units)
    }

    /// All combat units.
    pub fn units(&self) -> impl Iterator<Item = Piece> + use<> {
        (0..self.units).map(Piece)
    }

    /// All HQs.
    pub fn hqs(&self) -> impl Iterator<Item = Piece> + use<> {
        self.all_corps().map(Corps::hq)
    }

    /// All units, then all HQs.
    pub fn all(&self) -> impl Iterator<Item = Piece> + use<> {
        self.units().chain(self.hqs())
    }

    /// All corps.
    pub fn all_corps(&self) -> impl Iterator<Item = Corps> + use<> {
        (0..self.corps.len() as u8).map(Corps)
    }

    /// What is fixed about a corps.
    #[inline]
    pub fn corps_info(&self, corps: Corps) -> &CorpsInfo {
        &self.corps[corps.index()]
    }

    /// The corps with this id.
    pub fn corps_named(&self, id: &str) -> Option<Corps> {
        self.all_corps().find(|corps| self.corps_info(*corps).id == id)
    }

    /// The Army of a corps.
    #[inline]
    pub fn army(&self, corps: Corps) -> Army {
        self.corps[corps.index()].army
    }

    /// The Army with this id.
    pub fn army_named(&self, id: &str) -> Option<Army> {
        self.armies.iter().position(|army| army.id == id).map(|at| Army(at as u8))
    }

    /// The side of a piece.
    #[inline]
    pub fn side(&self, piece: Piece) -> Side {
        self.counter(piece).nation.side()
    }

    /// The combat units of a group of reinforcements.
    pub fn group(&self, group: Group) -> impl Iterator<Item = Piece> {
        self.units().filter(move |&piece| self.counter(piece).group == Some(group))
    }

    /// The word by which notation knows a piece.
    pub fn name(&self, piece: Piece) -> &str {
        &self.words[piece.index()].id
    }

    /// The piece with this name.
    pub fn named(&self, name: &str) -> Option<Piece> {
        self.by_name.get(name).copied()
    }

    /// Its name for people: the unit, or the general of a HQ.
    pub fn title(&self, piece: Piece) -> &str {
        &self.words[piece.index()].title
    }

    /// The formation within the corps that it belongs to; for a HQ its corps.
    pub fn formation(&self, piece: Piece) -> &str {
        &self.words[piece.index()].of
    }

    /// What kind of counter it is, for people.
    pub fn kind_title(&self, piece: Piece) -> &str {
        &self.words[piece.index()].kind
    }

    /// A corps with its nation, for people: several bear the same number.
    pub fn corps_title(&self, corps: Corps) -> String {
        let info = self.corps_info(corps);
        format!("{} {}", info.nation.title(), info.title)
    }
}

#[engine::by_the_book]
impl PiecesFile {
    /// The place of the army of a corps.
    fn army_of(&self, file: &DataFile, corps: &CorpsTable) -> Result<usize, DataError> {
        self.army.iter().position(|army| army.id.as_ref() == corps.army.as_ref()).ok_or_else(|| {
            let known: Vec<_> = self.army.iter().map(|army| army.id.as_ref().as_str()).collect();
            file.error_with(&corps.army, unknown("army", corps.army.as_ref(), &known))
        })
    }

    /// The kind of a unit in a corps of this nation.
    fn kind_of(&self, file: &DataFile, unit: &UnitTable, nation: Nation) -> Result<&KindTable, DataError> {
        let kind = self.kind.iter().find(|kind| kind.id.as_ref() == unit.kind.as_ref()).ok_or_else(|| {
            let known: Vec<_> = self.kind.iter().map(|kind| kind.id.as_ref().as_str()).collect();
            file.error_with(&unit.kind, unknown("kind", unit.kind.as_ref(), &known))
        })?;
        if kind.nation != nation {
            let message = format!("a {} counter in a {} corps", kind.nation.id(), nation.id());
            return Err(file.error_with(&unit.kind, message));
        }
        Ok(kind)
    }
}

impl KindTable {
    fn check(&self, file: &DataFile) -> Result<(), DataError> {
        let fits = match self.class.as_ref() {
            Class::FrenchInfantryBrigade => self.nation == Nation::French,
            Class::BritishInfantryBrigade => self.nation == Nation::British,
            Class::GermanInfantryRegiment => self.nation == Nation::German,
            Class::Hq => false,
            Class::CavalryBrigade | Class::CavalryRegiment | Class::Artillery => true,
        };
        if !fits {
            return Err(file.error_with(&self.class, format!("no {} counter is of this class", self.nation.id())));
        }
        for face in [Some(&self.front), self.back.as_ref()].into_iter().flatten() {
            let [attack, defense, movement] = *face.as_ref();
            if attack > MOST_FACTORS || defense > MOST_FACTORS || !(1..=MOST_MOVEMENT).contains(&movement) {
                let message = format!(
                    "found {attack}-{defense}-{movement}, expected factors up to {MOST_FACTORS} and a movement of 1 to {MOST_MOVEMENT}"
                );
                return Err(file.error_with(face, message));
            }
        }
        Ok(())
    }

    /// A counter of this kind. Most have two steps, a full and a reduced side [9.6.4a]; one step have those with a blank back
    /// [9.6.4c].
    fn counter(&self, corps: Corps, group: Option<Group>, tables: &Tables) -> Counter {
        let face = |&[attack, defense, movement]: &[u8; 3]| Face { attack, defense, movement };
        let back = self.back.as_ref().map(|back| face(back.as_ref()));
        Counter {
            faces: [face(self.front.as_ref()), back.unwrap_or_default()],
            steps: if back.is_some() { 2 } else { 1 },
            points: tables.points[*self.class.as_ref() as usize],
            class: *self.class.as_ref(),
            nation: self.nation,
            corps,
            group,
        }
    }
}

fn unknown(what: &str, found: &str, known: &[&str]) -> String {
    format!("unknown {what} \"{found}\", expected one of {}", known.join(", "))
}
