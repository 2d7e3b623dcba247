//! The store in SQLite or PostgreSQL: the same statements for both.

mod claim;
mod company;
mod copies;
mod deeds;
mod direct;
mod open;
mod rows;
#[cfg(feature = "postgres")]
mod short;
mod studies;
mod turn;
mod writer;

pub use claim::Sharing;
pub use copies::{backup, restore};
pub use open::{open, open_as};

use super::{
    AnalysisRow, Append, Entry, List, MailCode, MatchRow, Millis, Notice, Session, Store, StoreError, User, UserChange,
};
use async_trait::async_trait;
use claim::Claim;
use rows::FromRow;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AnyPool, AssertSqlSafe};
use turn::{Pen, Turn};
use unicode_normalization::UnicodeNormalization as _;
use writer::{Job, Writer, carry_out};

/// How often a guest's seats are handed over anew because he has just taken another.
const HAND_OVERS: usize = 5;
/// How long a notice belongs to the server that has taken it from among several, in milliseconds: longer than sending takes.
const NOTICE_TAKEN: Millis = 120_000;
/// The name of a user who is no more.
const FORGOTTEN: &str = "Guest";
/// The table of codes that confirm an address.
const MAIL_CODES: &str = "mail_codes";
/// The table of codes for a new password.
const RESET_CODES: &str = "reset_codes";

/// A database.
struct Sql {
    /// Connections that only read.
    read: AnyPool,
    /// Connections that write.
    write: Pen,
    writer: Writer,
    /// Begins to read several things as they are at one moment.
    snapshot: &'static str,
    /// Whether other servers use it too.
    sharing: Sharing,
    /// That nobody else does who should not.
    _claim: Claim,
}

type Statement<'q> = Query<'q, Any, AnyArguments>;

impl Sql {
    async fn one<T: FromRow>(&self, query: Statement<'_>) -> Result<Option<T>, StoreError> {
        let row = query.fetch_optional(&self.read).await.map_err(database)?;
        row.as_ref().map(T::from_row).transpose().map_err(database)
    }

    async fn all<T: FromRow>(&self, query: Statement<'_>) -> Result<Vec<T>, StoreError> {
        let rows = query.fetch_all(&self.read).await.map_err(database)?;
        rows.iter().map(T::from_row).collect::<Result<_, _>>().map_err(database)
    }

    /// The texts that a query finds in its first column.
    async fn firsts(&self, query: Statement<'_>) -> Result<Vec<String>, StoreError> {
        let rows = query.fetch_all(&self.read).await.map_err(database)?;
        rows.iter().map(first_column).collect::<Result<_, _>>().map_err(database)
    }

    /// Begins to write about a user as he was read: nobody else can until it is committed.
    async fn hold(&self, user: &User) -> Result<Turn, StoreError> {
        let mut transaction = self.write.begin().await.map_err(database)?;
        let sql = "UPDATE users SET created = created WHERE id = $1 AND password IS NOT DISTINCT FROM $2 \
                   AND banned = $3";
        let held = sqlx::query(sql).bind(&user.id).bind(&user.password).bind(i64::from(user.banned));
        let held = held.execute(&mut *transaction).await;
        if held.map_err(database)?.rows_affected() == 0 {
            return Err(StoreError::Changed);
        }
        Ok(transaction)
    }

    async fn try_hand_over(&self, from: &str, to: &User) -> Result<Vec<String>, StoreError> {
        let mut transaction = self.hold(to).await?;
        let mut ids = Vec::new();
        for sql in [
            "UPDATE matches SET seat0_user = $2 WHERE seat0_user = $1 RETURNING id",
            "UPDATE matches SET seat1_user = $2 WHERE seat1_user = $1 RETURNING id",
        ] {
            let rows = sqlx::query(sql).bind(from).bind(&to.id).fetch_all(&mut *transaction).await.map_err(database)?;
            ids.extend(rows.iter().map(first_column).collect::<Result<Vec<_>, _>>().map_err(database)?);
        }
        let archived = "INSERT INTO archived (match_id, user_id) SELECT match_id, $2 FROM archived WHERE user_id = $1 \
                        ON CONFLICT DO NOTHING";
        sqlx::query(archived).bind(from).bind(&to.id).execute(&mut *transaction).await.map_err(database)?;
        for sql in [
            "DELETE FROM archived WHERE user_id = $1",
            "DELETE FROM sessions WHERE user_id = $1",
            "DELETE FROM mail_codes WHERE user_id = $1",
            "DELETE FROM notices WHERE user_id = $1",
            "DELETE FROM users WHERE id = $1",
        ] {
            sqlx::query(sql).bind(from).execute(&mut *transaction).await.map_err(database)?;
        }
        transaction.commit().await.map_err(database)?;
        ids.sort();
        ids.dedup();
        Ok(ids)
    }

