//! Records on disk.

use crate::failure::Failure;
use catalogue::{AnyMatch, Game};
use engine::record::RecordError;
use engine::{Record, Reread, Study};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A record as it was read, with its game.
pub struct Loaded {
    /// The game it is a record of.
    pub game: Arc<dyn Game>,
    /// The record.
    pub record: Record,
    /// What somebody has written to it.
    pub study: Study,
}

/// Reads a record and loads its game; an error begins with the file.
pub fn load_record(file: &Path, data: Option<&Path>) -> Result<Loaded, Failure> {
    let place = file.display();
    let bytes = fs::read(file).map_err(|error| Failure::said(format!("{place}: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|_| Failure::said(format!("{place}: this is not a text file")))?;
    let (record, study) = Study::read(&text).map_err(|error| Failure::said(format!("{place}: {error}")))?;
    let entry = catalogue::find(&record.head.game).map_err(|error| Failure::said(format!("{place}: {error}")))?;
    Ok(Loaded { game: entry.load(data)?, record, study })
}

impl Loaded {
    /// Plays the record again; an error begins with the file, and says so if other data may be the reason.
    pub fn replay(&self, file: &Path) -> Result<Box<dyn AnyMatch>, Failure> {
        self.game.replay(&self.record).map_err(|error| self.misfit(file, &error))
    }

    /// Goes on with the match; an error begins with the file. A match that went another way than the rules or data that
    /// are here now cannot go on.
    pub fn resume(&self, file: &Path) -> Result<Box<dyn AnyMatch>, Failure> {
        if !self.study.is_empty() {
            let lost = "this is a study, and what is written to the record would be lost; go on with the record alone";
            return Err(Failure::said(format!("{}: {lost}", file.display())));
        }
        let table = self.game.resume(&self.record).map_err(|error| self.misfit(file, &error))?;
        match table.parting() {
            None => Ok(table),
            Some(error) if self.is_older() => {
                let older = self.game.about().told_older(&self.record);
                Err(Failure::said(format!("{}: {error} ({older})", file.display())))
            }
            Some(error) => Err(self.misfit(file, error)),
        }
    }

    /// Whether it was played by an older version of the rules.
    pub fn is_older(&self) -> bool {
        self.game.about().is_newer_than(&self.record)
    }

    /// The same, but a record of older rules is played as far as the present ones agree with it.
    pub fn read(&self, file: &Path) -> Result<Reread<Box<dyn AnyMatch>>, Failure> {
        if !self.is_older() {
            return Ok(Reread { game: self.replay(file)?, parting: None });
        }
        self.game.reread(&self.record).map_err(|error| self.misfit(file, &error))
    }

    /// Plays all variations of the study again; an error begins with the file and names the variation.
    pub fn verify_variations(&self, file: &Path) -> Result<(), Failure> {
        for (branch, record) in (1..).map_while(|branch| Some((branch, self.study.branch(&self.record, branch)?))) {
            let played = if self.is_older() {
                self.game.reread(&record).map(|_| ())
            } else {
                self.game.replay(&record).map(|_| ())
            };
            let misfit =
                |error| Failure::said(format!("{}: {}", file.display(), Study::misfit(branch, &record, &error)));
            played.map_err(misfit)?;
        }
        Ok(())
    }

    fn misfit(&self, file: &Path, error: &RecordError) -> Failure {
        let other_data = self.record.played_by().1 != self.game.provenance().digest();
        let hint = if other_data { " (it was played with other data files; --data names their folder)" } else { "" };
        Failure::said(format!("{}: {error}{hint}", file.display()))
    }
}

/// Writes a whole file or none of it.
pub fn write_whole(file: &Path, text: &str) -> Result<(), Failure> {
    let wrong = |error: std::io::Error| Failure::said(format!("{}: {error}", file.display()));
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    fs::write(&part, text).and_then(|()| fs::rename(&part, file)).map_err(wrong)
}

/// Writes a file that must not be there yet.
pub fn write_new(file: &Path, text: &str) -> Result<(), Failure> {
    let created = fs::OpenOptions::new().write(true).create_new(true).open(file);
    created
        .and_then(|mut created| created.write_all(text.as_bytes()))
        .map_err(|error| Failure::said(format!("{}: {error}", file.display())))
}

/// The file that keeps a match safe while it is played.
pub struct Keeper {
    file: PathBuf,
    /// Not more often than this, unless it must be.
    pause: Duration,
    last: Instant,
}

impl Keeper {
    /// Keeps a match in a file that must not be there yet.
    pub fn create(file: PathBuf, record: &Record, pause: Duration) -> Result<Keeper, Failure> {
        write_new(&file, &record.to_string())?;
        Ok(Keeper { file, pause, last: Instant::now() })
    }

    /// Keeps a match in the file it came from.
    pub fn existing(file: PathBuf, pause: Duration) -> Keeper {
        Keeper { file, pause, last: Instant::now() }
    }

    /// Keeps a match in this folder, under the first name that is free.
    pub fn create_named(record: &Record, pause: Duration) -> Result<Keeper, Failure> {
        let names = (1..10_000).map(|number| PathBuf::from(format!("{}-{number}.record", record.head.game)));
        let free = names.into_iter().find(|name| !name.exists());
        Keeper::create(free.ok_or_else(|| Failure::said("this folder is full of records"))?, record, pause)
    }

    /// Where it is kept.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Writes the match, if enough time has passed.
    pub fn keep(&mut self, table: &dyn AnyMatch) -> Result<(), Failure> {
        if self.last.elapsed() < self.pause { Ok(()) } else { self.keep_now(table) }
    }

    /// Writes the match.
    pub fn keep_now(&mut self, table: &dyn AnyMatch) -> Result<(), Failure> {
        write_whole(&self.file, &table.record().to_string())?;
        self.last = Instant::now();
        Ok(())
    }
}
