//! The actions in words.

use crate::MiracleOnTheMarne;
use crate::action::Action;
use crate::deployment::one;
use crate::movement::points;
use crate::pieces::Piece;
use crate::state::{PieceSet, State, Step};
use crate::tables::Mode;
use engine::{Choice, Clause, Forecast, Refusal, clauses};
use hexboard::Hex;

/// Why a piece cannot do something: the clauses, and what is said of the piece. It costs nothing until somebody asks.
pub(crate) type Bar = (&'static [Clause], &'static str);

impl MiracleOnTheMarne {
    /// The refusal that a bar makes for a piece.
    pub(crate) fn refusal(&self, piece: Piece, (clauses, reason): Bar) -> Refusal {
        Refusal::new(clauses.to_vec(), format!("{} {reason}", self.pieces.title(piece)))
    }

    /// What is to be chosen. It says nothing that only one side may know.
    pub(crate) fn ask(&self, state: &State) -> String {
        let at = |hex: Hex| self.ground.called(hex);
        match state.step {
            Step::StartModes => "Choose the modes in which your HQs begin, or go on to deploy.".into(),
            Step::Deploy => "Deploy the next piece in its zone, or take a standard deployment.".into(),
            Step::Modes => "Change the modes of your HQs, or end the phase.".into(),
            Step::Notes => "Note which HQs shall try to change their modes.".into(),
            Step::Granted => "Choose the modes of the HQs that may change normally.".into(),
            Step::Initiative => "You have the initiative: go first or second?".into(),
            Step::Moves => "Choose a piece to move, or end the moves.".into(),
            Step::Move => "Choose what the picked pieces do.".into(),
            Step::TaxiTo => "Choose where the taxis go.".into(),
            Step::TaxiCorps => "Choose the corps that the two units join for good.".into(),
            Step::Reinforce => "Bring on reinforcements, or end the phase.".into(),
            Step::ArrivalMode => "Choose the mode of the arriving corps.".into(),
            Step::Enter => "Choose where the reinforcements come on.".into(),
            Step::Attach => "Choose the HQ that the Moroccan Division is attached to.".into(),
            Step::Bombard => "Choose a hex to bombard, or end the phase.".into(),
            Step::Volley(hex) => format!("Choose the guns that bombard {}.", at(hex)),
            Step::Declare if state.declared.is_empty() => "Declare an attack, or end the phase.".into(),
            Step::Declare => "Declare another attack, or resolve those declared.".into(),
            Step::Attackers(hex) => format!("Choose the units that attack {}.", at(hex)),
            Step::Order => "Choose the attack that is resolved next.".into(),
            Step::DefenseFire => format!("{} is attacked: choose attackers to fire at.", at(state.target)),
            Step::DefenseVolley(hex) => format!("Choose the units that fire at {}.", at(hex)),
            Step::Attack => format!("Roll for the attack on {}.", at(state.target)),
            Step::Counter => "You are Engaged: counter-attack, or not?".into(),
            Step::CounterForce(hex) => format!("Choose the units that counter-attack {}.", at(hex)),
            Step::Disrupt => format!("Choose the unit in {} that is disrupted.", at(state.hit.hex)),
            Step::Mix => format!("Divide a result of {} between steps and hexes.", state.hit.number),
            Step::Losses => format!("Choose the unit that loses a step; {} to lose.", state.hit.steps),
            Step::Retreat => format!("Choose where the units retreat; {} hexes to go.", state.hit.hexes),
            Step::Advance => "Choose units to advance.".into(),
        }
    }

    /// Own pieces in a hex.
    fn own_in(&self, state: &State, hex: Hex) -> PieceSet {
        let hqs = state.hqs.iter().filter(|&hq| state.hex(hq) == hex).collect();
        state.units_in(hex).or(hqs).and(self.pieces_of(state.chooser()))
    }

