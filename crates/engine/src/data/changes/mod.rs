//! `changes.toml`: what somebody's copy of a game has otherwise, value by value.
//!
//! A change names a file, a place in it, and what stands there: one cell of a table, one counter, one hex. It is written into
//! the text of the shipped file before that is read, so the ordinary reader checks everything; an error in what was
//! changed is told at its line of `changes.toml`, and everything else at its line of the shipped file.

mod address;
mod map;
mod text;

pub use address::Address;
use address::Step;
use text::Edit;

use super::files::{DataError, DataFile};
use super::{Provenance, Provenances};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_spanned::Spanned;
use toml::de::DeTable;

/// The name of the file.
pub const FILE: &str = "changes.toml";

/// The changes of one copy of a game.
#[derive(Clone, Debug)]
pub struct Changes {
    file: DataFile,
    list: Vec<Change>,
}

/// One change.
#[derive(Clone, Debug)]
struct Change {
    /// The file in which it is.
    file: String,
    what: What,
    source: Provenance,
    /// The line on which it begins.
    line: usize,
}

#[derive(Clone, Debug)]
enum What {
    /// A value is this, written as TOML.
    Set(Address, String),
    /// An entry or value is not there.
    Remove(Address),
    /// A list has this entry too, written as TOML.
    Add(Address, String),
    /// Hexes have this ground.
    Terrain { hexes: String, terrain: String },
    /// Hexes belong to a region, or do not.
    Region { hexes: String, region: String, remove: bool },
    /// A feature lies on hexsides or crosses them, or does not.
    Hexsides { between: String, feature: String, remove: bool },
}

/// The file as it is written.
#[derive(Deserialize)]
struct ChangesFile {
    #[serde(default)]
    change: Vec<Spanned<ChangeTable>>,
}

#[derive(Deserialize)]
struct ChangeTable {
    #[serde(rename = "in")]
    file: String,
    at: Option<Spanned<String>>,
    value: Option<Spanned<IgnoredAny>>,
    add: Option<Spanned<IgnoredAny>>,
    #[serde(default)]
    remove: bool,
    hexes: Option<String>,
    terrain: Option<String>,
    region: Option<String>,
    between: Option<String>,
    feature: Option<String>,
    source: Provenance,
}

impl Changes {
    /// Reads the changes; whether they fit the files in which they are shows when they are applied.
    pub fn read(file: DataFile) -> Result<Changes, DataError> {
        let table: ChangesFile = file.parse()?;
        let list = table.change.into_iter().map(|change| Change::read(&file, change)).collect::<Result<_, _>>()?;
        Ok(Changes { file, list })
    }

    /// The names of the files that are changed, each once.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let first = |place: usize| !self.list[..place].iter().any(|other| other.file == self.list[place].file);
        (0..self.list.len()).filter(move |&place| first(place)).map(|place| self.list[place].file.as_str())
    }

    /// Notes where what was changed comes from.
    pub fn note(&self, provenance: &mut Provenances) {
        for change in &self.list {
            provenance.note(format!("changed: {} {}", change.file, change.what.words()), &change.source);
        }
    }

    /// How many changes there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// A data file with the changes in it.
    pub fn apply(&self, file: DataFile) -> Result<DataFile, DataError> {
        let own: Vec<&Change> = self.list.iter().filter(|change| change.file == file.bare_name()).collect();
        if own.is_empty() {
            return Ok(file);
        }
        let mut edits = Vec::new();
        {
            let root = DeTable::parse(file.text()).map_err(|error| {
                let at = error.span().map_or(0, |span| span.start);
                file.error_at(at..at, error.message().to_string())
            })?;
            let text = text::Text { whole: file.text(), root: root.get_ref() };
            for change in own.iter().filter(|change| !change.what.is_of_map()) {
                let found = change.edits(&text);
                edits.extend(found.map_err(|message| self.file.error_on_line(change.line, message))?);
            }
            let of_map: Vec<&Change> = own.iter().copied().filter(|change| change.what.is_of_map()).collect();
            if !of_map.is_empty() {
                edits.extend(map::edits(&file, &text, &of_map, &self.file)?);
            }
        }
        text::rewritten(file, &self.file, edits)
    }
}

