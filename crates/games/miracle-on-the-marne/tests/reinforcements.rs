//! 7.3 Reinforcements, 15.1 Paris Taxicabs and 15.2 Variable Reinforcements.

use crate::common::{ALLIED, GERMAN, Setting, Table, game, phase, piece, place, table};
use engine::{Rules, Viewer, shows};
use std::collections::BTreeSet;

/// A side's movement, with these groups still to come.
fn movement(side: &str, turn: u32, waiting: &str) -> Setting {
    phase("C1", turn).mark("phasing", side).mark("waiting", waiting).unit("Gronau", "0101").unit("Haig", "0136")
}

/// The same when the moves on the map are over.
fn arriving(setting: Setting) -> Table {
    let mut table = table(setting);
    table.play(&["done"]);
    table
}

/// The hexes that follow a word among the options.
fn hexes(table: &Table, word: &str) -> BTreeSet<String> {
    let options = table.options();
    options.iter().filter_map(|option| option.strip_prefix(&format!("{word} "))).map(str::to_string).collect()
}

fn listed(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_string).collect()
}

fn corps(table: &Table, name: &str) -> &'static str {
    &game().pieces.corps_info(table.state().corps_of(piece(name))).id
}

/// Plays on, choosing nothing, until this side has its next Movement Phase.
fn until_movement(table: &mut Table, side: engine::Side) {
    loop {
        let option = match table.options() {
            options if options.iter().any(|option| option == "second") => "second".to_string(),
            options if options.iter().any(|option| option == "done") => "done".to_string(),
            options => options[0].clone(),
        };
        table.play(&[&option]);
        let phase = table.state().phase_id();
        if table.chooser() == side && ["C1", "D1"].contains(&phase) {
            return;
        }
    }
}

#[test]
fn reinforcements_come_after_all_moves_on_the_map() {
    shows!["7.3.1", "4.C1c"];
    let table = table(movement("allied", 1, "iv-corps"));
    assert!(table.refusal("pick 13Bde").clauses.iter().any(|clause| clause.0 == "7.3.1"));
    let mut table = arriving(movement("allied", 1, "iv-corps"));
    assert!(table.offers("pick 13Bde"));
    // They move normally once they are there.
    table.play(&["pick 13Bde", "mode Boelle offensive", "enter 0821"]);
    assert!(table.offers("to 0921"));
    table.play(&["to 0921", "done"]);
    assert_eq!((place(&table, "13Bde"), table.state().phase_id()), ("0921".into(), "C2"));
}

#[test]
fn fourth_corps_appears_in_paris_on_the_fifth() {
    shows!["7.3.2a"];
    let mut table = arriving(movement("allied", 1, "iv-corps"));
    table.play(&["pick 13Bde", "mode Boelle defensive"]);
    assert_eq!(hexes(&table, "enter"), listed("0621 0622 0721 0722 0723 0821 0822"));
    assert_eq!(table.refused_by("enter 0620"), "7.3.2a");
    table.play(&["enter 0722", "stay"]);
    assert_eq!((place(&table, "13Bde"), table.state().mode(piece("13Bde")).id()), ("0722".into(), "defensive"));
    // It cannot come late by another way, and a hex with Germans in it is closed (ruling R75).
    assert_eq!(table.refused_by("delay iv-corps"), "7.3.4");
    let mut table = arriving(movement("allied", 1, "iv-corps").unit("IR26", "0722"));
    table.play(&["pick 13Bde", "mode Boelle defensive"]);
    assert_eq!(hexes(&table, "enter"), listed("0621 0622 0721 0723 0821 0822"));
}

#[test]
fn who_stands_in_paris_does_not_move_with_those_that_come() {
    shows!["7.3.1"];
    // The moves on the map are over: 14 Bde has come before, 27 Bde was there and did not move.
    let setting = movement("allied", 1, "iv-corps").mark("allied", "defensive");
    let mut table = arriving(setting.unit("Vautier", "0921").unit("27Bde", "0722"));
    table.play(&["pick 14Bde", "mode Boelle defensive", "enter 0722", "stay", "pick 13Bde", "enter 0722"]);
    assert!(table.options().iter().all(|option| !option.starts_with("join")), "{:?}", table.options());
    assert_eq!([table.refused_by("join 14Bde"), table.refused_by("join 27Bde")], ["7a"; 2]);
}

#[test]
fn fourth_corps_is_lost_with_paris() {
    shows!["7.3.5c"];
    let fallen = |hexes: &str| {
        let mut setting = phase("B", 1).mark("phasing", "german").mark("waiting", "iv-corps").unit("Haig", "0136");
        for (name, hex) in ["IR26", "IR66", "IR27", "IR165", "Fus36", "IR93", "IR72"].iter().zip(hexes.split(' ')) {
            setting = setting.unit(name, hex);
        }
        let mut table = table(setting.unit("Armin", "0101"));
        table.play(&["second", "done"]);
        table
    };
    let lost = fallen("0621 0622 0721 0722 0723 0821 0822");
    assert!(!lost.offers("pick 13Bde"));
    assert!(lost.told(Viewer::All).iter().any(|text| text.contains("IV Corps is lost")));
    assert!(fallen("0621 0622 0721 0722 0723 0821").offers("pick 13Bde"));
}

