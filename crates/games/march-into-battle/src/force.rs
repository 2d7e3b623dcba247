//! 2.0 The force charts: where each unit and leader is, and what is marked on it.

use engine::IdSet;
use hexboard::Hex;

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
