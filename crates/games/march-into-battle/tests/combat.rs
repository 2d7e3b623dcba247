//! 7.0 to 7.4, 7.9 to 7.12: attacks, odds, modifiers and results.

use crate::common::{chart, disorganized, facing, game, hex, marked, raab, smashed, unit};
use engine::laws::{Setting, Table};
use engine::{Role, Side, shows};
use march_into_battle::MarchIntoBattle;

/// The open ground east of the Pandzsa: Jellacic in 1611, the French before him.
fn field(active: &str) -> Setting {
    raab(active).unit("grenier", "1513").unit("eugene", "1513").unit("general-jellacic", "1608")
}

/// The numbers of a combat, line by line.
fn lines(table: &Table<MarchIntoBattle>, action: &str) -> String {
    table.forecast(action).sum.lines().join("\n")
}

#[test]
fn the_example_of_the_rulebook_comes_out_exactly() {
    shows![
        "7.4a", "7.4b", "7.4c", "7.4d", "7.4e", "7.4f", "7.1.3a", "7.1.5", "7.1.6a", "7.1.7a", "7.2b", "7.2n", "7.2q",
        "7.11a", "7.11b", "7.3a", "7.3b", "7.3c", "7.12a", "2.5c"
    ];
    let setting = field("GREN-C").option("everywhere");
    let setting = unit(setting, "seras", "1512", "NE");
    let setting = unit(setting, "durutte", "1612", "N");
    let mut table = unit(setting, "jellacic", "1611", "SW").table(&game());
    table.play(&["done", "attack seras 1611", "attack durutte 1611", "done"]);
    let sum = lines(&table, "fight 1");
    assert!(sum.contains("Attack: +2"), "{sum}");
    assert!(sum.contains("odds 12:8: +2") && sum.contains("morale 4 against 3: +1"), "{sum}");
    assert!(sum.contains("artillery 2 against 3: -1") && !sum.contains("three hexes"), "{sum}");
    table.rolls(&[3, 3, 6, 2]).play(&["fight 1"]);
    assert!(table.told(engine::Viewer::Side(Side::Second)).iter().any(|text| text.contains("12 against 8")));
    // Jellacic: a straggler step, disorganized, two levels of fatigue, one hex, no battery.
    table.play(&["to 1610", "face SW"]);
    let jellacic = chart(&table, "jellacic");
    assert_eq!((jellacic.steps, jellacic.stragglers, jellacic.fatigue, jellacic.guns), (3, 1, 2, 3));
    assert!(disorganized(&table, "jellacic"));
    assert_eq!(hex(&table, "jellacic"), "1610");
    // One division follows, the other stays and faces another way.
    table.play(&["advance seras", "to 1611", "done", "face N", "face NW"]);
    assert_eq!((hex(&table, "seras").as_str(), hex(&table, "durutte").as_str()), ("1611", "1612"));
    assert_eq!((facing(&table, "seras"), facing(&table, "durutte")), ("N", "NW"));
    let (seras, durutte) = (chart(&table, "seras"), chart(&table, "durutte"));
    assert_eq!((seras.steps, seras.fatigue, disorganized(&table, "seras")), (3, 1, false));
    assert_eq!((durutte.steps, durutte.stragglers, durutte.fatigue), (2, 1, 2));
    assert!(disorganized(&table, "durutte"));
    assert_eq!(table.state().initiative, 1);
}

#[test]
fn only_enemies_before_the_front_are_attacked_and_nobody_must() {
    shows!["7.0a", "7.0c", "7.0d", "6.7a", "6.9b"];
    let setting = unit(field("GREN-C"), "seras", "1512", "SW");
    let setting = unit(setting, "durutte", "1612", "N");
    let setting = unit(setting, "severoli", "1711", "NW");
    let mut table = unit(setting, "jellacic", "1611", "SW").table(&game());
    table.play(&["done"]);
    assert_eq!(table.refused_by("attack severoli 1611"), "2.3c", "his corps does not act");
    assert_eq!(table.refused_by("attack seras 1611"), "7.0d");
    assert_eq!(table.refused_by("attack durutte 1610"), "7.0d");
    assert!(table.offers("attack durutte 1611") && table.offers("done"));
}

