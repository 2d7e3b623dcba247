//! The decisions and the actions in words.

use crate::RockOfTheMarne;
use crate::action::Action;
use crate::pieces::Piece;
use crate::state::{State, Step, side_of};
use engine::{Choice, Clause, Refusal, Rules, clauses};
use hexboard::Hex;

#[engine::by_the_book]
impl RockOfTheMarne {
    /// The units in a hex that belong to the side that chooses.
    pub(crate) fn own(&self, state: &State, hex: Hex) -> impl Iterator<Item = Piece> {
        let side = self.chooser(state);
        state.stack(hex).filter(move |&piece| side_of(piece) == side)
    }

    /// What is to be chosen, in a sentence that gives nothing hidden away.
    pub(crate) fn question(&self, state: &State) -> String {
        let at = |hex: Hex| self.ground.label(hex);
        if !state.displaced.is_empty() {
            return "Choose where the displaced Army HQ goes.".into();
        }
        match state.step {
            Step::Idle => "Nothing is to be chosen.".into(),
            Step::Arrivals => {
                format!("Choose who takes a Replacement Point ({} left) or comes in, or end the phase.", state.points)
            }
            Step::Arrive(_) => "Choose where the unit comes in.".into(),
            Step::Moves => "Choose units to move, or end the phase.".into(),
            Step::Move => "Choose where the picked units go.".into(),
            Step::OverrunFrom(target) => format!("Choose from where {} is overrun.", at(target)),
            Step::Break(hex) => format!("Choose what the division in {} becomes.", at(hex)),
            Step::Muster(hex) => format!("Choose regiments in {} and the division they become.", at(hex)),
            Step::Attacks => "Choose a hex to attack, or end the phase.".into(),
            Step::Attack => format!("Choose who attacks {}, and with which support.", at(state.battle.target)),
            Step::Supplier(_) => "Choose the HQ that gives Attack Supply.".into(),
            Step::Bomber(_) => "Choose the airplane that bombs the bridge.".into(),
            Step::Intercept => "Intercept the enemy airplane?".into(),
            Step::Support => "Does the interceptor support the defence?".into(),
            Step::Lose(_) | Step::Toll(_) => "Choose a unit that loses a step.".into(),
            Step::Retreat(_) => "Choose where the units retreat.".into(),
            Step::Advance => format!("Choose units to advance to {}.", at(state.battle.target)),
            Step::Span => "Lay an assault bridge?".into(),
            Step::Excess(hex) => format!("Choose a unit to eliminate: {} holds too many.", at(hex)),
            Step::Evening => "Place CAP and repair bridges, or end the phase.".into(),
            Step::Patrol(_) => "Choose where the airplane patrols.".into(),
            Step::Bridges => "Choose an HQ that traces its supply over a bridge.".into(),
        }
    }

    /// An action as people want to see it.
    pub(crate) fn describe(&self, state: &State, action: Action) -> Choice {
        let at = |hex: Hex| self.ground.label(hex);
        let mut choice = Choice::new(self.write(action), self.words(state, action));
        choice.hex = match action {
            Action::To(hex) | Action::Overrun(hex) | Action::Muster(hex) | Action::Target(hex) => Some(at(hex)),
            Action::Span(crossing) | Action::Remove(crossing) | Action::Repair(crossing) | Action::Bomb(crossing) => {
                Some(at(self.banks(crossing)[0]))
            }
            _ => None,
        };
        choice.piece = match action {
            Action::Pick(piece)
            | Action::Join(piece)
            | Action::Top(piece)
            | Action::Break(piece)
            | Action::Reassemble(piece, _)
            | Action::Supply(piece)
            | Action::Shift(piece)
            | Action::Fly(piece)
            | Action::Intercept(piece)
            | Action::Lose(piece)
            | Action::Advance(piece) => Some(self.pieces.name_of(piece).to_string()),
            _ => None,
        };
        if let (Step::Move, Action::To(hex)) = (state.step, action) {
            choice.cost = self.cost_text(state, hex);
        }
        choice.rolls = self.rolls(state, action);
        choice
    }

    /// Whether dice fall at once.
    fn rolls(&self, state: &State, action: Action) -> bool {
        match (state.step, action) {
            (_, Action::Intercept(_) | Action::Repair(_)) | (Step::OverrunFrom(_), Action::To(_)) => true,
            (_, Action::Fight) => true,
            (Step::Intercept | Step::Support, Action::Accept | Action::Decline) => true,
            (Step::Bomber(_), Action::Fly(_)) => true,
            (Step::Move, Action::Overrun(target)) => self.sources(state, target).len() == 1,
            (Step::Arrivals, Action::Done) => true,
            _ => false,
        }
    }

