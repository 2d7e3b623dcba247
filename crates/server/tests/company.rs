//! Ratings, tournaments, and the archive of finished matches.

use crate::accounts::{mailed, with_mail};
use crate::players::{Player, id_of, token_of, told};
use crate::support::browser::Browser;
use crate::support::database::Database;
use crate::support::running::{Running, config};
use crate::support::sinks;
use engine::Record;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::Config;
use server::store::{Append, now};

crate::on_both_databases!(
    ratings_follow_from_rated_matches_alone,
    what_the_operator_ends_and_who_is_gone_counts_for_nobody,
    finished_matches_are_found_and_downloaded,
    everybody_meets_everybody_once_and_both_ways,
    a_tournament_goes_on_after_a_restart_and_its_deadline_is_kept,
    when_a_round_ends_whoever_has_used_more_of_its_time_loses,
    who_is_told_by_mail_is_told_of_a_round,
    who_signs_up_in_the_same_moment_comes_in_order_still,
    a_swiss_tournament_gives_byes_and_takes_withdrawals,
    an_even_pairing_of_a_knock_out_is_decided_by_one_more_match,
    a_tournament_begins_by_itself_when_it_is_full_or_its_time_has_come,
    a_forgotten_player_is_awaited_in_no_tournament,
);

const KEY: &str = "a key that nobody guesses";
const PASSWORD: &str = "vive l'empereur";
const HOUR: i64 = 3_600_000;

async fn start(database: &Database) -> Running {
    let database = database.url.clone();
    Running::start(Config { admin_key: Some(KEY.into()), database, ..config() }).await
}

fn operator(server: &Running) -> Browser {
    let mut browser = Browser::new(server.address);
    browser.bearer = Some(KEY.into());
    browser
}

/// Somebody with an account, who wants to be rated or does not.
async fn registered(server: &Running, name: &str, rated: bool) -> Player {
    let mut player = Player::new(server);
    told(player.browser.post("/api/account", json!({ "name": name, "password": PASSWORD })).await).unwrap();
    if rated {
        let me = player.browser.change(Method::PATCH, "/api/me", json!({ "rated": true })).await;
        assert_eq!(told(me).unwrap()["user"]["rated"], true);
    }
    player
}

/// A match between a player and whoever gets the link: the id and the link's token.
async fn by_link(player: &mut Player, rated: bool) -> (String, String) {
    let new = json!({ "game": "hex-fight", "seats": { "blue": "me", "red": "link" }, "rated": rated });
    let made = player.create(new).await;
    assert_eq!(made["match"]["rated"], rated);
    (id_of(&made), token_of(&made, "red"))
}

/// Sits down by the link, as the account that one is signed in to.
async fn come(player: &mut Player, id: &str, token: &str) -> Result<Value, String> {
    let cookie = player.browser.cookie.clone();
    let mut guest = player.clone();
    (guest.browser.cookie, guest.browser.bearer) = (cookie, Some(token.to_string()));
    guest.get(id, "/table").await
}

async fn concede(player: &mut Player, id: &str) {
    player.act(id, json!({ "do": "concede" })).await.unwrap();
}

async fn ratings(server: &Running, game: &str) -> Vec<Value> {
    let (status, table) = Browser::new(server.address).get(&format!("/api/ratings?game={game}")).await;
    assert_eq!(status, StatusCode::OK, "{table}");
    table["players"].as_array().unwrap().clone()
}

