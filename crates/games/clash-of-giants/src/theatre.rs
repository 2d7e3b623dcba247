//! One campaign's board, counters and tables, and what follows from them for every move, worked out once.

use crate::ground::{Ground, HEXES, Hexes, has};
use crate::pieces::{ALLIED, ARMIES, Army, Campaign, Corps, GERMAN, Nation, Piece, Pieces, Place, Size, Unit, Units};
use crate::tables::{Standard, Tables, Worth};
use engine::Side;
use hexboard::{Costs, Currents, Direction, Hex, Tides};

/// What lies around a hex, by direction: `Hex::NONE` where nobody can go.
type Neighbours = [Hex; 6];

/// A victory hex.
#[derive(Clone, Debug)]
pub struct Prize {
    /// The hex.
    pub hex: Hex,
    /// What stands there.
    pub name: String,
    /// Points for the German and for the Russian [tannenberg/4.1d].
    pub worth: [u8; 2],
    /// Whether it is a Primary hex [marne/4.1b].
    pub primary: bool,
}

impl Prize {
    fn new(ground: &Ground, hex: Hex, worth: Worth) -> Prize {
        let name = ground.board().names_at(hex).next().map_or_else(|| ground.label(hex), str::to_string);
        let (points, primary) = match worth {
            Worth::Points(german, russian) => ([german, russian], false),
            Worth::Primary => ([0; 2], true),
            Worth::Secondary => ([0; 2], false),
        };
        Prize { hex, name, worth: points, primary }
    }
}

/// A campaign: everything about it that never changes.
#[derive(Debug)]
pub struct Theatre {
    /// Which one.
    pub campaign: Campaign,
    /// The board.
    pub ground: Ground,
    /// The counters.
    pub pieces: Pieces,
    /// What is printed beside the board.
    pub tables: Tables,
    /// The names of the units for people.
    pub names: Vec<String>,
    /// Hexes where units of each side may not end a move.
    pub no_ends: [Hexes; 2],
    /// All hexes of the sheet.
    pub everywhere: Hexes,
    /// How things spread from hex to hex wherever units can step.
    pub spread: Currents,
    /// The same against the Retreat Compass of each side.
    pub against_compass: [Currents; 2],
    near: Vec<Neighbours>,
    zones: Vec<Neighbours>,
    retreats: [Vec<[Hex; 3]>; 2],
    approaches: [Vec<[Hex; 3]>; 2],
    /// The victory hexes.
    pub prizes: Vec<Prize>,
    prize_at: Vec<u8>,
    /// How many units may stack [std/6.1a].
    pub stack: usize,
    /// How many units of one corps may stack [std/6.2a].
    pub corps_stack: usize,
    /// The units of each side.
    pub of: [Units; 2],
    /// Units that count as cavalry.
    pub cavalry: Units,
    /// Units that may not leave their army's area [marne/10.44e].
    pub yellow: Units,
    /// British units.
    pub british: Units,
    /// French units.
    pub french: Units,
    /// Divisions of two steps.
    pub divisions: Units,
    /// The brigades that German divisions can detach [marne/16.1a].
    pub detachments: Units,
    /// The Russian II Corps, whose army a switch changes.
    pub second_corps: Units,
    /// The cavalry that may be a command of its own [marne/16.3d].
    pub army_cavalry: Units,
    corps: Vec<Option<Corps>>,
    /// Where units in pursuit may step: along the Retreat Compass, and freely inside the Fortified Camp
    /// [marne/10.33a] (ruling M47).
    pub pursuit: Costs,
    /// How far units of each side come by all steps that they may make.
    pub tides: [Tides; 2],
    /// The same in pursuit.
    pub pursuit_tides: Tides,
    /// The railroads, a point a hex.
    pub rail: Costs,
    /// The railroads along the Retreat Compass of the Allies (ruling M14).
    pub pursuit_rail: Costs,
    /// Hexes next to an enemy supply source on the map edge, by the side that may not end there
    /// [tannenberg/9.22c, tannenberg/11.2a].
    pub forbidden_ends: [Hexes; 2],
    /// Sources on the map edge that the enemy may not enter, by the side that may not [tannenberg/11.2a].
    pub forbidden: [Hexes; 2],
    /// The area where the BEF may go [marne/10.42a].
    pub british_area: Hexes,
    /// How many hexes it is at least from each hex back to where a unit belongs: the BEF, and yellow units of each
    /// side.
    homeward: [Vec<u8>; 3],
    /// Hexes whose entry changes something: victory hexes, works, towns, the Fortified Camp.
    pub marked: Hexes,
    /// Victory hexes and works: what can be taken in passing.
    pub spoils: Hexes,
    /// The Entry Hexes of the two Russian armies [tannenberg/8.21a, tannenberg/8.21b].
    pub sources: [Hexes; 2],
}

