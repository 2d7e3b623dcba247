//! 11.0 Operational Movement.

use crate::ClashOfGiants;
use crate::action::Action;
use crate::ground::Hexes;
use crate::pieces::{ALLIED, GERMAN, Piece, Units};
use crate::state::{State, Step, option};
use crate::theatre::Theatre;
use engine::{Clause, Derivation, Event, Forecast, Refusal, Sink, clauses};
use hexboard::{Costs, Entry, Hex, Reach};
use std::cell::RefCell;

/// More than any unit can spend: to tell how far away a hex is that cannot be reached.
const FAR: u8 = 250;

thread_local! {
    /// Scratch memory for movement ranges, one for each thread that plays.
    static REACH: RefCell<Option<Reach>> = const { RefCell::new(None) };
}

/// Where units may go.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Ends {
    /// Every hex where they may end their move.
    pub hexes: Hexes,
    /// Whether they must leave the hex they are in, if there is any other.
    pub must_go: bool,
}

#[engine::by_the_book]
impl ClashOfGiants {
    /// The Movement Allowance of a unit: printed on it or from its army's track [tannenberg/5.333d, tannenberg/10.1b]
    /// [tannenberg/10.6c, tannenberg/11.61a, tannenberg/11.62, marne/10.2c, std/14.1], then cut by its supply
    /// [std/10.1d].
    pub(crate) fn allowance(&self, state: &State, piece: Piece) -> u8 {
        let printed = self.theatre(state).pieces.unit(piece).movement;
        Self::cut(state, piece, printed.unwrap_or(state.march.points))
    }

    /// Attenuated supply halves, fractions up; none at all halves, fractions down, but leaves a point
    /// [std/8.4a, std/8.4b] (rulings G16, T33).
    fn cut(state: &State, piece: Piece, points: u8) -> u8 {
        if state.unsupplied.contains(piece) {
            (points / 2).max(1)
        } else if state.attenuated.contains(piece) {
            points.div_ceil(2)
        } else {
            points
        }
    }

    /// The allowance for moves that begin and end inside the Fortified Camp of Paris [marne/10.43b].
    fn camp_allowance(&self, state: &State, piece: Piece) -> u8 {
        let points = self.theatre(state).tables.west.camp_allowance;
        if state.options.has(option::CAMP_MARCH) { points } else { Self::cut(state, piece, points) }
    }

    /// Whether a unit moves from inside the Fortified Camp as the French do.
    fn is_from_camp(&self, state: &State, piece: Piece) -> bool {
        let theatre = self.theatre(state);
        let inside = if state.spent > 0 { state.from_camp } else { theatre.ground.camp.contains(state.hex(piece)) };
        inside && !theatre.british.contains(piece)
    }

    /// Whether a unit moves under the Pursuit rules: Allied, on turns 1 to 4, not from inside the Fortified Camp
    /// [marne/10.33a, marne/10.33d, marne/10.43d] (ruling M47).
    fn is_pursued(&self, state: &State, piece: Piece) -> bool {
        state.is_marne()
            && self.is_pursuit(state)
            && self.theatre(state).side(piece) == ALLIED
            && !self.is_from_camp(state, piece)
    }

    /// Whether a unit must use its whole allowance: all Allies on turns 1 and 2, the BEF to turn 4
    /// [marne/10.33b, marne/10.33c].
    fn must_march(&self, state: &State, piece: Piece) -> bool {
        let theatre = self.theatre(state);
        let british = theatre.british.contains(piece);
        self.is_pursued(state, piece) && (british || state.turn <= theatre.tables.west.all_full_until)
    }

    /// The steps that a unit may make and what they cost.
    fn step_costs(&self, state: &State, piece: Piece) -> &Costs {
        let theatre = self.theatre(state);
        if self.is_pursued(state, piece) { &theatre.pursuit } else { theatre.ground.costs(theatre.side(piece)) }
    }

