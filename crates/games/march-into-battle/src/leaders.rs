//! 2.2.4 Leaders, and the command rules of the minigames that stand in for 15.0 (M-1 to M-4).

use crate::MarchIntoBattle;
use crate::action::{Action, Facing, Leader};
use crate::ground::{Hexes, IMPASSABLE};
use crate::hints::Mind;
use crate::pieces::{Arm, LEADERS};
use crate::scenarios::Start;
use crate::state::{Phase, Place, State, Step, Unit, Units, mark, option};
use crate::tables::Mover;
use engine::{Event, EventKind, Habit, Refusal, Side, Sink, clauses};
use hexboard::{Costs, Hex, searching};

engine::decisions! {
    (MarchIntoBattle, Action, Mind: game, state, out, dice, events, mind)

    /// Which leader moves, or whether a Grand Battery is formed.
    Command by state.side => {
        asks: "Move leaders, then go on to the units.",
        lists: game.list_command(state, out),
        points(hex): out.extend(game.leaders_in(state, hex).map(Action::Leader)),
        Leader(leader) => {
            check: game.check_leader(state, leader),
            play: state.step = Step::Lead(leader),
            words: game.leader_name(state, leader),
            odds: None,
            worth: 1.0,
        }
        Form(hex, Facing(facing)) => {
            check: game.check_form(state, hex, facing),
            play: game.form(state, hex, facing, events),
            words: game.form_words(state, hex, facing),
            odds: None,
            worth: mind.battery_worth(state, hex, facing),
        }
        Done => {
            check: Ok(()),
            play: {
                state.phase = Phase::Units;
                state.step = Step::Idle;
            },
            words: "go on to the units",
            odds: None,
            worth: 0.0,
        }
    }

    /// Where a leader goes.
    Lead(leader: Leader) by state.side => {
        asks: format!("Choose where {} rides.", game.leader_name(state, leader)),
        lists: {
            out.extend(game.rides(state, leader.index()).iter().map(Action::To));
            out.push(Action::Stay);
        },
        points(hex): out.push(Action::To(hex)),
        To(hex) => {
            check: game.check_ride(state, leader, hex),
            play: game.ride(state, leader, Some(hex), events),
            words: game.way_words(state, hex),
            odds: None,
            worth: mind.lead_worth(state, leader, hex),
        }
        Stay => {
            check: Ok(()),
            play: game.ride(state, leader, None, events),
            words: "stay",
            odds: None,
            worth: mind.linger_worth(state, leader),
        }
    }

    /// With which unit a leader goes who was left alone.
    Rejoin(leader: Leader) by game.battle(state).leaders[leader.index()].side => {
        asks: format!("Choose where {} goes.", game.leader_name(state, leader)),
        lists: game.list_havens(state, leader, out),
        points(hex): out.push(Action::To(hex)),
        To(hex) => {
            check: game.check_haven(state, leader, hex),
            play: {
                state.leaders[leader.index()].hex = hex;
                state.lonely &= !(1 << leader.index());
                state.step = Step::Idle;
            },
            words: game.way_words(state, hex),
            odds: None,
            worth: 0.0,
        }
    }
}

#[engine::by_the_book]
impl MarchIntoBattle {
    /// Whether a leader commands the army: its commander, or his deputy until he is on the map [2.2.4a].
    pub(crate) fn commands_army(&self, state: &State, index: usize) -> bool {
        let leaders = &self.battle(state).leaders;
        let leader = &leaders[index];
        let absent = || {
            let here = |other: usize| leaders[other].commander && leaders[other].side == leader.side;
            !(0..leaders.len()).any(|other| here(other) && state.leaders[other].place == Place::Map)
        };
        leader.commander || (leader.deputy && absent())
    }

