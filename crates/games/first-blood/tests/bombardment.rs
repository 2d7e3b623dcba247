//! 11.0 Bombardment. Most of it falls on column 30, open ground from 3013 to 3020: a heavy marker has 8 against its
//! strength of 2, so 4:1, and a light one 4, so 2:1.

use crate::common::{GERMAN, Setting, Table, US, game, phase};
use engine::{EventKind, Habit, Rules, Viewer, shows};

/// The markers that can still be placed, light and heavy.
fn left(table: &Table) -> [u8; 2] {
    table.state().guns
}

#[test]
fn six_markers_are_there_for_each_bombardment_phase() {
    shows!["11.1a"];
    for (id, target) in [("III", "3013"), ("IV", "3016"), ("XI", "3013"), ("XII", "3016")] {
        let mut table = phase(id, 3).unit("1/A/38", "3013").unit("G001", "3016").table();
        assert_eq!(left(&table), [3, 3]);
        let [light, heavy] = ["light", "heavy"].map(|gun| format!("{gun} {target}"));
        table.play(&[&light, &heavy, &light, &heavy, &light]);
        assert!(!table.offers(&light));
        let refusal = table.refusal(&light);
        assert_eq!((refusal.clauses[0].0, refusal.reason.as_str()), ("11.1a", "no light bombardment marker is left"));
        table.play(&[&heavy]);
        assert_eq!(table.refusal(&heavy).reason, "no heavy bombardment marker is left");
        assert_eq!(table.state().markers().len(), 6);
    }
}

#[test]
fn only_enemy_hexes_are_bombarded() {
    shows!["11.1b"];
    let table = phase("IV", 3).unit("1/A/38", "3013").unit("2/A/38", "3014").unit("G001", "3016").table();
    assert_eq!(table.options(), ["light 3016", "heavy 3016", "done"]);
    for hex in ["3015", "3014", "3013"] {
        let refusal = table.refusal(&format!("heavy {hex}"));
        assert_eq!((refusal.clauses[0].0, refusal.reason), ("11.1b", format!("no enemy is in {hex}")));
    }
}

#[test]
fn a_target_must_be_spotted() {
    shows!["11.2a"];
    let table = |spotter: &str, from: &str, target: &str| {
        phase("IV", 3)
            .unit(spotter, from)
            .unit("G001", target)
            .unit("G002", "3013")
            .table()
            .offers(&format!("heavy {target}"))
    };
    // A platoon spots six hexes far, an emplacement ten.
    assert!(table("1/A/38", "2913", "2919"));
    assert!(!table("1/A/38", "2913", "2920"));
    assert!(table("HW1", "2913", "2920"));
    assert!(table("HW1", "3520", "3311"));
    // The line must be open: 2618 hides 2518 from 2717.
    assert!(table("HW1", "2717", "2618"));
    assert!(!table("HW1", "2717", "2518"));
    // The Germans spot in the same way.
    let table = phase("III", 3).unit("G001", "2717").unit("1/A/38", "2518").unit("2/A/38", "2714").table();
    assert_eq!(table.options(), ["light 2714", "heavy 2714", "done"]);
    let refusal = table.refusal("light 2518");
    assert_eq!((refusal.clauses[0].0, refusal.reason.as_str()), ("11.2a", "none of your units spots 2518"));
}

#[test]
fn markers_are_put_together_or_spread_at_will() {
    shows!["11.2b"];
    let setting =
        || phase("IV", 3).unit("1/A/38", "3013").unit("G111", "3016").unit("G112", "3016").unit("G001", "3018");
    // All in one hex, which is full of units already.
    let mut table = setting().table();
    table.play(&["light 3016", "light 3016", "light 3016", "heavy 3016", "heavy 3016", "heavy 3016"]);
    assert_eq!(table.state().markers().len(), 6);
    // Or some here, some there, some not at all.
    let mut table = setting().table();
    table.play(&["heavy 3016", "light 3018", "heavy 3018"]);
    let at = |table: &Table| -> Vec<String> {
        table
            .state()
            .markers()
            .iter()
            .map(|marker| format!("{} {}", marker.gun.id(), game().ground.label(marker.hex)))
            .collect()
    };
    assert_eq!(at(&table), ["heavy 3016", "light 3018", "heavy 3018"]);
    assert_eq!(left(&table), [2, 1]);
    // No drift; 3016 is hit at 4:1, 3018 with 12 at 6:1.
    table.rolls(&[1, 1, 1, 4, 5]).play(&["done"]);
    assert!(table.is_dead("G111") && !table.is_dead("G112") && table.is_dead("G001"));
}