#[test]
fn groups_come_on_their_turns() {
    shows!["7.3.2b", "7.3.2f", "7.3.2g", "7.3.3"];
    for (side, group, name, turn, at) in [
        ("allied", "moroccan", "1M", 1, "5026"),
        ("allied", "ix-corps", "33Bde", 3, "5026"),
        ("allied", "xi-corps", "41Bde", 6, "5026"),
        ("german", "lepel", "RIR71", 5, "2101"),
    ] {
        if turn > 1 {
            assert!(!arriving(movement(side, turn - 1, group)).offers(&format!("pick {name}")), "{group}");
        }
        let mut table = arriving(movement(side, turn, group));
        table.play(&[&format!("pick {name}")]);
        if let Some(mode) = table.options().iter().find(|option| option.starts_with("mode")) {
            table.play(&[mode]);
        }
        assert_eq!(hexes(&table, "enter"), listed(at), "{group}");
    }
}

#[test]
fn the_moroccans_enter_by_railroad_and_find_a_hq() {
    shows!["7.3.2c", "7.3.2d", "7.3.2d2"];
    let mut table = arriving(movement("allied", 1, "moroccan").unit("Hache", "4028").unit("27Bde", "4126"));
    table.play(&["pick 1M", "join all", "enter 5026"]);
    // By rail in no mode at all, not on foot, and all three cost no capacity.
    assert_eq!(table.refused_by("to 4926"), "7.3.2c");
    table.play(&["rail 4226"]);
    assert!(table.offers("attach Hache") && table.offers("attach Haig"));
    assert_eq!(table.refused_by("attach Gronau"), "7.3.2d");
    table.play(&["attach Hache"]);
    for name in ["1M", "2M", "ADM"] {
        assert_eq!((place(&table, name), corps(&table, name)), ("4226".into(), "fr-iii"), "{name}");
        assert_eq!(table.state().mode(piece(name)), table.state().mode(piece("Hache")));
    }
}

/// The Moroccan Division in 4226, attached to a HQ, at the next Movement Phase of the Allies. IR 26 stands in 4224, with
/// units of III Corps and of IX Corps beside him; Dubois has IX Corps.
fn attached_to(foster: &str, dubois: &str) -> Table {
    let setting = phase("D1", 1).mark("phasing", "allied").mark("allied", "offensive").mark("waiting", "moroccan");
    let setting = setting.unit("Gronau", "0101").unit("Haig", "0136").unit("Dubois", dubois).unit("Hache", "4128");
    let mut table = arriving(setting.unit("IR26", "4224").unit("9Bde", "4325").unit("33Bde", "4124"));
    table.play(&["pick 1M", "join all", "enter 5026", "rail 4226", &format!("attach {foster}")]);
    until_movement(&mut table, ALLIED);
    table
}

#[test]
fn attached_units_belong_to_their_new_corps_for_every_rule() {
    shows!["7.3.2d2"];
    // Supply: by Hache near by, and not by Haig or their old HQ far away.
    let is_supplied = |table: &Table| !table.state().unsupplied.contains(piece("1M"));
    assert!(is_supplied(&attached_to("Hache", "0334")) && !is_supplied(&attached_to("Haig", "0334")));
    // Coordination: one corps with III Corps, another Army than IX Corps, where they came from.
    let added = |friend: &str| {
        let mut table = attached_to("Hache", "4129");
        table.play(&["pick 1M", "to 4225", "done", "done", "target 4224", "join 1M"]);
        table.play(&[&format!("join {friend}"), "done", "done", "done"]);
        let sum = table.forecast("fire").sum;
        sum.parts.into_iter().find(|part| part.label == "Added to the die").unwrap()
    };
    assert_eq!(added("9Bde").value, "+0");
    let armies = added("33Bde");
    assert_eq!((armies.value.as_str(), armies.parts[0].clauses[0].0), ("+3", "9.7.2H"));
}

#[test]
fn prices_are_shown_where_they_are_paid() {
    let price = |group: &str, name: &str, mode: &str, at: &str| {
        let mut table = arriving(movement("allied", 3, group));
        table.play(&[&format!("pick {name}")]);
        if !mode.is_empty() {
            table.play(&[mode]);
        }
        let enter = game().parse(table.state(), &format!("enter {at}")).unwrap();
        game().choice(table.state(), enter).cost
    };
    // IV Corps appears in Paris, the Moroccans come by railroad, IX Corps marches in.
    assert_eq!(price("iv-corps", "13Bde", "mode Boelle offensive", "0821"), None);
    assert_eq!(price("moroccan", "1M", "", "5026"), None);
    assert_eq!(price("ix-corps", "33Bde", "mode Dubois offensive", "5026").as_deref(), Some("1 MP"));
    // Moroccans who find their railroad blocked may march in beside it.
    let mut around = arriving(movement("allied", 3, "moroccan").unit("IR26", "5026").unit("Armin", "2501"));
    around.play(&["done"]);
    until_movement(&mut around, ALLIED);
    around.play(&["done", "pick 1M"]);
    let cost = |at: &str| {
        let enter = game().parse(around.state(), &format!("enter {at}")).unwrap();
        game().choice(around.state(), enter).cost
    };
    assert_eq!((cost("5030").as_deref(), cost("5014")), (Some("1 MP"), None));
}

