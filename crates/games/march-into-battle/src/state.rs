//! What is on the table.

use crate::action::Leader;
use crate::ground::{HEXES, Hexes};
use crate::pieces::{FORMATIONS, LEADERS, UNITS};
use crate::{
    MarchIntoBattle, activation, arrival, attack, battery, cavalry, combat, fatigue, high_ground, leaders, line,
    losses, retreat, sequence,
};
use engine::{IdSet, Options, Outcome, Side, Stacks};
use hexboard::Hex;

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

/// The most combats of one activation.
pub const COMBATS: usize = 20;
/// The most hexes attacked in one combat.
pub const TARGETS: usize = 8;
/// The most places whose control is kept.
pub const PLACES: usize = 32;

engine::id! {
    /// A unit: the place of its counter in the battle's list.
    pub struct Unit(u8);
}

/// A set of units.
pub type Units = IdSet<Unit, 1>;

/// Where a unit is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// Not in play, or not yet.
    Away,
    /// Beside the map at its entry hex.
    Waiting,
    /// On the map.
    Map,
    /// Eliminated.
    Gone,
    /// Left the map by an exit.
    Exited,
    /// Left out of a position made by hand, so that it never arrives.
    Absent,
}

/// The kind of actions a unit has taken in this activation [4.1a].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Category {
    /// None yet.
    None,
    /// Movement and attack [4.1.1].
    Mobile,
    /// Facing, bridges, stragglers [4.1.2].
    Stationary,
    /// Rest [4.1.3].
    Rest,
}

/// What is marked on a unit, as bits: markers that lie on counters [2.4], and what is noted for the time of an activation.
pub mod mark {
    /// Disorganized [9.0a].
    pub const DISORGANIZED: u32 = 1;
    /// Smashed [10.2a].
    pub const SMASHED: u32 = 1 << 1;
    /// Lies across two hexes [16.6a].
    pub const EXTENDED: u32 = 1 << 2;
    /// Held back [11.2g].
    pub const HELD: u32 = 1 << 3;
    /// Catching up [11.2h].
    pub const CATCHING_UP: u32 = 1 << 4;
    /// Was held back of its owner's will on this day [11.2l].
    pub const WAS_HELD: u32 = 1 << 5;
    /// Began its activation disorganized (ruling R-80).
    pub const BEGAN_DISORGANIZED: u32 = 1 << 6;
    /// Began its activation next to an enemy [6.9b].
    pub const BEGAN_ADJACENT: u32 = 1 << 7;
    /// Began its movement in an enemy zone [6.2j].
    pub const BEGAN_IN_ZONE: u32 = 1 << 8;
    /// Has done all it does before the attacks.
    pub const FINISHED: u32 = 1 << 9;
    /// Has left its hex.
    pub const MOVED: u32 = 1 << 10;
    /// Has set movement points aside for an attack [6.9a].
    pub const READY: u32 = 1 << 11;
    /// Went from one enemy zone into another [6.2m].
    pub const NEW_ZONE: u32 = 1 << 12;
    /// Moves at double time [6.12a].
    pub const DOUBLE: u32 = 1 << 13;
    /// May not attack in this activation.
    pub const BARRED: u32 = 1 << 14;
    /// Passed the check it needs out of command (M-3).
    pub const URGED: u32 = 1 << 15;
    /// Failed the check it needs out of command (M-3).
    pub const FALTERED: u32 = 1 << 16;
    /// Was attacked by infantry in this activation [7.0j].
    pub const STRUCK: u32 = 1 << 17;
    /// Was charged in this activation [7.0l].
    pub const CHARGED: u32 = 1 << 18;
    /// Came to its hex in this activation [8.2j].
    pub const CAME: u32 = 1 << 19;
    /// Tried to recover stragglers in this turn [10.1c].
    pub const TRIED: u32 = 1 << 20;
    /// Has passed or needs no check to attack from a new zone [6.2m].
    pub const CLEARED: u32 = 1 << 21;
    /// Stood its ground when it could have evaded.
    pub const STEADY: u32 = 1 << 22;
    /// Held back or released in this step.
    pub const TOUCHED: u32 = 1 << 23;
    /// Turned its whole stack in this activation.
    pub const TURNED: u32 = 1 << 24;
    /// Did something without leaving its hex that tires like a march: detaching, rejoining, forming a line.
    pub const LABOURED: u32 = 1 << 25;
    /// Entered the map in this activation.
    pub const ENTERED: u32 = 1 << 26;
    /// Has used its town stand in this activation (T-1).
    pub const STOOD: u32 = 1 << 27;
    /// Cavalry evaded before it, so that it may go on at a price [7.6g].
    pub const GOES_ON: u32 = 1 << 28;
    /// Was out of command when it began to act (M-2).
    pub const ALONE: u32 = 1 << 29;
    /// Has begun to act.
    pub const PICKED: u32 = 1 << 30;

