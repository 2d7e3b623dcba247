//! `names.toml`: how counters are called, and which bands they wear.

use super::{DataError, DataFile, Files, Provenance, Provenances};
use crate::roster::Formation;
use serde::Deserialize;
use serde_spanned::Spanned;
use std::collections::BTreeMap;

/// The name of the file.
pub(super) const FILE: &str = "names.toml";

/// Bands of formations to which the file gives no colour of their own, in order.
const PALETTE: [&str; 14] = [
    "#8c1d12", "#1d4f91", "#2f6b2f", "#c98a00", "#6a3d8f", "#0f7a7a", "#b5497a", "#5a4630", "#7a8c1d", "#3a3a3a",
    "#d2691e", "#4a78c8", "#9c2f5f", "#4f8f5f",
];

/// The names and bands of a game's counters.
#[derive(Debug, Default)]
pub struct Names {
    words: BTreeMap<String, String>,
    /// Texts that a counter has no room for, the longest first, with what it prints in their place.
    shorter: Vec<(String, String)>,
    kinds: Vec<Called>,
    counters: BTreeMap<String, (Option<String>, String)>,
    bands: BTreeMap<String, Band>,
}

/// How counters of some kinds are called.
#[derive(Debug)]
struct Called {
    of: Vec<String>,
    short: String,
    cut: Option<String>,
    full: String,
}

#[derive(Debug)]
struct Band {
    colour: String,
    background: Option<String>,
}

/// The file as it is written.
#[derive(Deserialize)]
struct NamesFile {
    words: Option<WordsTable>,
    shorter: Option<WordsTable>,
    kind: Vec<KindTable>,
    #[serde(default)]
    counter: Vec<CounterTable>,
    #[serde(default)]
    band: Vec<BandTable>,
}

#[derive(Deserialize)]
struct WordsTable {
    source: Provenance,
    list: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct KindTable {
    of: Vec<String>,
    short: Option<Spanned<String>>,
    cut: Option<String>,
    full: Spanned<String>,
    source: Provenance,
}

#[derive(Deserialize)]
struct CounterTable {
    id: String,
    short: Option<String>,
    full: String,
    source: Provenance,
}

#[derive(Deserialize)]
struct BandTable {
    of: String,
    colour: Spanned<String>,
    #[serde(rename = "ground")]
    background: Option<Spanned<String>>,
    source: Provenance,
}

impl Names {
    /// The names of a game's own file; none where it has no such file.
    pub fn find(files: &Files, provenance: &mut Provenances) -> Result<Names, DataError> {
        match files.names().any(|name| name == FILE) {
            true => Names::read(&files.read(FILE)?, provenance),
            false => Ok(Names::default()),
        }
    }

    /// Reads and checks the file.
    pub fn read(file: &DataFile, provenance: &mut Provenances) -> Result<Names, DataError> {
        let table: NamesFile = file.parse()?;
        table.note(provenance);
        for kind in &table.kind {
            check_pattern(file, &kind.full)?;
            kind.short.as_ref().map_or(Ok(()), |short| check_pattern(file, short))?;
        }
        for band in &table.band {
            check_colour(file, &band.colour)?;
            band.background.as_ref().map_or(Ok(()), |background| check_colour(file, background))?;
        }
        let list = |words: Option<WordsTable>| words.map(|words| words.list).unwrap_or_default();
        let kinds = table.kind.into_iter().map(|kind| Called {
            of: kind.of,
            short: kind.short.map_or("{}".into(), Spanned::into_inner),
            cut: kind.cut,
            full: kind.full.into_inner(),
        });
        let band = |band: BandTable| {
            (band.of, Band { colour: band.colour.into_inner(), background: band.background.map(Spanned::into_inner) })
        };
        let mut shorter: Vec<_> = list(table.shorter).into_iter().collect();
        shorter.sort_by_key(|(long, _)| std::cmp::Reverse(long.len()));
        Ok(Names {
            words: list(table.words),
            shorter,
            kinds: kinds.collect(),
            counters: table.counter.into_iter().map(|one| (one.id, (one.short, one.full))).collect(),
            bands: table.band.into_iter().map(band).collect(),
        })
    }