#[engine::by_the_book]
impl Theatre {
    /// Works out a campaign.
    pub fn new(campaign: Campaign, ground: Ground, pieces: Pieces, tables: Tables, standard: &Standard) -> Theatre {
        let near = ways(&ground, |_, _| true);
        let zones = ways(&ground, |from, to| reaches(&ground, from, to));
        let compass = [GERMAN, ALLIED].map(|side| tables.compass(side));
        let board = ground.board();
        let approaches = compass.map(|set| along(&near, opposite(set)));
        let spread = Currents::new(board, |from, _, to| near[from.index()].contains(&to));
        let against_compass =
            [0, 1].map(|side| Currents::new(board, |from, _, to| approaches[side][from.index()].contains(&to)));
        let everywhere = board.sheet().collect();
        let prizes: Vec<Prize> = tables.victory.iter().map(|&(hex, worth)| Prize::new(&ground, hex, worth)).collect();
        let Pursuits { pursuit, rail, pursuit_rail } = Pursuits::new(&ground, compass[ALLIED.index()]);
        let tides = |costs: &Costs| Tides::new(board, |from, way, _| costs.step(from, way));
        let forbidden = [ground.entry_hexes, ground.west];
        let forbidden_ends = forbidden
            .map(|sources| sources.iter().flat_map(|hex| near[hex.index()]).filter(|&hex| hex != Hex::NONE).collect());
        let area = |army: Army| ground.areas[army.index()];
        let british_area = (area(Army::FrenchSixth) | area(Army::FrenchFifth)) - ground.camp;
        let homes = [british_area, area(Army::GermanFourth), area(Army::FrenchFourth)];
        let spoils = prizes.iter().map(|prize| prize.hex).collect::<Hexes>() | ground.zones | ground.forts;
        let half = ground.entries.len() / 2;
        let gates = |from: usize, to: usize| ground.entries.get(from..to).unwrap_or_default().iter().copied().collect();
        let set = |wanted: &dyn Fn(&Unit) -> bool| -> Units {
            pieces.all().filter(|&piece| wanted(pieces.unit(piece))).collect()
        };
        let second_corps = pieces.corps_named(Nation::Russian, "II");
        Theatre {
            campaign,
            names: pieces.all().map(|piece| name_of(pieces.unit(piece))).collect(),
            of: [GERMAN, ALLIED].map(|side| set(&|unit| unit.side() == side)),
            cavalry: set(&|unit| unit.is_cavalry()),
            yellow: set(&|unit| unit.yellow),
            british: set(&|unit| unit.nation == Nation::British),
            french: set(&|unit| unit.nation == Nation::French),
            divisions: set(&|unit| unit.size == Size::Division && unit.steps == 2),
            detachments: set(&|unit| unit.place == Place::Detached),
            second_corps: set(&|unit| second_corps.is_some() && unit.corps == second_corps),
            army_cavalry: set(&|unit| unit.separate),
            corps: pieces.all().map(|piece| pieces.unit(piece).corps).collect(),
            retreats: compass.map(|set| along(&near, set)),
            approaches,
            no_ends: forbidden_ends.map(|ends: Hexes| ends | ground.entry_hexes | ground.start_hexes),
            everywhere,
            spread,
            against_compass,
            prize_at: places_of(&prizes),
            stack: standard.stacking.units.into(),
            corps_stack: standard.stacking.corps.into(),
            homeward: homes.map(|home| distances(&near, home)),
            marked: spoils | ground.camp | ground.paris | (ground.towns & ground.germany),
            sources: [gates(0, half), gates(half, ground.entries.len())],
            tides: [GERMAN, ALLIED].map(|side| tides(ground.costs(side))),
            pursuit_tides: tides(&pursuit),
            near,
            zones,
            prizes,
            pursuit,
            rail,
            pursuit_rail,
            forbidden_ends,
            forbidden,
            british_area,
            spoils,
            ground,
            pieces,
            tables,
        }
    }

