//! 4.C1, 7.1 Movement, 8.2 Zones of Control, and the movement of the four modes.

use crate::common::{GERMAN, Setting, Table, hex, phase, place, table};
use engine::{Role, Viewer, shows};

/// German movement on turn 3: IR26 of IV Corps with its HQ far away, in this mode.
fn march(mode: &str, at: &str) -> Setting {
    phase("C1", 3).mark("phasing", "german").mark("german", mode).unit("Armin", "3411").unit("IR26", at)
}

/// The cost of a march, in points.
fn cost(table: &Table, to: &str) -> String {
    table.forecast(&format!("to {to}")).sum.value
}

fn picked(setting: Setting) -> Table {
    let mut table = table(setting);
    table.play(&["pick IR26"]);
    table
}

#[test]
fn clear_ground_forest_and_rivers_add_up() {
    shows!["7.1.2a", "7.1.2b", "7.1.2c", "7.1.2.1"];
    let open = picked(march("offensive", "0330"));
    assert_eq!([cost(&open, "0331"), cost(&open, "0333"), cost(&open, "0336")], ["1", "3", "6"]);
    // Forest from clear ground, with no road between them.
    assert_eq!(cost(&picked(march("offensive", "0414")), "0514"), "2");
    // A river, and a river with a forest behind it.
    let ground = &crate::common::game().ground;
    let side = |one: &str, other: &str| ground.between(hex(one), hex(other)).unwrap();
    assert!(side("4109", "4110").river && !side("4109", "4110").bridge);
    assert_eq!(cost(&picked(march("offensive", "4109")), "4110"), "3");
    assert!(side("4021", "3922").river && ground.terrain_title(hex("3922")) == "Forest");
    assert_eq!(cost(&picked(march("offensive", "4021")), "3922"), "4");
}

#[test]
fn an_allowance_is_not_exceeded() {
    shows!["7a", "4.C1a", "5.1.1a"];
    let table = picked(march("offensive", "0330"));
    assert!(table.offers("to 0336") && table.offers("to 0630"));
    let far = picked(march("offensive", "0329"));
    assert_eq!(far.refused_by("to 0336"), "7a");
    assert_eq!(far.refusal("to 0336").to_string(), "0336 costs IR 26 7 MP, and it has 6 (7a, 7.1.2.1)");
    // Some, all or none of the units move, in any order, part of the way now and the rest later.
    let mut table = crate::common::table(march("offensive", "0330").unit("IR66", "0331"));
    assert!(table.offers("pick IR26") && table.offers("pick IR66") && table.offers("done"));
    table.play(&["pick IR26", "to 0333", "pick IR66", "stay", "pick IR26"]);
    assert!(table.offers("to 0336") && !table.offers("to 0329"));
    // With one point of six left it goes on, with none it does not.
    let mut last = picked(march("offensive", "0330"));
    last.play(&["to 0335", "pick IR26", "to 0336"]);
    assert_eq!(last.refused_by("pick IR26"), "7a");
}

#[test]
fn units_stacked_together_move_together() {
    let mut table = crate::common::table(march("offensive", "0330").unit("IR66", "0330").unit("HvIV", "0330"));
    // The howitzers have five points, and so have all who go with them.
    table.play(&["pick IR26", "join HvIV"]);
    assert!(table.offers("to 0335") && !table.offers("to 0336"));
    table.play(&["to 0335"]);
    assert_eq!([place(&table, "IR26"), place(&table, "HvIV"), place(&table, "IR66")], ["0335", "0335", "0330"]);
}

#[test]
fn a_hq_goes_by_itself() {
    // It may not enter zones as its units may, so nobody goes along with it, nor it with them.
    let mut staff = crate::common::table(march("offensive", "3411"));
    staff.play(&["pick Armin"]);
    assert!(!staff.offers("join IR26"));
    assert_eq!(staff.refused_by("join IR26"), "7a");
    assert_eq!(picked(march("offensive", "3411")).refused_by("join Armin"), "7a");
}

#[test]
fn defensive_and_regroup_halve_the_allowance() {
    shows!["5.1.2a", "5.1.4a"];
    for mode in ["defensive", "regroup"] {
        let table = picked(march(mode, "0330"));
        assert!(table.offers("to 0333") && !table.offers("to 0334"), "{mode}");
        // Half of nine is four and a half (ruling R14): four hexes, and half a point is left.
        let cavalry = phase("C1", 3).mark("phasing", "german").mark("german", mode).unit("Marwitz", "3411");
        let mut cavalry = crate::common::table(cavalry.unit("5Cav", "0330"));
        cavalry.play(&["pick 5Cav"]);
        assert!(cavalry.offers("to 0334") && !cavalry.offers("to 0335"), "{mode}");
    }
}

