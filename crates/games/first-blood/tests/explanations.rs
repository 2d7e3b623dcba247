//! What the game says about its numbers and its refusals: every number opened into its parts with the rule for each,
//! chances that are exact, and refusals that name the rule and the facts.

use crate::common::{Setting, Table, game, new_game, phase};
use engine::{Choice, Fate, Forecast, Rules, Viewer, shows};

/// A forecast's chances are exactly these, in sixths, thirty-sixths or whatever the fractions say.
fn assert_chances(forecast: &Forecast, expected: &[(&str, f64)]) {
    let found: Vec<&str> = forecast.chances.iter().map(|chance| chance.outcome.as_str()).collect();
    let labels: Vec<&str> = expected.iter().map(|(label, _)| *label).collect();
    assert_eq!(found, labels);
    for (chance, (label, probability)) in forecast.chances.iter().zip(expected) {
        assert!((chance.probability - probability).abs() < 1e-12, "{label}: {}", chance.probability);
    }
}

/// An action is refused with these clauses and this sentence, and is not among the offers.
fn assert_refused(table: &Table, action: &str, clauses: &[&str], reason: &str) {
    assert!(!table.offers(action), "{action}");
    let refusal = table.refusal(action);
    assert_eq!(refusal.reason, reason, "{action}");
    assert_eq!(refusal.clauses.iter().map(|clause| clause.0).collect::<Vec<_>>(), clauses, "{action}");
}

#[test]
fn a_move_is_opened_hex_by_hex() {
    shows!["9.1a", "9.5a", "9.5c"];
    // Over the rail crossing by road, and then off the road; in gas the platoon has three points.
    let setting = phase("VIII", 3).unit("1/A/38", "3822").unit("G001", "2342").mark("event", "poison-gas");
    let mut table = setting.table();
    table.play(&["pick 1/A/38"]);
    assert_eq!(
        table.forecast("to 3620").sum.lines(),
        [
            "Movement points: 2  [9.1a]",
            "  3721, along the road: 1/2  [9.5c]",
            "  3621, along the road: 1/2  [9.5c]",
            "  3620, clear: 1  [9.5a]",
            "  of the movement points it has: 3  [9.1f]",
            "    printed: 4  [2.5]",
            "    poison gas: -1  [7.4a]",
        ]
    );
    assert!(table.forecast("to 3620").chances.is_empty(), "nothing is left to chance");
    assert_eq!(table.forecast("to 3620").path, ["3822", "3721", "3621", "3620"]);
}

#[test]
fn rallies_are_named_in_the_points_of_a_move() {
    shows!["9.5b"];
    let lines = |id: &str, piece: &str, event: &str, from: &str, to: &str| {
        let setting = phase(id, 3).unit("1/A/38", "1000").unit("G001", "2342").mark("event", event);
        let mut table = setting.unit(piece, from).table();
        table.play(&[&format!("pick {piece}")]);
        table.forecast(&format!("to {to}")).sum.lines()
    };
    let us = lines("VIII", "2/A/38", "us-rally", "2717", "2618");
    let expected = [
        "Movement points: 2  [9.1a]",
        "  2618, wooded hills: 2  [9.5b]",
        "  of the movement points it has: 5  [9.1f]",
        "    printed: 4  [2.5]",
        "    rally: +1  [7.6a]",
    ];
    assert_eq!(us, expected);
    let german = lines("V", "G002", "german-rally", "3031", "3032");
    assert_eq!(german[1..], ["  3032, Marne riverbank: 2  [9.5b]", expected[2], expected[3], "    rally: +1  [7.9a]"]);
    // The other side's rally does not count.
    let idle = lines("V", "G002", "us-rally", "3031", "3032");
    assert_eq!(idle[2..], ["  of the movement points it has: 4  [9.1f]", expected[3]]);
    let idle = lines("VIII", "2/A/38", "german-rally", "2717", "2618");
    assert_eq!(idle[2..], ["  of the movement points it has: 4  [9.1f]", expected[3]]);
}

