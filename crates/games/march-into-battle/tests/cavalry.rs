//! 7.6, 7.13 and 7.14: evasion, charges, countercharges and organic cavalry.

use crate::common::{chart, disorganized, game, hex, marked, raab, smashed, unit};
use engine::laws::{Setting, Table, assert_forecast_agrees};
use engine::{Rules, Side, shows};
use march_into_battle::MarchIntoBattle;

fn lines(table: &Table<MarchIntoBattle>) -> String {
    table.forecast("fight 1").sum.lines().join("\n")
}

/// Guerin's dragoons in 1612 before whatever stands in 1611.
fn dragoons(active: &str) -> Setting {
    let setting = raab(active).unit("grouchy", "1513").unit("grenier", "1513").unit("eugene", "1513");
    unit(setting, "guerin-dragoons", "1612", "N")
}

fn charge(setting: Setting) -> Table<MarchIntoBattle> {
    let mut table = setting.table(&game());
    table.play(&["done", "attack guerin-dragoons 1611", "done"]);
    table
}

#[test]
fn sound_infantry_may_meet_a_charge() {
    shows!["7.13a", "7.13b", "7.13e", "2.2.2b"];
    let mut table = charge(unit(dragoons("GROU"), "jellacic", "1611", "S"));
    let sum = lines(&table);
    assert!(sum.contains("Charge") && sum.contains("Jellacic checks morale to meet the charge: 3"), "{sum}");
    // Jellacic's 3 batteries count half, rounded down; the horse guns in full.
    assert!(sum.contains("odds 4:8: -2") && !sum.contains("artillery"), "{sum}");
    let mut meets = table.clone();
    // The check first, then the CRT die, then the stacks.
    meets.rolls(&[3, 6, 6, 6]).play(&["fight 1"]);
    assert!(
        meets.told(engine::Viewer::All).iter().any(|text| text.contains("2 against 8")),
        "{:?}",
        meets.told(engine::Viewer::All)
    );
    table.rolls(&[4, 6, 6, 6]).play(&["fight 1"]);
    assert!(table.told(engine::Viewer::All).iter().any(|text| text.contains("4 against 8")));
}

#[test]
fn broken_troops_are_ridden_down() {
    shows!["7.13c", "7.13d", "7.13f", "7.13h", "7.6h", "10.2g"];
    let mut table = charge(marked(dragoons("GROU"), "jellacic", "1611", "S", &["disorganized"]));
    let sum = lines(&table);
    assert!(sum.contains("charge on broken troops: x2") && sum.contains("odds 8:4: +2"), "{sum}");
    assert!(sum.contains("artillery 1 against 0: +1") && !sum.contains("checks"), "{sum}");
    // Retreat, but the dice fall in the column for engaged troops: a 1 is 1c 1s D4 2F.
    let total: i16 = table.forecast("fight 1").sum.value.parse().unwrap();
    table.rolls(&[(5 - total).clamp(1, 6) as u16, 1, 6]).play(&["fight 1"]);
    assert_eq!((chart(&table, "jellacic").steps, chart(&table, "jellacic").stragglers), (2, 1));
    assert_eq!(table.chooser(), Side::Second, "he retreats all the same");
    let first = table.options()[0].clone();
    table.play(&[&first, "face S", "done", "face N"]);
    // 1F of the table, and one more for cavalry.
    assert_eq!(chart(&table, "guerin-dragoons").fatigue, 2);
}

#[test]
fn the_rear_has_no_guns_against_a_charge() {
    shows!["7.11c", "7.13j"];
    let front = charge(marked(dragoons("GROU"), "jellacic", "1611", "S", &["guns=4"]));
    assert!(lines(&front).contains("artillery 1 against 2: -1"), "{}", lines(&front));
    let rear = charge(marked(dragoons("GROU"), "jellacic", "1611", "N", &["guns=4"]));
    assert!(lines(&rear).contains("artillery 1 against 0: +1") && lines(&rear).contains("from the rear: x2"));
}

