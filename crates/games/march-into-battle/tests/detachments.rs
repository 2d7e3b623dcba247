//! 10.3 Detachments.

use crate::common::{chart, facing, game, hex, marked, raab, unit};
use engine::laws::Setting;
use engine::shows;
use march_into_battle::state::{Place, mark};

/// Seras with his general, and nobody near.
fn seras(marks: &[&str]) -> Setting {
    let setting = marked(raab("GREN-C"), "seras", "0911", "N", marks).unit("grenier", "0911");
    unit(setting, "frimont", "1503", "S")
}

#[test]
fn a_division_detaches_a_brigade_while_it_moves() {
    shows!["10.3a", "10.3c", "10.3d", "10.3e", "10.3f", "10.3j"];
    let mut table = seras(&["fatigue=3"]).table(&game());
    table.play(&["pick seras", "to 0910", "stay"]);
    assert!(table.offers("detach 1") && !table.offers("detach 2"), "three steps: two would be more than it keeps");
    assert_eq!(table.refused_by("detach 2"), "10.3c");
    table.play(&["detach 1"]);
    let (division, brigade) = (chart(&table, "seras"), chart(&table, "gren-c-detachment"));
    assert_eq!((division.steps, brigade.steps), (2, 1));
    assert_eq!((brigade.fatigue, brigade.morale, brigade.guns, brigade.organic), (3, 4, 0, 0));
    // Both go on with the points that are left: seven of eight.
    table.play(&["face N", "pick gren-c-detachment"]);
    assert!(table.offers("to 0909"));
    table.play(&["to 0909", "face N"]);
    assert_eq!(hex(&table, "gren-c-detachment"), "0909");
}

#[test]
fn a_corps_has_one_detachment_at_a_time_and_others_have_none() {
    shows!["10.3a", "10.3b"];
    let mut table = unit(seras(&[]), "durutte", "0711", "N").table(&game());
    table.play(&["pick seras", "detach 1", "stay", "pick durutte"]);
    assert!(!table.offers("detach 1"));
    assert_eq!(table.refused_by("detach 1"), "10.3a");
    let setting = unit(raab("RES"), "pacthod", "0911", "N").unit("eugene", "0911");
    let mut table = unit(setting, "frimont", "1503", "S").table(&game());
    table.play(&["pick pacthod"]);
    assert!(!table.offers("detach 1"), "the reserve has no detachment counter");
}

#[test]
fn a_detachment_rejoins_its_division_and_evens_out() {
    shows!["10.3g", "10.3h", "10.3i"];
    let joined = |own: u8, theirs: u8| {
        let (own, theirs) = (format!("fatigue={own}"), format!("fatigue={theirs}"));
        let setting = raab("COLL").unit("general-colloredo", "1006");
        let colloredo = serde_json::json!({
            "piece": "colloredo", "hex": "1006", "facing": "S", "steps": 2, "marks": [theirs]
        });
        let setting = setting.piece(colloredo);
        let setting = marked(setting, "hummel-detachment", "1106", "S", &[&own, "stragglers=1", "parent=colloredo"]);
        let mut table = unit(setting, "seras", "0911", "N").table(&game());
        table.play(&["pick hummel-detachment", "to 1006", "rejoin"]);
        table
    };
    let table = joined(4, 1);
    let colloredo = chart(&table, "colloredo");
    assert_eq!((colloredo.steps, colloredo.stragglers, colloredo.fatigue), (3, 1, 2));
    assert_eq!(chart(&table, "hummel-detachment").place, Place::Away);
    assert_eq!(chart(&joined(0, 3), "colloredo").fatigue, 2);
    assert_eq!(chart(&joined(3, 3), "colloredo").fatigue, 3);
}

#[test]
fn a_division_takes_back_no_more_than_its_counters_show() {
    shows!["10.3g"];
    // Colloredo's own three steps and the brigade's one are all there are.
    for (steps, offered) in [(1, true), (2, false)] {
        let setting = raab("COLL").unit("general-colloredo", "1006");
        let setting = unit(setting, "colloredo", "1006", "S");
        let brigade = serde_json::json!({
            "piece": "hummel-detachment", "hex": "1006", "facing": "S", "steps": steps, "marks": ["parent=colloredo"]
        });
        let mut table = unit(setting.piece(brigade), "seras", "0911", "N").table(&game());
        table.play(&["pick hummel-detachment"]);
        assert_eq!(table.offers("rejoin"), offered, "{steps}");
    }
}

