//! What is kept beside the matches: ratings, tournaments, and how finished matches are found.

use super::{MatchRow, Millis, Notice, StoreError};
use crate::rating::Rating;
use async_trait::async_trait;

/// Nobody has won.
pub const DRAWN: i64 = 2;
/// Nobody has looked yet who has won a match that ended before that was noted.
pub const UNREAD: i64 = -1;

/// What is noted when a match ends, together with its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The side (0 or 1) that has won, or [`DRAWN`].
    pub winner: i64,
    /// Whose ratings it counts for, if it is rated.
    pub rated: Option<RatedMatch>,
    /// Whether a tournament waits for it.
    pub appointed: bool,
}

/// What ratings follow from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedMatch {
    /// The game's id.
    pub game: String,
    /// Who played, in the order of the game's sides.
    pub players: [Contender; 2],
}

/// Who plays a rated match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contender {
    /// An account, by its id.
    Account(String),
    /// A computer player, by its id.
    Computer(String),
}

/// What is known of an account's strength in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingRow {
    /// Whose.
    pub user: String,
    /// His name.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// As it was after the last match.
    pub rating: Rating,
    /// When that ended.
    pub last: Millis,
    /// How many matches.
    pub matches: i64,
    /// How many of them were won.
    pub won: i64,
    /// How many were drawn.
    pub drawn: i64,
}

/// A tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentRow {
    /// The id.
    pub id: String,
    /// Who holds it.
    pub host: String,
    /// What never changes; JSON, the business of the company's code.
    pub head: String,
    /// How many may sign up.
    pub max_players: i64,
    /// Grows with whatever changes.
    pub version: i64,
    /// `open`, `playing`, `over` or `called_off`.
    pub status: String,
    /// The round that is played, from 1.
    pub round: i64,
    /// How many have signed up.
    pub players: i64,
    /// When it was made.
    pub created: Millis,
    /// When it last changed.
    pub updated: Millis,
    /// Until when the round must be played.
    pub deadline: Option<Millis>,
    /// When somebody must look after it.
    pub due: Option<Millis>,
    /// Who has won it.
    pub winner: Option<String>,
}

/// Who plays in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrantRow {
    /// The user.
    pub user: String,
    /// The place at the beginning, from 0; none before that.
    pub seed: Option<i64>,
    /// Whether he has withdrawn.
    pub withdrawn: bool,
}

/// A match of a tournament, or a bye.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AppointmentRow {
    /// The round, from 1.
    pub round: i64,
    /// The pairing, from 0.
    pub board: i64,
    /// Which of the pairing's matches, from 0.
    pub leg: i64,
    /// The match, where there is one.
    pub match_id: Option<String>,
    /// Who has the game's first side, and who the second; nobody in a bye.
    pub users: (String, Option<String>),
    /// Their points in halves, when it is over.
    pub points: Option<(i64, i64)>,
    /// `played`, `forfeit`, `bye` or `void`, when it is over.
    pub how: Option<String>,
}

/// What happens to a tournament between two rounds, all or nothing.
#[derive(Clone, Debug, Default)]
pub struct TournamentStep {
    /// As it is afterwards; the version is the one that it must have before.
    pub row: TournamentRow,
    /// The seeds, where it begins: users, the first seed first.
    pub seeds: Vec<String>,
    /// What those are told who play.
    pub notices: Vec<Notice>,
    /// Matches that are appointed.
    pub appointments: Vec<AppointmentRow>,
    /// Those of them that are played, with the first lines of their records.
    pub matches: Vec<(MatchRow, Vec<String>)>,
}

/// Which tournaments to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentList {
    /// All.
    All,
    /// Those that stand so.
    Status(&'static str),
    /// Those that somebody holds or plays in.
    Of(String),
}

/// Which finished matches to look through: public ones alone, those that ended last first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Only of this game.
    pub game: Option<String>,
    /// Only of this scenario.
    pub scenario: Option<String>,
    /// Only where this user sat.
    pub user: Option<String>,
    /// Only rated ones.
    pub rated: bool,
    /// Only those that ended then or later.
    pub since: Option<Millis>,
    /// Only those that ended before.
    pub until: Option<Millis>,
    /// Only after (not including) the cursor: when the match ended, and its id.
    pub before: Option<(Millis, String)>,
}

