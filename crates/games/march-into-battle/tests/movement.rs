//! 6.0 Movement, zones, facing and stacking.

use crate::common::{chart, facing, game, hex, marked, raab, unit};
use engine::laws::{Setting, Table};
use engine::{EventKind, shows};
use march_into_battle::MarchIntoBattle;

/// What the cheapest way of a unit to a hex costs.
fn cost(table: &Table<MarchIntoBattle>, to: &str) -> String {
    table.forecast(&format!("to {to}")).sum.value
}

/// Severoli in command, and Pacthod far away, so that the activation goes on.
fn severoli(at: &str, front: &str) -> Setting {
    let leader = raab("BARA RES").unit("baraguey-d-hilliers", at).unit("eugene", at);
    unit(unit(leader, "pacthod", "0102", "N"), "severoli", at, front)
}

fn picked(setting: Setting, piece: &str) -> Table<MarchIntoBattle> {
    let mut table = setting.table(&game());
    table.play(&[&format!("pick {piece}")]);
    table
}

#[test]
fn points_pay_for_ground_and_hexsides() {
    shows!["6.0a", "6.0b", "6.0c", "6.3a", "6.3c", "6.4b", "2.1b"];
    let table = picked(severoli("0809", "N"), "severoli");
    assert_eq!(cost(&table, "0808"), "2", "clear ground");
    assert_eq!(cost(&table, "0810"), "3", "up a slope");
    assert!(!table.offers("to 0804"), "eight points do not reach: {:?}", table.options());
    assert_eq!(table.refused_by("to 0804"), "6.0a");
    // Forest, entered from the road or beside it.
    let table = picked(severoli("0511", "N"), "severoli");
    assert_eq!(cost(&table, "0610"), "1", "by the Papa road over the slope");
    assert_eq!(cost(&table, "0611"), "4", "forest up a slope");
    // The stream costs two more, and nothing by the bridge.
    let table = picked(severoli("1008", "N"), "severoli");
    assert_eq!(cost(&table, "1007"), "1");
    let table = picked(severoli("1109", "N"), "severoli");
    assert_eq!(cost(&table, "1108"), "4");
}

#[test]
fn rivers_need_bridges() {
    shows!["6.4a", "6.4c"];
    let table = picked(severoli("0803", "SW"), "severoli");
    assert_eq!(cost(&table, "0703"), "1", "the bridge of Raab");
    let table = picked(severoli("0704", "N"), "severoli");
    let through_town = cost(&table, "0703");
    assert_eq!(through_town, "2", "by road through the town and over its bridge");
    assert!(!table.forecast("to 0703").path.is_empty());
}

#[test]
fn friends_on_the_road_slow_a_column() {
    shows!["6.5a", "6.5b"];
    let setting = severoli("0910", "N");
    let free = picked(setting.clone(), "severoli");
    assert_eq!(cost(&free, "1008"), "2");
    let table = picked(unit(setting, "colbert", "0909", "N"), "severoli");
    assert_eq!(cost(&table, "0909"), "1", "who stops with them goes by the road");
    assert_eq!(cost(&table, "1008"), "3", "who goes through them pays for the fields beside it");
    // Off the road friends cost nothing.
    let table = picked(unit(severoli("1613", "N"), "colbert", "1612", "N"), "severoli");
    assert_eq!(cost(&table, "1611"), "4");
}

#[test]
fn zones_stop_who_enters_them() {
    shows!["6.2a", "6.2b", "6.2f", "6.2g", "2.5d"];
    // Frelich's zone reaches all around him.
    let setting = unit(severoli("1614", "N"), "frelich", "1611", "S");
    let table = picked(setting, "severoli");
    assert!(table.offers("to 1612"));
    assert!(!table.offers("to 1711") && !table.offers("to 1511"), "he stops in 1612 or 1712: {:?}", table.options());
    // Infantry without guns has no zone, infantry with guns has.
    let open = |marks: &[&str]| picked(marked(severoli("1614", "N"), "jellacic", "1611", "S", marks), "severoli");
    assert!(open(&["guns=0"]).offers("to 1511"));
    assert!(!open(&["guns=1"]).offers("to 1511"));
    // Along a road the zone costs the fields.
    let setting = unit(severoli("0911", "N"), "frelich", "0908", "S");
    let table = picked(setting, "severoli");
    assert_eq!(cost(&table, "0910"), "1");
    assert_eq!(cost(&table, "0909"), "3");
}

