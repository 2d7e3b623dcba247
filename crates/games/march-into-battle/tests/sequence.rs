//! 2.3, 3.0 and 4.0: chits, turns, arrivals and the kinds of action.

use crate::common::{chart, disorganized, game, hex, marked, raab, unit};
use engine::laws::{Setting, Table};
use engine::{Side, Viewer, shows};
use march_into_battle::MarchIntoBattle;
use march_into_battle::state::Place;

/// Plays the first option that ends what is being done, until a condition holds.
fn pass_until(table: &mut Table<MarchIntoBattle>, met: impl Fn(&Table<MarchIntoBattle>) -> bool) {
    for _ in 0..500 {
        if table.outcome().is_some() || met(table) {
            return;
        }
        let options = table.options();
        let action =
            ["done", "stay", "stand", "yield"].iter().find(|word| options.iter().any(|option| option == *word));
        let action = action.map_or(options[0].clone(), |word| (*word).to_string());
        table.play(&[&action]);
    }
    panic!("it never comes to that");
}

#[test]
fn a_battle_begins_as_its_scenario_says() {
    shows!["3.0a", "2.3a", "2.3b"];
    let mut table = Table::new(&game(), 1, &[]);
    assert_eq!((hex(&table, "jellacic").as_str(), chart(&table, "seras").fatigue), ("0906", 1));
    assert_eq!(table.options(), ["done"]);
    table.play(&["done"]);
    // Ten formations have units on the map; one chit is drawn, nine are left in the cup.
    assert_eq!(table.state().cup.count_ones(), 9);
    assert_eq!(table.state().active.count_ones(), 1);
    let cup = table.view(Viewer::Spectator).boxes.into_iter().find(|one| one.id == "cup").unwrap();
    assert_eq!(cup.contents.len(), 9);
}

#[test]
fn each_chit_is_drawn_once_a_turn_and_activates_its_formation() {
    shows!["2.3c", "3.III", "3.III.A", "3.III.C", "4.0a"];
    let mut table = Table::new(&game(), 1, &[]);
    table.play(&["done"]);
    let mut seen = Vec::new();
    while table.state().turn == 1 {
        let active = table.state().active;
        seen.push(active);
        // All units of the formation, and no others, can be picked.
        pass_until(&mut table, |table| table.options().iter().any(|option| option.starts_with("pick")));
        let rules = table.playing.rules().clone();
        let battle = &rules.scenarios[1];
        for option in table.options().iter().filter_map(|option| option.strip_prefix("pick ")) {
            let unit = usize::from(battle.unit_named(option).unwrap());
            assert!(table.state().is_active(table.state().units[unit].formation), "{option}");
        }
        pass_until(&mut table, |table| table.state().active != active || table.state().turn > 1);
    }
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 10);
}

#[test]
fn the_turn_marker_moves_on() {
    shows!["3.IV", "1b"];
    let mut table = Table::new(&game(), 1, &[]);
    table.play(&["done"]);
    let at = |table: &Table<MarchIntoBattle>| {
        let track = table.view(Viewer::Spectator).tracks.into_iter().find(|track| track.id == "turn").unwrap();
        track.spaces[track.at].clone()
    };
    assert_eq!(at(&table), "06:30");
    pass_until(&mut table, |table| table.state().turn == 2);
    assert_eq!(at(&table), "10:00");
    pass_until(&mut table, |_| false);
    assert!(table.outcome().is_some());
}

#[test]
fn reinforcements_enter_by_their_road() {
    shows!["3.I", "2.2.4a"];
    let mut table = Table::new(&game(), 0, &[]);
    table.play(&["done"]);
    assert_eq!(chart(&table, "lusignan").place, Place::Waiting);
    let formation = game().scenarios[0].formation_named("III-K").unwrap();
    pass_until(&mut table, |table| table.state().is_active(formation));
    table.play(&["leader hohenzollern", "to 0616", "pick vukassovich"]);
    assert_eq!(table.forecast("to 0616").sum.value, "1", "a road leads in");
    table.play(&["to 0713", "face N", "pick lusignan"]);
    assert_eq!(table.forecast("to 0616").sum.value, "1");
    table.play(&["stay"]);
    assert_eq!(chart(&table, "lusignan").place, Place::Waiting, "he waits");
    pass_until(&mut table, |table| table.state().turn == 2);
    assert_eq!(chart(&table, "lusignan").place, Place::Waiting);
    assert_eq!(chart(&table, "rohan-grenadiers").place, Place::Waiting, "due now");
}

