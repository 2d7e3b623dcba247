//! The laws of every game, for Clash of Giants.

use clash_of_giants::{Action, ClashOfGiants};
use engine::Options;
use engine::laws::{Rolling, Trial, assert_hints_are_blind};
use std::sync::{Arc, LazyLock};

static TRIAL: LazyLock<Trial<ClashOfGiants>> = LazyLock::new(|| {
    let game = Arc::new(ClashOfGiants::load(None).unwrap());
    Trial { game, actions: 8_000, closely: 200, longest: 50_000 }
});

/// Plays a scenario at random by the laws, with the options whose bits are set.
fn assert_laws_hold(scenario: usize, switches: u32) {
    let options = (0..11).fold(Options::default(), |options, bit| options.with(bit, switches >> bit & 1 == 1));
    TRIAL.assert_laws_hold((scenario, options, 1914 + u64::from(switches)));
}

#[test]
fn tannenberg_keeps_the_laws() {
    assert_laws_hold(0, 0);
    assert_laws_hold(0, 0b010_0110_0000);
}

#[test]
fn the_marne_keeps_the_laws() {
    assert_laws_hold(1, 0);
    assert_laws_hold(1, 0b100_1001_0011);
}

#[test]
fn the_battle_keeps_the_laws() {
    assert_laws_hold(2, 0);
    assert_laws_hold(2, 0b001_1001_1110);
}

#[test]
fn records_replay() {
    TRIAL.assert_records_replay(7);
}

#[test]
fn forecasts_agree_with_real_rolls() {
    // Commands, attacks, and what else rolls dice.
    let kind = |action| match action {
        Action::Roll | Action::Draw | Action::Intercept(_) | Action::Activate(_) => Some(0),
        Action::Launch | Action::Check(_) => Some(1),
        Action::Rebuild(_) | Action::Withdraw(_) | Action::Entrain(_) => Some(2),
        _ => None,
    };
    let rolling = Rolling::<Action, 3> { kind, eager: |_| false, every: 1, enough: 6, rolls: 10_000 };
    for scenario in 0..3 {
        let walks = (19..25).map(|seed| (scenario, Options::default(), seed));
        let [commands, attacks, _] = TRIAL.assert_forecasts_agree(walks, &rolling);
        assert!(commands >= 5 && attacks >= 3, "{scenario}: {commands} {attacks}");
    }
}

#[test]
fn the_computer_plays_with_open_cards() {
    // Nothing is hidden, so its hints cannot tell what is.
    let (mut decisions, mut last_turn) = (0, 0);
    TRIAL.walk((2, Options::default(), 3), |state, legal, dice| {
        if decisions < 300 {
            assert_hints_are_blind(&*TRIAL.game, state, dice);
            (decisions, last_turn) = (decisions + 1, state.turn);
        }
        legal[dice.below(legal.len())]
    });
    assert!(last_turn >= 6);
}
