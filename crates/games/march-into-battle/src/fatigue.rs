//! 9.0 Disorganization and 11.0 Fatigue, by unit or by formation.

use crate::MarchIntoBattle;
use crate::action::Action;
use crate::hints::Mind;
use crate::pieces::Arm;
use crate::scenarios::Level;
use crate::state::{Category, Place, State, Step, Unit, Units, mark, option};
use crate::status::LEVELS;
use engine::{Event, EventKind, Refusal, Side, Sink, clauses};
use std::cmp::Ordering;

engine::decisions! {
    (MarchIntoBattle, Action, Mind: game, state, out, dice, events, mind)

    /// Which units are held back.
    Hold(side: Side) by side => {
        asks: "Mark units to be held back, or release them.",
        lists: game.list_holds(state, side, out),
        points(hex): out.extend(game.own(state, hex).flat_map(|unit| [Action::Hold(unit), Action::Release(unit)])),
        Hold(unit) => {
            check: game.check_hold(state, side, unit, true),
            play: game.hold(state, unit, true),
            words: format!("hold back {}", game.unit_words(state, unit)),
            odds: None,
            worth: -1.0,
        }
        Release(unit) => {
            check: game.check_hold(state, side, unit, false),
            play: game.hold(state, unit, false),
            words: format!("release {}", game.unit_words(state, unit)),
            odds: None,
            worth: -1.0,
        }
        Done => { check: Ok(()), play: game.end_hold(state, side), words: "no more markers", odds: None, worth: 0.0 }
    }
}

#[engine::by_the_book]
impl MarchIntoBattle {
    /// Marks fatigue boxes of a unit [11.0a], never more than there are; none of this where formations tire [11.2b]. Trains and batteries know none [11.0c].
    pub(crate) fn tire(&self, state: &mut State, unit: Unit, boxes: u8) {
        if state.plays(option::LITE) || self.arm(state, unit) == Arm::Battery {
            return;
        }
        let most = self.tables.fatigue.spent;
        let chart = state.chart_mut(unit);
        chart.fatigue = chart.fatigue.saturating_add(boxes).min(most);
    }

    /// Disorganizes a unit [9.0a]; a smashed one needs no marker [10.2b]. A line lies as it lay: only one that must retreat
    /// falls together [16.6j].
    pub(crate) fn disorganize(&self, state: &mut State, unit: Unit) {
        if !state.chart(unit).is(mark::SMASHED) {
            state.chart_mut(unit).set(mark::DISORGANIZED);
        }
    }

    /// Rests a unit: less fatigue, and less of that with the enemy beside it [11.0e] (ruling R-83).
    pub(crate) fn rest(&self, state: &mut State, unit: Unit, events: &mut impl Sink) {
        let side = self.side_of(state, unit);
        let near = self.hexes_of(state, unit).any(|hex| self.near_enemy(state, side, hex));
        let table = &self.tables.fatigue;
        let boxes = match (self.is_night(state), near) {
            (true, _) => table.rest_at_night,
            (false, true) => table.rest_near_enemy,
            (false, false) => table.rest,
        };
        let chart = state.chart_mut(unit);
        chart.category = Category::Rest;
        if !state.plays(option::LITE) {
            let chart = state.chart_mut(unit);
            chart.fatigue = chart.fatigue.saturating_sub(boxes);
        }
        events.tell(|| {
            let text = format!("{} rests.", self.name(state, unit));
            self.unit_event(state, unit, EventKind::Recovery, text).by(clauses!["4.1.3", "11.0e"])
        });
    }

    /// A formation's fatigue goes up a level [11.2a].
    pub(crate) fn raise_level(&self, state: &mut State, formation: u8) {
        let level = &mut state.level[usize::from(formation)];
        *level = (*level + 1).min(LEVELS.len() as u8 - 1);
    }