    /// The side of a unit.
    #[inline]
    pub fn side(&self, piece: Piece) -> Side {
        if self.of[GERMAN.index()].contains(piece) { GERMAN } else { ALLIED }
    }

    /// The neighbours that can be entered, attacked and controlled: no lake or sea between.
    #[inline]
    pub fn near(&self, hex: Hex) -> impl Iterator<Item = Hex> + use<> {
        self.near[hex.index()].into_iter().filter(|&near| near != Hex::NONE)
    }

    /// Whether two hexes are such neighbours.
    #[inline]
    pub fn are_near(&self, a: Hex, b: Hex) -> bool {
        self.near[a.index()].contains(&b)
    }

    /// The direction of such a neighbour.
    pub fn way(&self, from: Hex, to: Hex) -> Option<Direction> {
        self.near[from.index()].iter().position(|&near| near == to).and_then(Direction::from_index)
    }

    /// Whether a river lies between neighbours.
    pub fn is_river(&self, from: Hex, to: Hex) -> bool {
        self.way(from, to).is_some_and(|direction| has(self.ground.rivers(from), direction))
    }

    /// The rail hexes that a railroad joins to a hex.
    #[inline]
    pub fn along_rails(&self, hex: Hex) -> impl Iterator<Item = Hex> + use<> {
        let tracks = self.ground.tracks(hex);
        let ways = self.near[hex.index()];
        Direction::ALL
            .into_iter()
            .zip(ways)
            .filter(move |&(way, _)| has(tracks, way))
            .map(|(_, near)| near)
            .filter(|&near| near != Hex::NONE)
    }

    /// The hexes that a unit in a hex controls [std/7.1a, std/7.1b].
    #[inline]
    pub fn zone(&self, hex: Hex) -> impl Iterator<Item = Hex> + use<> {
        self.zones[hex.index()].into_iter().filter(|&near| near != Hex::NONE)
    }

    /// Whether a unit in one hex controls another.
    #[inline]
    pub fn controls(&self, from: Hex, to: Hex) -> bool {
        self.zones[from.index()].contains(&to)
    }

    /// The hexes one step along the Retreat Compass of a side [std/12.81].
    #[inline]
    pub fn retreats(&self, side: Side, hex: Hex) -> impl Iterator<Item = Hex> + use<> {
        self.retreats[side.index()][hex.index()].into_iter().filter(|&next| next != Hex::NONE)
    }

    /// The hexes from which the Retreat Compass of a side leads here.
    #[inline]
    pub fn approaches(&self, side: Side, hex: Hex) -> impl Iterator<Item = Hex> + use<> {
        self.approaches[side.index()][hex.index()].into_iter().filter(|&next| next != Hex::NONE)
    }

    /// The number of the victory hex that a hex is.
    #[inline]
    pub fn prize(&self, hex: Hex) -> Option<usize> {
        let index = self.prize_at[hex.index()];
        (index != u8::MAX).then_some(usize::from(index))
    }

    /// The corps of a unit.
    #[inline]
    pub fn corps(&self, piece: Piece) -> Option<Corps> {
        self.corps[piece.index()]
    }

    /// How many hexes a unit is away from the area it belongs in; 0 when it is there.
    pub fn way_home(&self, piece: Piece, hex: Hex) -> u8 {
        let home = match self.pieces.unit(piece).nation {
            Nation::British => 0,
            Nation::German => 1,
            _ => 2,
        };
        self.homeward[home][hex.index()]
    }

