//! A loaded game, as Python has it.

use crate::errors::{bad_data, bad_position, bad_record, guarded, unknown};
use crate::matches::Match;
use crate::picture::Sheet;
use crate::plain::{json, plain};
use crate::state::State;
use ai::Player;
use catalogue::told;
use catalogue::{GAMES, NewMatch};
use engine::dice::Seed;
use engine::{Codebook, Options, Record, Side, Viewer};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// The ids of the games that there are.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    GAMES.iter().map(|entry| entry.id).collect()
}

/// The names of the computer players, the weakest first; a style may follow, as in `veteran:bold`.
#[pyfunction]
pub fn players() -> Vec<&'static str> {
    Player::ALL.map(|player| player.level.name()).to_vec()
}

/// Loads a game by its id; `data` is a folder with changed data files, a folder for each game in it.
#[pyfunction]
#[pyo3(signature = (game, data=None))]
pub fn load(py: Python<'_>, game: &str, data: Option<PathBuf>) -> PyResult<Game> {
    guarded(py, || {
        let entry = catalogue::find(game).map_err(|error| unknown(py, error))?;
        let loaded = py.detach(|| entry.load(data.as_deref())).map_err(|error| bad_data(py, &error))?;
        let scenarios = loaded.about().scenarios.len();
        let rooms = (0..scenarios).map(|_| Room::default()).collect();
        Ok(Game(Arc::new(Loaded { game: loaded, rooms })))
    })
}

/// A game, and what is made once for each of its scenarios.
pub struct Loaded {
    /// The game.
    pub game: Arc<dyn catalogue::Game>,
    rooms: Vec<Room>,
}

#[derive(Default)]
struct Room {
    book: OnceLock<Codebook>,
    sheet: Sheet,
}

impl Loaded {
    /// The numbers that stand for a scenario's names.
    pub fn book(&self, scenario: usize) -> &Codebook {
        self.rooms[scenario].book.get_or_init(|| self.game.codebook(scenario))
    }

    /// The printed map of a scenario.
    pub fn sheet(&self, scenario: usize) -> &Sheet {
        &self.rooms[scenario].sheet
    }

    /// The side with this id.
    pub fn side(&self, py: Python<'_>, id: &str) -> PyResult<Side> {
        let [first, second] = &self.game.about().sides;
        let message = || format!("there is no side \"{id}\" (there are {}, {})", first.id, second.id);
        self.game.about().side(id).ok_or_else(|| unknown(py, message()))
    }

    /// Whose eyes are meant: a side's, a spectator's, or all.
    pub fn viewer(&self, py: Python<'_>, name: Option<&str>) -> PyResult<Viewer> {
        match name {
            None | Some("all") => Ok(Viewer::All),
            Some("spectator") => Ok(Viewer::Spectator),
            Some(side) => self.side(py, side).map(Viewer::Side),
        }
    }

    /// The place of the scenario with this id, or the first.
    pub fn scenario(&self, py: Python<'_>, id: Option<&str>) -> PyResult<usize> {
        id.map_or(Ok(0), |id| self.game.about().scenario(id).map_err(|error| unknown(py, error)))
    }

    /// The optional rules that are wanted in a scenario.
    pub fn options(&self, py: Python<'_>, scenario: usize, wanted: Option<Wanted>) -> PyResult<Options> {
        let about = self.game.about();
        about.switch(about.options_in(scenario), &list(wanted)).map_err(|error| unknown(py, error))
    }
}

/// Options as Python gives them: `{"id": True}` or `["id=on"]`.
#[derive(FromPyObject)]
pub enum Wanted {
    /// A dictionary.
    Switched(BTreeMap<String, bool>),
    /// A list.
    Said(Vec<String>),
}

/// The options as `id=on` and `id=off`.
fn list(wanted: Option<Wanted>) -> Vec<String> {
    match wanted {
        None => Vec::new(),
        Some(Wanted::Said(said)) => said,
        Some(Wanted::Switched(switched)) => {
            switched.into_iter().map(|(id, on)| format!("{id}={}", if on { "on" } else { "off" })).collect()
        }
    }
}

/// A seed as Python gives it: a number, or 64 hexadecimal digits.
#[derive(FromPyObject)]
pub enum SeedValue {
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
}

/// The seed that is meant.
pub fn seed(py: Python<'_>, value: Option<SeedValue>) -> PyResult<Seed> {
    match value {
        None => Ok(Seed::from(0)),
        Some(SeedValue::Number(number)) => Ok(Seed::from(number)),
        Some(SeedValue::Text(text)) => text.parse().map_err(|error| unknown(py, error)),
    }
}

