//! What strangers may bring to the program, and what must come of it. The fuzz targets feed these checks with whatever they
//! think of; a test of the catalogue (`strangers`) feeds them with the seeds, so that what mattered once is looked at always.
//!
//! Every check panics where the program does wrong. What the program refused it gives back as the sentence it was refused with.

use catalogue::{AnyMatch, GAMES, Game, HEX_FIGHT, NewMatch};
use engine::{Decision, Record, Side, Viewer};
use sha2::{Digest, Sha256};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

/// What came of an input: it was taken, or refused with a sentence.
pub type Reception = Result<(), String>;

static LOADED: LazyLock<Vec<Arc<dyn Game>>> = LazyLock::new(|| {
    GAMES.iter().chain([&HEX_FIGHT]).map(|entry| entry.load(None).expect("the built-in data are right")).collect()
});

/// The game with this id.
fn named(id: &str) -> Result<&'static dyn Game, String> {
    catalogue::find(id).map_err(|unknown| unknown.to_string())?;
    Ok(&**LOADED.iter().find(|game| game.about().id == id).expect("what can be found is loaded"))
}

/// A sentence in which the program refuses something; an empty one says nothing.
fn sentence(refusal: impl ToString) -> String {
    let text = refusal.to_string();
    assert!(!text.trim().is_empty(), "refused without a word");
    text
}

/// Cuts the first line off.
fn first_line(input: &[u8]) -> (&[u8], &[u8]) {
    match input.iter().position(|&byte| byte == b'\n') {
        Some(end) => (&input[..end], &input[end + 1..]),
        None => (input, &[]),
    }
}

/// Two words of a line, the second being all that follows the first.
fn words(line: &[u8]) -> Result<(&str, &str), String> {
    let line = std::str::from_utf8(line).map_err(sentence)?;
    Ok(line.split_once(' ').unwrap_or((line, "")))
}

/// A record is refused with a word, or replays to itself. The input bears no seals; they are put on here. Rules or data
/// of `today` are those that are here now, so that a seed stays a record of the present version.
pub fn record(text: &str) -> Reception {
    let _ = Record::parse(text);
    let record = Record::parse(&sealed(&today(text))).map_err(sentence)?;
    let again = Record::parse(&record.to_string()).expect("a record that was read is written so that it reads back");
    assert_eq!(again, record);
    let game = named(&record.head.game)?;
    if let Ok(table) = game.replay(&record) {
        assert_eq!(table.record().lines, record.lines);
        look(&*table);
    }
    let reread = game.reread(&record).map_err(sentence)?;
    match reread.parting {
        Some(parting) if reread.game.actions() == 0 => Err(sentence(parting)),
        _ => Ok(()),
    }
}

/// Puts the present rules and data where a record says `today`.
fn today(text: &str) -> String {
    let id = text.lines().find_map(|line| line.strip_prefix("game: ")).unwrap_or_default();
    let Ok(game) = named(id) else { return text.to_string() };
    let head = game.begin(NewMatch::default()).expect("a game begins").record().head;
    text.replacen("rules: today", &format!("rules: {}", head.rules), 1).replacen(
        "data: today",
        &format!("data: {}", head.data),
        1,
    )
}

/// Seals every line after the head, as docs/data-format.md says.
fn sealed(text: &str) -> String {
    let mut hash = Sha256::new();
    let mut sealed = String::new();
    let mut in_head = true;
    for (number, line) in text.lines().enumerate() {
        hash.update(line.as_bytes());
        hash.update(b"\n");
        in_head &= number == 0 || line.split_once(": ").is_some_and(|(key, _)| !key.contains(' '));
        sealed.push_str(line);
        if !in_head {
            let seal: String = hash.clone().finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
            sealed.push_str(&format!(" #{seal}"));
        }
        sealed.push('\n');
    }
    sealed
}

/// A position made by hand is refused with a word, or can be played. The input is a line with the game and the position,
/// and then wishes for the play.
pub fn position(input: &[u8]) -> Reception {
    let (line, wishes) = first_line(input);
    let (game, json) = words(line)?;
    let mut table = named(game)?.begin_at(json, 1.into()).map_err(sentence)?;
    look(&*table);
    play(&mut *table, wishes, 30);
    Ok(())
}

