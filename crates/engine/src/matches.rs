//! One game being played: the state, its record, and the dice.

use crate::dice::{Commitment, Dice, Forced, Recording, Replayed, Seed, SeededDice};
use crate::overlay::{self, Overlay, Shade, Trace};
use crate::position::{Position, PositionError};
use crate::record::{self, Change, Head, Line, Record, RecordError};
use crate::view::{self, Sight, View, Viewer};
use crate::{Census, Clause, Decision, Event, EventKind, Options, Outcome, OverlayKind, Refusal, Rules, Side};
use hexboard::Hex;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

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

    /// What sort of event it is.
    const fn kind(self) -> EventKind {
        match self {
            Ending::Concede => EventKind::Concession,
            Ending::Draw => EventKind::AgreedDraw,
            Ending::Timeout => EventKind::Timeout,
        }
    }

    /// The ending with this word.
    pub fn named(word: &str) -> Option<Ending> {
        Ending::ALL.into_iter().find(|ending| ending.word() == word)
    }
}

/// A state is kept after every so many actions.
const KEPT_EVERY: usize = 64;

/// How a match stands after both sides agreed to a draw.
const AGREED: Outcome = Outcome { winner: None, clause: Clause("agreement"), margin: 0 };
/// The sentence for it.
const AGREED_TEXT: &str = "Both sides agree to a draw.";

/// Why a match that its rules left cannot go on.
const PARTED: &str = "the match was begun with other rules or data than are here now; it can only be ended";

/// One game being played. The state is always what its record replays to.
pub struct Match<R: Rules> {
    rules: Arc<R>,
    state: R::State,
    head: Head,
    lines: Vec<Line>,
    /// Where other rules or data took over.
    changes: Vec<Change>,
    /// Where the rules go another way than the match went, if they do. The state stands before it, the lines go on.
    parting: Option<RecordError>,
    /// How the match ended, if it did beyond the parting.
    said: Option<String>,
    /// What happened, with the number of actions played before it.
    log: Vec<(usize, Event)>,
    /// Whether the action with this number opened hidden things to the side that took it.
    revealed: Vec<bool>,
    /// Whether both sides agreed to a draw, of which the state knows nothing.
    agreed: bool,
    /// How many take-backs took back dice or secrets; what is rolled then is fresh.
    tries: u32,
    /// The state before the first action and after every [`KEPT_EVERY`]th, so that going back is quick.
    kept: Vec<R::State>,
    dice: SeededDice,
    forced: Vec<u16>,
    /// What may be chosen now, listed when somebody asks: who plays a record again does not.
    legal: OnceLock<Vec<R::Action>>,
}

impl<R: Rules> Clone for Match<R> {
    fn clone(&self) -> Self {
        Match {
            rules: self.rules.clone(),
            state: self.state.clone(),
            head: self.head.clone(),
            lines: self.lines.clone(),
            changes: self.changes.clone(),
            parting: self.parting.clone(),
            said: self.said.clone(),
            log: self.log.clone(),
            revealed: self.revealed.clone(),
            agreed: self.agreed,
            tries: self.tries,
            kept: self.kept.clone(),
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
    /// The match went another way than these rules or data go.
    #[error("{parted}: {0}", parted = PARTED)]
    Parted(RecordError),
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
            commitment: None,
            seats,
            position: None,
        };
        let state = rules.set_up(scenario, options);
        Match::at(rules, state, head)
    }

    /// Says who sits where, for the record.
    pub fn with_seats(mut self, seats: Vec<String>) -> Match<R> {
        self.head.seats = seats;
        self
    }

