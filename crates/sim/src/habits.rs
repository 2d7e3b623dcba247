//! What players do, and what nobody at a table would: kinds of actions that were offered and taken, and what habits cost.

use crate::front::Front;
use crate::rows::{ActionRow, HabitRow};
use catalogue::SelfPlay;
use engine::{Habit, Misdeeds, Muster, Side};
use hexboard::Hex;
use std::collections::BTreeMap;

/// How near the enemy must be for cover to matter.
const NEAR: u16 = 3;
const HABITS: usize = Habit::ALL.len();

/// How often a kind of action was offered and taken.
#[derive(Copy, Clone, Default)]
struct Kind {
    offered: u64,
    taken: u64,
}

/// What a player did with a side.
#[derive(Clone, Default)]
struct Ledger {
    games: u64,
    kinds: Vec<Kind>,
    units: [u64; HABITS],
    of: [u64; HABITS],
}

/// Where a piece stood when the last turn ended, and whether it was out of supply.
#[derive(Copy, Clone)]
struct Stand {
    hex: Hex,
    unsupplied: bool,
}

/// Adds up what players do in game after game.
pub(crate) struct Habits {
    kinds: &'static [&'static str],
    /// By player, then by side.
    ledgers: [[Ledger; 2]; 2],
    /// Who plays which side in the present game.
    players: [usize; 2],
    misdeeds: Misdeeds,
    stands: BTreeMap<(Side, u16), Stand>,
}

impl Habits {
    pub(crate) fn new(kinds: &'static [&'static str]) -> Habits {
        let ledger = Ledger { kinds: vec![Kind::default(); kinds.len()], ..Ledger::default() };
        let ledgers = [[ledger.clone(), ledger.clone()], [ledger.clone(), ledger]];
        Habits { kinds, ledgers, players: [0, 1], misdeeds: Misdeeds::default(), stands: BTreeMap::new() }
    }

    /// A game begins, with the players exchanged or not.
    pub(crate) fn begin(&mut self, swapped: bool) {
        self.players = if swapped { [1, 0] } else { [0, 1] };
        self.misdeeds = Misdeeds::default();
        self.stands.clear();
    }

    /// What hears of misdeeds while the game goes on.
    pub(crate) fn misdeeds(&mut self) -> &mut Misdeeds {
        &mut self.misdeeds
    }

    fn ledger(&mut self, side: Side) -> &mut Ledger {
        &mut self.ledgers[self.players[side.index()]][side.index()]
    }

    /// A side had the choice between these kinds, a bit each, and took one.
    pub(crate) fn choose(&mut self, side: Side, (listed, taken): (u128, usize)) {
        let kinds = &mut self.ledger(side).kinds;
        let mut rest = listed;
        while rest != 0 {
            kinds[rest.trailing_zeros() as usize].offered += 1;
            rest &= rest - 1;
        }
        kinds[taken].taken += 1;
    }

    /// A turn has ended, and so the pieces stand.
    pub(crate) fn end_turn(&mut self, play: &dyn SelfPlay, pieces: &[Muster], front: &Front) {
        let before = std::mem::take(&mut self.stands);
        for muster in pieces {
            let Some(hex) = muster.hex else { continue };
            let (side, piece) = (muster.side, muster.piece);
            let stand = Stand { hex, unsupplied: play.is_unsupplied(piece) };
            self.stands.insert((side, piece), stand);
            // Who came on in this turn, or by breaking up, has no place where he stood before.
            // Whom the enemy has cut off wherever he had stayed has not strayed.
            let walked = |was: &Stand| was.hex != hex && !was.unsupplied && play.is_fed_at(piece, was.hex);
            let strays = stand.unsupplied && before.get(&(side, piece)).is_some_and(walked);
            self.ledger(side).units[Habit::Straying as usize] += u64::from(strays);
            if front.away(1 - side.index(), hex) <= NEAR
                && let Some(cover) = play.cover(piece, hex)
            {
                let exposed = cover == 0 && has_cover_as_near(play, muster, hex, front);
                let ledger = self.ledger(side);
                ledger.of[Habit::InTheOpen as usize] += 1;
                ledger.units[Habit::InTheOpen as usize] += u64::from(exposed);
            }
        }
    }

    /// The game is over.
    pub(crate) fn end(&mut self) {
        let misdeeds = self.misdeeds;
        for side in Side::BOTH {
            let ledger = self.ledger(side);
            ledger.games += 1;
            for &habit in Habit::ALL {
                ledger.units[habit as usize] += u64::from(misdeeds.units(side, habit));
            }
        }
    }

    /// Each player with each side that he has played.
    fn played(&self) -> impl Iterator<Item = (u8, u8, &Ledger)> {
        let all = [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter();
        let all = all.map(|(player, side)| (player as u8, side as u8, &self.ledgers[player][side]));
        all.filter(|(_, _, ledger)| ledger.games > 0)
    }

    /// What was offered and taken; kinds that were never offered are left out.
    pub(crate) fn actions(&self) -> Vec<ActionRow> {
        let mut rows = Vec::new();
        for (player, side, ledger) in self.played() {
            let offered = self.kinds.iter().zip(&ledger.kinds).filter(|(_, kind)| kind.offered > 0);
            rows.extend(offered.map(|(action, &Kind { offered, taken })| ActionRow {
                player,
                side,
                action: action.to_lowercase(),
                offered,
                taken,
            }));
        }
        rows
    }

    /// What the habits cost.
    pub(crate) fn habits(&self) -> Vec<HabitRow> {
        let mut rows = Vec::new();
        for (player, side, ledger) in self.played() {
            rows.extend(Habit::ALL.iter().map(|&habit| HabitRow {
                player,
                side,
                habit: habit.to_string(),
                games: ledger.games,
                units: ledger.units[habit as usize],
                of: ledger.of[habit as usize],
            }));
        }
        rows
    }
}

