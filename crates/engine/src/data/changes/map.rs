//! Changes of a map: the ground of hexes, what lies on hexsides, which hexes belong to a region.

use super::text::{Edit, Text, quoted};
use super::{Change, What};
use crate::data::Provenance;
use crate::data::files::{DataError, DataFile};
use crate::data::map::Grid;
use hexboard::Hex;
use serde_spanned::Spanned;
use std::collections::{BTreeMap, BTreeSet};
use toml::de::{DeTable, DeValue};

/// Where each hex stands in the rows: the row, and the place in it.
type Places = BTreeMap<Hex, (usize, usize)>;
/// A hexside, by the hexes on both sides of it, the smaller one first.
type Between = (Hex, Hex);

/// All edits that the changes of a map ask for.
pub fn edits(file: &DataFile, text: &Text<'_>, changes: &[&Change], told: &DataFile) -> Result<Vec<Edit>, DataError> {
    let grid = Grid::of(file)?;
    let mut sheet = Sheet { text, places: grid.places().collect(), grid, edits: Vec::new(), more: Vec::new() };
    let mut taken: BTreeMap<&str, (usize, BTreeSet<Between>)> = BTreeMap::new();
    let mut regions: BTreeMap<&str, Members<'_>> = BTreeMap::new();
    for change in changes {
        let done = match &change.what {
            What::Terrain { hexes, terrain } => sheet.terrain(hexes, terrain, change.line),
            What::Region { hexes, region, remove } => sheet.hexes(hexes).map(|hexes| {
                let members = regions.entry(region).or_insert_with(|| Members::new(change));
                let list = if *remove { &mut members.leave } else { &mut members.join };
                list.extend(hexes);
            }),
            What::Hexsides { between, feature, remove: false } => {
                sheet.lay(between, feature, &change.source, change.line)
            }
            What::Hexsides { between, feature, remove: true } => sheet.hexsides(between).map(|pairs| {
                let removal = taken.entry(feature).or_insert_with(|| (change.line, BTreeSet::new()));
                removal.1.extend(pairs);
            }),
            What::Set(..) | What::Remove(_) | What::Add(..) => Ok(()),
        };
        done.map_err(|message| told.error_on_line(change.line, message))?;
    }
    for (feature, (line, pairs)) in taken {
        sheet.take(feature, pairs, line).map_err(|message| told.error_on_line(line, message))?;
    }
    for (region, members) in regions {
        let line = members.line;
        sheet.reassign(region, members).map_err(|message| told.error_on_line(line, message))?;
    }
    sheet.edits.append(&mut sheet.more);
    Ok(sheet.edits)
}

/// Who comes to belong to a region, and who does no more.
struct Members<'a> {
    join: BTreeSet<Hex>,
    leave: BTreeSet<Hex>,
    source: &'a Provenance,
    line: usize,
}

impl<'a> Members<'a> {
    fn new(change: &'a Change) -> Members<'a> {
        Members { join: BTreeSet::new(), leave: BTreeSet::new(), source: &change.source, line: change.line }
    }
}

/// A map whose text is written anew.
struct Sheet<'a> {
    text: &'a Text<'a>,
    grid: Grid,
    places: Places,
    edits: Vec<Edit>,
    /// What comes to stand at the end.
    more: Vec<Edit>,
}

impl<'a> Sheet<'a> {
    fn hexes(&self, list: &str) -> Result<Vec<Hex>, String> {
        list.split_whitespace().map(|word| self.grid.parse(word)).collect()
    }

    fn hexsides(&self, list: &str) -> Result<Vec<Between>, String> {
        list.split_whitespace().map(|pair| self.hexside(pair)).collect()
    }

    fn hexside(&self, pair: &str) -> Result<Between, String> {
        let (a, b) = pair.split_once('/').ok_or_else(|| format!("\"{pair}\" is not a pair of hexes"))?;
        let (a, b) = (self.grid.parse(a)?, self.grid.parse(b)?);
        if !self.grid.touch(a, b) {
            return Err(format!("the hexes of {pair} are no neighbours"));
        }
        Ok(ordered(a, b))
    }

    fn terrain(&mut self, hexes: &str, terrain: &str, line: usize) -> Result<(), String> {
        let letter = self.letter(terrain)?;
        let rows =
            self.text.root.get("rows").and_then(|rows| rows.get_ref().as_array()).ok_or("the map has no rows")?;
        for hex in self.hexes(hexes)? {
            let (row, place) =
                *self.places.get(&hex).ok_or_else(|| format!("hex {} is not on the sheet", self.grid.label(hex)))?;
            let row = rows.get(row).ok_or("the map has too few rows")?;
            let letters = row.get_ref().as_str().unwrap_or_default();
            // A row is a plain text in quotes.
            let start = row.span().start + 1;
            let (offset, old) = letters.char_indices().nth(place).ok_or("a row of the map is too short")?;
            let at = start + offset..start + offset + old.len_utf8();
            if self.text.whole.get(at.clone()) != Some(&*old.to_string()) {
                return Err("the rows of the map are not written plainly".into());
            }
            self.edits.push(Edit { at, text: letter.to_string(), line });
        }
        Ok(())
    }

