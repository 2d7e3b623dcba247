//! Workers, leader and server that die in the middle. Nothing is lost and nothing comes twice.

use crate::common::{Basket, Errand, Runner, Worker, diary, process, wait_until};
use crate::nats::Nats;
use cluster::{WorkerSettings, work};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

fn file(name: &str) -> PathBuf {
    let file = std::env::temp_dir().join(format!("grognard-cluster-{}-{name}", std::process::id()));
    let _ = std::fs::remove_file(&file);
    file
}

/// A part that another process plays: a worker of two threads.
#[test]
fn part_of_a_worker() {
    let Ok(url) = std::env::var("PART_WORKER") else { return };
    let diary = std::env::var_os("PART_DIARY").map(PathBuf::from);
    work(WorkerSettings { url: &url, name: "apart", threads: 2, stop: &|| false, tell: &|_| () }, &Runner { diary })
        .unwrap();
}

/// A part that another process plays: a leader of 60 shards.
#[test]
fn part_of_a_leader() {
    let Ok(url) = std::env::var("PART_LEADER") else { return };
    let mut basket = Basket::of(&Errand::of(50));
    basket.diary = std::env::var_os("PART_DIARY").map(PathBuf::from);
    basket.gather(&url, "led", (0..60).collect()).unwrap();
}

#[test]
fn killed_workers_cost_only_their_unfinished_shards() {
    let nats = Nats::start();
    let diary_file = file("killed-workers");
    let variables = [("PART_WORKER", &*nats.url()), ("PART_DIARY", diary_file.to_str().unwrap())];
    let mut workers = [(); 3].map(|()| process("losses::part_of_a_worker", &variables));
    let mut basket = Basket::of(&Errand::of(50));
    // When all three are at work one is killed, and another some time later. Both have shards in hand.
    let (sender, doomed) = std::sync::mpsc::channel();
    let mut at_three = None;
    basket.each = Box::new(move |kept, workers| {
        if workers == 3 {
            at_three.get_or_insert(kept);
        }
        let Some(first) = at_three else { return };
        if kept == first || kept == first + 20 {
            sender.send(()).unwrap();
        }
    });
    let missing = std::thread::scope(|scope| {
        let [first, second, _] = &mut workers;
        scope.spawn(move || {
            for worker in [first, second] {
                doomed.recv().expect("three workers are seen");
                worker.kill().and_then(|()| worker.wait()).unwrap();
            }
        });
        basket.gather(&nats.url(), "killed", (0..200).collect()).unwrap()
    });
    workers[2].kill().and_then(|()| workers[2].wait()).unwrap();

    assert_eq!(missing, BTreeSet::new());
    assert_eq!(basket.kept, (0..200).collect());
    // Two killed workers had at most two shards each in hand, and these alone were begun again.
    let begun = diary(&diary_file);
    assert!((201..=204).contains(&begun.len()), "{} shards were begun", begun.len());
    std::fs::remove_file(diary_file).unwrap();
}

#[test]
fn a_killed_leader_is_followed_by_another() {
    let nats = Nats::start();
    let (kept_file, played_file) = (file("killed-leader-kept"), file("killed-leader-played"));
    let variables = [("PART_LEADER", &*nats.url()), ("PART_DIARY", kept_file.to_str().unwrap())];
    let mut leader = process("losses::part_of_a_leader", &variables);
    let worker = Worker::skilled(&nats.url(), 2, Runner { diary: Some(played_file.clone()) });
    wait_until("the first ten shards", || diary(&kept_file).len() >= 10);
    leader.kill().and_then(|()| leader.wait()).unwrap();
    let kept = diary(&kept_file);
    // The worker goes on without a leader.
    let played = diary(&played_file).len();
    wait_until("ten more shards", || diary(&played_file).len() >= played + 10);

    let mut basket = Basket::of(&Errand::of(50));
    let missing = (0..60).filter(|shard| !kept.contains(shard)).collect();
    basket.gather(&nats.url(), "led", missing).unwrap();
    assert_eq!(worker.leave(), 60, "no shard was played twice");
    let mut all: Vec<u64> = kept.into_iter().chain(basket.kept).collect();
    all.sort_unstable();
    assert_eq!(all, (0..60).collect::<Vec<_>>());
    for file in [kept_file, played_file] {
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn a_server_that_was_away_finds_all_as_it_was() {
    let mut nats = Nats::start();
    let url = nats.url();
    let worker = Worker::start(&url, 2);
    let mut basket = Basket::of(&Errand::of(50));
    let (sender, killed) = std::sync::mpsc::channel();
    basket.each = Box::new(move |kept, _| {
        if kept == 10 {
            sender.send(()).unwrap();
        }
    });
    std::thread::scope(|scope| {
        let nats = &mut nats;
        scope.spawn(move || {
            killed.recv().unwrap();
            nats.kill();
            std::thread::sleep(Duration::from_secs(1));
            nats.start_again();
        });
        basket.gather(&url, "away", (0..40).collect()).unwrap();
    });
    assert_eq!(basket.kept, (0..40).collect());
    worker.leave();
}

#[test]
fn a_result_that_is_not_kept_waits_for_the_next_leader() {
    let nats = Nats::start();
    let worker = Worker::start(&nats.url(), 1);
    let mut basket = Basket::of(&Errand::of(1));
    basket.diary = Some("/nowhere/at/all".into());
    let error = basket.gather(&nats.url(), "full", [0].into()).unwrap_err();
    assert_eq!(error.to_string(), "No such file or directory (os error 2)");
    assert_eq!(worker.leave(), 1);
    // Nobody plays any more: the result is still on the server.
    let mut basket = Basket::of(&Errand::of(1));
    basket.gather(&nats.url(), "full", [0].into()).unwrap();
    assert_eq!(basket.kept, [0].into());
}
