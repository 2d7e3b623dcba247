//! The operator's desk.

use crate::support::browser::Browser;
use crate::support::running::{Running, config};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::Config;

const KEY: &str = "a key that nobody guesses";
const PASSWORD: &str = "vive l'empereur";

async fn start() -> Running {
    Running::start(Config { admin_key: Some(KEY.into()), ..config() }).await
}

fn operator(server: &Running) -> Browser {
    let mut browser = Browser::new(server.address);
    browser.bearer = Some(KEY.into());
    browser
}

fn kind(answer: &(StatusCode, Value)) -> (u16, &str) {
    (answer.0.as_u16(), answer.1["error"]["kind"].as_str().unwrap_or_default())
}

/// Somebody with an account, and his id.
async fn registered(server: &Running, name: &str) -> (Browser, String) {
    let mut browser = Browser::new(server.address);
    let (_, me) = browser.post("/api/account", json!({ "name": name, "password": PASSWORD })).await;
    (browser, me["user"]["id"].as_str().expect("an account").to_string())
}

/// A match that has begun, against a computer that waits.
async fn begun(browser: &mut Browser) -> String {
    let new = json!({ "game": "hex-fight", "seats": { "blue": "me", "red": { "computer": "random" } } });
    let (status, created) = browser.post("/api/matches", new).await;
    assert_eq!(status, StatusCode::CREATED, "{created}");
    created["match"]["id"].as_str().expect("an id").to_string()
}

async fn sign_in(server: &Running, name: &str, password: &str) -> (StatusCode, Value) {
    Browser::new(server.address).post("/api/session", json!({ "name": name, "password": password })).await
}

#[tokio::test]
async fn only_the_key_opens_the_desk() {
    let server = start().await;
    for bearer in [None, Some("another".to_string()), Some(String::new())] {
        let mut stranger = Browser::new(server.address);
        stranger.bearer = bearer;
        assert_eq!(kind(&stranger.get("/api/desk/users").await), (401, "wrong_key"));
        let swept = stranger.post("/api/desk/sweep", json!({ "unused_days": 0 })).await;
        assert_eq!(kind(&swept), (401, "wrong_key"));
    }
    let without = Running::start(config()).await;
    assert_eq!(kind(&operator(&without).get("/api/desk/users").await), (404, "not_found"));
}

#[tokio::test]
async fn somebody_is_shown_out_and_let_in_again() {
    let server = start().await;
    let ((ney, id), mut operator) = (registered(&server, "Ney").await, operator(&server));
    registered(&server, "Lannes").await;
    let (_, found) = operator.get("/api/desk/users?name=nE").await;
    let names: Vec<_> = found["users"].as_array().expect("users").iter().map(|user| &user["name"]).collect();
    assert_eq!(names, ["Lannes", "Ney"]);
    assert_eq!(operator.get("/api/desk/users?name=%25").await.1["users"], json!([]), "no signs of the database's own");

    let (status, user) = operator.post(&format!("/api/desk/users/{id}/ban"), json!({ "on": true })).await;
    assert_eq!((status, &user["banned"]), (StatusCode::OK, &json!(true)));
    assert_eq!(ney.clone().get("/api/me").await.1["user"], Value::Null, "his session has ended");
    assert_eq!(kind(&sign_in(&server, "Ney", PASSWORD).await), (403, "banned"));
    assert_eq!(kind(&sign_in(&server, "Ney", "something else").await), (403, "wrong_password"));

    operator.post(&format!("/api/desk/users/{id}/ban"), json!({ "on": false })).await;
    assert_eq!(sign_in(&server, "Ney", PASSWORD).await.0, StatusCode::OK);
    assert_eq!(kind(&operator.post("/api/desk/users/nobody/ban", json!({ "on": true })).await), (404, "not_found"));
}

#[tokio::test]
async fn an_account_gets_a_new_password_and_a_guest_has_none() {
    let server = start().await;
    let ((ney, id), mut operator) = (registered(&server, "Ney").await, operator(&server));
    let (_, fresh) = operator.post(&format!("/api/desk/users/{id}/password"), json!(null)).await;
    let password = fresh["password"].as_str().expect("a password");
    assert_eq!(kind(&sign_in(&server, "Ney", PASSWORD).await), (403, "wrong_password"));
    assert_eq!(sign_in(&server, "Ney", password).await.0, StatusCode::OK);
    assert_eq!(ney.clone().get("/api/me").await.1["user"], Value::Null);

    let mut guest = Browser::new(server.address);
    let (_, me) = guest.post("/api/guest", json!({ "name": "Murat" })).await;
    let path = format!("/api/desk/users/{}/password", me["user"]["id"].as_str().expect("a guest"));
    assert_eq!(kind(&operator.post(&path, json!(null)).await), (409, "guest"));
}

