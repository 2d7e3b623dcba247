//! Everything a request may need.

use crate::config::Config;
use crate::games::Games;
use crate::matches::Rooms;
use crate::store::{Millis, Store};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Everything a request may need; handlers get it as `State<Arc<App>>`.
pub struct App {
    /// How the server is run.
    pub config: Config,
    /// The games.
    pub games: Games,
    /// What is kept.
    pub store: Arc<dyn Store>,
    /// The matches that somebody looks at or plays now.
    pub rooms: Rooms,
}

/// The time, in milliseconds since 1970.
pub fn now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
}
