//! 9.3 Defense Fire.

use crate::MiracleOnTheMarne;
use crate::action::Action;
use crate::combat::{EVERYTHING, Kind, Shot};
use crate::hints::Mind;
use crate::pieces::{Class, MOST_UNITS, Piece};
use crate::state::{Blow, Hit, PieceSet, State, Step, option};
use crate::tables::{CombatResult, Mode};
use engine::{Bar, Clause, Derivation, Dice, Event, EventKind, Forecast, Refusal, Role, Sink, Words, clauses};
use hexboard::Hex;

/// How a unit takes part in Defense Fire.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Part {
    /// It is attacked itself [9.3.1a].
    Target,
    /// A gun not in the attacked hex [9.3.3a].
    Gun,
    /// It supports from beside the attackers [9.3.2a].
    Support,
}

engine::decisions! {
    (MiracleOnTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// At which attackers the defender fires.
    DefenseFire by state.active.other() => {
        asks: format!("{} is attacked: choose attackers to fire at.", game.ground.called(state.target)),
        lists: game.list_defense_fire(state, out),
        points(hex): out.push(Action::Target(hex)),
        Target(hex) => {
            check: game.check_defense_fire(state, hex),
            play: state.step = Step::DefenseVolley(hex),
            words: Words::new(format!("fire at the attackers in {}", game.ground.called(hex))).role(Role::Aim),
            odds: {
                let mut then = state.clone();
                then.garrison_fire[0] = game.garrison_can_fire(state);
                game.aim_all_shooters(&mut then, hex);
                Some(game.fire_forecast(&then, hex).given("everything fires that can"))
            },
            worth: mind.appraise_attackers(state, hex),
        }
        Done => {
            check: Ok(()),
            play: game.end_defense_fire(state, events),
            words: "no more Defense Fire",
            odds: None,
            worth: 0.0,
        }
    }

    /// Which units fire at an attacking hex.
    DefenseVolley(from: Hex) by state.active.other() => {
        asks: format!("Choose the units that fire at {}.", game.ground.called(from)),
        lists: game.list_shooters(state, from, out),
        points(hex): out.extend(game.own(state, hex).iter().map(|unit| Action::Aim(unit, 1))),
        Aim(unit, factors) => {
            check: game.check_shooter(state, unit, factors, from),
            play: state.aimed[unit.index()] = factors,
            words: Words::new(game.aim_words(state, unit, factors)).role(Role::Join),
            odds: {
                let then = game.aiming(state, unit, factors);
                Some(game.fire_forecast(&then, from).given("nobody else fires"))
            },
            worth: 0.0,
        }
        AimAll => {
            check: game.check_all_shooters(state, from),
            play: game.aim_all_shooters(state, from),
            words: Words::new(EVERYTHING).role(Role::Join),
            odds: {
                let mut then = state.clone();
                game.aim_all_shooters(&mut then, from);
                Some(game.fire_forecast(&then, from).given("all of them fire"))
            },
            worth: 4.0,
        }
        Garrison => {
            check: game.check_garrison(state),
            play: state.garrison_fire[0] = true,
            words: Words::new("the garrison of Paris").role(Role::Join),
            odds: None,
            worth: 3.0,
        }
        Fire => {
            check: game.check_aimed(state),
            play: game.defend(state, from, dice, events),
            words: Words::new("roll").rolls(true).role(Role::Fight),
            odds: Some(game.fire_forecast(state, from)),
            worth: 1.0,
        }
    }
}

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// How a unit of the defender takes part in Defense Fire at attackers in a hex, whatever its mode, supply or Disruption
    /// (ruling R39), and whatever a gun did earlier in the turn [9.3.3b].
    fn part(&self, state: &State, unit: Piece, from: Hex) -> Result<Part, Bar> {
        let hex = state.hex(unit);
        if unit.is_hq() || !state.on_map.contains(unit) || self.pieces.side(unit) == state.active {
            return Err((&[Clause("9.3.1a")], "is no combat unit of the defender"));
        }
        if hex == state.target {
            // Who has just retreated into the attacked hex contributes nothing; for others it may fire.
            return match state.guests.contains(unit) {
                true => Err((&[Clause("9.8.3b")], "has just retreated there and cannot contribute")),
                false => Ok(Part::Target),
            };
        }
        let away = self.ground.board().distance(hex, from);
        let gun = self.pieces.counter(unit).class == Class::Artillery;
        if away > 1 && !(gun && away <= self.tables.combat.range.into()) {
            return Err((&[Clause("9.3.2a"), Clause("9.3.3a")], "is too far from the attackers"));
        }
        if state.is_locked(unit) {
            return Err((&[Clause("9.6.2.EN-b2")], "is Engaged and fires only for itself"));
        }
        if self.is_overstacked(state, hex) {
            return Err((&[Clause("8.1.4")], "is over-stacked and not attacked itself"));
        }
        if state.has(option::FIRE_ONCE) && state.fired.contains(unit) {
            return Err((&[Clause("9.3.2a"), Clause("9.3.3a")], "has given such fire in this phase"));
        }
        // Guns next to the attackers fire with all they have (ruling R38).
        if gun && !(away == 1 && state.has(option::GUNS_SUPPORT)) {
            return Ok(Part::Gun);
        }
        if state.declared.contains(hex) || state.targeted.contains(unit) {
            return Err((&[Clause("9.3.2c")], "is or was attacked in this phase and cannot support"));
        }
        Ok(Part::Support)
    }

    /// Factors that a unit can fire with at attackers in a hex: all of its Defense factor, or half of it, rounded down,
    /// in support [9.3.1b, 9.3.2b, 9.3.3a], less what it has used in this combat [9.3.4b].
    fn fire_left(&self, state: &State, unit: Piece, from: Hex) -> Result<u8, Bar> {
        let full = self.defense_factor(state, unit);
        let spent = state.spent[unit.index()];
        let left = match self.part(state, unit, from)? {
            Part::Target => full.saturating_sub(spent),
            // They fire at one attacking hex in each combat (ruling R37).
            Part::Gun if spent == 0 => full,
            Part::Support if spent == 0 => full / self.tables.combat.support_divisor,
            Part::Gun | Part::Support => 0,
        };
        if left > 0 {
            Ok(left)
        } else {
            Err((&[Clause("9.3.4b"), Clause("9.3.2b")], "has no factor left to fire with"))
        }
    }

    /// Whether a unit may fire a part of its factors: one that is attacked from several hexes [9.3.4b].
    fn may_split(&self, state: &State, unit: Piece) -> bool {
        let hexes = self.attack_hexes(state).iter().filter(|&&hex| hex != Hex::NONE).count();
        hexes > 1 && state.hex(unit) == state.target
    }

    /// The units that can still be aimed at attackers in a hex, with what they have.
    fn shooters(&self, state: &State, from: Hex) -> impl Iterator<Item = (Piece, u8)> {
        let mut near = state.units_in(state.target);
        let around = self.near.around(from).chain(self.near.two_away(from));
        for hex in around.filter(|&hex| state.held[state.active.other().index()].contains(hex)) {
            near = near.or(state.units_in(hex));
        }
        let ready = near.iter().filter(move |&unit| state.aimed[unit.index()] == 0);
        ready.filter_map(move |unit| Some((unit, self.fire_left(state, unit, from).ok()?)))
    }

    /// Whether the garrison of Paris can fire: once in a combat (ruling R40).
    fn garrison_can_fire(&self, state: &State) -> bool {
        self.is_garrisoned(state, state.target) && state.garrison_fire == [false; 2]
    }

    /// Whether attackers in a hex can be fired at: once in a combat, with everything that fires at them [9.3.5a].
    fn can_be_shot(&self, state: &State, from: Hex) -> bool {
        let way = self.ground.board().direction(state.target, from);
        let attacks = !self.attackers_from(state, state.target, from).is_empty();
        let fresh = way.is_some_and(|way| state.shot >> way.index() & 1 == 0);
        attacks && fresh && (self.garrison_can_fire(state) || self.shooters(state, from).next().is_some())
    }

    /// Attacking hexes in any order, and the end of it: Defense Fire may be shared out at will [9.3.4a].
    pub(crate) fn list_defense_fire(&self, state: &State, out: &mut Vec<Action>) {
        let from = self.attack_hexes(state).into_iter().filter(|&hex| hex != Hex::NONE);
        out.extend(from.filter(|&hex| self.can_be_shot(state, hex)).map(Action::Target));
        out.push(Action::Done);
    }

    pub(crate) fn check_defense_fire(&self, state: &State, from: Hex) -> Result<(), Refusal> {
        if self.can_be_shot(state, from) {
            return Ok(());
        }
        let at = self.ground.label(from);
        let reason = format!("{at} holds no attackers that are still to be fired at, or nobody can");
        Err(Refusal::new(clauses!["9.3.5a", "9.3.1a"], reason))
    }

    pub(crate) fn list_shooters(&self, state: &State, from: Hex, out: &mut Vec<Action>) {
        let mut shooters = 0;
        for (unit, left) in self.shooters(state, from) {
            let least = if self.may_split(state, unit) { 1 } else { left };
            out.extend((least..=left).map(|factors| Action::Aim(unit, factors)));
            shooters += 1;
        }
        if shooters > 0 {
            out.push(Action::AimAll);
        }
        if self.garrison_can_fire(state) {
            out.push(Action::Garrison);
        }
        if self.is_anything_aimed(state) {
            out.push(Action::Fire);
        }
    }

    pub(crate) fn is_anything_aimed(&self, state: &State) -> bool {
        state.garrison_fire[0] || state.aimed != [0; MOST_UNITS]
    }

    pub(crate) fn check_shooter(&self, state: &State, unit: Piece, factors: u8, from: Hex) -> Result<(), Refusal> {
        let left = self.fire_left(state, unit, from).map_err(|bar| self.refusal(unit, bar))?;
        let name = self.pieces.title(unit);
        if state.aimed[unit.index()] > 0 {
            return Err(Refusal::new(clauses!["9.3.4b"], format!("{name} is aimed already")));
        }
        let least = if self.may_split(state, unit) { 1 } else { left };
        if !(least..=left).contains(&factors) {
            let reason = format!("{name} can fire {least} to {left} factors at {}", self.ground.label(from));
            return Err(Refusal::new(clauses!["9.3.4b", "9.3.2b"], reason));
        }
        Ok(())
    }

    pub(crate) fn check_all_shooters(&self, state: &State, from: Hex) -> Result<(), Refusal> {
        match self.shooters(state, from).next() {
            Some(_) => Ok(()),
            None => Err(Refusal::new(clauses!["9.3.5a"], "nobody else can fire at these attackers")),
        }
    }

    pub(crate) fn check_garrison(&self, state: &State) -> Result<(), Refusal> {
        match self.garrison_can_fire(state) {
            true => Ok(()),
            false => Err(Refusal::new(clauses!["13.1.1a"], "no garrison of Paris can fire now")),
        }
    }

    pub(crate) fn aim_all_shooters(&self, state: &mut State, from: Hex) {
        let shooters: PieceSet = self.shooters(state, from).map(|(unit, _)| unit).collect();
        for unit in shooters.iter() {
            state.aimed[unit.index()] = self.fire_left(state, unit, from).expect("shooters can fire there");
        }
    }

    /// The volley that is put together, on the Offensive line whatever the attackers' mode [9.3.5b, 5.1.2j]. Support
    /// goes into it like everything else [9.3.2d].
    fn fire_shot(&self, state: &State, from: Hex) -> Shot {
        let (firing, factors) = self.aimed(state);
        let garrison = if state.garrison_fire[0] { self.tables.paris.defense } else { 0 };
        Shot {
            kind: Kind::DefenseFire(state.target),
            hex: from,
            firing,
            factors: factors + u16::from(garrison),
            line: Mode::Offensive,
            massed: self.is_massed(state, from),
        }
    }

    /// Rolls for Defense Fire and applies the result to the attackers in that hex [9.3.5c]: only to units declared in this
    /// attack (rulings R41, R99). Engaged is no effect here [9.3.6].
    pub(crate) fn defend(&self, state: &mut State, from: Hex, dice: &mut impl Dice, events: &mut impl Sink) {
        let shot = self.fire_shot(state, from);
        self.reveal(state, shot.firing, events);
        let result = self.roll(state, &shot, dice, events);
        for at in 0..MOST_UNITS {
            let used = std::mem::take(&mut state.aimed[at]);
            state.spent[at] = state.spent[at].saturating_add(used);
        }
        let elsewhere = shot.firing.iter().filter(|&unit| state.hex(unit) != state.target).collect();
        state.fired = state.fired.or(elsewhere);
        state.garrison_fire = [false, state.garrison_fire[0] || state.garrison_fire[1]];
        if let Some(way) = self.ground.board().direction(state.target, from) {
            state.shot |= 1 << way.index();
        }
        state.hit = Hit { blow: Blow::DefenseFire, hex: from, ..Hit::BLANK };
        state.struck = self.attackers_from(state, state.target, from);
        match result {
            CombatResult::Engaged => self.end_hit(state, events),
            CombatResult::Loss(number) => {
                self.abort(state, events);
                // One more for those out of supply is lost in Regular and Counter Attacks alone [9.6.2.N-RAe].
                state.hit.steps = number;
                self.go_on_losing(state, events);
            }
        }
    }

    /// Attackers that were disrupted before they were hit break off [9.6.2.N-DFb, 10.1.2c] (ruling R43).
    fn abort(&self, state: &mut State, events: &mut impl Sink) {
        for unit in state.struck.and(state.disrupted).iter() {
            state.aims[unit.index()] = 0;
            state.fought.insert(unit);
            self.tell_unit(state, unit, events, EventKind::Result, "breaks off its attack", |event| {
                event.by(clauses!["9.6.2.N-DFb"])
            });
        }
    }

    /// Ends Defense Fire: the attack follows, if anybody is left to make it.
    pub(crate) fn end_defense_fire(&self, state: &mut State, events: &mut impl Sink) {
        if self.attackers(state, state.target).is_empty() {
            events.tell(|| {
                let text = format!("Nobody is left to attack {}.", self.ground.label(state.target));
                Event::new(EventKind::Combat, text).side(state.active).by(clauses!["9.4.3"])
            });
            return self.end_battle(state, events);
        }
        state.step = Step::Attack;
    }

    /// The odds of the volley that is put together.
    pub(crate) fn fire_forecast(&self, state: &State, from: Hex) -> Forecast {
        let shot = self.fire_shot(state, from);
        let mut sum = self.shot_derivation(state, &shot);
        for unit in shot.firing.iter() {
            let printed = self.pieces.counter(unit).face(self.steps(state, unit)).defense;
            let mut part = self.factor_derivation(state, unit, state.aimed[unit.index()], printed, true);
            match self.part(state, unit, from) {
                Ok(Part::Support) => part = part.with(Derivation::new("in support", "half", clauses!["9.3.2b"])),
                Ok(Part::Gun) => part = part.with(Derivation::new("gun", "all", clauses!["9.3.3a"])),
                _ => {}
            }
            sum = sum.with(part);
        }
        if state.garrison_fire[0] {
            sum = sum.with(Derivation::new("Garrison of Paris", self.tables.paris.defense, clauses!["13.1.1a"]));
        }
        let fight = self.shot_fight(state, &shot, self.attackers_from(state, state.target, from));
        Forecast::new(sum, self.combat_chances(state, &shot)).aimed([self.shot_aim(state, &shot)]).fight(fight)
    }
}