#[test]
fn zones_end_at_cover_rivers_and_slopes() {
    shows!["6.2d", "6.2e", "6.2h", "6.2l"];
    let reaches = |piece: &str, at: &str, to: &str| {
        // Who stands in the zone when his movement begins pays to leave it.
        let setting = unit(severoli(to, "N"), piece, at, "N");
        let table = picked(setting, "severoli");
        let moves: Vec<String> = table.options().into_iter().filter(|option| option.starts_with("to ")).collect();
        let parts = |option: &String| table.forecast(option).sum.lines().join(" ");
        moves.iter().all(|option| parts(option).contains("leaving where it stands"))
    };
    assert!(reaches("jellacic", "1611", "1612"), "open ground");
    assert!(!reaches("jellacic", "1410", "1409"), "no zone in a village");
    assert!(reaches("jellacic", "1109", "1108"), "a stream is no obstacle");
    assert!(!reaches("jellacic", "0703", "0803"), "a river is, and the town too");
    assert!(!reaches("jellacic", "0809", "0810"), "infantry has no zone up a slope");
    assert!(reaches("frelich", "0809", "0810"), "cavalry has");
    assert!(reaches("jellacic", "0810", "0809"), "downhill it reaches");
}

#[test]
fn cavalry_minds_only_cavalry() {
    shows!["6.2i"];
    let build = |enemy: &str| {
        let setting = raab("GROU").unit("grouchy", "1614").unit("eugene", "1614");
        let setting = unit(setting, "montbrun", "1614", "N");
        picked(unit(setting, enemy, "1611", "S"), "montbrun")
    };
    let points = |enemy: &str| cost(&build(enemy), "1610").parse::<u8>().unwrap();
    assert_eq!(points("jellacic"), 10, "guns do not stop horse");
    assert!(points("frelich") > 10, "it rides around the hussars");
}

#[test]
fn a_friend_in_the_hex_takes_the_zone_away() {
    shows!["6.2c", "DN.4"];
    // A gap between two enemies, with a friend in it.
    let setting = unit(severoli("1614", "N"), "frelich", "1511", "S");
    let setting = unit(setting, "frimont", "1711", "S");
    let blocked = picked(setting.clone(), "severoli");
    assert!(!blocked.offers("to 1610"), "{:?}", blocked.options());
    let setting = unit(setting, "lecchi-guard", "1612", "N");
    let setting = unit(setting, "colbert", "1611", "N");
    let open = picked(setting, "severoli");
    assert!(open.offers("to 1610"), "he walks past: {:?}", open.options());
}

#[test]
fn leaving_a_zone_costs_two_and_another_may_follow() {
    shows!["6.2j", "6.2k", "6.2m", "5.0a"];
    let setting = unit(severoli("1612", "N"), "frelich", "1611", "S");
    let setting = unit(setting, "jellacic", "1811", "S");
    let mut table = picked(setting, "severoli");
    assert_eq!(cost(&table, "1613"), "4", "two to leave, two for the fields");
    assert_eq!(cost(&table, "1712"), "4", "from zone to zone");
    table.play(&["to 1712", "ready NW", "done"]);
    let mut fails = table.clone();
    fails.rolls(&[5]).play(&["attack severoli 1611"]);
    assert!(
        !fails.told(engine::Viewer::All).iter().any(|text| text.contains("will attack")),
        "5 is above his morale of 4"
    );
    table.rolls(&[4]).play(&["attack severoli 1611"]);
    assert!(table.told(engine::Viewer::All).iter().any(|text| text.contains("will attack")));
}

#[test]
fn a_unit_faces_where_it_came_from_or_pays() {
    shows!["6.8a", "6.8b", "6.8c", "6.7a"];
    let mut table = picked(severoli("1614", "S"), "severoli");
    table.play(&["to 1612", "face N"]);
    assert_eq!((facing(&table, "severoli"), chart(&table, "severoli").spent), ("N", 4));
    let mut table = picked(severoli("1614", "S"), "severoli");
    table.play(&["to 1612", "face S"]);
    assert_eq!((facing(&table, "severoli"), chart(&table, "severoli").spent), ("S", 5));
    // With the last point gone only the way he came is left.
    let mut table = picked(severoli("1614", "S"), "severoli");
    table.play(&["to 1610"]);
    assert_eq!(table.options().iter().filter(|option| option.starts_with("face")).count(), 1);
    assert_eq!(table.refused_by("face S"), "6.8c");
}