async fn ratings_follow_from_rated_matches_alone(database: Database) {
    let server = start(&database).await;
    let (mut ney, mut soult) = (registered(&server, "Ney", true).await, registered(&server, "Soult", false).await);
    let mut guest = Player::known(&server).await;
    let new = json!({ "game": "hex-fight", "seats": { "blue": "me", "red": "open" }, "rated": true });
    for player in [&mut guest, &mut soult] {
        assert_eq!(told(player.browser.post("/api/matches", new.clone()).await).unwrap_err(), "rating_needed");
    }
    // What nobody could be rated by.
    for seats in [
        json!({ "blue": "me", "red": "me" }),
        json!({ "blue": "open", "red": "link" }),
        json!({ "blue": "me", "red": { "computer": "veteran" } }),
    ] {
        let new = json!({ "game": "hex-fight", "seats": seats, "rated": true });
        assert_eq!(told(ney.browser.post("/api/matches", new).await).unwrap_err(), "bad_request");
    }
    // An open seat is for those who are rated.
    let open = id_of(&ney.create(new).await);
    let sit = json!({ "do": "sit", "side": "red" });
    assert_eq!(guest.act(&open, sit.clone()).await.unwrap_err(), "rating_needed");
    assert_eq!(soult.act(&open, sit.clone()).await.unwrap_err(), "rating_needed");
    let (id, token) = by_link(&mut ney, true).await;
    assert_eq!(come(&mut soult, &id, &token).await.unwrap_err(), "rating_needed");
    soult.browser.change(Method::PATCH, "/api/me", json!({ "rated": true })).await;
    assert_eq!(come(&mut soult, &id, &token).await.unwrap()["match"]["status"], "playing");
    concede(&mut soult, &id).await;
    // Two of whom nothing is known: by the paper, 1500 ± 162.2, deviation 290.3.
    let table = ratings(&server, "hex-fight").await;
    let line = |at: usize| (table[at]["name"].as_str(), table[at]["rating"].as_i64(), table[at]["deviation"].as_i64());
    assert_eq!((line(0), line(1)), ((Some("Ney"), Some(1662), Some(290)), (Some("Soult"), Some(1338), Some(290))));
    assert_eq!((&table[0]["matches"], &table[0]["won"], &table[1]["won"]), (&json!(1), &json!(1), &json!(0)));
    assert_eq!(table[0]["provisional"], true);
    let info = ney.get(&id, "").await.unwrap();
    assert_eq!((&info["seats"][0]["rating"], &info["seats"][1]["rating"]), (&json!(1662), &json!(1338)));
    // A match that is not rated changes nothing; its rematch neither, but that of a rated one is rated.
    let (plain, token) = by_link(&mut ney, false).await;
    come(&mut soult, &plain, &token).await.unwrap();
    concede(&mut ney, &plain).await;
    assert_eq!(ratings(&server, "hex-fight").await, table);
    let again = ney.act(&id, json!({ "do": "rematch" })).await.unwrap()["match"].as_str().unwrap().to_string();
    assert_eq!(ney.get(&again, "").await.unwrap()["rated"], true);
    soult.act(&id, json!({ "do": "rematch" })).await.unwrap();
    concede(&mut ney, &again).await;
    let table = ratings(&server, "hex-fight").await;
    assert_eq!((&table[0]["matches"], &table[1]["matches"]), (&json!(2), &json!(2)));
    // Worked out anew they are the same.
    let reckoned = operator(&server).post("/api/desk/ratings", json!({})).await;
    assert_eq!(told(reckoned).unwrap(), json!({ "matches": 2 }));
    assert_eq!(ratings(&server, "hex-fight").await, table);
    // Who does not want to be rated any more is seen by himself alone.
    ney.browser.change(Method::PATCH, "/api/me", json!({ "rated": false })).await;
    assert_eq!(ratings(&server, "hex-fight").await.len(), 1);
    let (_, me) = ney.browser.get("/api/me").await;
    assert_eq!((&me["user"]["rated"], &me["user"]["ratings"][0]["matches"]), (&json!(false), &json!(2)));
    assert!(ney.get(&id, "").await.unwrap()["seats"][0]["rating"].is_null());
    server.stop().await;
}

async fn what_the_operator_ends_and_who_is_gone_counts_for_nobody(database: Database) {
    let server = start(&database).await;
    let (mut ney, mut soult) = (registered(&server, "Ney", true).await, registered(&server, "Soult", true).await);
    let mut ids = Vec::new();
    for _ in 0..3 {
        let (id, token) = by_link(&mut ney, true).await;
        come(&mut soult, &id, &token).await.unwrap();
        ids.push(id);
    }
    let closed =
        operator(&server).post(&format!("/api/desk/matches/{}/close", ids[0]), json!({ "loser": "red" })).await;
    assert_eq!(closed.0, StatusCode::NO_CONTENT);
    assert_eq!(ratings(&server, "hex-fight").await, [Value::Null; 0]);
    concede(&mut soult, &ids[1]).await;
    assert_eq!(ratings(&server, "hex-fight").await.len(), 2);
    let gone = soult.browser.change(Method::DELETE, "/api/account", json!({ "password": PASSWORD })).await;
    assert!(gone.0.is_success(), "{gone:?}");
    let left = ratings(&server, "hex-fight").await;
    assert_eq!((left.len(), &left[0]["name"]), (1, &json!("Ney")));
    concede(&mut ney, &ids[2]).await;
    assert_eq!(ratings(&server, "hex-fight").await, left);
    // The levels of the computer are stars: they give and take, and stay where they are.
    let new =
        json!({ "game": "first-blood", "seats": { "us": "me", "german": { "computer": "greedy" } }, "rated": true });
    let id = id_of(&ney.create(new).await);
    let stars = |table: &Value| table["stars"].as_array().unwrap().clone();
    let (_, before) = ney.browser.get("/api/ratings?game=first-blood").await;
    assert_eq!(stars(&before)[1], json!({ "computer": "veteran", "rating": 1500 }));
    concede(&mut ney, &id).await;
    let (_, after) = ney.browser.get("/api/ratings?game=first-blood").await;
    assert!(after["players"][0]["rating"].as_i64().unwrap() < 1400, "{after}");
    assert_eq!(stars(&before), stars(&after));
    // Nothing is left of a match with somebody who is gone.
    let reckoned = told(operator(&server).post("/api/desk/ratings", json!({})).await).unwrap();
    assert_eq!(reckoned, json!({ "matches": 2 }));
    assert_eq!(ratings(&server, "hex-fight").await, [Value::Null; 0]);
    assert_eq!(ratings(&server, "first-blood").await[0]["matches"], 1);
    server.stop().await;
}

