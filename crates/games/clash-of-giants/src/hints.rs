//! What a computer player should care about: victory hexes, good odds, safe ground and open lines of retreat.

use crate::ClashOfGiants;
use crate::action::Action;
use crate::ground::{HEXES, Hexes};
use crate::pieces::{ALLIED, Army, Campaign, GERMAN, Piece, Units};
use crate::resolution::failure;
use crate::sites::Site;
use crate::state::{Owner, State, Step};
use crate::theatre::Theatre;
use engine::memory::{Memory, Moment, Nearest, recall};
use engine::{Census, Hints, Side, Stakes, Temper};
use hexboard::Hex;
use std::cell::RefCell;

/// Farther than anything on the board.
const FAR: u8 = 99;
/// The turn in the middle of a campaign.
const MIDDLE: f32 = 8.0;
/// The victory points that a step on the board is worth, by how often it wins (docs/ai.md).
const STEP: f32 = 0.45;
/// Not done while anything else can be: ending a phase is worth nothing, and what is worth less is not done.
pub(crate) const RATHER_NOT: f32 = -1.0;
/// How many hexes nearer to the enemy a unit must come by rail to entrain: more than it could march.
const JOURNEY: u8 = 5;
/// What is done before any unit is moved.
const BEFORE_ALL: f32 = 5.0;
/// From how far away an enemy threatens a victory hex.
const THREAT: u8 = 7;

thread_local! {
    /// How far each hex is from the nearest of some enemies.
    static ENEMIES: Memory<(u64, Campaign, Hexes), Nearest<HEXES>> = const { RefCell::new(Vec::new()) };
    /// Who should attack a hex, and what that is worth: it is asked for each who may join.
    static PLAN: Memory<(u64, Hex), (Units, f32)> = const { RefCell::new(Vec::new()) };
}

/// A place that draws a side: a victory hex or a part of Paris.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Goal {
    /// Its number: victory hexes come first, then the parts of Paris.
    place: usize,
    /// What it is worth to be there.
    worth: f32,
    /// How much less to be farther away than next to it.
    held: f32,
}

/// What does not change about a board for a computer player.
#[derive(Debug)]
pub(crate) struct Sense {
    /// For each hex the way to each place that may be a goal.
    ways: Vec<Vec<u8>>,
    /// The city hexes of Paris.
    paris: Vec<Hex>,
    /// For each hex those that feel who stands there: next to it (0), or two steps away (1).
    felt: Vec<Vec<(Hex, usize)>>,
    /// Where units could be in supply if nobody cut them off: Germans, and the Allied armies that draw on their own
    /// sources.
    supplied: [Hexes; 3],
}

impl Sense {
    pub(crate) fn new(theatre: &Theatre) -> Sense {
        let (board, paris) = (theatre.ground.board(), theatre.ground.paris.iter().collect::<Vec<_>>());
        let places = theatre.prizes.iter().map(|prize| prize.hex).chain(paris.iter().copied());
        let to_places: Vec<Vec<u8>> = places.map(|place| steps_to(theatre, place)).collect();
        let ways = board.sheet().map(|hex| to_places.iter().map(|steps| steps[hex.index()]).collect()).collect();
        let mut felt = vec![Vec::new(); HEXES];
        for hex in board.hexes() {
            theatre.near(hex).for_each(|near| felt[near.index()].push((hex, 0)));
            board.ring(hex, 2).for_each(|near| felt[near.index()].push((hex, 1)));
        }
        let ground = &theatre.ground;
        let lines = |side: Side, sources: Hexes| lines(theatre, side, sources);
        let east = [ground.west, theatre.sources[0], theatre.sources[1]];
        let supplied = [
            lines(GERMAN, east[0] | ground.north_edge) | ground.start_hexes,
            lines(ALLIED, east[1] | ground.south_edge) | ground.start_hexes,
            lines(ALLIED, east[2]) | far_east(theatre),
        ];
        Sense { ways, paris, felt, supplied }
    }
}

