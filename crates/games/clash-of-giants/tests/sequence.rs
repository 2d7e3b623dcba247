//! 5.0 Sequence of Play, and 3.0 the set-up of Tannenberg.

use crate::common::{Ask, Labels, Lay, east, game, marne, phase};
use clash_of_giants::pieces::{ALLIED, Army, GERMAN};
use clash_of_giants::sequence::Phase;
use engine::laws::Table;
use engine::{Rules, shows};

/// The titles of the phases told so far, without the turn.
fn phases(table: &Table<clash_of_giants::ClashOfGiants>) -> Vec<String> {
    let log = table.playing.log().iter().filter(|(_, event)| event.kind.word() == "phase");
    log.map(|(_, event)| event.text.split_once(": ").unwrap().1.trim_end_matches('.').to_string()).collect()
}

#[test]
fn tannenberg_begins_as_the_counters_say() {
    shows!["tannenberg/3.11a", "tannenberg/3.11b", "tannenberg/3.11c", "tannenberg/3.11e", "tannenberg/3.12a"];
    shows!["tannenberg/3.12b", "tannenberg/3.11f", "tannenberg/3.12c", "tannenberg/3.1c", "tannenberg/3.11d"];
    let table = Table::new(game(), 0, &[]);
    for (unit, hex) in
        [("R-28", "5205"), ("R-25", "5208"), ("R-30", "5212"), ("R-2", "2225"), ("R-6", "2725"), ("R-4", "3425")]
    {
        assert_eq!(table.at(unit), hex, "{unit}");
    }
    assert_eq!([table.at("R-26"), table.at("R-43")], ["4715", "4715"]);
    for (unit, hex) in
        [("G-1", "4104"), ("G-2", "4006"), ("G-35", "3706"), ("G-41", "2222"), ("G-1Cav", "4202"), ("G-KBG", "2804")]
    {
        assert_eq!(table.at(unit), hex, "{unit}");
    }
    let state = table.state();
    // However many the Entry Hexes hold.
    assert!(state.stack(east().hex("5205")).count() > 3);
    assert_eq!(state.on_map.len(), 20 + 13 + 12);
    for unit in ["G-3R", "G-1LW", "R-53", "R-22", "R-3G"] {
        assert!(state.coming.contains(east().piece(unit)), "{unit}");
    }
    let facts: Vec<String> = table.view(engine::Viewer::All).facts.into_iter().map(|fact| fact.text).collect();
    assert!(facts.iter().any(|fact| fact.contains("German victory points: 15")), "{facts:?}");
    assert!(facts.iter().any(|fact| fact.contains("Russian victory points: 0")), "{facts:?}");
    assert_eq!((state.turn, table.chooser()), (1, ALLIED));
}

#[test]
fn a_turn_of_tannenberg_runs_through_its_phases() {
    shows!["tannenberg/5.1a", "tannenberg/5.2a", "tannenberg/5.2b", "tannenberg/5.2c", "tannenberg/5.2d"];
    shows!["tannenberg/5.332a", "tannenberg/5.36a", "std/5.1"];
    let mut table = Table::new(game(), 0, &[]);
    // Turn 1: the First Army, no second phase, no enemies to attack, no message.
    while table.state().turn < 6 {
        step(&mut table);
    }
    let told = phases(&table);
    // The phases before the first choice pass while the table is laid.
    let first_turn: Vec<&str> = told.iter().map(String::as_str).take(8).collect();
    assert_eq!(
        first_turn,
        [
            "Russian Combat Phase",
            "German Reinforcement Phase",
            "German Operational Phase",
            "German Combat Phase",
            "Mutual Supply Determination Phase",
            "Russian Reinforcement Phase",
            "Russian First Operational Phase",
            "Russian Second Operational Phase",
        ]
    );
    let fifth = told.iter().rposition(|title| title == "Mutual Supply Determination Phase").unwrap();
    let before: Vec<&str> = told[..fifth].iter().map(String::as_str).collect();
    assert!(before.ends_with(&[
        "German Wireless Intercept Phase",
        "German Reinforcement Phase",
        "German Operational Phase",
        "German Combat Phase",
    ]));
}

/// Plays one action that does as little as possible.
fn step(table: &mut Table<clash_of_giants::ClashOfGiants>) {
    let options = table.options();
    let idle = ["done", "stay", "hold"].iter().find(|idle| options.iter().any(|option| option == *idle));
    let action = idle.map_or_else(|| options[0].clone(), |idle| idle.to_string());
    table.play(&[&action]);
}