/// The ids of the matches that a search finds, and the cursor.
async fn found(browser: &mut Browser, by: &str) -> (Vec<String>, Value) {
    let list = told(browser.get(&format!("/api/archive?{by}")).await).unwrap();
    let ids = list["matches"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_string());
    (ids.collect(), list["next"].clone())
}

async fn finished_matches_are_found_and_downloaded(database: Database) {
    let server = start(&database).await;
    let (mut ney, mut soult) = (registered(&server, "Ney", true).await, registered(&server, "Soult", true).await);
    let mut ids = Vec::new();
    for at in 0..25 {
        let (id, token) = by_link(&mut ney, at == 3).await;
        come(&mut soult, &id, &token).await.unwrap();
        concede(if at % 5 == 0 { &mut ney } else { &mut soult }, &id).await;
        ids.push(id);
    }
    // Neither what is private nor what goes on is found.
    let new = json!({ "game": "hex-fight", "seats": { "blue": "me", "red": "me" }, "private": true });
    let private = id_of(&ney.create(new).await);
    concede(&mut ney, &private).await;
    by_link(&mut ney, false).await;
    let mut anybody = Browser::new(server.address);
    let (first, next) = found(&mut anybody, "").await;
    let newest: Vec<String> = ids.iter().rev().take(20).cloned().collect();
    assert_eq!(first, newest);
    let (rest, end) = found(&mut anybody, &format!("before={}", next.as_str().unwrap())).await;
    assert_eq!((rest, end), (ids.iter().rev().skip(20).cloned().collect(), Value::Null));
    let fifth = |ids: &[String]| -> Vec<String> { ids.iter().step_by(5).rev().cloned().collect() };
    for (by, expected) in [
        ("rated=true", vec![ids[3].clone()]),
        ("player=ney&result=lost", fifth(&ids)),
        ("game=hex-fight&result=red", fifth(&ids)),
        ("player=Soult&result=won&game=hex-fight&least=1&most=1", fifth(&ids)),
        ("result=draw", Vec::new()),
        ("least=2", Vec::new()),
        ("game=first-blood", Vec::new()),
        ("player=nobody", Vec::new()),
        ("until=1000", Vec::new()),
    ] {
        assert_eq!(found(&mut anybody, by).await, (expected, Value::Null), "{by}");
    }
    assert_eq!(found(&mut anybody, &format!("since={}", now() - HOUR)).await.0, newest);
    for by in ["result=won", "result=red", "before=x", "game=chess", "game=hex-fight&result=green"] {
        assert_eq!(told(anybody.get(&format!("/api/archive?{by}")).await).unwrap_err(), "bad_request", "{by}");
    }
    // All that was found, with the records.
    let answer = anybody.request(Method::GET, "/api/archive/records?player=Ney&result=lost").send().await.unwrap();
    let text = answer.text().await.unwrap();
    let packed = anybody.request(Method::GET, "/api/archive/records").header("accept-encoding", "gzip");
    let packed = packed.send().await.unwrap();
    assert_eq!(packed.headers()["content-encoding"], "gzip");
    assert!(packed.bytes().await.unwrap().len() > 100, "all of it comes, packed too");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), &lines[5]), (6, &json!({ "next": null })));
    for (line, id) in lines.iter().zip(fifth(&ids)) {
        assert_eq!((line["id"].as_str(), &line["winner"]), (Some(id.as_str()), &json!("red")));
        let record = line["record"].as_str().unwrap();
        assert_eq!(record, ney.record(&id).await);
        catalogue::HEX_FIGHT.load(None).unwrap().replay(&Record::parse(record).unwrap()).unwrap();
    }
    server.stop().await;
}

