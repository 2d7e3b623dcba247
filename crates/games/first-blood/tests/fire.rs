//! 10.0 Fire: who fires at what, the odds and what comes of them. Lines of fire have their own file, and so has advance
//! after combat.

use crate::common::{GERMAN, Table, US, game, phase};
use engine::shows;

/// The clauses of a refusal.
fn cited(table: &Table, action: &str) -> Vec<&'static str> {
    table.refusal(action).clauses.iter().map(|clause| clause.0).collect()
}

/// The odds that the fire being put together has.
fn odds(table: &Table) -> String {
    table.forecast("fire").sum.value
}

#[test]
fn each_side_fires_in_its_own_fire_phases() {
    shows!["10.1a"];
    let setting = |id: &str| phase(id, 3).unit("1/A/38", "3013").unit("G001", "3016").table();
    for (id, side, piece, other, target) in [
        ("VI", US, "1/A/38", "G001", "3016"),
        ("VII", GERMAN, "G001", "1/A/38", "3013"),
        ("IX", GERMAN, "G001", "1/A/38", "3013"),
        ("X", US, "1/A/38", "G001", "3016"),
    ] {
        let mut table = setting(id);
        assert_eq!(table.chooser(), side, "phase {id}");
        table.play(&[&format!("target {target}")]);
        assert!(table.offers(&format!("join {piece}")), "phase {id}");
        assert!(!table.offers(&format!("join {other}")), "phase {id}");
        assert_eq!(cited(&table, &format!("join {other}")), ["10.1a"]);
    }
    for id in ["III", "IV", "V", "VIII", "XI", "XII"] {
        let table = setting(id);
        for target in ["3013", "3016"] {
            assert!(!table.offers(&format!("target {target}")), "phase {id}");
            assert_eq!(cited(&table, &format!("target {target}")), ["5.1a", "10.1a"], "phase {id}");
        }
    }
}

#[test]
fn ten_factors_against_the_surmelin_are_three_to_one() {
    shows!["10.1b", "10.3a", "10.3b", "10.3d"];
    // 4, 4 and 2 factors in 3413 fire at two platoons on the Surmelin in 3415: 10 / 3 = 3.33, rounded down to 3:1.
    let firing = phase("VII", 3).unit("G067", "3413").unit("G068", "3413").unit("G019", "3413");
    let mut table = firing.unit("1/A/38", "3415").unit("2/A/38", "3415").table();
    table.play(&["target 3415", "join G067", "join G068", "join G019"]);
    let sum = table.forecast("fire").sum;
    assert_eq!(sum.value, "3:1");
    assert_eq!((sum.parts[0].value.as_str(), sum.parts[1].value.as_str()), ("10", "3"));
    // Three eliminates, four does not.
    table.rolls(&[3, 4]).play(&["fire"]);
    assert!(table.is_dead("1/A/38") && !table.is_dead("2/A/38"));
}

#[test]
fn odds_depend_on_the_ground_and_round_down() {
    shows!["10.1b", "10.3a"];
    // Nine factors (5 and 4) from three hexes away: against open ground (2) 4.5, the riverbank not being open to US
    // units the Surmelin (3) 3, the embankment (4) and wooded hills (4) 2.25, a town (5) 1.8, a prepared position (6)
    // 1.5. Every line of fire runs over open ground.
    for (from, target, expected) in [
        ("3013", "3016", "4:1"), // clear
        ("3412", "3415", "3:1"), // Surmelin
        ("2232", "2235", "4:1"), // clear again, from the embankment
        ("2826", "2829", "2:1"), // embankment
        ("2916", "2618", "2:1"), // wooded hills
        ("2728", "2925", "1:1"), // Moulins
        ("2220", "2223", "1:1"), // Moulin Ruiné
    ] {
        let mut table = phase("VII", 3).unit("G085", from).unit("G067", from).unit("1/A/38", target).table();
        table.play(&[&format!("target {target}"), "join all"]);
        assert_eq!(odds(&table), expected, "{target}");
    }
}

#[test]
fn each_unit_in_the_target_hex_has_its_own_roll() {
    shows!["10.1c"];
    // 8 against open ground, four to one, at three Germans: each lives or dies by its own die.
    let target = || phase("VI", 3).unit("G001", "3016").unit("G002", "3016").unit("G003", "3016").unit("G009", "3017");
    for (rolls, dead) in [
        ([4, 5, 4], [true, false, true]),
        ([5, 5, 5], [false; 3]),
        ([6, 1, 6], [false, true, false]),
        ([1; 3], [true; 3]),
    ] {
        let mut table = target().unit("HW1", "3013").table();
        table.rolls(&rolls).play(&["target 3016", "join HW1"]);
        assert_eq!(odds(&table), "4:1");
        table.play(&["fire"]);
        assert_eq!(table.dice_rolled(), 3);
        assert_eq!(["G001", "G002", "G003"].map(|piece| table.is_dead(piece)), dead, "{rolls:?}");
    }
}

