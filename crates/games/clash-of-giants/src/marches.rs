//! Ways through the hexes [std/11.1a]: what is found is kept for all that is asked about the same position.

use crate::ClashOfGiants;
use crate::ground::Hexes;
use crate::pieces::{Campaign, MOST_ALLOWANCE, Piece, Units};
use crate::state::State;
use engine::Side;
use engine::memory::{Memory, recall};
use hexboard::{Costs, Entry, Hex, Reach, searching};
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};

thread_local! {
    static KNOWN: Memory<Question, Reach> = const { RefCell::new(Vec::new()) };
}

/// All that a search for ways depends on: if it is the same again, so is what was found. Who moves units asks where they can go, and
/// again when they go.
#[derive(PartialEq, Eq)]
struct Question {
    /// The number of the game's box.
    game: u64,
    campaign: Campaign,
    side: Side,
    /// Whether they step by the rules of Pursuit.
    pursued: bool,
    start: Hex,
    points: u8,
    /// The enemy's zones.
    zones: Hexes,
    /// Hexes that they can never enter.
    closed: Hexes,
    /// Hexes in zones where they may stop.
    stops: Hexes,
}

/// One for each cost that a way can have.
const MOST_WALKS: usize = MOST_ALLOWANCE as usize + 1;

/// The hexes that ways of each cost lead to.
pub(crate) struct Walks {
    hexes: [Hexes; MOST_WALKS],
    count: usize,
}

impl Deref for Walks {
    type Target = [Hexes];

    fn deref(&self) -> &[Hexes] {
        &self.hexes[..self.count]
    }
}

impl DerefMut for Walks {
    fn deref_mut(&mut self) -> &mut [Hexes] {
        &mut self.hexes[..self.count]
    }
}
#[engine::by_the_book]
impl ClashOfGiants {
    /// The steps that a unit may make and what they cost.
    pub(crate) fn step_costs(&self, state: &State, piece: Piece) -> &Costs {
        let theatre = self.theatre(state);
        if self.is_pursued(state, piece) { &theatre.pursuit } else { theatre.ground.costs(theatre.side(piece)) }
    }

    /// What it means to movers to enter a hex: never where enemies are [std/6.7, std/11.1b] nor out of bounds, and to a
    /// stop in an enemy zone [std/7.2a, std/7.2c], if they may stop there at all [std/7.2b]. Friends do not matter
    /// [std/6.4].
    pub(crate) fn gate(&self, state: &State, movers: Units, leader: Piece) -> impl Fn(Hex) -> Entry {
        let theatre = self.theatre(state);
        let enemy = theatre.side(leader).other().index();
        let (held, zones) = (&state.held[enemy], &state.zoc[enemy]);
        let (bounds, stops) = (self.bounds(state, leader), self.stops(state, movers, theatre.side(leader)));
        move |hex: Hex| {
            if held.contains(hex) || bounds.is_some_and(|bounds| !bounds.contains(hex)) {
                Entry::Barred
            } else if !zones.contains(hex) {
                Entry::Free
            } else if stops.contains(hex) {
                Entry::Stop(0)
            } else {
                Entry::Barred
            }
        }
    }

    /// Works out where units can go with so many points, hex by hex [std/11.1a]. Railroads do not matter
    /// [std/11.3d, marne/15.0e].
    pub(crate) fn explore<T>(
        &self,
        state: &State,
        movers: Units,
        points: u8,
        look: impl FnOnce(&Reach) -> T,
    ) -> Option<T> {
        let leader = movers.first()?;
        let theatre = self.theatre(state);
        let side = theatre.side(leader);
        let enemy = side.other().index();
        let zones = state.zoc[enemy];
        let bounds = self.bounds(state, leader);
        let question = Question {
            game: self.papers.number,
            campaign: state.campaign,
            side,
            pursued: self.is_pursued(state, leader),
            start: state.hex(leader),
            points,
            zones,
            closed: state.held[enemy] | bounds.map_or(Hexes::EMPTY, |bounds| theatre.everywhere - *bounds),
            stops: self.stops(state, movers, side),
        };
        let Question { start, zones, closed, stops, .. } = question;
        let enter = |hex: Hex| match (closed.contains(hex), zones.contains(hex)) {
            (true, _) => Entry::Barred,
            (false, false) => Entry::Free,
            (false, true) if stops.contains(hex) => Entry::Stop(0),
            (false, true) => Entry::Barred,
        };
        let find = |reach: &mut Reach| reach.explore(self.step_costs(state, leader), start, points, enter, |_| 0);
        Some(look(&recall(&KNOWN, question, find, Reach::agrees_with)))
    }

    /// All hexes that units can go to with so many points, hex by hex, without the one in which they are [std/11.1a]. Railroads do
    /// not matter [std/11.3d, marne/15.0e].
    pub(crate) fn reach(&self, state: &State, movers: Units, leader: Piece, points: u8) -> Hexes {
        let theatre = self.theatre(state);
        let side = theatre.side(leader);
        let (held, zones) = (state.held[side.other().index()], state.zoc[side.other().index()]);
        let stops = zones & self.stops(state, movers, side);
        let inside = self.bounds(state, leader).unwrap_or(&theatre.everywhere);
        let open = *inside - held - (zones - stops);
        let tides = if self.is_pursued(state, leader) { &theatre.pursuit_tides } else { &theatre.tides[side.index()] };
        let mut reached = tides.reach(state.hex(leader), points, &open, &stops).reached;
        reached.remove(state.hex(leader));
        reached
    }

