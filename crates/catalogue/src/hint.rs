//! What a veteran would do, in words.

use ai::{Advice, Comparison, Limits};
use engine::dice::SeededDice;
use engine::{Hints, Rules};
use std::sync::Arc;
use wire::Hint;

/// A choice that a veteran thinks about for somebody else. It holds a copy of all that it needs, so the match may go on meanwhile.
pub trait Counsel: Send {
    /// The hint. Told to stop, it says what it has found.
    fn give(&self, limits: &Limits) -> Hint;
}

/// A choice with the types of its game.
pub(crate) struct Consulted<R: Rules> {
    pub(crate) rules: Arc<R>,
    pub(crate) state: R::State,
    pub(crate) legal: Vec<R::Action>,
    pub(crate) dice: SeededDice,
}

impl<R: Hints> Counsel for Consulted<R> {
    fn give(&self, limits: &Limits) -> Hint {
        let advice = Advice::give(&*self.rules, &self.state, &self.legal, &mut self.dice.clone(), limits);
        let best = self.rules.choice(&self.state, self.legal[advice.best]);
        let next = advice.against.map(|against| {
            let choice = self.rules.choice(&self.state, self.legal[against.next]);
            (choice, against)
        });
        let mut words = format!("A veteran would choose: {}.", best.text);
        match &next {
            None => words.push_str(" There is nothing else to compare it with."),
            Some((other, against)) => words.push_str(&reasoning(R::CONCERNS, against, &other.text)),
        }
        Hint { action: best.action, text: best.text, next: next.map(|(other, _)| other.action), words }
    }
}

/// Why an option is better than the next, and what is to be expected of it.
fn reasoning(concerns: &[&str], against: &Comparison, other: &str) -> String {
    let name = |concern: Option<usize>| concern.and_then(|concern| concerns.get(concern));
    let mut words = String::new();
    if let Some(pro) = name(against.pro) {
        words += &format!(" What speaks for it most: {pro}.");
    }
    if let Some(con) = name(against.con) {
        words += &format!(" What speaks against it: {con}.");
    }
    let &Comparison { games, turns, points, strength, .. } = against;
    let differences = [difference(points, "victory points"), difference(strength, "strength")];
    let differences: Vec<String> = differences.into_iter().flatten().collect();
    let expected = match differences.is_empty() {
        true => format!("it came to the same as the next best, \u{201c}{other}\u{201d}"),
        false => format!("it came out {} than the next best, \u{201c}{other}\u{201d}", differences.join(" and ")),
    };
    words + &format!(" Played on {games} times for {turns} turns in the mind, {expected}.")
}

/// By how much something is better or worse; nothing where that is next to nothing.
fn difference(by: f32, what: &str) -> Option<String> {
    let word = if by > 0.0 { "better" } else { "worse" };
    (by.abs() >= 0.05).then(|| format!("{:.1} {what} {word}", by.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison(points: f32, strength: f32) -> Comparison {
        Comparison { next: 1, pro: Some(0), con: None, games: 24, turns: 2, points, strength }
    }

    #[test]
    fn a_hint_says_what_speaks_for_an_option_and_what_comes_of_it() {
        let words = reasoning(&["cover"], &comparison(1.26, -0.5), "stay");
        assert_eq!(
            words,
            " What speaks for it most: cover. Played on 24 times for 2 turns in the mind, it came out 1.3 victory points \
             better and 0.5 strength worse than the next best, \u{201c}stay\u{201d}."
        );
        assert!(reasoning(&["cover"], &comparison(0.0, 0.04), "stay").contains("it came to the same"));
    }
}
