//! 6.5 Fog of War: what a side cannot see, and what it may imagine instead.

use crate::FirstBlood;
use crate::pieces::{Piece, PieceSet, US};
use crate::state::{State, Step, option};
use engine::{Dice, Side};

/// How often hidden units are dealt anew if they do not fit.
const DEALS: usize = 8;
/// Room for all factors that there are.
const ROOM_FOR_ALL: i32 = i32::MAX / 2;

/// Where hidden units lie.
#[derive(Copy, Clone)]
enum Spot {
    /// In a stack, right under this unit.
    Under(Piece),
    /// In the container.
    Container,
    /// Drawn and laid aside.
    Aside,
}

/// A heap of hidden units.
struct Heap {
    spot: Spot,
    /// How many units it has for sure.
    least: usize,
    /// Whether it may have more.
    open: bool,
    /// How many factors fit in.
    limit: i32,
    /// The units that were dealt to it, with their factors.
    units: Vec<(Piece, i32)>,
}

impl Heap {
    /// How many more factors fit in; below zero if it has too many.
    fn room(&self) -> i32 {
        self.limit - self.units.iter().map(|(_, factors)| factors).sum::<i32>()
    }
}

impl FirstBlood {
    /// The units that `side` cannot see: under the top ones of enemy stacks, and in the container if draws are hidden.
    /// What the enemy has just picked or named lies open.
    pub(crate) fn hidden_from(&self, state: &State, side: Side) -> PieceSet {
        let enemy = side.other();
        let mut hidden = state.units(enemy);
        for hex in state.held[enemy.index()].iter() {
            state.top(hex).into_iter().for_each(|top| hidden.remove(top));
        }
        hidden = hidden.without(state.joined);
        if let Step::Move(piece) = state.step {
            hidden.remove(piece);
        }
        if state.machineguns != Piece::NONE {
            hidden.remove(state.machineguns);
        }
        if side == US && state.options.has(option::HIDE_DRAWS) {
            let unseen = state.container.or(state.aside);
            hidden = hidden.or(unseen);
        }
        hidden
    }

    /// Deals what `side` cannot see anew: which hidden units lie where, and where counts are hidden also how many.
    pub(crate) fn shuffle(&self, state: &State, side: Side, dice: &mut impl Dice) -> State {
        let hidden = self.hidden_from(state, side);
        let mut heaps = self.heaps(state, side.other(), hidden);
        let mut units: Vec<(Piece, i32)> =
            hidden.iter().map(|piece| (piece, i32::from(self.pieces.fire(piece)))).collect();
        for _ in 0..DEALS {
            deal(&mut heaps, &mut units, dice);
            if relieve(&mut heaps) {
                break;
            }
        }
        let mut other = state.clone();
        hidden.iter().for_each(|piece| other.take_off(piece));
        for heap in &heaps {
            let mut spot = heap.spot;
            for &(unit, _) in &heap.units {
                match spot {
                    Spot::Under(above) => {
                        other.slip(unit, above);
                        spot = Spot::Under(unit);
                    }
                    Spot::Container => other.container.insert(unit),
                    Spot::Aside => other.aside.insert(unit),
                }
            }
        }
        redraw_acted(&mut other, hidden, dice);
        other
    }

    /// The heaps of hidden units of a side, with nothing in them yet.
    fn heaps(&self, state: &State, owner: Side, hidden: PieceSet) -> Vec<Heap> {
        let counted = state.options.has(option::SHOW_COUNTS);
        let stacks = state.held[owner.index()].iter().filter_map(|hex| {
            let seen = || state.stack(hex).filter(|&piece| !hidden.contains(piece));
            let covered = state.stack(hex).skip(1).count();
            let seen_below = seen().count() - 1;
            // A stack that covers something has something under it.
            let least = if counted { covered - seen_below } else { usize::from(seen_below == 0) };
            let factors: i32 = seen().map(|piece| i32::from(self.pieces.fire(piece))).sum();
            let limit = i32::from(self.tables.stacking) - factors;
            let spot = Spot::Under(seen().last()?);
            (covered > 0).then_some(Heap { spot, least, open: !counted, limit, units: Vec::new() })
        });
        let off_map = [(Spot::Container, state.container), (Spot::Aside, state.aside)];
        let off_map = off_map.map(|(spot, set)| {
            let least = set.and(hidden).len();
            Heap { spot, least, open: false, limit: ROOM_FOR_ALL, units: Vec::new() }
        });
        stacks.chain(off_map).collect()
    }
}

/// Deals units to heaps at random, first as many as each has for sure; the rest where they fit, if they fit anywhere.
fn deal(heaps: &mut [Heap], units: &mut [(Piece, i32)], dice: &mut impl Dice) {
    dice.shuffle(units);
    let mut left = units.iter().copied();
    for heap in &mut *heaps {
        heap.units.clear();
        heap.units.extend(left.by_ref().take(heap.least));
    }
    let open: Vec<usize> = (0..heaps.len()).filter(|&at| heaps[at].open).collect();
    for unit in left {
        let first = usize::from(dice.die(open.len() as u16)) - 1;
        let from_there = open[first..].iter().chain(&open[..first]);
        let at = from_there.copied().find(|&at| heaps[at].room() >= unit.1).unwrap_or(open[first]);
        heaps[at].units.push(unit);
    }
}

/// Trades units between heaps until each has room for all it has; whether that could be done.
fn relieve(heaps: &mut [Heap]) -> bool {
    while let Some(full) = heaps.iter().position(|heap| heap.room() < 0) {
        let Some(Trade { give, to, take, .. }) = best_trade(heaps, full) else { return false };
        match take {
            Some(take) => {
                let taken = heaps[to].units[take];
                heaps[to].units[take] = std::mem::replace(&mut heaps[full].units[give], taken);
            }
            None => {
                let given = heaps[full].units.remove(give);
                heaps[to].units.push(given);
            }
        }
    }
    true
}

/// One unit goes from a heap to another, and a lighter one comes back or none.
struct Trade {
    give: usize,
    to: usize,
    take: Option<usize>,
    /// By how many factors there is less too much in both heaps together.
    gain: i32,
}

/// The trade that does most against what a heap has too much; `None` if none helps.
fn best_trade(heaps: &[Heap], full: usize) -> Option<Trade> {
    let excess = -heaps[full].room();
    let can_spare = heaps[full].open && heaps[full].units.len() > heaps[full].least;
    let mut best: Option<Trade> = None;
    for (to, heap) in heaps.iter().enumerate().filter(|&(to, _)| to != full) {
        let room = heap.room().max(0);
        for (give, &(_, factors)) in heaps[full].units.iter().enumerate() {
            let mut consider = |take: Option<usize>, less: i32| {
                let gain = less.min(excess) - (less - room).max(0);
                if gain > best.as_ref().map_or(0, |best| best.gain) {
                    best = Some(Trade { give, to, take, gain });
                }
            };
            for (take, &(_, lighter)) in heap.units.iter().enumerate() {
                consider(Some(take), factors - lighter);
            }
            if can_spare && heap.open {
                consider(None, factors);
            }
        }
    }
    best
}

/// How many hidden units have moved or fired can be known, but not who: that is drawn anew.
fn redraw_acted(state: &mut State, hidden: PieceSet, dice: &mut impl Dice) {
    let acted = state.acted.and(hidden).len();
    if acted > 0 {
        let mut units: Vec<Piece> = hidden.and(state.on_map).iter().collect();
        dice.shuffle(&mut units);
        state.acted = state.acted.without(hidden);
        units.into_iter().take(acted).for_each(|unit| state.acted.insert(unit));
    }
}
