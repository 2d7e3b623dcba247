//! Ratings, tournaments and the archive in SQLite or PostgreSQL.

use super::rows::FromRow;
use super::{Sql, Statement, database, first_number, select};
use super::{deeds, writer};
use crate::rating::{Rating, star};
use crate::store::company::{
    AppointmentRow, Company, Contender, DRAWN, Ended, EntrantRow, FoundRow, RatedMatch, RatingRow, Search,
    TournamentList, TournamentRow, TournamentStep, UNREAD,
};
use crate::store::{MatchRow, Millis, StoreError};
use async_trait::async_trait;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Error, Row as _};

/// How many rated matches are read at a time when all ratings are worked out anew.
const RECKONED: i64 = 1000;

/// Notes the end of a match, in the transaction that writes it.
pub async fn note_end(
    connection: &mut AnyConnection,
    id: &str,
    ended: &Ended,
    at: Option<Millis>,
) -> Result<(), Error> {
    let at = at.unwrap_or_default();
    let mut rated = false;
    if let Some(played) = &ended.rated
        && let Some(ratings) = hold_ratings(connection, played, at).await?
    {
        let sql = "INSERT INTO rated_matches (match_id, game, ended, user0, user1, computer0, computer1, winner) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (match_id) DO NOTHING";
        let [one, other] = &played.players;
        let query = sqlx::query(sql).bind(id).bind(&played.game).bind(at);
        let query = query.bind(one.account()).bind(other.account()).bind(one.computer()).bind(other.computer());
        rated = query.bind(ended.winner).execute(&mut *connection).await?.rows_affected() > 0;
        if rated {
            rate(connection, played, ratings, ended.winner, at).await?;
        }
    }
    let sql = "UPDATE matches SET ended = $1, winner = $2, rated = $3, \
               shown = CASE WHEN private = 0 THEN $1 END WHERE id = $4";
    let query = sqlx::query(sql).bind(at).bind(ended.winner).bind(i64::from(rated)).bind(id);
    query.execute(&mut *connection).await?;
    if ended.appointed {
        let points = match ended.winner {
            DRAWN => (1, 1),
            winner => (2 * (1 - winner), 2 * winner),
        };
        let sql = "UPDATE tournament_matches SET points0 = $1, points1 = $2, how = 'played' \
                   WHERE match_id = $3 AND points0 IS NULL RETURNING tournament_id";
        let query = sqlx::query(sql).bind(points.0).bind(points.1).bind(id);
        if let Some(row) = query.fetch_optional(&mut *connection).await? {
            call(connection, &row.try_get::<String, _>(0)?).await?;
        }
    }
    Ok(())
}

/// Has the steward look after a tournament.
async fn call(connection: &mut AnyConnection, id: &str) -> Result<(), Error> {
    let sql = "UPDATE tournaments SET due = 0, version = version + 1 WHERE id = $1 AND status IN ('open', 'playing')";
    sqlx::query(sql).bind(id).execute(connection).await.map(drop)
}

/// A rating, and when the last match that it counts ended.
type Held = (Rating, Millis);

/// The ratings of those who played, which nobody else can change before this is written; nothing where one is no account
/// any more, or a computer that was never measured. Whoever is rated for the first time has a row from then on.
async fn hold_ratings(
    connection: &mut AnyConnection,
    played: &RatedMatch,
    at: Millis,
) -> Result<Option<[Held; 2]>, Error> {
    let mut held = [None, None];
    // Whoever holds two rows takes them in the same order as everybody else.
    let mut order = [0, 1];
    order.sort_by_key(|&side| played.players[side].account());
    for side in order {
        held[side] = match &played.players[side] {
            Contender::Computer(computer) => star(&played.game, computer).map(|star| (star, at)),
            Contender::Account(user) => {
                let sql = "INSERT INTO ratings (user_id, game, rating, deviation, volatility, last, matches, won, drawn) \
                           SELECT id, CAST($2 AS TEXT), CAST($3 AS DOUBLE PRECISION), CAST($4 AS DOUBLE PRECISION), \
                           CAST($5 AS DOUBLE PRECISION), CAST($6 AS BIGINT), 0, 0, 0 \
                           FROM users WHERE id = $1 AND password IS NOT NULL \
                           ON CONFLICT (user_id, game) DO UPDATE SET game = excluded.game \
                           RETURNING rating, deviation, volatility, last";
                let Rating { rating, deviation, volatility } = Rating::NEW;
                let query = sqlx::query(sql).bind(user).bind(&played.game).bind(rating).bind(deviation);
                let row = query.bind(volatility).bind(at).fetch_optional(&mut *connection).await?;
                row.map(|row| Ok::<_, Error>((rating_in(&row)?, row.try_get("last")?))).transpose()?
            }
        };
    }
    let [one, other] = held;
    Ok(one.zip(other).map(|(one, other)| [one, other]))
}

