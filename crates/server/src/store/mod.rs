//! What is kept: users, sessions, matches, notices to be sent.
//!
//! A match is its record, kept line by line as `grognard check` reads it. Beside it stand its talk, an append-only list of
//! what was said and offered, and its row: the seats, how it stands, and what the lobby lists. What one accepted thing
//! changes in all of them is written in one transaction.

pub mod company;
mod sql;
pub mod studies;

pub use sql::{Sharing, backup, name_key, open, open_as, restore};

use async_trait::async_trait;
use company::{Company, Ended};
use std::time::{SystemTime, UNIX_EPOCH};
use studies::Studies;

/// Milliseconds since 1970.
pub type Millis = i64;

/// The time.
pub fn now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
}

/// Why nothing was kept or found.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else wrote first.
    #[error("match {0} has changed meanwhile")]
    Conflict(String),
    /// What the change is about has changed meanwhile, or is gone.
    #[error("it has changed meanwhile")]
    Changed,
    /// A name that must be the only one is taken.
    #[error("the name is taken")]
    Taken,
    /// The other servers on this database may take us for dead.
    #[error("this server has lost touch with the others")]
    LostTouch,
    /// The database does not answer as it should.
    #[error("the database: {0}")]
    Database(String),
}

/// Somebody who plays: a guest, or with a password an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// The id.
    pub id: String,
    /// The name others see.
    pub name: String,
    /// The password's hash in PHC form; `None` for guests.
    pub password: Option<String>,
    /// Where mail goes, confirmed or not.
    pub email: Option<String>,
    /// Whether the address was confirmed.
    pub email_confirmed: bool,
    /// Where webhooks go.
    pub webhook: Option<String>,
    /// Whether notices go out by mail.
    pub notice_mail: bool,
    /// Whether notices go out by webhook.
    pub notice_webhook: bool,
    /// When the user came.
    pub created: Millis,
    /// Whether the operator has shown him out.
    pub banned: bool,
    /// Whether he wants to be rated.
    pub rated: bool,
}

/// What a user changes of himself; whatever is not named stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserChange {
    /// The name others see.
    pub name: Option<String>,
    /// Where webhooks go, if anywhere.
    pub webhook: Option<Option<String>>,
    /// Whether notices go out by mail.
    pub notice_mail: Option<bool>,
    /// Whether notices go out by webhook.
    pub notice_webhook: Option<bool>,
    /// Whether he wants to be rated.
    pub rated: Option<bool>,
}

/// What lets somebody act as a user: a browser's session or a bot's token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The public id, to revoke it by.
    pub id: String,
    /// The hash of the token.
    pub hash: String,
    /// Whose it is.
    pub user: String,
    /// The name of a bot's token; `None` for a browser's session.
    pub bot: Option<String>,
    /// When it began.
    pub created: Millis,
    /// When it ends.
    pub expires: Millis,
}

/// A code mailed to confirm an address, or to set a new password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailCode {
    /// Whose address.
    pub user: String,
    /// The address.
    pub email: String,
    /// The hash of the code.
    pub hash: String,
    /// When it ends.
    pub expires: Millis,
    /// How often somebody tried one.
    pub tries: i64,
}

/// A match as the lobby lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRow {
    /// The id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// What never changes: options, pace, lesson, dice secret; JSON, the business of the matches' code.
    pub head: String,
    /// Grows with whatever is accepted.
    pub version: i64,
    /// What the record does not tell of how it stands: the clock, take-backs; JSON, the business of the matches' code.
    /// Empty where a match is still told by the journal of the first version alone.
    pub standing: String,
    /// What it comes to, for lists.
    pub summary: Summary,
    /// When it was created.
    pub created: Millis,
    /// Whether it is left out of public lists.
    pub private: bool,
    /// The seats, in the game's order.
    pub seats: [SeatRow; 2],
}

