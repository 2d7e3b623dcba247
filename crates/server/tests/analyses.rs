//! Finished matches are looked at again, and gone on with from a moment of theirs.

use crate::players::{Player, id_of, told};
use crate::support::database::Database;
use crate::support::running::{Running, config};
use engine::Record;
use serde_json::{Value, json};
use server::{Config, Limits};

crate::on_both_databases!(what_was_found_is_kept);

/// A match of one against himself after so many actions.
async fn begun(player: &mut Player, actions: usize) -> String {
    let id = id_of(&player.create(json!({ "game": "hex-fight", "seats": { "blue": "me", "red": "me" } })).await);
    for after in 0..actions {
        let table = player.get(&id, "/table?choices=short").await.unwrap();
        let action = table["decision"]["options"][0].clone();
        player.act(&id, json!({ "do": "play", "action": action, "after": after })).await.unwrap();
    }
    id
}

async fn finished(player: &mut Player, actions: usize) -> String {
    let id = begun(player, actions).await;
    player.act(&id, json!({ "do": "concede", "side": "red" })).await.unwrap();
    id
}

async fn ask(player: &mut Player, id: &str, ask: Value) -> Result<Value, String> {
    told(player.browser.post(&format!("/api/matches/{id}/analysis"), ask).await)
}

/// Asks until it is done.
async fn done(player: &mut Player, id: &str, query: &str) -> Value {
    loop {
        let told = player.get(id, &format!("/analysis{query}")).await.unwrap();
        match told["status"].as_str() {
            Some("queued" | "running") => tokio::task::yield_now().await,
            _ => return told,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_goes_on_cannot_be_analysed() {
    let running = Running::start(config()).await;
    let mut player = Player::new(&running);
    let id = begun(&mut player, 2).await;
    assert_eq!(ask(&mut player, &id, json!({})).await, Err("not_over".into()));
    assert_eq!(player.get(&id, "/analysis").await, Err("not_over".into()));
}

async fn what_was_found_is_kept(database: Database) {
    let running = Running::start(Config { database: database.url.clone(), ..config() }).await;
    let mut player = Player::new(&running);
    let id = finished(&mut player, 6).await;
    let query = "?eyes=red&depth=glance";
    assert_eq!(player.get(&id, &format!("/analysis{query}")).await.unwrap(), json!({ "status": "none" }));
    ask(&mut player, &id, json!({ "eyes": "red", "depth": "glance" })).await.unwrap();
    let found = done(&mut player, &id, query).await;
    assert_eq!((&found["status"], &found["analysis"]["eyes"]), (&json!("done"), &json!("red")));
    assert_eq!((&found["analysis"]["actions"], &found["analysis"]["covers"]), (&json!(7), &json!(7)));
    let other = player.get(&id, "/analysis?eyes=blue&depth=glance").await.unwrap();
    assert_eq!(other["status"], "none", "what others see is another question");
    running.stop().await;
    let running = Running::start(Config { database: database.url.clone(), ..config() }).await;
    player.move_to(running.address);
    assert_eq!(player.get(&id, &format!("/analysis{query}")).await.unwrap(), found);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_makes_no_sense_and_what_is_too_much_is_refused() {
    let limits = Limits { analyses_per_hour: 1, ..Limits::NONE };
    let running = Running::start(Config { limits, ..config() }).await;
    let mut player = Player::new(&running);
    let id = finished(&mut player, 2).await;
    assert_eq!(ask(&mut player, &id, json!({ "eyes": "green" })).await, Err("bad_request".into()));
    assert_eq!(ask(&mut player, &id, json!({ "depth": "abyss" })).await, Err("bad_request".into()));
    assert_eq!(ask(&mut player, "nobody", json!({})).await, Err("not_found".into()));
    ask(&mut player, &id, json!({ "depth": "glance" })).await.unwrap();
    done(&mut player, &id, "?depth=glance").await;
    ask(&mut player, &id, json!({ "depth": "glance" })).await.expect("what is known costs nothing");
    let again = ask(&mut player, &id, json!({ "depth": "veteran" })).await;
    assert_eq!(again, Err("too_many_requests".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_goes_on_from_a_moment_with_the_dice_as_they_fell_and_others_after() {
    let running = Running::start(config()).await;
    let mut player = Player::new(&running);
    let id = finished(&mut player, 5).await;
    let old = Record::parse(&player.record(&id).await).unwrap();
    let seats = json!({ "blue": "me", "red": "me" });
    let new = json!({ "game": "", "seats": seats, "from": { "match": id, "at": 3 } });
    let other = id_of(&player.create(new).await);
    let table = player.table(&other).await;
    assert_eq!((&table["match"]["actions"], &table["match"]["game"]), (&json!(3), &json!("hex-fight")));
    player.act(&other, json!({ "do": "concede", "side": "red" })).await.unwrap();
    let record = Record::parse(&player.record(&other).await).unwrap();
    let actions = |record: &Record| record.lines[..3].iter().map(|line| line.action.clone()).collect::<Vec<_>>();
    assert_eq!(actions(&record), actions(&old));
    assert_ne!(record.head.seed, old.head.seed, "what is rolled from there on is nobody's to know");
    catalogue::HEX_FIGHT.load(None).unwrap().replay(&record).expect("it is true");
    for (from, refused) in [
        (json!({ "match": id, "at": 99 }), "bad_request"),
        (json!({ "match": id, "at": 3, "rolls": [7] }), "bad_request"),
        (json!({ "match": "nobody", "at": 3 }), "not_found"),
    ] {
        let new = json!({ "game": "", "seats": { "blue": "me", "red": "me" }, "from": from });
        assert_eq!(told(player.browser.post("/api/matches", new).await), Err(refused.to_string()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_cannot_go_on_from_a_match_that_goes_on_itself() {
    let running = Running::start(config()).await;
    let mut player = Player::new(&running);
    let id = begun(&mut player, 3).await;
    let new = json!({ "game": "", "seats": { "blue": "me", "red": "me" }, "from": { "match": id, "at": 2 } });
    assert_eq!(told(player.browser.post("/api/matches", new).await), Err("not_over".into()));
}
