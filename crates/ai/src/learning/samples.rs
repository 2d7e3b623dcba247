//! Positions and what became of them, in flat arrays.

use engine::judge::Feature;
use std::ops::Range;

/// Positions of games, each with its features, and how the games ended.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Samples {
    features: Vec<Feature>,
    /// Where the features of each position end.
    ends: Vec<u32>,
    /// The first side's result and margin, for each position.
    results: Vec<[f32; 2]>,
    /// Where the positions of each game end.
    games: Vec<u32>,
}

impl Samples {
    /// Adds a position of a game that goes on.
    pub(super) fn push(&mut self, features: &[Feature]) {
        self.features.extend(features);
        self.ends.push(self.features.len() as u32);
    }

    /// Adds all positions of a game, now that it is over.
    pub(super) fn take(&mut self, game: &Samples, won: f32, margin: f32) {
        let start = self.features.len() as u32;
        self.features.extend(&game.features);
        self.ends.extend(game.ends.iter().map(|end| start + end));
        self.results.resize(self.ends.len(), [won, margin]);
        self.games.push(self.ends.len() as u32);
    }

    /// Adds other games.
    pub fn append(&mut self, other: &Samples) {
        let (features, positions) = (self.features.len() as u32, self.ends.len() as u32);
        self.features.extend(&other.features);
        self.ends.extend(other.ends.iter().map(|end| features + end));
        self.results.extend(&other.results);
        self.games.extend(other.games.iter().map(|end| positions + end));
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The positions of a game.
    pub(super) fn of_game(&self, game: usize) -> Range<usize> {
        let start = if game == 0 { 0 } else { self.games[game - 1] };
        start as usize..self.games[game] as usize
    }

    /// The features of a position.
    pub fn features(&self, position: usize) -> &[Feature] {
        let start = if position == 0 { 0 } else { self.ends[position - 1] };
        &self.features[start as usize..self.ends[position] as usize]
    }

    /// What became of a position: the first side's result, from 0 to 1, and its margin.
    pub fn result(&self, position: usize) -> [f32; 2] {
        self.results[position]
    }
}

/// What a file of samples begins with.
const HEAD: &[u8] = b"grognard samples 1\n";

impl Samples {
    /// The samples as a file: the head, how many games, positions and features there are, and the arrays one after the other,
    /// all numbers of four bytes, the lowest first; a feature is its number and its amount, of two bytes each.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = HEAD.to_vec();
        let counts = [self.games.len(), self.ends.len(), self.features.len()].map(|count| count as u32);
        let numbers = counts.iter().chain(&self.games).chain(&self.ends);
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.results.iter().flatten().flat_map(|number| number.to_le_bytes()));
        for (number, amount) in &self.features {
            bytes.extend(number.to_le_bytes());
            bytes.extend(amount.to_le_bytes());
        }
        bytes
    }

    /// The samples of a file; `None` if it is none, or not whole.
    pub fn from_bytes(bytes: &[u8]) -> Option<Samples> {
        let mut words = bytes.strip_prefix(HEAD)?.chunks_exact(4).map(|word| [word[0], word[1], word[2], word[3]]);
        let mut count = || Some(u32::from_le_bytes(words.next()?) as usize);
        let [games, positions, features] = [count()?, count()?, count()?];
        let games: Vec<u32> = words.by_ref().take(games).map(u32::from_le_bytes).collect();
        let ends: Vec<u32> = words.by_ref().take(positions).map(u32::from_le_bytes).collect();
        let results: Vec<f32> = words.by_ref().take(2 * positions).map(f32::from_le_bytes).collect();
        let results: Vec<[f32; 2]> = results.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        let read = words.map(|[a, b, c, d]| (u16::from_le_bytes([a, b]), i16::from_le_bytes([c, d])));
        let read: Vec<Feature> = read.collect();
        let whole = read.len() == features
            && games.last().map_or(0, |&end| end as usize) == positions
            && ends.last().map_or(0, |&end| end as usize) == features
            && results.len() == positions;
        whole.then_some(Samples { features: read, ends, results, games })
    }
}
