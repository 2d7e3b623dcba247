//! What the game tells a computer player about itself: how good an option looks, from what its side can see.
//!
//! Everything is counted in steps: an enemy step taken is worth about 1. A side leans toward attack or defence by scenario
//! and turn, as history had it; fights are judged by the Combat Table.

use crate::RockOfTheMarne;
use crate::action::Action;
use crate::fears::{Blow, Fears, Within, blows};
use crate::ground::{Ground, Hexes};
use crate::outlook::{Approaches, Around, FAR, Outlook};
use crate::pieces::{ALLIED, Class, GERMAN, Piece, PieceSet};
use crate::scenarios::{Prize, Scenario};
use crate::sequence::Phase;
use crate::sites::{Site, Sites};
use crate::state::{Battle, Fight, State, Step, side_of};
use crate::tables::{COLUMNS, Tables};
use crate::ways::{self, To};
use engine::memory::{Latest, Moment};
use engine::{Census, Hints, Side, Stakes, Temper};
use hexboard::Hex;

/// Worth of a hex nearer to what a side wants.
const PROGRESS: f32 = 0.12;
/// Worth of a hex nearer to the enemy, for those that defend.
const APPROACH: f32 = 0.23;
/// Worth of each column of cover near the enemy.
const COVER: f32 = 0.35;
/// Worth of each hex near the front that no other unit of the side watches.
const LINE: f32 = 0.36;
/// What it is worth to watch a hex of what the enemy wants.
const POSITION: f32 = 0.42;
/// How many of them the one counts for in which a unit stands.
const STAND: f32 = 2.0;
/// What is feared of a step that the enemy may take, or of the hex.
const DANGER: f32 = 0.25;
/// What a hex is worth to those who stand in it.
const FOOTHOLD: f32 = 0.5;
/// So many hexes on the enemy's side of a unit are as many as it is there to watch.
const WATCH: u8 = 3;
/// Half defence points that a covered stack is taken to hide.
const HIDDEN: u16 = 8;
/// Steps that it is taken to hide.
const HIDDEN_STEPS: f32 = 1.5;
/// What depleting one more HQ costs.
const AMMUNITION: f32 = 0.5;
/// The victory points that a strength point on the board is worth, by how often it wins (docs/ai.md).
const STRENGTH: f32 = 0.1;
/// What it costs a unit to end where no HQ feeds it: it could not attack, and defends with half of its strength [1.3f-1, 1.3f-2].
const HUNGER: f32 = 3.0;
/// What it costs an HQ to end without a line to a source.
const CUT_OFF: f32 = 4.0;
/// What each unit costs that nobody feeds if an HQ ends in a hex.
const UNFED: f32 = 1.5;
/// From so many hexes away the enemy does not come upon an HQ in one turn.
const SAFE: f32 = 5.0;
/// What each hex costs by which an HQ without troops is nearer to the enemy than that.
const EXPOSED: f32 = 1.2;
/// What it is worth to stand beside an HQ that nobody else guards.
const ESCORT: f32 = 0.6;
/// What a broken down tank gains by an HQ that repairs it [1.8e-1].
const REPAIR: f32 = 4.0;
/// So many units on the map are few: every scenario but the campaign.
const FEW: usize = 130;
/// So many are a handful: the battle of the Ardre.
const HANDFUL: usize = 34;
/// Not to be done.
const NEVER: f32 = -1000.0;
/// Not done while anything else can be, however bad that is.
pub(crate) const LAST: f32 = 10.0 * NEVER;
/// Not done while anything else can be: ending a phase is worth nothing, and what is worth less is not done.
pub(crate) const RATHER_NOT: f32 = -2.0;

/// The counters that a division becomes.
const PARTS: usize = 3;
/// From so many hexes away the enemy comes to a hex in one turn.
const WITHIN_REACH: f32 = 6.0;
/// Farther than that no way to a goal is told from another.
const FARTHEST: u16 = 60;

thread_local! {
    /// What a side watches without one of its units.
    static WATCHED: Latest<(u64, Piece), Hexes> = const { Latest::unasked() };
    /// Whom an HQ serves.
    static CHARGES: Latest<(u64, Piece), Charges> = const { Latest::unasked() };
}

