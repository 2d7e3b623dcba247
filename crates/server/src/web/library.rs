//! The games, what is told of them, and games played again.

use super::packed::{Kept, Recent};
use crate::config::Limits;
use crate::games::Games;
use crate::work::Workbench;
use std::time::Duration;

/// How many games are played again at once: it is work, and players come first.
const REPLAYS: usize = 2;

/// The games, what is told of them, and games played again.
pub struct Library {
    /// The games.
    pub games: Games,
    /// Answers that never change.
    pub kept: Kept,
    /// Charts with other options than the game's own.
    pub sheets: Recent,
    /// Pictures of positions.
    #[cfg(feature = "png")]
    pub pictures: Recent,
    /// Where games are played again.
    pub replays: Workbench,
    /// How long a replay in parts may take.
    pub longest_replay: Duration,
}

impl Library {
    /// Nobody has asked for anything yet.
    pub fn new(games: Games, limits: &Limits) -> Library {
        Library {
            games,
            kept: Kept::default(),
            sheets: Recent::default(),
            #[cfg(feature = "png")]
            pictures: Recent::default(),
            replays: Workbench::new(REPLAYS),
            longest_replay: limits.replay,
        }
    }
}
