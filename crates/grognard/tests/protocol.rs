//! The line protocol, as `docs/protocol.md` describes it.

use crate::common::grognard_with_input;
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../../docs/protocol.md");

/// Sends lines and returns the answers.
fn talk(input: &[u8]) -> Vec<Value> {
    let output = grognard_with_input(&["engine"], input);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Whether an answer is what the page says, where `"…"` stands for anything.
fn fits(said: &Value, found: &Value) -> bool {
    const ANY: &str = "…";
    match (said, found) {
        (Value::String(text), _) if text == ANY => true,
        (Value::Array(said), Value::Array(found)) => {
            let open = said.last().is_some_and(|last| last == ANY);
            let said = &said[..said.len() - usize::from(open)];
            (said.len() == found.len() || open && said.len() <= found.len())
                && said.iter().zip(found).all(|(said, found)| fits(said, found))
        }
        (Value::Object(said), Value::Object(found)) => {
            let mut named = said.iter().filter(|(key, _)| *key != ANY);
            (said.contains_key(ANY) || said.len() == found.len())
                && named.all(|(key, said)| found.get(key).is_some_and(|found| fits(said, found)))
        }
        _ => said == found,
    }
}

#[test]
fn every_pair_of_the_page_is_true() {
    let marked = |mark| PAGE.lines().filter_map(move |line| line.strip_prefix(mark));
    let requests: Vec<_> = marked("> ").collect();
    let said: Vec<Value> = marked("< ").map(|line| serde_json::from_str(line).unwrap()).collect();
    let found = talk(requests.join("\n").as_bytes());
    assert_eq!((requests.len(), requests.len()), (said.len(), found.len()));
    for ((request, said), found) in requests.iter().zip(said).zip(found) {
        assert!(fits(&said, &found), "{request}\nthe page says {said}\nbut it is {found}");
    }
}

#[test]
fn every_command_is_on_the_page() {
    let answer = &talk(br#"{"cmd": "?"}"#)[0];
    let message = answer["error"]["message"].as_str().unwrap().to_string();
    assert!(message.starts_with("unknown command `?`, expected one of `games`, "), "{message}");
    let commands: Vec<_> = message.split('`').skip(3).step_by(2).collect();
    assert_eq!(commands.len(), 20, "{commands:?}");
    for command in commands {
        assert!(PAGE.contains(&format!("\"cmd\": \"{command}\"")), "{command} is not on the page");
    }
}

#[test]
fn no_line_ends_the_program() {
    let mut input = Vec::new();
    let deep = "[".repeat(100_000);
    let long = "x".repeat(9 << 20);
    let bad: [&[u8]; 8] = [
        b"\xff\xfe\x00",
        b"null",
        b"{",
        b"{}",
        br#"{"cmd": 7}"#,
        br#"{"cmd": "new", "game": "hex-fight", "seed": -4}"#,
        deep.as_bytes(),
        long.as_bytes(),
    ];
    for line in bad {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    input.extend_from_slice(b"\n   \r\n{\"id\": 1, \"cmd\": \"new\", \"game\": \"hex-fight\"}");
    let answers = talk(&input);
    assert_eq!(answers.len(), bad.len() + 1);
    for answer in &answers[..bad.len()] {
        assert_eq!(answer["ok"], json!(false));
        assert!(answer["error"]["kind"].as_str().unwrap().starts_with("bad_"), "{answer}");
        assert!(!answer["error"]["message"].as_str().unwrap().is_empty());
    }
    assert_eq!(answers[bad.len()]["ok"], json!(true));
}

#[test]
fn a_record_loads_back() {
    let mut lines = vec![r#"{"cmd": "new", "game": "hex-fight", "seed": 3}"#];
    lines.extend([r#"{"cmd": "computer", "player": "greedy"}"#; 50]);
    lines.push(r#"{"cmd": "record"}"#);
    let answers = talk(lines.join("\n").as_bytes());
    let record = &answers.last().unwrap()["record"];
    let again = talk(format!("{}\n{}", json!({ "cmd": "load", "record": record }), r#"{"cmd": "record"}"#).as_bytes());
    assert_eq!(again[0]["actions"], 50);
    assert_eq!(&again[1]["record"], record);
    let changed = record.as_str().unwrap().replacen("d6=", "d6=1", 1);
    let refused = talk(json!({ "cmd": "load", "record": changed }).to_string().as_bytes());
    assert_eq!(refused[0]["error"]["kind"], "record");
}

#[test]
fn a_position_takes_its_options_as_a_new_match_does() {
    let position = json!({ "options": { "strict-fog": true }, "pieces": [{ "piece": "1/A/38", "hex": "3228" }] });
    let request = json!({ "cmd": "position", "game": "first-blood", "position": position });
    let answers = talk(format!("{request}\n{}\n", json!({ "cmd": "record" })).as_bytes());
    assert_eq!(answers[0]["ok"], true, "{}", answers[0]);
    assert!(answers[1]["record"].as_str().unwrap().contains(" strict-fog=on\n"), "{}", answers[1]);
}
