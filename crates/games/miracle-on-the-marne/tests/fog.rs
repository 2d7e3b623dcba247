//! What a side may not know: the modes of the enemy and what is in his stacks.

use crate::common::*;
use engine::dice::SeededDice;
use engine::laws::{assert_hints_are_blind, assert_no_leak, assert_resampling_forgets};
use engine::view::Place;
use engine::{Decision, Event, Rules, Side, Silence, Viewer, shows};
use miracle_on_the_marne::State;
use miracle_on_the_marne::state::option;
use miracle_on_the_marne::tables::Mode;

/// The same position with other modes of a side.
fn with_modes(state: &State, side: Side, mode: impl Fn(usize) -> Mode) -> State {
    let mut state = state.clone();
    for (at, hq) in game().pieces.hqs().enumerate() {
        if game().pieces.side(hq) == side {
            state.modes[at] = mode(at);
        }
    }
    state
}

fn front(phase_id: &str) -> Setting {
    phase(phase_id, 3).mark("phasing", "german").mark("german", "offensive").mark("allied", "defensive")
}

#[test]
fn enemy_hqs_show_the_general_and_not_the_mode() {
    shows!["4.A3", "5.2.5a"];
    let table = table(front("C1").unit("Vautier", "0505").unit("Linsingen", "0501"));
    for (viewer, open) in [(ALLIED, "Vautier"), (GERMAN, "Linsingen")] {
        for piece in table.view(Viewer::Side(viewer)).pieces.iter().filter(|piece| piece.kind == "headquarters") {
            let name = piece.id.as_deref().unwrap();
            let shows_mode = Mode::ALL.iter().any(|mode| piece.marks.iter().any(|mark| mark.word() == mode.id()));
            assert_eq!(shows_mode, name == open, "{name} for {viewer:?}");
        }
    }
    let spectator = table.view(Viewer::Spectator);
    assert!(spectator.pieces.iter().all(|piece| piece.marks.is_empty()));
}

#[test]
fn enemy_stacks_show_their_number_and_nation() {
    shows!["8.1.5a"];
    let table = table(front("C1").unit("27Bde", "0505").unit("AC7", "0505").unit("1Br", "0505").unit("IR42", "0501"));
    let view = table.view(Viewer::Side(GERMAN));
    let there: Vec<_> = view.pieces.iter().filter(|piece| piece.place == Place::Hexes(vec!["0505".into()])).collect();
    let nations: Vec<_> = there.iter().map(|piece| piece.nation.as_deref().unwrap()).collect();
    assert_eq!(nations, ["british", "french", "french"]);
    assert!(there.iter().all(|piece| piece.id.is_none() && piece.values.is_empty() && piece.kind == "unknown"));
}

#[test]
fn losses_inside_british_stacks_are_counted_in_secret() {
    shows!["8.1.5a", "15.4.2a"];
    // All of a corps, with two steps each, or one step in each of four stacks that look the same from outside.
    let points = |steps: u8, viewer: Viewer| {
        let mut setting = front("C1").option("bef");
        for (unit, hex) in [("10Br", "0428"), ("11Br", "0429"), ("12Br", "0430"), ("4DivArt", "0431")] {
            setting = setting.piece(serde_json::json!({ "piece": unit, "hex": hex, "steps": steps }));
        }
        let facts = table(setting).view(viewer).facts;
        facts.into_iter().map(|fact| fact.text).find(|text| text.starts_with("German points")).unwrap()
    };
    for viewer in [Viewer::Side(GERMAN), Viewer::Spectator] {
        assert_eq!(points(1, viewer), points(2, viewer));
        assert!(points(1, viewer).contains("counted at the end: not known yet"), "{}", points(1, viewer));
    }
    for viewer in [Viewer::Side(ALLIED), Viewer::All] {
        assert_ne!(points(1, viewer), points(2, viewer));
    }
}