    /// What is forgotten when an activation is over.
    pub const PASSING: u32 = BEGAN_DISORGANIZED
        | BEGAN_ADJACENT
        | BEGAN_IN_ZONE
        | FINISHED
        | MOVED
        | READY
        | NEW_ZONE
        | DOUBLE
        | BARRED
        | URGED
        | FALTERED
        | STRUCK
        | CHARGED
        | CAME
        | CLEARED
        | STEADY
        | TURNED
        | LABOURED
        | ENTERED
        | STOOD
        | GOES_ON
        | ALONE
        | PICKED;
}

engine::blank! {
    /// A unit's line on the force chart, and its place.
    #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
    pub struct Chart {
        /// The hex it is in; the right one of two for an extended line.
        pub hex: Hex,
        /// The left hex of an extended line.
        pub second: Hex,
        /// What is marked on it.
        pub marks: u32,
        /// Where it is.
        pub place: Place = Place::Away,
        /// What it does in this activation.
        pub category: Category = Category::None,
        /// The hexside it faces; for an extended line the left one of the two hexsides before each half.
        pub facing: u8,
        /// Steps on the map [2.2.1a].
        pub steps: u8,
        /// Straggler boxes [10.0b].
        pub stragglers: u8,
        /// Those of them marked in this turn (ruling R-87).
        pub fresh: u8,
        /// Fatigue boxes [11.0a].
        pub fatigue: u8,
        /// Attached batteries [7.9a]; the points of a Grand Battery.
        pub guns: u8,
        /// Organic cavalry [7.14a].
        pub organic: u8,
        /// Movement points spent in this activation.
        pub spent: u8,
        /// The formation whose chit activates it.
        pub formation: u8,
        /// The division a detachment came from [10.3e].
        pub parent: Unit,
        /// The best morale of those who gave guns to a Grand Battery (ruling R-95).
        pub morale: u8,
    }
}

impl Chart {
    /// Whether all of these marks are on it.
    #[inline]
    pub const fn is(&self, marks: u32) -> bool {
        self.marks & marks == marks
    }

    /// Puts marks on it.
    pub fn set(&mut self, marks: u32) {
        self.marks |= marks;
    }

    /// Takes marks off it.
    pub fn clear(&mut self, marks: u32) {
        self.marks &= !marks;
    }
}

/// A leader on the table.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct LeaderChart {
    /// Where he is.
    pub place: Place,
    /// His hex.
    pub hex: Hex,
    /// Whether he has moved: in this activation, or in this turn for an army commander.
    pub moved: bool,
}

engine::blank! {
    /// A combat that was declared.
    #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
    pub struct Combat {
        /// The hexes that are attacked.
        pub hexes: [Hex; TARGETS],
        /// How many; 0 for a combat that is over or was never declared.
        pub count: u8,
    }
}

impl Combat {
    /// The hexes that are attacked.
    pub fn hexes(&self) -> &[Hex] {
        &self.hexes[..usize::from(self.count)]
    }

    /// Whether there is such a combat.
    pub fn is_on(&self) -> bool {
        self.count > 0
    }

    /// Adds a hex; whether there was room.
    pub fn add(&mut self, hex: Hex) -> bool {
        if self.hexes().contains(&hex) {
            return true;
        }
        let room = usize::from(self.count) < TARGETS;
        if room {
            self.hexes[usize::from(self.count)] = hex;
            self.count += 1;
        }
        room
    }

    /// Takes a hex out.
    pub fn drop(&mut self, hex: Hex) {
        if let Some(at) = self.hexes().iter().position(|&known| known == hex) {
            self.count -= 1;
            let last = usize::from(self.count);
            self.hexes[at] = self.hexes[last];
            self.hexes[last] = Hex::NONE;
        }
    }
}

engine::blank! {
    /// All attacks of an activation, as far as they are declared.
    #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
    pub struct Plan {
        /// The combats.
        pub combats: [Combat; COMBATS],
        /// The combat of each unit from 1, or 0; two for the halves of an extended line.
        pub aim: [[u8; 2]; UNITS],
    }
}

impl Plan {
    /// Whether a unit takes part in a combat.
    pub fn takes_part(&self, unit: Unit, combat: usize) -> bool {
        self.aim[unit.index()].contains(&(combat as u8 + 1))
    }

