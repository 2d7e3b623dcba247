//! The guided first battle can be walked through as its steps tell.

use crate::common::game;
use ai::{Limits, Player};
use clash_of_giants::ClashOfGiants;
use engine::{Decision, Match, Rules};

/// Lets the game run on until the player may do what a step asks for; what else he is asked passes.
fn reach(battle: &mut Match<ClashOfGiants>, until: &str) {
    let lesson = game().lesson().unwrap();
    let mut dice = ai::dice(lesson.seed);
    for _ in 0..500 {
        let Decision::Choose(side) = battle.decision() else { panic!("the battle ends before \"{until}\"") };
        let texts: Vec<_> = battle.legal().iter().map(|&action| game().notation(battle.state(), action)).collect();
        if let Some(text) = texts.iter().find(|text| side == lesson.side && text.starts_with(until)) {
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
    let lesson = game().lesson().unwrap();
    let mut battle = Match::from_position(game().clone(), &lesson.position, lesson.seed).unwrap();
    assert_eq!(battle.decision(), Decision::Choose(lesson.side));
    let asked: Vec<_> = lesson.steps.iter().filter_map(|step| step.until.as_deref()).collect();
    assert_eq!(asked.first(), Some(&"attack state"));
    for until in &asked {
        reach(&mut battle, until);
    }
    // The first combat must show a beginner what a failed check does.
    let told = |part: &str| battle.log().iter().any(|(_, event)| event.text.contains(part));
    assert!(told("Russian 27 division loses a step"), "the Russians hold");
    assert!(!told("German 1 division loses a step") && !told("German 2 division loses a step"));
    assert!(battle.record().lines.len() >= asked.len());
}

#[test]
fn the_computer_it_is_played_against_exists() {
    assert_eq!(game().lesson().unwrap().opponent.parse(), Ok(Player::Greedy));
}
