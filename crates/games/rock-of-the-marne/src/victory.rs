//! Victory: 6.1 and 7.1 to 7.4.

use crate::RockOfTheMarne;
use crate::pieces::{ALLIED, Class, GERMAN, Piece, PieceSet};
use crate::scenarios::Prize;
use crate::state::{State, option};
use engine::{Clause, Derivation, Event, Outcome, Side, Sink, clauses};
use hexboard::Hex;

/// Stormtroopers that count as a division (ruling 83).
const DIVISION: usize = 3;

#[engine::by_the_book]
impl RockOfTheMarne {
    /// Whether a side has a combat unit in a hex, in supply or not; HQs and airplanes are none [6.1/vp-b, 7.1/vp-a4]
    /// (ruling 85).
    pub(crate) fn occupies(&self, state: &State, side: Side, hex: Hex) -> bool {
        state.held[side.index()].contains(hex) && state.stack(hex).any(|piece| !self.pieces.is_hq(piece))
    }

    /// The side that scores a hex: in 7.3 and 7.4 whoever was there last [7.3/vp, 7.4/vp], with the switch whoever stands
    /// there (ruling 87); elsewhere a side that its points belong to and that has a combat unit there [6.1/vp-a].
    fn scorer(&self, state: &State, prize: &Prize) -> Option<Side> {
        match prize.side {
            Some(side) => Some(side).filter(|&side| self.occupies(state, side, prize.hex)),
            None if state.has(option::STAND_TO_CONTROL) && !self.is_last_hex(state) => {
                Side::BOTH.into_iter().find(|&side| self.occupies(state, side, prize.hex))
            }
            None => Some(self.controller(state, prize.hex)),
        }
    }

    /// Whether a single hex decides [7.4/vp].
    fn is_last_hex(&self, state: &State) -> bool {
        self.scenario(state).prizes.len() == 1
    }

    /// The victory points of both sides.
    pub(crate) fn score(&self, state: &State) -> [i32; 2] {
        let scenario = self.scenario(state);
        let mut points = [0; 2];
        for prize in &scenario.prizes {
            if let Some(side) = self.scorer(state, prize) {
                points[side.index()] += i32::from(prize.points);
            }
        }
        let german = GERMAN.index();
        if scenario.trench_points > 0 {
            points[german] += i32::from(scenario.trench_points) * self.trenches_taken(state) as i32;
        }
        if scenario.crossing_points > 0 {
            points[german] += i32::from(scenario.crossing_points) * self.divisions_across(state) as i32;
        }
        points
    }

    /// French trench hexes with a German combat unit in them: of the intermediate position, or all with the switch
    /// [7.1/vp-a3] (ruling 97).
    fn trenches_taken(&self, state: &State) -> usize {
        let all = state.has(option::ALL_TRENCHES);
        let trenches = if all { *self.ground.french_trenches() } else { self.ground.trench_points };
        let area = self.scenario(state).area;
        (trenches & area).iter().filter(|&hex| self.occupies(state, GERMAN, hex)).count()
    }

    /// German divisions south of the Marne that are in supply, three Stormtroopers counting as one [7.2/vp-a] (rulings 83,
    /// 84).
    fn divisions_across(&self, state: &State) -> usize {
        let supplied = match state.has(option::LAST_MARKERS) {
            true => state.units(GERMAN).without(state.unsupplied),
            false => self.supplied_now(state),
        };
        let south = |piece: &Piece| self.ground.south.contains(state.hex(*piece));
        let across: PieceSet = supplied.iter().filter(south).collect();
        let count = |class: Class| across.iter().filter(|&piece| self.pieces.class(piece) == class).count();
        count(Class::Division) + count(Class::Stormtrooper) / DIVISION
    }

    fn supplied_now(&self, state: &State) -> PieceSet {
        let mut now = state.clone();
        now.traced = self.served(state);
        self.supplied(&now, GERMAN)
    }

