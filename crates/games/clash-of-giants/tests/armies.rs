//! The Marne, 10.2-10.4: the cup, the pursuit, army boundaries and the Fortified Camp of Paris.

use crate::common::{Ask, Labels, Lay, compass_walks, costs_from, game, marches, marne, west, words};
use clash_of_giants::pieces::{ALLIED, Army, GERMAN};
use engine::laws::{Setting, Table};
use engine::{Side, shows};
use std::collections::BTreeSet;

#[test]
fn markers_are_drawn_from_a_cup_one_by_one() {
    shows!["marne/5.32a", "marne/5.321a", "marne/5.321c", "marne/10.2a", "marne/10.2b", "std/10.1f"];
    let mut table =
        marne("german-operational", 6).unit("G-3", "2414").unit("G-1G", "3414").unit("F-1", "3020").table(game());
    // Four markers: the second of them, then a die on its track.
    table.rolls(&[2, 6]).play(&["cup"]);
    assert_eq!((table.state().army, table.state().march.points), (Army::GermanSecond, 5));
    assert!(table.offers("pick G-1G") && !table.offers("pick G-3"));
    assert_eq!(table.refused_by("pick G-3"), "std/10.1b");
    // Once the next is drawn there is no way back. An army without units just passes.
    table.rolls(&[2, 1]).play(&["done", "cup"]);
    assert_eq!(table.state().activated.count_ones(), 2);
    table.rolls(&[1, 6]).play(&["cup"]);
    assert_eq!(table.state().army, Army::GermanFirst);
    assert_eq!(table.refused_by("pick G-1G"), "std/10.1b");
    assert!(table.offers("pick G-3"));
}

#[test]
fn the_cavalry_of_the_first_army_has_a_marker_only_by_option() {
    shows!["marne/3.12c", "marne/16.3c", "marne/16.3d"];
    let start = |option: &str| {
        marne("german-operational", 6)
            .unit("G-3", "2414")
            .unit("G-4Cav", "2413")
            .unit("G-Jgr", "2412")
            .unit("G-5Cav", "2411")
            .unit("F-1", "3020")
            .option(option)
            .table(game())
    };
    let mut table = start("cavalry-command=off");
    table.rolls(&[1, 1]).play(&["cup"]);
    assert!(table.offers("pick G-4Cav") && table.offers("pick G-3"));
    // With it the three move apart, on the same track; other cavalry does not.
    let mut table = start("cavalry-command=on");
    table.rolls(&[1, 1]).play(&["cup"]);
    assert!(!table.offers("pick G-4Cav") && table.offers("pick G-3"));
    assert!(table.offers("pick G-Jgr") && table.offers("pick G-5Cav"));
    table.rolls(&[4, 6]).play(&["done", "cup"]);
    assert_eq!((table.state().army, table.state().march.points), (Army::FirstCavalry, 6));
    assert!(table.offers("pick G-4Cav") && !table.offers("pick G-Jgr"));
    // Outside the First Army's area they belong to the army there.
    let mut table = marches("german-second", "3", 6)
        .unit("G-4Cav", "3413")
        .unit("F-1", "3020")
        .option("cavalry-command=on")
        .table(game());
    assert!(table.offers("pick G-4Cav"));
    table.play(&["done"]);
}

#[test]
fn the_pursuit_rules_hold_on_turns_one_to_four() {
    shows!["marne/10.3", "marne/10.31", "marne/10.34"];
    let roll = |turn: u32| {
        let mut table = marne("german-operational", turn)
            .unit("G-3", "2414")
            .unit("F-1", "3020")
            .mark("activated", "german-second german-third german-fourth")
            .table(game());
        table.rolls(&[1, 1]).play(&["cup"]);
        (table.state().march.points, table.state().march.star)
    };
    for turn in 1..=4 {
        assert_eq!(roll(turn), (3, false));
    }
    assert_eq!(roll(5), (2, true));
    // The Allies are demoralized all that time: there is no Rally Segment.
    let mut table = marne("allied-supply", 4).unit("F-1", "3020").unit("G-1G", "3604").table(game());
    assert!(table.state().rallied.iter().all(|turn| *turn == 0));
    assert!(!table.heard("Rally"));
    table.rolls(&[1, 1]).play(&["cup"]);
}

