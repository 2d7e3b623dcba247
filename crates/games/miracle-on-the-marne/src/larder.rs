//! Where HQs feed units as things stand: worked out once for all that is asked about the same position. A computer player asks
//! for each of its options.

use crate::MiracleOnTheMarne;
use crate::ground::Hexes;
use crate::pieces::Piece;
use crate::state::{PieceSet, State};
use engine::{Options, Side};
use hexboard::Hex;
use std::cell::RefCell;

thread_local! {
    /// What each side was asked about last.
    static LARDERS: RefCell<[Larder; 2]> = const { RefCell::new([const { Larder::EMPTY }; 2]) };
}

/// A side's lines of supply, with all that they depend on.
struct Larder {
    /// The number of the game's box; 0 while nobody has asked.
    game: u64,
    options: Options,
    held: [Hexes; 2],
    staffs: [Hexes; 2],
    /// The enemy's zones.
    zones: Hexes,
    /// The garrisons of Paris that were defeated.
    fallen: u128,

    /// Hexes through which no line may lead.
    barred: Hexes,
    /// From where a HQ fed units when that was asked last, and which hexes.
    fed: Option<(Hex, Hexes)>,
    /// Where units were that somebody asked for last, and from where each of them would be fed.
    feeding: (Vec<Hex>, Vec<Hexes>),
}

impl Larder {
    const EMPTY: Larder = Larder {
        game: 0,
        options: Options::NONE,
        held: [Hexes::EMPTY; 2],
        staffs: [Hexes::EMPTY; 2],
        zones: Hexes::EMPTY,
        fallen: 0,
        barred: Hexes::EMPTY,
        fed: None,
        feeding: (Vec::new(), Vec::new()),
    };

    /// Whether nothing has changed on which the lines of a side depend.
    fn is_of(&self, game: &MiracleOnTheMarne, state: &State, side: Side) -> bool {
        self.game == game.papers.number
            && self.options == state.options
            && self.held == state.held
            && self.staffs == state.staffs
            && self.zones == state.zones[side.other().index()]
            && self.fallen == state.fallen
    }

    fn stock(&mut self, game: &MiracleOnTheMarne, state: &State, side: Side) {
        self.game = game.papers.number;
        self.options = state.options;
        (self.held, self.staffs) = (state.held, state.staffs);
        (self.zones, self.fallen) = (state.zones[side.other().index()], state.fallen);
        self.barred = game.supply_barred(state, side);
        self.fed = None;
        self.feeding.0.clear();
        self.feeding.1.clear();
    }
}

impl MiracleOnTheMarne {
    fn larder<T>(&self, state: &State, side: Side, look: impl FnOnce(&mut Larder) -> T) -> T {
        LARDERS.with_borrow_mut(|larders| {
            let larder = &mut larders[side.index()];
            if !larder.is_of(self, state, side) {
                larder.stock(self, state, side);
            }
            look(larder)
        })
    }

    /// All hexes in which a unit would have a line to a HQ as things stand.
    pub(crate) fn fed_by(&self, state: &State, hq: Piece) -> Hexes {
        let (side, from) = (self.pieces.side(hq), state.hex(hq));
        self.larder(state, side, |larder| match larder.fed {
            Some((home, fed)) if home == from => fed,
            _ => larder.fed.insert((from, self.find_fed(state, side, from, &larder.barred))).1,
        })
    }

    /// How many units of its corps a HQ in a hex would not feed as they stand.
    pub(crate) fn unfed(&self, state: &State, hq: Piece, hex: Hex) -> usize {
        let (side, corps) = (self.pieces.side(hq), state.corps_of(hq));
        let own: PieceSet = self.units(state, side).iter().filter(|&unit| state.corps_of(unit) == corps).collect();
        let places = || own.iter().map(|unit| state.hex(unit));
        self.larder(state, side, |larder| {
            let Larder { barred, feeding: (known, feeding), .. } = larder;
            if !known.iter().copied().eq(places()) {
                known.clear();
                known.extend(places());
                feeding.clear();
                feeding.extend(places().map(|at| self.find_feeding(state, at, barred)));
            }
            feeding.iter().filter(|feeding| !feeding.contains(hex)).count()
        })
    }
}
