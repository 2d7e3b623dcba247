//! What the book has to say of the whole board: zones of control, supply, ranges of HQs, points, and who could come where.

use crate::RockOfTheMarne;
use crate::pieces::{GERMAN, Piece, PieceSet};
use crate::state::{State, side_of};
use crate::ways;
use engine::overlay::{self, Drawn, Shortage, Threat};
use engine::{
    Clause, Derivation, Marked, Overlay, OverlayInfo, OverlayKind, Rules, Shade, Side, Trace, Viewer, clauses,
    half_points,
};
use hexboard::Hex;
use std::collections::BTreeMap;

#[engine::by_the_book]
impl RockOfTheMarne {
    pub(crate) fn known_overlays() -> Vec<Drawn<Self>> {
        vec![
            OverlayInfo::new(
                OverlayKind::Zones,
                "Zones of control",
                "The hexes in each side's zones of control.",
                clauses!["scs/4.0a", "scs/4.0b", "scs/4.0c", "scs/4.0d"],
            )
            .drawn(|game, state, _| game.zone_overlay(state)),
            OverlayInfo::new(
                OverlayKind::Supply,
                "Supply",
                "Which units would be in supply if it were checked now, and the lines that bring it.",
                clauses!["1.3-1", "1.3-2", "1.3-3", "1.3g-1"],
            )
            .drawn_with(|game, state, viewer, at| game.supply_overlay(state, viewer, at)),
            OverlayInfo::new(
                OverlayKind::Command,
                "Ranges of HQs",
                "The hexes within the Supply Range of each HQ.",
                clauses!["1.1a-5", "1.3-2", "1.4a-2"],
            )
            .drawn_with(|game, state, viewer, at| game.range_overlay(&game.known_to(state, viewer), at)),
            OverlayInfo::new(
                OverlayKind::Threat,
                "Who could come here",
                "The enemy units that could move next to a hex, or into it, in their next Movement Phase.",
                clauses!["scs/3.1a", "scs/3.1c", "scs/7.0a"],
            )
            .drawn_of(|game, state, viewer, hex| game.threat_overlay(&game.known_to(state, viewer), viewer, hex)),
            OverlayInfo::new(
                OverlayKind::Victory,
                "Victory hexes",
                "The hexes that are worth points, and who scores them now.",
                clauses!["6.1/vp-a", "7.1/vp-a3", "7.3/vp", "7.4/vp"],
            )
            .drawn(|game, state, _| game.victory_overlay(state)),
            OverlayInfo::new(
                OverlayKind::Holdings,
                "Who holds what",
                "The side that was last to enter each hex.",
                clauses!["7.3/vp", "7.4/vp"],
            )
            .drawn(|game, state, _| game.holding_overlay(state)),
        ]
    }

    /// The table as a viewer sees it: what lies under the top of enemy stacks is lifted off, but zones stay what they are
    /// [scs/10.0a].
    fn known_to(&self, state: &State, viewer: Viewer) -> State {
        let mut known = state.clone();
        for owner in Side::BOTH.into_iter().filter(|&owner| !viewer.is(owner)) {
            let hidden = self.hidden_from(state, owner.other());
            for hex in state.held[owner.index()].iter() {
                let seen: Vec<Piece> = state.stack(hex).filter(|&piece| !hidden.contains(piece)).collect();
                known.lay(hex, &seen);
            }
            known.on_map = known.on_map.without(hidden);
        }
        known
    }

    /// The zones of control of both sides: which hexes they come from [scs/4.0a, scs/4.0c].
    fn zone_overlay(&self, state: &State) -> Overlay {
        let zones = Side::BOTH.into_iter().flat_map(|side| {
            let area = self.scenario(state).area;
            (state.zoc[side.index()] & area).iter().map(move |hex| (side, hex)).collect::<Vec<_>>()
        });
        let marked = zones.map(|(side, hex)| {
            let from = self.zone_sources(state, side, hex);
            overlay::zone(self.about(), self.ground.board(), (side, hex), from, clauses!["scs/4.0a", "scs/4.0c"])
        });
        let text = "The hexes in the zones of control of both sides.";
        Overlay::new(OverlayKind::Zones, text, clauses!["scs/4.0a", "scs/4.0b", "scs/4.0c"]).marking(marked)
    }