    /// The code of a user in one of the tables of codes: counts as a try.
    async fn try_code(&self, table: &str, user: &str) -> Result<Option<MailCode>, StoreError> {
        let sql = format!("UPDATE {table} SET tries = tries + 1 WHERE user_id = $1 RETURNING {}", MailCode::COLUMNS);
        let rows = self.write.fetch_all(sqlx::query(AssertSqlSafe(sql)).bind(user)).await.map_err(database)?;
        rows.first().map(MailCode::from_row).transpose().map_err(database)
    }

    /// Executes one statement; how many rows it concerned.
    async fn execute(&self, query: Statement<'_>) -> Result<u64, StoreError> {
        self.write.execute(query).await.map(|done| done.rows_affected()).map_err(database)
    }
}

#[async_trait]
impl Store for Sql {
    async fn is_well(&self) -> bool {
        writer::write(&self.writer, Job::Pulse).await.is_ok()
    }

    async fn add_user(&self, user: &User) -> Result<(), StoreError> {
        let sql = "INSERT INTO users (name, name_key, password, email, email_confirmed, webhook, notice_mail, \
                   notice_webhook, created, id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
        self.execute(bind_user(sql, user)).await.map(drop)
    }

    async fn user(&self, id: &str) -> Result<Option<User>, StoreError> {
        self.one(select::<User>("FROM users WHERE id = $1").bind(id)).await
    }

    async fn find_accounts(&self, part: &str, limit: i64) -> Result<Vec<User>, StoreError> {
        let sql = "FROM users WHERE name_key IS NOT NULL AND name_key LIKE $1 ESCAPE '\\' ORDER BY name_key LIMIT $2";
        let literal =
            ['\\', '%', '_'].iter().fold(name_key(part), |part, sign| part.replace(*sign, &format!("\\{sign}")));
        self.all(select::<User>(sql).bind(format!("%{literal}%")).bind(limit)).await
    }

    async fn set_banned(&self, id: &str, on: bool) -> Result<Option<User>, StoreError> {
        let mut transaction = self.write.begin().await.map_err(database)?;
        let change = sqlx::query("UPDATE users SET banned = $2 WHERE id = $1").bind(id).bind(i64::from(on));
        if change.execute(&mut *transaction).await.map_err(database)?.rows_affected() == 0 {
            return Ok(None);
        }
        if on {
            end_sessions(id, None, true).execute(&mut *transaction).await.map_err(database)?;
        }
        let row = select::<User>("FROM users WHERE id = $1").bind(id).fetch_one(&mut *transaction).await;
        let user = User::from_row(&row.map_err(database)?).map_err(database)?;
        transaction.commit().await.map_err(database)?;
        Ok(Some(user))
    }

    async fn users(&self, ids: &[String]) -> Result<Vec<User>, StoreError> {
        let mut users = Vec::with_capacity(ids.len());
        for ids in ids.chunks(100) {
            let places: Vec<String> = (1..=ids.len()).map(|place| format!("${place}")).collect();
            let query = select::<User>(&format!("FROM users WHERE id IN ({})", places.join(", ")));
            users.extend(self.all(ids.iter().fold(query, Query::bind)).await?);
        }
        Ok(users)
    }

    async fn account(&self, name: &str) -> Result<Option<User>, StoreError> {
        self.one(select::<User>("FROM users WHERE name_key = $1").bind(name_key(name))).await
    }

