//! The socket: one message to enter, then requests and their answers, and in between what happens at the table.

use super::club::Club;
use super::hall::{QUEUE, Watcher, told_anew};
use super::request::{self, Choices, Request};
use super::room::Room;
use super::rooms::SignedOut;
use super::seats::{Link, Who};
use super::shapes;
use crate::accounts::{Accounts, Asker, ensure_user};
use crate::doors::Held;
use crate::error::Failure;
use crate::web::client::Client;
use crate::web::cookie::SetCookie;
use crate::web::told::Told;
use crate::web::upgrade::{Socket, Upgrade};
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::http::header::{HeaderMap, ORIGIN};
use axum::response::{IntoResponse, Response};
use governor::{DefaultDirectRateLimiter, Quota};
use serde_json::Value;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::{broadcast, mpsc};
use tokio::time::{Instant, Interval, interval, timeout};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use wire::Because;
use wire::socket::{Answer, Entered, Reply};

/// How often we ask whether somebody is still there.
const PING: Duration = Duration::from_secs(20);
/// How long somebody may say nothing at all, not even in answer to that.
const SILENCE: Duration = Duration::from_secs(60);
/// How long a message may take to go out.
const PATIENCE: Duration = Duration::from_secs(30);

/// Plays and watches a match live
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/matches/{id}/socket", tag = "matches", params(
    ("id" = String, Path),
    ("connection" = String, Header, description = "Asks for a WebSocket", pattern = "^Upgrade$"),
    ("upgrade" = String, Header, description = "Asks for a WebSocket", pattern = "^websocket$"),
    ("sec-websocket-version" = String, Header, description = "Of this version", pattern = "^13$"),
    ("sec-websocket-key" = String, Header, description = "16 bytes in base 64", pattern = "^[A-Za-z0-9+/]{22}==$"),
), responses(
    (status = 101, description = "A WebSocket with JSON texts both ways; docs/server.md tells which"),
    (status = 403, description = "The request comes from another site", body = ref("#/components/schemas/Error")),
    (status = 404, description = "There is no such match", body = ref("#/components/schemas/Error")),
)))]
pub async fn socket(
    State(club): State<Arc<Club>>,
    State(accounts): State<Arc<Accounts>>,
    (asker, client): (Asker, Client),
    headers: HeaderMap,
    Path(id): Path<String>,
    held: Extension<Arc<Held>>,
    upgrade: Upgrade,
) -> Result<Response, Failure> {
    let place = club.rooms.let_in(client.neighbourhood())?;
    let room = club.rooms.room(&id);
    drop(room.open(&club).await?);
    let (mut who, mut cookie) = (Who::from(asker.clone()), SetCookie::default());
    // A browser is somebody from now on, so that a link it brings is used up by it. A program holds its seat by the
    // link itself.
    // Where too many have come from, one more looks on as nobody.
    let is_browser = who.user.is_none() && headers.contains_key(ORIGIN) && who.link.is_none();
    if is_browser {
        match ensure_user(&accounts, &asker, client.neighbourhood()).await {
            Ok((user, with_session)) => (who.user, cookie) = (Some(user), with_session),
            Err(failure) if failure.status == StatusCode::TOO_MANY_REQUESTS => {}
            Err(failure) => return Err(failure),
        }
    }
    let response = upgrade.accept(move |socket| async move {
        metrics::gauge!("grognard_sockets").increment(1.0);
        Visit::new(club, room, who, socket).stay().await;
        metrics::gauge!("grognard_sockets").decrement(1.0);
        drop((place, held));
    });
    Ok((cookie, response).into_response())
}

