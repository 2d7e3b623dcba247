//! What can be said: the actions and their notation.

use crate::RockOfTheMarne;
use crate::pieces::Piece;
use crate::state::Crossing;
use hexboard::Hex;

/// One choice.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Picks a unit: to come in, to be rebuilt, to move, to retreat by itself, to trace over a bridge.
    Pick(Piece),
    /// Names the hex where the picked units go.
    To(Hex),
    /// Adds a unit to those picked.
    Join(Piece),
    /// Adds all units that can be added.
    JoinAll,
    /// Leaves the picked units where they are.
    Stay,
    /// Overruns a hex.
    Overrun(Hex),
    /// Puts a unit on top of its stack.
    Top(Piece),
    /// Breaks a division down.
    Break(Piece),
    /// Makes a regiment or Stormtrooper: full, or reduced.
    Raise(bool),
    /// Begins to reassemble regiments of a hex.
    Muster(Hex),
    /// Reassembles the joined regiments into a division: full, or reduced.
    Reassemble(Piece, bool),
    /// Names the hex to be attacked.
    Target(Hex),
    /// Names the HQ that supplies the attack of the unit in question.
    Supply(Piece),
    /// Names the HQ that shifts the attack.
    Shift(Piece),
    /// Sends an airplane: with an attack, against a bridge, on patrol.
    Fly(Piece),
    /// Announces the attack as it stands.
    Fight,
    /// Intercepts with an airplane on patrol.
    Intercept(Piece),
    /// Takes what is offered.
    Accept,
    /// Lets it pass.
    Decline,
    /// Takes a step from a unit.
    Lose(Piece),
    /// Advances a unit into the emptied hex.
    Advance(Piece),
    /// Lays an assault bridge.
    Span(Crossing),
    /// Takes an assault bridge off the map.
    Remove(Crossing),
    /// Tries to repair an assault bridge.
    Repair(Crossing),
    /// Has an assault bridge bombed.
    Bomb(Crossing),
    /// Ends the phase, or what is being done.
    Done,
}

impl RockOfTheMarne {
    /// A hexside of the Marne as text: its two hexes.
    pub(crate) fn crossing_label(&self, crossing: Crossing) -> String {
        let banks = self.banks(crossing);
        format!("{}-{}", self.ground.label(banks[0]), self.ground.label(banks[1]))
    }

    /// The two hexes of a hexside of the Marne.
    pub(crate) fn banks(&self, crossing: Crossing) -> [Hex; 2] {
        let crossing = &self.ground.crossings()[usize::from(crossing)];
        [crossing.from, crossing.to]
    }

    /// The hexside of the Marne that a text stands for, its hexes in either order.
    pub(crate) fn crossing_named(&self, text: &str) -> Result<Crossing, String> {
        let hex = |text: &str| self.ground.board().parse(text).map_err(|error| error.to_string());
        let (one, other) = text.split_once('-').ok_or_else(|| format!("\"{text}\" is no hexside (19.12-19.13)"))?;
        let banks = [hex(one)?, hex(other)?];
        let found = (0..self.ground.crossings().len() as u8)
            .find(|&crossing| self.banks(crossing) == banks || self.banks(crossing) == [banks[1], banks[0]]);
        found.ok_or_else(|| format!("{text} is no hexside of the Marne"))
    }

    /// An action as text.
    pub(crate) fn write(&self, action: Action) -> String {
        let hex = |verb: &str, hex: Hex| format!("{verb} {}", self.ground.label(hex));
        let piece = |verb: &str, piece: Piece| format!("{verb} {}", self.pieces.name_of(piece));
        let side = |verb: &str, at: Crossing| format!("{verb} {}", self.crossing_label(at));
        match action {
            Action::Pick(unit) => piece("pick", unit),
            Action::To(at) => hex("to", at),
            Action::Join(unit) => piece("join", unit),
            Action::JoinAll => "join all".into(),
            Action::Stay => "stay".into(),
            Action::Overrun(at) => hex("overrun", at),
            Action::Top(unit) => piece("top", unit),
            Action::Break(unit) => piece("break", unit),
            Action::Raise(full) => format!("raise {}", face(full)),
            Action::Muster(at) => hex("muster", at),
            Action::Reassemble(unit, full) => format!("reassemble {} {}", face(full), self.pieces.name_of(unit)),
            Action::Target(at) => hex("target", at),
            Action::Supply(unit) => piece("supply", unit),
            Action::Shift(unit) => piece("shift", unit),
            Action::Fly(unit) => piece("fly", unit),
            Action::Fight => "fight".into(),
            Action::Intercept(unit) => piece("intercept", unit),
            Action::Accept => "accept".into(),
            Action::Decline => "decline".into(),
            Action::Lose(unit) => piece("lose", unit),
            Action::Advance(unit) => piece("advance", unit),
            Action::Span(at) => side("span", at),
            Action::Remove(at) => side("remove", at),
            Action::Repair(at) => side("repair", at),
            Action::Bomb(at) => side("bomb", at),
            Action::Done => "done".into(),
        }
    }

    /// The action that a text stands for.
    pub(crate) fn read(&self, text: &str) -> Result<Action, String> {
        let mut words = text.split_whitespace();
        let (verb, rest) = (words.next().unwrap_or_default(), words.collect::<Vec<_>>().join(" "));
        let hex = |make: fn(Hex) -> Action| self.ground.board().parse(&rest).map(make).map_err(|e| e.to_string());
        let named = |name: &str| self.pieces.named(name).ok_or_else(|| format!("there is no unit \"{name}\""));
        let piece = |make: fn(Piece) -> Action| named(&rest).map(make);
        let side = |make: fn(Crossing) -> Action| self.crossing_named(&rest).map(make);
        let alone = |action: Action| {
            if rest.is_empty() { Ok(action) } else { Err(format!("\"{verb}\" stands alone, without \"{rest}\"")) }
        };
        let faced = |word: &str| match word {
            "full" => Ok(true),
            "reduced" => Ok(false),
            _ => Err(format!("\"{text}\" says neither \"full\" nor \"reduced\"")),
        };
        match verb {
            "pick" => piece(Action::Pick),
            "to" => hex(Action::To),
            "join" if rest == "all" => Ok(Action::JoinAll),
            "join" => piece(Action::Join),
            "stay" => alone(Action::Stay),
            "overrun" => hex(Action::Overrun),
            "top" => piece(Action::Top),
            "break" => piece(Action::Break),
            "raise" => faced(&rest).map(Action::Raise),
            "muster" => hex(Action::Muster),
            "reassemble" => {
                let (word, name) = rest.split_once(' ').unwrap_or((&rest, ""));
                Ok(Action::Reassemble(named(name)?, faced(word)?))
            }
            "target" => hex(Action::Target),
            "supply" => piece(Action::Supply),
            "shift" => piece(Action::Shift),
            "fly" => piece(Action::Fly),
            "fight" => alone(Action::Fight),
            "intercept" => piece(Action::Intercept),
            "accept" => alone(Action::Accept),
            "decline" => alone(Action::Decline),
            "lose" => piece(Action::Lose),
            "advance" => piece(Action::Advance),
            "span" => side(Action::Span),
            "remove" => side(Action::Remove),
            "repair" => side(Action::Repair),
            "bomb" => side(Action::Bomb),
            "done" => alone(Action::Done),
            _ => Err(format!("\"{text}\" is no action (actions look like \"pick 1/1\", \"to 08.30\" or \"done\")")),
        }
    }
}

fn face(full: bool) -> &'static str {
    if full { "full" } else { "reduced" }
}