/// What each score comes to, out of the winner.
fn scores(winner: i64) -> [f64; 2] {
    match winner {
        DRAWN => [0.5, 0.5],
        winner => [0, 1].map(|side| f64::from(u8::from(side == winner))),
    }
}

/// Both ratings after a match that ended then.
fn rated(held: [Held; 2], winner: i64, at: Millis) -> [Rating; 2] {
    let scores = scores(winner);
    [0, 1].map(|side| {
        let ((rating, last), (other, before)) = (held[side], held[1 - side]);
        // A star's last match is always this one: it does not rest.
        rating.after(&[(other.rested(at - before), scores[side])], at - last)
    })
}

async fn rate(
    connection: &mut AnyConnection,
    played: &RatedMatch,
    held: [Held; 2],
    winner: i64,
    at: Millis,
) -> Result<(), Error> {
    let ratings = rated(held, winner, at);
    for side in [0, 1] {
        let Contender::Account(user) = &played.players[side] else { continue };
        let sql = "UPDATE ratings SET rating = $1, deviation = $2, volatility = $3, last = $4, matches = matches + 1, \
                   won = won + $5, drawn = drawn + $6 WHERE user_id = $7 AND game = $8";
        let Rating { rating, deviation, volatility } = ratings[side];
        let query = sqlx::query(sql).bind(rating).bind(deviation).bind(volatility).bind(at);
        let query = query.bind(i64::from(side as i64 == winner)).bind(i64::from(winner == DRAWN));
        query.bind(user).bind(&played.game).execute(&mut *connection).await?;
    }
    Ok(())
}

impl Contender {
    fn account(&self) -> Option<&str> {
        match self {
            Contender::Account(user) => Some(user),
            Contender::Computer(_) => None,
        }
    }

    fn computer(&self) -> Option<&str> {
        match self {
            Contender::Account(_) => None,
            Contender::Computer(computer) => Some(computer),
        }
    }
}

fn rating_in(row: &AnyRow) -> Result<Rating, Error> {
    Ok(Rating {
        rating: row.try_get("rating")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?,
    })
}

impl FromRow for RatingRow {
    const COLUMNS: &str = "ratings.user_id, users.name, ratings.game, ratings.rating, ratings.deviation, \
                           ratings.volatility, ratings.last, ratings.matches, ratings.won, ratings.drawn";

    fn from_row(row: &AnyRow) -> Result<RatingRow, Error> {
        Ok(RatingRow {
            user: row.try_get("user_id")?,
            name: row.try_get("name")?,
            game: row.try_get("game")?,
            rating: rating_in(row)?,
            last: row.try_get("last")?,
            matches: row.try_get("matches")?,
            won: row.try_get("won")?,
            drawn: row.try_get("drawn")?,
        })
    }
}

/// A rated match as it was noted.
struct Noted {
    number: i64,
    at: Millis,
    winner: i64,
    played: RatedMatch,
}

impl FromRow for Noted {
    const COLUMNS: &str = "number, game, ended, user0, user1, computer0, computer1, winner";

    fn from_row(row: &AnyRow) -> Result<Noted, Error> {
        let contender = |side: usize| {
            let text = |name: &str| row.try_get::<Option<String>, _>(format!("{name}{side}").as_str());
            Ok::<_, Error>(match text("user")? {
                Some(user) => Contender::Account(user),
                None => Contender::Computer(text("computer")?.unwrap_or_default()),
            })
        };
        let players = [contender(0)?, contender(1)?];
        Ok(Noted {
            number: row.try_get("number")?,
            at: row.try_get("ended")?,
            winner: row.try_get("winner")?,
            played: RatedMatch { game: row.try_get("game")?, players },
        })
    }
}

impl FromRow for FoundRow {
    const COLUMNS: &str = "id, ended, winner, actions, seat0_user, seat1_user";