#[test]
fn any_unit_spots_any_number_of_hexes_and_fires_as_well() {
    shows!["11.2c"];
    // One emplacement spots for two bombardments and then fires in the next fire phase.
    let mut table =
        phase("IV", 3).unit("HW1", "3013").unit("G001", "3016").unit("G002", "3018").unit("G003", "3021").table();
    table.rolls(&[1, 1, 6, 6]).play(&["light 3016", "light 3018", "done", "done"]);
    assert_eq!(table.phase(), "VI");
    table.play(&["target 3016"]);
    assert!(table.offers("join HW1"));
    // A platoon spots as well, and so does a German unit.
    assert!(phase("IV", 3).unit("1/A/38", "3013").unit("G001", "3016").table().offers("light 3016"));
    assert!(phase("III", 3).unit("1/A/38", "3013").unit("G001", "3016").table().offers("light 3013"));
}

/// Where a heavy marker comes down on each drift die: the hex of the only unit that a kill roll of 1 eliminates. Units
/// of the other side stand in a column of open hexes.
fn landing(id: &str, aim: &str, column: &[(&str, &str)], spotter: (&str, &str), die: u16) -> Option<String> {
    let setting = phase(id, 3).unit(spotter.0, spotter.1);
    let setting = column.iter().fold(setting, |setting, (piece, hex)| setting.unit(piece, hex));
    let mut table = setting.table();
    table.rolls(&[die, 1]).play(&[&format!("heavy {aim}"), "done"]);
    let dead: Vec<_> = column.iter().filter(|(piece, _)| table.is_dead(piece)).collect();
    assert!(dead.len() <= 1);
    dead.first().map(|(_, hex)| hex.to_string())
}

#[test]
fn german_markers_drift_south_by_the_die_less_four() {
    shows!["11.3a", "11.3b", "11.3c", "11.3d"];
    // The rulebook's example: aimed at 2136, a five takes the marker to 2135 and a six to 2134.
    let column = [("1/A/38", "2137"), ("2/A/38", "2136"), ("3/A/38", "2135"), ("4/A/38", "2134"), ("1/B/38", "2133")];
    for (die, expected) in [(1, "2136"), (2, "2136"), (3, "2136"), (4, "2136"), (5, "2135"), (6, "2134")] {
        let landed = landing("III", "2136", &column, ("G001", "2338"), die);
        assert_eq!(landed.as_deref(), Some(expected), "a roll of {die}");
    }
}

#[test]
fn us_markers_drift_north_by_the_die_less_five() {
    shows!["11.3a", "11.3b", "11.3c"];
    let column = [("G001", "3015"), ("G002", "3016"), ("G003", "3017"), ("G004", "3018")];
    for (die, expected) in [(1, "3016"), (2, "3016"), (3, "3016"), (4, "3016"), (5, "3016"), (6, "3017")] {
        let landed = landing("IV", "3016", &column, ("1/A/38", "3013"), die);
        assert_eq!(landed.as_deref(), Some(expected), "a roll of {die}");
    }
}

#[test]
fn each_marker_has_its_own_drift() {
    shows!["11.3a"];
    // Two heavy markers at 3016: the first stays, the second goes one hex north. Each hits at 4:1.
    let mut table = phase("IV", 3).unit("1/A/38", "3013").unit("G001", "3016").unit("G002", "3017").table();
    table.rolls(&[1, 6, 5, 4]).play(&["heavy 3016", "heavy 3016", "done"]);
    assert!(!table.is_dead("G001") && table.is_dead("G002"));
}

