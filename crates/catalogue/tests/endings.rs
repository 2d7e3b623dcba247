//! Ends that no rulebook knows: draws by agreement, and time.

use catalogue::{AnyMatch, Game, HEX_FIGHT, NewMatch, find};
use engine::view::Result as Ending;
use engine::{Clause, Decision, Outcome, PlayError, Record, Side, Viewer};
use std::sync::Arc;

fn games() -> [Arc<dyn Game>; 2] {
    [HEX_FIGHT.load(None).unwrap(), find("first-blood").unwrap().load(None).unwrap()]
}

/// Two games whose books do not rule out draws.
fn games_with_draws() -> [Arc<dyn Game>; 2] {
    [HEX_FIGHT.load(None).unwrap(), find("march-into-battle").unwrap().load(None).unwrap()]
}

fn begun(game: &dyn Game) -> Box<dyn AnyMatch> {
    let mut table = game.begin(NewMatch::default()).unwrap();
    for _ in 0..3 {
        let Decision::Choose(side) = table.decision() else { panic!() };
        let first = table.notations().swap_remove(0);
        table.play(side, &first).unwrap();
    }
    table
}

/// The record reads back, replays to the same table, and does so only if it says how the match ended.
fn assert_replays(game: &dyn Game, table: &dyn AnyMatch) {
    let record = Record::parse(&table.record().to_string()).unwrap();
    let again = game.replay(&record).unwrap();
    assert_eq!(again.record(), record);
    assert_eq!(again.log(), table.log());
    assert_eq!(again.view(Viewer::All), table.view(Viewer::All));
    let untrue = Record { result: None, ..record.clone() };
    assert!(game.replay(&untrue).err().unwrap().message.contains("but the game comes out"));
    let mut longer = record;
    longer.lines.push(longer.lines[0].clone());
    assert_eq!(game.replay(&longer).err().unwrap().message, "the game is over");
}

#[test]
fn no_draw_is_agreed_where_the_book_has_none() {
    let refused = |id: &str, scenario: &str, options: &[&str]| {
        let game = find(id).unwrap().load(None).unwrap();
        let options: Vec<String> = options.iter().map(|option| option.to_string()).collect();
        let new = NewMatch { scenario: Some(scenario), options: &options, ..NewMatch::default() };
        let mut table = game.begin(new).unwrap();
        let refused = match table.agree_draw(Side::First) {
            Ok(_) => return None,
            Err(PlayError::Refused(refusal)) => refusal,
            Err(error) => panic!("{error}"),
        };
        assert_eq!((table.no_draws(), table.is_over()), (Some(refused.clone()), false));
        assert_eq!(refused.reason, "there are no draws: one side or the other wins");
        Some(refused.clauses[0].0)
    };
    assert_eq!(refused("first-blood", "july-15", &[]), Some("4.6"));
    assert_eq!(refused("clash-of-giants", "tannenberg", &[]), Some("tannenberg/4.1c"));
    assert_eq!(refused("clash-of-giants", "marne-battle", &[]), Some("marne/4.1d"));
    // The book's own option lets the battle end in a draw.
    assert_eq!(refused("clash-of-giants", "marne-battle", &["primary-only=on"]), None);
    assert_eq!(refused("rock-of-the-marne", "campaign", &[]), None);
}

#[test]
fn both_sides_may_agree_to_a_draw() {
    for game in games_with_draws() {
        let mut table = begun(&*game);
        let told: Vec<_> =
            table.agree_draw(Side::Second).unwrap().iter().map(|(at, e)| (*at, e.text.clone())).collect();
        assert_eq!(told, [(3, "Both sides agree to a draw.".to_string())]);
        let agreed = Outcome { winner: None, clause: Clause("agreement"), margin: 0 };
        assert_eq!(table.decision(), Decision::Over(agreed));
        assert_eq!((table.count(), table.actions()), (0, 4));
        for viewer in [Viewer::Side(Side::First), Viewer::Side(Side::Second), Viewer::Spectator, Viewer::All] {
            let view = table.view(viewer);
            assert_eq!(view.to_choose, None);
            let text = "Both sides agree to a draw.".to_string();
            assert_eq!(view.result, Some(Ending { winner: None, clause: Clause("agreement"), text }));
        }
        let record = table.record();
        assert_eq!(record.result.as_deref(), Some("draw by agreement"));
        let second = game.about().side_id(Side::Second);
        assert_eq!(record.lines[3].to_string(), format!("{second} draw"));
        assert_replays(&*game, &*table);
    }
}

#[test]
fn who_runs_out_of_time_has_lost() {
    for game in games() {
        let mut table = begun(&*game);
        let loser = game.about().side_title(Side::First).to_string();
        let told = table.time_out(Side::First).unwrap();
        assert_eq!(told[0].1.text, format!("The {loser} side runs out of time."));
        let Decision::Over(outcome) = table.decision() else { panic!() };
        assert_eq!(outcome.winner, Some(Side::Second));
        let mut conceded = begun(&*game);
        conceded.concede(Side::First).unwrap();
        assert_eq!(conceded.decision(), table.decision());
        let result = table.view(Viewer::Spectator).result.unwrap();
        let winner = game.about().side_title(Side::Second);
        assert_eq!(result.text, format!("{winner} wins: {loser} has run out of time."));
        assert_ne!(conceded.view(Viewer::Spectator).result.unwrap().text, result.text);
        let first = game.about().side_id(Side::First);
        assert_eq!(table.record().lines[3].to_string(), format!("{first} timeout"));
        assert_replays(&*game, &*table);
    }
}

#[test]
fn an_end_is_the_end() {
    for game in games_with_draws() {
        for end in [
            |table: &mut dyn AnyMatch| table.concede(Side::First).map(drop),
            |table: &mut dyn AnyMatch| table.agree_draw(Side::First).map(drop),
            |table: &mut dyn AnyMatch| table.time_out(Side::First).map(drop),
        ] {
            let mut table = begun(&*game);
            end(&mut *table).unwrap();
            let record = table.record();
            assert_eq!(table.concede(Side::Second).err(), Some(PlayError::Over));
            assert_eq!(table.agree_draw(Side::Second).err(), Some(PlayError::Over));
            assert_eq!(table.time_out(Side::Second).err(), Some(PlayError::Over));
            let error = table.undo().unwrap_err().to_string();
            assert_eq!(error, "the game is over, and its end cannot be taken back");
            assert_eq!(table.record(), record);
        }
    }
}
