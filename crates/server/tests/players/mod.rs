//! Players who speak with a server over HTTP and sockets as programs do.

use crate::support::browser::Browser;
use crate::support::described;
use crate::support::running::Running;
use futures_util::{SinkExt as _, StreamExt as _};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::deflate::{self, Unpacking};
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::{WebSocketStream, client_async};

/// The header that asks for packed messages.
const EXTENSIONS: &str = "sec-websocket-extensions";
/// Long enough that only a server that does not answer at all fails.
const PATIENCE: Duration = Duration::from_secs(60);
/// The largest message that is told.
const LARGEST: usize = 1 << 20;

/// Somebody who plays.
#[derive(Clone)]
pub struct Player {
    /// Where the server is.
    pub address: SocketAddr,
    /// How he asks over HTTP.
    pub browser: Browser,
}

/// A good answer, or the kind of the failure.
pub fn told((status, value): (StatusCode, Value)) -> Result<Value, String> {
    match (status.is_success(), value["error"]["kind"].as_str()) {
        (true, _) => Ok(value),
        (false, Some(kind)) => Err(kind.to_string()),
        (false, None) => panic!("{status}: {value}"),
    }
}

impl Player {
    /// Somebody new.
    pub fn new(running: &Running) -> Player {
        Player::at(running.address)
    }

    /// Somebody new at this address.
    pub fn at(address: SocketAddr) -> Player {
        Player { address, browser: Browser::new(address) }
    }

    /// Somebody with a session: whoever creates a match gets one.
    pub async fn known(running: &Running) -> Player {
        let mut player = Player::new(running);
        player.create(json!({ "game": "hex-fight", "private": true, "seats": { "red": "me", "blue": "open" } })).await;
        player
    }

    /// Somebody who has nothing but the link to a seat.
    pub fn with_token(running: &Running, token: &str) -> Player {
        let mut player = Player::new(running);
        player.browser.bearer = Some(token.to_string());
        player
    }

    /// Goes to a server that was started anew.
    pub fn move_to(&mut self, address: SocketAddr) {
        let Browser { cookie, bearer, .. } = self.browser.clone();
        *self = Player::at(address);
        (self.browser.cookie, self.browser.bearer) = (cookie, bearer);
    }

    /// Creates a match: the answer.
    pub async fn create(&mut self, new: Value) -> Value {
        told(self.browser.post("/api/matches", new).await).expect("a match")
    }

    /// Does something in a match over HTTP.
    pub async fn act(&mut self, id: &str, request: Value) -> Result<Value, String> {
        told(self.browser.post(&format!("/api/matches/{id}/do"), request).await)
    }

    /// Asks for something about a match.
    pub async fn get(&mut self, id: &str, rest: &str) -> Result<Value, String> {
        told(self.browser.get(&format!("/api/matches/{id}{rest}")).await)
    }

    /// The table of a match.
    pub async fn table(&mut self, id: &str) -> Value {
        self.get(id, "/table").await.expect("a table")
    }

    /// The record of a match as text.
    pub async fn record(&mut self, id: &str) -> String {
        let request = self.browser.request(Method::GET, &format!("/api/matches/{id}/record"));
        let answer = request.send().await.expect("the server answers");
        assert_eq!(answer.status(), StatusCode::OK);
        answer.text().await.expect("a record")
    }

    /// Opens a socket to a match and enters: the socket and the table.
    pub async fn enter(&self, id: &str, enter: Value) -> (Socket, Value) {
        let mut socket = self.socket(id).await;
        let answer = socket.ok(enter).await;
        (socket, answer["table"].clone())
    }

    /// Opens a socket to a match, on which messages are packed, as those of browsers are.
    pub async fn socket(&self, id: &str) -> Socket {
        self.open(TcpSocket::new_v4().expect("a socket"), id, true).await
    }

    /// Opens a socket on which nothing is packed.
    pub async fn plain_socket(&self, id: &str) -> Socket {
        self.open(TcpSocket::new_v4().expect("a socket"), id, false).await
    }

    /// Opens a plain one that takes in little while nobody reads.
    pub async fn narrow_socket(&self, id: &str) -> Socket {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4096).expect("a small buffer");
        self.open(socket, id, false).await
    }

    /// The same where the server may be gone.
    pub async fn try_enter(&self, id: &str, enter: Value) -> Option<(Socket, Value)> {
        let mut socket = self.try_open(TcpSocket::new_v4().expect("a socket"), id, true).await?;
        let answer = socket.try_ask(enter).await.filter(|answer| answer["ok"] == true)?;
        Some((socket, answer["table"].clone()))
    }

    async fn open(&self, socket: TcpSocket, id: &str, packed: bool) -> Socket {
        self.try_open(socket, id, packed).await.expect("the socket opens")
    }

    async fn try_open(&self, socket: TcpSocket, id: &str, packed: bool) -> Option<Socket> {
        let url = format!("ws://{}/api/matches/{id}/socket", self.address);
        let mut request = url.into_client_request().expect("an address");
        let headers = request.headers_mut();
        if let Some(cookie) = &self.browser.cookie {
            headers.insert("cookie", cookie.parse().expect("a cookie"));
        }
        if let Some(token) = &self.browser.bearer {
            headers.insert("authorization", format!("Bearer {token}").parse().expect("a token"));
        }
        if packed {
            headers.insert(EXTENSIONS, "permessage-deflate; client_max_window_bits".parse().expect("a header"));
        }
        let stream = socket.connect(self.address).await.ok()?;
        stream.set_nodelay(true).expect("a quick connection");
        let (mut stream, answer) = client_async(request, Unpacking::new(stream)).await.ok()?;
        let agreed = answer.headers().get(EXTENSIONS);
        assert_eq!(agreed.map(|agreed| agreed.to_str().expect("words")), packed.then_some(deflate::AGREED));
        if packed {
            stream.get_mut().unpack(LARGEST);
        }
        Some(Socket { stream, packed, next: 1, pushes: VecDeque::new(), heard: Vec::new() })
    }
}