    /// Who would be in supply if it were checked now [1.3-1, 1.3-2]; of a hex also by which lines. Each side knows its own.
    fn supply_overlay(&self, state: &State, viewer: Viewer, at: Option<Hex>) -> Overlay {
        let now = self.traced_anew(state);
        let mut overlay = Overlay::new(
            OverlayKind::Supply,
            "Units that would be out of supply stand out; the lines of the HQs lead to a supply source.",
            clauses!["1.3-1", "1.3-2", "1.3-3", "1.3g-1"],
        );
        for side in Side::BOTH.into_iter().filter(|&side| viewer.is(side)) {
            let supplied = self.supplied(&now, side);
            for hex in now.held[side.index()].iter() {
                let mut units = now.stack(hex);
                let shade = if units.all(|piece| supplied.contains(piece)) { Shade::Plain } else { Shade::Strong };
                let marked = Marked::new(hex).of(side).shade(shade).why(self.supply_derivation(&now, supplied, hex));
                overlay.hexes.push(if shade == Shade::Strong { marked.label("out") } else { marked });
            }
            let hqs = self.hqs(&now, side).and(supplied);
            let asked = at.filter(|&hex| now.held[side.index()].contains(hex));
            overlay.lines.extend(match asked {
                Some(hex) => self.lines_of(&now, hqs, hex),
                None => hqs.iter().filter_map(|hq| self.source_trace(&now, hq)).collect(),
            });
        }
        overlay
    }

    /// The table as a Supply Phase would find it now: no line is kept, and bridges are given anew.
    fn traced_anew(&self, state: &State) -> State {
        let mut now = state.clone();
        now.traced = PieceSet::EMPTY;
        self.give_bridges(&mut now);
        now
    }

    /// Who would be out of supply if it were checked now [1.3-1, 1.3-2].
    pub(crate) fn out_of_supply(&self, state: &State) -> Vec<Shortage> {
        let now = self.traced_anew(state);
        let lacking = |side: Side| {
            let supplied = self.supplied(&now, side);
            let units = now.held[side.index()].iter().flat_map(|hex| now.stack(hex)).collect::<PieceSet>();
            units.without(supplied)
        };
        let told = |piece: Piece| {
            let (why, clauses) = self.lack(piece);
            let (id, hex) = (self.pieces.name_of(piece).to_string(), now.hex(piece));
            let text = format!(
                "{} {} would be out of supply: {why}.",
                self.pieces.kind_title(piece),
                self.pieces.title(piece)
            );
            Shortage { piece: id, hex, text, clauses }
        };
        Side::BOTH.into_iter().flat_map(|side| lacking(side).iter().map(told).collect::<Vec<_>>()).collect()
    }

    /// What a counter lacks that is out of supply.
    fn lack(&self, piece: Piece) -> (&'static str, Vec<Clause>) {
        match self.pieces.is_hq(piece) {
            true => ("no line to a supply source", clauses!["1.3-1", "1.3-4"]),
            false => ("no line to an HQ in supply", clauses!["1.3-2", "1.3a-1"]),
        }
    }

    /// The lines of what stands in a hex: to the nearest HQ in supply, and from there to a source.
    fn lines_of(&self, state: &State, hqs: PieceSet, hex: Hex) -> Vec<Trace> {
        let Some((hq, line)) = self.serving(state, hqs, hex) else { return Vec::new() };
        let (name, range) = (self.pieces.name_of(hq), self.pieces.counter(hq).range);
        let text = format!("{} hexes to {name}, whose range is {range}.", line.len() - 1);
        let to_hq = Trace::new(line, text, clauses!["1.3-2", "1.1a-5"]).of(side_of(hq)).shade(Shade::Strong);
        [to_hq].into_iter().filter(|line| line.hexes.len() > 1).chain(self.source_trace(state, hq)).collect()
    }

    /// The HQ in supply that serves a hex by the shortest line.
    fn serving(&self, state: &State, hqs: PieceSet, hex: Hex) -> Option<(Piece, Vec<Hex>)> {
        let lines = hqs.iter().filter_map(|hq| Some((hq, self.hq_line(state, hq, hex)?)));
        lines.min_by_key(|(_, line)| line.len())
    }

    /// The line of an HQ to a supply source, and whether it needs a bridge over the Marne, which only Germans mind
    /// [1.3-1, 1.3g-1].
    fn source_line(&self, state: &State, hq: Piece) -> Option<(Vec<Hex>, bool)> {
        let side = side_of(hq);
        let (open, sources) = (self.open_lines(state, side), &self.scenario(state).sources[side.index()]);
        let dry = ways::long_line(&self.steps, state.hex(hq), &open, sources, |_, _| side != GERMAN);
        let bridged = |hex, way| self.ground.crossing(hex, way).is_some_and(|at| self.is_bridged(state, at));
        let wet = || ways::long_line(&self.steps, state.hex(hq), &open, sources, bridged);
        dry.map(|line| (line, false)).or_else(|| wet().map(|line| (line, true)))
    }

