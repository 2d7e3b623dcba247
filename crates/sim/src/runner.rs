//! Plays a run with the cores of one machine.

use crate::{Folder, Shard, SimError, Workshop};
use ai::Stop;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Plays the shards that a folder lacks, with so many threads, until all are there or it is told to stop; then the games
/// being played are given up. `after_game` is told of each game.
pub fn play(
    workshop: &Workshop,
    folder: &Folder,
    threads: NonZeroUsize,
    stop: &Stop,
    after_game: &(dyn Fn() + Sync),
) -> Result<(), SimError> {
    let missing = folder.missing()?;
    let next = AtomicUsize::new(0);
    let (done, played) = mpsc::sync_channel::<Shard>(threads.get());
    std::thread::scope(|scope| {
        for _ in 0..threads.get().min(missing.len()) {
            let done = done.clone();
            let (missing, next) = (&missing, &next);
            scope.spawn(move || {
                while let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(shard) = workshop.shard_with(number, stop, after_game) else { return };
                    if done.send(shard).is_err() {
                        return;
                    }
                }
            });
        }
        drop(done);
        let kept = played.iter().try_for_each(|shard| folder.keep(&shard));
        if kept.is_err() {
            // Nobody keeps what would be played now.
            stop.stop();
            drop(played);
        }
        kept
    })
}
