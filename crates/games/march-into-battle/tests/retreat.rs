//! 7.2 Retreats and advances, and the town stand (T-1).

use crate::common::{chart, disorganized, facing, game, hex, marked, raab, unit};
use engine::laws::{Setting, Table};
use engine::{Side, shows};
use march_into_battle::MarchIntoBattle;

/// Fights so that the defenders retreat by so many hexes, and all roll 6 on the CET.
fn drive(table: &mut Table<MarchIntoBattle>, retreat: u8, cet: &[u16]) {
    let total: i16 = table.forecast("fight 1").sum.value.parse().unwrap();
    let wanted = match retreat {
        1 => 5,
        2 => 7,
        _ => 9,
    };
    let mut rolls = vec![u16::try_from((wanted - total).clamp(1, 6)).unwrap()];
    rolls.extend(cet);
    table.rolls(&rolls).play(&["fight 1"]);
}

fn attack(setting: Setting, target: &str) -> Table<MarchIntoBattle> {
    let mut table = setting.table(&game());
    let attack = |unit: &str| format!("attack {unit} {target}");
    table.play(&["done", &attack("seras"), &attack("durutte"), "done"]);
    table
}

/// Seras and Durutte attack Jellacic in the open: 12 against 8.
fn open() -> Setting {
    let setting = raab("GREN-C").unit("grenier", "1513").unit("eugene", "1513");
    let setting = unit(setting, "seras", "1512", "NE");
    let setting = unit(setting, "durutte", "1612", "N");
    unit(setting, "jellacic", "1611", "SW")
}

#[test]
fn the_owner_chooses_among_the_ways_that_lead_away() {
    shows!["7.2b", "7.2r", "7.2d"];
    let mut table = attack(open(), "1611");
    drive(&mut table, 2, &[6, 6, 6]);
    assert_eq!(table.chooser(), Side::Second);
    assert_eq!(table.options(), ["to 1610", "to 1711"]);
    assert_eq!(table.refused_by("to 1511"), "7.2b");
    table.play(&["to 1610"]);
    assert!(table.options().iter().all(|option| option.starts_with("to ")), "the second hex follows");
    table.play(&["to 1609", "face NW"]);
    assert_eq!((hex(&table, "jellacic").as_str(), facing(&table, "jellacic")), ("1609", "NW"));
}

#[test]
fn friends_on_the_way_disorder_who_goes_on() {
    shows!["7.2e", "6.1a"];
    let build = |option: &str| {
        // Both hexes that lead away hold friends.
        let setting = unit(open().option(option), "colloredo", "1610", "N");
        let setting = unit(setting, "frimont", "1711", "N");
        let mut table = attack(setting, "1611");
        drive(&mut table, 1, &[6, 6, 6]);
        table
    };
    // With Colloredo there would be 14 points in the hex: he goes on, and is disorganized.
    let mut table = build("retreat-together");
    table.play(&["to 1610"]);
    assert!(disorganized(&table, "jellacic"));
    assert!(!disorganized(&table, "colloredo"));
    while table.chooser() == Side::Second {
        let first = table.options()[0].clone();
        table.play(&[&first]);
    }
    assert_ne!(hex(&table, "jellacic"), "1610");
}

#[test]
fn a_retreat_goes_on_through_friends_to_an_open_space() {
    shows!["7.2e"];
    let build = |option: &str| {
        let setting = raab("GREN-C").unit("grenier", "1513").unit("eugene", "1513").option(option);
        let setting = unit(setting, "seras", "1512", "NE");
        let setting = unit(setting, "durutte", "1612", "N");
        let setting = marked(setting, "jellacic", "1611", "SW", &["morale=4"]);
        let setting = unit(setting, "davidovich", "1711", "N");
        let setting = unit(setting, "hummel-detachment", "1610", "NW");
        let mut table = attack(setting, "1611");
        drive(&mut table, 1, &[6, 6, 6]);
        table.play(&["to 1610"]);
        table
    };
    // By the switch he ends with friends, as they face.
    let table = build("retreat-together");
    assert_eq!((hex(&table, "jellacic").as_str(), facing(&table, "jellacic")), ("1610", "NW"));
    assert!(!disorganized(&table, "jellacic"));
    // By the book he is disorganized and goes on to an open space.
    let mut table = build("retreat-together=off");
    assert!(disorganized(&table, "jellacic"));
    while table.chooser() == Side::Second {
        let first = table.options()[0].clone();
        table.play(&[&first]);
    }
    assert_ne!(hex(&table, "jellacic"), "1610");
    assert!(disorganized(&table, "jellacic"));
}

