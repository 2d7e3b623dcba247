//! Laws 1 to 5, 7 and 8 in random play.

use super::charts::{assert_aims_are_on_charts, assert_rolls_are_on_charts};
use super::fog::{assert_faces_show, assert_no_leak, assert_resampling_forgets};
use super::overlays::assert_overlays_hold;
use super::strangers::Strangers;
use super::tellings::play_and_hear;
use crate::dice::SeededDice;
use crate::matches::{Ending, Match};
use crate::{Chart, Decision, Options, Record, Rules, Side};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Random games to be played under the eyes of the law.
#[derive(Clone, Copy, Debug)]
pub struct Playouts {
    /// The scenario's place in the game's list.
    pub scenario: usize,
    /// The options.
    pub options: Options,
    /// The seed of dice and players.
    pub seed: u64,
    /// No game may take more actions than this.
    pub longest: usize,
    /// The laws are looked at closely at one decision in this many; the cheap checks are made at each.
    pub closely: usize,
}

/// What came out of the games.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Actions played.
    pub actions: usize,
    /// Games won by each side.
    pub wins: [usize; 2],
    /// Games without a winner.
    pub draws: usize,
}

impl Playouts {
    /// Plays games until at least `actions` were played, and panics at the first broken law.
    pub fn play<R: Rules>(&self, rules: &R, actions: usize) -> Report {
        let mut report = Report::default();
        let mut dice = SeededDice::new(self.seed);
        let charts = rules.charts(self.scenario, self.options);
        while report.actions < actions {
            match self.play_one(rules, &charts, &mut dice, &mut report.actions) {
                Some(side) => report.wins[side.index()] += 1,
                None => report.draws += 1,
            }
        }
        report
    }

    fn play_one<R: Rules>(
        &self,
        rules: &R,
        charts: &[Chart],
        dice: &mut SeededDice,
        played: &mut usize,
    ) -> Option<Side> {
        let mut state = rules.set_up(self.scenario, self.options);
        let (mut legal, mut strangers) = (Vec::new(), Strangers::new(rules, self.scenario));
        let mut shown = HashMap::new();
        for number in 0.. {
            let side = match rules.decision(&state) {
                Decision::Choose(side) => side,
                Decision::Over(outcome) => return outcome.winner,
            };
            assert!(number < self.longest, "law 2: a game of {number} actions has not ended: {state:?}");
            legal.clear();
            rules.legal(&state, &mut legal);
            assert!(!legal.is_empty(), "law 1: nothing is legal in {state:?}");
            assert_question_fits(rules, &state, &legal);
            let action = legal[dice.below(legal.len())];
            if dice.below(self.closely) == 0 {
                strangers.listen(rules, &state, &legal, dice);
                let strangers = strangers.actions(rules, &state, dice);
                assert_list_is_exact(rules, &state, &legal, &strangers);
                assert_notation_reads_back(rules, &state, &legal);
                for viewer in Side::BOTH {
                    assert_no_leak(rules, &state, viewer, &strangers, dice);
                    assert_resampling_forgets(rules, &state, viewer, dice);
                }
                assert_faces_show(rules, &state, &mut shown);
                assert_overlays_hold(rules, &state, self.scenario, &mut dice.clone());
                assert_concession_ends(rules, &state, side);
                let forecasts = legal.iter().filter_map(|&action| rules.forecast(&state, action));
                forecasts.for_each(|forecast| assert_aims_are_on_charts(charts, &forecast));
            }
            strangers.keep(action, dice);
            let checked = rules.check(&state, action);
            assert!(checked.is_ok(), "law 1: {} is listed but refused: {checked:?}", rules.notation(&state, action));
            let events = play_and_hear(rules, &mut state, action, dice);
            assert_rolls_are_on_charts(charts, &events);
            *played += 1;
        }
        None
    }

    /// Plays one game through a [`Match`], and panics unless its record replays to the same state.
    pub fn assert_record_replays<R: Rules>(&self, rules: &Arc<R>) {
        let mut chooser = SeededDice::new(self.seed);
        let mut game = Match::new(rules.clone(), self.scenario, self.options, self.seed.into(), Vec::new());
        while let Decision::Choose(side) = game.decision() {
            let action = game.legal()[chooser.below(game.legal().len())];
            let notation = rules.notation(game.state(), action);
            game.play(side, &notation).expect("a listed action is played");
        }
        let text = game.record().to_string();
        let record = Record::parse(&text).expect("a record reads back");
        let again = Match::replay(rules.clone(), &record).expect("a record replays");
        assert!(again.state() == game.state(), "law 3: the record replays to another state");
        assert_eq!(again.log(), game.log(), "law 3: the record replays to other events");
        assert_eq!(again.record().to_string(), text, "law 5: the record reads back changed");
    }
}

/// A question that offers an end has one among its answers; every game ends things with the same word.
fn assert_question_fits<R: Rules>(rules: &R, state: &R::State, legal: &[R::Action]) {
    let question = rules.prompt(state);
    if ["or end ", "or go on", "or resolve"].iter().any(|end| question.contains(end)) {
        let ends = legal.iter().any(|&action| rules.notation(state, action) == "done");
        assert!(ends, "\"{question}\" offers an end that is not there");
    }
}

/// Law 1: what is listed is accepted, once; what is not listed is refused, with a clause.
pub(super) fn assert_list_is_exact<R: Rules>(
    rules: &R,
    state: &R::State,
    legal: &[R::Action],
    strangers: &[R::Action],
) {
    let listed: HashSet<_> = legal.iter().copied().collect();
    assert_eq!(listed.len(), legal.len(), "law 1: something is listed twice in {state:?}");
    for &action in legal.iter().chain(strangers) {
        let checked = rules.check(state, action);
        let notation = rules.notation(state, action);
        assert_eq!(checked.is_ok(), listed.contains(&action), "law 1: {notation} in {state:?}: {checked:?}");
        if let Err(refusal) = checked {
            assert!(!refusal.clauses.is_empty(), "the refusal of {notation} cites nothing: {refusal}");
            for clause in &refusal.clauses {
                assert!(
                    rules.book().get(clause.0).is_some(),
                    "the refusal of {notation} cites {clause}, which is no clause"
                );
            }
        }
    }
}

/// Law 5: notation reads back, and is no word that a record has for an ending.
fn assert_notation_reads_back<R: Rules>(rules: &R, state: &R::State, legal: &[R::Action]) {
    for &action in legal {
        let notation = rules.notation(state, action);
        assert_eq!(rules.parse(state, &notation), Ok(action), "law 5: {notation}");
        assert_eq!(Ending::named(&notation), None, "law 5: {notation} means the end in a record");
        assert_eq!(rules.choice(state, action).action, notation, "law 5: the choice shows another notation");
    }
}

/// Giving up ends the game for the other side.
fn assert_concession_ends<R: Rules>(rules: &R, state: &R::State, side: Side) {
    let mut state = state.clone();
    rules.concede(&mut state, side);
    match rules.decision(&state) {
        Decision::Over(outcome) => assert_eq!(outcome.winner, Some(side.other())),
        Decision::Choose(_) => panic!("a side gave up and the game goes on"),
    }
}
