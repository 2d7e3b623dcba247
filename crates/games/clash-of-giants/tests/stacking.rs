//! 6.0 Stacking.

use crate::common::{Ask, Lay, game, marches, moves};
use clash_of_giants::state::Step;
use engine::{Habit, Rules, Side, shows};

#[test]
fn two_units_of_any_size_may_stack() {
    shows!["std/6.1a"];
    let mut table = moves("eighth", "3", 5)
        .marked("G-35", "1611", &["done"])
        .marked("G-2LW", "1612", &["done"])
        .marked("G-36R", "1612", &["done"])
        .unit("G-41", "1711")
        .unit("R-1", "3822")
        .table(game());
    table.play(&["pick G-41"]);
    assert!(table.offers("to 1611"));
    assert_eq!(table.refused_by("to 1612"), "std/6.1a");
}

#[test]
fn three_units_may_stack_if_they_are_of_one_corps() {
    shows!["std/6.2a", "std/6.2c"];
    // 38 XX belongs to the 18th Corps, 37 XX does not.
    let place = |unit: &str| {
        let mut table = marches("french-fifth", "3", 7)
            .marked("F-35", "2820", &["done"])
            .marked("F-36", "2820", &["done"])
            .unit(unit, "2821")
            .unit("G-1G", "3604")
            .mark("rallied", "french-fifth")
            .table(game());
        table.play(&[&format!("pick {unit}")]);
        table
    };
    assert!(place("F-38").offers("to 2820"));
    assert_eq!(place("F-37").refused_by("to 2820"), "std/6.1a");
}

#[test]
fn three_of_the_cavalry_division_may_stack_but_not_four() {
    shows!["std/6.2b"];
    let position = |others: &[&str]| {
        let setting = moves("eighth", "3", 5).unit("G-Jgr", "1711").unit("R-1", "3822");
        let mut table =
            others.iter().fold(setting, |setting, unit| setting.marked(unit, "1611", &["done"])).table(game());
        table.play(&["pick G-Jgr"]);
        table
    };
    assert!(position(&["G-1Cav", "G-2Cav"]).offers("to 1611"));
    assert!(!position(&["G-1Cav", "G-2Cav", "G-41Cav"]).offers("to 1611"));
}

#[test]
fn infantry_and_cavalry_do_not_stack() {
    shows!["std/6.3"];
    let mut table = moves("russian-first", "3", 5)
        .marked("R-1Cav", "3922", &["done"])
        .marked("R-25", "3921", &["done"])
        .unit("R-27", "4022")
        .unit("G-1", "2008")
        .table(game());
    table.play(&["pick R-27"]);
    assert!(!table.offers("to 3922"));
    assert!(table.offers("to 3921"));
}

#[test]
fn french_and_british_do_not_stack() {
    shows!["std/6.5"];
    let mut table = marches("bef", "3", 7)
        .marked("F-5", "2520", &["done"])
        .unit("B-1", "2519")
        .unit("G-1G", "3604")
        .mark("rallied", "bef french-fifth")
        .table(game());
    table.play(&["pick B-1"]);
    assert!(!table.offers("to 2520"));
    assert!(table.offers("to 2521"), "friends are passed freely");
}

#[test]
fn units_of_both_russian_armies_may_share_a_hex() {
    shows!["std/6.6"];
    let mut table = moves("russian-second", "3", 5)
        .marked("R-25", "3922", &["done"])
        .unit("R-1", "4022")
        .unit("G-1", "2008")
        .table(game());
    table.play(&["pick R-1", "to 3922"]);
    assert_eq!(table.at("R-1"), table.at("R-25"));
}

#[test]
fn friends_are_passed_freely_and_enemies_never_shared() {
    shows!["std/6.4", "std/6.7", "std/11.1b"];
    let mut table = moves("eighth", "4", 5)
        .marked("G-35", "1611", &["done"])
        .marked("G-36", "1611", &["done"])
        .unit("G-41", "1612")
        .unit("R-1", "1912")
        .table(game());
    table.play(&["pick G-41"]);
    // Two points north, straight through a full hex.
    assert_eq!(table.forecast("to 1610").sum.value, "2");
    assert_eq!(table.refused_by("to 1912"), "std/11.1b");
}

