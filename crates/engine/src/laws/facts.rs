//! What the rules say of single hexes is so on the boards.

use crate::Rules;
use crate::data::{Facts, Files};

/// The board of a scenario, which stands in this file, is as a clause says, or all that is said of it where none is named. The same
/// facts the workshop has against a board that somebody has changed.
pub fn assert_board_fits<R: Rules>(rules: &R, files: &Files, board: &str, scenario: usize, clause: Option<&str>) {
    let facts = Facts::of(files).unwrap();
    for named in facts.clauses() {
        assert!(rules.book().get(named).is_some(), "no clause {named}");
    }
    let facts = match clause {
        Some(clause) => facts.by(clause),
        None => facts,
    };
    assert!(facts.count(board) > 0, "nothing is said of {board} ({clause:?})");
    let unlike = facts.unlike(board, rules.map(scenario), rules.book());
    assert!(unlike.is_empty(), "{unlike:?}");
}
