//! The scenarios: every set-up and reinforcement against the rulebook's lists, line by line and counted.

use crate::common::{game, hex, new, piece, scenario};
use engine::{Side, shows};
use rock_of_the_marne::pieces::{ALLIED, Class, GERMAN, Nation, Piece};
use rock_of_the_marne::scenarios::{Entry, Scenario};
use std::collections::BTreeMap;

/// Name, values, HQ and state of a counter as the lists give them.
fn entry(unit: Piece, back: bool) -> String {
    let pieces = &game().pieces;
    let class = pieces.class(unit);
    let flag = match (class, back) {
        (_, false) => "",
        (Class::CorpsHq, true) => " d",
        (_, true) => " r",
    };
    let hq = pieces.counter(unit).hq.map_or("-", |hq| pieces.name_of(hq));
    let values = if class == Class::Airplane { "-".to_string() } else { pieces.values(unit, back) };
    format!("{} {values} {hq}{flag}", pieces.name_of(unit))
}

/// The lines of a side's set-up, sorted.
fn set_up(scenario: &Scenario, side: Side) -> Vec<String> {
    let ground = &game().ground;
    let of_side = |unit: Piece| game().pieces.side(unit) == side;
    let standing = scenario.setup.iter().filter(|at| of_side(at.piece));
    let standing = standing.map(|at| format!("{} {}", ground.label(at.hex), entry(at.piece, at.back)));
    let flying = scenario.cap.iter().filter(|at| of_side(at.piece));
    let flying = flying.map(|at| format!("{} {} cap", ground.label(at.hex), entry(at.piece, at.back)));
    sorted(standing.chain(flying))
}

/// The lines of a side's reinforcements, sorted.
fn later(scenario: &Scenario, side: Side) -> Vec<String> {
    let arrivals = scenario.arrivals.iter().filter(|arrival| game().pieces.side(arrival.unit.piece) == side);
    sorted(arrivals.map(|arrival| {
        let place = match arrival.entry {
            Entry::Hex(hex) => game().ground.label(hex),
            Entry::NorthRoads => "north-roads".to_string(),
            Entry::Ready => "ready".to_string(),
        };
        format!("{} {place} {}", arrival.turn, entry(arrival.unit.piece, arrival.unit.back))
    }))
}

fn sorted(lines: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut lines: Vec<String> = lines.into_iter().collect();
    lines.sort();
    lines
}

fn list(text: &str) -> Vec<String> {
    sorted(text.lines().map(str::to_string))
}

/// The reinforcements of a turn at a place.
fn coming(id: &str, turn: u8, place: &str) -> Vec<String> {
    let all = [GERMAN, ALLIED].into_iter().flat_map(|side| later(scenario(id), side));
    let here = all.filter_map(|line| line.strip_prefix(&format!("{turn} {place} ")).map(str::to_string));
    here.collect()
}

/// How many units of each class and nation there are.
fn make_up(units: impl Iterator<Item = Piece>) -> BTreeMap<(Nation, Class), usize> {
    let mut counts = BTreeMap::new();
    for unit in units {
        *counts.entry((game().pieces.nation(unit), game().pieces.class(unit))).or_default() += 1;
    }
    counts
}

fn standing(id: &str, side: Side) -> BTreeMap<(Nation, Class), usize> {
    let units = scenario(id).setup.iter().map(|at| at.piece);
    make_up(units.filter(|&unit| game().pieces.side(unit) == side))
}

fn arriving(id: &str, side: Side) -> BTreeMap<(Nation, Class), usize> {
    let units = scenario(id).arrivals.iter().map(|arrival| arrival.unit.piece);
    make_up(units.filter(|&unit| game().pieces.side(unit) == side))
}

/// The names of the units on their back, Depleted HQs or reduced units.
fn on_back(id: &str, side: Side, class: impl Fn(Class) -> bool) -> Vec<String> {
    let pieces = &game().pieces;
    let units = scenario(id).setup.iter().filter(|at| at.back && pieces.side(at.piece) == side);
    let units = units.filter(|at| class(pieces.class(at.piece)));
    sorted(units.map(|at| pieces.name_of(at.piece).to_string()))
}

fn names(words: &str) -> Vec<String> {
    sorted(words.split_whitespace().map(str::to_string))
}

fn ready(id: &str, side: Side) -> Vec<(&'static str, bool)> {
    let pieces = &game().pieces;
    let units = scenario(id).ready.iter().filter(|unit| pieces.side(unit.piece) == side);
    units.map(|unit| (pieces.name_of(unit.piece), unit.back)).collect()
}

use Class::{Airplane, ArmyHq, Brigade, CorpsHq, Division, MachineGun, Regiment, Stormtrooper, Tank};
use Nation::{American, British, French, German, Italian, Polish};

fn counts<const N: usize>(rows: [(Nation, Class, usize); N]) -> BTreeMap<(Nation, Class), usize> {
    rows.into_iter().map(|(nation, class, count)| ((nation, class), count)).collect()
}

