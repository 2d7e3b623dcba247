//! 7.3 Combat effects: what the second dice do to each stack.

use crate::MarchIntoBattle;
use crate::charts::EFFECTS;
use crate::state::{Loss, Stage, State, Units, mark, option};
use crate::tables::{Column, Disorder, Effect, Line};
use engine::{Dice, Event, EventKind, Roll, Side, Sink, Wish, clauses};

/// What an outcome does to a stack.
struct Harm {
    casualties: u8,
    stragglers: u8,
    fatigue: u8,
    disordered: Units,
    /// Who loses a step in place of his order.
    spared: Units,
}
/// A roll on the Combat Effects Table, and what it came to.
#[derive(Copy, Clone)]
pub(crate) struct Blow {
    /// What is printed there.
    pub(crate) effect: Effect,
    column: Column,
    die: u8,
    modifier: i8,
}

#[engine::by_the_book]
impl MarchIntoBattle {
    /// The column for a defending stack: broken troops under a charge roll as engaged, with the modifier of the line [7.13d]
    /// (ruling R-67).
    pub(crate) fn column_of(state: &State, units: Units, line: Line) -> Column {
        let ridden_down = state.fight.charge && !units.and(state.fight.broken).is_empty();
        if ridden_down { Column::Engaged } else { line.defender_column() }
    }

    /// The CET die of each stack: defenders, then attackers hex by hex [7.1.7a, 7.4f]; a bombardment costs nobody but its
    /// target [16.5i].
    pub(crate) fn roll_effects(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        let line = self.tables.result(state.fight.roll);
        let better = state.fight.morale;
        for index in 0..usize::from(state.fight.count) {
            let hex = state.fight.hexes[index];
            let units = state.all_in(hex).and(state.fight.defenders).without(state.fight.rolled);
            if units.is_empty() {
                continue;
            }
            let die = dice.d6();
            state.fight.die[index] = die;
            let column = Self::column_of(state, units, line);
            let blow = self.blow(column, die, line.defender);
            self.apply(state, units, blow, better > 0, true, events);
            note_lines(state, units);
        }
        if !state.fight.bombardment {
            for hex in state.fight.from.iter() {
                let units = state.all_in(hex).and(state.fight.attackers).without(state.fight.rolled);
                if units.is_empty() {
                    continue;
                }
                let die = dice.d6();
                let blow = self.blow(line.attacker_column(), die, line.attacker);
                self.apply(state, units, blow, better < 0, false, events);
                note_lines(state, units);
            }
        }
        Self::next_stage(state, Stage::Retreats);
    }

    /// Reads the Combat Effects Table [7.1.7a].
    pub(crate) fn blow(&self, column: Column, die: u8, modifier: i8) -> Blow {
        Blow { effect: self.tables.effect(column, die as i8 + modifier), column, die, modifier }
    }

    /// A roll on the Combat Effects Table as it is told.
    pub(crate) fn blow_roll(&self, blow: Blow, sufferer: Side, whom: &str) -> Roll {
        let line = self.tables.effect_head(blow.die as i8 + blow.modifier);
        let roll = Roll::d6(format!("the effects on {whom}"), blow.die).modified(blow.modifier.into());
        let roll = roll.on(EFFECTS, blow.effect.to_string()).in_column(blow.column.title()).in_line(line);
        roll.hoped(sufferer, Wish::High)
    }

    /// The steps that an outcome costs a stack: casualties and stragglers, one more of each where it says so and the other side
    /// had higher morale [7.3.#c, 7.3.ic, 7.3.#s, 7.3.is].
    fn steps_of(effect: Effect, inferior: bool) -> (u8, u8) {
        (
            effect.casualties + u8::from(effect.inferior_casualty && inferior),
            effect.stragglers + u8::from(effect.inferior_straggler && inferior),
        )
    }

    /// Who of a stack is disorganized by an outcome, and who loses a casualty instead [7.3.D, 7.3.D#, 7.3.D#L].
    fn disorder_of(&self, state: &State, effect: Effect, units: Units) -> (Units, Units) {
        let up_to = |limit: u8| -> Units { units.iter().filter(|&unit| state.chart(unit).morale <= limit).collect() };
        match effect.disorder {
            Disorder::None => (Units::EMPTY, Units::EMPTY),
            Disorder::All => (units, Units::EMPTY),
            Disorder::UpTo(limit) => (up_to(limit), Units::EMPTY),
            Disorder::OrLoss(limit) => (up_to(limit), units.without(up_to(limit))),
        }
    }

    /// A bombardment turns the first F of an outcome into a casualty [16.5j] (ruling R-94).
    fn bombarded(&self, state: &State, effect: Effect) -> Effect {
        if effect.fatigue == 0 {
            return effect;
        }
        let fatigue = if state.plays(option::WHOLE_FATIGUE) { 0 } else { effect.fatigue - 1 };
        Effect { casualties: effect.casualties + 1, fatigue, ..effect }
    }

