//! The problems of the staff college: they can be laid out and answered, they tell nobody what he may not see, and their
//! proofs hold.

use ai::{Findings, Hand, Inquiry, Limits, Player};
use catalogue::college::{self, Clear, Miss, Search, Sketch};
use catalogue::{Game, told};
use engine::data::{Measure, Problem, Theme};
use engine::dice::Seed;
use engine::{Decision, Schooling, Viewer};
use std::collections::BTreeSet;
use std::num::NonZero;
use std::sync::Arc;

fn games() -> impl Iterator<Item = Arc<dyn Game>> {
    catalogue::load_all().into_iter().map(|game| game.unwrap())
}

fn each(mut look: impl FnMut(&dyn Game, &Problem, &str)) {
    for game in games() {
        for problem in game.problems() {
            look(&*game, problem, &format!("{}/{}", game.about().id, problem.id));
        }
    }
}

#[test]
fn every_game_has_problems_of_several_themes() {
    for game in games() {
        let themes: BTreeSet<Theme> = game.problems().iter().map(|problem| problem.theme).collect();
        assert!(themes.len() >= 2, "{}: {themes:?}", game.about().id);
    }
}

#[test]
fn every_problem_can_be_laid_out_and_answered() {
    each(|game, problem, name| {
        let table = game.begin_at(&problem.position, problem.seed).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(table.decision(), Decision::Choose(problem.side), "{name}");
        assert!(table.count() > 1, "{name}: nothing is to be chosen");
        for answer in problem.right.iter().chain([&problem.proof.next_is]) {
            let words = college::in_words(game, problem, answer).unwrap_or_else(|error| panic!("{name}: {error:?}"));
            assert_eq!(words.len(), answer.len(), "{name}: {answer:?}");
        }
        assert_eq!(problem.judge(&problem.proof.next_is), Some(false), "{name}: the next best counts as right");
    });
}

/// Words name no unit that the side cannot see, and all hexes of the task are pointed at.
#[test]
fn the_words_of_a_problem_speak_of_what_its_side_sees() {
    each(|game, problem, name| {
        let table = game.begin_at(&problem.position, problem.seed).unwrap();
        let named = |viewer| -> BTreeSet<String> {
            table.view(viewer).pieces.into_iter().filter_map(|piece| piece.id).collect()
        };
        let hidden: Vec<String> = named(Viewer::All).difference(&named(Viewer::Side(problem.side))).cloned().collect();
        for text in [&problem.title, &problem.task, &problem.why] {
            let words: BTreeSet<&str> = text.split([' ', ',', '.', ';', ':']).collect();
            let told = hidden.iter().find(|unit| words.contains(unit.as_str()));
            assert!(told.is_none(), "{name} tells of {told:?}");
        }
        let board = &table.map().board;
        let spoken = problem.task.split([' ', ',', ';', ':', '(', ')', '\n']).map(|word| word.trim_end_matches('.'));
        for hex in spoken.filter(|word| word.len() >= 4 && board.parse(word).is_ok()) {
            assert!(problem.hexes.iter().any(|pointed| pointed == hex), "{name} does not point at {hex}");
        }
    });
}

/// All proofs are repeated by `grognard exam --prove`; here, with a few games, those that take little.
#[test]
fn proofs_hold_with_a_few_games() {
    let mut proved = 0;
    for game in games() {
        let quick = |problem: &&Problem| problem.actions == 1 || problem.proof.turns == Some(1);
        for problem in game.problems().iter().filter(quick).take(2) {
            let again = college::prove(&*game, problem, Some(24), &Limits::default()).unwrap().unwrap();
            assert!(again.best.mean > again.next.mean, "{}: {again:?}", problem.id);
            proved += 1;
        }
    }
    assert!(proved >= 5, "{proved}");
}

#[test]
fn the_page_is_told_the_answer_in_words() {
    each(|game, problem, name| {
        let told = told::problem(game, problem);
        assert_eq!(told.answer.len(), problem.right[0].len(), "{name}");
        assert!(told.proof.contains("the best of the others") && !told.proof.contains("\u{201c}\u{201d}"), "{name}");
        assert_eq!(told.info.side, game.about().side_id(problem.side), "{name}");
    });
}

/// A company on the embankment with eight groups before it, as in the first lesson.
const EMBANKMENT: &str = r#"{"turn": 2, "phase": "VI", "pieces": [
  {"piece": "1/G/38", "hex": "3028"}, {"piece": "2/G/38", "hex": "3028"},
  {"piece": "G031", "hex": "3030"}, {"piece": "G001", "hex": "3129"}]}"#;

fn first_blood() -> Arc<dyn Game> {
    catalogue::find("first-blood").unwrap().load(None).unwrap()
}

