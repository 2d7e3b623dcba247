//! Reports of small runs that were really played.

use crate::common::Folder;

fn play(here: &Folder, args: &[&str]) {
    here.good(&[&["sim", "hex-fight", "--threads", "1"], args].concat(), "");
}

#[test]
fn a_run_is_reported_in_its_folder() {
    let here = Folder::new("report");
    play(&here, &["--games", "20", "--seat", "red=random", "--both-ways", "--out", "night"]);
    assert_eq!(here.good(&["report", "night"], ""), "night/report.html\n");
    let page = here.read("night/report.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"));
    assert!(page.len() < 3_000_000, "{} bytes", page.len());
    for part in ["In short", "Who won", "By player", "From turn to turn", "On the board", "Were the dice fair?"] {
        assert!(page.contains(part), "{part} is missing");
    }
    assert!(page.contains(
        "grognard sim hex-fight --scenario corners --seat blue=greedy --seat red=random --both-ways --seed 1 --games 20 \
         --out night-again"
    ));
    assert_eq!(here.good(&["report", "night", "--out", "a.html"], ""), "a.html\n");
    assert_eq!(here.read("a.html"), page);
}

#[test]
fn two_runs_are_compared() {
    let here = Folder::new("compared");
    let map = catalogue::HEX_FIGHT.files(None).unwrap().read("map.toml").unwrap().text().to_string();
    here.write("mine/hex-fight/map.toml", &map.replacen("title = \"", "title = \"My ", 1));
    play(&here, &["--games", "30", "--out", "base"]);
    play(&here, &["--games", "30", "--data", "mine", "--out", "changed"]);
    here.good(&["report", "changed", "--against", "base"], "");
    let page = here.read("changed/report.html");
    assert!(page.contains("What the change did"));
    assert!(page.contains("map.toml: title"), "the changed value is named");
    assert!(!page.contains("More than one thing differs"));
    assert!(page.contains("--data changed/data"));
}

#[test]
fn what_cannot_be_reported_is_refused() {
    let here = Folder::new("no-report");
    assert_eq!(here.bad(&["report", "nowhere"]), "nowhere: there is no run in this folder (no run.json)");
    play(&here, &["--games", "2", "--out", "small"]);
    here.good(&["sim", "first-blood", "--games", "1", "--seat", "us=random", "--out", "other"], "");
    assert_eq!(
        here.bad(&["report", "small", "--against", "other"]),
        "small is a run of hex-fight, corners and other one of first-blood, july-15; only runs of the same scenario can \
         be compared"
    );
}