#[test]
fn by_the_switch_only_who_has_to_go_on_from_friends_is_disorganized() {
    shows!["7.2e", "6.1a"];
    // Steady troops, whom the retreat itself does not disorder, and Colloredo's ten points in their way.
    let setting = raab("GREN-C").unit("grenier", "1513").unit("eugene", "1513").option("retreat-together");
    let setting = unit(unit(setting, "seras", "1512", "NE"), "durutte", "1612", "N");
    let setting = marked(setting, "jellacic", "1611", "SW", &["morale=4"]);
    let setting = unit(unit(setting, "davidovich", "1711", "N"), "colloredo", "1610", "NW");
    let mut table = attack(setting, "1611");
    drive(&mut table, 1, &[6, 6, 6]);
    assert!(!disorganized(&table, "jellacic"));
    table.play(&["to 1610"]);
    while table.chooser() == Side::Second {
        let first = table.options()[0].clone();
        table.play(&[&first]);
    }
    assert_ne!(hex(&table, "jellacic"), "1610", "they do not fit in there together");
    assert!(disorganized(&table, "jellacic") && !disorganized(&table, "colloredo"));
}

#[test]
fn enemy_zones_cost_a_retreat_dearly() {
    shows!["7.2f", "7.2g", "7.2h", "7.2i"];
    // French guns cover one way out and dragoons the other: the stack must pass.
    let setting = unit(open(), "guerin-dragoons", "1710", "S");
    let mut table = attack(setting, "1611");
    drive(&mut table, 1, &[6, 6, 6]);
    // 1610 and 1711 are both in the zone of the dragoons in Toltestava.
    let before = chart(&table, "guerin-dragoons").fatigue;
    assert_eq!(table.options(), ["to 1610", "to 1711"]);
    table.play(&["to 1711"]);
    assert!(disorganized(&table, "jellacic"));
    // He has gone his hex and looks for an open space: 1810 leads further away but is in the zone too, 1811 is open.
    assert_eq!(hex(&table, "jellacic"), "1811");
    assert_eq!(chart(&table, "jellacic").steps, 3);
    assert_eq!((chart(&table, "jellacic").stragglers, table.state().casualties[1]), (0, 1), "sabres make casualties");
    assert_eq!(chart(&table, "guerin-dragoons").fatigue, before + 1);
    // As far as the result says, away comes first: two hexes of the zone.
    let setting = unit(open(), "guerin-dragoons", "1710", "S");
    let mut table = attack(setting, "1611");
    drive(&mut table, 2, &[6, 6, 6]);
    table.play(&["to 1711"]);
    assert_eq!(table.state().casualties[1], 2);
    // Guns alone cost a straggler step.
    let setting = unit(open(), "severoli", "1710", "S");
    let mut table = attack(setting, "1611");
    drive(&mut table, 1, &[6, 6, 6]);
    table.play(&["to 1711"]);
    assert_eq!((chart(&table, "jellacic").stragglers, table.state().casualties[1]), (1, 0));
}

#[test]
fn who_is_hemmed_in_stays_and_bleeds() {
    shows!["7.2j"];
    let setting = raab("GREN-C").unit("grenier", "1513").unit("eugene", "1513");
    let mut setting = unit(setting, "seras", "1512", "NE");
    for (piece, at) in
        [("durutte", "1612"), ("severoli", "1712"), ("pacthod", "1711"), ("lecchi-guard", "1610"), ("lamarque", "1511")]
    {
        setting = unit(setting, piece, at, "N");
    }
    let mut table = attack(unit(setting, "jellacic", "1611", "SW"), "1611");
    drive(&mut table, 1, &[6, 6, 6]);
    assert_eq!((hex(&table, "jellacic").as_str(), chart(&table, "jellacic").steps), ("1611", 2));
    assert_eq!((table.state().casualties[1], chart(&table, "jellacic").guns), (2, 3));
}