#[test]
fn modes_come_out_in_combat_until_the_next_alteration() {
    shows!["5.2.5b", "8.1.5b", "5.2.2"];
    let setting =
        front("C3").unit("27Bde", "0505").unit("Vautier", "0508").unit("IR42", "0504").unit("Linsingen", "0501");
    let mut table = table(setting);
    let seen = |table: &Table, viewer: Side, general: &str| {
        let view = table.view(Viewer::Side(viewer));
        let hq = view.pieces.into_iter().find(|piece| piece.id.as_deref() == Some(general)).unwrap();
        hq.marks.iter().any(|mark| Mode::ALL.iter().any(|mode| mode.id() == mark.word()))
    };
    table.play(&["target 0505", "join all", "done"]);
    assert!(!seen(&table, GERMAN, "Vautier") && !seen(&table, ALLIED, "Linsingen"));
    table.play(&["done"]);
    assert!(seen(&table, GERMAN, "Vautier") && seen(&table, ALLIED, "Linsingen"), "attackers and attacked");
    let facts = table.view(Viewer::Side(ALLIED)).facts;
    assert!(facts.iter().any(|fact| fact.text.contains("with 5 factors and defended with 7")), "totals are open");
    table.play(&["done"]).rolls(&[10]).play(&["fire", "done", "done", "done", "done"]);
    // 27 Bde is Engaged and must attack.
    table.play(&["target 0504", "join all", "done", "done", "done"]).rolls(&[10]).play(&["fire", "done"]);
    assert_eq!(table.state().phase_id(), "A");
    assert!(!seen(&table, GERMAN, "Vautier"), "hidden again");
    assert_eq!(table.refused_by("first"), "6.2c");
}

#[test]
fn modes_are_chosen_secretly_and_at_the_same_time() {
    shows!["4.A1", "4.A2", "6.1a"];
    let setting = phase("A", 3).mark("allied", "defensive").mark("german", "defensive");
    let setting = setting.unit("Vautier", "0505").unit("Lamaze", "0507").unit("Linsingen", "0501");
    let (mut one, mut other) = (table(setting.clone()), table(setting));
    one.play(&["mode Vautier offensive", "mode Lamaze transfer"]);
    other.play(&["mode Lamaze regroup"]);
    assert_eq!(one.view(Viewer::Side(GERMAN)), other.view(Viewer::Side(GERMAN)));
    one.play(&["done"]);
    other.play(&["done"]);
    // The second chooses in the dark: same view, same prompt, same options, same log.
    assert_eq!(one.chooser(), GERMAN);
    assert_eq!(one.view(Viewer::Side(GERMAN)), other.view(Viewer::Side(GERMAN)));
    assert_eq!((game().prompt(one.state()), one.options()), (game().prompt(other.state()), other.options()));
    assert_eq!(one.told(Viewer::Side(GERMAN)), other.told(Viewer::Side(GERMAN)));
    // The HQ counter is exchanged where it lies, and its units change with it.
    assert_eq!((place(&one, "Vautier").as_str(), one.state().mode(piece("27Bde"))), ("0505", Mode::Offensive));
}

