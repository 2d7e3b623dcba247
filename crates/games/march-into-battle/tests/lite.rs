//! 11.2 MiB Lite: fatigue by formation.

use crate::common::{chart, game, marked, raab, unit};
use engine::laws::{Setting, Table};
use engine::{Side, shows};
use march_into_battle::MarchIntoBattle;
use march_into_battle::state::{Stage, mark};
use serde_json::json;

type Battle = Table<MarchIntoBattle>;

/// Seras and Durutte with their general at a level of fatigue, and nobody near.
fn grenier(level: u8, marks: &[&str]) -> Setting {
    let setting = raab("GREN-C").option("lite").mark("level", &format!("GREN-C={level}")).unit("grenier", "0911");
    let setting = unit(marked(setting, "seras", "0911", "N", marks), "durutte", "0910", "N");
    unit(setting, "frimont", "1503", "S")
}

fn level(table: &Battle, formation: &str) -> u8 {
    let battle = &table.playing.rules().scenarios[usize::from(table.state().scenario)];
    table.state().level[usize::from(battle.formation_named(formation).unwrap())]
}

fn points(setting: Setting) -> String {
    let mut table = setting.table(&game());
    table.play(&["pick seras"]);
    table.forecast("to 0811").sum.lines().last().unwrap().trim().to_string()
}

/// Plays the last option, which ends or skips things, until something holds.
fn idle_until(table: &mut Battle, holds: impl Fn(&Battle) -> bool) {
    for _ in 0..400 {
        if holds(table) {
            return;
        }
        let last = table.options().into_iter().next_back().unwrap();
        table.play(&[&last]);
    }
    panic!("it never came to that");
}

#[test]
fn a_formation_has_one_level_and_its_units_no_boxes() {
    shows!["11.2a", "11.2b", "1e"];
    assert!(points(grenier(2, &[])).starts_with("points there are: 8"));
    assert!(points(grenier(3, &[])).starts_with("points there are: 4"));
    assert!(points(grenier(4, &[])).starts_with("points there are: 1"));
    let mut table = grenier(1, &["fatigue=3"]).table(&game());
    table.play(&["pick seras", "to 0811", "face N"]);
    assert_eq!((chart(&table, "seras").fatigue, level(&table, "GREN-C")), (3, 1));
}

#[test]
fn units_held_back_are_a_level_fresher() {
    shows!["11.2g"];
    assert!(points(grenier(3, &["held"])).starts_with("points there are: 8"));
    assert!(points(grenier(4, &["held"])).starts_with("points there are: 4"));
}

/// Seras, and Durutte too if wanted, attack Frimont and his guns: engaged, and 1F for everybody.
fn fight(marks: &[&str], both: bool) -> Battle {
    let setting = raab("GREN-C").option("lite").mark("level", "GREN-C=1 FRIM=0").mark("cup", "BARA");
    let setting = marked(setting.unit("grenier", "1009"), "seras", "1009", "N", marks);
    let setting =
        unit(unit(setting, "durutte", "0910", "N"), "severoli", "0711", "N").unit("baraguey-d-hilliers", "0711");
    let mut table = marked(setting, "frimont", "1008", "S", &["guns=4"]).table(&game());
    table.play(&["pick seras", "stay"]);
    if both {
        table.play(&["pick durutte", "to 0909", "ready NE", "attack seras 1008", "attack durutte 1008", "done"]);
        table.rolls(&[1, 3, 6, 6]).play(&["fight 1"]);
    } else {
        table.play(&["pick durutte", "stay", "attack seras 1008", "done"]);
        table.rolls(&[1, 2, 6]).play(&["fight 1"]);
    }
    table
}

#[test]
fn combat_raises_the_level_once_an_activation() {
    shows!["11.2d"];
    let table = fight(&[], true);
    assert_eq!((level(&table, "GREN-C"), level(&table, "FRIM")), (2, 1));
}

#[test]
fn held_back_units_that_fight_are_catching_up_and_spare_their_formation() {
    shows!["11.2h", "11.2j"];
    let table = fight(&["held"], false);
    assert!(chart(&table, "seras").is(mark::CATCHING_UP) && !chart(&table, "seras").is(mark::HELD));
    assert_eq!(level(&table, "GREN-C"), 1);
    // With another unit that is not held back the formation tires.
    let table = fight(&["held"], true);
    assert_eq!(level(&table, "GREN-C"), 2);
}

