//! What stands between the world and the rooms.

use super::guard::Turnstile;
use super::watch::Pulse;
use crate::config::Config;
use crate::others::Sign;
use crate::store::Store;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

/// What is needed before a request comes to its room, and where the server is.
pub struct Gate {
    /// How often each address may ask.
    pub turnstile: Turnstile,
    /// How long an answer may take, if it does not wait for something to happen.
    pub patience: Duration,
    /// Whether the database takes what is written.
    pub pulse: Pulse,
    /// The address by which players reach it, where it was told.
    pub public: Option<String>,
    /// Where it listens.
    pub address: SocketAddr,
    /// Whether a proxy in front tells who asks.
    pub behind_proxy: bool,
    /// By what a request is known that another server passes on.
    pub sign: Option<Sign>,
    /// Whether the figures are for everybody.
    pub metrics_open: bool,
}

impl Gate {
    /// Nobody has come yet.
    pub fn new(store: Arc<dyn Store>, sign: Option<Sign>, config: &Config) -> Gate {
        Gate {
            turnstile: Turnstile::new(config.limits.requests_per_second, config.limits.request_burst),
            patience: config.limits.patience,
            pulse: Pulse::new(store),
            public: config.public.clone(),
            address: config.address,
            behind_proxy: config.behind_proxy,
            sign,
            metrics_open: config.metrics_open,
        }
    }
}