#[test]
fn a_drifted_marker_hits_whoever_is_there() {
    shows!["11.3e"];
    // A German marker drifts one hex onto a German, two hexes onto a platoon that nobody aimed at.
    let setting = || phase("III", 3).unit("1/A/38", "3016").unit("G001", "3015").unit("2/A/38", "3014");
    let mut table = setting().table();
    table.play(&["heavy 3016"]);
    let own_fire = |rolls: [u16; 2]| table.misdeeds(&rolls, "done").units(GERMAN, Habit::OwnFire);
    assert_eq!([own_fire([5, 4]), own_fire([6, 4])], [1, 0], "who hits his own has himself to thank");
    table.rolls(&[5, 4]).play(&["done"]);
    assert!(table.is_dead("G001") && !table.is_dead("1/A/38") && !table.is_dead("2/A/38"));
    let mut table = setting().table();
    table.rolls(&[6, 4]).play(&["heavy 3016", "done"]);
    assert!(table.is_dead("2/A/38") && !table.is_dead("1/A/38") && !table.is_dead("G001"));
    // A US marker drifts onto an emplacement north of its target.
    let mut table = phase("IV", 3).unit("HW1", "3017").unit("G001", "3016").table();
    table.rolls(&[6, 4]).play(&["heavy 3016", "done"]);
    assert_eq!(table.outcome().map(|outcome| outcome.clause.0), Some("4.3b"), "it was the last US unit");
}

#[test]
fn a_marker_that_drifts_off_the_map_is_lost_for_the_phase() {
    shows!["11.3f"];
    // Over the south edge from 3000, over the north edge from 1542, and into the Marne from the riverbank 3032.
    for (id, aim, target, spotter, die) in [
        ("III", "3000", ("1/A/38", "3000"), ("G001", "3003"), 5),
        ("III", "3001", ("1/A/38", "3001"), ("G001", "3003"), 6),
        ("IV", "1542", ("G001", "1542"), ("1/A/38", "1540"), 6),
        ("IV", "3032", ("G001", "3032"), ("1/A/38", "3030"), 6),
    ] {
        let mut table = phase(id, 3).unit(target.0, target.1).unit(spotter.0, spotter.1).unit("G009", "2342").table();
        table.rolls(&[die]).play(&[&format!("heavy {aim}"), "done"]);
        assert_eq!(table.dice_rolled(), 1, "{aim}: only the drift die");
        assert!(!table.is_dead(target.0) && !table.is_dead(spotter.0), "{aim}");
        let lost = format!("The heavy bombardment of {aim} drifts off the map and is lost: the die shows {die}.");
        assert!(table.told(Viewer::All).contains(&lost), "{aim}");
    }
    // Only for that phase: the next one has all six markers again.
    let mut table = phase("III", 3).unit("1/A/38", "3000").unit("G001", "3003").table();
    table.rolls(&[5]).play(&["heavy 3000", "done"]);
    assert_eq!((table.phase(), left(&table)), ("IV", [3, 3]));
}

#[test]
fn bombardment_is_resolved_like_fire() {
    shows!["11.4a"];
    // Two light markers, 4 and 4, at three units on the embankment (4): 2:1, a die for each unit.
    let setting =
        || phase("IV", 3).unit("1/A/38", "2826").unit("G001", "2829").unit("G002", "2829").unit("G003", "2829");
    let mut table = setting().table();
    table.rolls(&[1, 1, 2, 3, 2]).play(&["light 2829", "light 2829", "done"]);
    assert_eq!(table.dice_rolled(), 5);
    assert_eq!(["G001", "G002", "G003"].map(|piece| table.is_dead(piece)), [true, false, true]);
    // Alone it has 1:1; three heavy ones, 24, eliminate at 6:1 without a roll.
    let mut table = setting().table();
    table.rolls(&[1, 1, 2, 2]).play(&["light 2829", "done"]);
    assert_eq!(["G001", "G002", "G003"].map(|piece| table.is_dead(piece)), [true, false, false]);
    let mut table = setting().unit("G004", "3032").table();
    table.rolls(&[1, 1, 1]).play(&["heavy 2829", "heavy 2829", "heavy 2829", "done"]);
    assert_eq!(table.dice_rolled(), 3, "only the drift dice");
    assert!(["G001", "G002", "G003"].iter().all(|piece| table.is_dead(piece)));
    // Against a town (5) a light marker alone is below 1:1.
    let mut table = phase("IV", 3).unit("1/A/38", "2927").unit("G001", "2925").table();
    table.rolls(&[1]).play(&["light 2925", "done"]);
    assert_eq!((table.dice_rolled(), table.is_dead("G001")), (1, false));
}

#[test]
fn nobody_advances_after_bombardment() {
    shows!["11.4b"];
    let mut table = phase("IV", 3).unit("1/A/38", "3013").unit("G001", "3014").unit("G002", "3017").table();
    table.rolls(&[1, 1]).play(&["heavy 3014", "done"]);
    assert!(table.is_dead("G001") && table.stack("3014").is_empty());
    assert_eq!(table.phase(), "V");
    assert_eq!(table.refused_by("advance 1/A/38"), "5.1a");
    assert_eq!(table.hex_of("1/A/38").as_deref(), Some("3013"));
}

