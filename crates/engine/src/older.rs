//! Records of older rules. A correction of a rule changes games, so an old record need not play through any more; it
//! stays readable all the same: its seals and dice are verified as ever, and the present rules play it as far as both
//! agree.

use crate::dice::{Dice, SeededDice};
use crate::matches::check_dice;
use crate::record::{Line, Record, RecordError};
use crate::{About, Match, Rules};
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
        record.head.rules < self.version
    }

    /// With which version a record of older rules was played, as a sentence.
    pub fn told_older(&self, record: &Record) -> String {
        let (old, now) = (record.head.rules, self.version);
        format!("Played by version {old} of the rules of {}, an older one; this program has version {now}.", self.title)
    }
}

impl<R: Rules> Match<R> {
    /// Plays a record of older rules as far as the present ones agree with it, and shows the match before the first
    /// action and after each, with the number of actions played. An error says what is wrong with the record itself.
    pub fn reread(
        rules: Arc<R>,
        record: &Record,
        each: &mut dyn FnMut(&Match<R>, usize),
    ) -> Result<Reread<Match<R>>, RecordError> {
        check_dice(&*rules, &record.head)?;
        check_rolls(record)?;
        let mut present = record.clone();
        let about = rules.about();
        present.head.rules = about.version;
        // An option that is gone was another way to play; what follows from it parts the versions.
        present.head.options.retain(|option| about.switch(about.default_options(), &[option]).is_ok());
        let begun = Match::begin(rules, &present);
        let mut game = begun.map_err(|message| RecordError { line: 1, message })?;
        each(&game, 0);
        let first_action = record.head.lines_before_play() + 1;
        let parts_at = |index: usize, message| Some(RecordError { line: first_action + index, message });
        for (index, line) in record.lines.iter().enumerate() {
            if let Err(message) = game.replay_line(line) {
                return Ok(Reread { game, parting: parts_at(index, message) });
            }
            each(&game, index + 1);
        }
        let parting = match game.comes_out_as(record) {
            Ok(()) => None,
            Err(message) => parts_at(record.lines.len(), message),
        };
        Ok(Reread { game, parting })
    }
}

/// Whether all rolls of a record are what its seed gives, whatever the rules rolled them for.
fn check_rolls(record: &Record) -> Result<(), RecordError> {
    let mut dice = SeededDice::new(record.head.seed);
    let first_action = record.head.lines_before_play() + 1;
    for (index, line) in record.lines.iter().enumerate().filter(|(_, line)| !line.forced) {
        let Line { rolls, again, .. } = line;
        let dice = dice.for_try(index as u64, *again);
        if rolls.iter().any(|roll| dice.die(roll.sides) != roll.value) {
            let message = "the dice do not fit: the seed gives others".to_string();
            return Err(RecordError { line: first_action + index, message });
        }
    }
    Ok(())
}
