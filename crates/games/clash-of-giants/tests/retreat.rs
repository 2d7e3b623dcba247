//! 12.8 Retreats and 12.9 Advance after combat.

use crate::common::{Ask, Lay, game, marne, phase, words};
use clash_of_giants::ClashOfGiants;
use engine::laws::{Setting, Table};
use engine::shows;

fn fight() -> Setting {
    phase("german-combat", 5)
}

/// An attack by one unit, with these rolls.
fn attack(table: &mut Table<ClashOfGiants>, unit: &str, target: &str, rolls: &[u16]) {
    table.play(&[&format!("target {target}"), &format!("join {unit}")]);
    table.rolls(rolls).play(&["launch"]);
}

#[test]
fn a_retreat_is_as_long_as_the_margin_and_follows_the_compass() {
    shows!["std/12.81", "std/12.8b", "tannenberg/2.12b"];
    // 6 against TER 3 at 1-1: three hexes north-east, south-east or south, in any mixture.
    let mut table = fight().unit("G-41", "3820").unit("R-1", "3821").table(game());
    attack(&mut table, "G-41", "3821", &[1, 6]);
    let ends = table.hexes("to");
    for hex in ["3824", "4122", "4120"] {
        assert!(ends.contains(hex), "{hex}: {ends:?}");
    }
    assert!(!ends.contains("3819") && !ends.contains("3521") && !ends.contains("3823"));
    assert_eq!(table.refused_by("to 3822"), "std/12.8b");
    table.play(&["to 3824"]);
    assert_eq!(table.at("R-1"), "3824");
}

#[test]
fn germans_retreat_along_their_own_compass() {
    shows!["tannenberg/2.12a", "marne/2.12a", "marne/2.12b", "std/2.12"];
    let mut table = phase("allied-combat", 5).unit("R-1", "1814").unit("G-41", "1713").table(game());
    attack(&mut table, "R-1", "1713", &[1, 5]);
    assert_eq!(table.hexes("to"), words("1712 1613 1614"));
    let mut table = marne("allied-combat", 6).unit("F-1", "3015").unit("G-1G", "3014").table(game());
    attack(&mut table, "F-1", "3014", &[1, 6]);
    assert_eq!(table.hexes("to"), words("2913 3013 3113"));
    let mut table = marne("german-combat", 6)
        .unit("G-1G", "2819")
        .unit("F-5", "2820")
        .mark("rallied", "french-fifth")
        .table(game());
    attack(&mut table, "G-1G", "2820", &[1, 4]);
    assert_eq!(table.hexes("to"), words("2720 2821 2920"));
}

#[test]
fn enemies_and_their_zones_bar_a_retreat_unless_a_friend_is_there() {
    shows!["std/12.82", "std/12.83", "std/7.3a"];
    // R-1 at 3822: 3823 and 3922 are its ways; 3921 north-east is a zone hex of the attacker.
    let ring = |friend: bool| {
        let setting = fight().unit("G-41", "3821").unit("R-1", "3822").unit("G-35", "3824").unit("G-36", "4022");
        let setting = if friend { setting.unit("R-2", "3823") } else { setting };
        let mut table = setting.table(game());
        attack(&mut table, "G-41", "3822", &[1, 4]);
        table
    };
    // All three are in German zones: eliminated.
    assert!(ring(false).is_dead("R-1"));
    let table = ring(true);
    assert_eq!(table.hexes("to"), words("3823"));
}

#[test]
fn a_retreat_goes_on_where_there_is_no_room() {
    shows!["std/12.84", "std/6.1d"];
    // One hex south or south-east: both are full.
    let mut table = fight()
        .unit("G-41", "3821")
        .unit("R-1", "3822")
        .unit("R-25", "3823")
        .unit("R-27", "3823")
        .unit("R-28", "3922")
        .unit("R-29", "3922")
        .unit("R-4Cav", "3921")
        .table(game());
    attack(&mut table, "G-41", "3822", &[1, 4]);
    let ends = table.hexes("to");
    assert!(!ends.contains("3823") && !ends.contains("3922") && !ends.contains("3921"), "{ends:?}");
    assert!(ends.contains("3824") && ends.contains("3923"), "{ends:?}");
}