#[test]
fn bombardment_is_never_doubled() {
    shows!["11.4c"];
    // The spotter stands next to the target, in the open: a light marker has 4 against 2 and not 8.
    for (roll, dead) in [(2, true), (3, false)] {
        let mut table = phase("IV", 3).unit("1/A/38", "3013").unit("G001", "3014").unit("G002", "3017").table();
        table.rolls(&[1, roll]).play(&["light 3014", "done"]);
        assert_eq!(table.is_dead("G001"), dead, "a roll of {roll}");
    }
}

#[test]
fn all_markers_drift_before_any_hex_is_resolved() {
    shows!["11.4d"];
    // Two heavy markers, aimed at 3016 and 3018. The first stays, and the second drifts two hexes south to join it:
    // together 16 against 2, no roll needed. Nothing happens in 3018.
    let mut table = phase("III", 3).unit("1/A/38", "3016").unit("2/A/38", "3018").unit("G001", "3020").table();
    table.rolls(&[1, 6]).play(&["heavy 3016", "heavy 3018", "done"]);
    assert_eq!(table.dice_rolled(), 2);
    assert!(table.is_dead("1/A/38") && !table.is_dead("2/A/38"));
    // And where dice are rolled for units too, those for drift come first.
    let mut table = phase("III", 3).unit("1/A/38", "3016").unit("2/A/38", "3018").unit("G001", "3020").table();
    table.rolls(&[4, 3, 5, 4]).play(&["heavy 3016", "heavy 3018", "done"]);
    assert!(!table.is_dead("1/A/38") && table.is_dead("2/A/38"));
    // No marker can be placed any more once the dice are rolled.
    assert_eq!(table.phase(), "IV");
}

#[test]
fn both_sides_use_the_same_six_markers_in_all_four_phases() {
    shows!["11.5"];
    // Both are in the prepared position, and every bombardment of it misses.
    let mut table = phase("III", 3).unit("1/A/38", "2223").unit("G001", "2323").table();
    for (id, target) in [("III", "2223"), ("IV", "2323")] {
        assert_eq!((table.phase(), left(&table)), (id, [3, 3]));
        let (light, heavy) = (format!("light {target}"), format!("heavy {target}"));
        table.play(&[&light, &light, &light]);
        assert_eq!(table.refused_by(&light), "11.1a", "each marker once in a phase");
        table.play(&[&heavy]);
        // 12 and 8 against the 6 of the prepared position: 3:1.
        table.rolls(&[1, 1, 1, 1, 4]).play(&["done"]);
    }
    // Nobody moves or fires in phases V to X.
    table.play(&["done", "done", "done", "done", "done", "done"]);
    for (id, target) in [("XI", "2223"), ("XII", "2323")] {
        assert_eq!((table.phase(), left(&table)), (id, [3, 3]));
        let heavy = format!("heavy {target}");
        table.play(&[&heavy, &heavy, &heavy]);
        assert_eq!(left(&table), [3, 0]);
        // 24 against 6 is 4:1.
        if id == "XI" {
            table.rolls(&[1, 1, 1, 6]).play(&["done"]);
        }
    }
}