    fn letter(&self, terrain: &str) -> Result<char, String> {
        let kinds = self.list("terrain");
        let of = |key: &str| kinds.iter().filter_map(move |kind| word(kind, key)).collect::<Vec<_>>();
        let letters = of("letter");
        let found = of("id").iter().position(|id| *id == terrain).and_then(|place| letters.get(place)?.chars().next());
        found.ok_or_else(|| format!("unknown terrain \"{terrain}\", expected one of {}", of("id").join(", ")))
    }

    /// Hexes come to belong to a region, or do no more. A region of one entry keeps it; one of several gets one more.
    fn reassign(&mut self, region: &str, members: Members<'_>) -> Result<(), String> {
        let Members { mut join, leave, source, line } = members;
        let entries: Vec<_> = self.blocks("region").filter(|(_, table)| word_in(table, "id") == Some(region)).collect();
        let (mut found, is_one) = (BTreeSet::new(), entries.len() == 1);
        for (value, table) in entries {
            let old = self.hexes(word_in(table, "hexes").unwrap_or_default())?;
            found.extend(old.iter().copied());
            let mut new: Vec<Hex> = old.iter().copied().filter(|hex| !leave.contains(hex)).collect();
            if is_one {
                new.extend(std::mem::take(&mut join).into_iter().filter(|hex| !old.contains(hex)));
            }
            if new != old {
                let text = (!new.is_empty()).then(|| self.labels(new));
                self.rewrite(value, table, "hexes", text, line);
            }
        }
        if let Some(&hex) = leave.difference(&found).next() {
            return Err(format!("hex {} does not belong to the region \"{region}\"", self.grid.label(hex)));
        }
        if !join.is_empty() {
            let hexes = self.labels(join.into_iter().collect());
            let entries = [("id", quoted(region)), ("hexes", quoted(&hexes)), ("source", quoted(&source.to_string()))];
            self.block("region", &entries, line);
        }
        Ok(())
    }

    /// A feature comes to lie on hexsides, or to lead across them.
    fn lay(&mut self, between: &str, feature: &str, source: &Provenance, line: usize) -> Result<(), String> {
        self.known_feature(feature)?;
        let source = quoted(&source.to_string());
        if !self.is_line(feature) {
            self.hexsides(between)?;
            let entries = [("feature", quoted(feature)), ("between", quoted(between)), ("source", source)];
            self.block("hexside", &entries, line);
            return Ok(());
        }
        for way in self.ways(between)? {
            let entries =
                [("feature", quoted(feature)), ("hexes", quoted(&self.labels(way))), ("source", source.clone())];
            self.block("line", &entries, line);
        }
        Ok(())
    }

    /// Hexsides as ways through hexes: as long as one begins where the one before it ends.
    fn ways(&self, between: &str) -> Result<Vec<Vec<Hex>>, String> {
        let mut ways: Vec<Vec<Hex>> = Vec::new();
        for pair in between.split_whitespace() {
            let (one, other) = self.hexside(pair)?;
            let last = ways.last_mut().filter(|way| way.last().is_some_and(|end| [one, other].contains(end)));
            match last {
                Some(way) if way.last() == Some(&one) => way.push(other),
                Some(way) => way.push(one),
                None => {
                    let first = self.grid.parse(pair.split('/').next().unwrap_or_default())?;
                    ways.push(if first == one { vec![one, other] } else { vec![other, one] });
                }
            }
        }
        Ok(ways)
    }

    /// A feature goes from hexsides.
    fn take(&mut self, feature: &str, pairs: BTreeSet<Between>, line: usize) -> Result<(), String> {
        self.known_feature(feature)?;
        let mut found = BTreeSet::new();
        let of_feature = |table: &DeTable<'_>| word_in(table, "feature") == Some(feature);
        for (value, table) in self.blocks("hexside").filter(|(_, table)| of_feature(table)).collect::<Vec<_>>() {
            let list = word_in(table, "between").unwrap_or_default();
            let mut rest = Vec::new();
            let before = found.len();
            for word in list.split_whitespace() {
                let pair = self.hexside(word)?;
                if pairs.contains(&pair) {
                    found.insert(pair);
                } else {
                    rest.push(word);
                }
            }
            if found.len() > before || rest.len() < list.split_whitespace().count() {
                let text = (!rest.is_empty()).then(|| rest.join(" "));
                self.rewrite(value, table, "between", text, line);
            }
        }
        for (value, table) in self.blocks("line").filter(|(_, table)| of_feature(table)).collect::<Vec<_>>() {
            let hexes = self.hexes(word_in(table, "hexes").unwrap_or_default())?;
            let cut: Vec<Between> =
                hexes.windows(2).map(|step| ordered(step[0], step[1])).filter(|pair| pairs.contains(pair)).collect();
            if !cut.is_empty() {
                found.extend(cut);
                self.cut(value, table, &hexes, &pairs, line);
            }
        }
        match pairs.difference(&found).next() {
            Some(&(a, b)) => {
                Err(format!("there is no {feature} between {} and {}", self.grid.label(a), self.grid.label(b)))
            }
            None => Ok(()),
        }
    }

