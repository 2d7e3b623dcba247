//! Sequence of Play.

use crate::RockOfTheMarne;
use crate::ground::Hexes;
use crate::pieces::{ALLIED, GERMAN, PieceSet};
use crate::state::{Battle, Fight, State, Step};
use engine::{Dice, Event, EventKind, Rules, Side, Sink, clauses};

/// A phase of a player turn, in its order [GI/seq-b, scs/1.1].
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// Replacement and Reinforcement.
    Replacement,
    /// Refit [GI/seq-c].
    Refit,
    /// Movement [GI/seq-d].
    Movement,
    /// Combat.
    Combat,
    /// Exploitation and CAP Placement.
    Exploitation,
    /// Supply.
    Supply,
}

impl Phase {
    /// All phases, in their order.
    pub const ALL: [Phase; 6] =
        [Phase::Replacement, Phase::Refit, Phase::Movement, Phase::Combat, Phase::Exploitation, Phase::Supply];

    /// The word for it.
    pub const fn id(self) -> &'static str {
        ["replacement", "refit", "movement", "combat", "exploitation", "supply"][self as usize]
    }

    /// Its name.
    pub const fn title(self) -> &'static str {
        match self {
            Phase::Replacement => "Replacement and Reinforcement",
            Phase::Refit => "Refit",
            Phase::Movement => "Movement",
            Phase::Combat => "Combat",
            Phase::Exploitation => "Exploitation and CAP Placement",
            Phase::Supply => "Supply",
        }
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
}

#[engine::by_the_book]
impl RockOfTheMarne {
    /// The side that decides: the phasing side, but for the defender's own decisions [scs/1.2].
    pub(crate) fn chooser(&self, state: &State) -> Side {
        if let Some(hq) = state.displaced.first() {
            return self.pieces.side(hq);
        }
        match state.step {
            Step::Intercept | Step::Support => state.side.other(),
            Step::Lose(side) | Step::Retreat(side) | Step::Toll(side) => side,
            Step::Excess(hex) => self.owner(state, hex),
            _ => state.side,
        }
    }

    /// Goes on until somebody has something to choose. What leaves nothing to choose passes by itself.
    pub(crate) fn settle(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        while state.outcome.is_none() && !self.has_choice(state) {
            self.go_on(state, dice, &mut Unasked(events));
        }
    }

    /// Whether somebody has something to choose.
    fn has_choice(&self, state: &State) -> bool {
        if let Some(hq) = state.displaced.first() {
            return self.shelters(state, hq).len() > 1;
        }
        match state.step {
            Step::Idle => false,
            Step::Arrivals => self.can_arrive(state),
            Step::Moves => self.has_movers(state),
            Step::Attacks => self.has_attacks(state),
            Step::Lose(side) => self.loss_is_free(state, side),
            Step::Toll(_) => self.toll_is_free(state),
            Step::Retreat(side) => self.retreat_is_free(state, side),
            Step::Advance => !self.advancers(state).is_empty(),
            Step::Span => true,
            Step::Break(_) => self.can_raise(state),
            Step::Evening => self.has_evening(state),
            Step::Bridges => self.has_bridge_choice(state),
            Step::Move => !state.group.is_empty(),
            Step::Arrive(_)
            | Step::OverrunFrom(_)
            | Step::Muster(_)
            | Step::Attack
            | Step::Supplier(_)
            | Step::Bomber(_)
            | Step::Intercept
            | Step::Support
            | Step::Excess(_)
            | Step::Patrol(_) => true,
        }
    }

    fn go_on(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        if let Some(hq) = state.displaced.first() {
            let shelter = self.shelters(state, hq).iter().next();
            return self.shelter(state, hq, shelter.unwrap_or(state.hex(hq)), events);
        }
        match state.step {
            Step::Lose(side) => self.lose_what_must_be(state, side, events),
            Step::Toll(side) => self.pay_what_must_be(state, side, events),
            Step::Retreat(side) => self.retreat_what_must_be(state, side, events),
            Step::Advance => self.end_advance(state, events),
            Step::Break(_) => self.end_breakdown(state),
            Step::Move => self.end_move(state),
            Step::Bridges => self.finish_supply(state, events),
            _ => self.end_phase(state, dice, events),
        }
        if state.step == Step::Idle && state.phase == Phase::Supply {
            self.end_player_turn(state, dice, events);
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
        state.battle = Battle::NONE;
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
    fn end_player_turn(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
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
}
