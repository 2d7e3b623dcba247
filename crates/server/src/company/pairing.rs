//! Who meets whom. All of it follows from what was played: players are numbers, their seeds from 0.

/// Two who meet, or one who has a bye. The first has the game's first side (in the first match, if they play two).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Who has the first side.
    pub first: usize,
    /// Who has the second; nobody in a bye.
    pub second: Option<usize>,
}

impl Pair {
    fn bye(player: usize) -> Pair {
        Pair { first: player, second: None }
    }

    /// Whether somebody is one of them.
    pub fn has(&self, player: usize) -> bool {
        self.first == player || self.second == Some(player)
    }
}

/// A round robin: everybody meets everybody, by the circle method. Of an odd number one rests each round.
pub fn round_robin(players: usize, round: usize) -> Vec<Pair> {
    let seats = players.next_multiple_of(2);
    if seats == 0 {
        return Vec::new();
    }
    // The last one stays where he is, the others walk around him.
    let walkers = seats - 1;
    let mut pairs: Vec<Pair> = (0..seats / 2)
        .map(|step| {
            let one = (round + step) % walkers;
            let other = if step == 0 { walkers } else { (round + walkers - step) % walkers };
            met(one.min(other), one.max(other), players)
        })
        .collect();
    pairs.sort_by_key(|pair| (pair.second.is_none(), pair.first.min(pair.second.unwrap_or(usize::MAX))));
    pairs
}

/// Two of a round robin. Whoever is an odd number of places ahead has the first side, so that everybody has it half of the time.
fn met(low: usize, high: usize, players: usize) -> Pair {
    if high >= players {
        return Pair::bye(low);
    }
    let (first, second) = if (high - low) % 2 == 1 { (low, high) } else { (high, low) };
    Pair { first, second: Some(second) }
}

/// How many rounds everybody needs to meet everybody.
pub fn round_robin_rounds(players: usize) -> usize {
    players.next_multiple_of(2).saturating_sub(1)
}

/// How many rounds it takes until one is left, if half go out in each.
pub fn halving_rounds(players: usize) -> usize {
    players.next_power_of_two().trailing_zeros() as usize
}

/// The first round of a knock-out: the best seed against the last, drawn so that the best two can meet in the last round
/// only. Where players are missing to a power of two, the best seeds have a bye.
pub fn knock_out(players: usize, firsts: &Firsts) -> Vec<Pair> {
    let mut order = vec![0];
    while order.len() < players {
        let next = order.len() * 2;
        order = order.into_iter().flat_map(|seed| [seed, next - 1 - seed]).collect();
    }
    if players < 2 {
        return Vec::new();
    }
    let pair = |two: &[usize]| match (two[0], two[1]) {
        (one, other) if other >= players => Pair::bye(one),
        (one, other) => firsts.sides(one, other),
    };
    order.chunks(2).map(pair).collect()
}

/// A later round of a knock-out: those who are left, in the order of the pairings that they have won.
pub fn knock_out_next(left: &[usize], firsts: &Firsts) -> Vec<Pair> {
    let pair = |two: &[usize]| match two {
        [one, other] => firsts.sides(*one, *other),
        rest => Pair::bye(rest[0]),
    };
    left.chunks(2).map(pair).collect()
}

/// Who has had the first side more often than the second: by how much, for each player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Firsts(pub Vec<i64>);

/// Nobody has the same side so much more often than the other, where it can be helped.
const MOST_UNEVEN: i64 = 2;

impl Firsts {
    /// Nobody has played.
    pub fn new(players: usize) -> Firsts {
        Firsts(vec![0; players])
    }

    /// Notes a pair.
    pub fn note(&mut self, pair: Pair) {
        if let Some(second) = pair.second {
            self.0[pair.first] += 1;
            self.0[second] -= 1;
        }
    }