    fn source_trace(&self, state: &State, hq: Piece) -> Option<Trace> {
        let (line, over) = self.source_line(state, hq)?;
        let mut line: Vec<Hex> = line;
        line.reverse();
        let name = self.pieces.name_of(hq);
        let (how, clauses) = match over {
            true => (", over a bridge of the Marne", clauses!["1.3-1", "1.3g-1", "1.3g-2"]),
            false => ("", clauses!["1.3-1"]),
        };
        let text = format!("{name} traces {} hexes to a supply source{how}.", line.len() - 1);
        (line.len() > 1).then(|| Trace::new(line, text, clauses).of(side_of(hq)))
    }

    /// Why what stands in a hex is in supply or not.
    fn supply_derivation(&self, state: &State, supplied: PieceSet, hex: Hex) -> Derivation {
        let side = if state.held[GERMAN.index()].contains(hex) { GERMAN } else { GERMAN.other() };
        let hqs = self.hqs(state, side).and(supplied);
        let served = self.serving(state, hqs, hex);
        let sum = Derivation::new(format!("Supply in {}", self.ground.label(hex)), "", clauses!["1.3-1", "1.3-2"]);
        let parts = state.stack(hex).map(|piece| {
            let name = self.pieces.name_of(piece);
            match (supplied.contains(piece), &served) {
                (true, _) if self.pieces.is_hq(piece) => {
                    Derivation::new(name, "a line to a supply source", clauses!["1.3-1"])
                }
                (true, Some((hq, line))) => {
                    let how = format!(
                        "{} of {} hexes to {}",
                        line.len() - 1,
                        self.pieces.counter(*hq).range,
                        self.pieces.name_of(*hq)
                    );
                    Derivation::new(name, how, clauses!["1.3-2", "1.1a-5"])
                }
                (true, None) => Derivation::new(name, "in supply", clauses!["1.3-2"]),
                (false, _) => {
                    let (why, clauses) = self.lack(piece);
                    Derivation::new(name, why, clauses)
                }
            }
        });
        let mut sum = parts.fold(sum, Derivation::with);
        let all = state.stack(hex).all(|piece| supplied.contains(piece));
        sum.value = if all { "in supply" } else { "out of supply" }.into();
        sum
    }

    /// The ranges of all HQs that can be seen, or of those in a hex [1.1a-5].
    fn range_overlay(&self, state: &State, at: Option<Hex>) -> Overlay {
        let all: Vec<Piece> = Side::BOTH.into_iter().flat_map(|side| self.hqs(state, side).iter()).collect();
        let here: Vec<Piece> = all.iter().copied().filter(|&hq| Some(state.hex(hq)) == at).collect();
        let shown = if here.is_empty() { all } else { here };
        let names: Vec<&str> = shown.iter().map(|&hq| self.pieces.name_of(hq)).collect();
        let text = match names.as_slice() {
            [] => "No HQ can be seen.".to_string(),
            [name] => format!("The hexes within the range of {name}."),
            _ => "The hexes within the range of each HQ that can be seen.".to_string(),
        };
        let mut reached: BTreeMap<(Side, Hex), Vec<(Piece, u8)>> = BTreeMap::new();
        for hq in shown {
            self.in_hq_range(state, hq, |hex, far| reached.entry((side_of(hq), hex)).or_default().push((hq, far)));
        }
        let marked = reached.into_iter().map(|((side, hex), hqs)| {
            let label = format!("{} HQs that reach {}", self.about().side_title(side), self.ground.label(hex));
            let sum = Derivation::new(label, hqs.len(), clauses!["1.3-2"]);
            let parts = hqs.iter().map(|&(hq, far)| {
                let how = format!("{far} of {} hexes", self.pieces.counter(hq).range);
                Derivation::new(self.unit_words(state, hq), how, clauses!["1.1a-5"])
            });
            let shade = if hqs.iter().any(|&(_, far)| far == 0) { Shade::Strong } else { Shade::Faint };
            Marked::new(hex).of(side).shade(shade).why(parts.fold(sum, Derivation::with))
        });
        Overlay::new(OverlayKind::Command, text, clauses!["1.1a-5", "1.3-2", "1.3-3"]).marking(marked)
    }

