//! Who stands where in a tournament. All of it follows from the scores: players are numbers, their seeds from 0, and points
//! are counted in halves.

use super::pairing::{Entrant, Firsts, Pair};
use std::cmp::Reverse;
use wire::TournamentKind;

/// A match of a tournament, or a bye, as far as it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    /// The round, from 1.
    pub round: i64,
    /// The pairing, from 0.
    pub board: i64,
    /// Which of the pairing's matches.
    pub leg: i64,
    /// Who had which side.
    pub pair: Pair,
    /// The points of both, when it is over.
    pub points: Option<(i64, i64)>,
}

impl Scored {
    /// What somebody has got out of it, and who met him.
    fn of(&self, player: usize) -> Option<(i64, Option<usize>)> {
        let (one, other) = self.points?;
        match self.pair {
            Pair { first, second } if first == player => Some((one, second)),
            Pair { first, second: Some(second) } if second == player => Some((other, Some(first))),
            _ => None,
        }
    }
}

/// Where somebody stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stand {
    /// His seed.
    pub player: usize,
    /// His place, from 1.
    pub place: usize,
    /// His points.
    pub points: i64,
    /// Matches that are over.
    pub matches: usize,
    /// The points of all that he met.
    pub buchholz: i64,
    /// Twice the points of those whom he beat, and once of those with whom he drew: in quarters.
    pub sonneborn_berger: i64,
    /// His points against those who have as many.
    pub head_to_head: i64,
    /// The round in which he was knocked out.
    pub out_in: Option<i64>,
}

/// The standings, the best first.
pub fn standings(kind: TournamentKind, players: usize, scored: &[Scored]) -> Vec<Stand> {
    let results = |player: usize| scored.iter().filter_map(move |one| one.of(player));
    let points: Vec<i64> = (0..players).map(|player| results(player).map(|(points, _)| points).sum()).collect();
    let mut stands: Vec<Stand> = (0..players)
        .map(|player| {
            let met = || results(player).filter_map(|(points, other)| Some((points, other?)));
            Stand {
                player,
                points: points[player],
                matches: met().count(),
                buchholz: met().map(|(_, other)| points[other]).sum(),
                sonneborn_berger: met().map(|(own, other)| own * points[other]).sum(),
                head_to_head: met().filter(|(_, other)| points[*other] == points[player]).map(|(own, _)| own).sum(),
                out_in: (kind == TournamentKind::KnockOut).then(|| knocked_out(player, scored)).flatten(),
                ..Stand::default()
            }
        })
        .collect();
    stands.sort_by_key(|stand| (rank(kind, stand), stand.player));
    let mut place = 1;
    for at in 0..stands.len() {
        if at > 0 && rank(kind, &stands[at - 1]) != rank(kind, &stands[at]) {
            place = at + 1;
        }
        stands[at].place = place;
    }
    stands
}

/// What counts first, second and so on: the smallest stands first.
fn rank(kind: TournamentKind, stand: &Stand) -> [Reverse<i64>; 4] {
    let Stand { points, buchholz, sonneborn_berger, head_to_head, .. } = *stand;
    match kind {
        TournamentKind::RoundRobin => [points, head_to_head, sonneborn_berger, 0],
        TournamentKind::Swiss => [points, buchholz, sonneborn_berger, head_to_head],
        TournamentKind::KnockOut => [stand.out_in.unwrap_or(i64::MAX), points, 0, 0],
    }
    .map(Reverse)
}

/// The round in which somebody lost a pairing that is over.
fn knocked_out(player: usize, scored: &[Scored]) -> Option<i64> {
    let own = scored.iter().filter(|one| one.pair.has(player));
    own.map(|one| (one.round, one.board)).find_map(|(round, board)| {
        let winner = winner(&board_of(scored, round, board))?;
        (winner != player).then_some(round)
    })
}

/// The matches of a pairing, in order.
pub fn board_of(scored: &[Scored], round: i64, board: i64) -> Vec<Scored> {
    scored.iter().filter(|one| one.round == round && one.board == board).copied().collect()
}

/// Matches that decide a pairing of a knock-out that is even, and no more: then the better seed goes on.
pub const DECIDERS: i64 = 1;
/// The leg of a match that decides.
pub const DECIDER: i64 = 2;

/// Who goes on of a pairing of a knock-out, if that is known.
pub fn winner(board: &[Scored]) -> Option<usize> {
    let pair = board.first()?.pair;
    let second = match pair.second {
        None => return Some(pair.first),
        Some(second) => second,
    };
    let sum = |player| board.iter().filter_map(|one| one.of(player)).map(|(points, _)| points).sum::<i64>();
    if board.iter().any(|one| one.points.is_none()) {
        return None;
    }
    match sum(pair.first).cmp(&sum(second)) {
        std::cmp::Ordering::Greater => Some(pair.first),
        std::cmp::Ordering::Less => Some(second),
        std::cmp::Ordering::Equal if board.iter().any(|one| one.leg >= DECIDER) => Some(pair.first.min(second)),
        std::cmp::Ordering::Equal => None,
    }
}

/// Who has had which side how often.
pub fn firsts(players: usize, scored: &[Scored]) -> Firsts {
    let mut firsts = Firsts::new(players);
    scored.iter().for_each(|one| firsts.note(one.pair));
    firsts
}