#[test]
fn who_comes_on_in_a_town_of_the_enemy_takes_it() {
    let entering = |setting: Setting, moves: &[&str]| {
        let mut table = arriving(setting);
        table.play(moves);
        table
    };
    let parts = |table: &Table, enter: &str| {
        let sum = table.forecast(enter).sum;
        (sum.label, sum.value, sum.parts.into_iter().map(|part| part.value).collect::<Vec<_>>())
    };
    // Lepel at Compiègne; a second stack of it pays a point more.
    let mut lepel = entering(movement("german", 5, "lepel").mark("control", "2101"), &["pick RIR71"]);
    let (label, cost, rest) = parts(&lepel, "enter 2101");
    assert_eq!((label.as_str(), cost.as_str(), rest), ("Marching in costs", "1", vec!["0".into(), "Compiègne".into()]));
    lepel.play(&["enter 2101", "stay"]);
    let waiting = lepel.options().into_iter().find(|option| option.starts_with("pick ")).unwrap();
    lepel.play(&[&waiting]);
    assert_eq!(parts(&lepel, "enter 2101"), ("Marching in costs".into(), "2".into(), vec!["1".into()]));
    // IV Corps in a hex of Paris that Germans have left; elsewhere there is nothing to tell.
    let paris = movement("allied", 1, "iv-corps").mark("control", "0821").mark("fallen", "0821");
    let paris = entering(paris, &["pick 13Bde", "mode Boelle offensive"]);
    assert_eq!(parts(&paris, "enter 0821"), ("Coming on costs".into(), "nothing".into(), vec!["Paris".into()]));
    let other = game().parse(paris.state(), "enter 0722").unwrap();
    assert!(game().forecast(paris.state(), other).is_none());
}

#[test]
fn switches_for_the_moroccans() {
    // Ruling R74: French HQs alone, and each unit its own.
    let setting = movement("allied", 1, "moroccan").unit("Hache", "4028").option("moroccans-french");
    let mut table = arriving(setting);
    table.play(&["pick 1M", "join all", "enter 5026", "rail 4626"]);
    assert!(table.offers("attach Hache") && !table.offers("attach Haig"));
    let setting = movement("allied", 1, "moroccan").unit("Hache", "4028").option("moroccans-apart");
    let mut table = arriving(setting);
    table.play(&["pick 1M", "enter 5026", "rail 4626", "attach Hache"]);
    table.play(&["pick 2M", "enter 5026", "rail 4626", "attach Haig"]);
    assert_eq!([corps(&table, "1M"), corps(&table, "2M")], ["fr-iii", "br-i"]);
}

#[test]
fn the_moroccans_return_to_ninth_corps_for_good() {
    shows!["7.3.2e", "7.3.2e2"];
    let with = |dubois: &str| {
        let setting = phase("D1", 1).mark("phasing", "allied").mark("waiting", "moroccan").unit("Gronau", "0101");
        let mut table = arriving(setting.unit("Hache", "4028").unit("Dubois", dubois));
        table.play(&["pick 1M", "join all", "enter 5026", "rail 4626", "attach Hache"]);
        assert_eq!(corps(&table, "2M"), "fr-iii");
        until_movement(&mut table, ALLIED);
        table
    };
    // Too far away, out of supply range.
    assert_eq!(with("0136").refused_by("revert"), "7.3.2e");
    let mut near = with("4926");
    near.play(&["revert"]);
    assert_eq!(["1M", "2M", "ADM"].map(|name| corps(&near, name)), ["fr-ix"; 3]);
    assert!(!near.offers("revert"));
    until_movement(&mut near, ALLIED);
    assert_eq!(near.refused_by("revert"), "7.3.2e");
}

