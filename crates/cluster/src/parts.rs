//! Bytes that may be larger than one message.

use async_nats::HeaderMap;
use std::collections::BTreeMap;

const PART: &str = "Grognard-Part";
const PARTS: &str = "Grognard-Parts";

/// One of the parts in which something is sent.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Its number, from 0.
    pub number: usize,
    /// How many there are.
    pub of: usize,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Part {
    /// Everything in parts that the server takes, if its largest message has so many bytes.
    pub fn split(bytes: &[u8], max_payload: usize) -> Vec<Part> {
        // Headers count, too.
        let size = max_payload.saturating_sub(4096).max(512);
        let of = bytes.len().div_ceil(size).max(1);
        (0..of)
            .map(|number| {
                let bytes = bytes[number * size..bytes.len().min((number + 1) * size)].to_vec();
                Part { number, of, bytes }
            })
            .collect()
    }

    /// Headers that say which part it is.
    pub fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(PART, self.number.to_string());
        headers.insert(PARTS, self.of.to_string());
        headers
    }

    /// The part a message holds, if it holds one.
    pub fn read(headers: Option<&HeaderMap>, bytes: &[u8]) -> Option<Part> {
        let number = |name| headers?.get(name)?.as_str().parse().ok();
        let (number, of) = (number(PART)?, number(PARTS)?);
        (number < of).then(|| Part { number, of, bytes: bytes.to_vec() })
    }
}

/// Parts that have come so far, in any order, perhaps some of them twice.
#[derive(Default, Debug)]
pub(crate) struct Collected(BTreeMap<usize, Part>);

impl Collected {
    /// Takes one more, and gives everything once nothing is lacking.
    pub fn add(&mut self, part: Part) -> Option<Vec<u8>> {
        let of = part.of;
        self.0.insert(part.number, part);
        (self.0.len() == of).then(|| self.0.values().flat_map(|part| part.bytes.iter().copied()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_together_in_any_order() {
        let bytes: Vec<u8> = (0..2500).map(|n| (n % 251) as u8).collect();
        let parts = Part::split(&bytes, 4096 + 1000);
        assert_eq!(parts.iter().map(|part| part.bytes.len()).collect::<Vec<_>>(), [1000, 1000, 500]);
        let mut collected = Collected::default();
        for number in [2, 0, 2] {
            assert_eq!(collected.add(parts[number].clone()), None);
        }
        assert_eq!(collected.add(parts[1].clone()), Some(bytes));
    }

    #[test]
    fn nothing_is_a_part_too() {
        let [part] = Part::split(&[], 1 << 20).try_into().unwrap();
        let read = Part::read(Some(&part.headers()), &part.bytes).unwrap();
        assert_eq!(Collected::default().add(read), Some(vec![]));
        assert!(Part::read(None, &[]).is_none());
    }
}