/// A tournament of the small game, held by somebody: its id.
async fn held(host: &mut Player, more: Value) -> String {
    let mut new = json!({
        "title": "Marshals' cup", "game": "hex-fight", "kind": "swiss", "round_ms": HOUR, "max_players": 8,
    });
    new.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let (status, made) = host.browser.post("/api/tournaments", new).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    made["info"]["id"].as_str().unwrap().to_string()
}

async fn signed_up(players: &mut [Player], id: &str) {
    for player in players {
        told(player.browser.post(&format!("/api/tournaments/{id}/entry"), json!({})).await).unwrap();
    }
}

async fn begun(host: &mut Player, id: &str) -> Value {
    told(host.browser.post(&format!("/api/tournaments/{id}/begin"), json!({})).await).unwrap()
}

async fn tournament(server: &Running, id: &str) -> Value {
    told(Browser::new(server.address).get(&format!("/api/tournaments/{id}")).await).unwrap()
}

/// The tournament once something holds of it. The steward looks after it meanwhile.
async fn until(server: &Running, id: &str, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..12_000 {
        let told = tournament(server, id).await;
        if holds(&told) {
            return told;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    panic!("waited in vain: {what}: {}", tournament(server, id).await);
}

/// The matches of the present round that are still played: the id, and who has which side.
fn to_play(told: &Value) -> Vec<(String, String, String)> {
    let pairings = told["rounds"][0]["pairings"].as_array().unwrap().iter();
    let all = pairings.flat_map(|pairing| pairing["matches"].as_array().unwrap());
    let open = all.filter(|one| one["points"].is_null());
    let text = |value: &Value| value.as_str().unwrap().to_string();
    open.map(|one| (text(&one["match"]), text(&one["sides"]["blue"]), text(&one["sides"]["red"]))).collect()
}

fn named<'a>(players: &'a mut [Player], names: &[&str], name: &str) -> &'a mut Player {
    &mut players[names.iter().position(|one| *one == name).unwrap()]
}

/// Both come to a match, and the second of them in this order gives it up.
async fn play_out(players: &mut [Player], names: &[&str], game: &(String, String, String)) {
    let (id, blue, red) = game;
    for name in [blue, red] {
        named(players, names, name).table(id).await;
    }
    let better = |name: &String| names.iter().position(|one| one == name);
    let loser = if better(blue) < better(red) { red } else { blue };
    concede(named(players, names, loser), id).await;
}

fn standings(told: &Value) -> Vec<(String, f64)> {
    let stands = told["standings"].as_array().unwrap().iter();
    stands.map(|one| (one["name"].as_str().unwrap().to_string(), one["points"].as_f64().unwrap())).collect()
}

async fn company(server: &Running, names: &[&str]) -> Vec<Player> {
    let mut players = Vec::new();
    for name in names {
        players.push(registered(server, name, false).await);
    }
    players
}

async fn everybody_meets_everybody_once_and_both_ways(database: Database) {
    let server = start(&database).await;
    let names = ["Davout", "Lannes", "Ney"];
    let mut players = company(&server, &names).await;
    let mut guest = Player::known(&server).await;
    let id = held(&mut players[0], json!({ "kind": "round_robin", "both_sides": true })).await;
    let entry = format!("/api/tournaments/{id}/entry");
    assert_eq!(told(guest.browser.post(&entry, json!({})).await).unwrap_err(), "account_needed");
    let begin = format!("/api/tournaments/{id}/begin");
    assert_eq!(told(players[0].browser.post(&begin, json!({})).await).unwrap_err(), "too_few");
    signed_up(&mut players, &id).await;
    assert_eq!(told(players[1].browser.post(&entry, json!({})).await).unwrap_err(), "entered");
    assert_eq!(told(players[1].browser.post(&begin, json!({})).await).unwrap_err(), "forbidden");
    let mut now = begun(&mut players[0], &id).await;
    assert_eq!(told(guest.browser.post(&entry, json!({})).await).unwrap_err(), "account_needed");
    assert_eq!((&now["info"]["rounds"], &now["info"]["status"]), (&json!(3), &json!("playing")));
    for round in 1..=3 {
        now = until(&server, &id, "the round", |told| told["info"]["round"] == round).await;
        let games = to_play(&now);
        assert_eq!(games.len(), 2, "one pairing both ways, and one has a bye: {now}");
        assert_eq!((&games[0].1, &games[0].2), (&games[1].2, &games[1].1));
        let byes = now["rounds"][0]["pairings"].as_array().unwrap().iter().filter(|one| one["done"] == true);
        assert!(byes.clone().count() == 1 && byes.clone().all(|bye| bye["points"] == json!([2.0])), "{now}");
        // They are matches like others, which wait for those for whom they are.
        let info = guest.get(&games[0].0, "").await.unwrap();
        assert_eq!((&info["tournament"], &info["status"]), (&json!(id), &json!("waiting")));
        let sit = guest.act(&games[0].0, json!({ "do": "sit", "side": "blue" })).await;
        assert_eq!(sit.unwrap_err(), "taken");
        for game in &games {
            play_out(&mut players, &names, game).await;
        }
    }
    let over = until(&server, &id, "the end", |told| told["info"]["status"] == "over").await;
    let expected = [("Davout", 6.0), ("Lannes", 4.0), ("Ney", 2.0)].map(|(name, points)| (name.to_string(), points));
    assert_eq!(standings(&over), expected);
    assert_eq!(over["info"]["winner"], "Davout");
    assert!(over["info"]["deadline"].is_null());
    let (_, mine) = players[1].browser.get("/api/tournaments?list=mine").await;
    assert_eq!((&mine["tournaments"][0]["id"], &mine["tournaments"][0]["entered"]), (&json!(id), &json!(true)));
    let (_, open) = guest.browser.get("/api/tournaments?list=open").await;
    assert_eq!(open["tournaments"], json!([]));
    server.stop().await;
}

