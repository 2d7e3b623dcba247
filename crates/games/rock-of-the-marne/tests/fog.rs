//! Fog of war (series chapter 10).

use crate::common::*;
use engine::dice::SeededDice;
use engine::laws::{assert_no_leak, assert_resampling_forgets};
use engine::{Rules, Side, Viewer, shows};
use serde_json::json;

fn seen(table: &Table<rock_of_the_marne::RockOfTheMarne>, side: Side) -> Vec<String> {
    table.view(Viewer::Side(side)).pieces.into_iter().filter_map(|piece| piece.id).collect()
}

/// Germans next to stacks that hide something.
fn field() -> Setting {
    phase("combat", 9)
        .unit("G-10", "60.03")
        .unit("G-MG-1", "60.03")
        .unit("G-HQ-8", "60.05")
        .unit("F-73", "59.03")
        .unit("F-Rgt-1", "59.03")
        .unit("F-14", "55.05")
        .unit("F-Rgt-2", "55.05")
        .unit("F-HQ-3", "55.07")
}

#[test]
fn only_the_top_unit_of_an_enemy_stack_is_seen() {
    shows!["scs/10.0a", "notes/fog"];
    let table = on(field());
    let (german, allied) = (seen(&table, Side::First), seen(&table, Side::Second));
    assert!(german.contains(&"F-Rgt-1".into()) && !german.contains(&"F-73".into()));
    assert!(german.contains(&"G-10".into()) && german.contains(&"G-MG-1".into()), "all of one's own");
    assert!(allied.contains(&"G-MG-1".into()) && !allied.contains(&"G-10".into()));
    let view = table.view(Viewer::Side(Side::First));
    let top = view.pieces.iter().find(|piece| piece.id.as_deref() == Some("F-Rgt-1")).unwrap();
    assert!(top.covers.as_ref().is_some_and(|covered| covered.count.is_none()), "it hides something, nobody says what");
    let alone = view.pieces.iter().find(|piece| piece.id.as_deref() == Some("F-HQ-3")).unwrap();
    assert!(alone.covers.is_none());
    assert!(seen(&on(field()), Side::First).len() < table.view(Viewer::All).pieces.len());
    let spectator: Vec<_> = table.view(Viewer::Spectator).pieces.into_iter().filter_map(|piece| piece.id).collect();
    assert!(!spectator.contains(&"F-73".into()) && !spectator.contains(&"G-10".into()));
}

#[test]
fn an_announced_combat_opens_both_stacks() {
    shows!["scs/10.0a", "scs/10.0b"];
    let mut table = on(field().unit("G-33", "60.02"));
    table.play(&["target 59.03", "join G-10"]);
    assert!(!seen(&table, Side::First).contains(&"F-73".into()), "not before it is announced");
    assert!(!seen(&table, Side::Second).contains(&"G-10".into()));
    // 9 against 12 is 1 to 1; a 9 there is A2, D1: the French choose.
    table.rolls(&[4, 5]).play(&["fight"]);
    assert_eq!(table.chooser(), Side::Second);
    assert!(seen(&table, Side::First).contains(&"F-73".into()), "losses are taken in the open");
    table.play(&["lose F-73"]);
    assert!(!seen(&table, Side::First).contains(&"F-73".into()), "and the stack closes again");
    assert!(!seen(&table, Side::First).contains(&"F-14".into()));
}

#[test]
fn hidden_units_leak_nowhere() {
    shows!["scs/10.0a"];
    let mut table = on(field().unit("G-33", "60.02").unit("G-Storm-1", "60.02"));
    let mut dice = SeededDice::new(4);
    let rules = game();
    let parse =
        |table: &Table<rock_of_the_marne::RockOfTheMarne>, text: &str| rules.parse(table.state(), text).unwrap();
    for action in ["target 59.03", "join G-33", "fight"] {
        let strangers: Vec<_> =
            ["lose F-73", "pick F-14", "join F-73", "shift F-HQ-3", "advance F-73", "top F-73", "break F-14"]
                .map(|text| parse(&table, text))
                .to_vec();
        for side in Side::BOTH {
            for _ in 0..20 {
                assert_no_leak(&**rules, table.state(), side, &strangers, &mut dice);
                assert_resampling_forgets(&**rules, table.state(), side, &mut dice);
            }
        }
        table.rolls(&[3, 4]).play(&[action]);
    }
    // The hidden division and the hidden division elsewhere change places, what is on top does not.
    let table = on(field());
    let moved = (0..30).any(|_| {
        let other = rules.resample(table.state(), Side::First, &mut dice);
        other.hex(piece("F-73")) == hex("55.05") && other.hex(piece("F-14")) == hex("59.03")
    });
    assert!(moved, "other stacks are drawn");
    assert!(
        (0..30)
            .all(|_| rules.resample(table.state(), Side::First, &mut dice).top(hex("59.03")) == Some(piece("F-Rgt-1")))
    );
}

#[test]
fn a_zone_under_an_hq_is_known() {
    // An HQ on top of a division has a zone all the same, and whoever moves there must be told.
    let mut table = on(phase("movement", 9)
        .mark("side", "allied")
        .unit("F-Rgt-1", "62.03")
        .unit("G-10", "59.03")
        .unit("G-HQ-8", "59.03")
        .unit("G-HQ-13", "56.03")
        .unit("G-Storm-1", "56.05")
        .piece(json!({ "piece": "G-Storm-2", "hex": "56.05" })));
    table.play(&["pick F-Rgt-1"]);
    assert_eq!(table.forecast("to 60.03").sum.value, "4 of 6");
    let mut dice = SeededDice::new(9);
    let other = game().resample(table.state(), Side::Second, &mut dice);
    assert_eq!(other.zoc, table.state().zoc);
}
