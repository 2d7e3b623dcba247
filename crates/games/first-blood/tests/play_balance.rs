//! 13.0 Play Balance: sixteen turns, and German bombardment that deteriorates from the ninth turn on.

use crate::common::overlay::overlay;
use crate::common::{GERMAN, Setting, Table, US, game, phase};
use engine::{Rules, Viewer, shows};

/// A platoon and a German that see each other, in open ground, with section 13.
fn face_to_face(id: &str, turn: u32) -> Setting {
    phase(id, turn).unit("1/A/38", "3013").unit("G001", "3016").option("play-balance=on")
}

/// The markers that can be placed now, light and heavy.
fn guns(table: &Table) -> [u8; 2] {
    table.state().guns
}

/// Who has won and by which clause.
fn won(table: &Table) -> Option<(engine::Side, &'static str)> {
    table.outcome().and_then(|outcome| Some((outcome.winner?, outcome.clause.0)))
}

#[test]
fn section_13_is_an_option() {
    shows!["13.1"];
    assert!(game().about().options[first_blood::state::option::PLAY_BALANCE].default, "a morning with an end");
    // Without it German bombardment never deteriorates and turn 16 is not the last.
    let mut table = face_to_face("X", 9).option("play-balance=off").table();
    table.play(&["done"]);
    assert_eq!((table.phase(), guns(&table), table.dice_rolled()), ("XI", [3, 3], 0));
    let mut table = face_to_face("XII", 16).option("play-balance=off").table();
    table.rolls(&[1, 2]).play(&["done"]);
    assert_eq!((table.state().turn, table.phase(), table.outcome()), (17, "III", None));
    assert_eq!(table.view(Viewer::All).tracks.len(), 1, "no Game Turn Record Track");
    // With it both happen; all other rules stay: a five takes a German marker one hex south, to Paroy (8 against 5).
    let mut table = face_to_face("X", 9).option("play-balance=on").unit("2/A/38", "3012").table();
    table.rolls(&[1, 6]).play(&["done"]);
    assert_eq!((table.phase(), guns(&table)), ("XI", [0, 1]));
    table.rolls(&[5, 1]).play(&["heavy 3013", "done"]);
    assert!(table.is_dead("2/A/38") && !table.is_dead("1/A/38"));
    let mut table = face_to_face("XII", 16).option("play-balance=on").table();
    table.play(&["done"]);
    assert_eq!(won(&table), Some((US, "13.3")));
}

#[test]
fn the_game_ends_with_turn_16() {
    shows!["13.2", "13.3"];
    // The end of turn 15 is not the end.
    let mut table = face_to_face("XII", 15).table();
    table.rolls(&[1, 2, 6, 1, 1, 1, 1, 1, 1]).play(&["done"]);
    assert_eq!((table.state().turn, table.phase(), table.outcome()), (16, "III", None));
    // All phases of turn 16 are played; after the last the US side has won.
    table.play(&["done"]);
    assert_eq!(table.phase(), "IV");
    table.play(&["done", "done", "done", "done", "done", "done", "done"]);
    assert_eq!((table.state().turn, table.phase(), table.outcome()), (16, "XI", None));
    table.play(&["done"]);
    assert_eq!((table.phase(), table.outcome()), ("XII", None));
    table.play(&["done"]);
    assert_eq!(won(&table), Some((US, "13.3")));
    let told = table.told(Viewer::All);
    assert_eq!(told.last().map(String::as_str), Some("US wins: turn 16 is over, the last by section 13."));
}

