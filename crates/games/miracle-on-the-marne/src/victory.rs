//! 14 Victory.

use crate::MiracleOnTheMarne;
use crate::ground::Terrain;
use crate::pieces::{ALLIED, Corps, GERMAN, Nation};
use crate::state::{State, option};
use engine::{Clause, Derivation, Event, Outcome, Side, Sink, clauses};

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// The points of a side: 10 for Paris [14b] (ruling R91), 3 for each city [14c], 1 for each town [14d] under its control,
    /// and with the option the British losses for the Germans [15.4.2a].
    pub(crate) fn score(&self, state: &State, side: Side) -> u16 {
        let values = &self.tables.victory;
        let mut score = 0;
        for (at, objective) in self.ground.objectives.iter().enumerate() {
            let german = state.german >> at & 1 == 1;
            if german == (side == GERMAN) {
                score += u16::from(match objective.terrain {
                    Terrain::City => values.city,
                    Terrain::Town => values.town,
                    Terrain::Paris if state.has(option::PARIS_EACH) => values.paris,
                    _ => 0,
                });
            }
        }
        if !state.has(option::PARIS_EACH) && state.paris == side {
            score += u16::from(values.paris);
        }
        if side == GERMAN && state.has(option::BEF) {
            score += u16::from(values.british_corps) * self.broken_british_corps(state) as u16;
        }
        score
    }

    fn broken_british_corps(&self, state: &State) -> usize {
        self.pieces.all_corps().filter(|&corps| self.is_broken(state, corps)).count()
    }

    /// Whether a British corps has lost more than half of its steps: what it lacks now, recovered steps being no losses
    /// [15.4.2a, 15.4.2b] (ruling R86).
    fn is_broken(&self, state: &State, corps: Corps) -> bool {
        let info = self.pieces.corps_info(corps);
        let cavalry = self.is_guest_corps(corps) && !state.has(option::BEF_CAVALRY);
        if info.nation != Nation::British || cavalry {
            return false;
        }
        let first: u8 = info.units().map(|unit| self.pieces.counter(unit).steps).sum();
        let left = info.units().filter(|&unit| state.on_map.contains(unit));
        let left: u8 = left.map(|unit| self.steps(state, unit)).sum();
        2 * (first - left) > first
    }

    /// The end of the last turn: the larger total wins [14a], a tie is a draw (ruling R80). Where a scenario has a handicap,
    /// the Allies need a lead.
    pub(crate) fn count_points(&self, state: &mut State, events: &mut impl Sink) {
        let [allied, german] = Side::BOTH.map(|side| i32::from(self.score(state, side)));
        let lead = allied - german;
        let handicap = self.scenarios[usize::from(state.scenario)].handicap.filter(|_| state.has(option::HANDICAP));
        let winner = match handicap {
            Some(handicap) if lead >= handicap.win.into() => Some(ALLIED),
            Some(handicap) if lead >= handicap.draw.into() => None,
            Some(_) => Some(GERMAN),
            None if lead > 0 => Some(ALLIED),
            None if lead < 0 => Some(GERMAN),
            None => None,
        };
        state.outcome = Some(Outcome { winner, clause: Clause("14a"), margin: lead.abs() });
        events.tell(|| {
            let text = format!("The battle is over: Allied {allied}, German {german} points.");
            Event::new("end", text).by(clauses!["14a", "14b", "14c", "14d"])
        });
    }

    /// A side gives up.
    pub(crate) fn give_up(&self, state: &mut State, side: Side) {
        state.outcome = Some(Outcome { winner: Some(side.other()), clause: Clause("14a"), margin: 0 });
    }

    /// How the game ended, in a sentence.
    pub(crate) fn ending(&self, state: &State, outcome: Outcome) -> String {
        let [allied, german] = Side::BOTH.map(|side| self.score(state, side));
        let who = match outcome.winner {
            Some(side) => format!("{} victory", self.side_title(side)),
            None => "A draw".into(),
        };
        format!("{who}: Allied {allied}, German {german} points")
    }

    /// The points of a side, opened.
    pub(crate) fn score_derivation(&self, state: &State, side: Side) -> Derivation {
        let values = &self.tables.victory;
        let held = |terrain: Terrain| {
            let own =
                self.ground.objectives.iter().enumerate().filter(move |(_, objective)| objective.terrain == terrain);
            own.filter(|(at, _)| (state.german >> at & 1 == 1) == (side == GERMAN)).count()
        };
        let paris = match state.has(option::PARIS_EACH) {
            true => held(Terrain::Paris) * usize::from(values.paris),
            false => usize::from(state.paris == side) * usize::from(values.paris),
        };
        let title = format!("{} points", self.side_title(side));
        let mut sum = Derivation::new(title, self.score(state, side), clauses!["14a"])
            .with(Derivation::new("Paris", paris, clauses!["14b", "14g"]))
            .with(Derivation::new(
                format!("{} cities", held(Terrain::City)),
                held(Terrain::City) * usize::from(values.city),
                clauses!["14c"],
            ))
            .with(Derivation::new(
                format!("{} towns", held(Terrain::Town)),
                held(Terrain::Town) * usize::from(values.town),
                clauses!["14d"],
            ));
        if side == GERMAN && state.has(option::BEF) {
            let broken = self.broken_british_corps(state);
            let label = format!("{broken} British corps with more than half of their steps lost");
            sum = sum.with(Derivation::new(label, broken * usize::from(values.british_corps), clauses!["15.4.2a"]));
        }
        sum
    }
}
