//! How a request becomes a socket, and how a socket sends: in pieces, so that it never holds more than one of them. What sends
//! keeps the space of the largest thing it ever sent; the table of a large game has 50 kB, and there are thousands of sockets.

use super::deflate::{self, Unpacking};
use super::told::Told;
use crate::error::Failure;
use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::header::{
    CONNECTION, HeaderMap, HeaderName, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_EXTENSIONS, SEC_WEBSOCKET_KEY,
    SEC_WEBSOCKET_VERSION, UPGRADE,
};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::Response;
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};

/// The largest message that is taken.
const LARGEST: usize = 16 * 1024;
/// How much is read at once. Each socket holds so much, and nearly all messages are smaller.
const READ_AT_ONCE: usize = 1024;
/// How large the pieces of a message are, and how much of what is to be sent is put together before it goes out.
const PIECE: usize = 2048;
/// The length of a key before it is written in base 64.
const KEY: usize = 16;

/// A request for a socket.
pub struct Upgrade {
    key: String,
    /// Whether messages may be packed.
    packed: bool,
    connection: OnUpgrade,
}

impl<S: Sync> FromRequestParts<S> for Upgrade {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Upgrade, Failure> {
        let wanted = || Failure::unreadable("this is for WebSockets");
        let (method, headers) = (&parts.method, &parts.headers);
        let is_meant = *method == Method::GET
            && says(headers, CONNECTION, "upgrade")
            && says(headers, UPGRADE, "websocket")
            && says(headers, SEC_WEBSOCKET_VERSION, "13");
        let key = headers.get(SEC_WEBSOCKET_KEY).and_then(|key| key.to_str().ok()).filter(|key| is_key(key));
        let key = key.filter(|_| is_meant).ok_or_else(wanted)?.to_string();
        let packed = deflate::is_wanted(headers);
        let connection = parts.extensions.remove::<OnUpgrade>().ok_or_else(|| {
            Failure::new(StatusCode::UPGRADE_REQUIRED, "bad_request", "this connection cannot become a WebSocket")
        })?;
        Ok(Upgrade { key, packed, connection })
    }
}

/// Whether one of a header's words is this.
fn says(headers: &HeaderMap, name: HeaderName, word: &str) -> bool {
    let told = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    told.flat_map(|value| value.split(',')).any(|told| told.trim().eq_ignore_ascii_case(word))
}

/// Whether this is 16 bytes in base 64.
fn is_key(key: &str) -> bool {
    let plain = key.strip_suffix("==").unwrap_or_default();
    plain.len() == (KEY * 8).div_ceil(6)
        && plain.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/".contains(&byte))
}

impl Upgrade {
    /// Answers that it becomes a socket, and has it visited as soon as it is one.
    pub fn accept<F: Future<Output = ()> + Send>(self, visit: impl FnOnce(Socket) -> F + Send + 'static) -> Response {
        let Upgrade { key, packed, connection } = self;
        tokio::spawn(async move {
            match connection.await {
                Ok(upgraded) => visit(Socket::new(upgraded, packed).await).await,
                Err(error) => tracing::debug!(%error, "a connection did not become a socket"),
            }
        });
        let mut answer = Response::new(Body::empty());
        *answer.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        let headers = answer.headers_mut();
        headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
        if packed {
            headers.insert(SEC_WEBSOCKET_EXTENSIONS, HeaderValue::from_static(deflate::AGREED));
        }
        // The hash of whatever it is has letters and digits alone.
        headers
            .extend(HeaderValue::try_from(derive_accept_key(key.as_bytes())).map(|hash| (SEC_WEBSOCKET_ACCEPT, hash)));
        answer
    }
}

/// A socket that holds little memory, as there are many.
pub struct Socket {
    stream: WebSocketStream<Unpacking<TokioIo<Upgraded>>>,
    /// Whether what is long is sent packed.
    packed: bool,
}

impl Socket {
    async fn new(upgraded: Upgraded, packed: bool) -> Socket {
        let mut stream = Unpacking::new(TokioIo::new(upgraded));
        if packed {
            stream.unpack(LARGEST);
        }
        Socket { stream: WebSocketStream::from_raw_socket(stream, Role::Server, Some(frugal())).await, packed }
    }

    /// What comes next; `None` at the end.
    pub async fn receive(&mut self) -> Option<Result<Message, Error>> {
        self.stream.next().await
    }

    /// Sends a message.
    pub async fn send(&mut self, message: Message) -> Result<(), Error> {
        self.stream.send(message).await
    }

    /// Takes a text to be sent; what is short goes out with the next that is, or by [`flush`](Socket::flush).
    pub async fn feed(&mut self, told: &Told) -> Result<(), Error> {
        let (text, is_packed) = told.sent(self.packed);
        for piece in pieces(text, is_packed) {
            self.stream.feed(Message::Frame(piece)).await?;
        }
        Ok(())
    }

    /// Sends what was taken.
    pub async fn flush(&mut self) -> Result<(), Error> {
        self.stream.flush().await
    }
}

fn frugal() -> WebSocketConfig {
    let config = WebSocketConfig::default().max_message_size(Some(LARGEST)).max_frame_size(Some(LARGEST));
    config.read_buffer_size(READ_AT_ONCE).write_buffer_size(PIECE)
}

/// A text in pieces. That it is packed is said by the first of them.
fn pieces(text: Bytes, is_packed: bool) -> impl Iterator<Item = Frame> {
    (0..text.len()).step_by(PIECE).map(move |from| {
        let to = text.len().min(from + PIECE);
        let kind = if from == 0 { Data::Text } else { Data::Continue };
        let mut piece = Frame::message(text.slice(from..to), OpCode::Data(kind), to == text.len());
        piece.header_mut().rsv1 = is_packed && from == 0;
        piece
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_goes_out_in_pieces() {
        let text: String = ('a'..='z').cycle().take(2 * PIECE + 5).collect();
        for is_packed in [false, true] {
            let pieces: Vec<Frame> = pieces(text.clone().into(), is_packed).collect();
            let heads = pieces.iter().map(Frame::header);
            let shapes =
                heads.map(|head| (head.opcode, head.rsv1, head.is_final)).zip(pieces.iter().map(Frame::payload));
            let (first, more) = (OpCode::Data(Data::Text), OpCode::Data(Data::Continue));
            let told = text.as_bytes();
            let expected = [
                ((first, is_packed, false), &told[..PIECE]),
                ((more, false, false), &told[PIECE..2 * PIECE]),
                ((more, false, true), &told[2 * PIECE..]),
            ];
            assert_eq!(shapes.collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn a_socket_holds_a_few_kilobytes() {
        let config = frugal();
        assert_eq!((config.read_buffer_size, config.write_buffer_size), (1024, 2048));
        assert_eq!((config.max_message_size, config.max_frame_size), (Some(16 * 1024), Some(16 * 1024)));
    }

    #[test]
    fn a_key_is_sixteen_bytes_in_base_64() {
        assert!(is_key("dGhlIHNhbXBsZSBub25jZQ=="));
        for wrong in ["", "==", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25j==", "dGhlIHNhbXBsZSBub25jZ!=="] {
            assert!(!is_key(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_header_says_a_word_among_others() {
        let mut headers = HeaderMap::new();
        headers.insert(CONNECTION, HeaderValue::from_static("keep-alive, Upgrade"));
        assert!(says(&headers, CONNECTION, "upgrade"));
        assert!(!says(&headers, CONNECTION, "close") && !says(&headers, UPGRADE, "websocket"));
    }
}
