//! What stands in for runs on more than one machine in a program that was built without them.

use super::progress::Progress;
use crate::cli::WorkerArgs;
use crate::failure::Failure;
use crate::parts;
use ai::Stop;
use sim::Folder;
use std::num::NonZeroUsize;

fn without() -> Failure {
    parts::without("runs on more than one machine")
}

/// There is nothing to reach.
pub fn reach(_url: &str) -> Result<(), Failure> {
    Err(without())
}

/// Nobody can be led.
pub fn lead(
    _folder: &Folder,
    _url: &str,
    _patience: u64,
    _stop: &Stop,
    _progress: &Progress,
) -> Result<NonZeroUsize, Failure> {
    Err(without())
}

/// Nobody can be helped.
pub fn work(_args: WorkerArgs) -> Result<(), Failure> {
    Err(without())
}