#[test]
fn play_stops_before_the_next_hex_is_resolved() {
    shows!["4.3c", "4.4a"];
    // Three heavy markers at the last German in 2504; the third drifts north onto 1/A/38. Two of them, 16 against 2, are
    // certain: the game is won, and nothing is rolled or lost in 2505.
    let setting = || phase("XII", 2).unit("1/A/38", "2505").unit("2/A/38", "1000").unit("G001", "2504");
    let mut table = setting().table();
    table.rolls(&[1, 1, 6]).play(&["heavy 2504", "heavy 2504", "heavy 2504", "done"]);
    assert_eq!(table.outcome().map(|outcome| (outcome.winner, outcome.clause.0)), Some((Some(US), "4.4a")));
    assert_eq!((table.dice_rolled(), table.is_dead("G001"), table.is_dead("1/A/38")), (3, true, false));
    let told = table.told(Viewer::All);
    assert!(told.contains(&"Play stops: 1 bombardment marker is not resolved.".to_string()), "{told:?}");
    // With a German to come the game goes on, and so does the bombardment: 8 against 2, and a four hits.
    let mut table = setting().mark("container", "G002").table();
    table.rolls(&[1, 1, 6, 4]).play(&["heavy 2504", "heavy 2504", "heavy 2504", "done"]);
    assert!(table.is_dead("G001") && table.is_dead("1/A/38"));
    // The same when the German wins: the marker that drifted onto his own unit is not resolved.
    let mut table = phase("III", 3).unit("1/A/38", "3016").unit("G001", "3015").unit("G002", "3019").table();
    table.rolls(&[1, 1, 5]).play(&["heavy 3016", "heavy 3016", "heavy 3016", "done"]);
    assert_eq!(table.outcome().map(|outcome| (outcome.winner, outcome.clause.0)), Some((Some(GERMAN), "4.3b")));
    assert_eq!((table.dice_rolled(), table.is_dead("G001")), (3, false));
    // And where each marker attacks by itself (ruling R23): the first is enough.
    let mut table = setting().option("separate-markers").table();
    table.rolls(&[1, 6, 1, 4]).play(&["heavy 2504", "heavy 2504", "heavy 2504", "done"]);
    assert_eq!((table.dice_rolled(), table.is_dead("G001"), table.is_dead("1/A/38")), (4, true, false));
    let told = table.told(Viewer::All);
    assert!(told.contains(&"Play stops: 2 bombardment markers are not resolved.".to_string()), "{told:?}");
}

/// The last units of both sides, in the open: a US marker that drifts from 2504 comes down on 1/A/38.
fn last_units() -> Setting {
    phase("XII", 2).unit("1/A/38", "2505").unit("G001", "2504")
}

/// Three heavy markers at 2504, with these dice for drift.
fn three_heavy(setting: Setting, drift: [u16; 3]) -> Table {
    let mut table = setting.table();
    table.rolls(&drift).play(&["heavy 2504", "heavy 2504", "heavy 2504", "done"]);
    table
}

#[test]
fn the_side_that_bombards_chooses_the_order_where_it_decides_the_game() {
    shows!["11.4a", "4.3c"];
    // The marker that was placed first drifts onto the last US unit, the two others come down on the last German.
    let table = three_heavy(last_units(), [6, 1, 1]);
    assert_eq!((table.chooser(), table.phase(), table.outcome()), (US, "XII", None));
    assert_eq!(table.options(), ["resolve 2505", "resolve 2504", "done"]);
    // The markers lie where they came down, for everybody to see.
    let markers = table.view(Viewer::Side(GERMAN)).markers;
    let lie: Vec<_> = markers.iter().map(|marker| (marker.hexes[0].as_str(), marker.count)).collect();
    assert_eq!(lie, [("2505", 1), ("2504", 2)]);
    // The German first: 16 against 2 is certain, and the other marker is never resolved.
    let mut first = table.clone();
    first.play(&["resolve 2504"]);
    assert_eq!(first.outcome().and_then(|outcome| outcome.winner), Some(US));
    assert_eq!((first.dice_rolled(), first.is_dead("1/A/38")), (0, false));
    // His own unit first: 8 against 2, and a four loses the game.
    let mut own = table.clone();
    own.rolls(&[4]).play(&["resolve 2505"]);
    assert_eq!(own.outcome().and_then(|outcome| outcome.winner), Some(GERMAN));
    assert!(!own.is_dead("G001"));
    // Or all in the order in which the markers were placed.
    let mut placed = table.clone();
    placed.rolls(&[4]).play(&["done"]);
    assert_eq!(placed.outcome().and_then(|outcome| outcome.winner), Some(GERMAN));
    let mut placed = table.clone();
    placed.rolls(&[5]).play(&["done"]);
    assert_eq!((placed.outcome().and_then(|outcome| outcome.winner), placed.dice_rolled()), (Some(US), 1));
    // The German chooses in his own phases.
    let mut table = phase("III", 3).unit("1/A/38", "3229").unit("G001", "3228").table();
    table.rolls(&[5, 1]).play(&["heavy 3229", "heavy 3229", "done"]);
    assert_eq!((table.chooser(), table.options().len()), (GERMAN, 3));
}

