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

#[test]
fn openings_luck_and_mistakes_are_reported() {
    let here = Folder::new("second-look");
    play(&here, &["--games", "24", "--analyse", "glance", "--out", "night"]);
    let openings = here.read("night/openings.csv");
    assert!(openings.starts_with("stage,hex,side,games,won\n"), "{openings}");
    // Every game begins with the same position.
    assert!(
        openings.lines().skip(1).filter(|row| row.starts_with("set-up,")).all(|row| row.contains(",24,")),
        "{openings}"
    );
    let analysed = here.read("night/analysed.csv");
    assert_eq!(analysed.lines().count(), 25);
    assert!(
        analysed
            .starts_with("game,chance,luck_blue,luck_red,choice_blue,choice_red,hindsight,choices_blue,choices_red\n")
    );
    // The chance at the beginning, luck, choices and hindsight come to the result.
    for row in analysed.lines().skip(1) {
        let numbers: Vec<f64> = row.split(',').map(|number| number.parse().unwrap()).collect();
        let result: f64 = numbers[1..7].iter().sum();
        assert!([0.0, 0.5, 1.0].iter().any(|end| (result - end).abs() < 0.05), "{row}");
    }
    assert!(here.read("night/mistakes.csv").starts_with("game,at,turn,side,grade,action,cost\n"));
    here.good(&["report", "night"], "");
    let page = here.read("night/report.html");
    for part in ["Openings", "How much luck decides", "Where mistakes are made"] {
        assert!(page.contains(part), "{part} is missing");
    }
    // The same games are looked at in the same way.
    play(&here, &["--games", "24", "--analyse", "glance", "--out", "again"]);
    assert_eq!(here.read("again/analysed.csv"), analysed);
}
