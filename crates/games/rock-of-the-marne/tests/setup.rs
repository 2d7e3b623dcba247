//! The set-ups, counted against the rulebook's lists.

use rock_of_the_marne::RockOfTheMarne;

#[test]
fn the_data_load() {
    let game = RockOfTheMarne::load(None).unwrap();
    assert_eq!(game.scenarios.len(), 5);
}
