//! 14.0 Cavalry.

use crate::common::{Ask, Lay, game, marches, marne, phase, words};
use clash_of_giants::ClashOfGiants;
use clash_of_giants::pieces::{ALLIED, GERMAN};
use engine::laws::{Setting, Table};
use engine::shows;

fn fight() -> Setting {
    phase("german-combat", 5)
}

fn attack(table: &mut Table<ClashOfGiants>, unit: &str, target: &str, rolls: &[u16]) {
    table.play(&[&format!("target {target}"), &format!("join {unit}")]);
    table.rolls(rolls).play(&["launch"]);
}

#[test]
fn cavalry_attacks_like_others() {
    shows!["std/14.2"];
    let mut table = fight().unit("G-1Cav", "3821").unit("R-5Rif", "3822").table(game());
    attack(&mut table, "G-1Cav", "3822", &[4, 1]);
    assert!(table.is_dead("G-1Cav"), "TER 3 fails with a 4");
}

#[test]
fn cavalry_alone_may_ride_away_from_infantry() {
    shows!["std/14.3a", "std/14.3b", "std/14.6"];
    let mut table = fight().unit("G-41", "3821").unit("R-1Cav", "3822").unit("R-2Cav", "3822").table(game());
    attack(&mut table, "G-41", "3822", &[1, 1]);
    assert_eq!(table.chooser(), ALLIED);
    assert_eq!(table.hexes("withdraw"), words("R-1Cav R-2Cav"));
    // Each decides for itself; two hexes along the compass, without loss.
    table.play(&["withdraw R-1Cav"]);
    assert!(table.offers("to 3824") && !table.offers("to 3823") && !table.offers("to 3825"));
    table.rolls(&[1, 1]).play(&["to 3824", "done"]);
    assert_eq!((table.at("R-1Cav"), table.steps("R-1Cav")), ("3824".into(), 1));
    // The other fought at 2-1: +1 made a 2, which TER 1 (less one against infantry) fails.
    assert_eq!(table.last_rolls(), [1, 1]);
}

#[test]
fn an_emptied_hex_uses_up_the_attack_and_may_be_entered() {
    shows!["std/14.6"];
    let mut table = fight().unit("G-41", "3821").unit("R-1Cav", "3822").unit("R-1", "3720").table(game());
    attack(&mut table, "G-41", "3822", &[]);
    table.play(&["withdraw R-1Cav", "to 3824"]);
    assert_eq!(table.chooser(), GERMAN);
    assert!(table.offers("advance G-41 3822"));
    table.play(&["done"]);
    assert!(!table.offers("target 3720"), "its attack is used up");
}

#[test]
fn cavalry_that_cannot_go_two_hexes_must_fight() {
    shows!["std/14.3b"];
    let mut table =
        fight().unit("G-41", "3821").unit("R-1Cav", "3822").unit("G-35", "3824").unit("G-36", "4022").table(game());
    attack(&mut table, "G-41", "3822", &[1, 6]);
    assert!(table.is_dead("R-1Cav"), "the dice fell at once");
}

#[test]
fn with_infantry_beside_it_cavalry_stays_where_it_is() {
    shows!["std/14.3a"];
    // They never stack, but an attack on two hexes has both; each hex is asked for itself.
    let mut table = fight().unit("G-41", "3821").unit("R-1Cav", "3822").unit("R-1", "3720").table(game());
    table.play(&["target 3822", "join G-41", "target 3720"]);
    table.rolls(&[1, 1, 1]).play(&["launch"]);
    assert!(table.offers("withdraw R-1Cav"));
    assert_eq!(table.refused_by("withdraw R-1"), "std/14.3a");
}

#[test]
fn from_cavalry_it_gets_away_only_with_a_check() {
    shows!["std/14.4a", "std/14.4b"];
    let setting = || fight().unit("G-41", "3821").unit("G-1Cav", "3921").unit("R-1Cav", "3822");
    let declare = |table: &mut Table<ClashOfGiants>| {
        table.play(&["target 3822", "join all", "launch"]);
    };
    // TER 2, no modifier: a 2 passes.
    let mut table = setting().table(game());
    declare(&mut table);
    table.rolls(&[2]).play(&["withdraw R-1Cav"]);
    assert!(table.offers("to 3824"));
    // A 3 does not, and it has to fight.
    let mut table = setting().table(game());
    declare(&mut table);
    table.rolls(&[3, 1, 1, 6]).play(&["withdraw R-1Cav"]);
    if table.offers("check G-41") {
        table.play(&["check G-41"]);
    }
    assert!(table.is_dead("R-1Cav"));
}

#[test]
fn it_rides_away_once_a_phase() {
    shows!["std/12.89"];
    let mut table =
        fight().unit("G-41", "3821").unit("G-35", "3923").marked("R-1Cav", "3822", &["retreated"]).table(game());
    table.play(&["target 3822", "join G-41"]);
    table.rolls(&[1, 6]).play(&["launch"]);
    assert!(table.is_dead("R-1Cav"), "{:?}", table.options());
}

