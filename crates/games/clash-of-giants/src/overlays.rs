//! What the books have to say of the whole board: zones of control, supply, armies, victory hexes, and who could come where.
//! Nothing is hidden in this game.

use crate::ClashOfGiants;
use crate::ground::Hexes;
use crate::pieces::{Army, Piece, Units};
use crate::state::{Owner, State};
use crate::supply::{Found, Line};
use engine::overlay::{self, Drawn, Shortage, Threat};
use engine::{
    Clause, Derivation, Marked, Overlay, OverlayInfo, OverlayKind, Rules, Shade, Side, Trace, Viewer, clauses,
};
use hexboard::Hex;

#[engine::by_the_book]
impl ClashOfGiants {
    pub(crate) fn known_overlays() -> Vec<Drawn<Self>> {
        vec![
            OverlayInfo::new(
                OverlayKind::Zones,
                "Zones of control",
                "The hexes in each side's zones of control.",
                clauses!["std/7.1a", "std/7.1b", "std/7.2a"],
            )
            .drawn(|game, state, _| game.zone_overlay(state)),
            OverlayInfo::new(
                OverlayKind::Supply,
                "Supply",
                "What each unit would find if supply were checked now, and its line along the Retreat Compass.",
                clauses!["std/8.2", "std/8.22b", "std/8.22c"],
            )
            .drawn_with(|game, state, _, at| game.supply_overlay(state, at)),
            OverlayInfo::new(
                OverlayKind::Command,
                "Armies",
                "To which army each unit belongs, and on the Marne the areas of the armies.",
                clauses!["std/10.1a", "marne/10.41a"],
            )
            .drawn_with(|game, state, _, at| game.army_overlay(state, at)),
            OverlayInfo::new(
                OverlayKind::Threat,
                "Who could come here",
                "The enemy units that could come to a hex, or next to it, with the best roll on their Command Track.",
                clauses!["std/10.1a", "std/11.1a"],
            )
            .drawn_of(|game, state, viewer, hex| game.threat_overlay(state, viewer, hex)),
            OverlayInfo::new(
                OverlayKind::Victory,
                "Victory hexes",
                "The hexes that decide the campaign, and who scores them.",
                clauses!["tannenberg/4.1d", "marne/4.1b", "marne/4.1c"],
            )
            .drawn(|game, state, _| game.victory_overlay(state)),
        ]
    }

    /// The zones of control, and the units that they come from [std/7.1a, std/7.1b].
    fn zone_overlay(&self, state: &State) -> Overlay {
        let theatre = self.theatre(state);
        let zones = Side::BOTH.into_iter().flat_map(|side| state.zoc[side.index()].iter().map(move |hex| (side, hex)));
        let marked = zones.map(|(side, hex)| {
            let from = theatre.near(hex).filter(|&from| state.holds(side, from) && theatre.controls(from, hex));
            overlay::zone(self.about(), theatre.ground.board(), (side, hex), from, clauses!["std/7.1a", "std/7.1b"])
        });
        let text = "The hexes in the zones of control of both sides.";
        Overlay::new(OverlayKind::Zones, text, clauses!["std/7.1a", "std/7.1b", "std/7.2a"]).marking(marked)
    }

    /// What each unit would find if supply were checked now [std/8.2]; of a hex also by which lines.
    fn supply_overlay(&self, state: &State, at: Option<Hex>) -> Overlay {
        let theatre = self.theatre(state);
        let mut overlay = Overlay::new(
            OverlayKind::Supply,
            "Units that would find no line of supply stand out.",
            clauses!["std/8.2", "std/8.22a", "std/8.22b", "std/8.22c"],
        );
        for side in Side::BOTH {
            let found = self.lines_found(state, side);
            for hex in state.held[side.index()].iter() {
                let here: Vec<&Found> = found.iter().filter(|(piece, ..)| state.hex(*piece) == hex).collect();
                let cut = here.iter().any(|(_, line, _)| *line == Line::Cut);
                let value = if cut { "no line" } else { "in supply" };
                let sum =
                    Derivation::new(format!("Supply in {}", theatre.ground.label(hex)), value, clauses!["std/8.2"]);
                let why = here.iter().map(|found| self.line_part(state, found)).fold(sum, Derivation::with);
                let marked = Marked::new(hex).of(side).why(why);
                overlay.hexes.push(if cut { marked.shade(Shade::Strong).label("out") } else { marked });
                if at == Some(hex) {
                    overlay.lines.extend(here.iter().filter_map(|(piece, line, _)| {
                        (*line == Line::Edge).then(|| self.supply_trace(state, *piece)).flatten()
                    }));
                }
            }
        }
        overlay
    }

