//! Refusals cite their clauses, numbers open into their parts, and choices point at the map.

use crate::common::{game, marked, raab, unit};
use engine::dice::SeededDice;
use engine::laws::Table;
use engine::{Decision, Rules, Side, Silence, Viewer, shows};
use march_into_battle::MarchIntoBattle;

#[test]
fn every_refusal_says_why_with_facts() {
    shows!["3.III.B2", "6.0a", "9.0d", "9.0e", "11.1g"];
    let setting = raab("GREN-C").unit("grenier", "1513").unit("eugene", "1513");
    let setting = marked(setting, "seras", "1512", "NE", &["disorganized"]);
    let setting = marked(setting, "durutte", "1614", "N", &["fatigue=9"]);
    let mut table = unit(setting, "jellacic", "1611", "SW").table(&game());
    assert_eq!(
        table.refusal("fight 1").to_string(),
        "this is not the moment for that (Choose a unit to act, or go on to the attacks.) (7.0b, 3.III.B2)"
    );
    table.play(&["pick seras"]);
    let refusal = table.refusal("to 1611");
    assert!(refusal.reason.contains("the enemy holds 1611"), "{refusal}");
    table.play(&["stay", "pick durutte"]);
    let refusal = table.refusal("to 1612");
    assert!(refusal.reason.contains("with 1 movement points"), "{refusal}");
    table.play(&["stay"]);
    assert_eq!(table.refused_by("attack seras 1611"), "7.0b");
}

#[test]
fn who_cannot_fight_is_told_the_reason() {
    shows!["9.0d", "11.1g", "10.2d"];
    let refused = |marks: &[&str], option: &str| {
        let setting = raab("GREN-C").unit("grenier", "1513").unit("eugene", "1513").option(option);
        let setting = marked(setting, "seras", "1512", "NE", marks);
        let setting = unit(setting, "durutte", "1612", "N");
        let mut table = unit(setting, "jellacic", "1611", "SW").table(&game());
        if table.offers("done") {
            table.play(&["done"]);
        }
        table.refused_by("attack seras 1611")
    };
    assert_eq!(refused(&["disorganized"], "lite=off"), "9.0d");
    assert_eq!(refused(&["fatigue=9"], "lite=off"), "11.1g");
}

#[test]
fn a_combat_opens_into_all_its_parts() {
    shows!["7.1.1a", "7.1.2a", "7.1.2b", "7.1.2c"];
    let odds = |steps: u8| {
        let setting = raab("GREN-C").unit("grenier", "1513").unit("eugene", "1513");
        let setting = unit(setting, "seras", "1512", "NE");
        let setting = setting.piece(serde_json::json!({
            "piece": "jellacic", "hex": "1611", "facing": "SW", "steps": steps
        }));
        let mut table = setting.table(&game());
        table.play(&["done", "attack seras 1611", "done"]);
        let forecast = table.forecast("fight 1");
        let total: f64 = forecast.chances.iter().map(|chance| chance.probability).sum();
        assert!((total - 1.0).abs() < 1e-9);
        let lines = forecast.sum.lines().join("\n");
        assert!(lines.contains("Seras from 1512: 6") && lines.contains("on the counter: 6"), "{lines}");
        lines
    };
    assert!(odds(1).contains("odds 6:2: +3"));
    assert!(odds(2).contains("odds 6:4: +2"));
    assert!(!odds(3).contains("odds"), "even odds change nothing");
    assert!(odds(4).contains("odds 6:8: -1"));
}

#[test]
fn victory_points_are_told_with_their_parts() {
    shows!["DN.2"];
    let table = Table::new(&game(), 1, &[]);
    let facts = table.view(Viewer::Spectator).facts;
    let french = facts.iter().find(|fact| fact.text.starts_with("French: ")).unwrap();
    assert!(!french.clauses.is_empty());
    let austrian = facts.iter().find(|fact| fact.text.starts_with("Austrian: ")).unwrap();
    assert!(austrian.text.contains("control of Kismegyer 1"), "{}", austrian.text);
}

#[test]
fn choices_light_up_the_map_and_say_what_they_cost() {
    shows!["6.0b"];
    let game = game();
    let mut state = game.set_up(1, game.about().default_options());
    let mut dice = SeededDice::new(5);
    let (mut legal, mut pointed, mut costs) = (Vec::new(), 0, 0);
    while let Decision::Choose(_) = game.decision(&state) {
        legal.clear();
        game.legal(&state, &mut legal);
        for &action in &legal {
            let choice = game.choice(&state, action);
            assert!(!choice.text.is_empty() && choice.text.len() < 90, "{}", choice.text);
            pointed += usize::from(choice.hex.is_some() || choice.piece.is_some());
            costs += usize::from(choice.cost.is_some());
        }
        let board = game.scenarios[1].ground.board();
        let mut meant = Vec::new();
        board.hexes().for_each(|hex| game.pointing_at(&state, hex, &mut meant));
        for action in meant {
            // Whatever is pointed at is either legal or refused with a reason.
            if let Err(refusal) = game.check(&state, action) {
                assert!(!refusal.clauses.is_empty());
            }
        }
        let action = legal[dice.below(legal.len())];
        game.play(&mut state, action, &mut dice, &mut Silence);
    }
    assert!(pointed > 1000 && costs > 500, "{pointed} {costs}");
}

#[test]
fn a_side_may_give_up() {
    shows!["3.0a"];
    let game = game();
    let mut state = game.set_up(2, game.about().default_options());
    game.concede(&mut state, Side::Second);
    let Decision::Over(outcome) = game.decision(&state) else { panic!("it goes on") };
    assert_eq!(outcome.winner, Some(Side::First));
    let view = MarchIntoBattle::view(&game, &state, Viewer::All);
    assert_eq!(view.result.unwrap().text, "French victory: the Russian side gives up");
}

#[test]
fn the_price_of_a_march_is_told_hex_by_hex() {
    shows!["6.3a", "6.5a", "6.0b"];
    let march = |friend: &str, to: &str| {
        let setting = raab("BARA RES").unit("baraguey-d-hilliers", "0910").unit("eugene", "0910");
        let setting = unit(unit(setting, "pacthod", friend, "N"), "severoli", "0910", "N");
        let mut table = setting.table(&game());
        table.play(&["pick severoli"]);
        table.forecast(&format!("to {to}")).sum.lines().join("\n")
    };
    let alone = march("0102", "1008");
    assert!(alone.contains("0909, by road: 1") && alone.contains("1008, by road: 1"), "{alone}");
    let behind = march("0909", "1008");
    assert!(behind.contains("0909, past a friend on the road: 2"), "{behind}");
    let beside = march("0102", "0809");
    assert!(beside.contains("0809, ") && !beside.contains("road"), "{beside}");
}