#[test]
fn cavalry_beside_infantry_does_not_charge() {
    shows!["7.13g", "7.6a"];
    let setting = unit(dragoons("GROU GREN-C"), "seras", "1512", "NE");
    let mut table = unit(setting, "jellacic", "1611", "S").table(&game());
    table.play(&["done", "attack seras 1611", "attack guerin-dragoons 1611", "done"]);
    let sum = lines(&table);
    assert!(
        sum.contains("cavalry beside infantry: x1/2") && sum.contains("odds 8:8") | sum.contains("from 1612: 2"),
        "{sum}"
    );
}

#[test]
fn tired_cavalry_and_bad_ground_make_no_charge() {
    shows!["11.1c", "7.6a"];
    let setting = raab("GROU").unit("grouchy", "1513");
    let setting = marked(setting, "guerin-dragoons", "1612", "N", &["fatigue=6"]);
    let table = charge(unit(setting, "jellacic", "1611", "S"));
    let sum = lines(&table);
    assert!(
        sum.contains("Attack") && sum.contains("cavalry that cannot charge: x1/2") && sum.contains("Tired: x1/2"),
        "{sum}"
    );
    // Into a village.
    let setting = raab("GROU").unit("grouchy", "1410");
    let setting = unit(setting, "guerin-dragoons", "1410", "N");
    let mut table = unit(setting, "jellacic", "1409", "S").table(&game());
    table.play(&["done", "attack guerin-dragoons 1409", "done"]);
    assert!(lines(&table).contains("cavalry that cannot charge: x1/2"));
}

#[test]
fn sound_cavalry_countercharges() {
    shows!["7.13i", "7.6b"];
    let mut table = charge(unit(dragoons("GROU"), "frelich", "1611", "S"));
    let sum = lines(&table);
    // Light cavalry in defence: 6 x 1/2, or x 2 again if it passes its check.
    assert!(sum.contains("odds 4:3") && sum.contains("Frelich checks morale to countercharge: 4"), "{sum}");
    table.rolls(&[4, 3, 6, 6]).play(&["fight 1"]);
    assert!(table.told(engine::Viewer::All).iter().any(|text| text.contains("4 against 6")));
}

#[test]
fn cavalry_retreats_before_infantry_that_moves_up() {
    shows!["7.6c", "7.6d", "7.6e", "7.6f", "7.6g", "7.6i"];
    let build = |marks: &[&str]| {
        let setting = raab("GREN-C").unit("grenier", "1514").unit("eugene", "1514");
        let setting = unit(setting, "seras", "1613", "N");
        let mut table = marked(setting, "frelich", "1611", "S", marks).table(&game());
        table.play(&["pick seras", "to 1612"]);
        table
    };
    let mut table = build(&[]);
    assert!(table.offers("threaten 1611"));
    table.play(&["threaten 1611"]);
    assert_eq!(table.chooser(), Side::Second);
    assert_eq!(table.options(), ["evade frelich", "stand"]);
    let mut stands = table.clone();
    table.play(&["evade frelich"]);
    assert!(
        !table.offers("to 1512") && !table.offers("to 1606"),
        "away, and four hexes at most: {:?}",
        table.options()
    );
    table.play(&["to 1608", "face S"]);
    assert!(disorganized(&table, "frelich"));
    assert_eq!(chart(&table, "frelich").fatigue, 1);
    // Seras has spent 2 and may go on for 3 more.
    assert_eq!(table.chooser(), Side::First);
    assert_eq!(table.forecast("to 1611").sum.value, "5");
    // If it stands, the attacker is ready before it.
    stands.play(&["stand"]);
    assert_eq!(chart(&stands, "seras").spent, 4);
    assert!(stands.offers("attack seras 1611"));
    // Disorganized horse loses stragglers.
    let mut table = build(&["disorganized"]);
    table.play(&["threaten 1611", "evade frelich", "to 1608", "face S"]);
    assert_eq!((chart(&table, "frelich").steps, chart(&table, "frelich").stragglers), (2, 1));
}