/// The field of a Swiss tournament: those who are still in it, and what they have played.
pub fn field(players: usize, is_in: impl Fn(usize) -> bool, scored: &[Scored]) -> Vec<Entrant> {
    let entrant = |player: usize| {
        let own = || scored.iter().filter(|one| one.pair.has(player));
        let other = |pair: Pair| if pair.first == player { pair.second } else { Some(pair.first) };
        let mut met: Vec<usize> = own().filter_map(|one| other(one.pair)).collect();
        met.dedup();
        Entrant {
            player,
            points: own().filter_map(|one| one.of(player)).map(|(points, _)| points).sum(),
            met,
            byes: own().filter(|one| one.pair.second.is_none()).count(),
        }
    };
    (0..players).filter(|player| is_in(*player)).map(entrant).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(round: i64, first: usize, second: usize, points: (i64, i64)) -> Scored {
        let board = (first.min(second)) as i64;
        Scored { round, board, leg: 0, pair: Pair { first, second: Some(second) }, points: Some(points) }
    }

    fn places(stands: &[Stand]) -> Vec<(usize, usize)> {
        stands.iter().map(|stand| (stand.player, stand.place)).collect()
    }

    /// Four players, everybody against everybody: 0 beats 1, 1 beats 2, 2 beats 0, all beat 3 but for 2, who draws.
    fn circle() -> Vec<Scored> {
        vec![
            played(1, 0, 1, (2, 0)),
            played(1, 2, 3, (1, 1)),
            played(2, 1, 2, (2, 0)),
            played(2, 3, 0, (0, 2)),
            played(3, 2, 0, (2, 0)),
            played(3, 1, 3, (2, 0)),
        ]
    }

    #[test]
    fn ties_are_broken_by_what_was_played_among_each_other() {
        let stands = standings(TournamentKind::RoundRobin, 4, &circle());
        // 0 and 1 have two wins each, and 0 has beaten 1; 2 has three halves, 3 one.
        assert_eq!(places(&stands), [(0, 1), (1, 2), (2, 3), (3, 4)]);
        let of = |player: usize| stands.iter().find(|stand| stand.player == player).unwrap();
        assert_eq!((of(0).points, of(1).points, of(2).points, of(3).points), (4, 4, 3, 1));
        assert_eq!((of(0).head_to_head, of(1).head_to_head), (2, 0));
        // All that met 0: 4 + 1 + 3.
        assert_eq!(of(0).buchholz, 8);
        // In quarters: 0 beat 1 (4 points) and 3 (1 point).
        assert_eq!(of(0).sonneborn_berger, 2 * 4 + 2);
        assert_eq!(of(2).sonneborn_berger, 2 * 4 + 1);
        assert!(stands.iter().all(|stand| stand.matches == 3 && stand.out_in.is_none()));
    }

    #[test]
    fn who_met_the_better_ones_stands_first_in_a_swiss_tournament() {
        let scored =
            [played(1, 0, 2, (2, 0)), played(1, 1, 3, (2, 0)), played(2, 0, 1, (2, 0)), played(2, 2, 3, (2, 0))];
        let stands = standings(TournamentKind::Swiss, 4, &scored);
        // 1 and 2 have a win each; 1 met 0 and 3 (4 + 0), 2 as well: only then counts whom they beat, and that is 3 for both.
        assert_eq!(places(&stands), [(0, 1), (1, 2), (2, 2), (3, 4)]);
        let other = [scored[0], scored[1], played(2, 0, 1, (2, 0)), played(2, 3, 2, (1, 1))];
        let stands = standings(TournamentKind::Swiss, 4, &other);
        assert_eq!(places(&stands), [(0, 1), (1, 2), (2, 3), (3, 4)], "2 met the winner, 3 who lost to him");
    }

    #[test]
    fn a_bye_counts_but_is_nobody_that_was_met() {
        let bye = Scored { round: 1, board: 1, leg: 0, pair: Pair { first: 2, second: None }, points: Some((2, 0)) };
        let scored = [played(1, 0, 1, (1, 1)), bye];
        let stands = standings(TournamentKind::Swiss, 3, &scored);
        assert_eq!(places(&stands), [(2, 1), (0, 2), (1, 2)]);
        assert_eq!((stands[0].points, stands[0].buchholz, stands[0].matches), (2, 0, 0));
        let field = field(3, |player| player != 0, &scored);
        let entrant = |player, points, met: &[usize], byes| Entrant { player, points, met: met.to_vec(), byes };
        assert_eq!(field, [entrant(1, 1, &[0], 0), entrant(2, 2, &[], 1)]);
        assert_eq!(firsts(3, &scored), Firsts(vec![1, -1, 0]));
    }

    #[test]
    fn an_even_pairing_of_a_knock_out_is_decided_by_one_more_match_and_then_by_the_seeds() {
        let legs = [played(1, 0, 1, (2, 0)), Scored { leg: 1, ..played(1, 1, 0, (2, 0)) }];
        assert_eq!(winner(&legs), None);
        let decided = Scored { leg: DECIDER, ..played(1, 1, 0, (2, 0)) };
        assert_eq!(winner(&[legs[0], legs[1], decided]), Some(1));
        let even = Scored { points: Some((1, 1)), ..decided };
        assert_eq!(winner(&[legs[0], legs[1], even]), Some(0));
        assert_eq!(winner(&[legs[0], Scored { points: None, ..legs[1] }]), None);
        let stands = standings(TournamentKind::KnockOut, 2, &[legs[0], legs[1], decided]);
        assert_eq!((stands[0].player, stands[1].player, stands[1].out_in), (1, 0, Some(1)));
    }
}