/// The steps from every hex to one.
fn steps_to(theatre: &Theatre, goal: Hex) -> Vec<u8> {
    let mut steps = vec![FAR; HEXES];
    let mut wave = vec![goal];
    let mut distance = 0;
    while !wave.is_empty() {
        let mut next = Vec::new();
        for hex in wave {
            if steps[hex.index()] == FAR {
                steps[hex.index()] = distance;
                next.extend(theatre.near(hex));
            }
        }
        wave = next;
        distance = (distance + 1).min(FAR - 1);
    }
    steps
}

/// Where Russia itself feeds her Second Army, whatever the compass says [tannenberg/8.32].
fn far_east(theatre: &Theatre) -> Hexes {
    if theatre.campaign != Campaign::Tannenberg {
        return Hexes::EMPTY;
    }
    let (board, beyond) = (theatre.ground.board(), theatre.tables.east.supply.free_east_of);
    let russia =
        theatre.sources[1].flooded(|hex| theatre.near(hex).filter(|&near| !theatre.ground.germany.contains(near)));
    russia.iter().filter(|&hex| board.column_row(hex).0 > beyond && !theatre.ground.germany.contains(hex)).collect()
}

/// The hexes from which the Retreat Compass leads to some sources.
fn lines(theatre: &Theatre, side: Side, sources: Hexes) -> Hexes {
    sources.flooded(|hex| theatre.approaches(side, hex))
}

engine::mind! {
    ClashOfGiants:
    Take = "victory hexes to be taken" in Goals,
    Keep = "victory hexes to be kept",
    Contact = "odds next to the enemy" in Odds,
    Odds = "odds wanted for an attack" in Danger,
    Danger = "a stronger enemy nearby" in Danger,
    Retreat = "open ways back",
    Supply = "supply",
    Seize = "standing in victory hexes" in Goals,
    Losses = "own losses" in Danger,
    Prize = "victory hexes won by combat" in Goals,
    Caution = "attacks that do not pay" in Danger,
    Together = "stacking",
    Haste = "hurry as time runs out",
}

