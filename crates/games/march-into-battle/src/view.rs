//! 2.5 Fog of war: the counters are open, the force charts are not.

use crate::MarchIntoBattle;
use crate::ground::Hexes;
use crate::movement::facing_name;
use crate::pieces::{Arm, Leader};
use crate::roster::leader_values;
use crate::scenarios::Start;
use crate::state::{Phase, Place, Stage, State, Step, Unit, Units, mark, option};
use crate::status::LEVELS;
use engine::view::{self, Fact, Holding, Marker, Marks, Place as At, Track, Value, View, Viewer};
use engine::{Clause, Dice, FactKind, Mark, MarkerKind, Outcome, Rules, Side, ValueName, clauses};
use hexboard::{Direction, Hex};

/// What can be seen of a unit or a leader.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Face {
    battle: u8,
    who: Who,
    /// The hexes where it stands; none beside the map.
    hexes: [Hex; 2],
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Who {
    Leader(u8),
    Unit(Standing),
}

/// How a unit stands.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
struct Standing {
    unit: Unit,
    strength: u8,
    morale: u8,
    movement: u8,
    /// Fatigue, stragglers, batteries and organic cavalry, where the viewer may know them.
    charted: Option<[u8; 4]>,
    facing: Option<u8>,
    steps: u8,
    marks: Marks,
    /// Whether it is in command, and how far it may still move, told to its own side.
    led: Option<bool>,
    may_move: Option<u8>,
}

#[engine::by_the_book]
impl MarchIntoBattle {
    /// The table as a viewer may see it, but for the counters.
    pub(crate) fn look(&self, state: &State, viewer: Viewer) -> View {
        let (id, title) = self.phase_name(state);
        let head = View::new(self.about(), state.turn, view::Phase::new(id, title), self.decision(state), |outcome| {
            self.ending(state, outcome)
        });
        View {
            markers: self.visible_markers(state),
            boxes: self.boxes(state, viewer),
            tracks: self.tracks(state),
            facts: self.facts(state, viewer),
            calendar: self.calendar(state),
            ..head
        }
    }

    /// How the battle ended: `Austrian minor victory: the French are 1 point behind`.
    fn ending(&self, state: &State, outcome: Outcome) -> String {
        let sides = &self.battle(state).sides;
        if let (Some(winner), true) = (outcome.winner, outcome.is_concession()) {
            let [won, lost] = [winner, winner.other()].map(|side| &sides[side.index()]);
            return format!("{won} victory: the {lost} side gives up");
        }
        let verdict = match outcome.winner {
            Some(_) => self.verdict(state, outcome.margin as i16),
            None => "A draw".into(),
        };
        let points = |margin: i32| format!("{margin} point{}", if margin == 1 { "" } else { "s" });
        let (first, draw) = (&sides[0], self.battle(state).bands.draw);
        match outcome.margin {
            0 => format!("{verdict}: both sides have the same points"),
            // Where they must be ahead to get as much as a draw.
            margin if margin > 0 && outcome.winner == Some(Side::Second) => {
                format!("{verdict}: the {first} are {} ahead, and {draw} were needed for a draw", points(margin))
            }
            margin if margin > 0 => format!("{verdict}: the {first} are {} ahead", points(margin)),
            margin => format!("{verdict}: the {first} are {} behind", points(-margin)),
        }
    }

    fn phase_name(&self, state: &State) -> (&'static str, &'static str) {
        match state.phase {
            Phase::Dawn => ("I", "Reinforcement Phase"),
            Phase::Hold(_) => ("hold", "Reserves"),
            Phase::Order => ("order", "Order of play"),
            Phase::Chits => ("initiative", "Initiative"),
            Phase::Draw => ("III.A", "Draw"),
            Phase::Command => ("command", "Leaders"),
            Phase::Units => ("III.B", "Actions"),
            Phase::Declare | Phase::Answer => ("declare", "Attacks"),
            Phase::Resolve => ("combat", "Combat"),
            Phase::Leave | Phase::Evict => ("fields", "Fields of fire"),
            Phase::Bombard(_) => ("bombard", "Bombardment"),
            Phase::Over => ("IV", "The end"),
        }
    }

