//! Ids and secrets: drawn from the operating system, long enough that nobody guesses one.

use sha2::{Digest, Sha256};

/// What cannot be answered without randomness is not answered at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the operating system gives no random bytes")]
pub struct NoRandomness;

/// 32 random bytes.
pub fn bytes() -> Result<[u8; 32], NoRandomness> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

/// A token that holds a seat, a session or a bot's right to play: 64 hexadecimal digits.
pub fn token() -> Result<String, NoRandomness> {
    bytes().map(|bytes| hex(&bytes))
}

/// The letters of ids: 32, without those that look like another.
const LETTERS: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";
/// How long an id is.
const ID: usize = 16;

/// An id that is public, but cannot be guessed either: 16 letters and digits.
pub fn id() -> Result<String, NoRandomness> {
    Ok(bytes()?.iter().take(ID).map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// Whether a text may be an id. What clients send in place of one can be anything, also what no database takes.
pub fn is_id(text: &str) -> bool {
    text.len() == ID && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// What is kept of a token: enough to recognise it, not enough to use it.
pub fn hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |half: u8| char::from(DIGITS[usize::from(half)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_tokens_have_their_form_and_differ() {
        let (one, other) = (token().unwrap(), token().unwrap());
        assert_eq!(one.len(), 64);
        assert_ne!(one, other);
        assert!(is_id(&id().unwrap()));
        for wrong in ["", "abc", "0000000000000000", "abcdefgh\0jkmnpqr", "äbcdefghjkmnpqr"] {
            assert!(!is_id(wrong), "{wrong:?}");
        }
    }

    #[test]
    fn a_hash_is_the_sha256_of_the_text() {
        // The digest of "abc" as FIPS 180-4 prints it.
        assert_eq!(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
