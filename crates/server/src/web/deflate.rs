//! Packed messages on sockets: the extension permessage-deflate (RFC 7692), which browsers ask for by themselves. Each message
//! stands for itself: then it is packed once for all who are told the same, and a socket remembers nothing between two messages.
//!
//! What reads frames here knows no extension. So what comes is unpacked before it: a packed message is handed on as a plain one,
//! and everything else as it is.

use axum::http::header::{HeaderMap, SEC_WEBSOCKET_EXTENSIONS};
use flate2::write::DeflateEncoder;
use flate2::{Compression, Decompress, FlushDecompress, Status};
use std::cell::RefCell;
use std::io::{self, Cursor, ErrorKind, Write as _};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_tungstenite::tungstenite::Bytes;
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

/// What is answered to who asks for it.
pub const AGREED: &str = "permessage-deflate; server_no_context_takeover; client_no_context_takeover";

/// What ends everything that is packed, and is not sent (RFC 7692, 7.2.1).
const TAIL: [u8; 4] = [0, 0, 0xff, 0xff];
/// How much is read at once where a socket may be told something packed.
const READ_AT_ONCE: usize = 1024;
/// The largest head of a frame.
const HEAD: usize = 14;

/// Whether one of the ways in which a client would have messages packed is ours.
pub fn is_wanted(headers: &HeaderMap) -> bool {
    let told = headers.get_all(SEC_WEBSOCKET_EXTENSIONS).into_iter().filter_map(|value| value.to_str().ok());
    told.flat_map(|value| value.split(',')).any(is_ours)
}

/// Whether we can do what this offer wants. A window smaller than deflate's own we cannot promise.
fn is_ours(offer: &str) -> bool {
    let mut words = offer.split(';').map(str::trim);
    let mut known = ["server_no_context_takeover", "client_no_context_takeover", "client_max_window_bits"].map(Some);
    words.next() == Some("permessage-deflate")
        && words.all(|word| {
            let (name, value) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
            // Each is said once at the most.
            let is_known = known.iter_mut().any(|known| known.take_if(|known| *known == name).is_some());
            is_known && value.is_none_or(|bits| name == "client_max_window_bits" && is_window(bits))
        })
}

fn is_window(bits: &str) -> bool {
    matches!(bits.trim_matches('"'), "8" | "9" | "10" | "11" | "12" | "13" | "14" | "15")
}

/// A message as it is sent packed; none where the packer does not end it as it must, which it may not with what cannot be packed.
pub fn pack(text: &[u8]) -> Option<Bytes> {
    thread_local! {
        // A quarter of a megabyte, for each thread and not for each message.
        static PACKER: RefCell<DeflateEncoder<Vec<u8>>> =
            RefCell::new(DeflateEncoder::new(Vec::new(), Compression::fast()));
    }
    PACKER.with_borrow_mut(|packer| {
        packer.write_all(text).and_then(|()| packer.flush()).ok()?;
        let mut packed = std::mem::take(packer.get_mut());
        packer.reset(Vec::new()).ok()?;
        packed.ends_with(&TAIL).then(|| packed.truncate(packed.len() - TAIL.len()))?;
        Some(packed.into())
    })
}

/// A packed message as it was, if it is one and has no more than that.
fn unpack(packed: &mut Vec<u8>, most: usize) -> io::Result<Vec<u8>> {
    thread_local! {
        static UNPACKER: RefCell<Decompress> = RefCell::new(Decompress::new(false));
    }
    packed.extend(TAIL);
    UNPACKER.with_borrow_mut(|unpacker| {
        unpacker.reset(false);
        let mut text = Vec::new();
        loop {
            text.reserve_exact((2 * text.len()).max(READ_AT_ONCE).min(most + 1) - text.len());
            let read = usize::try_from(unpacker.total_in()).expect("it was in memory");
            let status = unpacker.decompress_vec(&packed[read..], &mut text, FlushDecompress::Sync);
            match status.map_err(|error| io::Error::new(ErrorKind::InvalidData, error))? {
                _ if text.len() > most => return Err(wrong("a message is too long")),
                Status::Ok | Status::BufError if text.len() == text.capacity() => {}
                _ => return Ok(text),
            }
        }
    })
}

