//! What is on the table.

use crate::ClashOfGiants;
use crate::ground::{HEXES, Hexes};
use crate::pieces::{ALLIED, ARMIES, Army, Campaign, GERMAN, Piece, UNITS, Units};
use crate::sequence::Phase;
use crate::tables::{Allowance, VICTORY_HEXES};
use crate::theatre::Theatre;
use crate::{
    advance, combat, command, movement, reinforcements, replacements, resolution, retreat, sequence, setup, stacking,
    strategic,
};
use engine::{Options, Outcome, Side, Stacks};
use hexboard::Hex;

engine::options! {
    /// The options of the game, by their place in its list.
    pub mod option {
        /// Six more German divisions, at a price [marne/16.2a].
        OPTIONAL_CORPS = "optional-corps", off, Book("marne/16.2a") in ["marne"]:
            "Marne: six more German divisions, at the price of two Secondary hexes",
        /// The cavalry of the German First Army is a command of its own [marne/16.3c].
        CAVALRY_COMMAND = "cavalry-command", off, Book("marne/16.3c") in ["marne", "marne-battle"]:
            "Marne: the German First Army's cavalry is a command of its own",
        /// Three Allied armies begin the battle with two points each [marne/17.4].
        SLOW_START = "slow-start", off, Book("marne/17.4") in ["marne-battle"]:
            "Marne battle: on turn 6 the BEF and the French Sixth and Fourth Armies have two points",
        /// The Allies win by the Primary hexes alone [marne/17.5].
        PRIMARY_ONLY = "primary-only", off, Book("marne/17.5") in ["marne", "marne-battle"]:
            "Marne: the Allies win by Primary hexes alone, and the game may be a draw",
        /// Supply halves the allowance inside the Fortified Camp too (ruling G16).
        CAMP_HALVED = "camp-halved", off, Reading("marne/10.43b") in ["marne", "marne-battle"]:
            "Supply halves the allowance inside the Fortified Camp of Paris too",
        /// German arrivals need a town under German control (ruling T24).
        HELD_TOWNS = "held-towns", off, Reading("tannenberg/5.322a") in ["tannenberg"]:
            "Tannenberg: German reinforcements need a town in German hands",
        /// An intercepted Second Army rolls on the line of the turn to come (ruling T34).
        INTERCEPT_LINE = "intercept-line", off, Reading("tannenberg/10.42b") in ["tannenberg"]:
            "Tannenberg: an intercepted roll uses the line of the turn it is made for",
        /// An advance is bound by army boundaries like a move [std/12.94].
        BOUND_ADVANCE = "bound-advance", off, Reading("std/12.94") in ["marne", "marne-battle"]:
            "Marne: advances are bound by army boundaries like moves",
        /// The battle begins with the victory hexes behind the German line German (ruling M36).
        GERMAN_PRIZES = "german-prizes", off, Balance("marne/17.2b") in ["marne-battle"]:
            "Marne battle: victory hexes behind the German line are German at the start",
        /// The Russian II Corps belongs to the First Army.
        SECOND_CORPS = "second-corps", off, History in ["tannenberg"]:
            "Tannenberg: the Russian II Corps is of the First Army",
        /// Units in Start Hexes are adjacent to nobody when armies rally (ruling M8).
        START_APART = "start-apart", off, Reading("marne/10.52f") in ["marne", "marne-battle"]:
            "Marne: units in Start Hexes are adjacent to nobody when armies rally",
    }
}

engine::places! {
    /// What is to be decided now.
    pub enum Step for ClashOfGiants {
        /// Nothing: the sequence goes on by itself.
        sequence::Idle,
        /// Where a unit is set up.
        setup::SetUp(piece: Piece),
        /// Whether what a side has set up stays so.
        setup::LookOver,
        /// Where a reinforcement is placed.
        reinforcements::Arrive(piece: Piece),
        /// Whether and where a unit comes back from its railway journey.
        strategic::Return(piece: Piece),
        /// Which units take replacements.
        replacements::Replace,
        /// Which Russian army is listened to.
        command::Intercept,
        /// Which Russian army is activated.
        command::Activate,
        /// A command roll, or what stands in its place.
        command::Command,
        /// Which unit of the active army does something.
        movement::Moves,
        /// Where the picked units go.
        movement::Move,
        /// Where an entrained unit goes.
        strategic::Rail(piece: Piece),
        /// Which unit too many is eliminated.
        stacking::Crowd(hex: Hex),
        /// Which hex is attacked next.
        combat::Attacks,
        /// Who takes part in the attack that is being put together.
        combat::Attack,
        /// Which cavalry retreats before combat.
        retreat::Withdraw,
        /// Where such cavalry goes.
        retreat::WithdrawTo(piece: Piece),
        /// Which attackers make a check.
        resolution::Checks,
        /// Which unit retreats next.
        retreat::Retreats,
        /// Where a unit retreats.
        retreat::Retreat(piece: Piece),
        /// Which attackers advance.
        advance::Advance,
    }
}