async fn a_tournament_goes_on_after_a_restart_and_its_deadline_is_kept(database: Database) {
    let server = start(&database).await;
    let names = ["Davout", "Lannes", "Ney", "Soult"];
    let mut players = company(&server, &names).await;
    let id = held(&mut players[0], json!({ "kind": "swiss", "rounds": 2 })).await;
    signed_up(&mut players, &id).await;
    let now_told = begun(&mut players[0], &id).await;
    let games = to_play(&now_told);
    assert_eq!(games.len(), 2);
    server.stop().await;
    let server = start(&database).await;
    players.iter_mut().for_each(|player| player.move_to(server.address));
    assert_eq!(to_play(&tournament(&server, &id).await), games);
    // In one match both have come, and all wait for one of them; to the other only one has come.
    let (first, second) = (&games[0], &games[1]);
    for name in [&first.1, &first.2] {
        named(&mut players, &names, name).table(&first.0).await;
    }
    let awaited = players[0].get(&first.0, "").await.unwrap()["to_choose"].as_str().unwrap().to_string();
    named(&mut players, &names, &second.2).table(&second.0).await;
    // Many look after it at once: what is done is done once.
    let late = now() + 2 * HOUR;
    let (one, two, three) = tokio::join!(
        server.app.tend_tournaments(late),
        server.app.tend_tournaments(late),
        server.app.tend_tournaments(late)
    );
    assert!(one.is_ok() && two.is_ok() && three.is_ok());
    let told = until(&server, &id, "the second round", |told| told["info"]["round"] == 2).await;
    let before = &told["rounds"][1]["pairings"];
    let other = if awaited == "blue" { "red" } else { "blue" };
    assert_eq!(before[0]["matches"][0]["points"], json!({ &awaited: 0.0, other: 1.0 }));
    assert_eq!(before[0]["matches"][0]["how"], "played");
    assert_eq!(before[1]["matches"][0]["points"], json!({ "blue": 0.0, "red": 1.0 }));
    assert_eq!((&before[1]["matches"][0]["how"], &before[1]["matches"][0]["match"]), (&json!("forfeit"), &Value::Null));
    assert_eq!(players[0].get(&second.0, "").await.unwrap_err(), "not_found", "it cannot be played any more");
    // Nobody comes to the second round.
    server.app.tend_tournaments(late + 2 * HOUR).await.unwrap();
    let over = until(&server, &id, "the end", |told| told["info"]["status"] == "over").await;
    let sum: f64 = standings(&over).iter().map(|(_, points)| points).sum();
    assert_eq!(sum, 2.0, "{over}");
    server.stop().await;
}

