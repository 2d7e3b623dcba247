//! Play in the terminal.

mod analysis;
mod board;
mod canvas;
mod command;
mod options;
mod paint;
mod session;
mod words;

pub use analysis::analysis_lines;
pub use board::{Window, draw};
pub use paint::Paint;
pub use session::Session;
pub use words::event_lines;

use std::io::IsTerminal;
use terminal_size::{Height, Width};

/// How much room there is to write, in columns and lines.
pub fn room() -> (usize, usize) {
    match terminal_size::terminal_size() {
        Some((Width(wide), Height(high))) if std::io::stdout().is_terminal() => (wide.into(), high.into()),
        _ => (120, 50),
    }
}
