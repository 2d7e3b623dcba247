//! What happened. Arrays have one entry a side, in the order of [`Plan::sides`].

use crate::Plan;
use serde::{Deserialize, Serialize};

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRow {
    /// Its number in the plan, from 0.
    pub game: u64,
    /// The seed of its dice.
    pub seed: u64,
    /// Whether the players sat exchanged.
    pub swapped: bool,
    /// The side that won, 0 or 1; `None` for a draw.
    pub winner: Option<u8>,
    /// The rule that decided it.
    pub clause: String,
    /// The first side's victory points at the end less the second's.
    pub margin: i32,
    /// The turn in which it ended.
    pub turns: u16,
    /// Decisions taken.
    pub decisions: [u32; 2],
    /// Dice rolled.
    pub rolls: u32,
    /// Seconds spent on thinking.
    pub seconds: [f64; 2],
    /// Living strength at the beginning, on the board and still to come.
    pub strength_start: [u32; 2],
    /// Living strength at the end: what there was at the beginning, less what was lost, and what was gained.
    pub strength_end: [u32; 2],
    /// Strength lost.
    pub lost: [u32; 2],
    /// Strength gained: replacements, recovered steps.
    pub gained: [u32; 2],
    /// Victory points at the end.
    pub points: [i32; 2],
}

/// A turn of a game, as things stood when it ended. Losses, decisions and seconds count from the game's beginning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TurnRow {
    /// The game's number in the plan.
    pub game: u64,
    /// The turn.
    pub turn: u16,
    /// Strength on the board.
    pub strength: [u32; 2],
    /// Strength lost so far.
    pub lost: [u32; 2],
    /// Hexes nearer to the side than to the enemy.
    pub ground: [u32; 2],
    /// Victory points the side would count now.
    pub points: [i32; 2],
    /// Decisions taken so far.
    pub decisions: [u32; 2],
    /// Seconds spent on thinking so far.
    pub seconds: [f64; 2],
}

/// What a side saw in a hex, in all games of a shard or a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HexRow {
    /// The hex as the rulebook prints it.
    pub hex: String,
    /// The side, 0 or 1.
    pub side: u8,
    /// Strength the side lost there.
    pub died: u64,
    /// At the end of how many turns a piece of the side stood there next to an enemy.
    pub front: u64,
}

/// How often a die showed a value, in all games of a shard or a run.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DiceRow {
    /// How many sides the die has.
    pub sides: u16,
    /// The side that came up.
    pub value: u16,
    /// How often.
    pub count: u64,
}

/// How often a player with a side was offered a kind of action and took it, in all games of a shard or a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ActionRow {
    /// The player, 0 or 1 in the order of [`Plan::players`].
    pub player: u8,
    /// The side, 0 or 1.
    pub side: u8,
    /// The kind of action.
    pub action: String,
    /// At how many decisions it could be taken.
    pub offered: u64,
    /// At how many it was.
    pub taken: u64,
}

/// What a player's habit cost him with a side, in all games of a shard or a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HabitRow {
    /// The player, 0 or 1 in the order of [`Plan::players`].
    pub player: u8,
    /// The side, 0 or 1.
    pub side: u8,
    /// The word of the [`Habit`](engine::Habit).
    pub habit: String,
    /// In how many games he had the side.
    pub games: u64,
    /// How many units it befell.
    pub units: u64,
    /// Of how many it could have befallen, where that is counted: units near the enemy at the ends of turns.
    pub of: u64,
}

/// Which beginning of a game an [`OpeningRow`] is about.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Before the first counter on the board moves and the first die falls.
    SetUp,
    /// At the end of the second turn.
    FirstTurns,
}

impl Stage {
    /// Both of them, in their order.
    pub const ALL: [Stage; 2] = [Stage::SetUp, Stage::FirstTurns];

    /// The word for it in tables.
    pub const fn word(self) -> &'static str {
        match self {
            Stage::SetUp => "set-up",
            Stage::FirstTurns => "first-turns",
        }
    }
}

