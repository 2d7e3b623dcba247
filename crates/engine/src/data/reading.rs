//! TOML made into values of our types.
//!
//! The text is parsed by `toml`; what walks over the parsed tables is our own. `toml` meets every type with several kinds of
//! tables, and the compiler writes each type out for each kind: that was two thirds of a game's machine code, and of the
//! time it took to build. Here there is one kind of everything. Who changes data must hear of a misspelt word, so a table with an
//! entry that its type does not know is refused, whatever the type says.

use super::{Glossary, provenance};
use serde::Deserialize;
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, Error as _, MapAccess, SeqAccess, Unexpected, VariantAccess,
    Visitor,
};
use serde_spanned::Spanned;
use std::fmt;
use std::ops::Range;
use toml::de::{DeArray, DeInteger, DeString, DeTable, DeValue};

/// Reads a value from a whole text; names that the glossary knows stand for numbers.
pub fn read<'de, T: Deserialize<'de>>(text: &'de str, glossary: &'de Glossary<'de>) -> Result<T, Error> {
    let root = DeTable::parse(text)
        .map_err(|error| Error { message: error.message().to_string(), at: error.span().map(|span| span.start) })?;
    let span = root.span();
    T::deserialize(Reader { thing: Thing::Value(DeValue::Table(root.into_inner())), span, glossary })
}

/// What is wrong with a text, and where in it.
#[derive(Debug)]
pub struct Error {
    /// What was found and what was expected.
    pub message: String,
    /// The place in the text.
    pub at: Option<usize>,
}

impl Error {
    /// The same, at this place unless it knows better.
    fn or_at(mut self, at: usize) -> Error {
        self.at.get_or_insert(at);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Error {
        Error { message: message.to_string(), at: None }
    }
}

/// What can be read at a place of the text.
struct Reader<'de> {
    thing: Thing<'de>,
    span: Range<usize>,
    glossary: &'de Glossary<'de>,
}

