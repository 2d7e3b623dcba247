//! What is on the table.

use crate::events::TurnEvent;
use crate::ground::{HEXES, Hexes};
use crate::pieces::{GERMAN, Gun, PIECES, Piece, PieceSet, US, units};
use crate::sequence::Phase;
use engine::{Options, Outcome, Side};
use hexboard::Hex;

/// The options of the game, by their place in its list.
pub mod option {
    /// Section 13: sixteen turns, and German bombardment that deteriorates [13.1].
    pub const PLAY_BALANCE: usize = 0;
    /// Each bombardment marker attacks by itself (ruling R23).
    pub const SEPARATE_MARKERS: usize = 1;
    /// The number of units in an enemy stack is open (ruling R31).
    pub const SHOW_COUNTS: usize = 2;
    /// Draws after set-up are shown to the German alone (ruling R32).
    pub const HIDE_DRAWS: usize = 3;
    /// Firing units are not shown, only their strength (ruling R49).
    pub const HIDE_FIRERS: usize = 4;
    /// Moving units are not shown (ruling R50).
    pub const STRICT_FOG: usize = 5;
}

/// What is to be decided now.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// Where the next US unit is set up.
    SetUp,
    /// Whether the US rally is accepted.
    Rally,
    /// Nothing: the phase has nothing to decide.
    Idle,
    /// Nothing yet: more units are to be drawn, or entry is over.
    Entering,
    /// Which drawn unit is placed next.
    Draw,
    /// Where a drawn unit is placed.
    Arrive(Piece),
    /// Which unit moves.
    Moves,
    /// Where a unit moves.
    Move(Piece),
    /// Which hex is fired into.
    Fires,
    /// Which units fire into a hex.
    Fire(Hex),
    /// Which units advance into a hex.
    Advance(Hex),
    /// Where bombardment markers go.
    Bombard,
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

/// A bombardment marker and the hex it is aimed at.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Marker {
    /// Light or heavy.
    pub gun: Gun,
    /// Where it was placed.
    pub hex: Hex,
}

/// The most bombardment markers that can be placed in a phase.
pub const MARKERS: usize = 6;

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The rules switched on.
    pub options: Options,
    /// The turn, from 1.
    pub turn: u16,
    /// The phase.
    pub phase: Phase,
    /// What is to be decided.
    pub step: Step,
    /// Stacks whose top unit their owner must choose before anything else; unused places are `Hex::NONE`.
    pub arrange: [Hex; 2],
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The event of this turn.
    pub event: TurnEvent,
    /// Whether a breakthrough in the west and in the east has been rolled [7.5e, 7.7e].
    pub broken_through: [bool; 2],
    /// Whether the US rally has been accepted [7.6e].
    pub rallied: bool,

    /// Living units on the map.
    pub on_map: PieceSet,
    /// Eliminated units [2.6c].
    pub dead: PieceSet,
    /// German units not drawn yet [3.5].
    pub container: PieceSet,
    /// Drawn units that are not placed yet.
    pub hand: PieceSet,
    /// Drawn units that fit nowhere now and go back when entry is over (ruling R18).
    pub aside: PieceSet,
    /// Where each unit is, or was eliminated: one hex at a time [2.2a].
    place: [Hex; PIECES],
    /// The top unit of each hex.
    top: [Piece; HEXES],
    /// The unit under each unit.
    below: [Piece; PIECES],
    /// The hexes held by each side.
    pub held: [Hexes; 2],

    /// Where drawn units enter.
    pub entry: Entry,
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
    /// Bombardment markers placed, in order.
    markers: [Marker; MARKERS],
    /// How many of them.
    placed: u8,
}

#[engine::by_the_book]
impl State {
    /// An empty table before set-up.
    pub fn empty(options: Options) -> State {
        State {
            options,
            turn: 1,
            phase: Phase::SetUp,
            step: Step::SetUp,
            arrange: [Hex::NONE; 2],
            outcome: None,
            event: TurnEvent::None,
            broken_through: [false; 2],
            rallied: false,
            on_map: PieceSet::EMPTY,
            dead: PieceSet::EMPTY,
            container: units(GERMAN),
            hand: PieceSet::EMPTY,
            aside: PieceSet::EMPTY,
            place: [Hex::NONE; PIECES],
            top: [Piece::NONE; HEXES],
            below: [Piece::NONE; PIECES],
            held: [Hexes::EMPTY; 2],
            entry: Entry::Bank,
            to_draw: 0,
            acted: PieceSet::EMPTY,
            joined: PieceSet::EMPTY,
            struck: Hexes::EMPTY,
            machineguns: Piece::NONE,
            guns: [0; 2],
            markers: [Marker { gun: Gun::Light, hex: Hex::NONE }; MARKERS],
            placed: 0,
        }
    }

    /// Where a unit is, or was eliminated.
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
        let some = |piece: Piece| (piece != Piece::NONE).then_some(piece);
        std::iter::successors(some(self.top[hex.index()]), move |piece| some(self.below[piece.index()]))
    }

    /// The side whose units are in a hex: never both [9.7a].
    #[inline]
    pub fn holder(&self, hex: Hex) -> Option<Side> {
        let top = self.top[hex.index()];
        (top != Piece::NONE).then(|| top.side())
    }

    /// The top unit of a hex.
    #[inline]
    pub fn top(&self, hex: Hex) -> Option<Piece> {
        Some(self.top[hex.index()]).filter(|&top| top != Piece::NONE)
    }

    /// Puts a unit on top of a hex.
    pub fn put(&mut self, piece: Piece, hex: Hex) {
        self.below[piece.index()] = self.top[hex.index()];
        self.top[hex.index()] = piece;
        self.place[piece.index()] = hex;
        self.on_map.insert(piece);
        self.held[piece.side().index()].insert(hex);
    }

    /// Takes a unit out of its hex.
    pub fn lift(&mut self, piece: Piece) {
        let hex = self.hex(piece);
        let under = self.below[piece.index()];
        let above = self.stack(hex).find(|above| self.below[above.index()] == piece);
        match above {
            Some(above) => self.below[above.index()] = under,
            None => self.top[hex.index()] = under,
        }
        self.below[piece.index()] = Piece::NONE;
        self.on_map.remove(piece);
        if self.top[hex.index()] == Piece::NONE {
            self.held[piece.side().index()].remove(hex);
        }
    }

    /// Puts a unit right under another.
    pub(crate) fn slip(&mut self, piece: Piece, above: Piece) {
        let hex = self.hex(above);
        self.below[piece.index()] = self.below[above.index()];
        self.below[above.index()] = piece;
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

    /// The bombardment markers placed so far.
    pub fn markers(&self) -> &[Marker] {
        &self.markers[..usize::from(self.placed)]
    }

    /// Places a bombardment marker.
    pub fn place_marker(&mut self, marker: Marker) {
        self.markers[usize::from(self.placed)] = marker;
        self.placed += 1;
        self.guns[marker.gun as usize] -= 1;
    }

    /// Takes all bombardment markers off the map.
    pub fn clear_markers(&mut self) {
        self.markers = [Marker { gun: Gun::Light, hex: Hex::NONE }; MARKERS];
        self.placed = 0;
    }

    /// Whether the owner of a stack must choose its top unit before anything else.
    #[inline]
    pub fn is_arranging(&self) -> bool {
        self.arrange[0] != Hex::NONE
    }

    /// The side that decides.
    #[inline]
    pub fn chooser(&self) -> Side {
        match self.step {
            Step::SetUp | Step::Rally => US,
            Step::Entering | Step::Draw | Step::Arrive(_) => GERMAN,
            _ => self.phase.side(),
        }
    }
}