#[test]
fn cavalry_is_worse_against_infantry_but_not_the_british() {
    shows!["std/14.5a", "std/14.5b", "marne/16.4"];
    // TER 2 counts 1 against infantry: a 2 fails at 1-1.
    let defend = |attacker: &str, roll: u16| {
        let mut table = fight().reduced(attacker, "3821").unit("R-1Cav", "3822").table(game());
        table.play(&["target 3822", &format!("join {attacker}"), "launch"]);
        table.rolls(&[1, roll]).play(&["done"]);
        table.steps("R-1Cav")
    };
    assert_eq!(defend("G-41", 1), 1);
    assert_eq!(defend("G-41", 2), 0);
    // Against cavalry alone it has its printed TER.
    let mut table = fight().unit("G-1Cav", "3821").unit("R-1Cav", "3822").table(game());
    table.play(&["target 3822", "join G-1Cav", "launch"]);
    table.rolls(&[1, 2]).play(&["done"]);
    assert_eq!(table.steps("R-1Cav"), 1);
    // British TER 4 holds against infantry.
    for (roll, steps) in [(4, 1), (5, 0)] {
        let mut table = marne("german-combat", 6)
            .reduced("G-3", "2417")
            .unit("B-1Cav", "2418")
            .mark("rallied", "bef")
            .table(game());
        table.play(&["target 2418", "join G-3", "launch"]);
        table.rolls(&[1, roll]).play(&["done"]);
        assert_eq!(table.steps("B-1Cav"), steps);
    }
    // And it is the printed one: neither demoralization nor want of supply takes anything off against infantry.
    for (roll, steps) in [(4, 1), (5, 0)] {
        let mut table =
            marne("german-combat", 6).reduced("G-3", "2417").marked("B-1Cav", "2418", &["unsupplied"]).table(game());
        table.play(&["target 2418", "join G-3", "launch"]);
        table.rolls(&[1, roll]).play(&["done"]);
        assert_eq!(table.steps("B-1Cav"), steps);
    }
    // Against cavalry alone both do: TER 4 counts 2.
    for (roll, steps) in [(2, 1), (3, 0)] {
        let setting = marne("german-combat", 6).unit("G-4Cav", "2417");
        let mut table = setting.marked("B-1Cav", "2418", &["unsupplied"]).table(game());
        table.play(&["target 2418", "join G-4Cav", "launch"]);
        table.rolls(&[1, roll]).play(&["done"]);
        assert_eq!(table.steps("B-1Cav"), steps);
    }
}

#[test]
fn the_jaegers_count_as_cavalry() {
    shows!["marne/16.3a"];
    // They ride away like cavalry,
    let mut table = marne("allied-combat", 6).unit("F-1", "2415").unit("G-Jgr", "2414").table(game());
    attack(&mut table, "F-1", "2414", &[]);
    assert!(table.offers("withdraw G-Jgr"));
    table.play(&["withdraw G-Jgr"]);
    assert!(table.hexes("to").contains("2412"));
    // stand with cavalry and not with infantry,
    let mut table = marches("german-first", "3", 6)
        .unit("G-Jgr", "2414")
        .marked("G-4Cav", "2413", &["done"])
        .marked("G-3", "2415", &["done"])
        .unit("F-1", "5001")
        .table(game());
    table.play(&["pick G-Jgr"]);
    assert!(table.offers("to 2413"));
    assert_eq!(table.refused_by("to 2415"), "std/6.1a");
    // and fight worse against infantry: TER 3 counts 2, so a 3 fails at 1-1, but not against cavalry.
    for (attacker, steps) in [("F-1", 0), ("F-1Cav", 1)] {
        let mut table = marne("allied-combat", 6)
            .reduced(attacker, "2415")
            .unit("G-Jgr", "2414")
            .mark("rallied", "french-fifth")
            .table(game());
        table.play(&["target 2414", &format!("join {attacker}"), "launch"]);
        table.rolls(&[1, 3]).play(&["done"]);
        assert_eq!(table.steps("G-Jgr"), steps, "against {attacker}");
    }
}

#[test]
fn cavalry_that_has_failed_to_get_away_does_not_try_again() {
    shows!["std/14.4a"];
    let setting = fight().unit("G-41", "3821").unit("G-1Cav", "3921").unit("R-1Cav", "3822").unit("R-2Cav", "3822");
    let mut table = setting.table(game());
    table.play(&["target 3822", "join all", "launch"]);
    let forecast = table.forecast("withdraw R-1Cav");
    let chance = |outcome: &str| forecast.chances.iter().find(|chance| chance.outcome == outcome).unwrap().probability;
    assert!((chance("it gets away") - 1.0 / 3.0).abs() < 1e-9 && (chance("it must fight") - 2.0 / 3.0).abs() < 1e-9);
    table.rolls(&[6]).play(&["withdraw R-1Cav"]);
    assert_eq!(table.refused_by("withdraw R-1Cav"), "std/12.89");
    assert!(table.offers("withdraw R-2Cav"));
}

#[test]
fn german_cavalry_does_not_ride_away_into_a_start_hex() {
    shows!["marne/2.13k", "std/14.3a"];
    // North of 2002 there are Start Hexes alone: who is beaten may go there to live, but nobody who is not.
    let mut table = marne("allied-combat", 5).unit("F-1", "2003").unit("G-4Cav", "2002").table(game());
    attack(&mut table, "F-1", "2002", &[1, 6]);
    assert!(!table.offers("withdraw G-4Cav"), "{:?}", table.options());
}
