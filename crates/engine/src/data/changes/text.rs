//! Changes written into a text, so that everything else in it stays as it is.

use super::{Address, Step};
use crate::data::Provenance;
use crate::data::files::{DataError, DataFile, Patch};
use serde_spanned::Spanned;
use std::ops::Range;
use toml::de::{DeArray, DeTable, DeValue};

/// One place of a text that is written anew.
#[derive(Clone, Debug)]
pub struct Edit {
    /// What stood there.
    pub at: Range<usize>,
    /// What stands there now.
    pub text: String,
    /// The line of the changes that says so.
    pub line: usize,
}

/// A text with what it says.
pub struct Text<'a> {
    /// The text.
    pub whole: &'a str,
    /// What it says.
    pub root: &'a DeTable<'a>,
}

type Value<'a> = Spanned<DeValue<'a>>;

/// What a step of a way leads to, or could.
enum Spot<'a> {
    /// Something that is there; with the beginning of its key, if it has one.
    There(&'a Value<'a>, Option<usize>),
    /// Nothing yet, under this name.
    Free(String),
}

/// What holds a value.
#[derive(Copy, Clone)]
enum Holder<'a> {
    Root(&'a DeTable<'a>),
    Of(&'a Value<'a>),
}

impl<'a> Holder<'a> {
    fn table(self) -> Option<&'a DeTable<'a>> {
        match self {
            Holder::Root(table) => Some(table),
            Holder::Of(value) => value.get_ref().as_table(),
        }
    }

    fn list(self) -> Option<&'a DeArray<'a>> {
        match self {
            Holder::Root(_) => None,
            Holder::Of(value) => value.get_ref().as_array(),
        }
    }
}

impl<'a> Text<'a> {
    /// A value is this. Where it stands with a source of its own, it gets the one of the change.
    pub fn set(&self, address: &Address, value: &str, source: &Provenance, line: usize) -> Result<Vec<Edit>, String> {
        let (way, last) = address.split();
        let holder = self.holder(address, way)?;
        match self.step(address, holder, last)? {
            Spot::Free(key) => Ok(vec![self.insert(holder, &key, value, line)]),
            Spot::There(found, _) => {
                if self.is_block(found) {
                    return Err(format!("{address} is a whole table: change its values, or remove it"));
                }
                let datum =
                    found.get_ref().as_table().and_then(|table| Some((table.get("value")?, table.get("source")?)));
                match datum.filter(|_| !value.trim_start().starts_with('{')) {
                    None => Ok(vec![Edit { at: found.span(), text: value.to_string(), line }]),
                    Some((old, from)) => Ok(vec![
                        Edit { at: old.span(), text: value.to_string(), line },
                        Edit { at: from.span(), text: quoted(&source.to_string()), line },
                    ]),
                }
            }
        }
    }

    /// An entry or value goes.
    pub fn remove(&self, address: &Address, line: usize) -> Result<Vec<Edit>, String> {
        let (way, last) = address.split();
        let holder = self.holder(address, way)?;
        let Spot::There(found, key) = self.step(address, holder, last)? else {
            return Err(format!("there is nothing at {address} to remove"));
        };
        let at = if self.is_block(found) {
            self.block(found)
        } else if let (Some(start), false) = (key, self.is_inline(holder)) {
            start..self.line_end(found.span().end)
        } else {
            key.unwrap_or(found.span().start)..self.past_comma(found.span().end)
        };
        Ok(vec![Edit { at, text: String::new(), line }])
    }

    /// A list gets one more entry.
    pub fn add(&self, address: &Address, entry: &str, line: usize) -> Result<Vec<Edit>, String> {
        let (way, last) = address.split();
        let holder = self.holder(address, way)?;
        match self.step(address, holder, last)? {
            Spot::There(found, _) => {
                let list = found.get_ref().as_array().ok_or_else(|| format!("{address} is no list"))?;
                if list.iter().any(|item| self.is_block(item)) {
                    return Ok(vec![self.new_block(address, entry, line)?]);
                }
                let (at, text) = match list.iter().last() {
                    Some(item) => (item.span().end, format!(", {entry}")),
                    None => (found.span().start + 1, entry.to_string()),
                };
                Ok(vec![Edit { at: at..at, text, line }])
            }
            Spot::Free(_) => Ok(vec![self.new_block(address, entry, line)?]),
        }
    }

