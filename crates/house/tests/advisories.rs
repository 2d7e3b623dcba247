//! What is known to be wrong with the crates that we depend on, after the database of RustSec.

use crate::common::{deny, locked};
use semver::{Version, VersionReq};
use serde::Deserialize;
use std::path::Path;

/// The variable that names a folder with the database.
const DATABASE: &str = "GROGNARD_ADVISORIES";

#[derive(Deserialize)]
struct Advisory {
    advisory: About,
    versions: Versions,
}

#[derive(Deserialize)]
struct About {
    id: String,
    package: String,
    /// Nobody can exploit it: nobody looks after the crate any more, or the like.
    informational: Option<String>,
    withdrawn: Option<String>,
}

#[derive(Deserialize)]
struct Versions {
    #[serde(default)]
    patched: Vec<VersionReq>,
    #[serde(default)]
    unaffected: Vec<VersionReq>,
}

impl Advisory {
    /// Reads a file of the database: TOML in the first block, then words for people.
    fn parse(text: &str) -> Result<Advisory, toml::de::Error> {
        let block = text.split("```toml\n").nth(1).and_then(|rest| rest.split("\n```").next());
        toml::from_str(block.unwrap_or_default())
    }

    fn concerns(&self, name: &str, version: &Version) -> bool {
        let About { package, informational, withdrawn, .. } = &self.advisory;
        let mut safe = self.versions.patched.iter().chain(&self.versions.unaffected);
        package == name
            && withdrawn.is_none()
            && informational.as_deref().is_none_or(|kind| kind == "unsound")
            && !safe.any(|safe| safe.matches(version))
    }
}

#[test]
fn an_advisory_concerns_the_versions_between() {
    let text = |more: &str, versions: &str| {
        format!(
            "```toml\n[advisory]\nid = \"RUSTSEC-1918-0001\"\npackage = \"gun\"\n{more}\n[versions]\n{versions}\n```\n\n# It bursts\n"
        )
    };
    let concerned =
        |text: &str, version: &str| Advisory::parse(text).unwrap().concerns("gun", &Version::parse(version).unwrap());
    let plain = text("", "patched = [\">= 1.2.3\"]\nunaffected = [\"< 1.0.0\"]");
    assert!(concerned(&plain, "1.0.0") && concerned(&plain, "1.2.2"));
    assert!(!concerned(&plain, "0.9.0") && !concerned(&plain, "1.2.3"));
    assert!(concerned(&text("", "patched = []"), "7.0.0"), "nothing has put it right");
    assert!(concerned(&text("informational = \"unsound\"", "patched = []"), "7.0.0"));
    assert!(!concerned(&text("informational = \"unmaintained\"", "patched = []"), "7.0.0"));
    assert!(!concerned(&text("withdrawn = \"1918-07-15\"", "patched = []"), "7.0.0"));
    assert!(!Advisory::parse(&plain).unwrap().concerns("rifle", &Version::new(1, 0, 0)));
}

#[test]
#[ignore = "needs the database: ./test fetches it where it can"]
fn nothing_is_known_to_be_wrong_with_what_we_depend_on() {
    let database = std::env::var_os(DATABASE).expect("GROGNARD_ADVISORIES names the folder of the database");
    let crates = Path::new(&database).join("crates");
    assert!(crates.is_dir(), "there is no database in {}", crates.display());
    let excused = deny().advisories.ignore;
    let mut found = Vec::new();
    for krate in locked().iter().filter(|krate| krate.source.is_some()) {
        let Ok(files) = std::fs::read_dir(crates.join(&krate.name)) else { continue };
        let version = Version::parse(&krate.version).expect("a version");
        for file in files {
            let file = file.expect("a file").path();
            let text = std::fs::read_to_string(&file).expect("an advisory");
            let advisory = Advisory::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let id = &advisory.advisory.id;
            if advisory.concerns(&krate.name, &version) && !excused.iter().any(|excuse| excuse.id == *id) {
                let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default();
                found.push(format!("{} {version}: {id}, {title}", krate.name));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn what_is_excused_has_a_reason() {
    assert!(deny().advisories.ignore.iter().all(|excuse| !excuse.reason.is_empty()));
}
