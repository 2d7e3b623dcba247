//! 10.6 to 10.9: range and lines of fire, with every example of the rulebook.

use crate::common::overlay::{made_up, overlay};
use crate::common::{Table, game, phase};
use engine::shows;
use first_blood::FirstBlood;
use std::sync::Arc;

/// Whether an emplacement (range 10) can fire from one hex into another on made-up ground.
fn sees_in(game: &Arc<FirstBlood>, from: &str, to: &str) -> bool {
    let setting = |from: &str, to: &str| phase("VI", 3).unit("HW1", from).unit("G001", to).table_of(game);
    fires_both_ways(from, to, setting)
}

/// The same on the board of the game.
fn sees(from: &str, to: &str) -> bool {
    fires_both_ways(from, to, |from, to| phase("VI", 3).unit("HW1", from).unit("G001", to).table())
}

/// A line of fire has no direction: what is open from one end is open from the other.
fn fires_both_ways(one: &str, other: &str, setting: impl Fn(&str, &str) -> Table) -> bool {
    let fires = |from: &str, to: &str| setting(from, to).offers(&format!("target {to}"));
    let there = fires(one, other);
    assert_eq!(there, fires(other, one), "{one} and {other}");
    there
}

/// Why a unit in one hex cannot fire into another: the first clause and the sentence.
fn refusal(piece: &str, from: &str, to: &str) -> (&'static str, String) {
    let table = phase("VI", 3).unit(piece, from).unit("G001", to).table();
    let refusal = table.refusal(&format!("target {to}"));
    (refusal.clauses[0].0, refusal.reason)
}

fn range(from: &str, to: &str) -> u16 {
    let board = game().ground.board();
    board.distance(board.parse(from).unwrap(), board.parse(to).unwrap())
}

#[test]
fn range_counts_the_target_hex_but_not_the_own() {
    shows!["10.6a", "10.7d"];
    // A platoon fires six hexes far, along open ground from 3013: to 3019 and not to 3020.
    let reaches = |piece: &str, from: &str, to: &str| {
        let table = phase("VI", 3).unit(piece, from).unit("G001", to).table();
        table.offers(&format!("target {to}"))
    };
    for to in ["3014", "3015", "3016", "3017", "3018", "3019"] {
        assert!(reaches("1/A/38", "3013", to), "{to}");
    }
    assert!(!reaches("1/A/38", "3013", "3020"));
    let (clause, reason) = refusal("1/A/38", "3013", "3020");
    assert_eq!(clause, "10.6a");
    let facts = "3020 is 7 hexes (700 yards) from 1/A/38, whose range is 6 now";
    assert_eq!(reason, format!("none of your units can fire at 3020: {facts}"));
    // An emplacement fires ten hexes far, down the Surmelin from 3520 to 3311, and not eleven.
    assert!(reaches("HW1", "3520", "3311"));
    assert!(!reaches("1/A/38", "3520", "3311"));
    assert_eq!(range("3520", "3310"), 11);
    assert!(!reaches("HW1", "3520", "3310"));
    assert_eq!(refusal("HW1", "3520", "3310").0, "10.6a");
}

#[test]
fn the_ranges_of_the_rulebook() {
    shows!["10.6b"];
    assert_eq!(range("2236", "2232"), 4);
    assert_eq!(range("2236", "2034"), 3);
    // With platoons that fire three hexes far 2034 is in range and 2232 is not; with four, both are; with two, none.
    for (hexes, near, far) in [(2, false, false), (3, true, false), (4, true, true)] {
        let from = "range = { value = 6, source = \"reconstruction above";
        let to = format!("range = {{ value = {hexes}, source = \"reconstruction above");
        let game = overlay().change("pieces.toml", from, &to).game();
        let setting = phase("VI", 3).unit("1/A/38", "2236").unit("G001", "2232").unit("G002", "2034");
        let table = setting.table_of(&game);
        assert_eq!((table.offers("target 2034"), table.offers("target 2232")), (near, far), "range {hexes}");
    }
}

#[test]
fn the_next_hex_can_always_be_fired_into() {
    shows!["10.7a"];
    // From wood to wood, from town to town, over the embankment, in the dark and in gas.
    for (from, to) in [("2618", "2518"), ("2924", "2925"), ("3826", "3827"), ("2323", "2223"), ("1927", "1928")] {
        for (turn, event) in [(3, "none"), (1, "none"), (3, "poison-gas")] {
            let setting = phase("VI", turn).unit("1/A/38", from).unit("G001", to).mark("event", event);
            assert!(setting.table().offers(&format!("target {to}")), "{from} to {to}");
        }
    }
}