#[test]
fn germans_keep_to_their_areas_in_the_pursuit() {
    shows!["marne/10.32", "marne/10.44b"];
    let go = |turn: u32| {
        let mut table = marches("german-first", "3", turn).unit("G-3", "3012").unit("F-1", "3020").table(game());
        table.play(&["pick G-3"]);
        table
    };
    assert_eq!(go(4).refused_by("to 3112"), "marne/10.32");
    assert!(go(5).offers("to 3112"));
}

#[test]
fn allies_in_pursuit_move_along_their_compass() {
    shows!["marne/10.33a", "marne/10.33b"];
    let mut table = marches("french-fifth", "3", 1).unit("F-1", "2810").unit("G-3", "2001").table(game());
    assert_eq!(table.refused_by("done"), "marne/10.33b");
    table.play(&["pick F-1"]);
    assert_eq!(table.refused_by("stay"), "marne/10.33b");
    assert_eq!(table.refused_by("to 2809"), "marne/10.33a");
    // The whole allowance, so far as the compass and the ground allow: the Marne costs a point more.
    let ends = table.hexes("to");
    assert!(!ends.contains("2811") && !ends.is_empty(), "{ends:?}");
    for end in &ends {
        assert_eq!(table.forecast(&format!("to {end}")).sum.value, "3", "{end}");
    }
}

#[test]
fn a_unit_in_pursuit_may_take_any_way_that_spends_all_it_has() {
    shows!["marne/10.33a", "marne/10.33b"];
    let march = |army: &str, unit: &str, from: &str, points: &str| {
        let mut table = marches(army, points, 1).unit(unit, from).unit("G-3", "5001").table(game());
        table.play(&[&format!("pick {unit}")]);
        table
    };
    // By 2202 and back over the Oise the way to 2103 costs four; straight on it costs less.
    let mut table = march("bef", "B-5Cav", "2101", "4");
    let forecast = table.forecast("to 2103");
    assert_eq!((forecast.sum.value.as_str(), forecast.path.len()), ("4", 4), "{:?}", forecast.path);
    let parts: u16 = forecast
        .sum
        .parts
        .iter()
        .filter_map(|part| part.label.get(..4)?.parse::<u16>().ok().and(part.value.parse::<u16>().ok()))
        .sum();
    assert_eq!(parts, 4, "the steps add up: {:?}", forecast.sum.lines());
    let refusal = table.refusal("to 2102");
    assert_eq!(refusal.clauses[0].0, "marne/10.33b");
    assert!(refusal.reason.contains("whole allowance"), "{}", refusal.reason);
    table.play(&["to 2103"]);
    assert_eq!(table.at("B-5Cav"), "2103");
    let walked = table.playing.log().iter().rev().find(|(_, event)| event.kind.word() == "move").unwrap();
    assert_eq!(walked.1.hexes.len(), 4, "the log shows the way it took: {:?}", walked.1.hexes);
    // Every hex to which some way spends all, and no other.
    for (army, unit, from, points) in [
        ("bef", "B-5Cav", "2101", 4),
        ("bef", "B-1", "2101", 5),
        ("french-fifth", "F-1", "2810", 2),
        ("french-fifth", "F-1", "2810", 3),
        ("french-fifth", "F-1", "2805", 5),
        ("french-fourth", "F-33", "4606", 4),
    ] {
        let walks = compass_walks(from, points);
        let full: BTreeSet<String> =
            walks.into_iter().filter(|(_, sums)| sums.contains(&points)).map(|(hex, _)| hex).collect();
        assert!(full.len() > 2);
        assert_eq!(march(army, unit, from, &points.to_string()).hexes("to"), full, "{unit} from {from}, {points}");
    }
}