#[test]
fn the_first_army_alone_moves_on_turn_one() {
    shows!["tannenberg/5.331b", "tannenberg/10.42a", "tannenberg/5.332a"];
    let mut table = Table::new(game(), 0, &[]);
    assert_eq!(table.options(), ["roll"]);
    table.rolls(&[3]).play(&["roll"]);
    assert!(table.offers("pick R-28") && !table.offers("pick R-26"));
    assert_eq!(table.refused_by("pick R-26"), "std/10.1b");
    while table.state().phase == Phase::FirstOperational {
        step(&mut table);
    }
    assert_eq!(table.state().side, GERMAN, "no second phase, and nobody to attack");
}

#[test]
fn supply_is_mutual_in_the_east_and_each_sides_own_in_the_west() {
    shows!["tannenberg/5.31a", "tannenberg/5.31b", "marne/5.311a", "marne/5.311b"];
    let cut = |setting: engine::laws::Setting| setting.unit("G-41", "1513").unit("R-1", "1313").unit("R-2", "1411");
    let table = cut(phase("allied-supply", 5)).table(game());
    assert!(table.state().attenuated.contains(east().piece("G-41")));
    // In the west a German without a line stays unmarked through the Allied segment.
    let units = |setting: engine::laws::Setting| {
        setting.unit("G-1G", "3316").unit("F-1", "3315").unit("F-2", "3216").unit("F-5", "3416")
    };
    let marked = |side: &str| {
        let table = units(marne(&format!("{side}-supply"), 6)).table(game());
        table.state().attenuated.contains(crate::common::west().piece("G-1G"))
    };
    assert!(!marked("allied") && marked("german"));
}

#[test]
fn markers_come_off_in_the_recovery_phase() {
    shows!["tannenberg/5.351b", "tannenberg/5.352b"];
    let mut table = phase("allied-combat", 5)
        .marked("R-25", "3821", &["done"])
        .unit("R-27", "3821")
        .unit("G-41", "3822")
        .table(game());
    assert!(!table.state().rebuilt.is_empty());
    table.play(&["done"]);
    assert!(table.state().rebuilt.is_empty());
    assert!(table.heard("recovery"));
    let mut table = phase("german-combat", 5)
        .marked("G-41", "3821", &["done"])
        .unit("G-35", "3821")
        .unit("R-1", "3822")
        .table(game());
    assert!(!table.state().rebuilt.is_empty());
    table.play(&["done"]);
    assert!(table.state().rebuilt.is_empty());
}

#[test]
fn both_russian_command_markers_come_off_in_the_russian_recovery_phase() {
    shows!["tannenberg/5.331d", "tannenberg/5.332b", "tannenberg/5.351a"];
    let points = |table: &Table<clash_of_giants::ClashOfGiants>| {
        [Army::RussianFirst, Army::RussianSecond].map(|army| table.state().markers[army.index()].points)
    };
    let mut table = phase("allied-first-operational", 3)
        .unit("R-25", "3821")
        .unit("R-1", "3022")
        .unit("G-41", "3822")
        .table(game());
    table.rolls(&[4]).play(&["activate russian-first"]);
    assert_eq!(points(&table), [4, 0]);
    table.rolls(&[6]).play(&["done", "roll"]);
    let [first, second] = points(&table);
    assert!(first == 4 && second > 0);
    table.play(&["done"]);
    assert_eq!((table.state().phase, points(&table)), (Phase::Combat, [first, second]), "they lie there in combat");
    table.play(&["done"]);
    assert_eq!((table.state().side, points(&table)), (GERMAN, [0, 0]));
}

#[test]
fn the_army_command_markers_lie_on_the_track_until_recovery() {
    shows!["tannenberg/5.331d", "tannenberg/5.351a", "tannenberg/5.352a"];
    let mut table =
        phase("german-operational", 5).unit("G-1", "1611").unit("G-41", "3821").unit("R-1", "3822").table(game());
    table.rolls(&[3]).play(&["roll"]);
    assert_eq!(table.state().markers[2].points, 4);
    table.rolls(&[2]).play(&["done", "roll"]);
    assert_eq!(table.state().markers[3].points, 3);
    table.play(&["done", "done"]);
    assert_eq!(table.state().turn, 6);
    assert!(table.state().markers.iter().all(|marker| marker.points == 0));
}

