//! A loaded game, whatever its types.

use crate::any_match::AnyMatch;
#[cfg(feature = "laboratory")]
use crate::arena::{Arena, Entrants, Lanes};
#[cfg(feature = "laboratory")]
use crate::lane::{Lane, Setting};
#[cfg(feature = "laboratory")]
use crate::playout::{Playout, RandomPlay};
#[cfg(feature = "laboratory")]
use crate::position::{Position, Standing};
#[cfg(feature = "laboratory")]
use crate::self_play::{Practice as Played, SelfPlay};
#[cfg(feature = "laboratory")]
use ai::{Choices, Course, Findings, Fit, Fitting, Generation, Inquiry, Limits, Samples, Tuning};
#[cfg(feature = "laboratory")]
use analysis::{Chances, Practice, Proof, Sample};
use analysis::{Depth, Eyes, Watch};
#[cfg(feature = "laboratory")]
use engine::data::Provenance;
use engine::data::{Battle, Door, Lesson, Map, Problem, Provenances};
use engine::dice::{Commitment, Seed};
#[cfg(feature = "laboratory")]
use engine::judge::Features;
use engine::overprint::Overprint;
use engine::position::PositionError;
use engine::record::RecordError;
use engine::{About, Chart, ClauseBook, Hints, Match, OverlayInfo, Record, Reread, Roster, overlay};
#[cfg(feature = "laboratory")]
use engine::{Chooser, Codebook, Options};
use serde_json::{Value, json};
use std::ops::ControlFlow;
#[cfg(feature = "laboratory")]
use std::ops::Range;
use std::sync::Arc;

/// What a new match is to be.
#[derive(Clone, Debug, Default)]
pub struct NewMatch<'a> {
    /// The scenario's id, or that of a battle that somebody has laid out; the game's first scenario if none is given.
    pub scenario: Option<&'a str>,
    /// Options that differ from their defaults: `id=on`, `id=off`.
    pub options: &'a [String],
    /// The seed of the dice, unless a commitment gives it.
    pub seed: Seed,
    /// What the seed is made from, where somebody commits himself to the dice before play.
    pub commitment: Option<Commitment>,
    /// Who sits where, for the record: `german=greedy`.
    pub seats: Vec<String>,
}

/// A loaded game.
pub trait Game: Send + Sync {
    /// Title, sides, scenarios, options.
    fn about(&self) -> &About;
    /// The checklist of the rulebook.
    fn book(&self) -> &ClauseBook;
    /// Where each datum comes from.
    fn provenance(&self) -> &Provenances;
    /// The board of the scenario with this place in the list.
    fn map(&self, scenario: usize) -> &Map;
    /// The guided battles, the first one first.
    fn lessons(&self) -> &[Lesson];
    /// The battles that somebody has laid out.
    fn battles(&self) -> &[Battle];
    /// The problems of the staff college, theme by theme.
    fn problems(&self) -> &[Problem];
    /// What somebody reads who has never played the game.
    fn door(&self) -> Option<&Door>;
    /// The counters of the scenario with this place in the list, as they are printed.
    fn roster(&self, scenario: usize) -> Roster;
    /// What its map has printed on it beside the ground.
    fn overprint(&self, scenario: usize) -> Overprint;
    /// The charts of a scenario played with these options; an error says which scenario or option is unknown.
    fn charts(&self, scenario: Option<&str>, options: &[String]) -> Result<Vec<Chart>, String>;
    /// What can be drawn over its board.
    fn overlays(&self) -> Vec<OverlayInfo>;