#[test]
fn reserves_are_as_tired_as_the_others_the_moment_they_fight() {
    shows!["11.2h", "11.1b"];
    let odds = |marks: &[&str]| {
        let setting = raab("GREN-C").option("lite").mark("level", "GREN-C=3").unit("grenier", "1009");
        let setting = marked(setting, "seras", "1009", "N", marks);
        let setting = unit(setting, "durutte", "0711", "N");
        let mut table = marked(setting, "frimont", "1008", "S", &["guns=0"]).table(&game());
        table.play(&["pick seras", "stay", "done", "attack seras 1008", "done"]);
        let foretold = table.forecast("fight 1").sum.lines().join("\n");
        table.rolls(&[1, 6, 6]).play(&["fight 1"]);
        let told = table.told(engine::Viewer::All).into_iter().find(|text| text.starts_with("Seras attacks")).unwrap();
        (foretold, told)
    };
    let (foretold, told) = odds(&["held"]);
    assert!(foretold.contains("Tired: x1/2"), "{foretold}");
    assert!(told.contains(": 3 against 8"), "{told}");
    assert_eq!((foretold, told), odds(&[]));
}

#[test]
fn any_f_tires_a_formation_that_fought_with_others_than_reserves() {
    shows!["11.2d", "11.2j"];
    // Seras is held back, Durutte is not, and it is Seras alone who gets 1F.
    let setting = raab("GREN-C").option("lite").mark("level", "GREN-C=1 FRIM=0").mark("cup", "BARA");
    let setting = marked(setting.unit("grenier", "1009"), "seras", "1009", "N", &["held"]);
    let setting = unit(unit(setting, "durutte", "0910", "N"), "severoli", "0711", "N");
    let setting = setting.unit("baraguey-d-hilliers", "0711");
    let frimont = json!({ "piece": "frimont", "hex": "1008", "facing": "S", "steps": 2, "marks": ["guns=0"] });
    let mut table = setting.piece(frimont).table(&game());
    table.play(&["pick seras", "stay", "pick durutte", "to 0909", "ready NE"]);
    table.play(&["attack seras 1008", "attack durutte 1008", "done"]);
    // Ten or more adds 2 to the attackers' dice: Durutte's 6 is nothing, Seras' 5 is 1F.
    table.rolls(&[6, 6, 6, 5]).play(&["fight 1"]);
    let told = table.told(engine::Viewer::All);
    assert!(told.iter().any(|text| text == "Durutte: no effect."), "{told:?}");
    assert!(told.iter().any(|text| text == "Seras: 1 level of fatigue (1F)."), "{told:?}");
    idle_until(&mut table, |table| table.state().fight.stage == Stage::None);
    assert_eq!((level(&table, "GREN-C"), table.state().turn), (2, 2));
}

#[test]
fn catching_up_ends_with_the_turn() {
    shows!["11.2i"];
    let mut table = fight(&["held"], false);
    idle_until(&mut table, |table| table.state().turn == 3);
    assert!(!chart(&table, "seras").is(mark::CATCHING_UP));
}

#[test]
fn double_time_raises_the_level() {
    shows!["11.2e"];
    let mut table = grenier(1, &[]).table(&game());
    table.rolls(&[1]).play(&["pick seras", "double", "to 0811", "face N"]);
    assert_eq!(level(&table, "GREN-C"), 2);
}

#[test]
fn a_formation_that_rests_recovers_a_level() {
    shows!["11.2f", "11.2k"];
    let mut table = grenier(2, &[]).mark("cup", "FRIM").table(&game());
    table.play(&["pick seras", "rest", "done", "pick durutte", "rest", "done"]);
    assert_eq!(level(&table, "GREN-C"), 1);
    // One that moves spoils it, unless it is held back; then it is catching up.
    let mut table = grenier(2, &[]).mark("cup", "FRIM").table(&game());
    table.play(&["pick seras", "to 0811", "face N", "pick durutte", "rest", "done"]);
    assert_eq!(level(&table, "GREN-C"), 2);
    let mut table = grenier(2, &["held"]).mark("cup", "FRIM").table(&game());
    table.play(&["pick durutte", "rest", "done", "pick seras", "to 0811", "face N"]);
    assert_eq!(level(&table, "GREN-C"), 1);
    assert!(chart(&table, "seras").is(mark::CATCHING_UP));
}

#[test]
fn the_first_afternoon_turn_tires_who_has_marched() {
    shows!["11.2c"];
    let mut table = grenier(1, &[]).table(&game());
    table.play(&["pick seras", "to 0811", "face N", "pick durutte", "stay"]);
    assert_eq!(table.state().turn, 3);
    assert_eq!((level(&table, "GREN-C"), level(&table, "FRIM")), (2, 0));
}

