//! The claim files that passing tests left.

use crate::source::Source;
use crate::{Finding, LedgerError};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// What one passing test wrote down.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    /// The test's file, as the compiler names it: from the workspace's root.
    file: PathBuf,
    line: usize,
    pub(crate) ids: Vec<String>,
    /// The functions that ran meanwhile and cite one of the clauses.
    pub(crate) ran: Vec<Ran>,
}

/// A function that cites a clause and ran while a test claimed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    id: String,
    file: PathBuf,
    line: usize,
}

impl Ran {
    /// Whether it is the function whose name stands on this line.
    pub(crate) fn is(&self, id: &str, source: &Source, line: usize) -> bool {
        self.id == id && self.line == line && source.is_named_by(&self.file)
    }

    fn parse(text: &str) -> Option<Ran> {
        let (id, place) = text.split_once('@')?;
        let (file, line) = place.rsplit_once(':')?;
        Some(Ran { id: id.into(), file: path(file), line: line.parse().ok()? })
    }
}

impl Claim {
    fn stands_at(&self, source: &Source, line: usize) -> bool {
        self.line == line && source.is_named_by(&self.file)
    }

    /// The finding that no `shows!` stands where the claim was made.
    pub(crate) fn out_of_date(&self) -> Finding {
        let message = "a claim was collected here, but no test shows anything at this line: collect the claims again";
        Finding { file: self.file.display().to_string(), line: self.line, message: message.into() }
    }
}

/// The claims of one game.
pub(crate) struct Claims(Vec<Claim>);

impl Claims {
    /// Reads a game's `.claim` files in a folder.
    pub(crate) fn read(folder: &Path, game: &str) -> Result<Claims, LedgerError> {
        let io = |error| LedgerError::io(folder, error);
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(io)? {
            paths.push(entry.map_err(io)?.path());
        }
        paths.retain(|path| path.extension() == Some(OsStr::new("claim")));
        paths.sort();
        let mut claims = Vec::new();
        for path in paths {
            let text = fs::read_to_string(&path).map_err(|error| LedgerError::io(&path, error))?;
            for (number, line) in text.lines().enumerate() {
                let (of_game, claim) = parse_claim(line).ok_or_else(|| LedgerError::Format {
                    file: path.clone(),
                    line: number + 1,
                    message: "expected five fields: game, file, line, clauses, functions that ran, with tabs between"
                        .into(),
                })?;
                if of_game == game {
                    claims.push(claim);
                }
            }
        }
        Ok(Claims(claims))
    }

    /// The claims made at a place: one, or several if the tests ran in several builds.
    pub(crate) fn at(&self, source: &Source, line: usize) -> impl Iterator<Item = &Claim> {
        self.0.iter().filter(move |claim| claim.stands_at(source, line))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Claim> {
        self.0.iter()
    }
}

fn parse_claim(line: &str) -> Option<(&str, Claim)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [game, file, line, ids, ran] = fields[..] else { return None };
    let ids = ids.split(' ').map(String::from).collect();
    let ran = ran.split_whitespace().map(Ran::parse).collect::<Option<_>>()?;
    Some((game, Claim { file: path(file), line: line.parse().ok()?, ids, ran }))
}

fn path(file: &str) -> PathBuf {
    file.replace('\\', "/").into()
}
