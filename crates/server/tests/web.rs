//! The page, the games and what guards them, asked for over a real connection.

use serde_json::{Value, json};
use server::{Config, Limits, Server};
use sqlx::Connection as _;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// A server for one test.
struct Site {
    address: SocketAddr,
    end: tokio::sync::oneshot::Sender<()>,
    running: tokio::task::JoinHandle<Result<(), server::ServeError>>,
}

/// What came back.
struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Site {
    async fn with(config: Config) -> Site {
        let address = "127.0.0.1:0".parse().unwrap();
        let server = Server::bind(Config { address, ..config }).await.unwrap();
        let (address, (end, told)) = (server.address(), tokio::sync::oneshot::channel());
        let running = tokio::spawn(server.run(async {
            let _ = told.await;
        }));
        Site { address, end, running }
    }

    async fn new() -> Site {
        Site::with(Config { limits: Limits::NONE, ..Config::default() }).await
    }

    async fn ask(&self, first_line: &str, headers: &[&str], body: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // HTTP/1.0, so that the end of the answer is the end of the connection.
        let mut request = format!("{first_line} HTTP/1.0\r\nhost: {}\r\n", self.address);
        for header in headers {
            request += &format!("{header}\r\n");
        }
        request += &format!("content-length: {}\r\n\r\n", body.len());
        stream.write_all(request.as_bytes()).await.unwrap();
        // A server that refuses early may not read all of it.
        let _ = stream.write_all(body).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        Answer::read(&answer)
    }

    async fn get(&self, path: &str) -> Answer {
        self.ask(&format!("GET {path}"), &[], b"").await
    }

    async fn end(self) {
        self.end.send(()).unwrap();
        self.running.await.unwrap().unwrap();
    }
}

impl Answer {
    fn read(bytes: &[u8]) -> Answer {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").expect("no end of the headers");
        let head = std::str::from_utf8(&bytes[..end]).unwrap();
        let mut lines = head.split("\r\n");
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let header = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_lowercase(), value.to_string()));
        Answer { status, headers: lines.filter_map(header).collect(), body: bytes[end + 4..].to_vec() }
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The word for programs and the sentence for people.
    fn error(&self) -> (String, String) {
        let error = &self.json()["error"];
        (error["kind"].as_str().unwrap().to_string(), error["message"].as_str().unwrap().to_string())
    }
}

#[tokio::test]
async fn the_listed_games_are_told_with_their_nations_and_lessons() {
    let site = Site::new().await;
    let games = site.get("/api/games").await.json();
    let ids: Vec<_> = games.as_array().unwrap().iter().map(|game| game["game"].as_str().unwrap()).collect();
    let listed: Vec<_> = catalogue::GAMES.iter().map(|entry| entry.id).collect();
    assert_eq!(ids, listed);
    for game in games.as_array().unwrap() {
        assert!(game["nations"].is_array() && game["lesson"] == true && game["shelf"]["level"].is_u64(), "{game}");
        assert_eq!(game["sides"].as_array().unwrap().len(), 2);
    }
    let computers = site.get("/api/computers").await.json();
    assert_eq!(computers[0]["id"], "random");
    assert_eq!(computers[0]["title"], "Random");
}

#[tokio::test]
async fn every_game_has_a_door_its_lessons_and_clauses_with_names() {
    let site = Site::new().await;
    for entry in catalogue::GAMES {
        let path = format!("/api/games/{}", entry.id);
        let game = site.get(&path).await.json();
        let door = site.get(&format!("{path}/door")).await.json();
        assert!(door["phases"].as_array().unwrap().len() > 4 && door["battle"]["text"].is_string(), "{path}");
        for lesson in game["lessons"].as_array().unwrap() {
            let which = lesson["id"].as_str().unwrap();
            let told = site.get(&format!("{path}/lesson?which={which}")).await.json();
            assert_eq!((&told["title"], &told["side"]), (&lesson["title"], &lesson["side"]), "{path}");
        }
    }
    let clauses = site.get("/api/games/rock-of-the-marne/clauses").await.json();
    let named = clauses.as_array().unwrap().iter().find(|clause| clause["id"] == "scs/7.2b").unwrap();
    assert_eq!((&named["name"], &named["chapter"]), (&"Series rules 7.2b".into(), &"Series rules 7. Combat".into()));
    assert_eq!(site.get("/api/games/first-blood/lesson?which=siege").await.status, 404);
}