/// Those whom an HQ serves.
#[derive(PartialEq, Default)]
struct Charges {
    /// Where units are that no other HQ reaches.
    stray: Vec<Hex>,
    /// Where those of its own command are.
    command: Vec<Hex>,
    /// Hexes in which an HQ would have a line to a source.
    linked: Hexes,
}

/// A distance, as far as it matters.
fn near(distance: Option<u16>) -> f32 {
    distance.map_or(FAR, |distance| distance.min(FAR.into()) as u8).into()
}

/// What the board is worth, worked out once.
#[derive(Debug)]
pub(crate) struct Sense {
    /// For each scenario and side what the side wants, and all that with what lies around it.
    wanted: Vec<[Hexes; 2]>,
    around_wanted: Vec<[Hexes; 2]>,
    /// What each column of the Combat Table does to a defender.
    pub(crate) blows: [Blow; COLUMNS],
    /// Where whoever stands in a hex can come to.
    pub(crate) reach: Within,
    pub(crate) approaches: Approaches,
    /// For each scenario the hexes that are worth points by themselves.
    prized: Vec<Hexes>,
}

impl Sense {
    pub(crate) fn new(ground: &Ground, scenarios: &[Scenario], tables: &Tables) -> Sense {
        let wanted = |scenario| [GERMAN, ALLIED].map(|side| wanted(ground, scenario, side));
        let prized = |scenario: &Scenario| scenario.prizes.iter().map(|prize| prize.hex).collect();
        let wanted: Vec<[Hexes; 2]> = scenarios.iter().map(wanted).collect();
        let around = |hex: Hex| ground.board().neighbours(hex).map(|(_, beside)| beside).chain([hex]);
        let around_wanted = wanted.iter().map(|sides| sides.map(|wanted| wanted.iter().flat_map(around).collect()));
        Sense {
            around_wanted: around_wanted.collect(),
            wanted,
            blows: blows(tables),
            reach: Within::new(),
            approaches: Approaches::new(ground),
            prized: scenarios.iter().map(prized).collect(),
        }
    }
}

/// The hexes that a side wants: those that bring it points; across the Marne in 7.2, the trenches in 7.1.
fn wanted(ground: &Ground, scenario: &Scenario, side: Side) -> Hexes {
    let mut wanted: Hexes =
        scenario.prizes.iter().filter(|prize| prize.side != Some(side.other())).map(|prize| prize.hex).collect();
    if scenario.trench_points > 0 {
        wanted |= ground.trench_points & scenario.area;
    }
    if scenario.crossing_points > 0 {
        // The south bank, where the Germans have crossed or want to.
        let banks = ground.crossings().iter().flat_map(|crossing| [crossing.from, crossing.to]);
        wanted |= banks.filter(|&bank| ground.south.contains(bank)).collect::<Hexes>() & scenario.area;
    }
    wanted
}

engine::mind! {
    RockOfTheMarne:
    Drive = "attacking" in Odds,
    Progress = "the way to the goals" in Goals,
    Approach = "keeping in touch",
    Cover = "cover" in Danger,
    Line = "a front without holes",
    Contact = "odds next to the enemy" in Odds,
    Danger = "a stronger enemy next door" in Danger,
    Prize = "victory hexes" in Goals,
    Ground = "ground taken by combat" in Goals,
    Losses = "own losses" in Danger,
    Caution = "attacks that do not pay" in Danger,
    Tether = "being far from HQs",
    Hidden = "what covered stacks hide",
    Hold = "attacking while on the defensive",
}

