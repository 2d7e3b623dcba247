//! Runs shared out to workers by a real server.

use crate::common::{Basket, Errand, Runner, Worker, diary, file, wait_until};
use crate::nats::Nats;
use cluster::{ClusterError, Job, Skill};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[test]
fn what_is_larger_than_a_message_comes_in_parts() {
    let nats = Nats::with("max_payload: 10000\njetstream { store_dir: STORE }");
    let worker = Worker::start(&nats.url(), 2);
    let mut basket = Basket::of(&Errand { bytes: 100_000, ..Errand::of(1) });
    basket.gather(&nats.url(), "large", (0..5).collect()).unwrap();
    assert_eq!(basket.kept, (0..5).collect());
    assert_eq!(worker.leave(), 5);
}

#[test]
fn runs_at_once_get_their_share_each() {
    let nats = Nats::start();
    let worker = Worker::start(&nats.url(), 1);
    let url = nats.url();
    let (begun, done) = (Arc::new(AtomicBool::new(false)), AtomicBool::new(false));
    let [mut long, mut short] = [(); 2].map(|()| Basket::of(&Errand::of(20)));
    let told = begun.clone();
    long.each = Box::new(move |_, _| told.store(true, Ordering::Relaxed));
    let left = std::thread::scope(|scope| {
        // It takes a minute for itself, and is stopped when the short one is done.
        let left = scope.spawn(|| long.gather_until(&url, "long", (0..3000).collect(), &done).unwrap());
        wait_until("the long run is under way", || begun.load(Ordering::Relaxed));
        short.gather(&url, "short", (0..5).collect()).unwrap();
        done.store(true, Ordering::Relaxed);
        left.join().unwrap()
    });
    assert_eq!(short.kept, (0..5).collect());
    assert!(!left.is_empty(), "the short run need not wait for the long one");
    worker.leave();
}

#[test]
fn a_worker_that_leaves_returns_its_shards_at_once() {
    let nats = Nats::start();
    let in_hand = file("leaving");
    // It begins two shards and ends none.
    let idle = Runner { diary: Some(in_hand.clone()), ends: Some(0) };
    let leaving = Worker::skilled(&nats.url(), 2, idle);
    let mut basket = Basket::of(&Errand::of(10));
    let url = nats.url();
    std::thread::scope(|scope| {
        let able = scope.spawn(|| {
            wait_until("two shards in hand", || diary(&in_hand).len() == 2);
            assert_eq!(leaving.leave(), 0);
            Worker::start(&url, 2)
        });
        // Patience alone would take a day.
        let (never, patience) = (AtomicBool::new(false), Duration::from_secs(86_400));
        basket.gather_patiently(&url, "leaving", (0..2).collect(), &never, patience).unwrap();
        assert_eq!(able.join().unwrap().leave(), 2);
    });
    assert_eq!(basket.kept, (0..2).collect());
    std::fs::remove_file(in_hand).unwrap();
}

#[test]
fn a_long_shard_stays_with_its_worker_while_it_lives() {
    let nats = Nats::start();
    let workers = [(); 2].map(|()| Worker::start(&nats.url(), 1));
    let mut basket = Basket::of(&Errand::of(11_000));
    // More than twice as long as anybody waits for a silent worker.
    let (never, patience) = (AtomicBool::new(false), Duration::from_secs(5));
    basket.gather_patiently(&nats.url(), "slow", [0].into(), &never, patience).unwrap();
    assert_eq!(workers.map(Worker::leave).iter().sum::<u64>(), 1);
}

/// A worker that knows another version.
struct Other;

impl Skill for Other {
    fn open(&self, _: &[u8]) -> Result<Arc<dyn Job>, String> {
        Err("its rules are of another version".into())
    }
}