#[test]
fn the_moroccans_may_return_as_soon_as_ninth_corps_comes_near() {
    shows!["7.3.2e"];
    let setting = phase("C1", 3).mark("phasing", "allied").mark("waiting", "moroccan ix-corps").unit("Gronau", "0101");
    let mut table =
        arriving(setting.mark("allied", "offensive").unit("Hache", "4028").unit("RIR27", "4624").unit("9Bde", "4524"));
    table.play(&["pick 1M", "join all", "enter 5026", "rail 4826", "attach Hache"]);
    assert_eq!(table.refused_by("revert"), "7.3.2e", "the HQ of IX Corps is not there yet");
    table.play(&["pick Dubois", "mode Dubois defensive", "enter 5026", "stay"]);
    assert!(table.offers("revert"));
    // In the phases that follow as well, but not between the declaration and the attack.
    table.play(&["done"]);
    assert!(table.offers("revert"));
    table.play(&["done"]);
    assert_eq!(table.state().phase_id(), "C3");
    let mut declared = table.clone();
    declared.play(&["target 4624", "join 9Bde", "done"]);
    assert_eq!(declared.refused_by("revert"), "7.3.2e");
    assert!(!declared.offers("revert"));
    table.play(&["revert"]);
    assert_eq!(["1M", "2M", "ADM"].map(|name| corps(&table, name)), ["fr-ix"; 3]);
    // They came on outside every zone, and so are in reserve in their new mode (rulings R24, R95).
    let view = table.view(Viewer::Side(ALLIED));
    let brigade = view.pieces.iter().find(|piece| piece.id.as_deref() == Some("1M")).unwrap();
    assert!(brigade.marks.contains(&engine::Mark::Reserve), "{:?}", brigade.marks);
}

#[test]
fn a_group_may_come_a_turn_late_by_another_railroad() {
    shows!["7.3.4"];
    let mut table = arriving(movement("allied", 3, "ix-corps"));
    table.play(&["delay ix-corps"]);
    assert!(!table.offers("pick 33Bde"));
    until_movement(&mut table, ALLIED);
    table.play(&["done", "pick 33Bde", "mode Dubois transfer"]);
    assert_eq!(hexes(&table, "enter"), listed("0103 0115 0124 0836 1736 3036 4836 5005 5014"));
    // Once (ruling R77), and Germans on their own edge.
    let mut table = arriving(movement("german", 5, "lepel"));
    table.play(&["delay lepel"]);
    until_movement(&mut table, GERMAN);
    table.play(&["done"]);
    assert_eq!(table.refused_by("delay lepel"), "7.3.4");
    table.play(&["pick RIR71"]);
    assert_eq!(hexes(&table, "enter"), listed("0901 3701"));
}

#[test]
fn a_blocked_group_comes_around_a_turn_later() {
    shows!["7.3.5a", "7.3.5b"];
    // A German regiment beside entry hex 1.
    let mut table = arriving(movement("allied", 3, "ix-corps").unit("IR26", "4926").unit("Armin", "2501"));
    assert_eq!(table.refused_by("pick 33Bde"), "7.3.5a");
    assert_eq!(table.refused_by("delay ix-corps"), "7.3.4");
    table.play(&["done"]);
    until_movement(&mut table, ALLIED);
    table.play(&["done", "pick 33Bde", "mode Dubois offensive"]);
    let open = hexes(&table, "enter");
    // Edge hexes within five hexes of it, in zones too (ruling R92), and the other railroads.
    let near: BTreeSet<String> = (21..=31).map(|row| format!("50{row}")).collect();
    assert!(near.is_subset(&open), "{open:?}");
    assert!(!open.contains("5020") && !open.contains("5032"));
    for rail in ["5014", "5005", "0103", "0836"] {
        assert!(open.contains(rail), "{rail}");
    }
    // In a zone they stop, and pay a point more for it; outside they march on.
    let mut stopped = table.clone();
    assert_eq!(stopped.forecast("enter 5026").sum.value, "2");
    stopped.play(&["enter 5026"]);
    assert_eq!(stopped.options(), ["stay"]);
    assert_eq!(stopped.refused_by("to 5027"), "8.2.1.2");
    table.play(&["enter 5030"]);
    assert!(table.offers("to 5031"));
    // Occupied by the enemy: closed.
    let mut table = arriving(movement("allied", 3, "ix-corps").unit("IR26", "5026").unit("Armin", "0102"));
    table.play(&["done"]);
    until_movement(&mut table, ALLIED);
    table.play(&["done", "pick 33Bde", "mode Dubois offensive"]);
    assert!(!hexes(&table, "enter").contains("5026"));
    // A HQ occupies its hex and has a zone like any unit, but with the switch (ruling R19).
    for at in ["5026", "4926"] {
        let with_hq = || movement("allied", 3, "ix-corps").unit("Armin", at);
        assert_eq!(arriving(with_hq()).refused_by("pick 33Bde"), "7.3.5a", "{at}");
        assert!(arriving(with_hq().option("meek-hqs")).offers("pick 33Bde"), "{at}");
    }
}

#[test]
fn a_group_blocked_at_its_second_railroad_comes_around_too() {
    shows!["7.3.5b2"];
    // Lepel delays by choice, and finds both other railroads closed.
    let setting = movement("german", 5, "lepel").unit("1Br", "0801").unit("2Br", "3601");
    let mut table = arriving(setting);
    table.play(&["delay lepel"]);
    until_movement(&mut table, GERMAN);
    table.play(&["done"]);
    assert_eq!(table.refused_by("pick RIR71"), "7.3.5a");
    table.play(&["done"]);
    until_movement(&mut table, GERMAN);
    table.play(&["done", "pick RIR71"]);
    assert!(hexes(&table, "enter").contains("2301"));
}

