//! A whole game as text: who played what, in which order, and how the dice fell. One line an action, each line sealed
//! with a hash over itself and all before it, so that a changed, dropped or added line shows.

use crate::dice::{Commitment, Die, Seed, check_pledge, check_salt, parse_bytes};
use sha2::{Digest, Sha256};
use std::fmt::{self, Write as _};

/// The first line of every record.
const MAGIC: &str = "grognard record 1";

/// A game from its first action to its last, or to where it was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What was played.
    pub head: Head,
    /// The actions in order.
    pub lines: Vec<Line>,
    /// Where other rules or data took over, in order.
    pub changes: Vec<Change>,
    /// How it ended; `None` for a game that goes on.
    pub result: Option<String>,
}

/// What was played, by which rules, with which dice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The game's id.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// A digest of the data files it was played with.
    pub data: String,
    /// The scenario's id.
    pub scenario: String,
    /// Every option with its setting.
    pub options: Vec<String>,
    /// The seed of the dice.
    pub seed: Seed,
    /// What the seed was made from, where somebody committed himself to the dice before play.
    pub commitment: Option<Commitment>,
    /// Who sat where (`german=greedy`).
    pub seats: Vec<String>,
    /// The position it began with, as JSON, when made by hand.
    pub position: Option<String>,
}

/// One action and its rolls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The id of the side that acted.
    pub side: String,
    /// The action's notation.
    pub action: String,
    /// The dice it rolled.
    pub rolls: Vec<Die>,
    /// Whether some of the rolls were laid down by hand.
    pub forced: bool,
    /// How many take-backs went before these rolls, so that they are not the ones that were seen and taken back.
    pub again: u32,
}

impl Line {
    /// An action that rolled nothing.
    pub fn without_dice(side: impl Into<String>, action: impl Into<String>) -> Line {
        Line { side: side.into(), action: action.into(), rolls: Vec::new(), forced: false, again: 0 }
    }
}

/// From here on other rules or data hold than before. They hold for what stands above too: whoever took them over has
/// played all of it again by them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// How many actions had been played.
    pub after: usize,
    /// The version of the rules from here on.
    pub rules: u32,
    /// The digest of the data files from here on.
    pub data: String,
}

impl Change {
    /// What the players are told, given what held before.
    pub fn told(&self, (rules, data): (u32, &str)) -> String {
        let rules = (self.rules != rules).then(|| format!("version {} of the rules (before: {rules})", self.rules));
        let data = (self.data != data).then(|| format!("the data files {} (before: {data})", self.data));
        let both: Vec<_> = rules.into_iter().chain(data).collect();
        format!("From here on the match goes by {}.", both.join(" and "))
    }
}

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct RecordError {
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// The chain of hashes over the lines written so far.
#[derive(Clone)]
struct Seal(Sha256);

impl Seal {
    fn new() -> Seal {
        Seal(Sha256::new())
    }

    /// Takes in a line and returns the hash over everything so far, short enough to read.
    fn add(&mut self, line: &str) -> String {
        self.0.update(line.as_bytes());
        self.0.update(b"\n");
        let digest = self.0.clone().finalize();
        digest.iter().take(8).fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }
}

impl Head {
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            MAGIC.to_string(),
            format!("game: {}", self.game),
            format!("rules: {}", self.rules),
            format!("data: {}", self.data),
            format!("scenario: {}", self.scenario),
            format!("seed: {}", self.seed),
        ];
        if let Some(commitment) = &self.commitment {
            lines.push(format!("commitment: {}", commitment.digest()));
            lines.push(format!("secret: {}", commitment.secret()));
            for (key, pairs) in [("salts", commitment.salts()), ("pledges", commitment.pledges())] {
                let pairs: Vec<_> = pairs.iter().map(|(side, text)| format!("{side}={text}")).collect();
                if !pairs.is_empty() {
                    lines.push(format!("{key}: {}", pairs.join(" ")));
                }
            }
        }
        for (key, words) in [("options", &self.options), ("seats", &self.seats)] {
            if !words.is_empty() {
                lines.push(format!("{key}: {}", words.join(" ")));
            }
        }
        lines.extend(self.position.as_ref().map(|position| format!("position: {position}")));
        lines
    }

    /// How many lines of the record stand before the first action.
    pub fn lines_before_play(&self) -> usize {
        self.lines().len()
    }

    /// The line of the record, from 1, on which a heading stands.
    pub(crate) fn line_of(&self, key: &str) -> usize {
        let is_it = |line: &String| line.split_once(": ").is_some_and(|(found, _)| found == key);
        self.lines().iter().position(is_it).unwrap_or(0) + 1
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side, self.action)?;
        if !self.rolls.is_empty() {
            let again = (self.again > 0).then(|| format!("again {}", self.again));
            let forced = self.forced.then(|| "forced".to_string());
            let rolls = self.rolls.iter().map(|roll| format!("d{}={}", roll.sides, roll.value));
            let words: Vec<_> = again.into_iter().chain(forced).chain(rolls).collect();
            write!(f, " [{}]", words.join(" "))?;
        }
        Ok(())
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rules {} data {}", self.rules, self.data)
    }
}

