//! What is told over sockets: put together once for all who are told the same, and packed once for those of them who want that.

use super::deflate;
use std::sync::{Arc, OnceLock};
use tokio_tungstenite::tungstenite::Bytes;

/// What is shorter is told as it is: it goes out in one packet in any case, and packing it would take longer than sending it.
const LEAST: usize = 1024;

/// A text that is told.
pub struct Told {
    text: Bytes,
    packed: OnceLock<Option<Bytes>>,
}

impl Told {
    /// This text.
    pub fn new(text: String) -> Arc<Told> {
        Arc::new(Told { text: text.into(), packed: OnceLock::new() })
    }

    /// As it is sent to somebody who wants it packed where that is worth it, or does not; and whether it is packed.
    pub fn sent(&self, packed: bool) -> (Bytes, bool) {
        let is_wanted = packed && self.text.len() >= LEAST;
        match is_wanted.then(|| self.packed.get_or_init(|| deflate::pack(&self.text))) {
            Some(Some(packed)) => (packed.clone(), true),
            _ => (self.text.clone(), false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_is_packed_once_for_those_who_want_it() {
        let text: String = ('a'..='z').cycle().take(LEAST).collect();
        let told = Told::new(text.clone());
        assert_eq!(told.sent(false), (Bytes::from(text.clone()), false));
        let ((one, first), (other, second)) = (told.sent(true), told.sent(true));
        assert!(first && second && one.len() < text.len() / 4);
        assert_eq!(one.as_ptr(), other.as_ptr());
        assert_eq!(Told::new(text[1..].into()).sent(true), (Bytes::from(text[1..].to_string()), false));
    }
}