    /// The hexes in enemy zones where movers may stop [std/7.2b].
    pub(crate) fn stops(&self, state: &State, movers: Units, side: Side) -> Hexes {
        let theatre = self.theatre(state);
        if !crate::stacking::is_legal_stack(theatre, movers.iter()) {
            return Hexes::EMPTY;
        }
        let mut stops = state.zoc[side.other().index()] - theatre.no_ends[side.index()];
        for hex in (stops & state.held[side.index()]).iter() {
            if !self.has_room(state, movers, hex) {
                stops.remove(hex);
            }
        }
        stops
    }

    /// The hexes that ways of each cost lead to: all ways, and not the cheapest alone.
    pub(crate) fn walks(&self, state: &State, piece: Piece, points: u8, enter: impl Fn(Hex) -> Entry) -> Walks {
        let board = self.theatre(state).ground.board();
        let costs = self.step_costs(state, piece);
        let mut walks = Walks { hexes: [Hexes::EMPTY; MOST_WALKS], count: usize::from(points) + 1 };
        let mut going = walks.hexes;
        going[0].insert(state.hex(piece));
        for spent in 0..walks.len() {
            for hex in going[spent].iter() {
                for (way, next) in board.neighbours(hex) {
                    let Some(step) = costs.step(hex, way) else { continue };
                    let sum = spent + usize::from(step);
                    if sum >= walks.len() || walks[sum].contains(next) {
                        continue;
                    }
                    match enter(next) {
                        Entry::Barred => continue,
                        Entry::Free | Entry::Extra(_) => going[sum].insert(next),
                        Entry::Stop(_) => false,
                    };
                    walks[sum].insert(next);
                }
            }
        }
        walks
    }

    /// The ways of a unit that must spend all it has.
    pub(crate) fn marches(&self, state: &State, piece: Piece) -> Walks {
        let alone: Units = [piece].into_iter().collect();
        self.walks(state, piece, self.allowance(state, piece), self.gate(state, alone, piece))
    }

    /// The points that movers have for an end inside and outside the Fortified Camp: of a stack the fewest
    /// [std/11.1a].
    pub(crate) fn budgets(&self, state: &State, movers: Units) -> (u8, u8) {
        let least = |points: &dyn Fn(Piece) -> u8| movers.iter().map(points).min().unwrap_or(0);
        let outside = least(&|piece| self.allowance(state, piece));
        let from_camp = state.is_marne() && movers.iter().all(|piece| self.is_from_camp(state, piece));
        let inside = if from_camp { least(&|piece| self.camp_allowance(state, piece)).max(outside) } else { outside };
        (inside.saturating_sub(state.spent), outside.saturating_sub(state.spent))
    }

    /// The hexes of the way to a hex, in order, without the first; how many, and what it costs [std/11.1a]. It is the cheapest, but a
    /// unit that must spend all it has takes one that does. Railroads do not matter [std/11.3d, marne/15.0e].
    pub(crate) fn way(&self, state: &State, movers: Units, hex: Hex, way: &mut [Hex; 64]) -> (usize, u8) {
        let Some(leader) = movers.first() else { return (0, 0) };
        let from = state.hex(leader);
        if self.marches_all_the_way(state, leader, hex) {
            let found = self.longest_way(state, leader, hex, way);
            if let Some(found) = found {
                return found;
            }
        }
        let (inside, outside) = self.budgets(state, movers);
        let has = if self.theatre(state).ground.camp.contains(hex) { inside } else { outside };
        let found = searching(|reach| {
            let costs = self.step_costs(state, leader);
            reach.trace(costs, from, has, self.gate(state, movers, leader), |_| 0, |at| at == hex)?;
            let cost = reach.cost(hex)?;
            let mut count = 0;
            for (place, step) in way.iter_mut().zip(reach.path(hex).take_while(|&step| step != from)) {
                *place = step;
                count += 1;
            }
            way[..count].reverse();
            Some((count, cost.min(255) as u8))
        });
        found.unwrap_or_else(|| {
            // One hex that costs more than the unit has [std/11.1c].
            way[0] = hex;
            let step =
                self.theatre(state).way(from, hex).and_then(|way| self.step_costs(state, leader).step(from, way));
            (1, step.unwrap_or(has))
        })
    }

    /// The way on which a unit in pursuit spends the most, through victory hexes that it regains if it can.
    fn longest_way(&self, state: &State, piece: Piece, hex: Hex, way: &mut [Hex; 64]) -> Option<(usize, u8)> {
        let theatre = self.theatre(state);
        let (side, costs) = (theatre.side(piece), self.step_costs(state, piece));
        let walks = self.marches(state, piece);
        let most = walks.iter().rposition(|walk| walk.contains(hex))?;
        let (mut at, mut spent, mut count) = (hex, most, 0);
        while spent > 0 {
            way[count] = at;
            count += 1;
            let before = theatre.near(at).filter_map(|from| {
                let step = usize::from(costs.step(from, theatre.way(from, at)?)?);
                let left = spent.checked_sub(step)?;
                let comes = if left == 0 {
                    from == state.hex(piece)
                } else {
                    walks[left].contains(from) && !Self::is_controlled(state, side, from)
                };
                comes.then_some((from, left))
            });
            (at, spent) = before.max_by_key(|(from, _)| self.is_spoil(state, side, *from))?;
        }
        way[..count].reverse();
        Some((count, most as u8))
    }
}