    /// Begins with a position made by hand, given as JSON.
    pub fn from_position(rules: Arc<R>, json: &str, seed: Seed) -> Result<Match<R>, PositionError> {
        let position: Position = serde_json::from_str(json).map_err(|error| PositionError(error.to_string()))?;
        let state = rules.position(&position)?;
        let about = rules.about();
        let (scenario, options) = position.head(about)?;
        let head = Head {
            game: about.id.to_string(),
            rules: about.version,
            data: rules.provenance().digest().to_string(),
            scenario: about.scenarios[scenario].id.clone(),
            options: about.settings(options),
            seed,
            commitment: None,
            seats: Vec::new(),
            // One line, as the record needs it.
            position: Some(json.split_whitespace().collect::<Vec<_>>().join(" ")),
        };
        Ok(Match::at(rules, state, head))
    }

    /// The same match with dice that somebody committed himself to, in place of the seed's. An error says what is wrong
    /// with the salts, or that something has been played already.
    pub fn with_commitment(mut self, commitment: Commitment) -> Result<Match<R>, String> {
        if !self.lines.is_empty() {
            return Err("the dice are settled before the first action".into());
        }
        check_salted_sides(&*self.rules, &commitment)?;
        self.head.seed = commitment.seed();
        self.dice = SeededDice::new(self.head.seed);
        self.head.commitment = Some(commitment);
        Ok(self)
    }

    fn at(rules: Arc<R>, state: R::State, head: Head) -> Match<R> {
        let dice = SeededDice::new(head.seed);
        Match {
            rules,
            kept: vec![state.clone()],
            state,
            head,
            lines: Vec::new(),
            changes: Vec::new(),
            parting: None,
            said: None,
            log: Vec::new(),
            revealed: Vec::new(),
            agreed: false,
            tries: 0,
            dice,
            forced: Vec::new(),
            legal: OnceLock::new(),
        }
    }

    /// Plays a record again from its head, checking that every action is legal, that every roll is what the seed
    /// gives, and that the game ends as the record says.
    pub fn replay(rules: Arc<R>, record: &Record) -> Result<Match<R>, RecordError> {
        let played = Match::replay_each(rules, record, &mut |_, _| ControlFlow::Continue(()))?;
        Ok(played.expect("nobody breaks it off"))
    }

    /// The same, and shows the match before the first action and after each, with the number of actions played. Whoever is
    /// shown it may break off; then there is no match at the end.
    pub fn replay_each(
        rules: Arc<R>,
        record: &Record,
        each: &mut dyn FnMut(&Match<R>, usize) -> ControlFlow<()>,
    ) -> Result<Option<Match<R>>, RecordError> {
        check_dice(&*rules, record)?;
        let mut this = Match::begin(rules, record).map_err(|message| RecordError { line: 1, message })?;
        if each(&this, 0).is_break() {
            return Ok(None);
        }
        let wrong_at = |index| move |message| RecordError { line: record.line_of_action(index), message };
        for (index, line) in record.lines.iter().enumerate() {
            this.take_changes(record);
            this.replay_line(line).map_err(wrong_at(index))?;
            if each(&this, index + 1).is_break() {
                return Ok(None);
            }
        }
        this.take_changes(record);
        this.comes_out_as(record).map_err(wrong_at(record.lines.len()))?;
        Ok(Some(this))
    }

    /// Whether the match stands as a record says; an error says how it differs.
    pub(crate) fn comes_out_as(&self, record: &Record) -> Result<(), String> {
        if self.result() == record.result {
            return Ok(());
        }
        let shown = |result: &Option<String>| result.clone().unwrap_or("unfinished".into());
        let (said, found) = (shown(&record.result), shown(&self.result()));
        Err(format!("the record says \"{said}\", but the game comes out \"{found}\""))
    }

    /// The match before the first action of a record.
    fn begin(rules: Arc<R>, record: &Record) -> Result<Match<R>, String> {
        let (about, (old, _)) = (rules.about(), record.played_by());
        if record.head.game == about.id && old != about.version {
            let new = about.version;
            return Err(format!("played by version {old} of the rules of {}; this program has {new}", about.title));
        }
        Match::begin_with(rules, &record.head, &record.head.options)
    }