    /// The hexes that a unit may not leave in this move, because of army boundaries; `None` where it may go anywhere.
    pub(crate) fn bounds(&self, state: &State, piece: Piece) -> Option<&Hexes> {
        if state.is_tannenberg() {
            return None;
        }
        let theatre = self.theatre(state);
        let ground = &theatre.ground;
        let hex = state.hex(piece);
        if theatre.british.contains(piece) {
            // The areas of the Fifth and Sixth Armies without the Fortified Camp [marne/10.42a, marne/10.42c]
            // [marne/10.43f, marne/10.44d]; from elsewhere it has to find its way back.
            return theatre.british_area.contains(hex).then_some(&theatre.british_area);
        }
        let side = theatre.side(piece);
        let area = &ground.areas[ground.area(side, hex)?.index()];
        if theatre.yellow.contains(piece) {
            // Units with a yellow box stay in the area of their Fourth Army [marne/10.44e].
            return (theatre.way_home(piece, hex) == 0).then_some(area);
        }
        let bound = match side {
            // Germans keep to their areas on turns 1 to 4 [marne/10.32, marne/10.44b].
            GERMAN => self.is_pursuit(state),
            ALLIED => self.is_tied(state, piece),
        };
        bound.then_some(area)
    }

    /// Whether demoralization keeps a French unit in its army's area [marne/10.44c, marne/10.51c]: not from inside the
    /// Fortified Camp [marne/10.43e, marne/10.43g], and not once all armies beside its own have rallied on an earlier
    /// turn [marne/10.51d] (rulings M9, M42).
    fn is_tied(&self, state: &State, piece: Piece) -> bool {
        let army = self.army(state, piece);
        let in_camp = self.theatre(state).ground.camp.contains(state.hex(piece));
        self.is_demoralized(state, army) && !in_camp && !self.are_neighbours_rallied(state, army)
    }

    /// Whether a unit may end a move in a hex, stacking apart.
    #[inline]
    fn is_end(&self, theatre: &Theatre, piece: Piece, hex: Hex) -> bool {
        let ground = &theatre.ground;
        // Not next to an enemy source on the map edge [tannenberg/9.22c, tannenberg/11.2a] (ruling T15), and not in an
        // Entry or Start Hex, which are to be left [tannenberg/9.22b, marne/2.13i] (ruling T32).
        !theatre.forbidden_ends[theatre.side(piece).index()].contains(hex)
            && !ground.entry_hexes.contains(hex)
            && !ground.start_hexes.contains(hex)
    }

    /// Works out where units can go with so many points: hex by hex [std/11.1a], never through enemies [std/6.7]
    /// [std/11.1b], to a stop in an enemy zone [std/7.2a, std/7.2b, std/7.2c]. Friends do not matter [std/6.4], nor do
    /// railroads [std/11.3d].
    fn explore<T>(&self, state: &State, movers: Units, points: u8, look: impl FnOnce(&Reach) -> T) -> Option<T> {
        let theatre = self.theatre(state);
        let leader = movers.first()?;
        let side = theatre.side(leader);
        let enemy = side.other().index();
        let (held, zones) = (&state.held[enemy], &state.zoc[enemy]);
        let bounds = self.bounds(state, leader);
        let enter = |hex: Hex| {
            if held.contains(hex) || bounds.is_some_and(|bounds| !bounds.contains(hex)) {
                Entry::Barred
            } else if !zones.contains(hex) {
                Entry::Free
            } else if self.is_end(theatre, leader, hex) && self.has_room(state, movers, hex) {
                Entry::Stop(0)
            } else {
                Entry::Barred
            }
        };
        REACH.with_borrow_mut(|reach| {
            let reach = reach.get_or_insert_with(|| Reach::new(theatre.ground.board()));
            reach.explore(self.step_costs(state, leader), state.hex(leader), points, enter, |_| 0);
            Some(look(reach))
        })
    }

