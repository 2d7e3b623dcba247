//! What a game says about itself: sides, scenarios, options.

use crate::{Clause, ClauseBook, Side};
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
    /// The number of its first turn, where that is not 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<u32>,
    /// The backgrounds of the two sides' counters in it, where they differ from the game's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colours: Option<[String; 2]>,
    /// What the two sides are called in it, where that is not what the game calls them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sides: Option<[String; 2]>,
    /// That its book lets no game of it end in a draw, where it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_draws: Option<NoDraws>,
    /// The options that are otherwise in it than in the game's other scenarios unless somebody says otherwise, because
    /// somebody's copy of the game has them so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<OwnDefault>,
}

/// How an option is in one scenario, unless somebody says otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct OwnDefault {
    /// The option's id.
    pub id: String,
    /// Whether it is on.
    pub default: bool,
    /// Where that comes from.
    pub source: String,
}

/// That no game ends in a draw: none may be offered then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct NoDraws {
    /// The rule that says so.
    pub clause: Clause,
    /// The option that allows draws all the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unless: Option<String>,
}

impl ScenarioInfo {
    /// A scenario with its word, its name and how many turns it lasts.
    pub fn new(id: &str, title: &str, turns: impl Into<u32>) -> ScenarioInfo {
        let turns = Some(turns.into());
        let (id, title) = (id.into(), title.into());
        let (first, colours, sides, no_draws) = (None, None, None, None);
        ScenarioInfo { id, title, turns, first, colours, sides, no_draws, options: Vec::new() }
    }

    /// The same, beginning with this turn.
    pub fn from_turn(self, turn: impl Into<u32>) -> ScenarioInfo {
        ScenarioInfo { first: Some(turn.into()).filter(|&turn| turn != 1), ..self }
    }

    /// The same, with the rule by which there are no draws.
    pub fn without_draws(self, clause: Clause) -> ScenarioInfo {
        ScenarioInfo { no_draws: Some(NoDraws { clause, unless: None }), ..self }
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
    /// Whose idea it is to play otherwise than by default.
    pub whose: Whose,
    /// The rule that it is about, where the book has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<Clause>,
    /// Whose it is, in words.
    pub by: String,
    /// Where its default comes from, if somebody's copy of the game has it otherwise than the game is shipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<String>,
    /// The only scenarios in which it means anything, by their ids; where none is named, it does in all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
}

impl OptionInfo {
    /// An option, with whose it is and the rule that it is about.
    pub fn new(id: &str, title: &str, default: bool, whose: Whose, clause: Option<Clause>) -> OptionInfo {
        let by = whose.words(default, clause.map(|clause| clause.0));
        let (changed, only) = (None, Vec::new());
        OptionInfo { id: id.into(), title: title.into(), default, whose, clause, by, changed, only }
    }

    /// The same, in these scenarios alone.
    pub fn only_in(self, scenarios: &[&str]) -> OptionInfo {
        OptionInfo { only: scenarios.iter().map(|&id| id.into()).collect(), ..self }
    }

    /// Whether it means anything in a scenario.
    pub fn is_known_in(&self, scenario: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|id| id == scenario)
    }

    /// Says whose it is with the name by which players know the clause.
    pub(crate) fn name(&mut self, book: &ClauseBook) {
        let entry = self.clause.and_then(|clause| book.get(clause.0));
        if let Some(entry) = entry {
            self.by = self.whose.words(self.shipped(), Some(&entry.name));
        }
    }

    /// Whether it is on in the game as it is shipped, unless somebody says otherwise.
    pub fn shipped(&self) -> bool {
        self.default ^ self.changed.is_some()
    }
}

/// Whose idea an option is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Whose {
    /// An optional rule of the book itself.
    Book,
    /// Another way to read the book, which is ours.
    Reading,
    /// Our wish for a game in which both sides have a chance.
    Balance,
    /// A published review, report or erratum.
    Published,
    /// What happened in the war.
    History,
}

impl Whose {
    /// `an optional rule of the book (15.1.1a)`, `our reading of 9.7.2d`; of an option that is on by default, what it is to
    /// switch it off.
    fn words(self, default: bool, clause: Option<&str>) -> String {
        let about = clause.map_or(String::new(), |clause| format!(" ({clause})"));
        let words = match self {
            Whose::Book => return format!("an optional rule of the book{about}"),
            Whose::Reading => clause.map_or("our reading".into(), |clause| format!("our reading of {clause}")),
            Whose::Balance => format!("our wish for balance{about}"),
            Whose::Published => format!("from a published review, report or erratum{about}"),
            Whose::History => format!("from history{about}"),
        };
        if default { format!("off: {words}") } else { words }
    }
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

