//! Sections of data files: values that belong together, each declared once with its name, its limits and what it is.

use super::{DataError, DataFile, Datum, Provenance, Provenances, Sourced};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::ops::RangeInclusive;

/// What a value of a section can be: how it is written in the file, what it may be, and how it is told.
pub trait Printed: Sized {
    /// What stands in the file.
    type Written: DeserializeOwned;
    /// What it is checked against.
    type Limits;

    /// The value; else what was found and what was expected.
    fn check(written: Self::Written, limits: Self::Limits) -> Result<Self, String>;
    /// The value for people.
    fn words(&self) -> String;
}

macro_rules! numbers {
    ($($Number:ty),+) => {
        $(impl Printed for $Number {
            type Written = $Number;
            type Limits = RangeInclusive<$Number>;

            fn check(written: $Number, limits: RangeInclusive<$Number>) -> Result<$Number, String> {
                if limits.contains(&written) {
                    return Ok(written);
                }
                let (least, most) = (limits.start(), limits.end());
                let expected = if least == most { least.to_string() } else { format!("{least} to {most}") };
                Err(format!("found {written}, expected {expected}"))
            }

            fn words(&self) -> String {
                self.to_string()
            }
        })+
    };
}

numbers!(u8, u16, i8, i16);

impl Printed for bool {
    type Written = bool;
    type Limits = ();

    fn check(written: bool, (): ()) -> Result<bool, String> {
        Ok(written)
    }

    fn words(&self) -> String {
        self.to_string()
    }
}

impl Printed for String {
    type Written = String;
    type Limits = ();

    fn check(written: String, (): ()) -> Result<String, String> {
        Ok(written)
    }

    fn words(&self) -> String {
        self.clone()
    }
}

/// A row of values, all with the same limits.
impl<T: Printed<Limits: Clone>, const N: usize> Printed for [T; N] {
    type Written = Vec<T::Written>;
    type Limits = T::Limits;

    fn check(written: Vec<T::Written>, limits: T::Limits) -> Result<[T; N], String> {
        let values = written.into_iter().map(|value| T::check(value, limits.clone())).collect::<Result<Vec<T>, _>>()?;
        values.try_into().map_err(|values: Vec<T>| format!("found {} values, expected {N}", values.len()))
    }

    fn words(&self) -> String {
        self.each_ref().map(T::words).join(", ")
    }
}

/// Values that belong together; [`section!`](crate::section) declares them.
pub trait Section: Sized {
    /// The section as it stands in the file.
    type Written: DeserializeOwned;

    /// Checks the values and notes where they come from.
    fn take(written: Self::Written, taker: &mut Taker) -> Result<Self, DataError>;
}

/// A section that was read and not checked yet.
#[derive(Deserialize)]
#[serde(transparent, bound = "")]
pub struct Unchecked<S: Section>(S::Written);

/// Takes values out of a file, checks them and notes where they come from.
pub struct Taker<'a> {
    /// The file.
    pub file: &'a DataFile,
    /// Where the data come from.
    pub provenance: &'a mut Provenances,
}

impl Taker<'_> {
    /// Notes where something comes from.
    pub fn note(&mut self, what: impl Into<String>, source: &Provenance) {
        self.provenance.note(what, source);
    }

    /// One value as it is.
    pub fn datum<T>(&mut self, what: impl Into<String>, datum: Datum<T>) -> T {
        self.note(what, &datum.source);
        datum.value
    }

    /// What stands in a table beside its source.
    pub fn row<T>(&mut self, row: Sourced<T>, what: impl FnOnce(&T) -> String) -> T {
        self.note(what(&row.value), &row.source);
        row.value
    }

    /// What stands in tables beside their sources.
    pub fn rows<T>(&mut self, rows: impl IntoIterator<Item = Sourced<T>>, what: impl Fn(&T) -> String) -> Vec<T> {
        rows.into_iter().map(|row| self.row(row, &what)).collect()
    }

    /// A whole section.
    pub fn section<S: Section>(&mut self, section: Unchecked<S>) -> Result<S, DataError> {
        S::take(section.0, self)
    }

    /// One value, which is this.
    pub fn value<T: Printed>(
        &mut self,
        what: &str,
        datum: Datum<T::Written>,
        limits: T::Limits,
    ) -> Result<T, DataError> {
        let span = datum.span();
        let value = T::check(datum.value, limits).map_err(|message| self.file.error_at(span, message))?;
        self.provenance.note(format!("{what}: {}", value.words()), &datum.source);
        Ok(value)
    }
}

/// Declares sections of a data file: each value with what it is, for the list of sources, and the limits within which it can be; they may
/// speak of the values before it.
///
/// ```
/// engine::section! {
///     /// What a step costs.
///     #[derive(Clone, Debug)]
///     pub struct Movement {
///         /// Clear ground.
///         pub clear: u8 = "points for clear ground" within 1..=9,
///         /// Whether roads help.
///         pub roads: bool = "whether roads help",
///     }
/// }
/// ```
#[macro_export]
macro_rules! section {
    ($(
        $(#[$meta:meta])*
        $visible:vis struct $Section:ident {
            $(
                $(#[$about:meta])*
                $shown:vis $name:ident: $Type:ty = $what:literal $(within $limits:expr)?,
            )+
        }
    )+) => {
        $(
            $(#[$meta])*
            $visible struct $Section {
                $(
                    $(#[$about])*
                    $shown $name: $Type,
                )+
            }

            const _: () = {
                #[derive(serde::Deserialize)]
                pub struct Written {
                    $($name: $crate::data::Datum<<$Type as $crate::data::Printed>::Written>,)+
                }

                impl $crate::data::Section for $Section {
                    type Written = Written;

                    fn take(
                        written: Written,
                        taker: &mut $crate::data::Taker,
                    ) -> Result<$Section, $crate::data::DataError> {
                        $(let $name: $Type = taker.value($what, written.$name, $crate::section!(@ $($limits)?))?;)+
                        Ok($Section { $($name),+ })
                    }
                }
            };
        )+
    };
    (@) => { () };
    (@ $limits:expr) => { $limits };
}
