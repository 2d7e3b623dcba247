//! 3.0 Game setup: the lists of 17.3, word for word, and where the counters of the campaigns begin.

use crate::common::{Ask, Labels, east, game, west};
use clash_of_giants::pieces::{ALLIED, Army, Nation, Place, Size};
use engine::shows;
use std::collections::BTreeMap;

/// The set-up of the battle as the book lists it: unit, size, hex.
const GERMANS: &str = "\
     4 Cav XX 2007; 4R XXX 2209; 2 XXX 2214; Jgr X 2414; 2 Cav XX 2415; 4 XXX 2516; 9 Cav XX 2617; GD Cav XX 2717; \
     3 XXX 2818; 5 Cav XX 2917; 9 XXX 3018; 7 XXX 3116; 10R XXX 3215; 10 XXX 3415; GD XXX 3614; 12 XXX 3813; \
     23R XX 3815; 24R XX 3706; 19 XXX 4113; 8R XXX 4709; 8 XXX 4716; 18 XXX 4814; 3 Cav XX 4914; 6 Cav XX 5014";
const BRITISH: &str = "\
     3 XXX 1817; 2 XXX 2117; 1 XXX 2418; 1 Cav XX 2518; 5 Cav X 2519";
const FRENCH: &str = "\
     3 Cav XX 1115; FM X 1211; 86T XX 1310; 92T XX 1511; 1 Cav XX 1510; 85T XX 1613; 62R XX 1413; PR Cav XX 1813; \
     61R XX 1710; 5 Cav XX 1708; 14 XX 1908; 63R XX 1908; CH X 1909; 5R XXX 1910; MR X 1911; 45 XX 1911; \
     4 Cav XX 2620; 8 Cav XX 2621; 10 Cav XX 2718; 38 XX 2819; 18 XXX 2819; 4R XXX 2919; 37 XX 3019; 5 XX 3019; \
     6 XX 3019; 1 XXX 3118; 10 XXX 3317; 42 XX 3516; MR XX 3616; 9 XXX 3616; 11 XXX 3716; 51R XX 3618; 52R XX 3717; \
     60R XX 3717; 9 Cav XX 3917; 17 XXX 4119; 12 XXX 4421; 5 COL X 4618; COL XXX 4618; 2 XXX 4917; 7 Cav XX 5115";

/// The ids of the units of each hex, sorted, as the scenario places them.
fn placed(nation: Nation) -> BTreeMap<String, Vec<String>> {
    let battle = game().scenarios.iter().find(|scenario| scenario.id == "marne-battle").unwrap();
    let mut hexes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for &(piece, hex) in battle.setup.as_ref().unwrap() {
        let unit = west().pieces.unit(piece);
        if unit.nation == nation {
            hexes.entry(west().ground.label(hex)).or_default().push(unit.id.clone());
        }
    }
    hexes.values_mut().for_each(|units| units.sort());
    hexes
}

/// The same, worked out from the book's list: a corps stands for its two divisions that the list does not name.
fn listed(list: &str, nation: Nation) -> BTreeMap<String, Vec<String>> {
    let mut hexes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let entries: Vec<Vec<&str>> = list.split(';').map(|entry| entry.trim().rsplitn(3, ' ').collect()).collect();
    let of_nation = || west().pieces.all().map(|piece| west().pieces.unit(piece)).filter(|unit| unit.nation == nation);
    let named = |id: &str, size: &str| {
        let size = if size == "X" { Size::Brigade } else { Size::Division };
        of_nation().find(|unit| unit.name == id && unit.size == size)
    };
    let singles: Vec<&str> = entries
        .iter()
        .filter(|entry| entry[1] != "XXX")
        .map(|entry| named(entry[2], entry[1]).unwrap_or_else(|| panic!("no {}", entry[2])).id.as_str())
        .collect();
    for entry in &entries {
        let [hex, size, name] = entry[..] else { panic!("{entry:?}") };
        let at = hexes.entry(hex.to_string()).or_default();
        if size != "XXX" {
            at.push(named(name, size).unwrap().id.clone());
            continue;
        }
        let corps = west().pieces.corps_named(nation, name).unwrap_or_else(|| panic!("no corps {name}"));
        let members = of_nation().filter(|unit| unit.corps == Some(corps) && !singles.contains(&unit.id.as_str()));
        let members: Vec<String> = members.map(|unit| unit.id.clone()).collect();
        assert_eq!(members.len(), 2, "the corps {name}");
        at.extend(members);
    }
    hexes.values_mut().for_each(|units| units.sort());
    hexes
}

