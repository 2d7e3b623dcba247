//! 10.0 Command at Tannenberg.

use crate::common::{Ask, Lay, game, moves, phase};
use clash_of_giants::pieces::{ALLIED, Army, GERMAN};
use engine::laws::Setting;
use engine::shows;

/// The allowance that an army gets with a roll.
fn rolled(setting: Setting, army: Army, action: &str, roll: u16) -> u8 {
    let mut table = setting.table(game());
    table.rolls(&[roll]).play(&[action]);
    table.state().markers[army.index()].points
}

fn russians(turn: u32) -> Setting {
    phase("allied-first-operational", turn).unit("R-25", "3922").unit("R-1", "3024").unit("G-41", "1513")
}

#[test]
fn one_die_gives_the_allowance_of_every_unit_of_an_army() {
    shows!["std/10.1a", "tannenberg/10.1a", "tannenberg/5.331a", "tannenberg/10.4a", "tannenberg/5.331f"];
    for (roll, points) in (1..=6).zip([3, 3, 4, 4, 4, 5]) {
        let setting = russians(3);
        assert_eq!(rolled(setting, Army::RussianFirst, "activate russian-first", roll), points);
    }
    let mut table = russians(3).unit("R-27", "4022").table(game());
    assert_eq!(table.refused_by("activate eighth"), "tannenberg/5.331c", "no army of the enemy's");
    table.rolls(&[6]).play(&["activate russian-first"]);
    let (_, event) = table.playing.log().iter().find(|(_, event)| !event.rolls.is_empty()).unwrap();
    assert_eq!(event.text, "The Russian First Army rolls 6 and has a Movement Allowance of 5.");
    let read = event.rolls[0].table.as_ref().unwrap();
    let place = (read.name.as_str(), read.line.as_str(), read.result.as_str());
    assert_eq!(place, ("Command Tracks", "Russian First Army", "5"));
    assert_eq!((event.side, read.column.as_deref()), (Some(ALLIED), Some("6")));
    assert!(["pick R-25", "pick R-27", "done"].iter().all(|choice| table.offers(choice)), "any or all of them");
    for unit in ["R-25", "R-27"] {
        table.play(&[&format!("pick {unit}")]);
        assert!(table.options().len() > 20, "five points for each");
        table.play(&["stay"]);
    }
}

#[test]
fn on_turns_two_to_four_the_russian_chooses_the_first_army_to_move() {
    shows!["tannenberg/5.331c", "tannenberg/10.4b", "tannenberg/5.332b", "tannenberg/5.332c"];
    for turn in 2..=4 {
        let mut table = russians(turn).table(game());
        assert_eq!(table.chooser(), ALLIED);
        assert_eq!(table.options(), ["activate russian-first", "activate russian-second"]);
        table.rolls(&[1, 1]).play(&["activate russian-second", "done"]);
        // The other one rolls for itself in the second phase.
        assert_eq!(table.options(), ["roll"]);
        table.play(&["roll"]);
        assert!(table.offers("pick R-25") && !table.offers("pick R-1"));
    }
}

#[test]
fn the_second_army_is_quick_on_turns_two_to_four_alone() {
    shows!["tannenberg/10.42b"];
    for (turn, points) in [(2, 5), (3, 5), (4, 5)] {
        assert_eq!(rolled(russians(turn), Army::RussianSecond, "activate russian-second", 6), points);
    }
    let late = phase("allied-second-operational", 5)
        .unit("R-25", "3922")
        .unit("R-1", "3024")
        .unit("G-41", "1513")
        .mark("activated", "russian-first");
    assert_eq!(rolled(late, Army::RussianSecond, "roll", 6), 4);
}

#[test]
fn the_first_army_is_slow_after_its_first_loss_in_defence() {
    shows!["tannenberg/10.41a", "tannenberg/10.41b"];
    assert_eq!(rolled(russians(3), Army::RussianFirst, "activate russian-first", 1), 3);
    assert_eq!(rolled(russians(3).mark("after-loss", "yes"), Army::RussianFirst, "activate russian-first", 1), 1);
    // A defending division loses a step.
    let mut table = phase("german-combat", 3).unit("G-41", "3821").unit("R-25", "3822").table(game());
    table.play(&["target 3822", "join G-41"]);
    table.rolls(&[1, 4]).play(&["launch"]);
    assert!(table.state().after_loss);
}

