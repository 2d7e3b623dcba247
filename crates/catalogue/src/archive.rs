//! `.grognard` archives: what somebody's copy of a game has otherwise, in one file that can be handed on.
//!
//! An archive is a tar file packed by gzip. First comes `grognard.toml`, which says of which game it is, for which version of
//! its rules, and the digest of all that follows; then the files of the overlay below `data/`, and pictures below
//! `pictures/`. Nothing else may be in it. It is opened in memory, and nothing of it is ever written to a place that it names.

use crate::Entry;
use engine::data::{DataError, Overlay};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::{Read, Write};

/// How the name of an archive ends.
pub const ENDING: &str = "grognard";

/// The most that an archive may weigh, packed: pictures and all.
pub const MOST_PACKED: usize = 8 << 20;
/// The most that it may weigh unpacked.
const MOST_UNPACKED: u64 = 32 << 20;
/// The most files in one.
const MOST_FILES: usize = 400;
/// The form of archives that this program writes.
const FORM: u32 = 1;
const HEAD: &str = "grognard.toml";
const DATA: &str = "data/";
const PICTURES: &str = "pictures/";
/// Tar goes by blocks of so many bytes.
const BLOCK: usize = 512;

/// An archive.
#[derive(Clone, Debug)]
pub struct Archive {
    /// The game's id.
    pub game: String,
    /// The digest of all that is in it, as 64 hexadecimal digits.
    pub digest: String,
    /// What the copy of the game has otherwise.
    pub overlay: Overlay,
    /// Pictures by name.
    pub pictures: BTreeMap<String, Vec<u8>>,
}

/// Why an archive was not opened or made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    /// It weighs too much.
    #[error("the archive is too large (the most is {} MB packed, {} MB and {MOST_FILES} files unpacked)", MOST_PACKED >> 20, MOST_UNPACKED >> 20)]
    TooLarge,
    /// It cannot be read to its end, or is not what it was.
    #[error("the archive is damaged: {0}")]
    Damaged(String),
    /// It holds something that no archive has.
    #[error("the archive holds something that it must not: {0}")]
    Hostile(String),
    /// Another version of the program made it, or it is made for another.
    #[error("the archive is made for {0}")]
    Version(String),
    /// Its data are wrong.
    #[error(transparent)]
    Data(#[from] DataError),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HeadFile {
    form: u32,
    game: String,
    rules: u32,
    digest: String,
}

impl Archive {
    /// Packs what somebody's copy of a game has otherwise.
    pub fn pack(
        entry: &Entry,
        overlay: &Overlay,
        pictures: &BTreeMap<String, Vec<u8>>,
    ) -> Result<Vec<u8>, ArchiveError> {
        let rules = entry.load_as(Some(overlay))?.about().version;
        let data = overlay.files().map(|(name, text)| (format!("{DATA}{name}"), text.as_bytes()));
        let drawn = pictures.iter().map(|(name, bytes)| (format!("{PICTURES}{name}"), bytes.as_slice()));
        let files: BTreeMap<String, &[u8]> = data.chain(drawn).collect();
        for (name, bytes) in &files {
            check_file(name, bytes)?;
        }
        let digest = digest(files.iter().map(|(name, bytes)| (name.as_str(), *bytes)));
        let head = format!("form = {FORM}\ngame = \"{}\"\nrules = {rules}\ndigest = \"{digest}\"\n", entry.id);
        let mut tar = Vec::new();
        add(&mut tar, HEAD, head.as_bytes());
        files.iter().for_each(|(name, bytes)| add(&mut tar, name, bytes));
        tar.resize(tar.len() + 2 * BLOCK, 0);
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        packer.write_all(&tar).map_err(|error| ArchiveError::Damaged(error.to_string()))?;
        let packed = packer.finish().map_err(|error| ArchiveError::Damaged(error.to_string()))?;
        if packed.len() > MOST_PACKED || tar.len() as u64 > MOST_UNPACKED || files.len() >= MOST_FILES {
            return Err(ArchiveError::TooLarge);
        }
        Ok(packed)
    }

    /// Opens an archive. Whether its data are right shows when the game is loaded with them.
    pub fn open(name: &str, packed: &[u8]) -> Result<Archive, ArchiveError> {
        if packed.len() > MOST_PACKED {
            return Err(ArchiveError::TooLarge);
        }
        let mut tar = Vec::new();
        // One byte more than may be, so that what is too large shows without being unpacked.
        let unpacked = GzDecoder::new(packed).take(MOST_UNPACKED + 1).read_to_end(&mut tar);
        if tar.len() as u64 > MOST_UNPACKED {
            return Err(ArchiveError::TooLarge);
        }
        unpacked.map_err(|error| ArchiveError::Damaged(error.to_string()))?;
        let mut files = unpack(&tar)?;
        let head = files.remove(HEAD).ok_or_else(|| ArchiveError::Damaged(format!("it has no {HEAD}")))?;
        let head = engine::data::DataFile::new(HEAD, text(HEAD, head)?).parse::<HeadFile>()?;
        if head.form != FORM {
            return Err(ArchiveError::Version(format!(
                "another version of this program (form {}, not {FORM})",
                head.form
            )));
        }
        if digest(files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))) != head.digest {
            return Err(ArchiveError::Damaged("its contents are not those that it names".into()));
        }
        let entry =
            crate::find(&head.game).map_err(|error| ArchiveError::Version(format!("another program: {error}")))?;
        let rules = entry.version()?;
        if rules != head.rules {
            let what =
                format!("version {} of the rules of {}, and this program has version {rules}", head.rules, head.game);
            return Err(ArchiveError::Version(what));
        }
        let (mut data, mut pictures) = (BTreeMap::new(), BTreeMap::new());
        for (name, bytes) in files {
            match (name.strip_prefix(DATA), name.strip_prefix(PICTURES)) {
                (Some(below), _) => drop(data.insert(below.to_string(), text(&name, bytes)?)),
                (None, Some(below)) => drop(pictures.insert(below.to_string(), bytes)),
                (None, None) => return Err(ArchiveError::Hostile(name)),
            }
        }
        let overlay = Overlay::new(name, data)?;
        Ok(Archive { game: head.game, digest: head.digest, overlay, pictures })
    }
}

