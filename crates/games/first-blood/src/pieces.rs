//! 2.0 Components: the counters and what is printed on them.

use crate::ground::LONGEST;
use crate::state::MARKERS;
use crate::tables::MOST_FACTORS;
use engine::data::{DataError, DataFile, Datum, Provenance, Provenances, within};
use engine::{IdSet, Side};
use serde::Deserialize;
use serde_spanned::Spanned;
use std::collections::BTreeMap;

/// The side with the storm troopers.
pub const GERMAN: Side = Side::First;
/// The side with the platoons and emplacements.
pub const US: Side = Side::Second;

/// US infantry platoons [3.2b].
pub const US_INFANTRY: usize = 48;
/// US heavy weapons emplacements [3.2b].
pub const US_HEAVY_WEAPONS: usize = 9;
/// All US units, which begin on the map [3.2b].
pub const US_UNITS: usize = US_INFANTRY + US_HEAVY_WEAPONS;
/// German units: what is left of the 176 counters.
pub const GERMANS: usize = 112;
/// The most movement points that can be counted.
pub(crate) const MOST_MOVEMENT: u8 = 99;
/// All combat units.
pub const PIECES: usize = US_UNITS + GERMANS;

engine::id! {
    /// A combat unit, by its place in the counter mix: US infantry, then US heavy weapons, then Germans.
    pub struct Piece(u8);
}

/// The three types of combat unit.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A US infantry platoon.
    UsInfantry,
    /// A US heavy weapons emplacement, static.
    UsHeavyWeapons,
    /// German storm troopers, a group of any size.
    GermanInfantry,
}

#[engine::by_the_book]
impl Kind {
    /// The size of formation that a counter of this type stands for, where the rulebook gives one: US infantry comes in
    /// platoons [1.2b].
    pub fn size(self) -> Option<&'static str> {
        match self {
            Kind::UsInfantry => Some("platoon"),
            Kind::UsHeavyWeapons | Kind::GermanInfantry => None,
        }
    }

    /// The side that it fights for.
    pub fn side(self) -> Side {
        match self {
            Kind::UsInfantry | Kind::UsHeavyWeapons => US,
            Kind::GermanInfantry => GERMAN,
        }
    }
}

/// A set of pieces.
pub type PieceSet = IdSet<Piece, 3>;

/// All units of a side.
pub const fn units(side: Side) -> PieceSet {
    match side {
        US => PieceSet::range(0, US_UNITS),
        GERMAN => PieceSet::range(US_UNITS, PIECES),
    }
}

/// All infantry of a side: what can move.
pub const fn infantry(side: Side) -> PieceSet {
    match side {
        US => PieceSet::range(0, US_INFANTRY),
        GERMAN => units(GERMAN),
    }
}

impl Piece {
    /// The side it fights for.
    pub const fn side(self) -> Side {
        if self.index() < US_UNITS { US } else { GERMAN }
    }

    /// Its type.
    pub const fn kind(self) -> Kind {
        match self.index() {
            0..US_INFANTRY => Kind::UsInfantry,
            US_INFANTRY..US_UNITS => Kind::UsHeavyWeapons,
            _ => Kind::GermanInfantry,
        }
    }

    /// Whether it is an emplacement.
    pub const fn is_emplacement(self) -> bool {
        matches!(self.kind(), Kind::UsHeavyWeapons)
    }
}

engine::named! {
    /// Light or heavy artillery [2.9].
    #[repr(u8)]
    pub enum Gun {
        /// A light bombardment marker.
        Light = "light",
        /// A heavy bombardment marker.
        Heavy = "heavy",
    }
}

