//! What is on the table.

use crate::ground::{Hexes, MOST_OBJECTIVES};
use crate::pieces::{Corps, Group, MOST_CORPS, MOST_UNITS, PIECES, Piece};
use crate::sequence::Phase;
use crate::tables::Mode;
use engine::{Id, IdSet, Options, Outcome, Side};
use hexboard::Hex;

/// The options of the game, by their place in its list.
pub mod option {
    /// Paris taxicabs [15.1.1a].
    pub const TAXIS: usize = 0;
    /// Variable reinforcements [15.2.1].
    pub const VARIABLE: usize = 1;
    /// Command and control [15.3].
    pub const COMMAND: usize = 2;
    /// The B.E.F. [15.4.1].
    pub const BEF: usize = 3;
    /// The dice of command and control are the owner's secret [15.3.3b].
    pub const SECRET_ROLLS: usize = 4;
    /// A massed target suffers more, not less (ruling R3).
    pub const MASSED_SUFFER: usize = 5;
    /// HQs exert zones of control (ruling R19).
    pub const HQ_ZONES: usize = 6;
    /// Between modes with equal steps the one worst for the attacker counts (ruling R30).
    pub const TIE_FOR_TARGET: usize = 7;
    /// A hex may be bombarded several times in a phase (ruling R33).
    pub const REPEAT_BOMBARDMENT: usize = 8;
    /// Disruption does not reduce bombardment factors (ruling R34).
    pub const STEADY_GUNS: usize = 9;
    /// Hexes that could give supporting fire may be attacked later in the phase (ruling R36).
    pub const ATTACK_SUPPORTERS: usize = 10;
    /// Each unit gives supporting or artillery Defense Fire once in a Combat Phase (ruling R37).
    pub const FIRE_ONCE: usize = 11;
    /// Guns next to the attackers support like other units (ruling R38).
    pub const GUNS_SUPPORT: usize = 12;
    /// One unit out of supply is enough to increase a result (ruling R44).
    pub const ANY_UNSUPPLIED: usize = 13;
    /// Counter-attackers may advance (ruling R51).
    pub const COUNTER_ADVANCE: usize = 14;
    /// Any friendly HQ supplies a unit (ruling R62).
    pub const ANY_HQ: usize = 15;
    /// Supply pays half a point for any step into a road or railroad hex (ruling R63).
    pub const ROAD_HEXES: usize = 16;
    /// A HQ may bring back any eliminated unit of its side (ruling R68).
    pub const RETURN_ANY: usize = 17;
    /// Each Moroccan unit picks its own HQ (ruling R74).
    pub const MOROCCANS_APART: usize = 18;
    /// The Moroccan Division attaches to French HQs alone (ruling R74).
    pub const MOROCCANS_FRENCH: usize = 19;
    /// Taxis carry infantry alone (ruling R81).
    pub const TAXI_INFANTRY: usize = 20;
    /// Change Normally also allows Offensive from Regroup (ruling R83).
    pub const NORMAL_OFFENSIVE: usize = 21;
    /// The British Cavalry Division counts among the corps of 15.4.2 (ruling R86).
    pub const BEF_CAVALRY: usize = 22;
    /// No unit may end its move where it over-stacks a hex (ruling R88).
    pub const NO_OVERSTACKING: usize = 23;
    /// Disruption may also be removed after a move (ruling R90).
    pub const RALLY_LATER: usize = 24;
    /// Each Paris hex is worth the points of Paris (ruling R91).
    pub const PARIS_EACH: usize = 25;
    /// The Allies need a lead to win where the scenario says so.
    pub const HANDICAP: usize = 26;
    /// How many options there are.
    pub const COUNT: usize = 27;
}

impl Id for Piece {
    fn index(self) -> usize {
        usize::from(self.0)
    }

    fn from_index(index: usize) -> Piece {
        Piece(index as u16)
    }
}

