//! Fog of war (series chapter 10): what each side may see.

use crate::RockOfTheMarne;
use crate::pieces::{Class, GERMAN, Piece, PieceSet};
use crate::scenarios::{Entry, pool_class};
use crate::sequence::Phase;
use crate::state::{Fight, State, Step, counters_of, side_of};
use engine::view::{self, Covered, Fact, Holding, Marker, Marks, Place, Track, View, Viewer};
use engine::{Dice, FactKind, Mark, MarkerKind, Rules, Side, clauses};
use hexboard::Hex;

/// What can be seen of a counter.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Face {
    piece: Piece,
    flipped: bool,
    at: At,
    marks: Marks,
    in_supply: bool,
    may: Option<StillMay>,
    covers: Option<Covered>,
}

/// Where a counter lies: in a hex, or in a box beside the board.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum At {
    Hex(Hex),
    Box(Side, &'static str),
}

/// What a unit may still do in a phase.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum StillMay {
    Move(u8),
    Exploit,
    Attack,
}

#[engine::by_the_book]
impl RockOfTheMarne {
    /// The table as a viewer may see it, but for the counters.
    pub(crate) fn look(&self, state: &State, viewer: Viewer) -> View {
        let title = format!("{} {}", self.about().side_title(state.side), state.phase.title());
        let head = View::new(
            self.about(),
            state.turn,
            view::Phase::new(state.phase.id(), title),
            self.decision(state),
            |outcome| self.ending(state, outcome),
        );
        View {
            markers: self.visible_markers(state),
            boxes: self.boxes(state),
            tracks: self.tracks(state),
            facts: self.facts(state, viewer),
            calendar: self.calendar(state),
            ..head
        }
    }

    /// Whether the units of a hex lie open to the enemy: only in a combat that is announced [scs/10.0a, scs/10.0b].
    fn is_open_to_all(&self, state: &State, hex: Hex) -> bool {
        state.battle.announced && state.battle.target == hex
    }

    /// Every unit of a viewer's own, and the top unit of each enemy stack; all that take part in an announced combat
    /// [scs/10.0a, notes/fog].
    pub(crate) fn visible_pieces(&self, state: &State, viewer: Viewer) -> Vec<Face> {
        let mut pieces = Vec::new();
        for side in Side::BOTH {
            for hex in state.held[side.index()].iter() {
                let stack: Vec<Piece> = state.stack(hex).collect();
                let open = viewer.is(side) || self.is_open_to_all(state, hex);
                let shown: Vec<Piece> = stack
                    .iter()
                    .enumerate()
                    .filter(|&(place, &piece)| open || place == 0 || self.is_shown(state, piece))
                    .map(|(_, &piece)| piece)
                    .collect();
                for &piece in shown.iter().rev() {
                    let covers =
                        (Some(&piece) == shown.first() && shown.len() < stack.len()).then_some(Covered { count: None });
                    pieces.push(self.face_seen(state, piece, covers, viewer));
                }
            }
            for (name, set) in
                [("ready", state.ready), ("flown", state.flown), ("dead", state.dead), ("track", state.waiting)]
            {
                for piece in set.and(counters_of(side)).iter() {
                    let hex = self.breaking_down(state, piece).filter(|_| viewer.is(side));
                    let at = hex.map_or(At::Box(side, name), At::Hex);
                    pieces.push(Face { at, ..self.face_seen(state, piece, None, viewer) });
                }
            }
            for plane in state.patrol.and(counters_of(side)).iter() {
                pieces.push(self.face_seen(state, plane, None, viewer));
            }
        }
        pieces
    }

    /// Where a division is breaking down: until its regiments are chosen its own side sees it there.
    fn breaking_down(&self, state: &State, piece: Piece) -> Option<Hex> {
        match state.step {
            Step::Break(hex) if state.group.contains(piece) => Some(hex),
            _ => None,
        }
    }

    /// Units that the enemy is looking at just now: those that move, and those of an announced combat.
    fn is_shown(&self, state: &State, piece: Piece) -> bool {
        let moving = matches!(state.step, Step::Move | Step::OverrunFrom(_)) && state.spent > 0;
        let fighting = state.battle.announced || state.battle.fight == Fight::Overrun;
        ((moving || fighting) && state.group.contains(piece)) || state.battle.party.contains(piece)
    }

    fn face_seen(&self, state: &State, piece: Piece, covers: Option<Covered>, viewer: Viewer) -> Face {
        let (in_supply, may) = self.notes(state, piece, viewer);
        Face {
            piece,
            flipped: state.flipped.contains(piece),
            at: At::Hex(state.hex(piece)),
            marks: self.marks(state, piece, viewer),
            in_supply,
            may,
            covers,
        }
    }