#[test]
fn a_brigade_is_as_bold_as_the_division_it_leaves() {
    shows!["10.3e", "10.3j"];
    for (roll, kept) in [(1, mark::URGED), (6, mark::FALTERED)] {
        let setting = raab("GREN-C").unit("grenier", "0101");
        let mut table = unit(unit(setting, "seras", "0911", "N"), "frimont", "1503", "S").table(&game());
        table.rolls(&[roll]).play(&["pick seras", "urge", "detach 1"]);
        assert!(chart(&table, "gren-c-detachment").is(kept));
    }
}

#[test]
fn guns_and_horse_and_stragglers_stay_with_the_division() {
    shows!["10.3c", "10.3e"];
    let setting = raab("FRIM").unit("general-frimont", "1006");
    let setting = marked(setting, "frimont", "1006", "S", &["organic=2", "stragglers=1"]);
    let mut table = unit(setting, "seras", "0911", "N").table(&game());
    table.play(&["pick frimont", "detach 1"]);
    let own = |piece: &str| {
        let chart = chart(&table, piece);
        (chart.steps, chart.stragglers, chart.guns, chart.organic)
    };
    assert_eq!((own("frimont"), own("frim-detachment")), ((3, 1, 2, 2), (1, 0, 0, 0)));
}

#[test]
fn a_division_of_one_step_has_nobody_to_detach_on_its_way() {
    shows!["10.3d", "10.3f"];
    for (steps, offered) in [(2, true), (1, false)] {
        let seras = serde_json::json!({ "piece": "seras", "hex": "0911", "facing": "N", "steps": steps });
        let setting = raab("GREN-C").option("extended-line=off").unit("grenier", "0911").piece(seras);
        let mut table = unit(setting, "frimont", "1503", "S").table(&game());
        table.play(&["pick seras", "to 0910"]);
        assert_eq!(table.offers("stay"), offered, "it halts only to do something there");
        if offered {
            table.play(&["stay"]);
        }
        assert_eq!(table.offers("detach 1"), offered, "{steps}");
    }
}

#[test]
fn a_brigade_has_the_orders_under_which_its_division_set_out() {
    shows!["10.3e", "10.3j", "15.0"];
    // Grenier's word reaches four hexes, to 1610; Davidovich is in 1607.
    let marches = |from: &str, actions: &[&str]| {
        let setting = unit(raab("GREN-C").unit("grenier", "1614"), "seras", from, "N");
        let mut table = marked(setting, "davidovich", "1607", "S", &["guns=0"]).table(&game());
        table.play(&["pick seras"]).play(actions).play(&["pick gren-c-detachment"]);
        table
    };
    let told = marches("1610", &["to 1609", "stay", "detach 1", "face N"]);
    assert!(told.offers("to 1608") && !told.offers("urge"), "{:?}", told.options());
    let alone = marches("1609", &["detach 1", "stay"]);
    assert_eq!(alone.refused_by("to 1608"), "15.0");
    assert!(alone.offers("urge"));
}

#[test]
fn a_brigade_rejoins_a_sound_division_where_that_stands() {
    shows!["10.3g"];
    for (at, marks, offered) in
        [("1006", &["guns=0"], true), ("1005", &["guns=0"], false), ("1006", &["smashed"], false)]
    {
        let division =
            serde_json::json!({ "piece": "colloredo", "hex": at, "facing": "S", "steps": 2, "marks": marks });
        let setting = raab("COLL").unit("general-colloredo", "1006").piece(division);
        let setting = marked(setting, "hummel-detachment", "1006", "S", &["parent=colloredo"]);
        let mut table = unit(setting, "seras", "0911", "N").table(&game());
        table.play(&["pick hummel-detachment"]);
        assert_eq!(table.offers("rejoin"), offered, "{at} {marks:?}");
        if !offered {
            assert_eq!(table.refused_by("rejoin"), "10.3g");
        }
    }
}

