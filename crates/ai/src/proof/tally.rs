//! What games in the mind have shown of an answer.

use engine::data::Measure;
use engine::{Decision, Hints, Side};

/// How a game stood at its end, or where it was left, through the eyes of one side.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Showing {
    /// 1 for won, 0 for lost; between them for a draw, and for what was left as it stood.
    pub won: f32,
    /// By how many victory points the side was ahead.
    pub points: f32,
    /// By how much it was stronger.
    pub strength: f32,
}

impl Showing {
    pub(super) fn of<R: Hints>(rules: &R, state: &R::State, side: Side) -> Showing {
        let sign = if side == Side::First { 1.0 } else { -1.0 };
        let won = match rules.decision(state) {
            Decision::Choose(_) => 0.5 + 0.5 * sign * rules.prospect(state).clamp(-1.0, 1.0),
            Decision::Over(outcome) => outcome.winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 }),
        };
        let [points, strength] = [rules.point_lead(state), rules.strength_lead(state)].map(|lead| sign * lead as f32);
        Showing { won, points, strength }
    }

    fn by(&self, measure: Measure) -> f32 {
        match measure {
            Measure::Won => self.won,
            Measure::Points => self.points,
            Measure::Strength => self.strength,
        }
    }
}

/// All games of one answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    measure: Measure,
    values: Vec<f32>,
    sum: Showing,
}

impl Tally {
    pub(super) fn new(measure: Measure) -> Tally {
        Tally { measure, values: Vec::new(), sum: Showing { won: 0.0, points: 0.0, strength: 0.0 } }
    }

    pub(super) fn add(&mut self, showing: Showing) {
        self.values.push(showing.by(self.measure));
        self.sum.won += showing.won;
        self.sum.points += showing.points;
        self.sum.strength += showing.strength;
    }

    /// How many games were played.
    pub fn games(&self) -> usize {
        self.values.len()
    }

    /// What counts, on average.
    pub fn mean(&self) -> f32 {
        mean(&self.values)
    }

    /// What counts, at least and at most: 95 of 100 such intervals have the true value.
    pub fn interval(&self) -> [f32; 2] {
        let wide = 1.96 * error(&self.values);
        [self.mean() - wide, self.mean() + wide]
    }

    /// Everything on average.
    pub fn average(&self) -> Showing {
        let games = self.games().max(1) as f32;
        let Showing { won, points, strength } = self.sum;
        Showing { won: won / games, points: points / games, strength: strength / games }
    }

    /// By how much it is better than another, on average over the games that both have played, and the standard error of that.
    pub fn ahead_of(&self, other: &Tally) -> (f32, f32) {
        let gains: Vec<f32> = self.values.iter().zip(&other.values).map(|(one, other)| one - other).collect();
        (mean(&gains), error(&gains))
    }
}

fn mean(values: &[f32]) -> f32 {
    values.iter().sum::<f32>() / values.len().max(1) as f32
}

/// The standard error of a mean.
fn error(values: &[f32]) -> f32 {
    let (games, middle) = (values.len().max(2) as f32, mean(values));
    let spread = values.iter().map(|value| (value - middle).powi(2)).sum::<f32>() / (games - 1.0);
    (spread / games).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(points: &[f32]) -> Tally {
        let mut tally = Tally::new(Measure::Points);
        points.iter().for_each(|&points| tally.add(Showing { won: 0.5, points, strength: 1.0 }));
        tally
    }

    #[test]
    fn answers_are_compared_game_by_game() {
        let (one, other) = (tally(&[3.0, 5.0, 4.0, 8.0]), tally(&[1.0, 3.0, 3.0, 5.0]));
        // The differences are 2, 2, 1 and 3: their variance is 2/3, and that of their mean a quarter of it.
        let (ahead, error) = one.ahead_of(&other);
        assert_eq!(ahead, 2.0);
        assert!((error - (2.0_f32 / 12.0).sqrt()).abs() < 1e-6);
        assert_eq!((one.games(), one.mean(), one.average().strength), (4, 5.0, 1.0));
    }

    #[test]
    fn an_interval_is_as_wide_as_luck_is() {
        let [low, high] = tally(&[0.0, 2.0]).interval();
        assert!((low - (1.0 - 1.96)).abs() < 1e-6 && (high - (1.0 + 1.96)).abs() < 1e-6);
        assert_eq!(tally(&[3.0, 3.0]).interval(), [3.0, 3.0]);
    }
}