#[test]
fn movement_ends_before_the_first_combat() {
    shows!["7.0b", "7.0m", "4.1.1"];
    let setting = unit(field("GREN-C"), "seras", "1512", "NE");
    let setting = unit(setting, "durutte", "1814", "N");
    let setting = unit(setting, "jellacic", "1611", "SW");
    let mut table = unit(setting, "colloredo", "1812", "SW").table(&game());
    assert_eq!(table.refused_by("attack seras 1611"), "7.0b");
    table.play(&["pick durutte", "to 1813", "ready N"]);
    table.play(&["done", "attack seras 1611", "attack durutte 1812", "done"]);
    assert_eq!(table.options(), ["fight 1", "fight 2"]);
    assert_eq!(table.refused_by("pick seras"), "3.III.B2");
    table.rolls(&[1, 6, 6]).play(&["fight 2"]);
    assert_eq!(table.options(), ["fight 1"]);
}

#[test]
fn who_moves_up_pays_two_points_to_attack() {
    shows!["6.9a"];
    let setting = unit(field("GREN-C"), "seras", "1514", "N");
    let mut table = unit(setting, "jellacic", "1611", "SW").table(&game());
    table.play(&["pick seras", "to 1612", "face N", "done"]);
    assert!(!table.offers("attack seras 1611"), "nothing was set aside: {:?}", table.options());
    let setting = unit(field("GREN-C"), "seras", "1514", "N");
    let mut table = unit(setting, "jellacic", "1611", "SW").table(&game());
    table.play(&["pick seras", "to 1612", "ready N"]);
    assert_eq!(chart(&table, "seras").spent, 6);
    assert!(table.offers("attack seras 1611"));
}

#[test]
fn several_hexes_are_one_combat_if_they_hang_together() {
    shows!["7.0g", "7.0k"];
    let setting = unit(field("GREN-C"), "seras", "1612", "N");
    let setting = unit(setting, "jellacic", "1611", "S");
    let setting = unit(setting, "colloredo", "1512", "SE");
    let mut table = unit(setting, "frimont", "1712", "SW").table(&game());
    table.play(&["done", "attack seras 1512"]);
    assert_eq!(table.refused_by("attack seras 1712"), "7.0g");
    table.play(&["attack seras 1611", "attack seras 1712", "done"]);
    assert_eq!(table.options(), ["fight 1"]);
    assert!(lines(&table, "fight 1").contains("odds 6:22"), "{}", lines(&table, "fight 1"));
    table.rolls(&[1, 5, 5, 5, 5]).play(&["fight 1"]);
}

#[test]
fn no_stack_joins_while_an_enemy_beside_it_is_left_alone() {
    shows!["7.0e"];
    let build = |option: &str| {
        let setting = unit(field("GREN-C").option(option), "seras", "1612", "N");
        let setting = unit(setting, "durutte", "1512", "NE");
        let setting = unit(setting, "jellacic", "1611", "S");
        let mut table = unit(setting, "frimont", "1712", "SW").table(&game());
        table.play(&["done", "attack durutte 1611"]);
        table
    };
    let mut table = build("front-neighbours=off");
    assert_eq!(table.refused_by("attack seras 1611"), "7.0e");
    table.play(&["attack seras 1712"]);
    assert!(table.offers("attack seras 1611"), "all are assaulted now: {:?}", table.options());
}

#[test]
fn an_enemy_left_alone_behind_a_stack_bars_it_too() {
    shows!["7.0e"];
    for (option, offered) in [("front-neighbours=off", false), ("front-neighbours=on", true)] {
        let setting = unit(field("GREN-C").option(option), "seras", "1612", "N");
        let setting = unit(setting, "durutte", "1512", "NE");
        let setting = unit(setting, "jellacic", "1611", "S");
        let mut table = marked(setting, "frimont", "1613", "N", &["guns=0"]).table(&game());
        table.play(&["done", "attack durutte 1611"]);
        assert_eq!(table.offers("attack seras 1611"), offered, "{option}");
    }
}

#[test]
fn who_strikes_any_enemy_in_the_rear_counts_double() {
    shows!["6.7d"];
    // Jellacic faces Seras, Colloredo shows him his back.
    let setting = unit(field("GREN-C"), "seras", "1612", "N");
    let setting = marked(setting, "jellacic", "1611", "S", &["guns=0"]);
    let mut table = marked(setting, "colloredo", "1512", "NW", &["guns=0"]).table(&game());
    table.play(&["done", "attack seras 1611", "attack seras 1512", "done"]);
    let sum = lines(&table, "fight 1");
    assert!(sum.contains("from the rear: x2") && sum.contains("odds 12:14"), "{sum}");
}

