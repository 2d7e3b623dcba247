//! What a game tells a computer player about itself.

use crate::memory::Moment;
use crate::{Census, Chooser, Judge, Side};

/// What a computer player minds more, and what less: a weight for each of a game's concerns, beside the measure that the
/// game's hints have by themselves.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Temper([f32; Temper::MOST]);

impl Temper {
    /// The most concerns that a game may have.
    pub const MOST: usize = 16;
    /// Every concern has the game's own measure.
    pub const PLAIN: Temper = Temper([1.0; Temper::MOST]);

    /// A temper with these weights for the first concerns, and the game's own measure for the rest.
    ///
    /// # Panics
    /// If there are more than [`MOST`](Temper::MOST).
    pub const fn new(weights: &[f32]) -> Temper {
        let mut all = [1.0; Temper::MOST];
        let mut at = 0;
        while at < weights.len() {
            all[at] = weights[at];
            at += 1;
        }
        Temper(all)
    }

    /// The weight of a concern.
    pub const fn weight(&self, concern: usize) -> f32 {
        self.0[concern]
    }

    /// The same temper with another weight for one concern.
    #[must_use]
    pub fn with(mut self, concern: usize, weight: f32) -> Temper {
        self.0[concern] = weight;
        self
    }

    /// The same temper, leaning to one side: each concern that has a bearing weighs so many times as much.
    #[must_use]
    pub fn leaning(mut self, bearings: &[Option<Bearing>], times: impl Fn(Bearing) -> f32) -> Temper {
        for (weight, bearing) in self.0.iter_mut().zip(bearings) {
            *weight *= bearing.map_or(1.0, &times);
        }
        self
    }
}

/// What a concern has to do with daring, the same for all games: by this a style of play is told from another.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Bearing {
    /// What may be lost: whoever minds it is careful.
    Danger,
    /// What an attack may win: whoever minds it seeks battle.
    Odds,
    /// What the game is about: whoever minds it goes forward.
    Goals,
}

/// A game's own small sense of what is good.
pub trait Hints: Census + Sized {
    /// What a [`Temper`] weighs, in a word or two each.
    const CONCERNS: &'static [&'static str] = &[];

    /// What each of these has to do with daring.
    const BEARINGS: &'static [Option<Bearing>] = &[];

    /// How good an option looks to the side that chooses, in units of the game's own making; higher is better. It
    /// must use nothing that the side may not know.
    fn appraise(&self, state: &Self::State, action: Self::Action, temper: &Temper) -> f32;

    /// How good each of some options looks, in their order, in one [`Moment`]. A game has its own way that can work something out
    /// once for all of them; what comes out must be the same.
    fn appraise_all(&self, state: &Self::State, actions: &[Self::Action], temper: &Temper, worth: &mut Vec<f32>) {
        let _moment = Moment::begin();
        worth.clear();
        worth.extend(actions.iter().map(|&action| self.appraise(state, action, temper)));
    }

    /// The temper of a side with some schooling in a scenario.
    fn temper(&self, scenario: usize, side: Side, schooling: Schooling) -> Temper {
        self.papers().tempers.of(scenario, side, schooling)
    }

    /// Who has learned to judge positions like this one.
    fn judge(&self, state: &Self::State) -> Option<&Judge> {
        self.papers().judges.of(self, self.scenario(state))
    }

    /// Who has learned to choose among options like those of this position.
    fn chooser(&self, state: &Self::State) -> Option<&Chooser> {
        self.papers().choosers.of(self.scenario(state))
    }

    /// How the game stands for the first side, from -1 for as good as lost to 1 for as good as won. It may look at
    /// everything: a player asks it only about states that it has made up itself.
    fn prospect(&self, state: &Self::State) -> f32;

    /// What hangs on the choice that is to be made now.
    fn stakes(&self, state: &Self::State) -> Stakes;
}

/// What a temper comes from.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Schooling {
    /// Whoever made the game's hints.
    Plain,
    /// Many games against the plain temper.
    Drilled,
    /// Many games against those who were drilled.
    Seasoned,
}

/// What hangs on a choice: whether it is worth while to look ahead.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stakes {
    /// Little: an order of doing things, a formality.
    Low,
    /// Something: where a unit goes.
    Some,
    /// Much: whether and whom to attack.
    High,
}

/// Makes a game's `Mind`: the game as somebody of a temper sees it, to whom the game's hints are methods. Its concerns are
/// an enum `Concern`, whose values are places in a [`Temper`] and whose words are for [`Hints::CONCERNS`]; a word after `in`
/// is its [`Bearing`].
#[macro_export]
macro_rules! mind {
    (@bearing) => { None };
    (@bearing $bearing:ident) => { Some($crate::Bearing::$bearing) };
    ($game:ty: $($name:ident = $word:literal $(in $bearing:ident)?),+ $(,)?) => {
        /// What a temper weighs.
        #[derive(Copy, Clone)]
        pub(crate) enum Concern {
            $($name),+
        }

        impl Concern {
            pub(crate) const NAMES: &'static [&'static str] = &[$($word),+];
            pub(crate) const BEARINGS: &'static [Option<$crate::Bearing>] = &[$($crate::mind!(@bearing $($bearing)?)),+];
        }

        /// The game as somebody of a temper sees it.
        pub(crate) struct Mind<'a> {
            pub(crate) game: &'a $game,
            pub(crate) temper: &'a $crate::Temper,
        }

        impl std::ops::Deref for Mind<'_> {
            type Target = $game;

            fn deref(&self) -> &$game {
                self.game
            }
        }

        impl Mind<'_> {
            /// The weight of a concern.
            pub(crate) fn weight(&self, concern: Concern) -> f32 {
                self.temper.weight(concern as usize)
            }

            /// The weight of a concern that the plain temper does not have: nothing if it is 1.
            #[allow(dead_code, reason = "not every game has such concerns")]
            pub(crate) fn learned(&self, concern: Concern) -> f32 {
                self.weight(concern) - 1.0
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_temper_leans_by_the_bearings_of_its_concerns() {
        let bearings = [Some(Bearing::Danger), None, Some(Bearing::Odds)];
        let times = |bearing| if bearing == Bearing::Danger { 0.5 } else { 2.0 };
        let leaning = Temper::new(&[3.0, 3.0, 3.0]).leaning(&bearings, times);
        assert_eq!([0, 1, 2, 3].map(|concern| leaning.weight(concern)), [1.5, 3.0, 6.0, 1.0]);
        assert_eq!(Temper::PLAIN.with(2, 7.0), Temper::new(&[1.0, 1.0, 7.0]));
    }
}
