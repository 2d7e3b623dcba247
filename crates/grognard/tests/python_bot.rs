//! The bot in `examples/python-bot`, run with Python against the real program and against a real server.

use crate::common::{Folder, Served};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The games, with one side of each.
const GAMES: [(&str, &str); 6] = [
    ("first-blood", "us"),
    ("rock-of-the-marne", "allied"),
    ("miracle-on-the-marne", "german"),
    ("clash-of-giants", "allied"),
    ("march-into-battle", "french"),
    ("hex-fight", "red"),
];

/// Runs Python in the bot's folder.
fn python(args: &[&str]) -> Output {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/python-bot");
    let mut command = Command::new("python3");
    command.arg("-B").args(args).current_dir(folder);
    command.output().expect("python3 is installed")
}

/// Runs the bot; it must end well.
fn bot(args: &[&str]) -> String {
    let output = python(&[&["bot.py"], args].concat());
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the bot through the line protocol.
fn engine(args: &[&str]) -> String {
    bot(&[&["engine", "--grognard", env!("CARGO_BIN_EXE_grognard")], args].concat())
}

#[test]
fn its_own_tests_pass() {
    let output = python(&["-m", "unittest", "discover", "tests"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn it_plays_a_part_of_every_game_through_the_engine() {
    for (game, side) in GAMES {
        let told = engine(&[game, "--side", side, "--choices", "12", "--seed", "3"]);
        assert!(told.starts_with(&format!("game 1 as {side}: lost. ")), "{game}: {told}");
        assert!(told.contains("(12 choices, "), "{game}: {told}");
    }
}

#[test]
fn it_plays_whole_games_through_the_engine_and_plays_them_alike_again() {
    let folder = Folder::new("python-bot-engine");
    let file = folder.path().join("game.record");
    let file = file.to_str().unwrap();
    let play = || engine(&["hex-fight", "--games", "2", "--opponent", "me", "--seed", "7", "--record", file]);
    let told = play();
    assert!(told.contains("game 1 as blue: ") && told.contains("game 2 as red: "), "{told}");
    let records = [1, 2].map(|number| folder.read(&format!("game.record.{number}")));
    for number in [1, 2] {
        folder.good(&["check", &format!("game.record.{number}")], "");
    }
    assert!(records[0].contains("seats: blue=forecast red=forecast"), "{}", records[0]);
    play();
    assert_eq!(records, [1, 2].map(|number| folder.read(&format!("game.record.{number}"))));
}

#[test]
fn the_bot_that_the_guide_writes_plays() {
    let guide = include_str!("../../../examples/python-bot/README.md");
    let code = guide.split("```python\n").find(|block| block.contains("class MyBot(Bot)")).expect("a bot");
    let folder = Folder::new("python-bot-guide");
    folder.write("my_bot.py", code.split_once("```").expect("its end").0);
    let file = folder.path().join("my_bot.py");
    let told = engine(&["hex-fight", "--bot", file.to_str().unwrap(), "--opponent", "random", "--games", "2"]);
    assert_eq!(told.lines().count(), 3, "{told}");
}

/// At its tenth choice it says that it waits, and waits until it may go on.
const WAITING_BOT: &str = r#"
import pathlib, time
from bots import Bot

class Waiting(Bot):
    name = "waiting"
    choices = 0

    def choose(self, view, choices, forecast):
        self.choices += 1
        if self.choices == 10:
            pathlib.Path("waits").touch()
            while not pathlib.Path("go on").exists():
                time.sleep(0.01)
        return choices[0]
"#;

#[test]
fn ctrl_c_keeps_the_record() {
    let folder = Folder::new("python-bot-stopped");
    folder.write("waiting.py", WAITING_BOT);
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/python-bot/bot.py");
    let mut child = Command::new("python3")
        .args(["-B".as_ref(), program.as_os_str()])
        .args([
            "engine",
            "first-blood",
            "--grognard",
            env!("CARGO_BIN_EXE_grognard"),
            "--record",
            "stopped.record",
            "--bot",
            "waiting.py",
        ])
        .current_dir(folder.path())
        .stderr(Stdio::piped())
        .spawn()
        .expect("python3 is installed");
    while !folder.path().join("waits").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it was stopped");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let pressed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(pressed.expect("kill is there").success());
    folder.write("go on", "");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(folder.read("stopped.record").contains("\nunfinished after "));
    folder.good(&["check", "stopped.record"], "");
}

#[test]
fn what_is_wrong_is_said_in_a_line() {
    for (args, complaint) in [
        (&["engine", "chess"][..], "there is no game \"chess\""),
        (&["engine", "hex-fight", "--side", "green"], "there is no side 'green' (there are blue, red)"),
        (&["engine", "hex-fight", "--opponent", "nobody"], "there is no computer player \"nobody\""),
        (&["engine", "hex-fight", "--bot", "clever"], "there is no bot 'clever' (there are random, forecast; "),
        (&["join", "http://127.0.0.1:1918/"], "http://127.0.0.1:1918/ is no link to a seat"),
        (
            &["server", "hex-fight", "--url", "http://127.0.0.1:1", "--patience", "0"],
            "http://127.0.0.1:1 does not answer",
        ),
    ] {
        let program = ["--grognard", env!("CARGO_BIN_EXE_grognard")];
        let program = if args[0] == "engine" { &program[..] } else { &[] };
        let output = python(&[&["bot.py"], args, program].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.starts_with(&format!("bot.py: {complaint}")), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn it_plays_on_a_server() {
    let folder = Folder::new("python-bot-server");
    let served = Served::start(&folder, &["--no-limits"]);
    for (game, side) in GAMES {
        let told = bot(&["server", game, "--url", &served.address, "--side", side, "--choices", "8"]);
        assert!(told.starts_with(&format!("game 1 as {side}: lost. ")), "{game}: {told}");
    }
    let file = folder.path().join("served.record");
    let told = bot(&["server", "hex-fight", "--url", &served.address, "--record", file.to_str().unwrap()]);
    assert!(told.starts_with("game 1 as blue: "), "{told}");
    folder.good(&["check", "served.record"], "");
}

#[test]
fn two_of_them_meet_by_link() {
    let folder = Folder::new("python-bot-link");
    let served = Served::start(&folder, &["--no-limits"]);
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/python-bot/bot.py");
    let mut host = Command::new("python3")
        .args(["-B".as_ref(), program.as_os_str()])
        .args(["server", "hex-fight", "--url", &served.address, "--opponent", "link", "--choices", "10"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is installed");
    let mut lines = BufReader::new(host.stdout.take().expect("its output")).lines().map_while(Result::ok);
    let invitation = lines.next().expect("it tells the link");
    let link = invitation.split_once(": ").expect("a link").1;
    let guest = bot(&["join", link, "--bot", "random"]);
    assert!(guest.starts_with("game 1 as red: won. "), "{guest}");
    let told = lines.next().expect("it tells the result");
    assert!(told.starts_with("game 1 as blue: lost. "), "{told}");
    assert!(host.wait().unwrap().success());
}
