//! What is on the table.

use crate::ground::{Hexes, MOST_OBJECTIVES};
use crate::pieces::{Corps, Group, MOST_CORPS, MOST_UNITS, PIECES, Piece};
use crate::sequence::Phase;
use crate::tables::Mode;
use crate::{
    MiracleOnTheMarne, attacks, bombardment, counter_attacks, defense_fire, deployment, initiative, modes, movement,
    reinforcements, results,
};
use engine::{IdSet, Options, Outcome, Side};
use hexboard::Hex;

engine::options! {
    /// The options of the game.
    pub mod option {
        /// Paris taxicabs [15.1.1a].
        TAXIS = "taxis", off, Book("15.1.1a"): "Paris taxicabs drive two units to the front",
        /// Variable reinforcements [15.2.1].
        VARIABLE = "variable-reinforcements", off, Book("15.2.1"): "Reinforcements roll for their arrival",
        /// Command and control.
        COMMAND = "command-and-control", off, Book("15.3"): "HQs roll to change their modes",
        /// The B.E.F. [15.4.1].
        BEF = "bef", off, Book("15.4.1"): "The B.E.F. is supplied from the west, and its losses score",
        /// The dice of command and control are the owner's secret [15.3.3b].
        SECRET_ROLLS = "secret-rolls", off, Book("15.3.3b"): "Command rolls are secret",
        /// A massed target suffers more, not less (ruling R3).
        MASSED_SUFFER = "massed-suffer", off, Reading("9.7.2D"): "A massed target subtracts from the die",
        /// HQs exert no zones of control, hold no hex and close no railroad (rulings R17, R19).
        MEEK_HQS = "meek-hqs", off, Reading("9.9b"): "HQs exert no zones, hold no hex and close no railroad",
        /// Between modes with equal steps the one worst for the attacker counts (ruling R30).
        TIE_FOR_TARGET = "tie-for-target", off, Reading("9.4.6b"):
            "Between modes of equal steps the best for the target counts",
        /// A hex may be bombarded several times in a phase [9.1.5a, 9.1.7] (ruling R33).
        REPEAT_BOMBARDMENT = "repeat-bombardment", on, Reading("9.1.5a"):
            "A hex may be bombarded several times in a phase",
        /// Disruption reduces Attack and Defense factors alone [10.1.2a] (ruling R34).
        STEADY_GUNS = "steady-guns", on, Reading("10.1.2a"): "Disruption does not reduce bombardment factors",
        /// Hexes that could give supporting fire may be attacked later in the phase (ruling R36).
        ATTACK_SUPPORTERS = "attack-supporters", off, Reading("9.2.2b"):
            "Hexes that could give support may be attacked later in the phase",
        /// Each unit gives supporting or artillery Defense Fire once in a Combat Phase (ruling R37).
        FIRE_ONCE = "fire-once", off, Reading("9.3.4a"):
            "Supporting and artillery Defense Fire once a phase for each unit",
        /// Guns next to the attackers support like other units (ruling R38).
        GUNS_SUPPORT = "guns-support", off, Reading("9.3.3a"): "Guns next to attackers only support",
        /// A result is increased only if most steps of a hex are out of supply (ruling R44).
        MOST_UNSUPPLIED = "most-unsupplied", off, Reading("9.6.2.N-RAe"):
            "A result is increased only if most steps of a hex are out of supply",
        /// Counter-attackers may advance (ruling R51).
        COUNTER_ADVANCE = "counter-advance", off, Reading("9.4.7a"): "Counter-attackers may advance",
        /// Any friendly HQ supplies a unit (ruling R62).
        ANY_HQ = "any-hq", off, Reading("11.1.2"): "Any friendly HQ supplies a unit",
        /// Supply pays half a point only for steps that follow a road or railroad (ruling R63).
        FOLLOW_ROADS = "follow-roads", off, Reading("11.1.5b"):
            "Supply pays half a point only along roads and railroads",
        /// A HQ brings back eliminated units of its own corps alone (ruling R68).
        RETURN_OWN = "return-own", off, Reading("12.1.5a"): "A HQ brings back units of its own corps alone",
        /// Each Moroccan unit picks its own HQ (ruling R74).
        MOROCCANS_APART = "moroccans-apart", off, Reading("7.3.2d"): "Each Moroccan unit picks its own HQ",
        /// The Moroccan Division attaches to French HQs alone (ruling R74).
        MOROCCANS_FRENCH = "moroccans-french", off, Reading("7.3.2d"): "Moroccan units attach to French HQs alone",
        /// Taxis carry infantry alone (ruling R81).
        TAXI_INFANTRY = "taxi-infantry", off, Reading("15.1.2a"): "Taxis carry infantry alone",
        /// Change Normally does not lead from Regroup to Offensive (ruling R83).
        NORMAL_BAN = "normal-ban", off, Reading("15.3.1e"): "Change Normally does not lead from Regroup to Offensive",
        /// The British Cavalry Division counts among the corps of 15.4.2 (ruling R86).
        BEF_CAVALRY = "bef-cavalry", off, Reading("15.4.2a"):
            "The British Cavalry Division counts among the corps of 15.4",
        /// No unit may end its move where it over-stacks a hex (ruling R88).
        NO_OVERSTACKING = "no-overstacking", off, Reading("7.1.5b"): "No unit may end its move where it over-stacks",
        /// Disruption is removed before a unit moves or not at all (ruling R90).
        RALLY_FIRST = "rally-first", off, Reading("10.2.1"): "Disruption is removed before a move or not at all",
        /// Each Paris hex is worth the points of Paris (ruling R91).
        PARIS_EACH = "paris-each", off, Reading("14b"):
            "Each Paris hex is worth the points of Paris, and counts by itself",
        /// The Allies need a lead to win where the scenario says so.
        HANDICAP = "handicap", off, Balance("14a"): "The Allies need a lead where the scenario says so",
        /// Trains and taxis take no place but the one where they stop (ruling R100).
        TAKE_AT_STOPS = "take-at-stops", off, Reading("14e"): "Trains and taxis take no town but where they stop",
    }
}

