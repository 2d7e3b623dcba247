//! 2.2 to 2.4 The counters of the three battles, and where they begin.

use engine::laws::Shared;
use engine::{Side, shows};
use march_into_battle::MarchIntoBattle;
use march_into_battle::pieces::{Arm, COALITION, FRENCH, Unit};
use march_into_battle::scenarios::{Scenario, Start};

static GAME: Shared<MarchIntoBattle> = Shared::new(|| MarchIntoBattle::load(None).unwrap());

fn battle(id: &str) -> &'static Scenario {
    GAME.scenarios.iter().find(|scenario| scenario.id == id).unwrap()
}

fn unit<'a>(scenario: &'a Scenario, id: &str) -> &'a Unit {
    &scenario.units[usize::from(scenario.unit_named(id).unwrap())]
}

/// Where a unit or leader begins, in words.
fn start(scenario: &Scenario, start: Start) -> String {
    match start {
        Start::Nowhere => "later".into(),
        Start::At(hex, facing) => {
            format!("{} {}", scenario.ground.label(hex), scenario.ground.board().direction_name(facing))
        }
        Start::Arrives { turn, entry } => format!("turn {turn} at {}", scenario.entries[usize::from(entry)].id),
    }
}

/// What a side has: divisions of foot and horse, strength points of foot and horse, batteries.
fn muster(scenario: &Scenario, side: Side) -> [u16; 5] {
    let mut sum = [0; 5];
    for unit in scenario.units.iter().filter(|unit| unit.side == side) {
        let points = u16::from(unit.steps * GAME.tables.limits.strength_per_step);
        let at = usize::from(unit.arm.is_cavalry());
        sum[at] += u16::from(unit.arm.is_division());
        sum[2 + at] += points;
        sum[4] += u16::from(unit.guns);
    }
    sum
}

#[test]
fn the_armies_are_those_of_history() {
    shows!["1a", "2.2.1b", "2.2.1c"];
    // Two strength points a step, a thousand foot or five hundred horse a point.
    for (id, side, expected) in [
        ("teugn-hausen", FRENCH, [4, 2, 36, 10, 10]),
        ("teugn-hausen", COALITION, [6, 1, 36, 4, 14]),
        ("raab", FRENCH, [7, 5, 38, 18, 17]),
        ("raab", COALITION, [5, 3, 30, 16, 12]),
        ("friedland", FRENCH, [10, 7, 68, 26, 25]),
        ("friedland", COALITION, [8, 4, 48, 18, 25]),
    ] {
        assert_eq!(muster(battle(id), side), expected, "{id} {side:?}");
    }
}

#[test]
fn the_units_that_the_rulebook_prints_are_as_printed() {
    shows!["2.2.1a", "2.2.1d", "7.9a", "7.4b"];
    let values = |id: &str, name: &str| unit(battle(id), name).values(GAME.tables.limits.strength_per_step);
    assert_eq!(values("teugn-hausen", "st-hilaire"), "8-5-8");
    assert_eq!(values("raab", "pacthod"), "6-4-8");
    assert_eq!(values("raab", "jellacic"), "8-3-8");
    assert_eq!((unit(battle("raab"), "pacthod").guns, unit(battle("raab"), "jellacic").guns), (2, 3));
}

#[test]
fn infantry_has_eight_points_and_cavalry_thirteen() {
    shows!["6.0a", "2.2.2a"];
    for unit in GAME.scenarios.iter().flat_map(|scenario| &scenario.units).filter(|unit| unit.steps > 0) {
        let expected = if unit.arm.is_cavalry() { 13 } else { 8 };
        assert_eq!(unit.movement, expected, "{}", unit.title);
        assert!(unit.steps <= 5, "{}", unit.title);
    }
}

#[test]
fn each_side_has_one_commander_and_each_formation_a_leader_and_a_chit() {
    shows!["2.2.4a", "2.2.4b", "2.3a"];
    for scenario in &GAME.scenarios {
        for side in Side::BOTH {
            let leaders = || scenario.leaders.iter().filter(|leader| leader.side == side);
            assert_eq!(leaders().filter(|leader| leader.commander).count(), 1, "{}", scenario.id);
            for (at, formation) in scenario.formations.iter().enumerate().filter(|(_, one)| one.side == side) {
                let led = leaders().filter(|leader| leader.formation == Some(at as u8)).count();
                assert_eq!(led, usize::from(!formation.battery), "{} {}", scenario.id, formation.id);
                assert!(scenario.units.iter().any(|unit| unit.formation == Some(at as u8)), "{}", formation.id);
            }
        }
        assert!(scenario.leaders.iter().all(|leader| leader.movement == 15 && (2..=6).contains(&leader.rating)));
    }
}

