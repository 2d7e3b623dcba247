//! What is on the table.

use crate::action::Leader;
use crate::ground::{HEXES, Hexes};
use crate::pieces::{FORMATIONS, LEADERS, UNITS};
use crate::{
    MarchIntoBattle, activation, arrival, attack, battery, cavalry, combat, fatigue, high_ground, leaders, line,
    losses, retreat, sequence,
};
use engine::{Options, Outcome, Side, Stacks};
use hexboard::Hex;

pub use crate::force::{Category, Chart, LeaderChart, Place, Unit, Units, mark};
pub use crate::plans::{COMBATS, Cause, Combat, Fight, Flight, LOSSES, Loss, Plan, Stage, TARGETS};

engine::options! {
    /// The options of the game.
    pub mod option {
        /// Initiative with double activation [16.1e].
        INITIATIVE = "initiative", on, Book("16.1e"): "Initiative in battles that call for it",
        /// Grand Batteries, where the battle allows them and Initiative is in play [16.5a].
        GRAND_BATTERY = "grand-battery", on, Book("16.5a"): "Grand Batteries where Initiative is in play",
        /// Extended Line, which needs nobody's consent [16.6a, 16.6l].
        EXTENDED_LINE = "extended-line", on, Book("16.6a"): "Extended Line",
        /// Fatigue by formation instead of by unit [1e, 11.2a].
        LITE = "lite", off, Book("11.2a"): "MiB Lite: fatigue by formation",
        /// No chits: the sides move one after the other [16.3a].
        PBEM = "pbem", off, Book("16.3a"): "Play by mail: no chits, the sides move in turn",
        /// A unit may turn for 1 MP before an attack from where it stands (ruling R-21).
        TURN_AND_ATTACK = "turn-and-attack", off, Reading("6.9b"): "A unit may turn for 1 MP before a Deployed Attack",
        /// Slopes cost on roads too (ruling R-28).
        ROAD_SLOPES = "road-slopes", off, Reading("6.3a"): "Slopes cost movement points on roads too",
        /// Only an enemy before its front that is left unassaulted bars a stack from a joint assault (ruling R-31).
        FRONT_NEIGHBOURS = "front-neighbours", off, Reading("7.0e"):
            "Only an enemy left alone before its front bars a stack from joining",
        /// Other units of the same combat do not silence an enfilading unit (ruling R-42).
        WIDE_ENFILADE = "wide-enfilade", off, Reading("7.11d"):
            "Attackers of the same combat do not silence enfilading guns",
        /// Only stacks with infantry suffer from forming square (ruling R-43).
        INFANTRY_SQUARE = "infantry-square", off, Reading("7.11e"):
            "Only stacks with infantry suffer from enemy cavalry under fire",
        /// A retreat may end with friends who have room (ruling R-45).
        RETREAT_TOGETHER = "retreat-together", off, Reading("7.2e"): "A retreat may end with friends who have room",
        /// Bridges spare retreats the price of water, streams have it too, and rivers can be waded (ruling R-46).
        DRY_BRIDGES = "dry-bridges", off, Reading("7.2l"):
            "Bridges spare retreats the price of water, streams cost it too, rivers can be waded",
        /// A pursuit by organic cavalry has none of the effects of a charge (ruling R-62).
        MILD_PURSUIT = "mild-pursuit", off, Reading("7.14e"):
            "A pursuit by organic cavalry is not doubled, halved or rolled as a charge is",
        /// The guns of charging cavalry are halved too (ruling R-68).
        HALVED_CHARGE = "halved-charge", off, Reading("7.13e"): "The guns of charging cavalry are halved too",
        /// A friend in the hex does not lift a field of fire (ruling R-70).
        STEADY_FIRE = "steady-fire", off, Reading("8.2a"): "A friend in the hex does not lift a field of fire",
        /// Stragglers can be recovered in the turn in which they were lost (ruling R-87).
        QUICK_RECOVERY = "quick-recovery", off, Reading("10.1f"):
            "Stragglers can be recovered in the turn of their loss",
        /// Only one hex of a Grand Battery fires (ruling R-94).
        ONE_HEX_FIRES = "one-hex-fires", off, Reading("16.5f"): "Only one hex of a Grand Battery fires",
        /// A bombardment turns all fatigue into one casualty (ruling R-94).
        WHOLE_FATIGUE = "whole-fatigue", off, Reading("16.5j"): "A bombardment turns all fatigue into one casualty",
        /// Only ground higher than guns and target blocks a bombardment (ruling R-94).
        CRESTS_BLOCK = "crests-block", off, Reading("16.5g"):
            "Only ground higher than guns and target blocks a bombardment",
        /// Only infantry divisions may extend their line (ruling R-97).
        INFANTRY_LINE = "infantry-line", off, Reading("16.6a"): "Only infantry divisions extend their line",
        /// A unit may be held back again on the same day (ruling R-103).
        HOLD_AGAIN = "hold-again", off, Reading("11.2l"): "A unit may be held back again on the same day (MiB Lite)",
        /// Initiative and Grand Batteries in every battle, not only where the battle calls for them (M-8).
        EVERYWHERE = "everywhere", off, Reading("16.1a"): "Initiative and Grand Batteries in every battle",
    }
}