#[test]
fn where_the_far_hexes_are_full_the_longest_way_that_is_left_is_taken() {
    shows!["marne/10.33b", "std/6.1a"];
    // Two points from 2810. All that can be reached for two is full but 2811, one point away or two by 2710 or 2910.
    let full: Vec<String> = compass_walks("2810", 2)
        .into_iter()
        .filter(|(hex, sums)| sums.contains(&2) && hex != "2811")
        .map(|(hex, _)| hex)
        .collect();
    let stayers = ["F-2", "F-5", "F-6", "F-35", "F-36", "F-37", "F-38", "F-53R", "F-69R", "F-19", "F-20", "F-51R"];
    assert!(full.len() * 2 <= stayers.len(), "{full:?}");
    let setting = marches("french-fifth", "2", 1).unit("F-1", "2810").unit("G-3", "5001");
    let setting = full.iter().zip(stayers.chunks(2)).fold(setting, |setting, (hex, pair)| {
        pair.iter().fold(setting, |setting, unit| setting.marked(unit, hex, &["done"]))
    });
    let mut table = setting.table(game());
    table.play(&["pick F-1"]);
    assert_eq!(table.options(), ["to 2811"]);
    assert_eq!(table.forecast("to 2811").sum.value, "2");
}

#[test]
fn on_turns_three_and_four_the_british_alone_must_use_it_all() {
    shows!["marne/10.33b", "marne/10.33c"];
    // Until turn two it is one sentence for all.
    let table = marches("bef", "3", 2).unit("B-1", "2016").unit("G-3", "2001").table(game());
    assert_eq!(table.refused_by("done"), "marne/10.33b");
    for turn in [3, 4] {
        let table = marches("french-fifth", "3", turn).unit("F-1", "2810").unit("G-3", "2001").table(game());
        assert!(table.offers("done"));
        let mut table = marches("bef", "3", turn).unit("B-1", "2016").unit("G-3", "2001").table(game());
        assert_eq!(table.refused_by("done"), "marne/10.33c");
        table.play(&["pick B-1"]);
        assert!(!table.offers("to 2017"));
        table.play(&["to 2019", "done"]);
    }
    let table = marches("bef", "3", 5).unit("B-1", "2016").unit("G-3", "2001").table(game());
    assert!(table.offers("done"));
}

#[test]
fn nobody_stops_in_a_zone_who_has_a_way_to_spend_all() {
    shows!["marne/10.33b"];
    // The zone of the Germans in 4907 lies over 4807, nearer than the allowance reaches; elsewhere the way is free.
    let mut table = marches("french-fourth", "4", 1).unit("F-33", "4606").unit("G-3", "4907").table(game());
    table.play(&["pick F-33"]);
    assert!(!compass_walks("4606", 4)["4807"].contains(&4));
    assert_eq!(table.refused_by("to 4807"), "marne/10.33b");
    let ends = table.hexes("to");
    assert!(!ends.is_empty());
    for end in &ends {
        assert_eq!(table.forecast(&format!("to {end}")).sum.value, "4", "{end}");
    }
}

#[test]
fn who_is_stopped_by_a_zone_has_done_his_duty() {
    shows!["marne/10.33b"];
    let mut table =
        marches("french-fifth", "3", 1).unit("F-1", "2810").unit("G-3", "2711").unit("G-4", "2911").table(game());
    table.play(&["pick F-1"]);
    // Every way along the compass ends in a zone before all is spent: it may stop there but need not go.
    assert_eq!(table.options(), ["to 2710", "to 2811", "to 2910", "stay"]);
    table.play(&["to 2811", "done"]);
    assert_eq!(table.at("F-1"), "2811");
}

#[test]
fn the_camp_is_free_of_the_pursuit() {
    shows!["marne/10.33d", "marne/10.43d", "marne/10.43b", "marne/10.43g"];
    let mut table =
        marches("french-sixth", "3", 2).unit("F-62R", "1413").unit("F-61R", "1611").unit("G-3", "2001").table(game());
    assert!(table.offers("done"));
    table.play(&["pick F-62R"]);
    // Eight points inside, in any direction; outside what was rolled.
    assert!(table.offers("to 1011"), "{:?}", table.options());
    assert!(table.offers("to 1410"));
    table.play(&["stay", "pick F-61R"]);
    assert!(table.offers("to 1710"));
    assert!(!table.offers("to 2011"), "four hexes outside are too far with three points");
}

/// Where a lone unit may go: so far outside the Fortified Camp, and so far inside it.
fn reach_of(side: Side, from: &str, outside: u16, inside: u16) -> BTreeSet<String> {
    let camp = |hex: &str| west().ground.camp.contains(west().hex(hex));
    let far = costs_from(west(), side, from, outside.max(inside)).into_iter();
    far.filter(|(hex, cost)| *cost <= if camp(hex) { inside } else { outside }).map(|(hex, _)| hex).collect()
}

