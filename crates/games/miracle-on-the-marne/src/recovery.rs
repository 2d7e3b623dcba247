//! 10.2 Removal of Disruption and 12 Recovery.

use crate::MiracleOnTheMarne;
use crate::action::Action;
use crate::deployment::one;
use crate::pieces::{Class, Piece};
use crate::state::{State, option};
use crate::tables::Mode;
use engine::forecast::binomial;
use engine::{Bar, Chance, Clause, Derivation, Dice, Event, EventKind, Forecast, Refusal, Roll, Sink, Wish, clauses};

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// What the picked pieces may do besides moving, in their owner's Movement Phase [4.C1b].
    pub(crate) fn list_rests(&self, state: &State, out: &mut Vec<Action>) {
        let lead = self.lead(state);
        if state.disrupted.contains(lead) && self.rally_bar(state).is_ok() {
            out.push(Action::Rally);
        }
        if state.mode(lead) != Mode::Regroup {
            return;
        }
        if state.reduced.contains(lead) && self.check_recovery(state).is_ok() {
            out.push(Action::Recover);
        }
        if lead.is_hq() && self.check_rest(state, lead).is_ok() {
            let own = state.dead.and(self.pieces_of(state.active));
            out.extend(own.iter().filter(|&unit| self.may_return(state, unit)).map(Action::Return));
        }
    }

    /// Whether the picked units may shed their Disruption: outside every enemy zone and in supply [10.2.1], at any time of
    /// the phase, with the switch before they move (ruling R90).
    fn rally_bar(&self, state: &State) -> Result<(), Bar> {
        if state.entering || !state.joined.iter().all(|piece| state.disrupted.contains(piece)) {
            return Err((&[Clause("10.2.1")], "is not disrupted"));
        }
        if state.joined.iter().any(|piece| state.unsupplied.contains(piece)) {
            return Err((&[Clause("10.2.1")], "is out of supply"));
        }
        if state.joined.iter().any(|piece| self.in_enemy_zone(state, state.active, state.hex(piece))) {
            return Err((&[Clause("10.2.1")], "is in an enemy zone of control"));
        }
        let moved = state.joined.iter().any(|piece| state.spent[piece.index()] > 0);
        if moved && state.has(option::RALLY_FIRST) {
            return Err((&[Clause("10.2.1"), Clause("10.2.2a")], "has moved in this phase"));
        }
        Ok(())
    }

    pub(crate) fn check_rally(&self, state: &State) -> Result<(), Refusal> {
        self.rally_bar(state).map_err(|bar| self.refusal(self.lead(state), bar))
    }

    /// The picked units shed their Disruption, and may still move, but not into enemy zones [10.2.2a].
    pub(crate) fn rally(&self, state: &mut State, events: &mut impl Sink) {
        for unit in state.joined.iter() {
            state.disrupted.remove(unit);
            state.rallied.insert(unit);
            self.tell_unit(state, unit, events, EventKind::Recovery, "sheds its Disruption", |event| {
                event.by(clauses!["10.2.1"])
            });
        }
    }

    /// What every Recovery asks of a piece: Regroup mode [5.1.4d, 12.1.1a, 5.1.1f, 5.1.2k, 5.1.3e], no enemy zone
    /// [12.1.2b], no Disruption [12.1.2c, 10.1.2b], supply [12.1.2d, 11.2.2d], and that it has not moved [12.1.3].
    fn check_rest(&self, state: &State, piece: Piece) -> Result<(), Bar> {
        let mode = state.mode(piece);
        if mode != Mode::Regroup {
            let clauses: &[Clause] = match mode {
                Mode::Offensive => &[Clause("12.1.1a"), Clause("5.1.1f")],
                Mode::Defensive => &[Clause("12.1.1a"), Clause("5.1.2k")],
                _ => &[Clause("12.1.1a"), Clause("5.1.3e")],
            };
            return Err((clauses, "is not in Regroup mode"));
        }
        if self.in_enemy_zone(state, state.active, state.hex(piece)) {
            return Err((&[Clause("12.1.2b")], "is in an enemy zone of control"));
        }
        if state.disrupted.contains(piece) {
            return Err((&[Clause("12.1.2c"), Clause("10.1.2b")], "is disrupted"));
        }
        if state.unsupplied.contains(piece) {
            return Err((&[Clause("12.1.2d"), Clause("11.2.2d")], "is out of supply"));
        }
        if state.spent[piece.index()] > 0 || state.entering {
            return Err((&[Clause("12.1.3")], "has moved in this phase"));
        }
        Ok(())
    }

    /// Whether the picked units may try to recover a lost step, with the words of a refusal.
    pub(crate) fn try_recovery(&self, state: &State) -> Result<(), Refusal> {
        self.check_recovery(state).map_err(|(unit, bar)| Refusal::about(self.pieces.title(unit), bar))
    }

    /// Which of the picked units may not try to recover a lost step [12.1.2a], and why. Artillery never may [12.1.1b].
    fn check_recovery(&self, state: &State) -> Result<(), (Piece, Bar)> {
        for unit in state.joined.iter() {
            if unit.is_hq() || !state.reduced.contains(unit) {
                return Err((unit, (&[Clause("12.1.4")], "has no step to recover")));
            }
            if self.pieces.counter(unit).class == Class::Artillery {
                return Err((unit, (&[Clause("12.1.1b")], "is artillery and never recovers")));
            }
            self.check_rest(state, unit).map_err(|bar| (unit, bar))?;
        }
        Ok(())
    }

    /// Rolls for each of the picked units; a success turns it to its full strength at once [12.1.4]. None of them moves in
    /// this phase, whatever comes out [12.1.3]. The enemy is told nothing: it would tell him their mode.
    pub(crate) fn recover(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        let units = state.joined;
        let mut recovered = 0;
        for unit in units.iter() {
            let die = dice.d10();
            let success = die <= self.tables.recovery.step;
            if success {
                state.reduced.remove(unit);
                recovered += 1;
            }
            events.tell(|| {
                let what = if success { "recovers" } else { "does not recover" };
                let text = format!("{} {what} a step ({die}).", self.pieces.title(unit));
                let event = Event::new(EventKind::Recovery, text).at([state.hex(unit)]).by(clauses!["12.1.4"]);
                let enough = Wish::AtMost(self.tables.recovery.step.into());
                let roll = Roll::d10(format!("the recovery of {}", self.pieces.title(unit)), die);
                let roll = roll.hoped(state.active, enough);
                event.side(state.active).rolled([roll]).only_for(self.pieces.side(unit))
            });
        }
        events.tell(|| {
            let label = recovered_of(recovered, units.len());
            let event = Event::new(EventKind::Recovery, format!("Recovery: {label}.")).by(clauses!["12.1.4"]);
            event.side(state.active).outcome(label).only_for(state.active)
        });
        self.stay(state);
    }

    pub(crate) fn recovery_forecast(&self, state: &State) -> Forecast {
        let (units, most) = (state.joined.len(), self.tables.recovery.step);
        let chances = binomial(units, f64::from(most) / 10.0).into_iter().enumerate();
        let chances = chances.map(|(number, probability)| Chance { outcome: recovered_of(number, units), probability });
        let sum = Derivation::new("Each unit recovers on", format!("1-{most}"), clauses!["12.1.4"]);
        Forecast::new(sum, chances.collect())
    }

    /// Whether the picked HQ may try to bring somebody back: it qualifies like a unit [12.1.5a] (ruling R68).
    fn check_hq_recovery(&self, state: &State) -> Result<(), Refusal> {
        let hq = self.lead(state);
        if !hq.is_hq() {
            return Err(Refusal::new(clauses!["12.1.5a"], "only a HQ brings eliminated units back"));
        }
        self.check_rest(state, hq).map_err(|bar| Refusal::about(self.pieces.title(hq), bar))
    }

    /// Whether the picked HQ may try for this unit, which must fit in [12.1.5b2], with the words of a refusal.
    pub(crate) fn try_return(&self, state: &State, unit: Piece) -> Result<(), Refusal> {
        self.check_hq_recovery(state)?;
        self.check_return(state, unit).map_err(|bar| Refusal::about(self.pieces.title(unit), bar))?;
        self.check_fit(state, one(unit), state.hex(self.lead(state))).map_err(|mut refusal| {
            refusal.clauses.insert(0, Clause("12.1.5b2"));
            refusal
        })
    }

    /// The same for a HQ that may try for units at all.
    fn may_return(&self, state: &State, unit: Piece) -> bool {
        self.check_return(state, unit).is_ok() && self.fit(state, one(unit), state.hex(self.lead(state)))
    }

    /// Whether the picked HQ may try for this unit: any eliminated one [12.1.5a], with the switch of its own corps alone
    /// (ruling R68); no artillery [12.1.1b]; one try a corps each turn [12.1.5d].
    fn check_return(&self, state: &State, unit: Piece) -> Result<(), Bar> {
        let hq = self.lead(state);
        if !state.dead.contains(unit) || self.pieces.side(unit) != state.active {
            return Err((&[Clause("12.1.5a")], "is no eliminated unit of yours"));
        }
        if state.corps_of(unit) != state.corps_of(hq) && state.has(option::RETURN_OWN) {
            return Err((&[Clause("12.1.5a")], "belongs to another corps"));
        }
        if self.pieces.counter(unit).class == Class::Artillery {
            return Err((&[Clause("12.1.1b")], "is artillery and never recovers"));
        }
        if state.returned >> state.corps_of(unit).0 & 1 == 1 {
            return Err((&[Clause("12.1.5d")], "must wait: its corps has tried for a unit this turn"));
        }
        Ok(())
    }

    /// Rolls for an eliminated unit: on a success it comes back in the HQ's hex, with its reduced side up if it has one
    /// [12.1.5b] (ruling R69). Neither it nor the HQ moves in this phase [12.1.5c].
    pub(crate) fn bring_back(&self, state: &mut State, unit: Piece, dice: &mut impl Dice, events: &mut impl Sink) {
        let hq = self.lead(state);
        let hex = state.hex(hq);
        state.returned |= 1 << state.corps_of(unit).0;
        let die = dice.d10();
        let success = die <= self.tables.recovery.eliminated;
        if success {
            state.dead.remove(unit);
            state.moved.insert(unit);
            if self.pieces.counter(unit).steps > 1 {
                state.reduced.insert(unit);
            }
            self.put(state, unit, hex);
        }
        events.tell(|| {
            let what = returned(success);
            let text = format!("{} {what} ({die}).", self.pieces.title(unit));
            let event =
                Event::new(EventKind::Recovery, text).at([hex]).by(clauses!["12.1.5a", "12.1.5b"]).outcome(what);
            let roll = Roll::d10(format!("the return of {}", self.pieces.title(unit)), die);
            let roll = roll.hoped(state.active, Wish::AtMost(self.tables.recovery.eliminated.into()));
            event.side(state.active).rolled([roll]).only_for(state.active)
        });
        if success {
            self.enter_hex(state, state.active, hex, events);
            self.displace_hqs(state, state.active.other(), events);
            events.tell(|| {
                let text = format!("{} returns in {}.", self.count_units(one(unit)), self.ground.label(hex));
                Event::new(EventKind::Recovery, text).side(state.active).at([hex]).by(clauses!["12.1.5b"]).reveals()
            });
        }
        self.stay(state);
    }

    pub(crate) fn return_forecast(&self) -> Forecast {
        let most = self.tables.recovery.eliminated;
        let chance = f64::from(most) / 10.0;
        let sum = Derivation::new("The unit returns on", format!("1-{most}"), clauses!["12.1.5a"]);
        let chances = [(true, chance), (false, 1.0 - chance)];
        let chances = chances.map(|(success, probability)| Chance { outcome: returned(success).into(), probability });
        Forecast::new(sum, chances.into())
    }
}

fn recovered_of(recovered: usize, units: usize) -> String {
    format!("{recovered} of {units} recovered")
}

fn returned(success: bool) -> &'static str {
    if success { "returns" } else { "does not return" }
}
