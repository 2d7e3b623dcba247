//! What a veteran would do, and why, for somebody who asks.

use crate::player::VETERAN;
use crate::rollout::Rollout;
use crate::search::{draw, ranking};
use crate::{Limits, Player};
use engine::dice::SeededDice;
use engine::{Decision, Hints, Schooling, Side, Temper};

/// How many games are played on in the mind for each of the two options.
const GAMES: usize = 24;
/// For how many turns.
const TURNS: u16 = 2;

/// What a veteran would do, beside what he would do else.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// The place of his option in the list.
    pub best: usize,
    /// What he compares it with; nothing where there is no other, or where he was told to stop.
    pub against: Option<Comparison>,
}

/// An option beside the next best.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The place of the next best in the list.
    pub next: usize,
    /// The concern that speaks most for the best, by its place in [`Hints::CONCERNS`].
    pub pro: Option<usize>,
    /// The one that speaks most against it.
    pub con: Option<usize>,
    /// How many games were played on in the mind.
    pub games: usize,
    /// For how many turns.
    pub turns: u16,
    /// By how many victory points the best came out ahead of the next, on average.
    pub points: f32,
    /// By how much strength.
    pub strength: f32,
}

impl Comparison {
    /// Why the best is better than the other, by these concerns, and what is to be expected of it.
    pub fn words(&self, concerns: &[&str], other: &str) -> String {
        let name = |concern: Option<usize>| concern.and_then(|concern| concerns.get(concern));
        let pro = name(self.pro).map(|pro| format!("What speaks for it most: {pro}. "));
        let con = name(self.con).map(|con| format!("What speaks against it: {con}. "));
        let differences = |sign: f32| {
            let both = [difference(sign * self.points, "victory points"), difference(sign * self.strength, "strength")];
            both.into_iter().flatten().collect::<Vec<String>>().join(" and ")
        };
        let ahead = differences(1.0);
        let expected = if ahead.is_empty() {
            format!("it came to the same as the next best, \u{201c}{other}\u{201d}")
        } else if ahead.contains("better") {
            format!("it came out {ahead} than the next best, \u{201c}{other}\u{201d}")
        } else {
            // Nobody is told to do something because it is worse.
            let behind = differences(-1.0);
            format!("the next best, \u{201c}{other}\u{201d}, even came out {behind}: this is not a plain case")
        };
        let Comparison { games, turns, .. } = self;
        let reasons = [pro, con].into_iter().flatten().collect::<String>();
        format!("{reasons}Played on {games} times for {turns} turns in the mind, {expected}.")
    }
}

/// By how much something is better or worse; nothing where that is next to nothing.
fn difference(by: f32, what: &str) -> Option<String> {
    let word = if by > 0.0 { "better" } else { "worse" };
    (by.abs() >= 0.05).then(|| format!("{:.1} {what} {word}", by.abs()))
}

impl Advice {
    /// Thinks as a veteran of the side that must choose, from what it can know. The list must not be empty.
    pub fn give<R: Hints>(
        rules: &R,
        state: &R::State,
        legal: &[R::Action],
        dice: &mut SeededDice,
        limits: &Limits,
    ) -> Advice {
        let tempers = Player::VETERAN.tempers(rules, state, Schooling::Drilled, Schooling::Plain);
        let best = VETERAN.choose(rules, state, legal, &tempers, dice, limits);
        let Decision::Choose(side) = rules.decision(state) else { return Advice { best, against: None } };
        let ranked = ranking(rules, state, legal, &tempers[side.index()], dice);
        let next = ranked.into_iter().find(|&place| place != best);
        let against = next.and_then(|next| {
            let pair = [legal[best], legal[next]];
            let (games, points, strength) = outcome(rules, state, side, &tempers, pair, dice, limits)?;
            let [pro, con] = reasons(rules, state, pair, &tempers[side.index()]);
            Some(Comparison { next, pro, con, games, turns: TURNS, points, strength })
        });
        Advice { best, against }
    }
}

/// How many games were played on from two options, all with the same luck, and by how many points and how much strength the first
/// came out ahead.
fn outcome<R: Hints>(
    rules: &R,
    state: &R::State,
    side: Side,
    tempers: &[Temper; 2],
    pair: [R::Action; 2],
    dice: &mut SeededDice,
    limits: &Limits,
) -> Option<(usize, f32, f32)> {
    let until = rules.turn(state).saturating_add(TURNS);
    let sign = if side == Side::First { 1 } else { -1 };
    let (mut games, mut points, mut strength) = (0, 0, 0);
    for _ in 0..GAMES {
        let world = rules.resample(state, side, dice);
        let rollout = Rollout { rules, tempers, judge: None, until, side, luck: draw(dice), limits };
        let [Some(one), Some(other)] = pair.map(|action| rollout.last(&world, action)) else { break };
        points += sign * (rules.point_lead(&one.0) - rules.point_lead(&other.0));
        strength += sign * (rules.strength_lead(&one.0) - rules.strength_lead(&other.0));
        games += 1;
    }
    (games > 0).then(|| (games, points as f32 / games as f32, strength as f32 / games as f32))
}

/// The concerns that speak most for and against the first of two options: those without which it would look least and most good.
fn reasons<R: Hints>(rules: &R, state: &R::State, pair: [R::Action; 2], temper: &Temper) -> [Option<usize>; 2] {
    let gain = |temper: &Temper| {
        let [one, other] = pair.map(|action| rules.appraise(state, action, temper));
        one - other
    };
    let whole = gain(temper);
    let share = |concern: usize| whole - gain(&temper.with(concern, 0.5 * temper.weight(concern)));
    let shares: Vec<f32> = (0..R::CONCERNS.len()).map(share).collect();
    let most = |sign: f32| {
        let speaks = (0..shares.len()).filter(|&concern| sign * shares[concern] > LITTLE);
        speaks.max_by(|&a, &b| (sign * shares[a]).total_cmp(&(sign * shares[b])))
    };
    [most(1.0), most(-1.0)]
}

/// What a concern must matter to be named.
const LITTLE: f32 = 0.01;
