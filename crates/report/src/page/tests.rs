//! Pages of runs made by hand.

use crate::samples::{game, run, turn};
use crate::{Exhibit, ReportError, report};
use catalogue::Game;
use sim::{ActionRow, DiceRow, GameRow, HabitRow, HexRow, Run};

fn exhibit<'a>(game: &'a dyn Game, name: &str, run: &'a Run) -> Exhibit<'a> {
    let (about, book, map) = (game.about(), game.book(), game.map(0));
    Exhibit { name: name.into(), run, about, book, map, files: vec![], command: "grognard sim hex-fight".into() }
}

/// A page must hold together whatever is in it.
fn checked(page: String) -> String {
    // The style sheet carries typefaces, in which any letters may stand.
    let body = page.split_once("</style>").unwrap().1;
    for number in ["NaN", "\"inf", "-inf", "inf "] {
        assert!(!body.contains(number), "{number} stands in the page");
    }
    for address in ["src=\"http", "href=\"http", "<script", "<link", "@import"] {
        assert!(!page.contains(address), "the page asks for something outside: {address}");
    }
    for link in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(page.contains(&format!("id=\"{link}\"")), "a link leads to #{link}, which is not there");
    }
    page
}

fn page(run: Run) -> String {
    let game = catalogue::HEX_FIGHT.load(None).unwrap();
    checked(report(&exhibit(&*game, "night", &run), None).unwrap())
}

fn compared(before: Run, after: Run) -> String {
    let game = catalogue::HEX_FIGHT.load(None).unwrap();
    checked(report(&exhibit(&*game, "after", &after), Some(&exhibit(&*game, "before", &before))).unwrap())
}

/// A hundred games: the first side wins as many as is said, the second the rest.
fn hundred(wins: u64) -> Vec<GameRow> {
    let margin = |number: u64| if number < wins { 3 } else { -2 };
    (0..100).map(|number| game(number, Some(u8::from(number >= wins)), margin(number), "4.1")).collect()
}

#[test]
fn no_games_are_said_to_be_none() {
    let mut none = run(vec![]);
    none.plan.games = 500;
    let page = page(none);
    assert!(page.contains("No game of this run has been finished"));
    assert!(page.contains("0 of 500 planned games"));
    assert!(!page.contains("<svg"));
}

#[test]
fn one_game_of_one_turn_is_a_page() {
    let mut one = run(vec![game(0, Some(0), 0, "4.1")]);
    one.turns = vec![turn(0, 1, [1, 2])];
    let page = page(one);
    assert!(page.contains("1 game is few"));
    assert!(page.contains("<circle class=\"dot s0\""), "a single turn is drawn as a dot");
    assert!(!page.contains("By how much"), "no margin is counted");
}

#[test]
fn nothing_but_draws_favours_nobody() {
    let page = page(run((0..5).map(|number| game(number, None, 0, "4.2")).collect()));
    assert!(page.contains("With greedy on both sides every game was drawn."));
    assert!(page.contains("100.0\u{a0}%"));
}

#[test]
fn a_run_says_whom_the_scenario_favours() {
    // Wilson's interval for 70 of 100 is 60.4 to 78.1 %, for 55 of 100 45.2 to 64.4 %.
    let favoured = page(run(hundred(70)));
    let interval = "70.0\u{a0}% of games, 95\u{a0}% interval 60.4 to 78.1\u{a0}%";
    assert!(favoured.contains(&format!("the Blue side is favoured: it won {interval}")), "{favoured}");
    let even = page(run(hundred(55)));
    assert!(even.contains("neither side is favoured as far as these games show"));
    assert!(even.contains("95\u{a0}% interval 45.2 to 64.4\u{a0}%"));
}

#[test]
fn boards_and_dice_are_shown() {
    let mut games = run(hundred(50));
    games.hexes = vec![
        HexRow { hex: "0101".into(), side: 0, died: 50, front: 10 },
        HexRow { hex: "0101".into(), side: 1, died: 0, front: 30 },
        HexRow { hex: "9999".into(), side: 1, died: 5, front: 0 },
    ];
    games.dice = (1..=6).map(|value| DiceRow { sides: 6, value, count: 100 + u64::from(value == 6) * 60 }).collect();
    let page = page(games);
    assert!(page.contains("<title>0101: 0.50</title>"));
    assert!(page.contains("Most: 0101: Blue 0.10, Red 0.30."));
    // Expected 110 each: (5 * 100 + 2500) / 110 = 27.27 with five degrees of freedom.
    assert!(page.contains("χ² = 27.27 with 5 degrees of freedom, p &lt; 0.001"), "{page}");
    assert!(page.contains("A die deviates more than chance explains"));
}

