//! 11.0 Operational Movement.

use crate::common::{Ask, Labels, Lay, costs_from, east, game, marches, moves, phase, west, words};
use clash_of_giants::ClashOfGiants;
use clash_of_giants::pieces::{ALLIED, GERMAN};
use engine::laws::Table;
use engine::{Rules, shows};
use std::collections::BTreeMap;

#[test]
fn each_kind_of_ground_has_its_cost() {
    shows!["std/11.1a", "std/11.3a", "std/11.3b", "std/11.3f"];
    let cost = |from: &str, to: &str| {
        let mut table = moves("eighth", "6", 5).unit("G-41", from).unit("R-1", "5022").table(game());
        table.play(&["pick G-41"]);
        table.forecast(&format!("to {to}")).sum.value
    };
    // Clear, woods, rough, swamp, town; a town in woods; clear and town across a river.
    assert_eq!(cost("1611", "1711"), "1");
    assert_eq!(cost("3811", "3911"), "2");
    assert_eq!(cost("4011", "4010"), "2");
    assert_eq!(cost("2704", "2705"), "3");
    assert_eq!(cost("1612", "1512"), "1");
    assert_eq!(cost("3218", "3318"), "1");
    assert_eq!(cost("1911", "1811"), "2");
    assert_eq!(cost("2216", "2316"), "2");
}

#[test]
fn points_run_out_and_unused_ones_are_lost() {
    shows!["std/11.1a"];
    let mut table = moves("eighth", "2", 5).unit("G-41", "1612").unit("R-1", "5022").table(game());
    table.play(&["pick G-41"]);
    let refusal = table.refusal("to 1609");
    assert_eq!(refusal.clauses[0].0, "std/11.1a");
    assert!(refusal.reason.contains("costs") && refusal.reason.contains("3 MP"), "{}", refusal.reason);
    table.play(&["to 1611"]);
    assert_eq!(table.refused_by("pick G-41"), "std/11.1a");
}

#[test]
fn one_hex_can_always_be_entered() {
    shows!["std/11.1c"];
    // A swamp costs three, and there is one point.
    let mut table = moves("eighth", "1", 5).unit("G-41", "2704").unit("R-1", "5022").table(game());
    table.play(&["pick G-41"]);
    assert!(table.offers("to 2705"));
    assert!(!table.offers("to 2706"));
    table.play(&["to 2705"]);
    assert_eq!(table.at("G-41"), "2705");
}

#[test]
fn lakes_and_the_sea_are_closed() {
    shows!["std/11.3c"];
    let mut table = moves("eighth", "1", 5).unit("G-41", "3411").unit("R-1", "5022").table(game());
    table.play(&["pick G-41"]);
    assert_eq!(table.hexes("to"), words("3310 3311 3410 3412"));
    let table = moves("eighth", "6", 5).unit("G-41", "1608").unit("R-1", "5022").table(game());
    assert!(table.playing.rules().parse(table.state(), "to 1607").is_err());
}

#[test]
fn railroads_are_no_roads() {
    shows!["std/11.3d"];
    // Along the railway through the woods south of Allenstein, and over the river.
    let mut table = moves("eighth", "6", 5).unit("G-41", "2316").unit("R-1", "5022").table(game());
    table.play(&["pick G-41"]);
    assert_eq!(table.forecast("to 2417").sum.value, "2");
    assert_eq!(table.forecast("to 2216").sum.value, "2");
}

#[test]
fn a_unit_need_not_move_and_others_may_not() {
    shows!["std/10.1b", "std/11.2"];
    let mut table = moves("russian-first", "3", 5)
        .unit("R-25", "3922")
        .unit("R-1", "3822")
        .marked("R-27", "3921", &["done"])
        .unit("G-1", "1611")
        .table(game());
    assert_eq!(table.refused_by("pick R-1"), "std/10.1b");
    assert_eq!(table.refused_by("pick G-1"), "std/10.1b");
    assert_eq!(table.refused_by("pick R-27"), "std/9.3c");
    assert!(table.offers("done"));
    table.play(&["pick R-25", "stay"]);
    assert_eq!(table.at("R-25"), "3922");
}

