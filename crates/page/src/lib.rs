//! The page in the browser, built from `web/` and carried in the program.
//!
//! Every file is there as it is and, where that makes it smaller, compressed, so that serving it costs nothing.

/// A path with its bytes, as they are, packed by brotli and packed by gzip.
type Packed = (&'static str, &'static [u8], Option<&'static [u8]>, Option<&'static [u8]>);

// `FILES`, in the order of the paths.
include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A file of the page.
#[derive(Copy, Clone)]
pub struct File {
    /// The file as it is.
    pub bytes: &'static [u8],
    /// The same, packed by brotli.
    pub brotli: Option<&'static [u8]>,
    /// The same, packed by gzip.
    pub gzip: Option<&'static [u8]>,
    /// Its content type.
    pub kind: &'static str,
    /// Whether its name changes when its bytes do, so that it can be kept for ever.
    pub immutable: bool,
}

/// The file of the page at a path (without a slash before it).
pub fn get(path: &str) -> Option<File> {
    let at = FILES.binary_search_by_key(&path, |&(path, ..)| path).ok()?;
    let (_, bytes, brotli, gzip) = FILES[at];
    // The bundler writes a digest of the bytes into the names of what it puts there.
    Some(File { bytes, brotli, gzip, kind: kind(path), immutable: path.starts_with("assets/") })
}

/// The paths of all files.
pub fn paths() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|&(path, ..)| path)
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
            let file = get(path).unwrap();
            for smaller in file.brotli.iter().chain(&file.gzip) {
                assert!(smaller.len() < file.bytes.len(), "{path}");
            }
        }
    }

    #[test]
    fn only_the_files_of_the_page_are_there() {
        assert!(get("index.html.br").is_none());
        assert!(get("../Cargo.toml").is_none());
        assert!(get("").is_none());
    }
}