#[test]
fn odds_are_opened_with_every_modifier() {
    shows!["10.3a", "10.11a", "10.11b", "10.11c"];
    // In a US rally an emplacement beside Moulins and a platoon two hexes away: (8 + 1) x 2 and 4 + 1 make 23, which
    // against the town's 5 is 4.6 and so 4:1.
    let setting = phase("VI", 3).unit("HW1", "2926").unit("1/A/38", "2927").unit("G001", "2925");
    let mut table = setting.mark("event", "us-rally").table();
    let announced = table.forecast("target 2925");
    table.play(&["target 2925", "join all"]);
    let forecast = table.forecast("fire");
    assert_eq!(
        forecast.sum.lines(),
        [
            "Odds at 2925: each unit is eliminated on this roll or less: 4:1  [10.3a, 10.10b]",
            "  Fire strength: 23  [10.1b, 10.4]",
            "    1/A/38: 5  [10.3a]",
            "      printed fire factor: 4  [2.5]",
            "      rally: +1  [7.6f, 7.6c]",
            "    HW1: 18  [10.3a]",
            "      printed fire factor: 8  [2.5]",
            "      rally: +1  [7.6f, 7.6c]",
            "      close assault: x2  [10.11a]",
            "  Defense strength of town: 5  [10.1b, 10.3a]",
        ]
    );
    assert_chances(&forecast, &[("0 of 1 eliminated", 2.0 / 6.0), ("1 of 1 eliminated", 4.0 / 6.0)]);
    let fight = forecast.fight.clone().expect("fire is a fight");
    assert_eq!((&fight.targets[..], &fight.from[..]), (&["2925".into()][..], &["2926".into(), "2927".into()][..]));
    assert_eq!((fight.odds.as_str(), fight.rung, fight.strength), ("4:1", 4, 23.0));
    let fates: Vec<_> = fight.fates.iter().map(|known| (known.fate, (6.0 * known.probability).round())).collect();
    assert_eq!(fates, [(Fate::Destroyed, 4.0), (Fate::Stands, 2.0)]);
    assert!((fight.losses.expect("by dice alone").defender - 4.0 / 6.0).abs() < 1e-9);
    // The same numbers are there before the target is named, with all who can fire.
    assert_eq!((announced.sum, announced.chances), (forecast.sum, forecast.chances));
}

#[test]
fn a_german_rally_is_opened_too() {
    // (3 + 1) x 2 against open ground is 4:1.
    let setting = phase("VII", 3).unit("G043", "3014").unit("1/A/38", "3013").mark("event", "german-rally");
    let mut table = setting.table();
    table.play(&["target 3013", "join G043"]);
    assert_eq!(
        table.forecast("fire").sum.lines(),
        [
            "Odds at 3013: each unit is eliminated on this roll or less: 4:1  [10.3a, 10.10b]",
            "  Fire strength: 8  [10.1b, 10.4]",
            "    G043: 8  [10.3a]",
            "      printed fire factor: 3  [2.5]",
            "      rally: +1  [7.9d, 7.9b]",
            "      close assault: x2  [10.11a]",
            "  Defense strength of clear: 2  [10.1b, 10.3a]",
        ]
    );
}

#[test]
fn chances_of_fire_are_exact() {
    let fire = |setting: Setting| {
        let mut table = setting.table();
        table.play(&["target 3016"]);
        table.play(&[if table.offers("join all") { "join all" } else { "join 1/A/38" }]);
        table.forecast("fire")
    };
    let german = |setting: Setting| setting.unit("G001", "3016").unit("G002", "3016").unit("G003", "3016");
    // 4 against 2: each of three falls with 2/6. Where the height of the stack is open, 8, 12, 6 and 1 of 27.
    let open = fire(german(phase("VI", 3).option("show-counts=on")).unit("1/A/38", "3013"));
    assert_chances(
        &open,
        &[
            ("0 of 3 eliminated", 8.0 / 27.0),
            ("1 of 3 eliminated", 12.0 / 27.0),
            ("2 of 3 eliminated", 6.0 / 27.0),
            ("3 of 3 eliminated", 1.0 / 27.0),
        ],
    );
    // Where it is hidden only the top unit can be spoken of.
    let hidden = fire(german(phase("VI", 3)).unit("1/A/38", "3013"));
    let expected = [("the top unit is eliminated", 2.0 / 6.0), ("the top unit survives", 4.0 / 6.0)];
    assert_chances(&hidden, &expected);
    // Below 1:1 nothing can happen (4 against the town's 5), at 12 against 2 nothing else can.
    let mut table = phase("VI", 3).unit("1/A/38", "2927").unit("G001", "2925").table();
    table.play(&["target 2925", "join 1/A/38"]);
    let none = table.forecast("fire");
    assert_eq!(none.sum.lines()[0], "Odds at 2925: no effect: 0:1  [10.10c]");
    assert_chances(&none, &[("0 of 1 eliminated", 1.0)]);
    let three = phase("VI", 3).unit("1/A/38", "3013").unit("2/A/38", "3013").unit("3/A/38", "3013");
    let all = fire(three.unit("G001", "3016"));
    assert_eq!(all.sum.lines()[0], "Odds at 3016: every unit is eliminated: 6:1  [10.10d]");
    assert_chances(&all, &[("1 of 1 eliminated", 1.0)]);
}