#[test]
fn actions_are_of_one_kind() {
    shows!["4.1a", "4.1b", "4.1.2", "4.1.3", "3.III.B2", "10.1a"];
    let setting = raab("GREN-C").unit("grenier", "1513").unit("eugene", "1513");
    let setting = marked(setting, "seras", "1512", "NE", &["fatigue=5", "stragglers=1"]);
    let mut table = unit(setting, "durutte", "1612", "N").table(&game());
    table.play(&["pick seras"]);
    for option in ["rest", "recover", "turn N", "to 1511"] {
        assert!(table.offers(option), "{option}");
    }
    let mut moves = table.clone();
    moves.play(&["to 1511", "face N"]);
    assert_eq!(moves.refused_by("pick seras"), "4.1a");
    let mut rests = table.clone();
    rests.play(&["rest"]);
    assert_eq!(chart(&rests, "seras").fatigue, 3);
    assert_eq!(rests.refused_by("turn N"), "4.1b");
    assert_eq!(rests.refused_by("to 1511"), "4.1b");
    rests.rolls(&[4]).play(&["recover"]);
    assert_eq!(chart(&rests, "seras").stragglers, 0);
    table.play(&["turn N"]);
    assert_eq!(table.refused_by("rest"), "4.1a");
    table.rolls(&[5]).play(&["recover", "done"]);
    assert_eq!((chart(&table, "seras").stragglers, chart(&table, "seras").fatigue), (1, 5));
}

#[test]
fn only_units_of_the_drawn_formation_act() {
    shows!["2.3c"];
    let setting = raab("GREN-C").unit("grenier", "1513");
    let setting = unit(setting, "seras", "1512", "NE");
    let table = unit(setting, "severoli", "1612", "N").table(&game());
    assert_eq!(table.refused_by("pick severoli"), "2.3c");
    assert_eq!(table.options(), ["pick seras", "done"]);
    assert_eq!(table.chooser(), Side::First);
}

#[test]
fn stacks_found_too_large_are_disorganized() {
    shows!["6.1e", "9.0a"];
    // Recovered stragglers make the stack too large.
    let setting = raab("GREN-C BARA").unit("grenier", "1513").unit("eugene", "1513");
    let setting = setting.piece(serde_json::json!({
        "piece": "seras", "hex": "1512", "facing": "N", "steps": 2, "marks": ["stragglers=1"]
    }));
    let mut table = unit(setting, "severoli", "1512", "N").table(&game());
    table.play(&["pick seras"]);
    table.rolls(&[1]).play(&["recover", "done"]);
    assert!(!disorganized(&table, "seras"));
    table.play(&["done"]);
    assert!(disorganized(&table, "seras") && disorganized(&table, "severoli"));
}

#[test]
fn bridges_fall_only_by_the_rules_of_the_battle() {
    shows!["6.10", "6.11"];
    let build = |piece: &str, chit: &str, leader: &str| {
        let setting = Setting::new("units", 5).scenario("friedland").mark("active", chit).unit(leader, "1306");
        let mut table = unit(setting, piece, "1306", "SW").table(&game());
        table.play(&[&format!("pick {piece}")]);
        table
    };
    let mut table = build("2nd-division", "BAGR", "bagration");
    assert!(table.offers("bridge NE") && table.offers("bridge SE"));
    assert_eq!(table.refused_by("bridge N"), "6.10");
    table.rolls(&[4]).play(&["bridge SE"]);
    assert_eq!(table.refused_by("bridge NE"), "6.10");
    table.play(&["done"]);
    assert!(table.view(Viewer::Spectator).markers.iter().any(|marker| marker.kind.word() == "destroyed-bridge"));
    // The French have no such orders, and nobody repairs or builds.
    assert_eq!(build("marchand", "NEY", "ney").refused_by("bridge SE"), "6.10");
}

/// Seras with his general in the open, and an enemy far away; he has begun to act.
fn acting(marks: &[&str], actions: &[&str]) -> Table<MarchIntoBattle> {
    let setting = marked(raab("GREN-C"), "seras", "0911", "N", marks).unit("grenier", "0911");
    let mut table = unit(setting, "frimont", "1503", "S").table(&game());
    table.play(&["pick seras"]).play(actions);
    table
}

/// The kinds of action that are offered.
fn verbs(table: &Table<MarchIntoBattle>) -> String {
    let options = table.options();
    let mut verbs: Vec<&str> = options.iter().filter_map(|option| option.split(' ').next()).collect();
    verbs.sort_unstable();
    verbs.dedup();
    verbs.join(" ")
}