#[test]
fn water_and_swamps_punish_a_retreat() {
    shows!["7.2k", "7.2l", "7.2s"];
    // Jellacic with the Pandzsa at his back: 1108 lies beyond the stream.
    let build = |at: &str, from: [&str; 2], fronts: [&str; 2], option: &str| {
        let setting = raab("GREN-C").unit("grenier", from[0]).unit("eugene", from[0]).option(option);
        let setting = unit(setting, "seras", from[0], fronts[0]);
        let setting = unit(setting, "durutte", from[1], fronts[1]);
        let mut table = attack(marked(setting, "jellacic", at, "S", &["morale=4"]), at);
        drive(&mut table, 1, &[6, 6, 6]);
        table
    };
    // The book names creeks and rivers; by our reading streams cost the same as creeks.
    for (option, stragglers) in [("dry-bridges=off", 0), ("dry-bridges=on", 1)] {
        let mut table = build("1109", ["1110", "1009"], ["N", "NE"], option);
        let ways = table.options();
        assert!(ways.contains(&"to 1108".to_string()), "{ways:?}");
        table.play(&["to 1108"]);
        assert_eq!(
            (disorganized(&table, "jellacic"), chart(&table, "jellacic").stragglers),
            (stragglers > 0, stragglers)
        );
    }
    // The swamps of the Pandzsa at 1209 and 1210.
    let mut table = build("1110", ["1111", "1010"], ["N", "NE"], "dry-bridges=off");
    let ways = table.options();
    assert!(ways.contains(&"to 1209".to_string()), "{ways:?}");
    table.play(&["to 1209"]);
    assert_eq!(table.state().casualties[1], 2, "a swamp");
    assert!(disorganized(&table, "jellacic"));
}

#[test]
fn a_creek_costs_stragglers_bridge_or_not() {
    shows!["7.2k"];
    for (option, stragglers) in [("dry-bridges=off", 1), ("dry-bridges=on", 0)] {
        // Lusignan in Unterfecking, with the bridges over the Feckinger Bach behind him.
        let setting = Setting::new("units", 2).scenario("teugn-hausen").mark("active", "III-D").option(option);
        let setting = setting.unit("davout", "0309");
        let setting = unit(unit(setting, "st-hilaire", "0309", "NE"), "friant", "0308", "SE");
        let mut table = marked(setting, "lusignan", "0408", "NW", &["guns=0"]).table(&game());
        table.play(&["done", "attack st-hilaire 0408", "attack friant 0408", "done"]);
        let total: i16 = table.forecast("fight 1").sum.value.parse().unwrap();
        table.rolls(&[u16::try_from((5 - total).clamp(1, 6)).unwrap()]).play(&["fight 1"]);
        table.rolls(&[6, 6, 6]).play(&["yield"]);
        let before = (disorganized(&table, "lusignan"), chart(&table, "lusignan").stragglers);
        table.play(&["to 0508"]);
        assert_eq!(chart(&table, "lusignan").stragglers - before.1, stragglers);
        assert_eq!(disorganized(&table, "lusignan"), before.0 || stragglers > 0);
    }
}