    /// The points that movers have for an end inside and outside the Fortified Camp: of a stack the fewest
    /// [std/11.1a].
    fn budgets(&self, state: &State, movers: Units) -> (u8, u8) {
        let least = |points: &dyn Fn(Piece) -> u8| movers.iter().map(points).min().unwrap_or(0);
        let outside = least(&|piece| self.allowance(state, piece));
        let from_camp = state.is_marne() && movers.iter().all(|piece| self.is_from_camp(state, piece));
        let inside = if from_camp { least(&|piece| self.camp_allowance(state, piece)).max(outside) } else { outside };
        (inside.saturating_sub(state.spent), outside.saturating_sub(state.spent))
    }

    /// Every hex where the movers may end their move.
    pub(crate) fn ends(&self, state: &State, movers: Units) -> Ends {
        let nowhere = Ends { hexes: Hexes::EMPTY, must_go: false };
        let Some(leader) = movers.first() else { return nowhere };
        let theatre = self.theatre(state);
        let (inside, outside) = self.budgets(state, movers);
        let from = state.hex(leader);
        let is_open = |hex: Hex| self.is_end(theatre, leader, hex) && self.has_room(state, movers, hex);
        let within =
            |hex: Hex, cost: u16| cost <= u16::from(if theatre.ground.camp.contains(hex) { inside } else { outside });
        self.explore(state, movers, inside.max(outside), |reach| {
            let mut hexes = Hexes::EMPTY;
            hexes.extend(
                reach
                    .reached()
                    .iter()
                    .copied()
                    .filter(|&hex| within(hex, reach.cost(hex).unwrap_or(u16::MAX)) && is_open(hex)),
            );
            if state.spent == 0 {
                // A unit may always move one hex [std/11.1c].
                hexes.extend(theatre.near(from).filter(|&hex| self.can_step(state, leader, hex) && is_open(hex)));
            }
            if hexes.is_empty() {
                // Who cannot get onto the map may go from one Start Hex to another (ruling M21).
                hexes.extend(reach.reached().iter().copied().filter(|&hex| theatre.ground.start_hexes.contains(hex)));
                return Ends { hexes, must_go: false };
            }
            self.narrow(state, leader, hexes, |hex| reach.cost(hex).unwrap_or(u16::from(outside)))
        })
        .unwrap_or(nowhere)
    }

    /// Whether a unit may step into a neighbouring hex, whatever it costs.
    fn can_step(&self, state: &State, piece: Piece, hex: Hex) -> bool {
        let theatre = self.theatre(state);
        let way = theatre.way(state.hex(piece), hex);
        way.is_some_and(|way| self.step_costs(state, piece).step(state.hex(piece), way).is_some())
            && !state.holds(theatre.side(piece).other(), hex)
            && self.bounds(state, piece).is_none_or(|bounds| bounds.contains(hex))
    }

    /// Leaves of the ends those that a unit must choose among.
    fn narrow(&self, state: &State, piece: Piece, hexes: Hexes, cost: impl Fn(Hex) -> u16) -> Ends {
        let theatre = self.theatre(state);
        let from = state.hex(piece);
        let away = self.strayed(state, piece);
        if away > 0 {
            // As near to where it belongs as it can get [marne/10.43h, marne/10.44h].
            let nearest = hexes.iter().map(|hex| theatre.way_home(piece, hex)).min().unwrap_or(u8::MAX);
            if nearest < away {
                let hexes = hexes.iter().filter(|&hex| theatre.way_home(piece, hex) == nearest).collect();
                return Ends { hexes, must_go: true };
            }
        }
        if self.must_march(state, piece) && state.spent == 0 {
            return self.march_on(state, piece, hexes, cost);
        }
        Ends { hexes, must_go: Self::is_unlimited(theatre, from) }
    }

