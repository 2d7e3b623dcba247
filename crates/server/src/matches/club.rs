//! What matches need.

use super::analyses::Analyses;
use super::computer::Study;
use super::promises::Promises;
use super::rooms::Rooms;
use crate::closing::Closing;
use crate::config::{Config, Limits};
use crate::games::Games;
use crate::store::Store;
use std::sync::Arc;

/// What matches need.
pub struct Club {
    /// The games.
    pub games: Games,
    /// What is kept.
    pub store: Arc<dyn Store>,
    /// The matches that somebody looks at or plays now.
    pub rooms: Arc<Rooms>,
    /// Where the secrets of dice come from.
    pub promises: Promises,
    /// Where computer players think.
    pub study: Study,
    /// Where finished matches are looked at again.
    pub analyses: Analyses,
    /// How much one client may ask for.
    pub limits: Limits,
    /// Whether the server is ending.
    pub closing: Closing,
}

impl Club {
    /// Nobody plays yet.
    pub fn new(games: Games, store: Arc<dyn Store>, rooms: Arc<Rooms>, config: &Config, closing: Closing) -> Club {
        let (promises, study) = (Promises::new(config.seed), Study::new(config.thinking));
        let analyses = Analyses::new(config.limits.analyses_per_hour);
        Club { games, store, rooms, promises, study, analyses, limits: config.limits, closing }
    }
}
