//! Victory: 6.1 and 7.1 to 7.4.

use crate::RockOfTheMarne;
use crate::ground::Hexes;
use crate::pieces::{ALLIED, Class, GERMAN, Piece, PieceSet};
use crate::scenarios::Prize;
use crate::state::{State, option};
use engine::{Clause, Derivation, Event, EventKind, Outcome, Refusal, Side, Sink, clauses};
use hexboard::Hex;

/// Stormtroopers that count as a division (ruling 83).
const DIVISION: usize = 3;
/// The levels of a German victory [7.2/vp-b].
pub(crate) const LEVELS: [&str; 3] = ["technical victory", "strong showing", "major victory"];

#[engine::by_the_book]
impl RockOfTheMarne {
    /// Whether a side has a combat unit in a hex, in supply or not; HQs and airplanes are none [6.1/vp-b, 7.1/vp-a4]
    /// (ruling 85).
    pub(crate) fn occupies(&self, state: &State, side: Side, hex: Hex) -> bool {
        state.held[side.index()].contains(hex) && state.stack(hex).any(|piece| !self.pieces.is_hq(piece))
    }

    /// The side that scores a hex: in 7.3 and 7.4 whoever was there last [7.3/vp, 7.4/vp], with the switch whoever stands
    /// there (ruling 87); elsewhere a side that its points belong to and that has a combat unit there [6.1/vp-a].
    pub(crate) fn scorer(&self, state: &State, prize: &Prize) -> Option<Side> {
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

    /// The French trench hexes that count: all in play, or with the switch off those of the intermediate position
    /// [7.1/vp-a3] (ruling 97).
    pub(crate) fn scored_trenches(&self, state: &State) -> Hexes {
        let all = state.has(option::ALL_TRENCHES);
        let trenches = if all { *self.ground.french_trenches() } else { self.ground.trench_points };
        trenches & self.scenario(state).area
    }

    /// Whether a hex is one of them.
    pub(crate) fn is_scored_trench(&self, state: &State, hex: Hex) -> bool {
        let all = state.has(option::ALL_TRENCHES);
        let trenches = if all { self.ground.french_trenches() } else { &self.ground.trench_points };
        trenches.contains(hex) && self.scenario(state).area.contains(hex)
    }

    /// Those of them with a German combat unit in them [7.1/vp-a3, 7.1/vp-a4].
    fn trenches_taken(&self, state: &State) -> usize {
        self.scored_trenches(state).iter().filter(|&hex| self.occupies(state, GERMAN, hex)).count()
    }

    /// German divisions south of the Marne that are in supply, three Stormtroopers counting as one [7.2/vp-a] (ruling
    /// 83). Supply is worked out as if it were checked now, and the German gives the bridges to the HQs that bring him
    /// most points [1.3g-2] (rulings 28, 84); with the switch the markers count.
    fn divisions_across(&self, state: &State) -> usize {
        let counts = |piece: Piece| matches!(self.pieces.class(piece), Class::Division | Class::Stormtrooper);
        let south = |&piece: &Piece| counts(piece) && self.ground.south.contains(state.hex(piece));
        let across: PieceSet = state.units(GERMAN).iter().filter(south).collect();
        if state.has(option::LAST_MARKERS) {
            return self.divisions_among(across.without(state.unsupplied));
        }
        if across.is_empty() {
            return 0;
        }
        self.best_supply(state, across, |supplied| self.divisions_among(supplied))
    }

    /// How many divisions some units are.
    fn divisions_among(&self, units: PieceSet) -> usize {
        let count = |class: Class| units.iter().filter(|&piece| self.pieces.class(piece) == class).count();
        count(Class::Division) + count(Class::Stormtrooper) / DIVISION
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
            Event::new(EventKind::End, text).by(vec![self.victory_clause(state)])
        });
    }

    /// The clause that decides a scenario.
    pub(crate) fn victory_clause(&self, state: &State) -> Clause {
        match self.scenario(state).id {
            "gouraud" => Clause("7.1/vp-b"),
            "rock-of-the-marne" => Clause("7.2/vp-b"),
            "tenth-army" => Clause("7.3/vp-b"),
            "ardre" => Clause("7.4/vp"),
            _ => Clause("6.1/vp-c"),
        }
    }

    /// The clauses by which a scenario's victory hexes count.
    pub(crate) fn prize_clauses(&self, state: &State) -> Vec<Clause> {
        match self.scenario(state).id {
            "gouraud" => clauses!["7.1/vp-a", "7.1/vp-a2", "7.1/vp-a4"],
            "tenth-army" => clauses!["7.3/vp"],
            "ardre" => clauses!["7.4/vp"],
            _ => clauses!["6.1/vp-a", "6.1/vp-b"],
        }
    }

    /// A switch that changes what is counted here, in words.
    pub(crate) fn other_count(&self, state: &State) -> Option<&'static str> {
        match self.scenario(state).id {
            "gouraud" if !state.has(option::ALL_TRENCHES) => {
                Some("by the option that counts only trenches of the intermediate position")
            }
            "rock-of-the-marne" if state.has(option::LAST_MARKERS) => {
                Some("by the option that counts supply as the last German Supply Phase marked it")
            }
            "tenth-army" if state.has(option::STAND_TO_CONTROL) => {
                Some("by the option that counts only hexes in which a combat unit stands")
            }
            _ => None,
        }
    }

    /// How it ended, in a sentence.
    pub(crate) fn ending(&self, state: &State, outcome: Outcome) -> String {
        if outcome.is_concession() {
            return "The other side gave up.".into();
        }
        let [german, allied] = self.score(state);
        let levels = &self.scenario(state).levels;
        let reached = levels.iter().filter(|&&level| german >= level.into()).count();
        let side = |side| if side == GERMAN { "The Germans" } else { "The Allies" };
        let words = match (outcome.winner, levels.len()) {
            (None, _) => format!("A draw, {german} to {allied}"),
            (Some(GERMAN), 2..) => {
                let level = LEVELS[reached.clamp(1, 3) - 1];
                format!("A German {level} with {}", points(german))
            }
            (Some(winner), 0) => {
                let (more, less) = (german.max(allied), german.min(allied));
                format!("{} win, {} to {less}", side(winner), points(more))
            }
            (Some(winner), _) => format!("{} win: the Germans have {}", side(winner), points(german)),
        };
        match self.other_count(state) {
            Some(switch) => format!("{words}, {switch}."),
            None => format!("{words}."),
        }
    }

    /// Nothing is played after the end.
    pub(crate) fn over(&self, state: &State) -> Refusal {
        Refusal::new(vec![self.victory_clause(state)], "the game is over")
    }

    /// A side gives up.
    pub(crate) fn give_up(&self, state: &mut State, side: Side) {
        if state.outcome.is_none() {
            state.outcome = Some(Outcome::concession(side));
        }
    }

    /// The points as they stand, opened.
    pub(crate) fn score_derivation(&self, state: &State, side: Side) -> Derivation {
        let scenario = self.scenario(state);
        let points = self.score(state)[side.index()];
        let title = if side == GERMAN { "German points" } else { "Allied points" };
        let mut sum = Derivation::new(title, points, vec![self.victory_clause(state)]);
        for prize in scenario.prizes.iter().filter(|prize| self.scorer(state, prize) == Some(side)) {
            sum = sum.with(Derivation::new(self.ground.label(prize.hex), prize.points, self.prize_clauses(state)));
        }
        if side == GERMAN && scenario.trench_points > 0 {
            sum = sum.with(Derivation::new("French trench hexes", self.trenches_taken(state), clauses!["7.1/vp-a3"]));
        }
        if side == GERMAN && scenario.crossing_points > 0 {
            let across = self.divisions_across(state);
            sum = sum.with(Derivation::new("divisions across the Marne", across, clauses!["7.2/vp-a", "1.3g-2"]));
        }
        sum
    }
}

/// Points as people say them: `1 point`, `2 points`.
fn points(count: i32) -> String {
    format!("{count} point{}", if count == 1 { "" } else { "s" })
}
