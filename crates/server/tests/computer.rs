//! Computers that take their time: everybody else goes on meanwhile, and what they come to counts only where it fits.

use crate::players::{Player, Socket, id_of};
use crate::support::folder::Folder;
use crate::support::running::{Running, config, until};
use serde_json::{Value, json};
use server::Config;
use std::time::Duration;

/// Longer than any test waits.
const LONG: Duration = Duration::from_secs(86_400);

/// A server whose computers think so long.
async fn thinking(thinking: Duration) -> Running {
    Running::start(Config { thinking, ..config() }).await
}

/// Blue against a computer.
async fn against_computer(running: &Running) -> (Player, String) {
    let mut blue = Player::new(running);
    let seats = json!({ "blue": "me", "red": { "computer": "veteran" } });
    let made = blue.create(json!({ "game": "hex-fight", "seats": seats })).await;
    (blue, id_of(&made))
}

/// Plays one of blue's options.
async fn play(blue: &mut Player, id: &str, option: usize) -> u64 {
    let table = blue.get(id, "/table?choices=short").await.unwrap();
    let (action, after) = (&table["decision"]["options"][option], &table["match"]["actions"]);
    blue.act(id, json!({ "do": "play", "action": action, "after": after })).await.unwrap()["actions"].as_u64().unwrap()
}

/// Waits until it is blue's choice again.
async fn answered(blue: &mut Player, id: &str, after: u64) -> Value {
    loop {
        let table = blue.get(id, &format!("/table?after={after}&wait=30")).await.unwrap();
        if table["decision"]["side"] == "blue" {
            return table;
        }
    }
}