#[test]
fn a_worker_that_refuses_leaves_the_work_to_others() {
    let nats = Nats::start();
    let other = Worker::skilled(&nats.url(), 2, Other);
    let url = nats.url();
    let mut basket = Basket::of(&Errand::of(10));
    let told = basket.told.clone();
    std::thread::scope(|scope| {
        let able = scope.spawn(|| {
            wait_until("the leader is told", || !told.lock().unwrap().is_empty());
            Worker::start(&url, 1)
        });
        basket.gather(&url, "refused", (0..5).collect()).unwrap();
        assert_eq!(able.join().unwrap().leave(), 5);
    });
    assert_eq!(*basket.told.lock().unwrap(), ["worker here does not take part: its rules are of another version"]);
    let refused = "not taking part in run refused: its rules are of another version";
    assert!(other.said.lock().unwrap().iter().any(|said| said == refused));
    assert_eq!(other.leave(), 0);
}

#[test]
fn a_stopped_run_leaves_nothing_behind_and_goes_on_later() {
    let nats = Nats::start();
    let worker = Worker::start(&nats.url(), 2);
    let stop = Arc::new(AtomicBool::new(false));
    let mut basket = Basket::of(&Errand::of(20));
    basket.each = Box::new({
        let stop = stop.clone();
        move |kept, _| stop.store(kept >= 10, Ordering::Relaxed)
    });
    let missing = basket.gather_until(&nats.url(), "stopped", (0..500).collect(), &stop).unwrap();
    assert!(missing.len() > 400 && missing.len() <= 490, "{} are missing", missing.len());
    assert_eq!(missing.len() + basket.kept.len(), 500);
    let ended = |said: &String| said.starts_with("run stopped has ended");
    wait_until("the worker hears of the end", || worker.said.lock().unwrap().iter().any(ended));

    let some: BTreeSet<u64> = missing.into_iter().take(20).collect();
    let mut basket = Basket::of(&Errand::of(20));
    basket.gather(&nats.url(), "stopped-and-resumed", some.clone()).unwrap();
    assert_eq!(basket.kept, some);
    worker.leave();
}

#[test]
fn a_shard_that_nobody_can_play_ends_the_run() {
    let nats = Nats::start();
    let worker = Worker::start(&nats.url(), 2);
    let mut basket = Basket::of(&Errand { broken: Some(3), ..Errand::of(10) });
    let error = basket.gather(&nats.url(), "broken", (0..10).collect()).unwrap_err();
    assert_eq!(error.to_string(), "shard 3 cannot be played, says worker here: the shard is broken");
    worker.leave();
}

fn lead(url: &str) -> ClusterError {
    Basket::of(&Errand::of(1)).gather(url, "never", [0].into()).unwrap_err()
}

#[test]
fn errors_say_what_would_be_right() {
    let wrong = lead("http://me:secret@here").to_string();
    assert!(wrong.ends_with("is not the address of a NATS server; nats://HOST:4222 would be one"), "{wrong}");
    assert!(!wrong.contains("secret"), "{wrong}");

    let nobody = lead("nats://127.0.0.1:1").to_string();
    assert!(nobody.starts_with("no NATS server answers at 127.0.0.1:1 ("), "{nobody}");
    assert!(nobody.ends_with("`nats-server -js` starts one"), "{nobody}");

    let plain = Nats::with("");
    assert_eq!(lead(&plain.url()), ClusterError::NoJetStream(plain.url().replace("nats://", "")));

    let guarded = Nats::with("authorization { user: me, password: \"s@cret\" }\njetstream { store_dir: STORE }");
    let address = guarded.url().replace("nats://", "");
    assert_eq!(lead(&guarded.url()), ClusterError::NotAdmitted(address.clone()));
    let worker = Worker::start(&format!("nats://me:s%40cret@{address}"), 1);
    let mut basket = Basket::of(&Errand::of(1));
    basket.gather(&format!("nats://me:s%40cret@{address}"), "guarded", [0].into()).unwrap();
    assert_eq!(worker.leave(), 1);
}
