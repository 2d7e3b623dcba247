//! Ten games told by their analyses: each report in `docs/after-action.md` says in remarks what its sentences rest on, and all of
//! that is what the kept analysis says; the kept analysis is what comes out when the kept record is looked at again.
//!
//! A remark is `<!-- NAME: CLAIM; CLAIM -->` after the paragraph that it is about. A claim names what it speaks of and what that is:
//!
//! - `result 3 victory points ahead`: how the game ended, in the record's replay
//! - `actions 1690`, `turns 1 to 15`
//! - `chance 12 51 %`: the first side's chance at the beginning of turn 12; `chance 12 allied 49 %`: that of a side
//! - `points 12 4 to 3`, `strength 12 21 to 45`: of both sides at the beginning of turn 12
//! - `luck german +51 %`, `choice german +51 %`: what a side's dice and choices did to its chance in the whole game
//! - `luck 12 german +28 %`: in turn 12
//! - `hindsight 4 +70 %`: what was seen otherwise when another turn could be foreseen
//! - `blunders allied 2`, `mistakes allied 1`, `doubtful allied 0`
//! - `moment 1334 german 48 % to 67 %`: a roll or a costly choice in action 1334, the side's chance before and after
//! - `cost 94 15 %`: what the choice in action 94 cost
//! - `did 94 end the phase`, `better 94 attack 33.16`: what was done there, and what would have been better; `when 94 turn 9`
//! - `event 1200 German 37 division is eliminated`: what was told of action 1200