    /// Held-back units are catching up the moment that they engage in combat, before it is weighed [11.2h] (ruling R-104);
    /// who they are.
    pub(crate) fn engage_reserves(&self, state: &mut State, fighting: Units) -> Units {
        if !state.plays(option::LITE) {
            return Units::EMPTY;
        }
        let held: Units = fighting.iter().filter(|&unit| state.chart(unit).is(mark::HELD)).collect();
        held.iter().for_each(|unit| self.catch_up(state, unit));
        held
    }

    /// Units of a formation that got F in a combat weary it once in the activation [11.2d] (ruling R-101).
    pub(crate) fn weary(&self, state: &mut State, units: Units) {
        if !state.plays(option::LITE) {
            return;
        }
        for unit in units.iter() {
            state.wearied |= 1 << state.chart(unit).formation;
        }
    }

    /// When a combat is over the formations tire that got F in it, unless all of their units that fought were held back
    /// [11.2j].
    pub(crate) fn close_weariness(&self, state: &mut State, fought: Units) {
        if !state.plays(option::LITE) {
            return;
        }
        let fresh = fought.without(state.fight.held);
        let committed = fresh.iter().fold(0, |bits, unit| bits | 1 << state.chart(unit).formation);
        for formation in 0..self.battle(state).formations.len() as u8 {
            let bit = 1 << formation;
            if state.wearied & committed & bit != 0 && state.risen & bit == 0 {
                self.raise_level(state, formation);
                state.risen |= bit;
            }
        }
        state.wearied = 0;
    }

    fn catch_up(&self, state: &mut State, unit: Unit) {
        let chart = state.chart_mut(unit);
        if chart.is(mark::HELD) {
            chart.clear(mark::HELD);
            chart.set(mark::CATCHING_UP);
        }
    }

    /// At the end of an activation a formation in which somebody rested, and everybody but those held back, drops a level
    /// [11.2f]; if a held-back unit did something else, it is catching up [11.2k].
    pub(crate) fn rest_formations(&self, state: &mut State) {
        if !state.plays(option::LITE) {
            return;
        }
        for formation in 0..self.battle(state).formations.len() as u8 {
            if !state.is_active(formation) {
                continue;
            }
            let own: Units =
                self.units_of(state, state.side).filter(|&unit| state.chart(unit).formation == formation).collect();
            let rests = |unit: Unit| state.chart(unit).category == Category::Rest;
            if own.iter().any(rests) && own.iter().all(|unit| rests(unit) || state.chart(unit).is(mark::HELD)) {
                let level = &mut state.level[usize::from(formation)];
                *level = level.saturating_sub(1);
                // A held-back unit that did something else is catching up [11.2k].
                for unit in own.iter() {
                    let chart = state.chart(unit);
                    if chart.is(mark::HELD) && !matches!(chart.category, Category::Rest | Category::None) {
                        self.catch_up(state, unit);
                    }
                }
            }
        }
    }

    /// On the first turn of the afternoon formations that have marched today tire [11.2c] (ruling R-98).
    pub(crate) fn tire_at_noon(&self, state: &mut State) {
        let battle = self.battle(state);
        if !state.plays(option::LITE) || battle.first_afternoon_turn() != Some(state.turn) {
            return;
        }
        for formation in 0..battle.formations.len() as u8 {
            let on_map =
                self.all_units(state).any(|unit| state.on_map(unit) && state.chart(unit).formation == formation);
            if on_map && state.marched >> formation & 1 == 1 {
                self.raise_level(state, formation);
            }
        }
    }