#[test]
fn eight_points_hold_for_french_moves_that_begin_and_end_inside() {
    shows!["marne/10.43b"];
    // Worked example 18.
    let reach = |army: &str, unit: &str, from: &str, marks: &[&str], option: &str| {
        let mut table = marches(army, "2", 7)
            .marked(unit, from, marks)
            .unit(if unit.starts_with('G') { "F-1" } else { "G-3" }, "5001")
            .option(option)
            .mark("rallied", "french-sixth")
            .table(game());
        table.play(&[&format!("pick {unit}")]);
        table.hexes("to")
    };
    let halved = "camp-halved=on";
    let always = "camp-halved=off";
    assert_eq!(reach("french-sixth", "F-62R", "1110", &[], always), reach_of(ALLIED, "1110", 2, 8));
    // "Always", whatever its supply, unless the switch says that supply halves this allowance too (ruling G16).
    assert_eq!(reach("french-sixth", "F-62R", "1110", &["attenuated"], always), reach_of(ALLIED, "1110", 1, 8));
    assert_eq!(reach("french-sixth", "F-62R", "1110", &["unsupplied"], always), reach_of(ALLIED, "1110", 1, 8));
    assert_eq!(reach("french-sixth", "F-62R", "1110", &["attenuated"], halved), reach_of(ALLIED, "1110", 1, 4));
    // Who begins outside has what was rolled, inside and out.
    assert_eq!(reach("french-sixth", "F-62R", "1709", &[], always), reach_of(ALLIED, "1709", 2, 2));
    // Germans inside the Camp have what was rolled.
    assert_eq!(reach("german-first", "G-6", "1110", &[], always), reach_of(GERMAN, "1110", 2, 2));
}

#[test]
fn a_german_in_the_camp_does_not_march_on_paris_with_the_points_of_the_french() {
    shows!["marne/10.43b"];
    let mut table = marches("german-first", "2*", 9)
        .unit("G-6", "1110")
        .unit("F-14", "1515")
        .unit("B-1", "2021")
        .mark("rallied", "french-sixth french-fifth french-ninth french-fourth bef")
        .table(game());
    table.play(&["pick G-6"]);
    let refusal = table.refusal("to 1413");
    assert_eq!(refusal.clauses[0].0, "std/11.1a");
    assert!(refusal.reason.contains("4 MP, and it has 2"), "{}", refusal.reason);
    let allowance = &table.forecast("to 1111").sum;
    assert!(!allowance.lines().iter().any(|line| format!("{line:?}").contains("Fortified Camp")), "{allowance:?}");
}

#[test]
fn the_camp_may_ignore_that_a_2_star_counts_as_three() {
    shows!["marne/10.31", "marne/10.43d", "marne/9.31e"];
    let roll = |turn: u32| {
        let mut table = marne("allied-operational", turn)
            .reduced("F-62R", "1413")
            .reduced("F-14", "1908")
            .unit("G-3", "5001")
            .mark("activated", "french-fifth french-ninth french-fourth bef")
            .table(game());
        table.rolls(&[1, 1]).play(&["cup"]);
        table
    };
    // The box says 2*: outside the Camp it is a 3 and no more, inside replacements may be attempted.
    let mut table = roll(2);
    assert_eq!(table.state().march.points, 3);
    assert_eq!(table.refused_by("rebuild F-14"), "marne/10.31");
    assert!(!table.offers("rebuild F-14"));
    table.rolls(&[1]).play(&["rebuild F-62R"]);
    assert_eq!(table.steps("F-62R"), 2);
    // Another army has no Camp.
    let mut table = marne("allied-operational", 2)
        .reduced("F-1", "2810")
        .unit("G-3", "5001")
        .mark("activated", "french-sixth french-ninth french-fourth bef")
        .table(game());
    table.rolls(&[1, 1]).play(&["cup"]);
    assert_eq!((table.state().march.points, table.state().march.star), (3, false));
}

