//! Guests, accounts, sessions, bots' tokens and notices, through HTTP.

use crate::support::browser::Browser;
use crate::support::running::{Running, config};
use crate::support::sinks;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::store::{List, MailCode, MatchRow, Notice, SeatRow, Summary, UserChange};
use server::{Config, Limits, MailConfig};

const PASSWORD: &str = "vive l'empereur";

async fn start() -> Running {
    Running::start(config()).await
}

/// A browser with an account.
async fn registered(server: &Running, name: &str) -> Browser {
    let mut browser = Browser::new(server.address);
    let (status, me) = browser.post("/api/account", json!({ "name": name, "password": PASSWORD })).await;
    assert_eq!(status, StatusCode::OK, "{me}");
    browser
}

async fn sign_in(browser: &mut Browser, name: &str, password: &str) -> (StatusCode, Value) {
    browser.post("/api/session", json!({ "name": name, "password": password })).await
}

async fn user(browser: &mut Browser) -> Value {
    let (status, me) = browser.get("/api/me").await;
    assert_eq!(status, StatusCode::OK);
    me["user"].clone()
}

async fn id(browser: &mut Browser) -> String {
    user(browser).await["id"].as_str().expect("somebody").to_string()
}

fn kind(answer: &(StatusCode, Value)) -> (u16, &str) {
    (answer.0.as_u16(), answer.1["error"]["kind"].as_str().unwrap_or_default())
}

#[tokio::test]
async fn nobody_is_nobody() {
    let server = start().await;
    let mut browser = Browser::new(server.address);
    assert_eq!(browser.get("/api/me").await, (StatusCode::OK, json!({ "user": null, "mail": false })));
    assert_eq!(browser.cookie, None, "who only looks gets no cookie");
    browser.cookie = Some("grognard=made-up".into());
    assert_eq!(user(&mut browser).await, Value::Null);
    for (method, path, body) in [
        (Method::PATCH, "/api/me", json!({ "name": "X" })),
        (Method::POST, "/api/me/password", json!({ "old": PASSWORD, "new": PASSWORD })),
        (Method::POST, "/api/me/email", json!({ "email": "x@example.org" })),
        (Method::POST, "/api/me/email/confirm", json!({ "code": "000000" })),
        (Method::POST, "/api/tokens", json!({ "name": "Bot" })),
        (Method::GET, "/api/tokens", json!({})),
        (Method::DELETE, "/api/tokens/x", json!({})),
        (Method::DELETE, "/api/account", json!({ "password": PASSWORD })),
        (Method::DELETE, "/api/sessions", json!({})),
    ] {
        assert_eq!(kind(&browser.change(method, path, body).await), (401, "signed_out"), "{path}");
    }
    assert_eq!(browser.delete("/api/session").await.0, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn an_account_is_registered_signed_out_and_in_again() {
    let server = start().await;
    let mut browser = registered(&server, "Ney").await;
    let set = browser.set_cookie.clone().expect("a cookie");
    assert!(set.contains("HttpOnly") && set.contains("SameSite=Lax") && set.contains("Path=/"), "{set}");
    assert!(!set.contains("Secure"), "on this machine nothing is encrypted: {set}");
    let me = user(&mut browser).await;
    assert_eq!((&me["name"], &me["guest"], &me["sessions"]), (&json!("Ney"), &json!(false), &json!(0)));
    assert_eq!(me["notices"], json!({ "mail": false, "webhook": false }));
    assert_eq!((&me["email"], &me["email_confirmed"], &me["webhook"]), (&Value::Null, &json!(false), &Value::Null));

    let old = browser.clone();
    assert_eq!(browser.delete("/api/session").await.0, StatusCode::NO_CONTENT);
    assert_eq!(browser.cookie, None);
    assert_eq!(user(&mut old.clone()).await, Value::Null, "the session itself has ended");

    let (status, told) = sign_in(&mut browser, "nEY", PASSWORD).await;
    assert_eq!((status, &told["user"]["id"]), (StatusCode::OK, &me["id"]));
    assert_eq!(user(&mut browser).await, me);
}

#[tokio::test]
async fn the_cookie_is_secure_away_from_home() {
    let server = start().await;
    let mut browser = Browser::new(server.address);
    let request = browser.request(Method::POST, "/api/account").header("host", "play.example.org");
    let (status, _) = browser.send(request.json(&json!({ "name": "Ney", "password": PASSWORD }))).await;
    assert_eq!(status, StatusCode::OK);
    assert!(browser.set_cookie.expect("a cookie").contains("Secure"));
}

#[tokio::test]
async fn names_and_passwords_that_cannot_be_are_refused() {
    let server = start().await;
    registered(&server, "Ney").await;
    let mut browser = Browser::new(server.address);
    let long = "x".repeat(201);
    for (name, password, expected) in [
        ("", PASSWORD, (422, "bad_request")),
        ("a\u{202e}b", PASSWORD, (422, "bad_request")),
        ("Davout", "short", (422, "bad_request")),
        ("Davout", &long, (422, "bad_request")),
        (" ney ", PASSWORD, (409, "taken")),
        ("NEY", PASSWORD, (409, "taken")),
    ] {
        let answer = browser.post("/api/account", json!({ "name": name, "password": password })).await;
        assert_eq!(kind(&answer), expected, "{name:?}");
    }
    for no_object in [json!({ "name": "Davout" }), json!(["Davout", PASSWORD]), json!("Davout")] {
        assert_eq!(kind(&browser.post("/api/account", no_object).await), (400, "bad_request"));
    }
    assert_eq!(browser.cookie, None, "nobody has become a guest by it");
    let mut ney = registered(&server, "Lannes").await;
    let again = ney.post("/api/account", json!({ "name": "Murat", "password": PASSWORD })).await;
    assert_eq!(kind(&again), (409, "signed_in"));
}

#[tokio::test]
async fn of_two_who_register_a_name_at_once_one_gets_it() {
    let server = start().await;
    let register = |name: &'static str| {
        let mut browser = Browser::new(server.address);
        async move { browser.post("/api/account", json!({ "name": name, "password": PASSWORD })).await.0.as_u16() }
    };
    let mut statuses = <[u16; 2]>::from(tokio::join!(register("Ney"), register("NEY")));
    statuses.sort();
    assert_eq!(statuses, [200, 409]);
}

#[tokio::test]
async fn a_wrong_password_opens_nothing_and_says_no_more_for_known_names() {
    let server = start().await;
    registered(&server, "Ney").await;
    let mut browser = Browser::new(server.address);
    let known = sign_in(&mut browser, "Ney", "wrong password").await;
    let unknown = sign_in(&mut browser, "Nobody", "wrong password").await;
    assert_eq!(kind(&known), (403, "wrong_password"));
    assert_eq!(known, unknown);
    assert_eq!(kind(&sign_in(&mut browser, "", "").await), (403, "wrong_password"));
    assert_eq!(browser.cookie, None);
}

#[tokio::test]
async fn sign_ins_are_limited_by_name_and_by_address() {
    let limits = Limits { sign_ins_per_minute: 4, ..Limits::NONE };
    let server = Running::start(Config { limits, behind_proxy: true, ..config() }).await;
    let attempt = |name: String, address: String| {
        let mut browser = Browser::new(server.address);
        async move {
            let request = browser.request(Method::POST, "/api/session").header("x-forwarded-for", address);
            let answer = browser.send(request.json(&json!({ "name": name, "password": "wrong password" }))).await;
            kind(&answer).0
        }
    };
    for number in 0..4 {
        assert_eq!(attempt("Ney".into(), format!("9.9.9.{number}")).await, 403);
    }
    assert_eq!(attempt("nEY ".into(), "9.9.9.9".into()).await, 429, "by name");
    assert_eq!(attempt("\u{ff2e}ey".into(), "9.9.9.9".into()).await, 429, "however it is written");
    for number in 0..4 {
        assert_eq!(attempt(format!("name {number}"), "8.8.8.8".into()).await, 403);
    }
    assert_eq!(attempt("another".into(), "8.8.8.8".into()).await, 429, "by address");
    assert_eq!(attempt("another".into(), "7.7.7.7".into()).await, 403);
}

#[tokio::test]
async fn nobody_keeps_the_owner_out_by_wrong_passwords() {
    let limits = Limits { sign_ins_per_minute: 3, ..Limits::NONE };
    let server = Running::start(Config { limits, behind_proxy: true, ..config() }).await;
    let attempt = |path: &'static str, password: &'static str, address: &'static str| {
        let mut browser = Browser::new(server.address);
        async move {
            let request = browser.request(Method::POST, path).header("x-forwarded-for", address);
            kind(&browser.send(request.json(&json!({ "name": "Ney", "password": password }))).await).0
        }
    };
    assert_eq!(attempt("/api/account", "correct horse", "7.7.7.7").await, 200);
    assert_eq!(attempt("/api/session", "correct horse", "7.7.7.7").await, 200);
    for _ in 0..3 {
        assert_eq!(attempt("/api/session", "wrong password", "9.9.9.9").await, 403);
    }
    assert_eq!(attempt("/api/session", "correct horse", "8.8.8.8").await, 429);
    assert_eq!(attempt("/api/session", "correct horse", "7.7.7.7").await, 200, "where he signed in before");
}

