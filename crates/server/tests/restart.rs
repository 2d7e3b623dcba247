//! A server that is killed at any moment loses nothing that it has acknowledged, and goes on where it was: itself when it
//! is started anew, or others that share the work.

use crate::players::{Player, Socket, id_of};
use crate::support::database::Database;
use crate::support::running::{Running, config, until};
use engine::Record;
use engine::dice::SeededDice;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::Config;
use sqlx::{Connection as _, PgConnection};
use std::fs::DirEntry;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tracing_subscriber::filter::LevelFilter;

/// The variable that tells the other process where its database is.
const DATABASE: &str = "GROGNARD_TEST_DATABASE";
/// The variable that tells it, if it is set, that there are others.
const AMONG: &str = "GROGNARD_TEST_AMONG";
/// Between two looks at something that takes a while.
const GLANCE: Duration = Duration::from_millis(20);
/// How many servers share the work.
const SERVERS: usize = 3;
/// How many play, each a match and then the next.
const CLIENTS: usize = 24;
/// How often the server is killed.
const DEATHS: usize = 6;
/// How long the others take a server to be there after it last said so, in seconds.
const LEASE: f64 = 3.0;

/// The server itself, in a process of its own that can be killed.
#[test]
#[ignore = "this is the other process of the tests below"]
fn the_other_process() {
    let database = std::env::var(DATABASE).expect("a database");
    // What a server complains of is told with the failure of the test.
    tracing_subscriber::fmt().with_max_level(LevelFilter::WARN).with_writer(std::io::stderr).init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let reach = std::env::var(AMONG).is_ok().then(|| "127.0.0.1:0".to_string());
        let running = Running::start(Config { database, reach, ..config() }).await;
        println!("\nserving {}", running.address);
        // Until it is killed, or nobody is left to do that.
        let _ = tokio::task::spawn_blocking(|| std::io::stdin().read_line(&mut String::new())).await;
    });
}

/// A server in a process of its own.
struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    fn start(database: &str) -> Process {
        Process::started(database, false)
    }

    fn started(database: &str, among: bool) -> Process {
        let program = std::env::current_exe().expect("this program");
        let mut child = Command::new(program)
            .args(["--exact", "restart::the_other_process", "--ignored", "--nocapture"])
            .env(DATABASE, database)
            .envs(among.then_some((AMONG, "yes")))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the other process starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines().map_while(Result::ok);
        let address = lines.find_map(|line| line.strip_prefix("serving ")?.parse().ok());
        // Heard to the end: a test that has run for a minute says so, and dies where nobody hears it.
        std::thread::spawn(move || lines.for_each(drop));
        Process { child, address: address.expect("the server's address") }
    }

    /// Sends it a signal.
    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
    }

    /// Freezes it, and waits until each of its threads stands still: on a busy machine some go on for a while.
    async fn freeze(&self) {
        self.signal("-STOP");
        let threads = format!("/proc/{}/task", self.child.id());
        let moves = |thread: std::io::Result<DirEntry>| {
            // One that has ended meanwhile moves no more.
            let state = std::fs::read_to_string(thread.expect("a thread").path().join("stat"));
            state.is_ok_and(|state| !state.rsplit(") ").next().is_some_and(|state| state.starts_with('T')))
        };
        until("it stands still", || !std::fs::read_dir(&threads).expect("its threads").any(moves)).await;
    }

    /// SIGKILL: it gets no chance to put anything in order.
    fn kill(mut self) {
        assert!(self.child.try_wait().expect("its state").is_none(), "it has died before it was killed");
    }
}

/// It ends with the test, though that may fail while it is frozen and hears nothing.
impl Drop for Process {
    fn drop(&mut self) {
        self.child.kill().expect("the process is killed");
        self.child.wait().expect("the process has ended");
    }
}

/// A match, as whoever plays it remembers it.
#[derive(Default)]
struct Played {
    id: String,
    /// What was acknowledged, in order; nothing for what somebody else played, or what was played but not acknowledged.
    acknowledged: Vec<String>,
    /// How many actions were sent, acknowledged or not.
    sent: usize,
}

