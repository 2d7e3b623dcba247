//! What is kept of studies: whose they are, and their texts.

use super::{Millis, StoreError, User};
use async_trait::async_trait;

/// A study, without its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyRow {
    /// The id.
    pub id: String,
    /// Who has made it.
    pub maker: String,
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// What it is called; may be empty.
    pub title: String,
    /// How long its text is, in bytes.
    pub size: i64,
    /// When it was made.
    pub created: Millis,
    /// When it last changed.
    pub updated: Millis,
}

/// How much one user may keep.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// How many studies.
    pub studies: i64,
    /// How many bytes in all of them.
    pub bytes: i64,
}

/// The studies that are kept.
#[async_trait]
pub trait Studies: Send + Sync {
    /// Keeps a study of its maker, as he was read; whether there was room for it.
    async fn add_study(&self, maker: &User, row: &StudyRow, text: &str, room: Room) -> Result<bool, StoreError>;
    /// Writes a study of its maker anew, as it stands in the row; whether there was room for it. `Changed` if it is gone, or if it
    /// is to be as it was at `seen` and is not any more.
    async fn change_study(
        &self,
        maker: &User,
        row: &StudyRow,
        text: &str,
        seen: Option<Millis>,
        room: Room,
    ) -> Result<bool, StoreError>;
    /// The study with this id.
    async fn study(&self, id: &str) -> Result<Option<StudyRow>, StoreError>;
    /// Its text.
    async fn study_text(&self, id: &str) -> Result<Option<String>, StoreError>;
    /// All studies, or those of a user, those that changed last first.
    async fn studies(&self, maker: Option<&str>, limit: i64) -> Result<Vec<StudyRow>, StoreError>;
    /// Throws a study away; whether there was one.
    async fn forget_study(&self, id: &str) -> Result<bool, StoreError>;
}
