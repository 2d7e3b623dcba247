//! The register of the servers on a PostgreSQL database: who is there, who owns which match, and what they tell each other.

use super::{Event, Hold, Others, Word};
use crate::secret;
use crate::store::{Millis, StoreError, now};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use sqlx::postgres::{PgConnectOptions, PgListener, PgPool, PgPoolOptions};
use std::sync::{Arc, OnceLock, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{broadcast, mpsc, watch};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

/// How long the others take us to be there after we last said so.
const LEASE: Duration = Duration::from_secs(3);
/// How often we say so, and look who else is there.
const BEAT: Duration = Duration::from_millis(750);
/// After something went wrong.
const PAUSE: Duration = Duration::from_millis(500);
/// How many connections the questions who plays what take at most.
const CONNECTIONS: u32 = 4;
/// How often we try to take a match that others want too.
const TRIES: usize = 5;
/// How many events may wait.
const EVENTS: usize = 256;
/// What is said goes by this name in the database.
const CHANNEL: &str = "grognard";

/// Another server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fellow {
    /// Its number.
    pub number: i64,
    /// Where it is reached: HOST:PORT.
    pub reach: String,
}

/// How we stand.
struct Standing {
    number: i64,
    /// Until when the others take us to be there, by our own watch.
    until: Instant,
    /// Since when there has been a server all the time.
    since: Millis,
    /// All who are there, ourselves among them, those who came first before the others.
    living: Vec<Fellow>,
    /// When we began to ask for them.
    asked: Instant,
}

impl Standing {
    /// Whether a server that was there at this time, by our own watch, is not any more.
    fn lacks(&self, number: i64, at: Instant) -> bool {
        self.asked > at && !self.living.iter().any(|fellow| fellow.number == number)
    }
}

/// The register.
pub struct Register {
    pool: PgPool,
    /// A connection to say that we are there: nothing else waits for it, so that a busy server is not taken for dead.
    pulse: PgPool,
    reach: String,
    secret: String,
    standing: watch::Sender<Standing>,
    events: broadcast::Sender<Event>,
    words: mpsc::UnboundedSender<Word>,
    /// What says that we are there, and what hears the others.
    tasks: OnceLock<[AbortHandle; 2]>,
}

/// What is said, and by whom.
#[derive(Serialize, Deserialize)]
struct Said {
    by: i64,
    word: Word,
}

fn database(error: sqlx::Error) -> StoreError {
    StoreError::Database(error.to_string())
}

impl Register {
    /// Joins the servers on this database, to be reached here.
    pub async fn join(url: &str, reach: String) -> Result<Arc<Register>, StoreError> {
        let options: PgConnectOptions = url.parse().map_err(database)?;
        // One that is frozen, or whose machine is gone, in the middle of something does not hold up the others.
        let options = options.options([("idle_in_transaction_session_timeout", LEASE.as_millis().to_string())]);
        let connect =
            |most| PgPoolOptions::new().max_connections(most).acquire_timeout(LEASE).connect_with(options.clone());
        let (pool, pulse) = (connect(CONNECTIONS).await.map_err(database)?, connect(1).await.map_err(database)?);
        let (standing, secret) = enter(&pulse, &reach).await?;
        let (first, url) = (ear(url).await.map_err(database)?, url.to_string());
        let (words, said) = mpsc::unbounded_channel();
        let (standing, events) = (watch::Sender::new(standing), broadcast::Sender::new(EVENTS));
        let register =
            Arc::new(Register { pool, pulse, reach, secret, standing, events, words, tasks: OnceLock::new() });
        tokio::spawn(speak(Arc::downgrade(&register), said));
        register.tasks.get_or_init(|| {
            let (ours, theirs) = (Arc::downgrade(&register), Arc::downgrade(&register));
            [tokio::spawn(keep_up(ours)).abort_handle(), tokio::spawn(listen(theirs, first, url)).abort_handle()]
        });
        Ok(register)
    }

    /// By what the servers on this database know each other.
    pub fn secret(&self) -> &str {
        &self.secret
    }

    /// The server that plays a match, if it is another one.
    pub async fn owner(&self, id: &str) -> Result<Option<Fellow>, StoreError> {
        let found = self.owned(id).await?;
        Ok(found.and_then(|owned| owned.by).filter(|fellow| fellow.number != self.standing.borrow().number))
    }

    /// The server that does what one does for all, if it is another one.
    pub fn leader(&self) -> Option<Fellow> {
        let standing = self.standing.borrow();
        standing.living.first().filter(|fellow| fellow.number != standing.number).cloned()
    }