    /// A unit in pursuit goes as far as it can; it need not enter an enemy zone, and may stop there or inside the
    /// Fortified Camp (rulings M11, M12, M47).
    fn march_on(&self, state: &State, piece: Piece, hexes: Hexes, cost: impl Fn(Hex) -> u16) -> Ends {
        let theatre = self.theatre(state);
        let side = theatre.side(piece);
        let free = |hex: Hex| !Self::is_controlled(state, side, hex);
        let farthest = hexes.iter().filter(|&hex| free(hex)).map(&cost).max();
        let in_camp = |hex: Hex| theatre.ground.camp.contains(hex);
        let keep = |hex: &Hex| !free(*hex) || in_camp(*hex) || Some(cost(*hex)) == farthest;
        Ends { hexes: hexes.iter().filter(keep).collect(), must_go: farthest.is_some() }
    }

    /// How far a unit is from the area that it may not leave but has left; 0 when it has not.
    fn strayed(&self, state: &State, piece: Piece) -> u8 {
        let theatre = self.theatre(state);
        let bound = theatre.british.contains(piece) || theatre.yellow.contains(piece);
        let on_map = !theatre.ground.start_hexes.contains(state.hex(piece));
        if bound && on_map { theatre.way_home(piece, state.hex(piece)) } else { 0 }
    }

    /// What a unit that has not moved must do before its army's segment is over, and by which rule.
    pub(crate) fn duty(&self, state: &State, piece: Piece) -> Option<(Clause, &'static str)> {
        let theatre = self.theatre(state);
        let hex = state.hex(piece);
        if theatre.ground.entry_hexes.contains(hex) {
            return Some((Clause("tannenberg/9.22b"), "must leave its Entry Hex first"));
        }
        // So must who has retreated there [marne/2.13n].
        if theatre.ground.start_hexes.contains(hex) {
            return Some((Clause("marne/2.13i"), "must leave its Start Hex first"));
        }
        if state.is_marne() && self.strayed(state, piece) > 0 {
            return Some(if theatre.british.contains(piece) {
                (Clause("marne/10.43h"), "must go back to the area of the BEF first")
            } else {
                (Clause("marne/10.44h"), "must go back to the area of its army first")
            });
        }
        if self.must_march(state, piece) {
            let clause = if theatre.british.contains(piece) && state.turn > theatre.tables.west.all_full_until {
                Clause("marne/10.33c")
            } else {
                Clause("marne/10.33b")
            };
            return Some((clause, "must use its whole allowance first"));
        }
        if self.is_crowded(state, hex) {
            return Some((Clause("std/6.1e"), "stands in a hex with too many units, and one must move out first"));
        }
        None
    }

    /// Whether the movers may stay where they are.
    pub(crate) fn may_stay(&self, state: &State, movers: Units, ends: &Ends) -> bool {
        if ends.hexes.is_empty() || state.spent > 0 {
            return true;
        }
        let Some(leader) = movers.first() else { return true };
        let hex = state.hex(leader);
        !ends.must_go && (Self::is_unlimited(self.theatre(state), hex) || self.has_room(state, movers, hex))
    }

    /// Hexes that the movers can march through to take them and go on: victory hexes that are not theirs, and works of
    /// the enemy.
    fn passages(&self, state: &State, movers: Units) -> Hexes {
        let none = Hexes::EMPTY;
        let Some(leader) = movers.first() else { return none };
        let theatre = self.theatre(state);
        let side = theatre.side(leader);
        let wanted = |hex: Hex| {
            let prize = theatre.prize(hex).is_some_and(|prize| state.owners[prize] != crate::state::Owner::of(side));
            let works = theatre.ground.zones.contains(hex) || theatre.ground.forts.contains(hex);
            prize || (works && side == ALLIED && !state.wrecked.contains(hex))
        };
        let (inside, outside) = self.budgets(state, movers);
        let least = inside.min(outside);
        // Every step costs a point at least, so what lies too far need not be looked for.
        let (board, from) = (theatre.ground.board(), state.hex(leader));
        let is_close = |hex: Hex| board.distance(from, hex) < u16::from(least);
        let mut close = theatre.spoils.iter().filter(|&hex| is_close(hex));
        if !close.any(wanted) || self.duty(state, leader).is_some() {
            return none;
        }
        self.explore(state, movers, least, |reach| {
            let open = |hex: Hex| {
                let left = reach.cost(hex).is_some_and(|cost| cost < least.into());
                left && wanted(hex) && !Self::is_controlled(state, side, hex)
            };
            let ends = |hex: Hex| self.is_end(theatre, leader, hex) && self.has_room(state, movers, hex);
            reach.reached().iter().copied().filter(|&hex| open(hex) && ends(hex)).collect()
        })
        .unwrap_or(none)
    }