/// A set of pieces.
pub type PieceSet = IdSet<Piece, { PIECES / 64 }>;

/// Adds up small numbers of units in a hex: never more than all that a side has.
pub type Factors = u16;

/// What is to be decided now.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// In which modes the HQs of a side begin the game.
    StartModes,
    /// Where the next piece is deployed.
    Deploy,
    /// Which HQs change their modes.
    Modes,
    /// Which HQs shall try to change their modes under command and control.
    Notes,
    /// What modes HQs take that may change normally under command and control.
    Granted,
    /// Who goes first.
    Initiative,
    /// Which unit moves.
    Moves,
    /// What the picked units do.
    Move,
    /// Where the taxis go with two units.
    TaxiTo,
    /// To which corps the units in the taxis belong from now on.
    TaxiCorps,
    /// Which reinforcements enter.
    Reinforce,
    /// The mode of the HQ of an arriving corps.
    ArrivalMode,
    /// Where the picked reinforcements enter.
    Enter,
    /// To which HQ Moroccan units attach.
    Attach,
    /// Which hex is bombarded.
    Bombard,
    /// Which guns bombard a hex.
    Volley(Hex),
    /// Which hexes are attacked.
    Declare,
    /// Which units attack a hex.
    Attackers(Hex),
    /// Which declared attack is resolved next.
    Order,
    /// At which attackers the defender fires.
    DefenseFire,
    /// Which units fire at an attacking hex.
    DefenseVolley(Hex),
    /// The attack is rolled.
    Attack,
    /// Whether and where the defender counter-attacks.
    Counter,
    /// Which units counter-attack a hex.
    CounterForce(Hex),
    /// Which unit is disrupted.
    Disrupt,
    /// How a result is divided between steps and hexes.
    Mix,
    /// Which unit loses a step.
    Losses,
    /// Where the defeated units retreat.
    Retreat,
    /// Who advances.
    Advance,
}

/// How a group of reinforcements comes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Arrival {
    /// The first turn on which it may enter; `NEVER` while that is not known.
    pub due: u8,
    /// By which way.
    pub way: Way,
}

/// A turn that never comes.
pub const NEVER: u8 = u8::MAX;

/// By which way a group of reinforcements enters.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// As the schedule says.
    Scheduled,
    /// It delayed by choice: by another rail hex on a friendly edge [7.3.4].
    OtherRail,
    /// Its hex was blocked: near it, or by another rail hex on a friendly edge [7.3.5a, 7.3.5b].
    Around,
}

/// What struck units.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Blow {
    /// Guns from afar.
    Bombardment,
    /// The defenders, before an attack.
    DefenseFire,
    /// A Regular Attack.
    Attack,
    /// A Counter Attack.
    Counter,
}

/// The longest retreat: of a 4 that became a 5, two steps are lost (ruling R45).
pub const LONGEST_RETREAT: usize = 8;

/// A result that is being applied.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hit {
    /// What struck.
    pub blow: Blow,
    /// Where.
    pub hex: Hex,
    /// The number to be divided between steps and hexes.
    pub number: u8,
    /// Steps still to be lost.
    pub steps: u8,
    /// Hexes still to be retreated.
    pub hexes: u8,
    /// The directions from the hex in which the victors stand, as bits.
    pub victors: u8,
    /// The hexes left on the retreat, the first being the one that was struck.
    pub path: [Hex; LONGEST_RETREAT],
    /// How many of them there are.
    pub length: u8,
}

impl Hit {
    /// Nothing is being applied.
    pub const NONE: Hit = Hit {
        blow: Blow::Bombardment,
        hex: Hex::NONE,
        number: 0,
        steps: 0,
        hexes: 0,
        victors: 0,
        path: [Hex::NONE; LONGEST_RETREAT],
        length: 0,
    };

    /// The hexes left on the retreat.
    pub fn path(&self) -> &[Hex] {
        &self.path[..usize::from(self.length)]
    }
}

