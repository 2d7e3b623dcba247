//! Learning to judge and to choose. Computers play each other; positions at the beginning of turns are kept with what became of
//! them, and a small network is fitted to that. At some decisions several options are played on in the mind; what they came to is
//! kept, too, and the weights of a chooser are fitted to that.

mod choices;
mod fit;
mod lore;
mod samples;

pub use choices::Choices;
pub use fit::{Fit, Fitting};
pub use lore::Schooled;
pub use samples::Samples;

use crate::Limits;
use crate::player::most_liked;
use crate::rollout::Rollout;
use crate::search::{GLANCE, Showing, by_chooser, draw, ranking};
use choices::Difference;
use engine::chooser::Opinion;
use engine::dice::SeededDice;
use engine::judge::{Eye, Features};
use engine::{Chooser, Decision, Hints, Options, Schooling, Side, Silence, Stakes, Temper};
use std::collections::BTreeMap;

/// Games to learn from.
#[derive(Copy, Clone, Debug)]
pub struct Course {
    /// The scenario's place in the game's list.
    pub scenario: usize,
    /// The rules switched on.
    pub options: Options,
}

/// How many choices in a thousand are any that is legal, so that positions differ: in one game so many, in another so many.
const SLIPS: [usize; 4] = [0, 10, 30, 60];

impl Course {
    /// Plays the game of a seed and keeps its positions; whether it came to its end before it was told to stop.
    pub fn play<R: Hints>(
        &self,
        rules: &R,
        features: &Features,
        seed: u64,
        limits: &Limits,
        samples: &mut Samples,
    ) -> bool {
        let (mut dice, mut mind) = (SeededDice::new(seed), crate::dice(seed.into()));
        // Some games between the drilled, some between the seasoned, some between one and the other.
        let schooling = |side: Side| {
            if seed >> side.index() & 1 == 0 { Schooling::Drilled } else { Schooling::Seasoned }
        };
        let slips = SLIPS[(seed / 4) as usize % SLIPS.len()];
        let tempers = Side::BOTH.map(|side| rules.temper(self.scenario, side, schooling(side)));
        let mut state = rules.set_up(self.scenario, self.options);
        let (mut legal, mut eye, mut seen) = (Vec::new(), Eye::default(), Vec::new());
        let mut turn = None;
        let mut kept = Samples::default();
        loop {
            let side = match rules.decision(&state) {
                Decision::Choose(side) => side,
                Decision::Over(outcome) => {
                    let won = outcome.winner.map_or(0.5, |winner| if winner == Side::First { 1.0 } else { 0.0 });
                    samples.take(&kept, won, rules.point_lead(&state) as f32);
                    return true;
                }
            };
            if limits.is_over() {
                return false;
            }
            if turn.replace(rules.turn(&state)) != Some(rules.turn(&state)) {
                features.of(rules, &state, &mut eye, &mut seen);
                kept.push(&seen);
            }
            legal.clear();
            rules.legal(&state, &mut legal);
            let chosen = if mind.below(1000) < slips {
                mind.below(legal.len())
            } else {
                most_liked(rules, &state, &legal, &tempers[side.index()], &mut mind)
            };
            rules.play(&mut state, legal[chosen], &mut dice, &mut Silence);
        }
    }
}

/// How many of the options that look best are played on, and how many of the others.
const TRIED: [usize; 2] = [5, 2];
/// How often each of them is.
const PLAYED: usize = 8;
/// For how many turns, where nobody can judge what comes then.
const TURNS: u16 = 2;

/// At how many decisions in a thousand options are played on.
const fn looks(stakes: Stakes) -> usize {
    match stakes {
        Stakes::Low => 20,
        Stakes::Some => 40,
        Stakes::High => 80,
    }
}

