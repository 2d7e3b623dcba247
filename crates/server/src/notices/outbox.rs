//! Sends what is due.

use super::post::{Post, SendError};
use super::{MAIL, News, What, destination};
use crate::closing::Closing;
use crate::config::Config;
use crate::store::{Millis, Notice, Store, StoreError, now};
use futures_util::future::join_all;
use std::sync::Arc;
use std::time::Duration;
use wire::TurnTold;

/// How often the outbox is looked through.
const ROUND: Duration = Duration::from_secs(2);
/// How many notices go out together.
const TOGETHER: i64 = 50;
/// How long after the first failure a notice is tried again; the pause doubles each time.
const FIRST_PAUSE: Millis = 30_000;
/// After so long a notice tells nothing new.
const STALE: Millis = 24 * 60 * 60 * 1000;

/// What waits to be sent, and the ways out.
#[derive(Clone)]
pub struct Outbox {
    store: Arc<dyn Store>,
    post: Arc<Post>,
    /// The page's address.
    base: String,
}

impl Outbox {
    /// Nothing is sent yet.
    pub fn new(store: Arc<dyn Store>, post: Arc<Post>, config: &Config) -> Outbox {
        Outbox { store, post, base: base(config) }
    }

    /// Sends notices in the background until the server ends.
    pub fn start(self, closing: Closing) {
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    () = closing.closed() => return,
                    () = tokio::time::sleep(ROUND) => {}
                }
                if let Err(error) = send_due(&self).await {
                    tracing::warn!(%error, "the outbox cannot be read");
                }
            }
        });
    }
}

/// Sends what is due.
async fn send_due(outbox: &Outbox) -> Result<(), StoreError> {
    let due = outbox.store.due_notices(now(), TOGETHER).await?;
    let outcomes = join_all(due.iter().map(|notice| handle(outbox, notice))).await;
    outcomes.into_iter().collect()
}

/// Sends a notice, and takes it off the list or puts it off.
async fn handle(outbox: &Outbox, notice: &Notice) -> Result<(), StoreError> {
    let count = |outcome: &'static str| {
        metrics::counter!("grognard_notices_total", "way" => notice.channel.clone(), "outcome" => outcome).increment(1);
    };
    let Some((about, to)) = still_wanted(outbox, notice).await? else {
        count("dropped");
        return outbox.store.drop_notice(&notice.id).await;
    };
    match send(outbox, notice, &about, &to).await {
        Ok(()) => {
            count("sent");
            outbox.store.drop_notice(&notice.id).await
        }
        Err(error) => {
            let next = next_try(&error, notice.tries, about.at, now());
            tracing::info!(way = notice.channel, tries = notice.tries, again = next.is_some(), %error, "a notice failed");
            match next {
                Some(due) => {
                    count("failed");
                    outbox.store.put_off_notice(&notice.id, due, notice.tries + 1).await
                }
                None => {
                    count("dropped");
                    outbox.store.drop_notice(&notice.id).await
                }
            }
        }
    }
}

/// What to tell and where, if it is still true and the player still wants to be told.
async fn still_wanted(outbox: &Outbox, notice: &Notice) -> Result<Option<(News, String)>, StoreError> {
    let Ok(about) = serde_json::from_str::<News>(&notice.body) else { return Ok(None) };
    let Some(row) = outbox.store.match_row(&notice.match_id).await? else { return Ok(None) };
    let Some(user) = outbox.store.user(&notice.user).await? else { return Ok(None) };
    let seat = &row.seats[usize::from(about.side_index == 1)];
    let is_true = match about.what {
        What::Round(_) => row.summary.status != "over",
        What::Turn { actions, .. } => {
            let waits = row.summary.status == "playing"
                && row.summary.to_choose == Some(about.side_index)
                && row.summary.actions == actions;
            waits && seat.notices
        }
    };
    let is_his = seat.user.as_ref() == Some(&notice.user);
    let to = destination(&user, &notice.channel).filter(|_| is_true && is_his).map(str::to_string);
    Ok(to.map(|to| (about, to)))
}

async fn send(outbox: &Outbox, notice: &Notice, about: &News, to: &str) -> Result<(), SendError> {
    let base = &outbox.base;
    let url = format!("{base}/m/{}", about.match_id);
    if notice.channel == MAIL {
        let (more, off) = match &about.what {
            What::Round(round) => (format!("{base}/tournaments/{}\r\n\r\n", round.tournament), ""),
            What::Turn { .. } => (String::new(), "at the table or "),
        };
        let text = format!(
            "{}\r\n\r\n{url}\r\n\r\n{more}You asked to be told. You can switch it off {off}at {base}/account\r\n",
            about.text()
        );
        return outbox.post.mail(to, &about.subject(), text).await;
    }
    let body = TurnTold {
        game: about.game.clone(),
        title: about.title.clone(),
        r#match: about.match_id.clone(),
        side: about.side.clone(),
        url,
        text: about.text(),
    };
    outbox.post.webhook(to, &body).await
}

/// The page's address: the one that players are told, or the one where the server listens.
fn base(config: &Config) -> String {
    match &config.public {
        Some(public) => public.trim_end_matches('/').to_string(),
        None if config.address.ip().is_unspecified() => format!("http://localhost:{}", config.address.port()),
        None => format!("http://{}", config.address),
    }
}

/// When a notice that failed is tried again, if it is.
fn next_try(error: &SendError, tries: i64, since: Millis, now: Millis) -> Option<Millis> {
    let pause = FIRST_PAUSE << tries.clamp(0, 20);
    let due = now + pause;
    (matches!(error, SendError::NotNow(_)) && due < since + STALE).then_some(due)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_where_players_reach_the_server() {
        let at = |address: &str, public: Option<&str>| {
            base(&Config { address: address.parse().unwrap(), public: public.map(str::to_string), ..Config::default() })
        };
        assert_eq!(at("127.0.0.1:1918", Some("https://play.example.org/")), "https://play.example.org");
        assert_eq!(at("127.0.0.1:1918", None), "http://127.0.0.1:1918");
        assert_eq!(at("0.0.0.0:80", None), "http://localhost:80");
    }

    #[test]
    fn pauses_double_until_the_notice_is_stale() {
        let later = SendError::NotNow("busy".into());
        let mut now = 0;
        let mut pauses = Vec::new();
        while let Some(due) = next_try(&later, pauses.len() as i64, 0, now) {
            pauses.push((due - now) / 1000);
            now = due;
        }
        assert_eq!(pauses, [30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15360, 30720]);
        assert_eq!(next_try(&SendError::Never("no such address".into()), 0, 0, 0), None);
        assert_eq!(next_try(&later, i64::MAX, 0, 0), None);
    }
}
