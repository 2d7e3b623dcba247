//! Many games in one call, as Python has them.

use crate::errors::{broken_off, guarded, no_action, unknown};
use crate::game::{Game, Loaded, Wanted, player};
use crate::observation::{Rows, bounds};
use crate::patience::{cores, still_waits};
use crate::plain::plain;
use catalogue::arena::{Arena, Bounds, Entrants, PLANES, Sheet, StepError, Tables};
use engine::Side;
use engine::encoding::{head, holding, marker, option, piece, track};
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::num::NonZero;
use std::sync::Arc;

/// Many games of one scenario, played in step: each call plays an option in every lane, on all cores and without Python's
/// lock, and fills the same arrays in place.
#[pyclass(module = "grognard")]
pub struct Vector {
    loaded: Arc<Loaded>,
    arena: Box<dyn Arena>,
    threads: NonZero<usize>,
    seed: u64,
    arrays: Arrays,
}

/// The arrays that are filled, a row for each lane.
struct Arrays {
    bounds: Bounds,
    hexes: usize,
    counts: Py<PyArray1<i32>>,
    sides: Py<PyArray1<i8>>,
    rewards: Py<PyArray2<f32>>,
    over: Py<PyArray1<bool>>,
    margins: Py<PyArray1<i32>>,
    mask: Py<PyArray2<bool>>,
    options: Option<Py<PyArray3<i32>>>,
    leads: Option<Py<PyArray2<i32>>>,
    worths: Option<Py<PyArray2<f32>>>,
    tables: Option<TableArrays>,
}

/// What is to be observed in every step.
#[derive(Clone, Copy)]
struct Observe {
    options: bool,
    leads: bool,
    worths: bool,
    tables: bool,
}

impl Observe {
    /// Reads the words for what is wanted.
    fn read(py: Python<'_>, words: Vec<String>) -> PyResult<Observe> {
        let mut observe = Observe { options: false, leads: false, worths: false, tables: false };
        for word in words {
            match word.as_str() {
                "options" => observe.options = true,
                "leads" => observe.leads = true,
                "worths" => observe.worths = true,
                "tables" => observe.tables = true,
                _ => {
                    let known = "options, leads, worths, tables";
                    return Err(unknown(py, format!("there is no \"{word}\" to observe (there are {known})")));
                }
            }
        }
        Ok(observe)
    }
}

/// The tables of the observations.
struct TableArrays {
    head: Py<PyArray2<i32>>,
    pieces: Py<PyArray3<i32>>,
    markers: Py<PyArray3<i32>>,
    holdings: Py<PyArray3<i32>>,
    tracks: Py<PyArray3<i32>>,
    planes: Py<PyArray3<i32>>,
}

impl Arrays {
    fn new(py: Python<'_>, lanes: usize, bounds: Bounds, hexes: usize, observe: Observe) -> Arrays {
        let table = |rows, columns| PyArray3::<i32>::zeros(py, [lanes, rows, columns], false).unbind();
        Arrays {
            bounds,
            hexes,
            counts: PyArray1::zeros(py, lanes, false).unbind(),
            sides: PyArray1::zeros(py, lanes, false).unbind(),
            rewards: PyArray2::zeros(py, [lanes, 2], false).unbind(),
            over: PyArray1::zeros(py, lanes, false).unbind(),
            margins: PyArray1::zeros(py, lanes, false).unbind(),
            mask: PyArray2::zeros(py, [lanes, bounds.options], false).unbind(),
            options: observe.options.then(|| table(bounds.options, option::COLUMNS)),
            leads: observe.leads.then(|| PyArray2::zeros(py, [lanes, 2], false).unbind()),
            worths: observe.worths.then(|| PyArray2::zeros(py, [lanes, bounds.options], false).unbind()),
            tables: observe.tables.then(|| TableArrays {
                head: PyArray2::zeros(py, [lanes, head::COLUMNS], false).unbind(),
                pieces: table(bounds.pieces, piece::COLUMNS),
                markers: table(bounds.markers, marker::COLUMNS),
                holdings: table(bounds.holdings, holding::COLUMNS),
                tracks: table(bounds.tracks, track::COLUMNS),
                planes: table(PLANES.len(), hexes),
            }),
        }
    }

