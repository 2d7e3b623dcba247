//! What is told over sockets: put together once for all who are told the same, and packed once for those of them who want that.

use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::io::Write as _;
use std::sync::{Arc, OnceLock};
use tokio_tungstenite::tungstenite::{Bytes, Message, Utf8Bytes};

/// What is shorter is told as it is: packing it would take longer than sending it.
const LEAST: usize = 1024;

/// Something that is told.
pub struct Told {
    text: Utf8Bytes,
    packed: OnceLock<Bytes>,
}

impl Told {
    /// This text.
    pub fn new(text: String) -> Arc<Told> {
        Arc::new(Told { text: text.into(), packed: OnceLock::new() })
    }

    /// As it is sent: a text, or, to somebody who wants it packed and where that is worth it, the same deflated.
    pub fn message(&self, packed: bool) -> Message {
        if packed && self.text.len() >= LEAST {
            Message::Binary(self.packed.get_or_init(|| pack(self.text.as_str())).clone())
        } else {
            Message::Text(self.text.clone())
        }
    }
}

fn pack(text: &str) -> Bytes {
    let mut packer = DeflateEncoder::new(Vec::with_capacity(text.len() / 2), Compression::fast());
    let packed = packer.write_all(text.as_bytes()).and_then(|()| packer.finish());
    // A vector takes whatever is written to it.
    packed.unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::DeflateDecoder;
    use std::io::Read as _;

    #[test]
    fn what_is_long_is_packed_for_those_who_want_it() {
        let text: String = ('a'..='z').cycle().take(LEAST).collect();
        let told = Told::new(text.clone());
        assert_eq!(told.message(false), Message::Text(Utf8Bytes::from(&*text)));
        let Message::Binary(packed) = told.message(true) else { panic!("not packed") };
        let mut read = String::new();
        DeflateDecoder::new(&*packed).read_to_string(&mut read).unwrap();
        assert_eq!(read, text);
        assert!(packed.len() < text.len() / 4);
        // The same bytes for the next who is told.
        let Message::Binary(again) = told.message(true) else { panic!("not packed") };
        assert_eq!(again.as_ptr(), packed.as_ptr());
        assert_eq!(Told::new(text[1..].into()).message(true), Message::Text(Utf8Bytes::from(&text[1..])));
    }
}
