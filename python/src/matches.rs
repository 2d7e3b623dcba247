//! A match with its record, as Python has it.

use crate::errors::{bad_position, guarded, no_action, not_played, over};
use crate::game::{Loaded, pixels, player};
use crate::observation::{Rows, bounds, observation, tables};
use crate::patience::{limits, patiently};
use crate::plain::plain;
use crate::state::State;
use catalogue::told::{self, Detail};
use catalogue::{AnyMatch, Why};
use engine::{Decision, Encoding, Event, Outcome, PlayError, Viewer};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;
use wire::AskWhy;

/// An option, by its place in the list or by its notation.
#[derive(FromPyObject)]
pub enum Choice {
    /// Its place.
    Place(isize),
    /// Its notation.
    Said(String),
}

/// A match being played: it keeps a record, tells what happened, and answers whatever is asked.
#[pyclass(module = "grognard")]
pub struct Match {
    loaded: Arc<Loaded>,
    scenario: usize,
    table: Box<dyn AnyMatch>,
}

impl Match {
    /// A match on a table.
    pub fn at(py: Python<'_>, loaded: Arc<Loaded>, table: Box<dyn AnyMatch>) -> PyResult<Match> {
        let scenario = loaded.scenario(py, Some(&table.record().head.scenario))?;
        Ok(Match { loaded, scenario, table })
    }

    fn fault(&self, py: Python<'_>, error: &PlayError) -> PyErr {
        not_played(py, self.table.book(), error)
    }

    /// The notation of a choice.
    fn said(&self, py: Python<'_>, choice: Choice) -> PyResult<String> {
        match choice {
            Choice::Said(said) => Ok(said),
            Choice::Place(_) if self.table.is_over() => Err(over(py)),
            Choice::Place(place) => {
                let said = usize::try_from(place).ok().and_then(|place| self.table.notation(place));
                let count = self.table.count();
                said.ok_or_else(|| {
                    no_action(py, format!("there are {count} options, and none with the number {place}"))
                })
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.table.decision() {
            Decision::Over(outcome) => Some(outcome),
            Decision::Choose(_) => None,
        }
    }

    fn events<'py>(&self, py: Python<'py>, from: usize, viewer: Viewer) -> PyResult<Bound<'py, PyAny>> {
        let told = self.table.log()[from..].iter().map(|(_, event)| event).filter(|event| event.is_for(viewer));
        let board = &self.table.map().board;
        let told: Vec<_> = told.map(|event: &Event| wire::Event::of(self.table.about(), board, event)).collect();
        plain(py, &told)
    }

    fn encoding(&self, viewer: Viewer) -> Encoding {
        let mut encoding = Encoding::default();
        encoding.take(self.loaded.book(self.scenario), &self.table.view(viewer));
        if matches!(self.table.decision(), Decision::Choose(side) if viewer.is(side)) {
            self.table.encode_options(&mut encoding);
        }
        encoding
    }
}

#[pymethods]
impl Match {
    /// The id of the side that must choose; `None` when the game is over.
    #[getter]
    fn side(&self) -> Option<&str> {
        match self.table.decision() {
            Decision::Choose(side) => Some(self.table.about().side_id(side)),
            Decision::Over(_) => None,
        }
    }

    /// The id of the scenario.
    #[getter]
    fn scenario(&self) -> &str {
        &self.table.about().scenarios[self.scenario].id
    }

    /// The turn.
    #[getter]
    fn turn(&self) -> u16 {
        self.table.turn()
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        self.table.is_over()
    }

    /// The id of the winner; `None` before the end, and after a draw.
    #[getter]
    fn winner(&self) -> Option<&str> {
        self.outcome()?.winner.map(|side| self.table.about().side_id(side))
    }

    /// How the game ended, as the record writes it; `None` before.
    #[getter]
    fn result(&self) -> Option<String> {
        self.table.result()
    }

    /// What is to be chosen, in a sentence.
    #[getter]
    fn prompt(&self) -> Option<String> {
        (!self.table.is_over()).then(|| self.table.prompt())
    }

    /// How many options there are.
    #[getter]
    fn count(&self) -> usize {
        self.table.count()
    }

    /// How many actions were played.
    fn __len__(&self) -> usize {
        self.table.actions()
    }

    /// The options in notation, in their fixed order.
    fn legal(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        guarded(py, || Ok(self.table.notations()))
    }