    /// The units of the active army that can still do something, any or all of them [tannenberg/5.331f]
    /// [tannenberg/5.332c, marne/5.321b], and the end of its moves.
    pub(crate) fn list_moves(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(state.ready.iter().map(Action::Pick));
        for piece in state.ready.iter() {
            let hex = state.hex(piece);
            let first = state.stack(hex).find(|other| state.ready.contains(*other));
            if first == Some(piece) && self.stack_at(state, hex).is_some() {
                out.push(Action::PickAll(hex));
            }
        }
        self.list_special(state, out);
        if self.check_segment_end(state).is_ok() {
            out.push(Action::Done);
        }
    }

    pub(crate) fn list_destinations(&self, state: &State, out: &mut Vec<Action>) {
        let ends = self.ends(state, state.movers);
        out.extend(ends.hexes.iter().map(Action::To));
        out.extend(self.passages(state, state.movers).iter().map(Action::Through));
        if self.may_stay(state, state.movers, &ends) {
            out.push(Action::Stay);
        }
    }

    pub(crate) fn check_pick(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        let name = self.name(state, piece);
        let refuse = |clauses: Vec<Clause>, reason: &str| Err(Refusal::new(clauses, format!("{name} {reason}")));
        if state.ready.contains(piece) {
            return Ok(());
        }
        if self.theatre(state).side(piece) != state.side {
            return refuse(clauses!["std/10.1b"], "is not yours to move");
        }
        if !state.on_map.contains(piece) {
            return refuse(clauses!["std/11.2"], "is not on the map");
        }
        if state.rebuilt.contains(piece) {
            return refuse(clauses!["std/9.3c", "std/11.2"], "is Done: it takes replacements this turn");
        }
        if state.crossed.contains(piece) {
            return refuse(clauses!["marne/10.44a", "std/9.3d"], "is Done: it has crossed an army boundary");
        }
        let army = self.army(state, piece);
        if army != state.army {
            let reason = format!("belongs to the {}, and the {} moves now", army.title(), state.army.title());
            return refuse(clauses!["std/10.1b", "marne/10.2b"], &reason);
        }
        refuse(clauses!["std/11.1a"], "has moved")
    }

    /// The units that can be picked together: of one hex, alike in all that matters to a move, and allowed to stand
    /// together.
    pub(crate) fn stack_at(&self, state: &State, hex: Hex) -> Option<Units> {
        let theatre = self.theatre(state);
        let units: Units = state.stack(hex).filter(|&piece| state.ready.contains(piece)).collect();
        let first = units.first()?;
        let alike = |piece: Piece| {
            theatre.yellow.contains(piece) == theatre.yellow.contains(first)
                && theatre.british.contains(piece) == theatre.british.contains(first)
        };
        let one_duty = !units.iter().any(|piece| self.duty(state, piece).is_some());
        let legal = crate::stacking::is_legal_stack(theatre, units.iter());
        (units.len() > 1 && legal && one_duty && units.iter().all(alike)).then_some(units)
    }

    pub(crate) fn check_stack(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        if self.stack_at(state, hex).is_some() {
            return Ok(());
        }
        let reason = format!("no units in {} can move together as a stack", self.label(state, hex));
        Err(Refusal::new(clauses!["std/11.1a"], reason))
    }

    /// Takes up units to move.
    pub(crate) fn pick(&self, state: &mut State, movers: Units) {
        state.movers = movers;
        state.spent = 0;
        state.step = Step::Move;
        state.from_camp = movers.first().is_some_and(|piece| self.is_from_camp(state, piece));
    }

