//! Combats in words and numbers: what is announced, what came out, and what may come out.

use crate::RockOfTheMarne;
use crate::air::{chances, two_dice};
use crate::charts::{COMBAT, CROSSING};
use crate::combat::{Odds, crossed};
use crate::pieces::{Piece, PieceSet};
use crate::state::{Battle, Fight, State, side_of};
use crate::tables::CombatResult;
use engine::{
    Aim, Chance, Clause, Derivation, Event, EventKind, Fate, FigureName, Forecast, Ladder, Roll, Sink, Toll, Wish,
    clauses, half_points,
};
use hexboard::Hex;

#[engine::by_the_book]
impl RockOfTheMarne {
    pub(crate) fn names(&self, units: PieceSet) -> Vec<String> {
        units.iter().map(|piece| self.pieces.name_of(piece).to_string()).collect()
    }

    /// An attack is announced: whoever takes part is named [1.9d-1, 1.4a-1].
    pub(crate) fn tell_attack(&self, state: &State, events: &mut impl Sink) {
        events.tell(|| {
            let names = self.names(state.group);
            let target = state.battle.target;
            let mut text =
                format!("{} attack{} {}", names.join(", "), crate::movement::s(names.len()), self.ground.label(target));
            for (who, what) in [(state.battle.hq, "shifted by"), (state.battle.plane, "with")] {
                if let Some(piece) = who {
                    text += &format!(", {what} {}", self.pieces.name_of(piece));
                }
            }
            let hexes = state.group.iter().map(|piece| state.hex(piece)).chain([target]);
            let event = Event::new(EventKind::Attack, text + ".").side(state.side).at(hexes).of(names);
            event.by(clauses!["1.9d-1", "1.4a-1"]).reveals()
        });
    }

    pub(crate) fn tell_combat(
        &self,
        state: &State,
        odds: Odds,
        rolled: [u8; 2],
        result: CombatResult,
        events: &mut impl Sink,
    ) {
        events.tell(|| {
            let verb = if state.battle.fight == Fight::Overrun { "Overrun of" } else { "Attack on" };
            let at = self.ground.label(state.battle.target);
            let (basic, column) = (rung(odds.basic), column(odds.column));
            let shifted = match odds.shift {
                0 if basic == column => String::new(),
                0 => format!(", the column {column}"),
                shift => format!(", shifted {shift:+} to {column}"),
            };
            let text = format!(
                "{verb} {at}: {} against {} is {}{shifted}. The dice show {}: {}.",
                half_points(odds.attack),
                half_points(odds.defence),
                basic,
                rolled[0] + rolled[1],
                result.words()
            );
            let roll = Roll::two_d6(format!("the attack on {at}"), rolled);
            let defenders: PieceSet = state.stack(state.battle.target).collect();
            let roll = roll.read(self.combat_aim(state, state.group, defenders, odds), result.to_string());
            let roll = roll.hoped(state.side, Wish::High);
            let half = |halves: u16| f32::from(halves) / 2.0;
            let mut units: Vec<String> = self.names(state.group);
            units.extend(state.stack(state.battle.target).map(|piece| self.pieces.name_of(piece).to_string()));
            Event::new(EventKind::Combat, text)
                .at([state.battle.target])
                .side(state.side)
                .of(units)
                .rolled([roll])
                .costs(state.side, result.attacker.steps.into())
                .costs(state.side.other(), result.defender.steps.into())
                .figure(FigureName::Attack, half(odds.attack))
                .figure(FigureName::Defence, half(odds.defence))
                .figure(FigureName::Shift, odds.shift)
                .outcome(result.words())
                .by(clauses!["chart/crt", "scs/7.3a", "scs/10.0b"])
                .reveals()
        });
    }

    /// The defenders as the chooser knows them: all of them once the attack is announced, or if they are his own; else
    /// the top unit alone [scs/10.0a, notes/fog].
    pub(crate) fn known_defenders(&self, state: &State, target: Hex) -> PieceSet {
        let own = state.top(target).is_some_and(|top| side_of(top) == self.chooser(state));
        let all = own || state.battle.announced;
        state.stack(target).take(if all { usize::MAX } else { 1 }).collect()
    }

