//! A position made by hand is refused with a word, or can be played.
#![no_main]

use arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    // The text stands first, so that a seed is a position that people can read; what follows the line plays it.
    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len());
    let Ok(text) = std::str::from_utf8(&data[..end]) else { return };
    let (name, json) = text.split_once(' ').unwrap_or(("", text));
    let mut input = Unstructured::new(&data[end..]);
    let Ok(game) = catalogue::find(name).map(|_| grognard_fuzz::named(name)) else { return };
    if let Ok(mut table) = game.begin_at(json, 1.into()) {
        grognard_fuzz::look(&*table);
        grognard_fuzz::play(&mut *table, &mut input, 30);
    }
});
