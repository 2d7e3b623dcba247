//! 7.0 Random Events.

use crate::common::{GERMAN, Setting, Table, US, game, phase};
use engine::{Rules, Viewer, shows};
use first_blood::events::TurnEvent;

/// The last phase of the second turn: US units in 3228 and 3227, Germans in 3230 and 3231, the front between them.
fn evening() -> Setting {
    front("XII", 2)
}

fn front(id: &str, turn: u32) -> Setting {
    let setting = phase(id, turn).unit("1/A/38", "3228").unit("2/A/38", "3227");
    setting.unit("G110", "3230").unit("G043", "3231").option("play-balance=off")
}

/// The next turn, with these dice for the random event and what follows from it.
fn next_turn(table: &mut Table, dice: &[u16]) {
    let turn = table.state().turn;
    while table.state().phase.id() != "XII" {
        table.play(&["done"]);
    }
    table.rolls(dice).play(&["done"]);
    assert_eq!(table.state().turn, turn + 1);
}

/// A turn that begins with these dice.
fn turn(setting: Setting, dice: &[u16]) -> Table {
    let mut table = setting.table();
    next_turn(&mut table, dice);
    table
}

/// Plays `done` until a phase.
fn on_to(table: &mut Table, id: &str) {
    while table.phase() != id {
        table.play(&["done"]);
    }
}

/// The sum of a fire that is being put together.
fn strength(table: &Table) -> String {
    table.forecast("fire").sum.parts[0].value.clone()
}

/// Where a heavy marker aimed at a hex comes down, by its drift die, in a phase of a turn: the hex of whoever it may
/// hit, or nothing. The last die takes whatever it hits (at least 2:1 everywhere here).
fn hit_by(table: &Table, id: &str, target: &str, die: u16) -> Option<&'static str> {
    let mut table = table.clone();
    on_to(&mut table, id);
    table.rolls(&[die, 1]).play(&[&format!("heavy {target}"), "done"]);
    ["1/A/38", "2/A/38", "G110", "G043"].into_iter().find(|unit| table.is_dead(unit))
}

/// Some dice for each total of two.
const TOTALS: [(u16, [u16; 2]); 11] = [
    (2, [1, 1]),
    (3, [1, 2]),
    (4, [2, 2]),
    (5, [1, 4]),
    (6, [3, 3]),
    (7, [6, 1]),
    (8, [4, 4]),
    (9, [3, 6]),
    (10, [5, 5]),
    (11, [5, 6]),
    (12, [6, 6]),
];

#[test]
fn both_players_roll_a_die_and_the_total_says_what_happens() {
    shows!["7.1a"];
    for (total, dice) in TOTALS {
        // Twelve takes a third die: 1 is odd.
        let mut dice = dice.to_vec();
        dice.extend([1].iter().filter(|_| total == 12));
        let table = turn(evening(), &dice);
        let event = table.state().event;
        let expected = match total {
            2 => TurnEvent::ArtilleryProblems(US),
            3 => TurnEvent::ArtilleryProblems(GERMAN),
            4 => TurnEvent::PoisonGas,
            10 => TurnEvent::Machineguns,
            11 => TurnEvent::Rally(GERMAN),
            12 => TurnEvent::Spotting(GERMAN),
            _ => TurnEvent::None,
        };
        assert_eq!(event, expected, "{total}");
        assert_eq!(table.options() == ["accept", "decline"], total == 6 || total == 7, "{total}");
        assert_eq!(table.state().broken_through, [total == 5, total == 8 || total == 9], "{total}");
    }
    // An event lasts one turn: what the next dice say takes its place.
    let mut table = turn(evening(), &[2, 2]);
    next_turn(&mut table, &[1, 1]);
    assert_eq!(table.state().event, TurnEvent::ArtilleryProblems(US));
    // Two dice are rolled at the beginning of every turn but the first.
    assert_eq!(table.dice_rolled(), 2);
}

