//! The log, on standard error.

use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;

/// How the log is written.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum LogFormat {
    /// For people.
    Text,
    /// An object a line, for programs.
    Json,
}

/// Begins to log what `RUST_LOG` says, or else everything from this level on (`info`, `warn`, ...).
pub fn begin_log(format: LogFormat, level: &str) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(level));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_target(false).with_writer(std::io::stderr);
    let log = log.with_ansi(std::io::stderr().is_terminal());
    // Whoever runs us as a library may log already; then it is his log.
    let _ = match format {
        LogFormat::Text => log.try_init(),
        LogFormat::Json => log.json().try_init(),
    };
}
