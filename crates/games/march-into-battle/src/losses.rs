//! 7.3, 10.0 and 10.2: steps lost to casualties and stragglers, smashed and eliminated units.

use crate::MarchIntoBattle;
use crate::action::Action;
use crate::hints::Mind;
use crate::pieces::Arm;
use crate::state::{Loss, Place, Stage, State, Step, Unit, Units, mark};
use crate::status::Weariness;
use engine::{EventKind, Refusal, Role, Side, Sink, Words, clauses};

engine::decisions! {
    (MarchIntoBattle, Action, Mind: game, state, out, dice, events, mind)

    /// Which unit loses a step.
    Lose by game.bleeding(state) => {
        asks: "Choose the unit that loses the step.",
        lists: game.list_losers(state, out),
        points(hex): out.extend(game.own(state, hex).map(Action::Lose)),
        Lose(unit) => {
            check: game.check_loser(state, unit),
            play: {
                state.step = Step::Idle;
                game.lose_step(state, unit, events);
            },
            words: Words::new(format!("{} loses the step", game.unit_words(state, unit)))
                .role_if(game.least_loss(state) == Some(unit), Role::Least),
            odds: None,
            worth: mind.loss_worth(state, unit),
        }
    }
}

#[engine::by_the_book]
impl MarchIntoBattle {
    /// The units of a stack that can lose the next step: first those that are not smashed (ruling R-65), and of these
    /// never one whose last step fell in this combat [10.2j, 10.2k].
    pub(crate) fn losers(&self, state: &State, loss: &Loss) -> Units {
        let here = |unit: &Unit| state.on_map(*unit) && !state.fight.smashed.contains(*unit);
        let whole: Units =
            loss.units.iter().filter(here).filter(|&unit| !state.chart(unit).is(mark::SMASHED)).collect();
        if !whole.is_empty() {
            return whole;
        }
        loss.units.iter().filter(here).filter(|&unit| self.can_be_finished(state, unit, loss)).collect()
    }

    /// Any step lost in combat ends a smashed unit [10.2h], but stragglers end smashed cavalry only after a charge or a
    /// bombardment [10.2i].
    fn can_be_finished(&self, state: &State, unit: Unit, loss: &Loss) -> bool {
        let in_combat = state.fight.stage != Stage::None;
        in_combat && (loss.casualties > 0 || loss.hard || !self.is_cavalry(state, unit))
    }

    /// The side whose troops lose the next step.
    fn bleeding(&self, state: &State) -> Side {
        let first = state.losses().first().and_then(|loss| loss.units.first());
        first.map_or(state.side, |unit| self.side_of(state, unit))
    }

    /// Works off losses until their owner must choose; whether he must.
    pub(crate) fn work_off_losses(&self, state: &mut State, events: &mut impl Sink) -> bool {
        while let Some(&loss) = state.losses().first() {
            if loss.casualties == 0 && loss.stragglers == 0 {
                state.settle_loss();
                continue;
            }
            if loss.casualties > 0 && self.spend_organic(state, loss, events) {
                state.first_loss().casualties -= 1;
                continue;
            }
            let losers = self.losers(state, &loss);
            match (losers.len(), losers.first()) {
                (0, _) | (_, None) => state.settle_loss(),
                (1, Some(unit)) => self.lose_step(state, unit, events),
                _ => {
                    state.step = Step::Lose;
                    return true;
                }
            }
        }
        false
    }

    /// The units whose organic cavalry defends and falls: in a charge alone [7.14b], and not of who is Tired or Spent
    /// [7.14k].
    pub(crate) fn with_horse(&self, state: &State, units: Units, charged: bool) -> Units {
        let rides =
            |unit: &Unit| charged && state.chart(*unit).organic > 0 && self.weariness(state, *unit) == Weariness::Fit;
        units.iter().filter(rides).collect()
    }

    /// In a charge casualties come from the organic cavalry of the stack first [7.14j].
    fn spend_organic(&self, state: &mut State, loss: Loss, events: &mut impl Sink) -> bool {
        let Some(unit) = loss.organic.iter().find(|&unit| state.on_map(unit) && state.chart(unit).organic > 0) else {
            return false;
        };
        state.chart_mut(unit).organic -= 1;
        events.tell(|| {
            let text = format!("The organic cavalry of {} takes the loss.", self.name(state, unit));
            self.unit_event(state, unit, EventKind::Loss, text).by(clauses!["7.14j"]).reveals()
        });
        true
    }

    /// Of those that can lose the next step the strongest: it is the smallest part of it.
    fn least_loss(&self, state: &State) -> Option<Unit> {
        let losers = self.losers(state, state.losses().first()?);
        losers.iter().max_by_key(|&unit| self.strength(state, unit))
    }

    pub(crate) fn list_losers(&self, state: &State, out: &mut Vec<Action>) {
        if let Some(loss) = state.losses().first() {
            out.extend(self.losers(state, loss).iter().map(Action::Lose));
        }
    }

    pub(crate) fn check_loser(&self, state: &State, unit: Unit) -> Result<(), Refusal> {
        if state.losses().first().is_some_and(|loss| self.losers(state, loss).contains(unit)) {
            return Ok(());
        }
        let reason = format!("{} is not among those that can lose this step", self.name(state, unit));
        Err(Refusal::new(clauses!["7.3a", "10.2j"], reason))
    }