    /// An entry of a list of tables, at the end of the text or of the entry that it belongs to.
    fn new_block(&self, address: &Address, entry: &str, line: usize) -> Result<Edit, String> {
        let source = format!("x = {entry}\n");
        let parsed = DeTable::parse(&source).map_err(|error| error.message().to_string())?;
        let table = parsed.get_ref().get("x").and_then(|value| value.get_ref().as_table());
        let table = table.ok_or_else(|| format!("expected a table for {address}, as `add = {{ id = \"x\" }}`"))?;
        let keys = address.0.iter().filter_map(|step| if let Step::Key(key) = step { Some(key_of(key)) } else { None });
        let mut text = format!("\n[[{}]]\n", keys.collect::<Vec<_>>().join("."));
        // In the order in which they were said.
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        for (key, value) in entries {
            text += &format!("{} = {}\n", key_of(key.get_ref()), &source[value.span()]);
        }
        let chosen = address.0.iter().rposition(|step| !matches!(step, Step::Key(_)));
        let end = match chosen {
            None => self.whole.len(),
            Some(place) => match self.holder(address, &address.0[..=place])? {
                Holder::Of(value) => self.block(value).end,
                Holder::Root(_) => self.whole.len(),
            },
        };
        let text = if self.whole[..end].ends_with('\n') { text } else { format!("\n{text}") };
        Ok(Edit { at: end..end, text, line })
    }

    /// What some steps lead to.
    fn holder(&self, address: &Address, way: &[Step]) -> Result<Holder<'a>, String> {
        let mut holder = Holder::Root(self.root);
        for step in way {
            match self.step(address, holder, step)? {
                Spot::There(value, _) => holder = Holder::Of(value),
                Spot::Free(key) => return Err(format!("there is no \"{key}\" on the way to {address}")),
            }
        }
        Ok(holder)
    }

    fn step(&self, address: &Address, holder: Holder<'a>, step: &Step) -> Result<Spot<'a>, String> {
        match step {
            Step::Key(key) => {
                let table =
                    holder.table().ok_or_else(|| format!("on the way to {address} \"{key}\" is asked of a list"))?;
                Ok(match table.get_key_value(key.as_str()) {
                    Some((name, value)) => Spot::There(value, Some(name.span().start)),
                    None => Spot::Free(key.clone()),
                })
            }
            Step::Nth(nth) => {
                let list = holder
                    .list()
                    .ok_or_else(|| format!("[{nth}] in {address} stands behind something that is no list"))?;
                let item = list.get(nth - 1);
                let item = item.ok_or_else(|| format!("{address} asks for entry {nth} of {}", list.len()))?;
                Ok(Spot::There(item, None))
            }
            Step::Where(wanted) => {
                let list = holder.list().ok_or_else(|| format!("{address} chooses from something that is no list"))?;
                let fits = |item: &&'a Value<'a>| wanted.iter().all(|(key, value)| says(item, key, value));
                let found: Vec<_> = list.iter().filter(fits).collect();
                match found[..] {
                    [item] => Ok(Spot::There(item, None)),
                    [] => Err(format!("there is no such entry as {address} asks for")),
                    _ => Err(format!(
                        "{} entries are such as {address} asks for: say more of the one that is meant",
                        found.len()
                    )),
                }
            }
        }
    }

    /// A new key of a table.
    fn insert(&self, holder: Holder<'a>, key: &str, value: &str, line: usize) -> Edit {
        let key = key_of(key);
        let (at, text) = match holder {
            Holder::Root(_) => (0, format!("{key} = {value}\n")),
            Holder::Of(found) if self.is_inline(holder) => {
                let last =
                    holder.table().into_iter().flat_map(|table| table.iter()).map(|(_, value)| value.span().end).max();
                match last {
                    Some(end) => (end, format!(", {key} = {value}")),
                    None => (found.span().start + 1, format!(" {key} = {value} ")),
                }
            }
            Holder::Of(found) => (self.line_end(found.span().end), format!("{key} = {value}\n")),
        };
        Edit { at: at..at, text, line }
    }

    /// Whether a table stands within braces.
    fn is_inline(&self, holder: Holder<'_>) -> bool {
        match holder {
            Holder::Root(_) => false,
            Holder::Of(value) => value.get_ref().as_array().is_some() || self.whole[value.span()].starts_with('{'),
        }
    }

    /// Whether it is a table under a heading of its own.
    pub fn is_block(&self, value: &Value<'_>) -> bool {
        value.get_ref().as_table().is_some() && self.whole[value.span()].starts_with('[')
    }

    /// A table under its heading with all that belongs to it: up to the next heading that is not below its own.
    pub fn block(&self, value: &Value<'_>) -> Range<usize> {
        let (mut all, mut below) = (Vec::new(), Vec::new());
        self.root.iter().for_each(|(_, value)| self.headings(value, &mut all));
        self.headings(value, &mut below);
        let start = value.span().start;
        let next = all.into_iter().filter(|other| *other > start && !below.contains(other)).min();
        start..next.unwrap_or(self.whole.len())
    }

    fn headings(&self, value: &Value<'_>, out: &mut Vec<usize>) {
        match value.get_ref() {
            DeValue::Table(table) => {
                if self.is_block(value) {
                    out.push(value.span().start);
                }
                table.iter().for_each(|(_, value)| self.headings(value, out));
            }
            DeValue::Array(list) => list.iter().for_each(|value| self.headings(value, out)),
            _ => {}
        }
    }

    /// Behind the line on which this place is.
    fn line_end(&self, from: usize) -> usize {
        self.whole[from..].find('\n').map_or(self.whole.len(), |end| from + end + 1)
    }

    /// Behind the comma that follows, if one does.
    fn past_comma(&self, from: usize) -> usize {
        let mut rest = &self.whole[from..];
        loop {
            rest = rest.trim_start();
            match rest.strip_prefix('#') {
                Some(comment) => rest = comment.find('\n').map_or("", |end| &comment[end..]),
                None => break,
            }
        }
        if rest.starts_with(',') { self.whole.len() - rest.len() + 1 } else { from }
    }
}