#[test]
fn a_stack_moves_together_at_the_pace_of_the_slowest() {
    shows!["std/11.1a"];
    let mut table = moves("eighth", "4", 5)
        .unit("G-35", "1611")
        .marked("G-36", "1611", &["attenuated"])
        .unit("R-1", "5022")
        .table(game());
    table.play(&["stack 1611"]);
    assert!(table.offers("to 1613") && !table.offers("to 1614"));
    table.play(&["to 1613"]);
    assert_eq!([table.at("G-35"), table.at("G-36")], ["1613", "1613"]);
    // A unit may march with others and be dropped on the way: it is then moved by itself.
    assert_eq!(table.refused_by("pick G-35"), "std/11.1a");
}

#[test]
fn supply_cuts_the_allowance() {
    shows!["std/8.4a", "std/8.4b", "std/10.1d"];
    let reach = |marks: &[&str], points: &str| {
        let mut table = moves("eighth", points, 5).marked("G-41", "1611", marks).unit("R-1", "5022").table(game());
        table.play(&["pick G-41"]);
        (1..=4).take_while(|row| table.offers(&format!("to {}", 1611 - row))).count()
    };
    assert_eq!(reach(&[], "3"), 3);
    // Half of three: two when attenuated, one when there is no supply at all, and never less.
    assert_eq!(reach(&["attenuated"], "3"), 2);
    assert_eq!(reach(&["unsupplied"], "3"), 1);
    assert_eq!(reach(&["unsupplied"], "1"), 1);
}

#[test]
fn german_cavalry_of_the_east_uses_its_printed_allowance() {
    shows!["tannenberg/5.333d", "tannenberg/10.1b", "tannenberg/10.6c", "tannenberg/11.61a", "std/14.1"];
    let reach = |unit: &str, marks: &[&str]| {
        let mut table = moves("eighth", "2", 5).marked(unit, "1902", marks).unit("R-1", "5022").table(game());
        table.play(&[&format!("pick {unit}")]);
        let far = |hexes: u32| table.offers(&format!("to {}02", 19 + hexes));
        (1..=8).filter(|&hexes| far(hexes)).max().unwrap_or(0)
    };
    assert_eq!(reach("G-41", &[]), 2);
    assert_eq!(reach("G-1Cav", &[]), 8);
    assert_eq!(reach("G-Jgr", &[]), 6);
    // Subject to supply: half of eight.
    assert_eq!(reach("G-1Cav", &["attenuated"]), 4);
}

#[test]
fn german_cavalry_moves_with_the_eighth_army() {
    shows!["tannenberg/11.61b"];
    let mut table = phase("german-operational", 5)
        .unit("G-1", "1611")
        .unit("G-41", "1713")
        .unit("G-1Cav", "1612")
        .unit("R-1", "5022")
        .table(game());
    table.rolls(&[1]).play(&["roll"]);
    assert_eq!(table.refused_by("pick G-1Cav"), "std/10.1b");
    table.rolls(&[1]).play(&["done", "roll"]);
    assert!(table.offers("pick G-1Cav") && !table.offers("pick G-1"));
}

#[test]
fn other_cavalry_marches_with_its_army() {
    shows!["tannenberg/11.62", "marne/10.2c"];
    let mut table = moves("russian-first", "2", 5).unit("R-1Cav", "3922").unit("G-1", "1611").table(game());
    table.play(&["pick R-1Cav"]);
    assert!(table.offers("to 3920") && !table.offers("to 3919"));
    let mut table = marches("german-first", "2", 6).unit("G-4Cav", "2014").unit("F-1", "3022").table(game());
    table.play(&["pick G-4Cav"]);
    assert!(table.offers("to 2016") && !table.offers("to 2017"));
}

