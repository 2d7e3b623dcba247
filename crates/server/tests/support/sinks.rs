//! Where mail and webhooks end in tests.

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use serde_json::Value;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// Takes what is sent to it.
pub struct Sink<T> {
    /// Where it listens.
    pub address: SocketAddr,
    taken: mpsc::UnboundedReceiver<T>,
    failures: Arc<AtomicUsize>,
}

impl<T> Sink<T> {
    /// The next thing that is sent to it.
    pub async fn next(&mut self) -> T {
        self.taken.recv().await.expect("the sink goes on")
    }

    /// Whether nothing has come since.
    pub fn is_empty(&mut self) -> bool {
        self.taken.try_recv().is_err()
    }

    /// Refuses the next few.
    pub fn fail(&self, times: usize) {
        self.failures.store(times, Ordering::SeqCst);
    }
}

fn fails(failures: &AtomicUsize) -> bool {
    failures.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok()
}

async fn listen() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    (listener, address)
}

/// A mail server that keeps whole messages.
pub async fn mail() -> Sink<String> {
    let (listener, address) = listen().await;
    let (sender, taken) = mpsc::unbounded_channel();
    let failures = Arc::new(AtomicUsize::new(0));
    let failing = failures.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (sender, failing) = (sender.clone(), failing.clone());
            tokio::spawn(async move {
                // A client that goes away in the middle has sent nothing.
                let _ = receive(stream, &sender, &failing).await;
            });
        }
    });
    Sink { address, taken, failures }
}

async fn receive(
    stream: TcpStream,
    mails: &mpsc::UnboundedSender<String>,
    failures: &AtomicUsize,
) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 sink\r\n").await?;
    let mut line = String::new();
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let word = line.split_whitespace().next().unwrap_or_default().to_uppercase();
        let answer = match word.as_str() {
            "MAIL" if fails(failures) => "451 busy",
            "DATA" => {
                stream.write_all(b"354 go on\r\n").await?;
                let mut mail = String::new();
                while !mail.ends_with("\r\n.\r\n") {
                    if stream.read_line(&mut mail).await? == 0 {
                        return Ok(());
                    }
                }
                let _ = mails.send(mail);
                "250 taken"
            }
            "QUIT" => "221 bye",
            _ => "250 fine",
        };
        stream.write_all(format!("{answer}\r\n").as_bytes()).await?;
    }
}

/// A webhook that keeps the JSON it gets.
pub async fn webhook() -> Sink<Value> {
    let (listener, address) = listen().await;
    let (sender, taken) = mpsc::unbounded_channel();
    let failures = Arc::new(AtomicUsize::new(0));
    type Shared = (mpsc::UnboundedSender<Value>, Arc<AtomicUsize>);
    let take = |State((sender, failures)): State<Shared>, Json(body): Json<Value>| async move {
        if fails(&failures) {
            return StatusCode::SERVICE_UNAVAILABLE;
        }
        let _ = sender.send(body);
        StatusCode::OK
    };
    let router = Router::new().route("/hook", post(take)).with_state((sender, failures.clone()));
    tokio::spawn(async move { axum::serve(listener, router).await });
    Sink { address, taken, failures }
}
