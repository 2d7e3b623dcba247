//! What workers must know of a run.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sim::{Folder, Plan, Workshop};
use std::collections::BTreeMap;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::{Component, Path, PathBuf};

/// What workers must know of a run: the plan, and the changed data files it is played with.
#[derive(Serialize, Deserialize)]
pub struct Brief {
    /// The version of the program that leads.
    program: String,
    plan: Plan,
    /// The texts of changed data files, by their path.
    data: Option<BTreeMap<String, String>>,
}

impl Brief {
    /// The brief of the run in a folder.
    pub fn of(folder: &Folder) -> Result<Brief, String> {
        let data = folder.data().map(|data| {
            let mut files = BTreeMap::new();
            collect(&data, Path::new(""), &mut files).map(|()| files)
        });
        Ok(Brief { program: env!("CARGO_PKG_VERSION").into(), plan: folder.plan().clone(), data: data.transpose()? })
    }

    /// Reads a brief; an error says why the run cannot be played here.
    pub fn read(bytes: &[u8]) -> Result<Brief, String> {
        let here = env!("CARGO_PKG_VERSION");
        let unreadable = |error: serde_json::Error| format!("this program cannot read its brief ({error})");
        // Other versions may say all else in other words.
        let value: Value = serde_json::from_slice(bytes).map_err(unreadable)?;
        match value["program"].as_str() {
            Some(version) if version == here => serde_json::from_value(value).map_err(unreadable),
            Some(other) => Err(format!("it is led by version {other} of Grognard, and this is version {here}")),
            None => Err("this is no brief of Grognard".into()),
        }
    }

    /// Makes ready to play the run; an error says why it cannot be played here.
    pub fn open(&self) -> Result<Workshop, String> {
        let folder = self.data.as_ref().map(Scratch::with).transpose()?;
        let data = folder.as_ref().map(|folder| folder.0.as_path());
        Workshop::open(&self.plan, data).map_err(|error| error.to_string())
    }
}

/// The files in a folder and the folders in it.
fn collect(root: &Path, inner: &Path, files: &mut BTreeMap<String, String>) -> Result<(), String> {
    let folder = root.join(inner);
    let said = |path: &Path| {
        let path = path.display().to_string();
        move |error: std::io::Error| format!("{path}: {error}")
    };
    for entry in fs::read_dir(&folder).map_err(said(&folder))? {
        let name = inner.join(entry.map_err(said(&folder))?.file_name());
        let path = root.join(&name);
        if path.is_dir() {
            collect(root, &name, files)?;
        } else {
            let text = fs::read_to_string(&path).map_err(said(&path))?;
            files.insert(name.to_string_lossy().into_owned(), text);
        }
    }
    Ok(())
}

/// A folder of data files that is needed while they are read.
struct Scratch(PathBuf);

impl Scratch {
    fn with(files: &BTreeMap<String, String>) -> Result<Scratch, String> {
        let name = format!("grognard-{}-{:x}", std::process::id(), RandomState::new().hash_one(0));
        let scratch = Scratch(std::env::temp_dir().join(name));
        for (name, text) in files {
            let inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
            if !inside {
                return Err(format!("the name of its data file \"{name}\" leads out of its folder"));
            }
            let path = scratch.0.join(name);
            let said = |error: std::io::Error| format!("{}: {error}", path.display());
            fs::create_dir_all(path.parent().unwrap_or(&scratch.0)).map_err(said)?;
            fs::write(&path, text).map_err(said)?;
        }
        Ok(scratch)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_versions_are_refused() {
        let error = Brief::read(br#"{"program": "0.0.0", "novelty": true}"#).err().unwrap();
        let here = env!("CARGO_PKG_VERSION");
        assert_eq!(error, format!("it is led by version 0.0.0 of Grognard, and this is version {here}"));
        assert_eq!(Brief::read(b"{}").err().unwrap(), "this is no brief of Grognard");
        assert!(Brief::read(b"no JSON").err().unwrap().starts_with("this program cannot read its brief ("));
    }

    #[test]
    fn data_files_stay_in_their_folder() {
        for name in ["../out.toml", "/etc/out.toml", "first-blood/../../out.toml"] {
            let files = BTreeMap::from([(name.to_string(), String::new())]);
            let error = Scratch::with(&files).err().unwrap();
            assert_eq!(error, format!("the name of its data file \"{name}\" leads out of its folder"));
        }
        let files = BTreeMap::from([("first-blood/map.toml".to_string(), "text".to_string())]);
        let scratch = Scratch::with(&files).unwrap();
        let path = scratch.0.clone();
        let mut read = BTreeMap::new();
        collect(&path, Path::new(""), &mut read).unwrap();
        assert_eq!(read, files);
        drop(scratch);
        assert!(!path.exists());
    }
}
