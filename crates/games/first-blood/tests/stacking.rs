//! 6.0 Stacking; fog of war, the other half of the chapter, is in `fog.rs`.

use crate::common::{GERMAN, Setting, US, game, new_game, phase};
use engine::dice::SeededDice;
use engine::{Decision, Options, Rules, Silence, shows};
use first_blood::State;

/// Adds units to a hex.
fn units(setting: Setting, names: &[&str], hex: &str) -> Setting {
    names.iter().fold(setting, |setting, name| setting.unit(name, hex))
}

/// Why a position with these units in one hex cannot be.
fn position_error(names: &[&str]) -> String {
    let pieces: Vec<_> = names.iter().map(|name| serde_json::json!({ "piece": name, "hex": "3229" })).collect();
    let position = serde_json::json!({ "pieces": pieces });
    game().position(&serde_json::from_value(position).unwrap()).unwrap_err().to_string()
}

const A: [&str; 4] = ["1/A/38", "2/A/38", "3/A/38", "4/A/38"];

#[test]
fn sixteen_factors_of_a_side_fill_a_hex() {
    shows!["6.1a"];
    // Three platoons of 4 and a fourth make 16; a fifth does not fit.
    let setting = units(phase("VIII", 3), &A[..3], "3229").unit("4/A/38", "3228").unit("1/B/38", "3329");
    let mut table = setting.unit("G001", "2342").table();
    table.play(&["pick 4/A/38", "to 3229", "pick 1/B/38"]);
    assert!(!table.offers("to 3229"));
    assert_eq!(table.refused_by("to 3229"), "6.1a");
    // 8 and 7 leave room for 1, not for 2.
    let german = |mover: &str| {
        let mut table =
            units(phase("V", 3), &["G110", "G105"], "3230").unit(mover, "3231").unit("1/A/38", "1000").table();
        table.play(&[&format!("pick {mover}")]);
        table
    };
    assert!(german("G001").offers("to 3230"));
    assert_eq!(german("G019").refused_by("to 3230"), "6.1a");
}

#[test]
fn any_number_of_counters_makes_a_stack() {
    shows!["6.1b"];
    // Sixteen units of a single factor each; the seventeenth is one factor too much.
    let small: Vec<String> = (1..=15).map(|at| format!("G{at:03}")).collect();
    let small: Vec<&str> = small.iter().map(String::as_str).collect();
    let setting = units(phase("V", 3), &small, "3230").unit("G016", "3231").unit("G017", "3130");
    let mut table = setting.unit("1/A/38", "1000").table();
    table.play(&["pick G016", "to 3230"]);
    assert_eq!(table.stack("3230").len(), 16);
    table.play(&["pick G017"]);
    assert_eq!(table.refused_by("to 3230"), "6.1a");
}

#[test]
fn a_rally_does_not_count_against_the_limit() {
    shows!["6.1a"];
    // In a rally each of four platoons fires with 5, but 16 printed factors are still 16.
    let setting = units(phase("VIII", 3), &A[..3], "3229").unit("4/A/38", "3228").unit("G001", "2342");
    let mut table = setting.mark("event", "us-rally").table();
    table.play(&["pick 4/A/38", "to 3229"]);
    assert_eq!(table.stack("3229").len(), 4);
}

#[test]
fn an_emplacement_is_alone_in_its_hex() {
    shows!["6.1c", "6.1d"];
    for pair in [["HW1", "HW2"], ["HW1", "1/A/38"], ["1/A/38", "HW1"]] {
        let error = position_error(&pair);
        assert!(error.contains(&format!("3229 holds too much for {}", pair[1])), "{error}");
    }
    let mut table = phase("VIII", 3).unit("HW1", "3229").unit("1/A/38", "3228").unit("G001", "2342").table();
    table.play(&["pick 1/A/38"]);
    assert!(!table.offers("to 3229"));
    assert_eq!(table.refused_by("to 3229"), "6.1d");
}

#[test]
fn us_infantry_passes_through_an_emplacement_but_never_stays() {
    shows!["6.1e"];
    // Due south from 3229 it is four points to 3225 by 3228, and every way around is longer.
    let mut table = phase("VIII", 3).unit("1/A/38", "3229").unit("HW1", "3228").unit("G001", "2342").table();
    table.play(&["pick 1/A/38"]);
    assert_eq!(table.refusal("to 3228").clauses.iter().map(|clause| clause.0).collect::<Vec<_>>(), ["6.1d", "6.1e"]);
    assert_eq!(table.forecast("to 3225").sum.value, "4");
    table.play(&["to 3225"]);
    assert_eq!(table.hex_of("1/A/38").as_deref(), Some("3225"));
    assert_eq!(table.stack("3228"), ["HW1"]);
}

#[test]
fn nobody_passes_through_a_full_hex() {
    shows!["6.2a"];
    // The same way, with three platoons on it, and with four.
    let way = |there: usize| {
        let setting = units(phase("VIII", 3), &A[..there], "3228").unit("1/B/38", "3229").unit("G001", "2342");
        let mut table = setting.table();
        table.play(&["pick 1/B/38"]);
        table.offers("to 3225")
    };
    assert!(way(3), "12 and 4 are 16");
    assert!(!way(4), "16 and 4 are too much even for a moment");
    // The Germans go north from 3225 to 3229: 8 and 7 on the way let a 1 pass, not a 2.
    let way = |mover: &str| {
        let setting = units(phase("V", 3), &["G110", "G105"], "3226").unit(mover, "3225").unit("1/A/38", "1000");
        let mut table = setting.table();
        table.play(&[&format!("pick {mover}")]);
        table.offers("to 3229")
    };
    assert!(way("G001"));
    assert!(!way("G019"));
}

