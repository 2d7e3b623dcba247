//! `facts.toml`: what a game's rules, examples and scenarios say of single hexes of its boards. The shipped boards are held to it
//! by tests, and those that somebody has changed by the workshop, which tells what no longer fits.

use super::{DataError, DataFile, Files, Map};
use crate::ClauseBook;
use hexboard::Hex;
use serde::Deserialize;
use serde_spanned::Spanned;
use std::collections::HashMap;

/// The name of the file, where a game has one.
pub(super) const FILE: &str = "facts.toml";

/// What a game's rules say of single hexes.
#[derive(Debug, Default)]
pub struct Facts(Vec<Fact>);

/// Something that is said of hexes.
#[derive(Debug)]
struct Fact {
    /// The clauses that say so.
    clauses: Vec<String>,
    /// Who says so otherwise.
    after: String,
    /// The file of the board.
    board: String,
    what: What,
}

#[derive(Debug)]
enum What {
    /// The ground is one of these kinds.
    Ground(Vec<String>, Vec<String>),
    /// They bear a name.
    Name(Vec<String>, String),
    /// They belong to a set that the rules know by name.
    Region(Vec<String>, String),
    /// A road, railway or stream leads through them.
    Way(Vec<String>, String),
    /// Something lies between two hexes, or does not.
    Between(Vec<(String, String)>, String, bool),
}

/// Something that is said of a board and is not so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unlike {
    /// The hexes.
    pub hexes: Vec<String>,
    /// The sentence.
    pub message: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FactsFile {
    fact: Vec<Spanned<FactTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FactTable {
    #[serde(default)]
    clauses: String,
    #[serde(default)]
    after: String,
    #[serde(default = "the_map", rename = "in")]
    board: String,
    #[serde(default)]
    hexes: String,
    #[serde(default)]
    between: String,
    ground: Option<String>,
    name: Option<String>,
    region: Option<String>,
    feature: Option<String>,
    #[serde(default)]
    absent: bool,
}

fn the_map() -> String {
    "map.toml".into()
}

impl Facts {
    /// What is said of a game's boards; nothing where it has no such file.
    pub fn of(files: &Files) -> Result<Facts, DataError> {
        if files.names().any(|name| name == FILE) { Facts::read(&files.read(FILE)?) } else { Ok(Facts::default()) }
    }

    fn read(file: &DataFile) -> Result<Facts, DataError> {
        let table: FactsFile = file.parse()?;
        let fact = |entry: Spanned<FactTable>| {
            let span = entry.span();
            entry.into_inner().fact().map_err(|message| file.error_at(span, message))
        };
        Ok(Facts(table.fact.into_iter().map(fact).collect::<Result<_, _>>()?))
    }

    /// Those that a clause says.
    #[must_use]
    pub fn by(self, clause: &str) -> Facts {
        Facts(self.0.into_iter().filter(|fact| fact.clauses.iter().any(|id| id == clause)).collect())
    }

    /// How many there are of a board.
    pub fn count(&self, board: &str) -> usize {
        self.0.iter().filter(|fact| fact.board == board).count()
    }

    /// How many hexes' names are said of a board.
    pub fn names(&self, board: &str) -> usize {
        let of_board = self.0.iter().filter(|fact| fact.board == board);
        of_board.filter(|fact| matches!(fact.what, What::Name(..))).count()
    }

    /// The clauses that are named.
    pub fn clauses(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(|fact| fact.clauses.iter().map(String::as_str))
    }

    /// What is said of the board that stands in a file and is not so on it. A hex that there is not, or a kind of ground or of
    /// hexside, is a slip of the facts and told as well.
    pub fn unlike(&self, board: &str, map: &Map, book: &ClauseBook) -> Vec<Unlike> {
        let look = Look { map, labels: map.board.sheet().map(|hex| (map.board.label(hex).to_string(), hex)).collect() };
        let of_board = self.0.iter().filter(|fact| fact.board == board);
        of_board.flat_map(|fact| look.unlike(&fact.what, &fact.who(book))).collect()
    }
}

impl FactTable {
    fn fact(self) -> Result<Fact, String> {
        let words = |text: &str| -> Vec<String> { text.split_whitespace().map(String::from).collect() };
        let hexes = words(&self.hexes);
        let what = match (self.ground, self.name, self.region, self.feature) {
            (Some(kinds), None, None, None) => What::Ground(hexes, words(&kinds)),
            (None, Some(name), None, None) => What::Name(hexes, name),
            (None, None, Some(region), None) => What::Region(hexes, region),
            (None, None, None, Some(feature)) if !hexes.is_empty() => What::Way(hexes, feature),
            (None, None, None, Some(feature)) => {
                let pair = |pair: String| pair.split_once('/').map(|(a, b)| (a.to_string(), b.to_string()));
                let pairs: Option<Vec<_>> = words(&self.between).into_iter().map(pair).collect();
                let pairs =
                    pairs.filter(|pairs| !pairs.is_empty()).ok_or("expected pairs of hexes such as 1811/1910")?;
                What::Between(pairs, feature, !self.absent)
            }
            _ => return Err("expected one of ground, name, region and feature".into()),
        };
        if words(&self.clauses).is_empty() == self.after.is_empty() {
            return Err("expected the clauses that say so, or after whom it is".into());
        }
        let is_between = matches!(what, What::Between(..));
        if self.absent && !is_between || is_between == self.between.is_empty() || self.hexes.is_empty() != is_between {
            return Err("expected hexes, or between with a feature".into());
        }
        Ok(Fact { clauses: words(&self.clauses), after: self.after, board: self.board, what })
    }
}

impl Fact {
    /// Who says so.
    fn who(&self, book: &ClauseBook) -> String {
        let name = |id: &String| book.get(id).map_or_else(|| id.clone(), |entry| entry.name.clone());
        let names: Vec<String> = self.clauses.iter().map(name).collect();
        if names.is_empty() { self.after.clone() } else { names.join(" and ") }
    }
}

/// A look at a board.
struct Look<'a> {
    map: &'a Map,
    labels: HashMap<String, Hex>,
}