/// Writes a record line by line, for those who keep it as it grows.
#[derive(Clone)]
pub struct Sealer {
    seal: Seal,
    actions: usize,
    changes: usize,
}

impl Sealer {
    /// Begins with a head: its lines, which carry no seals of their own.
    pub fn begin(head: &Head) -> (Sealer, Vec<String>) {
        let mut sealer = Sealer { seal: Seal::new(), actions: 0, changes: 0 };
        let lines = head.lines();
        for line in &lines {
            sealer.seal.add(line);
        }
        (sealer, lines)
    }

    /// The lines that have come since, given all actions and changes.
    pub fn go_on(&mut self, actions: &[Line], changes: &[Change]) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            while let Some(change) = changes.get(self.changes).filter(|change| change.after == self.actions) {
                self.changes += 1;
                lines.push(self.sealed(change.to_string()));
            }
            let Some(action) = actions.get(self.actions) else { return lines };
            self.actions += 1;
            lines.push(self.sealed(format!("{} {action}", self.actions)));
        }
    }

    /// The last line.
    pub fn close(&self, result: Option<&str>) -> String {
        let ending = result.map_or("unfinished".to_string(), |result| format!("end {result}"));
        self.clone().sealed(format!("{ending} after {} actions", self.actions))
    }

    fn sealed(&mut self, line: String) -> String {
        let hash = self.seal.add(&line);
        format!("{line} #{hash}")
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sealer, lines) = self.written();
        for line in lines.into_iter().chain([sealer.close(self.result.as_deref())]) {
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

/// The rules and the data that hold at the end of these changes.
pub(crate) fn played_by<'a>(head: &'a Head, changes: &'a [Change]) -> (u32, &'a str) {
    changes.last().map_or((head.rules, &head.data), |change| (change.rules, &change.data))
}

impl Record {
    /// Reads a record and checks the seals of all its lines.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        let (record, closed) = Record::parse_open(text)?;
        if closed {
            return Ok(record);
        }
        Err(error(text.lines().count(), "the closing line is missing, so lines may have been dropped"))
    }

    /// The same for one that is still being written, whose closing line may be missing; whether it is there.
    pub fn parse_open(text: &str) -> Result<(Record, bool), RecordError> {
        Reader { lines: text.lines().enumerate().peekable(), seal: Seal::new() }.record()
    }

    /// All lines but the last, and what goes on with them.
    pub fn written(&self) -> (Sealer, Vec<String>) {
        let (mut sealer, mut lines) = Sealer::begin(&self.head);
        lines.extend(sealer.go_on(&self.lines, &self.changes));
        (sealer, lines)
    }

    /// The version of the rules and the digest of the data that it was last played by.
    pub fn played_by(&self) -> (u32, &str) {
        played_by(&self.head, &self.changes)
    }

    /// The record as it stood after so many actions.
    pub fn up_to(&self, actions: usize) -> Record {
        let lines = self.lines.iter().take(actions).cloned().collect();
        let changes = self.changes.iter().filter(|change| change.after < actions).cloned().collect();
        Record { head: self.head.clone(), lines, changes, result: None }
    }

    /// The line of the file, from 1, of the action with this number, from 0; or of the closing line.
    pub fn line_of_action(&self, number: usize) -> usize {
        let changes = self.changes.iter().filter(|change| change.after <= number).count();
        self.head.lines_before_play() + changes + number + 1
    }
}