    /// Arrivals are Active before noon and Near Tired later [11.2m]: fresher than their formation they may be held back
    /// [11.2n], more tired they tire it, and the others are held back [11.2o, 11.2p].
    pub(crate) fn arrive_tired(&self, state: &mut State, formation: u8, arrivals: Units, events: &mut impl Sink) {
        if !state.plays(option::LITE) {
            return;
        }
        let battle = self.battle(state);
        let level = if battle.is_before_noon(state.turn) { Level::Active } else { Level::NearTired } as u8;
        let others: Units = self
            .all_units(state)
            .filter(|&unit| state.on_map(unit) && state.chart(unit).formation == formation && !arrivals.contains(unit))
            .collect();
        let old = std::mem::replace(&mut state.level[usize::from(formation)], level);
        if others.is_empty() {
            return;
        }
        let (held, what) = match level.cmp(&old) {
            Ordering::Less => (arrivals, "are fresher than the others, and held back"),
            Ordering::Equal => (Units::EMPTY, "are as tired as the others"),
            Ordering::Greater => (others, "are more tired than the others, who are held back"),
        };
        state.level[usize::from(formation)] = level.max(old);
        held.iter().for_each(|unit| state.chart_mut(unit).set(mark::HELD));
        // The markers lie open, and so does what they say.
        events.tell(|| {
            let formation = &battle.formations[usize::from(formation)];
            let text = format!("{}: those who arrive {what}.", formation.title);
            let ids = arrivals.iter().map(|unit| self.unit(state, unit).id.clone());
            Event::new(EventKind::Reinforcement, text)
                .side(formation.side)
                .of(ids)
                .by(clauses!["11.2n", "11.2p"])
                .reveals()
        });
    }

    /// The units that a side may mark at the start of a turn, one or more of a formation [11.2g] (ruling R-102), and of its
    /// owner's will once a day [11.2l] (ruling R-103).
    pub(crate) fn can_hold(&self, state: &State, side: Side, unit: Unit) -> bool {
        let chart = state.chart(unit);
        let again = chart.is(mark::WAS_HELD) && !state.plays(option::HOLD_AGAIN);
        self.side_of(state, unit) == side
            && chart.place == Place::Map
            && self.arm(state, unit) != Arm::Battery
            && !chart.is(mark::HELD)
            && !chart.is(mark::CATCHING_UP)
            && !chart.is(mark::TOUCHED)
            && !again
    }

    /// Whether a side may take a unit's marker off now: those that arrive need not keep theirs [11.2n].
    pub(crate) fn can_release(&self, state: &State, side: Side, unit: Unit) -> bool {
        let chart = state.chart(unit);
        self.side_of(state, unit) == side
            && matches!(chart.place, Place::Map | Place::Waiting)
            && chart.is(mark::HELD)
            && !chart.is(mark::TOUCHED)
    }

    pub(crate) fn list_holds(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        out.extend(self.all_units(state).filter(|&unit| self.can_hold(state, side, unit)).map(Action::Hold));
        out.extend(self.all_units(state).filter(|&unit| self.can_release(state, side, unit)).map(Action::Release));
        out.push(Action::Done);
    }

    pub(crate) fn check_hold(&self, state: &State, side: Side, unit: Unit, hold: bool) -> Result<(), Refusal> {
        let fine = if hold { self.can_hold(state, side, unit) } else { self.can_release(state, side, unit) };
        let text = format!("{} cannot be marked so now", self.name(state, unit));
        if fine { Ok(()) } else { Err(Refusal::new(clauses!["11.2g", "11.2l"], text)) }
    }

    /// Marks a unit Held Back, or takes the marker off.
    pub(crate) fn hold(&self, state: &mut State, unit: Unit, hold: bool) {
        let chart = state.chart_mut(unit);
        chart.set(mark::TOUCHED);
        if hold {
            chart.set(mark::HELD | mark::WAS_HELD);
        } else {
            chart.clear(mark::HELD);
        }
    }

    /// When a side has nothing to mark, nobody is asked.
    pub(crate) fn asks_to_hold(&self, state: &mut State, side: Side) -> bool {
        let any = state.plays(option::LITE)
            && self
                .all_units(state)
                .any(|unit| self.can_hold(state, side, unit) || self.can_release(state, side, unit));
        if any {
            state.step = Step::Hold(side);
        }
        any
    }
}