#[test]
fn every_leader_with_the_troops_adds_his_bonus() {
    shows!["7.1.4b", "2.2.4c"];
    let battle = &game().scenarios[1];
    let bonus = |name: &str| battle.leaders[usize::from(battle.leader_named(name).unwrap())].bonus;
    assert_eq!((bonus("macdonald"), bonus("grouchy")), (1, 1));
    let build = |at: &str| {
        let setting = unit(raab("GREN-C").unit("grenier", "1513"), "seras", "1612", "N");
        let setting = setting.unit("eugene", "1513").unit("macdonald", at).unit("grouchy", at);
        let mut table = unit(setting, "jellacic", "1611", "S").table(&game());
        table.play(&["done", "attack seras 1611", "done"]);
        table.forecast("fight 1").sum.value.parse::<i8>().unwrap()
    };
    assert_eq!(build("1612") - build("1513"), 2, "of whatever formation they are");
}

#[test]
fn a_stack_with_infantry_takes_the_infantry_first() {
    shows!["7.0f"];
    let setting = unit(field("GREN-C"), "seras", "1612", "N");
    let setting = unit(setting, "jellacic", "1611", "S");
    let mut table = unit(setting, "frelich", "1712", "SW").table(&game());
    table.play(&["done"]);
    assert_eq!(table.refused_by("attack seras 1712"), "7.0f");
    table.play(&["attack seras 1611"]);
    assert!(table.offers("attack seras 1712"));
}

#[test]
fn a_leader_leads_as_many_units_as_his_rating() {
    shows!["7.0h"];
    let build = |leader: &str| {
        let setting = raab("GREN-C").unit("eugene", "1513").unit(leader, "1513");
        let setting = unit(setting, "seras", "1512", "NE");
        let setting = unit(setting, "durutte", "1612", "N");
        let mut table = unit(setting, "jellacic", "1611", "SW").table(&game());
        table.play(&["done", "attack seras 1611"]);
        table
    };
    assert!(build("grenier").offers("attack durutte 1611"), "Grenier leads four");
    assert_eq!(build("grouchy").refused_by("attack durutte 1611"), "7.0h");
}

#[test]
fn a_unit_is_attacked_once_and_besides_by_one_charge() {
    shows!["7.0j", "7.0l"];
    let setting = raab("GREN-C GROU").unit("grenier", "1513").unit("grouchy", "1513");
    let setting = unit(setting, "seras", "1512", "NE");
    let setting = unit(setting, "durutte", "1511", "SE");
    let setting = unit(setting, "guerin-dragoons", "1612", "N");
    let mut table = unit(setting, "jellacic", "1611", "SW").table(&game());
    table.play(&["done", "attack seras 1611"]);
    assert_eq!(table.refused_by("apart durutte 1611"), "7.0j");
    table.play(&["apart guerin-dragoons 1611", "done"]);
    assert_eq!(table.options(), ["fight 1", "fight 2"]);
    assert!(lines(&table, "fight 1").contains("Attack") && lines(&table, "fight 2").contains("Charge"));
}

#[test]
fn each_attacker_applies_the_strongest_ground_before_it() {
    shows!["7.0i", "7.1.1a", "8.3a"];
    // Kisbarat on its height: up the slope into the village, or along the level ground beside it.
    let setting = raab("COLL").unit("general-colloredo", "0911").unit("archduke-john", "0911");
    let setting = unit(setting, "colloredo", "0911", "SW");
    let setting = unit(setting, "seras", "0811", "NE");
    let mut table = setting.clone().table(&game());
    table.play(&["done", "attack colloredo 0811", "done"]);
    let sum = lines(&table, "fight 1");
    assert!(sum.contains("village in 0811: x3/4") && sum.contains("up the slope: x3/4"), "{sum}");
    assert!(sum.contains("colloredo from 0911: 3.38") || sum.contains("Colloredo from 0911: 3.38"), "{sum}");
    // With the open slope beside it in the same combat the village still counts.
    let mut table = unit(setting, "durutte", "0810", "NE").table(&game());
    table.play(&["done", "attack colloredo 0811", "attack colloredo 0810", "done"]);
    assert!(lines(&table, "fight 1").contains("from 0911: 3.38"), "{}", lines(&table, "fight 1"));
}

