//! A record is refused with a word, or replays to itself. The input bears no seals; they are put on here.
#![no_main]

use engine::Record;
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};

/// Seals every line after the head, as docs/data-format.md says.
fn sealed(text: &str) -> String {
    let mut hash = Sha256::new();
    let mut sealed = String::new();
    let mut in_head = true;
    for (number, line) in text.lines().enumerate() {
        hash.update(line.as_bytes());
        hash.update(b"\n");
        in_head &= number == 0 || line.split_once(": ").is_some_and(|(key, _)| !key.contains(' '));
        sealed.push_str(line);
        if !in_head {
            let seal: String = hash.clone().finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
            sealed.push_str(&format!(" #{seal}"));
        }
        sealed.push('\n');
    }
    sealed
}

fuzz_target!(|text: &str| {
    let _ = Record::parse(text);
    let Ok(record) = Record::parse(&sealed(text)) else { return };
    let again = Record::parse(&record.to_string()).expect("a record that was read is written so that it reads back");
    assert_eq!(again, record);
    if catalogue::find(&record.head.game).is_err() {
        return;
    }
    let game = grognard_fuzz::named(&record.head.game);
    if let Ok(table) = game.replay(&record) {
        assert_eq!(table.record().lines, record.lines);
        grognard_fuzz::look(&*table);
    }
    let _ = game.reread(&record, &mut |_, _| {});
});
