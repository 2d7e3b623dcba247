//! What a side may know, in NumPy arrays of fixed shapes.

use catalogue::arena::{Bounds, PLANES, Tables, lay};
use engine::Encoding;
use engine::encoding::{head, holding, marker, option, piece, track};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// How many rows the tables have, as Python gives them: options, pieces, markers, holdings, tracks.
pub type Rows = (usize, usize, usize, usize, usize);

/// The same by name.
pub fn bounds((options, pieces, markers, holdings, tracks): Rows) -> Bounds {
    Bounds { options, pieces, markers, holdings, tracks }
}

/// What the planes of a board show, in their order.
#[pyfunction]
pub fn planes() -> Vec<&'static str> {
    PLANES.to_vec()
}

/// An encoding as a dictionary of arrays, a table each.
pub fn observation<'py>(
    py: Python<'py>,
    bounds: Bounds,
    hexes: usize,
    encoding: &Encoding,
) -> PyResult<Bound<'py, PyDict>> {
    let table = |rows: usize, columns: usize| PyArray2::<i32>::zeros(py, [rows, columns], false);
    let heads = PyArray1::<i32>::zeros(py, head::COLUMNS, false);
    let pieces = table(bounds.pieces, piece::COLUMNS);
    let markers = table(bounds.markers, marker::COLUMNS);
    let holdings = table(bounds.holdings, holding::COLUMNS);
    let tracks = table(bounds.tracks, track::COLUMNS);
    let planes = table(PLANES.len(), hexes);
    let options = table(bounds.options, option::COLUMNS);
    Tables {
        bounds,
        hexes,
        head: heads.readwrite().as_slice_mut()?,
        pieces: pieces.readwrite().as_slice_mut()?,
        markers: markers.readwrite().as_slice_mut()?,
        holdings: holdings.readwrite().as_slice_mut()?,
        tracks: tracks.readwrite().as_slice_mut()?,
        planes: planes.readwrite().as_slice_mut()?,
    }
    .write(0, encoding);
    lay(options.readwrite().as_slice_mut()?, 0, bounds.options * option::COLUMNS, &encoding.options);
    let told = PyDict::new(py);
    told.set_item("head", heads)?;
    told.set_item("pieces", pieces)?;
    told.set_item("markers", markers)?;
    told.set_item("holdings", holdings)?;
    told.set_item("tracks", tracks)?;
    told.set_item("planes", planes)?;
    told.set_item("options", options)?;
    Ok(told)
}

/// An encoding as it is, a list of rows for each table.
pub fn tables<'py>(py: Python<'py>, encoding: &Encoding) -> PyResult<Bound<'py, PyDict>> {
    let told = PyDict::new(py);
    let rows = |cells: &[i32], columns: usize| -> PyResult<_> {
        PyArray1::from_slice(py, cells).reshape([cells.len() / columns, columns])
    };
    told.set_item("head", PyArray1::from_slice(py, &encoding.head))?;
    told.set_item("pieces", rows(&encoding.pieces, piece::COLUMNS)?)?;
    told.set_item("markers", rows(&encoding.markers, marker::COLUMNS)?)?;
    told.set_item("holdings", rows(&encoding.holdings, holding::COLUMNS)?)?;
    told.set_item("tracks", rows(&encoding.tracks, track::COLUMNS)?)?;
    told.set_item("options", rows(&encoding.options, option::COLUMNS)?)?;
    Ok(told)
}
