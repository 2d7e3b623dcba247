//! 16.1 Initiative and 16.3 play by mail.

use crate::common::{game, marked, raab, unit};
use engine::laws::{Setting, Table};
use engine::{Side, shows};
use march_into_battle::MarchIntoBattle;

/// Seras attacks Frimont with a modifier of +1.
fn attack(option: &str) -> Table<MarchIntoBattle> {
    let setting = raab("GREN-C").option(option).unit("grenier", "1009");
    let setting = unit(setting, "seras", "1009", "N");
    let mut table = marked(setting, "frimont", "1008", "S", &["guns=0"]).table(&game());
    table.play(&["pick seras", "stay", "attack seras 1008", "done"]);
    assert_eq!(table.forecast("fight 1").sum.value, "+1");
    table
}

#[test]
fn the_modified_roll_moves_the_marker() {
    shows!["16.1a", "16.1b", "16.1c"];
    for (die, marker) in [(1, -1), (2, -1), (3, 0), (4, 1), (6, 1)] {
        let mut table = attack("everywhere");
        table.rolls(&[die]).play(&["fight 1"]);
        assert_eq!(table.state().initiative, marker, "{die}");
    }
    // Raab itself does not call for it.
    let mut table = attack("everywhere=off");
    table.rolls(&[6]).play(&["fight 1"]);
    assert_eq!(table.state().initiative, 0);
}

/// A turn of Raab begins with the marker here.
fn dawn(marker: &str) -> Table<MarchIntoBattle> {
    let setting = Setting::new("turn", 2).scenario("raab").option("everywhere").mark("initiative", marker);
    let setting = unit(unit(setting, "seras", "0911", "N"), "severoli", "0711", "N").unit("grenier", "0911");
    let setting = unit(setting.unit("baraguey-d-hilliers", "0711"), "pacthod", "0608", "N").unit("eugene", "0608");
    let mut table = unit(setting, "frimont", "1503", "S").table(&game());
    table.play(&["done"]);
    table
}

#[test]
fn the_side_at_its_end_of_the_track_takes_two_chits() {
    shows!["16.1d", "16.1e"];
    let mut table = dawn("3");
    assert_eq!(table.chooser(), Side::First);
    assert_eq!(table.options(), ["chit GREN-C", "chit BARA", "chit RES", "done"]);
    assert_eq!(table.refused_by("chit FRIM"), "16.1e");
    table.play(&["chit GREN-C", "chit BARA"]);
    let battle = &table.playing.rules().scenarios[1];
    let active = ["GREN-C", "BARA", "RES"].map(|id| table.state().is_active(battle.formation_named(id).unwrap()));
    assert_eq!(active, [true, true, false]);
    assert!(!table.offers("chit RES"), "two and no more: {:?}", table.options());
    // Not at the end: the chits are drawn.
    assert!(!dawn("2").offers("chit GREN-C"));
    let table = dawn("-3");
    assert_eq!((table.chooser(), table.options()), (Side::Second, vec!["chit FRIM".to_string(), "done".to_string()]));
    // With one chit in the cup there is no second one to take: Frimont acts.
    let mut table = table;
    table.play(&["chit FRIM"]);
    assert!(table.offers("pick frimont"), "{:?}", table.options());
}

#[test]
fn both_formations_may_join_in_one_attack() {
    shows!["16.1e", "7.0g"];
    let setting = raab("GREN-C BARA").option("everywhere").unit("grenier", "1009").unit("baraguey-d-hilliers", "0908");
    let setting = unit(unit(setting, "seras", "1009", "N"), "severoli", "0908", "SE");
    let mut table = marked(setting, "frimont", "1008", "S", &["guns=0"]).table(&game());
    table.play(&["pick seras", "stay", "pick severoli", "stay"]);
    table.play(&["attack seras 1008", "attack severoli 1008", "done"]);
    assert!(table.forecast("fight 1").sum.lines().join("\n").contains("odds 18:8"));
}

#[test]
fn a_turn_without_fighting_brings_the_marker_back() {
    shows!["16.1f"];
    let setting = raab("GREN-C").option("everywhere").mark("initiative", "2").unit("grenier", "0911");
    let mut table = unit(unit(setting, "seras", "0911", "N"), "frimont", "1503", "S").table(&game());
    table.play(&["pick seras", "stay"]);
    assert_eq!((table.state().turn, table.state().initiative), (3, 0));
}

#[test]
fn by_mail_a_side_moves_as_a_whole() {
    shows!["16.3a"];
    let mut table = Table::new(&game(), 1, &["pbem"]);
    table.play(&["done"]);
    assert_eq!(table.options(), ["first", "second"]);
    table.play(&["first"]);
    let formations = &table.playing.rules().scenarios[1].formations;
    for (index, formation) in formations.iter().enumerate() {
        assert_eq!(table.state().is_active(index as u8), formation.side == Side::First, "{}", formation.id);
    }
    assert_eq!(table.chooser(), Side::First);
}

#[test]
fn by_mail_the_marker_says_who_decides_the_order() {
    shows!["16.3c", "16.3d"];
    for (marker, chooser) in [("1", Side::First), ("-1", Side::Second), ("0", Side::First)] {
        let setting = Setting::new("turn", 2).scenario("raab").option("pbem").mark("initiative", marker);
        let setting = unit(unit(setting, "seras", "0911", "N"), "frimont", "1503", "S");
        let mut table = setting.table(&game());
        table.play(&["done"]);
        // In the middle it stays with who had it: at Raab the French.
        assert_eq!(table.chooser(), chooser, "{marker}");
        table.play(&["second"]);
        assert_eq!(table.state().side, chooser.other());
    }
}

#[test]
fn by_mail_formations_attack_apart() {
    shows!["16.3b"];
    let setting = raab("GREN-C BARA").option("pbem").unit("grenier", "1009").unit("baraguey-d-hilliers", "0908");
    let setting = unit(unit(setting, "seras", "1009", "N"), "severoli", "0908", "SE");
    let mut table = marked(setting, "frimont", "1008", "S", &["guns=0"]).table(&game());
    table.play(&["pick seras", "stay", "pick severoli", "stay"]);
    table.play(&["attack seras 1008", "attack severoli 1008", "done"]);
    assert!(table.offers("fight 1") && table.offers("fight 2"));
    assert!(table.forecast("fight 2").sum.lines().join("\n").contains("odds 12:8"));
    // Both are fought, though the target is the same.
    table.rolls(&[1, 6, 6]).play(&["fight 1"]);
    assert!(table.offers("fight 2"));
}