struct Reader<'a> {
    lines: std::iter::Peekable<std::iter::Enumerate<std::str::Lines<'a>>>,
    seal: Seal,
}

pub(crate) fn error(line: usize, message: impl Into<String>) -> RecordError {
    RecordError { line: line + 1, message: message.into() }
}

impl Reader<'_> {
    fn record(mut self) -> Result<(Record, bool), RecordError> {
        let mut record = Record { head: self.head()?, lines: Vec::new(), changes: Vec::new(), result: None };
        while let Some((at, sealed)) = self.lines.next() {
            let (text, played) = (self.unseal(at, sealed)?, record.lines.len());
            if let Some(ending) = text.strip_suffix(&format!(" after {played} actions")) {
                if ending != "unfinished" {
                    let damaged = || error(at, "the closing line is damaged");
                    record.result = Some(ending.strip_prefix("end ").ok_or_else(damaged)?.to_string());
                }
                return match self.lines.next() {
                    Some((at, _)) => Err(error(at, "there is something after the closing line")),
                    None => Ok((record, true)),
                };
            }
            if text.starts_with("rules ") {
                let change = change_line(at, played, text)?;
                if (change.rules, &*change.data) == record.played_by() {
                    return Err(error(at, "these rules and data hold already"));
                }
                record.changes.push(change);
            } else {
                record.lines.push(action_line(at, played + 1, text)?);
            }
        }
        Ok((record, false))
    }

    fn head(&mut self) -> Result<Head, RecordError> {
        match self.lines.next() {
            Some((_, MAGIC)) => self.seal.add(MAGIC),
            _ => return Err(error(0, format!("not a record: the first line must be \"{MAGIC}\""))),
        };
        let mut head = Head::default();
        let mut seen = Vec::new();
        let mut claim = Claim::default();
        let is_head = |line: &(usize, &str)| line.1.split_once(": ").is_some_and(|(key, _)| !key.contains(' '));
        while let Some((at, line)) = self.lines.next_if(is_head) {
            self.seal.add(line);
            let (key, value) = line.split_once(": ").unwrap_or((line, ""));
            if seen.contains(&key) {
                return Err(error(at, format!("the heading \"{key}\" stands here a second time")));
            }
            seen.push(key);
            let words = || value.split_whitespace().map(str::to_string).collect();
            match key {
                "game" => head.game = value.to_string(),
                "rules" => {
                    let not_a_number = |_| error(at, format!("the rules' version is a number, not \"{value}\""));
                    head.rules = value.parse().map_err(not_a_number)?;
                }
                "data" => head.data = value.to_string(),
                "scenario" => head.scenario = value.to_string(),
                "options" => head.options = words(),
                "seats" => head.seats = words(),
                "seed" => head.seed = value.parse().map_err(|message| error(at, message))?,
                "commitment" | "secret" => {
                    let bytes = parse_bytes(key, value).map_err(|message| error(at, message))?;
                    let place = if key == "secret" { &mut claim.secret } else { &mut claim.digest };
                    *place = Some((at, bytes));
                }
                "salts" | "pledges" => {
                    let (what, check, place): (_, fn(&str) -> _, _) = match key {
                        "salts" => ("salt", check_salt, &mut claim.salts),
                        _ => ("pledge", check_pledge, &mut claim.pledges),
                    };
                    let pairs = parse_by_side(value, what, check).map_err(|message| error(at, message))?;
                    *place = Some((at, pairs));
                }
                "position" => head.position = Some(value.to_string()),
                _ => return Err(error(at, format!("unknown heading \"{key}\""))),
            }
        }
        head.commitment = claim.commitment()?;
        let needed = ["game", "rules", "data", "scenario", "seed"];
        if let Some(missing) = needed.into_iter().find(|key| !seen.contains(key)) {
            return Err(error(seen.len() + 1, format!("the heading \"{missing}\" is missing")));
        }
        Ok(head)
    }

    /// Takes the seal off a line and checks it.
    fn unseal<'b>(&mut self, at: usize, sealed: &'b str) -> Result<&'b str, RecordError> {
        let (text, hash) = sealed.rsplit_once(" #").ok_or_else(|| error(at, "the line has no seal"))?;
        if self.seal.add(text) == hash {
            return Ok(text);
        }
        Err(error(at, "the seal does not fit: this line was changed, or a line before it changed, dropped or added"))
    }
}

