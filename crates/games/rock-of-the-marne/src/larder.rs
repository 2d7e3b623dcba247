//! Where lines of supply lead as things stand: worked out once for all that is asked about the same position. A computer
//! player asks for each of its options.

use crate::RockOfTheMarne;
use crate::ground::Hexes;
use crate::pieces::{PIECES, Piece, PieceSet};
use crate::state::{BRIDGES, Bridge, State, side_of};
use crate::ways;
use engine::memory::Pigeonholes;
use engine::{Options, Side};
use hexboard::Hex;
use std::cell::RefCell;

thread_local! {
    /// What each side was asked about last.
    static LARDERS: RefCell<[Larder; 2]> = const { RefCell::new([const { Larder::EMPTY }; 2]) };
}

thread_local! {
    /// What each HQ served last.
    static ROUNDS: Pigeonholes<Round, Hexes, PIECES> = const { Pigeonholes::empty() };
}

/// How many sets of HQs are remembered with what they serve.
const MOST_SERVED: usize = 8;

/// All that it depends on what an HQ serves: most of the map may change, and it serves the same.
#[derive(PartialEq)]
struct Round {
    /// The number of the game's box.
    game: u64,
    from: Hex,
    range: u8,
    /// Hexes within its range through which a line may lead.
    open: Hexes,
}

/// A side's lines of supply, with all that they depend on.
struct Larder {
    /// The number of the game's box; 0 while nobody has asked yet.
    game: u64,
    scenario: u8,
    options: Options,
    /// Hexes through which a line may lead: all that units and zones do to lines.
    open: Hexes,
    bridges: [Bridge; BRIDGES],
    hqs: PieceSet,
    /// Where these HQs are, in their order.
    places: Vec<Hex>,

    /// Hexes in which an HQ would have a line to a source, if somebody has asked.
    lines: Option<Hexes>,
    /// The HQs in them, if somebody has asked.
    kitchens: Option<PieceSet>,
    /// Which hexes some HQs serve together, as far as somebody has asked.
    served: Vec<(PieceSet, Hexes)>,
}

impl Larder {
    const EMPTY: Larder = Larder {
        game: 0,
        scenario: 0,
        options: Options::NONE,
        open: Hexes::EMPTY,
        bridges: [Bridge::BLANK; BRIDGES],
        hqs: PieceSet::EMPTY,
        places: Vec::new(),
        lines: None,
        kitchens: None,
        served: Vec::new(),
    };

    /// Whether nothing has changed on which the lines of a side depend.
    fn is_of(&self, game: &RockOfTheMarne, state: &State, open: &Hexes, hqs: PieceSet) -> bool {
        self.game == game.papers.number
            && self.scenario == state.scenario
            && self.options == state.options
            && self.open == *open
            && self.bridges == state.bridges
            && self.hqs == hqs
            && self.places.iter().copied().eq(hqs.iter().map(|hq| state.hex(hq)))
    }

    /// Begins anew for a side.
    fn stock(&mut self, game: &RockOfTheMarne, state: &State, open: Hexes, hqs: PieceSet) {
        self.game = game.papers.number;
        self.scenario = state.scenario;
        self.options = state.options;
        self.open = open;
        self.bridges = state.bridges;
        self.hqs = hqs;
        self.places.clear();
        self.places.extend(hqs.iter().map(|hq| state.hex(hq)));
        (self.lines, self.kitchens) = (None, None);
        self.served.clear();
    }

    fn lines(&mut self, game: &RockOfTheMarne, state: &State, side: Side) -> Hexes {
        *self.lines.get_or_insert_with(|| game.find_lines(state, side))
    }

    /// The HQs that have a line to a source.
    fn kitchens(&mut self, game: &RockOfTheMarne, state: &State, side: Side) -> PieceSet {
        let lines = self.lines(game, state, side);
        let hqs = self.hqs;
        *self.kitchens.get_or_insert_with(|| hqs.iter().filter(|&hq| lines.contains(state.hex(hq))).collect())
    }

    /// What some HQs serve.
    fn served(&mut self, game: &RockOfTheMarne, state: &State, hqs: PieceSet) -> Hexes {
        if let Some((_, known)) = self.served.iter().find(|(known, _)| *known == hqs) {
            return *known;
        }
        let served = hqs.iter().fold(Hexes::EMPTY, |all, hq| all | self.round(game, hq, state.hex(hq)));
        if self.served.len() == MOST_SERVED {
            self.served.clear();
        }
        self.served.push((hqs, served));
        served
    }

    /// What one HQ serves.
    fn round(&self, game: &RockOfTheMarne, hq: Piece, from: Hex) -> Hexes {
        let open = self.open & *game.disc(hq, from);
        let round = Round { game: game.papers.number, from, range: game.pieces.counter(hq).range, open };
        let find = || ways::served(&game.steps, &open, from, game.pieces.counter(hq).range);
        ROUNDS.with(|rounds| rounds.answer(hq.index(), round, find))
    }
}

impl RockOfTheMarne {
    fn larder<T>(&self, state: &State, side: Side, look: impl FnOnce(&mut Larder) -> T) -> T {
        let (hqs, open) = (self.hqs(state, side), self.open_lines(state, side));
        LARDERS.with_borrow_mut(|larders| {
            let larder = &mut larders[side.index()];
            if !larder.is_of(self, state, &open, hqs) {
                larder.stock(self, state, open, hqs);
            }
            look(larder)
        })
    }

    /// All hexes in which an HQ would have a line to a supply source as things stand.
    pub(crate) fn lines_from(&self, state: &State, side: Side) -> Hexes {
        self.larder(state, side, |larder| larder.lines(self, state, side))
    }

    /// Where units of a side would be in supply as things stand: whoever comes to a hex negates the enemy's zone there
    /// [1.3-3].
    pub(crate) fn fed_hexes(&self, state: &State, side: Side) -> Hexes {
        self.larder(state, side, |larder| {
            let kitchens = larder.kitchens(self, state, side);
            larder.served(self, state, kitchens)
        })
    }

    /// The same if an HQ fed nobody.
    pub(crate) fn fed_without(&self, state: &State, hq: Piece) -> Hexes {
        let side = side_of(hq);
        self.larder(state, side, |larder| {
            let mut others = larder.kitchens(self, state, side);
            others.remove(hq);
            larder.served(self, state, others)
        })
    }

    /// All hexes that lie within the range of any of some HQs of a side, through hexes free of the enemy but for the last
    /// [1.1a-5, 1.3-2, 1.3-3].
    pub(crate) fn served_hexes(&self, state: &State, side: Side, hqs: PieceSet) -> Hexes {
        self.larder(state, side, |larder| larder.served(self, state, hqs))
    }
}