#[test]
fn a_retreat_crosses_a_river_at_a_bridge_and_at_a_price() {
    shows!["7.2l", "6.4c"];
    // The 2nd division in the bend of the Alle, with its back to the river.
    let build = |option: &str| {
        let setting = Setting::new("units", 2).scenario("friedland").mark("active", "NEY").option(option);
        let setting = setting.unit("ney", "1107").unit("napoleon", "1107");
        let setting = unit(setting, "marchand", "1107", "SE");
        let setting = unit(setting, "bisson", "1206", "S");
        let setting = unit(setting, "latour-maubourg", "1208", "N");
        let mut table = unit(setting, "2nd-division", "1207", "NW").table(&game());
        table.play(&["done", "attack marchand 1207", "attack bisson 1207", "done"]);
        drive(&mut table, 1, &[6, 6, 6]);
        table
    };
    // By our reading it wades, and loses two steps.
    let mut table = build("dry-bridges");
    while table.chooser() == Side::Second && table.options()[0].starts_with("to ") {
        let first = table.options()[0].clone();
        table.play(&[&first]);
    }
    assert!(table.state().casualties[1] >= 2, "{:?}", table.told(engine::Viewer::All));
    // By the book no unit crosses a river without a bridge.
    let mut table = build("dry-bridges=off");
    let crossed = ["1307", "1308", "1306"];
    while table.chooser() == Side::Second && table.options()[0].starts_with("to ") {
        assert!(!crossed.iter().any(|to| table.offers(&format!("to {to}"))), "{:?}", table.options());
        let first = table.options()[0].clone();
        table.play(&[&first]);
    }
    assert!(!crossed.contains(&hex(&table, "2nd-division").as_str()), "{}", hex(&table, "2nd-division"));
    // By a bridge it does, and pays; by our reading it does not pay.
    for (option, steps) in [("dry-bridges=off", 2), ("dry-bridges=on", 0)] {
        let setting = Setting::new("units", 2).scenario("friedland").mark("active", "NEY").option(option);
        let setting = setting.unit("ney", "1206").unit("napoleon", "1206");
        let setting = unit(unit(setting, "marchand", "1206", "NE"), "bisson", "1205", "SE");
        let mut table = marked(setting, "2nd-division", "1306", "NW", &["guns=0", "morale=4"]).table(&game());
        table.play(&["done", "attack marchand 1306", "attack bisson 1306", "done"]);
        let total: i16 = table.forecast("fight 1").sum.value.parse().unwrap();
        table.rolls(&[u16::try_from((5 - total).clamp(1, 6)).unwrap()]).play(&["fight 1"]);
        table.rolls(&[6, 6, 6]).play(&["yield"]);
        let before = table.state().casualties[1];
        let first = table.options()[0].clone();
        table.play(&[&first]);
        assert_eq!(table.state().casualties[1], before + steps, "{:?}", table.told(engine::Viewer::All));
        assert_ne!(hex(&table, "2nd-division"), "1306");
    }
}

#[test]
fn whoever_is_driven_off_the_map_is_lost() {
    shows!["7.2m"];
    let setting = raab("GREN-C").unit("grenier", "1913").unit("eugene", "1913");
    let setting = unit(setting, "seras", "1913", "SE");
    let setting = unit(setting, "durutte", "2012", "S");
    let mut table = marked(setting, "colloredo", "2013", "NW", &["guns=0"]).table(&game());
    table.play(&["done", "attack seras 2013", "attack durutte 2013", "done"]);
    drive(&mut table, 3, &[6, 6, 6]);
    for _ in 0..4 {
        if table.chooser() == Side::Second && table.options()[0].starts_with("to ") {
            let last = table.options().last().unwrap().clone();
            table.play(&[&last]);
        }
    }
    assert_eq!(hex(&table, "colloredo"), "Gone");
    assert_eq!((table.state().casualties[1], table.state().destroyed[1]), (3, 1));
}

#[test]
fn who_can_only_leave_by_the_edge_is_driven_off_it() {
    shows!["7.2m", "7.2j"];
    // Colloredo in the corner, with an enemy in each of the hexes that are left to him.
    let setting = raab("GREN-C").unit("grenier", "1913").unit("eugene", "1913");
    let setting = unit(setting, "seras", "1914", "NE");
    let mut setting = unit(setting, "durutte", "2013", "S");
    for (piece, at) in [("severoli", "1913"), ("pacthod", "1915")] {
        if game().scenarios[1].ground.board().parse(at).is_ok() {
            setting = unit(setting, piece, at, "N");
        }
    }
    let mut table = marked(setting, "colloredo", "2014", "NW", &["guns=0"]).table(&game());
    table.play(&["done", "attack seras 2014", "attack durutte 2014", "done"]);
    drive(&mut table, 1, &[6, 6, 6]);
    assert_eq!(hex(&table, "colloredo"), "Gone", "the exit off the map is not blocked by enemies");
}