    /// The units that attack in a combat.
    pub fn attackers(&self, combat: usize) -> Units {
        (0..UNITS).map(|index| Unit(index as u8)).filter(|&unit| self.takes_part(unit, combat)).collect()
    }

    /// The combats that are declared and not fought yet.
    pub fn open(&self) -> impl Iterator<Item = usize> {
        (0..COMBATS).filter(|&index| self.combats[index].is_on())
    }
}

/// How far a combat has come (ruling R-50).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// No combat is fought now.
    None,
    /// Whether a defending stack stands in its town (T-1).
    Stand,
    /// How much retreat is bought off under bombardment [16.5k].
    Buy,
    /// The dice for effects.
    Effects,
    /// The retreats of the defending stacks.
    Retreats,
    /// Newly smashed units may retreat [10.2c].
    Smashed,
    /// The advance.
    Advance,
    /// The new facing of the attackers.
    Refront,
    /// Organic cavalry pursues [7.14c].
    Pursuit,
    /// Extra fatigue of cavalry, and the end.
    End,
}

engine::blank! {
    /// The combat that is fought now.
    #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
    pub struct Fight {
        /// How far it has come.
        pub stage: Stage = Stage::None,
        /// The side that attacks.
        pub attacker: u8,
        /// Whether it is a charge [7.13a].
        pub charge: bool,
        /// Whether it is a bombardment [16.5f].
        pub bombardment: bool,
        /// The hexes that defend.
        pub hexes: [Hex; TARGETS],
        /// How many.
        pub count: u8,
        /// The hex that is looked at in this stage.
        pub at: u8,
        /// The units that attack.
        pub attackers: Units,
        /// The units that defend.
        pub defenders: Units,
        /// The units that were held back until now [11.2j].
        pub held: Units,
        /// The defenders that were disorganized or smashed before [7.13d].
        pub broken: Units,
        /// Units that attack with only a part of themselves or stand in two attacked hexes have rolled already (ruling R-97).
        pub rolled: Units,
        /// The hexes from which the attack comes.
        pub from: Hexes,
        /// The modified roll on the CRT.
        pub roll: i8,
        /// The retreat of each hex.
        pub retreat: [u8; TARGETS],
        /// The natural CET roll of each defending hex [7.12a].
        pub die: [u8; TARGETS],
        /// How far the attackers may advance.
        pub advance: u8,
        /// Whether an attacker has entered a vacated hex [7.2o].
        pub entered: bool,
        /// Attackers that have advanced, or whose facing is settled.
        pub done: Units,
        /// Attacker's morale less defender's, as compared [7.1.3a].
        pub morale: i8,
        /// Units smashed in this combat.
        pub smashed: Units,
        /// Those of them that have been asked whether they retreat.
        pub scattered: Units,
        /// The combat in the plan.
        pub combat: u8,
        /// Units with organic cavalry next to each vacated hex before the advance (ruling R-50).
        pub pursuers: [Units; TARGETS],
        /// Units that left each hex.
        pub quarry: [Units; TARGETS],
        /// Pursuers that were named.
        pub joined: Units,
    }
}

impl Fight {
    /// The hexes that defend.
    pub fn hexes(&self) -> &[Hex] {
        &self.hexes[..usize::from(self.count)]
    }
}

engine::blank! {
    /// Steps that a stack must lose.
    #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
    pub struct Loss {
        /// The units from which they may be taken.
        pub units: Units,
        /// Casualties [7.3.#c].
        pub casualties: u8,
        /// Stragglers [7.3.#s].
        pub stragglers: u8,
        /// The units whose organic cavalry goes first [7.14j].
        pub organic: Units,
        /// Whether a charge or a bombardment caused it [10.2i].
        pub hard: bool,
    }
}

/// The most losses that wait at a time.
pub const LOSSES: usize = 24;

/// Why a stack runs.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// Nobody runs.
    None,
    /// A combat result [7.2b].
    Combat,
    /// A unit has just been smashed and may retreat [10.2c].
    Smashed,
    /// A smashed unit has failed to recover [10.2f].
    Failed,
    /// Troops stand in an enemy field of fire after their attacks [8.2f].
    Fire,
}

engine::blank! {
    /// A retreat on its way.
    #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
    pub struct Flight {
        /// Why.
        pub cause: Cause = Cause::None,
        /// Who.
        pub units: Units,
        /// Where they are.
        pub hex: Hex,
        /// From which hexes they go away.
        pub away: Hexes,
        /// Hexes they have been in.
        pub seen: Hexes,
        /// How many hexes are left to go.
        pub left: u8,
        /// How many they have gone.
        pub gone: u8,
    }
}

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
