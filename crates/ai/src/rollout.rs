//! Games played on in the mind.

use crate::Limits;
use crate::luck::{imprint, mix};
use crate::threads::join;
use engine::dice::Dice;
use engine::judge::Eye;
use engine::{Decision, Hints, Judge, Side, Silence, Temper};
use std::hash::Hash;

/// A game to be played on in the mind, from several first deeds.
pub(crate) struct Rollout<'a, R> {
    pub rules: &'a R,
    /// How each side is taken to play.
    pub tempers: &'a [Temper; 2],
    /// Who says how it stands at the end, if not the hints.
    pub judge: Option<&'a Judge>,
    /// The turn at whose beginning it stops.
    pub until: u16,
    /// Through whose eyes the end is looked at.
    pub side: Side,
    /// What the luck is drawn from.
    pub luck: u64,
    pub limits: &'a Limits,
}

/// Where a game in the mind came to.
#[derive(Copy, Clone)]
pub(crate) struct End {
    /// From 0 for lost to 1 for won.
    pub value: f32,
    /// How many decisions it took.
    pub decisions: u64,
}

/// How much of the value of a finished game is who won; the rest is by how much.
const VICTORY: f32 = 0.75;
/// After how many decisions it is looked at whether time is up.
const LOOK: u64 = 32;

impl<R: Hints> Rollout<'_, R> {
    /// Plays on from each of some first deeds, on as many threads as there may be; `None` if it was told to stop.
    pub fn all(&self, world: &R::State, actions: &[R::Action]) -> Option<Vec<End>> {
        let threads = self.limits.threads.get().min(actions.len());
        if threads < 2 {
            return actions.iter().map(|&action| self.one(world, action)).collect();
        }
        let share = actions.len().div_ceil(threads);
        let shares = std::thread::scope(|scope| {
            let play =
                |some: &'_ [R::Action]| some.iter().map(|&action| self.one(world, action)).collect::<Option<Vec<_>>>();
            let running: Vec<_> = actions.chunks(share).map(|some| scope.spawn(move || play(some))).collect();
            running.into_iter().map(join).collect::<Option<Vec<_>>>()
        });
        Some(shares?.concat())
    }

    fn one(&self, world: &R::State, first: R::Action) -> Option<End> {
        let (state, decisions) = self.last(world, first)?;
        Some(End { value: self.value(&state), decisions })
    }

    /// Where a game comes to from a first deed, and after how many decisions; `None` if it was told to stop.
    pub fn last(&self, world: &R::State, first: R::Action) -> Option<(R::State, u64)> {
        let mut state = world.clone();
        let Rollout { rules, tempers, until, limits, .. } = *self;
        let course = Foresight { rules, tempers, until, limits };
        let decisions = course.play_on(&mut state, Some(first), &mut Fate::new(self.luck))?;
        Some((state, decisions))
    }

    fn value(&self, state: &R::State) -> f32 {
        if let Some(judge) = self.judge {
            let worth = judge.judge(self.rules, state, &mut Eye::default(), &mut Vec::new()).worth();
            return if self.side == Side::First { worth } else { 1.0 - worth };
        }
        let lead = self.rules.prospect(state).clamp(-1.0, 1.0);
        let lead = 0.5 + 0.5 * if self.side == Side::First { lead } else { -lead };
        match self.rules.decision(state) {
            Decision::Choose(_) => lead,
            Decision::Over(outcome) => {
                let won = outcome.winner.map_or(0.5, |winner| if winner == self.side { 1.0 } else { 0.0 });
                VICTORY * won + (1.0 - VICTORY) * lead
            }
        }
    }
}

/// How a game is played on in the mind: both sides choose what looks best to their tempers.
pub struct Foresight<'a, R> {
    /// The game.
    pub rules: &'a R,
    /// How each side is taken to play.
    pub tempers: &'a [Temper; 2],
    /// The turn at whose beginning it stops.
    pub until: u16,
    /// What may be used.
    pub limits: &'a Limits,
}

impl<R: Hints> Foresight<'_, R> {
    /// Plays on from a state, beginning with a first deed if one is given; how many decisions that took, or `None` if it was
    /// told to stop.
    pub fn play_on(&self, state: &mut R::State, first: Option<R::Action>, fate: &mut Fate) -> Option<u64> {
        let (mut legal, mut worth) = (Vec::new(), Vec::new());
        let mut next = first;
        let mut decisions = 0;
        while let Decision::Choose(side) = self.rules.decision(state) {
            let turn = self.rules.turn(state);
            if turn >= self.until {
                break;
            }
            if decisions % LOOK == 0 && self.limits.is_over() {
                return None;
            }
            let action = next.take().unwrap_or_else(|| {
                legal.clear();
                self.rules.legal(state, &mut legal);
                self.favourite(state, &legal, side, fate, &mut worth)
            });
            fate.deed(turn, &action);
            self.rules.play(state, action, fate, &mut Silence);
            decisions += 1;
        }
        Some(decisions)
    }

    /// The option that looks best to a side; `worth` is room to reckon in.
    pub fn favourite(
        &self,
        state: &R::State,
        legal: &[R::Action],
        side: Side,
        fate: &Fate,
        worth: &mut Vec<f32>,
    ) -> R::Action {
        let temper = &self.tempers[side.index()];
        let (mut chosen, mut best) = (legal[0], f32::NEG_INFINITY);
        if legal.len() == 1 {
            return chosen;
        }
        self.rules.appraise_all(state, legal, temper, worth);
        for (&action, &worth) in legal.iter().zip(worth.iter()) {
            if worth > best || (worth == best && fate.prefers(&action, &chosen)) {
                (chosen, best) = (action, worth);
            }
        }
        chosen
    }
}

/// Dice for games in the mind: the same deeds meet the same luck. Two lines of play that differ in one deed then differ
/// by what follows from it and not by everything that is rolled later, so few games tell them apart.
#[derive(Clone, Debug)]
pub struct Fate {
    luck: u64,
    /// What has been done since the last roll.
    deeds: u64,
    rolls: u64,
}

impl Fate {
    /// The luck of a game with this number.
    pub fn new(luck: u64) -> Fate {
        Fate { luck, deeds: 0, rolls: 0 }
    }

    /// The same luck in the game with another number.
    #[must_use]
    pub fn of_game(&self, luck: u64) -> Fate {
        Fate { luck, ..self.clone() }
    }

    /// What all of it is drawn from.
    pub fn luck(&self) -> u64 {
        self.luck
    }

    /// Says what is done next.
    pub fn deed(&mut self, turn: u16, action: &impl Hash) {
        if self.rolls > 0 {
            (self.deeds, self.rolls) = (0, 0);
        }
        self.deeds = mix(self.deeds ^ imprint(&(turn, action)));
    }

    /// A number that stands for what has been done since the last roll, the same in all games.
    pub fn deeds(&self) -> u64 {
        self.deeds
    }

    /// Which of two equals is liked better in this game.
    fn prefers(&self, one: &impl Hash, other: &impl Hash) -> bool {
        mix(self.luck ^ imprint(one)) > mix(self.luck ^ imprint(other))
    }
}

impl Dice for Fate {
    fn die(&mut self, sides: u16) -> u16 {
        self.rolls += 1;
        let number = mix(mix(self.luck ^ self.deeds).wrapping_add(self.rolls));
        1 + ((u128::from(number) * u128::from(sides)) >> 64) as u16
    }
}
