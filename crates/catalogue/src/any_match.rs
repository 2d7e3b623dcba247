//! A match being played, whatever its types.

use crate::hint::{Consulted, Counsel};
#[cfg(feature = "laboratory")]
use crate::lane::Lane;
#[cfg(feature = "laboratory")]
use crate::position::{Position, Standing};
use ai::{Limits, Player};
#[cfg(feature = "laboratory")]
use engine::Encoding;
use engine::data::Map;
use engine::dice::SeededDice;
use engine::overlay::Shortage;
use engine::record::{Change, Line, RecordError};
use engine::view::Sight;
use engine::{
    About, Choice, ClauseBook, Decision, Event, Forecast, Hints, Match, Overlay, OverlayKind, PlayError, Record,
    Refusal, Rules, Side, View, Viewer,
};
use hexboard::HexError;
use std::any::Any;
use std::sync::Arc;

/// Whether an option may be taken.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// The option, legal or not.
    pub choice: Choice,
    /// Why it is not legal.
    pub refusal: Option<Refusal>,
}

/// The answer to `why`.
#[derive(Clone, PartialEq, Debug)]
pub enum Why {
    /// About a hex: everything that pointing at it may mean now.
    Hex(String, Vec<Verdict>),
    /// About one option.
    Option(Verdict),
}

/// A choice that a computer player thinks about. It holds a copy of all that it needs, so the match may go on meanwhile.
pub trait Thought: Send {
    /// The option that it takes, in notation. Told to stop, it takes the best that it has found.
    fn think(&self, limits: &Limits) -> String;
}

/// What a viewer saw of a match at one moment, whatever its types.
pub struct AnySight(Box<dyn Any + Send + Sync>);

impl AnySight {
    fn of<R: Rules>(&self) -> &Sight<R::Face> {
        self.0.downcast_ref().expect("what was seen of a match is compared with the same match")
    }
}

/// A match being played.
pub trait AnyMatch: Send + Sync {
    /// Title, sides, scenarios, options of the game.
    fn about(&self) -> &About;
    /// The checklist of the rulebook.
    fn book(&self) -> &ClauseBook;
    /// The board it is played on.
    fn map(&self) -> &Map;

    /// Who must choose now.
    fn decision(&self) -> Decision;
    /// The game's turn.
    fn turn(&self) -> u16;
    /// Whether it has ended.
    fn is_over(&self) -> bool;
    /// How it ended, as the record writes it.
    fn result(&self) -> Option<String>;
    /// The line of its record from which on the match went another way than the rules or data that are here now, and
    /// why. Such a match can only be ended.
    fn parting(&self) -> Option<&RecordError>;
    /// What is to be chosen, in a sentence.
    fn prompt(&self) -> String;
    /// How many options are legal.
    fn count(&self) -> usize;
    /// The legal options in notation, in their fixed order.
    fn notations(&self) -> Vec<String>;
    /// The legal options as people want to see them, in the same order.
    fn choices(&self) -> Vec<Choice>;
    /// What a viewer may know.
    fn view(&self, viewer: Viewer) -> View;
    /// What a viewer sees now, to be compared with what he sees later.
    fn sight(&self, viewer: Viewer) -> AnySight;
    /// What differs between what a viewer saw at two moments of this match.
    fn change(&self, before: &AnySight, after: &AnySight) -> wire::Change;

    /// Whether an option is legal now; nothing is played.
    fn check(&self, text: &str) -> Result<(), PlayError>;
    /// Why an option is legal or not, or what may be done with a hex; an error if the text is neither.
    fn why(&self, text: &str) -> Result<Why, PlayError>;
    /// What a legal option costs or may lead to.
    fn forecast(&self, text: &str) -> Result<Option<Forecast>, PlayError>;
    /// An overlay as a viewer may know it, about a hex if one is named; of the position after so many actions, or of the
    /// present one. `None` where the game has no such overlay.
    fn overlay(
        &self,
        viewer: Viewer,
        kind: &str,
        at: Option<&str>,
        after: Option<usize>,
    ) -> Result<Option<Overlay>, PlayError>;

