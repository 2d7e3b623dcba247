//! 5.0 Sequence of Play.

use crate::common::{GERMAN, Setting, Table, US, game, new_game, phase};
use engine::data::Lesson;
use engine::{PlayError, Rules, Side, Viewer, shows};

/// Two units of each side face to face, so that everybody has something to do in each of his phases.
fn facing(id: &str, turn: u32) -> Setting {
    phase(id, turn)
        .unit("1/A/38", "3229")
        .unit("2/A/38", "3029")
        .unit("G110", "3230")
        .unit("G111", "3030")
        .option("play-balance=off")
}

/// Checks what is being played, by whom, and one thing that is done in it.
fn assert_now(table: &Table, turn: u16, id: &str, side: Side, action: &str) {
    assert_eq!((table.state().turn, table.phase(), table.chooser()), (turn, id, side));
    assert!(table.offers(action), "phase {id} does not offer {action}: {:?}", table.options());
    let track = &table.view(Viewer::Spectator).tracks[0];
    assert!(track.spaces[track.at].starts_with(&format!("{id} ")), "the marker is at {}", track.spaces[track.at]);
}

#[test]
fn twelve_phases_follow_each_other_and_begin_anew() {
    shows![
        "5.3a", "5.3-I", "5.3-II", "5.3-III", "5.3-IV", "5.3-V", "5.3-VI", "5.3-VII", "5.3-VIII", "5.3-IX", "5.3-X",
        "5.3-XI", "5.3-XII"
    ];
    let mut table = facing("XII", 4).mark("container", "G001").table();
    // A total of 6 is the US rally, on which the US player decides in phase I.
    table.rolls(&[3, 3]).play(&["done"]);
    assert_now(&table, 5, "I", US, "decline");
    table.rolls(&[1, 1, 1, 1]).play(&["decline"]);
    assert_now(&table, 5, "II", GERMAN, "place 4232");
    table.play(&["place 4232"]);
    for (id, side, action) in [
        ("III", GERMAN, "heavy 3229"),
        ("IV", US, "heavy 3230"),
        ("V", GERMAN, "pick G110"),
        ("VI", US, "target 3230"),
        ("VII", GERMAN, "target 3229"),
        ("VIII", US, "pick 1/A/38"),
        ("IX", GERMAN, "target 3229"),
        ("X", US, "target 3230"),
        ("XI", GERMAN, "heavy 3229"),
        ("XII", US, "heavy 3230"),
    ] {
        assert_now(&table, 5, id, side, action);
        table.rolls(if id == "XII" { &[3, 3] } else { &[] });
        table.play(&["done"]);
    }
    assert_now(&table, 6, "I", US, "decline");
    let told = table.told(Viewer::Spectator);
    let phases: Vec<&str> = told.iter().filter_map(|text| text.strip_prefix("Turn 5, ")).collect();
    assert_eq!(
        phases,
        [
            "phase I: Random Events.",
            "phase II: German Reinforcement.",
            "phase III: German First Bombardment.",
            "phase IV: US First Bombardment.",
            "phase V: German Movement.",
            "phase VI: US First Fire.",
            "phase VII: German First Fire.",
            "phase VIII: US Movement.",
            "phase IX: German Second Fire.",
            "phase X: US Second Fire.",
            "phase XI: German Second Bombardment.",
            "phase XII: US Second Bombardment."
        ]
    );
    // Each is told with the rule that gives it its place.
    for (_, event) in table.playing.log().iter().filter(|(_, event)| event.kind.word() == "phase") {
        let id = event.text.split("phase ").nth(1).and_then(|text| text.split(':').next()).unwrap();
        assert_eq!(event.clauses.iter().map(|clause| clause.0).collect::<Vec<_>>(), ["5.3a", &format!("5.3-{id}")]);
    }
}

#[test]
fn every_action_has_its_phase() {
    shows!["5.1a"];
    let actions = [
        ("heavy 3229", vec!["III", "XI"]),
        ("heavy 3230", vec!["IV", "XII"]),
        ("pick G110", vec!["V"]),
        ("target 3230", vec!["VI", "X"]),
        ("target 3229", vec!["VII", "IX"]),
        ("pick 1/A/38", vec!["VIII"]),
    ];
    let all = ["III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"];
    let kinds = [vec!["III", "IV", "XI", "XII"], vec!["V", "VIII"], vec!["VI", "VII", "IX", "X"]];
    for id in all {
        let table = facing(id, 3).table();
        for (action, phases) in &actions {
            let same_kind = kinds.iter().any(|kind| kind.contains(&id) && kind.contains(&phases[0]));
            assert_eq!(table.offers(action), phases.contains(&id), "{action} in {id}");
            if !same_kind {
                assert_eq!(table.refused_by(action), "5.1a", "{action} in {id}");
            }
        }
        for action in ["accept", "decline", "place 4232", "standard", "exit", "fire", "advance G110", "stay"] {
            assert_eq!(table.refused_by(action), "5.1a", "{action} in {id}");
        }
    }
}

#[test]
fn what_is_done_is_done_unless_the_opponent_permits() {
    shows!["5.1b"];
    let mut table = facing("V", 3).table();
    table.play(&["pick G110", "to 3231"]);
    // The unit has moved, and once the phase is over no other may go back to it.
    assert_eq!(table.refused_by("pick G110"), "9.1c");
    table.play(&["done"]);
    assert_eq!(table.playing.play(GERMAN, "pick G111").map(|_| ()), Err(PlayError::NotYourChoice));
    // The gracious opponent lets him take back the end of the phase and the move.
    table.playing.undo().unwrap();
    table.playing.undo().unwrap();
    assert_eq!((table.phase(), table.hex_of("G110").as_deref()), ("V", Some("3230")));
    table.play(&["to 3330"]);
    assert_eq!(table.hex_of("G110").as_deref(), Some("3330"));
    // What the dice have said stays said: 4 doubled against 2 is 4:1.
    let mut table = facing("VI", 3).table();
    table.rolls(&[6]).play(&["target 3230", "join 1/A/38", "fire"]);
    assert!(matches!(table.playing.undo(), Err(PlayError::NoUndo(_))));
}