#[test]
fn spent_cavalry_cannot_evade_and_cavalry_does_not_flee_cavalry() {
    shows!["11.1e", "7.6c"];
    let setting = raab("GREN-C").unit("grenier", "1514").unit("eugene", "1514");
    let setting = unit(setting, "seras", "1612", "N");
    let mut table = marked(setting, "frelich", "1611", "S", &["fatigue=9"]).table(&game());
    table.play(&["done", "attack seras 1611", "done"]);
    assert_eq!((table.chooser(), table.options()), (Side::Second, vec!["stand".to_string()]));
    assert_eq!(table.refused_by("evade frelich"), "11.1e");
    let table = charge(unit(dragoons("GROU"), "frelich", "1611", "S"));
    assert_eq!((table.chooser(), table.options()), (Side::First, vec!["fight 1".to_string()]));
}

#[test]
fn cavalry_also_evades_attacks_from_where_the_enemy_stood() {
    shows!["7.6c", "7.6e"];
    let setting = raab("GREN-C").unit("grenier", "1514").unit("eugene", "1514");
    let setting = unit(setting, "seras", "1612", "N");
    let mut table = unit(setting, "frelich", "1611", "S").table(&game());
    table.play(&["done", "attack seras 1611", "done", "evade frelich"]);
    let first = table.options()[0].clone();
    table.play(&[&first, "face S"]);
    assert!(disorganized(&table, "frelich"));
    assert!(table.told(engine::Viewer::All).iter().all(|text| !text.contains("modifier")), "nobody is left to fight");
}

#[test]
fn organic_cavalry_defends_against_charges_and_dies_first() {
    shows!["7.14h", "7.14i", "7.14j", "7.14k", "7.14a", "7.14b"];
    let mut table = charge(unit(dragoons("GROU"), "frimont", "1611", "S"));
    let sum = lines(&table);
    assert!(sum.contains("odds 4:9") && sum.contains("organic cavalry: +1"), "{sum}");
    // Frimont meets the charge (no: 5), his horse countercharges (4 passes): 4 against 8 + 2.
    let total: i16 = sum
        .lines()
        .next()
        .and_then(|line| line.split(": ").nth(1))
        .and_then(|text| text.split(' ').next())
        .unwrap()
        .parse()
        .unwrap();
    assert!(total < 0, "{sum}");
    table.rolls(&[5, 4, 1, 1, 6]).play(&["fight 1"]);
    assert!(
        table.told(engine::Viewer::All).iter().any(|text| text.contains("4 against 10")),
        "{:?}",
        table.told(engine::Viewer::All)
    );
    // Tired divisions have none.
    let table = charge(marked(dragoons("GROU"), "frimont", "1611", "S", &["fatigue=6"]));
    assert!(!lines(&table).contains("organic"));
    // Without a charge it counts for nothing.
    let setting = raab("GREN-C").unit("grenier", "1514").unit("eugene", "1514");
    let setting = unit(setting, "seras", "1612", "N");
    let mut table = unit(setting, "frimont", "1611", "S").table(&game());
    table.play(&["done", "attack seras 1611", "done"]);
    assert!(!lines(&table).contains("organic"));
}

#[test]
fn casualties_of_a_charge_fall_on_organic_cavalry_first() {
    shows!["7.14j"];
    let mut table = charge(marked(dragoons("GROU"), "frimont", "1611", "S", &["disorganized", "organic=1"]));
    let total: i16 = table.forecast("fight 1").sum.value.parse().unwrap();
    // He retreats, and rolls as engaged: the CET die 1 costs 1c 1s.
    table.rolls(&[(5 - total).clamp(1, 6) as u16, 1, 6]).play(&["fight 1"]);
    let frimont = chart(&table, "frimont");
    assert_eq!((frimont.organic, frimont.steps, frimont.stragglers), (0, 3, 1));
    assert_eq!(table.state().casualties[1], 0);
}

