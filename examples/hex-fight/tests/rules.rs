//! One short story a rule.

use engine::{Decision, Match, PlayError, Refusal, Side, Viewer, shows};
use hex_fight::HexFight;
use std::sync::Arc;

fn game(position: &str) -> Match<HexFight> {
    Match::from_position(Arc::new(HexFight::load(None).unwrap()), position, 1.into()).unwrap()
}

/// A blue unit beside a red one, and one more of each far away.
fn duel() -> Match<HexFight> {
    game(
        r#"{"pieces": [{"piece": "blue", "hex": "0505"}, {"piece": "red", "hex": "0506"},
                       {"piece": "blue", "hex": "0101"}, {"piece": "red", "hex": "1111"}]}"#,
    )
}

fn refusal(game: &mut Match<HexFight>, side: Side, step: &str) -> Refusal {
    match game.play(side, step) {
        Err(PlayError::Refused(refusal)) => refusal,
        other => panic!("{step} was not refused: {other:?}"),
    }
}

fn hexes(game: &Match<HexFight>, side: &str) -> Vec<String> {
    let pieces = engine::Rules::view(&**game.rules(), game.state(), Viewer::All).pieces;
    let pieces = pieces.into_iter().filter(|piece| piece.side == side);
    pieces.map(|piece| format!("{:?}", piece.place).replace("Hexes([\"", "").replace("\"])", "")).collect()
}

#[test]
fn twelve_units_stand_in_opposite_corners() {
    shows!["1.1", "1.2"];
    let rules = Arc::new(HexFight::load(None).unwrap());
    let game = Match::new(rules, 0, Default::default(), 1.into(), Vec::new());
    assert_eq!(engine::Rules::map(&**game.rules(), 0).board.len(), 121);
    assert_eq!(hexes(&game, "blue").len(), 12);
    assert_eq!(hexes(&game, "red").last().map(String::as_str), Some("1111"));
}

#[test]
fn a_unit_moves_one_hex_and_then_the_other_side_moves() {
    shows!["2.1", "2.2", "2.3"];
    let mut game = duel();
    assert_eq!(game.play(Side::Second, "1111-1110"), Err(PlayError::NotYourChoice));
    assert_eq!(refusal(&mut game, Side::First, "1111-1110").to_string(), "Blue has no unit in 1111 (2.1)");
    assert_eq!(refusal(&mut game, Side::First, "0101-0103").to_string(), "0103 is no neighbour of 0101 (2.2)");
    game.play(Side::First, "0101-0102").unwrap();
    assert_eq!(hexes(&game, "blue"), ["0102", "0505"]);
    assert_eq!(game.decision(), Decision::Choose(Side::Second));
    let mut game = self::game(
        r#"{"pieces": [{"piece": "blue", "hex": "0505"}, {"piece": "blue", "hex": "0506"},
                       {"piece": "red", "hex": "1111"}]}"#,
    );
    assert_eq!(refusal(&mut game, Side::First, "0505-0506").to_string(), "Blue has a unit in 0506 already (2.3)");
}

#[test]
fn an_attack_takes_the_hex_or_loses_the_attacker_or_does_nothing() {
    shows!["3.1", "3.2", "3.3"];
    for (roll, blue, red) in [
        (6, vec!["0101", "0506"], vec!["1111"]),
        (5, vec!["0101", "0506"], vec!["1111"]),
        (4, vec!["0101", "0505"], vec!["0506", "1111"]),
        (2, vec!["0101", "0505"], vec!["0506", "1111"]),
        (1, vec!["0101"], vec!["0506", "1111"]),
    ] {
        let mut game = duel();
        game.force([roll]);
        game.play(Side::First, "0505-0506").unwrap();
        assert_eq!((hexes(&game, "blue"), hexes(&game, "red")), (own(blue), own(red)), "roll {roll}");
    }
}

fn own(list: Vec<&str>) -> Vec<String> {
    list.into_iter().map(String::from).collect()
}

#[test]
fn a_side_without_units_has_lost() {
    shows!["4.1"];
    let mut game = game(r#"{"pieces": [{"piece": "blue", "hex": "0505"}, {"piece": "red", "hex": "0506"}]}"#);
    game.force([6]);
    game.play(Side::First, "0505-0506").unwrap();
    assert_eq!(game.record().result.as_deref(), Some("blue by 4.1"));
}

#[test]
fn after_the_last_ply_more_units_win() {
    shows!["4.2"];
    let blue = r#"{"piece": "blue", "hex": "0101"}"#;
    let red = r#"{"piece": "red", "hex": "1111"}"#;
    for (more, result) in [("", "draw by 4.2"), (r#", {"piece": "red", "hex": "1101"}"#, "red by 4.2")] {
        let mut game = game(&format!(r#"{{"turn": 200, "pieces": [{blue}, {red}{more}]}}"#));
        game.play(Side::Second, "1111-1110").unwrap();
        assert_eq!(game.record().result.as_deref(), Some(result));
    }
}

#[test]
fn who_gives_up_has_lost() {
    shows!["4.3"];
    let mut game = duel();
    game.concede(Side::First).unwrap();
    assert_eq!(game.record().result.as_deref(), Some("red by 4.3"));
}

#[test]
fn a_position_that_cannot_be_is_refused() {
    let rules = Arc::new(HexFight::load(None).unwrap());
    for (position, error) in [
        (r#"{"pieces": [{"piece": "green", "hex": "0101"}]}"#, "there is no piece \"green\""),
        (
            r#"{"pieces": [{"piece": "blue", "hex": "1212"}]}"#,
            "hex 1212 is not on the board (columns 01-11, rows 01-11)",
        ),
        (r#"{"turn": 201}"#, "turn 201 is not one of 1 to 200"),
    ] {
        let refused = Match::from_position(rules.clone(), position, 1.into()).err().unwrap();
        assert_eq!(refused.to_string(), error);
    }
}
