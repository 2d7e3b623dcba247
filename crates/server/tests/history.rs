//! A match is its record. What is kept of it, what the first version of the server kept, and what happens to it when the
//! rules or the data change between two starts.

use crate::players::{Player, id_of, token_of, told};
use crate::support::browser::Browser;
use crate::support::database::Database;
use crate::support::folder::Folder;
use crate::support::running::{Running, config};
use engine::Record;
use reqwest::Method;
use serde_json::{Value, json};
use server::Config;
use server::store::{Append, Lines};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, PgPool, SqlSafeStr as _, SqlitePool};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

crate::on_both_databases!(
    matches_of_the_first_version_go_on,
    a_whole_database_of_an_older_version_goes_on,
    the_record_is_what_is_kept,
);

// ---- what is kept ----------------------------------------------------------------------------------------------------

/// Two players, a match between them, and the server that can be started anew.
struct Match {
    database: Database,
    running: Running,
    id: String,
    blue: Player,
    red: Player,
}

impl Match {
    async fn start(database: Database) -> Match {
        let running = Running::start(Config { database: database.url.clone(), ..config() }).await;
        let mut blue = Player::new(&running);
        let pace = json!({ "kind": "live", "bank_ms": 600_000, "grace_ms": 1000 });
        let new = json!({ "game": "hex-fight", "seats": { "blue": "me", "red": "link" }, "pace": pace });
        let made = blue.create(new).await;
        let mut red = Player::with_token(&running, &token_of(&made, "red"));
        red.table(&id_of(&made)).await;
        Match { database, running, id: id_of(&made), blue, red }
    }

    /// Stops the server, lets something happen to the record, and starts it with these data.
    async fn restart(self, data: Option<PathBuf>, meanwhile: impl FnOnce(&mut Record)) -> Match {
        let Match { database, running, id, mut blue, mut red } = self;
        running.stop().await;
        let store = database.open().await;
        let row = store.match_row(&id).await.unwrap().unwrap();
        let (mut record, _) = Record::parse_open(&store.record(&id).await.unwrap().join("\n")).unwrap();
        let before = record.clone();
        meanwhile(&mut record);
        if record != before {
            let lines = Lines { from: 0, cut: true, texts: record.written().1 };
            let (id, version, summary, standing) = (id.clone(), row.version, row.summary, row.standing);
            store.append(Append { id, version, lines, standing, summary, ..Append::default() }).await.unwrap();
        }
        drop(store);
        let running = Running::start(Config { database: database.url.clone(), data, ..config() }).await;
        blue.move_to(running.address);
        red.move_to(running.address);
        Match { database, running, id, blue, red }
    }

    /// Plays so many actions, each the first that is offered.
    async fn play(&mut self, actions: u64) {
        for _ in 0..actions {
            let tables = [self.blue.table(&self.id).await, self.red.table(&self.id).await];
            let (player, table) = match tables[0]["decision"]["choices"].is_array() {
                true => (&mut self.blue, &tables[0]),
                false => (&mut self.red, &tables[1]),
            };
            let request = json!({ "do": "play", "action": table["decision"]["choices"][0]["action"],
                                  "after": table["match"]["actions"] });
            player.act(&self.id, request).await.unwrap();
        }
    }

    /// The lines that are kept.
    async fn lines(&self) -> Vec<String> {
        self.running.app.store.record(&self.id).await.unwrap()
    }

    async fn kept(&self) -> (Record, bool) {
        Record::parse_open(&self.lines().await.join("\n")).unwrap()
    }

    async fn back_to(&mut self, to: usize) {
        self.blue.act(&self.id, json!({ "do": "offer", "what": "take_back", "to": to })).await.unwrap();
        self.red.act(&self.id, json!({ "do": "answer", "accept": true })).await.unwrap();
    }
}

