//! 9.6.2 EN: the Engaged lock.

use crate::common::*;
use engine::position::Position;
use engine::{Rules, Viewer, shows};
use serde_json::json;

fn combat(german: &str, allied: &str) -> Setting {
    phase("C3", 3).mark("phasing", "german").mark("german", german).mark("allied", allied)
}

/// The attack on 0505 ends Engaged, and nobody strikes back.
fn engaged(setting: Setting) -> Table {
    let mut table = table(setting);
    table.play(&["target 0505", "join all", "done", "done", "done"]).rolls(&[10]).play(&["fire"]);
    if table.chooser() == ALLIED {
        table.play(&["done"]);
    }
    table
}

/// Goes on to the Movement Phase of the other side.
fn next_player(table: &mut Table) {
    table.play(&["done"]);
    assert_eq!(table.chooser(), ALLIED);
}

#[test]
fn both_ends_are_locked_and_marked() {
    shows!["9.6.2.EN-a"];
    let setting = combat("offensive", "defensive").unit("27Bde", "0505").unit("IR42", "0504").unit("Gren2", "0503");
    let table = engaged(setting);
    assert!(table.state().is_locked(piece("27Bde")) && table.state().is_locked(piece("IR42")));
    assert!(!table.state().is_locked(piece("Gren2")));
    let view = table.view(Viewer::Spectator);
    let marked: Vec<_> =
        view.markers.iter().filter(|marker| marker.kind.word() == "engaged").map(|m| m.hexes[0].clone()).collect();
    assert_eq!(marked, ["0504", "0505"]);
}

#[test]
fn bystanders_in_the_hex_are_free() {
    let setting = combat("offensive", "defensive").unit("27Bde", "0505").unit("IR42", "0504").unit("Gren2", "0504");
    let mut table = table(setting);
    table.play(&["target 0505", "join IR42", "done", "done", "done"]).rolls(&[10]).play(&["fire", "done"]);
    assert!(table.state().is_locked(piece("IR42")) && !table.state().is_locked(piece("Gren2")));
}

#[test]
fn the_locked_neither_move_nor_do_anything_else() {
    shows!["9.6.2.EN-b", "9.6.2.EN-b2"];
    let setting = combat("offensive", "defensive").unit("27Bde", "0505").unit("IR42", "0504").unit("28Bde", "0404");
    let mut table = engaged(setting.option("attack-supporters"));
    next_player(&mut table);
    assert_eq!(table.refused_by("pick 27Bde"), "9.6.2.EN-b");
    assert!(table.offers("pick 28Bde"));
    // Nor do they support friends: AD14 is Engaged in 0505 and cannot fire for 0406.
    let setting = combat("offensive", "defensive").unit("AD14", "0505").unit("IR42", "0504").unit("28Bde", "0406");
    let setting = setting.unit("Gren2", "0506").option("attack-supporters");
    let mut table = crate::common::table(setting);
    table.play(&["target 0505", "join IR42", "done", "done", "done"]).rolls(&[10]).play(&["fire", "done"]);
    table.play(&["target 0406", "join Gren2", "done", "done", "target 0506"]);
    assert_eq!(table.refused_by("aim AD14 4"), "9.6.2.EN-b2");
}

#[test]
fn the_locked_must_attack_each_other_first() {
    shows!["9.6.2.EN-c", "5.1.2i"];
    // Defensive mode, and no reserve: the lock makes 27 Bde attack, and only whom it is Engaged with.
    let setting = combat("offensive", "defensive").unit("27Bde", "0505").unit("IR42", "0504").unit("Gren9", "0405");
    let mut table = table(setting.option("attack-supporters"));
    table.play(&["target 0505", "join IR42", "done", "done", "done"]).rolls(&[10]).play(&["fire", "done"]);
    next_player(&mut table);
    table.play(&["done", "done"]);
    assert_eq!(table.options(), ["target 0504"], "it cannot be left out");
    assert_eq!(table.refused_by("done"), "9.6.2.EN-c");
    assert_eq!(table.refused_by("target 0405"), "9.4.2", "nobody is Engaged with 0405");
    table.play(&["target 0504", "join 27Bde", "done", "done", "done"]);
    assert!(table.forecast("fire").sum.value.ends_with("on the Offensive line"));
}

#[test]
fn offensive_defenders_do_not_strike_back_but_attack_in_their_turn() {
    let setting = combat("offensive", "offensive").unit("27Bde", "0505").unit("IR42", "0504");
    let mut table = engaged(setting);
    next_player(&mut table);
    table.play(&["done", "done"]);
    assert_eq!(table.options(), ["target 0504"]);
}

