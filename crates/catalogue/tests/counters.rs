//! Every counter of every scenario is printed with a name for people, the bands of its formations and its faces.

use ai::Player;
use catalogue::{GAMES, Game, NewMatch, find};
use engine::dice::{Seed, SeededDice};
use engine::roster::{Counter, Roster};
use engine::{Decision, Viewer};
use std::collections::BTreeSet;

/// The most letters that a counter has room for.
const ROOM: usize = 13;

fn check_counter(counter: &Counter, roster: &Roster, place: &str) {
    let Counter { id, name, title, formations, faces } = counter;
    let words = format!("{place}: {id} is \"{name}\", {title}");
    assert!(!name.is_empty() && name.chars().count() <= ROOM, "{words}");
    assert!(!name.starts_with(char::is_lowercase) || name.starts_with("de ") || name.starts_with("v. "), "{words}");
    assert!(title.chars().count() >= 5 && title.contains(' ') && title != id, "{words}");
    assert!(!title.contains(['{', '}']) && !name.contains(['{', '}']), "{words}");
    for formation in formations {
        assert!(roster.formations.iter().any(|known| known.id == *formation), "{words}: {formation}");
    }
    assert!(faces.windows(2).all(|pair| pair[0].steps >= pair[1].steps), "{words}: {faces:?}");
}

fn check_scenario(game: &dyn Game, scenario: usize) {
    let about = game.about();
    let place = format!("{} {}", about.id, about.scenarios[scenario].id);
    let roster = game.roster(scenario);
    let ids: BTreeSet<_> = roster.counters.iter().map(|counter| counter.id.as_str()).collect();
    assert_eq!(ids.len(), roster.counters.len(), "{place}: an id stands twice");
    let titles: BTreeSet<_> = roster.counters.iter().map(|counter| counter.title.as_str()).collect();
    assert_eq!(titles.len(), roster.counters.len(), "{place}: a name stands twice");
    roster.counters.iter().for_each(|counter| check_counter(counter, &roster, &place));
    for formation in &roster.formations {
        assert!(formation.title.len() > 2 && formation.colour.starts_with('#'), "{place}: {formation:?}");
    }
    let id = about.scenarios[scenario].id.as_str();
    let new = NewMatch { scenario: Some(id), options: &[], seed: Seed::from(7), commitment: None, seats: Vec::new() };
    let mut table = game.begin(new).unwrap();
    let dice = SeededDice::new(Seed::from(3));
    for _ in 0..40 {
        for piece in table.view(Viewer::All).pieces {
            let id = piece.id.expect("all is open");
            assert!(ids.contains(id.as_str()), "{place}: {id} is not printed");
        }
        let Decision::Choose(_) = table.decision() else { break };
        table.play_computer(Player::GREEDY, &dice).unwrap();
    }
}

#[test]
fn every_counter_has_a_name_bands_and_faces() {
    for entry in GAMES {
        let game = entry.load(None).unwrap();
        (0..game.about().scenarios.len()).for_each(|scenario| check_scenario(&*game, scenario));
    }
}

#[test]
fn names_are_those_of_history() {
    for (game, scenario, id, title) in [
        ("first-blood", 0, "3/F/38", "3rd Platoon, Company F, 38th Infantry"),
        ("rock-of-the-marne", 0, "G-1Gd", "German 1st Guard Division"),
        ("rock-of-the-marne", 0, "US-Mar/2", "Marine Brigade, American 2nd Division"),
        ("rock-of-the-marne", 0, "G-HQ-8Res", "German 8th Reserve Corps (Wichura)"),
        ("miracle-on-the-marne", 0, "27Bde", "27th Brigade (44, 60 RI)"),
        ("miracle-on-the-marne", 0, "Haig", "Headquarters of General Haig"),
        ("clash-of-giants", 0, "R-1GCav", "Russian 1st Guard Cavalry Division"),
        ("clash-of-giants", 1, "F-85T", "French 85th Territorial Division"),
        ("march-into-battle", 0, "st-hilaire", "St Hilaire's infantry division"),
    ] {
        let game = find(game).unwrap().load(None).unwrap();
        let roster = game.roster(scenario);
        let counter = roster.counters.iter().find(|counter| counter.id == id).unwrap();
        assert_eq!(counter.title, title);
    }
}

#[test]
fn the_two_russian_armies_look_different() {
    let roster = find("clash-of-giants").unwrap().load(None).unwrap().roster(0);
    let army = |id: &str| roster.formations.iter().find(|formation| formation.id == id).unwrap();
    let (first, second) = (army("russian-first"), army("russian-second"));
    assert_ne!(first.colour, second.colour);
    assert_ne!(first.background, second.background);
}
