//! The guided first battle can be walked through as its steps tell.

use ai::{Limits, Player};
use engine::{Decision, Match, Rules};
use first_blood::FirstBlood;
use std::sync::{Arc, LazyLock};

static GAME: LazyLock<Arc<FirstBlood>> = LazyLock::new(|| Arc::new(FirstBlood::load(None).unwrap()));

/// Lets the game run on until the player may do what a step asks for; what else he is asked passes.
fn reach(battle: &mut Match<FirstBlood>, until: &str) {
    let lesson = GAME.lesson().unwrap();
    let mut dice = ai::dice(lesson.seed);
    for _ in 0..2000 {
        let Decision::Choose(side) = battle.decision() else { panic!("the battle ends before \"{until}\"") };
        let texts: Vec<_> = battle.legal().iter().map(|&action| GAME.notation(battle.state(), action)).collect();
        let asked = texts.iter().find(|text| side == lesson.side && text.starts_with(until));
        if let Some(text) = asked {
            battle.play(side, text).unwrap();
            return;
        }
        let chosen = if side == lesson.side {
            texts.iter().position(|text| text == "done").unwrap_or(0)
        } else {
            Player::Greedy.choose(&**battle.rules(), battle.state(), battle.legal(), &mut dice, &Limits::default())
        };
        battle.play(side, &texts[chosen]).unwrap();
    }
    panic!("\"{until}\" is never offered");
}

#[test]
fn every_step_can_be_done_in_its_order() {
    let lesson = GAME.lesson().unwrap();
    let mut battle = Match::from_position(GAME.clone(), &lesson.position, lesson.seed).unwrap();
    assert_eq!(battle.decision(), Decision::Choose(lesson.side));
    let asked: Vec<_> = lesson.steps.iter().filter_map(|step| step.until.as_deref()).collect();
    assert_eq!(asked.first(), Some(&"target 3030"));
    for until in &asked {
        reach(&mut battle, until);
    }
    // The first roll must show a beginner what fire does.
    let first_fire = battle.log().iter().find(|(_, event)| event.text.starts_with("Eliminated in 3030"));
    assert!(first_fire.is_some(), "the first fire misses");
    let done = battle.record().lines;
    assert!(done.len() >= asked.len());
}

#[test]
fn the_computer_it_is_played_against_exists() {
    assert_eq!(GAME.lesson().unwrap().opponent.parse(), Ok(Player::Greedy));
}

#[test]
fn it_is_fought_in_daylight() {
    // Only the first turn is dark [1.2a, 5.1c], and this is the second.
    let lesson = GAME.lesson().unwrap();
    let battle = Match::from_position(GAME.clone(), &lesson.position, lesson.seed).unwrap();
    assert_eq!(battle.state().turn, 2);
    let words = |text: &str| ["before dawn", "dark", "night"].iter().any(|word| text.contains(word));
    assert!(lesson.steps.iter().all(|step| !words(&step.text)));
    assert!(lesson.steps[0].text.contains("daylight"));
}
