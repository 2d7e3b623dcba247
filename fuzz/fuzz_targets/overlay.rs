//! Changed data files are refused with file, line and sentence, or the game can be played with them.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let _ = grognard_fuzz::overlay(input);
});
