//! The Marne, 10.5: Demoralization and Rally.

use crate::common::{Ask, Lay, game, marne};
use clash_of_giants::ClashOfGiants;
use clash_of_giants::pieces::Army;
use engine::laws::{Setting, Table};
use engine::shows;

/// What the Rally Segment of a turn does to armies that are all demoralized.
fn rally(setting: Setting) -> Table<ClashOfGiants> {
    setting.table(game())
}

fn has_rallied(table: &Table<ClashOfGiants>, army: Army) -> bool {
    table.state().rallied[army.index()] > 0
}

/// The Rally Segment of a turn.
fn segment(turn: u32) -> Setting {
    marne("allied-rally", turn)
}

#[test]
fn the_sixth_army_rallies_inside_the_camp() {
    shows!["marne/10.52b", "marne/5.313", "marne/10.52a"];
    // Germans beside it do not matter.
    let inside = || segment(5).unit("F-62R", "1611").unit("G-3", "1710");
    assert!(has_rallied(&rally(inside()), Army::FrenchSixth));
    let table = rally(inside().unit("F-14", "1811"));
    assert!(!has_rallied(&table, Army::FrenchSixth));
}

#[test]
fn the_fifth_and_ninth_rally_beyond_the_seine_and_the_aube() {
    shows!["marne/10.52c"];
    let fifth = |hexes: &[&str], german: &str| {
        let units = ["F-1", "F-2"];
        let setting = units.iter().zip(hexes).fold(segment(5), |setting, (unit, hex)| setting.unit(unit, hex));
        has_rallied(&rally(setting.unit("G-1G", german)), Army::FrenchFifth)
    };
    assert!(fifth(&["3022", "2823"], "3021"));
    assert!(!fifth(&["3022", "3020"], "3021"));
    let ninth = |hex: &str, german: &str| {
        has_rallied(&rally(segment(5).unit("F-42", hex).unit("G-1G", german)), Army::FrenchNinth)
    };
    // Between the two rivers is south enough.
    assert!(ninth("3421", "3420"));
    assert!(!ninth("3420", "3419"));
}

#[test]
fn the_fourth_army_rallies_south_of_row_seventeen() {
    shows!["marne/10.52d"];
    let fourth = |hex: &str, german: &str| {
        has_rallied(&rally(segment(5).unit("F-33", hex).unit("G-1G", german)), Army::FrenchFourth)
    };
    // Worked example 16.
    assert!(!fourth("4217", "4216"));
    assert!(fourth("4218", "4217"));
}

#[test]
fn the_british_rally_when_the_sixth_and_fifth_have() {
    shows!["marne/10.52e"];
    let bef = |rallied: &str, fifth: &str| {
        let setting = segment(6)
            .unit("B-1", "2418")
            .unit("G-3", "2417")
            .unit("F-1", fifth)
            .unit("G-1G", "3019")
            .unit("F-14", "1908")
            .unit("G-4", "1907");
        rally(setting.mark("rallied", rallied))
    };
    assert!(!has_rallied(&bef("french-sixth=5", "3020"), Army::Bef));
    assert!(has_rallied(&bef("french-sixth=5 french-fifth=5", "3020"), Army::Bef));
    // In the same segment too, since the BEF is looked at last.
    let table = bef("french-sixth=5", "3022");
    assert!(has_rallied(&table, Army::FrenchFifth) && has_rallied(&table, Army::Bef));
}

#[test]
fn any_army_rallies_out_of_touch() {
    shows!["marne/10.52f"];
    let army = |setting: Setting| has_rallied(&rally(setting), Army::FrenchFourth);
    assert!(army(segment(5).unit("F-33", "4212").unit("G-1G", "4209")));
    assert!(!army(segment(5).unit("F-33", "4212").unit("G-1G", "4211")));
    // Units of either side that lack supply are not looked at.
    assert!(army(segment(5).unit("F-33", "4212").marked("G-1G", "4211", &["attenuated"])));
    assert!(army(segment(5).marked("F-33", "4212", &["unsupplied"]).unit("G-1G", "4211")));
    // One unit in touch keeps the whole army.
    assert!(!army(segment(5).unit("F-33", "4212").unit("F-34", "4515").unit("G-1G", "4211")));
}

#[test]
fn nobody_rallies_before_turn_five_and_who_has_stays_so() {
    shows!["marne/10.52a", "marne/10.52h", "marne/10.51a", "marne/3.11e"];
    let demoralized = |table: &Table<ClashOfGiants>| {
        let facts = table.view(engine::Viewer::Spectator).facts;
        facts.iter().filter(|fact| fact.text.ends_with("is demoralized.")).count()
    };
    assert_eq!(demoralized(&marne("allied-supply", 1).unit("F-33", "4212").unit("G-1G", "3604").table(game())), 5);
    let table = marne("allied-supply", 4).unit("F-33", "4212").unit("G-1G", "3604").table(game());
    assert!(!has_rallied(&table, Army::FrenchFourth));
    let table = marne("allied-supply", 5).unit("F-33", "4212").unit("G-1G", "3604").table(game());
    assert!(has_rallied(&table, Army::FrenchFourth));
    // In touch again later: rallied for good.
    let table = rally(segment(7).unit("F-33", "4212").unit("G-1G", "4211").mark("rallied", "french-fourth=5"));
    assert_eq!(table.state().rallied[Army::FrenchFourth.index()], 5);
}

#[test]
fn demoralization_costs_a_point_of_ter_outside_the_camp() {
    shows!["marne/10.51b", "marne/10.43e"];
    let defend = |hex: &str, from: &str, rallied: &str, roll: u16| {
        let mut table =
            marne("german-combat", 7).unit("G-3", from).unit("F-14", hex).mark("rallied", rallied).table(game());
        table.play(&[&format!("target {hex}"), "join G-3"]);
        table.rolls(&[1, roll]).play(&["launch"]);
        table.steps("F-14")
    };
    // TER 3 at 1-1: a 3 passes, but fails in a demoralized army.
    assert_eq!(defend("2010", "2009", "french-sixth", 3), 2);
    assert_eq!(defend("2010", "2009", "", 3), 1);
    assert_eq!(defend("2010", "2009", "", 2), 2);
    // Inside the Camp it does not matter.
    assert_eq!(defend("1511", "1510", "", 3), 2);
}

#[test]
fn a_demoralized_army_and_a_rallied_one_have_their_own_lines() {
    shows!["marne/10.52a"];
    let roll = |rallied: &str| {
        let mut table = marne("allied-operational", 7)
            .unit("F-33", "4220")
            .unit("G-1G", "3604")
            .mark("rallied", rallied)
            .mark("activated", "french-sixth french-fifth french-ninth bef")
            .table(game());
        table.rolls(&[1, 6]).play(&["cup"]);
        table.state().march.points
    };
    assert_eq!(roll(""), 5);
    assert_eq!(roll("french-fourth=6"), 4);
}

#[test]
fn an_army_rallies_once() {
    shows!["marne/10.52h", "marne/5.313"];
    // The Fifth stands beyond the Seine; the Allies have nothing to fight, and the turn goes on to the next Rally Segment.
    let told = |rallied: &str| {
        let setting = marne("german-combat", 5).mark("rallied", rallied).unit("F-1", "3022").unit("F-2", "2823");
        let mut table = setting.unit("G-3", "1812").unit("F-14", "1811").table(game());
        table.play(&["done"]);
        assert_eq!(table.state().turn, 6);
        table.heard("The French Fifth Army rallies.")
    };
    assert!(told("") && !told("french-fifth"));
}