    /// A line is led no more between some hexes: what is left of it are lines of their own.
    fn cut(
        &mut self,
        value: &'a Spanned<DeValue<'a>>,
        table: &'a DeTable<'a>,
        hexes: &[Hex],
        gone: &BTreeSet<Between>,
        line: usize,
    ) {
        let leaves = |place: usize| {
            let leaves = table.get("leaves").and_then(|leaves| leaves.get_ref().as_array());
            leaves
                .and_then(|leaves| leaves.get(place))
                .is_some_and(|end| matches!(end.get_ref(), DeValue::Boolean(true)))
        };
        let mut pieces: Vec<(Vec<Hex>, [bool; 2])> = Vec::new();
        let mut start = 0;
        for end in 0..hexes.len() {
            let is_last = end + 1 == hexes.len();
            if is_last || gone.contains(&ordered(hexes[end], hexes[end + 1])) {
                if end > start {
                    pieces.push((hexes[start..=end].to_vec(), [start == 0 && leaves(0), is_last && leaves(1)]));
                }
                start = end + 1;
            }
        }
        self.edits.push(Edit { at: self.text.block(value), text: String::new(), line });
        for (way, leaves) in pieces {
            let raw = |key: &str| table.get(key).map(|value| self.text.whole[value.span()].to_string());
            let mut entries: Vec<(&str, String)> = Vec::new();
            entries.extend(["feature", "name", "source"].into_iter().filter_map(|key| Some((key, raw(key)?))));
            entries.push(("hexes", quoted(&self.labels(way))));
            entries.push(("leaves", format!("[{}, {}]", leaves[0], leaves[1])));
            self.block("line", &entries, line);
        }
    }

    fn known_feature(&self, feature: &str) -> Result<(), String> {
        let known: Vec<_> = self.list("feature").iter().filter_map(|kind| word(kind, "id")).collect();
        if known.contains(&feature) {
            return Ok(());
        }
        Err(format!("unknown feature \"{feature}\", expected one of {}", known.join(", ")))
    }

    /// Whether people travel along a feature: then it leads from hex to hex.
    fn is_line(&self, feature: &str) -> bool {
        let kinds = self.list("feature");
        let kind = kinds.iter().find(|kind| word(kind, "id") == Some(feature));
        let ways = ["road", "minor-road", "rail"];
        kind.and_then(|kind| word(kind, "draw")).is_some_and(|draw| ways.contains(&draw))
    }

    /// One list of an entry is written anew; an entry without any goes.
    fn rewrite(
        &mut self,
        value: &'a Spanned<DeValue<'a>>,
        table: &'a DeTable<'a>,
        key: &str,
        list: Option<String>,
        line: usize,
    ) {
        let old = table.get(key).map(Spanned::span);
        self.edits.push(match (list, old) {
            (Some(list), Some(at)) => Edit { at, text: quoted(&list), line },
            _ => Edit { at: self.text.block(value), text: String::new(), line },
        });
    }

    /// A new entry at the end of the file.
    fn block(&mut self, kind: &str, entries: &[(&str, String)], line: usize) {
        let end = self.text.whole.len();
        let mut text = format!("\n[[{kind}]]\n");
        for (key, value) in entries {
            text += &format!("{key} = {value}\n");
        }
        self.more.push(Edit { at: end..end, text, line });
    }

    fn labels(&self, hexes: Vec<Hex>) -> String {
        hexes.into_iter().map(|hex| self.grid.label(hex)).collect::<Vec<_>>().join(" ")
    }

    fn list(&self, key: &str) -> Vec<&'a Spanned<DeValue<'a>>> {
        let list = self.text.root.get(key).and_then(|list| list.get_ref().as_array());
        list.map(|list| list.iter().collect()).unwrap_or_default()
    }

    fn blocks(&self, key: &str) -> impl Iterator<Item = (&'a Spanned<DeValue<'a>>, &'a DeTable<'a>)> + use<'a> {
        self.list(key).into_iter().filter_map(|value| Some((value, value.get_ref().as_table()?)))
    }
}

fn ordered(a: Hex, b: Hex) -> Between {
    if a < b { (a, b) } else { (b, a) }
}

fn word<'v>(value: &'v Spanned<DeValue<'_>>, key: &str) -> Option<&'v str> {
    word_in(value.get_ref().as_table()?, key)
}

fn word_in<'v>(table: &'v DeTable<'_>, key: &str) -> Option<&'v str> {
    table.get(key)?.get_ref().as_str()
}
