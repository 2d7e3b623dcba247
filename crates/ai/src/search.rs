//! Looking ahead: the options that look best are played on in the mind, and the one that comes out best is taken.

use crate::Limits;
use crate::rollout::Rollout;
use engine::chooser::{ONE, Opinion};
use engine::dice::SeededDice;
use engine::{Chooser, Decision, Hints, Side, Stakes, Temper};

/// How far and how wide a player looks ahead.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Search {
    /// How many of the options that look best are tried.
    pub width: usize,
    /// How many games are played on in the mind for each of them, at most.
    pub games: usize,
    /// How many turns a game is played on.
    pub horizon: u16,
    /// The least stakes at which it looks ahead.
    pub from: Stakes,
    /// How many decisions may be played in the mind for one of its own.
    pub budget: u64,
    /// Who says how a game in the mind stands where it stops.
    pub leaf: Leaf,
    /// Who says which options are tried, and which is taken where it does not look ahead.
    pub order: Order,
}

/// Who says which options look best.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// The game's own hints.
    Hints,
    /// Who has learned to choose; where nobody has, the hints.
    Chooser,
}

/// Who says how a game in the mind stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// The game's own hints.
    Prospect,
    /// Who has learned to judge its positions; where nobody has, the hints.
    Judge,
}

/// By how many standard errors an option has to be better than the one that looked best.
const PROOF: f32 = 1.2;
/// Games after which options that fall behind are given up.
const TRIAL: usize = 3;
/// Games without which nothing is proven.
const ENOUGH: f32 = 8.0;
/// For how many turns a game is played on where somebody can judge what comes then.
pub(crate) const GLANCE: u16 = 1;
/// What an option must promise over the one that looks best to be put before it: three thousandths of a game.
const LEAVE: i64 = 3 * ONE as i64 / 1000;
/// What counts as no difference.
const NOTHING: f32 = 1e-4;

/// What the games of one option have shown, beside those of the option that looked best.
#[derive(Copy, Clone, Default)]
pub(crate) struct Showing {
    games: f32,
    sum: f32,
    squares: f32,
}

impl Showing {
    pub(crate) fn add(&mut self, gain: f32) {
        self.games += 1.0;
        self.sum += gain;
        self.squares += gain * gain;
    }

    pub(crate) fn mean(&self) -> f32 {
        self.sum / self.games
    }

    pub(crate) fn error(&self) -> f32 {
        ((self.squares / self.games - self.mean() * self.mean()).max(0.0) / self.games).sqrt()
    }
}

impl Search {
    /// The same with so many times as many games and decisions in them.
    #[must_use]
    pub const fn times(self, times: u16) -> Search {
        Search { games: self.games * times as usize, budget: self.budget * times as u64, ..self }
    }

    /// The place in `legal` of the option it takes, for a side whose tempers are these.
    pub fn choose<R: Hints>(
        &self,
        rules: &R,
        state: &R::State,
        legal: &[R::Action],
        tempers: &[Temper; 2],
        dice: &mut SeededDice,
        limits: &Limits,
    ) -> usize {
        let Decision::Choose(side) = rules.decision(state) else { return 0 };
        let temper = &tempers[side.index()];
        let chooser = if self.order == Order::Chooser { rules.chooser(state) } else { None };
        let mut ranked = match chooser {
            Some(chooser) => by_chooser(chooser, rules, state, side, legal, temper, dice),
            None => ranking(rules, state, legal, temper, dice),
        };
        if legal.len() < 2 || self.width < 2 || rules.stakes(state) < self.from {
            return ranked[0];
        }
        ranked.truncate(self.width);
        let judge = if self.leaf == Leaf::Judge { rules.judge(state) } else { None };
        let horizon = if judge.is_some() { GLANCE.min(self.horizon) } else { self.horizon };
        let until = rules.turn(state).saturating_add(horizon);
        let mut showings = vec![Showing::default(); ranked.len()];
        let mut rivals: Vec<usize> = (0..ranked.len()).collect();
        let mut left = self.budget;
        for game in 1..=self.games {
            // All options meet the same hidden things and the same luck.
            let world = rules.resample(state, side, dice);
            let rollout = Rollout { rules, tempers, judge, until, side, luck: draw(dice), limits };
            let actions: Vec<R::Action> = rivals.iter().map(|&rival| legal[ranked[rival]]).collect();
            let Some(ends) = rollout.all(&world, &actions) else { break };
            for (&rival, end) in rivals.iter().zip(&ends) {
                showings[rival].add(end.value - ends[0].value);
                left = left.saturating_sub(end.decisions);
            }
            if game >= TRIAL {
                let best = rivals.iter().map(|&rival| showings[rival].mean()).fold(0.0, f32::max);
                rivals.retain(|&rival| {
                    let hope = showings[rival].mean() + showings[rival].error();
                    rival == 0 || (hope > NOTHING && hope >= best)
                });
            }
            if rivals.len() == 1 || left == 0 {
                break;
            }
        }
        let proven = |rival: usize| showings[rival].mean() - PROOF * showings[rival].error();
        let is_proven = |rival: &usize| showings[*rival].games >= ENOUGH && proven(*rival) > NOTHING;
        let better = rivals.into_iter().skip(1).filter(is_proven);
        let best = better.max_by(|&a, &b| proven(a).total_cmp(&proven(b)));
        ranked[best.unwrap_or(0)]
    }
}

/// The places of the options as somebody ranks them who has learned to choose: the most promising first, but what the hints like
/// best before it unless it is clearly better. Which of equals is first is drawn.
pub(crate) fn by_chooser<R: Hints>(
    chooser: &Chooser,
    rules: &R,
    state: &R::State,
    side: Side,
    legal: &[R::Action],
    temper: &Temper,
    dice: &mut SeededDice,
) -> Vec<usize> {
    let mut opinion = Opinion::default();
    opinion.ask(rules, state, legal, temper);
    let sums: Vec<i64> =
        (0..legal.len()).map(|option| chooser.sum(&opinion, rules, state, side, legal, option)).collect();
    let order = |a: usize, b: usize| sums[b].cmp(&sums[a]).then(opinion.worth[b].total_cmp(&opinion.worth[a]));
    let mut places: Vec<usize> = (0..legal.len()).collect();
    places.sort_by(|&a, &b| order(a, b));
    let best = opinion.worth[opinion.favourite()];
    let favourite = places.iter().position(|&place| opinion.worth[place] == best).unwrap_or(0);
    if sums[places[0]] - sums[places[favourite]] <= LEAVE {
        places[..=favourite].rotate_right(1);
    }
    let equals = places.iter().take_while(|&&place| order(place, places[0]).is_eq()).count();
    places.swap(0, dice.below(equals));
    places
}

/// The places of the options, the best first; which of equals is first is drawn.
pub(crate) fn ranking<R: Hints>(
    rules: &R,
    state: &R::State,
    legal: &[R::Action],
    temper: &Temper,
    dice: &mut SeededDice,
) -> Vec<usize> {
    let mut worth = Vec::with_capacity(legal.len());
    rules.appraise_all(state, legal, temper, &mut worth);
    let mut places: Vec<usize> = (0..legal.len()).collect();
    places.sort_by(|&a, &b| worth[b].total_cmp(&worth[a]));
    let equals = places.iter().take_while(|&&place| worth[place] == worth[places[0]]).count();
    places.swap(0, dice.below(equals));
    places
}

/// A number to draw luck from.
pub(crate) fn draw(dice: &mut SeededDice) -> u64 {
    (0..4).fold(0, |number, _| number << 16 | dice.below(1 << 15) as u64)
}
