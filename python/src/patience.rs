//! Long calls: other threads of Python go on meanwhile, and Ctrl-C ends them.

use ai::{Limits, Stop};
use pyo3::prelude::*;
use std::num::NonZero;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often Python is asked whether somebody has pressed Ctrl-C.
const GLANCE: Duration = Duration::from_millis(50);

/// How many threads there are to work with.
pub fn cores() -> NonZero<usize> {
    std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// What a computer player may use to think.
pub fn limits(seconds: Option<f64>, threads: Option<usize>) -> Limits {
    let deadline = seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds.clamp(0.0, 1e6)));
    Limits { threads: threads.and_then(NonZero::new).unwrap_or(NonZero::<usize>::MIN), stop: Stop::default(), deadline }
}

/// Looks whether somebody has pressed Ctrl-C, and keeps the exception.
pub fn still_waits(pressed: &mut Option<PyErr>) -> bool {
    if pressed.is_none() {
        *pressed = Python::attach(|py| py.check_signals()).err();
    }
    pressed.is_none()
}

/// Works in another thread, without Python's lock, until it is done; Ctrl-C tells it to stop.
pub fn patiently<T: Send>(py: Python<'_>, stop: &Stop, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let mut pressed = None;
    let done = py.detach(|| {
        std::thread::scope(|scope| {
            let (done, heard) = channel::<()>();
            let worker = scope.spawn(move || {
                let _hangs_up_when_done = done;
                work()
            });
            while let Err(RecvTimeoutError::Timeout) = heard.recv_timeout(GLANCE) {
                if !still_waits(&mut pressed) {
                    stop.stop();
                }
            }
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    });
    pressed.map_or(Ok(done), Err)
}