#[test]
fn the_campaign_lasts_fifteen_turns_on_the_whole_map() {
    shows!["6.1/general", "GI/scale-a"];
    let campaign = scenario("campaign");
    assert_eq!(campaign.turns, (1, 15));
    assert_eq!(campaign.area.len(), game().ground.board().len());
    let dates: Vec<&str> = (1..=15).map(|turn| game().tables.turn(turn).date.as_str()).collect();
    assert_eq!(dates[..3], ["AM 15 July", "PM 15 July", "AM 16 July"]);
    assert_eq!(dates[6..10], ["AM 18 July", "PM 18 July", "19 July", "20 July"]);
    assert_eq!(dates[14], "25 July");
}

#[test]
fn the_germans_of_the_campaign_stand_as_listed() {
    shows!["6.1/german-setup", "6.1/german-depleted", "6.1/german-air", "5.0e-1", "5.0c-2"];
    let campaign = scenario("campaign");
    assert_eq!(set_up(campaign, GERMAN), list(include_str!("lists/6.1-german.txt")));
    // 53 infantry divisions and a cavalry division.
    let expected = counts([(German, Division, 54), (German, CorpsHq, 15), (German, ArmyHq, 4), (German, Tank, 1)]);
    assert_eq!(standing("campaign", GERMAN), expected);
    assert_eq!(on_back("campaign", GERMAN, |_| true), names("G-HQ-39Res G-HQ-25Res G-HQ-13 G-HQ-8"));
    let four = [("G-Air-1", false), ("G-Air-2", false), ("G-Air-3", false), ("G-Air-4", false)];
    assert_eq!(ready("campaign", GERMAN), four);
    assert_eq!(campaign.pools[GERMAN.index()], 30);
}

#[test]
fn the_allies_of_the_campaign_stand_as_listed() {
    shows!["6.1/allied-setup", "6.1/allied-depleted", "6.1/allied-air", "6.1/note1", "5.0e-2", "5.0f"];
    let campaign = scenario("campaign");
    assert_eq!(set_up(campaign, ALLIED), list(include_str!("lists/6.1-allied.txt")));
    let expected = counts([
        (French, Division, 32),
        (French, Regiment, 6),
        (American, Brigade, 10),
        (Italian, Division, 2),
        (Polish, Brigade, 1),
        (French, CorpsHq, 11),
        (American, CorpsHq, 1),
        (Italian, CorpsHq, 1),
        (French, ArmyHq, 3),
    ]);
    assert_eq!(standing("campaign", ALLIED), expected);
    let depleted = names("F-HQ-1 F-HQ-20 F-HQ-11 F-HQ-2 F-HQ-7 US-HQ-1 F-HQ-38");
    assert_eq!(on_back("campaign", ALLIED, |_| true), depleted);
    let cap: Vec<_> = campaign.cap.iter().map(|at| (game().ground.label(at.hex), at.back)).collect();
    assert_eq!(cap, [("47.22".to_string(), false), ("53.21".to_string(), false)]);
    assert_eq!(ready("campaign", ALLIED), []);
    assert_eq!(campaign.dead, [piece("F-124"), piece("F-132")]);
    assert_eq!(campaign.pools[ALLIED.index()], 18);
}

#[test]
fn german_reinforcements_of_the_campaign_come_as_listed() {
    shows![
        "6.1/german-reinf-entry",
        "6.1/german-reinf-mg",
        "6.1/german-reinf-t7",
        "6.1/german-reinf-t10",
        "6.1/german-reinf-t11",
        "6.1/german-reinf-t12",
        "6.1/german-reinf-t15",
    ];
    assert_eq!(later(scenario("campaign"), GERMAN), list(include_str!("lists/6.1-german-later.txt")));
    let expected =
        counts([(German, Division, 13), (German, MachineGun, 6), (German, CorpsHq, 1), (German, Airplane, 1)]);
    assert_eq!(arriving("campaign", GERMAN), expected);
    let optional: Vec<_> = scenario("campaign").arrivals.iter().filter(|arrival| arrival.ersatz).collect();
    assert_eq!(optional.len(), 1);
    assert_eq!((optional[0].turn, optional[0].unit.piece), (7, piece("G-HQ-Ersatz")));
}

#[test]
fn allied_reinforcements_of_the_campaign_come_as_listed() {
    shows!["6.1/allied-reinf", "6.1/allied-remove-t15"];
    assert_eq!(later(scenario("campaign"), ALLIED), list(include_str!("lists/6.1-allied-later.txt")));
    let expected = counts([
        (French, Division, 23),
        (American, Brigade, 6),
        (British, Brigade, 12),
        (French, Tank, 9),
        (French, CorpsHq, 3),
        (British, CorpsHq, 1),
        (French, ArmyHq, 2),
        (French, Airplane, 3),
    ]);
    assert_eq!(arriving("campaign", ALLIED), expected);
    assert_eq!(scenario("campaign").removals, [(15, piece("F-Army-9"))]);
}

