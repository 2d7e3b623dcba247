//! Sequence of Play.

use crate::RockOfTheMarne;
use crate::action::Action;
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::pieces::{ALLIED, GERMAN, PieceSet};
use crate::state::{Battle, Fight, State, Step};
use engine::{Clause, Dice, Event, EventKind, Habit, Refusal, Rules, Side, Sink, clauses};

engine::named! {
    /// A phase of a player turn, in its order [GI/seq-b, scs/1.1].
    pub enum Phase {
        /// Replacement and Reinforcement.
        Replacement = "replacement": "Replacement and Reinforcement",
        /// Refit [GI/seq-c].
        Refit = "refit": "Refit",
        /// Movement [GI/seq-d].
        Movement = "movement": "Movement",
        /// Combat.
        Combat = "combat": "Combat",
        /// Exploitation and CAP Placement.
        Exploitation = "exploitation": "Exploitation and CAP Placement",
        /// Supply.
        Supply = "supply": "Supply",
    }
}

/// Listens while the game goes on by itself. That a phase begins then shows that in the one before nothing could be done,
/// though hidden units stood there, or that supply was as it had been.
struct Unasked<'a, S>(&'a mut S);

impl<S: Sink> Sink for Unasked<'_, S> {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.0.tell(|| {
            let event = event();
            if event.kind == EventKind::Phase { event.reveals() } else { event }
        });
    }

    fn note(&mut self, side: Side, habit: Habit, units: impl FnOnce() -> usize) {
        self.0.note(side, habit, units);
    }
}

engine::decisions! {
    (RockOfTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// The phase has nothing to decide.
    Idle by state.side => {
        asks: "Nothing is to be chosen.",
        asked_if: false,
        else: game.end_phase(state, dice, events),
        lists: {},
        points(_): {},
    }
}

#[engine::by_the_book]
impl RockOfTheMarne {
    /// The side that decides: the phasing side, but for the defender's own decisions [scs/1.2].
    pub(crate) fn chooser(&self, state: &State) -> Side {
        state.place().chooser(self, state)
    }

    /// Goes on until somebody has something to choose. What leaves nothing to choose passes by itself.
    pub(crate) fn settle(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        while state.outcome.is_none() && !state.place().is_asked(self, state) {
            state.place().pass(self, state, dice, &mut Unasked(events));
        }
    }

    /// Ends the phase; the stacking limit counts at the end of three of them [GI/stack-d].
    pub(crate) fn end_phase(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        let limited = matches!(state.phase, Phase::Movement | Phase::Combat | Phase::Exploitation);
        if limited && state.step != Step::Evening {
            if state.phase == Phase::Combat {
                self.deplete(state, events);
            }
            if let Some(hex) = self.overfull(state) {
                state.step = Step::Excess(hex);
                return;
            }
        }
        self.close_phase(state, dice, events);
    }

    /// The phase is over, and its stacks are within the limit.
    pub(crate) fn close_phase(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        state.battle = Battle::BLANK;
        state.group = PieceSet::EMPTY;
        if state.phase == Phase::Exploitation && state.step != Step::Evening {
            state.step = Step::Evening;
            return;
        }
        match state.phase {
            Phase::Supply => {}
            phase => self.begin_phase(state, Phase::ALL[phase as usize + 1], dice, events),
        }
    }

    /// The German player turn, then the Allied one, with the same phases [GI/seq-a, 5.0a].
    pub(crate) fn end_player_turn(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        if state.side == ALLIED {
            if state.turn == self.scenario(state).turns.1 {
                return self.judge(state, events);
            }
            state.turn += 1;
        }
        state.side = state.side.other();
        self.begin_phase(state, Phase::Replacement, dice, events);
    }

    /// Begins a phase.
    pub(crate) fn begin_phase(&self, state: &mut State, phase: Phase, dice: &mut impl Dice, events: &mut impl Sink) {
        state.phase = phase;
        state.acted = PieceSet::EMPTY;
        state.topped = PieceSet::EMPTY;
        state.shifted = PieceSet::EMPTY;
        state.spent = 0;
        let (turn, side) = (state.turn, state.side);
        events.tell(|| {
            let title = self.about().side_title(side);
            let text = format!("Turn {turn}, {title} {} Phase.", phase.title());
            Event::new(EventKind::Phase, text).side(side).by(clauses!["GI/seq-b", "5.0a"])
        });
        match phase {
            Phase::Replacement => self.begin_replacement(state, events),
            Phase::Refit => self.refit(state, dice, events),
            Phase::Movement => {
                state.marked = self.pinned(state);
                state.division_moved = false;
                state.step = Step::Moves;
            }
            Phase::Combat => {
                state.marked = PieceSet::EMPTY;
                state.supplying = PieceSet::EMPTY;
                state.struck = Hexes::EMPTY;
                state.fed = self.fed(state);
                state.step = Step::Attacks;
            }
            Phase::Exploitation => {
                state.marked = self.exploiters(state);
                state.fed = PieceSet::EMPTY;
                state.step = Step::Moves;
            }
            Phase::Supply => self.begin_supply(state, events),
        }
    }

    /// The Replacement and Reinforcement Phase begins: what the turn brings by itself.
    pub(crate) fn begin_replacement(&self, state: &mut State, events: &mut impl Sink) {
        state.bridges.iter_mut().for_each(|bridge| bridge.tried = false);
        if state.side == GERMAN {
            self.relieve(state, events);
        }
        self.remove_by_schedule(state, events);
        self.receive_airplanes(state, events);
        state.marked = self.mendable(state);
        state.points = self.points_of_turn(state);
        state.battle.fight = Fight::None;
        state.step = Step::Arrivals;
    }

    /// Whether an action that is not always offered at its place belongs there now.
    pub(crate) fn check_moment(&self, state: &State, action: Action, belongs: bool) -> Result<(), Refusal> {
        if belongs { Ok(()) } else { Err(self.wrong_moment(state, action)) }
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
}
