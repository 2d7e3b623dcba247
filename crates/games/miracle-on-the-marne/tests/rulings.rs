//! Rulings that no chapter's test shows: where the book is silent, this is what is played.

use crate::common::{ALLIED, Setting, game, hex, phase, piece, place, table};
use engine::Viewer;
use serde_json::json;

fn moves(side: &str, mode: &str) -> Setting {
    phase("C1", 3).mark("phasing", side).mark(side, mode)
}

#[test]
fn r19_units_that_come_by_drive_a_meek_hq_off() {
    // IR 26 marches past Vautier, two hexes beyond him: he gives way all the same [9.9c].
    let moves = |side: &str, mode: &str| moves(side, mode).option("meek-hqs");
    let setting = moves("german", "offensive").unit("Armin", "3411").unit("IR26", "0330").unit("Vautier", "0232");
    let mut by = table(setting);
    by.play(&["pick IR26", "to 0335"]);
    assert_ne!(place(&by, "Vautier"), "0232");
    // Straight through his hex too.
    let setting = moves("german", "offensive").unit("Armin", "3411").unit("IR26", "0330").unit("Vautier", "0332");
    let mut through = table(setting);
    through.play(&["pick IR26", "to 0335"]);
    assert_ne!(place(&through, "Vautier"), "0332");
    assert_eq!(place(&through, "IR26"), "0335");
    let away = game().ground.board().distance(hex(&place(&through, "Vautier")), hex("0335"));
    assert!(away >= 2, "he is out of every zone");
    // A HQ that moves drives nobody off.
    let setting = moves("german", "offensive").unit("Armin", "0330").unit("IR26", "3411").unit("Vautier", "0332");
    let mut staff = table(setting);
    staff.play(&["pick Armin", "to 0335"]);
    assert_eq!(place(&staff, "Vautier"), "0332");
}

/// IR 26 has attacked an unoccupied hex of Paris and is Engaged with it; the Allies move.
fn engaged_with_paris() -> crate::common::Table {
    let setting = phase("C3", 3).mark("phasing", "german").mark("german", "offensive").unit("Armin", "0518");
    let mut table = table(setting.unit("IR26", "0620").unit("Vautier", "0824").unit("27Bde", "0722"));
    table.play(&["target 0621", "join IR26", "done", "done"]);
    // The garrison fires without effect, and the attack ends in Engaged.
    table.rolls(&[10, 10]);
    while !table.told(Viewer::All).iter().any(|text| text.contains("Engaged with 0621")) {
        let wanted = ["target 0620", "garrison", "fire", "attack", "done"];
        let option = wanted.iter().find(|option| table.offers(option)).map(|option| option.to_string());
        let option = option.unwrap_or_else(|| table.options()[0].clone());
        table.play(&[&option]);
    }
    table
}

#[test]
fn r57_engaged_with_the_garrison_of_paris() {
    let mut table = engaged_with_paris();
    assert!(table.state().is_locked(piece("IR26")));
    // Allied units that enter the hex end it.
    while table.chooser() != ALLIED || !table.offers("pick 27Bde") {
        let option = if table.offers("done") { "done".into() } else { table.options()[0].clone() };
        table.play(&[&option]);
    }
    assert!(table.state().is_locked(piece("IR26")));
    table.play(&["pick 27Bde", "to 0621"]);
    assert!(!table.state().is_locked(piece("IR26")));
}

#[test]
fn r14_and_r15_half_points_and_the_free_step() {
    // A howitzer battalion of five points has two and a half in Defensive mode: two clear hexes.
    let setting = moves("german", "defensive").unit("Armin", "3411").unit("HvIV", "0330");
    let mut guns = table(setting);
    guns.play(&["pick HvIV"]);
    assert!(guns.offers("to 0332") && !guns.offers("to 0333"));
    // The free step waives costs, not what is forbidden: a HQ stays out of zones.
    let setting = moves("german", "offensive").unit("Armin", "0330").unit("27Bde", "0332").unit("Vautier", "0136");
    let mut staff = table(setting);
    staff.play(&["pick Armin"]);
    assert_eq!(staff.refused_by("to 0331"), "9.9b");
}