    async fn change_user(&self, user: &User, change: &UserChange) -> Result<User, StoreError> {
        let mut transaction = self.hold(user).await?;
        if let Some(name) = &change.name {
            name_user(&mut transaction, user, name, user.password.is_some()).await?;
        }
        if let Some(webhook) = &change.webhook {
            let query = sqlx::query("UPDATE users SET webhook = $2 WHERE id = $1").bind(&user.id).bind(webhook);
            query.execute(&mut *transaction).await.map_err(database)?;
        }
        for (sql, on) in [
            ("UPDATE users SET notice_mail = $2 WHERE id = $1", change.notice_mail),
            ("UPDATE users SET notice_webhook = $2 WHERE id = $1", change.notice_webhook),
            ("UPDATE users SET rated = $2 WHERE id = $1", change.rated),
        ] {
            if let Some(on) = on {
                let query = sqlx::query(sql).bind(&user.id).bind(i64::from(on));
                query.execute(&mut *transaction).await.map_err(database)?;
            }
        }
        written(transaction, user).await
    }

    async fn register(&self, guest: &User, name: &str, password: &str) -> Result<User, StoreError> {
        let mut transaction = self.hold(guest).await?;
        name_user(&mut transaction, guest, name, true).await?;
        let query = sqlx::query("UPDATE users SET password = $2 WHERE id = $1").bind(&guest.id).bind(password);
        query.execute(&mut *transaction).await.map_err(database)?;
        written(transaction, guest).await
    }

    async fn set_password(&self, user: &User, password: &str, keep: &str) -> Result<(), StoreError> {
        let mut transaction = self.hold(user).await?;
        let change = sqlx::query("UPDATE users SET password = $2 WHERE id = $1").bind(&user.id).bind(password);
        change.execute(&mut *transaction).await.map_err(database)?;
        end_sessions(&user.id, Some(keep), false).execute(&mut *transaction).await.map_err(database)?;
        transaction.commit().await.map_err(database)
    }

    async fn set_email(&self, user: &User, code: &MailCode) -> Result<(), StoreError> {
        let mut transaction = self.hold(user).await?;
        let sql = "UPDATE users SET email = $2, email_confirmed = 0 WHERE id = $1";
        let change = sqlx::query(sql).bind(&user.id).bind(&code.email);
        change.execute(&mut *transaction).await.map_err(database)?;
        keep_code(MAIL_CODES, user, code).execute(&mut *transaction).await.map_err(database)?;
        transaction.commit().await.map_err(database)
    }

    async fn confirm_email(&self, user: &User, email: &str) -> Result<User, StoreError> {
        let mut transaction = self.hold(user).await?;
        // The address may be another one by now.
        let sql = "UPDATE users SET email_confirmed = 1 WHERE id = $1 AND email = $2";
        let change = sqlx::query(sql).bind(&user.id).bind(email).execute(&mut *transaction).await.map_err(database)?;
        if change.rows_affected() == 0 {
            return Err(StoreError::Changed);
        }
        let used = sqlx::query("DELETE FROM mail_codes WHERE user_id = $1").bind(&user.id);
        used.execute(&mut *transaction).await.map_err(database)?;
        written(transaction, user).await
    }

    async fn set_reset_code(&self, user: &User, code: &MailCode) -> Result<(), StoreError> {
        let mut transaction = self.hold(user).await?;
        keep_code(RESET_CODES, user, code).execute(&mut *transaction).await.map_err(database)?;
        transaction.commit().await.map_err(database)
    }

    async fn try_reset_code(&self, user: &str) -> Result<Option<MailCode>, StoreError> {
        self.try_code(RESET_CODES, user).await
    }

    async fn reset_password(&self, user: &User, password: &str) -> Result<(), StoreError> {
        let mut transaction = self.hold(user).await?;
        let change = sqlx::query("UPDATE users SET password = $2 WHERE id = $1").bind(&user.id).bind(password);
        change.execute(&mut *transaction).await.map_err(database)?;
        let used = sqlx::query("DELETE FROM reset_codes WHERE user_id = $1").bind(&user.id);
        used.execute(&mut *transaction).await.map_err(database)?;
        end_sessions(&user.id, None, false).execute(&mut *transaction).await.map_err(database)?;
        transaction.commit().await.map_err(database)
    }