#[test]
fn some_events_come_again_and_others_do_not() {
    shows!["7.1b", "7.2b", "7.3b", "7.4c", "7.8c", "7.10b", "7.9c"];
    let again = [
        (vec![1, 1], TurnEvent::ArtilleryProblems(US)),
        (vec![1, 2], TurnEvent::ArtilleryProblems(GERMAN)),
        (vec![2, 2], TurnEvent::PoisonGas),
        (vec![5, 5], TurnEvent::Machineguns),
        (vec![5, 6], TurnEvent::Rally(GERMAN)),
        (vec![6, 6, 2], TurnEvent::Spotting(US)),
    ];
    for (dice, event) in again {
        let mut table = evening().table();
        for _ in 0..3 {
            next_turn(&mut table, &dice);
            assert_eq!(table.state().event, event);
            assert_eq!(table.phase(), "III", "nobody is asked, and nobody can decline");
        }
    }
    // Breakthroughs and an accepted rally do not.
    let mut table = evening().mark("container", "G001").table();
    next_turn(&mut table, &[1, 4, 1, 1]);
    table.play(&["place 4222"]);
    next_turn(&mut table, &[3, 3]);
    table.play(&["accept"]);
    for dice in [[1, 4], [3, 3]] {
        next_turn(&mut table, &dice);
        assert_eq!((table.phase(), table.state().event), ("III", TurnEvent::None));
        assert_eq!(table.dice_rolled(), 2);
    }
}

#[test]
fn us_artillery_problems_let_us_markers_drift_more() {
    shows!["7.2a"];
    let (troubled, normal) = (turn(evening(), &[1, 1]), turn(evening(), &[5, 5]));
    for id in ["IV", "XII"] {
        // Less 4: a five drifts one hex to the north, from 3230 to 3231; four does not.
        assert_eq!(hit_by(&troubled, id, "3230", 4), Some("G110"));
        assert_eq!(hit_by(&troubled, id, "3230", 5), Some("G043"));
        // Two hexes beyond 3230 is the bank of 3232.
        assert_eq!(hit_by(&troubled, id, "3230", 6), None);
        // Less 5 on other turns.
        assert_eq!(hit_by(&normal, id, "3230", 5), Some("G110"));
        assert_eq!(hit_by(&normal, id, "3230", 6), Some("G043"));
    }
    // German markers are as ever: less 4.
    assert_eq!(hit_by(&troubled, "III", "3228", 4), Some("1/A/38"));
    assert_eq!(hit_by(&troubled, "III", "3228", 5), Some("2/A/38"));
}

#[test]
fn german_artillery_problems_let_german_markers_drift_more() {
    shows!["7.3a"];
    let (troubled, normal) = (turn(evening(), &[1, 2]), turn(evening(), &[5, 5]));
    for id in ["III", "XI"] {
        // Less 3: a four drifts one hex to the south, from 3228 to 3227; three does not; five drifts two.
        assert_eq!(hit_by(&troubled, id, "3228", 3), Some("1/A/38"));
        assert_eq!(hit_by(&troubled, id, "3228", 4), Some("2/A/38"));
        assert_eq!(hit_by(&troubled, id, "3228", 5), None);
        assert_eq!(hit_by(&normal, id, "3228", 4), Some("1/A/38"));
    }
    // US markers are as ever: less 5.
    assert_eq!(hit_by(&troubled, "IV", "3230", 5), Some("G110"));
}

#[test]
fn gas_slows_all_infantry_down() {
    shows!["7.4a"];
    // Due south and due north in the open: three hexes can be reached, the fourth not.
    let setting = || front("XII", 2).unit("G001", "2239").unit("3/A/38", "3013");
    let mut table = turn(setting(), &[2, 2]);
    on_to(&mut table, "V");
    table.play(&["pick G001"]);
    assert!(table.offers("to 2236"));
    assert_eq!(table.refusal("to 2235").reason, "2235 costs G001 4 MP, and it has 3");
    table.play(&["stay"]);
    on_to(&mut table, "VIII");
    table.play(&["pick 3/A/38"]);
    assert!(table.offers("to 3016"));
    assert_eq!(table.refusal("to 3017").reason, "3017 costs 3/A/38 4 MP, and it has 3");
    // Without gas the fourth is within reach.
    let mut table = turn(setting(), &[1, 1]);
    on_to(&mut table, "V");
    table.play(&["pick G001"]);
    assert!(table.offers("to 2235") && !table.offers("to 2234"));
    table.play(&["stay"]);
    on_to(&mut table, "VIII");
    table.play(&["pick 3/A/38"]);
    assert!(table.offers("to 3017") && !table.offers("to 3018"));
}

