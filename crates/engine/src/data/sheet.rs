//! What the rules of a game need of its map, asked for by name.

use super::{DataError, DataFile};
use hexboard::{Board, Feature, Hex, HexSet};

/// A board with the file it was read from. What the rules need is there, or an error says what is missing.
#[derive(Copy, Clone, Debug)]
pub struct Sheet<'a> {
    /// The board.
    pub board: &'a Board,
    /// The file.
    pub file: &'a DataFile,
}

impl<'a> Sheet<'a> {
    /// An error of the map as a whole.
    pub fn wrong(&self, message: impl Into<String>) -> DataError {
        self.file.error_on_line(1, message)
    }

    /// Refuses another sheet than one of so many hexes, which lie like this, with these among them.
    pub fn check_size(&self, hexes: usize, layout: &str, among: &[(u16, u16)]) -> Result<(), DataError> {
        let fits = among.iter().all(|&(column, row)| self.board.at(column, row).is_some());
        if self.board.len() == hexes && fits {
            return Ok(());
        }
        Err(self.wrong(format!("the sheet has {} hexes, expected {hexes} ({layout})", self.board.len())))
    }

    /// A kind of hexside.
    pub fn feature(&self, name: &str) -> Result<Feature, DataError> {
        let missing = || self.wrong(format!("the map has no feature \"{name}\", which the rules need"));
        self.board.feature_named(name).ok_or_else(missing)
    }

    /// The hexes of a region in the order in which the file has them: at least one, and all of them in play.
    pub fn region(&self, name: &str) -> Result<&'a [Hex], DataError> {
        let known = self.board.region(name).filter(|hexes| !hexes.is_empty());
        let missing = || self.wrong(format!("the map has no region \"{name}\", which the rules need"));
        let hexes = known.ok_or_else(missing)?;
        match hexes.iter().find(|&&hex| !self.board.in_play(hex)) {
            Some(&hex) => {
                Err(self.wrong(format!("hex {} of the region \"{name}\" is not in play", self.board.label(hex))))
            }
            None => Ok(hexes),
        }
    }

    /// The hexes of a region as a set.
    pub fn set<const W: usize>(&self, name: &str) -> Result<HexSet<W>, DataError> {
        Ok(self.region(name)?.iter().copied().collect())
    }

    /// The one hex of a region.
    pub fn single(&self, name: &str) -> Result<Hex, DataError> {
        match self.region(name)? {
            &[hex] => Ok(hex),
            hexes => Err(self.wrong(format!("the region \"{name}\" has {} hexes, expected one", hexes.len()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexboard::{BoardBuilder, Numbering, TerrainKind};

    /// Twelve hexes, of which the last is water.
    fn board() -> Board {
        let kinds = [("clear", false), ("sea", true)].map(|(name, void)| TerrainKind { name: name.into(), void });
        let features = vec!["road".to_string()];
        let mut builder = BoardBuilder::new(Numbering::plain(1..=4, 1..=3), kinds.into(), features).unwrap();
        let hexes: Vec<Hex> = builder.sheet().collect();
        let sea = builder.terrain_named("sea").unwrap();
        builder.set_terrain(hexes[11], sea);
        builder.add_region("hills", vec![hexes[4], hexes[1]]);
        builder.add_region("deep", vec![hexes[0], hexes[11]]);
        builder.add_region("peak", vec![hexes[4]]);
        builder.add_region("none", Vec::new());
        builder.build()
    }

    fn said<T: std::fmt::Debug>(result: Result<T, DataError>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn what_the_rules_need_is_there() {
        let (board, file) = (board(), DataFile::new("map.toml", ""));
        let sheet = Sheet { board: &board, file: &file };
        let hexes: Vec<Hex> = board.sheet().collect();
        sheet.check_size(12, "4 columns of 3", &[(1, 1), (4, 3)]).unwrap();
        assert_eq!(board.feature_name(sheet.feature("road").unwrap()), "road");
        assert_eq!(sheet.region("hills").unwrap(), [hexes[4], hexes[1]]);
        assert_eq!(sheet.set::<1>("hills").unwrap(), [hexes[1], hexes[4]].into_iter().collect());
        assert_eq!(sheet.single("peak").unwrap(), hexes[4]);
    }

    #[test]
    fn what_is_missing_is_named_with_its_place() {
        let (board, file) = (board(), DataFile::new("map.toml", ""));
        let sheet = Sheet { board: &board, file: &file };
        let size = |hexes, last| said(sheet.check_size(hexes, "so many", &[(1, 1), last]));
        assert_eq!(size(9, (4, 3)), "map.toml:1: the sheet has 12 hexes, expected 9 (so many)");
        assert_eq!(size(12, (6, 2)), "map.toml:1: the sheet has 12 hexes, expected 12 (so many)");
        let missing =
            |kind: &str, name: &str| format!("map.toml:1: the map has no {kind} \"{name}\", which the rules need");
        assert_eq!(said(sheet.feature("rail")), missing("feature", "rail"));
        assert_eq!(said(sheet.region("lakes")), missing("region", "lakes"));
        assert_eq!(said(sheet.region("none")), missing("region", "none"));
        let sea = board.label(board.sheet().nth(11).unwrap()).to_string();
        assert_eq!(said(sheet.region("deep")), format!("map.toml:1: hex {sea} of the region \"deep\" is not in play"));
        assert_eq!(said(sheet.single("hills")), "map.toml:1: the region \"hills\" has 2 hexes, expected one");
    }
}
