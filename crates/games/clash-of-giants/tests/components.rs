//! 2.0 Game components: the counters and the charts.

use crate::common::{Labels, east, game, west};
use clash_of_giants::Theatre;
use clash_of_giants::pieces::{ALLIED, Arm, Army, GERMAN, Nation, Place, Size, Unit};
use clash_of_giants::tables::{Allowance, Line};
use engine::laws::Table;
use engine::{Rules, Viewer, shows};

fn units(theatre: &'static Theatre) -> impl Iterator<Item = &'static Unit> {
    theatre.pieces.all().map(|piece| theatre.pieces.unit(piece))
}

fn count(theatre: &'static Theatre, which: impl Fn(&Unit) -> bool) -> usize {
    units(theatre).filter(|unit| which(unit)).count()
}

fn steps(theatre: &'static Theatre, which: impl Fn(&Unit) -> bool) -> u32 {
    units(theatre).filter(|unit| which(unit)).map(|unit| u32::from(unit.steps)).sum()
}

/// The names of the units of a corps, sorted.
fn corps(theatre: &'static Theatre, nation: Nation, name: &str) -> Vec<String> {
    let corps = theatre.pieces.corps_named(nation, name).unwrap();
    assert_eq!(theatre.pieces.corps_name(corps), name);
    let mut names: Vec<String> =
        units(theatre).filter(|unit| unit.corps == Some(corps)).map(|unit| unit.name.clone()).collect();
    names.sort();
    names
}

#[test]
fn there_are_167_units() {
    shows!["std/2.3", "std/2.23"];
    assert_eq!((east().pieces.len(), west().pieces.len()), (57, 110));
    for (army, units) in
        [(Army::FirstCorps, 2), (Army::Eighth, 20), (Army::RussianFirst, 19), (Army::RussianSecond, 16)]
    {
        assert_eq!(count(east(), |unit| unit.army == army), units, "{}", army.title());
    }
    for (nation, units) in [(Nation::German, 46), (Nation::French, 56), (Nation::British, 8)] {
        assert_eq!(count(west(), |unit| unit.nation == nation), units, "{}", nation.title());
    }
    let sizes = [Size::Brigade, Size::Division].map(|size| count(west(), |unit| unit.size == size));
    assert_eq!(sizes.map(|count| count > 0), [true, true]);
}

#[test]
fn steps_are_combat_factors() {
    shows!["std/2.24", "std/2.25"];
    assert!(units(east()).chain(units(west())).all(|unit| (1..=2).contains(&unit.steps)));
    assert_eq!(steps(east(), |unit| unit.side() == GERMAN), 34);
    assert_eq!(steps(east(), |unit| unit.army == Army::RussianFirst), 31);
    assert_eq!(steps(east(), |unit| unit.army == Army::RussianSecond), 28);
    let german = |unit: &Unit| unit.side() == GERMAN && !matches!(unit.place, Place::Option | Place::Detached);
    assert_eq!(steps(west(), german), 68);
    assert_eq!(steps(west(), |unit| unit.nation == Nation::French), 96);
    assert_eq!(steps(west(), |unit| unit.place == Place::Option), 12);
    assert_eq!(steps(west(), |unit| unit.place == Place::Detached), 2);
    assert_eq!(steps(west(), |unit| unit.nation == Nation::British), 13);
}

#[test]
fn ters_run_from_one_to_five_and_the_british_are_the_best() {
    shows!["std/2.27"];
    assert!(units(east()).chain(units(west())).all(|unit| (1..=5).contains(&unit.ter)));
    let best = |nation: Nation| units(west()).filter(|unit| unit.nation == nation).map(|unit| unit.ter).max();
    assert_eq!([Nation::British, Nation::German, Nation::French].map(best), [Some(5), Some(4), Some(4)]);
    // An attack opens it: 4 for the German, 3 for the Russian.
    let mut table = crate::common::phase("german-combat", 5).unit("G-41", "3821").unit("R-1", "3822").table(game());
    table.play(&["target 3822", "join G-41"]);
    let sum = table.forecast("launch").sum.lines().join("\n");
    assert!(sum.contains("TER of German 41") && sum.contains("TER of Russian 1"), "{sum}");
}

#[test]
fn only_the_cavalry_division_of_tannenberg_prints_its_allowance() {
    shows!["std/2.28", "tannenberg/11.61a"];
    let printed: Vec<(&str, Option<u8>)> =
        units(east()).filter(|unit| unit.movement.is_some()).map(|unit| (unit.id.as_str(), unit.movement)).collect();
    assert_eq!(printed, [("G-1Cav", Some(8)), ("G-2Cav", Some(8)), ("G-41Cav", Some(8)), ("G-Jgr", Some(6))]);
    assert_eq!(count(west(), |unit| unit.movement.is_some()), 0);
}

#[test]
fn the_eighth_army_is_at_tannenberg_and_comes_where_its_counters_say() {
    shows!["tannenberg/3.1a", "tannenberg/3.1b", "tannenberg/3.1c"];
    let late: Vec<(&str, Option<u8>)> = units(east())
        .filter(|unit| unit.side() == GERMAN && unit.turn.is_some())
        .map(|unit| (unit.id.as_str(), unit.turn))
        .collect();
    assert_eq!(late, [("G-3R", Some(2)), ("G-1LW", Some(11))]);
    for unit in units(east()).filter(|unit| unit.side() == GERMAN) {
        assert_eq!(unit.turn.is_none(), matches!(unit.place, Place::Hex(_)), "{}", unit.id);
        assert!([Army::FirstCorps, Army::Eighth].contains(&unit.army));
    }
    let division = east().pieces.unit(east().piece("R-53"));
    assert_eq!((division.turn, division.place), (Some(3), Place::Entry(0b111)));
}

#[test]
fn every_german_set_up_hex_of_tannenberg_is_in_germany() {
    for unit in units(east()).filter(|unit| unit.side() == GERMAN) {
        if let Place::Hex(hex) = unit.place {
            assert!(east().ground.germany.contains(hex), "{}", unit.id);
        }
    }
}

#[test]
fn russian_letters_are_those_of_their_army() {
    for unit in units(east()).filter(|unit| unit.side() == ALLIED) {
        let own = if unit.army == Army::RussianFirst { 0b000_111 } else { 0b111_000 };
        match unit.place {
            Place::Entry(letters) => assert_eq!(letters & !own, 0, "{}", unit.id),
            Place::Hex(hex) => assert!(!east().ground.germany.contains(hex), "{}", unit.id),
            other => panic!("{} comes {other:?}", unit.id),
        }
    }
}

#[test]
fn corps_are_made_up_as_the_stacks_of_the_battle_show() {
    shows!["std/6.2b", "std/6.2c"];
    for (name, members) in [
        ("18", ["35", "36", "38"].as_slice()),
        ("3", &["37", "5", "6"]),
        ("9", &["17", "18", "MR"]),
        ("COL", &["2 COL", "3 COL", "5 COL"]),
        ("7", &["14", "63R"]),
        ("5R", &["55R", "56R"]),
        ("4R", &["53R", "69R"]),
    ] {
        assert_eq!(corps(west(), Nation::French, name), members, "{name}");
    }
    assert_eq!(corps(west(), Nation::British, "3"), ["19", "4"]);
    assert_eq!(corps(east(), Nation::German, "1 Cav Div"), ["1 Cav", "2 Cav", "41 Cav", "Jgr"]);
    assert_eq!(corps(east(), Nation::German, "I"), ["1", "2"]);
}

#[test]
fn parentheses_yellow_boxes_and_special_counters() {
    shows!["std/2.26", "marne/16.3a", "marne/10.44e"];
    let jaegers = west().pieces.unit(west().piece("G-Jgr"));
    assert!(!jaegers.attacks && jaegers.is_cavalry() && jaegers.size == Size::Brigade);
    assert_eq!(count(west(), |unit| !unit.attacks), 1);
    assert_eq!(count(east(), |unit| !unit.attacks), 0);
    for unit in units(west()).filter(|unit| unit.yellow) {
        assert!([Army::FrenchFourth, Army::GermanFourth].contains(&unit.army), "{}", unit.id);
    }
    assert_eq!(count(west(), |unit| unit.yellow), 7);
    let separate: Vec<&str> = units(west()).filter(|unit| unit.separate).map(|unit| unit.id.as_str()).collect();
    assert_eq!(separate, ["G-2Cav", "G-4Cav", "G-9Cav"]);
    // The Jaegers of Tannenberg ride with the cavalry division (ruling T29).
    let motorized = east().pieces.unit(east().piece("G-Jgr"));
    assert!(motorized.arm == Arm::Motorized && motorized.is_cavalry());
}

#[test]
fn the_optional_corps_and_the_detachments_wait_beside_the_map() {
    shows!["marne/16.1a", "marne/16.2a"];
    let at = |place: Place| -> Vec<&str> {
        units(west()).filter(|unit| unit.place == place).map(|unit| unit.id.as_str()).collect()
    };
    assert_eq!(at(Place::Option), ["G-3G", "G-1GR", "G-13R", "G-14R", "G-22", "G-38"]);
    assert_eq!(at(Place::Detached), ["G-DetA", "G-DetB"]);
    assert_eq!((west().tables.west.special.detachments, west().tables.west.special.option_price), (2, 2));
}

#[test]
fn the_combat_table_has_seven_columns() {
    shows!["std/12.4", "std/12.7b", "std/12.7c", "std/12.7d", "std/12.7f"];
    let columns: Vec<(&str, i8, i8, u8)> = game()
        .standard
        .columns
        .iter()
        .map(|column| (column.odds.as_str(), column.attacker, column.defender, column.checks))
        .collect();
    let all = u8::MAX;
    assert_eq!(
        columns,
        [
            ("1-3", 2, -2, all),
            ("1-2", 1, -1, all),
            ("1-1", 0, 0, all),
            ("2-1", -1, 1, 4),
            ("3-1", -2, 2, 3),
            ("4-1", -3, 3, 2),
            ("5-1", -4, 4, 1),
        ]
    );
}

#[test]
fn the_ground_costs_and_covers_as_the_chart_says() {
    shows!["std/11.3a", "std/11.3b", "std/11.3f", "std/12.5a"];
    let standard = &game().standard;
    for (terrain, cost, shift) in [
        ("clear", 1, 0),
        ("woods", 2, 1),
        ("rough", 2, 1),
        ("swamp", 3, 1),
        ("town", 1, 1),
        ("city", 1, 2),
        ("town-woods", 1, 1),
        ("entry", 1, 0),
        ("start", 1, 0),
    ] {
        let effects = standard.effects(terrain).unwrap();
        assert_eq!((effects.cost, effects.shift), (cost, shift), "{terrain}");
    }
    assert_eq!((standard.hexsides.river_cost, standard.hexsides.river_shift), (1, 1));
    assert_eq!((standard.works.zone_shift, standard.works.fort_shift, standard.works.most_shift), (1, 2, 3));
    // The step from woods over the Alle into Allenstein, a town.
    let board = east().ground.board();
    let (west_bank, town) = (east().hex("2216"), east().hex("2316"));
    let step = east().ground.costs(GERMAN).step(west_bank, board.direction(west_bank, town).unwrap());
    assert_eq!(step, Some(2));
}

#[test]
fn each_army_has_its_command_track() {
    shows!["std/10.1a", "std/10.1c"];
    let mean = |theatre: &Theatre, army: Army, line: Line| -> u8 {
        theatre.tables.track(army, line).unwrap().iter().map(|allowance| allowance.points).sum()
    };
    // The lines that the book names, and no other.
    for army in Army::ALL.into_iter().filter(|army| *army != Army::FirstCavalry) {
        let theatre = game().theatre_of(army.campaign());
        for line in
            [Line::Normal, Line::AfterLoss, Line::Early, Line::HindenburgLudendorff, Line::Demoralized, Line::Rallied]
        {
            assert_eq!(theatre.tables.track(army, line).is_some(), Line::of(army).contains(&line));
        }
    }
    assert!(mean(east(), Army::RussianFirst, Line::AfterLoss) < mean(east(), Army::RussianFirst, Line::Normal));
    assert!(mean(east(), Army::Eighth, Line::HindenburgLudendorff) > mean(east(), Army::Eighth, Line::Normal));
    // Every Allied army but the Ninth is slower once it has rallied [marne/10.52g].
    for army in [Army::FrenchSixth, Army::FrenchFifth, Army::FrenchFourth, Army::Bef] {
        assert!(mean(west(), army, Line::Rallied) < mean(west(), army, Line::Demoralized), "{}", army.title());
    }
    assert!(mean(west(), Army::FrenchNinth, Line::Rallied) > mean(west(), Army::FrenchNinth, Line::Demoralized));
    // Only a 2 is starred, and only on the Marne.
    for army in Army::ALL.into_iter().filter(|army| *army != Army::FirstCavalry) {
        for line in Line::of(army) {
            let track = game().theatre_of(army.campaign()).tables.track(army, *line).unwrap();
            assert!(track.iter().all(|allowance| !allowance.star || allowance.points == 2));
        }
    }
    let first = west().tables.track(Army::GermanFirst, Line::Normal).unwrap();
    assert_eq!(first[0], Allowance { points: 2, star: true });
    // The cavalry of the First Army uses the same track [marne/16.3c].
    assert_eq!(west().tables.track(Army::FirstCavalry, Line::Normal), Some(first));
}

#[test]
fn the_turns_have_their_dates() {
    shows!["tannenberg/4.1a", "marne/4.1a", "marne/17.2a", "marne/17.2c"];
    assert_eq!(east().tables.dates.len(), 15);
    assert_eq!(east().tables.dates[14], "2 September");
    assert_eq!(east().tables.dates[4], "23 August");
    assert_eq!(west().tables.dates.len(), 12);
    assert_eq!((west().tables.dates[0].as_str(), west().tables.dates[11].as_str()), ("31 August", "11 September"));
    assert_eq!(west().tables.dates[5], "5 September");
    let turns: Vec<(&str, u8, u8)> =
        game().scenarios.iter().map(|scenario| (scenario.id, scenario.first_turn, scenario.last_turn)).collect();
    assert_eq!(turns, [("tannenberg", 1, 15), ("marne", 1, 12), ("marne-battle", 6, 12)]);
}

#[test]
fn the_numbers_of_the_rules_are_those_of_the_book() {
    shows!["tannenberg/9.3b", "tannenberg/8.221", "tannenberg/15.1b", "tannenberg/15.1d"];
    let rules = east().tables.east;
    let (steps, command, strategic) = (rules.replacements, rules.command, rules.strategic);
    assert_eq!((steps.german, steps.first, steps.second), (1, 2, 1));
    assert_eq!((rules.supply.konigsberg, rules.arrival.distance), (6, 7));
    assert_eq!((command.second_army_from, command.early_until, command.intercept_from), (2, 4, 4));
    assert_eq!((command.attack_until, command.attack_allowance), (4, 6));
    assert_eq!((command.attack_reach, command.attack_apart), (6, 4));
    assert_eq!(command.new_command_from, 5);
    assert_eq!((strategic.from, strategic.units, strategic.away, strategic.held), (5, 2, 2, 2));
    let rules = west().tables.west;
    let command = rules.command;
    assert_eq!((command.pursuit_until, command.pursuit_star), (4, 3));
    assert_eq!((command.all_full_until, command.rally_from), (2, 5));
    assert_eq!((command.camp_allowance, rules.replacements.taxi_path, rules.replacements.bef), (8, 10, 1));
    assert_eq!((command.halted_turn, command.halted_allowance), (6, 2));
}

#[test]
fn what_is_not_in_the_book_says_so() {
    let sources: Vec<(String, String)> =
        game().provenance().iter().map(|entry| (entry.what.clone(), entry.source.to_string())).collect();
    let source =
        |what: &str| sources.iter().find(|(known, _)| known == what).map(|(_, source)| source.as_str()).unwrap();
    assert!(source("board: East Prussia, August 1914").contains("OpenStreetMap"));
    assert!(source("combat table").starts_with("reconstruction"));
    assert!(source("German Retreat Compass: N NW SW").starts_with("rulebook"));
    assert_eq!(source("Primary victory hex 2112"), "reconstruction Meaux; eight Primary hexes fit a report of 6 to 2");
    let notice = |theatre: &Theatre| theatre.ground.map.notice.clone().unwrap();
    assert!(notice(east()).starts_with("© OpenStreetMap contributors, ODbL"));
    assert!(!notice(west()).contains("OpenStreetMap"));
}

#[test]
fn the_chapters_of_the_standard_rules_are_those_of_the_contents_page() {
    shows!["std/1.2"];
    let chapter = |id: &str| id.strip_prefix("std/").map(|rest| rest.split('.').next().unwrap().parse::<u8>().unwrap());
    let chapters: Vec<u8> = game().book().iter().filter_map(|clause| chapter(&clause.id)).collect();
    assert!(chapters.iter().all(|chapter| (1..=14).contains(chapter)));
    for chapter in [6, 7, 8, 9, 10, 11, 12, 13, 14] {
        assert!(chapters.contains(&chapter), "{chapter}");
    }
}

#[test]
fn the_rose_of_the_marne_is_turned() {
    shows!["std/2.1d"];
    let board = game().provenance().iter().find(|entry| entry.what == "board: The Marne, September 1914").unwrap();
    assert!(board.source.detail.contains("turned 3.6 degrees"));
}

#[test]
fn each_nation_has_its_colour() {
    shows!["std/2.22"];
    let nations: Vec<&str> = game().about().nations.iter().map(|nation| nation.id.as_str()).collect();
    assert_eq!(nations, ["german", "russian", "french", "british"]);
    let mut colours: Vec<&str> = game().about().nations.iter().map(|nation| nation.colour.as_str()).collect();
    colours.sort_unstable();
    colours.dedup();
    assert_eq!(colours.len(), 4);
}

#[test]
fn nothing_is_hidden() {
    shows!["std/2.5"];
    for scenario in 0..3 {
        let table = Table::new(game(), scenario, &[]);
        let all = table.view(Viewer::All);
        for viewer in [Viewer::Side(GERMAN), Viewer::Side(ALLIED), Viewer::Spectator] {
            assert_eq!(table.view(viewer), all);
        }
    }
}