#[test]
fn attackers_may_follow_but_not_through_enemy_zones() {
    shows!["7.2n", "7.2o", "7.2p", "7.2q"];
    // Frimont's guns reach 1610 but nothing nearer.
    let setting = unit(open(), "frimont", "1609", "S");
    let mut table = attack(setting, "1611");
    drive(&mut table, 2, &[6, 6, 6]);
    while table.chooser() == Side::Second {
        let first = table.options().into_iter().find(|option| option != "to 1610").unwrap();
        table.play(&[&first]);
    }
    assert!(table.offers("done") && table.offers("advance seras"));
    table.play(&["advance durutte"]);
    let ways = table.options();
    assert!(ways.contains(&"to 1611".to_string()), "{ways:?}");
    assert!(!ways.contains(&"to 1512".to_string()), "the first goes through the hex that was left: {ways:?}");
    assert!(ways.contains(&"to 1610".to_string()), "into the zone: {ways:?}");
    assert_eq!(table.refused_by("to 1609"), "7.2o");
    table.play(&["to 1610", "advance seras"]);
    // The second may go anywhere within two hexes.
    assert!(table.offers("to 1511"), "{:?}", table.options());
    table.play(&["to 1611"]);
    table.play(&["face NW", "face N"]);
    assert_eq!((hex(&table, "durutte").as_str(), hex(&table, "seras").as_str()), ("1610", "1611"));
}

#[test]
fn nobody_advances_after_an_engagement() {
    shows!["7.2a"];
    let mut table = attack(open(), "1611");
    let total: i16 = table.forecast("fight 1").sum.value.parse().unwrap();
    assert_eq!(total, 2);
    table.rolls(&[2, 6, 6, 6]).play(&["fight 1"]);
    assert!(!table.told(engine::Viewer::All).iter().any(|text| text.contains("advances")));
    assert_eq!(hex(&table, "jellacic"), "1611");
}

#[test]
fn a_village_can_be_held_at_a_price() {
    shows!["DN.3"];
    let build = |marks: &[&str], piece: &str| {
        let setting = raab("GREN-C").unit("grenier", "1410").unit("eugene", "1410");
        let setting = unit(setting, "seras", "1410", "N");
        let setting = unit(setting, "durutte", "1310", "NE");
        let mut table = marked(setting, piece, "1409", "S", marks).table(&game());
        table.play(&["done", "attack seras 1409", "attack durutte 1409", "done"]);
        let total: i16 = table.forecast("fight 1").sum.value.parse().unwrap();
        table.rolls(&[(5 - total).clamp(1, 6) as u16]).play(&["fight 1"]);
        table
    };
    let mut table = build(&["guns=0"], "colloredo");
    assert_eq!(table.options(), ["defy 1310", "defy 1410", "yield"]);
    table.rolls(&[6, 6, 6]).play(&["defy 1410"]);
    assert_eq!(hex(&table, "colloredo"), "1409", "one hex less is none");
    assert_eq!(
        (chart(&table, "colloredo").steps, chart(&table, "seras").steps, chart(&table, "durutte").steps),
        (2, 2, 3)
    );
    assert_eq!(table.state().casualties, [1, 1]);
    assert_eq!((hex(&table, "seras").as_str(), hex(&table, "durutte").as_str()), ("1410", "1310"), "nobody advances");
    // Who is disorganized may stand, who was smashed before may not.
    assert!(build(&["guns=0", "disorganized"], "colloredo").offers("yield"));
    assert!(!build(&["guns=0", "smashed"], "colloredo").offers("yield"));
}

#[test]
fn an_advance_takes_the_places_on_its_way() {
    shows!["7.2n", "7.2o"];
    // Through the manor of Kismegyer, which the Austrians have left.
    let setting = raab("GREN-C").unit("grenier", "1008").unit("eugene", "1008").mark("control", "1007=coalition");
    let setting = unit(unit(setting, "seras", "1008", "N"), "durutte", "0908", "NE");
    let mut table = marked(setting, "colloredo", "1007", "S", &["guns=0"]).table(&game());
    table.play(&["done", "attack seras 1007", "attack durutte 1007", "done"]);
    drive(&mut table, 2, &[6, 6, 6]);
    while table.chooser() == Side::Second {
        let first = table.options()[0].clone();
        table.play(&[&first]);
    }
    table.play(&["advance seras"]);
    let beyond = ["to 1006", "to 1107", "to 0907"].into_iter().find(|way| table.offers(way)).unwrap();
    table.play(&[beyond]);
    assert_ne!(hex(&table, "seras"), "1007");
    let battle = &table.playing.rules().scenarios[1];
    let manor = battle.places.iter().position(|&(at, _)| battle.ground.label(at) == "1007").unwrap();
    assert_eq!(table.state().control[manor], 1);
}