#[test]
fn organic_cavalry_pursues_who_retreats() {
    shows!["7.14c", "7.14d", "7.14e", "7.14f", "7.14g", "7.14l"];
    let setting = raab("RES GREN-C").unit("eugene", "1513").unit("grenier", "1513");
    let setting = unit(setting, "lecchi-guard", "1512", "NE");
    let setting = unit(setting, "seras", "1612", "N");
    let mut table = marked(setting, "colloredo", "1611", "SW", &["guns=0", "morale=4"]).table(&game());
    table.play(&["done", "attack lecchi-guard 1611", "attack seras 1611", "done"]);
    let total: i16 = table.forecast("fight 1").sum.value.parse().unwrap();
    table.rolls(&[(5 - total).clamp(1, 6) as u16, 6, 6, 6]).play(&["fight 1"]);
    let first = table.options()[0].clone();
    table.play(&[&first, "face S", "done", "face NE", "face N"]);
    assert_eq!(table.options(), ["pursue lecchi-guard", "done"]);
    assert_eq!(table.refused_by("pursue seras"), "7.14c");
    let before = (chart(&table, "colloredo").steps, chart(&table, "lecchi-guard").fatigue);
    // The check to meet them fails; 1 against 1, a 6: Retreat 1; the quarry rolls 1 (1c), the riders 1 (1c).
    table.play(&["pursue lecchi-guard"]);
    table.rolls(&[5, 6, 1, 1]).play(&["roll"]);
    let after = chart(&table, "colloredo");
    assert_eq!((after.steps, after.stragglers), (before.0 - 1, 0), "casualties alone");
    assert_eq!(chart(&table, "lecchi-guard").organic, 0, "the riders lose their own");
    assert_eq!(chart(&table, "lecchi-guard").fatigue, before.1, "and tire nobody");
}

#[test]
fn smashed_cavalry_fears_charges_but_not_stragglers() {
    shows!["10.2i", "10.2h"];
    // Infantry: a straggler result does nothing to smashed horse.
    let setting = raab("GREN-C").unit("grenier", "1514").unit("eugene", "1514");
    let setting = unit(setting, "seras", "1612", "N");
    let mut table = marked(setting, "besan", "1611", "S", &["smashed"]).table(&game());
    table.play(&["done", "attack seras 1611", "done", "stand"]);
    table.rolls(&[1, 4, 6]).play(&["fight 1"]);
    assert!(smashed(&table, "besan") || hex(&table, "besan") != "Gone");
    // A charge finishes it.
    let mut table = charge(marked(dragoons("GROU"), "besan", "1611", "S", &["smashed"]));
    table.rolls(&[1, 1, 6]).play(&["fight 1"]);
    assert_eq!(hex(&table, "besan"), "Gone");
    assert_eq!(table.state().casualties[1], 1, "its stragglers count as casualties");
}

#[test]
fn the_organic_cavalry_of_tired_troops_neither_helps_nor_dies() {
    shows!["7.14k"];
    let setting = raab("LAUR").unit("lauriston", "1505");
    let setting = setting
        .piece(serde_json::json!({ "piece": "sahuc", "hex": "1505", "facing": "N", "steps": 2, "marks": ["guns=1"] }));
    let marks = ["guns=0", "organic=2", "fatigue=6"];
    let mut table = marked(setting, "frimont", "1504", "S", &marks).table(&game());
    table.play(&["pick sahuc", "stay", "attack sahuc 1504", "done"]);
    // The check fails; 2 is Engaged, and a 1 there costs 1c 1s.
    table.rolls(&[5, 2, 1, 6]).play(&["fight 1"]);
    let frimont = chart(&table, "frimont");
    assert_eq!((frimont.organic, frimont.steps, frimont.stragglers), (2, 2, 1));
    assert_eq!(table.state().casualties[1], 1);
}

#[test]
fn organic_cavalry_takes_no_losses_in_an_ordinary_attack() {
    shows!["7.14b"];
    let setting = raab("GREN-C").unit("grenier", "1514").unit("eugene", "1514");
    let setting = unit(setting, "seras", "1612", "N");
    let mut table = marked(setting, "frimont", "1611", "S", &["organic=2"]).table(&game());
    table.play(&["done", "attack seras 1611", "done"]);
    assert!(lines(&table).contains("odds 6:8"), "{}", lines(&table));
    // Engaged +0 at 4: a 1 is 1c 1s.
    let total: i16 = table.forecast("fight 1").sum.value.parse().unwrap();
    table.rolls(&[u16::try_from(4 - total).unwrap(), 1, 6]).play(&["fight 1"]);
    let frimont = chart(&table, "frimont");
    assert_eq!((frimont.organic, frimont.steps, table.state().casualties[1]), (2, 2, 1));
    let told = table.playing.log().iter().map(|(_, event)| event).find(|event| event.text.starts_with("Frimont: "));
    let losses: Vec<(Side, u16)> = told.unwrap().losses.iter().map(|loss| (loss.side, loss.steps)).collect();
    assert_eq!(losses, [(Side::Second, 2)], "one for good and one to stragglers");
}

