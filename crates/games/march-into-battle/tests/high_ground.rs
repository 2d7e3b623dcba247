//! 8.0 Higher ground, slopes and fields of fire, around the church hill of Szabadhegy (1106) and the hills of Kisbarat.

use crate::common::{chart, disorganized, game, hex, marked, raab, unit};
use engine::laws::{Setting, Table};
use engine::{Habit, Side, shows};
use march_into_battle::MarchIntoBattle;
use march_into_battle::state::Place;
use serde_json::json;

/// Seras below the church hill, with his general; Frimont on it, with his batteries.
fn below_the_hill(guns: &str, facing: &str) -> Setting {
    let setting = unit(raab("GREN-C"), "seras", "1108", "N").unit("grenier", "1108");
    marked(setting, "frimont", "1106", facing, &[guns])
}

/// Frimont comes up to the church hill from the east while Seras stands below it.
fn comes_up(guns: &str, theirs: &str, option: &str) -> Table<MarchIntoBattle> {
    let setting = raab("FRIM").option(option).unit("general-frimont", "1206");
    let setting = marked(setting, "frimont", "1206", "SW", &[guns]);
    let mut table = marked(setting, "seras", "1107", "NE", &[theirs]).table(&game());
    table.play(&["pick frimont", "to 1106", "face S"]);
    if table.offers("done") {
        table.play(&["done"]);
    }
    table
}

#[test]
fn guns_on_a_hill_command_the_fields_below() {
    shows!["7.10", "8.2a", "8.2d", "8.2e", "8.2g"];
    let mut table = below_the_hill("guns=2", "S").table(&game());
    table.play(&["pick seras"]);
    // Seras may go under the guns only to attack from there.
    table.play(&["to 1107"]);
    assert!(!table.offers("face N") && table.offers("ready N"));
    assert_eq!(table.refused_by("face N"), "8.2d");
    // Without guns there is no field, and no zone either.
    let mut table = below_the_hill("guns=0", "S").table(&game());
    table.play(&["pick seras", "to 1107"]);
    assert!(table.offers("face N"));
}

#[test]
fn who_comes_down_from_beside_the_guns_comes_into_their_field() {
    shows!["8.2d", "8.2i"];
    let setting = Setting::new("units", 2).scenario("friedland").mark("active", "VICT").unit("victor", "0906");
    let setting = marked(unit(setting, "dupont", "0805", "NE"), "1st-guard-division", "0804", "SE", &["guns=4"]);
    let ends_below = |setting: Setting| {
        let mut table = setting.table(&game());
        table.play(&["pick dupont", "to 0905"]);
        table.offers("face SE")
    };
    assert!(!ends_below(setting.clone()), "nobody is beside the guns any more");
    assert!(ends_below(unit(setting, "lapisse", "0805", "NE")), "Lapisse is");
}

#[test]
fn only_the_front_is_commanded() {
    shows!["8.2a", "8.2b"];
    let halts = |guns: &str, front: &str| {
        let mut table = below_the_hill(guns, front).table(&game());
        table.play(&["pick seras", "to 1107"]);
        table.offers("face N")
    };
    assert!(halts("guns=2", "N"), "the hill faces away");
    // Whatever held a moment ago: the next moment he has turned about, and back, and then he has lost his guns.
    assert!(!halts("guns=2", "S") && halts("guns=2", "N") && !halts("guns=2", "S") && halts("guns=0", "S"));
}

#[test]
fn the_same_level_and_covered_ground_are_not_commanded() {
    shows!["8.2c", "8.2h", "8.2g"];
    // 1207 lies as high as the hill; the chateau of Kismegyer lies lower, but zones do not enter it.
    let setting = unit(raab("GREN-C"), "seras", "1208", "N").unit("grenier", "1208");
    let mut table = marked(setting, "frimont", "1206", "S", &["guns=3"]).table(&game());
    table.play(&["pick seras", "to 1207"]);
    assert!(table.offers("face N"), "level ground");
    let setting = unit(raab("GREN-C"), "seras", "1008", "N").unit("grenier", "1008");
    let mut table = marked(setting, "frimont", "1106", "SW", &["guns=3"]).table(&game());
    table.play(&["pick seras"]);
    assert!(table.offers("to 1007"));
}