#[test]
fn turning_on_the_spot_is_a_stationary_action_of_the_whole_stack() {
    shows!["6.7c", "4.1b", "4.1.2", "4.1a", "6.1c"];
    let mut table = picked(severoli("1614", "S"), "severoli");
    table.play(&["turn NE"]);
    assert_eq!(facing(&table, "severoli"), "NE");
    assert_eq!(table.refused_by("to 1613"), "4.1b");
    table.play(&["done"]);
    assert!(!hex(&table, "severoli").is_empty());
    // Somebody who is not active forbids it.
    let table = picked(unit(severoli("1614", "S"), "colbert", "1614", "S"), "severoli");
    assert_eq!(table.refused_by("turn NE"), "6.1c");
}

#[test]
fn ten_points_are_the_most_in_a_hex() {
    shows!["6.1a", "6.1b", "6.1d"];
    let setting = unit(severoli("1614", "N"), "lecchi-guard", "1612", "NE");
    let mut table = picked(setting, "severoli");
    assert!(table.offers("to 1612"), "6 and 4, of two corps");
    table.play(&["to 1612"]);
    assert_eq!(table.options(), ["face NE", "stay"], "as the stack there faces, or he halts to detach a brigade");
    let table = picked(unit(severoli("1614", "N"), "seras", "1612", "NE"), "severoli");
    assert_eq!(table.refused_by("to 1612"), "6.1a");
    assert!(!table.offers("to 1612"));
    assert!(table.offers("to 1611"), "through the hex is no matter");
    // Eight points spent, none left to turn as the stack does.
    let table = picked(unit(severoli("1614", "N"), "lecchi-guard", "1610", "S"), "severoli");
    assert_eq!(table.refused_by("to 1610"), "6.1c");
}

#[test]
fn double_time_adds_the_morale_and_may_cost_stragglers() {
    shows!["6.12a", "6.12b", "6.12c", "10.0a", "11.0b"];
    let mut table = picked(severoli("1614", "N"), "severoli");
    assert!(!table.offers("to 1609"));
    table.play(&["double"]);
    assert!(table.offers("to 1608"), "12 points: {:?}", table.options());
    table.play(&["to 1608"]);
    let mut keeps = table.clone();
    keeps.rolls(&[4]).play(&["face N"]);
    assert_eq!((chart(&keeps, "severoli").fatigue, chart(&keeps, "severoli").stragglers), (2, 0));
    table.rolls(&[5]).play(&["face N"]);
    assert_eq!((chart(&table, "severoli").steps, chart(&table, "severoli").stragglers), (2, 1));
}

#[test]
fn out_of_command_units_shun_the_enemy_unless_their_morale_holds() {
    shows!["15.0", "2.2.4b"];
    let build = || {
        let setting = unit(raab("BARA").unit("baraguey-d-hilliers", "0710"), "severoli", "1614", "N");
        picked(unit(setting, "davidovich", "1611", "S"), "severoli")
    };
    let mut table = build();
    assert_eq!(table.refused_by("to 1612"), "15.0");
    table.rolls(&[4]).play(&["urge"]);
    assert!(table.offers("to 1612"));
    let mut table = build();
    table.rolls(&[5]).play(&["urge"]);
    assert!(!table.offers("to 1612") && !table.offers("to 1609") && table.offers("rest"));
    assert_eq!(table.forecast("to 1613").sum.parts.last().unwrap().value, "4", "half his points");
}

/// Grenier's two divisions beside Colloredo's guns in 1604, which reach 1505 and not 1506.
fn beside_guns(seras: &str, durutte: &str) -> Table<MarchIntoBattle> {
    let at = |piece: &str, hex: &str| serde_json::json!({ "piece": piece, "hex": hex, "facing": "N", "steps": 2 });
    let setting = raab("GREN-C").unit("grenier", "1505").piece(at("seras", seras)).piece(at("durutte", durutte));
    unit(setting, "colloredo", "1604", "S").table(&game())
}

#[test]
fn the_zone_is_judged_when_a_unit_begins_its_movement() {
    shows!["6.2j", "6.2c"];
    // Two in the hex negate the zone for each other: the first leaves freely, the second stands alone and pays.
    let mut table = beside_guns("1505", "1505");
    table.play(&["pick seras"]);
    assert_eq!(cost(&table, "1405"), "2");
    table.play(&["to 1405", "face NW", "pick durutte"]);
    assert_eq!(cost(&table, "1405"), "4");
    // A friend who comes up frees the one who stood there.
    let mut table = beside_guns("1506", "1505");
    table.play(&["pick durutte"]);
    assert_eq!(cost(&table, "1405"), "4");
    let mut table = beside_guns("1506", "1505");
    table.play(&["pick seras", "to 1505", "face N", "pick durutte"]);
    assert_eq!(cost(&table, "1405"), "2");
}