#[test]
fn nobody_is_asked_for_an_order_that_decides_nothing() {
    // Another unit of either side elsewhere, a German to come, odds that cannot hit: all is resolved at once. Each time
    // the first marker drifts onto 1/A/38, which is rolled for first, and a one hits.
    let at_once = |setting: Setting| {
        let mut table = setting.table();
        table.rolls(&[6, 1, 1, 1]).play(&["heavy 2504", "heavy 2504", "done"]);
        assert!(table.is_dead("1/A/38"));
        (table.is_dead("G001"), table.outcome().and_then(|outcome| outcome.winner))
    };
    assert_eq!(at_once(last_units().unit("2/A/38", "1000")), (true, Some(US)));
    assert_eq!(at_once(last_units().unit("G002", "4232")), (false, Some(GERMAN)));
    assert_eq!(at_once(last_units().mark("container", "G002")), (false, Some(GERMAN)));
    assert_eq!(at_once(last_units().unit("2/A/38", "1000").unit("G002", "4232")), (true, None));
    // A light marker, 4 against the 5 of Moulins, can do nothing to 1/A/38 in 2925: no order matters.
    let mut table = phase("IV", 3).unit("1/A/38", "2925").unit("G001", "2924").table();
    table.rolls(&[6, 1, 6]).play(&["light 2924", "heavy 2924", "done"]);
    assert_eq!((table.dice_rolled(), table.offers("resolve 2925")), (3, false));
}

#[test]
fn an_order_is_asked_for_only_as_long_as_it_matters() {
    // A heavy and a light marker stay on 2504, one light drifts. The German survives the first choice, 12 against 2 is
    // certain; with one heavy alone, 8 against 2, a five misses.
    let mut table = last_units().table();
    table.rolls(&[1, 6]).play(&["heavy 2504", "light 2504", "done"]);
    assert_eq!(table.options(), ["resolve 2504", "resolve 2505", "done"]);
    // He misses, so only 1/A/38 can fall now: the rest is rolled for at once, 4 against 2.
    table.rolls(&[5, 2]).play(&["resolve 2504"]);
    assert_eq!(table.dice_rolled(), 2);
    assert_eq!(table.outcome().and_then(|outcome| outcome.winner), Some(GERMAN));
    // Two Germans in two hexes: after the first has fallen the order matters still.
    let mut table = last_units().unit("G002", "2503").table();
    table.rolls(&[6, 1, 1]).play(&["light 2504", "heavy 2504", "heavy 2503", "done"]);
    assert_eq!(table.options(), ["resolve 2505", "resolve 2504", "resolve 2503", "done"]);
    table.rolls(&[4]).play(&["resolve 2503"]);
    assert_eq!(table.options(), ["resolve 2505", "resolve 2504", "done"]);
    table.rolls(&[4]).play(&["resolve 2504"]);
    assert_eq!(table.outcome().and_then(|outcome| outcome.winner), Some(US));
}

#[test]
fn separate_markers_are_resolved_in_the_order_chosen_too() {
    // One heavy marker drifts, two stay. Each by itself has 4:1.
    let mut table = three_heavy(last_units().option("separate-markers"), [6, 1, 1]);
    assert_eq!(table.options(), ["resolve 2505", "resolve 2504", "done"]);
    // The first of the two misses; the second may still be taken before the one on 1/A/38.
    table.rolls(&[5]).play(&["resolve 2504"]);
    assert_eq!(table.options(), ["resolve 2505", "resolve 2504", "done"]);
    table.rolls(&[4]).play(&["resolve 2504"]);
    assert_eq!(table.outcome().and_then(|outcome| outcome.winner), Some(US));
    // With a German in 2503, too: a marker on 2504 that finds nobody any more is not offered.
    let mut table = last_units().unit("G002", "2503").option("separate-markers").table();
    table.rolls(&[6, 1, 1, 1]).play(&["heavy 2504", "heavy 2504", "light 2504", "heavy 2503", "done"]);
    assert_eq!(table.options(), ["resolve 2505", "resolve 2504", "resolve 2503", "done"]);
    table.rolls(&[4]).play(&["resolve 2504"]);
    assert_eq!(table.options(), ["resolve 2505", "resolve 2503", "done"]);
    assert_eq!(table.refused_by("resolve 2504"), "11.4a");
    // The second German survives, so the rest follows as placed: 1/A/38 at 4:1, and nobody in 2504.
    table.rolls(&[5, 5]).play(&["resolve 2503"]);
    assert_eq!((table.dice_rolled() >= 2, table.outcome()), (true, None));
    assert!(table.told(Viewer::All).contains(&"Bombardment of 2504 with 4: nobody is left there.".to_string()));
}

