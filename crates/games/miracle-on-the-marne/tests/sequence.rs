//! 4 Sequence of Play.

use crate::common::{ALLIED, GERMAN, phase, table};
use engine::{Viewer, shows};

#[test]
fn a_turn_goes_through_its_phases_in_order() {
    shows!["4a", "4.C2", "4.C3", "4.D", "4.E"];
    let setting = phase("A", 2).unit("Haig", "0336").unit("1Br", "0335").unit("Gronau", "3411").unit("RIR27", "3511");
    let mut table = table(setting);
    let mut seen = Vec::new();
    let mut note = |table: &crate::common::Table| {
        let at = (table.state().phase_id(), table.chooser());
        if seen.last() != Some(&at) {
            seen.push(at);
        }
    };
    note(&table);
    while table.view(Viewer::All).turn == 2 {
        table.play(&[if table.offers("first") { "first" } else { "done" }]);
        note(&table);
    }
    let expected = [
        ("A", ALLIED),
        ("A", GERMAN),
        ("B", GERMAN),
        ("C1", GERMAN),
        ("C2", GERMAN),
        ("C3", GERMAN),
        ("D1", ALLIED),
        ("D2", ALLIED),
        ("D3", ALLIED),
        ("A", ALLIED),
    ];
    assert_eq!(seen, expected);
    // Supply Determination stands between the last phase and the next turn.
    let told = table.told(Viewer::All);
    let at = |text: &str| told.iter().position(|told| told == text).unwrap_or_else(|| panic!("{text}: {told:?}"));
    let supply = at("Supply has been determined for both sides.");
    assert!(at("Turn 2, 6 September: Allied Combat.") < supply);
    assert!(supply < at("Turn 3, 7 September: Mutual Mode Alteration."));
}

#[test]
fn the_game_ends_after_its_last_turn() {
    // Ruling R6: eight turns, or five from the 4th.
    for (scenario, turn) in [("september-5", 8), ("september-4", 5)] {
        let setting = phase("D3", turn).scenario(scenario).mark("phasing", "german").unit("Gronau", "3411");
        let mut table = table(setting);
        assert!(table.outcome().is_none());
        table.play(&["done"]);
        assert!(table.outcome().is_some(), "{scenario}");
        let setting = phase("D3", turn - 1).scenario(scenario).mark("phasing", "german").unit("Gronau", "3411");
        let mut table = crate::common::table(setting);
        table.play(&["done"]);
        assert!(table.outcome().is_none(), "{scenario}");
    }
}