/// What the heading says of the dice's origin, each with its line.
#[derive(Default)]
struct Claim {
    digest: Option<(usize, [u8; 32])>,
    secret: Option<(usize, [u8; 32])>,
    salts: Option<BySide>,
    pledges: Option<BySide>,
}

/// What a heading says of sides, with its line.
type BySide = (usize, Vec<(String, String)>);

impl Claim {
    /// All of it, or nothing; only salts and pledges may be missing.
    fn commitment(self) -> Result<Option<Commitment>, RecordError> {
        let alone = |at, has, lacks| Err(error(at, format!("the heading \"{has}\" needs \"{lacks}\" beside it")));
        match (self.digest, self.secret, self.salts, self.pledges) {
            (Some((_, digest)), Some((_, secret)), salts, pledges) => {
                let (salted, salts) = salts.unwrap_or_default();
                let (pledged, pledges) = pledges.unwrap_or_default();
                let dice = Commitment::claimed(digest, secret).with_salts(salts);
                let dice = dice.map_err(|message| error(salted, message))?.with_pledges(pledges);
                dice.map(Some).map_err(|message| error(pledged, message))
            }
            (Some((at, _)), None, _, _) => alone(at, "commitment", "secret"),
            (None, Some((at, _)), _, _) => alone(at, "secret", "commitment"),
            (None, None, Some((at, _)), _) => alone(at, "salts", "commitment"),
            (None, None, None, Some((at, _))) => alone(at, "pledges", "commitment"),
            (None, None, None, None) => Ok(None),
        }
    }
}

/// Reads `SIDE=TEXT` for each side that has one.
fn parse_by_side(
    text: &str,
    what: &str,
    check: fn(&str) -> Result<(), String>,
) -> Result<Vec<(String, String)>, String> {
    let mut found: Vec<(String, String)> = Vec::new();
    for word in text.split(' ') {
        let expected = || format!("expected SIDE={}, not \"{word}\"", what.to_uppercase());
        let (side, text) = word.split_once('=').ok_or_else(expected)?;
        check(text)?;
        if found.iter().any(|(other, _)| other == side) {
            return Err(format!("the side \"{side}\" has two {what}s"));
        }
        found.push((side.to_string(), text.to_string()));
    }
    Ok(found)
}

fn change_line(at: usize, after: usize, text: &str) -> Result<Change, RecordError> {
    let words: Vec<_> = text.split(' ').collect();
    let change = match words[..] {
        ["rules", rules, "data", data] if !data.is_empty() => {
            rules.parse().ok().map(|rules| Change { after, rules, data: data.into() })
        }
        _ => None,
    };
    // Written in one way only.
    let change = change.filter(|change| change.to_string() == text);
    change.ok_or_else(|| error(at, "expected \"rules VERSION data DIGEST\""))
}

fn action_line(at: usize, number: usize, text: &str) -> Result<Line, RecordError> {
    let damaged = || error(at, format!("expected action {number} as \"{number} SIDE ACTION [ROLLS]\""));
    text.strip_prefix(&format!("{number} ")).and_then(action_words).ok_or_else(damaged)
}