    /// Positions, strengths and markers on the map are open [2.5a, 2.2.1f]; the force chart is its owner's [2.5b], but
    /// whether a unit has guns shows by its zone [2.5d].
    pub(crate) fn visible_pieces(&self, state: &State, viewer: Viewer) -> Vec<Face> {
        let mut pieces = Vec::new();
        for hex in self.ground(state).board().hexes() {
            let stack: Vec<Unit> = state.stack(hex).filter(|&unit| state.chart(unit).hex == hex).collect();
            pieces.extend(stack.into_iter().rev().map(|unit| self.unit_view(state, unit, viewer)));
            let leaders = (0..self.battle(state).leaders.len())
                .filter(|&index| state.leaders[index].place == Place::Map && state.leaders[index].hex == hex);
            pieces.extend(leaders.map(|index| self.leader_seen(state, index)));
        }
        let waiting = self.all_units(state).filter(|&unit| state.chart(unit).place == Place::Waiting);
        pieces.extend(waiting.map(|unit| self.unit_view(state, unit, viewer)));
        let waiting =
            (0..self.battle(state).leaders.len()).filter(|&index| state.leaders[index].place == Place::Waiting);
        pieces.extend(waiting.map(|index| self.leader_seen(state, index)));
        pieces
    }

    fn unit_view(&self, state: &State, unit: Unit, viewer: Viewer) -> Face {
        let (data, chart) = (self.unit(state, unit), state.chart(unit));
        let movement = if data.movement == 0 && chart.parent != Unit::NONE {
            self.unit(state, chart.parent).movement
        } else {
            data.movement
        };
        let (is_own, on_map) = (viewer.is(data.side) && data.arm != Arm::Battery, chart.place == Place::Map);
        let told = is_own && on_map;
        let is_moving = state.is_active(chart.formation) && !chart.is(mark::FINISHED);
        let standing = Standing {
            unit,
            strength: self.strength(state, unit),
            morale: chart.morale,
            movement,
            charted: is_own.then_some([chart.fatigue, chart.stragglers, chart.guns, chart.organic]),
            facing: on_map.then_some(chart.facing),
            steps: chart.steps.max(1),
            marks: self.marks(state, unit, viewer),
            led: told.then(|| self.in_command(state, unit)),
            may_move: (told && is_moving).then(|| self.allowance(state, unit)),
        };
        let hexes = if on_map { [chart.hex, chart.second] } else { [Hex::NONE; 2] };
        Face { battle: state.scenario, who: Who::Unit(standing), hexes }
    }

    pub(crate) fn piece_view(&self, face: Face) -> view::Piece {
        let battle = &self.scenarios[usize::from(face.battle)];
        let hexes = face.hexes.into_iter().filter(|&hex| hex != Hex::NONE);
        let labels: Vec<String> = hexes.map(|hex| battle.ground.label(hex)).collect();
        let place = if labels.is_empty() { At::Box("arrivals".into()) } else { At::Hexes(labels) };
        let standing = match face.who {
            Who::Leader(index) => return self.leader_view(&battle.leaders[usize::from(index)], place),
            Who::Unit(standing) => standing,
        };
        let data = &battle.units[standing.unit.index()];
        let value = |name: ValueName, value: u8| Value { name, value: value.to_string() };
        let mut values = vec![
            value(ValueName::Strength, standing.strength),
            value(ValueName::Morale, standing.morale),
            value(ValueName::Movement, standing.movement),
        ];
        if let Some([fatigue, stragglers, batteries, organic]) = standing.charted {
            values.push(value(ValueName::Fatigue, fatigue));
            values.push(value(ValueName::Stragglers, stragglers));
            values.push(value(ValueName::Batteries, batteries));
            values.push(value(ValueName::OrganicCavalry, organic));
        }
        view::Piece {
            id: Some(data.id.clone()),
            side: self.about().side_id(data.side).to_string(),
            nation: Some(data.nation.clone()),
            kind: data.arm.symbol().to_string(),
            size: match data.arm {
                Arm::Infantry | Arm::LightCavalry | Arm::HeavyCavalry => Some("division".into()),
                Arm::Detachment => Some("brigade".into()),
                Arm::Battery => None,
            },
            values,
            place,
            facing: standing.facing.map(|facing| facing_name(battle.ground.board(), facing).to_string()),
            steps: standing.steps,
            marks: standing.marks.iter().collect(),
            notes: notes(standing),
            covers: None,
        }
    }

