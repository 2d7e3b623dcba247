//! 4.0 How to Win.

use crate::common::{GERMAN, Table, US, game, new_game, phase};
use engine::laws::Playouts;
use engine::{Options, PlayError, Side, Viewer, shows};

/// Who has won, and by which clause.
fn result(table: &Table) -> Option<(Side, &'static str)> {
    table.outcome().map(|outcome| (outcome.winner.expect("there are no draws"), outcome.clause.0))
}

/// The sentence with which a game is over.
fn last_words(table: &Table) -> String {
    table.view(Viewer::Spectator).result.unwrap().text
}

#[test]
fn a_german_unit_that_leaves_by_the_south_wins_at_once() {
    shows!["4.3a", "4.3c"];
    // From 2602: 2601 and 2600, one point each, and one to leave; G002 has not even moved.
    let mut table = phase("V", 3).unit("G001", "2602").unit("G002", "2342").unit("1/A/38", "1000").table();
    table.play(&["pick G001", "exit"]);
    assert_eq!(result(&table), Some((GERMAN, "4.3a")));
    assert_eq!(table.playing.play(GERMAN, "done").map(|_| ()), Err(PlayError::Over));
    assert_eq!(table.view(Viewer::Spectator).result.unwrap().winner.as_deref(), Some("german"));
    assert_eq!(last_words(&table), "German wins: a German unit has left the map to the south.");
}

#[test]
fn the_exits_are_1900_to_3300() {
    shows!["4.3a"];
    for column in 19..=33 {
        let hex = format!("{column}00");
        let mut table = phase("V", 3).unit("G001", &hex).unit("1/A/38", "1042").table();
        table.play(&["pick G001"]);
        assert!(table.offers("exit"), "{hex}");
    }
}

#[test]
fn nobody_leaves_anywhere_else() {
    shows!["4.3e"];
    // 1800 and 3400 are the hexes beside the exits, here held by US units; 1031, 4222 and 2242 lie on other edges.
    let cases = [("1800", "1900"), ("3400", "3300"), ("1031", "1042"), ("4222", "1042"), ("2242", "1042")];
    for (hex, us) in cases {
        let mut table = phase("V", 3).unit("G001", hex).unit("1/A/38", us).table();
        table.play(&["pick G001"]);
        assert!(!table.offers("exit"), "{hex}");
        let clauses: Vec<&str> = table.refusal("exit").clauses.iter().map(|clause| clause.0).collect();
        assert!(clauses.contains(&"4.3e"), "{hex}: {clauses:?}");
    }
    // US units never leave.
    let mut table = phase("VIII", 3).unit("1/A/38", "2600").unit("G001", "2342").table();
    table.play(&["pick 1/A/38"]);
    assert!(!table.offers("exit"));
    assert_eq!(table.refused_by("exit"), "4.3e");
}

#[test]
fn leaving_costs_a_point_after_the_exit_hex() {
    shows!["4.3a"];
    // 3203, 3202, 3201, 3200: the fourth point brings the unit to the edge, and none is left to leave with.
    let mut table = phase("V", 3).unit("G001", "3204").unit("1/A/38", "1042").table();
    table.play(&["pick G001"]);
    assert!(table.offers("to 3200"));
    assert_eq!(table.refused_by("exit"), "4.3a");
    let mut table = phase("V", 3).unit("G001", "3203").unit("1/A/38", "1042").table();
    table.play(&["pick G001"]);
    assert!(table.offers("exit"));
}

#[test]
fn the_german_wins_when_no_us_unit_is_left() {
    shows!["4.3b", "4.3c", "4.3d"];
    // Three heavy markers, 24 against 2 in the open, are automatic. It is still phase III, and the US player never
    // gets to fire back.
    for last in ["1/A/38", "HW1"] {
        let mut table = phase("III", 3).unit(last, "3229").unit("G001", "3230").mark("container", "rest").table();
        assert_eq!(result(&table), None, "one US unit of either type is enough");
        table.rolls(&[1, 1, 1]).play(&["heavy 3229", "heavy 3229", "heavy 3229", "done"]);
        assert_eq!(result(&table), Some((GERMAN, "4.3b")));
        assert_eq!(table.phase(), "III");
        // What is left of the last unit lies there and is no unit.
        let carnage = table.view(Viewer::Spectator).markers;
        assert_eq!((carnage[0].kind.word(), carnage[0].hexes[0].as_str()), ("carnage", "3229"));
    }
    // In a fire phase it is the same: 8 doubled against 2 is automatic.
    let mut table = phase("VII", 3).unit("1/A/38", "3229").unit("G110", "3230").table();
    table.play(&["target 3229", "join G110", "fire"]);
    assert_eq!(result(&table), Some((GERMAN, "4.3b")));
    assert_eq!(last_words(&table), "German wins: no US unit is left.");
}

