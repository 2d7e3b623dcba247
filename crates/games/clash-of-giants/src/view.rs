//! The table as it can be seen: nothing is hidden [std/2.5].

use crate::ClashOfGiants;
use crate::command::march_text;
use crate::pieces::{ALLIED, Arm, Army, Campaign, GERMAN, Piece, Unit};
use crate::rally::ALLIED_ARMIES;
use crate::roster::printed;
use crate::sequence::Phase;
use crate::state::{NO_MARCH, Owner, State, Step};
use crate::tables::{Allowance, Line};
use engine::view::{self, Fact, Holding, Marker, Marks, Place, Track, View, Viewer};
use engine::{Dice, FactKind, Mark, MarkerKind, Rules, Side, clauses};
use hexboard::Hex;

/// What can be seen of a unit.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Face {
    campaign: Campaign,
    piece: Piece,
    steps: u8,
    at: At,
    marks: Marks,
    /// Whether it marches as far as it prints, whatever its army may.
    alone: bool,
    /// What its army may march, where that is its own limit too.
    march: Option<Allowance>,
    in_supply: bool,
}

/// Where a unit lies: in a hex, or in a box of the Turn Record Track, before that of the set-up.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum At {
    Hex(Hex),
    Box(Option<u8>),
}

#[engine::by_the_book]
impl ClashOfGiants {
    /// Nothing is hidden [std/2.5]: the only state that looks like this one is this one.
    pub(crate) fn shuffle(&self, state: &State, _side: Side, _dice: &mut impl Dice) -> State {
        state.clone()
    }

    /// The table but for the counters, the same for everybody.
    pub(crate) fn look(&self, state: &State, _viewer: Viewer) -> View {
        let side = self.about().side_id(state.side);
        let head = View::new(
            self.about(),
            state.turn,
            view::Phase::new(format!("{side}-{}", state.phase.id()), self.phase_title(state)),
            self.decision(state),
            |outcome| self.ending(state, outcome),
        );
        View {
            markers: self.seen_markers(state),
            boxes: self.boxes(state),
            tracks: self.tracks(state),
            facts: self.facts(state),
            calendar: self.calendar(state),
            ..head
        }
    }

    pub(crate) fn visible_pieces(&self, state: &State, _viewer: Viewer) -> Vec<Face> {
        let mut pieces = Vec::new();
        for side in Side::BOTH {
            for hex in state.held[side.index()].iter() {
                let first = pieces.len();
                pieces.extend(state.stack(hex).map(|piece| self.face_seen(state, piece, At::Hex(hex))));
                pieces[first..].reverse();
            }
        }
        let off_map = state.coming.or(state.away);
        pieces.extend(off_map.iter().map(|piece| self.face_seen(state, piece, At::Box(self.turn_of(state, piece)))));
        pieces
    }

    /// The turn in whose box of the Turn Record Track a unit waits.
    fn turn_of(&self, state: &State, piece: Piece) -> Option<u8> {
        let journey = state.journeys.iter().find(|journey| journey.piece == piece && state.away.contains(piece));
        journey.map(|journey| journey.turn).or(self.theatre(state).pieces.unit(piece).turn)
    }

    fn face_seen(&self, state: &State, piece: Piece, at: At) -> Face {
        let unit = self.theatre(state).pieces.unit(piece);
        let on_map = state.on_map.contains(piece);
        let armys = Some(state.markers[unit.army.index()]).filter(|&march| march != NO_MARCH);
        Face {
            campaign: state.campaign,
            piece,
            steps: self.steps(state, piece),
            at,
            marks: self.piece_marks(state, piece),
            alone: on_map && unit.movement.is_some(),
            march: armys.filter(|_| on_map && unit.movement.is_none()),
            in_supply: on_map && !state.attenuated.contains(piece) && !state.unsupplied.contains(piece),
        }
    }

    pub(crate) fn piece_view(&self, face: Face) -> view::Piece {
        let theatre = self.theatre_of(face.campaign);
        let unit = theatre.pieces.unit(face.piece);
        view::Piece {
            id: Some(unit.id.clone()),
            side: self.about().side_id(unit.side()).to_string(),
            nation: Some(unit.nation.id().into()),
            kind: match unit.arm {
                Arm::Infantry => "infantry",
                Arm::Cavalry => "cavalry",
                Arm::Motorized => "motorized",
            }
            .into(),
            size: Some(unit.size.title().into()),
            values: printed(unit, face.steps),
            place: match face.at {
                At::Hex(hex) => Place::Hexes(vec![theatre.ground.label(hex)]),
                At::Box(turn) => Place::Box(box_id(turn)),
            },
            facing: None,
            steps: face.steps,
            marks: face.marks.iter().collect(),
            notes: notes(unit, face),
            covers: None,
        }
    }