    /// Whether a unit is within the range of its leader or of the commander (M-2); an arrival by its entry hex, or with
    /// its leader beside it (M-9).
    pub(crate) fn in_command(&self, state: &State, unit: Unit) -> bool {
        let battle = self.battle(state);
        let ground = self.ground(state);
        let side = self.side_of(state, unit);
        let chart = state.chart(unit);
        (0..battle.leaders.len()).any(|index| {
            let leader = &battle.leaders[index];
            let own = leader.formation == Some(chart.formation);
            if leader.side != side || !(own || self.commands_army(state, index)) {
                return false;
            }
            let at = state.leaders[index];
            match (at.place, chart.place) {
                (Place::Map, Place::Map) => ground.distance(at.hex, chart.hex) <= leader.rating,
                (Place::Map, _) => {
                    self.entry_hexes(state, unit).any(|hex| ground.distance(at.hex, hex) <= leader.rating)
                }
                (Place::Waiting, Place::Waiting) => own,
                _ => false,
            }
        })
    }

    /// The most units of a formation in one attack: its leader's rating [7.0h], or one without him (ruling R-34).
    pub(crate) fn attack_limit(&self, state: &State, formation: u8) -> u8 {
        let battle = self.battle(state);
        let led = (0..battle.leaders.len()).find(|&index| {
            battle.leaders[index].formation == Some(formation) && state.leaders[index].place == Place::Map
        });
        led.map_or(1, |index| battle.leaders[index].rating.max(1))
    }

    /// Whether a leader may move now: with his formation, or once a turn as commander (M-1).
    pub(crate) fn can_lead(&self, state: &State, index: usize) -> bool {
        let leader = &self.battle(state).leaders[index];
        let chart = &state.leaders[index];
        let own = leader.formation.is_some_and(|formation| state.is_active(formation));
        leader.side == state.side
            && matches!(chart.place, Place::Map | Place::Waiting)
            && !chart.moved
            && (leader.commander || own)
    }

    /// Where a leader can go: terrain and enemies alone hinder him.
    pub(crate) fn rides(&self, state: &State, index: usize) -> Hexes {
        let leader = &self.battle(state).leaders[index];
        let enemies = state.held[leader.side.other().index()];
        let starts = || {
            let starts = self.ride_starts(state, index);
            starts.filter(|&(hex, price)| price <= leader.movement && !enemies.contains(hex))
        };
        let price = |step: hexboard::Step| match step.cost {
            _ if enemies.contains(step.to) => None,
            Costs::ASKED => Some(self.leader_price(state, leader.side, step.from, step.direction.index())),
            price => Some(price),
        };
        let on_map = state.leaders[index].place == Place::Map;
        let mut reached: Hexes = starts().filter(|_| !on_map).map(|(hex, _)| hex).collect();
        let costs = self.footing(state).rides(state.plays(option::ROAD_SLOPES));
        searching(|reach| {
            reach.explore_by(costs, starts(), leader.movement, price, |hex| {
                reached.insert(hex);
            });
        });
        reached
    }

    /// Where a leader begins to ride, with what it costs him: where he is, or where he enters the map.
    fn ride_starts(&self, state: &State, index: usize) -> impl Iterator<Item = (Hex, u8)> {
        let (ground, chart) = (self.ground(state), &state.leaders[index]);
        let here = (chart.place == Place::Map).then_some((chart.hex, 0));
        let entries: &[Hex] = match self.battle(state).leader_starts[index] {
            Start::Arrives { entry, .. } if here.is_none() => &self.battle(state).entries[usize::from(entry)].hexes,
            _ => &[],
        };
        let price = move |hex: Hex| {
            let field = self.tables.terrain[ground.terrain(hex) as usize].movement;
            let field = field.map_or(IMPASSABLE, |points| points[Mover::Leader.index()]);
            let road = self.tables.movement.road[Mover::Leader.index()];
            if ground.road_off.contains(hex) { road } else { field }
        };
        here.into_iter().chain(entries.iter().map(move |&hex| (hex, price(hex))))
    }

