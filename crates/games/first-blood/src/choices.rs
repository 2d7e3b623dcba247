//! The actions in words.

use crate::FirstBlood;
use crate::action::Action;
use crate::pieces::Piece;
use crate::state::{Entry, State, Step};
use engine::{Choice, Clause, Event, EventKind, Refusal, Rules, Sink, clauses};
use hexboard::Hex;

#[engine::by_the_book]
impl FirstBlood {
    /// The units in a hex that belong to the side that chooses.
    pub(crate) fn own(&self, state: &State, hex: Hex) -> impl Iterator<Item = Piece> {
        let side = state.chooser();
        state.stack(hex).filter(move |piece| piece.side() == side)
    }

    /// An action as people want to see it.
    pub(crate) fn describe(&self, state: &State, action: Action) -> Choice {
        let notation = self.write(action);
        let at = |hex: Hex| self.ground.label(hex);
        let unit = |piece: Piece| format!("{} ({})", self.pieces.name(piece), self.pieces.values(piece));
        let text = match action {
            Action::Place(hex) => format!("{}, {}", at(hex), self.ground.terrain_title(hex).to_lowercase()),
            Action::Standard => "leave the rest of the set-up to the computer".into(),
            Action::Accept => "rally this turn, once a game".into(),
            Action::Decline => "let the rally pass".into(),
            Action::Pick(piece) => unit(piece),
            Action::To(hex) => format!("move to {}, {}", at(hex), self.ground.terrain_title(hex).to_lowercase()),
            Action::Exit => "leave the map to the south and win".into(),
            Action::Stay => "stay here".into(),
            Action::Top(piece) => format!("{} on top", unit(piece)),
            Action::Target(hex) => format!("fire into {}, {}", at(hex), self.ground.terrain_title(hex).to_lowercase()),
            Action::Join(piece) => format!("{} fires", unit(piece)),
            Action::JoinAll => "all that can fire".into(),
            Action::Fire => "roll".into(),
            Action::Guns(piece) => format!("heavy machineguns for {}", unit(piece)),
            Action::Advance(piece) => format!("{} advances", unit(piece)),
            Action::Bombard(gun, hex) => format!("{} bombardment of {}", gun.name(), at(hex)),
            Action::Resolve(hex) if state.holder(hex) == Some(state.chooser()) => {
                format!("the bombardment of {} next, your own units", at(hex))
            }
            Action::Resolve(hex) => format!("the bombardment of {} next", at(hex)),
            Action::Done => self.done_text(state).into(),
        };
        let mut choice = Choice::new(notation, text);
        choice.hex = match action {
            Action::Place(hex)
            | Action::To(hex)
            | Action::Target(hex)
            | Action::Bombard(_, hex)
            | Action::Resolve(hex) => Some(at(hex)),
            _ => None,
        };
        choice.piece = match action {
            Action::Pick(piece)
            | Action::Top(piece)
            | Action::Join(piece)
            | Action::Guns(piece)
            | Action::Advance(piece) => Some(self.pieces.name(piece).to_string()),
            _ => None,
        };
        choice.cost = match (state.step, action) {
            (Step::Move(piece), Action::To(hex)) => self.cost_text(state, piece, hex),
            (Step::Move(piece), Action::Exit) => self.exit_cost_text(state, piece),
            _ => None,
        };
        choice.rolls = match (state.step, action) {
            (Step::Fire(hex), Action::Fire) => self.rolls_at(self.joint_odds(state, hex)),
            (Step::Bombard | Step::Resolve, Action::Done | Action::Resolve(_)) => self.barrage_rolls(state),
            _ => false,
        };
        choice
    }

    fn done_text(&self, state: &State) -> &'static str {
        match state.step {
            Step::Bombard if !state.markers().is_empty() => "roll for the bombardment",
            Step::Resolve => "resolve the rest in the order placed",
            Step::Advance(_) => "no more advance",
            _ => "end the phase",
        }
    }

    /// Why an action does not belong here at all: every action has its own phase [5.1a].
    pub(crate) fn wrong_moment(&self, state: &State, action: Action) -> Refusal {
        if action == Action::Done && matches!(state.step, Step::Draw | Step::Arrive(_)) {
            let clauses = match state.entry {
                Entry::Bank => clauses!["8.6"],
                Entry::West => clauses!["7.5d", "8.6"],
                Entry::East => clauses!["7.7d", "8.6"],
            };
            return Refusal::new(clauses, "units that were drawn must be placed, all of them and now");
        }
        let (what, clause) = match action {
            Action::Place(_) => ("units are placed", Clause("3.2a")),
            Action::Standard => ("the US side sets up", Clause("3.2a")),
            Action::Accept | Action::Decline => ("a US rally is decided", Clause("7.6d")),
            Action::Pick(_) | Action::To(_) | Action::Exit | Action::Stay => ("units move", Clause("9.1d")),
            Action::Target(_) | Action::Join(_) | Action::JoinAll | Action::Fire => ("units fire", Clause("10.1a")),
            Action::Guns(_) => ("heavy machineguns are named", Clause("7.8a")),
            Action::Advance(_) => ("units advance", Clause("10.12b")),
            Action::Bombard(..) => ("markers are placed", Clause("11.1a")),
            Action::Resolve(_) => ("bombardment is resolved", Clause("11.4a")),
            Action::Done | Action::Top(_) => ("this is done", Clause("5.1a")),
        };
        let reason = format!("this is not the moment when {what} ({})", self.prompt(state));
        let mut clauses = clauses!["5.1a"];
        if clause.0 != "5.1a" {
            clauses.push(clause);
        }
        Refusal::new(clauses, reason)
    }

    /// Gives a unit heavy machineguns for this phase, openly [7.8a].
    pub(crate) fn give_guns(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        state.machineguns = piece;
        events.tell(|| {
            let name = self.pieces.name(piece).to_string();
            let text = format!("{name} has heavy machineguns in this phase.");
            let event = Event::new(EventKind::Command, text).side(piece.side()).at([state.hex(piece)]);
            event.of([name]).by(clauses!["7.8a"]).reveals()
        });
    }
}
