//! Work on several threads, the same whatever their number.

use ai::Limits;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The answers for so many pieces of work, in their order; those that were not done because it was told to stop are missing.
pub(crate) fn share_out<T: Send>(
    pieces: usize,
    limits: &Limits,
    done: &(dyn Fn(usize) + Sync),
    work: impl Fn(usize, &Limits) -> Option<T> + Sync,
) -> Vec<Option<T>> {
    let alone = Limits { threads: std::num::NonZero::<usize>::MIN, ..limits.clone() };
    let (next, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let answers: Mutex<Vec<Option<T>>> = Mutex::new((0..pieces).map(|_| None).collect());
    let run = || {
        while let Some(piece) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&piece| piece < pieces) {
            let answer = work(piece, &alone);
            answers.lock().unwrap_or_else(PoisonError::into_inner)[piece] = answer;
            done(finished.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..limits.threads.get().min(pieces) {
            scope.spawn(run);
        }
        run();
    });
    answers.into_inner().unwrap_or_else(PoisonError::into_inner)
}