impl Change {
    fn read(file: &DataFile, change: Spanned<ChangeTable>) -> Result<Change, DataError> {
        let span = change.span();
        let line = file.line_at(span.start);
        let table = change.into_inner();
        let address = |at: Option<Spanned<String>>| {
            let at = at.ok_or_else(|| file.error_at(span.clone(), "this change does not say at which place (`at`)"))?;
            Address::parse(at.as_ref()).map_err(|message| file.error_with(&at, message))
        };
        let raw = |value: &Spanned<IgnoredAny>| {
            let raw = file.text()[value.span()].to_string();
            match DeTable::parse(&format!("x = {raw}\n")) {
                Ok(_) => Ok(raw),
                Err(_) => Err(file.error_with(value, "expected a value on the line itself, as `value = 3`")),
            }
        };
        let what = match table {
            ChangeTable { at, value: Some(value), add: None, remove: false, hexes: None, between: None, .. } => {
                What::Set(address(at)?, raw(&value)?)
            }
            ChangeTable { at, value: None, add: Some(add), remove: false, hexes: None, between: None, .. } => {
                What::Add(address(at)?, raw(&add)?)
            }
            ChangeTable {
                hexes: Some(hexes), terrain: Some(terrain), region: None, remove: false, at: None, ..
            } => What::Terrain { hexes, terrain },
            ChangeTable { hexes: Some(hexes), region: Some(region), terrain: None, remove, at: None, .. } => {
                What::Region { hexes, region, remove }
            }
            ChangeTable { between: Some(between), feature: Some(feature), remove, at: None, .. } => {
                What::Hexsides { between, feature, remove }
            }
            ChangeTable { at, value: None, add: None, remove: true, .. } => What::Remove(address(at)?),
            _ => {
                let expected = "expected `at` with `value`, `add` or `remove = true`, or `hexes` with `terrain` or `region`, \
                                or `between` with `feature`";
                return Err(file.error_at(span, expected));
            }
        };
        Ok(Change { file: table.file, what, source: table.source, line })
    }

    fn edits(&self, text: &text::Text<'_>) -> Result<Vec<Edit>, String> {
        match &self.what {
            What::Set(address, value) => text.set(address, value, &self.source, self.line),
            What::Remove(address) => text.remove(address, self.line),
            What::Add(address, entry) => text.add(address, entry, self.line),
            What::Terrain { .. } | What::Region { .. } | What::Hexsides { .. } => Ok(Vec::new()),
        }
    }
}

impl What {
    fn is_of_map(&self) -> bool {
        matches!(self, What::Terrain { .. } | What::Region { .. } | What::Hexsides { .. })
    }