#[test]
fn gas_shortens_every_line_of_fire_to_four_hexes() {
    shows!["7.4b"];
    // Column 22 is open from 2233 to 2242: four hexes and five hexes.
    let at = |id: &str, unit: &str, german: &str| {
        phase(id, 3).unit(unit, "2233").unit("G001", german).mark("event", "poison-gas").table()
    };
    for unit in ["1/A/38", "HW1"] {
        assert!(at("VI", unit, "2237").offers("target 2237"));
        assert_eq!(at("VI", unit, "2238").refused_by("target 2238"), "7.4b");
    }
    assert!(at("VII", "1/A/38", "2237").offers("target 2233"));
    assert_eq!(at("VII", "1/A/38", "2238").refused_by("target 2233"), "7.4b");
    // Spotting is limited with it; the bombardment itself is not: a five does not drift, a six drifts one hex.
    assert!(at("IV", "HW1", "2237").offers("heavy 2237"));
    assert_eq!(at("IV", "HW1", "2238").refused_by("heavy 2238"), "11.2a");
    let gassed = turn(evening(), &[2, 2]);
    assert_eq!(hit_by(&gassed, "IV", "3230", 5), Some("G110"));
    assert_eq!(hit_by(&gassed, "IV", "3230", 6), Some("G043"));
    // Without gas five hexes are no matter.
    let table = phase("VI", 3).unit("1/A/38", "2233").unit("G001", "2238").table();
    assert!(table.offers("target 2238"));
}

/// An edge at which Germans break through.
struct Edge {
    /// The dice for the event, and how many dice say the number.
    event: [u16; 2],
    dice: usize,
    /// The entry hexes.
    hexes: Vec<String>,
    /// Hexes just beyond them.
    outside: [&'static str; 2],
    /// The clauses for place and refusal.
    place: &'static str,
    refuse: &'static str,
}

fn west() -> Edge {
    let hexes = (4222..=4231).map(|hex| hex.to_string()).collect();
    Edge { event: [1, 4], dice: 1, hexes, outside: ["4221", "4232"], place: "7.5b", refuse: "7.5d" }
}

/// From 2242 along the top row to the corner, then down column 10 to 1031.
fn east() -> Edge {
    let top = (10..=22).map(|column| format!("{column}42"));
    let side = (1031..=1041).map(|hex| hex.to_string());
    Edge {
        event: [4, 5],
        dice: 2,
        hexes: top.chain(side).collect(),
        outside: ["2342", "1030"],
        place: "7.7b",
        refuse: "7.7d",
    }
}

impl Edge {
    /// A turn on which the Germans break through here with so many units, of which so many are drawn: always the first
    /// of those left.
    fn turn(&self, setting: Setting, number: u16, drawn: usize) -> Table {
        let count = if self.dice == 1 { vec![number] } else { vec![number - 1, 1] };
        let mut table = setting.table();
        next_turn(&mut table, &[self.event.to_vec(), count, vec![1; drawn]].concat());
        table
    }