    fn from_row(row: &AnyRow) -> Result<FoundRow, Error> {
        Ok(FoundRow {
            id: row.try_get("id")?,
            ended: row.try_get("ended")?,
            winner: row.try_get::<Option<i64>, _>("winner")?.unwrap_or(UNREAD),
            actions: row.try_get("actions")?,
            users: [row.try_get("seat0_user")?, row.try_get("seat1_user")?],
        })
    }
}

impl FromRow for TournamentRow {
    const COLUMNS: &str = "id, host, head, max_players, version, status, round, players, created, updated, deadline, due, \
                           winner";

    fn from_row(row: &AnyRow) -> Result<TournamentRow, Error> {
        Ok(TournamentRow {
            id: row.try_get("id")?,
            host: row.try_get("host")?,
            head: row.try_get("head")?,
            max_players: row.try_get("max_players")?,
            version: row.try_get("version")?,
            status: row.try_get("status")?,
            round: row.try_get("round")?,
            players: row.try_get("players")?,
            created: row.try_get("created")?,
            updated: row.try_get("updated")?,
            deadline: row.try_get("deadline")?,
            due: row.try_get("due")?,
            winner: row.try_get("winner")?,
        })
    }
}

impl FromRow for EntrantRow {
    const COLUMNS: &str = "user_id, seed, withdrawn";

    fn from_row(row: &AnyRow) -> Result<EntrantRow, Error> {
        let withdrawn = row.try_get::<i64, _>("withdrawn")? != 0;
        Ok(EntrantRow { user: row.try_get("user_id")?, seed: row.try_get("seed")?, withdrawn })
    }
}

impl FromRow for AppointmentRow {
    const COLUMNS: &str = "round, board, leg, match_id, user0, user1, points0, points1, how";

    fn from_row(row: &AnyRow) -> Result<AppointmentRow, Error> {
        let [one, other]: [Option<i64>; 2] = [row.try_get("points0")?, row.try_get("points1")?];
        Ok(AppointmentRow {
            round: row.try_get("round")?,
            board: row.try_get("board")?,
            leg: row.try_get("leg")?,
            match_id: row.try_get("match_id")?,
            users: (row.try_get("user0")?, row.try_get("user1")?),
            points: one.zip(other),
            how: row.try_get("how")?,
        })
    }
}

/// `$4, $5, $6`: places for so many values, after so many others.
fn places(after: usize, count: usize) -> String {
    (1..=count).map(|place| format!("${}", after + place)).collect::<Vec<_>>().join(", ")
}

#[async_trait]
impl Company for Sql {
    async fn rating(&self, user: &str, game: &str) -> Result<Option<RatingRow>, StoreError> {
        let sql = "FROM ratings JOIN users ON users.id = ratings.user_id \
                   WHERE ratings.user_id = $1 AND ratings.game = $2 AND users.rated = 1 AND ratings.matches > 0";
        self.one(select::<RatingRow>(sql).bind(user).bind(game)).await
    }

    async fn ratings_of(&self, user: &str) -> Result<Vec<RatingRow>, StoreError> {
        let sql = "FROM ratings JOIN users ON users.id = ratings.user_id \
                   WHERE ratings.user_id = $1 AND ratings.matches > 0 ORDER BY ratings.game";
        self.all(select::<RatingRow>(sql).bind(user)).await
    }

    async fn rating_table(
        &self,
        game: &str,
        before: Option<(f64, String)>,
        limit: i64,
    ) -> Result<Vec<RatingRow>, StoreError> {
        let sql = "FROM ratings JOIN users ON users.id = ratings.user_id \
                   WHERE ratings.game = $1 AND (ratings.rating, ratings.user_id) < ($2, $3) \
                   AND users.rated = 1 AND users.banned = 0 AND ratings.matches > 0 \
                   ORDER BY ratings.rating DESC, ratings.user_id DESC LIMIT $4";
        let (rating, user) = before.unwrap_or((f64::MAX, String::new()));
        self.all(select::<RatingRow>(sql).bind(game).bind(rating).bind(user).bind(limit)).await
    }