    /// Who would find no line of supply if it were checked now [std/8.2].
    pub(crate) fn out_of_supply(&self, state: &State) -> Vec<Shortage> {
        let told = |found: &Found| {
            let (piece, _, attenuates) = *found;
            let Derivation { label, clauses, .. } = self.line_part(state, found);
            let marker = if attenuates { "attenuated supply" } else { "out of supply" };
            let when = if state.turn == 1 { " from turn 2 on" } else { "" };
            let text = format!("{label} finds no line of supply: it would be marked {marker}{when}.");
            Shortage { piece: self.theatre(state).pieces.unit(piece).id.clone(), hex: state.hex(piece), text, clauses }
        };
        let cut = |side: Side| {
            let found = self.lines_found(state, side);
            found.iter().filter(|(_, line, _)| *line == Line::Cut).map(told).collect::<Vec<_>>()
        };
        Side::BOTH.into_iter().flat_map(cut).collect()
    }

    fn supply_trace(&self, state: &State, piece: Piece) -> Option<Trace> {
        let line = self.edge_line(state, piece).filter(|line| line.len() > 1)?;
        let text = format!("{} traces {} hexes to the map edge.", self.name(state, piece), line.len() - 1);
        let trace = Trace::new(line, text, clauses!["std/8.22a", "std/8.22c", "std/8.5"]);
        Some(trace.of(self.theatre(state).side(piece)).shade(Shade::Strong))
    }

    /// What a unit would find, and what it would be then [std/8.3a, std/8.3b].
    fn line_part(&self, state: &State, &(piece, line, attenuates): &Found) -> Derivation {
        let marked = state.attenuated.contains(piece) || state.unsupplied.contains(piece);
        let (what, clauses) = match line {
            Line::Edge => ("a line to the map edge", clauses!["std/8.2", "std/8.5"]),
            Line::Other => ("supplied by a fort, Königsberg or Paris", clauses!["std/8.5", "std/8.22e"]),
            Line::Cut if attenuates && !marked => ("no line: attenuated supply", clauses!["std/8.3b"]),
            Line::Cut if attenuates => ("no line: out of supply", clauses!["std/8.3b"]),
            Line::Cut => ("no line: out of supply at once", clauses!["std/8.3c"]),
        };
        Derivation::new(self.name(state, piece), what, clauses)
    }

    /// The armies: whose units are whose, and on the Marne the area of the armies in which a hex lies [marne/10.41a].
    fn army_overlay(&self, state: &State, at: Option<Hex>) -> Overlay {
        let theatre = self.theatre(state);
        let own = at.and_then(|hex| self.units_in(state, hex).next()).map(|piece| self.army(state, piece));
        let areas: Vec<Army> = match own {
            Some(army) => vec![army],
            None => at.map_or(Vec::new(), |hex| {
                Side::BOTH.into_iter().filter_map(|side| theatre.ground.area(side, hex)).collect()
            }),
        };
        let text = match areas.as_slice() {
            [] => "The army of each unit; point at one for its army.".to_string(),
            [army] => format!("The units of the {}, and its area.", army.title()),
            [one, other, ..] => format!("The areas of the {} and the {}.", one.title(), other.title()),
        };
        let mut overlay = Overlay::new(OverlayKind::Command, text, clauses!["std/10.1a", "marne/10.41a"]);
        for &army in &areas {
            let side = army.side();
            let area = theatre.ground.board().hexes().filter(|&hex| theatre.ground.area(side, hex) == Some(army));
            overlay.hexes.extend(area.map(|hex| Marked::new(hex).of(side).shade(Shade::Faint)));
        }
        let units = state.on_map.iter().filter(|&piece| areas.is_empty() || areas.contains(&self.army(state, piece)));
        let mut seen = Hexes::EMPTY;
        for piece in units.filter(|&piece| seen.insert(state.hex(piece))) {
            let army = self.army(state, piece);
            let why = Derivation::new(self.name(state, piece), army.title(), Self::army_clauses(state));
            let marked = Marked::new(state.hex(piece)).of(army.side()).label(initials(army)).why(why);
            overlay.hexes.push(marked.shade(if areas.is_empty() { Shade::Plain } else { Shade::Strong }));
        }
        overlay
    }

    fn units_in<'a>(&'a self, state: &'a State, hex: Hex) -> impl Iterator<Item = Piece> + 'a {
        state.on_map.iter().filter(move |&piece| state.hex(piece) == hex)
    }

    fn army_clauses(state: &State) -> Vec<Clause> {
        if state.is_marne() { clauses!["marne/10.41a"] } else { clauses!["tannenberg/10.4a", "tannenberg/10.6a"] }
    }