#[test]
fn no_unit_counts_less_than_one_point() {
    shows!["7.1.1b", "7.1.1c", "9.0b", "7.6b"];
    let setting = raab("GREN-C").unit("grenier", "1513");
    let setting = unit(setting, "seras", "1512", "NE");
    let setting = setting.piece(serde_json::json!({
        "piece": "besan", "hex": "1611", "facing": "SW", "steps": 1, "marks": ["disorganized", "fatigue=6"]
    }));
    let mut table = setting.table(&game());
    table.play(&["done", "attack seras 1611", "done", "stand"]);
    // 2 x 1/2 x 1/2 x 1/2 would be a quarter.
    assert!(lines(&table, "fight 1").contains("odds 6:1: +5"), "{}", lines(&table, "fight 1"));
}

#[test]
fn the_attacker_chooses_among_the_largest_units() {
    shows!["7.1.3c", "7.1.3b"];
    let setting = raab("GROU").unit("grouchy", "1513");
    let setting = unit(setting, "montbrun", "1512", "NE");
    let setting = unit(setting, "guerin-dragoons", "1512", "NE");
    let setting = unit(setting, "frelich", "1611", "SW");
    let mut table = marked(setting, "besan", "1611", "SW", &[]).table(&game());
    table.play(&["done", "attack montbrun 1611", "attack guerin-dragoons 1611", "done"]);
    // Montbrun (5) and Guerin (4) are of one size: 5 counts. Frelich (4) is the largest of the enemy.
    assert!(lines(&table, "fight 1").contains("morale 5 against 4: +1"), "{}", lines(&table, "fight 1"));
}

#[test]
fn three_hexes_against_one_and_a_leader_on_the_spot_help() {
    shows!["7.1.4a", "7.1.4b", "2.2.4c"];
    let setting = raab("GROU").unit("grouchy", "1512").unit("general-frimont", "1611").unit("archduke-john", "1608");
    let setting = unit(setting, "montbrun", "1512", "NE");
    let setting = unit(setting, "guerin-dragoons", "1612", "N");
    let setting = unit(setting, "colbert", "1511", "SE");
    let mut table = unit(setting, "frimont", "1611", "SW").table(&game());
    table.play(&["done", "attack montbrun 1611", "attack guerin-dragoons 1611", "attack colbert 1611", "done"]);
    let sum = lines(&table, "fight 1");
    assert!(sum.contains("attacked from three hexes: +1"), "{sum}");
    assert!(sum.contains("leaders of the attack: +1") && sum.contains("leaders of the defence: -1"), "{sum}");
}

#[test]
fn the_rear_doubles_an_attack_and_villages_have_none() {
    shows!["6.7d", "7.7.2a", "7.7.2b"];
    let open = |at: &str, from: &str, front: &str, target_facing: &str, piece: &str| {
        let setting = raab("GREN-C").unit("grenier", from).unit("eugene", from);
        let setting = unit(setting, "seras", from, front);
        let mut table = unit(setting, piece, at, target_facing).table(&game());
        table.play(&["done", &format!("attack seras {at}"), "done"]);
        lines(&table, "fight 1")
    };
    assert!(open("1611", "1612", "N", "N", "jellacic").contains("from the rear: x2"));
    assert!(!open("1611", "1612", "N", "S", "jellacic").contains("rear"));
    // Taplanypuszta is a village.
    assert!(!open("1409", "1410", "N", "N", "jellacic").contains("rear"));
    // The manor of Kismegyer has no rear for a detachment, and one for a division.
    assert!(!open("1007", "1008", "N", "N", "hummel-detachment").contains("rear"));
    assert!(open("1007", "1008", "N", "N", "jellacic").contains("from the rear: x2"));
}

#[test]
fn rivers_are_attacked_only_over_bridges() {
    shows!["7.7.1", "7.7.1b"];
    let setting = Setting::new("units", 2)
        .scenario("friedland")
        .mark("active", "NEY")
        .unit("ney", "1306")
        .unit("napoleon", "1306");
    let setting = unit(setting, "marchand", "1306", "SE");
    let setting = unit(setting, "2nd-division", "1406", "NW");
    let mut table = unit(setting, "3rd-division", "1405", "SW").table(&game());
    table.play(&["done"]);
    let offers = table.options();
    assert!(offers.iter().any(|option| option.starts_with("attack marchand")), "{offers:?}");
    table.play(&["attack marchand 1406", "done"]);
    assert!(lines(&table, "fight 1").contains("over the bridge: x1/2"), "{}", lines(&table, "fight 1"));
    // South of the town there is no bridge.
    let setting = Setting::new("units", 2)
        .scenario("friedland")
        .mark("active", "NEY")
        .unit("ney", "1207")
        .unit("napoleon", "1207");
    let setting = unit(setting, "marchand", "1207", "SE");
    let mut table = unit(setting, "2nd-division", "1307", "NW").table(&game());
    table.play(&["done"]);
    assert!(!table.options().iter().any(|option| option.starts_with("attack")), "{:?}", table.options());
}

