//! 5.0 Sequence of Play.

use crate::ClashOfGiants;
use crate::action::Action;
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::pieces::{ALLIED, ARMIES, Army, GERMAN, Units};
use crate::state::{NO_MARCH, State, Step};
use engine::{Clause, Dice, Event, EventKind, Refusal, Rules, Side, Sink, clauses};

engine::named! {
    /// A phase of a player turn.
    pub enum Phase {
        /// Before the first turn.
        SetUp = "set-up": "Set-up",
        /// Supply is checked: of both sides in the east, of the active one in the west.
        Supply = "supply": "Supply Determination",
        /// The Germans listen to Russian orders [tannenberg/5.37a].
        Wireless = "wireless": "Wireless Intercept Phase",
        /// Reinforcements, and in the east replacements.
        Reinforcement = "reinforcement": "Reinforcement Phase",
        /// Allied armies may rally [marne/5.313].
        Rally = "rally": "Rally Segment",
        /// The first Russian army moves [tannenberg/5.331a].
        FirstOperational = "first-operational": "First Operational Phase",
        /// The other Russian army moves [tannenberg/5.332b].
        SecondOperational = "second-operational": "Second Operational Phase",
        /// All commands of the side move, one after the other.
        Operational = "operational": "Operational Phase",
        /// The side attacks.
        Combat = "combat": "Combat Phase",
    }
}

engine::decisions! {
    (ClashOfGiants, Action, Mind: game, state, out, dice, events, mind)

    /// The sequence goes on by itself.
    Idle by state.side => { asks: "Nothing is to be chosen.", lists: {}, points(_): {}, }
}

#[engine::by_the_book]
impl ClashOfGiants {
    /// The phase that follows in the same player turn [tannenberg/5.2b, tannenberg/5.2c, marne/5.2a, marne/5.2b], by the
    /// order of the Battle Book, which takes the place of the generic one [tannenberg/5.1a, marne/5.1, std/5.1]; `None`
    /// after combat. The German Rally and Replacement Segment has nothing to do (ruling M3).
    fn following(state: &State) -> Option<Phase> {
        Some(match (state.phase, state.is_tannenberg(), state.side) {
            (Phase::SetUp, ..) => Phase::Supply,
            (Phase::Supply | Phase::Wireless, ..) => Phase::Reinforcement,
            (Phase::Reinforcement, true, ALLIED) => Phase::FirstOperational,
            (Phase::Reinforcement, false, ALLIED) => Phase::Rally,
            (Phase::FirstOperational, ..) => Phase::SecondOperational,
            (Phase::Reinforcement, _, GERMAN) | (Phase::Rally, ..) => Phase::Operational,
            (Phase::SecondOperational | Phase::Operational, ..) => Phase::Combat,
            (Phase::Combat, ..) => return None,
        })
    }

    /// Ends the phase and begins the next one; after the German one the turn [tannenberg/5.2d, tannenberg/5.36a]
    /// [marne/5.2c, marne/5.36a].
    pub(crate) fn end_phase(&self, state: &mut State, events: &mut impl Sink) {
        match Self::following(state) {
            Some(phase) => state.phase = phase,
            None => {
                self.recover(state, events);
                if state.outcome.is_some() {
                    return;
                }
                if state.side == ALLIED {
                    state.side = GERMAN;
                    state.phase = if state.is_tannenberg() { Phase::Wireless } else { Phase::Supply };
                } else {
                    if state.turn >= self.scenarios[usize::from(state.scenario)].last_turn {
                        return self.decide(state);
                    }
                    state.turn += 1;
                    state.side = ALLIED;
                    state.phase = Phase::Supply;
                }
            }
        }
        self.begin_phase(state, events);
    }

