//! The engine's laws hold for this game too.

use engine::laws::{Playouts, assert_forecast_agrees};
use engine::{Options, Rules};
use hex_fight::HexFight;
use std::sync::Arc;

fn playouts() -> Playouts {
    Playouts { scenario: 0, options: Options::default(), seed: 1914, longest: 200, closely: 10 }
}

#[test]
fn the_laws_hold_in_random_play() {
    let rules = Arc::new(HexFight::load(None).unwrap());
    let report = playouts().play(&*rules, 20_000);
    assert!(report.wins.iter().all(|&wins| wins > 0), "{report:?}");
    playouts().assert_record_replays(&rules);
}

#[test]
fn an_attack_comes_out_as_forecast() {
    let rules = HexFight::load(None).unwrap();
    let position = r#"{"pieces": [{"piece": "blue", "hex": "0505"}, {"piece": "red", "hex": "0506"}]}"#;
    let game = engine::Match::from_position(Arc::new(rules), position, 1.into()).unwrap();
    let attack = game.rules().parse(game.state(), "0505-0506").unwrap();
    assert_eq!(game.rules().forecast(game.state(), attack).unwrap().chances.len(), 3);
    assert_forecast_agrees(&**game.rules(), game.state(), attack, 100_000, 7);
}
