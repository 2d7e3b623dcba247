//! The examples in `docs/server.md` work as they stand there.

use server::{Config, Limits, Server};
use std::path::Path;
use std::process::Command;

/// The blocks of a document that are marked as shell.
fn examples(text: &str) -> String {
    let blocks = text.split("\n```sh\n").skip(1).filter_map(|rest| rest.split_once("\n```").map(|(block, _)| block));
    blocks.collect::<Vec<_>>().join("\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_examples_of_the_server_work() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/server.md");
    let script = examples(&std::fs::read_to_string(file).unwrap());
    let address = "127.0.0.1:0".parse().unwrap();
    let server = Server::bind(Config { address, limits: Limits::NONE, ..Config::default() }).await.unwrap();
    let script = script.replace("127.0.0.1:1918", &server.address().to_string());
    assert!(script.matches("curl").count() > 5, "the examples are not where they were");
    let running = tokio::spawn(server.run(std::future::pending()));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents");
    std::fs::create_dir_all(&folder).unwrap();
    let run = move || Command::new("bash").args(["-euxo", "pipefail", "-c", &script]).current_dir(folder).output();
    let output = tokio::task::spawn_blocking(run).await.unwrap().unwrap();
    running.abort();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
