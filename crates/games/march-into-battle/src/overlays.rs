//! What the book has to say of the whole board: zones of control and fields of fire, ranges of leaders, fronts, points, and
//! who could come where.

use crate::MarchIntoBattle;
use crate::ground::Hexes;
use crate::pieces::Arm;
use crate::state::{Place, State, Unit, mark};
use engine::overlay::{self, Drawn, Shortage, Threat};
use engine::{Derivation, Marked, Overlay, OverlayInfo, OverlayKind, Rules, Shade, Side, Viewer, clauses};
use hexboard::Hex;

/// What the enemy can see of what is marked on a unit and lasts beyond its activation.
const LASTING: u32 = mark::DISORGANIZED | mark::SMASHED | mark::EXTENDED;

#[engine::by_the_book]
impl MarchIntoBattle {
    pub(crate) fn known_overlays() -> Vec<Drawn<Self>> {
        vec![
            OverlayInfo::new(
                OverlayKind::Zones,
                "Zones of control",
                "The hexes in each side's zones of control and fields of fire.",
                clauses!["6.2a", "6.2b", "6.2c", "6.2d", "8.2a"],
            )
            .drawn(|game, state, _| game.zone_overlay(state)),
            OverlayInfo::new(
                OverlayKind::Command,
                "Leaders",
                "The hexes within the range of each leader, and who is out of command.",
                clauses!["15.0", "2.2.4b"],
            )
            .drawn_with(|game, state, _, at| game.leader_overlay(state, at)),
            OverlayInfo::new(
                OverlayKind::Fire,
                "Fronts",
                "The front hexes of the units in a hex, and what a Grand Battery reaches.",
                clauses!["6.7a", "7.0d", "16.5g"],
            )
            .drawn_of(|game, state, _, hex| game.front_overlay(state, hex)),
            OverlayInfo::new(
                OverlayKind::Threat,
                "Who could come here",
                "The enemy units that could come next to a hex, or into it, in one activation if they are fit.",
                clauses!["6.0a", "7.0a"],
            )
            .drawn_of(|game, state, viewer, hex| game.threat_overlay(&game.known_to(state, viewer), viewer, hex)),
            OverlayInfo::new(
                OverlayKind::Victory,
                "Places that count",
                "The places that are worth points, and who controls them.",
                clauses!["15.0"],
            )
            .drawn(|game, state, _| game.place_overlay(state)),
        ]
    }

    /// The zones of control: faint where an enemy unit negates them [6.2c], strong where they are fields of fire [8.2a].
    fn zone_overlay(&self, state: &State) -> Overlay {
        let text = "Zones of control: faint where they are negated, strong where they are fields of fire.";
        let mut overlay = Overlay::new(OverlayKind::Zones, text, clauses!["6.2a", "6.2b", "6.2c", "6.2d", "8.2a"]);
        for side in Side::BOTH {
            let fields = self.fields_of_fire(state, side);
            let negated = self.screened(state, side.other(), Unit::NONE);
            for hex in self.zones(state, side, false).iter() {
                let whose: Vec<Unit> =
                    self.units_of(state, side).filter(|&unit| self.zone_covers(state, unit, hex)).collect();
                let label = format!("{} zone of control", self.about().side_title(side));
                let sum = Derivation::new(label, format!("in {}", self.label(state, hex)), clauses!["6.2d", "6.2h"]);
                let parts = whose.iter().map(|&unit| {
                    let clauses = if self.is_cavalry(state, unit) { clauses!["6.2a"] } else { clauses!["6.2b"] };
                    let from = self.label(state, state.chart(unit).hex);
                    Derivation::new(&self.unit(state, unit).title, format!("from {from}"), clauses)
                });
                let mut why = parts.fold(sum, Derivation::with);
                if fields.contains(hex) {
                    why = why.with(Derivation::new("field of fire", "from higher ground", clauses!["8.2a"]));
                }
                if negated.contains(hex) {
                    why = why.with(Derivation::new("negated", "an enemy unit is there", clauses!["6.2c"]));
                }
                let shade = match (negated.contains(hex), fields.contains(hex)) {
                    (true, _) => Shade::Faint,
                    (false, true) => Shade::Strong,
                    (false, false) => Shade::Plain,
                };
                overlay.hexes.push(Marked::new(hex).of(side).shade(shade).why(why));
            }
        }
        overlay
    }

    /// Whether a unit's zone reaches a hex.
    fn zone_covers(&self, state: &State, unit: Unit, hex: Hex) -> bool {
        let mut covered = Hexes::EMPTY;
        for from in self.hexes_of(state, unit) {
            self.spread(state, self.zone_bits(state, unit, from), from, &mut covered);
        }
        covered.contains(hex)
    }

