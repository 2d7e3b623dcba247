//! What the game tells those who study it.

use crate::common::{game, phase};
use engine::laws::{assert_census_agrees, mustered, strengths};
use engine::{Census, Rules};

#[test]
fn a_unit_that_left_the_map_lives_on() {
    let mut table = phase("V", 3).unit("G001", "2602").unit("G002", "2342").unit("1/A/38", "1000").table();
    // Whoever a position does not name is dead: 56 of 57 US units and 110 of 112 Germans.
    assert_eq!(strengths(game(), table.state()), [2, 1]);
    assert_eq!((game().turn(table.state()), game().points(table.state())), (3, [56, 110]));
    let before = mustered(game(), table.state()).len();
    table.play(&["pick G001", "exit"]);
    assert_eq!(strengths(game(), table.state()), [1, 1]);
    assert_eq!(mustered(game(), table.state()).len(), before);
}

#[test]
fn the_census_agrees_with_views() {
    assert_census_agrees(game(), 0, game().about().default_options(), 18);
}