impl Mind<'_> {
    fn sense(&self, state: &State) -> &Sense {
        &self.sense[state.campaign.index()]
    }

    /// Combat factors in a hex.
    fn strength(&self, state: &State, hex: Hex) -> f32 {
        f32::from(self.factors(state, hex))
    }

    /// What it is worth to hold a victory hex.
    fn worth(&self, state: &State, prize: usize) -> f32 {
        let prize = &self.theatre(state).prizes[prize];
        if state.is_tannenberg() {
            f32::from(prize.worth[0].max(prize.worth[1]))
        } else if prize.primary {
            3.0
        } else {
            1.0
        }
    }

    /// How much a place does for the victory hexes: the nearest one to be taken, or to be kept from an enemy who is
    /// near.
    fn purpose(&self, state: &State, goals: &[Goal], hex: Hex) -> f32 {
        let ways = &self.sense(state).ways[hex.index()];
        let value = |goal: &Goal| {
            let way = ways[goal.place];
            goal.worth - f32::from(way) - if way > 1 { goal.held } else { 0.0 }
        };
        goals.iter().map(value).fold(-40.0, f32::max)
    }

    /// What draws a side.
    pub(crate) fn goals<'a>(&'a self, state: &'a State, side: Side) -> impl Iterator<Item = Goal> + 'a {
        let prizes = 0..self.theatre(state).prizes.len();
        let cities = if side == GERMAN { 0 } else { self.sense(state).paris.len() };
        let prizes = prizes.filter_map(move |prize| self.prize_goal(state, side, prize));
        prizes.chain((0..cities).filter_map(move |city| self.paris_goal(state, side, city)))
    }

    /// How much a place does for the victory hexes, as the turn has it.
    pub(crate) fn pull(&self, state: &State, goals: &[Goal], hex: Hex) -> f32 {
        self.purpose(state, goals, hex) * self.hurry(state)
    }

    /// The hexes that feel who stands in a hex: next to it (0), or two hexes away (1).
    pub(crate) fn felt(&self, state: &State, hex: Hex) -> &[(Hex, usize)] {
        &self.sense(state).felt[hex.index()]
    }

    /// A victory hex to be taken, or to be kept from an enemy who is near.
    fn prize_goal(&self, state: &State, side: Side, prize: usize) -> Option<Goal> {
        let (place, hex) = (prize, self.theatre(state).prizes[prize].hex);
        let worth = self.worth(state, prize);
        if state.owners[prize] != Owner::of(side) {
            let guard = 0.1 * self.guard(state, side.other(), hex).min(8.0);
            return Some(Goal { place, worth: self.weight(Concern::Take) * (2.0 + worth) - guard, held: 0.0 });
        }
        let threat = self.threat(state, side, hex);
        let held = if state.holds(side, hex) { 2.0 } else { 0.0 };
        let worth = self.weight(Concern::Keep) * (3.0 + worth) - 0.5 * f32::from(threat);
        (threat <= THREAT).then_some(Goal { place, worth, held })
    }

    /// A part of Paris, to be kept from the Germans once they are near and while it is thinly held.
    fn paris_goal(&self, state: &State, side: Side, city: usize) -> Option<Goal> {
        let (place, hex) = (self.theatre(state).prizes.len() + city, self.sense(state).paris[city]);
        let threat = self.threat(state, side, hex);
        let worth = || 9.0 - 0.5 * f32::from(threat) - 0.5 * self.guard(state, side, hex);
        (threat <= THREAT).then(|| Goal { place, worth: worth(), held: 0.0 })
    }

    /// What a side has in a hex and beside it.
    fn guard(&self, state: &State, side: Side, hex: Hex) -> f32 {
        let held = self.theatre(state).near(hex).chain([hex]).filter(|&near| state.holds(side, near));
        held.map(|near| self.strength(state, near)).sum()
    }

    /// How near the enemy is to a hex.
    fn threat(&self, state: &State, side: Side, hex: Hex) -> u8 {
        let board = self.theatre(state).ground.board();
        let enemies = state.held[side.other().index()];
        let question = (self.papers.number, state.campaign, enemies);
        let nearest = recall(&ENEMIES, question, |nearest| nearest.gather(board, enemies.iter()), |_, _| true);
        nearest.to(board, hex).map_or(FAR, |distance| distance.min(FAR))
    }

    /// How good it is for a unit to stand in a hex.
    pub(crate) fn standing(&self, state: &State, piece: Piece, hex: Hex) -> f32 {
        let theatre = self.theatre(state);
        let side = theatre.side(piece);
        let site = self.site(state, side, hex);
        let in_touch = site.against[0] > 0;
        let contact = if in_touch { self.contact(state, piece, hex) } else { 0.0 };
        let mut value = site.pull;
        value += contact - self.weight(Concern::Danger) * self.exposure(state, piece, hex, site);
        let mut ways_back = theatre.retreats(side, hex).filter(|&back| ClashOfGiants::is_passable(state, side, back));
        if ClashOfGiants::is_controlled(state, side, hex) && ways_back.next().is_none() {
            value -= self.weight(Concern::Retreat) * 4.0;
        }
        let printed = theatre.pieces.unit(piece).army;
        let lines = match (side, self.eastern_army(state, piece, printed)) {
            (GERMAN, _) => 0,
            (_, Army::RussianSecond) => 2,
            _ => 1,
        };
        if !self.sense(state).supplied[lines].contains(hex) {
            value -= self.weight(Concern::Supply) * 5.0;
        }
        if let Some(prize) = theatre.prize(hex) {
            let taken = state.owners[prize] != Owner::of(side);
            value += self.weight(Concern::Seize) * if taken { 3.0 + self.worth(state, prize) } else { 0.5 };
        }
        if theatre.ground.paris.contains(hex) {
            // Whoever loses the city loses the game: it is taken when it can be, and never left empty.
            let empty = state.stack(hex).all(|other| other == piece);
            value += if side == GERMAN {
                1000.0
            } else if empty {
                20.0
            } else {
                1.0
            };
        }
        let alone = state.stack(hex).filter(|&other| other != piece).count() == 0;
        if alone { value } else { value + self.weight(Concern::Together) * 0.4 }
    }

    /// How the turn sways the wish for victory hexes: below 1 early, above 1 late, and always 1 for the plain temper.
    fn hurry(&self, state: &State) -> f32 {
        (f32::from(state.turn) / MIDDLE).powf(self.learned(Concern::Haste))
    }

    /// The best attack that a unit helps to make from a hex.
    fn contact(&self, state: &State, piece: Piece, hex: Hex) -> f32 {
        let theatre = self.theatre(state);
        let able = !state.unsupplied.contains(piece) && theatre.pieces.unit(piece).attacks;
        if !able {
            return 0.0;
        }
        let side = theatre.side(piece);
        let mut best = 0.0_f32;
        for enemy in theatre.near(hex).filter(|&near| state.holds(side.other(), near)) {
            if ClashOfGiants::is_unlimited(theatre, enemy) {
                continue;
            }
            let own = f32::from(self.steps(state, piece));
            let others = theatre.near(enemy).filter(|&near| state.holds(side, near));
            let helpers: f32 = others.map(|near| self.strength(state, near)).sum();
            let counted = state.on_map.contains(piece) && theatre.are_near(state.hex(piece), enemy);
            let already = if counted { 0.0 } else { own };
            let ratio = (helpers + already) / self.strength(state, enemy).max(0.5);
            let shift = f32::from(theatre.ground.effects(enemy).shift);
            best = best.max(
                self.weight(Concern::Contact)
                    * (1.2 * (ratio - self.weight(Concern::Odds) * 0.8 - 0.7 * shift)).clamp(-1.0, 3.5),
            );
            if side == GERMAN && ClashOfGiants::is_attack_state(state) && self.army(state, piece) == Army::FirstCorps {
                best += 50.0;
            }
        }
        best
    }

    /// How exposed a unit is in a hex.
    fn danger(&self, state: &State, piece: Piece, hex: Hex) -> f32 {
        self.exposure(state, piece, hex, self.site(state, self.theatre(state).side(piece), hex))
    }

    /// How exposed it is there: what the enemy has near against what stands there.
    fn exposure(&self, state: &State, piece: Piece, hex: Hex, site: Site) -> f32 {
        let friends = state.stack(hex).filter(|&other| other != piece).map(|other| f32::from(self.steps(state, other)));
        let own = f32::from(self.steps(state, piece)) + friends.sum::<f32>();
        let cover = 1.0 + 0.5 * f32::from(self.theatre(state).ground.effects(hex).shift);
        let [touching, close] = site.against.map(f32::from);
        let against = touching + 0.6 * close;
        (0.4 * (against / (own * cover) - 1.0)).clamp(0.0, 3.0)
    }

    /// What an attack is worth with some units: steps and ground won against steps lost.
    fn attack_value(&self, state: &State, attackers: Units, targets: Hexes) -> f32 {
        if attackers.is_empty() || targets.is_empty() {
            return -10.0;
        }
        let theatre = self.theatre(state);
        let odds = self.odds(state, attackers, &targets);
        let column = &self.standard.columns[odds.column];
        let mut fails: [f32; 16] = [9.0; 16];
        for (place, piece) in fails.iter_mut().zip(attackers.iter()) {
            *place = failure(self.ter(state, piece), column.attacker) as f32;
        }
        fails.sort_by(f32::total_cmp);
        let checks = attackers.len().min(usize::from(column.checks)).min(fails.len());
        let lost: f32 = fails[..checks].iter().sum();
        let mut won = 0.0;
        for hex in targets.iter() {
            let mut emptied = 1.0;
            for piece in state.stack(hex) {
                let fails = failure(self.ter(state, piece), column.defender) as f32;
                emptied *= fails;
                won += fails * 1.3;
            }
            let prize = theatre.prize(hex).map_or(0.0, |prize| {
                if state.owners[prize] == Owner::of(state.side) { 0.5 } else { self.worth(state, prize) }
            });
            won += self.weight(Concern::Prize) * emptied * (1.0 + prize);
        }
        won - self.weight(Concern::Losses) * lost
    }

    /// The units that should make an attack on a hex, and what it is worth: all that can, or those of one hex.
    fn plan(&self, state: &State, target: Hex) -> (Units, f32) {
        *recall(&PLAN, (Moment::now(), target), |known| *known = self.best_plan(state, target), PartialEq::eq)
    }

    fn best_plan(&self, state: &State, target: Hex) -> (Units, f32) {
        let theatre = self.theatre(state);
        let group = if state.step == Step::Attack { state.groups } else { 0 };
        let able = |piece: &Piece| self.can_attack(state, *piece) || (group > 0 && state.group(*piece) == group);
        let mut best = (Units::EMPTY, -10.0);
        let mut all = Units::EMPTY;
        for near in theatre.near(target).filter(|&near| state.holds(state.side, near)) {
            let units: Units = state.stack(near).filter(able).collect();
            all = all.or(units);
            let value = self.attack_value(state, units, [target].into_iter().collect());
            if value > best.1 {
                best = (units, value);
            }
        }
        let first = all.first().map(|piece| self.league(state, piece));
        let together: Units = all.iter().filter(|&piece| Some(self.league(state, piece)) == first).collect();
        let mut targets: Hexes = [target].into_iter().collect();
        let from: Hexes = together.iter().map(|piece| state.hex(piece)).collect();
        if from.len() > 1 {
            let near = from.iter().flat_map(|hex| theatre.near(hex));
            targets.extend(near.filter(|&hex| self.is_attackable(state, hex)));
        }
        let value = self.attack_value(state, together, targets);
        if value > best.1 { (together, value) } else { best }
    }

    /// Whether the I Corps must still attack this turn, and this is a way to do it.
    fn is_francois_bound(&self, state: &State, target: Hex) -> bool {
        if !state.is_tannenberg() || !ClashOfGiants::is_attack_state(state) || state.francois || state.side != GERMAN {
            return false;
        }
        let theatre = self.theatre(state);
        let corps = |piece: Piece| self.army(state, piece) == Army::FirstCorps && self.can_attack(state, piece);
        theatre.near(target).any(|near| state.holds(GERMAN, near) && state.stack(near).any(corps))
    }

    pub(crate) fn appraise_target(&self, state: &State, hex: Hex) -> f32 {
        let bound = if self.is_francois_bound(state, hex) { 100.0 } else { 0.0 };
        self.plan(state, hex).1 + bound - self.weight(Concern::Caution) * 0.15
    }

    /// Only what must be attacked too is drawn in.
    pub(crate) fn appraise_further_target(&self, state: &State, hex: Hex) -> f32 {
        if self.owed(state).contains(hex) { 0.5 } else { RATHER_NOT }
    }

    pub(crate) fn appraise_join(&self, state: &State, piece: Piece) -> f32 {
        let Some(target) = state.targets(state.groups).next() else { return 0.0 };
        if self.is_francois_bound(state, target) && self.army(state, piece) == Army::FirstCorps {
            return 10.0;
        }
        let (units, _) = self.plan(state, target);
        let is_first = state.attackers(state.groups).next().is_none();
        match (units.contains(piece), is_first) {
            (true, _) => 2.0,
            (false, true) => 0.1,
            (false, false) => -1.0,
        }
    }

    /// Cavalry rides away from an attack that it would probably not survive.
    pub(crate) fn appraise_withdrawal(&self, state: &State, piece: Piece) -> f32 {
        let hex = state.hex(piece);
        let attack: f32 = state.attackers(state.current).map(|unit| f32::from(self.steps(state, unit))).sum();
        if attack > self.strength(state, hex) { 1.0 } else { -1.0 }
    }

    /// A unit that is not in touch with the enemy has time to rebuild.
    pub(crate) fn appraise_attempt(&self, state: &State, piece: Piece) -> f32 {
        let side = self.theatre(state).side(piece);
        if self.touches_enemy(state, side, state.hex(piece)) { 0.5 } else { 9.0 }
    }

    /// Whoever is nearest to the enemy moves first, so that those behind can follow.
    pub(crate) fn appraise_pick(&self, state: &State, piece: Piece) -> f32 {
        let side = self.theatre(state).side(piece);
        2.0 - f32::from(self.threat(state, side, state.hex(piece))) / 100.0
    }

    /// Who is far from the enemy goes by rail in the west where that brings him much nearer, but not next to him
    /// [marne/15.0c]. In the east nobody can wait for those who are two turns away [tannenberg/15.2c].
    pub(crate) fn appraise_entrain(&self, state: &State, piece: Piece) -> f32 {
        if state.is_tannenberg() {
            return RATHER_NOT;
        }
        let side = self.theatre(state).side(piece);
        let away = self.threat(state, side, state.hex(piece));
        let nears = |hex: Hex| (2..=away.saturating_sub(JOURNEY)).contains(&self.threat(state, side, hex));
        let pays = away > THREAT && self.usual_journey(state, piece).iter().any(nears);
        if pays { BEFORE_ALL } else { RATHER_NOT }
    }

    /// All that can come does, where it stands best.
    pub(crate) fn appraise_arrival(&self, state: &State, piece: Piece, hex: Hex) -> f32 {
        100.0 + self.standing(state, piece, hex)
    }

    /// What a hex is worth to the picked units.
    pub(crate) fn appraise_move(&self, state: &State, hex: Hex) -> f32 {
        state.movers.first().map_or(0.0, |piece| self.standing(state, piece, hex))
    }

    /// What it is worth to leave the picked units where they are: a little more than to go where it is as good.
    pub(crate) fn appraise_stay(&self, state: &State) -> f32 {
        state.movers.first().map_or(0.0, |piece| self.standing(state, piece, state.hex(piece)) + 0.05)
    }

    /// Where a unit goes back to, danger counts more.
    pub(crate) fn appraise_refuge(&self, state: &State, piece: Piece, hex: Hex) -> f32 {
        self.standing(state, piece, hex) - 2.0 * self.danger(state, piece, hex)
    }

    /// What an emptied hex has for a unit over its own.
    pub(crate) fn appraise_advance(&self, state: &State, piece: Piece, hex: Hex) -> f32 {
        self.standing(state, piece, hex) - self.standing(state, piece, state.hex(piece)) + 0.3
    }
}

impl Hints for ClashOfGiants {
    const CONCERNS: &'static [&'static str] = Concern::NAMES;
    const BEARINGS: &'static [Option<engine::Bearing>] = Concern::BEARINGS;

    fn appraise(&self, state: &State, action: Action, temper: &Temper) -> f32 {
        state.step.worth(self, state, action, temper)
    }

    /// The victory points, and the steps that will win more of them.
    fn prospect(&self, state: &State) -> f32 {
        (self.point_lead(state) as f32 + STEP * self.strength_lead(state) as f32) / 20.0
    }

    fn stakes(&self, state: &State) -> Stakes {
        state.place().stakes(self, state)
    }
}