    /// Two who meet: who had the first side less often has it now. If that is even, the better seed has it when the sum of both
    /// seeds is odd.
    pub fn sides(&self, one: usize, other: usize) -> Pair {
        let (low, high) = (one.min(other), one.max(other));
        let is_low = match self.0[low].cmp(&self.0[high]) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => (low + high) % 2 == 1,
        };
        let (first, second) = if is_low { (low, high) } else { (high, low) };
        Pair { first, second: Some(second) }
    }

    /// Whether two can meet without making one's sides too uneven.
    fn fit(&self, one: usize, other: usize) -> bool {
        let both = [self.0[one], self.0[other]];
        !(both.iter().all(|firsts| *firsts >= MOST_UNEVEN) || both.iter().all(|firsts| *firsts <= -MOST_UNEVEN))
    }
}

/// Somebody in a Swiss tournament before a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entrant {
    /// His seed.
    pub player: usize,
    /// His points, in halves.
    pub points: i64,
    /// Whom he has met.
    pub met: Vec<usize>,
    /// How many byes he has had.
    pub byes: usize,
}

/// A round of a Swiss tournament. Those who stand alike meet, the upper half of them with the lower; nobody meets anybody again
/// as long as that can be avoided for all, nor has the same side too often; and of an odd number the last who has had the
/// fewest byes has one.
pub fn swiss(field: &[Entrant], firsts: &Firsts) -> Vec<Pair> {
    let mut field: Vec<&Entrant> = field.iter().collect();
    field.sort_by_key(|entrant| (-entrant.points, entrant.player));
    let is_new = |one: &Entrant, other: &Entrant| !one.met.contains(&other.player);
    let is_fair = |one: &Entrant, other: &Entrant| is_new(one, other) && firsts.fit(one.player, other.player);
    let bye = (field.len() % 2 == 1).then(|| {
        let fewest = field.iter().map(|entrant| entrant.byes).min().unwrap_or_default();
        let may = (0..field.len()).rev().filter(|&at| field[at].byes == fewest);
        let without = |at: usize| {
            let rest: Vec<&Entrant> = [&field[..at], &field[at + 1..]].concat();
            most_pairs(&rest, &is_new)
        };
        // The last of those without whom the others have most to meet for the first time.
        let best = field.len() / 2;
        let found = may.clone().find(|&at| without(at) == best).or_else(|| may.max_by_key(|&at| without(at)));
        field.remove(found.unwrap_or_default()).player
    });
    // Sides are minded as long as nobody meets anybody again for it.
    let mut pairs = if most_pairs(&field, &is_fair) == most_pairs(&field, &is_new) {
        paired(field, firsts, &is_fair)
    } else {
        paired(field, firsts, &is_new)
    };
    pairs.extend(bye.map(Pair::bye));
    pairs
}

type Allowed<'a> = dyn Fn(&Entrant, &Entrant) -> bool + 'a;

/// Pairs from the top: each with the one who suits him best of those with whom all others can still be paired as well.
fn paired(mut left: Vec<&Entrant>, firsts: &Firsts, allowed: &Allowed<'_>) -> Vec<Pair> {
    let mut pairs = Vec::with_capacity(left.len() / 2);
    let mut most = most_pairs(&left, allowed);
    while left.len() > 1 {
        let top = left.remove(0);
        let alike = 1 + left.iter().take_while(|other| other.points == top.points).count();
        let mut order: Vec<usize> = (0..left.len()).collect();
        // Among those who stand alike the top of the upper half meets the top of the lower.
        let ideal = (alike / 2).max(1) - 1;
        order.sort_by_key(|&at| (top.points - left[at].points, at.abs_diff(ideal), at));
        let rest_of = |at: usize| -> Vec<&Entrant> { [&left[..at], &left[at + 1..]].concat() };
        let suits = |&at: &usize| {
            let gained = usize::from(allowed(top, left[at]));
            // Nobody is better off without checking: that much can be had at most.
            gained + most_pairs(&rest_of(at), allowed) == most
        };
        let at = order.iter().copied().find(|at| suits(at)).unwrap_or_default();
        most -= usize::from(allowed(top, left[at]));
        pairs.push(firsts.sides(top.player, left[at].player));
        left.remove(at);
    }
    pairs
}