#[test]
fn a_stack_of_active_troops_turns_together() {
    shows!["6.7c", "6.1c"];
    let at = |piece: &str| serde_json::json!({ "piece": piece, "hex": "0911", "facing": "N", "steps": 2 });
    let setting = raab("GREN-C").unit("grenier", "0911").piece(at("seras")).piece(at("durutte"));
    let mut table = unit(setting, "frimont", "1503", "S").table(&game());
    table.play(&["pick seras", "turn S"]);
    assert_eq!((facing(&table, "seras"), facing(&table, "durutte")), ("S", "S"));
    // Who has gone on to do something else holds the stack as it is.
    let setting = raab("GREN-C").unit("grenier", "0911").piece(at("seras")).piece(at("durutte"));
    let mut table = unit(setting, "frimont", "1503", "S").table(&game());
    table.play(&["pick durutte", "rest", "done", "pick seras"]);
    assert_eq!(table.refused_by("turn S"), "6.1c");
}

#[test]
fn only_who_is_out_of_command_and_has_not_set_out_is_urged() {
    shows!["15.0"];
    let in_command = picked(severoli("1614", "N"), "severoli");
    assert!(!in_command.offers("urge"));
    assert_eq!(in_command.refused_by("urge"), "15.0");
    let setting = unit(raab("BARA").unit("baraguey-d-hilliers", "0710"), "severoli", "1614", "N");
    let mut table = picked(unit(setting, "davidovich", "1611", "S"), "severoli");
    assert!(table.offers("urge"));
    table.play(&["double"]);
    assert!(!table.offers("urge"));
}

#[test]
fn a_march_takes_the_places_on_its_way() {
    shows!["6.0a"];
    let setting = severoli("1008", "N").mark("control", "1007=coalition");
    let mut table = picked(setting, "severoli");
    table.play(&["to 1006"]);
    let face = table.options().into_iter().find(|option| option.starts_with("face")).unwrap();
    table.play(&[&face]);
    let battle = &table.playing.rules().scenarios[1];
    let manor = battle.places.iter().position(|&(at, _)| battle.ground.label(at) == "1007").unwrap();
    assert_eq!(table.state().control[manor], 1, "the road to 1006 leads through the manor");
}

#[test]
fn no_other_unit_ends_its_move_in_a_line() {
    shows!["6.1a", "16.6a"];
    let line = serde_json::json!({ "piece": "seras", "hex": "1613", "second_hex": "1513", "facing": "N", "steps": 2 });
    let table = picked(severoli("1614", "N").piece(line), "severoli");
    assert_eq!(table.refused_by("to 1613"), "6.1a");
    assert!(table.offers("to 1612"), "but through it");
}

#[test]
fn the_way_of_an_arrival_begins_where_it_enters() {
    shows!["3.I", "6.0b"];
    let setting = Setting::new("units", 4).scenario("raab").mark("active", "MACD");
    let setting = setting.piece(serde_json::json!({ "piece": "lamarque", "hex": "", "place": "waiting" }));
    let mut table = unit(setting.unit("eugene", "0512"), "frimont", "1503", "S").table(&game());
    table.play(&["pick lamarque"]);
    let path = table.forecast("to 0413").path;
    assert_eq!(path, ["0414", "0413"]);
    // Who stops where he enters has come through no other hex, whatever he faces.
    let ground = &table.playing.rules().scenarios[1].ground;
    let mut stops = table.clone();
    stops.play(&["to 0414", "face S"]);
    let (_, told) = stops.playing.log().iter().rfind(|(_, event)| event.kind == EventKind::Move).unwrap();
    assert_eq!(told.hexes.iter().map(|&hex| ground.label(hex)).collect::<Vec<_>>(), ["0414"]);
    // Also where the map goes on to the south of it.
    let setting = Setting::new("units", 2).scenario("friedland").mark("active", "LANN").unit("lannes", "0207");
    let setting = setting.piece(serde_json::json!({ "piece": "verdier", "hex": "", "place": "waiting" }));
    let mut table = unit(setting, "3rd-division", "1206", "SW").table(&game());
    table.play(&["pick verdier"]);
    assert_eq!(table.forecast("to 0207").path, ["0108", "0207"]);
}