    fn leader_price(&self, state: &State, side: Side, hex: Hex, way: usize) -> u8 {
        let ground = self.ground(state);
        let mover = Mover::Leader;
        let mut price = ground.off_road(mover, hex, way);
        if self.bridge_stands(state, hex, way) {
            price = price.min(ground.by_road(mover, hex, way, state.plays(option::ROAD_SLOPES)));
        }
        if self.ford_is_open(state, side, hex, way) {
            let to = ground.neighbours[hex.index()][way];
            let field = self.tables.terrain[ground.terrain(to) as usize].movement;
            let ford = self.tables.movement.ford[mover.index()];
            price = price.min(field.map_or(IMPASSABLE, |points| points[mover.index()] + ford));
        }
        price
    }

    pub(crate) fn list_command(&self, state: &State, out: &mut Vec<Action>) {
        let leaders = 0..self.battle(state).leaders.len();
        let able = leaders.filter(|&index| self.can_lead(state, index));
        out.extend(able.map(|index| Action::Leader(Leader(index as u8))));
        self.list_forming(state, out);
        out.push(Action::Done);
    }

    /// The leaders in a hex.
    fn leaders_in<'a>(&'a self, state: &'a State, hex: Hex) -> impl Iterator<Item = Leader> + 'a {
        let leaders = 0..self.battle(state).leaders.len();
        leaders.filter(move |&index| state.leaders[index].hex == hex).map(|index| Leader(index as u8))
    }

    pub(crate) fn check_leader(&self, state: &State, leader: Leader) -> Result<(), Refusal> {
        if self.can_lead(state, leader.index()) {
            return Ok(());
        }
        let name = self.leader_name(state, leader);
        let reason = format!("{name} does not move now: leaders move with their formations, the commander once a turn");
        Err(Refusal::new(clauses!["15.0", "2.2.4a"], reason))
    }

    pub(crate) fn check_ride(&self, state: &State, leader: Leader, hex: Hex) -> Result<(), Refusal> {
        if self.rides(state, leader.index()).contains(hex) {
            return Ok(());
        }
        let name = self.leader_name(state, leader);
        let reason = format!("{name} cannot get to {}", self.label(state, hex));
        Err(Refusal::new(clauses!["15.0", "6.0b", "6.4c"], reason))
    }

    /// A leader rides to a hex, or stays.
    pub(crate) fn ride(&self, state: &mut State, who: Leader, to: Option<Hex>, events: &mut impl Sink) {
        let leader = &mut state.leaders[who.index()];
        leader.moved = true;
        state.step = Step::Idle;
        let Some(hex) = to else { return };
        let from = (leader.place == Place::Map).then_some(leader.hex);
        leader.place = Place::Map;
        leader.hex = hex;
        events.tell(|| {
            let leader = &self.battle(state).leaders[who.index()];
            let text = format!("{} rides to {}.", leader.title, self.label(state, hex));
            Event::new(EventKind::Move, text)
                .side(leader.side)
                .along(from)
                .at([hex])
                .of([leader.id.clone()])
                .by(clauses!["2.2.4b", "15.0"])
        });
    }

    /// Leaders go with the units they are stacked with, when no unit is left for them (M-1).
    pub(crate) fn leaders_follow(&self, state: &mut State, units: Units, from: Hex, to: Hex) {
        let Some(first) = units.first() else { return };
        let side = self.side_of(state, first);
        let staying = state.all_in(from).without(units);
        for index in 0..LEADERS.min(self.battle(state).leaders.len()) {
            let leader = &self.battle(state).leaders[index];
            let chart = state.leaders[index];
            if leader.side != side || chart.place != Place::Map || chart.hex != from {
                continue;
            }
            let own = |set: Units| set.iter().any(|unit| leader.formation == Some(state.chart(unit).formation));
            if staying.is_empty() || (own(units) && !own(staying)) {
                state.leaders[index].hex = to;
            }
        }
    }