#[test]
fn a_bombardment_is_opened_and_its_chances_count_the_drift() {
    shows!["11.3a", "11.3b", "11.3c", "11.3e", "11.4a"];
    // A German heavy marker at a platoon in 3016, with a German in 3015 and a platoon in 3014, all in the open and so
    // at 4:1. A die of 1 to 4 stays, 5 hits the German, 6 the other platoon.
    let setting = phase("III", 3).unit("1/A/38", "3016").unit("G001", "3015").unit("2/A/38", "3014");
    let mut table = setting.table();
    table.play(&["heavy 3016"]);
    let forecast = table.forecast("done");
    assert_eq!(
        forecast.sum.lines(),
        [
            "Bombardment markers: 1  [11.1a, 11.2b]",
            "  Drift in hexes: roll less 4  [11.3a]",
            "  Odds at 3016: each unit is eliminated on this roll or less: 4:1  [10.3a, 10.10b]",
            "    Bombardment strength: 8  [11.4a]",
            "      heavy marker: 8  [11.1a]",
            "    Defense strength of clear: 2  [10.1b, 10.3a]",
        ]
    );
    assert_chances(
        &forecast,
        &[
            ("nobody in sight is eliminated", 12.0 / 36.0),
            ("1 own unit in sight eliminated", 4.0 / 36.0),
            ("1 enemy unit in sight eliminated", 20.0 / 36.0),
        ],
    );
}

#[test]
fn two_markers_may_part_company() {
    shows!["11.3a", "11.4a"];
    // A heavy and a light US marker at 3016, another German in 3017, one hex north. Together they eliminate (12
    // against 2): both stay with 25/36, both drift with 1/36. Parted, with 10/36, one hex is hit at 4:1 and the other
    // at 2:1: 8/36 for none, 20/36 for one, 8/36 for both.
    let mut table = phase("IV", 3).unit("1/A/38", "3013").unit("G001", "3016").unit("G002", "3017").table();
    table.play(&["heavy 3016", "light 3016"]);
    let forecast = table.forecast("done");
    assert_eq!(
        forecast.sum.lines()[1..6],
        [
            "  Drift in hexes: roll less 5  [11.3a]",
            "  Odds at 3016: every unit is eliminated: 6:1  [10.10d]",
            "    Bombardment strength: 12  [11.4a]",
            "      heavy marker: 8  [11.1a]",
            "      light marker: 4  [11.1a]",
        ]
    );
    assert_chances(
        &forecast,
        &[
            ("nobody in sight is eliminated", 80.0 / 1296.0),
            ("1 enemy unit in sight eliminated", 1136.0 / 1296.0),
            ("2 enemy units in sight eliminated", 80.0 / 1296.0),
        ],
    );
}

#[test]
fn a_marker_that_may_drift_off_the_map_hits_less_often() {
    shows!["11.3f"];
    // At the riverbank 3032 a six takes it into the Marne: 5/6 times 2/6 (8 against 3).
    let mut table = phase("IV", 3).unit("1/A/38", "3030").unit("G001", "3032").table();
    table.play(&["heavy 3032"]);
    let expected = [("nobody in sight is eliminated", 26.0 / 36.0), ("1 enemy unit in sight eliminated", 10.0 / 36.0)];
    assert_chances(&table.forecast("done"), &expected);
}