    pub(crate) fn piece_view(&self, face: Face) -> view::Piece {
        let Face { piece, flipped, .. } = face;
        let counter = self.pieces.counter(piece);
        let supplied = face.in_supply.then(|| "It is in supply.".to_string());
        let may = face.may.map(|may| match may {
            StillMay::Move(points) => format!("It may still move, {points} points at most."),
            StillMay::Exploit => "It may still exploit.".into(),
            StillMay::Attack => "It may still attack.".into(),
        });
        view::Piece {
            id: Some(self.pieces.name_of(piece).to_string()),
            side: self.about().side_id(side_of(piece)).to_string(),
            nation: Some(counter.nation.id().to_string()),
            kind: self.pieces.symbol(piece).to_string(),
            size: self.pieces.size(piece).map(str::to_string),
            values: self.printed(piece, flipped),
            place: match face.at {
                At::Hex(hex) => Place::Hexes(vec![self.ground.label(hex)]),
                At::Box(side, name) => Place::Box(format!("{}-{name}", self.about().side_id(side))),
            },
            facing: None,
            steps: if flipped { self.steps_flipped(piece) } else { counter.steps },
            marks: face.marks.iter().collect(),
            notes: supplied.into_iter().chain(may).collect(),
            covers: face.covers,
        }
    }

    /// What is marked on a unit. What its side is just putting together is that side's own.
    fn marks(&self, state: &State, piece: Piece, viewer: Viewer) -> Marks {
        let mut marks = Marks::default();
        let flipped = state.flipped.contains(piece);
        match self.pieces.class(piece) {
            Class::CorpsHq if flipped => marks.push(Mark::Depleted),
            Class::Tank if flipped => marks.push(Mark::BrokenDown),
            _ if flipped => marks.push(Mark::Reduced),
            _ => {}
        }
        if state.unsupplied.contains(piece) {
            marks.push(Mark::OutOfSupply);
        }
        if state.patrol.contains(piece) {
            marks.push(Mark::Cap);
        }
        if !viewer.is(side_of(piece)) {
            return marks;
        }
        if state.acted.contains(piece) {
            match state.phase {
                Phase::Movement | Phase::Exploitation => marks.push(Mark::Moved),
                Phase::Combat => marks.push(Mark::Attacked),
                _ => {}
            }
        }
        if state.group.contains(piece) {
            marks.push(Mark::Picked);
        }
        marks
    }

    /// Whether a unit is in supply, and what it may still do in this phase, told to its own side.
    fn notes(&self, state: &State, piece: Piece, viewer: Viewer) -> (bool, Option<StillMay>) {
        if !viewer.is(side_of(piece)) || !state.on_map.contains(piece) {
            return (false, None);
        }
        let in_supply = !state.unsupplied.contains(piece);
        if state.side != side_of(piece) || state.acted.contains(piece) {
            return (in_supply, None);
        }
        let face = self.face(state, piece);
        let may = match state.phase {
            Phase::Movement => Some(StillMay::Move(face.movement)),
            Phase::Exploitation if face.exploits => Some(StillMay::Exploit),
            Phase::Combat if face.attack > 0 => Some(StillMay::Attack),
            _ => None,
        };
        (in_supply, may)
    }

    /// Assault bridges, whole and destroyed [3.2d-2].
    fn visible_markers(&self, state: &State) -> Vec<Marker> {
        let lying = state.bridges.iter().filter(|bridge| bridge.lies());
        let marker = |bridge: &crate::state::Bridge| Marker {
            kind: if bridge.intact { MarkerKind::Bridge } else { MarkerKind::DestroyedBridge },
            hexes: self.banks(bridge.crossing).map(|hex| self.ground.label(hex)).to_vec(),
            count: 1,
            side: Some(self.about().side_id(GERMAN).to_string()),
        };
        lying.map(marker).collect()
    }

    /// Boxes beside the board: airplanes, dead piles, pools, the Turn Record Track, spare bridges.
    fn boxes(&self, state: &State) -> Vec<Holding> {
        let mut boxes = Vec::new();
        for side in Side::BOTH {
            let (owner, title) = (self.about().side_id(side), self.about().side_title(side));
            for (name, what) in
                [("ready", "Ready Box"), ("flown", "Flown Box"), ("dead", "dead pile"), ("track", "units to come")]
            {
                boxes.push(Holding::new(format!("{owner}-{name}"), format!("{title} {what}"), Vec::new()));
            }
            let what = if pool_class(side) == Class::Regiment { "regiments" } else { "Stormtroopers" };
            let contents = vec![(what.to_string(), self.spare(state, side).len())];
            boxes.push(Holding::new(format!("{owner}-pool"), format!("{title} pool"), contents));
        }
        let contents = vec![("assault bridges".to_string(), state.spare_bridges())];
        boxes.push(Holding::new("bridges", "Assault bridges", contents));
        boxes
    }

