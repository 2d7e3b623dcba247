//! 4 Sequence of Play.

use crate::MiracleOnTheMarne;
use crate::action::Action;
use crate::ground::Hexes;
use crate::pieces::{ALLIED, GERMAN, MOST_UNITS, PIECES};
use crate::state::{Hit, MOST_DOORS, PieceSet, State, Step, option};
use engine::{Clause, Dice, Event, EventKind, Refusal, Rules, Said, Side, Sink, clauses};
use hexboard::Hex;

/// A phase of the turn, in its order [4a].
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// Before the first turn: both sides deploy.
    SetUp,
    /// Mutual Mode Alteration [4.A1].
    Modes,
    /// Initiative Determination [4.B1].
    Initiative,
    /// The Movement Phase of a player turn.
    Movement,
    /// The Bombardment Phase of a player turn.
    Bombardment,
    /// The Combat Phase of a player turn [4.C3].
    Combat,
}

impl Phase {
    /// Its name.
    pub const fn title(self) -> &'static str {
        match self {
            Phase::SetUp => "Deployment",
            Phase::Modes => "Mutual Mode Alteration",
            Phase::Initiative => "Initiative Determination",
            Phase::Movement => "Movement",
            Phase::Bombardment => "Bombardment",
            Phase::Combat => "Combat",
        }
    }
}