#[test]
fn the_owner_keeps_away_from_enemies_if_he_can() {
    shows!["std/12.86", "std/12.88"];
    // 3921 lies next to the attackers, where a friend stands; 3823 and 3922 do not.
    let mut table = fight().unit("G-41", "3821").unit("R-1", "3822").unit("R-2", "3921").table(game());
    attack(&mut table, "G-41", "3822", &[1, 4]);
    assert_eq!(table.hexes("to"), words("3823 3922"));
    let refusal = table.refusal("to 3921");
    assert!(refusal.clauses.iter().any(|clause| clause.0 == "std/12.86"), "{refusal}");
}

#[test]
fn of_several_units_the_owner_picks_the_order() {
    shows!["std/12.88"];
    let mut table =
        fight().unit("G-41", "3821").unit("G-35", "3821").unit("R-1", "3822").unit("R-2", "3822").table(game());
    table.play(&["target 3822", "join all"]);
    table.rolls(&[1, 1, 4, 5]).play(&["launch"]);
    assert_eq!(table.options(), ["pick R-1", "pick R-2"]);
    table.play(&["pick R-2"]);
    // Its own margin: 5 against 3.
    assert!(table.offers("to 3824") && !table.offers("to 3823"));
    table.play(&["to 3824", "to 3823"]);
    assert_eq!([table.at("R-1"), table.at("R-2")], ["3823", "3824"]);
}

#[test]
fn nobody_retreats_off_the_map() {
    shows!["std/12.87", "std/12.83"];
    let mut table = fight().unit("G-41", "3823").unit("R-1", "3824").unit("G-35", "3924").table(game());
    attack(&mut table, "G-41", "3824", &[1, 6]);
    // Three hexes along the compass would lead over the south edge or through zones.
    assert!(table.is_dead("R-1"));
}

#[test]
fn a_german_may_retreat_into_a_start_hex_to_avoid_elimination() {
    shows!["marne/2.13k", "std/12.87", "std/12.87b"];
    let mut table = marne("allied-combat", 5)
        .unit("F-1", "2003")
        .unit("G-3", "2002")
        .unit("F-2", "1903")
        .unit("F-5", "2102")
        .table(game());
    table.play(&["target 2002", "join F-1"]);
    table.rolls(&[1, 6]).play(&["launch"]);
    assert_eq!(table.hexes("to"), words("1901 2001 2101"));
    table.play(&["to 2001"]);
    assert_eq!((table.at("G-3"), table.steps("G-3")), ("2001".into(), 1));
    // Where another retreat can be completed it may not.
    let mut table = marne("allied-combat", 5).unit("F-1", "2005").unit("G-3", "2004").table(game());
    attack(&mut table, "F-1", "2004", &[1, 6]);
    assert!(table.hexes("to").iter().all(|hex| !hex.ends_with("01")), "{:?}", table.hexes("to"));
}

#[test]
fn a_unit_that_came_in_retreat_adds_nothing_and_falls_with_the_others() {
    shows!["std/12.85"];
    let setting = || fight().unit("G-41", "3821").unit("R-1", "3822").marked("R-2", "3822", &["retreated"]);
    let mut table = setting().table(game());
    table.play(&["target 3822", "join G-41"]);
    // Two against two, not against four.
    assert_eq!(table.forecast("launch").sum.value, "1-1");
    // Only the steady one checks; if it passes, nothing happens.
    table.rolls(&[1, 3]).play(&["launch"]);
    assert_eq!((table.last_rolls(), table.steps("R-2")), (vec![1, 3], 2));
    let mut table = setting().table(game());
    attack(&mut table, "G-41", "3822", &[1, 4]);
    assert!(table.is_dead("R-2"));
    assert_eq!(table.steps("R-1"), 1);
}

#[test]
fn units_that_all_came_in_retreat_are_attacked_at_five_to_one() {
    shows!["std/12.89"];
    let mut table = fight()
        .unit("G-2LW", "3720")
        .marked("R-1", "3721", &["retreated"])
        .marked("R-2", "3721", &["retreated"])
        .table(game());
    table.play(&["target 3721", "join G-2LW"]);
    // A town and poor odds, but the last column without shifts.
    let column = table.forecast("launch").sum;
    let why = column.parts.iter().find(|part| part.label.contains("have retreated")).unwrap();
    assert_eq!((column.value.as_str(), why.value.as_str()), ("5-1", "5-1"));
    // +4: even a 1 fails TER 3; who fails is eliminated.
    table.rolls(&[6, 1, 1]).play(&["launch"]);
    assert!(table.is_dead("R-1") && table.is_dead("R-2"));
}