#[test]
fn blocking_ground_on_the_way_stops_fire() {
    shows!["10.7b", "10.8a"];
    // Across a town, a wooded hill, a prepared position and the embankment.
    for (from, to, at, ground) in [
        ("2926", "2923", "2925", "town"),
        ("2717", "2519", "2618", "wooded hills"),
        ("2222", "2224", "2223", "prepared position"),
        ("2830", "2828", "2829", "railroad embankment"),
    ] {
        assert!(!sees(from, to), "{from} to {to}");
        let (clause, reason) = refusal("HW1", from, to);
        assert_eq!(clause, "10.7b");
        let facts = format!("{at} ({ground}) blocks the line of fire of HW1 to {to}");
        assert_eq!(reason, format!("none of your units can fire at {to}: {facts}"));
    }
    // Everything else lets it through: open ground, roads, the Surmelin, the riverbank.
    assert!(sees("3013", "3019"));
    assert!(sees("2823", "2825"), "over the Paris-Metz Road in 2824");
    assert!(sees("3520", "3311"), "down the Surmelin");
    let across_the_bank = phase("VI", 3).unit("HW1", "2631").unit("G001", "2633").table();
    assert!(across_the_bank.offers("target 2633"));
}

#[test]
fn on_made_up_ground_each_kind_blocks_or_does_not() {
    shows!["10.8a", "10.8b"];
    // The same line, 3013 to 3016, with each kind of ground in 3015.
    for (letter, blocks) in
        [('T', true), ('w', true), ('P', true), ('#', true), ('H', true), ('.', false), ('s', false), ('M', false)]
    {
        let game = made_up(&[("3015", letter)]);
        assert_eq!(sees_in(&game, "3013", "3016"), !blocks, "{letter}");
    }
}

#[test]
fn ground_at_either_end_never_blocks() {
    shows!["10.7c"];
    // Out of and into blocking ground, with open ground between.
    for letter in ['T', 'w', 'P', '#', 'H'] {
        for ends in [&[("3013", letter)][..], &[("3016", letter)], &[("3013", letter), ("3016", letter)]] {
            assert!(sees_in(&made_up(ends), "3013", "3016"), "{ends:?}");
        }
    }
    // On the board: from the riverbank up to the embankment, but not beyond it.
    let german = |target: &str| {
        let table = phase("VII", 3).unit("G001", "3632").unit("1/A/38", target).table();
        table.offers(&format!("target {target}"))
    };
    assert!(german("3627"));
    assert!(!german("3626"));
    assert!(sees("2236", "2232"));
    assert!(!sees("2236", "2231"));
}

#[test]
fn hill_231_blocks_fire_and_is_clear_for_everything_else() {
    shows!["10.8b"];
    assert!(!sees("2030", "1927"));
    assert!(!sees("1926", "1929"));
    let (clause, reason) = refusal("HW1", "2030", "1927");
    assert_eq!(clause, "10.7b");
    assert!(reason.ends_with("1928 (Hill 231) blocks the line of fire of HW1 to 1927"), "{reason}");
    let table = phase("VI", 3).unit("HW1", "2030").unit("G001", "1927").table();
    assert!(table.refusal("target 1927").clauses.iter().any(|clause| clause.0 == "10.8b"));
    // It costs one point to enter, as open ground does, and has the same strength: 8 against 2 is 4:1.
    let mut table = phase("VIII", 3).unit("1/A/38", "1926").unit("G001", "2342").table();
    table.play(&["pick 1/A/38"]);
    assert_eq!(table.forecast("to 1927").sum.value, "1");
    let mut table = phase("VI", 3).unit("HW1", "2026").unit("G001", "1927").unit("G002", "1925").table();
    table.play(&["target 1925", "join HW1"]);
    let clear = table.forecast("fire").sum.parts[1].value.clone();
    let mut table = phase("VI", 3).unit("HW1", "2025").unit("G001", "1927").table();
    table.play(&["target 1927", "join HW1"]);
    let hill = table.forecast("fire").sum;
    assert_eq!((hill.value.as_str(), hill.parts[1].value.as_str()), ("4:1", "2"));
    assert_eq!(clear, "2");
}

#[test]
fn units_never_block() {
    shows!["10.8c"];
    // A platoon, an emplacement and Germans stand between 3013 and 3018.
    let setting = phase("VI", 3).unit("HW1", "3013").unit("1/A/38", "3014").unit("HW2", "3015");
    let mut table = setting.unit("G002", "3016").unit("G003", "3017").unit("G001", "3018").table();
    // 8 against open ground is 4:1.
    table.rolls(&[4]).play(&["target 3018", "join HW1", "fire"]);
    assert!(table.is_dead("G001"));
}

