//! Rows of tables as types.

use crate::store::{AnalysisRow, Entry, MailCode, MatchRow, Notice, SeatRow, Session, Summary, User};
use sqlx::any::AnyRow;
use sqlx::{Error, Row as _};

/// A type that is kept as a row.
pub trait FromRow: Sized {
    /// The columns it is read from. They are named in every statement: a table may gain others while we run.
    const COLUMNS: &'static str;
    /// Reads it by the names of the columns.
    fn from_row(row: &AnyRow) -> Result<Self, Error>;
}

impl FromRow for User {
    const COLUMNS: &str = "id, name, password, email, email_confirmed, webhook, notice_mail, notice_webhook, created, \
                           banned, rated";

    fn from_row(row: &AnyRow) -> Result<User, Error> {
        Ok(User {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            password: row.try_get("password")?,
            email: row.try_get("email")?,
            email_confirmed: switch(row, "email_confirmed")?,
            webhook: row.try_get("webhook")?,
            notice_mail: switch(row, "notice_mail")?,
            notice_webhook: switch(row, "notice_webhook")?,
            created: row.try_get("created")?,
            banned: switch(row, "banned")?,
            rated: switch(row, "rated")?,
        })
    }
}

impl FromRow for Session {
    const COLUMNS: &str = "id, hash, user_id, bot, created, expires";

    fn from_row(row: &AnyRow) -> Result<Session, Error> {
        Ok(Session {
            id: row.try_get("id")?,
            hash: row.try_get("hash")?,
            user: row.try_get("user_id")?,
            bot: row.try_get("bot")?,
            created: row.try_get("created")?,
            expires: row.try_get("expires")?,
        })
    }
}

impl FromRow for MailCode {
    const COLUMNS: &str = "user_id, email, hash, expires, tries";

    fn from_row(row: &AnyRow) -> Result<MailCode, Error> {
        Ok(MailCode {
            user: row.try_get("user_id")?,
            email: row.try_get("email")?,
            hash: row.try_get("hash")?,
            expires: row.try_get("expires")?,
            tries: row.try_get("tries")?,
        })
    }
}

impl FromRow for MatchRow {
    const COLUMNS: &str = "id, game, scenario, head, version, standing, status, updated, turn, actions, to_choose, \
                           deadline, result, rematch, ended, created, private, seat0_kind, seat0_user, seat0_computer, \
                           seat0_token, seat0_seen, seat0_notices, seat1_kind, seat1_user, seat1_computer, \
                           seat1_token, seat1_seen, seat1_notices";

    fn from_row(row: &AnyRow) -> Result<MatchRow, Error> {
        Ok(MatchRow {
            id: row.try_get("id")?,
            game: row.try_get("game")?,
            scenario: row.try_get("scenario")?,
            head: row.try_get("head")?,
            version: row.try_get("version")?,
            standing: row.try_get("standing")?,
            summary: Summary {
                status: row.try_get("status")?,
                updated: row.try_get("updated")?,
                turn: row.try_get("turn")?,
                actions: row.try_get("actions")?,
                to_choose: row.try_get("to_choose")?,
                deadline: row.try_get("deadline")?,
                result: row.try_get("result")?,
                rematch: row.try_get("rematch")?,
                ended: row.try_get("ended")?,
            },
            created: row.try_get("created")?,
            private: switch(row, "private")?,
            seats: [seat(row, 0)?, seat(row, 1)?],
        })
    }
}

fn seat(row: &AnyRow, side: usize) -> Result<SeatRow, Error> {
    let column = |name: &str| format!("seat{side}_{name}");
    Ok(SeatRow {
        kind: row.try_get(column("kind").as_str())?,
        user: row.try_get(column("user").as_str())?,
        computer: row.try_get(column("computer").as_str())?,
        token_hash: row.try_get(column("token").as_str())?,
        seen: row.try_get(column("seen").as_str())?,
        notices: switch(row, &column("notices"))?,
    })
}

impl FromRow for Entry {
    const COLUMNS: &str = "at, side, body";

    fn from_row(row: &AnyRow) -> Result<Entry, Error> {
        Ok(Entry { at: row.try_get("at")?, side: row.try_get("side")?, body: row.try_get("body")? })
    }
}

impl FromRow for Notice {
    const COLUMNS: &str = "id, user_id, match_id, channel, body, due, tries";

    fn from_row(row: &AnyRow) -> Result<Notice, Error> {
        Ok(Notice {
            id: row.try_get("id")?,
            user: row.try_get("user_id")?,
            match_id: row.try_get("match_id")?,
            channel: row.try_get("channel")?,
            body: row.try_get("body")?,
            due: row.try_get("due")?,
            tries: row.try_get("tries")?,
        })
    }
}

impl FromRow for AnalysisRow {
    const COLUMNS: &str = "match_id, eyes, depth, asked, found, failed";

    fn from_row(row: &AnyRow) -> Result<AnalysisRow, Error> {
        Ok(AnalysisRow {
            match_id: row.try_get("match_id")?,
            eyes: row.try_get("eyes")?,
            depth: row.try_get("depth")?,
            asked: row.try_get("asked")?,
            found: row.try_get("found")?,
            failed: row.try_get("failed")?,
        })
    }
}

fn switch(row: &AnyRow, column: &str) -> Result<bool, Error> {
    row.try_get::<i64, _>(column).map(|value| value != 0)
}