#[tokio::test]
async fn every_game_has_a_staff_college() {
    let site = Site::new().await;
    for entry in catalogue::GAMES {
        let path = format!("/api/games/{}", entry.id);
        let count = site.get(&path).await.json()["problems"].as_u64().unwrap() as usize;
        let college = site.get(&format!("{path}/college")).await.json();
        let problems = college["problems"].as_array().unwrap();
        assert!(count > 0 && problems.len() == count, "{path}");
        for offered in problems {
            let told = site.get(&format!("{path}/college/{}", offered["id"].as_str().unwrap())).await.json();
            assert_eq!(&told["info"], offered, "{path}");
            let right = told["right"][0].as_array().unwrap();
            assert_eq!(right.len(), told["answer"].as_array().unwrap().len(), "{told}");
            assert!(told["proof"].as_str().unwrap().contains("the best of the others"), "{told}");
        }
    }
    assert_eq!(site.get("/api/games/first-blood/college/siege").await.status, 404);
    assert_eq!(site.get("/api/games/chess/college").await.status, 404);
}

#[tokio::test]
async fn a_page_that_is_shared_tells_what_it_is() {
    let site = Site::new().await;
    let page = site.get("/games/first-blood").await.text();
    for part in ["og:title\" content=\"First Blood: Second Marne\"", "og:description", "/api/games/first-blood/map.png"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!site.get("/").await.text().contains("og:title") && !site.get("/m/unknown").await.text().contains("og:"));
    let picture = site.get("/api/games/first-blood/map.png").await;
    assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/png")));
    assert!(picture.body.starts_with(b"\x89PNG"));
}

#[tokio::test]
async fn every_board_has_its_picture_and_its_hexes() {
    let site = Site::new().await;
    for entry in catalogue::GAMES.iter().chain([&catalogue::HEX_FIGHT]) {
        let game = entry.load(None).unwrap();
        for (index, scenario) in game.about().scenarios.iter().enumerate() {
            let board = site.get(&format!("/api/games/{}/board?scenario={}", entry.id, scenario.id)).await.json();
            let hexes = board["hexes"].as_array().unwrap();
            assert_eq!(hexes.len(), game.map(index).board.hexes().count());
            let (wide, high) = (board["width"].as_f64().unwrap(), board["height"].as_f64().unwrap());
            for hex in hexes {
                assert!((0.0..wide).contains(&hex["x"].as_f64().unwrap()), "{hex}");
                assert!((0.0..high).contains(&hex["y"].as_f64().unwrap()), "{hex}");
                assert!(game.map(index).board.parse(hex["id"].as_str().unwrap()).is_ok(), "{hex}");
            }
            // The first to ask does not wait until the picture is drawn, and keeps none whose version he does not know.
            let picture = site.get(board["picture"].as_str().unwrap()).await;
            assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/svg+xml")));
            assert!(picture.text().starts_with("<svg"));
            assert_eq!(picture.header("cache-control"), Some("no-cache"));
            let again = site.get(&format!("/api/games/{}/board?scenario={}", entry.id, scenario.id)).await.json();
            let kept = site.get(again["picture"].as_str().unwrap()).await;
            assert!(kept.header("cache-control").unwrap().contains("immutable"));
            assert_eq!(kept.body, picture.body);
            assert!(picture.header("content-security-policy").unwrap().contains("style-src 'unsafe-inline'"));
        }
    }
}

