//! A copy of a game that somebody makes theirs.

use crate::journal::{Edit, Entries, Journal, JournalError};
use crate::opened::{self, CHANGES, OPTIONS, PROJECT};
use crate::text::{self, quoted};
use catalogue::{Entry, Game};
use engine::data::{Address, DataError, Files, Overlay};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wire::Misfit;

/// A copy of a game that somebody makes theirs.
///
/// What it has is known by keys: `title`, `by`, `about`; `ground FILE HEX`, `region FILE REGION HEX`,
/// `hexside FILE FEATURE HEX/HEX`, `value FILE PLACE`, `add FILE NUMBER PLACE`; `option ID` and `option ID SCENARIO`, which are `on`
/// or `off` by default; `battle ID`; and `file NAME` for a file that is replaced as a whole.
#[derive(Clone)]
pub struct Project {
    entry: &'static Entry,
    journal: Journal,
}

/// A battle that is being laid out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleDraft {
    /// What it is called.
    pub title: String,
    /// What it is, in a sentence or a few.
    #[serde(default)]
    pub about: String,
    /// Where it comes from.
    pub source: String,
    /// The position, as the rules read it.
    pub position: Value,
}

/// A sentence about the whole.
pub fn said(message: impl Into<String>) -> Misfit {
    Misfit { message: message.into(), hexes: Vec::new(), key: None, piece: None }
}

/// The value of a key that is about a place of the data.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Changed {
    #[serde(default)]
    value: Value,
    source: String,
}

impl Project {
    /// A project of a game with what was done to it so far.
    pub fn new(entry: &'static Entry, journal: Journal) -> Project {
        Project { entry, journal }
    }

    /// The steps that make a project of somebody's copy of a game.
    pub fn of(overlay: &Overlay) -> Edit {
        opened::steps(overlay)
    }

    /// The game.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// What it has, by key.
    pub fn entries(&self) -> &Entries {
        self.journal.entries()
    }

    /// How many steps can be undone, and how many be done again.
    pub fn reach(&self) -> (usize, usize) {
        self.journal.reach()
    }

    /// Does a step, if its keys and values are such as a project has; the line tells it.
    pub fn edit(&mut self, edit: Edit) -> Result<String, String> {
        for (key, value) in edit.iter().filter(|(_, value)| !value.is_null()) {
            check(key, value).map_err(|message| format!("{key}: {message}"))?;
        }
        self.journal.edit(edit).map_err(|error| error.to_string())
    }

    /// Takes the last step back.
    pub fn undo(&mut self) -> Result<String, JournalError> {
        self.journal.undo()
    }

    /// Does again what was undone.
    pub fn redo(&mut self) -> Result<String, JournalError> {
        self.journal.redo()
    }

    /// A text under a key.
    pub fn text(&self, key: &str) -> &str {
        self.entries().get(key).and_then(Value::as_str).unwrap_or_default()
    }

    /// The battles, by id.
    pub fn battles(&self) -> BTreeMap<&str, BattleDraft> {
        let drafts = self.entries().iter().filter_map(|(key, value)| {
            Some((key.strip_prefix("battle ")?, serde_json::from_value(value.clone()).ok()?))
        });
        drafts.collect()
    }

    /// What the game is loaded with. With `battles` left out, what they lack is no hindrance.
    pub fn overlay(&self, battles: bool) -> Result<Overlay, DataError> {
        let (changes, _) = self.changes();
        let (options, _) = self.defaults();
        let mut files: BTreeMap<String, String> = BTreeMap::new();
        for (key, value) in self.entries() {
            let Some((kind, name)) = key.split_once(' ') else { continue };
            match (kind, value.as_str()) {
                ("file", Some(text)) => drop(files.insert(name.to_string(), text.to_string())),
                ("battle", _) if battles => {
                    if let Some(text) = battle_file(value) {
                        files.insert(format!("battles/{name}.toml"), text);
                    }
                }
                _ => {}
            }
        }
        if !battles {
            files.retain(|name, _| !name.starts_with("battles/"));
        }
        for (name, text) in [(CHANGES, changes), (OPTIONS, options)] {
            if !text.is_empty() {
                *files.entry(name.to_string()).or_default() += &text;
            }
        }
        let words = ["title", "by", "about"].map(|key| (key, self.text(key)));
        let said = words.iter().filter(|(_, text)| !text.is_empty());
        files.insert(PROJECT.into(), said.map(|(key, text)| format!("{key} = {}\n", quoted(text))).collect());
        Overlay::new("", files)
    }