/// An action as it is written: `SIDE ACTION [ROLLS]`.
pub(crate) fn action_words(text: &str) -> Option<Line> {
    let (side, rest) = text.split_once(' ')?;
    let Some((action, bracket)) = rest.strip_suffix(']').and_then(|rest| rest.rsplit_once(" [")) else {
        return Some(Line::without_dice(side, rest));
    };
    let (again, rolls) = match bracket.strip_prefix("again ") {
        None => (0, bracket),
        Some(bracket) => {
            let (count, rolls) = bracket.split_once(' ')?;
            // Written in one way only.
            let again = count.parse().ok().filter(|&again: &u32| again > 0 && again.to_string() == count)?;
            (again, rolls)
        }
    };
    let (forced, rolls) = match rolls.strip_prefix("forced ") {
        Some(rolls) => (true, rolls),
        None => (false, rolls),
    };
    let rolls = rolls.split(' ').map(parse_roll).collect::<Option<_>>()?;
    Some(Line { side: side.to_string(), action: action.to_string(), rolls, forced, again })
}

/// A roll that a die can show, written in one way only.
fn parse_roll(text: &str) -> Option<Die> {
    let (sides, value) = text.strip_prefix('d')?.split_once('=')?;
    let roll = Die { sides: sides.parse().ok()?, value: value.parse().ok()? };
    let is_one_way = format!("d{}={}", roll.sides, roll.value) == text;
    (is_one_way && (1..=roll.sides).contains(&roll.value)).then_some(roll)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A game of three actions.
    pub(crate) fn sample() -> Record {
        let line = |side: &str, action: &str, rolls: &[u16]| Line {
            side: side.into(),
            action: action.into(),
            rolls: rolls.iter().map(|&value| Die { sides: 6, value }).collect(),
            forced: false,
            again: 0,
        };
        Record {
            head: Head {
                game: "first-blood".into(),
                rules: 1,
                data: "abc".into(),
                scenario: "july-15".into(),
                options: vec!["play-balance=on".into()],
                seed: Seed::from(7),
                commitment: None,
                seats: vec![],
                position: None,
            },
            lines: vec![line("us", "place 4027", &[]), line("german", "fire", &[3, 5]), line("us", "done", &[])],
            changes: vec![],
            result: Some("german 4.3a".into()),
        }
    }

    #[test]
    fn a_record_reads_back_as_written() {
        let record = sample();
        assert_eq!(Record::parse(&record.to_string()), Ok(record));
        let open = Record { result: None, ..sample() };
        assert_eq!(Record::parse(&open.to_string()), Ok(open));
    }

    /// The sample with other rules after the first action, and other data too after the last.
    fn changed() -> Record {
        let change = |after, data: &str| Change { after, rules: 2, data: data.into() };
        Record { changes: vec![change(1, "abc"), change(3, "def")], ..sample() }
    }

    #[test]
    fn other_rules_stand_where_they_begin() {
        let record = changed();
        let text = record.to_string();
        assert_eq!(Record::parse(&text), Ok(record.clone()));
        let lines: Vec<_> = text.lines().collect();
        assert!(lines[8].starts_with("rules 2 data abc #") && lines[11].starts_with("rules 2 data def #"), "{text}");
        assert_eq!([0, 1, 2, 3].map(|number| record.line_of_action(number)), [8, 10, 11, 13]);
        assert_eq!((record.played_by(), sample().played_by()), ((2, "def"), (1, "abc")));
        assert_eq!((record.up_to(1).changes.len(), record.up_to(2).changes.len()), (0, 1));
        let told = |at: usize, before| record.changes[at].told(before);
        assert_eq!(told(0, (1, "abc")), "From here on the match goes by version 2 of the rules (before: 1).");
        assert_eq!(told(1, (2, "abc")), "From here on the match goes by the data files def (before: abc).");
        assert!(told(1, (1, "abc")).contains("of the rules (before: 1) and the data files def"));
    }

    #[test]
    fn a_change_is_written_in_one_way_and_changes_something() {
        for wrong in
            ["rules 02 data x", "rules 2 data ", "rules 2", "rules two data x", "rules 2 data x y", "rules  2 data x"]
        {
            assert_eq!(
                change_line(8, 1, wrong).unwrap_err().to_string(),
                "line 9: expected \"rules VERSION data DIGEST\""
            );
        }
        let same = Record { changes: vec![Change { after: 1, rules: 1, data: "abc".into() }], ..sample() };
        let error = Record::parse(&same.to_string()).unwrap_err();
        assert_eq!(error.to_string(), "line 9: these rules and data hold already");
    }

    #[test]
    fn a_record_that_grows_is_written_as_one_that_is_whole() {
        let (record, mut lines) = (changed(), Vec::new());
        let (mut sealer, head) = Sealer::begin(&record.head);
        lines.extend(head);
        for played in 0..=record.lines.len() {
            lines.extend(sealer.go_on(&record.lines[..played], &record.up_to(played + 1).changes));
            let (open, closed) = Record::parse_open(&lines.join("\n")).unwrap();
            assert_eq!((open.lines.len(), closed), (played, false));
        }
        lines.push(sealer.close(record.result.as_deref()));
        assert_eq!(lines.join("\n") + "\n", record.to_string());
        assert_eq!(Record::parse_open(&record.to_string()), Ok((record, true)));
    }

    #[test]
    fn a_roll_is_one_that_a_die_can_show() {
        assert_eq!(parse_roll("d6=6"), Some(Die { sides: 6, value: 6 }));
        // The first stopped the program before it was refused.
        for impossible in ["d0=1", "d0=0", "d6=7", "d6=0", "d06=3", "d6=+3", "d6", "6=3", "d=1", "d65536=1"] {
            assert_eq!(parse_roll(impossible), None, "{impossible}");
        }
    }

    #[test]
    fn any_changed_dropped_or_added_line_is_found() {
        let text = changed().to_string();
        let lines: Vec<_> = text.lines().collect();
        for at in 0..lines.len() {
            let mut dropped = lines.clone();
            dropped.remove(at);
            assert!(Record::parse(&dropped.join("\n")).is_err(), "dropped line {}", at + 1);
            let mut doubled = lines.clone();
            doubled.insert(at, lines[at]);
            assert!(Record::parse(&doubled.join("\n")).is_err(), "doubled line {}", at + 1);
            for column in 0..lines[at].len() {
                let mut bytes = lines[at].as_bytes().to_vec();
                bytes[column] = if bytes[column] == b'1' { b'2' } else { b'1' };
                let changed = String::from_utf8(bytes).unwrap();
                let mut all = lines.clone();
                all[at] = &changed;
                assert!(Record::parse(&all.join("\n")).is_err(), "line {} column {}: {changed}", at + 1, column + 1);
            }
        }
        for keep in 0..lines.len() {
            assert!(Record::parse(&lines[..keep].join("\n")).is_err(), "cut after {keep} lines");
        }
    }

    #[test]
    fn each_heading_stands_once_even_if_the_seals_are_made_to_fit() {
        let text = sample().to_string();
        let lines: Vec<_> = text.lines().collect();
        let seed = lines.iter().position(|line| line.starts_with("seed")).unwrap();
        let mut doubled = lines.clone();
        doubled.insert(seed, "seed: 8");
        let error = Record::parse(&doubled.join("\n")).unwrap_err();
        assert_eq!(error.to_string(), "line 7: the heading \"seed\" stands here a second time");
        let mut dropped = lines;
        dropped.remove(seed);
        let error = Record::parse(&dropped.join("\n")).unwrap_err();
        assert_eq!(error.to_string(), "line 7: the heading \"seed\" is missing");
    }

    #[test]
    fn brackets_hold_rolls() {
        for (text, rolls, forced, again) in [
            ("us fire [d6=1 d6=2]", 2, false, 0),
            ("us fire [forced d6=1]", 1, true, 0),
            ("us fire [again 1 d6=3 d6=4]", 2, false, 1),
            ("us fire [again 12 forced d6=3]", 1, true, 12),
        ] {
            let line = action_line(0, 3, &format!("3 {text}")).unwrap();
            assert_eq!((line.action.as_str(), line.rolls.len()), ("fire", rolls), "{text}");
            assert_eq!((line.forced, line.again), (forced, again), "{text}");
            assert_eq!(line.to_string(), text);
        }
        for bracket in [
            "",
            "forced ",
            "d6=1  d6=2",
            "six",
            "again d6=1",
            "again 0 d6=1",
            "again 01 d6=1",
            "again +1 d6=1",
            "again 1",
            "again 1 ",
            "forced again 1 d6=1",
            "again 4294967296 d6=1",
        ] {
            assert!(action_line(0, 3, &format!("3 us fire [{bracket}]")).is_err(), "[{bracket}]");
        }
    }

    /// The sample with committed dice, as text.
    fn committed(salts: &[(&str, &str)]) -> String {
        let salts = salts.iter().map(|(side, salt)| (side.to_string(), salt.to_string())).collect();
        let commitment = Commitment::new([7; 32]).with_salts(salts).unwrap();
        let head = Head { seed: commitment.seed(), commitment: Some(commitment), ..sample().head };
        Record { head, ..sample() }.to_string()
    }

    #[test]
    fn a_commitment_reads_back_as_written() {
        for salts in [&[][..], &[("us", "a=b")], &[("german", "abc"), ("us", "#def")]] {
            let text = committed(salts);
            let record = Record::parse(&text).unwrap();
            assert_eq!(record.to_string(), text);
            let head = record.head;
            assert_eq!(head.commitment.as_ref().unwrap().salts().len(), salts.len());
            assert_eq!(head.lines()[head.line_of("secret") - 1], format!("secret: {}", "07".repeat(32)));
        }
    }

    #[test]
    fn a_commitment_of_the_wrong_shape_is_refused() {
        let text = committed(&[("german", "abc"), ("us", "def")]);
        let secret = format!("secret: {}", "07".repeat(32));
        let refused = |from: &str, to: &str| {
            assert!(text.contains(from), "{from}");
            Record::parse(&text.replace(from, to)).unwrap_err().to_string()
        };
        let short = refused(&secret, "secret: 0707");
        assert_eq!(short, "line 8: a secret has 64 hexadecimal digits, not \"0707\"");
        let odd = refused("commitment: ", "commitment: x");
        assert!(odd.starts_with("line 7: a commitment has 64 hexadecimal digits, not \"x"), "{odd}");
        for (salts, error) in [
            ("german", "expected SIDE=SALT, not \"german\""),
            ("german=", "a salt has 1 to 64 printable ASCII characters without spaces, not \"\""),
            ("german=a  us=b", "expected SIDE=SALT, not \"\""),
            ("us=abc us=def", "the side \"us\" has two salts"),
        ] {
            assert_eq!(refused("german=abc us=def", salts), format!("line 9: {error}"));
        }
        let alone = |dropped: &[&str]| {
            let kept = text.lines().filter(|line| !dropped.iter().any(|key| line.starts_with(key)));
            Record::parse(&kept.collect::<Vec<_>>().join("\n")).unwrap_err().to_string()
        };
        assert_eq!(alone(&["secret"]), "line 7: the heading \"commitment\" needs \"secret\" beside it");
        assert_eq!(alone(&["commitment"]), "line 7: the heading \"secret\" needs \"commitment\" beside it");
        assert_eq!(alone(&["commitment", "secret"]), "line 7: the heading \"salts\" needs \"commitment\" beside it");
    }

    #[test]
    fn an_error_names_the_line() {
        let text = sample().to_string().replace("d6=3", "d6=4");
        let error = Record::parse(&text).unwrap_err();
        assert_eq!(error.line, 9);
        assert!(error.to_string().starts_with("line 9: the seal does not fit"), "{error}");
    }
}
