//! The places of a record, one before each action.

use ai::{Fate, Limits};
use engine::record::Line;
use engine::{Decision, Event, Hints, Match, Options, Record, Reread, Side};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A place of a game: what was known before an action, and what was done.
pub(crate) struct Place<R: Hints> {
    pub state: R::State,
    pub turn: u16,
    /// Who acted.
    pub side: Side,
    /// What was done; nothing where the game was ended beside the rules.
    pub action: Option<R::Action>,
    /// Whether dice fell.
    pub rolled: bool,
    /// How many options there were.
    pub options: usize,
    /// What has been done by the same side since the last roll: games in the mind that do the same meet the same luck.
    pub fate: Fate,
}

/// A finished game, place by place.
pub struct Game<R: Hints> {
    pub(crate) rules: Arc<R>,
    pub(crate) places: Vec<Place<R>>,
    /// How it stood at the end.
    pub(crate) last: R::State,
    /// The result for the first side.
    pub(crate) result: f64,
    /// What happened, with the number of actions played before it.
    pub(crate) log: Vec<(usize, Event)>,
    pub(crate) lines: Vec<Line>,
    pub(crate) scenario: String,
    pub(crate) options: Options,
}

impl<R: Hints> Game<R> {
    /// Plays the record of a finished game again; a sentence says why it cannot be looked at. What other rules or data have
    /// made of it is looked at if these agree with all of it.
    pub fn of(rules: Arc<R>, record: &Record, limits: &Limits) -> Result<Game<R>, String> {
        let mut walk = Walk::default();
        let see = &mut |game: &Match<R>, _: usize| {
            if limits.is_over() {
                return ControlFlow::Break(());
            }
            walk.see(game);
            ControlFlow::Continue(())
        };
        let reread = Match::reread_each(rules, record, see).map_err(|error| error.to_string())?;
        let Reread { game, parting } = reread.ok_or("it was stopped before the game was read")?;
        match parting {
            Some(parting) => Err(format!("{parting}: the rules and data that are here now go another way")),
            None => walk.finish(&game),
        }
    }
}

/// Takes a game down while it is played again.
struct Walk<R: Hints> {
    states: Vec<R::State>,
    turns: Vec<u16>,
}

impl<R: Hints> Default for Walk<R> {
    fn default() -> Walk<R> {
        Walk { states: Vec::new(), turns: Vec::new() }
    }
}

impl<R: Hints> Walk<R> {
    /// Sees the game before its first action, and after each.
    fn see(&mut self, game: &Match<R>) {
        self.states.push(game.state().clone());
        self.turns.push(game.turn());
    }

    /// The whole game; a sentence says why it cannot be looked at.
    fn finish(self, game: &Match<R>) -> Result<Game<R>, String> {
        let Decision::Over(outcome) = game.decision() else {
            return Err("the game is not finished: it can be analysed when it is over".into());
        };
        let (rules, lines) = (game.rules().clone(), game.lines().to_vec());
        let mut places: Vec<Place<R>> = Vec::with_capacity(lines.len());
        let mut fate = Fate::new(0);
        let mut legal = Vec::new();
        let mut states = self.states.into_iter();
        for ((line, turn), state) in lines.iter().zip(&self.turns).zip(states.by_ref()) {
            let side = rules.about().side(&line.side).ok_or_else(|| format!("there is no side \"{}\"", line.side))?;
            let action = if engine::matches::Ending::named(&line.action).is_some() {
                None
            } else {
                Some(rules.parse(&state, &line.action)?)
            };
            if places.last().is_some_and(|before: &Place<R>| before.side != side || before.rolled) {
                fate = Fate::new(0);
            }
            legal.clear();
            if action.is_some() {
                rules.legal(&state, &mut legal);
            }
            let rolled = !line.rolls.is_empty();
            let before = fate.clone();
            if let Some(action) = action {
                fate.deed(*turn, &action);
            }
            places.push(Place { state, turn: *turn, side, action, rolled, options: legal.len(), fate: before });
        }
        let last = states.next().ok_or("the game was not seen to its end")?;
        let about = rules.about();
        let record = game.record();
        let options = about.switch(about.default_options(), &record.head.options)?;
        Ok(Game {
            places,
            last,
            result: crate::chances::result(outcome.winner),
            log: game.log().to_vec(),
            lines,
            scenario: record.head.scenario,
            options,
            rules,
        })
    }
}