    /// What a counter is called: in a few letters, and in full. `name` is what the counters' own file calls it.
    pub fn called(&self, id: &str, kind: &str, name: &str) -> (String, String) {
        let known = self.kinds.iter().find(|called| called.of.iter().any(|of| of == kind));
        let short = known.map_or(name.to_string(), |called| {
            let cut = called.cut.as_deref().and_then(|cut| name.split_once(cut)).map_or(name, |(kept, _)| kept);
            self.filled(&called.short, cut)
        });
        let short = self.shorter.iter().fold(short, |short, (long, brief)| short.replace(long, brief));
        let full = known.map_or_else(|| self.full(name), |called| self.filled(&called.full, name));
        match self.counters.get(id) {
            Some((own, full)) => (own.clone().unwrap_or(short), full.clone()),
            None => (short, full),
        }
    }

    /// A name with its numbers and abbreviations written out; what stands in parentheses stays as it is.
    pub fn full(&self, name: &str) -> String {
        let (name, rest) = name.find(" (").map_or((name, ""), |at| name.split_at(at));
        // Only what a name begins with is a rank: the 27th Brigade, but Infantry Regiment 13.
        let parts = parts(name).into_iter().enumerate().map(|(at, part)| match at {
            0 => self.written_out(part),
            _ => self.words.get(part).cloned().unwrap_or(part.into()),
        });
        format!("{}{rest}", parts.collect::<Vec<_>>().join(" "))
    }

    /// A formation with its band: the colour that the file gives it, or the next of the common ones.
    pub fn formation(&self, id: &str, title: &str, place: usize) -> Formation {
        let band = self.bands.get(id);
        Formation {
            id: id.into(),
            title: title.into(),
            colour: band.map_or(PALETTE[place % PALETTE.len()].into(), |band| band.colour.clone()),
            background: band.and_then(|band| band.background.clone()),
        }
    }

    /// A pattern with its places filled: `{}` is the name, `{name}` the name written out, `{1}` and `{1th}` its first
    /// part, as it is and written out.
    fn filled(&self, pattern: &str, name: &str) -> String {
        let mut text = pattern.replace("{}", name).replace("{name}", &self.full(name));
        for (at, part) in name.split(['/', ' ', '-']).enumerate() {
            text = text.replace(&format!("{{{}}}", at + 1), part);
            text = text.replace(&format!("{{{}th}}", at + 1), &self.written_out(part));
        }
        text
    }