#[test]
fn nobody_enters_an_enemy_source_or_ends_beside_one() {
    shows!["tannenberg/11.2a", "tannenberg/9.22c"];
    let mut table = moves("eighth", "3", 5).unit("G-41", "5109").unit("R-1", "3022").table(game());
    table.play(&["pick G-41"]);
    assert_eq!(table.refused_by("to 5208"), "tannenberg/11.2a");
    assert_eq!(table.refused_by("to 5108"), "tannenberg/9.22c");
    // Passing beside it is allowed.
    assert!(table.offers("to 5106"));
    let mut table = moves("russian-second", "6", 5).unit("R-1", "1216").unit("G-1", "3022").table(game());
    table.play(&["pick R-1"]);
    assert_eq!(table.refused_by("to 1016"), "tannenberg/11.2a");
    assert_eq!(table.refused_by("to 1115"), "tannenberg/9.22c");
    assert_eq!(table.refused_by("to 1116"), "tannenberg/9.22c");
}

#[test]
fn konigsberg_may_be_entered() {
    shows!["tannenberg/11.2b"];
    let mut table = moves("russian-first", "3", 5).unit("R-25", "2302").unit("G-1", "3022").table(game());
    table.play(&["pick R-25", "to 2303"]);
    assert_eq!(table.at("R-25"), "2303");
}

#[test]
fn units_leave_an_entry_hex_at_the_first_opportunity() {
    shows!["tannenberg/9.22b", "tannenberg/9.22e"];
    let mut table = moves("russian-first", "2", 5)
        .unit("R-25", "5208")
        .unit("R-27", "5208")
        .unit("R-1Cav", "5208")
        .unit("G-1", "3022")
        .table(game());
    assert_eq!(table.refused_by("done"), "tannenberg/9.22b");
    table.play(&["pick R-25"]);
    assert_eq!(table.refused_by("stay"), "tannenberg/9.22b");
    table.play(&["to 5008", "pick R-27", "to 5008", "pick R-1Cav"]);
    // Outside the limits hold again.
    assert!(!table.offers("to 5008"));
    table.play(&["to 5109", "done"]);
}

#[test]
fn fortified_zones_fall_to_whoever_enters_them_even_in_passing() {
    shows!["std/11.3e"];
    let mut table = moves("russian-first", "4", 5).unit("R-25", "3806").unit("G-1", "3022").table(game());
    table.play(&["pick R-25", "to 3606"]);
    assert!(table.heard("are destroyed"));
    // Germans in their own works destroy nothing.
    let mut table = moves("eighth", "4", 5).unit("G-41", "3606").unit("R-1", "5022").table(game());
    table.play(&["pick G-41", "to 3706"]);
    assert!(!table.heard("destroyed"));
}

#[test]
fn a_hex_that_costs_more_than_a_unit_has_is_shown_with_what_it_costs() {
    shows!["std/11.1c", "std/11.3a"];
    let shown = |table: &Table<ClashOfGiants>, action: &str| {
        let rules = table.playing.rules();
        rules.choice(table.state(), rules.parse(table.state(), action).unwrap()).cost.unwrap()
    };
    // Every offer says what the hex costs, wherever the points come from; how many cost more than there are.
    let dear = |table: &Table<ClashOfGiants>, costs: &BTreeMap<String, u16>, points: u16| {
        let offers = table.hexes("to");
        for hex in &offers {
            let (action, cost) = (format!("to {hex}"), costs[hex]);
            let forecast = table.forecast(&action);
            assert_eq!((shown(table, &action), forecast.sum.value), (format!("{cost} MP"), cost.to_string()), "{hex}");
            let clauses = forecast.sum.parts.iter().flat_map(|part| &part.clauses);
            let camp = cost > 1 && west().ground.board().parse(hex).is_ok_and(|at| west().ground.camp.contains(at));
            assert_eq!(clauses.filter(|clause| clause.0 == "std/11.1c").count() == 1, cost > points && !camp, "{hex}");
        }
        offers.iter().filter(|hex| costs[*hex] > points).count()
    };
    // A swamp costs three, and there is one point.
    let mut table = moves("eighth", "1", 5).unit("G-41", "2704").unit("R-1", "5022").table(game());
    table.play(&["pick G-41"]);
    assert_eq!(shown(&table, "to 2705"), "3 MP");
    assert!(dear(&table, &costs_from(east(), GERMAN, "2704", 9), 1) > 1);
    // The same on the way out of the Fortified Camp, where eight points would do inside.
    let mut table = marches("french-sixth", "1", 7).unit("F-62R", "1614").unit("G-3", "5001");
    table = table.mark("rallied", "french-sixth");
    let mut table = table.table(game());
    table.play(&["pick F-62R"]);
    let costs = costs_from(west(), ALLIED, "1614", 9);
    let outside = |hex: &String| !west().ground.camp.contains(west().hex(hex));
    assert!(table.hexes("to").iter().any(|hex| outside(hex) && costs[hex] > 1), "{:?}", table.options());
    dear(&table, &costs, 1);
}