#[test]
fn turns_last_three_and_a_half_hours_of_daylight() {
    shows!["1b", "1c", "13.0"];
    for (id, turns) in [("teugn-hausen", 4), ("raab", 4), ("friedland", 6)] {
        let scenario = battle(id);
        assert_eq!(scenario.turns.len(), turns);
        assert!(scenario.minutes.windows(2).all(|pair| pair[1] - pair[0] == 210), "{id}");
        assert!(scenario.nights.iter().all(|night| !night));
        assert_eq!(scenario.turns[scenario.first_afternoon_turn().unwrap() as usize - 1], "13:30");
    }
    assert!(battle("raab").is_before_noon(2) && !battle("raab").is_before_noon(3));
}

#[test]
fn everybody_begins_where_the_accounts_have_him() {
    shows!["2.3a"];
    for (id, name, place) in [
        ("teugn-hausen", "st-hilaire", "1604 SW"),
        ("teugn-hausen", "gudin-detachment", "1808 S"),
        ("teugn-hausen", "vukassovich", "turn 1 at 0616"),
        ("teugn-hausen", "rohan-grenadiers", "turn 2 at 0616"),
        ("teugn-hausen", "iii-k-detachment", "later"),
        ("raab", "seras", "0811 NE"),
        ("raab", "hummel-detachment", "1007 SW"),
        ("raab", "lamarque", "turn 4 at 0414"),
        ("raab", "battery-1", "later"),
        ("friedland", "oudinot", "0907 SE"),
        ("friedland", "marchand", "turn 3 at W"),
        ("friedland", "1st-guard-division", "turn 3 at 1412"),
    ] {
        let scenario = battle(id);
        let at = usize::from(scenario.unit_named(name).unwrap());
        assert_eq!(start(scenario, scenario.unit_starts[at]), place, "{name}");
    }
    let friedland = battle("friedland");
    let napoleon = usize::from(friedland.leader_named("napoleon").unwrap());
    assert_eq!(start(friedland, friedland.leader_starts[napoleon]), "turn 3 at W");
}

#[test]
fn nobody_begins_next_to_an_enemy_or_in_a_crowd() {
    shows!["6.1a", "6.1c"];
    for scenario in &GAME.scenarios {
        let placed = || {
            scenario.units.iter().zip(&scenario.unit_starts).filter_map(|(unit, start)| match *start {
                Start::At(hex, facing) => Some((unit, hex, facing)),
                _ => None,
            })
        };
        for (unit, hex, facing) in placed() {
            let here = placed().filter(|(_, at, _)| *at == hex);
            let points: u8 = here.map(|(unit, _, _)| unit.steps * 2).sum();
            assert!(points <= 10, "{}", unit.title);
            for (other, at, other_facing) in placed() {
                assert!(other.side == unit.side || scenario.ground.distance(hex, at) > 1, "{}", unit.title);
                assert!(at != hex || facing == other_facing, "{}", unit.title);
            }
        }
    }
}

#[test]
fn detachments_of_the_start_know_parent_and_corps() {
    shows!["10.3a", "10.3b", "10.3c", "10.3d"];
    for (id, name, parent, formation) in
        [("teugn-hausen", "gudin-detachment", "gudin", "CAV"), ("raab", "hummel-detachment", "colloredo", "COLL")]
    {
        let scenario = battle(id);
        let detachment = unit(scenario, name);
        assert_eq!(detachment.parent, scenario.unit_named(parent));
        assert_eq!(detachment.formation, scenario.formation_named(formation));
        assert!(detachment.steps <= 2 && detachment.steps <= unit(scenario, parent).steps);
        assert_eq!(detachment.guns + detachment.organic, 0);
    }
    for (id, names) in [
        ("teugn-hausen", vec!["III", "III-K", "IV-K"]),
        ("raab", vec!["COLL", "FRIM", "GREN-C", "BARA"]),
        ("friedland", vec!["LANN", "NEY", "VICT", "BAGR", "GORC"]),
    ] {
        let scenario = battle(id);
        let corps: Vec<&str> = scenario.corps.iter().map(|corps| corps.id.as_str()).collect();
        assert_eq!(corps, names);
        for (at, corps) in scenario.corps.iter().enumerate() {
            let counter = &scenario.units[usize::from(corps.counter)];
            assert_eq!((counter.arm, counter.corps, counter.side), (Arm::Detachment, Some(at as u8), corps.side));
        }
    }
    assert_eq!(unit(battle("teugn-hausen"), "morand").corps, Some(0));
    assert_eq!(unit(battle("raab"), "pacthod").corps, None);
}