/// The most hexes by which reinforcements can come.
pub const MOST_DOORS: usize = 64;

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The rules switched on.
    pub options: Options,
    /// The scenario's place in the game's list.
    pub scenario: u8,
    /// The turn, from 1.
    pub turn: u8,
    /// The phase.
    pub phase: Phase,
    /// What is to be decided.
    pub step: Step,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The side whose phase it is; in phases of both, the one that chooses now.
    pub active: Side,
    /// The side that has the initiative this turn.
    pub initiative: Side,
    /// The side that goes first this turn.
    pub first: Side,

    /// Where each piece is, or [`Hex::NONE`].
    pub place: [Hex; PIECES],
    /// The corps of each unit now [7.3.2d2, 15.1.3b].
    pub corps: [Corps; MOST_UNITS],
    /// For each unit the directions to the hexes that it is Engaged with, as bits (ruling R52).
    pub locked: [u8; MOST_UNITS],
    /// For each unit that was declared to attack, the direction of the hex it attacks, from 1; 0 for none.
    pub aims: [u8; MOST_UNITS],
    /// Half movement points or factors that a piece has used in this phase or combat.
    pub spent: [u8; PIECES],
    /// Factors of each unit in the volley that is put together.
    pub aimed: [u8; MOST_UNITS],

    /// Combat units on the map.
    pub on_map: PieceSet,
    /// HQs on the map.
    pub hqs: PieceSet,
    /// Eliminated units.
    pub dead: PieceSet,
    /// Reinforcements that have not come yet.
    pub waiting: PieceSet,
    /// Units that have lost a step [9.6.4b].
    pub reduced: PieceSet,
    /// Disrupted units [10.1.1a].
    pub disrupted: PieceSet,
    /// Pieces out of supply [11.2.1a].
    pub unsupplied: PieceSet,
    /// Units of Defensive mode that may attack [5.1.2g].
    pub reserve: PieceSet,
    /// Pieces that can do no more in this Movement Phase.
    pub moved: PieceSet,
    /// Units that shed their Disruption this player turn [10.2.2a].
    pub rallied: PieceSet,
    /// Units that went by rail this player turn [7.2.3c].
    pub railed: PieceSet,
    /// The pieces that are picked, or the units that join what is put together.
    pub joined: PieceSet,
    /// Units that have attacked in this Combat Phase (ruling R35).
    pub fought: PieceSet,
    /// Units that were the target of an attack in this Combat Phase [9.3.2c].
    pub targeted: PieceSet,
    /// Units that gave supporting or artillery Defense Fire in this Combat Phase.
    pub fired: PieceSet,
    /// Units that retreated onto friends in this Combat Phase [9.8.3b].
    pub guests: PieceSet,
    /// The units that a result is applied to.
    pub struck: PieceSet,

    /// The mode of each HQ [5a].
    pub modes: [Mode; MOST_CORPS],
    /// Corps whose mode the enemy knows until the next Mutual Mode Alteration (ruling R31), as bits.
    pub revealed: u32,
    /// HQs whose mode was settled in this phase, as bits.
    pub settled: u32,
    /// HQs that shall try to change under command and control, then those that may change normally, as bits.
    pub noted: u32,
    /// HQs that are out of supply for the rest of the game [9.9e], as bits.
    pub cut_off: u32,
    /// Corps that tried for an eliminated unit this turn [12.1.5d], as bits.
    pub returned: u32,
    /// Arriving corps whose mode was chosen (ruling R29), as bits.
    pub briefed: u32,

    /// Hexes with combat units of each side.
    pub held: [Hexes; 2],
    /// Zones of control of each side.
    pub zones: [Hexes; 2],
    /// Hexes declared to be attacked and not resolved yet.
    pub declared: Hexes,
    /// Hexes bombarded or attacked in this phase.
    pub attacked: Hexes,
    /// Hexes that may not be attacked any more in this phase (ruling R36).
    pub closed: Hexes,

    /// Towns, cities and Paris hexes under German control, as bits; all others are under Allied control [14e].
    pub german: u128,
    /// Paris hexes whose garrison was defeated, as bits of the same list [13.1.4c].
    pub fallen: u128,
    /// The side that controls Paris [14g].
    pub paris: Side,

    /// How each group of reinforcements comes.
    pub arrivals: [Arrival; Group::ALL.len()],
    /// How many units or stacks have marched in by each door in this phase [7.3.6b].
    pub doors: [u8; MOST_DOORS],
    /// The picked reinforcements have come on and do not end their move yet.
    pub entering: bool,
    /// The hex by which they came on, or [`Hex::NONE`].
    pub door: Hex,
    /// Whether an IXth Corps unit of the Moroccan Division was attached [7.3.2d], and whether it was given back [7.3.2e2].
    pub attached: [bool; 2],
    /// Whether the taxis were used [15.1.1b].
    pub taxis_used: bool,
    /// German, British and French units that went by rail in this phase [7.2.6, 7.2.7].
    pub rail_used: [u8; 3],

    /// The hex that is being attacked, or [`Hex::NONE`].
    pub target: Hex,
    /// The directions from that hex in which attackers were fired at, as bits.
    pub shot: u8,
    /// Whether the garrison fires in the volley that is put together, and whether it has fired.
    pub garrison_fire: [bool; 2],
    /// The result being applied.
    pub hit: Hit,
}