async fn the_record_is_what_is_kept(database: Database) {
    let mut game = Match::start(database).await;
    let id = game.id.clone();
    game.red.act(&id, json!({ "do": "salt", "text": "pepper" })).await.unwrap();
    let (record, _) = game.kept().await;
    assert_eq!(record.head.commitment.unwrap().salts(), [("red".to_string(), "pepper".to_string())]);
    assert_eq!(record.head.seats[1], "red=Guest");
    game.play(1).await;
    let first = game.lines().await;
    game.back_to(0).await;
    assert_eq!(game.lines().await, first[..first.len() - 1]);
    game.play(6).await;
    game.blue.act(&id, json!({ "do": "say", "text": "Where was I?" })).await.unwrap();
    assert_eq!(game.kept().await.0.lines.len(), 6);
    game.back_to(2).await;
    assert_eq!(game.kept().await.0.lines.len(), 2);
    game.play(2).await;
    game.blue.act(&id, json!({ "do": "offer", "what": "draw" })).await.unwrap();
    let before = (game.blue.table(&id).await, game.lines().await);
    let mut game = game.restart(None, |_| {}).await;
    let after = game.blue.table(&id).await;
    for part in ["match", "view", "decision", "log", "chat", "offer"] {
        assert_eq!(after[part], before.0[part], "{part}");
    }
    assert_eq!((&game.lines().await, after["clock"]["runs"].clone()), (&before.1, before.0["clock"]["runs"].clone()));
    // An offer that nobody answered is gone with the next action, also after a restart.
    game.play(1).await;
    let mut game = game.restart(None, |_| {}).await;
    assert_eq!(game.blue.table(&id).await["offer"], Value::Null);
    game.red.act(&id, json!({ "do": "concede" })).await.unwrap();
    let (record, closed) = game.kept().await;
    let text = game.lines().await.join("\n") + "\n";
    assert_eq!((closed, game.blue.record(&id).await), (true, text.clone()));
    assert_eq!(record.to_string(), text);
    catalogue::HEX_FIGHT.load(None).unwrap().replay(&record).unwrap();
    game.running.stop().await;
}

// ---- the first version -----------------------------------------------------------------------------------------------

const PLAYED: &str = "scmv8d4yn73wduc6";
const OVER: &str = "u5aymzhp9js8kfwm";
const WAITING: &str = "i2cq5dmd7fbbfhk5";
const BLUE: &str = "grognard=afa43dea4ad5c3be69d7f52cad2050c2354d179824698403ce29d958e8234212";
const RED: &str = "d3093a280951f3898a055359b326018840cbd30955c6b596635af23e62739e49";

/// The first so many steps to today's tables, as they were when no others were known.
fn steps(kind: &str, count: usize) -> Migrator {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(kind);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let steps = files.iter().take(count).map(|file| {
        let (number, name) = file.file_stem().unwrap().to_str().unwrap().split_once('_').unwrap();
        let sql = AssertSqlSafe(std::fs::read_to_string(file).unwrap()).into_sql_str();
        Migration::new(number.parse().unwrap(), name.to_string().into(), MigrationType::Simple, sql, false)
    });
    Migrator::with_migrations(steps.collect())
}

/// Makes a database as an older server left it, which knew so many steps.
async fn made_by_an_older_one(database: &Database, count: usize, kept: &'static str) {
    match database.url.strip_prefix("sqlite:") {
        Some(path) => {
            std::fs::create_dir_all(Path::new(path).parent().unwrap()).unwrap();
            let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path).create_if_missing(true);
            let pool = SqlitePool::connect_with(options).await.unwrap();
            steps("sqlite", count).run(&pool).await.unwrap();
            sqlx::raw_sql(kept).execute(&pool).await.unwrap();
            pool.close().await;
        }
        None => {
            let pool = PgPool::connect(&database.url).await.unwrap();
            steps("postgres", count).run(&pool).await.unwrap();
            sqlx::raw_sql(kept).execute(&pool).await.unwrap();
            if kept.contains("INSERT INTO rated_matches ") {
                // Whose numbers it gives itself: it goes on after those that are there.
                let numbers = "SELECT setval('rated_matches_number_seq', (SELECT max(number) FROM rated_matches))";
                sqlx::raw_sql(numbers).execute(&pool).await.unwrap();
            }
            pool.close().await;
        }
    }
}