    async fn reckon_ratings(&self) -> Result<usize, StoreError> {
        let mut transaction = self.write.begin().await.map_err(database)?;
        sqlx::query("DELETE FROM ratings").execute(&mut *transaction).await.map_err(database)?;
        let (mut count, mut after) = (0, 0);
        loop {
            let query = select::<Noted>("FROM rated_matches WHERE number > $1 ORDER BY number LIMIT $2");
            let rows = query.bind(after).bind(RECKONED).fetch_all(&mut *transaction).await.map_err(database)?;
            let Some(last) = rows.last() else { break };
            after = Noted::from_row(last).map_err(database)?.number;
            for row in &rows {
                let Noted { at, winner, played, .. } = Noted::from_row(row).map_err(database)?;
                // Whoever is no account any more is forgotten here too, and what was played against him.
                if let Some(held) = hold_ratings(&mut transaction, &played, at).await.map_err(database)? {
                    rate(&mut transaction, &played, held, winner, at).await.map_err(database)?;
                }
            }
            count += rows.len();
        }
        transaction.commit().await.map_err(database)?;
        Ok(count)
    }

    async fn search(&self, search: &Search, limit: i64) -> Result<Vec<FoundRow>, StoreError> {
        const SHOWN: &str =
            "FROM matches WHERE shown IS NOT NULL AND (shown, id) < ($1, $2) AND shown >= $3 AND shown < $4";
        let (mut sql, mut texts) = (SHOWN.to_string(), Vec::new());
        if let Some(user) = &search.user {
            texts.push(user);
            sql += " AND (seat0_user = $5 OR seat1_user = $5)";
        }
        // What somebody has played is found by him: the databases are not to go through all of a game for it.
        let [text, number] = if search.user.is_some() { [" || ''", " + 0"] } else { [""; 2] };
        for (column, value) in [("game", &search.game), ("scenario", &search.scenario)] {
            if let Some(value) = value {
                texts.push(value);
                sql += &format!(" AND {column}{text} = ${}", 4 + texts.len());
            }
        }
        if search.rated {
            sql += &format!(" AND rated{number} = 1");
        }
        sql += &format!(" ORDER BY shown DESC, id DESC LIMIT {limit}");
        let (ended, id) = search.before.clone().unwrap_or((Millis::MAX, String::new()));
        let query = select::<FoundRow>(&sql).bind(ended).bind(id);
        let query = query.bind(search.since.unwrap_or(0)).bind(search.until.unwrap_or(Millis::MAX));
        self.all(texts.into_iter().fold(query, |query, text| query.bind(text.clone()))).await
    }

    async fn match_rows(&self, ids: &[String]) -> Result<Vec<MatchRow>, StoreError> {
        let mut found = Vec::with_capacity(ids.len());
        for ids in ids.chunks(100) {
            let query = select::<MatchRow>(&format!("FROM matches WHERE id IN ({})", places(0, ids.len())));
            found.extend(self.all::<MatchRow>(ids.iter().fold(query, Statement::bind)).await?);
        }
        Ok(found)
    }

    async fn unread_endings(&self, after: &str, limit: i64) -> Result<Vec<MatchRow>, StoreError> {
        // The number stands in the statement so that the database sees that the partial index fits.
        let sql = format!("FROM matches WHERE winner = {UNREAD} AND id > $1 ORDER BY id LIMIT $2");
        self.all(select::<MatchRow>(&sql).bind(after).bind(limit)).await
    }

    async fn set_winner(&self, id: &str, winner: i64) -> Result<(), StoreError> {
        self.execute(sqlx::query("UPDATE matches SET winner = $1 WHERE id = $2").bind(winner).bind(id)).await.map(drop)
    }

    async fn add_tournament(&self, row: &TournamentRow) -> Result<(), StoreError> {
        let sql = "INSERT INTO tournaments (id, host, head, max_players, version, status, round, players, created, \
                   updated, deadline, due, winner) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
        let query = sqlx::query(sql).bind(&row.id).bind(&row.host).bind(&row.head).bind(row.max_players);
        let query = query.bind(row.version).bind(&row.status).bind(row.round).bind(row.players).bind(row.created);
        let query = query.bind(row.updated).bind(row.deadline).bind(row.due).bind(&row.winner);
        self.execute(query).await.map(drop)
    }

    async fn tournament(&self, id: &str) -> Result<Option<TournamentRow>, StoreError> {
        self.one(select::<TournamentRow>("FROM tournaments WHERE id = $1").bind(id)).await
    }

