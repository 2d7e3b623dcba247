//! What every game says of itself is fit to be read by players: its rules and its options.

use catalogue::{Game, NewMatch};
use engine::dice::Seed;
use engine::{Decision, OptionInfo, Whose};
use std::path::Path;
use std::sync::Arc;

fn games() -> Vec<Arc<dyn Game>> {
    catalogue::load_all().into_iter().map(Result::unwrap).collect()
}

/// Words with which we speak among ourselves, of texts and of programs: no rule has them.
const OURS: [&str; 21] = [
    "source.txt",
    ".md",
    "ruling",
    "[",
    "OCR",
    "the text",
    "The text",
    "text absent",
    "minigame",
    "program",
    "implement",
    "switch",
    "Derived",
    "(missing",
    "no rule content",
    "an option counts",
    "our reading",
    "misprint",
    "a review",
    "restates",
    "erratum text",
];

#[test]
fn rules_are_written_for_players() {
    for game in games() {
        for clause in game.book().iter() {
            let (id, text) = (&clause.id, &clause.text);
            let found = OURS.iter().find(|word| text.contains(**word));
            assert_eq!(found, None, "{} {id} says \"{text}\"", game.about().id);
        }
    }
}

#[test]
fn every_option_says_whose_it_is() {
    for game in games() {
        for OptionInfo { id, title, default, whose, clause, by, .. } in &game.about().options {
            let named = format!("{} {id}", game.about().id);
            let found = clause.and_then(|clause| game.book().get(clause.0));
            assert_eq!(found.is_some(), clause.is_some(), "{named} is about a clause that there is not");
            if let Some(entry) = found {
                assert!(by.contains(&entry.name), "{named}: {by}");
            }
            // What the book offers is an optional rule of it; what is ours stands beside the sentence it departs from.
            match whose {
                Whose::Book => assert!(found.is_some_and(|entry| entry.kind == "optional"), "{named}: {by}"),
                Whose::Reading | Whose::Balance => assert!(found.is_some(), "{named}: {by}"),
                Whose::Published | Whose::History => {}
            }
            assert_eq!(by.starts_with("off: "), *default && *whose != Whose::Book, "{named}: {by}");
            assert!(!title.contains("ur reading") && !title.contains("ur wish"), "{named}: {title}");
        }
    }
}

#[test]
fn the_page_of_each_game_lists_its_options_and_whose_they_are() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    for game in games() {
        let page = std::fs::read_to_string(docs.join(format!("{}.md", game.about().id))).unwrap();
        for OptionInfo { id, default, by, .. } in &game.about().options {
            let (start, end) = (format!("| `{id}` | {} |", if *default { "on" } else { "off" }), format!("| {by} |"));
            let found = page.lines().any(|line| line.starts_with(&start) && line.ends_with(&end));
            assert!(found, "docs/{}.md has no line {start} ... {end}", game.about().id);
        }
    }
}

/// A game of so many actions: always another of those that can be taken, the same whatever the options are.
fn played(game: &dyn Game, scenario: &str, options: &[String]) -> Vec<String> {
    let new = NewMatch { scenario: Some(scenario), options, seed: Seed::from(1918), ..NewMatch::default() };
    let mut table = game.begin(new).unwrap();
    for at in 0..400 {
        let Decision::Choose(side) = table.decision() else { break };
        let known = table.notations();
        let action = known[(7 * at + 3) % known.len()].clone();
        table.play(side, &action).unwrap();
    }
    table.record().lines.iter().map(|line| format!("{line:?}")).collect()
}

/// What a scenario does not know is not offered in it, and would change nothing there.
#[test]
fn an_option_of_some_scenarios_means_nothing_in_the_others() {
    for game in games() {
        let about = game.about();
        for option in about.options.iter().filter(|option| !option.only.is_empty()) {
            for id in &option.only {
                assert!(about.scenario(id).is_ok(), "{} {}: {id}", about.id, option.id);
            }
            for scenario in about.scenarios.iter().filter(|scenario| !option.is_known_in(&scenario.id)) {
                let [off, on] =
                    ["off", "on"].map(|word| played(&*game, &scenario.id, &[format!("{}={word}", option.id)]));
                assert_eq!(off, on, "{} {} in {}", about.id, option.id, scenario.id);
            }
        }
    }
}
