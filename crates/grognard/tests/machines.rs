//! Runs on more than one machine, as `docs/cluster.md` describes them: the real program and a real NATS server.
#![cfg(feature = "cluster")]

#[path = "../../cluster/tests/nats.rs"]
mod nats;

use crate::common::Folder;
use cluster::{Gather, Leader, Progress};
use nats::Nats;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const PAGE: &str = include_str!("../../../docs/cluster.md");

/// The program with these words, at work.
struct Running(Option<Child>);

impl Running {
    fn start(folder: &Folder, args: &[&str]) -> Running {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grognard"));
        command.args(args).current_dir(folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Running(Some(command.spawn().expect("the program starts")))
    }

    fn worker(folder: &Folder, nats: &Nats, name: &str) -> Running {
        Running::start(folder, &["sim", "worker", "--nats", &nats.url(), "--threads", "1", "--name", name])
    }

    /// Ends it as a loss of power would.
    fn kill(mut self) {
        let mut child = self.0.take().unwrap();
        child.kill().and_then(|()| child.wait()).unwrap();
    }

    /// Asks it to end, and waits until it has.
    fn ask_to_end(&mut self) -> Output {
        let id = self.0.as_ref().unwrap().id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        self.end()
    }

    /// Waits until it has ended.
    fn end(&mut self) -> Output {
        self.0.take().unwrap().wait_with_output().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(120), "{what} did not happen in two minutes");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A table without its columns of seconds, which alone may differ.
fn rows(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap();
    let head: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let line = |line: &str| {
        let cells = line.split(',').zip(&head).filter(|(_, name)| !name.starts_with("seconds"));
        cells.map(|(cell, _)| cell).collect::<Vec<_>>().join(",")
    };
    text.lines().map(line).collect()
}

/// Two runs have the same plan and the same rows.
fn assert_alike(folder: &Folder, first: &str, second: &str) {
    let [first, second] = [first, second].map(|run| folder.path().join(run));
    assert_eq!(std::fs::read(first.join("run.json")).unwrap(), std::fs::read(second.join("run.json")).unwrap());
    for table in ["games.csv", "turns.csv", "hexes.csv", "dice.csv"] {
        assert!(rows(&first.join(table)) == rows(&second.join(table)), "{table} differs");
    }
}

#[test]
fn the_example_in_the_document_works() {
    let folder = Folder::new("machines-document");
    let nats = Nats::start();
    let block = PAGE.split("```").nth(1).unwrap();
    let commands: Vec<Vec<String>> = block
        .lines()
        .filter(|line| line.starts_with("grognard "))
        .map(|line| line.split("   ").next().unwrap().replace("nats://hub:4222", &nats.url()).replace("10000", "50"))
        .map(|line| line.split_whitespace().skip(1).map(Into::into).collect())
        .collect();
    let [worker, leader] = &commands[..] else { panic!("{commands:?}") };
    let words = |command: &[String]| -> Vec<String> { command.to_vec() };
    let mut worker = Running::start(&folder, &words(worker).iter().map(String::as_str).collect::<Vec<_>>());
    folder.good(&leader.iter().map(String::as_str).collect::<Vec<_>>(), "");
    let told = String::from_utf8(worker.ask_to_end().stderr).unwrap();
    assert!(told.contains(": taking part in run first-blood-"), "{told}");
    assert!(told.trim_end().ends_with(": left after 50 shards"), "{told}");
    assert_eq!(rows(&folder.path().join("night/games.csv")).len(), 51);
    assert!(!folder.path().join("night/queue").exists(), "the queue has gone with the run");
}

#[test]
fn killed_workers_and_a_killed_leader_change_nothing() {
    let folder = Folder::new("machines-killed");
    let nats = Nats::start();
    let run = ["sim", "first-blood", "--games", "120", "--seed", "5", "--both-ways", "--seat", "us=random"];
    let with = |more: &[&'static str]| -> Vec<&str> { run.iter().copied().chain(more.iter().copied()).collect() };
    folder.good(&with(&["--out", "near"]), "");

    let url = nats.url();
    let far: Vec<&str> = with(&["--out", "far", "--patience", "2"]).into_iter().chain(["--nats", &url]).collect();
    let leader = Running::start(&folder, &far);
    let [first, second, mut third] = ["one", "two", "three"].map(|name| Running::worker(&folder, &nats, name));
    wait_until("the first shards", || folder.shards("far") >= 10);
    first.kill();
    wait_until("more shards", || folder.shards("far") >= 20);
    leader.kill();
    second.kill();
    let told = folder.good(&["sim", "--resume", "far", "--nats", &url], "");
    assert!(told.contains("120 games"), "{told}");
    assert_alike(&folder, "near", "far");
    let told = String::from_utf8(third.ask_to_end().stderr).unwrap();
    assert!(told.contains("three: left after "), "{told}");
}

#[test]
fn changed_data_files_travel_with_the_run() {
    let folder = Folder::new("machines-data");
    let nats = Nats::start();
    let built_in = include_str!("../../games/first-blood/data/scenarios/july-15.toml");
    folder.write("mine/first-blood/scenarios/july-15.toml", &format!("{built_in}\n# Mine.\n"));
    let _worker = Running::worker(&folder, &nats, "plain");
    let run = |out: &'static str| ["sim", "first-blood", "--games", "20", "--data", "mine", "--out", out];
    folder.good(&run("near"), "");
    let url = nats.url();
    let far: Vec<&str> = run("far").into_iter().chain(["--nats", &url]).collect();
    folder.good(&far, "");
    assert_alike(&folder, "near", "far");
}

#[test]
fn a_stopped_leader_goes_on_alone() {
    let folder = Folder::new("machines-stopped");
    let nats = Nats::start();
    let _worker = Running::worker(&folder, &nats, "helper");
    let far = ["sim", "first-blood", "--games", "250", "--out", "far", "--nats", &nats.url()];
    let mut leader = Running::start(&folder, &far);
    wait_until("the first shards", || folder.shards("far") >= 5);
    let output = leader.ask_to_end();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.contains("go on with: grognard sim --resume far"), "{told}");
    assert!(!folder.path().join("far/queue").exists(), "the queue has been taken off the server");
    let told = folder.good(&["sim", "--resume", "far"], "");
    assert!(told.contains("250 games"), "{told}");
}

/// Hears what workers say of a run.
#[derive(Default)]
struct Ear {
    told: Vec<String>,
    heard: Arc<AtomicBool>,
}

impl Gather for Ear {
    fn keep(&mut self, shard: u64, _: &[u8]) -> Result<(), String> {
        Err(format!("shard {shard} was played"))
    }

    fn progress(&mut self, _: Progress) {}

    fn tell(&mut self, sentence: &str) {
        self.told.push(sentence.into());
        self.heard.store(true, Ordering::Relaxed);
    }
}

#[test]
fn a_worker_with_other_rules_refuses() {
    let folder = Folder::new("machines-refused");
    let nats = Nats::start();
    folder.good(&["sim", "first-blood", "--games", "1", "--out", "near"], "");
    let mut plan: serde_json::Value = serde_json::from_str(&folder.read("near/run.json")).unwrap();
    plan["rules"] = 999.into();
    let brief = serde_json::json!({"program": env!("CARGO_PKG_VERSION"), "plan": plan, "data": null}).to_string();
    let mut worker = Running::worker(&folder, &nats, "strict");
    let mut ear = Ear::default();
    let heard = ear.heard.clone();
    let leader = Leader {
        url: &nats.url(),
        run: "other",
        brief: brief.as_bytes(),
        missing: [0].into(),
        patience: Duration::from_secs(30),
        stop: &|| heard.load(Ordering::Relaxed),
    };
    assert_eq!(leader.lead(&mut ear), Ok([0].into()));
    let why = "this run was begun with version 999 of the rules of First Blood";
    let [told] = &ear.told[..] else { panic!("{:?}", ear.told) };
    assert!(told.starts_with(&format!("worker strict does not take part: {why}")), "{told}");
    let told = String::from_utf8(worker.ask_to_end().stderr).unwrap();
    assert!(told.starts_with(&format!("strict: not taking part in run other: {why}")), "{told}");
    assert!(told.trim_end().ends_with("strict: left after 0 shards"), "{told}");
}

#[test]
fn errors_say_what_would_be_right() {
    let folder = Folder::new("machines-errors");
    let nobody = folder.bad(&["sim", "worker", "--nats", "nats://127.0.0.1:1"]);
    assert!(nobody.starts_with("no NATS server answers at 127.0.0.1:1 ("), "{nobody}");
    let nobody = folder.bad(&["sim", "first-blood", "--out", "never", "--nats", "nats://127.0.0.1:1"]);
    assert!(nobody.ends_with("`nats-server -js` starts one"), "{nobody}");
    assert!(!folder.path().join("never").exists(), "nothing is begun that cannot go on");
    let plain = Nats::with("");
    let address = plain.url().replace("nats://", "");
    let said = folder.bad(&["sim", "worker", "--nats", &plain.url()]);
    assert_eq!(said, format!("the NATS server at {address} has no JetStream; start it with `nats-server -js`"));
}