    /// Every unit of a stack tires as an outcome says [7.3.#F, 11.0d].
    fn tire_stack(&self, state: &mut State, units: Units, effect: Effect) {
        units.iter().for_each(|unit| self.tire(state, unit, effect.fatigue));
    }

    /// Applies an outcome to a stack: steps to the stack as a whole [7.3a], the rest to every unit [7.3b].
    fn apply(
        &self,
        state: &mut State,
        units: Units,
        blow: Blow,
        inferior: bool,
        defends: bool,
        events: &mut impl Sink,
    ) {
        let printed = blow.effect;
        let effect = if state.fight.bombardment { self.bombarded(state, printed) } else { printed };
        let (casualties, stragglers) = Self::steps_of(effect, inferior);
        let (disordered, spared) = self.disorder_of(state, effect, units);
        let hard = defends && (state.fight.charge || state.fight.bombardment);
        let organic = self.with_horse(state, units, defends && state.fight.charge);
        for unit in disordered.iter() {
            self.disorganize(state, unit);
        }
        self.tire_stack(state, units, effect);
        if printed.fatigue > 0 {
            self.weary(state, units);
        }
        events.tell(|| {
            let harm = Harm { casualties, stragglers, fatigue: effect.fatigue, disordered, spared };
            let text = match self.harm_words(state, units, harm) {
                harm if harm.is_empty() => format!("{}: no effect.", self.names_of(state, units)),
                harm => format!("{}: {harm} ({printed}).", self.names_of(state, units)),
            };
            let ids = units.iter().map(|unit| self.unit(state, unit).id.clone());
            let side = Side::BOTH[usize::from(state.fight.attacker)];
            let side = if defends { side.other() } else { side };
            let roll = self.blow_roll(blow, side, &self.names_of(state, units));
            let event = Event::new(EventKind::Result, text).side(side).of(ids).rolled([roll]);
            let event = event.costs(side, u16::from(casualties + stragglers));
            event.by(clauses!["7.1.7a", "7.3a", "7.3b"]).reveals()
        });
        // Casualties first, then stragglers [7.3c].
        state.owe(Loss { units, casualties, stragglers: 0, organic, hard });
        if !spared.is_empty() {
            let organic = organic.and(spared);
            state.owe(Loss { units: spared, casualties: 1, stragglers: 0, organic, hard });
        }
        state.owe(Loss { units, stragglers, hard, ..Loss::BLANK });
    }

    pub(crate) fn names_of(&self, state: &State, units: Units) -> String {
        units.iter().map(|unit| self.name(state, unit).to_string()).collect::<Vec<_>>().join(", ")
    }

    /// What a stack suffers, in words; empty if it is nothing.
    fn harm_words(&self, state: &State, units: Units, harm: Harm) -> String {
        let counted = |count: u8, what: &str| match count {
            0 => None,
            1 => Some(format!("1 step {what}")),
            _ => Some(format!("{count} steps {what}")),
        };
        let disorder = match harm.disordered {
            disordered if disordered.is_empty() => None,
            disordered if disordered == units => Some("disorganized".to_string()),
            disordered => Some(format!("{} disorganized", self.names_of(state, disordered))),
        };
        let spared = (!harm.spared.is_empty())
            .then(|| format!("1 step of {} instead of disorder", self.names_of(state, harm.spared)));
        let tired = match harm.fatigue {
            0 => None,
            1 => Some("1 level of fatigue".to_string()),
            levels => Some(format!("{levels} levels of fatigue")),
        };
        let parts = [counted(harm.casualties, "lost for good"), counted(harm.stragglers, "to stragglers")];
        parts.into_iter().chain([disorder, spared, tired]).flatten().collect::<Vec<_>>().join(", ")
    }

    /// The steps that one die for the effects costs a stack on average.
    pub(crate) fn mean_steps(
        &self,
        state: &State,
        stack: Units,
        (column, modifier): (Column, i8),
        inferior: bool,
    ) -> f64 {
        let steps = |die: u8| {
            let effect = self.blow(column, die, modifier).effect;
            let (casualties, stragglers) = Self::steps_of(effect, inferior);
            let (_, spared) = self.disorder_of(state, effect, stack);
            f64::from(casualties + stragglers + u8::from(!spared.is_empty()))
        };
        (1..=6).map(steps).sum::<f64>() / 6.0
    }
}

/// An extended line rolls once in a combat, in however many hexes it fights (ruling R-97).
fn note_lines(state: &mut State, units: Units) {
    for unit in units.iter() {
        if state.chart(unit).is(mark::EXTENDED) {
            state.fight.rolled.insert(unit);
        }
    }
}