impl Course {
    /// Plays the game of a seed, plays options on at some of its decisions, and keeps what they came to; whether it came to its
    /// end before it was told to stop. Who has a chooser already plays by it.
    pub fn try_out<R: Hints>(
        &self,
        rules: &R,
        chooser: Option<&Chooser>,
        seed: u64,
        limits: &Limits,
        choices: &mut Choices,
    ) -> bool {
        let (mut dice, mut mind) = (SeededDice::new(seed), crate::dice(seed.into()));
        let slips = SLIPS[(seed / 4) as usize % SLIPS.len()];
        let schooling =
            |side: Side| if seed >> side.index() & 1 == 0 { Schooling::Drilled } else { Schooling::Seasoned };
        let tempers = Side::BOTH.map(|side| rules.temper(self.scenario, side, schooling(side)));
        let mut state = rules.set_up(self.scenario, self.options);
        let (mut legal, mut kept) = (Vec::new(), Choices::default());
        while let Decision::Choose(side) = rules.decision(&state) {
            if limits.is_over() {
                return false;
            }
            legal.clear();
            rules.legal(&state, &mut legal);
            let temper = &tempers[side.index()];
            let looked = legal.len() > 1 && mind.below(1000) < looks(rules.stakes(&state));
            let ranked = match chooser {
                Some(chooser) => by_chooser(chooser, rules, &state, side, &legal, temper, &mut mind),
                None if looked => ranking(rules, &state, &legal, temper, &mut mind),
                None => vec![most_liked(rules, &state, &legal, temper, &mut mind)],
            };
            if looked && !look(rules, &state, side, (&legal, &ranked), &tempers, &mut mind, limits, &mut kept) {
                return false;
            }
            let choice = if mind.below(1000) < slips { mind.below(legal.len()) } else { ranked[0] };
            rules.play(&mut state, legal[choice], &mut dice, &mut Silence);
        }
        kept.end_game();
        choices.append(&kept);
        true
    }
}

/// Plays some options of a decision on and keeps what they came to beside the first; whether it was not told to stop.
#[allow(clippy::too_many_arguments, reason = "all that a decision is")]
fn look<R: Hints>(
    rules: &R,
    state: &R::State,
    side: Side,
    (legal, ranked): (&[R::Action], &[usize]),
    tempers: &[Temper; 2],
    mind: &mut SeededDice,
    limits: &Limits,
    kept: &mut Choices,
) -> bool {
    let mut tried: Vec<usize> = ranked.to_vec();
    for place in TRIED[0]..tried.len().min(TRIED[0] + TRIED[1]) {
        let other = place + mind.below(tried.len() - place);
        tried.swap(place, other);
    }
    tried.truncate(TRIED[0] + TRIED[1]);
    let judge = rules.judge(state);
    let until = rules.turn(state).saturating_add(if judge.is_some() { GLANCE } else { TURNS });
    let actions: Vec<R::Action> = tried.iter().map(|&option| legal[option]).collect();
    let mut showings = vec![Showing::default(); tried.len()];
    for _ in 0..PLAYED {
        let world = rules.resample(state, side, mind);
        let rollout = Rollout { rules, tempers, judge, until, side, luck: draw(mind), limits };
        let Some(ends) = rollout.all(&world, &actions) else { return false };
        showings.iter_mut().zip(&ends).for_each(|(showing, end)| showing.add(end.value - ends[0].value));
    }
    let mut opinion = Opinion::default();
    opinion.ask(rules, state, legal, &tempers[side.index()]);
    let mut signs_of = |option: usize, sign: i32, sums: &mut BTreeMap<u32, i32>| {
        opinion.signs(rules, state, side, legal, option, &mut |name, amount| {
            *sums.entry(kept.number(name)).or_default() += sign * amount;
        });
    };
    let rows: Vec<Vec<Difference>> = tried[1..]
        .iter()
        .map(|&option| {
            let mut sums = BTreeMap::new();
            signs_of(option, 1, &mut sums);
            signs_of(tried[0], -1, &mut sums);
            sums.into_iter().filter(|(_, amount)| *amount != 0).collect()
        })
        .collect();
    for (row, showing) in rows.iter().zip(&showings[1..]) {
        kept.push(row, [showing.mean(), showing.error()]);
    }
    kept.end_decision();
    true
}