#[test]
fn the_example_of_2717() {
    shows!["10.8d"];
    assert!(sees("2717", "2718"), "the next hex");
    assert!(sees("2717", "2618"), "into the wooded hill");
    assert!(!sees("2717", "2518"), "not through it");
    assert!(sees("2518", "2618"));
    assert!(!sees("2518", "2717"));
    let (_, reason) = refusal("1/A/38", "2717", "2518");
    assert!(reason.ends_with("2618 (wooded hills) blocks the line of fire of 1/A/38 to 2518"), "{reason}");
    let (_, reason) = refusal("1/A/38", "2518", "2717");
    assert!(reason.ends_with("2618 (wooded hills) blocks the line of fire of 1/A/38 to 2717"), "{reason}");
}

#[test]
fn a_line_along_a_hexside_is_stopped_only_by_both_hexes() {
    shows!["10.9a", "10.9b"];
    // The example, its misprint mended (ruling R1): 2921 to 3124, four hexes, runs along 2922/3022, through 3023, and
    // along 3024/3123. 3024 is Moulins, 3123 open ground.
    assert_eq!(range("2921", "3124"), 4);
    assert!(sees("2921", "3124"));
    // From two hexes farther back the line is the same.
    assert_eq!(range("2820", "3124"), 6);
    assert!(sees("2820", "3124"));
    // With a town in 3123 too it is closed; and so it is with towns in 2922 and 3022, or with one in 3023.
    assert!(!sees_in(&made_up(&[("3123", 'T')]), "2921", "3124"));
    assert!(!sees_in(&made_up(&[("2922", 'T'), ("3022", 'w')]), "2921", "3124"));
    assert!(sees_in(&made_up(&[("2922", 'T')]), "2921", "3124"));
    assert!(sees_in(&made_up(&[("3022", 'T')]), "2921", "3124"));
    assert!(!sees_in(&made_up(&[("3023", 'T')]), "2921", "3124"));
    // The refusal names both hexes.
    let table = phase("VI", 3).unit("HW1", "2921").unit("G001", "3124").table_of(&made_up(&[("3123", 'w')]));
    let refusal = table.refusal("target 3124");
    assert_eq!(refusal.clauses[0].0, "10.9a");
    assert!(refusal.reason.contains("3024 (town)") && refusal.reason.contains("3123 (wooded hills)"), "{refusal}");
    assert!(refusal.reason.contains(" and ") && refusal.reason.contains(" block the line of fire"), "{refusal}");
}

#[test]
fn the_printed_half_blocked_example_crosses_moulins() {
    shows!["10.9b"];
    // As printed, 2821 to 3124: five hexes, straight through 3024 (ruling R1).
    assert_eq!(range("2821", "3124"), 5);
    assert!(!sees("2821", "3124"));
    let (_, reason) = refusal("1/A/38", "2821", "3124");
    assert!(reason.ends_with("3024 (town) blocks the line of fire of 1/A/38 to 3124"), "{reason}");
    // The other way to mend it: 2821 to 3125 along 3025/3124 with only 3025 blocking.
    assert_eq!(range("2821", "3125"), 6);
    assert!(sees_in(&made_up(&[("3024", '.'), ("3025", 'T')]), "2821", "3125"));
    assert!(!sees_in(&made_up(&[("3024", '.'), ("3025", 'T'), ("3124", 'T')]), "2821", "3125"));
    assert!(!sees_in(&made_up(&[("3025", 'T')]), "2821", "3125"), "3024 is crossed");
    assert!(!sees_in(&made_up(&[("3024", '.'), ("2822", 'w'), ("2921", 'w')]), "2821", "3125"));
    assert!(!sees_in(&made_up(&[("3024", '.'), ("2923", 'w'), ("3023", 'w')]), "2821", "3125"));
}

#[test]
fn corners_do_not_block() {
    shows!["10.7b"];
    // Ruling R13: 3020 to 2521 crosses 2920, 2821, 2720 and 2621 and meets 2820 and 2721 at a corner only.
    assert_eq!(range("3020", "2521"), 5);
    assert!(sees_in(&made_up(&[("2820", 'T'), ("2721", 'T')]), "3020", "2521"));
    for crossed in ["2920", "2821", "2720", "2621"] {
        assert!(!sees_in(&made_up(&[(crossed, 'T')]), "3020", "2521"), "{crossed}");
    }
}

#[test]
fn what_is_off_the_map_does_not_block() {
    // Ruling R14: across the river bend from 2634 to 2237, over two hexes of water.
    let table = phase("VII", 3).unit("G001", "2634").unit("1/A/38", "2237").table();
    assert!(table.offers("target 2237"));
    // Along a side between a town and nothing: 2342 to 2142 on the edge of the map, with a town in 2242; and 2335 to
    // 2532 with one in 2334, where the river bends.
    for (from, to, town) in [("2342", "2142", "2242"), ("2335", "2532", "2334")] {
        let table = phase("VII", 3).unit("G001", from).unit("1/A/38", to).table_of(&made_up(&[(town, 'T')]));
        assert!(table.offers(&format!("target {to}")), "{from} to {to}");
    }
}
