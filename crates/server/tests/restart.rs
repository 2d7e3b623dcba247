//! A server that is killed at any moment loses nothing that it has acknowledged, and goes on where it was.

use crate::players::{Player, id_of};
use crate::support::database::Database;
use crate::support::running::{Running, config, until};
use engine::Record;
use engine::dice::SeededDice;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::Config;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::watch;

/// The variable that tells the other process where its database is.
const DATABASE: &str = "GROGNARD_TEST_DATABASE";
/// How many matches are in play.
const MATCHES: u64 = 24;
/// How often the server is killed.
const DEATHS: usize = 6;

/// The server itself, in a process of its own that can be killed.
#[test]
#[ignore = "this is the other process of the tests below"]
fn the_other_process() {
    let database = std::env::var(DATABASE).expect("a database");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let running = Running::start(Config { database, ..config() }).await;
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
        let program = std::env::current_exe().expect("this program");
        let mut child = Command::new(program)
            .args(["--exact", "restart::the_other_process", "--ignored", "--nocapture"])
            .env(DATABASE, database)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the other process starts");
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let address = lines.map_while(Result::ok).find_map(|line| line.strip_prefix("serving ")?.parse().ok());
        Process { child, address: address.expect("the server's address") }
    }

    /// SIGKILL: it gets no chance to put anything in order.
    fn kill(mut self) {
        self.child.kill().expect("the process is killed");
        self.child.wait().expect("the process has ended");
    }
}

/// Somebody who plays both sides of a match, or one against the computer.
struct Client {
    player: Player,
    id: String,
    dice: SeededDice,
    /// What was acknowledged, in order.
    acknowledged: Vec<String>,
    address: watch::Receiver<SocketAddr>,
    /// How many actions of all matches were acknowledged.
    all: Arc<AtomicUsize>,
}

impl Client {
    /// Asks until the server answers, wherever it is by now.
    async fn ask(&mut self, path: &str) -> Value {
        loop {
            let request = self.player.browser.request(Method::GET, &format!("/api/matches/{}{path}", self.id));
            let answer = async { request.send().await.ok()?.json().await.ok() };
            if let Some(value) = answer.await {
                return value;
            }
            self.find_server().await;
        }
    }

    async fn find_server(&mut self) {
        tokio::time::sleep(Duration::from_millis(20)).await;
        let address = *self.address.borrow();
        if address != self.player.address {
            self.player.move_to(address);
        }
    }

    /// Plays one action; whether it was acknowledged.
    async fn play(&mut self, action: &str, after: usize) -> bool {
        let body = json!({ "do": "play", "action": action, "after": after });
        let request = self.player.browser.request(Method::POST, &format!("/api/matches/{}/do", self.id)).json(&body);
        let Ok(answer) = request.send().await else { return false };
        assert!(answer.status() == StatusCode::OK, "{}: {action} after {after}", answer.status());
        answer.json::<Value>().await.is_ok_and(|answer| answer["actions"] == after as u64 + 1)
    }

    /// Plays on until it is told to end.
    async fn go_on(mut self, ending: watch::Receiver<bool>) -> Client {
        while !*ending.borrow() {
            let table = self.ask("/table?choices=short").await;
            if table["match"]["status"] == "over" {
                break;
            }
            let actions = table["match"]["actions"].as_u64().expect("a number") as usize;
            assert!(actions >= self.acknowledged.len(), "{} of {} are left", actions, self.acknowledged.len());
            let Some(options) = table["decision"]["options"].as_array() else {
                tokio::time::sleep(Duration::from_millis(10)).await;
                continue;
            };
            let action = options[self.dice.below(options.len())].as_str().expect("a notation").to_string();
            if self.play(&action, actions).await {
                // What the computer played between, and what was played but not acknowledged, is not ours to promise.
                self.acknowledged.resize(actions, String::new());
                self.acknowledged.push(action);
                self.all.fetch_add(1, Ordering::Relaxed);
            }
        }
        self
    }

    /// Ends the match and compares its record with what was acknowledged.
    async fn check(mut self) -> usize {
        let game = catalogue::HEX_FIGHT.load(None).expect("the game");
        if self.ask("").await["status"] != "over" {
            self.player.act(&self.id, json!({ "do": "concede" })).await.expect("an end");
        }
        let record = Record::parse(&self.player.record(&self.id).await).expect("a record");
        game.replay(&record).expect("the record is true");
        for (number, action) in self.acknowledged.iter().enumerate().filter(|(_, action)| !action.is_empty()) {
            assert_eq!(&record.lines[number].action, action, "action {number} of match {}", self.id);
        }
        self.acknowledged.len()
    }
}

async fn killed_again_and_again(database: Database) {
    // The HTTP client wants one, though nothing here is encrypted; the second test finds it there.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut process = Process::start(&database.url);
    let (addresses, address) = watch::channel(process.address);
    let (end, ending) = watch::channel(false);
    let (mut clients, all) = (Vec::new(), Arc::new(AtomicUsize::new(0)));
    for number in 0..MATCHES {
        let mut player = Player::at(process.address);
        let other = if number % 3 == 0 { json!({ "computer": "random" }) } else { json!("me") };
        let new = json!({ "game": "hex-fight", "seats": { "blue": "me", "red": other } });
        let id = id_of(&player.create(new).await);
        let (dice, address, all) = (SeededDice::new(number), address.clone(), all.clone());
        let client = Client { player, id, dice, acknowledged: Vec::new(), address, all };
        clients.push(tokio::spawn(client.go_on(ending.clone())));
    }
    let mut dice = SeededDice::new(99);
    let mut played_on = async || {
        let enough = all.load(Ordering::Relaxed) + MATCHES as usize + dice.below(60);
        until("the matches go on", || all.load(Ordering::Relaxed) >= enough).await;
    };
    for _ in 0..DEATHS {
        played_on().await;
        process.kill();
        process = Process::start(&database.url);
        addresses.send_replace(process.address);
    }
    played_on().await;
    end.send_replace(true);
    let mut acknowledged = 0;
    for client in clients {
        acknowledged += client.await.expect("a client").check().await;
    }
    assert!(acknowledged >= all.load(Ordering::Relaxed));
    process.kill();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_with_sqlite() {
    killed_again_and_again(Database::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_with_postgres() {
    killed_again_and_again(Database::postgres().await).await;
}