async fn matches_of_the_first_version_go_on(database: Database) {
    made_by_an_older_one(&database, 1, include_str!("older/first.sql")).await;
    let began = Instant::now();
    let running = Running::start(Config { database: database.url.clone(), ..config() }).await;
    let (mut blue, red) = (Player::new(&running), Player::with_token(&running, RED));
    blue.browser.cookie = Some(BLUE.into());
    assert_eq!(running.app.store.older_matches().await.unwrap(), [""; 0]);
    assert_eq!(running.app.store.older_journal(PLAYED).await.unwrap(), []);
    // What is over is what it was, to the letter, and was said is still there.
    assert_eq!(blue.record(OVER).await, include_str!("older/first.record"));
    let over = blue.table(OVER).await;
    assert_eq!((&over["match"]["status"], &over["chat"][0]["text"]), (&json!("over"), &json!("Done.")));
    assert_eq!(over["match"]["result"]["winner"], "red");
    // It is found among the finished ones, with who has won it.
    let found = loop {
        // The server finds that out beside everything else, once.
        let (_, list) = blue.browser.get("/api/archive?game=hex-fight&result=red").await;
        if let Some(found) = list["matches"].as_array().and_then(|list| list.first()).cloned() {
            break found;
        }
        assert!(began.elapsed().as_secs() < 120, "waited in vain: the archive");
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    };
    assert_eq!(found["id"], OVER);
    // What was in play goes on where it was.
    let table = blue.table(PLAYED).await;
    assert_eq!((&table["match"]["actions"], &table["yours"]), (&json!(25), &json!(["blue"])));
    assert_eq!(table["match"]["dice"]["salts"], json!({ "blue": "pepper" }));
    assert_eq!(table["offer"], json!({ "what": "draw", "by": "blue" }));
    let said: Vec<_> = table["chat"].as_array().unwrap().iter().map(|line| line["text"].clone()).collect();
    assert_eq!(said, ["Good luck, \"Ben\"!", "And to you.", "That hurt."]);
    assert_eq!(table["clock"]["runs"], "red");
    // Nobody is charged for the years between; red is for what the test has taken, at the most.
    let (banks, took) = (&table["clock"]["bank_ms"], began.elapsed().as_millis() as i64);
    assert_eq!(banks[0], 599_709);
    assert!((600_000 - took..=600_000).contains(&banks[1].as_i64().unwrap()), "{took} ms: {banks}");
    let id = PLAYED.to_string();
    let mut game = Match { database, running, id, blue, red }.restart(None, |_| {}).await;
    assert_eq!(game.red.act(PLAYED, json!({ "do": "salt", "text": "late" })).await.unwrap_err(), "too_late");
    game.play(3).await;
    assert_eq!(game.blue.table(PLAYED).await["offer"], Value::Null);
    game.blue.act(PLAYED, json!({ "do": "concede" })).await.unwrap();
    let record = Record::parse(&game.blue.record(PLAYED).await).unwrap();
    assert_eq!((record.lines.len(), record.head.seats[0].as_str()), (29, "blue=Guest_JQDR"));
    assert_eq!(record.lines.iter().filter(|line| line.again == 1).count(), 1, "the take-back is still told");
    catalogue::HEX_FIGHT.load(None).unwrap().replay(&record).unwrap();
    // What waited for a player begins, with the salt that was given before.
    let mut carl = Player::known(&game.running).await;
    carl.act(WAITING, json!({ "do": "sit", "side": "red" })).await.unwrap();
    carl.act(WAITING, json!({ "do": "concede" })).await.unwrap();
    let record = Record::parse(&carl.record(WAITING).await).unwrap();
    assert_eq!(record.head.commitment.unwrap().salts(), [("blue".to_string(), "early".to_string())]);
    game.running.stop().await;
}

// ---- a whole older database --------------------------------------------------------------------------------------------

