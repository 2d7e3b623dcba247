//! What each side may see [8.1.5a, 5.2.5a, 4.A3].

use crate::MiracleOnTheMarne;
use crate::combat::factors;
use crate::ground::{Hexes, Terrain};
use crate::pieces::{Group, Nation, Piece};
use crate::scenarios::Entrance;
use crate::sequence::Phase;
use crate::state::{NEVER, PieceSet, State, Step, option};
use crate::tables::Mode;
use engine::view::{self, Fact, Holding, Marker, Marks, Place, Track, View, Viewer};
use engine::{Clause, FactKind, Mark, MarkerKind, Rules, Side, clauses};
use hexboard::Hex;

/// What can be seen of a counter.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Face {
    who: Known,
    at: At,
    marks: Marks,
    notes: [bool; 3],
}

/// What is known of a counter: who it is and its steps, or only whose.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Known {
    Up(Piece, u8),
    Down(Side, Nation),
}

/// Where a counter lies: in a hex, or in a box beside the board.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum At {
    Hex(Hex),
    Box(&'static str),
}

/// What is told of a unit to its own side.
const NOTES: [&str; 3] = ["It is in supply.", "It has not moved yet.", "It has not attacked yet."];

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// The table as a viewer may see it, but for the counters.
    pub(crate) fn look(&self, state: &State, viewer: Viewer) -> View {
        let head = View::new(
            self.about(),
            state.turn,
            view::Phase::new(state.phase_id(), self.phase_title(state)),
            self.decision(state),
            |outcome| self.ending(state, outcome),
        );
        View {
            markers: self.visible_markers(state, viewer),
            boxes: self.boxes(state, viewer),
            tracks: self.tracks(state),
            facts: self.facts(state, viewer),
            calendar: self.calendar(state, viewer),
            ..head
        }
    }

    fn phase_title(&self, state: &State) -> String {
        match state.phase {
            Phase::Movement | Phase::Bombardment | Phase::Combat => {
                format!("{} {}", self.side_title(state.active), state.phase.title())
            }
            _ => state.phase.title().into(),
        }
    }

    /// Whether a viewer may not see yet where a side deploys: each piece would be known by its turn.
    pub(crate) fn is_deploying(&self, state: &State, side: Side) -> bool {
        state.phase == Phase::SetUp && state.active == side
    }

    /// A viewer's own counters, and of the enemy's HQs and the number and nation of his units in each hex (ruling R87).
    pub(crate) fn visible_pieces(&self, state: &State, viewer: Viewer) -> Vec<Face> {
        let mut pieces = Vec::new();
        for side in Side::BOTH {
            let open = viewer.is(side);
            if !open && self.is_deploying(state, side) {
                continue;
            }
            for hex in state.held[side.index()].iter() {
                let units = state.units_in(hex);
                match open {
                    true => pieces.extend(units.iter().map(|unit| self.own_piece(state, unit, viewer))),
                    false => pieces.extend(self.face_down(state, side, hex, units)),
                }
            }
            pieces.extend(self.hqs(state, side).iter().map(|hq| self.own_piece(state, hq, viewer)));
        }
        for (id, set) in [("reinforcements", state.waiting), ("eliminated", state.dead)] {
            pieces.extend(set.iter().map(|piece| Face { at: At::Box(id), ..self.own_piece(state, piece, viewer) }));
        }
        pieces
    }

    /// Counters of an enemy stack: how many of each nation, and which markers lie among them.
    fn face_down(&self, state: &State, side: Side, hex: Hex, units: PieceSet) -> Vec<Face> {
        let mut pieces: Vec<Face> = units
            .iter()
            .map(|unit| {
                let mut marks = Marks::default();
                if state.disrupted.contains(unit) {
                    marks.push(Mark::Disrupted);
                }
                if state.unsupplied.contains(unit) {
                    marks.push(Mark::OutOfSupply);
                }
                let who = Known::Down(side, self.pieces.counter(unit).nation);
                Face { who, at: At::Hex(hex), marks, notes: [false; 3] }
            })
            .collect();
        // Their order must not tell who they are.
        pieces.sort_by_key(|face| (self.nation_id(face), face.marks.iter().collect::<Vec<_>>()));
        pieces
    }

    fn nation_id(&self, face: &Face) -> &'static str {
        match face.who {
            Known::Up(piece, _) => self.pieces.counter(piece).nation.id(),
            Known::Down(_, nation) => nation.id(),
        }
    }

    /// A counter face up; of an enemy HQ the general's name, and its mode if it was revealed [5.2.5a].
    fn own_piece(&self, state: &State, piece: Piece, viewer: Viewer) -> Face {
        Face {
            who: Known::Up(piece, self.steps(state, piece)),
            at: At::Hex(state.hex(piece)),
            marks: self.marks(state, piece, viewer),
            notes: self.notes(state, piece, viewer),
        }
    }

    pub(crate) fn piece_view(&self, face: Face) -> view::Piece {
        let notes = NOTES.into_iter().zip(face.notes).filter(|(_, holds)| *holds);
        let down = view::Piece {
            id: None,
            side: String::new(),
            nation: Some(self.nation_id(&face).to_string()),
            kind: "unknown".into(),
            size: None,
            values: Vec::new(),
            place: match face.at {
                At::Hex(Hex::NONE) => Place::Hexes(vec![String::new()]),
                At::Hex(hex) => Place::Hexes(vec![self.ground.label(hex)]),
                At::Box(id) => Place::Box(id.into()),
            },
            facing: None,
            steps: 0,
            marks: face.marks.iter().collect(),
            notes: notes.map(|(note, _)| note.to_string()).collect(),
            covers: None,
        };
        match face.who {
            Known::Down(side, _) => view::Piece { side: self.about().side_id(side).to_string(), ..down },
            Known::Up(piece, steps) => {
                let counter = self.pieces.counter(piece);
                view::Piece {
                    id: Some(self.pieces.name(piece).to_string()),
                    side: self.about().side_id(self.pieces.side(piece)).to_string(),
                    kind: if piece.is_hq() { "headquarters".into() } else { counter.class.symbol().to_string() },
                    size: counter.class.size().map(str::to_string),
                    values: self.printed(piece, counter.face(steps)),
                    steps,
                    ..down
                }
            }
        }
    }

    /// What is marked on a piece, as far as the viewer may know it.
    fn marks(&self, state: &State, piece: Piece, viewer: Viewer) -> Marks {
        let mut marks = Marks::default();
        let open = viewer.is(self.pieces.side(piece));
        let on_map = state.hex(piece) != Hex::NONE;
        let revealed = state.revealed >> state.corps_of(piece).0 & 1 == 1;
        if piece.is_hq() && on_map && (open || revealed) {
            marks.push(mode_mark(state.mode(piece)));
        }
        for (mark, set) in [(Mark::Disrupted, state.disrupted), (Mark::OutOfSupply, state.unsupplied)] {
            if set.contains(piece) {
                marks.push(mark);
            }
        }
        if !open || !on_map {
            return marks;
        }
        if !piece.is_hq() {
            marks.push(mode_mark(state.mode(piece)));
        }
        let own = [
            (Mark::Reserve, state.reserve.contains(piece) && state.mode(piece) == Mode::Defensive),
            (Mark::Engaged, state.is_locked(piece)),
            (Mark::Moved, state.phase == Phase::Movement && state.moved.contains(piece)),
            (Mark::Attacked, state.fought.contains(piece)),
            (Mark::Attacking, !piece.is_hq() && state.aims[piece.index()] != 0),
            (Mark::Aimed, !piece.is_hq() && state.aimed[piece.index()] != 0),
            (Mark::Picked, state.joined.contains(piece)),
        ];
        marks.extend(own.into_iter().filter(|(_, has)| *has).map(|(mark, _)| mark));
        marks
    }

    /// Which of the [`NOTES`] hold: how a unit is supplied, and what it may still do in this phase, told to its own side.
    fn notes(&self, state: &State, piece: Piece, viewer: Viewer) -> [bool; 3] {
        let side = self.pieces.side(piece);
        if !viewer.is(side) || state.hex(piece) == Hex::NONE {
            return [false; 3];
        }
        let is_unit = !piece.is_hq();
        let to_do =
            |phase: Phase, done: PieceSet| state.active == side && state.phase == phase && !done.contains(piece);
        [
            is_unit && !state.unsupplied.contains(piece),
            to_do(Phase::Movement, state.moved),
            is_unit && to_do(Phase::Combat, state.fought),
        ]
    }

    /// Engaged hexes, declared attacks, fallen garrisons, and who controls what.
    fn visible_markers(&self, state: &State, viewer: Viewer) -> Vec<Marker> {
        let mut markers = Vec::new();
        let mut add = |kind: MarkerKind, hex: Hex, side: Option<Side>| {
            let side = side.map(|side| self.about().side_id(side).to_string());
            markers.push(Marker { kind, hexes: vec![self.ground.label(hex)], count: 1, side });
        };
        let mut engaged = Hexes::EMPTY;
        for unit in state.on_map.iter().filter(|&unit| state.is_locked(unit)) {
            engaged.insert(state.hex(unit));
            engaged.extend(self.engaged_with(state, unit));
        }
        engaged.iter().for_each(|hex| add(MarkerKind::Engaged, hex, None));
        // Naming targets is the attacker's own affair until he has declared them.
        if viewer.is(state.active) || state.step != Step::Declare {
            let declaring = matches!(state.step, Step::Declare | Step::Attackers(_));
            if viewer.is(state.active) || !declaring {
                state.declared.iter().for_each(|hex| add(MarkerKind::UnderAttack, hex, None));
            }
        }
        if state.target != Hex::NONE {
            add(MarkerKind::Target, state.target, None);
        }
        for (at, objective) in self.ground.objectives.iter().enumerate() {
            let side = if state.german >> at & 1 == 1 { crate::pieces::GERMAN } else { crate::pieces::ALLIED };
            add(MarkerKind::Control, objective.hex, Some(side));
            if objective.terrain == Terrain::Paris && state.fallen >> at & 1 == 1 {
                add(MarkerKind::FallenGarrison, objective.hex, None);
            }
        }
        markers
    }

    /// Reinforcements to come, and eliminated units.
    fn boxes(&self, state: &State, viewer: Viewer) -> Vec<Holding> {
        let count = |set: PieceSet| {
            let nations = [Nation::French, Nation::British, Nation::German];
            let of = |nation: Nation| set.iter().filter(|&piece| self.pieces.counter(piece).nation == nation).count();
            let all = nations.into_iter().map(|nation| (nation.id().to_string(), of(nation)));
            all.filter(|(_, count)| *count > 0).collect::<Vec<_>>()
        };
        let mut boxes = vec![
            Holding::new("reinforcements", "Reinforcements to come", count(state.waiting)),
            Holding::new("eliminated", "Eliminated", count(state.dead)),
        ];
        if state.phase == Phase::SetUp && viewer.is(state.active) {
            let next = self.next_to_deploy(state);
            let next = next.map(|piece| (format!("{}: {}", self.pieces.name(piece), self.unit_words(state, piece)), 1));
            boxes.push(Holding::new("next", "Next to be deployed", next.into_iter().collect()));
        }
        boxes
    }

    /// The groups that are still to come. The enemy knows the printed schedule, and no more than that.
    fn calendar(&self, state: &State, viewer: Viewer) -> Vec<view::Arrival> {
        let scenario = &self.scenarios[usize::from(state.scenario)];
        let waits = |group: Group| state.waiting.iter().any(|piece| self.pieces.counter(piece).group == Some(group));
        let groups = Group::ALL.into_iter().filter_map(|group| {
            let planned = &scenario.arrivals[group.index()];
            let scheduled = (planned.day + 1).saturating_sub(scenario.first_day).max(1);
            let own = viewer.is(group.side());
            let turn = if own { state.arrivals[group.index()].due } else { scheduled };
            let known = turn != NEVER && (own || !state.options.has(option::VARIABLE));
            let comes = if own { waits(group) } else { turn >= state.turn };
            let place = match planned.at {
                Entrance::Paris => "Paris",
                Entrance::Entry1 => "entry hex 1",
                Entrance::Entry2 => "entry hex 2",
            };
            let side = self.about().side_id(group.side()).to_string();
            (known && comes).then(|| (turn.into(), side, place.to_string(), group.title().to_string()))
        });
        view::calendar(groups)
    }

    /// The Turn Record Track [2a].
    fn tracks(&self, state: &State) -> Vec<Track> {
        let scenario = &self.scenarios[usize::from(state.scenario)];
        let spaces = (1..=scenario.turns).map(|turn| format!("{} September", scenario.day(turn)));
        vec![Track::new("turn", "Turn Record Track", spaces, usize::from(state.turn) - 1)]
    }

    /// What is in force now.
    fn facts(&self, state: &State, viewer: Viewer) -> Vec<Fact> {
        let mut facts = Vec::new();
        let mut fact = |kind, clauses: Vec<Clause>, text: String| facts.push(Fact { kind, text, clauses });
        for side in Side::BOTH {
            let sum = self.score_derivation(state, side, viewer);
            let parts: Vec<String> = sum.parts.iter().map(|part| format!("{} {}", part.label, part.value)).collect();
            let clauses = sum.parts.iter().flat_map(|part| part.clauses.clone()).collect();
            fact(FactKind::Score, clauses, format!("{}: {} ({}).", sum.label, sum.value, parts.join(", ")));
        }
        for text in self.other_counts(state) {
            fact(FactKind::Score, Vec::new(), text);
        }
        if matches!(state.phase, Phase::Movement | Phase::Bombardment | Phase::Combat) {
            let (first, second) = (self.side_title(state.first), self.side_title(state.first.other()));
            fact(FactKind::Order, clauses!["4.B1"], format!("{first} goes first this turn, {second} second."));
        }
        for group in Group::ALL {
            let waits = state.waiting.iter().any(|piece| self.pieces.counter(piece).group == Some(group));
            let arrival = state.arrivals[group.index()];
            if waits && arrival.due != NEVER {
                let day = self.scenarios[usize::from(state.scenario)].day(arrival.due);
                fact(
                    FactKind::Reinforcement,
                    clauses!["7.3.1"],
                    format!("{} may enter from {day} September.", group.title()),
                );
            }
        }
        if state.target != Hex::NONE {
            let attackers = self.attackers(state, state.target);
            let text = format!(
                "{} is attacked by {} with {} and defended with {}.",
                self.ground.called(state.target),
                if attackers.len() == 1 { "1 unit".into() } else { format!("{} units", attackers.len()) },
                factors(self.attack_total(state, attackers)),
                self.defense_total(state, self.defenders(state), state.target)
            );
            fact(FactKind::Combat, clauses!["8.1.5b"], text);
        }
        if let Step::Move = state.step
            && viewer.is(state.active)
            && !state.entering
        {
            self.tell_supply_now(state, &mut fact);
        }
        if let Some(text) = self.train_text(state).filter(|_| viewer.is(state.active)) {
            fact(FactKind::Rail, clauses!["14e", "7.2.1"], text);
        }
        facts
    }

    /// How the picked unit would be supplied if it were determined now.
    fn tell_supply_now(&self, state: &State, fact: &mut impl FnMut(FactKind, Vec<Clause>, String)) {
        let lead = self.lead(state);
        if lead == Piece::NONE || lead.is_hq() {
            return;
        }
        let text = match self.supply_line(state, lead) {
            Some(line) => {
                let way: Vec<String> = line.iter().map(|&hex| self.ground.label(hex)).collect();
                format!("{} has a line to its HQ now: {}.", self.pieces.title(lead), way.join(" "))
            }
            None => format!("{} has no line of supply to its HQ now.", self.pieces.title(lead)),
        };
        fact(FactKind::Supply, clauses!["11.1.2", "11.1.5a"], text);
    }
}

/// The mark for a mode.
fn mode_mark(mode: Mode) -> Mark {
    match mode {
        Mode::Transfer => Mark::Transfer,
        Mode::Regroup => Mark::Regroup,
        Mode::Offensive => Mark::Offensive,
        Mode::Defensive => Mark::Defensive,
    }
}
