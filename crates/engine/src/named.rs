//! Kinds of things that are known by a word: nations, phases, kinds of ground.

/// Declares kinds of things, each with its word in data, notation and views, and with its title where people call it otherwise.
///
/// ```
/// engine::named! {
///     /// Whose counters they are.
///     pub enum Nation {
///         /// In gray.
///         German = "german": "German",
///         /// In blue.
///         French = "french": "French",
///     }
/// }
///
/// assert_eq!(Nation::named("french"), Some(Nation::French));
/// assert_eq!((Nation::French.title(), Nation::ALL.len()), ("French", 2));
/// ```
#[macro_export]
macro_rules! named {
    ($(
        $(#[$meta:meta])*
        $visible:vis enum $Name:ident {
            $(
                $(#[$about:meta])*
                $One:ident = $id:literal $(: $title:literal)?,
            )+
        }
    )+) => {$(
        $(#[$meta])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Deserialize)]
        $visible enum $Name {
            $(
                $(#[$about])*
                #[serde(rename = $id)]
                $One,
            )+
        }

        impl $Name {
            /// All of them, in their order.
            pub const ALL: [$Name; [$($id),+].len()] = [$($Name::$One),+];

            /// Its place among all.
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The word for it in data, notation and views.
            pub const fn id(self) -> &'static str {
                match self {
                    $($Name::$One => $id,)+
                }
            }

            /// Its name for people.
            pub const fn title(self) -> &'static str {
                match self {
                    $($Name::$One => $crate::named!(@ $id $(, $title)?),)+
                }
            }

            /// The one with this word.
            pub fn named(id: &str) -> Option<$Name> {
                $Name::ALL.into_iter().find(|one| one.id() == id)
            }
        }
    )+};
    (@ $id:literal) => { $id };
    (@ $id:literal, $title:literal) => { $title };
}

#[cfg(test)]
mod tests {
    named! {
        /// Kinds of ground.
        pub enum Ground {
            /// Fields.
            Clear = "clear": "open ground",
            /// Trees.
            Wood = "wood",
        }
    }

    #[test]
    fn things_are_known_by_their_words() {
        assert_eq!(Ground::ALL.map(Ground::index), [0, 1]);
        assert_eq!(Ground::ALL.map(Ground::title), ["open ground", "wood"]);
        assert_eq!((Ground::named("wood"), Ground::named("open ground")), (Some(Ground::Wood), None));
        let read = |text: &str| serde_json::from_str::<Ground>(text).map_err(|error| error.to_string());
        assert_eq!(read("\"clear\"").unwrap(), Ground::Clear);
        assert!(read("\"sea\"").unwrap_err().starts_with("unknown variant `sea`, expected `clear` or `wood`"));
    }
}