#[test]
fn a_lone_gun_fires_into_the_flank_of_an_attack() {
    shows!["7.11d"];
    let build = |marks: &[&str], crowd: bool, option: &str| {
        let setting = unit(field("GREN-C").option(option), "seras", "1612", "N");
        let setting = unit(setting, "jellacic", "1611", "S");
        let mut setting = marked(setting, "frimont", "1713", "NW", marks);
        if crowd {
            setting = unit(setting, "durutte", "1813", "NW");
        }
        let mut table = setting.table(&game());
        table.play(&["done", "attack seras 1611", "done"]);
        lines(&table, "fight 1")
    };
    // Frimont's 2 guns and one more are no better than Jellacic's 3; with 4 they are.
    assert!(build(&[], false, "wide-enfilade=off").contains("artillery 2 against 3"));
    assert!(build(&["guns=4"], false, "wide-enfilade=off").contains("artillery 2 against 5"));
    assert!(build(&["guns=4", "disorganized"], false, "wide-enfilade=off").contains("artillery 2 against 3"));
    assert!(
        build(&["guns=4"], true, "wide-enfilade=off").contains("artillery 2 against 3"),
        "he has others to think of"
    );
    assert!(build(&["guns=4"], true, "wide-enfilade=on").contains("artillery 2 against 3"), "nor are these in it");
    assert!(build(&["guns=4", "smashed"], false, "wide-enfilade=off").contains("artillery 2 against 3"));
    assert!(build(&["guns=0"], false, "wide-enfilade=off").contains("artillery 2 against 3"));
}

#[test]
fn cavalry_without_guns_adds_one_where_there_are_none() {
    shows!["7.11d", "6.2a"];
    let build = |piece: &str, front: &str, marks: &[&str]| {
        let setting = unit(field("GREN-C"), "seras", "1612", "N");
        let setting = marked(setting, "jellacic", "1611", "S", &["guns=0"]);
        let mut table = marked(setting, piece, "1713", front, marks).table(&game());
        table.play(&["done", "attack seras 1611", "done"]);
        lines(&table, "fight 1")
    };
    assert!(build("frelich", "NW", &["guns=0"]).contains("artillery 2 against 1"));
    assert!(build("frelich", "SE", &["guns=0"]).contains("artillery 2 against 0"), "he looks away");
    assert!(build("frelich", "NW", &["guns=0", "disorganized"]).contains("artillery 2 against 0"));
    assert!(build("frimont", "NW", &["guns=0"]).contains("artillery 2 against 0"), "infantry without guns has no zone");
}

#[test]
fn guns_enfilade_to_their_front_and_where_their_zone_reaches() {
    shows!["7.11d", "6.2c", "6.2i"];
    let build = |attacker: &str, front: &str, beside: Option<&str>, option: &str| {
        let setting = field("GREN-C GROU").option(option).unit("grouchy", "1513");
        let setting = setting.piece(serde_json::json!({ "piece": attacker, "hex": "1612", "facing": "N", "steps": 2 }));
        let mut setting = marked(setting, "jellacic", "1611", "S", &["guns=1"]);
        setting = marked(setting, "frimont", "1713", front, &["guns=4"]);
        if let Some(mate) = beside {
            let at = if mate == "durutte" { "1612" } else { "1712" };
            let facing = if mate == "durutte" { "N" } else { "NW" };
            setting = setting.piece(serde_json::json!({ "piece": mate, "hex": at, "facing": facing, "steps": 2 }));
        }
        let mut table = setting.table(&game());
        table.play(&["done", &format!("attack {attacker} 1611")]);
        if beside == Some("severoli") {
            table.play(&["attack severoli 1611"]);
        }
        table.play(&["done"]);
        lines(&table, "fight 1")
    };
    let fires = |sum: String| sum.contains("against 5");
    assert!(fires(build("seras", "NW", None, "wide-enfilade=off")));
    assert!(!fires(build("seras", "SE", None, "wide-enfilade=off")), "it lies behind the guns");
    assert!(!fires(build("seras", "NW", Some("durutte"), "wide-enfilade=off")), "a friend negates the zone");
    assert!(!fires(build("montbrun", "NW", None, "wide-enfilade=off")), "cavalry minds only cavalry");
}