#[test]
fn survivors_of_the_attack_advance_if_they_like() {
    shows!["std/12.91", "std/12.93", "std/12.6"];
    let mut table =
        fight().unit("G-41", "3821").unit("G-35", "3921").unit("G-36", "3921").unit("R-5Rif", "3822").table(game());
    table.play(&["target 3822", "join all", "launch"]);
    table.rolls(&[1, 6]).play(&["check G-41"]);
    assert!(table.is_dead("R-5Rif"));
    assert!(table.offers("advance G-41 3822") && table.offers("advance G-35 3822") && table.offers("done"));
    assert!(!table.offers("advance G-41 3823"), "infantry goes one hex");
    table.play(&["advance G-41 3822", "advance G-35 3822"]);
    // Two fill the hex.
    assert_eq!([table.at("G-41"), table.at("G-35"), table.at("G-36")], ["3822", "3822", "3921"]);
}

#[test]
fn there_is_no_advance_into_a_hex_that_is_still_held() {
    let mut table = fight().unit("G-41", "3821").unit("R-1", "3822").unit("R-2", "3822").table(game());
    attack(&mut table, "G-41", "3822", &[1, 6, 1]);
    table.play(&["to 3824"]);
    assert!(!table.options().iter().any(|option| option.starts_with("advance")), "{:?}", table.options());
}

#[test]
fn advancing_cavalry_may_go_a_hex_further() {
    shows!["std/12.92"];
    let ride = |from: &str, target: &str, others: &[(&str, &str)]| {
        let setting = fight().unit("G-1Cav", from).unit("R-5Rif", target);
        let setting = others.iter().fold(setting, |setting, (unit, hex)| setting.unit(unit, hex));
        let mut table = setting.table(game());
        attack(&mut table, "G-1Cav", target, &[1, 6]);
        table.hexes("advance G-1Cav")
    };
    // Open ground: the hex, and any around it.
    let ends = ride("3821", "3822", &[]);
    assert_eq!(ends, words("3822 3721 3722 3823 3922 3921"));
    // Not out of woods, and not out of an enemy zone.
    assert_eq!(ride("3810", "3811", &[]), words("3811"));
    assert_eq!(ride("3821", "3822", &[("R-1", "3922")]), words("3822"));
    // Out of a swamp it may: the errata strike that out.
    assert!(ride("2704", "2705", &[]).len() > 1);
}

#[test]
fn what_is_entered_by_advance_or_retreat_is_taken() {
    shows!["std/12.95"];
    // An advance into Osterode takes it back and destroys nothing German; a Russian one into works destroys them.
    let mut table = phase("german-combat", 5)
        .unit("G-41", "1816")
        .unit("R-5Rif", "1817")
        .mark("owners", "1817=allied")
        .table(game());
    attack(&mut table, "G-41", "1817", &[1, 6]);
    table.play(&["advance G-41 1817"]);
    assert!(table.heard("1817) is now German"));
    let mut table =
        phase("allied-combat", 5).unit("R-25", "3605").unit("R-27", "3605").unit("G-2LW", "3705").table(game());
    table.play(&["target 3705", "join all"]);
    table.rolls(&[1, 1, 6]).play(&["launch"]);
    table.play(&["advance R-25 3705"]);
    assert!(table.heard("works in 3705 are destroyed"));
}

#[test]
fn units_that_attack_out_of_a_start_hex_must_advance() {
    shows!["marne/2.13l", "marne/2.13m", "std/12.93"];
    // 2001 leads to 1901, 2101 and 2002: all onto the map is 2002, and the French are there.
    let setting = || marne("german-combat", 2).unit("G-3", "2001").unit("F-85T", "2002");
    let mut table = setting().table(game());
    attack(&mut table, "G-3", "2002", &[1, 6]);
    assert!(table.is_dead("F-85T"));
    assert_eq!(table.options(), ["advance G-3 2002"]);
    // A unit that could have marched onto the map may not attack out of its Start Hex.
    let mut table =
        marne("german-combat", 2).unit("G-3", "2101").unit("F-85T", "2102").unit("G-4", "2103").table(game());
    table.play(&["target 2102"]);
    assert!(table.offers("join G-4"));
    assert_eq!(table.refused_by("join G-3"), "marne/2.13l");
}

