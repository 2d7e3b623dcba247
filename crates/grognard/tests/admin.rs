//! `grognard admin`, against a server that runs.

use crate::common::{Folder, Served};

const KEY: &str = "a key that nobody guesses";

#[test]
fn an_operator_looks_after_a_server() {
    let folder = Folder::new("admin");
    let server = Served::start(&folder, &["--admin-key", KEY]);
    let admin = |words: &[&str]| {
        let told = ["admin", "--server", &server.address, "--admin-key", KEY];
        folder.good(&[&told, words].concat(), "")
    };
    assert_eq!(admin(&["users"]), "There is no such account.\n");
    assert_eq!(admin(&["matches"]), "There are no matches.\n");
    assert!(admin(&["sweep"]).starts_with("0 matches"));
    assert_eq!(admin(&["ratings"]), "All ratings are worked out anew from 0 rated matches.\n");
    let database = format!("sqlite:{}", folder.path().join("games.sqlite").display());
    assert!(admin(&["backup", "copy.sqlite", "--database", &database]).contains("copy.sqlite"));
    assert!(folder.path().join("copy.sqlite").exists());
}

#[test]
fn what_an_operator_gets_wrong_is_said_in_a_sentence() {
    let folder = Folder::new("admin-wrong");
    let server = Served::start(&folder, &["--admin-key", KEY]);
    for (words, complaint) in [
        (
            ["--server", &server.address, "--admin-key", "another key altogether", "users"],
            "this is not the operator's key",
        ),
        (["--server", &server.address, "--admin-key", KEY, "delete-user"], ""),
        (["--server", "http://127.0.0.1:9", "--admin-key", KEY, "users"], "no Grognard answers at http://127.0.0.1:9"),
    ] {
        if complaint.is_empty() {
            assert_eq!(folder.run(&[&["admin"], &words[..]].concat(), "").status.code(), Some(2));
        } else {
            let told = folder.bad(&[&["admin"], &words[..]].concat());
            assert!(told.starts_with(complaint), "{told}");
        }
    }
    let told = folder.bad(&["admin", "--server", &server.address, "users"]);
    assert!(told.starts_with("the operator's key is missing"), "{told}");
    let told = folder.bad(&["admin", "--server", &server.address, "--admin-key", KEY, "ban", "Ney"]);
    assert!(told.starts_with("there is no account \"Ney\""), "{told}");
}