#[test]
fn marching_in_costs_the_ground_and_one_more_for_each_before() {
    shows!["7.3.6a", "7.3.6b"];
    let mut table = arriving(movement("allied", 3, "ix-corps"));
    table.play(&["pick 33Bde", "mode Dubois offensive"]);
    // X9: one point, two, three.
    let cost = |table: &Table| table.forecast("enter 5026").sum.value;
    assert_eq!(cost(&table), "1");
    table.play(&["enter 5026"]);
    // Five of its six points are left.
    assert!(table.offers("to 4726") && !table.offers("to 4426"));
    table.play(&["to 4926", "pick 34Bde"]);
    assert_eq!(cost(&table), "2");
    table.play(&["join AD17", "enter 5026", "stay", "pick 83Bde"]);
    assert_eq!(cost(&table), "3");
}

#[test]
fn trains_are_free_on_the_turn_of_arrival() {
    shows!["7.2.8b", "7.2.8b2", "7.2.8c"];
    let mut table = arriving(movement("allied", 3, "ix-corps"));
    table.play(&["pick 33Bde", "mode Dubois transfer", "enter 5026", "rail 4226"]);
    for name in ["34Bde", "83Bde", "84Bde"] {
        table.play(&[&format!("pick {name}"), "enter 5026", "rail 4226"]);
        assert_eq!(place(&table, name), "4226");
    }
    // Only in Transfer mode.
    let mut table = arriving(movement("allied", 3, "ix-corps"));
    table.play(&["pick 33Bde", "mode Dubois offensive", "enter 5026"]);
    assert_eq!(table.refused_by("rail 4226"), "7.2.8c");
    // IV Corps appears in Paris, not from off the map: two French units are all.
    let mut table = arriving(movement("allied", 1, "iv-corps"));
    table.play(&["pick 13Bde", "mode Boelle transfer", "enter 0722", "rail 2318"]);
    table.play(&["pick 14Bde", "enter 0722", "rail 2318", "pick 15Bde", "enter 0722"]);
    assert_eq!(table.refused_by("rail 2318"), "7.2.7");
}

// 15.1 Paris Taxicabs.

/// Two brigades of IV Corps in Paris, VII Corps at Dammartin, and Germans two hexes from there.
fn taxis(turn: u32) -> Setting {
    phase("C1", turn)
        .mark("phasing", "allied")
        .option("taxis")
        .unit("Boelle", "0721")
        .unit("13Bde", "0722")
        .unit("14Bde", "0822")
        .unit("AD7", "0822")
        .unit("89Bde", "0822")
        .unit("Ebener", "0721")
        .unit("Vautier", "1615")
        .unit("27Bde", "1715")
        .unit("RIR27", "1713")
        .unit("Gronau", "0101")
}

fn picked(setting: Setting, name: &str) -> Table {
    let mut table = table(setting);
    table.play(&[&format!("pick {name}")]);
    table
}

#[test]
fn taxis_wait_after_turn_three() {
    shows!["15.1.1a", "15a"];
    assert_eq!(picked(taxis(3), "13Bde").refused_by("taxi 14Bde"), "15.1.1a");
    assert!(picked(taxis(4), "13Bde").offers("taxi 14Bde"));
    assert_eq!(picked(taxis(4).option("taxis=off"), "13Bde").refused_by("taxi 14Bde"), "15.1.1a");
}

#[test]
fn two_reinforcement_units_drive_from_paris_to_the_front() {
    shows!["15.1.2a", "15.1.3a", "15.1.3b", "15.1.1b"];
    let mut table = picked(taxis(4), "13Bde");
    // 45th Division was there from the start, and is no reinforcement.
    assert_eq!(table.refused_by("taxi 89Bde"), "15.1.2a");
    assert!(table.offers("taxi AD7"));
    let infantry = picked(taxis(4).option("taxi-infantry"), "13Bde");
    assert!(infantry.offers("taxi 14Bde") && !infantry.offers("taxi AD7"));
    table.play(&["taxi 14Bde"]);
    assert_eq!(hexes(&table, "to"), listed("1715"));
    assert_eq!(table.refused_by("to 1615"), "15.1.2a");
    table.play(&["to 1715"]);
    assert!(table.offers("attach Ebener") && table.offers("attach Vautier"));
    assert_eq!(table.refused_by("attach Boelle"), "15.1.3b", "that is the corps they leave");
    assert!(!table.offers("attach Boelle"));
    table.play(&["attach Vautier"]);
    for name in ["13Bde", "14Bde"] {
        assert_eq!((place(&table, name), corps(&table, name)), ("1715".into(), "fr-vii"), "{name}");
    }
    // Once a game.
    until_movement(&mut table, ALLIED);
    table.play(&["pick AD7"]);
    assert_eq!(table.refusal("taxi 89Bde").clauses[1].0, "15.1.1b");
}

