//! The whole analysis: the graph, luck and choices turn by turn, and the moments that decided a game.

use crate::Watch;
use crate::chances::{Chances, Seer};
use crate::depth::{Depth, Effort, Eyes};
use crate::foresight::{Games, Mind, Value};
use crate::line::line;
use crate::statistics::{Estimated, rounded};
use crate::threads::share_out;
use crate::trial::Trial;
pub use crate::trial::grade;
use crate::walk::Game;
use engine::{Hints, Schooling, Side, Viewer};
use std::collections::BTreeMap;
use wire::{Analysis, Better, Grade, GraphPoint, Moment, MomentKind, SideAccount, TurnAccount};

/// How much of the work the graph is thought to be, and how much of it the places between.
const GRAPH: f32 = 0.6;
const BETWEEN: f32 = 0.1;
/// How many rolls are told.
const ROLLS: usize = 16;
/// What a roll has to change to be told, and by how many standard errors.
const SWING: f64 = 0.02;
const PROOF: f64 = 2.0;
/// How many worlds points and strength are counted in, where not all is known.
const WORLDS: u64 = 8;

/// Looks at a finished game again.
pub fn analyse<R: Hints>(game: &Game<R>, depth: Depth, eyes: Eyes, watch: &Watch<'_>) -> Analysis {
    let rules = &*game.rules;
    let id = rules.about().id;
    let plain = Chances::plain(id, &game.scenario);
    let fitted = Chances::of(id, &game.scenario);
    let seer = Seer::new(rules, &game.last, fitted.unwrap_or(&plain));
    let tempers = Side::BOTH.map(|side| rules.temper(rules.scenario(&game.last), side, Schooling::Drilled));
    let study = Study {
        game,
        mind: Mind { seer: &seer, tempers, limits: &watch.limits.clone() },
        effort: depth.effort(),
        eyes,
        watch,
    };
    let course = study.course();
    let (trials, examined) = study.trials(&course);
    let mut told = Analysis {
        game: id.to_string(),
        scenario: game.scenario.clone(),
        depth: depth.name().to_string(),
        eyes: eyes.word(rules.about()).to_string(),
        actions: game.places.len(),
        covers: course.covers,
        graph: course.graph(),
        turns: study.turns(&course),
        sides: study.sides(&course, &trials, &examined),
        moments: study.rolls(&course),
        remarks: study.remarks(fitted.is_some(), depth, &course),
    };
    told.moments.extend(trials);
    told.moments.sort_by_key(|moment| (moment.at, moment.kind == MomentKind::Luck));
    (watch.progress)(1.0);
    told
}

/// A point of a game at which chances are looked at: before or after the choice at a place, played on until a turn.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Spot {
    place: usize,
    until: u16,
    /// Whether the choice has been made, and the dice have not fallen.
    chosen: bool,
}

/// A way between two spots that follow each other: what happened on it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Cause {
    /// A side chose, once or several times.
    Choice(Side),
    /// A side's dice fell.
    Luck(Side),
    /// It was seen otherwise.
    Hindsight,
}

/// The spots of a game in order, with the games played on from each.
struct Course {
    spots: Vec<(Spot, Vec<Value>)>,
    /// How many actions the spots cover.
    covers: usize,
    /// The number of actions before each turn.
    begins: Vec<(u16, usize)>,
}

/// A spot, with the games played on from it.
type Seen = (Spot, Vec<Value>);
/// A place of a game, with the games played on from it.
type Passed = (usize, Vec<Value>);