    /// The scenario is over.
    pub(crate) fn judge(&self, state: &mut State, events: &mut impl Sink) {
        let points = self.score(state);
        let margin = points[0] - points[1];
        let levels = &self.scenario(state).levels;
        let winner = match levels.first() {
            // Germans need a number of points, or any across the Marne [7.1/vp-b, 7.2/vp-b].
            Some(&least) if points[0] >= least.into() => Some(GERMAN),
            Some(_) => Some(ALLIED),
            // More points win, and equal points are a draw [6.1/vp-c, 7.3/vp-b] (ruling 86).
            None if margin > 0 => Some(GERMAN),
            None if margin < 0 => Some(ALLIED),
            None => None,
        };
        state.outcome = Some(Outcome { winner, clause: self.victory_clause(state), margin });
        let outcome = state.outcome;
        events.tell(|| {
            let text = outcome.map_or(String::new(), |outcome| self.ending(state, outcome));
            Event::new("end", text).by(vec![self.victory_clause(state)])
        });
    }

    /// The clause that decides a scenario.
    fn victory_clause(&self, state: &State) -> Clause {
        match self.scenario(state).id {
            "gouraud" => Clause("7.1/vp-b"),
            "rock-of-the-marne" => Clause("7.2/vp-b"),
            "tenth-army" => Clause("7.3/vp-b"),
            "ardre" => Clause("7.4/vp"),
            _ => Clause("6.1/vp-c"),
        }
    }

    /// How it ended, in a sentence.
    pub(crate) fn ending(&self, state: &State, outcome: Outcome) -> String {
        if outcome.clause == Clause("5.0a") {
            return "The other side gave up.".into();
        }
        let [german, allied] = self.score(state);
        let levels = &self.scenario(state).levels;
        let reached = levels.iter().filter(|&&level| german >= level.into()).count();
        match (outcome.winner, levels.len()) {
            (None, _) => format!("A draw, {german} to {allied}."),
            (Some(GERMAN), 2..) => {
                let level = ["technical victory", "strong showing", "major victory"][reached.clamp(1, 3) - 1];
                format!("A German {level} with {german} points.")
            }
            (Some(side), 0) => {
                format!(
                    "{} win, {german} German to {allied} Allied points.",
                    if side == GERMAN { "The Germans" } else { "The Allies" }
                )
            }
            (Some(side), _) => {
                format!("{} win: {german} German points.", if side == GERMAN { "The Germans" } else { "The Allies" })
            }
        }
    }

    /// A side gives up.
    pub(crate) fn give_up(&self, state: &mut State, side: Side) {
        if state.outcome.is_none() {
            state.outcome = Some(Outcome { winner: Some(side.other()), clause: Clause("5.0a"), margin: 0 });
        }
    }

    /// The points as they stand, opened.
    pub(crate) fn score_derivation(&self, state: &State, side: Side) -> Derivation {
        let scenario = self.scenario(state);
        let points = self.score(state)[side.index()];
        let title = if side == GERMAN { "German points" } else { "Allied points" };
        let mut sum = Derivation::new(title, points, vec![self.victory_clause(state)]);
        for prize in scenario.prizes.iter().filter(|prize| self.scorer(state, prize) == Some(side)) {
            let clauses = match scenario.id {
                "gouraud" => clauses!["7.1/vp-a", "7.1/vp-a2", "7.1/vp-a4"],
                "tenth-army" => clauses!["7.3/vp"],
                "ardre" => clauses!["7.4/vp"],
                _ => clauses!["6.1/vp-a", "6.1/vp-b"],
            };
            sum = sum.with(Derivation::new(self.ground.label(prize.hex), prize.points, clauses));
        }
        if side == GERMAN && scenario.trench_points > 0 {
            sum = sum.with(Derivation::new("French trench hexes", self.trenches_taken(state), clauses!["7.1/vp-a3"]));
        }
        if side == GERMAN && scenario.crossing_points > 0 {
            let across = self.divisions_across(state);
            sum = sum.with(Derivation::new("divisions across the Marne", across, clauses!["7.2/vp-a"]));
        }
        sum
    }
}
