//! What bots need over HTTP: games they know by name alone, forecasts with the choices, and waiting without a socket.

mod players;
mod support;

use players::{Player, id_of, token_of, told};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use support::running::{Running, config};

/// Blue has created a match; red's seat is held by a link.
async fn begun(running: &Running) -> (Player, String, String) {
    let mut blue = Player::new(running);
    let made = blue.create(json!({ "game": "hex-fight", "seats": { "blue": "me", "red": "link" } })).await;
    (blue, id_of(&made), token_of(&made, "red"))
}

#[tokio::test]
async fn a_game_is_told_by_its_name_listed_or_not() {
    let running = Running::start(config()).await;
    let mut bot = Player::new(&running);
    let told_of = told(bot.browser.get("/api/games/hex-fight").await).unwrap();
    assert_eq!([&told_of["sides"][0]["id"], &told_of["sides"][1]["id"]], ["blue", "red"]);
    assert_eq!(told(bot.browser.get("/api/games/chess").await), Err("not_found".into()));
}

#[tokio::test]
async fn every_choice_comes_with_its_forecast_where_that_is_wanted() {
    let running = Running::start(config()).await;
    let mut bot = Player::new(&running);
    let made = bot.create(json!({ "game": "first-blood", "seats": { "german": "me", "us": "me" } })).await;
    let id = id_of(&made);
    // Set up as the book proposes, until the artillery chooses its targets.
    let mut after = 0;
    loop {
        let table = bot.get(&id, "/table?choices=short").await.unwrap();
        let options = table["decision"]["options"].as_array().unwrap();
        if !options.contains(&json!("standard")) {
            break;
        }
        bot.act(&id, json!({ "do": "play", "action": "standard", "after": after })).await.unwrap();
        after += 1;
    }
    let table = bot.get(&id, "/table?choices=forecasts").await.unwrap();
    let choices = table["decision"]["choices"].as_array().unwrap();
    assert!(choices.iter().all(|choice| choice.get("forecast").is_some()), "{}", table["decision"]);
    let rolled = choices.iter().find(|choice| choice["forecast"]["chances"][0].is_object()).expect("odds");
    let asked = bot.act(&id, json!({ "do": "forecast", "action": rolled["action"] })).await.unwrap();
    assert_eq!(asked["forecast"], rolled["forecast"]);
    let plain = bot.get(&id, "/table").await.unwrap();
    assert!(plain["decision"]["choices"][0].get("forecast").is_none());
}

/// Waits for something to happen in a match where nothing was played; how long that took, and what is told then.
async fn waited(mut player: Player, id: String) -> (Duration, Value) {
    let began = Instant::now();
    let table = player.get(&id, "/table?after=0&wait=20").await.unwrap();
    (began.elapsed(), table)
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_is_told_of_the_start_and_of_an_offer() {
    let running = Running::start(config()).await;
    let (blue, id, token) = begun(&running).await;
    let waiting = tokio::spawn(waited(blue.clone(), id.clone()));
    tokio::time::sleep(Duration::from_millis(200)).await;
    let mut red = Player::with_token(&running, &token);
    red.table(&id).await;
    let (took, table) = waiting.await.unwrap();
    assert!(took < Duration::from_secs(10), "{took:?}");
    assert_eq!(table["match"]["status"], "playing");

    let waiting = tokio::spawn(waited(blue, id.clone()));
    tokio::time::sleep(Duration::from_millis(200)).await;
    red.act(&id, json!({ "do": "offer", "what": "draw" })).await.unwrap();
    let (took, table) = waiting.await.unwrap();
    assert!(took < Duration::from_secs(10), "{took:?}");
    assert_eq!(table["offer"], json!({ "what": "draw", "by": "red" }));
}
