//! A position made by hand is refused with a word, or can be played.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let _ = grognard_fuzz::position(input);
});