#[test]
fn a_unit_belongs_to_the_army_where_it_stands() {
    shows!["marne/5.321e", "marne/10.41a", "marne/10.42b", "std/10.1e", "marne/5.321b"];
    // A division of the Fifth Army in the Ninth's area moves with the Ninth; the British always together.
    let table = marches("french-ninth", "3", 7)
        .unit("F-1", "3520")
        .unit("F-5", "3220")
        .unit("G-1G", "4404")
        .mark("rallied", "french-ninth french-fifth")
        .table(game());
    assert!(table.offers("pick F-1") && !table.offers("pick F-5"));
    let table = marches("bef", "3", 7)
        .unit("B-1", "2018")
        .unit("B-2", "2618")
        .unit("G-1G", "4404")
        .mark("rallied", "bef")
        .table(game());
    assert!(table.offers("pick B-1") && table.offers("pick B-2"));
    let table =
        marches("french-fifth", "3", 7).unit("B-2", "2618").unit("F-5", "3220").unit("G-1G", "4404").table(game());
    assert!(!table.offers("pick B-2"));
}

#[test]
fn crossing_into_an_army_still_to_move_is_done() {
    shows!["marne/5.321d", "marne/10.44a", "marne/10.44g", "std/9.3d", "marne/5.34a"];
    let cross = |activated: &str| {
        let mut table = marches("german-first", "3", 6)
            .unit("G-3", "3012")
            .unit("G-1G", "3414")
            .unit("F-1", "3020")
            .mark("activated", activated)
            .table(game());
        table.play(&["pick G-3", "to 3112"]);
        table
    };
    let mut table = cross("german-third german-fourth");
    assert!(table.heard("is Done"));
    // The Second Army is drawn: it does not move again.
    table.rolls(&[1, 6]).play(&["done", "cup"]);
    assert_eq!(table.state().army, Army::GermanSecond);
    assert_eq!(table.refused_by("pick G-3"), "marne/10.44a");
    // Where that army has moved already no marker is needed.
    assert!(!cross("german-second").heard("is Done"));
}

#[test]
fn demoralized_french_armies_do_not_cross_boundaries() {
    shows!["marne/10.44c", "marne/10.51c", "marne/10.51d"];
    let go = |rallied: &str, turn: u32| {
        let mut table = marches("french-fifth", "3", turn)
            .unit("F-1", "3320")
            .unit("G-1G", "4404")
            .mark("rallied", rallied)
            .table(game());
        table.play(&["pick F-1"]);
        table
    };
    assert_eq!(go("", 7).refused_by("to 3420"), "marne/10.51c");
    assert!(go("french-fifth=6", 7).offers("to 3420"));
    // Free too when both neighbours have rallied on an earlier turn, not on this one.
    assert!(go("french-sixth=6 french-ninth=6", 7).offers("to 3420"));
    assert!(!go("french-sixth=6 french-ninth=7", 7).offers("to 3420"));
    assert!(!go("french-sixth=6", 7).offers("to 3420"));
}

#[test]
fn each_demoralized_army_waits_for_those_beside_it() {
    shows!["marne/10.51c", "marne/10.51d"];
    // From the west: the Sixth to column 22, the Fifth to 33, the Ninth to 39, then the Fourth.
    let go = |army: &str, unit: &str, from: &str, to: &str, rallied: &[&str]| {
        let marks = rallied.iter().map(|army| format!("{army}=6")).collect::<Vec<_>>().join(" ");
        let mut table =
            marches(army, "3", 7).unit(unit, from).unit("G-1G", "4404").mark("rallied", &marks).table(game());
        table.play(&[&format!("pick {unit}")]);
        table.offers(&format!("to {to}"))
    };
    assert!(go("french-sixth", "F-14", "2220", "2320", &["french-fifth"]));
    assert!(!go("french-sixth", "F-14", "2220", "2320", &["french-ninth", "french-fourth", "bef"]));
    assert!(go("french-ninth", "F-42", "3920", "4020", &["french-fifth", "french-fourth"]));
    assert!(!go("french-ninth", "F-42", "3920", "4020", &["french-fifth", "french-sixth"]));
    assert!(!go("french-ninth", "F-42", "3920", "4020", &["french-fourth", "french-sixth"]));
    assert!(go("french-fourth", "F-33", "4020", "3920", &["french-ninth"]));
    assert!(!go("french-fourth", "F-33", "4020", "3920", &["french-fifth", "french-sixth"]));
}