#[test]
fn modes_and_supply_may_leave_the_locked_stuck() {
    shows!["9.6.2.EN-f"];
    for mode in ["transfer", "regroup"] {
        let mut table = engaged(combat("offensive", mode).unit("27Bde", "0505").unit("IR42", "0504"));
        next_player(&mut table);
        table.play(&["done", "done"]);
        assert_eq!(table.options(), ["done"], "{mode}");
        assert!(table.state().is_locked(piece("27Bde")));
    }
    let cut_off = json!({ "piece": "27Bde", "hex": "0505", "marks": ["out of supply"] });
    let mut table = engaged(combat("offensive", "defensive").piece(cut_off).unit("IR42", "0504"));
    next_player(&mut table);
    table.play(&["done", "done"]);
    assert_eq!(table.options(), ["done"], "out of supply it cannot attack");
    assert!(table.state().is_locked(piece("27Bde")) && table.state().is_locked(piece("IR42")));
}

#[test]
fn another_result_ends_the_lock_at_once() {
    shows!["9.6.2.EN-d"];
    let setting = combat("offensive", "defensive").unit("27Bde", "0505").unit("28Bde", "0505").unit("IR42", "0504");
    let mut table = table(setting);
    table.play(&["target 0505", "join IR42", "done", "done", "done"]).rolls(&[10]).play(&["fire"]);
    assert!(table.state().is_locked(piece("IR42")));
    table.play(&["target 0504", "join all"]).rolls(&[1]).play(&["fire"]);
    assert!(!table.state().is_locked(piece("IR42")) && !table.state().is_locked(piece("27Bde")));
}

#[test]
fn defense_fire_and_bombardment_do_not_end_it() {
    let setting = combat("offensive", "defensive").unit("27Bde", "0505").unit("28Bde", "0505").unit("IR42", "0504");
    let mut table = engaged(setting);
    next_player(&mut table);
    table.play(&["done", "done", "target 0504", "join all", "done", "done", "target 0505", "aim all"]);
    table.rolls(&[1]).play(&["fire"]);
    assert!(table.state().is_locked(piece("27Bde")) && table.state().is_locked(piece("IR42")));
}

#[test]
fn a_third_party_frees_a_hex_from_all_its_locks() {
    // 27 Bde is Engaged with IR42; Gren2 and others attack it from elsewhere and win.
    let setting = combat("offensive", "transfer").unit("27Bde", "0505").unit("28Bde", "0505").unit("IR42", "0504");
    let mut setting = setting.option("attack-supporters").unit("Linsingen", "0903");
    for unit in ["Gren2", "Gren9", "Fus34"] {
        setting = setting.unit(unit, "0506");
    }
    let mut table = table(setting);
    table.play(&["target 0505", "join IR42", "done", "done", "done"]).rolls(&[10]).play(&["fire", "done"]);
    // The Allies pass, and the next turn begins.
    table.play(&["done", "done", "done", "done"]).rolls(&[1, 10]);
    while !(table.state().phase_id() == "C3" && table.chooser() == GERMAN) {
        let choice = if table.offers("first") { "first" } else { "done" };
        table.play(&[choice]);
    }
    assert_eq!(table.refused_by("done"), "9.6.2.EN-c");
    assert!(table.state().is_locked(piece("IR42")));
    table.play(&["target 0505", "join all", "done", "done", "done"]).rolls(&[1]).play(&["fire"]);
    assert!(!table.state().is_locked(piece("IR42")) && !table.state().is_locked(piece("27Bde")));
}

#[test]
fn the_lock_ends_when_one_end_is_gone() {
    // A bombardment eliminates the attackers: the defender is free. It takes a chariot of guns, so the unit has one step.
    let setting = combat("offensive", "defensive").unit("27Bde", "0505").unit("Hus10", "0504");
    let mut table = engaged(setting);
    assert!(table.state().is_locked(piece("27Bde")));
    next_player(&mut table);
    table.play(&["done", "done", "target 0504", "join 27Bde", "done", "done", "done"]).rolls(&[1]).play(&["fire"]);
    assert!(!table.state().is_locked(piece("27Bde")));
}

#[test]
fn engagements_can_be_laid_down_by_hand() {
    let unit = |name: &str, hex: &str, marks: &[&str]| json!({ "piece": name, "hex": hex, "marks": marks });
    let link = |back: &[&str]| {
        let setting = combat("defensive", "defensive").piece(unit("IR42", "0504", &["engaged 0505"]));
        setting.unit("Gren2", "0504").piece(unit("27Bde", "0505", back))
    };
    let mut table = table(link(&["engaged 0504"]));
    assert!(table.state().is_locked(piece("IR42")) && table.state().is_locked(piece("27Bde")));
    assert!(!table.state().is_locked(piece("Gren2")));
    // As in a game: it must attack, and may, though Defensive and not in reserve.
    assert_eq!(table.refused_by("done"), "9.6.2.EN-c");
    table.play(&["target 0505", "join IR42"]);
    assert_eq!(table.refused_by("join Gren2"), "5.1.2e");
    // One mark for several hexes.
    let ring = combat("offensive", "defensive").piece(unit("27Bde", "0505", &["engaged 0504 0506"]));
    let ring = ring.piece(unit("IR42", "0504", &["engaged 0505"])).piece(unit("Gren2", "0506", &["engaged 0505"]));
    assert_eq!(crate::common::table(ring).state().locked[piece("27Bde").index()].count_ones(), 2);
    // With the garrison of Paris one end is enough.
    let paris = combat("offensive", "defensive").piece(unit("IR42", "0620", &["engaged 0621"]));
    assert_eq!(crate::common::table(paris).refused_by("done"), "9.6.2.EN-c");
    // Faults.
    let fault = |setting: Setting| setting.fault(game());
    assert_eq!(fault(link(&[])), "IR42 is engaged with 0505, and no enemy there is engaged with 0504");
    let far = combat("offensive", "defensive").piece(unit("IR42", "0504", &["engaged 0507"]));
    assert_eq!(fault(far), "IR42 cannot be engaged with 0507: it is no unit next to it");
    let staff = combat("offensive", "defensive").piece(unit("Armin", "0504", &["engaged 0505"]));
    assert_eq!(fault(staff), "Armin cannot be engaged with 0505: it is no unit next to it");
    let bare = combat("offensive", "defensive").piece(unit("IR42", "0504", &["engaged"]));
    assert!(fault(bare).starts_with("unknown mark \"engaged\" on IR42"));
}

