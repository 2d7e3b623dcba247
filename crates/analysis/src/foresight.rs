//! Playing on from places of a game, many times.

use crate::chances::Seer;
use crate::strata::Strata;
use crate::walk::Place;
use ai::{Fate, Foresight, Limits, mix};
use engine::dice::SeededDice;
use engine::{Hints, Side, Silence, Temper};

/// Where a game that was played on came to, for the first side.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Value {
    /// The chance to win.
    pub chance: f64,
    /// The lead in victory points.
    pub points: f64,
}

/// Some games of a number of them: each number has its luck and its hidden things.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Games {
    /// The number of the first.
    pub from: u64,
    /// How many.
    pub count: u64,
}

impl Games {
    pub fn new(from: u64, count: usize) -> Games {
        Games { from, count: count as u64 }
    }

    pub fn numbers(self) -> std::ops::Range<u64> {
        self.from..self.from + self.count
    }
}

/// Who plays on.
pub(crate) struct Mind<'a, R> {
    pub seer: &'a Seer<'a, R>,
    /// How each side is taken to play.
    pub tempers: [Temper; 2],
    pub limits: &'a Limits,
}

impl<R: Hints> Mind<'_, R> {
    /// What the whole world may be for somebody: what it is, where all is open.
    pub fn world(&self, state: &R::State, eyes: Option<Side>, game: u64) -> R::State {
        match eyes {
            None => state.clone(),
            Some(side) => self.seer.rules.resample(state, side, &mut SeededDice::new(game + 1)),
        }
    }

    /// Where games come to that are played on from a place before anything is done there; nothing if it was told to stop.
    pub fn before(&self, place: &Place<R>, eyes: Option<Side>, until: u16, games: Games) -> Option<Vec<Value>> {
        let numbers = games.numbers();
        numbers
            .map(|game| {
                let mut state = self.world(&place.state, eyes, game);
                self.play_on(&mut state, &mut place.fate.of_game(mix(game)), until)
            })
            .collect()
    }

    /// The same after an action.
    pub fn after(
        &self,
        place: &Place<R>,
        action: R::Action,
        eyes: Option<Side>,
        until: u16,
        games: Games,
    ) -> Option<Vec<Value>> {
        let numbers = games.numbers();
        numbers
            .map(|game| {
                let mut state = self.world(&place.state, eyes, game);
                let mut fate = place.fate.of_game(mix(game));
                self.act(&mut state, action, &mut fate, game - games.from, games.count);
                self.play_on(&mut state, &mut fate, until)
            })
            .collect()
    }

    /// Plays an action whose dice are spread evenly over the games.
    pub fn act(&self, state: &mut R::State, action: R::Action, fate: &mut Fate, game: u64, games: u64) {
        let rules = self.seer.rules;
        fate.deed(rules.turn(state), &action);
        rules.play(state, action, &mut Strata::new(fate, game, games), &mut Silence);
    }

    /// Plays on and judges.
    pub fn play_on(&self, state: &mut R::State, fate: &mut Fate, until: u16) -> Option<Value> {
        let rules = self.seer.rules;
        let course = Foresight { rules, tempers: &self.tempers, until, limits: self.limits };
        course.play_on(state, None, fate)?;
        Some(Value { chance: self.seer.chance(state), points: rules.point_lead(state).into() })
    }
}
