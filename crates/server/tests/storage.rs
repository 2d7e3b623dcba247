//! What is kept, on both databases.

use crate::support::database::Database;
use server::store::company::{DRAWN, Ended};
use server::store::{
    Append, Entry, Lines, List, MailCode, MatchRow, Millis, Notice, SeatRow, Session, Store, StoreError, Summary, User,
    UserChange, backup, open, restore,
};
use sqlx::Connection as _;
use std::sync::Arc;

crate::on_both_databases!(
    users_are_kept_as_they_were_written,
    an_account_is_found_whatever_the_capitals,
    guests_may_share_a_name_and_accounts_may_not,
    a_stale_copy_of_a_user_overwrites_nothing,
    a_guest_becomes_an_account_once,
    sessions_are_found_until_they_end,
    sessions_of_a_user_end_together_or_one_by_one,
    an_ended_session_is_forgotten_with_the_next,
    a_mailed_code_counts_its_tries,
    a_code_for_a_new_password_is_used_up_by_it,
    who_is_shown_out_has_no_session_and_gets_none,
    accounts_are_found_by_a_part_of_their_name,
    finished_matches_are_found_by_their_age,
    matches_are_kept_as_they_were_written,
    a_record_and_its_talk_grow_in_order,
    lines_that_were_taken_back_are_gone,
    an_append_changes_everything_or_nothing,
    an_append_to_a_match_that_has_changed_is_refused,
    one_bad_append_does_not_spoil_the_others,
    of_what_is_played_at_once_each_is_kept_whole_or_not_at_all,
    many_matches_grow_at_once,
    of_many_appends_to_one_match_one_wins_each_round,
    seats_remember_what_was_seen_and_their_notices,
    lists_show_what_belongs_there,
    lists_are_paged_without_gaps_or_repetition,
    a_page_repeats_nothing_though_matches_change,
    overdue_matches_are_those_in_play_past_their_deadline,
    computers_to_move_are_found,
    what_nobody_needs_is_thrown_away,
    notices_come_when_due_and_go,
    a_forgotten_user_leaves_a_nameless_guest,
    seats_are_handed_over,
    no_seat_is_lost_when_it_is_handed_over,
    a_reopened_database_has_kept_everything,
    odd_texts_come_back_unchanged,
    everything_acknowledged_survives_dropping_the_store,
    two_servers_on_one_database_are_one_too_many,
);

fn user(id: &str, name: &str) -> User {
    User {
        id: id.into(),
        name: name.into(),
        password: Some(format!("hash of {id}")),
        email: None,
        email_confirmed: false,
        webhook: None,
        notice_mail: false,
        notice_webhook: false,
        banned: false,
        rated: false,
        created: 1_700_000_000_000,
    }
}

fn guest(id: &str) -> User {
    User { password: None, ..user(id, "Guest") }
}

fn session(id: &str, user: &str, expires: Millis) -> Session {
    Session { id: id.into(), hash: format!("hash {id}"), user: user.into(), bot: None, created: 10, expires }
}

fn game(id: &str, updated: Millis) -> MatchRow {
    MatchRow {
        id: id.into(),
        game: "first-blood".into(),
        scenario: "standard".into(),
        head: r#"{"pace":"none"}"#.into(),
        version: 0,
        standing: "{}".into(),
        summary: Summary { status: "playing".into(), updated, ..Summary::default() },
        created: 5,
        private: false,
        seats: [seat("open"), seat("open")],
    }
}

fn seat(kind: &str) -> SeatRow {
    SeatRow { kind: kind.into(), ..SeatRow::default() }
}

fn entry(body: impl Into<String>) -> Entry {
    Entry { at: 7, side: Some(1), body: body.into() }
}

fn append(id: &str, version: i64, body: impl Into<String>) -> Append {
    let summary = Summary { status: "playing".into(), updated: 100 + version, ..Summary::default() };
    let standing = format!("{{\"version\":{version}}}");
    Append { id: id.into(), version, entries: vec![entry(body)], standing, summary, ..Append::default() }
}

fn lines(from: i64, cut: bool, texts: &[&str]) -> Lines {
    Lines { from, cut, texts: texts.iter().map(|text| text.to_string()).collect() }
}

/// An action that was played: a line of the record and how the match stands, and nothing else.
fn played(id: &str, version: i64, line: &str) -> Append {
    Append { entries: Vec::new(), lines: lines(version, false, &[line]), ..append(id, version, "") }
}

fn notice(id: &str, user: &str, match_id: &str, due: Millis) -> Notice {
    let (user, match_id) = (user.into(), match_id.into());
    Notice { id: id.into(), user, match_id, channel: "mail".into(), body: "{}".into(), due, tries: 0 }
}

async fn ids(store: &Arc<dyn Store>, list: List) -> Vec<String> {
    store.matches(list, None, 100).await.unwrap().into_iter().map(|row| row.id).collect()
}

async fn bodies(store: &Arc<dyn Store>, id: &str) -> Vec<String> {
    store.talk(id).await.unwrap().into_iter().map(|entry| entry.body).collect()
}

// ---- users -----------------------------------------------------------------------------------------------------------

async fn users_are_kept_as_they_were_written(database: Database) {
    let store = database.open().await;
    let mut ney = user("ney", "Ney");
    store.add_user(&ney).await.unwrap();
    store.add_user(&guest("g")).await.unwrap();
    assert_eq!(store.user("ney").await.unwrap().as_ref(), Some(&ney));
    assert_eq!(store.user("nobody").await.unwrap(), None);

    (ney.webhook, ney.notice_mail) = (Some("https://example.org/hook".into()), true);
    let change = UserChange { webhook: Some(ney.webhook.clone()), notice_mail: Some(true), ..UserChange::default() };
    assert_eq!(store.change_user(&ney, &change).await.unwrap(), ney);
    (ney.webhook, ney.notice_webhook) = (None, true);
    let change = UserChange { webhook: Some(None), notice_webhook: Some(true), ..UserChange::default() };
    assert_eq!(store.change_user(&ney, &change).await.unwrap(), ney);
    assert_eq!(store.user("ney").await.unwrap().as_ref(), Some(&ney));

    let mut both = store.users(&["g".into(), "ney".into(), "nobody".into()]).await.unwrap();
    both.sort_by(|a, b| a.id.cmp(&b.id));
    assert_eq!(both, [guest("g"), ney]);
    assert_eq!(store.users(&[]).await.unwrap(), []);
}

