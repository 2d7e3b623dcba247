//! The table as it can be seen: nothing is hidden [std/2.5].

use crate::ClashOfGiants;
use crate::command::march_text;
use crate::pieces::{ALLIED, Arm, Army, GERMAN, Piece};
use crate::rally::ALLIED_ARMIES;
use crate::roster::printed;
use crate::sequence::Phase;
use crate::state::{NO_MARCH, Owner, State, Step};
use crate::tables::Line;
use engine::view::{self, Fact, Holding, Marker, Place, Track, View, Viewer};
use engine::{Dice, FactKind, Mark, MarkerKind, Rules, Side, clauses};
use hexboard::Hex;

#[engine::by_the_book]
impl ClashOfGiants {
    /// Nothing is hidden [std/2.5]: the only state that looks like this one is this one.
    pub(crate) fn shuffle(&self, state: &State, _side: Side, _dice: &mut impl Dice) -> State {
        state.clone()
    }

    /// The table, the same for everybody.
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
            pieces: self.seen_pieces(state),
            markers: self.seen_markers(state),
            boxes: self.boxes(state),
            tracks: self.tracks(state),
            facts: self.facts(state),
            calendar: self.calendar(state),
            ..head
        }
    }

    fn seen_pieces(&self, state: &State) -> Vec<view::Piece> {
        let mut pieces = Vec::new();
        for side in Side::BOTH {
            for hex in state.held[side.index()].iter() {
                let stack: Vec<Piece> = state.stack(hex).collect();
                let place = Place::Hexes(vec![self.label(state, hex)]);
                pieces.extend(stack.iter().rev().map(|&piece| self.piece_view(state, piece, place.clone())));
            }
        }
        for piece in state.coming.or(state.away).iter() {
            pieces.push(self.piece_view(state, piece, Place::Box(self.box_of(state, piece))));
        }
        pieces
    }

    /// The box of the Turn Record Track where a unit waits.
    fn box_of(&self, state: &State, piece: Piece) -> String {
        let journey = state.journeys.iter().find(|journey| journey.piece == piece && state.away.contains(piece));
        let turn = journey.map(|journey| journey.turn).or(self.theatre(state).pieces.unit(piece).turn);
        turn.map_or("set-up".into(), |turn| format!("turn-{turn}"))
    }

    fn piece_view(&self, state: &State, piece: Piece, place: Place) -> view::Piece {
        let unit = self.theatre(state).pieces.unit(piece);
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
            values: printed(unit, self.steps(state, piece)),
            place,
            facing: None,
            steps: self.steps(state, piece),
            marks: self.piece_marks(state, piece),
            notes: self.notes(state, piece),
            covers: None,
        }
    }

    fn piece_marks(&self, state: &State, piece: Piece) -> Vec<Mark> {
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

    /// How a unit is commanded and supplied, and whether it may still attack.
    fn notes(&self, state: &State, piece: Piece) -> Vec<String> {
        let mut notes = Vec::new();
        if !state.on_map.contains(piece) {
            return notes;
        }
        let unit = self.theatre(state).pieces.unit(piece);
        let march = state.markers[unit.army.index()];
        match unit.movement {
            Some(points) => notes.push(format!("It may march {points} points whatever its army may.")),
            None if march != NO_MARCH => {
                notes.push(format!("The {} marches {} points this turn.", unit.army.title(), march_text(march)));
            }
            None => {}
        }
        if !state.attenuated.contains(piece) && !state.unsupplied.contains(piece) {
            notes.push("It is in supply.".into());
        }
        notes
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
            let id = self.box_of(state, piece);
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
            let turn = self.box_of(state, piece).strip_prefix("turn-")?.parse().ok()?;
            let unit = self.theatre(state).pieces.unit(piece);
            let side = self.about().side_id(unit.side()).to_string();
            Some((turn, side, unit.army.title().to_string(), self.name(state, piece).to_string()))
        });
        view::calendar(coming)
    }

    /// The Turn Record Track, and the Command Tracks with their markers.
    fn tracks(&self, state: &State) -> Vec<Track> {
        let tables = &self.theatre(state).tables;
        let spaces = tables.dates.iter().enumerate().map(|(at, date)| format!("{}: {date}", at + 1)).collect();
        let at = usize::from(state.turn) - 1;
        let mut tracks = vec![Track { id: "turn".into(), title: "Turn Record Track".into(), spaces, at }];
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
        Some(Track { id: format!("command-{}", army.id()), title: format!("{}{line}", army.title()), spaces, at })
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
                add("Von Francois attacks: the I Corps must attack this turn.".into(), clauses!["tannenberg/10.61g"]);
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