#[test]
fn allied_reinforcements_of_the_campaign_before_the_counter_attack() {
    shows!["6.1/allied-reinf-t3", "6.1/allied-reinf-t5"];
    assert_eq!(coming("campaign", 3, "17.01"), ["F-4 6-9-4 -", "F-Army-9 (10)-1-2 -"]);
    assert_eq!(coming("campaign", 3, "62.15"), ["F-HQ-8 (6)-1-3 -"]);
    assert_eq!(coming("campaign", 5, "17.01"), ["F-18 6-9-4 -"]);
    assert_eq!(coming("campaign", 5, "62.15"), ["F-16 6-9-4 F-HQ-8"]);
}

#[test]
fn allied_reinforcements_of_turn_7_of_the_campaign() {
    shows![
        "6.1/allied-reinf-t7a",
        "6.1/allied-reinf-t7b",
        "6.1/allied-reinf-t7c",
        "6.1/allied-reinf-t7d",
        "6.1/allied-reinf-t7e",
        "6.1/allied-reinf-t7f",
    ];
    assert_eq!(coming("campaign", 7, "ready"), ["A-Air-3 - -", "A-Air-4 - -", "A-Air-5 - -"]);
    let north = ["F-11 6-9-4 -", "F-153 6-9-4 -", "F-69 6-9-4 -", "F-72 6-9-4 F-HQ-1", "F-Army-10 (10)-1-2 -"];
    assert_eq!(coming("campaign", 7, "01.33"), [&north[..], &["F-Tank-3 6-3-4 -"]].concat());
    let tanks = ["F-Tank-1 6-3-4 -", "F-Tank-11 6-3-4 -", "F-Tank-12 6-3-4 -", "F-Tank-4 6-3-4 -"];
    let brigades = ["US-1/1 5-4-4 F-HQ-20", "US-2/1 5-4-4 F-HQ-20", "US-3/2 5-4-4 F-HQ-20", "US-Mar/2 5-4-4 F-HQ-20"];
    let aisne = [&["F-58 6-9-4 -", "F-87 6-9-4 -"], &tanks[..], &brigades].concat();
    assert_eq!(coming("campaign", 7, "01.30"), aisne);
    let middle = ["F-1 6-9-4 -", "F-19 6-9-4 -", "F-38 6-9-4 F-HQ-30", "F-48 6-9-4 F-HQ-30"];
    assert_eq!(coming("campaign", 7, "01.27"), [&middle[..], &["F-HQ-30 (6)-1-3 -", "F-Tank-10 6-3-4 -"]].concat());
    let battalions = ["F-TankBn-1 3-2-4 -", "F-TankBn-2 3-2-4 -", "F-TankBn-3 3-2-4 -"];
    assert_eq!(
        coming("campaign", 7, "01.24"),
        [&["F-41 6-9-4 F-HQ-11", "F-5 6-9-4 F-HQ-11"], &battalions[..]].concat()
    );
    assert_eq!(coming("campaign", 7, "62.15"), ["F-161 6-9-4 F-HQ-8"]);
}

#[test]
fn allied_reinforcements_of_the_campaign_after_the_counter_attack() {
    shows![
        "6.1/allied-reinf-t9a",
        "6.1/allied-reinf-t9b",
        "6.1/allied-reinf-t9c",
        "6.1/allied-reinf-t10",
        "6.1/allied-reinf-t11",
        "6.1/allied-reinf-t12",
        "6.1/allied-reinf-t14",
    ];
    let of_22 = ["152/51", "153/51", "154/51", "185/62", "186/62", "187/62"];
    let mut expected: Vec<String> = of_22.iter().map(|name| format!("BR-{name} 3-3-4 BR-HQ-22")).collect();
    expected.push("BR-HQ-22 (6)-1-3 -".to_string());
    assert_eq!(coming("campaign", 9, "36.00"), expected);
    let free = ["101/34", "102/34", "103/34", "44/15", "45/15", "46/15"];
    assert_eq!(coming("campaign", 9, "01.27"), free.map(|name| format!("BR-{name} 3-3-4 -")));
    assert_eq!(coming("campaign", 9, "11.01"), ["F-63 6-9-4 -"]);
    let cavalry = ["F-131", "F-168", "F-20", "F-77"].map(|name| format!("{name} 6-9-4 F-HQ-1Cav"));
    assert_eq!(coming("campaign", 10, "36.00"), [&cavalry[..], &["F-HQ-1Cav (6)-1-3 -".to_string()]].concat());
    assert_eq!(coming("campaign", 11, "26.00"), ["F-166 6-9-4 -"]);
    assert_eq!(coming("campaign", 12, "07.01"), ["F-6Cav 5-8-4 -"]);
    assert_eq!(coming("campaign", 14, "11.01"), ["US-63/32 5-4-4 -", "US-64/32 5-4-4 -"]);
}

#[test]
fn gouraud_lasts_six_turns_in_the_east() {
    shows!["7.1/general"];
    let gouraud = scenario("gouraud");
    assert_eq!(gouraud.turns, (1, 6));
    assert_eq!(game().tables.turn(6).date, "PM 17 July");
    assert!(game().ground.board().hexes().all(|hex| gouraud.area.contains(hex) == (game().ground.column(hex) >= 40)));
}

