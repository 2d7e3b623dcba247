//! Watches a game and writes down what happened.

use crate::Fixture;
use crate::front::Front;
use crate::habits::Habits;
use crate::opening::Openings;
use crate::rows::{ActionRow, DiceRow, GameRow, HabitRow, HexRow, OpeningRow, TurnRow};
use ai::{Player, Stop};
use catalogue::SelfPlay;
use engine::{Decision, Die, Muster, Outcome};
use hexboard::{Board, Hex};
use std::collections::BTreeMap;
use std::time::Instant;

/// What a side saw in a hex.
#[derive(Copy, Clone, Default)]
struct Trace {
    died: u64,
    front: u64,
}

/// Plays games one after the other and adds up what the hexes and the dice saw in all of them.
pub(crate) struct Watch<'a> {
    board: &'a Board,
    play: Box<dyn SelfPlay>,
    front: Front,
    /// Who was alive before the last action, and who is now.
    before: Vec<Muster>,
    now: Vec<Muster>,
    rolls: Vec<Die>,
    traces: [Vec<Trace>; 2],
    dice: BTreeMap<(u16, u16), u64>,
    habits: Habits,
    openings: Openings,
}

/// What is counted during a game, by side.
#[derive(Copy, Clone, Default)]
struct Count {
    /// Living strength.
    alive: [u32; 2],
    lost: [u32; 2],
    gained: [u32; 2],
    decisions: [u32; 2],
    seconds: [f64; 2],
    rolls: u32,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(board: &'a Board, play: Box<dyn SelfPlay>) -> Watch<'a> {
        let front = Front::new(board);
        let traces = vec![Trace::default(); front.hexes()];
        let (before, now, rolls) = (Vec::new(), Vec::new(), Vec::new());
        let traces = [traces.clone(), traces];
        let habits = Habits::new(play.kinds());
        let (dice, openings) = (BTreeMap::new(), Openings::default());
        Watch { board, play, front, before, now, rolls, traces, dice, habits, openings }
    }

    /// Plays a game to its end and adds its turns to `turns`; `None` if it was stopped before.
    pub(crate) fn game(
        &mut self,
        fixture: Fixture,
        players: [Player; 2],
        turns: &mut Vec<TurnRow>,
        stop: &Stop,
    ) -> Option<GameRow> {
        self.play.begin(players, fixture.seed.into());
        self.habits.begin(fixture.swapped);
        self.openings.begin();
        let mut count = Count { alive: self.call_the_roll(), ..Count::default() };
        let start = count.alive;
        std::mem::swap(&mut self.before, &mut self.now);
        loop {
            let turn = self.play.turn();
            let Decision::Choose(side) = self.play.decision() else { return None };
            if stop.is_told() {
                return None;
            }
            let begin = Instant::now();
            let choice = self.play.choose();
            count.seconds[side.index()] += begin.elapsed().as_secs_f64();
            count.decisions[side.index()] += 1;
            self.habits.choose(side, self.play.kinds_listed(choice));
            self.play.play(choice, &mut self.rolls, self.habits.misdeeds());
            let rolled = !self.rolls.is_empty();
            self.count_dice(&mut count);
            self.count_losses(&mut count);
            // What was before the action lies in `now` since they were exchanged.
            self.openings.see(&self.now, &self.before, rolled);
            let over = match self.play.decision() {
                Decision::Over(outcome) => Some(outcome),
                Decision::Choose(_) => None,
            };
            if over.is_some() || self.play.turn() != turn {
                turns.push(self.turn_row(fixture.game, turn, &count));
            }
            if let Some(outcome) = over {
                self.habits.end();
                self.openings.end(outcome);
                return Some(self.game_row(fixture, turn, outcome, start, &count));
            }
        }
    }

    /// Writes down who is alive now; the strength of each side.
    fn call_the_roll(&mut self) -> [u32; 2] {
        let now = &mut self.now;
        let mut strength = [0; 2];
        now.clear();
        self.play.muster(&mut |muster| {
            strength[muster.side.index()] += u32::from(muster.strength);
            now.push(muster);
        });
        strength
    }

    fn count_dice(&mut self, count: &mut Count) {
        count.rolls += self.rolls.len() as u32;
        for Die { sides, value } in self.rolls.drain(..) {
            *self.dice.entry((sides, value)).or_default() += 1;
        }
    }

    /// What a side gains in an action is set against what it loses, since a division may become regiments, a stack may
    /// detach a part.
    fn count_losses(&mut self, count: &mut Count) {
        let alive = self.call_the_roll();
        for (side, is) in alive.into_iter().enumerate() {
            let was = count.alive[side];
            count.gained[side] += is.saturating_sub(was);
            count.lost[side] += was.saturating_sub(is);
            if is < was {
                self.mark_the_fallen(side, was - is);
            }
        }
        count.alive = alive;
        std::mem::swap(&mut self.before, &mut self.now);
    }

    /// Finds where a side has lost so much strength: where pieces stood that are weaker now, or gone.
    fn mark_the_fallen(&mut self, side: usize, lost: u32) {
        let left = |piece: u16| {
            let same = self.now.iter().find(|now| now.piece == piece && now.side.index() == side);
            same.map_or(0, |now| now.strength)
        };
        let mut lost = lost;
        for was in self.before.iter().filter(|was| was.side.index() == side) {
            let fallen = u32::from(was.strength.saturating_sub(left(was.piece))).min(lost);
            lost -= fallen;
            if let Some(hex) = was.hex {
                self.traces[side][hex.index()].died += u64::from(fallen);
            }
        }
    }

    fn turn_row(&mut self, game: u64, turn: u16, count: &Count) -> TurnRow {
        self.front.survey(&self.before);
        self.habits.end_turn(&*self.play, &self.before, &self.front);
        self.openings.end_turn(&self.before);
        for side in 0..2 {
            for hex in self.front.front(side) {
                self.traces[side][hex].front += 1;
            }
        }
        let mut strength = [0; 2];
        for piece in self.before.iter().filter(|piece| piece.hex.is_some()) {
            strength[piece.side.index()] += u32::from(piece.strength);
        }
        TurnRow {
            game,
            turn,
            strength,
            lost: count.lost,
            ground: self.front.ground(),
            points: self.play.points(),
            decisions: count.decisions,
            seconds: count.seconds.map(in_micros),
        }
    }

    fn game_row(&self, fixture: Fixture, turn: u16, outcome: Outcome, start: [u32; 2], count: &Count) -> GameRow {
        let points = self.play.points();
        GameRow {
            game: fixture.game,
            seed: fixture.seed,
            swapped: fixture.swapped,
            winner: outcome.winner.map(|side| side.index() as u8),
            clause: outcome.clause.0.to_string(),
            margin: points[0] - points[1],
            turns: turn,
            decisions: count.decisions,
            rolls: count.rolls,
            seconds: count.seconds.map(in_micros),
            strength_start: start,
            strength_end: count.alive,
            lost: count.lost,
            gained: count.gained,
            points,
        }
    }

    /// What the hexes saw; those that saw nothing are left out.
    pub(crate) fn hexes(&self) -> Vec<HexRow> {
        let mut rows = Vec::new();
        for index in 0..self.traces[0].len() {
            for side in 0..2 {
                let Trace { died, front } = self.traces[side][index];
                if died + front > 0 {
                    let hex = self.board.label(Hex(index as u16)).to_string();
                    rows.push(HexRow { hex, side: side as u8, died, front });
                }
            }
        }
        rows
    }

    /// What was offered and taken.
    pub(crate) fn actions(&self) -> Vec<ActionRow> {
        self.habits.actions()
    }

    /// What habits cost.
    pub(crate) fn habits(&self) -> Vec<HabitRow> {
        self.habits.habits()
    }

    /// How the games began.
    pub(crate) fn openings(&self) -> Vec<OpeningRow> {
        self.openings.rows(self.board)
    }

    /// What the dice showed.
    pub(crate) fn dice(&self) -> Vec<DiceRow> {
        self.dice.iter().map(|(&(sides, value), &count)| DiceRow { sides, value, count }).collect()
    }
}

/// Whole microseconds: more is noise, and long to write.
fn in_micros(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