#[test]
fn losses_of_attackers_of_cavalry_and_of_the_second_army_do_not_count() {
    shows!["tannenberg/10.41c"];
    let mut table = phase("allied-combat", 3).unit("G-41", "3821").unit("R-25", "3822").table(game());
    table.play(&["target 3821", "join R-25"]);
    table.rolls(&[6, 1]).play(&["launch"]);
    assert!(table.steps("R-25") == 1 && !table.state().after_loss);
    for unit in ["R-1Cav", "R-1"] {
        let mut table = phase("german-combat", 3).unit("G-41", "3821").unit(unit, "3822").table(game());
        table.play(&["target 3822", "join G-41", "launch"]);
        if table.offers("done") {
            table.rolls(&[1, 6]).play(&["done"]);
        }
        assert!(!table.state().after_loss, "{unit}");
    }
}

#[test]
fn the_germans_listen_from_turn_four_on() {
    shows!["tannenberg/5.37a", "tannenberg/10.5a", "tannenberg/5.37b", "tannenberg/5.37c", "tannenberg/10.5b"];
    let listening = |turn: u32| {
        let mut table =
            phase("allied-combat", turn).unit("R-25", "3821").unit("R-1", "3024").unit("G-41", "3822").table(game());
        table.play(&["done"]);
        table
    };
    for turn in [1, 3, 15] {
        assert!(!listening(turn).offers("intercept russian-first"), "{turn}");
    }
    for turn in [4, 9, 14] {
        let mut table = listening(turn);
        assert_eq!(table.chooser(), GERMAN);
        assert_eq!(table.options(), ["intercept russian-first", "intercept russian-second"]);
        assert_eq!(table.refused_by("intercept eighth"), "tannenberg/5.37b");
        table.rolls(&[6]).play(&["intercept russian-first"]);
        assert_eq!(table.state().markers[Army::RussianFirst.index()].points, 5);
        assert!(table.heard("Intercepted: the Russian First Army will have 5 next turn"));
    }
}

#[test]
fn the_intercepted_army_moves_first_with_the_roll_made_then() {
    shows!["tannenberg/5.331e", "tannenberg/5.37d", "tannenberg/10.5c", "tannenberg/10.4b"];
    let mut table =
        phase("german-wireless", 6).unit("R-25", "3922").unit("R-1", "3024").unit("G-41", "1513").table(game());
    table.rolls(&[6]).play(&["intercept russian-second"]);
    while table.state().turn == 6 {
        let roll = table.offers("roll");
        table.rolls(&[1]).play(&[if roll { "roll" } else { "done" }]);
    }
    // No new roll: it is on the move with four points, and the First Army rolls afterwards.
    assert!(table.offers("pick R-1") && !table.offers("pick R-25"));
    assert_eq!(table.state().march.points, 4);
    table.play(&["done"]);
    assert_eq!(table.options(), ["roll"]);
}

#[test]
fn an_intercepted_roll_stands_whatever_is_lost_afterwards() {
    shows!["tannenberg/10.41b"];
    // Worked example 19: the loss comes in the German turn after the message.
    let mut table =
        phase("german-wireless", 6).unit("R-25", "3822").unit("R-27", "4022").unit("G-41", "3821").table(game());
    table.rolls(&[6]).play(&["intercept russian-first"]);
    table.rolls(&[1]).play(&["roll", "done", "target 3822", "join G-41"]);
    table.rolls(&[1, 4]).play(&["launch"]);
    assert!(table.state().after_loss);
    while table.state().turn == 6 {
        let action = table.options().last().unwrap().clone();
        table.play(&[&action]);
    }
    assert_eq!((table.state().army, table.state().march.points), (Army::RussianFirst, 5));
}