/// What the lobby shows of a match's state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// `waiting`, `playing` or `over`.
    pub status: String,
    /// When something last happened.
    pub updated: Millis,
    /// The turn.
    pub turn: i64,
    /// Actions played.
    pub actions: i64,
    /// The side (0 or 1) that must choose.
    pub to_choose: Option<i64>,
    /// When the choosing side runs out of time.
    pub deadline: Option<Millis>,
    /// How it ended; JSON.
    pub result: Option<String>,
    /// The id of the rematch.
    pub rematch: Option<String>,
    /// When it ended. It is written once, with what else is noted of its end.
    pub ended: Option<Millis>,
}

/// A seat of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatRow {
    /// `open`, `link`, `player` or `computer`.
    pub kind: String,
    /// Who sits there.
    pub user: Option<String>,
    /// Which computer player sits there.
    pub computer: Option<String>,
    /// The hash of the link that holds the seat.
    pub token_hash: Option<String>,
    /// How many actions had been played when its player last looked.
    pub seen: i64,
    /// Whether its player is told of his turn.
    pub notices: bool,
}

/// Something said or offered in a match; in the journals of the first version, anything that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// When.
    pub at: Millis,
    /// The side (0 or 1) that did it, where a side did.
    pub side: Option<i64>,
    /// What it is; JSON, the business of the matches' code.
    pub body: String,
}

/// What changes in a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// The number of the first of these lines, from 0.
    pub from: i64,
    /// Whether there are lines from there on, which go.
    pub cut: bool,
    /// The lines.
    pub texts: Vec<String>,
}

/// What one accepted thing changes in the store, all or nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Append {
    /// The match.
    pub id: String,
    /// The version it must have before: the lock against writing twice.
    pub version: i64,
    /// What changes in the record.
    pub lines: Lines,
    /// What is added to the talk.
    pub entries: Vec<Entry>,
    /// How it stands afterwards.
    pub standing: String,
    /// The summary afterwards.
    pub summary: Summary,
    /// The side (0 or 1) whose seat was taken, and that seat.
    pub seated: Option<(i64, SeatRow)>,
    /// Notices that must go out because of it.
    pub notices: Vec<Notice>,
    /// A match that comes of it, with the first lines of its record.
    pub adds: Option<(MatchRow, Vec<String>)>,
    /// What is noted if it has ended the match.
    pub ended: Option<Ended>,
}

impl Append {
    /// By how much the version grows: each entry of the talk has a number of its own.
    pub fn grows(&self) -> i64 {
        self.entries.len().max(1) as i64
    }
}

/// Something to be told to a user outside the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The id.
    pub id: String,
    /// Who is told.
    pub user: String,
    /// The match it is about.
    pub match_id: String,
    /// `mail` or `webhook`.
    pub channel: String,
    /// What is told; JSON.
    pub body: String,
    /// Not before then.
    pub due: Millis,
    /// How often it failed.
    pub tries: i64,
}

/// A finished match looked at again, or to be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisRow {
    /// The match.
    pub match_id: String,
    /// With whose eyes.
    pub eyes: String,
    /// How deep.
    pub depth: String,
    /// When somebody first asked.
    pub asked: Millis,
    /// What was found; JSON.
    pub found: Option<String>,
    /// Why nothing could be found.
    pub failed: Option<String>,
}

/// Which matches to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum List {
    /// Public ones with an open seat.
    Open,
    /// Public ones being played.
    Live,
    /// Public ones that are over.
    Finished,
    /// All of them, for the operator.
    All,
    /// All of a user's.
    Of(String),
    /// Those of a user that he has not put away.
    Kept(String),
    /// Those of a user that he has put away.
    Archived(String),
}

/// Where everything is kept. Whatever a method has answered is on disk.
#[async_trait]
pub trait Store: Company + Studies {
    /// Whether the database takes what is written.
    async fn is_well(&self) -> bool;