/// Whatever is typed at a table is read or refused, and an option is accepted if and only if it is listed. The input is a
/// line with game and scenario, a line of wishes for the play before, and then what is typed.
pub fn notation(input: &[u8]) -> Reception {
    let (line, rest) = first_line(input);
    let (wishes, typed) = first_line(rest);
    let (game, scenario) = words(line)?;
    let mut table = named(game)?.begin(NewMatch { scenario: Some(scenario), ..NewMatch::default() })?;
    play(&mut *table, wishes, wishes.len().min(60));
    let typed = String::from_utf8_lossy(typed);
    let Decision::Choose(side) = table.decision() else { return Err("the game is over".into()) };
    let _ = table.why(&typed);
    let _ = table.forecast(&typed);
    let (checked, before) = (table.check(&typed), table.actions());
    let played = table.play(side, &typed).is_ok();
    assert_eq!(played, checked.is_ok(), "{typed} is checked and played differently");
    assert_eq!(table.actions(), before + usize::from(played));
    checked.map_err(sentence)
}

/// A changed data file is refused with file, line and sentence, or the game can be played with it. The input is a line
/// with game and file, and then a change on each line (see [`change`]); those that change nothing are passed over.
pub fn overlay(input: &[u8]) -> Reception {
    let (line, changes) = first_line(input);
    let (id, name) = words(line)?;
    let entry = catalogue::find(id).map_err(|unknown| unknown.to_string())?;
    let files = entry.files(None).expect("the built-in data are right");
    let known = files.names().any(|file| file == name && name.ends_with(".toml"));
    if !known {
        return Err(format!("{id} has no data file {name}"));
    }
    let text = files.read(name).map_err(sentence)?.text().to_string();
    let changes = String::from_utf8_lossy(changes);
    let changed = changes.lines().fold(text, |text, line| change(&text, line).unwrap_or(text));
    let folder = Folder::new();
    folder.write(&format!("{id}/{name}"), &changed);
    let game = entry.load(Some(&folder.0)).map_err(sentence)?;
    for scenario in &game.about().scenarios {
        let new = NewMatch { scenario: Some(&scenario.id), ..NewMatch::default() };
        play(&mut *game.begin(new).expect("a scenario begins"), changes.as_bytes(), 40);
    }
    Ok(())
}

/// A text with one change: `this|that` puts that for this, `this|that|7` for the seventh this (and counts on from the
/// first after the last). An empty that drops the line on which this stands, and a that of `*` doubles it.
pub fn change(text: &str, change: &str) -> Option<String> {
    let (this, rest) = change.split_once('|')?;
    let (that, count) = rest.rsplit_once('|').unwrap_or((rest, ""));
    let places: Vec<usize> = text.match_indices(this).map(|(at, _)| at).collect();
    let count = count.parse::<usize>().unwrap_or(1).max(1);
    let &at = places.get((count - 1) % places.len().max(1))?;
    let begins = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let ends = text[at..].find('\n').map_or(text.len(), |length| at + length + 1);
    let (from, to, put) = match that {
        "" => (begins, ends, ""),
        "*" => (ends, ends, &text[begins..ends]),
        that => (at, at + this.len(), that),
    };
    Some(format!("{}{put}{}", &text[..from], &text[to..]))
}

/// A folder of changed files, in memory where the system has such a place, and gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let memory = PathBuf::from("/dev/shm");
        let base = if memory.is_dir() { memory } else { std::env::temp_dir() };
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        Folder(base.join(format!("grognard-strangers-{}-{number}", std::process::id())))
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("the folder can be made");
        std::fs::write(path, text).expect("the file can be written");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Plays options by wishes, one byte each and the first option when there are no more, and looks at everything that can be
/// asked afterwards.
fn play(table: &mut dyn AnyMatch, wishes: &[u8], at_most: usize) {
    let wishes = wishes.iter().map(|&wish| usize::from(wish)).chain(std::iter::repeat(0));
    for wish in wishes.take(at_most) {
        let Decision::Choose(side) = table.decision() else { return };
        let options = table.notations();
        assert!(!options.is_empty(), "nothing is legal");
        table.play(side, &options[wish % options.len()]).expect("a listed option is played");
    }
    look(table);
}

/// Asks for everything that is told of a table.
fn look(table: &dyn AnyMatch) {
    for viewer in [Viewer::Side(Side::First), Viewer::Side(Side::Second), Viewer::Spectator, Viewer::All] {
        table.view(viewer);
    }
    table.prompt();
    for choice in table.choices() {
        table.forecast(&choice.action).expect("a listed option can be asked about");
    }
}