async fn when_a_round_ends_whoever_has_used_more_of_its_time_loses(database: Database) {
    let server = start(&database).await;
    let names = ["Davout", "Lannes"];
    let mut players = company(&server, &names).await;
    let id = held(&mut players[0], json!({ "rounds": 1 })).await;
    signed_up(&mut players, &id).await;
    let game = to_play(&begun(&mut players[0], &id).await).remove(0);
    for name in [&game.1, &game.2] {
        named(&mut players, &names, name).table(&game.0).await;
    }
    let awaited = players[0].get(&game.0, "").await.unwrap()["to_choose"].as_str().unwrap().to_string();
    let slower = if awaited == "blue" { "red" } else { "blue" };
    // As if the other had thought for three hours before.
    let row = server.app.store.match_row(&game.0).await.unwrap().unwrap();
    let mut standing: Value = serde_json::from_str(&row.standing).unwrap();
    let at = usize::from(slower == "red");
    standing["used"]["by"][at] = json!(3 * HOUR);
    let standing = standing.to_string();
    let append =
        Append { id: game.0.clone(), version: row.version, standing, summary: row.summary, ..Append::default() };
    server.app.store.append(append).await.unwrap();
    server.stop().await;
    let server = start(&database).await;
    let told = tournament(&server, &id).await;
    let used = &told["rounds"][0]["pairings"][0]["matches"][0]["used_ms"];
    assert_eq!(used[slower], 3 * HOUR);
    assert!(used[&awaited].as_i64().unwrap() < HOUR, "{used}");
    let late = now() + 2 * HOUR;
    server.app.tend_tournaments(late).await.unwrap();
    let over = until(&server, &id, "the end", |told| told["info"]["status"] == "over").await;
    let played = &over["rounds"][0]["pairings"][0]["matches"][0];
    assert_eq!((&played["points"], &played["how"]), (&json!({ &awaited: 1.0, slower: 0.0 }), &json!("played")));
    let by = |name: &str| {
        over["standings"].as_array().unwrap().iter().find(|one| one["name"] == name).unwrap()["used_ms"].as_i64()
    };
    let slow = if slower == "blue" { &game.1 } else { &game.2 };
    assert_eq!(by(slow), Some(3 * HOUR));
    server.stop().await;
}

async fn who_is_told_by_mail_is_told_of_a_round(database: Database) {
    let mut mails = sinks::mail().await;
    let server = Running::start(Config { database: database.url.clone(), ..with_mail(mails.address) }).await;
    let names = ["Davout", "Lannes", "Ney"];
    let mut players = company(&server, &names).await;
    for (player, name) in players.iter_mut().zip(["davout@example.org", "lannes@example.org"]) {
        mailed(&server, &mut player.browser, name).await;
    }
    let id = held(&mut players[0], json!({ "kind": "round_robin", "both_sides": true })).await;
    signed_up(&mut players, &id).await;
    let first = begun(&mut players[0], &id).await;
    // Two play, from both sides, and one rests: of the two at least one is told by mail.
    let games = to_play(&first);
    let told = ["Davout", "Lannes"].into_iter().filter(|name| games[0].1 == *name || games[0].2 == *name);
    for _ in told {
        let mail = mails.next().await;
        assert!(mail.contains("Round 1 of Marshals' cup has begun"), "{mail}");
        assert!(mail.contains("you play both sides against ") && mail.contains("within 1 hour."), "{mail}");
        assert!(mail.contains(&format!("https://play.example.org/tournaments/{id}")), "{mail}");
        assert!(mail.contains(&format!("https://play.example.org/m/{}", games[0].0)), "{mail}");
    }
    // The next round is told when it begins, and only to those who have something to play.
    assert!(mails.is_empty());
    for game in &games {
        play_out(&mut players, &names, game).await;
    }
    until(&server, &id, "the second round", |told| told["info"]["round"] == 2).await;
    assert!(mails.next().await.contains("Round 2 of Marshals' cup has begun"));
    server.stop().await;
}

async fn who_signs_up_in_the_same_moment_comes_in_order_still(database: Database) {
    let server = start(&database).await;
    let mut host = registered(&server, "Berthier", false).await;
    let id = held(&mut host, json!({})).await;
    // By their names they would stand the other way round.
    let order = ["z", "y", "x", "w"];
    for user in order {
        assert!(server.app.store.sign_up(&id, user, 1).await.unwrap());
    }
    let entrants = server.app.store.entrants(&id).await.unwrap();
    assert_eq!(entrants.iter().map(|entrant| entrant.user.as_str()).collect::<Vec<_>>(), order);
    server.stop().await;
}