/// What is printed on the counters [2.5].
#[derive(Debug)]
pub struct Pieces {
    names: Vec<String>,
    by_name: BTreeMap<String, Piece>,
    fire: [u8; PIECES],
    range: [u8; 3],
    movement: [u8; 3],
    titles: [String; 3],
    symbols: [String; 3],
    /// How many bombardment markers of each kind there are [11.1a].
    pub guns: [u8; 2],
    /// The strength of a bombardment marker of each kind.
    pub gun_strength: [u8; 2],
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct PiecesFile {
    us_infantry: UnitTable,
    us_heavy_weapons: UnitTable,
    german_infantry: MixedTable,
    bombardment: BombardmentTable,
}

#[derive(Deserialize)]
struct UnitTable {
    title: String,
    symbol: String,
    count: Datum<usize>,
    fire: Datum<u8>,
    range: Datum<u8>,
    movement: Datum<u8>,
    names: Datum<String>,
}

#[derive(Deserialize)]
struct MixedTable {
    title: String,
    symbol: String,
    range: Datum<u8>,
    movement: Datum<u8>,
    names: Datum<String>,
    mix: MixTable,
}

#[derive(Deserialize)]
struct MixTable {
    source: Provenance,
    counters: Spanned<Vec<CounterTable>>,
}

#[derive(Deserialize)]
struct CounterTable {
    fire: Spanned<u8>,
    count: usize,
}

#[derive(Deserialize)]
struct BombardmentTable {
    light: GunTable,
    heavy: GunTable,
}

#[derive(Deserialize)]
struct GunTable {
    title: String,
    count: Datum<u8>,
    strength: Datum<u8>,
}

#[engine::by_the_book]
impl Pieces {
    /// Reads and checks the counters.
    pub fn read(file: &DataFile, provenance: &mut Provenances) -> Result<Pieces, DataError> {
        let table: PiecesFile = file.parse()?;
        let (infantry, heavy) = (&table.us_infantry, &table.us_heavy_weapons);
        for (unit, expected) in [(infantry, US_INFANTRY), (heavy, US_HEAVY_WEAPONS)] {
            let found = unit.count.value;
            if found != expected {
                let message = format!("found {found} counters of \"{}\", expected {expected}", unit.title);
                return Err(file.error_at(unit.count.span(), message));
            }
            within(file, &unit.fire, 0..=MOST_FACTORS)?;
            unit.note(provenance);
        }
        let german = &table.german_infantry;
        for range in [&infantry.range, &heavy.range, &german.range] {
            within(file, range, 1..=LONGEST as u8)?;
        }
        for movement in [&infantry.movement, &german.movement] {
            within(file, movement, 0..=MOST_MOVEMENT)?;
        }
        // Emplacements never move, whatever they print [9.3].
        within(file, &heavy.movement, 0..=0)?;
        german.note(provenance);
        let mut fire = [infantry.fire.value; PIECES];
        fire[US_INFANTRY..US_UNITS].fill(heavy.fire.value);
        let mix = german.mix.counters.as_ref();
        if let Some(line) = mix.iter().find(|line| *line.fire.as_ref() > MOST_FACTORS) {
            let message = format!("found {}, expected 0 to {MOST_FACTORS}", line.fire.as_ref());
            return Err(file.error_with(&line.fire, message));
        }
        let found = mix.iter().fold(0_usize, |sum, line| sum.saturating_add(line.count));
        if found != GERMANS {
            let message = format!("found {found} German counters in the mix, expected {GERMANS}");
            return Err(file.error_with(&german.mix.counters, message));
        }
        let lines = mix.iter().map(|line| (*line.fire.as_ref(), line.count));
        let counters: Vec<u8> = lines.flat_map(|(fire, count)| std::iter::repeat_n(fire, count)).collect();
        fire[PIECES - GERMANS..].copy_from_slice(&counters);
        let guns = [&table.bombardment.light, &table.bombardment.heavy];
        for gun in guns {
            within(file, &gun.count, 0..=MARKERS as u8 / 2)?;
            provenance.note(format!("{}: number of markers", gun.title), &gun.count.source);
            provenance.note(format!("{}: strength {}", gun.title, gun.strength.value), &gun.strength.source);
        }
        let patterns = [&infantry.names, &heavy.names, &german.names];
        let names: Vec<String> = (0..PIECES).map(|at| name(at, &patterns)).collect();
        let by_name: BTreeMap<_, _> =
            names.iter().enumerate().map(|(at, name)| (name.clone(), Piece(at as u8))).collect();
        check_names(file, &patterns, &names, &by_name)?;
        Ok(Pieces {
            by_name,
            names,
            fire,
            range: [infantry.range.value, heavy.range.value, german.range.value],
            movement: [infantry.movement.value, heavy.movement.value, german.movement.value],
            titles: [infantry.title.clone(), heavy.title.clone(), german.title.clone()],
            symbols: [infantry.symbol.clone(), heavy.symbol.clone(), german.symbol.clone()],
            guns: guns.map(|gun| gun.count.value),
            gun_strength: guns.map(|gun| gun.strength.value),
        })
    }

