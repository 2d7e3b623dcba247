//! 1.7 Replacements, and reinforcements (series chapter 14).

use crate::RockOfTheMarne;
use crate::action::Action;
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::movement::Moves;
use crate::pieces::{ALLIED, Class, GERMAN, Piece, PieceSet};
use crate::scenarios::{Arrival, Entry};
use crate::state::{State, Step, counters_of, option, side_of};
use engine::{Clause, Event, EventKind, Options, Refusal, Side, Sink, Words, clauses};
use hexboard::Hex;

engine::decisions! {
    (RockOfTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// Who takes a Replacement Point or comes in.
    Arrivals by state.side => {
        asks: format!("Choose who takes a Replacement Point ({} left) or comes in, or end the phase.", state.points),
        asked_if: game.can_arrive(state),
        else: game.end_phase(state, dice, events),
        lists: game.list_arrivals(state, out),
        points(hex): out.extend(game.own(state, hex).map(Action::Pick)),
        ..Moves => Remove;
        Pick(piece) => {
            check: game.check_arrival(state, piece),
            play: game.pick_arrival(state, piece, events),
            words: game.unit_words(state, piece),
            odds: None,
            worth: mind.appraise_arrival(state, piece),
        }
        Done => {
            check: Ok(()),
            play: game.end_phase(state, dice, events),
            words: {
                let left = ["unit could still come in or take a point", "units could still come in or take a point"];
                Words::new("end the phase").rolls(true).leaves(game.takers(state).or(game.comers(state)).len(), left)
            },
            odds: None,
            worth: 0.0,
        }
    }

    /// Where a unit comes in.
    Arrive(piece: Piece) by state.side => {
        asks: format!("Choose where {} comes in.", game.pieces.name_of(piece)),
        lists: out.extend(game.entries(state, piece).iter().map(Action::To)),
        points(hex): out.push(Action::To(hex)),
        To(hex) => {
            check: game.check_entry(state, piece, hex),
            play: game.arrive(state, piece, hex, events),
            words: game.ground_words(hex),
            odds: None,
            worth: mind.place_worth(state, piece, hex),
        }
    }
}

#[engine::by_the_book]
impl RockOfTheMarne {
    /// The Replacement Points of the turn: from the Turn Record Track, or from the scenario [1.7a-1, 5.0d-1, 5.0d-2]
    /// [7.2/repl].
    pub(crate) fn points_of_turn(&self, state: &State) -> u8 {
        let track = self.tables.turn(state.turn).replacements;
        self.scenario(state).replacements.unwrap_or(track)[state.side.index()]
    }

    /// Whether a counter can absorb Replacement Points at all: not HQs (ruling 48), Stormtroopers and French regiments
    /// [1.7a-2] (ruling 100).
    fn absorbs(&self, piece: Piece) -> bool {
        !matches!(self.pieces.class(piece), Class::CorpsHq | Class::ArmyHq | Class::Stormtrooper | Class::Regiment)
    }

    /// The Corps HQs with which rebuilt units come in: any of the side, whatever its nation and state [1.7c-1] (ruling
    /// 101).
    fn depots(&self, state: &State) -> Hexes {
        let hqs = self.hqs(state, state.side).iter();
        hqs.filter(|&hq| self.pieces.class(hq) == Class::CorpsHq).map(|hq| state.hex(hq)).collect()
    }

    /// Dead units that can take a point: each one a turn, airplanes without a Corps HQ too [1.7a-3] (rulings 44, 47);
    /// divisions that were broken down are among them [1.7b-3] (ruling 45).
    fn rebuildable(&self, state: &State) -> PieceSet {
        let depot = self.hqs(state, state.side).iter().any(|hq| self.pieces.class(hq) == Class::CorpsHq);
        let able = |&piece: &Piece| self.absorbs(piece) && (depot || self.pieces.class(piece) == Class::Airplane);
        let dead = state.dead.and(counters_of(state.side)).without(state.acted);
        dead.iter().filter(able).collect()
    }

    /// Reduced units that can take one: on the map in supply or not and in any zone, or airplanes in their boxes, not on
    /// CAP [1.7a-4, 1.7b-2].
    fn restorable(&self, state: &State) -> PieceSet {
        let boxes = state.ready.or(state.flown);
        let here = state.on_map.or(boxes).and(counters_of(state.side)).and(state.flipped).without(state.acted);
        here.iter().filter(|&piece| self.absorbs(piece) && self.pieces.counter(piece).steps == 2).collect()
    }

    /// Who can take a point: the dead come first, and while the dead pile holds anybody, though nobody of it can come to
    /// the map, no other has his turn [1.7b-1].
    pub(crate) fn takers(&self, state: &State) -> PieceSet {
        if state.points == 0 {
            return PieceSet::EMPTY;
        }
        let dead = state.dead.and(counters_of(state.side));
        if dead.is_empty() { self.restorable(state) } else { self.rebuildable(state) }
    }

    /// Units that are due and have somewhere to come in; they may also be held back [scs/14.0c, 1.1e-2].
    pub(crate) fn comers(&self, state: &State) -> PieceSet {
        let due =
            |&piece: &Piece| state.due[piece.index()] <= state.turn && self.pieces.class(piece) != Class::Airplane;
        let waiting: PieceSet = state.waiting.and(counters_of(state.side)).iter().filter(due).collect();
        if waiting.is_empty() {
            return waiting;
        }
        let lines = self.lines_home(state, waiting);
        waiting.iter().filter(|&piece| !self.entries_by(state, piece, &lines).is_empty()).collect()
    }

    /// The hexes with a line to a supply source, if any of some waiting units is an HQ that comes back.
    fn lines_home(&self, state: &State, waiting: PieceSet) -> Hexes {
        match waiting.iter().any(|piece| self.is_back(state, piece)) {
            true => self.lines_from(state, state.side),
            false => Hexes::EMPTY,
        }
    }

    /// Whether a waiting unit is an HQ that comes back, and no reinforcement of the schedule.
    fn is_back(&self, state: &State, piece: Piece) -> bool {
        let arrival = self.arrival(state, piece);
        arrival.is_none_or(|arrival| arrival.turn != state.due[piece.index()])
    }

    pub(crate) fn arrival(&self, state: &State, piece: Piece) -> Option<&Arrival> {
        self.scenario(state).arrivals.iter().find(|arrival| arrival.unit.piece == piece)
    }

    /// Where a unit can come in now: on its entry hex, whatever zones lie there, but not on enemy units [scs/14.0b].
    pub(crate) fn entries(&self, state: &State, piece: Piece) -> Hexes {
        let lines = self.lines_home(state, [piece].into_iter().collect());
        self.entries_by(state, piece, &lines)
    }

    fn entries_by(&self, state: &State, piece: Piece, lines: &Hexes) -> Hexes {
        if state.dead.contains(piece) {
            return self.depots(state);
        }
        match self.arrival(state, piece).filter(|_| !self.is_back(state, piece)).map(|arrival| arrival.entry) {
            None => self.homecomings(state, piece, lines),
            Some(Entry::Ready) => Hexes::EMPTY,
            Some(Entry::NorthRoads) => self.free_north_roads(state),
            Some(Entry::Hex(hex)) if state.holder(hex) != Some(side_of(piece).other()) => [hex].into_iter().collect(),
            Some(Entry::Hex(hex)) => match self.arrival(state, piece).and_then(|arrival| arrival.otherwise) {
                Some(other) if state.holder(other) != Some(side_of(piece).other()) => [other].into_iter().collect(),
                _ => self.detours(state, side_of(piece), hex),
            },
        }
    }

    /// German reinforcements may use every road off the north edge that no enemy holds [6.1/german-reinf-entry] (ruling 89).
    fn free_north_roads(&self, state: &State) -> Hexes {
        self.ground.north_roads - state.held[GERMAN.other().index()]
    }

    /// Where a Corps HQ comes back: in trace supply, without enemy zones, in a friendly village or city or with a unit
    /// of its own command [1.1e-1, 1.1e-3] (rulings 34, 35, 36).
    fn homecomings(&self, state: &State, hq: Piece, lines: &Hexes) -> Hexes {
        let side = side_of(hq);
        let command = state.units(side).iter().filter(|&unit| self.pieces.counter(unit).hq == Some(hq));
        let mut hexes: Hexes = command.map(|unit| state.hex(unit)).collect();
        let friendly = |&hex: &Hex| self.controller(state, hex) == side;
        hexes.extend(self.ground.settlements.iter().filter(friendly));
        (hexes & *lines) - state.zoc[side.other().index()]
    }

    /// Where units come in whose entry hex the enemy holds. Allies go to the nearest free road hex of the edge, down their
    /// own side or along the bottom eastward [6.1/allied-reinf-block] (ruling 88); Germans to the nearest free hex of
    /// the edge (ruling 102).
    fn detours(&self, state: &State, side: Side, blocked: Hex) -> Hexes {
        let board = self.ground.board();
        let (column, row) = board.column_row(blocked);
        let is_next = |hex: &Hex| {
            let (there, below) = board.column_row(*hex);
            (there == column && below < row) || (there > column && self.is_bottom(state, *hex))
        };
        let edge = match side {
            GERMAN => self.same_edge(state, blocked),
            ALLIED => self.scenario(state).road_exits.iter().filter(is_next).collect(),
        };
        let free = || edge.iter().filter(|&hex| state.holder(hex) != Some(side.other()));
        let nearest = free().map(|hex| board.distance(blocked, hex)).min();
        free().filter(|&hex| Some(board.distance(blocked, hex)) == nearest).collect()
    }

    /// The hexes on the same edge of the area as one, or on the same edges if it lies in a corner.
    fn same_edge(&self, state: &State, hex: Hex) -> Hexes {
        let (area, board) = (self.scenario(state).area, self.ground.board());
        let columns = || area.iter().map(|hex| self.ground.column(hex));
        let (west, east) = (columns().min(), columns().max());
        let edges = |hex: Hex| {
            let (column, row) = board.column_row(hex);
            let top = board.at(column, row + 1).is_none_or(|above| !area.contains(above));
            let at = Some(self.ground.column(hex));
            [at == west, at == east, top, self.is_bottom(state, hex)]
        };
        let own = edges(hex);
        area.iter().filter(|&other| edges(other).into_iter().zip(own).any(|(edge, own)| edge && own)).collect()
    }

    /// Whether a hex is the southernmost of its column in the area.
    fn is_bottom(&self, state: &State, hex: Hex) -> bool {
        let board = self.ground.board();
        let (column, row) = board.column_row(hex);
        let below = row.checked_sub(1).and_then(|row| board.at(column, row));
        below.is_none_or(|below| !self.in_area(state, below))
    }

    /// Whether anybody can come in or take a point.
    pub(crate) fn can_arrive(&self, state: &State) -> bool {
        !self.takers(state).is_empty() || !self.comers(state).is_empty()
    }

    pub(crate) fn list_arrivals(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.takers(state).or(self.comers(state)).iter().map(Action::Pick));
        self.list_removals(state, out);
        out.push(Action::Done);
    }

    pub(crate) fn check_arrival(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        if self.takers(state).or(self.comers(state)).contains(piece) {
            return Ok(());
        }
        let name = self.pieces.name_of(piece);
        let refuse = |clauses: Vec<Clause>, reason: &str| Err(Refusal::new(clauses, format!("{name} {reason}")));
        if side_of(piece) != state.side {
            return refuse(clauses!["1.7a-1", "scs/1.2"], "is not yours");
        }
        if state.waiting.contains(piece) {
            if state.due[piece.index()] > state.turn {
                return refuse(clauses!["1.1d-2", "scs/14.0a"], "is not due yet");
            }
            return refuse(clauses!["1.1e-1", "1.1e-3", "scs/14.0b"], "has no hex to come in");
        }
        if !self.absorbs(piece) {
            return refuse(clauses!["1.7a-2"], "cannot absorb Replacement Points");
        }
        if state.on_map.contains(piece) && self.pieces.class(piece) == Class::Tank {
            return refuse(clauses!["1.8e-2"], "has one step: a tank is repaired only with an HQ");
        }
        if state.points == 0 {
            return refuse(clauses!["1.7a-1", "1.7d"], "cannot be rebuilt: no Replacement Point is left");
        }
        if state.acted.contains(piece) {
            return refuse(clauses!["1.7a-3"], "has absorbed a Replacement Point this turn");
        }
        if state.patrol.contains(piece) {
            return refuse(clauses!["1.7b-2"], "is on CAP");
        }
        if state.flipped.contains(piece) && !state.dead.contains(piece) {
            return refuse(clauses!["1.7b-1"], "must wait: the dead come first");
        }
        refuse(clauses!["1.7c-1", "1.7a-5", "1.8e-2"], "has no step to get back, or no Corps HQ to come to")
    }

    /// Somebody was picked: he is restored at once, or comes in where there is only one hex for it.
    pub(crate) fn pick_arrival(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        let here = state.on_map.contains(piece) || self.pieces.class(piece) == Class::Airplane;
        if here {
            return self.restore(state, piece, events);
        }
        let entries = self.entries(state, piece);
        match entries.iter().next() {
            Some(hex) if entries.len() == 1 => self.arrive(state, piece, hex, events),
            _ => state.step = Step::Arrive(piece),
        }
    }

    /// One point gives one step: a unit on the map is turned to its full side [1.7a-5, 1.7c-2], a dead airplane comes to
    /// the Flown Box with one step (ruling 44).
    fn restore(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        state.points -= 1;
        state.acted.insert(piece);
        if state.dead.contains(piece) {
            state.dead.remove(piece);
            state.flown.insert(piece);
            state.flipped.insert(piece);
        } else {
            state.flipped.remove(piece);
        }
        events.tell(|| {
            let name = self.pieces.name_of(piece).to_string();
            Event::new(EventKind::Replacement, format!("{name} gets a step back."))
                .side(side_of(piece))
                .of([name])
                .by(clauses!["1.7a-5", "1.7c-2"])
                .reveals_own()
        });
    }

    pub(crate) fn check_entry(&self, state: &State, piece: Piece, hex: Hex) -> Result<(), Refusal> {
        if self.entries(state, piece).contains(hex) {
            return Ok(());
        }
        let (name, at) = (self.pieces.name_of(piece), self.ground.label(hex));
        let clauses = match (state.dead.contains(piece), self.pieces.is_hq(piece)) {
            (true, _) => clauses!["1.7c-1"],
            (false, true) => clauses!["1.1e-1", "scs/14.0a"],
            (false, false) => clauses!["scs/14.0a", "scs/14.0b"],
        };
        Err(Refusal::new(clauses, format!("{name} cannot come in at {at}")))
    }

    /// A unit comes in: in supply until its next Supply Phase, without cost; a rebuilt one at reduced strength, a tank
    /// Functional [scs/14.0a, 1.3c-1, 1.7c-1] (rulings 33, 46); an HQ that the quiet front holds down Depleted
    /// [6.1/note3-a] (ruling 109).
    pub(crate) fn arrive(&self, state: &mut State, piece: Piece, hex: Hex, events: &mut impl Sink) {
        let (rebuilt, back) = (state.dead.contains(piece), self.is_back(state, piece));
        let frozen = back && self.is_frozen(state, piece);
        if rebuilt {
            state.points -= 1;
            state.acted.insert(piece);
            state.dead.remove(piece);
            state.broken_down.remove(piece);
            if self.pieces.counter(piece).steps == 2 {
                state.flipped.insert(piece);
            }
        } else {
            if frozen || (!back && self.arrival(state, piece).is_some_and(|arrival| arrival.unit.back)) {
                state.flipped.insert(piece);
            }
            state.waiting.remove(piece);
        }
        state.unsupplied.remove(piece);
        self.put(state, piece, hex);
        state.step = Step::Arrivals;
        events.tell(|| {
            let name = self.pieces.name_of(piece).to_string();
            let (what, clauses) = match (rebuilt, back) {
                (true, _) => ("is rebuilt", clauses!["1.7c-1"]),
                _ if frozen => ("comes back Depleted", clauses!["6.1/note3-a", "1.1e-1"]),
                (_, true) => ("comes back", clauses!["1.1d-2", "1.1e-1"]),
                _ => ("arrives", clauses!["scs/14.0a"]),
            };
            let text = format!("{name} {what} in {}.", self.ground.label(hex));
            Event::new(EventKind::Reinforcement, text)
                .side(side_of(piece))
                .at([hex])
                .of([name])
                .by(clauses)
                .reveals_own()
        });
    }

    /// Airplanes of the schedule come to the Ready Box.
    pub(crate) fn receive_airplanes(&self, state: &mut State, events: &mut impl Sink) {
        let planes = self.scenario(state).arrivals.iter().filter(|arrival| arrival.entry == Entry::Ready);
        for arrival in planes.filter(|arrival| arrival.turn == state.turn) {
            let plane = arrival.unit.piece;
            if side_of(plane) != state.side || !state.waiting.contains(plane) {
                continue;
            }
            state.waiting.remove(plane);
            state.ready.insert(plane);
            if arrival.unit.back {
                state.flipped.insert(plane);
            }
            events.tell(|| {
                let name = self.pieces.name_of(plane).to_string();
                let clause = self.airplane_clause(state);
                Event::new(EventKind::Reinforcement, format!("{name} comes to the Ready Box."))
                    .side(side_of(plane))
                    .of([name])
                    .by(vec![clause])
            });
        }
    }

    /// The line of the schedule that brings a side's airplanes.
    fn airplane_clause(&self, state: &State) -> Clause {
        match (self.scenario(state).id, state.side) {
            ("campaign", GERMAN) => Clause("6.1/german-reinf-t10"),
            ("campaign", _) => Clause("6.1/allied-reinf-t7a"),
            ("tenth-army", GERMAN) => Clause("7.3/german-reinf-t10"),
            ("ardre", _) => Clause("7.4/allied-reinf"),
            _ => Clause("scs/14.0a"),
        }
    }

    /// Units that the schedule takes off the map at the start of their player turn [6.1/allied-remove-t15].
    pub(crate) fn remove_by_schedule(&self, state: &mut State, events: &mut impl Sink) {
        for &(turn, piece) in &self.scenario(state).removals {
            if turn != state.turn || side_of(piece) != state.side {
                continue;
            }
            state.waiting.remove(piece);
            if state.on_map.contains(piece) {
                self.lift(state, piece);
                events.tell(|| {
                    let name = self.pieces.name_of(piece).to_string();
                    let text = format!("{name} leaves the map.");
                    Event::new(EventKind::Exit, text)
                        .side(side_of(piece))
                        .of([name])
                        .by(clauses!["6.1/allied-remove-t15"])
                        .reveals()
                });
            }
        }
    }

    /// Whether a scheduled unit comes at all under the options [4.0b-1, 6.1/german-reinf-t7].
    pub(crate) fn is_scheduled(options: Options, arrival: &Arrival) -> bool {
        !arrival.ersatz || options.has(option::ERSATZ)
    }
}
