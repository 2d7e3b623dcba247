//! 1.1 Headquarters, 1.2 HQ Replenishment, and the notes of the scenarios about HQs.

use crate::common::{Setting, Table, cited, flipped, game, hex, new, on, phase, piece, whereabouts};
use engine::{Habit, Hope, Role, Wish, shows};
use rock_of_the_marne::RockOfTheMarne;
use rock_of_the_marne::pieces::{ALLIED, GERMAN};
use serde_json::json;

type Game = Table<RockOfTheMarne>;

fn depleted(name: &str, hex: &str) -> serde_json::Value {
    json!({ "piece": name, "hex": hex, "marks": ["depleted"] })
}

/// Three German divisions around 59.07 have 27 attack strength: 3 to 1 against a French division with an HQ.
fn attack(turn: u32) -> Setting {
    phase("combat", turn).unit("G-10", "59.06").unit("G-33", "58.06").unit("G-9", "60.06").unit("G-HQ-13", "59.04")
}

/// Attacks 59.07 with all and these dice; the attacker's own losses fall on the 10th Division.
fn strike(setting: Setting, dice: [u16; 2]) -> Game {
    let mut table = on(setting);
    table.play(&["target 59.07", "join all"]).rolls(&dice).play(&["fight"]);
    while table.state().outcome.is_none() && table.chooser() == GERMAN && table.offers("lose G-10") {
        table.play(&["lose G-10"]);
    }
    table
}

#[test]
fn an_hq_takes_a_loss_after_everybody_else_in_its_hex() {
    shows!["1.1c"];
    // 8 at 3 to 1: the defender loses two steps. The first must be the division's.
    let defended = || attack(9).unit("F-55", "59.07").unit("F-HQ-2", "59.07");
    let mut table = strike(defended(), [4, 4]);
    assert_eq!(table.chooser(), ALLIED);
    assert!(flipped(&table, "F-55"));
    assert_eq!(table.options(), ["lose F-55", "lose F-HQ-2"]);
    // Whoever has ordered losses where they cost least keeps his HQ.
    assert_eq!([table.choice("lose F-55").role, table.choice("lose F-HQ-2").role], [Some(Role::Least), None]);
    table.play(&["lose F-HQ-2"]);
    assert_eq!(whereabouts(&table, "F-HQ-2"), None);
    assert_eq!(whereabouts(&table, "F-55").as_deref(), Some("59.07"));
    // Alone in its hex it takes the first (ruling 80).
    let lost_alone = |setting: Setting| {
        let mut table = on(setting);
        table.play(&["target 59.07", "join all"]).rolls(&[4, 4]).play(&["fight"]);
        // The attacker's own loss comes first.
        table.misdeeds(&[], "lose G-10").units(ALLIED, Habit::LostAlone)
    };
    assert_eq!(lost_alone(attack(9).unit("F-HQ-2", "59.07")), 1);
    assert_eq!(lost_alone(attack(9).unit("F-HQ-2", "59.07").unit("F-55", "59.07")), 0, "troops were there");
    let table = strike(attack(9).unit("F-HQ-2", "59.07"), [4, 4]);
    assert_eq!(whereabouts(&table, "F-HQ-2"), None);
}