    async fn forget_user(&self, user: &User) -> Result<(), StoreError> {
        let mut transaction = self.hold(user).await?;
        let sql = "UPDATE users SET name = $2, name_key = NULL, password = NULL, email = NULL, email_confirmed = 0, \
                   webhook = NULL, notice_mail = 0, notice_webhook = 0, rated = 0 WHERE id = $1";
        sqlx::query(sql).bind(&user.id).bind(FORGOTTEN).execute(&mut *transaction).await.map_err(database)?;
        for sql in [
            "DELETE FROM sessions WHERE user_id = $1",
            "DELETE FROM mail_codes WHERE user_id = $1",
            "DELETE FROM reset_codes WHERE user_id = $1",
            "DELETE FROM notices WHERE user_id = $1",
            "DELETE FROM archived WHERE user_id = $1",
            "DELETE FROM ratings WHERE user_id = $1",
            "DELETE FROM studies WHERE maker = $1",
            // He is awaited in no tournament any more: what has not begun forgets him.
            "UPDATE tournaments SET players = players - 1, version = version + 1 WHERE status = 'open' \
             AND id IN (SELECT tournament_id FROM tournament_players WHERE user_id = $1)",
            "DELETE FROM tournament_players WHERE user_id = $1 \
             AND tournament_id IN (SELECT id FROM tournaments WHERE status = 'open')",
            "UPDATE tournament_players SET withdrawn = 1 WHERE user_id = $1 \
             AND tournament_id IN (SELECT id FROM tournaments WHERE status = 'playing')",
        ] {
            sqlx::query(sql).bind(&user.id).execute(&mut *transaction).await.map_err(database)?;
        }
        transaction.commit().await.map_err(database)
    }

    async fn hand_over(&self, from: &str, to: &User) -> Result<Vec<String>, StoreError> {
        // The guest himself goes: a seat that he takes this very moment finds nobody to belong to and is not taken, or,
        // if it was just before, stands in the way and is handed over with the rest.
        for _ in 1..HAND_OVERS {
            match self.try_hand_over(from, to).await {
                Err(StoreError::Changed) => {}
                done => return done,
            }
        }
        self.try_hand_over(from, to).await
    }

    async fn add_session(&self, user: &User, session: &Session) -> Result<(), StoreError> {
        let mut transaction = self.hold(user).await?;
        let ended = sqlx::query("DELETE FROM sessions WHERE expires <= $1").bind(session.created);
        ended.execute(&mut *transaction).await.map_err(database)?;
        let sql = "INSERT INTO sessions (id, hash, user_id, bot, created, expires) VALUES ($1, $2, $3, $4, $5, $6)";
        let query = sqlx::query(sql)
            .bind(&session.id)
            .bind(&session.hash)
            .bind(&user.id)
            .bind(&session.bot)
            .bind(session.created)
            .bind(session.expires);
        query.execute(&mut *transaction).await.map_err(database)?;
        transaction.commit().await.map_err(database)
    }

    async fn session(&self, hash: &str, now: Millis) -> Result<Option<(Session, User)>, StoreError> {
        let query = select::<Session>("FROM sessions WHERE hash = $1 AND expires > $2").bind(hash).bind(now);
        let Some(session) = self.one::<Session>(query).await? else { return Ok(None) };
        let user = self.user(&session.user).await?;
        Ok(user.map(|user| (session, user)))
    }

    async fn sessions(&self, user: &str, now: Millis) -> Result<Vec<Session>, StoreError> {
        let query = select::<Session>("FROM sessions WHERE user_id = $1 AND expires > $2 ORDER BY created, id");
        self.all(query.bind(user).bind(now)).await
    }

    async fn end_session(&self, user: &str, id: &str) -> Result<bool, StoreError> {
        let query = sqlx::query("DELETE FROM sessions WHERE user_id = $1 AND id = $2").bind(user).bind(id);
        self.execute(query).await.map(|ended| ended > 0)
    }

    async fn end_sessions(&self, user: &str, keep: Option<&str>, bots: bool) -> Result<(), StoreError> {
        self.execute(end_sessions(user, keep, bots)).await.map(drop)
    }

    async fn extend_session(&self, id: &str, expires: Millis) -> Result<(), StoreError> {
        let query = sqlx::query("UPDATE sessions SET expires = $1 WHERE id = $2").bind(expires).bind(id);
        self.execute(query).await.map(drop)
    }

