//! What the book has to say of the whole board: zones of control, supply, ranges of HQs and guns, towns, and who could act
//! where. Enemy units lie face down, so of them only their places are told.

use crate::MiracleOnTheMarne;
use crate::ground::{Hexes, Terrain};
use crate::pieces::{ALLIED, GERMAN, Piece};
use crate::state::{PieceSet, State, option};
use engine::overlay::{self, Drawn, Shortage, Threat};
use engine::{
    Clause, Derivation, Marked, Overlay, OverlayInfo, OverlayKind, Rules, Shade, Side, Trace, Viewer, clauses,
    half_points,
};
use hexboard::Hex;

#[engine::by_the_book]
impl MiracleOnTheMarne {
    pub(crate) fn known_overlays() -> Vec<Drawn<Self>> {
        vec![
            OverlayInfo::new(
                OverlayKind::Zones,
                "Zones of control",
                "The hexes in each side's zones of control.",
                clauses!["8.2a", "8.2.1.1", "8.2.1.2"],
            )
            .drawn(|game, state, viewer| game.zone_overlay(state, viewer)),
            OverlayInfo::new(
                OverlayKind::Supply,
                "Supply",
                "Which of your units would be in supply if it were determined now, and by which lines.",
                clauses!["11.1.2", "11.1.3", "11.1.4a", "11.1.5a", "11.1.6a"],
            )
            .drawn_with(|game, state, viewer, at| game.supply_overlay(state, viewer, at)),
            OverlayInfo::new(
                OverlayKind::Command,
                "Ranges of HQs",
                "The hexes from which a unit has a line to an HQ.",
                clauses!["11.1.5a", "11.1.5b", "11.1.4a"],
            )
            .drawn_with(|game, state, viewer, at| game.range_overlay(state, viewer, at)),
            OverlayInfo::new(
                OverlayKind::Fire,
                "Bombardment",
                "The hexes that guns in a hex can bombard.",
                clauses!["9.1.1a", "9.1.2a", "9.1.2b"],
            )
            .drawn_of(|game, state, viewer, hex| game.gun_overlay(state, viewer, hex)),
            OverlayInfo::new(
                OverlayKind::Threat,
                "Who could act here",
                "The units that could attack a hex, bombard it or come to it in their next turn, as far as you may know.",
                clauses!["7.1.1", "9.4.2", "9.1.2a"],
            )
            .drawn_of(|game, state, viewer, hex| game.threat_overlay(state, viewer, hex)),
            OverlayInfo::new(
                OverlayKind::Victory,
                "Towns and cities",
                "The hexes that are worth points, and who controls them.",
                clauses!["14b", "14c", "14d", "14e"],
            )
            .drawn(|game, state, _| game.town_overlay(state)),
        ]
    }

    /// The sides whose places a viewer may know: nobody sees an enemy deploy.
    fn seen_sides(&self, state: &State, viewer: Viewer) -> impl Iterator<Item = Side> {
        Side::BOTH.into_iter().filter(move |&side| viewer.is(side) || !self.is_deploying(state, side))
    }

    /// The zones of control, and the units that they come from [8.2a, 8.2.1.1].
    fn zone_overlay(&self, state: &State, viewer: Viewer) -> Overlay {
        let mut overlay = Overlay::new(
            OverlayKind::Zones,
            "The hexes in the zones of control of both sides.",
            clauses!["8.2a", "8.2.1.1", "8.2.1.2", "8.2.1.6"],
        );
        for side in self.seen_sides(state, viewer) {
            let occupied = self.occupied(state, side);
            overlay.hexes.extend(state.zones[side.index()].iter().map(|hex| {
                let from = self.near.around(hex).filter(|&from| occupied.contains(from));
                overlay::zone(self.about(), self.ground.board(), (side, hex), from, clauses!["8.2a", "8.2.1.1"])
            }));
        }
        overlay
    }

    /// Who would be in supply if it were determined now [11.1.2, 11.1.3]; of a hex also by which lines. Each side knows its
    /// own.
    fn supply_overlay(&self, state: &State, viewer: Viewer, at: Option<Hex>) -> Overlay {
        let mut overlay = Overlay::new(
            OverlayKind::Supply,
            "Units that would be out of supply stand out; the lines of the HQs lead off the map.",
            clauses!["11.1.2", "11.1.3", "11.1.4a", "11.1.5a", "11.1.6a"],
        );
        for side in Side::BOTH.into_iter().filter(|&side| viewer.is(side)) {
            let lacking = self.without_supply(state, side);
            for hex in state.held[side.index()].union(state.staffs[side.index()]).iter() {
                let here = self.pieces_in(state, side, hex);
                let cut_off = here.iter().any(|piece| lacking.contains(piece));
                let marked = Marked::new(hex).of(side).why(self.supply_derivation(state, here, lacking, hex));
                overlay.hexes.push(if cut_off { marked.shade(Shade::Strong).label("out") } else { marked });
            }
            let asked = at.map(|hex| self.pieces_in(state, side, hex)).filter(|here| !here.is_empty());
            let shown = asked.unwrap_or(self.hqs(state, side));
            for piece in shown.without(lacking).iter() {
                overlay.lines.extend(self.supply_traces(state, piece));
            }
        }
        overlay
    }

