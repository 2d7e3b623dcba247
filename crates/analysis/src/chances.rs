//! The chance to win, judged at the beginning of a turn: a logistic curve over points, strength, what the game's hints and its
//! judge say, and the turn, fitted to what became of such positions.

use engine::data::{DataError, DataFile};
use engine::judge::Eye;
use engine::{Decision, Hints, Judge, Side};
use serde::Deserialize;
use std::fmt;
use std::sync::OnceLock;

/// What is seen of a position: what the hints say, points, strength, what the judge says of margin and victory.
pub(crate) const SEEN: usize = 5;
/// How the turn weighs: each thing that is seen counts by itself, by how far the game is, and by how near its end is.
pub(crate) const AGES: usize = 3;
/// How many weights there are.
pub(crate) const WEIGHTS: usize = (SEEN + 1) * AGES;

/// The tables of all scenarios.
const TABLES: &str = include_str!("../data/chances.toml");

/// How the chances of a scenario are judged.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chances {
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// Where the weights come from.
    pub source: String,
    /// The last turn of the games it was fitted to.
    pub turns: u16,
    /// How large what is seen commonly is.
    pub(crate) scale: [f64; SEEN],
    pub(crate) weights: [f64; WEIGHTS],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(default)]
    chance: Vec<Chances>,
}

/// All scenarios for which chances are known.
pub fn known() -> &'static [Chances] {
    static KNOWN: OnceLock<Vec<Chances>> = OnceLock::new();
    KNOWN.get_or_init(|| read(TABLES).expect("the chances that are built in can be read"))
}

/// Reads a table.
fn read(text: &str) -> Result<Vec<Chances>, DataError> {
    Ok(DataFile::new("chances.toml", text).parse::<Table>()?.chance)
}

impl Chances {
    /// Those of a scenario, if it has some.
    pub fn of(game: &str, scenario: &str) -> Option<&'static Chances> {
        known().iter().find(|chances| chances.game == game && chances.scenario == scenario)
    }

    /// What stands in for them where none were fitted: what the hints say alone.
    pub fn plain(game: &str, scenario: &str) -> Chances {
        let mut weights = [0.0; WEIGHTS];
        weights[1] = 2.0;
        let (game, scenario) = (game.to_string(), scenario.to_string());
        Chances { game, scenario, source: String::new(), turns: 1, scale: [1.0; SEEN], weights }
    }

    /// The first side's chance in a position with these signs.
    pub(crate) fn chance(&self, seen: &[f64; SEEN], turn: u16) -> f64 {
        let signs = self.signs(seen, turn);
        logistic(signs.iter().zip(&self.weights).map(|(sign, weight)| sign * weight).sum())
    }

    /// What the weights weigh.
    pub(crate) fn signs(&self, seen: &[f64; SEEN], turn: u16) -> [f64; WEIGHTS] {
        let age = (f64::from(turn) / f64::from(self.turns.max(1))).min(1.0);
        let mut signs = [0.0; WEIGHTS];
        for (at, weight) in [1.0, age, age * age * age].into_iter().enumerate() {
            let start = at * (SEEN + 1);
            signs[start] = weight;
            for (place, (seen, scale)) in seen.iter().zip(&self.scale).enumerate() {
                signs[start + 1 + place] = weight * (seen / scale).clamp(-4.0, 4.0);
            }
        }
        signs
    }
}

impl fmt::Display for Chances {
    /// As it stands in the table.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |numbers: &[f64]| numbers.iter().map(|number| format!("{number:.4}")).collect::<Vec<_>>().join(", ");
        writeln!(f, "[[chance]]")?;
        writeln!(f, "game = {:?}", self.game)?;
        writeln!(f, "scenario = {:?}", self.scenario)?;
        writeln!(f, "source = {:?}", self.source)?;
        writeln!(f, "turns = {}", self.turns)?;
        writeln!(f, "scale = [{}]", row(&self.scale))?;
        writeln!(f, "weights = [{}]", row(&self.weights))
    }
}

/// The logistic curve, by plain arithmetic: exponentials differ from machine to machine.
pub(crate) fn logistic(number: f64) -> f64 {
    let mut power = 1.0 - number.clamp(-30.0, 30.0) / 4096.0;
    for _ in 0..12 {
        power *= power;
    }
    1.0 / (1.0 + power)
}

/// Somebody who says the chance to win in positions of a scenario.
pub struct Seer<'a, R> {
    pub(crate) rules: &'a R,
    pub(crate) chances: &'a Chances,
    judge: Option<&'a Judge>,
}

impl<'a, R: Hints> Seer<'a, R> {
    /// For the scenario of this state.
    pub fn new(rules: &'a R, state: &R::State, chances: &'a Chances) -> Seer<'a, R> {
        Seer { rules, chances, judge: rules.judge(state) }
    }

    /// The first side's chance to win in a position in which all is open; in one that is over, what it is.
    pub fn chance(&self, state: &R::State) -> f64 {
        match self.rules.decision(state) {
            Decision::Over(outcome) => result(outcome.winner),
            Decision::Choose(_) => self.chances.chance(&self.seen(state), self.rules.turn(state)),
        }
    }

    /// What is seen of a position.
    pub(crate) fn seen(&self, state: &R::State) -> [f64; SEEN] {
        let said = self.judge.map(|judge| judge.judge(self.rules, state, &mut Eye::default(), &mut Vec::new()));
        let (margin, win) = said.map_or((0.0, 0.0), |said| (f64::from(said.margin), 2.0 * f64::from(said.win) - 1.0));
        let lead = f64::from(self.rules.prospect(state));
        [lead, self.rules.point_lead(state).into(), self.rules.strength_lead(state).into(), margin, win]
    }
}

/// A game's result for the first side: a draw is half a win.
pub(crate) fn result(winner: Option<Side>) -> f64 {
    winner.map_or(0.5, |winner| if winner == Side::First { 1.0 } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_the_logistic_one() {
        for number in [-8.0_f64, -1.0, 0.0, 0.3, 2.0, 8.0] {
            let exact = 1.0 / (1.0 + (-number).exp());
            assert!((logistic(number) - exact).abs() < 2e-3, "{number}: {} for {exact}", logistic(number));
        }
        assert_eq!(logistic(0.0), 0.5);
    }

    #[test]
    fn a_table_reads_back_as_written() {
        let mut chances = Chances::plain("fight", "dawn");
        chances.source = "reconstruction made up".into();
        chances.weights[7] = -0.125;
        assert_eq!(read(&chances.to_string()), Ok(vec![chances]));
    }

    #[test]
    fn what_is_built_in_can_be_read_and_names_its_source() {
        for chances in known() {
            assert!(chances.source.starts_with("reconstruction "), "{}", chances.source);
            assert!(chances.scale.iter().all(|scale| *scale > 0.0), "{}", chances.scenario);
        }
    }
}