#[test]
fn who_still_stands_there_after_the_attacks_must_leave() {
    shows!["8.2f"];
    let mut table = below_the_hill("guns=2", "S").table(&game());
    table.play(&["pick seras", "to 1107", "ready N", "attack seras 1106", "done"]);
    // A roll of 1 is Engaged; 6 and 6 spare everybody.
    table.rolls(&[1, 6, 6]).play(&["fight 1"]);
    assert!(table.options().iter().all(|option| option.starts_with("to ")), "{:?}", table.options());
    assert!(table.offers("to 1108") && !table.offers("to 1107") && !table.offers("to 1006"), "{:?}", table.options());
    let tired = chart(&table, "seras").fatigue;
    table.play(&["to 1108"]);
    assert_eq!((hex(&table, "seras").as_str(), chart(&table, "seras").fatigue), ("1108", tired));
}

#[test]
fn two_rivals_on_one_ridge_silence_each_other() {
    shows!["8.2i"];
    // Durutte has come onto the ridge beside Frimont, so Seras may stand below; the zone still stops him.
    let setting = unit(below_the_hill("guns=2", "S"), "durutte", "1206", "NW");
    let mut table = setting.table(&game());
    table.play(&["pick seras", "to 1107"]);
    assert!(table.offers("face N"));
    // Leaving the zone still costs two points more.
    let setting = unit(raab("GREN-C"), "seras", "1107", "N").unit("grenier", "1107");
    let setting = unit(unit(setting, "durutte", "1206", "NW"), "frimont", "1106", "S");
    let mut table = setting.table(&game());
    table.play(&["pick seras"]);
    let sum = table.forecast("to 1108").sum;
    assert_eq!(sum.value, "4");
    assert!(sum.lines().join("\n").contains("leaving where it stands: 2"), "{:?}", sum.lines());
}

#[test]
fn guns_that_come_up_drive_off_who_stands_below() {
    shows!["8.2j", "8.2k"];
    let mut table = comes_up("guns=2", "guns=2", "lite=off");
    assert_eq!(table.options(), ["to 1007", "to 1108", "to 1207"], "away from the guns, not beside them");
    assert_eq!(table.refused_by("to 1006"), "8.2j");
    let tired = chart(&table, "seras").fatigue;
    table.play(&["to 1108"]);
    assert_eq!((hex(&table, "seras").as_str(), chart(&table, "seras").fatigue), ("1108", tired + 1));
}

#[test]
fn more_guns_may_defy_them() {
    shows!["8.2l"];
    let table = comes_up("guns=2", "guns=3", "lite=off");
    assert_eq!(hex(&table, "seras"), "1107");
    assert!(!table.offers("to 1108"));
}

#[test]
fn who_cannot_get_out_is_disorganized() {
    shows!["8.2f"];
    // Seras below the hill, with Austrians on every other side of him.
    let mut setting = raab("GREN-C").unit("grenier", "1107");
    setting = marked(setting, "seras", "1107", "N", &[]);
    setting = marked(setting, "frimont", "1106", "S", &["guns=2"]);
    for (enemy, at) in
        [("jellacic", "1006"), ("colloredo", "1007"), ("mecsery", "1108"), ("frelich", "1206"), ("besan", "1207")]
    {
        setting = unit(setting, enemy, at, "S");
    }
    let mut table = setting.table(&game());
    table.play(&["pick seras", "stay", "attack seras 1106", "done"]);
    table.rolls(&[1, 6, 6]).play(&["fight 1"]);
    assert!(disorganized(&table, "seras"));
    assert_eq!(hex(&table, "seras"), "1107");
}

#[test]
fn attacks_up_slopes_lose_a_quarter_and_up_steep_ones_half() {
    shows!["8.3a", "8.3b"];
    let up = |from: &str, to: &str, facing: &str| {
        let setting = Setting::new("units", 2).scenario("teugn-hausen").mark("active", "III-D");
        let setting = unit(setting, "st-hilaire", from, facing).unit("davout", from);
        let setting = marked(setting, "lusignan", to, facing, &["guns=0"]);
        let mut table = setting.table(&game());
        table.play(&["pick st-hilaire", "stay", &format!("attack st-hilaire {to}"), "done"]);
        table.forecast("fight 1").sum.lines().join("\n")
    };
    let (steep, flat) = (up("1007", "1008", "S"), up("1008", "1009", "S"));
    assert!(steep.contains("x1/2") && steep.contains("odds 8:6"), "{steep}");
    assert!(flat.contains("odds 16:6"), "{flat}");
}

/// Morand below Lusignan's guns, and Rosenberg alone in the Austrian village of Unterfecking behind him.
fn morand(at_rest: &str) -> Table<MarchIntoBattle> {
    let setting = Setting::new("units", 1)
        .scenario("teugn-hausen")
        .mark("active", "III-G")
        .mark("control", "0408=coalition")
        .unit("hohenzollern", "0607")
        .unit("general-gudin", "0508")
        .unit("rosenberg", "0408")
        .unit("hohenlohe", "0812");
    let setting = marked(setting, "lusignan", "0607", "SW", &["guns=3"]);
    let mut table = marked(setting, "morand", "0508", "N", &["guns=1"]).table(&game());
    table.play(&["pick morand", at_rest]);
    if table.offers("done") {
        table.play(&["done"]);
    }
    table
}

