//! What is on the table.

use crate::events::{self, TurnEvent};
use crate::ground::{HEXES, Hexes};
use crate::pieces::{GERMAN, Gun, PIECES, Piece, PieceSet, units};
use crate::sequence::{self, Phase};
use crate::{FirstBlood, bombardment, fire, movement, reinforcements, setup, stacking};
use engine::{Options, Outcome, Side, Stacks};
use hexboard::Hex;

engine::options! {
    /// The options of the game.
    pub mod option {
        /// Section 13 [13.1].
        PLAY_BALANCE = "play-balance", on, Book("13.1"):
            "The game ends after sixteen turns, and German bombardment deteriorates",
        /// Ruling R23.
        SEPARATE_MARKERS = "separate-markers", off, Reading("11.4a"): "Each bombardment marker attacks by itself",
        /// Ruling R31.
        SHOW_COUNTS = "show-counts", off, Reading("6.5a"): "The number of units in an enemy stack is open",
        /// Ruling R32.
        HIDE_DRAWS = "hide-draws", off, Reading("3.6e"): "German draws after set-up are hidden from the US side",
        /// Ruling R49: only their strength is told.
        HIDE_FIRERS = "hide-firers", on, Reading("6.5a"):
            "Units that fire from under the top of their stack stay hidden",
        /// Ruling R50.
        STRICT_FOG = "strict-fog", off, Reading("6.5f"): "Moving units are not shown to the enemy",
    }
}

engine::places! {
    /// What is to be decided now.
    pub enum Step for FirstBlood {
        /// Where the next US unit is set up.
        setup::SetUp,
        /// Whether the US rally is accepted.
        events::Rally,
        /// Nothing: the phase has nothing to decide.
        sequence::Idle,
        /// Nothing yet: more units are to be drawn, or entry is over.
        reinforcements::Entering,
        /// Which drawn unit is placed next.
        reinforcements::Draw,
        /// Where a drawn unit is placed.
        reinforcements::Arrive(piece: Piece),
        /// Which unit moves.
        movement::Moves,
        /// Where a unit moves.
        movement::Move(piece: Piece),
        /// Which hex is fired into.
        fire::Fires,
        /// Which units fire into a hex.
        fire::Fire(hex: Hex),
        /// Which units advance into a hex.
        fire::Advance(hex: Hex),
        /// Where bombardment markers go.
        bombardment::Bombard,
        /// Which hex is resolved next, where the order of a bombardment may decide the game.
        bombardment::Resolve,
        /// Which unit is on top of a stack, whatever else is to be decided.
        stacking::Arrange(hex: Hex),
    }
}

/// Where units enter [7.5b, 7.7b, 8.3c].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Entry {
    /// The Marne riverbank.
    Bank,
    /// The west edge of the map.
    West,
    /// The east edge of the map.
    East,
}

engine::blank! {
    /// A bombardment marker and the hex it is aimed at; once it has drifted, the hex where it came down.
    #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
    pub struct Marker {
        /// Light or heavy.
        pub gun: Gun = Gun::Light,
        /// Where it lies.
        pub hex: Hex,
    }
}

/// The most bombardment markers that can be placed in a phase.
pub const MARKERS: usize = 6;

engine::blank! {
    /// A position.
    #[derive(Clone, PartialEq, Eq, Hash, Debug)]
    pub struct State {
        /// The rules switched on.
        pub options: Options,
        /// The turn, from 1.
        pub turn: u16 = 1,
        /// The phase.
        pub phase: Phase = Phase::SetUp,
        /// What is to be decided.
        pub step: Step = Step::SetUp,
        /// Stacks whose top unit their owner must choose before anything else; unused places are `Hex::NONE`.
        pub arrange: [Hex; 2],
        /// How it ended.
        pub outcome: Option<Outcome>,
        /// The event of this turn.
        pub event: TurnEvent = TurnEvent::None,
        /// Whether a breakthrough in the west and in the east has been rolled [7.5e, 7.7e].
        pub broken_through: [bool; 2],
        /// Whether the US rally has been accepted [7.6e].
        pub rallied: bool,

        /// Living units on the map.
        pub on_map: PieceSet,
        /// Eliminated units [2.6c].
        pub dead: PieceSet,
        /// German units not drawn yet [3.5].
        pub container: PieceSet = units(GERMAN),
        /// Drawn units that are not placed yet.
        pub hand: PieceSet,
        /// Drawn units that fit nowhere now and go back when entry is over (ruling R18).
        pub aside: PieceSet,
        /// Where each unit is, or was eliminated.
        place: [Hex; PIECES],
        stacks: Stacks<Piece, HEXES, PIECES>,
        /// The hexes held by each side.
        pub held: [Hexes; 2],

        /// Where drawn units enter.
        pub entry: Entry = Entry::Bank,
        /// How many units are still to be drawn.
        pub to_draw: u8,
        /// Units that have moved, or fired, in this phase [9.1c, 10.2a].
        pub acted: PieceSet,
        /// Units named for the fire that is being put together; then those of them that may advance.
        pub joined: PieceSet,
        /// Hexes that have been fired into in this phase [10.5].
        pub struck: Hexes,
        /// The unit with heavy machineguns in this phase [7.8a].
        pub machineguns: Piece,
        /// Bombardment markers that can still be placed, light and heavy.
        pub guns: [u8; 2],
        /// Bombardment markers placed and not resolved, in the order of placement.
        markers: [Marker; MARKERS],
        /// How many of them.
        placed: u8,
    }
}