    /// What somebody may mean who points at a hex.
    pub(crate) fn point_at(&self, state: &State, hex: Hex, out: &mut Vec<Action>) {
        let own = self.own_in(state, hex).iter();
        match state.step {
            Step::Deploy => out.push(Action::Place(hex)),
            Step::StartModes | Step::Modes | Step::Granted | Step::ArrivalMode => {
                let hqs = own.filter(|piece| piece.is_hq());
                out.extend(hqs.flat_map(|hq| Mode::ALL.map(|mode| Action::Mode(hq, mode))));
            }
            Step::Notes => out.extend(own.filter(|piece| piece.is_hq()).map(Action::Note)),
            Step::Moves => out.extend(own.map(Action::Pick)),
            Step::Disrupt => out.extend(state.struck.iter().map(Action::Pick)),
            Step::Move => {
                out.extend([Action::To(hex), Action::Rail(hex)]);
                out.extend(own.map(Action::Join));
            }
            Step::TaxiTo => out.push(Action::To(hex)),
            Step::TaxiCorps | Step::Attach => out.extend(own.filter(|piece| piece.is_hq()).map(Action::Attach)),
            Step::Enter => out.push(Action::Enter(hex)),
            Step::Bombard | Step::Declare | Step::Order | Step::DefenseFire | Step::Counter => {
                out.push(Action::Target(hex));
            }
            Step::Volley(_) | Step::DefenseVolley(_) => out.extend(own.map(|unit| Action::Aim(unit, 1))),
            Step::Attackers(_) | Step::CounterForce(_) => out.extend(own.map(Action::Join)),
            Step::Losses => out.extend(own.map(Action::Lose)),
            Step::Retreat => out.push(Action::Retreat(hex)),
            Step::Advance => {
                let units = self.units(state, state.chooser()).iter();
                let near = units.filter(|&unit| self.ground.board().distance(state.hex(unit), hex) <= 4);
                out.extend(near.map(|unit| Action::Advance(unit, hex)));
            }
            Step::Initiative | Step::Reinforce | Step::Attack | Step::Mix => {}
        }
    }

    /// A unit with what is printed on it: `27 Bde (7-7-6)`.
    pub(crate) fn unit_text(&self, state: &State, piece: Piece) -> String {
        format!("{} ({})", self.pieces.title(piece), self.values_text(state, piece))
    }

    /// What is printed on the face that is up.
    fn values_text(&self, state: &State, piece: Piece) -> String {
        let face = self.pieces.counter(piece).face(self.steps(state, piece));
        match piece.is_hq() {
            true => format!("HQ of {}, {}", self.pieces.formation(piece), face.movement),
            false => format!("{}-{}-{}", face.attack, face.defense, face.movement),
        }
    }

    /// An action as people want to see it.
    pub(crate) fn describe(&self, state: &State, action: Action) -> Choice {
        let at = |hex: Hex| self.ground.called(hex);
        let unit = |piece: Piece| self.unit_text(state, piece);
        let text = match action {
            Action::Place(hex) => match self.next_to_deploy(state) {
                Some(piece) => format!("{} in {}", unit(piece), at(hex)),
                None => at(hex),
            },
            Action::Standard => "take a standard deployment for all that is left".into(),
            Action::Mode(hq, mode) => format!("{} to {} mode", self.pieces.title(hq), mode.title()),
            Action::Note(hq) => format!("{} shall try to change its mode", self.pieces.title(hq)),
            Action::First => "go first this turn".into(),
            Action::Second => "let the other side go first".into(),
            Action::Pick(piece) => unit(piece),
            Action::Join(piece) if matches!(state.step, Step::Move | Step::Enter) => {
                format!("{} goes along", unit(piece))
            }
            Action::Join(piece) => format!("{} attacks", unit(piece)),
            Action::JoinAll if matches!(state.step, Step::Move | Step::Enter) => "take along all that can go".into(),
            Action::JoinAll => "attack with all that can".into(),
            Action::To(hex) => {
                let taking = self.taking_text(state, action);
                format!("to {}, {}{taking}", at(hex), self.ground.terrain_title(hex).to_lowercase())
            }
            Action::Rail(hex) => format!("by rail to {}{}", at(hex), self.taking_text(state, action)),
            Action::Stay => "stay here, done for this phase".into(),
            Action::Rally => "remove Disruption".into(),
            Action::Recover => "try to recover a step, without moving".into(),
            Action::Return(piece) => format!("try to bring back {}", self.pieces.title(piece)),
            Action::Taxi(piece) => format!("by taxi to the front, together with {}", unit(piece)),
            Action::Attach(hq) => format!("to {} under {}", self.pieces.formation(hq), self.pieces.title(hq)),
            Action::Revert => "give the Moroccan Division back to IX Corps".into(),
            Action::Enter(hex) => format!("enter at {}", at(hex)),
            Action::Delay(group) => format!("{} comes a turn later by another railroad", group.title()),
            Action::Target(hex) => self.target_text(state, hex),
            Action::Aim(piece, factors) => format!("{} with {factors} factors", unit(piece)),
            Action::AimAll => "everything that can fire".into(),
            Action::Garrison => "the garrison of Paris".into(),
            Action::Fire => "roll".into(),
            Action::Take(steps) => {
                format!("lose {steps} steps, retreat {} hexes", state.hit.number.saturating_sub(steps))
            }
            Action::Lose(piece) => format!("{} loses a step", unit(piece)),
            Action::Retreat(hex) => format!("retreat to {}", at(hex)),
            Action::Advance(piece, hex) => format!("{} advances to {}", unit(piece), at(hex)),
            Action::Done => self.done_text(state).into(),
        };
        let mut choice = Choice::new(self.write(action), text);
        choice.hex = self.hex_of(action).map(|hex| self.ground.label(hex));
        choice.piece = piece_of(action).map(|piece| self.pieces.name(piece).to_string());
        choice.cost = match (state.step, action) {
            (Step::Move, Action::To(hex)) => Some(self.cost_text(state, hex)),
            (Step::Enter, Action::Enter(hex)) => {
                self.entry_cost(state, hex).map(|cost| format!("{} MP", points(cost.into())))
            }
            _ => None,
        };
        choice.rolls = matches!(action, Action::Fire | Action::Recover | Action::Return(_));
        choice
    }

