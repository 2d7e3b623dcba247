//! Builds the page in `web/` and packs its files, so that the program can carry and serve them as they are.
//!
//! The sources are copied first: nothing is written beside them. The copy, its packages and the built page lie in
//! `page/` in the target folder, where all profiles find them: a page whose sources have not changed is not built again.
//! Without Node, or when npm fails, the program is built all the same, with a page that says what is missing.
//! `PAGE_DIST=FOLDER` takes a page that was built elsewhere.

use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What is not part of the page's sources.
const NOT_SOURCES: [&str; 4] = ["node_modules", "dist", "tests", ".gitignore"];
/// What the page's build reads beside `web/`.
const FONTS: &str = "crates/render/fonts";
/// The oldest Node that can build the page.
const NODE: (u32, u32) = (20, 19);

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed=PAGE_DIST");
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    if let Some(built) = std::env::var_os("PAGE_DIST") {
        let built = PathBuf::from(built);
        println!("cargo::rerun-if-changed={}", built.display());
        return pack(&built, &out);
    }
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let workshop = workshop(&out);
    fs::create_dir_all(&workshop)?;
    // Another profile may be building it at the same time.
    let door = fs::File::create(workshop.join("lock"))?;
    door.lock()?;
    match build(&repository, &workshop) {
        Ok(built) => pack(&built, &out),
        Err(missing) => {
            for line in missing.to_string().lines() {
                println!("cargo::warning={line}");
            }
            // A file that is not there: it is tried again with every build until the page is.
            watch(&workshop.join("built-from"));
            let page = out.join("missing");
            empty(&page)?;
            fs::write(page.join("index.html"), apology(&missing.to_string()))?;
            pack(&page, &out)
        }
    }
}

/// Where the page is built: `page/` in the target folder, which is four above `PROFILE/build/page-HASH/out`.
fn workshop(out: &Path) -> PathBuf {
    out.ancestors().nth(4).unwrap_or(out).join("page")
}

/// Builds the page from a copy of its sources, unless that was done already, and says where it is; the error is for
/// people.
fn build(repository: &Path, workshop: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let sources = sources(repository)?;
    let (built, stamp) = (workshop.join("built"), workshop.join("built-from"));
    let digest = digest(repository, &sources)?;
    if built.join("index.html").is_file() && fs::read_to_string(&stamp).is_ok_and(|before| before == digest) {
        return Ok(built);
    }
    check_node()?;
    let copy = workshop.join("source");
    copy_sources(repository, &copy, &sources)?;
    let web = copy.join("web");
    install(&web, &workshop.join("installed-lock.json"))?;
    // What was built before no longer counts, whatever comes of this.
    if stamp.exists() {
        fs::remove_file(&stamp)?;
    }
    npm(&web, &["run", "build"], &built)?;
    fs::write(stamp, digest)?;
    Ok(built)
}

/// All files that the page is built from, by their paths in the repository.
fn sources(repository: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(repository.join("web"))? {
        let entry = entry?;
        if NOT_SOURCES.iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        watch(&entry.path());
        let path = format!("web/{}", entry.file_name().display());
        match entry.path().is_dir() {
            true => list(&entry.path(), &format!("{path}/"), &mut paths)?,
            false => paths.push(path),
        }
    }
    watch(&repository.join(FONTS));
    list(&repository.join(FONTS), &format!("{FONTS}/"), &mut paths)?;
    paths.sort();
    Ok(paths)
}

/// A number that another set of sources does not have.
fn digest(repository: &Path, sources: &[String]) -> Result<String, Box<dyn Error>> {
    let mut digest = DefaultHasher::new();
    for path in sources {
        (path, fs::read(repository.join(path))?).hash(&mut digest);
    }
    Ok(format!("{:016x}", digest.finish()))
}

/// Copies the sources in place of an earlier copy, and keeps the packages installed there.
fn copy_sources(repository: &Path, copy: &Path, sources: &[String]) -> Result<(), Box<dyn Error>> {
    let web = copy.join("web");
    fs::create_dir_all(&web)?;
    for old in fs::read_dir(&web)? {
        let old = old?.path();
        match old.file_name() == Some(OsStr::new("node_modules")) {
            true => {}
            false if old.is_dir() => fs::remove_dir_all(&old)?,
            false => fs::remove_file(&old)?,
        }
    }
    for path in sources {
        let to = copy.join(path);
        fs::create_dir_all(to.parent().unwrap_or(copy))?;
        fs::copy(repository.join(path), to)?;
    }
    Ok(())
}

fn watch(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}

/// A folder with nothing in it.
fn empty(folder: &Path) -> std::io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)
}

