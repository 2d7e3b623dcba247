//! Many games between computers.

use crate::common::Folder;
use sim::Run;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A run as it was played, without the time it took.
fn timeless(path: &Path) -> Run {
    let mut run = Run::read(path).unwrap();
    run.games.iter_mut().for_each(|game| game.seconds = [0.0; 2]);
    run.turns.iter_mut().for_each(|turn| turn.seconds = [0.0; 2]);
    run
}

#[test]
fn a_run_fills_a_folder_and_sums_up() {
    let here = Folder::new("sim");
    let said = here.good(&["sim", "hex-fight", "--games", "20", "--threads", "2"], "");
    assert!(said.starts_with("hex-fight, corners: 20 games\n  20 played now in "), "{said}");
    assert!(said.contains("\n  blue (greedy)  ") && said.contains("\n  draws  "), "{said}");
    assert!(said.ends_with("The rows are in hex-fight-run-1.\n"), "{said}");
    for file in [
        "games.csv",
        "turns.csv",
        "hexes.csv",
        "dice.csv",
        "actions.csv",
        "habits.csv",
        "games.parquet",
        "turns.parquet",
        "run.json",
    ] {
        assert!(here.path().join("hex-fight-run-1").join(file).is_file(), "{file}");
    }
    // The next has the next name, and the same games.
    let line = here.good(&["sim", "hex-fight", "--games", "20", "--threads", "1", "--json"], "");
    let summary: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(
        (line.lines().count(), &summary["folder"], &summary["games"]),
        (1, &"hex-fight-run-2".into(), &20.into())
    );
    let wins = [0, 1].map(|side| summary["sides"][side]["wins"].as_u64().unwrap());
    assert_eq!(wins[0] + wins[1] + summary["draws"].as_u64().unwrap(), 20);
    let runs = ["hex-fight-run-1", "hex-fight-run-2"].map(|name| timeless(&here.path().join(name)));
    assert_eq!(runs[0], runs[1]);
    // A run that is whole stays as it is.
    assert!(here.good(&["sim", "--resume", "hex-fight-run-1"], "").contains("\n  0 played now in "));
}

#[test]
fn players_are_compared_from_both_sides() {
    let here = Folder::new("both-ways");
    let seats = ["--seat", "blue=random", "--seat", "red=greedy", "--both-ways", "--games", "20", "--out", "level"];
    let said = here.good(&[&["sim", "hex-fight"], &seats[..]].concat(), "");
    let number = |what: &str| -> u32 {
        let line = said.lines().find(|line| line.trim_start().starts_with(what)).expect("it is told");
        line.split_whitespace().nth(1).expect("a number").parse().expect("a number")
    };
    assert_eq!(number("random") + number("greedy") + number("draws"), 20, "{said}");
    assert!(number("greedy") >= 15, "{said}");
    let (games, pairs) = said.split_once("  by pairs of games from one seed, 10 of them:\n").expect("pairs are told");
    assert!(games.contains("draws") && pairs.contains("\n  greedy ") && pairs.contains("\n  even "), "{said}");
}

#[test]
fn what_cannot_be_is_said_in_a_sentence() {
    let here = Folder::new("sim-errors");
    let bad = |args: &[&str]| here.bad(&[&["sim"], args].concat());
    assert!(bad(&["chess"]).starts_with("there is no game \"chess\""));
    assert_eq!(bad(&["hex-fight", "--games", "0"]), "a run has at least one game");
    assert!(bad(&["hex-fight", "--seat", "blue=human"]).starts_with("there is no computer player \"human\""));
    assert!(bad(&["hex-fight", "--option", "rain"]).contains("has no option \"rain\""));
    assert!(bad(&["hex-fight", "--games", "3", "--both-ways"]).ends_with("the number of games must be even"));
    assert!(bad(&["--resume", "nowhere"]).ends_with("there is no run in this folder (no run.json)"));
    here.good(&["sim", "hex-fight", "--games", "2", "--out", "run"], "");
    assert!(bad(&["hex-fight", "--out", "run"]).contains("there is a run in this folder already"));
    let changed = here.read("run/run.json").replace("\"rules\": 1,", "\"rules\": 7,");
    here.write("run/run.json", &changed);
    assert!(bad(&["--resume", "run"]).starts_with("this run was begun with version 7 of the rules of Hex-fight"));
    let both = here.run(&["sim", "hex-fight", "--resume", "run"], "");
    assert!(String::from_utf8(both.stderr).unwrap().contains("cannot be used with"));
}

/// More than can be played while the test looks on.
const LONG: [&str; 8] = ["sim", "hex-fight", "--games", "400", "--threads", "1", "--out", "run"];

/// Begins a long run and waits until some of it is kept.
fn underway(here: &Folder) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grognard"));
    command.args(LONG).current_dir(here.path()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    let begin = Instant::now();
    while here.shards("run") < 5 {
        assert!(begin.elapsed() < Duration::from_secs(120), "nothing is played");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

/// What the long run comes to when nobody disturbs it.
fn undisturbed(here: &Folder) -> Run {
    here.good(&[&LONG[..7], &["whole"]].concat(), "");
    timeless(&here.path().join("whole"))
}

#[test]
fn a_killed_run_loses_only_unfinished_shards() {
    let here = Folder::new("killed");
    let mut child = underway(&here);
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = Run::read(&here.path().join("run")).unwrap().games.len();
    assert!((1..400).contains(&kept), "{kept} games");
    here.good(&["sim", "--resume", "run"], "");
    assert_eq!(timeless(&here.path().join("run")), undisturbed(&here));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_played_and_says_how_to_go_on() {
    let here = Folder::new("interrupted");
    let child = underway(&here);
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8(output.stderr).unwrap();
    let kept = Run::read(&here.path().join("run")).unwrap().games.len();
    let wanted = format!("grognard: stopped after {kept} of 400 games; go on with: grognard sim --resume run\n");
    assert_eq!(said, wanted);
    assert!(kept < 400);
    assert!(String::from_utf8(output.stdout).unwrap().starts_with(&format!("hex-fight, corners: {kept} games\n")));
    assert_eq!(here.read("run/games.csv").lines().count(), kept + 1);
    here.good(&["sim", "--resume", "run"], "");
    assert_eq!(timeless(&here.path().join("run")), undisturbed(&here));
}
