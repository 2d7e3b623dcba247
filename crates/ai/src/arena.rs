//! Games between computer players, for tests and figures.

use crate::{Limits, Player};
use engine::dice::SeededDice;
use engine::{Decision, Hints, Match, Options, Silence};
use std::sync::Arc;

/// A scenario, its options, and who plays it, in the order of the game's sides.
#[derive(Copy, Clone, Debug)]
pub struct Bout {
    /// The scenario's place in the game's list.
    pub scenario: usize,
    /// The rules switched on.
    pub options: Options,
    /// The players.
    pub players: [Player; 2],
}

impl Bout {
    /// A game to its end.
    pub fn play<R: Hints>(&self, rules: &R, seed: u64) -> R::State {
        self.play_while(rules, seed, |_| true)
    }

    /// A game as long as something holds, at most to its end.
    pub fn play_while<R: Hints>(&self, rules: &R, seed: u64, go_on: impl Fn(&R::State) -> bool) -> R::State {
        let mut dice = SeededDice::new(seed);
        let mut mind = SeededDice::new(seed + 1_000_000);
        let mut state = rules.set_up(self.scenario, self.options);
        let mut legal = Vec::new();
        while let Decision::Choose(side) = rules.decision(&state)
            && go_on(&state)
        {
            legal.clear();
            rules.legal(&state, &mut legal);
            let choice = self.players[side.index()].choose(rules, &state, &legal, &mut mind, &Limits::default());
            rules.play(&mut state, legal[choice], &mut dice, &mut Silence);
        }
        state
    }

    /// As many games, shared out among two threads.
    ///
    /// # Panics
    /// If a game does.
    pub fn games<R: Hints>(&self, rules: &R, games: u64) -> Vec<R::State> {
        std::thread::scope(|scope| {
            let halves = [0..games / 2, games / 2..games]
                .map(|seeds| scope.spawn(move || seeds.map(|seed| self.play(rules, seed)).collect::<Vec<_>>()));
            halves.into_iter().flat_map(|half| crate::threads::join(half)).collect()
        })
    }

    /// A game with all that a record keeps.
    ///
    /// # Panics
    /// If the rules refuse what they list.
    pub fn recorded<R: Hints>(&self, rules: &Arc<R>, seed: u64) -> Match<R> {
        let mut mind = crate::dice(seed.into());
        let about = rules.about();
        let seats = [0, 1].map(|side| format!("{}={}", about.sides[side].id, self.players[side]));
        let mut playing = Match::new(rules.clone(), self.scenario, self.options, seed.into(), seats.into());
        while let Decision::Choose(side) = playing.decision() {
            let choice = self.players[side.index()].choose(
                &**rules,
                playing.state(),
                playing.legal(),
                &mut mind,
                &Limits::default(),
            );
            let action = rules.notation(playing.state(), playing.legal()[choice]);
            playing.play(side, &action).expect("what is listed is legal");
        }
        playing
    }
}
