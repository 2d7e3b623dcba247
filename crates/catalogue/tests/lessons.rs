//! Guided battles can be walked through as their steps tell, and every game has a door.

use ai::Player;
use catalogue::{AnyMatch, Game};
use engine::data::{Lesson, LessonStep};
use engine::{Decision, Side, Viewer};
use std::sync::Arc;

/// More actions than any step is away from the one before it.
const PATIENCE: usize = 600;

fn games() -> impl Iterator<Item = Arc<dyn Game>> {
    catalogue::load_all().into_iter().map(|game| game.unwrap())
}

/// A lesson being played: the player does what the coach asks, and lets the rest pass.
struct Walk<'l> {
    lesson: &'l Lesson,
    table: Box<dyn AnyMatch>,
}

impl Walk<'_> {
    fn phase(&self) -> String {
        self.table.view(Viewer::Side(self.lesson.side)).phase.title
    }

    fn chooser(&self) -> Side {
        match self.table.decision() {
            Decision::Choose(side) => side,
            Decision::Over(_) => panic!("the battle is over too early: {:?}", self.table.log().last()),
        }
    }

    /// Whatever is asked besides the lesson: the player ends it, the computer plays.
    fn pass(&mut self) {
        let side = self.chooser();
        if side == self.lesson.side {
            let options = self.table.notations();
            let chosen = options.iter().find(|option| *option == "done").unwrap_or(&options[0]).clone();
            self.table.play(side, &chosen).unwrap();
        } else {
            let player = self.lesson.opponent.parse::<Player>().unwrap();
            self.table.play_computer(player, &ai::dice(self.lesson.seed)).unwrap();
        }
    }

    /// Does what a step asks for. Once its phase has come it must be possible before the phase is over.
    fn follow(&mut self, step: &LessonStep) {
        let mut come = false;
        for _ in 0..PATIENCE {
            let here = step.phase.as_ref().is_none_or(|phase| *phase == self.phase());
            assert!(here || !come, "\"{}\" cannot be done in its phase", step.text);
            come |= here && step.phase.is_some();
            match &step.until {
                None if here => return,
                Some(until) if here && self.chooser() == self.lesson.side => {
                    let options = self.table.notations();
                    let asked =
                        until.split(" | ").find_map(|one| options.iter().find(|option| option.starts_with(one)));
                    if let Some(option) = asked {
                        self.table.play(self.lesson.side, option).unwrap();
                        return;
                    }
                }
                _ => {}
            }
            self.pass();
        }
        panic!("\"{}\" never comes", step.text);
    }
}

fn walked<'l>(game: &dyn Game, lesson: &'l Lesson) -> Walk<'l> {
    let mut walk = Walk { lesson, table: game.begin_at(&lesson.position, lesson.seed).unwrap() };
    for step in &lesson.steps {
        walk.follow(step);
    }
    walk
}

#[test]
fn every_lesson_can_be_walked_through_and_shows_what_it_tells() {
    let shown = |id: &str| match id {
        "first-blood first" => "in 3030 is eliminated",
        "first-blood defence" => "bombardment of 3130",
        "rock-of-the-marne first" => "F-Rgt-1 is destroyed",
        "miracle-on-the-marne first" => "retreats from 2115",
        "clash-of-giants first" => "Russian 27 division loses a step",
        "march-into-battle first" => "Lusignan loses a step",
        other => panic!("nothing is expected of {other}"),
    };
    let mut walks = 0;
    for game in games() {
        for lesson in game.lessons() {
            let id = format!("{} {}", game.about().id, lesson.id);
            let walk = walked(&*game, lesson);
            let told: Vec<_> = walk.table.log().iter().map(|(_, event)| event.text.as_str()).collect();
            assert!(told.iter().any(|text| text.contains(shown(&id))), "{id}: {told:#?}");
            walks += 1;
        }
    }
    assert_eq!(walks, 6);
}

#[test]
fn every_game_has_a_lesson_and_a_door() {
    for game in games() {
        let id = game.about().id;
        assert!(!game.lessons().is_empty(), "{id}");
        let door = game.door().unwrap();
        let sentences = door.winning.text.matches(". ").count() + 1;
        assert!((2..=4).contains(&sentences) && door.battle.text.len() > 200, "{id}");
        assert!(game.book().iter().all(|clause| !clause.name.contains("scs/") && !clause.name.contains('_')), "{id}");
    }
}

/// Whatever phase a computer comes through, its door tells of it.
#[test]
fn every_phase_that_is_played_stands_on_the_door() {
    for game in games() {
        let told: Vec<_> = game.door().unwrap().phases.iter().flat_map(|phase| &phase.ids).collect();
        for lesson in game.lessons() {
            let mut walk = Walk { lesson, table: game.begin_at(&lesson.position, lesson.seed).unwrap() };
            for _ in 0..60 {
                let phase = walk.table.view(Viewer::All).phase;
                assert!(told.contains(&&phase.id), "{}: {phase:?}", game.about().id);
                if walk.table.is_over() {
                    break;
                }
                walk.pass();
            }
        }
    }
}

/// Words that belong to those who build the program, not to those who play.
const NOT_FOR_PLAYERS: [&str; 18] = [
    "facts.md",
    "gaps.md",
    ".toml",
    ".tsv",
    "ruling",
    "in the source",
    "OCR",
    "scs/",
    "std/",
    "chart/",
    "GI/",
    "a program",
    "misprint",
    "data check",
    "erratum text",
    "eRules",
    "switch",
    "BB ",
];

/// `R36`, `R-36`, `T17`: the number of a note of ours.
fn cites_a_note(text: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '-')).any(|word| {
        let digits = word.strip_prefix("R-").or(word.strip_prefix('R')).or(word.strip_prefix("T"));
        digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

#[test]
fn what_players_read_of_the_rules_is_written_for_them() {
    assert!(
        cites_a_note("may advance (R51).") && cites_a_note("(factors multiply, R-36)") && !cites_a_note("Retreat 2")
    );
    for game in games() {
        let door = game.door().unwrap();
        let phases = door.phases.iter().map(|phase| ("the door", phase.text.as_str()));
        let steps = game.lessons().iter().flat_map(|lesson| &lesson.steps).map(|step| ("a lesson", step.text.as_str()));
        let clauses = game.book().iter().map(|clause| (clause.id.as_str(), clause.text.as_str()));
        for (place, text) in clauses.chain(phases).chain(steps) {
            let word = NOT_FOR_PLAYERS.iter().find(|word| text.contains(**word));
            assert!(word.is_none() && !cites_a_note(text), "{} {place}: {text}", game.about().id);
        }
    }
}
