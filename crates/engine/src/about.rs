//! What a game says about itself: sides, scenarios, options.

use crate::Side;
use serde::Serialize;

/// Title, sides, scenarios and options of a game.
#[derive(Clone, Debug)]
pub struct About {
    /// The id by which the program knows the game.
    pub id: &'static str,
    /// The game's title.
    pub title: String,
    /// Raised whenever a change of rules makes older records play differently.
    pub version: u32,
    /// The two sides.
    pub sides: [SideInfo; 2],
    /// Whose counters there are, where that differs from the sides.
    pub nations: Vec<NationInfo>,
    /// The scenarios; the first is the default.
    pub scenarios: Vec<ScenarioInfo>,
    /// The optional rules and switches.
    pub options: Vec<OptionInfo>,
}

/// A side's name.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct SideInfo {
    /// The word that stands for it in notation and on the command line.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// The background of its counters, as `#rrggbb`.
    pub colour: String,
}

impl SideInfo {
    /// A side with its word, its name and the colour of its counters.
    pub fn new(id: &str, title: &str, colour: &str) -> SideInfo {
        SideInfo { id: id.into(), title: title.into(), colour: colour.into() }
    }
}

/// A nation whose counters look different from others of its side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct NationInfo {
    /// The word by which a view's pieces name it.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// The background of its counters, as `#rrggbb`.
    pub colour: String,
}

impl NationInfo {
    /// A nation with its word, its name and the colour of its counters.
    pub fn new(id: &str, title: &str, colour: &str) -> NationInfo {
        NationInfo { id: id.into(), title: title.into(), colour: colour.into() }
    }
}

/// A scenario's name and length.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct ScenarioInfo {
    /// The word that stands for it on the command line.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// How many turns it lasts at most with the default options, unless it is played to a decision.
    pub turns: Option<u32>,
    /// The backgrounds of the two sides' counters in it, where they differ from the game's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colours: Option<[String; 2]>,
}

impl ScenarioInfo {
    /// A scenario with its word, its name and how many turns it lasts.
    pub fn new(id: &str, title: &str, turns: impl Into<u32>) -> ScenarioInfo {
        ScenarioInfo { id: id.into(), title: title.into(), turns: Some(turns.into()), colours: None }
    }
}

/// An optional rule: on or off.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct OptionInfo {
    /// The word that stands for it on the command line.
    pub id: String,
    /// What it does, for people.
    pub title: String,
    /// Whether it is on unless somebody says otherwise.
    pub default: bool,
}

/// Which of a game's options are on.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Options(u32);

impl Options {
    /// None of them.
    pub const NONE: Options = Options(0);

    /// Whether the option with this place in the game's list is on.
    pub const fn has(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }

    /// The same with one option switched.
    pub const fn with(self, index: usize, on: bool) -> Options {
        let bit = 1 << index;
        Options(if on { self.0 | bit } else { self.0 & !bit })
    }
}

impl About {
    /// The side with this id.
    pub fn side(&self, id: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.sides[side.index()].id == id)
    }

    /// A side's id.
    pub fn side_id(&self, side: Side) -> &str {
        &self.sides[side.index()].id
    }

    /// A side's name for people.
    pub fn side_title(&self, side: Side) -> &str {
        &self.sides[side.index()].title
    }

    /// The place of the scenario with this id in the list.
    pub fn scenario(&self, id: &str) -> Result<usize, String> {
        self.scenarios.iter().position(|scenario| scenario.id == id).ok_or_else(|| {
            let known: Vec<_> = self.scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
            format!("{} has no scenario \"{id}\" (it has {})", self.title, known.join(", "))
        })
    }

    /// The options as they are unless somebody says otherwise.
    pub fn default_options(&self) -> Options {
        let defaults = self.options.iter().enumerate();
        defaults.fold(Options::default(), |options, (index, info)| options.with(index, info.default))
    }

    /// Switches options by `id`, `id=on` or `id=off`.
    pub fn switch(&self, mut options: Options, settings: &[impl AsRef<str>]) -> Result<Options, String> {
        for setting in settings {
            let (id, value) = setting.as_ref().split_once('=').unwrap_or((setting.as_ref(), "on"));
            let on = match value {
                "on" | "true" => true,
                "off" | "false" => false,
                _ => return Err(format!("option {id} is \"on\" or \"off\", not \"{value}\"")),
            };
            let index = self.options.iter().position(|info| info.id == id).ok_or_else(|| {
                let known: Vec<_> = self.options.iter().map(|info| info.id.as_str()).collect();
                format!("{} has no option \"{id}\" (it has {})", self.title, known.join(", "))
            })?;
            options = options.with(index, on);
        }
        Ok(options)
    }

    /// Every option with its setting, as `id=on` or `id=off`.
    pub fn settings(&self, options: Options) -> Vec<String> {
        let switch = |index| if options.has(index) { "on" } else { "off" };
        self.options.iter().enumerate().map(|(index, info)| format!("{}={}", info.id, switch(index))).collect()
    }
}

/// Declares a game's options once, in the order of its list: the constant by which the rules ask for one, the word that
/// stands for it, whether it is on unless somebody says otherwise, and what it does.
///
/// ```
/// engine::options! {
///     /// The options of the game.
///     pub mod option {
///         /// Units may dig in.
///         TRENCHES = "trenches", off: "Units may dig in",
///         /// The weather changes.
///         WEATHER = "weather", on: "Each morning the weather is rolled for",
///     }
/// }
///
/// assert_eq!((option::TRENCHES, option::WEATHER, option::COUNT), (0, 1, 2));
/// let all = option::all();
/// assert_eq!((all[1].id.as_str(), all[1].default), ("weather", true));
/// ```
#[macro_export]
macro_rules! options {
    (
        $(#[$meta:meta])*
        $visible:vis mod $module:ident {
            $(
                $(#[$about:meta])*
                $NAME:ident = $id:literal, $default:ident: $title:literal,
            )+
        }
    ) => {
        $(#[$meta])*
        $visible mod $module {
            #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "only their places in the list are wanted")]
            enum Place {
                $($NAME),+
            }

            $(
                $(#[$about])*
                pub const $NAME: usize = Place::$NAME as usize;
            )+

            /// How many there are.
            pub const COUNT: usize = [$($id),+].len();

            /// All of them, as they are told.
            pub fn all() -> Vec<$crate::OptionInfo> {
                vec![
                    $($crate::OptionInfo {
                        id: $id.into(),
                        title: $title.into(),
                        default: $crate::options!(@ $default),
                    }),+
                ]
            }
        }
    };
    (@ on) => { true };
    (@ off) => { false };
}
