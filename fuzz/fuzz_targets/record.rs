//! A record is refused with a word, or replays to itself.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &str| {
    let _ = grognard_fuzz::record(input);
});