/// A set of pieces.
pub type PieceSet = IdSet<Piece, { PIECES / 64 }>;

/// Adds up small numbers of units in a hex: never more than all that a side has.
pub type Factors = u16;

engine::places! {
    /// What is to be decided now.
    pub enum Step for MiracleOnTheMarne {
        /// In which modes the HQs of a side begin the game.
        modes::StartModes,
        /// Where the next piece is deployed.
        deployment::Deploy,
        /// Which HQs change their modes.
        modes::Modes,
        /// Which HQs shall try to change their modes under command and control.
        modes::Notes,
        /// What modes HQs take that may change normally under command and control.
        modes::Granted,
        /// Who goes first.
        initiative::Initiative,
        /// Which unit moves.
        movement::Moves,
        /// What the picked units do.
        movement::Move,
        /// Where the taxis go with two units.
        reinforcements::TaxiTo,
        /// To which corps the units in the taxis belong from now on.
        reinforcements::TaxiCorps,
        /// Which reinforcements enter.
        reinforcements::Reinforce,
        /// The mode of the HQ of an arriving corps.
        modes::ArrivalMode,
        /// Where the picked reinforcements enter.
        reinforcements::Enter,
        /// To which HQ Moroccan units attach.
        reinforcements::Attach,
        /// Which hex is bombarded.
        bombardment::Bombard,
        /// Which guns bombard a hex.
        bombardment::Volley(target: Hex),
        /// Which hexes are attacked.
        attacks::Declare,
        /// Which units attack a hex.
        attacks::Attackers(target: Hex),
        /// Which declared attack is resolved next.
        attacks::Order,
        /// At which attackers the defender fires.
        defense_fire::DefenseFire,
        /// Which units fire at an attacking hex.
        defense_fire::DefenseVolley(from: Hex),
        /// The attack is rolled.
        attacks::Attack,
        /// Whether and where the defender counter-attacks.
        counter_attacks::Counter,
        /// Which units counter-attack a hex.
        counter_attacks::CounterForce(target: Hex),
        /// Which unit is disrupted.
        bombardment::Disrupt,
        /// How a result is divided between steps and hexes.
        results::Mix,
        /// Which unit loses a step.
        results::Losses,
        /// Where the defeated units retreat.
        results::Retreat,
        /// Who advances.
        results::Advance,
    }
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

engine::blank! {
    /// A result that is being applied.
    #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
    pub struct Hit {
        /// What struck.
        pub blow: Blow = Blow::Bombardment,
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
}

impl Hit {
    /// The hexes left on the retreat.
    pub fn path(&self) -> &[Hex] {
        &self.path[..usize::from(self.length)]
    }
}

/// The most hexes by which reinforcements can come.
pub const MOST_DOORS: usize = 64;

engine::blank! {
    /// A position.
    #[derive(Clone, PartialEq, Eq, Hash, Debug)]
    pub struct State {
        /// The rules switched on.
        pub options: Options,
        /// The scenario's place in the game's list.
        pub scenario: u8,
        /// The turn, from 1.
        pub turn: u8 = 1,
        /// The phase.
        pub phase: Phase = Phase::SetUp,
        /// What is to be decided.
        pub step: Step = Step::StartModes,
        /// How it ended.
        pub outcome: Option<Outcome>,
        /// The side whose phase it is; in phases of both, the one that chooses now.
        pub active: Side = crate::pieces::ALLIED,
        /// The side that has the initiative this turn.
        pub initiative: Side = crate::pieces::GERMAN,
        /// The side that goes first this turn.
        pub first: Side = crate::pieces::GERMAN,

        /// Where each piece is, or [`Hex::NONE`].
        pub place: [Hex; PIECES],
        /// The corps of each unit now [7.3.2d2, 15.1.3b].
        pub corps: [Corps; MOST_UNITS] = [Corps(0); MOST_UNITS],
        /// For each unit the directions to the hexes that it is Engaged with, as bits (ruling R52).
        pub locked: [u8; MOST_UNITS],
        /// For each unit that was declared to attack, the direction of the hex it attacks, from 1; 0 for none.
        pub aims: [u8; MOST_UNITS],
        /// Half movement points or factors that a piece has used in this phase or combat.
        pub spent: [u8; PIECES],
        /// For each gun the hexes around it and two away that it has bombarded in this phase, as bits [9.1.4].
        pub shelled: [u32; MOST_UNITS],
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
        /// Disrupted units.
        pub disrupted: PieceSet,
        /// Pieces out of supply [11.2.1a].
        pub unsupplied: PieceSet,
        /// Units that began the Movement Phase in supply and outside enemy zones, and so may attack in Defensive mode [5.1.2g].
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
        pub modes: [Mode; MOST_CORPS] = [Mode::Defensive; MOST_CORPS],
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
        /// Hexes with HQs of each side.
        pub staffs: [Hexes; 2],
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
        pub paris: Side = crate::pieces::ALLIED,

        /// How each group of reinforcements comes.
        pub arrivals: [Arrival; Group::ALL.len()] = [Arrival { due: NEVER, way: Way::Scheduled }; Group::ALL.len()],
        /// How many units or stacks have marched in by each door in this phase [7.3.6b].
        pub doors: [u8; MOST_DOORS],
        /// The picked reinforcements have come on and do not end their move yet.
        pub entering: bool,
        /// The hex by which they came on, or [`Hex::NONE`].
        pub door: Hex,
        /// Whether an IXth Corps unit of the Moroccan Division was attached [7.3.2d], and whether it was given back [7.3.2e2].
        pub attached: [bool; 2],
        /// The units that left Paris by taxi: once a game [15.1.1b], and for good in another corps [15.1.3b].
        pub driven: PieceSet,
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
}

const _: () =
    assert!(PIECES.is_multiple_of(64) && MOST_UNITS.is_multiple_of(16) && MOST_OBJECTIVES <= 128 && MOST_CORPS <= 32);

#[engine::by_the_book]
impl State {
    /// An empty map, before set-up.
    pub fn empty(scenario: usize, options: Options) -> State {
        State { options, scenario: scenario as u8, ..State::BLANK }
    }

    /// Whether an option is on.
    #[inline]
    pub fn has(&self, option: usize) -> bool {
        self.options.has(option)
    }

    /// Where something is to be decided.
    #[inline]
    pub fn place(&self) -> Step {
        self.step
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
        match self.holder(hex) {
            Some(_) => units_with(&self.place[..MOST_UNITS], hex),
            None => PieceSet::EMPTY,
        }
    }

    /// The combat units of a corps, wherever they are.
    pub(crate) fn units_of(&self, corps: Corps) -> PieceSet {
        units_with(&self.corps, corps)
    }

    /// The side with combat units in a hex: never both [7.1.3].
    #[inline]
    pub fn holder(&self, hex: Hex) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.held[side.index()].contains(hex))
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
        self.shelled.swap(a, b);
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

/// The units of which a list says the same: sixteen are compared at once, and most of them differ.
fn units_with<T: Copy + PartialEq>(list: &[T], wanted: T) -> PieceSet {
    const CHUNK: usize = 16;
    let mut found = PieceSet::EMPTY;
    for (chunk, values) in list.chunks_exact(CHUNK).enumerate() {
        if values.iter().fold(true, |differ, &value| differ & (value != wanted)) {
            continue;
        }
        for (at, _) in values.iter().enumerate().filter(|&(_, &value)| value == wanted) {
            found.insert(Piece((chunk * CHUNK + at) as u16));
        }
    }
    found
}
