//! Matches over HTTP and sockets: every request and every refusal.

use crate::players::{Player, Socket, id_of, token_of, told};
use crate::support::database::Database;
use crate::support::running::{Running, config, until};
use engine::Record;
use serde_json::{Value, json};
use server::{Config, Limits, deflate};
use tokio::io::AsyncWriteExt as _;

fn enter() -> Value {
    json!({ "do": "enter" })
}

/// A match of the small game.
fn hex_fight(blue: Value, red: Value) -> Value {
    json!({ "game": "hex-fight", "seats": { "blue": blue, "red": red } })
}

fn play(action: &str, after: u64) -> Value {
    json!({ "do": "play", "action": action, "after": after })
}

/// An action that fights if there is one, else one that goes towards the enemy.
fn fiercest(table: &Value) -> String {
    let choices = table["decision"]["choices"].as_array().expect("choices");
    let side = table["decision"]["side"].as_str().expect("a side");
    let towards = |choice: &&Value| {
        let number = |text: &str| text.parse::<i64>().unwrap_or(0);
        let action = choice["action"].as_str().unwrap_or_default();
        let (from, to) = action.split_once('-').unwrap_or_default();
        let forward = number(to) - number(from);
        (choice["rolls"] == true, if side == "red" { -forward } else { forward })
    };
    choices.iter().max_by_key(towards).expect("a choice")["action"].as_str().expect("a notation").to_string()
}

/// Two players with a match between them.
struct Match {
    running: Running,
    id: String,
    token: String,
    blue: Player,
    red: Player,
}

impl Match {
    /// Blue has created it; red has nothing but his link.
    async fn new(running: Running) -> Match {
        let mut blue = Player::new(&running);
        let made = blue.create(hex_fight(json!("me"), json!("link"))).await;
        let (id, token) = (id_of(&made), token_of(&made, "red"));
        let mut red = Player::with_token(&running, &token);
        assert_eq!(made["match"]["status"], "waiting");
        assert_eq!(red.table(&id).await["yours"], json!(["red"]));
        Match { running, id, token, blue, red }
    }

    async fn start() -> Match {
        Match::new(Running::start(config()).await).await
    }

