//! The charts: every entry that the rulebook prints or implies.

use engine::laws::Shared;
use engine::shows;
use march_into_battle::MarchIntoBattle;
use march_into_battle::ground::Terrain;
use march_into_battle::tables::{Column, Disorder, Effect, Factor, Tables};

static GAME: Shared<MarchIntoBattle> = Shared::new(|| MarchIntoBattle::load(None).unwrap());

fn tables() -> &'static Tables {
    &GAME.tables
}

fn factor(over: u8, under: u8) -> Factor {
    Factor { over, under }
}

#[test]
fn odds_round_to_the_nearest_ratio_with_the_half_up() {
    shows!["7.1.2a", "7.4a"];
    assert_eq!(tables().odds(249, 100), 2);
    assert_eq!(tables().odds(250, 100), 3);
    // The example's 12 against 8.
    assert_eq!(tables().odds(12, 8), 2);
    assert_eq!(tables().odds(8, 8), 0);
    assert_eq!(tables().odds(450, 100), 5);
    assert_eq!(tables().odds(9000, 100), 5);
    assert_eq!(tables().odds(100, 150), -2);
    assert_eq!(tables().odds(100, 249), -2);
    assert_eq!(tables().odds(100, 250), -3);
    assert_eq!(tables().odds(100, 9000), -4);
}

#[test]
fn near_one_to_one_counts_one() {
    shows!["7.1.2b", "7.1.2c"];
    assert_eq!(tables().odds(120, 100), 1);
    assert_eq!(tables().odds(149, 100), 1);
    assert_eq!(tables().odds(100, 120), -1);
    assert_eq!(tables().odds(100, 149), -1);
}

#[test]
fn the_results_turn_at_four() {
    shows!["7.1.6a", "7.1.6b", "7.4c"];
    for roll in -9..=4 {
        let line = tables().result(roll);
        assert_eq!((line.retreat, line.defender_column()), (0, Column::Engaged), "{roll}");
        assert_eq!(line.attacker_column(), Column::Engaged);
    }
    let five = tables().result(5);
    assert_eq!((five.retreat, five.defender, five.attacker), (1, 0, 0));
    assert_eq!((five.defender_column(), five.attacker_column()), (Column::Retreat, Column::Advance));
    for (roll, retreat) in [(6, 1), (7, 2), (8, 2), (9, 3), (10, 3), (17, 3)] {
        assert_eq!(tables().result(roll).retreat, retreat, "{roll}");
    }
    assert!((-5..15).all(|roll| tables().result(roll).retreat <= 3));
}

#[test]
fn an_engaged_line_names_what_its_stacks_add() {
    shows!["7.1.7b"];
    let line = tables().result(3);
    assert_eq!((line.defender, line.attacker), (1, 0));
    assert_eq!(tables().effect(line.defender_column(), 3 + line.defender).to_string(), "is D3 1F");
}

#[test]
fn the_effects_of_the_example_stand_in_their_cells() {
    shows!["7.4d"];
    let text = |column, roll| tables().effect(column, roll).to_string();
    assert_eq!(text(Column::Advance, 6), "1F");
    assert_eq!(text(Column::Advance, 2), "1s D 2F S");
    assert_eq!(text(Column::Retreat, 3), "1s D 2F S");
}

#[test]
fn codes_mean_what_the_rulebook_says() {
    let effect: Effect = "2c ic 1s is D4L 3F S".parse().unwrap();
    let Effect { casualties, inferior_casualty, stragglers, inferior_straggler, disorder, fatigue, supply } = effect;
    assert_eq!((casualties, inferior_casualty), (2, true));
    assert_eq!((stragglers, inferior_straggler), (1, true));
    assert_eq!((disorder, fatigue, supply), (Disorder::OrLoss(4), 3, true));
    assert_eq!("D".parse::<Effect>().unwrap().disorder, Disorder::All);
    assert_eq!("D3".parse::<Effect>().unwrap().disorder, Disorder::UpTo(3));
    assert_eq!("".parse::<Effect>().unwrap(), Effect::NONE);
    for wrong in ["x", "c", "Dx", "D9", "0c", "F2", "L"] {
        assert!(wrong.parse::<Effect>().is_err(), "{wrong}");
    }
}

/// How many casualties and stragglers an outcome costs a unit, and whether it is disorganized.
fn harm(effect: Effect, morale: u8, inferior: bool) -> (u8, u8, bool) {
    let (disorganized, more) = match effect.disorder {
        Disorder::None => (false, 0),
        Disorder::All => (true, 0),
        Disorder::UpTo(limit) => (morale <= limit, 0),
        Disorder::OrLoss(limit) => (morale <= limit, u8::from(morale > limit)),
    };
    let casualties = effect.casualties + u8::from(inferior && effect.inferior_casualty) + more;
    (casualties, effect.stragglers + u8::from(inferior && effect.inferior_straggler), disorganized)
}