    /// Begins a match; an error says which scenario, option or salted side is unknown, or which seat is not a word.
    fn begin(&self, new: NewMatch<'_>) -> Result<Box<dyn AnyMatch>, String>;
    /// Begins with a position made by hand, given as JSON.
    fn begin_at(&self, json: &str, seed: Seed) -> Result<Box<dyn AnyMatch>, PositionError>;
    /// Plays a record again, checking every action, every roll and the result.
    fn replay(&self, record: &Record) -> Result<Box<dyn AnyMatch>, RecordError>;
    /// The same, and shows the table before the first action and after each, with the number of actions played. Whoever is
    /// shown it may break off; then there is no table at the end.
    fn replay_each(
        &self,
        record: &Record,
        each: &mut dyn FnMut(&dyn AnyMatch, usize) -> ControlFlow<()>,
    ) -> Result<Option<Box<dyn AnyMatch>>, RecordError>;
    /// Goes on with a match that was left. Where the rules or data are others than those it was last played by, they
    /// hold from here on if they agree with all of it; else it is parted from them and can only be ended.
    fn resume(&self, record: &Record) -> Result<Box<dyn AnyMatch>, RecordError>;
    /// Plays a record of an older version of the rules as far as the present ones agree with it.
    fn reread(&self, record: &Record) -> Result<Reread<Box<dyn AnyMatch>>, RecordError>;
    /// The same, and shows the table as [`replay_each`](Game::replay_each) does.
    fn reread_each(
        &self,
        record: &Record,
        each: &mut dyn FnMut(&dyn AnyMatch, usize) -> ControlFlow<()>,
    ) -> Result<Option<Reread<Box<dyn AnyMatch>>>, RecordError>;

    /// Looks at a finished game again; a sentence says why it cannot.
    fn analyse(&self, record: &Record, depth: Depth, eyes: Eyes, watch: &Watch<'_>) -> Result<wire::Analysis, String>;

    /// Plays a game to fit chances to: its positions at the beginnings of turns; `None` if it was told to stop.
    #[cfg(feature = "laboratory")]
    fn chance_samples(&self, practice: &Practice, seed: u64, limits: &Limits) -> Option<Vec<Sample>>;
    /// Plays a game and says at some of its places the chance that an analysis of some games and turns would show.
    #[cfg(feature = "laboratory")]
    fn chance_proofs(
        &self,
        practice: &Practice,
        chances: &Chances,
        seed: u64,
        look: (usize, u16),
        limits: &Limits,
    ) -> Option<Vec<Proof>>;
    /// The words for what a computer player's temper weighs.
    #[cfg(feature = "laboratory")]
    fn concerns(&self) -> &'static [&'static str];
    /// Looks for a temper that wins, telling of each generation.
    #[cfg(feature = "laboratory")]
    fn tune(&self, tuning: &Tuning, limits: &Limits, each: &mut dyn FnMut(&Generation));
    /// The features that a judge of a scenario's positions looks at, by name.
    #[cfg(feature = "laboratory")]
    fn features(&self, scenario: usize) -> Vec<String>;
    /// Plays the games of some seeds to learn from; `None` if it was told to stop before the end.
    #[cfg(feature = "laboratory")]
    fn practise(&self, course: &Course, seeds: Range<u64>, limits: &Limits) -> Option<Samples>;
    /// Fits a judge of a scenario's positions to games that were played.
    #[cfg(feature = "laboratory")]
    fn fit(&self, scenario: usize, fitting: &Fitting, samples: &Samples, source: Provenance) -> Fit;
    /// Plays the games of some seeds to learn to choose from, by a chooser if there is one; `None` if it was told to stop before
    /// the end.
    #[cfg(feature = "laboratory")]
    fn try_out(
        &self,
        course: &Course,
        chooser: Option<&Chooser>,
        seeds: Range<u64>,
        limits: &Limits,
    ) -> Option<Choices>;
    /// Looks into a position made by hand, given as JSON: which answer to it is best. Nothing if there is nothing to
    /// choose, there are too many answers, or it was told to stop.
    #[cfg(feature = "laboratory")]
    fn look_into(&self, json: &str, inquiry: &Inquiry, limits: &Limits) -> Result<Option<Findings>, PositionError>;
    /// Random play without record and events, to measure and to count with.
    #[cfg(feature = "laboratory")]
    fn playout(&self, scenario: usize, options: Options, seed: Seed) -> Box<dyn Playout>;
    /// Games between computer players that think within these limits, to be watched and counted.
    #[cfg(feature = "laboratory")]
    fn self_play(&self, scenario: usize, options: Options, limits: Limits) -> Box<dyn SelfPlay>;
    /// The beginning of a game, to be copied and played on from without a table.
    #[cfg(feature = "laboratory")]
    fn position(&self, scenario: usize, options: Options, seed: Seed) -> Box<dyn Position>;
    /// Many games at once, to be learned from.
    #[cfg(feature = "laboratory")]
    fn arena(&self, entrants: Entrants) -> Box<dyn Arena>;
    /// The names of a scenario, and the numbers that stand for them in an encoding.
    #[cfg(feature = "laboratory")]
    fn codebook(&self, scenario: usize) -> Codebook;
    /// The kinds of actions, in a word or two each.
    #[cfg(feature = "laboratory")]
    fn kinds(&self) -> &'static [&'static str];
}

/// Hides the types of a game behind the common face.
pub fn face<R: Hints>(rules: R) -> Arc<dyn Game> {
    Arc::new(Loaded(Arc::new(rules)))
}