/// Somebody who plays both sides of a match, or one against the computer, and then the next one.
struct Client {
    player: Player,
    dice: SeededDice,
    /// What he plays.
    now: Played,
    /// What he has played to its end.
    before: Vec<Played>,
    /// Where the servers are by now.
    servers: watch::Receiver<Vec<SocketAddr>>,
    /// Whether he plays over a socket.
    by_socket: bool,
    socket: Option<Socket>,
    /// How many actions were acknowledged.
    progress: Arc<Progress>,
    number: usize,
}

/// How many actions were acknowledged.
struct Progress {
    all: AtomicUsize,
    /// By each client.
    each: Vec<AtomicUsize>,
}

impl Progress {
    fn new(clients: usize) -> Arc<Progress> {
        Arc::new(Progress { all: AtomicUsize::new(0), each: (0..clients).map(|_| AtomicUsize::new(0)).collect() })
    }

    fn all(&self) -> usize {
        self.all.load(Ordering::Relaxed)
    }

    fn each(&self) -> Vec<usize> {
        self.each.iter().map(|one| one.load(Ordering::Relaxed)).collect()
    }

    /// Whether everybody has played on since.
    fn is_beyond(&self, before: &[usize]) -> bool {
        self.each().iter().zip(before).all(|(&now, &before)| now > before)
    }
}

impl Client {
    /// What the match is like: both sides are his, or one is the computer's.
    fn match_wanted(&self) -> Value {
        let other = if self.number.is_multiple_of(3) { json!({ "computer": "random" }) } else { json!("me") };
        json!({ "game": "hex-fight", "seats": { "blue": "me", "red": other } })
    }

    /// Begins another match, wherever a server answers.
    async fn begin_another(&mut self) {
        let new = self.match_wanted();
        loop {
            let request = self.player.browser.request(Method::POST, "/api/matches").json(&new);
            let answer = async { request.send().await.ok()?.error_for_status().ok()?.json::<Value>().await.ok() };
            if let Some(made) = answer.await {
                let next = Played { id: id_of(&made), ..Played::default() };
                self.before.push(std::mem::replace(&mut self.now, next));
                self.socket = None;
                return;
            }
            self.find_server().await;
        }
    }

    /// Asks about a match until a server answers, wherever it is by now.
    async fn ask(&mut self, id: &str, path: &str) -> Value {
        loop {
            let request = self.player.browser.request(Method::GET, &format!("/api/matches/{id}{path}"));
            let answer = async { request.send().await.ok()?.error_for_status().ok()?.json().await.ok() };
            if let Some(value) = answer.await {
                return value;
            }
            self.find_server().await;
        }
    }

    async fn find_server(&mut self) {
        tokio::time::sleep(Duration::from_millis(20)).await;
        let servers = self.servers.borrow().clone();
        let address = servers[self.dice.below(servers.len())];
        if address != self.player.address {
            self.player.move_to(address);
        }
        self.socket = None;
    }

    /// Plays one action; whether it was acknowledged.
    async fn play(&mut self, action: &str, after: usize) -> bool {
        self.now.sent += 1;
        let body = json!({ "do": "play", "action": action, "after": after });
        if self.by_socket {
            return self.play_by_socket(body, after).await;
        }
        let request =
            self.player.browser.request(Method::POST, &format!("/api/matches/{}/do", self.now.id)).json(&body);
        let Ok(answer) = request.send().await else { return false };
        // While a match goes over to another server it may be refused; alone a server refuses nothing.
        let is_going_over = [StatusCode::CONFLICT, StatusCode::SERVICE_UNAVAILABLE].contains(&answer.status());
        if is_going_over && self.servers.borrow().len() > 1 {
            return false;
        }
        assert!(answer.status() == StatusCode::OK, "{}: {action} after {after}", answer.status());
        answer.json::<Value>().await.is_ok_and(|answer| answer["actions"] == after as u64 + 1)
    }

    async fn play_by_socket(&mut self, request: Value, after: usize) -> bool {
        let mut socket = match self.socket.take() {
            Some(socket) => socket,
            None => match self.player.try_enter(&self.now.id, json!({ "do": "enter", "choices": "short" })).await {
                Some((socket, _)) => socket,
                None => return false,
            },
        };
        let Some(answer) = socket.try_ask(request.clone()).await else { return false };
        self.socket = Some(socket);
        let is_done = answer["ok"] == true && answer["actions"] == after as u64 + 1;
        let kind = answer["error"]["kind"].as_str().unwrap_or_default();
        assert!(is_done || ["stale", "elsewhere", "lost_touch"].contains(&kind), "{request}: {answer}");
        is_done
    }