    /// The army on whose Entry Hex list a Russian army draws, 0 or 1.
    pub fn sources_of(&self, army: Army) -> Hexes {
        self.sources[usize::from(army == Army::RussianSecond)]
    }
}

/// What a step in pursuit and on rails costs.
struct Pursuits {
    pursuit: Costs,
    rail: Costs,
    pursuit_rail: Costs,
}

impl Pursuits {
    /// Pursuit follows the Allied compass, and inside the Fortified Camp it is free.
    fn new(ground: &Ground, compass: u8) -> Pursuits {
        let board = ground.board();
        let along = |from: Hex, direction: Direction, to: Hex| {
            has(compass, direction) || (ground.camp.contains(from) && ground.camp.contains(to))
        };
        let on_rail = |from: Hex, direction: Direction| has(ground.tracks(from) & ground.open(from), direction);
        Pursuits {
            pursuit: Costs::new(board, |from, direction, to| {
                ground.costs(ALLIED).step(from, direction).filter(|_| along(from, direction, to))
            }),
            rail: Costs::new(board, |from, direction, _| on_rail(from, direction).then_some(1)),
            pursuit_rail: Costs::new(board, |from, direction, to| {
                (on_rail(from, direction) && along(from, direction, to)).then_some(1)
            }),
        }
    }
}

/// The neighbours that can be entered from each hex, if they are wanted.
fn ways(ground: &Ground, wanted: impl Fn(Hex, Hex) -> bool) -> Vec<Neighbours> {
    let board = ground.board();
    let out_of = |hex: Hex| {
        let mut ways = [Hex::NONE; 6];
        for (direction, next) in board.neighbours(hex) {
            if has(ground.open(hex), direction) && wanted(hex, next) {
                ways[direction.index()] = next;
            }
        }
        ways
    };
    board.sheet().map(out_of).collect()
}

/// Where the directions of a compass lead from each hex.
fn along(near: &[Neighbours], compass: u8) -> Vec<[Hex; 3]> {
    let out_of = |ways: &Neighbours| {
        let mut ends = Direction::ALL.into_iter().filter(|&direction| has(compass, direction));
        std::array::from_fn(|_| ends.next().map_or(Hex::NONE, |way| ways[way.index()]))
    };
    near.iter().map(out_of).collect()
}

/// For each hex the number of the victory hex that it is.
fn places_of(prizes: &[Prize]) -> Vec<u8> {
    let mut places = vec![u8::MAX; HEXES];
    for (index, prize) in prizes.iter().enumerate() {
        places[prize.hex.index()] = index as u8;
    }
    places
}

/// What people call a unit.
fn name_of(unit: &Unit) -> String {
    let size = if unit.is_cavalry() { String::new() } else { format!(" {}", unit.size.title()) };
    format!("{} {}{size}", unit.nation.title(), unit.name)
}

/// Whether zones of control reach from a hex into the next: across rivers and into any ground [std/7.1c], but neither into
/// nor out of Start Hexes [marne/2.13c, std/7.1d], and not into Entry Hexes [std/7.1e].
#[engine::by_the_book]
fn reaches(ground: &Ground, from: Hex, to: Hex) -> bool {
    let starts = &ground.start_hexes;
    !starts.contains(from) && !starts.contains(to) && !ground.entry_hexes.contains(to)
}

/// The opposite directions.
const fn opposite(set: u8) -> u8 {
    (set << 3 | set >> 3) & 0b11_1111
}

/// The number of steps from each hex to the nearest of some others.
fn distances(near: &[Neighbours], home: Hexes) -> Vec<u8> {
    let mut steps = vec![u8::MAX; near.len()];
    let mut edge: Vec<Hex> = home.iter().collect();
    let mut next = Vec::new();
    for distance in 0..u8::MAX {
        for hex in edge.drain(..) {
            if steps[hex.index()] == u8::MAX {
                steps[hex.index()] = distance;
                next.extend(near[hex.index()].into_iter().filter(|&hex| hex != Hex::NONE));
            }
        }
        std::mem::swap(&mut edge, &mut next);
    }
    steps
}

/// How many armies a set of bits can name.
const _: () = assert!(ARMIES <= 16);