#[test]
fn drift_names_what_changes_it() {
    for (id, turn, event, expected) in [
        ("IV", 1, "none", "  Drift in hexes: none  [5.2c]"),
        ("IV", 3, "us-spotting", "  Drift in hexes: none  [7.10a]"),
        ("IV", 3, "german-spotting", "  Drift in hexes: roll less 5  [11.3a]"),
        ("IV", 3, "us-artillery-problems", "  Drift in hexes: roll less 4  [7.2a, 11.3a]"),
        ("IV", 3, "german-artillery-problems", "  Drift in hexes: roll less 5  [11.3a]"),
        ("III", 3, "german-spotting", "  Drift in hexes: none  [7.10a]"),
        ("III", 3, "german-artillery-problems", "  Drift in hexes: roll less 3  [7.3a, 11.3a]"),
        ("III", 3, "us-artillery-problems", "  Drift in hexes: roll less 4  [11.3a]"),
    ] {
        let mut table = phase(id, turn).unit("1/A/38", "3013").unit("G001", "3014").mark("event", event).table();
        table.play(&[if id == "III" { "light 3013" } else { "light 3014" }]);
        assert_eq!(table.forecast("done").sum.lines()[1], expected, "{id} {turn} {event}");
    }
}

#[test]
fn refusals_of_movement() {
    shows!["9.1c", "9.1d", "9.3", "9.7a", "9.8a"];
    let setting = phase("VIII", 3).unit("1/A/38", "3013").unit("HW1", "3113").unit("G001", "3014");
    let setting = setting.unit("1/B/38", "2913").unit("2/B/38", "2913").unit("3/B/38", "2913").unit("4/B/38", "2913");
    let mut table = setting.unit("2/A/38", "3031").table();
    assert_refused(&table, "pick G001", &["9.1d"], "G001 is not yours to move");
    assert_refused(&table, "pick HW1", &["9.3"], "HW1 is an emplacement and never moves");
    assert_refused(&table, "pick HW2", &["2.6c", "8.1b"], "HW2 is not on the map");
    table.play(&["pick 1/A/38"]);
    assert_refused(&table, "to 3013", &["9.1a"], "1/A/38 is in 3013 already");
    assert_refused(&table, "to 3014", &["9.7a"], "the enemy holds 3014");
    let reason = "infantry may pass through the emplacement in 3113 but not stay there";
    assert_refused(&table, "to 3113", &["6.1d", "6.1e"], reason);
    let reason = "2913 holds 16 factors; 4 more would pass the limit of 16";
    assert_refused(&table, "to 2913", &["6.1a", "6.2a"], reason);
    assert_refused(&table, "to 3018", &["9.1f", "9.2"], "3018 costs 1/A/38 6 MP, and it has 4");
    let reason = "3032 is a Marne riverbank hex, closed to US units";
    assert_refused(&table, "to 3032", &["9.8a"], reason);
    assert_refused(&table, "exit", &["4.3e"], "US units never leave the map");
    table.play(&["to 3012"]);
    assert_refused(&table, "pick 1/A/38", &["9.1c"], "1/A/38 has moved in this phase");
    let reason = "this is not the moment when units fire (Choose a unit to move, or end the phase.)";
    assert_refused(&table, "target 3014", &["5.1a", "10.1a"], reason);
}

#[test]
fn a_unit_that_is_shut_in_has_no_way() {
    shows!["9.7a"];
    // The corner hex 1000 has two neighbours, 1001 and 1100; both are held by Germans.
    let setting = phase("VIII", 3).unit("1/A/38", "1000").unit("G001", "1001").unit("G002", "1100");
    let mut table = setting.table();
    table.play(&["pick 1/A/38"]);
    assert_eq!(table.options(), ["stay"]);
    assert_refused(&table, "to 1002", &["9.1a", "9.7a", "6.2a"], "no way leads 1/A/38 to 1002");
}

#[test]
fn refusals_to_leave_the_map() {
    // Four open hexes from the exit 3100, counting the embankment in 3104, and one point more to leave.
    let mut table = phase("V", 3).unit("1/A/38", "1000").unit("G001", "3104").unit("G002", "3400").table();
    table.play(&["pick G001"]);
    let clauses = ["4.3a", "4.3e", "9.2"];
    assert_refused(&table, "exit", &clauses, "G001 does not reach an exit hex with 1 MP to spare");
    table.play(&["stay", "pick G002"]);
    // 3400 is on the south edge, but beside the exit hexes; 3300 is one point away.
    assert!(table.offers("exit"));
    let mut table = phase("V", 3).unit("1/A/38", "1000").unit("G002", "3800").table();
    table.play(&["pick G002"]);
    assert_refused(&table, "exit", &clauses, "G002 does not reach an exit hex with 1 MP to spare");
}