async fn an_account_is_found_whatever_the_capitals(database: Database) {
    let store = database.open().await;
    let names = [("1", "Ney"), ("2", "Öland"), ("3", "ΟΔΥΣΣΕΎΣ"), ("4", "Große")];
    for (id, name) in names {
        store.add_user(&user(id, name)).await.unwrap();
    }
    store.add_user(&User { name: "Davout".into(), ..guest("5") }).await.unwrap();
    for (asked, id) in [("nEY", "1"), ("öLAND", "2"), ("οδυσσεύς", "3"), ("GROSSE", "4"), ("o\u{308}land", "2")]
    {
        let found = store.account(asked).await.unwrap().map(|user| user.id);
        assert_eq!(found.as_deref(), Some(id), "{asked}");
    }
    assert_eq!(store.account("Davout").await.unwrap(), None, "guests are not found by name");
    assert_eq!(store.account("Oland").await.unwrap(), None);
}

async fn guests_may_share_a_name_and_accounts_may_not(database: Database) {
    let store = database.open().await;
    for guest in ["1", "2"].map(guest) {
        store.add_user(&guest).await.unwrap();
    }
    store.add_user(&user("3", "Guest")).await.unwrap();
    assert!(matches!(store.add_user(&user("4", "GUEST")).await, Err(StoreError::Taken)));
    assert!(matches!(store.register(&guest("1"), "guest", "hash of 1").await, Err(StoreError::Taken)));
    assert_eq!(store.user("1").await.unwrap(), Some(guest("1")), "nothing has changed");

    let named = |name: &str| UserChange { name: Some(name.into()), ..UserChange::default() };
    let lannes = store.register(&guest("1"), "Lannes", "hash of 1").await.unwrap();
    assert_eq!(lannes, user("1", "Lannes"));
    store.change_user(&lannes, &named("LANNES")).await.unwrap();
    assert_eq!(store.account("lannes").await.unwrap(), Some(user("1", "LANNES")));
    assert!(matches!(store.change_user(&lannes, &named("Guest")).await, Err(StoreError::Taken)));
    store.change_user(&lannes, &named("Ney")).await.unwrap();
    assert_eq!(store.account("lannes").await.unwrap(), None, "the old name is free");
    store.change_user(&guest("2"), &named("Ney")).await.unwrap();
    assert_eq!(store.account("Ney").await.unwrap().unwrap().id, "1", "a guest is not found by name");
}

/// What a request read before another one was answered writes nothing over it.
async fn a_stale_copy_of_a_user_overwrites_nothing(database: Database) {
    let store = database.open().await;
    let stale = user("ney", "Ney");
    store.add_user(&stale).await.unwrap();
    for id in ["own", "other"] {
        store.add_session(&stale, &session(id, "ney", 100)).await.unwrap();
    }
    let code =
        |email: &str| MailCode { user: "ney".into(), email: email.into(), hash: "h".into(), expires: 9, tries: 0 };
    let named = UserChange { name: Some("Ney".into()), ..UserChange::default() };
    // Changes of different things by two who read the same do not undo each other.
    store.set_email(&stale, &code("old@example.org")).await.unwrap();
    store.set_email(&stale, &code("new@example.org")).await.unwrap();
    let late = store.confirm_email(&stale, "old@example.org").await;
    assert!(matches!(late, Err(StoreError::Changed)), "another address is there by now: {late:?}");
    store.confirm_email(&stale, "new@example.org").await.unwrap();
    assert_eq!(store.try_mail_code("ney").await.unwrap(), None, "the code is used up");
    let ney = store.change_user(&stale, &named).await.unwrap();
    assert_eq!((ney.email.as_deref(), ney.email_confirmed), (Some("new@example.org"), true));

    store.set_password(&stale, "new hash", "own").await.unwrap();
    assert_eq!(store.sessions("ney", 50).await.unwrap(), [session("own", "ney", 100)]);
    let ney = User { password: Some("new hash".into()), ..ney };
    for _ in 0..2 {
        for refused in [
            store.change_user(&stale, &named).await.map(drop),
            store.set_password(&stale, "third hash", "other").await,
            store.set_email(&stale, &code("third@example.org")).await,
            store.confirm_email(&stale, "new@example.org").await.map(drop),
            store.add_session(&stale, &session("late", "ney", 100)).await,
            store.forget_user(&stale).await,
            store.hand_over("nobody", &stale).await.map(drop),
        ] {
            assert!(matches!(refused, Err(StoreError::Changed)), "{refused:?}");
        }
        let now = store.user("ney").await.unwrap().unwrap();
        assert!(now == ney || now == guest("ney"), "{now:?}");
        if now == ney {
            // Once more, when the account is gone.
            store.forget_user(&ney).await.unwrap();
        }
    }
    assert_eq!(store.account("Ney").await.unwrap(), None);
    assert_eq!(store.sessions("ney", 50).await.unwrap(), []);
}

/// Whoever registers or signs in while his browser still asks as the guest that it was.
async fn a_guest_becomes_an_account_once(database: Database) {
    let store = database.open().await;
    store.add_user(&guest("g")).await.unwrap();
    store.register(&guest("g"), "Ney", "hash").await.unwrap();
    let again = store.register(&guest("g"), "Lannes", "other hash").await;
    assert!(matches!(again, Err(StoreError::Changed)), "{again:?}");
    let named = UserChange { name: Some("Guest".into()), ..UserChange::default() };
    assert!(matches!(store.change_user(&guest("g"), &named).await, Err(StoreError::Changed)));
    assert_eq!(store.account("Ney").await.unwrap().unwrap().password.as_deref(), Some("hash"));
}

// ---- sessions --------------------------------------------------------------------------------------------------------

async fn sessions_are_found_until_they_end(database: Database) {
    let store = database.open().await;
    store.add_user(&guest("g")).await.unwrap();
    let kept = session("s", "g", 100);
    store.add_session(&guest("g"), &kept).await.unwrap();
    assert_eq!(store.session("hash s", 99).await.unwrap(), Some((kept.clone(), guest("g"))));
    assert_eq!(store.session("hash s", 100).await.unwrap(), None);
    assert_eq!(store.session("s", 50).await.unwrap(), None, "the id opens nothing");

    store.extend_session("s", 200).await.unwrap();
    let longer = Session { expires: 200, ..kept };
    assert_eq!(store.session("hash s", 199).await.unwrap(), Some((longer, guest("g"))));
    assert!(
        store.add_session(&guest("nobody"), &session("x", "nobody", 100)).await.is_err(),
        "a session needs its user"
    );
}