    /// Has them filled, without Python's lock.
    fn fill<T: Send>(&self, py: Python<'_>, work: impl FnOnce(Sheet<'_>) -> T + Send) -> PyResult<T> {
        let mut counts = self.counts.bind(py).try_readwrite()?;
        let mut sides = self.sides.bind(py).try_readwrite()?;
        let mut rewards = self.rewards.bind(py).try_readwrite()?;
        let mut over = self.over.bind(py).try_readwrite()?;
        let mut margins = self.margins.bind(py).try_readwrite()?;
        let mut mask = self.mask.bind(py).try_readwrite()?;
        let mut options = self.options.as_ref().map(|rows| rows.bind(py).try_readwrite()).transpose()?;
        let mut leads = self.leads.as_ref().map(|rows| rows.bind(py).try_readwrite()).transpose()?;
        let mut worths = self.worths.as_ref().map(|rows| rows.bind(py).try_readwrite()).transpose()?;
        let mut tables = self.tables.as_ref().map(|tables| tables.open(py)).transpose()?;
        let sheet = Sheet {
            width: self.bounds.options,
            counts: counts.as_slice_mut()?,
            sides: sides.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            over: over.as_slice_mut()?,
            margins: margins.as_slice_mut()?,
            mask: mask.as_slice_mut()?,
            options: options.as_mut().map(|rows| rows.as_slice_mut()).transpose()?,
            leads: leads.as_mut().map(|rows| rows.as_slice_mut()).transpose()?,
            worths: worths.as_mut().map(|rows| rows.as_slice_mut()).transpose()?,
            tables: tables.as_mut().map(|open| open.tables(self.bounds, self.hexes)).transpose()?,
        };
        Ok(py.detach(|| work(sheet)))
    }
}

/// The tables while they are filled.
struct OpenTables<'py> {
    head: numpy::PyReadwriteArray2<'py, i32>,
    rows: [numpy::PyReadwriteArray3<'py, i32>; 5],
}

impl TableArrays {
    fn open<'py>(&self, py: Python<'py>) -> PyResult<OpenTables<'py>> {
        let open = |table: &Py<PyArray3<i32>>| table.bind(py).try_readwrite();
        let TableArrays { head, pieces, markers, holdings, tracks, planes } = self;
        let rows = [open(pieces)?, open(markers)?, open(holdings)?, open(tracks)?, open(planes)?];
        Ok(OpenTables { head: head.bind(py).try_readwrite()?, rows })
    }
}

impl OpenTables<'_> {
    fn tables(&mut self, bounds: Bounds, hexes: usize) -> PyResult<Tables<'_>> {
        let [pieces, markers, holdings, tracks, planes] = &mut self.rows;
        Ok(Tables {
            bounds,
            hexes,
            head: self.head.as_slice_mut()?,
            pieces: pieces.as_slice_mut()?,
            markers: markers.as_slice_mut()?,
            holdings: holdings.as_slice_mut()?,
            tracks: tracks.as_slice_mut()?,
            planes: planes.as_slice_mut()?,
        })
    }
}

