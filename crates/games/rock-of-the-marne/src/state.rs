//! What is on the table.

use crate::ground::{Crossing, HEXES, Hexes};
use crate::pieces::{ALLIED, GERMAN, GERMANS, PIECES, Piece, PieceSet};
use crate::sequence::{self, Phase};
use crate::{RockOfTheMarne, air, breakdown, bridges, combat, headquarters, losses, movement, overrun};
use crate::{replacements, retreat, stacking, supply};
use engine::{Options, Outcome, Side};
use hexboard::Hex;

engine::options! {
    /// The options of the game: on where the book prints a rule that others would play otherwise.
    pub mod option {
        /// Allied HQs give Attack Supply to any unit [4.0a].
        ALLIED_ANY_HQ = "allied-any-hq", off, Book("4.0a"): "Allied HQs give Attack Supply to any unit",
        /// German HQs give Attack Supply to any unit [4.0a].
        GERMAN_ANY_HQ = "german-any-hq", off, Book("4.0a"): "German HQs give Attack Supply to any unit",
        /// The Ersatz Corps HQ arrives on turn 7 [4.0b-1].
        ERSATZ = "ersatz", off, Book("4.0b-1") in ["campaign"]:
            "The Germans get the Ersatz Corps HQ on turn 7 of the campaign",
        /// Divisions break down and reassemble before any division moves [2.2f] (ruling 77).
        EARLY_BREAKDOWN = "early-breakdown", off, Published("2.2f"):
            "Divisions break down and reassemble before any division moves",
        /// Airplanes refit by the number of the HQs [1.6e-2] (ruling 15).
        ONE_NUMBER = "one-number", on, Reading("1.6e-2"):
            "Airplanes refit by the number of the HQs, not by one of their own",
        /// Out of Supply units never attack, not even a last time (ruling 26).
        NO_LAST_ATTACK = "no-last-attack", off, Reading("1.4d-1"):
            "Out of Supply units never attack, not even by an HQ that is cut off with them",
        /// Permanently assigned units overrun only near their own HQ (ruling 37).
        OWN_HQ_OVERRUNS = "own-hq-overruns", off, Reading("1.4f-2"):
            "Permanently assigned units overrun only within reach of their own HQ",
        /// A 3 on the Interception Table drives the interceptor off without loss (ruling 41).
        MILD_THREE = "mild-three", off, Reading("chart/interception"):
            "A 3 on the Interception Table costs the interceptor no step",
        /// Only Germans use assault bridges (ruling 57).
        GERMAN_BRIDGES = "german-bridges", off, Reading("3.2-1"): "Only Germans use assault bridges",
        /// The Stormtrooper of an attack over the Marne must itself attack across it (ruling 59).
        STORM_ACROSS = "storm-across", off, Reading("3.2a-2"):
            "The Stormtrooper of an attack over the Marne must itself attack across it",
        /// Attacks out of a lakes hex are halved too (ruling 67).
        LAKES_BOTH_WAYS = "lakes-both-ways", off, Reading("chart/terrain-lakes-combat"):
            "Attacks out of a lakes hex are halved too",
        /// Regiments set up from a permanently assigned division keep its assignment (ruling 74).
        SWORN_REGIMENTS = "sworn-regiments", off, Reading("2.2a-3"):
            "Regiments set up from a permanently assigned division keep its assignment",
        /// Only divisions that were broken down may be reassembled (ruling 75).
        ONLY_BROKEN_DOWN = "only-broken-down", off, Reading("2.2c-2"):
            "Only divisions that were broken down are reassembled, not destroyed ones",
        /// 7.2 is scored by the markers of the last German Supply Phase (ruling 84).
        LAST_MARKERS = "last-markers", off, Reading("7.2/vp-a") in ["rock-of-the-marne"]:
            "The Rock of the Marne is scored by the markers of the last German Supply Phase",
        /// In 7.3 a unit must stand in a hex to control it (ruling 87).
        STAND_TO_CONTROL = "stand-to-control", off, Reading("7.3/vp") in ["tenth-army"]:
            "The battle of the 10th Army is scored by units that stand in the hexes",
        /// Advances and won overruns do not open trenches of the quiet front either (ruling 96).
        STRICT_TRENCHES = "strict-trenches", off, Reading("6.1/note3-c"):
            "Nobody enters enemy trenches of the quiet front, even after combat",
        /// Every French trench hex counts in 7.1 [7.1/vp-a3] (ruling 97).
        ALL_TRENCHES = "all-trenches", on, Balance("7.1/vp-a3") in ["gouraud"]:
            "Gouraud's battle counts every French trench hex, not only the intermediate position",
        /// Airplanes on CAP are not recalled in the first player turn (ruling 98).
        NO_FIRST_RECALL = "no-first-recall", off, Reading("1.6e-1"):
            "Airplanes on CAP are not recalled in the first player turn",
        /// Units above the stacking limit at the moment of an overrun are eliminated [GI/stack-e] (ruling 105).
        EXCESS_DIES = "excess-dies", on, Published("GI/stack-e"):
            "Units too many at an overrun are eliminated; else such an overrun is refused",
        /// The bridges of Chateau-Thierry and Dormans are blown, as they were in June 1918; which bridges are printed [1.3g-1]
        /// is not in our sources.
        BLOWN_BRIDGES = "blown-bridges", on, Reading("1.3g-1"):
            "The bridges of Chateau-Thierry and Dormans are blown, as they were in June 1918",
    }
}

