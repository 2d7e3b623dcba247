//! 11.1 Where a move may end, and what can be taken on the way.

use crate::ClashOfGiants;
use crate::ground::Hexes;
use crate::pieces::{ALLIED, Piece, Units};
use crate::stacking::is_legal_stack;
use crate::state::State;
use crate::theatre::Theatre;
use engine::Side;
use hexboard::Hex;

/// Where units may go.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Ends {
    /// Every hex where they may end their move.
    pub hexes: Hexes,
    /// Whether they must leave the hex they are in, if there is any other.
    pub must_go: bool,
    /// Whether there is room for them to stay.
    pub may_settle: bool,
}
#[engine::by_the_book]
impl ClashOfGiants {
    /// Whether a unit may end a move in a hex, stacking apart: not next to an enemy source on the map edge
    /// [tannenberg/9.22c, tannenberg/11.2a] (ruling T15), and not in an Entry or Start Hex, which are to be left
    /// [tannenberg/9.22b, marne/2.13i] (ruling T32).
    #[inline]
    pub(crate) fn is_end(&self, theatre: &Theatre, piece: Piece, hex: Hex) -> bool {
        !theatre.no_ends[theatre.side(piece).index()].contains(hex)
    }

    /// Every hex where the movers may end their move.
    pub(crate) fn ends(&self, state: &State, movers: Units) -> Ends {
        let nowhere = Ends { hexes: Hexes::EMPTY, must_go: false, may_settle: true };
        let Some(leader) = movers.first() else { return nowhere };
        let (open, starts) = self.open_ends(state, movers);
        let here: Hexes = [state.hex(leader)].into_iter().collect();
        let kept = self.without_crowds(state, movers, open | here);
        let (hexes, may_settle) = (kept - here, !(kept & here).is_empty());
        if hexes.is_empty() {
            return Ends { hexes: starts, may_settle, ..nowhere };
        }
        let (hexes, must_go) = self.narrow(state, leader, hexes);
        Ends { hexes, must_go, may_settle }
    }

    /// The hexes where the movers can come to stand, whatever they must do; and the Start Hexes that they can go to if
    /// there is no other, for who cannot get onto the map may go from one to another (ruling M21).
    pub(crate) fn open_ends(&self, state: &State, movers: Units) -> (Hexes, Hexes) {
        let Some(leader) = movers.first() else { return (Hexes::EMPTY, Hexes::EMPTY) };
        let theatre = self.theatre(state);
        let (inside, outside) = self.budgets(state, movers);
        let far = self.reach(state, movers, leader, inside);
        // Who began inside the Fortified Camp has less for ends outside.
        let reached = match inside == outside {
            true => far,
            false => (far & theatre.ground.camp) | (self.reach(state, movers, leader, outside) - theatre.ground.camp),
        };
        let mut hexes = self.with_space(state, movers, reached - theatre.no_ends[theatre.side(leader).index()]);
        if state.spent == 0 {
            // A unit may always move one hex [std/11.1c].
            hexes.extend(self.steps_out(state, leader).filter(|&hex| self.has_room(state, movers, hex)));
        }
        let starts = if hexes.is_empty() { far & theatre.ground.start_hexes } else { Hexes::EMPTY };
        (hexes, starts)
    }

    /// Those of some hexes where units may end their move.
    fn with_space(&self, state: &State, movers: Units, hexes: Hexes) -> Hexes {
        let (theatre, shared) = (self.theatre(state), hexes & state.held[state.side.index()]);
        let alone = is_legal_stack(theatre, movers.iter());
        let free = if alone { hexes - shared } else { Hexes::EMPTY };
        free | shared.iter().filter(|&hex| self.has_room(state, movers, hex)).collect()
    }

    /// The hexes that a unit may move to with a single step, whatever it costs [std/11.1c], stacking apart.
    pub(crate) fn steps_out<'a>(&'a self, state: &'a State, piece: Piece) -> impl Iterator<Item = Hex> + use<'a> {
        let theatre = self.theatre(state);
        let near = theatre.near(state.hex(piece));
        near.filter(move |&hex| self.can_step(state, piece, hex) && self.is_end(theatre, piece, hex))
    }

    /// Whether a unit may step into a neighbouring hex, whatever it costs.
    fn can_step(&self, state: &State, piece: Piece, hex: Hex) -> bool {
        let theatre = self.theatre(state);
        let way = theatre.way(state.hex(piece), hex);
        way.is_some_and(|way| self.step_costs(state, piece).step(state.hex(piece), way).is_some())
            && !state.holds(theatre.side(piece).other(), hex)
            && self.bounds(state, piece).is_none_or(|bounds| bounds.contains(hex))
    }