    /// The units that could come to a hex, or next to it, with the best roll on their Command Track [std/10.1a].
    fn threat_overlay(&self, state: &State, viewer: Viewer, at: Hex) -> Overlay {
        let theatre = self.theatre(state);
        let holder = Side::BOTH.into_iter().find(|&side| state.holds(side, at));
        let sides = overlay::threatening(viewer, holder);
        let units = sides.flat_map(|side| state.on_map.and(theatre.of[side.index()]).iter());
        let threats = units.filter_map(|piece| self.threat(state, piece, at, holder.is_some()));
        overlay::threats(at, &theatre.ground.label(at), threats.collect(), clauses!["std/10.1a", "std/11.1a"])
    }

    /// The most points that a unit may have next turn: printed on it, or the best box of its army's track.
    fn most_points(&self, state: &State, piece: Piece) -> u8 {
        let army = self.army(state, piece);
        let boxes = self.track_boxes(state, army, state.turn + 1);
        let best = boxes.iter().map(|march| march.points).max().unwrap_or(0);
        Self::cut(state, piece, self.theatre(state).pieces.unit(piece).movement.unwrap_or(best))
    }

    fn threat(&self, state: &State, piece: Piece, at: Hex, held: bool) -> Option<Threat> {
        let (theatre, from) = (self.theatre(state), state.hex(piece));
        let near = |hex: Hex| if held { theatre.are_near(hex, at) } else { hex == at };
        if from == at {
            return None;
        }
        let (side, unit) = (theatre.side(piece), self.name(state, piece).to_string());
        if near(from) {
            let (how, way) = ("stands next to it".to_string(), vec![from, at]);
            return Some(Threat { from, side, unit, how, at_once: true, way, clauses: clauses!["std/12.1a"] });
        }
        let (most, movers) = (self.most_points(state, piece), Units::from_iter([piece]));
        let (mut way, cost) = self.explore(state, movers, most, |reach| {
            let goal = reach.reached().iter().copied().find(|&hex| near(hex))?;
            Some((reach.path(goal).collect::<Vec<Hex>>(), reach.cost(goal)?))
        })??;
        way.reverse();
        let how = overlay::approach(held, false, format_args!("{cost} of at most {most} MP"));
        Some(Threat { from, side, unit, how, at_once: false, way, clauses: clauses!["std/10.1a", "std/11.1a"] })
    }

    /// The victory hexes, their worth and who scores them now.
    fn victory_overlay(&self, state: &State) -> Overlay {
        let theatre = self.theatre(state);
        let marked = theatre.prizes.iter().zip(state.owners).map(|(prize, owner)| {
            let side = match owner {
                Owner::German => Some(crate::pieces::GERMAN),
                Owner::Allied => Some(crate::pieces::ALLIED),
                Owner::Nobody => None,
            };
            let [german, russian] = prize.worth;
            let (label, worth, clauses) = match (state.is_marne(), prize.primary) {
                (true, true) => ("P".to_string(), "Primary".to_string(), clauses!["marne/4.1b", "marne/4.22a"]),
                (true, false) => ("S".to_string(), "Secondary".to_string(), clauses!["marne/4.1c", "marne/4.22a"]),
                (false, _) => (
                    german.max(russian).to_string(),
                    format!("{german} for the German, {russian} for the Russian"),
                    clauses!["tannenberg/4.1d", "tannenberg/4.22b", "tannenberg/4.22c"],
                ),
            };
            let value = format!("{worth}; {} now", self.owner_title(state, owner));
            let why = Derivation::new(format!("{} ({})", prize.name, theatre.ground.label(prize.hex)), value, clauses);
            Marked::new(prize.hex).of(side).shade(Shade::Strong).label(label).why(why)
        });
        let (text, clauses) = match state.is_marne() {
            true => (
                "Primary (P) and Secondary (S) victory hexes, and who controls them.",
                clauses!["marne/4.1b", "marne/4.1c"],
            ),
            false => (
                "The victory hexes with their points, and who scores them.",
                clauses!["tannenberg/4.1d", "tannenberg/4.22a"],
            ),
        };
        Overlay::new(OverlayKind::Victory, text, clauses).marking(marked)
    }
}

/// An army in two or three letters, as its counters could have it.
fn initials(army: Army) -> &'static str {
    match army {
        Army::RussianFirst | Army::GermanFirst => "1st",
        Army::RussianSecond | Army::GermanSecond => "2nd",
        Army::GermanThird => "3rd",
        Army::GermanFourth | Army::FrenchFourth => "4th",
        Army::FrenchFifth => "5th",
        Army::FrenchSixth => "6th",
        Army::Eighth => "8th",
        Army::FrenchNinth => "9th",
        Army::FirstCorps => "I C",
        Army::Bef => "BEF",
        Army::FirstCavalry => "Cav",
    }
}