#[test]
fn what_a_unit_may_do_depends_on_the_state_it_is_in() {
    shows!["4.1a", "9.0f", "10.1a", "10.3c", "11.1d", "16.6a"];
    let offered = |marks: &[&str]| verbs(&acting(marks, &[]));
    assert_eq!(offered(&[]), "detach double extend rest stay to turn");
    assert_eq!(offered(&["stragglers=1"]), "detach double extend recover rest stay to turn");
    assert_eq!(offered(&["disorganized"]), "detach extend rest stay to turn");
    assert_eq!(offered(&["fatigue=6"]), "detach double extend rest stay to turn");
    assert_eq!(
        offered(&["fatigue=9"]),
        "detach rest stay to turn",
        "the spent have no points for a line, and do not hurry"
    );
    assert_eq!(acting(&[], &[]).refused_by("recover"), "10.1a");
}

#[test]
fn what_a_unit_may_still_do_depends_on_what_it_has_done() {
    shows!["4.1b", "4.1.1", "4.1.2", "4.1.3", "6.7c", "6.12a", "10.1c", "10.3f"];
    let offered = |actions: &[&str]| verbs(&acting(&["stragglers=1"], actions));
    assert_eq!(offered(&["rest"]), "done recover");
    assert_eq!(offered(&["turn S"]), "done recover");
    assert_eq!(offered(&["double"]), "detach extend stay to");
    assert_eq!(offered(&["detach 1"]), "double stay to", "with the brigade in its hex it forms no line");
    assert_eq!(offered(&["to 0910"]), "face stay");
    assert_eq!(offered(&["to 0910", "stay"]), "detach double extend face to");
}

#[test]
fn who_detaches_has_marched_and_who_stays_has_not() {
    shows!["10.3f", "11.0b"];
    let tired = |actions: &[&str]| chart(&acting(&[], actions), "seras").fatigue;
    assert_eq!(tired(&["detach 1", "stay"]), 1);
    assert_eq!(tired(&["stay"]), 0);
}

#[test]
fn a_stack_turns_while_nobody_in_it_has_ended_another_way() {
    shows!["6.7c", "6.1c"];
    let after = |actions: &[&str]| {
        let setting = raab("GREN-C").unit("grenier", "1011");
        let setting = marked(setting, "seras", "1011", "N", &["stragglers=1"]);
        let friend = serde_json::json!({ "piece": "durutte", "hex": "1011", "facing": "N", "steps": 2 });
        let mut table = unit(setting.piece(friend), "frimont", "1503", "S").table(&game());
        table.rolls(&[6]).play(actions).play(&["pick durutte"]);
        table
    };
    // Who looks for stragglers does something Stationary, and his friends may still turn with him.
    assert!(after(&["pick seras", "recover", "done"]).offers("turn S"));
    assert_eq!(after(&["pick seras", "stay"]).refused_by("turn S"), "6.1c");
}

#[test]
fn what_is_said_at_the_wrong_moment_is_refused_by_the_rule_that_gives_it_its_moment() {
    shows![
        "3.III.B2", "16.3c", "16.1e", "11.2g", "16.5b", "16.5f", "7.0b", "16.6a", "7.6c", "7.2n", "7.14c", "7.3a",
        "4.1a"
    ];
    let moments = [
        ("16.3c", &["first", "second"][..]),
        ("16.1e", &["chit GREN-C"]),
        ("11.2g", &["hold seras", "release seras"]),
        ("16.5b", &["form 0911 N", "give seras"]),
        ("16.5f", &["bombard 1503", "buy 1"]),
        ("7.0b", &["attack seras 1503", "apart seras 1503", "fight 1"]),
        ("16.6a", &["extend 0811 N", "line 0910 N", "close 0911"]),
        ("7.6c", &["evade frimont", "stand", "threaten 1503"]),
        ("7.2n", &["advance seras"]),
        ("7.14c", &["pursue seras", "roll"]),
        ("7.3a", &["lose seras"]),
        ("4.1a", &["rest", "recover", "turn N", "bridge N"]),
        ("3.III.B2", &["defy 0911", "yield", "urge", "double"]),
    ];
    // A formation acts, and no unit of it has been picked.
    let setting = unit(raab("GREN-C").unit("grenier", "0911"), "seras", "0911", "N");
    let table = unit(setting, "frimont", "1503", "S").table(&game());
    assert!(table.offers("pick seras"));
    for (clause, actions) in moments {
        for action in actions {
            let refusal = table.refusal(action);
            let cited: Vec<&str> = refusal.clauses.iter().map(|clause| clause.0).collect();
            assert_eq!(cited[0], clause, "{action}: {}", refusal.reason);
            assert!(cited.contains(&"3.III.B2"), "{action}: {cited:?}");
        }
    }
}
