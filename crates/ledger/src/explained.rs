//! The clauses that ask nothing of a program, each with a sentence that says why.

use crate::ids::Ids;
use crate::{Entry, Finding, LedgerError};
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// The file that holds them, in the folder of the game's crate. There is none if nothing is to be explained.
const FILE_NAME: &str = "explained.tsv";
const HEADER: &str = "clause\twhy it asks for nothing";

/// Sentences by clause.
#[derive(Default)]
pub(crate) struct Explained {
    sentences: BTreeMap<String, (usize, String)>,
}

impl Explained {
    /// Reads the file; what is wrong in it is a finding.
    pub(crate) fn read(crate_folder: &Path, ids: &Ids, findings: &mut Vec<Finding>) -> Result<Explained, LedgerError> {
        let path = crate_folder.join(FILE_NAME);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Explained::default()),
            Err(error) => return Err(LedgerError::io(&path, error)),
        };
        let mut explained = Explained::default();
        let mut lines = text.lines();
        if lines.next() != Some(HEADER) {
            findings.push(finding(1, format!("expected the header {:?}", HEADER.replace('\t', " <tab> "))));
        }
        for (line, number) in lines.zip(2..) {
            if let Err(message) = explained.add(line, number, ids) {
                findings.push(finding(number, message));
            }
        }
        Ok(explained)
    }

    fn add(&mut self, line: &str, number: usize, ids: &Ids) -> Result<(), String> {
        let Some((id, sentence)) = line.split_once('\t').filter(|(_, sentence)| is_sentence(sentence)) else {
            return Err("expected two fields: a clause and a sentence, with a tab between".into());
        };
        if !ids.knows(id) {
            return Err(format!("{id:?} is not a clause of this game"));
        }
        match self.sentences.insert(id.into(), (number, sentence.into())) {
            Some(_) => Err(format!("clause {id} stands here a second time")),
            None => Ok(()),
        }
    }

    /// The sentence for a clause.
    pub(crate) fn sentence(&self, id: &str) -> Option<String> {
        self.sentences.get(id).map(|(_, sentence)| sentence.clone())
    }

    /// The explanations that no clause needs: because it is carried, or because it is a note.
    pub(crate) fn needless(&self, entries: &[Entry]) -> Vec<Finding> {
        let objection = |id: &str| match entries.iter().find(|entry| entry.id == id) {
            None => Some(format!("clause {id} needs no explanation: it is a note")),
            Some(entry) if entry.carried.is_empty() => None,
            Some(entry) => {
                Some(format!("clause {id} needs no explanation: it is carried by {}", entry.carried.join(", ")))
            }
        };
        let objections = self.sentences.iter().filter_map(|(id, (line, _))| Some((*line, objection(id)?)));
        objections.map(|(line, message)| finding(line, message)).collect()
    }
}

fn is_sentence(text: &str) -> bool {
    text.ends_with('.') && text.contains(' ') && !text.contains('\t')
}

fn finding(line: usize, message: String) -> Finding {
    Finding { file: FILE_NAME.into(), line, message }
}