#[engine::by_the_book]
impl State {
    /// The letter and number of the phase in the book's list [4a].
    pub fn phase_id(&self) -> &'static str {
        let second = self.active != self.first;
        match self.phase {
            Phase::SetUp => "set-up",
            Phase::Modes => "A",
            Phase::Initiative => "B",
            Phase::Movement => ["C1", "D1"][usize::from(second)],
            Phase::Bombardment => ["C2", "D2"][usize::from(second)],
            Phase::Combat => ["C3", "D3"][usize::from(second)],
        }
    }
}

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// A side's name for people.
    pub(crate) fn side_title(&self, side: Side) -> &str {
        self.about().side_title(side)
    }

    /// Nothing is left to do after an action: each brings the sequence to the next choice by itself.
    pub(crate) fn settle(&self, _: &mut State, _: &mut impl Dice, _: &mut impl Sink) {}

    fn tell_phase(&self, state: &State, events: &mut impl Sink) {
        events.tell(|| {
            let day = self.scenarios[usize::from(state.scenario)].day(state.turn);
            let whose = match state.phase {
                Phase::Movement | Phase::Bombardment | Phase::Combat => format!("{} ", self.side_title(state.active)),
                _ => String::new(),
            };
            let text = format!("Turn {}, {day} September: {whose}{}.", state.turn, state.phase.title());
            let event = Event::new(EventKind::Phase, text).by(clauses!["4a"]);
            if whose.is_empty() { event } else { event.side(state.active) }
        });
    }

    /// Begins a turn with the Mutual Mode Alteration Phase: what was revealed of modes is hidden again [4.A3, 5.2.2]
    /// (ruling R31).
    pub(crate) fn begin_turn(&self, state: &mut State, events: &mut impl Sink) {
        state.phase = Phase::Modes;
        state.active = ALLIED;
        state.revealed = 0;
        state.settled = 0;
        state.noted = 0;
        state.returned = 0;
        state.step = if state.has(option::COMMAND) { Step::Notes } else { Step::Modes };
        self.tell_phase(state, events);
    }

    /// Goes on to the Initiative Determination Phase when the modes are set.
    pub(crate) fn end_modes(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        let disrupted = self.disrupt_overstacked(state);
        state.phase = Phase::Initiative;
        self.tell_phase(state, events);
        self.determine_initiative(state, dice, events);
        state.step = Step::Initiative;
        self.tell_overstacked(state, disrupted, None, events);
    }

    /// Begins the player turn of the phasing side; the other is the non-phasing player [4b, 4.D].
    pub(crate) fn begin_player_turn(
        &self,
        state: &mut State,
        side: Side,
        dice: &mut impl Dice,
        events: &mut impl Sink,
    ) {
        state.phase = Phase::Movement;
        state.active = side;
        state.moved = PieceSet::EMPTY;
        state.rallied = PieceSet::EMPTY;
        state.railed = PieceSet::EMPTY;
        state.joined = PieceSet::EMPTY;
        state.spent = [0; PIECES];
        state.doors = [0; MOST_DOORS];
        state.rail_used = [0; 3];
        state.entering = false;
        state.step = Step::Moves;
        self.tell_phase(state, events);
        self.mark_reserves(state);
        self.await_reinforcements(state, dice, events);
    }

    /// Ends the Movement Phase: stacking is looked at now [7.1.5b]. The guns of the same side may bombard next [4.C2].
    pub(crate) fn end_movement(&self, state: &mut State, events: &mut impl Sink) {
        let disrupted = self.disrupt_overstacked(state);
        state.phase = Phase::Bombardment;
        state.joined = PieceSet::EMPTY;
        state.spent = [0; PIECES];
        state.aimed = [0; MOST_UNITS];
        state.attacked = Hexes::EMPTY;
        state.step = Step::Bombard;
        self.tell_phase(state, events);
        self.tell_overstacked(state, disrupted, None, events);
    }

    /// Ends the Bombardment Phase and begins the Combat Phase.
    pub(crate) fn end_bombardment(&self, state: &mut State, events: &mut impl Sink) {
        let disrupted = self.disrupt_overstacked(state);
        state.phase = Phase::Combat;
        self.clear_combat(state);
        state.step = Step::Declare;
        self.tell_phase(state, events);
        self.tell_overstacked(state, disrupted, None, events);
    }

    fn clear_combat(&self, state: &mut State) {
        state.spent = [0; PIECES];
        state.shelled = [0; MOST_UNITS];
        state.aimed = [0; MOST_UNITS];
        state.aims = [0; MOST_UNITS];
        state.attacked = Hexes::EMPTY;
        state.declared = Hexes::EMPTY;
        state.closed = Hexes::EMPTY;
        state.joined = PieceSet::EMPTY;
        state.fought = PieceSet::EMPTY;
        state.targeted = PieceSet::EMPTY;
        state.fired = PieceSet::EMPTY;
        state.guests = PieceSet::EMPTY;
        state.struck = PieceSet::EMPTY;
        state.target = Hex::NONE;
        state.hit = Hit::BLANK;
    }

    /// Ends the Combat Phase: the other side's player turn follows [4.D], or Supply Determination ends the turn [4.E].
    pub(crate) fn end_combat(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        self.clear_combat(state);
        state.reserve = PieceSet::EMPTY;
        let (attacker, disrupted) = (state.active, self.disrupt_overstacked(state));
        if state.active == state.first {
            self.begin_player_turn(state, state.first.other(), dice, events);
            return self.tell_overstacked(state, disrupted, Some(attacker), events);
        }
        self.determine_supply(state, events);
        self.tell_overstacked(state, disrupted, Some(attacker), events);
        if state.turn == self.scenarios[usize::from(state.scenario)].turns {
            return self.count_points(state, events);
        }
        state.turn += 1;
        self.begin_turn(state, events);
    }

    /// The order of the sides at the start: the Allies deploy before the Germans place anything [3a, 3h].
    pub(crate) fn end_deployment(&self, state: &mut State, events: &mut impl Sink) {
        state.settled = 0;
        events.tell(|| {
            let text = format!("The {} side has deployed.", self.side_title(state.active));
            Event::new(EventKind::SetUp, text).side(state.active).by(clauses!["3a", "3h"])
        });
        if state.active == ALLIED {
            state.active = GERMAN;
            state.step = Step::StartModes;
        } else {
            self.begin_turn(state, events);
        }
    }

    /// Why an action does not belong here at all.
    pub(crate) fn wrong_moment(&self, state: &State, action: Action) -> Refusal {
        let clause = match action {
            Action::Place(_) | Action::Standard | Action::Fill | Action::Lift(_) => Clause("3c"),
            Action::Mode(..) => Clause("5.2.2"),
            Action::Note(_) => Clause("15.3.3a"),
            Action::First | Action::Second => Clause("6.2c"),
            Action::Pick(_) | Action::To(_) | Action::Rail(_) | Action::Stay => Clause("7.1.1"),
            Action::Rally => Clause("10.2.1"),
            Action::Recover | Action::Return(_) => Clause("12.1.2a"),
            Action::Taxi(_) => Clause("15.1.1a"),
            Action::Attach(_) | Action::Revert => Clause("7.3.2d"),
            Action::Enter(_) | Action::Delay(_) => Clause("7.3.1"),
            Action::Aim(..) | Action::AimAll | Action::Garrison | Action::Fire => Clause("9.1.1b"),
            Action::Take(_) | Action::Lose(_) => Clause("9.6.1"),
            Action::Retreat(_) => Clause("9.8.1"),
            Action::Advance(..) => Clause("9.4.7a"),
            Action::Join(_) | Action::JoinAll | Action::Target(_) | Action::Done => Clause("4a"),
        };
        let reason = format!("\"{}\" does not belong here: {}", action.write(self, state), self.prompt(state));
        Refusal::new(vec![clause], reason)
    }
}
