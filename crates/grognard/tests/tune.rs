//! `grognard tune` looks for weights that win.

use crate::common::Folder;

const QUICK: [&str; 8] = ["tune", "first-blood", "--variations", "4", "--games", "1", "--generations", "2"];

#[test]
fn every_generation_prints_a_weight_for_each_concern() {
    let here = Folder::new("tune");
    let said = here.good(&[&QUICK[..], &["--side", "us"]].concat(), "");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 4, "{said}");
    assert_eq!(lines[0], "First Blood: Second Marne, US against greedy; the weights are of:");
    let concerns = lines[1].split(", ").count();
    for line in &lines[2..] {
        let weights = line.split_once('[').unwrap().1.trim_end_matches(']');
        let weights: Vec<f32> = weights.split(", ").map(|weight| weight.parse().unwrap()).collect();
        assert_eq!(weights.len(), concerns, "{line}");
        assert!(weights.iter().all(|&weight| weight > 0.0), "{line}");
    }
    assert_eq!(here.good(&[&QUICK[..], &["--side", "us"]].concat(), ""), said, "the same seed gives the same");
    assert_ne!(here.good(&[&QUICK[..], &["--side", "us", "--seed", "8"]].concat(), ""), said);
}

#[test]
fn an_unknown_side_is_refused() {
    let here = Folder::new("tune-side");
    let said = here.bad(&[&QUICK[..], &["--side", "blue"]].concat());
    assert_eq!(said, "First Blood: Second Marne has no side \"blue\" (there are german and us)");
}
