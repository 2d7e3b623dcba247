//! The counters, their faces and who belongs to whom.

use engine::Side;
use engine::data::{DataError, DataFile, Datum, Provenances, Sourced, Taker};
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_spanned::Spanned;
use std::collections::BTreeMap;
use std::ops::Range;

/// The German side, which moves first [5.0a].
pub const GERMAN: Side = Side::First;
/// The Allied side.
pub const ALLIED: Side = Side::Second;
/// All counters that are units: 129 German and 142 Allied ones.
pub const PIECES: usize = 271;
/// The German ones among them, which come first.
pub const GERMANS: usize = 129;

/// The most that a counter can print.
const MOST: u8 = 20;

engine::id! {
    /// A counter, by its place in the counter mix.
    pub struct Piece(u16);
}

impl Piece {
    /// All counters.
    pub fn all() -> impl Iterator<Item = Piece> {
        (0..PIECES as u16).map(Piece)
    }
}

/// A set of counters.
pub type PieceSet = engine::IdSet<Piece, { PIECES.div_ceil(64) }>;

/// What the rules treat alike; how large a formation it stands for is colour [GI/scale-c].
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// An infantry or cavalry division [GI/stack-a].
    Division,
    /// An American [GI/stack-a2], British or Polish brigade [GI/stack-a3].
    Brigade,
    /// A French Breakdown Regiment [2.2a-1].
    Regiment,
    /// A German Stormtrooper [3.1-3].
    Stormtrooper,
    /// A German machine-gun unit [3.3-1].
    MachineGun,
    /// A tank regiment or battalion [1.8a, 6.1/note8].
    Tank,
    /// A Corps HQ [1.1a-1].
    CorpsHq,
    /// An Army HQ [1.1a-1].
    ArmyHq,
    /// An airplane, no ground unit [GI/stack-a4].
    Airplane,
}

engine::named! {
    /// Whose counter it is [GI/owner-a].
    pub enum Nation {
        /// German.
        German = "german": "German",
        /// French.
        French = "french": "French",
        /// American.
        American = "american": "American",
        /// British.
        British = "british": "British",
        /// Italian.
        Italian = "italian": "Italian",
        /// Polish.
        Polish = "polish": "Polish",
    }
}

#[engine::by_the_book]
impl Nation {
    /// The side it fights for: the Germans are one, and all the others the other [GI/owner-a].
    pub fn side(self) -> Side {
        match self {
            Nation::German => GERMAN,
            _ => ALLIED,
        }
    }
}

/// What one side of a counter prints [scs/0.4].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub struct Face {
    /// Attack strength.
    #[serde(deserialize_with = "printed")]
    pub attack: u8,
    /// Defence strength; 1 for every HQ [1.1a-4].
    #[serde(deserialize_with = "printed")]
    pub defence: u8,
    /// Movement allowance, in whole points.
    #[serde(deserialize_with = "printed")]
    pub movement: u8,
    /// Combat Shift, in columns [1.9a-1].
    #[serde(default)]
    pub shift: u8,
    /// Whether it may use the Exploitation Phase: Functional tanks, Stormtroopers and nobody else [scs/0.7, scs/0.8]
    /// [scs/0.9].
    #[serde(default)]
    pub exploits: bool,
}

/// What is printed on a counter.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// What the rules treat alike.
    pub class: Class,
    /// Whose counter it is.
    pub nation: Nation,
    /// Its side.
    pub side: Side,
    /// Half Stacking Points, losses or not [GI/stack-b].
    pub stacking: u8,
    /// Steps at full strength [1.5-1, 1.5-2].
    pub steps: u8,
    /// Front, then back: reduced, Depleted [1.1b] or Broken Down [1.8a, 1.8d]. A counter without a back repeats its front.
    pub faces: [Face; 2],
    /// Supply range of an HQ [1.1a-5], range of an airplane, in hexes.
    pub range: u8,
    /// The Corps HQ to which it is permanently assigned [1.1f-1, 5.0f].
    pub hq: Option<Piece>,
    /// The other brigade of its American division [2.1-1].
    pub partner: Option<Piece>,
    /// The row of alike counters that it belongs to.
    kind: u8,
}

/// The counter mix.
#[derive(Debug)]
pub struct Pieces {
    counters: Vec<Counter>,
    names: Vec<String>,
    titles: Vec<String>,
    kinds: Vec<Kind>,
    by_name: BTreeMap<String, Piece>,
    sides: [Range<u16>; 2],
}

/// How a row of alike counters is called and drawn.
#[derive(Debug)]
struct Kind {
    title: String,
    symbol: String,
    size: Option<String>,
}

#[derive(Deserialize)]
struct PiecesFile {
    kind: Vec<Sourced<KindTable>>,
}

#[derive(Deserialize)]
struct KindTable {
    id: Spanned<String>,
    title: String,
    class: Class,
    nation: Nation,
    symbol: String,
    size: Option<String>,
    stacking_halves: Datum<u8>,
    steps: Datum<u8>,
    front: Sourced<Face>,
    back: Option<Sourced<Face>>,
    range: Option<Datum<u8>>,
    #[serde(default)]
    counters: Vec<Named>,
    numbered: Option<Numbered>,
}

