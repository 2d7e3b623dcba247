//! 11.0 Operational Movement.

use crate::ClashOfGiants;
use crate::action::Action;
use crate::ground::Hexes;
use crate::hints::{Mind, RATHER_NOT};
use crate::pieces::{ALLIED, Army, Campaign, GERMAN, MOST_ALLOWANCE, Piece, Units};
use crate::state::{State, Step, option};
use crate::theatre::Theatre;
use engine::memory::{Memory, recall};
use engine::{
    Clause, Derivation, Event, EventKind, Forecast, Refusal, Role, Side, Sink, UNMOVED, Words, clauses, goes,
};
use hexboard::{Costs, Entry, Hex, Reach};
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};

/// More than any unit can spend: to tell how far away a hex is that cannot be reached.
const FAR: u8 = 250;

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

engine::decisions! {
    (ClashOfGiants, Action, Mind: game, state, out, dice, events, mind)

    /// Which unit of the active army does something.
    Moves by state.side => {
        asks: {
            let end = if game.may_end_segment(state) { ", or end its moves" } else { "" };
            format!("Choose a unit of the {} to move{end}.", state.army.title())
        },
        lists: game.list_moves(state, out),
        points(hex): {
            out.extend(game.own(state, hex).map(Action::Pick));
            out.push(Action::PickAll(hex));
        },
        Pick(piece) => {
            check: game.check_pick(state, piece),
            play: game.pick(state, [piece].into_iter().collect()),
            words: game.name(state, piece),
            odds: None,
            worth: mind.appraise_pick(state, piece),
        }
        PickAll(hex) => {
            check: game.check_stack(state, hex),
            play: game.pick(state, game.stack_at(state, hex).unwrap_or(Units::EMPTY)),
            words: Words::new(format!("all units in {}", game.label(state, hex))).role(Role::Lead),
            odds: None,
            worth: RATHER_NOT,
        }
        Rebuild(piece) => {
            check: game.check_attempt(state, piece),
            play: game.attempt(state, piece, dice, events),
            words: Words::new(game.rebuilding_words(state, piece)).rolls(state.is_marne()),
            odds: Some(game.attempt_forecast(state, piece)),
            worth: mind.appraise_attempt(state, piece),
        }
        Taxis(piece) => {
            check: game.check_taxis(state, piece),
            play: game.send_taxis(state, piece, events),
            words: format!("the Paris taxis drive to {}", game.name(state, piece)),
            odds: None,
            worth: 9.0,
        }
        Entrain(piece) => {
            check: game.check_entrain(state, piece),
            play: game.entrain(state, piece, dice, events),
            words: {
                let words = Words::new(format!("{} goes by rail", game.name(state, piece)));
                words.rolls(state.is_marne()).role(Role::Aside)
            },
            odds: Some(game.entrain_forecast(state, piece)),
            worth: mind.appraise_entrain(state, piece),
        }
        Detach(piece) => {
            check: game.check_detach(state, piece),
            play: game.detach(state, piece, events),
            words: Words::new(format!("{} detaches a brigade", game.name(state, piece))).role(Role::Aside),
            odds: None,
            worth: RATHER_NOT,
        }
        Done => {
            check: game.check_segment_end(state),
            play: game.end_segment(state),
            words: Words::new("end the moves of this army").leaves(state.ready.len(), UNMOVED),
            odds: None,
            worth: 0.0,
        }
    }

    /// Where the picked units go.
    Move by state.side => {
        asks: format!("Choose where {}.", goes(state.movers.iter().map(|unit| game.name(state, unit)))),
        lists: game.list_destinations(state, out),
        points(hex): out.push(Action::To(hex)),
        To(hex) => {
            check: game.check_destination(state, hex),
            play: game.move_to(state, hex, events),
            words: Words::new(game.move_words(state, hex)).cost(game.cost_text(state, hex)),
            odds: game.move_forecast(state, hex),
            worth: mind.appraise_move(state, hex),
        }
        Through(hex) => {
            check: game.check_passage(state, hex),
            play: game.move_through(state, hex, events),
            words: Words::new(game.passage_words(state, hex)).cost(game.cost_text(state, hex)),
            odds: game.move_forecast(state, hex),
            worth: 30.0,
        }
        Stay => {
            check: game.check_stay(state),
            play: game.end_move(state, events),
            words: "stay here",
            odds: None,
            worth: mind.appraise_stay(state),
        }
    }
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
    pub(crate) fn cut(state: &State, piece: Piece, points: u8) -> u8 {
        if state.unsupplied.contains(piece) {
            (points / 2).max(1)
        } else if state.attenuated.contains(piece) {
            points.div_ceil(2)
        } else {
            points
        }
    }

    /// The allowance for moves that begin and end inside the Fortified Camp of Paris: always the same [marne/10.43b],
    /// unless the switch lets supply cut it too (ruling G16).
    fn camp_allowance(&self, state: &State, piece: Piece) -> u8 {
        let points = self.theatre(state).tables.west.command.camp_allowance;
        if state.options.has(option::CAMP_HALVED) { Self::cut(state, piece, points) } else { points }
    }

    /// Whether a unit is French and began its move inside the Fortified Camp [marne/10.43b, marne/10.43d].
    fn is_from_camp(&self, state: &State, piece: Piece) -> bool {
        let theatre = self.theatre(state);
        let inside = if state.spent > 0 { state.from_camp } else { theatre.ground.camp.contains(state.hex(piece)) };
        inside && theatre.french.contains(piece)
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
        self.is_pursued(state, piece) && (british || state.turn <= theatre.tables.west.command.all_full_until)
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
            return Self::british_bounds(theatre, hex);
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

    /// The BEF keeps to the areas of the Fifth and Sixth Armies without the Fortified Camp [marne/10.42a, marne/10.42c]
    /// [marne/10.43f, marne/10.44d]; from elsewhere it has to find its way back.
    fn british_bounds(theatre: &Theatre, hex: Hex) -> Option<&Hexes> {
        theatre.british_area.contains(hex).then_some(&theatre.british_area)
    }

    /// Whether demoralization keeps a French unit in its army's area [marne/10.44c, marne/10.51c]: not once all armies
    /// beside its own have rallied on an earlier turn [marne/10.51d] (ruling M42). The border of the Fortified Camp is no
    /// army boundary, so who is inside is free to leave it [marne/10.43g] (ruling M9); at the boundary of the Sixth Army
    /// he is inside no more, and ignores nothing (ruling M50).
    fn is_tied(&self, state: &State, piece: Piece) -> bool {
        let army = self.army(state, piece);
        self.is_demoralized(state, army) && !self.are_neighbours_rallied(state, army)
    }

    /// Whether a unit may end a move in a hex, stacking apart: not next to an enemy source on the map edge
    /// [tannenberg/9.22c, tannenberg/11.2a] (ruling T15), and not in an Entry or Start Hex, which are to be left
    /// [tannenberg/9.22b, marne/2.13i] (ruling T32).
    #[inline]
    fn is_end(&self, theatre: &Theatre, piece: Piece, hex: Hex) -> bool {
        !theatre.no_ends[theatre.side(piece).index()].contains(hex)
    }

    /// What it means to movers to enter a hex: never where enemies are [std/6.7, std/11.1b] nor out of bounds, and to a
    /// stop in an enemy zone [std/7.2a, std/7.2c], if they may stop there at all [std/7.2b]. Friends do not matter
    /// [std/6.4].
    fn gate(&self, state: &State, movers: Units, leader: Piece) -> impl Fn(Hex) -> Entry {
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

    /// The hexes in enemy zones where movers may stop [std/7.2b].
    fn stops(&self, state: &State, movers: Units, side: Side) -> Hexes {
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
    fn marches(&self, state: &State, piece: Piece) -> Walks {
        let alone: Units = [piece].into_iter().collect();
        self.walks(state, piece, self.allowance(state, piece), self.gate(state, alone, piece))
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
        let nowhere = (Hexes::EMPTY, Hexes::EMPTY);
        let Some(leader) = movers.first() else { return nowhere };
        let theatre = self.theatre(state);
        let (inside, outside) = self.budgets(state, movers);
        let is_open = |hex: Hex| self.is_end(theatre, leader, hex) && self.has_room(state, movers, hex);
        let within =
            |hex: Hex, cost: u16| cost <= u16::from(if theatre.ground.camp.contains(hex) { inside } else { outside });
        self.explore(state, movers, inside.max(outside), |reach| {
            let reached = || reach.reached().iter().copied();
            let mut hexes = Hexes::EMPTY;
            hexes.extend(reached().filter(|&hex| within(hex, reach.cost(hex).unwrap_or(u16::MAX)) && is_open(hex)));
            if state.spent == 0 {
                // A unit may always move one hex [std/11.1c].
                hexes.extend(self.steps_out(state, leader).filter(|&hex| self.has_room(state, movers, hex)));
            }
            let starts = &theatre.ground.start_hexes;
            let stranded = hexes.is_empty();
            (hexes, reached().filter(|hex| stranded && starts.contains(*hex)).collect())
        })
        .unwrap_or(nowhere)
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
    fn narrow(&self, state: &State, piece: Piece, hexes: Hexes) -> (Hexes, bool) {
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
    fn marches_all_the_way(&self, state: &State, piece: Piece, hex: Hex) -> bool {
        let camp = &self.theatre(state).ground.camp;
        self.must_march(state, piece) && state.spent == 0 && !camp.contains(hex)
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
        if theatre.ground.start_hexes.contains(hex) {
            return Some(if state.driven_back.contains(piece) {
                (Clause("marne/2.13n"), "has retreated into a Start Hex and must come back onto the map first")
            } else {
                (Clause("marne/2.13i"), "must leave its Start Hex first")
            });
        }
        if state.is_marne() && self.strayed(state, piece) > 0 {
            return Some(if theatre.british.contains(piece) {
                (Clause("marne/10.43h"), "must go back to the area of the BEF first")
            } else {
                (Clause("marne/10.44h"), "must go back to the area of its army first")
            });
        }
        self.must_march(state, piece).then(|| (self.march_clause(state, piece), "must use its whole allowance first"))
    }

    /// The sentence that makes a unit use its whole allowance.
    fn march_clause(&self, state: &State, piece: Piece) -> Clause {
        let theatre = self.theatre(state);
        if theatre.british.contains(piece) && state.turn > theatre.tables.west.command.all_full_until {
            Clause("marne/10.33c")
        } else {
            Clause("marne/10.33b")
        }
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
    fn is_spoil(&self, state: &State, side: Side, hex: Hex) -> bool {
        let theatre = self.theatre(state);
        let prize = theatre.prize(hex).is_some_and(|prize| state.owners[prize] != crate::state::Owner::of(side));
        let works = theatre.ground.zones.contains(hex) || theatre.ground.forts.contains(hex);
        prize || (works && side == ALLIED && !state.wrecked.contains(hex))
    }

    /// Hexes that the movers can march through to take them and go on: victory hexes that are not theirs, and works of
    /// the enemy.
    fn passages(&self, state: &State, movers: Units) -> Hexes {
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
        if self.may_end_segment(state) {
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
            Some(_) => Err(self.wrong_end(state, movers, piece, hex)),
            None if self.is_pursued(state, piece) => {
                refuse(clauses!["marne/10.33a"], format!("no way along the Retreat Compass leads {name} to {at}"))
            }
            None => refuse(clauses!["std/7.2a", "std/11.3c"], format!("no way leads {name} to {at}")),
        }
    }

    /// Why movers that can reach a hex and find room there may not end their move in it.
    fn wrong_end(&self, state: &State, movers: Units, piece: Piece, hex: Hex) -> Refusal {
        let (name, at) = (self.name(state, piece), self.label(state, hex));
        if !self.may_settle(state, movers, hex) {
            let reason = format!("with {name} in {at} there would be too many units somewhere for good");
            return Refusal::new(clauses!["std/6.1e"], reason);
        }
        match self.duty(state, piece) {
            Some((clause, why)) if self.strayed(state, piece) > 0 => {
                Refusal::new(vec![clause], format!("{name} {why}, as near as it can get, and not to {at}"))
            }
            _ => {
                let reason = format!("{name} must use its whole allowance if it can, and no way to {at} does that");
                Refusal::new(vec![self.march_clause(state, piece)], reason)
            }
        }
    }

    /// Why a hex is closed to a unit by the map or by its orders.
    pub(crate) fn closed(&self, state: &State, piece: Piece, hex: Hex) -> Option<Refusal> {
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
            let own = self.duty(state, piece).filter(|_| ground.start_hexes.contains(state.hex(piece)));
            let german = |army: &Army| army.side() == GERMAN && ground.starts[army.index()].contains(hex);
            if side == ALLIED.index() && Army::ALL.iter().any(german) {
                return refuse(clauses!["marne/2.13g"], format!("{at} is a German Start Hex"));
            }
            return match own {
                Some((clause, why)) => refuse(vec![clause], format!("{name} {why}, and {at} is a Start Hex too")),
                None => refuse(clauses!["marne/2.13j"], format!("{at} is a Start Hex")),
            };
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

    /// Moves the picked units along their way, and returns what it costs.
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
            Event::new(EventKind::Move, text)
                .side(state.side)
                .along([from])
                .at(way.iter().copied())
                .of(ids)
                .by(clauses!["std/11.1a"])
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

    /// The hexes of the way to a hex, in order, without the first; how many, and what it costs. It is the cheapest, but a
    /// unit that must spend all it has takes one that does.
    fn way(&self, state: &State, movers: Units, hex: Hex, way: &mut [Hex; 64]) -> (usize, u8) {
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
        let found = self.explore(state, movers, has, |reach| {
            let cost = reach.cost(hex)?;
            let mut count = 0;
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
                    self.unit_event(state, piece, EventKind::Command, text).by(clauses!["marne/10.44a"])
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
        let (inside, outside) = self.budgets(state, state.movers);
        if cost > if self.theatre(state).ground.camp.contains(hex) { inside } else { outside } {
            sum = sum.with(Derivation::new("one hex can always be entered", "all points", clauses!["std/11.1c"]));
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
            let river = self.standard.hexsides.river_cost;
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
                    ("inside the Fortified Camp", theatre.tables.west.command.camp_allowance, clauses!["marne/10.43b"])
                }
                Some(printed) => ("printed", printed, clauses!["tannenberg/11.61a"]),
                None if Self::is_attack_state(state) && state.army == Army::FirstCorps => {
                    ("von Francois attacks", state.march.points, clauses!["tannenberg/10.61f"])
                }
                None => (state.army.title(), state.march.points, clauses!["std/10.1a"]),
            };
            let mut part = Derivation::new(format!("{}: {label}", unit.name), points, clauses);
            if !state.is_supplied(piece) && (!in_camp || state.options.has(option::CAMP_HALVED)) {
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

    /// A hex that is taken on the way.
    fn passage_words(&self, state: &State, hex: Hex) -> String {
        format!("take {} and go on", self.ground_words(state, hex))
    }

    /// The cost of a move to a hex, as people write it.
    pub(crate) fn cost_text(&self, state: &State, hex: Hex) -> Option<String> {
        let (_, cost) = self.way(state, state.movers, hex, &mut [Hex::NONE; 64]);
        Some(format!("{cost} MP"))
    }
}