#[test]
fn a_unit_fires_once_in_each_of_its_fire_phases() {
    shows!["10.1d", "10.2a"];
    let targets =
        phase("VI", 3).unit("G001", "3016").unit("G002", "2916").unit("1/A/38", "3013").unit("2/A/38", "3013");
    let mut table = targets.table();
    // 4 against 2 is 2:1; a six misses.
    table.rolls(&[6]).play(&["target 3016", "join 1/A/38", "fire"]);
    table.play(&["target 2916"]);
    assert!(!table.offers("join 1/A/38") && table.offers("join 2/A/38"));
    assert_eq!(cited(&table, "join 1/A/38"), ["10.2a"]);
    table.rolls(&[6]).play(&["join 2/A/38", "fire"]);
    // Both have fired, and the phase is over. In the second US fire phase they fire again.
    assert_eq!(table.phase(), "VII");
    table.play(&["done", "done", "done"]);
    assert_eq!(table.phase(), "X");
    table.play(&["target 2916"]);
    assert!(table.offers("join 1/A/38") && table.offers("join 2/A/38"));
}

#[test]
fn nobody_must_fire() {
    shows!["10.2b"];
    let setting = || phase("VI", 3).unit("G001", "3016").unit("1/A/38", "3013").unit("2/A/38", "3013").table();
    // Not at all.
    let mut table = setting();
    table.play(&["done"]);
    assert_eq!((table.phase(), table.dice_rolled()), ("VII", 0));
    // One of two; the other does not join and the phase can be ended.
    let mut table = setting();
    table.rolls(&[6]).play(&["target 3016", "join 1/A/38", "fire"]);
    assert_eq!(table.phase(), "VII", "3016 has been fired into, and there is no other target");
    // Both.
    let mut table = setting();
    table.play(&["target 3016", "join 1/A/38", "join 2/A/38"]);
    assert_eq!(odds(&table), "4:1");
}

#[test]
fn fires_are_resolved_one_hex_at_a_time_in_any_order() {
    shows!["10.2c"];
    let targets = || phase("VI", 3).unit("G001", "3016").unit("G002", "2916").unit("G009", "2342");
    for (first, second, first_hit, second_hit) in [("3016", "2916", "G001", "G002"), ("2916", "3016", "G002", "G001")] {
        let mut table = targets().unit("1/A/38", "3013").unit("2/A/38", "3013").table();
        // While one fire is put together no other is begun.
        table.play(&[&format!("target {first}"), "join 1/A/38"]);
        assert_eq!(table.refused_by(&format!("target {second}")), "5.1a");
        // It comes out before the next is announced, and the other unit may wait for that.
        table.rolls(&[1]).play(&["fire"]);
        assert!(table.is_dead(first_hit) && !table.is_dead(second_hit));
        assert!(table.offers(&format!("target {second}")) && table.offers("done"));
        table.rolls(&[2]).play(&[&format!("target {second}"), "join 2/A/38", "fire"]);
        assert!(table.is_dead(second_hit));
    }
}

#[test]
fn only_hexes_with_enemies_are_fired_into() {
    shows!["10.2d"];
    let table = phase("VI", 3).unit("G001", "3016").unit("1/A/38", "3013").unit("2/A/38", "3113").table();
    let targets: Vec<String> = table.options().into_iter().filter(|option| option.starts_with("target")).collect();
    assert_eq!(targets, ["target 3016"]);
    for hex in ["3015", "3113", "3013"] {
        let refusal = table.refusal(&format!("target {hex}"));
        assert_eq!((refusal.clauses[0].0, refusal.reason), ("10.2d", format!("no enemy is in {hex}")));
    }
}

#[test]
fn a_fire_has_one_target_hex() {
    shows!["10.2e"];
    // Germans in two hexes side by side; 12 factors at 3016 (6:1) do nothing to the other hex.
    let targets = phase("VI", 3).unit("G001", "3016").unit("G002", "3017").unit("G003", "2916");
    let mut table = targets.unit("1/A/38", "3013").unit("2/A/38", "3013").unit("3/A/38", "3013").table();
    table.play(&["target 3016", "join all", "fire"]);
    assert!(table.is_dead("G001"));
    assert_eq!((table.hex_of("G002").as_deref(), table.hex_of("G003").as_deref()), (Some("3017"), Some("2916")));
    assert_eq!(table.phase(), "VII", "all three have used their fire");
}

