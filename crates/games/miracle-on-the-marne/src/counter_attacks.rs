//! 9.5 Counter Attacks.

use crate::MiracleOnTheMarne;
use crate::action::Action;
use crate::combat::{ATTACK_WITH_ALL, ELIMINATED, Kind, Shot, overwhelmed};
use crate::hints::Mind;
use crate::pieces::Piece;
use crate::state::{Blow, PieceSet, State, Step};
use crate::tables::{CombatResult, Mode};
use engine::{
    Bar, Chance, Clause, Derivation, Dice, Event, EventKind, FigureName, Forecast, Refusal, Role, Sink, Words, clauses,
};
use hexboard::Hex;

engine::decisions! {
    (MiracleOnTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// Whether and where the defender counter-attacks.
    Counter by state.active.other() => {
        asks: "You are Engaged: counter-attack, or not?",
        lists: game.list_counters(state, out),
        points(hex): out.push(Action::Target(hex)),
        Target(hex) => {
            check: game.check_counter(state, hex),
            play: state.step = Step::CounterForce(hex),
            words: Words::new(format!("counter-attack {}", game.ground.called(hex))).role(Role::Aim),
            odds: {
                let mut then = state.clone();
                game.counter_with_all(&mut then);
                Some(game.counter_forecast(&then, hex).given("everybody joins that can"))
            },
            worth: mind.appraise_attackers(state, hex),
        }
        Done => {
            check: Ok(()),
            play: game.end_battle(state, events),
            words: "no Counter Attack",
            odds: None,
            worth: 0.0,
        }
    }

    /// Which units counter-attack a hex.
    CounterForce(target: Hex) by state.active.other() => {
        asks: format!("Choose the units that counter-attack {}.", game.ground.called(target)),
        lists: game.list_counter_force(state, out),
        points(hex): out.extend(game.own(state, hex).iter().map(Action::Join)),
        Join(unit) => {
            check: game.check_counter_force(state, unit),
            play: state.joined.insert(unit),
            words: Words::new(format!("{} attacks", game.unit_words(state, unit))).role(Role::Join),
            odds: {
                let mut then = state.clone();
                then.joined.insert(unit);
                Some(game.counter_forecast(&then, target).given("nobody else joins"))
            },
            worth: 2.0,
        }
        JoinAll => {
            check: game.check_counter_all(state),
            play: game.counter_with_all(state),
            words: Words::new(ATTACK_WITH_ALL).role(Role::Join),
            odds: {
                let mut then = state.clone();
                game.counter_with_all(&mut then);
                Some(game.counter_forecast(&then, target).given("everybody joins that can"))
            },
            worth: 4.0,
        }
        Fire => {
            check: game.check_counter_fire(state),
            play: game.counter_attack(state, target, dice, events),
            words: Words::new("roll").rolls(true).role(Role::Fight),
            odds: Some(game.counter_forecast(state, target)),
            worth: 1.0,
        }
    }
}

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// Why a unit may not counter-attack: only Defensive-mode units that were attacked and got Engaged may [5.1.2c, 9.5.1a]
    /// [9.5.1b, 5.1.1b2, 5.1.3c, 5.1.4b]; in supply [9.5.8, 11.2.2a]; not over-stacked [8.1.4], nor just retreated there
    /// [9.8.3b].
    fn counter_bar(&self, state: &State, unit: Piece) -> Result<(), Bar> {
        if unit.is_hq() || state.hex(unit) != state.target || state.joined.contains(unit) {
            return Err((&[Clause("9.5.1b")], "was not attacked just now, or has joined already"));
        }
        if state.guests.contains(unit) {
            return Err((&[Clause("9.8.3b")], "has just retreated there and cannot contribute"));
        }
        match state.mode(unit) {
            Mode::Defensive => {}
            Mode::Offensive => return Err((&[Clause("9.5.1a"), Clause("5.1.1b2")], "is in Offensive mode")),
            Mode::Transfer => return Err((&[Clause("9.5.1a"), Clause("5.1.3c")], "is in Transfer mode")),
            Mode::Regroup => return Err((&[Clause("9.5.1a"), Clause("5.1.4b")], "is in Regroup mode")),
        }
        if state.unsupplied.contains(unit) {
            return Err((&[Clause("9.5.8"), Clause("11.2.2a")], "is out of supply"));
        }
        if self.is_overstacked(state, state.target) {
            return Err((&[Clause("8.1.4")], "is over-stacked"));
        }
        Ok(())
    }

    /// The units that can still join a Counter Attack.
    fn counter_attackers(&self, state: &State) -> PieceSet {
        let there = state.units_in(state.target).iter();
        there.filter(|&unit| self.counter_bar(state, unit).is_ok()).collect()
    }

    /// Whether the defender can counter-attack at all, with what would be worth a roll (ruling R59). The garrison of Paris
    /// never can: it is no unit [13.1.2b].
    pub(crate) fn can_counter(&self, state: &State) -> bool {
        self.attack_total(state, self.counter_attackers(state)) > 0
    }

    /// The hexes of those who attacked [9.5.2], one of which may be counter-attacked [9.5.3]; or none, as it is optional
    /// [9.6.2.EN-g].
    pub(crate) fn list_counters(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.attack_hexes(state).into_iter().filter(|&hex| hex != Hex::NONE).map(Action::Target));
        out.push(Action::Done);
    }

    pub(crate) fn check_counter(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        if hex != Hex::NONE && self.attack_hexes(state).contains(&hex) {
            return Ok(());
        }
        let reason = format!("nobody attacked from {}", self.ground.label(hex));
        Err(Refusal::new(clauses!["9.5.2"], reason))
    }

    pub(crate) fn list_counter_force(&self, state: &State, out: &mut Vec<Action>) {
        let units = self.counter_attackers(state);
        out.extend(units.iter().map(Action::Join));
        if !units.is_empty() {
            out.push(Action::JoinAll);
        }
        if self.check_counter_fire(state).is_ok() {
            out.push(Action::Fire);
        }
    }

    pub(crate) fn check_counter_force(&self, state: &State, unit: Piece) -> Result<(), Refusal> {
        self.counter_bar(state, unit).map_err(|bar| self.refusal(unit, bar))
    }

    pub(crate) fn check_counter_all(&self, state: &State) -> Result<(), Refusal> {
        match self.counter_attackers(state).is_empty() {
            false => Ok(()),
            true => Err(Refusal::new(clauses!["9.5.4"], "there are no more units that could join")),
        }
    }

    pub(crate) fn check_counter_fire(&self, state: &State) -> Result<(), Refusal> {
        match self.attack_total(state, state.joined) > 0 {
            true => Ok(()),
            false => Err(Refusal::new(clauses!["9.5.4"], "first name units with attack factors")),
        }
    }

    pub(crate) fn counter_with_all(&self, state: &mut State) {
        state.joined = state.joined.or(self.counter_attackers(state));
    }

    /// The line is that of the mode of those who attacked, their real one [9.5.4] (rulings R25, R30).
    fn counter_shot(&self, state: &State, hex: Hex) -> Shot {
        let firing = state.joined.iter().filter(|&unit| self.attack_factor(state, unit) > 0).collect();
        Shot {
            kind: Kind::Counter,
            hex,
            firing,
            factors: self.attack_total(state, state.joined),
            line: self.target_mode(state, self.attackers_from(state, state.target, hex)),
            massed: self.is_massed(state, hex),
        }
    }

    /// Rolls for a Counter Attack. Its targets give no Defense Fire [9.5.7]; it strikes those in the hex who attacked, and
    /// nobody else [9.5.2].
    pub(crate) fn counter_attack(&self, state: &mut State, hex: Hex, dice: &mut impl Dice, events: &mut impl Sink) {
        let shot = self.counter_shot(state, hex);
        state.hit = self.new_hit(state, Blow::Counter, hex);
        state.struck = self.attackers_from(state, state.target, hex);
        let defense = self.defense_total(state, state.struck, hex);
        if self.is_automatic(shot.factors, defense) {
            events.tell(|| {
                let text = overwhelmed(shot.factors, &self.ground.label(hex));
                let event = Event::new(EventKind::Combat, text).side(state.active.other()).at([hex]);
                event.by(clauses!["9.6.5"]).figure(FigureName::Attack, shot.factors).outcome(ELIMINATED)
            });
            return self.destroy(state, events);
        }
        match self.roll(state, &shot, dice, events) {
            CombatResult::Engaged => self.end_battle(state, events),
            result => self.apply_combat(state, result, events),
        }
    }

    /// Begins the Counter Attack Segment if there is anybody for it [4.C3d, 9.6.2.EN-e].
    pub(crate) fn begin_counter(&self, state: &mut State, events: &mut impl Sink) {
        state.joined = PieceSet::EMPTY;
        state.hit.blow = Blow::Counter;
        if self.can_counter(state) {
            state.step = Step::Counter;
        } else {
            self.end_battle(state, events);
        }
    }

    /// The odds of the Counter Attack that is put together.
    pub(crate) fn counter_forecast(&self, state: &State, hex: Hex) -> Forecast {
        let shot = self.counter_shot(state, hex);
        let units = self.attackers_from(state, state.target, hex);
        let defense = self.defense_total(state, units, hex);
        let ratio = Derivation::new("Defense factors", defense, clauses!["9.6.5"]);
        if self.is_automatic(shot.factors, defense) {
            let value = format!("{} to {defense}", shot.factors);
            let sum = Derivation::new("More than 7:1, no die is rolled", value, vec![Clause("9.6.5")]).with(ratio);
            let forecast = Forecast::new(sum, vec![Chance { outcome: ELIMINATED.into(), probability: 1.0 }]);
            return forecast.fight(self.overwhelming(state, &shot, units));
        }
        let mut sum = self.shot_derivation(state, &shot).with(ratio);
        for unit in state.joined.iter() {
            let printed = self.pieces.counter(unit).face(self.steps(state, unit)).attack;
            sum = sum.with(self.factor_derivation(state, unit, self.attack_factor(state, unit), printed, false));
        }
        let fight = self.shot_fight(state, &shot, units);
        Forecast::new(sum, self.combat_chances(state, &shot)).aimed([self.shot_aim(state, &shot)]).fight(fight)
    }
}