    fn words(&self) -> String {
        let gone = |remove: bool| if remove { "without " } else { "" };
        match self {
            What::Set(at, value) => format!("{at}: {value}"),
            What::Remove(at) => format!("without {at}"),
            What::Add(at, entry) => format!("{at}, added: {entry}"),
            What::Terrain { hexes, terrain } => format!("{terrain} in {hexes}"),
            What::Region { hexes, region, remove } => format!("{}region {region} in {hexes}", gone(*remove)),
            What::Hexsides { between, feature, remove } => format!("{}{feature} at {between}", gone(*remove)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Overlay;

    const TABLES: &str = "\
# Charts.
size = 3
[stacking]
units = { value = 2, source = \"rulebook 6.1\" } # two
[[kind]]
id = \"foot\"
front = [7, 7, 6]
source = \"reconstruction ours\"
counters = [
  { name = \"A\", hex = \"0101\" },
  { name = \"B\", hex = \"0102\" },
]

# Riders.
[[kind]]
id = \"horse\"
front = [3, 2, 9]
source = \"reconstruction ours\"
[kind.back]
front = [1, 1, 9]
[[german.setup]]
units = [\"x\", \"y\"]
";

    const MAP: &str = "\
title = \"A small board\"
source = \"reconstruction ours\"
rows = [
  \"...w\", # north
  \"..w.\",
  \"....\",
]
[numbering]
source = \"reconstruction ours\"
hexes = \"flat-topped\"
columns = [1, 4]
columns_grow = \"east\"
rows = [1, 3]
rows_grow = \"south\"
raised = \"odd\"
[[terrain]]
id = \"clear\"
title = \"Clear\"
letter = \".\"
draw = \"fields\"
[[terrain]]
id = \"woods\"
title = \"Woods\"
letter = \"w\"
draw = \"forest\"
[[feature]]
id = \"river\"
title = \"River\"
draw = \"river\"
[[feature]]
id = \"rail\"
title = \"Railway\"
draw = \"rail\"
[[line]]
feature = \"rail\"
name = \"Main\"
hexes = \"0102 0202 0302 0402\"
leaves = [true, true]
source = \"history of old\"
[[hexside]]
feature = \"river\"
between = \"0101/0102 0201/0202\"
source = \"history of old\"
[[region]]
id = \"entry\"
hexes = \"0101 0102\"
source = \"history of old\"
";

    fn changed(name: &str, text: &str, changes: &str) -> Result<DataFile, DataError> {
        Changes::read(DataFile::new(FILE, changes))?.apply(DataFile::new(name, text))
    }

    /// The tables with one change of them.
    fn tables(change: &str) -> Result<String, String> {
        let changes = format!("[[change]]\nin = \"tables.toml\"\n{change}\nsource = \"published my copy\"\n");
        let file = changed("tables.toml", TABLES, &changes).map_err(|error| error.to_string())?;
        DeTable::parse(file.text()).expect("what comes out is TOML");
        Ok(file.text().to_string())
    }

    fn map(changes: &str) -> Result<crate::data::Map, String> {
        let whole: String = changes
            .split("\n\n")
            .map(|change| format!("[[change]]\nin = \"map.toml\"\n{change}\nsource = \"published my copy\"\n"))
            .collect();
        let file = changed("map.toml", MAP, &whole).map_err(|error| error.to_string())?;
        crate::data::Map::read(&file, &mut Provenances::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_value_changes_and_everything_else_stays() {
        let text = tables("at = \"size\"\nvalue = 5").unwrap();
        assert_eq!(text, TABLES.replace("size = 3", "size = 5"));
        let text = tables("at = \"kind[id=horse].front\"\nvalue = [4, 2, 9]").unwrap();
        assert_eq!(text, TABLES.replace("[3, 2, 9]", "[4, 2, 9]"));
        let text = tables("at = \"kind[id=foot].front[3]\"\nvalue = 5").unwrap();
        assert_eq!(text, TABLES.replace("[7, 7, 6]", "[7, 7, 5]"));
        let text = tables("at = \"kind[id=horse].back.front[1]\"\nvalue = 2").unwrap();
        assert_eq!(text, TABLES.replace("[1, 1, 9]", "[2, 1, 9]"));
        let text = tables("at = \"kind[id=foot].counters[name=B].hex\"\nvalue = \"0203\"").unwrap();
        assert_eq!(text, TABLES.replace("0102", "0203"));
    }

    #[test]
    fn a_value_with_a_source_of_its_own_gets_that_of_the_change() {
        let text = tables("at = \"stacking.units\"\nvalue = 3").unwrap();
        assert!(text.contains("units = { value = 3, source = \"published my copy\" } # two"), "{text}");
    }

    #[test]
    fn what_was_not_there_is_added() {
        let text = tables("at = \"kind[id=foot].steps\"\nvalue = 2").unwrap();
        assert!(text.contains("[[kind]]\nsteps = 2\nid = \"foot\""), "{text}");
        let text = tables("at = \"kind[id=foot].counters[1].corps\"\nvalue = \"I\"").unwrap();
        assert!(text.contains("{ name = \"A\", hex = \"0101\", corps = \"I\" }"), "{text}");
        let text = tables("at = \"kind[id=foot].counters\"\nadd = { name = \"C\", hex = \"0103\" }").unwrap();
        assert!(text.contains("hex = \"0102\" }, { name = \"C\", hex = \"0103\" },\n]"), "{text}");
        let text = tables("at = \"kind\"\nadd = { id = \"guns\", front = [1, 1, 1] }").unwrap();
        assert!(text.ends_with("\n[[kind]]\nid = \"guns\"\nfront = [1, 1, 1]\n"), "{text}");
        let text = tables("at = \"german.arrival\"\nadd = { turn = 2 }").unwrap();
        assert!(text.ends_with("\n[[german.arrival]]\nturn = 2\n"), "{text}");
    }

    #[test]
    fn what_is_removed_is_gone_with_all_that_belongs_to_it() {
        let text = tables("at = \"kind[id=foot].counters[name=B]\"\nremove = true").unwrap();
        assert!(!text.contains("\"B\"") && text.contains("\"A\""), "{text}");
        let text = tables("at = \"kind[id=horse]\"\nremove = true").unwrap();
        assert!(!text.contains("horse") && !text.contains("kind.back") && text.contains("[[german.setup]]"), "{text}");
        let text = tables("at = \"size\"\nremove = true").unwrap();
        assert_eq!(text, TABLES.replace("size = 3\n", ""));
        let text = tables("at = \"german.setup[1].units[2]\"\nremove = true").unwrap();
        assert!(text.contains("units = [\"x\", ]"), "{text}");
    }

    #[test]
    fn a_change_that_does_not_fit_is_refused_at_its_line() {
        let said = |change: &str| tables(change).unwrap_err();
        assert_eq!(said("at = \"sise.x\"\nvalue = 5"), "changes.toml:1: there is no \"sise\" on the way to sise.x");
        let none = "changes.toml:1: there is no such entry as kind[id=guns].front asks for";
        assert_eq!(said("at = \"kind[id=guns].front\"\nvalue = 5"), none);
        let many = "changes.toml:1: 2 entries are such as kind[source=reconstruction ours] asks for: say more of the one that is meant";
        assert_eq!(said("at = \"kind[source=reconstruction ours]\"\nremove = true"), many);
        assert_eq!(said("at = \"kind[9]\"\nremove = true"), "changes.toml:1: kind[9] asks for entry 9 of 2");
        assert_eq!(
            said("at = \"stacking\"\nvalue = 1"),
            "changes.toml:1: stacking is a whole table: change its values, or remove it"
        );
        assert_eq!(said("at = \"x\"\nremove = true"), "changes.toml:1: there is nothing at x to remove");
        assert!(said("at = \"size\"").starts_with("changes.toml:1: expected `at` with `value`"));
        assert!(said("at = \"si ze..\"\nvalue = 1").contains("changes.toml:3: \"si ze..\" is no place in a file"));
        let twice = "[[change]]\nin = \"tables.toml\"\nat = \"size\"\nvalue = 1\nsource = \"history x\"\n".repeat(2);
        let error = changed("tables.toml", TABLES, &twice).unwrap_err().to_string();
        assert_eq!(error, "changes.toml:6: another change is at the same place of tables.toml");
    }

    #[test]
    fn an_error_is_told_where_it_is() {
        #[derive(Deserialize, Debug)]
        #[expect(dead_code)]
        struct Tables {
            size: u8,
            kind: Vec<Kind>,
        }
        #[derive(Deserialize, Debug)]
        #[expect(dead_code)]
        struct Kind {
            id: String,
            front: Spanned<[u8; 3]>,
        }
        let change = |at: &str, value: &str| {
            format!(
                "# mine\n[[change]]\nin = \"tables.toml\"\nat = \"{at}\"\nvalue = {value}\nsource = \"history x\"\n"
            )
        };
        // What was changed is wrong.
        let file = changed("tables.toml", TABLES, &change("kind[id=foot].front", "[7,\n  7,\n  900]")).unwrap();
        let error = file.parse_part::<Tables>().unwrap_err().to_string();
        assert_eq!(error, "changes.toml:2: invalid value: integer `900`, expected u8");
        // What was not changed is wrong, below a change that made the file longer.
        let broken = TABLES.replace("[3, 2, 9]", "[3, 2, 900]");
        let file = changed("tables.toml", &broken, &change("kind[id=foot].front", "[7,\n  7,\n  6]")).unwrap();
        let error = file.parse_part::<Tables>().unwrap_err().to_string();
        assert_eq!(error, "tables.toml:17: invalid value: integer `900`, expected u8");
    }

    #[test]
    fn the_ground_of_hexes_changes() {
        let map = map("hexes = \"0203 0301\"\nterrain = \"woods\"\n\nhexes = \"0302\"\nterrain = \"clear\"").unwrap();
        let wooded = map.board.hexes().filter(|&hex| map.board.terrain_name(map.board.terrain(hex)) == "woods");
        let labels: Vec<_> = wooded.map(|hex| map.board.label(hex).to_string()).collect();
        assert_eq!(labels.len(), 3, "{labels:?}");
        assert!(["0203", "0301", "0401"].iter().all(|hex| labels.iter().any(|label| label == hex)), "{labels:?}");
    }

    fn has(map: &crate::data::Map, feature: &str, a: &str, b: &str) -> bool {
        let board = &map.board;
        let (a, b) = (board.parse(a).unwrap(), board.parse(b).unwrap());
        board.features(a, board.direction(a, b).unwrap()).contains(board.feature_named(feature).unwrap())
    }

    #[test]
    fn rivers_and_railways_come_and_go() {
        let map = map("between = \"0101/0201\"\nfeature = \"river\"\n\nbetween = \"0102/0101\"\nfeature = \"river\"\nremove = true\n\n\
             between = \"0302/0202\"\nfeature = \"rail\"\nremove = true\n\nbetween = \"0202/0203 0203/0303\"\nfeature = \"rail\"")
        .unwrap();
        assert!(has(&map, "river", "0101", "0201") && has(&map, "river", "0201", "0202"));
        assert!(!has(&map, "river", "0101", "0102") && !has(&map, "rail", "0202", "0302"));
        assert!(
            has(&map, "rail", "0102", "0202") && has(&map, "rail", "0302", "0402") && has(&map, "rail", "0203", "0303")
        );
        let label = |hexes: &[hexboard::Hex]| {
            hexes.iter().map(|&hex| map.board.label(hex).to_string()).collect::<Vec<_>>().join(" ")
        };
        let lines: Vec<_> = map.lines.iter().map(|line| (label(&line.hexes), line.leaves)).collect();
        let expected = [("0202 0203 0303", (false, false)), ("0102 0202", (true, false)), ("0302 0402", (false, true))];
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(expected.iter().all(|(hexes, leaves)| lines.contains(&(hexes.to_string(), *leaves))), "{lines:?}");
    }

    #[test]
    fn hexes_come_to_a_region_and_leave_it() {
        let map =
            map("hexes = \"0103\"\nregion = \"entry\"\n\nhexes = \"0101\"\nregion = \"entry\"\nremove = true").unwrap();
        let label = |&hex: &hexboard::Hex| map.board.label(hex).to_string();
        let entry: Vec<_> = map.board.region("entry").unwrap().iter().map(label).collect();
        assert_eq!(entry, ["0102", "0103"]);
    }

    #[test]
    fn what_a_map_cannot_have_is_refused() {
        let said = |changes: &str| map(changes).err().unwrap();
        assert_eq!(
            said("hexes = \"0203\"\nterrain = \"lava\""),
            "changes.toml:1: unknown terrain \"lava\", expected one of clear, woods"
        );
        assert!(said("hexes = \"0903\"\nterrain = \"woods\"").starts_with("changes.toml:1: "));
        assert_eq!(
            said("between = \"0101/0303\"\nfeature = \"river\""),
            "changes.toml:1: the hexes of 0101/0303 are no neighbours"
        );
        assert_eq!(
            said("between = \"0101/0201\"\nfeature = \"river\"\nremove = true"),
            "changes.toml:1: there is no river between 0101 and 0201"
        );
        assert_eq!(
            said("between = \"0101/0201\"\nfeature = \"canal\""),
            "changes.toml:1: unknown feature \"canal\", expected one of river, rail"
        );
        assert_eq!(
            said("hexes = \"0403\"\nregion = \"entry\"\nremove = true"),
            "changes.toml:1: hex 0403 does not belong to the region \"entry\""
        );
    }

    #[test]
    fn an_overlay_of_changes_is_read_as_the_shipped_file_would_be() {
        const FILES: crate::data::Files = crate::data::Files::built_in(&[("tables.toml", "size = 3\n")]);
        let overlay = |text: &str| Overlay::new("mine", [(FILE.to_string(), text.to_string())].into()).unwrap();
        let change = "[[change]]\nin = \"tables.toml\"\nat = \"size\"\nvalue = 4\nsource = \"published my copy\"\n";
        let (files, provenance) = FILES.open(Some(&overlay(change))).unwrap();
        assert_eq!(files.read("tables.toml").unwrap().text(), "size = 4\n");
        assert_ne!(provenance.digest(), FILES.digest().unwrap());
        let noted: Vec<_> = provenance.iter().map(|entry| (entry.what.as_str(), entry.source.to_string())).collect();
        assert_eq!(noted, [("changed: tables.toml size: 4", "published my copy".to_string())]);
        let error = FILES.with_overlay(&overlay(&change.replace("tables", "table"))).unwrap_err().to_string();
        assert_eq!(error, "mine/changes.toml:1: no data file \"table.toml\" is known (expected one of tables.toml)");
    }
}