    fn words(&self, state: &State, action: Action) -> String {
        let at = |hex: Hex| self.ground.label(hex);
        let ground = |hex: Hex| format!("{}, {}", at(hex), self.ground.terrain_title(hex).to_lowercase());
        let unit = |piece: Piece| {
            let values = self.pieces.values(piece, state.flipped.contains(piece));
            format!("{} ({values})", self.pieces.name_of(piece))
        };
        let name = |piece: Piece| self.pieces.name_of(piece).to_string();
        match action {
            Action::Pick(piece) => unit(piece),
            Action::To(hex) => match state.step {
                Step::OverrunFrom(_) => format!("from {}", ground(hex)),
                _ => ground(hex),
            },
            Action::Join(piece) => format!("{} joins", unit(piece)),
            Action::JoinAll => "all of them".into(),
            Action::Stay => "stay here".into(),
            Action::Overrun(hex) => format!("overrun {}", ground(hex)),
            Action::Top(piece) => format!("{} on top of its stack", name(piece)),
            Action::Break(piece) => format!("break {} down", unit(piece)),
            Action::Raise(full) => if full { "one at full strength" } else { "a reduced one" }.into(),
            Action::Muster(hex) => format!("reassemble regiments in {}", at(hex)),
            Action::Reassemble(piece, full) => format!("{} ({})", name(piece), self.pieces.values(piece, !full)),
            Action::Target(hex) => format!("attack {}", ground(hex)),
            Action::Supply(piece) => format!("{} gives Attack Supply", name(piece)),
            Action::Shift(piece) => format!("{} shifts {} to the right", name(piece), self.face(state, piece).shift),
            Action::Fly(piece) => format!("send {}", name(piece)),
            Action::Fight => "announce the attack".into(),
            Action::Intercept(piece) => format!("intercept with {}", name(piece)),
            Action::Accept => "support the defence".into(),
            Action::Decline => "let it pass".into(),
            Action::Lose(piece) => match state.step {
                Step::Excess(_) => format!("eliminate {}", unit(piece)),
                _ => format!("{} loses a step", unit(piece)),
            },
            Action::Advance(piece) => format!("{} advances", unit(piece)),
            Action::Span(crossing) => format!("bridge {}", self.crossing_label(crossing)),
            Action::Remove(crossing) => format!("take the bridge at {} back", self.crossing_label(crossing)),
            Action::Repair(crossing) => format!("repair the bridge at {}", self.crossing_label(crossing)),
            Action::Bomb(crossing) => format!("bomb the bridge at {}", self.crossing_label(crossing)),
            Action::Done => match state.step {
                Step::Break(_) => "enough".into(),
                Step::Advance => "no more advance".into(),
                Step::Span => "no bridge".into(),
                _ => "end the phase".into(),
            },
        }
    }

    /// Why an action does not belong here at all: every action has its own phase [GI/seq-b].
    pub(crate) fn wrong_moment(&self, state: &State, action: Action) -> Refusal {
        let (what, clause) = match action {
            Action::Pick(_) | Action::To(_) | Action::Join(_) | Action::JoinAll | Action::Stay => {
                ("this is chosen", Clause("scs/3.1a"))
            }
            Action::Overrun(_) => ("units overrun", Clause("scs/3.2a")),
            Action::Top(_) => ("stacks are ordered", Clause("scs/5.5")),
            Action::Break(_) | Action::Raise(_) => ("divisions break down", Clause("2.2a-1")),
            Action::Muster(_) | Action::Reassemble(..) => ("divisions reassemble", Clause("2.2c-1")),
            Action::Target(_) | Action::Fight => ("hexes are attacked", Clause("scs/7.0a")),
            Action::Supply(_) => ("Attack Supply is given", Clause("1.4a-1")),
            Action::Shift(_) => ("attacks are shifted", Clause("1.9d-1")),
            Action::Fly(_) => ("airplanes are sent", Clause("1.6-1")),
            Action::Intercept(_) | Action::Accept | Action::Decline => ("missions are intercepted", Clause("1.6d-2")),
            Action::Lose(_) => ("steps are lost", Clause("scs/7.3c")),
            Action::Advance(_) => ("units advance", Clause("scs/9.0a")),
            Action::Span(_) => ("bridges are laid", Clause("3.2c-2")),
            Action::Remove(_) => ("bridges are taken back", Clause("3.2f-1")),
            Action::Repair(_) => ("bridges are repaired", Clause("3.2e-1")),
            Action::Bomb(_) => ("bridges are bombed", Clause("1.6b-1")),
            Action::Done => ("this can be ended", Clause("GI/seq-b")),
        };
        let reason = format!("this is not the moment when {what} ({})", self.prompt(state));
        let mut clauses = vec![clause];
        if clause.0 != "GI/seq-b" {
            clauses.extend(clauses!["GI/seq-b"]);
        }
        Refusal::new(clauses, reason)
    }

    /// The actions that somebody may mean who points at a hex.
    pub(crate) fn meant_by(&self, state: &State, hex: Hex, out: &mut Vec<Action>) {
        match state.step {
            _ if !state.displaced.is_empty() => out.push(Action::To(hex)),
            Step::Arrive(_) | Step::OverrunFrom(_) | Step::Patrol(_) => out.push(Action::To(hex)),
            Step::Moves => out.extend(self.own(state, hex).map(Action::Pick)),
            Step::Move => {
                let enemy = state.holder(hex) == Some(state.side.other());
                out.push(if enemy { Action::Overrun(hex) } else { Action::To(hex) });
            }
            Step::Muster(_) => out.extend(self.own(state, hex).map(Action::Join)),
            Step::Attacks => out.push(Action::Target(hex)),
            Step::Attack => {
                out.extend(
                    self.own(state, hex)
                        .map(|piece| if self.pieces.is_hq(piece) { Action::Shift(piece) } else { Action::Join(piece) }),
                );
            }
            Step::Supplier(_) => out.extend(self.own(state, hex).map(Action::Supply)),
            Step::Lose(_) | Step::Toll(_) | Step::Excess(_) => out.extend(self.own(state, hex).map(Action::Lose)),
            Step::Retreat(_) => out.push(Action::To(hex)),
            Step::Advance => out.extend(self.own(state, hex).map(Action::Advance)),
            Step::Bridges | Step::Arrivals => out.extend(self.own(state, hex).map(Action::Pick)),
            Step::Idle
            | Step::Break(_)
            | Step::Bomber(_)
            | Step::Intercept
            | Step::Support
            | Step::Span
            | Step::Evening => {}
        }
    }
}
