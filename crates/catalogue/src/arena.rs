//! Many games at once, for those who learn: what is to be known of each is written into plain arrays, a row for a game.

use crate::lane::{Lane, Setting};
use ai::{Limits, Player, Stop};
use engine::dice::Seed;
use engine::encoding::{Codebook, Encoding, NOTHING, head, holding, marker, option, piece, track};
use engine::{Decision, Hints, Options, Side, Temper, View, Viewer};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How often somebody who waits is asked whether he still does.
const GLANCE: Duration = Duration::from_millis(50);

/// The planes of a board, each with a number for every hex: steps and counters of both sides, counters that hide others,
/// and markers of both sides and of nobody.
pub const PLANES: [&str; 8] = [
    "steps of the first side",
    "steps of the second side",
    "counters of the first side",
    "counters of the second side",
    "counters that hide others",
    "markers of the first side",
    "markers of the second side",
    "markers of nobody",
];

/// What an arena is to be.
#[derive(Clone, Debug)]
pub struct Entrants {
    /// The place of the scenario in the game's list.
    pub scenario: usize,
    /// The optional rules.
    pub options: Options,
    /// How many games.
    pub lanes: usize,
    /// Game `n` of lane `i` has the seed `seed + i + n * lanes`.
    pub seed: u64,
    /// The computer player that has the other side of each lane; `None` if both sides are asked.
    pub opponent: Option<Player>,
    /// The side that is asked in each lane where there is an opponent: the first lane's, the second's, and so on in turn.
    pub asked: Vec<Side>,
    /// Whether a decision with a single option is made at once.
    pub forced: bool,
}

/// How many rows the tables of an observation have. What is beyond is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Options.
    pub options: usize,
    /// Pieces.
    pub pieces: usize,
    /// Markers.
    pub markers: usize,
    /// What lies in boxes.
    pub holdings: usize,
    /// Tracks.
    pub tracks: usize,
}

/// Tables of an observation, a block of rows for each lane.
pub struct Tables<'a> {
    /// How many rows each has.
    pub bounds: Bounds,
    /// How many hexes a plane has.
    pub hexes: usize,
    /// The heads.
    pub head: &'a mut [i32],
    /// The pieces.
    pub pieces: &'a mut [i32],
    /// The markers.
    pub markers: &'a mut [i32],
    /// What is in the boxes.
    pub holdings: &'a mut [i32],
    /// The tracks.
    pub tracks: &'a mut [i32],
    /// The board, [`PLANES`] of it.
    pub planes: &'a mut [i32],
}

/// What is told of all lanes, a row for each.
pub struct Sheet<'a> {
    /// The most options that a mask tells apart.
    pub width: usize,
    /// How many options there are. What stood here before must be what the masks say.
    pub counts: &'a mut [i32],
    /// The place of the side that must choose.
    pub sides: &'a mut [i8],
    /// What both sides have won with this step: 1, -1 or nothing.
    pub rewards: &'a mut [f32],
    /// Whether a game ended with this step; the next has begun.
    pub over: &'a mut [bool],
    /// By how many points the first side led when it ended.
    pub margins: &'a mut [i32],
    /// Which options there are: as many as there are, and at most `width`.
    pub mask: &'a mut [bool],
    /// The options in numbers, if they are wanted.
    pub options: Option<&'a mut [i32]>,
    /// By how many points the first side leads, and by how much strength, if that is wanted. All is open here: it is
    /// something to be rewarded with, and not to be looked at.
    pub leads: Option<&'a mut [i32]>,
    /// How good each option looks to the game's own hints, if that is wanted.
    pub worths: Option<&'a mut [f32]>,
    /// What the side that must choose may know, if it is wanted.
    pub tables: Option<Tables<'a>>,
}

/// Takes the first `lanes` blocks of `size` off a slice.
fn cut<'a, T>(slice: &mut &'a mut [T], lanes: usize, size: usize) -> &'a mut [T] {
    let (first, rest) = std::mem::take(slice).split_at_mut(lanes * size);
    *slice = rest;
    first
}

impl<'a> Sheet<'a> {
    /// Takes the rows of the first lanes off.
    fn cut(&mut self, lanes: usize) -> Sheet<'a> {
        Sheet {
            width: self.width,
            counts: cut(&mut self.counts, lanes, 1),
            sides: cut(&mut self.sides, lanes, 1),
            rewards: cut(&mut self.rewards, lanes, 2),
            over: cut(&mut self.over, lanes, 1),
            margins: cut(&mut self.margins, lanes, 1),
            mask: cut(&mut self.mask, lanes, self.width),
            options: self.options.as_mut().map(|rows| cut(rows, lanes, self.width * option::COLUMNS)),
            leads: self.leads.as_mut().map(|rows| cut(rows, lanes, 2)),
            worths: self.worths.as_mut().map(|rows| cut(rows, lanes, self.width)),
            tables: self.tables.as_mut().map(|tables| tables.cut(lanes)),
        }
    }
}

