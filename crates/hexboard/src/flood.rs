use crate::{Board, Direction, Hex, HexSet};

/// The steps by which something spreads over a board, worked out once: a whole line of hexes takes them at a time. No line of
/// the board has more than 64 hexes.
///
/// ```
/// # use hexboard::{Board, Currents, Hex, HexSet};
/// fn is_one_piece(board: &Board, land: HexSet<8>) -> bool {
///     let currents = Currents::new(board, |_from, _direction, _to| true);
///     let first: HexSet<8> = land.iter().take(1).collect();
///     currents.flood(&first, &land) == land
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Currents {
    /// How many hexes a line has.
    places: usize,
    lines: Vec<Line>,
}

/// One line of hexes, as bits by their place in it.
#[derive(Clone, Default, Debug)]
struct Line {
    /// The hexes from which a step leads to the place before within the line, and to the one after.
    along: [u64; 2],
    /// The hexes from which steps lead into the line before and into the one after: to the place before, to the same, and to
    /// the one after.
    across: [[u64; 3]; 2],
}

impl Currents {
    /// Asks `leads` once for each step between neighbours in play.
    ///
    /// # Panics
    /// If a line of the board has more than 64 hexes.
    #[must_use]
    pub fn new(board: &Board, leads: impl Fn(Hex, Direction, Hex) -> bool) -> Currents {
        let places = board.numbering().places().len();
        assert!(places <= 64, "a line of {places} hexes is longer than 64 bits");
        let mut lines = vec![Line::default(); board.len().div_ceil(places)];
        let at = |hex: Hex| (hex.index() / places, hex.index() % places);
        for from in board.hexes() {
            for (direction, to) in board.neighbours(from) {
                if !leads(from, direction, to) {
                    continue;
                }
                let ((line, place), (beyond, end)) = (at(from), at(to));
                let line = &mut lines[line];
                let steps = match beyond.cmp(&(from.index() / places)) {
                    std::cmp::Ordering::Equal => &mut line.along[usize::from(end > place)],
                    std::cmp::Ordering::Less => &mut line.across[0][end + 1 - place],
                    std::cmp::Ordering::Greater => &mut line.across[1][end + 1 - place],
                };
                *steps |= 1 << place;
            }
        }
        Currents { places, lines }
    }

    /// Those of the seeds that are open, and all open hexes to which steps lead from them.
    #[must_use]
    pub fn flood<const W: usize>(&self, seeds: &HexSet<W>, open: &HexSet<W>) -> HexSet<W> {
        let mut found = *seeds & *open;
        loop {
            let before = found;
            for line in 0..self.lines.len() {
                self.spread(&mut found, open, line, 1);
            }
            for line in (0..self.lines.len()).rev() {
                self.spread(&mut found, open, line, 0);
            }
            if found == before {
                return found;
            }
        }
    }

    /// All hexes to which a single step leads from some.
    #[must_use]
    pub fn beside<const W: usize>(&self, set: &HexSet<W>) -> HexSet<W> {
        let mut beside = HexSet::EMPTY;
        for (line, Line { along: [back, on], across }) in self.lines.iter().enumerate() {
            let here = self.bits(set, line);
            self.add(&mut beside, line, (here & back) >> 1 | (here & on) << 1);
            for (steps, next) in across.iter().zip([line.checked_sub(1), line.checked_add(1)]) {
                if let Some(next) = next.filter(|&next| next < self.lines.len()) {
                    self.add(&mut beside, next, shifted(here, steps));
                }
            }
        }
        beside
    }