async fn a_swiss_tournament_gives_byes_and_takes_withdrawals(database: Database) {
    let server = start(&database).await;
    let names = ["Davout", "Lannes", "Ney", "Soult", "Murat"];
    let mut players = company(&server, &names).await;
    let id = held(&mut players[0], json!({ "kind": "swiss", "rounds": 3 })).await;
    signed_up(&mut players, &id).await;
    // Before it begins nothing is left of who withdraws.
    let entry = format!("/api/tournaments/{id}/entry");
    let left = told(players[4].browser.delete(&entry).await).unwrap();
    assert_eq!((&left["info"]["players"], left["standings"].as_array().unwrap().len()), (&json!(4), 4));
    assert_eq!(told(players[4].browser.delete(&entry).await).unwrap_err(), "not_entered");
    signed_up(&mut players[4..], &id).await;
    let first = begun(&mut players[0], &id).await;
    let games = to_play(&first);
    assert_eq!(games.len(), 2);
    // Murat, the last, rests; Ney withdraws from a match that has begun, Soult from one that has not.
    let bye = first["rounds"][0]["pairings"].as_array().unwrap().last().unwrap();
    assert_eq!((&bye["players"], &bye["points"]), (&json!(["Murat"]), &json!([1.0])));
    let of = |name: &str| games.iter().find(|game| game.1 == name || game.2 == name).unwrap().clone();
    let neys = of("Ney");
    for name in [&neys.1, &neys.2] {
        named(&mut players, &names, name).table(&neys.0).await;
    }
    // The tournament is looked after all the time, so also between the two, while the first one's match is being ended.
    let tending = tokio::spawn({
        let app = server.app.clone();
        async move {
            loop {
                app.tend_tournaments(now()).await.unwrap();
                tokio::task::yield_now().await;
            }
        }
    });
    for name in ["Ney", "Soult"] {
        told(named(&mut players, &names, name).browser.delete(&entry).await).unwrap();
    }
    let told = until(&server, &id, "the second round", |told| told["info"]["round"] == 2).await;
    tending.abort();
    assert_eq!(players[0].get(&neys.0, "").await.unwrap()["status"], "over");
    assert_eq!(
        standings(&told)[..3].iter().map(|(_, points)| *points).collect::<Vec<_>>(),
        [2.0, 1.0, 1.0],
        "Lannes rests next"
    );
    assert!(told["standings"].as_array().unwrap()[3..].iter().all(|one| one["withdrawn"] == true));
    // Three are left: one of the two who have had none rests.
    let pairings = told["rounds"][0]["pairings"].as_array().unwrap();
    assert_eq!(pairings.len(), 2);
    assert_eq!(pairings[1]["players"].as_array().unwrap().len(), 1);
    assert_ne!(pairings[1]["players"], json!(["Murat"]));
    server.stop().await;
}

async fn an_even_pairing_of_a_knock_out_is_decided_by_one_more_match(database: Database) {
    let server = start(&database).await;
    let names = ["Davout", "Lannes", "Ney"];
    let mut players = company(&server, &names).await;
    let id = held(&mut players[0], json!({ "kind": "knock_out", "both_sides": true, "text": "Bring dice." })).await;
    signed_up(&mut players, &id).await;
    let first = begun(&mut players[0], &id).await;
    // The first seed has a bye; of the others each wins with blue.
    let games = to_play(&first);
    assert_eq!((games.len(), &first["info"]["rounds"]), (2, &json!(2)));
    for (match_id, blue, red) in &games {
        for name in [blue, red] {
            named(&mut players, &names, name).table(match_id).await;
        }
        concede(named(&mut players, &names, red), match_id).await;
    }
    let even = until(&server, &id, "the match that decides", |told| to_play(told).len() == 1).await;
    assert_eq!((&even["info"]["round"], even["rounds"][0]["pairings"].as_array().unwrap().len()), (&json!(1), 2));
    let decider = to_play(&even).remove(0);
    for name in [&decider.1, &decider.2] {
        named(&mut players, &names, name).table(&decider.0).await;
    }
    concede(named(&mut players, &names, "Lannes"), &decider.0).await;
    let last = until(&server, &id, "the last round", |told| told["info"]["round"] == 2).await;
    assert!(last["standings"].as_array().unwrap().iter().any(|one| one["name"] == "Lannes" && one["out_in"] == 1));
    for game in to_play(&last) {
        play_out(&mut players, &names, &game).await;
    }
    let over = until(&server, &id, "the end", |told| told["info"]["status"] == "over").await;
    let places: Vec<_> = standings(&over).into_iter().map(|(name, _)| name).collect();
    assert_eq!(
        (places, &over["info"]["winner"]),
        (["Davout", "Ney", "Lannes"].map(String::from).into(), &json!("Davout"))
    );
    server.stop().await;
}