    /// Adds a user.
    async fn add_user(&self, user: &User) -> Result<(), StoreError>;
    /// The user with this id.
    async fn user(&self, id: &str) -> Result<Option<User>, StoreError>;
    /// Accounts whose name has this part, however it is capitalised, by name.
    async fn find_accounts(&self, part: &str, limit: i64) -> Result<Vec<User>, StoreError>;
    /// Shows a user out, which ends his sessions and tokens, or lets him in again: the user afterwards.
    async fn set_banned(&self, id: &str, on: bool) -> Result<Option<User>, StoreError>;
    /// The users with these ids, in any order; unknown ones are left out.
    async fn users(&self, ids: &[String]) -> Result<Vec<User>, StoreError>;
    /// The account (not a guest) with this name, however it is capitalised.
    async fn account(&self, name: &str) -> Result<Option<User>, StoreError>;
    // What changes an account is done for a user as he was read: if his password is another one by now, or the account
    // is gone, nothing is written, and the answer is `Changed`.

    /// Writes what a user changes of himself: the user afterwards. `Taken` if another account has the name.
    async fn change_user(&self, user: &User, change: &UserChange) -> Result<User, StoreError>;
    /// Makes an account of a guest: the user afterwards. `Taken` if another account has the name.
    async fn register(&self, guest: &User, name: &str, password: &str) -> Result<User, StoreError>;
    /// Writes a new password, and ends all browser sessions but the one with the id `keep`.
    async fn set_password(&self, user: &User, password: &str, keep: &str) -> Result<(), StoreError>;
    /// Writes an address that is not confirmed yet, and the code that was mailed there in place of an older one.
    async fn set_email(&self, user: &User, code: &MailCode) -> Result<(), StoreError>;
    /// Notes that a user's address is this one and confirmed: the user afterwards. The code is used up.
    async fn confirm_email(&self, user: &User, email: &str) -> Result<User, StoreError>;
    /// Keeps the code by which a new password can be set, in place of an older one.
    async fn set_reset_code(&self, user: &User, code: &MailCode) -> Result<(), StoreError>;
    /// The code mailed to a user for a new password, to compare with: counts as a try, this one included in the answer.
    async fn try_reset_code(&self, user: &str) -> Result<Option<MailCode>, StoreError>;
    /// Writes a new password in place of one that is forgotten, and ends all browser sessions. The code is used up.
    async fn reset_password(&self, user: &User, password: &str) -> Result<(), StoreError>;
    /// Forgets a user: sessions, address and webhook go, the seats of matches keep a nameless guest.
    async fn forget_user(&self, user: &User) -> Result<(), StoreError>;

    /// Hands all seats of a guest over to an account; the guest is no more. The ids of the matches concerned.
    async fn hand_over(&self, from: &str, to: &User) -> Result<Vec<String>, StoreError>;

    /// Adds a session or a bot's token, and forgets those that have ended by then.
    async fn add_session(&self, user: &User, session: &Session) -> Result<(), StoreError>;
    /// The session with this hash, if it has not ended at `now`, and its user.
    async fn session(&self, hash: &str, now: Millis) -> Result<Option<(Session, User)>, StoreError>;
    /// All sessions and tokens of a user that have not ended.
    async fn sessions(&self, user: &str, now: Millis) -> Result<Vec<Session>, StoreError>;
    /// Ends one session of a user, by its id; whether there was one.
    async fn end_session(&self, user: &str, id: &str) -> Result<bool, StoreError>;
    /// Ends all browser sessions of a user but the one with the id `keep`, and with `bots` the tokens too.
    async fn end_sessions(&self, user: &str, keep: Option<&str>, bots: bool) -> Result<(), StoreError>;
    /// Lets a session end later.
    async fn extend_session(&self, id: &str, expires: Millis) -> Result<(), StoreError>;

    /// The code mailed to a user, to compare with: counts as a try, this one included in the answer.
    async fn try_mail_code(&self, user: &str) -> Result<Option<MailCode>, StoreError>;

