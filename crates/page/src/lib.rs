//! The page in the browser, built from `web/` and carried in the program.
//!
//! Every file is there as it is and, where that makes it smaller, compressed, so that serving it costs nothing.

use rust_embed::{Embed, EmbeddedFile};
use std::borrow::Cow;

#[derive(Embed)]
#[folder = "$OUT_DIR/packed"]
struct Packed;

/// A file of the page.
pub struct File {
    /// The file as it is.
    pub bytes: Cow<'static, [u8]>,
    /// The same, packed by brotli.
    pub brotli: Option<Cow<'static, [u8]>>,
    /// The same, packed by gzip.
    pub gzip: Option<Cow<'static, [u8]>>,
    /// Its content type.
    pub kind: &'static str,
    /// Its SHA-256.
    pub digest: [u8; 32],
    /// Whether its name changes when its bytes do, so that it can be kept for ever.
    pub immutable: bool,
}

/// The file of the page at a path (without a slash before it).
pub fn get(path: &str) -> Option<File> {
    if path.ends_with(".br") || path.ends_with(".gz") {
        return None;
    }
    let whole = Packed::get(path)?;
    let data = |file: EmbeddedFile| file.data;
    Some(File {
        kind: kind(path),
        digest: whole.metadata.sha256_hash(),
        // The bundler writes a digest of the bytes into the names of what it puts there.
        immutable: path.starts_with("assets/"),
        brotli: Packed::get(&format!("{path}.br")).map(data),
        gzip: Packed::get(&format!("{path}.gz")).map(data),
        bytes: whole.data,
    })
}

/// The paths of all files.
pub fn paths() -> impl Iterator<Item = Cow<'static, str>> {
    Packed::iter().filter(|path| !path.ends_with(".br") && !path.ends_with(".gz"))
}

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_there_whole_and_compressed() {
        let index = get("index.html").unwrap();
        assert!(index.bytes.starts_with(b"<!doctype html>"));
        assert!(!index.immutable);
        assert_eq!(index.kind, "text/html; charset=utf-8");
        for path in paths() {
            let file = get(&path).unwrap();
            for smaller in file.brotli.iter().chain(&file.gzip) {
                assert!(smaller.len() < file.bytes.len(), "{path}");
            }
        }
    }

    #[test]
    fn what_is_packed_cannot_be_asked_for_by_name() {
        assert!(get("index.html.br").is_none());
        assert!(get("../Cargo.toml").is_none());
        assert!(get("").is_none());
    }
}