    /// A side's units and HQs in a hex.
    fn pieces_in(&self, state: &State, side: Side, hex: Hex) -> PieceSet {
        let hqs = self.hqs(state, side).iter().filter(|&hq| state.hex(hq) == hex).collect();
        state.units_in(hex).and(self.pieces_of(side)).or(hqs)
    }

    /// The line of a unit to its HQ, and of the HQ off the map.
    fn supply_traces(&self, state: &State, piece: Piece) -> Vec<Trace> {
        let side = self.pieces.side(piece);
        let hq = if piece.is_hq() { piece } else { state.corps_of(piece).hq() };
        let name = self.pieces.title(piece);
        let to_hq = self.supply_line(state, piece).filter(|line| line.len() > 1 && !piece.is_hq()).map(|line| {
            let text = format!("{name} has a line to the HQ of {}.", self.pieces.title(hq));
            Trace::new(line, text, clauses!["11.1.2", "11.1.5a", "11.1.5b"]).of(side).shade(Shade::Strong)
        });
        let on_map = state.hqs.contains(hq).then(|| self.edge_line(state, hq)).flatten();
        let off_map = on_map.filter(|line| line.len() > 1).map(|line| {
            let text = format!("The HQ of {} has a line off a friendly map edge.", self.pieces.title(hq));
            Trace::new(line, text, clauses!["11.1.3", "11.1.6a", "11.1.6b"]).of(side)
        });
        to_hq.into_iter().chain(off_map).collect()
    }

    /// Why what stands in a hex would be in supply or not.
    fn supply_derivation(&self, state: &State, here: PieceSet, lacking: PieceSet, hex: Hex) -> Derivation {
        let all = here.and(lacking).is_empty();
        let value = if all { "in supply" } else { "out of supply" };
        let sum = Derivation::new(format!("Supply in {}", self.ground.label(hex)), value, clauses!["11.1.1"]);
        let parts = here.iter().map(|piece| {
            let (how, clauses) = match (lacking.contains(piece), piece.is_hq()) {
                (true, _) => self.lack(state, piece, lacking),
                (false, true) => ("a line off a friendly edge", clauses!["11.1.3", "11.1.6a"]),
                (false, false) => ("a line to its HQ", clauses!["11.1.2", "11.1.5a"]),
            };
            Derivation::new(self.pieces.title(piece), how, clauses)
        });
        parts.fold(sum, Derivation::with)
    }

    /// What a piece lacks that is out of supply, as all of these are.
    fn lack(&self, state: &State, piece: Piece, lacking: PieceSet) -> (&'static str, Vec<Clause>) {
        let hq = state.corps_of(piece).hq();
        match piece.is_hq() {
            true if self.is_cut_off(state, piece) => ("out of supply for good", clauses!["9.9e"]),
            true => ("no line to a road or railroad off the map", clauses!["11.1.6a", "11.1.6b"]),
            false if !state.hqs.contains(hq) => ("its HQ is not on the map", clauses!["11.1.2"]),
            false if lacking.contains(hq) => ("its HQ is out of supply", clauses!["11.2.1b"]),
            false => ("no line of 8 points to its HQ", clauses!["11.1.2", "11.1.5a"]),
        }
    }

    /// Who would be out of supply if it were determined now [11.1.2, 11.1.3].
    pub(crate) fn out_of_supply(&self, state: &State) -> Vec<Shortage> {
        let told = |piece: Piece, lacking: PieceSet| {
            let (why, clauses) = self.lack(state, piece, lacking);
            let text = format!("{} would be out of supply: {why}.", self.pieces.title(piece));
            Shortage { piece: self.pieces.name(piece).to_string(), hex: state.hex(piece), text, clauses }
        };
        let of_side = |side: Side| {
            let lacking = self.without_supply(state, side);
            lacking.iter().map(|piece| told(piece, lacking)).collect::<Vec<_>>()
        };
        Side::BOTH.into_iter().flat_map(of_side).collect()
    }

