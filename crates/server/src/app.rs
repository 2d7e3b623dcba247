//! Everything a request may need.

use crate::accounts::Accounts;
use crate::config::Config;
use crate::games::Games;
use crate::matches::{Promises, Rooms, Study, bring_over};
use crate::notices::Post;
use crate::server::ServeError;
use crate::store::{self, Millis, Store};
use crate::web::packed::Kept;
use crate::web::{Pulse, Turnstile};
use crate::work::Workbench;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// How many games are played again at once: it is work, and players come first.
const REPLAYS: usize = 2;

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
    /// Where the secrets of dice come from.
    pub(crate) promises: Promises,
    /// Where computer players think.
    pub(crate) study: Study,
    /// What accounts keep in memory.
    pub(crate) accounts: Accounts,
    /// The ways to tell players outside the page.
    pub(crate) post: Post,
    /// Where games are played again.
    pub(crate) replays: Workbench,
    /// Answers that never change.
    pub(crate) kept: Kept,
    /// Pictures of positions.
    #[cfg(feature = "png")]
    pub(crate) pictures: crate::web::picture::Pictures,
    /// How often each address may ask.
    pub(crate) turnstile: Turnstile,
    /// Whether the database takes what is written.
    pub(crate) pulse: Pulse,
    /// Whether the server is ending.
    closing: watch::Sender<bool>,
}

impl App {
    /// Loads the games and opens the database.
    pub async fn open(config: Config) -> Result<Arc<App>, ServeError> {
        let games = Games::load(config.data.as_deref())?;
        let store = store::open(&config.database).await?;
        bring_over(&games, &*store).await?;
        let turnstile = Turnstile::new(config.limits.requests_per_second, config.limits.request_burst);
        let (closing, _) = watch::channel(false);
        let (accounts, post) = (Accounts::new(&config.limits), Post::new(&config)?);
        let (rooms, study, kept) =
            (Rooms::new(config.limits.sockets_per_address), Study::new(config.thinking), Kept::default());
        let promises = Promises::new(config.seed);
        let replays = Workbench::new(REPLAYS);
        Ok(Arc::new(App {
            config,
            games,
            store,
            rooms,
            promises,
            study,
            accounts,
            post,
            replays,
            kept,
            #[cfg(feature = "png")]
            pictures: crate::web::picture::Pictures::default(),
            turnstile,
            pulse: Pulse::default(),
            closing,
        }))
    }

    /// How many computers think at the moment.
    pub fn thinking(&self) -> usize {
        self.study.thinking()
    }

    /// Tells everything that waits or stays open to end.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Returns when the server is ending: what waits or stays open must end then.
    pub async fn closed(&self) {
        // The sender lives as long as we do, so this cannot fail.
        let _ = self.closing.subscribe().wait_for(|&closing| closing).await;
    }
}

/// The time, in milliseconds since 1970.
pub fn now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
}