#[test]
fn the_position_on_the_page_can_be_laid_down() {
    let page = include_str!("../../../../docs/miracle-on-the-marne.md");
    let (_, section) = page.split_once("## Positions made by hand").unwrap();
    let position: Position = serde_json::from_str(section.split("```").nth(1).unwrap()).unwrap();
    let state = game().position(&position).unwrap();
    assert!(state.is_locked(piece("IR26")) && state.is_locked(piece("27Bde")));
}

#[test]
fn who_is_engaged_elsewhere_does_not_advance() {
    shows!["9.6.2.EN-b"];
    let unit = |name: &str, hex: &str, marks: &[&str]| json!({ "piece": name, "hex": hex, "marks": marks });
    let setting = combat("offensive", "defensive").piece(unit("IR42", "0504", &["engaged 0505 0404"]));
    let setting =
        setting.piece(unit("11Ch", "0505", &["engaged 0504"])).piece(unit("27Bde", "0404", &["engaged 0504"]));
    let mut table = table(setting.unit("Gren2", "0504").unit("Gren9", "0504"));
    table.play(&["target 0505", "join all", "done", "done", "done", "fire"]);
    assert_eq!(place(&table, "11Ch"), "", "far too few");
    assert!(table.offers("advance Gren2 0505") && !table.offers("advance IR42 0505"));
    assert_eq!(table.refused_by("advance IR42 0505"), "9.4.7a");
}

#[test]
fn a_lock_holds_in_whatever_direction_the_enemy_stands() {
    shows!["9.6.2.EN-a", "9.6.2.EN-c"];
    for from in ["0404", "0405", "0504", "0506", "0604", "0605"] {
        let setting = combat("offensive", "defensive").unit("27Bde", "0505").unit("IR42", from);
        let mut table = engaged(setting);
        for (unit, other) in [("27Bde", from), ("IR42", "0505")] {
            let locked = table.state().locked[piece(unit).index()];
            let board = game().ground.board();
            let way = board.direction(table.state().hex(piece(unit)), hex(other)).unwrap();
            assert_eq!(locked, 1 << way.index(), "{unit} with {other}");
        }
        next_player(&mut table);
        table.play(&["done", "done"]);
        assert_eq!(table.options(), [format!("target {from}")]);
    }
}

#[test]
fn a_lock_ends_where_the_enemy_is_gone_and_nowhere_else() {
    shows!["9.6.2.EN-d"];
    let unit = |name: &str, hex: &str, marks: &[&str]| json!({ "piece": name, "hex": hex, "marks": marks });
    // IR 42 is Engaged with 0505 to the south and with 0404 to the north-west; far too few stand in 0505, and fall.
    let setting = combat("offensive", "defensive").piece(unit("IR42", "0504", &["engaged 0505 0404"]));
    let setting = setting.piece(unit("11Ch", "0505", &["engaged 0504"]));
    let setting = setting.piece(unit("27Bde", "0404", &["engaged 0504 0403"]));
    let setting = setting.piece(unit("Gren9", "0403", &["engaged 0404"]));
    let mut table = table(setting.unit("Gren2", "0504").unit("Fus34", "0504"));
    let way = |from: &str, to: &str| 1 << game().ground.board().direction(hex(from), hex(to)).unwrap().index();
    table.play(&[
        "target 0505",
        "join all",
        "done",
        "target 0404",
        "join Gren9",
        "done",
        "done",
        "target 0505",
        "done",
        "fire",
    ]);
    assert!(table.state().dead.contains(piece("11Ch")));
    assert_eq!(table.state().locked[piece("IR42").index()], way("0504", "0404"), "with the brigade it still is");
    let brigade: u8 = way("0404", "0504") | way("0404", "0403");
    assert_eq!(table.state().locked[piece("27Bde").index()], brigade);
    assert_eq!(table.state().locked[piece("Gren9").index()], way("0403", "0404"));
}