    /// Plays on until it is told to end.
    async fn go_on(mut self, ending: watch::Receiver<bool>) -> Client {
        while !*ending.borrow() {
            let table = self.ask(&self.now.id.clone(), "/table?choices=short").await;
            if table["match"]["status"] == "over" {
                self.begin_another().await;
                continue;
            }
            let actions = table["match"]["actions"].as_u64().expect("a number") as usize;
            let acknowledged = &mut self.now.acknowledged;
            assert!(actions >= acknowledged.len(), "{} of {} are left", actions, acknowledged.len());
            let Some(options) = table["decision"]["options"].as_array() else {
                tokio::time::sleep(Duration::from_millis(10)).await;
                continue;
            };
            let action = options[self.dice.below(options.len())].as_str().expect("a notation").to_string();
            if self.play(&action, actions).await {
                // What the computer played between, and what was played but not acknowledged, is not ours to promise.
                self.now.acknowledged.resize(actions, String::new());
                self.now.acknowledged.push(action);
                self.progress.all.fetch_add(1, Ordering::Relaxed);
                self.progress.each[self.number].fetch_add(1, Ordering::Relaxed);
            }
        }
        self
    }

    /// Ends the last match and compares the records of all with what was acknowledged: how much that was.
    async fn check(mut self) -> usize {
        let game = catalogue::HEX_FIGHT.load(None).expect("the game");
        let (last, mut played) = (self.now.id.clone(), std::mem::take(&mut self.before));
        if self.ask(&last, "").await["status"] != "over" {
            self.player.act(&last, json!({ "do": "concede" })).await.expect("an end");
        }
        played.push(std::mem::take(&mut self.now));
        for Played { id, acknowledged, sent } in &played {
            let record = Record::parse(&self.player.record(id).await).expect("a record");
            game.replay(&record).expect("the record is true");
            // What was sent was played once at the most; the end is a line as well.
            let own = record.lines.len() <= sent + 1;
            assert!(own || record.head.seats.iter().any(|seat| seat.ends_with("=random")), "match {id}");
            for (number, action) in acknowledged.iter().enumerate().filter(|(_, action)| !action.is_empty()) {
                assert_eq!(&record.lines[number].action, action, "action {number} of match {id}");
            }
        }
        played.iter().map(|played| played.acknowledged.len()).sum()
    }
}

async fn killed_again_and_again(database: Database) {
    // The HTTP client wants one, though nothing here is encrypted; the second test finds it there.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut process = Process::start(&database.url);
    let (addresses, servers) = watch::channel(vec![process.address]);
    let (end, ending) = watch::channel(false);
    let progress = Progress::new(CLIENTS);
    let clients = begin(&servers, &ending, &progress, false).await;
    let mut dice = SeededDice::new(99);
    let mut played_on = async || {
        let enough = progress.all() + CLIENTS + dice.below(60);
        until("the matches go on", || progress.all() >= enough).await;
    };
    for _ in 0..DEATHS {
        played_on().await;
        process.kill();
        process = Process::start(&database.url);
        addresses.send_replace(vec![process.address]);
    }
    played_on().await;
    end.send_replace(true);
    check(clients, &progress).await;
    process.kill();
}

/// Everybody begins a match at one of the servers, by turns, and plays.
async fn begin(
    servers: &watch::Receiver<Vec<SocketAddr>>,
    ending: &watch::Receiver<bool>,
    progress: &Arc<Progress>,
    sockets: bool,
) -> Vec<JoinHandle<Client>> {
    let addresses = servers.borrow().clone();
    let mut clients = Vec::new();
    for number in 0..CLIENTS {
        let player = Player::at(addresses[number % addresses.len()]);
        let dice = SeededDice::new(number as u64);
        let (servers, progress, by_socket) = (servers.clone(), progress.clone(), sockets && number % 2 == 1);
        let (now, before, socket) = (Played::default(), Vec::new(), None);
        let mut client = Client { player, dice, now, before, servers, by_socket, socket, progress, number };
        client.now.id = id_of(&client.player.create(client.match_wanted()).await);
        // He need not ask the server that plays his match.
        client.player.move_to(addresses[number / 2 % addresses.len()]);
        clients.push(tokio::spawn(client.go_on(ending.clone())));
    }
    clients
}