    fn begin_phase(&self, state: &mut State, events: &mut impl Sink) {
        state.step = Step::Idle;
        state.settled = Units::EMPTY;
        state.ready = Units::EMPTY;
        if !self.has_phase(state) {
            return self.end_phase(state, events);
        }
        events.tell(|| {
            Event::new(EventKind::Phase, self.phase_text(state)).side(state.side).by(Self::phase_clauses(state))
        });
        if state.phase == Phase::Reinforcement {
            self.begin_reinforcement(state);
        }
    }

    /// Whether a phase is played this turn: the Germans listen from turn 4 [tannenberg/5.37a, tannenberg/10.5a] to the last
    /// turn but one (ruling T14).
    pub(crate) fn has_phase(&self, state: &State) -> bool {
        match state.phase {
            Phase::Wireless => {
                let last = self.scenarios[usize::from(state.scenario)].last_turn;
                (self.theatre(state).tables.east.command.intercept_from..last).contains(&state.turn)
            }
            Phase::SecondOperational => self.may_second_army_move(state),
            Phase::Rally => state.turn >= self.theatre(state).tables.west.command.rally_from,
            _ => true,
        }
    }

    fn phase_clauses(state: &State) -> Vec<Clause> {
        match (state.is_tannenberg(), state.phase, state.side) {
            (true, Phase::Supply, _) => clauses!["tannenberg/5.2a"],
            (true, _, ALLIED) => clauses!["tannenberg/5.2b"],
            (true, _, GERMAN) => clauses!["tannenberg/5.2c"],
            (false, _, ALLIED) => clauses!["marne/5.2a"],
            (false, _, GERMAN) => clauses!["marne/5.2b"],
        }
    }

    /// The phase in words.
    pub(crate) fn phase_title(&self, state: &State) -> String {
        match state.phase {
            Phase::Supply if state.is_tannenberg() => "Mutual Supply Determination Phase".into(),
            _ => format!("{} {}", self.side_title(state, state.side), state.phase.title()),
        }
    }

    fn phase_text(&self, state: &State) -> String {
        let dates = &self.theatre(state).tables.dates;
        let date = dates.get(usize::from(state.turn) - 1).map_or("", String::as_str);
        format!("Turn {} ({date}): {}.", state.turn, self.phase_title(state))
    }

    /// A side's name in this campaign.
    pub(crate) fn side_title(&self, state: &State, side: Side) -> &str {
        match side {
            ALLIED if state.is_tannenberg() => "Russian",
            _ => self.about().side_title(side),
        }
    }

    /// The side that decides: the active one, but for withdrawals and retreats, where the defender has the say
    /// [std/12.88, std/14.3a].
    pub(crate) fn chooser(&self, state: &State) -> Side {
        state.step.chooser(self, state)
    }

    /// Goes on by itself until somebody must choose or the game is over.
    pub(crate) fn settle(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        while state.step == Step::Idle && state.outcome.is_none() {
            match state.phase {
                Phase::SetUp => self.go_on_setting_up(state, events),
                Phase::Supply => self.supply_phase(state, events),
                Phase::Wireless => state.step = Step::Intercept,
                Phase::Reinforcement => self.go_on_reinforcing(state, events),
                Phase::Rally => {
                    self.rally(state, events);
                    self.end_phase(state, events);
                }
                Phase::FirstOperational | Phase::SecondOperational | Phase::Operational => {
                    self.go_on_operating(state, events);
                }
                Phase::Combat => self.go_on_fighting(state, dice, events),
            }
        }
        self.tell_ending(state, events);
    }

    /// Supply is mutual in the east [tannenberg/5.31a] and each side's own in the west [marne/5.311a]; the markers stay
    /// until the next check [tannenberg/5.31b, marne/5.311b, std/5.2].
    fn supply_phase(&self, state: &mut State, events: &mut impl Sink) {
        self.check_supply(state, state.side, events);
        if state.is_tannenberg() {
            self.check_supply(state, GERMAN, events);
        }
        self.end_phase(state, events);
    }