#[test]
fn stacking_is_looked_at_when_the_phase_ends() {
    shows!["std/6.1b", "std/6.1e"];
    // A third unit comes in while the others can still move, but the segment cannot end before one has left.
    let mut table = moves("eighth", "3", 5)
        .unit("G-35", "1611")
        .unit("G-36R", "1611")
        .unit("G-41", "1711")
        .unit("R-1", "3822")
        .table(game());
    table.play(&["pick G-41", "to 1611"]);
    assert_eq!(table.refused_by("done"), "std/6.1e");
    table.play(&["pick G-35", "to 1610", "done"]);
    assert_eq!([table.at("G-35"), table.at("G-36R"), table.at("G-41")], ["1610", "1611", "1611"]);
}

#[test]
fn who_cannot_be_moved_out_of_a_crowd_is_eliminated_by_its_owner() {
    shows!["std/6.1e"];
    let mut table = moves("eighth", "3", 5)
        .marked("G-35", "1611", &["done"])
        .marked("G-36R", "1611", &["done"])
        .marked("G-2LW", "1611", &["done"])
        .unit("G-41", "1711")
        .unit("R-1", "3822")
        .table(game());
    table.play(&["done"]);
    assert_eq!(table.options(), ["remove G-2LW", "remove G-36R", "remove G-35"]);
    assert_eq!(table.misdeeds(&[], "remove G-2LW").units(Side::First, Habit::Crowding), 1);
    table.play(&["remove G-2LW"]);
    assert!(table.is_dead("G-2LW"));
    assert_eq!(table.at("G-35"), "1611");
}

#[test]
fn on_the_marne_stacking_is_looked_at_once_after_the_last_army() {
    shows!["std/6.1c"];
    // Two divisions of the Fourth Army, still in the cup, stand where one of the Third comes.
    let mut table = marches("german-third", "3", 6)
        .unit("G-23", "4312")
        .unit("G-15", "4412")
        .unit("G-16", "4412")
        .unit("F-1", "3020")
        .table(game());
    table.play(&["pick G-23", "to 4412", "done"]);
    assert_eq!([table.at("G-23"), table.at("G-15")], ["4412", "4412"]);
    assert!(table.offers("cup"));
}

#[test]
fn an_overfull_set_up_hex_must_be_thinned_by_the_end_of_the_first_move() {
    shows!["tannenberg/3.12d"];
    let mut table = moves("eighth", "3", 1)
        .unit("G-1Cav", "4202")
        .unit("G-2Cav", "4202")
        .unit("G-41Cav", "4202")
        .unit("G-Jgr", "4202")
        .unit("R-1", "5022")
        .table(game());
    assert_eq!(table.refused_by("done"), "std/6.1e");
    table.play(&["pick G-Jgr", "to 4103", "done"]);
    assert_eq!(table.state().stack(crate::common::Labels::hex(crate::common::east(), "4202")).count(), 3);
}

#[test]
fn entry_hexes_have_no_limit() {
    shows!["tannenberg/5.321c", "tannenberg/9.22a"];
    // Five that cannot leave, infantry and cavalry, when the phase ends: nobody is one too many.
    let units = ["R-28", "R-29", "R-25", "R-27", "R-1GCav"];
    let setting = moves("russian-first", "3", 5).unit("R-30", "5022").unit("G-41", "5021");
    let mut table = units.iter().fold(setting, |setting, unit| setting.marked(unit, "5205", &["done"])).table(game());
    table.play(&["done"]);
    assert!(!table.options().iter().any(|option| option.starts_with("remove")), "{:?}", table.options());
    assert_eq!(units.map(|unit| table.at(unit)), ["5205"; 5]);
    // In any other hex they would be.
    let setting = moves("russian-first", "3", 5).unit("R-30", "5022").unit("G-41", "5021");
    let mut table = units.iter().fold(setting, |setting, unit| setting.marked(unit, "5105", &["done"])).table(game());
    table.play(&["done"]);
    assert!(table.offers("remove R-28"));
}

