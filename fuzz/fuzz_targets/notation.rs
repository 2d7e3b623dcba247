//! Whatever is typed at a table is read or refused, and an option is accepted if and only if it is listed.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let _ = grognard_fuzz::notation(input);
});
