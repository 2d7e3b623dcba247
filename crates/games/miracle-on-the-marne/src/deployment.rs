//! 3 Initial Deployment.

use crate::MiracleOnTheMarne;
use crate::action::Action;
use crate::hints::Mind;
use crate::pieces::{ALLIED, Corps, GERMAN, Piece};
use crate::state::{Arrival, NEVER, PieceSet, State, Step, Way, option};
use crate::tables::Mode;
use engine::{Event, EventKind, Options, Refusal, Role, Side, Sink, Words, clauses};
use hexboard::Hex;
use std::cmp::Reverse;

/// How far from each other the units of a corps stand in a standard deployment, in hexes, with its HQ in their midst.
const CLOSE: i32 = 6;

/// What taking a standard deployment does, in words.
pub(crate) const FILL: &str = "take a standard deployment for all that is left";

engine::decisions! {
    (MiracleOnTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// Where the next piece is deployed.
    Deploy by state.active => {
        asks: match game.next_to_deploy(state) {
            Some(_) => "Deploy the next piece in its zone, or take a standard deployment.",
            None => "Everybody is deployed. Look them over: begin, or take one up again.",
        },
        lists: game.list_deployment(state, out),
        points(hex): {
            out.push(Action::Place(hex));
            out.extend(game.own(state, hex).iter().map(Action::Lift));
        },
        Place(hex) => {
            check: game.check_deployment(state, hex),
            play: game.deploy(state, hex, events),
            words: game.deployment_words(state, hex),
            odds: None,
            worth: 0.0,
        }
        Standard => {
            check: Ok(()),
            play: {
                game.deploy_rest(state, events);
                game.end_deployment(state, events);
            },
            words: game.begin_words(state),
            odds: None,
            worth: 1.0,
        }
        Fill => {
            check: game.check_fill(state),
            play: game.deploy_rest(state, events),
            words: FILL,
            odds: None,
            worth: -1.0,
        }
        Lift(piece) => {
            check: game.check_lift(state, piece),
            play: game.take_up(state, piece, events),
            words: format!("take {} up again", game.unit_words(state, piece)),
            odds: None,
            worth: f32::MIN,
        }
    }
}

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// The beginning of a scenario: reinforcements are set aside [3b, 3i], towns and cities have their first owners, and
    /// everybody is in supply (rulings R7, R78).
    pub(crate) fn begin(&self, scenario: usize, options: Options) -> State {
        let mut state = State::empty(scenario, options);
        let plan = &self.scenarios[scenario];
        for unit in self.pieces.units() {
            state.corps[unit.index()] = self.pieces.counter(unit).corps;
        }
        state.waiting = self.pieces.all().filter(|&piece| self.pieces.counter(piece).group.is_some()).collect();
        for (at, objective) in self.ground.objectives.iter().enumerate() {
            if plan.german_control.contains(objective.hex) {
                state.german |= 1 << at;
            }
        }
        for (arrival, planned) in state.arrivals.iter_mut().zip(&plan.arrivals) {
            let due = (planned.day + 1).saturating_sub(plan.first_day).max(1);
            let due = if options.has(option::VARIABLE) { NEVER } else { due };
            *arrival = Arrival { due, way: Way::Scheduled };
        }
        state
    }

    /// The next piece to be deployed: corps by corps, cavalry that may choose among zones after the others.
    pub(crate) fn next_to_deploy(&self, state: &State) -> Option<Piece> {
        self.to_deploy(state).next()
    }

    /// All that are still to be deployed.
    fn to_deploy(&self, state: &State) -> impl Iterator<Item = Piece> {
        let order = self.deployment[state.active.index()].iter().copied();
        order.filter(|&piece| state.hex(piece) == Hex::NONE && !state.waiting.contains(piece))
    }

    /// Whether a piece is still to be deployed. When all are, what stands can be looked over and changed.
    pub(crate) fn check_fill(&self, state: &State) -> Result<(), Refusal> {
        match self.next_to_deploy(state) {
            Some(_) => Ok(()),
            None => Err(Refusal::new(clauses!["3c"], "everybody is deployed")),
        }
    }

    /// What it is called to end the deployment: before all stand, it is seldom wanted.
    pub(crate) fn begin_words(&self, state: &State) -> Words {
        match self.next_to_deploy(state) {
            Some(_) => Words::new("take a standard deployment, and begin at once").role(Role::Aside),
            None => "begin".into(),
        }
    }

    /// The pieces that can be taken up again: any, when all stand or all but one that was taken up.
    fn to_take_up(&self, state: &State) -> PieceSet {
        let own = state.on_map.or(state.hqs).and(self.pieces_of(state.active));
        if self.to_deploy(state).nth(1).is_some() { PieceSet::EMPTY } else { own }
    }

    fn check_lift(&self, state: &State, piece: Piece) -> Result<(), Refusal> {
        match self.to_take_up(state).contains(piece) {
            true => Ok(()),
            false => {
                let reason = format!("{} cannot be taken up again now", self.pieces.title(piece));
                Err(Refusal::new(clauses!["3c"], reason))
            }
        }
    }

    /// Takes a piece up again, to be deployed anew. Nobody else sees it.
    fn take_up(&self, state: &mut State, piece: Piece, events: &mut impl Sink) {
        let hex = state.hex(piece);
        self.lift(state, piece);
        events.tell(|| {
            let text = format!("{} is taken up again from {}.", self.pieces.title(piece), self.ground.label(hex));
            let event = Event::new(EventKind::SetUp, text).at([hex]).of([self.pieces.name(piece).to_string()]);
            event.side(state.active).by(clauses!["3c"]).only_for(state.active)
        });
    }

    /// Whether a piece may be deployed in a hex: anywhere in the zone of its corps [3c, 3j], as 1st Cavalry Corps in that
    /// of VIIth Corps [3e], 2nd in three zones [3f], British cavalry in any British zone [3g] and German cavalry in any
    /// zone of its Army [3k], as far as stacking allows [3d].
    pub(crate) fn check_deployment(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        let Some(piece) = self.next_to_deploy(state) else {
            return Err(Refusal::new(clauses!["3c"], "everybody is deployed"));
        };
        let corps = self.pieces.counter(piece).corps;
        if !self.zone(state, corps).contains(hex) {
            let reason = format!(
                "{} does not lie in the deployment zone of {}",
                self.ground.label(hex),
                self.pieces.corps_title(corps)
            );
            let clauses = match (self.pieces.corps_info(corps).nation.side(), self.is_guest_corps(corps)) {
                (ALLIED, false) => clauses!["3c"],
                (ALLIED, true) => clauses!["3e", "3f", "3g"],
                (GERMAN, false) => clauses!["3j"],
                (GERMAN, true) => clauses!["3k"],
            };
            return Err(Refusal::new(clauses, reason));
        }
        if piece.is_hq() {
            return Ok(());
        }
        self.check_fit(state, one(piece), hex).map_err(|mut refusal| {
            refusal.clauses.insert(0, engine::Clause("3d"));
            refusal
        })
    }

    fn zone(&self, state: &State, corps: Corps) -> &crate::ground::Hexes {
        &self.scenarios[usize::from(state.scenario)].zones[corps.index()]
    }

    /// Whether a corps deploys in the zones of others: cavalry does.
    pub(crate) fn is_guest_corps(&self, corps: Corps) -> bool {
        let mut units = self.pieces.corps_info(corps).units();
        let cavalry = |unit: Piece| self.pieces.counter(unit).class.symbol() == "cavalry";
        units.next().is_some_and(cavalry)
    }

    pub(crate) fn list_deployment(&self, state: &State, out: &mut Vec<Action>) {
        if let Some(piece) = self.next_to_deploy(state) {
            let zone = self.zone(state, self.pieces.counter(piece).corps);
            let fits = |hex: &Hex| piece.is_hq() || self.fit(state, one(piece), *hex);
            out.extend(zone.iter().filter(fits).map(Action::Place));
        }
        if self.next_to_deploy(state).is_some() {
            out.push(Action::Fill);
        }
        out.push(Action::Standard);
        out.extend(self.to_take_up(state).iter().map(Action::Lift));
    }

    /// The next piece in a hex.
    fn deployment_words(&self, state: &State, hex: Hex) -> String {
        match self.next_to_deploy(state) {
            Some(piece) => format!("{} in {}", self.unit_words(state, piece), self.ground.called(hex)),
            None => self.ground.called(hex),
        }
    }

    /// Deploys the next piece, if one is left.
    pub(crate) fn deploy(&self, state: &mut State, hex: Hex, events: &mut impl Sink) {
        if let Some(piece) = self.next_to_deploy(state) {
            self.put(state, piece, hex);
            // Nobody else sees a deployment before it is complete: each piece would be known by its turn [8.1.5a].
            events.tell(|| {
                let text = format!("{} is deployed in {}.", self.pieces.title(piece), self.ground.label(hex));
                let event = Event::new(EventKind::SetUp, text).at([hex]).of([self.pieces.name(piece).to_string()]);
                event.side(state.active).by(clauses!["3c"]).only_for(state.active)
            });
        }
    }

    /// Deploys everybody who is not deployed yet, corps by corps: divisions side by side in front, the HQ behind. Modes
    /// that were not chosen are Offensive for Germans and Defensive for Allies.
    pub(crate) fn deploy_rest(&self, state: &mut State, events: &mut impl Sink) {
        if state.step == Step::StartModes {
            self.take_standard_modes(state);
            state.step = Step::Deploy;
        }
        while let Some(piece) = self.next_to_deploy(state) {
            self.deploy(state, self.standard_place(state, piece), events);
        }
    }

    fn take_standard_modes(&self, state: &mut State) {
        let mode = if state.active == GERMAN { Mode::Offensive } else { Mode::Defensive };
        for corps in self.pieces.all_corps() {
            if self.pieces.side(corps.hq()) == state.active && state.settled >> corps.0 & 1 == 0 {
                state.modes[corps.index()] = mode;
            }
        }
    }

    /// Where a standard deployment puts a piece: near the enemy, with its own division and not far from its corps; a HQ away
    /// from the enemy, but within reach of its units.
    fn standard_place(&self, state: &State, piece: Piece) -> Hex {
        let zone = self.zone(state, self.pieces.counter(piece).corps);
        let front = |hex: Hex| i32::from(self.front[usize::from(state.scenario)][hex.index()]);
        let corps = self.pieces.corps_info(self.pieces.counter(piece).corps).units();
        let placed: PieceSet = corps.filter(|&unit| state.hex(unit) != Hex::NONE).collect();
        let apart = |hex: Hex| {
            let far = placed.iter().map(|unit| self.ground.board().distance(hex, state.hex(unit))).max();
            (i32::from(far.unwrap_or(0)) - CLOSE).max(0)
        };
        let worth = |hex: Hex, there: PieceSet| {
            if piece.is_hq() {
                let road = self.ground.road_hexes.contains(hex);
                return 4 * front(hex) + i32::from(road) - 8 * apart(hex);
            }
            let friends = there.iter().filter(|&unit| self.pieces.formation(unit) == self.pieces.formation(piece));
            let crowd = there.len() as i32;
            let town = self.ground.objective_at(hex).is_some();
            8 * friends.count() as i32 - 3 * front(hex) - 2 * crowd + 2 * i32::from(town) - 4 * apart(hex)
        };
        let fits = |there: PieceSet| piece.is_hq() || !self.are_overstacked(state, there.or(one(piece)));
        let places = zone.iter().map(|hex| (hex, state.units_in(hex))).filter(|&(_, there)| fits(there));
        let best = places.map(|(hex, there)| (worth(hex, there), Reverse(hex))).max();
        // Zones are far larger than what stands in them.
        best.map_or(self.ground.entry[state.active.index()], |(_, Reverse(hex))| hex)
    }
}

