//! What a hex is to whoever of a side stands in it, as far as it is the same for all its units: how near the goals it lies, and what the
//! enemy has around it. Most of it is as it was when only one unit has moved, so it is worked out once for each hex.

use crate::ClashOfGiants;
use crate::ground::HEXES;
use crate::hints::{Goal, Mind};
use crate::pieces::Campaign;
use crate::state::State;
use engine::memory::{Latest, Moment, Plots};
use engine::{Side, Temper};
use hexboard::Hex;

thread_local! {
    /// What each side was asked about last.
    static SITES: [Latest<u64, Sites>; 2] = const { [const { Latest::unasked() }; 2] };
}

/// What one hex is to a side.
#[derive(Copy, Clone)]
pub(crate) struct Site {
    /// How much it does for the victory hexes, as the turn has it.
    pub pull: f32,
    /// The strength that the enemy has next to it, and two hexes away.
    pub against: [u16; 2],
}

/// What is known of a side's sites, with all that they depend on.
#[derive(Default)]
struct Sites {
    /// The number of the game's box, the campaign, the turn, and who looks.
    of: Option<(u64, Campaign, u8, Temper)>,
    goals: Vec<Goal>,
    pulls: Plots<f32, HEXES>,
    /// The enemy's strength, hex by hex.
    enemies: Vec<(Hex, u16)>,
    /// What each hex has of it next to it, and two hexes away.
    against: Vec<[u16; 2]>,
}

impl Sites {
    /// Whether they depend on the same.
    fn agrees_with(&self, other: &Sites) -> bool {
        (self.of, &self.goals, &self.against) == (other.of, &other.goals, &other.against)
    }
}

impl Mind<'_> {
    /// What a hex is to a side.
    #[inline]
    pub(crate) fn site(&self, state: &State, side: Side, hex: Hex) -> Site {
        let look = |sites: &Sites| Site {
            pull: sites.pulls.of(hex.index(), || self.pull(state, &sites.goals, hex)),
            against: sites.against[hex.index()],
        };
        SITES.with(|known| {
            known[side.index()].look(Moment::now(), |sites| self.survey(state, side, sites), Sites::agrees_with, look)
        })
    }

    /// Finds out what a side's sites depend on, and forgets what does not hold any more.
    fn survey(&self, state: &State, side: Side, sites: &mut Sites) {
        let of = Some((self.papers.number, state.campaign, state.turn, *self.temper));
        let goals = || self.goals(state, side);
        if sites.of != of || !sites.goals.iter().copied().eq(goals()) {
            sites.goals.clear();
            sites.goals.extend(goals());
            sites.pulls.forget();
        }
        let enemies = || state.held[side.other().index()].iter().map(|hex| (hex, self.factors(state, hex)));
        if sites.of != of || !sites.enemies.iter().copied().eq(enemies()) {
            sites.enemies.clear();
            sites.enemies.extend(enemies());
            sites.against.clear();
            sites.against.resize(HEXES, [0; 2]);
            for &(hex, strength) in &sites.enemies {
                for &(felt, away) in self.felt(state, hex) {
                    sites.against[felt.index()][away] += strength;
                }
            }
        }
        sites.of = of;
    }
}

impl ClashOfGiants {
    /// Combat factors in a hex.
    #[inline]
    pub(crate) fn factors(&self, state: &State, hex: Hex) -> u16 {
        state.stack(hex).map(|piece| u16::from(self.steps(state, piece))).sum()
    }
}