#[test]
fn the_strength_of_the_defenders_does_not_matter() {
    shows!["10.3c"];
    // One factor, eight factors, or sixteen in two counters: a platoon has 2:1 on open ground against each.
    for defenders in [&["G001"][..], &["G112"], &["G111", "G112"]] {
        let setting = phase("VI", 3).unit("1/A/38", "3013").unit("G009", "2342");
        let setting = defenders.iter().fold(setting, |setting, piece| setting.unit(piece, "3016"));
        let mut table = setting.table();
        table.play(&["target 3016", "join 1/A/38"]);
        assert_eq!(odds(&table), "2:1", "{defenders:?}");
        table.rolls(&[2, 2]).play(&["fire"]);
        assert!(defenders.iter().all(|piece| table.is_dead(piece)));
    }
}

#[test]
fn units_fire_alone_or_together_each_with_its_own_range_and_line() {
    shows!["10.4"];
    // Two platoons in 3013 and one in 3216 reach 3016. 1/B/38 in 3009 is seven hexes away, and 1/D/38 in 2518 has the
    // wooded hill 2618 before it.
    let setting = phase("VI", 3).unit("G001", "3016").unit("1/A/38", "3013").unit("2/A/38", "3013");
    let setting = setting.unit("3/A/38", "3216").unit("1/B/38", "3009").unit("1/D/38", "2518");
    let mut table = setting.table();
    table.play(&["target 3016"]);
    let joiners = |table: &Table| -> Vec<String> {
        table.options().into_iter().filter(|option| option.starts_with("join ") && option != "join all").collect()
    };
    assert_eq!(joiners(&table), ["join 1/A/38", "join 2/A/38", "join 3/A/38"]);
    assert_eq!(cited(&table, "join 1/B/38"), ["10.6a"]);
    assert_eq!(cited(&table, "join 1/D/38"), ["10.7b", "10.8a"]);
    // Alone 4 against 2, from one hex 8, from two hexes 12.
    table.play(&["join 1/A/38"]);
    assert_eq!(odds(&table), "2:1");
    table.play(&["join 2/A/38"]);
    assert_eq!(odds(&table), "4:1");
    table.play(&["join 3/A/38"]);
    assert_eq!(odds(&table), "6:1");
}

#[test]
fn units_of_a_stack_fire_where_each_likes() {
    shows!["10.4b"];
    let targets = phase("VI", 3).unit("G001", "3016").unit("G002", "2916").unit("G003", "3216");
    let mut table = targets.unit("1/A/38", "3013").unit("2/A/38", "3013").unit("3/A/38", "3013").table();
    table.rolls(&[1]).play(&["target 3016", "join 1/A/38", "fire"]);
    table.rolls(&[1]).play(&["target 2916", "join 2/A/38", "fire"]);
    // The third holds its fire.
    table.play(&["done"]);
    assert!(table.is_dead("G001") && table.is_dead("G002") && !table.is_dead("G003"));
}

#[test]
fn a_hex_is_fired_into_once_in_a_phase() {
    shows!["10.5"];
    let setting =
        phase("VI", 3).unit("G001", "3016").unit("G002", "2916").unit("1/A/38", "3013").unit("2/A/38", "3013");
    let mut table = setting.table();
    table.rolls(&[6]).play(&["target 3016", "join 1/A/38", "fire"]);
    assert!(!table.is_dead("G001"));
    // 2/A/38 could still fire, but not into 3016.
    assert!(!table.offers("target 3016") && table.offers("target 2916"));
    let refusal = table.refusal("target 3016");
    assert_eq!((refusal.clauses[0].0, refusal.reason.as_str()), ("10.5", "3016 has been fired into in this phase"));
    // In the second US fire phase it may be fired into again.
    table.play(&["done", "done", "done", "done"]);
    assert_eq!(table.phase(), "X");
    assert!(table.offers("target 3016"));
}

