//! A decision is a place: a step of the sequence, and all that the rules have to say about it.
//!
//! A game declares its steps once, with [`places!`](crate::places), and what can be said at them once, with
//! [`actions!`](crate::actions). The chapter that holds a rule owns the [`Place`] where it is decided, and writes it with
//! [`decisions!`](crate::decisions): the question, the list, the check, what happens, the words, the odds and the computer's
//! opinion stand together, and the compiler asks for each of them.

use crate::dice::Dice;
use crate::event::Sink;
use crate::{Choice, Forecast, Hints, Refusal, Role, Rules, Side, Stakes, Temper};
use hexboard::Hex;

/// A step of the sequence where somebody chooses. Nothing has a default: what a place has not to say, it says.
pub trait Place<R: Hints>: Copy {
    /// Who chooses.
    fn chooser(self, game: &R, state: &R::State) -> Side;
    /// What is to be chosen, in a sentence.
    fn prompt(self, game: &R, state: &R::State) -> String;
    /// Adds all legal actions, in a fixed order.
    fn list(self, game: &R, state: &R::State, out: &mut Vec<R::Action>);
    /// Whether an action is legal, and if not, why; by other means than the list.
    fn check(self, game: &R, state: &R::State, action: R::Action) -> Result<(), Refusal>;
    /// Plays a legal action.
    fn play(self, game: &R, state: &mut R::State, action: R::Action, dice: &mut impl Dice, events: &mut impl Sink);
    /// An action as people want to see it.
    fn words(self, game: &R, state: &R::State, action: R::Action) -> Words;
    /// Adds the actions, legal or not, that somebody may mean who points at a hex.
    fn point(self, game: &R, state: &R::State, hex: Hex, out: &mut Vec<R::Action>);
    /// What a legal action costs or may lead to.
    fn forecast(self, game: &R, state: &R::State, action: R::Action) -> Option<Forecast>;
    /// How good a legal action looks to the side that chooses, from what it may know.
    fn worth(self, game: &R, state: &R::State, action: R::Action, temper: &Temper) -> f32;
    /// What hangs on the choice.
    fn stakes(self, game: &R, state: &R::State) -> Stakes;
    /// Whether there is something to choose at all; else the place is [passed](Place::pass).
    fn is_asked(self, game: &R, state: &R::State) -> bool;
    /// What happens where nothing is to be chosen.
    fn pass(self, game: &R, state: &mut R::State, dice: &mut impl Dice, events: &mut impl Sink);
}

/// What the end of a phase of moves leaves undone, for one unit and for many.
pub const UNMOVED: [&str; 2] = ["unit has not moved", "units have not moved"];
/// What the end of a phase of combat leaves undone, for one unit and for many.
pub const UNFOUGHT: [&str; 2] = ["unit could still attack", "units could still attack"];

/// Who goes, by name if it is but one: `27 Bde goes`, `the 3 units go`.
pub fn goes(names: impl IntoIterator<Item = impl std::fmt::Display>) -> String {
    let mut names = names.into_iter();
    match (names.next(), names.count()) {
        (Some(name), 0) => format!("{name} goes"),
        (_, more) => format!("the {} units go", more + 1),
    }
}

/// What an action does, for people.
#[derive(Clone, Debug, PartialEq)]
pub struct Words {
    text: String,
    cost: Option<String>,
    rolls: bool,
    leaves: Option<String>,
    role: Option<Role>,
}

impl Words {
    /// What it does, in a few words.
    pub fn new(text: impl Into<String>) -> Words {
        Words { text: text.into(), cost: None, rolls: false, leaves: None, role: None }
    }

    /// What it costs, where it costs something.
    pub fn cost(self, cost: Option<String>) -> Words {
        Words { cost, ..self }
    }

    /// Whether dice fall at once, so that it cannot be taken back.
    pub fn rolls(self, rolls: bool) -> Words {
        Words { rolls, ..self }
    }

    /// How many could still do something in the phase that this ends, with the words for one and for many
    /// (`unit has not moved`, `units have not moved`).
    pub fn leaves(self, count: usize, [one, many]: [&str; 2]) -> Words {
        let leaves = (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { many }));
        Words { leaves, ..self }
    }

    /// What it is among the other options.
    pub fn role(self, role: Role) -> Words {
        Words { role: Some(role), ..self }
    }

    /// The same, where that holds.
    pub fn role_if(self, holds: bool, role: Role) -> Words {
        if holds { self.role(role) } else { self }
    }
}