#[tokio::test]
async fn signing_out_everywhere_ends_all_sessions_and_no_token() {
    let server = start().await;
    let mut one = registered(&server, "Ney").await;
    let mut other = Browser::new(server.address);
    sign_in(&mut other, "Ney", PASSWORD).await;
    assert_eq!(user(&mut one).await["sessions"], 1);
    let mut bot = bot(&server, &mut one).await;
    assert_eq!(user(&mut one).await["sessions"], 1, "a token is no session");
    assert_eq!(other.delete("/api/sessions").await.0, StatusCode::NO_CONTENT);
    assert_eq!(user(&mut one).await, Value::Null);
    assert_eq!(user(&mut other).await, Value::Null);
    assert_eq!(user(&mut bot).await["name"], "Ney");
}

#[tokio::test]
async fn a_new_password_ends_the_other_sessions() {
    let server = start().await;
    let mut one = registered(&server, "Ney").await;
    let mut other = Browser::new(server.address);
    sign_in(&mut other, "Ney", PASSWORD).await;
    let wrong = one.post("/api/me/password", json!({ "old": "not that one", "new": "a new password" })).await;
    assert_eq!(kind(&wrong), (403, "wrong_password"));
    let short = one.post("/api/me/password", json!({ "old": PASSWORD, "new": "short" })).await;
    assert_eq!(kind(&short), (422, "bad_request"));
    assert_eq!(user(&mut other).await["name"], "Ney");

    let changed = one.post("/api/me/password", json!({ "old": PASSWORD, "new": "a new password" })).await;
    assert_eq!(changed.0, StatusCode::NO_CONTENT);
    assert_eq!(user(&mut one).await["name"], "Ney");
    assert_eq!(user(&mut other).await, Value::Null);
    assert_eq!(sign_in(&mut other, "Ney", PASSWORD).await.0, StatusCode::FORBIDDEN);
    assert_eq!(sign_in(&mut other, "Ney", "a new password").await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_name_is_changed_unless_it_is_taken() {
    let server = start().await;
    registered(&server, "Ney").await;
    let mut lannes = registered(&server, "Lannes").await;
    let rename = |name: &str| json!({ "name": name });
    assert_eq!(kind(&lannes.change(Method::PATCH, "/api/me", rename("NEY")).await), (409, "taken"));
    assert_eq!(kind(&lannes.change(Method::PATCH, "/api/me", rename("\u{200b}")).await), (422, "bad_request"));
    let (status, me) = lannes.change(Method::PATCH, "/api/me", rename(" LANNES ")).await;
    assert_eq!((status, &me["user"]["name"]), (StatusCode::OK, &json!("LANNES")));
    assert_eq!(lannes.change(Method::PATCH, "/api/me", json!({ "guest": true })).await.0.as_u16(), 400);
    assert_eq!(user(&mut lannes).await["name"], "LANNES");
}

// ---- bots --------------------------------------------------------------------------------------------------------------

/// A bot of a user.
async fn bot(server: &Running, owner: &mut Browser) -> Browser {
    let (status, told) = owner.post("/api/tokens", json!({ "name": "Bot" })).await;
    assert_eq!(status, StatusCode::OK, "{told}");
    let mut bot = Browser::new(server.address);
    bot.bearer = told["token"].as_str().map(str::to_string);
    bot
}

#[tokio::test]
async fn a_bot_acts_as_its_owner_until_its_token_is_taken_back() {
    let server = start().await;
    let mut ney = registered(&server, "Ney").await;
    let mut bot = bot(&server, &mut ney).await;
    assert_eq!(user(&mut bot).await["name"], "Ney");
    let (_, listed) = ney.get("/api/tokens").await;
    let tokens = listed["tokens"].as_array().expect("a list");
    assert_eq!((tokens.len(), &tokens[0]["name"]), (1, &json!("Bot")));
    assert!(!listed.to_string().contains(bot.bearer.as_deref().expect("a token")), "it is told only once");

    let path = format!("/api/tokens/{}", tokens[0]["id"].as_str().expect("an id"));
    let mut other = registered(&server, "Lannes").await;
    assert_eq!(kind(&other.delete(&path).await), (404, "not_found"), "it is not his");
    assert_eq!(ney.delete(&path).await.0, StatusCode::NO_CONTENT);
    assert_eq!(kind(&ney.delete(&path).await), (404, "not_found"));
    assert_eq!(user(&mut bot).await, Value::Null);
}

#[tokio::test]
async fn a_bot_cannot_touch_its_owners_account() {
    let server = start().await;
    let mut ney = registered(&server, "Ney").await;
    let mut bot = bot(&server, &mut ney).await;
    for (method, path, body) in [
        (Method::PATCH, "/api/me", json!({ "name": "X" })),
        (Method::POST, "/api/me/password", json!({ "old": PASSWORD, "new": "a new password" })),
        (Method::POST, "/api/me/email", json!({ "email": "x@example.org" })),
        (Method::POST, "/api/tokens", json!({ "name": "Bot" })),
        (Method::GET, "/api/tokens", json!({})),
        (Method::DELETE, "/api/account", json!({ "password": PASSWORD })),
        (Method::DELETE, "/api/sessions", json!({})),
    ] {
        assert_eq!(kind(&bot.change(method, path, body).await), (403, "forbidden"), "{path}");
    }
    assert_eq!(user(&mut ney).await["name"], "Ney");
}

#[tokio::test]
async fn a_token_is_no_cookie_and_a_cookie_no_token() {
    let server = start().await;
    let mut ney = registered(&server, "Ney").await;
    let bot = bot(&server, &mut ney).await;
    let mut as_cookie = Browser::new(server.address);
    as_cookie.cookie = bot.bearer.as_ref().map(|token| format!("grognard={token}"));
    assert_eq!(user(&mut as_cookie).await, Value::Null);
    let mut as_token = Browser::new(server.address);
    as_token.bearer = ney.cookie.as_ref().map(|cookie| cookie.replace("grognard=", ""));
    assert_eq!(user(&mut as_token).await, Value::Null);
}

#[tokio::test]
async fn an_account_has_a_limited_number_of_tokens() {
    let server = start().await;
    let mut ney = registered(&server, "Ney").await;
    for _ in 0..20 {
        bot(&server, &mut ney).await;
    }
    assert_eq!(kind(&ney.post("/api/tokens", json!({ "name": "Bot" })).await), (409, "too_many"));
}

// ---- guests ------------------------------------------------------------------------------------------------------------

fn game(id: &str, seats: [Option<&str>; 2]) -> MatchRow {
    let seat =
        |user: Option<&str>| SeatRow { kind: "player".into(), user: user.map(str::to_string), ..SeatRow::default() };
    MatchRow {
        id: id.into(),
        game: "first-blood".into(),
        scenario: "standard".into(),
        head: "{}".into(),
        version: 0,
        standing: "{}".into(),
        summary: Summary { status: "playing".into(), to_choose: Some(0), actions: 4, ..Summary::default() },
        created: 1,
        private: true,
        seats: seats.map(seat),
    }
}

/// A browser of a guest who has begun a match; the match's id.
async fn guest_with_game(server: &Running) -> (Browser, String) {
    let mut browser = Browser::new(server.address);
    let (_, games) = browser.get("/api/games").await;
    let sides = [0, 1].map(|side| games[0]["sides"][side]["id"].as_str().expect("a side").to_string());
    let seats = json!({ &sides[0]: "me", &sides[1]: "open" });
    let (status, created) = browser.post("/api/matches", json!({ "game": games[0]["game"], "seats": seats })).await;
    assert!(status.is_success(), "{created}");
    (browser, created["match"]["id"].as_str().expect("an id").to_string())
}

/// The first seat of a match, as a browser sees it at the table.
async fn seat(browser: &mut Browser, id: &str) -> Value {
    let (status, table) = browser.get(&format!("/api/matches/{id}/table")).await;
    assert_eq!(status, StatusCode::OK, "{table}");
    let table = table.get("table").unwrap_or(&table);
    let seat = &table["match"]["seats"][0];
    json!({ "name": seat["name"], "guest": seat["guest"], "yours": seat["yours"] })
}

#[tokio::test]
async fn a_guest_registers_and_keeps_his_games() {
    let server = start().await;
    let (mut browser, game) = guest_with_game(&server).await;
    let guest = user(&mut browser).await;
    assert_eq!((&guest["guest"], &guest["named"]), (&json!(true), &json!(false)));
    assert_eq!(seat(&mut browser, &game).await, json!({ "name": guest["name"], "guest": true, "yours": true }));
    let before = browser.clone();
    let (status, me) = browser.post("/api/account", json!({ "name": "Ney", "password": PASSWORD })).await;
    assert_eq!((status, &me["user"]["id"], &me["user"]["guest"]), (StatusCode::OK, &guest["id"], &json!(false)));
    let ney = user(&mut browser).await;
    assert_eq!((&ney["name"], &ney["named"]), (&json!("Ney"), &json!(true)));
    assert_eq!(user(&mut before.clone()).await, Value::Null, "the guest's session does not become the account's");
    assert_eq!(seat(&mut browser, &game).await, json!({ "name": "Ney", "guest": false, "yours": true }));
}

#[tokio::test]
async fn who_signs_in_brings_his_guest_games_along() {
    let server = start().await;
    let mut ney = registered(&server, "Ney").await;
    let account = id(&mut ney).await;
    let (mut browser, game) = guest_with_game(&server).await;
    let guest = id(&mut browser).await;
    assert_eq!(seat(&mut browser, &game).await["yours"], true);
    assert_eq!(sign_in(&mut browser, "Ney", PASSWORD).await.0, StatusCode::OK);
    assert_eq!(id(&mut browser).await, account);
    assert_eq!(seat(&mut browser, &game).await, json!({ "name": "Ney", "guest": false, "yours": true }));
    assert_eq!(seat(&mut ney, &game).await["yours"], true, "in his other browser too");
    let mine = server.app.store.matches(List::Of(account), None, 9).await.unwrap();
    assert_eq!(mine.iter().map(|row| &row.id).collect::<Vec<_>>(), [&game]);
    assert!(server.app.store.matches(List::Of(guest), None, 9).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_failed_sign_in_leaves_the_guest_as_he_was() {
    let server = start().await;
    registered(&server, "Ney").await;
    let (mut browser, _) = guest_with_game(&server).await;
    let guest = id(&mut browser).await;
    assert_eq!(sign_in(&mut browser, "Ney", "wrong password").await.0, StatusCode::FORBIDDEN);
    assert_eq!(id(&mut browser).await, guest);
    assert_eq!(server.app.store.matches(List::Of(guest), None, 9).await.unwrap().len(), 1);
}

#[tokio::test]
async fn nobody_becomes_a_guest_in_vain_and_not_too_many_from_one_address() {
    let limits = Limits { guests_per_hour: 3, matches_per_hour: 3, ..Limits::NONE };
    let server = Running::start(Config { limits, ..config() }).await;
    let seats = json!({ "blue": "me", "red": "open" });
    let new = json!({ "game": "hex-fight", "seats": seats });
    let mut first = Browser::new(server.address);
    let (_, made) = first.post("/api/matches", new.clone()).await;
    let id = made["match"]["id"].as_str().expect("an id").to_string();
    let doing = format!("/api/matches/{id}/do");
    // Whatever is refused makes nobody a guest.
    for (path, body) in [
        ("/api/matches", json!({ "game": "chess", "seats": seats })),
        ("/api/matches", json!({ "game": "hex-fight", "seats": { "blue": "me" } })),
        ("/api/matches/nowhere/do", json!({ "do": "sit", "side": "red" })),
        (&doing, json!({ "do": "sit", "side": "blue" })),
        (&doing, json!({ "do": "sit", "side": "green" })),
        ("/api/guest", json!({ "name": "" })),
    ] {
        for _ in 0..4 {
            let mut stranger = Browser::new(server.address);
            let (status, _) = stranger.post(path, body.clone()).await;
            assert!(status.is_client_error() && stranger.cookie.is_none(), "{path} {body}: {status}");
        }
    }
    // So two more may come, whichever way, and then no more; who is here already stays what he is.
    let mut second = Browser::new(server.address);
    assert_eq!(second.post("/api/guest", json!({ "name": "Soult" })).await.0, StatusCode::OK);
    assert_eq!(second.post("/api/matches", new.clone()).await.0, StatusCode::CREATED);
    let sit = json!({ "do": "sit", "side": "red" });
    assert_eq!(Browser::new(server.address).post(&doing, sit).await.0, StatusCode::OK);
    let (_, other) = second.get("/api/matches?list=open").await;
    let open = format!("/api/matches/{}/do", other["matches"][0]["id"].as_str().expect("an id"));
    for (path, body) in [
        ("/api/matches", new.clone()),
        ("/api/guest", json!({ "name": "Davout" })),
        (open.as_str(), json!({ "do": "sit", "side": "red" })),
    ] {
        let mut late = Browser::new(server.address);
        assert_eq!(kind(&late.post(path, body).await), (429, "too_many_requests"), "{path}");
        assert_eq!(late.cookie, None);
    }
    assert_eq!(kind(&first.post("/api/matches", new).await), (429, "too_many_requests"), "all guests together");
}

#[tokio::test]
async fn guests_may_rename_themselves_and_no_more() {
    let server = start().await;
    let (mut guest, game) = guest_with_game(&server).await;
    assert_eq!(seat(&mut guest, &game).await["yours"], true);
    registered(&server, "Ney").await;
    let (mut other, _) = guest_with_game(&server).await;
    for guest in [&mut guest, &mut other] {
        let taken = guest.change(Method::PATCH, "/api/me", json!({ "name": "nEY" })).await;
        assert_eq!(kind(&taken), (409, "taken"), "nobody is taken for an account");
        let (status, me) = guest.change(Method::PATCH, "/api/me", json!({ "name": "Soult" })).await;
        assert_eq!((status, &me["user"]["name"]), (StatusCode::OK, &json!("Soult")), "guests' names need not differ");
    }
    assert_eq!(seat(&mut guest, &game).await["name"], "Soult");
    let said = guest.post(&format!("/api/matches/{game}/do"), json!({ "do": "say", "text": "Hello" })).await;
    assert_eq!(said.0, StatusCode::OK);
    let (_, table) = guest.get(&format!("/api/matches/{game}/table")).await;
    assert_eq!((&table["chat"][0]["name"], &table["chat"][0]["guest"]), (&json!("Soult"), &json!(true)));
    let hook = json!({ "webhook": "https://example.org/" });
    assert_eq!(kind(&guest.change(Method::PATCH, "/api/me", hook).await), (403, "account_needed"));
    assert_eq!(kind(&guest.post("/api/tokens", json!({ "name": "Bot" })).await), (403, "account_needed"));
    assert_eq!(kind(&guest.post("/api/me/email", json!({ "email": "a@example.org" })).await), (403, "account_needed"));
}

#[tokio::test]
async fn a_deleted_account_is_gone_and_its_name_free() {
    let server = start().await;
    let (mut ney, game) = guest_with_game(&server).await;
    ney.post("/api/account", json!({ "name": "Ney", "password": PASSWORD })).await;
    let mut bot = bot(&server, &mut ney).await;
    let mut other = Browser::new(server.address);
    sign_in(&mut other, "Ney", PASSWORD).await;
    let wrong = ney.change(Method::DELETE, "/api/account", json!({ "password": "wrong password" })).await;
    assert_eq!(kind(&wrong), (403, "wrong_password"));
    let gone = ney.change(Method::DELETE, "/api/account", json!({ "password": PASSWORD })).await;
    assert_eq!((gone.0, &ney.cookie), (StatusCode::NO_CONTENT, &None));
    assert_eq!(user(&mut other).await, Value::Null);
    assert_eq!(user(&mut bot).await, Value::Null);
    assert_eq!(sign_in(&mut other, "Ney", PASSWORD).await.0, StatusCode::FORBIDDEN);
    assert_eq!(seat(&mut other, &game).await, json!({ "name": "Guest", "guest": true, "yours": false }));
    let mut again = registered(&server, "Ney").await;
    assert_eq!(seat(&mut again, &game).await["yours"], false, "the name alone gives back nothing");
}

// ---- addresses ---------------------------------------------------------------------------------------------------------

pub fn with_mail(sink: std::net::SocketAddr) -> Config {
    let mail = MailConfig { smtp: format!("smtp://{sink}"), from: "Grognard <play@example.org>".into() };
    Config { mail: Some(mail), private_webhooks: true, public: Some("https://play.example.org/".into()), ..config() }
}

/// The code in the subject of a mail.
fn code(mail: &str) -> String {
    let subject = mail.lines().find_map(|line| line.strip_prefix("Subject: ")).expect("a subject");
    subject.split(' ').next().expect("a code").to_string()
}

#[tokio::test]
async fn an_address_is_confirmed_by_the_mailed_code() {
    let mut mails = sinks::mail().await;
    let server = Running::start(with_mail(mails.address)).await;
    let mut ney = registered(&server, "Ney").await;
    assert_eq!(ney.get("/api/me").await.1["mail"], true);
    let early = ney.change(Method::PATCH, "/api/me", json!({ "notices": { "mail": true } })).await;
    assert_eq!(kind(&early), (409, "no_address"));
    assert_eq!(kind(&ney.post("/api/me/email", json!({ "email": "nobody" })).await), (422, "bad_request"));
    assert_eq!(kind(&ney.post("/api/me/email/confirm", json!({ "code": "123456" })).await), (409, "code_ended"));

    assert_eq!(ney.post("/api/me/email", json!({ "email": "ney@example.org" })).await.0, StatusCode::NO_CONTENT);
    let mail = mails.next().await;
    assert!(
        mail.contains("To: ney@example.org") && mail.contains("From: \"Grognard\" <play@example.org>")
            || mail.contains("From: Grognard <play@example.org>"),
        "{mail}"
    );
    let code = code(&mail);
    assert!(code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()), "{code}");
    let me = user(&mut ney).await;
    assert_eq!((&me["email"], &me["email_confirmed"]), (&json!("ney@example.org"), &json!(false)));

    let wrong = if code == "000000" { "000001" } else { "000000" };
    assert_eq!(kind(&ney.post("/api/me/email/confirm", json!({ "code": wrong })).await), (403, "wrong_code"));
    let (status, me) = ney.post("/api/me/email/confirm", json!({ "code": format!(" {code}\n") })).await;
    assert_eq!((status, &me["user"]["email_confirmed"]), (StatusCode::OK, &json!(true)));
    let again = ney.post("/api/me/email/confirm", json!({ "code": code })).await;
    assert_eq!(kind(&again), (409, "code_ended"), "it is good only once");
    let (status, me) = ney.change(Method::PATCH, "/api/me", json!({ "notices": { "mail": true } })).await;
    assert_eq!((status, &me["user"]["notices"]["mail"]), (StatusCode::OK, &json!(true)));
}

#[tokio::test]
async fn a_code_may_be_tried_five_times() {
    let mut mails = sinks::mail().await;
    let server = Running::start(with_mail(mails.address)).await;
    let mut ney = registered(&server, "Ney").await;
    ney.post("/api/me/email", json!({ "email": "ney@example.org" })).await;
    let code = code(&mails.next().await);
    let wrong = if code == "000000" { "000001" } else { "000000" };
    for _ in 0..5 {
        assert_eq!(kind(&ney.post("/api/me/email/confirm", json!({ "code": wrong })).await), (403, "wrong_code"));
    }
    assert_eq!(kind(&ney.post("/api/me/email/confirm", json!({ "code": code })).await), (409, "code_ended"));
}

/// An account with a confirmed address.
async fn reachable(server: &Running, mails: &mut sinks::Sink<String>, name: &str) -> Browser {
    let mut browser = registered(server, name).await;
    browser.post("/api/me/email", json!({ "email": "ney@example.org" })).await;
    let code = code(&mails.next().await);
    assert_eq!(browser.post("/api/me/email/confirm", json!({ "code": code })).await.0, StatusCode::OK);
    browser
}

#[tokio::test]
async fn a_forgotten_password_is_replaced_by_the_mailed_code() {
    let mut mails = sinks::mail().await;
    let server = Running::start(with_mail(mails.address)).await;
    let ney = reachable(&server, &mut mails, "Ney").await;
    let mut elsewhere = Browser::new(server.address);
    let asked = elsewhere.post("/api/password/forgotten", json!({ "name": " nEY " })).await;
    assert_eq!(asked.0, StatusCode::NO_CONTENT);
    let mail = mails.next().await;
    assert!(mail.contains("To: ney@example.org") && mail.contains("new password"), "{mail}");
    let code = code(&mail);
    let reset = |name: &str, code: &str, new: &str| json!({ "name": name, "code": code, "new": new });
    let wrong = if code == "000000" { "000001" } else { "000000" };
    for (body, refused) in [
        (reset("Ney", &code, "short"), (422, "bad_request")),
        (reset("Ney", wrong, "la garde meurt"), (403, "wrong_code")),
        (reset("Nobody", &code, "la garde meurt"), (403, "wrong_code")),
    ] {
        assert_eq!(kind(&elsewhere.post("/api/password/reset", body).await), refused);
    }
    let done = elsewhere
        .post("/api/password/reset", reset("ney", &format!("{} {}", &code[..3], &code[3..]), "la garde meurt"))
        .await;
    assert_eq!(done.0, StatusCode::NO_CONTENT);
    assert_eq!(kind(&sign_in(&mut elsewhere, "Ney", PASSWORD).await), (403, "wrong_password"));
    assert_eq!(sign_in(&mut elsewhere, "Ney", "la garde meurt").await.0, StatusCode::OK);
    assert_eq!(user(&mut ney.clone()).await, Value::Null, "all browsers are signed out");
    let again = elsewhere.post("/api/password/reset", reset("Ney", &code, "la garde se rend")).await;
    assert_eq!(kind(&again), (403, "wrong_code"), "it is good only once");
}

#[tokio::test]
async fn only_a_confirmed_address_gets_a_code_for_a_new_password() {
    let mut mails = sinks::mail().await;
    let server = Running::start(with_mail(mails.address)).await;
    let mut ney = registered(&server, "Ney").await;
    ney.post("/api/me/email", json!({ "email": "ney@example.org" })).await;
    mails.next().await;
    reachable(&server, &mut mails, "Lannes").await;
    // What is asked for nobody and for him who has confirmed none is answered alike; the mail that comes is the third's.
    for name in ["Nobody", "Ney", "Lannes"] {
        let asked = Browser::new(server.address).post("/api/password/forgotten", json!({ "name": name })).await;
        assert_eq!(asked.0, StatusCode::NO_CONTENT);
    }
    assert!(mails.next().await.contains("for Lannes"));
    assert_eq!(server.app.store.try_reset_code(&id(&mut ney).await).await.unwrap(), None);
}

#[tokio::test]
async fn a_code_for_a_new_password_may_be_tried_five_times() {
    let mut mails = sinks::mail().await;
    let server = Running::start(with_mail(mails.address)).await;
    let mut ney = reachable(&server, &mut mails, "Ney").await;
    ney.post("/api/password/forgotten", json!({ "name": "Ney" })).await;
    let code = code(&mails.next().await);
    let wrong = if code == "000000" { "000001" } else { "000000" };
    for code in [wrong, wrong, wrong, wrong, wrong, &code] {
        let body = json!({ "name": "Ney", "code": code, "new": "la garde meurt" });
        assert_eq!(kind(&ney.post("/api/password/reset", body).await), (403, "wrong_code"));
    }
}

#[tokio::test]
async fn nobody_floods_a_mailbox() {
    let mut mails = sinks::mail().await;
    let server = Running::start(with_mail(mails.address)).await;
    let mut ney = registered(&server, "Ney").await;
    for _ in 0..5 {
        assert_eq!(ney.post("/api/me/email", json!({ "email": "ney@example.org" })).await.0, StatusCode::NO_CONTENT);
        mails.next().await;
    }
    let mut lannes = registered(&server, "Lannes").await;
    for browser in [&mut ney, &mut lannes] {
        let answer = browser.post("/api/me/email", json!({ "email": "NEY@example.org" })).await;
        assert_eq!(kind(&answer), (429, "too_many_requests"));
    }
    assert!(mails.is_empty());
}

#[tokio::test]
async fn without_a_mail_server_no_address_is_taken() {
    let server = start().await;
    let mut ney = registered(&server, "Ney").await;
    assert_eq!(kind(&ney.post("/api/me/email", json!({ "email": "ney@example.org" })).await), (409, "no_mail"));
    assert_eq!(kind(&ney.post("/api/password/forgotten", json!({ "name": "Ney" })).await), (409, "no_mail"));
    let mails = sinks::mail().await;
    mails.fail(1);
    let server = Running::start(with_mail(mails.address)).await;
    let mut ney = registered(&server, "Ney").await;
    assert_eq!(kind(&ney.post("/api/me/email", json!({ "email": "ney@example.org" })).await), (502, "mail_failed"));
}

#[tokio::test]
async fn a_webhook_must_not_lead_into_our_network() {
    let server = start().await;
    let mut ney = registered(&server, "Ney").await;
    let mut set = async |webhook: Value| {
        let answer = ney.change(Method::PATCH, "/api/me", json!({ "webhook": webhook })).await;
        (answer.0.as_u16(), answer.1["user"]["webhook"].clone())
    };
    for wrong in ["http://example.org/", "https://127.0.0.1/", "https://[::1]/", "https://169.254.169.254/", "nonsense"]
    {
        assert_eq!(set(json!(wrong)).await.0, 422, "{wrong}");
    }
    assert_eq!(set(json!("https://example.org/hook")).await, (200, json!("https://example.org/hook")));
    let (_, me) = ney.change(Method::PATCH, "/api/me", json!({ "notices": { "webhook": true } })).await;
    assert_eq!(me["user"]["notices"]["webhook"], true);
    let (_, me) = ney.change(Method::PATCH, "/api/me", json!({ "webhook": null })).await;
    assert_eq!((&me["user"]["webhook"], &me["user"]["notices"]["webhook"]), (&Value::Null, &json!(false)));
    let off = ney.change(Method::PATCH, "/api/me", json!({ "notices": { "webhook": true } })).await;
    assert_eq!(kind(&off), (409, "no_address"));
}

// ---- notices -----------------------------------------------------------------------------------------------------------

/// Gives a user a match where it is his turn, and a notice of it by one way that is not due yet.
async fn prepare(server: &Running, id: &str, user: &str, way: &str) {
    let store = &server.app.store;
    let mut row = game(id, [Some(user), None]);
    row.seats[0].notices = true;
    store.add_match(&row, &[]).await.unwrap();
    let at = std::time::SystemTime::UNIX_EPOCH.elapsed().expect("a clock").as_millis() as i64;
    let body = json!({
        "match_id": id, "game": "first-blood", "title": "First Blood", "side": "french", "side_title": "the French",
        "side_index": 0, "turn": 3, "actions": 4, "at": at,
    });
    let notice = Notice {
        id: format!("notice of {id}"),
        user: user.into(),
        match_id: id.into(),
        channel: way.into(),
        body: body.to_string(),
        due: i64::MAX,
        tries: 0,
    };
    let append = server::store::Append {
        id: id.into(),
        summary: row.summary.clone(),
        notices: vec![notice],
        ..server::store::Append::default()
    };
    store.append(append).await.unwrap();
}

/// Lets the notice of a match go out.
async fn release(server: &Running, id: &str) {
    server.app.store.put_off_notice(&format!("notice of {id}"), 0, 0).await.unwrap();
}

/// Tells a user of his turn in a new match.
async fn tell(server: &Running, id: &str, user: &str, way: &str) {
    prepare(server, id, user, way).await;
    release(server, id).await;
}

/// Somebody who is told by mail and by webhook.
async fn told(server: &Running, hook: std::net::SocketAddr) -> String {
    let mut browser = registered(server, "Ney").await;
    let id = mailed(server, &mut browser, "ney@example.org").await;
    let store = &server.app.store;
    let user = store.user(&id).await.unwrap().expect("the user");
    let webhook = Some(Some(format!("http://{hook}/hook")));
    let told = UserChange { webhook, notice_webhook: Some(true), ..UserChange::default() };
    store.change_user(&user, &told).await.unwrap();
    id
}

/// Has somebody told by mail: his id.
pub async fn mailed(server: &Running, browser: &mut Browser, email: &str) -> String {
    let id = id(browser).await;
    let store = &server.app.store;
    let user = store.user(&id).await.unwrap().expect("the user");
    let email = email.to_string();
    let code = MailCode { user: id.clone(), email: email.clone(), hash: "h".into(), expires: 1, tries: 0 };
    store.set_email(&user, &code).await.unwrap();
    store.confirm_email(&user, &email).await.unwrap();
    let told = UserChange { notice_mail: Some(true), ..UserChange::default() };
    store.change_user(&user, &told).await.unwrap();
    id
}

/// What is left in the outbox.
async fn outbox(server: &Running) -> Vec<Notice> {
    server.app.store.due_notices(i64::MAX, 99).await.unwrap()
}

/// Waits until the outbox is as it should be.
async fn wait_for(server: &Running, done: impl Fn(&[Notice]) -> bool) {
    while !done(&outbox(server).await) {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn notices_go_out_by_mail_and_by_webhook() {
    let (mut mails, mut hooks) = (sinks::mail().await, sinks::webhook().await);
    let server = Running::start(with_mail(mails.address)).await;
    let user = told(&server, hooks.address).await;
    tell(&server, "a", &user, "mail").await;
    tell(&server, "b", &user, "webhook").await;
    let mail = mails.next().await;
    assert!(mail.contains("To: ney@example.org") && mail.contains("Subject: Your turn in First Blood"), "{mail}");
    assert!(mail.contains("It is your turn in First Blood: you play the French, turn 3."), "{mail}");
    assert!(mail.contains("https://play.example.org/m/a"), "{mail}");
    let expected = json!({
        "game": "first-blood", "title": "First Blood", "match": "b", "side": "french",
        "url": "https://play.example.org/m/b",
        "text": "It is your turn in First Blood: you play the French, turn 3.",
    });
    assert_eq!(hooks.next().await, expected);
    wait_for(&server, <[Notice]>::is_empty).await;
    assert!(mails.is_empty() && hooks.is_empty(), "each goes out once");
}

#[tokio::test]
async fn a_notice_that_fails_is_tried_again_later() {
    let (mut mails, mut hooks) = (sinks::mail().await, sinks::webhook().await);
    mails.fail(1);
    hooks.fail(1);
    let server = Running::start(with_mail(mails.address)).await;
    let user = told(&server, hooks.address).await;
    tell(&server, "a", &user, "mail").await;
    tell(&server, "b", &user, "webhook").await;
    wait_for(&server, |left| left.len() == 2 && left.iter().all(|notice| notice.tries == 1)).await;
    for notice in outbox(&server).await {
        server.app.store.put_off_notice(&notice.id, 0, 1).await.unwrap();
    }
    assert!(mails.next().await.contains("/m/a"));
    assert_eq!(hooks.next().await["match"], "b");
    wait_for(&server, <[Notice]>::is_empty).await;
}

#[tokio::test]
async fn what_has_passed_or_is_switched_off_is_not_told() {
    let (mut mails, mut hooks) = (sinks::mail().await, sinks::webhook().await);
    let server = Running::start(with_mail(mails.address)).await;
    let user = told(&server, hooks.address).await;
    let store = server.app.store.clone();
    let over = Summary { status: "over".into(), to_choose: Some(0), actions: 4, ..Summary::default() };
    let passed = Summary { status: "playing".into(), to_choose: Some(1), actions: 4, ..Summary::default() };
    let played = Summary { status: "playing".into(), to_choose: Some(0), actions: 5, ..Summary::default() };
    for (id, summary) in [("over", over), ("passed", passed), ("played", played)] {
        prepare(&server, id, &user, "webhook").await;
        let append = server::store::Append { id: id.into(), version: 1, summary, ..server::store::Append::default() };
        store.append(append).await.unwrap();
    }
    prepare(&server, "silent", &user, "webhook").await;
    store.set_notices("silent", 0, false).await.unwrap();
    prepare(&server, "mailed", &user, "mail").await;
    let switched = UserChange { notice_mail: Some(false), ..UserChange::default() };
    store.change_user(&store.user(&user).await.unwrap().expect("the user"), &switched).await.unwrap();
    for id in ["over", "passed", "played", "silent", "mailed"] {
        release(&server, id).await;
    }
    wait_for(&server, <[Notice]>::is_empty).await;
    tell(&server, "wanted", &user, "webhook").await;
    assert_eq!(hooks.next().await["match"], "wanted", "nothing was sent before it");
    assert!(mails.is_empty());
}

#[tokio::test]
async fn a_webhook_that_became_forbidden_is_not_called() {
    let mut hooks = sinks::webhook().await;
    let server = start().await;
    // The address was taken under other rules, or is a name that now leads here.
    let user = told(&server, hooks.address).await;
    tell(&server, "a", &user, "webhook").await;
    wait_for(&server, <[Notice]>::is_empty).await;
    assert!(hooks.is_empty());
    let store = &server.app.store;
    let webhook = Some(Some(format!("https://localhost:{}/hook", hooks.address.port())));
    let named = UserChange { webhook, ..UserChange::default() };
    store.change_user(&store.user(&user).await.unwrap().expect("the user"), &named).await.unwrap();
    tell(&server, "b", &user, "webhook").await;
    wait_for(&server, |left| left.iter().any(|notice| notice.tries == 1)).await;
    assert!(hooks.is_empty());
    server.stop().await;
}

#[tokio::test]
async fn a_name_at_the_door_makes_a_guest_and_no_account() {
    let server = start().await;
    let mut browser = Browser::new(server.address);
    assert_eq!(kind(&browser.post("/api/guest", json!({ "name": "  " })).await), (422, "bad_request"));
    let (status, me) = browser.post("/api/guest", json!({ "name": " Marshal Ney " })).await;
    assert_eq!(
        (status, &me["user"]["name"], &me["user"]["guest"], &me["user"]["named"]),
        (StatusCode::OK, &json!("Marshal Ney"), &json!(true), &json!(true))
    );
    assert_eq!(user(&mut browser).await["name"], "Marshal Ney");
    assert_eq!(kind(&browser.post("/api/guest", json!({ "name": "Soult" })).await), (409, "signed_in"));
}

#[tokio::test]
async fn guests_and_accounts_put_their_games_away_and_take_them_out() {
    let server = start().await;
    let (mut guest, game) = guest_with_game(&server).await;
    let path = format!("/api/matches/{game}/archive");
    let ids = |list: &Value| -> Vec<String> {
        list["matches"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_string()).collect()
    };
    let mut stranger = registered(&server, "Grouchy").await;
    assert_eq!(kind(&stranger.post(&path, json!({ "on": true })).await), (403, "forbidden"));

    assert_eq!(guest.post(&path, json!({ "on": true })).await.0, StatusCode::NO_CONTENT);
    assert_eq!(guest.post(&path, json!({ "on": true })).await.0, StatusCode::NO_CONTENT, "twice is once");
    assert_eq!(ids(&guest.get("/api/matches?list=mine").await.1), Vec::<String>::new());
    assert_eq!(ids(&guest.get("/api/matches?list=archived").await.1), std::slice::from_ref(&game));

    // What a guest has put away stays so when he signs in.
    let taken = sign_in(&mut guest, "Grouchy", PASSWORD).await;
    assert_eq!(taken.0, StatusCode::OK);
    assert_eq!(ids(&guest.get("/api/matches?list=archived").await.1), std::slice::from_ref(&game));
    assert_eq!(guest.post(&path, json!({ "on": false })).await.0, StatusCode::NO_CONTENT);
    assert_eq!(ids(&guest.get("/api/matches?list=mine").await.1), [game]);
}
