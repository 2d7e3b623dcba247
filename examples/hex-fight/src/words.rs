//! How steps are written, and what is shown of the game.

use crate::rules::PLIES;
use crate::{HexFight, State, Step};
use engine::view::{Fact, Phase, Piece, Place, Result as Ending};
use engine::{Chance, Choice, Decision, Derivation, FactKind, Forecast, Outcome, Rules, Side, View, clauses};
use hexboard::Hex;

pub(crate) const TAKES: &str = "the attacker takes the hex";
pub(crate) const LOST: &str = "the attacker is lost";
pub(crate) const NOTHING: &str = "nothing happens";

/// The chances of every attack [3.1, 3.2, 3.3].
#[engine::by_the_book]
pub(crate) fn odds() -> Forecast {
    let chance = |outcome: &str, sides: u8| Chance { outcome: outcome.into(), probability: f64::from(sides) / 6.0 };
    let sum = Derivation::new("Attack", "one die", clauses!["3.1"])
        .with(Derivation::new(TAKES, "5-6", clauses!["3.1"]))
        .with(Derivation::new(LOST, "1", clauses!["3.2"]))
        .with(Derivation::new(NOTHING, "2-4", clauses!["3.3"]));
    Forecast::new(sum, vec![chance(TAKES, 2), chance(LOST, 1), chance(NOTHING, 3)])
}

impl HexFight {
    /// `0304-0404`.
    pub(crate) fn write(&self, step: Step) -> String {
        format!("{}-{}", self.map.board.label(step.from), self.map.board.label(step.to))
    }

    pub(crate) fn read(&self, text: &str) -> Result<Step, String> {
        let wrong = || format!("\"{text}\" is not a move (expected two hexes such as 0304-0404)");
        let (from, to) = text.split_once('-').ok_or_else(wrong)?;
        let hex = |text: &str| self.map.board.parse(text).map_err(|error| error.to_string());
        Ok(Step { from: hex(from)?, to: hex(to)? })
    }

    pub(crate) fn describe(&self, state: &State, step: Step) -> Choice {
        let [from, to] = [step.from, step.to].map(|hex| self.map.board.label(hex).to_string());
        let rolls = state.has(state.mover().other(), step.to);
        let verb = if rolls { "attack" } else { "move to" };
        let choice = Choice::new(self.write(step), format!("{from}: {verb} {to}"));
        Choice { hex: Some(to), piece: Some(from), rolls, ..choice }
    }

    /// A unit as it is told.
    pub(crate) fn unit(&self, side: Side, hex: Hex) -> Piece {
        Piece {
            id: None,
            side: self.about().side_id(side).into(),
            nation: None,
            kind: "unit".into(),
            size: None,
            values: Vec::new(),
            place: Place::Hexes(vec![self.map.board.label(hex).to_string()]),
            facing: None,
            steps: 1,
            marks: Vec::new(),
            notes: Vec::new(),
            covers: None,
        }
    }

    /// The table but for the units.
    pub(crate) fn see(&self, state: &State) -> View {
        let decision = self.decision(state);
        let left = PLIES.saturating_sub(state.plies);
        View {
            turn: u32::from(state.plies) + 1,
            phase: Phase { id: "move".into(), title: "Move".into() },
            to_choose: match decision {
                Decision::Choose(side) => Some(self.about().side_id(side).into()),
                Decision::Over(_) => None,
            },
            result: match decision {
                Decision::Choose(_) => None,
                Decision::Over(outcome) => Some(self.ending(outcome)),
            },
            pieces: Vec::new(),
            markers: Vec::new(),
            boxes: Vec::new(),
            tracks: Vec::new(),
            facts: vec![Fact {
                kind: FactKind::Turn,
                text: format!("{left} plies are left."),
                clauses: clauses!["4.2"],
            }],
            calendar: Vec::new(),
        }
    }

    fn ending(&self, Outcome { winner, clause, .. }: Outcome) -> Ending {
        let text = winner.map_or("Nobody wins.".into(), |side| format!("{} wins.", self.about().side_title(side)));
        Ending { winner: winner.map(|side| self.about().side_id(side).into()), clause, text }
    }
}
