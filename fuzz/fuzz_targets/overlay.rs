//! Changed data files are refused with file, line and sentence, or the game can be played with them.
#![no_main]

use arbitrary::{Result, Unstructured};
use catalogue::{GAMES, NewMatch};
use libfuzzer_sys::fuzz_target;
use std::path::PathBuf;
use std::sync::LazyLock;

/// The folder of changed files, in memory where the system has such a place.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = PathBuf::from("/dev/shm");
    let base = if memory.is_dir() { memory } else { std::env::temp_dir() };
    base.join(format!("grognard-fuzz-{}", std::process::id()))
});

/// Changes some lines of a text: drops, doubles, swaps them, or puts another number or word into them.
fn change(text: &str, input: &mut Unstructured) -> Result<String> {
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    for _ in 0..input.int_in_range(1..=4)? {
        let at = input.choose_index(lines.len())?;
        let other = input.choose_index(lines.len())?;
        match input.int_in_range(0..=5)? {
            0 => drop(lines.remove(at)),
            1 => lines.insert(other, lines[at].clone()),
            2 => lines.swap(at, other),
            3 => lines[at] = String::from_utf8_lossy(input.bytes(12)?).into_owned(),
            4 => {
                let number: i64 = *input.choose(&[0, 1, 2, 6, 7, 99, 255, 256, 65_535, 65_536, -1, i64::MAX])?;
                lines[at] = replaced(&lines[at], char::is_numeric, &number.to_string(), input)?;
            }
            _ => {
                let words: Vec<_> = lines[other].split('"').skip(1).step_by(2).map(String::from).collect();
                let word = words.first().map_or("nobody", String::as_str).to_string();
                lines[at] = replaced(&lines[at], |c| c.is_alphanumeric() || "-./".contains(c), &word, input)?;
            }
        }
        if lines.is_empty() {
            break;
        }
    }
    Ok(lines.join("\n"))
}

/// A line with one of its runs of such characters replaced.
fn replaced(line: &str, is_part: fn(char) -> bool, by: &str, input: &mut Unstructured) -> Result<String> {
    let runs: Vec<(usize, usize)> = line
        .char_indices()
        .filter(|&(at, c)| is_part(c) && !line[..at].chars().next_back().is_some_and(is_part))
        .map(|(at, _)| (at, line[at..].find(|c| !is_part(c)).map_or(line.len(), |length| at + length)))
        .collect();
    if runs.is_empty() {
        return Ok(line.to_string());
    }
    let (from, to) = runs[input.choose_index(runs.len())?];
    Ok(format!("{}{by}{}", &line[..from], &line[to..]))
}

fn run(input: &mut Unstructured) -> Result<()> {
    let entry = &GAMES[input.choose_index(GAMES.len())?];
    let files = entry.files(None).expect("the built-in data are right");
    let names: Vec<_> = files.names().filter(|name| name.ends_with(".toml")).collect();
    let name = names[input.choose_index(names.len())?];
    let file = files.read(name).expect("a file of the game");
    let text = change(file.text(), input)?;
    let folder = FOLDER.join(entry.id);
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("the folder can be made");
    std::fs::write(&path, text).expect("the file can be written");
    let loaded = entry.load(Some(&FOLDER));
    std::fs::remove_file(&path).expect("the file can be removed");
    match loaded {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(game) => {
            let scenarios = &game.about().scenarios;
            let scenario = &scenarios[input.choose_index(scenarios.len())?].id;
            let mut table = game.begin(NewMatch { scenario: Some(scenario), ..NewMatch::default() }).expect("it begins");
            grognard_fuzz::play(&mut *table, input, 40);
        }
    }
    Ok(())
}

fuzz_target!(|data: &[u8]| {
    // An input that ends too early changes nothing.
    let _ = run(&mut Unstructured::new(data));
});