#[test]
fn the_british_keep_to_the_fifth_and_sixth_areas_outside_the_camp() {
    shows!["marne/10.42a", "marne/10.42c", "marne/10.43f", "marne/10.44d", "marne/10.51c"];
    // Demoralized or not they cross between the two.
    let go = |from: &str| {
        let mut table = marches("bef", "4", 7).unit("B-1", from).unit("G-1G", "4404").table(game());
        table.play(&["pick B-1"]);
        table
    };
    assert!(go("2218").offers("to 2318"));
    assert_eq!(go("3318").refused_by("to 3418"), "marne/10.42c");
    assert_eq!(go("1715").refused_by("to 1614"), "marne/10.42c");
}

#[test]
fn a_british_unit_driven_into_the_camp_leaves_at_once() {
    shows!["marne/10.43h"];
    let mut table = marches("bef", "2", 7).unit("B-1", "1514").unit("G-1G", "4404").table(game());
    assert_eq!(table.refused_by("done"), "marne/10.43h");
    table.play(&["pick B-1"]);
    assert!(!table.offers("stay"));
    let mut table = marne("german-combat", 7).unit("G-3", "1710").unit("B-1", "1711").table(game());
    table.play(&["target 1711", "join G-3"]);
    table.rolls(&[1, 5]).play(&["launch"]);
    // A forced retreat may lead into it.
    assert!(table.hexes("to").contains("1612"), "{:?}", table.options());
}

#[test]
fn yellow_units_never_leave_their_area() {
    shows!["marne/10.44e"];
    let go = |unit: &str| {
        let mut table = marches("german-fourth", "3", 7).unit(unit, "4412").unit("F-1", "3020").table(game());
        table.play(&[&format!("pick {unit}")]);
        table
    };
    assert_eq!(go("G-21").refused_by("to 4311"), "marne/10.44e");
    assert!(go("G-15").offers("to 4311"));
}

fn campaign() -> Table<clash_of_giants::ClashOfGiants> {
    Table::new(game(), 1, &[])
}

#[test]
fn the_allies_set_up_first_in_the_start_hexes_of_their_armies() {
    shows!["marne/2.13a", "marne/3.1a", "marne/3.11a", "marne/3.11b", "marne/3.11c", "marne/3.11d", "marne/3.11e"];
    let mut table = campaign();
    assert_eq!(table.chooser(), clash_of_giants::pieces::ALLIED);
    assert_eq!(table.hexes("place"), words("1101 1301 1501 1701"));
    assert_eq!(table.refused_by("place 2501"), "marne/3.11b");
    table.play(&["standard"]);
    let state = table.state();
    // The units of the Camp stand in it, the others in the Start Hexes of their armies.
    for unit in ["F-85T", "F-86T", "F-92T"] {
        assert!(west().ground.camp.contains(west().hex(&table.at(unit))), "{unit}");
    }
    for (unit, army) in [
        ("F-14", Army::FrenchSixth),
        ("F-5", Army::FrenchFifth),
        ("F-42", Army::FrenchNinth),
        ("F-33", Army::FrenchFourth),
        ("B-1", Army::Bef),
    ] {
        assert!(west().ground.starts[army.index()].contains(west().hex(&table.at(unit))), "{unit}");
    }
    // The Ninth Army has ten units for two hexes: the limits give way.
    let most = west().ground.starts[Army::FrenchNinth.index()].iter().map(|hex| state.stack(hex).count()).max();
    assert!(most > Some(3));
    assert!(state.rallied.iter().all(|turn| *turn == 0));
    for late in ["F-61R", "F-PRCav", "F-8", "G-24R", "G-15R"] {
        assert!(state.coming.contains(west().piece(late)), "{late}");
    }
}

#[test]
fn the_germans_set_up_second_within_the_limits() {
    shows!["marne/3.12a", "marne/3.12b"];
    let mut table = campaign();
    table.play(&["standard"]);
    assert_eq!(table.chooser(), clash_of_giants::pieces::GERMAN);
    assert!(table.offers("place 1001") && !table.offers("place 3101"));
    assert_eq!(table.refused_by("place 1101"), "marne/3.12a");
    table.play(&["place 1001", "place 1001"]);
    assert!(!table.offers("place 1001"));
    // Each side's places are told by its own sentence.
    let by = |german: bool| {
        let told = table.playing.log().iter().map(|(_, event)| event);
        let mut set =
            told.filter(|event| event.text.contains("is set up in") && (event.side == Some(GERMAN)) == german);
        set.next().unwrap().clauses[0].0
    };
    assert_eq!((by(false), by(true)), ("marne/3.11b", "marne/3.12a"));
    table.play(&["standard"]);
    for hex in west().ground.start_hexes.iter() {
        let german = table.state().held[0].contains(hex);
        assert!(!german || table.state().stack(hex).count() <= 2);
    }
    assert_eq!(table.state().turn, 1);
}