#[test]
fn a_unit_is_eliminated_on_the_odds_or_less() {
    shows!["10.10a", "10.10b", "10.10c", "10.10d"];
    // Germans of 1 to 8 factors fire at a platoon in the open (2) from three hexes away.
    for (firing, ratio) in [
        (&["G001"][..], 0),     // 1 / 2
        (&["G019"], 1),         // 2 / 2
        (&["G043"], 1),         // 3 / 2
        (&["G067"], 2),         // 4 / 2
        (&["G097"], 3),         // 6 / 2
        (&["G112"], 4),         // 8 / 2
        (&["G112", "G019"], 5), // 10 / 2
        (&["G112", "G067"], 6), // 12 / 2
        (&["G112", "G111"], 8), // 16 / 2
    ] {
        for roll in 1..=6 {
            let setting = phase("VII", 3).unit("1/A/38", "3013").unit("2/A/38", "1000");
            let setting = firing.iter().fold(setting, |setting, piece| setting.unit(piece, "3016"));
            let mut table = setting.table();
            table.rolls(&[roll]).play(&["target 3013"]);
            for piece in firing {
                table.play(&[&format!("join {piece}")]);
            }
            table.play(&["fire"]);
            // Below 1:1 never, from 6:1 always, and then there is nothing to roll.
            let dead = ratio >= 6 || roll <= ratio;
            assert_eq!(table.is_dead("1/A/38"), dead, "{ratio}:1, roll {roll}");
            assert_eq!(table.hex_of("1/A/38").is_none(), dead);
            let needs_a_die = (1..6).contains(&ratio);
            assert_eq!(table.dice_rolled(), usize::from(needs_a_die), "{ratio}:1");
        }
    }
}

#[test]
fn fire_touches_only_the_enemies_in_the_target_hex() {
    shows!["10.10e", "10.10f"];
    let setting = phase("VI", 3).unit("G001", "3014").unit("G002", "3014").unit("G003", "3015").unit("1/A/38", "3013");
    let mut table = setting.unit("2/A/38", "3113").table();
    let before = table.state().clone();
    // 8 and 4 against 2 is 6:1; 1/A/38 alone, close by, has 4:1: one German falls and one does not.
    table.rolls(&[4, 5]).play(&["target 3014", "join 1/A/38", "fire"]);
    assert!(table.is_dead("G001"));
    // Everybody else is where he was, the survivor included, and can do all he could before.
    for piece in ["G002", "G003", "1/A/38", "2/A/38"] {
        let named = game().pieces.named(piece).unwrap();
        assert_eq!(table.state().hex(named), before.hex(named));
        assert!(table.state().on_map.contains(named));
    }
    table.play(&["done"]);
    assert_eq!(table.phase(), "VII");
    // The survivor fires back with its whole factor: 1 doubled against 2.
    table.play(&["target 3013", "join G002"]);
    assert_eq!(odds(&table), "1:1");
}

#[test]
fn close_assault_doubles_those_who_are_adjacent() {
    shows!["10.11a", "10.11b"];
    // 1/A/38 stands beside Moulins, 2/A/38 and 3/A/38 two hexes away; the town has strength 5.
    let setting =
        phase("VI", 3).unit("G001", "2925").unit("1/A/38", "2926").unit("2/A/38", "2927").unit("3/A/38", "2927");
    let mut table = setting.table();
    // Alone 8 / 5, with one more 12 / 5, with two 16 / 5. Undoubled they would make 0, 1 and 2, all doubled 1, 3 and 4.
    table.play(&["target 2925", "join 1/A/38"]);
    assert_eq!(odds(&table), "1:1");
    table.play(&["join 2/A/38"]);
    assert_eq!(odds(&table), "2:1");
    table.play(&["join 3/A/38"]);
    assert_eq!(odds(&table), "3:1");
    table.rolls(&[3]).play(&["fire"]);
    assert!(table.is_dead("G001"));
    // Germans alike: 4 doubled against open ground.
    let mut table = phase("VII", 3).unit("G067", "3014").unit("1/A/38", "3013").table();
    table.play(&["target 3013", "join G067"]);
    assert_eq!(odds(&table), "4:1");
}

#[test]
fn emplacements_are_doubled_too() {
    shows!["10.11c"];
    // 8 doubled against a town of 5 is 3:1; from two hexes away 1:1.
    for (from, expected) in [("2926", "3:1"), ("2927", "1:1")] {
        let mut table = phase("VI", 3).unit("G001", "2925").unit("HW1", from).table();
        table.play(&["target 2925", "join HW1"]);
        assert_eq!(odds(&table), expected);
    }
}

#[test]
fn who_can_fire_is_offered_until_nobody_is_left() {
    shows!["10.2a", "10.2b"];
    let firing = phase("VII", 3).unit("G067", "3413").unit("G068", "3413").unit("G019", "3413");
    let mut table = firing.unit("1/A/38", "3415").unit("2/A/38", "3415").table();
    table.play(&["target 3415"]);
    assert!(table.offers("join G067") && table.offers("join all") && !table.offers("fire"), "nobody fires yet");
    table.play(&["join G067"]);
    assert!(!table.offers("join G067") && table.offers("join all") && table.offers("fire"));
    table.play(&["join G068"]);
    assert!(table.offers("join G019") && !table.offers("join all") && table.offers("fire"), "one is no crowd");
    table.play(&["join G019"]);
    assert!(table.offers("fire") && !table.offers("join all"));
}