    /// The rule by which a game of this scenario, with these settings, never ends in a draw.
    pub fn no_draws(&self, scenario: &str, settings: &[String]) -> Option<Clause> {
        let scenario = self.scenarios.iter().find(|info| info.id == scenario)?;
        let NoDraws { clause, unless } = scenario.no_draws.as_ref()?;
        let allowed = unless.as_ref().is_some_and(|option| settings.contains(&format!("{option}=on")));
        (!allowed).then_some(*clause)
    }

    /// The options as they are in the game that is shipped: what a record leaves out is so, whoever reads it.
    pub fn default_options(&self) -> Options {
        let defaults = self.options.iter().enumerate();
        defaults.fold(Options::default(), |options, (index, info)| options.with(index, info.shipped()))
    }

    /// The options with which the scenario at this place in the list begins unless somebody says otherwise: as somebody's
    /// copy of the game has them, where it does.
    pub fn options_in(&self, scenario: usize) -> Options {
        let own = &self.scenarios[scenario].options;
        let default =
            |info: &OptionInfo| own.iter().find(|own| own.id == info.id).map_or(info.default, |own| own.default);
        let options = self.options.iter().enumerate();
        options.fold(Options::default(), |options, (index, info)| options.with(index, default(info)))
    }

    /// Whether somebody's copy of the game has options otherwise than they are shipped.
    pub fn has_own_options(&self) -> bool {
        let of_all = self.options.iter().any(|info| info.changed.is_some());
        of_all || self.scenarios.iter().any(|scenario| !scenario.options.is_empty())
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
            options = options.with(self.option(id)?, on);
        }
        Ok(options)
    }

    /// The place of the option with this id in the list.
    pub fn option(&self, id: &str) -> Result<usize, String> {
        self.options.iter().position(|info| info.id == id).ok_or_else(|| {
            let known: Vec<_> = self.options.iter().map(|info| info.id.as_str()).collect();
            format!("{} has no option \"{id}\" (it has {})", self.title, known.join(", "))
        })
    }

    /// Every option with its setting, as `id=on` or `id=off`.
    pub fn settings(&self, options: Options) -> Vec<String> {
        let switch = |index| if options.has(index) { "on" } else { "off" };
        self.options.iter().enumerate().map(|(index, info)| format!("{}={}", info.id, switch(index))).collect()
    }
}

/// Declares a game's options once, in the order of its list: the constant by which the rules ask for one, the word that
/// stands for it, whether it is on unless somebody says otherwise, whose idea it is ([`Whose`]) with the clause that it is
/// about, and what it does. What means something in some scenarios alone names them.
///
/// ```
/// use engine::Whose;
///
/// engine::options! {
///     /// The options of the game.
///     pub mod option {
///         /// Units may dig in.
///         TRENCHES = "trenches", off, Reading("7.2"): "Units may dig in",
///         /// The weather changes.
///         WEATHER = "weather", on, Book("9.1"): "Each morning the weather is rolled for",
///         /// It rains.
///         RAIN = "rain", off, History in ["monday"]: "It rains on the first day",
///     }
/// }
///
/// assert_eq!((option::TRENCHES, option::WEATHER, option::COUNT), (0, 1, 3));
/// let all = option::all();
/// assert_eq!((all[1].id.as_str(), all[1].default, all[1].whose), ("weather", true, Whose::Book));
/// let by: Vec<_> = all.iter().map(|option| option.by.as_str()).collect();
/// assert_eq!(by, ["our reading of 7.2", "an optional rule of the book (9.1)", "from history"]);
/// assert!(all[1].is_known_in("tuesday") && !all[2].is_known_in("tuesday"));
/// ```
#[macro_export]
macro_rules! options {
    (
        $(#[$meta:meta])*
        $visible:vis mod $module:ident {
            $(
                $(#[$about:meta])*
                $NAME:ident = $id:literal, $default:ident, $whose:ident $(($clause:literal))? $(in $scenarios:tt)?: $title:literal,
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
                    $($crate::OptionInfo::new(
                        $id,
                        $title,
                        $crate::options!(@ $default),
                        $crate::Whose::$whose,
                        [$($crate::Clause($clause))?].first().copied(),
                    )$(.only_in(&$scenarios))?),+
                ]
            }
        }
    };
    (@ on) => { true };
    (@ off) => { false };
}