#[pymethods]
impl Vector {
    /// So many games. With an `opponent` each lane asks one side: `side`, or both in turn from lane to lane.
    #[new]
    #[pyo3(signature = (game, lanes, rows, *, scenario=None, options=None, seed=0, opponent=None, side=None, forced=false, threads=None, observe=Vec::new()))]
    #[allow(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        py: Python<'_>,
        game: &Game,
        lanes: usize,
        rows: Rows,
        scenario: Option<&str>,
        options: Option<Wanted>,
        seed: u64,
        opponent: Option<&str>,
        side: Option<&str>,
        forced: bool,
        threads: Option<usize>,
        observe: Vec<String>,
    ) -> PyResult<Vector> {
        guarded(py, || {
            let loaded = game.0.clone();
            let scenario = loaded.scenario(py, scenario)?;
            let side = side.map(|side| loaded.side(py, side)).transpose()?;
            let entrants = Entrants {
                scenario,
                options: loaded.options(py, scenario, options)?,
                lanes: lanes.max(1),
                seed,
                opponent: opponent.map(|name| player(py, name)).transpose()?,
                asked: side.map_or(Side::BOTH.to_vec(), |side| vec![side]),
                forced,
            };
            let hexes = loaded.book(scenario).hexes();
            let arrays = Arrays::new(py, entrants.lanes, bounds(rows), hexes, Observe::read(py, observe)?);
            let threads = threads.and_then(NonZero::new).unwrap_or_else(cores);
            let arena = py.detach(|| loaded.game.arena(entrants));
            let mut vector = Vector { loaded, arena, threads, seed, arrays };
            vector.reset(py, None)?;
            Ok(vector)
        })
    }

    /// Begins all games anew, with another seed or the same.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        guarded(py, || {
            self.seed = seed.unwrap_or(self.seed);
            let (arena, threads, seed, mut pressed) = (&mut self.arena, self.threads, self.seed, None);
            self.arrays.fill(py, |sheet| arena.begin(seed, sheet, threads, &mut || still_waits(&mut pressed)))?;
            pressed.map_or(Ok(()), Err)
        })
    }

    /// Plays an option in every lane: its place in the lane's list.
    fn step(&mut self, py: Python<'_>, choices: PyReadonlyArray1<'_, i32>) -> PyResult<()> {
        guarded(py, || {
            if choices.len() != self.arena.lanes() {
                let (lanes, given) = (self.arena.lanes(), choices.len());
                return Err(no_action(py, format!("there are {lanes} lanes, and choices for {given}")));
            }
            let choices = choices.as_slice()?;
            let (arena, threads, mut pressed) = (&mut self.arena, self.threads, None);
            let stepped =
                self.arrays.fill(py, |sheet| arena.step(choices, sheet, threads, &mut || still_waits(&mut pressed)))?;
            stepped.map_err(|error| match error {
                StepError::NoSuchOption { .. } => no_action(py, error),
                StepError::BrokenOff => broken_off(py, error),
            })?;
            pressed.map_or(Ok(()), Err)
        })
    }

    /// How many games.
    #[getter]
    fn lanes(&self) -> usize {
        self.arena.lanes()
    }

    /// The arrays that are filled, by name.
    #[getter]
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let told = PyDict::new(py);
        let arrays = &self.arrays;
        told.set_item("counts", &arrays.counts)?;
        told.set_item("sides", &arrays.sides)?;
        told.set_item("rewards", &arrays.rewards)?;
        told.set_item("over", &arrays.over)?;
        told.set_item("margins", &arrays.margins)?;
        told.set_item("mask", &arrays.mask)?;
        if let Some(options) = &arrays.options {
            told.set_item("options", options)?;
        }
        if let Some(leads) = &arrays.leads {
            told.set_item("leads", leads)?;
        }
        if let Some(worths) = &arrays.worths {
            told.set_item("worths", worths)?;
        }
        if let Some(tables) = &arrays.tables {
            told.set_item("head", &tables.head)?;
            told.set_item("pieces", &tables.pieces)?;
            told.set_item("markers", &tables.markers)?;
            told.set_item("holdings", &tables.holdings)?;
            told.set_item("tracks", &tables.tracks)?;
            told.set_item("planes", &tables.planes)?;
        }
        Ok(told)
    }

    /// What a side may know of a lane; what a `"spectator"` may; or everything.
    #[pyo3(signature = (lane, viewer=None))]
    fn view<'py>(&self, py: Python<'py>, lane: usize, viewer: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        guarded(py, || plain(py, &self.arena.view(self.lane(py, lane)?, self.loaded.viewer(py, viewer)?)))
    }

    /// The options of a lane in notation.
    fn legal(&self, py: Python<'_>, lane: usize) -> PyResult<Vec<String>> {
        guarded(py, || Ok(self.arena.notations(self.lane(py, lane)?)))
    }

    /// The seed of the game that a lane plays now, and how many of its actions were played.
    fn game(&self, py: Python<'_>, lane: usize) -> PyResult<(String, u64)> {
        guarded(py, || {
            let (seed, actions) = self.arena.game(self.lane(py, lane)?);
            Ok((seed.to_string(), actions))
        })
    }
}

impl Vector {
    fn lane(&self, py: Python<'_>, lane: usize) -> PyResult<usize> {
        let lanes = self.arena.lanes();
        if lane < lanes { Ok(lane) } else { Err(no_action(py, format!("there are {lanes} lanes, and no lane {lane}"))) }
    }
}