/// How many pairs can be made at once out of those that are allowed: Edmonds' blossoms.
fn most_pairs(field: &[&Entrant], allowed: &Allowed<'_>) -> usize {
    let count = field.len();
    let friends: Vec<Vec<usize>> = (0..count)
        .map(|one| (0..count).filter(|&other| other != one && allowed(field[one], field[other])).collect())
        .collect();
    let mut mates = vec![None; count];
    // Most find somebody at once.
    for one in 0..count {
        if mates[one].is_none()
            && let Some(&other) = friends[one].iter().find(|&&other| mates[other].is_none())
        {
            (mates[one], mates[other]) = (Some(other), Some(one));
        }
    }
    for root in 0..count {
        if mates[root].is_none() {
            augment(&friends, &mut mates, root);
        }
    }
    mates.iter().flatten().count() / 2
}

/// Looks for a way from somebody without a mate to another one, along which all change mates.
fn augment(friends: &[Vec<usize>], mates: &mut [Option<usize>], root: usize) {
    let count = friends.len();
    // The base of each one's blossom, how he was reached, and whether he is at an even distance.
    let mut base: Vec<usize> = (0..count).collect();
    let mut parent: Vec<Option<usize>> = vec![None; count];
    let mut even = vec![false; count];
    let mut queue = std::collections::VecDeque::from([root]);
    even[root] = true;
    while let Some(one) = queue.pop_front() {
        for &other in &friends[one] {
            if base[one] == base[other] || mates[one] == Some(other) {
                continue;
            }
            let closes = other == root || mates[other].is_some_and(|mate| parent[mate].is_some());
            if closes {
                let top = common_base(&base, &parent, mates, one, other);
                let mut inside = vec![false; count];
                mark(&base, &mut parent, mates, &mut inside, (one, top, other));
                mark(&base, &mut parent, mates, &mut inside, (other, top, one));
                for at in 0..count {
                    if inside[base[at]] {
                        base[at] = top;
                        if !even[at] {
                            even[at] = true;
                            queue.push_back(at);
                        }
                    }
                }
            } else if parent[other].is_none() {
                parent[other] = Some(one);
                match mates[other] {
                    Some(mate) => {
                        even[mate] = true;
                        queue.push_back(mate);
                    }
                    None => return change(&parent, mates, other),
                }
            }
        }
    }
}

/// Where the ways of two back to the root meet.
fn common_base(base: &[usize], parent: &[Option<usize>], mates: &[Option<usize>], one: usize, other: usize) -> usize {
    let mut seen = vec![false; base.len()];
    let mut at = one;
    loop {
        at = base[at];
        seen[at] = true;
        let Some(up) = mates[at].and_then(|mate| parent[mate]) else { break };
        at = up;
    }
    at = other;
    loop {
        at = base[at];
        if seen[at] {
            return at;
        }
        match mates[at].and_then(|mate| parent[mate]) {
            Some(up) => at = up,
            None => return at,
        }
    }
}

/// Marks the way from one up to the top of a blossom as part of it.
fn mark(
    base: &[usize],
    parent: &mut [Option<usize>],
    mates: &[Option<usize>],
    inside: &mut [bool],
    (mut at, top, mut child): (usize, usize, usize),
) {
    while base[at] != top {
        let Some(mate) = mates[at] else { return };
        inside[base[at]] = true;
        inside[base[mate]] = true;
        parent[at] = Some(child);
        child = mate;
        let Some(up) = parent[mate] else { return };
        at = up;
    }
}