#[test]
fn refusals_of_fire() {
    shows!["10.1a", "10.2a", "10.2d", "10.5", "10.6a", "10.7b"];
    let setting = phase("VI", 3).unit("1/A/38", "3013").unit("2/A/38", "3013").unit("HW1", "2717");
    let setting = setting.unit("G001", "3016").unit("G002", "3017").unit("G003", "2518").unit("G004", "3032");
    let mut table = setting.table();
    assert_refused(&table, "target 3015", &["10.2d"], "no enemy is in 3015");
    let reason = "none of your units can fire at 2518: 2618 (wooded hills) blocks the line of fire of HW1 to 2518";
    assert_refused(&table, "target 2518", &["10.7b", "10.8a"], reason);
    let reason = "none of your units can fire at 3032: 3032 is 16 hexes (1600 yards) from HW1, whose range is 10 now";
    assert_refused(&table, "target 3032", &["10.6a"], reason);
    assert_refused(&table, "guns 1/A/38", &["7.8a"], "there are no heavy machineguns this turn");
    table.play(&["target 3016"]);
    assert_refused(&table, "fire", &["10.3a"], "first name units that fire, as far as there are any");
    assert_refused(&table, "join G002", &["10.1a"], "G002 is not yours to fire with");
    assert_refused(&table, "join 4/M/38", &["2.6c", "8.1b"], "4/M/38 is not on the map");
    table.play(&["join 1/A/38"]);
    assert_refused(&table, "join 1/A/38", &["10.1d"], "1/A/38 has joined this fire already");
    table.rolls(&[6]).play(&["fire"]);
    assert_refused(&table, "target 3016", &["10.5"], "3016 has been fired into in this phase");
    table.play(&["target 3017"]);
    assert_refused(&table, "join 1/A/38", &["10.2a"], "1/A/38 has fired in this phase");
}

#[test]
fn refusals_of_fire_name_darkness_and_gas() {
    let dark = phase("VI", 1).unit("1/A/38", "3013").unit("G001", "3016").table();
    let reason = "none of your units can fire at 3016: 3016 is 3 hexes (300 yards) from 1/A/38, whose range is 2 now";
    assert_refused(&dark, "target 3016", &["5.2b", "10.6a"], reason);
    let gas = phase("VI", 3).unit("1/A/38", "3013").unit("G001", "3018").mark("event", "poison-gas").table();
    let reason = "none of your units can fire at 3018: 3018 is 5 hexes (500 yards) from 1/A/38, whose range is 4 now";
    assert_refused(&gas, "target 3018", &["7.4b", "10.6a"], reason);
}

#[test]
fn refusals_of_heavy_machineguns() {
    let setting = |id: &str| {
        let setting = phase(id, 3).unit("1/A/38", "3013").unit("G001", "3016").unit("G002", "3017");
        setting.mark("event", "machineguns").table()
    };
    assert_refused(&setting("VI"), "guns G001", &["7.8a"], "the heavy machineguns are German");
    let mut table = setting("VII");
    let reason = "G003 is no German unit on the map that has not fired";
    assert_refused(&table, "guns G003", &["7.8a"], reason);
    table.play(&["guns G001"]);
    assert_refused(&table, "guns G002", &["7.8a"], "a unit has the heavy machineguns in this phase already");
}

#[test]
fn refusals_of_advance() {
    shows!["10.12c", "10.12d"];
    let setting = phase("VI", 3).unit("HW1", "3013").unit("1/A/38", "3113").unit("2/A/38", "3012").unit("G001", "3014");
    let mut table = setting.unit("G002", "3018").table();
    table.play(&["target 3014", "join all", "fire"]);
    assert_refused(&table, "advance HW1", &["10.12d"], "HW1 is an emplacement and never advances");
    let reason = "2/A/38 is not among the infantry that assaulted 3014 and has not advanced";
    assert_refused(&table, "advance 2/A/38", &["10.12a", "10.12c"], reason);
}

#[test]
fn refusals_of_bombardment() {
    shows!["11.1a", "11.1b", "11.2a"];
    let mut table = phase("IV", 3).unit("1/A/38", "2717").unit("G001", "2714").unit("G002", "2518").table();
    assert_refused(&table, "heavy 2715", &["11.1b"], "no enemy is in 2715");
    assert_refused(&table, "heavy 2518", &["11.2a"], "none of your units spots 2518");
    table.play(&["heavy 2714", "heavy 2714", "heavy 2714"]);
    assert_refused(&table, "heavy 2714", &["11.1a"], "no heavy bombardment marker is left");
    let reason = "this is not the moment when units move (Place bombardment markers, then roll for them.)";
    assert_refused(&table, "pick 1/A/38", &["5.1a", "9.1d"], reason);
}

