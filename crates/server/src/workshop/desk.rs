//! The projects: a folder each, with a head that says whose it is and a journal of all that was done.

use super::trials::Trials;
use crate::config::Config;
use crate::error::Failure;
use crate::games::Games;
use crate::secret;
use crate::store::now;
use crate::work::Workbench;
use catalogue::Game;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wire::{Misfit, ProjectHead, ProjectState};
use workshop::{Edit, Journal, Project, survey};

/// How much of it is done at once: it is work, and players come first.
const AT_ONCE: usize = 2;
/// The most projects that somebody may have.
const MOST_PROJECTS: usize = 100;
/// The largest that a journal may grow.
const LARGEST_JOURNAL: u64 = 32 << 20;
const HEAD: &str = "project.json";
const JOURNAL: &str = "journal.jsonl";

/// The room in which games are made over.
pub struct Workshop {
    /// The games, with the shelf for archives.
    pub games: Games,
    /// Where its work is done.
    pub bench: Workbench,
    /// What computers try out.
    pub trials: Trials,
    /// Whether it stands on somebody's own machine: then everything in it is everybody's who comes.
    pub is_own: bool,
    folder: Option<PathBuf>,
    open: Mutex<HashMap<String, Arc<Mutex<Desk>>>>,
}

/// What never changes of a project.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    game: String,
    owner: String,
}

/// A project that is worked on.
pub struct Desk {
    /// Its id.
    pub id: String,
    /// The project.
    pub project: Project,
    /// How many steps were done.
    pub revision: u64,
    folder: PathBuf,
    /// The game with all changes that fit, as it was when they last did.
    good: Arc<dyn Game>,
    problem: Option<Misfit>,
    warnings: Vec<Misfit>,
    /// The game as it is shipped.
    shipped: Arc<dyn Game>,
    /// The revision for which what was found holds.
    looked_at: Option<u64>,
}

impl Workshop {
    /// Opens the room; without a folder it stays closed.
    pub fn new(games: Games, config: &Config) -> Workshop {
        let is_own = config.address.ip().is_loopback() && config.public.is_none() && !config.behind_proxy;
        Workshop {
            games,
            bench: Workbench::new(AT_ONCE),
            trials: Trials::default(),
            is_own,
            folder: config.workshop.as_ref().map(|folder| folder.join("projects")),
            open: Mutex::default(),
        }
    }

    fn folder(&self) -> Result<&PathBuf, Failure> {
        self.folder.as_ref().ok_or_else(|| Failure::not_found("this server has no workshop"))
    }

    /// The projects of somebody, the one that changed last first.
    pub fn list(&self, user: &str) -> Result<Vec<ProjectHead>, Failure> {
        let mut heads = Vec::new();
        for id in self.ids()? {
            let Ok(head) = self.head(&id) else { continue };
            if !self.is_own && head.owner != user {
                continue;
            }
            let desk = self.desk(&id, user)?;
            let desk = locked(&desk);
            let battles = desk.project.battles().len();
            let changes = desk.project.entries().keys().filter(|key| key.contains(' ')).count() - battles;
            let (title, game) = (desk.project.text("title").to_string(), head.game);
            heads.push(ProjectHead { id, game, title, changes, battles, updated: desk.updated() });
        }
        heads.sort_by_key(|head| std::cmp::Reverse(head.updated));
        Ok(heads)
    }

    fn ids(&self) -> Result<Vec<String>, Failure> {
        let Ok(folders) = std::fs::read_dir(self.folder()?) else { return Ok(Vec::new()) };
        let name = |folder: std::io::Result<std::fs::DirEntry>| folder.ok()?.file_name().into_string().ok();
        Ok(folders.filter_map(name).filter(|id| secret::is_id(id)).collect())
    }

    fn head(&self, id: &str) -> Result<Head, Failure> {
        let missing = || Failure::not_found("there is no such project");
        if !secret::is_id(id) {
            return Err(missing());
        }
        let text = std::fs::read_to_string(self.folder()?.join(id).join(HEAD)).map_err(|_| missing())?;
        serde_json::from_str(&text).map_err(Failure::internal)
    }

    /// Begins a project with a first step.
    pub fn begin(&self, game: &str, owner: &str, first: Edit) -> Result<Arc<Mutex<Desk>>, Failure> {
        let entry = catalogue::find(game).map_err(|error| Failure::bad_request(error.to_string()))?;
        let own = self.ids()?.iter().filter(|id| self.head(id).is_ok_and(|head| head.owner == owner)).count();
        if own >= MOST_PROJECTS {
            return Err(Failure::conflict("full", format!("you have {MOST_PROJECTS} projects; put one away first")));
        }
        let mut project = Project::new(entry, Journal::default());
        let line = project.edit(first).map_err(Failure::bad_request)?;
        let id = secret::id()?;
        let folder = self.folder()?.join(&id);
        let head = Head { game: entry.id.into(), owner: owner.into() };
        std::fs::create_dir_all(&folder).map_err(Failure::internal)?;
        std::fs::write(folder.join(JOURNAL), line).map_err(Failure::internal)?;
        // Last, as a folder without a head is no project.
        std::fs::write(folder.join(HEAD), serde_json::to_string(&head).map_err(Failure::internal)?)
            .map_err(Failure::internal)?;
        self.desk(&id, owner)
    }

