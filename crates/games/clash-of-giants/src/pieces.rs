//! 2.0 Game components: the counters and what is printed on them [std/2.3].

use crate::ground::Ground;
use engine::data::{DataError, DataFile, Provenance, Provenances};
use engine::{IdSet, Side};
use hexboard::Hex;
use serde::Deserialize;
use serde_spanned::Spanned;
use std::collections::BTreeMap;

/// The side in gray in both campaigns.
pub const GERMAN: Side = Side::First;
/// The Russians at Tannenberg; the French and the British on the Marne.
pub const ALLIED: Side = Side::Second;
/// The most units that a campaign has.
pub const UNITS: usize = 112;
/// The most steps, or combat factors, that a unit has [std/2.25].
pub const MOST_STEPS: u8 = 2;
/// The best TER: more would never fail a check without a modifier.
const BEST_TER: u8 = 6;
/// The longest Movement Allowance that may be printed.
pub(crate) const MOST_ALLOWANCE: u8 = 12;

engine::named! {
    /// One of the two campaigns.
    #[repr(u8)]
    pub enum Campaign {
        /// East Prussia, August 1914.
        Tannenberg = "tannenberg",
        /// The Marne, September 1914.
        Marne = "marne",
    }
}

engine::named! {
    /// Whose colours a unit wears [std/2.22].
    pub enum Nation {
        /// Gray.
        German = "german": "German",
        /// Green.
        Russian = "russian": "Russian",
        /// Blue.
        French = "french": "French",
        /// Tan.
        British = "british": "British",
    }
}

impl Nation {
    /// The side it fights on.
    pub const fn side(self) -> Side {
        match self {
            Nation::German => GERMAN,
            _ => ALLIED,
        }
    }
}

engine::named! {
    /// A body of units with a Command Track of its own; those of both campaigns.
    #[repr(u8)]
    pub enum Army {
        /// The Russian First Army [tannenberg/10.41a].
        RussianFirst = "russian-first": "Russian First Army",
        /// The Russian Second Army [tannenberg/10.42a].
        RussianSecond = "russian-second": "Russian Second Army",
        /// The German I Corps, a command by itself [tannenberg/5.333a].
        FirstCorps = "first-corps": "German I Corps",
        /// The rest of the German Eighth Army [tannenberg/5.333a]; all its counters are of Tannenberg [tannenberg/3.1a].
        Eighth = "eighth": "German Eighth Army",
        /// The French Sixth Army, and the Fortified Camp of Paris with it [marne/10.43a].
        FrenchSixth = "french-sixth": "French Sixth Army",
        /// The French Fifth Army.
        FrenchFifth = "french-fifth": "French Fifth Army",
        /// The French Ninth Army.
        FrenchNinth = "french-ninth": "French Ninth Army",
        /// The French Fourth Army.
        FrenchFourth = "french-fourth": "French Fourth Army",
        /// The British Expeditionary Force [marne/10.42b].
        Bef = "bef": "British Expeditionary Force",
        /// The German First Army on the Marne.
        GermanFirst = "german-first": "German First Army",
        /// The German Second Army on the Marne.
        GermanSecond = "german-second": "German Second Army",
        /// The German Third Army on the Marne.
        GermanThird = "german-third": "German Third Army",
        /// The German Fourth Army on the Marne.
        GermanFourth = "german-fourth": "German Fourth Army",
        /// The cavalry of the German First Army, if it is a command by itself [marne/16.3c].
        FirstCavalry = "first-cavalry": "German First Army cavalry",
    }
}

/// How many armies there are.
pub const ARMIES: usize = Army::ALL.len();

impl Army {
    /// The army with this place in [`Army::ALL`].
    pub fn from_index(index: usize) -> Option<Army> {
        Army::ALL.get(index).copied()
    }

    /// The campaign it fights in.
    pub const fn campaign(self) -> Campaign {
        match self {
            Army::RussianFirst | Army::RussianSecond | Army::FirstCorps | Army::Eighth => Campaign::Tannenberg,
            _ => Campaign::Marne,
        }
    }

