//! One game being played: the state, its record, and the dice.

use crate::dice::{Forced, Recording, Replayed, Seed, SeededDice};
use crate::position::{Position, PositionError};
use crate::record::{Head, Line, Record, RecordError};
use crate::view::{self, View, Viewer};
use crate::{Clause, Decision, Event, Options, Outcome, Refusal, Rules, Side};
use std::sync::Arc;

/// A way for a match to end beside the rules. Its word is written into the record like an action.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// A side gives up.
    Concede,
    /// A side offered a draw and the other accepted.
    Draw,
    /// A side's time ran out, and it loses as if it had given up.
    Timeout,
}

impl Ending {
    /// All of them.
    pub const ALL: [Ending; 3] = [Ending::Concede, Ending::Draw, Ending::Timeout];

    /// The word for it in records.
    pub const fn word(self) -> &'static str {
        match self {
            Ending::Concede => "concede",
            Ending::Draw => "draw",
            Ending::Timeout => "timeout",
        }
    }

    /// The ending with this word.
    pub fn named(word: &str) -> Option<Ending> {
        Ending::ALL.into_iter().find(|ending| ending.word() == word)
    }
}

/// How a match stands after both sides agreed to a draw.
const AGREED: Outcome = Outcome { winner: None, clause: Clause("agreement"), margin: 0 };
/// The sentence for it.
const AGREED_TEXT: &str = "Both sides agree to a draw.";

/// One game being played. The state is always what its record replays to.
pub struct Match<R: Rules> {
    rules: Arc<R>,
    state: R::State,
    head: Head,
    lines: Vec<Line>,
    /// What happened, with the number of actions played before it.
    log: Vec<(usize, Event)>,
    /// Whether the action with this number opened hidden things.
    revealed: Vec<bool>,
    /// Whether both sides agreed to a draw, of which the state knows nothing.
    agreed: bool,
    dice: SeededDice,
    forced: Vec<u16>,
    legal: Vec<R::Action>,
}

impl<R: Rules> Clone for Match<R> {
    fn clone(&self) -> Self {
        Match {
            rules: self.rules.clone(),
            state: self.state.clone(),
            head: self.head.clone(),
            lines: self.lines.clone(),
            log: self.log.clone(),
            revealed: self.revealed.clone(),
            agreed: self.agreed,
            dice: self.dice.clone(),
            forced: self.forced.clone(),
            legal: self.legal.clone(),
        }
    }
}

/// Why an action was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// Nobody can act any more.
    #[error("the game is over")]
    Over,
    /// The other side must choose now.
    #[error("it is the other side's choice")]
    NotYourChoice,
    /// The text is no action.
    #[error("{0}")]
    Notation(String),
    /// The rules do not allow it.
    #[error("{0}")]
    Refused(Refusal),
    /// A forced roll does not fit the die it was for.
    #[error("a forced roll of {value} does not fit a die with {sides} sides")]
    Misfit {
        /// The forced value.
        value: u16,
        /// The sides of the die.
        sides: u16,
    },
    /// There is nothing that may be taken back.
    #[error("{0}")]
    NoUndo(&'static str),
}

impl<R: Rules> Match<R> {
    /// Begins a scenario.
    pub fn new(rules: Arc<R>, scenario: usize, options: Options, seed: Seed, seats: Vec<String>) -> Match<R> {
        let about = rules.about();
        let head = Head {
            game: about.id.to_string(),
            rules: about.version,
            data: rules.provenance().digest().to_string(),
            scenario: about.scenarios[scenario].id.clone(),
            options: about.settings(options),
            seed,
            seats,
            position: None,
        };
        let state = rules.set_up(scenario, options);
        Match::at(rules, state, head)
    }

    /// Begins with a position made by hand, given as JSON.
    pub fn from_position(rules: Arc<R>, json: &str, seed: Seed) -> Result<Match<R>, PositionError> {
        let position: Position = serde_json::from_str(json).map_err(|error| PositionError(error.to_string()))?;
        let state = rules.position(&position)?;
        let about = rules.about();
        let options = about.switch(about.default_options(), &position.options).map_err(PositionError)?;
        let first = about.scenarios[0].id.clone();
        let head = Head {
            game: about.id.to_string(),
            rules: about.version,
            data: rules.provenance().digest().to_string(),
            scenario: if position.scenario.is_empty() { first } else { position.scenario.clone() },
            options: about.settings(options),
            seed,
            seats: Vec::new(),
            // One line, as the record needs it.
            position: Some(json.split_whitespace().collect::<Vec<_>>().join(" ")),
        };
        Ok(Match::at(rules, state, head))
    }

    fn at(rules: Arc<R>, state: R::State, head: Head) -> Match<R> {
        let dice = SeededDice::new(head.seed);
        let mut this = Match {
            rules,
            state,
            head,
            lines: Vec::new(),
            log: Vec::new(),
            revealed: Vec::new(),
            agreed: false,
            dice,
            forced: Vec::new(),
            legal: Vec::new(),
        };
        this.relist();
        this
    }

