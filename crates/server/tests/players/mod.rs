//! A server of its own for a test, and players who speak with it over HTTP and sockets as programs do.
// Each test program uses only some of this.
#![allow(dead_code)]

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use server::{Config, Limits, ServeError, Server};
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Long enough that only a server that does not answer at all fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// How a test's server is run, on a port that is free.
pub fn config(database: &str) -> Config {
    Config {
        address: SocketAddr::from(([127, 0, 0, 1], 0)),
        database: database.to_string(),
        limits: Limits::NONE,
        ..Config::default()
    }
}

/// A running server.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    end: oneshot::Sender<()>,
    task: JoinHandle<Result<(), ServeError>>,
}

impl Running {
    /// Starts one.
    pub async fn start(config: Config) -> Running {
        let server = Server::bind(config).await.expect("the server starts");
        let address = server.address();
        let (end, ended) = oneshot::channel();
        let task = tokio::spawn(server.run(async {
            let _ = ended.await;
        }));
        Running { address, end, task }
    }

    /// Ends it.
    pub async fn stop(self) {
        let _ = self.end.send(());
        self.task.await.expect("the server ends").expect("the server ends well");
    }

    /// Somebody new.
    pub fn visitor(&self) -> Player {
        Player { address: self.address, cookie: None, bearer: None }
    }
}

/// Somebody who asks.
#[derive(Clone)]
pub struct Player {
    /// Where the server is.
    pub address: SocketAddr,
    /// The cookie that the server gave him.
    pub cookie: Option<String>,
    /// The token that he brings.
    pub bearer: Option<String>,
}

/// What the server answered.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The body as it came.
    pub text: String,
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {}", self.text))
    }

    /// The body of a good answer.
    pub fn ok(self) -> Value {
        assert!((200..300).contains(&self.status), "{}: {}", self.status, self.text);
        self.json()
    }

    /// The kind of a failure.
    pub fn kind(&self) -> String {
        assert!(self.status >= 400, "{}: {}", self.status, self.text);
        self.json()["error"]["kind"].as_str().expect("a kind").to_string()
    }
}

impl Player {
    /// The same with a token.
    pub fn with_token(&self, token: &str) -> Player {
        Player { bearer: Some(token.to_string()), ..self.clone() }
    }

    /// Asks with GET.
    pub async fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", path, "").await
    }

    /// Asks with POST and JSON.
    pub async fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, &body.to_string()).await
    }

    /// Asks, and keeps the cookie that comes back.
    pub async fn ask(&mut self, method: &str, path: &str, body: &str) -> Answer {
        let mut request = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.address);
        request += "x-grognard: test\r\ncontent-type: application/json\r\n";
        if let Some(cookie) = &self.cookie {
            request += &format!("cookie: {cookie}\r\n");
        }
        if let Some(token) = &self.bearer {
            request += &format!("authorization: Bearer {token}\r\n");
        }
        request += &format!("content-length: {}\r\n\r\n{body}", body.len());
        let mut stream = TcpStream::connect(self.address).await.expect("the server listens");
        stream.write_all(request.as_bytes()).await.expect("the server reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("the server answers");
        let (head, text) = answer.split_once("\r\n\r\n").expect("an answer with a head");
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        if let Some(cookie) = cookie.and_then(|cookie| cookie.split(';').next()) {
            self.cookie = Some(cookie.to_string());
        }
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
        Answer { status, text: text.to_string() }
    }

    /// Creates a match: the answer.
    pub async fn create(&mut self, new: Value) -> Value {
        self.post("/api/matches", &new).await.ok()
    }

    /// Does something in a match over HTTP.
    pub async fn act(&mut self, id: &str, request: Value) -> Answer {
        self.post(&format!("/api/matches/{id}/do"), &request).await
    }

    /// Opens a socket to a match and enters: the socket and the table.
    pub async fn enter(&self, id: &str, enter: Value) -> (Socket, Value) {
        let mut socket = self.socket(id).await;
        let answer = socket.ask(enter).await;
        assert_eq!(answer["ok"], true, "{answer}");
        let table = answer["table"].clone();
        (socket, table)
    }

    /// Opens a socket to a match.
    pub async fn socket(&self, id: &str) -> Socket {
        let url = format!("ws://{}/api/matches/{id}/socket", self.address);
        let mut request = url.into_client_request().expect("an address");
        let headers = request.headers_mut();
        if let Some(cookie) = &self.cookie {
            headers.insert("cookie", cookie.parse().expect("a cookie"));
        }
        if let Some(token) = &self.bearer {
            headers.insert("authorization", format!("Bearer {token}").parse().expect("a token"));
        }
        let (stream, _) = connect_async(request).await.expect("the socket opens");
        Socket { stream, next: 1, pushes: VecDeque::new(), heard: Vec::new() }
    }
}

/// A socket to a match.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u64,
    pushes: VecDeque<Value>,
    /// Every text that came, in order.
    pub heard: Vec<String>,
}

impl Socket {
    /// Asks and waits for the answer; what is pushed meanwhile is kept.
    pub async fn ask(&mut self, request: Value) -> Value {
        let id = self.send(request).await;
        loop {
            let message = self.hear().await.expect("an answer");
            if message["re"] == id {
                return message;
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
    pub async fn send(&mut self, mut request: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        request["id"] = json!(id);
        self.send_text(request.to_string()).await;
        id
    }

    /// Sends any text.
    pub async fn send_text(&mut self, text: String) {
        self.stream.send(Message::text(text)).await.expect("the server reads");
    }

    /// The next message; `None` when the socket has ended.
    pub async fn hear(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("the server speaks");
            match message {
                Some(Ok(Message::Text(text))) => {
                    self.heard.push(text.to_string());
                    return Some(serde_json::from_str(&text).expect("JSON"));
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