    /// A unit loses the first step of the first loss: casualties before stragglers [7.3c].
    pub(crate) fn lose_step(&self, state: &mut State, unit: Unit, events: &mut impl Sink) {
        let casualty = state.losses()[0].casualties > 0;
        let loss = state.first_loss();
        if casualty {
            loss.casualties -= 1;
        } else {
            loss.stragglers -= 1;
        }
        if self.arm(state, unit) == Arm::Battery {
            return self.lose_points(state, unit, if casualty { 2 } else { 1 }, events);
        }
        if state.chart(unit).is(mark::SMASHED) {
            return self.eliminate(state, unit, events);
        }
        let full = state.chart(unit).stragglers >= self.tables.limits.stragglers;
        self.take_step(state, unit, casualty || full, events);
    }

    /// One step leaves the map in combat, at double time or by evasion [10.0a]: as a straggler step, or for good [7.3.#c, 7.3.#s, 10.0b, 10.0c].
    pub(crate) fn take_step(&self, state: &mut State, unit: Unit, for_good: bool, events: &mut impl Sink) {
        let side = self.side_of(state, unit);
        let chart = state.chart_mut(unit);
        chart.steps = chart.steps.saturating_sub(1);
        if for_good {
            state.casualties[side.index()] += 1;
        } else {
            chart.stragglers += 1;
            chart.fresh += 1;
        }
        events.tell(|| {
            let how = if for_good { "to casualties" } else { "to stragglers" };
            let text = format!("{} loses a step {how}.", self.name(state, unit));
            let by = if for_good { clauses!["7.3.#c"] } else { clauses!["7.3.#s", "10.0b"] };
            self.unit_event(state, unit, EventKind::Loss, text).costs(side, 1).by(by).reveals()
        });
        if state.chart(unit).steps == 0 {
            self.run_out(state, unit, events);
        } else if state.chart(unit).steps == 1 && state.chart(unit).is(mark::EXTENDED) {
            // A single step cannot lie across two hexes (ruling R-97).
            state.collapsing.insert(unit);
        }
    }

    /// The last step on the map is gone: smashed if stragglers are out [10.2a], else eliminated (ruling R-55).
    fn run_out(&self, state: &mut State, unit: Unit, events: &mut impl Sink) {
        if state.chart(unit).stragglers == 0 {
            return self.eliminate(state, unit, events);
        }
        if state.chart(unit).is(mark::EXTENDED) {
            state.collapsing.insert(unit);
        }
        let chart = state.chart_mut(unit);
        chart.clear(mark::DISORGANIZED);
        chart.set(mark::SMASHED);
        state.fight.smashed.insert(unit);
        events.tell(|| {
            let text = format!("{} is smashed.", self.name(state, unit));
            let event = self.unit_event(state, unit, EventKind::Disorder, text).at([state.chart(unit).hex]);
            event.by(clauses!["10.2a", "10.2b"]).reveals()
        });
    }

    /// A unit leaves the game with its batteries (ruling R-69); straggler steps that are still out count as casualties
    /// [10.2l].
    pub(crate) fn eliminate(&self, state: &mut State, unit: Unit, events: &mut impl Sink) {
        let side = self.side_of(state, unit);
        let hex = state.chart(unit).hex;
        let battery = self.arm(state, unit) == Arm::Battery;
        state.lift(unit, side);
        let chart = state.chart_mut(unit);
        let (steps, guns) = (chart.steps + chart.stragglers, chart.guns);
        chart.place = if battery { Place::Away } else { Place::Gone };
        chart.steps = 0;
        chart.stragglers = 0;
        chart.guns = 0;
        chart.organic = 0;
        chart.clear(mark::SMASHED | mark::DISORGANIZED);
        state.fight.smashed.remove(unit);
        state.casualties[side.index()] += steps;
        state.batteries[side.index()] += guns;
        // When all its hexes are lost another Grand Battery may be formed (ruling R-93).
        if battery && !self.units_of(state, side).any(|other| self.arm(state, other) == Arm::Battery) {
            state.battery[side.index()].formed = false;
            state.battery[side.index()].givers = Units::EMPTY;
        }
        let counted = self.unit(state, unit);
        if counted.arm.is_division() && !counted.insurrection {
            state.destroyed[side.index()] += 1;
        }
        self.find_lonely(state, side, hex);
        events.tell(|| {
            let text = format!("{} is eliminated.", self.name(state, unit));
            let event = self.unit_event(state, unit, EventKind::Loss, text).at([hex]);
            event.costs(side, steps.into()).by(clauses!["10.2h", "10.2l"]).reveals()
        });
    }

    /// A battery is lost for good [7.9b].
    pub(crate) fn lose_battery(&self, state: &mut State, unit: Unit, events: &mut impl Sink) {
        let side = self.side_of(state, unit);
        state.chart_mut(unit).guns -= 1;
        state.batteries[side.index()] += 1;
        events.tell(|| {
            let text = format!("{} loses a battery.", self.name(state, unit));
            self.unit_event(state, unit, EventKind::Loss, text).by(clauses!["7.12a", "7.9b"]).reveals()
        });
    }

    /// A Grand Battery loses points; without any it is gone (ruling R-95).
    fn lose_points(&self, state: &mut State, unit: Unit, points: u8, events: &mut impl Sink) {
        for _ in 0..points.min(state.chart(unit).guns) {
            self.lose_battery(state, unit, events);
        }
        if state.chart(unit).guns == 0 {
            self.eliminate(state, unit, events);
        }
    }
}