use ai::{Limits, Stop};
use analysis::{Depth, Eyes, Watch};
use engine::{Record, Viewer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn page() -> String {
    fs::read_to_string(folder().join("after-action.md")).expect("the page is there")
}

fn kept(name: &str, kind: &str) -> String {
    let file = folder().join("after-action").join(format!("{name}.{kind}"));
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// A game that is told.
struct Told {
    game: Arc<dyn catalogue::Game>,
    record: Record,
    analysis: Value,
}

impl Told {
    fn of(name: &str) -> Told {
        let record = Record::parse(&kept(name, "record")).unwrap_or_else(|error| panic!("{name}: {error}"));
        let game = catalogue::find(&record.head.game).unwrap().load(None).unwrap();
        let analysis = serde_json::from_str(&kept(name, "json")).unwrap_or_else(|error| panic!("{name}: {error}"));
        Told { game, record, analysis }
    }

    /// Which side has this id, 0 or 1.
    fn side(&self, id: &str) -> usize {
        self.game.about().side(id).unwrap_or_else(|| panic!("there is no side {id}")).index()
    }

    fn turn(&self, turn: &str) -> &Value {
        let turn: u64 = turn.parse().unwrap_or_else(|_| panic!("{turn} is no turn"));
        let turns = self.analysis["turns"].as_array().unwrap();
        turns.iter().find(|found| found["turn"] == turn).unwrap_or_else(|| panic!("there is no turn {turn}"))
    }

    fn account(&self, side: &str) -> &Value {
        let sides = self.analysis["sides"].as_array().unwrap();
        sides.iter().find(|found| found["side"] == side).unwrap_or_else(|| panic!("there is no side {side}"))
    }

    fn moment(&self, at: &str) -> &Value {
        let at: u64 = at.parse().unwrap_or_else(|_| panic!("{at} is no action"));
        let moments = self.analysis["moments"].as_array().unwrap();
        // Actions are counted from 1 in words, and the moment stands before its own.
        let found = moments.iter().find(|found| found["at"] == at - 1);
        found.unwrap_or_else(|| panic!("nothing is told of action {at}"))
    }

    /// What was told of the action with this number, from 1.
    fn told(&self, number: usize) -> Vec<String> {
        let table = self.game.reread(&self.record).expect("it replays").game;
        let events = table.log().iter().filter(|(before, _)| before + 1 == number);
        events.map(|(_, event)| event.text.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    /// What a claim ought to say.
    fn truth(&self, claim: &str) -> String {
        let words: Vec<&str> = claim.split(' ').collect();
        let of_side = |turn: &str, what: &str, side: &str| {
            let index = self.side(side);
            let sign = if index == 0 { 1.0 } else { -1.0 };
            sign * self.turn(turn)[what][index].as_f64().unwrap()
        };
        let both = |turn: &str, what: &str| {
            let both = [0, 1].map(|side| self.turn(turn)[what][side].as_f64().unwrap());
            format!("{what} {turn} {} to {}", both[0].round(), both[1].round())
        };
        match words[..] {
            ["result", ..] => {
                let table = self.game.reread(&self.record).expect("it replays").game;
                format!("result {}", table.view(Viewer::All).result.expect("it is over").text)
            }
            ["actions", _] => format!("actions {}", self.record.lines.len()),
            ["turns", ..] => {
                let turns = self.analysis["turns"].as_array().unwrap();
                format!("turns {} to {}", turns[0]["turn"], turns[turns.len() - 1]["turn"])
            }
            ["chance", turn, _, "%"] => {
                format!("chance {turn} {}", percent(self.turn(turn)["chance"].as_f64().unwrap()))
            }
            ["chance", turn, side, _, "%"] => {
                let first = self.turn(turn)["chance"].as_f64().unwrap();
                let chance = if self.side(side) == 0 { first } else { 1.0 - first };
                format!("chance {turn} {side} {}", percent(chance))
            }
            [what @ ("points" | "strength"), turn, ..] => both(turn, what),
            ["luck", side, _, "%"] => {
                format!("luck {side} {}", signed(self.account(side)["luck"]["mean"].as_f64().unwrap()))
            }
            ["choice", side, _, "%"] => {
                format!("choice {side} {}", signed(self.account(side)["choice"].as_f64().unwrap()))
            }
            [what @ ("luck" | "choice"), turn, side, _, "%"] => {
                format!("{what} {turn} {side} {}", signed(of_side(turn, what, side)))
            }
            [what @ ("blunders" | "mistakes" | "doubtful"), side, _] => {
                format!("{what} {side} {}", self.account(side)[what])
            }
            ["moment", at, side, _, "%", "to", _, "%"] => {
                let moment = self.moment(at);
                assert_eq!(moment["side"], side, "who acted in action {at}");
                let [before, after] = ["before", "after"].map(|when| percent(moment[when]["mean"].as_f64().unwrap()));
                format!("moment {at} {side} {before} to {after}")
            }
            ["event", at, ..] => {
                let said = words[2..].join(" ");
                let told = self.told(at.parse().unwrap_or_else(|_| panic!("{at} is no action")));
                assert!(told.iter().any(|text| text.contains(&said)), "action {at} says {told:?}, not \"{said}\"");
                claim.to_string()
            }
            ["hindsight", turn, _, "%"] => {
                format!("hindsight {turn} {}", signed(self.turn(turn)["hindsight"].as_f64().unwrap()))
            }
            ["when", at, "turn", _] => format!("when {at} turn {}", self.moment(at)["turn"]),
            [what @ ("did" | "better"), at, ..] => {
                let (moment, said) = (self.moment(at), words[2..].join(" "));
                let told = if what == "did" { &moment["text"] } else { &moment["better"]["text"] };
                let told = told.as_str().unwrap_or_default();
                assert!(told.contains(&said), "action {at}: \"{told}\", not \"{said}\"");
                claim.to_string()
            }
            ["cost", at, _, "%"] => {
                let moment = self.moment(at);
                assert_eq!(moment["kind"], "choice", "action {at}");
                format!("cost {at} {}", percent(-moment["change"]["mean"].as_f64().unwrap()))
            }
            _ => panic!("what is claimed by \"{claim}\"?"),
        }
    }
}

fn percent(share: f64) -> String {
    format!("{} %", (100.0 * share).round() + 0.0)
}

fn signed(change: f64) -> String {
    let points = (100.0 * change).round() + 0.0;
    format!("{}{} %", if points < 0.0 { "−" } else { "+" }, points.abs())
}

/// The paragraphs that something is claimed of: each with the name of its game and the claims.
fn paragraphs(page: &str) -> Vec<(String, String, Vec<String>)> {
    let mut found = Vec::new();
    let mut paragraph = String::new();
    for block in page.split("\n\n") {
        match block.trim().strip_prefix("<!-- ").and_then(|remark| remark.strip_suffix(" -->")) {
            None => paragraph = block.split_whitespace().collect::<Vec<_>>().join(" "),
            Some(remark) => {
                let (name, claims) = remark.split_once(": ").expect("a remark begins with the name of a game");
                let claims = claims.split(';').map(|claim| claim.split_whitespace().collect::<Vec<_>>().join(" "));
                found.push((name.to_string(), std::mem::take(&mut paragraph), claims.collect()));
            }
        }
    }
    found
}

/// The numbers of a text that stand before one of these words, and those behind "turn".
fn numbers(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split([' ', '(', ')']).filter(|word| !word.is_empty()).collect();
    let number = |word: &str| {
        let digits: String = word.chars().filter(char::is_ascii_digit).collect();
        let plain = word.trim_end_matches([',', '.', ';', ':']).trim_start_matches(['+', '−']);
        (!digits.is_empty() && plain == digits).then_some(digits)
    };
    let counted = ["%", "points", "point", "actions", "steps"];
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1).map_or("", |next| next.trim_end_matches([',', '.', ';', ':']));
        let after_turn = at > 0 && ["turn", "turns"].contains(&words[at - 1]);
        if counted.contains(&next) || after_turn {
            found.extend(number(word));
        }
    }
    found
}

#[test]
fn every_sentence_rests_on_what_the_analysis_says() {
    let page = page();
    let mut games: BTreeMap<String, Told> = BTreeMap::new();
    for (name, paragraph, claims) in paragraphs(&page) {
        let told = games.entry(name.clone()).or_insert_with(|| Told::of(&name));
        for claim in &claims {
            assert_eq!(*claim, told.truth(claim), "{name}");
        }
        // What is said with a number is claimed with it.
        let claimed: Vec<String> = claims
            .iter()
            .flat_map(|claim| claim.split(|sign: char| !sign.is_ascii_digit()).map(str::to_string).collect::<Vec<_>>())
            .collect();
        for number in numbers(&paragraph) {
            assert!(claimed.contains(&number), "{name}: nothing is claimed that says {number} in \"{paragraph}\"");
        }
    }
    for entry in catalogue::GAMES {
        let told = games.values().filter(|told| told.record.head.game == entry.id).count();
        assert_eq!(told, 2, "two games of {} are told", entry.id);
    }
}

#[test]
fn every_report_has_its_picture_and_every_game_is_told() {
    let page = page();
    for entry in fs::read_dir(folder().join("after-action")).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().to_string();
        let (stem, kind) = name.rsplit_once('.').unwrap();
        let used = if kind == "png" {
            page.contains(&format!("(after-action/{name})"))
        } else {
            page.contains(&format!("<!-- {stem}: "))
        };
        assert!(used, "{name} is used nowhere");
    }
}

#[test]
fn the_kept_analysis_is_what_comes_out_again() {
    /// So much of the graph of a long game is looked at anew: all of it takes minutes.
    const SPOTS: usize = 5;
    /// A game with fewer actions is looked at to its end.
    const SHORT: usize = 1000;
    let names: std::collections::BTreeSet<String> = paragraphs(&page()).into_iter().map(|(name, ..)| name).collect();
    for name in names {
        let told = Told::of(&name);
        if told.game.about().is_newer_than(&told.record) {
            // Other rules have come since. What was said of the game by its own stays as it is.
            continue;
        }
        told.game.replay(&told.record).unwrap_or_else(|error| panic!("{name}: {error}"));
        let is_short = told.record.lines.len() < SHORT;
        let (stop, seen) = (Stop::default(), AtomicUsize::new(0));
        let limits = Limits { stop: stop.clone(), ..Limits::default() };
        let progress = |_| {
            if seen.fetch_add(1, Ordering::Relaxed) == SPOTS && !is_short {
                stop.stop();
            }
        };
        let watch = Watch { limits: &limits, progress: &progress };
        let depth: Depth = told.analysis["depth"].as_str().unwrap().parse().unwrap();
        let found = told.game.analyse(&told.record, depth, Eyes::Each, &watch).unwrap();
        let found = serde_json::to_value(&found).unwrap();
        if is_short {
            assert_eq!(found, told.analysis, "{name}");
            continue;
        }
        let graph = found["graph"].as_array().unwrap();
        let known = told.analysis["graph"].as_array().unwrap();
        assert!(graph.len() > 2, "{name}: {}", graph.len());
        // The last place of what was stopped may lack one of its games.
        assert_eq!(graph[..graph.len() - 1], known[..graph.len() - 1], "{name}");
    }
}
