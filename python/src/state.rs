//! A light state, as Python has it.

use crate::errors::{guarded, no_action, over};
use crate::game::{Loaded, SeedValue, player, seed};
use crate::observation::{Rows, bounds, observation};
use crate::patience::{limits, patiently};
use crate::plain::plain;
use catalogue::Position;
use engine::{Decision, Encoding, Viewer};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// A position without a record: quick to copy and to play. Its dice are those of a match with the same seed.
#[pyclass(module = "grognard")]
pub struct State {
    /// The game.
    pub loaded: Arc<Loaded>,
    /// The place of its scenario.
    pub scenario: usize,
    /// The position.
    pub position: Box<dyn Position>,
}

impl State {
    fn place(&self, py: Python<'_>, choice: isize) -> PyResult<usize> {
        let count = self.position.count();
        if count == 0 {
            return Err(over(py));
        }
        let place = usize::try_from(choice).ok().filter(|&place| place < count);
        place.ok_or_else(|| no_action(py, format!("there are {count} options, and none with the number {choice}")))
    }

    fn viewer(&self, py: Python<'_>, viewer: Option<&str>) -> PyResult<Viewer> {
        self.loaded.viewer(py, viewer)
    }

    fn encoding(&self, viewer: Viewer) -> Encoding {
        let mut encoding = Encoding::default();
        self.position.encode(self.loaded.book(self.scenario), viewer, &mut encoding);
        encoding
    }
}

#[pymethods]
impl State {
    /// The place of the side that must choose, 0 or 1; `None` when the game is over.
    #[getter]
    fn chooser(&self) -> Option<usize> {
        match self.position.decision() {
            Decision::Choose(side) => Some(side.index()),
            Decision::Over(_) => None,
        }
    }

    /// The id of the side that must choose; `None` when the game is over.
    #[getter]
    fn side(&self) -> Option<&str> {
        match self.position.decision() {
            Decision::Choose(side) => Some(self.loaded.game.about().side_id(side)),
            Decision::Over(_) => None,
        }
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        self.chooser().is_none()
    }

    /// What both sides have won: 1 and -1 after a victory, else nothing.
    #[getter]
    fn returns(&self) -> (f64, f64) {
        match self.position.decision() {
            Decision::Over(outcome) => {
                outcome.winner.map_or((0.0, 0.0), |winner| if winner.index() == 0 { (1.0, -1.0) } else { (-1.0, 1.0) })
            }
            Decision::Choose(_) => (0.0, 0.0),
        }
    }

    /// The victory points that each side would count now. All is open here.
    #[getter]
    fn points(&self) -> (i32, i32) {
        self.position.points().into()
    }

    /// The turn.
    #[getter]
    fn turn(&self) -> u16 {
        self.position.turn()
    }

    /// How many options there are.
    #[getter]
    fn count(&self) -> usize {
        self.position.count()
    }

    /// How many actions were played.
    fn __len__(&self) -> usize {
        self.position.actions() as usize
    }

    /// The options in notation, in their fixed order.
    fn legal(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        guarded(py, || Ok(self.position.notations()))
    }

    /// One option in notation.
    fn notation(&self, py: Python<'_>, choice: isize) -> PyResult<String> {
        guarded(py, || Ok(self.position.notation(self.place(py, choice)?)))
    }

    /// A copy, which goes its own way.
    fn copy(&self, py: Python<'_>) -> PyResult<State> {
        guarded(py, || {
            let position = self.position.copy();
            Ok(State { loaded: self.loaded.clone(), scenario: self.scenario, position })
        })
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<State> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<State> {
        self.copy(py)
    }

    /// A state that the side cannot tell from this one, drawn at random, with dice of its own: what it may think with.
    #[pyo3(signature = (side, *, seed=None))]
    fn imagine(&self, py: Python<'_>, side: &str, seed: Option<SeedValue>) -> PyResult<State> {
        guarded(py, || {
            let position = self.position.imagine(self.loaded.side(py, side)?, self::seed(py, seed)?);
            Ok(State { loaded: self.loaded.clone(), scenario: self.scenario, position })
        })
    }

    /// Plays the option with this place in the list.
    fn play(&mut self, py: Python<'_>, choice: isize) -> PyResult<()> {
        guarded(py, || {
            let place = self.place(py, choice)?;
            self.position.play(place);
            Ok(())
        })
    }

    /// The sides of the first die that the option would roll after these rolls; `None` if it rolls no more.
    fn asks(&self, py: Python<'_>, choice: isize, rolls: Vec<u16>) -> PyResult<Option<u16>> {
        guarded(py, || Ok(self.position.asks(self.place(py, choice)?, &rolls)))
    }

    /// Plays the option with these rolls, and tells what happened, as each side may know it: two lists of sentences.
    fn play_rolls(&mut self, py: Python<'_>, choice: isize, rolls: Vec<u16>) -> PyResult<(Vec<String>, Vec<String>)> {
        guarded(py, || {
            let place = self.place(py, choice)?;
            let events = self.position.play_rolls(place, &rolls);
            let told =
                |viewer| events.iter().filter(|event| event.is_for(viewer)).map(|event| event.text.clone()).collect();
            let [first, second] = engine::Side::BOTH.map(|side| told(Viewer::Side(side)));
            Ok((first, second))
        })
    }

    /// The place of the option that a computer player takes. Ctrl-C breaks it off.
    #[pyo3(signature = (name, *, seconds=None, threads=None))]
    fn think(&mut self, py: Python<'_>, name: &str, seconds: Option<f64>, threads: Option<usize>) -> PyResult<usize> {
        guarded(py, || {
            let (player, limits) = (player(py, name)?, limits(seconds, threads));
            self.place(py, 0)?;
            if player.is_quick() {
                return Ok(self.position.choose(player, &limits));
            }
            patiently(py, &limits.stop.clone(), || self.position.choose(player, &limits))
        })
    }

    /// Lets a computer player play both sides to the end, or so many actions. Ctrl-C breaks it off.
    #[pyo3(signature = (name, *, most=None))]
    fn play_on(&mut self, py: Python<'_>, name: &str, most: Option<u64>) -> PyResult<()> {
        guarded(py, || {
            let (player, limits) = (player(py, name)?, limits(None, None));
            patiently(py, &limits.stop.clone(), || self.position.play_on(player, most.unwrap_or(u64::MAX), &limits))
        })
    }

    /// What a side may know; what a `"spectator"` may; or everything.
    #[pyo3(signature = (viewer=None))]
    fn view<'py>(&self, py: Python<'py>, viewer: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        guarded(py, || plain(py, &self.position.view(self.viewer(py, viewer)?)))
    }

    /// What a side may know, in arrays of fixed shapes: see `grognard.spaces`.
    fn observe<'py>(&self, py: Python<'py>, viewer: Option<&str>, rows: Rows) -> PyResult<Bound<'py, PyDict>> {
        guarded(py, || {
            let encoding = self.encoding(self.viewer(py, viewer)?);
            observation(py, bounds(rows), self.loaded.book(self.scenario).hexes(), &encoding)
        })
    }

    fn __repr__(&self) -> String {
        format!("<grognard.State of {:?}, {} actions>", self.loaded.game.about().id, self.position.actions())
    }
}