/// Why a socket ends.
enum End {
    /// The other has gone.
    Gone,
    /// We end it, and say why.
    Close(CloseCode, &'static str),
}

/// One socket, from its first message to its last.
struct Visit {
    club: Arc<Club>,
    room: Arc<Room>,
    who: Who,
    socket: Socket,
    id: u64,
    entered: bool,
    queue: mpsc::Sender<Arc<Told>>,
    waiting: mpsc::Receiver<Arc<Told>>,
    lagging: Arc<AtomicBool>,
    limit: DefaultDirectRateLimiter,
    ping: Interval,
    heard: Instant,
    signed_out: broadcast::Receiver<SignedOut>,
}

impl Visit {
    fn new(club: Arc<Club>, room: Arc<Room>, who: Who, socket: Socket) -> Visit {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let (queue, waiting) = mpsc::channel(QUEUE);
        let least = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        let limits = club.limits;
        let quota = Quota::per_second(least(limits.messages_per_second)).allow_burst(least(limits.message_burst));
        let limit = DefaultDirectRateLimiter::direct(quota);
        let (lagging, heard) = (Arc::new(AtomicBool::new(false)), Instant::now());
        let signed_out = club.rooms.signed_out();
        Visit {
            club,
            room,
            who,
            socket,
            id,
            entered: false,
            queue,
            waiting,
            lagging,
            limit,
            ping: interval(PING),
            heard,
            signed_out,
        }
    }

    async fn stay(mut self) {
        let end = loop {
            if let Err(end) = self.turn().await {
                break end;
            }
        };
        if self.entered {
            match Box::pin(self.room.open(&self.club)).await {
                Ok(mut open) => open.leave(self.id),
                Err(failure) if failure.is_elsewhere() => {}
                Err(failure) => tracing::warn!(kind = failure.kind, "somebody left a match that cannot be read"),
            }
        }
        if let End::Close(code, reason) = end {
            let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
            let _ = timeout(PATIENCE, self.socket.send(Message::Close(Some(frame)))).await;
        }
    }

    /// Waits for the next thing and does it. What is done in answer to a request is never cut off in the middle.
    async fn turn(&mut self) -> Result<(), End> {
        tokio::select! {
            message = self.socket.receive() => {
                self.heard = Instant::now();
                match message {
                    // Boxed: whoever rests does not hold the space that an answer takes.
                    Some(Ok(Message::Text(text))) => Box::pin(self.hear(&text)).await,
                    Some(Ok(Message::Binary(_))) => Err(End::Close(CloseCode::Unsupported, "texts only")),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => self.count(),
                    Some(Ok(Message::Close(_) | Message::Frame(_)) | Err(_)) | None => Err(End::Gone),
                }
            }
            Some(told) = self.waiting.recv() => {
                self.send(&told).await
            }
            _ = self.ping.tick() => {
                if self.heard.elapsed() > SILENCE {
                    return Err(End::Gone);
                }
                self.put(Message::Ping(Default::default())).await
            }
            out = self.signed_out.recv() => match (out, &self.who.user) {
                (Ok(SignedOut::User(user)), Some(own)) if user == own.id => {
                    Err(End::Close(CloseCode::Policy, "signed out"))
                }
                // Too many at once to hear them all, perhaps: who is still signed in comes back.
                (Err(_) | Ok(SignedOut::Somebody), Some(_)) | (Ok(SignedOut::Everybody), _) => {
                    Err(End::Close(CloseCode::Again, "come back"))
                }
                (Ok(SignedOut::Table(id)), _) if id == self.room.id => Err(End::Close(CloseCode::Again, "come back")),
                (Err(_), None) if self.club.rooms.are_shared() => Err(End::Close(CloseCode::Again, "come back")),
                _ => Ok(()),
            },
            () = self.club.closing.closed() => Err(End::Close(CloseCode::Away, "the server is ending")),
        }
    }

    async fn put(&mut self, message: Message) -> Result<(), End> {
        in_time(self.socket.send(message)).await
    }

    async fn put_told(&mut self, told: &Told) -> Result<(), End> {
        let socket = &mut self.socket;
        in_time(async {
            socket.feed(told).await?;
            socket.flush().await
        })
        .await
    }

    /// Sends a message, and all that waits in the same packet: who has played is told the answer and the step at once.
    async fn send(&mut self, told: &Told) -> Result<(), End> {
        let (socket, waiting) = (&mut self.socket, &mut self.waiting);
        in_time(async {
            socket.feed(told).await?;
            while let Ok(told) = waiting.try_recv() {
                socket.feed(&told).await?;
            }
            socket.flush().await
        })
        .await?;
        self.catch_up().await
    }