    /// The units that could come to a hex, or next to it, in their next Movement Phase.
    fn threat_overlay(&self, state: &State, viewer: Viewer, at: Hex) -> Overlay {
        let mut threats = Vec::new();
        for side in overlay::threatening(viewer, state.holder(at)) {
            let mut theirs = state.clone();
            (theirs.side, theirs.spent, theirs.group) = (side, 0, PieceSet::EMPTY);
            threats.extend(theirs.units(side).iter().filter_map(|unit| self.threat(&theirs, unit, at)));
        }
        overlay::threats(at, &self.ground.label(at), threats, clauses!["scs/3.1a", "scs/7.0a"])
    }

    fn threat(&self, state: &State, unit: Piece, at: Hex) -> Option<Threat> {
        if self.pieces.is_hq(unit) || state.hex(unit) == at {
            return None;
        }
        let (from, side, group) = (state.hex(unit), side_of(unit), [unit].into_iter().collect());
        let budget = self.budget(state, group);
        let empty = state.holder(at).is_none();
        let near = |hex: Hex| if empty { hex == at } else { self.ground.board().distance(hex, at) == 1 };
        let (mut way, cost) = self.range(state, group, from, budget, |ways| {
            let goal = ways.reached().iter().copied().filter(|&hex| near(hex)).min_by_key(|&hex| ways.cost(hex))?;
            Some((ways.back(goal).collect::<Vec<Hex>>(), ways.cost(goal)?))
        })?;
        way.reverse();
        let (at_once, spent) = (way.len() == 1, format!("{} of {} MP", half_points(cost), half_points(budget)));
        let how = overlay::approach(!empty, at_once, spent);
        let clauses = if at_once { clauses!["scs/7.0a"] } else { clauses!["scs/3.1a", "scs/3.1c"] };
        Some(Threat { from, side, unit: self.unit_words(state, unit), how, at_once, way, clauses })
    }

    /// The hexes that are worth points, and who scores them [6.1/vp-a, 7.1/vp-a3, 7.3/vp, 7.4/vp].
    fn victory_overlay(&self, state: &State) -> Overlay {
        let scenario = self.scenario(state);
        let prizes = scenario.prizes.iter().map(|prize| {
            let scorer = self.scorer(state, prize);
            let whose = match (scorer, prize.side) {
                (Some(side), _) => format!("scored by the {} side", self.about().side_title(side)),
                (None, Some(side)) => {
                    format!("for the {} side, which has no combat unit there", self.about().side_title(side))
                }
                (None, None) => "nobody's".to_string(),
            };
            let label = format!("{} points in {}", prize.points, self.ground.label(prize.hex));
            let shade = if scorer.is_some() { Shade::Strong } else { Shade::Plain };
            let why = Derivation::new(label, whose, self.prize_clauses(state));
            Marked::new(prize.hex).of(scorer.or(prize.side)).shade(shade).label(prize.points).why(why)
        });
        let trenches = self.scored_trenches(state).iter().filter(|_| scenario.trench_points > 0).map(|hex| {
            let taken = self.occupies(state, GERMAN, hex);
            let shade = if taken { Shade::Strong } else { Shade::Faint };
            let held = if taken { "a German combat unit is in it" } else { "not taken" };
            let why = Derivation::new(
                format!("French trench {}", self.ground.label(hex)),
                held,
                clauses!["7.1/vp-a3", "7.1/vp-a4"],
            );
            Marked::new(hex).of(GERMAN).shade(shade).label(scenario.trench_points).why(why)
        });
        let text = match scenario.prizes.is_empty() && scenario.trench_points == 0 {
            true => "No hex is worth points: divisions across the Marne are.",
            false => "The hexes that are worth points: strong where they are scored now.",
        };
        let clauses = [self.prize_clauses(state), vec![self.victory_clause(state)]].concat();
        Overlay::new(OverlayKind::Victory, text, clauses).marking(prizes).marking(trenches)
    }

    /// Who was last to enter each hex: faint, and plain where he stands (ruling 36).
    fn holding_overlay(&self, state: &State) -> Overlay {
        let marked = self.scenario(state).area.iter().map(|hex| {
            let shade = if state.holder(hex).is_some() { Shade::Plain } else { Shade::Faint };
            Marked::new(hex).of(self.controller(state, hex)).shade(shade)
        });
        let text = "The side that was last to enter each hex; darker where its units stand.";
        Overlay::new(OverlayKind::Holdings, text, clauses!["7.3/vp", "7.4/vp"]).marking(marked)
    }
}