impl Course {
    /// What leads from each spot to the next.
    fn ways<'a, R: Hints>(&'a self, game: &'a Game<R>) -> impl Iterator<Item = (Cause, &'a Seen, &'a Seen)> {
        self.spots.windows(2).map(move |pair| {
            let [(before, _), (after, _)] = [&pair[0], &pair[1]];
            let cause = match game.places.get(before.place) {
                _ if before.place == after.place && before.until != after.until => Cause::Hindsight,
                Some(place) if before.chosen => Cause::Luck(place.side),
                Some(place) => Cause::Choice(place.side),
                None => Cause::Hindsight,
            };
            (cause, &pair[0], &pair[1])
        })
    }

    /// The chance before each place that was looked at, as it was seen from there on.
    fn graph(&self) -> Vec<GraphPoint> {
        let mut points: BTreeMap<usize, GraphPoint> = BTreeMap::new();
        for (spot, values) in self.spots.iter().filter(|(spot, _)| !spot.chosen) {
            let turn = self.begins.iter().rev().find(|(_, at)| *at <= spot.place).map_or(0, |(turn, _)| *turn);
            points.insert(spot.place, GraphPoint { at: spot.place, turn, chance: chance(values).told() });
        }
        points.into_values().collect()
    }
}

fn chance(values: &[Value]) -> Estimated {
    Estimated::of(values.iter().map(|value| value.chance))
}

/// What changed from some games to others that met the same luck, for the first side.
fn change(before: &[Value], after: &[Value]) -> Estimated {
    Estimated::of(before.iter().zip(after).map(|(before, after)| after.chance - before.chance))
}

fn sign(side: Side) -> f64 {
    if side == Side::First { 1.0 } else { -1.0 }
}

/// A mean as a side sees it: what is good for one is bad for the other.
fn for_side(side: Side, of_first: Estimated) -> Estimated {
    match side {
        Side::First => of_first,
        Side::Second => Estimated { mean: 1.0 - of_first.mean, ..of_first },
    }
}

struct Study<'a, R: Hints> {
    game: &'a Game<R>,
    mind: Mind<'a, R>,
    effort: Effort,
    eyes: Eyes,
    watch: &'a Watch<'a>,
}

