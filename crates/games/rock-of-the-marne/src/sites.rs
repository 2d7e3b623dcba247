//! What a hex is worth to whoever of a side stands in it, as far as it is the same for all its units: where it lies, what is to be had
//! there and what is to be feared. Most of it stays the same while the side moves and the enemy does not, so it is worked out once
//! for each hex.

use crate::fears::Fears;
use crate::ground::{HEXES, Hexes};
use crate::hints::Mind;
use crate::outlook::{FAR, Outlook};
use crate::state::State;
use engine::memory::{Latest, Moment, Nearest, Plots};
use engine::{Options, Side, Temper};
use hexboard::{Board, Hex};

thread_local! {
    /// What each side was asked about last.
    static SITES: [Latest<u64, Sites>; 2] = const { [const { Latest::unasked() }; 2] };
}

/// What one hex is worth to a side.
#[derive(Copy, Clone, PartialEq, Default, Debug)]
pub(crate) struct Site {
    pub outlook: Outlook,
    /// Where it lies: how far from the enemy and from the goals.
    pub place: f32,
    /// What it is worth to keep the enemy out of it.
    pub guard: f32,
    /// The same and its points, for the first unit that stands there.
    pub gain: f32,
}

/// A side's sites in a moment.
#[derive(Default)]
pub(crate) struct Sites {
    /// What they depend on, but for the HQs; nobody has asked yet if there is nothing.
    of: Option<Basis>,
    known: Plots<Site, HEXES>,
    pub fears: Fears,
    /// Where the side's HQs are.
    hq_hexes: Hexes,
    hqs: Nearest<HEXES>,
    /// Where its units would be in supply.
    pub fed: Hexes,
    /// How much it leans toward attack.
    pub drive: f32,
}

/// All that a side's sites depend on.
#[derive(Clone, PartialEq)]
struct Basis {
    /// The number of the game's box.
    game: u64,
    scenario: u8,
    options: Options,
    turn: u8,
    temper: Temper,
    enemies: Hexes,
    goals: Hexes,
}

impl Sites {
    /// How far the nearest own HQ is, as far as it matters.
    #[inline]
    pub fn hq_distance(&self, board: &Board, hex: Hex) -> f32 {
        self.hqs.to(board, hex).map_or(FAR, |away| away.min(FAR)).into()
    }

    fn agrees_with(&self, other: &Sites) -> bool {
        self.of == other.of
            && self.fears.agrees_with(&other.fears)
            && (self.hq_hexes, self.fed, self.drive) == (other.hq_hexes, other.fed, other.drive)
    }
}

impl Mind<'_> {
    /// Looks at a side's sites.
    #[inline]
    pub(crate) fn sites<T>(&self, state: &State, side: Side, look: impl FnOnce(&Sites) -> T) -> T {
        let find = |sites: &mut Sites| self.survey(state, side, sites);
        SITES.with(|known| known[side.index()].look(Moment::now(), find, Sites::agrees_with, look))
    }

    /// What one of a side's hexes is worth to it.
    #[inline]
    pub(crate) fn site(&self, state: &State, sites: &Sites, side: Side, hex: Hex) -> Site {
        sites.known.of(hex.index(), || self.find_site(state, side, hex, sites.drive))
    }

    /// Finds out what a side's sites depend on, and forgets what does not hold any more.
    fn survey(&self, state: &State, side: Side, sites: &mut Sites) {
        let now = Basis {
            game: self.papers.number,
            scenario: state.scenario,
            options: state.options,
            turn: state.turn,
            temper: *self.temper,
            enemies: state.held[side.other().index()],
            goals: self.left(state, side),
        };
        let hqs = self.hq_hexes(state, side);
        // Another game may have another board.
        let elsewhere = sites.of.as_ref().is_none_or(|known| known.game != now.game);
        if elsewhere || sites.hq_hexes != hqs {
            sites.hq_hexes = hqs;
            sites.hqs.gather(self.ground.board(), hqs.iter());
        }
        if sites.of.as_ref() != Some(&now) {
            sites.of = Some(now);
            sites.known.forget();
        }
        self.look_out(state, side, &mut sites.fears);
        sites.fed = self.fed_hexes(state, side);
        sites.drive = self.drive(state, side);
    }
}
