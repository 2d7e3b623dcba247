//! `grognard learn` fits a judge or a chooser to games of computers against each other.

use crate::common::Folder;

const QUICK: [&str; 8] = ["learn", "hex-fight", "--games", "20", "--generations", "2", "--out", "school"];

#[test]
fn every_generation_is_logged_and_the_same_command_goes_on() {
    let here = Folder::new("learn");
    let said = here.good(&QUICK, "");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 3, "{said}");
    assert!(lines[0].starts_with("generation 1: 20 games, explains "), "{said}");
    assert!(lines[1].starts_with("generation 2: 40 games, explains "), "{said}");
    assert_eq!(here.read("school/log"), format!("{}\n{}\n", lines[0], lines[1]));
    let judge = here.read("school/data/hex-fight/judges/corners.txt");
    assert!(
        judge.contains("\nsource reconstruction learned in 40 games of the computer against itself, generation 2\n")
    );
    // A file of games that is lost is played again, and all comes out the same.
    std::fs::remove_file(here.path().join("school/games/00001.samples")).unwrap();
    assert_eq!(here.good(&QUICK, ""), said);
    assert_eq!(here.read("school/data/hex-fight/judges/corners.txt"), judge);
}

#[test]
fn a_chooser_learns_from_options_that_were_played_on() {
    let here = Folder::new("learn-to-choose");
    let command = [&QUICK[..], &["--chooser"]].concat();
    let said = here.good(&command, "");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 3, "{said}");
    assert!(lines[0].starts_with("generation 1: 20 games, ") && lines[0].contains(" decisions, explains "), "{said}");
    assert!(lines[1].starts_with("generation 2: 40 games, "), "{said}");
    assert_eq!(lines[2], "The chooser stands in school/data/hex-fight/choosers/corners.txt.");
    let lore = here.read("school/data/hex-fight/choosers/corners.txt");
    assert!(lore.contains(" options on in 40 games of the computer against itself, generation 2\n"), "{lore}");
    assert_eq!(here.good(&command, ""), said, "the games lie there, and all comes out the same");
}

#[test]
fn a_folder_where_something_else_was_begun_is_refused() {
    let here = Folder::new("learn-other");
    here.good(&QUICK, "");
    let said = here.bad(&[&QUICK[..], &["--seed", "7"]].concat());
    assert!(said.starts_with("school: here something else was begun: hex-fight corners version "), "{said}");
}