#[test]
fn a_smashed_unit_at_the_edge_need_not_leave_the_map() {
    shows!["10.2c", "7.2m"];
    // Colloredo is smashed in the corner; his two hexes of retreat are his owner's choice.
    let setting = raab("GREN-C").unit("grenier", "1913").unit("eugene", "1913");
    let setting = unit(setting, "seras", "2012", "S");
    let marks = ["guns=0", "stragglers=1"];
    let colloredo =
        serde_json::json!({ "piece": "colloredo", "hex": "2013", "facing": "N", "steps": 1, "marks": marks });
    let mut table = setting.piece(colloredo).table(&game());
    table.play(&["done", "attack seras 2013", "done"]);
    // Engaged, and the last step falls.
    let total: i16 = table.forecast("fight 1").sum.value.parse().unwrap();
    table.rolls(&[u16::try_from((4 - total).clamp(1, 6)).unwrap(), 1, 6]).play(&["fight 1"]);
    while table.chooser() == Side::Second && table.offers("stay") {
        table.play(&["stay"]);
    }
    assert_ne!(hex(&table, "colloredo"), "Gone");
}

#[test]
fn a_leader_goes_with_the_troops_he_is_with() {
    shows!["7.2b", "2.2.4a"];
    // Besan of his formation is nearer to the old hex than Jellacic is in the end.
    let setting = open().unit("general-jellacic", "1611");
    let mut table = attack(unit(setting, "besan", "1610", "N"), "1611");
    drive(&mut table, 2, &[6, 6, 6]);
    while table.options().iter().all(|option| option.starts_with("to ")) {
        let last = table.options().into_iter().next_back().unwrap();
        table.play(&[&last]);
    }
    let leader = table.playing.rules().scenarios[1].leader_named("general-jellacic").unwrap();
    assert_eq!(table.state().leaders[usize::from(leader)].hex, chart(&table, "jellacic").hex);
}

#[test]
fn who_is_only_engaged_has_no_village_to_hold() {
    shows!["DN.3", "7.2a"];
    let fought = |attackers: &[&str], line: i16| {
        let setting = raab("GREN-C").unit("grenier", "1410").unit("eugene", "1410");
        let setting = unit(unit(setting, "seras", "1410", "N"), "durutte", "1310", "NE");
        let mut table = marked(setting, "colloredo", "1409", "S", &["guns=0"]).table(&game());
        table.play(&["done"]);
        attackers.iter().for_each(|unit| {
            table.play(&[&format!("attack {unit} 1409")]);
        });
        table.play(&["done"]);
        let total: i16 = table.forecast("fight 1").sum.value.parse().unwrap();
        table.rolls(&[(line - total).clamp(1, 6) as u16]).play(&["fight 1"]);
        table
    };
    // Line 5 is a retreat of a hex; by one division alone he is Engaged, and nobody asks him.
    assert!(fought(&["seras", "durutte"], 5).offers("yield"));
    let engaged = fought(&["seras"], 4);
    assert!(engaged.told(engine::Viewer::All).iter().any(|text| text.contains("Engaged")));
    assert!(!engaged.offers("yield") && !engaged.offers("defy 1410"), "{:?}", engaged.options());
}

#[test]
fn the_first_advance_is_into_a_hex_that_was_left() {
    shows!["7.2o"];
    let mut table = attack(open(), "1611");
    drive(&mut table, 1, &[6, 6, 6]);
    while table.chooser() == Side::Second {
        let first = table.options()[0].clone();
        table.play(&[&first]);
    }
    table.play(&["advance durutte"]);
    assert_eq!(table.options(), ["to 1611"], "the open fields around are no advance");
    assert_eq!(table.refused_by("to 1712"), "7.2o");
}

#[test]
fn horse_far_away_rides_nobody_down() {
    shows!["7.2g", "7.2h"];
    // Severoli's guns cover the way; the dragoons are in sight, but their zone ends before 1711.
    let setting = unit(unit(open(), "severoli", "1710", "S"), "guerin-dragoons", "1909", "S");
    let mut table = attack(setting, "1611");
    drive(&mut table, 1, &[6, 6, 6]);
    table.play(&["to 1711"]);
    assert_eq!((chart(&table, "jellacic").stragglers, table.state().casualties[1]), (1, 0));
    assert_eq!(chart(&table, "guerin-dragoons").fatigue, 0);
}