impl<'a> Tables<'a> {
    fn cut(&mut self, lanes: usize) -> Tables<'a> {
        let Bounds { pieces, markers, holdings, tracks, .. } = self.bounds;
        Tables {
            bounds: self.bounds,
            hexes: self.hexes,
            head: cut(&mut self.head, lanes, head::COLUMNS),
            pieces: cut(&mut self.pieces, lanes, pieces * piece::COLUMNS),
            markers: cut(&mut self.markers, lanes, markers * marker::COLUMNS),
            holdings: cut(&mut self.holdings, lanes, holdings * holding::COLUMNS),
            tracks: cut(&mut self.tracks, lanes, tracks * track::COLUMNS),
            planes: cut(&mut self.planes, lanes, PLANES.len() * self.hexes),
        }
    }

    /// Writes an observation into the block of a lane.
    pub fn write(&mut self, lane: usize, encoding: &Encoding) {
        let Bounds { pieces, markers, holdings, tracks, .. } = self.bounds;
        lay(self.head, lane, head::COLUMNS, &encoding.head);
        lay(self.pieces, lane, pieces * piece::COLUMNS, &encoding.pieces);
        lay(self.markers, lane, markers * marker::COLUMNS, &encoding.markers);
        lay(self.holdings, lane, holdings * holding::COLUMNS, &encoding.holdings);
        lay(self.tracks, lane, tracks * track::COLUMNS, &encoding.tracks);
        let size = PLANES.len() * self.hexes;
        draw_planes(encoding, self.hexes, &mut self.planes[lane * size..][..size]);
    }
}

/// Lays rows into the block of a lane: nothing where there are none, and what does not fit is left out.
pub fn lay(table: &mut [i32], lane: usize, size: usize, rows: &[i32]) {
    let block = &mut table[lane * size..][..size];
    let laid = rows.len().min(size);
    block[..laid].copy_from_slice(&rows[..laid]);
    block[laid..].fill(NOTHING);
}

/// Draws the [`PLANES`] of an observation.
fn draw_planes(encoding: &Encoding, hexes: usize, planes: &mut [i32]) {
    planes.fill(0);
    let mut add = |plane: usize, hex: i32, amount: i32| {
        if let Ok(hex) = usize::try_from(hex) {
            planes[plane * hexes + hex] += amount;
        }
    };
    for row in encoding.pieces() {
        let Ok(side) = usize::try_from(row[piece::SIDE]) else { continue };
        add(side, row[piece::HEX], row[piece::STEPS]);
        add(2 + side, row[piece::HEX], 1);
        add(4, row[piece::HEX], i32::from(row[piece::COVERS] != NOTHING));
    }
    for row in encoding.markers() {
        let side = usize::try_from(row[marker::SIDE]).unwrap_or(2);
        add(5 + side, row[marker::HEX], row[marker::COUNT]);
    }
}

/// Why a step was not made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StepError {
    /// A lane was told to take an option that there is not. No lane has moved.
    #[error("lane {lane} has {count} options, and there is none with the number {choice}")]
    NoSuchOption {
        /// The lane.
        lane: usize,
        /// What it was told to take.
        choice: i32,
        /// How many options it has.
        count: usize,
    },
    /// Somebody broke the step off; the games must be begun anew.
    #[error("the step before was broken off; begin anew")]
    BrokenOff,
}

/// Many games of one scenario.
pub trait Arena: Send + Sync {
    /// How many.
    fn lanes(&self) -> usize;
    /// Begins all games anew, and tells of all lanes.
    fn begin(&mut self, seed: u64, sheet: Sheet<'_>, threads: NonZero<usize>, waits: &mut dyn FnMut() -> bool);
    /// Plays the chosen option in each lane, on so many threads, and tells of all lanes. Whoever `waits` is asked now
    /// and then whether he still does.
    fn step(
        &mut self,
        choices: &[i32],
        sheet: Sheet<'_>,
        threads: NonZero<usize>,
        waits: &mut dyn FnMut() -> bool,
    ) -> Result<(), StepError>;
    /// What a viewer may know of a lane.
    fn view(&self, lane: usize, viewer: Viewer) -> View;
    /// The options of a lane in notation.
    fn notations(&self, lane: usize) -> Vec<String>;
    /// The seed of the game that a lane plays now, and how many of its actions were played.
    fn game(&self, lane: usize) -> (Seed, u64);
}

/// An arena with the types of its game.
pub(crate) struct Lanes<R: Hints> {
    rules: Arc<R>,
    book: Codebook,
    entrants: Entrants,
    lanes: Vec<Runner<R>>,
    broken: bool,
}

/// A lane and the number of its game.
struct Runner<R: Hints> {
    lane: Lane<R>,
    number: usize,
    games: u64,
}

/// What the threads of a step share.
struct Course<'a, R: Hints> {
    rules: &'a R,
    book: &'a Codebook,
    entrants: &'a Entrants,
    limits: Limits,
}

