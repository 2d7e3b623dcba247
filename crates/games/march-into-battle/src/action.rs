//! What can be said: the actions and their notation.

use crate::MarchIntoBattle;
use crate::state::{State, Unit};
use hexboard::{Direction, Hex};

/// One choice.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Moves first in this turn of play by mail.
    First,
    /// Moves second in this turn of play by mail.
    Second,
    /// Takes a chit out of the cup.
    Chit(u8),
    /// Holds a unit back.
    Hold(Unit),
    /// Takes a Held Back marker off.
    Release(Unit),
    /// Picks a leader to be moved.
    Leader(u8),
    /// Goes to a hex: a leader, a unit, a retreat, an advance.
    To(Hex),
    /// Stays where it is, or goes no further.
    Stay,
    /// Opens a hex of a Grand Battery with its facing.
    Form(Hex, u8),
    /// A unit gives one battery to the Grand Battery.
    Give(Unit),
    /// Picks a unit to act.
    Pick(Unit),
    /// Moves at double time.
    Double,
    /// Checks the morale of a unit out of command.
    Urge,
    /// Rests.
    Rest,
    /// Tries to recover a straggler step.
    Recover,
    /// Turns on the spot.
    Turn(u8),
    /// Destroys the bridge on this side of the hex.
    Bridge(u8),
    /// Ends the move, or a retreat or an advance, with this facing.
    Face(u8),
    /// Ends the move with this facing and is ready to attack.
    Ready(u8),
    /// Declares on arrival an attack on cavalry in a hex.
    Threaten(Hex),
    /// Leaves the map.
    Exit,
    /// Detaches so many steps.
    Detach(u8),
    /// A detachment rejoins its division.
    Rejoin,
    /// Extends the line into a hex, with this facing.
    Extend(Hex, u8),
    /// Moves or wheels an extended line: its right hex and its facing.
    Line(Hex, u8),
    /// Closes an extended line in one of its hexes.
    Close(Hex),
    /// Cavalry retreats before combat.
    Evade(Unit),
    /// The rest stands.
    Stand,
    /// A unit, or one half of an extended line, attacks a hex.
    Attack(Unit, u8, Hex),
    /// The same in a combat of its own.
    Apart(Unit, u8, Hex),
    /// Fights a combat.
    Fight(u8),
    /// Stands in the town, at the price of the attackers in this hex too.
    Defy(Hex),
    /// Does not stand.
    Yield,
    /// Buys off so many hexes of retreat.
    Buy(u8),
    /// A unit loses the step.
    Lose(Unit),
    /// Picks an attacker to advance.
    Advance(Unit),
    /// A unit's organic cavalry joins the pursuit.
    Pursue(Unit),
    /// Rolls for the pursuit.
    Roll,
    /// Bombards a hex.
    Bombard(Hex),
    /// Ends what is being done.
    Done,
}

/// The words for the halves of an extended line.
const HALVES: [&str; 2] = ["", "/left"];

impl MarchIntoBattle {
    /// An action as text.
    pub(crate) fn write(&self, state: &State, action: Action) -> String {
        let hex = |verb: &str, hex: Hex| format!("{verb} {}", self.label(state, hex));
        let unit = |verb: &str, unit: Unit| format!("{verb} {}", self.unit(state, unit).id);
        let way = |verb: &str, way: u8| format!("{verb} {}", self.facing_name(state, way));
        let placed =
            |verb: &str, at: Hex, to: u8| format!("{verb} {} {}", self.label(state, at), self.facing_name(state, to));
        let strike = |verb: &str, attacker: Unit, half: u8, at: Hex| {
            let half = HALVES[usize::from(half.min(1))];
            format!("{verb} {}{half} {}", self.unit(state, attacker).id, self.label(state, at))
        };
        match action {
            Action::First => "first".into(),
            Action::Second => "second".into(),
            Action::Chit(chit) => format!("chit {}", self.battle(state).formations[usize::from(chit)].id),
            Action::Hold(held) => unit("hold", held),
            Action::Release(held) => unit("release", held),
            Action::Leader(leader) => format!("leader {}", self.battle(state).leaders[usize::from(leader)].id),
            Action::To(at) => hex("to", at),
            Action::Stay => "stay".into(),
            Action::Form(at, facing) => placed("form", at, facing),
            Action::Give(giver) => unit("give", giver),
            Action::Pick(picked) => unit("pick", picked),
            Action::Double => "double".into(),
            Action::Urge => "urge".into(),
            Action::Rest => "rest".into(),
            Action::Recover => "recover".into(),
            Action::Turn(to) => way("turn", to),
            Action::Bridge(at) => way("bridge", at),
            Action::Face(to) => way("face", to),
            Action::Ready(to) => way("ready", to),
            Action::Threaten(at) => hex("threaten", at),
            Action::Exit => "exit".into(),
            Action::Detach(steps) => format!("detach {steps}"),
            Action::Rejoin => "rejoin".into(),
            Action::Extend(at, facing) => placed("extend", at, facing),
            Action::Line(at, facing) => placed("line", at, facing),
            Action::Close(at) => hex("close", at),
            Action::Evade(cavalry) => unit("evade", cavalry),
            Action::Stand => "stand".into(),
            Action::Attack(attacker, half, at) => strike("attack", attacker, half, at),
            Action::Apart(attacker, half, at) => strike("apart", attacker, half, at),
            Action::Fight(combat) => format!("fight {}", combat + 1),
            Action::Defy(at) => hex("defy", at),
            Action::Yield => "yield".into(),
            Action::Buy(hexes) => format!("buy {hexes}"),
            Action::Lose(loser) => unit("lose", loser),
            Action::Advance(attacker) => unit("advance", attacker),
            Action::Pursue(pursuer) => unit("pursue", pursuer),
            Action::Roll => "roll".into(),
            Action::Bombard(at) => hex("bombard", at),
            Action::Done => "done".into(),
        }
    }

