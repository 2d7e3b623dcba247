//! Work that takes a core for a while: apart from the threads that answer requests, and little of it at once.

use crate::error::Failure;
use ai::Stop;
use std::ops::ControlFlow;
use std::sync::{Arc, Weak};
use tokio::sync::Semaphore;

/// Where such work is done.
#[derive(Clone)]
pub struct Workbench(Arc<Semaphore>);

/// Whether somebody still waits for a piece of work.
pub struct Awaited(Weak<()>);

impl Awaited {
    /// As long as somebody holds this.
    pub fn by(waits: &Arc<()>) -> Awaited {
        Awaited(Arc::downgrade(waits))
    }

    /// Goes on as long as somebody does.
    pub fn go_on(&self) -> ControlFlow<()> {
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether nobody does any more: then it had better stop.
    pub fn is_over(&self) -> bool {
        self.0.strong_count() == 0
    }
}

/// Whoever waits for a thought. If he goes away before it is done, the end of the server among the reasons, it is told to stop.
pub struct Patience(Option<Stop>);

impl Patience {
    /// With a thought that looks at `stop`.
    pub fn with(stop: &Stop) -> Patience {
        Patience(Some(stop.clone()))
    }

    /// The thought is done.
    pub fn over(mut self) {
        self.0 = None;
    }
}

impl Drop for Patience {
    fn drop(&mut self) {
        if let Some(stop) = &self.0 {
            stop.stop();
        }
    }
}

impl Workbench {
    /// So much at once.
    pub fn new(at_once: usize) -> Workbench {
        Workbench(Arc::new(Semaphore::new(at_once)))
    }

    /// Begins the work when its turn comes, and waits no longer. It has to find out itself whether somebody listens.
    pub async fn begin(&self, work: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
        let place = self.0.clone().acquire_owned().await.map_err(Failure::internal)?;
        tokio::task::spawn_blocking(move || {
            let _place = place;
            work();
        });
        Ok(())
    }

    /// Does the work when its turn comes. Its place is its own until it is done, whether somebody waits for it or not.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Awaited) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let place = self.0.clone().acquire_owned().await.map_err(Failure::internal)?;
        let waits = Arc::new(());
        let awaited = Awaited::by(&waits);
        let task = tokio::task::spawn_blocking(move || {
            let _place = place;
            work(&awaited)
        });
        let done = task.await.map_err(Failure::internal);
        drop(waits);
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn a_thought_that_nobody_waits_for_is_told_to_stop() {
        let (given_up, done) = (Stop::default(), Stop::default());
        drop(Patience::with(&given_up));
        Patience::with(&done).over();
        assert_eq!((given_up.is_told(), done.is_told()), (true, false));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn work_that_nobody_waits_for_keeps_its_place_until_it_stops() {
        let bench = Workbench::new(1);
        let (begun, begins) = mpsc::channel();
        let (stopped, stops) = mpsc::channel();
        let given_up = bench.clone();
        let asker = tokio::spawn(async move {
            let work = move |awaited: &Awaited| {
                begun.send(()).unwrap();
                while !awaited.is_over() {
                    std::thread::yield_now();
                }
                stopped.send(()).unwrap();
            };
            given_up.work(work).await
        });
        tokio::task::spawn_blocking(move || begins.recv().unwrap()).await.unwrap();
        assert_eq!(bench.0.available_permits(), 0);
        asker.abort();
        // The next gets his turn only when the first has stopped.
        let said = bench.work(move |awaited| (stops.try_recv().is_ok(), awaited.is_over())).await.unwrap();
        assert_eq!(said, (true, false));
    }
}