async fn a_tournament_begins_by_itself_when_it_is_full_or_its_time_has_come(database: Database) {
    let server = start(&database).await;
    let names = ["Davout", "Lannes", "Ney"];
    let mut players = company(&server, &names).await;
    let full = held(&mut players[0], json!({ "max_players": 2 })).await;
    signed_up(&mut players[..2], &full).await;
    until(&server, &full, "the first round", |told| told["info"]["round"] == 1).await;
    let entry = format!("/api/tournaments/{full}/entry");
    assert_eq!(told(players[2].browser.post(&entry, json!({})).await).unwrap_err(), "closed");
    let begins = now() + HOUR;
    let (lonely, timed) = (
        held(&mut players[0], json!({ "begins": begins })).await,
        held(&mut players[0], json!({ "begins": begins, "rated": true })).await,
    );
    signed_up(&mut players[..1], &lonely).await;
    let entry = format!("/api/tournaments/{timed}/entry");
    assert_eq!(told(players[0].browser.post(&entry, json!({})).await).unwrap_err(), "rating_needed");
    for player in &mut players[1..] {
        player.browser.change(Method::PATCH, "/api/me", json!({ "rated": true })).await;
    }
    signed_up(&mut players[1..], &timed).await;
    server.app.tend_tournaments(begins - 1).await.unwrap();
    assert_eq!(tournament(&server, &timed).await["info"]["status"], "open");
    server.app.tend_tournaments(begins).await.unwrap();
    assert_eq!(tournament(&server, &lonely).await["info"]["status"], "called_off");
    let told_now = tournament(&server, &timed).await;
    assert_eq!(told_now["info"]["round"], 1);
    for game in to_play(&told_now) {
        play_out(&mut players, &names, &game).await;
    }
    assert_eq!(ratings(&server, "hex-fight").await.len(), 2, "its matches are rated");
    let called_off = held(&mut players[2], json!({})).await;
    let (status, told_off) = players[2].browser.delete(&format!("/api/tournaments/{called_off}")).await;
    assert_eq!((status, &told_off["info"]["status"]), (StatusCode::OK, &json!("called_off")));
    server.stop().await;
}

async fn a_forgotten_player_is_awaited_in_no_tournament(database: Database) {
    let server = start(&database).await;
    let names = ["Davout", "Lannes", "Ney"];
    let mut players = company(&server, &names).await;
    let (open, played) = (held(&mut players[0], json!({})).await, held(&mut players[0], json!({})).await);
    signed_up(&mut players, &open).await;
    signed_up(&mut players, &played).await;
    begun(&mut players[0], &played).await;
    let gone = players[1].browser.change(Method::DELETE, "/api/account", json!({ "password": PASSWORD })).await;
    assert!(gone.0.is_success(), "{gone:?}");
    assert_eq!(standings(&tournament(&server, &open).await).len(), 2);
    let told = tournament(&server, &played).await;
    let guests = told["standings"].as_array().unwrap().iter().filter(|one| one["name"] == "Guest");
    assert!(guests.clone().count() == 1 && guests.clone().all(|one| one["withdrawn"] == true), "{told}");
    server.stop().await;
}

#[tokio::test]
async fn what_cannot_be_held_is_refused_in_words() {
    let server = Running::start(config()).await;
    let mut host = registered(&server, "Berthier", false).await;
    for (wrong, says) in [
        (json!({ "title": "x" }), "letters"),
        (json!({ "game": "chess" }), "no such game"),
        (json!({ "scenario": "nowhere" }), "scenario"),
        (json!({ "max_players": 1 }), "can play"),
        (json!({ "kind": "round_robin", "max_players": 100 }), "2 to 32"),
        (json!({ "rounds": 0 }), "rounds"),
        (json!({ "round_ms": 10 }), "minute"),
        (json!({ "begins": -1 }), "within a year"),
        (json!({ "pace": { "kind": "live", "bank_ms": 1, "grace_ms": 1 } }), "clock"),
    ] {
        let mut new = json!({
            "title": "Marshals' cup", "game": "hex-fight", "kind": "swiss", "round_ms": HOUR, "max_players": 8,
        });
        new.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
        let (status, answer) = host.browser.post("/api/tournaments", new).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}: {answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(says), "{wrong}: {answer}");
    }
    for _ in 0..5 {
        held(&mut host, json!({})).await;
    }
    let new = json!({
        "title": "One more", "game": "hex-fight", "kind": "swiss", "round_ms": HOUR, "max_players": 8,
    });
    assert_eq!(told(host.browser.post("/api/tournaments", new).await).unwrap_err(), "too_much");
    let nobody = told(host.browser.get("/api/tournaments/nobody").await);
    assert_eq!(nobody.unwrap_err(), "not_found");
    server.stop().await;
}