    /// The same with these options, whatever version it was.
    pub(crate) fn begin_with(rules: Arc<R>, head: &Head, options: &[String]) -> Result<Match<R>, String> {
        let about = rules.about();
        if head.game != about.id {
            return Err(format!("this is a record of {}, not of {}", head.game, about.id));
        }
        let scenario = about.scenario(&head.scenario)?;
        let options = about.switch(about.default_options(), options)?;
        let state = match &head.position {
            None => rules.set_up(scenario, options),
            Some(json) => {
                let begins: Position = serde_json::from_str(json).map_err(|error| error.to_string())?;
                // The head names all options, whatever is on by default for whoever reads it.
                let position = Position { options: about.settings(options), ..begins };
                rules.position(&position).map_err(|error| error.to_string())?
            }
        };
        Ok(Match::at(rules, state, head.clone()))
    }

    /// Takes over the rules and data that a record names at this place.
    pub(crate) fn take_changes(&mut self, record: &Record) {
        let played = self.lines.len();
        for change in record.changes.iter().filter(|change| change.after == played) {
            self.change(change.clone());
        }
    }

    /// A match that was played by other rules or data goes on with these, and says so. All that was played before
    /// replays with them.
    pub(crate) fn take_over(&mut self) {
        let (rules, data) = (self.rules.about().version, self.rules.provenance().digest());
        if self.parting.is_none() && self.played_by() != (rules, data) {
            let change = Change { after: self.lines.len(), rules, data: data.to_string() };
            self.change(change);
        }
    }

    fn change(&mut self, change: Change) {
        let before = self.played_by();
        if before != (change.rules, &*change.data) {
            self.log.push((change.after, Event::new(EventKind::RulesChange, change.told(before))));
            self.changes.push(change);
        }
    }

    fn played_by(&self) -> (u32, &str) {
        record::played_by(&self.head, &self.changes)
    }

    /// Stands where the rules go another way than a record, and can only be ended.
    pub(crate) fn part(&mut self, record: &Record, parting: RecordError) {
        let rest = &record.lines[self.lines.len()..];
        self.lines.extend_from_slice(rest);
        self.revealed.resize(self.lines.len(), false);
        self.changes.clone_from(&record.changes);
        self.legal.take();
        self.parting = Some(parting);
        let ending =
            rest.last().and_then(|line| Some((self.rules.about().side(&line.side)?, Ending::named(&line.action)?)));
        if let Some((side, ending)) = ending {
            self.lines.pop();
            self.revealed.pop();
            self.bring_to_end(side, ending);
        }
        self.said.clone_from(&record.result);
    }

    pub(crate) fn replay_line(&mut self, line: &Line) -> Result<(), String> {
        let about = self.rules.about();
        let side = about.side(&line.side).ok_or_else(|| format!("there is no side \"{}\"", line.side))?;
        if let Some(ending) = Ending::named(&line.action) {
            if self.is_over() {
                return Err(PlayError::Over.to_string());
            }
            self.bring_to_end(side, ending);
            return Ok(());
        }
        let action = self.legal_action(side, &line.action).map_err(|error| error.to_string())?;
        if !line.rolls.is_empty() && line.again < self.tries {
            let (now, before) = (line.again, self.tries);
            return Err(format!("these dice were rolled after {now} take-backs, but dice before them after {before}"));
        }
        let mut state = self.state.clone();
        let events;
        let mut rolls = Vec::new();
        if line.forced {
            let mut dice = Replayed::new(&line.rolls);
            events = done(&*self.rules, &mut state, action, &mut dice);
            if !dice.fits() {
                return Err("the game asks for other dice than were rolled".into());
            }
            rolls.clone_from(&line.rolls);
        } else {
            let number = self.lines.len() as u64;
            let mut dice = Recording::new(self.dice.for_try(number, line.again), &mut rolls);
            events = done(&*self.rules, &mut state, action, &mut dice);
            if rolls != line.rolls {
                let line = Line { rolls, ..line.clone() };
                return Err(format!("the dice do not fit: rules and seed give \"{line}\""));
            }
        }
        self.tries = self.tries.max(line.again);
        self.commit(state, Line { rolls, ..line.clone() }, events);
        Ok(())
    }