    /// The game's files, as they are and as the changes of single values find them; and what these have taken out, as sheets
    /// want to know it.
    pub fn files(&self) -> Result<(Files, Files, BTreeSet<String>), DataError> {
        let (shipped, whole) = (self.entry.shipped(), self.overlay(false)?);
        let replaced = whole.files().filter(|(name, _)| *name != CHANGES);
        let replaced = replaced.map(|(name, text)| (name.to_string(), text.to_string())).collect();
        let base = shipped.with_overlay(&Overlay::new("", replaced)?)?;
        let gone = |(key, value): (&String, &Value)| {
            let place = key.strip_prefix("value ")?;
            value.get("value").is_none_or(Value::is_null).then(|| place.to_string())
        };
        Ok((shipped.with_overlay(&whole)?, base, self.entries().iter().filter_map(gone).collect()))
    }

    /// The game with what is changed of it, without its battles: those are laid out on it.
    pub fn load(&self) -> Result<Arc<dyn Game>, Misfit> {
        let loaded = self.overlay(false).and_then(|overlay| self.entry.load_as(Some(&overlay)));
        loaded.map_err(|error| self.problem(&error))
    }

    /// The game as it would be with a step that is not done yet.
    pub fn load_with(&self, step: Edit) -> Result<Arc<dyn Game>, Misfit> {
        let mut draft = self.clone();
        draft.edit(step).map_err(said)?;
        draft.load()
    }

    /// An error of the data as it is told to whoever made the change.
    fn problem(&self, error: &DataError) -> Misfit {
        let lines = match error.file.as_str() {
            CHANGES => self.changes().1,
            OPTIONS => self.defaults().1,
            _ => Lines::new(),
        };
        // What came as a file has its own lines before ours.
        let before = self.text(&format!("file {}", error.file)).lines().count();
        let keys = lines
            .range(..=error.line.saturating_sub(before))
            .next_back()
            .map(|(_, keys)| keys.clone())
            .unwrap_or_default();
        let mut hexes: BTreeSet<String> = keys.iter().flat_map(|key| hexes_of(key)).collect();
        let mut message = error.message.clone();
        if keys.is_empty() {
            // What stands in a file does not agree with the map any more: the hexes that were changed and are named.
            let named = |hex: &String| {
                error.message.split(|sign: char| !sign.is_alphanumeric() && sign != '.').any(|word| word == hex)
            };
            hexes.extend(self.entries().keys().flat_map(|key| hexes_of(key)).filter(named));
            message = format!("{message} ({})", spoken(&error.file));
        }
        Misfit { message, hexes: hexes.into_iter().collect(), key: keys.into_iter().next(), piece: None }
    }

    /// The defaults of options as a text, and the key from which each of its blocks comes.
    fn defaults(&self) -> (String, Lines) {
        let (mut text, mut lines) = (String::new(), Lines::new());
        for (key, value) in self.entries() {
            let Some(words) = key.strip_prefix("option ") else { continue };
            let Ok(changed) = serde_json::from_value::<Changed>(value.clone()) else { continue };
            lines.insert(text.lines().count() + 1, vec![key.clone()]);
            let (id, scenario) = words.split_once(' ').map_or((words, None), |(id, scenario)| (id, Some(scenario)));
            text += &format!("[[option]]\nid = {}\n", quoted(id));
            if let Some(scenario) = scenario {
                text += &format!("scenario = {}\n", quoted(scenario));
            }
            let default = changed.value.as_str().unwrap_or_default();
            text += &format!("default = {}\nsource = {}\n", quoted(default), quoted(&changed.source));
        }
        (text, lines)
    }