enum Thing<'de> {
    /// What stands there.
    Value(DeValue<'de>),
    /// A number that stands nowhere: where something begins or ends, or what a name stands for.
    Number(usize),
    /// What is left of a table.
    Entries(Entries<'de>),
    /// Several things that belong together.
    Items(Items<'de>),
}

impl<'de> Reader<'de> {
    fn of(value: Spanned<DeValue<'de>>, glossary: &'de Glossary<'de>) -> Reader<'de> {
        let span = value.span();
        Reader { thing: Thing::Value(value.into_inner()), span, glossary }
    }

    fn word(word: DeString<'de>, span: Range<usize>, glossary: &'de Glossary<'de>) -> Reader<'de> {
        Reader { thing: Thing::Value(DeValue::String(word)), span, glossary }
    }

    /// Something else at the same place.
    fn with(&self, thing: Thing<'de>) -> Reader<'de> {
        Reader { thing, span: self.span.clone(), glossary: self.glossary }
    }

    /// The word that something else was expected.
    fn unexpected(&self, expected: &dyn de::Expected) -> Error {
        let found = match &self.thing {
            Thing::Number(number) => Unexpected::Unsigned(*number as u64),
            Thing::Value(DeValue::String(text)) => Unexpected::Str(text),
            Thing::Value(DeValue::Integer(number)) => match whole(number) {
                Ok(number) => Unexpected::Signed(number),
                Err(error) => return error.or_at(self.span.start),
            },
            Thing::Value(DeValue::Float(number)) => Unexpected::Float(number.as_str().parse().unwrap_or(f64::NAN)),
            Thing::Value(DeValue::Boolean(is_so)) => Unexpected::Bool(*is_so),
            Thing::Value(DeValue::Datetime(_)) => Unexpected::Other("date"),
            Thing::Value(DeValue::Array(_)) | Thing::Items(_) => Unexpected::Seq,
            Thing::Value(DeValue::Table(_)) | Thing::Entries(_) => Unexpected::Map,
        };
        Error::invalid_type(found, expected).or_at(self.span.start)
    }

    /// The word that stands there.
    fn text(self, expected: &dyn de::Expected) -> Result<DeString<'de>, Error> {
        match self.thing {
            Thing::Value(DeValue::String(text)) => Ok(text),
            _ => Err(self.unexpected(expected)),
        }
    }

    /// The whole number that stands there.
    fn whole(self, expected: &dyn de::Expected) -> Result<i64, Error> {
        match &self.thing {
            Thing::Value(DeValue::Integer(number)) => whole(number).map_err(|error| error.or_at(self.span.start)),
            Thing::Number(number) => i64::try_from(*number).map_err(Error::custom),
            _ => Err(self.unexpected(expected)),
        }
    }

    /// The number, whole or not, that stands there.
    fn real(self, expected: &dyn de::Expected) -> Result<f64, Error> {
        match &self.thing {
            Thing::Value(DeValue::Float(number)) => {
                number.as_str().parse().map_err(|_| Error::custom("this is no number").or_at(self.span.start))
            }
            Thing::Value(DeValue::Integer(_)) => self.whole(expected).map(|number| number as f64),
            _ => Err(self.unexpected(expected)),
        }
    }

    fn truth(self, expected: &dyn de::Expected) -> Result<bool, Error> {
        match self.thing {
            Thing::Value(DeValue::Boolean(is_so)) => Ok(is_so),
            _ => Err(self.unexpected(expected)),
        }
    }

    fn items(self, expected: &dyn de::Expected) -> Result<Items<'de>, Error> {
        match self.thing {
            Thing::Value(DeValue::Array(items)) => Ok(Items::of(items, self.glossary)),
            Thing::Items(items) => Ok(items),
            _ => Err(self.unexpected(expected)),
        }
    }

    fn entries(self, expected: &dyn de::Expected) -> Result<Entries<'de>, Error> {
        match self.thing {
            Thing::Value(DeValue::Table(table)) => Ok(Entries::of(table, self.glossary)),
            Thing::Entries(entries) => Ok(entries),
            _ => Err(self.unexpected(expected)),
        }
    }

    /// Where a table begins and ends, its source, and what else it holds.
    fn sourced(self) -> Result<Reader<'de>, Error> {
        let whole = self.with(Thing::Number(0));
        let [from, to] = [self.span.start, self.span.end].map(|place| self.with(Thing::Number(place)));
        let mut rest = self.entries(&"a table with its source")?;
        let source = rest.take("source").ok_or_else(|| Error::missing_field("source").or_at(whole.span.start))?;
        let parts = vec![from, to, source, whole.with(Thing::Entries(rest))];
        Ok(whole.with(Thing::Items(Items(parts.into_iter()))))
    }

    /// The numbers for which names stand: the words of a text, or of several.
    fn named(self, kind: &str) -> Result<Reader<'de>, Error> {
        let whole = self.with(Thing::Number(0));
        let lists = match self {
            Reader { thing: Thing::Value(DeValue::Array(lists)), glossary, .. } => {
                Items::of(lists, glossary).0.collect()
            }
            list => vec![list],
        };
        let mut numbers = Vec::new();
        for list in lists {
            let at = list.span.start;
            for name in list.text(&"a name")?.split_whitespace() {
                let found = whole.glossary.find(kind, name).map_err(|wrong| Error::custom(wrong).or_at(at))?;
                numbers.extend(found.into_iter().map(|number| whole.with(Thing::Number(number))));
            }
        }
        Ok(whole.with(Thing::Items(Items(numbers.into_iter()))))
    }

    fn choice(self) -> Result<Choice<'de>, Error> {
        match self.thing {
            Thing::Value(DeValue::String(word)) => {
                Ok(Choice { word: Reader::word(word, self.span, self.glossary), content: None })
            }
            Thing::Value(DeValue::Table(table)) if table.len() == 1 => {
                let (word, content) = table.into_iter().next().expect("there is one");
                let span = word.span();
                let word = Reader::word(word.into_inner(), span, self.glossary);
                Ok(Choice { word, content: Some(Reader::of(content, self.glossary)) })
            }
            _ => Err(Error::custom("wanted string or table").or_at(self.span.start)),
        }
    }
}