    /// The ranges of the leaders on the map, or of those in a hex; units out of command stand out (M-2).
    fn leader_overlay(&self, state: &State, at: Option<Hex>) -> Overlay {
        let (battle, ground) = (self.battle(state), self.ground(state));
        let all = (0..battle.leaders.len()).filter(|&index| state.leaders[index].place == Place::Map);
        let all: Vec<usize> = all.collect();
        let here: Vec<usize> = all.iter().copied().filter(|&index| Some(state.leaders[index].hex) == at).collect();
        let text = match here.as_slice() {
            [] => "The hexes within the range of the leaders; units out of command stand out.".to_string(),
            [index] => format!("The hexes within the range of {}.", battle.leaders[*index].title),
            _ => "The hexes within the range of the leaders here.".to_string(),
        };
        let shown = if here.is_empty() { all } else { here };
        let mut overlay = Overlay::new(OverlayKind::Command, text, clauses!["15.0", "2.2.4b"]);
        for side in Side::BOTH {
            let own: Vec<usize> = shown.iter().copied().filter(|&index| battle.leaders[index].side == side).collect();
            for hex in ground.board().hexes() {
                let reach =
                    |&&index: &&usize| ground.distance(state.leaders[index].hex, hex) <= battle.leaders[index].rating;
                let near: Vec<usize> = own.iter().filter(reach).copied().collect();
                let lost = |unit: &Unit| self.side_of(state, *unit) == side && !self.in_command(state, *unit);
                let lost: Vec<Unit> = state.stack(hex).filter(lost).collect();
                if near.is_empty() && lost.is_empty() {
                    continue;
                }
                let label = format!("{} command in {}", self.about().side_title(side), self.label(state, hex));
                let value = if lost.is_empty() { "in range" } else { "out of command" };
                let sum = Derivation::new(label, value, clauses!["15.0"]);
                let leaders = near.iter().map(|&index| {
                    let leader = &battle.leaders[index];
                    let away = ground.distance(state.leaders[index].hex, hex);
                    Derivation::new(&leader.title, format!("{away} of {} hexes", leader.rating), clauses!["2.2.4b"])
                });
                let lost_parts = lost
                    .iter()
                    .map(|&unit| Derivation::new(&self.unit(state, unit).title, "out of command", clauses!["15.0"]));
                let why = leaders.chain(lost_parts).fold(sum, Derivation::with);
                let marked = Marked::new(hex).of(side).why(why);
                overlay.hexes.push(match lost.is_empty() {
                    true => marked.shade(Shade::Faint),
                    false => marked.shade(Shade::Strong).label("out"),
                });
            }
        }
        overlay
    }

    /// Who would be out of command if an activation began now (M-2) [15.0].
    pub(crate) fn out_of_command(&self, state: &State) -> Vec<Shortage> {
        let lost = self.all_units(state).filter(|&unit| state.on_map(unit) && !self.in_command(state, unit));
        let told = |unit: Unit| {
            let data = self.unit(state, unit);
            let text = format!("{} would be out of command: no leader of its own is within range.", data.title);
            Shortage { piece: data.id.clone(), hex: state.chart(unit).hex, text, clauses: clauses!["15.0"] }
        };
        lost.map(told).collect()
    }

    /// The front hexes of what stands in a hex [6.7a, 7.0d], and what a Grand Battery there reaches [16.5g].
    fn front_overlay(&self, state: &State, at: Hex) -> Overlay {
        let (ground, label) = (self.ground(state), self.label(state, at));
        let units: Vec<Unit> = state.stack(at).collect();
        let Some(&first) = units.first() else {
            return Overlay::new(OverlayKind::Fire, format!("Nobody stands in {label}."), clauses!["6.7a"]);
        };
        let side = self.side_of(state, first);
        let bears = |unit: Unit, hex: Hex| match self.arm(state, unit) {
            Arm::Battery => self.reaches(state, unit, hex),
            _ => self.way_to(state, at, hex).is_some_and(|way| {
                self.fronts(state, unit, at) >> way & 1 == 1 && self.can_strike(state, side, at, way.into())
            }),
        };
        let near = ground.board().within(at, self.tables.limits.battery_range.max(1).into());
        let marked = near.filter(|&hex| hex != at).filter_map(|hex| {
            let bearing: Vec<Unit> = units.iter().copied().filter(|&unit| bears(unit, hex)).collect();
            let sum = Derivation::new(format!("Front to {}", self.label(state, hex)), bearing.len(), clauses!["6.7a"]);
            let parts = bearing.iter().map(|&unit| match self.arm(state, unit) {
                Arm::Battery => Derivation::new(&self.unit(state, unit).title, "can bombard", clauses!["16.5g"]),
                _ => Derivation::new(&self.unit(state, unit).title, "can attack", clauses!["7.0d", "6.7a"]),
            });
            let enemy = state.held[side.other().index()].contains(hex);
            let shade = if enemy { Shade::Strong } else { Shade::Plain };
            let why = parts.fold(sum, Derivation::with);
            (!bearing.is_empty()).then(|| Marked::new(hex).of(side).shade(shade).why(why))
        });
        let text = format!("The front hexes of what stands in {label}.");
        Overlay::new(OverlayKind::Fire, text, clauses!["6.7a", "7.0d", "16.5g"]).marking(marked)
    }

