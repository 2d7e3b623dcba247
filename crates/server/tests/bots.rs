//! What bots need over HTTP: games they know by name alone, forecasts with the choices, and waiting without a socket.

use crate::players::{Player, id_of, token_of, told};
use crate::support::running::{Running, config, until};
use serde_json::{Value, json};

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

#[tokio::test]
async fn overlays_are_drawn_for_those_who_may_look() {
    let running = Running::start(config()).await;
    let (mut blue, id, token) = begun(&running).await;
    let mut red = Player::with_token(&running, &token);
    red.act(&id, json!({ "do": "ping" })).await.unwrap();
    let table = blue.get(&id, "/table?choices=short").await.unwrap();
    let action = &table["decision"]["options"][0];
    blue.act(&id, json!({ "do": "play", "action": action, "after": 0 })).await.unwrap();
    let overlay = |kind: &str, see: &str| json!({ "do": "overlay", "kind": kind, "see": see });
    // A seat's own eyes, and those of whoever looks on; not another's.
    let drawn = red.act(&id, overlay("moves", "red")).await.unwrap();
    assert_eq!(drawn["overlay"]["lines"].as_array().unwrap().len(), 1, "{drawn}");
    let mut spectator = Player::new(&running);
    let seen = spectator.act(&id, overlay("holdings", "spectator")).await.unwrap();
    assert!(!seen["overlay"]["hexes"].as_array().unwrap().is_empty());
    assert_eq!(spectator.act(&id, overlay("holdings", "blue")).await, Err("forbidden".into()));
    assert_eq!(red.act(&id, overlay("weather", "red")).await, Err("notation".into()));
    // Before the first action nothing had moved.
    let before = json!({ "do": "overlay", "kind": "moves", "see": "red", "after": 0 });
    assert_eq!(red.act(&id, before).await.unwrap()["overlay"]["lines"], json!([]));
}

/// Waits for something to happen in a match where nothing was played, as long as a server lets anybody wait; what is told
/// then.
async fn waited(mut player: Player, id: String) -> Value {
    player.get(&id, "/table?after=0&wait=30").await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_is_told_of_the_start_and_of_an_offer() {
    let running = Running::start(config()).await;
    let (blue, id, token) = begun(&running).await;
    let mut red = Player::with_token(&running, &token);
    for offers in [false, true] {
        // Somebody waits from before where nothing happens. Who is told while he still waits was told of something.
        let (patient, nothing, _) = begun(&running).await;
        let patient = tokio::spawn(waited(patient, nothing.clone()));
        until("somebody waits in vain", || running.app.rooms.room(&nothing).waiting() == 1).await;
        let waiting = tokio::spawn(waited(blue.clone(), id.clone()));
        until("somebody waits", || running.app.rooms.room(&id).waiting() == 1).await;
        match offers {
            false => drop(red.table(&id).await),
            true => drop(red.act(&id, json!({ "do": "offer", "what": "draw" })).await.unwrap()),
        }
        let table = waiting.await.unwrap();
        assert!(!patient.is_finished(), "nobody is told before his time is up");
        patient.abort();
        assert_eq!(table["match"]["status"], "playing");
        let offer = if offers { json!({ "what": "draw", "by": "red" }) } else { Value::Null };
        assert_eq!(table["offer"], offer);
    }
}