    /// Returns when a server that is there now is not any more, though we may never have seen it ourselves.
    pub async fn gone(&self, number: i64) {
        let now = Instant::now();
        // The sender lives as long as we do, so this cannot fail.
        let _ = self.standing.subscribe().wait_for(|standing| standing.lacks(number, now)).await;
    }

    /// Who is noted to play a match, and whether he lives.
    async fn owned(&self, id: &str) -> Result<Option<Owned>, StoreError> {
        let sql = "SELECT owners.server, servers.reach FROM matches LEFT JOIN owners ON owners.match_id = matches.id \
                   LEFT JOIN servers ON servers.number = owners.server AND servers.until > clock_timestamp() \
                   WHERE matches.id = $1";
        let row: Option<(Option<i64>, Option<String>)> =
            sqlx::query_as(sql).bind(id).fetch_optional(&self.pool).await.map_err(database)?;
        Ok(row.map(|(noted, reach)| Owned {
            noted,
            by: noted.zip(reach).map(|(number, reach)| Fellow { number, reach }),
        }))
    }

    /// Takes a match that was free, or this dead server's; whether nobody was quicker.
    async fn take(&self, id: &str, number: i64, before: Option<i64>) -> Result<bool, StoreError> {
        if let Some(dead) = before {
            // Perhaps it is just saying that it lives, and the database has not noted that yet: whoever is crossed out does
            // not come back under this number, and whoever cannot be is there.
            let sql = "DELETE FROM servers WHERE number = $1 AND until <= clock_timestamp()";
            sqlx::query(sql).bind(dead).execute(&self.pool).await.map_err(database)?;
        }
        let query = match before {
            None => sqlx::query(
                "INSERT INTO owners (match_id, server) SELECT $1, number FROM servers \
                 WHERE number = $2 AND until > clock_timestamp() ON CONFLICT DO NOTHING",
            ),
            Some(_) => sqlx::query(
                "UPDATE owners SET server = $2 WHERE match_id = $1 AND server = $3 \
                 AND NOT EXISTS (SELECT 1 FROM servers WHERE number = $3) \
                 AND EXISTS (SELECT 1 FROM servers WHERE number = $2 AND until > clock_timestamp())",
            ),
        };
        let query = query.bind(id).bind(number);
        let query = if before.is_some() { query.bind(before) } else { query };
        match query.execute(&self.pool).await {
            Ok(done) => Ok(done.rows_affected() == 1),
            // The match has just been deleted.
            Err(error) if error.as_database_error().is_some_and(|error| error.is_foreign_key_violation()) => Ok(false),
            Err(error) => Err(database(error)),
        }
    }

    /// Says that we are there, and looks who else is.
    async fn beat(&self) -> Result<(), StoreError> {
        let (number, begun) = (self.standing.borrow().number, Instant::now());
        let sql = "UPDATE servers SET until = clock_timestamp() + make_interval(secs => $2) \
                   WHERE number = $1 AND until > clock_timestamp()";
        let said = sqlx::query(sql).bind(number).bind(LEASE.as_secs_f64()).execute(&self.pulse).await;
        if said.map_err(database)?.rows_affected() == 0 {
            return self.come_back().await;
        }
        let living = living(&self.pulse).await.map_err(database)?;
        let mut someone_went = false;
        self.standing.send_modify(|standing| {
            someone_went = standing.living.iter().any(|fellow| !living.contains(fellow));
            (standing.until, standing.living, standing.asked) = (begun + LEASE, living, begun);
        });
        if someone_went {
            self.note(Event::Changed);
        }
        Ok(())
    }

    /// The others took us for dead: we begin anew, with nothing.
    async fn come_back(&self) -> Result<(), StoreError> {
        self.note(Event::Lost);
        let (standing, _) = enter(&self.pulse, &self.reach).await?;
        tracing::warn!(number = standing.number, "the other servers took this one for dead; it begins anew among them");
        self.standing.send_replace(standing);
        self.note(Event::Missed);
        self.note(Event::Changed);
        Ok(())
    }

    /// Hears what another says.
    fn hear(&self, text: &str) {
        match serde_json::from_str::<Said>(text) {
            Ok(said) if said.by != self.standing.borrow().number => self.note(Event::Told(said.word)),
            Ok(_) => {}
            // Perhaps a newer server's.
            Err(error) => tracing::warn!(%error, "another server says something that makes no sense here"),
        }
    }

    fn fall_silent(&self) {
        self.tasks.get().into_iter().flatten().for_each(AbortHandle::abort);
    }

    fn note(&self, event: Event) {
        // Nobody listens before the server has started.
        let _ = self.events.send(event);
    }
}

impl Drop for Register {
    fn drop(&mut self) {
        self.fall_silent();
    }
}

/// Who plays a match.
struct Owned {
    /// Who is noted.
    noted: Option<i64>,
    /// The same, if he lives.
    by: Option<Fellow>,
}