#[test]
fn by_the_wide_reading_friends_in_the_hex_still_negate_the_zone() {
    shows!["7.11d", "6.2c"];
    let fires = |second: &str| {
        let at = |piece: &str, hex: &str, front: &str| serde_json::json!({ "piece": piece, "hex": hex, "facing": front, "steps": 2 });
        let front = if second == "1612" { "N" } else { "NW" };
        let setting =
            field("GREN-C").option("wide-enfilade").option("front-neighbours").piece(at("seras", "1612", "N"));
        let setting = marked(setting.piece(at("durutte", second, front)), "jellacic", "1611", "S", &["guns=1"]);
        let mut table = marked(setting, "frimont", "1713", "NW", &["guns=4"]).table(&game());
        table.play(&["done", "attack seras 1611", "attack durutte 1611", "done"]);
        lines(&table, "fight 1").contains("against 5")
    };
    assert!(fires("1712"), "beside each other");
    assert!(!fires("1612"), "in one hex");
}

#[test]
fn squares_suffer_under_fire() {
    shows!["7.11e", "6.2a"];
    let build = |cavalry: &str, at: &str| {
        let setting = unit(field("GREN-C"), "seras", "1612", "N");
        let setting = unit(setting, "jellacic", "1611", "S");
        let mut table = unit(setting, cavalry, at, "SW").table(&game());
        table.play(&["done", "attack seras 1611", "done"]);
        lines(&table, "fight 1")
    };
    // Seras has fewer guns than Jellacic, and hussars beside him.
    assert!(build("frelich", "1713").contains("forming square under fire: -1"));
    assert!(!build("frelich", "1814").contains("square"));
    assert!(!build("davidovich", "1713").contains("square"), "infantry does not make squares");
}

#[test]
fn batteries_are_lost_on_long_retreats() {
    shows!["7.12a", "7.12b", "7.12c", "7.9b", "7.9a"];
    let build = |piece: &str, marks: &[&str], die: u16| {
        let setting = raab("GREN-C RES").unit("grenier", "1513").unit("eugene", "1513");
        let setting = unit(setting, "seras", "1512", "NE");
        let setting = unit(setting, "durutte", "1612", "N");
        let mut table = marked(setting, piece, "1611", "SW", marks).table(&game());
        table.play(&["done", "attack seras 1611", "attack durutte 1611", "done"]);
        if table.offers("stand") {
            table.play(&["stand"]);
        }
        // Retreat 2: 7 after all modifiers, which differ.
        let total: i16 = table.forecast("fight 1").sum.value.parse().unwrap();
        let crt = (7 - total).clamp(1, 6) as u16;
        table.rolls(&[crt, die, 6, 6]).play(&["fight 1"]);
        while table.chooser() == Side::Second {
            let first = table.options()[0].clone();
            table.play(&[&first]);
        }
        (7 == total + crt as i16, chart(&table, piece).guns)
    };
    assert_eq!(build("jellacic", &[], 2), (true, 2));
    assert_eq!(build("jellacic", &[], 3), (true, 3));
    // Horse artillery gets away more easily.
    assert_eq!(build("mecsery", &[], 2).1, 1);
    assert_eq!(build("mecsery", &[], 1).1, 0);
    // Who has none loses none.
    assert_eq!(build("jellacic", &["guns=0"], 1).1, 0);
}

#[test]
fn engaged_troops_stay_where_they_are() {
    shows!["7.2a", "7.1.6b", "7.1.7b"];
    let setting = unit(field("GREN-C"), "seras", "1512", "NE");
    let mut table = unit(setting, "jellacic", "1611", "SW").table(&game());
    table.play(&["done", "attack seras 1611", "done"]);
    // 6:8 and 2 guns against 3, better morale: -1. A 3 becomes 2: engaged +1 and -1.
    assert!(lines(&table, "fight 1").contains("Attack: -1"));
    table.rolls(&[3, 5, 3]).play(&["fight 1"]);
    assert_eq!((hex(&table, "seras").as_str(), hex(&table, "jellacic").as_str()), ("1512", "1611"));
    // Jellacic rolls 6 (1F), Seras 2 (1c, D4, 2F; he is not inferior).
    assert_eq!((chart(&table, "jellacic").steps, chart(&table, "jellacic").fatigue), (4, 1));
    assert_eq!((chart(&table, "seras").steps, chart(&table, "seras").fatigue), (2, 2));
    assert!(disorganized(&table, "seras") && !disorganized(&table, "jellacic"));
}