/// The computer player with this name.
pub fn player(py: Python<'_>, name: &str) -> PyResult<Player> {
    name.parse().map_err(|error: ai::UnknownPlayer| unknown(py, error))
}

/// A loaded game: its scenarios and options, and the way to matches, states and vectors.
#[pyclass(frozen, module = "grognard")]
pub struct Game(pub Arc<Loaded>);

#[pymethods]
impl Game {
    /// Its id.
    #[getter]
    fn id(&self) -> &str {
        self.0.game.about().id
    }

    /// Its title.
    #[getter]
    fn title(&self) -> &str {
        &self.0.game.about().title
    }

    /// The version of its rules.
    #[getter]
    fn version(&self) -> u32 {
        self.0.game.about().version
    }

    /// The ids of its two sides.
    #[getter]
    fn sides(&self) -> (&str, &str) {
        let [first, second] = &self.0.game.about().sides;
        (&first.id, &second.id)
    }

    /// The ids of its scenarios.
    #[getter]
    fn scenarios(&self) -> Vec<&str> {
        self.0.game.about().scenarios.iter().map(|scenario| scenario.id.as_str()).collect()
    }

    /// Its optional rules, and whether each is on by itself.
    #[getter]
    fn options(&self) -> BTreeMap<&str, bool> {
        self.0.game.about().options.iter().map(|option| (option.id.as_str(), option.default)).collect()
    }