/// All along the way change mates.
fn change(parent: &[Option<usize>], mates: &mut [Option<usize>], last: usize) {
    let mut at = Some(last);
    while let Some(here) = at {
        let Some(up) = parent[here] else { return };
        let next = mates[up];
        (mates[here], mates[up]) = (Some(up), Some(here));
        at = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::dice::{Dice as _, SeededDice};
    use std::collections::BTreeSet;

    fn key(one: usize, other: usize) -> (usize, usize) {
        (one.min(other), one.max(other))
    }

    #[test]
    fn in_a_round_robin_everybody_meets_everybody_once_and_has_each_side_half_of_the_time() {
        for players in 2..20 {
            let (mut met, mut firsts, mut byes) = (BTreeSet::new(), Firsts::new(players), vec![0; players]);
            for round in 0..round_robin_rounds(players) {
                let pairs = round_robin(players, round);
                let mut busy = BTreeSet::new();
                for pair in pairs {
                    assert!(busy.insert(pair.first), "{players} {round}");
                    match pair.second {
                        Some(second) => {
                            assert!(busy.insert(second) && met.insert(key(pair.first, second)), "{players} {round}");
                        }
                        None => byes[pair.first] += 1,
                    }
                    firsts.note(pair);
                }
                assert_eq!(busy.len(), players);
            }
            assert_eq!(met.len(), players * (players - 1) / 2);
            assert!(byes.iter().all(|byes| *byes == players % 2), "{players}: {byes:?}");
            assert!(firsts.0.iter().all(|firsts| firsts.abs() <= 1), "{players}: {:?}", firsts.0);
        }
    }

    #[test]
    fn the_best_two_of_a_knock_out_meet_last_and_byes_go_to_the_best() {
        for players in 2..40_usize {
            let mut pairs = knock_out(players, &Firsts::new(players));
            let byes: Vec<usize> = pairs.iter().filter(|pair| pair.second.is_none()).map(|pair| pair.first).collect();
            assert_eq!(byes.iter().max().map_or(0, |worst| worst + 1), players.next_power_of_two() - players);
            for round in 1.. {
                if pairs.len() == 1 {
                    assert_eq!(round, halving_rounds(players));
                    assert_eq!(pairs[0].second.map(|second| key(pairs[0].first, second)), Some((0, 1)));
                    break;
                }
                // The better seed always wins.
                let left: Vec<usize> =
                    pairs.iter().map(|pair| pair.second.map_or(pair.first, |second| pair.first.min(second))).collect();
                pairs = knock_out_next(&left, &Firsts::new(players));
                assert!(pairs.iter().all(|pair| pair.second.is_some()));
            }
        }
    }

    /// A Swiss tournament as it is played: results are rolled.
    struct Field {
        entrants: Vec<Entrant>,
        firsts: Firsts,
        dice: SeededDice,
    }

    impl Field {
        fn new(players: usize, seed: u64) -> Field {
            let entrant = |player| Entrant { player, ..Entrant::default() };
            Field {
                entrants: (0..players).map(entrant).collect(),
                firsts: Firsts::new(players),
                dice: SeededDice::new(seed),
            }
        }

        fn play(&mut self, pairs: &[Pair]) {
            for pair in pairs {
                let Some(second) = pair.second else {
                    self.entrants[pair.first].points += 2;
                    self.entrants[pair.first].byes += 1;
                    continue;
                };
                self.entrants[pair.first].met.push(second);
                self.entrants[second].met.push(pair.first);
                let points = i64::from(self.dice.die(3)) - 1;
                self.entrants[pair.first].points += points;
                self.entrants[second].points += 2 - points;
                self.firsts.note(*pair);
            }
        }
    }

    /// Whether all can be paired without a rematch, found out by trying.
    fn can_avoid_rematches(field: &[&Entrant]) -> bool {
        let Some((one, rest)) = field.split_first() else { return true };
        (0..rest.len()).any(|at| {
            let left: Vec<&Entrant> = [&rest[..at], &rest[at + 1..]].concat();
            !one.met.contains(&rest[at].player) && can_avoid_rematches(&left)
        })
    }

    #[test]
    fn nobody_of_a_swiss_field_meets_anybody_again_while_that_can_be_avoided() {
        for seed in 0..60 {
            let players = 2 + seed as usize % 9;
            let mut field = Field::new(players, seed);
            for round in 0..players + 1 {
                let pairs = swiss(&field.entrants, &field.firsts);
                let busy: BTreeSet<usize> =
                    pairs.iter().flat_map(|pair| [Some(pair.first), pair.second]).flatten().collect();
                assert_eq!(busy.len(), players, "everybody is paired once");
                let byes: Vec<usize> =
                    pairs.iter().filter(|pair| pair.second.is_none()).map(|pair| pair.first).collect();
                assert_eq!(byes.len(), players % 2);
                if let [rests] = byes[..] {
                    let fewest = field.entrants.iter().map(|entrant| entrant.byes).min();
                    assert_eq!(Some(field.entrants[rests].byes), fewest, "no second bye before everybody has had one");
                }
                let playing: Vec<&Entrant> =
                    field.entrants.iter().filter(|entrant| !byes.contains(&entrant.player)).collect();
                let again = pairs
                    .iter()
                    .filter(|pair| pair.second.is_some_and(|second| field.entrants[pair.first].met.contains(&second)));
                assert!(
                    again.count() == 0 || !can_avoid_rematches(&playing),
                    "seed {seed}, round {round}: {pairs:?} of {:?}",
                    field.entrants
                );
                field.play(&pairs);
            }
        }
    }

    #[test]
    fn sides_stay_even_in_a_swiss_field_and_those_who_stand_alike_meet() {
        for seed in 0..40 {
            let players = 12 + seed as usize % 30;
            let mut field = Field::new(players, seed + 1000);
            for round in 0..halving_rounds(players) + 1 {
                let pairs = swiss(&field.entrants, &field.firsts);
                let furthest = pairs.iter().filter_map(|pair| {
                    let (one, other) = (&field.entrants[pair.first], &field.entrants[pair.second?]);
                    Some((one.points - other.points).abs())
                });
                assert!(furthest.max() <= Some(6), "seed {seed}, round {round}");
                assert!(pairs.iter().all(|pair| {
                    pair.second.is_none_or(|second| !field.entrants[pair.first].met.contains(&second))
                }));
                field.play(&pairs);
                let uneven = field.firsts.0.iter().map(|firsts| firsts.abs()).max();
                assert!(uneven <= Some(MOST_UNEVEN), "seed {seed}, round {round}: {:?}", field.firsts);
                assert!(field.entrants.iter().all(|entrant| entrant.byes <= 1));
            }
        }
    }

    #[test]
    fn the_upper_half_of_those_who_stand_alike_meets_the_lower() {
        let field = Field::new(8, 1);
        let pairs: Vec<(usize, usize)> =
            swiss(&field.entrants, &field.firsts).iter().map(|pair| key(pair.first, pair.second.unwrap())).collect();
        assert_eq!(pairs, [(0, 4), (1, 5), (2, 6), (3, 7)]);
    }

    #[test]
    fn as_many_pairs_are_found_as_there_are() {
        // Two triangles that hang together by one edge: three pairs, which the greedy way misses.
        let edges = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (2, 3)];
        let field: Vec<Entrant> = (0..6).map(|player| Entrant { player, ..Entrant::default() }).collect();
        let field: Vec<&Entrant> = field.iter().collect();
        let most =
            |edges: &[(usize, usize)]| most_pairs(&field, &|one, other| edges.contains(&key(one.player, other.player)));
        assert_eq!((most(&edges), most(&edges[..6]), most(&[])), (3, 2, 0));
        // Against trying all, on random graphs.
        let mut dice = SeededDice::new(5);
        for _ in 0..300 {
            let all = (0..6).flat_map(|one| (one + 1..6).map(move |other| (one, other)));
            let edges: Vec<(usize, usize)> = all.filter(|_| dice.die(6) <= 2).collect();
            assert_eq!(most(&edges), tried(&edges), "{edges:?}");
        }
    }

    fn tried(edges: &[(usize, usize)]) -> usize {
        let Some((&(one, other), rest)) = edges.split_first() else { return 0 };
        let apart: Vec<(usize, usize)> =
            rest.iter().copied().filter(|edge| ![edge.0, edge.1].iter().any(|at| [one, other].contains(at))).collect();
        tried(rest).max(1 + tried(&apart))
    }
}