/// What tools/older wrote down, and how many steps the tables of that version have.
const WHOLE: (usize, &str) = (9, include_str!("older/0.1.0.sql"));
const KEY: &str = "a key that nobody guesses";

/// Somebody of that database, who signs in.
async fn back(running: &Running, name: &str) -> Player {
    let mut player = Player::new(running);
    told(player.browser.post("/api/session", json!({ "name": name, "password": "vive l'empereur" })).await).unwrap();
    player
}

/// The matches of a list.
async fn listed(player: &mut Player, list: &str) -> Vec<Value> {
    told(player.browser.get(&format!("/api/matches?list={list}")).await).unwrap()["matches"].as_array().unwrap().clone()
}

/// Plays so many actions of a match, whoever's choice it is.
async fn play_on(players: &mut [Player; 2], id: &str, actions: u64) {
    let begun = players[0].table(id).await["match"]["actions"].as_u64().unwrap();
    let mut after = begun;
    while after < begun + actions {
        for player in players.iter_mut() {
            let table = player.table(id).await;
            assert_eq!(table["match"]["parted"], Value::Null);
            if let Some(action) = table["decision"]["choices"].as_array().map(|choices| &choices[0]["action"]) {
                player
                    .act(id, json!({ "do": "play", "action": action, "after": table["match"]["actions"] }))
                    .await
                    .unwrap();
                break;
            }
        }
        // A computer may have to choose.
        let table = players[0].get(id, &format!("/table?after={after}&wait=30")).await.unwrap();
        assert!(table["match"]["actions"].as_u64() > Some(after), "nobody plays: {table}");
        after = table["match"]["actions"].as_u64().unwrap();
    }
}