impl Look<'_> {
    fn unlike(&self, what: &What, who: &str) -> Vec<Unlike> {
        let each = |hexes: &[String], look: &dyn Fn(Hex, &str) -> Option<String>| {
            let one = |label: &String| {
                let found = self.labels.get(label).map(|&hex| look(hex, label));
                let message =
                    found.unwrap_or_else(|| Some(format!("There is no hex {label}, of which {who} speaks.")))?;
                Some(Unlike { hexes: vec![label.clone()], message })
            };
            hexes.iter().filter_map(one).collect::<Vec<_>>()
        };
        match what {
            What::Ground(hexes, kinds) => each(hexes, &|hex, label| self.ground(hex, label, kinds, who)),
            What::Name(hexes, name) => each(hexes, &|hex, label| self.name(hex, label, name, who)),
            What::Region(hexes, region) => each(hexes, &|hex, label| {
                let mut sets = self.map.board.regions().filter(|(id, _)| id == region);
                let is_in = sets.any(|(_, hexes)| hexes.contains(&hex));
                (!is_in).then(|| format!("{label} belongs to “{region}” by {who}, and does not here."))
            }),
            What::Way(hexes, feature) => each(hexes, &|hex, label| {
                let board = &self.map.board;
                let leads = board.neighbours(hex).any(|(to, _)| self.lies(hex, to, feature));
                (!leads)
                    .then(|| format!("{label} has a way of the kind {} by {who}, and none here.", self.title(feature)))
            }),
            What::Between(pairs, feature, there) => {
                pairs.iter().filter_map(|pair| self.between(pair, feature, *there, who)).collect()
            }
        }
    }

    fn ground(&self, hex: Hex, label: &str, kinds: &[String], who: &str) -> Option<String> {
        let here = &self.map.terrains[self.map.board.terrain(hex).index()];
        if kinds.contains(&here.id) {
            return None;
        }
        let first = self.map.terrains.iter().find(|kind| Some(&kind.id) == kinds.first());
        let like = if kinds.len() > 1 { " or the like" } else { "" };
        let title = first.map_or("ground that there is not", |kind| &kind.title);
        Some(format!("{label} is named as {title}{like} by {who}, and is {} here.", here.title))
    }

    fn name(&self, hex: Hex, label: &str, name: &str, who: &str) -> Option<String> {
        let here: Vec<&str> = self.map.board.names_at(hex).collect();
        if here.contains(&name) {
            return None;
        }
        let found = if here.is_empty() { "no name".to_string() } else { format!("the name {}", here.join(" and ")) };
        Some(format!("{label} is called {name} by {who}, and bears {found} here."))
    }

    fn between(&self, (a, b): &(String, String), feature: &str, there: bool, who: &str) -> Option<Unlike> {
        let hexes = vec![a.clone(), b.clone()];
        let pair = self.labels.get(a).zip(self.labels.get(b));
        let way = pair.and_then(|(&one, &other)| Some((one, self.map.board.direction(one, other)?)));
        let Some((one, way)) = way else {
            return Some(Unlike { hexes, message: format!("{a} and {b}, of which {who} speaks, are no neighbours.") });
        };
        if self.lies(one, way, feature) == there {
            return None;
        }
        let (title, said, found) = match there {
            true => (self.title(feature), "is", "none"),
            false => (self.title(feature), "is no", "one"),
        };
        let message = format!("Between {a} and {b} there {said} {title} by {who}, and {found} here.");
        Some(Unlike { hexes, message })
    }

    fn lies(&self, hex: Hex, way: hexboard::Direction, feature: &str) -> bool {
        let board = &self.map.board;
        board.feature_named(feature).is_some_and(|feature| board.features(hex, way).contains(feature))
    }

    fn title<'s>(&'s self, feature: &'s str) -> &'s str {
        self.map.features.iter().find(|kind| kind.id == feature).map_or(feature, |kind| &kind.title)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Provenances;

    const MAP: &str = r#"
title = "A valley"
source = "reconstruction by hand"
rows = [".v", "w."]
[numbering]
source = "reconstruction by hand"
hexes = "flat-topped"
columns = [1, 2]
rows = [1, 2]
columns_grow = "east"
rows_grow = "south"
raised = "even"
[[terrain]]
id = "clear"
title = "Clear"
letter = "."
draw = "fields"
[[terrain]]
id = "village"
title = "Village"
letter = "v"
draw = "village"
[[terrain]]
id = "woods"
title = "Woods"
letter = "w"
draw = "forest"
[[feature]]
id = "river"
title = "River"
draw = "river"
[[hexside]]
feature = "river"
between = "0101/0102"
source = "reconstruction by hand"
[[place]]
name = "Mill"
hexes = "0201"
style = "village"
source = "reconstruction by hand"
[[region]]
id = "entry"
hexes = "0101"
source = "reconstruction by hand"
"#;

    fn unlike(fact: &str) -> Vec<String> {
        let map = Map::read(&DataFile::new("map.toml", MAP), &mut Provenances::new(String::new())).unwrap();
        let book = ClauseBook::parse(&DataFile::new("clauses.tsv", "id\tkind\ttext\n2.1\tnote\tx\n")).unwrap();
        let facts = Facts::read(&DataFile::new(FILE, format!("[[fact]]\n{fact}"))).unwrap();
        assert!(facts.unlike("other.toml", &map, &book).is_empty());
        facts.unlike("map.toml", &map, &book).into_iter().map(|unlike| unlike.message).collect()
    }

    #[test]
    fn what_is_not_so_on_the_board_is_told_in_a_sentence() {
        let said = |what: &str| unlike(&format!("clauses = '2.1'\n{what}"));
        assert!(said("hexes = '0201'\nground = 'village woods'").is_empty());
        assert_eq!(
            said("hexes = '0201 0102'\nground = 'village'"),
            ["0102 is named as Village by 2.1, and is Woods here."]
        );
        assert_eq!(
            said("hexes = '0102'\nground = 'village clear'"),
            ["0102 is named as Village or the like by 2.1, and is Woods here."]
        );
        assert!(unlike("after = 'the atlas'\nhexes = '0201'\nname = 'Mill'").is_empty());
        assert_eq!(
            unlike("after = 'the atlas'\nhexes = '0101 0201'\nname = 'Inn'"),
            [
                "0101 is called Inn by the atlas, and bears no name here.",
                "0201 is called Inn by the atlas, and bears the name Mill here."
            ]
        );
        assert!(said("between = '0101/0102'\nfeature = 'river'").is_empty());
        assert_eq!(
            said("between = '0102/0202'\nfeature = 'river'"),
            ["Between 0102 and 0202 there is River by 2.1, and none here."]
        );
        assert_eq!(
            said("between = '0101/0102'\nfeature = 'river'\nabsent = true"),
            ["Between 0101 and 0102 there is no River by 2.1, and one here."]
        );
        assert_eq!(
            said("hexes = '0101 0202'\nfeature = 'river'"),
            ["0202 has a way of the kind River by 2.1, and none here."]
        );
        assert_eq!(
            said("hexes = '0101 0202'\nregion = 'entry'"),
            ["0202 belongs to “entry” by 2.1, and does not here."]
        );
        assert_eq!(said("hexes = '0909'\nregion = 'entry'"), ["There is no hex 0909, of which 2.1 speaks."]);
    }

    #[test]
    fn a_fact_says_one_thing_and_who_says_it() {
        let wrong = |fact: &str| Facts::read(&DataFile::new(FILE, format!("[[fact]]\n{fact}"))).unwrap_err().message;
        assert_eq!(wrong("clauses = '2.1'\nhexes = '0101'"), "expected one of ground, name, region and feature");
        assert_eq!(wrong("hexes = '0101'\nname = 'Mill'"), "expected the clauses that say so, or after whom it is");
        assert_eq!(wrong("clauses = '2.1'\nname = 'Mill'"), "expected hexes, or between with a feature");
        assert_eq!(
            wrong("clauses = '2.1'\nbetween = '0101'\nfeature = 'river'"),
            "expected pairs of hexes such as 1811/1910"
        );
    }
}
