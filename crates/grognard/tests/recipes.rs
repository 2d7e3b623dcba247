//! The unit for systemd and the container's file do what they say: by their commands a server is started, played on, stopped as
//! systemd stops it, started again in another version's place, and goes on. Neither systemd nor a container is needed for that:
//! what only they do (the sandbox, the building of the image) is not tested, but what they are told is held to what there is.

use crate::common::Folder;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
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

/// Where the program stands in the unit and in the image, and where both let it write.
const PROGRAM: &str = "/usr/local/bin/grognard";
const STATE: &str = "/var/lib/grognard";

const UNIT: &str = include_str!("../../../deploy/grognard.service");
const CONTAINERFILE: &str = include_str!("../../../deploy/Containerfile");

impl Service {
    /// By the unit's command.
    fn of_the_unit(folder: &Folder) -> Service {
        Service::start(folder, said(UNIT, "ExecStart"), said(UNIT, "Environment"))
    }

    /// By the image's command.
    fn of_the_image(folder: &Folder) -> Service {
        let words = |instruction| {
            let list = instructions(instruction).pop().expect("the instruction");
            serde_json::from_str::<Vec<String>>(list).expect("a list").join(" ")
        };
        let command = format!("{} {}", words("ENTRYPOINT"), words("CMD").replace("0.0.0.0:1918", "127.0.0.1:0"));
        Service::start(folder, &command, instructions("ENV").pop().expect("a variable"))
    }

    fn start(folder: &Folder, command: &str, variable: &str) -> Service {
        let here = |text: &str| text.replace(STATE, &folder.path().display().to_string());
        let (name, value) = variable.split_once('=').expect("a variable");
        let command = here(command).replace(PROGRAM, env!("CARGO_BIN_EXE_grognard"));
        let flags = if command.contains("--address") { "" } else { "--address 127.0.0.1:0 " };
        let mut child = Command::new("sh")
            .args(["-c", &format!("exec {command}")])
            .env(name, here(value))
            .env("GROGNARD_FLAGS", format!("{flags}--behind-proxy"))
            .env("GROGNARD_BEHIND_PROXY", "true")
            .stdout(Stdio::piped())
            .stderr(std::fs::File::create(folder.path().join("log")).expect("a log"))
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

    /// Asks as a proxy does for somebody: the text of the answer, which is a good one.
    fn ask(&self, method: &str, path: &str, token: &str, body: &str) -> String {
        let answer = self.answer(method, path, token, body);
        assert!(answer.starts_with("HTTP/1.0 2"), "{method} {path}: {answer}");
        answer.split_once("\r\n\r\n").expect("a head and a body").1.to_string()
    }

    /// The whole answer to somebody who asks by a proxy.
    fn answer(&self, method: &str, path: &str, token: &str, body: &str) -> String {
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
        answer
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // Where the test has failed before it was stopped.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The rest of the container's instructions of a kind, each as one line.
fn instructions(kind: &str) -> Vec<&'static str> {
    CONTAINERFILE.lines().filter_map(|line| line.strip_prefix(kind)?.strip_prefix(' ')).collect()
}

/// Started, played on, stopped, started again, and ended well.
fn is_played_on_replaced_and_goes_on(folder: &Folder, start: fn(&Folder) -> Service) {
    let service = start(folder);
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

    let service = start(folder);
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

#[test]
fn a_service_is_started_played_on_replaced_and_goes_on() {
    is_played_on_replaced_and_goes_on(&Folder::new("service"), Service::of_the_unit);
}

#[test]
fn a_container_is_started_played_on_replaced_and_goes_on() {
    is_played_on_replaced_and_goes_on(&Folder::new("container"), Service::of_the_image);
}

/// The patterns by which fail2ban finds who tries passwords, as the documents have them.
fn patterns() -> Vec<&'static str> {
    let told = include_str!("../../../docs/server.md").split_once("failregex = ").expect("patterns").1;
    told.split_once("```").expect("their end").0.lines().map(str::trim).collect()
}

/// Whether a line has what a pattern says of an address, with anything in between where it says so.
fn finds(pattern: &str, line: &str, address: &str) -> bool {
    let mut rest = Some(line);
    for part in pattern.split(".*") {
        rest = rest.and_then(|rest| Some(rest.split_once(&part.replace("<HOST>", address))?.1));
    }
    rest.is_some()
}

#[test]
fn who_tries_passwords_is_found_in_the_log() {
    for start in [Service::of_the_unit, |folder: &Folder| {
        Service::start(folder, &said(UNIT, "ExecStart").replace("--log-format json", ""), said(UNIT, "Environment"))
    }] {
        let folder = Folder::new("fail2ban");
        let service = start(&folder);
        let tried = service.answer("POST", "/api/session", "", r#"{ "name": "Ney", "password": "vive la France" }"#);
        assert!(tried.starts_with("HTTP/1.0 403"), "{tried}");
        service.stop();
        let log = std::fs::read_to_string(folder.path().join("log")).expect("a log");
        let found = |line: &&str| patterns().iter().any(|pattern| finds(pattern, line, "203.0.113.7"));
        assert_eq!(log.lines().filter(found).count(), 1, "{log}");
    }
}

#[test]
fn systemd_understands_the_unit() {
    let folder = Folder::new("unit");
    // It looks whether the program is there.
    folder.write("grognard.service", &UNIT.replace(PROGRAM, env!("CARGO_BIN_EXE_grognard")));
    let unit = folder.path().join("grognard.service");
    match Command::new("systemd-analyze").arg("verify").arg(&unit).output() {
        Ok(told) => {
            let complaints = String::from_utf8_lossy(&told.stderr);
            assert!(told.status.success() && !complaints.contains("grognard.service"), "{complaints}");
        }
        Err(_) => println!("the unit was not tested by systemd-analyze, which is not here"),
    }
}

#[test]
fn the_image_is_built_of_what_there_is() {
    let house = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |file: &str| std::fs::read_to_string(house.join(file)).unwrap_or_else(|_| panic!("{file}"));
    let ignored = read(".dockerignore");
    let copied: Vec<_> = instructions("COPY").into_iter().filter(|copied| !copied.starts_with("--from")).collect();
    assert_eq!(copied.len(), 4);
    for sources in &copied {
        let (sources, _) = sources.rsplit_once(' ').expect("what is copied, and where");
        for source in sources.split(' ') {
            let is_there = house.join(source).exists() && !ignored.lines().any(|ignored| ignored == source);
            assert!(is_there, "{source}");
        }
    }
    let page: serde_json::Value = serde_json::from_str(&read("web/package.json")).expect("JSON");
    assert!(CONTAINERFILE.contains("npm run build") && page["scripts"]["build"].is_string());
    assert!(CONTAINERFILE.contains("PAGE_OUT=/page") && read("web/vite.config.ts").contains("process.env.PAGE_OUT"));
    assert!(CONTAINERFILE.contains("PAGE_DIST=/page") && read("crates/page/build.rs").contains("\"PAGE_DIST\""));
    let (_, features) = CONTAINERFILE.split_once("--no-default-features --features ").expect("features");
    let features = features.lines().next().expect("a line");
    let program = read("crates/grognard/Cargo.toml");
    for feature in features.split(',') {
        assert!(program.contains(&format!("\n{feature} = [")), "{feature}");
    }
    // A release has the same.
    assert!(read("tools/release").contains(&format!("--no-default-features --features {features}\n")));
}