#[async_trait]
impl Others for Register {
    fn number(&self) -> Option<i64> {
        let standing = self.standing.borrow();
        (Instant::now() < standing.until).then_some(standing.number)
    }

    fn since(&self) -> Millis {
        self.standing.borrow().since
    }

    fn leads(&self) -> bool {
        let standing = self.standing.borrow();
        Instant::now() < standing.until && standing.living.first().is_some_and(|first| first.number == standing.number)
    }

    async fn hold(&self, id: &str) -> Result<Hold, StoreError> {
        for _ in 0..TRIES {
            let number = self.number().ok_or(StoreError::LostTouch)?;
            let Some(owned) = self.owned(id).await? else { return Ok(Hold::Nowhere) };
            match owned.by {
                Some(fellow) if fellow.number == number => return Ok(Hold::Here { number, since: self.since() }),
                Some(_) => return Ok(Hold::Elsewhere),
                None if self.take(id, number, owned.noted).await? => {
                    // Where a server has died, somebody could not play for a while.
                    let since = owned.noted.map_or(self.since(), |_| now());
                    return Ok(Hold::Here { number, since });
                }
                None => {}
            }
        }
        Err(StoreError::LostTouch)
    }

    async fn give_back(&self, ids: &[String]) -> Result<(), StoreError> {
        let sql = "DELETE FROM owners WHERE server = $1 AND match_id = ANY($2)";
        let number = self.standing.borrow().number;
        sqlx::query(sql).bind(number).bind(ids).execute(&self.pool).await.map(drop).map_err(database)
    }

    async fn is_elsewhere(&self, id: &str) -> Result<bool, StoreError> {
        Ok(self.owner(id).await?.is_some())
    }

    async fn count(&self, what: &str, span: Millis) -> Result<i64, StoreError> {
        let sql = "INSERT INTO tallies (what, since, times) VALUES ($1, $2, 1) ON CONFLICT (what) DO UPDATE SET \
                   times = CASE WHEN tallies.since > $2 - $3 THEN tallies.times + 1 ELSE 1 END, \
                   since = CASE WHEN tallies.since > $2 - $3 THEN tallies.since ELSE $2 END RETURNING times";
        // What is counted has to do with addresses and names: nobody needs to read them.
        let query = sqlx::query_scalar(sql).bind(secret::hash(what)).bind(now()).bind(span);
        query.fetch_one(&self.pool).await.map_err(database)
    }

    async fn uncount(&self, what: &str) -> Result<(), StoreError> {
        let query = sqlx::query("UPDATE tallies SET times = times - 1 WHERE what = $1").bind(secret::hash(what));
        query.execute(&self.pool).await.map(drop).map_err(database)
    }

    async fn sweep(&self, before: Millis) -> Result<(), StoreError> {
        let dead = "DELETE FROM owners WHERE NOT EXISTS (SELECT 1 FROM servers WHERE number = owners.server)";
        sqlx::query(dead).execute(&self.pool).await.map_err(database)?;
        let old = sqlx::query("DELETE FROM tallies WHERE since < $1").bind(before);
        old.execute(&self.pool).await.map(drop).map_err(database)
    }

    fn tell(&self, word: Word) {
        // Whoever speaks for us ends with us.
        let _ = self.words.send(word);
    }

    fn events(&self) -> broadcast::Receiver<Event> {
        self.events.subscribe()
    }

    async fn leave(&self) {
        self.fall_silent();
        let number = self.standing.borrow().number;
        for sql in ["DELETE FROM owners WHERE server = $1", "DELETE FROM servers WHERE number = $1"] {
            if let Err(error) = sqlx::query(sql).bind(number).execute(&self.pool).await {
                tracing::warn!(%error, "the other servers find out by themselves that this one has ended");
            }
        }
        self.pool.close().await;
        self.pulse.close().await;
    }
}