fn whole(number: &DeInteger<'_>) -> Result<i64, Error> {
    i64::from_str_radix(number.as_str(), number.radix()).map_err(|_| Error::custom("integer number overflowed"))
}

/// Types that are read from one kind of value each.
macro_rules! plain {
    ($($method:ident: $read:ident $visit:ident,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let at = self.span.start;
            let value = self.$read(&visitor)?;
            visitor.$visit(value).map_err(|error: Error| error.or_at(at))
        }
    )*};
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = Error;

    plain! {
        deserialize_bool: truth visit_bool,
        deserialize_u8: whole visit_i64,
        deserialize_u16: whole visit_i64,
        deserialize_u32: whole visit_i64,
        deserialize_u64: whole visit_i64,
        deserialize_i8: whole visit_i64,
        deserialize_i16: whole visit_i64,
        deserialize_i32: whole visit_i64,
        deserialize_i64: whole visit_i64,
        deserialize_f32: real visit_f64,
        deserialize_f64: real visit_f64,
        deserialize_seq: items visit_seq,
        deserialize_map: entries visit_map,
    }

    // Who asks for a text that is not his own gets one that lives as long as the file's, where there is one.
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let at = self.span.start;
        match self.text(&visitor)? {
            DeString::Borrowed(text) => visitor.visit_borrowed_str(text),
            DeString::Owned(text) => visitor.visit_str(&text),
        }
        .map_err(|error: Error| error.or_at(at))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_identifier(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_identifier(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let at = self.span.start;
        let text = self.text(&visitor)?;
        visitor.visit_str(&text).map_err(|error: Error| error.or_at(at))
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.thing {
            Thing::Value(DeValue::String(_)) => self.deserialize_str(visitor),
            Thing::Value(DeValue::Float(_)) => self.deserialize_f64(visitor),
            Thing::Value(DeValue::Boolean(_)) => self.deserialize_bool(visitor),
            Thing::Value(DeValue::Array(_)) => self.deserialize_seq(visitor),
            Thing::Value(DeValue::Table(_)) => self.deserialize_map(visitor),
            _ => self.deserialize_i64(visitor),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        Err(self.unexpected(&visitor))
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        Err(self.unexpected(&visitor))
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        Err(self.unexpected(&visitor))
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value, Error> {
        Err(self.unexpected(&visitor))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    // What is missing is not there at all, so what is there is something.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Error> {
        let at = self.span.start;
        let inside = match name {
            provenance::SOURCED => self.sourced()?,
            kind if self.glossary.knows(kind) => self.named(kind)?,
            _ => self,
        };
        visitor.visit_newtype_struct(inside).map_err(|error| error.or_at(at))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _length: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        if serde_spanned::de::is_spanned(name) {
            return visitor.visit_map(Entries::with_place(self, fields));
        }
        let (at, in_part) = (self.span.start, self.glossary.reads_in_part());
        let entries = self.entries(&visitor)?;
        match entries.first_besides(fields).filter(|_| !in_part) {
            Some((name, place)) => Err(Error::unknown_field(name, fields).or_at(place)),
            None => visitor.visit_map(entries).map_err(|error| error.or_at(at)),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let at = self.span.start;
        visitor.visit_enum(self.choice()?).map_err(|error| error.or_at(at))
    }
}

/// A list being read.
struct Items<'de>(std::vec::IntoIter<Reader<'de>>);

impl<'de> Items<'de> {
    fn of(items: DeArray<'de>, glossary: &'de Glossary<'de>) -> Items<'de> {
        let items: Vec<_> = items.into_iter().map(|item| Reader::of(item, glossary)).collect();
        Items(items.into_iter())
    }
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        self.0.next().map(|item| seed.deserialize(item)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// A table being read, or a value with its place in the text, which goes for a table too. The next entry is the last.
struct Entries<'de>(Vec<(Reader<'de>, Reader<'de>)>);

impl<'de> Entries<'de> {
    fn of(table: DeTable<'de>, glossary: &'de Glossary<'de>) -> Entries<'de> {
        let entry = |(key, value): (Spanned<DeString<'de>>, _)| {
            let span = key.span();
            (Reader::word(key.into_inner(), span, glossary), Reader::of(value, glossary))
        };
        let mut entries: Vec<_> = table.into_iter().map(entry).collect();
        entries.reverse();
        Entries(entries)
    }

    /// A value with its place: where it begins, where it ends, what it is.
    fn with_place(value: Reader<'de>, fields: &'static [&'static str]) -> Entries<'de> {
        let key = |field: &&'static str| value.with(Thing::Value(DeValue::String(DeString::Borrowed(field))));
        let keys: Vec<_> = fields.iter().map(key).collect();
        let [from, to] = [value.span.start, value.span.end].map(|place| value.with(Thing::Number(place)));
        Entries(keys.into_iter().zip([from, to, value]).rev().collect())
    }

    /// The first key that is none of these, and its place.
    fn first_besides(&self, known: &[&str]) -> Option<(&str, usize)> {
        let mut keys = self.0.iter().rev().filter_map(|(key, _)| match &key.thing {
            Thing::Value(DeValue::String(word)) => Some((&**word, key.span.start)),
            _ => None,
        });
        keys.find(|(word, _)| !known.contains(word))
    }

    /// Takes out what this key has.
    fn take(&mut self, key: &str) -> Option<Reader<'de>> {
        let is_key =
            |(known, _): &(Reader, Reader)| matches!(&known.thing, Thing::Value(DeValue::String(word)) if word == key);
        let at = self.0.iter().position(is_key)?;
        Some(self.0.remove(at).1)
    }

    /// The next key; its value stays until it is asked for.
    fn key(&mut self) -> Option<Reader<'de>> {
        let (key, _) = self.0.last_mut()?;
        let nothing = key.with(Thing::Number(0));
        Some(std::mem::replace(key, nothing))
    }

    /// The value of the key that came last.
    fn value(&mut self) -> Reader<'de> {
        self.0.pop().expect("a value is asked for after its key").1
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some(key) = self.key() else { return Ok(None) };
        let at = key.span.start;
        seed.deserialize(key).map(Some).map_err(|error| error.or_at(at))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let value = self.value();
        let at = value.span.start;
        seed.deserialize(value).map_err(|error| error.or_at(at))
    }
}

/// One of several, by its word, with what it holds.
struct Choice<'de> {
    word: Reader<'de>,
    content: Option<Reader<'de>>,
}

impl<'de> EnumAccess<'de> for Choice<'de> {
    type Error = Error;
    type Variant = Content<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Content<'de>), Error> {
        let at = self.word.span.start;
        let chosen = seed.deserialize(self.word).map_err(|error| error.or_at(at))?;
        Ok((chosen, Content(self.content)))
    }
}

/// What one of several holds.
struct Content<'de>(Option<Reader<'de>>);

impl<'de> Content<'de> {
    fn some(self, expected: &str) -> Result<Reader<'de>, Error> {
        self.0.ok_or_else(|| Error::invalid_type(Unexpected::UnitVariant, &expected))
    }
}