/// Plays the same legal actions of one side in positions that differ in its modes alone, and compares what the other is
/// told before a reveal.
#[test]
fn nothing_told_before_a_reveal_depends_on_modes() {
    let setting = front("C1").unit("27Bde", "0505").unit("Vautier", "0508").unit("IR42", "0502").unit("FA3", "0503");
    let state = table(setting.unit("Linsingen", "0501")).state().clone();
    let mut compared = 0;
    for one in Mode::ALL {
        for other in Mode::ALL {
            let states = [one, other].map(|mode| with_modes(&state, GERMAN, |_| mode));
            let lists = [0, 1].map(|at| {
                let mut legal = Vec::new();
                game().legal(&states[at], &mut legal);
                legal
            });
            assert_eq!(lists[0], lists[1], "who can be picked does not depend on modes");
            for action in &lists[0] {
                let told = [0, 1].map(|at| {
                    let (mut state, mut events) = (states[at].clone(), Vec::new());
                    game().play(&mut state, *action, &mut SeededDice::new(1), &mut events);
                    events.retain(|event: &Event| event.is_for(Viewer::Side(ALLIED)));
                    (game().prompt(&state), game().view(&state, Viewer::Side(ALLIED)), events)
                });
                assert_eq!(told[0], told[1], "{action:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 30);
}

#[test]
fn phases_are_never_passed_over() {
    // A side without a gun or an attacker is asked all the same, so that the time it takes says nothing.
    for mode in ["offensive", "defensive", "transfer", "regroup"] {
        let setting = phase("C1", 3).mark("phasing", "german").mark("german", mode).mark("allied", "defensive");
        let mut table = table(setting.unit("FA3", "0503").unit("27Bde", "0505").unit("IR42", "0404"));
        for id in ["C2", "C3", "D1"] {
            table.play(&["done"]);
            assert_eq!(table.state().phase_id(), id, "{mode}");
        }
    }
}

#[test]
fn a_bombardment_does_not_look_into_the_target() {
    // Three French counters may be 6 or 12 stacking points: the forecast is the same for both.
    let forecast = |units: [&str; 3]| {
        let setting = front("C2").unit("FA3", "0503").unit("FA4", "0503");
        let mut table = table(units.iter().fold(setting, |setting, unit| setting.unit(unit, "0505")));
        table.play(&["target 0505", "aim all"]);
        table.forecast("fire")
    };
    assert_eq!(forecast(["27Bde", "28Bde", "125Bde"]), forecast(["AC7", "AD14", "11Ch"]));
}

#[test]
fn a_deployment_is_hidden_until_it_is_complete() {
    shows!["3a", "3h"];
    let mut table = new_game(&[]);
    table.play(&["done"]);
    let first = table.options()[0].clone();
    table.play(&[&first]);
    let view = table.view(Viewer::Side(GERMAN));
    assert!(view.pieces.iter().all(|piece| piece.place == Place::Box("reinforcements".into())));
    assert!(!table.told(Viewer::Side(GERMAN)).iter().any(|text| text.contains("deployed in")));
    table.play(&["standard"]);
    assert_eq!(table.chooser(), GERMAN);
    assert!(table.view(Viewer::Side(GERMAN)).pieces.iter().any(|piece| piece.id.is_none()));
}

#[test]
fn neither_rules_nor_hints_leak_in_whole_games() {
    let options = game().about().default_options();
    for (seed, switches) in
        [(3, vec![]), (4, vec![option::COMMAND]), (5, vec![option::TAXIS, option::SECRET_ROLLS, option::COMMAND])]
    {
        let options = switches.into_iter().fold(options, |options, at| options.with(at, true));
        let mut dice = SeededDice::new(seed);
        let mut state = game().set_up(0, options);
        let mut legal = Vec::new();
        let mut number = 0usize;
        while let Decision::Choose(_) = game().decision(&state) {
            legal.clear();
            game().legal(&state, &mut legal);
            number += 1;
            if number.is_multiple_of(131) {
                for side in Side::BOTH {
                    assert_no_leak(&**game(), &state, side, &[], &mut dice);
                    assert_resampling_forgets(&**game(), &state, side, &mut dice);
                }
                assert_hints_are_blind(&**game(), &state, &mut dice);
            }
            let action = legal[dice.below(legal.len())];
            game().play(&mut state, action, &mut dice, &mut Silence);
        }
    }
}

#[test]
fn modes_that_a_side_does_not_know_are_made_up_anew() {
    shows!["4.A3", "5.2.5a"];
    let table =
        table(front("C1").unit("Vautier", "0505").unit("27Bde", "0505").unit("Linsingen", "0501").unit("IR42", "0501"));
    let made_up = |unit: &str| {
        let ways = (1..40)
            .map(|seed| game().resample(table.state(), GERMAN, &mut SeededDice::new(seed)).mode(piece(unit)).id());
        ways.collect::<std::collections::BTreeSet<_>>()
    };
    assert!(made_up("27Bde").len() > 1, "the mode of the enemy");
    assert_eq!(made_up("IR42").into_iter().collect::<Vec<_>>(), ["offensive"], "their own");
}