#[test]
fn organic_cavalry_and_horse_artillery_are_on_the_force_chart() {
    shows!["7.14a", "7.12c"];
    assert_eq!(unit(battle("teugn-hausen"), "vukassovich").organic, 2);
    assert_eq!(unit(battle("raab"), "frimont").organic, 1);
    assert!(unit(battle("raab"), "mecsery").horse_guns && !unit(battle("raab"), "jellacic").horse_guns);
}

#[test]
fn friendly_edges_are_where_each_army_came_from() {
    shows!["7.2c"];
    for (id, side, near, far) in [
        ("teugn-hausen", FRENCH, "0107", "1913"),
        ("teugn-hausen", COALITION, "1016", "1204"),
        ("raab", FRENCH, "0814", "1905"),
        ("raab", COALITION, "2005", "0411"),
        ("friedland", FRENCH, "0106", "1606"),
        ("friedland", COALITION, "1706", "0310"),
    ] {
        let scenario = battle(id);
        let steps = |label: &str| {
            let hex = scenario.ground.board().parse(label).unwrap();
            scenario.to_edge[side.index()].iter().map(|edge| edge[hex.index()]).min().unwrap()
        };
        assert_eq!(steps(near), 0, "{id} {side:?}");
        assert!(steps(far) > 2, "{id} {side:?}");
    }
}

#[test]
fn the_special_instructions_of_each_battle_are_there() {
    shows!["16.5a", "16.5e", "6.10"];
    let (teugn, raab, friedland) = (battle("teugn-hausen"), battle("raab"), battle("friedland"));
    let release = teugn.release.as_ref().unwrap();
    assert_eq!((release.formation, release.from_turn, release.roll), (teugn.formation_named("GREN").unwrap(), 3, 3));
    assert!(release.barred.contains(teugn.ground.board().parse("1011").unwrap()));
    assert!(!release.barred.contains(teugn.ground.board().parse("1012").unwrap()));
    assert!(teugn.grand_battery.is_none() && !teugn.initiative && !raab.initiative && friedland.initiative);
    assert_eq!(raab.confined[0].hexes.len(), 4);
    let (small, great) = (raab.grand_battery.as_ref().unwrap(), friedland.grand_battery.as_ref().unwrap());
    assert_eq!((small.side, small.from_turn, small.most), (FRENCH, 2, 6));
    assert_eq!((great.side, great.from_turn, great.most), (FRENCH, 4, 10));
    assert_eq!((great.leaders.count_ones(), great.givers.count_ones(), great.counters.len()), (2, 2, 3));
    assert!(friedland.formations[usize::from(great.formation)].battery);
    let bridges = friedland.bridges.as_ref().unwrap();
    assert_eq!((bridges.side, friedland.ground.label(bridges.hex).as_str()), (COALITION, "1306"));
    assert_eq!(friedland.ford.as_ref().unwrap().from_turn, 5);
    assert_eq!(friedland.far_guns.as_ref().unwrap().least, 2);
}

#[test]
fn points_for_ground_are_those_of_the_instructions() {
    shows!["10.2l"];
    for (id, french, coalition) in [("teugn-hausen", 7, 8), ("raab", 15, 8), ("friedland", 8, 10)] {
        let objectives = &battle(id).objectives;
        let sum = |side: Side| objectives.iter().map(|objective| objective.points[side.index()]).sum::<i16>();
        assert_eq!((sum(FRENCH), sum(COALITION)), (french, coalition), "{id}");
        let places = &battle(id).places;
        assert!(objectives.iter().all(|objective| places.iter().any(|(hex, _)| *hex == objective.hex)));
    }
}