    /// The markers that lie on a counter [2.4]; with the Lite rules also one under units that miss stragglers [10.0d].
    fn marks(&self, state: &State, unit: Unit, viewer: Viewer) -> Marks {
        let chart = state.chart(unit);
        let mut marks = Marks::default();
        let words = [
            (mark::DISORGANIZED, Mark::Disorganized),
            (mark::SMASHED, Mark::Smashed),
            (mark::EXTENDED, Mark::ExtendedLine),
            (mark::HELD, Mark::HeldBack),
            (mark::CATCHING_UP, Mark::CatchingUp),
            (mark::READY, Mark::Ready),
            (mark::DOUBLE, Mark::DoubleTime),
        ];
        marks.extend(words.into_iter().filter(|&(bit, _)| chart.is(bit)).map(|(_, word)| word));
        if chart.guns > 0 && self.arm(state, unit) != Arm::Battery {
            marks.push(Mark::Guns);
        }
        if state.plays(option::LITE) && chart.stragglers > 0 && viewer.is(self.side_of(state, unit)) {
            marks.push(Mark::Stragglers);
        }
        if self.arm(state, unit) == Arm::LightCavalry {
            marks.push(Mark::Light);
        }
        if chart.is(mark::FINISHED) {
            marks.push(Mark::Moved);
        }
        if state.plan.aim[unit.index()] != [0; 2] {
            marks.push(Mark::Attacking);
        }
        marks
    }

    fn leader_seen(&self, state: &State, index: usize) -> Face {
        let chart = &state.leaders[index];
        let hex = if chart.place == Place::Map { chart.hex } else { Hex::NONE };
        Face { battle: state.scenario, who: Who::Leader(index as u8), hexes: [hex, Hex::NONE] }
    }

    fn leader_view(&self, data: &Leader, place: At) -> view::Piece {
        view::Piece {
            id: Some(data.id.clone()),
            side: self.about().side_id(data.side).to_string(),
            nation: Some(data.nation.clone()),
            kind: "leader".into(),
            size: Some(if data.commander { "army" } else { "corps" }.into()),
            values: leader_values(data),
            place,
            facing: None,
            steps: 1,
            marks: Vec::new(),
            notes: Vec::new(),
            covers: None,
        }
    }

    /// Who controls the places, and bridges that are down.
    fn visible_markers(&self, state: &State) -> Vec<Marker> {
        let mut markers = Vec::new();
        for (at, &(hex, _)) in self.battle(state).places.iter().enumerate() {
            let side = match state.control[at] {
                1 => Side::First,
                2 => Side::Second,
                _ => continue,
            };
            let side = Some(self.about().side_id(side).to_string());
            markers.push(Marker { kind: MarkerKind::Control, hexes: vec![self.label(state, hex)], count: 1, side });
        }
        if let Some(bridges) = &self.battle(state).bridges {
            for way in (0..6).filter(|way| state.bridges >> way & 1 == 1) {
                let beyond = self.ground(state).neighbours[bridges.hex.index()][way];
                let hexes = vec![self.label(state, bridges.hex), self.label(state, beyond)];
                markers.push(Marker { kind: MarkerKind::DestroyedBridge, hexes, count: 1, side: None });
            }
        }
        markers
    }

    fn boxes(&self, state: &State, viewer: Viewer) -> Vec<Holding> {
        let battle = self.battle(state);
        let chits = |bits: u16| {
            let names = battle.formations.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
            names.map(|(_, formation)| (formation.id.clone(), 1)).collect::<Vec<_>>()
        };
        let mut boxes = vec![
            Holding::new("cup", "Chits in the cup", chits(state.cup)),
            Holding::new("active", "Active", chits(state.active)),
            Holding::new("arrivals", "Arrivals beside the map", Vec::new()),
        ];
        for side in Side::BOTH {
            let gone = |place: Place| {
                self.all_units(state)
                    .filter(|&unit| state.chart(unit).place == place && self.side_of(state, unit) == side)
                    .filter(|&unit| self.unit(state, unit).steps > 0)
                    .map(|unit| (self.unit(state, unit).title.clone(), 1))
                    .collect::<Vec<_>>()
            };
            let (id, title) = (self.about().side_id(side), &battle.sides[side.index()]);
            boxes.push(Holding::new(format!("lost-{id}"), format!("{title} units lost"), gone(Place::Gone)));
            let exited = gone(Place::Exited);
            boxes.push(Holding::new(format!("exited-{id}"), format!("{title} units off the map"), exited));
            if viewer.is(side) {
                boxes.push(self.force_chart(state, side));
            }
        }
        boxes
    }

    /// Divisions whose hour has not come [3.I].
    fn calendar(&self, state: &State) -> Vec<view::Arrival> {
        let battle = self.battle(state);
        let due = self.all_units(state).filter(|&unit| state.chart(unit).place == Place::Away);
        view::calendar(due.filter_map(|unit| {
            let Start::Arrives { turn, entry } = battle.unit_starts[unit.index()] else { return None };
            let side = self.about().side_id(self.side_of(state, unit)).to_string();
            let place = battle.entries[usize::from(entry)].id.clone();
            Some((turn.into(), side, place, self.unit(state, unit).title.clone()))
        }))
    }

