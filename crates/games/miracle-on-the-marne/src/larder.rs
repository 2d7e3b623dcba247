//! Where HQs feed units as things stand: worked out once for all that is asked about the same position. A computer player asks
//! for each of its options.

use crate::MiracleOnTheMarne;
use crate::ground::Hexes;
use crate::pieces::{Corps, MOST_CORPS, Piece};
use crate::state::{PieceSet, State};
use engine::memory::{Latest, Moment};
use engine::{Options, Side};
use hexboard::Hex;
use std::cell::RefCell;

thread_local! {
    /// What each side was asked about last.
    static LARDERS: RefCell<[Larder; 2]> = const { RefCell::new([const { Larder::EMPTY }; 2]) };
    /// What a HQ was asked in this moment.
    static RATIONS: Latest<(u64, Piece), Hexes> = const { Latest::unasked() };
    static CHARGES: Latest<(u64, Piece), Charges> = const { Latest::unasked() };
}

/// A side's lines of supply, with all that they depend on.
struct Larder {
    /// The number of the game's box; 0 while nobody has asked.
    game: u64,
    options: Options,
    /// Hexes through which no line may lead, and those of them in which one may end.
    barred: Hexes,
    ends: Hexes,

    /// From where each HQ fed units when that was asked last, and which hexes.
    fed: [Option<(Hex, Hexes)>; MOST_CORPS],
    /// The units of the corps that somebody asked for last.
    charges: Charges,
}

/// The units of a corps as they stand.
#[derive(Clone, PartialEq, Default)]
pub(crate) struct Charges {
    /// Where they are.
    pub(crate) places: Vec<Hex>,
    /// The hexes from which a HQ would feed each of them.
    pub(crate) feeding: Vec<Hexes>,
}

impl Larder {
    const EMPTY: Larder = Larder {
        game: 0,
        options: Options::NONE,
        barred: Hexes::EMPTY,
        ends: Hexes::EMPTY,
        fed: [None; MOST_CORPS],
        charges: Charges { places: Vec::new(), feeding: Vec::new() },
    };
}

impl MiracleOnTheMarne {
    fn larder<T>(&self, state: &State, side: Side, look: impl FnOnce(&mut Larder) -> T) -> T {
        LARDERS.with_borrow_mut(|larders| {
            let larder = &mut larders[side.index()];
            let barred = self.supply_barred(state, side);
            let ends = self.supply_ends(state, side, &barred);
            let known = (&larder.game, &larder.options, &larder.barred, &larder.ends);
            if known != (&self.papers.number, &state.options, &barred, &ends) {
                (larder.game, larder.options) = (self.papers.number, state.options);
                (larder.barred, larder.ends) = (barred, ends);
                larder.fed = [None; MOST_CORPS];
                larder.charges.places.clear();
                larder.charges.feeding.clear();
            }
            look(larder)
        })
    }

    /// Whether a unit in a hex would have a line to a HQ as things stand.
    pub(crate) fn feeds(&self, state: &State, hq: Piece, hex: Hex) -> bool {
        let (side, from) = (self.pieces.side(hq), state.hex(hq));
        let find = |fed: &mut Hexes| {
            *fed = self.larder(state, side, |Larder { options, barred, ends, fed, .. }| {
                match &mut fed[state.corps_of(hq).index()] {
                    Some((home, fed)) if *home == from => *fed,
                    stale => stale.insert((from, self.find_fed(*options, from, barred, ends))).1,
                }
            });
        };
        RATIONS.with(|known| known.look((Moment::now(), hq), find, PartialEq::eq, |fed| fed.contains(hex)))
    }

    /// A side's units on the map that belong to a corps.
    pub(crate) fn corps_units(&self, state: &State, corps: Corps) -> PieceSet {
        self.units(state, self.pieces.side(corps.hq())).and(state.units_of(corps))
    }

    /// Looks at the units of a HQ's corps, and where it would feed them.
    pub(crate) fn charges<T>(&self, state: &State, hq: Piece, look: impl FnOnce(&Charges) -> T) -> T {
        let find = |charges: &mut Charges| {
            let own = self.corps_units(state, state.corps_of(hq));
            let places = || own.iter().map(|unit| state.hex(unit));
            self.larder(state, self.pieces.side(hq), |Larder { options, barred, charges: known, .. }| {
                if !known.places.iter().copied().eq(places()) {
                    known.places.clear();
                    known.places.extend(places());
                    known.feeding.clear();
                    known.feeding.extend(places().map(|at| self.find_feeding(*options, at, barred)));
                }
                charges.places.clone_from(&known.places);
                charges.feeding.clone_from(&known.feeding);
            });
        };
        CHARGES.with(|known| known.look((Moment::now(), hq), find, PartialEq::eq, look))
    }
}
