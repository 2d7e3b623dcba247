//! Studies that are shared by a link, on both databases.

use crate::support::browser::Browser;
use crate::support::database::Database;
use crate::support::running::{Running, config};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::Config;
use std::fmt::Write as _;

crate::on_both_databases!(
    whoever_has_the_link_reads_it_and_its_maker_changes_it,
    nobody_else_changes_or_deletes_it,
    an_account_that_goes_takes_its_studies_along,
    the_operator_finds_and_deletes_them,
);

const KEY: &str = "a key that nobody guesses";

async fn start(database: &Database) -> Running {
    Running::start(Config { database: database.url.clone(), admin_key: Some(KEY.into()), ..config() }).await
}

/// The record of a game of the example between computers, played to its end.
fn record() -> String {
    let game = catalogue::HEX_FIGHT.load(None).unwrap();
    let mut table = game.begin(catalogue::NewMatch { seed: 7.into(), ..Default::default() }).unwrap();
    let dice = ai::dice(7.into());
    while let engine::Decision::Choose(_) = table.decision() {
        table.play_computer(ai::Player::RANDOM, &dice).unwrap();
    }
    table.record().to_string()
}

fn study(title: &str) -> String {
    format!("{}grognard study 1\ntitle: {title}\nnote 0 after 3: Here it went wrong.\n", record())
}

async fn registered(server: &Running, name: &str) -> Browser {
    let mut browser = Browser::new(server.address);
    let (status, told) = browser.post("/api/account", json!({ "name": name, "password": "vive l'empereur" })).await;
    assert!(status.is_success(), "{told}");
    browser
}

async fn write(browser: &mut Browser, method: Method, path: &str, text: String) -> (StatusCode, Value) {
    let request = browser.request(method, path).header("content-type", "text/plain").body(text);
    browser.send(request).await
}

async fn share(browser: &mut Browser, text: String) -> (StatusCode, Value) {
    write(browser, Method::POST, "/api/studies", text).await
}

/// The address of a study that is shared.
async fn shared(browser: &mut Browser, text: String) -> String {
    let (status, study) = share(browser, text).await;
    assert_eq!(status, StatusCode::CREATED, "{study}");
    format!("/api/studies/{}", study["id"].as_str().unwrap())
}

async fn text_of(browser: &Browser, path: &str) -> String {
    let answer = browser.request(Method::GET, &format!("{path}/record")).send().await.unwrap();
    assert_eq!(answer.headers()["content-type"], "text/plain; charset=utf-8");
    answer.text().await.unwrap()
}

fn kind(answer: &(StatusCode, Value)) -> (u16, &str) {
    (answer.0.as_u16(), answer.1["error"]["kind"].as_str().unwrap_or_default())
}

async fn whoever_has_the_link_reads_it_and_its_maker_changes_it(database: Database) {
    let server = start(&database).await;
    let (mut ney, mut stranger) = (registered(&server, "Ney").await, Browser::new(server.address));
    let path = shared(&mut ney, study("Where it was lost")).await;
    let (_, told) = stranger.get(&path).await;
    let all = ["game", "scenario", "title", "by", "mine"].map(|name| &told[name]);
    assert_eq!(
        all,
        [&json!("hex-fight"), &json!("corners"), &json!("Where it was lost"), &json!("Ney"), &json!(false)]
    );
    assert_eq!(told["size"], study("Where it was lost").len());
    assert_eq!(text_of(&stranger, &path).await, study("Where it was lost"), "word for word");

    let (status, anew) = write(&mut ney, Method::PUT, &path, study("Where it was won")).await;
    assert_eq!((status, &anew["title"], &anew["mine"]), (StatusCode::OK, &json!("Where it was won"), &json!(true)));
    assert_eq!((&anew["id"], &anew["created"]), (&told["id"], &told["created"]));
    assert_eq!(text_of(&stranger, &path).await, study("Where it was won"));
    // Another of his windows still shows what stood there before.
    let late = format!("{path}?seen={}", told["updated"]);
    assert_eq!(kind(&write(&mut ney, Method::PUT, &late, study("Lost")).await), (409, "changed"));
    let now = format!("{path}?seen={}", anew["updated"]);
    assert_eq!(write(&mut ney, Method::PUT, &now, study("Drawn")).await.0, StatusCode::OK);

    shared(&mut ney, record()).await;
    let (_, own) = ney.get("/api/studies").await;
    let titles: Vec<&Value> = own["studies"].as_array().unwrap().iter().map(|study| &study["title"]).collect();
    assert_eq!(titles, ["", "Drawn"], "the one that changed last first; a record alone will do");
    assert_eq!(ney.delete(&path).await.0, StatusCode::NO_CONTENT);
    assert_eq!(kind(&stranger.get(&path).await), (404, "not_found"));
    assert_eq!(kind(&stranger.get(&format!("{path}/record")).await), (404, "not_found"));
}