/// Who controls a place: 1 the French, 2 the others.
fn controller(table: &Table<MarchIntoBattle>, place: &str) -> u8 {
    let battle = &table.playing.rules().scenarios[usize::from(table.state().scenario)];
    let hex = battle.ground.board().parse(place).unwrap();
    table.state().control[battle.places.iter().position(|&(at, _)| at == hex).unwrap()]
}

fn leader(table: &Table<MarchIntoBattle>, name: &str) -> String {
    let battle = &table.playing.rules().scenarios[usize::from(table.state().scenario)];
    let index = battle.leader_named(name).unwrap();
    let leader = table.state().leaders[usize::from(index)];
    if leader.place == Place::Map { battle.ground.label(leader.hex) } else { format!("{:?}", leader.place) }
}

#[test]
fn who_leaves_a_field_of_fire_takes_the_place_he_comes_to() {
    shows!["8.2f"];
    let mut table = morand("rest");
    assert!(table.offers("to 0408"), "{:?}", table.options());
    assert_eq!(table.misdeeds(&[], "to 0408").units(Side::Second, Habit::LostAlone), 1, "nobody guarded Rosenberg");
    table.play(&["to 0408"]);
    assert_eq!((hex(&table, "morand").as_str(), controller(&table, "0408")), ("0408", 1));
    assert_ne!(leader(&table, "rosenberg"), "0408", "the enemy's leader is driven off");
    assert_eq!(leader(&table, "general-gudin"), "0408", "and his own goes along");
}

#[test]
fn who_retreats_from_a_field_of_fire_goes_back_not_forward() {
    shows!["8.2f", "7.2d"];
    // After the attack on the church hill 1006 and 1206 beside the guns are no ways back.
    let mut table = below_the_hill("guns=2", "S").table(&game());
    table.play(&["pick seras", "to 1107", "ready N", "attack seras 1106", "done"]);
    table.rolls(&[1, 6, 6]).play(&["fight 1"]);
    let ways = table.options();
    assert_eq!(ways, ["to 1007", "to 1108", "to 1207"]);
    table.play(&["to 1108"]);
    assert!(table.offers("face N") && table.offers("face S"), "a retreat ends with any facing: {:?}", table.options());
}

#[test]
fn a_retreat_from_a_field_of_fire_is_a_retreat() {
    shows!["8.2f", "7.2e"];
    // Friends stand in all hexes behind him: he is disorganized and goes on to an open space.
    let seras = json!({ "piece": "seras", "hex": "1107", "facing": "N", "marks": ["guns=0", "morale=6"] });
    let setting =
        Setting::new("units", 2).scenario("raab").mark("active", "GREN-C").unit("grenier", "1107").piece(seras);
    let mut setting = marked(setting, "frimont", "1106", "S", &["guns=2"]);
    for (piece, at) in [("durutte", "1007"), ("severoli", "1108"), ("pacthod", "1207")] {
        setting = marked(setting, piece, at, "N", &["guns=0"]);
    }
    let mut table = setting.table(&game());
    table.play(&["pick seras", "rest", "done", "pick durutte", "stay"]);
    assert_eq!(table.options(), ["to 1007", "to 1108", "to 1207"]);
    table.play(&["to 1108"]);
    assert!(disorganized(&table, "seras"));
    while table.options().iter().all(|option| option.starts_with("to ")) {
        let first = table.options()[0].clone();
        table.play(&[&first]);
    }
    assert!(!["1107", "1007", "1108", "1207"].contains(&hex(&table, "seras").as_str()), "{}", hex(&table, "seras"));
}

#[test]
fn more_guns_do_not_help_in_ones_own_activation() {
    shows!["8.2d", "8.2f"];
    // Seras has more guns than Frimont above him, but no unit ends its own activation in an enemy field of fire.
    let setting = marked(raab("GREN-C"), "seras", "1107", "N", &["guns=4"]).unit("grenier", "1107");
    let mut table = marked(setting, "frimont", "1106", "S", &["guns=2"]).table(&game());
    table.play(&["pick seras", "stay"]);
    if table.offers("done") {
        table.play(&["done"]);
    }
    assert!(table.options().iter().all(|option| option.starts_with("to ")), "{:?}", table.options());
}

