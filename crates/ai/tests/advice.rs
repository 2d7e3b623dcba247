//! What a veteran says of his advice.

use ai::Comparison;

fn comparison(points: f32, strength: f32) -> Comparison {
    Comparison { next: 1, pro: Some(0), con: None, games: 24, turns: 2, points, strength }
}

#[test]
fn it_says_what_speaks_for_an_option_and_what_comes_of_it() {
    assert_eq!(
        comparison(1.26, -0.5).words(&["cover"], "stay"),
        "What speaks for it most: cover. Played on 24 times for 2 turns in the mind, it came out 1.3 victory points better \
         and 0.5 strength worse than the next best, \u{201c}stay\u{201d}."
    );
    assert!(comparison(-0.2, -0.31).words(&["cover"], "stay").ends_with(
        "Played on 24 times for 2 turns in the mind, the next best, \u{201c}stay\u{201d}, even came out 0.2 victory points better \
         and 0.3 strength better: this is not a plain case."
    ));
    assert!(comparison(0.0, 0.04).words(&["cover"], "stay").contains("it came to the same"));
}

#[test]
fn it_says_what_speaks_against_an_option_too() {
    let doubtful = Comparison { con: Some(1), ..comparison(0.0, 0.0) };
    let words = doubtful.words(&["cover", "supply"], "stay");
    assert!(words.starts_with("What speaks for it most: cover. What speaks against it: supply. Played on"), "{words}");
}
