//! `grognard report`: what a run of many games says.

use crate::cli::ReportArgs;
use crate::failure::Failure;
use crate::files;
use catalogue::Game;
use engine::data::Files;
use report::Exhibit;
use sim::{Folder, Plan, Run};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Writes the report of a run, compared with another if there is one.
pub fn run(args: ReportArgs) -> Result<(), Failure> {
    let found = Found::read(&args.folder)?;
    let against = args.against.as_deref().map(Found::read).transpose()?;
    let other = against.as_ref().map(Found::exhibit).transpose()?;
    let page = report::report(&found.exhibit()?, other.as_ref())?;
    let out = args.out.unwrap_or_else(|| args.folder.join("report.html"));
    files::write_whole(&out, &page)?;
    writeln!(std::io::stdout(), "{}", out.display())?;
    Ok(())
}

/// A run as it was found in its folder, with its game.
struct Found {
    name: String,
    folder: Folder,
    run: Run,
    game: Arc<dyn Game>,
    files: Files,
}

impl Found {
    fn read(path: &Path) -> Result<Found, Failure> {
        let folder = Folder::open(path)?;
        let entry = catalogue::find(&folder.plan().game)?;
        let (game, files) = (entry.load(folder.data().as_deref())?, entry.files(folder.data().as_deref())?);
        Ok(Found { name: name(path), run: Run::read(path)?, folder, game, files })
    }

    fn exhibit(&self) -> Result<Exhibit<'_>, Failure> {
        let (about, plan) = (self.game.about(), self.folder.plan());
        let scenario = about.scenario(&plan.scenario).map_err(Failure::said)?;
        // Data that have changed since the run was played say nothing about it.
        let files = if self.game.provenance().digest() == plan.data { self.texts()? } else { Vec::new() };
        Ok(Exhibit {
            name: self.name.clone(),
            run: &self.run,
            about,
            book: self.game.book(),
            map: self.game.map(scenario),
            files,
            command: command(plan, &*self.game, self.folder.data().as_deref(), &self.name),
        })
    }

    fn texts(&self) -> Result<Vec<(String, String)>, Failure> {
        let text =
            |name: &str| -> Result<_, Failure> { Ok((name.to_string(), self.files.read(name)?.text().to_string())) };
        self.files.names().map(text).collect()
    }
}

/// What a folder is called among people: its last part.
fn name(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    whole.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// The command that plays a run again.
fn command(plan: &Plan, game: &dyn Game, data: Option<&Path>, name: &str) -> String {
    let about = game.about();
    let mut words = vec!["grognard sim".to_string(), plan.game.clone(), format!("--scenario {}", plan.scenario)];
    let usual =
        about.scenario(&plan.scenario).map_or(Vec::new(), |scenario| about.settings(about.options_in(scenario)));
    words.extend(
        plan.options.iter().filter(|option| !usual.contains(option)).map(|option| format!("--option {option}")),
    );
    words.extend(plan.sides.iter().zip(&plan.players).map(|(side, player)| format!("--seat {side}={player}")));
    words.extend(plan.both_ways.then(|| "--both-ways".to_string()));
    words.push(format!("--seed {} --games {}", plan.first_seed, plan.games));
    words.extend(data.map(|data| format!("--data {}", data.display())));
    words.push(format!("--out {name}-again"));
    words.join(" ")
}