#[test]
fn what_a_step_costs_is_opened_with_its_reason() {
    shows!["6.2f", "6.0b"];
    let table = picked(unit(severoli("1614", "N"), "frelich", "1611", "S"), "severoli");
    let labels: Vec<String> = table.forecast("to 1612").sum.parts.iter().map(|part| part.label.clone()).collect();
    assert!(labels.iter().any(|label| label == "1612, into an enemy zone"), "{labels:?}");
    assert!(labels.iter().any(|label| label.starts_with("1613, ") && !label.contains("zone")), "{labels:?}");
}

#[test]
fn who_makes_ready_must_have_an_enemy_before_him_and_face_as_his_stack() {
    shows!["7.0a", "6.1c"];
    let mut table = picked(unit(severoli("1614", "N"), "frelich", "1611", "S"), "severoli");
    table.play(&["to 1612"]);
    assert!(table.offers("ready N"));
    assert_eq!(table.refused_by("ready S"), "7.0a");
    // Lecchi stands there and faces north-east.
    let setting = unit(severoli("1614", "N"), "lecchi-guard", "1612", "NE");
    let mut table = picked(unit(setting, "frelich", "1611", "S"), "severoli");
    table.play(&["to 1612"]);
    assert_eq!(table.refused_by("ready N"), "6.1c");
}

#[test]
fn who_has_marched_does_not_turn_with_his_stack_as_well() {
    shows!["4.1a", "6.7c"];
    let mut table = picked(severoli("1614", "S"), "severoli");
    table.play(&["to 1613", "stay"]);
    assert!(!table.options().iter().any(|option| option.starts_with("turn ")), "{:?}", table.options());
    assert_eq!(table.refused_by("turn NE"), "4.1b");
}

#[test]
fn a_march_comes_from_behind_the_hex_that_is_faced() {
    shows!["6.8b", "6.8c", "6.0b"];
    let marched = |to: &str, front: &str| {
        let mut table = picked(severoli("1614", "S"), "severoli");
        table.play(&[&format!("to {to}"), &format!("face {front}")]);
        let ground = &table.playing.rules().scenarios[1].ground;
        let (_, told) = table.playing.log().iter().rfind(|(_, event)| event.kind == EventKind::Move).unwrap();
        let path: Vec<_> = told.hexes.iter().map(|&hex| ground.label(hex)).collect();
        (path.join(" "), chart(&table, "severoli").spent)
    };
    // Fields everywhere, two points each. Whoever comes by another way has turned on his march for nothing.
    assert_eq!(marched("1612", "N"), ("1614 1613 1612".into(), 4));
    assert_eq!(marched("1612", "NE"), ("1614 1613 1612".into(), 5), "to come from 1513 would cost six");
    assert_eq!(marched("1513", "N"), ("1614 1514 1513".into(), 4));
    assert_eq!(marched("1513", "NW"), ("1614 1613 1513".into(), 4));
    // Who comes the last step to the north-west can as well come from the south, and does if he is to face north.
    assert_eq!(marched("1512", "NW"), ("1614 1613 1612 1512".into(), 6));
    let (path, spent) = marched("1512", "N");
    assert!(path.ends_with("1513 1512") && spent == 6, "{path}");
    // To look back costs a point.
    assert_eq!(marched("1613", "S"), ("1614 1613".into(), 3));
}

#[test]
fn who_halts_faces_where_he_came_from() {
    shows!["6.8b", "6.8c"];
    let halted = |end: &str| {
        let mut table = picked(severoli("1614", "S"), "severoli");
        table.play(&["to 1613", "stay", end]);
        (facing(&table, "severoli"), chart(&table, "severoli").spent)
    };
    // Two points for the fields, and one more to face any way but north.
    assert_eq!(halted("face N"), ("N", 2));
    assert_eq!(halted("face S"), ("S", 3));
}

/// Lamarque beside the map with Macdonald's corps, whose road is 0414, and somebody in his way.
fn arriving(eugene: &str, marks: &[&str], others: &[(&str, &str, &[&str])]) -> Table<MarchIntoBattle> {
    let setting = Setting::new("units", 4).scenario("raab").mark("active", "MACD").unit("eugene", eugene);
    let mut setting =
        setting.piece(serde_json::json!({ "piece": "lamarque", "hex": "", "place": "waiting", "marks": marks }));
    for (piece, at, marks) in others {
        setting = marked(setting, piece, at, "N", marks);
    }
    picked(unit(setting, "mecsery", "1503", "S"), "lamarque")
}