engine::places! {
    /// What is to be decided now.
    pub enum Step for RockOfTheMarne {
        /// Nothing: the phase has nothing to decide.
        sequence::Idle,
        /// Who takes a Replacement Point or comes in.
        replacements::Arrivals,
        /// Where a unit comes in.
        replacements::Arrive(piece: Piece),
        /// Which unit moves, in the Movement or the Exploitation Phase.
        movement::Moves,
        /// Where the picked units go.
        movement::Move,
        /// From where the picked units overrun a hex.
        overrun::OverrunFrom(target: Hex),
        /// Into which regiments a division breaks down.
        breakdown::Break(hex: Hex),
        /// Which regiments of a hex reassemble.
        breakdown::Muster(hex: Hex),
        /// Which hex is attacked.
        combat::Attacks,
        /// Who and what takes part in the attack.
        combat::Attack,
        /// Which HQ supplies a unit's attack.
        supply::Supplier(piece: Piece),
        /// Which airplane bombs a bridge.
        air::Bomber(bridge: u8),
        /// Whether the mission is intercepted.
        air::Intercept,
        /// Whether the interceptor supports the defence.
        air::Support,
        /// Which units of a side lose steps.
        losses::Lose(side: Side),
        /// Where a side's units retreat.
        retreat::Retreat(side: Side),
        /// Which units that have just retreated lose steps in zones of control.
        losses::Toll(side: Side),
        /// Which units advance.
        combat::Advance,
        /// Where an assault bridge is laid.
        bridges::Span,
        /// Which units above the stacking limit are eliminated.
        stacking::Excess(hex: Hex),
        /// Repairs and patrols at the end of the Exploitation Phase.
        air::Evening,
        /// Where an airplane patrols.
        air::Patrol(plane: Piece),
        /// Which HQ traces over a bridge.
        supply::Bridges,
        /// Which bridges are taken back before the player turn is over.
        bridges::Nightfall,
        /// Where a displaced Army HQ goes, whatever else is to be decided.
        headquarters::Displace(hq: Piece),
    }
}

/// What sort of fight is going on.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Fight {
    /// None.
    None,
    /// An attack of the Combat Phase.
    Attack,
    /// An overrun.
    Overrun,
    /// An attack on an empty hex across the Marne [3.2b-1].
    Crossing,
    /// The bombing of a bridge.
    Bombing,
}

engine::blank! {
    /// The fight that is going on.
    #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
    pub struct Battle {
        /// What sort of fight it is.
        pub fight: Fight = Fight::None,
        /// The hex that is attacked.
        pub target: Hex,
        /// Whether the attack is announced, so that both sides look at each other's units [scs/10.0a].
        pub announced: bool,
        /// The HQ that shifts it.
        pub hq: Option<Piece>,
        /// The airplane on a mission.
        pub plane: Option<Piece>,
        /// The airplane that supports the defence after an interception.
        pub guard: Option<Piece>,
        /// The bridge that is bombed.
        pub bridge: u8,
        /// Steps still to be lost by the attacker and by the defender.
        pub losses: [u8; 2],
        /// Hexes to be retreated by the attacker and by the defender.
        pub retreats: [u8; 2],
        /// Units that lost a step in this combat [1.1c].
        pub hit: PieceSet,
        /// Units still to retreat.
        pub fleeing: PieceSet,
        /// Those of them that retreat together now, or have just done so.
        pub party: PieceSet,
        /// Whether the attackers have retreated.
        pub beaten: bool,
        /// The hexsides of the target, by direction, that advancing units crossed without a bridge.
        pub crossed: u8,
    }
}

engine::blank! {
    /// An assault bridge on the map [3.2-1].
    #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
    pub struct Bridge {
        /// Where it lies; [`Crossing::NONE`] if it is in the pool.
        pub crossing: Crossing,
        /// Whether it is whole.
        pub intact: bool,
        /// Whether it was bombed this turn [1.6b-4], or a repair was tried in this phase [3.2e-2].
        pub tried: bool,
    }
}