/// The order in which a side deploys: corps with zones of their own first, so that guests find them arranged.
pub(crate) fn deployment_order(game: &MiracleOnTheMarne, side: Side) -> Vec<Piece> {
    let own = |guests: bool| {
        let corps = game.pieces.all_corps();
        let corps = corps.filter(move |&corps| game.is_guest_corps(corps) == guests);
        corps.filter(move |&corps| game.pieces.side(corps.hq()) == side)
    };
    let all = own(false).chain(own(true));
    all.flat_map(|corps| game.pieces.corps_info(corps).units().chain([corps.hq()])).collect()
}

/// How far each hex is from the nearest deployment zone of the other side.
pub(crate) fn distances_to_enemies(game: &MiracleOnTheMarne, scenario: usize) -> Vec<u8> {
    let board = game.ground.board();
    let zones = |side: Side| -> Vec<Hex> {
        let own = game.pieces.all_corps().filter(|corps| game.pieces.side(corps.hq()) == side);
        let mut hexes: Vec<Hex> = own.flat_map(|corps| game.scenarios[scenario].zones[corps.index()].iter()).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    };
    let zones = Side::BOTH.map(zones);
    let mut far = vec![0; board.len()];
    for side in Side::BOTH {
        for &hex in &zones[side.index()] {
            let nearest = zones[side.other().index()].iter().map(|&enemy| board.distance(hex, enemy)).min();
            far[hex.index()] = nearest.unwrap_or(0).min(255) as u8;
        }
    }
    far
}

/// A set with one piece in it.
pub(crate) fn one(piece: Piece) -> PieceSet {
    let mut set = PieceSet::EMPTY;
    set.insert(piece);
    set
}