    /// Leaves of the ends those that a unit must choose among, and says whether it must choose one of them.
    pub(crate) fn narrow(&self, state: &State, piece: Piece, hexes: Hexes) -> (Hexes, bool) {
        let theatre = self.theatre(state);
        let from = state.hex(piece);
        let away = self.strayed(state, piece);
        if away > 0 {
            // As near to where it belongs as it can get [marne/10.43h, marne/10.44h].
            let nearest = hexes.iter().map(|hex| theatre.way_home(piece, hex)).min().unwrap_or(u8::MAX);
            if nearest < away {
                let hexes = hexes.iter().filter(|&hex| theatre.way_home(piece, hex) == nearest).collect();
                return (hexes, true);
            }
        }
        if self.must_march(state, piece) && state.spent == 0 {
            return self.march_on(state, piece, hexes);
        }
        (hexes, Self::is_unlimited(theatre, from))
    }

    /// A unit in pursuit spends all it has, by whatever way [marne/10.33b, marne/10.33c]. Where no way lets it, it spends as
    /// much as it can, and need not enter an enemy zone but may be stopped by one; inside the Fortified Camp it may
    /// always stop (rulings M11, M12, M47).
    fn march_on(&self, state: &State, piece: Piece, hexes: Hexes) -> (Hexes, bool) {
        let theatre = self.theatre(state);
        let mut walks = self.marches(state, piece);
        let known = walks.iter().fold(Hexes::EMPTY, |known, walk| known | *walk);
        if let Some(whole) = walks.last_mut() {
            // A single hex that costs more takes all its points [std/11.1c].
            *whole |= hexes - known;
        }
        let camp = theatre.ground.camp;
        let whole = walks.last().map_or(Hexes::EMPTY, |walk| hexes & *walk);
        if !whole.is_empty() {
            return (whole | (hexes & camp), true);
        }
        let stops = state.zoc[theatre.side(piece).other().index()];
        let longest = walks.iter().rev().find(|walk| !(**walk & (hexes - stops)).is_empty());
        let kept = longest.map_or(Hexes::EMPTY, |walk| *walk) | stops | camp;
        (hexes & kept, longest.is_some())
    }

    /// Whether a unit that marches to a hex must spend all it can on the way: not where it may always stop.
    pub(crate) fn marches_all_the_way(&self, state: &State, piece: Piece, hex: Hex) -> bool {
        let camp = &self.theatre(state).ground.camp;
        self.must_march(state, piece) && state.spent == 0 && !camp.contains(hex)
    }

    /// Whether the movers may stay where they are.
    pub(crate) fn may_stay(&self, state: &State, movers: Units, ends: &Ends) -> bool {
        if ends.hexes.is_empty() || state.spent > 0 {
            return true;
        }
        let Some(leader) = movers.first() else { return true };
        let hex = state.hex(leader);
        !ends.must_go && (Self::is_unlimited(self.theatre(state), hex) || ends.may_settle)
    }

    /// Whether a hex is worth taking on the way: a victory hex that is not the side's, or standing works of the enemy.
    pub(crate) fn is_spoil(&self, state: &State, side: Side, hex: Hex) -> bool {
        let theatre = self.theatre(state);
        let prize = theatre.prize(hex).is_some_and(|prize| state.owners[prize] != crate::state::Owner::of(side));
        let works = theatre.ground.zones.contains(hex) || theatre.ground.forts.contains(hex);
        prize || (works && side == ALLIED && !state.wrecked.contains(hex))
    }

    /// Hexes that the movers can march through to take them and go on: victory hexes that are not theirs, and works of
    /// the enemy.
    pub(crate) fn passages(&self, state: &State, movers: Units) -> Hexes {
        let none = Hexes::EMPTY;
        let Some(leader) = movers.first() else { return none };
        let theatre = self.theatre(state);
        let side = theatre.side(leader);
        let wanted = |hex: Hex| self.is_spoil(state, side, hex);
        let (inside, outside) = self.budgets(state, movers);
        let least = inside.min(outside);
        // Every step costs a point at least, so what lies too far need not be looked for.
        let (board, from) = (theatre.ground.board(), state.hex(leader));
        let is_close = |hex: Hex| board.distance(from, hex) <= u16::from(least);
        let mut close = theatre.spoils.iter().filter(|&hex| is_close(hex));
        if !close.any(wanted) || self.duty(state, leader).is_some() {
            return none;
        }
        let found = self.explore(state, movers, least, |reach| {
            let open = |hex: Hex| {
                let left = reach.cost(hex).is_some_and(|cost| cost < least.into());
                left && wanted(hex) && !Self::is_controlled(state, side, hex)
            };
            let ends = |hex: Hex| self.is_end(theatre, leader, hex) && self.has_room(state, movers, hex);
            reach.reached().iter().copied().filter(|&hex| open(hex) && ends(hex)).collect()
        });
        found.map_or(none, |hexes| self.without_crowds(state, movers, hexes))
    }

    /// Whether a Russian unit that can be attacked is within so many points of a unit (ruling T8).
    pub(crate) fn is_near_prey(&self, state: &State, piece: Piece, points: u8) -> bool {
        let theatre = self.theatre(state);
        let prey = |hex: Hex| {
            theatre.near(hex).any(|near| state.holds(ALLIED, near) && !theatre.ground.entry_hexes.contains(near))
        };
        let movers: Units = [piece].into_iter().collect();
        prey(state.hex(piece))
            || self.explore(state, movers, points, |reach| reach.reached().iter().copied().any(prey)).unwrap_or(false)
    }
}