#[tokio::test]
async fn every_scenario_has_its_charts_and_a_sheet_to_print() {
    let site = Site::new().await;
    for entry in catalogue::GAMES {
        let game = entry.load(None).unwrap();
        for scenario in &game.about().scenarios {
            let charts = game.charts(Some(&scenario.id), &[]).unwrap();
            let path = format!("/api/games/{}/charts", entry.id);
            let told = site.get(&format!("{path}?scenario={}", scenario.id)).await.json();
            let names: Vec<_> = told.as_array().unwrap().iter().map(|chart| chart["name"].as_str().unwrap()).collect();
            assert_eq!(names, charts.iter().map(|chart| chart.name.as_str()).collect::<Vec<_>>());
            let sheet = site.get(&format!("{path}.html?scenario={}", scenario.id)).await;
            assert_eq!((sheet.status, sheet.header("content-type")), (200, Some("text/html; charset=utf-8")));
            assert!(names.iter().all(|name| sheet.text().contains(&format!("<h2>{name}</h2>"))), "{names:?}");
        }
    }
    // An option that a chart shows.
    let three = |options: &'static str| {
        let site = &site;
        async move {
            let charts = site.get(&format!("/api/games/rock-of-the-marne/charts{options}")).await.json();
            charts[2]["lines"][0]["head"].as_str().unwrap().to_string()
        }
    };
    assert_eq!([three("").await, three("?options=mild-three=on").await], ["1 to 3", "1 to 2"]);
    assert_eq!(site.get("/api/games/rock-of-the-marne/charts?options=moon=on").await.status, 404);
}

#[tokio::test]
async fn a_picture_asked_for_by_another_version_is_not_kept_for_ever() {
    let site = Site::new().await;
    for path in ["/api/games/hex-fight/map.svg", "/api/games/hex-fight/map.svg?v=0123456789abcdef"] {
        let picture = site.get(path).await;
        assert_eq!((picture.status, picture.header("cache-control")), (200, Some("no-cache")), "{path}");
    }
}

#[tokio::test]
async fn what_was_sent_is_not_sent_again() {
    let site = Site::new().await;
    let first = site.ask("GET /api/games/first-blood/clauses", &["accept-encoding: gzip, br"], b"").await;
    assert_eq!(first.header("content-encoding"), Some("br"));
    let again = format!("if-none-match: {}", first.header("etag").unwrap());
    let second = site.ask("GET /api/games/first-blood/clauses", &[&again], b"").await;
    assert_eq!((second.status, second.body.len()), (304, 0));
    let clauses = site.get("/api/games/first-blood/clauses").await.json();
    assert!(clauses.as_array().unwrap().iter().any(|clause| clause["id"] == "10.3a"));
}

