//! The actions in words.

use crate::ClashOfGiants;
use crate::action::Action;
use crate::pieces::Piece;
use crate::state::{State, Step};
use engine::{Choice, Clause, Event, EventKind, Refusal, Rules, clauses};
use hexboard::Hex;

impl ClashOfGiants {
    /// A unit's name for people: nation, number and size.
    #[inline]
    pub(crate) fn name<'a>(&'a self, state: &State, piece: Piece) -> &'a str {
        &self.theatre(state).names[piece.index()]
    }

    /// What happened to a unit.
    pub(crate) fn unit_event(&self, state: &State, piece: Piece, kind: EventKind, text: impl Into<String>) -> Event {
        Event::new(kind, text).side(self.theatre(state).side(piece)).of([self.id(state, piece)])
    }

    /// A unit loses steps, or all that it has.
    pub(crate) fn loss_event(&self, state: &State, piece: Piece, steps: u8, text: impl Into<String>) -> Event {
        self.unit_event(state, piece, EventKind::Loss, text).costs(self.theatre(state).side(piece), steps.into())
    }

    /// A unit's word in notation.
    pub(crate) fn id(&self, state: &State, piece: Piece) -> String {
        self.theatre(state).pieces.unit(piece).id.clone()
    }

    /// A hex as it is printed.
    pub(crate) fn label(&self, state: &State, hex: Hex) -> String {
        self.theatre(state).ground.label(hex)
    }

    /// The units in a hex that belong to the side that chooses.
    pub(crate) fn own<'a>(&'a self, state: &'a State, hex: Hex) -> impl Iterator<Item = Piece> + use<'a> {
        let side = state.chooser();
        state.stack(hex).filter(move |&piece| self.theatre(state).side(piece) == side)
    }

    /// A hex with its names and its ground.
    fn place_text(&self, state: &State, hex: Hex) -> String {
        let ground = &self.theatre(state).ground;
        let name = ground.board().names_at(hex).next().map_or(String::new(), |name| format!(" {name}"));
        format!("{}{name}, {}", ground.label(hex), ground.terrain_title(hex).to_lowercase())
    }

    /// An action as people want to see it.
    pub(crate) fn describe(&self, state: &State, action: Action) -> Choice {
        let mut choice = Choice::new(self.write(state, action), self.words(state, action));
        choice.hex = match action {
            Action::Place(hex)
            | Action::PickAll(hex)
            | Action::To(hex)
            | Action::Through(hex)
            | Action::Target(hex)
            | Action::Link(hex)
            | Action::Advance(_, hex) => Some(self.label(state, hex)),
            _ => None,
        };
        choice.piece = match action {
            Action::Rebuild(piece)
            | Action::Taxis(piece)
            | Action::Entrain(piece)
            | Action::Detach(piece)
            | Action::Pick(piece)
            | Action::Remove(piece)
            | Action::Join(piece)
            | Action::Withdraw(piece)
            | Action::Check(piece)
            | Action::Advance(piece, _) => Some(self.id(state, piece)),
            _ => None,
        };
        if let (Step::Move, Action::To(hex) | Action::Through(hex)) = (state.step, action) {
            choice.cost = self.cost_text(state, hex);
        }
        choice.rolls = match action {
            Action::Roll | Action::Draw | Action::Intercept(_) | Action::Activate(_) => true,
            Action::Launch | Action::Check(_) | Action::Withdraw(_) => true,
            Action::Rebuild(_) | Action::Entrain(_) => state.is_marne(),
            Action::Done => state.step == Step::Withdraw,
            _ => false,
        };
        choice
    }

    fn words(&self, state: &State, action: Action) -> String {
        let unit = |piece: Piece| self.name(state, piece).to_string();
        let at = |hex: Hex| self.place_text(state, hex);
        match action {
            Action::Place(hex) => at(hex),
            Action::Standard => "leave the rest of the set-up to the computer".into(),
            Action::Hold if matches!(state.step, Step::Arrive(_)) && Self::has_one_turn_to_arrive(state) => {
                "do not place the unit: it never comes then".into()
            }
            Action::Hold => "hold the unit off the map for now".into(),
            Action::Rebuild(piece) => format!("{} takes replacements", unit(piece)),
            Action::Taxis(piece) => format!("the Paris taxis drive to {}", unit(piece)),
            Action::Entrain(piece) => format!("{} goes by rail", unit(piece)),
            Action::Detach(piece) => format!("{} detaches a brigade", unit(piece)),
            Action::Intercept(army) => format!("listen to the {}", army.title()),
            Action::Activate(army) => format!("the {} moves first", army.title()),
            Action::Roll => format!("roll for the {}", state.army.title()),
            Action::Draw => "draw an army from the cup and roll for it".into(),
            Action::AttackState => "von Francois attacks: six points, and the I Corps must attack".into(),
            Action::Pick(piece) => unit(piece),
            Action::PickAll(hex) => format!("all units in {}", self.label(state, hex)),
            Action::To(hex) if matches!(state.step, Step::Move | Step::Rail(_)) => format!("move to {}", at(hex)),
            Action::To(hex) => format!("retreat to {}", at(hex)),
            Action::Through(hex) => format!("take {} and go on", at(hex)),
            Action::Stay => "stay here".into(),
            Action::Remove(piece) => format!("eliminate {}", unit(piece)),
            Action::Target(hex) => format!("attack {}", at(hex)),
            Action::Link(hex) => format!("other units attack {}", at(hex)),
            Action::Join(piece) => format!("{} attacks", unit(piece)),
            Action::JoinAll => "all that can attack".into(),
            Action::Launch => "make the attack".into(),
            Action::Withdraw(piece) => format!("{} retreats before combat", unit(piece)),
            Action::Check(piece) => format!("{} checks", unit(piece)),
            Action::Advance(piece, hex) => format!("{} advances to {}", unit(piece), at(hex)),
            Action::Done => self.done_text(state).into(),
        }
    }

    fn done_text(&self, state: &State) -> &'static str {
        match state.step {
            Step::Moves => "end the moves of this army",
            Step::Replace => "no more replacements",
            Step::Withdraw => "all other cavalry stands",
            Step::Advance => "no more advance",
            _ => "end the phase",
        }
    }

    /// What is to be chosen, in a sentence.
    pub(crate) fn question(&self, state: &State) -> String {
        let name = |piece: Piece| self.name(state, piece);
        match state.step {
            Step::Idle => "Nothing is to be chosen.".into(),
            Step::SetUp(piece) => format!("Choose where {} is set up.", name(piece)),
            Step::Arrive(piece) => format!("Choose where {} arrives, or hold it.", name(piece)),
            Step::Return(piece) => format!("Choose where {} comes back to the map, or hold it.", name(piece)),
            Step::Replace => "Choose a unit to take replacements, or go on.".into(),
            Step::Intercept => "Choose the Russian army whose orders are read.".into(),
            Step::Activate => "Choose the army that moves first.".into(),
            Step::Command if state.is_marne() => "Draw an army from the cup.".into(),
            Step::Command => format!("Roll for the command of the {}.", state.army.title()),
            Step::Moves => format!("Choose a unit of the {} to move, or end its moves.", state.army.title()),
            Step::Move => "Choose where to move.".into(),
            Step::Rail(piece) => format!("Choose where {} goes by rail.", name(piece)),
            Step::Crowd(hex) => format!("Too many units in {}: choose one to eliminate.", self.label(state, hex)),
            Step::Attacks => "Choose a hex to attack, or end the phase.".into(),
            Step::Attack => "Choose who attacks and what else is attacked.".into(),
            Step::Withdraw => "Choose cavalry that retreats before combat.".into(),
            Step::WithdrawTo(piece) => format!("Choose where {} retreats before combat.", name(piece)),
            Step::Checks => "Choose the attackers that make a check.".into(),
            Step::Retreats => "Choose the unit that retreats first.".into(),
            Step::Retreat(piece) => format!("Choose where {} retreats.", name(piece)),
            Step::Advance => "Choose attackers to advance.".into(),
        }
    }

    /// Why an action does not belong here at all: everything has its place in the sequence of play.
    pub(crate) fn wrong_moment(&self, state: &State, action: Action) -> Refusal {
        let (what, clause) = match action {
            Action::Place(_) | Action::Hold => ("units are placed", Clause("std/9.1")),
            Action::Standard => ("units are set up", Clause("marne/3.1a")),
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
