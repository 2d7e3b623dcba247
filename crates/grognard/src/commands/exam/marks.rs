//! The marks of an exam: how many problems each player has answered right, game by game and theme by theme.

use ai::Player;
use catalogue::Game;
use engine::data::{Problem, Theme};
use engine::dice::Seed;
use serde::Serialize;
use std::fmt;

/// How many problems were answered right.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize)]
pub struct Marks {
    right: usize,
    of: usize,
}

impl Marks {
    /// Those of one problem.
    pub fn of(right: bool) -> Marks {
        Marks { right: right.into(), of: 1 }
    }

    fn add(&mut self, more: Marks) {
        self.right += more.right;
        self.of += more.of;
    }
}

/// The marks of all players.
pub struct Sheet {
    players: Vec<Player>,
    rows: Vec<Row>,
}

/// A theme of a game.
struct Row {
    game: String,
    title: String,
    theme: Theme,
    /// In the order of the players.
    marks: Vec<Marks>,
    /// The problems, each with whether the players knew it.
    problems: Vec<(String, Vec<bool>)>,
}

/// The sheet as JSON.
#[derive(Serialize)]
pub struct Told<'a> {
    seed: String,
    players: Vec<PlayerTold<'a>>,
}

#[derive(Serialize)]
struct PlayerTold<'a> {
    player: String,
    marks: Marks,
    games: Vec<GameTold<'a>>,
}

#[derive(Serialize)]
struct GameTold<'a> {
    game: &'a str,
    marks: Marks,
    themes: Vec<ThemeTold<'a>>,
}

#[derive(Serialize)]
struct ThemeTold<'a> {
    theme: Theme,
    marks: Marks,
    /// The problems that were answered right.
    right: Vec<&'a str>,
    wrong: Vec<&'a str>,
}

impl Sheet {
    /// An empty sheet.
    pub fn new(players: &[Player]) -> Sheet {
        Sheet { players: players.to_vec(), rows: Vec::new() }
    }

    /// Notes how a player, by his place in the list, has answered a problem.
    pub fn mark(&mut self, game: &dyn Game, problem: &Problem, player: usize, marks: Marks) {
        let (about, players) = (game.about(), self.players.len());
        let row = match self.rows.iter().position(|row| row.game == about.id && row.theme == problem.theme) {
            Some(place) => &mut self.rows[place],
            None => {
                let (game, title) = (about.id.to_string(), about.title.clone());
                let marks = vec![Marks::default(); players];
                self.rows.push(Row { game, title, theme: problem.theme, marks, problems: Vec::new() });
                self.rows.last_mut().expect("one was pushed just now")
            }
        };
        row.marks[player].add(marks);
        let place = row.problems.iter().position(|(id, _)| *id == problem.id).unwrap_or_else(|| {
            row.problems.push((problem.id.clone(), vec![false; players]));
            row.problems.len() - 1
        });
        row.problems[place].1[player] = marks.right > 0;
    }

    /// The ids of the games, in their order.
    fn games(&self) -> Vec<&str> {
        let mut games: Vec<&str> = self.rows.iter().map(|row| row.game.as_str()).collect();
        games.dedup();
        games
    }

    /// The marks of a player, in one game or in all.
    fn sum(&self, player: usize, game: Option<&str>) -> Marks {
        let mut sum = Marks::default();
        let rows = self.rows.iter().filter(|row| game.is_none_or(|game| row.game == game));
        rows.for_each(|row| sum.add(row.marks[player]));
        sum
    }

    /// The sheet for programs.
    pub fn told(&self, seed: Seed) -> Told<'_> {
        let players = self.players.iter().enumerate().map(|(player, who)| PlayerTold {
            player: who.to_string(),
            marks: self.sum(player, None),
            games: self.games().into_iter().map(|game| self.game_told(game, player)).collect(),
        });
        Told { seed: seed.to_string(), players: players.collect() }
    }

    fn game_told<'a>(&'a self, game: &'a str, player: usize) -> GameTold<'a> {
        let themes = self.rows.iter().filter(|row| row.game == game).map(|row| {
            let known = |right: bool| {
                let problems = row.problems.iter().filter(move |(_, known)| known[player] == right);
                problems.map(|(id, _)| id.as_str()).collect()
            };
            ThemeTold { theme: row.theme, marks: row.marks[player], right: known(true), wrong: known(false) }
        });
        GameTold { game, marks: self.sum(player, Some(game)), themes: themes.collect() }
    }

    fn line(&self, f: &mut fmt::Formatter<'_>, title: &str, marks: impl Fn(usize) -> Marks) -> fmt::Result {
        write!(f, "  {title:<28}")?;
        for player in 0..self.players.len() {
            let Marks { right, of } = marks(player);
            write!(f, "{:>12}", format!("{right} of {of}"))?;
        }
        writeln!(f)
    }
}

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rows.is_empty() {
            return writeln!(f, "There are no problems.");
        }
        write!(f, "{:<30}", "")?;
        self.players.iter().try_for_each(|player| write!(f, "{:>12}", player.to_string()))?;
        writeln!(f)?;
        let games = self.games();
        for &game in &games {
            let rows: Vec<&Row> = self.rows.iter().filter(|row| row.game == game).collect();
            writeln!(f, "{}", rows[0].title)?;
            rows.iter().try_for_each(|row| self.line(f, row.theme.title(), |player| row.marks[player]))?;
            if rows.len() > 1 {
                self.line(f, "together", |player| self.sum(player, Some(game)))?;
            }
        }
        if games.len() > 1 {
            writeln!(f, "All games")?;
            self.line(f, "together", |player| self.sum(player, None))?;
        }
        Ok(())
    }
}