    /// The Recovery Phase: Done and Replacement markers go [tannenberg/5.351b, tannenberg/5.352b, marne/5.34a], and so
    /// do the Army Command markers [tannenberg/5.351a, tannenberg/5.352a, marne/5.34b]. A message intercepted in the
    /// German turn keeps its marker on the track (ruling T13).
    fn recover(&self, state: &mut State, events: &mut impl Sink) {
        if state.side == GERMAN {
            self.judge_attack_state(state);
        }
        state.rebuilt = Units::EMPTY;
        state.crossed = Units::EMPTY;
        state.retreated = Units::EMPTY;
        state.barred = Units::EMPTY;
        state.used = Units::EMPTY;
        state.struck = Hexes::EMPTY;
        state.activated = 0;
        state.march = NO_MARCH;
        state.steps_left = [0; 2];
        state.rail_used = false;
        state.rails = Hexes::EMPTY;
        state.taxi_range = Hexes::EMPTY;
        for index in 0..ARMIES {
            if Army::ALL[index].side() == state.side {
                state.markers[index] = NO_MARCH;
            }
        }
        events.tell(|| {
            let clauses = match (state.is_tannenberg(), state.side) {
                (true, ALLIED) => clauses!["tannenberg/5.351a", "tannenberg/5.351b"],
                (true, GERMAN) => clauses!["tannenberg/5.352a", "tannenberg/5.352b"],
                _ => clauses!["marne/5.34a", "marne/5.34b"],
            };
            let title = self.side_title(state, state.side);
            let text = format!("{title} recovery: markers are taken off.");
            Event::new(EventKind::Recovery, text).side(state.side).by(clauses)
        });
    }

    /// Whether an action that is not always offered at its place belongs there now.
    pub(crate) fn check_moment(&self, state: &State, action: Action, belongs: bool) -> Result<(), Refusal> {
        if belongs { Ok(()) } else { Err(self.wrong_moment(state, action)) }
    }

    /// Why an action does not belong here at all: everything has its place in the sequence of play.
    pub(crate) fn wrong_moment(&self, state: &State, action: Action) -> Refusal {
        let (what, clause) = match action {
            Action::Place(_) | Action::Hold => ("units are placed", Clause("std/9.1")),
            Action::Standard | Action::Fill | Action::Lift(_) => ("units are set up", Clause("marne/3.1a")),
            Action::Rebuild(_) => ("replacements are taken", Clause("std/9.3e")),
            Action::Taxis(_) => ("the Paris taxis drive", Clause("marne/9.33c")),
            Action::Entrain(_) => ("units go by rail", Clause("tannenberg/15.2c")),
            Action::Detach(_) => ("brigades are detached", Clause("marne/16.1f")),
            Action::Intercept(_) => ("orders are intercepted", Clause("tannenberg/5.37a")),
            Action::Activate(_) => ("the Russian chooses an army", Clause("tannenberg/5.331c")),
            Action::Roll | Action::Draw => ("an army is activated", Clause("std/10.1a")),
            Action::AttackState => ("the I Corps is given its orders", Clause("tannenberg/10.61b")),
            Action::Pick(_) | Action::PickAll(_) | Action::To(_) | Action::Through(_) | Action::Stay => {
                ("units move", Clause("std/10.1b"))
            }
            Action::Remove(_) => ("units too many are eliminated", Clause("std/6.1e")),
            Action::Target(_) | Action::Link(_) | Action::Join(_) | Action::JoinAll | Action::Launch => {
                ("units attack", Clause("std/12.1a"))
            }
            Action::Withdraw(_) => ("cavalry retreats before combat", Clause("std/14.3a")),
            Action::Check(_) => ("attackers are chosen to check", Clause("std/12.7f")),
            Action::Advance(..) => ("units advance", Clause("std/12.93")),
            Action::Done => ("something can be ended", Clause("std/5.1")),
        };
        let mut clauses = clauses!["std/5.1"];
        if clause.0 != "std/5.1" {
            clauses.push(clause);
        }
        Refusal::new(clauses, format!("this is not the moment when {what} ({})", self.prompt(state)))
    }
}
