//! Studies in SQLite or PostgreSQL.

use super::rows::FromRow;
use super::{Sql, database, first_column, first_number, select};
use crate::store::studies::{Room, Studies, StudyRow};
use crate::store::{Millis, StoreError, User};
use async_trait::async_trait;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Error, Row as _};

impl FromRow for StudyRow {
    const COLUMNS: &str = "id, maker, game, scenario, title, size, created, updated";

    fn from_row(row: &AnyRow) -> Result<StudyRow, Error> {
        Ok(StudyRow {
            id: row.try_get("id")?,
            maker: row.try_get("maker")?,
            game: row.try_get("game")?,
            scenario: row.try_get("scenario")?,
            title: row.try_get("title")?,
            size: row.try_get("size")?,
            created: row.try_get("created")?,
            updated: row.try_get("updated")?,
        })
    }
}

/// Whether there is room for a study beside the others of its maker, whom the connection holds.
async fn has_room(connection: &mut AnyConnection, row: &StudyRow, room: Room) -> Result<bool, StoreError> {
    let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM studies WHERE maker = $1 AND id <> $2";
    let query = sqlx::query(sql).bind(&row.maker).bind(&row.id);
    let others = query.fetch_one(connection).await.map_err(database)?;
    let (count, bytes) = (first_number(&others).map_err(database)?, others.try_get::<i64, _>(1).map_err(database)?);
    Ok(count < room.studies && bytes + row.size <= room.bytes)
}

#[async_trait]
impl Studies for Sql {
    async fn add_study(&self, maker: &User, row: &StudyRow, text: &str, room: Room) -> Result<bool, StoreError> {
        let mut transaction = self.hold(maker).await?;
        if !has_room(&mut transaction, row, room).await? {
            return Ok(false);
        }
        let sql = "INSERT INTO studies (id, maker, game, scenario, title, size, created, updated, text) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        let query = sqlx::query(sql).bind(&row.id).bind(&row.maker).bind(&row.game).bind(&row.scenario);
        let query = query.bind(&row.title).bind(row.size).bind(row.created).bind(row.updated).bind(text);
        query.execute(&mut *transaction).await.map_err(database)?;
        transaction.commit().await.map_err(database)?;
        Ok(true)
    }

    async fn change_study(
        &self,
        maker: &User,
        row: &StudyRow,
        text: &str,
        seen: Option<Millis>,
        room: Room,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.hold(maker).await?;
        if !has_room(&mut transaction, row, room).await? {
            return Ok(false);
        }
        // Whoever writes twice in a millisecond has changed it twice.
        let sql = "UPDATE studies SET game = $1, scenario = $2, title = $3, size = $4, text = $5, \
                   updated = CASE WHEN updated < $6 THEN $6 ELSE updated + 1 END \
                   WHERE id = $7 AND maker = $8 AND updated = COALESCE($9, updated)";
        let query = sqlx::query(sql).bind(&row.game).bind(&row.scenario).bind(&row.title).bind(row.size).bind(text);
        let query = query.bind(row.updated).bind(&row.id).bind(&row.maker).bind(seen);
        if query.execute(&mut *transaction).await.map_err(database)?.rows_affected() == 0 {
            return Err(StoreError::Changed);
        }
        transaction.commit().await.map_err(database)?;
        Ok(true)
    }

    async fn study(&self, id: &str) -> Result<Option<StudyRow>, StoreError> {
        self.one(select::<StudyRow>("FROM studies WHERE id = $1").bind(id)).await
    }

    async fn study_text(&self, id: &str) -> Result<Option<String>, StoreError> {
        let query = sqlx::query("SELECT text FROM studies WHERE id = $1").bind(id);
        let row = query.fetch_optional(&self.read).await.map_err(database)?;
        row.as_ref().map(first_column).transpose().map_err(database)
    }

    async fn studies(&self, maker: Option<&str>, limit: i64) -> Result<Vec<StudyRow>, StoreError> {
        const LAST_FIRST: &str = "ORDER BY updated DESC, id DESC LIMIT $1";
        match maker {
            None => self.all(select::<StudyRow>(&format!("FROM studies {LAST_FIRST}")).bind(limit)).await,
            Some(maker) => {
                let query = select::<StudyRow>(&format!("FROM studies WHERE maker = $2 {LAST_FIRST}"));
                self.all(query.bind(limit).bind(maker.to_string())).await
            }
        }
    }

    async fn forget_study(&self, id: &str) -> Result<bool, StoreError> {
        Ok(self.execute(sqlx::query("DELETE FROM studies WHERE id = $1").bind(id)).await? > 0)
    }
}