#[test]
fn a_stack_loses_steps_as_a_whole_and_its_owner_chooses() {
    shows!["7.3a", "7.3b", "7.3.#s", "7.3.D", "7.3.#F"];
    let setting = raab("GREN-C").unit("grenier", "1513");
    let setting = unit(setting, "seras", "1512", "NE");
    let setting = unit(setting, "durutte", "1612", "N");
    let setting = unit(setting, "colloredo", "1611", "SW");
    let mut table = marked(setting, "davidovich", "1611", "SW", &[]).table(&game());
    table.play(&["done", "attack seras 1611", "attack durutte 1611", "done"]);
    let total: i16 = table.forecast("fight 1").sum.value.parse().unwrap();
    table.rolls(&[(5 - total) as u16, 3, 6, 6]).play(&["fight 1"]);
    // Retreat roll 3: one straggler step of the stack, disorganized and two levels of fatigue for both.
    assert_eq!(table.options(), ["lose colloredo", "lose davidovich"]);
    assert_eq!(table.choice("lose colloredo").role, Some(Role::Least), "the stronger of the two");
    assert_eq!(table.choice("lose davidovich").role, None);
    table.play(&["lose davidovich"]);
    assert_eq!((chart(&table, "colloredo").steps, chart(&table, "davidovich").steps), (3, 1));
    assert!(disorganized(&table, "colloredo") && disorganized(&table, "davidovich"));
    assert_eq!((chart(&table, "colloredo").fatigue, chart(&table, "davidovich").fatigue), (2, 2));
}

#[test]
fn the_example_of_a_smashed_unit_comes_out_exactly() {
    shows!["10.2k", "10.2a", "10.2j", "7.3.#c"];
    let setting = raab("GREN-C").unit("grenier", "1513");
    let setting = unit(setting, "seras", "1512", "NE");
    let setting = setting.piece(serde_json::json!({
        "piece": "colloredo", "hex": "1611", "facing": "SW", "steps": 1, "marks": ["stragglers=1", "guns=0"]
    }));
    let mut table = setting.table(&game());
    table.play(&["done", "attack seras 1611", "done"]);
    // The roll that engages at its worst: 1c and 1s for the unit with one step.
    let total: i16 = table.forecast("fight 1").sum.value.parse().unwrap();
    assert!(total >= 3, "{total}");
    table.rolls(&[6, 1, 6]).play(&["fight 1"]);
    assert!(smashed(&table, "colloredo"));
    assert_eq!((chart(&table, "colloredo").steps, chart(&table, "colloredo").stragglers), (0, 1));
    assert_eq!(table.state().casualties[1], 1, "one casualty, and the straggler loss is ignored");
}

#[test]
fn a_fight_is_told_of_one_and_of_many() {
    shows!["2.5c"];
    let told = |both: bool| {
        let setting = unit(field("GREN-C"), "seras", "1612", "N");
        let setting = unit(setting, "durutte", "1512", "NE");
        let mut table = unit(setting, "jellacic", "1611", "S").table(&game());
        table.play(&["done", "attack seras 1611"]);
        if both {
            table.play(&["attack durutte 1611"]);
        }
        table.play(&["done"]);
        let chances = table.forecast("fight 1").chances;
        assert!(chances.iter().all(|chance| chance.probability > 0.0), "{chances:?}");
        table.rolls(if both { &[1, 6, 6, 6] } else { &[1, 6, 6] }).play(&["fight 1"]);
        table.told(engine::Viewer::All).join(" ")
    };
    assert!(told(false).contains("Seras attacks Jellacic: "), "{}", told(false));
    assert!(told(true).contains("Seras, Durutte attack Jellacic: "), "{}", told(true));
}

#[test]
fn who_moves_from_where_he_stood_beside_the_enemy_pays_like_others() {
    shows!["6.9a", "6.9b"];
    let attacks = |ends: &str| {
        let setting = unit(field("GREN-C"), "seras", "1612", "N");
        let mut table = marked(setting, "jellacic", "1611", "SW", &["guns=0"]).table(&game());
        table.play(&["pick seras", "to 1512", ends]);
        table.offers("attack seras 1611")
    };
    assert!(attacks("ready NE") && !attacks("face NE"));
}