#[test]
fn overstacked_optional_units_keep_the_limits_once_they_move() {
    shows!["marne/16.2e"];
    let units = ["G-3G", "G-1GR", "G-13", "G-14"];
    let setting = marches("german-second", "2", 1).unit("F-1", "3025").option("optional-corps=on");
    let mut table = units.iter().fold(setting, |setting, unit| setting.unit(unit, "3101")).table(game());
    // As soon as they can, and not into one hex.
    assert_eq!(table.refused_by("done"), "marne/2.13i");
    table.play(&["pick G-3G", "to 3102", "pick G-1GR", "to 3102", "pick G-13"]);
    assert_eq!(table.refused_by("to 3102"), "std/6.1a");
    assert_eq!(table.refused_by("stay"), "marne/2.13i");
    table.play(&["to 3202", "pick G-14", "to 3202", "done"]);
    assert_eq!(units.map(|unit| table.at(unit)), ["3102", "3102", "3202", "3202"]);
}

#[test]
fn nobody_takes_replacements_where_he_would_be_one_too_many_for_good() {
    shows!["std/6.1e", "marne/9.32a"];
    let position = |activated: &str| {
        marches("french-sixth", "2*", 7)
            .reduced("F-14", "2112")
            .reduced("F-55R", "2112")
            .unit("B-1", "2112")
            .unit("G-3", "5001")
            .mark("rallied", "french-sixth bef")
            .mark("activated", activated)
            .table(game())
    };
    // The BEF has moved: both French units must go.
    let mut table = position("bef");
    for action in ["rebuild F-14", "rebuild F-55R", "done"] {
        assert_eq!(table.refused_by(action), "std/6.1e", "{action}");
        assert!(!table.offers(action));
    }
    table.play(&["pick F-14"]);
    assert_eq!(table.refused_by("stay"), "std/6.1e");
    table.play(&["to 2113", "pick F-55R", "to 2012", "done"]);
    assert_eq!(table.at("B-1"), "2112");
    // The BEF is still in the cup: both may rebuild, for the British can go, and then must.
    let mut table = position("");
    table.rolls(&[6, 6]).play(&["rebuild F-14", "rebuild F-55R", "done"]);
    while !table.offers("pick B-1") {
        table.play(&["cup"]);
    }
    assert_eq!(table.refused_by("done"), "std/6.1e");
    table.play(&["pick B-1"]);
    assert_eq!(table.refused_by("stay"), "std/6.1e");
    // Nobody need thin a hex now that another army can thin later.
    let mut table = position("");
    table.play(&["done"]);
    assert_eq!(table.at("F-14"), "2112");
}

/// Two divisions that can march one hex stand in 1008, at the edge of the map, and all hexes around them are full.
fn hemmed_in(points: &str) -> engine::laws::Setting {
    let full = [("G-5", "1007"), ("G-6", "1007"), ("G-7R", "1009"), ("G-22R", "1009")];
    let more = [("G-7", "1107"), ("G-8", "1107"), ("G-17", "1108"), ("G-18", "1108")];
    let setting = marches("german-first", points, 6).unit("F-1", "5001");
    full.iter().chain(&more).fold(setting, |setting, (unit, hex)| setting.marked(unit, hex, &["done"]))
}

#[test]
fn nobody_enters_a_full_hex_whose_units_can_go_nowhere() {
    shows!["std/6.1e"];
    let setting = || hemmed_in("3").marked("G-3", "1008", &["unsupplied"]).marked("G-4", "1008", &["unsupplied"]);
    let mut table = setting().unit("G-13", "1208").table(game());
    table.play(&["pick G-3"]);
    assert_eq!(table.options(), ["stay"], "they have not moved, but cannot");
    let mut table = setting().unit("G-13", "1208").table(game());
    table.play(&["pick G-13"]);
    assert_eq!(table.refused_by("to 1008"), "std/6.1e");
    // Further points let them out, and then it may come in.
    let mut table = setting().mark("points", "6").unit("G-13", "1208").table(game());
    table.play(&["pick G-13", "to 1008"]);
    assert_eq!(table.refused_by("done"), "std/6.1e");
}