impl<R: Hints> Lanes<R> {
    pub fn new(rules: Arc<R>, entrants: Entrants) -> Self {
        let setting = entrants.setting();
        let lane = |number| Runner { lane: Lane::begin(&*rules, setting, entrants.seed(number, 0)), number, games: 0 };
        let lanes = (0..entrants.lanes).map(lane).collect();
        let book = Codebook::new(&*rules, entrants.scenario);
        Lanes { rules, book, entrants, lanes, broken: false }
    }

    /// Has every lane do something, and tell of it, on so many threads; broken off if nobody waits for it any more.
    fn run(
        &mut self,
        sheet: Sheet<'_>,
        threads: NonZero<usize>,
        waits: &mut dyn FnMut() -> bool,
        each: impl Fn(&Course<'_, R>, &mut Runner<R>) -> Ending + Sync,
    ) {
        let Lanes { rules, book, entrants, lanes, broken } = self;
        let stop = Stop::default();
        let course =
            Course { rules: &**rules, book, entrants, limits: Limits { stop: stop.clone(), ..Limits::default() } };
        let work = |runners: &mut [Runner<R>], mut sheet: Sheet<'_>| {
            let mut encoding = Encoding::default();
            for (row, runner) in runners.iter_mut().enumerate() {
                let ending = each(&course, runner);
                course.tell(runner, &ending, row, &mut sheet, &mut encoding);
            }
        };
        let quick = entrants.opponent.is_none_or(Player::is_quick);
        if threads.get() == 1 && quick {
            return work(lanes, sheet);
        }
        *broken = !shared(lanes, sheet, threads, &work, &stop, waits);
    }
}

