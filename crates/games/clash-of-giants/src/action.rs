//! What can be said: the actions and their notation.

use crate::ClashOfGiants;
use crate::pieces::{Army, Piece};
use crate::state::State;
use hexboard::Hex;

/// One choice.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Puts the unit in question into a hex: set-up, arrival and return.
    Place(Hex),
    /// Leaves the rest of the set-up to the computer.
    Standard,
    /// Keeps a unit off the map for another turn.
    Hold,
    /// Lets a unit take or attempt replacements.
    Rebuild(Piece),
    /// Sends the Paris taxis to a unit.
    Taxis(Piece),
    /// Puts a unit on the rails.
    Entrain(Piece),
    /// Detaches a brigade from a division.
    Detach(Piece),
    /// Listens to a Russian army.
    Intercept(Army),
    /// Activates a Russian army.
    Activate(Army),
    /// Rolls for command.
    Roll,
    /// Draws an Army Command marker from the cup and rolls for its army.
    Draw,
    /// Puts the German I Corps in its Attack State.
    AttackState,
    /// Picks a unit to move or to retreat.
    Pick(Piece),
    /// Picks all units of a hex that can move, together.
    PickAll(Hex),
    /// Moves the picked units to a hex, or retreats a unit there.
    To(Hex),
    /// Moves the picked units to a hex that they take, and lets them go on from there.
    Through(Hex),
    /// Leaves the picked units where they are.
    Stay,
    /// Eliminates a unit that is too many in its hex.
    Remove(Piece),
    /// Names a hex to be attacked.
    Target(Hex),
    /// Names a hex that other units attack at the same time.
    Link(Hex),
    /// Names a unit that attacks.
    Join(Piece),
    /// Names all units that can still join the attack.
    JoinAll,
    /// Declares the attack.
    Launch,
    /// Retreats cavalry before combat.
    Withdraw(Piece),
    /// Names an attacker that makes a check.
    Check(Piece),
    /// Advances a unit.
    Advance(Piece, Hex),
    /// Ends what is being done.
    Done,
}

impl ClashOfGiants {
    /// An action as text.
    pub(crate) fn write(&self, state: &State, action: Action) -> String {
        let hex = |verb: &str, hex: Hex| format!("{verb} {}", self.label(state, hex));
        let piece = |verb: &str, piece: Piece| format!("{verb} {}", self.id(state, piece));
        match action {
            Action::Place(at) => hex("place", at),
            Action::Standard => "standard".into(),
            Action::Hold => "hold".into(),
            Action::Rebuild(unit) => piece("rebuild", unit),
            Action::Taxis(unit) => piece("taxis", unit),
            Action::Entrain(unit) => piece("entrain", unit),
            Action::Detach(unit) => piece("detach", unit),
            Action::Intercept(army) => format!("intercept {}", army.id()),
            Action::Activate(army) => format!("activate {}", army.id()),
            Action::Roll => "roll".into(),
            Action::Draw => "cup".into(),
            Action::AttackState => "attack state".into(),
            Action::Pick(unit) => piece("pick", unit),
            Action::PickAll(at) => hex("stack", at),
            Action::To(at) => hex("to", at),
            Action::Through(at) => hex("through", at),
            Action::Stay => "stay".into(),
            Action::Remove(unit) => piece("remove", unit),
            Action::Target(at) => hex("target", at),
            Action::Link(at) => hex("link", at),
            Action::Join(unit) => piece("join", unit),
            Action::JoinAll => "join all".into(),
            Action::Launch => "launch".into(),
            Action::Withdraw(unit) => piece("withdraw", unit),
            Action::Check(unit) => piece("check", unit),
            Action::Advance(unit, at) => format!("advance {} {}", self.id(state, unit), self.label(state, at)),
            Action::Done => "done".into(),
        }
    }

    /// The action that a text stands for.
    pub(crate) fn read(&self, state: &State, text: &str) -> Result<Action, String> {
        let mut words = text.split_whitespace();
        let (verb, rest) = (words.next().unwrap_or_default(), words.collect::<Vec<_>>().join(" "));
        let board = self.theatre(state).ground.board();
        let parse_hex = |word: &str| board.parse(word).map_err(|error| error.to_string());
        let parse_piece = |word: &str| {
            let piece = self.theatre(state).pieces.named(word);
            piece.ok_or_else(|| format!("there is no unit \"{word}\""))
        };
        let hex = |make: fn(Hex) -> Action| parse_hex(&rest).map(make);
        let piece = |make: fn(Piece) -> Action| parse_piece(&rest).map(make);
        let army = |make: fn(Army) -> Action| {
            Army::named(&rest).map(make).ok_or_else(|| format!("there is no army \"{rest}\""))
        };
        let alone = |action: Action| {
            if rest.is_empty() { Ok(action) } else { Err(format!("\"{verb}\" stands alone, without \"{rest}\"")) }
        };
        match verb {
            "place" => hex(Action::Place),
            "standard" => alone(Action::Standard),
            "hold" => alone(Action::Hold),
            "rebuild" => piece(Action::Rebuild),
            "taxis" => piece(Action::Taxis),
            "entrain" => piece(Action::Entrain),
            "detach" => piece(Action::Detach),
            "intercept" => army(Action::Intercept),
            "activate" => army(Action::Activate),
            "roll" => alone(Action::Roll),
            "cup" => alone(Action::Draw),
            "attack" if rest == "state" => Ok(Action::AttackState),
            "pick" => piece(Action::Pick),
            "stack" => hex(Action::PickAll),
            "to" => hex(Action::To),
            "through" => hex(Action::Through),
            "stay" => alone(Action::Stay),
            "remove" => piece(Action::Remove),
            "target" => hex(Action::Target),
            "link" => hex(Action::Link),
            "join" if rest == "all" => Ok(Action::JoinAll),
            "join" => piece(Action::Join),
            "launch" => alone(Action::Launch),
            "withdraw" => piece(Action::Withdraw),
            "check" => piece(Action::Check),
            "advance" => match rest.split_once(' ') {
                Some((unit, at)) => Ok(Action::Advance(parse_piece(unit)?, parse_hex(at)?)),
                None => Err("an advance names a unit and a hex, as in \"advance G-1 3904\"".into()),
            },
            "done" => alone(Action::Done),
            _ => Err(format!("\"{text}\" is no action (actions look like \"pick G-1\", \"to 3904\" or \"done\")")),
        }
    }
}