    /// Its nation.
    pub const fn nation(self) -> Nation {
        match self {
            Army::RussianFirst | Army::RussianSecond => Nation::Russian,
            Army::FrenchSixth | Army::FrenchFifth | Army::FrenchNinth | Army::FrenchFourth => Nation::French,
            Army::Bef => Nation::British,
            _ => Nation::German,
        }
    }

    /// Its side.
    pub const fn side(self) -> Side {
        self.nation().side()
    }
}

engine::named! {
    /// The size of formation that a counter stands for [std/2.23].
    pub enum Size {
        /// A brigade.
        Brigade = "X": "brigade",
        /// A division.
        Division = "XX": "division",
    }
}

/// How a unit moves and fights [std/2.23].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arm {
    /// On foot.
    Infantry,
    /// Mounted.
    Cavalry,
    /// Motorized infantry of a cavalry division, which counts as cavalry (ruling T29).
    Motorized,
}

/// A corps, by its place among those of a campaign [std/6.2c].
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Corps(u8);

/// Where a unit is placed when the game begins or when it arrives.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// In this hex [tannenberg/3.11c, tannenberg/3.12a].
    Hex(Hex),
    /// In one of these Russian Entry Hexes [tannenberg/3.11b, tannenberg/5.321a]: bit 0 is A.
    Entry(u8),
    /// In a town or city on a German rail line [tannenberg/5.322a].
    Rail,
    /// In a Start Hex of its army [marne/3.11b, marne/3.12a].
    Start,
    /// In the Fortified Camp of Paris [marne/3.11d].
    Camp,
    /// On the south edge, in its army's area [marne/9.21c].
    South,
    /// Anywhere in a Start Hex of its army, if the Germans take their optional corps [marne/16.2a].
    Option,
    /// Beside the division it is detached from [marne/16.1c].
    Detached,
}

engine::id! {
    /// A unit, by its place among the counters of its campaign.
    pub struct Piece(u8);
}

/// A set of units of one campaign.
pub type Units = IdSet<Piece, { UNITS.div_ceil(64) }>;

/// What is printed on one counter [std/2.23, std/2.24].
#[derive(Clone, Debug)]
pub struct Unit {
    /// The word that stands for it in notation: nation, number and, where needed, size (ruling M39).
    pub id: String,
    /// Its number or abbreviation.
    pub name: String,
    /// Its nation.
    pub nation: Nation,
    /// Its size.
    pub size: Size,
    /// Its type.
    pub arm: Arm,
    /// Its corps, if one is printed.
    pub corps: Option<Corps>,
    /// The army printed on it.
    pub army: Army,
    /// Its steps at full strength, and its combat factor [std/2.24].
    pub steps: u8,
    /// Its Tactical Efficiency Rating [std/2.27].
    pub ter: u8,
    /// The Movement Allowance printed on it, if any [std/2.28].
    pub movement: Option<u8>,
    /// Whether it may attack: no parentheses around its factor [std/2.26].
    pub attacks: bool,
    /// Whether it must stay in its army's area [marne/10.44e].
    pub yellow: bool,
    /// Whether it is one of the First Army's cavalry counters in a colour of their own [marne/16.3c].
    pub separate: bool,
    /// The turn of its arrival; `None` if it is there from the start.
    pub turn: Option<u8>,
    /// Where it comes.
    pub place: Place,
}

#[engine::by_the_book]
impl Unit {
    /// Whether it counts as cavalry in stacking and combat [marne/16.3a] (ruling T29).
    pub fn is_cavalry(&self) -> bool {
        self.arm != Arm::Infantry
    }

    /// Its side.
    pub fn side(&self) -> Side {
        self.nation.side()
    }
}

/// The counters of one campaign.
#[derive(Debug)]
pub struct Pieces {
    units: Vec<Unit>,
    corps: Vec<(Nation, String)>,
    by_id: BTreeMap<String, Piece>,
}

#[derive(Deserialize)]
struct PiecesFile {
    group: Vec<GroupTable>,
}

#[derive(Deserialize)]
struct GroupTable {
    title: String,
    nation: Nation,
    army: Spanned<Army>,
    source: Provenance,
    units: Vec<Spanned<UnitTable>>,
}

