//! Records of older rules stay readable.

use catalogue::{AnyMatch, Game, HEX_FIGHT, NewMatch};
use engine::dice::SeededDice;
use engine::matches::Ending;
use engine::{Decision, PlayError, Record, Side};
use std::ops::ControlFlow;
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
    let show = &mut |_: &dyn AnyMatch, actions| {
        shown.push(actions);
        ControlFlow::Continue(())
    };
    let whole = game.reread_each(&record, show).unwrap().unwrap();
    assert_eq!(whole.parting, None);
    assert_eq!(shown, (0..=record.lines.len()).collect::<Vec<_>>());
    assert_eq!(whole.game.record().lines, record.lines);
    // Where the old game did what is not allowed any more, the rest is not played.
    let mut parted = record.clone();
    let at = parted.lines.iter().rposition(|line| line.rolls.is_empty()).unwrap();
    parted.lines[at].action = "no such thing".into();
    let reread = game.reread(&parted).unwrap();
    assert_eq!(reread.game.record().lines, record.lines[..at]);
    assert_eq!(reread.parting.unwrap().line, record.head.lines_before_play() + at + 1);
    // Where it came out differently, that is said of its end.
    let other = Record { result: Some("draw by agreement".into()), ..record };
    let parting = game.reread(&other).unwrap().parting.unwrap();
    assert!(parting.message.starts_with("the record says \"draw by agreement\", but the game comes out"));
}

#[test]
fn the_dice_of_an_old_record_are_still_the_seeds() {
    let game = HEX_FIGHT.load(None).unwrap();
    let mut record = old_game(&game);
    let at = record.lines.iter().position(|line| !line.rolls.is_empty()).expect("somebody rolled");
    let roll = &mut record.lines[at].rolls[0];
    roll.value = roll.value % roll.sides + 1;
    let error = game.reread(&record).err().unwrap();
    assert_eq!(error.line, record.head.lines_before_play() + at + 1);
    assert_eq!(error.message, "the dice do not fit: the seed gives others");
}

/// A match that was left after so many actions, as if the rules had changed since.
fn left(game: &Arc<dyn Game>, actions: usize) -> Record {
    Record { result: None, ..old_game(game).up_to(actions) }
}

fn play_on(table: &mut dyn AnyMatch) {
    let Decision::Choose(side) = table.decision() else { panic!("it goes on") };
    let first = table.notations().swap_remove(0);
    table.play(side, &first).unwrap();
}

#[test]
fn a_match_goes_on_by_the_present_rules_and_says_from_where() {
    let game = HEX_FIGHT.load(None).unwrap();
    let record = left(&game, 9);
    let mut table = game.resume(&record).unwrap();
    assert_eq!((table.parting(), table.changes().len(), table.changes()[0].after), (None, 1, 9));
    let told = "From here on the match goes by version 1 of the rules (before: 0).";
    assert_eq!(table.log().last().map(|(at, event)| (*at, &*event.text)), Some((9, told)));
    play_on(&mut *table);
    let after = table.record();
    assert_eq!((&after.head, after.lines.len(), after.changes.len()), (&record.head, 10, 1));
    let read = Record::parse(&after.to_string()).unwrap();
    assert_eq!(read, after);
    // From then on it is a record of the present rules, and nothing is taken over twice.
    assert_eq!(game.replay(&read).unwrap().log(), table.log());
    assert_eq!(game.resume(&read).unwrap().record(), after);
    // Taken back past that place, it goes on from there by the present rules.
    for (to, change) in [(9, 9), (4, 4), (0, 0)] {
        table.take_back(to).unwrap();
        let changes: Vec<_> = table.changes().iter().map(|change| change.after).collect();
        assert_eq!((changes, table.log().iter().filter(|(_, event)| event.text == told).count()), (vec![change], 1));
        let record = table.record();
        let again = game.resume(&record).unwrap();
        assert_eq!((again.record(), again.log()), (record, table.log()));
    }
    // One that is over has nothing to take over.
    let over = old_game(&game);
    assert_eq!(game.resume(&over).unwrap().record(), over);
}

#[test]
fn a_match_that_went_another_way_can_only_be_ended() {
    let game = HEX_FIGHT.load(None).unwrap();
    let mut record = left(&game, 9);
    record.lines[4].action = "castle".into();
    for ending in Ending::ALL {
        let mut table = game.resume(&record).unwrap();
        let line = table.parting().unwrap().line;
        assert_eq!((line, table.actions(), table.is_over()), (record.line_of_action(4), 9, false));
        assert_eq!((table.record(), table.notations(), table.may_undo()), (record.clone(), vec![], None));
        let Err(PlayError::Parted(error)) = table.play(Side::First, "0203-0304") else { panic!("it was played") };
        assert_eq!(error.line, line);
        assert!(matches!(table.take_back(2), Err(PlayError::NoUndo(_))));
        match ending {
            Ending::Concede => table.concede(Side::First).map(drop).unwrap(),
            Ending::Draw => table.agree_draw(Side::First).map(drop).unwrap(),
            Ending::Timeout => table.time_out(Side::First).map(drop).unwrap(),
        }
        assert_eq!(table.concede(Side::Second).err(), Some(PlayError::Over));
        let ended = table.record();
        assert_eq!((ended.lines.len(), &*ended.lines[9].action, ended.changes.len()), (10, ending.word(), 0));
        assert!(ended.result.is_some() && table.is_over());
        // It is read as it was written, as far as both agree and to its end.
        let again = game.resume(&Record::parse(&ended.to_string()).unwrap()).unwrap();
        assert_eq!((again.record(), again.is_over()), (ended, true));
        assert!(again.view(engine::Viewer::All).result.is_some());
    }
}

#[test]
fn a_match_with_an_option_that_is_gone_is_not_played_on_without_it() {
    let game = HEX_FIGHT.load(None).unwrap();
    let mut record = left(&game, 3);
    record.head.options = vec!["fog=on".into()];
    let table = game.resume(&record).unwrap();
    let parting = table.parting().unwrap().to_string();
    assert_eq!(parting, "line 7: the option \"fog=on\" is gone");
    assert_eq!(table.record(), record);
}