#[test]
fn gouraud_is_set_up_as_listed() {
    shows![
        "7.1/german-setup",
        "7.1/german-pool",
        "7.1/german-air",
        "7.1/german-reinf",
        "7.1/german-repl",
        "7.1/allied-setup",
        "7.1/allied-air",
        "7.1/allied-pool",
        "7.1/allied-reinf",
        "7.1/allied-repl",
        "7.1/note2",
    ];
    let gouraud = scenario("gouraud");
    assert_eq!(set_up(gouraud, GERMAN), list(include_str!("lists/7.1-german.txt")));
    let germans = counts([(German, Division, 17), (German, CorpsHq, 5), (German, ArmyHq, 2), (German, Tank, 1)]);
    assert_eq!(standing("gouraud", GERMAN), germans);
    assert_eq!(ready("gouraud", GERMAN), [("G-Air-1", false), ("G-Air-2", false)]);
    assert_eq!(later(gouraud, GERMAN), [""; 0]);
    assert_eq!(set_up(gouraud, ALLIED), list(include_str!("lists/7.1-allied.txt")));
    let allies = counts([
        (French, Division, 8),
        (French, Regiment, 6),
        (American, Brigade, 2),
        (Polish, Brigade, 1),
        (French, CorpsHq, 2),
        (French, ArmyHq, 1),
    ]);
    assert_eq!(standing("gouraud", ALLIED), allies);
    assert_eq!(gouraud.setup.iter().filter(|at| at.back).count(), 0);
    assert_eq!(gouraud.cap.iter().map(|at| at.hex).collect::<Vec<_>>(), [hex("47.22"), hex("53.21")]);
    assert_eq!(ready("gouraud", ALLIED), []);
    let later_allies = ["3 62.15 F-HQ-8 (6)-1-3 -", "5 62.15 F-16 6-9-4 F-HQ-8", "6 62.15 F-161 6-9-4 F-HQ-8"];
    assert_eq!(later(gouraud, ALLIED), later_allies);
    assert_eq!(gouraud.pools, [9, 18]);
    assert_eq!(gouraud.replacements, Some([1, 1]));
    assert_eq!(gouraud.dead, [piece("F-124"), piece("F-132")]);
}

#[test]
fn the_marne_battle_lasts_ten_turns_between_columns_11_and_35() {
    shows!["7.2/general"];
    let marne = scenario("rock-of-the-marne");
    assert_eq!(marne.turns, (1, 10));
    let inside = |hex| {
        let (column, row) = game().ground.board().column_row(hex);
        (11..=35).contains(&column) && row <= 20
    };
    assert!(game().ground.board().hexes().all(|hex| marne.area.contains(hex) == inside(hex)));
    for corner in ["11.01", "11.20", "35.01", "35.20"] {
        assert!(marne.area.contains(hex(corner)));
    }
}

#[test]
fn the_marne_battle_is_set_up_as_listed() {
    shows![
        "7.2/german-setup",
        "7.2/german-pool",
        "7.2/german-air",
        "7.2/german-reinf",
        "7.2/allied-setup",
        "7.2/allied-pool",
        "7.2/allied-air",
        "7.2/repl",
        "7.2/note",
    ];
    let marne = scenario("rock-of-the-marne");
    assert_eq!(set_up(marne, GERMAN), list(include_str!("lists/7.2-german.txt")));
    let germans = counts([(German, Division, 19), (German, CorpsHq, 4), (German, ArmyHq, 1)]);
    assert_eq!(standing("rock-of-the-marne", GERMAN), germans);
    assert_eq!(ready("rock-of-the-marne", GERMAN), [("G-Air-1", false), ("G-Air-2", false), ("G-Air-3", false)]);
    let guns = ["1 21.20 G-MG-1 0-1-6 -", "2 21.20 G-MG-2 0-1-6 -", "3 21.20 G-MG-3 0-1-6 -"];
    assert_eq!(later(marne, GERMAN), guns);
    assert_eq!(set_up(marne, ALLIED), list(include_str!("lists/7.2-allied.txt")));
    let allies = counts([
        (French, Division, 9),
        (French, Regiment, 3),
        (American, Brigade, 3),
        (Italian, Division, 1),
        (French, CorpsHq, 3),
        (Italian, CorpsHq, 1),
        (French, ArmyHq, 2),
    ]);
    assert_eq!(standing("rock-of-the-marne", ALLIED), allies);
    assert_eq!(marne.setup.iter().filter(|at| at.back).count(), 0);
    assert_eq!(ready("rock-of-the-marne", ALLIED), [("A-Air-1", false), ("A-Air-2", false)]);
    assert_eq!(marne.pools, [15, 15]);
    assert_eq!(marne.dead, [piece("F-8")]);
    assert_eq!(marne.replacements, None);
    // So the points are those of the Turn Record Track, turn by turn.
    for (turn, side) in [(2, "german"), (2, "allied"), (8, "german"), (8, "allied")] {
        let setting = crate::common::phase("replacement", turn).scenario("rock-of-the-marne").mark("side", side);
        let table = crate::common::on(setting.unit("G-10", "15.18").unit("F-55", "15.05"));
        let track = game().tables.turn(turn as u8).replacements;
        assert_eq!(table.state().points, track[usize::from(side == "allied")], "turn {turn}, {side}");
    }
}

