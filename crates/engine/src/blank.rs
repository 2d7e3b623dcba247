//! Empty tables: what a state is before anything lies on it.

use crate::{Id, IdSet, Options};
use hexboard::{Hex, HexSet};

/// Something that can be empty: nothing, nobody, nowhere.
pub trait Blank: Sized {
    /// It, when it is empty.
    const BLANK: Self;
}

macro_rules! blanks {
    ($($Type:ty = $blank:expr),+ $(,)?) => {
        $(impl Blank for $Type {
            const BLANK: $Type = $blank;
        })+
    };
}

blanks!(u8 = 0, u16 = 0, u32 = 0, u128 = 0, i8 = 0, i16 = 0, bool = false, Hex = Hex::NONE, Options = Options::NONE,);

impl<T> Blank for Option<T> {
    const BLANK: Option<T> = None;
}

impl<T: Blank, const N: usize> Blank for [T; N] {
    const BLANK: [T; N] = [const { T::BLANK }; N];
}

impl<const WORDS: usize> Blank for HexSet<WORDS> {
    const BLANK: HexSet<WORDS> = HexSet::EMPTY;
}

impl<T: Id, const WORDS: usize> Blank for IdSet<T, WORDS> {
    const BLANK: IdSet<T, WORDS> = IdSet::EMPTY;
}

/// Declares structs that can be [`Blank`]: each field is empty, or is what stands behind its type.
///
/// ```
/// engine::blank! {
///     /// A position.
///     #[derive(Debug, PartialEq)]
///     pub struct State {
///         /// The turn, from 1.
///         pub turn: u8 = 1,
///         /// Points of each side.
///         pub points: [u8; 2],
///     }
/// }
///
/// assert_eq!(State::BLANK, State { turn: 1, points: [0, 0] });
/// ```
#[macro_export]
macro_rules! blank {
    ($(
        $(#[$meta:meta])*
        $visible:vis struct $Name:ident {
            $(
                $(#[$about:meta])*
                $shown:vis $field:ident: $Type:ty $(= $value:expr)?,
            )+
        }
    )+) => {
        $(
            $(#[$meta])*
            $visible struct $Name {
                $(
                    $(#[$about])*
                    $shown $field: $Type,
                )+
            }

            impl $Name {
                /// It, when it is empty.
                pub const BLANK: $Name = $Name {
                    $($field: $crate::blank!(@ $Type $(, $value)?),)+
                };
            }

            impl $crate::Blank for $Name {
                const BLANK: $Name = $Name::BLANK;
            }
        )+
    };
    (@ $Type:ty) => { <$Type as $crate::Blank>::BLANK };
    (@ $Type:ty, $value:expr) => { $value };
}

/// Declares something that is known by a small number: the place of a piece, a unit, a corps in its list.
///
/// ```
/// engine::id! {
///     /// A unit, by its place among the counters.
///     pub struct Piece(u8);
/// }
///
/// assert_eq!(Piece(7).index(), 7);
/// assert_ne!(Piece::NONE, Piece(7));
/// ```
#[macro_export]
macro_rules! id {
    ($(#[$meta:meta])* $visible:vis struct $Name:ident($Number:ty);) => {
        $(#[$meta])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $visible struct $Name(pub $Number);

        impl $Name {
            /// None at all.
            pub const NONE: $Name = $Name(<$Number>::MAX);

            /// Its place in flat arrays.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl $crate::Id for $Name {
            #[inline]
            fn index(self) -> usize {
                self.0.into()
            }

            #[inline]
            fn from_index(index: usize) -> $Name {
                $Name(index as $Number)
            }
        }

        impl $crate::Blank for $Name {
            const BLANK: $Name = $Name::NONE;
        }
    };
}