fn entries(list: &str) -> usize {
    list.split(';').count()
}

fn total(hexes: &BTreeMap<String, Vec<String>>) -> usize {
    hexes.values().map(Vec::len).sum()
}

#[test]
fn the_battle_begins_exactly_as_the_book_lists_it() {
    shows!["marne/17.3-german", "marne/17.3-british", "marne/17.3-french", "marne/17.3b"];
    for (list, nation, lines, units) in
        [(GERMANS, Nation::German, 24, 38), (BRITISH, Nation::British, 5, 8), (FRENCH, Nation::French, 41, 52)]
    {
        assert_eq!(entries(list), lines);
        let placed = placed(nation);
        assert_eq!(placed, listed(list, nation), "{}", nation.title());
        assert_eq!(total(&placed), units, "{}", nation.title());
    }
}

#[test]
fn some_hexes_of_the_battle_by_name() {
    let french = placed(Nation::French);
    assert_eq!(french["2819"], ["F-35", "F-36", "F-38"]);
    assert_eq!(french["3616"], ["F-17", "F-18", "F-MR"]);
    assert_eq!(french["4618"], ["F-2COL", "F-3COL", "F-5COL"]);
    assert_eq!(french["1911"], ["F-45", "F-MRX"]);
    let german = placed(Nation::German);
    assert_eq!(german["2209"], ["G-22R", "G-7R"]);
    assert_eq!(german["3706"], ["G-24R"]);
    assert_eq!(placed(Nation::British)["1817"], ["B-19", "B-4"]);
}

#[test]
fn no_hex_of_the_battle_mixes_sides_or_arms_and_none_is_too_full() {
    shows!["std/6.2a"];
    let battle = &game().scenarios[2];
    let setup = battle.setup.as_ref().unwrap();
    for &(piece, hex) in setup {
        let unit = west().pieces.unit(piece);
        let others = || setup.iter().filter(|(_, at)| *at == hex).map(|(other, _)| west().pieces.unit(*other));
        assert!(others().all(|other| other.nation == unit.nation && other.is_cavalry() == unit.is_cavalry()));
        let together = others().count();
        let one_corps = unit.corps.is_some() && others().all(|other| other.corps == unit.corps);
        assert!(together <= 2 || together == 3 && one_corps, "{}", west().ground.label(hex));
    }
    assert_eq!(battle.shift, 1);
}

#[test]
fn who_is_not_in_the_battle_arrives_later() {
    let battle = &game().scenarios[2];
    let placed = |id: &str| battle.setup.as_ref().unwrap().iter().any(|(piece, _)| *piece == west().piece(id));
    for piece in west().pieces.all() {
        let unit = west().pieces.unit(piece);
        let later = unit.turn.is_some_and(|turn| turn >= battle.first_turn);
        let aside = matches!(unit.place, Place::Option | Place::Detached);
        assert_eq!(placed(&unit.id), !later && !aside, "{}", unit.id);
    }
    let late: Vec<&str> = west()
        .pieces
        .all()
        .map(|piece| west().pieces.unit(piece))
        .filter(|unit| unit.turn.is_some_and(|turn| turn >= 6))
        .map(|unit| unit.id.as_str())
        .collect();
    assert_eq!(late, ["F-8", "F-7", "F-13", "F-43"]);
}

#[test]
fn the_start_hexes_are_enough_for_the_german_armies() {
    shows!["marne/3.12b"];
    // Two units a hex, infantry and cavalry apart.
    for army in [Army::GermanFirst, Army::GermanSecond, Army::GermanThird, Army::GermanFourth] {
        let count = |cavalry: bool| {
            let starting = west().pieces.all().map(|piece| west().pieces.unit(piece));
            starting
                .filter(|unit| unit.army == army && unit.place == Place::Start && unit.is_cavalry() == cavalry)
                .count()
                .div_ceil(2)
        };
        assert!(count(false) + count(true) <= west().ground.starts[army.index()].len(), "{}", army.title());
    }
}