/// A finished match as far as it must be known to be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundRow {
    /// The match.
    pub id: String,
    /// When it ended.
    pub ended: Millis,
    /// The side that has won, [`DRAWN`] or [`UNREAD`].
    pub winner: i64,
    /// How many actions were played.
    pub actions: i64,
    /// Who sat there.
    pub users: [Option<String>; 2],
}

/// What is kept beside the matches.
#[async_trait]
pub trait Company: Send + Sync {
    /// A user's rating in a game, if he wants to be rated and has played.
    async fn rating(&self, user: &str, game: &str) -> Result<Option<RatingRow>, StoreError>;
    /// All of a user's ratings.
    async fn ratings_of(&self, user: &str) -> Result<Vec<RatingRow>, StoreError>;
    /// Who is rated in a game and wants to be, the best first, after (not including) the cursor.
    async fn rating_table(
        &self,
        game: &str,
        before: Option<(f64, String)>,
        limit: i64,
    ) -> Result<Vec<RatingRow>, StoreError>;
    /// Works all ratings out anew from the rated matches, in the order in which they were noted: how many matches.
    async fn reckon_ratings(&self) -> Result<usize, StoreError>;

    /// Looks through so many finished matches.
    async fn search(&self, search: &Search, limit: i64) -> Result<Vec<FoundRow>, StoreError>;
    /// The matches with these ids, in any order; unknown ones are left out.
    async fn match_rows(&self, ids: &[String]) -> Result<Vec<MatchRow>, StoreError>;
    /// Some of the matches of which nobody knows yet who has won, after this id.
    async fn unread_endings(&self, after: &str, limit: i64) -> Result<Vec<MatchRow>, StoreError>;
    /// Notes who has won a match.
    async fn set_winner(&self, id: &str, winner: i64) -> Result<(), StoreError>;

    /// Adds a tournament.
    async fn add_tournament(&self, row: &TournamentRow) -> Result<(), StoreError>;
    /// The tournament with this id.
    async fn tournament(&self, id: &str) -> Result<Option<TournamentRow>, StoreError>;
    /// Tournaments, those changed last first, after (not including) the cursor.
    async fn tournaments(
        &self,
        list: TournamentList,
        before: Option<(Millis, String)>,
        limit: i64,
    ) -> Result<Vec<TournamentRow>, StoreError>;
    /// How many tournaments of somebody are not over.
    async fn tournaments_held_by(&self, user: &str) -> Result<i64, StoreError>;
    /// Which of these tournaments somebody plays in.
    async fn entered(&self, user: &str, ids: &[String]) -> Result<Vec<String>, StoreError>;
    /// Who has signed up and not withdrawn before it began, in that order.
    async fn entrants(&self, id: &str) -> Result<Vec<EntrantRow>, StoreError>;
    /// All its matches and byes, round by round.
    async fn appointments(&self, id: &str) -> Result<Vec<AppointmentRow>, StoreError>;
    /// Signs somebody up: whether there was room and it has not begun. `Taken` if he has signed up before.
    async fn sign_up(&self, id: &str, user: &str, at: Millis) -> Result<bool, StoreError>;
    /// Somebody withdraws: whether he had signed up, and nothing was over yet. Before it begins nothing is left of him.
    async fn withdraw(&self, id: &str, user: &str, at: Millis) -> Result<bool, StoreError>;
    /// Has somebody look after a tournament that is open or played, at once.
    async fn call_steward(&self, id: &str) -> Result<(), StoreError>;
    /// The ids of tournaments that somebody must look after by now.
    async fn tournaments_due(&self, now: Millis, limit: i64) -> Result<Vec<String>, StoreError>;
    /// Takes a step; `Changed` if the tournament has another version by now, and `Taken` if a match of it is there already.
    async fn take_step(&self, step: &TournamentStep) -> Result<(), StoreError>;
    /// Scores a match of a tournament that was not played to its end, unless it is scored already. The match is nothing
    /// to the tournament from then on.
    async fn score(&self, tournament: &str, game: &AppointmentRow) -> Result<(), StoreError>;
}
