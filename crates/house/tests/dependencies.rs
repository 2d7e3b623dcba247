//! What we depend on: under licences that we may use, from crates.io, and each in one version.

use crate::common::{Locked, deny, locked, repository};
use serde::Deserialize;
use std::process::Command;

#[test]
fn everything_comes_from_crates_io() {
    const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";
    for Locked { name, source, .. } in locked() {
        assert!(source.is_none_or(|source| source == CRATES_IO), "{name} comes from elsewhere");
    }
}

/// Whether an excuse such as `syn@2` is meant for a crate.
fn excuses(spec: &str, krate: &Locked) -> bool {
    let (name, version) = spec.split_once('@').expect("an excuse names a version");
    let rest = krate.version.strip_prefix(version);
    krate.name == name && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

#[test]
fn an_excuse_is_for_one_version() {
    let krate = |version: &str| Locked { name: "syn".into(), version: version.into(), source: None };
    assert!(excuses("syn@2", &krate("2.0.106")) && excuses("syn@2.0.106", &krate("2.0.106")));
    assert!(!excuses("syn@2", &krate("20.0.0")) && !excuses("syn@2", &krate("3.2.0")));
    assert!(!excuses("sin@2", &krate("2.0.106")));
}

#[test]
fn each_comes_in_one_version_or_is_excused() {
    let (excused, all) = (deny().bans.skip, locked());
    for skip in &excused {
        assert!(all.iter().any(|krate| excuses(&skip.spec, krate)), "{} ({}) is not needed", skip.spec, skip.reason);
    }
    let plain: Vec<&Locked> =
        all.iter().filter(|krate| !excused.iter().any(|skip| excuses(&skip.spec, krate))).collect();
    let doubles = plain.windows(2).filter(|pair| pair[0].name == pair[1].name);
    let doubles: Vec<_> = doubles.map(|pair| (&pair[0].name, &pair[0].version, &pair[1].version)).collect();
    assert!(doubles.is_empty(), "more than one version of the same crate, see deny.toml: {doubles:?}");
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    license: Option<String>,
}

/// All packages with their licences: for all systems, or where these cannot be had for this one.
fn packages() -> Vec<Package> {
    let host = Command::new("rustc").args(["--print", "host-tuple"]).output().expect("rustc runs");
    let host = String::from_utf8(host.stdout).expect("a name");
    let ask = |more: &[&str]| {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
        command.args(["metadata", "--format-version", "1", "--locked", "--all-features"]).args(more);
        let output = command.current_dir(repository()).output().expect("cargo runs");
        output.status.success().then(|| serde_json::from_slice::<Metadata>(&output.stdout).expect("JSON").packages)
    };
    ask(&[]).or_else(|| ask(&["--offline", "--filter-platform", host.trim()])).expect("cargo knows the packages")
}

#[test]
fn licences_are_such_as_we_may_use() {
    let allowed = deny().licenses.allow;
    let packages = packages();
    assert!(packages.len() > 50, "{} packages", packages.len());
    for Package { name, license } in packages {
        let license = license.unwrap_or_else(|| panic!("{name} does not say its licence"));
        assert!(permits(&license, &allowed), "{name} is under {license}, which deny.toml does not allow");
    }
}

/// Whether one may use something under this licence, written as SPDX has it, who may use these.
fn permits(license: &str, allowed: &[String]) -> bool {
    let spaced = license.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ").replace(" WITH ", "_WITH_");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut reader = Reader { words: &words, allowed };
    let permitted = reader.any();
    assert!(reader.words.is_empty(), "{license} is not understood");
    permitted
}

/// Reads an expression word by word.
struct Reader<'a> {
    words: &'a [&'a str],
    allowed: &'a [String],
}

impl Reader<'_> {
    fn take(&mut self, word: &str) -> bool {
        let found = self.words.first() == Some(&word);
        self.words = &self.words[usize::from(found)..];
        found
    }

    fn any(&mut self) -> bool {
        let mut permitted = self.all();
        while self.take("OR") {
            permitted |= self.all();
        }
        permitted
    }

    fn all(&mut self) -> bool {
        let mut permitted = self.one();
        while self.take("AND") {
            permitted &= self.one();
        }
        permitted
    }

    fn one(&mut self) -> bool {
        if self.take("(") {
            let inside = self.any();
            assert!(self.take(")"), "a bracket is not closed");
            return inside;
        }
        let (name, rest) = self.words.split_first().expect("a licence");
        self.words = rest;
        self.allowed.contains(&name.replace('_', " "))
    }
}

#[test]
fn a_licence_is_read_as_it_is_meant() {
    let allowed = ["MIT".to_string(), "ISC".to_string()];
    for good in ["MIT", "MIT OR GPL-3.0", "GPL-3.0/MIT", "MIT AND ISC", "(GPL-3.0 OR MIT) AND ISC", "MIT OR A AND B"] {
        assert!(permits(good, &allowed), "{good}");
    }
    for bad in ["GPL-3.0", "MIT AND GPL-3.0", "(MIT OR ISC) AND GPL-3.0", "MIT WITH an-exception", "A AND B OR C"] {
        assert!(!permits(bad, &allowed), "{bad}");
    }
}