#[tokio::test]
async fn a_forgotten_user_leaves_a_nameless_guest_at_his_table() {
    let server = start().await;
    let ((mut ney, id), mut operator) = (registered(&server, "Ney").await, operator(&server));
    let game = begun(&mut ney).await;
    assert_eq!(operator.delete(&format!("/api/desk/users/{id}")).await.0, StatusCode::NO_CONTENT);
    let (_, told) = operator.get(&format!("/api/matches/{game}")).await;
    assert_eq!(told["seats"][0]["name"], "Guest", "{told}");
    assert_eq!(kind(&sign_in(&server, "Ney", PASSWORD).await), (403, "wrong_password"));
}

#[tokio::test]
async fn matches_are_listed_closed_and_deleted() {
    let server = start().await;
    let ((mut ney, id), mut operator) = (registered(&server, "Ney").await, operator(&server));
    let game = begun(&mut ney).await;
    let (mut other, _) = registered(&server, "Lannes").await;
    begun(&mut other).await;
    assert_eq!(operator.get("/api/desk/matches").await.1["matches"].as_array().map(Vec::len), Some(2));
    let (_, his) = operator.get(&format!("/api/desk/matches?user={id}")).await;
    assert_eq!((his["matches"].as_array().map(Vec::len), &his["matches"][0]["id"]), (Some(1), &json!(game)));
    assert_eq!(kind(&operator.get("/api/desk/matches?before=now").await), (422, "bad_request"));

    let close = format!("/api/desk/matches/{game}/close");
    assert_eq!(kind(&operator.post(&close, json!({ "loser": "white" })).await), (422, "bad_request"));
    assert_eq!(operator.post(&close, json!({ "loser": "blue" })).await.0, StatusCode::NO_CONTENT);
    let (_, told) = ney.get(&format!("/api/matches/{game}")).await;
    assert_eq!((&told["status"], &told["result"]["winner"]), (&json!("over"), &json!("red")), "{told}");
    assert_eq!(kind(&operator.post(&close, json!({ "loser": "blue" })).await).0, 409, "it is over");
    let record = ney.request(Method::GET, &format!("/api/matches/{game}/record")).send().await.expect("the record");
    assert!(record.text().await.expect("a text").contains("concede"), "the record says how it ended");

    assert_eq!(operator.delete(&format!("/api/desk/matches/{game}")).await.0, StatusCode::NO_CONTENT);
    assert_eq!(kind(&ney.get(&format!("/api/matches/{game}")).await), (404, "not_found"));
    assert_eq!(kind(&ney.get(&format!("/api/matches/{game}/table")).await), (404, "not_found"));
    assert_eq!(kind(&operator.delete(&format!("/api/desk/matches/{game}")).await), (404, "not_found"));
}

#[tokio::test]
async fn what_was_said_is_deleted_and_play_goes_on() {
    let server = start().await;
    let ((mut ney, _), mut operator) = (registered(&server, "Ney").await, operator(&server));
    let game = begun(&mut ney).await;
    let act = format!("/api/matches/{game}/do");
    ney.post(&act, json!({ "do": "say", "text": "en avant" })).await;
    let table = format!("/api/matches/{game}/table");
    assert_eq!(ney.get(&table).await.1["chat"][0]["text"], "en avant");
    assert_eq!(operator.delete(&format!("/api/desk/matches/{game}/talk")).await.0, StatusCode::NO_CONTENT);
    assert_eq!(ney.get(&table).await.1["chat"], json!([]));
    assert_eq!(ney.post(&act, json!({ "do": "say", "text": "encore" })).await.0, StatusCode::OK);
    assert_eq!(ney.get(&table).await.1["chat"][0]["text"], "encore");
}

#[tokio::test]
async fn finished_matches_go_when_they_are_old_enough() {
    let server = start().await;
    let ((mut ney, _), mut operator) = (registered(&server, "Ney").await, operator(&server));
    let game = begun(&mut ney).await;
    ney.post(&format!("/api/matches/{game}/do"), json!({ "do": "concede" })).await;
    let row = server.app.store.match_row(&game).await.expect("the store answers").expect("the match");
    let mut sweep = async |finished: Value| {
        let body = json!({ "unused_days": 90, "finished_days": finished });
        operator.post("/api/desk/sweep", body).await.1["matches"].clone()
    };
    assert_eq!(sweep(Value::Null).await, 0);
    assert_eq!(sweep(json!(1)).await, 0, "{row:?}");
    assert!(server.app.store.match_row(&game).await.expect("the store answers").is_some());
}
