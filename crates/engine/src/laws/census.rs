//! The census of a game agrees with its views.

use crate::dice::SeededDice;
use crate::view::Place;
use crate::{Census, Decision, Muster, Options, Side, Silence, Viewer};
use std::collections::BTreeSet;

/// Plays a game at random and compares its census with what can be seen when all is open: the turn, and that where a
/// piece is mustered there stands one of its side. Who would be fed where depends on nothing that was asked before.
///
/// # Panics
/// Where they differ, or a piece is mustered twice.
pub fn assert_census_agrees<R: Census>(rules: &R, scenario: usize, options: Options, seed: u64) {
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
fn fed<R: Census>(rules: &R, state: &R::State) -> Vec<[bool; 2]> {
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

/// Plays a game, by whatever way of choosing among the options, and looks at the start of each of its first turns at the
/// pieces of a side, or of both: who would be fed where he stands is in supply, and nobody else is. Supply must have been
/// determined for them as they stand then.
///
/// # Panics
/// Where they differ, or nobody was ever cut off.
pub fn assert_feeding_agrees<R: Census>(
    rules: &R,
    side: Option<Side>,
    turns: u16,
    mut choose: impl FnMut(&R::State, &[R::Action]) -> usize,
) {
    let mut dice = SeededDice::new(7);
    let mut state = rules.set_up(0, rules.about().default_options());
    let (mut legal, mut cut_off, mut turn) = (Vec::new(), 0, 1);
    while matches!(rules.decision(&state), Decision::Choose(_)) && rules.turn(&state) <= turns {
        if std::mem::replace(&mut turn, rules.turn(&state)) != turn {
            cut_off += compare_feeding(rules, &state, side);
        }
        legal.clear();
        rules.legal(&state, &mut legal);
        let action = legal[choose(&state, &legal)];
        rules.play(&mut state, action, &mut dice, &mut Silence);
    }
    assert!(cut_off > 0, "nobody was ever cut off");
}

/// How many pieces are cut off.
fn compare_feeding<R: Census>(rules: &R, state: &R::State, side: Option<Side>) -> usize {
    let mut cut_off = 0;
    for muster in mustered(rules, state).iter().filter(|muster| side.is_none_or(|side| muster.side == side)) {
        let Some(hex) = muster.hex else { continue };
        let fed = rules.is_fed_at(state, muster.piece, hex);
        assert_eq!(fed, !rules.is_unsupplied(state, muster.piece), "{muster:?} in turn {}", rules.turn(state));
        cut_off += usize::from(!fed);
    }
    cut_off
}

/// How many pieces were on the board.
fn compare<R: Census>(rules: &R, scenario: usize, state: &R::State) -> usize {
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
pub fn mustered<R: Census>(rules: &R, state: &R::State) -> Vec<Muster> {
    let mut all = Vec::new();
    rules.muster(state, &mut |muster| all.push(muster));
    all
}

/// The strength of each side on the board.
pub fn strengths<R: Census>(rules: &R, state: &R::State) -> [u32; 2] {
    let mut strengths = [0; 2];
    for muster in mustered(rules, state).iter().filter(|muster| muster.hex.is_some()) {
        strengths[muster.side.index()] += u32::from(muster.strength);
    }
    strengths
}