    /// Tells the whole table to somebody for whom messages were left out.
    async fn catch_up(&mut self) -> Result<(), End> {
        if !self.waiting.is_empty() || !self.lagging.load(Ordering::Acquire) {
            return Ok(());
        }
        match Box::pin(self.look(None)).await {
            Ok(table) => self.put_told(&told_anew(table, Because::Resync)).await,
            Err(_) => Err(End::Close(CloseCode::Error, "something went wrong on the server")),
        }
    }

    /// Counts a message; one that asks whether we are still there is one, too.
    fn count(&self) -> Result<(), End> {
        self.limit.check().map_err(|_| End::Close(CloseCode::Policy, "too many messages"))
    }

    async fn hear(&mut self, text: &str) -> Result<(), End> {
        self.count()?;
        let mut value: Value = serde_json::from_str(text).unwrap_or_default();
        let re = value.as_object_mut().and_then(|object| object.remove("id")).unwrap_or_default();
        let answer = match re.as_u64() {
            None => Err(Failure::unreadable("a request is an object with a number as its id")),
            Some(_) => self.answer(value).await,
        };
        self.send(&Told::new(wire::text(&Reply::new(re, answer.map_err(Failure::told))))).await
    }

    async fn answer(&mut self, value: Value) -> Result<Answer, Failure> {
        match request::read(value)? {
            Request::Enter { token, see, choices, pledge } => {
                self.enter(token, see.as_deref(), choices, pledge.as_deref()).await
            }
            _ if !self.entered => Err(Failure::bad_request("enter first")),
            Request::See { viewer } => self.look(Some(&viewer)).await.map(entered),
            Request::Sit { side, pledge, accept } => {
                let sits = Request::Sit { side: side.clone(), pledge, accept };
                let answer = self.room.handle_here(&self.club, &self.who, sits).await?;
                self.turn_to(&side).await?;
                Ok(answer)
            }
            request => self.room.handle_here(&self.club, &self.who, request).await,
        }
    }

    async fn enter(
        &mut self,
        token: Option<String>,
        see: Option<&str>,
        choices: Option<Choices>,
        pledge: Option<&str>,
    ) -> Result<Answer, Failure> {
        if self.entered {
            return Err(Failure::conflict("entered", "you have entered already"));
        }
        if let Some(token) = token {
            self.who.link = Some(Link::new(token));
        }
        let mut open = self.room.open(&self.club).await?;
        open.admit(&self.who, pledge).await?;
        open.settle_clock().await?;
        let play = &open.inside.play;
        let holds = self.who.holds(&play.row.seats);
        let viewer = shapes::viewer(play, holds, see)?;
        let choices = choices.unwrap_or_default();
        let (who, queue, lagging) = (self.who.clone(), self.queue.clone(), self.lagging.clone());
        let table = open.enter(Watcher { id: self.id, who, holds, viewer, choices, queue, lagging });
        self.entered = true;
        Ok(entered(table))
    }

    /// From now on he sees what his side sees.
    async fn turn_to(&mut self, side: &str) -> Result<(), Failure> {
        let mut open = self.room.open(&self.club).await?;
        let table = open.look(self.id, Some(side))?;
        while self.waiting.try_recv().is_ok() {}
        self.lagging.store(false, Ordering::Release);
        // While the room is ours nothing else can be told, so there is space.
        let _ = self.queue.try_send(told_anew(table, Because::Resync));
        Ok(())
    }

    /// The table anew, with other eyes where that is wanted. What waits to be sent is older, and the table has it all.
    async fn look(&mut self, see: Option<&str>) -> Result<wire::Scene, Failure> {
        let mut open = self.room.open(&self.club).await?;
        open.settle_clock().await?;
        let table = open.look(self.id, see)?;
        while self.waiting.try_recv().is_ok() {}
        self.lagging.store(false, Ordering::Release);
        drop(open);
        Ok(table)
    }
}

/// What must go out, but not for ever.
async fn in_time(sent: impl Future<Output = Result<(), Error>>) -> Result<(), End> {
    match timeout(PATIENCE, sent).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(End::Gone),
    }
}

fn entered(table: wire::Scene) -> Answer {
    Answer::Entered(Box::new(Entered { table }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visit_at_rest_is_small() {
        fn size<F>(_: impl Fn(Visit) -> F) -> usize {
            size_of::<F>()
        }
        let stay = size(Visit::stay);
        assert!(stay < 4096, "{stay} bytes");
    }
}