    /// The kinds of actions: column 0 of an option in an observation is a place in this list.
    #[getter]
    fn kinds(&self) -> Vec<&'static str> {
        self.0.game.kinds().to_vec()
    }

    /// All that the game says about itself.
    fn about<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        guarded(py, || plain(py, &told::about(&*self.0.game)))
    }

    /// The charts of a scenario: combat tables, terrain, tracks.
    #[pyo3(signature = (scenario=None, options=None))]
    fn charts<'py>(
        &self,
        py: Python<'py>,
        scenario: Option<&str>,
        options: Option<Wanted>,
    ) -> PyResult<Bound<'py, PyAny>> {
        guarded(py, || {
            let charts = self.0.game.charts(scenario, &list(options)).map_err(|error| unknown(py, error))?;
            plain(py, &charts)
        })
    }

    /// The counters of a scenario as they are printed.
    #[pyo3(signature = (scenario=None))]
    fn roster<'py>(&self, py: Python<'py>, scenario: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        guarded(py, || plain(py, &self.0.game.roster(self.0.scenario(py, scenario)?)))
    }

    /// The board of a scenario in arrays, with a row for each hex of the sheet.
    #[pyo3(signature = (scenario=None))]
    fn board<'py>(&self, py: Python<'py>, scenario: Option<&str>) -> PyResult<Bound<'py, PyDict>> {
        guarded(py, || {
            let map = self.0.game.map(self.0.scenario(py, scenario)?);
            let board = &map.board;
            let hexes: Vec<_> = board.sheet().collect();
            let labels: Vec<String> = hexes.iter().map(|&hex| board.label(hex).to_string()).collect();
            let column = |of: &dyn Fn(hexboard::Hex) -> i32| {
                PyArray1::from_vec(py, hexes.iter().map(|&hex| of(hex)).collect::<Vec<i32>>())
            };
            let mut neighbours = vec![engine::encoding::NOTHING; 6 * hexes.len()];
            for hex in board.hexes() {
                for (direction, next) in board.neighbours(hex) {
                    neighbours[6 * hex.index() + direction.index()] = next.0.into();
                }
            }
            let centres = hexes.iter().flat_map(|&hex| board.centre(hex)).collect::<Vec<f32>>();
            let told = PyDict::new(py);
            told.set_item("labels", labels)?;
            told.set_item("column", column(&|hex| board.column_row(hex).0.into()))?;
            told.set_item("row", column(&|hex| board.column_row(hex).1.into()))?;
            told.set_item("in_play", column(&|hex| board.in_play(hex).into()))?;
            told.set_item("terrain", column(&|hex| board.terrain(hex).index() as i32))?;
            let terrains: Vec<_> = map.terrains.iter().map(|terrain| terrain.title.as_str()).collect();
            told.set_item("terrains", terrains)?;
            told.set_item("neighbours", PyArray1::from_vec(py, neighbours).reshape([hexes.len(), 6])?)?;
            told.set_item("centres", PyArray1::from_vec(py, centres).reshape([hexes.len(), 2])?)?;
            Ok(told)
        })
    }

    /// How many hexes the planes of a scenario's observations have.
    #[pyo3(signature = (scenario=None))]
    fn hexes(&self, py: Python<'_>, scenario: Option<&str>) -> PyResult<usize> {
        guarded(py, || Ok(self.0.book(self.0.scenario(py, scenario)?).hexes()))
    }

    /// Begins a match, with a record and all that can be asked.
    #[pyo3(signature = (scenario=None, *, options=None, seed=None, seats=Vec::new()))]
    fn begin(
        &self,
        py: Python<'_>,
        scenario: Option<&str>,
        options: Option<Wanted>,
        seed: Option<SeedValue>,
        seats: Vec<String>,
    ) -> PyResult<Match> {
        guarded(py, || {
            let options = list(options);
            let new = NewMatch { scenario, options: &options, seed: self::seed(py, seed)?, seats, commitment: None };
            let table = self.0.game.begin(new).map_err(|error| unknown(py, error))?;
            Match::at(py, self.0.clone(), table)
        })
    }

    /// Begins a match with a position made by hand: a dictionary, or its JSON.
    #[pyo3(signature = (position, *, seed=None))]
    fn begin_at(&self, py: Python<'_>, position: &Bound<'_, PyAny>, seed: Option<SeedValue>) -> PyResult<Match> {
        guarded(py, || {
            let table = self.0.game.begin_at(&json(position)?, self::seed(py, seed)?);
            Match::at(py, self.0.clone(), table.map_err(|error| bad_position(py, error))?)
        })
    }

    /// Plays a record again, checking every line of it, and goes on from its end.
    fn replay(&self, py: Python<'_>, record: &str) -> PyResult<Match> {
        guarded(py, || {
            let table = py.detach(|| self.0.game.replay(&Record::parse(record)?));
            Match::at(py, self.0.clone(), table.map_err(|error| bad_record(py, &error))?)
        })
    }

    /// The beginning of a game as a light state: quick to copy and to play, without a record.
    #[pyo3(signature = (scenario=None, *, options=None, seed=None))]
    fn state(
        &self,
        py: Python<'_>,
        scenario: Option<&str>,
        options: Option<Wanted>,
        seed: Option<SeedValue>,
    ) -> PyResult<State> {
        guarded(py, || {
            let scenario = self.0.scenario(py, scenario)?;
            let options = self.0.options(py, scenario, options)?;
            let position = self.0.game.position(scenario, options, self::seed(py, seed)?);
            Ok(State { loaded: self.0.clone(), scenario, position })
        })
    }

    /// The map of a scenario without counters, as SVG.
    #[pyo3(signature = (scenario=None))]
    fn map_svg(&self, py: Python<'_>, scenario: Option<&str>) -> PyResult<String> {
        guarded(py, || {
            let scenario = self.0.scenario(py, scenario)?;
            let options = render::Options { overprint: self.0.game.overprint(scenario), ..render::Options::default() };
            let svg = render::svg(self.0.game.map(scenario), &options);
            svg.map_err(|error| bad_position(py, error))
        })
    }

    /// Actions a second of random play on one core, all options listed: what `grognard bench` measures.
    #[pyo3(signature = (scenario=None, *, seconds=1.0))]
    fn bench(&self, py: Python<'_>, scenario: Option<&str>, seconds: f64) -> PyResult<f64> {
        guarded(py, || {
            let scenario = self.0.scenario(py, scenario)?;
            let options = self.0.game.about().options_in(scenario);
            let mut playout = self.0.game.playout(scenario, options, Seed::from(1));
            let (begun, mut actions) = (Instant::now(), 0);
            while begun.elapsed().as_secs_f64() < seconds {
                playout.run(1000);
                actions += 1000;
                py.check_signals()?;
            }
            Ok(f64::from(actions) / begun.elapsed().as_secs_f64())
        })
    }

    fn __repr__(&self) -> String {
        format!("<grognard.Game {:?}>", self.0.game.about().id)
    }
}

/// Pixels as an array of rows, columns and colours.
pub fn pixels<'py>(py: Python<'py>, pixels: &render::Pixels) -> PyResult<Bound<'py, PyAny>> {
    let rgb: Vec<u8> = pixels.rgba.chunks_exact(4).flat_map(|pixel| pixel[..3].iter().copied()).collect();
    let flat = PyArray2::from_vec2(py, &[rgb]).map_err(|error| bad_position(py, error))?;
    Ok(flat.reshape([pixels.height, pixels.width, 3])?.into_any())
}