    /// What a combat may lead to with some attackers: exact if the defenders are known, else as if the top unit were
    /// alone.
    fn combat_forecast(&self, state: &State, group: PieceSet, battle: Battle) -> Forecast {
        let mut there = state.clone();
        there.battle = battle;
        let defenders = self.known_defenders(state, battle.target);
        let odds = self.odds(&there, group, defenders);
        let label = |total| self.tables.combat(total, odds.column).words();
        let forecast = Forecast::new(self.odds_derivation(&there, group, defenders, odds), chances(label));
        let forecast = forecast.aimed([self.combat_aim(&there, group, defenders, odds)]);
        let forecast = forecast.fight(self.fight_of(&there, group, defenders, odds));
        let hidden = state.stack(battle.target).count() > defenders.len();
        if hidden { forecast.given("only the unit that can be seen defends") } else { forecast }
    }

    /// What a combat may do to both: losses beyond the steps present are ignored [scs/7.3b].
    fn fight_of(&self, state: &State, group: PieceSet, defenders: PieceSet, odds: Odds) -> engine::Fight {
        let from = group.iter().map(|piece| self.ground.label(state.hex(piece)));
        let fight =
            engine::Fight::new([self.ground.label(state.battle.target)], from).with(f64::from(odds.attack) / 2.0);
        let steps = |units: PieceSet| -> u8 { units.iter().map(|piece| self.steps_left(state, piece)).sum() };
        let [attacking, defending] = [steps(group), steps(defenders)];
        let toll = |result: CombatResult| Toll {
            fate: match result.defender {
                harm if harm.steps >= defending => Fate::Destroyed,
                harm if harm.retreat > 0 => Fate::Retreats,
                harm if harm.steps > 0 => Fate::Weakened,
                _ => Fate::Stands,
            },
            attacker: result.attacker.steps.min(attacking).into(),
            defender: result.defender.steps.min(defending).into(),
        };
        let ways = (2..=12_u8).map(|total| (two_dice(total), toll(self.tables.combat(total, odds.column))));
        fight.at(column(odds.column), Ladder::Column, odds.column as i16).tolls(ways)
    }

    /// What an attack on a hex may lead to with all that can join it.
    pub(crate) fn target_forecast(&self, state: &State, hex: Hex) -> Option<Forecast> {
        let mut plan = state.clone();
        self.aim(&mut plan, hex);
        Some(self.attack_forecast(&plan, self.joiners(&plan))?.given("all that can attack do"))
    }

    /// What the attack may lead to with some support; before anybody has joined, by all that can.
    pub(crate) fn support_forecast(&self, state: &State, support: impl FnOnce(&mut State)) -> Option<Forecast> {
        let mut plan = state.clone();
        support(&mut plan);
        match state.group.is_empty() {
            true => Some(self.attack_forecast(&plan, self.joiners(&plan))?.given("all that can attack do")),
            false => Some(self.attack_forecast(&plan, PieceSet::EMPTY)?.given("no more units join")),
        }
    }

    /// The attack as it stands, with some more units in it.
    pub(crate) fn attack_forecast(&self, state: &State, more: PieceSet) -> Option<Forecast> {
        let group = state.group.or(more);
        if state.battle.fight == Fight::Crossing {
            return Some(self.crossing_forecast());
        }
        let strong = group.iter().any(|piece| self.face(state, piece).attack > 0);
        strong.then(|| self.combat_forecast(state, group, state.battle))
    }

    /// What an announced attack leads to: with an airplane it may be intercepted first.
    pub(crate) fn fight_forecast(&self, state: &State) -> Option<Forecast> {
        let forecast = self.attack_forecast(state, PieceSet::EMPTY)?;
        let intercepted = state.battle.plane.is_some() && !self.interceptors(state).is_empty();
        Some(if intercepted && forecast.given.is_none() { forecast.given("nobody intercepts") } else { forecast })
    }

