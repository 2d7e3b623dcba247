//! Workers, leader and server that die in the middle. Nothing is lost and nothing comes twice.

use crate::common::{Basket, Errand, Runner, Worker, diary, file, process, wait_until};
use crate::nats::Nats;
use cluster::{WorkerSettings, work};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A part that another process plays: a worker of two threads that ends five shards and keeps two more in hand.
#[test]
fn part_of_a_worker() {
    let Ok(url) = std::env::var("PART_WORKER") else { return };
    let runner = Runner { diary: std::env::var_os("PART_DIARY").map(PathBuf::from), ends: Some(5) };
    work(WorkerSettings { url: &url, name: "apart", threads: 2, stop: &|| false, tell: &|_| () }, &runner).unwrap();
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
    let url = nats.url();
    let diaries = ["first", "second", "third"].map(|worker| file(&format!("killed-workers-{worker}")));
    let [first, second, third] = &diaries;
    let mut doomed = [first, second].map(|diary| {
        process("losses::part_of_a_worker", &[("PART_WORKER", &*url), ("PART_DIARY", diary.to_str().unwrap())])
    });
    let leader = std::thread::spawn({
        let url = url.clone();
        move || {
            let mut basket = Basket::of(&Errand::of(50));
            // So patient that nobody is thought dead who is only slow on a busy machine.
            let patience = Duration::from_secs(10);
            basket.gather_patiently(&url, "killed", (0..200).collect(), &AtomicBool::new(false), patience).unwrap();
            basket.kept
        }
    });
    wait_until("two shards in hand of each", || [first, second].iter().all(|file| diary(file).len() == 7));
    doomed[0].kill().and_then(|()| doomed[0].wait()).unwrap();
    let worker = Worker::skilled(&url, 2, Runner::with_diary(third.clone()));
    wait_until("a third worker at work", || diary(third).len() >= 20);
    doomed[1].kill().and_then(|()| doomed[1].wait()).unwrap();

    assert_eq!(leader.join().unwrap(), (0..200).collect());
    assert_eq!(worker.leave(), 190);
    // What each of the two had in hand, and this alone, was begun again.
    let [first, second, third] = diaries.map(|file| {
        let begun = diary(&file);
        std::fs::remove_file(file).unwrap();
        begun
    });
    let in_hand: BTreeSet<u64> = first[5..].iter().chain(&second[5..]).copied().collect();
    let before: BTreeSet<u64> = first.into_iter().chain(second).collect();
    let again: BTreeSet<u64> = third.iter().copied().filter(|shard| before.contains(shard)).collect();
    assert_eq!(in_hand.len(), 4);
    assert_eq!(again, in_hand);
    assert_eq!(third.len(), 190, "the third begins nothing twice");
}

#[test]
fn a_killed_leader_is_followed_by_another() {
    let nats = Nats::start();
    let (kept_file, played_file) = (file("killed-leader-kept"), file("killed-leader-played"));
    let variables = [("PART_LEADER", &*nats.url()), ("PART_DIARY", kept_file.to_str().unwrap())];
    let mut leader = process("losses::part_of_a_leader", &variables);
    let worker = Worker::skilled(&nats.url(), 2, Runner::with_diary(played_file.clone()));
    wait_until("the first ten shards", || diary(&kept_file).len() >= 10);
    leader.kill().and_then(|()| leader.wait()).unwrap();
    let kept = diary(&kept_file);
    // The worker goes on without a leader.
    let more = (diary(&played_file).len() + 10).min(60);
    wait_until("ten more shards", || diary(&played_file).len() >= more);

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
    let said = worker.said.clone();
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
            let away = |said: &String| said.starts_with("the server is away");
            wait_until("the worker misses it", || said.lock().unwrap().iter().any(away));
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