    /// The table as a viewer sees it: what he may not know of the enemy's fatigue is supposed to be none, and everybody
    /// begins his activation anew.
    fn known_to(&self, state: &State, viewer: Viewer) -> State {
        let mut known = state.clone();
        for unit in self.all_units(state) {
            let hidden = !viewer.is(self.side_of(state, unit));
            let chart = known.chart_mut(unit);
            (chart.spent, chart.marks) = (0, chart.marks & LASTING);
            if hidden {
                (chart.fatigue, chart.stragglers, chart.fresh) = (0, 0, 0);
            }
        }
        for (index, formation) in self.battle(state).formations.iter().enumerate() {
            if !viewer.is(formation.side) {
                known.level[index] = 0;
            }
        }
        known
    }

    /// The units that could come next to a hex, or into it, in one activation [6.0a].
    fn threat_overlay(&self, state: &State, viewer: Viewer, at: Hex) -> Overlay {
        let holder = Side::BOTH.into_iter().find(|&side| state.holds(side, at));
        let sides = overlay::threatening(viewer, holder);
        let units = sides.flat_map(|side| self.units_of(state, side).collect::<Vec<Unit>>());
        let threats = units.filter_map(|unit| self.threat(state, unit, at, holder.is_some()));
        overlay::threats(at, &self.label(state, at), threats.collect(), clauses!["6.0a", "7.0a"])
    }

    fn threat(&self, state: &State, unit: Unit, at: Hex, held: bool) -> Option<Threat> {
        let (from, side) = (state.chart(unit).hex, self.side_of(state, unit));
        let strikes = |hex: Hex| {
            let way = self.way_to(state, hex, at);
            way.is_some_and(|way| self.can_strike(state, side, hex, way.into()))
        };
        let near = |hex: Hex| if held { strikes(hex) } else { hex == at };
        if self.arm(state, unit) == Arm::Battery || from == at {
            return None;
        }
        let name = self.unit(state, unit).title.clone();
        if near(from) {
            let (how, way) = ("stands next to it".to_string(), vec![from, at]);
            return Some(Threat { from, side, unit: name, how, at_once: true, way, clauses: clauses!["7.0a"] });
        }
        let ways = self.ways(state, unit);
        let goal = ways.reached.iter().filter(|&hex| near(hex)).min_by_key(|&hex| ways.cost(hex))?;
        let how = overlay::approach(held, false, format_args!("{} of {} MP", ways.cost(goal), ways.budget));
        Some(Threat { from, side, unit: name, how, at_once: false, way: vec![from, goal], clauses: clauses!["6.0a"] })
    }

    /// The places that are worth points, and who controls them (M-5).
    fn place_overlay(&self, state: &State) -> Overlay {
        let battle = self.battle(state);
        let owner = |hex: Hex| Side::BOTH.into_iter().find(|&side| self.controls(state, side, hex));
        let objectives = battle.objectives.iter().map(|objective| {
            let [first, second] = Side::BOTH.map(|side| {
                format!("{} to the {} side", objective.points[side.index()], self.about().side_title(side))
            });
            let worth =
                Derivation::new(self.place_name(state, objective.hex), format!("{first}, {second}"), clauses!["15.0"]);
            let points = objective.points.iter().copied().max().unwrap_or(0);
            Marked::new(objective.hex).of(owner(objective.hex)).shade(Shade::Strong).label(points).why(worth)
        });
        let each_turn = battle.each_turn.iter().flat_map(|each| each.hexes.iter().map(move |hex| (each, hex)));
        let each_turn = each_turn.map(|(each, hex)| {
            let [from, to] = each.turns;
            let side = self.about().side_title(each.side);
            let worth = format!("{} a turn to the {side} side, turns {from} to {to}", each.points);
            let why = Derivation::new(self.place_name(state, hex), worth, clauses!["15.0"]);
            Marked::new(hex).of(owner(hex)).label(each.points).why(why)
        });
        let cuts = battle.cuts.iter().enumerate().flat_map(|(at, cut)| cut.hexes.iter().map(move |hex| (at, cut, hex)));
        let cuts = cuts.map(|(at, cut, hex)| {
            let done = state.once & 2 << at != 0;
            let side = self.about().side_title(cut.side);
            let cut_words = if done { "cut already" } else { "to be cut once" };
            let worth = format!("{} to the {side} side, {cut_words}, from turn {}", cut.points, cut.from_turn);
            let why = Derivation::new(self.place_name(state, hex), worth, clauses!["15.0"]);
            let shade = if done { Shade::Faint } else { Shade::Plain };
            Marked::new(hex).of(cut.side).shade(shade).label(cut.points).why(why)
        });
        let text = "The places that are worth points, and who controls them.";
        Overlay::new(OverlayKind::Victory, text, clauses!["15.0"]).marking(objectives).marking(each_turn).marking(cuts)
    }
}