    /// The changes of single values as a text, and the keys from which each of its blocks comes.
    fn changes(&self) -> (String, Lines) {
        let mut blocks: BTreeMap<(u8, String), Block> = BTreeMap::new();
        for (key, value) in self.entries() {
            let Ok(changed) = serde_json::from_value::<Changed>(value.clone()) else { continue };
            let words: Vec<&str> = key.splitn(4, ' ').collect();
            let (order, name, item) = match words[..] {
                ["ground", file, hex] => {
                    let terrain = changed.value.as_str().unwrap_or_default();
                    (0, head(file, &[("terrain", quoted(terrain))], &changed.source), Some(("hexes", hex)))
                }
                ["hexside", file, feature, pair] => {
                    let there = changed.value != Value::Bool(false);
                    let lines = [("feature", quoted(feature)), ("remove", (!there).to_string())];
                    (1, head(file, &lines, &changed.source), Some(("between", pair)))
                }
                ["region", file, region, hex] => {
                    let there = changed.value != Value::Bool(false);
                    let lines = [("region", quoted(region)), ("remove", (!there).to_string())];
                    (2, head(file, &lines, &changed.source), Some(("hexes", hex)))
                }
                ["value", ..] => {
                    let (file, place) = two(key, "value ");
                    let what = match text::value(&changed.value) {
                        Some(value) => ("value", value),
                        None => ("remove", "true".to_string()),
                    };
                    (3, head(file, &[("at", quoted(place)), what], &changed.source), None)
                }
                ["add", ..] => {
                    let (file, rest) = two(key, "add ");
                    let (number, place) = rest.split_once(' ').unwrap_or(("", rest));
                    let Some(value) = text::value(&changed.value) else { continue };
                    let lines = [("at", quoted(place)), ("add", value)];
                    // By number, so that entries stand in the order in which they were added.
                    (4, format!("# {number}\n{}", head(file, &lines, &changed.source)), None)
                }
                _ => continue,
            };
            let block = blocks.entry((order, name)).or_default();
            block.keys.push(key.clone());
            if let Some((kind, item)) = item {
                block.kind = kind;
                block.items.push(item.to_string());
            }
        }
        let (mut text, mut lines) = (String::new(), Lines::new());
        for ((_, head), block) in blocks {
            lines.insert(text.lines().count() + 1, block.keys);
            text += "[[change]]\n";
            if !block.items.is_empty() {
                let items = if block.kind == "between" { chained(block.items) } else { block.items };
                text += &format!("{} = {}\n", block.kind, quoted(&items.join(" ")));
            }
            text += &head;
        }
        (text, lines)
    }
}

/// A file of the data as people call it.
fn spoken(file: &str) -> String {
    let part = file.strip_suffix(".toml").unwrap_or(file);
    match part.rsplit_once('/').map_or(part, |(_, name)| name) {
        "pieces" => "as the counters have it".into(),
        "tables" => "as the tables have it".into(),
        "map" => "as the map has it".into(),
        _ if file.contains("scenario") => "as the scenario has it".into(),
        _ => format!("in {file}"),
    }
}

/// The keys that are written in a text, by the line at which it begins to speak of them.
type Lines = BTreeMap<usize, Vec<String>>;

/// Changes that are written together.
#[derive(Default)]
struct Block {
    kind: &'static str,
    items: Vec<String>,
    keys: Vec<String>,
}

fn head(file: &str, lines: &[(&str, String)], source: &str) -> String {
    let mut text = format!("in = {}\n", quoted(file));
    for (key, value) in lines {
        text += &format!("{key} = {value}\n");
    }
    text + &format!("source = {}\n", quoted(source))
}

/// What follows a word: a file, and the rest.
fn two<'k>(key: &'k str, word: &str) -> (&'k str, &'k str) {
    let rest = key.strip_prefix(word).unwrap_or(key);
    rest.split_once(' ').unwrap_or((rest, ""))
}