#[test]
fn a_corps_hq_that_is_hit_comes_back_replenished_two_turns_later() {
    shows!["1.1d-1", "1.1d-2"];
    // The worked example: a French Corps HQ takes a step loss on turn 4 and is placed at turn 6 of the track.
    let mut table = strike(attack(4).piece(depleted("F-HQ-4", "59.07")).unit("F-55", "59.12"), [4, 4]);
    let hq = piece("F-HQ-4");
    assert!(table.state().waiting.contains(hq));
    assert_eq!(table.state().due[hq.index()], 6);
    assert!(!table.state().dead.contains(hq));
    // Nobody brings it in before: not even on turn 5.
    while (table.state().turn, table.state().side) != (5, ALLIED) {
        let options = table.options();
        let next = options.iter().find(|option| *option == "done").unwrap_or(&options[0]).clone();
        table.play(&[&next]);
    }
    assert!(table.state().waiting.contains(hq));
    // On turn 6 it comes in with the Allied reinforcements, Replenished.
    let back = json!({ "piece": "F-HQ-4", "place": "turn 6" });
    let mut table = on(phase("replacement", 6).mark("side", "allied").piece(back).unit("F-55", "56.07"));
    table.play(&["pick F-HQ-4", "to 56.07"]);
    assert_eq!(whereabouts(&table, "F-HQ-4").as_deref(), Some("56.07"));
    assert!(!flipped(&table, "F-HQ-4"));
    assert_eq!(cited(&table, "F-HQ-4 comes back in 56.07"), ["1.1d-2", "1.1e-1"]);
    let early = json!({ "piece": "F-HQ-4", "place": "turn 6" });
    let table = on(phase("replacement", 5).mark("side", "allied").piece(early).unit("F-55", "56.07"));
    assert_eq!(table.refused_by("pick F-HQ-4"), "1.1d-2");
}

#[test]
fn an_army_hq_that_is_hit_goes_to_the_nearest_friends() {
    shows!["1.1d-3", "scs/8.0h"];
    let table = strike(attack(9).unit("F-Army-6", "59.07").unit("F-55", "59.10").unit("F-2", "50.07"), [4, 4]);
    assert_eq!(whereabouts(&table, "F-Army-6").as_deref(), Some("59.10"));
    assert!(!table.state().waiting.contains(piece("F-Army-6")));
    // Its owner chooses among equals.
    let table = strike(attack(9).unit("F-Army-6", "59.07").unit("F-55", "59.10").unit("F-2", "57.10"), [4, 4]);
    assert_eq!(game().ground.board().distance(hex("59.07"), hex("57.10")), 4);
    assert_eq!(whereabouts(&table, "F-Army-6").as_deref(), Some("59.10"));
    let mut table = strike(attack(9).unit("F-Army-6", "59.07").unit("F-55", "59.10").unit("F-2", "57.09"), [4, 4]);
    assert_eq!(table.chooser(), ALLIED);
    assert_eq!(table.refused_by("to 59.12"), "1.1d-3");
    table.play(&["to 57.09"]);
    assert_eq!(whereabouts(&table, "F-Army-6").as_deref(), Some("57.09"));
}

/// The Allied Replacement Phase of turn 9, the HQ of the French 2 Corps waiting since turn 8.
fn homecoming() -> Setting {
    phase("replacement", 9).mark("side", "allied").piece(json!({ "piece": "F-HQ-2", "place": "turn 8" }))
}

#[test]
fn a_hq_comes_back_to_a_friendly_village_or_its_own_command() {
    shows!["1.1e-1"];
    let comes = |setting: Setting| {
        let mut table = on(setting);
        table.play(&["pick F-HQ-2"]);
        table
    };
    // L'Épine, Châlons; the 33rd Division belongs to the 2 Corps, the 55th does not.
    let table = comes(homecoming().unit("F-33", "46.12").unit("F-55", "46.07"));
    assert!(table.offers("to 56.07") && table.offers("to 52.06") && table.offers("to 46.12"));
    assert!(!table.offers("to 46.07") && !table.offers("to 46.11"));
    assert_eq!(table.refused_by("to 46.07"), "1.1e-1");
    // Not where an enemy zone lies, not behind the German line, not where no line of supply leads.
    let table = comes(homecoming().unit("F-33", "46.12").unit("G-10", "46.13"));
    assert!(!table.offers("to 46.12"));
    assert!(!table.offers("to 16.20"));
    assert!(table.offers("to 56.07"));
    assert!(!comes(homecoming().mark("ground", "56.07")).offers("to 56.07"));
    let ring = ["56.09", "54.08", "54.06", "56.05", "58.06", "58.08"];
    let guards = ["G-10", "G-33", "G-9", "G-20", "G-50Res", "G-26"];
    let surrounded = guards.iter().zip(ring).fold(homecoming(), |setting, (unit, at)| setting.unit(unit, at));
    assert!(!comes(surrounded).offers("to 56.07"));
}