/// The same of a record of older rules that was played again.
fn faced<R: Hints>(Reread { game, parting }: Reread<Match<R>>) -> Reread<Box<dyn AnyMatch>> {
    Reread { game: Box::new(game), parting }
}

/// A position, with some options switched otherwise.
fn with_options(position: &str, options: &[String]) -> Result<String, String> {
    if options.is_empty() {
        return Ok(position.to_string());
    }
    let mut position: Value = serde_json::from_str(position).map_err(|error| error.to_string())?;
    let switched = position.as_object_mut().map(|position| position.entry("options").or_insert_with(|| json!([])));
    if let Some(Value::Array(list)) = switched {
        list.extend(options.iter().map(|option| json!(option)));
    }
    Ok(position.to_string())
}

struct Loaded<R>(Arc<R>);

impl<R: Hints> Game for Loaded<R> {
    fn about(&self) -> &About {
        self.0.about()
    }

    fn book(&self) -> &ClauseBook {
        self.0.book()
    }

    fn provenance(&self) -> &Provenances {
        self.0.provenance()
    }

    fn map(&self, scenario: usize) -> &Map {
        self.0.map(scenario)
    }

    fn roster(&self, scenario: usize) -> Roster {
        self.0.roster(scenario)
    }

    fn overprint(&self, scenario: usize) -> Overprint {
        self.0.overprint(scenario)
    }
    fn lessons(&self) -> &[Lesson] {
        self.0.lessons()
    }

    fn battles(&self) -> &[Battle] {
        self.0.battles()
    }
    fn problems(&self) -> &[Problem] {
        self.0.problems()
    }

    fn door(&self) -> Option<&Door> {
        self.0.door()
    }

    fn charts(&self, scenario: Option<&str>, options: &[String]) -> Result<Vec<Chart>, String> {
        let about = self.about();
        let scenario = scenario.map_or(Ok(0), |id| about.scenario(id))?;
        let options = about.switch(about.options_in(scenario), options)?;
        Ok(self.0.charts(scenario, options))
    }

    fn overlays(&self) -> Vec<OverlayInfo> {
        overlay::all(&*self.0)
    }

    fn begin(&self, new: NewMatch<'_>) -> Result<Box<dyn AnyMatch>, String> {
        let about = self.about();
        // The record lists the seats as words on a line.
        let is_word = |seat: &&String| !seat.is_empty() && !seat.contains(char::is_whitespace);
        if let Some(seat) = new.seats.iter().find(|seat| !is_word(seat)) {
            return Err(format!("a seat is one word such as {}=greedy, not {seat:?}", about.sides[0].id));
        }
        let battle = self.battles().iter().find(|battle| Some(battle.id.as_str()) == new.scenario);
        let begun = if let Some(battle) = battle {
            let position = with_options(&battle.position, new.options)?;
            Match::from_position(self.0.clone(), &position, new.seed)
                .map_err(|error| error.to_string())?
                .with_seats(new.seats)
        } else {
            let scenario = new.scenario.map_or(Ok(0), |id| about.scenario(id))?;
            let options = about.switch(about.options_in(scenario), new.options)?;
            Match::new(self.0.clone(), scenario, options, new.seed, new.seats)
        };
        match new.commitment {
            None => Ok(Box::new(begun)),
            Some(commitment) => Ok(Box::new(begun.with_commitment(commitment)?)),
        }
    }

