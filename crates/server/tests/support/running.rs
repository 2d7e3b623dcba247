//! A server on a free port of this machine.

use server::{App, Config, Limits, Server};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A running server, ending with this value.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// What its requests work with.
    pub app: App,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

/// Waits until something holds; so long that only what never happens fails.
pub async fn until(what: &str, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(120), "waited in vain: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// A server without limits, on a free port, with a database in memory.
pub fn config() -> Config {
    Config { address: SocketAddr::from(([127, 0, 0, 1], 0)), limits: Limits::NONE, ..Config::default() }
}

impl Running {
    /// Starts one.
    pub async fn start(config: Config) -> Running {
        let server = Server::bind(config).await.expect("the server starts");
        let (address, app) = (server.address(), server.app().clone());
        let (stop, stopped) = oneshot::channel();
        let until = async {
            let _ = stopped.await;
        };
        let task = tokio::spawn(async move { server.run(until).await.expect("the server runs") });
        Running { address, app, stop, task }
    }

    /// Ends it and waits until it has.
    pub async fn stop(self) {
        let _ = self.stop.send(());
        self.task.await.expect("the server ends in peace");
    }
}
