//! Matches being played: one room each.

/// The matches that somebody looks at or plays now.
#[derive(Default)]
pub struct Rooms;
