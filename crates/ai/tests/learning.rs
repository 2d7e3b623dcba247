//! Learning to judge positions, seen at the smallest game.

use ai::{Course, Fit, Fitting, Limits, Samples, Stop};
use engine::data::{Origin, Provenance};
use engine::judge::{Eye, Features};
use engine::{Judge, Match, Rules};
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