/// Waits until so many computers think.
async fn think(running: &Running, computers: usize) {
    until("as many computers think", || running.app.thinking() == computers).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn while_a_computer_thinks_people_talk_look_and_give_up() {
    let running = thinking(LONG).await;
    let (mut blue, id) = against_computer(&running).await;
    let (mut socket, _): (Socket, Value) = blue.enter(&id, json!({ "do": "enter" })).await;
    play(&mut blue, &id, 0).await;
    think(&running, 1).await;
    socket.ok(json!({ "do": "say", "text": "Take your time." })).await;
    let table = blue.table(&id).await;
    assert_eq!((&table["decision"]["side"], &table["chat"][0]["text"]), (&json!("red"), &json!("Take your time.")));
    assert_eq!(running.app.thinking(), 1, "talk does not disturb it");
    socket.ok(json!({ "do": "concede" })).await;
    let table = blue.table(&id).await;
    assert_eq!(table["match"]["result"]["winner"], "red");
    // A thought that went on would keep the server from ending.
    think(&running, 0).await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_taken_back_is_thought_about_no_more() {
    let running = thinking(LONG).await;
    let (mut blue, id) = against_computer(&running).await;
    play(&mut blue, &id, 0).await;
    think(&running, 1).await;
    blue.act(&id, json!({ "do": "undo", "after": 1 })).await.unwrap();
    think(&running, 0).await;
    // What it had come to is not played in place of what it thinks about now.
    play(&mut blue, &id, 3).await;
    think(&running, 1).await;
    let table = blue.table(&id).await;
    assert_eq!((&table["match"]["actions"], &table["decision"]["side"]), (&json!(1), &json!("red")));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn its_own_answer_can_be_taken_back_while_it_thinks_about_the_next() {
    let folder = Folder::new();
    let database = format!("sqlite:{}", folder.path().join("games.sqlite").display());
    let running = Running::start(Config { database: database.clone(), ..config() }).await;
    let (mut blue, id) = against_computer(&running).await;
    play(&mut blue, &id, 0).await;
    assert_eq!(answered(&mut blue, &id, 1).await["match"]["actions"], 2);
    running.stop().await;
    // From here on it takes its time.
    let running = Running::start(Config { thinking: LONG, database, ..config() }).await;
    blue.move_to(running.address);
    play(&mut blue, &id, 0).await;
    think(&running, 1).await;
    blue.act(&id, json!({ "do": "offer", "what": "take_back", "to": 0 })).await.unwrap();
    think(&running, 0).await;
    let table = blue.table(&id).await;
    assert_eq!((&table["match"]["actions"], &table["decision"]["side"]), (&json!(0), &json!("blue")));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thought_that_the_end_of_the_server_cut_off_is_thought_again() {
    let folder = Folder::new();
    let database = format!("sqlite:{}", folder.path().join("games.sqlite").display());
    let running = Running::start(Config { thinking: LONG, database: database.clone(), ..config() }).await;
    let (mut blue, id) = against_computer(&running).await;
    play(&mut blue, &id, 0).await;
    think(&running, 1).await;
    running.stop().await;
    let running = Running::start(Config { database, ..config() }).await;
    blue.move_to(running.address);
    let table = answered(&mut blue, &id, 1).await;
    assert_eq!(table["match"]["actions"], 2);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_go_on_after_a_start_though_nobody_asks() {
    let folder = Folder::new();
    let database = format!("sqlite:{}", folder.path().join("games.sqlite").display());
    let running = Running::start(Config { thinking: LONG, database: database.clone(), ..config() }).await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        let (mut blue, id) = against_computer(&running).await;
        play(&mut blue, &id, 0).await;
        ids.push(id);
    }
    running.stop().await;
    let running = Running::start(Config { database, ..config() }).await;
    for id in ids {
        while running.app.store.match_row(&id).await.unwrap().unwrap().summary.actions < 2 {
            tokio::task::yield_now().await;
        }
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn not_more_think_at_once_than_there_are_cores() {
    let running = thinking(LONG).await;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut matches = Vec::new();
    for _ in 0..2 * cores {
        let (mut blue, id) = against_computer(&running).await;
        play(&mut blue, &id, 0).await;
        matches.push((blue, id));
    }
    think(&running, cores).await;
    // Whoever gives up makes room for one that waits, until nobody waits any more.
    while let Some((mut blue, id)) = matches.pop() {
        blue.act(&id, json!({ "do": "concede" })).await.unwrap();
        think(&running, matches.len().min(cores)).await;
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_veteran_gives_a_hint_against_a_computer_and_none_between_two_people() {
    let running = Running::start(config()).await;
    let (mut blue, id) = against_computer(&running).await;
    let table = blue.get(&id, "/table?choices=short").await.unwrap();
    let hint = &blue.act(&id, json!({ "do": "hint" })).await.unwrap()["hint"];
    let options = table["decision"]["options"].as_array().unwrap();
    assert!(options.contains(&hint["action"]) && options.contains(&hint["next"]), "{hint}");
    let words = hint["words"].as_str().unwrap();
    assert!(words.starts_with("A veteran would choose: ") && words.contains("the next best"), "{words}");
    assert_eq!(blue.table(&id).await["match"]["actions"], 0, "nothing is played");
    let made = blue.create(json!({ "game": "hex-fight", "seats": { "blue": "me", "red": "me" } })).await;
    blue.act(&id_of(&made), json!({ "do": "hint" })).await.expect("who plays both sides may ask");
    let made = blue.create(json!({ "game": "hex-fight", "seats": { "blue": "me", "red": "open" } })).await;
    let mut red = Player::new(&running);
    red.act(&id_of(&made), json!({ "do": "sit", "side": "red" })).await.unwrap();
    let refused = blue.act(&id_of(&made), json!({ "do": "hint" })).await;
    assert_eq!(refused, Err("forbidden".into()), "there are two people");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_sits_down_with_its_style() {
    let running = Running::start(config()).await;
    let mut blue = Player::new(&running);
    let seats = json!({ "blue": "me", "red": { "computer": "veteran:bold" } });
    let made = blue.create(json!({ "game": "hex-fight", "seats": seats })).await;
    let id = id_of(&made);
    let table = blue.table(&id).await;
    assert_eq!(table["match"]["seats"][1]["computer"], "veteran:bold");
    let after = play(&mut blue, &id, 0).await;
    answered(&mut blue, &id, after).await;
    running.stop().await;
}