    /// The legal action that a text of this side stands for.
    fn legal_action(&self, side: Side, text: &str) -> Result<R::Action, PlayError> {
        if let Some(parting) = &self.parting {
            return Err(PlayError::Parted(parting.clone()));
        }
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
        let mut rolls = Vec::new();
        let number = self.lines.len() as u64;
        let laid_down = self.forced.len();
        let mut forced = Forced::new(self.forced.iter().copied(), self.dice.for_try(number, self.tries));
        let events = done(&*self.rules, &mut state, action, &mut Recording::new(&mut forced, &mut rolls));
        if let Some(roll) = forced.misfit() {
            return Err(PlayError::Misfit { value: roll.value, sides: roll.sides });
        }
        self.forced = forced.left().collect();
        let line = Line {
            side: self.rules.about().side_id(side).to_string(),
            action: self.rules.notation(&self.state, action),
            again: if rolls.is_empty() { 0 } else { self.tries },
            rolls,
            forced: self.forced.len() < laid_down,
        };
        let before = self.log.len();
        self.take_over();
        self.commit(state, line, events);
        Ok(&self.log[before..])
    }

    /// A side gives up.
    pub fn concede(&mut self, side: Side) -> Result<(), PlayError> {
        self.end_now(side, Ending::Concede)
    }

    /// Why no draw may be agreed, where the book has none.
    pub fn no_draws(&self) -> Option<Refusal> {
        let clause = self.rules.about().no_draws(&self.head.scenario, &self.head.options)?;
        Some(Refusal::new(vec![clause], "there are no draws: one side or the other wins"))
    }

    /// Both sides agree to a draw that `by` offered.
    pub fn agree_draw(&mut self, by: Side) -> Result<(), PlayError> {
        match self.no_draws() {
            Some(refusal) if !self.is_over() => Err(PlayError::Refused(refusal)),
            _ => self.end_now(by, Ending::Draw),
        }
    }

    /// A side runs out of time and loses.
    pub fn time_out(&mut self, side: Side) -> Result<(), PlayError> {
        self.end_now(side, Ending::Timeout)
    }

    fn end_now(&mut self, side: Side, ending: Ending) -> Result<(), PlayError> {
        if self.is_over() {
            return Err(PlayError::Over);
        }
        self.take_over();
        self.bring_to_end(side, ending);
        if self.parting.is_some() {
            self.said = self.result_now();
        }
        Ok(())
    }

    fn bring_to_end(&mut self, side: Side, ending: Ending) {
        let (mut state, about) = (self.state.clone(), self.rules.about());
        let text = match ending {
            Ending::Concede => format!("The {} side gives up.", about.side_title(side)),
            Ending::Draw => AGREED_TEXT.to_string(),
            Ending::Timeout => format!("The {} side runs out of time.", about.side_title(side)),
        };
        match ending {
            Ending::Concede | Ending::Timeout => self.rules.concede(&mut state, side),
            Ending::Draw => self.agreed = true,
        }
        let line = Line::without_dice(about.side_id(side), ending.word());
        self.commit(state, line, vec![Event::new(ending.kind(), text).side(side)]);
    }

    fn commit(&mut self, state: R::State, line: Line, events: Vec<Event>) {
        self.state = state;
        self.revealed.push(events.iter().any(Event::tells_the_actor));
        self.log.extend(events.into_iter().map(|event| (self.lines.len(), event)));
        self.lines.push(line);
        if self.lines.len().is_multiple_of(KEPT_EVERY) {
            self.kept.push(self.state.clone());
        }
        self.legal.take();
    }

