//! Work on several threads.

use std::panic::resume_unwind;
use std::thread::ScopedJoinHandle;

/// What a thread has found. If it panicked, so does whoever waits for it: half of the work is no work.
pub(crate) fn join<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "lost in thought")]
    fn a_panic_in_a_thread_is_a_panic() {
        std::thread::scope(|scope| join(scope.spawn(|| panic!("lost in thought"))));
    }
}