async fn sessions_of_a_user_end_together_or_one_by_one(database: Database) {
    let store = database.open().await;
    for guest in ["g", "h"].map(guest) {
        store.add_user(&guest).await.unwrap();
    }
    for id in ["a", "b", "c"] {
        store.add_session(&guest("g"), &session(id, "g", 100)).await.unwrap();
    }
    store.add_session(&guest("h"), &session("other", "h", 100)).await.unwrap();
    let bot = Session { bot: Some("Bot".into()), ..session("t", "g", 100) };
    store.add_session(&guest("g"), &bot).await.unwrap();
    let left = || async {
        let sessions = store.sessions("g", 50).await.unwrap();
        sessions.into_iter().map(|session| session.id).collect::<Vec<_>>()
    };
    assert_eq!(left().await, ["a", "b", "c", "t"]);
    assert_eq!(store.sessions("g", 100).await.unwrap(), []);

    assert!(!store.end_session("h", "a").await.unwrap(), "only its owner ends it");
    assert!(store.end_session("g", "a").await.unwrap());
    assert!(!store.end_session("g", "a").await.unwrap());
    assert_eq!(left().await, ["b", "c", "t"]);

    store.end_sessions("g", Some("c"), false).await.unwrap();
    assert_eq!(left().await, ["c", "t"]);
    store.end_sessions("g", None, false).await.unwrap();
    assert_eq!(store.sessions("g", 50).await.unwrap(), [bot]);
    store.end_sessions("g", None, true).await.unwrap();
    assert_eq!(store.sessions("g", 50).await.unwrap(), []);
    assert!(store.session("hash other", 50).await.unwrap().is_some());
}

async fn an_ended_session_is_forgotten_with_the_next(database: Database) {
    let store = database.open().await;
    store.add_user(&guest("g")).await.unwrap();
    store.add_session(&guest("g"), &session("old", "g", 100)).await.unwrap();
    store.add_session(&guest("g"), &Session { created: 100, ..session("new", "g", 200) }).await.unwrap();
    assert!(!store.end_session("g", "old").await.unwrap());
    assert!(store.end_session("g", "new").await.unwrap());
}

async fn a_mailed_code_counts_its_tries(database: Database) {
    let store = database.open().await;
    store.add_user(&guest("g")).await.unwrap();
    assert_eq!(store.try_mail_code("g").await.unwrap(), None);
    let code = |hash: &str, tries| MailCode {
        user: "g".into(),
        email: "g@example.org".into(),
        hash: hash.into(),
        expires: 9,
        tries,
    };
    store.set_email(&guest("g"), &code("old", 0)).await.unwrap();
    store.set_email(&guest("g"), &code("new", 0)).await.unwrap();
    assert_eq!(store.try_mail_code("g").await.unwrap(), Some(code("new", 1)));
    assert_eq!(store.try_mail_code("g").await.unwrap(), Some(code("new", 2)));
    store.confirm_email(&guest("g"), "g@example.org").await.unwrap();
    assert_eq!(store.try_mail_code("g").await.unwrap(), None);
}

// ---- matches ---------------------------------------------------------------------------------------------------------