    /// The units that would be without supply or command if that were determined now; all is open.
    fn shortages(&self) -> Vec<Shortage>;

    /// Plays an option of a side; the events tell what happened.
    fn play(&mut self, side: Side, text: &str) -> Result<&[(usize, Event)], PlayError>;
    /// The choice that is to be made now, for a computer player to think about elsewhere, with its own dice (see
    /// [`ai::dice`]); an error if the game is over.
    fn ponder(&self, player: Player, dice: &SeededDice) -> Result<Box<dyn Thought>, PlayError>;
    /// The choice that is to be made now, for a veteran to say elsewhere what he would do; an error if the game is over.
    fn consult(&self, dice: &SeededDice) -> Result<Box<dyn Counsel>, PlayError>;
    /// Lets a computer player choose for the side that must, here and now.
    fn play_computer(&mut self, player: Player, dice: &SeededDice) -> Result<&[(usize, Event)], PlayError>;
    /// A side gives up.
    fn concede(&mut self, side: Side) -> Result<&[(usize, Event)], PlayError>;
    /// Why no draw may be offered, where the book has none.
    fn no_draws(&self) -> Option<Refusal>;
    /// Both sides agree to a draw that `by` offered.
    fn agree_draw(&mut self, by: Side) -> Result<&[(usize, Event)], PlayError>;
    /// A side runs out of time and loses.
    fn time_out(&mut self, side: Side) -> Result<&[(usize, Event)], PlayError>;
    /// Takes back the last action, unless it rolled dice, opened something hidden or ended the game.
    fn undo(&mut self) -> Result<(), PlayError>;
    /// The side whose last action `undo` would take back now.
    fn may_undo(&self) -> Option<Side>;
    /// Goes back to where `to` actions had been played, also past dice, if both sides want it; what is rolled after
    /// that is fresh.
    fn take_back(&mut self, to: usize) -> Result<(), PlayError>;
    /// How many take-backs took back dice or secrets. Until dice are rolled again the record does not tell.
    fn tries(&self) -> u32;
    /// Rolls from now on as after so many take-backs, unless there were more already.
    fn raise_tries(&mut self, tries: u32);
    /// Lays down the next rolls, in place of those laid down before and not rolled yet.
    fn force(&mut self, rolls: &[u16]);

    /// The number of actions played.
    fn actions(&self) -> usize;
    /// The actions played, as the record tells them.
    fn lines(&self) -> &[Line];
    /// Where other rules or data took over.
    fn changes(&self) -> &[Change];
    /// What happened so far, each event with the number of actions played before it.
    fn log(&self) -> &[(usize, Event)];
    /// The game so far, as text can hold it.
    fn record(&self) -> Record;

    /// The position now, to be copied and played on from without a table. All is open in it.
    #[cfg(feature = "laboratory")]
    fn position(&self) -> Box<dyn Position>;
    /// Takes down the options in numbers.
    #[cfg(feature = "laboratory")]
    fn encode_options(&self, encoding: &mut Encoding);
    /// The option with this place in the list, in notation.
    #[cfg(feature = "laboratory")]
    fn notation(&self, choice: usize) -> Option<String>;
}

impl<R: Hints> AnyMatch for Match<R> {
    fn about(&self) -> &About {
        self.rules().about()
    }

    fn book(&self) -> &ClauseBook {
        self.rules().book()
    }

    fn map(&self) -> &Map {
        self.rules().map(self.scenario())
    }

    fn turn(&self) -> u16 {
        self.turn()
    }

    fn decision(&self) -> Decision {
        Match::decision(self)
    }

    fn is_over(&self) -> bool {
        Match::is_over(self)
    }

    fn result(&self) -> Option<String> {
        Match::result(self)
    }

    fn parting(&self) -> Option<&RecordError> {
        Match::parting(self)
    }

    fn prompt(&self) -> String {
        self.rules().prompt(self.state())
    }

    fn count(&self) -> usize {
        self.legal().len()
    }