fn embankment(actions: usize, limits: &Limits) -> Findings {
    let by = Hand::Habit(Schooling::Seasoned);
    let inquiry =
        Inquiry { actions, most: 100, turns: Some(1), measure: Measure::Strength, by, games: 24, seed: Seed::from(3) };
    first_blood().look_into(EMBANKMENT, &inquiry, limits).unwrap().unwrap()
}

#[test]
fn what_comes_to_the_same_is_one_answer() {
    let findings = embankment(3, &Limits::default());
    let both = |one: &str, other: &str| vec!["target 3030".to_string(), format!("join {one}"), format!("join {other}")];
    let answer = findings.best.iter().find(|answer| answer.ways.contains(&both("1/G/38", "2/G/38"))).unwrap();
    assert!(answer.ways.contains(&both("2/G/38", "1/G/38")), "{:?}", answer.ways);
    // To end the phase is an answer, and the shortest.
    assert!(findings.best.iter().any(|answer| answer.ways == [["done"]]));
}

#[test]
fn to_fire_is_better_than_not_to_fire() {
    let findings = embankment(1, &Limits::default());
    assert_eq!(findings.answers, 3);
    assert_eq!(findings.best.last().unwrap().ways, [["done"]]);
    let clear = Clear::in_findings(&findings, 0.5);
    assert!(clear.is_none_or(|clear| clear.ahead >= 0.5), "{clear:?}");
}

#[test]
fn the_same_seed_finds_the_same_with_any_number_of_threads() {
    let three = Limits { threads: NonZero::new(3).unwrap(), ..Limits::default() };
    assert_eq!(embankment(2, &Limits::default()), embankment(2, &three));
}

#[test]
fn what_stands_behind_the_fog_makes_no_difference() {
    // Under the top counters of the stacks the Americans see nothing: which unit lies in which is the same to them.
    let stacks = |below: &str, also: &str| {
        let stacked =
            format!(r#""pieces": [{{"piece": "{below}", "hex": "3129"}}, {{"piece": "{also}", "hex": "3030"}},"#);
        EMBANKMENT.replace(r#""pieces": ["#, &stacked)
    };
    let inquiry = Inquiry {
        actions: 1,
        most: 100,
        turns: Some(1),
        measure: Measure::Strength,
        by: Hand::Habit(Schooling::Plain),
        games: 8,
        seed: Seed::from(9),
    };
    let look = |position: &str| first_blood().look_into(position, &inquiry, &Limits::default()).unwrap().unwrap();
    assert_eq!(look(&stacks("G005", "G112")), look(&stacks("G112", "G005")));
}

#[test]
fn a_player_sits_an_exam_the_same_way_each_time() {
    let game = first_blood();
    let judge = |played: &[String]| Some(played[0].starts_with("target"));
    let sit = |player| college::sit(&*game, EMBANKMENT, player, Seed::from(4), &judge).unwrap();
    assert!(sit(Player::GREEDY) && sit(Player::VETERAN));
    let randoms = [1_u64, 2, 3, 4, 5, 6, 7, 8]
        .map(|seed| college::sit(&*game, EMBANKMENT, Player::RANDOM, Seed::from(seed), &judge).unwrap());
    assert!(randoms.contains(&true) && randoms.contains(&false), "{randoms:?}");
}

const SKETCH: &str = r#"
theme = "concentrate"
turn = [2]
phase = ["VI"]
actions = 1
measure = "strength"
margin = 0.5
turns = 1
[[group]]
pieces = "1/G/38 2/G/38"
hexes = "3028"
[[group]]
pieces = "G031 G032 G099"
count = [2, 3]
near = "3030"
within = 1
"#;

#[test]
fn positions_are_drawn_from_a_sketch_and_looked_into() {
    let (game, sketch) = (first_blood(), Sketch::read("sketch.toml", SKETCH).unwrap());
    let search =
        Search { game: &*game, sketch: &sketch, games: 24, by: Hand::Habit(Schooling::Seasoned), seed: Seed::from(1) };
    let looks: Vec<_> = (0..12).map(|number| search.look(number, &Limits::default())).collect();
    assert_eq!(looks[3].as_ref().err(), search.look(3, &Limits::default()).err().as_ref());
    for found in looks.iter().flatten() {
        assert!(game.begin_at(&found.position, Seed::from(1)).is_ok() && !found.right.is_empty());
        assert!(found.ahead[0] >= 0.5 && found.right[0].value[0] > found.others[0].value[0]);
    }
    assert!(looks.iter().all(|look| !matches!(look, Err(Miss::Refused(_)))), "{looks:?}");
    let error = Sketch::read("sketch.toml", &SKETCH.replace("margin", "margins")).unwrap_err().to_string();
    assert!(error.starts_with("sketch.toml:7: unknown field `margins`"), "{error}");
}