    /// Spreads what is found in a line along it, and into the line before (0) or after (1).
    #[inline]
    fn spread<const W: usize>(&self, found: &mut HexSet<W>, open: &HexSet<W>, line: usize, side: usize) {
        let mut here = self.bits(found, line);
        if here == 0 {
            return;
        }
        let Line { along: [back, on], across } = &self.lines[line];
        let free = self.bits(open, line);
        loop {
            let wider = here | (((here & back) >> 1 | (here & on) << 1) & free);
            if wider == here {
                break;
            }
            here = wider;
        }
        self.add(found, line, here);
        let next = if side == 0 { line.checked_sub(1) } else { Some(line + 1).filter(|&next| next < self.lines.len()) };
        if let Some(next) = next {
            let there = shifted(here, &across[side]);
            if there != 0 {
                self.add(found, next, there & self.bits(open, next));
            }
        }
    }

    /// The hexes of a line that are in a set.
    #[inline]
    fn bits<const W: usize>(&self, set: &HexSet<W>, line: usize) -> u64 {
        let (word, shift) = (line * self.places / 64, line * self.places % 64);
        let Some(&low) = set.0.get(word) else { return 0 };
        let high =
            if shift + self.places > 64 { set.0.get(word + 1).map_or(0, |high| high << (64 - shift)) } else { 0 };
        (low >> shift | high) & (u64::MAX >> (64 - self.places))
    }

    /// Puts hexes of a line into a set.
    #[inline]
    fn add<const W: usize>(&self, set: &mut HexSet<W>, line: usize, bits: u64) {
        let (word, shift) = (line * self.places / 64, line * self.places % 64);
        if let Some(low) = set.0.get_mut(word) {
            *low |= bits << shift;
        }
        if shift + self.places > 64
            && let Some(high) = set.0.get_mut(word + 1)
        {
            *high |= bits >> (64 - shift);
        }
    }
}

/// Where steps to the place before, to the same and to the one after lead from hexes of a line.
#[inline]
fn shifted(here: u64, [back, same, on]: &[u64; 3]) -> u64 {
    (here & back) >> 1 | (here & same) | (here & on) << 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BoardBuilder, Numbering, TerrainKind};

    /// A board of so many columns and rows, whatever its numbering.
    fn board(columns: u16, rows: u16) -> Board {
        let clear = TerrainKind { name: "clear".into(), void: false };
        let numbering = Numbering::plain(1..=columns, 1..=rows);
        BoardBuilder::new(numbering, vec![clear], Vec::new()).expect("a sound numbering").build()
    }

    /// Looks like chance and is always the same.
    fn stirred(number: usize) -> usize {
        number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40
    }

    #[test]
    fn a_flood_finds_what_going_from_hex_to_hex_finds() {
        for (columns, rows) in [(21, 16), (16, 21), (40, 35), (7, 64), (3, 2), (1, 1)] {
            let board = board(columns, rows);
            for kind in 0..12 {
                // From nearly all open to nearly all closed, with steps that lead one way only.
                let leads = |from: Hex, way: Direction| {
                    !stirred(from.index() * 7 + way.index() + kind).is_multiple_of(kind + 2)
                };
                let currents = Currents::new(&board, |from, way, _| leads(from, way));
                let open: HexSet<23> =
                    board.hexes().filter(|hex| stirred(hex.index() + kind) % 12 > kind / 2).collect();
                let seeds: HexSet<23> =
                    board.hexes().filter(|hex| stirred(hex.index() * 3 + kind).is_multiple_of(40)).collect();
                let near = |hex: Hex| {
                    let ways = board.neighbours(hex).filter(move |&(way, _)| leads(hex, way));
                    ways.map(|(_, to)| to).filter(|&to| open.contains(to)).collect::<Vec<_>>()
                };
                assert_eq!(currents.flood(&seeds, &open), (seeds & open).flooded(near), "{columns} by {rows}, {kind}");
                let steps = |hex: Hex| board.neighbours(hex).filter(move |&(way, _)| leads(hex, way));
                let beside: HexSet<23> = seeds.iter().flat_map(steps).map(|(_, to)| to).collect();
                assert_eq!(currents.beside(&seeds), beside, "{columns} by {rows}, {kind}");
            }
        }
    }
}
