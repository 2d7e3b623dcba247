//! The workshop over a real connection: projects that stay, positions that the rules look at, archives that two accept.

use crate::support::browser::Browser;
use crate::support::folder::Folder;
use crate::support::running::{self, Running};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::Config;

const MINE: &str = "published my copy of the game";

fn config(folder: &Folder) -> Config {
    Config { workshop: Some(folder.path().to_path_buf()), ..running::config() }
}

async fn begun(browser: &mut Browser, game: &str) -> String {
    let (status, project) = browser.post("/api/workshop", json!({ "game": game, "title": "Mine" })).await;
    assert_eq!(status, StatusCode::OK, "{project}");
    project["id"].as_str().unwrap().to_string()
}

async fn edit(browser: &mut Browser, id: &str, key: &str, value: Value) -> Value {
    let (status, state) = browser.post(&format!("/api/workshop/{id}/edit"), json!({ "set": { key: value } })).await;
    assert_eq!(status, StatusCode::OK, "{state}");
    state
}

fn battle() -> Value {
    let piece = |piece: &str, hex: &str| json!({ "piece": piece, "hex": hex });
    let pieces = [piece("1/A/38", "2229"), piece("2/A/38", "2229"), piece("G001", "2231"), piece("G002", "2231")];
    let position = json!({ "phase": "VI", "turn": 3, "pieces": pieces });
    json!({ "title": "A few platoons", "about": "", "source": "reconstruction mine", "position": position })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_project_is_as_it_was_when_the_server_comes_back() {
    let folder = Folder::new();
    let running = Running::start(config(&folder)).await;
    let mut anna = Browser::new(running.address);
    let id = begun(&mut anna, "clash-of-giants").await;
    let ground = "ground tannenberg/map.toml 2720";
    edit(&mut anna, &id, ground, json!({ "value": "swamp", "source": MINE })).await;
    edit(&mut anna, &id, ground, json!({ "value": "woods", "source": MINE })).await;
    let (_, back) = anna.post(&format!("/api/workshop/{id}/undo"), json!(null)).await;
    assert_eq!((back["entries"][ground]["value"].as_str(), back["redo"].as_u64()), (Some("swamp"), Some(1)));
    let (_, map) = anna.get(&format!("/api/workshop/{id}/map?scenario=tannenberg")).await;
    let hex = map["hexes"].as_array().unwrap().iter().find(|hex| hex["id"] == "2720").unwrap().clone();
    assert_eq!(map["terrains"][hex["terrain"].as_u64().unwrap() as usize]["id"], "swamp");
    running.stop().await;

    let running = Running::start(config(&folder)).await;
    let mut anna = Browser::new(running.address);
    let (_, state) = anna.get(&format!("/api/workshop/{id}")).await;
    assert_eq!((state["entries"][ground]["value"].as_str(), state["undo"].as_u64()), (Some("swamp"), Some(2)));
    let (_, again) = anna.post(&format!("/api/workshop/{id}/redo"), json!(null)).await;
    assert_eq!(again["entries"][ground]["value"], "woods");
    let (_, list) = anna.get("/api/workshop").await;
    assert_eq!((list[0]["title"].as_str(), list[0]["changes"].as_u64()), (Some("Mine"), Some(1)));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_fit_is_told_at_its_hex_and_hinders_nothing_else() {
    let folder = Folder::new();
    let running = Running::start(config(&folder)).await;
    let mut anna = Browser::new(running.address);
    let id = begun(&mut anna, "clash-of-giants").await;
    let state =
        edit(&mut anna, &id, "ground tannenberg/map.toml 9999", json!({ "value": "woods", "source": MINE })).await;
    assert_eq!(state["problems"][0]["hexes"], json!(["9999"]));
    assert_eq!(anna.get(&format!("/api/workshop/{id}/board")).await.0, StatusCode::OK);
    let (status, refused) = anna.get(&format!("/api/workshop/{id}/archive")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
    let body = json!({ "set": { "nonsense": 1 } });
    let (status, refused) = anna.post(&format!("/api/workshop/{id}/edit"), body).await;
    assert_eq!(
        (status, &refused["error"]["message"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!("nonsense: there is no such thing to change"))
    );
    let position = json!({ "position": { "scenario": "tannenberg", "pieces": [{ "piece": "G-1", "hex": "4104" }, { "piece": "R-25", "hex": "4104" }] } });
    let (_, laid) = anna.post(&format!("/api/workshop/{id}/layout"), position).await;
    assert_eq!((laid["problems"][0]["piece"].as_str(), laid["problems"].as_array().unwrap().len()), (Some("R-25"), 1));
    assert_eq!(laid["view"]["pieces"].as_array().unwrap().iter().filter(|piece| piece["id"] == "G-1").count(), 1);
    running.stop().await;
}

/// A match with changed data: who sits down names their digest, the battle is what is played, and the server knows it again.
#[tokio::test(flavor = "multi_thread")]
async fn two_play_with_an_archive_that_both_accept() {
    let (folder, kept) = (Folder::new(), Folder::new());
    let database = format!("sqlite:{}", kept.path().join("games.sqlite").display());
    let with = || Config { database: database.clone(), ..config(&folder) };
    let running = Running::start(with()).await;
    let mut anna = Browser::new(running.address);
    let id = begun(&mut anna, "first-blood").await;
    edit(&mut anna, &id, "value tables.toml stacking.factors", json!({ "value": 12, "source": MINE })).await;
    edit(&mut anna, &id, "battle platoons", battle()).await;
    let (_, shelved) = anna.post(&format!("/api/workshop/{id}/archive"), json!(null)).await;
    let game = shelved["game"].as_str().unwrap().to_string();
    assert!(game.starts_with("first-blood~"), "{game}");
    let (_, info) = anna.get(&format!("/api/games/{game}")).await;
    let (_, shipped) = anna.get("/api/games/first-blood").await;
    assert_eq!((&info["game"], &info["changed"]["title"]), (&json!(game), &json!("Mine")));
    assert_eq!((&info["battles"][0]["id"], &info["battles"][0]["scenario"]), (&json!("platoons"), &json!("july-15")));
    assert_ne!(info["data"], shipped["data"]);
    let wish = json!({ "game": game, "scenario": "platoons", "seats": { "german": "me", "us": "open" } });
    let (status, made) = anna.post("/api/matches", wish).await;
    assert!(status.is_success(), "{made}");
    let path = format!("/api/matches/{}", made["match"]["id"].as_str().unwrap());

    let mut ben = Browser::new(running.address);
    let (_, told) = ben.get(&path).await;
    let digest = told["changed"]["digest"].as_str().unwrap().to_string();
    assert_eq!((&told["changed"]["title"], &told["changed"]["battle"]), (&json!("Mine"), &json!("A few platoons")));
    for accept in [json!(null), json!("0".repeat(64))] {
        let sits = json!({ "do": "sit", "side": "us", "accept": accept });
        let (status, refused) = ben.post(&format!("{path}/do"), sits).await;
        assert_eq!(
            (status, refused["error"]["kind"].as_str()),
            (StatusCode::CONFLICT, Some("changed_data")),
            "{refused}"
        );
    }
    let sits = json!({ "do": "sit", "side": "us", "accept": digest });
    let (status, answer) = ben.post(&format!("{path}/do"), sits).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let (_, table) = ben.get(&format!("{path}/table")).await;
    // Both of his platoons, and the upper one of the Germans.
    assert_eq!((table["view"]["turn"].as_u64(), table["view"]["pieces"].as_array().unwrap().len()), (Some(3), 3));
    running.stop().await;

    // The server comes back, and knows the game by its archive.
    let running = Running::start(with()).await;
    let (status, table) = Browser::new(running.address).get(&format!("{path}/table")).await;
    assert_eq!((status, table["match"]["changed"]["digest"].as_str()), (StatusCode::OK, Some(digest.as_str())));
    running.stop().await;
}

/// What a project has on by default is so in a match that is begun with it, unless whoever begins it says otherwise; the match
/// tells all its options, and is the same when the server comes back.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_begins_with_the_options_that_a_project_has_on() {
    let (folder, kept) = (Folder::new(), Folder::new());
    let database = format!("sqlite:{}", kept.path().join("games.sqlite").display());
    let with = || Config { database: database.clone(), ..config(&folder) };
    let running = Running::start(with()).await;
    let mut anna = Browser::new(running.address);
    let id = begun(&mut anna, "first-blood").await;
    edit(&mut anna, &id, "option show-counts", json!({ "value": "on", "source": MINE })).await;
    edit(&mut anna, &id, "option play-balance july-15", json!({ "value": "off", "source": MINE })).await;
    let state = edit(&mut anna, &id, "option taxis", json!({ "value": "on", "source": MINE })).await;
    assert_eq!(state["problems"][0]["key"], "option taxis");
    anna.post(&format!("/api/workshop/{id}/undo"), json!(null)).await;
    let (_, info) = anna.get(&format!("/api/workshop/{id}/game")).await;
    let counts =
        info["options"].as_array().unwrap().iter().find(|option| option["id"] == "show-counts").unwrap().clone();
    assert_eq!((&counts["default"], &counts["changed"]), (&json!(true), &json!(MINE)));
    assert_eq!(info["scenarios"][0]["options"], json!([{ "id": "play-balance", "default": false, "source": MINE }]));

    let (_, shelved) = anna.post(&format!("/api/workshop/{id}/archive"), json!(null)).await;
    let mut paths = Vec::new();
    for (options, counts) in [(json!({}), "show-counts=on"), (json!({ "show-counts": false }), "show-counts=off")] {
        let seats = json!({ "german": "me", "us": "me" });
        let wish = json!({ "game": shelved["game"], "options": options, "seats": seats });
        let (status, made) = anna.post("/api/matches", wish).await;
        assert!(status.is_success(), "{made}");
        let all = made["match"]["options"].clone();
        assert!(all.as_array().unwrap().contains(&json!(counts)), "{all}");
        assert!(all.as_array().unwrap().contains(&json!("play-balance=off")), "{all}");
        paths.push((format!("/api/matches/{}", made["match"]["id"].as_str().unwrap()), all));
    }
    running.stop().await;
    let running = Running::start(with()).await;
    let mut anna = Browser::new(running.address);
    for (path, all) in paths {
        let (_, told) = anna.get(&path).await;
        assert_eq!(told["options"], all);
    }
    running.stop().await;
}

/// What was packed in the workshop is opened there again as it was, battles and all, to be changed further.
#[tokio::test(flavor = "multi_thread")]
async fn an_archive_is_opened_as_the_project_that_it_was() {
    let folder = Folder::new();
    let running = Running::start(config(&folder)).await;
    let mut anna = Browser::new(running.address);
    let id = begun(&mut anna, "first-blood").await;
    let key = "value tables.toml stacking.factors";
    edit(&mut anna, &id, key, json!({ "value": 12, "source": MINE })).await;
    edit(&mut anna, &id, "battle platoons", battle()).await;
    let (_, mine) = anna.get(&format!("/api/workshop/{id}")).await;
    let asked = anna.request(Method::GET, &format!("/api/workshop/{id}/archive")).send().await.unwrap();
    let request = anna.request(Method::POST, "/api/workshop/open").body(asked.bytes().await.unwrap());
    let (status, opened) = anna.send(request).await;
    assert_eq!((status, &opened["entries"]), (StatusCode::OK, &mine["entries"]));
    let other = opened["id"].as_str().unwrap();
    let state = edit(&mut anna, other, key, json!({ "value": 13, "source": MINE })).await;
    assert_eq!(state["problems"], json!([]));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archive_that_is_no_good_is_refused_and_nothing_is_written() {
    let folder = Folder::new();
    let running = Running::start(config(&folder)).await;
    let mut anna = Browser::new(running.address);
    for path in ["/api/workshop/open", "/api/workshop/shelf"] {
        let request = anna.request(Method::POST, path).body("no archive");
        let (status, refused) = anna.send(request).await;
        assert_eq!((status, refused["error"]["kind"].as_str()), (StatusCode::UNPROCESSABLE_ENTITY, Some("archive")));
        assert!(refused["error"]["message"].as_str().unwrap().starts_with("the archive is damaged: "), "{refused}");
    }
    for path in ["/api/workshop/open", "/api/workshop/shelf"] {
        let request = anna.request(Method::POST, path).body(vec![0; (8 << 20) + 2]);
        let (status, refused) = anna.send(request).await;
        let message = "the archive is too large (the most is 8 MB packed, 32 MB and 400 files unpacked)";
        assert_eq!((status, refused["error"]["message"].as_str()), (StatusCode::PAYLOAD_TOO_LARGE, Some(message)));
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    assert_eq!(anna.get("/api/games/first-blood~0123456789abcdef").await.0, StatusCode::NOT_FOUND);
    running.stop().await;
}

/// On a server for others the workshop is for those with an account, and each sees his own.
#[tokio::test(flavor = "multi_thread")]
async fn on_a_server_everybody_has_his_own_projects() {
    let folder = Folder::new();
    let running = Running::start(Config { public: Some("http://play.example".into()), ..config(&folder) }).await;
    let mut guest = Browser::new(running.address);
    assert_eq!(guest.get("/api/workshop").await.0, StatusCode::UNAUTHORIZED);
    let mut people = Vec::new();
    for name in ["anna", "ben"] {
        let mut browser = Browser::new(running.address);
        let (status, answer) =
            browser.post("/api/account", json!({ "name": name, "password": "correct horse battery" })).await;
        assert!(status.is_success(), "{answer}");
        people.push(browser);
    }
    let id = begun(&mut people[0], "first-blood").await;
    assert_eq!(people[0].get(&format!("/api/workshop/{id}")).await.0, StatusCode::OK);
    assert_eq!(people[1].get(&format!("/api/workshop/{id}")).await.0, StatusCode::NOT_FOUND);
    assert_eq!(people[1].get("/api/workshop").await.1, json!([]));
    assert_eq!(people[1].delete(&format!("/api/workshop/{id}")).await.0, StatusCode::NOT_FOUND);
    running.stop().await;
}

/// Computers try a battle out: its games are told as they are played, and compared with the shipped data.
#[tokio::test(flavor = "multi_thread")]
async fn computers_try_a_battle_out() {
    let folder = Folder::new();
    let running = Running::start(config(&folder)).await;
    let mut anna = Browser::new(running.address);
    let id = begun(&mut anna, "first-blood").await;
    edit(&mut anna, &id, "battle platoons", battle()).await;
    let path = format!("/api/workshop/{id}/trial");
    assert_eq!(anna.get(&path).await.1, json!(null));
    let (status, answer) = anna.post(&path, json!({ "what": "platoons", "games": 2, "player": "random" })).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let report = loop {
        let report = anna.get(&path).await.1;
        if report["running"] == false {
            break report;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!((&report["own"]["games"], &report["shipped"]["games"]), (&json!(2), &json!(2)));
    assert_eq!(
        report["own"]["won"], report["shipped"]["won"],
        "nothing is changed, so the same seeds give the same games"
    );
    running.stop().await;
}