#[test]
fn the_line_of_a_message_follows_the_turn_of_the_roll() {
    // Ruling T34 and its switch.
    let message = |option: &str| {
        let mut table = phase("german-wireless", 4)
            .unit("R-25", "3822")
            .unit("R-1", "3024")
            .unit("G-41", "1513")
            .option(option)
            .table(game());
        table.rolls(&[6]).play(&["intercept russian-second"]);
        table.state().markers[Army::RussianSecond.index()].points
    };
    assert_eq!(message("intercept-line=off"), 5);
    assert_eq!(message("intercept-line=on"), 4);
}

#[test]
fn the_first_corps_moves_before_the_eighth_army_rolls() {
    shows!["tannenberg/5.333a", "tannenberg/5.333b", "tannenberg/5.333c", "tannenberg/10.6a", "tannenberg/10.6b"];
    let mut table = phase("german-operational", 5)
        .unit("G-1", "1611")
        .unit("G-2", "1612")
        .unit("G-41", "1713")
        .unit("R-1", "5022")
        .table(game());
    assert_eq!(table.state().army, Army::FirstCorps);
    table.rolls(&[6]).play(&["roll"]);
    assert_eq!(table.state().march.points, 6);
    assert!(table.offers("pick G-1") && table.offers("pick G-2") && !table.offers("pick G-41"));
    table.play(&["done"]);
    assert_eq!((table.state().army, table.options()), (Army::Eighth, vec!["roll".to_string()]));
    table.rolls(&[6]).play(&["roll"]);
    assert!(table.offers("pick G-41") && !table.offers("pick G-1"));
}

/// The I Corps at the frontier, a Russian division some hexes away.
fn frontier(turn: u32, first: &str, second: &str, russian: &str) -> Setting {
    phase("german-operational", turn).unit("G-1", first).unit("G-2", second).unit("R-28", russian)
}

#[test]
fn the_attack_state_is_declared_once_on_turns_one_to_four() {
    shows!["tannenberg/10.61a", "tannenberg/10.61b", "tannenberg/10.61e", "tannenberg/10.61f"];
    for turn in 1..=4 {
        let mut table = frontier(turn, "4104", "4105", "4404").table(game());
        assert_eq!(table.options(), ["roll", "attack state"]);
        // Six points, without a roll.
        table.play(&["attack state"]);
        assert_eq!((table.last_rolls(), table.state().march.points), (vec![], 6));
        assert!(table.heard("Von François attacks"));
    }
    assert_eq!(frontier(5, "4104", "4105", "4404").table(game()).refused_by("attack state"), "tannenberg/10.61a");
    let again = frontier(4, "4104", "4105", "4404").mark("attack-state", "3");
    assert_eq!(again.table(game()).refused_by("attack state"), "tannenberg/10.61a");
    // It is von François' own: the rest of the Eighth Army rolls.
    let others = frontier(4, "4104", "4105", "4404").unit("G-41", "1513").mark("activated", "first-corps");
    assert_eq!(others.table(game()).refused_by("attack state"), "tannenberg/10.61b");
    // It stands in place of the roll: afterwards it is too late.
    let mut table = frontier(4, "4104", "4105", "4404").table(game());
    table.rolls(&[1]).play(&["roll"]);
    assert!(!table.offers("attack state"));
}

#[test]
fn the_attack_state_needs_a_supplied_division_near_the_enemy() {
    shows!["tannenberg/10.61c"];
    let refused = |setting: Setting| setting.table(game()).refused_by("attack state");
    // Too far away.
    assert_eq!(refused(frontier(3, "3604", "3605", "5004")), "tannenberg/10.61c");
    // Not in full supply from the map edge, either of them.
    let marked = |marks: &[&str]| {
        phase("german-operational", 3).marked("G-1", "4104", marks).marked("G-2", "4105", marks).unit("R-28", "4404")
    };
    for mark in ["attenuated", "unsupplied", "inland"] {
        assert_eq!(refused(marked(&[mark])), "tannenberg/10.61c", "{mark}");
    }
    // One that qualifies is enough.
    let one =
        phase("german-operational", 3).marked("G-1", "4104", &["attenuated"]).unit("G-2", "4105").unit("R-28", "4404");
    assert!(one.table(game()).offers("attack state"));
    // A Russian in his Entry Hex cannot be attacked, and is no target (ruling T8).
    assert_eq!(refused(frontier(3, "4904", "4905", "5205")), "tannenberg/10.61c");
}

