//! Where lines of supply lead as things stand: worked out once for all that is asked about the same position. A computer
//! player asks for each of its options.

use crate::RockOfTheMarne;
use crate::ground::Hexes;
use crate::pieces::{Piece, PieceSet};
use crate::state::{BRIDGES, Bridge, State, side_of};
use crate::ways;
use engine::{Options, Side};
use hexboard::Hex;
use std::cell::RefCell;

thread_local! {
    /// What each side was asked about last.
    static LARDERS: RefCell<[Larder; 2]> = const { RefCell::new([const { Larder::EMPTY }; 2]) };
}

/// An HQ that feeds others.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) struct Kitchen {
    pub hq: Piece,
    pub hex: Hex,
    /// How far it serves.
    pub range: u8,
}

/// A side's lines of supply, with all that they depend on.
struct Larder {
    /// The scenario; nothing while nobody has asked yet.
    scenario: Option<u8>,
    options: Options,
    held: [Hexes; 2],
    /// The enemy's zone.
    zone: Hexes,
    bridges: [Bridge; BRIDGES],
    hqs: PieceSet,
    /// Where these HQs are, in their order.
    places: Vec<Hex>,

    /// Hexes in which an HQ would have a line to a source.
    lines: Hexes,
    /// Those through which a line may lead.
    open: Hexes,
    kitchens: Vec<Kitchen>,
    /// Where units would be in supply, if somebody has asked.
    fed: Option<Hexes>,
    /// The same without one HQ.
    without: Option<(Piece, Hexes)>,
}

impl Larder {
    const EMPTY: Larder = Larder {
        scenario: None,
        options: Options::NONE,
        held: [Hexes::EMPTY; 2],
        zone: Hexes::EMPTY,
        bridges: [Bridge::BLANK; BRIDGES],
        hqs: PieceSet::EMPTY,
        places: Vec::new(),
        lines: Hexes::EMPTY,
        open: Hexes::EMPTY,
        kitchens: Vec::new(),
        fed: None,
        without: None,
    };

    /// Whether nothing has changed on which the lines of a side depend.
    fn is_of(&self, state: &State, side: Side, hqs: PieceSet) -> bool {
        self.scenario == Some(state.scenario)
            && self.options == state.options
            && self.held == state.held
            && self.zone == state.zoc[side.other().index()]
            && self.bridges == state.bridges
            && self.hqs == hqs
            && self.places.iter().copied().eq(hqs.iter().map(|hq| state.hex(hq)))
    }

    /// Finds the lines of a side.
    fn stock(&mut self, game: &RockOfTheMarne, state: &State, side: Side, hqs: PieceSet) {
        self.scenario = Some(state.scenario);
        self.options = state.options;
        self.held = state.held;
        self.zone = state.zoc[side.other().index()];
        self.bridges = state.bridges;
        self.hqs = hqs;
        self.places.clear();
        self.places.extend(hqs.iter().map(|hq| state.hex(hq)));
        self.lines = game.find_lines(state, side);
        self.open = game.open_lines(state, side);
        self.kitchens = game.kitchens(state, side, &self.lines);
        (self.fed, self.without) = (None, None);
    }

    /// What all HQs serve, but for one.
    fn served(&self, game: &RockOfTheMarne, but: Option<Piece>) -> Hexes {
        let kitchens = self.kitchens.iter().filter(|kitchen| Some(kitchen.hq) != but);
        ways::served(&game.steps, &self.open, kitchens.map(|kitchen| (kitchen.hex, kitchen.range)))
    }
}

impl RockOfTheMarne {
    fn larder<T>(&self, state: &State, side: Side, look: impl FnOnce(&mut Larder) -> T) -> T {
        let hqs = self.hqs(state, side);
        LARDERS.with_borrow_mut(|larders| {
            let larder = &mut larders[side.index()];
            if !larder.is_of(state, side, hqs) {
                larder.stock(self, state, side, hqs);
            }
            look(larder)
        })
    }

    /// All hexes in which an HQ would have a line to a supply source as things stand.
    pub(crate) fn lines_from(&self, state: &State, side: Side) -> Hexes {
        self.larder(state, side, |larder| larder.lines)
    }

    /// Where units of a side would be in supply as things stand: whoever comes to a hex negates the enemy's zone there
    /// [1.3-3].
    pub(crate) fn fed_hexes(&self, state: &State, side: Side) -> Hexes {
        self.larder(state, side, |larder| match larder.fed {
            Some(fed) => fed,
            None => *larder.fed.insert(larder.served(self, None)),
        })
    }

    /// The same if an HQ fed nobody.
    pub(crate) fn fed_without(&self, state: &State, hq: Piece) -> Hexes {
        self.larder(state, side_of(hq), |larder| match larder.without {
            Some((other, fed)) if other == hq => fed,
            _ => larder.without.insert((hq, larder.served(self, Some(hq)))).1,
        })
    }
}
