//! Names in data files. What they stand for is known to whoever reads the file, so they are resolved while it is read.

use super::{DataError, DataFile};
use hexboard::{Board, Hex, HexSet};
use serde::Deserialize;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

/// What the names in a file stand for: hexes of a board, counters of a list, each known by its number.
#[derive(Default)]
pub struct Glossary<'a> {
    kinds: Vec<(&'static str, Box<Find<'a>>)>,
    in_part: bool,
}

type Find<'a> = dyn Fn(&str) -> Result<Vec<usize>, String> + 'a;

impl<'a> Glossary<'a> {
    /// The hexes and the regions of a board.
    pub fn of(board: &'a Board) -> Glossary<'a> {
        let hex = |name: &str| board.parse(name).map(|hex| vec![hex.index()]).map_err(|error| error.to_string());
        let region = |name: &str| {
            let hexes = board.region(name).ok_or_else(|| format!("the map has no region \"{name}\""))?;
            Ok(hexes.iter().map(|hex| hex.index()).collect())
        };
        Glossary { kinds: vec![("hex", Box::new(hex)), ("region", Box::new(region))], in_part: false }
    }

    /// The hexes of an area of a board.
    pub fn in_area<const W: usize>(board: &'a Board, area: HexSet<W>) -> Glossary<'a> {
        let hex = move |name: &str| match board.parse(name) {
            Ok(hex) if area.contains(hex) => Ok(vec![hex.index()]),
            Ok(_) => Err(format!("hex {name} is outside the scenario's area")),
            Err(error) => Err(error.to_string()),
        };
        Glossary { kinds: vec![("hex", Box::new(hex))], in_part: false }
    }

    /// Knows the names of things of one more kind.
    pub fn with(mut self, kind: &'static str, find: impl Fn(&str) -> Option<usize> + 'a) -> Glossary<'a> {
        let unknown = move |name: &str| format!("no {kind} is called \"{name}\"");
        let one = move |name: &str| find(name).map(|number| vec![number]).ok_or_else(|| unknown(name));
        self.kinds.push((kind, Box::new(one)));
        self
    }

    /// Knows the few names of one more kind, numbered in their order.
    pub fn one_of(mut self, kind: &'static str, names: Vec<&'a str>) -> Glossary<'a> {
        let one = move |name: &str| {
            let unknown = || format!("unknown {kind} \"{name}\", expected one of {}", names.join(", "));
            names.iter().position(|known| *known == name).map(|number| vec![number]).ok_or_else(unknown)
        };
        self.kinds.push((kind, Box::new(one)));
        self
    }

    /// Nothing, for who reads a part of a file only.
    pub(super) fn of_part() -> Glossary<'a> {
        Glossary { kinds: Vec::new(), in_part: true }
    }

    /// Whether tables may have more than what is read of them.
    pub(super) fn reads_in_part(&self) -> bool {
        self.in_part
    }

    /// Whether names of this kind are known.
    pub(super) fn knows(&self, kind: &str) -> bool {
        self.kinds.iter().any(|(known, _)| *known == kind)
    }

    /// The numbers for which a name of a kind stands: one, or for a region those of its hexes.
    pub(super) fn find(&self, kind: &str, name: &str) -> Result<Vec<usize>, String> {
        let (_, find) = self.kinds.iter().find(|(known, _)| *known == kind).ok_or("nobody knows names of this kind")?;
        find(name)
    }
}

impl fmt::Debug for Glossary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.kinds.iter().map(|(kind, _)| kind)).finish()
    }
}

/// The numbers of things of a kind: written as the words of a text, or as texts.
pub fn numbers<'de, D: Deserializer<'de>>(from: D, kind: &'static str) -> Result<Vec<usize>, D::Error> {
    from.deserialize_newtype_struct(kind, Inside::new())
}

/// The number of one thing of a kind.
pub fn number<'de, D: Deserializer<'de>>(from: D, kind: &'static str) -> Result<usize, D::Error> {
    match numbers(from, kind)?[..] {
        [number] => Ok(number),
        ref several => Err(D::Error::custom(format!("found {} names, expected one {kind}", several.len()))),
    }
}

/// A hex of the board.
pub fn hex<'de, D: Deserializer<'de>>(from: D) -> Result<Hex, D::Error> {
    number(from, "hex").map(|number| Hex(number as u16))
}

/// A hex of the board, where there is one.
pub fn some_hex<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Hex>, D::Error> {
    hex(from).map(Some)
}

/// Hexes of the board.
pub fn hexes<'de, D: Deserializer<'de>, C: FromIterator<Hex>>(from: D) -> Result<C, D::Error> {
    Ok(numbers(from, "hex")?.into_iter().map(|number| Hex(number as u16)).collect())
}

/// The hexes of a region of the map.
pub fn region<'de, D: Deserializer<'de>, C: FromIterator<Hex>>(from: D) -> Result<C, D::Error> {
    Ok(numbers(from, "region")?.into_iter().map(|number| Hex(number as u16)).collect())
}