#[test]
fn allied_reinforcements_of_the_marne_battle() {
    shows![
        "7.2/allied-reinf",
        "7.2/allied-reinf-t1",
        "7.2/allied-reinf-t3",
        "7.2/allied-reinf-t5",
        "7.2/allied-reinf-t9",
        "7.2/allied-reinf-t10",
    ];
    let id = "rock-of-the-marne";
    let expected = counts([
        (French, Division, 6),
        (Italian, Division, 1),
        (American, Brigade, 1),
        (British, Brigade, 6),
        (French, CorpsHq, 1),
        (British, CorpsHq, 1),
        (French, ArmyHq, 1),
    ]);
    assert_eq!(arriving(id, ALLIED), expected);
    assert_eq!(coming(id, 1, "33.20"), ["IT-3 5-8-4 IT-HQ-2"]);
    assert_eq!(coming(id, 1, "11.10"), ["US-56/28 5-4-4 -"]);
    assert_eq!(coming(id, 3, "17.01"), ["F-4 6-9-4 -", "F-Army-9 (10)-1-2 -"]);
    assert_eq!(coming(id, 5, "17.01"), ["F-18 6-9-4 -"]);
    // 36.00 is one column outside the area; its neighbour inside is 35.01 (ruling 5).
    assert_eq!(coming(id, 9, "35.01"), coming("campaign", 9, "36.00"));
    assert_eq!(coming(id, 10, "35.01"), coming("campaign", 10, "36.00"));
    assert_eq!(game().ground.board().distance(hex("35.01"), hex("36.00")), 1);
}

#[test]
fn the_10th_army_attacks_for_nine_turns_in_the_west() {
    shows!["7.3/general"];
    let attack = scenario("tenth-army");
    assert_eq!(attack.turns, (7, 15));
    assert!(game().ground.board().hexes().all(|hex| attack.area.contains(hex) == (game().ground.column(hex) <= 27)));
}

#[test]
fn the_germans_wait_for_the_10th_army_as_listed() {
    shows!["7.3/german-setup", "7.3/german-flags", "7.3/german-pool", "7.3/german-air", "7.3/german-repl", "5.0c-1"];
    let attack = scenario("tenth-army");
    assert_eq!(set_up(attack, GERMAN), list(include_str!("lists/7.3-german.txt")));
    let germans = counts([(German, Division, 28), (German, MachineGun, 5), (German, CorpsHq, 7), (German, ArmyHq, 2)]);
    assert_eq!(standing("tenth-army", GERMAN), germans);
    let depleted = on_back("tenth-army", GERMAN, |class| class == CorpsHq);
    assert_eq!(depleted, names("G-HQ-39Res G-HQ-13 G-HQ-25Res G-HQ-8 G-HQ-23Res G-HQ-8Res G-HQ-4Res"));
    let reduced = on_back("tenth-army", GERMAN, |class| class == Division);
    assert_eq!(reduced, names("G-10Ld G-200 G-10 G-1Gd"));
    assert_eq!(attack.bridges, [(hex("19.12"), hex("19.13")), (hex("24.13"), hex("24.14"))]);
    assert_eq!(ready("tenth-army", GERMAN).len(), 4);
    assert_eq!(attack.pools[GERMAN.index()], 21);
    assert_eq!(attack.replacements, Some([1, 1]));
}

#[test]
fn german_reinforcements_against_the_10th_army() {
    shows![
        "7.3/german-reinf",
        "7.3/german-reinf-t10",
        "7.3/german-reinf-t11",
        "7.3/german-reinf-t12",
        "7.3/german-reinf-t13",
        "7.3/german-reinf-t15",
    ];
    let id = "tenth-army";
    let expected = counts([(German, Division, 16), (German, CorpsHq, 1), (German, Airplane, 1)]);
    assert_eq!(arriving(id, GERMAN), expected);
    assert_eq!(coming(id, 10, "15.35"), ["G-46Res 7-7-6 -"]);
    assert_eq!(coming(id, 10, "ready"), ["G-Air-5 - -"]);
    let eleven =
        ["G-1 9-9-6 -", "G-222 7-7-6 -", "G-24Res 7-7-6 -", "G-26 9-9-6 -", "G-50Res 9-9-6 -", "G-GdErs 7-7-6 -"];
    assert_eq!(coming(id, 11, "15.35"), eleven);
    assert_eq!(coming(id, 12, "15.35"), ["G-18 8-8-6 -", "G-1Bav 9-9-6 -", "G-4Gd 9-9-6 -", "G-Jager 8-8-6 -"]);
    let bavarians = ["G-240 7-7-6 G-HQ-1Bav", "G-2Bav 9-9-6 G-HQ-1Bav", "G-30 8-8-6 G-HQ-1Bav", "G-HQ-1Bav (6)-1-3 -"];
    assert_eq!(coming(id, 13, "27.30"), bavarians);
    assert_eq!(coming(id, 15, "15.35"), ["G-24 8-8-6 -", "G-BavErs 7-7-6 -"]);
}