#[derive(Deserialize)]
struct UnitTable {
    id: Spanned<String>,
    name: String,
    size: Size,
    arm: Arm,
    corps: Option<String>,
    steps: Spanned<u8>,
    ter: Spanned<u8>,
    movement: Option<Spanned<u8>>,
    #[serde(default = "yes")]
    attacks: bool,
    #[serde(default)]
    yellow: bool,
    #[serde(default)]
    separate: bool,
    enters: Spanned<String>,
}

fn yes() -> bool {
    true
}

impl Pieces {
    /// Reads and checks the counters of a campaign.
    pub fn read(
        file: &DataFile,
        campaign: Campaign,
        ground: &Ground,
        provenance: &mut Provenances,
    ) -> Result<Pieces, DataError> {
        let table: PiecesFile = file.parse()?;
        let mut pieces = Pieces { units: Vec::new(), corps: Vec::new(), by_id: BTreeMap::new() };
        for group in table.group {
            let army = *group.army.as_ref();
            if army.campaign() != campaign || army.nation() != group.nation {
                let message = format!(
                    "the {} is no {} army of this campaign, expected {}",
                    army.title(),
                    group.nation.title(),
                    armies(campaign, group.nation)
                );
                return Err(file.error_with(&group.army, message));
            }
            provenance.note(format!("counters: {}", group.title), &group.source);
            for unit in group.units {
                let span = unit.span();
                let unit = pieces.counter(file, group.nation, army, unit.into_inner(), campaign, ground)?;
                if pieces.units.len() == UNITS {
                    return Err(file.error_at(span, format!("one unit too many, expected at most {UNITS}")));
                }
                pieces.by_id.insert(unit.id.clone(), Piece(pieces.units.len() as u8));
                pieces.units.push(unit);
            }
        }
        Ok(pieces)
    }

    /// Checks one counter.
    fn counter(
        &mut self,
        file: &DataFile,
        nation: Nation,
        army: Army,
        unit: UnitTable,
        campaign: Campaign,
        ground: &Ground,
    ) -> Result<Unit, DataError> {
        within(file, &unit.steps, 1, MOST_STEPS)?;
        within(file, &unit.ter, 1, BEST_TER)?;
        if let Some(movement) = &unit.movement {
            within(file, movement, 1, MOST_ALLOWANCE)?;
        }
        let id = unit.id.as_ref();
        // Ids stand in notation and records, so each is one word of its own.
        if id.is_empty() || id.contains([' ', '\t', '\n', '[', ']', '#']) || self.by_id.contains_key(id) {
            return Err(file.error_with(&unit.id, format!("the id \"{id}\" is not one word of its own")));
        }
        let (turn, place) = enters(file, &unit.enters, campaign, nation, ground)?;
        let corps = unit.corps.map(|name| self.corps_of(nation, name));
        Ok(Unit {
            id: unit.id.into_inner(),
            name: unit.name,
            nation,
            size: unit.size,
            arm: unit.arm,
            corps,
            army,
            steps: unit.steps.into_inner(),
            ter: unit.ter.into_inner(),
            movement: unit.movement.map(Spanned::into_inner),
            attacks: unit.attacks,
            yellow: unit.yellow,
            separate: unit.separate,
            turn,
            place,
        })
    }

    fn corps_of(&mut self, nation: Nation, name: String) -> Corps {
        let known = self.corps.iter().position(|(of, known)| *of == nation && *known == name);
        let at = known.unwrap_or_else(|| {
            self.corps.push((nation, name));
            self.corps.len() - 1
        });
        Corps(at as u8)
    }

    /// How many units there are.
    #[allow(clippy::len_without_is_empty, reason = "no campaign is without units")]
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// All units.
    pub fn all(&self) -> impl Iterator<Item = Piece> + use<> {
        (0..self.units.len()).map(|at| Piece(at as u8))
    }

    /// What is printed on a counter.
    #[inline]
    pub fn unit(&self, piece: Piece) -> &Unit {
        &self.units[piece.index()]
    }

