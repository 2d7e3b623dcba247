//! The common face, seen at the smallest game.

use ai::Player;
use catalogue::{AnyMatch, Game, HEX_FIGHT, NewMatch, Why, find, told};
use engine::data::{Lesson, LessonStep};
use engine::dice::Seed;
use engine::{Decision, PlayError, Record, Side, Viewer};
use serde_json::json;
use std::ops::ControlFlow;
use std::sync::Arc;

fn game() -> Arc<dyn Game> {
    HEX_FIGHT.load(None).unwrap()
}

fn finished(seed: u64) -> Box<dyn AnyMatch> {
    let mut table = game().begin(NewMatch { seed: Seed::from(seed), ..NewMatch::default() }).unwrap();
    let dice = ai::dice(Seed::from(seed));
    while let Decision::Choose(side) = table.decision() {
        let player = if side == Side::First { Player::GREEDY } else { Player::RANDOM };
        table.play_computer(player, &dice).unwrap();
    }
    table
}

#[test]
fn games_are_found_by_id() {
    assert_eq!(find("hex-fight").unwrap().id, "hex-fight");
    assert!(find("chess").err().unwrap().to_string().starts_with("there is no game \"chess\" (there are "));
}

#[test]
fn computers_play_to_the_end_and_the_record_replays() {
    let table = finished(4);
    let record = table.record();
    assert!(record.result.is_some());
    let again = game().replay(&Record::parse(&record.to_string()).unwrap()).unwrap();
    assert_eq!(again.log(), table.log());
    assert_eq!(again.view(Viewer::All), table.view(Viewer::All));
}

#[test]
fn a_record_is_stepped_through() {
    let whole = finished(4);
    let mut steps = Vec::new();
    let again = game().replay_each(&whole.record(), &mut |table, actions| {
        steps.push((actions, table.actions(), table.log().to_vec(), table.view(Viewer::All)));
        ControlFlow::Continue(())
    });
    assert_eq!(again.unwrap().unwrap().record(), whole.record());
    assert_eq!(steps.len(), whole.actions() + 1);
    let mut table = game().begin(NewMatch { seed: Seed::from(4), ..NewMatch::default() }).unwrap();
    for (number, (told, actions, log, view)) in steps.into_iter().enumerate() {
        assert_eq!((told, actions), (number, number));
        assert_eq!((log.as_slice(), view), (table.log(), table.view(Viewer::All)));
        if let (Some(line), Decision::Choose(side)) = (whole.record().lines.get(number), table.decision()) {
            table.play(side, &line.action).unwrap();
        }
    }
    let mut untrue = whole.record();
    untrue.lines[20].action = "0101-1111".into();
    let mut shown = 0;
    let mut show_up_to = |most: usize, record: &Record| {
        shown = 0;
        game().replay_each(record, &mut |_, actions| {
            shown += 1;
            if actions < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    };
    assert!(show_up_to(7, &untrue).unwrap().is_none(), "broken off before what is untrue");
    let error = show_up_to(usize::MAX, &untrue).err().unwrap();
    let head = whole.record().to_string().lines().count() - whole.actions() - 1;
    assert_eq!((shown, error.line), (21, head + 21));
}

#[test]
fn a_match_goes_on_where_it_was_left() {
    let whole = finished(9).record();
    let part = Record { lines: whole.lines[..37].to_vec(), result: None, ..whole.clone() };
    let mut table = game().replay(&part).unwrap();
    let dice = ai::dice(Seed::from(9));
    while let Decision::Choose(side) = table.decision() {
        table.play_computer([Player::GREEDY, Player::RANDOM][side.index()], &dice).unwrap();
    }
    assert_eq!(table.record(), whole);
}

#[test]
fn an_unknown_scenario_or_option_is_refused() {
    let refused = |new| game().begin(new).err().unwrap();
    let error = refused(NewMatch { scenario: Some("moon"), ..NewMatch::default() });
    assert_eq!(error, "Hex-fight has no scenario \"moon\" (it has corners)");
    let error = refused(NewMatch { options: &["moon=on".into()], ..NewMatch::default() });
    assert!(error.starts_with("Hex-fight has no option \"moon\""), "{error}");
}

#[test]
fn a_seat_that_would_break_the_lines_of_a_record_is_refused() {
    for seat in ["blue=me\nred=you", "blue=my bot", ""] {
        let new = NewMatch { seats: vec![seat.into()], ..NewMatch::default() };
        let error = game().begin(new).err().unwrap();
        assert_eq!(error, format!("a seat is one word such as blue=greedy, not {seat:?}"));
    }
}

#[test]
fn why_speaks_of_hexes_and_of_options() {
    let table = game().begin(NewMatch::default()).unwrap();
    let Ok(Why::Hex(hex, verdicts)) = table.why("0402") else { panic!() };
    assert_eq!(hex, "0402");
    assert!(verdicts.iter().any(|verdict| verdict.refusal.is_none()));
    assert!(verdicts.iter().any(|verdict| verdict.refusal.is_some()));
    let Ok(Why::Option(verdict)) = table.why("0101-0303") else { panic!() };
    assert_eq!(verdict.refusal.unwrap().clauses[0].0, "2.2");
    assert!(matches!(table.why("nonsense"), Err(PlayError::Notation(_))));
    let off_board = table.why("9999").unwrap_err().to_string();
    assert!(off_board.starts_with("hex 9999 is not on the board"), "{off_board}");
    assert!(matches!(table.check("0101-0303"), Err(PlayError::Refused(_))));
    assert_eq!(table.check(&table.notations()[0]), Ok(()));
}

#[test]
fn random_play_counts_what_it_does() {
    let mut playout = game().playout(0, Default::default(), Seed::from(1));
    let tally = playout.run(1000);
    assert_eq!(tally.actions, 1000);
    assert!(tally.games >= 4 && tally.listed > 10_000, "{tally:?}");
    assert!(playout.run(1000).games >= 4);
    // The same dice fall and the same options are listed where they are appraised, too.
    let mut weighed = game().playout(0, Default::default(), Seed::from(1));
    assert_eq!(weighed.weigh(1000), tally);
}

#[test]
fn a_lesson_is_told_without_what_the_player_need_not_see() {
    let step = |text: &str, hexes: Vec<String>, until| LessonStep { text: text.into(), hexes, phase: None, until };
    let lesson = Lesson {
        id: "first".into(),
        title: "First steps".into(),
        teaches: "Moving.".into(),
        side: Side::Second,
        position: "{}".into(),
        seed: Seed::from(7),
        opponent: "greedy".into(),
        steps: vec![step("Look.", Vec::new(), None), step("Move.", vec!["0101".into()], Some("0101-".into()))],
    };
    let steps = json!([{ "text": "Look." }, { "text": "Move.", "hexes": ["0101"], "until": "0101-" }]);
    let told = told::lesson(game().about(), &lesson);
    assert_eq!(json!(told), json!({ "title": "First steps", "side": "red", "steps": steps }));
}
