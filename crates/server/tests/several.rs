//! Several servers that share the work on one PostgreSQL database. `restart` kills them.

use crate::players::{Player, Socket, id_of, token_of};
use crate::support::database::Database;
use crate::support::postgres::Postgres;
use crate::support::running::{Running, config, until};
use crate::support::sinks;
use catalogue::HEX_FIGHT;
use engine::Record;
use engine::dice::SeededDice;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::store::{Sharing, UserChange, open, open_as};
use server::{Config, Limits};
use sqlx::{Connection as _, PgConnection};
use std::collections::HashSet;
use std::time::Duration;

/// Between two looks at something that takes a while.
const GLANCE: Duration = Duration::from_millis(20);

/// How each of them is run.
fn among(database: &Database) -> Config {
    Config {
        database: database.url.clone(),
        reach: Some("127.0.0.1:0".into()),
        private_webhooks: true,
        thinking: Duration::from_millis(2),
        ..config()
    }
}

/// Three servers on a database.
async fn three() -> (Database, [Running; 3]) {
    let database = Database::postgres().await;
    let servers = [
        Running::start(among(&database)).await,
        Running::start(among(&database)).await,
        Running::start(among(&database)).await,
    ];
    (database, servers)
}

/// A match of two people, begun at a server: its id, the one who holds blue, and the token of red's seat.
async fn begun(at: &Running, pace: Value) -> (String, Player, String) {
    let mut blue = Player::new(at);
    let new = json!({ "game": "hex-fight", "seats": { "blue": "me", "red": "link" }, "pace": pace });
    let made = blue.create(new).await;
    (id_of(&made), blue, token_of(&made, "red"))
}

/// The same player at another server.
fn at(player: &Player, server: &Running) -> Player {
    let mut moved = player.clone();
    moved.move_to(server.address);
    moved
}

fn short() -> Value {
    json!({ "do": "enter", "choices": "short" })
}

fn play(action: &str, after: usize) -> Value {
    json!({ "do": "play", "action": action, "after": after })
}

/// The choices of a table or a step, if they are its viewer's.
fn options(told: &Value) -> Option<Vec<String>> {
    let options = told["decision"]["options"].as_array()?;
    Some(options.iter().map(|option| option.as_str().expect("a notation").to_string()).collect())
}

/// The numbers of the servers that are noted to play a match.
async fn owners(database: &Database, id: &str) -> Vec<i64> {
    let mut connection = PgConnection::connect(&database.url).await.expect("the database answers");
    let sql = "SELECT server FROM owners WHERE match_id = $1";
    sqlx::query_scalar(sql).bind(id).fetch_all(&mut connection).await.expect("the owners")
}

/// The numbers of the servers, those that came first before the others.
async fn numbers(database: &Database) -> Vec<i64> {
    let mut connection = PgConnection::connect(&database.url).await.expect("the database answers");
    let sql = "SELECT number FROM servers ORDER BY number";
    sqlx::query_scalar(sql).fetch_all(&mut connection).await.expect("the servers")
}

