use std::cell::RefCell;
use std::ops::Range;

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
    /// How many words a set of all hexes has.
    words: usize,
    leaps: Vec<Leap>,
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

impl Line {
    /// All hexes from which steps lead.
    fn sources(&self) -> u64 {
        self.along.iter().chain(self.across.iter().flatten()).fold(0, |all, steps| all | steps)
    }
}

/// All steps of the board that end equally far away in the index: all of them are taken at once.
#[derive(Clone, Debug)]
struct Leap {
    /// How far away, in whole words and in bits.
    words: usize,
    bits: u32,
    /// Whether on or back.
    on: bool,
    /// The hexes from which such steps lead, as the words of a set.
    sources: Vec<u64>,
}

impl Leap {
    fn between(from: Hex, to: Hex) -> Leap {
        let away = from.index().abs_diff(to.index());
        Leap { words: away / 64, bits: (away % 64) as u32, on: to > from, sources: Vec::new() }
    }

    fn is_as_far(&self, other: &Leap) -> bool {
        (self.words, self.bits, self.on) == (other.words, other.bits, other.on)
    }

    /// Puts in where these steps end that lead from a set, of which only some words hold any hex.
    #[inline]
    fn take<const W: usize>(&self, set: &HexSet<W>, held: &Range<usize>, ends: &mut HexSet<W>) {
        // What goes beyond the end of a word comes to the next one.
        let mut beyond = 0;
        if self.on {
            for at in held.clone() {
                let going = set.0[at] & self.sources[at];
                if let Some(end) = ends.0.get_mut(at + self.words) {
                    *end |= going << self.bits | beyond;
                }
                beyond = going >> 1 >> (63 - self.bits);
            }
            if let Some(end) = ends.0.get_mut(held.end + self.words) {
                *end |= beyond;
            }
        } else {
            for at in held.clone().rev() {
                let going = set.0[at] & self.sources[at];
                if let Some(end) = at.checked_sub(self.words) {
                    ends.0[end] |= going >> self.bits | beyond;
                }
                beyond = going << 1 << (63 - self.bits);
            }
            if let Some(end) = held.start.checked_sub(self.words + 1) {
                ends.0[end] |= beyond;
            }
        }
    }
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
        let (words, mut leaps) = (board.len().div_ceil(64), Vec::<Leap>::new());
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
                let leap = Leap::between(from, to);
                let known = leaps.iter().position(|known| known.is_as_far(&leap)).unwrap_or_else(|| {
                    leaps.push(Leap { sources: vec![0; words], ..leap });
                    leaps.len() - 1
                });
                leaps[known].sources[from.index() / 64] |= 1 << (from.index() % 64);
            }
        }
        Currents { places, lines, words, leaps }
    }

    /// Those of the seeds that are open, and all open hexes to which steps lead from them.
    #[must_use]
    pub fn flood<const W: usize>(&self, seeds: &HexSet<W>, open: &HexSet<W>) -> HexSet<W> {
        let mut found = *seeds & *open;
        let lines = 0..self.lines.len() as u16;
        // The lines, by their numbers, that have changed since they were last spread up the board and down it.
        let held: HexSet<W> = lines.clone().map(Hex).filter(|line| self.bits(&found, line.index()) != 0).collect();
        let mut changed = [held; 2];
        while changed.iter().any(|lines| !lines.is_empty()) {
            for line in lines.clone().map(Hex) {
                if changed[1].remove(line) {
                    self.spread(&mut found, open, (line, 1), &mut changed);
                }
            }
            for line in lines.clone().rev().map(Hex) {
                if changed[0].remove(line) {
                    self.spread(&mut found, open, (line, 0), &mut changed);
                }
            }
        }
        found
    }

    /// All hexes to which a single step leads from some.
    #[must_use]
    pub fn beside<const W: usize>(&self, set: &HexSet<W>) -> HexSet<W> {
        let mut beside = HexSet::EMPTY;
        let words = &set.0[..W.min(self.words)];
        let Some(first) = words.iter().position(|&word| word != 0) else { return beside };
        let held = first..words.iter().rposition(|&word| word != 0).map_or(first, |last| last + 1);
        self.leaps.iter().for_each(|leap| leap.take(set, &held, &mut beside));
        beside
    }

    /// Spreads what is found in a line along it, and into the line before (0) or after (1); notes which lines have changed.
    #[inline]
    fn spread<const W: usize>(
        &self,
        found: &mut HexSet<W>,
        open: &HexSet<W>,
        (number, side): (Hex, usize),
        changed: &mut [HexSet<W>; 2],
    ) {
        let line = number.index();
        let known = self.bits(found, line);
        let Line { along: [back, on], across } = &self.lines[line];
        let (mut here, free) = (known, self.bits(open, line));
        loop {
            let wider = here | (((here & back) >> 1 | (here & on) << 1) & free);
            if wider == here {
                break;
            }
            here = wider;
        }
        if here != known {
            self.add(found, line, here);
            changed[1 - side].insert(number);
        }
        let next = if side == 0 { line.checked_sub(1) } else { Some(line + 1).filter(|&next| next < self.lines.len()) };
        if let Some(next) = next {
            let there = shifted(here, &across[side]) & self.bits(open, next) & !self.bits(found, next);
            if there != 0 {
                self.add(found, next, there);
                changed.iter_mut().for_each(|lines| _ = lines.insert(Hex(next as u16)));
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

/// The same where steps have their price: how far something comes that can pay so much.
///
/// ```
/// # use hexboard::{Board, Hex, HexSet, Tides};
/// fn within_two_marches(board: &Board, camp: Hex, open: &HexSet<8>) -> HexSet<8> {
///     let tides = Tides::new(board, |_from, _direction, _to| Some(3));
///     tides.reach(camp, 6, open, &HexSet::EMPTY).reached
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Tides {
    /// How the board is divided into lines.
    board: Currents,
    /// The steps of each price, the cheapest first.
    rates: Vec<Rate>,
    /// Whether some cost nothing.
    any_free: bool,
}

/// All steps that cost the same: for each line, counted from 1, the hexes from which they lead. What is alike of all lines stands
/// together, so that a processor takes several of them at a time.
#[derive(Clone, Debug)]
struct Rate {
    price: usize,
    /// All hexes from which such steps lead.
    sources: Vec<u64>,
    /// To the place before within the line, and to the one after.
    along: [Vec<u64>; 2],
    /// Into the line before and into the one after: to the place before, to the same, and to the one after.
    across: [[Vec<u64>; 3]; 2],
}

impl Rate {
    fn new(price: u8, lines: &[Line]) -> Rate {
        let all = |hexes: &dyn Fn(&Line) -> u64| -> Vec<u64> {
            let margin = std::iter::once(0);
            margin.clone().chain(lines.iter().map(hexes)).chain(margin).collect()
        };
        Rate {
            price: price.into(),
            sources: all(&Line::sources),
            along: [0, 1].map(|end| all(&|line| line.along[end])),
            across: [0, 1].map(|side| [0, 1, 2].map(|end| all(&|line| line.across[side][end]))),
        }
    }

    /// The first and the last of some lines from whose hexes such steps lead.
    #[inline]
    fn narrowed(&self, going: &[u64], Range { mut start, mut end }: Range<usize>) -> Range<usize> {
        while start < end && going[start] & self.sources[start] == 0 {
            start += 1;
        }
        while start < end && going[end - 1] & self.sources[end - 1] == 0 {
            end -= 1;
        }
        start..end
    }

    /// Puts in where these steps lead from some lines.
    #[inline]
    fn take(&self, going: &[u64], lines: Range<usize>, due: &mut [u64]) {
        let going = &going[lines.clone()];
        let [back, on] = &self.along;
        let masks = back[lines.clone()].iter().zip(&on[lines.clone()]);
        for ((end, going), (back, on)) in due[lines.clone()].iter_mut().zip(going).zip(masks) {
            *end |= (going & back) >> 1 | (going & on) << 1;
        }
        let beside = [lines.start - 1..lines.end - 1, lines.start + 1..lines.end + 1];
        for (ends, [back, same, on]) in beside.into_iter().zip(&self.across) {
            let masks = back[lines.clone()].iter().zip(&same[lines.clone()]).zip(&on[lines.clone()]);
            for ((end, going), ((back, same), on)) in due[ends].iter_mut().zip(going).zip(masks) {
                *end |= (going & back) >> 1 | (going & same) | (going & on) << 1;
            }
        }
    }
}

/// How far a tide came.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Tide<const W: usize> {
    /// All hexes to which it came.
    pub reached: HexSet<W>,
    /// These, and the closed ones that kept it back: while each of them is as open as it was, the tide comes to the same.
    pub touched: HexSet<W>,
}

/// What a tide works with, kept from one to the next.
#[derive(Default)]
struct Shore {
    /// For each sum that can be spent what comes to each line just then. Whoever comes is taken out again, so all is empty in the
    /// end.
    due: Vec<u64>,
    /// For each such sum the lines to which somebody comes then.
    spans: Vec<Range<usize>>,
    /// What became of the hexes of each line.
    lines: Vec<Reached>,
    /// The hexes of each line from which it goes on.
    going: Vec<u64>,
}

/// The hexes of a line that can be entered and were not reached yet, those that stop whoever comes, those that were reached, and those
/// to which somebody came, whether he could enter or not.
#[derive(Copy, Clone, Default)]
struct Reached {
    free: u64,
    stops: u64,
    known: u64,
    touched: u64,
}

thread_local! {
    static SHORE: RefCell<Shore> = RefCell::default();
}

impl Tides {
    /// Asks `price` once for each step between neighbours in play; `None` where none leads.
    ///
    /// # Panics
    /// If a line of the board has more than 64 hexes.
    #[must_use]
    pub fn new(board: &Board, price: impl Fn(Hex, Direction, Hex) -> Option<u8>) -> Tides {
        let steps = board.hexes().flat_map(|from| board.neighbours(from).map(move |(way, to)| (from, way, to)));
        let mut prices: Vec<u8> = steps.filter_map(|(from, way, to)| price(from, way, to)).collect();
        prices.sort_unstable();
        prices.dedup();
        let any_free = prices.first() == Some(&0);
        let steps = |at: u8| Currents::new(board, |from, way, to| price(from, way, to) == Some(at)).lines;
        let rates = prices.into_iter().map(|at| Rate::new(at, &steps(at))).collect();
        Tides { board: Currents::new(board, |_, _, _| true), rates, any_free }
    }

    /// All hexes to which there is a way from one that costs no more than so much, itself among them. The way leads through open
    /// hexes, and ends in the first of those that stop it; the hex where it begins may be closed or stop others.
    #[must_use]
    pub fn reach<const W: usize>(&self, from: Hex, budget: u8, open: &HexSet<W>, stops: &HexSet<W>) -> Tide<W> {
        let (board, budget) = (&self.board, usize::from(budget));
        // Lines are counted from 1: before the first and behind the last is a margin, where nothing is free.
        let (lines, start) = (board.lines.len(), from.index() / board.places + 1);
        let width = lines + 2;
        let far = if self.any_free { lines } else { budget };
        let all = start.saturating_sub(far).max(1)..(start + far).min(lines) + 1;
        let mut tide = Tide { reached: HexSet::EMPTY, touched: HexSet::EMPTY };
        SHORE.with_borrow_mut(|Shore { due, spans, lines, going }| {
            due.resize(due.len().max(width * (budget + 1)), 0);
            spans.clear();
            spans.resize(budget + 1, width..0);
            lines.clear();
            lines.resize(width, Reached::default());
            going.resize(width, 0);
            for at in all.clone() {
                (lines[at].free, lines[at].stops) = (board.bits(open, at - 1), board.bits(stops, at - 1));
            }
            let begin = 1 << (from.index() % board.places);
            lines[start].free |= begin;
            due[start] = begin;
            spans[0] = start..start + 1;
            let mut spent = 0;
            while spent <= budget {
                let span = std::mem::replace(&mut spans[spent], width..0);
                let span = span.start.max(all.start)..span.end.min(all.end);
                let (now, later) = due[spent * width..].split_at_mut(width);
                let mut any = 0;
                for line in span.clone() {
                    let Reached { free, stops, known, touched } = &mut lines[line];
                    let here = std::mem::take(&mut now[line]);
                    *touched |= here;
                    let here = here & *free;
                    *free &= !here;
                    let begins = if *known == 0 && spent == 0 && line == start { begin } else { 0 };
                    *known |= here;
                    going[line] = here & !*stops | begins;
                    any |= going[line];
                }
                if any == 0 {
                    spent += 1;
                    continue;
                }
                for rate in self.rates.iter().take_while(|rate| spent + rate.price <= budget) {
                    let from = rate.narrowed(going, span.clone());
                    if from.is_empty() {
                        continue;
                    }
                    let wider = &mut spans[spent + rate.price];
                    *wider = wider.start.min(from.start - 1)..wider.end.max(from.end + 1);
                    match rate.price.checked_sub(1) {
                        None => rate.take(going, from, now),
                        Some(after) => rate.take(going, from, &mut later[after * width..][..width]),
                    }
                }
            }
            for line in all {
                board.add(&mut tide.reached, line - 1, lines[line].known);
                board.add(&mut tide.touched, line - 1, lines[line].touched);
            }
        });
        tide
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
    use crate::{BoardBuilder, Costs, Entry, Numbering, Reach, TerrainKind};

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

    #[test]
    fn a_tide_reaches_what_a_search_reaches() {
        for (columns, rows) in [(21, 16), (16, 21), (40, 35), (7, 64), (3, 2), (1, 1)] {
            let board = board(columns, rows);
            let mut search = Reach::new(&board);
            for kind in 0..12 {
                let price = |from: Hex, way: Direction| match stirred(from.index() * 7 + way.index() + kind) % 9 {
                    0 => None,
                    price => Some(price as u8 % 4),
                };
                let hexes = |one_in: usize, salt: usize| -> HexSet<23> {
                    board.hexes().filter(|hex| stirred(hex.index() * salt + kind).is_multiple_of(one_in)).collect()
                };
                let (barred, stops) = (hexes(6, 5), hexes(4, 3));
                let open = board.hexes().collect::<HexSet<23>>() - barred;
                let enter = |hex: Hex| match (open.contains(hex), stops.contains(hex)) {
                    (false, _) => Entry::Barred,
                    (true, true) => Entry::Stop(0),
                    (true, false) => Entry::Free,
                };
                let tides = Tides::new(&board, |from, way, _| price(from, way));
                let costs = Costs::new(&board, |from, way, _| price(from, way));
                for from in board.hexes().step_by(11) {
                    let budget = stirred(from.index() + kind) as u8 % 30;
                    search.explore(&costs, from, budget, enter, |_| 0);
                    let expected: HexSet<23> = search.reached().iter().copied().chain([from]).collect();
                    let tide = tides.reach(from, budget, &open, &stops);
                    assert_eq!(tide.reached, expected, "{columns} by {rows}, {kind}, {from:?}");
                    assert_eq!(tide.touched & expected, expected);
                    // What it did not touch makes no difference.
                    let [other, others] =
                        [&open, &stops].map(|set| (*set & tide.touched) | (hexes(2, 9) - tide.touched));
                    assert_eq!(tides.reach(from, budget, &other, &others), tide);
                }
            }
        }
    }
}