    /// The units on the Turn Record Track: reinforcements, and HQs that were lost and return [1.1d-2, scs/14.0a].
    fn calendar(&self, state: &State) -> Vec<view::Arrival> {
        view::calendar(state.waiting.iter().map(|piece| {
            let place = match self.arrival(state, piece).map(|arrival| arrival.entry) {
                Some(Entry::Hex(hex)) => self.ground.label(hex),
                Some(Entry::NorthRoads) => "a road on the north edge".into(),
                Some(Entry::Ready) => "the Ready Box".into(),
                None => "with its own units".into(),
            };
            let side = self.about().side_id(side_of(piece)).to_string();
            (state.due[piece.index()].into(), side, place, self.pieces.name_of(piece).to_string())
        }))
    }

    fn tracks(&self, state: &State) -> Vec<Track> {
        let (first, last) = self.scenario(state).turns;
        let turns = (first..=last).map(|turn| format!("{turn}: {}", self.tables.turn(turn).date));
        let phases = Phase::ALL.map(|phase| phase.title().to_string());
        vec![
            Track::new("turn", "Turn Record Track", turns, usize::from(state.turn - first)),
            Track::new("phase", "Sequence of Play", phases, state.phase.index()),
        ]
    }

    /// What is in force: the numbers of the turn, the quiet front, the points.
    fn facts(&self, state: &State, viewer: Viewer) -> Vec<Fact> {
        let mut facts = Vec::new();
        let mut say = |kind, text: String, clauses| facts.push(Fact { kind, text, clauses });
        for side in Side::BOTH {
            let title = self.about().side_title(side);
            let (hq, air) = (self.replenish_number(state, side), self.refit_number(state, side));
            let text = format!("{title}: HQs are Replenished above {hq}, airplanes refit from {air}.");
            say(FactKind::Turn, text, clauses!["5.0d-1", "1.2a-3", "1.6e-2"]);
        }
        if let Some(quiet) = self.quiet_front(state) {
            let text = format!("West of hexrow {} the front is quiet until turn {}.", quiet.column, quiet.ends);
            say(FactKind::Turn, text, clauses!["6.1/note3-a", "6.1/note3-b", "6.1/note3-c"]);
        }
        if let Some(switch) = self.other_count(state) {
            say(FactKind::Score, format!("Points are counted {switch}."), vec![self.victory_clause(state)]);
        }
        // Who is across the Marne under a stack's top unit is hidden from the Allies.
        let hidden = self.scenario(state).crossing_points > 0 && !viewer.is(GERMAN);
        for side in Side::BOTH {
            if !hidden || state.outcome.is_some() {
                let score = self.score_derivation(state, side);
                let text = format!("{}: {}.", score.label, score.value);
                let mut clauses = score.clauses;
                clauses.extend(score.parts.iter().flat_map(|part| part.clauses.iter().copied()));
                clauses.dedup();
                say(FactKind::Score, text, clauses);
            }
        }
        facts
    }

    /// Units that `side` cannot see: everything under the top of enemy stacks, but what lies open just now.
    pub(crate) fn hidden_from(&self, state: &State, side: Side) -> PieceSet {
        let enemy = side.other();
        let mut hidden = PieceSet::EMPTY;
        for hex in state.held[enemy.index()].iter().filter(|&hex| !self.is_open_to_all(state, hex)) {
            hidden = hidden.or(state.stack(hex).skip(1).filter(|&piece| !self.is_shown(state, piece)).collect());
        }
        hidden
    }

    /// Deals what `side` cannot see anew: in each place lies a hidden unit that looks the same from outside.
    pub(crate) fn shuffle(&self, state: &State, side: Side, dice: &mut impl Dice) -> State {
        let hidden = self.hidden_from(state, side);
        let mut dealt: Vec<(Outline, Piece)> = hidden.iter().map(|piece| (self.outline(state, piece), piece)).collect();
        dice.shuffle(&mut dealt);
        let mut other = state.clone();
        let mut stack = Vec::new();
        for hex in state.held[side.other().index()].iter() {
            stack.clear();
            stack.extend(state.stack(hex));
            for piece in stack.iter_mut().filter(|piece| hidden.contains(**piece)) {
                let outline = self.outline(state, *piece);
                if let Some(next) = dealt.iter().position(|(other, _)| *other == outline) {
                    *piece = dealt.swap_remove(next).1;
                }
            }
            other.lay(hex, &stack);
        }
        other
    }

    /// What can be known of a hidden unit from outside.
    fn outline(&self, state: &State, piece: Piece) -> Outline {
        Outline {
            stacking: self.pieces.counter(piece).stacking,
            armed: self.face(state, piece).attack > 0,
            hq: self.pieces.is_hq(piece),
            tank: self.is_functional_tank(state, piece),
            picked: state.group.contains(piece),
        }
    }
}

/// What every stack keeps when what lies in it is drawn anew: how high it is, whether it has a zone of control and a
/// combat unit, and tanks on top [1.8f].
#[derive(Copy, Clone, PartialEq, Eq)]
struct Outline {
    stacking: u8,
    armed: bool,
    hq: bool,
    tank: bool,
    picked: bool,
}