    async fn try_mail_code(&self, user: &str) -> Result<Option<MailCode>, StoreError> {
        self.try_code(MAIL_CODES, user).await
    }

    async fn add_match(&self, row: &MatchRow, record: &[String]) -> Result<(), StoreError> {
        let mut transaction = self.write.begin().await.map_err(database)?;
        carry_out(&mut transaction, deeds::add_match(row, record)).await.map_err(database)?;
        transaction.commit().await.map_err(database)
    }

    async fn match_row(&self, id: &str) -> Result<Option<MatchRow>, StoreError> {
        self.one(match_row(id)).await
    }

    async fn whole_match(&self, id: &str) -> Result<Option<(MatchRow, Vec<String>, Vec<Entry>)>, StoreError> {
        let mut moment = self.read.begin_with(self.snapshot).await.map_err(database)?;
        let row = match_row(id).fetch_optional(&mut *moment).await.map_err(database)?;
        let Some(row) = row else { return Ok(None) };
        let lines = record(id).fetch_all(&mut *moment).await.map_err(database)?;
        let talk = talk(id).fetch_all(&mut *moment).await.map_err(database)?;
        moment.commit().await.map_err(database)?;
        let read = || {
            let lines = lines.iter().map(first_column).collect::<Result<_, _>>()?;
            let talk = talk.iter().map(Entry::from_row).collect::<Result<_, _>>()?;
            Ok(Some((MatchRow::from_row(&row)?, lines, talk)))
        };
        read().map_err(database)
    }

    async fn record(&self, id: &str) -> Result<Vec<String>, StoreError> {
        self.firsts(record(id)).await
    }

    async fn talk(&self, id: &str) -> Result<Vec<Entry>, StoreError> {
        self.all(talk(id)).await
    }

    async fn older_matches(&self) -> Result<Vec<String>, StoreError> {
        self.firsts(sqlx::query("SELECT id FROM matches WHERE standing = '' ORDER BY id")).await
    }

    async fn older_journal(&self, id: &str) -> Result<Vec<Entry>, StoreError> {
        self.all(select::<Entry>("FROM journal WHERE match_id = $1 ORDER BY number").bind(id)).await
    }

    async fn bring_over(&self, row: &MatchRow, record: &[String], talk: &[Entry]) -> Result<(), StoreError> {
        let mut transaction = self.write.begin().await.map_err(database)?;
        let sql = "UPDATE matches SET standing = $1 WHERE id = $2 AND version = $3 AND standing = ''";
        let update = sqlx::query(sql).bind(&row.standing).bind(&row.id).bind(row.version);
        if update.execute(&mut *transaction).await.map_err(database)?.rows_affected() == 0 {
            return Err(StoreError::Conflict(row.id.clone()));
        }
        let lines = deeds::lines(&row.id, row.summary.updated, record);
        let talk = (0..).zip(talk).map(|(number, entry)| deeds::talk(&row.id, number, entry));
        carry_out(&mut transaction, lines.chain(talk).collect()).await.map_err(database)?;
        let journal = sqlx::query("DELETE FROM journal WHERE match_id = $1").bind(&row.id);
        journal.execute(&mut *transaction).await.map_err(database)?;
        transaction.commit().await.map_err(database)
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        writer::write(&self.writer, Job::Append(Box::new(append))).await
    }

    async fn set_seen(&self, id: &str, side: i64, seen: i64) -> Result<(), StoreError> {
        writer::write(&self.writer, Job::Seen { id: id.into(), side, seen }).await
    }

    async fn set_notices(&self, id: &str, side: i64, on: bool) -> Result<(), StoreError> {
        let sql = if side == 0 {
            "UPDATE matches SET seat0_notices = $1 WHERE id = $2"
        } else {
            "UPDATE matches SET seat1_notices = $1 WHERE id = $2"
        };
        self.execute(sqlx::query(sql).bind(i64::from(on)).bind(id)).await.map(drop)
    }

    async fn set_archived(&self, id: &str, user: &str, on: bool) -> Result<(), StoreError> {
        let sql = if on {
            "INSERT INTO archived (match_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        } else {
            "DELETE FROM archived WHERE match_id = $1 AND user_id = $2"
        };
        self.execute(sqlx::query(sql).bind(id).bind(user)).await.map(drop)
    }