/// A counter of a row: its name, and the name of its HQ.
#[derive(Clone, Deserialize)]
struct Named {
    name: Spanned<String>,
    title: String,
    hq: Option<Spanned<String>>,
}

/// Counters that differ by a number only.
#[derive(Deserialize)]
struct Numbered {
    count: u16,
    name: Spanned<String>,
    title: String,
}

/// A number that a counter can print.
fn printed<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    let found = u8::deserialize(from)?;
    match found > MOST {
        true => Err(D::Error::custom(format!("found {found}, expected {MOST} at most"))),
        false => Ok(found),
    }
}

#[engine::by_the_book]
impl Pieces {
    /// Reads and checks the counters.
    pub fn read(file: &DataFile, provenance: &mut Provenances) -> Result<Pieces, DataError> {
        let table: PiecesFile = file.parse()?;
        let mut take = Taker { file, provenance };
        let mut pieces = Pieces {
            counters: Vec::new(),
            names: Vec::new(),
            titles: Vec::new(),
            kinds: Vec::new(),
            by_name: BTreeMap::new(),
            sides: [0..0, 0..0],
        };
        let mut named = Vec::new();
        for row in table.kind {
            let kind = take.row(row, |kind| format!("{}: counters", kind.title));
            for member in kind.members() {
                pieces.titles.push(member.title.clone());
                named.push(member);
            }
            let drawn = Kind { title: kind.title.clone(), symbol: kind.symbol.clone(), size: kind.size.clone() };
            let counter = kind.counter(&mut take, pieces.kinds.len())?;
            pieces.counters.resize(named.len(), counter);
            pieces.kinds.push(drawn);
        }
        if pieces.counters.len() != PIECES {
            let message = format!("found {} counters, expected {PIECES}", pieces.counters.len());
            return Err(file.error_on_line(1, message));
        }
        pieces.name(file, &named)?;
        pieces.assign(file, &named)?;
        pieces.pair(file, &named)?;
        pieces.divide(file, &named)?;
        Ok(pieces)
    }

    /// Names stand in notation and records, so each is one word of its own.
    fn name(&mut self, file: &DataFile, named: &[Named]) -> Result<(), DataError> {
        for (piece, named) in Piece::all().zip(named) {
            let name = named.name.as_ref();
            if name.is_empty() || name.contains([' ', '\t', '\n', '[', ']', '#', ':', '=', ',']) {
                let message = format!("the name \"{name}\" is not one plain word");
                return Err(file.error_with(&named.name, message));
            }
            if self.by_name.insert(name.clone(), piece).is_some() {
                return Err(file.error_with(&named.name, format!("there is a second counter \"{name}\"")));
            }
            self.names.push(name.clone());
        }
        Ok(())
    }

    /// Finds the HQs of the permanently assigned units [1.1f-1].
    fn assign(&mut self, file: &DataFile, named: &[Named]) -> Result<(), DataError> {
        for (piece, named) in Piece::all().zip(named) {
            let Some(name) = &named.hq else { continue };
            let found = self.named(name.as_ref());
            let own = self.counters[piece.index()].side;
            let is_own_hq = |hq: &Piece| self.class(*hq) == Class::CorpsHq && self.side(*hq) == own;
            let hq = found.filter(is_own_hq).ok_or_else(|| {
                file.error_with(name, format!("\"{}\" is no Corps HQ of the same side", name.as_ref()))
            })?;
            self.counters[piece.index()].hq = Some(hq);
        }
        Ok(())
    }

    /// Pairs the brigades of each American division: `5/3` and `6/3` [2.1-1].
    fn pair(&mut self, file: &DataFile, named: &[Named]) -> Result<(), DataError> {
        let division = |pieces: &Pieces, piece: Piece| {
            let american = pieces.class(piece) == Class::Brigade && pieces.nation(piece) == Nation::American;
            american.then(|| pieces.name_of(piece).rsplit('/').next().unwrap_or_default().to_string())
        };
        for piece in Piece::all() {
            let Some(own) = division(self, piece) else { continue };
            let others = Piece::all().filter(|&other| other != piece && division(self, other).as_ref() == Some(&own));
            let others: Vec<Piece> = others.collect();
            let [partner] = others[..] else {
                let message = format!("found {} brigades of the American division {own}, expected 2", others.len() + 1);
                return Err(file.error_with(&named[piece.index()].name, message));
            };
            self.counters[piece.index()].partner = Some(partner);
        }
        Ok(())
    }

    /// German counters come first, then Allied ones.
    fn divide(&mut self, file: &DataFile, named: &[Named]) -> Result<(), DataError> {
        let germans = self.counters.iter().take_while(|counter| counter.side == GERMAN).count();
        if let Some(late) = (germans..PIECES).find(|&at| self.counters[at].side == GERMAN) {
            return Err(file.error_with(&named[late].name, "a German counter after Allied ones, expected all before"));
        }
        if germans != GERMANS {
            return Err(file.error_on_line(1, format!("found {germans} German counters, expected {GERMANS}")));
        }
        self.sides = [0..germans as u16, germans as u16..PIECES as u16];
        Ok(())
    }