#[test]
fn roads_are_for_transfer_mode() {
    shows!["5.1.3a", "7.1.2e", "7.1.2.2a", "7.1.2.2b", "5.1.1a2", "5.1.2b", "5.1.4a2"];
    // Along the road through the forest of Retz, from Villers-Cotterêts to the south.
    let table = picked(march("transfer", "2807"));
    assert_eq!(cost(&table, "2808"), "1/2");
    let ground = &crate::common::game().ground;
    assert_eq!(ground.terrain_title(hex("2808")), "Forest");
    assert_eq!(cost(&picked(march("offensive", "2807")), "2808"), "2");
    for mode in ["defensive", "regroup"] {
        assert_eq!(cost(&picked(march(mode, "2807")), "2808"), "2", "{mode}");
    }
    // Twelve hexes of road for six points.
    let along = table.options().iter().filter(|option| option.starts_with("to ")).count();
    assert!(along > 100, "{along}");
}

#[test]
fn a_bridge_is_road_to_transfer_mode_and_river_to_others() {
    shows!["7.1.2f"];
    let side = crate::common::game().ground.between(hex("4722"), hex("4723")).unwrap();
    assert!(side.bridge && side.river);
    assert_eq!(cost(&picked(march("transfer", "4722")), "4723"), "1/2");
    // X15: three points for all others.
    assert_eq!(cost(&picked(march("offensive", "4722")), "4723"), "3");
}

#[test]
fn rails_help_nobody_who_marches() {
    shows!["7.1.2d"];
    let side = crate::common::game().ground.between(hex("3306"), hex("3305")).unwrap();
    assert!(side.rail && !side.road);
    assert_eq!(cost(&picked(march("offensive", "3306")), "3305"), "1");
}

#[test]
fn enemies_bar_the_way_and_their_zones_cost_and_stop() {
    shows!["7.1.3", "7.1.3x", "7.1.3.1a", "8.2a", "8.2.1.1", "8.2.1.2"];
    let table = picked(march("offensive", "0330").unit("Haig", "0136").unit("1Br", "0332"));
    assert_eq!(table.refused_by("to 0332"), "7.1.3");
    // All six hexes around it are its zone: one point more, and no further.
    for at in ["0331", "0333", "0231", "0232", "0431", "0432"] {
        assert!(crate::common::game().ground.board().distance(hex(at), hex("0332")) == 1);
    }
    assert_eq!(cost(&table, "0331"), "2");
    // Around the zone it is farther to what lies behind it.
    assert_eq!(cost(&table, "0334"), "6");
    let mut table = table;
    table.play(&["to 0331"]);
    assert!(!table.offers("pick IR26"));
    assert!(table.refusal("pick IR26").clauses.iter().any(|clause| clause.0 == "8.2.1.2"));
}

#[test]
fn leaving_a_zone_costs_two_points_but_not_in_transfer_mode() {
    shows!["7.1.3.1b", "8.2.1.5", "5.1.3b"];
    let beside = |mode: &str| picked(march(mode, "0331").unit("Haig", "0136").unit("1Br", "0332"));
    // X14.
    assert_eq!(cost(&beside("offensive"), "0330"), "3");
    assert_eq!(cost(&beside("transfer"), "0330"), "1");
}

#[test]
fn from_zone_to_zone_goes_who_starts_in_one() {
    shows!["8.2.1.3", "8.2.1.4"];
    let beside = |mode: &str| picked(march(mode, "0331").unit("Haig", "0136").unit("1Br", "0332").unit("2Br", "0432"));
    // Ruling R16: ground, leaving and entering; two zones in a hex cost no more than one.
    assert_eq!(cost(&beside("offensive"), "0431"), "4");
    assert_eq!(cost(&beside("transfer"), "0431"), "2");
    // Who comes from outside stops in the first.
    let mut table = picked(march("offensive", "0330").unit("Haig", "0136").unit("1Br", "0332"));
    table.play(&["to 0430"]);
    table.play(&["pick IR26", "to 0431"]);
    assert!(!table.offers("pick IR26"));
}