#[test]
fn the_two_divisions_may_be_four_hexes_apart() {
    shows!["tannenberg/10.61d"];
    // Three hexes between them are allowed, four are not; one alone is asked nothing.
    assert!(frontier(3, "4104", "4108", "4404").table(game()).offers("attack state"));
    assert_eq!(frontier(3, "4104", "4109", "4404").table(game()).refused_by("attack state"), "tannenberg/10.61d");
    let alone = phase("german-operational", 3).unit("G-1", "4104").unit("R-28", "4404");
    assert!(alone.table(game()).offers("attack state"));
}

#[test]
fn a_unit_short_of_supply_has_half_in_the_attack_state() {
    shows!["tannenberg/10.61f"];
    let mut table = phase("german-operational", 3)
        .marked("G-1", "1611", &["attenuated"])
        .unit("G-2", "1612")
        .unit("R-28", "1814")
        .table(game());
    table.play(&["attack state", "pick G-1"]);
    assert_eq!(table.forecast("to 1610").sum.parts.last().unwrap().value, "3");
    table.play(&["stay", "pick G-2"]);
    assert_eq!(table.forecast("to 1611").sum.parts.last().unwrap().value, "6");
}

#[test]
fn who_declares_the_attack_state_and_does_not_attack_forfeits() {
    shows!["tannenberg/10.61g", "tannenberg/10.61h"];
    let play = |attacks: bool| {
        let mut table = frontier(3, "3821", "3820", "3822").unit("G-41", "1513").table(game());
        table.rolls(&[1]).play(&["attack state", "done", "roll", "done"]);
        if attacks {
            table.play(&["target 3822", "join G-1"]);
            table.rolls(&[1, 1]).play(&["launch"]);
        } else {
            table.play(&["done"]);
        }
        table
    };
    let table = play(true);
    assert!(table.outcome().is_none());
    let outcome = play(false).outcome().unwrap();
    assert_eq!((outcome.winner, outcome.clause.0), (Some(ALLIED), "tannenberg/10.61h"));
    let text = play(false).view(engine::Viewer::All).result.unwrap().text;
    assert_eq!(text, "Russian victory: the German I Corps did not attack.");
    // An attack by others does not do.
    let mut table = frontier(3, "3819", "3820", "3822").unit("G-41", "3821").table(game());
    table.rolls(&[1]).play(&["attack state", "done", "roll", "done", "target 3822", "join G-41"]);
    table.rolls(&[1, 1]).play(&["launch"]);
    assert_eq!(table.outcome().unwrap().clause.0, "tannenberg/10.61h");
}

#[test]
fn cavalry_that_rides_away_from_von_francois_has_been_attacked() {
    shows!["tannenberg/10.61g"];
    let mut table =
        phase("german-operational", 3).unit("G-1", "3821").unit("R-1Cav", "3822").unit("G-41", "1513").table(game());
    table.rolls(&[1]).play(&["attack state", "done", "roll", "done", "target 3822", "join G-1", "launch"]);
    table.play(&["withdraw R-1Cav", "to 3824", "done"]);
    assert!(table.outcome().is_none());
}

#[test]
fn the_new_command_comes_on_turn_five_if_von_francois_has_attacked() {
    shows!["tannenberg/10.61i", "tannenberg/10.62"];
    let eighth = |turn: u32, mark: Option<&str>| {
        let setting =
            phase("german-operational", turn).unit("G-41", "1513").unit("R-1", "5022").mark("activated", "first-corps");
        let setting = if let Some(turn) = mark { setting.mark("attack-state", turn) } else { setting };
        rolled(setting, Army::Eighth, "roll", 1)
    };
    assert_eq!(eighth(4, Some("3")), 2);
    assert_eq!(eighth(5, Some("3")), 3);
    assert_eq!(eighth(15, Some("1")), 3);
    assert_eq!(eighth(5, None), 2);
}

#[test]
fn an_army_without_units_is_passed_over() {
    shows!["std/10.1f"];
    let mut table = moves("russian-first", "3", 5).unit("R-25", "3922").unit("G-41", "1513").table(game());
    table.play(&["done"]);
    assert_eq!(table.state().side, GERMAN);
}