#[test]
fn units_of_a_hex_are_picked_together_once_and_only_if_they_are_alike() {
    shows!["std/11.1a"];
    let stacks = |table: Table<ClashOfGiants>| {
        table.options().into_iter().filter(|option| option.starts_with("stack")).collect::<Vec<_>>()
    };
    let setting = moves("eighth", "3", 5).unit("G-41", "1711").unit("R-1", "5022");
    let three = ["G-1Cav", "G-2Cav", "G-41Cav"].iter().fold(setting, |setting, unit| setting.unit(unit, "1611"));
    assert_eq!(stacks(three.table(game())), ["stack 1611"]);
    // Units with a yellow box have an area of their own to keep to.
    let pair =
        |other: &str| marches("german-fourth", "3", 7).unit("G-21", "4712").unit(other, "4712").unit("F-1", "3020");
    assert_eq!(stacks(pair("G-25").table(game())), ["stack 4712"]);
    assert!(stacks(pair("G-15").table(game())).is_empty());
}

#[test]
fn who_has_a_duty_marches_without_taking_things_on_the_way() {
    let mut table = marches("french-fifth", "3", 1).unit("F-1", "2414").unit("G-3", "5001");
    table = table.mark("owners", "2415=german");
    let mut table = table.table(game());
    table.play(&["pick F-1"]);
    assert!(table.hexes("through").is_empty());
}

#[test]
fn who_has_strayed_is_told_to_go_home() {
    shows!["marne/10.43h", "marne/10.44h"];
    let mut table = marches("german-third", "3", 7).unit("G-21", "4212").unit("F-1", "3020").table(game());
    table.play(&["pick G-21"]);
    assert_eq!(table.refused_by("to 4112"), "marne/10.44h");
    let mut table = marches("bef", "2", 7).unit("B-1", "1514").unit("G-1G", "4404").table(game());
    table.play(&["pick B-1"]);
    assert_eq!(table.refused_by("to 1414"), "marne/10.43h");
}

#[test]
fn who_has_strayed_and_cannot_get_nearer_may_do_as_it_likes() {
    shows!["marne/10.44h"];
    // The French hold both hexes to the east of 4212.
    let setting = marches("german-third", "1", 7).unit("G-21", "4212").unit("F-33", "4311").unit("F-34", "4312");
    let mut table = setting.table(game());
    table.play(&["pick G-21"]);
    assert!(table.offers("stay") && table.offers("to 4211") && table.offers("to 4112"), "{:?}", table.options());
}

#[test]
fn no_way_leads_between_two_enemies() {
    shows!["std/7.2a"];
    // Whoever comes next to 3822 comes into the zone of one of them first and stops.
    let setting = moves("eighth", "6", 5).unit("G-41", "3819").unit("R-1", "3821").unit("R-2", "3823");
    let mut table = setting.table(game());
    table.play(&["pick G-41"]);
    assert_eq!(table.refused_by("to 3822"), "std/7.2a");
}