#[test]
fn friendly_zones_cancel_nothing() {
    shows!["8.2.1.6"];
    let setting = march("offensive", "0330").unit("Haig", "0136").unit("1Br", "0332").unit("IR66", "0331");
    let table = picked(setting);
    // A friend stands in the zone already, and it costs as much as ever.
    assert_eq!(cost(&table, "0331"), "2");
}

#[test]
fn one_hex_is_always_possible() {
    shows!["7.1.4"];
    // A howitzer battalion in Defensive mode has two and a half points; over a river into forest from a zone it needs 7.
    let setting = phase("C1", 3).mark("phasing", "german").mark("german", "defensive").unit("Armin", "3411");
    let mut table = crate::common::table(setting.unit("HvIV", "4021").unit("Haig", "0136").unit("1Br", "4020"));
    table.play(&["pick HvIV"]);
    assert!(table.offers("to 3922"));
    assert_eq!(table.forecast("to 3922").sum.clauses[0].0, "7.1.4");
    // Not after it has moved: from 0329 in a zone it has nothing left for a second step.
    let setting = phase("C1", 3).mark("phasing", "german").mark("german", "defensive").unit("Armin", "3411");
    let mut table = crate::common::table(setting.unit("HvIV", "0414"));
    table.play(&["pick HvIV", "to 0413"]);
    assert!(
        !table.offers("pick HvIV") || {
            table.play(&["pick HvIV"]);
            !table.offers("to 0512")
        }
    );
    // Never into an enemy, and a HQ never into a zone (ruling R15).
    let setting = march("offensive", "0330").unit("Haig", "0136").unit("1Br", "0331");
    assert_eq!(picked(setting).refused_by("to 0331"), "7.1.3");
}

#[test]
fn friends_do_not_hinder_and_stacking_is_judged_at_the_end() {
    shows!["7.1.5a", "7.1.5b", "8.1.3"];
    let mut setting = march("defensive", "0330");
    for name in ["IR66", "IR27", "IR165", "Fus36", "IR93", "IR72"] {
        setting = setting.unit(name, "0331");
    }
    let mut table = picked(setting);
    // Through a full hex, or into it: then all of them are disrupted at the end of the phase (ruling R88).
    assert!(table.offers("to 0332"));
    table.play(&["to 0331"]);
    assert!(!table.state().disrupted.contains(crate::common::piece("IR66")));
    table.play(&["done"]);
    for name in ["IR26", "IR66", "IR72"] {
        assert!(table.state().disrupted.contains(crate::common::piece(name)), "{name}");
    }
    // With the switch nobody may end his move so.
    let mut setting = march("defensive", "0330").option("no-overstacking");
    for name in ["IR66", "IR27", "IR165", "Fus36", "IR93", "IR72"] {
        setting = setting.unit(name, "0331");
    }
    let table = picked(setting);
    assert_eq!(table.refused_by("to 0331"), "8.1b");
    assert!(table.offers("to 0332"));
}

#[test]
fn units_move_in_their_own_movement_phase() {
    shows!["7.1.1"];
    let setting = march("offensive", "0330").unit("Haig", "0136").unit("1Br", "0133");
    let table = crate::common::table(setting);
    assert_eq!(table.chooser(), GERMAN);
    assert_eq!(table.refused_by("pick 1Br"), "7.1.1");
    let mut table = table;
    table.play(&["done"]);
    assert!(!table.offers("pick IR26"));
}

#[test]
fn a_hq_keeps_out_of_enemy_zones() {
    shows!["9.9b"];
    let mut table =
        crate::common::table(march("offensive", "0330").unit("Quast", "0329").unit("Haig", "0136").unit("1Br", "0332"));
    table.play(&["pick Quast"]);
    assert_eq!(table.refused_by("to 0331"), "9.9b");
    assert!(table.offers("to 0330"));
}

#[test]
fn the_enemy_sees_a_move_but_not_who_moves() {
    shows!["8.1.5a"];
    let mut table = picked(march("offensive", "0330").unit("Haig", "0136").unit("1Br", "0133"));
    table.play(&["to 0333"]);
    let told = table.told(Viewer::Side(GERMAN.other()));
    assert!(told.iter().any(|text| text == "A German unit moves from 0330 to 0333."), "{told:?}");
    assert!(!told.iter().any(|text| text.contains("IR 26")));
    assert!(table.told(Viewer::Side(GERMAN)).iter().any(|text| text.contains("IR 26")));
}