#[test]
fn the_cavalry_division_begins_in_one_hex() {
    shows!["tannenberg/3.12d"];
    let hex = Place::Hex(east().hex("4202"));
    let there: Vec<&str> = east()
        .pieces
        .all()
        .map(|piece| east().pieces.unit(piece))
        .filter(|unit| unit.place == hex)
        .map(|unit| unit.id.as_str())
        .collect();
    assert_eq!(there, ["G-1Cav", "G-2Cav", "G-41Cav", "G-Jgr"]);
    assert!(there.len() > usize::from(game().standard.stacking.corps));
}

#[test]
fn the_computer_sets_up_the_garrison_in_the_city() {
    let mut table = engine::laws::Table::new(game(), 1, &[]);
    table.play(&["standard"]);
    for city in west().ground.paris.iter() {
        assert!(table.state().holds(clash_of_giants::pieces::ALLIED, city), "{}", west().ground.label(city));
    }
}

#[test]
fn germans_of_the_battle_stand_near_their_hexes_and_leave_those_of_others() {
    shows!["marne/17.3c"];
    let battle = &game().scenarios[2];
    let places: BTreeMap<String, hexboard::Hex> = battle
        .setup
        .as_ref()
        .unwrap()
        .iter()
        .map(|&(piece, hex)| (west().pieces.unit(piece).id.clone(), hex))
        .collect();
    let mut table = engine::laws::Table::new(game(), 2, &[]);
    let board = west().ground.board();
    let mut number = 0;
    while table.offers("fill") {
        let clash_of_giants::state::Step::SetUp(piece) = table.state().step else { panic!("nobody is set up") };
        let own = places[&west().pieces.unit(piece).id];
        let open: Vec<hexboard::Hex> = table.hexes("place").iter().map(|label| west().hex(label)).collect();
        // Its own hex is always left to it; a hex away others are possible, but not where the French stand.
        assert!(open.contains(&own), "{}", west().pieces.unit(piece).id);
        for &hex in &open {
            assert!(board.distance(own, hex) <= 1 && !table.state().holds(ALLIED, hex));
            assert!(!west().ground.start_hexes.contains(hex));
        }
        number += 1;
        let elsewhere = open.iter().find(|&&hex| hex != own).unwrap_or(&own);
        table.play(&[&format!("place {}", west().ground.label(*elsewhere))]);
    }
    assert_eq!(number, 38);
    // Who comes on the first turn is on its way.
    let late: Vec<&str> = table.state().coming.iter().map(|piece| west().pieces.unit(piece).id.as_str()).collect();
    assert_eq!(late, ["F-8", "F-7", "F-13", "F-43"]);
}

#[test]
fn one_that_was_taken_up_may_be_followed_by_another() {
    shows!["marne/3.1a"];
    let mut table = engine::laws::Table::new(game(), 1, &[]);
    // The garrison of Paris goes anywhere in the Camp, and nowhere else.
    let next = |table: &engine::laws::Table<clash_of_giants::ClashOfGiants>| match table.state().step {
        clash_of_giants::state::Step::SetUp(piece) => west().pieces.unit(piece).place,
        _ => panic!("nobody is set up"),
    };
    while next(&table) != Place::Camp {
        let place = table.options()[0].clone();
        table.play(&[&place]);
    }
    assert_eq!(table.refused_by("place 3020"), "marne/3.11d");
    table.play(&["fill"]);
    let (first, second) = {
        let mut lifted = table.options().into_iter().filter(|option| option.starts_with("lift "));
        (lifted.next().unwrap(), lifted.next().unwrap())
    };
    table.play(&[&first]);
    assert!(table.offers(&second), "one is to be set up, and another may be taken up");
    table.play(&[&second]);
    assert!(!table.options().iter().any(|option| option.starts_with("lift ")), "but no third");
}