/// How far the resolution of an attack has come [std/12.6].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Nothing has been done.
    Begin,
    /// Cavalry may retreat before combat.
    Withdrawals,
    /// The checks are to be made.
    Checks,
    /// Defenders retreat.
    Retreats,
    /// Attackers advance.
    Advance,
}

engine::blank! {
    /// A hex under attack and the number of the attack, from 1.
    #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
    pub struct Aim {
        /// The hex.
        pub hex: Hex,
        /// The attack.
        pub group: u8,
    }
}

/// The most hexes that linked attacks can be aimed at.
pub const AIMS: usize = 32;

/// Who scores a victory hex.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Owner {
    /// The German side.
    German,
    /// The other side.
    Allied,
    /// Neither (ruling T30).
    Nobody,
}

impl Owner {
    /// A side as an owner.
    pub const fn of(side: Side) -> Owner {
        match side {
            GERMAN => Owner::German,
            ALLIED => Owner::Allied,
        }
    }
}

engine::blank! {
    /// A unit that travels by rail off the map, and the turn from which it may come back [tannenberg/15.2d].
    #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
    pub struct Journey {
        /// The unit.
        pub piece: Piece,
        /// The turn of the track on which it lies.
        pub turn: u8,
    }
}

/// No Army Command marker on the track.
pub const NO_MARCH: Allowance = Allowance { points: 0, star: false };