#[test]
fn a_turn_of_the_marne_runs_through_its_phases() {
    shows![
        "marne/5.1",
        "marne/5.2a",
        "marne/5.2b",
        "marne/5.2c",
        "marne/5.36a",
        "marne/5.321c",
        "marne/5.34a",
        "marne/5.34b"
    ];
    let mut table = Table::new(game(), 2, &[]);
    table.play(&["standard"]);
    while table.state().turn < 8 {
        step(&mut table);
    }
    let told = phases(&table);
    let at = told.iter().rposition(|title| title == "Allied Supply Determination").unwrap();
    let before: Vec<&str> = told[..at].iter().map(String::as_str).collect();
    let turn = [
        "Allied Supply Determination",
        "Allied Reinforcement Phase",
        "Allied Rally Segment",
        "Allied Operational Phase",
        "Allied Combat Phase",
        "German Supply Determination",
        "German Reinforcement Phase",
        "German Operational Phase",
        "German Combat Phase",
    ];
    assert!(before.ends_with(&turn), "{before:?}");
    let state = table.state();
    assert!(state.crossed.is_empty() && state.rebuilt.is_empty());
    // Five Allied and four German commands in each turn.
    let commands = table.playing.log().iter().filter(|(_, event)| event.text.contains("Movement Allowance")).count();
    assert_eq!(commands, 2 * 9);
}

#[test]
fn the_prompt_says_what_is_to_be_done() {
    let table = Table::new(game(), 0, &[]);
    assert!(!table.playing.rules().prompt(table.state()).is_empty());
}

#[test]
fn positions_in_phases_that_never_come_are_refused() {
    let fault = |setting: engine::laws::Setting| setting.unit("G-1", "1611").unit("R-25", "5022").fault(game());
    assert!(fault(phase("german-wireless", 3)).contains("there is no Wireless Intercept Phase on turn 3"));
    assert!(fault(phase("german-wireless", 15)).contains("there is no Wireless Intercept Phase on turn 15"));
    assert!(fault(phase("allied-second-operational", 1)).contains("there is no Second Operational Phase on turn 1"));
    let second = phase("allied-first-operational", 1).mark("army", "russian-second");
    assert!(fault(second).contains("the Russian Second Army does not move on turn 1"));
    for (turn, there) in [(4, false), (14, true)] {
        let setting = phase("german-wireless", turn).unit("G-1", "1611").unit("R-25", "5022");
        assert!(setting.table(game()).offers("intercept russian-first"), "{turn} {there}");
    }
    let west = |turn: u32| marne("allied-rally", turn).unit("F-1", "3020").unit("G-1G", "3604");
    assert!(west(4).fault(game()).contains("there is no Rally Segment on turn 4"));
    assert!(west(5).table(game()).state().rallied.contains(&5));
}

#[test]
fn phases_are_told_with_their_dates_and_what_each_begins_with() {
    shows!["tannenberg/5.2b", "tannenberg/5.2c", "tannenberg/5.352a", "tannenberg/5.352b", "tannenberg/9.3b"];
    let mut table =
        phase("german-wireless", 6).reduced("G-41", "1513").unit("R-25", "3922").unit("R-1", "3024").table(game());
    table.rolls(&[6]).play(&["intercept russian-first"]);
    assert!(table.offers("rebuild G-41"), "each turn brings its replacement steps: {:?}", table.options());
    assert!(table.heard("Turn 6 (24 August): German Reinforcement Phase."), "{:?}", table.told(engine::Viewer::All));
    while table.state().turn == 6 {
        let roll = table.offers("roll");
        table.rolls(&[1]).play(&[if roll { "roll" } else { "done" }]);
    }
    assert!(
        table.heard("Turn 7 (25 August): Mutual Supply Determination Phase."),
        "{:?}",
        table.told(engine::Viewer::All)
    );
    let recovery =
        table.playing.log().iter().map(|(_, event)| event).find(|event| event.text.starts_with("German recovery"));
    let cited: Vec<&str> = recovery.unwrap().clauses.iter().map(|clause| clause.0).collect();
    assert_eq!(cited, ["tannenberg/5.352a", "tannenberg/5.352b"]);
}
