//! How far a run is.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A bar with rate and time left, on standard error if that is a terminal.
pub struct Progress(ProgressBar);

impl Progress {
    /// A run of so many games, of which some were played before.
    pub fn new(games: u64, before: u64) -> Progress {
        let template = "{bar:30} {pos} of {len} games, {per_sec}, {eta} left{msg}";
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(games).with_style(style).with_position(before);
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress(bar)
    }

    /// So many more games are over.
    pub fn add(&self, games: u64) {
        self.0.inc(games);
    }

    /// Says beside the bar how things stand.
    #[cfg(feature = "cluster")]
    pub fn note(&self, words: &str) {
        self.0.set_message(format!(", {words}"));
    }

    /// Says something above the bar.
    #[cfg(feature = "cluster")]
    pub fn say(&self, sentence: &str) {
        // A bar that is not shown would swallow it.
        if self.0.is_hidden() {
            eprintln!("{sentence}");
        } else {
            self.0.println(sentence);
        }
    }

    /// Takes the bar away.
    pub fn close(self) {
        self.0.finish_and_clear();
    }
}
