//! Finished matches are looked at again, and gone on with from a moment of theirs.

use crate::players::{Player, id_of, told};
use crate::support::database::Database;
use crate::support::running::{Running, config};
use catalogue::{Game, NewMatch};
use engine::record::Line;
use engine::{Decision, Record};
use reqwest::{Method, StatusCode};
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

/// A game of the example between computers, played to its end.
fn whole(seed: u64, begun: impl FnOnce(&dyn Game) -> Box<dyn catalogue::AnyMatch>) -> Record {
    let game = catalogue::HEX_FIGHT.load(None).unwrap();
    let (mut table, dice) = (begun(&*game), ai::dice(seed.into()));
    while let Decision::Choose(_) = table.decision() {
        table.play_computer(ai::Player::RANDOM, &dice).unwrap();
    }
    table.record()
}

fn brought(seed: u64) -> Record {
    whole(seed, |game| game.begin(NewMatch { seed: seed.into(), ..Default::default() }).unwrap())
}

/// Asks for a match that goes on from there.
async fn go_on(player: &mut Player, from: Value) -> Result<Value, String> {
    let new = json!({ "game": "", "seats": { "blue": "me", "red": "me" }, "from": from });
    told(player.browser.post("/api/matches", new).await)
}

/// The record of a match, which is given up so that it can be seen.
async fn given_up(player: &mut Player, created: &Value) -> Record {
    let id = created["match"]["id"].as_str().unwrap();
    player.act(id, json!({ "do": "concede", "side": "red" })).await.unwrap();
    Record::parse(&player.record(id).await).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_goes_on_from_a_record_that_one_brings_with_the_dice_as_they_fell_or_others() {
    let running = Running::start(config()).await;
    let mut player = Player::new(&running);
    // A game that goes on after its first roll, which by the rules of the example (3.3) any does that shows 2, 3 or 4.
    let is_plain = |line: &Line| line.rolls.first().is_some_and(|die| (2..=4).contains(&die.value));
    let games = (1..).map(brought);
    let found = |old: Record| old.lines.iter().position(is_plain).map(|rolled| (old, rolled));
    let (old, rolled) = games.filter_map(found).find(|(old, rolled)| rolled + 1 < old.lines.len()).unwrap();
    let dice = |line: &Line| line.rolls.iter().map(|die| die.value).collect::<Vec<_>>();
    let same = go_on(&mut player, json!({ "record": old.to_string(), "at": rolled + 1 })).await.unwrap();
    assert_eq!((&same["match"]["actions"], &same["match"]["game"]), (&json!(rolled + 1), &json!("hex-fight")));
    let new = given_up(&mut player, &same).await;
    assert_eq!(
        (&new.lines[rolled].action, dice(&new.lines[rolled])),
        (&old.lines[rolled].action, dice(&old.lines[rolled]))
    );
    assert_ne!(new.head.seed, old.head.seed, "what is rolled from there on is nobody's to know");
    catalogue::HEX_FIGHT.load(None).unwrap().replay(&new).expect("it is true");

    let others = vec![if dice(&old.lines[rolled]) == [3] { 4 } else { 3 }];
    let from = json!({ "record": old.to_string(), "at": rolled + 1, "rolls": others });
    let what_if = go_on(&mut player, from).await.unwrap();
    let new = given_up(&mut player, &what_if).await;
    assert_eq!((dice(&new.lines[rolled]), new.lines[rolled].forced), (others, true));
}

/// What comes of trying something after so many actions of a record, or what could be tried.
async fn tried(player: &mut Player, record: &str, query: &str) -> Value {
    let request = player.browser.request(Method::POST, &format!("/api/replay/try?{query}"));
    told(player.browser.send(request.body(record.to_string())).await).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_goes_on_from_a_variation_of_a_study() {
    let running = Running::start(config()).await;
    let mut player = Player::new(&running);
    let record = brought(7);
    let text = record.to_string();
    let first = &record.lines[0];
    let could = tried(&mut player, &text, "after=0").await;
    let choices = could["choices"].as_array().unwrap().iter().map(|choice| choice["action"].as_str().unwrap());
    let other = choices.clone().find(|action| *action != first.action).expect("another choice");
    let query = format!("after=0&action={}", other.replace(' ', "%20"));
    let line = tried(&mut player, &text, &query).await["line"].as_str().unwrap().to_string();
    let study = format!("{text}grognard study 1\nvariation 1 of 0 after 0: Otherwise\n1.1 {line}\n");

    for (from, played) in [
        (json!({ "record": study, "branch": 1, "at": 1 }), other),
        (json!({ "record": study, "at": 1 }), &*first.action),
    ] {
        let gone_on = go_on(&mut player, from).await.unwrap();
        assert_eq!(given_up(&mut player, &gone_on).await.lines[0].action, played);
    }
    let untrue = study.replace(&format!("1.1 {line}"), &format!("1.1 {} nonsense", first.side));
    for (from, refused) in [
        (json!({ "record": study, "branch": 2, "at": 1 }), "record"),
        (json!({ "record": study, "branch": 1, "at": 2 }), "bad_request"),
        (json!({ "record": untrue, "branch": 1, "at": 1 }), "record"),
    ] {
        assert_eq!(go_on(&mut player, from).await, Err(refused.into()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_goes_on_only_from_what_is_true_and_over_and_of_these_rules() {
    let running = Running::start(config()).await;
    let mut player = Player::new(&running);
    let record = brought(7);
    let text = record.to_string();
    let mut older = record.clone();
    older.head.rules -= 1;
    let position = r#"{"pieces": [{"piece": "blue", "hex": "0505"}, {"piece": "red", "hex": "0506"}]}"#;
    let laid_out = whole(7, |game| game.begin_at(position, 7.into()).unwrap());
    let end = record.lines.len();
    let of = |text: String| json!({ "record": text, "at": 1 });
    for (from, refused) in [
        (of(record.up_to(5).to_string()), "not_over"),
        (of(text.replacen(" blue ", " red ", 1)), "record"),
        (of(String::new()), "record"),
        (of(text.replace("game: hex-fight", "game: chess")), "record"),
        (of(older.to_string()), "older"),
        (of(laid_out.to_string()), "laid_out"),
        (of("x".repeat((2 << 20) + 1)), "too_large"),
        (json!({ "record": text, "at": end }), "not_taken_over"),
        (json!({ "record": text, "at": end + 1 }), "bad_request"),
        (json!({ "record": text, "at": 0, "rolls": [3] }), "bad_request"),
        (json!({ "record": text, "match": "2222222222222222", "at": 1 }), "bad_request"),
        (json!({ "match": "2222222222222222", "branch": 1, "at": 1 }), "bad_request"),
        (json!({ "at": 1 }), "bad_request"),
    ] {
        assert_eq!(go_on(&mut player, from).await, Err(refused.into()));
    }
    let huge = json!({ "record": "x".repeat(5 << 20), "at": 1 });
    let new = json!({ "game": "", "seats": { "blue": "me", "red": "me" }, "from": huge });
    assert_eq!(player.browser.post("/api/matches", new).await.0, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_to_play_where_somebody_had_given_up() {
    let running = Running::start(config()).await;
    let mut player = Player::new(&running);
    let id = finished(&mut player, 3).await;
    assert_eq!(go_on(&mut player, json!({ "match": id, "at": 4 })).await, Err("not_taken_over".into()));
    go_on(&mut player, json!({ "match": id, "at": 3 })).await.expect("before he gave up");
}