    /// The options as people want to see them; with what each costs or may lead to, if `forecasts` is set.
    #[pyo3(signature = (forecasts=false))]
    fn choices<'py>(&self, py: Python<'py>, forecasts: bool) -> PyResult<Bound<'py, PyAny>> {
        guarded(py, || {
            let detail = if forecasts { Detail::Forecast } else { Detail::Words };
            let choices = told::decision(&*self.table, detail).choices.unwrap_or_default();
            plain(py, &choices)
        })
    }

    /// Plays an option of the side that must choose, by its notation or by its place in the list. What happened comes
    /// back, as `viewer` may know it.
    #[pyo3(signature = (action, *, side=None, viewer=None))]
    fn play<'py>(
        &mut self,
        py: Python<'py>,
        action: Choice,
        side: Option<&str>,
        viewer: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        guarded(py, || {
            let viewer = self.loaded.viewer(py, viewer)?;
            let said = self.said(py, action)?;
            let side = match (side, self.table.decision()) {
                (Some(side), _) => self.loaded.side(py, side)?,
                (None, Decision::Choose(side)) => side,
                (None, Decision::Over(_)) => return Err(over(py)),
            };
            let before = self.table.log().len();
            let played = self.table.play(side, &said).map(drop);
            played.map_err(|error| self.fault(py, &error))?;
            self.events(py, before, viewer)
        })
    }

    /// Raises `Refusal` with the clauses if an option is not allowed now; nothing is played.
    fn check(&self, py: Python<'_>, action: Choice) -> PyResult<()> {
        guarded(py, || {
            let said = self.said(py, action)?;
            self.table.check(&said).map_err(|error| self.fault(py, &error))
        })
    }

    /// Why an option is legal or not, or what may be done with a hex.
    fn why<'py>(&self, py: Python<'py>, about: &str) -> PyResult<Bound<'py, PyAny>> {
        guarded(py, || {
            let asked = AskWhy { about: about.to_string() };
            let told = told::why(&*self.table, &asked).map_err(|error| self.fault(py, &error))?;
            plain(py, &told.why)
        })
    }

    /// The ids of the hexes or options that somebody may mean who points at a hex now.
    fn meant(&self, py: Python<'_>, hex: &str) -> PyResult<Vec<String>> {
        guarded(py, || match self.table.why(hex).map_err(|error| self.fault(py, &error))? {
            Why::Hex(_, all) => Ok(all.into_iter().map(|verdict| verdict.choice.action).collect()),
            Why::Option(one) => Ok(vec![one.choice.action]),
        })
    }

    /// What a legal option costs or may lead to; `None` where there is nothing to tell.
    fn forecast<'py>(&self, py: Python<'py>, action: Choice) -> PyResult<Bound<'py, PyAny>> {
        guarded(py, || {
            let said = self.said(py, action)?;
            plain(py, &self.table.forecast(&said).map_err(|error| self.fault(py, &error))?)
        })
    }

    /// What a side may know; what a `"spectator"` may; or everything.
    #[pyo3(signature = (viewer=None))]
    fn view<'py>(&self, py: Python<'py>, viewer: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        guarded(py, || plain(py, &self.table.view(self.loaded.viewer(py, viewer)?)))
    }

    /// What the rules have to say of the whole board; `None` where the game has no such overlay.
    #[pyo3(signature = (kind, *, at=None, viewer=None))]
    fn overlay<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        at: Option<&str>,
        viewer: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        guarded(py, || {
            let viewer = self.loaded.viewer(py, viewer)?;
            let drawn = self.table.overlay(viewer, kind, at, None).map_err(|error| self.fault(py, &error))?;
            let board = &self.table.map().board;
            plain(py, &drawn.map(|overlay| wire::Overlay::of(self.table.about(), board, overlay)))
        })
    }

    /// Everything that happened so far, as `viewer` may know it.
    #[pyo3(signature = (viewer=None))]
    fn log<'py>(&self, py: Python<'py>, viewer: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        guarded(py, || self.events(py, 0, self.loaded.viewer(py, viewer)?))
    }

    /// What a side may know, in numbers, with the rows that there are.
    #[pyo3(signature = (viewer=None))]
    fn encode<'py>(&self, py: Python<'py>, viewer: Option<&str>) -> PyResult<Bound<'py, PyDict>> {
        guarded(py, || tables(py, &self.encoding(self.loaded.viewer(py, viewer)?)))
    }

    /// What a side may know, in arrays of fixed shapes: see `grognard.spaces`.
    fn observe<'py>(&self, py: Python<'py>, viewer: Option<&str>, rows: Rows) -> PyResult<Bound<'py, PyDict>> {
        guarded(py, || {
            let encoding = self.encoding(self.loaded.viewer(py, viewer)?);
            observation(py, bounds(rows), self.loaded.book(self.scenario).hexes(), &encoding)
        })
    }

    /// Has a computer player choose, and does not play it: its notation. Ctrl-C breaks it off.
    #[pyo3(signature = (name, *, seconds=None, threads=None))]
    fn think(&self, py: Python<'_>, name: &str, seconds: Option<f64>, threads: Option<usize>) -> PyResult<String> {
        guarded(py, || {
            let player = player(py, name)?;
            let thoughts = ai::dice(self.table.record().head.seed);
            let thought = self.table.ponder(player, &thoughts).map_err(|error| self.fault(py, &error))?;
            let limits = limits(seconds, threads);
            if player.is_quick() {
                return Ok(thought.think(&limits));
            }
            patiently(py, &limits.stop.clone(), move || thought.think(&limits))
        })
    }

    /// Lets a computer player choose for the side that must, and plays it: its notation.
    #[pyo3(signature = (name, *, seconds=None, threads=None))]
    fn computer(
        &mut self,
        py: Python<'_>,
        name: &str,
        seconds: Option<f64>,
        threads: Option<usize>,
    ) -> PyResult<String> {
        let said = self.think(py, name, seconds, threads)?;
        self.play(py, Choice::Said(said.clone()), None, None)?;
        Ok(said)
    }

    /// A side gives up.
    fn concede<'py>(&mut self, py: Python<'py>, side: &str) -> PyResult<Bound<'py, PyAny>> {
        guarded(py, || {
            let (side, before) = (self.loaded.side(py, side)?, self.table.log().len());
            let ended = self.table.concede(side).map(drop);
            ended.map_err(|error| self.fault(py, &error))?;
            self.events(py, before, Viewer::All)
        })
    }

    /// Takes back the last action, unless it rolled dice, opened something hidden or ended the game.
    fn undo(&mut self, py: Python<'_>) -> PyResult<()> {
        guarded(py, || {
            let undone = self.table.undo();
            undone.map_err(|error| self.fault(py, &error))
        })
    }

    /// Lays down the next rolls, in place of any laid down before; an empty list gives the dice back to the seed.
    fn force(&mut self, py: Python<'_>, rolls: Vec<u16>) -> PyResult<()> {
        if rolls.contains(&0) {
            return Err(no_action(py, "a die shows 1 at least"));
        }
        self.table.force(&rolls);
        Ok(())
    }

    /// The game so far as text: one sealed line an action.
    fn record(&self) -> String {
        self.table.record().to_string()
    }

    /// The position now as a light state, to be copied and searched. All is open in it: who plays fair asks it for
    /// `imagine(side)` before he looks.
    fn state(&self, py: Python<'_>) -> PyResult<State> {
        guarded(py, || {
            let position = self.table.position();
            Ok(State { loaded: self.loaded.clone(), scenario: self.scenario, position })
        })
    }

    /// The board as `viewer` may see it, as an SVG document.
    #[pyo3(signature = (viewer=None))]
    fn svg(&self, py: Python<'_>, viewer: Option<&str>) -> PyResult<String> {
        guarded(py, || {
            let view = self.table.view(self.loaded.viewer(py, viewer)?);
            let svg = self.loaded.sheet(self.scenario).svg(&*self.loaded.game, self.scenario, &view);
            svg.map_err(|error| bad_position(py, error))
        })
    }

    /// The board as `viewer` may see it, as an array of rows, columns and colours.
    #[pyo3(signature = (viewer=None, *, scale=0.5))]
    fn rgb<'py>(&self, py: Python<'py>, viewer: Option<&str>, scale: f32) -> PyResult<Bound<'py, PyAny>> {
        guarded(py, || {
            let view = self.table.view(self.loaded.viewer(py, viewer)?);
            let sheet = self.loaded.sheet(self.scenario);
            let drawn = py.detach(|| sheet.pixels(&*self.loaded.game, self.scenario, &view, scale));
            pixels(py, &drawn.map_err(|error| bad_position(py, error))?)
        })
    }

    fn __repr__(&self) -> String {
        let (about, actions) = (self.table.about(), self.table.actions());
        format!("<grognard.Match {:?} {:?}, {actions} actions>", about.id, self.scenario())
    }
}