#[test]
fn refusals_of_set_up() {
    let mut table = new_game(&[]);
    let reason = "3032 is a Marne riverbank hex, and no US unit may ever be there";
    assert_refused(&table, "place 3032", &["3.3c", "9.8a"], reason);
    assert_refused(&table, "place 2039", &["3.3d"], "2039 is in Varennes, where no US unit may begin");
    assert_refused(&table, "place 2824", &["3.3e"], "2824 is on the Paris-Metz Road");
    assert_refused(&table, "place 3013", &["3.2c", "3.3a", "3.3f"], "3013 is not in the US forward zone");
    table.play(&["place 2829"]);
    assert_refused(&table, "place 2829", &["3.2e", "6.6"], "2829 holds a unit already");
}

#[test]
fn a_game_that_is_over_takes_no_more_actions() {
    let mut table = phase("V", 3).unit("1/A/38", "3013").unit("G001", "3000").table();
    table.play(&["pick G001", "exit"]);
    let error = table.playing.play(crate::common::GERMAN, "done").map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "the game is over");
    assert!(table.options().is_empty());
}

#[test]
fn leaving_the_map_is_opened_like_a_move() {
    shows!["4.3a"];
    // From 2402 down the valley road to 2300, three steps of half a point, and one point to leave.
    let mut table = phase("V", 3).unit("G001", "2402").unit("1/A/38", "3013").table();
    table.play(&["pick G001"]);
    let sum = table.forecast("exit").sum;
    assert_eq!(sum.value, "2");
    let parts: Vec<_> = sum.parts.iter().map(|part| (part.label.as_str(), part.value.as_str())).collect();
    let road = [("2301, along the road", "1/2"), ("2300, along the road", "1/2")];
    assert_eq!(parts[..2], road);
    assert_eq!(parts[2], ("off the map from 2300", "1"));
    assert_eq!(sum.parts[2].clauses[0].0, "4.3a");
}

#[test]
fn a_forecast_of_what_does_not_roll_yet_says_what_it_supposes() {
    // Two platoons of 4 against clear ground (2): one alone has 2:1, both together 4:1.
    let setting = phase("VI", 3).unit("1/A/38", "3013").unit("2/A/38", "3013").unit("G001", "3016");
    let mut table = setting.unit("G002", "3032").table();
    let target = table.forecast("target 3016");
    assert_eq!((target.sum.value.as_str(), target.given.as_deref()), ("4:1", Some("all that can join it")));
    table.play(&["target 3016"]);
    let join = table.forecast("join 1/A/38");
    assert_eq!((join.sum.value.as_str(), join.given.as_deref()), ("2:1", Some("no more units join")));
    let all = table.forecast("join all");
    assert_eq!((all.sum.value.as_str(), all.given.as_deref()), ("4:1", Some("all of them fire")));
    table.play(&["join 1/A/38"]);
    let fire = table.forecast("fire");
    assert_eq!((fire.sum.value.as_str(), fire.given), ("2:1", None));
    // A marker's strength of 8 (these tests' own counters) has 4:1, whatever the drift does to it.
    let bombarding = phase("IV", 1).unit("1/A/38", "3013").unit("G001", "3014").unit("G002", "3032").table();
    let heavy = bombarding.forecast("heavy 3014");
    assert_eq!(heavy.given.as_deref(), Some("no more markers are placed"));
    let hit = heavy.chances.iter().find(|chance| chance.outcome.starts_with("1 enemy")).unwrap();
    assert!((hit.probability - 4.0 / 6.0).abs() < 1e-12);
}

/// An action as a page shows it.
fn choice(table: &Table, action: &str) -> Choice {
    game().choice(table.state(), game().parse(table.state(), action).unwrap())
}

#[test]
fn leaving_the_map_shows_its_cost_among_the_choices() {
    shows!["4.3a"];
    // From 2402 by the valley road to 2300, and one point to leave.
    let mut table = phase("V", 3).unit("G001", "2402").unit("1/A/38", "3013").table();
    table.play(&["pick G001"]);
    assert_eq!(choice(&table, "exit").cost.as_deref(), Some("2 MP"));
    assert_eq!(choice(&table, "to 2300").cost.as_deref(), Some("1 MP"));
}

