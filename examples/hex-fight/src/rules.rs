//! The rules themselves: who moves, what may move where, and what happens then.

use crate::{HexFight, State, Step, words};
use engine::data::Map;
use engine::position::PositionError;
use engine::view::Piece;
use engine::{
    Choice, Clause, Decision, Dice, Event, EventKind, Forecast, Options, Outcome, Papers, Position, Refusal, Roll,
    Rules, Side, Sink, View, Viewer, clauses,
};
use hexboard::Hex;

/// How long a game lasts [4.2].
pub(crate) const PLIES: u8 = 200;

#[engine::by_the_book]
impl State {
    /// The side whose ply it is [2.1].
    pub(crate) fn mover(&self) -> Side {
        Side::BOTH[usize::from(self.plies % 2)]
    }

    /// Whether a unit of this side stands in the hex.
    pub(crate) fn has(&self, side: Side, hex: Hex) -> bool {
        self.units[side.index()].contains(hex)
    }
}

#[engine::by_the_book]
impl Rules for HexFight {
    type State = State;
    type Action = Step;
    type Face = (Side, Hex);

    fn papers(&self) -> &Papers {
        &self.papers
    }

    fn map(&self, _scenario: usize) -> &Map {
        &self.map
    }

    /// As the map has it [1.1, 1.2].
    fn set_up(&self, _scenario: usize, _options: Options) -> State {
        State { units: self.set_up, plies: 0, gave_up: None }
    }

    fn position(&self, position: &Position) -> Result<State, PositionError> {
        self.read_position(position).map_err(PositionError)
    }

    /// Who has won, if it is over [4.1, 4.2, 4.3].
    fn decision(&self, state: &State) -> Decision {
        let counts = state.units.map(|units| units.len() as i32);
        let ahead = match counts[0].cmp(&counts[1]) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Less => Some(Side::Second),
            std::cmp::Ordering::Equal => None,
        };
        let over = |winner, clause| {
            Decision::Over(Outcome { winner, clause: Clause(clause), margin: (counts[0] - counts[1]).abs() })
        };
        match state.gave_up {
            Some(side) => over(Some(side.other()), "4.3"),
            None if counts.contains(&0) => over(ahead, "4.1"),
            None if state.plies >= PLIES => over(ahead, "4.2"),
            None => Decision::Choose(state.mover()),
        }
    }

    fn prompt(&self, state: &State) -> String {
        format!("{}, ply {}: move one unit.", self.about().side_title(state.mover()), state.plies + 1)
    }

    /// Each unit to each neighbouring hex without a friend [2.2, 2.3].
    fn legal(&self, state: &State, out: &mut Vec<Step>) {
        let own = state.units[state.mover().index()];
        for from in own.iter() {
            let open = self.map.board.neighbours(from).filter(|&(_, to)| !own.contains(to));
            out.extend(open.map(|(_, to)| Step { from, to }));
        }
    }

    fn check(&self, state: &State, step: Step) -> Result<(), Refusal> {
        let [from, to] = [step.from, step.to].map(|hex| self.map.board.label(hex));
        let side = state.mover();
        let title = self.about().side_title(side);
        if !state.has(side, step.from) {
            return Err(Refusal::new(clauses!["2.1"], format!("{title} has no unit in {from}")));
        }
        if self.map.board.direction(step.from, step.to).is_none() {
            return Err(Refusal::new(clauses!["2.2"], format!("{to} is no neighbour of {from}")));
        }
        if state.has(side, step.to) {
            return Err(Refusal::new(clauses!["2.3"], format!("{title} has a unit in {to} already")));
        }
        Ok(())
    }

    fn play(&self, state: &mut State, Step { from, to }: Step, dice: &mut impl Dice, events: &mut impl Sink) {
        let side = state.mover();
        let (own, enemy) = (side.index(), side.other().index());
        let label = |hex| self.map.board.label(hex);
        state.plies += 1;
        if !state.units[enemy].contains(to) {
            state.units[own].remove(from);
            state.units[own].insert(to);
            let text = || format!("{} moves from {} to {}.", self.about().side_title(side), label(from), label(to));
            return events
                .tell(|| Event::new(EventKind::Move, text()).side(side).along([from, to]).by(clauses!["2.2"]));
        }
        let roll = dice.d6();
        let (outcome, clause) = match roll {
            5..=6 => {
                state.units[enemy].remove(to);
                state.units[own].remove(from);
                state.units[own].insert(to);
                (words::TAKES, Clause("3.1"))
            }
            1 => {
                state.units[own].remove(from);
                (words::LOST, Clause("3.2"))
            }
            _ => (words::NOTHING, Clause("3.3")),
        };
        events.tell(|| {
            let (title, from_label, to_label) = (self.about().side_title(side), label(from), label(to));
            let text = format!("{title} attacks {to_label} from {from_label} and rolls {roll}: {outcome}.");
            let roll = Roll::d6(format!("the attack on {to_label}"), roll);
            Event::new(EventKind::Combat, text)
                .side(side)
                .at([from, to])
                .by(vec![clause])
                .rolled([roll])
                .outcome(outcome)
        });
    }

    /// [4.3]
    fn concede(&self, state: &mut State, side: Side) {
        state.gave_up = Some(side);
    }

    fn notation(&self, _state: &State, step: Step) -> String {
        self.write(step)
    }

    fn parse(&self, _state: &State, text: &str) -> Result<Step, String> {
        self.read(text)
    }

    fn choice(&self, state: &State, step: Step) -> Choice {
        self.describe(state, step)
    }

    fn pointing_at(&self, state: &State, hex: Hex, out: &mut Vec<Step>) {
        let own = state.units[state.mover().index()];
        let beside = self.map.board.neighbours(hex).filter(|&(_, from)| own.contains(from));
        out.extend(beside.map(|(_, from)| Step { from, to: hex }));
        if own.contains(hex) {
            out.extend(self.map.board.neighbours(hex).map(|(_, to)| Step { from: hex, to }));
        }
    }

    /// All is open to everybody.
    fn faces(&self, state: &State, _viewer: Viewer) -> Vec<(Side, Hex)> {
        let units = |side: Side| state.units[side.index()].iter().map(move |hex| (side, hex));
        Side::BOTH.into_iter().flat_map(units).collect()
    }

    fn picture(&self, (side, hex): (Side, Hex)) -> Piece {
        self.unit(side, hex)
    }

    fn surroundings(&self, state: &State, _viewer: Viewer) -> View {
        self.see(state)
    }

    fn forecast(&self, state: &State, step: Step) -> Option<Forecast> {
        state.has(state.mover().other(), step.to).then(words::odds)
    }

    /// Nothing is hidden, so the only state that looks like this one is this one.
    fn resample(&self, state: &State, _side: Side, _dice: &mut impl Dice) -> State {
        *state
    }
}
