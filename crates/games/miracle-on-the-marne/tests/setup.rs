//! 3 What is there to be set up.

use miracle_on_the_marne::MiracleOnTheMarne;

#[test]
fn everything_loads() {
    let game = MiracleOnTheMarne::load(None).unwrap();
    assert_eq!(game.pieces.unit_count(), 256);
    assert_eq!(game.pieces.corps.len(), 27);
    assert_eq!(game.ground.objectives.len(), 62 + 7);
}