#[test]
fn a_choice_rolls_only_where_dice_fall() {
    shows!["10.10c", "10.10d"];
    // 4 against the town's 5 is nothing, 4 against the open's 2 needs a die, 12 does not.
    let fire = |platoons: usize, from: &str, target: &str| {
        let setting = phase("VI", 3).unit("G001", target).unit("G002", "3032");
        let units = ["1/A/38", "2/A/38", "3/A/38"];
        let setting = units[..platoons].iter().fold(setting, |setting, unit| setting.unit(unit, from));
        let mut table = setting.table();
        table.play(&[&format!("target {target}")]);
        for unit in &units[..platoons] {
            table.play(&[&format!("join {unit}")]);
        }
        choice(&table, "fire").rolls
    };
    assert!(!fire(1, "2927", "2925") && fire(1, "3013", "3016") && !fire(3, "3013", "3016"));
    // A bombardment rolls for drift, or where nothing drifts for those it hits, if they need a die.
    let bombard = |turn: u32, markers: &[&str], target: &str, from: &str| {
        let mut table = phase("IV", turn).unit("G001", target).unit("1/A/38", from).table();
        for gun in markers {
            table.play(&[&format!("{gun} {target}")]);
        }
        choice(&table, "done").rolls
    };
    assert!(bombard(3, &["light"], "2925", "2926"));
    assert!(!bombard(1, &["light"], "2925", "2926") && bombard(1, &["heavy"], "2925", "2926"));
    assert!(!bombard(1, &["heavy", "heavy", "heavy"], "3014", "3013") && !bombard(3, &[], "3014", "3013"));
}

#[test]
fn the_log_tells_the_dice_of_a_fire() {
    shows!["10.1c"];
    // 4 against 2 is 2:1.
    let fire = |rolls: &[u16], units: &[&str]| {
        let setting = phase("VI", 3).unit("1/A/38", "3013").unit("G002", "3032");
        let setting = units.iter().fold(setting, |setting, unit| setting.unit(unit, "3016"));
        let mut table = setting.table();
        table.rolls(rolls).play(&["target 3016", "join 1/A/38", "fire"]);
        let log = table.playing.log();
        let (_, event) = log.iter().find(|(_, event)| event.clauses[0].0 == "10.10a").unwrap();
        (event.kind.word(), event.text.clone())
    };
    assert_eq!(fire(&[3], &["G001"]), ("no-effect", "Nobody in 3016 is hit. The die shows 3.".to_string()));
    assert_eq!(fire(&[2], &["G001"]), ("loss", "G001 in 3016 is eliminated. The die shows 2.".to_string()));
    let both = "G003 in 3016 is eliminated. The dice show 6 for G001, 1 for G003.".to_string();
    assert_eq!(fire(&[6, 1], &["G001", "G003"]), ("loss", both));
    // The fields say the same: a die for each unit, and who lost how many.
    let setting = phase("VI", 3).unit("1/A/38", "3013").unit("G002", "3032").unit("G001", "3016").unit("G003", "3016");
    let mut table = setting.table();
    table.rolls(&[6, 1]).play(&["target 3016", "join 1/A/38", "fire"]);
    let mut log = table.playing.log().iter().map(|(_, event)| event);
    let event = log.find(|event| event.kind == engine::EventKind::Loss).unwrap();
    let rolls: Vec<_> = event.rolls.iter().map(|roll| (roll.purpose.as_str(), roll.total)).collect();
    assert_eq!(rolls, [("whether G001 falls", 6), ("whether G003 falls", 1)]);
    assert_eq!(event.losses, [engine::Loss { side: first_blood::pieces::GERMAN, steps: 1 }]);
    // Where no die is rolled none is told.
    let setting = phase("VI", 3).unit("1/A/38", "2927").unit("G001", "2925");
    let mut table = setting.table();
    table.play(&["target 2925", "join 1/A/38", "fire"]);
    assert!(table.told(Viewer::All).contains(&"Nobody in 2925 is hit.".to_string()));
}