/// Shares the lanes out to threads and waits for them. Whether all was done.
fn shared<R: Hints>(
    lanes: &mut [Runner<R>],
    mut sheet: Sheet<'_>,
    threads: NonZero<usize>,
    work: &(impl Fn(&mut [Runner<R>], Sheet<'_>) + Sync),
    stop: &Stop,
    waits: &mut dyn FnMut() -> bool,
) -> bool {
    std::thread::scope(|scope| {
        let (done, heard) = channel();
        for runners in lanes.chunks_mut(lanes.len().div_ceil(threads.get()).max(1)) {
            let (sheet, done) = (sheet.cut(runners.len()), done.clone());
            scope.spawn(move || {
                work(runners, sheet);
                drop(done);
            });
        }
        drop(done);
        // Nobody says anything: a thread that is done only hangs up.
        while let Err(RecvTimeoutError::Timeout) = heard.recv_timeout(GLANCE) as Result<(), _> {
            if !waits() {
                stop.stop();
            }
        }
    });
    !stop.is_told()
}

impl Entrants {
    fn setting(&self) -> Setting {
        Setting { scenario: self.scenario, options: self.options }
    }

    /// The seed of a game of a lane.
    fn seed(&self, lane: usize, game: u64) -> Seed {
        self.seed.wrapping_add(lane as u64).wrapping_add(game.wrapping_mul(self.lanes as u64)).into()
    }

    /// The computer player that chooses for a side of a lane.
    fn computer(&self, lane: usize, side: Side) -> Option<Player> {
        let asked = self.asked.get(lane % self.asked.len().max(1));
        self.opponent.filter(|_| asked.is_some_and(|&asked| asked != side))
    }
}

/// How the game of a lane ended, if it did.
#[derive(Default)]
struct Ending {
    over: bool,
    winner: Option<Side>,
    margin: i32,
}

impl<R: Hints> Course<'_, R> {
    /// Goes on until somebody is asked.
    fn go_on(&self, runner: &mut Runner<R>) -> Ending {
        let mut ending = Ending::default();
        while !self.limits.is_over() {
            let Some(side) = runner.lane.chooser else {
                ending = self.end(runner);
                continue;
            };
            let choice = match self.entrants.computer(runner.number, side) {
                Some(player) => runner.lane.choose(self.rules, player, &self.limits),
                None if self.entrants.forced && runner.lane.legal.len() == 1 => 0,
                None => break,
            };
            runner.lane.play(self.rules, choice);
        }
        ending
    }

    /// Says how the game of a lane has ended, and begins the next.
    fn end(&self, runner: &mut Runner<R>) -> Ending {
        let margin = self.rules.point_lead(&runner.lane.state);
        let winner = match self.rules.decision(&runner.lane.state) {
            Decision::Over(outcome) => outcome.winner,
            Decision::Choose(_) => None,
        };
        runner.games += 1;
        let seed = self.entrants.seed(runner.number, runner.games);
        runner.lane.begin_again(self.rules, self.entrants.setting(), seed);
        Ending { over: true, winner, margin }
    }

    /// Writes down how a lane stands.
    fn tell(&self, runner: &Runner<R>, ending: &Ending, row: usize, sheet: &mut Sheet<'_>, encoding: &mut Encoding) {
        let (lane, width) = (&runner.lane, sheet.width);
        let side = lane.chooser.unwrap_or(Side::First);
        let before = (sheet.counts[row] as usize).min(width);
        sheet.counts[row] = lane.legal.len() as i32;
        sheet.sides[row] = side.index() as i8;
        sheet.over[row] = ending.over;
        sheet.margins[row] = ending.margin;
        let won = |side| ending.winner.map_or(0.0, |winner| if winner == side { 1.0 } else { -1.0 });
        sheet.rewards[2 * row..][..2].copy_from_slice(&Side::BOTH.map(won));
        // A mask is as many ones as there are options, so only what is more or less than before must be written.
        let (mask, offered) = (&mut sheet.mask[row * width..][..width], lane.legal.len().min(width));
        mask[before.min(offered)..offered].fill(true);
        mask[offered..before.max(offered)].fill(false);
        if let Some(options) = &mut sheet.options {
            encoding.take_options(&lane.legal);
            lay(options, row, width * option::COLUMNS, &encoding.options);
        }
        if let Some(leads) = &mut sheet.leads {
            let now = [self.rules.point_lead(&lane.state), self.rules.strength_lead(&lane.state)];
            leads[2 * row..][..2].copy_from_slice(&now);
        }
        if let Some(worths) = &mut sheet.worths {
            let worths = &mut worths[row * width..][..width];
            let appraised = lane.legal.iter().map(|&action| self.rules.appraise(&lane.state, action, &Temper::PLAIN));
            worths.iter_mut().zip(appraised.chain(std::iter::repeat(0.0))).for_each(|(cell, worth)| *cell = worth);
        }
        if let Some(tables) = &mut sheet.tables {
            encoding.take(self.book, &self.rules.view(&lane.state, Viewer::Side(side)));
            tables.write(row, encoding);
        }
    }
}

impl<R: Hints> Arena for Lanes<R> {
    fn lanes(&self) -> usize {
        self.lanes.len()
    }

    fn begin(&mut self, seed: u64, sheet: Sheet<'_>, threads: NonZero<usize>, waits: &mut dyn FnMut() -> bool) {
        self.entrants.seed = seed;
        self.run(sheet, threads, waits, |course, runner| {
            runner.games = 0;
            let seed = course.entrants.seed(runner.number, 0);
            runner.lane.begin_again(course.rules, course.entrants.setting(), seed);
            course.go_on(runner)
        });
    }

    fn step(
        &mut self,
        choices: &[i32],
        sheet: Sheet<'_>,
        threads: NonZero<usize>,
        waits: &mut dyn FnMut() -> bool,
    ) -> Result<(), StepError> {
        if self.broken {
            return Err(StepError::BrokenOff);
        }
        for (runner, &choice) in self.lanes.iter().zip(choices) {
            let count = runner.lane.legal.len();
            if usize::try_from(choice).is_ok_and(|choice| choice < count) {
                continue;
            }
            return Err(StepError::NoSuchOption { lane: runner.number, choice, count });
        }
        self.run(sheet, threads, waits, |course, runner| {
            runner.lane.play(course.rules, choices[runner.number] as usize);
            course.go_on(runner)
        });
        Ok(())
    }

    fn view(&self, lane: usize, viewer: Viewer) -> View {
        self.rules.view(&self.lanes[lane].lane.state, viewer)
    }

    fn notations(&self, lane: usize) -> Vec<String> {
        let Lane { state, legal, .. } = &self.lanes[lane].lane;
        legal.iter().map(|&action| self.rules.notation(state, action)).collect()
    }

    fn game(&self, lane: usize) -> (Seed, u64) {
        let lane = &self.lanes[lane].lane;
        (lane.seed(), lane.actions)
    }
}