#[test]
fn the_basic_game_has_no_last_turn() {
    shows!["5.1c"];
    for turn in [16, 17, 99] {
        let mut table = facing("XII", turn).table();
        // A total of 6 lets the US player choose, so that the new turn can be seen.
        table.rolls(&[3, 3]).play(&["done"]);
        assert_eq!(table.outcome(), None);
        assert_eq!((u32::from(table.state().turn), table.phase()), (turn + 1, "I"));
    }
    // No turn track is needed for it.
    assert!(facing("V", 3).table().view(Viewer::Spectator).tracks.iter().all(|track| track.id != "turn"));
    // Apart from the first, turns are alike: the same unit has the same targets in the second turn and the twentieth.
    let targets = |turn: u32| phase("VI", turn).unit("1/A/38", "3228").unit("G001", "3232").table().options();
    assert_eq!(targets(2), targets(20));
    assert_ne!(targets(1), targets(2));
}

#[test]
fn the_first_turn_skips_random_events_and_reinforcements() {
    shows!["5.2a", "8.1a"];
    let mut table = new_game(&["play-balance=off"]);
    table.play(&["standard"]);
    while table.state().turn == 1 {
        assert!(table.state().phase.id() != "I" && table.state().phase.id() != "II");
        assert_eq!(table.state().container.len(), 82);
        table.play(&["done"]);
    }
    let told = table.told(Viewer::Spectator);
    let phases: Vec<&str> =
        told.iter().filter(|text| text.contains(", phase ")).map(|text| text.split(':').next().unwrap()).collect();
    let first: Vec<String> = ["III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"]
        .iter()
        .map(|id| format!("Turn 1, phase {id}"))
        .collect();
    assert_eq!(phases[..10], first);
    assert_eq!(phases[10], "Turn 2, phase I");
    // Nothing of either phase has happened before.
    let end = told.iter().position(|text| text.starts_with("Turn 2")).unwrap();
    assert!(told[..end].iter().all(|text| !text.contains("event") && !text.contains("reinforcements")));
}

#[test]
fn on_the_first_turn_nobody_sees_farther_than_two_hexes() {
    shows!["5.2b"];
    let at =
        |turn: u32, id: &str, us: &str, german: &str| phase(id, turn).unit(us, "3228").unit("G110", german).table();
    for unit in ["1/A/38", "HW1"] {
        // 3228 to 3230 is two hexes, to 3231 three.
        assert!(at(1, "VI", unit, "3230").offers("target 3230"));
        assert_eq!(at(1, "VI", unit, "3231").refused_by("target 3231"), "5.2b");
        assert!(at(2, "VI", unit, "3231").offers("target 3231"));
    }
    assert!(at(1, "VII", "1/A/38", "3230").offers("target 3228"));
    assert_eq!(at(1, "VII", "1/A/38", "3231").refused_by("target 3228"), "5.2b");
    assert!(at(2, "VII", "1/A/38", "3231").offers("target 3228"));
    // Spotting needs a line of fire, too.
    assert!(at(1, "III", "1/A/38", "3230").offers("heavy 3228"));
    assert_eq!(at(1, "III", "1/A/38", "3231").refused_by("heavy 3228"), "11.2a");
    assert!(at(2, "III", "1/A/38", "3231").offers("heavy 3228"));
}

#[test]
fn on_the_first_turn_bombardments_do_not_drift() {
    shows!["5.2c"];
    for (id, target, unit) in [("III", "3229", "1/A/38"), ("IV", "3230", "G110")] {
        // On the first turn no drift die falls: the only die is for the unit, which 8 against 2 eliminates on a 4.
        let mut table = facing(id, 1).table();
        table.rolls(&[4]).play(&[&format!("heavy {target}"), "done"]);
        assert_eq!(table.dice_rolled(), 1);
        assert!(table.is_dead(unit));
        // On the second turn a six carries the marker away from its target.
        let mut table = facing(id, 2).table();
        table.rolls(&[6]).play(&[&format!("heavy {target}"), "done"]);
        assert!(!table.is_dead(unit));
    }
}

/// Only the first turn is dark: whatever a lesson says of the hour fits the turn in which its position stands.
#[test]
fn a_lesson_is_fought_in_the_light_of_its_turn() {
    shows!["1.2a"];
    let turn = |lesson: &Lesson| {
        serde_json::from_str::<serde_json::Value>(&lesson.position).unwrap()["turn"].as_u64().unwrap()
    };
    for lesson in game().lessons() {
        let said: Vec<String> = lesson.steps.iter().map(|step| step.text.to_lowercase()).collect();
        let says = |words: &[&str]| said.iter().any(|text| words.iter().any(|word| text.contains(word)));
        let is_dark = turn(lesson) == 1;
        assert!(is_dark || !says(&["before dawn", "before daylight", "dark", "night"]), "{}", lesson.id);
        assert!(!is_dark || !says(&["daylight", "sun"]), "{}", lesson.id);
    }
    // The first one stands on the second turn, and says so.
    let first = &game().lessons()[0];
    assert_eq!(turn(first), 2);
    assert!(first.steps[0].text.contains("in the first daylight"), "{}", first.steps[0].text);
}
