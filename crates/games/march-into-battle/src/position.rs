//! Positions made by hand.

use crate::MarchIntoBattle;
use crate::scenarios::Start;
use crate::state::{Phase, Place, State, Step, Unit, mark};
use engine::dice::NoDice;
use engine::position::{PlacedPiece, Position, PositionError};
use engine::{Rules, Side, Silence};
use hexboard::Hex;

impl MarchIntoBattle {
    /// Builds a position. Pieces not named are not in play. The mark `active` names the chits that were drawn, `cup` those still
    /// to come. The phase is `command` (leaders move) or `units` where some were drawn, else `turn` (a turn begins); a view calls
    /// the latter two `III.B` and `I`.
    pub(crate) fn build(&self, position: &Position) -> Result<State, PositionError> {
        let fail = |message: String| PositionError(message);
        let (scenario, options) = position.head(self.about())?;
        let mut state = self.lay_out(scenario, options);
        self.clear(&mut state);
        state.turn = position.turn(1..=self.battle(&state).turns.len() as u8)?;
        for placed in &position.pieces {
            self.put_by_hand(&mut state, placed)?;
        }
        for (mark, value) in &position.marks {
            self.mark(&mut state, mark, value)?;
        }
        let usual = if state.active == 0 { "turn" } else { "command" };
        let phase = position.phase.as_deref().unwrap_or(usual);
        match phase {
            "turn" | "I" => state.step = Step::Begin,
            "command" | "units" | "III.B" => {
                if state.active == 0 {
                    return Err(fail("say with the mark \"active\" which formations act".into()));
                }
                let silent = &mut Silence;
                self.activate(&mut state, None, silent);
                if phase != "command" {
                    state.phase = Phase::Units;
                }
                state.step = Step::Idle;
                self.settle(&mut state, &mut NoDice, silent);
            }
            other => return Err(fail(format!("unknown phase \"{other}\" (known are turn, command and units)"))),
        }
        Ok(state)
    }

    /// Takes everything off the table.
    fn clear(&self, state: &mut State) {
        for unit in self.all_units(state) {
            if state.on_map(unit) {
                let side = self.side_of(state, unit);
                state.lift(unit, side);
            }
            let due = matches!(self.battle(state).unit_starts[unit.index()], Start::Arrives { .. });
            state.chart_mut(unit).place = if due { Place::Absent } else { Place::Away };
            state.chart_mut(unit).fatigue = 0;
        }
        for leader in &mut state.leaders {
            leader.place = Place::Absent;
            leader.hex = Hex::NONE;
        }
    }

    fn put_by_hand(&self, state: &mut State, placed: &PlacedPiece) -> Result<(), PositionError> {
        let fail = |message: String| PositionError(format!("{}: {message}", placed.piece));
        let battle = self.battle(state);
        let hex = |text: &str| battle.ground.board().parse(text).map_err(|error| fail(error.to_string()));
        let due = |start: Start| match start {
            Start::Arrives { .. } => Ok(()),
            Start::At(..) | Start::Nowhere => Err(fail("it arrives on no turn of this battle".into())),
        };
        if let Some(leader) = battle.leader_named(&placed.piece) {
            let chart = &mut state.leaders[usize::from(leader)];
            match placed.place.as_deref() {
                Some("waiting") => {
                    chart.place = Place::Waiting;
                    return Ok(());
                }
                Some("due") => {
                    chart.place = Place::Away;
                    return due(battle.leader_starts[usize::from(leader)]);
                }
                _ => {}
            }
            chart.hex = hex(&placed.hex)?;
            chart.place = Place::Map;
            return Ok(());
        }
        let unit = battle.unit_named(&placed.piece).map(Unit).ok_or_else(|| fail("there is no such piece".into()))?;
        if !matches!(state.chart(unit).place, Place::Away | Place::Absent) {
            return Err(fail("it is placed twice".into()));
        }
        let side = self.side_of(state, unit);
        for word in &placed.marks {
            self.mark_unit(state, unit, word).map_err(&fail)?;
        }
        if let Some(steps) = placed.steps {
            state.chart_mut(unit).steps = steps;
        }
        if let Some(name) = &placed.facing {
            let facing = self.facing_named(state, name).ok_or_else(|| fail(format!("\"{name}\" is no facing")))?;
            state.chart_mut(unit).facing = facing;
        }
        match placed.place.as_deref() {
            None => {}
            Some("waiting") => {
                state.chart_mut(unit).place = Place::Waiting;
                return Ok(());
            }
            Some("due") => {
                state.chart_mut(unit).place = Place::Away;
                return due(battle.unit_starts[unit.index()]);
            }
            Some("exited") => {
                state.chart_mut(unit).place = Place::Exited;
                return Ok(());
            }
            Some(other) => {
                return Err(fail(format!("places are \"waiting\", \"due\" and \"exited\", not \"{other}\"")));
            }
        }
        let at = hex(&placed.hex)?;
        let others = [at].into_iter().chain(placed.second_hex.as_deref().map(hex).transpose()?);
        if others.into_iter().any(|at| state.holds(side.other(), at)) {
            return Err(fail("the enemy is in that hex".into()));
        }
        if let Some(facing) = self.stack_facing(state, unit, at).filter(|&facing| facing != state.chart(unit).facing) {
            return Err(fail(format!("the stack there faces {}", self.facing_name(state, facing))));
        }
        state.put(unit, at, side);
        if let Some(second) = &placed.second_hex {
            let left = hex(second)?;
            let facing = state.chart(unit).facing;
            if self.left_of(state, at, facing) != left || state.holds(side, left) {
                return Err(fail("the second hex is the left one of a line, seen from behind, and empty".into()));
            }
            state.stretch(unit, left, side);
        }
        Ok(())
    }