    /// A project, if it is the asker's.
    pub fn desk(&self, id: &str, user: &str) -> Result<Arc<Mutex<Desk>>, Failure> {
        let head = self.head(id)?;
        if !self.is_own && head.owner != user {
            return Err(Failure::not_found("there is no such project"));
        }
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(desk) = open.get(id) {
            return Ok(desk.clone());
        }
        let folder = self.folder()?.join(id);
        let text = std::fs::read_to_string(folder.join(JOURNAL)).map_err(Failure::internal)?;
        // A last line that was not written to its end was never answered.
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        if whole.len() < text.len() {
            std::fs::write(folder.join(JOURNAL), whole).map_err(Failure::internal)?;
        }
        let journal = Journal::read(whole).map_err(|error| Failure::conflict("damaged", error.to_string()))?;
        let entry = catalogue::find(&head.game).map_err(Failure::internal)?;
        let game = self.games.get(&head.game).ok_or_else(|| Failure::not_found("the game is not served any more"))?;
        let desk = Desk {
            id: id.to_string(),
            project: Project::new(entry, journal),
            revision: whole.lines().count() as u64,
            folder,
            good: game.clone(),
            problem: None,
            warnings: Vec::new(),
            shipped: game,
            looked_at: None,
        };
        let desk = Arc::new(Mutex::new(desk));
        open.insert(id.to_string(), desk.clone());
        Ok(desk)
    }

    /// Puts a project away for good.
    pub fn remove(&self, id: &str, user: &str) -> Result<(), Failure> {
        self.desk(id, user)?;
        self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        std::fs::remove_dir_all(self.folder()?.join(id)).map_err(Failure::internal)
    }
}

/// A desk that nobody else works at for the moment.
pub fn locked(desk: &Mutex<Desk>) -> MutexGuard<'_, Desk> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is done to a project.
pub enum Deed {
    /// A step.
    Edit(Edit),
    /// The last step is taken back.
    Undo,
    /// What was undone is done again.
    Redo,
}

impl Desk {
    /// Does something; it is on disk before it is answered.
    pub fn act(&mut self, deed: Deed) -> Result<ProjectState, Failure> {
        let path = self.folder.join(JOURNAL);
        if std::fs::metadata(&path).is_ok_and(|file| file.len() > LARGEST_JOURNAL) {
            return Err(Failure::conflict("full", "this project is full: pack it, and go on with the archive"));
        }
        let before = self.project.entries().clone();
        let line = match deed {
            Deed::Edit(edit) => self.project.edit(edit).map_err(Failure::bad_request)?,
            Deed::Undo => self.project.undo().map_err(|error| Failure::conflict("nothing", error.to_string()))?,
            Deed::Redo => self.project.redo().map_err(|error| Failure::conflict("nothing", error.to_string()))?,
        };
        let written = std::fs::OpenOptions::new().append(true).open(&path).and_then(|mut file| {
            file.write_all(line.as_bytes())?;
            file.sync_data()
        });
        written.map_err(Failure::internal)?;
        self.revision += 1;
        let after = self.project.entries();
        let keys = before.keys().chain(after.keys());
        let changed = keys.filter(|key| before.get(*key) != after.get(*key));
        let entries = changed.map(|key| (key.clone(), after.get(key).cloned().unwrap_or_default())).collect();
        Ok(self.state(entries))
    }

    /// How it stands, with all that is in it.
    pub fn whole(&mut self) -> ProjectState {
        self.state(self.project.entries().clone())
    }

    fn state(&mut self, entries: Edit) -> ProjectState {
        self.look();
        let (undo, redo) = self.project.reach();
        ProjectState {
            id: self.id.clone(),
            game: self.project.entry().id.to_string(),
            revision: self.revision,
            undo,
            redo,
            entries,
            problems: self.problem.iter().cloned().collect(),
            warnings: self.warnings.clone(),
        }
    }

    /// The game with all changes; as it was when they last fitted, where they do not.
    pub fn game(&mut self) -> Arc<dyn Game> {
        self.look();
        self.good.clone()
    }

    fn look(&mut self) {
        if self.looked_at == Some(self.revision) {
            return;
        }
        match self.project.load() {
            Ok(game) => {
                self.warnings = survey::of_game(self.project.entry(), &*game, &*self.shipped);
                (self.good, self.problem) = (game, None);
            }
            Err(problem) => self.problem = Some(problem),
        }
        self.looked_at = Some(self.revision);
    }

    fn updated(&self) -> i64 {
        let modified = std::fs::metadata(self.folder.join(JOURNAL)).and_then(|file| file.modified());
        let since = modified.ok().and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
        since.map_or_else(now, |since| since.as_millis() as i64)
    }
}