#[test]
fn the_10th_army_stands_as_listed() {
    shows!["7.3/allied-setup", "7.3/allied-flags", "7.3/allied-pool", "7.3/allied-air", "7.3/allied-repl"];
    let attack = scenario("tenth-army");
    assert_eq!(set_up(attack, ALLIED), list(include_str!("lists/7.3-allied.txt")));
    let allies = counts([
        (French, Division, 19),
        (American, Brigade, 6),
        (French, CorpsHq, 8),
        (American, CorpsHq, 1),
        (French, ArmyHq, 3),
    ]);
    assert_eq!(standing("tenth-army", ALLIED), allies);
    let depleted = on_back("tenth-army", ALLIED, |class| class == CorpsHq);
    assert_eq!(depleted, names("F-HQ-1 F-HQ-20 F-HQ-11 F-HQ-2 F-HQ-7 F-HQ-38 F-HQ-3 US-HQ-1"));
    assert_eq!(on_back("tenth-army", ALLIED, |class| class == Division), names("F-39 F-125 F-73 F-18"));
    assert_eq!(ready("tenth-army", ALLIED).len(), 5);
    assert_eq!(attack.pools[ALLIED.index()], 18);
    assert_eq!(attack.replacements, Some([1, 1]));
}

#[test]
fn reinforcements_of_the_10th_army_on_its_first_day() {
    shows![
        "7.3/allied-reinf",
        "7.3/allied-reinf-t7a",
        "7.3/allied-reinf-t7b",
        "7.3/allied-reinf-t7c",
        "7.3/allied-reinf-t7d",
        "7.3/allied-reinf-t7e",
    ];
    let id = "tenth-army";
    let expected = counts([
        (French, Division, 17),
        (American, Brigade, 8),
        (British, Brigade, 6),
        (French, Tank, 9),
        (French, CorpsHq, 2),
        (French, ArmyHq, 1),
    ]);
    assert_eq!(arriving(id, ALLIED), expected);
    let north = ["F-11 6-9-4 -", "F-72 6-9-4 F-HQ-1", "F-Army-10 (10)-1-2 -", "F-Tank-3 6-3-4 -"];
    assert_eq!(coming(id, 7, "01.33"), north);
    let aisne = [
        "F-Tank-1 6-3-4 -",
        "F-Tank-11 6-3-4 -",
        "F-Tank-12 6-3-4 -",
        "F-Tank-4 6-3-4 -",
        "US-1/1 5-4-4 F-HQ-20",
        "US-2/1 5-4-4 F-HQ-20",
        "US-3/2 5-4-4 F-HQ-20",
        "US-Mar/2 5-4-4 F-HQ-20",
    ];
    assert_eq!(coming(id, 7, "01.30"), aisne);
    let middle = ["F-38 6-9-4 F-HQ-30", "F-48 6-9-4 F-HQ-30", "F-HQ-30 (6)-1-3 -", "F-Tank-10 6-3-4 -"];
    assert_eq!(coming(id, 7, "01.27"), middle);
    assert_eq!(coming(id, 7, "01.24"), ["F-41 6-9-4 F-HQ-11", "F-5 6-9-4 F-HQ-11"]);
    assert_eq!(coming(id, 7, "17.01"), ["F-TankBn-1 3-2-4 -", "F-TankBn-2 3-2-4 -", "F-TankBn-3 3-2-4 -"]);
}

#[test]
fn reinforcements_of_the_10th_army_later() {
    shows![
        "7.3/allied-reinf-t9a",
        "7.3/allied-reinf-t9b",
        "7.3/allied-reinf-t10",
        "7.3/allied-reinf-t11",
        "7.3/allied-reinf-t12",
        "7.3/allied-reinf-t13",
        "7.3/allied-reinf-t14",
    ];
    let id = "tenth-army";
    assert_eq!(coming(id, 9, "01.11"), coming("campaign", 9, "01.27"));
    assert_eq!(coming(id, 9, "11.01"), ["F-63 6-9-4 -"]);
    assert_eq!(coming(id, 10, "26.00"), ["US-83/42 2-2-4 - r", "US-84/42 2-2-4 - r"]);
    assert_eq!(coming(id, 11, "01.33"), ["F-69 6-9-4 -"]);
    assert_eq!(coming(id, 11, "01.30"), ["F-58 6-9-4 -"]);
    assert_eq!(coming(id, 11, "01.27"), ["F-1 6-9-4 -"]);
    assert_eq!(coming(id, 11, "26.00"), ["F-166 6-9-4 -"]);
    assert_eq!(coming(id, 12, "07.01"), ["F-6Cav 5-8-4 -"]);
    assert_eq!(coming(id, 12, "01.33"), ["F-153 6-9-4 -"]);
    assert_eq!(coming(id, 12, "01.30"), ["F-87 6-9-4 -"]);
    assert_eq!(coming(id, 12, "01.27"), ["F-19 6-9-4 -"]);
    assert_eq!(coming(id, 13, "01.11"), ["F-16 6-9-4 F-HQ-8", "F-161 6-9-4 F-HQ-8", "F-HQ-8 (6)-1-3 -"]);
    assert_eq!(coming(id, 14, "17.01"), ["US-63/32 5-4-4 -", "US-64/32 5-4-4 -"]);
}