engine::blank! {
    /// A position.
    #[derive(Clone, PartialEq, Eq, Hash, Debug)]
    pub struct State {
        /// The rules switched on.
        pub options: Options,
        /// The scenario's place in the list.
        pub scenario: u8,
        /// The campaign.
        pub campaign: Campaign = Campaign::Tannenberg,
        /// The turn, from 1.
        pub turn: u8,
        /// Whose player turn it is.
        pub side: Side = ALLIED,
        /// The phase.
        pub phase: Phase = Phase::SetUp,
        /// What is to be decided.
        pub step: Step = Step::Idle,
        /// How it ended.
        pub outcome: Option<Outcome>,

        /// Units on the board.
        pub on_map: Units,
        /// Eliminated units.
        pub dead: Units,
        /// Units still to arrive: on the Turn Record Track, or not yet set up.
        pub coming: Units,
        /// Units on a railway journey off the map [tannenberg/15.2d].
        pub away: Units,
        /// Two-step units that have lost a step [std/2.25].
        pub reduced: Units,
        /// Units in attenuated supply [std/8.3b].
        pub attenuated: Units,
        /// Units out of supply.
        pub unsupplied: Units,
        /// Units whose last supply line led to the map edge [std/8.6].
        pub edge: Units,
        place: [Hex; UNITS],
        stacks: Stacks<Piece, HEXES, UNITS>,
        /// The hexes held by each side.
        pub held: [Hexes; 2],
        /// The zones of control of each side [std/7.1a].
        pub zoc: [Hexes; 2],

        /// The army whose command is in play.
        pub army: Army = Army::RussianFirst,
        /// What its command roll gave.
        pub march: Allowance = NO_MARCH,
        /// The boxes where Army Command markers lie; no points where there is none.
        pub markers: [Allowance; ARMIES] = [NO_MARCH; ARMIES],
        /// Armies activated in this player turn, as bits.
        pub activated: u16,
        /// Units that may still move in this segment.
        pub ready: Units,
        /// Units with a Replacement marker, or Done after an attempt: they neither move nor attack [std/9.3c].
        pub rebuilt: Units,
        /// Units Done because they crossed an army boundary: they do not move again [std/9.3d].
        pub crossed: Units,
        /// Replacement steps left this turn: of the first and of the second army that has them.
        pub steps_left: [u8; 2],
        /// The units that are moving.
        pub movers: Units,
        /// Points they have spent on the way.
        pub spent: u8,
        /// Whether they began their move inside the Fortified Camp [marne/10.43b].
        pub from_camp: bool,
        /// Points of a rail move.
        pub rail_points: u8,
        /// Rail hexes with a free line to the safe end of the railway, at the beginning of the phase.
        pub rails: Hexes,
        /// Hexes that the Paris taxis can reach, at the beginning of the phase.
        pub taxi_range: Hexes,

        /// Units that enemies kept in their Start Hexes when their army moved [marne/2.13l].
        pub barred: Units,
        /// Units that have attacked in this phase.
        pub used: Units,
        /// Hexes that have been attacked in this phase.
        pub struck: Hexes,
        /// The attack that each attacker takes part in; 0 is none.
        group: [u8; UNITS],
        aims: [Aim; AIMS],
        aimed: u8,
        /// How many attacks are declared together.
        pub groups: u8,
        /// The attack being resolved; 0 while they are put together.
        pub current: u8,
        /// How far it has come.
        pub stage: Stage = Stage::Begin,
        /// Attackers that may still advance.
        pub advancers: Units,
        /// Attackers chosen to make a check.
        pub checkers: Units,
        /// Defending cavalry that has tried to retreat before combat, or will not.
        pub settled: Units,
        /// Units that must retreat.
        pub falling: Units,
        /// How far.
        pub excess: [u8; UNITS],
        /// Units that have retreated in this phase [std/12.85].
        pub retreated: Units,
        /// Units that have ever retreated into a Start Hex [marne/2.13n].
        pub driven_back: Units,

        /// Who scores each victory hex.
        pub owners: [Owner; VICTORY_HEXES] = [Owner::Nobody; VICTORY_HEXES],
        /// Forts and Fortified Zones destroyed [std/11.3e, std/13.3].
        pub wrecked: Hexes,
        /// Hexes last entered by the side that did not control them at the start (rulings T18, T23, M23).
        pub taken: Hexes,

        /// Whether a defending infantry unit of the Russian First Army has lost a step [tannenberg/10.41a].
        pub after_loss: bool,
        /// The turn on which the German I Corps was put in its Attack State; 0 before [tannenberg/10.61a].
        pub attack_turn: u8,
        /// Whether it has attacked since [tannenberg/10.61g].
        pub francois: bool,
        /// The Russian army that the Germans listened to [tannenberg/5.37d].
        pub intercepted: Option<Army>,
        /// Railway journeys of this game, in order [tannenberg/15.1b].
        pub journeys: [Journey; 2],
        /// The hex where a unit came back from its journey this turn [tannenberg/15.2i].
        pub returned_to: Hex,

        /// The turn on which each Allied army rallied; 0 while it is demoralized [marne/10.52a].
        pub rallied: [u8; ARMIES],
        /// Whether the Paris taxis have driven [marne/9.33a].
        pub taxis_used: bool,
        /// Whether a French unit has moved by rail this turn [marne/15.0a].
        pub rail_used: bool,
    }
}

#[engine::by_the_book]
impl State {
    /// An empty table.
    pub fn empty(options: Options, scenario: usize, campaign: Campaign, turn: u8) -> State {
        State { options, scenario: scenario as u8, campaign, turn, ..State::BLANK }
    }

    /// Whether it is the campaign in the east.
    #[inline]
    pub fn is_tannenberg(&self) -> bool {
        self.campaign == Campaign::Tannenberg
    }

    /// Whether it is a campaign in the west.
    #[inline]
    pub fn is_marne(&self) -> bool {
        self.campaign == Campaign::Marne
    }

    /// Where something is to be decided.
    #[inline]
    pub fn place(&self) -> Step {
        self.step
    }

    /// Where a unit is; `Hex::NONE` when it is not on the board.
    #[inline]
    pub fn hex(&self, piece: Piece) -> Hex {
        self.place[piece.index()]
    }