/// The most places whose control is kept.
pub const PLACES: usize = 32;

engine::places! {
    /// What is to be decided now.
    pub enum Step for MarchIntoBattle {
        /// Nothing: the game goes on by itself.
        sequence::Idle,
        /// The battle begins; the first roll of dice needs an action.
        sequence::Begin,
        /// Who moves first in this turn [16.3c].
        sequence::Order,
        /// Which units are held back [11.2g].
        fatigue::Hold(side: Side),
        /// Which chits are taken out of the cup [16.1e].
        sequence::Chits,
        /// Which leader moves, or whether a Grand Battery is formed.
        leaders::Command,
        /// Where a leader goes.
        leaders::Lead(leader: Leader),
        /// Which guns go to the Grand Battery that is being formed.
        battery::Gather,
        /// Which unit acts.
        activation::Choose,
        /// What the unit does.
        activation::Act(unit: Unit),
        /// How the unit arrives in a hex.
        arrival::Arrive(unit: Unit, hex: Hex),
        /// What else a unit does that stays where it is.
        activation::Settle(unit: Unit),
        /// Whether cavalry in a hex evades.
        cavalry::Evade(hex: Hex),
        /// Where evading cavalry goes.
        cavalry::Flee(unit: Unit),
        /// Who attacks what.
        attack::Declare,
        /// Which combat is fought next.
        attack::Resolve,
        /// Whether the defenders stand, and which attackers pay with them.
        combat::Stand(hex: Hex),
        /// How many hexes of retreat are bought off.
        battery::Buy(hex: Hex),
        /// Which unit loses a step.
        losses::Lose,
        /// Where a retreat goes.
        retreat::Retreat,
        /// What a stack faces after retreat, advance or evasion.
        retreat::Front(hex: Hex),
        /// Which attacker advances.
        combat::Advance,
        /// Where an attacker advances to.
        combat::AdvanceTo(unit: Unit),
        /// Whether organic cavalry pursues.
        cavalry::Pursue(hex: Hex),
        /// Into which of its hexes a disordered extended line falls together (ruling R-97).
        line::Collapse(unit: Unit),
        /// Where a unit goes that is driven out of a field of fire.
        high_ground::Leave(unit: Unit),
        /// Whether and what a Grand Battery bombards.
        battery::Bombard(side: Side),
        /// With which unit a leader goes who was left alone (M-4).
        leaders::Rejoin(leader: Leader),
        /// What a picked unit does that has turned with its stack: it takes no more actions of another kind.
        activation::Turned(unit: Unit),
    }
}

/// The parts of a turn and of an activation (M-10, M-11).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The turn begins.
    Dawn,
    /// Held Back markers, by the first side, then by the second.
    Hold(Side),
    /// The order of play by mail.
    Order,
    /// Chits taken by Initiative.
    Chits,
    /// The next chit is drawn.
    Draw,
    /// Leaders move.
    Command,
    /// Units act.
    Units,
    /// Attacks are declared.
    Declare,
    /// Cavalry answers declared attacks.
    Answer,
    /// Combats are fought.
    Resolve,
    /// Units leave enemy fields of fire.
    Leave,
    /// Enemies leave new fields of fire.
    Evict,
    /// The active side's Grand Battery, then the other's.
    Bombard(Side),
    /// The game is over.
    Over,
}

