//! Options that somebody's copy of a game has on or off by itself: in all its scenarios, or in one.

use catalogue::{Archive, Game, NewMatch, find};
use engine::data::{Overlay, Problem};
use engine::dice::Seed;
use engine::{Decision, Position, Record};
use std::collections::BTreeMap;
use std::sync::Arc;

const ALL: &str = "[[option]]\nid = \"show-counts\"\ndefault = \"on\"\nsource = \"published my copy\"\n";

fn overlay(files: &[(&str, &str)]) -> Overlay {
    Overlay::new("mine", files.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect()).unwrap()
}

fn loaded(game: &str, options: &str) -> Result<Arc<dyn Game>, String> {
    find(game).unwrap().load_as(Some(&overlay(&[("options.toml", options)]))).map_err(|error| error.to_string())
}

fn begun(game: &dyn Game, scenario: Option<&str>, options: &[&str]) -> Vec<String> {
    let options: Vec<String> = options.iter().map(|option| option.to_string()).collect();
    game.begin(NewMatch { scenario, options: &options, ..NewMatch::default() }).unwrap().record().head.options
}

fn has(options: &[String], setting: &str) -> bool {
    options.iter().any(|option| option == setting)
}

#[test]
fn a_match_begins_with_the_options_that_somebodys_copy_has_on() {
    let (mine, shipped) = (loaded("first-blood", ALL).unwrap(), find("first-blood").unwrap().load(None).unwrap());
    assert!(has(&begun(&*shipped, None, &[]), "show-counts=off"));
    let own = begun(&*mine, None, &[]);
    assert!(has(&own, "show-counts=on") && has(&own, "play-balance=on") && has(&own, "strict-fog=off"), "{own:?}");
    assert!(has(&begun(&*mine, None, &["show-counts=off"]), "show-counts=off"), "whoever says otherwise has it so");
    let info = mine.about().options.iter().find(|option| option.id == "show-counts").unwrap();
    assert_eq!((info.default, info.shipped(), info.changed.as_deref()), (true, false, Some("published my copy")));
    let source = mine.provenance().iter().find(|entry| entry.what == "option show-counts: on").unwrap();
    assert_eq!(source.source.to_string(), "published my copy");
}

#[test]
fn what_is_said_of_one_scenario_goes_before_what_is_said_of_all() {
    let own = "[[option]]\nid = \"taxis\"\ndefault = \"on\"\nsource = \"history x\"\n\
               [[option]]\nid = \"taxis\"\ndefault = \"off\"\nscenario = \"september-4\"\nsource = \"history y\"\n\
               [[option]]\nid = \"steady-guns\"\ndefault = \"off\"\nscenario = \"september-4\"\nsource = \"history z\"\n";
    let game = loaded("miracle-on-the-marne", own).unwrap();
    let (fourth, fifth) = (begun(&*game, Some("september-4"), &[]), begun(&*game, Some("september-5"), &[]));
    assert!(has(&fourth, "taxis=off") && has(&fourth, "steady-guns=off"), "{fourth:?}");
    assert!(has(&fifth, "taxis=on") && has(&fifth, "steady-guns=on"), "{fifth:?}");
}

/// What is wrong is told where it stands, and nothing is loaded.
#[test]
fn options_that_cannot_be_so_are_refused_at_their_lines() {
    let said = |text: &str| loaded("first-blood", text).err().unwrap();
    let unknown = said(&ALL.replace("show-counts", "show-count"));
    assert!(
        unknown
            .starts_with("mine/options.toml:2: First Blood: Second Marne has no option \"show-count\" (it has play-"),
        "{unknown}"
    );
    let choice = said(&ALL.replace("\"on\"", "\"often\""));
    assert_eq!(choice, "mine/options.toml:3: option show-counts is \"on\" or \"off\", not \"often\"");
    assert_eq!(said(&ALL.repeat(2)), "mine/options.toml:6: the default of show-counts is said twice");
    let scenario = said(&ALL.replace("source", "scenario = \"july-16\"\nsource"));
    assert_eq!(scenario, "mine/options.toml:4: First Blood: Second Marne has no scenario \"july-16\" (it has july-15)");
    assert!(said(&ALL.replace("published my copy", "me")).starts_with("mine/options.toml:4: expected a source"));
    let word = said(&ALL.replace("source", "sauce"));
    assert!(word.starts_with("mine/options.toml:") && word.contains("sauce"), "{word}");
}