#[test]
fn the_other_ways_to_win_stay() {
    shows!["13.3b"];
    // On the last turn a German still wins by leaving the map.
    let mut table = phase("V", 16).unit("1/A/38", "3013").unit("G001", "3000").table();
    table.play(&["pick G001", "exit"]);
    assert_eq!(won(&table), Some((GERMAN, "4.3a")));
    // Or by the last US unit falling in phase XI (8 against 2, no drift).
    let mut table = face_to_face("XI", 16).mark("guns", "0 1").table();
    table.rolls(&[1, 4]).play(&["heavy 3013", "done"]);
    assert_eq!(won(&table), Some((GERMAN, "4.3b")));
    // Even in phase XII, by a US marker that drifts onto it (ruling R38).
    let mut table = phase("XII", 16).unit("1/A/38", "3017").unit("G001", "3016").table();
    table.rolls(&[6, 4]).play(&["heavy 3016", "done"]);
    assert_eq!(won(&table), Some((GERMAN, "4.3b")));
    // The US side wins before the last turn when no German is left and none is to come.
    let mut table = face_to_face("VI", 10).table();
    table.rolls(&[2]).play(&["target 3016", "join 1/A/38", "fire"]);
    assert_eq!(won(&table), Some((US, "4.4a")));
    // And a side may give up at any time.
    let mut table = face_to_face("VI", 10).table();
    table.playing.concede(US).unwrap();
    assert_eq!(won(&table), Some((GERMAN, "4.5")));
}

#[test]
fn from_turn_9_the_german_draws_his_markers() {
    shows!["13.4a"];
    // Turn 8: six markers and no roll.
    let mut table = face_to_face("X", 8).table();
    table.play(&["done"]);
    assert_eq!((table.phase(), guns(&table), table.dice_rolled()), ("XI", [3, 3], 0));
    // Turn 9: a two lets him draw two of six. The cup holds three light and three heavy markers: the first of six is
    // light, the fifth of the five that are left is heavy.
    let mut table = face_to_face("X", 9).table();
    table.rolls(&[2, 1, 5]).play(&["done"]);
    assert_eq!((table.phase(), guns(&table)), ("XI", [1, 1]));
    assert_eq!(table.dice_rolled(), 3);
    // He has rolled openly: the other side is told.
    let told = "The German rolls 2 for his bombardment markers and draws 1 light and 1 heavy.".to_string();
    assert!(table.told(Viewer::Side(US)).contains(&told));
    // Only those can be used.
    table.play(&["light 3013"]);
    assert!(!table.offers("light 3013") && table.offers("heavy 3013"));
    let refusal = table.refusal("light 3013");
    assert_eq!((refusal.clauses[0].0, refusal.reason.as_str()), ("13.4a", "no light bombardment marker is left"));
}

#[test]
fn he_rolls_anew_in_each_of_his_bombardment_phases() {
    shows!["13.4b"];
    // Turn 9, phase III: one heavy marker (event 3 comes first). He does not use it.
    let mut table = face_to_face("XII", 8).table();
    table.rolls(&[1, 2, 1, 6]).play(&["done"]);
    assert_eq!((table.state().turn, table.phase(), guns(&table)), (9, "III", [0, 1]));
    table.play(&["done"]);
    // Phases IV to X without a shot. Phase XI: three light markers (ruling R37: the unused one went back).
    table.rolls(&[3, 1, 1, 1]).play(&["done", "done", "done", "done", "done", "done", "done"]);
    assert_eq!((table.phase(), guns(&table)), ("XI", [3, 0]));
    // The same in the next turn.
    table.rolls(&[1, 2, 2, 6, 5]).play(&["done", "done"]);
    assert_eq!((table.state().turn, table.phase(), guns(&table)), (10, "III", [0, 2]));
    // And in the last.
    let mut table = face_to_face("X", 16).table();
    table.rolls(&[1, 1]).play(&["done"]);
    assert_eq!((table.phase(), guns(&table)), ("XI", [1, 0]));
}

#[test]
fn us_bombardment_does_not_deteriorate() {
    shows!["13.4c"];
    let mut table = face_to_face("X", 9).table();
    table.rolls(&[1, 1]).play(&["done", "done"]);
    assert_eq!((table.phase(), guns(&table), table.dice_rolled()), ("XII", [3, 3], 0));
    // The first bombardment phase of the next turn alike.
    table.rolls(&[1, 2, 1, 1]).play(&["done"]);
    assert_eq!((table.phase(), guns(&table)), ("III", [1, 0]));
    table.play(&["done"]);
    assert_eq!((table.phase(), guns(&table), table.dice_rolled()), ("IV", [3, 3], 0));
}

