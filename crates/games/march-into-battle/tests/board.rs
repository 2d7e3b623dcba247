//! 2.1 The boards.

use march_into_battle::MarchIntoBattle;

#[test]
fn the_boards_load() {
    let rules = MarchIntoBattle::load(None).unwrap();
    assert_eq!(rules.scenarios.len(), 3);
}