/// What an action can be about: a hex, a piece, a number. It has a word in the notation.
pub trait Argument<R: Rules>: Copy {
    /// Its word.
    fn write(self, game: &R, state: &R::State) -> String;
    /// What a word stands for; else a sentence that says what is wrong with it.
    fn read(game: &R, state: &R::State, text: &str) -> Result<Self, String>;
    /// Lets a choice point at it.
    fn mark(self, _game: &R, _state: &R::State, _choice: &mut Choice) {}
}

impl<R: Rules> Argument<R> for Hex {
    fn write(self, game: &R, state: &R::State) -> String {
        game.board(state).label(self).to_string()
    }

    fn read(game: &R, state: &R::State, text: &str) -> Result<Hex, String> {
        game.board(state).parse(text).map_err(|error| error.to_string())
    }

    fn mark(self, game: &R, state: &R::State, choice: &mut Choice) {
        choice.hex = Some(self.write(game, state));
    }
}

/// What a game's actions say of themselves; [`actions!`](crate::actions) writes it.
pub trait Said<R: Rules>: Copy {
    /// The kinds of actions: their verbs, or what they are called where they have none.
    const KINDS: &'static [&'static str];
    /// Which of them the action is.
    fn kind(self) -> usize;
    /// The action as text.
    fn write(self, game: &R, state: &R::State) -> String;
    /// The action that a text stands for, legal or not; else a sentence that says what is wrong with it.
    fn read(game: &R, state: &R::State, text: &str) -> Result<Self, String>;
    /// Lets a choice point at what the action is about.
    fn mark(self, game: &R, state: &R::State, choice: &mut Choice);

    /// The action as people want to see it, in these words.
    fn choice(self, game: &R, state: &R::State, words: Words) -> Choice {
        let mut choice = Choice::new(self.write(game, state), words.text);
        self.mark(game, state, &mut choice);
        Choice { cost: words.cost, rolls: words.rolls, leaves: words.leaves, role: words.role, ..choice }
    }
}

impl<T: Into<String>> From<T> for Words {
    fn from(text: T) -> Words {
        Words::new(text)
    }
}

/// Writing of notation, for [`actions!`](crate::actions): adds a word after the others.
#[doc(hidden)]
pub fn add_word(words: &mut String, word: &str) {
    if !words.is_empty() {
        words.push(' ');
    }
    words.push_str(word);
}

/// Reading of notation, for [`actions!`](crate::actions).
#[doc(hidden)]
pub mod reading {
    use super::Argument;
    use crate::Rules;

    /// What follows a verb, if the text begins with it. A verb of no words is followed by everything.
    pub fn after<'a>(verb: &str, text: &'a str) -> Option<&'a str> {
        if verb.is_empty() {
            return Some(text);
        }
        let rest = text.strip_prefix(verb)?;
        if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
    }

    /// Reads the next argument: one word, or all that is left for the last.
    pub fn next<R: Rules, A: Argument<R>>(
        game: &R,
        state: &R::State,
        rest: &mut &str,
        is_last: bool,
    ) -> Result<A, String> {
        let (word, left) = if is_last { (*rest, "") } else { rest.split_once(' ').unwrap_or((*rest, "")) };
        *rest = left;
        A::read(game, state, word)
    }

    /// An action that is said with its verb alone.
    pub fn alone<A>(action: A, verb: &str, rest: &str) -> Result<A, String> {
        if rest.is_empty() { Ok(action) } else { Err(format!("\"{verb}\" stands alone, without \"{rest}\"")) }
    }
}