    async fn tournaments(
        &self,
        list: TournamentList,
        before: Option<(Millis, String)>,
        limit: i64,
    ) -> Result<Vec<TournamentRow>, StoreError> {
        let (which, text) = match list {
            TournamentList::All => ("1 = 1", None),
            TournamentList::Status(status) => ("status = $4", Some(status.to_string())),
            TournamentList::Of(user) => {
                ("(host = $4 OR id IN (SELECT tournament_id FROM tournament_players WHERE user_id = $4))", Some(user))
            }
        };
        let query = select::<TournamentRow>(&format!(
            "FROM tournaments WHERE {which} AND (updated, id) < ($1, $2) ORDER BY updated DESC, id DESC LIMIT $3"
        ));
        let (updated, id) = before.unwrap_or((Millis::MAX, String::new()));
        let query = query.bind(updated).bind(id).bind(limit);
        self.all(match text {
            Some(text) => query.bind(text),
            None => query,
        })
        .await
    }

    async fn tournaments_held_by(&self, user: &str) -> Result<i64, StoreError> {
        let sql = "SELECT COUNT(*) FROM tournaments WHERE host = $1 AND status IN ('open', 'playing')";
        let row = sqlx::query(sql).bind(user).fetch_one(&self.read).await.map_err(database)?;
        first_number(&row).map_err(database)
    }