    /// Plays a record again from its head, checking that every action is legal, that every roll is what the seed
    /// gives, and that the game ends as the record says.
    pub fn replay(rules: Arc<R>, record: &Record) -> Result<Match<R>, RecordError> {
        let first_action = record.to_string().lines().count() - record.lines.len() - 1;
        let mut this = Match::begin(rules, record).map_err(|message| RecordError { line: 1, message })?;
        for (index, line) in record.lines.iter().enumerate() {
            let wrong = |message| RecordError { line: first_action + index + 1, message };
            this.replay_line(line).map_err(wrong)?;
        }
        if this.result() != record.result {
            let shown = |result: &Option<String>| result.clone().unwrap_or("unfinished".into());
            let (said, found) = (shown(&record.result), shown(&this.result()));
            let message = format!("the record says \"{said}\", but the game comes out \"{found}\"");
            return Err(RecordError { line: first_action + record.lines.len() + 1, message });
        }
        Ok(this)
    }

    /// The match before the first action of a record.
    fn begin(rules: Arc<R>, record: &Record) -> Result<Match<R>, String> {
        let (about, head) = (rules.about(), &record.head);
        if head.game != about.id {
            return Err(format!("this is a record of {}, not of {}", head.game, about.id));
        }
        if head.rules != about.version {
            let (old, new) = (head.rules, about.version);
            return Err(format!("played by version {old} of the rules of {}; this program has {new}", about.title));
        }
        let scenario = about.scenario(&head.scenario)?;
        let options = about.switch(about.default_options(), &head.options)?;
        let state = match &head.position {
            None => rules.set_up(scenario, options),
            Some(json) => {
                let position: Position = serde_json::from_str(json).map_err(|error| error.to_string())?;
                rules.position(&position).map_err(|error| error.to_string())?
            }
        };
        Ok(Match::at(rules, state, head.clone()))
    }

    fn replay_line(&mut self, line: &Line) -> Result<(), String> {
        let about = self.rules.about();
        let side = about.side(&line.side).ok_or_else(|| format!("there is no side \"{}\"", line.side))?;
        if let Some(ending) = Ending::named(&line.action) {
            return self.end(side, ending).map_err(|error| error.to_string());
        }
        let action = self.legal_action(side, &line.action).map_err(|error| error.to_string())?;
        let mut state = self.state.clone();
        let mut events = Vec::new();
        let mut rolls = Vec::new();
        if line.forced {
            let mut dice = Replayed::new(&line.rolls);
            self.rules.play(&mut state, action, &mut dice, &mut events);
            if !dice.fits() {
                return Err("the game asks for other dice than were rolled".into());
            }
            rolls.clone_from(&line.rolls);
        } else {
            let number = self.lines.len() as u64;
            let mut dice = Recording::new(self.dice.for_action(number), &mut rolls);
            self.rules.play(&mut state, action, &mut dice, &mut events);
            if rolls != line.rolls {
                let line = Line { rolls, ..line.clone() };
                return Err(format!("the dice do not fit: rules and seed give \"{line}\""));
            }
        }
        self.commit(state, Line { rolls, ..line.clone() }, events);
        Ok(())
    }

    /// The legal action that a text of this side stands for.
    fn legal_action(&self, side: Side, text: &str) -> Result<R::Action, PlayError> {
        match self.decision() {
            Decision::Over(_) => return Err(PlayError::Over),
            Decision::Choose(chooser) if chooser != side => return Err(PlayError::NotYourChoice),
            Decision::Choose(_) => {}
        }
        let action = self.rules.parse(&self.state, text).map_err(PlayError::Notation)?;
        self.rules.check(&self.state, action).map_err(PlayError::Refused)?;
        Ok(action)
    }

    /// Plays an action of a side, given in notation. Nothing changes if it is refused.
    pub fn play(&mut self, side: Side, text: &str) -> Result<&[(usize, Event)], PlayError> {
        let action = self.legal_action(side, text)?;
        let mut state = self.state.clone();
        let (mut events, mut rolls) = (Vec::new(), Vec::new());
        let number = self.lines.len() as u64;
        let laid_down = self.forced.len();
        let mut forced = Forced::new(self.forced.iter().copied(), self.dice.for_action(number));
        self.rules.play(&mut state, action, &mut Recording::new(&mut forced, &mut rolls), &mut events);
        if let Some(roll) = forced.misfit() {
            return Err(PlayError::Misfit { value: roll.value, sides: roll.sides });
        }
        self.forced = forced.left().collect();
        let line = Line {
            side: self.rules.about().side_id(side).to_string(),
            action: self.rules.notation(&self.state, action),
            rolls,
            forced: self.forced.len() < laid_down,
        };
        let before = self.log.len();
        self.commit(state, line, events);
        self.note_data();
        Ok(&self.log[before..])
    }

    /// A side gives up.
    pub fn concede(&mut self, side: Side) -> Result<(), PlayError> {
        self.end_now(side, Ending::Concede)
    }

    /// Both sides agree to a draw that `by` offered.
    pub fn agree_draw(&mut self, by: Side) -> Result<(), PlayError> {
        self.end_now(by, Ending::Draw)
    }

