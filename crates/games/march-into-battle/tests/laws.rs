//! The laws of every game, for March into Battle.

use engine::Rules;
use engine::laws::{Rolling, Trial};
use march_into_battle::{Action, MarchIntoBattle};
use std::sync::{Arc, LazyLock};

static TRIAL: LazyLock<Trial<MarchIntoBattle>> = LazyLock::new(|| {
    let game = Arc::new(MarchIntoBattle::load(None).unwrap());
    Trial { game, actions: 4_000, closely: 40, longest: 20_000 }
});

/// Plays at random by the laws, with these options switched.
fn assert_laws_hold(scenario: usize, switches: &[&str]) {
    let seed = 1809 + scenario as u64 + 10 * switches.len() as u64;
    TRIAL.assert_laws_hold((scenario, TRIAL.switched(switches), seed));
}

#[test]
fn teugn_hausen_keeps_the_laws() {
    assert_laws_hold(0, &[]);
}

#[test]
fn raab_keeps_the_laws() {
    assert_laws_hold(1, &[]);
}

#[test]
fn friedland_keeps_the_laws() {
    assert_laws_hold(2, &[]);
}

#[test]
fn lite_keeps_the_laws() {
    (0..3).for_each(|scenario| assert_laws_hold(scenario, &["lite", "hold-again"]));
}

#[test]
fn play_by_mail_keeps_the_laws() {
    (0..3).for_each(|scenario| assert_laws_hold(scenario, &["pbem"]));
}

#[test]
fn initiative_everywhere_keeps_the_laws() {
    (0..3).for_each(|scenario| assert_laws_hold(scenario, &["everywhere"]));
}

#[test]
fn each_switch_keeps_the_laws() {
    let switches = [
        "turn-and-attack",
        "road-slopes",
        "front-neighbours",
        "wide-enfilade",
        "infantry-square",
        "retreat-together",
        "dry-bridges",
        "mild-pursuit",
        "halved-charge",
        "steady-fire",
        "quick-recovery",
        "infantry-line",
    ];
    for (at, switch) in switches.into_iter().enumerate() {
        assert_laws_hold(at % 3, &[switch]);
    }
}

#[test]
fn all_switches_together_keep_the_laws() {
    let all: Vec<&str> = TRIAL.game.about().options.iter().map(|option| option.id.as_str()).collect();
    let chits: Vec<&str> = all.iter().copied().filter(|&id| id != "pbem").collect();
    assert_laws_hold(2, &chits);
    assert_laws_hold(1, &all);
    let none: Vec<String> = all.iter().map(|id| format!("{id}=off")).collect();
    assert_laws_hold(0, &none.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn records_replay() {
    TRIAL.assert_records_replay(7);
}

#[test]
fn forecasts_agree_with_real_rolls() {
    // Whoever can fight does, so that there is something to forecast.
    let rolling = Rolling::<Action, 2> {
        kind: |action| Some(usize::from(!matches!(action, Action::Fight(_) | Action::Bombard(_)))),
        eager: |action| matches!(action, Action::Ready(_) | Action::Attack(..) | Action::Fight(_) | Action::Bombard(_)),
        every: 1,
        enough: 12,
        rolls: 20_000,
    };
    let default = TRIAL.game.about().default_options();
    let walks = (0..3).cycle().zip(18..).map(|(scenario, seed)| (scenario, default, seed));
    let [fights, others] = TRIAL.assert_forecasts_agree(walks.take(60), &rolling);
    assert!(fights >= 6 && others >= 8, "{fights} {others}");
}

#[test]
fn the_computer_does_not_look_at_force_charts() {
    let walks = [(0, &[][..]), (1, &["lite"]), (2, &["everywhere"])];
    TRIAL.assert_blind(walks.map(|(scenario, switches)| (scenario, TRIAL.switched(switches), 7)), 20);
}