impl Mind<'_> {
    /// How much a side leans toward attack, from 0 to 1.
    pub(crate) fn drive(&self, state: &State, side: Side) -> f32 {
        let drive = self.papers.tempers.will(usize::from(state.scenario), side, state.turn.into());
        self.weight(if drive < 0.5 { Concern::Hold } else { Concern::Drive }) * drive
    }

    /// How far it is to what a side wants and does not have yet, as far as everybody can see.
    fn way(&self, state: &State, side: Side, hex: Hex) -> f32 {
        ways::distance(self.ground.board(), (side, To::Goal), (self.papers.number, || self.left(state, side)), hex)
            .unwrap_or(0)
            .min(FARTHEST)
            .into()
    }

    /// What a side wants and does not have yet, as far as everybody can see; all that it wants if it has all of it.
    pub(crate) fn left(&self, state: &State, side: Side) -> Hexes {
        let wanted = self.sense.wanted[usize::from(state.scenario)][side.index()];
        let has = |prize: &&Prize| match prize.side {
            Some(_) => state.held[side.index()].contains(prize.hex),
            None => self.controller(state, prize.hex) == side,
        };
        let had = self.scenario(state).prizes.iter().filter(has).map(|prize| prize.hex);
        let left = wanted - had.collect::<Hexes>();
        if left.is_empty() { wanted } else { left }
    }

    /// How far the nearest own HQ is.
    pub(crate) fn hq_distance(&self, state: &State, side: Side, hex: Hex) -> f32 {
        let hqs = || self.hq_hexes(state, side);
        near(ways::distance(self.ground.board(), (side, To::Headquarters), (self.papers.number, hqs), hex))
    }

    /// Where a side's HQs are.
    pub(crate) fn hq_hexes(&self, state: &State, side: Side) -> Hexes {
        self.hqs(state, side).iter().map(|hq| state.hex(hq)).collect()
    }

    /// What a step of a unit is worth to its owner.
    fn step_worth(&self, piece: Piece) -> f32 {
        match self.pieces.class(piece) {
            Class::Regiment | Class::Stormtrooper => 0.5,
            Class::MachineGun => 0.6,
            Class::Brigade => 0.9,
            Class::Division => 1.0,
            Class::Tank => 1.3,
            Class::CorpsHq | Class::ArmyHq => 1.5,
            Class::Airplane => 1.0,
        }
    }

    /// The defence of an enemy hex in halves and its steps, as far as can be seen and guessed.
    fn guessed(&self, state: &State, target: Hex) -> (u16, f32) {
        let known = self.known_defenders(state, target);
        let defence: u16 = known.iter().map(|piece| self.defence_of(state, known, piece)).sum();
        let steps: f32 = known.iter().map(|piece| f32::from(self.steps_left(state, piece))).sum();
        let covered = state.stack(target).count() > known.len();
        if covered {
            (defence + (f32::from(HIDDEN) * self.weight(Concern::Hidden)) as u16, steps + HIDDEN_STEPS)
        } else {
            (defence, steps)
        }
    }

    /// What an attack is worth: steps taken and lost by the Combat Table, and the hex, if it falls.
    fn prospect(&self, state: &State, group: PieceSet, battle: Battle, more: i16) -> f32 {
        let side = state.side;
        let mut there = state.clone();
        there.battle = battle;
        let odds = self.odds(&there, group, self.known_defenders(state, battle.target));
        let (defence, steps) = self.guessed(state, battle.target);
        let column = crate::combat::column_of(odds.attack, defence, odds.shift + more);
        let worth: f32 = group.iter().map(|piece| self.step_worth(piece)).sum::<f32>() / group.len().max(1) as f32;
        let own: f32 = group.iter().map(|piece| f32::from(self.steps_left(state, piece))).sum();
        let sparing = if self.turns_of_enemy(state, side) == 0 { 0.1 } else { self.weight(Concern::Losses) };
        let (mut value, mut falls) = (0.0, 0.0);
        for total in 2..=12_u8 {
            let chance = f32::from(6 - total.abs_diff(7)) / 36.0;
            let result = self.tables.combat(total, column);
            let lost = f32::from(result.attacker.steps).min(own);
            value += chance * (f32::from(result.defender.steps).min(steps) - sparing * lost * worth);
            if result.attacker.retreat > 0 {
                value -= 0.3 * chance;
            } else if lost < own && (result.defender.retreat > 0 || f32::from(result.defender.steps) >= steps) {
                falls += chance;
            }
        }
        value + falls * self.ground_worth(state, side, battle.target)
    }

    /// What taking a hex is worth.
    fn ground_worth(&self, state: &State, side: Side, hex: Hex) -> f32 {
        let near = self.way(state, side, hex);
        let prize = self.prize(state, side, hex);
        self.weight(Concern::Ground) * (0.4 + self.drive(state, side) * (0.9 - 0.02 * near)) + prize
    }

    /// What is to be had in a hex, for whom and for how many points.
    fn prizes(&self, state: &State, hex: Hex) -> impl Iterator<Item = &Prize> {
        // Hardly any hex has one.
        let has = self.sense.prized[usize::from(state.scenario)].contains(hex);
        let prizes: &[Prize] = if has { &self.scenario(state).prizes } else { &[] };
        prizes.iter().filter(move |prize| prize.hex == hex)
    }

    /// The points of a hex, for a side that would get them or keep the enemy from them.
    fn prize(&self, state: &State, side: Side, hex: Hex) -> f32 {
        let scenario = self.scenario(state);
        let left = scenario.turns.1 - state.turn;
        let pressing = if left <= 1 { 5.0 } else { 1.0 };
        let mut worth = 0.0;
        for prize in self.prizes(state, hex) {
            let own = prize.side != Some(side.other());
            worth += f32::from(prize.points.min(5)) * if own { pressing } else { 0.6 };
        }
        let trench = scenario.trench_points > 0 && self.is_scored_trench(state, hex);
        if trench && (side == GERMAN || state.holder(hex) == Some(GERMAN)) {
            worth += 0.8 * pressing;
        }
        if scenario.crossing_points > 0 && self.ground.south.contains(hex) {
            if side == GERMAN {
                worth += 0.8;
            } else if state.holder(hex) == Some(GERMAN) {
                worth += 0.8 * pressing;
            }
        }
        self.weight(Concern::Prize) * worth
    }

    /// What a hex is worth to all units of a side alike.
    pub(crate) fn find_site(&self, state: &State, side: Side, hex: Hex, drive: f32) -> Site {
        let away = self.enemy_distance(state, side, hex);
        // Farther from the enemy nobody asks what lies before a hex.
        let outlook = if away <= WITHIN_REACH { self.outlook(state, side, hex) } else { Outlook::far(away as u8) };
        let mut place = -self.weight(Concern::Approach) * APPROACH * (1.0 - 0.7 * drive) * (away - 2.0).max(0.0);
        place -= self.weight(Concern::Progress) * drive * PROGRESS * self.way(state, side, hex);
        let guard = self.guard(state, side, hex, away);
        Site { outlook, place, guard, gain: self.prize(state, side, hex) + guard }
    }

    /// How good a hex is for a combat unit to be in.
    fn standing(&self, state: &State, piece: Piece, hex: Hex) -> f32 {
        let others: PieceSet = state.stack(hex).filter(|&other| other != piece).collect();
        if self.bulk(others) + self.pieces.counter(piece).stacking > self.tables.stacking {
            return NEVER;
        }
        self.sites(state, side_of(piece), |sites| self.standing_with(state, piece, others, hex, sites))
    }

    /// How good it is with some others in it.
    fn standing_with(&self, state: &State, piece: Piece, others: PieceSet, hex: Hex, sites: &Sites) -> f32 {
        let side = side_of(piece);
        let (site, drive) = (self.site(state, sites, side, hex), sites.drive);
        let away = f32::from(site.outlook.away);
        let hq_distance = sites.hq_distance(self.ground.board(), hex);
        let mut worth = site.place - self.weight(Concern::Tether) * 0.6 * (hq_distance - 5.0).clamp(0.0, 4.0);
        if away <= 2.0 {
            worth += self.weight(Concern::Cover) * COVER * f32::from(self.ground.effects(hex).left);
        }
        if away < WITHIN_REACH && self.face(state, piece).attack > 0 {
            let watched = self.watched(state, piece, hex);
            let holes = LINE * (1.0 - 0.5 * drive) * f32::from(site.outlook.ahead.without(watched).len().min(WATCH));
            let position = self.position(state, piece, hex, watched);
            worth += self.weight(Concern::Line) * (holes + POSITION * (1.0 - drive) * position);
        }
        if !sites.fed.contains(hex) {
            worth -= HUNGER;
        }
        if self.is_broken_tank(state, piece) && self.has_supplied_hq(state, hex) {
            worth += REPAIR;
        }
        let alone = others.is_empty() || others.iter().all(|other| self.pieces.is_hq(other));
        if alone {
            worth += site.gain;
        }
        if away <= SAFE && alone && !others.is_empty() {
            worth += ESCORT;
        }
        worth -= self.weight(Concern::Danger) * DANGER * self.peril(state, piece, others, hex, (site, &sites.fears));
        if away <= 1.0 {
            worth += self.contact(state, piece, hex, drive);
        }
        worth
    }

    fn is_broken_tank(&self, state: &State, piece: Piece) -> bool {
        self.pieces.class(piece) == Class::Tank && state.flipped.contains(piece)
    }

    /// What a unit adds to what its side has to fear in a hex: it may be lost there, and it may save those who are.
    fn peril(&self, state: &State, piece: Piece, others: PieceSet, hex: Hex, (site, fears): (Site, &Fears)) -> f32 {
        let side = side_of(piece);
        if f32::from(site.outlook.away) > WITHIN_REACH || self.turns_of_enemy(state, side) == 0 {
            return 0.0;
        }
        let storm = self.storm(state, side, hex, site.outlook.ahead, fears);
        if storm == 0.0 {
            return 0.0;
        }
        let eager = self.papers.tempers.will(usize::from(state.scenario), side.other(), state.turn.into());
        let ground = FOOTHOLD + site.guard;
        let risk = |units: PieceSet| {
            let stand = self.stand(state, units, |unit| self.step_worth(unit));
            self.risk(storm, hex, stand, eager, ground)
        };
        let all = risk(others.or([piece].into_iter().collect()));
        if others.is_empty() { all } else { all - risk(others) }
    }

    /// How many player turns of the enemy come after this one of a side.
    fn turns_of_enemy(&self, state: &State, side: Side) -> u8 {
        let left = self.scenario(state).turns.1 - state.turn;
        if side == GERMAN { left + 1 } else { left }
    }

    /// What it is worth to stand in a hex that the enemy wants and could come to, more as he runs out of time.
    fn guard(&self, state: &State, side: Side, hex: Hex, away: f32) -> f32 {
        let turns = self.turns_of_enemy(state, side);
        let (enemy, scenario) = (side.other(), self.scenario(state));
        if turns == 0 || away > WITHIN_REACH {
            return 0.0;
        }
        let pressing = if turns == 1 { 4.0 } else { 0.5 };
        let mut worth = 0.0;
        for prize in self.prizes(state, hex).filter(|prize| prize.side != Some(side)) {
            worth += f32::from(prize.points.min(5));
        }
        if scenario.trench_points > 0 && enemy == GERMAN && self.is_scored_trench(state, hex) {
            worth += 1.0;
        }
        self.weight(Concern::Prize) * pressing * worth
    }

    /// Looks at those whom an HQ serves.
    fn charges<T>(&self, state: &State, hq: Piece, look: impl FnOnce(&Charges) -> T) -> T {
        let side = side_of(hq);
        let find = |charges: &mut Charges| {
            let others = self.fed_without(state, hq);
            let troops = state.units(side).without(self.hq_counters).iter().map(|unit| state.hex(unit));
            charges.stray.clear();
            charges.stray.extend(troops.filter(|&at| !others.contains(at)));
            let command = state.units(side).iter().filter(|&unit| self.pieces.counter(unit).hq == Some(hq));
            charges.command.clear();
            charges.command.extend(command.map(|unit| state.hex(unit)));
            charges.linked = self.lines_from(state, side);
        };
        CHARGES.with(|known| known.look((Moment::now(), hq), find, PartialEq::eq, look))
    }

    /// How many hexes of what the enemy wants a unit would watch in and around a hex that nobody else watches, where he is so near that
    /// he can come to all of them; the one that it stands in counts for more.
    fn position(&self, state: &State, piece: Piece, hex: Hex, watched: Around) -> f32 {
        let (side, board) = (side_of(piece), self.ground.board());
        let (scenario, enemy) = (usize::from(state.scenario), side.other().index());
        if !self.sense.around_wanted[scenario][enemy].contains(hex) {
            return 0.0;
        }
        let wanted = &self.sense.wanted[scenario][enemy];
        let wanted = Around::in_set(board, hex, wanted);
        let held = &state.held[enemy];
        let counts = wanted.without(Around::in_set(board, hex, held));
        let unwatched = f32::from(counts.outside().without(watched).len());
        let stands = || state.stack(hex).any(|other| other != piece && !self.pieces.is_hq(other));
        unwatched + if counts != counts.outside() && !stands() { STAND } else { 0.0 }
    }

    /// Which hexes in and around a hex are in a zone of a unit's side without the unit: a front has no holes.
    fn watched(&self, state: &State, piece: Piece, hex: Hex) -> Around {
        let find = |watched: &mut Hexes| {
            let mut armed = state.armed[side_of(piece).index()];
            let home = state.hex(piece);
            let others = || state.stack(home).any(|other| other != piece && self.face(state, other).attack > 0);
            if state.on_map.contains(piece) && !others() {
                armed.remove(home);
            }
            *watched = ways::around(&self.steps, &armed);
        };
        let look = |watched: &Hexes| Around::in_set(self.ground.board(), hex, watched);
        WATCHED.with(|known| known.look((Moment::now(), piece), find, PartialEq::eq, look))
    }

    /// What it means to stand next to the enemy: whom to attack.
    fn contact(&self, state: &State, piece: Piece, hex: Hex, drive: f32) -> f32 {
        let side = side_of(piece);
        let own = 2.0 * f32::from(self.face(state, piece).attack);
        let mut best = 0.0_f32;
        for (_, target) in self.ground.board().neighbours(hex) {
            if state.holder(target) != Some(side.other()) {
                continue;
            }
            let (against, _) = self.guessed_by(state, side, target);
            let helping: f32 = self
                .ground
                .board()
                .neighbours(target)
                .filter(|(_, from)| state.holder(*from) == Some(side))
                .flat_map(|(_, from)| state.stack(from))
                .filter(|&unit| unit != piece)
                .map(|unit| 2.0 * f32::from(self.face(state, unit).attack))
                .sum();
            let halved = if self.halves(state, hex, target) { 0.5 } else { 1.0 };
            let odds = (helping + own * halved) / f32::from(against.max(1))
                - 0.5 * f32::from(self.ground.effects(target).left);
            best = best.max((odds / 3.0).clamp(0.0, 1.2));
        }
        self.weight(Concern::Contact) * drive * 1.6 * best
    }

    /// The defence of an enemy hex, for a side that may not be choosing now: its top unit, and a guess.
    fn guessed_by(&self, state: &State, side: Side, target: Hex) -> (u16, f32) {
        if self.chooser(state) == side {
            return self.guessed(state, target);
        }
        (HIDDEN, HIDDEN_STEPS)
    }

    /// How good a hex is for an HQ: behind the front, near enough to serve it.
    fn quarters(&self, state: &State, hq: Piece, hex: Hex) -> f32 {
        let side = side_of(hq);
        let others: PieceSet = state.stack(hex).filter(|&other| other != hq).collect();
        if self.bulk(others) + self.pieces.counter(hq).stacking > self.tables.stacking {
            return NEVER;
        }
        let away = self.enemy_distance(state, side, hex);
        let escorted = others.iter().any(|other| self.face(state, other).attack > 0);
        let exposed = if escorted { 0.0 } else { EXPOSED * (SAFE - away).max(0.0) };
        let (cut_off, unfed, spread) = self.charges(state, hq, |Charges { stray, command, linked }| {
            let around = || self.ground.board().neighbours(hex).any(|(_, at)| linked.contains(at));
            let range = self.pieces.counter(hq).range;
            let unfed = stray.iter().filter(|&&at| self.steps.distance(hex, at) > range).count();
            let beyond = |&at: &Hex| (f32::from(self.ground.board().distance(hex, at)) - 4.0).max(0.0);
            let far = command.iter().map(beyond).fold(0.0, |sum, far| sum + far);
            let spread = if command.is_empty() { 0.0 } else { 0.4 * far / command.len() as f32 };
            (!linked.contains(hex) && !around(), unfed, spread)
        });
        let cut_off = if cut_off { CUT_OFF } else { 0.0 };
        let hungry = UNFED * unfed.min(8) as f32;
        let close = if away < 2.0 { 4.0 } else { 0.0 };
        let far = 0.5 * (away - 3.0).abs();
        -exposed - close - cut_off - hungry - far - spread - 0.03 * self.way(state, side, hex)
    }

    pub(crate) fn place_worth(&self, state: &State, piece: Piece, hex: Hex) -> f32 {
        if self.pieces.is_hq(piece) { self.quarters(state, piece, hex) } else { self.standing(state, piece, hex) }
    }

    /// What it is worth to lead the picked units to a hex.
    pub(crate) fn move_worth(&self, state: &State, hex: Hex) -> f32 {
        let (mut worth, mut units) = (-0.0, 0_u8);
        for piece in state.group.iter() {
            worth += self.place_worth(state, piece, hex);
            units += 1;
        }
        worth / f32::from(units.max(1))
    }

    /// Attack with all that can join, and the best HQ, where it pays.
    pub(crate) fn appraise_target(&self, state: &State, target: Hex) -> f32 {
        let side = state.side;
        if state.holder(target).is_none() {
            return self.drive(state, side) * 0.6 + self.prize(state, side, target) - 0.2;
        }
        let mut there = state.clone();
        there.battle = Battle { fight: Fight::Attack, target, ..Battle::BLANK };
        there.group = PieceSet::EMPTY;
        let group = self.joiners(&there);
        let shift = self.shifters(&there).iter().map(|hq| i16::from(self.face(state, hq).shift)).max().unwrap_or(0);
        let ready = i16::from(!self.ready(state, side).is_empty());
        if self.turns_of_enemy(state, side) == 0 {
            // Nothing is spared for tomorrow.
            return self.prospect(state, group, there.battle, shift + ready);
        }
        let fresh = if state.supplying.is_empty() { AMMUNITION } else { 0.5 * AMMUNITION };
        self.prospect(state, group, there.battle, shift + ready)
            - self.weight(Concern::Caution) * (fresh + 0.5 * (1.0 - self.drive(state, side)))
    }

    /// Support for an attack whose odds can still be bettered: what a kind of support is worth, and what it shifts.
    pub(crate) fn appraise_support(&self, state: &State, piece: Piece, kind: f32) -> f32 {
        let target = state.battle.target;
        let improves = || {
            let odds = self.odds(state, state.group, self.known_defenders(state, target));
            let (defence, _) = self.guessed(state, target);
            crate::combat::column_of(odds.attack, defence, odds.shift) + 1 < crate::tables::COLUMNS
        };
        let pays = state.battle.fight == Fight::Attack && improves();
        if pays { kind + f32::from(self.face(state, piece).shift) } else { -1.0 }
    }

    /// Break down who stands near the enemy, if enough counters are left to become all of it: three regiments have more steps
    /// than one division.
    pub(crate) fn appraise_break(&self, state: &State, piece: Piece) -> f32 {
        let hex = state.hex(piece);
        let near = self.enemy_distance(state, state.side, hex) <= 2.0;
        let reduced = state.flipped.contains(piece);
        let whole = self.spare(state, state.side).len() >= PARTS;
        if near && !reduced && whole { 2000.0 - self.enemy_distance(state, state.side, hex) } else { -1.0 }
    }

    /// An overrun that costs no unit for want of room, if it pays.
    pub(crate) fn appraise_overrun(&self, state: &State, target: Hex) -> f32 {
        if self.sources(state, target).iter().all(|from| !self.fits_for_overrun(state, from)) {
            return NEVER;
        }
        let battle = Battle { fight: Fight::Overrun, target, ..Battle::BLANK };
        let worth = self.prospect(state, state.group, battle, 0) - 0.4;
        if worth > 0.0 { 5.0 + worth } else { NEVER }
    }

    /// Lose what is worth least, and rather the first step of a unit than its last.
    pub(crate) fn appraise_loss(&self, state: &State, piece: Piece) -> f32 {
        let last = self.steps_left(state, piece) == 1;
        let size = f32::from(self.face(state, piece).defence + self.face(state, piece).attack);
        -self.step_worth(piece) - 0.02 * size - if last { 0.4 } else { 0.0 }
    }

    pub(crate) fn appraise_refuge(&self, state: &State, side: Side, hex: Hex) -> f32 {
        let toll = f32::from(self.toll_of(state, side, hex));
        let crowd = self.stacked(state, hex) + self.bulk(state.battle.party);
        let full = if crowd > self.tables.stacking { 3.0 } else { 0.0 };
        let away = self.enemy_distance(state, side, hex).min(4.0);
        -1.5 * toll - full + 0.2 * away - 0.1 * self.hq_distance(state, side, hex)
    }

    pub(crate) fn appraise_patrol(&self, state: &State, hex: Hex) -> f32 {
        -self.enemy_distance(state, state.side, hex) - 0.1 * self.way(state, state.side.other(), hex)
    }

    /// Rebuild the strongest, bring in everybody.
    pub(crate) fn appraise_arrival(&self, state: &State, piece: Piece) -> f32 {
        let face = self.pieces.face(piece, state.dead.contains(piece));
        10.0 + f32::from(face.attack) + 4.0 * f32::from(face.shift)
    }

    /// Who is near the enemy moves first, and HQs last.
    pub(crate) fn eagerness(&self, state: &State, piece: Piece) -> f32 {
        let away = self.enemy_distance(state, state.side, state.hex(piece));
        1000.0 - away - if self.pieces.is_hq(piece) { 100.0 } else { 0.0 }
    }

    /// What it is worth to leave the picked units where they are.
    pub(crate) fn appraise_stay(&self, state: &State) -> f32 {
        let worth = self.move_worth(state, self.start(state)) + 0.15;
        if state.phase == Phase::Exploitation { worth + 0.1 } else { worth }
    }

    /// An overrun comes from where its strength is whole, and rather from cover.
    pub(crate) fn appraise_source(&self, state: &State, target: Hex, from: Hex) -> f32 {
        if !self.fits_for_overrun(state, from) {
            return NEVER;
        }
        f32::from(u8::from(!self.halves(state, from, target))) + 0.1 * f32::from(self.ground.effects(from).left)
    }

    /// What the emptied hex has for a unit over its own.
    pub(crate) fn appraise_advance(&self, state: &State, piece: Piece) -> f32 {
        self.standing(state, piece, state.battle.target) - self.standing(state, piece, state.hex(piece)) + 0.5
    }

    /// An airplane that has its strength left intercepts.
    pub(crate) fn appraise_interception(&self, state: &State, plane: Piece) -> f32 {
        if state.flipped.contains(plane) { -1.0 } else { 1.0 }
    }

    /// Airplanes patrol for those that defend, and wait for the next attack else.
    pub(crate) fn appraise_flight(&self, state: &State) -> f32 {
        if self.drive(state, state.side) < 0.5 { 1.0 } else { -1.0 }
    }
}

impl Hints for RockOfTheMarne {
    const CONCERNS: &'static [&'static str] = Concern::NAMES;
    const BEARINGS: &'static [Option<engine::Bearing>] = Concern::BEARINGS;

    fn appraise(&self, state: &State, action: Action, temper: &Temper) -> f32 {
        state.place().worth(self, state, action, temper)
    }

    fn appraise_all(&self, state: &State, actions: &[Action], temper: &Temper, worth: &mut Vec<f32>) {
        let (_moment, place) = (Moment::begin(), state.place());
        worth.clear();
        worth.extend(actions.iter().map(|&action| place.worth(self, state, action, temper)));
    }

    /// The victory points, and the strength that will win more of them.
    fn prospect(&self, state: &State) -> f32 {
        (self.point_lead(state) as f32 + STRENGTH * self.strength_lead(state) as f32) / 15.0
    }

    /// Where few units fight everybody has the time to look into attacks, and where a handful does, into marches too (docs/ai.md).
    fn stakes(&self, state: &State) -> Stakes {
        let units = state.on_map.len();
        match state.place() {
            Step::Attacks if units <= FEW => Stakes::High,
            Step::Move if units <= HANDFUL => Stakes::Some,
            place => place.stakes(self, state),
        }
    }
}
