//! The line protocol: one JSON object a line in, one out. `docs/protocol.md` describes it.

mod answer;
mod lines;

use crate::cli::Overlay;
use crate::failure::Failure;
use answer::Answerer;
use lines::{Line, read_line};
use serde_json::{Map, Value};
use std::io::{BufRead, Write};
use wire::ErrorInfo;
use wire::line::Reply;

/// Answers requests until the input ends.
pub fn run(data: Overlay) -> Result<(), Failure> {
    serve(&mut std::io::stdin().lock(), &mut std::io::stdout().lock(), Answerer::new(data.folder))
}

fn serve(input: &mut dyn BufRead, out: &mut dyn Write, mut answerer: Answerer) -> Result<(), Failure> {
    loop {
        let (id, answer) = match read_line(input)? {
            Line::End => return Ok(()),
            Line::TooLong => (None, Err(bad_line(format!("a line may have {} bytes at most", lines::LONGEST)))),
            Line::Text(bytes) if bytes.iter().all(u8::is_ascii_whitespace) => continue,
            Line::Text(bytes) => match read_object(&bytes) {
                Err(error) => (None, Err(error)),
                Ok(mut object) => (object.remove("id"), answerer.answer(object)),
            },
        };
        serde_json::to_writer(&mut *out, &Reply::new(id, answer))?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
}

fn read_object(bytes: &[u8]) -> Result<Map<String, Value>, ErrorInfo> {
    let text = std::str::from_utf8(bytes).map_err(|_| bad_line("the line is not UTF-8"))?;
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(bad_line("expected a JSON object, such as {\"cmd\": \"games\"}")),
        Err(error) => Err(bad_line(format!("the line is not JSON: {error}"))),
    }
}

/// The line is no request at all.
fn bad_line(message: impl ToString) -> ErrorInfo {
    ErrorInfo::new("bad_line", message)
}