    fn mark_unit(&self, state: &mut State, unit: Unit, word: &str) -> Result<(), String> {
        let chart = state.chart_mut(unit);
        let Some((name, value)) = word.split_once('=') else {
            match word {
                "disorganized" => chart.set(mark::DISORGANIZED),
                "held" => chart.set(mark::HELD),
                "catching-up" => chart.set(mark::CATCHING_UP),
                "smashed" => {
                    chart.set(mark::SMASHED);
                    chart.steps = 0;
                    chart.stragglers = chart.stragglers.max(1);
                }
                _ => return Err(format!("unknown mark \"{word}\"")),
            }
            return Ok(());
        };
        if name == "parent" {
            let parent = self.battle(state).unit_named(value).ok_or_else(|| format!("there is no unit \"{value}\""))?;
            let from = *state.chart(Unit(parent));
            let chart = state.chart_mut(unit);
            chart.parent = Unit(parent);
            chart.formation = from.formation;
            chart.morale = from.morale;
            return Ok(());
        }
        let number: u8 = value.parse().map_err(|_| format!("\"{word}\" needs a small number"))?;
        match name {
            "fatigue" => chart.fatigue = number,
            "stragglers" => chart.stragglers = number,
            "guns" => chart.guns = number,
            "organic" => chart.organic = number,
            "morale" => chart.morale = number,
            _ => return Err(format!("unknown mark \"{word}\"")),
        }
        Ok(())
    }

    fn mark(&self, state: &mut State, mark: &str, value: &str) -> Result<(), PositionError> {
        let fail = |message: String| Err(PositionError(message));
        let chits = || -> Result<u16, PositionError> {
            value.split_whitespace().try_fold(0, |bits, name| match self.battle(state).formation_named(name) {
                Some(formation) => Ok(bits | 1 << formation),
                None => Err(PositionError(format!("there is no formation \"{name}\""))),
            })
        };
        match mark {
            "active" => {
                let bits = chits()?;
                let sides = |side: Side| {
                    let formations = &self.battle(state).formations;
                    (0..formations.len()).any(|index| bits >> index & 1 == 1 && formations[index].side == side)
                };
                if bits == 0 || (sides(Side::First) && sides(Side::Second)) {
                    return fail("\"active\" names formations of one side".into());
                }
                state.side = if sides(Side::First) { Side::First } else { Side::Second };
                state.active = bits;
            }
            "cup" => state.cup = chits()?,
            "initiative" => match value.parse::<i8>() {
                Ok(marker) if marker.abs() <= self.tables.limits.initiative_end => state.initiative = marker,
                _ => return fail(format!("\"initiative\" is a box of the track, not \"{value}\"")),
            },
            "released" => state.once |= crate::sequence::RELEASED,
            "level" => {
                for word in value.split_whitespace() {
                    let read = word.split_once('=').and_then(|(name, level)| {
                        Some((
                            self.battle(state).formation_named(name)?,
                            level.parse::<u8>().ok().filter(|&level| level < 5)?,
                        ))
                    });
                    let Some((formation, level)) = read else {
                        return fail(format!("\"level\" is written as FORMATION=0 to 4, not \"{word}\""));
                    };
                    state.level[usize::from(formation)] = level;
                }
            }
            "control" => {
                for word in value.split_whitespace() {
                    let read = word.split_once('=').and_then(|(hex, side)| {
                        let hex = self.ground(state).board().parse(hex).ok()?;
                        let at = self.battle(state).places.iter().position(|&(place, _)| place == hex)?;
                        Some((at, self.about().side(side)?))
                    });
                    let Some((at, side)) = read else {
                        return fail(format!("\"control\" is written as HEX=SIDE for places, not \"{word}\""));
                    };
                    state.control[at] = side as u8 + 1;
                }
            }
            _ => {
                let known = "active, cup, initiative, released, level and control";
                return fail(format!("unknown mark \"{mark}\" (known are {known})"));
            }
        }
        Ok(())
    }
}
