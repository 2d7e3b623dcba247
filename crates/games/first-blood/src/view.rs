//! 6.5 Fog of War: what each side may see.

use crate::FirstBlood;
use crate::events::TurnEvent;
use crate::pieces::{GERMAN, Gun, Kind, PIECES, Piece, units};
use crate::sequence::Phase;
use crate::state::{State, Step, option};
use engine::view::{self, Covered, Fact, Holding, Marker, Marks, Place, Track, View, Viewer};
use engine::{Clause, FactKind, Mark, MarkerKind, Rules, Side, clauses};
use hexboard::Hex;

/// What can be seen of a unit.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Face {
    kind: Kind,
    /// Which unit it is, where it lies face up.
    up: Option<Piece>,
    /// Where it is; units that were drawn lie beside the board.
    hex: Option<Hex>,
    marks: Marks,
    may: Option<StillMay>,
    covers: Option<Covered>,
}

/// What a unit may still do in a phase.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum StillMay {
    Move(u8),
    Fire,
}

#[engine::by_the_book]
impl FirstBlood {
    /// The table as a viewer may see it, but for the counters.
    pub(crate) fn look(&self, state: &State, viewer: Viewer) -> View {
        let head = View::new(
            self.about(),
            state.turn,
            view::Phase::new(state.phase.id(), state.phase.title()),
            self.decision(state),
            |outcome| self.ending(outcome),
        );
        View {
            markers: self.visible_markers(state),
            boxes: self.boxes(state, viewer),
            tracks: self.tracks(state),
            facts: self.facts(state),
            calendar: self.calendar(state),
            ..head
        }
    }

    /// Every unit of a viewer's own, and the top unit of each enemy stack [6.5a, 6.5f], all face up [6.5c].
    pub(crate) fn visible_pieces(&self, state: &State, viewer: Viewer) -> Vec<Face> {
        let mut faces = Vec::with_capacity(PIECES);
        for side in Side::BOTH {
            for hex in state.held[side.index()].iter() {
                if viewer.is(side) {
                    let first = faces.len();
                    faces.extend(state.stack(hex).map(|piece| self.face(state, piece, None, viewer)));
                    faces[first..].reverse();
                } else {
                    let mut stack = state.stack(hex);
                    let Some(top) = stack.next() else { continue };
                    let under = stack.count();
                    let counted = state.options.has(option::SHOW_COUNTS).then_some(under);
                    let covers = (under > 0).then_some(Covered { count: counted });
                    let face = self.face(state, top, covers, viewer);
                    faces.push(if state.arrange.contains(&hex) { without_face(face) } else { face });
                }
            }
        }
        let drawn_is_open = viewer.is(GERMAN) || !state.options.has(option::HIDE_DRAWS);
        if drawn_is_open {
            let drawn = state.hand.iter().map(|piece| Face { hex: None, ..self.face(state, piece, None, viewer) });
            faces.extend(drawn);
        }
        faces
    }

    fn face(&self, state: &State, piece: Piece, covers: Option<Covered>, viewer: Viewer) -> Face {
        Face {
            kind: piece.kind(),
            up: Some(piece),
            hex: Some(state.hex(piece)),
            marks: self.marks(state, piece, viewer),
            may: self.still_may(state, piece, viewer),
            covers,
        }
    }

    pub(crate) fn piece_view(&self, face: Face) -> view::Piece {
        let up = face.up;
        view::Piece {
            id: up.map(|piece| self.pieces.name(piece).to_string()),
            side: self.about().side_id(face.kind.side()).to_string(),
            nation: None,
            kind: self.pieces.symbol(face.kind).to_string(),
            size: up.and_then(|_| face.kind.size()).map(str::to_string),
            values: up.map(|piece| self.printed(piece)).unwrap_or_default(),
            place: match face.hex {
                Some(hex) => Place::Hexes(vec![self.ground.label(hex)]),
                None => Place::Box("drawn".into()),
            },
            facing: None,
            steps: 1,
            marks: face.marks.iter().collect(),
            notes: match face.may {
                None => Vec::new(),
                Some(StillMay::Move(points)) => vec![format!("It may still move {points} points this phase.")],
                Some(StillMay::Fire) => vec!["It may still fire this phase.".into()],
            },
            covers: face.covers,
        }
    }

    /// What is marked on a unit. What its side is just putting together is that side's own.
    fn marks(&self, state: &State, piece: Piece, viewer: Viewer) -> Marks {
        let mut marks = Marks::default();
        if !viewer.is(piece.side()) {
            return marks;
        }
        if state.acted.contains(piece) {
            let moves = matches!(state.phase, Phase::GermanMovement | Phase::UsMovement);
            marks.push(if moves { Mark::Moved } else { Mark::Fired });
        }
        let moves = matches!(state.step, Step::Move(mover) | Step::Arrive(mover) if mover == piece);
        if moves || state.joined.contains(piece) {
            marks.push(Mark::Picked);
        }
        if state.machineguns == piece {
            marks.push(Mark::Machineguns);
        }
        marks
    }

    /// What a unit may still do in this phase, told to its own side.
    fn still_may(&self, state: &State, piece: Piece, viewer: Viewer) -> Option<StillMay> {
        if !viewer.is(piece.side()) || state.phase.side() != piece.side() || state.acted.contains(piece) {
            return None;
        }
        match state.phase {
            Phase::GermanMovement | Phase::UsMovement if !piece.is_emplacement() => {
                Some(StillMay::Move(self.allowance(state, piece) / 2))
            }
            Phase::UsFirstFire | Phase::UsSecondFire | Phase::GermanFirstFire | Phase::GermanSecondFire => {
                Some(StillMay::Fire)
            }
            _ => None,
        }
    }