    pub(crate) fn check_stay(&self, state: &State) -> Result<(), Refusal> {
        let ends = self.ends(state, state.movers);
        if self.may_stay(state, state.movers, &ends) {
            return Ok(());
        }
        let duty = state.movers.iter().find_map(|piece| self.duty(state, piece));
        let (clause, why) = duty.unwrap_or((Clause("std/6.1e"), "has no room here any more"));
        let name = state.movers.first().map_or("the unit", |piece| self.name(state, piece));
        Err(Refusal::new(vec![clause], format!("{name} {why}")))
    }

    pub(crate) fn check_passage(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        if self.passages(state, state.movers).contains(hex) {
            return Ok(());
        }
        let at = self.label(state, hex);
        let reason = format!("{at} is nothing to be taken on the way with points left to go on");
        Err(Refusal::new(clauses!["std/11.1a", "std/7.2a"], reason))
    }

    pub(crate) fn check_destination(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        let movers = state.movers;
        let ends = self.ends(state, movers);
        if ends.hexes.contains(hex) {
            return Ok(());
        }
        let Some(piece) = movers.first() else {
            return Err(Refusal::new(clauses!["std/11.1a"], "no unit is picked"));
        };
        let theatre = self.theatre(state);
        let (name, at) = (self.name(state, piece), self.label(state, hex));
        let refuse = |clauses: Vec<Clause>, reason: String| Err(Refusal::new(clauses, reason));
        let side = theatre.side(piece);
        if state.hex(piece) == hex {
            return refuse(clauses!["std/11.1a"], format!("{name} is in {at} already"));
        }
        if state.holds(side.other(), hex) {
            return refuse(clauses!["std/11.1b", "std/6.7"], format!("the enemy holds {at}"));
        }
        if let Some(refusal) = self.closed(state, piece, hex) {
            return Err(refusal);
        }
        if !self.has_room(state, movers, hex) {
            return refuse(clauses!["std/6.1a", "std/6.3"], format!("{name} finds no room in {at}"));
        }
        let (inside, outside) = self.budgets(state, movers);
        let has = if theatre.ground.camp.contains(hex) { inside } else { outside };
        match self.explore(state, movers, FAR, |reach| reach.cost(hex)).flatten() {
            Some(cost) if cost > has.into() => {
                let clauses = clauses!["std/11.1a", "std/11.3a", "std/11.3b"];
                refuse(clauses, format!("{at} costs {name} {cost} MP, and it has {has}"))
            }
            Some(_) => {
                let (clause, why) = self.duty(state, piece).unwrap_or((Clause("std/11.1a"), "may not stop there"));
                refuse(vec![clause], format!("{name} {why}, and {at} does not do"))
            }
            None if self.is_pursued(state, piece) => {
                refuse(clauses!["marne/10.33a"], format!("no way along the Retreat Compass leads {name} to {at}"))
            }
            None => refuse(clauses!["std/7.2a", "std/11.3c"], format!("no way leads {name} to {at}")),
        }
    }

