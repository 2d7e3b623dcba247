//! Answers that are made once and sent often: kept in memory as they are and compressed.

use crate::error::Failure;
use crate::work::{Awaited, Workbench};
use axum::body::{Body, Bytes};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use std::collections::{HashMap, VecDeque};
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::OnceCell;

/// How long a browser may use an answer without asking again.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Cache {
    /// Ever: the address changes when the answer does.
    Ever,
    /// Not at all; but it may ask whether it has changed.
    Ask,
}

impl Cache {
    /// The header that says it.
    pub fn header(self) -> (HeaderName, HeaderValue) {
        let words = match self {
            Cache::Ever => "public, max-age=31536000, immutable",
            Cache::Ask => "no-cache",
        };
        (CACHE_CONTROL, HeaderValue::from_static(words))
    }
}

/// An answer made once.
#[derive(Debug)]
pub struct Packed {
    kind: &'static str,
    digest: String,
    plain: Bytes,
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
}

impl Packed {
    /// Packs bytes of a content type.
    pub fn new(kind: &'static str, plain: Vec<u8>) -> std::io::Result<Packed> {
        let digest = digest(&Sha256::digest(&plain));
        let (brotli, gzip) = (brotli(&plain)?.map(Bytes::from), Some(gzip(&plain)?.into()));
        Ok(Packed { kind, digest, plain: plain.into(), brotli, gzip })
    }

    /// A file of the page, which comes packed.
    pub fn of_page(file: page::File) -> Packed {
        Packed {
            kind: file.kind,
            digest: digest(&Sha256::digest(file.bytes)),
            plain: Bytes::from_static(file.bytes),
            brotli: file.brotli.map(Bytes::from_static),
            gzip: file.gzip.map(Bytes::from_static),
        }
    }

    /// A short digest of the bytes, for addresses.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Sends it as the client likes it best, or the word that it has it already.
    pub fn answer(&self, asked: &HeaderMap, cache: Cache) -> Response {
        // Weak, because the same tag stands for the compressed forms.
        let tag = format!("W/\"{}\"", self.digest);
        let known = asked.get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
        let is_known = known.is_some_and(|tags| tags.split(',').any(|known| known.trim() == tag));
        let headers = [(ETAG, tag), (VARY, ACCEPT_ENCODING.to_string())];
        if is_known {
            return (StatusCode::NOT_MODIFIED, [cache.header()], headers).into_response();
        }
        let (encoding, body) = match (&self.brotli, &self.gzip) {
            (Some(brotli), _) if accepts(asked, "br") => (Some("br"), brotli),
            (_, Some(gzip)) if accepts(asked, "gzip") => (Some("gzip"), gzip),
            _ => (None, &self.plain),
        };
        let encoding = encoding.map(|encoding| [(CONTENT_ENCODING, encoding)]);
        let kind = [(CONTENT_TYPE, self.kind)];
        let mut response = ([cache.header()], headers, kind, Body::from(body.clone())).into_response();
        if let Some([(name, value)]) = encoding {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        response
    }
}

/// Enough of a digest that no two versions share it.
fn digest(whole: &[u8]) -> String {
    crate::secret::hex(&whole[..8])
}

/// Whether the client reads this encoding.
fn accepts(asked: &HeaderMap, encoding: &str) -> bool {
    let lists = asked.get_all(ACCEPT_ENCODING).into_iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|entry| {
        let (name, weight) = entry.split_once(';').unwrap_or((entry, ""));
        let refused = weight.trim().strip_prefix("q=").is_some_and(|weight| weight.parse() == Ok(0.0));
        name.trim().eq_ignore_ascii_case(encoding) && !refused
    })
}

/// Somebody waits for the first answer of its kind: a map is packed in a fraction of the time that the best would take, and is
/// hardly larger.
#[cfg(feature = "brotli")]
const QUALITY: u32 = 5;

#[cfg(feature = "brotli")]
fn brotli(plain: &[u8]) -> std::io::Result<Option<Vec<u8>>> {
    let mut packed = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut packed, 4096, QUALITY, 22);
    writer.write_all(plain)?;
    drop(writer);
    Ok(Some(packed))
}

#[cfg(not(feature = "brotli"))]
fn brotli(_plain: &[u8]) -> std::io::Result<Option<Vec<u8>>> {
    Ok(None)
}

fn gzip(plain: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    writer.write_all(plain)?;
    writer.finish()
}

/// What was packed so far, by a key of its own.
#[derive(Default)]
pub struct Kept(Mutex<HashMap<String, Arc<OnceCell<Packed>>>>);

/// An answer that is there.
pub struct Found(Arc<OnceCell<Packed>>);

impl Found {
    /// The answer.
    pub fn packed(&self) -> Result<&Packed, Failure> {
        self.0.get().ok_or_else(|| Failure::internal("an answer was not kept"))
    }
}

impl Kept {
    /// The answer with this key; it is made, apart from the other requests, if nobody asked for it before.
    ///
    /// Keys must come from a list that clients cannot make longer.
    pub async fn get<M>(&self, key: String, make: M) -> Result<Found, Failure>
    where
        M: FnOnce() -> Result<Packed, Failure> + Send + 'static,
    {
        let cell = self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default().clone();
        let making = cell.clone();
        // By itself: if who asks first hangs up, what was begun is there for the next, who does not begin it anew.
        let made = tokio::spawn(async move {
            let make = || async { tokio::task::spawn_blocking(make).await.map_err(Failure::internal)? };
            making.get_or_try_init(make).await.map(drop)
        });
        made.await.map_err(Failure::internal)??;
        Ok(Found(cell))
    }