#[test]
fn evading_cavalry_may_go_next_to_another_enemy() {
    shows!["7.6c"];
    // Frelich evades to the north; Durutte stands beside 1608.
    let setting = raab("GREN-C").unit("grenier", "1514").unit("eugene", "1514");
    let setting = unit(unit(setting, "seras", "1613", "N"), "durutte", "1708", "N");
    let mut table = unit(setting, "frelich", "1611", "S").table(&game());
    table.play(&["pick seras", "to 1612", "threaten 1611", "evade frelich"]);
    assert!(table.offers("to 1608") && table.offers("to 1607"), "{:?}", table.options());
}

#[test]
fn evading_cavalry_takes_the_places_it_rides_through() {
    shows!["7.6c"];
    // Colloredo threatens Montbrun from the north; the way to 1008 leads through the manor of Kismegyer.
    let setting = raab("COLL").unit("general-colloredo", "1005").mark("control", "1007=coalition");
    let setting = unit(unit(setting, "colloredo", "1005", "S"), "frimont", "1106", "S");
    let setting = unit(unit(setting, "jellacic", "0906", "S"), "davidovich", "0907", "S");
    let mut table = unit(unit(setting, "mecsery", "1107", "S"), "montbrun", "1006", "N").table(&game());
    table.play(&["pick colloredo", "stay", "attack colloredo 1006", "done", "evade montbrun", "to 1008"]);
    let battle = &table.playing.rules().scenarios[1];
    let manor = battle.places.iter().position(|&(at, _)| battle.ground.label(at) == "1007").unwrap();
    assert_eq!(table.state().control[manor], 1);
}

#[test]
fn infantry_may_threaten_smashed_cavalry_too() {
    shows!["7.6c", "7.6f"];
    let setting = raab("GREN-C").unit("grenier", "1514").unit("eugene", "1514");
    let setting = unit(setting, "seras", "1613", "N");
    let mut table = marked(setting, "frelich", "1611", "S", &["smashed", "stragglers=1"]).table(&game());
    table.play(&["pick seras", "to 1612", "threaten 1611", "evade frelich", "to 1608", "face S"]);
    assert!(smashed(&table, "frelich"));
    assert_eq!((hex(&table, "frelich").as_str(), chart(&table, "frelich").stragglers), ("1608", 1));
}

#[test]
fn a_line_of_cavalry_falls_together_to_evade() {
    shows!["7.6c", "16.6a"];
    let setting = raab("COLL").unit("general-colloredo", "1504");
    let setting = setting.piece(
        serde_json::json!({ "piece": "montbrun", "hex": "1605", "second_hex": "1505", "facing": "N", "marks": ["guns=0"] }),
    );
    let mut table = unit(setting, "colloredo", "1504", "S").table(&game());
    table.play(&["pick colloredo", "stay", "attack colloredo 1505", "done"]);
    assert!(table.offers("evade montbrun"), "{:?}", table.options());
    table.play(&["evade montbrun"]);
    assert_eq!(hex(&table, "montbrun"), "1505", "in the hex that is attacked");
    assert!(!chart(&table, "montbrun").is(march_into_battle::state::mark::EXTENDED));
    let first = table.options()[0].clone();
    table.play(&[&first]);
    assert!(disorganized(&table, "montbrun"));
}