#[test]
fn a_hq_may_wait_and_must_if_it_has_nowhere_to_go() {
    shows!["1.1e-2", "1.1e-3"];
    // The owner may leave it on the track.
    let mut table = on(homecoming().unit("F-55", "46.07"));
    table.play(&["done"]);
    assert!(table.state().waiting.contains(piece("F-HQ-2")));
    // In the valley of the Ardre, every village German: there is nowhere to come back.
    let all: Vec<String> = crate::common::scenario("ardre").area.iter().map(|at| game().ground.label(at)).collect();
    let closed = homecoming().scenario("ardre").unit("BR-152/51", "33.18").mark("ground", &all.join(" "));
    assert_eq!(on(closed.clone()).refused_by("pick F-HQ-2"), "1.1e-1");
    let mut table = on(closed);
    table.play(&["done"]);
    assert!(table.state().waiting.contains(piece("F-HQ-2")));
}

/// Rolls these dice in a Refit Phase.
fn refit(setting: Setting, dice: &[u16]) -> Game {
    let mut table = on(setting);
    table.rolls(dice).play(&["done"]);
    table
}

#[test]
fn a_depleted_hq_rolls_once_a_turn_above_the_number() {
    shows!["1.2a-3", "1.2a-4"];
    // The Germans need more than 5 on turn 9, the Allies any number.
    let german = || phase("replacement", 9).piece(depleted("G-HQ-13", "20.30")).unit("G-10", "20.30");
    assert!(!flipped(&refit(german(), &[6]), "G-HQ-13"));
    assert!(flipped(&refit(german(), &[5]), "G-HQ-13"));
    let allied = |turn: u32| {
        let side = phase("replacement", turn).mark("side", "allied");
        side.piece(depleted("F-HQ-3", "20.05")).unit("F-55", "20.05")
    };
    assert!(!flipped(&refit(allied(9), &[1]), "F-HQ-3"));
    // On turn 6 they need more than 2.
    assert!(!flipped(&refit(allied(6), &[3]), "F-HQ-3"));
    assert!(flipped(&refit(allied(6), &[2]), "F-HQ-3"));
    // One die for each, and no second try.
    let table = refit(german().piece(depleted("G-HQ-8", "20.30")), &[5, 6, 6, 6]);
    assert_eq!(table.last_rolls(), [5, 6]);
    assert!(flipped(&table, "G-HQ-8") != flipped(&table, "G-HQ-13"));
    // More than 5 is a 6: that is what the Germans hope for.
    let roll = table.playing.log().iter().flat_map(|(_, event)| &event.rolls).next().unwrap();
    assert_eq!(roll.hope, Some(Hope { side: GERMAN, wish: Wish::AtLeast(6) }));
    // A Replenished one does not roll.
    assert_eq!(refit(phase("replacement", 9).unit("G-HQ-13", "20.30"), &[1]).last_rolls(), [0_u16; 0]);
}