    /// `, taking Chantilly, Senlis`: the places that fall to those who go that way.
    fn taking_text(&self, state: &State, action: Action) -> String {
        let (trail, ride) = match (state.step, action) {
            (Step::Move, Action::To(hex)) => (self.march(state, hex).0, false),
            (Step::Move, Action::Rail(hex)) => (self.journey(state, hex), true),
            _ => return String::new(),
        };
        let places = self.taken_on(state, trail.hexes(), ride);
        if places.is_empty() { String::new() } else { format!(", taking {}", places.join(", ")) }
    }

    fn target_text(&self, state: &State, hex: Hex) -> String {
        let at = self.ground.called(hex);
        match state.step {
            Step::Bombard => format!("bombard {at}"),
            Step::Declare => format!("attack {at}"),
            Step::Order => format!("resolve the attack on {at}"),
            Step::DefenseFire => format!("fire at the attackers in {at}"),
            _ => format!("counter-attack {at}"),
        }
    }

    fn done_text(&self, state: &State) -> &'static str {
        match state.step {
            Step::StartModes => "the modes are chosen: deploy",
            Step::Modes | Step::Notes | Step::Granted => "the modes are chosen",
            Step::Moves => "end the moves",
            Step::Reinforce => "no more reinforcements",
            Step::Bombard => "end the Bombardment Phase",
            Step::Declare if state.declared.is_empty() => "end the Combat Phase",
            Step::Declare => "resolve the declared attacks",
            Step::Attackers(_) => "that is all for this hex",
            Step::DefenseFire => "no more Defense Fire",
            Step::Counter => "no Counter Attack",
            _ => "advance no more",
        }
    }

    fn hex_of(&self, action: Action) -> Option<Hex> {
        match action {
            Action::Place(hex)
            | Action::To(hex)
            | Action::Rail(hex)
            | Action::Enter(hex)
            | Action::Target(hex)
            | Action::Retreat(hex)
            | Action::Advance(_, hex) => Some(hex),
            _ => None,
        }
    }

    /// What an action costs or may lead to.
    pub(crate) fn foresee(&self, state: &State, action: Action) -> Option<Forecast> {
        Some(match (state.step, action) {
            (Step::Move, Action::To(hex)) => self.march_forecast(state, hex),
            (Step::Move, Action::Rail(hex)) => self.rail_forecast(state, hex),
            (Step::TaxiTo, Action::To(hex)) => self.taxi_forecast(state, hex),
            (Step::Move, Action::Recover) => self.recovery_forecast(state),
            (Step::Move, Action::Return(_)) => self.return_forecast(),
            (Step::Enter, Action::Enter(hex)) => return self.entry_forecast(state, hex),
            (Step::Volley(hex), Action::Fire) => self.bombardment_forecast(state, hex),
            (Step::Volley(hex), Action::Aim(gun, factors)) => {
                let mut then = state.clone();
                then.aimed[gun.index()] = factors;
                self.bombardment_forecast(&then, hex).given("no more guns are aimed")
            }
            (Step::Volley(hex), Action::AimAll) => {
                let mut then = state.clone();
                self.aim_all_guns(&mut then, hex);
                self.bombardment_forecast(&then, hex).given("all of them fire")
            }
            (Step::Attackers(hex), Action::Join(unit)) => {
                self.declaration_forecast(state, self.attackers(state, hex).or(one(unit)), hex)
            }
            (Step::Attackers(hex), Action::JoinAll) => {
                let mut then = state.clone();
                self.commit_all(&mut then, hex);
                self.declaration_forecast(state, self.attackers(&then, hex), hex)
            }
            (Step::Attackers(hex), Action::Done) => self.declaration_forecast(state, self.attackers(state, hex), hex),
            (Step::Declare, Action::Target(hex)) => {
                let mut then = state.clone();
                self.commit_all(&mut then, hex);
                self.declaration_forecast(state, self.attackers(&then, hex), hex)
            }
            (Step::DefenseVolley(hex), Action::Fire) => self.fire_forecast(state, hex),
            (Step::DefenseVolley(hex), Action::Aim(unit, factors)) => {
                let mut then = state.clone();
                then.aimed[unit.index()] = factors;
                self.fire_forecast(&then, hex).given("nobody else fires")
            }
            (Step::DefenseVolley(hex), Action::AimAll) => {
                let mut then = state.clone();
                self.aim_all_shooters(&mut then, hex);
                self.fire_forecast(&then, hex).given("all of them fire")
            }
            (Step::DefenseFire, Action::Target(hex)) => {
                let mut then = state.clone();
                then.garrison_fire[0] = self.check_garrison(state).is_ok();
                self.aim_all_shooters(&mut then, hex);
                self.fire_forecast(&then, hex).given("everything fires that can")
            }
            (Step::Attack, Action::Fire) => self.attack_forecast(state),
            (Step::CounterForce(hex), Action::Fire) => self.counter_forecast(state, hex),
            (Step::Counter, Action::Target(hex)) => {
                let mut then = state.clone();
                self.counter_with_all(&mut then);
                self.counter_forecast(&then, hex).given("everybody joins that can")
            }
            _ => return None,
        })
    }

    /// Lists `done` where modes are chosen and nothing forbids to end that.
    pub(crate) fn list_done(&self, state: &State, out: &mut Vec<Action>) {
        if self.check_modes_done(state).is_ok() {
            out.push(Action::Done);
        }
    }

    pub(crate) fn check_several(&self, units: PieceSet) -> Result<(), Refusal> {
        match units.len() > 1 {
            true => Ok(()),
            false => Err(Refusal::new(clauses!["7a"], "there are not several units that could go along")),
        }
    }

    pub(crate) fn check_fellow(&self, state: &State, unit: Piece) -> Result<(), Refusal> {
        match self.fellow_arrivals(state).contains(unit) {
            true => Ok(()),
            false => {
                let reason = format!("{} does not come with these units", self.pieces.title(unit));
                Err(Refusal::new(clauses!["7.3.6b"], reason))
            }
        }
    }

    pub(crate) fn check_aimed(&self, state: &State) -> Result<(), Refusal> {
        match self.is_anything_aimed(state) {
            true => Ok(()),
            false => Err(Refusal::new(clauses!["9.1.5a", "9.3.5a"], "first aim something")),
        }
    }

    /// Picks a piece to move.
    pub(crate) fn pick(&self, state: &mut State, piece: Piece) {
        state.joined = one(piece);
        state.step = Step::Move;
    }

    /// Why an action does not belong here at all.
    pub(crate) fn wrong_moment(&self, state: &State, action: Action) -> Refusal {
        let clause = match action {
            Action::Place(_) | Action::Standard => Clause("3c"),
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
        let reason = format!("\"{}\" does not belong here: {}", self.write(action), self.ask(state));
        Refusal::new(vec![clause], reason)
    }
}

fn piece_of(action: Action) -> Option<Piece> {
    match action {
        Action::Mode(piece, _)
        | Action::Note(piece)
        | Action::Pick(piece)
        | Action::Join(piece)
        | Action::Return(piece)
        | Action::Taxi(piece)
        | Action::Attach(piece)
        | Action::Aim(piece, _)
        | Action::Lose(piece)
        | Action::Advance(piece, _) => Some(piece),
        _ => None,
    }
}