/// The id of a match that was created.
pub fn id_of(made: &Value) -> String {
    made["match"]["id"].as_str().expect("an id").to_string()
}

/// The token in the link to a side's seat.
pub fn token_of(made: &Value, side: &str) -> String {
    let link = made["links"][side].as_str().expect("a link");
    link.split_once('#').expect("a token").1.to_string()
}

/// A socket to a match.
pub struct Socket {
    stream: WebSocketStream<Unpacking<TcpStream>>,
    packed: bool,
    next: u64,
    pushes: VecDeque<Value>,
    /// Every text that came, in order.
    pub heard: Vec<String>,
}

impl Socket {
    /// Asks and waits for the answer; what is pushed meanwhile is kept.
    pub async fn ask(&mut self, request: Value) -> Value {
        self.try_ask(request).await.expect("an answer")
    }

    /// The same where the socket may end before the answer comes.
    pub async fn try_ask(&mut self, request: Value) -> Option<Value> {
        let (id, text) = self.numbered(request);
        self.stream.send(self.message(text)).await.ok()?;
        loop {
            let message = self.hear().await?;
            if message["re"] == id {
                return Some(message);
            }
            assert!(message["push"].is_string(), "{message}");
            self.pushes.push_back(message);
        }
    }

    /// Asks for something that must be done.
    pub async fn ok(&mut self, request: Value) -> Value {
        let answer = self.ask(request.clone()).await;
        assert_eq!(answer["ok"], true, "{request}: {answer}");
        answer
    }

    /// Asks for something that must be refused: the kind of the failure.
    pub async fn refused(&mut self, request: Value) -> String {
        let answer = self.ask(request.clone()).await;
        assert_eq!(answer["ok"], false, "{request}: {answer}");
        answer["error"]["kind"].as_str().expect("a kind").to_string()
    }

    /// Sends a request and does not wait; its id.
    pub async fn send(&mut self, request: Value) -> u64 {
        let (id, text) = self.numbered(request);
        self.send_text(text).await;
        id
    }

    fn numbered(&mut self, mut request: Value) -> (u64, String) {
        let id = self.next;
        self.next += 1;
        request["id"] = json!(id);
        (id, request.to_string())
    }

    /// Sends any text.
    pub async fn send_text(&mut self, text: String) {
        self.stream.send(self.message(text)).await.expect("the server reads");
    }

    fn message(&self, text: String) -> Message {
        if !self.packed {
            return Message::text(text);
        }
        let mut frame =
            Frame::message(deflate::pack(text.as_bytes()).expect("a packed text"), OpCode::Data(Data::Text), true);
        frame.header_mut().rsv1 = true;
        Message::Frame(frame)
    }

    /// The connection below, on which anything can be sent.
    pub fn connection(&mut self) -> &mut Unpacking<TcpStream> {
        self.stream.get_mut()
    }

    /// Asks whether the server is still there, as sockets do; whether that could be sent.
    pub async fn knock(&mut self) -> bool {
        self.stream.send(Message::Ping(Default::default())).await.is_ok()
    }

    /// The next message; `None` when the socket has ended.
    pub async fn hear(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("the server speaks");
            match message {
                Some(Ok(Message::Text(text))) => {
                    self.heard.push(text.to_string());
                    let message = serde_json::from_str(&text).expect("JSON");
                    // Holding a large message to its description takes longer than playing it: of a long game, some.
                    if self.heard.len() < 200 || self.heard.len().is_multiple_of(16) {
                        described::check_message(&message);
                    }
                    return Some(message);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next push, kept or new.
    pub async fn push(&mut self) -> Value {
        match self.pushes.pop_front() {
            Some(push) => push,
            None => self.hear().await.expect("a push"),
        }
    }

    /// The next push of a kind; those before it are passed over.
    pub async fn push_of(&mut self, kind: &str) -> Value {
        loop {
            let push = self.push().await;
            if push["push"] == kind {
                return push;
            }
        }
    }

    /// Ends it.
    pub async fn close(mut self) {
        let _ = self.stream.close(None).await;
    }
}