#[test]
fn an_order_can_only_be_chosen_among_the_hexes_that_are_hit() {
    shows!["11.4a"];
    let table = three_heavy(last_units(), [6, 1, 1]);
    let refusal = table.refusal("resolve 2503");
    let reason = "there is no bombardment to be resolved in 2503";
    assert_eq!((refusal.clauses[0].0, refusal.reason.as_str()), ("11.4a", reason));
    let refusal = table.refusal("heavy 2504");
    let reason = "this is not the moment when markers are placed (Choose the bombardment to be resolved next.)";
    assert_eq!((refusal.clauses[0].0, refusal.reason.as_str()), ("5.1a", reason));
    // And only then.
    let early = last_units().table();
    let reason = "this is not the moment when bombardment is resolved (Place bombardment markers, then roll for them.)";
    assert_eq!(early.refusal("resolve 2504").reason, reason);
    // Whoever points at a hex means its bombardment.
    let hex = game().ground.board().parse("2504").unwrap();
    let mut meant = Vec::new();
    game().pointing_at(table.state(), hex, &mut meant);
    assert_eq!(
        meant.iter().map(|&action| game().notation(table.state(), action)).collect::<Vec<_>>(),
        ["resolve 2504"]
    );
}

#[test]
fn a_marker_that_finds_nobody_is_told_so() {
    let mut table = phase("IV", 3).unit("1/A/38", "3013").unit("G001", "3016").table();
    table.rolls(&[6]).play(&["heavy 3016", "done"]);
    let told = table.told(Viewer::All);
    let drift = "The heavy bombardment of 3016 drifts to 3017, where nobody is: the die shows 6.".to_string();
    assert!(told.contains(&drift), "{told:?}");
    assert!(told.iter().all(|text| !text.contains("of 3017")), "{told:?}");
    // Where somebody is, that is told with what happens to him.
    let setting = phase("IV", 3).unit("1/A/38", "3013").unit("G001", "3016").unit("G002", "3017").unit("G003", "3032");
    let mut table = setting.table();
    table.rolls(&[6, 4]).play(&["heavy 3016", "done"]);
    let told = table.told(Viewer::All);
    assert!(told.contains(&"The heavy bombardment of 3016 drifts to 3017: the die shows 6.".to_string()), "{told:?}");
    assert!(
        told.contains(&"The bombardment of 3017 with 8, at 4:1, eliminates G002. The die shows 4.".to_string()),
        "{told:?}"
    );
    // Where each marker attacks by itself, the second may find nobody left.
    let setting = phase("IV", 3).unit("1/A/38", "3013").unit("G001", "3016").unit("G002", "3032");
    let mut table = setting.option("separate-markers").table();
    table.rolls(&[1, 1, 4]).play(&["heavy 3016", "heavy 3016", "done"]);
    let told = table.told(Viewer::All);
    assert!(told.contains(&"Bombardment of 3016 with 8: nobody is left there.".to_string()), "{told:?}");
}

#[test]
fn the_log_tells_the_dice_of_a_bombardment() {
    let setting =
        || phase("IV", 3).unit("1/A/38", "3013").unit("G001", "3016").unit("G112", "3016").unit("G002", "3032");
    let last = |rolls: &[u16]| {
        let mut table = setting().table();
        table.rolls(rolls).play(&["heavy 3016", "done"]);
        let log = table.playing.log();
        let (_, event) = log.iter().find(|(_, event)| event.text.starts_with("The bombardment of")).unwrap();
        (event.kind.word(), event.text.clone())
    };
    let hit =
        "The bombardment of 3016 with 8, at 4:1, eliminates G112. The dice show 5 for G001, 4 for G112.".to_string();
    assert_eq!(last(&[1, 5, 4]), ("loss", hit));
    let missed =
        "The bombardment of 3016 with 8, at 4:1, hits nobody. The dice show 5 for G001, 6 for G112.".to_string();
    assert_eq!(last(&[1, 5, 6]), ("no-effect", missed));
}

/// The events of the last action, as kind and text.
fn last_events(table: &Table) -> Vec<(&'static str, String)> {
    let last = table.playing.lines().len() - 1;
    let log = table.playing.log().iter().filter(|(line, _)| *line == last);
    log.map(|(_, event)| (event.kind.word(), event.text.clone())).collect()
}

