//! The returns of a game agree with its views.

use crate::dice::SeededDice;
use crate::view::Place;
use crate::{Decision, Muster, Options, Returns, Silence, Viewer};
use std::collections::BTreeSet;

/// Plays a game at random and compares its returns with what can be seen when all is open: the turn, and that where a
/// piece is mustered there stands one of its side. Who would be fed where depends on nothing that was asked before.
///
/// # Panics
/// Where they differ, or a piece is mustered twice.
pub fn assert_returns_agree<R: Returns>(rules: &R, scenario: usize, options: Options, seed: u64) {
    let mut dice = SeededDice::new(seed);
    let mut state = rules.set_up(scenario, options);
    let mut legal = Vec::new();
    let mut actions = 0_u32;
    let mut mustered = 0;
    while let Decision::Choose(_) = rules.decision(&state) {
        if actions.is_multiple_of(50) {
            mustered = mustered.max(compare(rules, scenario, &state));
            assert_eq!(fed(rules, &state), afresh(|| fed(rules, &state)), "after {actions} actions");
        } else if actions % 50 == 49 {
            // What is remembered of this position is not to be mistaken for the next.
            fed(rules, &state);
        }
        legal.clear();
        rules.legal(&state, &mut legal);
        let action = legal[dice.below(legal.len())];
        rules.play(&mut state, action, &mut dice, &mut Silence);
        actions += 1;
    }
    assert!(mustered > 0, "nobody was ever on the board");
}

/// Whether each piece would be in supply where it is, and where the next of the muster is.
fn fed<R: Returns>(rules: &R, state: &R::State) -> Vec<[bool; 2]> {
    let mut pieces = Vec::new();
    rules.muster(state, &mut |Muster { piece, hex, .. }| pieces.extend(hex.map(|hex| (piece, hex))));
    let next = pieces.iter().cycle().skip(1);
    let ask = |(&(piece, here), &(_, there))| [here, there].map(|hex| rules.is_fed_at(state, piece, hex));
    pieces.iter().zip(next).map(ask).collect()
}

/// An answer by somebody who remembers nothing.
fn afresh<T: Send>(answer: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| scope.spawn(answer).join()).expect("the same was answered before")
}

/// How many pieces were on the board.
fn compare<R: Returns>(rules: &R, scenario: usize, state: &R::State) -> usize {
    let view = rules.view(state, Viewer::All);
    assert_eq!(u32::from(rules.turn(state)), view.turn);
    let seen: BTreeSet<_> =
        view.pieces.iter().flat_map(|piece| hexes(&piece.place).map(|hex| (&piece.side, hex))).collect();
    let mut pieces = BTreeSet::new();
    let mut present = 0;
    rules.muster(state, &mut |Muster { piece, side, hex, strength: _ }| {
        assert!(pieces.insert(piece), "{piece} is mustered twice");
        if let Some(hex) = hex {
            let label = rules.map(scenario).board.label(hex).to_string();
            let own = rules.about().side_id(side).to_string();
            assert!(seen.contains(&(&own, label.clone())), "nobody is in {label}");
            present += 1;
        }
    });
    present
}

fn hexes(place: &Place) -> impl Iterator<Item = String> {
    match place {
        Place::Hexes(hexes) => hexes.clone(),
        Place::Box(_) => Vec::new(),
    }
    .into_iter()
}

/// Everybody that a game musters now.
pub fn mustered<R: Returns>(rules: &R, state: &R::State) -> Vec<Muster> {
    let mut all = Vec::new();
    rules.muster(state, &mut |muster| all.push(muster));
    all
}

/// The strength of each side on the board.
pub fn strengths<R: Returns>(rules: &R, state: &R::State) -> [u32; 2] {
    let mut strengths = [0; 2];
    for muster in mustered(rules, state).iter().filter(|muster| muster.hex.is_some()) {
        strengths[muster.side.index()] += u32::from(muster.strength);
    }
    strengths
}
