//! What can be said: the actions and their notation.

use crate::MiracleOnTheMarne;
use crate::pieces::{Group, Piece};
use crate::tables::Mode;
use hexboard::Hex;

/// One choice.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Deploys the piece in question in a hex.
    Place(Hex),
    /// Leaves the rest of the deployment to the computer.
    Standard,
    /// Gives a HQ a mode.
    Mode(Piece, Mode),
    /// Notes that a HQ shall try to change its mode.
    Note(Piece),
    /// Goes first.
    First,
    /// Lets the other side go first.
    Second,
    /// Picks a piece to be moved, or a unit to be disrupted.
    Pick(Piece),
    /// Takes a unit along, or lets it attack.
    Join(Piece),
    /// Takes along, or lets attack, all units that can be.
    JoinAll,
    /// Moves the picked pieces to a hex, or sends the taxis there.
    To(Hex),
    /// Moves the picked pieces to a hex by rail.
    Rail(Hex),
    /// Leaves the picked pieces where they are.
    Stay,
    /// Removes the Disruption of the picked units.
    Rally,
    /// Tries to recover the lost steps of the picked units.
    Recover,
    /// Lets the picked HQ try to bring back an eliminated unit.
    Return(Piece),
    /// Sends the picked unit and another one off by taxi.
    Taxi(Piece),
    /// Attaches units to the corps of a HQ.
    Attach(Piece),
    /// Gives the Moroccan Division back to IXth Corps.
    Revert,
    /// Brings the picked reinforcements on in a hex.
    Enter(Hex),
    /// Delays a group of reinforcements by a turn.
    Delay(Group),
    /// Names a hex to be bombarded, attacked, fired at or counter-attacked, or the attack to be resolved.
    Target(Hex),
    /// Aims so many factors of a unit.
    Aim(Piece, u8),
    /// Aims everything that can be.
    AimAll,
    /// Lets the garrison of Paris fire.
    Garrison,
    /// Rolls for what was put together.
    Fire,
    /// Divides a result: so many steps are lost, the rest is retreated.
    Take(u8),
    /// A unit loses a step.
    Lose(Piece),
    /// Retreats to a hex.
    Retreat(Hex),
    /// Advances a unit along the retreat to a hex.
    Advance(Piece, Hex),
    /// Ends what is being done.
    Done,
}

impl MiracleOnTheMarne {
    /// An action as text.
    pub(crate) fn write(&self, action: Action) -> String {
        let hex = |verb: &str, hex: Hex| format!("{verb} {}", self.ground.label(hex));
        let piece = |verb: &str, piece: Piece| format!("{verb} {}", self.pieces.name(piece));
        match action {
            Action::Place(at) => hex("place", at),
            Action::Standard => "standard".into(),
            Action::Mode(hq, mode) => format!("mode {} {}", self.pieces.name(hq), mode.id()),
            Action::Note(hq) => piece("note", hq),
            Action::First => "first".into(),
            Action::Second => "second".into(),
            Action::Pick(unit) => piece("pick", unit),
            Action::Join(unit) => piece("join", unit),
            Action::JoinAll => "join all".into(),
            Action::To(at) => hex("to", at),
            Action::Rail(at) => hex("rail", at),
            Action::Stay => "stay".into(),
            Action::Rally => "rally".into(),
            Action::Recover => "recover".into(),
            Action::Return(unit) => piece("return", unit),
            Action::Taxi(unit) => piece("taxi", unit),
            Action::Attach(hq) => piece("attach", hq),
            Action::Revert => "revert".into(),
            Action::Enter(at) => hex("enter", at),
            Action::Delay(group) => format!("delay {}", group.id()),
            Action::Target(at) => hex("target", at),
            Action::Aim(unit, factors) => format!("aim {} {factors}", self.pieces.name(unit)),
            Action::AimAll => "aim all".into(),
            Action::Garrison => "garrison".into(),
            Action::Fire => "fire".into(),
            Action::Take(steps) => format!("take {steps}"),
            Action::Lose(unit) => piece("lose", unit),
            Action::Retreat(at) => hex("retreat", at),
            Action::Advance(unit, at) => format!("advance {} {}", self.pieces.name(unit), self.ground.label(at)),
            Action::Done => "done".into(),
        }
    }

    /// The action that a text stands for.
    pub(crate) fn read(&self, text: &str) -> Result<Action, String> {
        let mut words = text.split_whitespace();
        let verb = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        let hex = |word: &str| self.ground.board().parse(word).map_err(|error| error.to_string());
        let piece = |word: &str| self.pieces.named(word).ok_or_else(|| format!("there is no piece \"{word}\""));
        let number = |word: &str| word.parse::<u8>().map_err(|_| format!("\"{word}\" is no small number"));
        let mode = |word: &str| {
            let found = Mode::ALL.into_iter().find(|mode| mode.id() == word);
            found.ok_or_else(|| format!("\"{word}\" is no mode (modes are offensive, defensive, transfer and regroup)"))
        };
        let group = |word: &str| {
            let found = Group::ALL.into_iter().find(|group| group.id() == word);
            found.ok_or_else(|| format!("there is no group of reinforcements \"{word}\""))
        };
        Ok(match (verb, rest.as_slice()) {
            ("place", [at]) => Action::Place(hex(at)?),
            ("standard", []) => Action::Standard,
            ("mode", [hq, word]) => Action::Mode(piece(hq)?, mode(word)?),
            ("note", [hq]) => Action::Note(piece(hq)?),
            ("first", []) => Action::First,
            ("second", []) => Action::Second,
            ("pick", [unit]) => Action::Pick(piece(unit)?),
            ("join", ["all"]) => Action::JoinAll,
            ("join", [unit]) => Action::Join(piece(unit)?),
            ("to", [at]) => Action::To(hex(at)?),
            ("rail", [at]) => Action::Rail(hex(at)?),
            ("stay", []) => Action::Stay,
            ("rally", []) => Action::Rally,
            ("recover", []) => Action::Recover,
            ("return", [unit]) => Action::Return(piece(unit)?),
            ("taxi", [unit]) => Action::Taxi(piece(unit)?),
            ("attach", [hq]) => Action::Attach(piece(hq)?),
            ("revert", []) => Action::Revert,
            ("enter", [at]) => Action::Enter(hex(at)?),
            ("delay", [word]) => Action::Delay(group(word)?),
            ("target", [at]) => Action::Target(hex(at)?),
            ("aim", ["all"]) => Action::AimAll,
            ("aim", [unit, factors]) => Action::Aim(piece(unit)?, number(factors)?),
            ("garrison", []) => Action::Garrison,
            ("fire", []) => Action::Fire,
            ("take", [steps]) => Action::Take(number(steps)?),
            ("lose", [unit]) => Action::Lose(piece(unit)?),
            ("retreat", [at]) => Action::Retreat(hex(at)?),
            ("advance", [unit, at]) => Action::Advance(piece(unit)?, hex(at)?),
            ("done", []) => Action::Done,
            _ => {
                return Err(format!(
                    "\"{text}\" is no action (actions look like \"pick IR42\", \"to 2418\" or \"done\")"
                ));
            }
        })
    }
}