#[test]
fn no_unit_leaves_the_map() {
    // Ruling R22: nothing is offered beyond the edge, and nothing is lost there.
    let mut table = picked(march("offensive", "0336"));
    assert!(table.options().iter().all(|option| !option.contains("exit") && !option.contains("leave")));
    table.play(&["to 0236"]);
    assert_eq!(place(&table, "IR26"), "0236");
}

#[test]
fn germans_do_not_walk_into_garrisoned_paris() {
    // Ruling R23.
    let table = picked(march("offensive", "0523"));
    assert_eq!(table.refused_by("to 0622"), "13.1.1a");
    let fallen = picked(march("offensive", "0523").mark("fallen", "0622"));
    assert!(fallen.offers("to 0622"));
}

#[test]
fn two_states_that_differ_in_hidden_modes_cost_the_same() {
    // The forecast of a march depends on where enemies are, not on their modes.
    let with = |mode: &str| {
        let setting = march("offensive", "0330").unit("Haig", "0136").unit("1Br", "0332").mark("allied", mode);
        picked(setting)
    };
    let (one, other) = (with("transfer"), with("defensive"));
    assert_eq!(one.options(), other.options());
    assert_eq!(cost(&one, "0331"), cost(&other, "0331"));
    assert_eq!(one.view(Viewer::Side(GERMAN)), other.view(Viewer::Side(GERMAN)));
}

#[test]
fn who_goes_along_is_alike_in_all_that_counts() {
    shows!["7a", "10.2.2a"];
    // IR 66 has moved as far, IR 27 has not; IR 165 has shed its Disruption, Fus 36 is in another mode and IR 93 is elsewhere.
    let shaken = serde_json::json!({ "piece": "IR165", "hex": "0331", "marks": ["rallied"] });
    let setting =
        march("offensive", "0330").unit("IR66", "0330").unit("IR27", "0331").piece(shaken).unit("IR93", "0332");
    let other = serde_json::json!({ "piece": "RIR27", "hex": "0331", "marks": ["transfer"] });
    let mut table = crate::common::table(setting.piece(other));
    table.play(&["pick IR26", "to 0331", "pick IR66", "to 0331", "pick IR26"]);
    let joins: Vec<String> = table.options().into_iter().filter(|option| option.starts_with("join")).collect();
    assert_eq!(joins, ["join IR66"]);
    for name in ["IR27", "IR165", "RIR27", "IR93"] {
        assert_eq!(table.refused_by(&format!("join {name}")), "7a", "{name}");
    }
    assert_eq!(table.refused_by("join all"), "7a", "there are not several");
}

#[test]
fn the_free_step_is_for_who_has_not_moved() {
    shows!["7.1.4"];
    // A howitzer battalion in Defensive mode has two and a half points; a step into the open leaves one and a half.
    let setting = phase("C1", 3).mark("phasing", "german").mark("german", "defensive").unit("Armin", "3411");
    let fresh = crate::common::table(setting.clone().unit("HvIV", "4021"));
    let mut fresh = fresh;
    fresh.play(&["pick HvIV"]);
    assert!(fresh.offers("to 3922"), "over the river into the forest");
    let board = crate::common::game().ground.board();
    let beside = board.neighbours(hex("4021")).map(|(_, hex)| crate::common::game().ground.label(hex));
    let clear = |at: &String| {
        let side = crate::common::game().ground.between(hex(at), hex("4021"));
        crate::common::game().ground.terrain_title(hex(at)) == "Clear" && side.is_none_or(|side| !side.river)
    };
    let start = beside.into_iter().find(clear).unwrap();
    let mut moved = crate::common::table(setting.unit("HvIV", &start));
    moved.play(&["pick HvIV", "to 4021", "pick HvIV"]);
    assert!(!moved.offers("to 3922"));
    assert_eq!(moved.refused_by("to 3922"), "7a");
}