    /// The action that a text stands for.
    pub(crate) fn read(&self, state: &State, text: &str) -> Result<Action, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let unknown = || format!("\"{text}\" is no action (actions look like \"pick seras\", \"to 1008\" or \"done\")");
        match *words.as_slice() {
            [word] => alone(word).ok_or_else(unknown),
            [verb, name] => self.read_two(state, verb, name).unwrap_or_else(|| Err(unknown())),
            [verb, first, second] => self.read_three(state, verb, first, second).unwrap_or_else(|| Err(unknown())),
            _ => Err(unknown()),
        }
    }

    fn read_two(&self, state: &State, verb: &str, name: &str) -> Option<Result<Action, String>> {
        let hex = |make: fn(Hex) -> Action| self.read_hex(state, name).map(make);
        let unit = |make: fn(Unit) -> Action| self.read_unit(state, name).map(make);
        let way = |make: fn(u8) -> Action| self.read_way(state, name).map(make);
        let number = |make: fn(u8) -> Action, from: u8| {
            let number = name.parse::<u8>().ok().and_then(|number| number.checked_sub(from));
            number.map(make).ok_or_else(|| format!("\"{name}\" is no number that fits here"))
        };
        let battle = self.battle(state);
        Some(match verb {
            "chit" => {
                battle.formation_named(name).map(Action::Chit).ok_or_else(|| format!("there is no chit \"{name}\""))
            }
            "leader" => {
                battle.leader_named(name).map(Action::Leader).ok_or_else(|| format!("there is no leader \"{name}\""))
            }
            "hold" => unit(Action::Hold),
            "release" => unit(Action::Release),
            "to" => hex(Action::To),
            "give" => unit(Action::Give),
            "pick" => unit(Action::Pick),
            "turn" => way(Action::Turn),
            "bridge" => way(Action::Bridge),
            "face" => way(Action::Face),
            "ready" => way(Action::Ready),
            "threaten" => hex(Action::Threaten),
            "detach" => number(Action::Detach, 0),
            "close" => hex(Action::Close),
            "evade" => unit(Action::Evade),
            "fight" => number(Action::Fight, 1),
            "defy" => hex(Action::Defy),
            "buy" => number(Action::Buy, 0),
            "lose" => unit(Action::Lose),
            "advance" => unit(Action::Advance),
            "pursue" => unit(Action::Pursue),
            "bombard" => hex(Action::Bombard),
            _ => return None,
        })
    }

    fn read_three(&self, state: &State, verb: &str, first: &str, second: &str) -> Option<Result<Action, String>> {
        let placed =
            |make: fn(Hex, u8) -> Action| Ok(make(self.read_hex(state, first)?, self.read_way(state, second)?));
        let strike = |make: fn(Unit, u8, Hex) -> Action| {
            let left = first.strip_suffix(HALVES[1]);
            let unit = self.read_unit(state, left.unwrap_or(first))?;
            Ok(make(unit, left.is_some().into(), self.read_hex(state, second)?))
        };
        Some(match verb {
            "form" => placed(Action::Form),
            "extend" => placed(Action::Extend),
            "line" => placed(Action::Line),
            "attack" => strike(Action::Attack),
            "apart" => strike(Action::Apart),
            _ => return None,
        })
    }

    fn read_hex(&self, state: &State, text: &str) -> Result<Hex, String> {
        self.ground(state).board().parse(text).map_err(|error| error.to_string())
    }

    fn read_unit(&self, state: &State, text: &str) -> Result<Unit, String> {
        self.battle(state).unit_named(text).map(Unit).ok_or_else(|| format!("there is no unit \"{text}\""))
    }

    fn read_way(&self, state: &State, text: &str) -> Result<u8, String> {
        let way = self.ground(state).board().direction_named(text).map(Direction::index);
        way.map(|way| way as u8).ok_or_else(|| format!("\"{text}\" is no direction (they are N, NE, SE, S, SW, NW)"))
    }
}

/// The actions of one word.
fn alone(word: &str) -> Option<Action> {
    Some(match word {
        "first" => Action::First,
        "second" => Action::Second,
        "stay" => Action::Stay,
        "double" => Action::Double,
        "urge" => Action::Urge,
        "rest" => Action::Rest,
        "recover" => Action::Recover,
        "exit" => Action::Exit,
        "rejoin" => Action::Rejoin,
        "stand" => Action::Stand,
        "yield" => Action::Yield,
        "roll" => Action::Roll,
        "done" => Action::Done,
        _ => return None,
    })
}