/// Hexsides in such an order that ways stay together.
fn chained(mut pairs: Vec<String>) -> Vec<String> {
    let mut chain = Vec::new();
    let mut end: Option<String> = None;
    while !pairs.is_empty() {
        let ends = |pair: &String| pair.split_once('/').map(|(a, b)| (a.to_string(), b.to_string()));
        let next = end
            .as_ref()
            .and_then(|end| pairs.iter().position(|pair| ends(pair).is_some_and(|(a, b)| a == *end || b == *end)));
        // A way begins at an end of its own: at a hex that only one hexside touches.
        let touches = |hex: &str| pairs.iter().filter(|pair| pair.split('/').any(|end| end == hex)).count();
        let begins = |pair: &String| ends(pair).is_some_and(|(a, b)| touches(&a) == 1 || touches(&b) == 1);
        let place = next.or_else(|| pairs.iter().position(begins)).unwrap_or(0);
        let is_first = next.is_none();
        let (a, b) = ends(&pairs[place]).unwrap_or_default();
        let turned = if is_first { touches(&b) == 1 && touches(&a) != 1 } else { end.as_ref() == Some(&b) };
        let (from, to) = if turned { (b, a) } else { (a, b) };
        pairs.remove(place);
        chain.push(format!("{from}/{to}"));
        end = Some(to);
    }
    chain
}

/// The hexes that a key is about.
fn hexes_of(key: &str) -> Vec<String> {
    let last = key.rsplit(' ').next().unwrap_or_default();
    match key.split(' ').next() {
        Some("ground" | "region") => vec![last.to_string()],
        Some("hexside") => last.split('/').map(String::from).collect(),
        _ => Vec::new(),
    }
}

/// The file of a battle.
fn battle_file(value: &Value) -> Option<String> {
    let draft: BattleDraft = serde_json::from_value(value.clone()).ok()?;
    let position = serde_json::to_string(&draft.position).ok()?;
    let BattleDraft { title, about, source, .. } = draft;
    let lines = [("title", title), ("about", about), ("source", source), ("position", position)];
    Some(lines.iter().map(|(key, text)| format!("{key} = {}\n", quoted(text))).collect())
}

/// The file in which a board stands: the one that bears its title, where a game has several.
pub fn map_file(entry: &Entry, title: &str) -> Option<&'static str> {
    let is_map = |name: &&str| *name == "map.toml" || name.ends_with("/map.toml");
    let maps: Vec<&str> = entry.shipped().names().filter(is_map).collect();
    let line = format!("title = \"{title}\"");
    let has = |name: &&str| entry.shipped().read(name).is_ok_and(|file| file.text().lines().any(|found| found == line));
    maps.iter().copied().find(has).or(maps.first().copied())
}

/// Whether a project can have this under this key.
pub fn check(key: &str, value: &Value) -> Result<(), String> {
    let unknown = || Err("there is no such thing to change".to_string());
    if key.len() > 300 {
        return unknown();
    }
    let text = |most: usize| match value.as_str() {
        Some(text) if text.chars().count() <= most => Ok(()),
        Some(_) => Err(format!("expected {most} letters at most")),
        None => Err("expected a text".to_string()),
    };
    match key.split(' ').collect::<Vec<_>>()[..] {
        ["title" | "by"] => text(80),
        ["about"] => text(2000),
        ["file", _] => text(1 << 20),
        ["battle", id] => {
            let fits = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '-';
            if id.is_empty() || id.len() > 60 || !id.chars().all(fits) {
                return Err("a battle is known by small letters, digits and hyphens".into());
            }
            let draft: BattleDraft = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
            if draft.title.trim().is_empty() {
                return Err("a battle has a title".into());
            }
            sourced(&draft.source)
        }
        ["ground", _, _] | ["region", _, _, _] | ["hexside", _, _, _] => changed(value),
        ["option", _] | ["option", _, _] => {
            changed(value)?;
            let choice = value.get("value").and_then(Value::as_str);
            if choice.is_some_and(|choice| ["on", "off"].contains(&choice)) {
                return Ok(());
            }
            Err("an option is \"on\" or \"off\" by default".into())
        }
        ["value", _, ..] | ["add", _, _, ..] => {
            changed(value)?;
            let place = match key.split_once(' ') {
                Some(("value", _)) => two(key, "value ").1,
                _ => two(key, "add ").1.split_once(' ').map_or("", |(_, place)| place),
            };
            Address::parse(place).map(drop)
        }
        _ => unknown(),
    }
}