#[test]
fn what_an_end_leaves_out_is_said() {
    shows!["7.0c", "4.0a"];
    let setting = unit(field("GREN-C"), "seras", "1512", "NE");
    let setting = unit(setting, "durutte", "1612", "N");
    let mut table = unit(setting, "jellacic", "1611", "SW").table(&game());
    let leaves = |table: &Table<MarchIntoBattle>| table.choice("done").leaves;
    assert_eq!(leaves(&table).as_deref(), Some("2 units have not acted"));
    table.play(&["pick seras", "stay"]);
    assert_eq!(leaves(&table).as_deref(), Some("1 unit has not acted"));
    table.play(&["done"]);
    assert_eq!(leaves(&table).as_deref(), Some("2 units could still attack"));
    table.play(&["attack seras 1611"]);
    assert_eq!(leaves(&table).as_deref(), Some("1 unit could still attack"));
    table.play(&["attack durutte 1611"]);
    assert_eq!(leaves(&table), None);
}

#[test]
fn the_units_of_a_stack_fight_together_unless_they_say_otherwise() {
    shows!["7.0g", "7.0k"];
    let setting = raab("GREN-C").unit("grenier", "1011").unit("eugene", "1011");
    let friend = serde_json::json!({ "piece": "durutte", "hex": "1011", "facing": "N", "steps": 2 });
    let setting = unit(setting, "seras", "1011", "N").piece(friend);
    let mut table = unit(unit(setting, "jellacic", "1010", "S"), "colloredo", "1111", "S").table(&game());
    table.play(&["done", "attack seras 1010", "attack durutte 1111", "done"]);
    assert_eq!(table.options(), ["fight 1"], "both hexes are attacked at once");
    // Six points of Seras and four of Durutte against eight and six.
    let sum = table.forecast("fight 1").sum.lines().join("\n");
    assert!(sum.contains("odds 10:14"), "{sum}");
}

#[test]
fn the_strongest_ground_of_several_hexes_counts_wherever_it_lies() {
    shows!["7.0i", "7.1.1a"];
    // Seras attacks 1309 in the fields and the village of 1409 beside it: three quarters of his six points.
    let setting = raab("GREN-C").unit("grenier", "1310").unit("eugene", "1310");
    let setting = marked(unit(setting, "seras", "1310", "N"), "jellacic", "1309", "S", &["guns=0"]);
    let mut table = marked(setting, "colloredo", "1409", "S", &["guns=0"]).table(&game());
    table.play(&["done", "attack seras 1309", "attack seras 1409", "done"]);
    let sum = lines(&table, "fight 1");
    assert!(sum.contains("Seras from 1310: 4.5"), "{sum}");
}

#[test]
fn batteries_beyond_the_alle_fire_for_the_defenders_of_friedland() {
    shows!["15.0", "7.11a"];
    // Marchand attacks the 2nd Division, which has no guns, in 1207; the 3rd stands beyond the river.
    let artillery = |piece: &str, at: &str, guns: &str, target: &str, from: (&str, &str)| {
        let setting = Setting::new("units", 2).scenario("friedland").mark("active", "NEY").unit("ney", from.0);
        let setting = marked(setting.unit("napoleon", from.0), "marchand", from.0, from.1, &["guns=1"]);
        let setting = marked(setting, "2nd-division", target, "NW", &["guns=0"]);
        let mut table = marked(setting, piece, at, "SW", &[guns]).table(&game());
        table.play(&["done", &format!("attack marchand {target}"), "done"]);
        let sum = lines(&table, "fight 1");
        sum.lines().find(|line| line.contains("artillery")).map(|line| line.trim().to_string()).unwrap_or_default()
    };
    let before = ("1107", "SE");
    assert!(artillery("3rd-division", "1406", "guns=3", "1207", before).starts_with("artillery 1 against 3"));
    // One battery is too few, 1404 too far, and beyond the town they reach nobody.
    assert!(artillery("3rd-division", "1406", "guns=1", "1207", before).starts_with("artillery 1 against 0"));
    assert!(artillery("3rd-division", "1404", "guns=3", "1207", before).starts_with("artillery 1 against 0"));
    assert!(artillery("3rd-division", "1406", "guns=3", "1106", ("1006", "SE")).starts_with("artillery 1 against 0"));
}

#[test]
fn what_an_attack_would_come_to_is_still_said_when_it_is_declared() {
    shows!["7.1.1a"];
    let setting = unit(raab("GREN-C").unit("grenier", "1009"), "seras", "1009", "N");
    let mut table = marked(setting, "frimont", "1008", "S", &["guns=0"]).table(&game());
    table.play(&["pick seras", "stay"]);
    let before = table.forecast("attack seras 1008").sum;
    table.play(&["attack seras 1008"]);
    let standing = table.forecast("done").sum;
    assert!(before.lines().iter().any(|line| line.contains("odds")), "{:?}", before.lines());
    assert_eq!(standing.lines(), before.lines());
}
