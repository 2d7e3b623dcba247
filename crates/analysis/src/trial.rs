//! A choice beside its rivals: which of them would have been better, and by how much.

use crate::depth::{Effort, Eyes};
use crate::foresight::{Games, Mind, Value};
use crate::statistics::Estimated;
use crate::walk::Place;
use engine::{Hints, Side};
use wire::Grade;

/// The number of the first game of a trial, and of those that prove what it found: no game is used for both, so what was
/// picked for its luck does not keep it.
const TRIALS: u64 = 10_000;
const PROOFS: u64 = 20_000;
/// What counts as a gain worth a proof.
const PROMISING: f64 = 0.005;
/// By how many standard errors a loss has to be proven to count.
const PROOF: f64 = 3.0;
/// The losses of chance from which on a choice is doubtful, a mistake, a blunder.
const GRADES: [(f64, Grade); 3] = [(0.10, Grade::Blunder), (0.05, Grade::Mistake), (0.02, Grade::Doubtful)];

/// What became of a choice beside the best that was found.
pub(crate) struct Verdict<A> {
    /// The best that was found; nothing if that is what was done.
    pub best: Option<A>,
    /// The chance of the side that chose, with the best and with what it did.
    pub chances: [Estimated; 2],
    /// What it cost in chance.
    pub cost: Estimated,
    /// What it cost in points.
    pub points: f64,
    pub grade: Grade,
    /// Which of the games that prove it came out in the middle, and all of them.
    pub typical: (u64, Games),
}

/// The grade of a choice that cost so much.
pub fn grade(cost: Estimated) -> Grade {
    if cost.mean <= PROOF * cost.error {
        return Grade::Good;
    }
    GRADES.iter().find(|(loss, _)| cost.mean >= *loss).map_or(Grade::Good, |(_, grade)| *grade)
}

/// How the side that chose sees a value.
fn own(side: Side, value: &Value) -> Value {
    match side {
        Side::First => *value,
        Side::Second => Value { chance: 1.0 - value.chance, points: -value.points },
    }
}

/// A choice on trial.
pub(crate) struct Trial<'a, R: Hints> {
    pub mind: &'a Mind<'a, R>,
    pub place: &'a Place<R>,
    pub played: R::Action,
    pub eyes: Eyes,
    pub effort: Effort,
    pub until: u16,
}

impl<R: Hints> Trial<'_, R> {
    /// Looks for something better; nothing if it was told to stop.
    pub fn judge(&self) -> Option<Verdict<R::Action>> {
        let rivals = self.rivals();
        let best = self.best(rivals)?;
        let Some(best) = best else {
            let chance = self.values(self.played, Games::new(PROOFS, self.effort.proof))?;
            let chance = Estimated::of(chance.iter().map(|value| value.chance));
            let nothing = Estimated::default();
            return Some(Verdict {
                best: None,
                chances: [chance; 2],
                cost: nothing,
                points: 0.0,
                grade: Grade::Good,
                typical: (PROOFS, Games::new(PROOFS, self.effort.proof)),
            });
        };
        let games = Games::new(PROOFS, self.effort.proof);
        let [better, worse] = [self.values(best, games)?, self.values(self.played, games)?];
        let pairs = better.iter().zip(&worse);
        let cost = Estimated::of(pairs.clone().map(|(better, worse)| better.chance - worse.chance));
        let points = Estimated::of(pairs.map(|(better, worse)| better.points - worse.points)).mean;
        let chances = [&better, &worse].map(|values| Estimated::of(values.iter().map(|value| value.chance)));
        let mut order: Vec<usize> = (0..better.len()).collect();
        order.sort_by(|&a, &b| better[a].chance.total_cmp(&better[b].chance));
        let typical = (PROOFS + order[order.len() / 2] as u64, games);
        Some(Verdict { best: Some(best), chances, cost, points, grade: grade(cost), typical })
    }

    /// The options that look best beside what was done.
    fn rivals(&self) -> Vec<R::Action> {
        let rules = self.mind.seer.rules;
        let temper = &self.mind.tempers[self.place.side.index()];
        let mut legal = Vec::new();
        rules.legal(&self.place.state, &mut legal);
        let mut ranked: Vec<(f32, R::Action)> = legal
            .into_iter()
            .filter(|action| *action != self.played)
            .map(|action| (rules.appraise(&self.place.state, action, temper), action))
            .collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        ranked.truncate(self.effort.width);
        ranked.into_iter().map(|(_, action)| action).collect()
    }

    /// The rival that promises most, by halving: who falls behind is given up, and the others play twice as many games.
    /// Nothing inside where none promises anything.
    fn best(&self, rivals: Vec<R::Action>) -> Option<Option<R::Action>> {
        let mut showings: Vec<(R::Action, Vec<f64>)> = rivals.into_iter().map(|rival| (rival, Vec::new())).collect();
        let (mut from, mut count) = (TRIALS, self.effort.trial);
        while !showings.is_empty() {
            let games = Games::new(from, count);
            let played = self.values(self.played, games)?;
            for (rival, gains) in &mut showings {
                let values = self.values(*rival, games)?;
                gains.extend(values.iter().zip(&played).map(|(rival, played)| rival.chance - played.chance));
            }
            let mean = |gains: &[f64]| Estimated::of(gains.iter().copied());
            showings.sort_by(|a, b| mean(&b.1).mean.total_cmp(&mean(&a.1).mean));
            showings.retain(|(_, gains)| mean(gains).mean + mean(gains).error > PROMISING);
            if showings.len() < 2 {
                break;
            }
            showings.truncate(showings.len().div_ceil(2));
            (from, count) = (from + count as u64, 2 * count);
        }
        Some(showings.into_iter().next().map(|(rival, _)| rival))
    }

    fn values(&self, action: R::Action, games: Games) -> Option<Vec<Value>> {
        let side = self.place.side;
        let values = self.mind.after(self.place, action, self.eyes.of_choice(side), self.until, games)?;
        Some(values.iter().map(|value| own(side, value)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_counts_only_if_it_is_proven() {
        let grade = |mean, error| grade(Estimated { mean, error });
        assert_eq!(grade(0.12, 0.03), Grade::Blunder);
        assert_eq!(grade(0.12, 0.04), Grade::Good, "three standard errors are as much as the loss");
        assert_eq!(grade(0.05, 0.01), Grade::Mistake);
        assert_eq!(grade(0.03, 0.0), Grade::Doubtful);
        assert_eq!(grade(0.019, 0.0), Grade::Good);
        assert_eq!(grade(-0.2, 0.01), Grade::Good);
    }
}
