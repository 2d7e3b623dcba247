//! `grognard tune` looks for weights that win.

use crate::common::Folder;

const QUICK: [&str; 8] = ["tune", "first-blood", "--variations", "4", "--games", "1", "--generations", "2"];

/// The concerns that the game's own tempers weigh, in their order.
fn concerns() -> Vec<&'static str> {
    let (_, drilled) =
        include_str!("../../games/first-blood/data/tempers.toml").split_once("[temper.drilled]").unwrap();
    drilled.trim_start().lines().map_while(|line| line.split_once(" = ")).map(|(concern, _)| concern).collect()
}

#[test]
fn every_generation_prints_a_table_for_the_data_file() {
    let here = Folder::new("tune");
    let said = here.good(&[&QUICK[..], &["--side", "us"]].concat(), "");
    let (head, generations) = said.split_once("\n\n").unwrap();
    assert_eq!(head, "# First Blood: Second Marne, US against greedy; for tempers.toml");
    let generations: Vec<&str> = generations.split("\n\n").collect();
    assert_eq!(generations.len(), 2, "{said}");
    for (generation, number) in generations.iter().zip(1..) {
        let mut lines = generation.lines();
        assert!(lines.next().unwrap().starts_with(&format!("# generation {number}: won ")), "{generation}");
        assert_eq!(lines.next(), Some("[temper.drilled]"));
        let (names, weights): (Vec<&str>, Vec<f32>) = lines
            .map(|line| line.split_once(" = ").unwrap())
            .map(|(name, weight)| (name, weight.parse::<f32>().unwrap()))
            .unzip();
        assert_eq!(names, concerns());
        assert!(weights.iter().all(|&weight| weight > 0.0), "{generation}");
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
