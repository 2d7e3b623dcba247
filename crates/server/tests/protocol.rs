//! Matches over HTTP and sockets: every request and every refusal.

mod players;
mod support;

use players::{Running, config};
use serde_json::{Value, json};
use support::database::Database;

/// A match of the small game, which ends soon.
fn hex_fight(seats: Value) -> Value {
    json!({ "game": "hex-fight", "seats": seats })
}

/// The first choice of a decision.
fn first_choice(decision: &Value) -> String {
    decision["choices"][0]["action"].as_str().expect("a choice").to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_beats_the_computer_or_not_and_a_restart_goes_on() {
    let database = Database::sqlite().await;
    let running = Running::start(config(&database.url)).await;
    let mut anna = running.visitor();
    let made = anna.create(hex_fight(json!({ "red": "me", "blue": { "computer": "greedy" } }))).await;
    let id = made["match"]["id"].as_str().unwrap().to_string();
    assert_eq!(made["match"]["status"], "playing");
    assert_eq!(made["links"], json!({}));
    let (mut socket, mut table) = anna.enter(&id, json!({ "do": "enter" })).await;
    assert_eq!((&table["viewer"], &table["yours"]), (&json!("red"), &json!(["red"])));
    println!("{table:#}");
    let mut running = Some(running);
    for number in 0.. {
        assert!(number < 1000);
        if !table["match"]["result"].is_null() {
            break;
        }
        let decision = table["decision"].clone();
        if decision["side"] == "red" {
            let after = table["match"]["actions"].clone();
            let action = first_choice(&decision);
            let answer = socket.ok(json!({ "do": "play", "action": action, "after": after })).await;
            assert_eq!(answer["actions"].as_u64(), after.as_u64().map(|after| after + 1));
        }
        if number == 3 {
            running.take().unwrap().stop().await;
            let again = Running::start(config(&database.url)).await;
            anna.address = again.address;
            running = Some(again);
            socket = anna.enter(&id, json!({ "do": "enter" })).await.0;
        }
        table = anna.get(&format!("/api/matches/{id}/table?wait=1&after={}", table["match"]["actions"])).await.ok();
    }
    assert_eq!(table["match"]["status"], "over");
    let record = anna.get(&format!("/api/matches/{id}/record")).await;
    let record = engine::Record::parse(&record.text).unwrap();
    catalogue::HEX_FIGHT.load(None).unwrap().replay(&record).unwrap();
    assert_eq!(record.head.commitment.unwrap().digest(), table["match"]["dice"]["commitment"]);
    running.unwrap().stop().await;
}