    /// The answer with this key, if it has been made.
    pub fn made(&self, key: &str) -> Option<Found> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned();
        known.filter(|cell| cell.initialized()).map(Found)
    }
}

/// How many answers are kept where there could be any number.
const RECENT: usize = 32;
/// How many of those are made at a time: the table comes before its portrait.
const AT_ONCE: usize = 1;

/// Answers that were asked for last, where there are too many to keep all.
pub struct Recent {
    bench: Workbench,
    last: Mutex<VecDeque<(String, Arc<Packed>)>>,
}

impl Default for Recent {
    fn default() -> Recent {
        Recent { bench: Workbench::new(AT_ONCE), last: Mutex::default() }
    }
}

impl Recent {
    /// The answer with this key; it is made, apart from the other requests, if nobody asked for it lately.
    pub async fn get<M>(&self, key: String, make: M) -> Result<Arc<Packed>, Failure>
    where
        M: FnOnce(&Awaited) -> Result<Packed, Failure> + Send + 'static,
    {
        if let Some(known) = self.find(&key) {
            return Ok(known);
        }
        let made = Arc::new(self.bench.work(make).await??);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.push_front((key, made.clone()));
        last.truncate(RECENT);
        Ok(made)
    }

    fn find(&self, key: &str) -> Option<Arc<Packed>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.iter().find(|(known, _)| known == key).map(|(_, answer)| answer.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(headers: &[(HeaderName, &'static str)]) -> HeaderMap {
        headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    fn sent(headers: &[(HeaderName, &'static str)]) -> Response {
        Packed::new("text/plain", b"one two one two one two".repeat(50)).unwrap().answer(&asking(headers), Cache::Ask)
    }

    #[test]
    fn a_client_gets_the_encoding_it_reads() {
        let encoding = |accepted| {
            let response = sent(&[(ACCEPT_ENCODING, accepted)]);
            response.headers().get(CONTENT_ENCODING).map(|value| value.to_str().unwrap().to_string())
        };
        assert_eq!(encoding("gzip, deflate, br").as_deref(), Some("br"));
        assert_eq!(encoding("gzip;q=0.5, br;q=0").as_deref(), Some("gzip"));
        assert_eq!(encoding("identity"), None);
        assert_eq!(encoding("brave, gzipped"), None);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_is_being_made_is_not_begun_again_when_its_asker_hangs_up() {
        let (kept, begun) = (Arc::new(Kept::default()), Arc::new(std::sync::Barrier::new(2)));
        let made = Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let make = |wait: bool| {
            let (begun, made) = (begun.clone(), made.clone());
            move || {
                made.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                if wait {
                    begun.wait();
                    begun.wait();
                }
                Packed::new("text/plain", b"slow".to_vec()).map_err(Failure::internal)
            }
        };
        let (asks, slow) = (kept.clone(), make(true));
        let asker = tokio::spawn(async move { asks.get("slow".into(), slow).await.is_ok() });
        let meet = begun.clone();
        tokio::task::spawn_blocking(move || meet.wait()).await.unwrap();
        asker.abort();
        assert!(asker.await.unwrap_err().is_cancelled());
        let (asks, quick) = (kept.clone(), make(false));
        let next = tokio::spawn(async move { asks.get("slow".into(), quick).await.is_ok() });
        tokio::task::spawn_blocking(move || begun.wait()).await.unwrap();
        assert!(next.await.unwrap());
        assert_eq!(made.load(std::sync::atomic::Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn of_many_answers_those_asked_for_last_are_kept() {
        let recent = Recent::default();
        let made = Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let ask = async |key: usize| {
            let made = made.clone();
            let make = move |_: &Awaited| {
                made.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                Packed::new("text/plain", vec![b'x'; key]).map_err(Failure::internal)
            };
            recent.get(key.to_string(), make).await.unwrap().plain.len()
        };
        assert_eq!((ask(1).await, ask(2).await, ask(1).await), (1, 2, 1));
        assert_eq!(made.load(std::sync::atomic::Ordering::SeqCst), 2);
        for key in 3..=RECENT + 2 {
            ask(key).await;
        }
        ask(1).await;
        assert_eq!(made.load(std::sync::atomic::Ordering::SeqCst), RECENT + 3, "the first was forgotten");
    }

    #[test]
    fn who_has_it_already_is_told_so() {
        let first = sent(&[]);
        let tag = first.headers()[ETAG].to_str().unwrap().to_string();
        let packed = Packed::new("text/plain", b"one two one two one two".repeat(50)).unwrap();
        let asked = [(IF_NONE_MATCH, HeaderValue::from_str(&format!("\"x\", {tag}")).unwrap())].into_iter().collect();
        assert_eq!(packed.answer(&asked, Cache::Ever).status(), StatusCode::NOT_MODIFIED);
        let other = Packed::new("text/plain", b"three".to_vec()).unwrap();
        assert_eq!(other.answer(&asked, Cache::Ever).status(), StatusCode::OK);
    }
}