/// Whether an entry of a list has this value under this name.
fn says(item: &Value<'_>, key: &str, wanted: &str) -> bool {
    let value = item.get_ref().as_table().and_then(|table| table.get(key));
    value.is_some_and(|value| match value.get_ref() {
        DeValue::String(text) => text.as_ref() == wanted,
        DeValue::Integer(number) => number.as_str() == wanted,
        DeValue::Boolean(is_so) => is_so.to_string() == wanted,
        _ => false,
    })
}

/// A name as it stands before `=`.
fn key_of(key: &str) -> String {
    let is_bare = !key.is_empty() && key.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '-' || sign == '_');
    if is_bare { key.to_string() } else { quoted(key) }
}

/// A text as TOML has it.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            sign if sign.is_control() => quoted += &format!("\\u{:04X}", sign as u32),
            sign => quoted.push(sign),
        }
    }
    quoted + "\""
}

/// The file with all edits in it.
pub fn rewritten(file: DataFile, changes: &DataFile, mut edits: Vec<Edit>) -> Result<DataFile, DataError> {
    edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
    let (mut text, mut patches, mut done) = (String::new(), Vec::new(), 0);
    for edit in edits {
        if edit.at.start < done {
            return Err(changes
                .error_on_line(edit.line, format!("another change is at the same place of {}", file.bare_name())));
        }
        text += &file.text()[done..edit.at.start];
        let start = text.len();
        text += &edit.text;
        let lines = |text: &str| text.matches('\n').count() as isize;
        let more_lines = lines(&edit.text) - lines(&file.text()[edit.at.clone()]);
        patches.push(Patch { at: start..text.len(), more_lines, line: edit.line });
        done = edit.at.end;
    }
    text += &file.text()[done..];
    Ok(file.patched(text, changes.name().to_string(), patches))
}