#[test]
fn the_ardre_valley_is_a_small_field_for_six_turns() {
    shows!["7.4/general"];
    let ardre = scenario("ardre");
    assert_eq!(ardre.turns, (9, 14));
    for corner in ["34.15", "29.18", "29.23", "34.20"] {
        assert!(ardre.area.contains(hex(corner)), "{corner}");
    }
    // A parallelogram along the hex grain: six columns of six hexes, each half a hex lower than the last.
    assert_eq!(ardre.area.len(), 36);
    let lowest = |column| {
        let rows = ardre.area.iter().map(|hex| game().ground.board().column_row(hex));
        rows.filter(|at| at.0 == column).map(|at| at.1).min().unwrap()
    };
    assert_eq!([29, 30, 31, 32, 33, 34].map(lowest), [18, 17, 17, 16, 16, 15]);
}

#[test]
fn the_germans_of_the_ardre_stand_as_listed() {
    shows!["7.4/german-setup", "7.4/german-air", "7.4/german-reinf", "7.4/german-repl"];
    let ardre = scenario("ardre");
    let germans = counts([(German, Stormtrooper, 9), (German, MachineGun, 3), (German, CorpsHq, 2)]);
    assert_eq!(standing("ardre", GERMAN), germans);
    let here = |place: &str| {
        let units = ardre.setup.iter().filter(|at| at.hex == hex(place));
        sorted(units.map(|at| game().pieces.values(at.piece, at.back)))
    };
    assert_eq!(here("32.20"), ["0-1-6", "3-3-6"]);
    assert_eq!(here("32.19"), ["0-1-6", "2-2-6", "3-3-6"]);
    assert_eq!(here("32.17"), ["0-1-6", "2-2-6", "2-2-6"]);
    assert_eq!(here("32.16"), ["3-3-6"]);
    assert_eq!(here("31.19"), ["2-2-6", "2-2-6", "3-3-6"]);
    let hqs = ["31.20 G-HQ-6Res (6)-1-3 -", "31.18 G-HQ-GKdo65 (6)-1-3 -", "31.20 G-Air-1 - - cap"];
    assert!(hqs.iter().all(|line| set_up(ardre, GERMAN).contains(&line.to_string())));
    assert_eq!(ready("ardre", GERMAN), []);
    assert_eq!(
        later(ardre, GERMAN),
        ["11 29.21 G-Storm-10 3-3-6 -", "11 29.21 G-Storm-11 3-3-6 -", "11 29.21 G-Storm-12 3-3-6 -"]
    );
    // Those on the map and those that come, no more.
    assert_eq!(ardre.pools[GERMAN.index()], 12);
    assert_eq!(ardre.replacements, Some([1, 1]));
}

#[test]
fn the_allies_of_the_ardre_stand_as_listed() {
    shows!["7.4/allied-setup", "7.4/allied-reinf", "7.4/allied-reinf-t14", "7.4/allied-repl"];
    let ardre = scenario("ardre");
    let expected = [
        "33.17 F-Rgt-1 2-3-6 -",
        "33.17 F-Rgt-2 2-3-6 -",
        "33.17 F-Rgt-3 2-3-6 -",
        "33.18 BR-152/51 3-3-4 BR-HQ-22",
        "33.18 BR-153/51 3-3-4 BR-HQ-22",
        "33.18 BR-154/51 3-3-4 BR-HQ-22",
        "33.19 BR-185/62 3-3-4 BR-HQ-22",
        "33.19 BR-HQ-22 (6)-1-3 -",
        "33.20 BR-186/62 3-3-4 BR-HQ-22",
        "33.20 BR-187/62 3-3-4 BR-HQ-22",
        "34.18 IT-3 2-5-4 IT-HQ-2 r",
        "34.19 IT-8 2-5-4 IT-HQ-2 r",
        "34.19 IT-HQ-2 (6)-1-3 -",
        "34.20 F-Rgt-4 2-3-6 -",
        "34.20 F-Rgt-5 2-3-6 -",
        "34.20 F-Rgt-6 2-3-6 -",
    ];
    assert_eq!(set_up(ardre, ALLIED), expected);
    assert_eq!(later(ardre, ALLIED), ["13 ready A-Air-1 - - r", "14 34.17 F-TankBn-1 3-2-4 -"]);
    assert_eq!(ready("ardre", ALLIED), []);
    assert_eq!(ardre.pools[ALLIED.index()], 6);
    assert_eq!(ardre.replacements, Some([1, 1]));
}

#[test]
fn no_set_up_breaks_the_stacking_limit_but_one() {
    // 04.26 of 7.3 holds a division, a machine gun and an HQ: five points (ruling 11).
    for scenario in &game().scenarios {
        let mut points: BTreeMap<String, u8> = BTreeMap::new();
        for at in &scenario.setup {
            *points.entry(game().ground.label(at.hex)).or_default() += game().pieces.counter(at.piece).stacking;
        }
        let over = points.into_iter().filter(|&(_, halves)| halves > game().tables.stacking);
        let over: Vec<_> = over.map(|(hex, halves)| (scenario.id, hex, halves)).collect();
        let expected = [("tenth-army", "04.26".to_string(), 10)];
        assert_eq!(over, if scenario.id == "tenth-army" { &expected[..] } else { &[] });
    }
}