    /// Plays on until dice have fallen: the number of actions played.
    async fn fight(&mut self) -> u64 {
        loop {
            let sides = [self.blue.table(&self.id).await, self.red.table(&self.id).await];
            let (player, table) = match sides[0]["decision"]["choices"].is_array() {
                true => (&mut self.blue, &sides[0]),
                false => (&mut self.red, &sides[1]),
            };
            let (after, action) = (table["match"]["actions"].as_u64().unwrap(), fiercest(table));
            let choices = table["decision"]["choices"].as_array().unwrap();
            let rolls = choices.iter().any(|choice| choice["action"] == action.as_str() && choice["rolls"] == true);
            player.act(&self.id, play(&action, after)).await.unwrap();
            if rolls {
                return after + 1;
            }
            assert!(after < 190);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_wants_nothing_packed_is_told_the_same() {
    let running = Running::start(config()).await;
    let mut ann = Player::new(&running);
    let id = id_of(&ann.create(hex_fight(json!("me"), json!("me"))).await);
    let enter = json!({ "do": "enter", "see": "all" });
    let (mut packed, mut plain) = (ann.socket(&id).await, ann.plain_socket(&id).await);
    let (one, other) = (packed.ok(enter.clone()).await, plain.ok(enter).await);
    assert_eq!(one["table"]["view"], other["table"]["view"]);
    let fiercest = fiercest(&ann.table(&id).await);
    plain.ok(play(&fiercest, 0)).await;
    assert_eq!(packed.push_of("step").await, plain.push_of("step").await);
    running.stop().await;
}

fn packed(text: &[u8]) -> Vec<u8> {
    deflate::pack(text).expect("it can be packed").into()
}

/// A frame from a client, with a mask of nothing: its first byte, and what it tells.
fn frame(first: u8, told: &[u8]) -> Vec<u8> {
    let length = u16::try_from(told.len()).unwrap().to_be_bytes();
    [&[first, 0x80 | 126], &length[..], &[0; 4], told].concat()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_packed_to_do_harm_ends_its_own_socket_alone() {
    let running = Running::start(config()).await;
    let mut ann = Player::new(&running);
    let id = id_of(&ann.create(hex_fight(json!("me"), json!("me"))).await);
    let mut neighbour = ann.enter(&id, enter()).await.0;
    let bomb = packed(&vec![b' '; 10_000_000]);
    let ping = packed(br#"{"id":7,"do":"ping"}"#);
    // The first bits of a frame: it is the last of its message, it is packed, it is a text (0: goes on with one).
    for harm in [
        frame(0b1100_0001, &bomb),
        frame(0b1100_0001, &packed(&vec![b' '; 16 * 1024 + 1])),
        frame(0b1100_0001, b"\xff\xff\xff"),
        frame(0b1100_0001, &packed(b"\xff")),
        [frame(0b0100_0001, &ping), frame(0b1000_0001, b"{}")].concat(),
        frame(0b1100_0000, &ping),
        frame(0b1100_1001, b""),
        frame(0b1010_0001, b"{}"),
    ] {
        let mut socket = ann.enter(&id, enter()).await.0;
        socket.connection().write_all(&harm).await.unwrap();
        while socket.hear().await.is_some() {}
    }
    // The same where nothing packed was agreed upon, whatever it is.
    let mut socket = ann.plain_socket(&id).await;
    socket.connection().write_all(&frame(0b1100_0001, &ping)).await.unwrap();
    assert_eq!(socket.hear().await, None);
    let mut socket = ann.enter(&id, enter()).await.0;
    socket.connection().write_all(&frame(0b1100_0001, &packed(&[b' '; 16 * 1024]))).await.unwrap();
    let answer = loop {
        let told = socket.hear().await.expect("as long as may be");
        if told["push"].is_null() {
            break told;
        }
    };
    assert_eq!(answer["ok"], false, "{answer}");
    neighbour.ok(json!({ "do": "say", "text": "Still here." })).await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_against_the_computer_goes_on_after_a_restart_and_can_be_verified() {
    let database = Database::sqlite().await;
    let with_file = || Config { database: database.url.clone(), ..config() };
    let mut running = Running::start(with_file()).await;
    let mut anna = Player::new(&running);
    let made = anna.create(hex_fight(json!("me"), json!({ "computer": "greedy" }))).await;
    let id = id_of(&made);
    assert_eq!((&made["match"]["status"], &made["links"]), (&json!("playing"), &json!({})));
    let commitment = made["match"]["dice"]["commitment"].as_str().unwrap().to_string();
    let (mut socket, mut table) = anna.enter(&id, enter()).await;
    assert_eq!((&table["viewer"], &table["yours"]), (&json!("blue"), &json!(["blue"])));
    socket.ok(json!({ "do": "salt", "text": "pepper" })).await;
    for number in 0.. {
        assert!(number < 1000);
        if table["match"]["status"] == "over" {
            break;
        }
        let after = table["match"]["actions"].as_u64().unwrap();
        if table["decision"]["side"] == "blue" {
            let answer = socket.ok(play(&fiercest(&table), after)).await;
            assert_eq!(answer["actions"], after + 1);
        }
        if number == 20 {
            running.stop().await;
            running = Running::start(with_file()).await;
            anna.move_to(running.address);
            socket = anna.enter(&id, enter()).await.0;
        }
        table = anna.get(&id, &format!("/table?wait=5&after={after}")).await.unwrap();
    }
    let record = Record::parse(&anna.record(&id).await).unwrap();
    let game = catalogue::HEX_FIGHT.load(None).unwrap();
    game.replay(&record).unwrap();
    let dice = record.head.commitment.unwrap();
    assert_eq!((dice.digest(), dice.secret()), (commitment, table["match"]["dice"]["secret"].as_str().unwrap().into()));
    assert_eq!(dice.salts(), [("blue".to_string(), "pepper".to_string())]);
    assert_eq!(table["match"]["dice"]["salts"], json!({ "blue": "pepper" }));
    assert_eq!(table["match"]["dice"]["seed"], record.head.seed.to_string());
    assert!(record.head.seats[1] == "red=greedy" && record.head.seats[0].starts_with("blue=Guest"));
    let replay = anna.get(&id, "/replay?see=all").await.unwrap();
    assert_eq!(replay["steps"].as_array().unwrap().len(), record.lines.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_is_for_one() {
    let running = Running::start(config()).await;
    let mut anna = Player::new(&running);
    let made = anna.create(hex_fight(json!("me"), json!("link"))).await;
    let (id, token) = (id_of(&made), token_of(&made, "red"));
    let with_link = json!({ "do": "enter", "token": token });
    let (mut annas, table) = anna.enter(&id, with_link.clone()).await;
    assert_eq!(table["yours"], json!(["blue"]), "who tries his own link keeps to his seat");
    assert_eq!((&table["match"]["seats"][1]["who"], &table["decision"]["side"]), (&json!("link"), &Value::Null));
    assert_eq!(annas.refused(play("1009-0909", 0)).await, "not_started");
    let ben = Player::known(&running).await;
    let (mut bens, table) = ben.enter(&id, with_link.clone()).await;
    assert_eq!((&table["yours"], &table["match"]["status"]), (&json!(["red"]), &json!("playing")));
    let started = annas.push_of("table").await;
    assert_eq!(started["table"]["because"], "started");
    assert!(started["table"]["decision"]["choices"].is_array() ^ table["decision"]["choices"].is_array());
    // The link is used up: neither its maker nor anybody else is anything but what he was.
    let carl = Player::known(&running).await;
    let (mut carls, table) = carl.enter(&id, with_link.clone()).await;
    assert_eq!((&table["yours"], &table["viewer"]), (&json!([]), &json!("spectator")));
    assert_eq!(carls.refused(play("1009-0909", 0)).await, "forbidden");
    let mut nobody = Player::with_token(&running, &token);
    assert_eq!(nobody.table(&id).await["yours"], json!([]));
    // Everybody's salt is his own secret until the end.
    annas.ok(json!({ "do": "salt", "text": "a" })).await;
    bens.ok(json!({ "do": "salt", "text": "b" })).await;
    let salts = |table: Value| table["table"]["match"]["dice"]["salts"].clone();
    assert_eq!(salts(annas.ok(json!({ "do": "see", "viewer": "blue" })).await), json!({ "blue": "a" }));
    assert_eq!(salts(carls.ok(json!({ "do": "see", "viewer": "spectator" })).await), json!({}));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_seat_is_taken_once_and_the_match_starts() {
    let running = Running::start(config()).await;
    let mut anna = Player::new(&running);
    let made = anna.create(hex_fight(json!("open"), json!("me"))).await;
    let id = id_of(&made);
    let mut ben = Player::new(&running);
    let listed = told(ben.browser.get("/api/matches?list=open&game=hex-fight").await).unwrap();
    assert_eq!(listed["matches"].as_array().unwrap().len(), 1);
    let other = told(ben.browser.get("/api/matches?list=open&game=first-blood").await).unwrap();
    assert_eq!(other, json!({ "matches": [], "next": null }));
    let (mut nobody, _) = ben.enter(&id, enter()).await;
    assert_eq!(nobody.refused(json!({ "do": "sit", "side": "blue" })).await, "forbidden", "there is no user to sit");
    assert_eq!(anna.act(&id, json!({ "do": "sit", "side": "blue" })).await.unwrap_err(), "seated");
    assert_eq!(ben.act(&id, json!({ "do": "sit", "side": "green" })).await.unwrap_err(), "bad_request");
    ben.act(&id, json!({ "do": "sit", "side": "blue" })).await.unwrap();
    ben.act(&id, json!({ "do": "sit", "side": "blue" })).await.unwrap();
    let (carl, table) = (Player::known(&running).await, ben.table(&id).await);
    assert_eq!((&table["match"]["status"], &table["yours"]), (&json!("playing"), &json!(["blue"])));
    let (mut carls, _) = carl.enter(&id, enter()).await;
    assert_eq!(carls.refused(json!({ "do": "sit", "side": "blue" })).await, "taken");
    let mine = told(ben.browser.get("/api/matches?list=mine").await).unwrap();
    assert_eq!(mine["matches"][0]["id"], id.as_str());
    assert_eq!(told(ben.browser.get("/api/matches?list=all").await).unwrap_err(), "bad_request");
    assert_eq!(told(ben.browser.get("/api/matches?before=x").await).unwrap_err(), "bad_request");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_sits_down_over_a_socket_sees_with_his_sides_eyes() {
    let running = Running::start(config()).await;
    let mut anna = Player::new(&running);
    let id = id_of(&anna.create(hex_fight(json!("open"), json!("me"))).await);
    let ben = Player::known(&running).await;
    let (mut bens, table) = ben.enter(&id, enter()).await;
    assert_eq!(table["viewer"], "spectator");
    bens.ok(json!({ "do": "sit", "side": "blue" })).await;
    let mut push = bens.push_of("table").await;
    while push["table"]["viewer"] != "blue" {
        push = bens.push_of("table").await;
    }
    assert_eq!(push["table"]["yours"], json!(["blue"]));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_sends_too_much_is_shown_out_whatever_it_is() {
    let limits = Limits { messages_per_second: 1, message_burst: 5, ..Limits::NONE };
    let running = Running::start(Config { limits, ..config() }).await;
    let mut anna = Player::new(&running);
    let id = id_of(&anna.create(hex_fight(json!("open"), json!("me"))).await);
    for texts in [true, false] {
        let (mut socket, _) = anna.enter(&id, enter()).await;
        for _ in 0..500 {
            if texts {
                if socket.try_ask(json!({ "do": "ping" })).await.is_none() {
                    break;
                }
            } else if !socket.knock().await {
                break;
            }
        }
        // Whatever was answered before comes first.
        while socket.hear().await.is_some() {}
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_refusal_has_its_kind() {
    let mut game = Match::start().await;
    let id = game.id.clone();
    let (mut blue, table) = game.blue.enter(&id, enter()).await;
    let (mut red, _) = game.red.enter(&id, json!({ "do": "enter", "token": game.token })).await;
    let (mut looker, _) = Player::new(&game.running).enter(&id, enter()).await;
    let chooses = |table: &Value| table["decision"]["choices"].is_array();
    let (first, second) = if chooses(&table) { (&mut blue, &mut red) } else { (&mut red, &mut blue) };
    let action = fiercest(&first.ok(json!({ "do": "see", "viewer": "blue" })).await["table"]);
    assert_eq!(second.refused(play(&action, 0)).await, "not_your_choice");
    assert_eq!(second.refused(json!({ "do": "why", "about": action })).await, "not_your_choice");
    assert_eq!(second.refused(json!({ "do": "forecast", "action": action })).await, "not_your_choice");
    assert_eq!(first.refused(play(&action, 1)).await, "stale");
    assert_eq!(first.refused(play("sing", 0)).await, "notation");
    let refused = first.ask(play("0101-0102", 0)).await;
    assert_eq!(refused["error"]["kind"], "refused", "{refused}");
    assert!(refused["error"]["clauses"][0]["text"].is_string(), "{refused}");
    assert_eq!(first.refused(json!({ "do": "undo", "after": 0 })).await, "no_undo");
    assert_eq!(first.refused(json!({ "do": "answer", "accept": true })).await, "no_offer");
    assert_eq!(first.refused(json!({ "do": "offer", "what": "take_back" })).await, "no_undo");
    assert_eq!(first.refused(json!({ "do": "rematch" })).await, "not_over");
    assert_eq!(first.refused(json!({ "do": "notices", "on": true })).await, "no_notices");
    assert_eq!(first.refused(json!({ "do": "see", "viewer": "all" })).await, "forbidden");
    assert_eq!(first.refused(json!({ "do": "see", "viewer": "red" })).await, "forbidden");
    assert_eq!(first.refused(enter()).await, "entered");
    assert_eq!(first.refused(json!({ "do": "dance" })).await, "bad_request");
    for seated in [
        json!({ "do": "undo", "after": 0 }),
        json!({ "do": "concede" }),
        json!({ "do": "concede", "side": "blue" }),
        json!({ "do": "offer", "what": "draw" }),
        json!({ "do": "answer", "accept": true }),
        json!({ "do": "why", "about": action }),
        json!({ "do": "salt", "text": "x" }),
        json!({ "do": "seen", "actions": 0 }),
        json!({ "do": "notices", "on": true }),
        json!({ "do": "rematch" }),
        json!({ "do": "say", "text": "nobody's word" }),
    ] {
        assert_eq!(looker.refused(seated).await, "forbidden");
    }
    assert_eq!(second.refused(json!({ "do": "concede", "side": "blue" })).await, "forbidden");
    first.ok(json!({ "do": "why", "about": action })).await;
    assert!(first.ok(json!({ "do": "forecast", "action": action })).await.get("forecast").is_some());
    first.ok(play(&action, 0)).await;
    assert_eq!(second.refused(json!({ "do": "salt", "text": "x" })).await, "too_late");
    assert_eq!(second.refused(json!({ "do": "undo", "after": 1 })).await, "no_undo", "it is the other's action");
    // What is no request at all.
    first.send_text("no JSON".into()).await;
    first.send_text("{\"do\":\"ping\"}".into()).await;
    for _ in 0..2 {
        let mut answer = first.hear().await.unwrap();
        while answer["push"].is_string() {
            answer = first.hear().await.unwrap();
        }
        assert_eq!((&answer["ok"], &answer["error"]["kind"]), (&json!(false), &json!("bad_request")));
    }
    assert_eq!(first.ok(json!({ "do": "ping" })).await.as_object().unwrap().len(), 2, "only re and ok");
    // Over HTTP.
    assert_eq!(game.blue.act(&id, enter()).await.unwrap_err(), "bad_request");
    assert_eq!(game.blue.get(&id, "/record").await.unwrap_err(), "not_over");
    assert_eq!(game.blue.get(&id, "/table?see=all").await.unwrap_err(), "forbidden");
    assert_eq!(game.blue.get("nowhere", "/table").await.unwrap_err(), "not_found");
    assert_eq!(game.blue.get("nowhere", "").await.unwrap_err(), "not_found");
    assert_eq!(game.blue.get("no%00where", "/log").await.unwrap_err(), "not_found");
    assert_eq!(game.blue.act("nowhere", json!({ "do": "ping" })).await.unwrap_err(), "not_found");
    game.red.act(&id, json!({ "do": "concede" })).await.unwrap();
    assert_eq!(game.blue.act(&id, play(&action, 2)).await.unwrap_err(), "over");
    assert_eq!(game.blue.act(&id, json!({ "do": "concede" })).await.unwrap_err(), "over");
    let result = blue_result(&mut blue).await;
    assert_eq!((&result["winner"], &result["text"]), (&json!("blue"), &json!("Blue wins.")));
}

async fn blue_result(blue: &mut Socket) -> Value {
    loop {
        let table = blue.push_of("table").await["table"].take();
        if table["because"] == "over" {
            return table["match"]["result"].clone();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_played_is_not_created() {
    let running = Running::start(config()).await;
    let mut anna = Player::new(&running);
    let seats = json!({ "blue": "me", "red": "link" });
    for wrong in [
        json!({ "game": "chess", "seats": seats }),
        json!({ "game": "hex-fight" }),
        json!({ "game": "hex-fight", "seats": { "blue": "me" } }),
        json!({ "game": "hex-fight", "seats": { "blue": "me", "red": "me", "green": "me" } }),
        json!({ "game": "hex-fight", "seats": { "blue": "me", "green": "me" } }),
        json!({ "game": "hex-fight", "seats": { "blue": "me", "red": { "computer": "deep thought" } } }),
        json!({ "game": "hex-fight", "seats": seats, "scenario": "nowhere" }),
        json!({ "game": "hex-fight", "seats": seats, "options": { "magic": true } }),
        json!({ "game": "hex-fight", "seats": seats, "pace": { "kind": "live", "bank_ms": -1, "grace_ms": 5000 } }),
        json!({ "game": "hex-fight", "lesson": true }),
        json!({ "game": "hex-fight", "problem": "siege" }),
    ] {
        let answer = anna.browser.post("/api/matches", wrong.clone()).await;
        assert_eq!(told(answer).unwrap_err(), "bad_request", "{wrong}");
    }
    let (status, _) = anna.browser.post("/api/matches", json!({ "game": "hex-fight", "seats": "all" })).await;
    assert!(status.is_client_error());
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn undo_is_for_oneself_and_take_back_by_consent() {
    let mut game = Match::start().await;
    let id = game.id.clone();
    let (mut blue, table) = game.blue.enter(&id, enter()).await;
    let (mut red, _) = game.red.enter(&id, enter()).await;
    let blue_begins = table["decision"]["choices"].is_array();
    assert!(blue_begins, "blue has the first ply");
    blue.ok(play(&fiercest(&table), 0)).await;
    let step = blue.push_of("step").await["step"].take();
    assert_eq!((&step["side"], &step["actions"], &step["decision"]["undo"]), (&json!("blue"), &json!(1), &json!(true)));
    assert!(step["action"].is_string() && step["decision"].get("choices").is_none());
    let step = red.push_of("step").await["step"].take();
    assert!(step.get("action").is_none() && step["decision"]["choices"].is_array());
    assert_eq!(step["decision"]["undo"], false);
    blue.ok(json!({ "do": "undo", "after": 1 })).await;
    let undone = red.push_of("table").await["table"].take();
    let late = json!({ "do": "salt", "text": "anew" });
    assert_eq!(red.refused(late).await, "too_late", "taking back does not unsettle the dice");
    assert_eq!((&undone["because"], &undone["match"]["actions"]), (&json!("undo"), &json!(0)));
    // Past dice only both together.
    let actions = game.fight().await;
    let blue_rolled = actions % 2 == 1;
    let (asks, answers) = if blue_rolled { (&mut blue, &mut red) } else { (&mut red, &mut blue) };
    assert_eq!(asks.refused(json!({ "do": "undo", "after": actions })).await, "no_undo");
    asks.ok(json!({ "do": "offer", "what": "take_back" })).await;
    let offer = answers.push_of("offer").await["offer"].take();
    assert_eq!((&offer["what"], &offer["to"]), (&json!("take_back"), &json!(actions - 1)));
    assert_eq!(asks.refused(json!({ "do": "answer", "accept": true })).await, "no_offer", "it is his own");
    assert_eq!(answers.refused(json!({ "do": "offer", "what": "draw" })).await, "offer_open");
    answers.ok(json!({ "do": "answer", "accept": false })).await;
    asks.push_of("offer").await;
    assert_eq!(asks.push_of("offer").await["declined"], true);
    asks.ok(json!({ "do": "offer", "what": "take_back", "to": 1 })).await;
    answers.ok(json!({ "do": "answer", "accept": true })).await;
    let mut table = asks.push_of("table").await["table"].take();
    while table["because"] != "take_back" {
        table = asks.push_of("table").await["table"].take();
    }
    assert_eq!((&table["match"]["actions"], &table["offer"]), (&json!(1), &Value::Null));
    // An action supersedes what is offered; then they agree to a draw.
    red.ok(json!({ "do": "offer", "what": "draw" })).await;
    let reds = game.red.table(&id).await;
    red.ok(play(&fiercest(&reds), 1)).await;
    assert_eq!(blue.refused(json!({ "do": "answer", "accept": true })).await, "no_offer");
    game.fight().await;
    blue.ok(json!({ "do": "offer", "what": "draw" })).await;
    red.ok(json!({ "do": "answer", "accept": true })).await;
    let info = game.blue.get(&id, "").await.unwrap();
    assert_eq!((&info["status"], &info["result"]["winner"]), (&json!("over"), &Value::Null));
    let record = Record::parse(&game.blue.record(&id).await).unwrap();
    assert_eq!(record.lines.last().unwrap().action, "draw");
    assert!(record.lines.iter().any(|line| line.again == 1), "dice after a take-back are fresh");
    catalogue::HEX_FIGHT.load(None).unwrap().replay(&record).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_a_clock_undo_alone_ends_when_the_choice_has_passed() {
    let running = Running::start(config()).await;
    for entry in [&catalogue::HEX_FIGHT].into_iter().chain(catalogue::GAMES) {
        let (game, about) = (entry.id, entry.load(None).unwrap().about().clone());
        let [other, one] = about.sides.each_ref().map(|side| side.id.as_str());
        let pace = json!({ "kind": "live", "bank_ms": 3_600_000, "grace_ms": 60_000 });
        let mut host = Player::new(&running);
        let made = host.create(json!({ "game": game, "seats": { one: "me", other: "link" }, "pace": pace })).await;
        let id = id_of(&made);
        let mut guest = Player::with_token(&running, &token_of(&made, other));
        guest.table(&id).await;
        let (mut passed, mut stayed) = (0, 0);
        for after in 0..400 {
            if passed > 0 && stayed > 0 {
                break;
            }
            let tables = [host.table(&id).await, guest.table(&id).await];
            if tables[0]["match"]["status"] == "over" {
                break;
            }
            let hosts = tables[0]["decision"]["choices"].is_array();
            let (player, table) = if hosts { (&mut host, &tables[0]) } else { (&mut guest, &tables[1]) };
            let choices = table["decision"]["choices"].as_array().expect("choices");
            let rolls = choices.iter().find(|choice| choice["rolls"] == false).unwrap_or(&choices[0])["rolls"] == true;
            // A whole set-up at once, so that something is played; and later whatever ends a phase.
            let ends = |word: &str| stayed > 0 && ["done", "end", "pass"].iter().any(|end| word.starts_with(end));
            let wanted =
                |choice: &&Value| choice["action"].as_str().is_some_and(|word| word == "standard" || ends(word));
            let hurried = choices.iter().find(wanted);
            let choice = hurried.or_else(|| choices.iter().find(|choice| choice["rolls"] == rolls)).expect("a choice");
            player.act(&id, play(choice["action"].as_str().unwrap(), after)).await.unwrap();
            let then = player.table(&id).await;
            let undo = json!({ "do": "undo", "after": after + 1 });
            let side = table["decision"]["side"].clone();
            if then["match"]["status"] == "over" {
                break;
            } else if then["decision"]["side"] != side {
                passed += 1;
                assert_eq!(then["decision"]["undo"], false, "{game}: {choice}");
                assert_eq!(player.act(&id, undo).await.unwrap_err(), "no_undo");
            } else if then["decision"]["undo"] == true {
                stayed += 1;
                player.act(&id, undo).await.unwrap();
                player.act(&id, play(choice["action"].as_str().unwrap(), after)).await.unwrap();
            }
        }
        assert!(passed > 0 && (stayed > 0 || game == "hex-fight"), "{game}: {passed} {stayed}");
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn salts_are_pledged_by_all_before_any_is_opened() {
    let running = Running::start(config()).await;
    let (mut host, pace) = (Player::new(&running), json!({ "kind": "live", "bank_ms": 600_000, "grace_ms": 1000 }));
    let made =
        host.create(json!({ "game": "hex-fight", "seats": { "blue": "me", "red": "link" }, "pace": pace })).await;
    let (id, token) = (id_of(&made), token_of(&made, "red"));
    let pledge = |salt: &str| engine::dice::pledge_of(salt);
    let opens = |salt: &str| json!({ "do": "salt", "text": salt });
    let (mut blue, table) = host.enter(&id, json!({ "do": "enter", "pledge": pledge("of-blue") })).await;
    assert_eq!(table["match"]["dice"]["pledges"], json!({ "blue": pledge("of-blue") }));
    assert_eq!(blue.refused(opens("of-blue")).await, "not_started", "nobody else has pledged");
    // Red pledges with taking his seat, so that nothing can be played before.
    let enter = json!({ "do": "enter", "token": token, "pledge": pledge("of-red") });
    let (mut red, table) = Player::new(&running).enter(&id, enter).await;
    let dice = &table["match"]["dice"];
    assert_eq!(dice["pledges"], json!({ "blue": pledge("of-blue"), "red": pledge("of-red") }));
    assert_eq!((&dice["unopened"], &dice["salts"]), (&json!(["blue", "red"]), &json!({})));
    assert_eq!((&table["match"]["status"], &table["decision"]["side"]), (&json!("playing"), &Value::Null));
    assert_eq!(table["clock"]["runs"], "blue", "the time of who has not opened his runs");
    assert_eq!(table["match"]["to_choose"], "blue", "all wait for him");
    assert_eq!(blue.refused(json!({ "do": "pledge", "hash": pledge("another") })).await, "stirred");
    assert_eq!(blue.refused(opens("another")).await, "not_pledged");
    blue.ok(opens("of-blue")).await;
    assert_eq!(blue.refused(play("0107-0106", 0)).await, "not_your_choice", "red has not opened his");
    let take_back = json!({ "do": "pledge", "hash": null });
    assert_eq!(red.refused(take_back).await, "too_late", "it would be a choice between two seeds");
    assert_eq!(host.table(&id).await["clock"]["runs"], "red");
    let waiting = tokio::spawn({
        let (mut host, id) = (host.clone(), id.clone());
        async move { host.get(&id, "/table?after=0&wait=30").await.unwrap() }
    });
    until("somebody waits", || running.app.rooms.room(&id).waiting() > 0).await;
    red.ok(opens("of-red")).await;
    assert_eq!(waiting.await.unwrap()["decision"]["side"], "blue", "who waits for the beginning is told");
    let table = red.push_of("table").await["table"].take();
    assert_eq!((&table["because"], &table["clock"]["runs"]), (&json!("started"), &json!("blue")));
    let table = host.table(&id).await;
    blue.ok(play(&fiercest(&table), 0)).await;
    assert_eq!(red.refused(opens("of-red")).await, "too_late");
    blue.ok(json!({ "do": "concede" })).await;
    let record = Record::parse(&host.record(&id).await).unwrap();
    let dice = record.head.commitment.clone().unwrap();
    assert_eq!((dice.scheme(), dice.salts().len(), dice.pledges().len()), (2, 2, 2));
    catalogue::HEX_FIGHT.load(None).unwrap().replay(&record).unwrap();
    let info = host.get(&id, "").await.unwrap();
    assert_eq!(info["dice"]["salts"], json!({ "blue": "of-blue", "red": "of-red" }));
    assert_eq!(info["dice"]["pledges"]["red"], pledge("of-red"));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_opens_his_salt_before_the_other_has_pledged_or_done_without() {
    let running = Running::start(config()).await;
    let pledge = |salt: &str| engine::dice::pledge_of(salt);
    let opens = |salt: &str| json!({ "do": "salt", "text": salt });
    let mut host = Player::new(&running);
    let mut new = hex_fight(json!("me"), json!("open"));
    new["pledge"] = json!("AB".repeat(32));
    assert_eq!(told(host.browser.post("/api/matches", new.clone()).await).unwrap_err(), "bad_request");
    new["pledge"] = json!(pledge("of-blue"));
    let made = host.create(new.clone()).await;
    let id = id_of(&made);
    let table = host.table(&id).await;
    assert_eq!(table["match"]["dice"]["pledges"], json!({ "blue": pledge("of-blue") }), "pledged with creating it");
    assert_eq!(host.act(&id, opens("of-blue")).await.unwrap_err(), "not_started");
    // Who sits down without a pledge has done without: he is told so when he comes with one, whoever opened first.
    let mut guest = Player::new(&running);
    guest.act(&id, json!({ "do": "sit", "side": "red" })).await.unwrap();
    let late = json!({ "do": "pledge", "hash": pledge("late") });
    assert_eq!(guest.act(&id, late).await.unwrap_err(), "too_late");
    host.act(&id, opens("of-blue")).await.unwrap();
    assert_eq!(guest.act(&id, opens("late")).await.unwrap_err(), "too_late");
    host.act(&id, json!({ "do": "concede" })).await.unwrap();
    // In a rematch both pledge with agreeing to it.
    let rematch = |salt: &str| json!({ "do": "rematch", "pledge": pledge(salt) });
    let again = host.act(&id, rematch("of-red")).await.unwrap()["match"].as_str().unwrap().to_string();
    assert_eq!(host.act(&again, opens("of-red")).await.unwrap_err(), "not_started");
    guest.act(&id, rematch("of-blue")).await.unwrap();
    let dice = guest.table(&again).await["match"]["dice"].take();
    assert_eq!(dice["pledges"], json!({ "blue": pledge("of-blue"), "red": pledge("of-red") }));
    assert_eq!(dice["unopened"], json!(["blue", "red"]));
    host.act(&again, opens("of-red")).await.unwrap();
    guest.act(&again, opens("of-blue")).await.unwrap();
    assert_eq!(guest.table(&again).await["decision"]["side"], "blue");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_open_what_he_pledged_loses_on_time() {
    let running = Running::start(config()).await;
    for kind in ["live", "slow"] {
        let pledge = |salt: &str| engine::dice::pledge_of(salt);
        let mut host = Player::new(&running);
        let mut new = hex_fight(json!("me"), json!("link"));
        new["pace"] = json!({ "kind": kind, "bank_ms": 1000, "grace_ms": 0 });
        new["pledge"] = json!(pledge("of-blue"));
        let made = host.create(new).await;
        let (id, token) = (id_of(&made), token_of(&made, "red"));
        let (mut blue, _) = host.enter(&id, enter()).await;
        let pledges = json!({ "do": "enter", "token": token, "pledge": pledge("of-red") });
        let (_red, _) = Player::new(&running).enter(&id, pledges).await;
        blue.ok(json!({ "do": "salt", "text": "of-blue" })).await;
        assert_eq!(blue_result(&mut blue).await["winner"], "blue");
        let record = Record::parse(&host.record(&id).await).unwrap();
        assert_eq!(record.lines.last().unwrap().action, "timeout");
        catalogue::HEX_FIGHT.load(None).unwrap().replay(&record).unwrap();
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_lost_what_he_pledged_takes_it_back_for_all_to_see() {
    let running = Running::start(config()).await;
    let mut host = Player::new(&running);
    let made = host.create(hex_fight(json!("me"), json!("link"))).await;
    let id = id_of(&made);
    let pledge = engine::dice::pledge_of("lost");
    host.act(&id, json!({ "do": "pledge", "hash": pledge })).await.unwrap();
    // A bot that knows nothing of pledges adds a salt as ever.
    let mut bot = Player::with_token(&running, &token_of(&made, "red"));
    bot.act(&id, json!({ "do": "salt", "text": "plain" })).await.unwrap();
    assert_eq!(bot.act(&id, json!({ "do": "salt", "text": "plainer" })).await.unwrap_err(), "stirred", "once");
    assert_eq!(bot.act(&id, json!({ "do": "pledge", "hash": null })).await.unwrap_err(), "not_pledged");
    assert_eq!(host.table(&id).await["decision"]["side"], Value::Null);
    host.act(&id, json!({ "do": "pledge", "hash": null })).await.unwrap();
    let table = bot.table(&id).await;
    assert_eq!(table["match"]["dice"]["pledges"], json!({ "blue": "withdrawn" }));
    assert_eq!((&table["decision"]["side"], &table["match"]["dice"]["unopened"]), (&json!("blue"), &json!([])));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_who_look_on_are_not_told_of_each_who_comes() {
    let mut game = Match::start().await;
    let id = game.id.clone();
    let (mut blue, _) = game.blue.enter(&id, enter()).await;
    let mut watchers = Vec::new();
    for _ in 0..100 {
        watchers.push(Player::new(&game.running).enter(&id, enter()).await.0);
    }
    blue.ok(json!({ "do": "ping" })).await;
    let counts: Vec<_> = blue.heard.iter().filter(|text| text.contains("\"push\":\"presence\"")).collect();
    assert!((20..60).contains(&counts.len()), "{}", counts.len());
    assert!(
        counts.last().unwrap().contains("\"spectators\":9") || counts.last().unwrap().contains(":100"),
        "{counts:?}"
    );
    assert_eq!(game.red.table(&id).await["presence"]["spectators"], 100, "who asks is told exactly");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_computer_lets_people_take_back_and_wants_no_draw() {
    let running = Running::start(config()).await;
    let mut anna = Player::new(&running);
    let id = id_of(&anna.create(hex_fight(json!("me"), json!({ "computer": "random" }))).await);
    let (mut socket, table) = anna.enter(&id, enter()).await;
    socket.ok(play(&fiercest(&table), 0)).await;
    socket.push_of("step").await;
    assert_eq!(socket.push_of("step").await["step"]["side"], "red");
    socket.ok(json!({ "do": "offer", "what": "draw" })).await;
    assert_eq!(socket.push_of("offer").await["declined"], true);
    socket.ok(json!({ "do": "offer", "what": "take_back" })).await;
    let table = socket.push_of("table").await["table"].take();
    assert_eq!((&table["because"], &table["match"]["actions"]), (&json!("take_back"), &json!(0)));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_draw_is_offered_where_the_book_has_none() {
    let running = Running::start(config()).await;
    let mut anna = Player::new(&running);
    let seats = json!({ "german": { "computer": "random" }, "us": "me" });
    let id = id_of(&anna.create(json!({ "game": "first-blood", "seats": seats })).await);
    let (mut socket, _) = anna.enter(&id, enter()).await;
    assert_eq!(socket.refused(json!({ "do": "offer", "what": "draw" })).await, "refused");
    assert_eq!(anna.table(&id).await["offer"], Value::Null);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_player_has_both_sides_at_a_hot_seat() {
    let running = Running::start(config()).await;
    let mut anna = Player::new(&running);
    let id = id_of(&anna.create(hex_fight(json!("me"), json!("me"))).await);
    let (mut socket, table) = anna.enter(&id, json!({ "do": "enter", "see": "all", "choices": "short" })).await;
    assert_eq!(table["yours"], json!(["blue", "red"]));
    assert_eq!(table["viewers"], json!(["blue", "red", "all"]));
    for after in 0..10 {
        let table = socket.ok(json!({ "do": "see", "viewer": "all" })).await["table"].take();
        assert!(table["decision"].get("choices").is_none());
        socket.ok(play(table["decision"]["options"][0].as_str().unwrap(), after)).await;
    }
    socket.ok(json!({ "do": "offer", "what": "take_back", "to": 4 })).await;
    let table = socket.ok(json!({ "do": "see", "viewer": "blue" })).await["table"].take();
    assert_eq!((&table["match"]["actions"], table["log"].as_array().unwrap().len()), (&json!(4), 4));
    let log = anna.get(&id, "/log?before=2").await.unwrap();
    assert_eq!(log["log"].as_array().unwrap().iter().map(|event| event["at"].clone()).collect::<Vec<_>>(), [0, 1]);
    socket.ok(json!({ "do": "concede", "side": "red" })).await;
    assert_eq!(anna.get(&id, "").await.unwrap()["result"]["winner"], "blue");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chat_presence_seen_and_rematch() {
    let mut game = Match::start().await;
    let id = game.id.clone();
    let (mut blue, table) = game.blue.enter(&id, enter()).await;
    assert_eq!(table["presence"], json!({ "sides": { "blue": true, "red": false }, "spectators": 0 }));
    let (mut red, _) = game.red.enter(&id, enter()).await;
    assert_eq!(blue.push_of("presence").await["presence"]["sides"]["red"], true);
    let looker = Player::known(&game.running).await;
    let (mut lookers, _) = looker.enter(&id, enter()).await;
    assert_eq!(blue.push_of("presence").await["presence"]["spectators"], 1);
    lookers.ok(json!({ "do": "say", "text": " good luck " })).await;
    let line = red.push_of("chat").await["line"].take();
    assert_eq!((&line["text"], &line["side"]), (&json!("good luck"), &Value::Null));
    blue.ok(json!({ "do": "say", "text": "thanks" })).await;
    assert_eq!(red.push_of("chat").await["line"]["side"], "blue");
    lookers.close().await;
    assert_eq!(red.push_of("presence").await["presence"]["spectators"], 0);
    let actions = game.fight().await;
    blue.ok(json!({ "do": "seen", "actions": 1 })).await;
    red.ok(json!({ "do": "seen", "actions": 100_000 })).await;
    let (blues, reds) = (game.blue.table(&id).await, game.red.table(&id).await);
    assert_eq!((&blues["seen"], &reds["seen"]), (&json!(1), &json!(actions)));
    assert_eq!(blues["chat"].as_array().unwrap().len(), 2);
    blue.ok(json!({ "do": "concede" })).await;
    let first = blue.ok(json!({ "do": "rematch" })).await;
    let again = red.push_of("rematch").await["match"].take();
    let waiting = game.blue.table(again.as_str().unwrap()).await;
    assert_eq!((&waiting["match"]["status"], &waiting["yours"]), (&json!("waiting"), &json!(["red"])));
    assert_eq!((first["match"].clone(), first.get("token")), (again.clone(), None));
    let second = red.ok(json!({ "do": "rematch" })).await;
    assert_eq!((&second["match"], &second["token"]), (&again, &json!(game.token)), "the same link holds the new seat");
    let new = again.as_str().unwrap().to_string();
    assert_eq!(game.blue.table(&new).await["match"]["status"], "playing", "both have agreed");
    assert_eq!(game.blue.table(&new).await["yours"], json!(["red"]));
    assert_eq!(game.red.table(&new).await["yours"], json!(["blue"]));
    assert_eq!(game.blue.get(&id, "").await.unwrap()["rematch"], new.as_str());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_talks_too_much_takes_nobody_elses_word_away() {
    let game = Match::start().await;
    let id = game.id.clone();
    let (mut blue, _) = game.blue.enter(&id, enter()).await;
    let (mut red, _) = game.red.enter(&id, enter()).await;
    let (mut looker, _) = Player::known(&game.running).await.enter(&id, enter()).await;
    let line = json!({ "do": "say", "text": "and another thing" });
    for _ in 0..2000 {
        blue.ok(line.clone()).await;
    }
    assert_eq!(blue.refused(line.clone()).await, "too_much");
    red.ok(line.clone()).await;
    looker.ok(line).await;
    blue.ok(json!({ "do": "offer", "what": "draw" })).await;
    red.ok(json!({ "do": "answer", "accept": true })).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_runs_out_of_time_loses() {
    let running = Running::start(config()).await;
    let mut anna = Player::new(&running);
    let mut new = hex_fight(json!("me"), json!({ "computer": "random" }));
    new["pace"] = json!({ "kind": "live", "bank_ms": 1000, "grace_ms": 500 });
    let id = id_of(&anna.create(new).await);
    let (mut socket, table) = anna.enter(&id, enter()).await;
    assert_eq!((&table["clock"]["runs"], &table["clock"]["bank_ms"][1]), (&json!("blue"), &json!(1000)));
    let result = blue_result(&mut socket).await;
    assert_eq!(result["winner"], "red");
    let record = Record::parse(&anna.record(&id).await).unwrap();
    assert_eq!(record.lines.last().unwrap().action, "timeout");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn notices_are_for_slow_matches() {
    let running = Running::start(config()).await;
    let mut anna = Player::new(&running);
    let mut new = hex_fight(json!("me"), json!("link"));
    new["pace"] = json!({ "kind": "slow", "bank_ms": 1_000_000, "grace_ms": 86_400_000 });
    let made = anna.create(new).await;
    let id = id_of(&made);
    assert_eq!(anna.table(&id).await["notices"], false);
    anna.act(&id, json!({ "do": "notices", "on": true })).await.unwrap();
    assert_eq!(anna.table(&id).await["notices"], true);
    let mut ben = Player::with_token(&running, &token_of(&made, "red"));
    assert_eq!(ben.table(&id).await["notices"], Value::Null);
    assert_eq!(ben.act(&id, json!({ "do": "notices", "on": true })).await.unwrap_err(), "no_notices");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_reads_too_slowly_is_told_the_whole_table_in_place_of_a_queue_that_grows() {
    let mut game = Match::start().await;
    let id = game.id.clone();
    let (mut blue, _) = game.blue.enter(&id, enter()).await;
    let mut red = game.red.narrow_socket(&id).await;
    red.ok(enter()).await;
    // More than the buffers on the way can hold, while red reads nothing.
    let line = "\u{2694}".repeat(1000);
    for _ in 0..1200 {
        blue.ok(json!({ "do": "say", "text": line })).await;
    }
    red.send(json!({ "do": "ping" })).await;
    let mut lines = 0;
    let table = loop {
        let message = red.hear().await.unwrap();
        lines += u64::from(message["push"] == "chat");
        if message["push"] == "table" {
            break message["table"].clone();
        }
    };
    assert!(lines < 1200, "{lines} lines came");
    assert_eq!((&table["because"], table["chat"].as_array().unwrap().len()), (&json!("resync"), 200));
    let actions = game.fight().await;
    assert_eq!(game.red.table(&id).await["match"]["actions"], actions);
    while red.push_of("step").await["step"]["actions"] != actions {}
}

#[tokio::test]
async fn who_signs_out_hangs_up() {
    for way in ["/api/session", "/api/sessions"] {
        signs_out(way).await;
    }
}

async fn signs_out(way: &str) {
    let running = Running::start(config()).await;
    let mut player = Player::known(&running).await;
    let made = player.create(json!({ "game": "hex-fight", "seats": { "red": "me", "blue": "link" } })).await;
    let id = id_of(&made);
    let (mut socket, table) = player.enter(&id, enter()).await;
    assert_eq!(table["yours"], json!(["red"]));
    let (mut other, _) = Player::known(&running).await.enter(&id, enter()).await;
    assert_eq!(player.browser.delete(way).await.0, 204);
    // Others coming and going may be told before; then it ends.
    while let Some(message) = socket.hear().await {
        assert_eq!(message["push"], "presence");
    }
    assert_eq!(other.ok(json!({ "do": "ping" })).await["ok"], true, "somebody else stays");
}
