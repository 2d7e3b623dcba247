//! 5.0 Sequence of Play.

use crate::FirstBlood;
use crate::action::Action;
use crate::hints::Mind;
use crate::pieces::{GERMAN, Piece, PieceSet, US};
use crate::state::{Entry, State, Step, option};
use engine::{Clause, Dice, Event, EventKind, Refusal, Rules, Side, Sink, clauses};

engine::named! {
    /// A phase of the turn, in its order [5.1a, 5.3a].
    pub enum Phase {
        /// Before the first turn: the US side sets up [3.2a].
        SetUp = "set-up": "US Set-up",
        /// Phase I.
        RandomEvents = "I": "Random Events",
        /// Phase II.
        Reinforcement = "II": "German Reinforcement",
        /// Phase III.
        GermanFirstBombardment = "III": "German First Bombardment",
        /// Phase IV.
        UsFirstBombardment = "IV": "US First Bombardment",
        /// Phase V.
        GermanMovement = "V": "German Movement",
        /// Phase VI.
        UsFirstFire = "VI": "US First Fire",
        /// Phase VII.
        GermanFirstFire = "VII": "German First Fire",
        /// Phase VIII.
        UsMovement = "VIII": "US Movement",
        /// Phase IX.
        GermanSecondFire = "IX": "German Second Fire",
        /// Phase X.
        UsSecondFire = "X": "US Second Fire",
        /// Phase XI.
        GermanSecondBombardment = "XI": "German Second Bombardment",
        /// Phase XII.
        UsSecondBombardment = "XII": "US Second Bombardment",
    }
}

use Phase::*;

#[engine::by_the_book]
impl Phase {
    /// The rule that gives it its place in the turn.
    #[engine::by_the_book]
    pub(crate) fn clause(self) -> Clause {
        match self {
            SetUp => Clause("3.2a"),
            RandomEvents => Clause("5.3-I"),
            Reinforcement => Clause("5.3-II"),
            GermanFirstBombardment => Clause("5.3-III"),
            UsFirstBombardment => Clause("5.3-IV"),
            GermanMovement => Clause("5.3-V"),
            UsFirstFire => Clause("5.3-VI"),
            GermanFirstFire => Clause("5.3-VII"),
            UsMovement => Clause("5.3-VIII"),
            GermanSecondFire => Clause("5.3-IX"),
            UsSecondFire => Clause("5.3-X"),
            GermanSecondBombardment => Clause("5.3-XI"),
            UsSecondBombardment => Clause("5.3-XII"),
        }
    }

    /// The side whose phase it is.
    pub const fn side(self) -> Side {
        match self {
            SetUp | UsFirstBombardment | UsFirstFire | UsMovement | UsSecondFire | UsSecondBombardment => US,
            _ => GERMAN,
        }
    }

    /// The phase after it; after the last the track begins anew [5.3a]. The first turn begins with the German First
    /// Bombardment: it has neither random events nor reinforcements [3.1b, 5.2a].
    fn next(self) -> Phase {
        match self {
            SetUp => GermanFirstBombardment,
            UsSecondBombardment => RandomEvents,
            _ => Phase::ALL[self as usize + 1],
        }
    }
}

/// What is asked where nothing is to be chosen.
pub(crate) const NOTHING: &str = "Nothing is to be chosen.";

engine::decisions! {
    (FirstBlood, Action, Mind: game, state, out, dice, events, mind)

    /// The phase has nothing to decide.
    Idle by state.phase.side() => {
        asks: NOTHING,
        asked_if: false,
        else: game.end_phase(state, dice, events),
        lists: {},
        points(_): {},
    }
}

#[engine::by_the_book]
impl FirstBlood {
    /// Goes on until somebody has something to choose. A phase in which its side can do nothing passes by itself.
    pub(crate) fn settle(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        while state.outcome.is_none() && !state.place().is_asked(self, state) {
            state.place().pass(self, state, dice, events);
        }
        self.tell_ending(state, events);
    }

    /// Ends the phase and begins the next; what was done cannot be redone [5.1b, 5.3a].
    pub(crate) fn end_phase(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        if state.phase == UsSecondBombardment {
            if self.time_is_up(state) {
                return;
            }
            state.turn += 1;
        }
        state.phase = state.phase.next();
        state.acted = PieceSet::EMPTY;
        state.joined = PieceSet::EMPTY;
        state.struck = crate::ground::Hexes::EMPTY;
        state.machineguns = Piece::NONE;
        let (turn, phase) = (state.turn, state.phase);
        events.tell(|| {
            let text = format!("Turn {turn}, phase {}: {}.", phase.id(), phase.title());
            Event::new(EventKind::Phase, text).side(phase.side()).by(vec![Clause("5.3a"), phase.clause()])
        });
        self.begin_phase(state, dice, events);
    }

    fn begin_phase(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        match state.phase {
            SetUp => state.step = Step::SetUp,
            RandomEvents => self.roll_event(state, dice, events),
            Reinforcement => self.roll_reinforcements(state, dice, events),
            GermanMovement | UsMovement => state.step = Step::Moves,
            UsFirstFire | GermanFirstFire | GermanSecondFire | UsSecondFire => state.step = Step::Fires,
            GermanFirstBombardment | UsFirstBombardment | GermanSecondBombardment | UsSecondBombardment => {
                state.step = Step::Bombard;
                self.ready_markers(state, dice, events);
            }
        }
    }

    /// Whether it is the turn of darkness, whose special rules are those of 5.2.
    pub(crate) fn is_first_turn(state: &State) -> bool {
        state.turn == 1
    }

    /// Whether the rules of section 13 are played: an option, and all other rules stay [13.1].
    pub(crate) fn plays_balanced(state: &State) -> bool {
        state.options.has(option::PLAY_BALANCE)
    }

    /// Why an action does not belong here at all: every action has its own phase [5.1a].
    pub(crate) fn wrong_moment(&self, state: &State, action: Action) -> Refusal {
        if state.is_arranging() {
            let reason = format!("first choose the top unit of {}", self.ground.label(state.arrange[0]));
            return Refusal::new(clauses!["6.5a", "6.5f"], reason);
        }
        if let Action::Top(_) = action {
            return Refusal::new(clauses!["6.5a"], "no stack is to be arranged now");
        }
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
            Action::Standard | Action::Fill | Action::Lift(_) => ("the US side sets up", Clause("3.2a")),
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
}
