//! What the game tells those who study it.

use engine::laws::{assert_census_agrees, strengths};
use engine::{Census, Rules};
use hex_fight::HexFight;

#[test]
fn each_unit_counts_one() {
    let game = HexFight::load(None).unwrap();
    let start = game.set_up(0, Default::default());
    assert_eq!((strengths(&game, &start), game.points(&start), game.turn(&start)), ([12, 12], [12, 12], 1));
    assert_census_agrees(&game, 0, Default::default(), 3);
}