    /// Remains of units [2.6a, 6.5c] and bombardment markers [2.9].
    fn visible_markers(&self, state: &State) -> Vec<Marker> {
        let mut markers: Vec<Marker> = Vec::new();
        let mut add = |kind: MarkerKind, hex: Hex, side: Option<&str>| {
            let hexes = vec![self.ground.label(hex)];
            let side = side.map(str::to_string);
            let same =
                markers.iter_mut().find(|marker| marker.kind == kind && marker.hexes == hexes && marker.side == side);
            match same {
                Some(marker) => marker.count += 1,
                None => markers.push(Marker { kind, hexes, count: 1, side }),
            }
        };
        // Units that a position made by hand leaves out were never on the map.
        let dead = state.dead.iter().filter(|&piece| state.hex(piece) != Hex::NONE);
        let mut remains: Vec<_> = dead.map(|piece| (state.hex(piece), piece.side())).collect();
        // By where they lie: the order of the units would tell which of them it was.
        remains.sort_unstable();
        for (hex, side) in remains {
            add(MarkerKind::Carnage, hex, Some(self.about().side_id(side)));
        }
        for marker in state.markers() {
            let light = marker.gun == Gun::Light;
            let kind = if light { MarkerKind::LightBombardment } else { MarkerKind::HeavyBombardment };
            add(kind, marker.hex, None);
        }
        markers
    }

    /// Germans come over the river each turn, as many as the dice say, while there are any [8.1a, 8.3a].
    fn calendar(&self, state: &State) -> Vec<view::Arrival> {
        if state.container.is_empty() {
            return Vec::new();
        }
        let passed = state.phase > Phase::Reinforcement;
        let turn = (state.turn + u16::from(passed)).max(2);
        let side = self.about().side_id(GERMAN).to_string();
        let units =
            vec![format!("as many as {} dice say, on this and every later turn", self.tables.reinforcement_dice)];
        vec![view::Arrival { turn: turn.into(), side, place: "the riverbank".into(), units }]
    }

    /// The container of units to come: its content follows from what was drawn openly (ruling R32), or is hidden.
    fn boxes(&self, state: &State, viewer: Viewer) -> Vec<Holding> {
        let open = viewer.is(GERMAN) || !state.options.has(option::HIDE_DRAWS);
        let contents = if open {
            let inside: Vec<Piece> = state.container.or(state.aside).iter().collect();
            let alike = inside.chunk_by(|&one, &other| self.pieces.prints_the_same(one, other));
            alike.map(|pieces| (self.pieces.values(pieces[0]), pieces.len())).collect()
        } else {
            vec![("German units".into(), state.container.len() + state.aside.len())]
        };
        let [light, heavy] = state.guns;
        let guns =
            vec![("light bombardment".to_string(), light.into()), ("heavy bombardment".to_string(), heavy.into())];
        vec![
            Holding::new("container", "Reinforcements to come", contents),
            Holding::new("drawn", "Drawn", vec![("units".into(), state.hand.len())]),
            Holding::new("guns", "Bombardment markers", guns),
        ]
    }

    /// The Phase Record Track, and with section 13 the Game Turn Record Track [13.5].
    fn tracks(&self, state: &State) -> Vec<Track> {
        let phases = Phase::ALL.iter().map(|phase| match phase {
            // The track's own spaces have numbers.
            Phase::SetUp => phase.title().to_string(),
            phase => format!("{} {}", phase.id(), phase.title()),
        });
        let mut tracks = vec![Track::new("phase", "Phase Record Track", phases, state.phase.index())];
        if Self::plays_balanced(state) {
            let spaces = (1..=self.tables.last_turn).map(|turn| self.turn_space(turn));
            tracks.push(Track::new("turn", "Game Turn Record Track", spaces, usize::from(state.turn) - 1));
        }
        tracks
    }

    /// A space of the Game Turn Record Track, with what is printed beside its number [13.5].
    fn turn_space(&self, turn: u16) -> String {
        match turn {
            _ if turn == self.tables.last_turn => format!("{turn} Game Ends"),
            _ if turn == self.tables.deterioration_from => format!("{turn}*"),
            _ => turn.to_string(),
        }
    }

    /// What is in force this turn.
    fn facts(&self, state: &State) -> Vec<Fact> {
        let mut facts = Vec::new();
        let mut fact = |clauses: Vec<Clause>, text: String| facts.push(Fact { kind: FactKind::Turn, text, clauses });
        if Self::is_first_turn(state) {
            let limit = self.tables.first_turn_limit;
            fact(clauses!["5.2b"], format!("Darkness: lines of fire are {limit} hexes at most."));
            fact(clauses!["5.2c"], "No bombardment drifts.".into());
        }
        if Self::plays_balanced(state) {
            let last = self.tables.last_turn;
            let text =
                format!("Section 13: the game ends with turn {last}, and the US side wins if the German has not.");
            fact(clauses!["13.2", "13.3"], text);
        }
        if let Some((clause, text)) = state.event.told() {
            fact(vec![clause], text.into());
        }
        if state.event == TurnEvent::PoisonGas {
            fact(clauses!["7.4b"], format!("Lines of fire are {} hexes at most.", self.tables.gas_limit));
        }
        for side in Side::BOTH {
            let lost = state.dead.and(units(side)).len();
            let on_map = state.units(side).len();
            let title = self.about().side_title(side);
            let text = format!("{title} units on the map: {on_map}, eliminated: {lost}.");
            facts.push(Fact { kind: FactKind::Count, text, clauses: clauses!["2.6c"] });
        }
        facts
    }
}

/// A stack whose owner is about to choose its top unit: no face of it is open before he has [6.5a] (ruling R31).
#[engine::by_the_book]
fn without_face(top: Face) -> Face {
    Face { up: None, ..top }
}
