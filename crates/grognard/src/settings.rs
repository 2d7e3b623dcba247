//! Settings of a server from a file: each line is a flag of `grognard serve`, by its name. What stands on the command line or in
//! the environment counts more.

use crate::failure::Failure;
use std::ffi::OsString;
use toml::de::{DeTable, DeValue};

/// The variable that names the file.
pub const VARIABLE: &str = "GROGNARD_CONFIG";

/// The arguments of the program with those that a file of settings adds to them.
pub fn with_file(args: Vec<OsString>) -> Result<Vec<OsString>, Failure> {
    let words: Vec<String> = args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
    if words.get(1).is_none_or(|command| command != "serve") {
        return Ok(args);
    }
    let file = said(&words, "config").or_else(|| std::env::var(VARIABLE).ok());
    let Some(file) = file else { return Ok(args) };
    let wrong = |error: &dyn std::fmt::Display| Failure::said(format!("{file}: {error}"));
    let text = std::fs::read_to_string(&file).map_err(|error| wrong(&error))?;
    let settings = DeTable::parse(&text).map_err(|error| wrong(&error))?;
    let is_set = |name: &str| said(&words, name).is_some() || std::env::var_os(variable(name)).is_some();
    let mut all = args;
    for (name, value) in settings.get_ref().iter().filter(|(name, _)| !is_set(name.get_ref())) {
        all.extend(flag(name.get_ref(), value.get_ref()).map_err(|error| wrong(&error))?.map(OsString::from));
    }
    Ok(all)
}

/// What the command line says of a flag.
fn said(words: &[String], name: &str) -> Option<String> {
    let flag = format!("--{name}");
    words.iter().zip(words.iter().skip(1).map(Some).chain([None])).find_map(|(word, next)| {
        match word.strip_prefix(&flag) {
            Some("") => Some(next.cloned().unwrap_or_default()),
            Some(rest) => rest.strip_prefix('=').map(str::to_string),
            None => None,
        }
    })
}

/// The variable that says the same as a flag.
fn variable(name: &str) -> String {
    format!("GROGNARD_{}", name.replace('-', "_").to_uppercase())
}

/// A setting as a flag; one that is off is none.
fn flag(name: &str, value: &DeValue<'_>) -> Result<Option<String>, String> {
    match value {
        DeValue::Boolean(on) => Ok(on.then(|| format!("--{name}"))),
        DeValue::String(text) => Ok(Some(format!("--{name}={text}"))),
        DeValue::Integer(number) => Ok(Some(format!("--{name}={number}"))),
        _ => Err(format!("{name} is a text, a number, true or false")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(words: &[&str]) -> Vec<OsString> {
        words.iter().map(OsString::from).collect()
    }

    #[test]
    fn a_file_adds_what_the_command_line_does_not_say() {
        let file = std::env::temp_dir().join(format!("grognard-settings-{}.toml", std::process::id()));
        let settings = "address = \"0.0.0.0:80\"\nthinking = 5\nbehind-proxy = true\nno-limits = false\n";
        std::fs::write(&file, settings).unwrap();
        let config = format!("--config={}", file.display());
        let all = with_file(args(&["grognard", "serve", &config, "--thinking", "7"])).unwrap();
        assert_eq!(all[5..], args(&["--address=0.0.0.0:80", "--behind-proxy"]));
        assert_eq!(with_file(args(&["grognard", "games", &config])).unwrap().len(), 3, "only for servers");
        std::fs::write(&file, "address = [1]\n").unwrap();
        let error = with_file(args(&["grognard", "serve", &config])).unwrap_err();
        std::fs::remove_file(&file).unwrap();
        assert!(
            matches!(error, Failure::Said(message) if message.ends_with("address is a text, a number, true or false"))
        );
    }
}
