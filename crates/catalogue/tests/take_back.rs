//! Going back: alone up to the last roll, and by consent past it.

use ai::Player;
use catalogue::{AnyMatch, Game, HEX_FIGHT, NewMatch, find};
use engine::dice::Seed;
use engine::record::Line;
use engine::{Decision, PlayError, Record, Side, Viewer};
use std::sync::Arc;

fn games() -> [Arc<dyn Game>; 2] {
    [HEX_FIGHT.load(None).unwrap(), find("first-blood").unwrap().load(None).unwrap()]
}

fn begin(game: &dyn Game) -> Box<dyn AnyMatch> {
    game.begin(NewMatch { seed: Seed::from(5), ..NewMatch::default() }).unwrap()
}

fn play_on(table: &mut dyn AnyMatch, actions: usize) {
    let dice = ai::dice(Seed::from(8));
    for _ in 0..actions {
        table.play_computer(Player::RANDOM, &dice).unwrap();
    }
}

/// Blue beside red: an attack rolls a die at once, and each of both may go to and fro without one.
fn duel() -> Box<dyn AnyMatch> {
    let position = r#"{"pieces": [{"piece": "blue", "hex": "0505"}, {"piece": "red", "hex": "0506"},
                                  {"piece": "blue", "hex": "0101"}, {"piece": "red", "hex": "1111"}]}"#;
    games()[0].begin_at(position, Seed::from(3)).unwrap()
}

/// Blue attacks; the line that the record has for it.
fn attack(table: &mut dyn AnyMatch) -> Line {
    table.play(Side::First, "0505-0506").unwrap();
    table.record().lines.pop().unwrap()
}

#[test]
fn the_table_is_as_it_was() {
    for game in games() {
        // Before, at and after the actions whose states are kept.
        for to in [0, 1, 63, 64, 65, 128, 150] {
            let mut table = begin(&*game);
            play_on(&mut *table, to);
            let (record, log, view) = (table.record(), table.log().to_vec(), table.view(Viewer::All));
            let options = table.notations();
            play_on(&mut *table, 170 - to);
            table.take_back(to).unwrap();
            assert_eq!(table.record(), record);
            assert_eq!(table.log(), log);
            assert_eq!(table.view(Viewer::All), view);
            assert_eq!((table.actions(), table.notations()), (to, options));
        }
    }
}

#[test]
fn what_was_taken_back_is_rolled_anew_and_the_record_replays() {
    let [_, game] = games();
    let mut table = begin(&*game);
    play_on(&mut *table, 400);
    for (tries, to) in [(1, 300), (2, 200), (3, 0)] {
        let old = table.record();
        table.take_back(to).unwrap();
        play_on(&mut *table, 400 - to);
        assert_eq!(table.tries(), tries);
        let record = table.record();
        assert_ne!(record.lines, old.lines);
        for (at, line) in record.lines.iter().enumerate() {
            let expected = if at < to { old.lines[at].again } else { tries };
            assert_eq!(line.again, if line.rolls.is_empty() { 0 } else { expected }, "{line}");
        }
        let read = Record::parse(&record.to_string()).unwrap();
        assert_eq!(read, record);
        let mut again = game.replay(&read).unwrap();
        assert_eq!((again.tries(), again.log()), (tries, table.log()));
        // It goes on with the same dice.
        let mut on = game.replay(&read).unwrap();
        play_on(&mut *on, 40);
        play_on(&mut *again, 40);
        assert_eq!(on.record(), again.record());
    }
}

#[test]
fn dice_of_another_try_or_an_earlier_one_do_not_pass() {
    let [game, first_blood] = games();
    let mut table = duel();
    table.take_back(0).unwrap_err();
    let first = attack(&mut *table);
    table.take_back(0).unwrap();
    let second = attack(&mut *table);
    assert_eq!((first.again, second.again), (0, 1));
    let record = table.record();
    assert!(game.replay(&record).is_ok());
    let with = |line: Line| Record { lines: vec![line], ..record.clone() };
    for wrong in [Line { again: 0, ..second.clone() }, Line { again: 2, ..second.clone() }] {
        // One in six such dice would fit by chance; these do not.
        let error = game.replay(&with(wrong)).err().unwrap().message;
        assert!(error.starts_with("the dice do not fit"), "{error}");
    }
    let mut table = begin(&*first_blood);
    play_on(&mut *table, 400);
    table.take_back(200).unwrap();
    play_on(&mut *table, 200);
    let mut record = table.record();
    let last = record.lines.iter().rposition(|line| !line.rolls.is_empty()).unwrap();
    record.lines[last].again = 0;
    let error = first_blood.replay(&record).err().unwrap();
    assert_eq!(error.line, record.to_string().lines().count() - 1 - (record.lines.len() - 1 - last));
    assert_eq!(error.message, "these dice were rolled after 0 take-backs, but dice before them after 1");
}

#[test]
fn only_what_told_something_makes_a_new_try() {
    let mut table = duel();
    table.play(Side::First, "0101-0102").unwrap();
    table.play(Side::Second, "1111-1110").unwrap();
    table.take_back(0).unwrap();
    assert_eq!((table.tries(), table.actions()), (0, 0));
    attack(&mut *table);
    table.take_back(0).unwrap();
    assert_eq!(table.tries(), 1);
    // Neither undo nor going back once more lowers the count.
    table.play(Side::First, "0101-0102").unwrap();
    table.undo().unwrap();
    table.play(Side::First, "0101-0102").unwrap();
    table.take_back(0).unwrap();
    assert_eq!(table.tries(), 1);
    let line = attack(&mut *table);
    assert_eq!(line.again, 1);
    assert!(line.to_string().starts_with("blue 0505-0506 [again 1 d6="), "{line}");
}

#[test]
fn a_match_left_after_a_take_back_is_told_of_it() {
    let mut table = duel();
    attack(&mut *table);
    table.take_back(0).unwrap();
    let mut resumed = games()[0].replay(&table.record()).unwrap();
    assert_eq!(resumed.tries(), 0);
    resumed.raise_tries(table.tries());
    assert_eq!(attack(&mut *resumed), attack(&mut *table));
    resumed.raise_tries(0);
    assert_eq!(resumed.tries(), 1);
}

#[test]
fn dice_laid_down_by_hand_may_be_taken_back_too() {
    let mut table = duel();
    attack(&mut *table);
    table.take_back(0).unwrap();
    table.force(&[3]);
    let line = attack(&mut *table);
    assert_eq!(line.to_string(), "blue 0505-0506 [again 1 forced d6=3]");
    assert!(games()[0].replay(&table.record()).is_ok());
}

#[test]
fn undo_says_whose_action_it_would_take_back() {
    let mut table = duel();
    assert_eq!(table.may_undo(), None);
    table.play(Side::First, "0101-0102").unwrap();
    assert_eq!(table.may_undo(), Some(Side::First));
    table.play(Side::Second, "1111-1110").unwrap();
    assert_eq!(table.may_undo(), Some(Side::Second));
    attack(&mut *table);
    assert_eq!(table.may_undo(), None);
    assert!(matches!(table.undo(), Err(PlayError::NoUndo(why)) if why.contains("rolled dice")));
    table.take_back(1).unwrap();
    assert_eq!((table.may_undo(), table.decision()), (Some(Side::First), Decision::Choose(Side::Second)));
    table.concede(Side::First).unwrap();
    assert_eq!(table.may_undo(), None);
    for to in [0, 1, 2] {
        assert!(table.take_back(to).is_err());
    }
    assert_eq!(table.actions(), 2);
}