    /// The hexes from which a unit has a line to the HQs that can be seen, or to those in a hex [11.1.5a].
    fn range_overlay(&self, state: &State, viewer: Viewer, at: Option<Hex>) -> Overlay {
        let all: Vec<Piece> = self.seen_sides(state, viewer).flat_map(|side| self.hqs(state, side).iter()).collect();
        let here: Vec<Piece> = all.iter().copied().filter(|&hq| Some(state.hex(hq)) == at).collect();
        let text = match here.as_slice() {
            [] => "The hexes within supply range of each HQ.".to_string(),
            [hq] => format!("The hexes within supply range of the HQ of {}.", self.pieces.title(*hq)),
            _ => "The hexes within supply range of the HQs here.".to_string(),
        };
        let shown = if here.is_empty() { all } else { here };
        let mut overlay = Overlay::new(OverlayKind::Command, text, clauses!["11.1.5a", "11.1.5b", "11.1.4a"]);
        for side in Side::BOTH {
            let own = shown.iter().copied().filter(|&hq| self.pieces.side(hq) == side);
            overlay.hexes.extend(self.ranges(state, side, own.collect()));
        }
        overlay
    }

    /// The hexes within range of some HQs of a side, each with what its line costs.
    fn ranges(&self, state: &State, side: Side, hqs: Vec<Piece>) -> Vec<Marked> {
        let (mut covered, mut reached) = (Hexes::EMPTY, Vec::new());
        for hq in hqs {
            let range = self.in_hq_range(state, hq, |reach| {
                let there = reach.reached().iter().copied().chain([state.hex(hq)]);
                there.map(|hex| (hex, reach.cost(hex).unwrap_or(0))).collect::<Vec<_>>()
            });
            covered.extend(range.iter().map(|&(hex, _)| hex));
            reached.push((hq, range));
        }
        let mark = |hex: Hex| {
            let near = reached.iter().filter_map(|(hq, range)| Some((*hq, range.iter().find(|(at, _)| *at == hex)?.1)));
            let sum = Derivation::new(format!("HQs in reach of {}", self.ground.label(hex)), "", clauses!["11.1.2"]);
            let parts = near.map(|(hq, cost)| {
                let value = format!("{} of {} MP", half_points(cost), half_points(self.tables.supply.length));
                Derivation::new(self.pieces.title(hq), value, clauses!["11.1.5a"])
            });
            let sum = parts.fold(sum, Derivation::with);
            let stands = reached.iter().any(|(hq, _)| state.hex(*hq) == hex);
            let shade = if stands { Shade::Strong } else { Shade::Faint };
            let value = sum.parts.len().to_string();
            Marked::new(hex).of(side).shade(shade).why(Derivation { value, ..sum })
        };
        covered.iter().map(mark).collect()
    }

    /// What guns can bombard from a hex [9.1.2a]: those that a viewer knows there, or any gun.
    fn gun_overlay(&self, state: &State, viewer: Viewer, from: Hex) -> Overlay {
        let own = Side::BOTH.into_iter().filter(|&side| viewer.is(side));
        let guns: Vec<Piece> =
            own.flat_map(|side| state.units_in(from).and(self.pieces_of(side)).and(self.artillery).iter()).collect();
        let (at, range) = (self.ground.label(from), u16::from(self.tables.combat.range));
        let board = self.ground.board();
        let Some(&first) = guns.first() else {
            let text = format!("The hexes that a gun in {at} could bombard.");
            let marked = board.within(from, range).filter(|&hex| hex != from);
            let marked = marked.map(|hex| Marked::new(hex).shade(Shade::Faint));
            return Overlay::new(OverlayKind::Fire, text, clauses!["9.1.2a", "9.1.2b"]).marking(marked);
        };
        let side = self.pieces.side(first);
        let mut firing = state.clone();
        firing.active = side;
        let bars: Vec<_> = guns.iter().map(|&gun| (gun, self.gun_bar(&firing, gun).err())).collect();
        let parts = bars.iter().map(|(gun, bar)| match bar {
            Some((clauses, reason)) => Derivation::new(self.pieces.title(*gun), *reason, clauses.to_vec()),
            None => Derivation::new(self.pieces.title(*gun), self.bombardment_factor(state, *gun), clauses!["9.1.1a"]),
        });
        let parts: Vec<Derivation> = parts.collect();
        let ready = bars.iter().any(|(_, bar)| bar.is_none());
        let seen = self.seen_sides(state, viewer).any(|seen| seen == side.other());
        let marked = board.within(from, range).filter(|&hex| self.reaches(&firing, first, hex)).map(|hex| {
            let sum =
                Derivation::new(format!("Guns that reach {}", self.ground.label(hex)), guns.len(), clauses!["9.1.2a"]);
            let enemy = seen && state.held[side.other().index()].contains(hex);
            let shade = if enemy && ready { Shade::Strong } else { Shade::Plain };
            Marked::new(hex).of(side).shade(shade).why(parts.iter().cloned().fold(sum, Derivation::with))
        });
        let can = if ready { "can bombard" } else { "could reach, but may not bombard now," };
        let text = format!("What guns {can} from {at}.");
        Overlay::new(OverlayKind::Fire, text, clauses!["9.1.1a", "9.1.2a", "9.1.2b"]).marking(marked)
    }