#[test]
fn no_hex_is_set_up_for_both_sides_and_each_side_stands_behind_its_line() {
    for scenario in &game().scenarios {
        for at in &scenario.setup {
            let german = game().pieces.side(at.piece) == GERMAN;
            let label = game().ground.label(at.hex);
            assert_eq!(scenario.held.contains(at.hex), german, "{} {label}", scenario.id);
        }
    }
}

#[test]
fn prizes_and_levels_are_those_of_the_rulebook() {
    let points = |id: &str, side| {
        let prizes = scenario(id).prizes.iter().filter(|prize| prize.side == side);
        prizes.map(|prize| (game().ground.label(prize.hex), prize.points)).collect::<BTreeMap<_, _>>()
    };
    let labels = |rows: &[(&str, u8)]| rows.iter().map(|&(hex, points)| (hex.to_string(), points)).collect();
    let gouraud: BTreeMap<_, _> = labels(&[("44.18", 5), ("53.18", 5), ("51.07", 10), ("52.06", 10), ("52.07", 10)]);
    assert_eq!(points("gouraud", Some(GERMAN)), gouraud);
    assert_eq!(scenario("gouraud").levels, [7]);
    assert_eq!(scenario("gouraud").trench_points, 1);
    assert_eq!(scenario("rock-of-the-marne").levels, [1, 2, 5]);
    assert_eq!(scenario("rock-of-the-marne").crossing_points, 1);
    let attack = labels(&[("08.30", 1), ("09.31", 1), ("09.27", 1), ("16.20", 1), ("20.16", 1)]);
    assert_eq!(points("tenth-army", None), attack);
    assert_eq!(points("ardre", None), labels(&[("30.19", 1)]));
    let total = |side| points("campaign", Some(side)).values().map(|&points| u32::from(points)).sum::<u32>();
    assert_eq!((total(GERMAN), total(ALLIED)), (26, 11));
}

#[test]
fn hqs_that_may_not_shift_are_those_of_the_notes() {
    let banned = |id: &str, turn| {
        let hqs = scenario(id).no_shift.iter().filter(|ban| ban.0 == turn);
        sorted(hqs.map(|ban| game().pieces.name_of(ban.1).to_string()))
    };
    let corps = "G-HQ-7Res G-HQ-14 G-HQ-24Res G-HQ-12 G-HQ-1Bav";
    assert_eq!(banned("campaign", 1), names(&format!("G-Army-1 G-Army-3 G-HQ-15 {corps}")));
    assert_eq!(banned("campaign", 2), names("G-Army-1 G-Army-3"));
    assert_eq!(banned("gouraud", 1), names(&format!("G-Army-1 G-Army-3 {corps}")));
    assert_eq!(banned("gouraud", 2), names("G-Army-1 G-Army-3"));
}

#[test]
fn units_with_a_flag_begin_with_their_back_up() {
    shows!["5.0c-1", "5.0c-2"];
    let table = crate::common::new("tenth-army", &[]);
    let back = |name: &str| crate::common::flipped(&table, name);
    assert!(back("F-39") && back("G-10") && back("G-HQ-13") && back("F-HQ-38"));
    // The HQs west of hexrow 11 have been replenished when play begins, by note 1.
    assert!(!back("F-55") && !back("G-11Bav") && !back("F-HQ-20"));
    assert_eq!(game().pieces.values(piece("F-39"), back("F-39")), "3-6-4");
    // Airplanes, and the Italians of 7.4.
    let ardre = crate::common::new("ardre", &[]);
    assert!(!crate::common::flipped(&ardre, "G-Air-1") && crate::common::flipped(&ardre, "IT-8"));
}

#[test]
fn the_tenth_army_finds_two_bridges_over_the_marne() {
    shows!["7.3/german-setup"];
    let table = new("tenth-army", &[]);
    let mut lying: Vec<(String, bool)> = table
        .state()
        .bridges
        .iter()
        .filter(|bridge| bridge.lies())
        .map(|bridge| {
            let hexside = &game().ground.crossings()[usize::from(bridge.crossing)];
            let mut banks = [hexside.from, hexside.to].map(|bank| game().ground.label(bank));
            banks.sort();
            (banks.join("-"), bridge.intact)
        })
        .collect();
    lying.sort();
    assert_eq!(lying, [("19.12-19.13".to_string(), true), ("24.13-24.14".to_string(), true)]);
}

#[test]
fn only_regiments_keep_the_hq_of_the_division_they_are_of() {
    shows!["6.1/note1"];
    let table = new("campaign", &["sworn-regiments"]);
    let sworn: Vec<Piece> = table.state().sworn.iter().collect();
    assert!(!sworn.is_empty());
    assert!(sworn.iter().all(|&unit| game().pieces.class(unit) == Class::Regiment));
}
