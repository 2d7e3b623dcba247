//! The log, on standard error.

use std::io::IsTerminal;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::layer;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// How the log is written.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum LogFormat {
    /// For people.
    Text,
    /// An object a line, for programs.
    Json,
}

/// Begins to log what `RUST_LOG` says (`warn`, or by part: `info,server::matches=debug`), or else everything from this
/// level on.
pub fn begin_log(format: LogFormat, level: &str) {
    let wish = std::env::var("RUST_LOG").ok().filter(|wish| !wish.is_empty());
    let wanted = |words: &str| words.parse::<Targets>().ok();
    let filter = wish.as_deref().and_then(wanted).or_else(|| wanted(level)).unwrap_or_default();
    let lines = layer().with_target(false).with_writer(std::io::stderr).with_ansi(std::io::stderr().is_terminal());
    let log = tracing_subscriber::registry().with(filter);
    // Whoever runs us as a library may log already; then it is his log.
    let _ = match format {
        LogFormat::Text => log.with(lines).try_init(),
        LogFormat::Json => log.with(lines.json()).try_init(),
    };
}
