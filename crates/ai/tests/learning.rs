//! Learning to judge positions, seen at the smallest game.

use ai::{Choices, Course, Fit, Fitting, Limits, Samples, Schooled, Stop};
use engine::data::{Origin, Provenance};
use engine::judge::{Eye, Features};
use engine::{Chooser, Judge, Match, Rules};
use hex_fight::{HexFight, State};
use std::sync::{Arc, LazyLock};

static RULES: LazyLock<Arc<HexFight>> = LazyLock::new(|| Arc::new(HexFight::load(None).unwrap()));

fn course() -> Course {
    Course { scenario: 0, options: RULES.about().default_options() }
}

fn played(games: u64) -> Samples {
    let (features, mut samples) = (Features::new(&**RULES, 0), Samples::default());
    for seed in 0..games {
        assert!(course().play(&**RULES, &features, seed, &Limits::default(), &mut samples));
    }
    samples
}

fn fitted(samples: &Samples) -> Fit {
    let source = Provenance { origin: Origin::Reconstruction, detail: "learned in a test".into() };
    Fitting { rounds: 6, ..Fitting::default() }.fit(&Features::new(&**RULES, 0), samples, source)
}

fn standing(turn: u32, blue: &[&str], red: &[&str]) -> State {
    let place = |side: &str, hexes: &[&str]| -> Vec<String> {
        hexes.iter().map(|hex| format!(r#"{{"piece": "{side}", "hex": "{hex}"}}"#)).collect()
    };
    let pieces = [place("blue", blue), place("red", red)].concat().join(", ");
    let position = format!(r#"{{"turn": {turn}, "pieces": [{pieces}]}}"#);
    *Match::from_position(RULES.clone(), &position, 1.into()).unwrap().state()
}

#[test]
fn who_has_seen_games_knows_who_stands_better() {
    let samples = played(40);
    let fit = fitted(&samples);
    // Dice decide much here; but games that it has not seen are judged better than by their mean.
    assert!(fit.margin > 0.0, "{} of the variance of margins is explained", fit.margin);
    let judge = Judge::new(Features::new(&**RULES, 0), &fit.learned);
    let worth = |state: &State| judge.judge(&**RULES, state, &mut Eye::default(), &mut Vec::new()).worth();
    let many = ["0101", "0103", "0105", "0301", "0303"];
    let few = ["0909", "0911"];
    let (ahead, behind) = (standing(150, &many, &few), standing(150, &few, &many));
    assert!(worth(&ahead) > worth(&behind), "{} and {}", worth(&ahead), worth(&behind));
}

#[test]
fn the_same_games_teach_the_same() {
    let samples = played(6);
    assert_eq!(samples, played(6));
    let texts = [fitted(&samples), fitted(&samples)].map(|fit| fit.learned.to_string());
    assert_eq!(texts[0], texts[1]);
}

#[test]
fn samples_are_read_as_they_were_written() {
    let samples = played(3);
    assert_eq!(samples.games(), 3);
    let bytes = samples.to_bytes();
    assert_eq!(Samples::from_bytes(&bytes), Some(samples.clone()));
    assert_eq!(Samples::from_bytes(&bytes[..bytes.len() - 4]), None, "a file that is not whole is none");
    assert_eq!(Samples::from_bytes(b"something else"), None);
    let mut twice = samples.clone();
    twice.append(&samples);
    assert_eq!((twice.games(), twice.len()), (6, 2 * samples.len()));
    assert_eq!(twice.features(samples.len()), samples.features(0));
    assert_eq!(twice.result(samples.len()), samples.result(0));
}

#[test]
fn a_game_that_is_stopped_teaches_nothing() {
    let stop = Stop::default();
    stop.stop();
    let mut samples = Samples::default();
    let limits = Limits { stop, ..Limits::default() };
    assert!(!course().play(&**RULES, &Features::new(&**RULES, 0), 1, &limits, &mut samples));
    assert!(samples.is_empty());
}

fn tried_out(chooser: Option<&Chooser>, games: u64) -> Choices {
    let mut choices = Choices::default();
    for seed in 0..games {
        assert!(course().try_out(&**RULES, chooser, seed, &Limits::default(), &mut choices));
    }
    choices
}

fn schooled(choices: &Choices) -> Schooled {
    let source = Provenance { origin: Origin::Reconstruction, detail: "learned in a test".into() };
    Schooled::fit(choices, source)
}

#[test]
fn options_that_are_played_on_teach_the_same_each_time() {
    let choices = tried_out(None, 12);
    assert_eq!(choices, tried_out(None, 12));
    assert_eq!(choices.games(), 12);
    assert!(choices.decisions() > 12 && choices.len() > choices.decisions());
    assert!(choices.signs().iter().any(|sign| sign == "blue looks"));
    let lore = schooled(&choices).lore;
    assert_eq!(lore, schooled(&choices).lore);
    // Who has a chooser plays by it, and comes to other positions.
    let chooser = Chooser::new(&lore);
    assert_ne!(tried_out(Some(&chooser), 2), tried_out(None, 2));
}

#[test]
fn options_of_a_game_that_is_stopped_teach_nothing() {
    let stop = Stop::default();
    stop.stop();
    let limits = Limits { stop, ..Limits::default() };
    let mut choices = Choices::default();
    assert!(!course().try_out(&**RULES, None, 1, &limits, &mut choices));
    assert!(choices.is_empty());
}