#[test]
fn guns_that_only_turn_drive_nobody_off() {
    shows!["8.2j", "6.7c"];
    let setting = raab("FRIM").unit("general-frimont", "1106");
    let setting = marked(setting, "frimont", "1106", "N", &["guns=2"]);
    let mut table = marked(setting, "seras", "1107", "N", &["guns=0"]).table(&game());
    table.play(&["pick frimont", "turn S", "done"]);
    assert_eq!(hex(&table, "seras"), "1107");
    assert!(!table.offers("to 1108"));
}

#[test]
fn guns_that_gather_on_a_hill_drive_off_who_stands_below() {
    shows!["8.2b", "8.2j"];
    // Senarmont's guns on the heights of 0806, Russians in the field below.
    let setting = Setting::new("command", 4).scenario("friedland").mark("active", "VICT").mark("cup", "GORC");
    let setting = marked(setting.unit("victor", "0806"), "dupont", "0806", "NE", &["guns=3"]);
    let setting = marked(setting, "lapisse", "0706", "NE", &["guns=3"]);
    let mut table = marked(setting, "3rd-division", "0906", "SW", &["guns=0"]).table(&game());
    let ground = &table.playing.rules().scenarios[2].ground;
    let hex_of = |name: &str| ground.board().parse(name).unwrap();
    assert!(ground.level(hex_of("0806")) > ground.level(hex_of("0906")));
    table.play(&["form 0806 NE"]).play(&["give dupont"; 3]).play(&["give lapisse"; 3]);
    for _ in 0..6 {
        if table.options().iter().any(|option| option.starts_with("to ")) && table.chooser() == engine::Side::Second {
            break;
        }
        if !table.offers("done") {
            break;
        }
        table.play(&["done"]);
    }
    assert_eq!(table.chooser(), engine::Side::Second, "{:?}", table.options());
    assert!(table.options().iter().all(|option| option.starts_with("to ")), "{:?}", table.options());
}

#[test]
fn who_cannot_be_driven_out_is_disorganized() {
    shows!["8.2j"];
    // Frimont comes up; Seras below has Austrians on every side.
    let setting = raab("FRIM").unit("general-frimont", "1105");
    let mut setting = marked(setting, "frimont", "1105", "SW", &["guns=2"]);
    for (enemy, at) in
        [("jellacic", "1006"), ("colloredo", "1007"), ("mecsery", "1108"), ("frelich", "1206"), ("besan", "1207")]
    {
        setting = unit(setting, enemy, at, "S");
    }
    let mut table = marked(setting, "seras", "1107", "N", &["guns=0"]).table(&game());
    table.play(&["pick frimont", "to 1106", "face S"]);
    if table.offers("done") {
        table.play(&["done"]);
    }
    assert!(disorganized(&table, "seras"));
    assert_eq!(hex(&table, "seras"), "1107");
}

/// Frimont comes up to the church hill while Seras stands below it, with these Austrians around him: where Seras may go.
fn ways_out(enemies: &[(&str, &str, &str)]) -> Vec<String> {
    let setting = raab("FRIM").unit("general-frimont", "1105");
    let mut setting = marked(setting, "frimont", "1105", "SW", &["guns=2"]);
    for &(enemy, at, front) in enemies {
        setting = unit(setting, enemy, at, front);
    }
    let mut table = marked(setting, "seras", "1107", "N", &["guns=0"]).table(&game());
    table.play(&["pick frimont", "to 1106", "face S"]);
    if table.offers("done") {
        table.play(&["done"]);
    }
    table.options()
}

#[test]
fn who_is_driven_out_goes_beside_the_guns_if_no_way_leads_further_from_them() {
    shows!["8.2j"];
    let behind = [("jellacic", "1007", "S"), ("mecsery", "1108", "S"), ("besan", "1207", "S")];
    // 1006 lies before the guns too, and 1206 is as high as they are.
    assert_eq!(ways_out(&behind), ["to 1206"]);
    // One way back is enough, and nobody goes beside them.
    assert_eq!(ways_out(&behind[..2]), ["to 1207"]);
}

#[test]
fn who_is_driven_out_keeps_clear_of_enemy_zones_if_he_can() {
    shows!["8.2j"];
    // The hussars in 1109 look north: 1108 and, beside it, 1208 lie before them.
    assert_eq!(ways_out(&[("frelich", "1109", "N")]), ["to 1007", "to 1207"]);
    // With both others held he has no other way than into their zone.
    let held = [("frelich", "1109", "N"), ("jellacic", "1007", "S"), ("besan", "1207", "S")];
    assert_eq!(ways_out(&held), ["to 1108"]);
}