/// The head names every option, so whoever reads the record needs not know what is on by default with whom it was played.
#[test]
fn a_record_is_played_again_without_the_copy() {
    let shipped = find("first-blood").unwrap().load(None).unwrap();
    let position = r#"{"phase": "VI", "turn": 3, "pieces": [{"piece": "1/A/38", "hex": "2229"}, {"piece": "G001", "hex": "2231"}]}"#;
    let battle = format!("title = \"Two\"\nsource = \"reconstruction ours\"\nposition = '{position}'\n");
    let own = ALL.replace("show-counts", "play-balance").replace("\"on\"", "\"off\"");
    let files = overlay(&[("options.toml", &own), ("battles/two.toml", &battle)]);
    let mine = find("first-blood").unwrap().load_as(Some(&files)).unwrap();
    assert_eq!(mine.provenance().digest(), shipped.provenance().digest(), "options change nothing in the data");
    for scenario in [None, Some("two")] {
        let mut table = mine.begin(NewMatch { scenario, seed: Seed::from(3), ..NewMatch::default() }).unwrap();
        assert!(has(&table.record().head.options, "play-balance=off"));
        for _ in 0..40 {
            let Decision::Choose(side) = table.decision() else { break };
            let action = table.notations()[0].clone();
            table.play(side, &action).unwrap();
        }
        let text = table.record().to_string();
        let record = Record::parse(&text).unwrap();
        for game in [&mine, &shipped] {
            let again = game.replay(&record).unwrap();
            assert_eq!(again.record().to_string(), text);
            // Without the option there are twenty turns [4.1], with it sixteen [13.2].
            assert_eq!(again.view(engine::Viewer::All).calendar, table.view(engine::Viewer::All).calendar);
        }
    }
}

/// What teaches the game was written for the game as it is shipped.
#[test]
fn lessons_and_problems_begin_as_they_were_written() {
    let all_turned = |game: &dyn Game| -> String {
        let turned = |option: &engine::OptionInfo| {
            let default = if option.default { "off" } else { "on" };
            format!("[[option]]\nid = \"{}\"\ndefault = \"{default}\"\nsource = \"history x\"\n", option.id)
        };
        game.about().options.iter().map(turned).collect()
    };
    for entry in catalogue::GAMES {
        let shipped = entry.load(None).unwrap();
        let mine = loaded(entry.id, &all_turned(&*shipped)).unwrap();
        let options = |game: &dyn Game, position: &str| {
            let position: Position = serde_json::from_str(position).unwrap();
            let (scenario, options) = position.head(game.about()).unwrap();
            (scenario, game.about().settings(options))
        };
        let position = |problem: &Problem| problem.position.clone();
        let positions = |game: &dyn Game| -> Vec<String> {
            let lessons = game.lessons().iter().map(|lesson| lesson.position.clone());
            lessons.chain(game.problems().iter().map(position)).collect()
        };
        let (old, new) = (positions(&*shipped), positions(&*mine));
        assert!(!old.is_empty() && old.len() == new.len());
        for (old, new) in old.iter().zip(&new) {
            assert_eq!(options(&*shipped, old), options(&*mine, new), "{}: {old}", entry.id);
        }
        let scenario = &mine.about().scenarios[0].id;
        assert_ne!(begun(&*mine, Some(scenario), &[]), begun(&*shipped, Some(scenario), &[]));
    }
}

#[test]
fn an_archive_carries_them() {
    let entry = find("first-blood").unwrap();
    let packed = Archive::pack(entry, &overlay(&[("options.toml", ALL)]), &BTreeMap::new()).unwrap();
    let opened = Archive::open("mine.grognard", &packed).unwrap();
    let game = entry.load_as(Some(&opened.overlay)).unwrap();
    assert!(has(&begun(&*game, None, &[]), "show-counts=on"));
    let wrong = Archive::pack(entry, &overlay(&[("options.toml", &ALL.replace("show-", ""))]), &BTreeMap::new());
    assert!(wrong.unwrap_err().to_string().starts_with("mine/options.toml:2: "));
}