    fn open_hexes(&self, table: &Table) -> Vec<String> {
        let options = table.options();
        let mut hexes: Vec<String> =
            options.iter().filter_map(|option| option.strip_prefix("place ")).map(str::to_string).collect();
        hexes.sort();
        hexes
    }
}

fn assert_units_are_drawn_at_once_and_then_placed(edge: &Edge) {
    let mut table = edge.turn(evening().mark("container", "G001 G002 G003 G111 G112"), 3, 3);
    assert_eq!((table.phase(), table.chooser()), ("I", GERMAN));
    // Dice for the event and for the number, and one of five, four and three units.
    let record = table.playing.record();
    let sides: Vec<u16> = record.lines.last().unwrap().rolls.iter().map(|roll| roll.sides).collect();
    assert_eq!(sides, [vec![6; 2 + edge.dice], vec![5, 4, 3]].concat());
    // All three are there before the first is placed, in whatever order the German likes.
    assert_eq!(table.options(), ["pick G001", "pick G002", "pick G003"]);
    let hex = &edge.hexes[0];
    table.play(&["pick G002", &format!("place {hex}"), "pick G001", &format!("place {}", edge.hexes[1])]);
    table.rolls(&[1, 1, 1, 1]).play(&[&format!("place {hex}")]);
    assert_eq!(table.stack(hex), ["G003", "G002"]);
    assert_eq!(table.stack(&edge.hexes[1]), ["G001"]);
    // Only then comes phase II.
    assert_eq!(table.phase(), "II");
}

#[test]
fn a_breakthrough_in_the_west_brings_as_many_units_as_a_die_says() {
    shows!["7.5a"];
    assert_units_are_drawn_at_once_and_then_placed(&west());
}

#[test]
fn a_breakthrough_in_the_east_brings_as_many_units_as_two_dice_say() {
    shows!["7.7a"];
    assert_units_are_drawn_at_once_and_then_placed(&east());
}

fn assert_entry_hexes(edge: &Edge) {
    // A US unit in one of the hexes, Germans with 16 factors in another, with 15 in a third.
    let setting = evening().unit("3/A/38", &edge.hexes[2]).unit("G111", &edge.hexes[3]).unit("G112", &edge.hexes[3]);
    let setting = setting.unit("G105", &edge.hexes[4]).unit("G106", &edge.hexes[4]).unit("G002", &edge.hexes[4]);
    let mut table = edge.turn(setting.mark("container", "G001 G019"), 2, 2);
    table.play(&["pick G019"]);
    let mut expected = edge.hexes.clone();
    expected.sort();
    let free = |expected: &[String], closed: &[usize]| -> Vec<String> {
        expected.iter().filter(|hex| !closed.iter().any(|&at| &edge.hexes[at] == *hex)).cloned().collect()
    };
    // The 2 fits into all but the US hex and the two fullest; the 1 makes 16 with the 15.
    assert_eq!(edge.open_hexes(&table), free(&expected, &[2, 3, 4]));
    assert_eq!(table.refused_by(&format!("place {}", edge.hexes[2])), edge.place);
    assert_eq!(table.refused_by(&format!("place {}", edge.hexes[3])), "6.1a");
    for hex in edge.outside {
        assert_eq!(table.refused_by(&format!("place {hex}")), edge.place);
    }
    table.play(&[&format!("place {}", edge.hexes[0])]);
    assert_eq!(edge.open_hexes(&table), free(&expected, &[2, 3]));
}

#[test]
fn western_units_enter_from_4222_to_4231() {
    shows!["7.5b"];
    assert_eq!(west().hexes.len(), 10);
    assert_entry_hexes(&west());
}

#[test]
fn eastern_units_enter_from_2242_to_1031() {
    shows!["7.7b"];
    assert_eq!(east().hexes.len(), 24);
    assert_entry_hexes(&east());
}

fn assert_thwarted(edge: &Edge) {
    let platoons: Vec<String> =
        "BCDEFGHI".chars().flat_map(|company| (1..=4).map(move |at| format!("{at}/{company}/38"))).collect();
    let held = |number: usize| {
        let units = edge.hexes.iter().zip(&platoons).take(number);
        units.fold(evening().mark("container", "G001 G002"), |setting, (hex, unit)| setting.unit(unit, hex))
    };
    // US units in every hex: no number is rolled, nobody is drawn, and the event is used up all the same.
    let mut table = held(edge.hexes.len()).table();
    next_turn(&mut table, &[&edge.event[..], &[1, 1, 1, 1, 1]].concat());
    assert_eq!(table.phase(), "II", "the next dice were those of the reinforcements");
    assert_eq!(table.state().hand.len() + table.state().container.len(), 2);
    assert!(table.told(Viewer::Spectator).iter().any(|text| text.contains("thwarted")));
    assert_ne!(table.state().broken_through, [false; 2]);
    // One hex without them is enough.
    let table = edge.turn(held(edge.hexes.len() - 1), 2, 2);
    assert_eq!((table.phase(), table.chooser()), ("I", GERMAN));
}

#[test]
fn us_units_in_every_western_hex_thwart_the_breakthrough() {
    shows!["7.5c"];
    assert_thwarted(&west());
}

#[test]
fn us_units_in_every_eastern_hex_thwart_the_breakthrough() {
    shows!["7.7c"];
    assert_thwarted(&east());
}

fn assert_cannot_be_refused(edge: &Edge) {
    let mut table = edge.turn(evening().mark("container", "G001 G002"), 2, 2);
    assert!(!table.offers("done") && !table.offers("decline"));
    assert_eq!(table.refused_by("done"), edge.refuse);
    table.play(&["pick G001"]);
    assert!(!table.offers("done"));
    assert_eq!(table.refused_by("done"), edge.refuse);
    table.play(&[&format!("place {}", edge.hexes[0])]);
    assert_eq!(table.refused_by("done"), edge.refuse, "the second unit, too");
}

#[test]
fn the_german_cannot_refuse_a_breakthrough_in_the_west() {
    shows!["7.5d", "8.6"];
    assert_cannot_be_refused(&west());
}

#[test]
fn the_german_cannot_refuse_a_breakthrough_in_the_east() {
    shows!["7.7d", "8.6"];
    assert_cannot_be_refused(&east());
}

fn assert_happens_once(edge: &Edge) {
    let place = format!("place {}", edge.hexes[0]);
    let setting = evening().mark("container", "G001 G002 G003 G004 G005 G006 G007 G008");
    let mut table = edge.turn(setting, 2, 2);
    // Two break through, and four more come to the bank in phase II.
    table.rolls(&[1, 1, 1, 1]).play(&["pick G001", &place, &place]).play(&["place 4232"; 4]);
    let on_edge = |table: &Table| edge.hexes.iter().map(|hex| table.stack(hex).len()).sum::<usize>();
    assert_eq!((table.phase(), on_edge(&table)), ("III", 2));
    // On the next turn the same total is no event: four dice for the reinforcements follow at once.
    next_turn(&mut table, &[&edge.event[..], &[1, 1, 1, 1, 1]].concat());
    assert_eq!((table.phase(), table.state().event), ("II", TurnEvent::None));
    assert_eq!(on_edge(&table), 2);
    // And an empty container uses it up, too (nothing was there to come).
    let mut table = evening().table();
    next_turn(&mut table, &[&edge.event[..], &[3; 2][..edge.dice]].concat());
    assert_eq!(table.phase(), "III");
    assert_ne!(table.state().broken_through, [false; 2]);
}

#[test]
fn the_west_is_broken_through_once() {
    shows!["7.5e"];
    assert_happens_once(&west());
}

#[test]
fn the_east_is_broken_through_once() {
    shows!["7.7e"];
    assert_happens_once(&east());
}

fn assert_all_that_are_left_enter(edge: &Edge) {
    let mut table = edge.turn(evening().mark("container", "G001 G002"), 6, 2);
    assert_eq!(table.options(), ["pick G001", "pick G002"]);
    let place = format!("place {}", edge.hexes[0]);
    table.play(&["pick G001", &place, &place]);
    assert!(table.state().container.is_empty());
    assert_eq!(table.stack(&edge.hexes[0]).len(), 2);
    assert_eq!(table.phase(), "III", "nothing is left for phase II");
}

#[test]
fn fewer_western_units_than_rolled_all_enter() {
    shows!["7.5f"];
    assert_all_that_are_left_enter(&west());
}

#[test]
fn fewer_eastern_units_than_rolled_all_enter() {
    shows!["7.7f"];
    assert_all_that_are_left_enter(&east());
}

#[test]
fn a_unit_that_fits_nowhere_waits_for_another_day() {
    shows!["8.6", "7.5b"];
    // Only 4222 is free of US units, and 14 factors are there: the 8 cannot enter, the 2 can.
    let platoons: Vec<String> = (0..9).map(|at| format!("{}/{}/38", at % 4 + 1, ["B", "C", "D"][at / 4])).collect();
    let setting =
        platoons.iter().enumerate().fold(evening(), |setting, (at, unit)| setting.unit(unit, &(4223 + at).to_string()));
    let setting = setting.unit("G111", "4222").unit("G097", "4222").mark("container", "G019 G112");
    let mut table = setting.table();
    // Two units, G112 first; then G019 has one place to go. G112 is back for phase II.
    next_turn(&mut table, &[1, 4, 2, 2, 1]);
    assert_eq!(table.options(), ["place 4222"]);
    table.rolls(&[1, 1, 1, 1, 1]).play(&["place 4222"]);
    let top = table.options()[0].clone();
    table.play(&[&top]);
    assert_eq!(table.phase(), "II");
    assert!(table.state().hand.iter().any(|unit| game().pieces.name(unit) == "G112"));
}

#[test]
fn a_us_rally_gives_infantry_a_point_more() {
    shows!["7.6a"];
    let mut table = turn(evening().unit("3/A/38", "2142").unit("HW1", "3328"), &[3, 3]);
    table.play(&["accept"]);
    assert_eq!(table.state().event, TurnEvent::Rally(US));
    // German infantry has 4 as ever.
    on_to(&mut table, "V");
    table.play(&["pick G043"]);
    assert_eq!(table.forecast("to 3331").sum.parts.last().unwrap().value, "4");
    table.play(&["stay"]);
    on_to(&mut table, "VIII");
    table.play(&["pick 3/A/38"]);
    // Five hexes to the east in the open: 2042, 1941, 1842, 1741, 1642.
    assert!(table.offers("to 1642"));
    assert_eq!(table.refused_by("to 1541"), "9.1f");
    table.play(&["stay"]);
    // Emplacements still do not move.
    assert!(!table.offers("pick HW1"));
    assert_eq!(table.refused_by("pick HW1"), "9.3");
}

#[test]
fn in_a_us_rally_every_us_unit_fires_with_one_more() {
    shows!["7.6f"];
    let setting = evening().unit("3/A/38", "3228").unit("HW1", "3328");
    let mut table = turn(setting, &[3, 4]);
    table.play(&["accept"]);
    on_to(&mut table, "VI");
    // Two hexes away: platoons of 4 and 1 each; the emplacement in 3328 is two hexes from 3230 as well: 8 and 1.
    table.play(&["target 3230", "join 1/A/38"]);
    assert_eq!(strength(&table), "5");
    table.play(&["join 3/A/38"]);
    assert_eq!(strength(&table), "10");
    table.play(&["join HW1"]);
    assert_eq!(strength(&table), "19");
    // The Germans have no more than is printed.
    let mut table = front("VII", 3).mark("event", "us-rally").table();
    table.play(&["target 3228", "join G110"]);
    assert_eq!(strength(&table), "8");
}

#[test]
fn a_us_rally_changes_no_bombardment_and_no_range() {
    shows!["7.6b"];
    let mut table = turn(evening(), &[3, 3]);
    table.play(&["accept"]);
    // A five does not drift, a six drifts one hex, as on any turn; the strength of a heavy marker is still 8.
    assert_eq!(hit_by(&table, "IV", "3230", 5), Some("G110"));
    assert_eq!(hit_by(&table, "IV", "3230", 6), Some("G043"));
    on_to(&mut table, "IV");
    table.play(&["heavy 3230"]);
    let rallied = table.forecast("done").sum;
    let mut plain = front("IV", 3).table();
    plain.play(&["heavy 3230"]);
    assert_eq!(rallied, plain.forecast("done").sum);
    // A platoon still fires six hexes far, not seven.
    let at =
        |german: &str| phase("VI", 3).unit("1/A/38", "2233").unit("G001", german).mark("event", "us-rally").table();
    assert!(at("2239").offers("target 2239"));
    assert_eq!(at("2240").refused_by("target 2240"), "10.6a");
}

#[test]
fn the_rally_is_added_before_a_close_assault_doubles() {
    shows!["7.6c", "7.9b"];
    // (4 + 1) x 2 = 10 for the platoon, (8 + 1) x 2 = 18 for the emplacement.
    for (unit, expected) in [("1/A/38", "10"), ("HW1", "18")] {
        let setting = phase("VI", 3).unit(unit, "3229").unit("G110", "3230").mark("event", "us-rally");
        let mut table = setting.table();
        table.play(&["target 3230", &format!("join {unit}")]);
        assert_eq!(strength(&table), expected);
    }
    // (8 + 1) x 2 = 18 for the Germans in their own.
    let mut table = phase("VII", 3).unit("1/A/38", "3229").unit("G110", "3230").mark("event", "german-rally").table();
    table.play(&["target 3229", "join G110"]);
    assert_eq!(strength(&table), "18");
}

#[test]
fn the_us_player_may_decline_a_rally_and_have_it_later() {
    shows!["7.6d", "7.6e"];
    let mut table = turn(evening(), &[3, 3]);
    assert_eq!((table.phase(), table.chooser()), ("I", US));
    table.play(&["decline"]);
    assert_eq!(table.state().event, TurnEvent::None);
    // Declined, it comes again, as often as it is rolled.
    next_turn(&mut table, &[3, 4]);
    assert_eq!(table.options(), ["accept", "decline"]);
    table.play(&["decline"]);
    next_turn(&mut table, &[3, 3]);
    table.play(&["accept"]);
    assert_eq!(table.state().event, TurnEvent::Rally(US));
    // Accepted, it does not, on a six as on a seven.
    for dice in [[3, 3], [3, 4]] {
        next_turn(&mut table, &dice);
        assert_eq!((table.phase(), table.state().event), ("III", TurnEvent::None));
        assert_eq!(table.refused_by("accept"), "5.1a");
    }
}

#[test]
fn heavy_machineguns_carry_one_german_unit_ten_hexes() {
    shows!["7.8a", "7.8b"];
    // Along the open row 42: 2242 to 1342 is nine hexes, 2142 to 1342 eight, out of the six hexes of other turns.
    let setting = phase("XII", 2).unit("1/A/38", "1342").unit("2/A/38", "3228").option("play-balance=off");
    let setting = setting.unit("G001", "2242").unit("G002", "2142").unit("G110", "3230");
    let mut table = turn(setting, &[5, 5]);
    // They do not help to spot.
    assert_eq!(table.phase(), "III");
    assert_eq!(table.refused_by("heavy 1342"), "11.2a");
    on_to(&mut table, "VI");
    assert_eq!(table.refused_by("guns G001"), "7.8a", "they are German");
    on_to(&mut table, "VII");
    assert_eq!(table.refused_by("target 1342"), "10.6a");
    table.play(&["guns G001"]);
    // Only one unit has the guns, and only that one reaches so far.
    assert_eq!(table.refused_by("guns G002"), "7.8a");
    table.play(&["target 1342"]);
    assert_eq!(table.options(), ["join G001"]);
    table.play(&["join G001", "fire"]);
    // In the second fire phase another unit may have them; the first is back to six hexes.
    on_to(&mut table, "IX");
    table.play(&["guns G002", "target 1342"]);
    assert_eq!(table.options(), ["join G002"]);
    table.play(&["join G002", "fire"]);
    // Not on a turn without the event.
    let table = front("VII", 3).table();
    assert!(table.options().iter().all(|option| !option.starts_with("guns")));
    assert_eq!(table.refused_by("guns G110"), "7.8a");
}

#[test]
fn ten_hexes_are_the_limit_of_heavy_machineguns() {
    shows!["7.8a"];
    // 2242 to 1242 is ten hexes, to 1141 eleven.
    let at = |us: &str| {
        let setting = phase("VII", 3).unit("1/A/38", us).unit("2/A/38", "2240").unit("G001", "2242");
        let mut table = setting.mark("event", "machineguns").table();
        table.play(&["guns G001"]);
        table
    };
    assert!(at("1242").offers("target 1242"));
    assert_eq!(at("1141").refused_by("target 1141"), "10.6a");
}

#[test]
fn a_german_rally_gives_germans_a_point_more() {
    shows!["7.9a", "7.9c"];
    let mut table = turn(evening().unit("G001", "2239"), &[5, 6]);
    assert_eq!(table.phase(), "III", "the German is not asked whether he wants it");
    // Bombardments are as ever: less 4.
    assert_eq!(hit_by(&table, "III", "3228", 4), Some("1/A/38"));
    assert_eq!(hit_by(&table, "III", "3228", 5), Some("2/A/38"));
    on_to(&mut table, "V");
    table.play(&["pick G001"]);
    assert!(table.offers("to 2234"));
    assert_eq!(table.refused_by("to 2233"), "9.1f");
    table.play(&["stay"]);
    // US infantry has 4.
    on_to(&mut table, "VIII");
    table.play(&["pick 1/A/38"]);
    assert_eq!(table.forecast("to 3328").sum.parts.last().unwrap().value, "4");
}

#[test]
fn in_a_german_rally_every_german_unit_fires_with_one_more() {
    shows!["7.9d"];
    let mut table = turn(evening(), &[5, 6]);
    // The US side has what is printed.
    on_to(&mut table, "VI");
    table.play(&["target 3230", "join 1/A/38"]);
    assert_eq!(strength(&table), "4");
    table.rolls(&[6]).play(&["fire"]);
    on_to(&mut table, "VII");
    // 8 and 1 from two hexes, 3 and 1 from three.
    table.play(&["target 3228", "join G043"]);
    assert_eq!(strength(&table), "4");
    table.play(&["join G110"]);
    assert_eq!(strength(&table), "13");
    // The range is six hexes as ever.
    let at = |us: &str| phase("VII", 3).unit("1/A/38", us).unit("G001", "2242").mark("event", "german-rally").table();
    assert!(at("2236").offers("target 2236"));
    assert_eq!(at("2235").refused_by("target 2235"), "10.6a");
}

#[test]
fn superb_spotting_keeps_one_sides_markers_from_drifting() {
    shows!["7.10a"];
    for die in 1..=6 {
        let table = turn(evening(), &[6, 6, die]);
        let odd = die % 2 == 1;
        assert_eq!(table.state().event, TurnEvent::Spotting(if odd { GERMAN } else { US }), "{die}");
        // Without drift the first die is already for the unit, and a one hits; with it, a five carries a German marker
        // and a six a US one into the next hex.
        for id in ["III", "XI"] {
            let found = hit_by(&table, id, "3228", if odd { 1 } else { 5 });
            assert_eq!(found, Some(if odd { "1/A/38" } else { "2/A/38" }), "{die} in {id}");
        }
        for id in ["IV", "XII"] {
            let found = hit_by(&table, id, "3230", if odd { 6 } else { 1 });
            assert_eq!(found, Some(if odd { "G043" } else { "G110" }), "{die} in {id}");
        }
        // The side with the bonus rolls no drift die: a single die falls for the single unit it hits.
        let mut table = table;
        on_to(&mut table, if odd { "III" } else { "IV" });
        table.rolls(&[1]).play(&[if odd { "heavy 3228" } else { "heavy 3230" }, "done"]);
        assert_eq!(table.dice_rolled(), 1);
    }
}

#[test]
fn events_are_told_with_their_clause() {
    shows!["7.1a"];
    let table = turn(evening(), &[2, 2]);
    let mut log = table.playing.log().iter().map(|(_, event)| event);
    let told = log.rfind(|event| event.kind.word() == "event").unwrap();
    assert!(told.text.starts_with("Random event 4."), "{}", told.text);
    assert_eq!(told.clauses[0].0, "7.4a");
    assert!(game().book().get(told.clauses[0].0).is_some());
}

#[test]
fn a_breakthrough_is_told_with_those_who_come() {
    shows!["7.5f", "7.7f"];
    let told = |edge: &Edge, container: &str, number: u16, drawn: usize| {
        let table = edge.turn(evening().mark("container", container), number, drawn);
        table.told(Viewer::All).into_iter().find(|text| text.contains("breakthrough")).unwrap()
    };
    let all = "Random event 5. German breakthrough in the west: 2 rolled, 2 units come.";
    assert_eq!(told(&west(), "G001 G002 G003", 2, 2), all);
    // Fewer are left than rolled, or nobody.
    let few = "Random event 9. German breakthrough in the east: 7 rolled, 2 units come.";
    assert_eq!(told(&east(), "G001 G002", 7, 2), few);
    let one = "Random event 9. German breakthrough in the east: 7 rolled, one unit comes.";
    assert_eq!(told(&east(), "G001", 7, 1), one);
    let none = "Random event 9. German breakthrough in the east: 7 rolled, but nobody is left to come.";
    assert_eq!(told(&east(), "", 7, 0), none);
}

#[test]
fn a_rally_is_told_when_it_may_be_had_and_when_not() {
    shows!["7.6d", "7.6e"];
    let told =
        |table: &Table| table.told(Viewer::All).into_iter().rfind(|text| text.starts_with("Random event")).unwrap();
    let mut table = turn(evening(), &[3, 3]);
    assert_eq!(told(&table), "Random event 6. The US side may rally.");
    table.play(&["accept"]);
    next_turn(&mut table, &[6, 1]);
    assert_eq!(told(&table), "Random event 7. No event: the US side has rallied before.");
}