async fn matches_are_kept_as_they_were_written(database: Database) {
    let store = database.open().await;
    store.add_user(&guest("g")).await.unwrap();
    let mut row = game("m", 50);
    row.private = true;
    row.version = 1;
    row.summary = Summary {
        status: "over".into(),
        updated: 50,
        turn: 3,
        actions: 12,
        to_choose: Some(1),
        deadline: Some(77),
        result: Some(r#"{"winner":null}"#.into()),
        rematch: Some("n".into()),
        ended: None,
    };
    row.seats = [
        SeatRow { user: Some("g".into()), token_hash: Some("t".into()), seen: 4, notices: true, ..seat("player") },
        SeatRow { computer: Some("recruit".into()), ..seat("computer") },
    ];
    store.add_match(&row, &["created".into()]).await.unwrap();
    assert_eq!(store.match_row("m").await.unwrap(), Some(row.clone()));
    assert_eq!(store.record("m").await.unwrap(), ["created"]);
    assert_eq!(store.match_row("n").await.unwrap(), None);
    assert_eq!(store.record("n").await.unwrap(), [""; 0]);
    assert_eq!(store.talk("m").await.unwrap(), []);
    assert_eq!(store.older_matches().await.unwrap(), [""; 0]);
    assert!(store.add_match(&row, &[]).await.is_err(), "the id is taken");
}

async fn a_record_and_its_talk_grow_in_order(database: Database) {
    let store = database.open().await;
    store.add_match(&game("m", 1), &["0".into(), "1".into()]).await.unwrap();
    let mut more = append("m", 0, "0");
    more.lines = Lines { from: 2, cut: false, texts: (2..100).map(|number| number.to_string()).collect() };
    more.entries.extend((1..100).map(|number| Entry { at: number, side: None, body: number.to_string() }));
    store.append(more).await.unwrap();
    store.append(Append { lines: lines(100, false, &["100"]), ..append("m", 100, "100") }).await.unwrap();
    // What is neither a line nor a word counts all the same.
    store.append(Append { entries: Vec::new(), ..append("m", 101, "") }).await.unwrap();
    let expected: Vec<String> = (0..=100).map(|number: i64| number.to_string()).collect();
    assert_eq!(store.record("m").await.unwrap(), expected);
    assert_eq!(bodies(&store, "m").await, expected);
    assert_eq!(store.talk("m").await.unwrap()[50], Entry { at: 50, side: None, body: "50".into() });
    let row = store.match_row("m").await.unwrap().unwrap();
    assert_eq!((row.version, &*row.standing), (102, "{\"version\":101}"));
}

async fn lines_that_were_taken_back_are_gone(database: Database) {
    let store = database.open().await;
    for id in ["m", "n"] {
        store.add_match(&game(id, 1), &["head".into(), "1".into(), "2".into(), "3".into()]).await.unwrap();
    }
    store.append(Append { lines: lines(3, true, &[]), ..append("m", 0, "undo") }).await.unwrap();
    assert_eq!(store.record("m").await.unwrap(), ["head", "1", "2"]);
    store.append(Append { lines: lines(1, true, &["one", "two", "three"]), ..append("m", 1, "back") }).await.unwrap();
    assert_eq!(store.record("m").await.unwrap(), ["head", "one", "two", "three"]);
    assert_eq!(store.record("n").await.unwrap(), ["head", "1", "2", "3"]);
    let late = Append { lines: lines(0, true, &["other"]), ..append("m", 1, "late") };
    assert!(matches!(store.append(late).await, Err(StoreError::Conflict(_))));
    assert_eq!(store.record("m").await.unwrap().len(), 4);
}

async fn an_append_changes_everything_or_nothing(database: Database) {
    let store = database.open().await;
    store.add_user(&guest("g")).await.unwrap();
    store.add_match(&game("m", 1), &[]).await.unwrap();
    let mut change = append("m", 0, "sits");
    change.summary = Summary {
        status: "over".into(),
        updated: 60,
        turn: 2,
        actions: 5,
        to_choose: Some(0),
        deadline: Some(99),
        result: Some("{}".into()),
        rematch: Some("n".into()),
        ended: Some(60),
    };
    change.ended = Some(Ended { winner: DRAWN, rated: None, appointed: false });
    let seats = [SeatRow { user: Some("g".into()), ..seat("player") }, seat("open")];
    change.seated = Some((0, seats[0].clone()));
    change.notices = vec![notice("a", "g", "m", 10), notice("b", "g", "m", 10)];
    store.append(change.clone()).await.unwrap();
    let row = store.match_row("m").await.unwrap().unwrap();
    assert_eq!((row.version, &row.summary, &row.seats), (1, &change.summary, &seats));
    assert_eq!(store.due_notices(10, 9).await.unwrap(), change.notices);

    let mut wrong = append("m", 1, "never");
    wrong.adds = Some((game("n", 1), vec!["head".into()]));
    wrong.notices = vec![notice("c", "nobody", "m", 10)];
    assert!(matches!(store.append(wrong).await, Err(StoreError::Changed)));
    assert_eq!(store.match_row("m").await.unwrap(), Some(row));
    assert_eq!(bodies(&store, "m").await, ["sits"]);
    assert_eq!(store.match_row("n").await.unwrap(), None);
    let adds = Some((game("n", 1), vec!["head".into()]));
    store.append(Append { adds, ..append("m", 1, "again") }).await.unwrap();
    assert_eq!(
        (store.match_row("n").await.unwrap().unwrap().id, store.record("n").await.unwrap().len()),
        ("n".into(), 1)
    );
}

async fn an_append_to_a_match_that_has_changed_is_refused(database: Database) {
    let store = database.open().await;
    store.add_match(&MatchRow { version: 1, ..game("m", 1) }, &["first".into()]).await.unwrap();
    for version in [0, 2, -1] {
        let late = Append { lines: lines(1, false, &["late"]), ..append("m", version, "late") };
        let refused = store.append(late).await;
        assert!(matches!(refused, Err(StoreError::Conflict(id)) if id == "m"));
    }
    assert!(matches!(store.append(append("none", 0, "lost")).await, Err(StoreError::Conflict(_))));
    assert_eq!(store.record("m").await.unwrap(), ["first"]);
    assert_eq!(bodies(&store, "m").await, [""; 0]);
    assert_eq!(store.match_row("m").await.unwrap().unwrap().summary, game("m", 1).summary);
}

/// Appends all at once; the outcomes in the same order.
async fn append_together(store: &Arc<dyn Store>, appends: Vec<Append>) -> Vec<Result<(), StoreError>> {
    let tasks: Vec<_> = appends
        .into_iter()
        .map(|append| {
            let store = store.clone();
            tokio::spawn(async move { store.append(append).await })
        })
        .collect();
    let mut outcomes = Vec::new();
    for task in tasks {
        outcomes.push(task.await.unwrap());
    }
    outcomes
}

async fn one_bad_append_does_not_spoil_the_others(database: Database) {
    let store = database.open().await;
    let ids: Vec<String> = (0..90).map(|number| format!("m{number}")).collect();
    for id in &ids {
        store.add_match(&game(id, 1), &[]).await.unwrap();
    }
    let appends = ids.iter().enumerate().map(|(number, id)| {
        let mut append = append(id, 0, "played");
        match number % 3 {
            // A conflict, and a reference to nothing: the second fails a whole transaction.
            1 => append.version = 7,
            2 => append.notices = vec![notice(id, "nobody", id, 1)],
            _ => {}
        }
        append
    });
    let outcomes = append_together(&store, appends.collect()).await;
    for (number, (id, outcome)) in ids.iter().zip(outcomes).enumerate() {
        let kept = bodies(&store, id).await;
        match number % 3 {
            0 => assert_eq!((outcome.is_ok(), kept.len()), (true, 1), "{id}"),
            1 => assert!(matches!(outcome, Err(StoreError::Conflict(_))) && kept.is_empty(), "{id}"),
            _ => assert!(matches!(outcome, Err(StoreError::Changed)) && kept.is_empty(), "{id}"),
        }
    }
}

async fn of_what_is_played_at_once_each_is_kept_whole_or_not_at_all(database: Database) {
    let store = database.open().await;
    let ids: Vec<String> = (0..90).map(|number| format!("m{number}")).collect();
    for id in &ids {
        store.add_match(&game(id, 1), &[]).await.unwrap();
    }
    let actions = ids.iter().enumerate().map(|(number, id)| match number % 3 {
        0 => Append { lines: lines(0, false, &["0", "1"]), ..played(id, 0, "") },
        1 => played(id, 7, "late"),
        // A match that is there already: it fails a whole transaction.
        _ => Append { lines: lines(0, false, &["0"]), adds: Some((game(&ids[0], 1), Vec::new())), ..played(id, 0, "") },
    });
    let outcomes = append_together(&store, actions.collect()).await;
    for (number, (id, outcome)) in ids.iter().zip(outcomes).enumerate() {
        let (kept, row) = (store.record(id).await.unwrap(), store.match_row(id).await.unwrap().unwrap());
        match number % 3 {
            0 => assert_eq!((outcome.is_ok(), kept.len(), row.version), (true, 2, 1), "{id}"),
            1 => assert!(matches!(outcome, Err(StoreError::Conflict(_))) && kept.is_empty(), "{id}"),
            _ => assert!(matches!(outcome, Err(StoreError::Taken)) && kept.is_empty() && row.version == 0, "{id}"),
        }
    }
    // A line that is there already, beside those that are not: it alone is refused.
    let again = (0..30).map(|number| {
        let from = if number == 4 { 1 } else { 2 };
        Append { lines: lines(from, false, &["2"]), ..played(&ids[3 * number], 1, "") }
    });
    let outcomes = append_together(&store, again.collect()).await;
    let refused: Vec<usize> = (0..30).filter(|&number| matches!(outcomes[number], Err(StoreError::Taken))).collect();
    assert_eq!((refused, outcomes.iter().filter(|outcome| outcome.is_ok()).count()), (vec![4], 29));
    assert_eq!(store.record("m12").await.unwrap(), ["0", "1"]);
    assert_eq!(store.record("m15").await.unwrap(), ["0", "1", "2"]);
    assert_eq!(store.match_row("m12").await.unwrap().unwrap().version, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_lost_the_connection_to_postgres_writes_over_another() {
    let database = Database::postgres().await;
    let store = database.open().await;
    store.add_match(&game("m", 1), &[]).await.unwrap();
    store.append(played("m", 0, "0")).await.unwrap();
    let mut other = sqlx::PgConnection::connect(&database.url).await.unwrap();
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    sqlx::query(end).fetch_all(&mut other).await.unwrap();
    store.append(played("m", 1, "1")).await.unwrap();
    assert!(matches!(store.append(played("m", 1, "late")).await, Err(StoreError::Conflict(_))));
    assert_eq!(store.record("m").await.unwrap(), ["0", "1"]);
}

async fn many_matches_grow_at_once(database: Database) {
    let store = database.open().await;
    let ids: Vec<String> = (0..40).map(|number| format!("m{number}")).collect();
    let players = ids.iter().map(|id| {
        let (store, id) = (store.clone(), id.clone());
        tokio::spawn(async move {
            store.add_match(&game(&id, 1), &[]).await.unwrap();
            for version in 0..20 {
                store.append(append(&id, version, format!("{id}:{version}"))).await.unwrap();
                store.set_seen(&id, version % 2, version).await.unwrap();
                // What was answered is there for every reader.
                assert_eq!(store.match_row(&id).await.unwrap().unwrap().version, version + 1);
            }
        })
    });
    for player in players.collect::<Vec<_>>() {
        player.await.unwrap();
    }
    for id in &ids {
        let expected: Vec<String> = (0..20).map(|version| format!("{id}:{version}")).collect();
        assert_eq!(bodies(&store, id).await, expected);
        let row = store.match_row(id).await.unwrap().unwrap();
        assert_eq!((row.seats[0].seen, row.seats[1].seen), (18, 19));
    }
}

async fn of_many_appends_to_one_match_one_wins_each_round(database: Database) {
    let store = database.open().await;
    store.add_match(&game("m", 1), &[]).await.unwrap();
    for round in 0..5 {
        let appends = (0..30).map(|player| append("m", round, format!("{round} by {player}")));
        let outcomes = append_together(&store, appends.collect()).await;
        let won: Vec<usize> = (0..30).filter(|&player| outcomes[player].is_ok()).collect();
        assert_eq!(won.len(), 1);
        assert_eq!(bodies(&store, "m").await.last(), Some(&format!("{round} by {}", won[0])));
        let lost = outcomes.iter().filter(|outcome| matches!(outcome, Err(StoreError::Conflict(_)))).count();
        assert_eq!(lost, 29);
    }
    assert_eq!(bodies(&store, "m").await.len(), 5);
}

async fn seats_remember_what_was_seen_and_their_notices(database: Database) {
    let store = database.open().await;
    store.add_match(&game("m", 1), &[]).await.unwrap();
    store.set_seen("m", 0, 4).await.unwrap();
    store.set_seen("m", 1, 6).await.unwrap();
    store.set_notices("m", 1, true).await.unwrap();
    let seats = store.match_row("m").await.unwrap().unwrap().seats;
    assert_eq!([(seats[0].seen, seats[0].notices), (seats[1].seen, seats[1].notices)], [(4, false), (6, true)]);
    store.set_notices("m", 0, true).await.unwrap();
    store.set_notices("m", 1, false).await.unwrap();
    let seats = store.match_row("m").await.unwrap().unwrap().seats;
    assert_eq!([seats[0].notices, seats[1].notices], [true, false]);
}

// ---- lists -----------------------------------------------------------------------------------------------------------

async fn lists_show_what_belongs_there(database: Database) {
    let store = database.open().await;
    for user in ["g", "h"].map(guest) {
        store.add_user(&user).await.unwrap();
    }
    let sits = |user: &str| SeatRow { user: Some(user.into()), ..seat("player") };
    let rows = [
        ("open1", "waiting", false, [sits("g"), seat("open")]),
        ("open0", "waiting", false, [seat("open"), sits("h")]),
        ("link", "waiting", false, [sits("g"), seat("link")]),
        ("hidden", "waiting", true, [sits("g"), seat("open")]),
        ("live", "playing", false, [sits("g"), sits("h")]),
        ("hidden live", "playing", true, [sits("h"), sits("g")]),
        ("done", "over", false, [sits("h"), sits("g")]),
        ("hidden done", "over", true, [sits("g"), sits("g")]),
    ];
    for (updated, (id, status, private, seats)) in (1..).zip(rows) {
        let mut row = MatchRow { private, seats, ..game(id, updated) };
        row.summary.status = status.into();
        store.add_match(&row, &[]).await.unwrap();
    }
    assert_eq!(ids(&store, List::Open).await, ["open0", "open1"]);
    assert_eq!(ids(&store, List::Live).await, ["live"]);
    assert_eq!(ids(&store, List::Finished).await, ["done"]);
    let of_g = ["hidden done", "done", "hidden live", "live", "hidden", "link", "open1"];
    assert_eq!(ids(&store, List::Of("g".into())).await, of_g);
    assert_eq!(ids(&store, List::Of("h".into())).await, ["done", "hidden live", "live", "open0"]);
    assert_eq!(ids(&store, List::Of("nobody".into())).await, [""; 0]);
}

/// Reads a list page by page.
async fn pages(store: &Arc<dyn Store>, list: List, limit: i64) -> Vec<String> {
    let mut before = None;
    let mut found = Vec::new();
    loop {
        let page = store.matches(list.clone(), before, limit).await.unwrap();
        assert!(page.len() as i64 <= limit);
        let Some(last) = page.last() else { return found };
        before = Some((last.summary.updated, last.id.clone()));
        found.extend(page.into_iter().map(|row| row.id));
    }
}

async fn lists_are_paged_without_gaps_or_repetition(database: Database) {
    let store = database.open().await;
    store.add_user(&guest("g")).await.unwrap();
    for number in 0..20 {
        // Many share a time, so that ids decide; capitals and digits order alike in both databases.
        let mut row = game(&format!("{}{number}", if number % 2 == 0 { "a" } else { "B" }), number / 6);
        row.seats[(number % 2) as usize].user = Some("g".into());
        store.add_match(&row, &[]).await.unwrap();
    }
    let mut expected: Vec<(i64, String)> =
        (0..20).map(|number| (number / 6, format!("{}{number}", if number % 2 == 0 { "a" } else { "B" }))).collect();
    expected.sort();
    let expected: Vec<String> = expected.into_iter().rev().map(|(_, id)| id).collect();
    for limit in [1, 3, 7, 50] {
        assert_eq!(pages(&store, List::Live, limit).await, expected);
        assert_eq!(pages(&store, List::Of("g".into()), limit).await, expected);
    }
}

async fn a_page_repeats_nothing_though_matches_change(database: Database) {
    let store = database.open().await;
    for number in 0..6 {
        store.add_match(&game(&format!("m{number}"), number), &[]).await.unwrap();
    }
    let first = store.matches(List::Live, None, 3).await.unwrap();
    assert_eq!(first.iter().map(|row| &*row.id).collect::<Vec<_>>(), ["m5", "m4", "m3"]);
    // One that was listed and one that was not go to the top, and one is new.
    store.append(append("m4", 0, "x")).await.unwrap();
    store.append(append("m1", 0, "x")).await.unwrap();
    store.add_match(&game("new", 500), &[]).await.unwrap();
    let before = Some((first[2].summary.updated, first[2].id.clone()));
    let second = store.matches(List::Live, before, 3).await.unwrap();
    assert_eq!(second.iter().map(|row| &*row.id).collect::<Vec<_>>(), ["m2", "m0"]);
}

async fn overdue_matches_are_those_in_play_past_their_deadline(database: Database) {
    let store = database.open().await;
    for (id, status, deadline) in [
        ("late", "playing", Some(90)),
        ("later", "playing", Some(80)),
        ("in time", "playing", Some(100)),
        ("no clock", "playing", None),
        ("over", "over", Some(10)),
    ] {
        let mut row = game(id, 1);
        (row.summary.status, row.summary.deadline) = (status.into(), deadline);
        store.add_match(&row, &[]).await.unwrap();
    }
    assert_eq!(store.overdue(100).await.unwrap(), ["later", "late"]);
    assert_eq!(store.overdue(80).await.unwrap(), [""; 0]);
}

async fn computers_to_move_are_found(database: Database) {
    let store = database.open().await;
    for (id, status, to_choose, computer) in [
        ("0", "playing", Some(0), 0),
        ("1", "playing", Some(1), 1),
        ("other's turn", "playing", Some(0), 1),
        ("nobody's turn", "playing", None, 1),
        ("over", "over", Some(1), 1),
    ] {
        let mut row = game(id, 1);
        (row.summary.status, row.summary.to_choose) = (status.into(), to_choose);
        row.seats[computer] = seat("computer");
        store.add_match(&row, &[]).await.unwrap();
    }
    assert_eq!(store.computers_to_move().await.unwrap(), ["0", "1"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_is_on_disk_whatever_postgres_was_told() {
    let database = Database::postgres().await;
    let store = database.open().await;
    let mut other = sqlx::PgConnection::connect(&database.url).await.unwrap();
    for sql in [
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$",
        "CREATE TABLE noted (setting TEXT NOT NULL)",
        "CREATE FUNCTION note() RETURNS trigger AS $$ BEGIN \
         INSERT INTO noted VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$ LANGUAGE plpgsql",
        "CREATE TRIGGER note AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION note()",
        "CREATE TRIGGER note AFTER INSERT ON record FOR EACH ROW EXECUTE FUNCTION note()",
    ] {
        sqlx::query(sql).execute(&mut other).await.unwrap();
    }
    // Connections of before the order and after it.
    store.add_user(&guest("before")).await.unwrap();
    drop(store);
    let store = database.open().await;
    store.add_user(&guest("after")).await.unwrap();
    store.add_match(&game("m", 1), &[]).await.unwrap();
    store.append(played("m", 0, "0")).await.unwrap();
    let noted: Vec<String> = sqlx::query_scalar("SELECT setting FROM noted").fetch_all(&mut other).await.unwrap();
    assert_eq!(noted, ["on", "on", "on"]);
}

// ---- notices ---------------------------------------------------------------------------------------------------------

async fn what_nobody_needs_is_thrown_away(database: Database) {
    let store = database.open().await;
    let came = |id: &str, created| User { created, ..guest(id) };
    let users = [came("old", 1), came("new", 100), came("back", 1), came("sits", 1), came("waited", 1)];
    for user in users.iter().chain([&User { created: 1, ..user("ney", "Ney") }]) {
        store.add_user(user).await.unwrap();
    }
    store.add_session(&users[2], &session("s", "back", 200)).await.unwrap();
    store.add_session(&users[0], &session("ended", "old", 40)).await.unwrap();
    let sits = |user: &str| SeatRow { user: Some(user.into()), ..seat("player") };
    let row = |id: &str, updated, actions, user: &str| {
        let mut row = MatchRow { seats: [sits(user), seat("open")], ..game(id, updated) };
        row.summary.actions = actions;
        row
    };
    for row in [row("begun", 1, 5, "sits"), row("forgotten", 1, 0, "waited"), row("fresh", 60, 0, "ney")] {
        store.add_match(&row, &["head".into()]).await.unwrap();
    }
    let stale = store.stale_matches(50).await.unwrap();
    assert_eq!(stale.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["forgotten"]);
    assert!(!store.forget_match("forgotten", stale[0].version + 1).await.unwrap(), "somebody has come back");
    assert_eq!(store.record("forgotten").await.unwrap().len(), 1);
    assert!(store.forget_match("forgotten", stale[0].version).await.unwrap());
    store.sweep(50, 50).await.unwrap();
    for (id, stays) in [("begun", true), ("forgotten", false), ("fresh", true)] {
        assert_eq!(store.match_row(id).await.unwrap().is_some(), stays, "{id}");
        assert_eq!(store.record(id).await.unwrap().len(), usize::from(stays), "{id}");
    }
    for (id, stays) in [("old", false), ("new", true), ("back", true), ("sits", true), ("waited", false), ("ney", true)]
    {
        assert_eq!(store.user(id).await.unwrap().is_some(), stays, "{id}");
    }
}

async fn notices_come_when_due_and_go(database: Database) {
    let store = database.open().await;
    store.add_user(&guest("g")).await.unwrap();
    store.add_match(&game("m", 1), &[]).await.unwrap();
    let mut told = append("m", 0, "turn");
    told.notices = [("late", 30), ("b", 20), ("a", 10)].map(|(id, due)| notice(id, "g", "m", due)).into();
    store.append(told).await.unwrap();
    let due = |now, limit| {
        let store = &store;
        async move {
            let notices = store.due_notices(now, limit).await.unwrap();
            notices.into_iter().map(|notice| (notice.id, notice.tries)).collect::<Vec<_>>()
        }
    };
    assert_eq!(due(9, 9).await, []);
    assert_eq!(due(20, 9).await, [("a".into(), 0), ("b".into(), 0)]);
    assert_eq!(due(20, 1).await, [("a".into(), 0)]);
    store.put_off_notice("a", 25, 3).await.unwrap();
    store.drop_notice("b").await.unwrap();
    assert_eq!(due(24, 9).await, []);
    assert_eq!(due(99, 9).await, [("a".into(), 3), ("late".into(), 0)]);
}

// ---- users who go ----------------------------------------------------------------------------------------------------

async fn a_code_for_a_new_password_is_used_up_by_it(database: Database) {
    let store = database.open().await;
    let ney = user("ney", "Ney");
    store.add_user(&ney).await.unwrap();
    store.add_session(&ney, &session("s", "ney", 100)).await.unwrap();
    let mut code = MailCode { user: "ney".into(), email: "e".into(), hash: "h".into(), expires: 9, tries: 0 };
    store.set_reset_code(&ney, &code).await.unwrap();
    code.tries = 1;
    assert_eq!(store.try_reset_code("ney").await.unwrap(), Some(code));
    assert_eq!(store.try_mail_code("ney").await.unwrap(), None, "codes for addresses are others");
    store.reset_password(&ney, "new").await.unwrap();
    assert_eq!(store.try_reset_code("ney").await.unwrap(), None);
    assert_eq!(store.session("hash s", 50).await.unwrap(), None);
    assert_eq!(store.user("ney").await.unwrap().unwrap().password.as_deref(), Some("new"));
    assert!(matches!(store.reset_password(&ney, "newer").await, Err(StoreError::Changed)), "read before");
}

async fn who_is_shown_out_has_no_session_and_gets_none(database: Database) {
    let store = database.open().await;
    let ney = user("ney", "Ney");
    store.add_user(&ney).await.unwrap();
    store.add_session(&ney, &session("s", "ney", 100)).await.unwrap();
    let bot = Session { bot: Some("bot".into()), ..session("b", "ney", 100) };
    store.add_session(&ney, &bot).await.unwrap();
    let out = store.set_banned("ney", true).await.unwrap().unwrap();
    assert_eq!(out, User { banned: true, ..ney.clone() });
    assert_eq!(store.sessions("ney", 50).await.unwrap(), []);
    let late = store.add_session(&ney, &session("t", "ney", 100)).await;
    assert!(matches!(late, Err(StoreError::Changed)), "whoever was signing in just then");
    assert_eq!(store.set_banned("ney", false).await.unwrap().unwrap(), ney);
    assert_eq!(store.set_banned("nobody", true).await.unwrap(), None);
}

async fn accounts_are_found_by_a_part_of_their_name(database: Database) {
    let store = database.open().await;
    for (id, name) in [("a", "Ney"), ("b", "Lannes"), ("c", "50_% Murat")] {
        store.add_user(&user(id, name)).await.unwrap();
    }
    store.add_user(&guest("d")).await.unwrap();
    for (part, found) in [("NE", ["b", "a"].as_slice()), ("_%", &["c"]), ("guest", &[]), ("", &["c", "b", "a"])] {
        let users = store.find_accounts(part, 10).await.unwrap();
        assert_eq!(users.iter().map(|user| &*user.id).collect::<Vec<_>>(), found, "{part}");
    }
    assert_eq!(store.find_accounts("", 1).await.unwrap().len(), 1);
}

async fn finished_matches_are_found_by_their_age(database: Database) {
    let store = database.open().await;
    for (id, status, updated) in [("old", "over", 10), ("new", "over", 30), ("live", "playing", 10)] {
        let mut row = game(id, updated);
        row.summary.status = status.into();
        store.add_match(&row, &[]).await.unwrap();
    }
    let found = store.finished_matches(20).await.unwrap();
    assert_eq!(found.iter().map(|row| &*row.id).collect::<Vec<_>>(), ["old"]);
    let said = append("old", 0, "said");
    store.append(said).await.unwrap();
    store.forget_talk("old").await.unwrap();
    assert_eq!(bodies(&store, "old").await, [""; 0]);
}

#[tokio::test]
async fn a_copy_is_taken_while_a_server_runs_and_put_back_when_none_does() {
    let database = Database::sqlite().await;
    let copy = database.folder().expect("a folder").path().join("copy.sqlite");
    let store = database.open().await;
    store.add_user(&user("ney", "Ney")).await.unwrap();
    backup(&database.url, &copy).await.unwrap();
    assert!(backup(&database.url, &copy).await.is_err(), "nothing is overwritten");
    store.add_user(&user("lannes", "Lannes")).await.unwrap();
    let busy = restore(&database.url, &copy).await.unwrap_err().to_string();
    assert!(busy.contains("another Grognard uses"), "{busy}");
    drop(store);

    let wrong = copy.with_file_name("wrong.sqlite");
    std::fs::write(&wrong, "no database").unwrap();
    assert!(restore(&database.url, &wrong).await.is_err());
    let before = restore(&database.url, &copy).await.unwrap().expect("there was one before");
    assert!(before.exists());
    let store = database.open().await;
    assert!(store.user("ney").await.unwrap().is_some());
    assert_eq!(store.user("lannes").await.unwrap(), None, "she came after the copy");
    assert!(backup("postgres://localhost/x", &copy).await.unwrap_err().to_string().contains("pg_dump"));
}

async fn a_forgotten_user_leaves_a_nameless_guest(database: Database) {
    let store = database.open().await;
    let mut ney = user("ney", "Ney");
    ney.email = Some("ney@example.org".into());
    ney.webhook = Some("https://example.org".into());
    (ney.email_confirmed, ney.notice_mail, ney.notice_webhook) = (true, true, true);
    store.add_user(&ney).await.unwrap();
    store.add_session(&ney, &session("s", "ney", 100)).await.unwrap();
    let code = MailCode { user: "ney".into(), email: "e".into(), hash: "h".into(), expires: 9, tries: 0 };
    store.set_email(&ney, &code).await.unwrap();
    let mut row = game("m", 1);
    row.seats[1] = SeatRow { user: Some("ney".into()), ..seat("player") };
    store.add_match(&row, &[]).await.unwrap();
    let mut told = append("m", 0, "turn");
    told.notices = vec![notice("n", "ney", "m", 1)];
    store.append(told).await.unwrap();

    store.forget_user(&ney).await.unwrap();
    assert_eq!(store.user("ney").await.unwrap(), Some(guest("ney")));
    assert_eq!(store.account("Ney").await.unwrap(), None);
    assert_eq!(store.session("hash s", 50).await.unwrap(), None);
    assert_eq!(store.try_mail_code("ney").await.unwrap(), None);
    assert_eq!(store.due_notices(9, 9).await.unwrap(), []);
    assert_eq!(store.match_row("m").await.unwrap().unwrap().seats[1].user.as_deref(), Some("ney"));
    store.add_user(&user("second", "Ney")).await.unwrap();
}

async fn seats_are_handed_over(database: Database) {
    let store = database.open().await;
    for user in [guest("g"), guest("h"), user("ney", "Ney")] {
        store.add_user(&user).await.unwrap();
    }
    store.add_session(&guest("g"), &session("s", "g", 100)).await.unwrap();
    let sits = |user: &str| SeatRow { user: Some(user.into()), seen: 3, ..seat("player") };
    let rows = [("a", ["g", "h"]), ("b", ["h", "g"]), ("c", ["g", "g"]), ("d", ["h", "ney"])];
    for (id, users) in rows {
        store.add_match(&MatchRow { seats: users.map(sits), ..game(id, 1) }, &[]).await.unwrap();
    }
    assert_eq!(store.hand_over("g", &user("ney", "Ney")).await.unwrap(), ["a", "b", "c"]);
    for (id, users) in [("a", ["ney", "h"]), ("b", ["h", "ney"]), ("c", ["ney", "ney"]), ("d", ["h", "ney"])] {
        assert_eq!(store.match_row(id).await.unwrap().unwrap().seats, users.map(sits), "{id}");
    }
    assert_eq!(store.session("hash s", 50).await.unwrap(), None);
    assert_eq!(store.user("g").await.unwrap(), None, "the guest is no more");
    assert_eq!(store.hand_over("g", &user("ney", "Ney")).await.unwrap(), [""; 0]);
}

/// Somebody sits down while a guest's seats are handed over, or the guest himself does.
async fn no_seat_is_lost_when_it_is_handed_over(database: Database) {
    let store = database.open().await;
    for user in [guest("g"), guest("h"), user("ney", "Ney")] {
        store.add_user(&user).await.unwrap();
    }
    let sits = |user: &str| SeatRow { user: Some(user.into()), ..seat("player") };
    for (id, seats) in [("m", [sits("g"), seat("open")]), ("n", [sits("h"), seat("open")])] {
        store.add_match(&MatchRow { seats, ..game(id, 1) }, &[]).await.unwrap();
    }
    store.hand_over("g", &user("ney", "Ney")).await.unwrap();
    // Both have read the match before that.
    let opponent = Append { seated: Some((1, sits("h"))), ..append("m", 0, "sits") };
    store.append(opponent).await.unwrap();
    assert_eq!(store.match_row("m").await.unwrap().unwrap().seats, [sits("ney"), sits("h")]);
    let gone = Append { seated: Some((1, sits("g"))), ..append("n", 0, "sits") };
    assert!(matches!(store.append(gone).await, Err(StoreError::Changed)), "nobody could play there");
    assert_eq!(store.match_row("n").await.unwrap().unwrap().seats[1], seat("open"));
    let new = MatchRow { seats: [sits("g"), seat("open")], ..game("new", 1) };
    assert!(matches!(store.add_match(&new, &[]).await, Err(StoreError::Changed)));
}

// ---- the database itself ---------------------------------------------------------------------------------------------

async fn a_reopened_database_has_kept_everything(database: Database) {
    let store = database.open().await;
    assert!(store.is_well().await);
    store.add_user(&user("ney", "Ney")).await.unwrap();
    store.add_match(&game("m", 1), &["head".into()]).await.unwrap();
    store.append(append("m", 0, "0")).await.unwrap();
    store.append(append("m", 1, "1")).await.unwrap();
    // Opened a second time while the first is just ending, as a restart does that overlaps: the tables are found as they are.
    let (second, ()) = tokio::join!(database.open(), async { drop(store) });
    assert_eq!(bodies(&second, "m").await, ["0", "1"]);
    second.append(append("m", 2, "2")).await.unwrap();
    drop(second);
    let third = database.open().await;
    assert_eq!(bodies(&third, "m").await, ["0", "1", "2"]);
    assert_eq!(third.account("ney").await.unwrap(), Some(user("ney", "Ney")));
}

async fn odd_texts_come_back_unchanged(database: Database) {
    let store = database.open().await;
    let texts = [
        String::new(),
        "'; DROP TABLE users; --".into(),
        r#"{"quote":"\"","back":"\\"}"#.into(),
        "$1 ? :name %s \u{1}\t\r\n".into(),
        "Ünïcödé, 日本語, עברית, 🎲\u{200d}🎲, e\u{301}, \u{feff}\u{10ffff}".into(),
        "long ".repeat(20_000),
    ];
    for (id, text) in ["a", "b", "c", "d", "e", "f"].into_iter().zip(&texts) {
        let who = User { email: Some(text.clone()), ..guest(id) };
        store.add_user(&who).await.unwrap();
        assert_eq!(store.user(id).await.unwrap(), Some(who));
        store.add_match(&MatchRow { head: text.clone(), ..game(id, 1) }, std::slice::from_ref(text)).await.unwrap();
        store.append(append(id, 0, text)).await.unwrap();
        assert_eq!(&store.match_row(id).await.unwrap().unwrap().head, text);
        assert_eq!(store.record(id).await.unwrap(), std::slice::from_ref(text));
        assert_eq!(bodies(&store, id).await, std::slice::from_ref(text));
    }
    for text in &texts {
        assert_eq!(store.user(text).await.unwrap(), None);
        assert_eq!(store.account(text).await.unwrap(), None);
    }
}

async fn everything_acknowledged_survives_dropping_the_store(database: Database) {
    let store = database.open().await;
    let ids: Vec<String> = (0..50).map(|number| format!("m{number}")).collect();
    for id in &ids {
        store.add_match(&game(id, 1), &[]).await.unwrap();
    }
    let outcomes = append_together(&store, ids.iter().map(|id| append(id, 0, "played")).collect()).await;
    assert!(outcomes.iter().all(Result::is_ok));
    drop(store);
    let again = database.open().await;
    for id in &ids {
        assert_eq!(bodies(&again, id).await, ["played"]);
    }
}

async fn two_servers_on_one_database_are_one_too_many(database: Database) {
    let store = database.open().await;
    let second = open(&database.url).await.err().expect("a refusal").to_string();
    assert!(second.contains("another Grognard uses") && second.contains("only one server"), "{second}");
    assert!(store.is_well().await);
    drop(store);
    database.open().await;
}

#[tokio::test]
async fn a_new_file_and_its_folder_are_the_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let database = Database::sqlite().await;
    let store = database.open().await;
    store.add_user(&guest("g")).await.unwrap();
    let folder = database.folder().unwrap().path().join("new");
    assert_eq!(folder.metadata().unwrap().permissions().mode() & 0o777, 0o700);
    let files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap()).collect();
    assert!(files.iter().any(|file| file.file_name() == "store 100%.db"));
    for file in files {
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{:?}", file.file_name());
    }
}

#[tokio::test]
async fn a_database_in_memory_serves_many_at_once() {
    let store = open("sqlite::memory:").await.unwrap();
    let other = open("sqlite::memory:").await.unwrap();
    for number in 0..50 {
        store.add_match(&game(&format!("m{number}"), 1), &[]).await.unwrap();
    }
    let outcomes = append_together(&store, (0..50).map(|number| append(&format!("m{number}"), 0, "x")).collect()).await;
    assert!(outcomes.iter().all(Result::is_ok));
    assert_eq!(ids(&store, List::Live).await.len(), 50);
    assert_eq!(ids(&other, List::Live).await.len(), 0, "memories are not shared");
}

#[tokio::test]
async fn a_database_that_cannot_be_is_refused() {
    for url in ["sqlite:/dev/null/store.db", "mysql://localhost/x", "nonsense"] {
        assert!(matches!(open(url).await, Err(StoreError::Database(_))), "{url}");
    }
}