#[test]
fn one_us_unit_of_either_type_keeps_the_game_going() {
    shows!["4.3b"];
    for (lost, left) in [("HW1", "1/A/38"), ("1/A/38", "HW1")] {
        let mut table = phase("VII", 3).unit(lost, "3229").unit(left, "1000").unit("G110", "3230").table();
        table.play(&["target 3229", "join G110", "fire"]);
        assert!(table.is_dead(lost));
        assert_eq!(result(&table), None);
    }
}

#[test]
fn the_us_side_wins_when_no_german_is_left_or_to_come() {
    shows!["4.4a", "4.3d"];
    // A platoon assaults with 8 against 2: 4:1, and 4 is enough.
    let mut table = phase("VI", 3).unit("1/A/38", "3229").unit("G001", "3230").table();
    table.rolls(&[4]).play(&["target 3230", "join 1/A/38", "fire"]);
    assert_eq!(result(&table), Some((US, "4.4a")));
    assert_eq!(last_words(&table), "US wins: no German unit is left and none is to come.");
    assert_eq!(table.view(Viewer::Spectator).markers[0].kind.word(), "carnage");
}

#[test]
fn with_germans_to_come_an_empty_map_is_not_the_end() {
    shows!["4.4b", "8.4b"];
    let mut table = phase("VI", 3).unit("1/A/38", "3229").unit("G001", "3230").mark("container", "G002").table();
    table.rolls(&[1]).play(&["target 3230", "join 1/A/38", "fire"]);
    assert!(table.state().units(GERMAN).is_empty());
    assert_eq!(result(&table), None);
    // Nor is an empty container, as long as a German is on the map: G002 comes, and the game goes on.
    table.play(&["done"]);
    table.rolls(&[1, 1, 1, 1, 1, 1]);
    while table.state().turn == 3 {
        table.play(&["done"]);
    }
    table.play(&["place 4232"]);
    assert!(table.state().container.is_empty());
    assert_eq!(result(&table), None);
    assert_eq!(table.state().units(GERMAN).len(), 1);
}

#[test]
fn the_condition_met_first_decides() {
    shows!["4.3c", "4.4a"];
    // Two heavy markers on 3229, one of which drifts south onto the last German (5 less 4): whoever is hit first has
    // lost. 8 against 2 is 4:1, and a one hits.
    let facing = || {
        let mut table = phase("III", 3).unit("1/A/38", "3229").unit("G001", "3228").table();
        table.rolls(&[5, 1]).play(&["heavy 3229", "heavy 3229", "done"]);
        table
    };
    for (first, winner, left) in [("3228", (US, "4.4a"), "1/A/38"), ("3229", (GERMAN, "4.3b"), "G001")] {
        let mut table = facing();
        table.rolls(&[1]).play(&[&format!("resolve {first}")]);
        assert_eq!(result(&table), Some(winner));
        assert_eq!((table.dice_rolled(), table.is_dead(left)), (1, false), "play has stopped");
    }
}

#[test]
fn nothing_is_left_to_do_after_a_victory_by_fire() {
    shows!["4.3c"];
    // The platoon that assaulted could advance and others could fire, but there is nobody left.
    let mut table = phase("VI", 3).unit("1/A/38", "3229").unit("2/A/38", "3129").unit("G001", "3230").table();
    table.rolls(&[1]).play(&["target 3230", "join 1/A/38", "fire"]);
    assert_eq!(result(&table), Some((US, "4.4a")));
    assert!(table.options().is_empty());
    let marked = |name: &str| {
        let view = table.view(Viewer::Side(US));
        view.pieces.into_iter().find(|piece| piece.id.as_deref() == Some(name)).unwrap().marks
    };
    assert_eq!(marked("1/A/38"), [engine::Mark::Fired], "nobody is about to advance");
    assert_eq!(
        table.told(Viewer::All).last().map(String::as_str),
        Some("US wins: no German unit is left and none is to come.")
    );
}

#[test]
fn either_side_may_concede_at_any_time() {
    shows!["4.5"];
    let tables = || {
        let mut late = new_game(&[]);
        late.play(&["standard"]);
        [new_game(&[]), late, phase("VIII", 7).unit("1/A/38", "3229").unit("G001", "3230").table()]
    };
    for side in [GERMAN, US] {
        for mut table in tables() {
            // Whoever is to choose.
            table.playing.concede(side).unwrap();
            assert_eq!(result(&table), Some((side.other(), "4.5")));
        }
    }
}

#[test]
fn there_are_no_draws() {
    shows!["4.6"];
    let playouts = Playouts { scenario: 0, options: Options::default(), seed: 4, longest: 200_000, closely: 10_000 };
    let report = playouts.play(game(), 20_000);
    assert!(report.wins.iter().sum::<usize>() > 0);
    assert_eq!(report.draws, 0);
}