async fn a_whole_database_of_an_older_version_goes_on(database: Database) {
    made_by_an_older_one(&database, WHOLE.0, WHOLE.1).await;
    let config = Config { database: database.url.clone(), admin_key: Some(KEY.into()), ..config() };
    let running = Running::start(config).await;
    let (mut ney, soult) = (back(&running, "Ney").await, back(&running, "Soult").await);
    let mut davout = back(&running, "Davout").await;
    // What was finished: matches, ratings, a study, a tournament.
    let found = told(ney.browser.get("/api/archive?game=hex-fight&player=Ney").await).unwrap()["matches"].take();
    assert_eq!(found.as_array().unwrap().len(), 2, "{found}");
    let over = listed(&mut ney, "archived").await.remove(0)["id"].as_str().unwrap().to_string();
    let record = Record::parse(&davout.record(&over).await).unwrap();
    catalogue::HEX_FIGHT.load(None).unwrap().replay(&record).unwrap();
    let studies = told(ney.browser.get("/api/studies").await).unwrap()["studies"].take();
    let study = studies[0]["id"].as_str().unwrap();
    assert_eq!(studies[0]["title"], "Why he gave up");
    let request = davout.browser.request(Method::GET, &format!("/api/studies/{study}/record"));
    assert!(request.send().await.unwrap().text().await.unwrap().contains("Here it went wrong."));
    let mut ratings = async || told(davout.browser.get("/api/ratings?game=hex-fight").await).unwrap()["players"].take();
    let rated = ratings().await;
    assert_eq!((&rated[0]["name"], &rated[0]["matches"], &rated[1]["won"]), (&json!("Ney"), &json!(2), &json!(0)));
    let mut operator = Player::at(running.address);
    operator.browser.bearer = Some(KEY.into());
    assert_eq!(told(operator.browser.post("/api/desk/ratings", json!({})).await).unwrap()["matches"], 2);
    assert_eq!(ratings().await, rated, "worked out anew they are the same");
    let tokens = told(ney.browser.get("/api/tokens").await).unwrap();
    assert!(tokens.to_string().contains("\"bot\""), "{tokens}");
    let cups = told(ney.browser.get("/api/tournaments").await).unwrap()["tournaments"].take();
    let cup = cups.as_array().unwrap().iter().find(|cup| cup["status"] == "over").expect("one that is over");
    assert_eq!(cup["winner"], "Ney", "{cup}");
    // What was in play goes on: all games, against the computer, with a clock and an offer. Then it is given up.
    let mut both = [ney, soult];
    let playing = listed(&mut both[0], "mine")
        .await
        .into_iter()
        .filter(|row| row["status"] == "playing" && row["tournament"].is_null());
    let mut games = BTreeSet::new();
    for row in playing {
        let id = row["id"].as_str().unwrap();
        if row["pace"]["kind"] == "live" {
            let table = both[0].table(id).await;
            assert_eq!(table["offer"], json!({ "what": "draw", "by": "blue" }));
            assert_eq!(table["chat"][0]["text"], "It's \"cold\";\nisn't it?");
            assert!(table["clock"]["runs"].is_string());
        }
        play_on(&mut both, id, 4).await;
        both[0].act(id, json!({ "do": "concede" })).await.unwrap();
        let game = row["game"].as_str().unwrap().to_string();
        let record = Record::parse(&both[0].record(id).await).unwrap();
        catalogue::find(&game).unwrap().load(None).unwrap().replay(&record).unwrap();
        games.insert(game);
    }
    assert_eq!(games.len(), catalogue::GAMES.len() + 1);
    let [mut ney, mut soult] = both;
    // What waited for somebody begins; what is won and lost now is rated after all that was.
    let waiting =
        listed(&mut ney, "mine").await.into_iter().find(|row| row["status"] == "waiting" && row["rated"] == false);
    let waiting = waiting.expect("one that waits")["id"].as_str().unwrap().to_string();
    soult.act(&waiting, json!({ "do": "sit", "side": "red" })).await.unwrap();
    soult.act(&waiting, json!({ "do": "concede" })).await.unwrap();
    // The other tournament comes to its second round.
    let league = cups.as_array().unwrap().iter().find(|cup| cup["status"] == "playing").expect("one that is played");
    let league = league["id"].as_str().unwrap().to_string();
    let round = async || {
        let league = told(Browser::new(running.address).get(&format!("/api/tournaments/{league}")).await).unwrap();
        league["info"]["round"].as_u64().unwrap()
    };
    for player in [&mut ney, &mut soult, &mut davout] {
        for row in
            listed(player, "mine").await.iter().filter(|row| row["tournament"] == league && row["status"] != "over")
        {
            player.table(row["id"].as_str().unwrap()).await;
        }
    }
    for player in [&mut ney, &mut soult, &mut davout] {
        for row in
            listed(player, "mine").await.iter().filter(|row| row["tournament"] == league && row["status"] == "playing")
        {
            player.act(row["id"].as_str().unwrap(), json!({ "do": "concede" })).await.unwrap();
        }
    }
    let began = Instant::now();
    while round().await < 2 {
        assert!(began.elapsed().as_secs() < 120, "waited in vain: the second round");
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let reckoned = told(operator.browser.post("/api/desk/ratings", json!({})).await).unwrap();
    assert!(reckoned["matches"].as_u64() > Some(2 + catalogue::GAMES.len() as u64), "{reckoned}");
    running.stop().await;
}

// ---- other rules and data --------------------------------------------------------------------------------------------

/// A folder of changed data files in which the map reads so.
fn changed_map(change: impl FnOnce(&str) -> String) -> Folder {
    let folder = Folder::new();
    let map = include_str!("../../../examples/hex-fight/data/map.toml");
    std::fs::create_dir(folder.path().join("hex-fight")).unwrap();
    std::fs::write(folder.path().join("hex-fight/map.toml"), change(map)).unwrap();
    folder
}

/// What a table says of other rules and data: where they took over, and the sentences of the log.
fn changes(table: &Value) -> (Vec<Value>, Vec<&str>) {
    let after = table["match"]["changes"].as_array().unwrap().iter().map(|change| change["after"].clone());
    let events = table["log"].as_array().unwrap().iter().filter_map(|event| event["text"].as_str());
    (after.collect(), events.filter(|text| text.starts_with("From here on the match goes by ")).collect())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn newer_rules_hold_from_a_line_on_that_both_are_told() {
    let mut game = Match::start(Database::sqlite().await).await;
    let id = game.id.clone();
    game.play(5).await;
    let mut game = game.restart(None, |record| record.head.rules = 0).await;
    let told = "From here on the match goes by version 1 of the rules (before: 0).";
    let looker = Player::new(&game.running);
    for mut player in [game.blue.clone(), game.red.clone(), looker] {
        let table = player.table(&id).await;
        assert_eq!(changes(&table), (vec![json!(5)], vec![told]));
        assert_eq!((&table["match"]["changes"][0]["rules"], &table["match"]["parted"]), (&json!(1), &Value::Null));
    }
    // Nothing is written before somebody goes on by them: the operator may have been mistaken.
    game.blue.act(&id, json!({ "do": "say", "text": "Newer rules!" })).await.unwrap();
    assert_eq!(game.kept().await.0.played_by().0, 0);
    game.play(2).await;
    let (record, _) = game.kept().await;
    assert_eq!((record.head.rules, record.played_by().0, record.changes[0].after), (0, 1, 5));
    game.back_to(3).await;
    assert_eq!(changes(&game.blue.table(&id).await), (vec![json!(3)], vec![told]));
    let mut game = game.restart(None, |_| {}).await;
    assert_eq!(changes(&game.red.table(&id).await), (vec![json!(3)], vec![told]));
    game.play(1).await;
    game.blue.act(&id, json!({ "do": "concede" })).await.unwrap();
    let text = game.blue.record(&id).await;
    let record = Record::parse(&text).unwrap();
    assert_eq!((record.head.rules, record.changes.len(), record.changes[0].after), (0, 1, 3));
    catalogue::HEX_FIGHT.load(None).unwrap().replay(&record).unwrap();
    let replay = game.blue.get(&id, "/replay?see=all").await.unwrap();
    assert!(replay["remarks"].to_string().contains("From action 4 on version 1 of the rules"), "{replay}");
    assert!(replay["steps"][3]["events"].to_string().contains(told), "{replay}");
    game.running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_newer_rules_do_not_allow_can_be_read_and_ended() {
    for ending in ["concede", "draw"] {
        let mut game = Match::start(Database::sqlite().await).await;
        let id = game.id.clone();
        game.play(6).await;
        let mut line = 0;
        let castled = |record: &mut Record| {
            record.head.rules = 0;
            record.lines[3].action = "castle".into();
            line = record.line_of_action(3);
        };
        let mut game = game.restart(None, castled).await;
        let kept = game.lines().await;
        for mut player in [game.blue.clone(), game.red.clone()] {
            let table = player.table(&id).await;
            let parted = table["match"]["parted"].as_str().unwrap();
            assert!(parted.contains("can only be ended") && parted.contains(&format!("line {line}: ")), "{parted}");
            assert_eq!((&table["match"]["actions"], &table["decision"]["side"]), (&json!(6), &Value::Null));
            assert_eq!((&table["clock"]["runs"], &table["match"]["changes"]), (&Value::Null, &json!([])));
            let play = json!({ "do": "play", "action": "0203-0304", "after": 6 });
            assert_eq!(player.act(&id, play).await.unwrap_err(), "parted");
            assert_eq!(player.act(&id, json!({ "do": "undo", "after": 6 })).await.unwrap_err(), "no_undo");
            let back = json!({ "do": "offer", "what": "take_back", "to": 1 });
            assert_eq!(player.act(&id, back).await.unwrap_err(), "no_undo");
            player.act(&id, json!({ "do": "say", "text": "A pity." })).await.unwrap();
        }
        let replay = game.blue.get(&id, "/replay").await.unwrap();
        assert!(replay["older"].as_str().unwrap().contains("as far as both agree"), "{replay}");
        assert_eq!(replay["steps"].as_array().unwrap().len(), 3);
        assert_eq!(game.lines().await, kept);
        match ending {
            "draw" => {
                game.blue.act(&id, json!({ "do": "offer", "what": "draw" })).await.unwrap();
                game.red.act(&id, json!({ "do": "answer", "accept": true })).await.unwrap();
            }
            _ => drop(game.blue.act(&id, json!({ "do": "concede" })).await.unwrap()),
        }
        let mut game = game.restart(None, |_| {}).await;
        let table = game.red.table(&id).await;
        assert_eq!(table["match"]["status"], "over");
        assert_eq!(table["match"]["result"]["winner"], if ending == "draw" { Value::Null } else { json!("red") });
        let text = game.red.record(&id).await;
        assert_eq!(text.lines().take(kept.len()).collect::<Vec<_>>(), kept);
        let record = Record::parse(&text).unwrap();
        assert_eq!((record.lines.len(), &*record.lines[6].action), (7, ending));
        game.red.act(&id, json!({ "do": "rematch" })).await.unwrap();
        game.running.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changed_data_enter_no_match_in_silence() {
    let mut game = Match::start(Database::sqlite().await).await;
    let id = game.id.clone();
    game.play(4).await;
    let began = game.kept().await.0;
    let alike = changed_map(|map| format!("# Mine.\n{map}"));
    let mut game = game.restart(Some(alike.path().into()), |_| {}).await;
    let table = game.red.table(&id).await;
    let (after, told) = changes(&table);
    let data = table["match"]["changes"][0]["data"].as_str().unwrap().to_string();
    let expected = format!("From here on the match goes by the data files {data} (before: {}).", began.head.data);
    assert_eq!((after, told), (vec![json!(4)], vec![&*expected]));
    // Taken away again before anybody played, they leave nothing behind.
    let game = game.restart(None, |_| {}).await;
    assert_eq!(changes(&game.red.clone().table(&id).await), (vec![], vec![]));
    let mut game = game.restart(Some(alike.path().into()), |_| {}).await;
    game.play(1).await;
    assert_eq!(game.kept().await.0.played_by(), (began.head.rules, &*data));
    // And back: that is a change too.
    let mut game = game.restart(None, |_| {}).await;
    game.play(1).await;
    game.red.act(&id, json!({ "do": "concede" })).await.unwrap();
    let record = Record::parse(&game.blue.record(&id).await).unwrap();
    assert_eq!(record.changes.iter().map(|change| change.after).collect::<Vec<_>>(), [4, 5]);
    assert_eq!(record.played_by(), began.played_by());
    catalogue::HEX_FIGHT.load(None).unwrap().replay(&record).unwrap();
    game.running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn data_that_do_not_fit_stop_a_match_until_they_are_gone() {
    let mut game = Match::start(Database::sqlite().await).await;
    let id = game.id.clone();
    game.play(4).await;
    let began = game.kept().await.0;
    // Nobody stands where the first action began.
    let from = began.lines[0].action.split_once('-').unwrap().0.to_string();
    let other = changed_map(|map| map.replacen(&format!("{from} "), "", 1));
    let mut game = game.restart(Some(other.path().into()), |_| {}).await;
    let table = game.blue.table(&id).await;
    assert!(table["match"]["parted"].as_str().unwrap().contains(&format!("line {}: ", began.line_of_action(0))));
    // Its players may have what there is of its record; nobody else.
    assert_eq!(Record::parse(&game.blue.record(&id).await).unwrap(), began);
    assert_eq!(Player::new(&game.running).get(&id, "/record").await.unwrap_err(), "not_over");
    let mut game = game.restart(None, |_| {}).await;
    assert_eq!(game.blue.table(&id).await["match"]["parted"], Value::Null);
    game.play(1).await;
    let mut game = game.restart(Some(other.path().into()), |_| {}).await;
    game.red.act(&id, json!({ "do": "concede" })).await.unwrap();
    let record = Record::parse(&game.blue.record(&id).await).unwrap();
    assert_eq!((record.lines.len(), record.changes.len()), (6, 0));
    // With the data that it was played with it is true to its end.
    catalogue::HEX_FIGHT.load(None).unwrap().replay(&record).unwrap();
    game.running.stop().await;
}
