//! The workshop over a real connection: projects that stay, positions that the rules look at, archives that two accept.

use crate::support::browser::Browser;
use crate::support::folder::Folder;
use crate::support::running::{self, Running};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::Config;

const MINE: &str = "published my copy of the game";

/// A server whose workshop lies in this folder, and its matches too.
fn config(folder: &Folder) -> Config {
    let (workshop, games) = (folder.path().join("workshop"), folder.path().join("games.sqlite"));
    Config { workshop: Some(workshop), database: format!("sqlite:{}", games.display()), ..running::config() }
}

/// A server, and Anna, who has begun a project there.
struct Shop {
    folder: Folder,
    running: Running,
    anna: Browser,
    /// Where the project is asked for.
    project: String,
}

impl Shop {
    async fn of(game: &str) -> Shop {
        let folder = Folder::new();
        let running = Running::start(config(&folder)).await;
        let mut anna = Browser::new(running.address);
        let id = begun(&mut anna, game).await;
        Shop { folder, running, anna, project: format!("/api/workshop/{id}") }
    }

    /// The server ends and comes back.
    async fn again(self) -> Shop {
        self.running.stop().await;
        let running = Running::start(config(&self.folder)).await;
        Shop { anna: Browser::new(running.address), running, ..self }
    }

    /// Asks for something of the project.
    async fn get(&mut self, what: &str) -> (StatusCode, Value) {
        self.anna.get(&format!("{}{what}", self.project)).await
    }

    /// Has something done with the project.
    async fn post(&mut self, what: &str, body: Value) -> (StatusCode, Value) {
        self.anna.post(&format!("{}/{what}", self.project), body).await
    }

    /// Changes something: the project then.
    async fn edit(&mut self, key: &str, value: Value) -> Value {
        let (status, state) = self.post("edit", json!({ "set": { key: value } })).await;
        assert_eq!(status, StatusCode::OK, "{state}");
        state
    }
}

async fn begun(browser: &mut Browser, game: &str) -> String {
    let (status, project) = browser.post("/api/workshop", json!({ "game": game, "title": "Mine" })).await;
    assert_eq!(status, StatusCode::OK, "{project}");
    project["id"].as_str().unwrap().to_string()
}

