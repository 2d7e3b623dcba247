//! 14 Victory: control of towns, cities and Paris, and who wins.

use crate::MiracleOnTheMarne;
use crate::ground::Terrain;
use crate::pieces::{ALLIED, Corps, GERMAN, Nation};
use crate::scenarios::Handicap;
use crate::state::{State, option};
use engine::{Clause, Derivation, Event, EventKind, Outcome, Refusal, Side, Sink, Viewer, clauses};
use hexboard::Hex;

/// What a result cites where the scenario's handicap is in force: a word of its own, as no clause of the book decides.
const BY_HANDICAP: &str = "handicap";
/// What it cites where each hex of Paris counts by itself, which 14b and 14g do not say.
const BY_HEXES_OF_PARIS: &str = "paris-each";

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// Takes control of a town, city or Paris hex that a combat unit enters [14e]. The zones around units give no control
    /// [14f].
    pub(crate) fn enter_hex(&self, state: &mut State, side: Side, hex: Hex, events: &mut impl Sink) {
        let Some(at) = self.prize_at(state, side, hex) else { return };
        state.german ^= 1 << at;
        events.tell(|| {
            let (who, what) = (self.side_title(side), self.ground.called(hex));
            let text = format!("{who} units take {what}.");
            Event::new(EventKind::Control, text).side(side).at([hex]).by(clauses!["14e"]).reveals_own()
        });
        self.judge_paris(state, events);
    }

    /// The place in a hex, among the objectives, if the enemy of a side controls it.
    fn prize_at(&self, state: &State, side: Side, hex: Hex) -> Option<usize> {
        self.ground.objective_at(hex).filter(|&at| (state.german >> at & 1 == 1) != (side == GERMAN))
    }

    /// The names of the places that a side takes when its combat units enter these hexes, in that order.
    pub(crate) fn prizes(&self, state: &State, side: Side, entered: impl IntoIterator<Item = Hex>) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for at in entered.into_iter().filter_map(|hex| self.prize_at(state, side, hex)) {
            let name = &self.ground.objectives[at].name;
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }

    /// The hexes of a way that units physically enter: all of them [14e]; with the switch those who ride in trains and
    /// taxis only set foot in the last (ruling R100).
    pub(crate) fn entered<'a>(&self, state: &State, way: &'a [Hex], ride: bool) -> &'a [Hex] {
        match ride && state.has(option::TAKE_AT_STOPS) {
            true => &way[way.len().saturating_sub(1)..],
            false => way,
        }
    }

    /// Paris goes to the side that controls more than half of its hexes, and stays with it otherwise [14g] (ruling R79).
    pub(crate) fn judge_paris(&self, state: &mut State, events: &mut impl Sink) {
        let paris = &self.ground.paris;
        let is_german = |hex: &&Hex| self.ground.objective_at(**hex).is_some_and(|at| state.german >> at & 1 == 1);
        let german = paris.iter().filter(is_german).count();
        let owner = match (2 * german > paris.len(), 2 * (paris.len() - german) > paris.len()) {
            (true, _) => GERMAN,
            (_, true) => ALLIED,
            _ => state.paris,
        };
        if owner != state.paris {
            state.paris = owner;
            events.tell(|| {
                let text = format!("Paris is under {} control.", self.side_title(owner));
                Event::new(EventKind::Control, text).side(owner).by(clauses!["14g"]).reveals()
            });
        }
    }

    /// The points of a side: for places, and with the option for the British losses [15.4.2a].
    pub(crate) fn score(&self, state: &State, side: Side) -> u16 {
        let british = if side == GERMAN && state.has(option::BEF) { self.broken_british_corps(state) } else { 0 };
        self.worth_of_places(state, side) + u16::from(self.tables.victory.british_corps) * british as u16
    }

    /// 10 points for Paris [14b] (ruling R91), 3 for each city [14c], 1 for each town [14d] under a side's control, garrisoned or
    /// not [14h].
    fn worth_of_places(&self, state: &State, side: Side) -> u16 {
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

    /// The handicap of the scenario, where the option puts it in force: our wish for balance, not the book's.
    pub(crate) fn handicap(&self, state: &State) -> Option<Handicap> {
        self.scenarios[usize::from(state.scenario)].handicap.filter(|_| state.has(option::HANDICAP))
    }

    /// What decides by points: the larger total [14a], or the option that changes who wins.
    fn decided_by(&self, state: &State) -> Clause {
        if self.handicap(state).is_some() {
            Clause(BY_HANDICAP)
        } else if state.has(option::PARIS_EACH) {
            Clause(BY_HEXES_OF_PARIS)
        } else {
            Clause("14a")
        }
    }

    /// The rules by which places count; what each hex of Paris is worth with the option stands in none.
    fn worth_clauses(&self, state: &State) -> Vec<Clause> {
        match state.has(option::PARIS_EACH) {
            true => clauses!["14c", "14d"],
            false => clauses!["14b", "14c", "14d"],
        }
    }

    /// The end of the last turn: the larger total wins [14a], a tie is a draw (ruling R80). With a handicap in force the
    /// Allies need a lead, and the result says so.
    pub(crate) fn count_points(&self, state: &mut State, events: &mut impl Sink) {
        let [allied, german] = Side::BOTH.map(|side| i32::from(self.score(state, side)));
        let lead = allied - german;
        let handicap = self.handicap(state);
        let (win, draw) = handicap.map_or((1, 0), |handicap| (handicap.win.into(), handicap.draw.into()));
        let winner = match lead {
            lead if lead >= win => Some(ALLIED),
            lead if lead >= draw => None,
            _ => Some(GERMAN),
        };
        let clause = self.decided_by(state);
        let outcome = Outcome { winner, clause, margin: lead.abs() };
        state.outcome = Some(outcome);
        events.tell(|| {
            let text = format!("The battle is over. {}.", self.ending(state, outcome));
            let decided = Some(clause).filter(|clause| *clause == Clause("14a")).into_iter().collect();
            Event::new(EventKind::End, text).by([decided, self.worth_clauses(state)].concat())
        });
    }

    /// Nothing is played after the end.
    pub(crate) fn over(&self, _: &State) -> Refusal {
        Refusal::new(clauses!["14a"], "the game is over")
    }

    /// A side gives up.
    pub(crate) fn give_up(&self, state: &mut State, side: Side) {
        state.outcome = Some(Outcome::concession(side));
    }

    /// How the game ended, in a sentence.
    pub(crate) fn ending(&self, state: &State, outcome: Outcome) -> String {
        let [allied, german] = Side::BOTH.map(|side| self.score(state, side));
        let who = match outcome.winner {
            Some(side) if outcome.is_concession() => {
                let (winner, loser) = (self.side_title(side), self.side_title(side.other()));
                return format!("{winner} victory: the {loser} side gives up");
            }
            Some(side) => format!("{} victory", self.side_title(side)),
            None => "A draw".into(),
        };
        let points = format!("Allied {allied}, German {german} points");
        let counted = if state.has(option::PARIS_EACH) { ", each hex of Paris counted by itself" } else { "" };
        match self.handicap(state) {
            Some(handicap) => format!("{who} by the handicap: {points}{counted}, and {}", lead_needed(handicap)),
            None => format!("{who}: {points}{counted}"),
        }
    }

    /// The options in force that change who wins, each in a sentence that says what the book has instead.
    pub(crate) fn other_counts(&self, state: &State) -> Vec<String> {
        let handicap = self.handicap(state).map(|handicap| {
            let needed = lead_needed(handicap);
            format!("A handicap is in force: {needed}. By the book the larger total would win.")
        });
        let paris = state.has(option::PARIS_EACH).then(|| {
            let (points, hexes) = (self.tables.victory.paris, self.ground.paris.len());
            format!(
                "Each of the {hexes} hexes of Paris is worth {points} points to whom it belongs. By the book Paris is worth {points} points, to the side with most of them."
            )
        });
        handicap.into_iter().chain(paris).collect()
    }

    /// The points of a side as a viewer knows them, opened. Who may not look into British stacks [8.1.5a] is told of the losses in
    /// them at the end.
    pub(crate) fn score_derivation(&self, state: &State, side: Side, viewer: Viewer) -> Derivation {
        let values = &self.tables.victory;
        let held = |terrain: Terrain| {
            let own =
                self.ground.objectives.iter().enumerate().filter(move |(_, objective)| objective.terrain == terrain);
            own.filter(|(at, _)| (state.german >> at & 1 == 1) == (side == GERMAN)).count()
        };
        let (paris, count, by) = match state.has(option::PARIS_EACH) {
            true => (format!("{} hexes of Paris", held(Terrain::Paris)), held(Terrain::Paris), clauses!["14e"]),
            false => ("Paris".into(), usize::from(state.paris == side), clauses!["14b", "14g"]),
        };
        let several = |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
        let title = format!("{} points", self.side_title(side));
        let counts_british = side == GERMAN && state.has(option::BEF);
        let is_open = viewer.is(ALLIED) || state.outcome.is_some();
        let total = if is_open { self.score(state, side) } else { self.worth_of_places(state, side) };
        let mut sum = Derivation::new(title, total, clauses!["14a"])
            .with(Derivation::new(paris, count * usize::from(values.paris), by))
            .with(Derivation::new(
                several(held(Terrain::City), "city", "cities"),
                held(Terrain::City) * usize::from(values.city),
                clauses!["14c"],
            ))
            .with(Derivation::new(
                several(held(Terrain::Town), "town", "towns"),
                held(Terrain::Town) * usize::from(values.town),
                clauses!["14d"],
            ));
        if counts_british && is_open {
            let broken = self.broken_british_corps(state);
            let label = format!("{broken} British corps with more than half of their steps lost");
            sum = sum.with(Derivation::new(label, broken * usize::from(values.british_corps), clauses!["15.4.2a"]));
        } else if counts_british {
            let label = "the losses of British corps, which are counted at the end:";
            sum = sum.with(Derivation::new(label, "not known yet", clauses!["15.4.2a"]));
        }
        sum
    }
}

/// `the Allies need a lead of 36 points to win and of 34 for a draw`.
fn lead_needed(handicap: Handicap) -> String {
    let Handicap { draw, win } = handicap;
    format!("the Allies need a lead of {win} points to win and of {draw} for a draw")
}
