//! A position that can be copied, played on from and thought about, whatever its types: for those who search.

use crate::lane::Lane;
use ai::{Limits, Player};
use engine::dice::{Dice, Seed, SeededDice};
use engine::{Codebook, Decision, Encoding, Event, Hints, Side, View, Viewer};
use std::sync::Arc;

/// A position of a game. It keeps no record and can be copied in a moment; its dice are those of a recorded match with the
/// same seed.
pub trait Position: Send + Sync {
    /// Another position like it, which goes its own way.
    fn copy(&self) -> Box<dyn Position>;
    /// Who must choose now, or how the game ended.
    fn decision(&self) -> Decision;
    /// The turn.
    fn turn(&self) -> u16;
    /// How many actions were played.
    fn actions(&self) -> u64;
    /// How many options there are; none when the game is over.
    fn count(&self) -> usize;
    /// The option with this place in the list, in notation.
    fn notation(&self, choice: usize) -> String;
    /// All options in notation, in their fixed order.
    fn notations(&self) -> Vec<String>;
    /// What a viewer may know.
    fn view(&self, viewer: Viewer) -> View;
    /// What a viewer may know, in numbers; with the options if it is his to choose.
    fn encode(&self, book: &Codebook, viewer: Viewer, encoding: &mut Encoding);
    /// The victory points that each side would count now. All is open here.
    fn points(&self) -> [i32; 2];

    /// Plays the option with this place in the list.
    fn play(&mut self, choice: usize);
    /// The sides of the first die that the option would roll after these rolls; `None` if it rolls no more.
    fn asks(&self, choice: usize, rolls: &[u16]) -> Option<u16>;
    /// Plays the option with these rolls, and tells what happened. A die that they do not have shows a 1.
    fn play_rolls(&mut self, choice: usize, rolls: &[u16]) -> Vec<Event>;
    /// The place of the option that a computer player takes. Not when the game is over.
    fn choose(&mut self, player: Player, limits: &Limits) -> usize;
    /// Lets a computer player play both sides to the end, or so many actions.
    fn play_on(&mut self, player: Player, most: u64, limits: &Limits);
    /// A position that the side cannot tell from this one, drawn at random from all that fit what it knows. It has dice of
    /// its own.
    fn imagine(&self, side: Side, seed: Seed) -> Box<dyn Position>;
}

/// A position with the types of its game.
pub(crate) struct Standing<R: Hints> {
    pub rules: Arc<R>,
    pub lane: Lane<R>,
}

impl<R: Hints> Position for Standing<R> {
    fn copy(&self) -> Box<dyn Position> {
        Box::new(Standing { rules: self.rules.clone(), lane: self.lane.clone() })
    }

    fn decision(&self) -> Decision {
        self.rules.decision(&self.lane.state)
    }

    fn turn(&self) -> u16 {
        self.rules.turn(&self.lane.state)
    }

    fn actions(&self) -> u64 {
        self.lane.actions
    }

    fn count(&self) -> usize {
        self.lane.legal.len()
    }

    fn notation(&self, choice: usize) -> String {
        self.rules.notation(&self.lane.state, self.lane.legal[choice])
    }

    fn notations(&self) -> Vec<String> {
        (0..self.count()).map(|choice| self.notation(choice)).collect()
    }

    fn view(&self, viewer: Viewer) -> View {
        self.rules.view(&self.lane.state, viewer)
    }

    fn encode(&self, book: &Codebook, viewer: Viewer, encoding: &mut Encoding) {
        encoding.take(book, &self.view(viewer));
        if self.lane.chooser.is_some_and(|side| viewer.is(side)) {
            encoding.take_options(&self.lane.legal);
        }
    }

    fn points(&self) -> [i32; 2] {
        self.rules.points(&self.lane.state)
    }

    fn play(&mut self, choice: usize) {
        self.lane.play(&self.rules, choice);
    }

    fn asks(&self, choice: usize, rolls: &[u16]) -> Option<u16> {
        let mut script = Script { rolls, at: 0, asked: None };
        let mut dice: &mut dyn Dice = &mut script;
        let mut state = self.lane.state.clone();
        self.rules.play(&mut state, self.lane.legal[choice], &mut dice, &mut Vec::new());
        script.asked
    }

    fn play_rolls(&mut self, choice: usize, rolls: &[u16]) -> Vec<Event> {
        let mut script = Script { rolls, at: 0, asked: None };
        let (mut dice, mut events): (&mut dyn Dice, _) = (&mut script, Vec::new());
        self.rules.play(&mut self.lane.state, self.lane.legal[choice], &mut dice, &mut events);
        self.lane.actions += 1;
        self.lane.list(&self.rules);
        events
    }

    fn choose(&mut self, player: Player, limits: &Limits) -> usize {
        self.lane.choose(&self.rules, player, limits)
    }

    fn play_on(&mut self, player: Player, most: u64, limits: &Limits) {
        for _ in 0..most {
            if self.lane.legal.is_empty() || limits.is_over() {
                return;
            }
            let choice = self.lane.choose(&self.rules, player, limits);
            self.lane.play(&self.rules, choice);
        }
    }

    fn imagine(&self, side: Side, seed: Seed) -> Box<dyn Position> {
        let state = self.rules.resample(&self.lane.state, side, &mut SeededDice::new(seed));
        Box::new(Standing { rules: self.rules.clone(), lane: Lane::at(&self.rules, state, self.lane.actions, seed) })
    }
}

/// Dice that fall as they are told, and remember the first that nobody has told them.
struct Script<'a> {
    rolls: &'a [u16],
    at: usize,
    asked: Option<u16>,
}

impl Dice for Script<'_> {
    fn die(&mut self, sides: u16) -> u16 {
        let roll = self.rolls.get(self.at).copied();
        self.at += 1;
        if roll.is_none() {
            self.asked.get_or_insert(sides);
        }
        roll.unwrap_or(1).clamp(1, sides)
    }
}