    /// Why a hex is closed to a unit by the map or by its orders.
    fn closed(&self, state: &State, piece: Piece, hex: Hex) -> Option<Refusal> {
        let theatre = self.theatre(state);
        let ground = &theatre.ground;
        let (name, at) = (self.name(state, piece), self.label(state, hex));
        let refuse = |clauses: Vec<Clause>, reason: String| Some(Refusal::new(clauses, reason));
        let side = theatre.side(piece).index();
        if theatre.forbidden[side].contains(hex) {
            return refuse(clauses!["tannenberg/11.2a"], format!("{at} is an enemy supply source"));
        }
        if theatre.forbidden_ends[side].contains(hex) {
            let clauses = clauses!["tannenberg/9.22c", "tannenberg/11.2a"];
            return refuse(clauses, format!("{at} lies next to an enemy supply source"));
        }
        if ground.entry_hexes.contains(hex) {
            return refuse(
                clauses!["tannenberg/9.22b"],
                format!("{at} is an Entry Hex, to be left and not to be held"),
            );
        }
        if ground.start_hexes.contains(hex) {
            let clauses =
                if side == GERMAN.index() { clauses!["marne/2.13j"] } else { clauses!["marne/2.13g", "marne/2.13j"] };
            return refuse(clauses, format!("{at} is a Start Hex"));
        }
        if self.bounds(state, piece).is_none_or(|bounds| bounds.contains(hex)) {
            return None;
        }
        if theatre.british.contains(piece) {
            return refuse(clauses!["marne/10.42c", "marne/10.44d"], format!("{at} is closed to the BEF"));
        }
        if theatre.yellow.contains(piece) {
            return refuse(clauses!["marne/10.44e"], format!("{name} may not leave the area of its army"));
        }
        let clauses = if side == GERMAN.index() {
            clauses!["marne/10.32", "marne/10.44b"]
        } else {
            clauses!["marne/10.51c", "marne/10.44c"]
        };
        refuse(clauses, format!("{at} lies beyond an army boundary that {name} may not cross now"))
    }

    /// Moves the picked units and ends their move [std/11.1a].
    pub(crate) fn move_to(&self, state: &mut State, hex: Hex, events: &mut impl Sink) {
        self.march(state, hex, events);
        self.end_move(state, events);
    }

    /// Marches the picked units to a hex that they take on their way.
    pub(crate) fn move_through(&self, state: &mut State, hex: Hex, events: &mut impl Sink) {
        let spent = self.march(state, hex, events);
        state.spent += spent;
    }

    /// Moves the picked units along the cheapest way, and returns what it costs.
    fn march(&self, state: &mut State, hex: Hex, events: &mut impl Sink) -> u8 {
        let movers = state.movers;
        let Some(leader) = movers.first() else { return 0 };
        let from = state.hex(leader);
        let mut way = [Hex::NONE; 64];
        let (count, cost) = self.way(state, movers, hex, &mut way);
        let way = &way[..count];
        events.tell(|| {
            let names: Vec<&str> = movers.iter().map(|piece| self.name(state, piece)).collect();
            let verb = if names.len() == 1 { "moves" } else { "move" };
            let text =
                format!("{} {verb} from {} to {}.", names.join(", "), self.label(state, from), self.label(state, hex));
            let ids = movers.iter().map(|piece| self.id(state, piece));
            Event::new("move", text).at([from]).at(way.iter().copied()).of(ids).by(clauses!["std/11.1a"])
        });
        let theatre = self.theatre(state);
        for piece in movers.iter() {
            state.lift(theatre, piece);
            state.put(theatre, piece, hex);
            for &step in way {
                self.enter(state, piece, step, true, events);
            }
        }
        cost
    }

    /// The hexes of the cheapest way, in order, without the first; how many, and what it costs.
    fn way(&self, state: &State, movers: Units, hex: Hex, way: &mut [Hex; 64]) -> (usize, u8) {
        let (inside, outside) = self.budgets(state, movers);
        let found = self.explore(state, movers, inside.max(outside), |reach| {
            let cost = reach.cost(hex)?;
            let mut count = 0;
            let from = movers.first().map_or(Hex::NONE, |leader| state.hex(leader));
            for (place, step) in way.iter_mut().zip(reach.path(hex).take_while(|&step| step != from)) {
                *place = step;
                count += 1;
            }
            way[..count].reverse();
            Some((count, cost.min(255) as u8))
        });
        found.flatten().unwrap_or_else(|| {
            // One hex that costs more than the unit has [std/11.1c].
            way[0] = hex;
            (1, outside)
        })
    }