#[test]
fn the_last_way_out_of_a_crowd_is_kept_for_it() {
    shows!["std/6.1e"];
    // Three in 1008 where two may stand; one place is left around them, and another unit may not take it.
    let unsupplied = ["G-3", "G-4", "G-13"];
    let full = [("G-5", "1007"), ("G-7R", "1009"), ("G-22R", "1009")];
    let more = [("G-7", "1107"), ("G-8", "1107"), ("G-17", "1108"), ("G-18", "1108")];
    let setting = marches("german-first", "3", 6).unit("F-1", "5001").unit("G-14", "1006");
    let setting = full.iter().chain(&more).fold(setting, |setting, (unit, hex)| setting.marked(unit, hex, &["done"]));
    let mut table =
        unsupplied.iter().fold(setting, |setting, unit| setting.marked(unit, "1008", &["unsupplied"])).table(game());
    table.play(&["pick G-14"]);
    assert_eq!(table.refused_by("to 1007"), "std/6.1e");
    table.play(&["to 1005", "pick G-13", "to 1007", "done"]);
    assert!(unsupplied.iter().all(|unit| !table.is_dead(unit)));
}

#[test]
fn no_brigade_is_detached_where_there_is_no_room_for_it() {
    shows!["std/6.1e", "marne/16.1d"];
    let table = hemmed_in("1").unit("G-3", "1008").unit("G-4", "1008").table(game());
    assert_eq!(table.refused_by("detach G-3"), "std/6.1e");
    assert!(!table.offers("detach G-3"));
    assert!(hemmed_in("1").unit("G-3", "1008").table(game()).offers("detach G-3"));
}

#[test]
fn a_rail_move_does_not_stay_in_a_crowd() {
    shows!["std/6.1e", "marne/15.0a"];
    let mut table = marches("french-fifth", "3", 7)
        .unit("F-5", "2720")
        .marked("F-1", "2720", &["done"])
        .marked("F-35", "2720", &["done"])
        .unit("G-1G", "3604")
        .mark("rallied", "french-sixth french-fifth french-ninth french-fourth bef")
        .table(game());
    table.rolls(&[1, 1]).play(&["entrain F-5"]);
    assert_eq!(table.refused_by("stay"), "std/6.1e");
    assert!(!table.offers("stay") && table.offers("to 2719"));
    // Where both hexes of the shortest journey are full it would have to stay, so it does not entrain.
    let mut closed = marches("french-fifth", "3", 7)
        .unit("F-5", "2720")
        .marked("F-1", "2720", &["done"])
        .marked("F-35", "2720", &["done"])
        .unit("G-1G", "3604")
        .mark("rallied", "french-sixth french-fifth french-ninth french-fourth bef");
    let pairs =
        [("F-2", "F-6"), ("F-36", "F-37"), ("F-38", "F-53R"), ("F-69R", "F-19"), ("F-20", "F-51R"), ("F-52R", "F-60R")];
    let near: Vec<String> = {
        let theatre = crate::common::west();
        let from = crate::common::Labels::hex(theatre, "2720");
        let one: std::collections::BTreeSet<_> = theatre.along_rails(from).collect();
        let two = one.iter().flat_map(|hex| theatre.along_rails(*hex)).filter(|hex| *hex != from);
        one.iter()
            .copied()
            .chain(two)
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .map(|hex| theatre.ground.label(hex))
            .collect()
    };
    assert!(near.len() <= pairs.len(), "{near:?}");
    for (hex, (one, other)) in near.iter().zip(pairs) {
        closed = closed.marked(one, hex, &["done"]).marked(other, hex, &["done"]);
    }
    assert_eq!(closed.table(game()).refused_by("entrain F-5"), "std/6.1e");
}

#[test]
fn no_choice_of_whole_games_leads_to_a_crowd_that_could_have_been_avoided() {
    shows!["std/6.1e"];
    // Whoever chooses at random would often block his own units in; every choice that does is refused.
    for (scenario, seed) in (0..3).flat_map(|scenario| (0..8).map(move |seed| (scenario, seed))) {
        let mut dice = engine::dice::SeededDice::new(seed);
        let mut state = game().set_up(scenario, game().about().default_options());
        let mut legal = Vec::new();
        while state.outcome.is_none() {
            assert!(!matches!(state.step, Step::Crowd(_)), "scenario {scenario}, seed {seed}, turn {}", state.turn);
            legal.clear();
            game().legal(&state, &mut legal);
            let action = legal[dice.below(legal.len())];
            game().play(&mut state, action, &mut dice, &mut engine::Silence);
        }
    }
}