    /// The units in a hex, from the top down.
    #[inline]
    pub fn stack(&self, hex: Hex) -> impl Iterator<Item = Piece> + use<'_> {
        self.stacks.at(hex)
    }

    /// Whether no unit is in a hex.
    #[inline]
    pub fn is_empty(&self, hex: Hex) -> bool {
        self.stacks.top(hex).is_none()
    }

    /// Whether more than one unit is in a hex.
    #[inline]
    pub fn is_stack(&self, hex: Hex) -> bool {
        self.stacks.top(hex).is_some_and(|top| self.stacks.under(top).is_some())
    }

    /// Whether a side holds a hex.
    #[inline]
    pub fn holds(&self, side: Side, hex: Hex) -> bool {
        self.held[side.index()].contains(hex)
    }

    /// Puts a unit into a hex, on top of what is there.
    pub fn put(&mut self, theatre: &Theatre, piece: Piece, hex: Hex) {
        let side = theatre.side(piece).index();
        self.place[piece.index()] = hex;
        self.stacks.put(piece, hex);
        self.on_map.insert(piece);
        if self.held[side].insert(hex) {
            for near in theatre.zone(hex) {
                self.zoc[side].insert(near);
            }
        }
    }

    /// Takes a unit off the board.
    pub fn lift(&mut self, theatre: &Theatre, piece: Piece) {
        let hex = std::mem::replace(&mut self.place[piece.index()], Hex::NONE);
        self.on_map.remove(piece);
        if self.stacks.lift(piece, hex) {
            let side = theatre.side(piece).index();
            self.held[side].remove(hex);
            for near in theatre.zone(hex) {
                let held = &self.held[side];
                let kept = theatre.near(near).any(|other| held.contains(other) && theatre.controls(other, near));
                if !kept {
                    self.zoc[side].remove(near);
                }
            }
        }
    }

    /// The attack that a unit takes part in; 0 is none.
    #[inline]
    pub fn group(&self, piece: Piece) -> u8 {
        self.group[piece.index()]
    }

    /// Puts a unit into an attack.
    pub fn join(&mut self, piece: Piece, group: u8) {
        self.group[piece.index()] = group;
    }

    /// All hexes that are aimed at.
    #[inline]
    pub fn aims(&self) -> &[Aim] {
        &self.aims[..usize::from(self.aimed)]
    }

    /// The hexes that one attack is aimed at.
    #[inline]
    pub fn targets(&self, group: u8) -> impl Iterator<Item = Hex> + use<'_> {
        self.aims().iter().filter(move |aim| aim.group == group).map(|aim| aim.hex)
    }

    /// Whether a hex is aimed at by any attack that is being put together.
    #[inline]
    pub fn is_aimed_at(&self, hex: Hex) -> bool {
        self.aims().iter().any(|aim| aim.hex == hex)
    }

    /// Aims an attack at a hex.
    pub fn aim(&mut self, hex: Hex, group: u8) {
        self.aims[usize::from(self.aimed)] = Aim { hex, group };
        self.aimed += 1;
    }

    /// Whether another hex can be aimed at.
    pub fn can_aim(&self) -> bool {
        usize::from(self.aimed) < AIMS
    }

    /// The units that take part in an attack.
    #[inline]
    pub fn attackers(&self, group: u8) -> impl Iterator<Item = Piece> + use<'_> {
        self.on_map.iter().filter(move |piece| self.group[piece.index()] == group)
    }

    /// Forgets the attacks that were put together.
    pub fn clear_attacks(&mut self) {
        self.group = [0; UNITS];
        self.aims = [Aim::BLANK; AIMS];
        self.aimed = 0;
        self.groups = 0;
        self.current = 0;
        self.stage = Stage::Begin;
        self.advancers = Units::EMPTY;
        self.checkers = Units::EMPTY;
        self.settled = Units::EMPTY;
    }

    /// Whether an army has been activated in this player turn.
    #[inline]
    pub fn is_activated(&self, army: Army) -> bool {
        self.activated >> army.index() & 1 == 1
    }

    /// Full supply means no marker [std/8.5].
    #[inline]
    pub fn is_supplied(&self, piece: Piece) -> bool {
        !self.attenuated.contains(piece) && !self.unsupplied.contains(piece)
    }
}