#[test]
fn boundaries_do_not_bind_an_advance_but_yellow_units_and_the_british() {
    shows!["std/12.94", "marne/10.44f"];
    // From the German Third Army's area into the Fourth's, on a turn of the pursuit.
    let mut table = marne("german-combat", 3).unit("G-23", "4312").unit("F-CH", "4412").table(game());
    attack(&mut table, "G-23", "4412", &[1, 6]);
    assert!(table.offers("advance G-23 4412"));
    let mut table =
        marne("german-combat", 3).unit("G-23", "4312").unit("F-CH", "4412").option("bound-advance=on").table(game());
    attack(&mut table, "G-23", "4412", &[1, 6]);
    assert!(!table.offers("advance G-23 4412"));
    // A yellow unit stays in its area; it may retreat out of it where it must.
    let mut table = marne("german-combat", 6).unit("G-21", "4412").unit("F-CH", "4311").table(game());
    attack(&mut table, "G-21", "4311", &[1, 6]);
    assert!(!table.offers("advance G-21 4311"));
    // The British stay out of the Camp and of the Ninth Army's area.
    let mut table = marne("allied-combat", 6).unit("B-1", "3316").unit("G-Jgr", "3416").table(game());
    attack(&mut table, "B-1", "3416", &[1, 6]);
    if table.chooser() == clash_of_giants::pieces::GERMAN {
        table.play(&["done"]);
    }
    assert!(!table.options().iter().any(|option| option.starts_with("advance B-1 34")), "{:?}", table.options());
}

#[test]
fn a_yellow_unit_leaves_its_area_only_to_avoid_elimination() {
    shows!["marne/10.44f", "marne/10.44h"];
    // 4412 is the westmost column of the German Fourth Army: north-west lies the Third's area.
    let setting = || marne("allied-combat", 6).unit("F-33", "4413").unit("G-21", "4412");
    let mut table = setting().table(game());
    attack(&mut table, "F-33", "4412", &[1, 5]);
    assert_eq!(table.hexes("to"), words("4411 4511"));
    let mut table = setting().unit("F-34", "4510").unit("F-24", "4512").table(game());
    attack(&mut table, "F-33", "4412", &[1, 5]);
    assert_eq!(table.hexes("to"), words("4311"));
    // Back it must go as soon as it can.
    let mut table =
        crate::common::marches("german-third", "4", 7).unit("G-21", "4311").unit("F-1", "3022").table(game());
    assert_eq!(table.refused_by("done"), "marne/10.44h");
    table.play(&["pick G-21"]);
    assert!(table.hexes("to").iter().all(|hex| hex.as_str() >= "4400"), "{:?}", table.hexes("to"));
}

#[test]
fn who_is_barred_by_enemies_and_boundaries_attacks_out_of_a_start_hex() {
    shows!["marne/2.13l", "marne/10.32"];
    // In the pursuit 3002 lies across a boundary that 10.32 closes, and the French stand everywhere else.
    let french = ["3202", "3102", "3302", "3402", "3502", "3602"];
    let setting = ["F-1", "F-2", "F-5", "F-6", "F-35", "F-36"]
        .iter()
        .zip(french)
        .fold(crate::common::marches("german-second", "4", 2), |setting, (unit, hex)| setting.unit(unit, hex));
    let mut table = setting.unit("G-13", "3101").unit("G-14", "3101").table(game());
    for unit in ["G-13", "G-14"] {
        table.play(&[&format!("pick {unit}"), "stay"]);
    }
    table.play(&["done"]);
    while table.offers("cup") {
        table.play(&["cup"]);
    }
    table.play(&["target 3102"]);
    assert!(table.offers("join G-13") && table.offers("join G-14"), "{:?}", table.options());
    // The first attack opens 3102; who was barred when he could have marched may still attack.
    table.play(&["join G-13"]);
    table.rolls(&[1, 6]).play(&["launch"]);
    while !table.offers("target 3202") {
        let options = table.options();
        let on =
            options.iter().find(|option| option.starts_with("to ") || option.starts_with("advance")).unwrap().clone();
        table.play(&[&on]);
    }
    table.play(&["target 3202"]);
    assert!(table.offers("join G-14"), "{:?}", table.options());
}