/// Frimont, whose morale is this, retreats with so much horse of his own before the guard and its two points of it, which
/// pursue him with these dice: whether he is broken then, and what comes of it.
fn pursued(morale: &str, organic: &str, rolls: &[u16]) -> (bool, String) {
    let setting = raab("RES").unit("eugene", "1512");
    let setting = marked(setting, "lecchi-guard", "1512", "NE", &["guns=4", "organic=2"]);
    let mut table = marked(setting, "frimont", "1611", "SW", &["guns=0", organic, morale]).table(&game());
    table.play(&["done", "attack lecchi-guard 1611", "done"]);
    let total: i16 = table.forecast("fight 1").sum.value.parse().unwrap();
    table.rolls(&[u16::try_from((5 - total).clamp(1, 6)).unwrap(), 6, 6]).play(&["fight 1"]);
    while !table.offers("pursue lecchi-guard") {
        let first = table.options().into_iter().next().unwrap();
        table.play(&[if table.offers("done") { "done" } else { &first }]);
    }
    let broken = disorganized(&table, "frimont");
    table.play(&["pursue lecchi-guard"]);
    table.rolls(rolls).play(&["roll"]);
    let told = table.told(engine::Viewer::All);
    let mut log = table.playing.log().iter().map(|(_, event)| event);
    let event = log.rfind(|event| event.kind == engine::EventKind::Pursuit).unwrap();
    assert_eq!(event.rolls.iter().map(|roll| roll.dice[0].value).collect::<Vec<_>>(), rolls);
    let tables: Vec<_> = event.rolls.iter().filter_map(|roll| roll.table.as_ref()).map(|read| &read.name).collect();
    assert_eq!(tables, ["Combat Results Table", "Combat Effects Table", "Combat Effects Table"]);
    (broken, told.iter().rev().find(|text| text.contains("pursues")).unwrap().clone())
}

#[test]
fn the_horse_of_a_quarry_checks_only_if_its_division_is_in_order() {
    shows!["7.14g", "7.14h", "7.14i"];
    // A 6 on Retreat is D3. In order: the division checks, its horse checks, then three dice; 1 against 1 + 2, halved: 1:3 is
    // -3, so a 6 is 3, Engaged: nobody falls with sixes.
    let (broken, told) = pursued("morale=4", "organic=1", &[1, 1, 6, 6, 6]);
    assert!(!broken && told.contains("the fugitives lose nothing, the cavalry nothing"), "{told}");
    // Broken: three dice alone; 4 against 1 + 1: 2:1 is +2, and a 3 is 5, Retreat: the quarry rolls as engaged, a 1 is 1c.
    let (broken, told) = pursued("morale=3", "organic=1", &[3, 1, 6]);
    assert!(broken && told.contains("the fugitives lose 1 step, the cavalry nothing"), "{told}");
}

#[test]
fn the_worse_troops_of_a_pursuit_lose_one_more() {
    shows!["7.14e", "7.3.ic"];
    // The guard has morale 5. Broken as above, a 3 is Retreat: a 2 in the column for engaged troops is 1c and ic.
    let (broken, told) = pursued("morale=3", "organic=1", &[3, 2, 6]);
    assert!(broken && told.contains("the fugitives lose 2 steps, the cavalry nothing"), "{told}");
    // In order, both checks passed, a 6 is 3 as above, Engaged without a modifier for the riders. Better troops than they
    // are cost them the ic of their 2.
    let (broken, told) = pursued("morale=6", "organic=1", &[1, 1, 6, 6, 2]);
    assert!(!broken && told.contains("the fugitives lose nothing, the cavalry 2 steps"), "{told}");
    let (broken, told) = pursued("morale=5", "organic=1", &[1, 1, 6, 6, 2]);
    assert!(!broken && told.contains("the fugitives lose nothing, the cavalry 1 step"), "{told}");
}

