//! Actions tried where they do not belong: those that were legal once, and those that nobody ever listed.

use crate::Rules;
use crate::dice::SeededDice;
use std::collections::BTreeSet;

/// How many actions of earlier decisions are kept.
const KEPT: usize = 400;
/// How many words are kept from which new actions are made.
const WORDS: usize = 2_000;
/// How many actions are made up for one decision.
const MADE_UP: usize = 40;

/// Remembers what was played, and makes up what was not: any notation that the words of the game can write.
pub(super) struct Strangers<R: Rules> {
    /// Actions that were legal when they were played.
    kept: Vec<R::Action>,
    /// The notations by their verbs and numbers of words, one of each.
    shapes: BTreeSet<(String, usize)>,
    /// What stood behind a verb.
    words: Vec<String>,
    /// Every hex of the board.
    hexes: Vec<String>,
}

impl<R: Rules> Strangers<R> {
    pub(super) fn new(rules: &R, scenario: usize) -> Strangers<R> {
        let board = &rules.map(scenario).board;
        let hexes = board.hexes().map(|hex| board.label(hex).to_string()).collect();
        Strangers { kept: Vec::new(), shapes: BTreeSet::new(), words: Vec::new(), hexes }
    }

    /// Keeps an action that was played.
    pub(super) fn keep(&mut self, action: R::Action, dice: &mut SeededDice) {
        if self.kept.len() < KEPT {
            self.kept.push(action);
        } else {
            self.kept[dice.below(KEPT)] = action;
        }
    }

    /// Learns the words of a list of options.
    pub(super) fn listen(&mut self, rules: &R, state: &R::State, legal: &[R::Action], dice: &mut SeededDice) {
        for &action in legal {
            let notation = rules.notation(state, action);
            let mut words = notation.split(' ');
            let verb = words.next().unwrap_or_default().to_string();
            let mut length = 0;
            for word in words {
                length += 1;
                if self.words.len() < WORDS {
                    self.words.push(word.to_string());
                } else {
                    let place = dice.below(WORDS);
                    self.words[place] = word.to_string();
                }
            }
            self.shapes.insert((verb, length));
        }
    }

    /// Actions to be tried in a state: some were legal once, some never. What is made up need not be readable; then it
    /// is no action.
    pub(super) fn actions(&self, rules: &R, state: &R::State, dice: &mut SeededDice) -> Vec<R::Action> {
        let shapes: Vec<_> = self.shapes.iter().collect();
        let mut actions = self.kept.clone();
        for _ in 0..if shapes.is_empty() { 0 } else { MADE_UP } {
            let (verb, length) = shapes[dice.below(shapes.len())];
            let words = (0..*length).map(|_| self.word(dice));
            let notation = std::iter::once(verb.as_str()).chain(words).collect::<Vec<_>>().join(" ");
            actions.extend(rules.parse(state, &notation));
        }
        actions
    }

    /// A word that may stand behind a verb: a hex as often as anything else.
    fn word(&self, dice: &mut SeededDice) -> &str {
        let words = if self.words.is_empty() || dice.below(2) == 0 { &self.hexes } else { &self.words };
        &words[dice.below(words.len())]
    }
}