#[test]
fn army_hqs_are_never_depleted() {
    shows!["1.2c", "1.1a-3"];
    let table = refit(phase("replacement", 9).unit("G-Army-9", "20.30"), &[1]);
    assert_eq!(table.last_rolls(), [0_u16; 0]);
    // They shift attacks turn after turn.
    let setting = phase("combat", 9).unit("G-10", "59.06").unit("G-HQ-13", "59.04").unit("G-Army-9", "58.02");
    let mut table = on(setting.unit("F-55", "59.07").unit("F-2", "59.12"));
    table.play(&["target 59.07", "join G-10", "shift G-Army-9"]).rolls(&[3, 4]).play(&["fight"]);
    while table.state().phase == rock_of_the_marne::sequence::Phase::Combat {
        let options = table.options();
        let next = options.iter().find(|option| *option == "done").unwrap_or(&options[0]).clone();
        table.play(&[&next]);
    }
    assert!(!flipped(&table, "G-Army-9") && flipped(&table, "G-HQ-13"));
    let marked = json!({ "piece": "G-Army-9", "hex": "58.02", "marks": ["depleted"] });
    let setting = phase("combat", 9).unit("G-10", "59.06").unit("G-HQ-13", "59.04").piece(marked).unit("F-55", "59.07");
    let mut table = on(setting);
    table.play(&["target 59.07", "join G-10"]);
    assert!(table.offers("shift G-Army-9"));
}

#[test]
fn hqs_of_the_quiet_front_stay_depleted_until_turn_7() {
    shows!["6.1/note3-a", "6.1/note4-b"];
    let german = |turn| phase("replacement", turn).piece(depleted("G-HQ-13", "04.26")).unit("G-10", "04.26");
    for turn in [1, 3, 6] {
        let table = refit(german(turn), &[6]);
        assert!(flipped(&table, "G-HQ-13"), "turn {turn}");
        assert_eq!(table.last_rolls(), [0_u16; 0]);
    }
    // On turn 7 it rolls with the number of the turn, 5.
    assert!(!flipped(&refit(german(7), &[6]), "G-HQ-13"));
    assert!(flipped(&refit(german(7), &[5]), "G-HQ-13"));
    // The hex of the set-up counts: others roll wherever they are, and the 13 Corps nowhere.
    let other = phase("replacement", 3).piece(depleted("G-HQ-8Res", "05.20")).piece(depleted("G-HQ-13", "30.25"));
    let table = refit(other.unit("G-10", "05.20"), &[6, 6]);
    assert!(!flipped(&table, "G-HQ-8Res") && flipped(&table, "G-HQ-13"));
    // So do the Allies of columns 01 to 11.
    let side = phase("replacement", 3).mark("side", "allied");
    let allied = side.piece(depleted("F-HQ-38", "11.11")).piece(depleted("F-HQ-3", "20.10")).unit("F-55", "20.10");
    let table = refit(allied, &[6, 6]);
    assert!(flipped(&table, "F-HQ-38") && !flipped(&table, "F-HQ-3"));
    // On turn 7 the 38 Corps rolls, being in column 11.
    let side = phase("replacement", 7).mark("side", "allied");
    assert!(!flipped(&refit(side.piece(depleted("F-HQ-38", "11.11")).unit("F-55", "11.11"), &[3]), "F-HQ-38"));
}

#[test]
fn an_hq_of_the_quiet_front_comes_back_depleted() {
    shows!["6.1/note3-a", "1.1d-2"];
    let back = |hq: &str, unit: &str, turn: u32| {
        let waiting = json!({ "piece": hq, "place": format!("turn {turn}") });
        let mut table = on(phase("replacement", turn).piece(waiting).unit(unit, "46.30").unit("F-55", "46.05"));
        table.play(&[&format!("pick {hq}"), "to 46.30"]);
        table
    };
    // The 13 Corps was set up in the west; the 42nd Division is of its command.
    let table = back("G-HQ-13", "G-42", 5);
    assert!(flipped(&table, "G-HQ-13"));
    assert_eq!(cited(&table, "G-HQ-13 comes back Depleted"), ["6.1/note3-a", "1.1e-1"]);
    // On turn 7 it is before the Refit Phase that it comes back (ruling 109).
    assert!(flipped(&back("G-HQ-13", "G-42", 7), "G-HQ-13"));
    assert!(!flipped(&back("G-HQ-13", "G-42", 8), "G-HQ-13"));
}