/// Enters a server into the register: how it stands, and the servers' secret.
async fn enter(pool: &PgPool, reach: &str) -> Result<(Standing, String), StoreError> {
    let fresh = secret::token().map_err(|error| StoreError::Database(error.to_string()))?;
    let begun = Instant::now();
    let entered = async {
        let mut transaction = pool.begin().await?;
        // One after the other: only the first of all writes the secret, and from when on there has been a server.
        sqlx::query("LOCK TABLE fellowship IN EXCLUSIVE MODE").execute(&mut *transaction).await?;
        let sql = "INSERT INTO fellowship (secret, since) SELECT $1, 0 WHERE NOT EXISTS (SELECT 1 FROM fellowship)";
        sqlx::query(sql).bind(&fresh).execute(&mut *transaction).await?;
        let sql = "UPDATE fellowship SET since = $1 \
                   WHERE NOT EXISTS (SELECT 1 FROM servers WHERE until > clock_timestamp())";
        sqlx::query(sql).bind(now()).execute(&mut *transaction).await?;
        sqlx::query("DELETE FROM servers WHERE until <= clock_timestamp()").execute(&mut *transaction).await?;
        let sql = "INSERT INTO servers (reach, until) VALUES ($1, clock_timestamp() + make_interval(secs => $2)) \
                   RETURNING number";
        let entering = sqlx::query_scalar(sql).bind(reach).bind(LEASE.as_secs_f64());
        let number: i64 = entering.fetch_one(&mut *transaction).await?;
        let told = sqlx::query_as("SELECT secret, since FROM fellowship").fetch_one(&mut *transaction).await?;
        transaction.commit().await?;
        Ok((number, told, living(pool).await?))
    };
    let (number, (secret, since), living) = entered.await.map_err(database)?;
    Ok((Standing { number, until: begun + LEASE, since, living, asked: begun }, secret))
}

/// All who are there, those who came first before the others.
async fn living(pool: &PgPool) -> Result<Vec<Fellow>, sqlx::Error> {
    let sql = "SELECT number, reach FROM servers WHERE until > clock_timestamp() ORDER BY number";
    let rows: Vec<(i64, String)> = sqlx::query_as(sql).fetch_all(pool).await?;
    Ok(rows.into_iter().map(|(number, reach)| Fellow { number, reach }).collect())
}

/// Says again and again that we are there.
async fn keep_up(register: Weak<Register>) {
    let mut in_touch = true;
    loop {
        sleep(BEAT).await;
        let Some(register) = register.upgrade() else { return };
        if register.pool.is_closed() {
            return;
        }
        match timeout(LEASE, register.beat()).await {
            Ok(Ok(())) => in_touch = true,
            Ok(Err(error)) => tracing::warn!(%error, "the other servers cannot be told that this one is there"),
            Err(_) => tracing::warn!("the database takes too long to note that this server is there"),
        }
        if register.number().is_none() && std::mem::take(&mut in_touch) {
            register.note(Event::Lost);
        }
    }
}

/// Tells the others what we have to say, one word after the other; none is left out.
async fn speak(register: Weak<Register>, mut words: mpsc::UnboundedReceiver<Word>) {
    while let Some(word) = words.recv().await {
        loop {
            let Some(register) = register.upgrade() else { return };
            let said = Said { by: register.standing.borrow().number, word: word.clone() };
            let Ok(text) = serde_json::to_string(&said) else { break };
            let telling = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(text);
            match telling.execute(&register.pool).await {
                Ok(_) => break,
                Err(_) if register.pool.is_closed() => return,
                Err(error) => tracing::warn!(%error, "the other servers cannot be told something yet"),
            }
            drop(register);
            sleep(PAUSE).await;
        }
    }
}

/// What hears the others.
async fn ear(url: &str) -> Result<PgListener, sqlx::Error> {
    let mut ear = PgListener::connect(url).await?;
    // Where the connection is lost we open another ourselves, to know from when on we hear again.
    ear.eager_reconnect(false);
    ear.listen(CHANNEL).await?;
    Ok(ear)
}

/// Hears what the others have to say.
async fn listen(register: Weak<Register>, first: PgListener, url: String) {
    let mut listening = Some(first);
    loop {
        let heard = match &mut listening {
            Some(ear) => ear.try_recv().await,
            None => Ok(None),
        };
        if let Ok(Some(heard)) = heard {
            let Some(register) = register.upgrade() else { return };
            register.hear(heard.payload());
            continue;
        }
        match ear(&url).await {
            // What was said between the loss of the one connection and the opening of the other is lost.
            Ok(anew) => {
                listening = Some(anew);
                let Some(register) = register.upgrade() else { return };
                register.note(Event::Missed);
            }
            Err(error) => {
                listening = None;
                tracing::warn!(%error, "what the other servers say cannot be heard");
                sleep(PAUSE).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_dead_server_played_is_played_on_within_five_seconds() {
        // Its lease, the next look at who is there, and a turn of those who look at the clocks or wait at the door.
        assert!(LEASE + BEAT + Duration::from_millis(500) < Duration::from_secs(5));
    }

    #[test]
    fn what_is_said_is_understood() {
        for word in [Word::SignedOut("anna".into()), Word::Reread(vec!["one".into(), "two".into()])] {
            let text = serde_json::to_string(&Said { by: 7, word: word.clone() }).unwrap();
            let said: Said = serde_json::from_str(&text).unwrap();
            assert_eq!((said.by, said.word), (7, word));
        }
    }
}
