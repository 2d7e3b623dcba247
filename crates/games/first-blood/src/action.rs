//! What can be said: the actions and their notation.

use crate::FirstBlood;
use crate::pieces::{Gun, Piece};
use hexboard::Hex;

/// One choice.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Puts the unit in question into a hex: set-up and entry.
    Place(Hex),
    /// Leaves the rest of the set-up to the computer.
    Standard,
    /// Takes the US rally.
    Accept,
    /// Lets the US rally pass.
    Decline,
    /// Picks the unit to be moved or placed.
    Pick(Piece),
    /// Moves the picked unit to a hex.
    To(Hex),
    /// Moves the picked unit off the map.
    Exit,
    /// Leaves the picked unit where it is.
    Stay,
    /// Puts a unit on top of its stack.
    Top(Piece),
    /// Names the hex to be fired into.
    Target(Hex),
    /// Names a unit that fires.
    Join(Piece),
    /// Names all units that can still join the fire.
    JoinAll,
    /// Rolls for the fire.
    Fire,
    /// Gives a unit heavy machineguns.
    Guns(Piece),
    /// Advances a unit into the emptied hex.
    Advance(Piece),
    /// Places a bombardment marker.
    Bombard(Gun, Hex),
    /// Resolves the bombardment of a hex before the others.
    Resolve(Hex),
    /// Ends the phase, the advance or the placing of markers; or leaves the rest of a bombardment in its order.
    Done,
}

impl FirstBlood {
    /// An action as text.
    pub(crate) fn write(&self, action: Action) -> String {
        let hex = |verb: &str, hex: Hex| format!("{verb} {}", self.ground.board().label(hex));
        let piece = |verb: &str, piece: Piece| format!("{verb} {}", self.pieces.name(piece));
        match action {
            Action::Place(at) => hex("place", at),
            Action::Standard => "standard".into(),
            Action::Accept => "accept".into(),
            Action::Decline => "decline".into(),
            Action::Pick(unit) => piece("pick", unit),
            Action::To(at) => hex("to", at),
            Action::Exit => "exit".into(),
            Action::Stay => "stay".into(),
            Action::Top(unit) => piece("top", unit),
            Action::Target(at) => hex("target", at),
            Action::Join(unit) => piece("join", unit),
            Action::JoinAll => "join all".into(),
            Action::Fire => "fire".into(),
            Action::Guns(unit) => piece("guns", unit),
            Action::Advance(unit) => piece("advance", unit),
            Action::Bombard(gun, at) => hex(gun.name(), at),
            Action::Resolve(at) => hex("resolve", at),
            Action::Done => "done".into(),
        }
    }

    /// The action that a text stands for.
    pub(crate) fn read(&self, text: &str) -> Result<Action, String> {
        let mut words = text.split_whitespace();
        let (verb, rest) = (words.next().unwrap_or_default(), words.collect::<Vec<_>>().join(" "));
        let hex = |make: fn(Hex) -> Action| self.ground.board().parse(&rest).map(make).map_err(|e| e.to_string());
        let piece = |make: fn(Piece) -> Action| {
            self.pieces.named(&rest).map(make).ok_or_else(|| format!("there is no unit \"{rest}\""))
        };
        let alone = |action: Action| {
            if rest.is_empty() { Ok(action) } else { Err(format!("\"{verb}\" stands alone, without \"{rest}\"")) }
        };
        match verb {
            "place" => hex(Action::Place),
            "standard" => alone(Action::Standard),
            "accept" => alone(Action::Accept),
            "decline" => alone(Action::Decline),
            "pick" => piece(Action::Pick),
            "to" => hex(Action::To),
            "exit" => alone(Action::Exit),
            "stay" => alone(Action::Stay),
            "top" => piece(Action::Top),
            "target" => hex(Action::Target),
            "join" if rest == "all" => Ok(Action::JoinAll),
            "join" => piece(Action::Join),
            "fire" => alone(Action::Fire),
            "guns" => piece(Action::Guns),
            "advance" => piece(Action::Advance),
            "light" => hex(|hex| Action::Bombard(Gun::Light, hex)),
            "heavy" => hex(|hex| Action::Bombard(Gun::Heavy, hex)),
            "resolve" => hex(Action::Resolve),
            "done" => alone(Action::Done),
            _ => Err(format!("\"{text}\" is no action (actions look like \"pick 1/E/38\", \"to 2734\" or \"done\")")),
        }
    }
}