#[test]
fn an_hq_that_goes_to_the_quiet_front_is_depleted() {
    shows!["6.1/note3-b", "6.1/note3-d"];
    let moved = |turn: u32, from: &str, to: &str| {
        let mut table = on(phase("movement", turn).unit("G-HQ-8Res", from).unit("G-33", "30.30"));
        table.play(&["pick G-HQ-8Res", &format!("to {to}")]);
        flipped(&table, "G-HQ-8Res")
    };
    assert!(moved(5, "12.18", "10.18"));
    assert!(!moved(5, "12.18", "11.19"));
    // It must begin east of hexrow 11 to be caught.
    assert!(!moved(5, "11.19", "10.18"));
    assert!(moved(7, "12.18", "10.18"));
    assert!(!moved(8, "12.18", "10.18"));
    // It is told, once: one that is Depleted already loses nothing.
    let told = |marks: &[&str]| {
        let hq = json!({ "piece": "G-HQ-8Res", "hex": "12.18", "marks": marks });
        let mut table = on(phase("movement", 7).piece(hq).unit("G-33", "30.30").unit("F-2", "20.02"));
        table.play(&["pick G-HQ-8Res", "to 10.18"]);
        let all = table.told(engine::Viewer::Side(rock_of_the_marne::pieces::ALLIED));
        let said = all.into_iter().filter(|text| text.contains("is Depleted")).collect::<Vec<_>>();
        (said, table)
    };
    let (said, table) = told(&[]);
    assert_eq!(said, ["G-HQ-8Res is Depleted: it has gone west of hexrow 11."]);
    assert_eq!(cited(&table, "G-HQ-8Res is Depleted"), ["6.1/note3-b"]);
    assert!(told(&["depleted"]).0.is_empty());
}

#[test]
fn empty_enemy_trenches_of_the_quiet_front_are_closed_until_turn_8() {
    shows!["6.1/note3-c", "6.1/note3-d"];
    let ground = &game().ground;
    assert!(ground.french_trench(hex("02.29")) && ground.german_trench(hex("03.29")));
    let enters = |turn: u32, side: &str, unit: &str, from: &str, to: &str| {
        let mut table = on(phase("movement", turn).mark("side", side).unit(unit, from));
        table.play(&[&format!("pick {unit}")]);
        table.offers(&format!("to {to}"))
    };
    assert!(!enters(7, "german", "G-10", "03.29", "02.29"));
    assert!(enters(8, "german", "G-10", "03.29", "02.29"));
    assert!(!enters(7, "allied", "F-55", "02.29", "03.29"));
    assert!(enters(8, "allied", "F-55", "02.29", "03.29"));
    // Their own trenches are open, and so are those east of column 10.
    assert!(enters(7, "german", "G-10", "03.29", "03.30"));
    assert!(ground.french_trench(hex("39.24")));
    assert!(enters(1, "german", "G-10", "39.25", "39.24"));
    let mut table = on(phase("movement", 7).unit("G-10", "03.29"));
    table.play(&["pick G-10"]);
    assert_eq!(table.refused_by("to 02.29"), "6.1/note3-c");
    // A Stormtrooper does not attack into an empty one either, across the Marne from 11.11.
    assert!(ground.french_trench(hex("10.10")));
    let crosses = |turn: u32| {
        let table = on(phase("combat", turn).unit("G-Storm-1", "11.11").unit("G-HQ-39Res", "11.11"));
        table.offers("target 10.10")
    };
    assert!(!crosses(7) && crosses(8));
}