#[test]
fn taxis_need_another_corps_to_go_to() {
    let alone = phase("C1", 4).mark("phasing", "allied").option("taxis").unit("Boelle", "0721").unit("13Bde", "0722");
    let alone = alone.unit("14Bde", "0822").unit("27Bde", "1715").unit("RIR27", "1713").unit("Gronau", "0101");
    let table = picked(alone.clone(), "13Bde");
    assert_eq!(table.refused_by("taxi 14Bde"), "15.1.3b");
    assert!(!table.offers("taxi 14Bde"));
    assert!(picked(alone.unit("Vautier", "1615"), "13Bde").offers("taxi 14Bde"));
}

#[test]
fn a_moroccan_unit_that_a_taxi_took_away_never_returns() {
    shows!["15.1.3b"];
    let setting = phase("D1", 3).mark("phasing", "allied").mark("allied", "transfer").mark("waiting", "moroccan");
    let setting = setting.option("taxis").unit("Hache", "0823").unit("Vautier", "1615").unit("27Bde", "1715");
    let mut table = arriving(setting.unit("RIR27", "1713").unit("Gronau", "0101").unit("Dubois", "0824"));
    // By rail to Paris, next turn by taxi to Dammartin; the others go back to IX Corps.
    table.play(&["pick 1M", "join all", "enter 5026", "rail 0722", "attach Hache"]);
    until_movement(&mut table, ALLIED);
    table.play(&["pick 1M", "taxi 2M", "to 1715", "attach Vautier", "revert"]);
    assert_eq!(["1M", "2M", "ADM"].map(|name| corps(&table, name)), ["fr-vii", "fr-vii", "fr-ix"]);
}

#[test]
fn taxis_take_the_towns_that_they_pass() {
    // Ruling R100: Germans have been in a hex of Paris on the way, and in Dammartin where it ends.
    let driving = |option: &str| {
        let mut table = picked(taxis(4).option(option).mark("control", "0821 1715"), "13Bde");
        table.play(&["taxi 14Bde"]);
        let forecast = table.forecast("to 1715");
        table.play(&["to 1715"]);
        (table, forecast)
    };
    let german = |table: &Table, place: &str| {
        let at = game().ground.objective_at(game().ground.board().parse(place).unwrap()).unwrap();
        table.state().german >> at & 1 == 1
    };
    let (letter, forecast) = driving("taxis");
    assert_eq!((forecast.path[0].as_str(), forecast.path[1].as_str()), ("0722", "0821"));
    assert_eq!(forecast.sum.parts[0].value, "Paris, Dammartin-en-Goële");
    assert!(!german(&letter, "0821") && !german(&letter, "1715"));
    let (stops, forecast) = driving("take-at-stops");
    assert_eq!(forecast.sum.parts[0].value, "Dammartin-en-Goële");
    assert!(german(&stops, "0821") && !german(&stops, "1715"));
}

#[test]
fn taxis_need_free_roads() {
    shows!["15.1.2b"];
    // Germans at Mitry close the road to Dammartin, and there is no other front.
    let table = picked(taxis(4).unit("RIR36", "1517").unit("RIR66", "1719").unit("RIR72", "1214"), "13Bde");
    assert_eq!(table.refused_by("taxi 14Bde"), "15.1.2b");
}

// 15.2 Variable Reinforcements.

fn rolled(turn: u32, waiting: &str, rolls: &[u16]) -> Table {
    let setting = phase("B", turn).mark("phasing", "german").mark("waiting", waiting).unit("Gronau", "0101");
    let mut table = table(setting.unit("Haig", "0136").option("variable-reinforcements"));
    table.rolls(rolls).play(&["second"]);
    table
}

#[test]
fn variable_reinforcements_roll_at_the_beginning_of_the_movement_phase() {
    shows!["15.2.1", "15.2.2a", "15.2.2b", "15.2.2c"];
    // On the 5th IV Corps and the Moroccans need 5 or less, IX Corps does not roll yet.
    let mut table = rolled(1, "iv-corps moroccan ix-corps", &[5, 6]);
    assert_eq!(table.last_rolls(), [5, 6]);
    let told = table.told(Viewer::All);
    assert!(told.iter().any(|text| text == "IV Corps comes: 5 (1 to 5 needed)."), "{told:?}");
    assert!(told.iter().any(|text| text == "Moroccan Division does not come yet: 6 (1 to 5 needed)."), "{told:?}");
    table.play(&["done"]);
    assert!(table.offers("pick 13Bde") && !table.offers("pick 1M"));
    // A day later the next column serves: 7 or less.
    let mut table = rolled(2, "moroccan", &[7]);
    table.play(&["done"]);
    assert!(table.offers("pick 1M"));
    let mut table = rolled(2, "moroccan", &[8]);
    table.play(&["done"]);
    assert!(!table.offers("pick 1M"));
}