#[engine::by_the_book]
impl State {
    /// An empty table before set-up.
    pub fn empty(options: Options) -> State {
        State { options, ..State::BLANK }
    }

    /// Where a unit is, or was eliminated: in one hex at a time [2.2a].
    #[inline]
    pub fn hex(&self, piece: Piece) -> Hex {
        self.place[piece.index()]
    }

    /// A side's living units on the map.
    #[inline]
    pub fn units(&self, side: Side) -> PieceSet {
        self.on_map.and(units(side))
    }

    /// The units in a hex, from the top down.
    #[inline]
    pub fn stack(&self, hex: Hex) -> impl Iterator<Item = Piece> {
        self.stacks.at(hex)
    }

    /// The side whose units are in a hex: never both [9.7a].
    #[inline]
    pub fn holder(&self, hex: Hex) -> Option<Side> {
        self.top(hex).map(Piece::side)
    }

    /// The top unit of a hex.
    #[inline]
    pub fn top(&self, hex: Hex) -> Option<Piece> {
        self.stacks.top(hex)
    }

    /// Puts a unit on top of a hex.
    pub fn put(&mut self, piece: Piece, hex: Hex) {
        self.stacks.put(piece, hex);
        self.place[piece.index()] = hex;
        self.on_map.insert(piece);
        self.held[piece.side().index()].insert(hex);
    }

    /// Takes a unit out of its hex.
    pub fn lift(&mut self, piece: Piece) {
        let hex = self.hex(piece);
        self.on_map.remove(piece);
        if self.stacks.lift(piece, hex) {
            self.held[piece.side().index()].remove(hex);
        }
    }

    /// Puts a unit right under another.
    pub(crate) fn slip(&mut self, piece: Piece, above: Piece) {
        let hex = self.hex(above);
        self.stacks.slip(piece, above);
        self.place[piece.index()] = hex;
        self.on_map.insert(piece);
    }

    /// Takes a living unit away, wherever it is, as if it had never been there.
    pub(crate) fn take_off(&mut self, piece: Piece) {
        if self.on_map.contains(piece) {
            self.lift(piece);
        }
        self.place[piece.index()] = Hex::NONE;
        self.container.remove(piece);
        self.aside.remove(piece);
    }

    /// Eliminates a unit for good; it leaves its remains where it was [2.6a, 2.6c, 6.5d].
    pub fn eliminate(&mut self, piece: Piece) {
        self.lift(piece);
        self.dead.insert(piece);
    }

    /// The bombardment markers placed so far and not resolved.
    pub fn markers(&self) -> &[Marker] {
        &self.markers[..usize::from(self.placed)]
    }

    /// Places a bombardment marker.
    pub fn place_marker(&mut self, marker: Marker) {
        self.markers[usize::from(self.placed)] = marker;
        self.placed += 1;
        self.guns[marker.gun as usize] -= 1;
    }

    /// Moves the bombardment marker with this place in the order to another hex.
    pub(crate) fn move_marker(&mut self, at: usize, hex: Hex) {
        self.markers[at].hex = hex;
    }

    /// Takes the bombardment marker with this place in the order off the map.
    pub(crate) fn take_marker(&mut self, at: usize) {
        self.markers[at..].rotate_left(1);
        self.markers[MARKERS - 1] = Marker::BLANK;
        self.placed -= 1;
    }

    /// Whether the owner of a stack must choose its top unit before anything else.
    #[inline]
    pub fn is_arranging(&self) -> bool {
        self.arrange[0] != Hex::NONE
    }

    /// Where the game stands: at a stack to be arranged, or else at its step.
    #[inline]
    pub fn place(&self) -> Step {
        if self.is_arranging() { Step::Arrange(self.arrange[0]) } else { self.step }
    }
}