    fn piece_marks(&self, state: &State, piece: Piece) -> Marks {
        let moving = match state.step {
            Step::Move => state.movers.contains(piece),
            Step::SetUp(unit) | Step::Arrive(unit) | Step::Return(unit) => unit == piece,
            Step::WithdrawTo(unit) | Step::Retreat(unit) => unit == piece,
            _ => false,
        };
        let entrained = matches!(state.step, Step::Rail(unit) if unit == piece);
        let marks = [
            (Mark::Reduced, state.reduced.contains(piece)),
            (Mark::AttenuatedSupply, state.attenuated.contains(piece)),
            (Mark::OutOfSupply, state.unsupplied.contains(piece)),
            (Mark::Done, state.rebuilt.contains(piece) || state.crossed.contains(piece)),
            (Mark::Ready, state.ready.contains(piece)),
            (Mark::Picked, moving),
            (Mark::Entrained, entrained),
            (Mark::Attacking, state.group(piece) > 0),
            (Mark::Attacked, state.used.contains(piece)),
            (Mark::MustRetreat, state.falling.contains(piece)),
            (Mark::Retreated, state.retreated.contains(piece)),
        ];
        marks.into_iter().filter(|(_, there)| *there).map(|(mark, _)| mark).collect()
    }

    /// Who scores each victory hex, works destroyed, and hexes under attack.
    fn seen_markers(&self, state: &State) -> Vec<Marker> {
        let about = self.about();
        let marker = |kind: MarkerKind, hex: Hex, side: Option<Side>| Marker {
            kind,
            hexes: vec![self.label(state, hex)],
            count: 1,
            side: side.map(|side| about.side_id(side).to_string()),
        };
        let mut markers = Vec::new();
        for (prize, owner) in self.theatre(state).prizes.iter().zip(state.owners) {
            let side = match owner {
                Owner::German => Some(GERMAN),
                Owner::Allied => Some(ALLIED),
                Owner::Nobody => None,
            };
            markers.push(marker(MarkerKind::Control, prize.hex, side));
        }
        markers.extend(state.wrecked.iter().map(|hex| marker(MarkerKind::DestroyedWorks, hex, None)));
        markers.extend(state.aims().iter().map(|aim| marker(MarkerKind::UnderAttack, aim.hex, Some(state.side))));
        markers
    }

    /// The spaces of the Turn Record Track with the units that wait there, and the markers left.
    fn boxes(&self, state: &State) -> Vec<Holding> {
        let mut boxes: Vec<Holding> = Vec::new();
        for piece in state.coming.or(state.away).iter() {
            let id = box_id(self.turn_of(state, piece));
            match boxes.iter_mut().find(|known| known.id == id) {
                Some(known) => known.contents[0].1 += 1,
                None => {
                    let title = id.strip_prefix("turn-").map_or("To be set up".into(), |turn| format!("Turn {turn}"));
                    boxes.push(Holding { id, title, contents: vec![("units".into(), 1)] });
                }
            }
        }
        let mut contents = Vec::new();
        if state.is_tannenberg() {
            let used = state.journeys.iter().filter(|journey| journey.piece != Piece::NONE).count();
            contents.push(("Strategic Movement".to_string(), state.journeys.len() - used));
        } else {
            let theatre = self.theatre(state);
            let detached = theatre.detachments.and(state.on_map.or(state.dead)).len();
            contents.push(("Paris Taxis".to_string(), usize::from(!state.taxis_used)));
            contents.push(("German detachments".to_string(), theatre.detachments.len() - detached));
        }
        if state.is_marne() && state.phase == Phase::Operational {
            let armies = self.cup(state).map(|army| (army.title().to_string(), 1)).collect();
            boxes.push(Holding { id: "cup".into(), title: "In the cup".into(), contents: armies });
        }
        boxes.push(Holding { id: "markers".into(), title: "Markers".into(), contents });
        boxes
    }

    /// The units on the Turn Record Track [tannenberg/3.11e, tannenberg/3.12b].
    fn calendar(&self, state: &State) -> Vec<view::Arrival> {
        let coming = state.coming.or(state.away).iter().filter_map(|piece| {
            let turn = self.turn_of(state, piece)?.into();
            let unit = self.theatre(state).pieces.unit(piece);
            let side = self.about().side_id(unit.side()).to_string();
            Some((turn, side, unit.army.title().to_string(), self.name(state, piece).to_string()))
        });
        view::calendar(coming)
    }

