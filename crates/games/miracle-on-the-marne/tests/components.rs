//! 2, 8.1.1, 9.6.4 What is in the box: counters and charts.

use crate::common::{ALLIED, GERMAN, game, piece};
use engine::{Rules, shows};
use miracle_on_the_marne::pieces::{Class, Counter, Face, Group, Nation};
use miracle_on_the_marne::tables::{BombardmentResult, CombatResult, Command, Mode};
use std::collections::BTreeSet;

fn counter(name: &str) -> &'static Counter {
    game().pieces.counter(piece(name))
}

#[test]
fn the_two_sides() {
    shows!["1a"];
    let about = game().about();
    assert_eq!([ALLIED, GERMAN].map(|side| about.side_id(side)), ["allied", "german"]);
    let side = |name: &str| game().pieces.side(piece(name));
    assert_eq!(["27Bde", "1Br", "IR26", "Haig", "Gronau"].map(side), [ALLIED, ALLIED, GERMAN, ALLIED, GERMAN]);
}

#[test]
fn a_counter_shows_strength_movement_and_its_type() {
    shows!["2c", "7a"];
    assert_eq!(counter("27Bde").faces[0], Face { attack: 7, defense: 7, movement: 6 });
    assert_eq!(counter("27Bde").faces[1], Face { attack: 4, defense: 4, movement: 6 });
    let symbols = ["27Bde", "5Drag", "AD14", "Haig"].map(|name| counter(name).class.symbol());
    assert_eq!(symbols, ["infantry", "cavalry", "artillery", "headquarters"]);
    assert_eq!(counter("IR26").class.size(), Some("regiment"));
    // A move opens what is printed.
    let setting = crate::common::phase("C1", 3).mark("phasing", "german").mark("german", "offensive");
    let mut table = crate::common::table(setting.unit("IR42", "0504").unit("27Bde", "1015"));
    table.play(&["pick IR42"]);
    let sum = table.forecast("to 0505").sum.lines().join("\n");
    assert!(sum.contains(&format!("printed: {}", counter("IR42").faces[0].movement)), "{sum}");
}

#[test]
fn the_parts_of_the_box() {
    shows!["2e"];
    assert_eq!(game().pieces.unit_count(), 256);
    assert_eq!(game().pieces.corps.len(), 27);
    // Four counters for each HQ: the modes.
    assert_eq!(Mode::ALL.len() * game().pieces.corps.len(), 108);
    let of =
        |nation: Nation| game().pieces.units().filter(|&unit| game().pieces.counter(unit).nation == nation).count();
    assert_eq!([Nation::French, Nation::British, Nation::German].map(of), [121, 26, 109]);
}

#[test]
fn the_charts_of_the_box() {
    shows!["2b"];
    let tables = &game().tables;
    // Every cell of both combat tables is one of the results of 9.6.2, and never falls when factors rise.
    for die in 1..=10 {
        let value = |result| if let CombatResult::Loss(loss) = result { loss } else { 0 };
        let row: Vec<u8> = (0..10).map(|column| value(tables.combat(column, die))).collect();
        assert!(row.is_sorted() && row.iter().all(|&loss| loss <= 4), "{row:?}");
        let weight = |result| match result {
            BombardmentResult::Nothing => 0,
            BombardmentResult::One => 1,
            BombardmentResult::All(steps) => 2 + steps,
        };
        let row: Vec<u8> = (0..7).map(|column| weight(tables.bombardment(column, die))).collect();
        assert!(row.is_sorted() && row.iter().all(|&result| result <= 5), "{row:?}");
    }
    // Every Army has its line of the command table.
    let armies: BTreeSet<&str> = game().pieces.armies.iter().map(|army| army.id.as_str()).collect();
    assert_eq!(tables.commanded().collect::<BTreeSet<_>>(), armies);
    assert_eq!(
        (1..=10).map(|die| tables.command("bef", die)).filter(|&said| said == Command::MustOffensive).count(),
        0
    );
    assert_eq!(tables.command("german-first", 1), Command::MustDefensive);
    assert_eq!(tables.command("german-first", 10), Command::MustOffensive);
}

#[test]
fn a_column_is_found_on_the_line_of_a_mode() {
    let tables = &game().tables;
    // The first and the last factor of columns on the Offensive line.
    for (factors, column) in [(1, 0), (3, 0), (4, 1), (22, 4), (30, 4), (31, 5), (90, 8), (91, 9), (500, 9)] {
        assert_eq!(tables.column(Mode::Offensive, factors), column, "{factors}");
    }
    assert_eq!(tables.column(Mode::Defensive, 62), 5);
    assert_eq!(tables.column(Mode::Transfer, 62), 9);
    assert_eq!(tables.column_title(Mode::Offensive, 2), "9-14");
    assert_eq!(tables.column_title(Mode::Offensive, 9), "91+");
    assert_eq!(tables.gun_column_title(0), "1-3");
    assert_eq!(tables.gun_column_title(6), "36+");
    // The die beyond the table at both ends (X11, X12 of the worked numbers).
    assert_eq!(tables.combat(0, -2), tables.combat(0, 1));
    assert_eq!(tables.combat(9, 11), CombatResult::Engaged);
    assert_eq!(tables.bombardment(6, 0), tables.bombardment(6, 1));
    assert_eq!(tables.bombardment(6, 11), BombardmentResult::Nothing);
}