    /// What is printed on a counter.
    #[inline]
    pub fn counter(&self, piece: Piece) -> &Counter {
        &self.counters[piece.index()]
    }

    /// What the rules treat alike.
    #[inline]
    pub fn class(&self, piece: Piece) -> Class {
        self.counters[piece.index()].class
    }

    /// Its side.
    #[inline]
    pub fn side(&self, piece: Piece) -> Side {
        self.counters[piece.index()].side
    }

    /// Whose counter it is.
    #[inline]
    pub fn nation(&self, piece: Piece) -> Nation {
        self.counters[piece.index()].nation
    }

    /// What its front (`false`) or its back (`true`) prints.
    #[inline]
    pub fn face(&self, piece: Piece, back: bool) -> Face {
        self.counters[piece.index()].faces[usize::from(back)]
    }

    /// Whether it is a Corps or Army HQ.
    #[inline]
    pub fn is_hq(&self, piece: Piece) -> bool {
        matches!(self.class(piece), Class::CorpsHq | Class::ArmyHq)
    }

    /// All counters of a side.
    pub fn of_side(&self, side: Side) -> impl DoubleEndedIterator<Item = Piece> + use<> {
        self.sides[side.index()].clone().map(Piece)
    }

    /// All counters of a class.
    pub fn of_class(&self, class: Class) -> impl Iterator<Item = Piece> {
        Piece::all().filter(move |&piece| self.class(piece) == class)
    }

    /// The name by which people know it, one word.
    pub fn name_of(&self, piece: Piece) -> &str {
        &self.names[piece.index()]
    }

    /// The counter with this name.
    pub fn named(&self, name: &str) -> Option<Piece> {
        self.by_name.get(name).copied()
    }

    /// What the counter prints as its identity (`53 Res`).
    pub fn title(&self, piece: Piece) -> &str {
        &self.titles[piece.index()]
    }

    /// What the row of alike counters is called (`French division`).
    pub fn kind_title(&self, piece: Piece) -> &str {
        &self.kind(piece).title
    }

    /// The sign printed for its type.
    pub fn symbol(&self, piece: Piece) -> &str {
        &self.kind(piece).symbol
    }

    /// How large a formation it stands for: regiments, brigades and divisions, companies of machine guns [GI/scale-c].
    pub fn size(&self, piece: Piece) -> Option<&str> {
        self.kind(piece).size.as_deref()
    }

    fn kind(&self, piece: Piece) -> &Kind {
        &self.kinds[usize::from(self.counters[piece.index()].kind)]
    }

    /// The values of one of its faces as the set-up lists print them: `7-7-6`, `(6)-1-3`.
    pub fn values(&self, piece: Piece, back: bool) -> String {
        let face = self.face(piece, back);
        if self.is_hq(piece) {
            format!("({})-{}-{}", self.counter(piece).range, face.defence, face.movement)
        } else {
            format!("{}-{}-{}", face.attack, face.defence, face.movement)
        }
    }
}

impl KindTable {
    /// What all counters of the row print.
    fn counter(self, take: &mut Taker, kind: usize) -> Result<Counter, DataError> {
        let two_faced = self.steps.value == 2 || matches!(self.class, Class::Tank | Class::CorpsHq);
        let needs_range = matches!(self.class, Class::CorpsHq | Class::ArmyHq | Class::Airplane);
        let needs =
            |expected: &str| Err(take.file.error_with(&self.id, format!("\"{}\" needs {expected}", self.id.as_ref())));
        if two_faced != self.back.is_some() {
            return needs(if two_faced { "a back" } else { "none" });
        }
        if needs_range != self.range.is_some() {
            return needs(if needs_range { "a range" } else { "no range" });
        }
        let title = self.title;
        let called = |what: &str| format!("{title}: {what}");
        let stacking = take.value(&called("stacking"), self.stacking_halves, 0..=MOST)?;
        let steps = take.value(&called("steps"), self.steps, 1..=2)?;
        let front = take.row(self.front, |_| called("front"));
        Ok(Counter {
            class: self.class,
            nation: self.nation,
            side: self.nation.side(),
            stacking,
            steps,
            faces: [front, self.back.map_or(front, |back| take.row(back, |_| called("back")))],
            range: self.range.map_or(0, |range| take.datum(called("range"), range)),
            hq: None,
            partner: None,
            kind: kind as u8,
        })
    }

    /// Name, title and HQ of each counter of the row.
    fn members(&self) -> Vec<Named> {
        let numbered = self.numbered.iter().flat_map(|row| {
            (1..=row.count).map(|number| {
                let fill = |pattern: &str| pattern.replace("NUMBER", &number.to_string());
                Named {
                    name: Spanned::new(row.name.span(), fill(row.name.as_ref())),
                    title: fill(&row.title),
                    hq: None,
                }
            })
        });
        self.counters.iter().cloned().chain(numbered).collect()
    }
}
