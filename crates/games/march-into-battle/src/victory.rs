//! Victory: the points of M-5 and of each battle.

use crate::MarchIntoBattle;
use crate::pieces::Arm;
use crate::scenarios::Saved;
use crate::state::{Phase, Place, State, Step, Unit, mark};
use crate::status::Weariness;
use engine::{Clause, Derivation, Event, EventKind, FigureName, Outcome, Refusal, Rules, Side, Sink, clauses};
use hexboard::Hex;

#[engine::by_the_book]
impl MarchIntoBattle {
    /// Points at the end of a turn: places held turn by turn, and roads cut for the first time.
    pub(crate) fn score_turn(&self, state: &mut State, events: &mut impl Sink) {
        let battle = self.battle(state);
        for each in &battle.each_turn {
            if !(each.turns[0]..=each.turns[1]).contains(&state.turn) {
                continue;
            }
            let held = each.hexes.iter().filter(|&hex| self.controls(state, each.side, hex)).count() as i16;
            state.points[each.side.index()] += each.points * held;
        }
        for (at, cut) in battle.cuts.iter().enumerate() {
            let bit = 2 << at;
            let stands = |hex: Hex| {
                let whole = |unit: Unit| self.is_infantry(state, unit) && !state.chart(unit).is(mark::SMASHED);
                state.holds(cut.side, hex) && state.stack(hex).any(whole)
            };
            if state.turn >= cut.from_turn && state.once & bit == 0 && cut.hexes.iter().any(stands) {
                state.once |= bit;
                state.points[cut.side.index()] += cut.points;
                events.tell(|| {
                    let text = format!("The {} side has cut the road.", self.about().side_title(cut.side));
                    Event::new(EventKind::Points, text)
                        .side(cut.side)
                        .figure(FigureName::Points, cut.points)
                        .by(clauses!["15.0"])
                });
            }
        }
    }

    /// Whether a side controls a place: who was there last (M-5).
    pub(crate) fn controls(&self, state: &State, side: Side, hex: Hex) -> bool {
        let at = self.battle(state).places.iter().position(|&(place, _)| place == hex);
        at.is_some_and(|at| state.control[at] == side as u8 + 1)
    }

    /// A side's victory points as they stand, opened; with what hangs on fatigue, which is hidden until the end, or
    /// without it.
    pub(crate) fn opened_score(&self, state: &State, side: Side, all: bool) -> (i16, Derivation) {
        let (mut total, mut parts) = (0, Vec::new());
        self.score(state, side, all, |points, part| {
            total += points;
            if points != 0 {
                parts.push(part());
            }
        });
        let title = format!("Victory points of the {} side", self.about().side_title(side));
        let sum = Derivation::new(title, total, clauses!["DN.2"]);
        (total, parts.into_iter().fold(sum, Derivation::with))
    }

    /// The same without a word about it.
    pub(crate) fn points(&self, state: &State, side: Side, all: bool) -> i16 {
        let mut total = 0;
        self.score(state, side, all, |points, _| total += points);
        total
    }