fn check_node() -> Result<(), Box<dyn Error>> {
    let wanted = format!("Node {}.{} or newer is needed to build the page", NODE.0, NODE.1);
    let output = Command::new("node").arg("--version").output().map_err(|_| format!("{wanted}; there is none"))?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_string();
    let mut numbers = version.trim_start_matches('v').split('.').map_while(|part| part.parse::<u32>().ok());
    match (numbers.next(), numbers.next()) {
        (Some(major), Some(minor)) if (major, minor) >= NODE => Ok(()),
        _ => Err(format!("{wanted}; this is {version}").into()),
    }
}

/// Installs the packages if they are not those of the lock file.
fn install(web: &Path, stamp: &Path) -> Result<(), Box<dyn Error>> {
    let lock = fs::read(web.join("package-lock.json"))?;
    if web.join("node_modules").is_dir() && fs::read(stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    npm(web, &["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"], Path::new("dist"))?;
    Ok(fs::write(stamp, lock)?)
}

fn npm(web: &Path, arguments: &[&str], page_out: &Path) -> Result<(), Box<dyn Error>> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let command = format!("npm {}", arguments.join(" "));
    let output = Command::new(program)
        .args(arguments)
        .current_dir(web)
        .env("PAGE_OUT", page_out)
        .output()
        .map_err(|error| format!("the page was not built: {command}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("the page was not built, {command} failed:\n{}", complaints(&output)).into())
}

/// The lines that say what is wrong: the first ones are often harmless warnings.
fn complaints(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    let is_error = |line: &&str| line.contains("npm error") || line.to_lowercase().contains("error");
    let errors: Vec<_> = text.lines().filter(is_error).take(20).collect();
    if errors.is_empty() { text } else { errors.join("\n") }
}

fn apology(missing: &str) -> String {
    let missing = missing.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Grognard</title></head><body>\n\
         <h1>Grognard was built without its page</h1>\n<pre>{missing}</pre>\n\
         <p>Put that right and run <code>./play</code> again. Meanwhile <code>./play play first-blood</code> plays in \
         the terminal, and bots find everything under <code>/api</code>.</p>\n</body></html>\n"
    )
}

/// Packs every file and writes the table that the crate includes.
fn pack(built: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    if !built.join("index.html").is_file() {
        return Err(format!("{}: there is no index.html", built.display()).into());
    }
    let packed = out.join("packed");
    empty(&packed)?;
    let mut paths = Vec::new();
    list(built, "", &mut paths)?;
    paths.sort();
    let mut table = String::from("static FILES: &[Packed] = &[\n");
    for (number, path) in paths.iter().enumerate() {
        let bytes = fs::read(built.join(path))?;
        let smaller = |ending, less: Option<Vec<u8>>| include(&bytes, less, packed.join(format!("{number}.{ending}")));
        let (brotli, gzip) = (smaller("br", brotli(&bytes)?)?, smaller("gz", Some(gzip(&bytes)?))?);
        let plain = packed.join(number.to_string());
        fs::write(&plain, &bytes)?;
        writeln!(table, "    ({path:?}, include_bytes!({plain:?}), {brotli}, {gzip}),")?;
    }
    table += "];\n";
    Ok(fs::write(out.join("files.rs"), table)?)
}

/// The paths of all files in a folder, as addresses have them.
fn list(folder: &Path, before: &str, paths: &mut Vec<String>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().into_string().map_err(|name| format!("{name:?} is no name for a file"))?;
        match entry.path().is_dir() {
            true => list(&entry.path(), &format!("{before}{name}/"), paths)?,
            false => paths.push(format!("{before}{name}")),
        }
    }
    Ok(())
}

/// Writes the compressed form of a file where that is worth it, and says how to include it.
fn include(plain: &[u8], less: Option<Vec<u8>>, file: PathBuf) -> std::io::Result<String> {
    let Some(less) = less.filter(|less| less.len() < plain.len() * 9 / 10) else { return Ok("None".into()) };
    fs::write(&file, less)?;
    Ok(format!("Some(include_bytes!({file:?}))"))
}

#[cfg(feature = "brotli")]
fn brotli(bytes: &[u8]) -> std::io::Result<Option<Vec<u8>>> {
    let mut out = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut out, 4096, 11, 22);
    writer.write_all(bytes)?;
    drop(writer);
    Ok(Some(out))
}

#[cfg(not(feature = "brotli"))]
fn brotli(_bytes: &[u8]) -> std::io::Result<Option<Vec<u8>>> {
    Ok(None)
}

fn gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    writer.write_all(bytes)?;
    writer.finish()
}
