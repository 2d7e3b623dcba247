//! Whatever is wrong is said in one sentence with its place, with status 2, and nothing is changed.

use crate::common::Folder;

#[test]
fn unknown_names_are_refused() {
    let here = Folder::new("names");
    let play = |args: &[&str]| here.bad(&[&["play", "hex-fight"], args].concat());
    assert!(here.bad(&["play", "chess"]).starts_with("there is no game \"chess\" (there are "));
    assert_eq!(play(&["--scenario", "moon"]), "Hex-fight has no scenario \"moon\" (it has corners)");
    assert_eq!(play(&["--seat", "green=human"]), "Hex-fight has no side \"green\" (it has blue, red)");
    let players = "random, recruit, regular, greedy, veteran, grognard";
    let nobody = format!("a seat is taken by human or a computer ({players}), not by \"genius\"");
    assert_eq!(play(&["--seat", "blue=genius"]), nobody);
    assert_eq!(play(&["--seat", "blue"]), "a seat is SIDE=WHO, such as blue=human");
    assert!(play(&["--option", "moon=on"]).starts_with("Hex-fight has no option \"moon\""));
    assert_eq!(play(&["--option", "moon=maybe"]), "option moon is \"on\" or \"off\", not \"maybe\"");
}

#[test]
fn a_wrong_seed_is_refused() {
    let here = Folder::new("seed");
    let output = here.run(&["play", "hex-fight", "--seed", "soon"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(here.files().is_empty());
}

/// Dice that can be foretold are for nobody but the one who starts the server.
#[test]
fn seeded_dice_are_not_served_to_others() {
    let here = Folder::new("seeded");
    let serve = ["serve", "--seed", "7", "--database", "sqlite:games"];
    let said = here.bad(&[&serve[..], &["--address", "0.0.0.0:0"]].concat());
    assert_eq!(said, "with --seed the dice can be foretold, so it serves this machine alone: 127.0.0.1");
    for way in [&["--behind-proxy"][..], &["--public", "https://games.example"]] {
        let output = here.run(&[&serve[..], &["--address", "127.0.0.1:0"], way].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{way:?}");
    }
    assert!(here.files().is_empty());
    assert_eq!(here.run(&["serve", "--seed", "soon"], "").status.code(), Some(2));
}

#[test]
fn a_load_of_nobody_is_not_measured() {
    let here = Folder::new("load");
    let output = here.run(&["bench", "load", "--matches", "0", "--idle", "10"], "");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("somebody must play for something to be measured"), "{said}");
}

#[test]
fn a_damaged_record_is_refused() {
    let here = Folder::new("damaged");
    here.good(
        &["play", "hex-fight", "--seat", "blue=greedy", "--seat", "red=greedy", "--seed", "5", "--record", "a"],
        "",
    );
    let text = here.read("a");
    let damage: [(&str, String, &str); 5] = [
        ("changed", text.replacen("d6=", "d6=1", 1), "the seal does not fit"),
        (
            "cut",
            text.lines().take(40).map(|line| format!("{line}\n")).collect(),
            "line 41: the closing line is missing",
        ),
        ("empty", String::new(), "line 1: not a record"),
        ("game", text.replace("hex-fight", "chess"), "line 8: the seal does not fit"),
        ("added", format!("{text}x\n"), "there is something after the closing line"),
    ];
    for (name, text, complaint) in damage {
        here.write(name, &text);
        for command in [&["check", name][..], &["replay", name], &["play", "--resume", name]] {
            let said = here.bad(command);
            assert!(said.starts_with(&format!("{name}: line ")) && said.contains(complaint), "{command:?}: {said}");
        }
    }
    std::fs::write(here.path().join("binary"), [0xff, 0xfe, 0]).unwrap();
    assert_eq!(here.bad(&["check", "binary"]), "binary: this is not a text file");
    assert!(here.bad(&["check", "nowhere"]).starts_with("nowhere: "));
    assert!(here.bad(&["replay", "a", "--at", "100000"]).starts_with("a: there are only "));
    assert_eq!(here.bad(&["replay", "a", "--side", "green"]), "Hex-fight has no side \"green\" (it has blue, red)");
}

/// A record whose seals are right but whose game is not.
#[test]
fn an_untrue_record_is_refused() {
    let here = Folder::new("untrue");
    here.good(
        &["play", "hex-fight", "--seat", "blue=greedy", "--seat", "red=greedy", "--seed", "5", "--record", "a"],
        "",
    );
    let record = engine::Record::parse(&here.read("a")).unwrap();
    let rolled = record.lines.iter().position(|line| !line.rolls.is_empty()).unwrap();
    let mut lucky = record.clone();
    lucky.lines[rolled].rolls[0].value = lucky.lines[rolled].rolls[0].value % 6 + 1;
    let mut winner = record.clone();
    winner.result = Some("draw by 4.2".into());
    let mut illegal = record.clone();
    illegal.lines[0].action = "0101-0909".into();
    for (name, record, complaint) in [
        ("lucky", lucky, "the dice do not fit"),
        ("winner", winner, "the record says \"draw by 4.2\", but the game comes out"),
        ("illegal", illegal, "0909 is no neighbour of 0101 (2.2)"),
    ] {
        here.write(name, &record.to_string());
        let said = here.bad(&["check", name]);
        assert!(said.starts_with(&format!("{name}: line ")) && said.contains(complaint), "{said}");
    }
}

#[test]
fn a_record_is_never_overwritten() {
    let here = Folder::new("overwrite");
    here.write("mine", "my diary");
    let said = here.bad(&["play", "hex-fight", "--seat", "blue=random", "--seat", "red=random", "--record", "mine"]);
    assert!(said.starts_with("mine: "), "{said}");
}

const MAP: &str = include_str!("../../../examples/hex-fight/data/map.toml");

#[test]
fn wrong_data_files_are_refused_with_their_place() {
    let here = Folder::new("data");
    let row = MAP.find("    \"....").unwrap();
    let line = MAP[..row].matches('\n').count() + 1;
    for (name, text, complaint) in [
        (
            "terrain",
            MAP.replacen("\"...........\"", "\"....?......\"", 1),
            format!("{line}: unknown terrain letter \"?\", expected one of ."),
        ),
        (
            "piece",
            MAP.replace("0101 0102", "0101 9902"),
            format!(
                "{}: hex 9902 is not on the board (columns 01-11, rows 01-11)",
                MAP[..MAP.find("0101 0102").unwrap()].matches('\n').count() + 1
            ),
        ),
        ("field", MAP.replace("title = \"A", "tittle = \"A"), "1: unknown field `tittle`".into()),
    ] {
        here.write(&format!("{name}/hex-fight/map.toml"), &text);
        for command in [&["data", "check", name][..], &["play", "hex-fight", "--data", name]] {
            let said = here.bad(command);
            assert!(said.starts_with(&format!("{name}/hex-fight/map.toml:{complaint}")), "{said}");
        }
    }
    let option = "[[option]]\nid = \"show-count\"\ndefault = \"on\"\nsource = \"published my copy\"\n";
    here.write("option/first-blood/options.toml", option);
    for command in [&["data", "check", "option"][..], &["play", "first-blood", "--data", "option"]] {
        let said = here.bad(command);
        assert!(
            said.starts_with("option/first-blood/options.toml:2: First Blood: Second Marne has no option"),
            "{said}"
        );
    }
    here.write("typo/hex-fight/mapp.toml", MAP);
    assert!(here.bad(&["data", "check", "typo"]).contains("mapp.toml:1: no data file of this name is known"));
    here.write("game/chess/map.toml", MAP);
    assert!(here.bad(&["data", "check", "game"]).starts_with("game/chess: there is no game \"chess\""));
    assert!(here.bad(&["data", "check", "nowhere"]).starts_with("nowhere: "));
    assert!(here.bad(&["play", "hex-fight", "--data", "game"]).starts_with("game: there is no folder \"hex-fight\""));
}

#[test]
fn charts_that_cannot_be_had_are_refused() {
    let here = Folder::new("charts");
    let charts = |args: &[&str]| here.bad(&[&["charts", "rock-of-the-marne"], args].concat());
    assert!(here.bad(&["charts", "chess"]).starts_with("there is no game \"chess\" (there are "));
    assert!(
        charts(&["--scenario", "moon"]).starts_with("Rock of the Marne has no scenario \"moon\" (it has campaign, ")
    );
    assert!(charts(&["--option", "moon"]).starts_with("Rock of the Marne has no option \"moon\""));
    assert_eq!(charts(&["--out", "a.txt"]), "a.txt: a sheet ends in .html or .svg");
    assert_eq!(charts(&["--out", "a.pdf"]), "a.pdf: write .html, and let a browser print it to PDF");
    assert_eq!(here.bad(&["charts", "hex-fight"]), "Hex-fight has no charts");
    assert!(here.files().is_empty());
}