#[test]
fn riders_of_several_divisions_share_what_the_pursuit_costs() {
    shows!["7.14c", "7.14f"];
    let setting = raab("RES GREN-C").unit("eugene", "1513").unit("grenier", "1513");
    let setting = marked(setting, "seras", "1612", "N", &["organic=1"]);
    let setting = unit(setting, "lecchi-guard", "1512", "NE");
    let mut table = marked(setting, "colloredo", "1611", "SW", &["guns=0", "morale=4"]).table(&game());
    table.play(&["done", "attack lecchi-guard 1611", "attack seras 1611", "done"]);
    let total: i16 = table.forecast("fight 1").sum.value.parse().unwrap();
    table.rolls(&[(5 - total).clamp(1, 6) as u16, 6, 6, 6]).play(&["fight 1"]);
    let first = table.options()[0].clone();
    table.play(&[&first, "face S", "done", "face N", "face NE", "pursue seras"]);
    assert_eq!(table.options(), ["pursue lecchi-guard", "roll", "done"], "each joins once");
    assert_eq!(table.refused_by("pursue seras"), "7.14c");
    table.play(&["pursue lecchi-guard"]);
    assert_eq!(table.options(), ["roll", "done"]);
    // The check to meet them fails; 2 against 1 is +2, a 3 is Retreat 1; the riders roll 1 (1c) for all of them.
    table.rolls(&[5, 3, 6, 1]).play(&["roll"]);
    assert_eq!((chart(&table, "seras").organic, chart(&table, "lecchi-guard").organic), (0, 1));
}

#[test]
fn the_forecast_of_a_charge_weighs_the_checks_of_those_it_meets() {
    shows!["7.13b", "7.13i", "5.0a"];
    // The chances from Engaged to Retreat 3, in parts of all the ways in which the check and the die may fall.
    let chances = |piece: &str, ways: f64| -> Vec<i32> {
        let table = charge(unit(dragoons("GROU"), piece, "1611", "S"));
        table.forecast("fight 1").chances.iter().map(|chance| (chance.probability * ways).round() as i32).collect()
    };
    // Jellacic (3) meets it in one case of two: 2 against 8 is -4, else 4 against 8 is -2; morale +1, guns even. Of the
    // twelve ways one comes to 5.
    assert_eq!(chances("jellacic", 12.0), [11, 1]);
    // Frelich (4) countercharges in two cases of three: 4 against 6 is -2, else 4 against 3 is +1; guns and square +2. So two
    // in three have 0 (5 and 6 are Retreat 1), one has +3 (1 is Engaged, 2 and 3 Retreat 1, 4 and 5 Retreat 2, 6 Retreat 3).
    assert_eq!(chances("frelich", 18.0), [9, 6, 2, 1]);
}

#[test]
fn evading_cavalry_does_not_ride_into_the_enemy() {
    shows!["7.6c"];
    // Colbert stands alone behind Frelich; there would be room for both.
    let setting = raab("GREN-C").unit("grenier", "1514").unit("eugene", "1514");
    let setting = unit(unit(setting, "seras", "1613", "N"), "colbert", "1610", "N");
    let mut table = unit(setting, "frelich", "1611", "S").table(&game());
    table.play(&["pick seras", "to 1612", "threaten 1611", "evade frelich"]);
    assert!(!table.offers("to 1610") && table.offers("to 1511"), "{:?}", table.options());
    assert_eq!(table.refused_by("to 1610"), "7.6c");
}

#[test]
fn the_chances_of_a_charge_are_those_of_its_dice() {
    shows!["7.13b", "7.13i", "7.14i"];
    for (enemy, marks) in [
        ("jellacic", &["guns=1"]),
        ("jellacic", &["disorganized"]),
        ("frimont", &["organic=2"]),
        ("frelich", &["guns=0"]),
    ] {
        let table = charge(marked(dragoons("GROU"), enemy, "1611", "S", marks));
        let rules = table.playing.rules();
        let fight = rules.parse(table.state(), "fight 1").unwrap();
        assert_forecast_agrees(&**rules, table.state(), fight, 4_000, 1809);
    }
}

#[test]
fn pursuers_of_broken_troops_count_double() {
    shows!["7.13c", "7.13d", "7.14c"];
    // Two points of horse, doubled, against nobody's but one: 4:1 is +4, and a 4 is 8, Retreat 2 with -1 for the fugitives. They
    // roll as engaged: a 3 becomes a 2, which is 1c, and ic for the worse troops.
    let (broken, told) = pursued("morale=3", "organic=0", &[4, 3, 6]);
    assert!(broken && told.contains("the fugitives lose 2 steps, the cavalry nothing"), "{told}");
}