impl Bridge {
    /// Whether it lies on the map.
    pub fn lies(&self) -> bool {
        self.crossing != Crossing::NONE
    }
}

/// The most assault bridges that a game can have.
pub const BRIDGES: usize = crate::tables::MOST_BRIDGES;

/// A stack has no more units.
const NOBODY: u8 = u8::MAX;
/// The first Allied counter.
const ALLIES: u16 = GERMANS as u16;

engine::blank! {
    /// A position.
    #[derive(Clone, PartialEq, Eq, Hash, Debug)]
    pub struct State {
        /// The rules switched on.
        pub options: Options,
        /// The scenario's place in the list.
        pub scenario: u8,
        /// The turn.
        pub turn: u8 = 1,
        /// Whose player turn it is.
        pub side: Side = GERMAN,
        /// The phase of the player turn.
        pub phase: Phase = Phase::Replacement,
        /// What is to be decided.
        pub step: Step = Step::Idle,
        /// How it ended.
        pub outcome: Option<Outcome>,

        /// Where each unit is; for one that left the map, where it was last.
        place: [Hex; PIECES],
        /// The top unit of each hex, counted within its side.
        top: [u8; HEXES] = [NOBODY; HEXES],
        /// The unit under each unit, counted within its side.
        below: [u8; PIECES] = [NOBODY; PIECES],
        /// The hexes held by each side.
        pub held: [Hexes; 2],
        /// The hexes of each side's units that have a zone of control.
        pub armed: [Hexes; 2],
        /// The hexes in each side's zone of control.
        pub zoc: [Hexes; 2],
        /// The hexes that a German unit was the last to enter.
        pub german_ground: Hexes,
        /// Hexes attacked in this Combat Phase [scs/7.0c].
        pub struck: Hexes,

        /// Ground units on the map.
        pub on_map: PieceSet,
        /// Units with their back up: reduced, Broken Down or Depleted.
        pub flipped: PieceSet,
        /// Units marked Out of Supply [1.3a-1].
        pub unsupplied: PieceSet,
        /// The dead piles.
        pub dead: PieceSet,
        /// Divisions among the dead that were broken down [1.7b-3].
        pub broken_down: PieceSet,
        /// Regiments and Stormtroopers that can be made [2.2e-1].
        pub pool: PieceSet,
        /// Regiments that keep the assignment of the division they were set up from (ruling 74).
        pub sworn: PieceSet,
        /// Units that come in later.
        pub waiting: PieceSet,
        /// The turn on which each of them is due.
        pub due: [u8; PIECES],
        /// Airplanes in the Ready Boxes.
        pub ready: PieceSet,
        /// Airplanes in the Flown Boxes.
        pub flown: PieceSet,
        /// Airplanes on CAP.
        pub patrol: PieceSet,
        /// Army HQs that must be displaced before anything else [1.1d-3].
        pub displaced: PieceSet,

        /// Units that have moved, or attacked, in this phase, or taken a Replacement Point.
        pub acted: PieceSet,
        /// Units that may not overrun in this phase, or may move in the Exploitation Phase.
        pub marked: PieceSet,
        /// Units that were put on top of their stack in this phase.
        pub topped: PieceSet,
        /// Counters whose combat shift was used in this phase [1.9b-2].
        pub shifted: PieceSet,
        /// HQs that gave Attack Supply in this phase [1.2a-1].
        pub supplying: PieceSet,
        /// Units that have Attack Supply now.
        pub fed: PieceSet,
        /// The units picked to move, to attack or to reassemble.
        pub group: PieceSet,
        /// Half movement points the picked units have spent.
        pub spent: u8,
        /// Whether a division has moved in this phase [2.2f].
        pub division_moved: bool,
        /// Attack strength that a division breaking down has left, and how many regiments it has become.
        pub breaking: (u8, u8) = (0, 0),
        /// Replacement Points left [1.7a-1].
        pub points: u8,
        /// The fight that is going on.
        pub battle: Battle,
        /// The assault bridges of the German player.
        pub bridges: [Bridge; BRIDGES],
        /// How many of them there are.
        pub bridge_count: u8,
        /// HQs that trace over bridges, as the German player chose [1.3g-2].
        pub traced: PieceSet,
    }
}

#[engine::by_the_book]
impl State {
    /// An empty table.
    pub fn empty(scenario: usize, options: Options) -> State {
        State { options, scenario: scenario as u8, ..State::BLANK }
    }

    /// Where a unit is, or was last.
    #[inline]
    pub fn hex(&self, piece: Piece) -> Hex {
        self.place[piece.index()]
    }