    /// Takes back the last action. What a die or a revealed counter has told cannot be taken back; what a side has shown
    /// of its own is known to the other, and harms nobody else.
    pub fn undo(&mut self) -> Result<(), PlayError> {
        self.undoable()?;
        self.go_back(self.lines.len() - 1)
    }

    /// The side whose last action [`undo`](Match::undo) would take back now.
    pub fn may_undo(&self) -> Option<Side> {
        self.undoable().ok()
    }

    fn undoable(&self) -> Result<Side, PlayError> {
        let last = self.lines.last().ok_or(PlayError::NoUndo("nothing has been played yet"))?;
        if !last.rolls.is_empty() {
            return Err(PlayError::NoUndo("the last action rolled dice and cannot be taken back"));
        }
        if self.revealed.last() == Some(&true) {
            return Err(PlayError::NoUndo("the last action opened hidden counters and cannot be taken back"));
        }
        self.not_over()?;
        self.rules.about().side(&last.side).ok_or(PlayError::NoUndo("the game cannot go back"))
    }

    /// What was hidden is open after the end, and so is the secret of the dice.
    fn not_over(&self) -> Result<(), PlayError> {
        if self.parting.is_some() {
            return Err(PlayError::NoUndo(PARTED));
        }
        if self.is_over() {
            return Err(PlayError::NoUndo("the game is over, and its end cannot be taken back"));
        }
        Ok(())
    }

    /// Goes back to where `to` actions had been played, also past dice, if both sides want it. Both have seen the dice
    /// that are taken back, so those that come in their place are others.
    pub fn take_back(&mut self, to: usize) -> Result<(), PlayError> {
        if to >= self.lines.len() {
            return Err(PlayError::NoUndo("so many actions have not been played yet"));
        }
        self.not_over()?;
        let told = self.revealed[to..].contains(&true) || self.lines[to..].iter().any(|line| !line.rolls.is_empty());
        let tries = self.tries.checked_add(told.into()).ok_or(PlayError::NoUndo("too much was taken back before"))?;
        self.go_back(to)?;
        self.tries = tries;
        Ok(())
    }

    /// How many take-backs took back dice or secrets. Until dice are rolled again the record does not tell.
    pub fn tries(&self) -> u32 {
        self.tries
    }

    /// Rolls from now on as after so many take-backs, unless there were more already: for a match that was left between
    /// a take-back and the next roll.
    pub fn raise_tries(&mut self, tries: u32) {
        self.tries = self.tries.max(tries);
    }

    /// Goes back to where `to` actions had been played. Nothing changes if that fails.
    fn go_back(&mut self, to: usize) -> Result<(), PlayError> {
        self.state = self.state_after(to)?;
        self.kept.truncate(to / KEPT_EVERY + 1);
        self.lines.truncate(to);
        self.revealed.truncate(to);
        self.log.retain(|(at, _)| *at < to);
        // What has taken over since holds from here on.
        let latest = self.changes.last().filter(|change| change.after >= to).cloned();
        self.changes.retain(|change| change.after < to);
        if let Some(latest) = latest {
            self.change(Change { after: to, ..latest });
        }
        self.legal.take();
        Ok(())
    }

    /// The position after so many actions: the last kept one before, and what was played from there on.
    fn state_after(&self, actions: usize) -> Result<R::State, PlayError> {
        if actions >= self.lines.len() {
            return Ok(self.state.clone());
        }
        let from = (actions / KEPT_EVERY).min(self.kept.len() - 1);
        let mut state = self.kept[from].clone();
        for line in &self.lines[from * KEPT_EVERY..actions] {
            self.play_again(&mut state, line)?;
        }
        Ok(state)
    }