    fn begin_at(&self, json: &str, seed: Seed) -> Result<Box<dyn AnyMatch>, PositionError> {
        Ok(Box::new(Match::from_position(self.0.clone(), json, seed)?))
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn AnyMatch>, RecordError> {
        Ok(Box::new(Match::replay(self.0.clone(), record)?))
    }

    fn replay_each(
        &self,
        record: &Record,
        each: &mut dyn FnMut(&dyn AnyMatch, usize) -> ControlFlow<()>,
    ) -> Result<Option<Box<dyn AnyMatch>>, RecordError> {
        let each = &mut |game: &Match<R>, actions| each(game, actions);
        let played = Match::replay_each(self.0.clone(), record, each)?;
        Ok(played.map(|game| Box::new(game) as Box<dyn AnyMatch>))
    }

    fn resume(&self, record: &Record) -> Result<Box<dyn AnyMatch>, RecordError> {
        Ok(Box::new(Match::resume(self.0.clone(), record)?))
    }

    fn reread(&self, record: &Record) -> Result<Reread<Box<dyn AnyMatch>>, RecordError> {
        Match::reread(self.0.clone(), record).map(faced)
    }

    fn reread_each(
        &self,
        record: &Record,
        each: &mut dyn FnMut(&dyn AnyMatch, usize) -> ControlFlow<()>,
    ) -> Result<Option<Reread<Box<dyn AnyMatch>>>, RecordError> {
        let each = &mut |game: &Match<R>, actions| each(game, actions);
        Ok(Match::reread_each(self.0.clone(), record, each)?.map(faced))
    }

    fn analyse(&self, record: &Record, depth: Depth, eyes: Eyes, watch: &Watch<'_>) -> Result<wire::Analysis, String> {
        let game = analysis::Game::of(self.0.clone(), record, watch.limits)?;
        Ok(analysis::analyse(&game, depth, eyes, watch))
    }

    #[cfg(feature = "laboratory")]
    fn chance_samples(&self, practice: &Practice, seed: u64, limits: &Limits) -> Option<Vec<Sample>> {
        practice.samples(&*self.0, seed, limits)
    }

    #[cfg(feature = "laboratory")]
    fn chance_proofs(
        &self,
        practice: &Practice,
        chances: &Chances,
        seed: u64,
        look: (usize, u16),
        limits: &Limits,
    ) -> Option<Vec<Proof>> {
        practice.prove(&*self.0, chances, seed, look, limits)
    }

    #[cfg(feature = "laboratory")]
    fn concerns(&self) -> &'static [&'static str] {
        R::CONCERNS
    }

    #[cfg(feature = "laboratory")]
    fn tune(&self, tuning: &Tuning, limits: &Limits, each: &mut dyn FnMut(&Generation)) {
        tuning.run(&*self.0, limits, each);
    }

    #[cfg(feature = "laboratory")]
    fn features(&self, scenario: usize) -> Vec<String> {
        Features::new(&*self.0, scenario).names().to_vec()
    }

    #[cfg(feature = "laboratory")]
    fn practise(&self, course: &Course, mut seeds: Range<u64>, limits: &Limits) -> Option<Samples> {
        let features = Features::new(&*self.0, course.scenario);
        let mut samples = Samples::default();
        seeds.all(|seed| course.play(&*self.0, &features, seed, limits, &mut samples)).then_some(samples)
    }

    #[cfg(feature = "laboratory")]
    fn fit(&self, scenario: usize, fitting: &Fitting, samples: &Samples, source: Provenance) -> Fit {
        fitting.fit(&Features::new(&*self.0, scenario), samples, source)
    }

    #[cfg(feature = "laboratory")]
    fn try_out(
        &self,
        course: &Course,
        chooser: Option<&Chooser>,
        mut seeds: Range<u64>,
        limits: &Limits,
    ) -> Option<Choices> {
        let mut choices = Choices::default();
        seeds.all(|seed| course.try_out(&*self.0, chooser, seed, limits, &mut choices)).then_some(choices)
    }

    #[cfg(feature = "laboratory")]
    fn look_into(&self, json: &str, inquiry: &Inquiry, limits: &Limits) -> Result<Option<Findings>, PositionError> {
        let begun = Match::from_position(self.0.clone(), json, inquiry.seed)?;
        Ok(inquiry.look_into(&*self.0, begun.state(), limits))
    }

    #[cfg(feature = "laboratory")]
    fn playout(&self, scenario: usize, options: Options, seed: Seed) -> Box<dyn Playout> {
        Box::new(RandomPlay::new(self.0.clone(), scenario, options, seed))
    }

    #[cfg(feature = "laboratory")]
    fn self_play(&self, scenario: usize, options: Options, limits: Limits) -> Box<dyn SelfPlay> {
        Box::new(Played::new(self.0.clone(), Setting { scenario, options }, limits))
    }
    #[cfg(feature = "laboratory")]
    fn position(&self, scenario: usize, options: Options, seed: Seed) -> Box<dyn Position> {
        let lane = Lane::begin(&*self.0, Setting { scenario, options }, seed);
        Box::new(Standing { rules: self.0.clone(), lane })
    }

    #[cfg(feature = "laboratory")]
    fn arena(&self, entrants: Entrants) -> Box<dyn Arena> {
        Box::new(Lanes::new(self.0.clone(), entrants))
    }

    #[cfg(feature = "laboratory")]
    fn codebook(&self, scenario: usize) -> Codebook {
        Codebook::new(&*self.0, scenario)
    }

    #[cfg(feature = "laboratory")]
    fn kinds(&self) -> &'static [&'static str] {
        self.0.kinds()
    }
}