    /// Counts a side's victory points, one part after the other; its words are there for whoever wants them.
    fn score(&self, state: &State, side: Side, all: bool, mut add: impl FnMut(i16, &dyn Fn() -> Derivation)) {
        let battle = self.battle(state);
        let spoils = &self.tables.victory;
        let enemy = side.other();
        let lost = spoils.step * i16::from(state.casualties[enemy.index()]);
        add(lost, &|| Derivation::new("enemy steps lost", lost, clauses!["7.3.#c", "10.2l"]));
        let smashed = spoils.smashed
            * self
                .units_of(state, enemy)
                .filter(|&unit| state.chart(unit).is(mark::SMASHED) && self.arm(state, unit).is_division())
                .count() as i16;
        add(smashed, &|| Derivation::new("enemy divisions smashed", smashed, clauses!["DN.2", "10.2a"]));
        let destroyed = spoils.eliminated * i16::from(state.destroyed[enemy.index()]);
        add(destroyed, &|| Derivation::new("enemy divisions eliminated", destroyed, clauses!["DN.2"]));
        let batteries = i16::from(state.batteries[enemy.index()]) / spoils.batteries.max(1);
        add(batteries, &|| Derivation::new("enemy batteries lost", batteries, clauses!["7.12a"]));
        for objective in battle.objectives.iter().filter(|objective| self.controls(state, side, objective.hex)) {
            let points = objective.points[side.index()];
            let label = || format!("control of {}", self.place_name(state, objective.hex));
            add(points, &|| Derivation::new(label(), points, clauses!["15.0"]));
        }
        for saved in battle.saved.iter().filter(|saved| saved.side == side) {
            let points = self.saved(state, saved, all);
            add(points, &|| Derivation::new("divisions saved", points, clauses!["15.0"]));
        }
        let others = state.points[side.index()];
        add(others, &|| Derivation::new("in the course of the battle", others, clauses!["15.0"]));
    }

    fn saved(&self, state: &State, saved: &Saved, all: bool) -> i16 {
        let counts = |unit: Unit| {
            let chart = state.chart(unit);
            let away = saved.except >> chart.formation & 1 == 1;
            if self.side_of(state, unit) != saved.side || self.arm(state, unit) != Arm::Infantry || away {
                return false;
            }
            if chart.is(mark::SMASHED) {
                return false;
            }
            let fit = saved.on_map && all && self.weariness(state, unit) == Weariness::Fit;
            match chart.place {
                Place::Exited => true,
                Place::Map => saved.region.contains(chart.hex) || fit,
                _ => false,
            }
        };
        let count = self.all_units(state).filter(|&unit| counts(unit)).count() as i16;
        saved.points * count.min(saved.most.into())
    }

    /// The name of a place, or its number.
    pub(crate) fn place_name(&self, state: &State, hex: Hex) -> String {
        let board = self.ground(state).board();
        board.names_at(hex).next().map_or_else(|| self.label(state, hex), str::to_string)
    }

    /// The battle is over: the difference of the points decides.
    pub(crate) fn finish_battle(&self, state: &mut State, events: &mut impl Sink) {
        let scores = Side::BOTH.map(|side| self.points(state, side, true));
        let difference = scores[0] - scores[1];
        let bands = &self.battle(state).bands;
        let winner = match difference {
            points if points >= bands.french_minor => Some(Side::First),
            points if points >= bands.draw => None,
            _ => Some(Side::Second),
        };
        state.outcome = Some(Outcome { winner, clause: Clause("DN.2"), margin: difference.into() });
        state.step = Step::Idle;
        events.tell(|| {
            let text =
                format!("The battle is over: {} to {}, {}.", scores[0], scores[1], self.verdict(state, difference));
            Event::new(EventKind::End, text).by(clauses!["DN.2"]).reveals()
        });
    }

    /// What a difference of points means.
    pub(crate) fn verdict(&self, state: &State, difference: i16) -> String {
        let battle = self.battle(state);
        let bands = &battle.bands;
        match difference {
            points if points >= bands.french_major => format!("{} major victory", battle.sides[0]),
            points if points >= bands.french_minor => format!("{} minor victory", battle.sides[0]),
            points if points >= bands.draw => "a draw".into(),
            points if points >= bands.coalition_minor => format!("{} minor victory", battle.sides[1]),
            _ => format!("{} major victory", battle.sides[1]),
        }
    }

    /// Nothing is played after the end.
    pub(crate) fn over(&self, _: &State) -> Refusal {
        Refusal::new(clauses!["3.IV"], "the battle is over")
    }

    /// A side gives up.
    pub(crate) fn give_up(&self, state: &mut State, side: Side) {
        state.outcome = Some(Outcome::concession(side));
        state.phase = Phase::Over;
        state.step = Step::Idle;
    }
}