#[test]
fn a_march_is_opened_step_by_step() {
    shows!["7.1.2a", "7.1.2b", "7.1.2c", "7.1.3.1a", "7.1.3.1b", "8.2.1.5", "7.1.2e"];
    let lines = |table: &Table, to: &str| table.forecast(&format!("to {to}")).sum.lines();
    let steps = |table: &Table, to: &str| {
        let all = lines(table, to);
        let end = all.iter().position(|line| line.trim_start().starts_with("of the points it has")).unwrap();
        all[..end].to_vec()
    };
    // Over the river into the forest: two points each.
    let river = picked(march("offensive", "4021"));
    let expected = [
        "Movement points: 4  [7a, 7.1.2.1]",
        "  3922, forest: 2  [7.1.2b]",
        "  river before 3922: 2  [7.1.2c, 7.1.2.2b]",
    ];
    assert_eq!(steps(&river, "3922"), expected);
    // Out of a zone and into another, in the open.
    let zones = picked(march("offensive", "0331").unit("Haig", "0136").unit("1Br", "0332"));
    let expected = [
        "Movement points: 4  [7a, 7.1.2.1]",
        "  0431, clear: 1  [7.1.2a]",
        "  leaving the zone in 0331: 2  [7.1.3.1b, 8.2.1.5]",
        "  entering the zone in 0431: 1  [7.1.3.1a]",
    ];
    assert_eq!(steps(&zones, "0431"), expected);
    let points =
        ["  of the points it has: 6  [7a]", "    printed: 6  [2c]", "    all of them in Offensive mode:   [5.1.1a]"];
    assert_eq!(lines(&zones, "0431")[4..], points);
    // Along a road through the forest.
    let road = picked(march("transfer", "2807"));
    assert_eq!(steps(&road, "2808")[1..], ["  2808, along the road: 1/2  [7.1.2e, 7.1.2.2a, 7.1.2f]"]);
    // Half of what is printed in the slow modes, and more than there is for a single hex.
    for (mode, clause) in [("defensive", "5.1.2a"), ("regroup", "5.1.4a")] {
        let slow = lines(&picked(march(mode, "4021")), "3922");
        let title = if mode == "regroup" { "Regroup" } else { "Defensive" };
        let expected = [
            "Movement points: 3  [7.1.4]".to_string(),
            "  one hex at any cost: 3  [7.1.4]".into(),
            "  of the points it has: 3  [7a]".into(),
            "    printed: 6  [2c]".into(),
            format!("    half of them in {title} mode:   [{clause}]"),
        ];
        assert_eq!(slow, expected);
    }
}

#[test]
fn to_stay_is_a_choice_while_there_is_another() {
    let mut table = picked(march("offensive", "0330"));
    assert_ne!(table.choice("stay").role, Some(Role::Plain));
    // With half a point of three left nothing else can be done.
    table = picked(march("offensive", "0330").unit("HvIV", "0330"));
    table.play(&["stay", "pick HvIV"]);
    assert_ne!(table.choice("stay").role, Some(Role::Plain));
    let shut = ["27Bde", "28Bde", "125Bde", "126Bde", "109Bde", "110Bde"];
    let around = ["0504", "0506", "0404", "0405", "0604", "0605"];
    let setting = phase("C1", 3).mark("phasing", "german").mark("german", "offensive").unit("IR26", "0505");
    let setting = shut.iter().zip(around).fold(setting, |setting, (unit, at)| setting.unit(unit, at));
    let mut surrounded = crate::common::table(setting);
    surrounded.play(&["pick IR26"]);
    assert_eq!(surrounded.options(), ["stay"]);
    assert_eq!(surrounded.choice("stay").role, Some(Role::Plain));
}

#[test]
fn the_enemy_is_told_the_nation_of_who_suffers() {
    shows!["8.1.5a"];
    // Six brigades too many are disrupted when the phase ends: their own side learns which, the enemy of what nation.
    for (side, units, nation) in [
        ("allied", ["27Bde", "28Bde", "125Bde", "126Bde"], "French"),
        ("allied", ["1Br", "2Br", "3Br", "4Br"], "British"),
        ("german", ["IR42", "Gren2", "Gren9", "Fus34"], "German"),
    ] {
        let mut setting = phase("C1", 3).mark("phasing", side).mark(side, "defensive");
        for unit in units {
            setting = setting.unit(unit, "0505");
        }
        for unit in ["HvII", "FA3", "FA4"].iter().filter(|_| nation == "German") {
            setting = setting.unit(unit, "0505");
        }
        for unit in ["1DivArt", "2DivArt"].iter().filter(|_| nation == "British") {
            setting = setting.unit(unit, "0505");
        }
        let mut table = crate::common::table(setting);
        table.play(&["done"]);
        let enemy = if side == "german" { GERMAN.other() } else { GERMAN };
        let text = format!("A {nation} unit in 0505 is disrupted by over-stacking.");
        assert!(table.told(Viewer::Side(enemy)).contains(&text), "{nation}");
    }
}
