//! What lies on each hex, and on those that would follow beyond the sheet's edge.

use crate::lattice::{Axial, Lattice, axial};
use crate::point::Point;
use crate::style::Styles;
use engine::data::TerrainStyle;
use hexboard::Board;
use std::collections::{BTreeMap, BTreeSet};

/// So many hexes are drawn beyond the sheet's edge, so that woods and water run off it.
const BLEED: usize = 3;

/// The ground of every hex drawn.
pub struct Landscape {
    pub lattice: Lattice,
    styles: BTreeMap<Axial, TerrainStyle>,
    levels: BTreeMap<Axial, u8>,
}

impl Landscape {
    pub fn of(board: &Board, kinds: &Styles, lattice: Lattice) -> Landscape {
        let kind = |hex| board.terrain(hex).index();
        let styles = board.sheet().map(|hex| (axial(board, hex), kinds.terrains[kind(hex)])).collect();
        let levels = board.sheet().map(|hex| (axial(board, hex), kinds.levels[kind(hex)])).collect();
        let mut ground = Landscape { lattice, styles, levels };
        for _ in 0..BLEED {
            ground.bleed();
        }
        ground
    }

    /// A patch of these hexes only.
    pub fn patch(lattice: Lattice, hexes: &[(Axial, TerrainStyle, u8)]) -> Landscape {
        let styles = hexes.iter().map(|&(hex, style, _)| (hex, style)).collect();
        let levels = hexes.iter().map(|&(hex, _, level)| (hex, level)).collect();
        Landscape { lattice, styles, levels }
    }

    /// Adds a ring of hexes, each like most of the hexes that it touches.
    fn bleed(&mut self) {
        let (mut ring, mut heights) = (BTreeMap::new(), BTreeMap::new());
        for &hex in self.styles.keys() {
            for direction in 0..6 {
                let beyond = self.lattice.neighbour(hex, direction);
                if !self.styles.contains_key(&beyond) {
                    ring.entry(beyond).or_insert_with(|| self.likely(beyond));
                    heights.entry(beyond).or_insert_with(|| self.likely_level(beyond));
                }
            }
        }
        self.styles.extend(ring);
        self.levels.extend(heights);
    }

    /// The height of most of the hexes that a hex touches, the lower where as many speak for either.
    fn likely_level(&self, hex: Axial) -> u8 {
        let around = (0..6).filter_map(|direction| self.levels.get(&self.lattice.neighbour(hex, direction)).copied());
        let levels: Vec<u8> = around.collect();
        let votes = |level: u8| levels.iter().filter(|&&other| other == level).count();
        levels.iter().copied().max_by_key(|&level| (votes(level), std::cmp::Reverse(level))).unwrap_or(0)
    }

    fn likely(&self, hex: Axial) -> TerrainStyle {
        let mut counts: BTreeMap<TerrainStyle, usize> = BTreeMap::new();
        for direction in 0..6 {
            if let Some(&style) = self.styles.get(&self.lattice.neighbour(hex, direction)) {
                let style = if style.is_wide() { style } else { TerrainStyle::Fields };
                *counts.entry(style).or_default() += 1;
            }
        }
        // Where as many speak for either, a river is the last to end at the edge.
        let rank = |(style, count): &(TerrainStyle, usize)| (*count, *style == TerrainStyle::Water, *style);
        counts.into_iter().max_by_key(rank).map_or(TerrainStyle::Fields, |(style, _)| style)
    }

    pub fn style(&self, hex: Axial) -> Option<TerrainStyle> {
        self.styles.get(&hex).copied()
    }

    /// What lies at a point of the page.
    pub fn at(&self, at: Point) -> Option<TerrainStyle> {
        self.style(self.lattice.hex_at(at))
    }

    /// How high the ground lies at a point of the page.
    pub fn level_at(&self, at: Point) -> u8 {
        self.levels.get(&self.lattice.hex_at(at)).copied().unwrap_or(0)
    }

    /// The hexes that lie this high or higher.
    pub fn above(&self, level: u8) -> BTreeSet<Axial> {
        self.levels.iter().filter(|(_, found)| **found >= level).map(|(&hex, _)| hex).collect()
    }

    /// The highest level there is.
    pub fn top(&self) -> u8 {
        self.levels.values().copied().max().unwrap_or(0)
    }

    /// The hexes with one of these styles.
    pub fn with(&self, wanted: impl Fn(TerrainStyle) -> bool) -> BTreeSet<Axial> {
        self.styles.iter().filter(|(_, style)| wanted(**style)).map(|(&hex, _)| hex).collect()
    }

    /// The hexes of a set that have all their neighbours in it.
    pub fn inner(&self, hexes: &BTreeSet<Axial>) -> BTreeSet<Axial> {
        let surrounded = |hex: &Axial| {
            // Nothing is known of the ground beyond the last ring: it is taken to go on.
            let inside = |beyond| hexes.contains(&beyond) || !self.styles.contains_key(&beyond);
            (0..6).all(|direction| inside(self.lattice.neighbour(*hex, direction)))
        };
        hexes.iter().copied().filter(surrounded).collect()
    }
}