#[test]
fn a_division_detaches_among_friends_whom_it_passes() {
    shows!["10.3f", "6.1c", "6.5a"];
    // Durutte with two steps in 0910, on the road; Seras comes from the south, and ten points may stand together.
    let passing = |front: &str| {
        let friend = serde_json::json!({ "piece": "durutte", "hex": "0910", "facing": front, "steps": 2 });
        let mut table = seras(&[]).piece(friend).table(&game());
        table.play(&["pick seras", "to 0910", "stay"]);
        table
    };
    let mut table = passing("N");
    assert_eq!(chart(&table, "seras").spent, 2, "he goes by the ground past friends on the road");
    assert!(table.offers("detach 1"), "{:?}", table.options());
    table.play(&["detach 1", "to 0909", "face N"]);
    assert_eq!((hex(&table, "seras").as_str(), hex(&table, "gren-c-detachment").as_str()), ("0909", "0910"));
    assert_eq!((facing(&table, "gren-c-detachment"), chart(&table, "gren-c-detachment").spent), ("N", 2));
    // Where the friends face elsewhere the brigade does as they do, for a point, and so must the division if it stays.
    let mut table = passing("SE");
    table.play(&["detach 1"]);
    assert_eq!((facing(&table, "gren-c-detachment"), chart(&table, "gren-c-detachment").spent), ("SE", 3));
    assert!(table.offers("face SE") && !table.offers("face N"), "{:?}", table.options());
    table.play(&["face SE"]);
    assert_eq!(chart(&table, "seras").spent, 3);
}

#[test]
fn who_could_not_face_as_his_friends_do_does_not_halt_among_them() {
    shows!["6.1d", "10.3f"];
    // Tired, Seras has four points; two clear hexes take all of them, and Durutte's men face another way.
    for (front, offered) in [("N", true), ("SE", false)] {
        let friend = serde_json::json!({ "piece": "durutte", "hex": "1610", "facing": front, "steps": 2 });
        let setting = marked(raab("GREN-C"), "seras", "1612", "N", &["fatigue=6"]).unit("grenier", "1612");
        let mut table = unit(setting.piece(friend), "frimont", "1503", "S").table(&game());
        table.play(&["pick seras"]);
        assert_eq!(table.offers("to 1610"), offered, "{front}");
        if offered {
            table.play(&["to 1610"]);
            assert!(table.offers("stay"), "{:?}", table.options());
        }
    }
}

#[test]
fn stragglers_count_for_what_a_division_can_take_back() {
    shows!["10.3g", "10.3i"];
    // Colloredo's three steps and the brigade's one are four, wherever they are just now.
    for (steps, out, missing, offered) in [(2, 1, 0, true), (2, 0, 1, true), (2, 1, 1, false), (3, 0, 1, false)] {
        let setting = raab("COLL").unit("general-colloredo", "1006");
        let (out, missing) = (format!("stragglers={out}"), format!("stragglers={missing}"));
        let setting = setting.piece(serde_json::json!({
            "piece": "colloredo", "hex": "1006", "facing": "S", "steps": steps, "marks": [out]
        }));
        let setting = marked(setting, "hummel-detachment", "1006", "S", &["parent=colloredo", &missing]);
        let mut table = unit(setting, "seras", "0911", "N").table(&game());
        table.play(&["pick hummel-detachment"]);
        assert_eq!(table.offers("rejoin"), offered, "{steps} {out} {missing}");
    }
}

#[test]
fn a_smashed_detachment_does_not_rejoin() {
    shows!["10.3g"];
    let beside = |marks: &[&str]| {
        let setting = raab("COLL").unit("general-colloredo", "1006");
        let division = serde_json::json!({ "piece": "colloredo", "hex": "1006", "facing": "S", "steps": 2 });
        let marks: Vec<&str> = marks.iter().copied().chain(["parent=colloredo"]).collect();
        let setting = marked(setting.piece(division), "hummel-detachment", "1006", "S", &marks);
        let mut table = unit(setting, "seras", "0911", "N").table(&game());
        table.play(&["pick hummel-detachment"]);
        table.offers("rejoin")
    };
    assert!(beside(&[]));
    assert!(!beside(&["smashed", "stragglers=1"]));
}

#[test]
fn the_stragglers_of_a_brigade_go_back_with_it() {
    shows!["10.3i", "10.3g"];
    let division = serde_json::json!({
        "piece": "colloredo", "hex": "1006", "facing": "S", "steps": 1, "marks": ["stragglers=1"]
    });
    let setting = raab("COLL").unit("general-colloredo", "1006").piece(division);
    let setting = marked(setting, "hummel-detachment", "1006", "S", &["parent=colloredo", "stragglers=1"]);
    let mut table = unit(setting, "seras", "0911", "N").table(&game());
    table.play(&["pick hummel-detachment", "rejoin"]);
    let colloredo = chart(&table, "colloredo");
    assert_eq!((colloredo.steps, colloredo.stragglers, table.state().casualties[1]), (2, 2, 0));
    assert_eq!(chart(&table, "hummel-detachment").place, Place::Away);
}