    /// The move is over. Who has come into the area of an army that is still to move is Done
    /// [marne/5.321d, marne/10.44a] (ruling M18).
    pub(crate) fn end_move(&self, state: &mut State, events: &mut impl Sink) {
        for piece in state.movers.iter() {
            state.ready.remove(piece);
            let army = self.army(state, piece);
            if state.is_marne() && army != state.army && !state.is_activated(army) {
                state.crossed.insert(piece);
                events.tell(|| {
                    let text = format!("{} has come to the {} and is Done.", self.name(state, piece), army.title());
                    Event::new("done", text).of([self.id(state, piece)]).by(clauses!["marne/10.44a"])
                });
            }
        }
        state.movers = Units::EMPTY;
        state.spent = 0;
        state.from_camp = false;
        state.step = Step::Moves;
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

    /// What a move costs, hex by hex.
    pub(crate) fn move_forecast(&self, state: &State, hex: Hex) -> Option<Forecast> {
        let leader = state.movers.first()?;
        let mut way = [Hex::NONE; 64];
        let (count, cost) = self.way(state, state.movers, hex, &mut way);
        let mut sum = Derivation::new("Movement points", cost, clauses!["std/11.1a"]);
        let mut from = state.hex(leader);
        for &step in &way[..count] {
            sum = sum.with(self.step_derivation(state, from, step));
            from = step;
        }
        let sum = sum.with(self.allowance_derivation(state, hex));
        let start = self.label(state, state.hex(leader));
        let path = way[..count].iter().map(|&step| self.label(state, step));
        Some(Forecast::certain(sum).along(std::iter::once(start).chain(path)))
    }

    fn step_derivation(&self, state: &State, from: Hex, to: Hex) -> Derivation {
        let theatre = self.theatre(state);
        let ground = &theatre.ground;
        let label = format!("{}, {}", ground.label(to), ground.terrain_title(to).to_lowercase());
        let cost = ground.effects(to).cost;
        let mut sum = Derivation::new(label, cost, clauses!["std/11.3a", "std/11.3f"]);
        if theatre.is_river(from, to) {
            let river = self.standard.river_cost;
            sum.value = (cost + river).to_string();
            sum = sum.with(Derivation::new("across a river", format!("+{river}"), clauses!["std/11.3b"]));
        }
        sum
    }

    /// The points that the movers have for a move to a hex.
    fn allowance_derivation(&self, state: &State, hex: Hex) -> Derivation {
        let theatre = self.theatre(state);
        let (inside, outside) = self.budgets(state, state.movers);
        let in_camp = inside > outside && theatre.ground.camp.contains(hex);
        let has = if in_camp { inside } else { outside };
        let mut sum = Derivation::new("of the movement points it has", has, clauses!["std/10.1d"]);
        for piece in state.movers.iter() {
            let unit = theatre.pieces.unit(piece);
            let (label, points, clauses) = match unit.movement {
                _ if in_camp => {
                    ("inside the Fortified Camp", theatre.tables.west.camp_allowance, clauses!["marne/10.43b"])
                }
                Some(printed) => ("printed", printed, clauses!["tannenberg/11.61a"]),
                None if Self::is_attack_state(state) && state.army == crate::pieces::Army::FirstCorps => {
                    ("von Francois attacks", state.march.points, clauses!["tannenberg/10.61f"])
                }
                None => (state.army.title(), state.march.points, clauses!["std/10.1a"]),
            };
            let mut part = Derivation::new(format!("{}: {label}", unit.name), points, clauses);
            if !state.is_supplied(piece) {
                let status = if state.unsupplied.contains(piece) { "out of supply" } else { "attenuated supply" };
                part = part.with(Derivation::new(status, "halved", Self::supply_clauses(state, piece)));
            }
            sum = sum.with(part);
        }
        if state.spent > 0 {
            sum = sum.with(Derivation::new("spent on the way", state.spent, clauses!["std/11.1a"]));
        }
        sum
    }

    /// The cost of a move to a hex, as people write it.
    pub(crate) fn cost_text(&self, state: &State, hex: Hex) -> Option<String> {
        let (inside, outside) = self.budgets(state, state.movers);
        let cost = self.explore(state, state.movers, inside.max(outside), |reach| reach.cost(hex)).flatten();
        Some(format!("{} MP", cost.unwrap_or(outside.into())))
    }
}