    /// Leaders of a side who are alone in a hex that its units have left (M-4).
    pub(crate) fn find_lonely(&self, state: &mut State, side: Side, hex: Hex) {
        if state.holds(side, hex) {
            return;
        }
        for (index, leader) in self.battle(state).leaders.iter().enumerate() {
            let chart = state.leaders[index];
            if leader.side == side && chart.place == Place::Map && chart.hex == hex {
                state.lonely |= 1 << index;
            }
        }
    }

    /// What follows when a unit comes into a hex, to stay or on its way: infantry and cavalry that are not smashed take
    /// places (M-5), and enemy leaders who are alone there are driven off (M-4).
    pub(crate) fn pass(&self, state: &mut State, unit: Unit, hex: Hex) {
        let side = self.side_of(state, unit);
        let counts = !state.chart(unit).is(mark::SMASHED) && self.arm(state, unit) != Arm::Battery;
        if counts && let Some(at) = self.battle(state).places.iter().position(|&(place, _)| place == hex) {
            state.control[at] = side as u8 + 1;
        }
        self.find_lonely(state, side.other(), hex);
    }

    /// The units with which a leader who was left alone may go: the nearest of his formation (M-4).
    pub(crate) fn havens(&self, state: &State, index: usize) -> Units {
        let ground = self.ground(state);
        let leader = &self.battle(state).leaders[index];
        let hex = state.leaders[index].hex;
        let own = |unit: Unit| leader.formation.is_none_or(|formation| state.chart(unit).formation == formation);
        let distance = |unit: Unit| ground.distance(hex, state.chart(unit).hex);
        let units: Units = self.units_of(state, leader.side).filter(|&unit| own(unit)).collect();
        let nearest = units.iter().map(distance).min();
        units.iter().filter(|&unit| Some(distance(unit)) == nearest).collect()
    }

    /// Places leaders who were left alone; whether an owner must choose.
    pub(crate) fn gather_lonely(&self, state: &mut State, events: &mut impl Sink) -> bool {
        while state.lonely != 0 {
            let index = state.lonely.trailing_zeros() as usize;
            let side = self.battle(state).leaders[index].side;
            // Where the enemy came upon him, no troops of his were; those who fell beside him leave the hex empty at first.
            events.note(side, Habit::LostAlone, || state.holds(side.other(), state.leaders[index].hex).into());
            let havens = self.havens(state, index);
            let hexes: Hexes = havens.iter().map(|unit| state.chart(unit).hex).collect();
            match (hexes.len(), hexes.iter().next()) {
                (0, _) | (_, None) => self.remove_leader(state, index),
                (1, Some(hex)) => {
                    state.leaders[index].hex = hex;
                    state.lonely &= !(1 << index);
                }
                _ => {
                    state.step = Step::Rejoin(Leader(index as u8));
                    return true;
                }
            }
        }
        false
    }

    /// A leader without troops leaves until some of his formation arrive (M-4).
    fn remove_leader(&self, state: &mut State, index: usize) {
        state.leaders[index].place = Place::Away;
        state.leaders[index].hex = Hex::NONE;
        state.lonely &= !(1 << index);
    }

    pub(crate) fn list_havens(&self, state: &State, leader: Leader, out: &mut Vec<Action>) {
        let hexes: Hexes = self.havens(state, leader.index()).iter().map(|unit| state.chart(unit).hex).collect();
        out.extend(hexes.iter().map(Action::To));
    }

    pub(crate) fn check_haven(&self, state: &State, leader: Leader, hex: Hex) -> Result<(), Refusal> {
        if self.havens(state, leader.index()).iter().any(|unit| state.chart(unit).hex == hex) {
            return Ok(());
        }
        Err(Refusal::new(clauses!["15.0"], "the leader goes to the nearest unit of his formation"))
    }
}