    fn play_again(&self, state: &mut R::State, line: &Line) -> Result<(), PlayError> {
        let action = self.rules.parse(state, &line.action).map_err(PlayError::Notation)?;
        self.rules.check(state, action).map_err(PlayError::Refused)?;
        done(&*self.rules, state, action, &mut Replayed::new(&line.rolls));
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

    /// Whether it has ended.
    pub fn is_over(&self) -> bool {
        match self.parting {
            Some(_) => self.said.is_some(),
            None => matches!(self.decision(), Decision::Over(_)),
        }
    }

    /// The line of its record from which on the match went another way than the rules or data that are here now, and
    /// why. Such a match can only be ended.
    pub fn parting(&self) -> Option<&RecordError> {
        self.parting.as_ref()
    }

    /// What a viewer may know now.
    pub fn view(&self, viewer: Viewer) -> View {
        let Sight { faces, around } = self.sight(viewer);
        View { pieces: faces.into_iter().map(|face| self.rules.picture(face)).collect(), ..around }
    }

    /// What a viewer sees now, to be compared with what he sees later.
    pub fn sight(&self, viewer: Viewer) -> Sight<R::Face> {
        Sight { faces: self.rules.faces(&self.state, viewer), around: self.around(viewer) }
    }

    /// What a viewer may know beside the counters.
    fn around(&self, viewer: Viewer) -> View {
        let mut view = self.rules.surroundings(&self.state, viewer);
        if self.agreed {
            let result = view::Result { winner: None, clause: AGREED.clause, text: AGREED_TEXT.into() };
            return View { to_choose: None, result: Some(result), ..view };
        }
        if let (Some(result), Some(loser)) = (&mut view.result, self.timed_out()) {
            let about = self.rules.about();
            let (winner, loser) = (about.side_title(loser.other()), about.side_title(loser));
            result.text = format!("{winner} wins: {loser} has run out of time.");
        }
        view
    }

    /// The side that ran out of time. To the rules it gave up.
    fn timed_out(&self) -> Option<Side> {
        let last = self.lines.last().filter(|line| Ending::named(&line.action) == Some(Ending::Timeout))?;
        self.rules.about().side(&last.side)
    }

    /// What may be chosen now.
    pub fn legal(&self) -> &[R::Action] {
        self.legal.get_or_init(|| {
            let mut legal = Vec::new();
            if self.parting.is_none() && !self.is_over() {
                self.rules.legal(&self.state, &mut legal);
            }
            legal
        })
    }

    /// The place of the scenario in the game's list.
    pub fn scenario(&self) -> usize {
        self.rules.about().scenario(&self.head.scenario).expect("a match begins with a scenario of its game")
    }

    /// What happened so far, each event with the number of actions played before it.
    pub fn log(&self) -> &[(usize, Event)] {
        &self.log
    }

    /// The actions played, as the record tells them.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Where other rules or data took over.
    pub fn changes(&self) -> &[Change] {
        &self.changes
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
        let (lines, changes) = (self.lines.clone(), self.changes.clone());
        Record { head: self.head.clone(), lines, changes, result: self.result() }
    }

    /// How the game ended, as the record writes it.
    pub fn result(&self) -> Option<String> {
        if self.parting.is_some() { self.said.clone() } else { self.result_now() }
    }

    /// How the state says that it ended.
    fn result_now(&self) -> Option<String> {
        match self.decision() {
            Decision::Choose(_) => None,
            Decision::Over(Outcome { winner, clause, .. }) => {
                let winner = winner.map_or("draw", |side| self.rules.about().side_id(side));
                Some(format!("{winner} by {clause}"))
            }
        }
    }
}

impl<R: Census> Match<R> {
    /// The game's turn.
    pub fn turn(&self) -> u16 {
        self.rules.turn(&self.state)
    }

    /// An overlay as a viewer may know it, about a hex if somebody points at one; of the position after so many actions, or
    /// of the present one. `None` where the game has no such overlay.
    pub fn overlay(
        &self,
        viewer: Viewer,
        kind: OverlayKind,
        at: Option<Hex>,
        after: Option<usize>,
    ) -> Result<Option<Overlay>, PlayError> {
        let actions = after.unwrap_or(self.lines.len()).min(self.lines.len());
        if kind == OverlayKind::Moves {
            return self.moves(viewer, actions).map(Some);
        }
        let state = self.state_after(actions)?;
        let own = self.rules.overlay(&state, viewer, kind, at);
        Ok(own.or_else(|| {
            let board = &self.rules.map(self.scenario()).board;
            let view = || self.rules.view(&state, viewer);
            (kind == OverlayKind::Holdings)
                .then(|| overlay::holdings(self.rules.about(), board, &self.rules.roster(self.scenario()), &view()))
        }))
    }