    fn notations(&self) -> Vec<String> {
        self.legal().iter().map(|&action| self.rules().notation(self.state(), action)).collect()
    }

    fn choices(&self) -> Vec<Choice> {
        self.legal().iter().map(|&action| self.rules().choice(self.state(), action)).collect()
    }

    fn view(&self, viewer: Viewer) -> View {
        Match::view(self, viewer)
    }

    fn sight(&self, viewer: Viewer) -> AnySight {
        AnySight(Box::new(Match::sight(self, viewer)))
    }

    fn change(&self, before: &AnySight, after: &AnySight) -> wire::Change {
        wire::Change::since(before.of::<R>(), after.of::<R>(), |face| self.rules().picture(face))
    }

    fn check(&self, text: &str) -> Result<(), PlayError> {
        let action = action(self, text)?;
        self.rules().check(self.state(), action).map_err(PlayError::Refused)
    }

    fn why(&self, text: &str) -> Result<Why, PlayError> {
        if let Decision::Over(_) = Match::decision(self) {
            return Err(PlayError::Over);
        }
        let board = &AnyMatch::map(self).board;
        let hex = match board.parse(text) {
            Ok(hex) => hex,
            Err(not_a_hex) => {
                // What looks like a hex number but is no hex was meant as one, unless it is an option.
                let meant = action(self, text).map_err(|no_option| match not_a_hex {
                    HexError::NotANumber { .. } => no_option,
                    _ => PlayError::Notation(not_a_hex.to_string()),
                });
                return Ok(Why::Option(verdict(self, meant?)));
            }
        };
        let mut meant = Vec::new();
        self.rules().pointing_at(self.state(), hex, &mut meant);
        let verdicts = meant.into_iter().map(|action| verdict(self, action)).collect();
        Ok(Why::Hex(board.label(hex).to_string(), verdicts))
    }

    fn forecast(&self, text: &str) -> Result<Option<Forecast>, PlayError> {
        let action = action(self, text)?;
        self.rules().check(self.state(), action).map_err(PlayError::Refused)?;
        Ok(self.rules().forecast(self.state(), action))
    }

    fn overlay(
        &self,
        viewer: Viewer,
        kind: &str,
        at: Option<&str>,
        after: Option<usize>,
    ) -> Result<Option<Overlay>, PlayError> {
        let words = || OverlayKind::ALL.iter().map(|kind| kind.word()).collect::<Vec<_>>().join(", ");
        let unknown = || PlayError::Notation(format!("there is no overlay \"{kind}\" (there are {})", words()));
        let kind = OverlayKind::named(kind).ok_or_else(unknown)?;
        let board = &AnyMatch::map(self).board;
        let at =
            at.map(|text| board.parse(text).map_err(|error| PlayError::Notation(error.to_string()))).transpose()?;
        if let Some(hex) = at.filter(|&hex| !board.in_play(hex)) {
            return Err(PlayError::Notation(format!("hex {} is not in play", board.label(hex))));
        }
        Match::overlay(self, viewer, kind, at, after)
    }

    fn shortages(&self) -> Vec<Shortage> {
        self.rules().shortages(self.state())
    }

    fn play(&mut self, side: Side, text: &str) -> Result<&[(usize, Event)], PlayError> {
        Match::play(self, side, text)
    }

    fn ponder(&self, player: Player, dice: &SeededDice) -> Result<Box<dyn Thought>, PlayError> {
        let Decision::Choose(_) = Match::decision(self) else { return Err(PlayError::Over) };
        // Its own stream for each action, so that a resumed match goes on as it would have gone.
        let mut dice = dice.clone();
        dice.for_action(self.len() as u64);
        let (rules, state, legal) = (self.rules().clone(), self.state().clone(), self.legal().to_vec());
        Ok(Box::new(Pondered { rules, state, legal, player, dice }))
    }

    fn consult(&self, dice: &SeededDice) -> Result<Box<dyn Counsel>, PlayError> {
        let Decision::Choose(_) = Match::decision(self) else { return Err(PlayError::Over) };
        let mut dice = dice.clone();
        dice.for_action(self.len() as u64);
        let (rules, state, legal) = (self.rules().clone(), self.state().clone(), self.legal().to_vec());
        Ok(Box::new(Consulted { rules, state, legal, dice }))
    }