fn battle() -> Value {
    let piece = |piece: &str, hex: &str| json!({ "piece": piece, "hex": hex });
    let pieces = [piece("1/A/38", "2229"), piece("2/A/38", "2229"), piece("G001", "2231"), piece("G002", "2231")];
    let position = json!({ "phase": "VI", "turn": 3, "pieces": pieces });
    json!({ "title": "A few platoons", "about": "", "source": "reconstruction mine", "position": position })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_project_is_as_it_was_when_the_server_comes_back() {
    let mut shop = Shop::of("clash-of-giants").await;
    let ground = "ground tannenberg/map.toml 2720";
    shop.edit(ground, json!({ "value": "swamp", "source": MINE })).await;
    shop.edit(ground, json!({ "value": "woods", "source": MINE })).await;
    let (_, back) = shop.post("undo", json!(null)).await;
    assert_eq!((back["entries"][ground]["value"].as_str(), back["redo"].as_u64()), (Some("swamp"), Some(1)));
    let (_, map) = shop.get("/map?scenario=tannenberg").await;
    let hex = map["hexes"].as_array().unwrap().iter().find(|hex| hex["id"] == "2720").unwrap().clone();
    assert_eq!(map["terrains"][hex["terrain"].as_u64().unwrap() as usize]["id"], "swamp");

    let mut shop = shop.again().await;
    let (_, state) = shop.get("").await;
    assert_eq!((state["entries"][ground]["value"].as_str(), state["undo"].as_u64()), (Some("swamp"), Some(2)));
    let (_, again) = shop.post("redo", json!(null)).await;
    assert_eq!(again["entries"][ground]["value"], "woods");
    let (_, list) = shop.anna.get("/api/workshop").await;
    assert_eq!((list[0]["title"].as_str(), list[0]["changes"].as_u64()), (Some("Mine"), Some(1)));
    shop.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_fit_is_told_at_its_hex_and_hinders_nothing_else() {
    let mut shop = Shop::of("clash-of-giants").await;
    let state = shop.edit("ground tannenberg/map.toml 9999", json!({ "value": "woods", "source": MINE })).await;
    assert_eq!(state["problems"][0]["hexes"], json!(["9999"]));
    assert_eq!(shop.get("/board").await.0, StatusCode::OK);
    let (status, refused) = shop.get("/archive").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
    let body = json!({ "set": { "nonsense": 1 } });
    let (status, refused) = shop.post("edit", body).await;
    assert_eq!(
        (status, &refused["error"]["message"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!("nonsense: there is no such thing to change"))
    );
    let position = json!({ "position": { "scenario": "tannenberg", "pieces": [{ "piece": "G-1", "hex": "4104" }, { "piece": "R-25", "hex": "4104" }] } });
    let (_, laid) = shop.post("layout", position).await;
    assert_eq!((laid["problems"][0]["piece"].as_str(), laid["problems"].as_array().unwrap().len()), (Some("R-25"), 1));
    assert_eq!(laid["view"]["pieces"].as_array().unwrap().iter().filter(|piece| piece["id"] == "G-1").count(), 1);
    shop.running.stop().await;
}

/// A match with changed data: who sits down names their digest, the battle is what is played, and the server knows it again.
#[tokio::test(flavor = "multi_thread")]
async fn two_play_with_an_archive_that_both_accept() {
    let mut shop = Shop::of("first-blood").await;
    shop.edit("value tables.toml stacking.factors", json!({ "value": 12, "source": MINE })).await;
    shop.edit("battle platoons", battle()).await;
    let (_, shelved) = shop.post("archive", json!(null)).await;
    let game = shelved["game"].as_str().unwrap().to_string();
    assert!(game.starts_with("first-blood~"), "{game}");
    let (_, info) = shop.anna.get(&format!("/api/games/{game}")).await;
    let (_, shipped) = shop.anna.get("/api/games/first-blood").await;
    assert_eq!((&info["game"], &info["changed"]["title"]), (&json!(game), &json!("Mine")));
    assert_eq!((&info["battles"][0]["id"], &info["battles"][0]["scenario"]), (&json!("platoons"), &json!("july-15")));
    assert_ne!(info["data"], shipped["data"]);
    let wish = json!({ "game": game, "scenario": "platoons", "seats": { "german": "me", "us": "open" } });
    let (status, made) = shop.anna.post("/api/matches", wish).await;
    assert!(status.is_success(), "{made}");
    let path = format!("/api/matches/{}", made["match"]["id"].as_str().unwrap());

    let mut ben = Browser::new(shop.running.address);
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

    // The server comes back, and knows the game by its archive.
    let mut shop = shop.again().await;
    let (status, table) = shop.anna.get(&format!("{path}/table")).await;
    assert_eq!((status, table["match"]["changed"]["digest"].as_str()), (StatusCode::OK, Some(digest.as_str())));
    shop.running.stop().await;
}

/// What a project has on by default is so in a match that is begun with it, unless whoever begins it says otherwise; the match
/// tells all its options, and is the same when the server comes back.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_begins_with_the_options_that_a_project_has_on() {
    let mut shop = Shop::of("first-blood").await;
    shop.edit("option show-counts", json!({ "value": "on", "source": MINE })).await;
    shop.edit("option play-balance july-15", json!({ "value": "off", "source": MINE })).await;
    let state = shop.edit("option taxis", json!({ "value": "on", "source": MINE })).await;
    assert_eq!(state["problems"][0]["key"], "option taxis");
    shop.post("undo", json!(null)).await;
    let (_, info) = shop.get("/game").await;
    let counts =
        info["options"].as_array().unwrap().iter().find(|option| option["id"] == "show-counts").unwrap().clone();
    assert_eq!((&counts["default"], &counts["changed"]), (&json!(true), &json!(MINE)));
    assert_eq!(info["scenarios"][0]["options"], json!([{ "id": "play-balance", "default": false, "source": MINE }]));

    let (_, shelved) = shop.post("archive", json!(null)).await;
    let mut paths = Vec::new();
    for (options, counts) in [(json!({}), "show-counts=on"), (json!({ "show-counts": false }), "show-counts=off")] {
        let seats = json!({ "german": "me", "us": "me" });
        let wish = json!({ "game": shelved["game"], "options": options, "seats": seats });
        let (status, made) = shop.anna.post("/api/matches", wish).await;
        assert!(status.is_success(), "{made}");
        let all = made["match"]["options"].clone();
        assert!(all.as_array().unwrap().contains(&json!(counts)), "{all}");
        assert!(all.as_array().unwrap().contains(&json!("play-balance=off")), "{all}");
        paths.push((format!("/api/matches/{}", made["match"]["id"].as_str().unwrap()), all));
    }
    let mut shop = shop.again().await;
    for (path, all) in paths {
        let (_, told) = shop.anna.get(&path).await;
        assert_eq!(told["options"], all);
    }
    shop.running.stop().await;
}

/// What was packed in the workshop is opened there again as it was, battles and all, to be changed further.
#[tokio::test(flavor = "multi_thread")]
async fn an_archive_is_opened_as_the_project_that_it_was() {
    let mut shop = Shop::of("first-blood").await;
    let key = "value tables.toml stacking.factors";
    shop.edit(key, json!({ "value": 12, "source": MINE })).await;
    shop.edit("battle platoons", battle()).await;
    let (_, mine) = shop.get("").await;
    let asked = shop.anna.request(Method::GET, &format!("{}/archive", shop.project)).send().await.unwrap();
    let request = shop.anna.request(Method::POST, "/api/workshop/open").body(asked.bytes().await.unwrap());
    let (status, opened) = shop.anna.send(request).await;
    assert_eq!((status, &opened["entries"]), (StatusCode::OK, &mine["entries"]));
    shop.project = format!("/api/workshop/{}", opened["id"].as_str().unwrap());
    let state = shop.edit(key, json!({ "value": 13, "source": MINE })).await;
    assert_eq!(state["problems"], json!([]));
    shop.running.stop().await;
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
    let written = std::fs::read_dir(folder.path().join("workshop"));
    assert!(written.map_or(0, Iterator::count) == 0, "something was written");
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
    let mut shop = Shop::of("first-blood").await;
    shop.edit("battle platoons", battle()).await;
    assert_eq!(shop.get("/trial").await.1, json!(null));
    let (status, answer) = shop.post("trial", json!({ "what": "platoons", "games": 2, "player": "random" })).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let report = loop {
        let report = shop.get("/trial").await.1;
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
    shop.running.stop().await;
}