    /// A side runs out of time and loses.
    pub fn time_out(&mut self, side: Side) -> Result<(), PlayError> {
        self.end_now(side, Ending::Timeout)
    }

    fn end_now(&mut self, side: Side, ending: Ending) -> Result<(), PlayError> {
        self.end(side, ending)?;
        self.note_data();
        Ok(())
    }

    /// A match that was begun with other data files goes on with these. All that was played before replays with them,
    /// so the record is true if it names these.
    fn note_data(&mut self) {
        let data = self.rules.provenance().digest();
        if self.head.data != data {
            self.head.data = data.to_string();
        }
    }

    fn end(&mut self, side: Side, ending: Ending) -> Result<(), PlayError> {
        if let Decision::Over(_) = self.decision() {
            return Err(PlayError::Over);
        }
        let (mut state, about) = (self.state.clone(), self.rules.about());
        let text = match ending {
            Ending::Concede => format!("{} gives up.", about.side_title(side)),
            Ending::Draw => AGREED_TEXT.to_string(),
            Ending::Timeout => format!("{} runs out of time.", about.side_title(side)),
        };
        match ending {
            Ending::Concede | Ending::Timeout => self.rules.concede(&mut state, side),
            Ending::Draw => self.agreed = true,
        }
        let side = about.side_id(side).to_string();
        let line = Line { side, action: ending.word().into(), rolls: Vec::new(), forced: false };
        self.commit(state, line, vec![Event::new(ending.word(), text)]);
        Ok(())
    }

    fn commit(&mut self, state: R::State, line: Line, events: Vec<Event>) {
        self.state = state;
        self.revealed.push(events.iter().any(|event| event.reveals));
        self.log.extend(events.into_iter().map(|event| (self.lines.len(), event)));
        self.lines.push(line);
        self.relist();
    }

    fn relist(&mut self) {
        self.legal.clear();
        if let Decision::Choose(_) = self.decision() {
            self.rules.legal(&self.state, &mut self.legal);
        }
    }

    /// Takes back the last action. What a die or a revealed counter has told cannot be taken back.
    pub fn undo(&mut self) -> Result<(), PlayError> {
        let last = self.lines.last().ok_or(PlayError::NoUndo("nothing has been played yet"))?;
        // What was hidden is open after the end.
        if let Decision::Over(_) = self.decision() {
            return Err(PlayError::NoUndo("the game is over, and its end cannot be taken back"));
        }
        if !last.rolls.is_empty() {
            return Err(PlayError::NoUndo("the last action rolled dice and cannot be taken back"));
        }
        if self.revealed.last() == Some(&true) {
            return Err(PlayError::NoUndo("the last action opened hidden counters and cannot be taken back"));
        }
        let record =
            Record { head: self.head.clone(), lines: self.lines[..self.lines.len() - 1].to_vec(), result: None };
        let forced = std::mem::take(&mut self.forced);
        *self = Match::replay(self.rules.clone(), &record).map_err(|_| PlayError::NoUndo("the game cannot go back"))?;
        self.forced = forced;
        Ok(())
    }

    /// Lays down the next rolls.
    pub fn force(&mut self, rolls: impl IntoIterator<Item = u16>) {
        self.forced.extend(rolls);
    }

    /// Takes away what was laid down and not rolled yet, so that the dice are the seed's again.
    pub fn unforce(&mut self) {
        self.forced.clear();
    }

    /// The rules played by.
    pub fn rules(&self) -> &Arc<R> {
        &self.rules
    }

    /// The position now.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// Who must choose now.
    pub fn decision(&self) -> Decision {
        if self.agreed { Decision::Over(AGREED) } else { self.rules.decision(&self.state) }
    }

    /// What a viewer may know now.
    pub fn view(&self, viewer: Viewer) -> View {
        let view = self.rules.view(&self.state, viewer);
        if !self.agreed {
            return view;
        }
        let result = view::Result { winner: None, clause: AGREED.clause, text: AGREED_TEXT.into() };
        View { to_choose: None, result: Some(result), ..view }
    }

    /// What may be chosen now.
    pub fn legal(&self) -> &[R::Action] {
        &self.legal
    }

    /// The place of the scenario in the game's list.
    pub fn scenario(&self) -> usize {
        self.rules.about().scenario(&self.head.scenario).unwrap_or(0)
    }

    /// What happened so far, each event with the number of actions played before it.
    pub fn log(&self) -> &[(usize, Event)] {
        &self.log
    }

    /// The number of actions played.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether nothing has been played yet.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The game so far, as text can hold it.
    pub fn record(&self) -> Record {
        Record { head: self.head.clone(), lines: self.lines.clone(), result: self.result() }
    }

    /// How the game ended, as the record writes it.
    fn result(&self) -> Option<String> {
        match self.decision() {
            Decision::Choose(_) => None,
            Decision::Over(Outcome { winner, clause, .. }) => {
                let winner = winner.map_or("draw", |side| self.rules.about().side_id(side));
                Some(format!("{winner} by {clause}"))
            }
        }
    }
}