#[test]
fn camp_units_obey_the_limits_at_set_up() {
    shows!["marne/3.11d"];
    let mut table = campaign();
    let mut hexes = Vec::new();
    while table.chooser() == clash_of_giants::pieces::ALLIED {
        let options = table.hexes("place");
        if options.contains("1413") && hexes.len() < 2 {
            hexes.push("1413");
            table.play(&["place 1413"]);
        } else if options.contains("1312") {
            assert!(!options.contains("1413"), "two are in 1413");
            table.play(&["standard"]);
        } else {
            let first = options.first().unwrap().clone();
            table.play(&[&format!("place {first}")]);
        }
    }
    assert_eq!(hexes.len(), 2);
}

#[test]
fn the_optional_corps_join_and_may_overstack() {
    shows!["marne/16.2a", "marne/16.2c", "marne/16.2d"];
    let mut table = Table::new(game(), 1, &["optional-corps=on"]);
    table.play(&["standard"]);
    while table.at("G-6Cav").is_empty() && table.at("G-3Cav").is_empty() {
        let options = table.options();
        let place = options.iter().find(|option| option.starts_with("place")).unwrap().clone();
        table.play(&[&place]);
        if options.len() == 1 {
            break;
        }
    }
    table.play(&["standard"]);
    for unit in ["G-3G", "G-1GR", "G-13R", "G-14R", "G-22", "G-38"] {
        assert!(!table.at(unit).is_empty(), "{unit}");
        let there: Vec<bool> = {
            let hex = west().hex(&table.at(unit));
            table.state().stack(hex).map(|piece| west().pieces.unit(piece).is_cavalry()).collect()
        };
        assert!(there.iter().all(|cavalry| !cavalry), "{unit} stands with cavalry");
    }
    // Without the option, and in the battle, they stay in the box.
    let mut table = campaign();
    table.play(&["standard", "standard"]);
    assert!(table.at("G-3G").is_empty());
    let mut table = Table::new(game(), 2, &["optional-corps=on"]);
    table.play(&["standard"]);
    assert!(table.at("G-3G").is_empty());
}

/// The battle with the Germans in their listed hexes.
fn battle(options: &[&str]) -> Table<clash_of_giants::ClashOfGiants> {
    let mut table = Table::new(game(), 2, options);
    table.play(&["standard"]);
    table
}

#[test]
fn the_battle_begins_on_turn_six_with_rallied_armies() {
    shows!["marne/3.2", "marne/17.1", "marne/17.2a", "marne/17.3a", "marne/17.3d", "marne/17.3b"];
    let table = battle(&[]);
    assert_eq!((table.state().turn, table.state().on_map.len()), (6, 98));
    assert!(table.state().reduced.is_empty());
    for army in [Army::FrenchSixth, Army::FrenchFifth, Army::FrenchNinth, Army::FrenchFourth, Army::Bef] {
        assert!(table.state().rallied[army.index()] > 0);
    }
    for (unit, hex) in [("G-4Cav", "2007"), ("G-7R", "2209"), ("F-MR", "3616"), ("B-19", "1817"), ("F-2COL", "4618")] {
        assert_eq!(table.at(unit), hex);
    }
}

#[test]
fn germans_may_be_placed_within_a_hex_of_their_listed_one() {
    shows!["marne/17.3c"];
    let table = Table::new(game(), 2, &[]);
    // The first German of the list: 3 XX of the II Corps, 2214 or a hex around it.
    let unit = table.options();
    assert!(table.offers("place 2214"), "{unit:?}");
    assert_eq!(table.hexes("place"), words("2113 2114 2213 2214 2215 2313 2314"));
    assert_eq!(table.refused_by("place 2216"), "marne/17.3c");
    // Never on an Allied set-up hex: 2818 lies beside 2718 and 2819.
    let mut table = Table::new(game(), 2, &[]);
    while !table.offers("place 2818") {
        let first = table.options()[0].clone();
        table.play(&[&first]);
    }
    assert!(!table.offers("place 2819") && !table.offers("place 2718"));
}

