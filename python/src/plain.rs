//! What is told, as Python's own dictionaries, lists, texts and numbers; and back.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Serialize;
use serde_json::Value;

/// What `wire` or `engine` tells, as Python has it.
pub fn plain<'py>(py: Python<'py>, told: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let value =
        serde_json::to_value(told).map_err(|error| pyo3::exceptions::PyTypeError::new_err(error.to_string()))?;
    object(py, &value)
}

fn object<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(is) => is.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => whole.into_pyobject(py)?.into_any(),
            None => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Array(all) => {
            let list = PyList::empty(py);
            all.iter().try_for_each(|one| list.append(object(py, one)?))?;
            list.into_any()
        }
        Value::Object(all) => {
            let dictionary = PyDict::new(py);
            all.iter().try_for_each(|(key, one)| dictionary.set_item(key, object(py, one)?))?;
            dictionary.into_any()
        }
    })
}

/// A dictionary or list of Python's, as JSON; a text is taken as it is.
pub fn json(value: &Bound<'_, PyAny>) -> PyResult<String> {
    match value.extract::<String>() {
        Ok(text) => Ok(text),
        Err(_) => value.py().import("json")?.call_method1("dumps", (value,))?.extract(),
    }
}