    async fn entered(&self, user: &str, ids: &[String]) -> Result<Vec<String>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let sql = format!(
            "SELECT tournament_id FROM tournament_players WHERE user_id = $1 AND tournament_id IN ({})",
            places(1, ids.len())
        );
        self.firsts(ids.iter().fold(sqlx::query(AssertSqlSafe(sql)).bind(user), Statement::bind)).await
    }

    async fn entrants(&self, id: &str) -> Result<Vec<EntrantRow>, StoreError> {
        let sql = "FROM tournament_players WHERE tournament_id = $1 ORDER BY seed, entered, user_id";
        self.all(select::<EntrantRow>(sql).bind(id)).await
    }

    async fn appointments(&self, id: &str) -> Result<Vec<AppointmentRow>, StoreError> {
        let sql = "FROM tournament_matches WHERE tournament_id = $1 ORDER BY round, board, leg";
        self.all(select::<AppointmentRow>(sql).bind(id)).await
    }

    async fn sign_up(&self, id: &str, user: &str, at: Millis) -> Result<bool, StoreError> {
        let mut transaction = self.write.begin().await.map_err(database)?;
        // The last place that is taken begins the tournament.
        let sql = "UPDATE tournaments SET players = players + 1, version = version + 1, updated = $2, \
                   due = CASE WHEN players + 1 = max_players THEN 0 ELSE due END \
                   WHERE id = $1 AND status = 'open' AND players < max_players";
        let query = sqlx::query(sql).bind(id).bind(at);
        if query.execute(&mut *transaction).await.map_err(database)?.rows_affected() == 0 {
            return Ok(false);
        }
        // Nobody comes at the same moment as another: the order in which they came is the order of equals.
        let sql = "INSERT INTO tournament_players (tournament_id, user_id, entered, seed, withdrawn) \
                   SELECT $1, $2, CASE WHEN MAX(entered) >= $3 THEN MAX(entered) + 1 ELSE $3 END, NULL, 0 \
                   FROM tournament_players WHERE tournament_id = $1";
        let query = sqlx::query(sql).bind(id).bind(user).bind(at);
        query.execute(&mut *transaction).await.map_err(database)?;
        transaction.commit().await.map_err(database)?;
        Ok(true)
    }

    async fn withdraw(&self, id: &str, user: &str, at: Millis) -> Result<bool, StoreError> {
        let mut transaction = self.write.begin().await.map_err(database)?;
        // Whether it is open is known for sure from here on.
        let sql = "UPDATE tournaments SET version = version + 1, updated = $2 WHERE id = $1 AND status = 'open'";
        let query = sqlx::query(sql).bind(id).bind(at);
        let is_open = query.execute(&mut *transaction).await.map_err(database)?.rows_affected() > 0;
        let sql = if is_open {
            "DELETE FROM tournament_players WHERE tournament_id = $1 AND user_id = $2"
        } else {
            "UPDATE tournament_players SET withdrawn = 1 WHERE tournament_id = $1 AND user_id = $2 AND withdrawn = 0 \
             AND EXISTS (SELECT 1 FROM tournaments WHERE id = $1 AND status = 'playing')"
        };
        let query = sqlx::query(sql).bind(id).bind(user);
        if query.execute(&mut *transaction).await.map_err(database)?.rows_affected() == 0 {
            return Ok(false);
        }
        if is_open {
            let sql = "UPDATE tournaments SET players = players - 1 WHERE id = $1";
            sqlx::query(sql).bind(id).execute(&mut *transaction).await.map_err(database)?;
        } else {
            call(&mut transaction, id).await.map_err(database)?;
        }
        transaction.commit().await.map_err(database)?;
        Ok(true)
    }

    async fn call_steward(&self, id: &str) -> Result<(), StoreError> {
        let mut transaction = self.write.begin().await.map_err(database)?;
        call(&mut transaction, id).await.map_err(database)?;
        transaction.commit().await.map_err(database)
    }

    async fn tournaments_due(&self, now: Millis, limit: i64) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM tournaments WHERE due <= $1 ORDER BY due, id LIMIT $2";
        self.firsts(sqlx::query(sql).bind(now).bind(limit)).await
    }

    async fn take_step(&self, step: &TournamentStep) -> Result<(), StoreError> {
        let mut transaction = self.write.begin().await.map_err(database)?;
        let row = &step.row;
        let sql = "UPDATE tournaments SET version = version + 1, status = $1, round = $2, updated = $3, deadline = $4, \
                   due = $5, winner = $6 WHERE id = $7 AND version = $8";
        let query = sqlx::query(sql).bind(&row.status).bind(row.round).bind(row.updated).bind(row.deadline);
        let query = query.bind(row.due).bind(&row.winner).bind(&row.id).bind(row.version);
        if query.execute(&mut *transaction).await.map_err(database)?.rows_affected() == 0 {
            return Err(StoreError::Changed);
        }
        for (seed, user) in (0_i64..).zip(&step.seeds) {
            let sql = "UPDATE tournament_players SET seed = $1 WHERE tournament_id = $2 AND user_id = $3";
            let query = sqlx::query(sql).bind(seed).bind(&row.id).bind(user);
            query.execute(&mut *transaction).await.map_err(database)?;
        }
        for (row, record) in &step.matches {
            writer::carry_out(&mut transaction, deeds::add_match(row, record)).await.map_err(database)?;
        }
        for game in &step.appointments {
            let sql = "INSERT INTO tournament_matches (tournament_id, round, board, leg, match_id, user0, user1, points0, \
                       points1, how) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
            let query = sqlx::query(sql).bind(&row.id).bind(game.round).bind(game.board).bind(game.leg);
            let query = query.bind(&game.match_id).bind(&game.users.0).bind(&game.users.1);
            let query = query.bind(game.points.map(|(one, _)| one)).bind(game.points.map(|(_, other)| other));
            query.bind(&game.how).execute(&mut *transaction).await.map_err(database)?;
        }
        let notices = step.notices.iter().map(deeds::notice).collect();
        writer::carry_out(&mut transaction, notices).await.map_err(database)?;
        transaction.commit().await.map_err(database)
    }

    async fn score(&self, tournament: &str, game: &AppointmentRow) -> Result<(), StoreError> {
        let sql = "UPDATE tournament_matches SET points0 = $1, points1 = $2, how = $3, match_id = $4 \
                   WHERE tournament_id = $5 AND round = $6 AND board = $7 AND leg = $8 AND points0 IS NULL";
        let (one, other) = game.points.unzip();
        let query = sqlx::query(sql).bind(one).bind(other).bind(&game.how).bind(&game.match_id).bind(tournament);
        self.execute(query.bind(game.round).bind(game.board).bind(game.leg)).await.map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_are_rated_by_what_the_other_was_before() {
        let at = 1_000_000;
        let [winner, loser] = rated([(Rating::NEW, at), (Rating::NEW, at)], 0, at);
        assert!((winner.rating - 1500.0 - (1500.0 - loser.rating)).abs() < 1e-6, "{winner:?} {loser:?}");
        assert!(winner.rating > 1600.0 && winner.deviation < 350.0);
        let [one, other] = rated([(Rating::NEW, at), (Rating::NEW, at)], DRAWN, at);
        assert_eq!((one.rating, other.rating), (1500.0, 1500.0));
        assert_eq!((scores(0), scores(1), scores(DRAWN)), ([1.0, 0.0], [0.0, 1.0], [0.5, 0.5]));
    }
}
