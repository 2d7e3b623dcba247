//! A change applied to the view before gives the view after, whatever happened.

use ai::Player;
use catalogue::{Game, HEX_FIGHT, NewMatch, find};
use engine::dice::{Dice, Seed, SeededDice};
use engine::view::{Fact, Phase, Result as Ending};
use engine::{Clause, Decision, Event, EventKind, FigureName, Roll, Side, View, Viewer, Wish};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use wire::{Change, LogEvent};

const VIEWERS: [Viewer; 4] = [Viewer::Side(Side::First), Viewer::Side(Side::Second), Viewer::Spectator, Viewer::All];

/// What a page does with a change.
fn apply(view: &Value, change: &Value) -> Value {
    let mut view: Map<String, Value> = view.as_object().unwrap().clone();
    for (key, told) in change.as_object().unwrap() {
        match key.as_str() {
            "result" if told.is_null() => drop(view.remove(key)),
            "turn" | "phase" | "to_choose" | "result" => drop(view.insert(key.clone(), told.clone())),
            _ => {
                let old = view[key].as_array().unwrap().clone();
                let parts = told.as_array().unwrap().iter().flat_map(|part| match part.as_array() {
                    None => vec![part.clone()],
                    Some(run) => old[place(&run[0])..place(&run[1])].to_vec(),
                });
                view.insert(key.clone(), parts.collect());
            }
        }
    }
    Value::Object(view)
}

fn place(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

fn assert_tells(before: &View, after: &View) {
    let change = json!(Change::between(before, after));
    assert_eq!(apply(&json!(before), &change), json!(after));
    assert_eq!(change.as_object().unwrap().is_empty(), before == after);
}

fn games() -> [Arc<dyn Game>; 2] {
    [HEX_FIGHT.load(None).unwrap(), find("first-blood").unwrap().load(None).unwrap()]
}

#[test]
fn every_step_of_a_game_is_told_by_its_change() {
    for game in games() {
        for player in [Player::RANDOM, Player::GREEDY] {
            let mut table = game.begin(NewMatch { seed: Seed::from(6), ..NewMatch::default() }).unwrap();
            let dice = ai::dice(Seed::from(6));
            while let Decision::Choose(_) = table.decision() {
                let viewer = VIEWERS[table.actions() % VIEWERS.len()];
                let before = table.view(viewer);
                table.play_computer(player, &dice).unwrap();
                assert_tells(&before, &table.view(viewer));
            }
            assert!(table.actions() > 20);
        }
    }
}

#[test]
fn any_two_views_are_told_apart() {
    let [_, game] = games();
    let mut table = game.begin(NewMatch::default()).unwrap();
    let player = ai::dice(Seed::from(1));
    (0..300).for_each(|_| drop(table.play_computer(Player::GREEDY, &player)));
    let mut dice = SeededDice::new(15);
    for _ in 0..200 {
        let [mut before, mut after] = [(); 2].map(|()| table.view(VIEWERS[dice.below(4)]));
        for view in [&mut before, &mut after] {
            disturb(view, &mut dice);
        }
        assert_tells(&before, &after);
        assert_tells(&after, &before);
    }
}

/// Drops, doubles and swaps some entries, and changes the rest of the view.
fn disturb(view: &mut View, dice: &mut SeededDice) {
    for _ in 0..dice.below(6) {
        let (a, b) = (dice.below(view.pieces.len()), dice.below(view.pieces.len()));
        match dice.below(4) {
            0 => drop(view.pieces.remove(a)),
            1 => view.pieces.swap(a, b),
            2 => view.pieces.insert(a, view.pieces[b].clone()),
            _ => view.pieces[a].steps += 1,
        }
    }
    view.turn = u32::from(dice.d6());
    view.phase = Phase { id: dice.d6().to_string(), title: "A phase".into() };
    view.facts.push(Fact { kind: engine::FactKind::Turn, text: dice.d6().to_string(), clauses: vec![Clause("1.1")] });
    if dice.d6() > 3 {
        view.to_choose = None;
        view.result = Some(Ending { winner: None, clause: Clause("4.3a"), text: dice.d6().to_string() });
    }
}

#[test]
fn a_change_says_little() {
    let [_, game] = games();
    let mut table = game.begin(NewMatch::default()).unwrap();
    let player = ai::dice(Seed::from(1));
    let mut told = (0, 0);
    for _ in 0..500 {
        let before = table.view(Viewer::All);
        table.play_computer(Player::GREEDY, &player).unwrap();
        let after = table.view(Viewer::All);
        told.0 += wire::text(&Change::between(&before, &after)).len();
        told.1 += wire::text(&after).len();
    }
    assert!(told.0 * 20 < told.1, "{told:?}");
}

#[test]
fn a_logged_event_says_when_it_happened() {
    let [game, _] = games();
    let mut table = game.begin(NewMatch::default()).unwrap();
    table.play(Side::First, "0403-0504").unwrap();
    let (at, event) = &table.log()[0];
    let told = LogEvent::of(table.about(), &table.map().board, *at, event);
    assert_eq!(
        json!(told),
        json!({
            "at": 0,
            "kind": "move",
            "text": "Blue moves from 0403 to 0504.",
            "side": "blue",
            "way": true,
            "hexes": ["0403", "0504"],
            "clauses": ["2.2"],
        })
    );
}

#[test]
fn an_event_says_in_fields_what_it_says_in_words() {
    let [game, _] = games();
    let table = game.begin(NewMatch::default()).unwrap();
    let roll =
        Roll::two_d6("the attack on 0504", [3, 4]).modified(-1).on("Combat Results Table", "D1").in_column("3:1");
    let check = Roll::d6("the check of blue", 2).hoped(Side::First, Wish::AtMost(3));
    let event = Event::new(EventKind::Combat, "Blue attacks.").side(Side::First).rolled([roll, check]);
    let event = event.costs(Side::First, 0).costs(Side::Second, 1).figure(FigureName::Attack, 4.5);
    assert_eq!(
        json!(wire::Event::of(table.about(), &table.map().board, &event)),
        json!({
            "kind": "combat",
            "text": "Blue attacks.",
            "side": "blue",
            "rolls": [{
                "for": "the attack on 0504",
                "dice": [{ "sides": 6, "value": 3 }, { "sides": 6, "value": 4 }],
                "modifier": -1,
                "total": 6,
                "table": { "name": "Combat Results Table", "column": "3:1", "line": "6", "result": "D1" },
                "mean": 6.0,
            }, {
                "for": "the check of blue",
                "dice": [{ "sides": 6, "value": 2 }],
                "total": 2,
                "mean": 3.5,
                "luck": { "side": "blue", "share": 0.75, "spread": 0.0625, "chance": 0.5, "came": true },
            }],
            "losses": [{ "side": "red", "steps": 1 }],
            "figures": [{ "name": "attack", "value": 4.5 }],
        })
    );
    let [blue, red] = &wire::Fortune::of(table.about(), [&event, &event].into_iter())[..] else { panic!("two sides") };
    assert_eq!((blue.rolls, blue.marks, blue.came, blue.others, blue.pips), (2, 2, 2, 2, 12));
    assert_eq!([blue.share, blue.spread, blue.hoped, blue.mean], [1.5, 0.125, 1.0, 12.0]);
    assert_eq!(*red, wire::Fortune { side: "red".into(), ..wire::Fortune::default() });
}
