//! Leaders and workers with a real NATS server between them.

mod common;
mod losses;
mod nats;
mod runs;