    async fn matches(
        &self,
        list: List,
        before: Option<(Millis, String)>,
        limit: i64,
    ) -> Result<Vec<MatchRow>, StoreError> {
        let (which, user) = match list {
            List::Open => ("private = 0 AND status = 'waiting' AND 'open' IN (seat0_kind, seat1_kind)", None),
            List::Live => ("private = 0 AND status = 'playing'", None),
            List::Finished => ("private = 0 AND status = 'over'", None),
            List::All => ("1 = 1", None),
            List::Of(user) => ("(seat0_user = $4 OR seat1_user = $4)", Some(user)),
            List::Kept(user) => (
                "(seat0_user = $4 OR seat1_user = $4) \
                 AND id NOT IN (SELECT match_id FROM archived WHERE user_id = $4)",
                Some(user),
            ),
            List::Archived(user) => (
                "(seat0_user = $4 OR seat1_user = $4) AND id IN (SELECT match_id FROM archived WHERE user_id = $4)",
                Some(user),
            ),
        };
        let query = select::<MatchRow>(&format!(
            "FROM matches WHERE {which} AND (updated, id) < ($1, $2) ORDER BY updated DESC, id DESC LIMIT $3"
        ));
        let (updated, id) = before.unwrap_or((Millis::MAX, String::new()));
        let query = query.bind(updated).bind(id).bind(limit);
        let query = match user {
            Some(user) => query.bind(user),
            None => query,
        };
        self.all(query).await
    }

    async fn stale_matches(&self, before: Millis) -> Result<Vec<MatchRow>, StoreError> {
        let sql = "FROM matches WHERE status <> 'over' AND actions = 0 AND updated < $1 ORDER BY id";
        self.all(select::<MatchRow>(sql).bind(before)).await
    }

    async fn finished_matches(&self, before: Millis) -> Result<Vec<MatchRow>, StoreError> {
        let sql = "FROM matches WHERE status = 'over' AND updated < $1 ORDER BY id";
        self.all(select::<MatchRow>(sql).bind(before)).await
    }

    async fn forget_talk(&self, id: &str) -> Result<(), StoreError> {
        self.execute(sqlx::query("DELETE FROM talk WHERE match_id = $1").bind(id)).await.map(drop)
    }

    async fn forget_match(&self, id: &str, version: i64) -> Result<bool, StoreError> {
        let mut transaction = self.write.begin().await.map_err(database)?;
        // Nobody else can touch it from here on.
        let sql = "UPDATE matches SET version = version WHERE id = $1 AND version = $2";
        let held = sqlx::query(sql).bind(id).bind(version).execute(&mut *transaction).await.map_err(database)?;
        if held.rows_affected() == 0 {
            return Ok(false);
        }
        for table in ["record", "talk", "journal", "notices", "archived", "analyses"] {
            let sql = format!("DELETE FROM {table} WHERE match_id = $1");
            sqlx::query(AssertSqlSafe(sql)).bind(id).execute(&mut *transaction).await.map_err(database)?;
        }
        let gone = sqlx::query("DELETE FROM matches WHERE id = $1").bind(id);
        gone.execute(&mut *transaction).await.map_err(database)?;
        transaction.commit().await.map_err(database)?;
        Ok(true)
    }

    async fn sweep(&self, now: Millis, before: Millis) -> Result<(), StoreError> {
        let mut transaction = self.write.begin().await.map_err(database)?;
        let ended = sqlx::query("DELETE FROM sessions WHERE expires <= $1").bind(now);
        ended.execute(&mut *transaction).await.map_err(database)?;
        let guests = "DELETE FROM users WHERE password IS NULL AND created < $1 \
                      AND NOT EXISTS (SELECT 1 FROM sessions WHERE user_id = users.id) \
                      AND NOT EXISTS (SELECT 1 FROM mail_codes WHERE user_id = users.id) \
                      AND NOT EXISTS (SELECT 1 FROM notices WHERE user_id = users.id) \
                      AND NOT EXISTS (SELECT 1 FROM archived WHERE user_id = users.id) \
                      AND NOT EXISTS (SELECT 1 FROM matches WHERE seat0_user = users.id) \
                      AND NOT EXISTS (SELECT 1 FROM matches WHERE seat1_user = users.id)";
        sqlx::query(guests).bind(before).execute(&mut *transaction).await.map_err(database)?;
        transaction.commit().await.map_err(database)
    }

