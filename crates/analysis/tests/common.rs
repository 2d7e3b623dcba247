//! Games to be looked at.

use ai::{Bout, Limits, Player};
use analysis::{Depth, Eyes, Game, Watch, analyse};
use engine::{Hints, Match};
use std::num::NonZero;
use std::sync::Arc;
use wire::Analysis;

/// A whole game between greedy players.
pub fn greedy<R: Hints>(rules: &Arc<R>, seed: u64) -> Match<R> {
    let options = rules.about().default_options();
    Bout { scenario: 0, options, players: [Player::GREEDY; 2] }.recorded(rules, seed)
}

/// Looks at a game on so many threads.
pub fn looked_at<R: Hints>(game: &Match<R>, depth: Depth, eyes: Eyes, threads: usize) -> Analysis {
    let limits = Limits { threads: NonZero::new(threads).expect("at least one"), ..Limits::default() };
    let read = Game::of(game.rules().clone(), &game.record(), &limits).expect("it is finished");
    analyse(&read, depth, eyes, &Watch { limits: &limits, progress: &|_| {} })
}