    /// The force chart of a side: a line for each unit, or with fatigue by formation also for each formation [2.5b, 11.2a].
    fn force_chart(&self, state: &State, side: Side) -> Holding {
        let battle = self.battle(state);
        let mut contents = Vec::new();
        if state.plays(option::LITE) {
            for (index, formation) in
                battle.formations.iter().enumerate().filter(|(_, formation)| formation.side == side)
            {
                contents.push((format!("{}: {}", formation.title, Self::level_name(state.level[index])), 1));
            }
        }
        for unit in self.units_of(state, side) {
            let chart = state.chart(unit);
            let data = self.unit(state, unit);
            let mut line = format!("{}: {} steps", data.title, chart.steps);
            let mut add = |what: &str, count: u8| {
                if count > 0 {
                    line.push_str(&format!(", {what} {count}"));
                }
            };
            add("stragglers", chart.stragglers);
            if !state.plays(option::LITE) {
                add("fatigue", chart.fatigue);
            }
            add("G", chart.guns);
            add("C", chart.organic);
            contents.push((line, 1));
        }
        let title = format!("{} force chart", battle.sides[side.index()]);
        Holding::new(format!("chart-{}", self.about().side_id(side)), title, contents)
    }

    fn tracks(&self, state: &State) -> Vec<Track> {
        let battle = self.battle(state);
        let at = usize::from(state.turn).saturating_sub(1).min(battle.turns.len() - 1);
        let mut tracks = vec![Track::new("turn", "Game Turn Chart", battle.turns.iter().cloned(), at)];
        if self.plays_initiative(state) || state.plays(option::PBEM) {
            let end = self.tables.limits.initiative_end;
            let space = |box_: i8| match box_ {
                0 => "0".to_string(),
                1.. => format!("{} {box_}", battle.sides[0]),
                _ => format!("{} {}", battle.sides[1], -box_),
            };
            let spaces = (-end..=end).map(space);
            tracks.push(Track::new("initiative", "Initiative Track", spaces, (state.initiative + end) as usize));
        }
        tracks
    }

