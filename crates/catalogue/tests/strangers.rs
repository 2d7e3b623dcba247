//! What strangers may bring, from the seeds of the fuzz targets and through the same checks.

use std::path::Path;

#[path = "../../../fuzz/src/lib.rs"]
mod checks;

/// Feeds every seed of a target to its check. One whose name begins so is refused, with a sentence; every other is taken.
fn every_seed(target: &str, check: impl Fn(&[u8]) -> checks::Reception) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let mut seeds: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    seeds.sort();
    assert!(seeds.len() >= 8, "{target} has {} seeds", seeds.len());
    for path in seeds {
        let name = path.file_name().unwrap().to_str().unwrap();
        println!("{target}: {name}");
        let reception = check(&std::fs::read(&path).unwrap());
        assert_eq!(reception.is_err(), name.starts_with("refused"), "{target}: {name}: {reception:?}");
    }
}

#[test]
fn records_are_refused_or_replay() {
    every_seed("record", |input| checks::record(&String::from_utf8_lossy(input)));
}

#[test]
fn positions_are_refused_or_can_be_played() {
    every_seed("position", checks::position);
}

#[test]
fn what_is_typed_is_refused_or_played() {
    every_seed("notation", checks::notation);
}

#[test]
fn changed_data_are_refused_or_can_be_played_with() {
    every_seed("overlay", checks::overlay);
}

#[test]
fn a_record_that_breaks_off_is_refused() {
    let whole = include_str!("../../../fuzz/seeds/record/march-into-battle");
    let ends = whole.match_indices('\n').map(|(at, _)| at).filter(|&at| at + 1 < whole.len());
    for at in ends.flat_map(|at| [at, at - 1]) {
        assert!(checks::record(&whole[..at]).is_err(), "taken without what follows byte {at}");
    }
}

#[test]
fn a_change_is_one_of_words_or_of_a_line() {
    let text = "one\ntwo = 2\nthree = 22\n";
    for (change, changed) in [
        ("two|too", "one\ntoo = 2\nthree = 22\n"),
        ("2|9|2", "one\ntwo = 2\nthree = 92\n"),
        ("2|9|4", "one\ntwo = 9\nthree = 22\n"),
        ("two|", "one\nthree = 22\n"),
        ("one|*", "one\none\ntwo = 2\nthree = 22\n"),
    ] {
        assert_eq!(checks::change(text, change).as_deref(), Some(changed), "{change}");
    }
    assert_eq!([checks::change(text, "four|4"), checks::change(text, "one")], [None, None]);
}