    async fn overdue(&self, now: Millis) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM matches WHERE status = 'playing' AND deadline < $1 ORDER BY deadline, id";
        self.firsts(sqlx::query(sql).bind(now)).await
    }

    async fn computers_to_move(&self) -> Result<Vec<String>, StoreError> {
        const FREE: &str = "AND NOT EXISTS (SELECT 1 FROM owners JOIN servers ON number = server \
                            WHERE match_id = id AND until > clock_timestamp())";
        let free = if self.sharing == Sharing::Among { FREE } else { "" };
        // Whether it is private does not matter, but the index of those that are played begins with that.
        let sql = format!(
            "SELECT id FROM matches WHERE private IN (0, 1) AND status = 'playing' AND (to_choose = 0 AND seat0_kind = 'computer' \
             OR to_choose = 1 AND seat1_kind = 'computer') {free} ORDER BY id"
        );
        self.firsts(sqlx::query(AssertSqlSafe(sql))).await
    }

    async fn ask_analysis(&self, row: &AnalysisRow) -> Result<(), StoreError> {
        let sql = "INSERT INTO analyses (match_id, eyes, depth, asked) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
        let query = sqlx::query(sql).bind(&row.match_id).bind(&row.eyes).bind(&row.depth).bind(row.asked);
        self.execute(query).await.map(drop)
    }

    async fn analysis(&self, id: &str, eyes: &str, depth: &str) -> Result<Option<AnalysisRow>, StoreError> {
        let query = select::<AnalysisRow>("FROM analyses WHERE match_id = $1 AND eyes = $2 AND depth = $3");
        self.one(query.bind(id).bind(eyes).bind(depth)).await
    }

    async fn analyses_to_do(&self) -> Result<Vec<AnalysisRow>, StoreError> {
        let which = "FROM analyses WHERE found IS NULL AND failed IS NULL ORDER BY asked, match_id, eyes, depth";
        self.all(select::<AnalysisRow>(which)).await
    }

    async fn keep_analysis(&self, row: &AnalysisRow) -> Result<(), StoreError> {
        let sql = "UPDATE analyses SET found = $1, failed = $2 WHERE match_id = $3 AND eyes = $4 AND depth = $5";
        let query = sqlx::query(sql).bind(&row.found).bind(&row.failed);
        self.execute(query.bind(&row.match_id).bind(&row.eyes).bind(&row.depth)).await.map(drop)
    }

    async fn due_notices(&self, now: Millis, limit: i64) -> Result<Vec<Notice>, StoreError> {
        if self.sharing == Sharing::Among {
            // Should the server die that takes them, they are due again.
            let sql = format!(
                "UPDATE notices SET due = $3 WHERE id IN (SELECT id FROM notices WHERE due <= $1 ORDER BY due, id \
                 LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING {}",
                Notice::COLUMNS
            );
            let taken = sqlx::query(AssertSqlSafe(sql)).bind(now).bind(limit).bind(now + NOTICE_TAKEN);
            let taken = self.write.fetch_all(taken).await.map_err(database)?;
            return taken.iter().map(Notice::from_row).collect::<Result<_, _>>().map_err(database);
        }
        self.all(select::<Notice>("FROM notices WHERE due <= $1 ORDER BY due, id LIMIT $2").bind(now).bind(limit)).await
    }

    async fn drop_notice(&self, id: &str) -> Result<(), StoreError> {
        self.execute(sqlx::query("DELETE FROM notices WHERE id = $1").bind(id)).await.map(drop)
    }

    async fn put_off_notice(&self, id: &str, due: Millis, tries: i64) -> Result<(), StoreError> {
        let query = sqlx::query("UPDATE notices SET due = $1, tries = $2 WHERE id = $3").bind(due).bind(tries).bind(id);
        self.execute(query).await.map(drop)
    }
}

/// A question for rows of a type, from `FROM` on.
fn select<T: FromRow>(rest: &str) -> Statement<'static> {
    sqlx::query(AssertSqlSafe(format!("SELECT {} {rest}", T::COLUMNS)))
}