#[test]
fn stacking_points_by_class() {
    shows!["8.1.1a", "8.1.1b", "8.1.1c", "8.1.1d", "8.1.1e", "8.1.1f", "8.1.1g"];
    for (name, points) in [
        ("27Bde", 4),
        ("125Bde", 4),
        ("1Br", 3),
        ("5Drag", 2),
        ("1CavBr", 2),
        ("5Cav", 2),
        ("IR26", 2),
        ("RIR71", 2),
        ("11Ch", 2),
        ("Hus3", 2),
        ("AD14", 2),
        ("1DivArt", 2),
        ("HvII", 2),
        ("Haig", 0),
        ("Gronau", 0),
    ] {
        assert_eq!(counter(name).points, points, "{name}");
    }
    assert_eq!((game().tables.stacking_offensive, game().tables.stacking_other), (16, 12));
}

#[test]
fn most_units_have_two_steps_and_some_have_one() {
    shows!["9.6.4a", "9.6.4c"];
    assert_eq!(counter("27Bde").steps, 2);
    assert_eq!(counter("27Bde").face(1).attack, 4);
    for name in ["HvII", "AD63", "Hus3", "RFAR7", "Jager1"] {
        assert_eq!((counter(name).steps, counter(name).faces[1]), (1, Face::default()), "{name}");
    }
    let two = game().pieces.units().filter(|&unit| game().pieces.counter(unit).steps == 2).count();
    assert_eq!(two, 219);
    assert_eq!(counter("Haig").steps, 0);
    // Some are brought to nothing by disruption [10.1.2].
    assert!(game().pieces.units().any(|unit| game().pieces.counter(unit).faces[0].defense <= 2));
}

#[test]
fn factors_and_steps_of_the_armies() {
    let total = |side, late: bool, value: fn(&Counter) -> u32| -> u32 {
        let own = game().pieces.units().map(|unit| game().pieces.counter(unit));
        own.filter(|counter| counter.nation.side() == side && counter.group.is_some() == late).map(value).sum()
    };
    let guns = |counter: &Counter| counter.class == Class::Artillery;
    let attack = |counter: &Counter| if counter.class == Class::Artillery { 0 } else { counter.faces[0].attack.into() };
    let steps = |counter: &Counter| u32::from(counter.steps);
    let points = |counter: &Counter| u32::from(counter.points);
    assert!(guns(counter("AD14")));
    assert_eq!([total(ALLIED, false, attack), total(ALLIED, true, attack)], [422, 123]);
    assert_eq!([total(GERMAN, false, attack), total(GERMAN, true, attack)], [354, 8]);
    assert_eq!([total(ALLIED, false, steps), total(ALLIED, true, steps)], [215, 61]);
    assert_eq!([total(GERMAN, false, steps), total(GERMAN, true, steps)], [195, 4]);
    assert_eq!([total(ALLIED, false, points), total(GERMAN, false, points)], [326, 214]);
}

#[test]
fn groups_of_reinforcements() {
    let count = |group| game().pieces.group(group).count();
    // Three units marked M belong to IX Corps, two marked L to IV Reserve Corps.
    assert_eq!(Group::ALL.map(count), [8, 3, 11, 11, 2]);
    let corps = |name: &str| game().pieces.corps_info(counter(name).corps).id.as_str();
    assert_eq!(["1M", "2M", "ADM", "RIR71", "RIR94"].map(corps), ["fr-ix", "fr-ix", "fr-ix", "ge-ivr", "ge-ivr"]);
    assert_eq!(counter("Boelle").group, Some(Group::IvCorps));
    assert_eq!(counter("Gronau").group, None);
}

#[test]
fn every_piece_has_a_name_of_its_own_and_reads_back() {
    let pieces = &game().pieces;
    let names: BTreeSet<&str> = pieces.all().map(|piece| pieces.name(piece)).collect();
    assert_eq!(names.len(), 283);
    assert!(pieces.all().all(|piece| pieces.named(pieces.name(piece)) == Some(piece)));
    assert_eq!(pieces.title(piece("27Bde")), "27 Bde (44, 60 RI)");
    assert_eq!(pieces.formation(piece("27Bde")), "14 DI");
    assert_eq!(pieces.title(piece("Maudhuy")), "de Maud'huy");
    assert_eq!(pieces.kind_title(piece("HvII")), "German heavy howitzer battalion (16 x 15 cm)");
    assert_eq!(pieces.corps_title(counter("IR42").corps), "German II Corps");
    assert_eq!(pieces.corps_title(counter("7Br").corps), "British II Corps");
}

#[test]
fn armies_lead_the_corps_of_history() {
    let army = |corps: &str| {
        let corps = game().pieces.corps_named(corps).unwrap();
        game().pieces.armies[game().pieces.army(corps).index()].id.as_str()
    };
    let of =
        ["fr-vii", "fr-iv", "br-ii", "fr-xviii", "fr-2cav", "fr-ix", "fr-xi", "ge-ivr", "ge-2cav", "ge-x", "ge-1cav"];
    let armies = [
        "french-sixth",
        "french-sixth",
        "bef",
        "french-fifth",
        "french-fifth",
        "french-ninth",
        "french-ninth",
        "german-first",
        "german-first",
        "german-second",
        "german-second",
    ];
    assert_eq!(of.map(army), armies);
}
