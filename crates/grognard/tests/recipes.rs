//! The unit for systemd does what it says: by its command a server is started, played on, stopped as systemd stops it, started
//! again in another version's place, and goes on.

use crate::common::Folder;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// What the unit says after a word, without its line's beginning.
fn said<'a>(unit: &'a str, word: &str) -> &'a str {
    let line = unit.lines().find_map(|line| line.strip_prefix(word)?.strip_prefix('='));
    line.unwrap_or_else(|| panic!("the unit does not say {word}"))
}

/// The server as systemd starts it, in a folder in place of the one where it may write.
struct Service {
    child: Child,
    address: String,
}

impl Service {
    fn start(folder: &Folder) -> Service {
        let unit = include_str!("../../../deploy/grognard.service");
        let here = |text: &str| text.replace("/var/lib/grognard", &folder.path().display().to_string());
        let (name, value) = said(unit, "Environment").split_once('=').expect("a variable");
        let command = here(said(unit, "ExecStart")).replace("/usr/local/bin/grognard", env!("CARGO_BIN_EXE_grognard"));
        let mut child = Command::new("sh")
            .args(["-c", &format!("exec {command}")])
            .env(name, here(value))
            .env("GROGNARD_FLAGS", "--address 127.0.0.1:0 --behind-proxy")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let address = lines.map_while(Result::ok).find_map(|line| {
            let (_, rest) = line.split_once("http://")?;
            Some(rest.split_whitespace().next()?.trim_end_matches('/').to_string())
        });
        Service { child, address: address.expect("the server tells where it listens") }
    }

    /// As systemd stops it: it must end by itself, and well.
    fn stop(mut self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("kill").success());
        assert!(self.child.wait().expect("it ends").success());
    }

    /// Asks as a proxy does for somebody: the answer's text.
    fn ask(&self, method: &str, path: &str, token: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("the server listens");
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.0\r\nHost: inside\r\nX-Forwarded-For: 203.0.113.7\r\nX-Forwarded-Proto: https\r\n\
             X-Forwarded-Host: play.example.org\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).expect("the server reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("the server answers");
        assert!(answer.starts_with("HTTP/1.0 2"), "{method} {path}: {answer}");
        answer.split_once("\r\n\r\n").expect("a head and a body").1.to_string()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // Where the test has failed before it was stopped.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_service_is_started_played_on_replaced_and_goes_on() {
    let folder = Folder::new("service");
    let service = Service::start(&folder);
    let new = r#"{ "game": "hex-fight", "seats": { "blue": "link", "red": { "computer": "random" } } }"#;
    let made = service.ask("POST", "/api/matches", "", new);
    let made: serde_json::Value = serde_json::from_str(&made).expect("a match");
    let id = made["match"]["id"].as_str().expect("its id");
    // Links lead to where the proxy said that players reach it.
    let link = made["links"]["blue"].as_str().expect("a link");
    let (place, token) = link.split_once('#').expect("a token");
    assert_eq!(place, format!("https://play.example.org/m/{id}"));
    let table = format!("/api/matches/{id}/table?choices=short");
    let before: serde_json::Value = serde_json::from_str(&service.ask("GET", &table, token, "")).expect("a table");
    let action = &before["decision"]["options"][0];
    let play = serde_json::json!({ "do": "play", "action": action, "after": 0 }).to_string();
    service.ask("POST", &format!("/api/matches/{id}/do"), token, &play);
    service.stop();

    let service = Service::start(&folder);
    service.ask("GET", "/readyz", "", "");
    let after: serde_json::Value = serde_json::from_str(&service.ask("GET", &table, token, "")).expect("a table");
    assert!(after["match"]["actions"].as_u64() >= Some(1), "{after}");
    let concede = serde_json::json!({ "do": "concede" }).to_string();
    service.ask("POST", &format!("/api/matches/{id}/do"), token, &concede);
    let record = service.ask("GET", &format!("/api/matches/{id}/record"), "", "");
    folder.write("game.record", &record);
    folder.good(&["check", "game.record"], "");
    service.stop();
}
