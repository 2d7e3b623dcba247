//! Nothing is done that was not meant: ends of phases say what they leave undone, and a computer's set-up can be changed.

use ai::Player;
use catalogue::{AnyMatch, GAMES, NewMatch, find};
use engine::dice::Seed;
use engine::{Choice, Decision};
use std::collections::BTreeSet;

fn begin(game: &str, scenario: Option<&str>) -> Box<dyn AnyMatch> {
    let game = find(game).unwrap().load(None).unwrap();
    game.begin(NewMatch { scenario, seed: Seed::from(5), ..NewMatch::default() }).unwrap()
}

/// How many pieces the options with this verb are about.
fn pieces(choices: &[Choice], verb: &str) -> usize {
    let named = choices.iter().filter(|choice| choice.action.split(' ').next() == Some(verb));
    named.filter_map(|choice| choice.piece.as_deref()).collect::<BTreeSet<_>>().len()
}

fn play(table: &mut dyn AnyMatch, action: &str) {
    let Decision::Choose(side) = table.decision() else { panic!("the game is over") };
    table.play(side, action).unwrap();
}

#[test]
fn the_end_of_a_phase_says_how_many_have_not_acted_in_every_game() {
    for entry in GAMES {
        let mut table = begin(entry.id, None);
        let (mut idle, mut unfought, mut games) = (0, 0, 0);
        while idle == 0 || unfought == 0 {
            if table.is_over() {
                games += 1;
                assert!(games < 20, "{}: {idle} and {unfought}", entry.id);
                table = begin(entry.id, None);
            }
            let choices = table.choices();
            for choice in &choices {
                let Some(left) = &choice.leaves else { continue };
                let (count, what) = left.split_once(' ').unwrap();
                let count: usize = count.parse().unwrap();
                assert_eq!(choice.action, "done", "{left}");
                assert!(
                    count > 0 && what.contains(if count == 1 { "unit " } else { "units " }) || !what.contains("unit")
                );
                if what.contains("not moved") || what.contains("not acted") {
                    assert_eq!(count, pieces(&choices, "pick"), "{}: {left}", entry.id);
                    idle += 1;
                } else if what.contains("still") {
                    unfought += 1;
                }
            }
            table.play_computer(Player::RANDOM, &ai::dice(Seed::from(games))).unwrap();
        }
    }
}

#[test]
fn the_computers_set_up_can_be_looked_over_and_changed() {
    for (game, scenario) in [("first-blood", None), ("clash-of-giants", Some("marne")), ("miracle-on-the-marne", None)]
    {
        let mut table = begin(game, scenario);
        let Decision::Choose(side) = table.decision() else { panic!("nobody sets up") };
        // Nothing begins at once unless somebody looks for that.
        let begins =
            |table: &dyn AnyMatch| table.choices().into_iter().find(|choice| choice.action == "standard").unwrap();
        assert_eq!(begins(&*table).role, Some(engine::Role::Aside), "{game}");
        play(&mut *table, "fill");
        // Everything stands, and can be begun with or changed.
        assert_eq!((begins(&*table).role, begins(&*table).text.as_str()), (None, "begin"), "{game}");
        assert!(!table.notations().iter().any(|action| action.starts_with("place ")), "{game}");
        // It is still the same side's, and no die has fallen: so it can be taken back as a whole.
        assert_eq!((table.decision(), table.may_undo()), (Decision::Choose(side), Some(side)), "{game}");
        assert_eq!(table.count(), table.choices().len());
        let lifts: Vec<String> = table.notations().into_iter().filter(|action| action.starts_with("lift ")).collect();
        assert!(lifts.len() > 20, "{game}: {lifts:?}");
        let view = table.view(engine::Viewer::Side(side));
        play(&mut *table, &lifts[0]);
        // What was taken up is asked for again, and can go elsewhere.
        let place = table.notations().into_iter().find(|action| action.starts_with("place ")).unwrap();
        play(&mut *table, &place);
        assert_ne!(table.view(engine::Viewer::Side(side)), view, "{game}");
        assert_eq!((table.decision(), begins(&*table).text.as_str()), (Decision::Choose(side), "begin"), "{game}");
        play(&mut *table, "standard");
        assert!(!table.notations().contains(&lifts[0]), "{game}: the set-up is over");
    }
}