engine::blank! {
    /// A position.
    #[derive(Clone, PartialEq, Eq, Hash, Debug)]
    pub struct State {
        /// The rules switched on.
        pub options: Options,
        /// The battle, by its place in the list.
        pub scenario: u8,
        /// The turn, from 1.
        pub turn: u8 = 1,
        /// The part of the turn.
        pub phase: Phase = Phase::Dawn,
        /// What is to be decided.
        pub step: Step = Step::Idle,
        /// How it ended.
        pub outcome: Option<Outcome>,

        /// The force charts.
        pub units: [Chart; UNITS],
        stacks: Stacks<Unit, HEXES, UNITS>,
        /// The units on the map.
        pub present: Units,
        /// The hexes held by each side's units.
        pub held: [Hexes; 2],
        /// The leaders.
        pub leaders: [LeaderChart; LEADERS] = [LeaderChart { place: Place::Away, hex: Hex::NONE, moved: false }; LEADERS],

        /// The chits in the cup, a bit a formation.
        pub cup: u16,
        /// The formations that are active, a bit each.
        pub active: u16,
        /// The side whose activation it is.
        pub side: Side = Side::First,
        /// Where the initiative marker stands; towards the first side above 0.
        pub initiative: i8,
        /// Whether there was fighting in this turn [16.1f].
        pub fought: bool,
        /// Who has the choice in play by mail [16.3d].
        pub holder: Side = Side::First,
        /// Chits taken by Initiative so far.
        pub taken: u8,
        /// Whether the first of the two sides has played in play by mail.
        pub half_done: bool,

        /// The fatigue of each formation [11.2a].
        pub level: [u8; FORMATIONS],
        /// Formations that have taken a Mobile action today (ruling R-98).
        pub marched: u16,
        /// Formations whose level has risen in this activation by combat (ruling R-101).
        pub risen: u16,
        /// Formations that were in combat in this activation with a unit that got F and was not held back.
        pub wearied: u16,

        /// Who controls each place: 0 nobody, else a side's number and one.
        pub control: [u8; PLACES],
        /// Victory points scored at the ends of turns.
        pub points: [i16; 2],
        /// Casualty steps each side has lost.
        pub casualties: [u8; 2],
        /// Divisions each side has lost that count (M-5).
        pub destroyed: [u8; 2],
        /// Batteries each side has lost.
        pub batteries: [u8; 2],
        /// Things that happen once in a battle: the grenadiers' release, the road cut.
        pub once: u8,
        /// Destroyed bridges, a bit each (FL-1).
        pub bridges: u8,

        /// The attacks declared.
        pub plan: Plan,
        /// The combat that is fought.
        pub fight: Fight,
        /// The retreat on its way.
        pub flight: Flight,
        /// Losses that wait, the first first.
        losses: [Loss; LOSSES],
        /// How many.
        waiting: u8,
        /// The stack whose facing its owner must choose.
        pub front: Hex,
        /// Cavalry that was asked whether it evades: the hexes.
        pub asked: Hexes,
        /// Who threatens them: for the way to evade.
        pub threat: Hexes,
        /// The unit that declared an attack while it moved and goes on afterwards.
        pub interrupted: Unit,
        /// The hex it declared it on.
        pub challenge: Hex,
        /// The units that must leave fields of fire.
        pub leaving: Units,
        /// Hexes emptied in this activation by an extended line that fell together [16.6k].
        pub emptied: Hexes,
        /// The extended line that must fall together.
        pub collapsing: Units,
        /// Leaders left alone, a bit each.
        pub lonely: u16,
        /// The side whose Grand Battery has been formed since, a bit each; and whether it has fired in this turn.
        pub battery: [Battery; 2],
    }
}

engine::blank! {
    /// A side's Grand Battery.
    #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
    pub struct Battery {
        /// Whether it has been formed in this battle.
        pub formed: bool,
        /// Whether it was formed in this turn, so that its chit is not in the cup.
        pub fired: bool,
        /// The units that have given guns to it.
        pub givers: Units,
        /// The hex that is bombarded.
        pub target: Hex,
    }
}

