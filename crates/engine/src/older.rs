//! Records of older rules. A correction of a rule changes games, so an old record need not play through any more; it
//! stays readable all the same: its seals and dice are verified as ever, and the present rules play it as far as both
//! agree. A match that goes on takes the present rules and data over if they agree with all of it, and its record says
//! from which line on they hold; else it can only be ended.

use crate::dice::{Dice, SeededDice};
use crate::matches::check_dice;
use crate::record::{Line, Record, RecordError};
use crate::{About, Match, Rules};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A record of older rules, played again by the present ones.
pub struct Reread<M> {
    /// The game as far as both versions of the rules agree.
    pub game: M,
    /// The line from which on the present rules go another way, and why; `None` where they agree to the end.
    pub parting: Option<RecordError>,
}

impl About {
    /// Whether a record was played by an older version of these rules.
    pub fn is_newer_than(&self, record: &Record) -> bool {
        record.played_by().0 < self.version
    }

    /// With which version a record of older rules was played, as a sentence.
    pub fn told_older(&self, record: &Record) -> String {
        let (old, now) = (record.played_by().0, self.version);
        format!("Played by version {old} of the rules of {}, an older one; this program has version {now}.", self.title)
    }
}

impl<R: Rules> Match<R> {
    /// Plays a record of older rules as far as the present ones agree with it. An error says what is wrong with the record
    /// itself.
    pub fn reread(rules: Arc<R>, record: &Record) -> Result<Reread<Match<R>>, RecordError> {
        let reread = Match::reread_each(rules, record, &mut |_, _| ControlFlow::Continue(()))?;
        Ok(reread.expect("nobody breaks it off"))
    }

    /// The same, and shows the match before the first action and after each, with the number of actions played. Whoever is
    /// shown it may break off; then there is nothing at the end.
    pub fn reread_each(
        rules: Arc<R>,
        record: &Record,
        each: &mut dyn FnMut(&Match<R>, usize) -> ControlFlow<()>,
    ) -> Result<Option<Reread<Match<R>>>, RecordError> {
        check_dice(&*rules, record)?;
        check_rolls(record)?;
        let about = rules.about();
        // An option that is gone was another way to play; what follows from it parts the versions.
        let options = record.head.options.iter().filter(|option| is_known(about, option)).cloned().collect::<Vec<_>>();
        let begun = Match::begin_with(rules, &record.head, &options);
        let mut game = begun.map_err(|message| RecordError { line: 1, message })?;
        if each(&game, 0).is_break() {
            return Ok(None);
        }
        let parts_at = |index: usize, message| Some(RecordError { line: record.line_of_action(index), message });
        for (index, line) in record.lines.iter().enumerate() {
            game.take_changes(record);
            if let Err(message) = game.replay_line(line) {
                return Ok(Some(Reread { game, parting: parts_at(index, message) }));
            }
            if each(&game, index + 1).is_break() {
                return Ok(None);
            }
        }
        game.take_changes(record);
        let parting = match game.comes_out_as(record) {
            Ok(()) => None,
            Err(message) => parts_at(record.lines.len(), message),
        };
        Ok(Some(Reread { game, parting }))
    }

    /// Goes on with a match that was left. Where the rules or data are others than those it was last played by, they
    /// hold from here on if they agree with all of it; else the match is [parted](Match::parting): it is shown as far
    /// as they agree, and can only be ended.
    pub fn resume(rules: Arc<R>, record: &Record) -> Result<Match<R>, RecordError> {
        if record.played_by() == (rules.about().version, rules.provenance().digest()) {
            return Match::replay(rules, record);
        }
        let Reread { mut game, parting } = Match::reread(rules, record)?;
        match parting.or_else(|| lost_option(game.rules().about(), record)) {
            Some(parting) => game.part(record, parting),
            None if game.is_over() => {}
            None => game.take_over(),
        }
        Ok(game)
    }
}

fn is_known(about: &About, option: &str) -> bool {
    about.switch(about.default_options(), &[option]).is_ok()
}

/// An option that was played with and is gone, though no action so far shows the difference.
fn lost_option(about: &About, record: &Record) -> Option<RecordError> {
    let lost = record.head.options.iter().find(|option| !is_known(about, option))?;
    let message = format!("the option \"{lost}\" is gone");
    Some(RecordError { line: record.head.line_of("options"), message })
}

/// Whether all rolls of a record are what its seed gives, whatever the rules rolled them for.
fn check_rolls(record: &Record) -> Result<(), RecordError> {
    let mut dice = SeededDice::new(record.head.seed);
    for (index, line) in record.lines.iter().enumerate().filter(|(_, line)| !line.forced) {
        let Line { rolls, again, .. } = line;
        let dice = dice.for_try(index as u64, *again);
        if rolls.iter().any(|roll| dice.die(roll.sides) != roll.value) {
            let message = "the dice do not fit: the seed gives others".to_string();
            return Err(RecordError { line: record.line_of_action(index), message });
        }
    }
    Ok(())
}