/// Declares what can be said in a game: each action with its verb and its [arguments](Argument), and so its notation both
/// ways.
///
/// A text is read by the longest verb that fits; an action whose verb is empty begins with its first argument.
#[macro_export]
macro_rules! actions {
    (
        $(#[$meta:meta])*
        $visible:vis enum $Action:ident for $Game:ty, like $like:literal {
            $(
                $(#[$about:meta])*
                $Variant:ident $(($($name:ident: $Type:ty),+))? = $verb:literal,
            )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
        $visible enum $Action {
            $(
                $(#[$about])*
                $Variant $(($($Type),+))?,
            )+
        }

        impl $crate::place::Said<$Game> for $Action {
            const KINDS: &'static [&'static str] =
                &[$(if $verb.is_empty() { stringify!($Variant) } else { $verb }),+];

            #[inline]
            fn kind(self) -> usize {
                enum Kind {
                    $($Variant),+
                }
                match self {
                    $($Action::$Variant { .. } => Kind::$Variant as usize,)+
                }
            }

            fn write(self, game: &$Game, state: &<$Game as $crate::Rules>::State) -> String {
                let _ = (game, state);
                match self {
                    $(
                        $Action::$Variant $(($($name),+))? => {
                            #[allow(unused_mut, reason = "an action without arguments adds nothing more")]
                            let mut words = String::from($verb);
                            $($($crate::place::add_word(&mut words, &$crate::place::Argument::<$Game>::write($name, game, state));)+)?
                            words
                        }
                    )+
                }
            }

            fn read(game: &$Game, state: &<$Game as $crate::Rules>::State, text: &str) -> Result<$Action, String> {
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                let verbs = [$($verb),+];
                let fitting = verbs.iter().filter(|verb| $crate::place::reading::after(verb, &text).is_some());
                let said = fitting.max_by_key(|verb| verb.len()).copied();
                $(
                    if said == Some($verb) {
                        #[allow(unused_mut, reason = "an action without arguments reads nothing more")]
                        let mut rest = $crate::place::reading::after($verb, &text).unwrap_or_default();
                        $crate::actions!(@read $Action $Variant $verb game state text rest $like $(($($Type),+))?);
                    }
                )+
                Err(format!("\"{text}\" is no action (actions look like {})", $like))
            }

            fn mark(self, game: &$Game, state: &<$Game as $crate::Rules>::State, choice: &mut $crate::Choice) {
                let _ = (game, state, &choice);
                match self {
                    $(
                        $Action::$Variant $(($($name),+))? => {
                            $($($crate::place::Argument::<$Game>::mark($name, game, state, choice);)+)?
                        }
                    )+
                }
            }
        }
    };
    (@read $Action:ident $Variant:ident $verb:literal $game:ident $state:ident $text:ident $rest:ident $like:literal) => {
        return $crate::place::reading::alone($Action::$Variant, $verb, $rest);
    };
    (@read $Action:ident $Variant:ident $verb:literal $game:ident $state:ident $text:ident $rest:ident $like:literal
        ($($Type:ty),+)) => {
        let mut left = [$(stringify!($Type)),+].len();
        let action = (|| {
            Ok($Action::$Variant($({
                left -= 1;
                $crate::place::reading::next::<_, $Type>($game, $state, &mut $rest, left == 0)?
            }),+))
        })();
        // Who says no verb at all may have meant anything.
        if action.is_ok() || !$verb.is_empty() {
            return action;
        }
    };
}

/// Declares the steps of a game's sequence: each with the [`Place`] of the same name in its chapter.
#[macro_export]
macro_rules! places {
    (
        $(#[$meta:meta])*
        $visible:vis enum $Step:ident for $Game:ty {
            $(
                $(#[$about:meta])*
                $chapter:ident :: $Place:ident $(($($name:ident: $Type:ty),+))?,
            )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
        $visible enum $Step {
            $(
                $(#[$about])*
                $Place $(($($Type),+))?,
            )+
        }

        impl $Step {
            /// Who chooses.
            pub(crate) fn chooser(self, game: &$Game, state: &<$Game as $crate::Rules>::State) -> $crate::Side {
                match self {
                    $($Step::$Place $(($($name),+))? => $crate::place::Place::<$Game>::chooser(
                        $chapter::$Place $(($($name),+))?, game, state
                    ),)+
                }
            }

            /// What is to be chosen, in a sentence.
            pub(crate) fn prompt(self, game: &$Game, state: &<$Game as $crate::Rules>::State) -> String {
                match self {
                    $($Step::$Place $(($($name),+))? => $crate::place::Place::<$Game>::prompt(
                        $chapter::$Place $(($($name),+))?, game, state
                    ),)+
                }
            }

            /// Adds all legal actions.
            pub(crate) fn list(self, game: &$Game, state: &<$Game as $crate::Rules>::State, out: &mut Vec<<$Game as $crate::Rules>::Action>) {
                match self {
                    $($Step::$Place $(($($name),+))? => $crate::place::Place::<$Game>::list(
                        $chapter::$Place $(($($name),+))?, game, state, out
                    ),)+
                }
            }

            /// Whether an action is legal, and if not, why.
            pub(crate) fn check(self, game: &$Game, state: &<$Game as $crate::Rules>::State, action: <$Game as $crate::Rules>::Action) -> Result<(), $crate::Refusal> {
                match self {
                    $($Step::$Place $(($($name),+))? => $crate::place::Place::<$Game>::check(
                        $chapter::$Place $(($($name),+))?, game, state, action
                    ),)+
                }
            }

            /// Plays a legal action.
            pub(crate) fn play(
                self,
                game: &$Game,
                state: &mut <$Game as $crate::Rules>::State,
                action: <$Game as $crate::Rules>::Action,
                dice: &mut impl $crate::Dice,
                events: &mut impl $crate::Sink,
            ) {
                match self {
                    $($Step::$Place $(($($name),+))? => $crate::place::Place::<$Game>::play(
                        $chapter::$Place $(($($name),+))?, game, state, action, dice, events
                    ),)+
                }
            }

            /// An action as people want to see it.
            pub(crate) fn words(self, game: &$Game, state: &<$Game as $crate::Rules>::State, action: <$Game as $crate::Rules>::Action) -> $crate::place::Words {
                match self {
                    $($Step::$Place $(($($name),+))? => $crate::place::Place::<$Game>::words(
                        $chapter::$Place $(($($name),+))?, game, state, action
                    ),)+
                }
            }

            /// Adds the actions that somebody may mean who points at a hex.
            pub(crate) fn point(self, game: &$Game, state: &<$Game as $crate::Rules>::State, hex: hexboard::Hex, out: &mut Vec<<$Game as $crate::Rules>::Action>) {
                match self {
                    $($Step::$Place $(($($name),+))? => $crate::place::Place::<$Game>::point(
                        $chapter::$Place $(($($name),+))?, game, state, hex, out
                    ),)+
                }
            }

            /// What a legal action costs or may lead to.
            pub(crate) fn forecast(self, game: &$Game, state: &<$Game as $crate::Rules>::State, action: <$Game as $crate::Rules>::Action) -> Option<$crate::Forecast> {
                match self {
                    $($Step::$Place $(($($name),+))? => $crate::place::Place::<$Game>::forecast(
                        $chapter::$Place $(($($name),+))?, game, state, action
                    ),)+
                }
            }

            /// How good a legal action looks to the side that chooses.
            pub(crate) fn worth(self, game: &$Game, state: &<$Game as $crate::Rules>::State, action: <$Game as $crate::Rules>::Action, temper: &$crate::Temper) -> f32 {
                match self {
                    $($Step::$Place $(($($name),+))? => $crate::place::Place::<$Game>::worth(
                        $chapter::$Place $(($($name),+))?, game, state, action, temper
                    ),)+
                }
            }

            /// What hangs on the choice.
            pub(crate) fn stakes(self, game: &$Game, state: &<$Game as $crate::Rules>::State) -> $crate::Stakes {
                match self {
                    $($Step::$Place $(($($name),+))? => $crate::place::Place::<$Game>::stakes(
                        $chapter::$Place $(($($name),+))?, game, state
                    ),)+
                }
            }

            /// Whether there is something to choose at all.
            #[allow(dead_code, reason = "not every game comes to places where nothing is to be chosen")]
            pub(crate) fn is_asked(self, game: &$Game, state: &<$Game as $crate::Rules>::State) -> bool {
                match self {
                    $($Step::$Place $(($($name),+))? => $crate::place::Place::<$Game>::is_asked(
                        $chapter::$Place $(($($name),+))?, game, state
                    ),)+
                }
            }

            /// What happens where nothing is to be chosen.
            #[allow(dead_code, reason = "not every game comes to places where nothing is to be chosen")]
            pub(crate) fn pass(
                self,
                game: &$Game,
                state: &mut <$Game as $crate::Rules>::State,
                dice: &mut impl $crate::Dice,
                events: &mut impl $crate::Sink,
            ) {
                match self {
                    $($Step::$Place $(($($name),+))? => $crate::place::Place::<$Game>::pass(
                        $chapter::$Place $(($($name),+))?, game, state, dice, events
                    ),)+
                }
            }
        }
    };
}

/// Writes what is alike in the [`Rules`] of every game whose decisions are places, into their `impl` block.
///
/// The chapters have the rest, each by the same name in every game: `begin` (the beginning of a scenario), `build` (a position
/// made by hand), `settle` (what happens after an action, until somebody chooses again), `over` (why nothing is
/// played after the end), `give_up`, `look` (the view), `known_overlays` (the overlays) and `shuffle` (what a side does
/// not know, dealt anew); and of the state `place`, the step where it stands, and `outcome`.
///
/// ```text
/// impl Rules for FirstBlood {
///     engine::played_in_places!(State, Action, Face);
///
///     fn papers(&self) -> &Papers {
///         &self.papers
///     }
///
///     fn map(&self, _scenario: usize) -> &Map {
///         &self.ground.map
///     }
/// }
/// ```
#[macro_export]
macro_rules! played_in_places {
    ($State:ty, $Action:ty, $Face:ty) => {
        type State = $State;
        type Action = $Action;
        type Face = $Face;

        fn set_up(&self, scenario: usize, options: $crate::Options) -> $State {
            self.begin(scenario, options)
        }

        fn position(&self, position: &$crate::Position) -> Result<$State, $crate::position::PositionError> {
            self.build(position)
        }

        fn decision(&self, state: &$State) -> $crate::Decision {
            match state.outcome {
                Some(outcome) => $crate::Decision::Over(outcome),
                None => $crate::Decision::Choose(state.place().chooser(self, state)),
            }
        }

        fn prompt(&self, state: &$State) -> String {
            state.place().prompt(self, state)
        }

        fn legal(&self, state: &$State, out: &mut Vec<$Action>) {
            if state.outcome.is_none() {
                state.place().list(self, state, out);
            }
        }

        fn check(&self, state: &$State, action: $Action) -> Result<(), $crate::Refusal> {
            match state.outcome {
                Some(_) => Err(self.over(state)),
                None => state.place().check(self, state, action),
            }
        }

        fn play(
            &self,
            state: &mut $State,
            action: $Action,
            dice: &mut impl $crate::Dice,
            events: &mut impl $crate::Sink,
        ) {
            debug_assert!(self.check(state, action).is_ok(), "{action:?} at {:?}", state.place());
            state.place().play(self, state, action, dice, events);
            self.settle(state, dice, events);
        }

        fn concede(&self, state: &mut $State, side: $crate::Side) {
            self.give_up(state, side);
        }

        fn notation(&self, state: &$State, action: $Action) -> String {
            $crate::Said::write(action, self, state)
        }

        fn parse(&self, state: &$State, text: &str) -> Result<$Action, String> {
            $crate::Said::read(self, state, text)
        }

        fn kinds(&self) -> &'static [&'static str] {
            <$Action as $crate::Said<Self>>::KINDS
        }

        fn kind(&self, action: $Action) -> usize {
            $crate::Said::<Self>::kind(action)
        }

        fn choice(&self, state: &$State, action: $Action) -> $crate::Choice {
            $crate::Said::choice(action, self, state, state.place().words(self, state, action))
        }

        fn pointing_at(&self, state: &$State, hex: hexboard::Hex, out: &mut Vec<$Action>) {
            state.place().point(self, state, hex, out);
        }

        fn faces(&self, state: &$State, viewer: $crate::Viewer) -> Vec<$Face> {
            self.visible_pieces(state, viewer)
        }

        fn picture(&self, face: $Face) -> $crate::view::Piece {
            self.piece_view(face)
        }

        fn surroundings(&self, state: &$State, viewer: $crate::Viewer) -> $crate::View {
            self.look(state, viewer)
        }

        fn overlays(&self) -> Vec<$crate::OverlayInfo> {
            $crate::overlay::infos(Self::known_overlays())
        }

        fn overlay(
            &self,
            state: &$State,
            viewer: $crate::Viewer,
            kind: $crate::OverlayKind,
            at: Option<hexboard::Hex>,
        ) -> Option<$crate::Overlay> {
            $crate::overlay::draw(Self::known_overlays(), (self, state), viewer, kind, at)
        }

        fn forecast(&self, state: &$State, action: $Action) -> Option<$crate::Forecast> {
            self.check(state, action).ok()?;
            state.place().forecast(self, state, action)
        }

        fn resample(&self, state: &$State, side: $crate::Side, dice: &mut impl $crate::Dice) -> $State {
            self.shuffle(state, side, dice)
        }
    };
}

/// Writes the [`Place`]s of a chapter: who chooses, what is asked, what is listed, what pointing at a hex may mean, and then
/// for every action that belongs there its check, what it does, its words, its odds, and what it is worth to the
/// computer. Every part must be there; an action that is not named does not belong there, and the game's
/// `wrong_moment` says so. `..Moves => Remove, Done;` stands for actions that are at another place just the same.
///
/// Two parts may be left out. `asked_if` says when there is something to choose, and after its `else` what happens by itself
/// where there is not; without it there always is. `stakes` says what hangs on the choice, if that is more than
/// [`Low`](crate::Stakes::Low).
///
/// That an action is forgotten at a place is for law 1 to find, not for the compiler: `lists` is free to add whatever the
/// rules allow, and a second list of the actions of each place, for the compiler alone, would be one more to keep true.
///
/// The first line names the game, its actions and its mind, and the words by which the parts speak of what they get: the game,
/// the state, the list to be added to, dice, events, and the mind.
///
/// ```text
/// engine::decisions! {
///     (FirstBlood, Action, Mind: game, state, out, dice, events, mind)
///
///     /// Which unit moves.
///     Moves by state.phase.side() => {
///         asks: "Choose a unit to move, or end the phase.",
///         lists: game.list_movers(state, out),
///         points(hex): out.extend(game.own(state, hex).map(Action::Pick)),
///         Pick(piece) => {
///             check: game.check_pick(state, piece),
///             play: state.step = Step::Move(piece),
///             words: game.unit(piece),
///             odds: None,
///             worth: mind.eagerness(state, piece),
///         }
///         Done => { check: Ok(()), play: game.end_phase(state, dice, events), words: "end the phase", odds: None, worth: 0.0 }
///     }
/// }
/// ```
#[macro_export]
macro_rules! decisions {
    (
        ($Game:ident, $Action:ident, $Mind:ident: $game:ident, $state:ident, $out:ident, $dice:ident, $events:ident, $mind:ident)
        $(
            $(#[$about:meta])*
            $Place:ident $(($($name:ident: $Type:ty),+))? by $chooser:expr => {
                asks: $asks:expr,
                $(asked_if: $asked:expr, else: $pass:expr,)?
                $(stakes: $stakes:ident,)?
                lists: $lists:expr,
                points($hex:pat): $points:expr,
                $(..$Other:expr => $($Same:ident),+;)*
                $(
                    $Deed:ident $(($($with:pat),+))? => {
                        check: $check:expr,
                        play: $play:expr,
                        words: $words:expr,
                        odds: $odds:expr,
                        worth: $worth:expr $(,)?
                    }
                )*
            }
        )+
    ) => {
        $(
            $(#[$about])*
            #[derive(Copy, Clone)]
            pub(crate) struct $Place $(($(pub(crate) $Type),+))?;

            #[allow(unused_variables, reason = "not every part needs all that it gets")]
            impl $crate::Place<$Game> for $Place {
                fn chooser(self, $game: &$Game, $state: &<$Game as $crate::Rules>::State) -> $crate::Side {
                    $(let $Place($($name),+) = self;)?
                    $chooser
                }

                fn prompt(self, $game: &$Game, $state: &<$Game as $crate::Rules>::State) -> String {
                    $(let $Place($($name),+) = self;)?
                    $asks.into()
                }

                fn list(
                    self,
                    $game: &$Game,
                    $state: &<$Game as $crate::Rules>::State,
                    $out: &mut Vec<<$Game as $crate::Rules>::Action>,
                ) {
                    $(let $Place($($name),+) = self;)?
                    $lists;
                }

                fn check(
                    self,
                    $game: &$Game,
                    $state: &<$Game as $crate::Rules>::State,
                    action: <$Game as $crate::Rules>::Action,
                ) -> Result<(), $crate::Refusal> {
                    $(let $Place($($name),+) = self;)?
                    match action {
                        $($($Action::$Same { .. } => $crate::Place::<$Game>::check($Other, $game, $state, action),)+)*
                        $($Action::$Deed $(($($with),+))? => $check,)*
                        _ => Err($game.wrong_moment($state, action)),
                    }
                }

                fn play(
                    self,
                    $game: &$Game,
                    $state: &mut <$Game as $crate::Rules>::State,
                    action: <$Game as $crate::Rules>::Action,
                    $dice: &mut impl $crate::Dice,
                    $events: &mut impl $crate::Sink,
                ) {
                    $(let $Place($($name),+) = self;)?
                    match action {
                        $($($Action::$Same { .. } => $crate::Place::<$Game>::play($Other, $game, $state, action, $dice, $events),)+)*
                        $($Action::$Deed $(($($with),+))? => $play,)*
                        _ => unreachable!("what is played has been checked"),
                    }
                }

                fn words(
                    self,
                    $game: &$Game,
                    $state: &<$Game as $crate::Rules>::State,
                    action: <$Game as $crate::Rules>::Action,
                ) -> $crate::Words {
                    $(let $Place($($name),+) = self;)?
                    match action {
                        $($($Action::$Same { .. } => $crate::Place::<$Game>::words($Other, $game, $state, action),)+)*
                        $($Action::$Deed $(($($with),+))? => $crate::Words::from($words),)*
                        _ => $crate::Words::new($crate::Said::<$Game>::write(action, $game, $state)),
                    }
                }

                fn point(
                    self,
                    $game: &$Game,
                    $state: &<$Game as $crate::Rules>::State,
                    pointed: hexboard::Hex,
                    $out: &mut Vec<<$Game as $crate::Rules>::Action>,
                ) {
                    $(let $Place($($name),+) = self;)?
                    // Last, so that a place about a hex may call both by the same name.
                    let $hex = pointed;
                    $points;
                }

                fn forecast(
                    self,
                    $game: &$Game,
                    $state: &<$Game as $crate::Rules>::State,
                    action: <$Game as $crate::Rules>::Action,
                ) -> Option<$crate::Forecast> {
                    $(let $Place($($name),+) = self;)?
                    match action {
                        $($($Action::$Same { .. } => $crate::Place::<$Game>::forecast($Other, $game, $state, action),)+)*
                        $($Action::$Deed $(($($with),+))? => $odds,)*
                        _ => None,
                    }
                }

                fn worth(
                    self,
                    $game: &$Game,
                    $state: &<$Game as $crate::Rules>::State,
                    action: <$Game as $crate::Rules>::Action,
                    temper: &$crate::Temper,
                ) -> f32 {
                    $(let $Place($($name),+) = self;)?
                    let $mind = $Mind { game: $game, temper };
                    match action {
                        $($($Action::$Same { .. } => $crate::Place::<$Game>::worth($Other, $game, $state, action, temper),)+)*
                        $($Action::$Deed $(($($with),+))? => $worth,)*
                        _ => 0.0,
                    }
                }

                fn stakes(self, $game: &$Game, $state: &<$Game as $crate::Rules>::State) -> $crate::Stakes {
                    $crate::decisions!(@first $($crate::Stakes::$stakes,)? $crate::Stakes::Low)
                }

                fn is_asked(self, $game: &$Game, $state: &<$Game as $crate::Rules>::State) -> bool {
                    $(let $Place($($name),+) = self;)?
                    $crate::decisions!(@first $($asked,)? true)
                }

                fn pass(
                    self,
                    $game: &$Game,
                    $state: &mut <$Game as $crate::Rules>::State,
                    $dice: &mut impl $crate::Dice,
                    $events: &mut impl $crate::Sink,
                ) {
                    $(let $Place($($name),+) = self;)?
                    $crate::decisions!(@first $($pass,)? unreachable!("somebody chooses here"));
                }
            }
        )+
    };
    (@first $first:expr $(, $other:expr)?) => { $first };
}

#[cfg(test)]
mod tests {
    #[test]
    fn one_goes_by_name_and_several_by_their_number() {
        assert_eq!(super::goes(["27 Bde"]), "27 Bde goes");
        assert_eq!(super::goes(["27 Bde", "28 Bde", "HQ"]), "the 3 units go");
    }
}