#[test]
fn the_last_column_serves_for_ever() {
    shows!["15.2.3"];
    // The row of the Moroccans ends on the 8th with 9; on the 12th it still is 9.
    for (turn, die, comes) in [(4, 9, true), (8, 9, true), (8, 10, false)] {
        let mut table = rolled(turn, "moroccan", &[die]);
        assert_eq!(table.last_rolls(), [die]);
        table.play(&["done"]);
        assert_eq!(table.offers("pick 1M"), comes, "{turn} {die}");
    }
    // A group that came does not roll again when it is delayed by choice.
    let mut table = rolled(2, "moroccan", &[1]);
    table.play(&["done", "delay moroccan"]);
    until_movement(&mut table, ALLIED);
    table.play(&["done", "pick 1M"]);
    assert!(hexes(&table, "enter").contains("5014"));
}

#[test]
fn moroccans_who_march_in_have_all_their_points() {
    shows!["7.3.2c", "7.1.2.1"];
    // Their railroad is blocked; beside it they march in for a point, in no mode, and five of six are left.
    let mut table = arriving(movement("allied", 3, "moroccan").unit("IR26", "5026").unit("Armin", "2501"));
    table.play(&["done"]);
    until_movement(&mut table, ALLIED);
    table.play(&["done", "pick 1M", "enter 5030"]);
    let has =
        table.forecast("to 5031").sum.parts.into_iter().find(|part| part.label == "of the points it has").unwrap();
    assert_eq!(has.value, "5");
    assert_eq!((has.parts[1].clauses[0].0, has.parts[2].value.as_str()), ("7.3.2c", "1"));
}

/// The hexes by which a unit may come on now.
fn doors(table: &Table, pick: &[&str]) -> BTreeSet<String> {
    let mut table = table.clone();
    table.play(pick);
    hexes(&table, "enter")
}

#[test]
fn only_a_group_that_is_due_and_blocked_is_put_off() {
    shows!["7.3.5a", "7.3.5b"];
    let blocked = |table: &Table| {
        let told = table.told(Viewer::All);
        told.into_iter().filter(|text| text.contains("finds its way in blocked")).collect::<Vec<_>>()
    };
    // A German beside entry hex 1 stops the Moroccans on turn 1; IX Corps is not due before turn 3, and XI Corps is there already.
    let mut table = arriving(movement("allied", 1, "moroccan ix-corps").unit("IR26", "4926").unit("Armin", "2501"));
    table.play(&["done"]);
    assert_eq!(blocked(&table), ["Moroccan Division finds its way in blocked and comes a turn later."]);
    let arrivals = &table.state().arrivals;
    use miracle_on_the_marne::pieces::Group;
    use miracle_on_the_marne::state::{Arrival, Way};
    assert_eq!(arrivals[Group::Moroccan.index()], Arrival { due: 2, way: Way::Around });
    for (group, due) in [(Group::IxCorps, 3), (Group::XiCorps, 6), (Group::Lepel, 5)] {
        assert_eq!(arrivals[group.index()], Arrival { due, way: Way::Scheduled }, "{}", group.title());
    }
    // Who could come and did not is not put off: it comes by its own hex later.
    let mut table = arriving(movement("allied", 3, "ix-corps"));
    table.play(&["done"]);
    until_movement(&mut table, ALLIED);
    table.play(&["done"]);
    assert_eq!(doors(&table, &["pick 33Bde", "mode Dubois offensive"]), listed("5026"));
    assert!(blocked(&table).is_empty());
    // Nor is a group of the other side, whatever stands at its hex.
    let mut table = arriving(movement("allied", 5, "ix-corps lepel").unit("IR26", "2102").unit("Armin", "2501"));
    table.play(&["done"]);
    assert!(blocked(&table).is_empty());
    until_movement(&mut table, GERMAN);
    table.play(&["done"]);
    assert_eq!(doors(&table, &["pick RIR71"]), listed("2101"));
    let mut lepel = table.clone();
    lepel.play(&["pick RIR71"]);
    assert_eq!(lepel.refused_by("enter 2102"), "7.3.3");
}

#[test]
fn each_side_rolls_for_its_own_groups() {
    shows!["15.2.1"];
    let setting = phase("B", 1).mark("phasing", "german").mark("waiting", "iv-corps moroccan").unit("Gronau", "0101");
    let mut table = table(setting.unit("Haig", "0136").option("variable-reinforcements"));
    table.play(&["first"]);
    assert!(table.last_rolls().is_empty(), "no German group is due on any die yet");
    table.play(&["done", "done"]).rolls(&[9, 9]).play(&["done"]);
    assert_eq!(table.last_rolls(), [9, 9], "IV Corps and the Moroccans");
}

