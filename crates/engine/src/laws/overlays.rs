//! Law 4 again: an overlay shows what its viewer may know, on the board, and by clauses of the book.

use crate::dice::SeededDice;
use crate::view::{Place, View};
use crate::{Clause, ClauseBook, Derivation, Overlay, OverlayKind, Pointing, Rules, Side, Viewer};
use hexboard::{Board, Hex};

/// How many kinds are looked at in one state: over a game all have their turn.
const LOOKED_AT: usize = 2;

/// Panics if an overlay of the game cannot be drawn, or tells a viewer something that he may not know.
pub fn assert_overlays_hold<R: Rules>(rules: &R, state: &R::State, scenario: usize, dice: &mut SeededDice) {
    let board = &rules.map(scenario).board;
    let infos = rules.overlays();
    for &kind in OverlayKind::ALL {
        let listed = infos.iter().filter(|info| info.kind == kind).count();
        assert!(listed < 2, "the overlay {kind} is listed twice");
        if listed == 0 {
            assert_eq!(rules.overlay(state, Viewer::All, kind, None), None, "the overlay {kind} is not listed");
        }
    }
    let at = pointed(board, &rules.view(state, Viewer::All), dice);
    let others = Side::BOTH.map(|side| rules.resample(state, side, dice));
    infos.iter().for_each(|info| assert_cited(rules.book(), &info.clauses));
    let first = if infos.is_empty() { 0 } else { dice.below(infos.len()) };
    for info in infos.iter().cycle().skip(first).take(infos.len().min(LOOKED_AT)) {
        for at in [None, Some(at)].into_iter().take(if info.pointing == Pointing::Never { 1 } else { 2 }) {
            let look = |state: &R::State, viewer| {
                let overlay = rules.overlay(state, viewer, info.kind, at);
                overlay.unwrap_or_else(|| panic!("the overlay {} is listed and not drawn", info.kind))
            };
            assert_drawn(rules, board, &look(state, Viewer::All));
            // Who looks on knows no more than either side.
            let spectator = look(state, Viewer::Spectator);
            assert_drawn(rules, board, &spectator);
            for (side, other) in Side::BOTH.into_iter().zip(&others) {
                let (viewer, kind) = (Viewer::Side(side), info.kind);
                let here = look(state, viewer);
                assert_drawn(rules, board, &here);
                assert_eq!(here, look(other, viewer), "law 4: the overlay {kind} at {at:?} tells {side:?} too much");
                let there = look(other, Viewer::Spectator);
                assert_eq!(spectator, there, "law 4: the overlay {kind} at {at:?} tells who looks on too much");
            }
        }
    }
}

/// A hex to point at: where a counter stands, or any.
fn pointed(board: &Board, view: &View, dice: &mut SeededDice) -> Hex {
    let hexes: Vec<Hex> = board.hexes().collect();
    let standing = view.pieces.iter().filter_map(|piece| match &piece.place {
        Place::Hexes(hexes) => board.parse(hexes.first()?).ok(),
        Place::Box(_) => None,
    });
    let standing: Vec<Hex> = standing.collect();
    let among = if standing.is_empty() || dice.below(3) == 0 { &hexes } else { &standing };
    among[dice.below(among.len())]
}

/// An overlay names hexes of the board and clauses of the book, and says what it shows.
fn assert_drawn<R: Rules>(rules: &R, board: &Board, overlay: &Overlay) {
    assert!(overlay.text.ends_with('.'), "{}", overlay.text);
    assert_cited(rules.book(), &overlay.clauses);
    for marked in &overlay.hexes {
        assert!(board.in_play(marked.hex), "{:?} is marked and not in play", marked.hex);
        marked.why.iter().for_each(|why| assert_derived(rules.book(), why));
    }
    for line in &overlay.lines {
        assert!(line.hexes.len() > 1 && line.hexes.iter().all(|&hex| board.in_play(hex)), "{line:?}");
        assert!(line.text.ends_with('.'), "{}", line.text);
        assert_cited(rules.book(), &line.clauses);
    }
}

fn assert_derived(book: &ClauseBook, why: &Derivation) {
    assert_cited(book, &why.clauses);
    why.parts.iter().for_each(|part| assert_derived(book, part));
}

fn assert_cited(book: &ClauseBook, clauses: &[Clause]) {
    for clause in clauses {
        assert!(book.get(clause.0).is_some(), "an overlay cites {clause}, which is no clause");
    }
}