    /// The unit with this word.
    pub fn named(&self, id: &str) -> Option<Piece> {
        self.by_id.get(id).copied()
    }

    /// The corps of a nation with this name.
    pub fn corps_named(&self, nation: Nation, name: &str) -> Option<Corps> {
        self.corps.iter().position(|(of, known)| *of == nation && known == name).map(|at| Corps(at as u8))
    }

    /// The name of a corps.
    pub fn corps_name(&self, corps: Corps) -> &str {
        &self.corps[usize::from(corps.0)].1
    }
}

/// The armies of a campaign, for an error message.
fn armies(campaign: Campaign, nation: Nation) -> String {
    let known = Army::ALL.into_iter().filter(|army| army.campaign() == campaign && army.nation() == nation);
    known.map(Army::id).collect::<Vec<_>>().join(", ")
}

/// Refuses a number outside its limits.
fn within(file: &DataFile, value: &Spanned<u8>, least: u8, most: u8) -> Result<(), DataError> {
    let found = *value.as_ref();
    if (least..=most).contains(&found) {
        return Ok(());
    }
    Err(file.error_with(value, format!("found {found}, expected {least} to {most}")))
}

/// Reads when and where a unit comes: `hex 4104`, `entry A`, `turn 3 ABC`, `turn 5 camp`, `start`, ...
fn enters(
    file: &DataFile,
    text: &Spanned<String>,
    campaign: Campaign,
    nation: Nation,
    ground: &Ground,
) -> Result<(Option<u8>, Place), DataError> {
    let wrong = || {
        let expected = match campaign {
            Campaign::Tannenberg => "\"hex 2316\", \"entry A\", \"turn 2\" or \"turn 3 ABC\"",
            Campaign::Marne => {
                "\"start\", \"camp\", \"turn 4\", \"turn 3 camp\", \"turn 9 south\", \"option\" or \"detached\""
            }
        };
        file.error_with(text, format!("found \"{}\", expected {expected}", text.as_ref()))
    };
    let hex = |word: &str| ground.board().parse(word).map_err(|error| file.error_with(text, error.to_string()));
    let turn = |word: &str| word.parse::<u8>().ok().filter(|turn| *turn > 0).ok_or_else(wrong);
    let words: Vec<&str> = text.as_ref().split_whitespace().collect();
    Ok(match (campaign, words.as_slice()) {
        (Campaign::Tannenberg, ["hex", number]) => (None, Place::Hex(hex(number)?)),
        (Campaign::Tannenberg, ["entry", letter]) => (None, Place::Entry(letters(letter).ok_or_else(wrong)?)),
        (Campaign::Tannenberg, ["turn", number]) if nation == Nation::German => (Some(turn(number)?), Place::Rail),
        (Campaign::Tannenberg, ["turn", number, which]) if nation == Nation::Russian => {
            (Some(turn(number)?), Place::Entry(letters(which).ok_or_else(wrong)?))
        }
        (Campaign::Marne, ["start"]) => (None, Place::Start),
        (Campaign::Marne, ["camp"]) if nation == Nation::French => (None, Place::Camp),
        (Campaign::Marne, ["option"]) if nation == Nation::German => (None, Place::Option),
        (Campaign::Marne, ["detached"]) if nation == Nation::German => (None, Place::Detached),
        (Campaign::Marne, ["turn", number]) if nation == Nation::German => (Some(turn(number)?), Place::Start),
        (Campaign::Marne, ["turn", number, "camp"]) if nation == Nation::French => (Some(turn(number)?), Place::Camp),
        (Campaign::Marne, ["turn", number, "south"]) if nation == Nation::French => (Some(turn(number)?), Place::South),
        _ => return Err(wrong()),
    })
}

/// The bits of some letters of Entry Hexes.
fn letters(word: &str) -> Option<u8> {
    let bit = |letter: char| matches!(letter, 'A'..='F').then(|| 1 << (letter as u8 - b'A'));
    let bits = word.chars().map(bit).collect::<Option<Vec<u8>>>()?;
    (!bits.is_empty()).then(|| bits.into_iter().fold(0, |set, bit| set | bit))
}