    /// Notes where an airplane patrols, or an HQ was displaced from.
    pub(crate) fn set_hex(&mut self, piece: Piece, hex: Hex) {
        self.place[piece.index()] = hex;
    }

    /// A side's ground units on the map.
    #[inline]
    pub fn units(&self, side: Side) -> PieceSet {
        self.on_map.and(counters_of(side))
    }

    /// The side whose units are in a hex: never both [scs/3.1h].
    #[inline]
    pub fn holder(&self, hex: Hex) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.held[side.index()].contains(hex))
    }

    /// The units in a hex, from the top down.
    #[inline]
    pub fn stack(&self, hex: Hex) -> impl Iterator<Item = Piece> + '_ {
        let base = if self.held[1].contains(hex) { ALLIES } else { 0 };
        let some = move |index: u8| (index != NOBODY).then(|| Piece(base + u16::from(index)));
        std::iter::successors(some(self.top[hex.index()]), move |piece| some(self.below[piece.index()]))
    }

    /// The top unit of a hex.
    #[inline]
    pub fn top(&self, hex: Hex) -> Option<Piece> {
        self.stack(hex).next()
    }

    /// Whether more than one unit is in a hex that a side holds.
    #[inline]
    pub(crate) fn is_pile(&self, side: Side, hex: Hex) -> bool {
        let base = if side == GERMAN { 0 } else { GERMANS };
        let top = self.top[hex.index()];
        top != NOBODY && self.below[base + usize::from(top)] != NOBODY
    }

    /// Puts a unit into a hex right under another, or on top.
    pub(crate) fn put_under(&mut self, piece: Piece, hex: Hex, above: Option<Piece>) {
        let side = side_of(piece);
        let index = (piece.0 - if side == GERMAN { 0 } else { ALLIES }) as u8;
        match above {
            Some(above) => {
                self.below[piece.index()] = self.below[above.index()];
                self.below[above.index()] = index;
            }
            None => {
                self.below[piece.index()] = self.top[hex.index()];
                self.top[hex.index()] = index;
            }
        }
        self.place[piece.index()] = hex;
        self.on_map.insert(piece);
        self.held[side.index()].insert(hex);
    }

    /// Takes a unit out of its hex.
    pub(crate) fn take_out(&mut self, piece: Piece) {
        let hex = self.hex(piece);
        let mut above = None;
        for other in self.stack(hex) {
            if other == piece {
                break;
            }
            above = Some(other);
        }
        let under = self.below[piece.index()];
        match above {
            Some(above) => self.below[above.index()] = under,
            None => self.top[hex.index()] = under,
        }
        self.below[piece.index()] = NOBODY;
        self.on_map.remove(piece);
        if self.top[hex.index()] == NOBODY {
            self.held[side_of(piece).index()].remove(hex);
        }
    }

    /// Lays units into a hex, from the top down, where as many of the same side lay before.
    pub(crate) fn lay(&mut self, hex: Hex, units: &[Piece]) {
        let base = units.first().map_or(0, |&top| if side_of(top) == GERMAN { 0 } else { ALLIES });
        let mut under = NOBODY;
        for &piece in units.iter().rev() {
            self.place[piece.index()] = hex;
            self.below[piece.index()] = under;
            under = (piece.0 - base) as u8;
        }
        self.top[hex.index()] = under;
    }

    /// Where the game stands: at an Army HQ to be displaced, or else at its step.
    #[inline]
    pub fn place(&self) -> Step {
        self.displaced.first().map_or(self.step, Step::Displace)
    }

    /// Whether the option is on.
    #[inline]
    pub fn has(&self, option: usize) -> bool {
        self.options.has(option)
    }

    /// The assault bridge on a hexside of the Marne, by its place in the list.
    #[inline]
    pub fn bridge_on(&self, crossing: Crossing) -> Option<usize> {
        self.bridges.iter().position(|bridge| bridge.crossing == crossing)
    }

    /// Bridges that can still be laid.
    pub fn spare_bridges(&self) -> usize {
        usize::from(self.bridge_count) - self.bridges.iter().filter(|bridge| bridge.lies()).count()
    }
}

/// The side of a counter: German counters come first.
#[inline]
pub(crate) fn side_of(piece: Piece) -> Side {
    if piece.index() < GERMANS { GERMAN } else { ALLIED }
}

/// All counters of a side.
#[inline]
pub(crate) fn counters_of(side: Side) -> PieceSet {
    const GERMAN_COUNTERS: PieceSet = PieceSet::range(0, GERMANS);
    const ALLIED_COUNTERS: PieceSet = PieceSet::range(GERMANS, PIECES);
    if side == GERMAN { GERMAN_COUNTERS } else { ALLIED_COUNTERS }
}