#[test]
fn nobody_retreats_into_empty_enemy_trenches_of_the_quiet_front() {
    shows!["6.1/note3-c", "6.1/note3-d"];
    // A German division beside the French trench 02.29 is attacked from the east: 12 at the worst odds is A1,D2r1.
    let beaten = |turn: u32| {
        let setting = phase("combat", turn).mark("side", "allied").unit("F-55", "04.29").unit("F-HQ-1", "05.30");
        let mut table = on(setting.unit("G-10", "03.29").unit("G-Storm-1", "03.29"));
        table.play(&["target 03.29", "join F-55"]).rolls(&[6, 6]).play(&["fight"]);
        while table.options().iter().all(|option| option.starts_with("lose")) {
            let next = table.options()[0].clone();
            table.play(&[&next]);
        }
        table
    };
    let table = beaten(3);
    assert_eq!(table.chooser(), GERMAN);
    assert_eq!(table.refused_by("to 02.29"), "6.1/note3-c");
    assert!(beaten(8).offers("to 02.29"));
}

#[test]
fn an_advance_opens_the_trenches_unless_the_strict_option_is_on() {
    shows!["6.1/note3-c"];
    // A regiment in the French trench 02.29 is destroyed from 03.29 and 03.30 (ruling 96).
    let weak = json!({ "piece": "F-Rgt-1", "hex": "02.29", "steps": 1 });
    let setting = |option: &str| {
        let setting = phase("combat", 7).piece(weak.clone()).unit("G-10", "03.29").unit("G-33", "03.30");
        setting.unit("G-HQ-39Res", "04.30").unit("F-55", "01.20").option(option)
    };
    let advances = |option: &str| {
        let mut table = on(setting(option));
        table.play(&["target 02.29", "join all"]).rolls(&[6, 6]).play(&["fight"]);
        table.offers("advance G-10")
    };
    assert!(advances("strict-trenches=off"));
    assert!(!advances("strict-trenches=on"));
    // The front is quiet in the west alone: the German trench 38.25 is none of those.
    assert!(game().ground.german_trench(hex("38.25")));
    let weak = json!({ "piece": "G-Storm-1", "hex": "38.25", "steps": 1 });
    let setting = phase("combat", 7).mark("side", "allied").piece(weak).unit("F-55", "38.24").unit("F-HQ-1", "38.22");
    let mut table = on(setting.unit("G-10", "20.20").option("strict-trenches=on"));
    table.play(&["target 38.25", "join F-55"]).rolls(&[6, 6]).play(&["fight"]);
    assert!(table.offers("advance F-55"), "{:?}", table.options());
}

#[test]
fn allied_hqs_of_the_west_awake_when_turn_7_begins() {
    shows!["6.1/note4-a", "6.1/note4-b"];
    let west = phase("exploitation", 6)
        .mark("side", "allied")
        .piece(depleted("F-HQ-1", "02.33"))
        .piece(depleted("F-HQ-2", "10.15"))
        .piece(depleted("F-HQ-38", "11.11"))
        .piece(depleted("G-HQ-13", "04.26"))
        .unit("G-10", "04.26");
    let mut table = on(west);
    // The German HQ rolls, and fails; the Allies of columns 01 to 10 need no roll.
    table.rolls(&[1]).play(&["done"]);
    assert_eq!((table.state().turn, table.state().side), (7, GERMAN));
    assert!(!flipped(&table, "F-HQ-1") && !flipped(&table, "F-HQ-2"));
    assert!(flipped(&table, "F-HQ-38") && flipped(&table, "G-HQ-13"));
    assert_eq!(table.last_rolls(), [1]);
}

#[test]
fn the_10th_army_begins_with_its_hqs_replenished() {
    shows!["7.3/note1"];
    let table = new("tenth-army", &[]);
    for hq in ["F-HQ-1", "F-HQ-20", "F-HQ-11", "F-HQ-2", "F-HQ-7", "US-HQ-1", "F-HQ-1Cav"] {
        assert!(!flipped(&table, hq), "{hq}");
    }
    for hq in ["F-HQ-38", "F-HQ-3", "G-HQ-39Res", "G-HQ-13", "G-HQ-25Res", "G-HQ-8", "G-HQ-4Res"] {
        assert!(flipped(&table, hq), "{hq}");
    }
}

