//! Archives: what is packed is opened as it was, and what is damaged, hostile or of another version is refused with a sentence. They
//! are also put together here by hand, as another program would.

use catalogue::archive::MOST_PACKED;
use catalogue::{Archive, find};
use engine::data::Overlay;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};

const HEAD: &str = "grognard.toml";
/// The most files in one.
const MOST_FILES: usize = 400;
/// Tar goes by blocks of so many bytes.
const BLOCK: usize = 512;

const CHANGE: &str =
    "[[change]]\nin = \"tables.toml\"\nat = \"stacking.factors\"\nvalue = 12\nsource = \"published my copy\"\n";

fn overlay() -> Overlay {
    let project = "title = \"Mine\"\nby = \"Anna\"\n";
    let files = [("changes.toml", CHANGE), ("project.toml", project)].map(|(name, text)| (name.into(), text.into()));
    Overlay::new("", files.into()).unwrap()
}

fn packed() -> Vec<u8> {
    let entry = find("first-blood").unwrap();
    Archive::pack(entry, &overlay(), &[("map.png".to_string(), b"\x89PNG\r\n\x1a\n...".to_vec())].into()).unwrap()
}

/// The digest of files with their names and lengths.
fn digest(files: &BTreeMap<&str, &[u8]>) -> String {
    let mut hash = Sha256::new();
    for (name, bytes) in files {
        hash.update(format!("{name}\n{}\n", bytes.len()));
        hash.update(bytes);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Adds a file to a tar file: what kind of file it is, is a sign in its head.
fn add(tar: &mut Vec<u8>, name: &str, kind: u8, bytes: &[u8]) {
    let mut head = [0; BLOCK];
    head[..name.len()].copy_from_slice(name.as_bytes());
    head[124..136].copy_from_slice(format!("{:011o}\0", bytes.len()).as_bytes());
    head[148..156].fill(b' ');
    head[156] = kind;
    let sum: u32 = head.iter().map(|&byte| u32::from(byte)).sum();
    head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    tar.extend_from_slice(&head);
    tar.extend_from_slice(bytes);
    tar.resize(tar.len().next_multiple_of(BLOCK), 0);
}

/// An archive of these files, whatever they are.
fn made(files: &[(&str, &[u8])]) -> Vec<u8> {
    of_kind(files, b'0')
}

fn of_kind(files: &[(&str, &[u8])], kind: u8) -> Vec<u8> {
    let digest = digest(&files.iter().copied().collect());
    let head = format!("form = 1\ngame = \"first-blood\"\nrules = 2\ndigest = \"{digest}\"\n");
    let mut tar = Vec::new();
    add(&mut tar, HEAD, b'0', head.as_bytes());
    files.iter().for_each(|(name, bytes)| add(&mut tar, name, kind, bytes));
    zipped(&tar)
}

fn zipped(tar: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(tar).unwrap();
    packer.write_all(&[0; 2 * BLOCK]).unwrap();
    packer.finish().unwrap()
}

fn unzipped(packed: &[u8]) -> Vec<u8> {
    let mut tar = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut tar).unwrap();
    tar
}

fn refused(packed: &[u8]) -> String {
    let message = Archive::open("x.grognard", packed).unwrap_err().to_string();
    assert!(!message.contains('\n'), "one sentence: {message}");
    message
}

#[test]
fn what_is_packed_is_opened_as_it_was() {
    let opened = Archive::open("x.grognard", &packed()).unwrap();
    assert_eq!((opened.game.as_str(), opened.overlay.project().by.as_str()), ("first-blood", "Anna"));
    assert_eq!(opened.overlay.files().collect::<Vec<_>>(), overlay().files().collect::<Vec<_>>());
    assert_eq!(opened.pictures.keys().collect::<Vec<_>>(), ["map.png"]);
    let entry = find("first-blood").unwrap();
    let (mine, shipped) = (entry.load_as(Some(&opened.overlay)).unwrap(), entry.load(None).unwrap());
    assert_ne!(mine.provenance().digest(), shipped.provenance().digest());
    assert_eq!(packed(), packed(), "the same every time");
}

#[test]
fn what_is_damaged_is_refused() {
    let whole = packed();
    for cut in [0, 1, 20, whole.len() / 2, whole.len() - 1] {
        assert!(refused(&whole[..cut]).starts_with("the archive is damaged: "), "cut at {cut}");
    }
    let mut turned = whole.clone();
    turned[whole.len() / 2] ^= 16;
    assert!(refused(&turned).starts_with("the archive is damaged: "));
    let tar = unzipped(&whole);
    let text = String::from_utf8_lossy(&tar);
    let at = text.find("value = 12").unwrap();
    // Behind the picture's bytes, which are no text, places would differ; the changes stand before it.
    let mut changed = tar.clone();
    changed[at + 8] = b'9';
    assert_eq!(refused(&zipped(&changed)), "the archive is damaged: its contents are not those that it names");
    assert!(refused(b"PK\x03\x04 a zip file").starts_with("the archive is damaged: "));
    assert_eq!(refused(&zipped(&[7; 1024])), "the archive is damaged: it is no archive of this kind");
    assert_eq!(refused(&zipped(&[])), format!("the archive is damaged: it has no {HEAD}"));
}

#[test]
fn a_bomb_is_refused_before_it_goes_off() {
    let message = "the archive is too large (the most is 8 MB packed, 32 MB and 400 files unpacked)";
    assert_eq!(refused(&made(&[("data/changes.toml", &vec![b' '; 33 << 20])])), message);
    assert_eq!(refused(&vec![0; MOST_PACKED + 1]), message);
    let names: Vec<String> = (0..MOST_FILES).map(|number| format!("data/a{number}.toml")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    assert_eq!(refused(&made(&files)), message);
}

#[test]
fn what_wants_out_or_wants_to_run_is_refused() {
    for name in [
        "../evil.toml",
        "/etc/evil.toml",
        "data/../../evil.toml",
        "data/.hidden.toml",
        "data//x.toml",
        "data/run.sh",
        "data/page.html",
        "pictures/map.svg",
        "pictures/sub/map.png",
        "other.toml",
        "data/a b.toml",
        "data\\x.toml",
    ] {
        let message = refused(&made(&[(name, b"x")]));
        assert_eq!(message, format!("the archive holds something that it must not: {name}"));
    }
    let script = refused(&made(&[("pictures/map.png", b"<script>")]));
    assert_eq!(script, "the archive holds something that it must not: pictures/map.png");
    assert_eq!(
        refused(&made(&[("data/changes.toml", b"\xff\xfe")])),
        "the archive holds something that it must not: data/changes.toml is no text"
    );
    let link = refused(&of_kind(&[("data/x.toml", b"")], b'2'));
    assert_eq!(link, "the archive holds something that it must not: data/x.toml is no plain file");
    let twice = made(&[("data/x.toml", b""), ("data/x.toml", b"")]);
    assert_eq!(refused(&twice), "the archive holds something that it must not: data/x.toml twice");
}

#[test]
fn what_is_made_for_another_version_is_refused() {
    let with = |head: String| {
        let mut tar = Vec::new();
        add(&mut tar, HEAD, b'0', head.as_bytes());
        refused(&zipped(&tar))
    };
    let nothing = digest(&BTreeMap::new());
    let of = |form: u32, game: &str, rules: u32| {
        with(format!("form = {form}\ngame = \"{game}\"\nrules = {rules}\ndigest = \"{nothing}\"\n"))
    };
    assert_eq!(of(2, "first-blood", 2), "the archive is made for another version of this program (form 2, not 1)");
    assert_eq!(
        of(1, "first-blood", 1),
        "the archive is made for version 1 of the rules of first-blood, and this program has version 2"
    );
    assert!(of(1, "chess", 1).starts_with("the archive is made for another program: there is no game \"chess\""));
}

#[test]
fn data_that_are_wrong_are_refused_at_their_line() {
    let wrong = CHANGE.replace("12", "900").replace("factors", "factor");
    let archive = Archive::open("x.grognard", &made(&[("data/changes.toml", wrong.as_bytes())])).unwrap();
    let entry = find("first-blood").unwrap();
    let error = entry.load_as(Some(&archive.overlay)).err().unwrap().to_string();
    assert!(error.starts_with("x.grognard/changes.toml:1: "), "{error}");
}