/// Whatever a division is and has done in its activation, its brigade is and has done.
#[test]
fn a_brigade_goes_on_in_the_state_of_its_division() {
    shows!["10.3e", "10.3j", "10.3f"];
    let detached = |setting: Setting, actions: &[&str]| {
        let mut table = setting.table(&game());
        table.play(actions).play(&["detach 1"]);
        chart(&table, "gren-c-detachment").marks
    };
    let has = |marks: u32, wanted: &[u32]| wanted.iter().all(|mark| marks & mark == *mark);
    let fresh = detached(seras(&[]), &["pick seras"]);
    for mark in
        [mark::DISORGANIZED, mark::BEGAN_DISORGANIZED, mark::BEGAN_ADJACENT, mark::MOVED, mark::DOUBLE, mark::HELD]
    {
        assert!(!has(fresh, &[mark]));
    }
    let broken = detached(seras(&["disorganized"]), &["pick seras"]);
    assert!(has(broken, &[mark::DISORGANIZED, mark::BEGAN_DISORGANIZED]));
    assert!(has(detached(seras(&[]), &["pick seras", "double"]), &[mark::DOUBLE]));
    let lite = raab("GREN-C").option("lite").mark("level", "GREN-C=1").unit("grenier", "0911");
    let lite = unit(marked(lite, "seras", "0911", "N", &["held"]), "frimont", "1503", "S");
    assert!(has(detached(lite, &["pick seras"]), &[mark::HELD]));
    // Out of the zone of Colloredo's guns, and on.
    let beside = unit(raab("GREN-C"), "seras", "1505", "N").unit("grenier", "1505");
    let beside = marked(beside, "colloredo", "1604", "S", &["guns=2"]);
    let left = detached(beside, &["pick seras", "to 1506", "stay"]);
    assert!(has(left, &[mark::BEGAN_ADJACENT, mark::BEGAN_IN_ZONE, mark::MOVED]), "{left:b}");
}

#[test]
fn stragglers_that_a_division_has_no_room_for_are_lost() {
    shows!["10.3i", "10.0c"];
    // Two may straggle; of the three that come together one does not come back. Gudin's counters show five steps.
    let men = |piece: &str, marks: &[&str]| serde_json::json!({ "piece": piece, "hex": "0508", "facing": "N", "steps": 1, "marks": marks });
    let setting =
        Setting::new("units", 2).scenario("teugn-hausen").mark("active", "III-G").unit("general-gudin", "0508");
    let setting = setting.piece(men("gudin", &["stragglers=1"]));
    let setting = setting.piece(men("gudin-detachment", &["parent=gudin", "stragglers=2"]));
    let mut table = unit(setting, "rosenberg", "0408", "N").table(&game());
    table.play(&["pick gudin-detachment", "rejoin"]);
    let gudin = chart(&table, "gudin");
    assert_eq!((gudin.steps, gudin.stragglers, table.state().casualties[0]), (2, 2, 1));
}

/// Lapisse beside the Guard's guns on their height ends their field; Dupont comes below them to the Grand Battery, and detaches there. Then
/// Lapisse goes, and the field lies on the brigade: it must face as the battery does, and has no points to go on.
#[test]
fn a_brigade_that_can_do_nothing_under_the_guns_retreats_after_the_attacks() {
    shows!["8.2d", "8.2f", "10.3f"];
    let setting = Setting::new("units", 2).scenario("friedland").mark("active", "VICT").unit("victor", "0906");
    let setting = unit(unit(setting, "lapisse", "0805", "NE"), "dupont", "0806", "NE");
    let setting = marked(unit(setting, "battery-1", "0905", "SE"), "8th-division", "0904", "S", &["guns=3"]);
    let setting = marked(setting, "1st-guard-division", "0804", "SE", &["guns=4"]);
    let mut table = unit(setting, "villatte", "1006", "SE").table(&game());
    table.play(&["pick dupont", "to 0905", "stay", "double", "detach 2", "to 1004", "ready N"]);
    assert!(table.offers("pick vict-detachment"));
    table.play(&["pick lapisse", "to 0806", "face NE"]);
    assert!(table.offers("pick villatte") && !table.offers("pick vict-detachment"));
    assert_eq!(table.refused_by("pick vict-detachment"), "8.2d");
    table.play(&["done", "done"]);
    assert_eq!(table.options(), ["to 0906", "to 1005"]);
    table.play(&["to 0906"]);
    assert_eq!(hex(&table, "vict-detachment"), "0906");
}