    /// The units that could act on a hex: of what a viewer knows, all that could come next to it; of what lies face down,
    /// where it stands near enough to attack or bombard.
    fn threat_overlay(&self, state: &State, viewer: Viewer, at: Hex) -> Overlay {
        let seen: Vec<Side> = self.seen_sides(state, viewer).collect();
        let holder = seen.iter().copied().find(|&side| self.is_occupied(state, side, at));
        let mut threats = Vec::new();
        for side in overlay::threatening(viewer, holder).filter(|side| seen.contains(side)) {
            if viewer.is(side) {
                threats.extend(self.units(state, side).iter().filter_map(|unit| self.threat(state, unit, at, holder)));
            } else {
                threats.extend(state.held[side.index()].iter().filter_map(|hex| self.covered_threat(side, hex, at)));
            }
        }
        overlay::threats(at, &self.ground.label(at), threats, clauses!["9.4.2", "9.1.2a", "7.1.1"])
    }

    /// A stack that lies face down near a hex.
    fn covered_threat(&self, side: Side, from: Hex, at: Hex) -> Option<Threat> {
        let away = self.ground.board().distance(from, at);
        let (how, clauses) = match away {
            1 => ("stands next to it and could attack", clauses!["9.4.2"]),
            _ if (1..=u16::from(self.tables.combat.range)).contains(&away) => {
                ("could bombard it with guns", clauses!["9.1.2a"])
            }
            _ => return None,
        };
        let unit = format!("What lies in {}", self.ground.label(from));
        Some(Threat { from, side, unit, how: how.into(), at_once: away == 1, way: vec![from, at], clauses })
    }

    /// A unit that could come to a hex or next to it with its whole allowance.
    fn threat(&self, state: &State, unit: Piece, at: Hex, holder: Option<Side>) -> Option<Threat> {
        let (from, side) = (state.hex(unit), self.pieces.side(unit));
        if from == at {
            return None;
        }
        let mut moving = state.clone();
        moving.active = side;
        moving.joined = [unit].into_iter().collect();
        moving.spent[unit.index()] = 0;
        let budget = self.points_left(&moving);
        let near = |hex: Hex| match holder {
            Some(_) => self.ground.board().distance(hex, at) == 1,
            None => hex == at,
        };
        let (mut way, cost) = self.explore(&moving, budget, |reach| {
            let start = near(from).then_some((vec![from], 0));
            start.or_else(|| {
                let goal = reach.reached().iter().copied().find(|&hex| near(hex))?;
                Some((reach.path(goal).collect::<Vec<Hex>>(), reach.cost(goal)?))
            })
        })?;
        way.reverse();
        let spent = format!("{} of {} MP", half_points(cost), half_points(budget));
        let at_once = way.len() == 1;
        let how = overlay::approach(holder.is_some(), at_once, spent);
        let clauses = match (at_once, holder) {
            (true, _) => clauses!["9.4.2"],
            (false, Some(_)) => clauses!["7.1.1", "9.4.2"],
            (false, None) => clauses!["7.1.1"],
        };
        Some(Threat { from, side, unit: self.pieces.title(unit).to_string(), how, at_once, way, clauses })
    }

    /// Towns, cities and Paris, with their points and who controls them [14b, 14c, 14d, 14e].
    fn town_overlay(&self, state: &State) -> Overlay {
        let values = &self.tables.victory;
        let marked = self.ground.objectives.iter().enumerate().map(|(at, objective)| {
            let owner = if state.german >> at & 1 == 1 { GERMAN } else { ALLIED };
            let (points, clauses) = match objective.terrain {
                Terrain::City => (values.city, clauses!["14c", "14e"]),
                Terrain::Paris if state.has(option::PARIS_EACH) => (values.paris, clauses!["14e"]),
                Terrain::Paris => (values.paris, clauses!["14b", "14g"]),
                _ => (values.town, clauses!["14d", "14e"]),
            };
            let whole = objective.terrain == Terrain::Paris && !state.has(option::PARIS_EACH);
            let worth = match whole {
                true => format!("{points} for all of Paris, now {}", self.side_title(state.paris)),
                false => format!("{points}, {}", self.side_title(owner)),
            };
            let why = Derivation::new(self.ground.called(objective.hex), worth, clauses);
            Marked::new(objective.hex).of(owner).shade(Shade::Strong).label(points).why(why)
        });
        let text = "Towns, cities and Paris: their points, and the side that controls them.";
        Overlay::new(OverlayKind::Victory, text, clauses!["14a", "14b", "14c", "14d", "14e"]).marking(marked)
    }
}