    /// Adds a match with the first lines of its record.
    async fn add_match(&self, row: &MatchRow, record: &[String]) -> Result<(), StoreError>;
    /// The match with this id.
    async fn match_row(&self, id: &str) -> Result<Option<MatchRow>, StoreError>;
    /// A match with its record and its talk, all as they were at one moment.
    async fn whole_match(&self, id: &str) -> Result<Option<(MatchRow, Vec<String>, Vec<Entry>)>, StoreError>;
    /// The record of a match, line by line.
    async fn record(&self, id: &str) -> Result<Vec<String>, StoreError>;
    /// All that was said and offered in a match.
    async fn talk(&self, id: &str) -> Result<Vec<Entry>, StoreError>;
    /// The ids of matches that are still told by the journal of the first version.
    async fn older_matches(&self) -> Result<Vec<String>, StoreError>;
    /// The journal of the first version.
    async fn older_journal(&self, id: &str) -> Result<Vec<Entry>, StoreError>;
    /// Keeps a match as a record from now on, in place of its journal.
    async fn bring_over(&self, row: &MatchRow, record: &[String], talk: &[Entry]) -> Result<(), StoreError>;
    /// Appends to a match; `Conflict` if it has changed meanwhile. Many of these are committed together. After another
    /// error, or if nobody waits for the answer, it may have been kept all the same: read the match anew.
    async fn append(&self, append: Append) -> Result<(), StoreError>;
    /// Notes how much of a match its player has seen.
    async fn set_seen(&self, id: &str, side: i64, seen: i64) -> Result<(), StoreError>;
    /// Switches the notices of a seat.
    async fn set_notices(&self, id: &str, side: i64, on: bool) -> Result<(), StoreError>;
    /// Puts a match away for a user, or takes it out again.
    async fn set_archived(&self, id: &str, user: &str, on: bool) -> Result<(), StoreError>;
    /// Matches, those changed last first, before (not including) the cursor `(updated, id)`.
    async fn matches(
        &self,
        list: List,
        before: Option<(Millis, String)>,
        limit: i64,
    ) -> Result<Vec<MatchRow>, StoreError>;
    /// Matches without an action that are not over and were last touched before then.
    async fn stale_matches(&self, before: Millis) -> Result<Vec<MatchRow>, StoreError>;
    /// Matches that are over and were last touched before then.
    async fn finished_matches(&self, before: Millis) -> Result<Vec<MatchRow>, StoreError>;
    /// Deletes what was said and offered in a match.
    async fn forget_talk(&self, id: &str) -> Result<(), StoreError>;
    /// Throws a match away that has this version; whether it had.
    async fn forget_match(&self, id: &str, version: i64) -> Result<bool, StoreError>;
    /// Throws away sessions that have ended at `now`, and guests without session and seat who came before `before`.
    async fn sweep(&self, now: Millis, before: Millis) -> Result<(), StoreError>;
    /// The ids of matches in play whose choosing side runs out of time before `now`.
    async fn overdue(&self, now: Millis) -> Result<Vec<String>, StoreError>;
    /// The ids of matches in play where a computer must choose, to go on with them after a restart; not those that one of
    /// several servers plays.
    async fn computers_to_move(&self) -> Result<Vec<String>, StoreError>;

    /// Notes that a match is to be looked at again, unless that is noted already.
    async fn ask_analysis(&self, row: &AnalysisRow) -> Result<(), StoreError>;
    /// What was asked and found of a match with these eyes and this depth.
    async fn analysis(&self, id: &str, eyes: &str, depth: &str) -> Result<Option<AnalysisRow>, StoreError>;
    /// What was asked and not found yet, the oldest first.
    async fn analyses_to_do(&self) -> Result<Vec<AnalysisRow>, StoreError>;
    /// Keeps what was found of a match, or why nothing was.
    async fn keep_analysis(&self, row: &AnalysisRow) -> Result<(), StoreError>;

    /// Notices that are due, the oldest first. Where servers share the work, no other gets them for a while.
    async fn due_notices(&self, now: Millis, limit: i64) -> Result<Vec<Notice>, StoreError>;
    /// Forgets a notice that was sent or given up.
    async fn drop_notice(&self, id: &str) -> Result<(), StoreError>;
    /// Puts a notice off after a failure.
    async fn put_off_notice(&self, id: &str, due: Millis, tries: i64) -> Result<(), StoreError>;
}