    /// What an overrun of a hex from another may lead to; nobody can tell while it is open who is eliminated first
    /// for the stacking limit.
    pub(crate) fn overrun_forecast(&self, state: &State, target: Hex, from: Hex) -> Option<Forecast> {
        if !self.fits_for_overrun(state, from) {
            return None;
        }
        let mut there = state.clone();
        for piece in state.group.iter() {
            self.lift(&mut there, piece);
            self.put(&mut there, piece, from);
        }
        let battle = Battle { fight: Fight::Overrun, target, ..Battle::BLANK };
        Some(self.combat_forecast(&there, state.group, battle))
    }

    /// What an attack on an empty hex may cost [3.2b-2].
    fn crossing_forecast(&self) -> Forecast {
        let lost = f64::from(self.tables.crossing_loss_to) / 6.0;
        let sum = Derivation::new("Across the Marne", "one die", clauses!["3.2b-1", "3.2b-2"]).with(Derivation::new(
            "a step is lost up to",
            self.tables.crossing_loss_to,
            clauses!["3.2b-2"],
        ));
        let chance = |lost: bool, probability| Chance { outcome: crossed(lost).into(), probability };
        Forecast::new(sum, vec![chance(true, lost), chance(false, 1.0 - lost)]).aimed([Aim::new(CROSSING)])
    }

    /// The odds, opened.
    fn odds_derivation(&self, state: &State, group: PieceSet, defenders: PieceSet, odds: Odds) -> Derivation {
        let basic = Derivation::new("Basic odds", rung(odds.basic), clauses!["scs/7.2a", "1.9d-4"])
            .with(self.attack_derivation(state, group, odds))
            .with(self.defence_derivation(state, defenders, odds));
        Derivation::new("Odds", column(odds.column), clauses!["1.9d-4", "1.9d-5", "scs/7.2b", "scs/7.2c"])
            .with(basic)
            .with(self.shift_derivation(state, group, defenders, odds))
    }

    fn attack_derivation(&self, state: &State, group: PieceSet, odds: Odds) -> Derivation {
        let target = state.battle.target;
        let mut sum = Derivation::new("Attack strength", half_points(odds.attack), clauses!["scs/7.1a"]);
        for piece in group.iter() {
            let strength = self.attack_of(state, group, piece, target);
            let mut part = Derivation::new(self.pieces.name_of(piece), half_points(strength), clauses!["scs/0.4"]);
            if self.has_partner(state, group, piece) {
                part = part.with(Derivation::new(
                    "both brigades of the division, half of it each",
                    self.tables.integrity,
                    clauses!["2.1-1", "scs/7.1c"],
                ));
            }
            if self.halves(state, state.hex(piece), target) {
                let clauses = self.halving_clauses(state.hex(piece), target);
                part = part.with(Derivation::new("across water", "1/2", clauses));
            }
            sum = sum.with(part);
        }
        sum
    }

    fn has_partner(&self, state: &State, units: PieceSet, piece: Piece) -> bool {
        let partner = self.pieces.counter(piece).partner;
        partner.is_some_and(|partner| units.contains(partner) && state.hex(partner) == state.hex(piece))
    }

    /// Why attacks from a hex into another have half strength.
    fn halving_clauses(&self, from: Hex, target: Hex) -> Vec<Clause> {
        let Some(way) = self.ground.board().direction(from, target) else { return clauses!["scs/7.1a"] };
        if self.ground.river_between(from, way) {
            return clauses!["chart/terrain-river-combat"];
        }
        if self.ground.printed_bridge(from, way) {
            return clauses!["chart/terrain-marne-combat"];
        }
        if self.ground.marne_between(from, way) {
            return clauses!["chart/terrain-marne-combat", "chart/terrain-assault-bridge-combat", "3.2a-2"];
        }
        clauses!["chart/terrain-lakes-combat"]
    }

    fn defence_derivation(&self, state: &State, defenders: PieceSet, odds: Odds) -> Derivation {
        let mut sum = Derivation::new("Defence strength", half_points(odds.defence), clauses!["scs/7.1b", "scs/7.0e"]);
        for piece in defenders.iter() {
            let strength = self.defence_of(state, defenders, piece);
            let mut part = Derivation::new(self.pieces.name_of(piece), half_points(strength), clauses!["scs/0.4"]);
            if self.has_partner(state, defenders, piece) {
                part = part.with(Derivation::new(
                    "both brigades of the division, half of it each",
                    self.tables.integrity,
                    clauses!["2.1-1"],
                ));
            }
            if state.unsupplied.contains(piece) {
                part = part.with(Derivation::new("Out of Supply", "1/2", clauses!["1.3f-2"]));
            }
            sum = sum.with(part);
        }
        sum
    }