/// Holds everything that was acknowledged to the records.
async fn check(clients: Vec<JoinHandle<Client>>, progress: &Progress) {
    let mut acknowledged = 0;
    for client in clients {
        acknowledged += client.await.expect("a client").check().await;
    }
    assert!(acknowledged >= progress.all());
}

/// A server that was killed.
struct Dead {
    number: i64,
    /// Until when what it played is its own, by the database's clock, in seconds since 1970.
    until: f64,
    /// How many seconds that was from the moment when it was looked up, just after its death.
    left: f64,
    matches: Vec<String>,
}

impl Dead {
    /// What the database knows of the server that was reached there; nothing, if the others had taken it for dead before.
    async fn find(database: &mut PgConnection, address: SocketAddr) -> Option<Dead> {
        let sql = "SELECT number, EXTRACT(EPOCH FROM until)::FLOAT8, EXTRACT(EPOCH FROM until - clock_timestamp())::FLOAT8 \
                   FROM servers WHERE reach = $1 ORDER BY number DESC LIMIT 1";
        let found = sqlx::query_as(sql).bind(address.to_string()).fetch_optional(&mut *database).await;
        let (number, until, left): (i64, f64, f64) = found.expect("the database answers")?;
        let owned = sqlx::query_scalar("SELECT match_id FROM owners WHERE server = $1").bind(number);
        Some(Dead { number, until, left, matches: owned.fetch_all(database).await.expect("its matches") })
    }

    /// Nobody plays its matches before its time is over, and then whoever asks at one of the others is answered at once; but for
    /// a machine that is so busy that one of these is held up, or taken for dead as well.
    async fn is_survived(&self, database: &mut PgConnection, dice: &mut SeededDice, others: &[SocketAddr]) {
        assert!(self.left <= LEASE, "{} s", self.left);
        while now(database).await <= self.until {
            tokio::time::sleep(GLANCE).await;
        }
        let living = numbers(database).await;
        let mut others: Vec<Player> = others.iter().map(|&address| Player::at(address)).collect();
        for id in &self.matches {
            let asked = &mut others[dice.below(SERVERS - 1)];
            let answer = tokio::time::timeout(Duration::from_secs(120), answer(asked, id))
                .await
                .expect("it hears of the others");
            let sql = "SELECT server, EXTRACT(EPOCH FROM pg_xact_commit_timestamp(xmin))::FLOAT8 FROM owners WHERE match_id = $1";
            let (by, since): (i64, f64) =
                sqlx::query_as(sql).bind(id).fetch_one(&mut *database).await.expect("it was somebody's");
            assert!(
                by == self.number || since >= self.until,
                "taken at {since}, though it was not free until {}",
                self.until
            );
            let is_survived = answer.is_ok() && by != self.number;
            assert!(is_survived || numbers(database).await != living, "{id} is not played on: {answer:?}");
        }
    }
}

/// What a server answers that knows whether it is one of those that share the work: the machine may have held it up for so long that
/// it does not, and it says so until it has heard of the others again.
async fn answer(asked: &mut Player, id: &str) -> Result<Value, String> {
    loop {
        let answer = asked.get(id, "/table").await;
        if answer.as_ref().err().is_none_or(|kind| kind != "lost_touch") {
            return answer;
        }
        tokio::time::sleep(GLANCE).await;
    }
}

/// The time by the database's clock, in seconds since 1970.
async fn now(database: &mut PgConnection) -> f64 {
    let time = sqlx::query_scalar("SELECT EXTRACT(EPOCH FROM clock_timestamp())::FLOAT8");
    time.fetch_one(database).await.expect("a time")
}

/// The numbers of the servers that are there.
async fn numbers(database: &mut PgConnection) -> Vec<i64> {
    let there = sqlx::query_scalar("SELECT number FROM servers WHERE until > clock_timestamp() ORDER BY number");
    there.fetch_all(database).await.expect("the servers")
}

