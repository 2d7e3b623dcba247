//! Records of older rules stay readable.

use catalogue::{Game, HEX_FIGHT, NewMatch};
use engine::dice::SeededDice;
use engine::{Decision, Record};
use std::sync::Arc;

/// A finished game, as if the rules had changed since.
fn old_game(game: &Arc<dyn Game>) -> Record {
    let mut table = game.begin(NewMatch { seed: 7.into(), ..NewMatch::default() }).unwrap();
    let mut chooser = SeededDice::new(7);
    while let Decision::Choose(side) = table.decision() {
        let options = table.notations();
        table.play(side, &options[chooser.below(options.len())]).unwrap();
    }
    let mut record = table.record();
    record.head.rules -= 1;
    record
}

#[test]
fn an_old_record_is_played_as_far_as_the_rules_agree() {
    let game = HEX_FIGHT.load(None).unwrap();
    let record = old_game(&game);
    assert!(game.about().is_newer_than(&record));
    assert!(game.replay(&record).err().unwrap().message.starts_with("played by version 0 of the rules"));
    let mut shown = Vec::new();
    let whole = game.reread(&record, &mut |_, actions| shown.push(actions)).unwrap();
    assert_eq!(whole.parting, None);
    assert_eq!(shown, (0..=record.lines.len()).collect::<Vec<_>>());
    assert_eq!(whole.game.record().lines, record.lines);
    // Where the old game did what is not allowed any more, the rest is not played.
    let mut parted = record.clone();
    let at = parted.lines.iter().rposition(|line| line.rolls.is_empty()).unwrap();
    parted.lines[at].action = "no such thing".into();
    let reread = game.reread(&parted, &mut |_, _| {}).unwrap();
    assert_eq!(reread.game.record().lines, record.lines[..at]);
    assert_eq!(reread.parting.unwrap().line, record.head.lines_before_play() + at + 1);
    // Where it came out differently, that is said of its end.
    let other = Record { result: Some("draw by agreement".into()), ..record };
    let parting = game.reread(&other, &mut |_, _| {}).unwrap().parting.unwrap();
    assert!(parting.message.starts_with("the record says \"draw by agreement\", but the game comes out"));
}

#[test]
fn the_dice_of_an_old_record_are_still_the_seeds() {
    let game = HEX_FIGHT.load(None).unwrap();
    let mut record = old_game(&game);
    let at = record.lines.iter().position(|line| !line.rolls.is_empty()).expect("somebody rolled");
    let roll = &mut record.lines[at].rolls[0];
    roll.value = roll.value % roll.sides + 1;
    let error = game.reread(&record, &mut |_, _| {}).err().unwrap();
    assert_eq!(error.line, record.head.lines_before_play() + at + 1);
    assert_eq!(error.message, "the dice do not fit: the seed gives others");
}