#[test]
fn r27_and_r28_a_change_of_mode_can_overstack() {
    // Four French brigades are legal in Offensive mode, and too many in any other.
    let mut setting = phase("A", 3).mark("allied", "offensive").unit("Vautier", "0331").unit("Gronau", "3411");
    for name in ["27Bde", "28Bde", "125Bde", "126Bde"] {
        setting = setting.unit(name, "0330");
    }
    let mut table = table(setting.unit("RIR27", "3511"));
    table.play(&["mode Vautier defensive", "done"]);
    assert!(!table.state().disrupted.contains(piece("27Bde")), "not before the phase ends");
    table.rolls(&[5, 3]).play(&["done"]);
    for name in ["27Bde", "28Bde", "125Bde", "126Bde"] {
        assert!(table.state().disrupted.contains(piece(name)), "{name}");
    }
    assert!(!table.state().disrupted.contains(piece("Vautier")));
}

#[test]
fn r29_lepel_has_the_mode_of_gronau() {
    for mode in ["transfer", "offensive"] {
        let setting = phase("C1", 5).mark("phasing", "german").mark("german", mode).mark("waiting", "lepel");
        let mut table = table(setting.unit("Gronau", "2011").unit("Haig", "0136"));
        table.play(&["done", "pick RIR71", "enter 2101"]);
        assert_eq!(table.state().mode(piece("RIR71")).id(), mode);
        assert_eq!(table.offers("rail 2807"), mode == "transfer", "{mode}");
    }
}

#[test]
fn r7_reinforcements_come_in_supply() {
    let setting = phase("C1", 3).mark("phasing", "allied").mark("waiting", "ix-corps").unit("Haig", "0136");
    let mut table = table(setting.unit("Gronau", "3411"));
    table.play(&["done", "pick 33Bde", "mode Dubois offensive", "enter 5026", "stay"]);
    assert!(!table.state().unsupplied.contains(piece("33Bde")));
}

#[test]
fn r31_a_revealed_mode_is_hidden_again_when_modes_change() {
    let setting = phase("D3", 3).mark("phasing", "german").mark("german", "offensive").mark("allied", "defensive");
    let setting = setting.unit("Armin", "0327").unit("IR26", "0330").unit("Vautier", "0335").unit("27Bde", "0331");
    let mut table = table(setting);
    table.play(&["target 0331", "join IR26", "done", "done"]);
    assert_ne!(table.state().revealed, 0);
    while table.view(Viewer::All).turn == 3 {
        let option = if table.offers("done") { "done".into() } else { table.options()[0].clone() };
        table.play(&[&option]);
    }
    assert_eq!(table.state().revealed, 0);
}

#[test]
fn r75_and_r93_paris_with_and_without_units() {
    // A HQ alone does not switch the garrison off.
    let setting = moves("german", "offensive").unit("Armin", "3411").unit("IR26", "0620").unit("Vautier", "0722");
    let mut with_hq = table(setting.unit("Haig", "0622"));
    with_hq.play(&["pick IR26"]);
    assert_eq!(with_hq.refused_by("to 0621"), "13.1.1a");
    // An Allied unit does, and the hex is then simply occupied.
    let setting = moves("german", "offensive").unit("Armin", "3411").unit("IR26", "0620").unit("27Bde", "0621");
    let mut with_unit = table(setting.unit("Vautier", "0723"));
    with_unit.play(&["pick IR26"]);
    assert_eq!(with_unit.refused_by("to 0621"), "7.1.3");
}

#[test]
fn r95_a_new_corps_has_its_mode_at_once() {
    let setting = phase("C1", 1).mark("phasing", "allied").mark("allied", "defensive").mark("waiting", "moroccan");
    let hache = json!({"piece": "Hache", "hex": "4028", "marks": ["offensive"]});
    let mut table = table(setting.piece(hache).unit("Gronau", "3411"));
    table.play(&["done", "pick 1M", "join all", "enter 5026", "rail 4226", "attach Hache"]);
    assert_eq!(table.state().mode(piece("1M")).id(), "offensive");
}