#[test]
fn own_units_in_the_way_are_no_leave_to_attack_out_of_a_start_hex() {
    shows!["marne/2.13l"];
    // 3101 leads to 3002, 3102 and 3202: enemies in two, and the third full of friends or held by an enemy too.
    let position = |third: &[&str]| {
        let setting = marne("german-combat", 6).unit("G-13", "3101").unit("F-1", "3002").unit("F-2", "3202");
        let mut table = third.iter().fold(setting, |setting, unit| setting.unit(unit, "3102")).table(game());
        table.play(&["target 3202"]);
        table
    };
    assert!(position(&["F-5"]).offers("join G-13"));
    assert_eq!(position(&["G-19", "G-20"]).refused_by("join G-13"), "marne/2.13l");
}

#[test]
fn who_has_retreated_into_a_start_hex_comes_back_at_once() {
    shows!["marne/2.13k", "marne/2.13n"];
    // North of 2002 there are Start Hexes alone, and G-3 cannot stay.
    let mut table = marne("allied-combat", 5).unit("F-1", "2003").unit("G-3", "2002").unit("G-4", "2401").table(game());
    table.play(&["target 2002", "join F-1"]);
    table.rolls(&[1, 6]).play(&["launch", "to 2001"]);
    assert_eq!((table.at("G-3"), table.steps("G-3")), ("2001".into(), 1));
    // The French do not follow; the Germans of the First Army move next.
    while !table.offers("pick G-3") {
        let options = table.options();
        let next = ["done", "cup"].iter().find(|word| options.iter().any(|option| option == *word)).unwrap();
        table.play(&[next]);
    }
    assert_eq!(table.refused_by("done"), "marne/2.13n");
    table.play(&["pick G-3"]);
    assert_eq!(table.refused_by("stay"), "marne/2.13n");
    assert!(table.refusal("to 2201").clauses.iter().any(|clause| clause.0 == "marne/2.13n"));
    table.play(&["to 2202", "pick G-4"]);
    // A unit that has not been on the map yet is bound by another sentence.
    assert_eq!(table.refused_by("stay"), "marne/2.13i");
}

#[test]
fn cavalry_takes_what_it_rides_through() {
    shows!["std/12.92", "std/12.95"];
    // From 3903 through Gumbinnen to 4004, which is beside 3903 too.
    let mut table = fight().unit("G-1Cav", "3903").unit("R-5Rif", "3904").mark("owners", "3904=allied").table(game());
    attack(&mut table, "G-1Cav", "3904", &[1, 6]);
    table.play(&["advance G-1Cav 4004"]);
    assert_eq!(table.at("G-1Cav"), "4004");
    assert!(table.heard("Gumbinnen (3904) is now German"), "{:?}", table.told(engine::Viewer::All));
    // Of two emptied hexes it rides through the one on its way.
    let mut table = fight().unit("G-1Cav", "3821").reduced("R-1", "3820").reduced("R-2", "3822").table(game());
    table.play(&["target 3820", "join G-1Cav", "target 3822"]);
    table.rolls(&[1, 6, 6]).play(&["launch", "advance G-1Cav 3823"]);
    let ridden = table.playing.log().iter().rev().find(|(_, event)| event.kind.word() == "advance").unwrap();
    let hexes = ridden.1.hexes.iter().map(|&hex| crate::common::east().ground.label(hex)).collect::<Vec<_>>();
    assert_eq!(hexes, ["3821", "3822", "3823"]);
}

#[test]
fn a_long_retreat_regains_what_it_goes_through() {
    shows!["std/12.86", "std/12.95"];
    // 5 against TER 3: two hexes, straight south through Gumbinnen.
    let mut table = fight().unit("G-41", "3902").unit("R-1", "3903").table(game());
    attack(&mut table, "G-41", "3903", &[1, 5]);
    table.play(&["to 3905"]);
    let gone = table.playing.log().iter().rev().find(|(_, event)| event.kind.word() == "retreat").unwrap();
    let hexes = gone.1.hexes.iter().map(|&hex| crate::common::east().ground.label(hex)).collect::<Vec<_>>();
    assert_eq!(hexes, ["3903", "3904", "3905"]);
    assert!(table.heard("Gumbinnen (3904) is now Russian"), "{:?}", table.told(engine::Viewer::All));
}