/// A number within limits.
pub fn limited<'de, const LEAST: i64, const MOST: i64, D: Deserializer<'de>, N: TryFrom<i64>>(
    from: D,
) -> Result<N, D::Error> {
    let found = i64::deserialize(from)?;
    let fits = (LEAST..=MOST).contains(&found).then(|| N::try_from(found).ok()).flatten();
    fits.ok_or_else(|| D::Error::custom(format!("found {found}, expected {LEAST} to {MOST}")))
}

/// Names stand in notation and records, so each is one word of its own.
pub fn check_words<'a>(
    file: &DataFile,
    names: impl IntoIterator<Item = (&'a String, Range<usize>)>,
) -> Result<(), DataError> {
    let mut known: Vec<&str> = Vec::new();
    for (name, at) in names {
        if name.is_empty() || name.contains([' ', '\t', '\n', '[', ']', '#']) || known.contains(&name.as_str()) {
            return Err(file.error_at(at, format!("the name \"{name}\" is not one word of its own")));
        }
        known.push(name);
    }
    Ok(())
}

/// Reads what the reader has made of something.
pub(super) struct Inside<T>(PhantomData<T>);

impl<T> Inside<T> {
    pub(super) const fn new() -> Inside<T> {
        Inside(PhantomData)
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Inside<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("names that the reader knows")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inside: D) -> Result<T, D::Error> {
        T::deserialize(inside)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, inside: A) -> Result<T, A::Error> {
        T::deserialize(SeqAccessDeserializer::new(inside))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{DataFile, Sourced};
    use hexboard::{BoardBuilder, Numbering, TerrainKind};

    #[derive(Deserialize, Debug, PartialEq)]
    struct Prize {
        #[serde(deserialize_with = "hex")]
        hex: Hex,
        #[serde(default, deserialize_with = "some_hex")]
        beside: Option<Hex>,
        #[serde(default, deserialize_with = "hexes")]
        road: Vec<Hex>,
        #[serde(default, deserialize_with = "region")]
        hills: Vec<Hex>,
        #[serde(default, deserialize_with = "corps")]
        corps: Vec<usize>,
        #[serde(deserialize_with = "limited::<1, 6, _, _>")]
        points: u8,
    }

    fn corps<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<usize>, D::Error> {
        numbers(from, "corps")
    }

    #[derive(Deserialize)]
    struct Prizes {
        prize: Vec<Sourced<Prize>>,
    }

    const TEXT: &str = "[[prize]]\nhex = \"0101\"\nbeside = \"0102\"\nroad = \"0101 0203\"\nhills = \"hills\"\n\
                        corps = [\"II\", \"I\"]\npoints = 3\nsource = \"history made up for tests\"\n\
                        [[prize]]\nhex = \"0302\"\npoints = 1\nsource = \"rulebook 14\"\n";

    fn read(text: &str) -> Result<Vec<Sourced<Prize>>, String> {
        let field = TerrainKind { name: "field".into(), void: false };
        let mut builder = BoardBuilder::new(Numbering::plain(1..=4, 1..=3), vec![field], Vec::new()).unwrap();
        let hexes: Vec<Hex> = builder.sheet().collect();
        builder.add_region("hills", vec![hexes[4], hexes[1]]);
        let board = builder.build();
        let corps = ["I", "II"];
        let glossary = Glossary::of(&board).with("corps", |name| corps.iter().position(|known| *known == name));
        let file = DataFile::new("a.toml", text);
        file.parse_with::<Prizes>(&glossary).map(|prizes| prizes.prize).map_err(|error| error.to_string())
    }

    #[test]
    fn names_are_read_as_what_they_stand_for() {
        let prizes = read(TEXT).unwrap();
        let first = &prizes[0].value;
        assert_eq!((first.hex, first.beside, first.points), (Hex(0), Some(Hex(1)), 3));
        assert_eq!((&first.road[..], &first.hills[..]), (&[Hex(0), Hex(5)][..], &[Hex(4), Hex(1)][..]));
        assert_eq!(first.corps, [1, 0]);
        assert_eq!((prizes[1].value.beside, prizes[1].value.road.len()), (None, 0));
        assert_eq!(prizes[1].source.to_string(), "rulebook 14");
        assert_eq!(TEXT[..prizes[1].span().start].matches('\n').count(), 8);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let wrong = |from: &str, to: &str| read(&TEXT.replacen(from, to, 1)).unwrap_err();
        assert_eq!(wrong("\"II\"", "\"IX\""), "a.toml:6: no corps is called \"IX\"");
        assert_eq!(wrong("\"hills\"", "\"hell\""), "a.toml:5: the map has no region \"hell\"");
        assert_eq!(wrong("points = 3", "points = 7"), "a.toml:7: found 7, expected 1 to 6");
        assert_eq!(wrong("points = 3", "point = 3").split(',').next().unwrap(), "a.toml:7: unknown field `point`");
        assert_eq!(wrong("hex = \"0101\"", "hex = \"0101 0102\""), "a.toml:2: found 2 names, expected one hex");
        assert_eq!(wrong("hex = \"0101\"", "hex = 3"), "a.toml:2: invalid type: integer `3`, expected a name");
        assert_eq!(wrong("source = \"rulebook 14\"", ""), "a.toml:9: missing field `source`");
        assert!(wrong("0203\"", "0909\"").starts_with("a.toml:4: "));
    }
}