/// Whether a piece could stand in cover next to its hex, no farther from the enemy.
fn has_cover_as_near(play: &dyn SelfPlay, muster: &Muster, hex: Hex, front: &Front) -> bool {
    let enemy = 1 - muster.side.index();
    let as_near = |other: &&Hex| (1..=front.away(enemy, hex)).contains(&front.away(enemy, **other));
    front.near(hex).iter().filter(as_near).any(|&other| play.cover(muster.piece, other).is_some_and(|cover| cover > 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ai::Player;
    use engine::Side::{First, Second};
    use engine::dice::Seed;
    use engine::{Decision, Die};
    use std::collections::BTreeSet;

    /// A game that stands still: who is out of supply, and where there is cover for everybody.
    #[derive(Default)]
    struct Still {
        unsupplied: BTreeSet<u16>,
        covered: BTreeSet<Hex>,
        /// Where nobody is in supply.
        barren: BTreeSet<Hex>,
    }

    impl SelfPlay for Still {
        fn begin(&mut self, _players: [Player; 2], _seed: Seed) {}

        fn decision(&self) -> Decision {
            Decision::Choose(Side::First)
        }

        fn choose(&mut self) -> usize {
            0
        }

        fn kinds(&self) -> &'static [&'static str] {
            &["go", "Stay"]
        }

        fn kinds_listed(&self, _choice: usize) -> (u128, usize) {
            (0b11, 0)
        }

        fn play(&mut self, _choice: usize, _rolls: &mut Vec<Die>, _misdeeds: &mut Misdeeds) {}

        fn turn(&self) -> u16 {
            1
        }

        fn muster(&self, _each: &mut dyn FnMut(Muster)) {}

        fn points(&self) -> [i32; 2] {
            [0, 0]
        }

        fn cover(&self, _piece: u16, hex: Hex) -> Option<u8> {
            Some(self.covered.contains(&hex).into())
        }

        fn is_unsupplied(&self, piece: u16) -> bool {
            self.unsupplied.contains(&piece)
        }

        fn is_fed_at(&self, _piece: u16, hex: Hex) -> bool {
            !self.barren.contains(&hex)
        }
    }

    /// Pieces in hexes at the end of a turn, and what the game says of them.
    type Standing<'a> = (&'a [(u16, Side, &'a str)], &'a Still);

    /// The ends of turns with pieces in these hexes of hex-fight's board: what a habit cost each side, and of how many.
    fn after(habit: Habit, turns: &[Standing]) -> [(u64, u64); 2] {
        let game = catalogue::HEX_FIGHT.load(None).expect("its data are sound");
        let board = &game.map(0).board;
        let mut front = Front::new(board);
        let mut habits = Habits::new(Still::default().kinds());
        habits.begin(false);
        for (pieces, play) in turns {
            let muster = |&(piece, side, label): &(u16, Side, &str)| {
                let hex = Some(board.parse(label).expect("it is on the board"));
                Muster { piece, side, hex, strength: 1 }
            };
            let pieces: Vec<Muster> = pieces.iter().map(muster).collect();
            front.survey(&pieces);
            habits.end_turn(*play, &pieces, &front);
        }
        habits.end();
        let rows = habits.habits();
        [0, 1].map(|side| {
            let row = rows.iter().find(|row| row.side == side && row.habit == habit.word()).expect("a row each");
            assert_eq!((row.player, row.games), (side, 1));
            (row.units, row.of)
        })
    }

    #[test]
    fn who_moves_and_is_out_of_supply_then_has_strayed_and_who_was_cut_off_where_he_stood_has_not() {
        let fed = Still::default();
        let starved = Still { unsupplied: [1, 2, 3].into(), ..Still::default() };
        let morning = [(1, First, "0101"), (2, First, "0103"), (4, Second, "1111")];
        // 1 has moved, 2 has not, 3 is new.
        let evening = [(1, First, "0102"), (2, First, "0103"), (3, First, "0105"), (4, Second, "1110")];
        let found = after(Habit::Straying, &[(&morning, &fed), (&evening, &starved), (&morning, &starved)]);
        assert_eq!(found, [(1, 0), (0, 0)], "and nobody strays twice");
        let game = catalogue::HEX_FIGHT.load(None).expect("its data are sound");
        let home = game.map(0).board.parse("0101").expect("it is on the board");
        let besieged = Still { unsupplied: [1].into(), barren: [home].into(), ..Still::default() };
        let found = after(Habit::Straying, &[(&morning, &fed), (&evening, &besieged)]);
        assert_eq!(found, [(0, 0), (0, 0)], "where it stood it would have none either");
    }

    #[test]
    fn who_stands_in_the_open_could_have_had_cover_as_near_to_the_enemy() {
        let game = catalogue::HEX_FIGHT.load(None).expect("its data are sound");
        let hex = |label: &str| game.map(0).board.parse(label).expect("it is on the board");
        // In one column, two hexes apart; the enemy's other unit is too far away to matter.
        let pieces = [(1, First, "0505"), (2, Second, "0507"), (3, Second, "1101")];
        let with =
            |labels: &[&str]| Still { covered: labels.iter().map(|label| hex(label)).collect(), ..Still::default() };
        let found = |still: &Still| after(Habit::InTheOpen, &[(&pieces, still)])[0];
        assert_eq!(found(&with(&[])), (0, 1), "there is none");
        assert_eq!(found(&with(&["0506"])), (1, 1), "nearer to the enemy");
        assert_eq!(found(&with(&["0504"])), (0, 1), "it would be a step back");
        assert_eq!(found(&with(&["0505", "0506"])), (0, 1), "it has cover");
    }

    #[test]
    fn what_is_offered_and_taken_is_counted_for_whoever_sits_there() {
        let mut habits = Habits::new(&["go", "Stay", "rest"]);
        habits.begin(true);
        habits.choose(Side::First, (0b11, 1));
        habits.choose(Side::First, (0b01, 0));
        habits.end();
        let rows = habits.actions();
        let found: Vec<_> =
            rows.iter().map(|row| (row.player, row.side, row.action.as_str(), row.offered, row.taken)).collect();
        assert_eq!(found, [(1, 0, "go", 2, 1), (1, 0, "stay", 1, 1)], "what was never offered has no row");
    }
}
