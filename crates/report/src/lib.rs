//! What a run of many games says: one HTML page that needs nothing else, with plots, heat maps and the statistics
//! behind them, of one run or of two compared.
#![warn(missing_docs)]

mod changes;
mod colours;
mod course;
mod heat;
mod page;
mod plot;
#[cfg(test)]
mod samples;
pub mod stats;
mod summary;
mod verdict;
mod words;

use engine::data::Map;
use engine::{About, ClauseBook};
use render::RenderError;
use sim::Run;

/// A run, with what is needed to understand it.
pub struct Exhibit<'a> {
    /// What it is called: its folder, as a rule.
    pub name: String,
    /// What was played.
    pub run: &'a Run,
    /// Title, sides, scenarios, options of its game.
    pub about: &'a About,
    /// The checklist of the rulebook.
    pub book: &'a ClauseBook,
    /// The board of its scenario.
    pub map: &'a Map,
    /// The data files it was played with, by name; empty if they are not known.
    pub files: Vec<(String, String)>,
    /// The command that plays it again.
    pub command: String,
}

impl Exhibit<'_> {
    /// The scenario's name for people.
    fn scenario(&self) -> &str {
        let id = &self.run.plan.scenario;
        self.about.scenarios.iter().find(|info| info.id == *id).map_or(id, |info| &info.title)
    }
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The runs are of different games or scenarios.
    #[error(
        "{after} is a run of {after_scenario} and {before} one of {before_scenario}; only runs of the same scenario can \
         be compared"
    )]
    OtherScenario {
        /// The run that is reported.
        after: String,
        /// Its game and scenario.
        after_scenario: String,
        /// The run it is compared with.
        before: String,
        /// Its game and scenario.
        before_scenario: String,
    },
    /// The board cannot be drawn.
    #[error(transparent)]
    Render(#[from] RenderError),
}

/// The report of a run, as an HTML page; compared with another run of the same scenario if there is one.
///
/// # Errors
/// If the two runs are of different games or scenarios, or the board cannot be drawn.
pub fn report(run: &Exhibit, against: Option<&Exhibit>) -> Result<String, ReportError> {
    if let Some(other) = against {
        let scenario = |exhibit: &Exhibit| format!("{}, {}", exhibit.run.plan.game, exhibit.run.plan.scenario);
        if scenario(run) != scenario(other) {
            return Err(ReportError::OtherScenario {
                after: run.name.clone(),
                after_scenario: scenario(run),
                before: other.name.clone(),
                before_scenario: scenario(other),
            });
        }
    }
    // A number and its per cent sign stay on one line.
    Ok(page::write(run, against)?.into_string().replace(" %", "\u{a0}%"))
}