#[test]
fn attached_moroccans_have_the_points_of_their_mode() {
    shows!["7.3.2d2", "5.1.2a"];
    let setting = phase("D1", 1).mark("phasing", "allied").mark("allied", "defensive").mark("waiting", "moroccan");
    let mut table = arriving(setting.unit("Gronau", "0101").unit("Hache", "4028"));
    table.play(&["pick 1M", "join all", "enter 5026"]);
    assert_eq!(table.choice("rail 4826").text, "by rail to 4826");
    table.play(&["rail 4826"]);
    assert_eq!(table.choice("attach Hache").text, "to III Corps under Hache");
    table.play(&["attach Hache"]);
    until_movement(&mut table, ALLIED);
    table.play(&["pick 1M"]);
    let has =
        table.forecast("to 4827").sum.parts.into_iter().find(|part| part.label == "of the points it has").unwrap();
    assert_eq!((has.value.as_str(), has.parts[1].clauses[0].0), ("3", "5.1.2a"));
}

#[test]
fn arrivals_are_named_to_their_own_side_and_hqs_to_everybody() {
    shows!["7.3.1", "8.1.5a"];
    let mut table = arriving(movement("allied", 3, "ix-corps"));
    table.play(&[
        "pick 33Bde",
        "mode Dubois offensive",
        "join 34Bde",
        "enter 5026",
        "stay",
        "pick Dubois",
        "enter 5026",
    ]);
    let heard = |side| {
        let told = table.told(Viewer::Side(side));
        told.into_iter().filter(|text| text.starts_with("Reinforcements in")).collect::<Vec<_>>()
    };
    let (own, enemy) = (heard(ALLIED), heard(GERMAN));
    assert!(own[0].contains("33 Bde") && own[0].contains("34 Bde"), "{own:?}");
    assert!(enemy[0].ends_with(": 2 French units."), "{enemy:?}");
    assert!(own[1].ends_with("Dubois.") && own[1] == enemy[1], "{own:?} {enemy:?}");
}

#[test]
fn who_goes_on_by_rail_makes_the_road_no_dearer() {
    shows!["7.3.6b"];
    let mut table = arriving(movement("allied", 3, "ix-corps"));
    table.play(&["pick 33Bde", "mode Dubois transfer", "enter 5026", "rail 4226", "pick 34Bde"]);
    assert_eq!(table.forecast("enter 5026").sum.value, "1");
    table.play(&["enter 5026", "to 4926", "pick 83Bde"]);
    assert_eq!(table.forecast("enter 5026").sum.value, "2");
}

#[test]
fn the_moroccans_go_home_only_from_elsewhere_and_in_their_own_phases() {
    shows!["7.3.2e", "7.3.2e2"];
    let setting = || phase("D1", 1).mark("phasing", "allied").mark("waiting", "moroccan").unit("Gronau", "0101");
    let attached = |foster: &str| {
        let mut table = arriving(setting().unit("Hache", "4028").unit("Dubois", "4726"));
        table.play(&["pick 1M", "join all", "enter 5026", "rail 4626", &format!("attach {foster}")]);
        table
    };
    // To the HQ of IX Corps itself they need not return.
    let mut home = attached("Dubois");
    until_movement(&mut home, ALLIED);
    assert_eq!(home.refused_by("revert"), "7.3.2e");
    let mut away = attached("Hache");
    until_movement(&mut away, GERMAN);
    assert_eq!(away.refused_by("revert"), "7.3.2e", "it is not their turn");
    until_movement(&mut away, ALLIED);
    assert!(away.offers("revert"));
}

#[test]
fn taxis_take_only_units_that_stand_ready_in_paris() {
    shows!["15.1.2a"];
    use serde_json::json;
    let refused = |table: &Table, name: &str| table.refused_by(&format!("taxi {name}"));
    let mut table = table(taxis(4).piece(json!({ "piece": "15Bde", "place": "eliminated" })));
    table.play(&["pick 14Bde", "stay", "pick 13Bde"]);
    // The one has moved, the other is dead, and Boelle is a HQ.
    assert_eq!([refused(&table, "14Bde"), refused(&table, "15Bde"), refused(&table, "Boelle")], ["15.1.2a"; 3]);
    assert!(table.offers("taxi AD7"));
    assert_eq!(refused(&table, "13Bde"), "15.1.2a", "nor with itself");
    // Nor does an Engaged one leave its enemy.
    let engaged = taxis(4).piece(json!({ "piece": "15Bde", "hex": "0621", "marks": ["engaged 0620"] }));
    let engaged = engaged.piece(json!({ "piece": "IR42", "hex": "0620", "marks": ["engaged 0621"] }));
    let engaged = picked(engaged, "13Bde");
    assert_eq!(refused(&engaged, "15Bde"), "15.1.2a");
    // With a third unit nobody can be driven.
    let mut three = crate::common::table(taxis(4).unit("15Bde", "0722"));
    three.play(&["pick 13Bde", "join 15Bde"]);
    assert_eq!(refused(&three, "14Bde"), "15.1.2a");
}