impl State {
    /// An empty table.
    pub fn empty(scenario: u8, options: Options) -> State {
        State { options, scenario, ..State::BLANK }
    }

    /// Where something is to be decided: at the step, but for a picked unit that has turned with its stack.
    #[inline]
    pub fn place(&self) -> Step {
        match self.step {
            Step::Act(unit) if self.chart(unit).category == Category::Stationary => Step::Turned(unit),
            step => step,
        }
    }

    /// Whether an option is on.
    #[inline]
    pub fn plays(&self, option: usize) -> bool {
        self.options.has(option)
    }

    /// A unit's line on the force chart.
    #[inline]
    pub fn chart(&self, unit: Unit) -> &Chart {
        &self.units[unit.index()]
    }

    /// The same, to be changed.
    #[inline]
    pub fn chart_mut(&mut self, unit: Unit) -> &mut Chart {
        &mut self.units[unit.index()]
    }

    /// Whether a unit is on the map.
    #[inline]
    pub fn on_map(&self, unit: Unit) -> bool {
        self.chart(unit).place == Place::Map
    }

    /// The units in a hex, from the top to the bottom; an extended line lies in two.
    #[inline]
    pub fn stack(&self, hex: Hex) -> impl Iterator<Item = Unit> + use<'_> {
        self.stacks.at(hex)
    }

    /// The units in a hex as a set.
    pub fn all_in(&self, hex: Hex) -> Units {
        self.stack(hex).collect()
    }

    /// The side that holds a hex with units.
    #[inline]
    pub fn holder(&self, hex: Hex) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.held[side.index()].contains(hex))
    }

    /// Whether a side has units in a hex.
    #[inline]
    pub fn holds(&self, side: Side, hex: Hex) -> bool {
        self.held[side.index()].contains(hex)
    }

    /// Puts a unit on top of a hex.
    pub fn put(&mut self, unit: Unit, hex: Hex, side: Side) {
        self.present.insert(unit);
        self.units[unit.index()].place = Place::Map;
        self.units[unit.index()].hex = hex;
        self.stacks.put(unit, hex);
        self.held[side.index()].insert(hex);
    }

    /// Lays the left half of a unit into a second, empty hex.
    pub fn stretch(&mut self, unit: Unit, hex: Hex, side: Side) {
        self.units[unit.index()].second = hex;
        self.units[unit.index()].set(mark::EXTENDED);
        self.stacks.stretch(unit, hex);
        self.held[side.index()].insert(hex);
    }

    /// Takes a unit out of its hexes.
    pub fn lift(&mut self, unit: Unit, side: Side) {
        let Chart { hex, second, .. } = self.units[unit.index()];
        if second != Hex::NONE {
            self.stacks.clear(second);
            self.held[side.index()].remove(second);
            self.units[unit.index()].second = Hex::NONE;
            self.units[unit.index()].clear(mark::EXTENDED);
        }
        self.present.remove(unit);
        if self.stacks.lift(unit, hex) {
            self.held[side.index()].remove(hex);
        }
        self.units[unit.index()].hex = Hex::NONE;
    }

    /// The losses that wait.
    pub fn losses(&self) -> &[Loss] {
        &self.losses[..usize::from(self.waiting)]
    }

    /// The first of the losses that wait, to be worked off.
    pub fn first_loss(&mut self) -> &mut Loss {
        &mut self.losses[0]
    }

    /// Lets a loss wait for its turn.
    pub fn owe(&mut self, loss: Loss) {
        if (loss.casualties > 0 || loss.stragglers > 0) && usize::from(self.waiting) < LOSSES {
            self.losses[usize::from(self.waiting)] = loss;
            self.waiting += 1;
        }
    }

    /// Takes the first loss off the list.
    pub fn settle_loss(&mut self) {
        if self.waiting > 0 {
            self.losses.copy_within(1.., 0);
            self.losses[LOSSES - 1] = Loss::BLANK;
            self.waiting -= 1;
        }
    }

    /// Whether a formation is active.
    #[inline]
    pub fn is_active(&self, formation: u8) -> bool {
        self.active >> formation & 1 == 1
    }
}