    /// Its printed fire factor.
    #[inline]
    pub fn fire(&self, piece: Piece) -> u8 {
        self.fire[piece.index()]
    }

    /// Its printed range, in hexes.
    #[inline]
    pub fn range(&self, piece: Piece) -> u8 {
        self.range[piece.kind() as usize]
    }

    /// Its printed movement factor.
    pub fn movement(&self, piece: Piece) -> u8 {
        self.movement[piece.kind() as usize]
    }

    /// Every printed range, for tables by range.
    pub fn ranges(&self) -> [u8; 3] {
        self.range
    }

    /// The name by which people know it.
    pub fn name(&self, piece: Piece) -> &str {
        &self.names[piece.index()]
    }

    /// The piece with this name.
    pub fn named(&self, name: &str) -> Option<Piece> {
        self.by_name.get(name).copied()
    }

    /// The name of its type.
    pub fn title(&self, piece: Piece) -> &str {
        &self.titles[piece.kind() as usize]
    }

    /// The sign printed for its type, one of three [2.8].
    pub fn symbol(&self, kind: Kind) -> &str {
        &self.symbols[kind as usize]
    }

    /// Whether two counters print the same values.
    pub fn prints_the_same(&self, one: Piece, other: Piece) -> bool {
        let printed = |piece| (self.fire(piece), self.range(piece), self.movement(piece));
        printed(one) == printed(other)
    }

    /// Its values as the counter prints them.
    pub fn values(&self, piece: Piece) -> String {
        format!("{}-{}-{}", self.fire(piece), self.range(piece), self.movement(piece))
    }
}

/// The name of the counter with this place in the mix, from the pattern of its kind: `1/A/38`, `HW1`, `G001`.
fn name(at: usize, patterns: &[&Datum<String>; 3]) -> String {
    let kind = Piece(at as u8).kind();
    let number = match kind {
        Kind::UsInfantry => String::new(),
        Kind::UsHeavyWeapons => (at - US_INFANTRY + 1).to_string(),
        Kind::GermanInfantry => format!("{:03}", at - US_UNITS + 1),
    };
    // Companies of four platoons, lettered A to M without J.
    let company = b"ABCDEFGHIKLM"[at / 4 % 12] as char;
    let pattern = patterns[kind as usize].value.replace("PLATOON", &(at % 4 + 1).to_string());
    pattern.replace("COMPANY", &company.to_string()).replace("NUMBER", &number)
}

/// Names stand in notation and records, so each is one word of its own.
fn check_names(
    file: &DataFile,
    patterns: &[&Datum<String>; 3],
    names: &[String],
    by_name: &BTreeMap<String, Piece>,
) -> Result<(), DataError> {
    for (at, name) in names.iter().enumerate() {
        let piece = Piece(at as u8);
        let is_word = !name.is_empty() && name != "all" && !name.contains([' ', '\t', '\n', '[', ']', '#']);
        if !is_word || by_name.get(name) != Some(&piece) {
            let message =
                format!("the name \"{name}\" is not one word of its own, expected PLATOON, COMPANY or NUMBER in it");
            return Err(file.error_at(patterns[piece.kind() as usize].span(), message));
        }
    }
    Ok(())
}

impl UnitTable {
    fn note(&self, provenance: &mut Provenances) {
        let title = &self.title;
        provenance.note(format!("{title}: number of counters"), &self.count.source);
        provenance.note(format!("{title}: fire {}", self.fire.value), &self.fire.source);
        note_common(title, &self.range, &self.movement, &self.names, provenance);
    }
}

impl MixedTable {
    fn note(&self, provenance: &mut Provenances) {
        provenance.note(format!("{}: mix of fire factors", self.title), &self.mix.source);
        note_common(&self.title, &self.range, &self.movement, &self.names, provenance);
    }
}

fn note_common(title: &str, range: &Datum<u8>, movement: &Datum<u8>, names: &Datum<String>, to: &mut Provenances) {
    to.note(format!("{title}: range {}", range.value), &range.source);
    to.note(format!("{title}: movement {}", movement.value), &movement.source);
    to.note(format!("{title}: names {}", names.value), &names.source);
}