#[test]
fn a_choice_of_order_is_opened_hex_by_hex() {
    shows!["11.4a"];
    // The last units of both sides: a light marker drifts onto 1/A/38, a heavy one stays on the German.
    let mut table = phase("XII", 2).unit("1/A/38", "2505").unit("G001", "2504").table();
    let supposed = table.play(&["light 2504", "heavy 2504"]).forecast("done");
    let condition = "every marker is resolved, whoever has won before";
    assert_eq!(supposed.given.as_deref(), Some(condition));
    table.rolls(&[6, 1]).play(&["done"]);
    let enemy = table.forecast("resolve 2504");
    assert_eq!(
        enemy.sum.lines(),
        [
            "Odds at 2504: each unit is eliminated on this roll or less: 4:1  [10.3a, 10.10b]",
            "  Bombardment strength: 8  [11.4a]",
            "    heavy marker: 8  [11.1a]",
            "  Defense strength of clear: 2  [10.1b, 10.3a]",
        ]
    );
    assert_chances(&enemy, &[("0 of 1 eliminated", 2.0 / 6.0), ("1 of 1 eliminated", 4.0 / 6.0)]);
    let own = table.forecast("resolve 2505");
    assert_chances(&own, &[("0 of 1 eliminated", 4.0 / 6.0), ("1 of 1 eliminated", 2.0 / 6.0)]);
    let rest = table.forecast("done");
    assert_eq!(
        (rest.sum.lines()[1].as_str(), rest.given.as_deref()),
        ("  Odds at 2505: each unit is eliminated on this roll or less: 2:1  [10.3a, 10.10b]", Some(condition),)
    );
    let texts = ["resolve 2505", "resolve 2504", "done"].map(|action| choice(&table, action).text);
    let expected = [
        "the bombardment of 2505 next, your own units",
        "the bombardment of 2504 next",
        "resolve the rest in the order placed",
    ];
    assert_eq!(texts, expected);
    assert!(choice(&table, "resolve 2504").rolls && choice(&table, "resolve 2504").hex.as_deref() == Some("2504"));
    // What the dice say is told in the words of the forecast.
    let resolve = game().parse(table.state(), "resolve 2504").unwrap();
    engine::laws::assert_forecast_agrees(game(), table.state(), resolve, 20_000, 3);
}

#[test]
fn a_bombardment_says_if_it_may_stop_before_its_last_marker() {
    shows!["4.3b", "4.4a", "4.3c"];
    let given = |setting: Setting, target: &str| {
        let mut table = setting.table();
        table.play(&[&format!("heavy {target}"), &format!("heavy {target}")]);
        table.forecast("done").given.is_some()
    };
    // The last German and a US unit may be hit, or a second German is out of it, or one is to come.
    let us = || phase("XII", 2).unit("1/A/38", "2505").unit("2/A/38", "1000").unit("G001", "2504");
    assert!(given(us(), "2504"));
    assert!(!given(us().unit("G002", "4232"), "2504"));
    assert!(!given(us().mark("container", "G002"), "2504"));
    // The last US unit and a German may be hit, whoever is to come; or the German stands elsewhere.
    let german = |hex: &str| phase("III", 3).unit("1/A/38", "3016").unit("G001", hex).mark("container", "G002");
    assert!(given(german("3015"), "3016"));
    assert!(!given(german("3017"), "3016"));
    assert!(!given(german("3015").unit("2/A/38", "1000"), "3016"));
}

#[test]
fn a_bombardment_of_own_units_is_forecast_for_all_of_them() {
    // The last two platoons in one hex: their own side knows that there are two, at 4:1.
    let mut table = phase("XII", 2).unit("1/A/38", "2505").unit("2/A/38", "2505").unit("G001", "2504").table();
    table.rolls(&[6, 1]).play(&["heavy 2504", "heavy 2504", "done"]);
    let expected =
        [("0 of 2 eliminated", 4.0 / 36.0), ("1 of 2 eliminated", 16.0 / 36.0), ("2 of 2 eliminated", 16.0 / 36.0)];
    assert_chances(&table.forecast("resolve 2505"), &expected);
}

#[test]
fn a_refused_target_names_the_unit_that_comes_nearest_to_it() {
    shows!["10.6a", "10.7b"];
    // The platoon is nearer but seven hexes away; the emplacement has the range, and the embankment in 2829 before it.
    let table = phase("VI", 3).unit("1/A/38", "2824").unit("HW1", "2822").unit("G001", "2831").table();
    let refusal = table.refusal("target 2831");
    assert_eq!(refusal.clauses[0].0, "10.7b");
    assert!(refusal.reason.ends_with("blocks the line of fire of HW1 to 2831"), "{refusal}");
}