#[test]
fn steadier_troops_pay_for_a_loss_check_with_a_step() {
    shows!["7.14e", "7.3.D#L"];
    // In order, both checks passed, a 6 is Engaged as above, with +1 for the fugitives: their 2 is a 3, D4L. So is the riders' 3.
    let lost = |morale: &str, rolls: &[u16]| pursued(morale, "organic=1", rolls).1;
    let told = lost("morale=5", &[1, 1, 6, 2, 6]);
    assert!(told.contains("the fugitives lose 1 step, the cavalry nothing"), "{told}");
    let told = lost("morale=4", &[1, 1, 6, 2, 6]);
    assert!(told.contains("the fugitives lose nothing"), "disorder, which does not count: {told}");
    let told = lost("morale=4", &[1, 1, 6, 6, 3]);
    assert!(told.contains("the cavalry 1 step"), "the guard has morale 5: {told}");
}

#[test]
fn only_cavalry_is_threatened() {
    shows!["7.6c", "7.6d"];
    let met = |enemy: &str| {
        let setting = raab("GREN-C").unit("grenier", "1514").unit("eugene", "1514");
        let setting = unit(setting, "seras", "1613", "N");
        let mut table = marked(setting, enemy, "1611", "S", &["guns=0"]).table(&game());
        table.play(&["pick seras", "to 1612"]);
        table
    };
    assert!(met("frelich").offers("threaten 1611"));
    let infantry = met("colloredo");
    assert!(!infantry.offers("threaten 1611"), "{:?}", infantry.options());
    assert_eq!(infantry.refused_by("threaten 1611"), "7.6d");
    assert!(!met("frelich").offers("threaten 1711"), "nobody is there");
}

#[test]
fn only_sound_riders_next_to_open_ground_pursue() {
    shows!["7.14c", "7.14k"];
    let asked = |marks: &[&str], quarry: (&str, &str)| {
        let setting = raab("RES GREN-C").unit("eugene", "1513").unit("grenier", "1513");
        let setting = marked(setting, "lecchi-guard", "1512", "NE", marks);
        let setting = unit(setting, "seras", "1612", "N");
        let mut table = marked(setting, quarry.0, quarry.1, "SW", &["guns=0", "morale=4"]).table(&game());
        table.play(&["done", "attack lecchi-guard 1611", "attack seras 1611", "done"]);
        let total: i16 = table.forecast("fight 1").sum.value.parse().unwrap();
        table.rolls(&[(5 - total).clamp(1, 6) as u16, 6, 6, 6]).play(&["fight 1"]);
        for _ in 0..6 {
            let options = table.options();
            if table.offers("pursue lecchi-guard") {
                return true;
            }
            let next = options.iter().find(|option| *option == "done").unwrap_or(&options[0]).clone();
            table.play(&[&next]);
        }
        false
    };
    assert!(asked(&[], ("colloredo", "1611")));
    assert!(!asked(&["organic=0"], ("colloredo", "1611")), "no riders");
    assert!(!asked(&["fatigue=6"], ("colloredo", "1611")), "Tired");
}

#[test]
fn cavalry_keeps_its_distance_where_no_hex_leads_away() {
    shows!["7.6c"];
    // Seras comes up from the south; Frenchmen hold the three hexes to the north, into which nobody rides.
    let setting = raab("GREN-C").unit("grenier", "1514").unit("eugene", "1514");
    let mut setting = unit(setting, "seras", "1613", "N");
    for (piece, at) in [("durutte", "1610"), ("pacthod", "1511"), ("severoli", "1711")] {
        setting = marked(setting, piece, at, "N", &["guns=0"]);
    }
    let mut table = unit(setting, "frelich", "1611", "S").table(&game());
    table.play(&["pick seras", "to 1612", "threaten 1611"]);
    assert!(table.offers("evade frelich"), "{:?}", table.options());
    table.play(&["evade frelich"]);
    // 1512 and 1712 are as far from 1612 as he is; from there on he rides away.
    assert!(table.offers("to 1712") && table.offers("to 1512"), "{:?}", table.options());
    assert!(!table.offers("to 1610") && !table.offers("to 1613"), "{:?}", table.options());
}