impl<'de> VariantAccess<'de> for Content<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.0 {
            None => Ok(()),
            Some(content) => Err(content.unexpected(&"nothing more")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.some("newtype variant")?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _length: usize, visitor: V) -> Result<V::Value, Error> {
        self.some("tuple variant")?.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _fields: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        self.some("struct variant")?.deserialize_map(visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(deny_unknown_fields, rename_all = "kebab-case")]
    struct Piece {
        name: Spanned<String>,
        steps: Vec<u8>,
        #[serde(default)]
        speed: Option<f32>,
        arm: Spanned<Arm>,
        #[serde(default)]
        at: Option<(String, i16)>,
        #[serde(default)]
        faces: Vec<Face>,
    }

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(rename_all = "kebab-case")]
    enum Arm {
        Foot,
        Horse { hands: u8 },
        Guns(Vec<u8>),
    }

    #[derive(Deserialize, PartialEq, Debug)]
    struct Face {
        up: bool,
        letter: char,
    }

    const WHOLE: &str = "name = \"1/38\"\nsteps = [2, 1]\nspeed = 1.5\narm = \"foot\"\nat = [\"0102\", -3]\n\
                         [[faces]]\nup = true\nletter = \"a\"\n[[faces]]\nup = false\nletter = \"b\"\n";

    fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Error> {
        super::read(text, &Glossary::default())
    }

    fn wrong(text: &str) -> (String, usize) {
        let error = read::<Piece>(text).unwrap_err();
        (error.message, text[..error.at.unwrap()].matches('\n').count() + 1)
    }

    fn same_as_toml(text: &str) {
        let ours = read::<Piece>(text).map_err(|error| (error.message, error.at));
        let theirs = toml::from_str::<Piece>(text)
            .map_err(|error| (error.message().to_string(), error.span().map(|span| span.start)));
        assert_eq!(ours, theirs, "{text}");
    }

    #[test]
    fn every_kind_of_value_is_read() {
        let piece = read::<Piece>(WHOLE).unwrap();
        assert_eq!((piece.name.as_ref().as_str(), piece.name.span()), ("1/38", 7..13));
        assert_eq!((piece.steps, piece.speed, piece.at), (vec![2, 1], Some(1.5), Some(("0102".into(), -3))));
        assert_eq!(piece.arm.into_inner(), Arm::Foot);
        assert_eq!(piece.faces, [Face { up: true, letter: 'a' }, Face { up: false, letter: 'b' }]);
        let arm =
            |arm: &str| read::<Piece>(&format!("name = \"x\"\nsteps = []\narm = {arm}")).unwrap().arm.into_inner();
        assert_eq!(arm("{ horse = { hands = 15 } }"), Arm::Horse { hands: 15 });
        assert_eq!(arm("{ guns = [6, 12] }"), Arm::Guns(vec![6, 12]));
    }

    #[test]
    fn it_reads_and_refuses_as_toml_does() {
        same_as_toml(WHOLE);
        for (old, new) in [
            ("\"1/38\"", "3"),
            ("\"1/38\"", "[3]"),
            ("[2, 1]", "[2, 300]"),
            ("[2, 1]", "[2, \"one\"]"),
            ("[2, 1]", "{ a = 1 }"),
            ("1.5", "true"),
            ("1.5", "\"fast\""),
            ("\"foot\"", "\"feet\""),
            ("\"foot\"", "4"),
            ("\"foot\"", "{ horse = { hands = 300 } }"),
            ("\"foot\"", "{ horse = {} }"),
            ("\"foot\"", "\"horse\""),
            ("[\"0102\", -3]", "[\"0102\"]"),
            ("[\"0102\", -3]", "[\"0102\", 3.5]"),
            ("letter = \"b\"", "letter = \"bb\""),
            ("letter = \"b\"", ""),
            ("up = false", "up = 0"),
            ("steps = [2, 1]\n", ""),
            ("speed = 1.5", "sped = 1.5"),
            ("speed = 1.5", "speed = 1.5.5"),
            ("speed = 1.5", "speed"),
        ] {
            same_as_toml(&WHOLE.replace(old, new));
        }
    }

    #[test]
    fn an_error_says_where() {
        let (message, line) = wrong(&WHOLE.replace("letter = \"b\"", "letter = 7"));
        assert_eq!((message.as_str(), line), ("invalid type: integer `7`, expected a character", 11));
        let (message, line) = wrong(&WHOLE.replace("up = false\n", ""));
        assert_eq!((message.as_str(), line), ("missing field `up`", 9));
    }

    #[test]
    fn an_entry_that_nobody_reads_is_refused_unless_a_part_is_asked_for() {
        let text = WHOLE.replace("up = false\n", "up = false\nside = 1\n");
        let (message, line) = wrong(&text);
        assert_eq!((message.as_str(), line), ("unknown field `side`, expected `up` or `letter`", 11));
        #[derive(Deserialize)]
        struct Part {
            faces: Vec<Face>,
        }
        let part: Part = super::read(&text, &Glossary::of_part()).unwrap();
        assert_eq!(part.faces.len(), 2);
    }
}