#[test]
fn the_limit_holds_in_advances() {
    shows!["6.2a"];
    // Five platoons, 40 factors doubled, empty 3230; four of them fill it.
    let setting = units(phase("VI", 3), &A, "3229").unit("1/B/38", "3129").unit("G110", "3230").unit("G001", "2342");
    let mut table = setting.table();
    table.play(&["target 3230", "join all", "fire"]);
    for unit in A {
        assert!(table.offers("advance 1/B/38"));
        table.play(&[&format!("advance {unit}")]);
    }
    assert_eq!(table.stack("3230").len(), 4);
    assert_eq!(table.phase(), "VIII", "nobody else can advance, and nobody else has something to do");
    let mut table = units(phase("VI", 3), &A, "3229")
        .unit("1/B/38", "3129")
        .unit("2/B/38", "3329")
        .unit("G110", "3230")
        .unit("G001", "2342")
        .table();
    table.play(&["target 3230", "join all", "fire", "advance 1/B/38"]);
    table.play(&["advance 1/A/38", "advance 2/A/38", "advance 3/A/38"]);
    assert_eq!(table.stack("3230").len(), 4);
    assert!(table.hex_of("2/B/38").as_deref() == Some("3329") && table.hex_of("4/A/38").as_deref() == Some("3229"));
}

#[test]
fn the_limit_holds_for_units_that_enter() {
    shows!["6.2a", "8.3c"];
    let setting = units(phase("XII", 2), &["G110", "G111"], "4232").unit("1/A/38", "1000").mark("container", "G001");
    let mut table = setting.table();
    table.rolls(&[1, 1, 1, 1, 1, 1]).play(&["done"]);
    assert!(!table.offers("place 4232"));
    assert_eq!(table.refused_by("place 4232"), "6.1a");
    assert!(table.offers("place 4131"));
}

#[test]
fn units_move_one_at_a_time() {
    shows!["6.2b"];
    let mut table = units(phase("VIII", 3), &A, "3229").unit("G001", "2342").table();
    let mut expected: Vec<String> = A.iter().map(|unit| format!("pick {unit}")).collect();
    expected.push("done".into());
    assert_eq!(table.options(), expected);
    table.play(&["pick 2/A/38"]);
    assert_eq!(table.refused_by("pick 1/A/38"), "5.1a");
    table.play(&["to 3228"]);
    assert_eq!(table.stack("3228"), ["2/A/38"]);
    assert_eq!(table.stack("3229").len(), 3);
}

#[test]
fn carnage_has_no_stacking_value() {
    shows!["6.5e", "2.6b"];
    // A company dies in 3229 under six markers (36 against 2, automatic), and the next one takes its place.
    let company = ["1/B/38", "2/B/38", "3/B/38", "4/B/38"];
    let setting = units(units(phase("III", 3), &A, "3229"), &company, "3228").unit("G001", "3230");
    let mut table = setting.table();
    table.rolls(&[1; 6]);
    table.play(&["heavy 3229"; 3]).play(&["light 3229"; 3]).play(&["done"]);
    assert!(A.iter().all(|unit| table.is_dead(unit)));
    while table.phase() != "VIII" {
        table.play(&["done"]);
    }
    for unit in company {
        table.play(&[&format!("pick {unit}"), "to 3229"]);
    }
    assert_eq!(table.stack("3229"), ["4/B/38", "3/B/38", "2/B/38", "1/B/38"]);
}

/// The first hex in which a side has more than it may.
fn overstack(state: &State) -> Option<String> {
    game().ground.board().hexes().map(|hex| (hex, state.stack(hex).collect::<Vec<_>>())).find_map(|(hex, stack)| {
        let factors: u32 = stack.iter().map(|&piece| u32::from(game().pieces.fire(piece))).sum();
        let emplacements = stack.iter().filter(|piece| piece.is_emplacement()).count();
        let too_much = if emplacements > 0 { stack.len() > 1 } else { factors > 16 };
        too_much.then(|| game().ground.label(hex))
    })
}

#[test]
fn an_overstack_never_comes_about() {
    shows!["6.2c"];
    // No position begins with one.
    assert!(position_error(&["1/A/38", "2/A/38", "3/A/38", "4/A/38", "1/B/38"]).contains("too much for 1/B/38"));
    assert!(position_error(&["G110", "G111", "G001"]).contains("too much for G001"));
    // And none arises in play, whatever is chosen.
    let mut dice = SeededDice::new(6);
    let mut state = game().set_up(0, Options::default());
    let (mut legal, mut stacks) = (Vec::new(), 0);
    for _ in 0..6000 {
        let Decision::Choose(_) = game().decision(&state) else { break };
        legal.clear();
        game().legal(&state, &mut legal);
        let action = legal[dice.below(legal.len())];
        game().play(&mut state, action, &mut dice, &mut Silence);
        assert_eq!(overstack(&state), None, "after {}", game().notation(&state, action));
        stacks += usize::from(state.held[GERMAN.index()].iter().any(|hex| state.stack(hex).count() > 1));
    }
    assert!(stacks > 100, "the play has tried to stack");
}

#[test]
fn set_up_stacks_nobody() {
    shows!["6.6"];
    let mut table = new_game(&[]);
    table.play(&["place 2038"]);
    assert_eq!(table.refusal("place 2038").clauses.iter().map(|clause| clause.0).collect::<Vec<_>>(), ["3.2e", "6.6"]);
    table.play(&["standard"]);
    for side in [GERMAN, US] {
        let units = table.state().units(side);
        assert!(units.iter().all(|unit| table.state().stack(table.state().hex(unit)).count() == 1));
    }
}