    /// All that shifts the odds, one by one, to the right if positive.
    fn shifts(&self, state: &State, group: PieceSet, defenders: PieceSet) -> Vec<(String, i16, Vec<Clause>)> {
        let battle = &state.battle;
        let printed = |piece: Piece| i16::from(self.face(state, piece).shift);
        let named = |piece: Piece, shift: i16, clauses| (self.pieces.name_of(piece).to_string(), shift, clauses);
        let mut shifts = Vec::new();
        let left = self.ground.effects(battle.target).left;
        if left > 0 {
            let board = self.ground.board();
            let trench = self.ground.french_trench(battle.target) || self.ground.german_trench(battle.target);
            let mut clauses = ground_clauses(board.terrain_name(board.terrain(battle.target)));
            if trench {
                clauses.push(Clause("chart/terrain-trench-combat"));
            }
            clauses.push(Clause("GI/terrain-a"));
            let title = self.ground.terrain_title(battle.target).to_lowercase();
            let title = if trench { format!("{title}, trench") } else { title };
            shifts.push((title, -i16::from(left), clauses));
        }
        shifts.extend(battle.hq.map(|hq| named(hq, printed(hq), clauses!["1.9c-1", "1.9a-1"])));
        let tanks = self.shifting_tanks(state, group);
        shifts.extend(tanks.iter().map(|tank| named(tank, printed(tank), clauses!["1.8b-1", "1.9e-a"])));
        shifts.extend(battle.plane.map(|plane| named(plane, printed(plane), clauses!["1.6a-2"])));
        shifts.extend(battle.guard.map(|guard| named(guard, -printed(guard), clauses!["1.6d-8"])));
        let guns = self.shifting_guns(state, defenders);
        shifts.extend(guns.iter().map(|gun| named(gun, -printed(gun), clauses!["3.3-2"])));
        shifts
    }

    fn shift_derivation(&self, state: &State, group: PieceSet, defenders: PieceSet, odds: Odds) -> Derivation {
        let sum = Derivation::new("Shifts", format!("{:+}", odds.shift), clauses!["1.9b-1", "1.9d-3"]);
        let shifts = self.shifts(state, group, defenders).into_iter();
        shifts.fold(sum, |sum, (what, by, clauses)| sum.with(Derivation::new(what, format!("{by:+}"), clauses)))
    }

    /// Where the odds lead on the Combat Table, shift by shift; beyond its ends they are read on its last column.
    fn combat_aim(&self, state: &State, group: PieceSet, defenders: PieceSet, odds: Odds) -> Aim {
        let mut aim = Aim::new(COMBAT).in_column(column(odds.column)).from(rung(odds.basic));
        let mut at = odds.basic;
        for (what, by, clauses) in self.shifts(state, group, defenders) {
            at += by;
            aim = aim.shifted(what, by, rung(at), clauses);
        }
        let end = odds.column as i16;
        if at == end { aim } else { aim.shifted("the table ends there", end - at, rung(end), clauses!["1.9d-5"]) }
    }
}

#[engine::by_the_book]
fn ground_clauses(terrain: &str) -> Vec<Clause> {
    match terrain {
        "rough" => clauses!["chart/terrain-rough-combat"],
        "rough-woods" => clauses!["chart/terrain-rough-woods-combat"],
        "woods" => clauses!["chart/terrain-woods-combat"],
        "city" => clauses!["chart/terrain-city-combat"],
        _ => Vec::new(),
    }
}

/// A rung of the ladder of odds: `3:1`, `1:2`.
pub(crate) fn rung(basic: i16) -> String {
    if basic >= 1 { format!("{basic}:1") } else { format!("1:{}", 2 - basic) }
}

/// A column of the table.
pub(crate) fn column(column: usize) -> String {
    rung(column as i16)
}