/// The record of a match, once it is over.
async fn finished(player: &mut Player, id: &str) -> Record {
    while player.get(id, "").await.expect("the match")["status"] != "over" {
        tokio::time::sleep(GLANCE).await;
    }
    let record = Record::parse(&player.record(id).await).expect("a record");
    HEX_FIGHT.load(None).expect("the game").replay(&record).expect("the record is true");
    record
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_played_at_one_server_whichever_is_asked() {
    let (database, [one, two, three]) = three().await;
    let (id, blue, token) = begun(&one, json!({ "kind": "none" })).await;
    let (mut blue, mut red) = (at(&blue, &two), Player::with_token(&three, &token));
    let (mut blues, _) = blue.enter(&id, short()).await;
    let (mut reds, _) = red.enter(&id, short()).await;
    let (mut watcher, _) = Player::new(&one).enter(&id, short()).await;
    let mut dice = SeededDice::new(3);
    for after in 0..20_usize {
        let table = blues.ok(json!({ "do": "see", "viewer": "blue" })).await["table"].take();
        let (socket, table): (&mut Socket, Value) = match options(&table) {
            Some(_) => (&mut blues, table),
            None => {
                let table = reds.ok(json!({ "do": "see", "viewer": "red" })).await["table"].take();
                (&mut reds, table)
            }
        };
        let choices = options(&table).expect("somebody chooses");
        socket.ok(play(&choices[dice.below(choices.len())], after)).await;
        assert_eq!(watcher.push_of("step").await["step"]["actions"], after + 1);
    }
    // Over HTTP as well, and from any of them.
    blue.act(&id, json!({ "do": "say", "text": "enough" })).await.unwrap();
    assert_eq!(watcher.push_of("chat").await["line"]["text"], "enough");
    assert_eq!(owners(&database, &id).await.len(), 1);
    red.act(&id, json!({ "do": "concede" })).await.unwrap();
    let texts = [&one, &two, &three].map(|server| at(&blue, server));
    let mut records = HashSet::new();
    for mut player in texts {
        assert_eq!(finished(&mut player, &id).await.lines.len(), 21);
        records.insert(player.record(&id).await);
    }
    assert_eq!(records.len(), 1);
    let figures = blue.browser.request(Method::GET, "/metrics").send().await.unwrap().text().await.unwrap();
    for figure in ["grognard_passed_on_total{what=\"socket\"} ", "grognard_passed_on_total{what=\"request\"} "] {
        assert!(figures.contains(figure), "{figures}");
    }
    assert!(figures.contains("\ngrognard_matches_owned "), "{figures}");
    for server in [one, two, three] {
        server.stop().await;
    }
    assert_eq!((numbers(&database).await.len(), owners(&database, &id).await.len()), (0, 0), "they have left");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_signs_out_is_signed_out_at_every_server() {
    let (_database, [one, two, three]) = three().await;
    let (id, mut blue, _) = begun(&one, json!({ "kind": "none" })).await;
    let (status, _) = blue.browser.post("/api/account", json!({ "name": "Ney", "password": "la garde meurt" })).await;
    assert_eq!(status, StatusCode::OK);
    let (mut socket, _) = at(&blue, &two).enter(&id, short()).await;
    let (status, _) = at(&blue, &three).browser.delete("/api/session").await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    while socket.hear().await.is_some() {}
    assert_eq!(at(&blue, &two).act(&id, json!({ "do": "concede" })).await.unwrap_err(), "forbidden");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_that_goes_over_to_an_account_is_known_where_it_is_played() {
    let (_database, [one, two, three]) = three().await;
    let account = json!({ "name": "Ney", "password": "la garde meurt" });
    let (status, _) = Player::new(&two).browser.post("/api/account", account.clone()).await;
    assert_eq!(status, StatusCode::OK);
    let (id, guest, token) = begun(&one, json!({ "kind": "none" })).await;
    Player::with_token(&three, &token).table(&id).await;
    let mut ney = at(&guest, &two);
    assert_eq!(ney.browser.post("/api/session", account).await.0, StatusCode::OK);
    // At once, before anybody may have told the first server.
    at(&ney, &three).act(&id, json!({ "do": "concede" })).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_can_pretend_to_be_a_server() {
    let (_database, [one, ..]) = three().await;
    let (id, blue, _) = begun(&one, json!({ "kind": "none" })).await;
    let forged = |request: reqwest::RequestBuilder| {
        let request = request.header("x-grognard-secret", "0".repeat(64));
        request.header("x-grognard-client", "203.0.113.7 https evil.example")
    };
    let mut stranger = Player::new(&one);
    let new = json!({ "game": "hex-fight", "seats": { "blue": "me", "red": "link" } });
    let request = forged(stranger.browser.request(Method::POST, "/api/matches").json(&new));
    let (status, made) = stranger.browser.send(request).await;
    assert_eq!(status, StatusCode::CREATED);
    let link = made["links"]["red"].as_str().unwrap();
    assert!(link.starts_with(&format!("http://{}/", one.address)), "{link}");
    // And who asks is known by his own cookie alone, whoever passes it on.
    let request = stranger.browser.request(Method::POST, &format!("/api/matches/{id}/do"));
    let request = forged(request.json(&json!({ "do": "concede" }))).header("x-grognard-user", "anybody");
    assert_eq!(stranger.browser.send(request).await.0, StatusCode::FORBIDDEN);
    assert_eq!(at(&blue, &one).get(&id, "").await.unwrap()["status"], "waiting");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tries_are_counted_together() {
    let database = Database::postgres().await;
    let limits = Limits { sign_ins_per_minute: 3, ..Limits::NONE };
    let servers = [
        Running::start(Config { limits, ..among(&database) }).await,
        Running::start(Config { limits, ..among(&database) }).await,
    ];
    let mut tried = Vec::new();
    for number in 0..4 {
        let wrong = json!({ "name": "Ney", "password": "the wrong one" });
        tried.push(Player::new(&servers[number % 2]).browser.post("/api/session", wrong).await.0.as_u16());
    }
    assert_eq!(tried, [403, 403, 403, 429]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clocks_run_out_once_and_computers_move_once() {
    let (_database, servers) = three().await;
    let mut watched = Vec::new();
    for (number, server) in servers.iter().enumerate() {
        let (id, _, token) = begun(server, json!({ "kind": "live", "bank_ms": 1000, "grace_ms": 0 })).await;
        Player::with_token(server, &token).table(&id).await;
        watched.push((id, number, true));
        let computers = json!({ "blue": { "computer": "random" }, "red": { "computer": "recruit" } });
        let made = Player::new(server).create(json!({ "game": "hex-fight", "seats": computers })).await;
        watched.push((id_of(&made), number, false));
    }
    for (id, number, timed) in watched {
        let record = finished(&mut Player::new(&servers[(number + 1) % 3]), &id).await;
        let timeouts = record.lines.iter().filter(|line| line.action == "timeout").count();
        assert_eq!(timeouts, usize::from(timed), "match {id}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_server_leaves_goes_on_at_another() {
    let (database, [one, two, three]) = three().await;
    let computers = json!({ "blue": { "computer": "recruit" }, "red": { "computer": "recruit" } });
    let made = Player::new(&one).create(json!({ "game": "hex-fight", "seats": computers })).await;
    let (id, blue, token) = begun(&one, json!({ "kind": "none" })).await;
    Player::with_token(&two, &token).table(&id).await;
    let before = numbers(&database).await;
    one.stop().await;
    assert_eq!(numbers(&database).await, before[1..]);
    at(&blue, &two).act(&id, json!({ "do": "concede" })).await.unwrap();
    assert_eq!(owners(&database, &id).await, [before[1]]);
    // Nobody asks for this one: it goes on all the same.
    finished(&mut Player::new(&three), &id_of(&made)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_was_taken_for_dead_begins_anew() {
    let (database, [one, two, _three]) = three().await;
    let (id, blue, token) = begun(&one, json!({ "kind": "none" })).await;
    let (mut socket, _) = blue.enter(&id, short()).await;
    Player::with_token(&one, &token).table(&id).await;
    let before = numbers(&database).await;
    let mut connection = PgConnection::connect(&database.url).await.unwrap();
    sqlx::query("DELETE FROM servers WHERE number = $1").bind(before[0]).execute(&mut connection).await.unwrap();
    let table = at(&blue, &two).get(&id, "/table?choices=short").await.unwrap();
    at(&blue, &two).act(&id, play(&options(&table).unwrap()[0], 0)).await.unwrap();
    // It is played by the second server, or by the first if that has begun anew before it was asked: under a new number.
    let owner = owners(&database, &id).await;
    assert_ne!(owner, [before[0]]);
    assert!(numbers(&database).await.contains(&owner[0]), "{owner:?}");
    // Whoever was there is told to come back, and comes to where it is played now.
    while socket.hear().await.is_some() {}
    let (mut socket, table) = blue.enter(&id, short()).await;
    assert_eq!(table["match"]["actions"], 1);
    socket.ok(json!({ "do": "concede" })).await;
    assert_eq!(at(&blue, &two).get(&id, "").await.unwrap()["status"], "over");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_who_believe_that_a_match_is_theirs_one_is_told_to_look_again() {
    let (database, [one, two, _three]) = three().await;
    let made =
        Player::new(&one).create(json!({ "game": "hex-fight", "seats": { "blue": "link", "red": "link" } })).await;
    let (id, tokens) = (id_of(&made), ["blue", "red"].map(|side| token_of(&made, side)));
    for token in &tokens {
        Player::with_token(&one, token).table(&id).await;
    }
    let mut here = Player::with_token(&one, &tokens[0]);
    let mut elsewhere = Player::with_token(&two, &tokens[0]);
    let first = options(&here.get(&id, "/table?choices=short").await.unwrap()).unwrap();
    // As if the first had slept for long: the second has taken the match, and plays.
    let mut connection = PgConnection::connect(&database.url).await.unwrap();
    let stolen = sqlx::query("UPDATE owners SET server = $1 WHERE match_id = $2");
    stolen.bind(numbers(&database).await[1]).bind(&id).execute(&mut connection).await.unwrap();
    elsewhere.act(&id, play(&first[0], 0)).await.unwrap();
    assert_eq!(here.act(&id, play(&first[0], 0)).await.unwrap_err(), "stale");
    assert_eq!(here.table(&id).await["match"]["actions"], 1, "it was read again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_notice_is_sent_once() {
    let (_database, servers) = three().await;
    let mut hooks = sinks::webhook().await;
    let (id, mut blue, token) =
        begun(&servers[0], json!({ "kind": "slow", "bank_ms": 1_000_000, "grace_ms": 1 })).await;
    let account = json!({ "name": "Ney", "password": "la garde meurt" });
    let (_, me) = blue.browser.post("/api/account", account).await;
    let store = &servers[0].app.store;
    let user = store.user(me["user"]["id"].as_str().unwrap()).await.unwrap().unwrap();
    let webhook = Some(Some(format!("http://{}/hook", hooks.address)));
    let told = UserChange { webhook, notice_webhook: Some(true), ..UserChange::default() };
    store.change_user(&user, &told).await.unwrap();
    let mut red = Player::with_token(&servers[1], &token);
    red.table(&id).await;
    blue.act(&id, json!({ "do": "notices", "on": true })).await.unwrap();
    let mut turns = 0;
    for after in 0.. {
        let blues = blue.get(&id, "/table?choices=short").await.unwrap();
        let Some(choices) = options(&blues) else {
            let reds = red.get(&id, "/table?choices=short").await.unwrap();
            red.act(&id, play(&options(&reds).unwrap()[0], after)).await.unwrap();
            if options(&blue.get(&id, "/table?choices=short").await.unwrap()).is_some() {
                assert_eq!(hooks.next().await["side"], "blue");
                turns += 1;
            }
            if turns == 3 {
                break;
            }
            continue;
        };
        blue.act(&id, play(&choices[0], after)).await.unwrap();
    }
    assert!(hooks.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_was_not_told_of_the_others_does_not_start() {
    let refused = |opened: Result<_, server::store::StoreError>| {
        let error = opened.map(|_: std::sync::Arc<dyn server::store::Store>| ()).unwrap_err();
        error.to_string()
    };
    let database = Database::postgres().await;
    let one = Running::start(among(&database)).await;
    let said = refused(open(&database.url).await);
    assert!(said.contains("each of them is told where the others reach it (--reach)"), "{said}");
    one.stop().await;
    let database = Database::postgres().await;
    let _alone = database.open().await;
    let said = refused(open_as(&database.url, Sharing::Among).await);
    assert!(said.contains("a Grognard that was not told of other servers"), "{said}");
    let said = refused(open_as(&Database::sqlite().await.url, Sharing::Among).await);
    assert!(said.contains("not an SQLite file"), "{said}");
}

// ---- what goes wrong in the middle of something ------------------------------------------------------------------------

async fn connection(database: &Database) -> PgConnection {
    PgConnection::connect(&database.url).await.expect("the database answers")
}

/// Enters a server by hand that is reached there, as long as the words of its lease say from now on, as the owner of a match:
/// its number.
async fn enter(database: &Database, reach: &str, lease: &str, id: &str) -> i64 {
    let mut connection = connection(database).await;
    let sql =
        "INSERT INTO servers (reach, until) VALUES ($1, clock_timestamp() + CAST($2 AS INTERVAL)) RETURNING number";
    let entering = sqlx::query_scalar(sql).bind(reach).bind(lease);
    let number: i64 = entering.fetch_one(&mut connection).await.expect("it enters");
    let sql = "INSERT INTO owners (match_id, server) VALUES ($1, $2) \
               ON CONFLICT (match_id) DO UPDATE SET server = excluded.server";
    sqlx::query(sql).bind(id).bind(number).execute(&mut connection).await.expect("it owns the match");
    number
}

async fn cross_out(database: &Database, number: i64) {
    let gone = sqlx::query("DELETE FROM servers WHERE number = $1").bind(number);
    gone.execute(&mut connection(database).await).await.expect("it is gone");
}

/// How many sessions of this database wait until another lets go of something.
async fn waiting(database: &Database) -> i64 {
    let sql = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    sqlx::query_scalar(sql).fetch_one(&mut connection(database).await).await.expect("the sessions")
}

/// A match that nobody has asked for yet, and who created it.
async fn untouched(at: &Running) -> (String, Player) {
    let mut player = Player::new(at);
    let made = player.create(json!({ "game": "hex-fight", "seats": { "blue": "me", "red": "link" } })).await;
    (id_of(&made), player)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_just_saying_that_he_lives_is_robbed_of_nothing() {
    let (database, [one, two, _three]) = three().await;
    let (id, player) = untouched(&one).await;
    let late = enter(&database, "127.0.0.1:9", "-1 second", &id).await;
    // He has been late, and says so now; but that is not done yet.
    let mut saying = connection(&database).await;
    let mut saying = saying.begin().await.unwrap();
    let sql = "UPDATE servers SET until = clock_timestamp() + INTERVAL '1 hour' WHERE number = $1";
    sqlx::query(sql).bind(late).execute(&mut *saying).await.unwrap();
    let mut asker = at(&player, &two);
    let asked = tokio::spawn({
        let id = id.clone();
        async move { asker.get(&id, "/table").await }
    });
    while waiting(&database).await == 0 && owners(&database, &id).await == [late] {
        tokio::time::sleep(GLANCE).await;
    }
    saying.commit().await.unwrap();
    // Whoever had to wait for that is told that the match is his.
    while waiting(&database).await > 0 {
        tokio::time::sleep(GLANCE).await;
    }
    assert_eq!(owners(&database, &id).await, [late]);
    asked.abort();
    cross_out(&database, late).await;
    at(&player, &two).table(&id).await;
    assert_ne!(owners(&database, &id).await, [late], "once he is gone somebody else plays it");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_waits_for_a_server_that_came_and_went_unseen() {
    let (database, [one, _two, _three]) = three().await;
    let (id, player) = untouched(&one).await;
    // The first server cannot look who is there.
    let mut blinding = connection(&database).await;
    let mut blinding = blinding.begin().await.unwrap();
    let first = numbers(&database).await[0];
    let sql = "SELECT number FROM servers WHERE number = $1 FOR UPDATE";
    sqlx::query(sql).bind(first).execute(&mut *blinding).await.unwrap();
    while waiting(&database).await == 0 {
        tokio::time::sleep(GLANCE).await;
    }
    // A machine that takes what is said to it and then is gone: it closes nothing, and answers nothing.
    let machine = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let unseen = enter(&database, &machine.local_addr().unwrap().to_string(), "1 hour", &id).await;
    let asked = tokio::spawn(async move {
        let mut player = player;
        player.get(&id, "/table").await
    });
    let (_connection, _) = machine.accept().await.unwrap();
    cross_out(&database, unseen).await;
    blinding.rollback().await.unwrap();
    let answer = tokio::time::timeout(Duration::from_secs(60), asked).await.expect("nobody waits for ever");
    assert_eq!(answer.unwrap().unwrap_err(), "gone");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_not_heard_is_looked_up_when_somebody_listens_again() {
    let (database, [one, _two, _three]) = three().await;
    let (id, mut player, _) = begun(&one, json!({ "kind": "none" })).await;
    let (status, _) = player.browser.post("/api/account", json!({ "name": "Ney", "password": "la garde meurt" })).await;
    assert_eq!(status, StatusCode::OK);
    let (mut socket, _) = player.enter(&id, short()).await;
    // All servers are deaf, and cannot begin to listen again for a while.
    let mut here = connection(&database).await;
    let name: String = sqlx::query_scalar("SELECT current_database()").fetch_one(&mut here).await.unwrap();
    let (_, rest) = database.url.split_once(&name).unwrap();
    let mut beside = PgConnection::connect(&format!("postgres:///postgres{rest}")).await.unwrap();
    let open = |open: bool| sqlx::AssertSqlSafe(format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {open}"));
    sqlx::query(open(false)).execute(&mut beside).await.unwrap();
    let sql = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
               WHERE datname = current_database() AND query LIKE 'LISTEN %'";
    let deaf: i64 = sqlx::query_scalar(sql).fetch_one(&mut here).await.unwrap();
    assert_eq!(deaf, 3);
    let refused = format!("database \"{name}\" is not currently accepting connections");
    until("each has tried", || Postgres::shared().said(&refused) >= 3).await;
    // Who signed out meanwhile nobody knows: whoever is signed in comes back, if he still is.
    sqlx::query(open(true)).execute(&mut beside).await.unwrap();
    while socket.hear().await.is_some() {}
}