    /// The score as far as a viewer may know it: points that hang on hidden fatigue are counted for its owner, and for
    /// everybody when the battle is over [2.5b].
    fn score_fact(&self, state: &State, side: Side, viewer: Viewer) -> String {
        let open = viewer.is(side) || state.outcome.is_some();
        let (total, sum) = self.opened_score(state, side, open);
        let parts: Vec<String> = sum.parts.iter().map(|part| format!("{} {}", part.label, part.value)).collect();
        let parts = if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) };
        let hidden = !open && self.battle(state).saved.iter().any(|saved| saved.side == side && saved.on_map);
        let more = if hidden { ", and divisions saved that are not tired, counted at the end" } else { "" };
        format!("{}: {total} points{parts}{more}.", self.battle(state).sides[side.index()])
    }

    fn facts(&self, state: &State, viewer: Viewer) -> Vec<Fact> {
        let mut facts = Vec::new();
        let mut fact = |kind, clauses: Vec<Clause>, text: String| facts.push(Fact { kind, text, clauses });
        for side in Side::BOTH {
            fact(FactKind::Score, clauses!["DN.2"], self.score_fact(state, side, viewer));
        }
        if self.battle(state).release.is_some() && !self.is_released(state) {
            fact(FactKind::Army, clauses!["15.0"], "The grenadiers are not released.".into());
        }
        if state.active != 0 {
            let formations = &self.battle(state).formations;
            let names = (0..formations.len()).filter(|&index| state.is_active(index as u8));
            let names: Vec<_> = names.map(|index| formations[index].title.as_str()).collect();
            fact(FactKind::Order, clauses!["2.3c"], format!("Active: {}.", names.join(", ")));
        }
        facts
    }

    /// The state as a side may guess it: enemy charts as they were printed, where they show guns at all.
    pub(crate) fn guess(&self, state: &State, side: Side) -> State {
        let mut guess = state.clone();
        let enemy = side.other();
        for unit in self.all_units(state).filter(|&unit| self.side_of(state, unit) == enemy) {
            let data = self.unit(state, unit);
            let chart = guess.chart_mut(unit);
            if data.arm == Arm::Battery {
                continue;
            }
            chart.fatigue = 0;
            chart.stragglers = u8::from(chart.is(mark::SMASHED));
            chart.fresh = 0;
            chart.organic = data.organic;
            if chart.guns > 0 {
                chart.guns = data.guns.max(1);
            }
        }
        for (index, formation) in self.battle(state).formations.iter().enumerate() {
            if formation.side == enemy {
                guess.level[index] = 0;
            }
        }
        guess
    }

    /// Enemy units whose charts the combats at hand open, or whose next steps depend on them [2.5c].
    fn disclosed(&self, state: &State) -> Units {
        // A unit that is just acting shows what it can do.
        let acting = match state.step {
            Step::Act(unit) | Step::Arrive(unit, _) | Step::Settle(unit) | Step::Flee(unit) => {
                [unit].into_iter().collect()
            }
            _ if state.interrupted != Unit::NONE => [state.interrupted].into_iter().collect(),
            _ => Units::EMPTY,
        };
        let fighting = state.fight.stage != Stage::None || matches!(state.phase, Phase::Resolve | Phase::Bombard(_));
        if !fighting {
            return acting;
        }
        let ground = self.ground(state);
        let mut places: Hexes = state.fight.from | state.fight.hexes().iter().copied().collect();
        for combat in state.plan.open() {
            places.extend(state.plan.combats[combat].hexes().iter().copied());
            for unit in state.plan.attackers(combat).iter() {
                places.extend(self.hexes_of(state, unit));
            }
        }
        let involved = state.fight.attackers.or(state.fight.defenders);
        let far = self.battle(state).far_guns.as_ref();
        self.all_units(state)
            .filter(|&unit| {
                let near = |hex: Hex| places.iter().any(|place| ground.distance(place, hex) <= 2);
                involved.contains(unit)
                    || (state.on_map(unit) && self.hexes_of(state, unit).any(near))
                    || far.is_some_and(|far| state.on_map(unit) && far.guns.contains(state.chart(unit).hex))
            })
            .collect()
    }

    /// Draws what `side` cannot see anew: fatigue, stragglers, batteries and organic cavalry of the enemy, as they are
    /// likely to be.
    pub(crate) fn shuffle(&self, state: &State, side: Side, dice: &mut impl Dice) -> State {
        let mut other = state.clone();
        let enemy = side.other();
        let open = self.disclosed(state);
        let (tired, spent) = (self.tables.fatigue.tired, self.tables.fatigue.spent);
        let turn = state.turn;
        let mut up_to = |most: u8| dice.die(u16::from(most) + 1) as u8 - 1;
        for unit in self.all_units(state) {
            let data = self.unit(state, unit);
            if data.side != enemy || data.arm == Arm::Battery || open.contains(unit) {
                continue;
            }
            let chart = other.chart_mut(unit);
            if !matches!(chart.place, Place::Map | Place::Waiting) {
                continue;
            }
            if !state.plays(option::LITE) {
                // Every turn tires the troops in the field by about a box, until they have to rest.
                let usual = if chart.place == Place::Map { turn.min(tired) + up_to(4) } else { 0 };
                chart.fatigue = usual.saturating_sub(2).min(spent);
            }
            // Nobody misses more steps than are off the map; a smashed unit misses at least one.
            let off_map = data.steps.saturating_sub(chart.steps).min(self.tables.limits.stragglers);
            chart.stragglers = up_to(off_map).max(u8::from(chart.is(mark::SMASHED)));
            chart.fresh = 0;
            // Nearly all have still what they began with.
            let mut left_of = |printed: u8| printed.saturating_sub(u8::from(up_to(9) == 0));
            if chart.guns > 0 {
                chart.guns = left_of(data.guns).max(1);
            }
            if data.organic > 0 {
                chart.organic = left_of(data.organic);
            }
        }
        if state.plays(option::LITE) && open.is_empty() {
            let weariest = LEVELS.len() as u8 - 1;
            for (index, formation) in self.battle(state).formations.iter().enumerate() {
                if formation.side == enemy {
                    other.level[index] = (turn / 2 + up_to(2)).saturating_sub(1).min(weariest);
                }
            }
        }
        other
    }

    /// The direction with this name, for positions.
    pub(crate) fn facing_named(&self, state: &State, name: &str) -> Option<u8> {
        self.ground(state).board().direction_named(name).map(|way: Direction| way.index() as u8)
    }
}

/// Whether a unit is led and may still act.
fn notes(standing: Standing) -> Vec<String> {
    let led = standing.led.map(|led| if led { "It is in command." } else { "It is out of command." }.to_string());
    let may_move = standing
        .may_move
        .map(|points| format!("Its formation is active, and it may still move, {points} points at most."));
    led.into_iter().chain(may_move).collect()
}