#[test]
fn the_slow_start_gives_three_armies_two_points() {
    shows!["marne/17.4"];
    let drawn = |options: &[&str], turn: u32| {
        let setting = marne("allied-operational", turn).scenario("marne-battle");
        let setting = options.iter().fold(setting, |setting: Setting, option| setting.option(option));
        let mut table = setting.unit("F-14", "1908").unit("F-62R", "1110").unit("G-1G", "4404").table(game());
        table.rolls(&[1, 6]).play(&["cup"]);
        table
    };
    let table = drawn(&["slow-start=on"], 6);
    assert_eq!(
        (table.state().army, table.state().march.points, table.state().march.star),
        (Army::FrenchSixth, 2, false)
    );
    assert_eq!(table.last_rolls().len(), 1, "the marker is drawn, no die is rolled");
    // The Camp keeps its eight points (ruling M38).
    let mut table = table;
    table.play(&["pick F-62R"]);
    assert!(table.offers("to 1415"));
    assert_eq!(drawn(&["slow-start=on"], 7).state().march.points, 4);
    assert_eq!(drawn(&[], 6).state().march.points, 4);
}

#[test]
fn german_divisions_detach_two_brigades() {
    shows!["marne/16.1a", "marne/16.1b", "marne/16.1c", "marne/16.1d", "marne/16.1e", "marne/16.1f"];
    let mut table = marches("german-first", "3", 6)
        .unit("G-3", "2414")
        .unit("G-4", "2414")
        .unit("G-5", "2413")
        .reduced("G-6", "2412")
        .marked("G-7", "2411", &["unsupplied"])
        .unit("G-4Cav", "2410")
        .unit("F-1", "3020")
        .table(game());
    assert_eq!(table.hexes("detach"), words("G-3 G-4 G-5"));
    assert_eq!(table.refused_by("detach G-6"), "marne/16.1b");
    assert_eq!(table.refused_by("detach G-7"), "marne/16.1f");
    table.play(&["detach G-3"]);
    assert_eq!((table.steps("G-3"), table.at("G-DetA")), (1, "2414".into()));
    // Three in the hex: one must go before the segment ends.
    assert_eq!(table.refused_by("done"), "std/6.1e");
    table.play(&["pick G-DetA", "to 2415", "detach G-5"]);
    assert_eq!(table.refused_by("detach G-4"), "marne/16.1a");
    // It is a unit like others from now on.
    assert_eq!(table.at("G-DetB"), "2413");
    table.play(&["done"]);
    assert_eq!(table.at("G-DetA"), "2415");
}

#[test]
fn a_division_in_attenuated_supply_detaches_a_brigade_in_the_same_supply() {
    shows!["marne/16.1f", "std/8.4a"];
    // The Second Army knows attenuated supply. What asks for full supply says so (9.31), or names AS (4.22, 10.52).
    let mut table = marches("german-second", "3", 6)
        .marked("G-7", "3414", &["attenuated"])
        .marked("G-5", "3413", &["unsupplied"])
        .unit("F-1", "3020")
        .table(game());
    assert_eq!(table.hexes("detach"), words("G-7"));
    table.play(&["detach G-7"]);
    assert_eq!((table.steps("G-7"), table.at("G-DetA")), (1, "3414".into()));
    assert!(table.state().attenuated.contains(west().piece("G-DetA")));
}

#[test]
fn no_german_takes_the_last_room_of_another() {
    shows!["marne/3.12b"];
    let mut table = campaign();
    table.play(&["standard"]);
    // The First Army, two and two: ten divisions, then four units of cavalry.
    for hex in ["1001", "1201", "1401", "1601", "1801", "2001", "2201"] {
        let place = format!("place {hex}");
        table.play(&[&place, &place]);
    }
    // The Second has eight divisions and two of cavalry for five hexes: one must be left to the cavalry.
    table.play(&["place 3101", "place 3201", "place 3301", "place 3501"]);
    assert_eq!(table.hexes("place"), words("3101 3201 3301 3501"));
    assert_eq!(table.refused_by("place 3601"), "marne/3.12a");
}