    /// The ways that counters took in the turn before and in the one that was played after so many actions, as far as
    /// a viewer was told.
    fn moves(&self, viewer: Viewer, actions: usize) -> Result<Overlay, PlayError> {
        let turn = self.rules.turn(&self.state_after(actions)?);
        let (last, this) = (self.turn_begins(turn.saturating_sub(1))?, self.turn_begins(turn)?);
        let told = self.log.iter().filter(|(at, _)| (last..actions).contains(at));
        let ways = told.filter(|(_, event)| event.way && event.hexes.len() > 1 && event.is_for(viewer));
        let lines = ways.map(|(at, event)| {
            let shade = if *at < this { Shade::Faint } else { Shade::Strong };
            Trace::new(event.hexes.iter().copied(), &event.text, event.clauses.clone()).of(event.side).shade(shade)
        });
        let text = match last < this {
            true => format!("The moves of turn {} faint, those of turn {turn} so far strong.", turn - 1),
            false => format!("The moves of turn {turn} so far."),
        };
        Ok(Overlay::new(OverlayKind::Moves, text, Vec::new()).tracing(lines))
    }

    /// How many actions had been played when a turn began.
    fn turn_begins(&self, turn: u16) -> Result<usize, PlayError> {
        let before = |state: &R::State| self.rules.turn(state) < turn;
        let from = self.kept.partition_point(before).saturating_sub(1);
        let (mut state, mut actions) = (self.kept[from].clone(), from * KEPT_EVERY);
        while before(&state) && actions < self.lines.len() {
            self.play_again(&mut state, &self.lines[actions])?;
            actions += 1;
        }
        Ok(actions)
    }
}

/// Salts and pledges are the game's sides', in its order: else the same salts could give two seeds.
fn check_salted_sides<R: Rules>(rules: &R, commitment: &Commitment) -> Result<(), String> {
    for (what, sides) in [("salt", commitment.salts()), ("pledge", commitment.pledges())] {
        let mut last = None;
        for (id, _) in sides {
            let side = rules.about().side(id).ok_or_else(|| format!("there is no side \"{id}\" to have a {what}"))?;
            if last.is_some_and(|last| last >= side) {
                return Err(format!("each side has one {what} at most, and they stand in the game's order"));
            }
            last = Some(side);
        }
    }
    Ok(())
}

/// Whether the dice are those that somebody committed himself to, if a record says so.
pub(crate) fn check_dice<R: Rules>(rules: &R, record: &Record) -> Result<(), RecordError> {
    let head = &record.head;
    let Some(commitment) = &head.commitment else { return Ok(()) };
    let on = |key| move |message| RecordError { line: head.line_of(key), message };
    commitment.verify_secret().map_err(on("secret"))?;
    check_salted_sides(rules, commitment).map_err(on("salts"))?;
    let has_begun = record.lines.iter().any(|line| Ending::named(&line.action).is_none());
    commitment.verify_pledges(has_begun).map_err(on("pledges"))?;
    commitment.verify_seed(head.seed).map_err(on("seed"))
}

/// Does an action, and tells what happened. A match meets all its dice here, whatever their kind: the compiler writes a
/// game's rules out once for each kind that it knows.
fn done<R: Rules>(rules: &R, state: &mut R::State, action: R::Action, mut dice: &mut dyn Dice) -> Vec<Event> {
    let mut events = Vec::new();
    rules.play(state, action, &mut dice, &mut events);
    events
}