#[test]
fn arrivals_are_active_before_noon_and_near_tired_later() {
    shows!["11.2m"];
    let mut table = Table::new(&game(), 0, &["lite"]);
    table.play(&["done"]);
    assert_eq!(level(&table, "III-K"), 1);
    let setting = Setting::new("turn", 4).scenario("raab").option("lite");
    let setting = setting.piece(json!({ "piece": "lamarque", "hex": "", "place": "due" }));
    let mut table = unit(unit(setting, "seras", "0911", "N"), "frimont", "1503", "S").table(&game());
    table.play(&["done"]);
    assert_eq!(level(&table, "MACD"), 2);
}

/// Oudinot at Posthenen with his formation at a level, and Verdier about to arrive.
fn verdier_arrives(level: u8) -> Battle {
    let setting = Setting::new("turn", 2).scenario("friedland").option("lite").mark("level", &format!("LANN={level}"));
    let setting = setting.piece(json!({ "piece": "verdier", "hex": "", "place": "due" }));
    let setting = unit(unit(setting, "oudinot", "0907", "SE"), "advance-guard", "1306", "SW");
    let mut table = setting.table(&game());
    table.play(&["done"]);
    table
}

#[test]
fn fresher_arrivals_are_held_back_and_tired_ones_tire_their_formation() {
    shows!["11.2n", "11.2o", "11.2p"];
    let table = verdier_arrives(3);
    let told = table.told(engine::Viewer::Side(Side::Second));
    let text = "those who arrive are fresher than the others, and held back.";
    assert!(told.iter().any(|told| told.ends_with(text)), "{told:?}");
    assert!(chart(&table, "verdier").is(mark::HELD) && !chart(&table, "oudinot").is(mark::HELD));
    assert_eq!(level(&table, "LANN"), 3);
    // They need not be.
    let mut table = table;
    assert!(table.offers("release verdier"), "{:?}", table.options());
    table.play(&["release verdier"]);
    assert!(!chart(&table, "verdier").is(mark::HELD));
    let table = verdier_arrives(0);
    assert!(!chart(&table, "verdier").is(mark::HELD) && chart(&table, "oudinot").is(mark::HELD));
    assert_eq!(level(&table, "LANN"), 1);
}

#[test]
fn a_unit_is_held_back_once_a_day() {
    shows!["11.2l", "11.2g"];
    for (option, again) in [("hold-again=off", false), ("hold-again=on", true)] {
        let setting = Setting::new("turn", 1).scenario("raab").option("lite").option(option);
        let setting = unit(unit(setting, "seras", "0911", "N"), "durutte", "0910", "N").unit("grenier", "0910");
        let mut table = unit(setting, "frimont", "1503", "S").unit("general-frimont", "1503").table(&game());
        table.play(&["done", "hold seras"]);
        assert!(table.offers("hold durutte"), "one or more, all of them too");
        table.play(&["done"]);
        idle_until(&mut table, |table| table.state().turn == 2 && table.offers("release seras"));
        assert_eq!(table.chooser(), Side::First, "his own side takes the marker off");
        table.play(&["release seras", "done"]);
        idle_until(&mut table, |table| table.state().turn == 3 && table.offers("hold durutte"));
        assert_eq!(table.offers("hold seras"), again);
    }
}

#[test]
fn stragglers_count_as_ever() {
    shows!["10.0d"];
    let setting = raab("GREN-C").option("lite").unit("grenier", "1009");
    let setting = unit(setting, "seras", "1009", "N");
    let mut table = marked(setting, "colloredo", "1008", "S", &["stragglers=2", "guns=0"]).table(&game());
    table.play(&["pick seras", "stay", "attack seras 1008", "done"]);
    table.rolls(&[2, 3, 6]).play(&["fight 1"]);
    assert_eq!((chart(&table, "colloredo").stragglers, table.state().casualties), (2, [0, 1]));
}

#[test]
fn arrivals_of_a_formation_that_is_not_there_set_its_level() {
    shows!["11.2m", "11.2p"];
    for old in [0, 4] {
        let setting = Setting::new("turn", 4).scenario("raab").option("lite").mark("level", &format!("MACD={old}"));
        let setting = setting.piece(json!({ "piece": "lamarque", "hex": "", "place": "due" }));
        let mut table = unit(unit(setting, "seras", "0911", "N"), "frimont", "1503", "S").table(&game());
        table.play(&["done"]);
        assert_eq!(level(&table, "MACD"), 2);
        assert!(["lamarque", "seras", "frimont"].iter().all(|piece| !chart(&table, piece).is(mark::HELD)));
    }
}