#[test]
fn low_rolls_hurt_and_engaged_is_a_penalty_for_broken_troops() {
    for morale in 1..=6 {
        for inferior in [false, true] {
            for column in [Column::Engaged, Column::Retreat, Column::Advance] {
                for roll in -1..8 {
                    let (worse, better) = (tables().effect(column, roll), tables().effect(column, roll + 1));
                    let (c1, s1, d1) = harm(worse, morale, inferior);
                    let (c2, s2, d2) = harm(better, morale, inferior);
                    assert!(c1 + s1 >= c2 + s2 && d1 >= d2 && worse.fatigue >= better.fatigue, "{column:?} {roll}");
                }
            }
            let total = |column| {
                let harms = (1..=6).map(|roll| harm(tables().effect(column, roll), morale, inferior));
                harms.fold((0, 0), |sum, (c, s, _)| (sum.0 + c, sum.1 + s))
            };
            let (engaged, retreat) = (total(Column::Engaged), total(Column::Retreat));
            assert!(engaged.0 > retreat.0 && engaged.1 < retreat.1, "{morale} {inferior}");
        }
    }
}

#[test]
fn strengths_change_by_the_printed_factors() {
    let factors = tables().factors;
    for (found, expected) in [
        (factors.rear, factor(2, 1)),
        (factors.river_bridge, factor(1, 2)),
        (factors.night, factor(1, 2)),
        (factors.slope, factor(3, 4)),
        (factors.steep, factor(1, 2)),
        (factors.disorganized, factor(1, 2)),
        (factors.tired, factor(1, 2)),
        (factors.cavalry_no_charge, factor(1, 2)),
        (factors.light_cavalry_defends, factor(1, 2)),
        (factors.charge_met, factor(1, 2)),
        (factors.charge_on_broken, factor(2, 1)),
        (factors.cavalry_with_infantry, factor(1, 2)),
        (factors.countercharge, factor(2, 1)),
        (factors.battery_front, factor(2, 1)),
    ] {
        assert_eq!(found, expected);
    }
}

#[test]
fn ground_costs_what_the_chart_says() {
    let row = |terrain: Terrain| tables().terrain[terrain as usize];
    assert_eq!(row(Terrain::Forest).movement.unwrap()[..2], [3, 3]);
    assert_eq!(tables().movement.road, [1, 1, 1]);
    assert_eq!(row(Terrain::Mountain).movement, None);
    let clear = row(Terrain::Clear).movement.unwrap();
    assert!(clear.iter().all(|&points| points > 1 && points < 3));
    // Built-up and wooded ground always helps the defender.
    for terrain in [Terrain::Forest, Terrain::Village, Terrain::Town, Terrain::Fortress, Terrain::Chateau] {
        assert!(row(terrain).attack.iter().all(|factor| factor.over < factor.under), "{terrain:?}");
    }
}

#[test]
fn points_and_limits_are_those_of_the_rulebook() {
    let (limits, movement) = (tables().limits, tables().movement);
    assert_eq!((limits.stacking, limits.stragglers, limits.detachment_steps), (10, 2, 2));
    assert_eq!((limits.morale_difference, limits.three_hexes, limits.enfilade), (3, 1, 1));
    assert_eq!((limits.blocked_casualties, limits.water_casualties), (2, 2));
    assert_eq!((limits.evasion, limits.smashed_retreat), (4, 2));
    assert_eq!((limits.cavalry_recovery, limits.night_recovery), (1, 2));
    assert_eq!((limits.battery_points, limits.battery_range, limits.bombarded_strength), (10, 2, 10));
    assert_eq!((movement.leave_zone, movement.facing, movement.attack), (2, 1, 2));
    assert_eq!((movement.pursue, movement.spent), (3, 1));
}

#[test]
fn fatigue_rises_as_the_rulebook_says() {
    let fatigue = tables().fatigue;
    assert_eq!((fatigue.double_time, fatigue.cavalry_combat, fatigue.cavalry_zone), (1, 1, 1));
    assert_eq!((fatigue.field_of_fire, fatigue.failed_recovery), (1, 1));
    assert!(fatigue.march > 0 && fatigue.rest > 0 && fatigue.rest_at_night > fatigue.rest);
    // Marching through a day of four turns alone does not tire, and there is something between Tired and Spent.
    assert!(4 * fatigue.march < fatigue.tired && fatigue.tired < fatigue.spent);
}