/// A match by its id.
fn match_row(id: &str) -> Statement<'_> {
    select::<MatchRow>("FROM matches WHERE id = $1").bind(id)
}

/// The lines of a match's record.
fn record(id: &str) -> Statement<'_> {
    sqlx::query("SELECT line FROM record WHERE match_id = $1 ORDER BY number").bind(id)
}

/// What was said and offered in a match.
fn talk(id: &str) -> Statement<'_> {
    select::<Entry>("FROM talk WHERE match_id = $1 ORDER BY number").bind(id)
}

/// Writes a user's name, and for an account the one that it is found by.
async fn name_user(connection: &mut AnyConnection, user: &User, name: &str, account: bool) -> Result<(), StoreError> {
    let query = sqlx::query("UPDATE users SET name = $2, name_key = $3 WHERE id = $1").bind(&user.id).bind(name);
    query.bind(account.then(|| name_key(name))).execute(connection).await.map(drop).map_err(database)
}

/// Puts what was written about a user on disk: the user afterwards.
async fn written(mut transaction: Turn, user: &User) -> Result<User, StoreError> {
    let query = select::<User>("FROM users WHERE id = $1").bind(user.id.clone());
    let row = query.fetch_one(&mut *transaction).await.map_err(database)?;
    transaction.commit().await.map_err(database)?;
    User::from_row(&row).map_err(database)
}

/// Keeps a user's code in one of the tables of codes, in place of an older one.
fn keep_code<'q>(table: &str, user: &'q User, code: &'q MailCode) -> Statement<'q> {
    let sql = format!(
        "INSERT INTO {table} (user_id, email, hash, expires, tries) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, hash = excluded.hash, \
         expires = excluded.expires, tries = excluded.tries"
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(&user.id);
    query.bind(&code.email).bind(&code.hash).bind(code.expires).bind(code.tries)
}

/// Ends all browser sessions of a user but one, and with `bots` the tokens too.
fn end_sessions<'q>(user: &'q str, keep: Option<&'q str>, bots: bool) -> Statement<'q> {
    let sql = "DELETE FROM sessions WHERE user_id = $1 AND id <> $2 AND (bot IS NULL OR $3 = 1)";
    sqlx::query(sql).bind(user).bind(keep.unwrap_or_default()).bind(i64::from(bots))
}

/// Binds a new user's columns, the id last.
fn bind_user<'q>(sql: &'static str, user: &'q User) -> Statement<'q> {
    sqlx::query(sql)
        .bind(&user.name)
        .bind(user.password.is_some().then(|| name_key(&user.name)))
        .bind(&user.password)
        .bind(&user.email)
        .bind(i64::from(user.email_confirmed))
        .bind(&user.webhook)
        .bind(i64::from(user.notice_mail))
        .bind(i64::from(user.notice_webhook))
        .bind(user.created)
        .bind(&user.id)
}

/// A name as it is compared: two names that differ only in capitals, or in how accents are written, have the same.
/// By way of capitals, as some small letters have two forms (Greek σ and ς) or none of one letter (ß).
pub fn name_key(name: &str) -> String {
    name.nfkc().collect::<String>().to_uppercase().to_lowercase().nfkc().collect()
}

fn first_column(row: &AnyRow) -> Result<String, sqlx::Error> {
    sqlx::Row::try_get(row, 0)
}

fn first_number(row: &AnyRow) -> Result<i64, sqlx::Error> {
    sqlx::Row::try_get(row, 0)
}

/// What callers are told of the database's error.
fn database(error: sqlx::Error) -> StoreError {
    if error.as_database_error().is_some_and(|error| error.is_unique_violation()) {
        return StoreError::Taken;
    }
    if error.as_database_error().is_some_and(|error| error.is_foreign_key_violation()) {
        return StoreError::Changed;
    }
    StoreError::Database(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_whatever_their_capitals() {
        for (one, other) in [("Ney", "nEY"), ("Größe", "GRÖSSE"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("Éclair", "e\u{301}clair")]
        {
            assert_eq!(name_key(one), name_key(other));
        }
        assert_ne!(name_key("Ney"), name_key("Neÿ"));
    }
}
