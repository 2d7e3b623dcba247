//! Whatever is typed at a table is read or refused, and an option is accepted if and only if it is listed.
#![no_main]

use arbitrary::Unstructured;
use catalogue::NewMatch;
use engine::Decision;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut input = Unstructured::new(data);
    let game = grognard_fuzz::game(&mut input);
    let scenarios = &game.about().scenarios;
    let scenario = input.choose_index(scenarios.len()).unwrap_or(0);
    let new = NewMatch { scenario: Some(&scenarios[scenario].id), ..NewMatch::default() };
    let mut table = game.begin(new).expect("a scenario begins");
    let actions = input.int_in_range(0..=60).unwrap_or(0);
    grognard_fuzz::play(&mut *table, &mut input, actions);
    let text = String::from_utf8_lossy(input.take_rest()).into_owned();
    let Decision::Choose(side) = table.decision() else { return };
    let _ = table.why(&text);
    let accepted = table.check(&text).is_ok();
    let before = table.actions();
    assert_eq!(table.play(side, &text).is_ok(), accepted, "{text} is checked and played differently");
    assert_eq!(table.actions(), before + usize::from(accepted));
});