#[test]
fn habits_are_shown_for_each_player_and_side() {
    let plain = page(run(hundred(50)));
    assert!(!plain.contains("id=\"habits\""), "what was not counted is not shown");
    let mut games = run(hundred(50));
    let habit =
        |side, habit: &str, units, of| HabitRow { player: side, side, habit: habit.into(), games: 100, units, of };
    games.habits = vec![
        habit(0, "crowding", 250, 0),
        habit(0, "in-the-open", 30, 120),
        habit(0, "lost-alone", 40, 0),
        habit(1, "crowding", 0, 0),
    ];
    let action = |action: &str, offered, taken| ActionRow { player: 0, side: 0, action: action.into(), offered, taken };
    games.actions = vec![action("rally", 1200, 0), action("move", 2000, 500)];
    let page = page(games);
    for words in ["greedy, Blue", "greedy, Red", "2.50", "0.30 (25.0\u{a0}% of those near the enemy)"] {
        assert!(page.contains(words), "{words}");
    }
    assert!(page.contains("never, of 1,200") && page.contains("25.0\u{a0}% of 2,000") && page.contains("not offered"));
    assert!(!page.contains("out of supply at the end"), "a habit that cost nobody anything has no line");
}

#[test]
fn a_comparison_says_what_a_change_did() {
    let (mut before, after) = (run(hundred(40)), run(hundred(60)));
    before.plan.players[0] = "random".into();
    let page = compared(before, after);
    // Newcombe's interval for the difference of 60 and 40 of 100, as in the tests of the statistics.
    assert!(page.contains("games won by the Blue side: +20 points (+6.14 to +32.8)"));
    assert!(page.contains("player of Blue"));
    assert!(!page.contains("More than one thing differs"));
}

#[test]
fn a_comparison_warns_of_what_it_cannot_tell_apart() {
    let (mut before, after) = (run(hundred(40)), run(hundred(41)));
    before.plan.players[0] = "random".into();
    before.plan.data = "other".into();
    let page = compared(before, after);
    assert!(page.contains("More than one thing differs"));
    assert!(page.contains("No measure differs significantly"));
    let same = compared(run(hundred(40)), run(hundred(40)));
    assert!(same.contains("Both runs play the same games from the same seeds"));
}

#[test]
fn a_comparison_with_nothing_is_a_page() {
    let page = compared(run(vec![]), run(hundred(40)));
    assert!(page.contains("too few games") && page.contains("cannot be said"));
    assert!(compared(run(hundred(40)), run(vec![])).contains("No game of this run has been finished"));
}

#[test]
fn other_scenarios_are_refused() {
    let game = catalogue::HEX_FIGHT.load(None).unwrap();
    let mut elsewhere = run(vec![]);
    elsewhere.plan.scenario = "moon".into();
    let here = run(vec![]);
    let (here, there) = (exhibit(&*game, "here", &here), exhibit(&*game, "there", &elsewhere));
    let error = report(&here, Some(&there)).unwrap_err();
    assert!(matches!(error, ReportError::OtherScenario { .. }));
    assert_eq!(
        error.to_string(),
        "here is a run of hex-fight, corners and there one of hex-fight, moon; only runs of the same scenario can be \
         compared"
    );
}

#[test]
fn names_cannot_break_the_page() {
    let game = catalogue::HEX_FIGHT.load(None).unwrap();
    let mut games = run(hundred(50));
    games.plan.players = ["<i>&".into(), "greedy".into()];
    games.plan.both_ways = true;
    let page = report(&exhibit(&*game, "<b>\"", &games), None).unwrap();
    assert!(!page.contains("<i>&") && !page.contains("<b>\""));
    assert!(page.contains("&lt;i&gt;&amp;"));
}

#[test]
fn players_who_kept_their_seats_are_not_weighed() {
    let mut games = run(hundred(90));
    games.plan.players = ["veteran".into(), "greedy".into()];
    let kept = page(games.clone());
    assert!(kept.contains("sat on the same sides throughout"));
    games.plan.both_ways = true;
    for (number, row) in (0..).zip(&mut games.games) {
        // The first player wins every game, wherever he sits.
        (row.seed, row.swapped, row.winner) = (number / 2, number % 2 == 1, Some((number % 2) as u8));
    }
    let page = page(games);
    // 50 pairs won: 50 ln 1.1 = 4.77.
    assert!(page.contains("veteran is the stronger player."));
    assert!(page.contains("veteran +4.77 (score 100.0\u{a0}%)"), "{page}");
}