fn text(name: &str, bytes: Vec<u8>) -> Result<String, ArchiveError> {
    String::from_utf8(bytes).map_err(|_| ArchiveError::Hostile(format!("{name} is no text")))
}

/// The digest of files with their names and lengths.
fn digest<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> String {
    let mut hash = Sha256::new();
    for (name, bytes) in files {
        hash.update(format!("{name}\n{}\n", bytes.len()));
        hash.update(bytes);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Refuses what no archive holds: other places, programs, pages, pictures that are none.
fn check_file(name: &str, bytes: &[u8]) -> Result<(), ArchiveError> {
    let hostile = || ArchiveError::Hostile(name.chars().take(100).collect());
    let plain = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_' | '.');
    let is_part = |part: &str| !part.is_empty() && !part.starts_with('.') && part.chars().all(plain);
    if name.len() > 99 || !name.split('/').all(is_part) {
        return Err(hostile());
    }
    let fits = match (name.strip_prefix(DATA), name.strip_prefix(PICTURES)) {
        (Some(below), _) => [".toml", ".tsv", ".txt"].iter().any(|ending| below.ends_with(ending)),
        (None, Some(below)) => !below.contains('/') && is_picture(below, bytes),
        (None, None) => name == HEAD,
    };
    if fits { Ok(()) } else { Err(hostile()) }
}

/// Whether these are the bytes of a picture that cannot do anything but be looked at.
fn is_picture(name: &str, bytes: &[u8]) -> bool {
    match name.rsplit_once('.') {
        Some((_, "png")) => bytes.starts_with(b"\x89PNG\r\n\x1a\n"),
        Some((_, "jpg")) => bytes.starts_with(b"\xff\xd8\xff"),
        Some((_, "webp")) => bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP"),
        _ => false,
    }
}

/// Adds a file to a tar file.
fn add(tar: &mut Vec<u8>, name: &str, bytes: &[u8]) {
    let mut head = [0; BLOCK];
    let mut put = |at: usize, text: &str| head[at..at + text.len()].copy_from_slice(text.as_bytes());
    put(0, name);
    put(100, "0000644\0");
    put(108, "0000000\0");
    put(116, "0000000\0");
    put(124, &format!("{:011o}\0", bytes.len()));
    put(136, "00000000000\0");
    put(156, "0");
    put(257, "ustar\x0000");
    let sum = checksum(&head);
    head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    tar.extend_from_slice(&head);
    tar.extend_from_slice(bytes);
    tar.resize(tar.len().next_multiple_of(BLOCK), 0);
}

/// The sum of a head's bytes, with blanks where the sum stands.
fn checksum(head: &[u8; BLOCK]) -> u32 {
    head.iter().enumerate().map(|(at, byte)| if (148..156).contains(&at) { 32 } else { u32::from(*byte) }).sum()
}

/// The files of a tar file: plain files with plain names, each once.
fn unpack(tar: &[u8]) -> Result<BTreeMap<String, Vec<u8>>, ArchiveError> {
    let cut = || ArchiveError::Damaged("it is cut off".into());
    let (mut files, mut rest) = (BTreeMap::new(), tar);
    loop {
        let (head, after) = rest.split_first_chunk::<BLOCK>().ok_or_else(cut)?;
        if head.iter().all(|byte| *byte == 0) {
            return Ok(files);
        }
        if octal(&head[148..156]) != Some(u64::from(checksum(head))) {
            return Err(ArchiveError::Damaged("it is no archive of this kind".into()));
        }
        let name = head[..100].split(|byte| *byte == 0).next().unwrap_or_default();
        let name = String::from_utf8_lossy(name).into_owned();
        if !matches!(head[156], b'0' | 0) || head[345] != 0 {
            return Err(ArchiveError::Hostile(format!("{name} is no plain file")));
        }
        let size = octal(&head[124..136]).and_then(|size| usize::try_from(size).ok()).ok_or_else(cut)?;
        let bytes = after.get(..size).ok_or_else(cut)?;
        check_file(&name, bytes)?;
        if files.len() >= MOST_FILES {
            return Err(ArchiveError::TooLarge);
        }
        if files.insert(name.clone(), bytes.to_vec()).is_some() {
            return Err(ArchiveError::Hostile(format!("{name} twice")));
        }
        rest = after.get(size.next_multiple_of(BLOCK)..).ok_or_else(cut)?;
    }
}

/// A number as tar writes it.
fn octal(field: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(field).ok()?.trim_matches([' ', '\0']);
    u64::from_str_radix(text, 8).ok()
}