const _: () =
    assert!(PIECES.is_multiple_of(64) && MOST_UNITS.is_multiple_of(16) && MOST_OBJECTIVES <= 128 && MOST_CORPS <= 32);

#[engine::by_the_book]
impl State {
    /// An empty map, before set-up.
    pub fn empty(scenario: usize, options: Options) -> State {
        State {
            options,
            scenario: scenario as u8,
            turn: 1,
            phase: Phase::SetUp,
            step: Step::StartModes,
            outcome: None,
            active: crate::pieces::ALLIED,
            initiative: crate::pieces::GERMAN,
            first: crate::pieces::GERMAN,
            place: [Hex::NONE; PIECES],
            corps: [Corps(0); MOST_UNITS],
            locked: [0; MOST_UNITS],
            aims: [0; MOST_UNITS],
            spent: [0; PIECES],
            aimed: [0; MOST_UNITS],
            on_map: PieceSet::EMPTY,
            hqs: PieceSet::EMPTY,
            dead: PieceSet::EMPTY,
            waiting: PieceSet::EMPTY,
            reduced: PieceSet::EMPTY,
            disrupted: PieceSet::EMPTY,
            unsupplied: PieceSet::EMPTY,
            reserve: PieceSet::EMPTY,
            moved: PieceSet::EMPTY,
            rallied: PieceSet::EMPTY,
            railed: PieceSet::EMPTY,
            joined: PieceSet::EMPTY,
            fought: PieceSet::EMPTY,
            targeted: PieceSet::EMPTY,
            fired: PieceSet::EMPTY,
            guests: PieceSet::EMPTY,
            struck: PieceSet::EMPTY,
            modes: [Mode::Defensive; MOST_CORPS],
            revealed: 0,
            settled: 0,
            noted: 0,
            cut_off: 0,
            returned: 0,
            briefed: 0,
            held: [Hexes::EMPTY; 2],
            zones: [Hexes::EMPTY; 2],
            declared: Hexes::EMPTY,
            attacked: Hexes::EMPTY,
            closed: Hexes::EMPTY,
            german: 0,
            fallen: 0,
            paris: crate::pieces::ALLIED,
            arrivals: [Arrival { due: NEVER, way: Way::Scheduled }; Group::ALL.len()],
            doors: [0; MOST_DOORS],
            entering: false,
            door: Hex::NONE,
            attached: [false; 2],
            taxis_used: false,
            rail_used: [0; 3],
            target: Hex::NONE,
            shot: 0,
            garrison_fire: [false; 2],
            hit: Hit::NONE,
        }
    }