    /// The Turn Record Track, and the Command Tracks with their markers.
    fn tracks(&self, state: &State) -> Vec<Track> {
        let tables = &self.theatre(state).tables;
        let spaces = tables.dates.iter().enumerate().map(|(at, date)| format!("{}: {date}", at + 1));
        let at = usize::from(state.turn) - 1;
        let mut tracks = vec![Track::new("turn", "Turn Record Track", spaces, at)];
        for army in Army::ALL.into_iter().filter(|army| army.campaign() == state.campaign) {
            tracks.extend(self.command_track(state, army));
        }
        tracks
    }

    fn command_track(&self, state: &State, army: Army) -> Option<Track> {
        let march = state.markers[army.index()];
        if march == NO_MARCH {
            return None;
        }
        let line = self.line(state, army, state.turn);
        let boxes = self.theatre(state).tables.track(army, line)?;
        let mut spaces: Vec<String> = Vec::new();
        for text in boxes.iter().copied().map(march_text).chain([march_text(march)]) {
            if !spaces.contains(&text) {
                spaces.push(text);
            }
        }
        let at = spaces.iter().position(|space| *space == march_text(march)).expect("its own space is there");
        let line = if line == Line::Normal { String::new() } else { format!(" ({})", line.title()) };
        Some(Track::new(format!("command-{}", army.id()), format!("{}{line}", army.title()), spaces, at))
    }

    /// What is in force now.
    fn facts(&self, state: &State) -> Vec<Fact> {
        let mut facts = Vec::new();
        for sum in self.score(state) {
            let parts: Vec<String> = sum.parts.iter().map(|part| format!("{} {}", part.label, part.value)).collect();
            let held = if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) };
            facts.push(Fact {
                kind: FactKind::Score,
                text: format!("{}: {}{held}", sum.label, sum.value),
                clauses: sum.clauses,
            });
        }
        let mut told = |kind, text: String, clauses| facts.push(Fact { kind, text, clauses });
        if state.is_marne() && !self.german_prizes(state).is_empty() {
            let text = "By a switch the victory hexes behind the German line were German from the start.";
            told(FactKind::Score, text.into(), Vec::new());
        }
        let mut add = |text: String, clauses| told(FactKind::Army, text, clauses);
        if state.is_tannenberg() {
            if state.after_loss {
                add("The Russian First Army uses its After-loss line.".into(), clauses!["tannenberg/10.41b"]);
            }
            if Self::is_attack_state(state) {
                add("Von François attacks: the I Corps must attack this turn.".into(), clauses!["tannenberg/10.61g"]);
            }
            let until = self.theatre(state).tables.east.command.attack_until;
            if state.attack_turn == 0 && state.turn > until {
                let text = "The I Corps was never put in its Attack State: no H/L line for the Eighth Army.";
                add(text.into(), clauses!["tannenberg/10.61i"]);
            }
            if let Some(army) = state.intercepted {
                let march = march_text(state.markers[army.index()]);
                let text = format!("Intercepted: the {} moves first next turn, with {march} points.", army.title());
                add(text, clauses!["tannenberg/5.37c", "tannenberg/5.37d"]);
            }
        } else {
            for army in ALLIED_ARMIES.into_iter().filter(|&army| self.is_demoralized(state, army)) {
                add(format!("The {} is demoralized.", army.title()), clauses!["marne/3.11e", "marne/10.51a"]);
            }
            if self.is_pursuit(state) {
                add("The Pursuit rules are in force.".into(), clauses!["marne/10.3"]);
            }
        }
        facts
    }
}

/// The box of the Turn Record Track where the units of a turn wait, or before that those that are set up.
fn box_id(turn: Option<u8>) -> String {
    turn.map_or("set-up".into(), |turn| format!("turn-{turn}"))
}

/// How a unit is commanded and supplied.
fn notes(unit: &Unit, face: Face) -> Vec<String> {
    let own = unit.movement.filter(|_| face.alone);
    let own = own.map(|points| format!("It may march {points} points whatever its army may."));
    let armys =
        face.march.map(|march| format!("The {} marches {} points this turn.", unit.army.title(), march_text(march)));
    own.into_iter().chain(armys).chain(face.in_supply.then(|| "It is in supply.".into())).collect()
}