#[test]
fn some_german_hqs_give_no_shift_on_the_first_day() {
    shows!["6.1/note2-a", "6.1/note2-b", "7.1/note1"];
    let shifts = |scenario: &str, turn: u32, hq: &str| {
        let setting = phase("combat", turn).scenario(scenario).unit("F-55", "59.07").unit("G-10", "59.06");
        let mut table = on(setting.unit("G-HQ-Ersatz", "58.04").unit(hq, "59.04"));
        table.play(&["target 59.07", "join G-10"]);
        if table.options().iter().any(|option| option.starts_with("supply")) {
            table.play(&["supply G-HQ-Ersatz"]);
        }
        let offered = table.offers(&format!("shift {hq}"));
        assert_eq!(offered, table.options().iter().any(|option| *option == format!("shift {hq}")));
        if !offered {
            assert_eq!(table.refused_by(&format!("shift {hq}")), "6.1/note2-a");
        }
        offered
    };
    let corps = ["G-HQ-7Res", "G-HQ-14", "G-HQ-24Res", "G-HQ-12", "G-HQ-1Bav"];
    for scenario in ["campaign", "gouraud"] {
        for hq in corps {
            assert!(!shifts(scenario, 1, hq) && shifts(scenario, 2, hq), "{hq}");
        }
        for army in ["G-Army-1", "G-Army-3"] {
            assert!(!shifts(scenario, 1, army) && !shifts(scenario, 2, army) && shifts(scenario, 3, army), "{army}");
        }
    }
    assert!(!shifts("campaign", 1, "G-HQ-15") && shifts("campaign", 2, "G-HQ-15"));
    assert!(shifts("campaign", 1, "G-HQ-8Res") && shifts("campaign", 1, "G-Army-7"));
    // The Marne battle has no such note.
    assert!(crate::common::scenario("rock-of-the-marne").no_shift.is_empty());
}

#[test]
fn an_hq_that_falls_with_its_troops_was_not_alone() {
    shows!["1.1c"];
    let mut table = strike(attack(9).unit("F-HQ-2", "59.07").unit("F-55", "59.07"), [4, 4]);
    assert_eq!(table.misdeeds(&[], "lose F-HQ-2").units(ALLIED, Habit::LostAlone), 0);
    table.play(&["lose F-HQ-2"]);
    assert_eq!(whereabouts(&table, "F-HQ-2"), None);
}

#[test]
fn where_a_hq_can_come_back_is_asked_anew_whenever_something_has_changed() {
    shows!["1.1e-1"];
    let comes = |guards: &[&str], hexes: &[String]| {
        let ring = guards.iter().zip(hexes);
        let setting = ring.fold(homecoming().unit("F-33", "46.12"), |setting, (unit, at)| setting.unit(unit, at));
        let mut table = on(setting);
        table.play(&["pick F-HQ-2"]);
        table.offers("to 56.07")
    };
    let wide = ["56.09", "54.08", "54.06", "56.05", "58.06", "58.08"].map(String::from);
    let around = game().ground.board().neighbours(hex("56.07")).map(|(_, hex)| game().ground.label(hex));
    let close: Vec<String> = around.collect();
    let hqs = ["G-HQ-13", "G-HQ-8", "G-HQ-23Res", "G-HQ-25Res", "G-HQ-4Res", "G-HQ-39Res"];
    let divisions = ["G-10", "G-33", "G-9", "G-20", "G-50Res", "G-26"];
    // HQs have no zone: a line leads between them; divisions in the same hexes close it, and so do HQs side by side.
    assert!(comes(&[], &[]));
    assert!(comes(&hqs, &wide));
    assert!(!comes(&divisions, &wide));
    assert!(comes(&hqs, &wide));
    assert!(!comes(&hqs, &close));
    assert!(comes(&[], &[]));
}