/// In how many games of a shard or a run a side stood in a hex when they had begun, and what became of these.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpeningRow {
    /// When.
    pub stage: Stage,
    /// The hex as the rulebook prints it.
    pub hex: String,
    /// The side, 0 or 1.
    pub side: u8,
    /// In how many games it stood there.
    pub games: u64,
    /// How many of these it won.
    pub won: u64,
}

/// A game looked at again: what luck and choices did to the first side's chance to win. The chance at the beginning, luck,
/// choices and hindsight add up to the result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AnalysedRow {
    /// The game's number in the plan.
    pub game: u64,
    /// The first side's chance at the beginning.
    pub chance: f64,
    /// What the dice of each side did to the first side's chance.
    pub luck: [f64; 2],
    /// What the choices of each side did to it.
    pub choice: [f64; 2],
    /// What was seen otherwise when another turn could be foreseen.
    pub hindsight: f64,
    /// How many choices each side had.
    pub choices: [u32; 2],
}

/// A choice that cost something, by an analysis.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MistakeRow {
    /// The game's number in the plan.
    pub game: u64,
    /// How many actions had been played before it.
    pub at: u64,
    /// The turn.
    pub turn: u16,
    /// The side that chose, 0 or 1.
    pub side: u8,
    /// `doubtful`, `mistake` or `blunder`.
    pub grade: String,
    /// The kind of action that was taken: the first word of its notation.
    pub action: String,
    /// What it cost in chance to win.
    pub cost: f64,
}

/// A part of a run that is played as one piece of work.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// Its number in the plan, from 0.
    pub number: u64,
    /// Its games, in the plan's order.
    pub games: Vec<GameRow>,
    /// Their turns, in the same order.
    pub turns: Vec<TurnRow>,
    /// What the hexes saw, in the board's order, the first side before the second.
    pub hexes: Vec<HexRow>,
    /// What the dice showed, by sides and value.
    pub dice: Vec<DiceRow>,
    /// What was offered and taken, by player, side and kind.
    #[serde(default)]
    pub actions: Vec<ActionRow>,
    /// What habits cost, by player, side and habit.
    #[serde(default)]
    pub habits: Vec<HabitRow>,
    /// Where each side stood at first, by stage, hex and side.
    #[serde(default)]
    pub openings: Vec<OpeningRow>,
    /// What luck and choices did, where the games are looked at again.
    #[serde(default)]
    pub analysed: Vec<AnalysedRow>,
    /// The choices that cost something, likewise.
    #[serde(default)]
    pub mistakes: Vec<MistakeRow>,
}

/// A plan and all that is known of its games: what a report reads.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// What was to be played.
    pub plan: Plan,
    /// The games that were, in the plan's order; fewer than planned if the run was stopped.
    pub games: Vec<GameRow>,
    /// Their turns, in the same order.
    pub turns: Vec<TurnRow>,
    /// What the hexes saw, by hex and side.
    pub hexes: Vec<HexRow>,
    /// What the dice showed, by sides and value.
    pub dice: Vec<DiceRow>,
    /// What was offered and taken, by player, side and kind.
    pub actions: Vec<ActionRow>,
    /// What habits cost, by player, side and habit.
    pub habits: Vec<HabitRow>,
    /// Where each side stood at first, by stage, hex and side.
    pub openings: Vec<OpeningRow>,
    /// What luck and choices did, in the plan's order, where the games were looked at again.
    pub analysed: Vec<AnalysedRow>,
    /// The choices that cost something, likewise.
    pub mistakes: Vec<MistakeRow>,
}

impl Run {
    /// A run of which nothing has been played.
    pub fn new(plan: Plan) -> Run {
        Run {
            plan,
            games: Vec::new(),
            turns: Vec::new(),
            hexes: Vec::new(),
            dice: Vec::new(),
            actions: Vec::new(),
            habits: Vec::new(),
            openings: Vec::new(),
            analysed: Vec::new(),
            mistakes: Vec::new(),
        }
    }
}