    /// Whether an option is on.
    #[inline]
    pub fn has(&self, option: usize) -> bool {
        self.options.has(option)
    }

    /// The hex of a piece.
    #[inline]
    pub fn hex(&self, piece: Piece) -> Hex {
        self.place[piece.index()]
    }

    /// The corps of a piece now.
    #[inline]
    pub fn corps_of(&self, piece: Piece) -> Corps {
        match piece.is_hq() {
            true => Corps((piece.index() - MOST_UNITS) as u8),
            false => self.corps[piece.index()],
        }
    }

    /// The mode of a piece: that of its HQ [5.2.4].
    #[inline]
    pub fn mode(&self, piece: Piece) -> Mode {
        self.modes[self.corps_of(piece).index()]
    }

    /// Steps that a unit with so many at first has left.
    #[inline]
    pub fn steps(&self, piece: Piece, first: u8) -> u8 {
        first - u8::from(self.reduced.contains(piece))
    }

    /// Whether a unit is Engaged.
    #[inline]
    pub fn is_locked(&self, piece: Piece) -> bool {
        !piece.is_hq() && self.locked[piece.index()] != 0
    }

    /// The combat units in a hex.
    pub fn units_in(&self, hex: Hex) -> PieceSet {
        const CHUNK: usize = 16;
        let mut found = PieceSet::EMPTY;
        // Sixteen places at a time are compared at once; few of them match.
        for (chunk, places) in self.place[..MOST_UNITS].chunks_exact(CHUNK).enumerate() {
            let matches =
                places.iter().enumerate().fold(0u32, |bits, (at, &place)| bits | u32::from(place == hex) << at);
            let mut left = matches;
            while left != 0 {
                found.insert(Piece((chunk * CHUNK) as u16 + left.trailing_zeros() as u16));
                left &= left - 1;
            }
        }
        found
    }

    /// The side with combat units in a hex: never both [7.1.3].
    #[inline]
    pub fn holder(&self, hex: Hex) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.held[side.index()].contains(hex))
    }

    /// The side that must choose.
    pub fn chooser(&self) -> Side {
        match self.step {
            Step::Initiative => self.initiative,
            Step::DefenseFire | Step::DefenseVolley(_) | Step::Counter | Step::CounterForce(_) => self.active.other(),
            Step::Disrupt | Step::Mix | Step::Losses | Step::Retreat => self.chooser_of_hit(),
            Step::Advance if self.hit.blow == Blow::Counter => self.active.other(),
            _ => self.active,
        }
    }

    /// The side that a result is applied to.
    pub(crate) fn chooser_of_hit(&self) -> Side {
        match self.hit.blow {
            Blow::Bombardment | Blow::Attack => self.active.other(),
            Blow::DefenseFire | Blow::Counter => self.active,
        }
    }

    /// Exchanges two units, with all that is known of the places where they are: what changes is who stands where.
    pub(crate) fn swap(&mut self, one: Piece, other: Piece) {
        let (a, b) = (one.index(), other.index());
        self.place.swap(a, b);
        self.locked.swap(a, b);
        self.aims.swap(a, b);
        self.spent.swap(a, b);
        self.aimed.swap(a, b);
        let sets = [
            &mut self.reduced,
            &mut self.disrupted,
            &mut self.unsupplied,
            &mut self.reserve,
            &mut self.moved,
            &mut self.rallied,
            &mut self.railed,
            &mut self.fought,
            &mut self.targeted,
            &mut self.fired,
            &mut self.guests,
        ];
        for set in sets {
            let (had_one, had_other) = (set.contains(one), set.contains(other));
            for (piece, has) in [(one, had_other), (other, had_one)] {
                if has { set.insert(piece) } else { set.remove(piece) }
            }
        }
    }
}