#[test]
fn a_six_leaves_all_and_the_draw_is_blind() {
    shows!["13.4d"];
    // Draws from the cup, whose light markers are counted first: the highest number is a heavy one while one is left.
    for (rolls, drawn) in [
        (&[6, 1, 1, 1, 1, 1, 1][..], [3, 3]),
        (&[6, 6, 5, 4, 3, 2, 1], [3, 3]),
        (&[3, 1, 1, 1], [3, 0]),
        (&[3, 6, 5, 4], [0, 3]),
        (&[4, 6, 5, 4, 3], [1, 3]),
        (&[5, 3, 2, 1, 1, 1], [3, 2]),
        (&[1, 3], [1, 0]),
        (&[1, 4], [0, 1]),
    ] {
        let mut table = face_to_face("X", 12).table();
        table.rolls(rolls).play(&["done"]);
        assert_eq!(guns(&table), drawn, "{rolls:?}");
        assert_eq!(table.dice_rolled(), rolls.len());
        let what = if rolls[0] == 6 { "has all of them" } else { "draws" };
        let told = format!("The German rolls {} for his bombardment markers and {what}", rolls[0]);
        assert!(table.told(Viewer::All).iter().any(|text| text.starts_with(&told)), "{told}");
    }
}

#[test]
fn no_more_is_drawn_than_the_cup_holds() {
    shows!["13.4a"];
    // Somebody plays with a heavy marker less: a six draws the five that there are.
    let heavy = "title = \"Heavy bombardment\"\ncount = { value = 3";
    let fewer = overlay().change("pieces.toml", heavy, &heavy.replace('3', "2")).game();
    let mut table = face_to_face("X", 12).table_of(&fewer);
    table.rolls(&[6, 1, 1, 1, 1, 1]).play(&["done"]);
    assert_eq!((guns(&table), table.dice_rolled()), ([3, 2], 6));
}

#[test]
fn the_view_says_when_the_game_ends_and_for_whom() {
    shows!["13.2", "13.3"];
    let facts = |option: &str| {
        let view = face_to_face("VI", 3).option(option).table().view(Viewer::Spectator);
        view.facts.into_iter().map(|fact| (fact.text, fact.clauses[0].0)).collect::<Vec<_>>()
    };
    let end =
        ("Section 13: the game ends with turn 16, and the US side wins if the German has not.".to_string(), "13.2");
    assert!(facts("play-balance=on").contains(&end));
    assert!(facts("play-balance=off").iter().all(|(text, _)| !text.contains("turn 16")));
}

#[test]
fn the_turn_track_has_sixteen_spaces() {
    shows!["13.5"];
    let view = face_to_face("VI", 9).table().view(Viewer::Spectator);
    let track = view.tracks.iter().find(|track| track.title == "Game Turn Record Track").unwrap();
    let expected = "1 2 3 4 5 6 7 8 9* 10 11 12 13 14 15 16 Game Ends";
    assert_eq!(track.spaces.join(" "), expected);
    assert_eq!((track.spaces.len(), track.spaces[track.at].as_str()), (16, "9*"));
}

#[test]
fn a_position_in_a_deteriorated_bombardment_says_which_markers_were_drawn() {
    let json = |marks: &str| {
        format!(
            r#"{{"phase": "III", "turn": 9, "options": ["play-balance=on"], "pieces": [
        {{"piece": "1/A/38", "hex": "3013"}}, {{"piece": "G001", "hex": "3014"}}], "marks": {{{marks}}}}}"#
        )
    };
    let position = |marks: &str| game().position(&serde_json::from_str(&json(marks)).unwrap());
    assert!(position("").unwrap_err().to_string().contains("guns"));
    assert!(position(r#""guns": "4 0""#).is_err());
    assert_eq!(position(r#""guns": "2 1""#).unwrap().guns, [2, 1]);
}