fn changed(value: &Value) -> Result<(), String> {
    let changed: Changed = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
    sourced(&changed.source)
}

/// Whether a text says where something comes from.
fn sourced(source: &str) -> Result<(), String> {
    let kinds = ["rulebook ", "published ", "history ", "reconstruction "];
    match kinds.iter().find_map(|kind| source.strip_prefix(kind)) {
        Some(detail) if !detail.trim().is_empty() && source.len() <= 500 => Ok(()),
        _ => Err("a source begins with rulebook, published, history or reconstruction, and says which or why".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn project(game: &str) -> Project {
        Project::new(catalogue::find(game).unwrap(), Journal::default())
    }

    fn done(project: &mut Project, key: &str, value: Value) {
        project.edit([(key.to_string(), value)].into()).unwrap();
    }

    const MINE: &str = "published my copy";

    #[test]
    fn what_is_painted_is_in_the_game_that_is_loaded() {
        let mut project = project("clash-of-giants");
        done(&mut project, "ground tannenberg/map.toml 2720", json!({ "value": "swamp", "source": MINE }));
        done(&mut project, "hexside tannenberg/map.toml rail 2720/2721", json!({ "value": true, "source": MINE }));
        done(&mut project, "hexside tannenberg/map.toml rail 2621/2721", json!({ "value": true, "source": MINE }));
        done(&mut project, "value standard.toml stacking.corps", json!({ "value": 4, "source": MINE }));
        let game = project.load().map_err(|problem| problem.message).unwrap();
        let map = game.map(0);
        let hex = |label: &str| map.board.parse(label).unwrap();
        assert_eq!(map.board.terrain_name(map.board.terrain(hex("2720"))), "swamp");
        let rail = map.board.feature_named("rail").unwrap();
        let across = |a, b| map.board.features(hex(a), map.board.direction(hex(a), hex(b)).unwrap()).contains(rail);
        assert!(across("2720", "2721") && across("2721", "2621"));
        assert!(map.lines.iter().any(|line| line.hexes.len() == 3 && line.hexes.contains(&hex("2720"))), "one way");
        let mine = game.provenance().iter().filter(|datum| datum.source.detail == "my copy").count();
        assert!(mine >= 3, "{mine}");
        let shipped = project.entry().load(None).unwrap();
        assert_ne!(game.provenance().digest(), shipped.provenance().digest());
    }

    #[test]
    fn a_change_that_does_not_fit_is_a_problem_at_its_hex() {
        let mut project = project("clash-of-giants");
        done(&mut project, "ground tannenberg/map.toml 2720", json!({ "value": "swamp", "source": MINE }));
        done(&mut project, "hexside tannenberg/map.toml rail 4001/4025", json!({ "value": true, "source": MINE }));
        let problem = project.load().err().unwrap();
        assert_eq!((problem.hexes.join(" "), problem.piece), ("4001 4025".to_string(), None));
        assert!(problem.message.starts_with("the hexes of 40") && problem.message.ends_with("are no neighbours"));
        project.undo().unwrap();
        assert!(project.load().is_ok());
    }

    #[test]
    fn every_board_has_its_file() {
        let file = |game: &str, title: &str| map_file(catalogue::find(game).unwrap(), title).unwrap();
        assert_eq!(file("clash-of-giants", "East Prussia, August 1914"), "tannenberg/map.toml");
        assert_eq!(file("first-blood", "whatever it is called"), "map.toml");
        for entry in catalogue::GAMES {
            let game = entry.load(None).unwrap();
            let files: Vec<&str> = (0..game.about().scenarios.len())
                .map(|scenario| map_file(entry, &game.map(scenario).title).unwrap())
                .collect();
            let mut maps: Vec<_> = entry.shipped().names().filter(|name| name.ends_with("map.toml")).collect();
            maps.retain(|name| !files.contains(name));
            assert!(maps.is_empty(), "{}: {maps:?}", entry.id);
        }
    }

    #[test]
    fn a_unit_in_the_sea_is_a_problem_at_its_hex() {
        let mut project = project("clash-of-giants");
        done(&mut project, "ground tannenberg/map.toml 3604", json!({ "value": "sea", "source": MINE }));
        let problem = project.load().err().unwrap();
        assert_eq!(problem.hexes, ["3604"]);
        assert!(problem.message.starts_with("hex 3604 is not in play (as the counters have it"), "{}", problem.message);
    }

    #[test]
    fn what_a_project_cannot_have_is_refused() {
        let mut project = project("first-blood");
        let mut refused = |key: &str, value: Value| project.edit([(key.to_string(), value)].into()).unwrap_err();
        assert_eq!(refused("nonsense", json!(1)), "nonsense: there is no such thing to change");
        assert_eq!(refused("title", json!(1)), "title: expected a text");
        assert!(
            refused("ground map.toml 2720", json!({ "value": "clear", "source": "me" }))
                .contains("a source begins with")
        );
        assert!(refused("value map.toml a..b", json!({ "value": 1, "source": MINE })).contains("no place in a file"));
        assert!(refused("battle A", json!({})).contains("small letters"));
        let often = refused("option show-counts", json!({ "value": "often", "source": MINE }));
        assert_eq!(often, "option show-counts: an option is \"on\" or \"off\" by default");
    }

    #[test]
    fn an_option_is_on_by_default_and_one_that_there_is_not_is_a_problem() {
        let mut project = project("first-blood");
        done(&mut project, "option show-counts", json!({ "value": "on", "source": MINE }));
        done(&mut project, "option play-balance july-15", json!({ "value": "off", "source": MINE }));
        let game = project.load().map_err(|problem| problem.message).unwrap();
        let options = game.about().settings(game.about().options_in(0));
        assert!(options.contains(&"show-counts=on".to_string()) && options.contains(&"play-balance=off".to_string()));
        done(&mut project, "option taxis", json!({ "value": "on", "source": MINE }));
        let problem = project.load().err().unwrap();
        assert_eq!(problem.key.as_deref(), Some("option taxis"));
        assert!(
            problem.message.starts_with("First Blood: Second Marne has no option \"taxis\""),
            "{}",
            problem.message
        );
    }

    #[test]
    fn a_project_is_packed_and_opened_again() {
        let mut project = project("first-blood");
        done(&mut project, "title", json!("Mine \"own\""));
        done(&mut project, "value tables.toml stacking.factors", json!({ "value": 12, "source": MINE }));
        let position = json!({ "phase": "VI", "turn": 3, "pieces": [{ "piece": "1/A/38", "hex": "2229" }] });
        let draft = json!({ "title": "One platoon", "source": "reconstruction mine", "position": position });
        done(&mut project, "battle one", draft);
        let overlay = project.overlay(true).unwrap();
        let packed = catalogue::Archive::pack(project.entry(), &overlay, &BTreeMap::new()).unwrap();
        let opened = catalogue::Archive::open("mine.grognard", &packed).unwrap();
        let mut again = self::project("first-blood");
        again.edit(Project::of(&opened.overlay)).unwrap();
        assert_eq!(again.text("title"), "Mine \"own\"");
        let game = again.entry().load_as(Some(&again.overlay(true).unwrap())).unwrap();
        assert_eq!(game.battles()[0].title, "One platoon");
        assert_eq!(game.provenance().digest(), project.load().ok().unwrap().provenance().digest());
    }
}
