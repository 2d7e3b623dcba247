//! The counters, their faces and who belongs to whom.

use engine::Side;
use engine::data::{DataError, DataFile, Datum, Provenance, Provenances};
use serde::Deserialize;
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

/// Whose counter it is [GI/owner-a].
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Nation {
    /// German.
    German,
    /// French.
    French,
    /// American.
    American,
    /// British.
    British,
    /// Italian.
    Italian,
    /// Polish.
    Polish,
}

#[engine::by_the_book]
impl Nation {
    /// All nations.
    pub const ALL: [Nation; 6] =
        [Nation::German, Nation::French, Nation::American, Nation::British, Nation::Italian, Nation::Polish];

    /// The side it fights for: the Germans are one, and all the others the other [GI/owner-a].
    pub fn side(self) -> Side {
        match self {
            Nation::German => GERMAN,
            _ => ALLIED,
        }
    }

    /// The word for it in views.
    pub const fn id(self) -> &'static str {
        match self {
            Nation::German => "german",
            Nation::French => "french",
            Nation::American => "american",
            Nation::British => "british",
            Nation::Italian => "italian",
            Nation::Polish => "polish",
        }
    }
}

/// What one side of a counter prints [scs/0.4].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Face {
    /// Attack strength.
    pub attack: u8,
    /// Defence strength; 1 for every HQ [1.1a-4].
    pub defence: u8,
    /// Movement allowance, in whole points.
    pub movement: u8,
    /// Combat Shift, in columns [1.9a-1].
    pub shift: u8,
    /// Whether it may use the Exploitation Phase: Functional tanks, Stormtroopers and nobody else [scs/0.7, scs/0.8]
    /// [scs/0.9].
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
#[serde(deny_unknown_fields)]
struct PiecesFile {
    kind: Vec<KindTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KindTable {
    id: Spanned<String>,
    title: String,
    class: Class,
    nation: Nation,
    symbol: String,
    size: Option<String>,
    stacking_halves: Datum<u8>,
    steps: Datum<u8>,
    front: FaceTable,
    back: Option<FaceTable>,
    range: Option<Datum<u8>>,
    #[serde(default)]
    counters: Vec<CounterTable>,
    numbered: Option<NumberedTable>,
    /// Where the counters themselves come from.
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FaceTable {
    attack: Spanned<u8>,
    defence: Spanned<u8>,
    movement: Spanned<u8>,
    #[serde(default)]
    shift: u8,
    #[serde(default)]
    exploits: bool,
    source: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CounterTable {
    name: Spanned<String>,
    title: String,
    hq: Option<Spanned<String>>,
}

/// Counters that differ by a number only.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NumberedTable {
    count: u16,
    name: Spanned<String>,
    title: String,
}

/// A counter's name and place in the file, and the name of its HQ.
struct Named {
    name: Spanned<String>,
    hq: Option<Spanned<String>>,
}

#[engine::by_the_book]
impl Pieces {
    /// Reads and checks the counters.
    pub fn read(file: &DataFile, provenance: &mut Provenances) -> Result<Pieces, DataError> {
        let table: PiecesFile = file.parse()?;
        let mut pieces = Pieces {
            counters: Vec::new(),
            names: Vec::new(),
            titles: Vec::new(),
            kinds: Vec::new(),
            by_name: BTreeMap::new(),
            sides: [0..0, 0..0],
        };
        let mut named = Vec::new();
        for kind in table.kind {
            kind.note(provenance);
            let counter = kind.counter(file, pieces.kinds.len())?;
            for (counter_name, title, hq) in kind.members() {
                pieces.counters.push(counter);
                pieces.titles.push(title);
                named.push(Named { name: counter_name, hq });
            }
            pieces.kinds.push(Kind { title: kind.title, symbol: kind.symbol, size: kind.size });
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
    fn counter(&self, file: &DataFile, kind: usize) -> Result<Counter, DataError> {
        if !(1..=2).contains(&self.steps.value) {
            let message = format!("found {} steps, expected 1 or 2", self.steps.value);
            return Err(file.error_at(self.steps.span(), message));
        }
        if self.stacking_halves.value > MOST {
            let message = format!("found {} half points, expected {MOST} at most", self.stacking_halves.value);
            return Err(file.error_at(self.stacking_halves.span(), message));
        }
        let two_faced = self.steps.value == 2 || matches!(self.class, Class::Tank | Class::CorpsHq);
        if two_faced != self.back.is_some() {
            let expected = if two_faced { "a back" } else { "none" };
            return Err(file.error_with(&self.id, format!("\"{}\" needs {expected}", self.id.as_ref())));
        }
        let needs_range = matches!(self.class, Class::CorpsHq | Class::ArmyHq | Class::Airplane);
        if needs_range != self.range.is_some() {
            let expected = if needs_range { "a range" } else { "no range" };
            return Err(file.error_with(&self.id, format!("\"{}\" needs {expected}", self.id.as_ref())));
        }
        let front = self.front.face(file)?;
        let back = self.back.as_ref().map_or(Ok(front), |back| back.face(file))?;
        Ok(Counter {
            class: self.class,
            nation: self.nation,
            side: self.nation.side(),
            stacking: self.stacking_halves.value,
            steps: self.steps.value,
            faces: [front, back],
            range: self.range.as_ref().map_or(0, |range| range.value),
            hq: None,
            partner: None,
            kind: kind as u8,
        })
    }

    /// Name, title and HQ of each counter of the row.
    fn members(&self) -> Vec<(Spanned<String>, String, Option<Spanned<String>>)> {
        let listed = self.counters.iter().map(|row| (row.name.clone(), row.title.clone(), row.hq.clone()));
        let numbered = self.numbered.iter().flat_map(|row| {
            (1..=row.count).map(|number| {
                let fill = |pattern: &str| pattern.replace("NUMBER", &number.to_string());
                (Spanned::new(row.name.span(), fill(row.name.as_ref())), fill(&row.title), None)
            })
        });
        listed.chain(numbered).collect()
    }

    fn note(&self, provenance: &mut Provenances) {
        let title = &self.title;
        provenance.note(format!("{title}: counters"), &self.source);
        provenance.note(format!("{title}: stacking"), &self.stacking_halves.source);
        provenance.note(format!("{title}: steps"), &self.steps.source);
        provenance.note(format!("{title}: front"), &self.front.source);
        if let Some(back) = &self.back {
            provenance.note(format!("{title}: back"), &back.source);
        }
        if let Some(range) = &self.range {
            provenance.note(format!("{title}: range"), &range.source);
        }
    }
}

impl FaceTable {
    fn face(&self, file: &DataFile) -> Result<Face, DataError> {
        for value in [&self.attack, &self.defence, &self.movement] {
            if *value.as_ref() > MOST {
                return Err(file.error_with(value, format!("found {}, expected {MOST} at most", value.as_ref())));
            }
        }
        Ok(Face {
            attack: *self.attack.as_ref(),
            defence: *self.defence.as_ref(),
            movement: *self.movement.as_ref(),
            shift: self.shift,
            exploits: self.exploits,
        })
    }
}
