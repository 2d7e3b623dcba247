//! The encoding of views: the same for every game, and no window through the fog.

use ai::{Limits, Player};
use clash_of_giants::ClashOfGiants;
use engine::dice::SeededDice;
use engine::encoding::{NOTHING, head, option, piece};
use engine::{Codebook, Decision, Encoding, Hints, Side, Silence, Viewer};
use first_blood::FirstBlood;
use march_into_battle::MarchIntoBattle;
use miracle_on_the_marne::MiracleOnTheMarne;
use rock_of_the_marne::RockOfTheMarne;

/// Shows positions of a game of each scenario, one of so many, with what may be chosen there.
fn walk<R: Hints>(rules: &R, every: usize, mut look: impl FnMut(usize, &R::State, &[R::Action], &mut SeededDice)) {
    let mut dice = SeededDice::new(1918);
    let mut legal = Vec::new();
    for scenario in 0..rules.about().scenarios.len() {
        let mut state = rules.set_up(scenario, rules.about().default_options());
        while let Decision::Choose(_) = rules.decision(&state) {
            legal.clear();
            rules.legal(&state, &mut legal);
            if dice.below(every) == 0 {
                look(scenario, &state, &legal, &mut dice);
            }
            let choice = Player::RANDOM.choose(rules, &state, &legal, &mut dice, &Limits::default());
            rules.play(&mut state, legal[choice], &mut dice, &mut Silence);
        }
    }
}

/// Panics unless a game's positions are encoded whole, and the same where they look the same.
fn assert_encoded<R: Hints>(rules: &R, every: usize) {
    let (mut here, mut there) = (Encoding::default(), Encoding::default());
    let mut seen = 0;
    walk(rules, every, |scenario, state, legal, dice| {
        let book = Codebook::new(rules, scenario);
        for side in Side::BOTH {
            let other = rules.resample(state, side, dice);
            here.take(&book, &rules.view(state, Viewer::Side(side)));
            there.take(&book, &rules.view(&other, Viewer::Side(side)));
            assert_eq!(here, there, "{side:?} sees through the fog");
        }
        let view = rules.view(state, Viewer::All);
        here.take(&book, &view);
        here.take_options(legal);
        assert_eq!(here.head[head::TURN], view.turn as i32);
        assert_eq!(here.pieces().count(), view.pieces.len());
        for (row, known) in here.pieces().zip(&view.pieces) {
            assert_ne!(row[piece::SIDE], NOTHING);
            assert_eq!(row[piece::COUNTER] == NOTHING, known.id.is_none(), "{:?} is in the roster", known.id);
            assert_ne!(row[piece::HEX] == NOTHING, row[piece::BOX] == NOTHING, "{known:?} is somewhere");
        }
        let options: Vec<&[i32]> = here.options.chunks_exact(option::COLUMNS).collect();
        assert_eq!(options.len(), legal.len());
        for (number, row) in options.iter().enumerate() {
            assert!(!options[..number].contains(row), "no two options are encoded alike: {:?}", legal[number]);
        }
        seen += 1;
    });
    assert!(seen > 3, "{seen} positions");
}

#[test]
fn of_first_blood() {
    assert_encoded(&FirstBlood::load(None).unwrap(), 150);
}

#[test]
fn of_rock_of_the_marne() {
    assert_encoded(&RockOfTheMarne::load(None).unwrap(), 400);
}

#[test]
fn of_miracle_on_the_marne() {
    assert_encoded(&MiracleOnTheMarne::load(None).unwrap(), 500);
}

#[test]
fn of_clash_of_giants() {
    assert_encoded(&ClashOfGiants::load(None).unwrap(), 200);
}

#[test]
fn of_march_into_battle() {
    assert_encoded(&MarchIntoBattle::load(None).unwrap(), 60);
}