    fn play_computer(&mut self, player: Player, dice: &SeededDice) -> Result<&[(usize, Event)], PlayError> {
        let Decision::Choose(side) = Match::decision(self) else { return Err(PlayError::Over) };
        let chosen = self.ponder(player, dice)?.think(&Limits::default());
        Match::play(self, side, &chosen)
    }

    fn concede(&mut self, side: Side) -> Result<&[(usize, Event)], PlayError> {
        Match::concede(self, side)?;
        Ok(last_event(self))
    }

    fn no_draws(&self) -> Option<Refusal> {
        Match::no_draws(self)
    }

    fn agree_draw(&mut self, by: Side) -> Result<&[(usize, Event)], PlayError> {
        Match::agree_draw(self, by)?;
        Ok(last_event(self))
    }

    fn time_out(&mut self, side: Side) -> Result<&[(usize, Event)], PlayError> {
        Match::time_out(self, side)?;
        Ok(last_event(self))
    }

    fn undo(&mut self) -> Result<(), PlayError> {
        Match::undo(self)
    }

    fn may_undo(&self) -> Option<Side> {
        Match::may_undo(self)
    }

    fn take_back(&mut self, to: usize) -> Result<(), PlayError> {
        Match::take_back(self, to)
    }

    fn tries(&self) -> u32 {
        Match::tries(self)
    }

    fn raise_tries(&mut self, tries: u32) {
        Match::raise_tries(self, tries);
    }

    fn force(&mut self, rolls: &[u16]) {
        self.unforce();
        Match::force(self, rolls.iter().copied());
    }

    fn actions(&self) -> usize {
        self.len()
    }

    fn lines(&self) -> &[Line] {
        Match::lines(self)
    }

    fn changes(&self) -> &[Change] {
        Match::changes(self)
    }

    fn log(&self) -> &[(usize, Event)] {
        Match::log(self)
    }

    fn record(&self) -> Record {
        Match::record(self)
    }

    #[cfg(feature = "laboratory")]
    fn position(&self) -> Box<dyn Position> {
        let (rules, seed) = (self.rules().clone(), Match::record(self).head.seed);
        let lane = Lane::at(&*rules, self.state().clone(), self.len() as u64, seed);
        Box::new(Standing { rules, lane })
    }

    #[cfg(feature = "laboratory")]
    fn encode_options(&self, encoding: &mut Encoding) {
        encoding.take_options(self.legal());
    }

    #[cfg(feature = "laboratory")]
    fn notation(&self, choice: usize) -> Option<String> {
        self.legal().get(choice).map(|&action| self.rules().notation(self.state(), action))
    }
}

/// A choice with the types of its game.
struct Pondered<R: Rules> {
    rules: Arc<R>,
    state: R::State,
    legal: Vec<R::Action>,
    player: Player,
    dice: SeededDice,
}

impl<R: Hints> Thought for Pondered<R> {
    fn think(&self, limits: &Limits) -> String {
        let mut dice = self.dice.clone();
        let chosen = self.player.choose(&*self.rules, &self.state, &self.legal, &mut dice, limits);
        self.rules.notation(&self.state, self.legal[chosen])
    }
}

/// What an ending beside the rules has told.
fn last_event<R: Rules>(game: &Match<R>) -> &[(usize, Event)] {
    &game.log()[game.log().len() - 1..]
}

fn action<R: Rules>(game: &Match<R>, text: &str) -> Result<R::Action, PlayError> {
    match game.decision() {
        Decision::Over(_) => Err(PlayError::Over),
        Decision::Choose(_) => game.rules().parse(game.state(), text).map_err(PlayError::Notation),
    }
}

fn verdict<R: Rules>(game: &Match<R>, action: R::Action) -> Verdict {
    let refusal = game.rules().check(game.state(), action).err();
    Verdict { choice: game.rules().choice(game.state(), action), refusal }
}