impl<R: Hints> Study<'_, R> {
    fn until(&self, turn: u16) -> u16 {
        turn.saturating_add(self.effort.horizon)
    }

    /// All spots, looked at as far as there was time.
    fn course(&self) -> Course {
        let (spots, begins) = self.spots();
        let progress = |done: usize| (self.watch.progress)(GRAPH * done as f32 / spots.len().max(1) as f32);
        let found = share_out(spots.len(), self.watch.limits, &progress, |at, _| self.values(spots[at]));
        let spots: Vec<(Spot, Vec<Value>)> =
            spots.into_iter().zip(found).map_while(|(spot, values)| Some((spot, values?))).collect();
        let covers = spots.last().map_or(0, |(spot, _)| spot.place);
        Course { spots, covers, begins: begins.into_iter().filter(|(_, at)| *at <= covers).collect() }
    }

    /// Where chances are looked at, in order, and where the turns begin.
    fn spots(&self) -> (Vec<Spot>, Vec<(u16, usize)>) {
        let places = &self.game.places;
        let (mut spots, mut begins) = (Vec::new(), Vec::new());
        let (mut last, mut until) = (0, 0);
        for (at, place) in places.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| &places[before]);
            let seen = self.eyes.sees(place.side);
            let rolls = place.rolled && seen;
            if before.is_none_or(|before| before.turn != place.turn) {
                if before.is_some() {
                    spots.push(Spot { place: at, until, chosen: false });
                }
                until = self.until(place.turn);
                begins.push((place.turn, at));
                last = at;
                spots.push(Spot { place: at, until, chosen: false });
            } else {
                let rolled = before.is_some_and(|before| before.rolled && self.eyes.sees(before.side));
                let others = before.is_some_and(|before| before.side != place.side);
                let grown = seen && at - last >= self.effort.grain;
                if rolls || rolled || others || grown || place.action.is_none() {
                    last = at;
                    spots.push(Spot { place: at, until, chosen: false });
                }
            }
            if rolls {
                spots.push(Spot { place: at, until, chosen: true });
            }
        }
        spots.push(Spot { place: places.len(), until, chosen: false });
        (spots, begins)
    }

    /// Where games come to that are played on from a spot.
    fn values(&self, spot: Spot) -> Option<Vec<Value>> {
        let games = Games::new(0, self.effort.games);
        let eyes = self.eyes.of_graph();
        let Some(place) = self.game.places.get(spot.place) else {
            let points = self.mind.seer.rules.point_lead(&self.game.last).into();
            return Some(vec![Value { chance: self.game.result, points }; self.effort.games]);
        };
        match place.action.filter(|_| spot.chosen) {
            Some(action) => self.mind.after(place, action, eyes, spot.until, games),
            None => self.mind.before(place, eyes, spot.until, games),
        }
    }

    /// The choices that seem to have cost something, the dearest first.
    fn suspects(&self, course: &Course) -> Vec<usize> {
        let places = &self.game.places;
        let mut found: Vec<(f64, usize)> = Vec::new();
        let mut stretches: Vec<(Passed, Passed)> = Vec::new();
        let loss = |side: Side, before: &[Value], after: &[Value]| {
            let change = change(before, after);
            Some(-sign(side) * change.mean).filter(|loss| *loss > self.effort.glance && *loss > change.error)
        };
        for (cause, (from, before), (to, after)) in course.ways(self.game) {
            let Cause::Choice(side) = cause else { continue };
            let Some(cost) = loss(side, before, after).filter(|_| self.eyes.sees(side)) else { continue };
            if to.chosen || to.place - from.place == 1 {
                found.push((cost, from.place));
            } else {
                stretches.push(((from.place, before.clone()), (to.place, after.clone())));
            }
        }
        // Halved until single choices are left.
        while !stretches.is_empty() {
            let limits = self.watch.limits;
            let middles = share_out(stretches.len(), limits, &|_| (), |at, _| {
                let ((from, _), (to, _)) = &stretches[at];
                let place = from + (to - from) / 2;
                let until = self.until(places[*from].turn);
                Some((place, self.values(Spot { place, until, chosen: false })?))
            });
            let mut next = Vec::new();
            for ((from, to), middle) in stretches.into_iter().zip(middles) {
                let Some(middle) = middle else { continue };
                for (from, to) in [(from, middle.clone()), (middle, to)] {
                    let Some(cost) = loss(places[from.0].side, &from.1, &to.1) else { continue };
                    match to.0 - from.0 {
                        1 => found.push((cost, from.0)),
                        _ => next.push((from, to)),
                    }
                }
            }
            stretches = next;
        }
        found.retain(|(_, at)| places[*at].options > 1 && places[*at].action.is_some());
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        found.truncate(self.effort.suspects);
        found.into_iter().map(|(_, at)| at).collect()
    }

    /// The choices that cost something, as moments; and all that were looked at by themselves.
    fn trials(&self, course: &Course) -> (Vec<Moment>, Vec<usize>) {
        let suspects = self.suspects(course);
        let share = 1.0 - GRAPH - BETWEEN;
        let progress = |done: usize| {
            (self.watch.progress)(GRAPH + BETWEEN + share * done as f32 / suspects.len().max(1) as f32);
        };
        let judged = share_out(suspects.len(), self.watch.limits, &progress, |at, _| self.trial(suspects[at]));
        let examined = suspects.iter().zip(&judged).filter(|(_, moment)| moment.is_some()).map(|(at, _)| *at).collect();
        let costly = judged.into_iter().flatten().filter(|moment| moment.grade != Some(Grade::Good));
        (costly.collect(), examined)
    }

    fn trial(&self, at: usize) -> Option<Moment> {
        let place = &self.game.places[at];
        let played = place.action?;
        let (rules, eyes, effort) = (self.mind.seer.rules, self.eyes, self.effort);
        let trial = Trial { mind: &self.mind, place, played, eyes, effort, until: self.until(place.turn) };
        let verdict = trial.judge()?;
        let better = verdict.best.filter(|_| verdict.grade != Grade::Good).map(|best| {
            let choice = rules.choice(&place.state, best);
            let eyes = eyes.of_choice(place.side);
            let line = line(&self.mind, self.game, place, best, eyes, verdict.typical);
            Better { action: choice.action, text: choice.text, line }
        });
        let choice = rules.choice(&place.state, played);
        Some(Moment {
            at,
            turn: place.turn,
            side: rules.about().side_id(place.side).to_string(),
            kind: MomentKind::Choice,
            grade: Some(verdict.grade),
            action: choice.action,
            text: choice.text,
            before: verdict.chances[0].told(),
            after: verdict.chances[1].told(),
            change: Estimated { mean: -verdict.cost.mean, ..verdict.cost }.told(),
            points: rounded(-verdict.points),
            better,
        })
    }

    /// The rolls that changed most.
    fn rolls(&self, course: &Course) -> Vec<Moment> {
        let mut found = Vec::new();
        for (cause, (from, before), (_, after)) in course.ways(self.game) {
            let Cause::Luck(side) = cause else { continue };
            let change = change(before, after);
            if change.mean.abs() >= SWING && change.mean.abs() > PROOF * change.error {
                found.push((change, side, from.place, before, after));
            }
        }
        found.sort_by(|a, b| b.0.mean.abs().total_cmp(&a.0.mean.abs()).then(a.2.cmp(&b.2)));
        found.truncate(ROLLS);
        found.into_iter().map(|(change, side, at, before, after)| self.roll(at, side, change, before, after)).collect()
    }

    fn roll(&self, at: usize, side: Side, change: Estimated, before: &[Value], after: &[Value]) -> Moment {
        let rules = self.mind.seer.rules;
        let viewer = self.eyes.of_graph().map_or(Viewer::All, Viewer::Side);
        let events = self.game.log.iter().filter(|(before, event)| *before == at && event.is_for(viewer));
        let told: Vec<&str> =
            events.filter(|(_, event)| !event.rolls.is_empty()).map(|(_, event)| event.text.as_str()).collect();
        let points = |values: &[Value]| Estimated::of(values.iter().map(|value| value.points)).mean;
        Moment {
            at,
            turn: self.game.places[at].turn,
            side: rules.about().side_id(side).to_string(),
            kind: MomentKind::Luck,
            grade: None,
            action: self.game.lines[at].action.clone(),
            text: if told.is_empty() { self.game.lines[at].to_string() } else { told.join(" ") },
            before: for_side(side, chance(before)).told(),
            after: for_side(side, chance(after)).told(),
            change: Estimated { mean: sign(side) * change.mean, ..change }.told(),
            points: rounded(sign(side) * (points(after) - points(before))),
            better: None,
        }
    }

    /// What changed the chance, turn by turn.
    fn turns(&self, course: &Course) -> Vec<TurnAccount> {
        let mut turns: Vec<TurnAccount> = Vec::new();
        for &(turn, at) in &course.begins {
            let until = self.until(turn);
            let seen = course.spots.iter().find(|(spot, _)| spot.place == at && spot.until == until);
            let Some((_, values)) = seen else { continue };
            let [points, strength] = self.standing(at);
            let (luck, choice) = ([0.0; 2], [0.0; 2]);
            let chance = chance(values).mean;
            turns.push(TurnAccount { turn, at, chance, points, strength, luck, choice, hindsight: 0.0 });
        }
        for (cause, (from, before), (_, after)) in course.ways(self.game) {
            let within = turns.iter_mut().rev().find(|turn| match cause {
                // What is seen otherwise at the beginning of a turn belongs to the turn before.
                Cause::Hindsight => turn.at < from.place,
                _ => turn.at <= from.place,
            });
            let Some(account) = within else { continue };
            let change = change(before, after).mean;
            match cause {
                Cause::Choice(side) => account.choice[side.index()] += change,
                Cause::Luck(side) => account.luck[side.index()] += change,
                Cause::Hindsight => account.hindsight += change,
            }
        }
        for turn in &mut turns {
            let numbers = turn.luck.iter_mut().chain(&mut turn.choice);
            numbers.chain([&mut turn.chance, &mut turn.hindsight]).for_each(|number| *number = rounded(*number));
        }
        turns
    }

    /// The points and the strength of both sides before an action, as far as they are known.
    fn standing(&self, at: usize) -> [[f64; 2]; 2] {
        let rules = self.mind.seer.rules;
        let state = self.game.places.get(at).map_or(&self.game.last, |place| &place.state);
        let eyes = self.eyes.of_graph();
        let worlds = if eyes.is_some() { WORLDS } else { 1 };
        let mut sums = [[0.0; 2]; 2];
        for number in 0..worlds {
            let world = self.mind.world(state, eyes, number);
            for (sum, points) in sums[0].iter_mut().zip(rules.points(&world)) {
                *sum += f64::from(points);
            }
            rules.muster(&world, &mut |muster| sums[1][muster.side.index()] += f64::from(muster.strength));
        }
        sums.map(|both| both.map(|sum| rounded(sum / worlds as f64)))
    }

    /// What each side did, and what its dice did for it.
    fn sides(&self, course: &Course, moments: &[Moment], examined: &[usize]) -> Vec<SideAccount> {
        let about = self.mind.seer.rules.about();
        let account = |side: Side| {
            let (mut luck, mut variance, mut choice) = (0.0, 0.0, 0.0);
            for (cause, (_, before), (_, after)) in course.ways(self.game) {
                let change = change(before, after);
                if cause == Cause::Luck(side) {
                    (luck, variance) = (luck + sign(side) * change.mean, variance + change.error * change.error);
                } else if cause == Cause::Choice(side) {
                    choice += sign(side) * change.mean;
                }
            }
            let own = |moment: &&Moment| moment.side == about.side_id(side);
            let graded = |grade: Grade| moments.iter().filter(own).filter(|moment| moment.grade == Some(grade)).count();
            let places = || self.game.places.iter().take(course.covers).filter(|place| place.side == side);
            SideAccount {
                side: about.side_id(side).to_string(),
                luck: Estimated { mean: luck, error: f64::sqrt(variance) }.told(),
                choice: rounded(choice),
                cost: rounded(moments.iter().filter(own).map(|moment| -moment.change.mean).sum()),
                choices: places().filter(|place| place.options > 1).count(),
                examined: examined.iter().filter(|at| self.game.places[**at].side == side).count(),
                doubtful: graded(Grade::Doubtful),
                mistakes: graded(Grade::Mistake),
                blunders: graded(Grade::Blunder),
            }
        };
        Side::BOTH.into_iter().filter(|side| self.eyes.sees(*side)).map(account).collect()
    }

    /// What must be known of it.
    fn remarks(&self, fitted: bool, depth: Depth, course: &Course) -> Vec<String> {
        let about = self.mind.seer.rules.about();
        let Effort { games, horizon, .. } = depth.effort();
        let mut told = vec![match self.eyes {
            Eyes::Each => "The graph and the luck are seen with open cards; each choice is judged by what its side \
                           could know then."
                .to_string(),
            Eyes::Side(side) => format!(
                "All is seen by what {} could know then; what the other side did and rolled is taken together.",
                about.side_title(side)
            ),
            Eyes::Open => "All is seen with open cards: also what a side could not know then.".to_string(),
        }];
        told.push(format!(
            "A chance is what becomes of {games} games played on for {}, both sides as the computer plays without looking \
             ahead.",
            turns(horizon)
        ));
        if !fitted {
            told.push("Nothing was fitted for this scenario: the chances are rough.".into());
        }
        if self.game.options != about.default_options() {
            told.push("It was played with other options than those the chances were fitted to.".into());
        }
        if course.covers < self.game.places.len() {
            let (covers, all) = (course.covers, self.game.places.len());
            told.push(format!("It was stopped: it covers {covers} of {all} actions."));
        }
        told
    }
}

fn turns(count: u16) -> String {
    if count == 1 { "one turn".into() } else { format!("{count} turns") }
}