#[test]
fn an_arrival_goes_around_a_road_that_the_enemy_bars() {
    shows!["3.I", "6.0b"];
    let first = |table: &Table<MarchIntoBattle>, to: &str| table.forecast(&format!("to {to}")).path[0].clone();
    // Infantry without guns holds its hex alone: who arrives comes in beside it.
    let held = arriving("0512", &[], &[("jellacic", "0414", &["guns=0"])]);
    assert!(!held.offers("to 0414"));
    assert_eq!((first(&held, "0314"), first(&held, "0514")), ("0314".into(), "0514".into()));
    assert_eq!(first(&held, "0214"), "0314", "no further away than must be");
    let around = held.forecast("to 0413").path.clone();
    assert!(!around.contains(&"0414".to_string()), "not through him either: {around:?}");
    // Hussars hold the hexes around with their zone, too: two hexes away it is free.
    let ridden = arriving("0512", &[], &[("frelich", "0414", &[])]);
    assert!(!ridden.offers("to 0414"));
    assert_eq!((first(&ridden, "0214"), first(&ridden, "0314")), ("0214".into(), "0214".into()));
}

#[test]
fn an_arrival_pays_for_the_fields_where_friends_or_zones_are_on_its_road() {
    shows!["3.I", "6.5a", "6.2g"];
    let spent = ["fatigue=9"];
    // Spent, he has one point: the road alone lets him in.
    assert!(arriving("0512", &spent, &[]).offers("to 0414"));
    assert!(!arriving("0512", &spent, &[("frelich", "0413", &[])]).offers("to 0414"));
    let through = |others: &[(&str, &str, &[&str])]| cost(&arriving("0512", &[], others), "0413");
    assert_eq!(through(&[]), "3", "a point for the road, two for the fields");
    assert_eq!(through(&[("durutte", "0414", &["guns=0"])]), "4", "past a friend on the road");
}

#[test]
fn an_arrival_is_commanded_from_its_road_or_by_the_leader_beside_it() {
    shows!["15.0", "2.2.4b"];
    // Eugene's word reaches from 0512 to 0414, and not from the other end of the map.
    assert!(!arriving("0512", &[], &[]).offers("urge"));
    assert!(arriving("2002", &[], &[]).offers("urge"));
    let setting = Setting::new("units", 4).scenario("raab").mark("active", "MACD").unit("eugene", "2002");
    let setting = setting.piece(serde_json::json!({ "piece": "lamarque", "hex": "", "place": "waiting" }));
    let setting = setting.piece(serde_json::json!({ "piece": "macdonald", "hex": "", "place": "waiting" }));
    assert!(!picked(unit(setting, "mecsery", "1503", "S"), "lamarque").offers("urge"), "Macdonald comes with him");
}

#[test]
fn a_leader_who_was_left_without_troops_comes_back_with_his_own() {
    shows!["15.0", "2.2.4a"];
    // Frimont marches into the hex where Macdonald and Grenier stand without a man; Macdonald's corps is to come.
    let setting = Setting::new("units", 4).scenario("raab").mark("active", "FRIM").mark("cup", "MACD");
    let setting = setting.unit("general-frimont", "1505").unit("macdonald", "1506").unit("grenier", "1506");
    let setting = setting.piece(serde_json::json!({ "piece": "lamarque", "hex": "", "place": "waiting" }));
    let mut table = unit(setting.unit("eugene", "0512"), "frimont", "1505", "S").table(&game());
    let place = |table: &Table<MarchIntoBattle>, leader: &str| {
        let index = table.playing.rules().scenarios[1].leader_named(leader).unwrap();
        let chart = table.state().leaders[usize::from(index)];
        (chart.place == march_into_battle::state::Place::Map).then_some(chart.hex)
    };
    table.play(&["pick frimont", "to 1506", "face S"]);
    assert_eq!([place(&table, "macdonald"), place(&table, "grenier")], [None, None]);
    while !table.offers("pick lamarque") {
        table.play(&["done"]);
    }
    table.play(&["pick lamarque", "to 0414", "face N"]);
    assert_eq!(place(&table, "macdonald"), Some(chart(&table, "lamarque").hex));
    assert_eq!(place(&table, "grenier"), None, "he leads others");
}

#[test]
fn who_stops_where_he_enters_faces_as_he_likes() {
    shows!["3.I", "6.8b"];
    for front in ["N", "SE", "NW"] {
        let mut table = arriving("0512", &[], &[]);
        table.play(&["to 0414", &format!("face {front}")]);
        assert_eq!(facing(&table, "lamarque"), front);
    }
}