/// Three servers share the work. Again and again one is killed, and its matches are played on at the others, before there is
/// another one in its place. They are its own for three seconds at the most, by the database's clock; then, and no sooner,
/// whoever asks for one of them is answered without being told to come back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_among_several_servers() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let database = Database::postgres().await;
    let mut here = PgConnection::connect(&database.url).await.expect("the database answers");
    let mut processes: Vec<Process> = (0..SERVERS).map(|_| Process::started(&database.url, true)).collect();
    let addresses = |processes: &[Process]| processes.iter().map(|process| process.address).collect::<Vec<_>>();
    let (servers, their) = watch::channel(addresses(&processes));
    let (end, ending) = watch::channel(false);
    let progress = Progress::new(CLIENTS);
    let clients = begin(&their, &ending, &progress, true).await;
    let mut dice = SeededDice::new(77);
    for _ in 0..DEATHS {
        let enough = progress.all() + dice.below(60);
        until("the matches go on", || progress.all() >= enough).await;
        let victim = processes.swap_remove(dice.below(SERVERS));
        let address = victim.address;
        victim.kill();
        let before = progress.each();
        let dead = Dead::find(&mut here, address).await;
        servers.send_replace(addresses(&processes));
        if let Some(dead) = &dead {
            dead.is_survived(&mut here, &mut dice, &addresses(&processes)).await;
            println!("{} matches were free {:.1} s after their server was killed", dead.matches.len(), dead.left);
        }
        until("everybody plays on", || progress.is_beyond(&before)).await;
        processes.push(Process::started(&database.url, true));
        servers.send_replace(addresses(&processes));
    }
    end.send_replace(true);
    check(clients, &progress).await;
    processes.into_iter().for_each(Process::kill);
}

/// A server is frozen in the middle of writing, as when its machine is lost: its connections stay, and so does what it holds
/// in the database. The others play on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_frozen_while_it_writes_holds_nobody_up() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let database = Database::postgres().await;
    let [one, two] = [(); 2].map(|()| Process::started(&database.url, true));
    let mut player = Player::at(one.address);
    let new = json!({ "game": "hex-fight", "seats": { "blue": "me", "red": "me" } });
    let id = id_of(&player.create(new).await);
    let table = player.get(&id, "/table?choices=short").await.expect("the table");
    let action = table["decision"]["options"][0].clone();
    let play = json!({ "do": "play", "action": action, "after": 0 });

    let mut here = PgConnection::connect(&database.url).await.expect("the database answers");
    let mut lock = here.begin().await.expect("a transaction");
    sqlx::query("LOCK TABLE record IN SHARE MODE").execute(&mut *lock).await.expect("nobody writes a record");
    let waiting = "SELECT count(*) FROM pg_stat_activity \
                   WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INTO record%'";
    // In a transaction nothing else would ever be seen than what was at first.
    let mut watching = PgConnection::connect(&database.url).await.expect("the database answers");
    let frozen = tokio::spawn({
        let (mut player, id, play) = (player.clone(), id.clone(), play.clone());
        async move { player.act(&id, play).await }
    });
    while sqlx::query_scalar::<_, i64>(waiting).fetch_one(&mut watching).await.expect("the sessions") == 0 {
        assert!(!frozen.is_finished(), "nothing can be written");
        tokio::time::sleep(GLANCE).await;
    }
    one.freeze().await;
    lock.commit().await.expect("records may be written");

    player.move_to(two.address);
    let mut refused = String::new();
    let played = async {
        while let Err(why) = player.act(&id, play.clone()).await {
            refused = why;
            tokio::time::sleep(GLANCE).await;
        }
    };
    let in_time = tokio::time::timeout(Duration::from_secs(120), played).await;
    assert!(in_time.is_ok(), "nobody waits for ever, but the last answer was {refused:?}");
    // It comes back, and finds that what it was writing was not done, and that the match is played elsewhere.
    one.signal("-CONT");
    assert!(frozen.await.expect("somebody who asks").is_err());
    player.move_to(one.address);
    while player.get(&id, "/table").await.is_err() {
        tokio::time::sleep(GLANCE).await;
    }
    player.act(&id, json!({ "do": "concede" })).await.expect("an end");
    let record = Record::parse(&player.record(&id).await).expect("a record");
    assert_eq!((record.lines.len(), record.lines[0].action.as_str()), (2, action.as_str().expect("a notation")));
    [one, two].into_iter().for_each(Process::kill);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_with_sqlite() {
    killed_again_and_again(Database::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_with_postgres() {
    killed_again_and_again(Database::postgres().await).await;
}