#[tokio::test]
async fn the_page_finds_its_own_way_but_files_are_there_or_not() {
    let site = Site::new().await;
    let index = site.get("/").await;
    assert_eq!((index.status, index.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert_eq!(index.header("cache-control"), Some("no-cache"));
    // What a browser keeps is asked about again, and must keep the policy it came with.
    let kept = format!("if-none-match: {}", index.header("etag").unwrap());
    let again = site.ask("GET /", &[&kept], b"").await;
    assert_eq!((again.status, again.header("content-security-policy")), (304, None));
    assert_eq!(site.get("/m/abc").await.body, index.body);
    assert_eq!(site.get("/assets/nothing-1234.js").await.status, 404);
    assert_eq!(site.get("/../Cargo.toml").await.status, 404);
    assert_eq!(site.ask("POST /", &[], b"").await.status, 405);
    for path in page::paths().filter(|path| path.starts_with("assets/")) {
        let file = site.get(&format!("/{path}")).await;
        assert_eq!(file.status, 200, "{path}");
        assert!(file.header("cache-control").unwrap().contains("immutable"), "{path}");
    }
}

#[tokio::test]
async fn every_error_of_the_api_has_one_shape() {
    let site = Site::new().await;
    for (request, status, kind) in [
        ("GET /api/nothing", 404, "not_found"),
        ("GET /api", 404, "not_found"),
        ("GET /api/games/chess/board", 404, "not_found"),
        ("GET /api/games/first-blood/board?scenario=never", 404, "not_found"),
        ("GET /api/games/hex-fight/lesson", 404, "not_found"),
        ("DELETE /api/games", 405, "method_not_allowed"),
        ("POST /api/replay?see=all", 422, "record"),
    ] {
        let answer = site.ask(request, &["content-type: text/plain"], b"nonsense").await;
        assert_eq!((answer.status, answer.error().0.as_str()), (status, kind), "{request}");
    }
    // Browsers take packed answers; a refusal that was packed before it got its shape could not be read.
    let headers = ["content-type: application/json", "accept-encoding: gzip"];
    let answer = site.ask("POST /api/account", &headers, b"{\"name").await;
    assert_eq!((answer.status, answer.header("content-encoding")), (400, Some("gzip")));
    assert!(answer.body.starts_with(&[0x1f, 0x8b]), "a packed answer");
}

#[tokio::test]
async fn every_answer_carries_the_headers_that_keep_browsers_honest() {
    let site = Site::new().await;
    for path in ["/", "/api/games", "/api/nothing", "/healthz", "/robots.txt"] {
        let answer = site.get(path).await;
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert!(answer.header("content-security-policy").unwrap().starts_with("default-src 'none'"), "{path}");
        assert!(answer.header("x-request-id").is_some(), "{path}");
        assert_eq!(answer.header("strict-transport-security"), None, "{path}");
    }
    let policy = site.get("/").await.header("content-security-policy").unwrap().to_string();
    assert!(policy.contains("script-src 'self';") && policy.contains("style-src 'self';"), "{policy}");
    assert!(policy.contains(&format!("connect-src 'self' ws://{} ", site.address)), "{policy}");
}

#[tokio::test]
async fn https_is_known_by_the_proxy_alone() {
    let site = Site::with(Config { behind_proxy: true, ..Config::default() }).await;
    let answer = site.ask("GET /", &["x-forwarded-proto: https"], b"").await;
    assert_eq!(answer.header("strict-transport-security"), Some("max-age=31536000"));
    let direct = Site::new().await.ask("GET /", &["x-forwarded-proto: https"], b"").await;
    assert_eq!(direct.header("strict-transport-security"), None);
}

#[tokio::test]
async fn another_site_cannot_send_requests_that_change_something() {
    let site = Site::new().await;
    let own = format!("origin: http://{}", site.address);
    let cookie = "cookie: grognard=0123";
    // The record is nonsense, so 422 means that the request got through.
    for (headers, status) in [
        (vec![], 422),
        (vec![own.as_str()], 422),
        (vec!["origin: https://evil.example"], 403),
        (vec!["origin: null"], 403),
        (vec![cookie], 403),
        (vec![cookie, own.as_str()], 403),
        (vec![cookie, "x-grognard: page"], 422),
        (vec![cookie, "x-grognard: page", own.as_str()], 422),
        (vec![cookie, "x-grognard: page", "origin: https://evil.example"], 403),
        (vec![cookie, "authorization: Bearer 0123"], 422),
        (vec![cookie, "authorization: Basic eDp5"], 403),
        (vec![cookie, "authorization: Basic eDp5", "origin: https://evil.example"], 403),
    ] {
        let answer = site.ask("POST /api/replay", &headers, b"nonsense").await;
        assert_eq!(answer.status, status, "{headers:?}: {}", answer.text());
    }
    let socket = ["upgrade: websocket", "connection: upgrade", "origin: https://evil.example"];
    assert_eq!(site.ask("GET /api/games", &socket, b"").await.status, 403);
    assert_eq!(site.ask("GET /api/games", &["origin: https://evil.example"], b"").await.status, 200);
}

#[tokio::test]
async fn who_asks_too_often_is_turned_away_but_gets_the_page() {
    let limits = Limits { requests_per_second: 1, request_burst: 3, ..Limits::default() };
    let site = Site::with(Config { limits, ..Config::default() }).await;
    let mut turned_away = None;
    for _ in 0..50 {
        let answer = site.get("/api/games").await;
        if answer.status != 200 {
            turned_away = Some(answer);
        }
    }
    let answer = turned_away.expect("fifty requests at once got through");
    assert_eq!((answer.status, answer.error().0.as_str()), (429, "too_many_requests"));
    assert!(answer.header("retry-after").unwrap().parse::<u64>().unwrap() >= 1);
    for _ in 0..10 {
        assert_eq!(site.get("/").await.status, 200);
    }
}

#[tokio::test]
async fn bodies_have_a_limit_and_records_a_larger_one() {
    let site = Site::new().await;
    let text = ["content-type: text/plain"];
    let answer = site.ask("POST /api/replay", &text, &vec![b'x'; 1024 * 1024]).await;
    assert_eq!((answer.status, answer.error().0.as_str()), (422, "record"));
    let answer = site.ask("POST /api/replay", &text, &vec![b'x'; 3 * 1024 * 1024]).await;
    assert_eq!((answer.status, answer.error().0.as_str()), (413, "too_large"));
}

/// A whole game between computers, as a record.
fn record() -> String {
    let game = catalogue::find("first-blood").unwrap().load(None).unwrap();
    let seats = vec!["german=greedy".to_string(), "us=greedy".to_string()];
    let mut table = game.begin(catalogue::NewMatch { seed: 7.into(), seats, ..Default::default() }).unwrap();
    let dice = ai::dice(7.into());
    while let engine::Decision::Choose(_) = table.decision() {
        table.play_computer(ai::Player::GREEDY, &dice).unwrap();
    }
    table.record().to_string()
}

#[tokio::test]
async fn a_record_is_told_step_by_step_for_each_pair_of_eyes() {
    let site = Site::new().await;
    let record = record();
    let parsed = engine::Record::parse(&record).unwrap();
    for see in ["all", "german", "us", "spectator"] {
        let replay = site.ask(&format!("POST /api/replay?see={see}"), &[], record.as_bytes()).await.json();
        assert_eq!(replay["viewer"], see);
        assert_eq!(replay["viewers"].as_array().unwrap().len(), 4);
        assert_eq!(replay["seats"][0], "german=greedy");
        assert!(replay["first"]["pieces"].is_array());
        let steps = replay["steps"].as_array().unwrap();
        assert_eq!(steps.len(), parsed.lines.len());
        for (step, line) in steps.iter().zip(&parsed.lines) {
            assert_eq!(step["side"], line.side.as_str());
            let may_know = see == "all" || see == line.side;
            assert_eq!(step["action"].as_str(), may_know.then_some(line.action.as_str()), "{step}");
            let rolls = step["rolls"].as_array().map_or(0, Vec::len);
            assert_eq!(rolls, if may_know { line.rolls.len() } else { 0 }, "{step}");
        }
        assert!(replay["result"]["text"].is_string());
        let verified = replay["verified"].as_array().unwrap();
        assert_eq!(verified[0], format!("All {} lines are sealed: none was changed, dropped or added.", steps.len()));
        // What nobody promised is no proof.
        assert!(!verified.iter().any(|sentence| sentence.as_str().unwrap().contains("Nobody")));
        assert_eq!(replay["remarks"][0], "Nobody committed to the dice before play.");
    }
    assert_eq!(site.ask("POST /api/replay?see=god", &[], record.as_bytes()).await.status, 403);
}

#[tokio::test]
async fn a_record_is_told_in_parts_with_the_first_position_before_its_steps() {
    let site = Site::new().await;
    let record = record();
    let whole = site.ask("POST /api/replay?see=us", &[], record.as_bytes()).await.json();
    let told = site.ask("POST /api/replay?see=us&parts=true", &[], record.as_bytes()).await.text();
    let parts: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (first, end) = (&parts[0], &parts[parts.len() - 1]);
    assert_eq!((&first["part"], &first["replay"]["first"]), (&json!("first"), &whole["first"]));
    assert_eq!(first["replay"]["actions"], whole["steps"].as_array().unwrap().len());
    assert!(parts.len() > 3, "the steps come a hundred at a time");
    let steps: Vec<Value> =
        parts.iter().flat_map(|part| part["steps"].as_array().cloned().unwrap_or_default()).collect();
    assert_eq!(json!(steps), whole["steps"]);
    assert_eq!((&end["part"], &end["result"], &end["verified"]), (&json!("end"), &whole["result"], &whole["verified"]));
    // From a later action on: what was played before is not told.
    let late = site.ask("POST /api/replay?see=us&from=50", &[], record.as_bytes()).await.json();
    assert_eq!((&late["from"], late["steps"].as_array().unwrap()), (&json!(50), &steps[50..].to_vec()));
    let changed = record.replacen("d6=1", "d6=6", 1);
    let untrue = site.ask("POST /api/replay?parts=true", &[], changed.as_bytes()).await.error();
    assert_eq!(untrue.0, "record");
}

#[tokio::test]
async fn what_is_tried_at_a_moment_of_a_record_becomes_a_variation_of_its_study() {
    let site = Site::new().await;
    let record = record();
    let played = engine::Record::parse(&record).unwrap();
    let rolled = played.lines.iter().position(|line| !line.rolls.is_empty()).unwrap();
    let asked = site.ask(&format!("POST /api/replay/try?after={rolled}"), &[], record.as_bytes()).await.json();
    let line = &played.lines[rolled];
    assert_eq!(asked["side"], line.side.as_str());
    assert!(asked["line"].is_null() && asked["prompt"].is_string());
    let choices = asked["choices"].as_array().unwrap();
    assert!(choices.iter().any(|choice| choice["action"] == line.action.as_str()));
    // What was done is done again with the dice of the seed; with others, they are laid down.
    let encoded = line.action.replace(' ', "%20");
    let again = format!("POST /api/replay/try?after={rolled}&action={encoded}");
    let same = site.ask(&again, &[], record.as_bytes()).await.json();
    assert_eq!(same["line"], line.to_string());
    assert!(same["step"]["change"].is_object());
    let rolls = vec!["1"; line.rolls.len()].join(",");
    let other = site.ask(&format!("{again}&rolls={rolls}"), &[], record.as_bytes()).await.json();
    let laid = other["line"].as_str().unwrap();
    assert!(laid.contains("[forced d"), "{laid}");
    // As a variation it is played again and verified, and the rest of the record with it.
    let number = rolled + 1;
    let study = format!("{record}grognard study 1\nvariation 1 of 0 after {rolled}: Ones\n1.{number} {laid}\n");
    let told = site.ask("POST /api/replay?branch=1", &[], study.as_bytes()).await.json();
    assert_eq!(told["steps"].as_array().unwrap().len(), number);
    assert_eq!(
        told["verified"][0],
        format!("The first {rolled} lines are sealed: none was changed, dropped or added.")
    );
    let remark = format!("From action {number} on it is a variation of a study, which nobody has sealed.");
    assert_eq!(told["remarks"][0], remark);
    let whole = site.ask("POST /api/replay", &[], study.as_bytes()).await.json();
    assert_eq!(whole["steps"].as_array().unwrap().len(), played.lines.len());
    let none = site.ask("POST /api/replay?branch=2", &[], study.as_bytes()).await.error();
    assert_eq!(none, ("record".to_string(), "the study has no such variation".to_string()));
    let (kind, _) = site.ask("POST /api/replay/try?after=3&action=nonsense", &[], record.as_bytes()).await.error();
    assert_eq!(kind, "refused");
    let beyond = site.ask("POST /api/replay/try?after=999999", &[], record.as_bytes()).await;
    assert_eq!(beyond.status, 422);
}

#[tokio::test]
async fn a_false_record_is_refused_with_its_line() {
    let site = Site::new().await;
    let changed = record().replacen("d6=1", "d6=6", 1);
    let (kind, message) = site.ask("POST /api/replay", &[], changed.as_bytes()).await.error();
    assert_eq!(kind, "record");
    assert!(message.starts_with("line ") && message.contains("the seal does not fit"), "{message}");
    let (_, message) = site.ask("POST /api/replay", &[], b"hello").await.error();
    assert!(message.starts_with("line 1: not a record"), "{message}");
}

#[tokio::test]
async fn health_and_figures_are_told_to_those_who_look_after_the_server() {
    let site = Site::new().await;
    let health = site.get("/healthz").await;
    assert_eq!((health.status, health.json()["database"].as_str()), (200, Some("well")));
    site.get("/api/games").await;
    let figures = site.get("/metrics").await;
    assert_eq!(figures.status, 200);
    let counted = figures.text();
    assert!(
        counted.contains("grognard_requests_total{route=\"/api/games\",method=\"GET\",status=\"200\"}"),
        "{counted}"
    );
    assert!(counted.contains("grognard_request_seconds_bucket{route=\"/healthz\""), "{counted}");

    let proxied = Site::with(Config { behind_proxy: true, ..Config::default() }).await;
    assert_eq!(proxied.ask("GET /metrics", &["x-forwarded-for: 9.9.9.9"], b"").await.status, 404);
    assert_eq!(proxied.get("/metrics").await.status, 200);
    let open = Site::with(Config { behind_proxy: true, metrics_open: true, ..Config::default() }).await;
    assert_eq!(open.ask("GET /metrics", &["x-forwarded-for: 9.9.9.9"], b"").await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_takes_nothing_shows() {
    let database = crate::support::database::Database::sqlite().await;
    let site = Site::with(Config { database: database.url.clone(), ..Config::default() }).await;
    assert_eq!(site.get("/readyz").await.status, 200);
    let file = database.folder().unwrap().path().join("new/store 100%.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    let mut other = sqlx::SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    // What was seen a moment ago counts for a moment.
    while site.get("/readyz").await.status != 503 {}
    assert_eq!((site.get("/healthz").await.status, site.get("/livez").await.status), (503, 200));
    sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
    while site.get("/readyz").await.status != 200 {}
    site.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_shows() {
    let database = crate::support::database::Database::sqlite().await;
    let site = Site::with(Config { database: database.url.clone(), ..Config::default() }).await;
    let file = database.folder().unwrap().path().join("new/store 100%.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    let mut other = sqlx::SqliteConnection::connect_with(&options).await.unwrap();
    // Everything can be read, and nothing be written.
    let full = "CREATE TRIGGER full BEFORE UPDATE ON pulse BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END";
    sqlx::query(full).execute(&mut other).await.unwrap();
    while site.get("/readyz").await.status != 503 {}
    assert_eq!((site.get("/livez").await.status, site.get("/api/matches").await.status), (200, 200));
    sqlx::query("DROP TRIGGER full").execute(&mut other).await.unwrap();
    while site.get("/readyz").await.status != 200 {}
    site.end().await;
}

#[tokio::test]
async fn a_taken_address_is_said_and_an_ended_server_answers_no_more() {
    let site = Site::new().await;
    let address = site.address;
    let again = Server::bind(Config { address, ..Config::default() }).await;
    let message = again.err().unwrap().to_string();
    assert!(message.starts_with(&format!("another program listens on {address} already")), "{message}");
    site.end().await;
    assert!(TcpStream::connect(address).await.is_err());
}

// ---- connections -------------------------------------------------------------------------------------------------------

/// A connection from one of this machine's own addresses, which says this much and then nothing.
async fn connect(site: &Site, from: [u8; 4], said: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from((from, 0))).unwrap();
    let mut stream = socket.connect(site.address).await.unwrap();
    stream.write_all(said.as_bytes()).await.unwrap();
    stream
}

/// Waits until the server has ended a connection: what it said before.
async fn ended(mut stream: TcpStream) -> String {
    let mut said = Vec::new();
    // Whether it says farewell or not.
    let _ = stream.read_to_end(&mut said).await;
    String::from_utf8_lossy(&said).into_owned()
}

#[tokio::test]
async fn who_says_nothing_is_shown_out() {
    let limits = Limits { silence: Duration::from_millis(50), ..Limits::NONE };
    let site = Site::with(Config { limits, ..Config::default() }).await;
    let mut idle = Vec::new();
    for _ in 0..50 {
        idle.push(connect(&site, [127, 0, 0, 1], "").await);
        idle.push(connect(&site, [127, 0, 0, 1], "GET /healthz HTTP/1.1\r\nhost: a\r\n").await);
    }
    for stream in idle {
        ended(stream).await;
    }
    // Between two requests too. A machine that is too slow to read the first in time shows it out before.
    let asks = "GET /livez HTTP/1.1\r\nhost: a\r\n\r\n";
    while !ended(connect(&site, [127, 0, 0, 1], asks).await).await.starts_with("HTTP/1.1 200") {}
    site.end().await;
}

#[tokio::test]
async fn who_takes_nothing_of_what_he_asked_for_is_shown_out() {
    let silence = Duration::from_secs(3600);
    let limits = Limits { silence, deafness: Duration::from_millis(50), connections: 1, ..Limits::NONE };
    let site = Site::with(Config { limits, ..Config::default() }).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut deaf = socket.connect(site.address).await.unwrap();
    // More than the buffers on the way can hold; it ends when the server has hung up.
    let asks = "GET /api/games/rock-of-the-marne/clauses HTTP/1.1\r\nhost: a\r\n\r\n".repeat(100);
    while deaf.write_all(asks.as_bytes()).await.is_ok() {}
    assert_eq!(site.get("/livez").await.status, 200, "its place is free");
    site.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replay_that_nobody_reads_on_gives_its_place_back() {
    let record = record();
    let limits = Limits { replay: Duration::ZERO, ..Limits::NONE };
    let hurried = Site::with(Config { limits, ..Config::default() }).await;
    let told = hurried.ask("POST /api/replay?parts=true", &[], record.as_bytes()).await.text();
    let last: Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
    assert_eq!((&last["part"], &last["error"]["kind"]), (&json!("error"), &json!("too_slow")), "however it is read");
    let site = Site::new().await;
    let mut readers = Vec::new();
    for _ in 0..2 {
        let head =
            format!("POST /api/replay?parts=true HTTP/1.1\r\nhost: a\r\ncontent-length: {}\r\n\r\n", record.len());
        let mut reader = connect(&site, [127, 0, 0, 1], &head).await;
        reader.write_all(record.as_bytes()).await.unwrap();
        let mut first = [0; 512];
        assert!(reader.read(&mut first).await.unwrap() > 0);
        readers.push(reader);
    }
    drop(readers);
    assert_eq!(site.ask("POST /api/replay?see=us", &[], record.as_bytes()).await.status, 200);
    site.end().await;
}

#[tokio::test]
async fn no_address_has_all_connections_and_some_wait_outside() {
    let silence = Duration::from_secs(3600);
    let limits = Limits { silence, connections_per_address: 5, connections: 8, ..Limits::NONE };
    let site = Site::with(Config { limits, ..Config::default() }).await;
    let mut many = Vec::new();
    for _ in 0..5 {
        many.push(connect(&site, [127, 0, 0, 2], "").await);
    }
    for _ in 0..20 {
        assert_eq!(ended(connect(&site, [127, 0, 0, 2], "").await).await, "", "five are enough");
    }
    assert_eq!(site.get("/livez").await.status, 200, "others are answered");
    for _ in 0..3 {
        many.push(connect(&site, [127, 0, 0, 3], "").await);
    }
    let waits = tokio::spawn(async move { (site.get("/livez").await.status, site) });
    drop(many);
    let (status, site) = waits.await.unwrap();
    assert_eq!(status, 200, "when somebody has gone");
    site.end().await;
}