    fn written_out(&self, part: &str) -> String {
        match (part.parse::<u32>(), self.words.get(part)) {
            (Ok(number), _) => ordinal(number),
            (_, Some(word)) => word.clone(),
            _ => part.to_string(),
        }
    }
}

impl NamesFile {
    fn note(&self, provenance: &mut Provenances) {
        for words in [&self.words, &self.shorter].into_iter().flatten() {
            provenance.note("abbreviations on the counters", &words.source);
        }
        for kind in &self.kind {
            provenance.note(format!("names of counters: {}", kind.full.as_ref()), &kind.source);
        }
        for counter in &self.counter {
            provenance.note(format!("name of {}", counter.full), &counter.source);
        }
        for band in &self.band {
            provenance.note(format!("band of {}", band.of), &band.source);
        }
    }
}

/// A name taken apart at its spaces, and where letters follow a number (`35R`).
fn parts(name: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for word in name.split(' ').filter(|word| !word.is_empty()) {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let (number, letters) = word.split_at(digits);
        let glued = !number.is_empty() && letters.starts_with(|letter: char| letter.is_ascii_uppercase());
        match glued {
            true => parts.extend([number, letters]),
            false => parts.push(word),
        }
    }
    parts
}

/// A number as a rank: 1st, 2nd, 13th.
pub fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

fn check_pattern(file: &DataFile, pattern: &Spanned<String>) -> Result<(), DataError> {
    const KNOWN: [&str; 8] = ["", "name", "1", "2", "3", "1th", "2th", "3th"];
    for place in pattern.as_ref().split('{').skip(1) {
        let Some((word, _)) = place.split_once('}').filter(|(word, _)| KNOWN.contains(word)) else {
            let message = format!("found \"{}\", expected {{}}, {{name}}, {{1}} or {{1th}} in it", pattern.as_ref());
            return Err(file.error_with(pattern, message));
        };
        debug_assert!(KNOWN.contains(&word));
    }
    Ok(())
}

fn check_colour(file: &DataFile, colour: &Spanned<String>) -> Result<(), DataError> {
    let digits = colour.as_ref().strip_prefix('#').unwrap_or_default();
    if digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Ok(());
    }
    Err(file.error_with(colour, format!("found \"{}\", expected a colour such as #8c1d12", colour.as_ref())))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r##"
        words = { source = "history made up for tests", list = { Gd = "Guard", R = "Reserve", Cav = "Cavalry", G = "Guard" } }
        shorter = { source = "reconstruction to fit", list = { " Division" = "" } }
        [[kind]]
        of = ["division"]
        full = "German {name} Division"
        source = "history made up for tests"
        [[kind]]
        of = ["brigade"]
        short = "{1}"
        full = "{1th} Brigade, {2th} Division"
        source = "history made up for tests"
        [[kind]]
        of = ["hq"]
        cut = " Corps"
        full = "{name} headquarters"
        source = "history made up for tests"
        [[counter]]
        id = "KBG"
        full = "Main Reserve of Königsberg"
        source = "history made up for tests"
        [[band]]
        of = "first"
        colour = "#112233"
        source = "reconstruction made up for tests"
    "##;

    fn names() -> Names {
        Names::read(&DataFile::new("names.toml", TEXT), &mut Provenances::default()).unwrap()
    }

    #[test]
    fn numbers_and_abbreviations_are_written_out() {
        let called = |kind, name| names().called("x", kind, name);
        let is = |short: &str, full: &str| (short.to_string(), full.to_string());
        assert_eq!(called("division", "1 Gd"), is("1 Gd", "German 1st Guard Division"));
        assert_eq!(called("division", "36R"), is("36R", "German 36th Reserve Division"));
        assert_eq!(called("division", "1G Cav"), is("1G Cav", "German 1st Guard Cavalry Division"));
        assert_eq!(called("brigade", "5/3"), is("5", "5th Brigade, 3rd Division"));
        assert_eq!(called("hq", "8 R Corps (Wichura)"), is("8 R", "8th Reserve Corps (Wichura) headquarters"));
        assert_eq!(called("leader", "2nd Division"), is("2nd", "2nd Division"));
        assert_eq!(names().called("KBG", "division", "KBG"), is("KBG", "Main Reserve of Königsberg"));
        assert_eq!([1, 2, 3, 11, 12, 13, 21, 112].map(ordinal).join(" "), "1st 2nd 3rd 11th 12th 13th 21st 112th");
    }

    #[test]
    fn bands_have_the_files_colour_or_one_of_the_common_ones() {
        assert_eq!(names().formation("first", "First Army", 3).colour, "#112233");
        assert_eq!(names().formation("second", "Second Army", 15).colour, PALETTE[1]);
    }

    #[test]
    fn a_pattern_that_means_nothing_is_found() {
        for (from, to) in [("{name}", "{nmae}"), ("#112233", "red")] {
            let text = TEXT.replace(from, to);
            let error = Names::read(&DataFile::new("names.toml", text), &mut Provenances::default()).unwrap_err();
            assert!(error.to_string().contains("expected"), "{error}");
        }
    }
}