async fn nobody_else_changes_or_deletes_it(database: Database) {
    let server = start(&database).await;
    let (mut ney, mut lannes) = (registered(&server, "Ney").await, registered(&server, "Lannes").await);
    let path = shared(&mut ney, study("Ney's")).await;
    assert_eq!(kind(&write(&mut lannes, Method::PUT, &path, study("Mine now")).await), (403, "forbidden"));
    assert_eq!(kind(&lannes.delete(&path).await), (403, "forbidden"));
    assert_eq!(lannes.get("/api/studies").await.1["studies"], json!([]));
    let (mut nobody, mut guest) = (Browser::new(server.address), Browser::new(server.address));
    guest.post("/api/guest", json!({ "name": "Murat" })).await;
    for (browser, refusal) in [(&mut nobody, (401, "signed_out")), (&mut guest, (403, "account_needed"))] {
        assert_eq!(kind(&share(browser, study("A guest's")).await), refusal);
        assert_eq!(kind(&write(browser, Method::PUT, &path, study("Mine")).await), refusal);
        assert_eq!(kind(&browser.delete(&path).await), refusal);
        assert_eq!(kind(&browser.get("/api/studies").await), refusal);
    }
    assert_eq!(text_of(&lannes, &path).await, study("Ney's"));
    for id in ["nobody", "2222222222222222", "a%00b"] {
        assert_eq!(kind(&ney.get(&format!("/api/studies/{id}")).await), (404, "not_found"));
    }
}

async fn an_account_that_goes_takes_its_studies_along(database: Database) {
    let server = start(&database).await;
    let (mut ney, mut lannes) = (registered(&server, "Ney").await, registered(&server, "Lannes").await);
    let (gone, kept) = (shared(&mut ney, study("Gone")).await, shared(&mut lannes, study("Kept")).await);
    let leave = json!({ "password": "vive l'empereur" });
    assert_eq!(ney.change(Method::DELETE, "/api/account", leave).await.0, StatusCode::NO_CONTENT);
    assert_eq!(kind(&lannes.get(&gone).await), (404, "not_found"));
    assert_eq!(lannes.get(&kept).await.0, StatusCode::OK);
}

async fn the_operator_finds_and_deletes_them(database: Database) {
    let server = start(&database).await;
    let mut ney = registered(&server, "Ney").await;
    let path = shared(&mut ney, study("Not for everybody")).await;
    let mut operator = Browser::new(server.address);
    operator.bearer = Some(KEY.into());
    let (_, found) = operator.get("/api/desk/studies").await;
    assert_eq!((&found["studies"][0]["by"], &found["studies"][1]), (&json!("Ney"), &Value::Null));
    assert_eq!(operator.get("/api/desk/studies?user=nobody").await.1["studies"], json!([]));
    let at_the_desk = path.replace("/api/", "/api/desk/");
    assert_eq!(kind(&ney.delete(&at_the_desk).await), (401, "wrong_key"));
    assert_eq!(operator.delete(&at_the_desk).await.0, StatusCode::NO_CONTENT);
    assert_eq!(kind(&operator.delete(&at_the_desk).await), (404, "not_found"));
    assert_eq!(kind(&ney.get(&path).await), (404, "not_found"));
}

#[tokio::test]
async fn only_what_is_true_and_over_is_shared() {
    let server = Running::start(config()).await;
    let mut ney = registered(&server, "Ney").await;
    let whole = record();
    let parsed = engine::Record::parse(&whole).unwrap();
    let open = parsed.up_to(5).to_string();
    assert_eq!(kind(&share(&mut ney, open).await), (409, "not_over"), "nothing of a game that goes on");
    let changed = whole.replacen(" blue ", " red ", 1);
    assert_ne!(changed, whole);
    let wrong = [
        "not a record at all".to_string(),
        String::new(),
        changed,
        format!("{whole}grognard study 1\nvariation 1 of 0 after 2: Nonsense\n1.3 blue nonsense\n"),
        format!("{whole}grognard study 1\nnote 0 after 999999: Nowhere\n"),
        format!("{whole}grognard study 1\nnote 0 after 1: no \0 text\n"),
        whole.replace("game: hex-fight", "game: chess"),
    ];
    for text in wrong {
        assert_eq!(kind(&share(&mut ney, text).await), (422, "record"));
    }
    assert_eq!(share(&mut ney, "x".repeat(3 << 20)).await.0, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(ney.get("/api/studies").await.1["studies"], json!([]), "nothing of it was kept");
}

#[tokio::test]
async fn nobody_fills_the_server_with_them() {
    let server = Running::start(config()).await;
    let (mut ney, mut lannes) = (registered(&server, "Ney").await, registered(&server, "Lannes").await);
    // Notes of nearly two megabytes: eight of these come to just less than 16 MB.
    let mut large = study("Long");
    while large.len() < 2_050_000 {
        let _ = writeln!(large, "note 0 after 1: {}", "so it goes ".repeat(1000));
    }
    for _ in 0..8 {
        shared(&mut ney, large.clone()).await;
    }
    assert_eq!(kind(&share(&mut ney, large.clone()).await), (409, "full"));
    let first = ney.get("/api/studies").await.1["studies"][0]["id"].clone();
    let path = format!("/api/studies/{}", first.as_str().unwrap());
    assert_eq!(
        write(&mut ney, Method::PUT, &path, large.clone()).await.0,
        StatusCode::OK,
        "its own room is free for it"
    );
    shared(&mut lannes, large).await;
}