fn wrong(what: &'static str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}

/// A packed message of which not all has come.
struct Packed {
    kind: OpCode,
    /// Whether all its frames were masked.
    masked: bool,
    told: Vec<u8>,
}

/// A connection on which messages come packed, and are read as plain ones.
pub struct Unpacking<S> {
    stream: S,
    /// How long a message may be; if none comes packed, not at all.
    most: Option<usize>,
    /// What came and is no whole frame yet.
    raw: Vec<u8>,
    coming: Option<Packed>,
    /// What can be read, and how much of it was.
    plain: Cursor<Vec<u8>>,
}

impl<S> Unpacking<S> {
    /// A connection on which nothing comes packed.
    pub fn new(stream: S) -> Unpacking<S> {
        Unpacking { stream, most: None, raw: Vec::new(), coming: None, plain: Cursor::default() }
    }

    /// From now on messages may come packed, of so many bytes at the most. No frame has begun.
    pub fn unpack(&mut self, most: usize) {
        self.most = Some(most);
    }

    /// Takes in what came: whole frames can be read then.
    fn take_in(&mut self, came: &[u8], most: usize) -> io::Result<()> {
        self.raw.extend(came);
        let mut from = 0;
        loop {
            let mut rest = Cursor::new(&self.raw[from..]);
            let read = FrameHeader::parse(&mut rest).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))?;
            let Some((head, length)) = read else { break };
            let length = usize::try_from(length).ok().filter(|&length| length <= most);
            let begins = from + rest.position() as usize;
            let ends = begins + length.ok_or_else(|| wrong("a frame is too long"))?;
            if ends > self.raw.len() {
                break;
            }
            if !self.unpack_frame(&head, begins..ends, most)? {
                self.plain.get_mut().extend(&self.raw[from..ends]);
            }
            from = ends;
        }
        self.raw.drain(..from);
        if self.raw.is_empty() {
            // Whoever rests holds nothing.
            self.raw = Vec::new();
        }
        Ok(())
    }

    /// Takes a frame, if it belongs to a packed message.
    fn unpack_frame(&mut self, head: &FrameHeader, told: std::ops::Range<usize>, most: usize) -> io::Result<bool> {
        match (head.opcode, head.rsv1) {
            (OpCode::Data(Data::Continue), false) if self.coming.is_some() => {}
            (OpCode::Data(Data::Text | Data::Binary), true) if self.coming.is_none() => {
                self.coming = Some(Packed { kind: head.opcode, masked: true, told: Vec::new() });
            }
            (OpCode::Data(_), _) if self.coming.is_some() => return Err(wrong("a message begins within another")),
            _ => return Ok(false),
        }
        let Some(coming) = &mut self.coming else { return Ok(false) };
        coming.masked &= head.mask.is_some();
        let mask = head.mask.unwrap_or_default();
        coming.told.extend(self.raw[told].iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        if coming.told.len() > most {
            return Err(wrong("a message is too long"));
        }
        if head.is_final
            && let Some(Packed { kind, masked, mut told }) = self.coming.take()
        {
            let text = unpack(&mut told, most)?;
            // A mask of nothing: it is there where it has to be, and changes nothing.
            let head = FrameHeader { opcode: kind, mask: masked.then_some([0; 4]), ..FrameHeader::default() };
            let plain = self.plain.get_mut();
            plain.reserve(HEAD + text.len());
            head.format(text.len() as u64, plain).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))?;
            plain.extend(text);
        }
        Ok(true)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Unpacking<S> {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let Some(most) = this.most else { return Pin::new(&mut this.stream).poll_read(context, into) };
        while this.plain.get_ref().is_empty() {
            let mut space = [0; READ_AT_ONCE];
            let mut came = ReadBuf::new(&mut space);
            ready!(Pin::new(&mut this.stream).poll_read(context, &mut came))?;
            if came.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
            this.take_in(came.filled(), most)?;
        }
        let at = this.plain.position() as usize;
        let rest = &this.plain.get_ref()[at..];
        let (now, later) = rest.split_at(rest.len().min(into.remaining()));
        into.put_slice(now);
        if later.is_empty() {
            this.plain = Cursor::default();
        } else {
            this.plain.set_position((at + now.len()) as u64);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Unpacking<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::dice::SeededDice;
    use tokio::io::AsyncReadExt as _;

    const MOST: usize = 4096;

    fn pack(text: &[u8]) -> Bytes {
        super::pack(text).expect("it can be packed")
    }

    /// A frame as somebody sends it who masks it.
    fn frame(kind: Data, rsv1: bool, is_final: bool, told: &[u8]) -> Vec<u8> {
        let mask = [7, 0, 255, 90];
        let head =
            FrameHeader { opcode: OpCode::Data(kind), rsv1, is_final, mask: Some(mask), ..FrameHeader::default() };
        let mut bytes = Vec::new();
        head.format(told.len() as u64, &mut bytes).unwrap();
        bytes.extend(told.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        bytes
    }

    fn unpacking(came: &[u8]) -> Unpacking<&[u8]> {
        let mut unpacking = Unpacking::new(came);
        unpacking.unpack(MOST);
        unpacking
    }

    /// What is read of what came.
    async fn read(came: &[u8]) -> io::Result<Vec<u8>> {
        let mut plain = Vec::new();
        unpacking(came).read_to_end(&mut plain).await.map(|_| plain)
    }

    /// The frame of a text that was packed.
    fn plain(text: &str) -> Vec<u8> {
        let mask = Some([0; 4]);
        let head = FrameHeader { opcode: OpCode::Data(Data::Text), mask, ..FrameHeader::default() };
        let mut bytes = Vec::new();
        head.format(text.len() as u64, &mut bytes).unwrap();
        bytes.extend(text.as_bytes());
        bytes
    }

    #[tokio::test]
    async fn what_is_packed_is_read_as_it_was() {
        for text in ["", "x", &"a counter ".repeat(400), &"é→".repeat(700)] {
            let packed = pack(text.as_bytes());
            assert!(text.len() < 100 || packed.len() < text.len() / 20);
            assert_eq!(read(&frame(Data::Text, true, true, &packed)).await.unwrap(), plain(text));
        }
        // Whatever it is: packed it is the same again, or it is not packed.
        let mut dice = SeededDice::new(7);
        for length in [1, 500, 5_000, 60_000, 100_000] {
            let noise: Vec<u8> = (0..length).map(|_| dice.below(256) as u8).collect();
            if let Some(packed) = super::pack(&noise) {
                assert_eq!(unpack(&mut packed.to_vec(), noise.len()).unwrap(), noise);
            }
            let letters: Vec<u8> = (0..length).map(|_| b"{}[]:,\"01 aeinrst"[dice.below(17)]).collect();
            assert_eq!(unpack(&mut pack(&letters).to_vec(), letters.len()).unwrap(), letters);
        }
    }

    #[tokio::test]
    async fn a_packed_message_comes_in_pieces_with_others_between() {
        let packed = pack(b"abcabcabc");
        let ping = [0x89, 0x80, 1, 2, 3, 4];
        let whole = frame(Data::Binary, false, true, b"as it is");
        let came = [
            &*frame(Data::Text, true, false, &packed[..3]),
            &ping,
            &frame(Data::Continue, false, false, &[]),
            &frame(Data::Continue, false, true, &packed[3..]),
            &whole,
        ];
        assert_eq!(read(&came.concat()).await.unwrap(), [&ping, &*plain("abcabcabc"), &*whole].concat());
        // However it is cut up.
        let mut unpacking = unpacking(&[]);
        for byte in came.concat() {
            unpacking.take_in(&[byte], MOST).unwrap();
        }
        assert_eq!(*unpacking.plain.get_ref(), [&ping, &*plain("abcabcabc"), &*whole].concat());
        assert_eq!(unpacking.raw.capacity(), 0);
    }

    #[tokio::test]
    async fn what_would_be_too_long_is_refused() {
        let text = vec![b'x'; MOST];
        assert!(read(&frame(Data::Text, true, true, &pack(&text))).await.is_ok());
        let bomb = pack(&vec![b'x'; 4_000_000]);
        assert!(bomb.len() > MOST && pack(&vec![b'x'; 500_000]).len() < MOST);
        for (told, why) in [
            (frame(Data::Text, true, true, &pack(&vec![b'x'; MOST + 1])), "a message is too long"),
            (frame(Data::Text, true, true, &pack(&vec![b'x'; 500_000])), "a message is too long"),
            (frame(Data::Text, true, true, &bomb), "a frame is too long"),
            (
                [
                    frame(Data::Text, true, false, &bomb[..MOST]),
                    frame(Data::Continue, false, true, &bomb[MOST..2 * MOST]),
                ]
                .concat(),
                "a message is too long",
            ),
        ] {
            assert_eq!(read(&told).await.unwrap_err().to_string(), why);
        }
    }

    #[tokio::test]
    async fn what_is_no_packed_message_is_refused_here_or_by_who_reads_on() {
        let packed = pack(b"abcabcabc");
        for wrong in [
            frame(Data::Text, true, true, b"\xff\xff\xff"),
            [frame(Data::Text, true, false, &packed), frame(Data::Text, false, true, b"x")].concat(),
            [frame(Data::Text, true, false, &packed), frame(Data::Continue, true, true, b"x")].concat(),
        ] {
            assert_eq!(read(&wrong).await.unwrap_err().kind(), ErrorKind::InvalidData);
        }
        // These have the bit still, which is refused wherever frames are read; and what was not masked is not masked now.
        for wrong in [frame(Data::Continue, true, true, &packed), vec![0xc9, 0x80, 1, 2, 3, 4]] {
            assert_eq!(read(&wrong).await.unwrap(), wrong);
        }
        let unmasked = [&[0xc1, packed.len() as u8], &*packed].concat();
        assert_eq!(read(&unmasked).await.unwrap(), b"\x81\x09abcabcabc");
    }

    #[test]
    fn only_what_we_can_do_is_agreed_to() {
        let wanted = |offers: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for offer in offers {
                headers.append(SEC_WEBSOCKET_EXTENSIONS, offer.parse().unwrap());
            }
            is_wanted(&headers)
        };
        for ours in [
            &["permessage-deflate; client_max_window_bits"][..],
            &["permessage-deflate"],
            &[
                "permessage-deflate; client_max_window_bits=\"12\"; server_no_context_takeover; client_no_context_takeover",
            ],
            &["permessage-deflate; server_max_window_bits=10, permessage-deflate"],
            &["x-webkit-deflate-frame", "permessage-deflate"],
        ] {
            assert!(wanted(ours), "{ours:?}");
        }
        for others in [
            &[][..],
            &["permessage-bzip2"],
            &["permessage-deflate; server_max_window_bits=10"],
            &["permessage-deflate; client_max_window_bits=16"],
            &["permessage-deflate; server_no_context_takeover=1"],
            &["permessage-deflate; client_no_context_takeover; client_no_context_takeover"],
            &["permessage-deflate; faster"],
        ] {
            assert!(!wanted(others), "{others:?}");
        }
    }
}