#[test]
fn the_end_of_a_bombardment_is_told_with_its_losses() {
    // Nothing drifts, both hexes are hit at 4:1, and two of three units fall.
    let setting = phase("IV", 3).unit("1/A/38", "3013").unit("G001", "3016").unit("G002", "3016").unit("G003", "3018");
    let mut table = setting.table();
    table.rolls(&[5, 5, 1, 5, 4]).play(&["heavy 3016", "heavy 3018", "done"]);
    let expected = [
        ("drift", "The heavy bombardment of 3016 drifts nowhere: the die shows 5."),
        ("drift", "The heavy bombardment of 3018 drifts nowhere: the die shows 5."),
        ("stack", "In 3016 lie G002 (1-6-4), G001 (1-6-4)."),
        ("loss", "The bombardment of 3016 with 8, at 4:1, eliminates G001. The dice show 1 for G001, 5 for G002."),
        ("loss", "The bombardment of 3018 with 8, at 4:1, eliminates G003. The die shows 4."),
        ("bombardment", "The bombardment is over. Units eliminated: 2."),
        ("phase", "Turn 3, phase V: German Movement."),
    ];
    assert_eq!(last_events(&table), expected.map(|(kind, text)| (kind, text.to_string())));
}

#[test]
fn the_outcome_of_a_bombardment_counts_what_could_be_seen_before() {
    shows!["6.5a"];
    let outcome = |setting: Setting, markers: &[&str], rolls: &[u16]| {
        let mut table = setting.table();
        table.play(markers).rolls(rolls).play(&["done"]);
        table.playing.log().iter().find_map(|(_, event)| event.outcome.clone()).unwrap()
    };
    // Two Germans in a stack whose height is hidden, one alone: two of the three are seen, and all fall.
    let stack = || {
        let setting = phase("IV", 3).unit("1/A/38", "3013").unit("G001", "3016").unit("G002", "3016");
        setting.unit("G003", "3018").unit("G004", "4232")
    };
    let both = ["heavy 3016", "heavy 3018"];
    assert_eq!(outcome(stack(), &both, &[1, 1, 1, 1, 1]), "2 enemy units in sight eliminated");
    // The one below alone, and all three where the height is open.
    assert_eq!(outcome(stack(), &both, &[1, 1, 1, 6, 6]), "nobody in sight is eliminated");
    let open = stack().option("show-counts");
    assert_eq!(outcome(open, &both, &[1, 1, 1, 1, 1]), "3 enemy units in sight eliminated");
    // Own units are always known: two platoons in 3017 fall by a marker that drifts, and a German by one that does not.
    let own = phase("IV", 3).unit("1/A/38", "3017").unit("2/A/38", "3017").unit("3/A/38", "3013").unit("G001", "3016");
    let own = own.unit("G004", "4232");
    assert_eq!(
        outcome(own, &["heavy 3016", "heavy 3016"], &[6, 1, 1, 1, 1]),
        "1 enemy and 2 own units in sight eliminated"
    );
}

#[test]
fn a_drift_is_told_with_the_hexes_where_it_begins_and_ends() {
    shows!["11.3b", "11.3c"];
    // A one leaves a German marker where it is, a six takes the other two hexes south.
    let mut table = phase("III", 3).unit("1/A/38", "3016").unit("2/A/38", "3018").unit("G001", "3020").table();
    table.rolls(&[1, 6]).play(&["heavy 3016", "heavy 3018", "done"]);
    let drifts = table.playing.log().iter().filter(|(_, event)| event.kind == EventKind::Drift);
    let hexes: Vec<Vec<String>> =
        drifts.map(|(_, event)| event.hexes.iter().map(|&hex| game().ground.label(hex)).collect()).collect();
    assert_eq!(hexes, [vec!["3016"], vec!["3018", "3016"]]);
}

#[test]
fn the_drift_table_is_shown_as_long_as_markers_can_drift() {
    shows!["11.3a"];
    let drifts = |table: &Table| table.forecast("done").aims.iter().any(|aim| aim.chart.contains("rift"));
    let mut placed = phase("III", 3).unit("1/A/38", "3016").unit("G001", "3020").table();
    placed.play(&["heavy 3016"]);
    assert!(drifts(&placed));
    // Once they have come down they do not drift again.
    assert!(!drifts(&three_heavy(last_units(), [6, 1, 1])));
}
